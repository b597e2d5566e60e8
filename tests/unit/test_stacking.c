/* SPDX-License-Identifier: MIT */
/* Stacking Morris, clause by clause of the rules file, its move text and position text. Every
 * position and every list of moves here was worked out by hand from the rules. */
#include "unit/support.h"

#include "core/history.h"

/* ---- Saying what is expected ---------------------------------------------------------------- */

enum { LIST_MAX = 4096, JOINED_MAX = LIST_MAX * 24 };

typedef struct List {
    int count;
    const char *word[LIST_MAX];
    char text[JOINED_MAX]; /* what the words point into */
} List;

static Game *game;

static int open_game(void **state)
{
    (void)state;
    game = test_open("stacking");
    return 0;
}

static int close_game(void **state)
{
    (void)state;
    game_close(game);
    return 0;
}

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Splits the words in list->text, sorts them and keeps each once. */
static void split_list(List *list)
{
    int count = 0;
    for (char *word = strtok(list->text, " "); word; word = strtok(NULL, " ")) {
        assert_true(count < LIST_MAX);
        list->word[count++] = word;
    }
    qsort(list->word, (size_t)count, sizeof *list->word, compare_words);
    list->count = 0;
    for (int i = 0; i < count; i++)
        if (i == 0 || strcmp(list->word[i], list->word[i - 1]) != 0)
            list->word[list->count++] = list->word[i];
}

/* The legal moves whose text begins with `prefix`; if `starts`, only their part up to the slash.
 * Returns how many moves there were. */
static int list_moves(const Pos *pos, const char *prefix, bool starts, List *list)
{
    Move *moves = malloc(game->moves_max * sizeof *moves);
    int count = game->moves(game, pos, moves), seen = 0;
    Str s = str_over(list->text, sizeof list->text);
    for (int i = 0; i < count; i++) {
        const char *text = test_move_text(game, pos, moves[i]);
        if (strncmp(text, prefix, strlen(prefix)) != 0)
            continue;
        const char *slash = strchr(text, '/');
        size_t length = starts && slash ? (size_t)(slash + 1 - text) : strlen(text);
        str_bytes(&s, text, length);
        str_char(&s, ' ');
        seen++;
    }
    assert_false(s.full);
    free(moves);
    split_list(list);
    return seen;
}

static void compare_lists(const char *position, const List *ours, const char *expected)
{
    static List theirs;
    snprintf(theirs.text, sizeof theirs.text, "%s", expected);
    split_list(&theirs);
    for (int i = 0; i < ours->count || i < theirs.count; i++) {
        const char *a = i < ours->count ? ours->word[i] : "(none)";
        const char *b = i < theirs.count ? theirs.word[i] : "(none)";
        if (strcmp(a, b) != 0)
            fail_msg("%s: %s, expected %s", position, a, b);
    }
}

/* The moves that begin with `prefix` are exactly these, in any order, each once. */
static void expect_moves(const char *position, const char *prefix, const char *expected)
{
    static List ours;
    Pos pos = test_pos(game, position);
    int seen = list_moves(&pos, prefix, false, &ours);
    compare_lists(position, &ours, expected);
    assert_int_equal(seen, ours.count);
}

/* The resolutions at the start of the turn are exactly these. */
static void expect_starts(const char *position, const char *expected)
{
    static List ours;
    Pos pos = test_pos(game, position);
    list_moves(&pos, "", true, &ours);
    compare_lists(position, &ours, expected);
}

static void expect_count(const char *position, const char *prefix, int count)
{
    static List list;
    Pos pos = test_pos(game, position);
    assert_int_equal(list_moves(&pos, prefix, false, &list), count);
}

/* The move is legal and leads here. */
static void expect_after(const char *position, const char *move, const char *after)
{
    Pos pos = test_pos(game, position), next;
    game->apply(game, &pos, test_move(game, &pos, move), &next);
    assert_string_equal(test_pos_text(game, &next), after);
}

/* The move is refused, with `key` in the English reason and another reason in Japanese. */
static void expect_illegal(const char *position, const char *move, const char *key)
{
    Pos pos = test_pos(game, position);
    char why[LANG_COUNT][WHY_MAX] = {"", ""};
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        Move out = 77;
        if (game->ops->read_move(game, &pos, move, (Lang)lang, &out, why[lang]))
            fail_msg("%s: %s should be refused", position, move);
        assert_true(out == 77);
    }
    if (!strstr(why[LANG_EN], key))
        fail_msg("%s: %s refused with '%s', not with '%s'", position, move, why[LANG_EN], key);
    assert_true(*why[LANG_EN] && *why[LANG_JA]);
    assert_string_not_equal(why[LANG_EN], why[LANG_JA]);
}

/* How the game stands; a finished one has no moves, and its reason contains `key`. */
static void expect_result(const char *position, Winner winner, const char *key)
{
    static List list;
    Pos pos = test_pos(game, position);
    Outcome outcome = game->ops->outcome(game, &pos);
    if (outcome.winner != winner)
        fail_msg("%s: result %d, expected %d", position, outcome.winner, winner);
    assert_int_equal(list_moves(&pos, "", false, &list) == 0, winner != WINNER_NONE);
    if (winner != WINNER_NONE)
        assert_non_null(strstr(outcome.reason->clause.in[LANG_EN], key));
}

