/* SPDX-License-Identifier: MIT */
/* Small databases: every position of six comes back from its small form, and damage is refused. */
#include "unit/support.h"

#include "ai/search.h"
#include "solve/small_make.h"
#include "solve/solve.h"

#include <dirent.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
enum { STEP = 16, SLOW_STEP = 97 };
#else
enum { STEP = 1, SLOW_STEP = 7 };
#endif

static bool run_in_turn(int threads, size_t tasks, void (*work)(void *, int, size_t), void *context)
{
    (void)threads;
    for (size_t i = 0; i < tasks; i++)
        work(context, 0, i);
    return true;
}

/* Six solved, all values in memory. */
static Game *six;
static void *tables;
static uint32_t sectors;
static SmallValues values[SECTORS_MAX];

static void load(const char *dir, uint32_t number)
{
    const Workers workers = {1, run_in_turn};
    char path[STORE_PATH_MAX], why[WHY_MAX];
    StoreFile file;
    Sector sector;
    six->solvable->sector(tables, number, &sector);
    assert_true(store_path(dir, sector.name, store_suffix, path));
    assert_true(store_file_open(&file, path, NULL, why));
    Worth *worth = malloc(sector.entries * sizeof *worth);
    assert_true(store_file_values(&file, &workers, worth, why));
    store_file_close(&file);
    unlink(path);
    values[number] = (SmallValues){calloc(1, sector.entries / 4 + 1), sector.entries};
    for (uint64_t i = 0; i < sector.entries; i++) {
        int value = worth[i] == WORTH_DRAW ? 1 : worth_is_won(worth[i]) ? 2 : 0;
        values[number].pairs[i / 4] |= (uint8_t)(value << (2 * (i % 4)));
    }
    free(worth);
}

static int solve_six(void **state)
{
    char dir[] = "/tmp/concentric-small-XXXXXX", why[WHY_MAX] = "";
    (void)state;
    six = test_open("six");
    tables = six->solvable->open(six);
    sectors = six->solvable->sectors(tables);
    assert_non_null(mkdtemp(dir));
    SolveRun run = {
        .game = six, .dir = dir, .workers = {1, run_in_turn}, .memory = UINT64_C(4000000000)};
    assert_true(solve_run(&run, why));
    for (uint32_t s = 0; s < sectors; s++)
        load(dir, s);
    assert_int_equal(rmdir(dir), 0);
    return 0;
}

static int forget_six(void **state)
{
    (void)state;
    for (uint32_t s = 0; s < sectors; s++)
        free(values[s].pairs);
    six->solvable->close(tables);
    game_close(six);
    return 0;
}

/* A small six. `worth` 0 gives every sector a network, a large number none. */
static SmallBytes make(uint32_t level, uint32_t worth)
{
    SmallPlan plan = {six, tables, level, 4000, 2, worth};
    static SmallBytes parts[SECTORS_MAX];
    static uint32_t number[SECTORS_MAX];
    uint32_t count = 0;
    SmallBytes all = {0};
    char why[WHY_MAX];
    for (uint32_t s = 0; s < sectors; s++) {
        SmallReport report;
        if (!six->solvable->thin->holds(tables, s, level))
            continue;
        parts[count] = (SmallBytes){0};
        assert_true(small_make_sector(&plan, s, &values[s], &parts[count], &report, why));
        assert_true(report.kept <= values[s].entries && report.wrong <= report.kept);
        assert_true(report.guessed <= report.plain + 1e-9);
        number[count++] = s;
    }
    assert_true(small_join(&plan, number, parts, count, &all));
    for (uint32_t i = 0; i < count; i++)
        free(parts[i].bytes);
    return all;
}

/* Every `step`-th position of every sector has its value; returns how many positions that were not
 * kept were among them. */
static uint64_t compare(const SmallBytes *bytes, uint64_t step)
{
    Small small;
    char why[WHY_MAX];
    uint64_t searched = 0;
    if (!small_open(&small, six, bytes->bytes, bytes->count, why))
        fail_msg("%s", why);
    for (uint32_t s = 0; s < sectors; s++)
        for (uint64_t i = s % step; i < values[s].entries; i += step) {
            Pos pos;
            int value;
            SmallCost cost;
            six->solvable->unrank(tables, (SectorIndex){s, i}, &pos);
            assert_true(small_ask(&small, &pos, &value, &cost));
            if (value + 1 != small_values_get(&values[s], i))
                fail_msg("sector %u, entry %llu: %d", s, (unsigned long long)i, value);
            searched += cost.nodes > 1;
        }
    small_close(&small);
    return searched;
}

static void test_all_of_six(void **state)
{
    (void)state;
    SmallBytes half = make(1, 1000), all = make(0, 1000);
    assert_true(half.count < all.count / 2);
    assert_int_equal(compare(&all, SLOW_STEP), 0);
    assert_true(compare(&half, STEP) > 0);
    free(half.bytes);
    free(all.bytes);
}

