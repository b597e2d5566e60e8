/* SPDX-License-Identifier: MIT */
/* Ratings and pairings: Glicko-2 by the paper's own example, pairings by laws over random
 * tournaments, standings by hand-worked ones. */
#include "unit/support.h"

#include "base/rng.h"
#include "club/glicko2.h"
#include "club/matching.h"
#include "club/pairing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* -- Ratings ---------------------------------------------------------------------------------- */

/* "Example of the Glicko-2 system": a player of 1500 meets three. */
static void test_paper(void **state)
{
    (void)state;
    const GlickoFoe foes[] = {{1400, 30, 1}, {1550, 100, 0}, {1700, 300, 0}};
    GlickoStep after = glicko_step((GlickoStep){1500, 200, 0.06}, foes, 3);
    assert_true(fabs(after.rating - 1464.06) < 0.01);
    assert_true(fabs(after.deviation - 151.52) < 0.01);
    assert_true(fabs(after.volatility - 0.05999) < 0.00001);
    after = glicko_step((GlickoStep){1500, 200, 0.06}, NULL, 0); /* a period without a game */
    assert_true(fabs(after.rating - 1500) < 1e-9);
    assert_true(fabs(after.deviation - sqrt(200 * 200 + pow(0.06 * 173.7178, 2))) < 1e-6);
}

static void test_one_game(void **state)
{
    (void)state;
    Glicko a = glicko_new(), b = glicko_new();
    assert_true(glicko_is_provisional(&a, 0));
    glicko_game(&a, &b, 2, 1000);
    assert_true(a.rating > 150000 && b.rating < 150000);
    assert_int_equal(a.rating - 150000, 150000 - b.rating);
    assert_true(a.deviation < GLICKO_DEVIATION_MAX && a.games == 1 && a.at == 1000);
    Glicko c = glicko_new(), d = glicko_new();
    glicko_game(&c, &d, 1, 1000);
    assert_int_equal(c.rating, 150000);
    assert_int_equal(c.deviation, d.deviation);
}

static void test_time_makes_unsure(void **state)
{
    (void)state;
    Glicko a = {150000, 6000, 6000000, 50, 1};
    const int64_t year = INT64_C(365) * 86400000;
    assert_int_equal(glicko_deviation(&a, 1), 6000);
    assert_int_equal(glicko_deviation(&a, 0), 6000); /* a clock that goes back changes nothing */
    int32_t later = glicko_deviation(&a, year), last = 6000;
    assert_true(later > 11000 && later < 12500);
    for (int64_t t = 0; t < 60 * year; t += year / 4) {
        assert_true(glicko_deviation(&a, t) >= last);
        last = glicko_deviation(&a, t);
    }
    assert_int_equal(last, GLICKO_DEVIATION_MAX);
}

/* Those who are better come out on top, near the truth, and the numbers stay in bounds. */
static void test_ratings_find_the_truth(void **state)
{
    (void)state;
    enum { PLAYERS = 20, GAMES = 6000 };
    static const double spread = 40;
    Glicko players[PLAYERS], again[PLAYERS];
    for (int pass = 0; pass < 2; pass++) {
        Rng rng = {test_seed()};
        for (int i = 0; i < PLAYERS; i++)
            players[i] = glicko_new();
        for (int g = 0; g < GAMES; g++) {
            int a = (int)rng_below(&rng, PLAYERS), b = (int)rng_below(&rng, PLAYERS - 1);
            b += b >= a;
            double expect = 1 / (1 + pow(10, (b - a) * spread / 400));
            bool won = rng_below(&rng, 1000000) < expect * 1000000;
            glicko_game(&players[a], &players[b], won ? 2 : 0, 1000 + g * INT64_C(600000));
        }
        if (pass == 0)
            memcpy(again, players, sizeof again);
    }
    assert_memory_equal(again, players, sizeof again);
    for (int i = 0; i < PLAYERS; i++) {
        double truth = 1500 + (i - (PLAYERS - 1) / 2.0) * spread, is = players[i].rating / 100.0;
        assert_true(fabs(is - truth) < 200);
        assert_true(players[i].deviation >= GLICKO_DEVIATION_MIN &&
                    players[i].deviation < GLICKO_PROVISIONAL);
    }
}