static void expect_refused(const char *position, const char *key)
{
    Pos pos;
    char why[WHY_MAX] = "";
    if (game->ops->read_pos(game, position, LANG_EN, &pos, why))
        fail_msg("'%s' should be refused", position);
    if (!strstr(why, key))
        fail_msg("'%s' refused with '%s', not with '%s'", position, why, key);
}

static void expect_accepted(const char *position)
{
    Pos pos = test_pos(game, position);
    assert_string_equal(test_pos_text(game, &pos), position);
}

/* ---- A stack -------------------------------------------------------------------------------- */

/* White's stacks a7 d7 f6, their singles g1 a1 d2 b4 e4 c4; Black's other men are in hand. */
#define WALK "WW..w.w./..W..w.w/...w...w"

static void test_stack_is_moved_by_its_owner_and_whole(void **state)
{
    (void)state;
    expect_after(WALK " w 0 6", "f6-f4", "WW..w.w./...W.w.w/...w...w b 0 6");
    expect_after("bb..b.b./..B..b.b/...b...b b 8 0", "f6-f4", "bb..b.b./...B.b.b/...b...b w 8 0");
    /* The man below has no say: d7 is White's. */
    expect_illegal("wWwb..../....bb.b/bb..b.b. b 6 0", "d7-d6", "d7 is not Black's");
}

static void test_stack_nothing_leaves_the_board(void **state)
{
    (void)state;
    /* Eighteen men before and after, hands and stacks counted. */
    expect_after("ww....../...b..../......b. w 7 7", "g7xf4>a7",
                 "Www...../......../......b. b 6 7");
    expect_after("wB....../...b..../......b. w 7 6", "g7~d7xf4>a7",
                 "WWw...../......../......b. b 6 6");
}

/* ---- 1: what a mill is ---------------------------------------------------------------------- */

static void test_stacking_1_three_single_men_are_a_mill(void **state)
{
    (void)state;
    expect_moves("ww....../...b..../......b. w 7 7", "g7",
                 "g7xf4>a7 g7xf4>d7 g7xf4>g7 g7xc3>a7 g7xc3>d7 g7xc3>g7");
}

static void test_stacking_1_enemy_stack_counts(void **state)
{
    (void)state;
    expect_moves("wB....../...b..../......b. w 7 6", "g7",
                 "g7~d7xf4>a7 g7~d7xf4>g7 g7~d7xc3>a7 g7~d7xc3>g7");
}

static void test_stacking_1_two_enemy_stacks_count(void **state)
{
    (void)state;
    expect_moves("BB....../...b..../......b. w 7 5", "g7",
                 "g7~a7xf4>g7 g7~a7xc3>g7 g7~d7xf4>g7 g7~d7xc3>g7");
}

static void test_stacking_1_own_stack_never_counts(void **state)
{
    (void)state;
    expect_moves("wW....../...b..../......b. w 7 6", "g7", "g7");
    expect_illegal("wW....../...b..../......b. w 7 6", "g7xf4>a7", "no mill");
    /* Nor when it is the stack that moves: b4 c4 are White's, their stack goes to a4. */
    expect_moves("WW..w.../..Wb.w.w/.w.w...w w 0 5", "a7-", "a7-a4 a7-b6");
}

/* ---- 2: resolving --------------------------------------------------------------------------- */

static void test_stacking_2_must_turn_over_if_there_is_an_enemy_stack(void **state)
{
    (void)state;
    const char *position = "wB....../...b..../......b. w 7 6";
    expect_illegal(position, "g7xf4>a7", "turned over first");
    expect_illegal(position, "g7~a7xf4>g7", "a7 is no enemy stack");
    expect_illegal(position, "g7~d7", "must be fetched");
    expect_illegal(position, "g7", "must be resolved");
}

static void test_stacking_2_man_goes_under_a_single_man_of_that_mill(void **state)
{
    (void)state;
    /* White's d2 is not in the mill, d7 has just been turned over. */
    const char *position = "wB....../...b.w../......b. w 6 6";
    expect_moves(position, "g7", "g7~d7xf4>a7 g7~d7xf4>g7 g7~d7xc3>a7 g7~d7xc3>g7");
    expect_illegal(position, "g7~d7xf4>d2", "d2 is no single man of White's");
    expect_illegal(position, "g7~d7xf4>d7", "d7 is no single man of White's");
    expect_illegal(position, "g7~d7xf4>c3", "c3 is no single man of White's");
}

static void test_stacking_2_only_an_enemy_single_man_is_taken(void **state)
{
    (void)state;
    const char *position = "ww....../...b..../......b. w 7 7";
    expect_illegal(position, "g7xa7>d7", "no enemy single man on a7");
    expect_illegal(position, "g7xa1>d7", "no enemy single man on a1");
}

static void test_stacking_2_man_in_mill_protected(void **state)
{
    (void)state;
    /* Black f2 d2 b2, and e5 outside. */
    expect_moves("ww....../....bbb./..b..... w 7 5", "g7", "g7xe5>a7 g7xe5>d7 g7xe5>g7");
    expect_illegal("ww....../....bbb./..b..... w 7 5", "g7xd2>a7", "d2 is in a mill");
}