static void test_deeper_levels(void **state)
{
    (void)state;
    SmallBytes quarter = make(3, 1000), deep = make(4, 1000);
    assert_true(deep.count < quarter.count);
    assert_true(compare(&quarter, SLOW_STEP) > 0);
    assert_true(compare(&deep, 7 * SLOW_STEP) > 0);
    free(quarter.bytes);
    free(deep.bytes);
}

/* A book of openings answers for each position of its plies, and for no other. */
static void test_openings(void **state)
{
    (void)state;
    enum { LEVEL = 5, PLIES = 7, MEN = 6 };
    const Thin *thin = six->solvable->thin;
    SmallBytes bytes = make(LEVEL, 1000), more = make(LEVEL + 1, 1000);
    assert_true(bytes.count < more.count);
    Small small;
    char why[WHY_MAX];
    uint64_t searched = 0;
    assert_true(small_open(&small, six, bytes.bytes, bytes.count, why));
    for (uint32_t s = 0; s < sectors; s++)
        for (uint64_t i = 0; i < values[s].entries; i += 3) {
            Pos pos;
            int value;
            SmallCost cost;
            six->solvable->unrank(tables, (SectorIndex){s, i}, &pos);
            bool opening = pos.hand[0] + pos.hand[1] >= 2 * MEN - PLIES;
            assert_int_equal(thin->covers(tables, s, LEVEL), opening);
            assert_int_equal(small_ask(&small, &pos, &value, &cost), opening);
            if (opening && value + 1 != small_values_get(&values[s], i))
                fail_msg("sector %u, entry %llu: %d", s, (unsigned long long)i, value);
            searched += opening && cost.nodes > 1;
            if (!opening)
                break; /* one is like the others */
        }
    assert_true(searched > 0);
    small_close(&small);
    free(bytes.bytes);
    free(more.bytes);
}

/* What the position is worth for the side to move. */
static int exact(const Pos *pos)
{
    SectorIndex place;
    Winner winner = six->ops->outcome(six, pos).winner;
    if (winner != WINNER_NONE)
        return winner == WINNER_DRAW ? 0 : winner == (pos->turn ? WINNER_P2 : WINNER_P1) ? 1 : -1;
    assert_true(six->solvable->rank(tables, pos, &place));
    return small_values_get(&values[place.sector], place.index) - 1;
}

/* How often a short search gives the value of a position away, of the last ones that a book knows
 * all moves of. */
static int count_slips(SearchMemory *memory, const SearchLimits *limits, bool by_book)
{
    enum { HANDS = 6, EACH = 60 };
    static Search search;
    int slips = 0;
    for (uint32_t s = 0; s < sectors; s++)
        for (int i = 0; i < EACH; i++) {
            Pos pos, next;
            History history;
            uint64_t index = values[s].entries * (uint64_t)i / EACH;
            six->solvable->unrank(tables, (SectorIndex){s, index}, &pos);
            if (pos.hand[0] + pos.hand[1] != HANDS)
                break;
            assert_true(history_begin(&history, six, &pos));
            tt_clear(&memory->tt);
            search_begin(&search, memory, &history, limits);
            while (search_go_on(&search, 0))
                continue;
            history_free(&history);
            assert_int_equal(search.by_book, by_book);
            assert_int_equal(search.known, by_book);
            six->apply(six, &pos, search.best, &next);
            slips += -exact(&next) != exact(&pos);
        }
    return slips;
}

/* The search plays by a book of openings; levels do not, nor who asks for several lines. */
static void test_book(void **state)
{
    (void)state;
    enum { SLOTS = 1 << 10 };
    size_t room = SEARCH_ROOM + (size_t)six->moves_max;
    SearchMemory memory = {.tt = {malloc(SLOTS * sizeof(TTSlot)), SLOTS},
                           .moves = malloc(room * sizeof(Move)),
                           .order = malloc(room * sizeof(int32_t)),
                           .room = room};
    SmallBytes bytes = make(5, 1000);
    Small small;
    char why[WHY_MAX];
    SearchLimits alone = {.nodes = 100}, level = {.nodes = 100, .level = 9};
    SearchLimits lines = {.nodes = 100, .lines = 2};
    assert_true(small_open(&small, six, bytes.bytes, bytes.count, why));
    assert_true(count_slips(&memory, &alone, false) > 0);
    memory.book = small_oracle(&small);
    assert_int_equal(count_slips(&memory, &alone, true), 0);
    count_slips(&memory, &level, false);
    count_slips(&memory, &lines, false);
    small_close(&small);
    free(bytes.bytes);
    free(memory.tt.slots);
    free(memory.moves);
    free(memory.order);
}