static void test_extremes_stay_in_bounds(void **state)
{
    (void)state;
    Glicko up = glicko_new(), down = glicko_new();
    for (int g = 0; g < 20000; g++) {
        Glicko fresh = g % 2 ? glicko_new() : down;
        glicko_game(&up, &fresh, 2, g * INT64_C(1000000000));
        if (g % 2 == 0)
            down = fresh;
        assert_true(up.rating <= GLICKO_RATING_MAX && down.rating >= GLICKO_RATING_MIN);
        assert_true(up.volatility > 0 && up.volatility <= GLICKO_VOLATILITY_MAX);
        assert_true(up.deviation >= GLICKO_DEVIATION_MIN && up.deviation <= GLICKO_DEVIATION_MAX);
    }
}

/* -- Matchings -------------------------------------------------------------------------------- */

static bool try_all(const Matching *m, int count, unsigned left)
{
    if (!left)
        return true;
    int a = 0;
    while (!(left >> a & 1))
        a++;
    for (int b = a + 1; b < count; b++)
        if ((left >> b & 1) && matching_has(m, a, b) &&
            try_all(m, count, left & ~(1u << a | 1u << b)))
            return true;
    return false;
}

/* Against trying everything: can all be paired, and still when some are settled? */
static void test_matchings(void **state)
{
    (void)state;
    Rng rng = {test_seed() + 1};
    for (int round = 0; round < 4000; round++) {
        int count = 2 * (1 + (int)rng_below(&rng, 6));
        uint32_t chance = 10 + rng_below(&rng, 60);
        Matching *m = matching_new(count);
        for (int a = 0; a < count; a++)
            for (int b = a + 1; b < count; b++)
                if (rng_below(&rng, 100) < chance)
                    matching_join(m, a, b);
        unsigned left = (1u << count) - 1;
        bool whole = try_all(m, count, left);
        assert_true(matching_fill(m) == whole);
        for (int tries = 0; whole && left && tries < 200; tries++) {
            int a = (int)rng_below(&rng, (uint32_t)count),
                b = (int)rng_below(&rng, (uint32_t)count);
            if (a == b || !(left >> a & 1) || !(left >> b & 1) || !matching_has(m, a, b))
                continue;
            unsigned rest = left & ~(1u << a | 1u << b);
            bool can = try_all(m, count, rest);
            assert_true(matching_settle(m, a, b) == can);
            left = can ? rest : left;
        }
        matching_free(m);
    }
}

/* -- Swiss ------------------------------------------------------------------------------------ */

typedef struct Cup {
    PairingEntrant entrants[PAIRING_MAX];
    int count;
    PairingGame *games;
    int game_count;
    bool met[PAIRING_MAX][PAIRING_MAX];
    int sides[PAIRING_MAX], byes[PAIRING_MAX], points[PAIRING_MAX];
} Cup;

static Cup *cup_new(Rng *rng, int count)
{
    Cup *e = calloc(1, sizeof *e);
    e->games = calloc((size_t)count * 80, sizeof *e->games);
    e->count = count;
    for (int i = 0; i < count; i++)
        e->entrants[i].rating = rng_below(rng, 4) ? 1000 + (int)rng_below(rng, 1200) : 1500;
    return e;
}

static void cup_free(Cup *e)
{
    free(e->games);
    free(e);
}

/* Half points of the first; the stronger wins oftener. */
static int throw_result(const Cup *e, Rng *rng, int a, int b)
{
    int edge = (e->entrants[a].rating - e->entrants[b].rating) / 20;
    uint32_t n = rng_below(rng, 100);
    return (int)n < 40 + edge ? RESULT_FIRST : (int)n < 60 + edge ? RESULT_DRAW : RESULT_SECOND;
}

