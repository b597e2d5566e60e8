/* SPDX-License-Identifier: MIT */
/* Statistics as text, see stats.h:
 *
 *     concentric statistics 1
 *     game nine 4 first 3 1 0        variant, opponent, side, won, lost, drawn
 *     lesson mur 4095                game, steps done (a bit each)
 *     puzzle six 2 1                 variant, solved alone, with help */
#include "app/tui/stats.h"

#include "ai/level.h"
#include "app/tui/frame.h"
#include "app/tui/words.h"
#include "core/refuse.h"
#include "games/registry.h"

#include <string.h>

static const char head[] = "concentric statistics 1\n", any_head[] = "concentric statistics ";

static const char *const kinds[STATS_KINDS] = {"game", "lesson", "puzzle"};
static const int counts[STATS_KINDS] = {3, 1, 2};
static const char *const sides[2] = {"first", "second"};

/* -- Reading and writing ---------------------------------------------------------------------- */

/* The next word of a line, which ends with a space or the line; false if there is none or it does
 * not fit. */
static bool take_word(const char **at, const char *end, char *out, size_t room)
{
    const char *stop = memchr(*at, ' ', (size_t)(end - *at));
    size_t length = (size_t)((stop ? stop : end) - *at);
    if (!length || length >= room || memchr(*at, '\0', length))
        return false;
    memcpy(out, *at, length);
    out[length] = '\0';
    *at = stop ? stop + 1 : end;
    return true;
}

static bool is_name(const char *name)
{
    return name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789,=-")] == '\0';
}

static bool is_opponent(const char *name)
{
    uint64_t level;
    return strcmp(name, "teacher") == 0 || strcmp(name, "perfect") == 0 ||
           strcmp(name, "time") == 0 || (str_is_number(name, LEVEL_MAX, &level) && level);
}

static bool take_choice(const char **at, const char *end, const char *const *names, int count,
                        int *out)
{
    char word[16];
    if (!take_word(at, end, word, sizeof word))
        return false;
    for (*out = 0; *out < count; (*out)++)
        if (strcmp(word, names[*out]) == 0)
            return true;
    return false;
}

static bool read_row(const char *at, const char *end, StatsRow *out)
{
    int kind;
    *out = (StatsRow){0};
    if (!take_choice(&at, end, kinds, STATS_KINDS, &kind) ||
        !take_word(&at, end, out->name, sizeof out->name) || !is_name(out->name))
        return false;
    out->kind = (StatsKind)kind;
    if (kind == STATS_GAME &&
        (!take_word(&at, end, out->opponent, sizeof out->opponent) || !is_opponent(out->opponent) ||
         !take_choice(&at, end, sides, 2, &out->side)))
        return false;
    for (int i = 0; i < counts[kind]; i++) {
        char number[16];
        uint64_t n;
        if (!take_word(&at, end, number, sizeof number) ||
            !str_is_number(number, kind == STATS_LESSON ? UINT32_MAX : STATS_COUNT_MAX, &n))
            return false;
        out->count[i] = (uint32_t)n;
    }
    return at == end && end[-1] != ' ';
}

static bool read_rows(const char *at, const char *end, Lang lang, Stats *out, char *why)
{
    static const Text bad = {{"line {0} is not understood", "{0}行目がわかりません"}};
    for (int line = 2; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        StatsRow row;
        bool good = stop && stop > at && out->count < STATS_ROWS_MAX && read_row(at, stop, &row) &&
                    !stats_find(out, &row);
        if (!good)
            return refuse_with(why, lang, &bad, NUMBER(line));
        out->row[out->count++] = row;
        at = stop + 1;
    }
    return true;
}

