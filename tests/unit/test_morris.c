/* SPDX-License-Identifier: MIT */
/* Nine, six and twelve men's morris, clause by clause of the rules file: its board, its options,
 * Play 1 to 6, move text and position text. Every position and every list of moves here was worked
 * out by hand from the rules. Stacking Morris has its own file. */
#include "unit/support.h"

#include "core/history.h"
#include "games/morris/morris.h"

/* ---- Saying what is expected ---------------------------------------------------------------- */

enum { LIST_MAX = 600, JOINED_MAX = LIST_MAX * 16 };

typedef struct List {
    int count;
    const char *word[LIST_MAX];
    char text[JOINED_MAX]; /* what the words point into */
} List;

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Splits the words in list->text and sorts them. */
static void split_list(List *list)
{
    list->count = 0;
    for (char *word = strtok(list->text, " "); word; word = strtok(NULL, " ")) {
        assert_true(list->count < LIST_MAX);
        list->word[list->count++] = word;
    }
    qsort(list->word, (size_t)list->count, sizeof *list->word, compare_words);
}

/* The legal moves whose text begins with `prefix`. */
static void list_moves(const Game *game, const Pos *pos, const char *prefix, List *list)
{
    Move *moves = malloc(game->moves_max * sizeof *moves);
    int count = game->moves(game, pos, moves);
    Str s = str_over(list->text, sizeof list->text);
    for (int i = 0; i < count; i++) {
        const char *text = test_move_text(game, pos, moves[i]);
        if (strncmp(text, prefix, strlen(prefix)) == 0)
            str_format(&s, "%s ", text);
    }
    assert_false(s.full);
    free(moves);
    split_list(list);
}

/* The moves that begin with `prefix` are exactly these, in any order. */
static void expect_moves(const char *variant, const char *position, const char *prefix,
                         const char *expected)
{
    static List ours, theirs;
    Game *game = test_open(variant);
    Pos pos = test_pos(game, position);
    list_moves(game, &pos, prefix, &ours);
    snprintf(theirs.text, sizeof theirs.text, "%s", expected);
    split_list(&theirs);
    for (int i = 0; i < ours.count || i < theirs.count; i++) {
        const char *a = i < ours.count ? ours.word[i] : "(none)";
        const char *b = i < theirs.count ? theirs.word[i] : "(none)";
        if (strcmp(a, b) != 0)
            fail_msg("%s at %s: move %s, expected %s", variant, position, a, b);
    }
    game_close(game);
}

static void expect_count(const char *variant, const char *position, const char *prefix, int count)
{
    static List list;
    Game *game = test_open(variant);
    Pos pos = test_pos(game, position);
    list_moves(game, &pos, prefix, &list);
    if (list.count != count)
        fail_msg("%s at %s: %d moves %s..., expected %d", variant, position, list.count, prefix,
                 count);
    game_close(game);
}

/* The move is legal and leads here. */
static void expect_after(const char *variant, const char *position, const char *move,
                         const char *after)
{
    Game *game = test_open(variant);
    Pos pos = test_pos(game, position), next;
    game->apply(game, &pos, test_move(game, &pos, move), &next);
    assert_string_equal(test_pos_text(game, &next), after);
    game_close(game);
}

/* The move is refused, with `key` in the English reason and another reason in Japanese. */
static void expect_illegal(const char *variant, const char *position, const char *move,
                           const char *key)
{
    Game *game = test_open(variant);
    Pos pos = test_pos(game, position);
    char why[LANG_COUNT][WHY_MAX] = {"", ""};
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        Move out = 77;
        if (game->ops->read_move(game, &pos, move, (Lang)lang, &out, why[lang]))
            fail_msg("%s at %s: %s should be refused", variant, position, move);
        assert_true(out == 77);
    }
    if (!strstr(why[LANG_EN], key))
        fail_msg("%s at %s: %s refused with '%s', not with '%s'", variant, position, move,
                 why[LANG_EN], key);
    assert_true(*why[LANG_JA]);
    assert_string_not_equal(why[LANG_EN], why[LANG_JA]);
    game_close(game);
}

/* How the game stands; a finished one has no moves, and its reason contains `key`. */
static void expect_result(const char *variant, const char *position, Winner winner, const char *key)
{
    static List list;
    Game *game = test_open(variant);
    Pos pos = test_pos(game, position);
    Outcome outcome = game->ops->outcome(game, &pos);
    if (outcome.winner != winner)
        fail_msg("%s at %s: result %d, expected %d", variant, position, outcome.winner, winner);
    list_moves(game, &pos, "", &list);
    assert_int_equal(list.count == 0, winner != WINNER_NONE);
    if (winner != WINNER_NONE) {
        assert_non_null(strstr(outcome.reason->clause.in[LANG_EN], key));
        assert_string_not_equal(outcome.reason->clause.in[LANG_EN],
                                outcome.reason->clause.in[LANG_JA]);
    }
    game_close(game);
}

/* A position text that is refused, with `key` in the reason. */
static void expect_refused(const char *variant, const char *position, const char *key)
{
    Game *game = test_open(variant);
    Pos pos, kept;
    memset(&pos, 0x5a, sizeof pos);
    kept = pos;
    char why[WHY_MAX] = "";
    if (game->ops->read_pos(game, position, LANG_EN, &pos, why))
        fail_msg("%s: '%s' should be refused", variant, position);
    if (!strstr(why, key))
        fail_msg("%s: '%s' refused with '%s', not with '%s'", variant, position, why, key);
    assert_memory_equal(&pos, &kept, sizeof pos);
    game_close(game);
}

/* A position text that is accepted and already canonical. */
static void expect_accepted(const char *variant, const char *position)
{
    Game *game = test_open(variant);
    Pos pos = test_pos(game, position);
    assert_string_equal(test_pos_text(game, &pos), position);
    game_close(game);
}

/* A variant text that is refused, with `key` in the reason. */
static void expect_no_variant(const char *variant, const char *key)
{
    char why[WHY_MAX] = "";
    Game *game = game_open(variant, LANG_EN, why);
    if (game)
        fail_msg("%s should be refused", variant);
    if (!strstr(why, key))
        fail_msg("%s refused with '%s', not with '%s'", variant, why, key);
}

static void expect_variant(const char *variant, const char *canonical)
{
    Game *game = test_open(variant);
    assert_string_equal(game->id, canonical);
    game_close(game);
}

static void expect_start(const char *variant, const char *position)
{
    Game *game = test_open(variant);
    Pos pos;
    game->ops->start(game, 0, &pos);
    assert_string_equal(test_pos_text(game, &pos), position);
    game_close(game);
}

/* ---- Board ---------------------------------------------------------------------------------- */

#define OUTER  "a7 d7 g7 g4 g1 d1 a1 a4"
#define MIDDLE "b6 d6 f6 f4 f2 d2 b2 b4"
#define INNER  "c5 d5 e5 e4 e3 d3 c3 c4"

static void test_board_point_list(void **state)
{
    (void)state;
    static const char *const games[] = {"nine", "six", "twelve", "stacking"};
    for (int g = 0; g < 4; g++) {
        Game *game = test_open(games[g]);
        char names[128];
        Str s = str_over(names, sizeof names);
        for (int p = 0; p < game->shape.point_count; p++)
            str_format(&s, "%s%s", p ? " " : "", game->shape.point[p].name);
        assert_string_equal(names, g == 1 ? MIDDLE " " INNER : OUTER " " MIDDLE " " INNER);
        game_close(game);
    }
}

/* One point and its neighbours: along its square, along its spoke, along its diagonal. */
typedef struct Joined {
    const char *point, *square, *spoke, *diagonal;
} Joined;

static const Joined joined[] = {
    {"a7", "d7 a4", "", "b6"},    {"d7", "a7 g7", "d6", ""},    {"g7", "d7 g4", "", "f6"},
    {"g4", "g7 g1", "f4", ""},    {"g1", "g4 d1", "", "f2"},    {"d1", "g1 a1", "d2", ""},
    {"a1", "d1 a4", "", "b2"},    {"a4", "a1 a7", "b4", ""},    {"b6", "d6 b4", "", "a7 c5"},
    {"d6", "b6 f6", "d7 d5", ""}, {"f6", "d6 f4", "", "g7 e5"}, {"f4", "f6 f2", "g4 e4", ""},
    {"f2", "f4 d2", "", "g1 e3"}, {"d2", "f2 b2", "d1 d3", ""}, {"b2", "d2 b4", "", "a1 c3"},
    {"b4", "b2 b6", "a4 c4", ""}, {"c5", "d5 c4", "", "b6"},    {"d5", "c5 e5", "d6", ""},
    {"e5", "d5 e4", "", "f6"},    {"e4", "e5 e3", "f4", ""},    {"e3", "e4 d3", "", "f2"},
    {"d3", "e3 c3", "d2", ""},    {"c3", "d3 c4", "", "b2"},    {"c4", "c3 c5", "b4", ""},
};

