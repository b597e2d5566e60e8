/* SPDX-License-Identifier: MIT */
/* Series of games, see series.h. Everything but the start of the next game follows from the list of
 * ended games. */
#include "core/series.h"

#include <assert.h>

static const SeriesRules usual = {
    .sets = 1, .games = 2, .win = 2, .draw = 1, .sides = SERIES_SIDES_CHANGE};

const SeriesRules *series_rules(const Game *game)
{
    return game->family->series ? game->family->series : &usual;
}

static int total_games(const SeriesRules *rules)
{
    return rules->sets * rules->games;
}

/* The game that is on, from 0 through the whole series. */
static int current(const Series *series)
{
    return series_is_over(series) ? series->played - 1 : series->played;
}

bool series_is_over(const Series *series)
{
    return series->played == total_games(series->rules);
}

int series_set(const Series *series)
{
    return current(series) / series->rules->games;
}

int series_number(const Series *series)
{
    return current(series) % series->rules->games;
}

int series_starter(const Series *series)
{
    return series_number(series) & 1;
}

int series_side(const Series *series, int seat)
{
    bool changed = series->rules->sides == SERIES_SIDES_CHANGE && series_starter(series) == 1;
    return changed ? !seat : seat;
}

/* Sets up the game that is on; `last` is the end of the one before it, NULL for none. */
static void set_up(Series *series, const Pos *last, uint64_t seed)
{
    const Game *game = series->game;
    int side = series_side(series, series_starter(series));
    const Pos *carried = series->rules->carries && series_number(series) > 0 ? last : NULL;
    if (carried || side != 0) {
        assert(game->ops->next_start);
        game->ops->next_start(game, carried, side, &series->start);
    } else {
        game->ops->start(game, seed, &series->start);
    }
}

void series_begin(Series *series, const Game *game, uint64_t seed)
{
    *series = (Series){.game = game, .rules = series_rules(game)};
    assert(total_games(series->rules) <= SERIES_GAMES_MAX);
    set_up(series, NULL, seed);
}

/* Half points that an ended game brings a seat. */
static int half_points(const SeriesRules *rules, const SeriesGame *ended, int seat)
{
    if (ended->winner == WINNER_DRAW)
        return rules->draw;
    int winning_side = ended->winner == WINNER_P2, side = seat == 0 ? ended->side : !ended->side;
    return side == winning_side ? rules->win : 0;
}

bool series_end_game(Series *series, Winner winner, const Pos *last, uint64_t seed)
{
    if (series_is_over(series) || winner == WINNER_NONE)
        return false;
    SeriesGame *ended = &series->ended[series->played];
    *ended = (SeriesGame){winner, (uint8_t)series_side(series, 0)};
    for (int seat = 0; seat < 2; seat++)
        series->half[seat] = (uint8_t)(series->half[seat] +
                                       half_points(series->rules, ended, seat));
    series->played++;
    if (!series_is_over(series))
        set_up(series, last, seed);
    return true;
}

int series_set_half(const Series *series, int set, int seat)
{
    int first = set * series->rules->games, end = first + series->rules->games, sum = 0;
    for (int i = first; i < end && i < series->played; i++)
        sum += half_points(series->rules, &series->ended[i], seat);
    return sum;
}

Outcome series_outcome(const Series *series)
{
    static const Reason more = {.clause = {{"more points in the series", "総合得点で上回った"}}},
                        equal = {.clause = {{"equal points in the series", "総合得点が同じ"}}};
    if (!series_is_over(series))
        return (Outcome){WINNER_NONE, NULL};
    if (series->half[0] == series->half[1])
        return (Outcome){WINNER_DRAW, &equal};
    return (Outcome){series->half[0] > series->half[1] ? WINNER_P1 : WINNER_P2, &more};
}

/* "4½": whole points, and a half where there is one. */
static void write_half(int half, Str *out)
{
    if (half >= 2 || half == 0)
        str_number(out, (uint64_t)half / 2);
    if (half & 1)
        str_add(out, "½");
}

void series_write(const Series *series, Lang lang, Str *out)
{
    static const Text on = {{"set {0}, game {1}; {2} begins; ", "第{0}セット第{1}局、{2}が先手、"}},
                      over = {{"all games played; ", "全局終了、"}};
    char set[4], number[4];
    Str s = str_over(set, sizeof set), n = str_over(number, sizeof number);
    str_number(&s, (uint64_t)series_set(series) + 1);
    str_number(&n, (uint64_t)series_number(series) + 1);
    int beginner = series_side(series, series_starter(series));
    const char *const args[] = {set, number, series->game->player[beginner].in[lang]};
    str_fill(out, series_is_over(series) ? over.in[lang] : on.in[lang], args);
    for (int seat = 0; seat < 2; seat++) {
        if (seat)
            str_add(out, " : ");
        if (series->rules->sides == SERIES_SIDES_KEPT)
            str_format(out, "%s ", series->game->player[seat].in[lang]);
        write_half(series->half[seat], out);
    }
}
