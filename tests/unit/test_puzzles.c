/* SPDX-License-Identifier: MIT */
/* Puzzles: what is made is right, also for the second implementation of the rules; what is spoilt
 * is refused with a reason that names the fault; texts read back to the same. */
#include "unit/support.h"

#include "puzzle/make.h"
#include "puzzle/puzzle.h"
#include "reference/ref.h"

static const Oracle nobody = {NULL, NULL};

#ifdef __SANITIZE_ADDRESS__
enum { COUNT = 1 };
#else
enum { COUNT = 2 };
#endif

static Puzzle puzzle_of(const char *variant, const char *line)
{
    Puzzle puzzle;
    char why[WHY_MAX] = "";
    if (!puzzle_read_short(line, variant, &puzzle, why))
        fail_msg("%s: %s", line, why);
    return puzzle;
}

static void check_good(const Puzzle *puzzle, const Game *game)
{
    char why[WHY_MAX] = "";
    if (!puzzle_check(puzzle, game, &nobody, 0, why))
        fail_msg("%s %s: %s", puzzle->variant, puzzle->position, why);
}

static void check_bad(const Puzzle *puzzle, const Game *game, const char *words)
{
    char why[WHY_MAX] = "";
    if (puzzle_check(puzzle, game, &nobody, 0, why))
        fail_msg("%s %s: should be wrong: %s", puzzle->variant, puzzle->position, words);
    if (!strstr(why, words))
        fail_msg("%s: \"%s\" instead of \"%s\"", puzzle->variant, why, words);
}

static void set_move(Puzzle *puzzle, int i, const char *text)
{
    strcpy(puzzle->line[i], text);
}

/* --- Made puzzles ------------------------------------------------------------------------------
 */

/* Does `who` win within so many plies, by the second implementation? */
static bool ref_forced(const RefFamily *family, const char *variant, const RefState *state,
                       int turn, int who, int plies)
{
    const char *wanted = who ? "p2win" : "p1win", *result = family->result(variant, state);
    if (strcmp(result, "none") != 0 || plies <= 0)
        return strcmp(result, wanted) == 0;
    RefMoves moves = {0};
    family->moves(variant, state, &moves);
    bool forced = turn != who;
    for (int i = 0; i < moves.count && forced == (turn != who); i++) {
        RefState next;
        family->apply(variant, state, moves.text[i], &next);
        forced = ref_forced(family, variant, &next, !turn, who, plies - 1);
    }
    ref_moves_free(&moves);
    return forced;
}

/* The first move wins within the line's length, and no other one does. */
static int check_by_reference(const Puzzle *puzzle, int who)
{
    const RefFamily *family = ref_family(puzzle->variant);
    RefState state, next;
    RefMoves moves = {0};
    char why[REF_WHY_MAX];
    int good = 0;
    assert_true(family->read(puzzle->variant, puzzle->position, &state, why));
    family->moves(puzzle->variant, &state, &moves);
    for (int i = 0; i < moves.count; i++) {
        family->apply(puzzle->variant, &state, moves.text[i], &next);
        bool wins = ref_forced(family, puzzle->variant, &next, !who, who, puzzle->length - 1);
        assert_int_equal(wins, strcmp(moves.text[i], puzzle->line[0]) == 0);
        good += wins;
    }
    ref_moves_free(&moves);
    assert_int_equal(good, 1);
    return 1;
}

static void check_made(const char *variant, int count, int *by_reference)
{
    Game *game = test_open(variant);
    Maker *one = maker_open(game, &nobody, 3), *two = maker_open(game, &nobody, 3);
    assert_true(one && two);
    for (int i = 0; i < count; i++) {
        Puzzle a, b;
        Line line;
        char why[WHY_MAX], text[2][PUZZLE_TEXT_MAX];
        Str s = str_over(text[0], PUZZLE_TEXT_MAX), t = str_over(text[1], PUZZLE_TEXT_MAX);
        assert_true(maker_next(one, &a) && maker_next(two, &b));
        puzzle_write(&a, &s);
        puzzle_write(&b, &t);
        assert_string_equal(text[0], text[1]);
        check_good(&a, game);
        assert_true(puzzle_line(&a, game, &line, why));
        assert_in_range(a.level, 1, LEVEL_MAX);
        if (a.goal == &goals[GOAL_WIN] && a.length <= 3 && *by_reference < 6)
            *by_reference += check_by_reference(&a, line.pos[0].turn);
    }
    maker_close(one);
    maker_close(two);
    game_close(game);
}

static void test_made_puzzles_are_right(void **state)
{
    (void)state;
    int by_reference = 0;
    check_made("nine", 3 * COUNT, &by_reference);
    check_made("six", COUNT, &by_reference);
    check_made("twelve", COUNT, &by_reference);
    check_made("stacking", COUNT, &by_reference);
    check_made("mur", 2 * COUNT, &by_reference);
    check_made("morelli,size=7", COUNT, &by_reference);
    assert_true(by_reference > 0);
}

