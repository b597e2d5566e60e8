/* SPDX-License-Identifier: MIT */
/* Plays learners against the teacher (ai/teacher.h), in one process: lesson VARIANT WHO GAMES
 * [SEED]; WHO is random, greedy, careful (tools/players.h) or a level. Colours change from game to
 * game. Prints what the learner scores and how the games went. The same call gives the same games
 * on every machine. */
#include "ai/odds.h"
#include "ai/teacher.h"
#include "base/bits.h"
#include "games/registry.h"
#include "players.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 400, SLOTS = 1 << 16 };

typedef struct School {
    Search search;
    SearchMemory memory;
    Move *moves;
    int32_t *rates;
    int beginner, level; /* who learns: a Beginner, or -1 and a level */
    Lesson lesson;
    int won, drawn, lost, cut, found, missed;
    uint64_t plies, close, looked; /* turns of the teacher at which it could expect 25 to 75 % */
} School;

static void think(School *school, const History *history, const SearchLimits *limits)
{
    search_begin(&school->search, &school->memory, history, limits);
    while (search_go_on(&school->search, 0))
        continue;
}

static Move teach(School *school, const History *history, uint64_t seed)
{
    Teacher teacher;
    SearchLimits limits;
    teacher_begin(&teacher, &school->lesson, seed, &limits);
    tt_clear(&school->memory.tt);
    think(school, history, &limits);
    int expect = odds_expect(odds_of(history->game, &history->pos, school->search.score));
    school->close += expect >= 250 && expect <= 750;
    school->looked++;
    while (teacher_look(&teacher, &school->search, school->moves, school->rates, &limits))
        think(school, history, &limits);
    return teacher_choose(&teacher)->move;
}

static Move learn(School *school, const History *history, Rng *rng)
{
    if (school->beginner >= 0)
        return beginner_move((Beginner)school->beginner, history->game, &history->pos, rng,
                             school->moves, school->rates);
    SearchLimits limits = {.level = school->level, .seed = rng_next(rng)};
    tt_clear(&school->memory.tt);
    think(school, history, &limits);
    return school->search.best;
}

static void play(School *school, const Game *game, int teacher, uint64_t seed)
{
    History history;
    Pos start;
    Rng rng = {bits_mix(seed)};
    game->ops->start(game, seed, &start);
    if (!history_begin(&history, game, &start))
        exit(1);
    school->lesson = (Lesson){0};
    while (history_winner(&history) == WINNER_NONE && history.ply < PLIES_MAX) {
        Move move = history.pos.turn == teacher ? teach(school, &history, seed)
                                                : learn(school, &history, &rng);
        lesson_see(&school->lesson, game, &history.pos, move, teacher, school->moves,
                   school->rates);
        if (!history_play(&history, move))
            exit(1);
    }
    Winner winner = history_winner(&history);
    bool decided = winner == WINNER_P1 || winner == WINNER_P2;
    school->won += decided && (winner == WINNER_P2) != teacher;
    school->lost += decided && (winner == WINNER_P2) == teacher;
    school->drawn += !decided;
    school->cut += winner == WINNER_NONE;
    school->plies += history.ply;
    school->found += school->lesson.found;
    school->missed += school->lesson.missed;
    history_free(&history);
}

static bool make_school(const Game *game, const char *who, School *out)
{
    size_t room = SEARCH_ROOM + (size_t)game->moves_max;
    memset(out, 0, sizeof *out);
    out->memory = (SearchMemory){.tt = {malloc(SLOTS * sizeof(TTSlot)), SLOTS},
                                 .moves = malloc(room * sizeof(Move)),
                                 .order = malloc(room * sizeof(int32_t)),
                                 .room = room};
    out->moves = malloc(2 * (size_t)game->moves_max * sizeof(Move));
    out->rates = malloc((size_t)game->moves_max * sizeof(int32_t));
    out->beginner = BEGINNERS - 1;
    while (out->beginner >= 0 && strcmp(beginner_names[out->beginner], who) != 0)
        out->beginner--;
    out->level = atoi(who);
    return out->memory.tt.slots && out->memory.moves && out->memory.order && out->moves &&
           out->rates && (out->beginner >= 0 || (out->level > 0 && out->level <= LEVEL_MAX));
}

int main(int argc, char **argv)
{
    char why[WHY_MAX] = "lesson VARIANT random|greedy|careful|LEVEL GAMES [SEED]";
    int games = argc > 3 ? atoi(argv[3]) : 0;
    uint64_t seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
    Game *game = games > 0 ? game_open(argv[1], LANG_EN, why) : NULL;
    School *school = malloc(sizeof *school);
    if (!game || !school || !make_school(game, argv[2], school)) {
        fprintf(stderr, "%s\n", game ? "who is to learn?" : why);
        return 2;
    }
    for (int i = 0; i < games; i++)
        play(school, game, !(i & 1), seed * 1000003 + (uint64_t)(i / 2));
    printf(
        "%s: %s against the teacher: won %d drawn %d lost %d, %.1f %%; %.0f plies a game, %d cut "
        "off, close in %.0f %% of the turns, gains at once made %d of %d\n",
        game->id, argv[2], school->won, school->drawn, school->lost,
        100 * (school->won + school->drawn / 2.0) / games, (double)school->plies / games,
        school->cut, 100.0 * (double)school->close / (double)(school->looked + !school->looked),
        school->found, school->found + school->missed);
    return 0;
}
