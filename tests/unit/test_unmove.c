/* SPDX-License-Identifier: MIT */
/* Moves taken back against moves: what is before a position, and nothing else. Boards are random;
 * crowded ones, all in a few spokes, are full of knocks, traps and ships that cannot move. */
#include "unit/support.h"

#include "base/bits.h"
#include "core/unmove.h"
#include "games/mur/mur.h"

#ifdef __SANITIZE_ADDRESS__
enum { SLOW = 4 };
#else
enum { SLOW = 1 };
#endif

/* Which kinds of moves were taken back. */
typedef struct Seen {
    int place, quiet, own, enemy, kraken, trapped, stuck;
} Seen;

/* Ships and kraken on the first `points` of the board turned by some spokes. */
static Pos random_pos(const Game *game, Rng *rng, int points)
{
    int ships = mur_rules(game)->ships;
    for (;;) {
        uint32_t piece[3] = {0}, all = 0, turn = 3 * rng_below(rng, MUR_SPOKES);
        int count[3] = {1, ships, ships};
        for (int i = 1; i < 3; i++)
            if (rng_below(rng, 4) == 0) /* no placements then, so that there is room for others */
                count[i] = (int)rng_below(rng, (uint32_t)ships + 1);
        if (1 + count[1] + count[2] > points)
            continue;
        for (int i = 0; i < 3; i++)
            while (count[i]) {
                uint32_t p = rng_below(rng, (uint32_t)points);
                uint32_t bit = 1u << (p ? (p - 1 + turn) % (MUR_POINTS - 1) + 1 : 0);
                if (all & bit)
                    continue;
                all |= bit;
                piece[i] |= bit;
                count[i]--;
            }
        Pos pos = {.turn = (uint8_t)rng_below(rng, 2)};
        pos.extra[0] = (uint8_t)bits_first(piece[0]);
        pos.stones[0][0] = piece[1];
        pos.stones[1][0] = piece[2];
        pos.key = mur_key(game, &pos);
        return pos;
    }
}

static bool is_same_board(const Pos *a, const Pos *b)
{
    return a->stones[0][0] == b->stones[0][0] && a->stones[1][0] == b->stones[1][0] &&
           a->extra[0] == b->extra[0] && a->turn == b->turn && a->score[0] == b->score[0] &&
           a->score[1] == b->score[1];
}

static void note_kind(Seen *seen, const Pos *pos, Move move)
{
    MurPlay done = mur_play(pos, move);
    if (done.kind == MUR_PLACE)
        seen->place++;
    else if (done.kind == MUR_WITHDRAW && mur_due(pos))
        seen->trapped++;
    else if (done.kind == MUR_WITHDRAW)
        seen->stuck++;
    else if (done.land == POINT_NONE)
        seen->quiet++;
    else if (mur_ships(pos, pos->turn) >> done.to & 1)
        seen->own++;
    else if (done.to == pos->extra[0])
        seen->kraken++;
    else
        seen->enemy++;
}

/* Every move that does not score is found again from where it leads, and none of the others. */
static void check_moves(const Game *game, const Pos *pos, Pos *before, Seen *seen)
{
    Move moves[MUR_MOVES_MAX + 4];
    int count = game->moves(game, pos, moves);
    for (int i = 0; i < count; i++) {
        Pos next;
        game->apply(game, pos, moves[i], &next);
        bool scores = next.score[0] != pos->score[0] || next.score[1] != pos->score[1],
             found = false;
        int n = mur_unmoves(game, &next, before);
        assert_true(n <= UNMOVES_MAX);
        for (int k = 0; k < n; k++)
            found |= is_same_board(&before[k], pos);
        if (found == scores)
            fail_msg("%s %s %s: %s", game->id, test_pos_text(game, pos),
                     test_move_text(game, pos, moves[i]), found ? "found" : "not found");
        if (!scores)
            note_kind(seen, pos, moves[i]);
    }
}

/* Whatever is said to be before a position has a move that leads to it. */
static void check_before(const Game *game, const Pos *pos, Pos *before)
{
    int n = mur_unmoves(game, pos, before);
    for (int k = 0; k < n; k++) {
        Move moves[MUR_MOVES_MAX + 4];
        bool found = false;
        for (int i = game->moves(game, &before[k], moves); i-- > 0;) {
            Pos next;
            game->apply(game, &before[k], moves[i], &next);
            found |= is_same_board(&next, pos);
        }
        assert_true(before[k].key == mur_key(game, &before[k]));
        if (!found)
            fail_msg("%s: no move from %s leads to %s", game->id, test_pos_text(game, &before[k]),
                     test_pos_text(game, pos));
    }
}

