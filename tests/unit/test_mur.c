/* SPDX-License-Identifier: MIT */
/* MUR clause by clause: each test is named after what it holds the engine to. Boards are written as
 * in position texts: ring 3, ring 2, ring 1 (spokes a to h), centre. */
#include "unit/support.h"

#include "core/history.h"
#include "core/path.h"
#include "core/perft.h"
#include "reference/ref.h"

#define START "......../......../......../k b 0 0"

/* Plays moves separated by spaces. The last one's events are added to *words unless it is NULL. */
static Pos play_all(const Game *game, const char *position, const char *moves, Lang lang,
                    Str *words)
{
    Pos pos = test_pos(game, position), next;
    char list[256], *rest = list;
    snprintf(list, sizeof list, "%s", moves);
    for (char *text; (text = strtok_r(rest, " ", &rest)) != NULL; pos = next) {
        Move move = test_move(game, &pos, text);
        Event events[EVENTS_MAX];
        if (words && !*rest)
            events_write(game, events, game->ops->events(game, &pos, move, events), lang, words);
        game->apply(game, &pos, move, &next);
    }
    return pos;
}

/* The position text after moves from a position. */
static const char *after(const char *variant, const char *position, const char *moves)
{
    Game *game = test_open(variant);
    Pos pos = play_all(game, position, moves, LANG_EN, NULL);
    const char *text = test_pos_text(game, &pos);
    game_close(game);
    return text;
}

/* All legal moves that begin with `prefix`, sorted, joined by spaces, after `moves`. */
static const char *legal(const char *variant, const char *position, const char *moves,
                         const char *prefix)
{
    static char joined[2048];
    Game *game = test_open(variant);
    Pos pos = play_all(game, position, moves, LANG_EN, NULL);
    Move found[64];
    RefMoves texts = {0};
    int count = game->moves(game, &pos, found);
    for (int i = 0; i < count; i++) {
        const char *text = test_move_text(game, &pos, found[i]);
        if (strncmp(text, prefix, strlen(prefix)) == 0)
            ref_moves_add(&texts, text);
    }
    ref_moves_sort(&texts);
    joined[0] = '\0';
    for (int i = 0; i < texts.count; i++) {
        strcat(joined, i ? " " : "");
        strcat(joined, texts.text[i]);
    }
    ref_moves_free(&texts);
    game_close(game);
    return joined;
}

/* The move is refused, and the reason has `part` in it, in English and `part_ja` in Japanese. */
static void assert_refused(const char *variant, const char *position, const char *move,
                           const char *part, const char *part_ja)
{
    Game *game = test_open(variant);
    Pos pos = test_pos(game, position);
    Move out = 77;
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        char why[WHY_MAX] = "";
        const char *wanted = lang == LANG_JA ? part_ja : part;
        if (game->ops->read_move(game, &pos, move, (Lang)lang, &out, why))
            fail_msg("%s is legal at %s", move, position);
        if (!strstr(why, wanted))
            fail_msg("%s at %s: '%s' does not say '%s'", move, position, why, wanted);
    }
    assert_true(out == 77);
    game_close(game);
}

static Outcome outcome(const char *variant, const char *position)
{
    Game *game = test_open(variant);
    Pos pos = test_pos(game, position);
    Outcome result = game->ops->outcome(game, &pos);
    game_close(game);
    return result;
}

/* The words of the last move's events. */
static const char *told(const char *variant, const char *position, const char *moves, Lang lang)
{
    static char text[2048];
    Game *game = test_open(variant);
    Str words = str_over(text, sizeof text);
    play_all(game, position, moves, lang, &words);
    game_close(game);
    return text;
}

/* ---- Start and placing ---- */

static void test_start_is_an_empty_board_with_the_kraken_in_the_centre(void **state)
{
    (void)state;
    Game *game = test_open("mur");
    Pos pos;
    game->ops->start(game, 1, &pos);
    assert_string_equal(test_pos_text(game, &pos), START);
    assert_string_equal(game->player[0].in[LANG_EN], "Black");
    game_close(game);
    assert_int_equal(strlen(legal("mur", START, "", "+")), 24 * 4 - 1);
}

static void test_place_on_empty_points_while_ships_are_off_the_board(void **state)
{
    (void)state;
    assert_string_equal(after("mur", START, "+b1"), "......../......../.b....../k w 0 0");
    assert_refused("mur", START, "+0", "0 is occupied", "空いていません");
    assert_refused("mur,ships=1", "b......./......../......../k b 0 0", "+c1",
                   "all ships of Black are on the board", "すべて盤上");
}

/* ---- Moving ---- */

static void test_a_group_passes_over_its_own_ships(void **state)
{
    (void)state;
    assert_string_equal(after("mur", "bbb...../......../......../k b 0 0", "a3-d3"),
                        ".bbb..../......../......../k w 0 0");
    assert_refused("mur", "bbb...../......../......../k b 0 0", "a3-e3",
                   "the ship on a3 is in a group of three and must move exactly three steps",
                   "3隻グループなので、ちょうど3歩");
    assert_refused("mur", "b......./......../......../k b 0 0", "a3-c3",
                   "stands alone and must move exactly one step", "ちょうど1歩");
}

static void test_moves_follow_ring_or_diameter(void **state)
{
    (void)state;
    assert_string_equal(legal("mur,ships=1", "......../.b....../......../k b 0 0", "", ""),
                        "b2-a2 b2-b1 b2-b3 b2-c2");
    assert_refused("mur", "......../.b....../......../k b 0 0", "b2-c3", "neither on the ring",
                   "リングにも直径にも");
    assert_refused("mur", "......../.b....../......../k b 0 0", "b2-b2",
                   "may not end where it began", "元の交点");
}

