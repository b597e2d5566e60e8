/* SPDX-License-Identifier: MIT */
/* The solver against brute force and against itself, its files against damage, perfect play. */
#include "unit/solving.h"

#include "base/bits.h"
#include "brute/brute.h"
#include "core/perfect.h"
#include "solve/plan.h"

static bool verifies(const char *dir, const Game *game, char *why)
{
    VerifyRun run = {.game = game, .dir = dir, .workers = workers, .memory = 1 << 30};
    bool good = verify_run(&run, why);
    run.memory = 0; /* block by block */
    run.sample = 500;
    char again[WHY_MAX];
    assert_true(!good || verify_run(&run, again));
    return good;
}

/* One solved six for all tests. */
static char six_dir[64];
static Game *six;

static int solve_six(void **state)
{
    (void)state;
    six = test_open("six");
    make_dir(six_dir);
    solve_into(six_dir, six, false, false, 0);
    return 0;
}

static int forget_six(void **state)
{
    (void)state;
    remove_dir(six_dir);
    game_close(six);
    return 0;
}

static void test_published_counts(void **state)
{
    (void)state;
    Game *nine = test_open("nine,flying");
    uint64_t all = 0;
    for (int a = 3; a <= 9; a++)
        for (int b = 3; b <= 9; b++)
            all += burnside(&nine->shape, a, b);
    assert_true(all == UINT64_C(8904593601));
    assert_true(burnside(&nine->shape, 8, 8) == UINT64_C(591726690));
    game_close(nine);
}

/* Orbits and positions of a sector by its own numbering. */
static uint32_t orbit_of(const Game *game, const void *tables, SectorIndex spot)
{
    uint8_t orbit;
    game->solvable->orbits(tables, spot, 1, &orbit);
    return orbit;
}

static void check_sector_count(const Game *game, const void *tables, const char *name, int a, int b,
                               int men)
{
    const Solvable *ops = game->solvable;
    for (uint32_t s = 0; s < ops->sectors(tables); s++) {
        Sector sector;
        uint64_t orbits = 0, positions = 0, ways = 1;
        ops->sector(tables, s, &sector);
        if (strcmp(sector.name, name) != 0)
            continue;
        for (uint64_t i = 0; i < sector.entries; i++) {
            uint32_t orbit = orbit_of(game, tables, (SectorIndex){s, i});
            orbits += orbit > 0;
            positions += orbit;
        }
        for (int i = 0; i < a; i++)
            ways = ways * (uint64_t)(men - i) / (uint64_t)(i + 1);
        for (int i = 0; i < b; i++)
            ways = ways * (uint64_t)(men - a - i) / (uint64_t)(i + 1);
        assert_true(orbits == burnside(&game->shape, a, b));
        assert_true(positions == ways);
        return;
    }
    fail_msg("no sector %s", name);
}

static void test_numbering_has_no_gaps(void **state)
{
    (void)state;
    Game *nine = test_open("nine");
    void *tables = nine->solvable->open(nine), *small = six->solvable->open(six);
    assert_non_null(tables);
    assert_non_null(small);
    check_sector_count(nine, tables, "3-3", 3, 3, 24);
    check_sector_count(nine, tables, "4-3", 4, 3, 24);
    check_sector_count(six, small, "6-6", 6, 6, 16);
    check_sector_count(six, small, "5-4", 5, 4, 16);
    check_sector_count(six, small, "2-4-hand-2-1", 2, 4, 16);
    nine->solvable->close(tables);
    six->solvable->close(small);
    game_close(nine);
}

static void test_what_cannot_be_solved(void **state)
{
    (void)state;
    static const char *const no[] = {
        "nine,no-remill",        "twelve,no-remill", "stacking", "morelli", "mur",
        "mur,ships=3,chain=both"};
    for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
        Game *game = test_open(no[i]);
        char why[WHY_MAX] = "", dir[64];
        make_dir(dir);
        SolveRun run = {.game = game, .dir = dir, .workers = workers, .memory = 1};
        assert_false(solve_run(&run, why));
        assert_non_null(strstr(why, no[i]));
        remove_dir(dir);
        game_close(game);
    }
}