static int point_of(const Game *game, const char *name)
{
    const char *text = name;
    return shape_read_point(&game->shape, &text);
}

/* White men on these points, a black one on `black` (-1: none), White to move; then `rest`. */
static void lay(const Game *game, const int *white, int count, int black, const char *rest,
                char *out)
{
    char at[MORRIS_POINTS];
    memset(at, '.', sizeof at);
    for (int i = 0; i < count; i++)
        at[white[i]] = 'w';
    if (black >= 0)
        at[black] = 'b';
    Str s = str_over(out, POSITION_TEXT_MAX);
    for (int p = 0; p < game->shape.point_count; p++)
        str_format(&s, "%s%c", p && p % 8 == 0 ? "/" : "", at[p]);
    str_format(&s, " w %s", rest);
}

/* Two points that are neither p nor named in `near`. */
static void two_others(const Game *game, int p, const char *near, int *out)
{
    for (int q = 0, found = 0; found < 2; q++)
        if (q != p && !strstr(near, game->shape.point[q].name))
            out[found++] = q;
}

/* A man moves to these points from `row->point`, the other two being elsewhere. Black's men are all
 * in hand, so that a mill takes nothing. */
static void check_neighbours(const Game *game, const Joined *row, bool diagonals)
{
    char near[32], expected[96] = "", position[POSITION_TEXT_MAX], prefix[8];
    int p = point_of(game, row->point), men[3] = {p};
    snprintf(near, sizeof near, "%s %s %s", row->square, row->spoke,
             diagonals ? row->diagonal : "");
    two_others(game, p, near, men + 1);
    lay(game, men, 3, -1, "0 6", position);
    snprintf(prefix, sizeof prefix, "%s-", row->point);
    Str s = str_over(expected, sizeof expected);
    for (char *word = strtok(near, " "); word; word = strtok(NULL, " "))
        if (point_of(game, word) != POINT_NONE)
            str_format(&s, "%s%s ", prefix, word);
    expect_moves(game->id, position, prefix, expected);
}

static void check_all_neighbours(const char *variant, bool diagonals)
{
    Game *game = test_open(variant);
    int seen = 0;
    for (size_t i = 0; i < sizeof joined / sizeof *joined; i++) {
        if (point_of(game, joined[i].point) == POINT_NONE)
            continue;
        check_neighbours(game, &joined[i], diagonals);
        seen++;
    }
    assert_int_equal(seen, game->shape.point_count);
    game_close(game);
}

static void test_board_neighbours_along_squares_and_spokes(void **state)
{
    (void)state;
    check_all_neighbours("nine", false);
    check_all_neighbours("six", false);
}

static void test_board_neighbours_along_diagonals_where_the_variant_says_so(void **state)
{
    (void)state;
    check_all_neighbours("twelve", true);
    check_all_neighbours("nine,diagonals", true);
    check_all_neighbours("six,diagonals", true);
}

/* The lines of the board; each section is there or not by variant. */
static const char *const outer_sides = "a7d7g7 g7g4g1 g1d1a1 a1a4a7";
static const char *const inner_sides = "b6d6f6 f6f4f2 f2d2b2 b2b4b6 c5d5e5 e5e4e3 e3d3c3 c3c4c5";
static const char *const spokes = "d7d6d5 g4f4e4 d1d2d3 a4b4c4";
static const char *const diagonals = "a7b6c5 g7f6e5 g1f2e3 a1b2c3";

/* Are the three points one of the lines, in whatever order? */
static bool is_among(const Game *game, const int *three, const char *lines)
{
    for (; *lines; lines += strcspn(lines, " "), lines += *lines == ' ') {
        int hits = 0;
        for (int i = 0; i < 3; i++)
            for (int at = 0; at < 6; at += 2)
                hits += memcmp(lines + at, game->shape.point[three[i]].name, 2) == 0;
        if (hits == 3)
            return true;
    }
    return false;
}

/* Placing the third man takes the black man if and only if the three are a line. */
static bool check_triple(const Game *game, const int *three, const char *lines)
{
    char position[POSITION_TEXT_MAX], move[16], prefix[8];
    int black = 0;
    while (black == three[0] || black == three[1] || black == three[2])
        black++;
    bool line = is_among(game, three, lines);
    lay(game, three, 2, black, "3 3", position);
    snprintf(prefix, sizeof prefix, "%s", game->shape.point[three[2]].name);
    snprintf(move, sizeof move, "%s%s%s", prefix, line ? "x" : "",
             line ? game->shape.point[black].name : "");
    expect_moves(game->id, position, prefix, move);
    return line;
}

static void check_lines(const char *variant, const char *lines, int count)
{
    Game *game = test_open(variant);
    int found = 0, n = game->shape.point_count;
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++)
            for (int c = b + 1; c < n; c++)
                found += check_triple(game, (int[]){a, b, c}, lines);
    assert_int_equal(found, count);
    game_close(game);
}

static void test_board_lines_are_sides_and_spokes(void **state)
{
    (void)state;
    char lines[256];
    snprintf(lines, sizeof lines, "%s %s %s", outer_sides, inner_sides, spokes);
    check_lines("nine", lines, 16);
}

static void test_board_six_spokes_are_no_lines(void **state)
{
    (void)state;
    check_lines("six", inner_sides, 8);
    /* Not even with the point that would be the spoke's third in nine: it is not there. */
    expect_illegal("six", ".w....../........ w 5 6", "d7", "no move");
}

static void test_board_twelve_diagonals_are_lines(void **state)
{
    (void)state;
    char lines[256];
    snprintf(lines, sizeof lines, "%s %s %s %s", outer_sides, inner_sides, spokes, diagonals);
    check_lines("twelve", lines, 20);
}

static void test_board_men_each(void **state)
{
    (void)state;
    expect_start("nine", "......../......../........ w 9 9");
    expect_start("six", "......../........ w 6 6");
    expect_start("twelve", "......../......../........ w 12 12");
    expect_start("stacking", "......../......../........ w 9 9");
    expect_start("six,no-remill", "......../........ w 6 6 - -");
}

static void test_white_moves_first(void **state)
{
    (void)state;
    static const char *const games[] = {"nine", "six", "twelve"};
    for (int g = 0; g < 3; g++) {
        Game *game = test_open(games[g]);
        Pos pos, next;
        game->ops->start(game, 0, &pos);
        assert_int_equal(pos.turn, 0);
        assert_string_equal(game->player[0].in[LANG_EN], "White");
        game->apply(game, &pos, test_move(game, &pos, "d6"), &next);
        assert_int_equal(next.turn, 1);
        assert_int_equal(next.hand[0], pos.hand[0] - 1);
        assert_int_equal(next.hand[1], pos.hand[1]);
        game_close(game);
    }
}

/* ---- The option table ----------------------------------------------------------------------- */

static bool count_variant(void *context, const char *variant)
{
    (void)variant;
    ++*(int *)context;
    return true;
}

static void test_option_table_has_41_variants(void **state)
{
    (void)state;
    static const Family *const families[] = {&morris_family};
    int seen = 0;
    variants_visit(families, 1, count_variant, &seen);
    assert_int_equal(seen, 16 + 16 + 8 + 1);
}

static void test_option_table_canonical_text(void **state)
{
    (void)state;
    expect_variant("nine,remove=1", "nine");
    expect_variant("nine,no-remill,remove=2,diagonals,flying",
                   "nine,flying,diagonals,remove=2,no-remill");
    expect_variant("six,remove=2,flying", "six,flying,remove=2");
    expect_variant("twelve,no-remill,remove=1", "twelve,no-remill");
}

static void test_option_table_which_game_has_which(void **state)
{
    (void)state;
    expect_no_variant("twelve,diagonals", "twelve has no option 'diagonals'");
    expect_no_variant("stacking,flying", "stacking has no option 'flying'");
    expect_no_variant("stacking,diagonals", "stacking has no option 'diagonals'");
    expect_no_variant("stacking,remove=2", "stacking has no option 'remove'");
    expect_no_variant("stacking,no-remill", "its options: none");
    expect_no_variant("twelve,diagonals", "its options: flying, remove=1, remove=2, no-remill");
}