static void test_moves_turn_back_at_ring_three(void **state)
{
    (void)state;
    /* Rank 3 from b2: outwards b3, b2, b1; inwards b1, 0, f1. From ring 3 there is only inwards. */
    static const char *const row = "k......./.bbb..../......../. b 0 0";
    static const char *const spoke = "kbbb..../......../......../. b 0 0";
    assert_string_equal(legal("mur,ships=3", row, "", "b2"), "b2-b1 b2-e2 b2-f1 b2-g2");
    assert_string_equal(legal("mur,ships=3", spoke, "", "b3"), "b3-0 b3-e3 b3-g3");
}

static void test_a_ship_at_the_centre_with_ranks_1_to_7(void **state)
{
    (void)state;
    /* 0, then a1 a2 a3 b1 b2 b3 join it one by one; the kraken waits on d3. */
    static const char *const boards[8] = {
        "",
        "...k..../......../......../b b 0 0",
        "...k..../......../b......./b b 0 0",
        "...k..../b......./b......./b b 0 0",
        "b..k..../b......./b......./b b 0 0",
        "b..k..../b......./bb....../b b 0 0",
        "b..k..../bb....../bb....../b b 0 0",
        "bb.k..../bb....../bb....../b b 0 0",
    };
    static const char *const reached[8] = {
        "",
        "0-a1 0-b1 0-c1 0-d1 0-e1 0-f1 0-g1 0-h1",
        "0-a2 0-b2 0-c2 0-d2 0-e2 0-f2 0-g2 0-h2",
        "0-a3 0-b3 0-c3 0-d3*d2 0-e3 0-f3 0-g3 0-h3",
        "0-b2 0-c2 0-d2 0-e2 0-f2 0-g2 0-h2",
        "0-c1 0-d1 0-e1 0-f1 0-g1 0-h1",
        "",
        "0-c1 0-d1 0-e1 0-f1 0-g1 0-h1",
    };
    for (int rank = 1; rank <= 7; rank++)
        assert_string_equal(legal("mur", boards[rank], "", "0-"), reached[rank]);
}

/* ---- Knocking ---- */

static void test_a_knock_goes_round_the_ring_into_the_point_just_left(void **state)
{
    (void)state;
    assert_string_equal(after("mur", "bwwwwwww/......../......../k b 0 0", "a3-b3*a3"),
                        "wbwwwwww/......../......../k w 0 0");
}

static void test_a_knock_after_turning_back(void **state)
{
    (void)state;
    /* Rank 3 from a2: a3, back to a2, a1; the kraken goes on inwards. */
    assert_string_equal(after("mur", "......../bbb...../k......./. b 0 0", "a2-a1*0"),
                        "......../.bb...../b......./k w 0 0");
}

static void test_a_knocked_piece_turns_back_at_ring_three(void **state)
{
    (void)state;
    /* e1 over the centre to a1; White goes out past a2 and a3, back past them and the ship that
     * has taken a1, and stops on the centre. */
    assert_string_equal(after("mur", "w.k...../w...b.../w...b.../. b 0 0", "e1-a1*0"),
                        "w.k...../w...b.../b......./w w 0 0");
    /* Here it gets back to the point that the ship left. */
    assert_string_equal(after("mur", "w......./w......./b......./k b 0 0", "a1-a2*a1"),
                        "w......./b......./w......./k w 0 0");
}

#define TWO_WAYS "b.k.w.../b...w.../bb..www./. b 0 0"

static void test_one_from_to_by_two_directions_with_different_landings(void **state)
{
    (void)state;
    assert_string_equal(legal("mur", TWO_WAYS, "", "a3-e3"), "a3-e3*d3 a3-e3*f3");
    assert_refused("mur", TWO_WAYS, "a3-e3", "can be knocked to d3 or f3", "d3かf3");
    assert_refused("mur", TWO_WAYS, "a3-e3*g3", "would be knocked to d3 or f3", "d3かf3");
}

static void test_one_from_to_by_two_directions_with_the_same_result_is_one_move(void **state)
{
    (void)state;
    static const char *const position = "bbbwwwwb/...w..../......../k b 0 0";
    assert_string_equal(legal("mur", position, "", "a3-e3"), "a3-e3*a3");
    Game *game = test_open("mur");
    Pos pos = test_pos(game, position);
    Move moves[64];
    int count = game->moves(game, &pos, moves), seen = 0;
    for (int i = 0; i < count; i++)
        seen += strcmp(test_move_text(game, &pos, moves[i]), "a3-e3*a3") == 0;
    assert_int_equal(seen, 1);
    game_close(game);
}

static void test_round_a_ring_either_way_without_a_knock_is_one_move(void **state)
{
    (void)state;
    assert_string_equal(legal("mur", "bbbb..../......../......../k b 0 0", "", "b3-f3"), "b3-f3");
    /* From ring 2 the diameter leads there too. */
    assert_string_equal(legal("mur", "......../bbbb..../......../k b 0 0", "", "b2-f2"), "b2-f2");
}

static void test_the_kraken_is_knocked_by_ranks_1_to_3_and_not_by_4_to_7(void **state)
{
    (void)state;
    assert_string_equal(legal("mur", "bk....../......../......../. b 0 0", "", "a3-b3"),
                        "a3-b3*c3");
    assert_string_equal(legal("mur", "bb.k..../......../......../. b 0 0", "", "b3-d3"),
                        "b3-d3*e3");
    assert_string_equal(legal("mur", "bbb..k../......../......../. b 0 0", "", "c3-f3"),
                        "c3-f3*g3");
    static const char *const refused[][2] = {{"bbbb...k/......../......../. b 0 0", "d3-h3"},
                                             {"bbbbbk../......../......../. b 0 0", "a3-f3"},
                                             {"bbbbbbk./......../......../. b 0 0", "a3-g3"},
                                             {"bbbbbbbk/......../......../. b 0 0", "a3-h3"}};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        assert_refused("mur", refused[i][0], refused[i][1], "can knock only pieces of a lower rank",
                       "ランクの低い駒だけ");
    assert_refused("mur", "k......./......../......../. b 0 0", "a3-b3", "nobody moves the kraken",
                   "クラーケンは動かせません");
}