static void compare_position(void *context, const Game *game, const Pos *pos, const Move *moves,
                             int count)
{
    SectorIndex spot, other;
    const void *tables = *(void **)context;
    Pos back, image;
    (void)moves;
    if (!game->solvable->rank(tables, pos, &spot)) {
        assert_int_equal(count, 0);
        return;
    }
    game->solvable->unrank(tables, spot, &back);
    assert_true(game->solvable->rank(tables, &back, &other));
    assert_true(other.sector == spot.sector && other.index == spot.index);
    for (int g = 0; g < game->shape.symmetry_count; g++) {
        game->ops->transform(game, pos, game->shape.symmetry[g], &image);
        assert_true(game->solvable->rank(tables, &image, &other));
        assert_int_equal(other.sector, spot.sector);
        if (other.index != spot.index) { /* one of the two is not counted */
            game->solvable->unrank(tables, other, &back);
            assert_true(orbit_of(game, tables, other) == 0 || orbit_of(game, tables, spot) == 0);
        }
    }
}

/* Every position of play has a number, its images share it, and it leads back. */
static void test_positions_of_play_have_numbers(void **state)
{
    (void)state;
    static const char *const variants[] = {
        "six",    "nine,flying",           "nine,remove=2,diagonals", "six,remove=2,flying",
        "twelve", "twelve,flying,remove=2"};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        Game *game = test_open(variants[i]);
        void *tables = game->solvable->open(game);
        test_walk(game, test_seed(), 40 / SLOW, compare_position, &tables);
        game->solvable->close(tables);
        game_close(game);
    }
}

static void add_men(char *board, Rng *rng, char man, int count)
{
    while (count) {
        uint32_t p = rng_below(rng, 17);
        if (p != 8 && board[p] == '.') {
            board[p] = man;
            count--;
        }
    }
}

/* Random positions of six with so many men. */
static void make_roots(const Game *game, int a, int b, int hand, Pos *out, int count)
{
    Rng rng = {test_seed()};
    for (int i = 0; i < count; i++) {
        char text[64], board[] = "......../........";
        add_men(board, &rng, 'w', a);
        add_men(board, &rng, 'b', b);
        snprintf(text, sizeof text, "%s w %d %d", board, hand, hand);
        out[i] = test_pos(game, text);
    }
}

/* Everything that can be reached from some positions, valued by brute force and by the files. */
static void compare_with_brute(const char *dir, const Game *game, int a, int b, int hand)
{
    enum { ROOTS = 60 };
    Pos roots[ROOTS];
    char why[WHY_MAX] = "";
    make_roots(game, a, b, hand, roots, ROOTS);
    Brute *brute = brute_solve(game, roots, ROOTS, 3000000);
    Store *store = store_open(dir, game, why);
    assert_non_null(brute);
    assert_non_null(store);
    size_t decided = 0;
    for (size_t i = 0; i < brute_count(brute); i++) {
        Known right, said;
        const Pos *pos = brute_at(brute, i, &right);
        assert_true(probe_ask(store_probe(store), pos, &said));
        if (right.value != said.value || right.plies != said.plies)
            fail_msg("%s %s: %d in %d, the files say %d in %d", game->id, test_pos_text(game, pos),
                     right.value, right.plies, said.value, said.plies);
        decided += right.value != 0;
    }
    assert_true(decided > 100);
    store_close(store);
    brute_free(brute);
}

static void test_six_against_brute_force(void **state)
{
    (void)state;
    compare_with_brute(six_dir, six, 2, 2, 1);
    compare_with_brute(six_dir, six, SLOW > 1 ? 3 : 4, 3, 0);
}

/* Every variant of six: the first sectors by updates, by a stored graph and by brute force. */
static void test_variants_against_brute_force(void **state)
{
    (void)state;
    static const char *const variants[] = {"six,flying",
                                           "six,diagonals",
                                           "six,flying,diagonals",
                                           "six,remove=2",
                                           "six,flying,remove=2",
                                           "six,diagonals,remove=2",
                                           "six,flying,diagonals,remove=2"};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        Game *game = test_open(variants[i]);
        char dir[64];
        make_dir(dir);
        solve_into(dir, game, false, false, 2);
        compare_with_brute(dir, game, 3, 3, 0);
        remove_dir(dir);
        game_close(game);
    }
}

