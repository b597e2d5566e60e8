/* SPDX-License-Identifier: MIT */
/* One stage at a time, by the game's fast method, by a stored graph and by the verifier's batches,
 * over values of the stages below that are made up: so stages can be compared that a test could not
 * reach by solving, such as the last placements of twelve men's morris. Updates know the rules by
 * their own tables, moves of MUR are taken back by functions of their own, the graph has the
 * contract's moves. */
#include "unit/support.h"

#include "base/rng.h"
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
static Worth random_worth(Rng *rng)
{
    int half = (int)rng_below(rng, PLIES / 2);
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

static void make_up_values(Ladder *l, uint32_t s, Rng *rng)
{
    uint64_t entries = l->sector[s].entries;
    uint8_t *orbit = malloc(entries);
    l->values[s] = malloc(entries * sizeof(Worth));
    l->ops->orbits(l->tables, (SectorIndex){s, 0}, (uint32_t)entries, orbit);
    for (uint64_t i = 0; i < entries; i++)
        l->values[s][i] = random_worth(rng);
    for (uint64_t i = 0; i < entries; i++)
        if (!orbit[i])
            l->values[s][i] = l->values[s][counted_twin(l, (SectorIndex){s, i})];
    free(orbit);
}

/* Solves by one of the methods; what was found is taken out of the ladder again. */
static void solve_stage(Ladder *l, uint32_t first, uint32_t count, bool graph, Worth **out)
{
    SolveRun run = {.game = l->game, .workers = {2, run_in_turn}, .graph = graph};
    Stage stage = {.run = &run,
                   .tables = l->tables,
                   .first = first,
                   .count = count,
                   .sector = l->sector,
                   .values = l->values,
                   .memory = UINT64_C(4000000000)};
    char why[WHY_MAX] = "";
    for (uint32_t s = first; s < first + count; s++)
        l->values[s] = calloc(l->sector[s].entries, sizeof(Worth));
    bool (*fast)(const Stage *, char *) = l->ops->unmove ? unmove_solve : flow_solve;
    if (!(graph ? graph_solve(&stage, why) : fast(&stage, why)))
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

static void compare_stage(Ladder *l, uint32_t first, uint32_t count, Rng *rng)
{
    Worth *fast[STAGE_MAX], *graph[STAGE_MAX];
    assert_true(count <= STAGE_MAX);
    for (uint32_t s = first; s < first + count; s++) {
        uint32_t beyond[SECTOR_SUCCESSORS_MAX];
        for (int i = l->ops->successors(l->tables, s, beyond); i-- > 0;)
            if (!l->values[beyond[i]])
                make_up_values(l, beyond[i], rng);
    }
    solve_stage(l, first, count, false, fast);
    solve_stage(l, first, count, true, graph);
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

static void compare_named(const char *variant, const char *name)
{
    Ladder l = open_ladder(variant);
    Rng rng = {test_seed()};
    for (uint32_t s = 0; s < l.count; s++)
        if (strcmp(l.sector[s].name, name) == 0) {
            compare_stage(&l, s, stage_size(&l, s), &rng);
            close_ladder(&l);
            return;
        }
    fail_msg("%s has no sector %s", variant, name);
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
        cmocka_unit_test(test_nine_stage_by_stage),
        cmocka_unit_test(test_twelve_stage_by_stage),
        cmocka_unit_test(test_the_full_board),
        cmocka_unit_test(test_mur_stage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