static void test_stacking_2_his_mill_may_hold_my_stack(void **state)
{
    (void)state;
    /* Under White's stack on b2 lies a black man: f2 d2 b2 is Black's mill. */
    expect_moves("ww....../....bbW./..b..... w 6 5", "g7", "g7xe5>a7 g7xe5>d7 g7xe5>g7");
    /* Under Black's own stack on b2 lies a white one: it is none. */
    expect_count("ww....../....bbB./..b..... w 6 5", "g7", 9);
}

static void test_stacking_2_all_single_men_in_mills_any_may_be_taken(void **state)
{
    (void)state;
    expect_moves("ww....../....bbb./........ w 7 6", "g7",
                 "g7xf2>a7 g7xf2>d7 g7xf2>g7 g7xd2>a7 g7xd2>d7 g7xd2>g7 "
                 "g7xb2>a7 g7xb2>d7 g7xb2>g7");
    /* A stack outside the mill does not count as a man outside. */
    expect_count("ww....../....bbb./..B..... w 6 5", "g7", 9);
}

static void test_stacking_2_protection_judged_after_turning_over(void **state)
{
    (void)state;
    /* d7 turned over puts a black man at the bottom: d7 d6 d5 becomes Black's mill. */
    const char *position = "wB....../.b....../.b....b. w 7 5";
    expect_moves(position, "g7", "g7~d7xc3>a7 g7~d7xc3>g7");
    expect_illegal(position, "g7~d7xd6>a7", "d6 is in a mill");
    expect_moves("wB....../.b....../.b...... w 7 6", "g7",
                 "g7~d7xd6>a7 g7~d7xd6>g7 g7~d7xd5>a7 g7~d7xd5>g7");
    /* With two stacks in the mill it depends on the one chosen. */
    expect_moves("BB....../.b....../.b....b. w 7 4", "g7",
                 "g7~a7xd6>g7 g7~a7xd5>g7 g7~a7xc3>g7 g7~d7xc3>g7");
}

static void test_stacking_2_no_enemy_single_man_only_turning_over(void **state)
{
    (void)state;
    const char *position = "wB....../......../........ w 7 8";
    expect_moves(position, "g7", "g7~d7");
    expect_after(position, "g7~d7", "wWw...../......../........ b 6 8");
    expect_illegal(position, "g7~d7xd7>a7", "leave that part out");
    expect_illegal(position, "g7", "must be resolved");
    expect_moves("wBw...../......../........ w 6 8", "~d7/a1", "~d7/a1");
}

static void test_stacking_2_nothing_to_turn_over_and_nothing_to_take(void **state)
{
    (void)state;
    expect_moves("ww....../......../........ w 7 9", "g7", "g7");
    expect_after("ww....../......../........ w 7 9", "g7", "www...../......../........ b 6 9");
    expect_moves("www...../......../........ w 6 9", "",
                 "/g4 /g1 /d1 /a1 /a4 /b6 /d6 /f6 /f4 /f2 /d2 /b2 /b4 "
                 "/c5 /d5 /e5 /e4 /e3 /d3 /c3 /c4");
    expect_after("www...../......../........ w 6 9", "/d6", "www...../.w....../........ b 5 9");
    expect_illegal("www...../......../........ w 6 9", "d6", "must resolve it first");
    expect_illegal("www...../......../........ w 6 9", "/", "no move");
    /* Both ends of a turn empty. */
    expect_moves("www.w.../......../........ w 5 9", "/g4", "/g4");
}

/* ---- 3: the turn ---------------------------------------------------------------------------- */

static void test_stacking_3_a_mill_at_the_start_must_be_resolved(void **state)
{
    (void)state;
    expect_starts("www...../b......./........ w 6 8", "xb6>a7/ xb6>d7/ xb6>g7/");
    expect_illegal("www...../b......./........ w 6 8", "d6", "must resolve it first");
    expect_illegal("ww....../b......./........ w 7 8", "xb6>a7/d6", "no mill at the start");
    expect_illegal("ww....../b......./........ w 7 8", "/d6", "no mill at the start");
}

static void test_stacking_3_then_places_or_moves_as_usual(void **state)
{
    (void)state;
    /* The point that the taken man left is free: 24 - 3 points. */
    expect_count("www...../b......./........ w 6 8", "xb6>a7/", 21);
    expect_after("www...../b......./........ w 6 8", "xb6>a7/b6",
                 "Www...../w......./........ b 5 8");
    /* Without a hand: the resolution, then a move, of the new stack too. */
    const char *position = "wwwb...b/......../w.w.w.ww w 1 7";
    expect_illegal(position, "xg4>a7/c4-b4", "in hand");
    position = "wwwb...b/.....w../w.w.w.ww w 0 7";
    expect_after(position, "xg4>g7/g7-g4", "ww.W...b/.....w../w.w.w.ww b 0 7");
    expect_moves(position, "xg4>g7/g7-", "xg4>g7/g7-g4 xg4>g7/g7-f6");
}