static void expect_same_files(const char *one, const char *two)
{
    DIR *list = opendir(one);
    int files = 0;
    assert_non_null(list);
    for (struct dirent *entry; (entry = readdir(list));) {
        char a[STORE_PATH_MAX], b[STORE_PATH_MAX];
        uint8_t *x, *y;
        if (entry->d_name[0] == '.')
            continue;
        assert_true(store_path(one, entry->d_name, "", a) && store_path(two, entry->d_name, "", b));
        size_t size = read_whole(a, &x);
        assert_int_equal(read_whole(b, &y), size);
        assert_memory_equal(x, y, size);
        free(x);
        free(y);
        files++;
    }
    closedir(list);
    assert_true(files > 0);
}

/* Two ways to solve, one result: placing, captures of two and flying included. */
static void test_both_methods_agree(void **state)
{
    (void)state;
    Game *game = test_open("six,flying,diagonals,remove=2");
    uint32_t stages = SLOW > 1 ? 14 : 0;
    char one[64], two[64];
    make_dir(one);
    make_dir(two);
    solve_into(one, game, false, false, stages);
    solve_into(two, game, true, false, stages);
    expect_same_files(one, two);
    remove_dir(one);
    remove_dir(two);
    game_close(game);
}

static void test_six_is_a_draw(void **state)
{
    (void)state;
    char why[WHY_MAX] = "";
    Store *store = store_open(six_dir, six, why);
    assert_non_null(store);
    Pos start;
    Known known;
    six->ops->start(six, 1, &start);
    assert_true(probe_ask(store_probe(store), &start, &known));
    assert_int_equal(known.value, 0);
    store_close(store);
}

/* The published facts on nine men's morris with flying, three men each: the longest loss takes 26
 * plies, about 83 of 100 positions are won. */
static void test_three_against_three(void **state)
{
    (void)state;
    Game *nine = test_open("nine,flying");
    char dir[64], path[STORE_PATH_MAX], why[WHY_MAX] = "";
    StoreFile file;
    make_dir(dir);
    solve_into(dir, nine, false, false, 1);
    assert_true(store_path(dir, "3-3", store_suffix, path));
    assert_true(store_file_open(&file, path, NULL, why));
    FormatCounts c = file.header.orbits;
    assert_int_equal(file.header.longest, 26);
    assert_int_equal(c.won * 100 / (c.won + c.drawn + c.lost), 82);
    assert_int_equal(c.lost + c.drawn + c.won, burnside(&nine->shape, 3, 3));
    store_file_close(&file);
    remove_dir(dir);
    game_close(nine);
}

/* Small fleets of MUR against search to a depth. */
static void test_mur_against_search(void **state)
{
    (void)state;
    enum { DEPTH = 3, TRIES = 3000 };
    Game *game = test_open("mur,ships=2,traps=1,kraken=any");
    char dir[64], why[WHY_MAX] = "";
    make_dir(dir);
    solve_into(dir, game, false, false, 0);
    assert_true(verifies(dir, game, why));
    Store *store = store_open(dir, game, why);
    Move *arena = malloc((DEPTH + 1) * game->moves_max * sizeof *arena);
    Probe *probe = store_probe(store);
    Rng rng = {test_seed()};
    int wins = 0;
    for (int i = 0; i < TRIES / SLOW; i++) {
        /* the last sector, two ships each; half of the tries go to entries that are decided */
        SectorIndex spot = {probe->sector_count - 1, 0};
        Worth worth = WORTH_DRAW;
        for (int k = 0; k < (i & 1 ? 1 : 2000) && worth == WORTH_DRAW; k++) {
            spot.index = rng_next(&rng) % probe->sector[spot.sector].entries;
            assert_true(probe_entry(probe, spot, &worth));
        }
        Pos pos;
        Known said;
        game->solvable->unrank(probe->tables, spot, &pos);
        Known right = brute_search(game, &pos, DEPTH, arena);
        assert_true(probe_ask(probe, &pos, &said));
        if (said.plies > DEPTH)
            said = (Known){0, -1};
        assert_int_equal(said.value, right.value);
        assert_int_equal(said.plies, right.plies);
        wins += said.value != 0;
    }
    assert_true(wins > 100);
    free(arena);
    store_close(store);
    remove_dir(dir);
    game_close(game);
}