static void test_option_table_errors_name_it_and_list_what_there_is(void **state)
{
    (void)state;
    expect_no_variant("eleven",
                      "there is no game 'eleven'; the games: nine, six, twelve, stacking");
    expect_no_variant("nine,flyin", "'flyin'; its options: flying, diagonals, remove=1");
    expect_no_variant("nine,remove=3", "has no value '3'; there are: remove=1, remove=2");
    expect_no_variant("nine,remove", "remove=1, remove=2");
    expect_no_variant("nine,flying=1", "flying takes no value");
    expect_no_variant("nine,flying,flying", "flying is given twice");
    expect_no_variant("nine,remove=1,remove=2", "remove is given twice");
    expect_no_variant("nine,", "has no option ''");
    expect_no_variant("nine, flying", "has no option ' flying'");
    expect_no_variant("", "there is no game ''");
}

/* ---- Play 1: placing, then moving ----------------------------------------------------------- */

/* White a7 d6 e3, Black d7 b6 e4. */
#define SPREAD "wb....../bw....../...bw..."

static void test_play_1_places_while_there_is_a_man_in_hand(void **state)
{
    (void)state;
    expect_moves("nine", "......../......../........ w 9 9", "", OUTER " " MIDDLE " " INNER);
    expect_moves("six", "......../........ w 6 6", "", MIDDLE " " INNER);
    expect_moves("twelve", "w......./......../........ b 11 12", "",
                 "d7 g7 g4 g1 d1 a1 a4 " MIDDLE " " INNER);
    expect_after("nine", SPREAD " b 1 1", "f2", "wb....../bw..b.../...bw... w 1 0");
    expect_illegal("nine", SPREAD " w 1 1", "d7", "occupied");
    expect_illegal("nine", SPREAD " w 1 1", "a7-a4", "in hand");
}

static void test_play_1_afterwards_moves_to_a_neighbouring_empty_point(void **state)
{
    (void)state;
    expect_moves("nine", SPREAD " w 0 0", "", "a7-a4 d6-f6 d6-d5 e3-d3");
    expect_moves("nine", SPREAD " b 0 0", "", "d7-g7 b6-b4 e4-e5 e4-f4");
    expect_moves("twelve", SPREAD " w 0 0", "", "a7-a4 d6-f6 d6-d5 e3-d3 e3-f2");
    expect_after("nine", SPREAD " w 0 0", "d6-d5", "wb....../b......./.w.bw... b 0 0");
    expect_illegal("nine", SPREAD " w 0 0", "a4", "no man left in hand");
    expect_illegal("nine", SPREAD " w 0 0", "a7-d7", "d7 is occupied");
    expect_illegal("nine", SPREAD " w 0 0", "a7-a1", "a1 is not next to a7");
    expect_illegal("nine", SPREAD " w 0 0", "e3-f2", "f2 is not next to e3");
    expect_illegal("nine", SPREAD " w 0 0", "a4-a1", "no man on a4");
    expect_illegal("nine", SPREAD " w 0 0", "b6-b4", "b6 is not White's");
}

static void test_play_1_each_player_by_his_own_hand(void **state)
{
    (void)state;
    expect_moves("nine", SPREAD " w 0 2", "", "a7-a4 d6-f6 d6-d5 e3-d3");
    expect_count("nine", SPREAD " b 0 2", "", 18);
    expect_illegal("nine", SPREAD " b 0 2", "d7-g7", "Black still has men in hand");
}

static void test_play_1_no_passing(void **state)
{
    (void)state;
    expect_illegal("nine", SPREAD " w 0 0", "", "no move");
    expect_illegal("nine", SPREAD " w 0 0", "-", "no move");
    expect_illegal("nine", SPREAD " w 0 0", "a7-a7", "occupied");
}

/* ---- Play 2: mills and taking --------------------------------------------------------------- */

static void test_play_2_mill_by_placing_takes_one(void **state)
{
    (void)state;
    expect_moves("nine", "ww....../...b..../......b. w 7 7", "g7", "g7xf4 g7xc3");
    expect_moves("six", "ww....../....b..b w 4 4", "f6", "f6xe3 f6xc4");
    expect_moves("twelve", "w......./w......./...b...b w 10 10", "c5", "c5xe4 c5xc4");
    expect_moves("nine", "ww....../...b..../......b. w 7 7", "d6", "d6");
}

static void test_play_2_mill_by_moving_takes_one(void **state)
{
    (void)state;
    expect_moves("nine", "ww.w..../...b..../b......b w 0 0", "g4-",
                 "g4-g1 g4-g7xf4 g4-g7xc5 g4-g7xc4");
    expect_moves("six", "ww.w..../..b.b..b w 0 0", "f4-", "f4-f2 f4-e4 f4-f6xe5 f4-f6xe3 f4-f6xc4");
}

static void test_play_2_taken_man_is_out_of_the_game(void **state)
{
    (void)state;
    expect_after("nine", "ww....../...b..../......b. w 7 7", "g7xf4",
                 "www...../......../......b. b 6 7");
    expect_after("nine", "bbb...../...w..../......ww b 3 4", "d6",
                 "bbb...../.b.w..../......ww w 3 3");
    expect_after("nine", "bb.b..../...w..../.....www b 0 0", "g4-g7xf4",
                 "bbb...../......../.....www w 0 0");
}

static void test_play_2_a_man_must_be_taken(void **state)
{
    (void)state;
    expect_illegal("nine", "ww....../...b..../......b. w 7 7", "g7", "must be taken");
    expect_illegal("nine", "ww.w..../...b..../b......b w 0 0", "g4-g7", "must be taken");
}

static void test_play_2_nothing_is_taken_without_a_mill(void **state)
{
    (void)state;
    expect_illegal("nine", "ww....../...b..../......b. w 7 7", "d6xf4", "no mill");
    expect_illegal("nine", "ww.w..../...b..../b......b w 0 0", "g4-g1xf4", "no mill");
    /* The man who leaves a line does not complete it. */
    expect_moves("nine", "ww.w..../...b..../b......b w 0 0", "d7-", "d7-g7 d7-d6");
}

static void test_play_2_standing_mill_earns_nothing_more(void **state)
{
    (void)state;
    expect_moves("nine", "www...../.w....../..b.b..b w 0 0", "", "a7-a4 g7-g4 d6-b6 d6-f6 d6-d5");
}

static void test_play_2_only_enemy_men_are_taken(void **state)
{
    (void)state;
    expect_illegal("nine", "ww.w..../...b..../b......b w 0 0", "g4-g7xa7", "no enemy man on a7");
    expect_illegal("nine", "ww.w..../...b..../b......b w 0 0", "g4-g7xg1", "no enemy man on g1");
}

static void test_play_2_man_in_mill_protected(void **state)
{
    (void)state;
    /* Black f2 d2 b2 is a mill, c5 stands outside. */
    expect_moves("nine", "ww.w..../....bbb./b....... w 0 0", "g4-g7", "g4-g7xc5");
    expect_illegal("nine", "ww.w..../....bbb./b....... w 0 0", "g4-g7xd2", "d2 is in a mill");
    /* A diagonal protects only where it is a line. */
    expect_moves("twelve", "ww.w..b./......b./b.....b. w 0 0", "g4-g7", "g4-g7xc5");
    expect_moves("nine", "ww.w..b./......b./b.....b. w 0 0", "g4-g7",
                 "g4-g7xa1 g4-g7xb2 g4-g7xc5 g4-g7xc3");
    expect_moves("nine,diagonals", "ww.w..b./......b./b.....b. w 0 0", "g4-g7",
                 "g4-g7xa1 g4-g7xb2 g4-g7xc5 g4-g7xc3");
    /* In six three in a row across the squares do not exist; a side does. */
    expect_moves("six", "ww.w..../bbb..b.. w 0 0", "f4-f6", "f4-f6xd3");
}

static void test_play_2_all_in_mills_any_may_be_taken(void **state)
{
    (void)state;
    expect_moves("nine", "ww.w..../....bbb./........ w 0 0", "g4-g7", "g4-g7xf2 g4-g7xd2 g4-g7xb2");
    expect_moves("nine", "ww.w..../b...bbbb/........ w 0 0", "g4-g7",
                 "g4-g7xb6 g4-g7xf2 g4-g7xd2 g4-g7xb2 g4-g7xb4");
}

static void test_play_2_enemy_men_in_hand_are_not_on_the_board(void **state)
{
    (void)state;
    expect_moves("nine", "ww....../....bbb./........ w 3 2", "g7", "g7xf2 g7xd2 g7xb2");
}

static void test_play_2_no_enemy_on_the_board_no_x(void **state)
{
    (void)state;
    expect_moves("nine", "ww....../......../........ w 7 9", "g7", "g7");
    expect_after("nine", "ww....../......../........ w 7 9", "g7",
                 "www...../......../........ b 6 9");
    expect_illegal("nine", "ww....../......../........ w 7 9", "g7xa1", "no enemy man");
}

/* ---- Option remove -------------------------------------------------------------------------- */

/* White a7 d7 g4 g1: placing g7 completes two mills. */
#define DOUBLE "ww.ww..."