static void test_stacking_3_only_one_mill_at_the_start(void **state)
{
    (void)state;
    /* a7 d7 g7 and g7 g4 g1 are both there; b6 goes under a7, and the other mill waits. */
    const char *position = "wwwww.../b......./.b...... w 4 7";
    expect_after(position, "xb6>a7/d6", "Wwwww.../.w....../.b...... b 3 7");
    expect_starts("Wwwww.../.w....../.b....b. w 3 6",
                  "xd5>g7/ xd5>g4/ xd5>g1/ xc3>g7/ xc3>g4/ xc3>g1/");
}

static void test_stacking_3_same_text_from_two_mills_is_one_move(void **state)
{
    (void)state;
    const char *position = "wwwww.../b......./.b...... w 4 7";
    expect_starts(position, "xb6>a7/ xb6>d7/ xb6>g7/ xb6>g4/ xb6>g1/ "
                            "xd5>a7/ xd5>d7/ xd5>g7/ xd5>g4/ xd5>g1/");
    expect_moves(position, "xb6>g7/d1", "xb6>g7/d1");
    /* At the end of the turn too: g7 completes both. */
    expect_moves("ww.ww.../b......./........ w 5 8", "g7",
                 "g7xb6>a7 g7xb6>d7 g7xb6>g7 g7xb6>g4 g7xb6>g1");
    /* And with a stack that is in both. */
    expect_moves("w.Bw..../b......./........ w 6 7", "d7", "d7~g7xb6>a7 d7~g7xb6>d7");
    expect_starts("wwBww.../b......./........ w 4 7",
                  "~g7xb6>a7/ ~g7xb6>d7/ ~g7xb6>g4/ ~g7xb6>g1/");
}

static void test_stacking_3_each_mill_brings_its_own_choices(void **state)
{
    (void)state;
    /* g7 completes a7 d7 g7 without a stack and g7 g4 g1 with Black's on g4. */
    expect_moves("ww.Bw.../b......./........ w 5 7", "g7",
                 "g7xb6>a7 g7xb6>d7 g7xb6>g7 g7~g4xb6>g7 g7~g4xb6>g1");
    expect_illegal("ww.Bw.../b......./........ w 5 7", "g7~g4xb6>a7", "a7 is no single man");
    expect_illegal("ww.Bw.../b......./........ w 5 7", "g7xb6>g1", "g1 is no single man");
}

static void test_stacking_3_left_over_mill_is_not_among_those_at_the_end(void **state)
{
    (void)state;
    /* After xb6>a7 the mill g7 g4 g1 is left over; d1 completes g1 d1 a1. */
    const char *position = "wwwww.w./b......./.b...... w 3 7";
    expect_moves(position, "xb6>a7/d1", "xb6>a7/d1xd5>g1 xb6>a7/d1xd5>d1 xb6>a7/d1xd5>a1");
    expect_illegal(position, "xb6>a7/d1xd5>g7", "g7 is no single man");
    expect_moves(position, "xb6>a7/d6", "xb6>a7/d6");
    expect_illegal(position, "xb6>a7/d6xd5>g7", "no mill is completed");
}

static void test_stacking_3_left_over_mill_waits_for_the_next_start(void **state)
{
    (void)state;
    expect_after("ww.ww.../b......./.b..b... w 5 6", "g7xb6>a7",
                 "Wwwww.../......../.b..b... b 4 6");
    expect_after("Wwwww.../......../.b..b... b 4 6", "c3", "Wwwww.../......../.b..b.b. w 4 5");
    expect_starts("Wwwww.../......../.b..b.b. w 4 5",
                  "xd5>g7/ xd5>g4/ xd5>g1/ xe3>g7/ xe3>g4/ xe3>g1/ xc3>g7/ xc3>g4/ xc3>g1/");
    /* Unless Black has made an end of it meanwhile. */
    expect_moves("Wwwbw.../......../.b..b... w 5 5", "d1", "d1");
}

static void test_stacking_3_mill_made_by_the_enemys_move(void **state)
{
    (void)state;
    /* Black's stack, a white man below, goes to d7 between a7 and g7. */
    expect_after("w.w...../.B.bb.bb/b..bb.b. b 6 0", "d6-d7", "wBw...../...bb.bb/b..bb.b. w 6 0");
    expect_starts("wBw...../...bb.bb/b..bb.b. w 6 0",
                  "~d7xf4>a7/ ~d7xf2>a7/ ~d7xb2>a7/ ~d7xb4>a7/ ~d7xc5>a7/ ~d7xe4>a7/ ~d7xe3>a7/ "
                  "~d7xc3>a7/ ~d7xf4>g7/ ~d7xf2>g7/ ~d7xb2>g7/ ~d7xb4>g7/ ~d7xc5>g7/ ~d7xe4>g7/ "
                  "~d7xe3>g7/ ~d7xc3>g7/");
}

