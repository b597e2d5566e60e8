/* SPDX-License-Identifier: MIT */
/* What Morelli tells the search: the rating of moves against what they do, the fields against the
 * lists of moves, the evaluation against hand-made positions. That it is the same for symmetric
 * positions and exchanged colours is a law (test_laws.c). */
#include "games/morelli/field.h"
#include "unit/support.h"

/* The fields as WebAssembly and processors without AVX2 make them, besides our own. */
#define FIELD_PORTABLE
#define field_make portable_make
#define field_both portable_both
void field_make(const MorelliRules *r, const Pos *pos, int player, Field *f);
void field_both(const MorelliRules *r, const Pos *pos, Field *us, Field *them);
#include "games/morelli/field.c"
#undef field_make
#undef field_both

enum { GAMES = 6 };

static const char *const variants[] = {"morelli",
                                       "morelli,size=11",
                                       "morelli,size=9",
                                       "morelli,size=7",
                                       "morelli,edition=mindsports,setup=scatter",
                                       "morelli,edition=nestor",
                                       "morelli,size=9,edition=nestor,setup=free",
                                       "morelli,size=7,setup=pairs"};

static int takes, crowns, quiet, risks, still;

static void check_rates(void *context, const Game *game, const Pos *pos, const Move *moves,
                        int count)
{
    (void)context;
    const MorelliRules *r = morelli_rules(game);
    int32_t *rate = malloc((size_t)count * sizeof *rate + 1);
    Pos before = *pos;
    bool noisy = false;
    game->rate(game, pos, moves, count, rate);
    assert_memory_equal(pos, &before, sizeof before);
    for (int i = 0; i < count; i++) {
        if (pos->phase == PHASE_PLACE) {
            assert_int_equal(rate[i], 0);
            continue;
        }
        MorelliEffect effect = morelli_effect(r, pos, moves[i]);
        int told = effect.turned_count;
        if (r->edition != EDITION_NESTOR && told > FIELD_MOST)
            told = FIELD_MOST;
        if (!told && !effect.crowned && effect.frame_count == 0) {
            assert_true(rate[i] <= 0);
            risks += rate[i] < 0;
            quiet += rate[i] == 0;
        }
        if (told)
            assert_true(rate[i] >= 100 * told);
        if (effect.crowned)
            assert_true(rate[i] > 100 * told);
        if (rate[i] >= 50)
            noisy = true;
        takes += told > 0;
        crowns += effect.crowned;
    }
    assert_true(noisy <= game->noisy(game, pos)); /* what says nothing can be gained is right */
    still += !game->noisy(game, pos);
    free(rate);
}

static void rates_say_what_moves_do(void **state)
{
    (void)state;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        Game *game = test_open(variants[v]);
        test_walk(game, test_seed() + v, GAMES, check_rates, NULL);
        game_close(game);
    }
    assert_true(takes > 1000 && crowns > 50 && quiet > 1000 && risks > 1000 && still > 100);
}

/* The field of the side to move against its moves: where they end, who makes them, whom they turn.
 */
static void check_field(void *context, const Game *game, const Pos *pos, const Move *moves,
                        int count)
{
    (void)context;
    const MorelliRules *r = morelli_rules(game);
    Field field, both[2], portable[3];
    PointSet ends = {{0}}, victims = {{0}}, take[FIELD_MOST] = {{{0}}};
    if (pos->phase == PHASE_PLACE)
        return;
    for (int i = 0; i < count; i++) {
        MorelliEffect effect = morelli_effect(r, pos, moves[i]);
        set_add(&ends, (Point)effect.to);
        for (int k = 0; k < effect.turned_count; k++) {
            set_add(&victims, (Point)effect.turned[k]);
            if (k < FIELD_MOST)
                set_add(&take[k], (Point)effect.to);
        }
    }
    field_make(r, pos, pos->turn, &field);
    assert_memory_equal(&field.reach, &ends, sizeof ends);
    assert_memory_equal(&field.victims, &victims, sizeof victims);
    assert_memory_equal(field.take, take, sizeof take);
    field_both(r, pos, &both[0], &both[1]);
    assert_memory_equal(&both[0], &field, sizeof field);
    portable_both(r, pos, &portable[0], &portable[1]);
    assert_memory_equal(portable, both, sizeof both);
    portable_make(r, pos, !pos->turn, &portable[2]);
    assert_memory_equal(&portable[2], &both[1], sizeof field);
    for (int i = 0; i < count; i++) {
        int from = morelli_from(moves[i]), to = morelli_to(moves[i]);
        bool next_to = abs(from / MORELLI_STRIDE - to / MORELLI_STRIDE) <= 1 &&
                       abs(from % MORELLI_STRIDE - to % MORELLI_STRIDE) <= 1;
        if (next_to)
            assert_true(set_has(&field.able, (Point)from));
    }
}

static void fields_are_what_moves_reach(void **state)
{
    (void)state;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        Game *game = test_open(variants[v]);
        test_walk(game, test_seed() + v, GAMES, check_field, NULL);
        game_close(game);
    }
}

