/* SPDX-License-Identifier: MIT */
/* What was played, see book.h. */
#include "explore/book.h"

#include "base/bits.h"
#include "base/utf8.h"
#include "core/canon.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 1024, ROWS_MAX = 1 << 22, LINE_MAX_BYTES = 1024 };

static const char head[] = "explorer 1 ", made[] = "made ";
static const char values[] = "-=+";

/* --- The table ---------------------------------------------------------------------------------
 */

void book_free(Book *book)
{
    free(book->slot);
    free(book->row);
    *book = (Book){NULL, NULL, 0, 0};
}

/* Where the key is, or would be. INT8_MIN as a value marks an empty slot. */
static uint32_t place_of(const BookRow *slot, uint32_t room, uint64_t key)
{
    uint32_t at = (uint32_t)bits_mix(key) & (room - 1);
    while (slot[at].value != INT8_MIN && slot[at].key != key)
        at = (at + 1) & (room - 1);
    return at;
}

const BookRow *book_find(const Book *book, uint64_t key)
{
    if (!book->room)
        return NULL;
    const BookRow *row = &book->slot[place_of(book->slot, book->room, key)];
    return row->value == INT8_MIN ? NULL : row;
}

static bool grow(Book *book)
{
    uint32_t room = book->room ? 2 * book->room : ROOM_FIRST;
    BookRow *slot = malloc(room * sizeof *slot);
    uint32_t *row = malloc(room / 2 * sizeof *row);
    if (!slot || !row) {
        free(slot);
        free(row);
        return false;
    }
    for (uint32_t i = 0; i < room; i++)
        slot[i].value = INT8_MIN;
    for (uint32_t i = 0; i < book->count; i++) {
        const BookRow *old = &book->slot[book->row[i]];
        row[i] = place_of(slot, room, old->key);
        slot[row[i]] = *old;
    }
    free(book->slot);
    free(book->row);
    *book = (Book){slot, row, book->count, room};
    return true;
}

BookRow *book_take(Book *book, uint64_t key)
{
    if (book->count == book->room / 2 && (book->count >= ROWS_MAX || !grow(book)))
        return NULL;
    uint32_t at = place_of(book->slot, book->room, key);
    BookRow *row = &book->slot[at];
    if (row->value == INT8_MIN) {
        *row = (BookRow){.key = key, .value = BOOK_UNKNOWN};
        book->row[book->count++] = at;
    }
    return row;
}

/* --- Text --------------------------------------------------------------------------------------
 */

void book_write_row(const BookRow *row, Str *out)
{
    char key[CANON_TEXT + 1];
    canon_write(row->key, key);
    str_add(out, key);
    for (int i = 0; i < BOOK_RESULTS; i++) {
        str_char(out, ' ');
        str_number(out, row->count[i]);
    }
    if (row->value != BOOK_UNKNOWN)
        str_char(out, values[row->value + 1]);
}

static bool read_counts(const char *text, BookRow *out, char *why)
{
    uint64_t all = 0;
    for (int i = 0; i < BOOK_RESULTS; i++) {
        uint64_t n;
        if (*text++ != ' ' || !str_read_number(&text, BOOK_GAMES_MAX, &n))
            return refuse(why, "three counts of games follow the name");
        out->count[i] = (uint32_t)n;
        all += n;
    }
    const char *value = *text ? strchr(values, *text) : NULL;
    if (value) {
        out->value = (int8_t)(value - values - 1);
        text++;
    }
    if (*text)
        return refuse(why, "there is more than three counts and a value");
    return all ? true : refuse(why, "no game came there");
}

static bool read_row(Book *book, const char *text, char *why)
{
    BookRow row = {.value = BOOK_UNKNOWN};
    if (!canon_read(text, &row.key))
        return refuse(why, "it begins with no name of a position");
    if (!read_counts(text + CANON_TEXT, &row, why))
        return false;
    if (book_find(book, row.key))
        return refuse(why, "its position has a row already");
    BookRow *place = book_take(book, row.key);
    if (!place)
        return refuse(why, "there are too many rows");
    *place = row;
    return true;
}

static bool read_variant(const char *text, char *variant, char *why)
{
    size_t length = strlen(text), start = sizeof head - 1;
    if (length <= start || strncmp(text, head, start) != 0 || length - start >= VARIANT_TEXT_MAX)
        return refuse(why, "a file of the explorer begins with \"%sVARIANT\"", head);
    memcpy(variant, text + start, length - start + 1);
    return true;
}

static bool read_line(Book *book, const char *text, int number, char *variant, char *why)
{
    if (!utf8_is_plain(text, strlen(text)))
        return refuse(why, "it is no plain text");
    if (number == 1)
        return read_variant(text, variant, why);
    if (number == 2)
        return strncmp(text, made, sizeof made - 1) == 0
                   ? true
                   : refuse(why, "the second line says how it was \"%s...\"", made);
    return read_row(book, text, why);
}

bool book_read(Book *book, const char *bytes, size_t count, char *variant, char *why)
{
    const char *at = bytes, *end = bytes + count;
    char text[LINE_MAX_BYTES], reason[WHY_MAX];
    bool good = true;
    int number = 0;
    *book = (Book){NULL, NULL, 0, 0};
    while (good && at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        number++;
        good = length < sizeof text && !memchr(at, '\0', length);
        if (good) {
            memcpy(text, at, length);
            text[length] = '\0';
            good = read_line(book, text, number, variant, reason);
        } else {
            refuse(reason, "it is too long, or has a zero byte");
        }
        at = stop ? stop + 1 : end;
    }
    if (good && !book->count) {
        good = refuse(reason, "the file ends before its first row");
        number++;
    }
    if (good)
        return true;
    book_free(book);
    return refuse(why, "line %d: %s", number, reason);
}

/* --- Moves -------------------------------------------------------------------------------------
 */

/* More games first; the order in the list, which `move` has lost, is kept by a stable sort. */
static void sort_moves(BookMove *moves, int count)
{
    for (int i = 1; i < count; i++) {
        BookMove one = moves[i];
        uint32_t games = one.row ? book_games(one.row) : 0;
        int j = i;
        for (; j > 0 && games > (moves[j - 1].row ? book_games(moves[j - 1].row) : 0); j--)
            moves[j] = moves[j - 1];
        moves[j] = one;
    }
}

int book_moves(const Book *book, const Game *game, const Pos *pos, Move *list, BookMove *out)
{
    int count = game->moves(game, pos, list), n = 0;
    for (int i = 0; i < count; i++) {
        Pos next;
        int same = 0;
        game->apply(game, pos, list[i], &next);
        uint64_t key = canon_key(game, &next);
        while (same < n && out[same].key != key)
            same++;
        if (same == n)
            out[n++] = (BookMove){list[i], key, 0, book_find(book, key)};
        out[same].alike++;
    }
    sort_moves(out, n);
    return n;
}