static void test_stacking_3_mill_made_by_the_enemys_resolution(void **state)
{
    (void)state;
    /* Black turns d7 over and so puts a white man at its bottom; e3 alone is outside a mill. */
    const char *position = "wWw...../.b....../....w... b 5 7";
    expect_moves(position, "d5", "d5~d7xe3>d6 d5~d7xe3>d5");
    expect_after(position, "d5~d7xe3>d5", "wBw...../.b....../.B...... w 5 6");
    expect_starts("wBw...../.b....../.B...... w 5 6", "~d7xd6>a7/ ~d7xd6>g7/");
    expect_after("wBw...../.b....../.B...... w 5 6", "~d7xd6>g7/a1",
                 "wWW...w./......../.B...... b 4 6");
}

/* ---- 4: never three ------------------------------------------------------------------------- */

static void test_stacking_4_nothing_is_taken_out_of_a_stack(void **state)
{
    (void)state;
    expect_illegal("ww....../...b..../..B...b. w 6 6", "g7xe5>a7", "no enemy single man on e5");
    expect_illegal("ww....../...b..../..W...b. w 6 6", "g7xe5>a7", "no enemy single man on e5");
}

static void test_stacking_4_nothing_goes_under_a_stack(void **state)
{
    (void)state;
    expect_illegal("wB....../...b..../......b. w 7 6", "g7~d7xf4>d7", "no single man");
    expect_illegal("ww....../...b..../..W...b. w 6 6", "g7xf4>e5", "no single man");
    expect_illegal("WW..w.w./..W..w.w/...w...w w 0 6", "a7-d7", "occupied");
}

/* ---- 5: winning and losing ------------------------------------------------------------------ */

static void test_stacking_5_wins_at_the_start_by_turning_over(void **state)
{
    (void)state;
    const char *position = "WWBww.../....b..b/........ w 4 4";
    expect_moves(position, "", "~g7/");
    expect_after(position, "~g7/", "WWWww.../....b..b/........ b 4 4");
    expect_result("WWWww.../....b..b/........ b 4 4", WINNER_P1, "three stacks");
    expect_illegal(position, "~g7xf2>g4/", "wins at once");
    expect_illegal(position, "~g7/d6", "wins at once");
}

static void test_stacking_5_wins_at_the_start_by_taking(void **state)
{
    (void)state;
    const char *position = "WWwww.../....b..b/........ w 4 5";
    expect_starts(position, "xf2>g7/ xf2>g4/ xf2>g1/ xb4>g7/ xb4>g4/ xb4>g1/");
    expect_moves(position, "xf2>g7/", "xf2>g7/");
    expect_after(position, "xb4>g7/", "WWWww.../....b.../........ b 4 5");
    expect_result("WWWww.../....b.../........ b 4 5", WINNER_P1, "three stacks");
    expect_illegal(position, "xf2>g7/d6", "wins at once");
    expect_illegal(position, "xf2>g4/", "does not win");
}

static void test_stacking_5_wins_at_the_start_by_turning_over_and_taking(void **state)
{
    (void)state;
    const char *position = "WWwBw.../....b..b/........ w 4 4";
    expect_starts(position, "~g4xf2>g7/ ~g4xf2>g1/ ~g4xb4>g7/ ~g4xb4>g1/");
    expect_moves(position, "~g4xf2>g7/", "~g4xf2>g7/");
    expect_after(position, "~g4xf2>g7/", "WWWWw.../.......b/........ b 4 4");
    expect_result("WWWWw.../.......b/........ b 4 4", WINNER_P1, "three stacks");
    expect_illegal(position, "~g4/", "must be fetched");
}

static void test_stacking_5_wins_between_turning_over_and_taking_at_the_end(void **state)
{
    (void)state;
    const char *position = "WWB.w.../....b..b/........ w 5 4";
    expect_moves(position, "g4", "g4~g7");
    expect_after(position, "g4~g7", "WWWww.../....b..b/........ b 4 4");
    expect_illegal(position, "g4~g7xf2>g4", "wins at once");
    expect_illegal(position, "g4", "must be resolved");
    /* The other stack of the same mill does not win, so there the taking follows. */
    expect_moves("WWB.B.../....b..b/........ w 5 3", "g4", "g4~g7 g4~g1xf2>g4 g4~g1xb4>g4");
}

static void test_stacking_5_wins_at_the_end_by_taking(void **state)
{
    (void)state;
    expect_after("WWw.w.../....b..b/........ w 5 5", "g4xf2>g7",
                 "WWWww.../.......b/........ b 4 5");
    const char *position = "WWw.B.../....b..b/........ w 5 4";
    expect_moves(position, "g4", "g4~g1xf2>g7 g4~g1xf2>g4 g4~g1xb4>g7 g4~g1xb4>g4");
    expect_after(position, "g4~g1xf2>g7", "WWWwW.../.......b/........ b 4 4");
    expect_result("WWWwW.../.......b/........ b 4 4", WINNER_P1, "three stacks");
}

static void test_stacking_5_wins_by_moving_a_stack(void **state)
{
    (void)state;
    expect_moves(WALK " w 0 6", "f6-g7", "f6-g7");
    expect_after(WALK " w 0 6", "f6-g7", "WWW.w.w./.....w.w/...w...w b 0 6");
    expect_result("WWW.w.w./.....w.w/...w...w b 0 6", WINNER_P1, "three stacks");
    /* Black likewise: g4-g7 beside their a7 d7. */
    expect_after("BB.B.b../..b....b/b.b..b.. b 6 0", "g4-g7", "BBB..b../..b....b/b.b..b.. w 6 0");
    expect_result("BBB..b../..b....b/b.b..b.. w 6 0", WINNER_P2, "three stacks");
}