static void take_game(Cup *e, Rng *rng, Pairing pairing, int round)
{
    int a = pairing.who[0], b = pairing.who[1];
    PairingGame *game = &e->games[e->game_count++];
    *game = (PairingGame){.who = {pairing.who[0], pairing.who[1]}, .round = (int16_t)round};
    assert_true(a >= 0 && a < e->count && !e->entrants[a].gone);
    if (b == PAIRING_NOBODY) {
        assert_int_equal(e->byes[a]++, 0);
        game->result = RESULT_BYE;
        game->unplayed = true;
        e->points[a] += 2;
        return;
    }
    assert_true(b >= 0 && b < e->count && b != a && !e->entrants[b].gone);
    assert_false(e->met[a][b]);
    e->met[a][b] = e->met[b][a] = true;
    e->sides[a]++;
    e->sides[b]--;
    assert_true(abs(e->sides[a]) <= 2 && abs(e->sides[b]) <= 2);
    game->result = (uint8_t)throw_result(e, rng, a, b);
    e->points[a] += game->result == RESULT_FIRST ? 2 : game->result == RESULT_DRAW;
    e->points[b] += game->result == RESULT_SECOND ? 2 : game->result == RESULT_DRAW;
}

/* Everybody who is there is in exactly one pairing. */
static void check_round(const Cup *e, const Pairing *pairs, int count)
{
    bool seen[PAIRING_MAX] = {false};
    int active = 0, found = 0;
    for (int i = 0; i < e->count; i++)
        active += !e->entrants[i].gone;
    for (int p = 0; p < count; p++)
        for (int k = 0; k < 2; k++)
            if (pairs[p].who[k] != PAIRING_NOBODY) {
                assert_false(seen[pairs[p].who[k]]);
                seen[pairs[p].who[k]] = true;
                found++;
            }
    assert_int_equal(found, active);
    assert_int_equal(count, (active + 1) / 2);
}

static int play_swiss(Rng *rng, int count, int rounds, bool leave)
{
    Pairing pairs[PAIRING_MAX];
    Cup *e = cup_new(rng, count);
    int round = 1;
    for (; round <= rounds; round++) {
        int n = pairing_swiss(e->entrants, e->count, e->games, e->game_count, (PairingApart){0},
                              pairs);
        if (n == 0)
            break;
        check_round(e, pairs, n);
        for (int p = 0; p < n; p++)
            take_game(e, rng, pairs[p], round);
        if (leave && rng_below(rng, 3) == 0)
            e->entrants[rng_below(rng, (uint32_t)count)].gone = true;
    }
    cup_free(e);
    return round - 1;
}

static int usual_rounds(int count)
{
    int rounds = 1;
    while (1 << rounds < count)
        rounds++;
    return rounds;
}

static void test_swiss_laws(void **state)
{
    (void)state;
    Rng rng = {test_seed() + 2};
    for (int i = 0; i < 3000; i++) {
        int count = 2 + (int)rng_below(&rng, 40), rounds = usual_rounds(count) + (count > 8);
        assert_int_equal(play_swiss(&rng, count, rounds, false), rounds);
    }
    for (int i = 0; i < 500; i++) /* as many as there can be; the laws hold while there are */
        play_swiss(&rng, 2 + (int)rng_below(&rng, 20), 40, true);
}

static void test_swiss_of_many(void **state)
{
    (void)state;
    Rng rng = {test_seed() + 3};
    assert_int_equal(play_swiss(&rng, 300, 20, false), 20);
    assert_int_equal(play_swiss(&rng, 299, 20, false), 20);
}

