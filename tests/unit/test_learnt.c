/* SPDX-License-Identifier: MIT */
/* Learnt evaluations (docs/adr/0090): files that are whole and files that are not, laws of the
 * tables of every game that has them, what a search does with them, and the files that ship. */
#include "unit/support.h"

#include "ai/evaluate.h"
#include "ai/level.h"
#include "ai/net.h"
#include "ai/search.h"

enum { SLOTS = 1 << 12, DEPTH = 5 };

/* A file of random values, with every phase learnt, and its tables. */
typedef struct Made {
    Game *game;
    uint8_t *file;
    size_t bytes;
    void *tables;
} Made;

static int8_t *values_of(const Made *made)
{
    return (int8_t *)made->file + NET_HEAD_BYTES;
}

static Made make(const char *variant, uint64_t seed)
{
    Made made = {.game = test_open(variant)};
    const Learnable *learnable = made.game->learnable;
    assert_non_null(learnable);
    made.bytes = NET_HEAD_BYTES + (size_t)learnable->values;
    made.file = calloc(1, made.bytes);
    made.tables = calloc(1, learnable->bytes);
    uint32_t part = learnable->values / learnable->phases;
    Rng rng = {seed};
    for (uint32_t i = 0; i < learnable->values; i++)
        values_of(&made)[i] = i % part == part - 1 ? 1 : (int8_t)(rng_below(&rng, 255) - 127);
    net_seal(made.game, made.file);
    net_unpack(made.game, made.file, made.tables);
    return made;
}

static void unmake(Made *made)
{
    free(made->file);
    free(made->tables);
    game_close(made->game);
}

static bool is_good(const Made *made, size_t bytes)
{
    char why[WHY_MAX] = "";
    uint8_t *copy = malloc(bytes ? bytes : 1); /* so that a sanitizer sees a step too far */
    memcpy(copy, made->file, bytes);
    bool good = net_check(made->game, copy, bytes, why);
    assert_true(good == !*why);
    free(copy);
    return good;
}

static const char *const variants[] = {"nine", "nine,flying"};
enum { VARIANT_COUNT = sizeof variants / sizeof *variants };

static void test_damaged_files(void **state)
{
    (void)state;
    Made made = make("nine", test_seed());
    assert_true(is_good(&made, made.bytes));
    for (size_t bytes = 0; bytes < made.bytes; bytes += bytes < 200 ? 1 : 4999)
        assert_false(is_good(&made, bytes));
    for (size_t i = 0; i < made.bytes; i += i < 200 ? 1 : 997) {
        made.file[i] ^= 1;
        assert_false(is_good(&made, made.bytes));
        made.file[i] ^= 1;
    }
    assert_true(is_good(&made, made.bytes));
    unmake(&made);
}

static void test_files_of_other_games(void **state)
{
    (void)state;
    char why[WHY_MAX];
    static const char *const others[] = {"nine,flying", "six", "twelve", "mur", "nine,no-remill"};
    Made made = make("nine", 1);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        Game *other = test_open(others[i]);
        assert_false(net_check(other, made.file, made.bytes, why));
        game_close(other);
    }
    unmake(&made);
}

/* -- laws of the tables ------------------------------------------------------------------------ */

/* The sum is that of the places, and images of a position are worth the same. */
static void check_position(void *context, const Game *game, const Pos *pos, const Move *moves,
                           int count)
{
    const Made *made = context;
    const Learnable *learnable = game->learnable;
    uint32_t place[LEARNT_PLACES_MAX];
    (void)moves;
    if (!count)
        return;
    int score = learnable->evaluate(game, made->tables, pos), sum = 0;
    int places = learnable->places(made->tables, pos, place);
    assert_in_range(places, 1, LEARNT_PLACES_MAX);
    for (int i = 0; i < places; i++) {
        assert_true(place[i] < learnable->bytes);
        sum += ((const int8_t *)made->tables)[place[i]];
    }
    assert_int_equal(score, (int)learnable->unit * sum);
    assert_in_range(score + EVALUATION_MAX, 0, 2 * EVALUATION_MAX);
    for (int s = 0; s < game->shape.symmetry_count; s++) {
        Pos turned;
        game->ops->transform(game, pos, game->shape.symmetry[s], &turned);
        assert_int_equal(learnable->evaluate(game, made->tables, &turned), score);
    }
}

static void test_laws(void **state)
{
    (void)state;
    for (int i = 0; i < VARIANT_COUNT; i++) {
        Made made = make(variants[i], test_seed() + (uint64_t)i);
        test_walk(made.game, test_seed(), 40, check_position, &made);
        unmake(&made);
    }
}