static void test_option_remove_1_is_the_default(void **state)
{
    (void)state;
    expect_moves("nine", DOUBLE "/...b..../......b. w 5 7", "g7", "g7xf4 g7xc3");
    expect_moves("nine,remove=1", DOUBLE "/...b..../......b. w 5 7", "g7", "g7xf4 g7xc3");
    expect_illegal("nine", DOUBLE "/...b..../......b. w 5 7", "g7xf4c3", "only one");
}

static void test_option_remove_2_two_mills_take_two(void **state)
{
    (void)state;
    const char *position = DOUBLE "/...b..../b.....b. w 5 6";
    expect_moves("nine,remove=2", position, "g7", "g7xf4c5 g7xf4c3 g7xc5c3");
    expect_after("nine,remove=2", position, "g7xf4c3", "wwwww.../......../b....... b 4 6");
    expect_illegal("nine,remove=2", position, "g7xf4", "two men must be taken");
    expect_illegal("nine,remove=2", position, "g7", "must be taken");
    expect_illegal("nine,remove=2", position, "g7xf4d2", "no enemy man on d2");
    expect_moves("six,remove=2", DOUBLE "/b.b.b... w 1 3", "f6", "f6xc5e5 f6xc5e3 f6xe5e3");
}

static void test_option_remove_2_by_moving(void **state)
{
    (void)state;
    expect_moves("nine,diagonals,remove=2", DOUBLE "/..wb..../b.....b. w 0 0", "f6-g7",
                 "f6-g7xf4c5 f6-g7xf4c3 f6-g7xc5c3");
    expect_moves("nine,diagonals", DOUBLE "/..wb..../b.....b. w 0 0", "f6-g7",
                 "f6-g7xf4 f6-g7xc5 f6-g7xc3");
}

static void test_option_remove_2_one_mill_takes_one(void **state)
{
    (void)state;
    const char *position = "ww....../...b..../b.....b. w 7 6";
    expect_moves("nine,remove=2", position, "g7", "g7xf4 g7xc5 g7xc3");
    expect_illegal("nine,remove=2", position, "g7xf4c5", "only one");
}

static void test_option_remove_2_pair_legal_in_one_order_only(void **state)
{
    (void)state;
    /* c5 must go first; then all that are left are in the mill f2 d2 b2. */
    const char *position = DOUBLE "/....bbb./b....... w 5 5";
    expect_moves("nine,remove=2", position, "g7", "g7xf2c5 g7xd2c5 g7xb2c5");
    expect_illegal("nine,remove=2", position, "g7xf2d2", "in a mill");
    /* With two outside both must go. */
    expect_moves("nine,remove=2", DOUBLE "/....bbb./b.....b. w 5 4", "g7", "g7xc5c3");
}

static void test_option_remove_2_protection_judged_anew(void **state)
{
    (void)state;
    /* One mill and nothing else: the first opens it. */
    expect_moves("nine,remove=2", DOUBLE "/....bbb./........ w 5 6", "g7",
                 "g7xf2d2 g7xf2b2 g7xd2b2");
    /* Two mills that share b2: without f2, d2 stands outside; without b2 all do. */
    const char *position = DOUBLE "/b...bbbb/........ w 5 4";
    expect_moves("nine,remove=2", position, "g7",
                 "g7xb6b2 g7xf2b2 g7xd2b2 g7xb2b4 g7xf2d2 g7xb6b4");
    expect_illegal("nine,remove=2", position, "g7xf2b4", "in a mill");
}

static void test_option_remove_2_never_more_for_three_mills(void **state)
{
    (void)state;
    /* a7 completes both sides and the diagonal. */
    const char *position = ".ww...ww/w..b.b../w.b..... w 6 9";
    expect_moves("twelve,remove=2", position, "a7", "a7xf4d2 a7xf4e5 a7xd2e5");
    expect_illegal("twelve,remove=2", position, "a7xf4d2e5", "no move");
    expect_moves("twelve", position, "a7", "a7xf4 a7xd2 a7xe5");
}

static void test_option_remove_2_fewer_men_there(void **state)
{
    (void)state;
    expect_moves("nine,remove=2", DOUBLE "/...b..../........ w 5 8", "g7", "g7xf4");
    expect_after("nine,remove=2", DOUBLE "/...b..../........ w 5 8", "g7xf4",
                 "wwwww.../......../........ b 4 8");
    expect_illegal("nine,remove=2", DOUBLE "/...b..../........ w 5 8", "g7", "must be taken");
}

static void test_option_remove_2_none_there_no_x(void **state)
{
    (void)state;
    expect_moves("nine,remove=2", DOUBLE "/......../........ w 5 9", "g7", "g7");
}

static void test_option_remove_2_both_taken_even_if_the_first_wins(void **state)
{
    (void)state;
    const char *position = DOUBLE "/...b..../b.....b. w 5 0";
    expect_moves("nine,remove=2", position, "g7", "g7xf4c5 g7xf4c3 g7xc5c3");
    expect_after("nine,remove=2", position, "g7xf4c5", "wwwww.../......../......b. b 4 0");
    expect_result("nine,remove=2", "wwwww.../......../......b. b 4 0", WINNER_P1,
                  "fewer than three");
}

/* ---- Option flying -------------------------------------------------------------------------- */

static void test_option_flying_with_three_and_empty_hand(void **state)
{
    (void)state;
    expect_count("nine,flying", SPREAD " w 0 0", "", 3 * 18);
    expect_count("twelve,flying", SPREAD " w 0 0", "", 3 * 18);
    expect_count("six,flying", "w...w.../..w.b..b w 0 1", "", 3 * 11);
    expect_after("nine,flying", SPREAD " w 0 0", "a7-g1", ".b..w.../bw....../...bw... b 0 0");
    expect_illegal("nine,flying", SPREAD " w 0 0", "a7-e4", "occupied");
    expect_illegal("nine", SPREAD " w 0 0", "a7-g1", "not next to");
}

static void test_option_flying_not_with_four(void **state)
{
    (void)state;
    expect_moves("nine,flying", "wb..w.../bw....../...bw... w 0 0", "",
                 "a7-a4 d6-f6 d6-d5 e3-d3 g1-g4 g1-d1");
    expect_illegal("nine,flying", "wb..w.../bw....../...bw... w 0 0", "a7-a1", "not next to");
}

static void test_option_flying_not_with_men_in_hand(void **state)
{
    (void)state;
    expect_count("nine,flying", SPREAD " w 1 0", "", 18);
    expect_illegal("nine,flying", SPREAD " w 1 0", "a7-g1", "in hand");
}

static void test_option_flying_by_ones_own_number(void **state)
{
    (void)state;
    /* White has four, Black three: only Black flies. */
    expect_count("nine,flying", "wb..w.../bw....../...bw... b 0 0", "", 3 * 17);
    /* The enemy's hand does not matter. */
    expect_count("nine,flying", SPREAD " w 0 6", "", 3 * 18);
}

static void test_option_flying_into_a_mill_takes(void **state)
{
    (void)state;
    expect_moves("nine,flying", "ww....../...b..../....w.b. w 0 7", "e3-g7", "e3-g7xf4 e3-g7xc3");
    expect_illegal("nine,flying", "ww....../...b..../....w.b. w 0 7", "e3-g7", "must be taken");
}

static void test_option_flying_after_losing_the_fourth(void **state)
{
    (void)state;
    /* Black takes d6; White is down to a7 e3 g1 and flies at once. */
    expect_after("nine,flying", "w...w.../bw....../bb.bw... b 0 0", "e4-e5xd6",
                 "w...w.../b......./bbb.w... w 0 0");
    expect_count("nine,flying", "w...w.../b......./bbb.w... w 0 0", "", 3 * 17);
}

/* ---- Option diagonals ----------------------------------------------------------------------- */

static void test_option_diagonals_moves(void **state)
{
    (void)state;
    const char *position = "w....w../......../...w.... w 0 9";
    const char *straight = "a7-d7 a7-a4 d1-g1 d1-a1 d1-d2 e4-e5 e4-e3 e4-f4";
    expect_moves("nine", position, "", straight);
    expect_moves("nine,diagonals", position, "a7-", "a7-d7 a7-a4 a7-b6");
    expect_count("nine,diagonals", position, "", 9);
    expect_illegal("nine", position, "a7-b6", "not next to");
    expect_moves("six,diagonals", "w...w.../......w. w 0 6", "",
                 "b6-d6 b6-b4 b6-c5 f2-f4 f2-d2 f2-e3 c3-d3 c3-c4 c3-b2");
}

