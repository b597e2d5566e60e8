/* SPDX-License-Identifier: MIT */
/* Values of single positions that the page has from elsewhere: a server, files by parts
 * (web/values.js). With them moves and points of such a position come with their worth, and a
 * review is exact, as if a database were here.
 *
 * Helpers of a search may look while something is written: an entry is two words, of which the
 * first is the key mixed with the second, so that one half of an entry is nobody's. */
#include "app/wasm/engine.h"
#include "base/bits.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES = 1 << 13, TRIES = 8, LINE_BYTES = 16 + POSITION_TEXT_MAX + MOVE_TEXT_MAX };

typedef struct Entry {
    _Atomic uint64_t check, worth; /* worth: value + 2, and plies + 1 above bit 8; 0: empty */
} Entry;

static Entry *table;
static const Game *told; /* of which game the last was */

static uint64_t key_of(const Game *game, const Pos *pos)
{
    return bits_mix(pos->key ^ (uintptr_t)game);
}

static void put(const Game *game, const Pos *pos, Known known)
{
    uint64_t key = key_of(game, pos), worth = (uint64_t)(known.plies + 1) << 8;
    Entry *to = &table[key % ENTRIES];
    worth |= (uint64_t)(known.value + 2);
    for (unsigned i = 0; i < TRIES; i++) {
        Entry *entry = &table[(key + i) % ENTRIES];
        uint64_t old = entry->worth;
        if (!old || (entry->check ^ old) == key) {
            to = entry;
            break;
        }
    }
    to->worth = worth;
    to->check = key ^ worth;
}

static bool ask(void *context, const Pos *pos, Known *out)
{
    uint64_t key = key_of(context, pos);
    for (unsigned i = 0; i < TRIES; i++) {
        Entry *entry = &table[(key + i) % ENTRIES];
        uint64_t worth = entry->worth;
        if (worth && (entry->check ^ worth) == key) {
            *out = (Known){(int)(worth & 255) - 2, (int)(worth >> 8) - 1};
            return true;
        }
    }
    return false;
}

Oracle told_oracle(const Game *game)
{
    return game == told ? (Oracle){ask, (void *)(uintptr_t)game} : (Oracle){NULL, NULL};
}

/* The line up to its end, and goes on behind it; false if there is none or it is too long. */
static bool take_line(const char **text, char *out, size_t room)
{
    size_t length = strcspn(*text, "\n");
    if (!length || length >= room)
        return false;
    memcpy(out, *text, length);
    out[length] = '\0';
    *text += length + ((*text)[length] == '\n');
    return true;
}

/* "w15", "d", "l8" or "w": won, drawn, lost, and in how many plies where that is known. */
static bool read_known(const char **text, Known *out)
{
    static const char letters[] = "ldw";
    const char *letter = **text ? strchr(letters, **text) : NULL;
    uint64_t plies;
    if (!letter)
        return false;
    ++*text;
    *out = (Known){(int)(letter - letters) - 1, -1};
    if (**text >= '0' && **text <= '9' && out->value) {
        if (!str_read_number(text, INT16_MAX, &plies))
            return false;
        out->plies = (int)plies;
    }
    return **text == '\0' || *(*text)++ == ' ';
}

/* What is known of a position, and of those that its moves lead to. */
static bool take_values(const Game *game, const char *text, bool write, char *why)
{
    char line[LINE_BYTES];
    Pos pos, next;
    Known known;
    if (!take_line(&text, line, sizeof line) ||
        !game->ops->read_pos(game, line, engine.lang, &pos, why))
        return false;
    for (bool first = true; *text; first = false) {
        const char *at = line;
        Move move;
        if (!take_line(&text, line, sizeof line) || !read_known(&at, &known) || first == !!*at)
            return false;
        if (!first) {
            if (!game->ops->read_move(game, &pos, at, engine.lang, &move, why))
                return false;
            game->apply(game, &pos, move, &next);
            known.plies -= known.plies > 0;
            if (next.turn != pos.turn)
                known.value = -known.value;
        }
        if (write)
            put(game, first ? &pos : &next, known);
    }
    return true;
}

const char *told_take(const char *text, char *why)
{
    static const Text bad = {
        {"this is no list of known values", "これは局面の値の一覧ではありません"}};
    char variant[VARIANT_TEXT_MAX];
    refuse(why, "%s", bad.in[engine.lang]);
    if (!take_line(&text, variant, sizeof variant))
        return NULL;
    const Game *game = engine_variants() ? variants_open(engine.variants, variant, engine.lang, why)
                                         : NULL;
    if (!game || !take_values(game, text, false, why))
        return NULL;
    if (!table && !(table = calloc(ENTRIES, sizeof *table))) {
        refuse(why, "%s", engine_no_memory.in[engine.lang]);
        return NULL;
    }
    take_values(game, text, true, why);
    told = game;
    return game->id;
}