/* Perfect play of both sides ends exactly when the database says. */
static void test_perfect_play_keeps_its_word(void **state)
{
    (void)state;
    char why[WHY_MAX] = "";
    Store *store = store_open(six_dir, six, why);
    Oracle oracle = probe_oracle(store_probe(store));
    Move *scratch = malloc(2 * six->moves_max * sizeof *scratch);
    Judge judge = {.game = six, .oracle = oracle, .scratch = scratch + six->moves_max};
    PerfectMove *list = malloc(six->moves_max * sizeof *list);
    Pos roots[200];
    make_roots(six, 4, 4, 1, roots, 200);
    int played = 0;
    for (int i = 0; i < 200; i++) {
        Pos pos = roots[i], next;
        Known known;
        assert_true(perfect_known(six, &pos, &oracle, &known));
        for (int left = known.plies; known.value && left >= 0; left--, played++) {
            Known now;
            assert_true(perfect_known(six, &pos, &oracle, &now));
            assert_int_equal(now.plies, left);
            Move line[160];
            assert_int_equal(perfect_follow(six, &pos, &oracle, scratch, line, 160), left);
            assert_int_equal(perfect_follow(six, &pos, &oracle, scratch, line, 2),
                             left < 2 ? left : 2);
            int count = perfect_judge(&judge, &pos, scratch, list);
            assert_int_equal(count == 0, left == 0);
            if (!count)
                break;
            six->apply(six, &pos, list[perfect_best(list, count)].move, &next);
            pos = next;
        }
    }
    assert_true(played > 500);
    free(scratch);
    free(list);
    store_close(store);
}

static void test_drawing_moves_set_traps(void **state)
{
    (void)state;
    PerfectMove moves[] = {{.move = 1, .known = {0, -1}, .losing = 1, .replies = 4},
                           {.move = 2, .known = {-1, 30}},
                           {.move = 3, .known = {0, -1}, .losing = 2, .replies = 6},
                           {.move = 4, .known = {0, -1}, .losing = 2, .replies = 8}};
    assert_int_equal(perfect_best(moves, 4), 2);
    assert_int_equal(perfect_best(moves + 1, 1), 0);
    assert_int_equal(perfect_best(moves, 0), -1);
    moves[0].known = (Known){1, 9};
    moves[3].known = (Known){1, 7};
    assert_int_equal(perfect_best(moves, 4), 3);
    moves[1].known = (Known){1, -1}; /* nobody knows when: a long one */
    assert_int_equal(perfect_best(moves, 4), 3);
    perfect_sort(moves, 4);
    assert_true(moves[0].move == 4 && moves[1].move == 1 && moves[2].move == 2 &&
                moves[3].move == 3);
}

/* Where all is lost, the move that holds out longest comes first, and of equals the one after which
 * fewest replies win; counted here again, from the values of the positions after them. */
static void test_losing_moves_set_traps(void **state)
{
    (void)state;
    char why[WHY_MAX] = "";
    Store *store = store_open(six_dir, six, why);
    Oracle oracle = probe_oracle(store_probe(store));
    Move *scratch = malloc(2 * six->moves_max * sizeof *scratch);
    Judge judge = {.game = six, .oracle = oracle, .scratch = scratch + six->moves_max};
    PerfectMove *list = malloc(six->moves_max * sizeof *list);
    Pos roots[400];
    make_roots(six, 5, 5, 1, roots, 400);
    int lost = 0, told_apart = 0;
    for (int i = 0; i < 400; i++) {
        int count = perfect_judge(&judge, &roots[i], scratch, list);
        perfect_sort(list, count);
        if (count < 2 || list[0].known.value >= 0)
            continue;
        lost++;
        for (int k = 0; k < count; k++) {
            Pos next, after;
            uint32_t wins = 0;
            six->apply(six, &roots[i], list[k].move, &next);
            int replies = six->moves(six, &next, scratch);
            for (int r = 0; r < replies; r++) {
                Known known;
                six->apply(six, &next, scratch[r], &after);
                assert_true(perfect_known(six, &after, &oracle, &known));
                wins += known.value < 0;
            }
            assert_true(list[k].known.plies <= list[0].known.plies);
            if (list[k].known.plies < list[0].known.plies) {
                assert_int_equal(list[k].replies, 0);
                continue;
            }
            assert_int_equal(list[k].replies, replies);
            assert_int_equal(list[k].losing, (uint32_t)replies - wins);
            assert_true(list[k].losing * list[0].replies <= list[0].losing * list[k].replies);
            told_apart += list[k].losing * list[0].replies != list[0].losing * list[k].replies;
        }
    }
    assert_true(lost > 50 && told_apart > 20);
    free(scratch);
    free(list);
    store_close(store);
}

/* Of the best any comes first, by the seed, and nothing else; a draw that ends the game is the
 * least of the drawing moves. */
