/* SPDX-License-Identifier: MIT */
/* The verifier: batches and entry by entry say the same, and no wrong value passes. */
#include "unit/solving.h"

#include "base/rng.h"

#include <openssl/sha.h>

typedef struct Said {
    bool good, wdl;
    uint8_t certificate[DIGEST_BYTES], last[DIGEST_BYTES]; /* all; the last sector */
    uint32_t batches, singles; /* sectors by the way that they were checked */
    uint64_t entries;
    char why[WHY_MAX];
} Said;

static void note(void *context, const VerifyProgress *progress)
{
    Said *said = context;
    said->batches += progress->forward;
    said->singles += !progress->forward;
    memcpy(said->last, progress->digest, sizeof said->last);
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
    said.wdl = run.wdl;
    memcpy(said.certificate, run.certificate, sizeof said.certificate);
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
    assert_memory_equal(said.certificate, again.certificate, sizeof said.certificate);
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

/* The definition in docs/formats.md, written again: leaves of 16,384 values, two bytes each or one
 * without distances, under a head of text. */
static void hash_sector(const FormatHeader *header, const Worth *values, bool wdl, uint8_t out[16])
{
    uint8_t all[4096], whole[32];
    int size = snprintf((char *)all, sizeof all, "concentric sector\n%s\n%s\n%s\n%llu\n",
                        header->variant, header->sector, wdl ? "wdl" : "distances",
                        (unsigned long long)header->entries);
    for (uint64_t at = 0; at < header->entries; at += 16384, size += 32) {
        uint64_t end = at + 16384 < header->entries ? at + 16384 : header->entries;
        uint8_t *bytes = malloc(32768), *next = bytes;
        for (uint64_t i = at; i < end; i++) {
            int code = !values[i] ? 0 : values[i] % 2 ? 1 : 2;
            *next++ = (uint8_t)(wdl ? code : values[i] % 256);
            if (!wdl)
                *next++ = (uint8_t)(values[i] / 256);
        }
        SHA256(bytes, (size_t)(next - bytes), all + size);
        free(bytes);
    }
    SHA256(all, (size_t)size, whole);
    memcpy(out, whole, 16);
}

/* By the definition, whether in memory or in a file, and not that of other values. */
static void test_certificates(void **state)
{
    (void)state;
    Game *game = test_open("six,flying");
    uint8_t right[2][16];
    for (int wdl = 0; wdl < 2; wdl++) {
        char dir[64], why[WHY_MAX], path[STORE_PATH_MAX];
        FormatHeader header;
        uint8_t found[DIGEST_BYTES];
        StoreFile file;
        make_dir(dir);
        solve_into(dir, game, false, wdl, 8);
        Worth *values = read_values(dir, "4-5", &header);
        hash_sector(&header, values, wdl, right[wdl]);
        assert_true(digest_leaves(header.entries) > 2);
        Said said = verify(dir, game, "4-5", false);
        assert_true(said.good && said.wdl == wdl);
        assert_memory_equal(said.last, right[wdl], sizeof found);
        assert_true(store_path(dir, "4-5", store_suffix, path));
        assert_true(store_file_open(&file, path, NULL, why));
        assert_true(digest_file(&file, &workers, found, why));
        assert_memory_equal(found, right[wdl], sizeof found);
        store_file_close(&file);
        header.kind = wdl ? FORMAT_WDL : FORMAT_WORTH; /* however they are stored */
        assert_true(digest_values(&header, values, &workers, found, why));
        assert_memory_equal(found, right[wdl], sizeof found);
        values[7] += values[7] == WORTH_DRAW ? 1 : 3;
        assert_true(digest_values(&header, values, &workers, found, why));
        assert_memory_not_equal(found, right[wdl], sizeof found);
        free(values);
        remove_dir(dir);
    }
    assert_memory_not_equal(right[0], right[1], sizeof right[0]);
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
        cmocka_unit_test(test_certificates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
