/* SPDX-License-Identifier: MIT */
/* The numbering, apart from everything that uses it: all positions of small sectors are listed here
 * by brute force, with symmetries written down again, and compared with rank, unrank and orbits.
 * Wanted is a bijection between the entries that count and the positions up to symmetry. */
#include "unit/solving.h"

#include "base/bits.h"

#include <stdlib.h>

enum { MOST_POINTS = 25, RING = 8, GROUP = 16 };

/* Own men, enemy men, and the kraken's point + 1 (0: there is none). */
typedef struct Men {
    uint32_t own, enemy, kraken;
} Men;

/* A board and its symmetries: the rings turn and are mirrored, and those of Morris also go inside
 * out. */
typedef struct Board {
    int points;
    bool kraken;
    int group;
    uint8_t to[GROUP][MOST_POINTS];
} Board;

static Board morris_board(int squares)
{
    Board b = {.points = RING * squares, .group = GROUP};
    for (int g = 0; g < GROUP; g++)
        for (int p = 0; p < b.points; p++) {
            int place = p % RING, square = p / RING;
            int turned = (g & 4 ? RING - place : place) + 2 * (g & 3);
            b.to[g][p] = (uint8_t)((g & 8 ? squares - 1 - square : square) * RING + turned % RING);
        }
    return b;
}

static Board mur_board(void)
{
    Board b = {.points = MOST_POINTS, .kraken = true, .group = GROUP};
    for (int g = 0; g < GROUP; g++)
        for (int p = 1; p < MOST_POINTS; p++) {
            int spoke = (p - 1) / 3, ring = (p - 1) % 3;
            int turned = (g & 8 ? RING - spoke : spoke) + (g & 7);
            b.to[g][p] = (uint8_t)(1 + turned % RING * 3 + ring);
        }
    return b;
}

static uint32_t map(const Board *b, int g, uint32_t set)
{
    uint32_t out = 0;
    for (; set; set &= set - 1)
        out |= 1u << b->to[g][__builtin_ctz(set)];
    return out;
}

static uint64_t code_of(Men m)
{
    return (uint64_t)m.kraken << 50 | (uint64_t)m.enemy << 25 | m.own;
}

/* The least code of all images, and how many different images there are. */
static uint64_t least_image(const Board *b, Men m, int *orbit)
{
    uint64_t least = code_of(m);
    int stay = 0;
    for (int g = 0; g < b->group; g++) {
        Men image = {map(b, g, m.own), map(b, g, m.enemy),
                     m.kraken ? b->to[g][m.kraken - 1] + 1u : 0};
        uint64_t code = code_of(image);
        stay += code == code_of(m);
        least = code < least ? code : least;
    }
    *orbit = b->group / stay;
    return least;
}

/* What a sector's name says. */
typedef struct Kind {
    int own, enemy, hand[2], score[2];
} Kind;

static Kind read_name(const char *name)
{
    Kind k = {0};
    if (sscanf(name, "%d-%d-hand-%d-%d", &k.own, &k.enemy, &k.hand[0], &k.hand[1]) != 4)
        k.hand[0] = k.hand[1] = 0;
    if (sscanf(name, "%d-%d-score-%d-%d", &k.own, &k.enemy, &k.score[0], &k.score[1]) != 4)
        k.score[0] = k.score[1] = 0;
    return k;
}

static uint64_t choose(int n, int k)
{
    uint64_t ways = 1;
    for (int i = 0; i < k; i++)
        ways = ways * (uint64_t)(n - i) / (uint64_t)(i + 1);
    return k > n ? 0 : ways;
}

/* All arrangements of a sector, symmetric ones apart. */
static uint64_t count_all(const Board *b, Kind k)
{
    int points = b->points - b->kraken;
    return (b->kraken ? (uint64_t)b->points : 1) * choose(points, k.own) *
           choose(points - k.own, k.enemy);
}

static Pos pos_of(Kind k, Men m, int turn)
{
    Pos pos = {.turn = (uint8_t)turn, .extra = {(uint8_t)(m.kraken ? m.kraken - 1 : 0)}};
    pos.stones[turn][0] = m.own;
    pos.stones[!turn][0] = m.enemy;
    for (int side = 0; side < 2; side++) {
        pos.hand[side ^ turn] = (uint8_t)k.hand[side];
        pos.score[side ^ turn] = (uint8_t)k.score[side];
    }
    return pos;
}