bool stats_read(const char *bytes, size_t count, Lang lang, Stats *out, char *why)
{
    static const Text newer = {
        {"it is from another version of the program", "別のバージョンのプログラムのファイルです"}};
    static const Text other = {{"it is no file of statistics", "成績のファイルではありません"}};
    size_t length = sizeof head - 1, any = sizeof any_head - 1;
    out->count = 0;
    if (count >= length && memcmp(bytes, head, length) == 0)
        return read_rows(bytes + length, bytes + count, lang, out, why);
    bool ours = count >= any && memcmp(bytes, any_head, any) == 0;
    return refuse_text(why, lang, ours ? &newer : &other);
}

void stats_write(const Stats *stats, Str *out)
{
    str_add(out, head);
    for (int i = 0; i < stats->count; i++) {
        const StatsRow *row = &stats->row[i];
        str_format(out, "%s %s", kinds[row->kind], row->name);
        if (row->kind == STATS_GAME)
            str_format(out, " %s %s", row->opponent, sides[row->side]);
        for (int c = 0; c < counts[row->kind]; c++)
            str_format(out, " %u", row->count[c]);
        str_char(out, '\n');
    }
}

/* -- Counting --------------------------------------------------------------------------------- */

const StatsRow *stats_find(const Stats *stats, const StatsRow *like)
{
    for (int i = 0; i < stats->count; i++) {
        const StatsRow *row = &stats->row[i];
        if (row->kind == like->kind && row->side == like->side &&
            strcmp(row->name, like->name) == 0 && strcmp(row->opponent, like->opponent) == 0)
            return row;
    }
    return NULL;
}

bool stats_add(Stats *stats, const StatsRow *row)
{
    const StatsRow *found = stats_find(stats, row);
    StatsRow *at = found ? &stats->row[found - stats->row] : &stats->row[stats->count];
    if (!found && stats->count == STATS_ROWS_MAX)
        return false;
    if (!found) {
        *at = *row;
        stats->count++;
        return true;
    }
    for (int i = 0; i < counts[row->kind]; i++) {
        uint32_t room = STATS_COUNT_MAX - at->count[i];
        if (row->kind == STATS_LESSON)
            at->count[i] |= row->count[i];
        else
            at->count[i] += row->count[i] < room ? row->count[i] : room;
    }
    return true;
}

/* -- Words ------------------------------------------------------------------------------------ */

enum { NAME_COLS = 18, NUMBER_COLS = 5 };

static void pad(Str *out, int cols)
{
    while (cols-- > 0)
        str_char(out, ' ');
}

/* Right-aligned, with a space before it. */
static void put_cell(const char *text, Str *out)
{
    int room = NUMBER_COLS - text_width(text);
    pad(out, room > 0 ? room : 1);
    str_add(out, text);
}

static void put_counts(const uint32_t *won, Str *out)
{
    put_cell(NUMBER(won[STATS_WON] + won[STATS_LOST] + won[STATS_DRAWN]), out);
    for (int i = 0; i < 3; i++)
        put_cell(NUMBER(won[i]), out);
    str_char(out, '\n');
}

static void put_name(const char *name, Str *out)
{
    str_add(out, name);
    pad(out, NAME_COLS - text_width(name));
}

/* The title of a variant, with its options behind it. */
static void put_title(const char *variant, Lang lang, Str *out)
{
    size_t length = strcspn(variant, ",");
    for (size_t f = 0; f < registry_count; f++)
        for (int r = 0; r < registry_families[f]->row_count; r++) {
            const GameRow *row = &registry_families[f]->rows[r];
            if (strlen(row->id) != length || memcmp(row->id, variant, length) != 0)
                continue;
            str_add(out, row->title.in[lang]);
            if (variant[length])
                str_format(out, " (%s)", variant + length + 1);
            return;
        }
    str_add(out, variant); /* of a game that this program does not have */
}