static void test_stacking_5_checked_before_mills(void **state)
{
    (void)state;
    /* White has won with a7 d7 g7 already, whatever other mills there are and whose turn it is. */
    expect_result("WWW.b.b./.b....../......ww w 4 3", WINNER_P1, "three stacks");
    expect_result("WWW.w.w./.....w../........ w 3 6", WINNER_P1, "three stacks");
    expect_result("WWW..www/......../........ w 3 6", WINNER_P1, "three stacks");
    expect_illegal("WWW..www/......../........ w 3 6", "/d6", "over");
}

static void test_stacking_5_typed_positions_side_not_to_move_first(void **state)
{
    (void)state;
    expect_result("WWW...../......../........ w 6 6", WINNER_P1, "three stacks");
    expect_result("WWW...../......../........ b 6 6", WINNER_P1, "three stacks");
    expect_result("BBB...../......../........ w 6 6", WINNER_P2, "three stacks");
    expect_result("BBB...../......../........ b 6 6", WINNER_P2, "three stacks");
    expect_result("WWW...../BBB...../........ w 3 3", WINNER_P2, "three stacks");
    expect_result("WWW...../BBB...../........ b 3 3", WINNER_P1, "three stacks");
}

static void test_stacking_5_who_cannot_move_loses(void **state)
{
    (void)state;
    /* White's only piece that they own, a7, is shut in by d7 a4 b6. */
    expect_result("wB..B..B/B..B.B../..B...B. w 0 1", WINNER_P2, "no legal move");
    expect_result("wB..B..B/B..B.B../..B...B. b 0 1", WINNER_NONE, "");
    expect_illegal("wB..B..B/B..B.B../..B...B. w 0 1", "a7-b6", "over");
}

static void test_stacking_5_no_loss_by_number(void **state)
{
    (void)state;
    expect_moves("wB..B..B/...BBB../..B...B. w 0 1", "", "a7-b6");
    expect_result("wB..B..B/...BBB../..B...B. w 0 1", WINNER_NONE, "");
    expect_accepted("......../......../........ b 9 9");
}

/* Every piece of White's is shut in; their mills are a7 d7 g7 and a1 a4 a7. */
static void test_stacking_5_resolution_that_leaves_no_move_may_not_be_chosen(void **state)
{
    (void)state;
    /* Taking b6 or b2 makes room; taking f6 does for the stack on g7; taking d2 never does. */
    const char *position = "wwBB.Bww/bBb..bbB/........ w 0 0";
    expect_moves(position, "",
                 "xb6>a1/a7-b6 xb6>a4/a7-b6 xb6>a7/a7-b6 xb2>a1/a1-b2 xb2>a4/a1-b2 xb2>a7/a1-b2 "
                 "~g7xb6>a7/a7-b6 ~g7xb6>d7/a7-b6 ~g7xf6>a7/g7-f6 ~g7xf6>d7/g7-f6 "
                 "~g7xb2>a7/a1-b2 ~g7xb2>d7/a1-b2");
    expect_illegal(position, "xd2>a1/", "neither place nor move");
    expect_illegal(position, "xd2>a1/a1-b2", "neither place nor move");
    expect_illegal(position, "xf6>a1/a7-b6", "neither place nor move");
}

static void test_stacking_5_all_resolutions_barred_is_lost(void **state)
{
    (void)state;
    /* b6 b4 b2 is Black's mill, so d2 is the man to take, and that makes room for nobody. */
    expect_result("wwBB.Bww/bBB..bbb/........ w 0 0", WINNER_P2, "no legal move");
    expect_illegal("wwBB.Bww/bBB..bbb/........ w 0 0", "xd2>a1/a7-b6", "over");
    expect_result("wwBB.Bww/bBB..bbb/........ b 0 0", WINNER_NONE, "");
    /* With d2 in Black's hand every man is in the mill and may be taken. */
    expect_starts("wwBB.Bww/bBB...bb/........ w 0 1",
                  "xb6>a7/ xb6>a4/ xb6>a1/ xb2>a7/ xb2>a4/ xb2>a1/ xb4>a7/ xb4>a4/ xb4>a1/ "
                  "~g7xb6>a7/ ~g7xb6>d7/ ~g7xb2>a7/ ~g7xb2>d7/ ~g7xb4>a7/ ~g7xb4>d7/");
}

static void test_stacking_5_winning_resolution_is_never_barred(void **state)
{
    (void)state;
    /* Only e4 may be taken (c5 c4 c3 is Black's mill); under a4 it makes a4 b4 c4. */
    const char *position = "wB...Bww/B.....BW/b..b..bW w 0 0";
    expect_moves(position, "", "xe4>a4/");
    expect_after(position, "xe4>a4/", "wB...BwW/B.....BW/b.....bW b 0 0");
    expect_result("wB...BwW/B.....BW/b.....bW b 0 0", WINNER_P1, "three stacks");
}

