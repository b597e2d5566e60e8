/* SPDX-License-Identifier: MIT */
/* Statistics: games against the computer by game, opponent and side, steps of lessons, puzzles. A
 * small text, a line for each, read strictly: what is not understood is refused as a whole, so that
 * nothing is lost by writing it again. stats.c is pure, stats_file.c is the file. */
#ifndef CONCENTRIC_APP_TUI_STATS_H
#define CONCENTRIC_APP_TUI_STATS_H

#include "base/str.h"
#include "core/types.h"

enum {
    STATS_ROWS_MAX = 500,
    STATS_OPPONENT_MAX = 12,
    STATS_COUNT_MAX = 1000000000,
    STATS_BYTES_MAX = 1 << 17, /* of the file */
};

typedef enum StatsKind { STATS_GAME, STATS_LESSON, STATS_PUZZLE, STATS_KINDS } StatsKind;
/* What the counts of a row are; those of a lesson are one: its steps that are done, a bit each. */
enum { STATS_WON, STATS_LOST, STATS_DRAWN };
enum { STATS_ALONE, STATS_HELPED };
enum { STATS_STEPS };

typedef struct StatsRow {
    StatsKind kind;
    char name[VARIANT_TEXT_MAX];       /* the variant, or the game of a lesson */
    char opponent[STATS_OPPONENT_MAX]; /* a game: "1" to "10", "teacher", "perfect", "time" */
    int side;                          /* a game: the player's */
    uint32_t count[3];
} StatsRow;

typedef struct Stats {
    StatsRow row[STATS_ROWS_MAX];
    int count;
} Stats;

/* False with a reason. */
bool stats_read(const char *bytes, size_t count, Lang lang, Stats *out, char *why);
void stats_write(const Stats *stats, Str *out);
/* Adds what a row counts; of a lesson, its steps. False if there is no room. */
bool stats_add(Stats *stats, const StatsRow *row);
/* The row that counts the same thing; NULL if there is none. */
const StatsRow *stats_find(const Stats *stats, const StatsRow *like);
/* In words, lines of at most 38 columns but for long names. */
void stats_tell(const Stats *stats, Lang lang, Str *out);

/* stats_file.c: $XDG_DATA_HOME/concentric/statistics or ~/.local/share/... Reading a file that is
 * not there gives none; false with a reason. */
bool stats_load(Lang lang, Stats *out, char *why);
/* Adds a row to the file, which is replaced as a whole. What cannot be read is left as it is. */
bool stats_note(const StatsRow *row, Lang lang, char *why);
/* Where it is; false if there is no home for it. */
bool stats_path(char *path, size_t room);

#endif