static void put_opponent(const StatsRow *row, Lang lang, Str *out)
{
    uint64_t level;
    char who[64], line[128];
    Str w = str_over(who, sizeof who), l = str_over(line, sizeof line);
    if (str_is_number(row->opponent, LEVEL_MAX, &level)) {
        const char *const args[] = {row->opponent};
        word_fill(&w, WORD_STATS_LEVEL, lang, args);
    } else {
        bool perfect = row->opponent[0] == 'p', teacher = !perfect && row->opponent[1] == 'e';
        str_add(&w, word(perfect   ? WORD_STATS_PERFECT
                         : teacher ? WORD_TEACHER
                                   : WORD_STATS_TIME,
                         lang));
    }
    const char *const args[] = {who};
    word_fill(&l, row->side ? WORD_STATS_SECOND : WORD_STATS_FIRST, lang, args);
    put_name(line, out);
}

/* The rows of one variant. */
static void put_game(const Stats *stats, const char *variant, Lang lang, uint32_t *all, Str *out)
{
    put_title(variant, lang, out);
    str_char(out, '\n');
    for (int i = 0; i < stats->count; i++) {
        const StatsRow *row = &stats->row[i];
        if (row->kind != STATS_GAME || strcmp(row->name, variant) != 0)
            continue;
        put_opponent(row, lang, out);
        put_counts(row->count, out);
        for (int c = 0; c < 3; c++)
            all[c] += row->count[c];
    }
}

/* Is this the first row of its kind and name? */
static bool is_first(const Stats *stats, int at)
{
    for (int i = 0; i < at; i++)
        if (stats->row[i].kind == stats->row[at].kind &&
            strcmp(stats->row[i].name, stats->row[at].name) == 0)
            return false;
    return true;
}

static void tell_games(const Stats *stats, Lang lang, Str *out)
{
    static const Word names[] = {WORD_STATS_GAMES, WORD_STATS_WON, WORD_STATS_LOST,
                                 WORD_STATS_DRAWN};
    uint32_t all[3] = {0};
    bool any = false;
    for (int i = 0; i < stats->count; i++)
        any = any || stats->row[i].kind == STATS_GAME;
    if (!any) {
        str_format(out, "%s\n", word(WORD_STATS_NONE, lang));
        return;
    }
    str_format(out, "%s\n", word(WORD_STATS_TITLE, lang));
    put_name("", out);
    for (int i = 0; i < 4; i++)
        put_cell(word(names[i], lang), out);
    str_char(out, '\n');
    for (int i = 0; i < stats->count; i++)
        if (stats->row[i].kind == STATS_GAME && is_first(stats, i))
            put_game(stats, stats->row[i].name, lang, all, out);
    put_name(word(WORD_STATS_ALL, lang), out);
    put_counts(all, out);
}

static void tell_others(const Stats *stats, StatsKind kind, Lang lang, Str *out)
{
    bool begun = false;
    for (int i = 0; i < stats->count; i++) {
        const StatsRow *row = &stats->row[i];
        if (row->kind != kind)
            continue;
        if (!begun)
            str_format(out, "\n%s\n",
                       word(kind == STATS_LESSON ? WORD_STATS_LESSONS : WORD_STATS_PUZZLES, lang));
        begun = true;
        char title[160];
        Str t = str_over(title, sizeof title);
        put_title(row->name, lang, &t);
        const char *const steps[] = {title, NUMBER(__builtin_popcount(row->count[STATS_STEPS]))};
        const char *const solved[] = {title,
                                      NUMBER(row->count[STATS_ALONE] + row->count[STATS_HELPED]),
                                      NUMBER(row->count[STATS_ALONE])};
        word_fill(out, kind == STATS_LESSON ? WORD_STATS_STEPS : WORD_STATS_SOLVED, lang,
                  kind == STATS_LESSON ? steps : solved);
        str_char(out, '\n');
    }
}

void stats_tell(const Stats *stats, Lang lang, Str *out)
{
    tell_games(stats, lang, out);
    tell_others(stats, STATS_LESSON, lang, out);
    tell_others(stats, STATS_PUZZLE, lang, out);
}
