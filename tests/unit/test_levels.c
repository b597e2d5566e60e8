/* SPDX-License-Identifier: MIT */
/* How levels err, and how they do not: their mistakes follow from seed and position, and none from
 * level 2 on overlooks a move that wins at once. How strong they are, tests/cli/test_ladder.sh. */
#include "unit/support.h"

#include "ai/level.h"
#include "ai/search.h"

enum { SLOTS = 1 << 12, SPARE = 20000 };

static Move think(const Game *game, const Pos *pos, SearchLimits limits)
{
    History history;
    size_t room = SPARE + game->moves_max;
    Search *search = malloc(sizeof *search);
    SearchMemory memory = {.tt = {malloc(SLOTS * sizeof(TTSlot)), SLOTS},
                           .moves = malloc(room * sizeof(Move)),
                           .order = malloc(room * sizeof(int32_t)),
                           .room = room};
    assert_true(history_begin(&history, game, pos));
    tt_clear(&memory.tt);
    search_begin(search, &memory, &history, &limits);
    while (search_go_on(search, 0))
        continue;
    Move move = search->best;
    history_free(&history);
    free(memory.tt.slots);
    free(memory.moves);
    free(memory.order);
    free(search);
    return move;
}

/* Seed, position and move decide; something is always left, gains are overlooked less often. */
static void test_overlook(void **state)
{
    (void)state;
    enum { MOVES = 40, KEYS = 500 };
    Level level = {.miss = 400};
    int quiet = 0, gains = 0;
    for (uint64_t key = 0; key < KEYS; key++) {
        Move moves[2][MOVES];
        int32_t rates[2][MOVES];
        int left[2];
        for (int twice = 0; twice < 2; twice++) {
            for (int i = 0; i < MOVES; i++) {
                moves[twice][i] = (Move)i + 1;
                rates[twice][i] = i % 2 ? 100 : 0;
            }
            left[twice] = level_notice(&level, 3, key, 1, moves[twice], rates[twice], MOVES);
        }
        assert_int_equal(left[0], left[1]);
        assert_memory_equal(moves[0], moves[1], (size_t)left[0] * sizeof(Move));
        for (int i = 0; i < left[0]; i++)
            *(rates[0][i] ? &gains : &quiet) += 1;
        level.miss = 2000;
        assert_true(level_notice(&level, 3, key, 2, moves[0], rates[0], left[0]) == 1);
        level.miss = 400;
    }
    assert_in_range(quiet, KEYS * MOVES / 2 * 55 / 100, KEYS * MOVES / 2 * 65 / 100);
    assert_in_range(gains, KEYS * MOVES / 2 * 75 / 100, KEYS * MOVES / 2 * 85 / 100);
}

/* The greedy look at gains alone, at their own move; where there are none, at everything. */
static void test_greed(void **state)
{
    (void)state;
    const Level level = {.greed = 1000};
    for (int gain = 0; gain < 2; gain++) {
        Move moves[4] = {1, 2, 3, 4};
        int32_t rates[4] = {0, 20, 100 * gain, -30};
        assert_int_equal(level_notice(&level, 1, 2, 1, moves, rates, 4), 4);
        assert_int_equal(level_notice(&level, 1, 2, 0, moves, rates, 4), gain ? 1 : 4);
        assert_true(moves[0] == (gain ? 3 : 1));
    }
}

/* Opinions are wrong in both directions alike, never by more than they may, and stay. */
static void test_blur(void **state)
{
    (void)state;
    enum { BLUR = 50, KEYS = 4000 };
    const Level level = {.blur = BLUR};
    int sum = 0, least = 0, most = 0, moved = 0;
    for (uint64_t key = 0; key < KEYS; key++) {
        int off = level_blur(&level, 7, key);
        assert_int_equal(off, level_blur(&level, 7, key));
        moved += off != level_blur(&level, 8, key);
        sum += off;
        least = off < least ? off : least;
        most = off > most ? off : most;
    }
    assert_true(least == -BLUR && most == BLUR && moved > KEYS * 9 / 10);
    assert_true(abs(sum) < 3 * KEYS);
}

static bool weaker(const Level *a, const Level *b)
{
    return a->depth <= b->depth && a->nodes <= b->nodes && a->miss >= b->miss && a->blur > b->blur;
}

static bool same(const Level *a, const Level *b)
{
    return a->depth == b->depth && a->quiesce == b->quiesce && a->nodes == b->nodes &&
           a->miss == b->miss && a->blur == b->blur && a->greed == b->greed;
}

/* In every variant each level is stronger than the one below, weaker with little time on its clock,
 * and the lowest are careless when they are ahead. The highest has no limits. */