static void test_only_a_lower_rank_is_knocked_and_ranks_are_those_before_the_move(void **state)
{
    (void)state;
    assert_refused("mur", "bw....../......../......../k b 0 0", "a3-b3", "has rank 1", "ランク1");
    /* The pair on b3 c3 is beta although b3 would be alone after leaving. */
    assert_string_equal(legal("mur", ".bb.w.../......../......../k b 0 0", "", "c3-e3"), "");
    assert_string_equal(legal("mur", ".bb.www./......../......../k b 0 0", "", "c3-e3"),
                        "c3-e3*h3");
}

static void test_own_ships_are_knocked_too(void **state)
{
    (void)state;
    assert_string_equal(after("mur", "b.b...../b.b...../..b...../k b 0 0", "a3-c3"),
                        "..bb..../b.b...../..b...../k w 0 0");
}

static void test_the_short_form_is_read_and_written_in_full(void **state)
{
    (void)state;
    Game *game = test_open("mur");
    Pos pos = test_pos(game, "bk....../......../......../. b 0 0");
    assert_string_equal(test_move_text(game, &pos, test_move(game, &pos, "A3-B3")), "a3-b3*c3");
    assert_refused("mur", "bk....../......../......../. b 0 0", "a3-h3*g3", "h3 is empty",
                   "空いているので");
    game_close(game);
}

/* ---- Duty 3: nothing stays as it was ---- */

static void test_two_ships_of_one_colour_may_not_change_places(void **state)
{
    (void)state;
    assert_refused("mur", "b.bwwwww/b.b...../..b...../k b 0 0", "a3-c3",
                   "that would leave the board unchanged", "盤面が変わりません");
}

static void test_no_voluntary_withdrawal(void **state)
{
    (void)state;
    assert_refused("mur", "b......./......../......../k b 0 0", "xa3", "not withdrawn of free will",
                   "自由には回収できません");
}

/* ---- Trapped ships, duty 1 ---- */

static void test_trapped_ships_are_withdrawn_all_at_once_before_anything_else(void **state)
{
    (void)state;
    static const char *const two = "bwbw...w/w.bw..../..w...../k b 0 0";
    assert_string_equal(legal("mur", "bw.....w/w......./......../k b 0 0", "", ""), "xa3");
    assert_string_equal(legal("mur", "bwb.w.bw/wb....w./......../k b 0 0", "", ""), "xa3");
    assert_string_equal(legal("mur", "bwbw...w/w.w...../......../k b 0 0", "", ""), "xa3c3");
    assert_refused("mur", "bwbw...w/w.w...../......../k b 0 0", "xa3", "all ships that must", "x");
    assert_refused("mur", "bwbw...w/w.w...../......../k b 0 0", "+a1",
                   "trapped ships must be withdrawn first: xa3c3", "x");
    assert_refused("mur", "bwbw...w/w.w...../......../k b 0 0", "xc3a3", "order", "順");
    assert_string_equal(legal("mur", two, "", ""), "xa3");
}

static void test_a_kraken_beside_it_prevents_the_trap(void **state)
{
    (void)state;
    assert_string_equal(legal("mur", "bw.....w/k......./......../. b 0 0", "", "x"), "");
    assert_string_equal(legal("mur", "bw.....b/w......./......../k b 0 0", "", "x"), "");
}

/* ---- Duty 2: repetition ---- */

static void test_repetition_after_two_plies(void **state)
{
    (void)state;
    static const char *const position = "bww...../.b....../.b....../k b 0 0";
    assert_string_equal(legal("mur", position, "a3-b3*d3 d3-b3*a3", ""), "xa3 xb1 xb2");
    assert_string_equal(after("mur", position, "a3-b3*d3 d3-b3*a3 xb1"),
                        "bww...../.b....../......../k w 0 0");
    /* The same text without its history has no such duty. */
    assert_string_equal(legal("mur", position, "", "x"), "");
}

static void test_repetition_after_four_plies(void **state)
{
    (void)state;
    static const char *const position = "b...w.../......../......../k b 0 0";
    assert_string_equal(legal("mur", position, "a3-b3 e3-f3 b3-a3 f3-e3", ""), "xa3");
    assert_string_equal(legal("mur", position, "a3-b3 e3-f3 b3-a3", "x"), "");
    /* The side to move pays, each time that the board repeats. */
    assert_string_equal(legal("mur", position, "a3-b3 e3-f3 b3-a3 f3-e3 xa3", "x"), "");
}

static void test_repetition_asks_nothing_of_a_player_without_ships(void **state)
{
    (void)state;
    static const char *const position = "..w....w/w......./......../k b 0 0";
    static const char *const moves = "+a3 c3-b3 xa3 b3-c3";
    assert_string_equal(after("mur", position, moves), "..w....w/w......./......../k b 0 1");
    assert_string_equal(legal("mur", position, moves, "x"), "");
    assert_int_equal(strlen(legal("mur", position, moves, "+")), 21 * 4 - 1);
}