/* --- Spoilt puzzles ----------------------------------------------------------------------------
 */

static const char mill[] = ".w..b..w/w.bb.b.w/...w...w w 0 0|mill|2acjkopr|b4-b2 d2-f2xa4 c4-b4xg1";
static const char win[] =
    "bwbbbwbw/w.bwb.w./...w.bw. w 0 0|win|5jlmos|b6-d6 f2-d2 e4-e3 d2-f2 b2-d2";

static void test_spoilt_puzzles_are_refused(void **state)
{
    (void)state;
    Game *nine = test_open("nine");
    Puzzle good = puzzle_of("nine", mill), bad;
    check_good(&good, nine);
    bad = good;
    bad.goal = &goals[GOAL_FRAME];
    check_bad(&bad, nine, "does not reach the goal");
    bad = good;
    bad.length -= 2;
    check_bad(&bad, nine, "does not reach the goal");
    bad = good;
    bad.length -= 1;
    check_bad(&bad, nine, "is not the solver's");
    bad = good;
    set_move(&bad, 0, "a8");
    check_bad(&bad, nine, "move 1 of the line is not legal");
    bad = good;
    bad.position[0] = 'x';
    check_bad(&bad, nine, "its position cannot be read");
    bad = good;
    bad.goal = &goals[GOAL_DRAW];
    check_bad(&bad, nine, "only a database of nine can tell");
    bad = good;
    bad.length = 0;
    check_bad(&bad, nine, "no moves");
    game_close(nine);
}

/* Every other first move is refused, and so is every shorter defence. */
static void test_other_moves_are_refused(void **state)
{
    (void)state;
    Game *nine = test_open("nine");
    const char *const lines[] = {mill, win};
    for (int k = 0; k < 2; k++) {
        Puzzle good = puzzle_of("nine", lines[k]), bad = good;
        Line line;
        char why[WHY_MAX];
        Move *moves = malloc(nine->moves_max * sizeof *moves);
        check_good(&good, nine);
        assert_true(moves && puzzle_line(&good, nine, &line, why));
        int count = nine->moves(nine, &line.pos[0], moves);
        bad.length = 1;
        for (int i = 0; i < count; i++) {
            set_move(&bad, 0, test_move_text(nine, &line.pos[0], moves[i]));
            assert_false(puzzle_check(&bad, nine, &nobody, 0, why));
        }
        free(moves);
    }
    game_close(nine);
}

/* --- Known values ------------------------------------------------------------------------------
 */

/* An oracle for which every position is lost. */
static bool say_lost(void *context, const Pos *pos, Known *out)
{
    (void)context, (void)pos;
    *out = (Known){-1, 4};
    return true;
}

static void test_values_are_not_believed_blindly(void **state)
{
    (void)state;
    Game *six = test_open("six");
    Oracle liar = {say_lost, NULL};
    Puzzle puzzle = puzzle_of("six", "bwbbw.w./..w..... b 2 3|draw|1|d2");
    char why[WHY_MAX] = "";
    assert_false(puzzle_check(&puzzle, six, &liar, 0, why));
    assert_non_null(strstr(why, "contradicts itself"));
    assert_false(puzzle_check(&puzzle, six, &nobody, 0, why));
    assert_non_null(strstr(why, "--db DIR"));
    game_close(six);
}

/* --- Texts -------------------------------------------------------------------------------------
 */

static void test_short_lines(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "a",
                                      "a|b",
                                      "a|win|3",
                                      "a|win|x|b1",
                                      "a|win|3zz|b1",
                                      "a|win|3ba|b1",
                                      "a|win|3|",
                                      "a|win|3|b1 ",
                                      "a|lose|3|b1",
                                      "a|win|33|b1",
                                      "a|win|3|b1  b2"};
    Puzzle puzzle = puzzle_of("nine", mill);
    char text[PUZZLE_TEXT_MAX], why[WHY_MAX];
    Str s = str_over(text, sizeof text);
    puzzle_write_short(&puzzle, &s);
    assert_string_equal(text, mill);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        why[0] = '\0';
        if (puzzle_read_short(bad[i], "nine", &puzzle, why))
            fail_msg("'%s' should be refused", bad[i]);
        assert_true(why[0] != '\0');
    }
}

/* The page computes the same names. */
static void test_ids(void **state)
{
    (void)state;
    Puzzle puzzle = {.variant = "nine", .position = "x", .goal = &goals[GOAL_WIN]};
    char id[PUZZLE_ID_MAX];
    puzzle_id(&puzzle, id);
    assert_string_equal(id, "yshe085g");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_made_puzzles_are_right),
        cmocka_unit_test(test_spoilt_puzzles_are_refused),
        cmocka_unit_test(test_other_moves_are_refused),
        cmocka_unit_test(test_values_are_not_believed_blindly),
        cmocka_unit_test(test_short_lines),
        cmocka_unit_test(test_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