/* Every value of a file counts somewhere: unpacking one changed value changes the tables. */
static void test_all_values_count(void **state)
{
    (void)state;
    Made made = make("nine", 3);
    const Learnable *learnable = made.game->learnable;
    void *other = calloc(1, learnable->bytes);
    for (uint32_t i = 0; i < learnable->values; i += learnable->values / 40) {
        values_of(&made)[i] ^= 1;
        net_unpack(made.game, made.file, other);
        assert_memory_not_equal(other, made.tables, learnable->bytes);
        values_of(&made)[i] ^= 1;
    }
    free(other);
    unmake(&made);
}

static void check_hand_made(void *context, const Game *game, const Pos *pos, const Move *moves,
                            int count)
{
    const Made *made = context;
    (void)moves;
    if (count)
        assert_int_equal(game->learnable->evaluate(game, made->tables, pos), evaluate(game, pos));
}

/* Phases in which nothing was learnt are judged as without a file. */
static void test_phases_not_learnt(void **state)
{
    (void)state;
    Made made = make("nine", 4);
    const Learnable *learnable = made.game->learnable;
    uint32_t part = learnable->values / learnable->phases;
    for (uint32_t i = 0; i < learnable->phases; i++)
        values_of(&made)[(i + 1) * part - 1] = 0;
    net_unpack(made.game, made.file, made.tables);
    test_walk(made.game, test_seed(), 20, check_hand_made, &made);
    unmake(&made);
}

/* -- in a search ------------------------------------------------------------------------------- */

static uint64_t count_nodes(const Made *made, bool with, int level)
{
    size_t room = SEARCH_ROOM + made->game->moves_max;
    Search *search = malloc(sizeof *search);
    SearchMemory memory = {.tt = {calloc(SLOTS, sizeof(TTSlot)), SLOTS},
                           .moves = malloc(room * sizeof(Move)),
                           .order = malloc(room * sizeof(int32_t)),
                           .room = room,
                           .net = with ? made->tables : NULL};
    History history;
    Pos pos = test_pos(made->game, "w.bw.b.w/.bw.wb.b/b.w.b.wb w 0 0");
    assert_true(history_begin(&history, made->game, &pos));
    search_begin(search, &memory, &history, &(SearchLimits){.depth = DEPTH, .level = level});
    while (search_go_on(search, 0))
        continue;
    uint64_t nodes = search->nodes;
    history_free(&history);
    free(memory.tt.slots);
    free(memory.moves);
    free(memory.order);
    free(search);
    return nodes;
}

/* Levels below the highest play as they do without: they are measured so. */
static void test_search_uses_it(void **state)
{
    (void)state;
    Made made = make("nine", 5);
    assert_true(count_nodes(&made, true, LEVEL_NONE) == count_nodes(&made, true, LEVEL_NONE));
    assert_true(count_nodes(&made, true, LEVEL_NONE) != count_nodes(&made, false, LEVEL_NONE));
    assert_true(count_nodes(&made, true, LEVEL_MAX) != count_nodes(&made, false, LEVEL_MAX));
    for (int level = 1; level < LEVEL_MAX; level += 3)
        assert_true(count_nodes(&made, true, level) == count_nodes(&made, false, level));
    unmake(&made);
}

/* -- what ships -------------------------------------------------------------------------------- */

static void test_shipped_files(void **state)
{
    (void)state;
    static const char *const names[] = {"nine"}; /* of the first variants */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[512], why[WHY_MAX] = "";
        Game *game = test_open(variants[i]);
        size_t bytes = NET_HEAD_BYTES + (size_t)game->learnable->values;
        uint8_t *file = malloc(bytes + 1);
        snprintf(path, sizeof path, "%s/../web/nets/%s.net", TESTS_DIR, names[i]);
        FILE *from = fopen(path, "rb");
        assert_non_null(from);
        assert_int_equal(fread(file, 1, bytes + 1, from), bytes);
        fclose(from);
        if (!net_check(game, file, bytes, why))
            fail_msg("%s: %s", path, why);
        void *tables = calloc(1, game->learnable->bytes);
        net_unpack(game, file, tables);
        /* A man more is worth something, to whom has it. */
        Pos more = test_pos(game, "w.b...w./.b.w.b.w/w.w.b.b. w 0 0");
        Pos less = test_pos(game, "w.b...w./.b.w.b.w/w.w.b.b. b 0 0");
        assert_true(game->learnable->evaluate(game, tables, &more) > 0);
        assert_true(game->learnable->evaluate(game, tables, &less) < 0);
        free(tables);
        free(file);
        game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_damaged_files),
        cmocka_unit_test(test_files_of_other_games),
        cmocka_unit_test(test_laws),
        cmocka_unit_test(test_all_values_count),
        cmocka_unit_test(test_phases_not_learnt),
        cmocka_unit_test(test_search_uses_it),
        cmocka_unit_test(test_shipped_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
