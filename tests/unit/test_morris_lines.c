/* SPDX-License-Identifier: MIT */
/* Nine, six and twelve men's morris: lines as sets, two players at a time, against the rules' own
 * words, one point and one line after the other; and what moves are rated by them. */
#include "unit/support.h"

#include "base/bits.h"
#include "games/morris/lines.h"

static const char *const variants[] = {"nine",       "nine,flying", "nine,diagonals,flying",
                                       "six,flying", "twelve",      "twelve,flying"};
enum { VARIANTS = sizeof variants / sizeof *variants, GAMES = 12, PLIES = 120 };

/* Are the two other points of line i, which goes through p, in x and in y? */
static bool others_are(const MorrisRules *r, int i, int p, uint32_t x, uint32_t y)
{
    uint32_t rest = r->line[i] & ~(1u << p), low = rest & -rest, high = rest & ~low;
    return (low & x && high & y) || (low & y && high & x);
}

static uint32_t with(const MorrisRules *r, uint32_t x, uint32_t y)
{
    uint32_t found = 0;
    for (int p = 0; p < r->points; p++)
        for (int i = 0; i < r->line_count; i++)
            if (r->line[i] >> p & 1 && others_are(r, i, p, x, y))
                found |= 1u << p;
    return found;
}

/* Points where a man of `men` comes by a step and completes a line of x that it is not in. */
static uint32_t reached(const MorrisRules *r, uint32_t x, uint32_t men)
{
    uint32_t found = 0;
    for (int p = 0; p < r->points; p++)
        for (int i = 0; i < r->line_count; i++)
            if (r->line[i] >> p & 1 && others_are(r, i, p, x, x) &&
                r->joined[p] & men & ~r->line[i])
                found |= 1u << p;
    return found;
}

static uint32_t partners(const MorrisRules *r, uint32_t x, uint32_t to)
{
    uint32_t found = 0;
    for (int p = 0; p < r->points; p++)
        for (int i = 0; i < r->line_count; i++)
            if (to >> p & 1 && r->line[i] >> p & 1 && others_are(r, i, p, x, x))
                found |= r->line[i] & ~(1u << p);
    return found;
}

static void check_sets(const MorrisRules *r, uint32_t a, uint32_t b)
{
    Both both = a | (Both)b << 32;
    LineSets lines = lines_closed(r, both);
    Both closers = lines_any(lines), by_steps = lines_reached(r, lines, both);
    Both others = lines_partners(lines, closers & ~both);
    const uint32_t men[2] = {a, b};
    for (int half = 0; half < 2; half++) {
        uint32_t x = men[half], closed = with(r, x, x);
        assert_int_equal((uint32_t)(closers >> 32 * half), closed);
        assert_int_equal(morris_closers(r, x), closed);
        assert_int_equal((uint32_t)(by_steps >> 32 * half), reached(r, x, x));
        assert_int_equal((uint32_t)(others >> 32 * half), partners(r, x, closed & ~x));
    }
    assert_int_equal((uint32_t)lines_any(lines_mixed(r, both)), with(r, a, b));
}

/* A rating as its words say it, of one move alone. */
static int32_t rate_of(const Game *game, const Pos *pos, Move move)
{
    const MorrisRules *r = morris_rules(game);
    int us = pos->turn;
    uint32_t own = (uint32_t)pos->stones[us][0], enemy = (uint32_t)pos->stones[!us][0];
    uint32_t empty = r->board & ~(own | enemy), changed = move & 0xffffff;
    uint32_t to = changed & ~own, from = changed & own, taken = move >> 24 & 0xffffff;
    uint32_t threats = with(r, enemy, enemy) & ~enemy;
    if (!morris_comes_anywhere(r, pos, !us))
        threats &= reached(r, enemy, enemy);
    int32_t rate = 100 * bits_count(taken);
    rate += taken & partners(r, enemy, threats & empty) ? 30 : 0;
    rate += to & threats ? 30 : 0;
    rate -= from & threats ? 30 : 0;
    bool makes = with(r, own ^ changed, own ^ changed) & ~with(r, own, own) & empty & ~to;
    return rate + (makes ? 12 : 0);
}

static void check_position(const Game *game, const Pos *pos, const Move *moves, int count)
{
    static int32_t rates[MORRIS_PLAIN_MOVES_MAX];
    game->rate(game, pos, moves, count, rates);
    for (int i = 0; i < count; i++)
        assert_int_equal(rates[i], rate_of(game, pos, moves[i]));
    check_sets(morris_rules(game), (uint32_t)pos->stones[0][0], (uint32_t)pos->stones[1][0]);
}

static void test_sets_and_ratings_in_random_games(void **state)
{
    static Move moves[MORRIS_PLAIN_MOVES_MAX];
    (void)state;
    for (int v = 0; v < VARIANTS; v++) {
        Game *game = test_open(variants[v]);
        Rng rng = {(uint64_t)v + 1};
        for (int g = 0; g < GAMES; g++) {
            Pos pos, next;
            game->ops->start(game, 1, &pos);
            for (int ply = 0; ply < PLIES; ply++, pos = next) {
                int count = game->moves(game, &pos, moves);
                check_position(game, &pos, moves, count);
                if (!count)
                    break;
                game->apply(game, &pos, moves[rng_below(&rng, (uint32_t)count)], &next);
            }
        }
        game_close(game);
    }
}

/* Boards that no game reaches: every density of men, so that all lines are closed at times. */
static void test_sets_on_random_boards(void **state)
{
    (void)state;
    for (int v = 0; v < VARIANTS; v++) {
        Game *game = test_open(variants[v]);
        const MorrisRules *r = morris_rules(game);
        Rng rng = {(uint64_t)v + 99};
        for (int i = 0; i < 3000; i++) {
            uint32_t a = (uint32_t)rng_next(&rng) | (uint32_t)rng_next(&rng);
            uint32_t b = (uint32_t)rng_next(&rng);
            check_sets(r, a & r->board, b & r->board & (i % 2 ? ~a : UINT32_MAX));
        }
        game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sets_and_ratings_in_random_games),
        cmocka_unit_test(test_sets_on_random_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
