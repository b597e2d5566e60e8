/* SPDX-License-Identifier: MIT */
/* One stage at a time, by the game's fast method, by a stored graph and by the verifier's batches,
 * over values of the stages below that are made up: so stages can be compared that a test could not
 * reach by solving, such as the last placements of twelve men's morris. Updates know the rules by
 * their own tables, moves of MUR are taken back by functions of their own, the graph has the
 * contract's moves. */
#include "unit/support.h"

#include "base/rng.h"
#include "core/flow.h"
#include "core/forward.h"
#include "solve/solve.h"

#ifdef __SANITIZE_ADDRESS__
enum { SLOW = 4 };
#else
enum { SLOW = 1 };
#endif

enum { PLIES = 40, ENTRIES_MAX = 400000, BEYOND_MAX = 2 * ENTRIES_MAX, STAGE_MAX = 32 };

static bool run_in_turn(int threads, size_t tasks, void (*work)(void *, int, size_t), void *context)
{
    for (size_t i = 0; i < tasks; i++)
        work(context, (int)(i % (size_t)threads), i);
    return true;
}

/* The sectors of a variant, and the values that are in memory. */
typedef struct Ladder {
    Game *game;
    const Solvable *ops;
    void *tables;
    uint32_t count;
    Sector *sector;
    Worth **values;
} Ladder;

static Ladder open_ladder(const char *variant)
{
    Ladder l = {.game = test_open(variant)};
    l.ops = l.game->solvable;
    assert_non_null(l.ops);
    l.tables = l.ops->open(l.game);
    l.count = l.ops->sectors(l.tables);
    l.sector = calloc(l.count, sizeof *l.sector);
    l.values = calloc(l.count, sizeof *l.values);
    for (uint32_t s = 0; s < l.count; s++)
        l.ops->sector(l.tables, s, &l.sector[s]);
    return l;
}

static void drop_values(Ladder *l)
{
    for (uint32_t s = 0; s < l->count; s++) {
        free(l->values[s]);
        l->values[s] = NULL;
    }
}

static void close_ladder(Ladder *l)
{
    drop_values(l);
    free(l->values);
    free(l->sector);
    l->ops->close(l->tables);
    game_close(l->game);
}

/* Any value that a position can have: wins take an odd number of plies. */
static Worth random_worth(Rng *rng, uint32_t plies)
{
    int half = (int)rng_below(rng, plies / 2);
    switch (rng_below(rng, 4)) {
    case 0:
        return WORTH_DRAW;
    case 1:
        return worth_of(2 * half, 0);
    default:
        return worth_of(2 * half + 1, 1);
    }
}

/* The entry that is counted for the same position as this one. */
static uint64_t counted_twin(const Ladder *l, SectorIndex place)
{
    Pos pos, image;
    l->ops->unrank(l->tables, place, &pos);
    for (int g = 0; g < l->game->shape.symmetry_count; g++) {
        SectorIndex twin;
        uint8_t orbit;
        l->game->ops->transform(l->game, &pos, l->game->shape.symmetry[g], &image);
        assert_true(l->ops->rank(l->tables, &image, &twin));
        l->ops->orbits(l->tables, twin, 1, &orbit);
        if (orbit)
            return twin.index;
    }
    fail_msg("%s: no entry of %s is counted", l->sector[place.sector].name,
             test_pos_text(l->game, &pos));
    return 0;
}

static void make_up_values(Ladder *l, uint32_t s, Rng *rng, uint32_t plies)
{
    uint64_t entries = l->sector[s].entries;
    uint8_t *orbit = malloc(entries);
    l->values[s] = malloc(entries * sizeof(Worth));
    l->ops->orbits(l->tables, (SectorIndex){s, 0}, (uint32_t)entries, orbit);
    for (uint64_t i = 0; i < entries; i++)
        l->values[s][i] = random_worth(rng, plies);
    for (uint64_t i = 0; i < entries; i++)
        if (!orbit[i])
            l->values[s][i] = l->values[s][counted_twin(l, (SectorIndex){s, i})];
    free(orbit);
}

/* How a stage is solved: by the stored graph or fast, with so many bytes; without plies. */
typedef struct Way {
    bool graph, wdl;
    uint64_t memory;
} Way;