static void test_option_diagonals_are_no_mills(void **state)
{
    (void)state;
    /* d7-a7 fills the diagonal a7 b6 c5. */
    const char *position = ".w....../w......./w..b.... w 0 8";
    expect_moves("nine,diagonals", position, "d7-a7", "d7-a7");
    expect_illegal("nine,diagonals", position, "d7-a7xe4", "no mill");
    expect_moves("twelve", position, "d7-a7", "d7-a7xe4");
    char lines[256];
    snprintf(lines, sizeof lines, "%s %s %s", outer_sides, inner_sides, spokes);
    check_lines("nine,diagonals", lines, 16);
    check_lines("six,diagonals", inner_sides, 8);
}

/* ---- Play 3: losing ------------------------------------------------------------------------- */

static void test_play_3_fewer_than_three_men_lose(void **state)
{
    (void)state;
    expect_after("nine", "ww.w..../...b..../b......b w 0 0", "g4-g7xf4",
                 "www...../......../b......b b 0 0");
    expect_result("nine", "www...../......../b......b b 0 0", WINNER_P1, "fewer than three");
    expect_result("nine", "www...../......../b......b b 0 1", WINNER_NONE, "");
    expect_illegal("nine", "www...../......../b......b b 0 0", "c5-d5", "over");
}

static void test_play_3_by_number_for_either_side_in_typed_positions(void **state)
{
    (void)state;
    static const char *const sides[] = {"w", "b"};
    static const char *const games[] = {"nine", "twelve", "nine,flying", "nine,remove=2"};
    char position[POSITION_TEXT_MAX];
    for (int i = 0; i < 8; i++) {
        const char *game = games[i / 2], *side = sides[i % 2];
        snprintf(position, sizeof position, "ww....../......../bbb..... %s 0 0", side);
        expect_result(game, position, WINNER_P2, "fewer than three");
        snprintf(position, sizeof position, "www...../......../bb...... %s 0 0", side);
        expect_result(game, position, WINNER_P1, "fewer than three");
        snprintf(position, sizeof position, "......../......../www..... %s 1 2", side);
        expect_result(game, position, WINNER_P1, "fewer than three");
    }
    expect_result("six", "ww....../bbb..... w 0 0", WINNER_P2, "fewer than three");
    expect_result("six", "www...../bb...... w 0 0", WINNER_P1, "fewer than three");
}

static void test_play_3_hand_and_board_together(void **state)
{
    (void)state;
    expect_result("nine", "......../......../bbb..... w 3 0", WINNER_NONE, "");
    expect_result("nine", "w......./......../bbb..... w 2 0", WINNER_NONE, "");
    expect_result("nine", "w......./......../bbb..... w 1 0", WINNER_P2, "fewer than three");
    expect_result("nine", "......../......../........ b 2 9", WINNER_P2, "fewer than three");
}

/* White a7 d7 g7 with Black on a4 d6 g4. */
#define STUCK "wwwb...b/.b....../........"

static void test_play_3_no_way_to_move_loses(void **state)
{
    (void)state;
    expect_result("nine", STUCK " w 0 6", WINNER_P2, "no legal move");
    expect_illegal("nine", STUCK " w 0 6", "a7-a4", "over");
    expect_result("six", "wwwb...b/.b...... w 0 3", WINNER_P2, "no legal move");
    expect_result("twelve", "wwwb...b/bbb...../........ w 0 3", WINNER_P2, "no legal move");
}

static void test_play_3_blocked_only_who_must_move(void **state)
{
    (void)state;
    expect_result("nine", STUCK " b 0 6", WINNER_NONE, "");
    expect_result("nine", STUCK " w 1 6", WINNER_NONE, "");
    expect_count("nine", STUCK " w 1 6", "", 18);
    expect_result("nine,flying", STUCK " w 0 6", WINNER_NONE, "");
    expect_moves("nine,diagonals", STUCK " w 0 6", "", "a7-b6 g7-f6");
    expect_moves("twelve", STUCK " w 0 6", "", "a7-b6 g7-f6");
}

static void test_play_3_flying_with_three_is_never_blocked_but_four_are(void **state)
{
    (void)state;
    /* White a7 d7 g7 d6, all hemmed in by a4 g4 b6 f6 d5. */
    const char *position = "wwwb...b/bwb...../.b...... w 0 2";
    expect_result("nine,flying", position, WINNER_P2, "no legal move");
}

/* ---- Play 4: the full board of twelve ------------------------------------------------------- */

#define FULL "wbwbwbwb/bwbwbwbw/wbwbwbwb"

static void test_play_4_full_board_is_drawn(void **state)
{
    (void)state;
    const char *position = "wbwbwbwb/bwbwbwbw/wbwbwbw. b 0 1";
    expect_moves("twelve", position, "", "c4");
    expect_after("twelve", position, "c4", FULL " w 0 0");
    expect_result("twelve", FULL " w 0 0", WINNER_DRAW, "full");
}

static void test_play_4_before_point_3(void **state)
{
    (void)state;
    /* Nobody can move there, yet nobody has lost; whoever is to move, whatever the options. */
    expect_result("twelve", FULL " b 0 0", WINNER_DRAW, "full");
    expect_result("twelve,flying,remove=2", FULL " w 0 0", WINNER_DRAW, "full");
    expect_result("twelve,flying,no-remill", FULL " w 0 0 - -", WINNER_DRAW, "full");
    expect_illegal("twelve", FULL " w 0 0", "a7-d7", "over");
}

static void test_play_4_last_placing_that_takes_is_no_draw(void **state)
{
    (void)state;
    /* c4 completes a4 b4 c4; White's a7 b6 c5 is a mill. */
    const char *position = "wbwbwbwb/wwbwbwbb/wbwbwbw. b 0 1";
    expect_moves("twelve", position, "", "c4xg7 c4xg1 c4xa1 c4xd6 c4xf4 c4xd2 c4xe5 c4xe3 c4xc3");
    expect_after("twelve", position, "c4xd6", "wbwbwbwb/w.bwbwbb/wbwbwbwb w 0 0");
    expect_moves("twelve", "wbwbwbwb/w.bwbwbb/wbwbwbwb w 0 0", "", "b6-d6");
    /* The hole at g7 is out of White's reach: point 3. */
    expect_result("twelve", "wb.bwbwb/wwbwbwbb/wbwbwbwb w 0 0", WINNER_P2, "no legal move");
}

static void test_play_4_not_drawn_if_someone_took_a_man(void **state)
{
    (void)state;
    const char *position = "wbwbwbwb/bwbwbwbw/wbwbwbw. w 0 0";
    expect_moves("twelve", position, "c", "c5-c4 c3-c4");
    /* b4-c4 completes c5 c4 c3; none of Black's eleven men is in a mill. */
    expect_moves("twelve", position, "b",
                 "b4-c4xd7 b4-c4xg4 b4-c4xd1 b4-c4xa4 b4-c4xb6 b4-c4xf6 b4-c4xf2 b4-c4xb2 "
                 "b4-c4xd5 b4-c4xe4 b4-c4xd3");
    expect_count("twelve", position, "", 13);
    expect_result("twelve", "wbwbwbwb/bwbwbwbw/wbwbwbw. b 0 0", WINNER_P1, "no legal move");
}

/* ---- Play 5: no-remill ---------------------------------------------------------------------- */

/* White a7 d7 g4 d2 has just played g7-g4; Black has answered. */
#define OPENED "ww.w..../.....w../..b.b..b"

static void test_option_no_remill_move_that_opens_a_mill_is_remembered(void **state)
{
    (void)state;
    expect_after("nine,no-remill", "www...../.....w../b.b.b... w 0 0 - -", "g7-g4",
                 "ww.w..../.....w../b.b.b... b 0 0 g7-g4 -");
    expect_after("nine,no-remill", "ww.w..../.....w../b.b.b... b 0 0 g7-g4 -", "c5-c4",
                 OPENED " w 0 0 g7-g4 -");
    expect_after("nine,no-remill", "bbb...../.....b../w.w.w... b 0 0 - -", "g7-g4",
                 "bb.b..../.....b../w.w.w... w 0 0 - g7-g4");
}

static void test_option_no_remill_move_that_opens_none_is_not(void **state)
{
    (void)state;
    expect_after("nine,no-remill", "www...../.....w../b.b.b... w 0 0 - -", "d2-d3",
                 "www...../......../b.b.bw.. b 0 0 - -");
    expect_after("nine,no-remill", "www...../......../b.b.b... w 2 0 - -", "d2",
                 "www...../.....w../b.b.b... b 1 0 - -");
    /* A diagonal is no mill with `diagonals`: a7 leaves a7 b6 c5. */
    expect_after("nine,diagonals,no-remill", "w......./w......./w..b.... w 0 8 - -", "a7-d7",
                 ".w....../w......./w..b.... b 0 8 - -");
    expect_after("twelve,no-remill", "w......./w......./w..b.... w 0 8 - -", "a7-d7",
                 ".w....../w......./w..b.... b 0 8 a7-d7 -");
}

