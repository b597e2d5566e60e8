/* SPDX-License-Identifier: MIT */
/* What Morelli on 7 x 7 rules out, against trying everything: from late positions of random games
 * and from crowded boards that no game may lead to, all continuations, good and bad. And from
 * boards of all kinds one move further, with which an induction over the game has its step. */
#include "unit/support.h"

enum { ALL = 1 << WINNER_P1 | 1 << WINNER_P2 | 1 << WINNER_DRAW, SLOTS = 1 << 12 };

/* The results of all continuations, until `left` positions are used up; then *left is below 0. */
typedef struct Tried {
    const Game *game;
    int left;
    Pos pos[SLOTS];
    unsigned results[SLOTS];
} Tried;

static unsigned try_all(Tried *t, const Pos *pos)
{
    Move moves[2048];
    unsigned results = 0, slot = (unsigned)(bits_mix(pos->key) % SLOTS);
    if (t->results[slot] && memcmp(&t->pos[slot], pos, sizeof *pos) == 0)
        return t->results[slot];
    if (--t->left < 0)
        return ALL;
    int count = t->game->moves(t->game, pos, moves);
    if (!count)
        results = 1u << t->game->ops->outcome(t->game, pos).winner;
    for (int i = 0; i < count && results != ALL; i++) {
        Pos next;
        t->game->apply(t->game, pos, moves[i], &next);
        results |= try_all(t, &next);
    }
    t->pos[slot] = *pos;
    t->results[slot] = results;
    return results;
}

typedef struct Count {
    int tried, could, ruled_out; /* could: results that are impossible */
} Count;

/* False if there is too much to try. */
static bool compare(Tried *t, const Pos *pos, int most, Count *count)
{
    memset(t->results, 0, sizeof t->results);
    t->left = most;
    unsigned results = try_all(t, pos);
    if (t->left < 0)
        return false;
    count->tried++;
    for (unsigned asked = 2; asked <= ALL; asked += 2) {
        bool possible = t->game->possible(t->game, pos, asked);
        if ((results & asked) && !possible)
            fail_msg("%s: results %x are held impossible at %s", t->game->id, results & asked,
                     test_pos_text(t->game, pos));
        count->could += !(results & asked);
        count->ruled_out += !possible;
    }
    return true;
}

/* From the end of a random game backwards. */
static void go_back(Tried *t, Rng *rng, int most, Count *count)
{
    Pos line[64];
    Move scratch[2048], move;
    int plies = 0;
    t->game->ops->start(t->game, rng_next(rng), &line[0]);
    while (game_pick(t->game, &line[plies], (uint32_t)rng_next(rng), scratch, &move)) {
        t->game->apply(t->game, &line[plies], move, &line[plies + 1]);
        plies++;
    }
    while (plies >= 0 && compare(t, &line[plies], most, count))
        plies--;
}