static void test_play_6_third_occurrence_is_a_draw(void **state)
{
    (void)state;
    History history;
    Pos pos = test_pos(game, "wbwbwbwb/b.b.b.b./wwb.ww.w w 0 0");
    static const char *const cycle[] = {"c4-b4", "b6-d6", "b4-c4", "d6-b6"};
    assert_true(history_begin(&history, game, &pos));
    for (int i = 0; i < 8; i++) {
        assert_int_equal(history_winner(&history), WINNER_NONE);
        Move move = test_move(game, &history.pos, cycle[i % 4]);
        assert_true(history_play(&history, move));
    }
    assert_int_equal(history_winner(&history), WINNER_DRAW);
    history_free(&history);
}

/* ---- 6: diagonals --------------------------------------------------------------------------- */

static void test_stacking_6_men_and_stacks_move_along_diagonals(void **state)
{
    (void)state;
    expect_moves(WALK " w 0 6", "g1-", "g1-g4 g1-d1 g1-f2");
    expect_moves(WALK " w 0 6", "f6-", "f6-d6 f6-f4 f6-g7 f6-e5");
    expect_moves(WALK " w 0 6", "a7-", "a7-a4 a7-b6");
    expect_illegal(WALK " w 0 6", "d7-b6", "not next to");
}

static void test_stacking_6_diagonal_lines_are_mills(void **state)
{
    (void)state;
    expect_moves("w......./w......./...b.... w 7 8", "c5", "c5xe4>a7 c5xe4>b6 c5xe4>c5");
}

static void test_stacking_6_diagonal_lines_of_stacks_win(void **state)
{
    (void)state;
    expect_result("W......./W......./W....... b 6 6", WINNER_P1, "three stacks");
    expect_result("....B.../....B.../....B... w 6 6", WINNER_P2, "three stacks");
    expect_result(".W....../.W....../.W...... b 6 6", WINNER_P1, "three stacks");
}

/* ---- Move text ------------------------------------------------------------------------------ */

static void test_move_text_full_form(void **state)
{
    (void)state;
    /* RES/MAIN RES: a mill at the start with a stack, and another one at the end. */
    const char *position = "wBw...w./b.b...../.....b.. w 5 5";
    expect_moves(position, "~d7xb6>g7/a4",
                 "~d7xb6>g7/a4xf6>a7 ~d7xb6>g7/a4xf6>a4 "
                 "~d7xb6>g7/a4xf6>a1 ~d7xb6>g7/a4xd3>a7 "
                 "~d7xb6>g7/a4xd3>a4 ~d7xb6>g7/a4xd3>a1");
    expect_after(position, "~d7xb6>g7/a4xf6>a1", "wWW...Ww/......../.....b.. b 4 5");
}

static void test_move_text_upper_case_is_accepted_on_input(void **state)
{
    (void)state;
    expect_after("wBw...w./b.b...../.....b.. w 5 5", "~D7Xb6>G7/a4xF6>A1",
                 "wWW...Ww/......../.....b.. b 4 5");
}

static void test_move_text_anything_else_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",       "g",   "h7",        "~",          "~d7",       "x",     "xf4",    "xf4>",
        "xf4>a7", "g7x", "g7xf4",     "g7xf4>",     "g7xf4a7",   "g7~",   "g7~d7x", "/",
        "//g7",   "g7/", "g7xf4>a7/", "g7xf4>a7c3", "g7 xf4>a7", "g7>f4", "g7-",    "g7xf4>a7~d7",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect_illegal("ww....../...b..../......b. w 7 7", wrong[i], "is no move");
}

static void test_move_text_reasons_for_the_move_itself(void **state)
{
    (void)state;
    expect_illegal(WALK " w 0 6", "g7", "no man left in hand");
    expect_illegal(WALK " w 0 6", "g7-g4", "on g7 to move");
    expect_illegal(WALK " w 0 6", "a1-c3", "not next to");
    expect_illegal("ww....../...b..../......b. w 7 7", "a7-a4", "still has men in hand");
    expect_illegal("ww....../...b..../......b. w 7 7", "f4", "f4 is occupied");
    expect_illegal("ww....../...b..../......b. w 7 7", "d6xf4>a7", "no mill is completed");
}

/* ---- Position text -------------------------------------------------------------------------- */

static void test_position_text_counts_inside_stacks(void **state)
{
    (void)state;
    expect_accepted("W......./......../........ w 8 8");
    expect_accepted("B......./......../........ w 8 8");
    expect_accepted("WBwb..../......../........ b 6 6");
    expect_accepted("WBWBWBWB/B......./........ w 0 0");
    expect_refused("W......./......../........ w 9 8", "White has 10 men");
    expect_refused("W......./......../........ w 8 9", "Black has 10 men");
    expect_refused("B......./......../........ w 9 8", "White has 10 men");
    expect_refused("B......./......../........ w 8 9", "Black has 10 men");
    expect_refused("WBWBWBWB/BW....../........ w 0 0", "White has 10 men");
}