/* Moves that are not listed as exits score nothing, and there are some if it says so. */
static void check_exits(const Game *game, const Pos *pos)
{
    Move moves[MUR_MOVES_MAX + 4], exits[MUR_MOVES_MAX + 4];
    bool inside;
    int count = game->moves(game, pos, moves), n = mur_exits(game, pos, exits, &inside);
    assert_true(n <= count && inside == (n < count));
    for (int i = 0, k = 0; i < count; i++) {
        Pos next;
        game->apply(game, pos, moves[i], &next);
        bool listed = k < n && exits[k] == moves[i];
        k += listed;
        assert_true(listed || (next.score[0] == pos->score[0] && next.score[1] == pos->score[1]));
    }
}

static void check_variant(const char *variant, int tries, Seen *seen)
{
    Game *game = test_open(variant);
    Rng rng = {test_seed()};
    Pos *before = malloc(UNMOVES_MAX * sizeof *before);
    for (int i = 0; i < tries / SLOW; i++) {
        static const int points[] = {10, 13, 16, 19, MUR_POINTS};
        Pos pos = random_pos(game, &rng, points[i % 5]);
        check_moves(game, &pos, before, seen);
        check_before(game, &pos, before);
        check_exits(game, &pos);
    }
    free(before);
    game_close(game);
}

static void test_moves_are_taken_back(void **state)
{
    (void)state;
    static const char *const variants[] = {
        "mur",         "mur,kraken=any",         "mur,ships=5", "mur,ships=4",
        "mur,ships=3", "mur,ships=3,kraken=any", "mur,ships=2"};
    Seen seen = {0};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        check_variant(variants[i], 4000, &seen);
    assert_true(seen.place > 1000 && seen.quiet > 1000 && seen.own > 500 / SLOW &&
                seen.enemy > 1000 && seen.kraken > 1000 && seen.trapped > 100 / SLOW);
}

/* Nobody can place or move a ship here, so one is withdrawn; too rare for random boards. */
static void test_withdrawals_are_taken_back(void **state)
{
    (void)state;
    Game *game = test_open("mur");
    Pos *before = malloc(UNMOVES_MAX * sizeof *before);
    Pos stuck = test_pos(game, "......../.wwkw.ww/bwbbwbbb/b b 0 0");
    Seen seen = {0};
    check_moves(game, &stuck, before, &seen);
    assert_int_equal(seen.stuck, 7);
    free(before);
    game_close(game);
}

/* Positions and their images have one number and lead back to it; all numbers of a position are
 * known from each of them, and one of them is counted. */
static void check_numbers(const char *variant, int tries)
{
    Game *game = test_open(variant);
    const Solvable *ops = game->solvable;
    void *tables = ops->open(game);
    Rng rng = {test_seed()};
    for (int i = 0; i < tries / SLOW; i++) {
        Pos pos = random_pos(game, &rng, MUR_POINTS), image, back;
        SectorIndex place, other;
        uint64_t same[INDICES_MAX];
        assert_true(ops->rank(tables, &pos, &place));
        ops->unrank(tables, place, &back);
        assert_true(ops->rank(tables, &back, &other));
        assert_true(other.sector == place.sector && other.index == place.index);
        int n = ops->unmove->same(tables, place, same), counted = 0;
        for (int k = 0; k < n; k++) {
            uint8_t orbit;
            ops->orbits(tables, (SectorIndex){place.sector, same[k]}, 1, &orbit);
            counted += orbit > 0;
        }
        assert_int_equal(counted, 1);
        for (int g = 0; g < game->shape.symmetry_count; g++) {
            game->ops->transform(game, &pos, game->shape.symmetry[g], &image);
            assert_true(ops->rank(tables, &image, &other));
            int k = 0;
            while (k < n && same[k] != other.index)
                k++;
            assert_true(other.sector == place.sector && k < n);
        }
    }
    ops->close(tables);
    game_close(game);
}

static void test_numbers_of_fleets(void **state)
{
    (void)state;
    check_numbers("mur,ships=2", 4000);
    check_numbers("mur,ships=4", 20000);
    check_numbers("mur,ships=5", 20000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves_are_taken_back),
        cmocka_unit_test(test_withdrawals_are_taken_back),
        cmocka_unit_test(test_numbers_of_fleets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