/* Round 1 of eight: the upper half against the lower; then winners against winners. */
static void test_swiss_by_hand(void **state)
{
    (void)state;
    PairingEntrant entrants[9];
    Pairing pairs[PAIRING_MAX];
    PairingGame games[5];
    for (int i = 0; i < 9; i++)
        entrants[i] = (PairingEntrant){.rating = 2000 - 10 * i};
    assert_int_equal(pairing_swiss(entrants, 9, NULL, 0, (PairingApart){0}, pairs), 5);
    for (int p = 0; p < 4; p++) {
        int a = pairs[p].who[p & 1], b = pairs[p].who[!(p & 1)];
        assert_int_equal(a, p); /* sides in turns */
        assert_int_equal(b, p + 4);
        games[p] = (PairingGame){.who = {pairs[p].who[0], pairs[p].who[1]},
                                 .round = 1,
                                 .result = p & 1 ? RESULT_SECOND : RESULT_FIRST};
    }
    assert_int_equal(pairs[4].who[0], 8); /* the last has the bye */
    assert_int_equal(pairs[4].who[1], PAIRING_NOBODY);
    games[4] = (PairingGame){
        .who = {8, PAIRING_NOBODY}, .round = 1, .result = RESULT_BYE, .unplayed = true};
    assert_int_equal(pairing_swiss(entrants, 9, games, 5, (PairingApart){0}, pairs), 5);
    for (int p = 0; p < 5; p++) { /* 0 1 2 3 8 have a point: one of them floats down */
        int a = pairs[p].who[0], b = pairs[p].who[1];
        int winners = (a <= 3 || a == 8) + (b >= 0 && (b <= 3 || b == 8));
        assert_int_equal(winners, p < 2 ? 2 : p == 2 ? 1 : 0);
    }
    assert_int_equal(pairs[4].who[0], 7); /* not 8 again */
}

/* Two who should not meet do not, in any round that can do without. */
static void test_swiss_apart(void **state)
{
    (void)state;
    Rng rng = {test_seed() + 5};
    Pairing pairs[PAIRING_MAX];
    for (int i = 0; i < 300; i++) {
        int count = 8 + (int)rng_below(&rng, 20);
        const Pairing two[] = {{{0, 1}}, {{(int16_t)(count - 1), 2}}, {{0, (int16_t)(count / 2)}}};
        Cup *e = cup_new(&rng, count);
        for (int round = 1; round <= 3; round++) {
            int n = pairing_swiss(e->entrants, e->count, e->games, e->game_count,
                                  (PairingApart){two, 3}, pairs);
            check_round(e, pairs, n);
            for (int p = 0; p < n; p++) {
                for (int k = 0; k < 3; k++)
                    assert_false(
                        (pairs[p].who[0] == two[k].who[0] && pairs[p].who[1] == two[k].who[1]) ||
                        (pairs[p].who[0] == two[k].who[1] && pairs[p].who[1] == two[k].who[0]));
                take_game(e, &rng, pairs[p], round);
            }
        }
        cup_free(e);
    }
    /* Of two there is no other round. Of four, one who should meet nobody spares the others. */
    PairingEntrant four[4] = {{1800, false}, {1700, false}, {1600, false}, {1500, false}};
    const Pairing all[] = {{{0, 1}}, {{0, 2}}, {{0, 3}}, {{1, 2}}};
    assert_int_equal(pairing_swiss(four, 2, NULL, 0, (PairingApart){all, 1}, pairs), 1);
    assert_int_equal(pairing_swiss(four, 4, NULL, 0, (PairingApart){all, 4}, pairs), 2);
    for (int p = 0; p < 2; p++)
        assert_int_not_equal(pairs[p].who[0] + pairs[p].who[1], 3); /* neither 0-3 nor 1-2 */
}

/* -- Round robin ------------------------------------------------------------------------------ */