/* Men anywhere, many on the middle band, a king or none. */
static Pos crowd(const Game *game, Rng *rng)
{
    char text[POSITION_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    int men[2] = {12, 12};
    uint64_t density = 2 + rng_below(rng, 5);
    for (int cell = 0; cell < 49; cell++) {
        int side = (int)rng_below(rng, 2);
        bool man = cell != 24 && men[side] && rng_below(rng, 8) < density;
        if (cell && cell % 7 == 0)
            str_char(&s, '/');
        str_char(&s, cell == 24 ? "BW."[rng_below(rng, 3)] : man ? "bw"[side] : '.');
        men[side] -= man;
    }
    str_format(&s, " %c play", "bw"[rng_below(rng, 2)]);
    return test_pos(game, text);
}

static void try_variant(const char *variant, int games, int crowds, int most)
{
    static Tried tried;
    Rng rng = {test_seed()};
    Count count = {0};
    tried.game = test_open(variant);
    for (int i = 0; i < games; i++)
        go_back(&tried, &rng, most, &count);
    for (int i = 0; i < crowds; i++) {
        Pos pos = crowd(tried.game, &rng);
        compare(&tried, &pos, most, &count);
    }
    print_message("%s: %d positions, %d of %d results ruled out\n", variant, count.tried,
                  count.ruled_out, count.could);
    /* It does not rule out too much; nor too little to be of use. */
    assert_true(count.tried > 2 * games);
    assert_true(5 * count.ruled_out > 4 * count.could);
    game_close((Game *)(uintptr_t)tried.game);
}

static void test_against_everything(void **state)
{
    (void)state;
    try_variant("morelli,size=7", 1000, 15000, 2000);
    try_variant("morelli,size=7,edition=nestor", 200, 2500, 2000);
}

/* No move makes a result possible that was not. Returns how many were tried. */
static int one_step(const Game *game, const Pos *pos)
{
    Move moves[2048];
    int count = game->moves(game, pos, moves), steps = 0;
    for (unsigned w = WINNER_P1; w <= WINNER_DRAW; w++)
        for (int i = 0; i < count && !game->possible(game, pos, 1u << w); i++, steps++) {
            Pos next;
            game->apply(game, pos, moves[i], &next);
            if (game->possible(game, &next, 1u << w))
                fail_msg("%s: result %u after %s at %s", game->id, w,
                         test_move_text(game, pos, moves[i]), test_pos_text(game, pos));
        }
    return steps;
}

static void test_stays_impossible(void **state)
{
    (void)state;
    static const char *const variants[] = {"morelli,size=7", "morelli,size=7,edition=nestor"};
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        Game *game = test_open(variants[v]);
        Rng rng = {test_seed()};
        enum { CROWDS = 20000 };
        int steps = 0;
        for (int i = 0; i < test_cases(CROWDS); i++) {
            Pos pos = crowd(game, &rng);
            steps += one_step(game, &pos);
        }
        print_message("%s: %d steps\n", game->id, steps);
        assert_true(steps > test_cases(50000));
        game_close(game);
    }
}

static void expect(const Game *game, const char *text, unsigned results)
{
    Pos pos = test_pos(game, text);
    for (int w = WINNER_P1; w <= WINNER_DRAW; w++)
        if (game->possible(game, &pos, 1u << w) != (results >> w & 1))
            fail_msg("%s: result %d", text, w);
}

static void test_single_positions(void **state)
{
    (void)state;
    enum { P1 = 1 << WINNER_P1, P2 = 1 << WINNER_P2, DRAW = 1 << WINNER_DRAW };
    Game *game = test_open("morelli,size=7");
    Pos start;
    game->ops->start(game, 1, &start);
    assert_true(game->possible(game, &start, P1) && game->possible(game, &start, P2) &&
                game->possible(game, &start, DRAW));
    /* Nothing moves; the throne decides. */
    expect(game, "7/7/7/7/7/7/7 b play", DRAW);
    expect(game, "7/7/7/3B3/7/7/7 w play", P1);
    /* Three on the inner band, a fourth on its way, over the throne if that is vacant. */
    expect(game, "7/7/2b1b2/7/2b4/5b1/7 w play", P1 | DRAW);
    expect(game, "7/1b5/4b2/7/2b1b2/7/7 b play", P1 | DRAW);
    expect(game, "7/7/4b2/7/2b1b2/5w1/7 b play", DRAW);
    expect(game, "7/7/2b4/7/2b1b2/5b1/7 b play", DRAW);
    expect(game, "7/5b1/2b4/7/2b1b2/7/7 b play", P1 | DRAW);
    expect(game, "7/5b1/2b4/3W3/2b1b2/7/7 b play", P1 | P2);
    /* A frame that stands gives nothing unless it can be broken and made again. */
    expect(game, "7/7/2b1b2/7/2b1b2/7/7 b play", DRAW);
    expect(game, "7/7/2b1b2/7/2b1b2/5w1/6b w play", DRAW);
    expect(game, "7/1b3b1/2w4/7/7/1b3b1/7 b play", DRAW);
    expect(game, "7/1b3b1/2w4/7/7/1b3b1/b6 b play", P1 | DRAW);
    /* During placing everything is. */
    game_close(game);
    game = test_open("morelli,size=7,setup=pairs");
    game->ops->start(game, 1, &start);
    assert_true(game->possible(game, &start, P1) && game->possible(game, &start, P2));
    game_close(game);
    game = test_open("morelli,size=9");
    assert_true(!game->possible);
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_everything),
        cmocka_unit_test(test_stays_impossible),
        cmocka_unit_test(test_single_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