/* With networks the answers are the same, and the guesses cost fewer bits. */
static void test_networks(void **state)
{
    (void)state;
    SmallBytes bytes = make(2, 0);
    assert_true(compare(&bytes, SLOW_STEP) > 0);
    free(bytes.bytes);
    SmallPlan plan = {six, tables, 2, 20000, 10, 0};
    SmallBytes part = {0};
    SmallReport with, without;
    char why[WHY_MAX];
    uint32_t number = 0;
    for (Sector sector; number < sectors; number++) {
        six->solvable->sector(tables, number, &sector);
        if (strcmp(sector.name, "5-5") == 0)
            break;
    }
    assert_true(small_make_sector(&plan, number, &values[number], &part, &with, why));
    free(part.bytes);
    part = (SmallBytes){0};
    plan.worth = 1000;
    assert_true(small_make_sector(&plan, number, &values[number], &part, &without, why));
    free(part.bytes);
    assert_int_equal(with.kept, without.kept);
    assert_true(with.guessed < 0.7 * without.guessed);
}

/* The start of the game, by the Oracle that front ends get; and a position without a number. */
static void test_oracle(void **state)
{
    (void)state;
    SmallBytes bytes = make(2, 1000);
    Small small;
    Pos pos;
    Known known;
    char why[WHY_MAX];
    assert_true(small_open(&small, six, bytes.bytes, bytes.count, why));
    Oracle oracle = small_oracle(&small);
    six->ops->start(six, 1, &pos);
    assert_true(oracle.ask(oracle.context, &pos, &known));
    assert_int_equal(known.value, 0);
    assert_int_equal(known.plies, -1);
    pos.hand[0] = 4; /* no play leads there */
    assert_false(oracle.ask(oracle.context, &pos, &known));
    small_close(&small);
    free(bytes.bytes);
}

static bool opens(const uint8_t *bytes, size_t count, const Game *game)
{
    Small small;
    char why[WHY_MAX] = "";
    uint8_t *exact = malloc(count ? count : 1); /* so that a sanitizer sees what is behind */
    memcpy(exact, bytes, count);
    bool good = small_open(&small, game, exact, count, why);
    if (good)
        small_close(&small);
    else
        assert_true(why[0]);
    free(exact);
    return good;
}

static void test_damage_is_refused(void **state)
{
    (void)state;
    SmallBytes bytes = make(3, 1000);
    Game *other = test_open("six,flying"), *mur = test_open("mur");
    assert_true(opens(bytes.bytes, bytes.count, six));
    assert_false(opens(bytes.bytes, bytes.count, other));
    assert_false(opens(bytes.bytes, bytes.count, mur));
    for (size_t cut = 0; cut < bytes.count; cut += cut < 600 ? 1 : 977)
        assert_false(opens(bytes.bytes, cut, six));
    assert_false(opens(bytes.bytes, bytes.count - 1, six));
    for (size_t at = 0; at < bytes.count; at += at < 600 ? 1 : 977) {
        bytes.bytes[at] ^= 1;
        assert_false(opens(bytes.bytes, bytes.count, six));
        bytes.bytes[at] ^= 1;
    }
    game_close(other);
    game_close(mur);
    free(bytes.bytes);
}

/* Static functions by themselves: keys that they were made for, few and many. */
static void test_planes(void **state)
{
    static const size_t counts[] = {1, 2, 63, 64, 65, 1000, 3072, 3073, 50000};
    (void)state;
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        size_t count = counts[c];
        uint64_t *keys = malloc(count * sizeof *keys);
        uint8_t *bits = malloc(count);
        SmallBytes bytes = {0};
        SmallPlane plane = {0};
        for (size_t i = 0; i < count; i++) {
            keys[i] = small_key(7, i * i);
            bits[i] = (uint8_t)(i % 3 == 0);
        }
        assert_true(small_fill(&bytes, 5, keys, bits, count, &plane.chunks, &plane.bytes));
        plane.table = bytes.bytes;
        plane.data = bytes.bytes + 4 * (plane.chunks + 1);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(small_plane_get(&plane, 5, keys[i]), bits[i]);
        if (count > 10000) /* a bit each, and few more */
            assert_true((double)bytes.count * 8 < 1.04 * (double)count);
        free(bytes.bytes);
        free(keys);
        free(bits);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_planes),        cmocka_unit_test(test_all_of_six),
        cmocka_unit_test(test_deeper_levels), cmocka_unit_test(test_openings),
        cmocka_unit_test(test_book),          cmocka_unit_test(test_networks),
        cmocka_unit_test(test_oracle),        cmocka_unit_test(test_damage_is_refused),
    };
    return cmocka_run_group_tests(tests, solve_six, forget_six);
}