static void test_repetition_is_named_when_another_move_is_tried(void **state)
{
    (void)state;
    Game *game = test_open("mur");
    History history;
    Pos start = test_pos(game, "b...w.../......../......../k b 0 0");
    assert_true(history_begin(&history, game, &start));
    static const char *const moves[] = {"a3-b3", "e3-f3", "b3-a3", "f3-e3"};
    for (int i = 0; i < 4; i++)
        assert_true(history_play(&history, test_move(game, &history.pos, moves[i])));
    Move out;
    char why[WHY_MAX];
    assert_false(game->ops->read_move(game, &history.pos, "a3-b3", LANG_EN, &out, why));
    assert_non_null(strstr(why, "the board has repeated, so one ship must be withdrawn"));
    assert_false(game->ops->read_move(game, &history.pos, "xe3", LANG_EN, &out, why));
    assert_non_null(strstr(why, "Black has no ship on e3"));
    Pos fresh = test_pos(game, test_pos_text(game, &history.pos));
    assert_true(fresh.key != history.pos.key);
    history_free(&history);
    game_close(game);
}

/* Where a withdrawal is due no occurrence draws, but it counts; the next one without a duty draws,
 * whichever it is, and so it stays. */
static void test_no_occurrence_draws_where_a_withdrawal_is_due(void **state)
{
    (void)state;
    Game *game = test_open("mur,ships=1");
    History history;
    Pos start = test_pos(game, "b...w.../......../......../k b 0 0");
    assert_true(history_begin(&history, game, &start));
    /* The text of ply 0 stands again at plies 4 and 8, where the board is also that of ply 4, and
     * at ply 16, where it is not that of plies 14 and 12. */
    static const char *const moves[] = {"a3-b3", "e3-f3", "b3-a3", "f3-e3", "xa3",   "e3-d3",
                                        "+a3",   "d3-e3", "xa3",   "xe3",   "+c3",   "+d2",
                                        "c3-b3", "d2-d3", "b3-a3", "d3-e3", "a3-b3", "e3-f3"};
    for (int i = 0; i < 18; i++) {
        uint32_t seen = i == 3 ? 2 : i == 7 ? 3 : i == 15 ? 4 : 0;
        assert_true(history_play(&history, test_move(game, &history.pos, moves[i])));
        if (seen)
            assert_int_equal(history.entry[history.ply].seen, seen);
        assert_int_equal(history_winner(&history), i < 15 ? WINNER_NONE : WINNER_DRAW);
    }
    assert_int_equal(history.drawn_ply, 16);
    history_free(&history);
    game_close(game);
}

static bool draws_here(const char *variant, const char *position)
{
    Game *game = test_open(variant);
    Pos pos = test_pos(game, position);
    bool draws = game_draws_here(game, &pos);
    game_close(game);
    return draws;
}

static void test_trapped_and_marked_ships_keep_a_position_from_being_drawn(void **state)
{
    (void)state;
    assert_true(draws_here("mur", "......../......../......../k b 0 0"));
    assert_false(draws_here("mur", "bw.....w/w......./......../k b 0 0"));
    assert_true(draws_here("mur", "bw.....w/w......./......../k w 0 0")); /* no duty of White's */
    assert_false(draws_here("mur,chain=both", "b......./......../......../k b 0 0 a3"));
    assert_true(draws_here("mur,chain=both", "b......./......../......../k w 0 0 a3"));
    /* Duty 4: nothing else is possible. */
    assert_true(draws_here("mur", "......../.wwkw.ww/bwbbwbbb/b b 0 0"));
}

/* ---- Duty 4 ---- */

static void test_withdrawal_when_nothing_else_is_possible(void **state)
{
    (void)state;
    static const char *const stuck = "......../.wwkw.ww/bwbbwbbb/b b 0 0";
    assert_string_equal(legal("mur", stuck, "", ""), "x0 xa1 xc1 xd1 xf1 xg1 xh1");
    assert_non_null(strstr(told("mur", stuck, "xa1", LANG_EN), "no ship can be placed or moved"));
    assert_refused("mur", stuck, "x0a1", "only one ship", "1隻だけ");
    assert_refused("mur", stuck, "xb1", "Black has no ship on b1", "黒の船はありません");
}

/* ---- Eyes ---- */

static void test_no_own_ship_enters_an_enemy_eye(void **state)
{
    (void)state;
    static const char *const eye = ".w....bw/w......./......../k b 0 0";
    assert_refused("mur", eye, "+a3", "a3 is an eye of White", "白の狙い目");
    assert_refused("mur", ".wb..b.w/w.b...../......../k b 0 0", "c3-a3", "a3 is an eye of White",
                   "白の狙い目");
    /* One's own eye is free. */
    assert_string_equal(after("mur", ".w....bw/w......./......../k w 0 0", "+a3"),
                        "ww....bw/w......./......../k b 0 0");
}

static void test_no_own_ship_is_knocked_into_an_enemy_eye(void **state)
{
    (void)state;
    /* e3 (beta) to c3 knocks the own gamma there on past the white ship on b3 into a3. */
    assert_refused("mur", ".wb.b..w/w.b.b.../..b...../k b 0 0", "e3-c3*a3",
                   "a3 is an eye of White; a ship of Black may be knocked there only if", "狙い目");
}

static void test_the_kraken_is_never_knocked_into_an_enemy_eye(void **state)
{
    (void)state;
    assert_refused("mur", ".wkb...w/w......./......../. b 0 0", "d3-c3",
                   "a3 is an eye of White, and the kraken may not be knocked there",
                   "クラーケンをノックして入れられません");
    /* Into one's own it may. */
    assert_string_equal(after("mur", ".bkb...b/b......./......../. b 0 0", "d3-c3"),
                        "kbb....b/b......./......../. w 0 0");
}