/* Frames by number of men: the tally against counting. */
static void check_tally(void *context, const Game *game, const Pos *pos, const Move *moves,
                        int count)
{
    (void)context, (void)moves, (void)count;
    const MorelliRules *r = morelli_rules(game);
    for (int c = 0; c < 2; c++) {
        Quarters quarters = {{0}};
        int men[MORELLI_FRAMES] = {0};
        for (int p = 0; p < game->shape.point_count; p++) {
            int cell = r->cell[p];
            if (!morelli_has(pos->stones[c], cell))
                continue;
            quarters.word[r->quarter[cell]] |= UINT64_C(1) << r->frame_number[cell];
            men[r->frame_number[cell]]++;
        }
        Tally tally = tally_of(&quarters);
        for (int f = 0; f < MORELLI_FRAMES; f++)
            for (int n = 1; n <= 4; n++)
                assert_int_equal(tally.count[n] >> f & 1, men[f] == n);
    }
}

static void tallies_count_men_by_frame(void **state)
{
    (void)state;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        Game *game = test_open(variants[v]);
        test_walk(game, test_seed() + v, GAMES, check_tally, NULL);
        game_close(game);
    }
}

/* Kinds of cell are exactly the orbits of the board's symmetries. */
static void kinds_are_orbits(void **state)
{
    (void)state;
    Game *game = test_open("morelli");
    const MorelliRules *r = morelli_rules(game);
    for (int p = 0; p < game->shape.point_count; p++)
        for (int q = 0; q < game->shape.point_count; q++) {
            bool same = false;
            if (r->cell[p] == MORELLI_THRONE || r->cell[q] == MORELLI_THRONE)
                continue;
            for (int s = 0; s < game->shape.symmetry_count; s++)
                same |= game->shape.symmetry[s][p] == q;
            assert_int_equal(r->kind[r->cell[p]] == r->kind[r->cell[q]], same);
            assert_true(r->kind[r->cell[p]] < MORELLI_KINDS);
        }
    game_close(game);
}

/* The king on the throne is worth a lot near the end of the game, whoever is to move. */
static void the_throne_counts(void **state)
{
    (void)state;
    for (size_t v = 0; v < 4; v++) {
        static const char *const rows[][2] = {
            {"13/13/13/13/4b8/13/5b%c6/13/13/8w4/13/13/13 %c play", "morelli"},
            {"11/11/11/3b7/11/4b%c5/11/7w3/11/11/11 %c play", "morelli,size=11"},
            {"9/9/2b6/9/3b%c4/9/6w2/9/9 %c play", "morelli,size=9"},
            {"7/1b5/7/3%c3/7/5w1/7 %c play", "morelli,size=7"}};
        Game *game = test_open(rows[v][1]);
        char held[128], lost[128];
        for (int turn = 0; turn < 2; turn++) {
            char ours = turn ? 'W' : 'B', theirs = turn ? 'B' : 'W', side = turn ? 'w' : 'b';
            snprintf(held, sizeof held, rows[v][0], ours, side);
            snprintf(lost, sizeof lost, rows[v][0], theirs, side);
            Pos with = test_pos(game, held), without = test_pos(game, lost);
            assert_true(game->evaluate(game, &with) > game->evaluate(game, &without) + 200);
        }
        game_close(game);
    }
}

/* The value of a position by trying everything: 1, 0, -1 for the side to move. */
static int solve(const Game *game, const Pos *pos, int alpha, int beta)
{
    Move moves[MORELLI_STEPS_MAX];
    int count = game->moves(game, pos, moves), best = -1;
    if (count == 0) {
        Winner winner = game->ops->outcome(game, pos).winner;
        return winner == WINNER_DRAW ? 0 : (winner == WINNER_P2) == pos->turn ? 1 : -1;
    }
    for (int i = 0; i < count && best < beta; i++) {
        Pos next;
        game->apply(game, pos, moves[i], &next);
        int value = -solve(game, &next, -beta, -(best > alpha ? best : alpha));
        best = value > best ? value : best;
    }
    return best;
}

/* With the throne vacant and few men who can move nothing comes of an advantage. These are from
 * games of ours; before scores shrank there, one side stood at 99 to 196 in each. */
static void nothing_comes_of_a_vacant_throne(void **state)
{
    static const char *const drawn[] = {
        "3w5/b3b4/1ww1b4/2wbbb1b1/2wb1bb2/1wwwwwbb1/1wwwwwb2/1ww2w3/5b3 b play",
        "9/1w1b3b1/w1bbbww2/1bbbwww2/2bb1w3/2bbww1w1/w1ww3wb/1b1w3w1/6w2 w play",
        "3b1w3/7w1/2wb1bb2/1wbbb4/2bb1bb2/2wwwbb2/2wwwwwb1/1w2ww1w1/b2b5 b play",
        "6w2/1b2b4/2bwwwb2/2bbww3/wbbb1ww2/2bbw2w1/2bb1w3/2b1bwww1/w6b1 w play"};
    (void)state;
    Game *game = test_open("morelli,size=9");
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        Pos pos = test_pos(game, drawn[i]);
        assert_int_equal(solve(game, &pos, -1, 1), 0);
        assert_in_range(game->evaluate(game, &pos) + 80, 0, 160);
    }
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_say_what_moves_do),
        cmocka_unit_test(fields_are_what_moves_reach),
        cmocka_unit_test(tallies_count_men_by_frame),
        cmocka_unit_test(kinds_are_orbits),
        cmocka_unit_test(the_throne_counts),
        cmocka_unit_test(nothing_comes_of_a_vacant_throne),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