static const Way fast_way = {.memory = UINT64_C(4000000000)};

static bool try_stage(Ladder *l, uint32_t first, uint32_t count, Way way, char *why)
{
    SolveRun run = {
        .game = l->game, .workers = {2, run_in_turn}, .graph = way.graph, .wdl = way.wdl};
    Stage stage = {.run = &run,
                   .tables = l->tables,
                   .first = first,
                   .count = count,
                   .sector = l->sector,
                   .values = l->values,
                   .memory = way.memory};
    for (uint32_t s = first; s < first + count; s++)
        l->values[s] = calloc(l->sector[s].entries, sizeof(Worth));
    bool (*fast)(const Stage *, char *) = l->ops->unmove ? unmove_solve : flow_solve;
    return way.graph ? graph_solve(&stage, why) : fast(&stage, why);
}

/* What was found is taken out of the ladder again. */
static void solve_stage(Ladder *l, uint32_t first, uint32_t count, Way way, Worth **out)
{
    char why[WHY_MAX] = "";
    if (!try_stage(l, first, count, way, why))
        fail_msg("%s, sector %s: %s", l->game->id, l->sector[first].name, why);
    for (uint32_t s = first; s < first + count; s++) {
        out[s - first] = l->values[s];
        l->values[s] = NULL;
    }
}

static void expect_same(const Ladder *l, uint32_t s, const Worth *found, const Worth *graph)
{
    for (uint64_t i = 0; i < l->sector[s].entries; i++) {
        if (found[i] == graph[i])
            continue;
        Pos pos;
        l->ops->unrank(l->tables, (SectorIndex){s, i}, &pos);
        fail_msg("%s %s: %d, by the graph %d", l->game->id, test_pos_text(l->game, &pos), found[i],
                 graph[i]);
    }
}

/* The verifier's batches, from the values of the stage itself and of those below. */
static void expect_forward(const Ladder *l, uint32_t s)
{
    const Forward *forward = l->ops->forward;
    ForwardShape shape;
    forward->shape(l->tables, s, &shape);
    assert_true((uint64_t)shape.blocks * shape.size == l->sector[s].entries);
    size_t each = (size_t)shape.source_size * shape.kinds;
    Merit *arrivals = malloc((shape.sources * each + 1) * sizeof *arrivals);
    Worth *found = malloc((l->sector[s].entries + 1) * sizeof *found);
    void *scratch = malloc(shape.scratch + 1);
    for (uint32_t i = 0; i < shape.sources; i++)
        assert_true(forward->arrive(l->tables, s, i, l->values, arrivals + i * each));
    for (uint32_t b = 0; b < shape.blocks; b++)
        forward->judge(l->tables, s, b, arrivals, scratch, found + (size_t)b * shape.size);
    expect_same(l, s, found, l->values[s]);
    free(arrivals);
    free(found);
    free(scratch);
}

static void make_up_beyond(Ladder *l, uint32_t first, uint32_t count, Rng *rng, uint32_t plies)
{
    for (uint32_t s = first; s < first + count; s++) {
        uint32_t beyond[SECTOR_SUCCESSORS_MAX];
        for (int i = l->ops->successors(l->tables, s, beyond); i-- > 0;)
            if (!l->values[beyond[i]])
                make_up_values(l, beyond[i], rng, plies);
    }
}

static void compare_stage(Ladder *l, uint32_t first, uint32_t count, Rng *rng)
{
    Worth *fast[STAGE_MAX], *graph[STAGE_MAX];
    assert_true(count <= STAGE_MAX);
    make_up_beyond(l, first, count, rng, PLIES);
    solve_stage(l, first, count, fast_way, fast);
    solve_stage(l, first, count, (Way){.graph = true, .memory = fast_way.memory}, graph);
    for (uint32_t s = 0; s < count; s++) {
        expect_same(l, first + s, fast[s], graph[s]);
        free(fast[s]);
        l->values[first + s] = graph[s];
    }
    for (uint32_t s = first; l->ops->forward && s < first + count; s++)
        expect_forward(l, s);
    drop_values(l);
}

