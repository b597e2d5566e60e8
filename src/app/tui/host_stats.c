/* SPDX-License-Identifier: MIT */
/* What is counted of games, lessons and puzzles; see host.h. Games against the computer at this
 * screen count when they end, once: taking one back and ending it again changes nothing. */
#include "app/tui/host_part.h"

#include "app/tui/stats.h"

#include <stdlib.h>
#include <string.h>

static void note(Host *host, const StatsRow *row)
{
    char why[WHY_MAX], path[FILES_PATH_MAX] = "";
    if (stats_note(row, host->play.lang, why) || host->stats_told)
        return;
    host->stats_told = true;
    stats_path(path, sizeof path);
    host_say(host, TONE_INFO, WORD_STATS_NOT_KEPT, path, why);
}

static void name_opponent(const Seat *seat, StatsRow *row)
{
    Str s = str_over(row->opponent, sizeof row->opponent);
    if (seat->perfect || seat->teacher || !seat->level)
        str_add(&s, seat->perfect ? "perfect" : seat->teacher ? "teacher" : "time");
    else
        str_number(&s, (uint64_t)seat->level);
}

/* A game of a person against the computer that has a result. */
static bool count_game(const Table *table, StatsRow *row)
{
    Winner winner = table_ending(table)->winner;
    int person = seat_is_computer(&table->seat[0]) ? 1 : 0;
    if (winner == WINNER_NONE || seat_is_computer(&table->seat[person]) ||
        !seat_is_computer(&table->seat[!person]))
        return false;
    *row = (StatsRow){.kind = STATS_GAME, .side = table_side_of(table, person)};
    Str name = str_over(row->name, sizeof row->name);
    str_add(&name, table->game->id);
    name_opponent(&table->seat[!person], row);
    bool won = winner == (row->side ? WINNER_P2 : WINNER_P1);
    row->count[winner == WINNER_DRAW ? STATS_DRAWN : won ? STATS_WON : STATS_LOST] = 1;
    return true;
}

static void note_task(Host *host)
{
    Task *task = &host->play.task;
    bool lesson = task->kind == TASK_LESSON;
    StatsRow row = {.kind = lesson ? STATS_LESSON : STATS_PUZZLE};
    Str name = str_over(row.name, sizeof row.name);
    task->noted = true;
    if (!lesson && task->showing)
        return;
    str_add(&name, lesson ? task->game : task->puzzle.variant);
    if (lesson)
        row.count[STATS_STEPS] = 1u << task->at;
    else
        row.count[task->clean ? STATS_ALONE : STATS_HELPED] = 1;
    note(host, &row);
}

void host_note(Host *host)
{
    const Play *play = &host->play;
    StatsRow row;
    if (!host->keeps || play->far.on)
        return;
    if (play->task.kind && play->task.done && !play->task.noted)
        note_task(host);
    if (host->has_aside || !play_is_over(play) || host->counted >= play->table.round_count)
        return;
    host->counted = play->table.round_count;
    if (count_game(&play->table, &row))
        note(host, &row);
}

bool host_tell_stats(const Host *host, Str *out, char *why)
{
    char reason[WHY_MAX], path[FILES_PATH_MAX] = "";
    Lang lang = host->is_open ? host->play.lang : host->setup.lang;
    Stats *stats = malloc(sizeof *stats);
    if (!stats)
        return refuse(why, "%s", word(WORD_NO_MEMORY, lang));
    bool good = stats_load(lang, stats, reason);
    if (good) {
        stats_tell(stats, lang, out);
        if (!host->keeps && !host->online)
            str_format(out, "%s\n", word(WORD_STATS_NO_TERMINAL, lang));
    } else {
        stats_path(path, sizeof path);
        const char *const args[] = {path, reason};
        Str s = str_over(why, WHY_MAX);
        word_fill(&s, WORD_STATS_BAD, lang, args);
    }
    free(stats);
    return good;
}

uint32_t host_steps_done(const char *game)
{
    char why[WHY_MAX];
    StatsRow like = {.kind = STATS_LESSON};
    Str name = str_over(like.name, sizeof like.name);
    Stats *stats = malloc(sizeof *stats);
    str_add(&name, game);
    const StatsRow *row = stats && stats_load(LANG_EN, stats, why) ? stats_find(stats, &like)
                                                                   : NULL;
    uint32_t done = row ? row->count[STATS_STEPS] : 0;
    free(stats);
    return done;
}