static void test_round_robin(void **state)
{
    (void)state;
    Pairing pairs[PAIRING_MAX];
    for (int count = 2; count <= 60; count++)
        for (int cycles = 1; cycles <= 2; cycles++) {
            static int met[60][60], seat[60];
            memset(met, 0, sizeof met);
            memset(seat, 0, sizeof seat);
            int rounds = pairing_round_robin_rounds(count, cycles);
            for (int r = 1; r <= rounds; r++) {
                bool seen[60] = {false};
                int n = pairing_round_robin(count, r, cycles, pairs);
                assert_int_equal(n, count / 2);
                for (int p = 0; p < n; p++) {
                    int a = pairs[p].who[0], b = pairs[p].who[1];
                    assert_true(a != b && !seen[a] && !seen[b] && a < count && b < count);
                    seen[a] = seen[b] = true;
                    met[a][b]++;
                    seat[a]++;
                    seat[b]--;
                }
            }
            assert_int_equal(pairing_round_robin(count, rounds + 1, cycles, pairs), 0);
            assert_int_equal(pairing_round_robin(count, 0, cycles, pairs), 0);
            for (int a = 0; a < count; a++) {
                assert_true(abs(seat[a]) <= (cycles == 1));
                for (int b = 0; b < a; b++) {
                    assert_int_equal(met[a][b] + met[b][a], cycles);
                    assert_true(cycles == 1 || met[a][b] == 1);
                }
            }
        }
}

static void test_simul(void **state)
{
    (void)state;
    Pairing pairs[PAIRING_MAX];
    for (int side = 0; side < 3; side++) {
        int first = 0;
        assert_int_equal(pairing_simul(21, side, pairs), 20);
        for (int p = 0; p < 20; p++) {
            bool is_first = pairs[p].who[0] == 0;
            assert_int_equal(pairs[p].who[is_first], p + 1);
            assert_int_equal(pairs[p].who[!is_first], 0);
            first += is_first;
        }
        assert_int_equal(first, side == 0 ? 20 : side == 1 ? 0 : 10);
    }
    assert_int_equal(pairing_simul(1, 0, pairs), 0);
}

/* -- Arena ------------------------------------------------------------------------------------ */

/* An hour of an arena in steps: games last a while, players wait, nobody meets the same one twice
 * running, and nobody waits while another one waits whom they could play. */
static void test_arena_laws(void **state)
{
    (void)state;
    Rng rng = {test_seed() + 4};
    Pairing pairs[PAIRING_MAX];
    for (int i = 0; i < 60; i++) {
        int count = 3 + (int)rng_below(&rng, 30);
        Cup *e = cup_new(&rng, count);
        int last[PAIRING_MAX], ends[PAIRING_MAX] = {0};
        memset(last, -1, sizeof last);
        for (int now = 1; now < 200 && e->game_count < 60 * count; now++) {
            int16_t waiting[PAIRING_MAX];
            int n = 0;
            for (int g = 0; g < e->game_count; g++)
                if (e->games[g].result == RESULT_NONE && ends[e->games[g].who[0]] <= now)
                    e->games[g].result = (uint8_t)throw_result(e, &rng, e->games[g].who[0],
                                                               e->games[g].who[1]);
            for (int p = 0; p < count; p++)
                if (ends[p] <= now)
                    waiting[n++] = (int16_t)p;
            int made = pairing_arena(e->entrants, count, e->games, e->game_count, waiting, n, false,
                                     (PairingApart){0}, pairs);
            bool busy[PAIRING_MAX] = {false};
            for (int p = 0; p < made; p++) {
                int a = pairs[p].who[0], b = pairs[p].who[1];
                assert_true(ends[a] <= now && ends[b] <= now && a != b);
                assert_true(last[a] != b && last[b] != a && !busy[a] && !busy[b]);
                busy[a] = busy[b] = true;
                last[a] = b;
                last[b] = a;
                ends[a] = ends[b] = now + 1 + (int)rng_below(&rng, 10);
                e->games[e->game_count++] = (PairingGame){.who = {pairs[p].who[0], pairs[p].who[1]},
                                                          .round = 1};
                e->sides[a]++;
                e->sides[b]--;
            }
            for (int p = 0; p < n; p++)
                for (int q = 0; q < p; q++) {
                    int a = waiting[p], b = waiting[q];
                    assert_true(busy[a] || busy[b] || last[a] == b || last[b] == a);
                }
        }
        for (int p = 0; p < count; p++)
            assert_true(abs(e->sides[p]) <= 4);
        cup_free(e);
    }
}