static void test_option_no_remill_same_man_may_not_close(void **state)
{
    (void)state;
    expect_moves("nine,no-remill", OPENED " w 0 0 g7-g4 -", "",
                 "a7-a4 d7-d6 d7-g7 d2-b2 d2-d1 d2-d3 d2-f2 g4-f4 g4-g1");
    expect_illegal("nine,no-remill", OPENED " w 0 0 g7-g4 -", "g4-g7xe5", "close again");
    expect_illegal("six,no-remill", "ww.w..../....b.b. w 0 4 f6-f4 -", "f4-f6xe3", "close again");
    expect_illegal("twelve,no-remill", ".w....../w......./w..b.... w 0 8 a7-d7 -", "d7-a7xe4",
                   "close again");
    expect_moves("nine", OPENED " w 0 0", "g4-", "g4-f4 g4-g1 g4-g7xe5 g4-g7xe3 g4-g7xc4");
}

static void test_option_no_remill_other_man_may_not_close(void **state)
{
    (void)state;
    /* White opened b6 d6 f6 with d6-d7; d5 could step into the gap. */
    const char *position = ".w....../w.w...../.w..b.b. w 0 5 d6-d7 -";
    expect_moves("nine,no-remill", position, "d5-", "d5-c5 d5-e5");
    expect_moves("nine,no-remill", position, "d7-", "d7-a7 d7-g7");
    expect_illegal("nine,no-remill", position, "d5-d6xe3", "close again");
    expect_moves("nine", ".w....../w.w...../.w..b.b. w 0 5", "d5-d6", "d5-d6xe3 d5-d6xc3");
}

static void test_option_no_remill_line_through_q_is_a_new_mill(void **state)
{
    (void)state;
    /* White opened a7 a4 a1 with a7-d7. a4-a7 completes a7 d7 g7, which holds d7. */
    const char *position = ".ww...ww/......../....b.b. w 0 7 a7-d7 -";
    expect_moves("nine,no-remill", position, "a4-", "a4-b4 a4-a7xe3 a4-a7xc3");
    expect_moves("nine,no-remill", position, "d7-", "d7-d6");
}

static void test_option_no_remill_even_with_a_second_mill(void **state)
{
    (void)state;
    /* The same, and b6 could complete both lines at a7 at once. */
    const char *position = ".ww...ww/w......./....b.b. w 0 7 a7-d7 -";
    expect_moves("nine,diagonals,no-remill", position, "b6-", "b6-d6 b6-b4 b6-c5");
    expect_illegal("nine,diagonals,no-remill", position, "b6-a7xe3", "close again");
    expect_moves("nine,diagonals,no-remill", position, "a4-a7", "a4-a7xe3 a4-a7xc3");
}

static void test_option_no_remill_moving_into_the_gap_without_a_mill(void **state)
{
    (void)state;
    /* d7-g7 fills P but leaves the line. */
    expect_after("nine,no-remill", OPENED " w 0 0 g7-g4 -", "d7-g7",
                 "w.ww..../.....w../..b.b..b b 0 0 - -");
}

static void test_option_no_remill_mill_to_mill_and_back(void **state)
{
    (void)state;
    /* g7-g4 closes g4 f4 e4 and opens a7 d7 g7 in one move. */
    expect_after("nine,no-remill", "www...../...w..../...wb.b. w 0 4 - -", "g7-g4xe3",
                 "ww.w..../...w..../...w..b. b 0 4 g7-g4 -");
    expect_illegal("nine,no-remill", "ww.w..../...w..../...w..b. w 0 4 g7-g4 -", "g4-g7xc3",
                   "close again");
}

static void test_option_no_remill_free_again_after_one_other_turn(void **state)
{
    (void)state;
    expect_after("nine,no-remill", OPENED " w 0 0 g7-g4 -", "d2-b2",
                 "ww.w..../......w./..b.b..b b 0 0 - -");
    expect_moves("nine,no-remill", "ww.w..../......w./..b.b..b w 0 0 - -", "g4-g7",
                 "g4-g7xe5 g4-g7xe3 g4-g7xc4");
}

static void test_option_no_remill_binds_its_own_player_only(void **state)
{
    (void)state;
    /* Black's memory is g7-g4 as well; White may close there. */
    expect_moves("nine,no-remill", OPENED " w 0 0 - g7-g4", "g4-g7", "g4-g7xe5 g4-g7xe3 g4-g7xc4");
    expect_after("nine,no-remill", OPENED " w 0 0 g7-g4 e5-e4", "d2-b2",
                 "ww.w..../......w./..b.b..b b 0 0 - e5-e4");
}

static void test_option_no_remill_stays_written_when_it_cannot_be_closed(void **state)
{
    (void)state;
    /* Black takes the man on Q. */
    expect_after("nine,no-remill", "ww.w..../.....w../bb.b.... b 0 0 g7-g4 -", "e4-e5xg4",
                 "ww....../.....w../bbb..... w 0 0 g7-g4 -");
    /* Black takes one of the other two. */
    expect_after("nine,no-remill", "ww.w..../.....w../bb.b.... b 0 0 g7-g4 -", "e4-e5xa7",
                 ".w.w..../.....w../bbb..... w 0 0 g7-g4 -");
    /* Black occupies P. */
    expect_after("nine,no-remill", "ww.w..../.....w../b.b.b... b 0 1 g7-g4 -", "g7",
                 "wwbw..../.....w../b.b.b... w 0 0 g7-g4 -");
    /* It goes with White's next turn, whatever that is. */
    expect_after("nine,no-remill", "ww....../.....w../bbb..... w 0 0 g7-g4 -", "a7-a4",
                 ".w.....w/.....w../bbb..... b 0 0 - -");
}

static void test_option_no_remill_placing_in_typed_positions(void **state)
{
    (void)state;
    expect_count("nine,no-remill", OPENED " w 1 0 g7-g4 -", "", 24 - 7 - 1);
    expect_illegal("nine,no-remill", OPENED " w 1 0 g7-g4 -", "g7xe5", "close again");
}

static void test_option_no_remill_and_flying(void **state)
{
    (void)state;
    const char *position = "ww....../......../..b.w..b w 0 1 g7-e3 -";
    expect_count("nine,flying,no-remill", position, "e3-", 19 - 1);
    expect_illegal("nine,flying,no-remill", position, "e3-g7xe5", "close again");
    /* a7-g7 leaves the line, so it is only a move. */
    expect_moves("nine,flying,no-remill", position, "a7-g7", "a7-g7");
}

/* White a7 d7 g4 g1 f6 opened both lines through g7 with g7-f6; every way back closes one of them,
 * and every other way is barred. */
#define BANNED "ww.wwb.b/bbwbb.../..b....."

static void test_option_no_remill_left_without_a_move_has_lost(void **state)
{
    (void)state;
    expect_result("nine,diagonals,no-remill", BANNED " w 0 0 g7-f6 -", WINNER_P2, "no legal move");
    expect_result("nine,diagonals,no-remill", BANNED " w 0 0 - -", WINNER_NONE, "");
    expect_result("nine,diagonals,no-remill", BANNED " b 0 0 g7-f6 -", WINNER_NONE, "");
    expect_result("nine,diagonals,no-remill", BANNED " w 1 0 g7-f6 -", WINNER_NONE, "");
    expect_count("nine,diagonals", BANNED " w 0 0", "", 3 * 7);
}

/* ---- Play 6: repetition --------------------------------------------------------------------- */

static void play(History *history, const char *moves)
{
    char text[256];
    snprintf(text, sizeof text, "%s", moves);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        Move move = test_move(history->game, &history->pos, word);
        assert_true(history_play(history, move));
    }
}

static void begin(History *history, const char *variant, const char *position)
{
    Game *game = test_open(variant);
    Pos pos = test_pos(game, position);
    assert_true(history_begin(history, game, &pos));
}

static void end(History *history)
{
    Game *game = (Game *)(uintptr_t)history->game;
    history_free(history);
    game_close(game);
}

static void test_play_6_third_occurrence_is_a_draw(void **state)
{
    (void)state;
    static const char *const cycle = "a7-a4 f4-f6 a4-a7 f6-f4";
    History history;
    begin(&history, "nine", "ww.w..../...b..../b......b w 0 0");
    play(&history, cycle);
    assert_int_equal(history_winner(&history), WINNER_NONE);
    play(&history, "a7-a4 f4-f6 a4-a7");
    assert_int_equal(history_winner(&history), WINNER_NONE);
    play(&history, "f6-f4");
    assert_int_equal(history_winner(&history), WINNER_DRAW);
    /* In the match, not in the position: the rules would allow more. */
    assert_int_equal(history.game->ops->outcome(history.game, &history.pos).winner, WINNER_NONE);
    play(&history, "a7-a4");
    end(&history);
}