static void test_equal_moves_vary(void **state)
{
    (void)state;
    const PerfectMove moves[] = {{.move = 1, .known = {0, -1}, .losing = 1, .replies = 2},
                                 {.move = 2, .known = {0, -1}},
                                 {.move = 3, .known = {0, -1}, .losing = 3, .replies = 6},
                                 {.move = 4, .known = {-1, 9}, .losing = 3, .replies = 6}};
    int first[5] = {0};
    for (uint64_t seed = 0; seed < 100; seed++) {
        PerfectMove list[4];
        memcpy(list, moves, sizeof list);
        perfect_sort(list, 4);
        assert_true(list[2].move == 2 && list[3].move == 4);
        perfect_vary(list, 4, seed);
        first[list[0].move]++;
        assert_true(list[0].move + list[1].move == 4 && list[2].move == 2);
    }
    assert_true(first[1] > 20 && first[3] > 20);
    perfect_vary(NULL, 0, 7);
}

/* One bit of any byte of a file: refused, or found by the verifier. */
static void test_a_flipped_bit_is_found(void **state)
{
    (void)state;
    char dir[64], path[STORE_PATH_MAX], why[WHY_MAX];
    Game *game = test_open("mur,ships=2,traps=1,kraken=any");
    uint8_t *bytes;
    make_dir(dir);
    solve_into(dir, game, false, false, 0);
    assert_true(store_path(dir, "1-2-score-0-0", store_suffix, path));
    size_t size = read_whole(path, &bytes);
    for (size_t i = 0, step = 1; i < size; i += step) {
        step = i < 300 ? SLOW : 7;
        StoreFile file;
        uint8_t block[FORMAT_BLOCK_BYTES];
        bytes[i] ^= (uint8_t)(1u << i % 8);
        write_whole(path, bytes, size);
        bool good = store_file_open(&file, path, NULL, why);
        for (uint32_t b = 0; good && b < file.header.blocks; b++)
            good = store_file_block(&file, b, block, why);
        store_file_close(&file);
        assert_false(good);
        if (i % 50 == 0)
            assert_false(verifies(dir, game, why));
        bytes[i] ^= (uint8_t)(1u << i % 8);
    }
    write_whole(path, bytes, size - 1);
    assert_false(verifies(dir, game, why));
    write_whole(path, bytes, 100);
    assert_false(verifies(dir, game, why));
    write_whole(path, bytes, size);
    assert_true(verifies(dir, game, why));
    unlink(path);
    assert_false(verifies(dir, game, why));
    free(bytes);
    remove_dir(dir);
    game_close(game);
}

/* A wrong value under right checksums. */
static void test_a_wrong_value_is_found(void **state)
{
    (void)state;
    char dir[64], path[STORE_PATH_MAX], why[WHY_MAX] = "";
    StoreFile file;
    make_dir(dir);
    solve_into(dir, six, false, false, 2);
    assert_true(store_path(dir, "3-3", store_suffix, path));
    for (int i = 0; i < 6; i++) {
        assert_true(store_file_open(&file, path, NULL, why));
        FormatHeader header = file.header;
        Worth *values = malloc(header.entries * sizeof *values);
        uint64_t at = header.entries / 7 * (uint64_t)i;
        assert_true(store_file_values(&file, &workers, values, why));
        store_file_close(&file);
        Worth right = values[at];
        values[at] = i % 2                 ? worth_of(worth_plies(right) + 2, worth_is_won(right))
                     : right == WORTH_DRAW ? worth_of(3, 1)
                                           : WORTH_DRAW;
        assert_true(store_write(dir, &header, false, values, &workers, why));
        assert_false(verifies(dir, six, why));
        assert_null(strstr(why, "missing"));
        values[at] = right;
        assert_true(store_write(dir, &header, false, values, &workers, why));
        free(values);
    }
    assert_false(verifies(dir, six, why));
    assert_non_null(strstr(why, "missing")); /* only the sectors that were not solved */
    remove_dir(dir);
}