static void test_two_may_meet_again(void **state)
{
    (void)state;
    PairingEntrant entrants[3] = {{1500, false}, {1500, false}, {1500, false}};
    PairingGame game = {.who = {0, 1}, .round = 1, .result = RESULT_FIRST};
    const int16_t waiting[] = {0, 1, 2};
    Pairing pairs[PAIRING_MAX];
    assert_int_equal(
        pairing_arena(entrants, 3, &game, 1, waiting, 2, false, (PairingApart){0}, pairs), 0);
    assert_int_equal(
        pairing_arena(entrants, 3, &game, 1, waiting, 2, true, (PairingApart){0}, pairs), 1);
    assert_int_equal(pairs[0].who[0], 1); /* the other side */
    assert_int_equal(
        pairing_arena(entrants, 3, &game, 1, waiting, 3, true, (PairingApart){0}, pairs), 1);
    assert_true(pairs[0].who[0] == 2 || pairs[0].who[1] == 2);
}

/* Two who should not meet wait for a third. */
static void test_arena_apart(void **state)
{
    (void)state;
    PairingEntrant entrants[3] = {{1500, false}, {1500, false}, {1500, false}};
    const int16_t waiting[] = {0, 1, 2};
    const Pairing two = {{1, 0}};
    const PairingApart apart = {&two, 1};
    Pairing pairs[PAIRING_MAX];
    assert_int_equal(pairing_arena(entrants, 3, NULL, 0, waiting, 2, true, apart, pairs), 0);
    assert_int_equal(pairing_arena(entrants, 3, NULL, 0, waiting, 3, true, apart, pairs), 1);
    assert_true(pairs[0].who[0] == 2 || pairs[0].who[1] == 2);
}

/* -- Standings -------------------------------------------------------------------------------- */

static void test_standing_round_robin(void **state)
{
    (void)state;
    /* A beats B, B beats C, C beats A; all beat D but C, who draws with D. */
    const PairingEntrant entrants[4] = {{0, false}, {0, false}, {0, false}, {0, false}};
    const PairingGame games[] = {
        {{0, 1}, 1, RESULT_FIRST, false},  {{1, 2}, 1, RESULT_FIRST, false},
        {{2, 0}, 2, RESULT_FIRST, false},  {{0, 3}, 2, RESULT_FIRST, false},
        {{3, 1}, 3, RESULT_SECOND, false}, {{2, 3}, 3, RESULT_DRAW, false}};
    Standing out[4];
    assert_true(pairing_standings(PAIRING_ROUND_ROBIN, entrants, 4, games, 6, out));
    /* A and B have 2, C 1.5, D 0.5. Sonneborn-Berger: A B + D = 2.5; B C + D = 2. */
    assert_int_equal(out[0].who, 0);
    assert_int_equal(out[0].points, 4);
    assert_int_equal(out[0].sonneborn_berger, 10);
    assert_int_equal(out[1].who, 1);
    assert_int_equal(out[1].sonneborn_berger, 8);
    assert_int_equal(out[2].who, 2);
    assert_int_equal(out[3].who, 3);
    assert_int_equal(out[3].points, 1);
    assert_int_equal(out[3].place, 4);
    /* Without D's games the three are equal in everything. */
    assert_true(pairing_standings(PAIRING_ROUND_ROBIN, entrants, 4, games, 3, out));
    assert_int_equal(out[0].place, 1);
    assert_int_equal(out[1].place, 1);
    assert_int_equal(out[2].place, 1);
    assert_int_equal(out[3].place, 4);
    assert_int_equal(out[0].direct, 2);
}