/* Entries of the stage, and of the sectors that its moves lead to. */
static void measure(const Ladder *l, uint32_t first, uint32_t count, uint64_t *own,
                    uint64_t *beyond)
{
    *own = *beyond = 0;
    for (uint32_t s = first; s < first + count; s++) {
        uint32_t list[SECTOR_SUCCESSORS_MAX];
        *own += l->sector[s].entries;
        for (int i = l->ops->successors(l->tables, s, list); i-- > 0;)
            *beyond += l->sector[list[i]].entries;
    }
}

static uint32_t stage_size(const Ladder *l, uint32_t first)
{
    uint32_t count = 0;
    while (first + count < l->count && l->sector[first + count].stage == l->sector[first].stage)
        count++;
    return count;
}

/* Every `every`th of the stages that are not too large. */
static void compare_small_stages(const char *variant, int every)
{
    Ladder l = open_ladder(variant);
    Rng rng = {test_seed()};
    int fitting = 0;
    for (uint32_t first = 0, count; first < l.count; first += count) {
        uint64_t own, beyond;
        count = stage_size(&l, first);
        measure(&l, first, count, &own, &beyond);
        if (own <= ENTRIES_MAX / SLOW && beyond <= BEYOND_MAX / SLOW && fitting++ % every == 0)
            compare_stage(&l, first, count, &rng);
    }
    assert_true(fitting > 20);
    close_ladder(&l);
}

static void test_nine_stage_by_stage(void **state)
{
    (void)state;
    static const char *const variants[] = {"nine",
                                           "nine,flying",
                                           "nine,diagonals",
                                           "nine,flying,diagonals",
                                           "nine,remove=2",
                                           "nine,flying,remove=2",
                                           "nine,diagonals,remove=2",
                                           "nine,flying,diagonals,remove=2"};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        compare_small_stages(variants[i], 6);
}

static void test_twelve_stage_by_stage(void **state)
{
    (void)state;
    static const char *const variants[] = {"twelve", "twelve,flying", "twelve,remove=2",
                                           "twelve,flying,remove=2"};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        compare_small_stages(variants[i], 6);
}

static uint32_t named(const Ladder *l, const char *name)
{
    uint32_t s = 0;
    while (s < l->count && strcmp(l->sector[s].name, name) != 0)
        s++;
    if (s == l->count)
        fail_msg("%s has no sector %s", l->game->id, name);
    return s;
}

static void compare_named(const char *variant, const char *name)
{
    Ladder l = open_ladder(variant);
    Rng rng = {test_seed()};
    uint32_t s = named(&l, name);
    compare_stage(&l, s, stage_size(&l, s), &rng);
    close_ladder(&l);
}

/* Where two mills take two men there may be one, or none. */
static void test_fewer_men_than_are_taken(void **state)
{
    (void)state;
    compare_named("nine,remove=2", "5-0-hand-3-3");
    compare_named("nine,remove=2", "5-1-hand-3-3");
}

/* With as little memory as will do. */
static void solve_tightly(Ladder *l, uint32_t first, uint32_t count, bool wdl, Worth **out)
{
    char why[WHY_MAX] = "";
    Way way = {.wdl = wdl, .memory = 1 << 20};
    while (!try_stage(l, first, count, way, why)) {
        for (uint32_t s = first; s < first + count; s++)
            free(l->values[s]);
        way.memory += 1 << 20;
        assert_true(way.memory < 100 << 20);
    }
    for (uint32_t s = first; s < first + count; s++) {
        out[s - first] = l->values[s];
        l->values[s] = NULL;
    }
}

/* The same values when memory is so short that exits are sent in several rounds; and without plies
 * in that way too. */