static void test_an_enemy_ship_is_knocked_into_any_eye(void **state)
{
    (void)state;
    /* Into Black's own eye, where it is trapped. */
    assert_string_equal(after("mur", "wwb.b.bw/w.b..b../......../k b 0 0", "c3-a3*f3"),
                        "bw..bwbw/w.b..b../......../k w 1 0");
    /* Into an eye of its own colour. */
    assert_string_equal(after("mur", ".ww.b..w/w.ww.b../......../k b 0 0", "e3-d3"),
                        ".wwb...w/w.ww.b../......../k w 0 0");
    assert_string_equal(after("mur", ".wwb...w/w.w...../......../k b 0 0", "d3-c3*a3"),
                        "wwb....w/w.w...../......../k w 0 0");
}

static void test_a_knock_may_leave_the_own_ship_trapped(void **state)
{
    (void)state;
    assert_string_equal(legal("mur", "wwb.b.bw/w.b..b../......../k b 0 0", "c3-a3*f3 xf3", ""),
                        "xa3");
}

/* ---- Chain traps ---- */

#define EYE_CHAIN     ".w....bw/w......b/......../k b 0 0"
#define STILL_TRAPPED "wwb.b.bw/w.b..b../......../k b 0 0"

static void test_chain_trap_with_the_maker_free_again(void **state)
{
    (void)state;
    assert_string_equal(after("mur", EYE_CHAIN, "+a3"), "bw....bw/w......b/......../k w 1 0");
    assert_string_equal(after("mur", EYE_CHAIN, "+a3 xh3"), "bw....b./w......b/......../k b 1 0");
    assert_string_equal(legal("mur", EYE_CHAIN, "+a3 xh3", "x"), "");
    /* chain=both: the marked ship goes all the same, and scores for nobody. */
    assert_string_equal(after("mur,chain=both", EYE_CHAIN " -", "+a3"),
                        "bw....bw/w......b/......../k w 1 0 a3");
    assert_string_equal(legal("mur,chain=both", EYE_CHAIN " -", "+a3 xh3", ""), "xa3");
    assert_string_equal(after("mur,chain=both", EYE_CHAIN " -", "+a3 xh3 xa3"),
                        ".w....b./w......b/......../k w 1 0 -");
}

static void test_chain_trap_with_the_maker_still_trapped(void **state)
{
    (void)state;
    assert_string_equal(after("mur", STILL_TRAPPED, "c3-a3*f3 xf3"),
                        "bw..b.bw/w.b..b../......../k b 1 1");
    assert_string_equal(after("mur", STILL_TRAPPED, "c3-a3*f3 xf3 xa3"),
                        ".w..b.bw/w.b..b../......../k w 1 1");
    assert_string_equal(after("mur,chain=both", STILL_TRAPPED " -", "c3-a3*f3"),
                        "bw..bwbw/w.b..b../......../k w 1 0 a3");
    assert_string_equal(after("mur,chain=both", STILL_TRAPPED " -", "c3-a3*f3 xf3 xa3"),
                        ".w..b.bw/w.b..b../......../k w 1 1 -");
}

static void test_marks_go_with_their_ships(void **state)
{
    (void)state;
    /* Black knocks a marked white ship of rank 2. */
    assert_string_equal(
        after("mur,chain=both", "bww...../......../......../k b 0 0 b3", "a3-b3*d3"),
        ".bww..../......../......../k w 0 0 d3");
    assert_refused("mur,chain=both", ".bww..../......../......../k w 0 0 d3", "+a1",
                   "after a chain trap", "連鎖トラップ");
}

/* ---- Scoring and winning ---- */

static void test_a_double_trap_jumps_from_1_to_3(void **state)
{
    (void)state;
    static const char *const position = ".wb...bw/.b.....b/......../k b 1 0";
    const char *end = after("mur", position, "+a3");
    assert_string_equal(end, "bwb...bw/.b.....b/......../k w 3 0");
    assert_int_equal(outcome("mur", end).winner, WINNER_P1);
    /* Not capped where two would do. */
    assert_string_equal(after("mur,traps=2", position, "+a3"),
                        "bwb...bw/.b.....b/......../k w 3 0");
    assert_non_null(strstr(told("mur", position, "+a3", LANG_EN), "Black scores 2 and has 3"));
}

static void test_traps_wins_by_the_option(void **state)
{
    (void)state;
    assert_int_equal(outcome("mur", "......../......../......../k b 0 3").winner, WINNER_P2);
    assert_int_equal(outcome("mur", "......../......../......../k b 0 2").winner, WINNER_NONE);
    assert_int_equal(outcome("mur,traps=2", "......../......../......../k b 0 2").winner,
                     WINNER_P2);
    assert_int_equal(outcome("mur,traps=1", "......../......../......../k b 1 0").winner,
                     WINNER_P1);
    assert_int_equal(outcome("mur", "......../......../......../k w 9 9").winner, WINNER_P1);
}

static void test_kraken_enclosed_by_one_colour(void **state)
{
    (void)state;
    assert_int_equal(
        outcome("mur", after("mur", "kb....../b......./......../. b 0 0", "+h3")).winner,
        WINNER_P1);
    /* kraken=one: that colour, whoever made the play; kraken=any: who made it. */
    assert_int_equal(outcome("mur", "kb.....b/b......./......../. b 0 0").winner, WINNER_P1);
    assert_int_equal(outcome("mur,kraken=any", "kb.....b/b......./......../. b 0 0").winner,
                     WINNER_P2);
    assert_int_equal(outcome("mur", "kw.....w/w......./......../. w 0 0").winner, WINNER_P2);
}