static void test_standing_swiss(void **state)
{
    (void)state;
    const PairingEntrant entrants[5] = {{0, false}};
    const PairingGame games[] = {
        {{0, 1}, 1, RESULT_FIRST, false},           {{2, 3}, 1, RESULT_FIRST, false},
        {{4, PAIRING_NOBODY}, 1, RESULT_BYE, true}, {{2, 0}, 2, RESULT_DRAW, false},
        {{4, 1}, 2, RESULT_SECOND, false},          {{3, PAIRING_NOBODY}, 2, RESULT_BYE, true}};
    Standing out[5];
    assert_true(pairing_standings(PAIRING_SWISS, entrants, 5, games, 6, out));
    /* 0 and 2 have 1.5; opponents of 0: 1 (1) and 2 (1.5); of 2: 3 (1) and 0 (1.5): equal. */
    assert_int_equal(out[0].points, 3);
    assert_int_equal(out[0].buchholz, 5);
    assert_int_equal(out[0].cut, 3);
    assert_int_equal(out[0].sonneborn_berger, 2 * 2 + 3);
    assert_int_equal(out[0].place, 1);
    assert_int_equal(out[1].place, 1);
    /* 1: opponents 0 (1.5), 4 (1); cut 1.5. 3: opponent 2 (1.5), cut 0. 4: opponent 1 (1), cut 0 */
    assert_int_equal(out[2].who, 1);
    assert_int_equal(out[3].who, 3);
    assert_int_equal(out[4].who, 4);
    assert_int_equal(out[4].won, 1);
    assert_int_equal(out[4].played, 1);
}

static void test_standing_arena(void **state)
{
    (void)state;
    const PairingEntrant entrants[2] = {{0, false}, {0, false}};
    static const uint8_t results[] = {RESULT_FIRST, RESULT_FIRST, RESULT_FIRST, RESULT_DRAW,
                                      RESULT_FIRST, RESULT_NONE,  RESULT_VOID};
    static const int points[] = {2, 4, 8, 10, 12, 12, 12}; /* the third and the draw count double */
    PairingGame games[7];
    Standing out[2];
    for (int g = 0; g < 7; g++) {
        games[g] = (PairingGame){{0, 1}, 1, results[g], false};
        assert_true(pairing_standings(PAIRING_ARENA, entrants, 2, games, g + 1, out));
        assert_int_equal(out[0].who, 0);
        assert_int_equal(out[0].points, points[g]);
        assert_int_equal(out[0].streak, g == 1 || g == 2);
    }
    assert_int_equal(out[1].points, 1);
    assert_int_equal(out[0].played, 5);
}

static void test_names(void **state)
{
    (void)state;
    for (int k = 0; k < PAIRING_KINDS; k++) {
        PairingKind kind;
        assert_true(pairing_kind_from_name(pairing_kind_name((PairingKind)k), &kind));
        assert_int_equal(kind, k);
    }
    for (int r = 0; r < RESULT_COUNT; r++) {
        PairingResult result;
        assert_true(pairing_result_from_name(pairing_result_name((PairingResult)r), &result));
        assert_int_equal(result, r);
    }
    PairingKind kind;
    assert_false(pairing_kind_from_name("knockout", &kind));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paper),
        cmocka_unit_test(test_one_game),
        cmocka_unit_test(test_time_makes_unsure),
        cmocka_unit_test(test_ratings_find_the_truth),
        cmocka_unit_test(test_extremes_stay_in_bounds),
        cmocka_unit_test(test_matchings),
        cmocka_unit_test(test_swiss_laws),
        cmocka_unit_test(test_swiss_of_many),
        cmocka_unit_test(test_swiss_by_hand),
        cmocka_unit_test(test_swiss_apart),
        cmocka_unit_test(test_arena_apart),
        cmocka_unit_test(test_round_robin),
        cmocka_unit_test(test_simul),
        cmocka_unit_test(test_arena_laws),
        cmocka_unit_test(test_two_may_meet_again),
        cmocka_unit_test(test_standing_round_robin),
        cmocka_unit_test(test_standing_swiss),
        cmocka_unit_test(test_standing_arena),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