static void check_variant(const char *variant)
{
    Game *game = test_open(variant);
    Level below = {0}, highest = level_of(game, LEVEL_MAX, &(Situation){0});
    for (int i = 1; i < LEVEL_MAX; i++) {
        Situation calm = {.luck = 6}, slow = {.luck = 6, .clock_ms = 2000},
                  hasty = {.luck = 6, .clock_ms = 60}, ahead = {.luck = 23, .lead = 150};
        Level level = level_of(game, i, &calm), other = level_of(game, i, &hasty);
        assert_true(level.miss < 1000 && level.depth > 0 && level.nodes > 0);
        assert_true(i == 1 || level.blur < below.blur || level.miss < below.miss ||
                    level.nodes > below.nodes);
        below = level;
        if (level.blur > 3)
            assert_true(weaker(&other, &level));
        assert_true(other.nodes <= level.nodes && other.depth <= level.depth);
        other = level_of(game, i, &slow);
        assert_true(same(&other, &level));
        Level even = level_of(game, i, &(Situation){.luck = 23});
        other = level_of(game, i, &ahead);
        if (i == 1)
            assert_true(weaker(&other, &even));
        if (i > 3)
            assert_true(same(&other, &even));
    }
    assert_true(!highest.depth && !highest.nodes && !highest.miss && !highest.blur);
    game_close(game);
}

static void test_strengths(void **state)
{
    (void)state;
    test_each_variant(check_variant);
}

typedef struct Wins {
    int positions, taken[LEVEL_MAX];
} Wins;

static bool wins(const Game *game, const Pos *pos, Move move)
{
    Pos next;
    game->apply(game, pos, move, &next);
    return game->ops->outcome(game, &next).winner == (pos->turn ? WINNER_P2 : WINNER_P1);
}

static void find_wins(void *context, const Game *game, const Pos *pos, const Move *moves, int count)
{
    Wins *seen = context;
    int winning = 0;
    for (int i = 0; i < count; i++)
        winning += wins(game, pos, moves[i]);
    if (!winning || winning == count || seen->positions >= 60)
        return;
    uint64_t seed = (uint64_t)seen->positions++;
    for (int level = 1; level < LEVEL_MAX; level++) {
        Move move = think(game, pos, (SearchLimits){.level = level, .nodes = 500, .seed = seed});
        seen->taken[level] += wins(game, pos, move);
    }
}

static void test_wins_are_seen(void **state)
{
    (void)state;
    static const char *const variants[] = {"nine", "six", "stacking", "mur,traps=1",
                                           "morelli,size=7"};
    int positions = 0, first = 0;
    for (int v = 0; v < 5; v++) {
        Game *game = test_open(variants[v]);
        Wins seen = {0};
        test_walk(game, test_seed(), 60, find_wins, &seen);
        assert_true(seen.positions > 5);
        for (int level = 2; level < LEVEL_MAX; level++)
            assert_int_equal(seen.taken[level], seen.positions);
        positions += seen.positions;
        first += seen.taken[1];
        game_close(game);
    }
    assert_in_range(first, positions * 8 / 10, positions - 1);
}

static void think_twice(void *context, const Game *game, const Pos *pos, const Move *moves,
                        int count)
{
    (void)moves;
    int *visits = context;
    if (!count || (*visits)++ % 7)
        return;
    for (int level = 1; level < 8; level++) {
        SearchLimits limits = {.level = level, .nodes = 300, .seed = (uint64_t)*visits};
        Move move = think(game, pos, limits);
        assert_true(move == think(game, pos, limits));
    }
}

static void test_same_seed_same_move(void **state)
{
    (void)state;
    static const char *const variants[] = {"nine", "morelli,size=7", "mur"};
    for (int v = 0; v < 3; v++) {
        Game *game = test_open(variants[v]);
        int visits = 0;
        test_walk(game, test_seed(), 1, think_twice, &visits);
        assert_true(visits > 14);
        game_close(game);
    }
    Game *game = test_open("nine"); /* and other seeds have other ideas, all game long */
    Pos pos = test_pos(game, "wbw.bb.b/.bbw.w.b/.wwbw..b w 0 0");
    for (int level = 1; level < 5; level++) {
        int others = 0;
        Move move = think(game, &pos, (SearchLimits){.level = level, .seed = 1});
        for (uint64_t seed = 2; seed < 42; seed++)
            others += think(game, &pos, (SearchLimits){.level = level, .seed = seed}) != move;
        assert_true(others > 0);
    }
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_overlook),      cmocka_unit_test(test_greed),
        cmocka_unit_test(test_blur),          cmocka_unit_test(test_strengths),
        cmocka_unit_test(test_wins_are_seen), cmocka_unit_test(test_same_seed_same_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