static void test_kraken_enclosed_by_two_colours(void **state)
{
    (void)state;
    const char *end = after("mur", "kb....../b......./......../. w 0 0", "+h3");
    assert_string_equal(end, "kb.....w/b......./......../. b 0 0");
    assert_int_equal(outcome("mur", end).winner, WINNER_NONE);
    assert_int_equal(outcome("mur,kraken=any", end).winner, WINNER_P2);
}

static void test_a_kraken_on_the_centre_is_trapped_by_eight_ships_of_any_colours(void **state)
{
    (void)state;
    static const char *const seven = "......../......../bwbwbwb./k w 0 0";
    const char *end = after("mur,kraken=any", seven, "+h1");
    assert_string_equal(end, "......../......../bwbwbwbw/k b 0 0");
    assert_int_equal(outcome("mur,kraken=any", end).winner, WINNER_P2);
    assert_int_equal(outcome("mur", end).winner, WINNER_NONE);
    assert_non_null(strstr(told("mur,kraken=any", seven, "+h1", LANG_EN), "kraken"));
    /* The evaluation sees it coming, where it can come. */
    Game *any = test_open("mur,kraken=any"), *one = test_open("mur");
    Pos pos = test_pos(any, seven);
    assert_true(any->evaluate(any, &pos) > one->evaluate(one, &pos) + 1000);
    game_close(any);
    game_close(one);
}

static void test_both_at_once_goes_to_the_player_who_made_the_play(void **state)
{
    (void)state;
    /* White's kraken is trapped and Black has the score: whoever is not to move has won. */
    assert_int_equal(outcome("mur", "kw.....w/w......./......../. w 3 0").winner, WINNER_P1);
    assert_int_equal(outcome("mur", "kw.....w/w......./......../. b 3 0").winner, WINNER_P2);
}

/* ---- Texts ---- */

static void test_position_texts_that_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "......../......../......../. b 0 0",   /* no kraken */
        "k......./......../......../k b 0 0",   /* two */
        "bbbbbbbb/......../......../k b 0 0",   /* eight ships */
        "......../......../......../k b 00 0",  /* leading zero */
        "......../......../......../k b 0 01",  /* leading zero */
        "......../......../......../k b 0",     /* a field too few */
        "......../......../......../k b 0 0 -", /* a field too many */
        "......../......../......../k x 0 0",   /* no side */
        "......../......../......../k  b 0 0",  /* two spaces */
        "......../......../......./k b 0 0",    /* a short ring */
        "......../......../......../K b 0 0",   /* no such piece */
        "",
    };
    Game *game = test_open("mur");
    const RefFamily *reference = ref_family("mur");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Pos out;
        char why[WHY_MAX] = "", ref_why[REF_WHY_MAX];
        RefState ref_out;
        assert_false(game->ops->read_pos(game, bad[i], LANG_EN, &out, why));
        assert_true(*why && !strchr(why, '\n'));
        assert_false(reference->read("mur", bad[i], &ref_out, ref_why));
    }
    game_close(game);
}

static void test_marked_points_are_ships_each_once_in_canonical_order(void **state)
{
    (void)state;
    Game *game = test_open("mur,chain=both");
    Pos pos = test_pos(game, "bw....../......../......../k b 0 0 B3a3"), out;
    char why[WHY_MAX];
    assert_string_equal(test_pos_text(game, &pos), "bw....../......../......../k b 0 0 a3b3");
    assert_false(
        game->ops->read_pos(game, "b......./......../......../k b 0 0 a3a3", LANG_EN, &out, why));
    assert_false(
        game->ops->read_pos(game, "b......./......../......../k b 0 0 b3", LANG_EN, &out, why));
    assert_false(
        game->ops->read_pos(game, "b......./......../......../k b 0 0 0", LANG_EN, &out, why));
    assert_false(
        game->ops->read_pos(game, "b......./......../......../k b 0 0", LANG_EN, &out, why));
    game_close(game);
}

static void test_move_texts_that_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",    "+",   "x",      "a3", "a3-",
                                      "+a4", "+i1", "a3-b3*", "b1", "xk"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_refused("mur", START, bad[i], "is no move", "読めません");
    assert_refused("mur", "......../......../......../k b 3 0", "+a1", "the game is over",
                   "終わって");
    assert_refused("mur", "w......./......../......../k b 0 0", "a3-b3", "is not Black's", "黒の");
    assert_refused("mur", START, "a3-b3", "no ship on a3", "ありません");
}

static void test_options_are_named_in_table_order_without_defaults(void **state)
{
    (void)state;
    Game *game = test_open("mur,chain=both,kraken=any,traps=3,ships=5");
    assert_string_equal(game->id, "mur,ships=5,kraken=any,chain=both");
    game_close(game);
}

/* ---- Events, marks, counters, paths ---- */

static void test_events_tell_who_knocked_what_where_and_who_is_trapped_by_whom(void **state)
{
    (void)state;
    assert_string_equal(told("mur", STILL_TRAPPED, "c3-a3*f3", LANG_EN),
                        "Black moves a black ship from c3 to a3 (rank 2); Black knocks the white "
                        "ship from a3 to f3 (rank 4); the white ship on f3 is trapped by e3-f2-g3; "
                        "the black ship on a3 is trapped by a2-b3-h3; Black scores 1 and has 1");
    assert_string_equal(told("mur", STILL_TRAPPED, "c3-a3*f3 xf3", LANG_EN),
                        "White withdraws the white ship from f3 because it is trapped; the black "
                        "ship on a3 is trapped by a2-b3-h3; White scores 1 and has 1");
    assert_non_null(strstr(told("mur", STILL_TRAPPED, "c3-a3*f3", LANG_JA),
                           "黒がa3の白の船をf3へノックする（ランク4）"));
}