static void test_play_6_the_side_to_move_counts(void **state)
{
    (void)state;
    /* White loses a move on a triangle of their own: the same board comes with Black to move. */
    History history;
    begin(&history, "nine,flying", SPREAD " w 0 0");
    play(&history, "a7-g1 d7-g7 g1-g4 g7-d7 g4-a7");
    assert_int_equal(history_winner(&history), WINNER_NONE);
    play(&history, "d7-g7 a7-g1 g7-g4 g1-a7 g4-d7");
    assert_string_equal(test_pos_text(history.game, &history.pos), SPREAD " w 0 0");
    assert_int_equal(history_winner(&history), WINNER_NONE);
    end(&history);
}

static void test_play_6_the_no_remill_fields_count(void **state)
{
    (void)state;
    History history;
    begin(&history, "nine,no-remill", "www...../...b..../b......b w 0 0 - -");
    play(&history, "g7-g4 f4-f6 g4-g1 f6-f4");
    play(&history, "g1-g4 f4-f6 g4-g1 f6-f4 g1-g4");
    /* The board with g4 and Black to move stands for the third time, but first as g7-g4. */
    assert_string_equal(test_pos_text(history.game, &history.pos),
                        "ww.w..../...b..../b......b b 0 0 - -");
    assert_int_equal(history_winner(&history), WINNER_NONE);
    play(&history, "f4-f6");
    assert_int_equal(history_winner(&history), WINNER_NONE);
    play(&history, "g4-g1");
    assert_int_equal(history_winner(&history), WINNER_DRAW);
    end(&history);
}

/* ---- Move text ------------------------------------------------------------------------------ */

static void test_move_text_forms(void **state)
{
    (void)state;
    expect_moves("nine", "......../......../........ w 9 9", "d2", "d2");
    expect_moves("nine", ".....w../.....w../b......b w 7 7", "d3", "d3xc5 d3xc4");
    expect_moves("nine", ".....w../.....w../b...w..b w 0 7", "e3-", "e3-e4 e3-d3xc5 e3-d3xc4");
}

static void test_move_text_two_taken_in_point_list_order(void **state)
{
    (void)state;
    const char *position = DOUBLE "/...b..../b.....b. w 5 6";
    expect_illegal("nine,remove=2", position, "g7xc5f4", "order of the point list");
    expect_illegal("nine,remove=2", position, "g7xc3c5", "order of the point list");
    expect_illegal("nine,remove=2", position, "g7xf4f4", "once each");
}

static void test_move_text_upper_case_is_accepted_on_input(void **state)
{
    (void)state;
    expect_after("nine", "ww.w..../...b..../b......b w 0 0", "G4-G7XF4",
                 "www...../......../b......b b 0 0");
    expect_after("nine,remove=2", DOUBLE "/...b..../b.....b. w 5 6", "G7xF4c3",
                 "wwwww.../......../b....... b 4 6");
}

static void test_move_text_anything_else_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "d",   "h1",   "d4",       "a2",     "d2 ",   " d2",   "d2-",
        "d2x", "-d2",  "d2-d3-d2", "d2d3",   "d2>d3", "~d2",   "/d2",
        "xd2", "d2xx", "d2xd3x",   "d2-d3x", "d2,d3", "d2xd4", "\xef\xbd\x84\x32",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect_illegal("nine", "......../......../........ w 9 9", wrong[i], "is no move");
    /* The outer square is not on the board of six. */
    expect_illegal("six", "......../........ w 6 6", "a7", "is no move");
}

/* ---- Position text -------------------------------------------------------------------------- */

static void test_position_text_is_read_and_written(void **state)
{
    (void)state;
    expect_accepted("nine", "w.b...../.w...b../..w.b..b b 3 4");
    expect_accepted("six", "w.b...w./.w...b.. w 1 2");
    expect_accepted("twelve", "......../......../........ b 12 0");
    expect_accepted("nine,no-remill", OPENED " w 0 0 g7-g4 a1-a4");
    expect_accepted("nine,no-remill", OPENED " b 0 0 - a1-a4");
    Game *game = test_open("nine");
    Pos pos = test_pos(game, "w.b...../.w...b../..w.b..b b 3 4");
    assert_int_equal(pos.turn, 1);
    assert_true(pos.stones[0][0] == (1u << 0 | 1u << 9 | 1u << 18));
    assert_true(pos.stones[1][0] == (1u << 2 | 1u << 13 | 1u << 20 | 1u << 23));
    assert_int_equal(pos.hand[0], 3);
    assert_int_equal(pos.hand[1], 4);
    game_close(game);
}

static void test_position_text_wrong_length_refused(void **state)
{
    (void)state;
    expect_refused("nine", "", "ended");
    expect_refused("nine", "......./......../........ w 9 9", "a4 should stand");
    expect_refused("nine", "........./......../........ w 9 9", "squares");
    expect_refused("nine", "......../........ w 9 9", "3 squares");
    expect_refused("nine", "......../......../....... w 9 9", "c4 should stand");
    expect_refused("nine", "......../......../......../........ w 9 9", "side to move");
    expect_refused("six", "......../......../........ w 6 6", "side to move");
    expect_refused("six", "................ w 6 6", "2 squares");
}

static void test_position_text_wrong_characters_refused(void **state)
{
    (void)state;
    static const char *const games[] = {"nine", "twelve", "nine,flying,diagonals,remove=2"};
    for (int g = 0; g < 3; g++) {
        expect_refused(games[g], "W......./......../........ w 8 8", "one of . w b)");
        expect_refused(games[g], "B......./......../........ w 8 8", "one of . w b)");
        expect_refused(games[g], "w..x..../......../........ w 8 8", "'x' where g4");
    }
    expect_refused("six", "w......./.......W w 5 5", "'W' where c4");
    expect_refused("nine", "w.......\n......../........ w 8 8", "squares");
}

static void test_position_text_wrong_side_refused(void **state)
{
    (void)state;
    expect_refused("nine", "......../......../........ W 9 9", "side to move");
    expect_refused("nine", "......../......../........ x 9 9", "side to move");
    expect_refused("nine", "......../......../........  w 9 9", "side to move");
    expect_refused("nine", "......../......../........", "side to move");
}

static void test_position_text_wrong_hand_refused(void **state)
{
    (void)state;
    expect_refused("nine", "......../......../........ w 10 9", "White's hand");
    expect_refused("nine", "......../......../........ w 9 10", "from 0 to 9");
    expect_refused("six", "......../........ w 7 6", "from 0 to 6");
    expect_refused("twelve", "......../......../........ w 12 13", "from 0 to 12");
    expect_refused("nine", "......../......../........ w 09 9", "White's hand");
    expect_refused("nine", "......../......../........ w -1 9", "White's hand");
    expect_refused("nine", "......../......../........ w 9", "Black's hand");
    expect_refused("nine", "......../......../........ w 9 ", "Black's hand");
    expect_refused("nine", "......../......../........ w  9 9", "White's hand");
}

static void test_position_text_too_many_men_refused(void **state)
{
    (void)state;
    expect_refused("nine", "www...../......../........ w 7 9", "White has 10 men");
    expect_refused("nine", "bbb...../......../........ w 9 7", "Black has 10 men");
    expect_refused("nine", "wwwwwwww/ww....../........ w 0 9", "White has 10 men");
    expect_refused("six", "bbbbbbb./........ w 6 0", "at most 6");
    expect_refused("twelve", "wwwwwwww/wwwww.../........ w 0 9", "White has 13 men");
    expect_accepted("nine", "wwwwwwww/w......./........ w 0 9");
    expect_accepted("twelve", "wwwwwwww/wwww..../........ w 0 9");
}

static void test_position_text_hands_need_not_fit_the_side_to_move(void **state)
{
    (void)state;
    expect_accepted("nine", "......../......../........ b 9 9");
    expect_accepted("nine", "......../......../........ w 0 9");
    expect_accepted("nine", "w......./......../b....... w 8 3");
    expect_accepted("nine", "www...../......../bbb..... b 6 0");
}

static void test_position_text_both_under_three_refused(void **state)
{
    (void)state;
    expect_refused("nine", "ww....../......../bb...... w 0 0", "both sides have fewer than three");
    expect_refused("six", "......../........ w 2 2", "both sides");
    expect_refused("twelve", "w......./......../........ b 1 0", "both sides");
    expect_accepted("nine", "ww....../......../bb...... w 1 0");
    expect_accepted("nine", "......../......../bbb..... w 0 0");
}