static void test_foreign_files_are_refused(void **state)
{
    (void)state;
    char dir[64], path[STORE_PATH_MAX], why[WHY_MAX] = "";
    Game *other = test_open("six,flying");
    make_dir(dir);
    solve_into(dir, six, false, false, 1);
    SolveRun run = {
        .game = other, .dir = dir, .workers = workers, .memory = 1000000000, .stages = 1};
    assert_null(store_open(dir, other, why));
    assert_non_null(strstr(why, "variant six"));
    assert_false(solve_run(&run, why));
    run.game = six;
    run.wdl = true;
    assert_false(solve_run(&run, why));
    assert_non_null(strstr(why, "--wdl"));
    run.wdl = false;
    assert_true(solve_run(&run, why));
    assert_true(store_path(dir, "letter", ".txt", path));
    write_whole(path, (const uint8_t *)"dear", 4);
    assert_false(solve_run(&run, why)); /* not ours to touch */
    assert_int_equal(access(path, F_OK), 0);
    unlink(path);
    assert_true(store_path(dir, "3-4", store_part_suffix, path));
    write_whole(path, (const uint8_t *)"half", 4);
    assert_true(solve_run(&run, why)); /* left by a run that was killed */
    assert_int_not_equal(access(path, F_OK), 0);
    remove_dir(dir);
    game_close(other);
}

static void test_too_little_memory(void **state)
{
    (void)state;
    char dir[64], why[WHY_MAX] = "";
    Game *nine = test_open("nine");
    make_dir(dir);
    SolveRun run = {.game = nine, .dir = dir, .workers = workers, .memory = 10000000};
    assert_false(solve_run(&run, why));
    assert_non_null(strstr(why, "--memory"));
    remove_dir(dir);
    game_close(nine);
}

static void test_win_draw_loss_only(void **state)
{
    (void)state;
    char dir[64], why[WHY_MAX] = "";
    make_dir(dir);
    solve_into(dir, six, false, true, 3);
    Store *all = store_open(six_dir, six, why), *wdl = store_open(dir, six, why);
    assert_non_null(all);
    assert_non_null(wdl);
    Probe *a = store_probe(all), *b = store_probe(wdl);
    for (uint32_t s = 0; s < 5; s++) {
        assert_int_equal(b->sector[s].kind, FORMAT_WDL);
        for (uint64_t i = 0; i < a->sector[s].entries; i++) {
            Worth x, y;
            assert_true(probe_entry(a, (SectorIndex){s, i}, &x) &&
                        probe_entry(b, (SectorIndex){s, i}, &y));
            assert_int_equal(worth_is_won(x), worth_is_won(y));
            assert_int_equal(worth_is_lost(x), worth_is_lost(y));
        }
    }
    store_close(all);
    store_close(wdl);
    remove_dir(dir);
}

/* The packed file answers like the directory, and a changed bit is refused. */
static void test_one_plain_file(void **state)
{
    (void)state;
    char path[64] = "/tmp/concentric-pack-XXXXXX", why[WHY_MAX] = "", variant[VARIANT_TEXT_MAX];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    StorePack writing;
    assert_true(store_pack_begin(&writing, path, why));
    assert_true(store_pack(&writing, six_dir, six, why));
    uint8_t *bytes;
    size_t size = read_whole(path, &bytes);
    unlink(path);
    PackProbe pack;
    assert_true(pack_variant(bytes, size, variant, why));
    assert_string_equal(variant, "six");
    assert_true(pack_open(&pack, six, bytes, size, why));
    Store *store = store_open(six_dir, six, why);
    for (uint32_t s = 0; s < pack.probe.sector_count; s++)
        for (uint64_t i = 0; i < pack.probe.sector[s].entries; i += 97) {
            Worth x, y;
            assert_true(probe_entry(&pack.probe, (SectorIndex){s, i}, &x));
            assert_true(probe_entry(store_probe(store), (SectorIndex){s, i}, &y));
            assert_int_equal(x, y);
        }
    store_close(store);
    pack_close(&pack);
    Rng rng = {test_seed()};
    for (int i = 0; i < 200 / SLOW; i++) {
        size_t at = i < 100 ? rng_next(&rng) % 2000 : rng_next(&rng) % size;
        bytes[at] ^= (uint8_t)(1u << i % 8);
        if (pack_open(&pack, six, bytes, size, why)) {
            fail_msg("a changed bit of byte %zu was not seen", at);
            pack_close(&pack);
        }
        bytes[at] ^= (uint8_t)(1u << i % 8);
    }
    assert_false(pack_open(&pack, six, bytes, size - 1, why));
    assert_false(pack_open(&pack, six, bytes, 20, why));
    free(bytes);
}