static void test_events_say_why_a_withdrawal_is_forced(void **state)
{
    (void)state;
    assert_non_null(strstr(
        told("mur", "b...w.../......../......../k b 0 0", "a3-b3 e3-f3 b3-a3 f3-e3 xa3", LANG_EN),
        "because the board is as it was two or four plies ago"));
    assert_non_null(strstr(told("mur,chain=both", EYE_CHAIN " -", "+a3 xh3 xa3", LANG_EN),
                           "because it was trapped when its player made a chain trap"));
    assert_non_null(strstr(told("mur", "kb....../b......./......../. b 0 0", "+h3", LANG_EN),
                           "the kraken on a3 is trapped by a2-b3-h3; Black wins: the kraken is "
                           "trapped"));
}

static void test_marks_show_ranks_eyes_traps_group_and_reach(void **state)
{
    (void)state;
    Game *game = test_open("mur");
    Pos pos = test_pos(game, ".w....bw/w......b/......../k b 0 0");
    Mark marks[MARKS_MAX];
    int n = game->ops->marks(game, &pos, POINT_NONE, marks), eyes = 0, ranks = 0;
    for (int i = 0; i < n; i++) {
        eyes += marks[i].kind == MARK_EYE && marks[i].player == 1 && set_has(&marks[i].points, 3);
        ranks += marks[i].kind == MARK_RANK && marks[i].number > 0 && marks[i].label.in[0][0];
    }
    assert_int_equal(eyes, 1);
    assert_int_equal(ranks, 6);
    Pos pair = test_pos(game, "bb....../......../......../k b 0 0");
    n = game->ops->marks(game, &pair, 3, marks);
    assert_int_equal(n, 2);
    assert_int_equal(marks[0].kind, MARK_GROUP);
    assert_int_equal(set_count(&marks[0].points), 2);
    assert_string_equal(marks[0].label.in[LANG_JA], "ランク2");
    assert_int_equal(marks[1].kind, MARK_REACH);
    assert_int_equal(set_count(&marks[1].points), 3); /* c3, g3, a1 */
    game_close(game);
}

static void test_counters_show_ships_off_the_board_and_scores(void **state)
{
    (void)state;
    Game *game = test_open("mur,ships=5");
    Pos pos = test_pos(game, "bbw...../......../......../k b 1 2");
    Counter list[COUNTERS_MAX];
    assert_int_equal(game->ops->counters(game, &pos, list), 4);
    assert_int_equal(list[0].value, 3);
    assert_int_equal(list[1].value, 1);
    assert_int_equal(list[2].value, 4);
    assert_int_equal(list[3].value, 2);
    game_close(game);
}

static void test_clicks_ask_for_the_landing_only_where_there_is_a_knock(void **state)
{
    (void)state;
    Game *game = test_open("mur");
    Pos pos = test_pos(game, TWO_WAYS);
    Move scratch[64];
    Point clicks[] = {3, 15, 18}; /* a3 e3 f3 */
    Narrow narrow = path_narrow(game, &pos, clicks, 2, scratch);
    assert_int_equal(narrow.matches, 2);
    assert_true(narrow.roles == 1u << ROLE_LAND);
    narrow = path_narrow(game, &pos, clicks, 3, scratch);
    assert_string_equal(test_move_text(game, &pos, narrow.complete), "a3-e3*f3");
    game_close(game);
}

/* ---- Any board, reached or not, against the reference ---- */

/* A board of up to `ships` ships each, now and then all of them in one lump. */
static void random_board(Rng *rng, int ships, char *text)
{
    char at[26] = ".........................";
    int crowd = rng_below(rng, 2) ? 25 : 12;
    at[rng_below(rng, (uint32_t)crowd)] = 'k';
    for (int n = 0; n < 2 * ships; n++) {
        char *p = &at[rng_below(rng, (uint32_t)crowd)];
        if (*p == '.')
            *p = n & 1 ? 'w' : 'b';
    }
    snprintf(text, 64, "%.8s/%.8s/%.8s/%c %c %d %d", at, at + 8, at + 16, at[24],
             rng_below(rng, 2) ? 'w' : 'b', (int)rng_below(rng, 2), (int)rng_below(rng, 3));
}

static void compare_board(const Game *game, const char *text, Rng *rng)
{
    const RefFamily *reference = ref_family(game->id);
    RefState state, after_ref;
    char why[REF_WHY_MAX];
    Pos pos = test_pos(game, text), next;
    Move moves[64];
    RefMoves theirs = {0};
    assert_true(reference->read(game->id, text, &state, why));
    reference->moves(game->id, &state, &theirs);
    int count = game->moves(game, &pos, moves);
    if (count != theirs.count)
        fail_msg("%s at %s: %d moves, reference %d", game->id, text, count, theirs.count);
    for (int i = 0; i < count; i++)
        if (!ref_moves_has(&theirs, test_move_text(game, &pos, moves[i])))
            fail_msg("%s at %s: %s", game->id, text, test_move_text(game, &pos, moves[i]));
    ref_moves_free(&theirs);
    for (int i = 0; i < 4 && count; i++) {
        Move move = moves[rng_below(rng, (uint32_t)count)];
        game->apply(game, &pos, move, &next);
        reference->apply(game->id, &state, test_move_text(game, &pos, move), &after_ref);
        assert_string_equal(test_pos_text(game, &next), after_ref.text);
    }
}

static void test_random_boards_equal_reference(void **state)
{
    (void)state;
    Rng rng = {test_seed()};
    static const char *const variants[] = {"mur", "mur,kraken=any", "mur,ships=4,traps=2"};
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        Game *game = test_open(variants[v]);
        for (int n = 0; n < 3000; n++) {
            char text[64];
            random_board(&rng, v == 2 ? 4 : 7, text);
            compare_board(game, text, &rng);
        }
        game_close(game);
    }
}