static void test_position_text_exactly_nine(void **state)
{
    (void)state;
    expect_refused("......../......../........ w 8 9", "exactly 9");
    expect_refused("......../......../........ w 9 8", "Black has 8 men");
    expect_refused("W......./......../........ w 7 8", "White has 8 men");
    expect_refused("w......./......../........ w 8 8", "Black has 8 men");
    expect_refused("w......./......../........ w 9 9", "White has 10 men");
    expect_refused("......../......../........ w 10 9", "from 0 to 9");
}

static void test_position_text_the_rest_as_in_nine(void **state)
{
    (void)state;
    expect_refused("X......./......../........ w 8 8", "one of . w b W B");
    expect_refused("W......./........ w 8 8", "3 squares");
    expect_refused("W......./......../........ W 8 8", "side to move");
    expect_refused("W......./......../........ w 8 8 - -", "more text");
    Pos pos;
    game->ops->start(game, 0, &pos);
    assert_string_equal(test_pos_text(game, &pos), "......../......../........ w 9 9");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stack_is_moved_by_its_owner_and_whole),
        cmocka_unit_test(test_stack_nothing_leaves_the_board),
        cmocka_unit_test(test_stacking_1_three_single_men_are_a_mill),
        cmocka_unit_test(test_stacking_1_enemy_stack_counts),
        cmocka_unit_test(test_stacking_1_two_enemy_stacks_count),
        cmocka_unit_test(test_stacking_1_own_stack_never_counts),
        cmocka_unit_test(test_stacking_2_must_turn_over_if_there_is_an_enemy_stack),
        cmocka_unit_test(test_stacking_2_man_goes_under_a_single_man_of_that_mill),
        cmocka_unit_test(test_stacking_2_only_an_enemy_single_man_is_taken),
        cmocka_unit_test(test_stacking_2_man_in_mill_protected),
        cmocka_unit_test(test_stacking_2_his_mill_may_hold_my_stack),
        cmocka_unit_test(test_stacking_2_all_single_men_in_mills_any_may_be_taken),
        cmocka_unit_test(test_stacking_2_protection_judged_after_turning_over),
        cmocka_unit_test(test_stacking_2_no_enemy_single_man_only_turning_over),
        cmocka_unit_test(test_stacking_2_nothing_to_turn_over_and_nothing_to_take),
        cmocka_unit_test(test_stacking_3_a_mill_at_the_start_must_be_resolved),
        cmocka_unit_test(test_stacking_3_then_places_or_moves_as_usual),
        cmocka_unit_test(test_stacking_3_only_one_mill_at_the_start),
        cmocka_unit_test(test_stacking_3_same_text_from_two_mills_is_one_move),
        cmocka_unit_test(test_stacking_3_each_mill_brings_its_own_choices),
        cmocka_unit_test(test_stacking_3_left_over_mill_is_not_among_those_at_the_end),
        cmocka_unit_test(test_stacking_3_left_over_mill_waits_for_the_next_start),
        cmocka_unit_test(test_stacking_3_mill_made_by_the_enemys_move),
        cmocka_unit_test(test_stacking_3_mill_made_by_the_enemys_resolution),
        cmocka_unit_test(test_stacking_4_nothing_is_taken_out_of_a_stack),
        cmocka_unit_test(test_stacking_4_nothing_goes_under_a_stack),
        cmocka_unit_test(test_stacking_5_wins_at_the_start_by_turning_over),
        cmocka_unit_test(test_stacking_5_wins_at_the_start_by_taking),
        cmocka_unit_test(test_stacking_5_wins_at_the_start_by_turning_over_and_taking),
        cmocka_unit_test(test_stacking_5_wins_between_turning_over_and_taking_at_the_end),
        cmocka_unit_test(test_stacking_5_wins_at_the_end_by_taking),
        cmocka_unit_test(test_stacking_5_wins_by_moving_a_stack),
        cmocka_unit_test(test_stacking_5_checked_before_mills),
        cmocka_unit_test(test_stacking_5_typed_positions_side_not_to_move_first),
        cmocka_unit_test(test_stacking_5_who_cannot_move_loses),
        cmocka_unit_test(test_stacking_5_no_loss_by_number),
        cmocka_unit_test(test_stacking_5_resolution_that_leaves_no_move_may_not_be_chosen),
        cmocka_unit_test(test_stacking_5_all_resolutions_barred_is_lost),
        cmocka_unit_test(test_stacking_5_winning_resolution_is_never_barred),
        cmocka_unit_test(test_play_6_third_occurrence_is_a_draw),
        cmocka_unit_test(test_stacking_6_men_and_stacks_move_along_diagonals),
        cmocka_unit_test(test_stacking_6_diagonal_lines_are_mills),
        cmocka_unit_test(test_stacking_6_diagonal_lines_of_stacks_win),
        cmocka_unit_test(test_move_text_full_form),
        cmocka_unit_test(test_move_text_upper_case_is_accepted_on_input),
        cmocka_unit_test(test_move_text_anything_else_is_refused),
        cmocka_unit_test(test_move_text_reasons_for_the_move_itself),
        cmocka_unit_test(test_position_text_counts_inside_stacks),
        cmocka_unit_test(test_position_text_exactly_nine),
        cmocka_unit_test(test_position_text_the_rest_as_in_nine),
    };
    return cmocka_run_group_tests(tests, open_game, close_game);
}