/* A sector under test. */
typedef struct Trial {
    const Game *game;
    const void *tables;
    const Board *board;
    uint32_t sector;
    Sector about;
    Kind kind;
    uint64_t *least;   /* of every entry */
    uint64_t *counted; /* of those that count, in order */
    uint64_t positions, classes;
} Trial;

static int by_size(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Every entry is a position of the sector; those that count are all different. */
static void look_at_entries(Trial *t)
{
    size_t counted = 0;
    for (uint64_t i = 0; i < t->about.entries; i++) {
        Pos pos;
        uint8_t orbit;
        int right;
        t->game->solvable->unrank(t->tables, (SectorIndex){t->sector, i}, &pos);
        t->game->solvable->orbits(t->tables, (SectorIndex){t->sector, i}, 1, &orbit);
        Men m = {(uint32_t)pos.stones[0][0], (uint32_t)pos.stones[1][0],
                 t->board->kraken ? pos.extra[0] + 1u : 0};
        Pos same = pos_of(t->kind, m, 0);
        assert_true(bits_count(m.own) == t->kind.own && bits_count(m.enemy) == t->kind.enemy);
        assert_true(!(m.own & m.enemy) && !((m.own | m.enemy) >> t->board->points));
        assert_true(!m.kraken || !((m.own | m.enemy) >> (m.kraken - 1) & 1));
        assert_memory_equal(&same.turn, &pos.turn, sizeof pos - offsetof(Pos, turn));
        t->least[i] = least_image(t->board, m, &right);
        assert_true(!orbit || orbit == right);
        if (orbit)
            t->counted[counted++] = t->least[i];
        t->positions += orbit;
    }
    qsort(t->counted, counted, sizeof *t->counted, by_size);
    for (size_t i = 1; i < counted; i++)
        assert_true(t->counted[i - 1] < t->counted[i]);
    t->classes = counted;
    for (uint64_t i = 0; i < t->about.entries; i++) /* also those that do not count */
        assert_non_null(bsearch(&t->least[i], t->counted, counted, sizeof *t->counted, by_size));
}

/* The number of a position, whoever has which colour, belongs to it or to an image of it. */
static void look_up(const Trial *t, Men m, uint64_t least)
{
    for (int turn = 0; turn < 2; turn++) {
        SectorIndex found;
        Pos pos = pos_of(t->kind, m, turn);
        assert_true(t->game->solvable->rank(t->tables, &pos, &found));
        assert_int_equal(found.sector, t->sector);
        assert_true(found.index < t->about.entries);
        assert_true(t->least[found.index] == least);
    }
}

/* The next set with as many points, by moving its lowest movable one: false after the last. */
static bool next_set(uint32_t *set, int points)
{
    int run = 0;
    for (int p = 0; p < points; p++) {
        if (!(*set >> p & 1))
            continue;
        if (p + 1 < points && !(*set >> (p + 1) & 1)) {
            *set &= ~((2u << p) - 1);
            *set |= 2u << p | ((1u << run) - 1);
            return true;
        }
        run++;
    }
    return false;
}

/* All arrangements with this kraken and these enemies. Returns how many. */
static uint64_t look_at_own(Trial *t, uint32_t enemy, uint32_t kraken, uint64_t *classes)
{
    uint32_t own = (1u << t->kind.own) - 1, taken = enemy | (kraken ? 1u << (kraken - 1) : 0);
    uint64_t seen = 0;
    do {
        if (own & taken)
            continue;
        Men m = {own, enemy, kraken};
        int orbit;
        uint64_t least = least_image(t->board, m, &orbit);
        look_up(t, m, least);
        *classes += least == code_of(m);
        seen++;
    } while (next_set(&own, t->board->points));
    return seen;
}

static void look_at_positions(Trial *t)
{
    uint64_t seen = 0, classes = 0;
    uint32_t last = t->board->kraken ? (uint32_t)t->board->points : 0;
    for (uint32_t kraken = t->board->kraken; kraken <= last; kraken++) {
        uint32_t enemy = (1u << t->kind.enemy) - 1;
        do {
            if (!kraken || !(enemy >> (kraken - 1) & 1))
                seen += look_at_own(t, enemy, kraken, &classes);
        } while (next_set(&enemy, t->board->points));
    }
    assert_true(seen == count_all(t->board, t->kind));
    assert_true(seen == t->positions && classes == t->classes);
}

static void try_sector(const Game *game, const void *tables, const Board *board, uint32_t sector)
{
    Trial t = {.game = game, .tables = tables, .board = board, .sector = sector};
    game->solvable->sector(tables, sector, &t.about);
    t.kind = read_name(t.about.name);
    t.least = malloc((t.about.entries + 1) * sizeof *t.least);
    t.counted = malloc((t.about.entries + 1) * sizeof *t.counted);
    look_at_entries(&t);
    look_at_positions(&t);
    free(t.least);
    free(t.counted);
}

/* Every `every`th sector with at most `most` arrangements, and the one named `also`. */
static void try_variant(const char *variant, const Board *board, uint64_t most, uint32_t every,
                        const char *also)
{
    Game *game = test_open(variant);
    void *tables = game->solvable->open(game);
    uint32_t small = 0, tried = 0, named = 0;
    for (uint32_t s = 0; s < game->solvable->sectors(tables); s++) {
        Sector about;
        game->solvable->sector(tables, s, &about);
        bool is_named = also && strcmp(about.name, also) == 0;
        bool fits = count_all(board, read_name(about.name)) <= most / SLOW;
        if (is_named || (fits && small++ % every == 0)) {
            try_sector(game, tables, board, s);
            tried++;
            named += is_named;
        }
    }
    assert_true(tried > 5 / SLOW && named == (also != NULL));
    game->solvable->close(tables);
    game_close(game);
}

static void test_morris(void **state)
{
    (void)state;
    Board two = morris_board(2), three = morris_board(3);
    try_variant("six", &two, 250000, 2, SLOW > 1 ? NULL : "6-5");
    try_variant("six,flying,diagonals,remove=2", &two, 50000, 4, NULL);
    try_variant("nine", &three, 300000, 2, SLOW > 1 ? NULL : "3-3");
    try_variant("nine,diagonals,remove=2", &three, 50000, 2, NULL);
    try_variant("twelve", &three, 300000, 4, NULL);
}

static void test_mur(void **state)
{
    (void)state;
    Board board = mur_board();
    try_variant("mur,ships=2", &board, 50000, 3, SLOW > 1 ? NULL : "2-1-score-0-0");
    try_variant("mur,ships=3", &board, 160000, 9, NULL);
}

/* The symmetries above are those of the games. */
static void test_symmetries(void **state)
{
    (void)state;
    static const char *const variants[] = {"six", "nine", "mur,ships=3"};
    Board boards[] = {morris_board(2), morris_board(3), mur_board()};
    for (int v = 0; v < 3; v++) {
        Game *game = test_open(variants[v]);
        assert_int_equal(game->shape.symmetry_count, GROUP);
        for (int g = 0; g < GROUP; g++) {
            int found = 0;
            for (int h = 0; h < GROUP; h++) {
                int p = 0;
                while (p < boards[v].points && game->shape.symmetry[h][p] == boards[v].to[g][p])
                    p++;
                found += p == boards[v].points;
            }
            assert_int_equal(found, 1);
        }
        game_close(game);
    }
}

/* The table of sizes of every sector: classes of enemy sets by Burnside's count, times the
 * arrangements of the mover's men. */
static void test_sizes(void **state)
{
    (void)state;
    static const char *const variants[] = {"six", "nine", "nine,remove=2", "twelve"};
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        Game *game = test_open(variants[v]);
        void *tables = game->solvable->open(game);
        for (uint32_t s = 0; s < game->solvable->sectors(tables); s++) {
            Sector about;
            game->solvable->sector(tables, s, &about);
            Kind k = read_name(about.name);
            assert_true(about.entries == burnside(&game->shape, 0, k.enemy) *
                                             choose(game->shape.point_count - k.enemy, k.own));
        }
        game->solvable->close(tables);
        game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_symmetries),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_morris),
        cmocka_unit_test(test_mur),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