static void test_exits_in_rounds(void **state)
{
    (void)state;
    static const char *const sectors[] = {"3-3-hand-1-0", "4-3"};
    Ladder l = open_ladder("nine");
    Rng rng = {test_seed()};
    for (size_t i = 0; i < sizeof sectors / sizeof *sectors; i++) {
        uint32_t s = named(&l, sectors[i]), first = s;
        while (first > 0 && l.sector[first - 1].stage == l.sector[s].stage)
            first--;
        uint32_t count = stage_size(&l, first);
        Worth *fast[STAGE_MAX], *tight[STAGE_MAX], *signs[STAGE_MAX];
        make_up_beyond(&l, first, count, &rng, PLIES);
        solve_stage(&l, first, count, fast_way, fast);
        solve_tightly(&l, first, count, false, tight);
        solve_tightly(&l, first, count, true, signs);
        for (uint32_t k = 0; k < count; k++) {
            expect_same(&l, first + k, tight[k], fast[k]);
            for (uint64_t e = 0; e < l.sector[first + k].entries; e++)
                assert_true(worth_is_won(signs[k][e]) == worth_is_won(fast[k][e]) &&
                            worth_is_lost(signs[k][e]) == worth_is_lost(fast[k][e]) &&
                            worth_plies(signs[k][e]) <= 1);
            free(fast[k]);
            free(tight[k]);
            free(signs[k]);
        }
        drop_values(&l);
    }
    close_ladder(&l);
}

static void test_grades(void **state)
{
    (void)state;
    Grade worse = GRADE_NONE;
    for (int plies = 0; plies < GRADE_PLIES_MAX; plies++) {
        Worth after = worth_of(plies, plies & 1);
        Grade grade = grade_before(after);
        assert_true(after <= GRADE_WORTH_MAX && grade < GRADE_NONE);
        assert_int_equal(grade_worth(grade), worth_of(plies + 1, !(plies & 1)));
        assert_int_equal(grade_plies(grade), plies + 1);
        assert_true(plies & 1 ? grade > GRADE_DRAW : grade < GRADE_DRAW);
        if (plies & 1) { /* a longer loss is better */
            assert_true(grade < worse);
            worse = grade;
        }
    }
    assert_true(worth_of(GRADE_PLIES_MAX, 0) > GRADE_WORTH_MAX);
    assert_int_equal(grade_before(WORTH_DRAW), GRADE_DRAW);
    assert_int_equal(grade_worth(GRADE_DRAW), WORTH_DRAW);
}

/* The longest values that there can be, and one beyond them. */
static void test_long_values(void **state)
{
    (void)state;
    Ladder l = open_ladder("nine");
    Rng rng = {test_seed()};
    Worth *fast[1], *graph[1];
    uint32_t s = named(&l, "3-3-hand-2-1"), beyond[SECTOR_SUCCESSORS_MAX];
    make_up_beyond(&l, s, 1, &rng, GRADE_PLIES_MAX);
    solve_stage(&l, s, 1, fast_way, fast);
    solve_stage(&l, s, 1, (Way){.graph = true, .memory = fast_way.memory}, graph);
    expect_same(&l, s, fast[0], graph[0]);
    free(fast[0]);
    free(graph[0]);
    char why[WHY_MAX] = "";
    assert_true(l.ops->successors(l.tables, s, beyond) > 0);
    l.values[beyond[0]][0] = worth_of(GRADE_PLIES_MAX, 0);
    assert_false(try_stage(&l, s, 1, fast_way, why));
    assert_non_null(strstr(why, "longer than 1022 plies"));
    close_ladder(&l);
}

/* The last man of twelve goes to the last free point: a draw, unless he takes one. */
static void test_the_full_board(void **state)
{
    (void)state;
    compare_named("twelve", "11-12-hand-1-0");
}

/* Three ships are the fewest that can trap one, so that there are moves out of the stage; its six
 * million entries have all distances to wait for. With two ships only the kraken ends a game. */
static void test_mur_stage(void **state)
{
    (void)state;
    compare_named("mur,ships=2,traps=1,kraken=any", "0-0-score-0-0");
    if (SLOW == 1)
        compare_named("mur,ships=3,traps=2,kraken=any", "0-0-score-0-0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nine_stage_by_stage), cmocka_unit_test(test_twelve_stage_by_stage),
        cmocka_unit_test(test_the_full_board),      cmocka_unit_test(test_fewer_men_than_are_taken),
        cmocka_unit_test(test_exits_in_rounds),     cmocka_unit_test(test_grades),
        cmocka_unit_test(test_long_values),         cmocka_unit_test(test_mur_stage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
