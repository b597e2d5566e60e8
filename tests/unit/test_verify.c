/* SPDX-License-Identifier: MIT */
/* The verifier: batches and entry by entry say the same, and no wrong value passes. */
#include "unit/solving.h"

#include "base/rng.h"

typedef struct Said {
    bool good;
    uint32_t batches, singles; /* sectors by the way that they were checked */
    uint64_t entries;
    char why[WHY_MAX];
} Said;

static void note(void *context, const VerifyProgress *progress)
{
    Said *said = context;
    said->batches += progress->forward;
    said->singles += !progress->forward;
}

static Said verify(const char *dir, const Game *game, const char *only, bool one_by_one)
{
    Said said = {.good = false};
    VerifyRun run = {.game = game,
                     .dir = dir,
                     .workers = workers,
                     .memory = 1 << 30,
                     .only = only,
                     .one_by_one = one_by_one,
                     .report = note,
                     .context = &said};
    said.good = verify_run(&run, said.why);
    said.entries = run.entries;
    return said;
}

/* The values of a sector's file. */
static Worth *read_values(const char *dir, const char *sector, FormatHeader *header)
{
    char path[STORE_PATH_MAX], why[WHY_MAX];
    StoreFile file;
    assert_true(store_path(dir, sector, store_suffix, path));
    assert_true(store_file_open(&file, path, NULL, why));
    *header = file.header;
    Worth *values = malloc(header->entries * sizeof *values);
    assert_true(store_file_values(&file, &workers, values, why));
    store_file_close(&file);
    return values;
}

/* Another value for an entry: other plies, or another outcome. */
static Worth damaged(Worth right, int how, bool wdl)
{
    bool won = worth_is_won(right);
    int plies = worth_plies(right);
    if (right == WORTH_DRAW)
        return how % 2 ? worth_of(3, 1) : worth_of(4, 0);
    switch (wdl ? how % 2 : how % 4) {
    case 0:
        return WORTH_DRAW;
    case 1:
        return won ? worth_of(plies + 1, 0) : worth_of(plies + 1, 1);
    case 2:
        return worth_of(plies + 2, won);
    default:
        return plies >= 2 ? worth_of(plies - 2, won) : worth_of(plies + 4, won);
    }
}

/* One wrong value in the file of a sector must be found there. */
static void damage_sector(const char *dir, const Game *game, const char *sector, int how, bool wdl,
                          Rng *rng)
{
    char path[STORE_PATH_MAX], why[WHY_MAX];
    FormatHeader header;
    uint8_t *whole;
    assert_true(store_path(dir, sector, store_suffix, path));
    size_t size = read_whole(path, &whole);
    Worth *values = read_values(dir, sector, &header);
    uint64_t at = rng_next(rng) % header.entries;
    values[at] = damaged(values[at], how, wdl);
    assert_true(store_write(dir, &header, wdl, values, &workers, why));
    Said said = verify(dir, game, sector, false);
    if (said.good || !strstr(said.why, "has a value that its moves do not give") ||
        strncmp(said.why, sector, strlen(sector)) != 0)
        fail_msg("%s, %s: entry %llu damaged (%d): %s", game->id, sector, (unsigned long long)at,
                 how, said.good ? "good" : said.why);
    write_whole(path, whole, size);
    free(values);
    free(whole);
}

/* In every sector that has a number divisible by `step`. */
static void damage_all(const char *dir, const Game *game, bool wdl, uint32_t step)
{
    void *tables = game->solvable->open(game);
    Rng rng = {test_seed()};
    for (uint32_t s = 0; s < game->solvable->sectors(tables); s += step * SLOW) {
        Sector sector;
        game->solvable->sector(tables, s, &sector);
        for (int how = 0; how < 4; how++)
            damage_sector(dir, game, sector.name, how, wdl, &rng);
    }
    game->solvable->close(tables);
}

/* All of a variant: batches, entry by entry, and with a wrong value in every sector. */
static void check_variant(const char *variant, bool wdl, uint32_t step)
{
    Game *game = test_open(variant);
    char dir[64];
    make_dir(dir);
    solve_into(dir, game, false, wdl, 0);
    Said said = verify(dir, game, NULL, false);
    if (!said.good)
        fail_msg("%s: %s", variant, said.why);
    assert_true(said.batches > 50 && !said.singles);
    damage_all(dir, game, wdl, step);
    Said again = verify(dir, game, NULL, true);
    assert_true(again.good && again.singles == said.batches && !again.batches);
    assert_true(again.entries == said.entries);
    remove_dir(dir);
    game_close(game);
}

static void test_no_wrong_value_passes(void **state)
{
    (void)state;
    check_variant("six", false, 1);
}

/* Flying, diagonals and captures of two. */
static void test_all_rules(void **state)
{
    (void)state;
    check_variant("six,flying,diagonals,remove=2", false, 3);
}

static void test_without_distances(void **state)
{
    (void)state;
    check_variant("six,flying,remove=2", true, 5);
}

/* Three squares and spokes; endings alone. */
static void test_nine_endings(void **state)
{
    (void)state;
    static const char *const variants[] = {"nine,diagonals", "nine,flying,remove=2"};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        Game *game = test_open(variants[i]);
        char dir[64];
        Rng rng = {test_seed()};
        make_dir(dir);
        solve_into(dir, game, false, false, 2);
        static const char *const sectors[] = {"3-3", "3-4", "4-3"};
        for (size_t s = 0; s < sizeof sectors / sizeof *sectors; s++) {
            Said said = verify(dir, game, sectors[s], false);
            assert_true(said.good && said.batches == 1 && said.entries > 100000);
            Said again = verify(dir, game, sectors[s], true);
            assert_true(again.good && again.singles == 1 && again.entries == said.entries);
            for (int how = 0; how < 4; how++)
                damage_sector(dir, game, sectors[s], how, false, &rng);
        }
        Said all = verify(dir, game, NULL, false);
        assert_true(!all.good && strstr(all.why, "files are missing (the other 3 are good)"));
        remove_dir(dir);
        game_close(game);
    }
}

/* Where it stopped, and with too little memory. */
static void test_parts(void **state)
{
    (void)state;
    Game *game = test_open("six");
    char dir[64], why[WHY_MAX];
    make_dir(dir);
    solve_into(dir, game, false, false, 4);
    Said said = verify(dir, game, "7-7", false);
    assert_true(!said.good && strstr(said.why, "six has no sector '7-7'"));
    said = verify(dir, game, "6-6", false);
    assert_true(!said.good && strstr(said.why, "6-6.db is not there"));
    Said some = {.good = false};
    VerifyRun run = {.game = game,
                     .dir = dir,
                     .workers = workers,
                     .from = "3-5",
                     .report = note,
                     .context = &some};
    assert_false(verify_run(&run, why)); /* the rest is missing */
    assert_true(some.singles > 0 && !some.batches && run.files == some.singles);
    some = (Said){.good = false};
    run.memory = 1 << 30;
    assert_false(verify_run(&run, why));
    assert_true(some.batches == run.files && !some.singles);
    char path[STORE_PATH_MAX];
    assert_true(store_path(dir, "3-4", store_suffix, path) && unlink(path) == 0);
    said = verify(dir, game, "4-4", false); /* where its captures lead */
    assert_true(!said.good && strstr(said.why, "4-4.db: a move leads to a position that no file"));
    remove_dir(dir);
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_wrong_value_passes),
        cmocka_unit_test(test_all_rules),
        cmocka_unit_test(test_without_distances),
        cmocka_unit_test(test_nine_endings),
        cmocka_unit_test(test_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