/* An estimate needs a basis, and kinds that were not measured take the mean of those that were. */
static void test_time_left(void **state)
{
    (void)state;
    SolveProgress p = {.left = {1000, 4000}};
    assert_true(solve_seconds_left(&p) < 0);
    p.measured[0] = 100;
    p.took[0] = 1;
    assert_true(solve_seconds_left(&p) < 0);
    p.took[0] = 10;
    assert_int_equal((int)(solve_seconds_left(&p) + 0.5), 500);
    p.measured[1] = 800;
    p.took[1] = 40;
    assert_int_equal((int)(solve_seconds_left(&p) + 0.5), 100 + 200);
}

/* What does not fit is refused, with what would do. */
static void test_plan_fits(void **state)
{
    (void)state;
    char why[WHY_MAX];
    Sector sector = {.name = "9-9", .stage = 7};
    SolveRun run = {.dir = ".", .memory = 1000};
    SolvePlan plan = {.sectors = 2, .entries = 10, .memory = 1000, .disk = 10};
    assert_true(plan_fits(&run, &sector, &plan, why));
    plan.memory = 1001;
    assert_false(plan_fits(&run, &sector, &plan, why));
    assert_non_null(strstr(why, "--stages 7"));
    plan.memory = 1;
    plan.disk = UINT64_MAX / 2;
    assert_false(plan_fits(&run, &sector, &plan, why));
    assert_non_null(strstr(why, "--wdl"));
    run.wdl = true;
    assert_false(plan_fits(&run, &sector, &plan, why));
    assert_null(strstr(why, "--wdl"));
}

/* Sectors that are done count no more; a stage with one sector left needs all of its memory. */
static void test_plan_counts_what_is_left(void **state)
{
    (void)state;
    char why[WHY_MAX];
    Game *game = game_open("six", LANG_EN, why);
    void *tables = game->solvable->open(game);
    uint32_t sectors = game->solvable->sectors(tables);
    Sector *sector = calloc(sectors, sizeof *sector);
    bool *done = calloc(sectors, sizeof *done);
    uint64_t entries = 0;
    for (uint32_t s = 0; s < sectors; s++) {
        game->solvable->sector(tables, s, &sector[s]);
        entries += sector[s].entries;
    }
    SolveRun run = {.game = game, .workers = {1, NULL}};
    SolvePlan all = plan_make(&run, tables, sector, sectors, done);
    assert_int_equal(all.entries, entries);
    assert_int_equal(all.sectors, sectors);
    for (uint32_t s = 1; s < sectors; s++)
        done[s] = true;
    SolvePlan one = plan_make(&run, tables, sector, sectors, done);
    assert_int_equal(one.entries, sector[0].entries);
    assert_int_equal(one.sectors, 1);
    assert_true(one.memory < all.memory && one.memory >= sector[0].entries * sizeof(Worth));
    run.graph = true; /* every move is stored */
    assert_true(plan_make(&run, tables, sector, sectors, NULL).memory > 16 * sector[0].entries);
    game->solvable->close(tables);
    free(sector);
    free(done);
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_time_left),
        cmocka_unit_test(test_plan_fits),
        cmocka_unit_test(test_plan_counts_what_is_left),
        cmocka_unit_test(test_published_counts),
        cmocka_unit_test(test_numbering_has_no_gaps),
        cmocka_unit_test(test_what_cannot_be_solved),
        cmocka_unit_test(test_positions_of_play_have_numbers),
        cmocka_unit_test(test_six_is_a_draw),
        cmocka_unit_test(test_six_against_brute_force),
        cmocka_unit_test(test_variants_against_brute_force),
        cmocka_unit_test(test_both_methods_agree),
        cmocka_unit_test(test_three_against_three),
        cmocka_unit_test(test_mur_against_search),
        cmocka_unit_test(test_perfect_play_keeps_its_word),
        cmocka_unit_test(test_losing_moves_set_traps),
        cmocka_unit_test(test_equal_moves_vary),
        cmocka_unit_test(test_drawing_moves_set_traps),
        cmocka_unit_test(test_a_flipped_bit_is_found),
        cmocka_unit_test(test_a_wrong_value_is_found),
        cmocka_unit_test(test_foreign_files_are_refused),
        cmocka_unit_test(test_too_little_memory),
        cmocka_unit_test(test_win_draw_loss_only),
        cmocka_unit_test(test_one_plain_file),
    };
    return cmocka_run_group_tests(tests, solve_six, forget_six);
}