/* ---- Perft ---- */

static uint64_t count_leaves(const char *variant, const char *position, int depth, size_t slots)
{
    Game *game = test_open(variant);
    Pos pos = test_pos(game, position);
    Perft perft = {.game = game, .arena = malloc(perft_arena(game, depth) * sizeof(Move))};
    perft.table = (PerftTable){slots ? calloc(slots, sizeof(PerftSlot)) : NULL, slots};
    uint64_t nodes = perft_count(&perft, &pos, depth);
    free(perft.table.slots);
    free(perft.arena);
    game_close(game);
    return nodes;
}

/* One key does not tell histories apart, so the table must. */
static void test_perft_with_a_table_counts_the_same(void **state)
{
    (void)state;
    assert_true(count_leaves("mur,ships=1", "b...w.../......../......../k b 0 0", 9, 1 << 16) ==
                count_leaves("mur,ships=1", "b...w.../......../......../k b 0 0", 9, 0));
    assert_true(count_leaves("mur", "bww...../.b....../.b....../k b 0 0", 4, 1 << 16) ==
                count_leaves("mur", "bww...../.b....../.b....../k b 0 0", 4, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start_is_an_empty_board_with_the_kraken_in_the_centre),
        cmocka_unit_test(test_place_on_empty_points_while_ships_are_off_the_board),
        cmocka_unit_test(test_a_group_passes_over_its_own_ships),
        cmocka_unit_test(test_moves_follow_ring_or_diameter),
        cmocka_unit_test(test_moves_turn_back_at_ring_three),
        cmocka_unit_test(test_a_ship_at_the_centre_with_ranks_1_to_7),
        cmocka_unit_test(test_a_knock_goes_round_the_ring_into_the_point_just_left),
        cmocka_unit_test(test_a_knock_after_turning_back),
        cmocka_unit_test(test_a_knocked_piece_turns_back_at_ring_three),
        cmocka_unit_test(test_one_from_to_by_two_directions_with_different_landings),
        cmocka_unit_test(test_one_from_to_by_two_directions_with_the_same_result_is_one_move),
        cmocka_unit_test(test_round_a_ring_either_way_without_a_knock_is_one_move),
        cmocka_unit_test(test_the_kraken_is_knocked_by_ranks_1_to_3_and_not_by_4_to_7),
        cmocka_unit_test(test_only_a_lower_rank_is_knocked_and_ranks_are_those_before_the_move),
        cmocka_unit_test(test_own_ships_are_knocked_too),
        cmocka_unit_test(test_the_short_form_is_read_and_written_in_full),
        cmocka_unit_test(test_two_ships_of_one_colour_may_not_change_places),
        cmocka_unit_test(test_no_voluntary_withdrawal),
        cmocka_unit_test(test_trapped_ships_are_withdrawn_all_at_once_before_anything_else),
        cmocka_unit_test(test_a_kraken_beside_it_prevents_the_trap),
        cmocka_unit_test(test_repetition_after_two_plies),
        cmocka_unit_test(test_repetition_after_four_plies),
        cmocka_unit_test(test_repetition_asks_nothing_of_a_player_without_ships),
        cmocka_unit_test(test_repetition_is_named_when_another_move_is_tried),
        cmocka_unit_test(test_no_occurrence_draws_where_a_withdrawal_is_due),
        cmocka_unit_test(test_trapped_and_marked_ships_keep_a_position_from_being_drawn),
        cmocka_unit_test(test_withdrawal_when_nothing_else_is_possible),
        cmocka_unit_test(test_no_own_ship_enters_an_enemy_eye),
        cmocka_unit_test(test_no_own_ship_is_knocked_into_an_enemy_eye),
        cmocka_unit_test(test_the_kraken_is_never_knocked_into_an_enemy_eye),
        cmocka_unit_test(test_an_enemy_ship_is_knocked_into_any_eye),
        cmocka_unit_test(test_a_knock_may_leave_the_own_ship_trapped),
        cmocka_unit_test(test_chain_trap_with_the_maker_free_again),
        cmocka_unit_test(test_chain_trap_with_the_maker_still_trapped),
        cmocka_unit_test(test_marks_go_with_their_ships),
        cmocka_unit_test(test_a_double_trap_jumps_from_1_to_3),
        cmocka_unit_test(test_traps_wins_by_the_option),
        cmocka_unit_test(test_kraken_enclosed_by_one_colour),
        cmocka_unit_test(test_kraken_enclosed_by_two_colours),
        cmocka_unit_test(test_a_kraken_on_the_centre_is_trapped_by_eight_ships_of_any_colours),
        cmocka_unit_test(test_both_at_once_goes_to_the_player_who_made_the_play),
        cmocka_unit_test(test_position_texts_that_are_refused),
        cmocka_unit_test(test_marked_points_are_ships_each_once_in_canonical_order),
        cmocka_unit_test(test_move_texts_that_are_refused),
        cmocka_unit_test(test_options_are_named_in_table_order_without_defaults),
        cmocka_unit_test(test_events_tell_who_knocked_what_where_and_who_is_trapped_by_whom),
        cmocka_unit_test(test_events_say_why_a_withdrawal_is_forced),
        cmocka_unit_test(test_marks_show_ranks_eyes_traps_group_and_reach),
        cmocka_unit_test(test_counters_show_ships_off_the_board_and_scores),
        cmocka_unit_test(test_clicks_ask_for_the_landing_only_where_there_is_a_knock),
        cmocka_unit_test(test_random_boards_equal_reference),
        cmocka_unit_test(test_perft_with_a_table_counts_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