static void test_position_text_no_remill_fields_refused(void **state)
{
    (void)state;
    expect_refused("nine,no-remill", OPENED " w 0 0", "LASTW LASTB");
    expect_refused("nine,no-remill", OPENED " w 0 0 -", "Black's last");
    expect_refused("nine,no-remill", OPENED " w 0 0 a7-a7 -", "two different points");
    expect_refused("nine,no-remill", OPENED " w 0 0 - d4-a7", "two different points");
    expect_refused("nine,no-remill", OPENED " w 0 0 a7 -", "White's last");
    expect_refused("nine,no-remill", OPENED " w 0 0 a7- -", "White's last");
    expect_refused("nine,no-remill", OPENED " w 0 0 a7d7 -", "White's last");
    expect_refused("nine,no-remill", OPENED " w 0 0 - - -", "more text");
    expect_refused("six,no-remill", "ww.w..../....b.b. w 0 4 a7-d7 -", "two different points");
    expect_refused("nine", OPENED " w 0 0 - -", "more text");
}

static void test_position_text_no_remill_points_may_be_any_two(void **state)
{
    (void)state;
    /* Not neighbours, not empty, nobody's: only the points are looked at. */
    expect_accepted("nine,no-remill", OPENED " w 0 0 a7-e3 c3-d7");
    Game *game = test_open("nine,no-remill");
    Pos pos = test_pos(game, OPENED " w 0 0 G7-g4 -");
    assert_string_equal(test_pos_text(game, &pos), OPENED " w 0 0 g7-g4 -");
    game_close(game);
}

static void test_position_text_something_more_refused(void **state)
{
    (void)state;
    expect_refused("nine", "......../......../........ w 9 9 ", "more text");
    expect_refused("nine", "......../......../........ w 9 9x", "more text");
    expect_refused("nine", " ......../......../........ w 9 9", "a7 should stand");
}

static void test_position_text_side_changes_after_a_winning_turn(void **state)
{
    (void)state;
    expect_after("nine", "bb.b..../...w..../w......w b 0 0", "g4-g7xf4",
                 "bbb...../......../w......w w 0 0");
    expect_result("nine", "bbb...../......../w......w w 0 0", WINNER_P2, "fewer than three");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_board_point_list),
        cmocka_unit_test(test_board_neighbours_along_squares_and_spokes),
        cmocka_unit_test(test_board_neighbours_along_diagonals_where_the_variant_says_so),
        cmocka_unit_test(test_board_lines_are_sides_and_spokes),
        cmocka_unit_test(test_board_six_spokes_are_no_lines),
        cmocka_unit_test(test_board_twelve_diagonals_are_lines),
        cmocka_unit_test(test_board_men_each),
        cmocka_unit_test(test_white_moves_first),
        cmocka_unit_test(test_option_table_has_41_variants),
        cmocka_unit_test(test_option_table_canonical_text),
        cmocka_unit_test(test_option_table_which_game_has_which),
        cmocka_unit_test(test_option_table_errors_name_it_and_list_what_there_is),
        cmocka_unit_test(test_play_1_places_while_there_is_a_man_in_hand),
        cmocka_unit_test(test_play_1_afterwards_moves_to_a_neighbouring_empty_point),
        cmocka_unit_test(test_play_1_each_player_by_his_own_hand),
        cmocka_unit_test(test_play_1_no_passing),
        cmocka_unit_test(test_play_2_mill_by_placing_takes_one),
        cmocka_unit_test(test_play_2_mill_by_moving_takes_one),
        cmocka_unit_test(test_play_2_taken_man_is_out_of_the_game),
        cmocka_unit_test(test_play_2_a_man_must_be_taken),
        cmocka_unit_test(test_play_2_nothing_is_taken_without_a_mill),
        cmocka_unit_test(test_play_2_standing_mill_earns_nothing_more),
        cmocka_unit_test(test_play_2_only_enemy_men_are_taken),
        cmocka_unit_test(test_play_2_man_in_mill_protected),
        cmocka_unit_test(test_play_2_all_in_mills_any_may_be_taken),
        cmocka_unit_test(test_play_2_enemy_men_in_hand_are_not_on_the_board),
        cmocka_unit_test(test_play_2_no_enemy_on_the_board_no_x),
        cmocka_unit_test(test_option_remove_1_is_the_default),
        cmocka_unit_test(test_option_remove_2_two_mills_take_two),
        cmocka_unit_test(test_option_remove_2_by_moving),
        cmocka_unit_test(test_option_remove_2_one_mill_takes_one),
        cmocka_unit_test(test_option_remove_2_pair_legal_in_one_order_only),
        cmocka_unit_test(test_option_remove_2_protection_judged_anew),
        cmocka_unit_test(test_option_remove_2_never_more_for_three_mills),
        cmocka_unit_test(test_option_remove_2_fewer_men_there),
        cmocka_unit_test(test_option_remove_2_none_there_no_x),
        cmocka_unit_test(test_option_remove_2_both_taken_even_if_the_first_wins),
        cmocka_unit_test(test_option_flying_with_three_and_empty_hand),
        cmocka_unit_test(test_option_flying_not_with_four),
        cmocka_unit_test(test_option_flying_not_with_men_in_hand),
        cmocka_unit_test(test_option_flying_by_ones_own_number),
        cmocka_unit_test(test_option_flying_into_a_mill_takes),
        cmocka_unit_test(test_option_flying_after_losing_the_fourth),
        cmocka_unit_test(test_option_diagonals_moves),
        cmocka_unit_test(test_option_diagonals_are_no_mills),
        cmocka_unit_test(test_play_3_fewer_than_three_men_lose),
        cmocka_unit_test(test_play_3_by_number_for_either_side_in_typed_positions),
        cmocka_unit_test(test_play_3_hand_and_board_together),
        cmocka_unit_test(test_play_3_no_way_to_move_loses),
        cmocka_unit_test(test_play_3_blocked_only_who_must_move),
        cmocka_unit_test(test_play_3_flying_with_three_is_never_blocked_but_four_are),
        cmocka_unit_test(test_play_4_full_board_is_drawn),
        cmocka_unit_test(test_play_4_before_point_3),
        cmocka_unit_test(test_play_4_last_placing_that_takes_is_no_draw),
        cmocka_unit_test(test_play_4_not_drawn_if_someone_took_a_man),
        cmocka_unit_test(test_option_no_remill_move_that_opens_a_mill_is_remembered),
        cmocka_unit_test(test_option_no_remill_move_that_opens_none_is_not),
        cmocka_unit_test(test_option_no_remill_same_man_may_not_close),
        cmocka_unit_test(test_option_no_remill_other_man_may_not_close),
        cmocka_unit_test(test_option_no_remill_line_through_q_is_a_new_mill),
        cmocka_unit_test(test_option_no_remill_even_with_a_second_mill),
        cmocka_unit_test(test_option_no_remill_moving_into_the_gap_without_a_mill),
        cmocka_unit_test(test_option_no_remill_mill_to_mill_and_back),
        cmocka_unit_test(test_option_no_remill_free_again_after_one_other_turn),
        cmocka_unit_test(test_option_no_remill_binds_its_own_player_only),
        cmocka_unit_test(test_option_no_remill_stays_written_when_it_cannot_be_closed),
        cmocka_unit_test(test_option_no_remill_placing_in_typed_positions),
        cmocka_unit_test(test_option_no_remill_and_flying),
        cmocka_unit_test(test_option_no_remill_left_without_a_move_has_lost),
        cmocka_unit_test(test_play_6_third_occurrence_is_a_draw),
        cmocka_unit_test(test_play_6_the_side_to_move_counts),
        cmocka_unit_test(test_play_6_the_no_remill_fields_count),
        cmocka_unit_test(test_move_text_forms),
        cmocka_unit_test(test_move_text_two_taken_in_point_list_order),
        cmocka_unit_test(test_move_text_upper_case_is_accepted_on_input),
        cmocka_unit_test(test_move_text_anything_else_is_refused),
        cmocka_unit_test(test_position_text_is_read_and_written),
        cmocka_unit_test(test_position_text_wrong_length_refused),
        cmocka_unit_test(test_position_text_wrong_characters_refused),
        cmocka_unit_test(test_position_text_wrong_side_refused),
        cmocka_unit_test(test_position_text_wrong_hand_refused),
        cmocka_unit_test(test_position_text_too_many_men_refused),
        cmocka_unit_test(test_position_text_hands_need_not_fit_the_side_to_move),
        cmocka_unit_test(test_position_text_both_under_three_refused),
        cmocka_unit_test(test_position_text_no_remill_fields_refused),
        cmocka_unit_test(test_position_text_no_remill_points_may_be_any_two),
        cmocka_unit_test(test_position_text_something_more_refused),
        cmocka_unit_test(test_position_text_side_changes_after_a_winning_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
