/* SPDX-License-Identifier: MIT */
/* From points to moves: every legal move of random games can be made by clicks, choices can be
 * taken back, and what does not fit changes nothing and is explained. */
#include "unit/support.h"

#include "play/click.h"

enum { GAMES = 2, PLIES = 60 };

typedef struct Hand {
    Game *game;
    Pos pos;
    Move *moves, *scratch;
    Click click;
    char why[WHY_MAX];
    Move made;
} Hand;

static Hand take_hand(const char *variant, const char *position)
{
    Hand hand = {.game = test_open(variant)};
    hand.moves = malloc(hand.game->moves_max * sizeof(Move));
    hand.scratch = malloc(hand.game->moves_max * sizeof(Move));
    if (position)
        hand.pos = test_pos(hand.game, position);
    else
        hand.game->ops->start(hand.game, 1, &hand.pos);
    click_begin(&hand.click, hand.game, &hand.pos, hand.scratch);
    return hand;
}

static void drop_hand(Hand *hand)
{
    free(hand->moves);
    free(hand->scratch);
    game_close(hand->game);
}

static ClickFound tap(Hand *hand, Point point)
{
    return click_point(&hand->click, point, LANG_EN, hand->scratch, &hand->made, hand->why);
}

static ClickFound tap_names(Hand *hand, const char *names)
{
    ClickFound found = CLICK_NOTHING;
    while (*names) {
        found = tap(hand, shape_read_point(&hand->game->shape, &names));
        names += *names == ' ';
    }
    return found;
}

static const char *made_text(const Hand *hand)
{
    return hand->made ? test_move_text(hand->game, &hand->pos, hand->made) : "";
}

static void go_on(Hand *hand, Move move)
{
    Pos next;
    hand->game->apply(hand->game, &hand->pos, move, &next);
    hand->pos = next;
    click_begin(&hand->click, hand->game, &hand->pos, hand->scratch);
}

/* Clicks the path of a move; nothing else may come of it. */
static void click_move(Hand *hand, Move move)
{
    Step path[PATH_MAX];
    int n = hand->game->ops->path(hand->game, &hand->pos, move, path);
    ClickFound found = CLICK_CHOSEN;
    for (int i = 0; i < n && found == CLICK_CHOSEN; i++) {
        found = tap(hand, path[i].point);
        assert_true(found == CLICK_CHOSEN || found == CLICK_MOVE);
        uint8_t role = hand->click.role[i];
        assert_true(role == path[i].role || role == ROLE_COUNT);
    }
    if (found == CLICK_CHOSEN) {
        assert_true(click_can_finish(&hand->click));
        hand->made = hand->click.narrow.complete;
    }
    assert_string_equal(made_text(hand), test_move_text(hand->game, &hand->pos, move));
}

/* Of long lists some moves, of short ones all. */
static void check_every_move(const char *variant)
{
    Hand hand = take_hand(variant, NULL);
    Rng rng = {test_seed()};
    for (int g = 0; g < GAMES; g++) {
        hand.game->ops->start(hand.game, rng_next(&rng), &hand.pos);
        click_begin(&hand.click, hand.game, &hand.pos, hand.scratch);
        for (int ply = 0; ply < PLIES; ply++) {
            int count = hand.game->moves(hand.game, &hand.pos, hand.moves);
            int step = 1 + count / 12;
            if (!count)
                break;
            for (int i = (int)rng_below(&rng, (uint32_t)step); i < count; i += step) {
                click_clear(&hand.click);
                click_move(&hand, hand.moves[i]);
            }
            go_on(&hand, hand.moves[rng_below(&rng, (uint32_t)count)]);
        }
    }
    drop_hand(&hand);
}

static void test_every_move_can_be_clicked(void **state)
{
    (void)state;
    test_each_variant(check_every_move);
}

/* Any points: choices stay a beginning of some move; a refusal changes nothing; what is previewed
 * is the board with at most the pieces under way moved. */
static void check_any_points(const char *variant)
{
    Hand hand = take_hand(variant, NULL);
    Rng rng = {test_seed()};
    for (int i = 0; i < 400; i++) {
        Click before = hand.click;
        ClickFound found = tap(&hand, (Point)rng_below(&rng, 200));
        if (found == CLICK_MOVE) {
            assert_true(game_is_legal(hand.game, &hand.pos, hand.made, hand.scratch));
            go_on(&hand, hand.made);
            if (!hand.click.narrow.matches)
                break;
        } else if (found != CLICK_CHOSEN) {
            assert_memory_equal(&before, &hand.click, sizeof before);
            assert_int_equal(found == CLICK_WHY, hand.why[0] != '\0');
        } else if (rng_below(&rng, 8) == 0) {
            int count = hand.click.count;
            assert_int_equal(click_back(&hand.click, hand.scratch), count > 0);
            assert_int_equal(hand.click.count, count ? count - 1 : 0);
        }
        assert_true(hand.click.narrow.matches > 0);
        uint8_t board[POINTS_MAX], shown[POINTS_MAX];
        PointSet ghost;
        hand.game->ops->board(hand.game, &hand.pos, board);
        click_preview(&hand.click, shown, &ghost);
        if (!hand.click.count)
            assert_memory_equal(board, shown, hand.game->shape.point_count);
        for (int p = 0; p < hand.game->shape.point_count; p++)
            if (set_has(&ghost, (Point)p))
                assert_true(shown[p] != 0);
    }
    drop_hand(&hand);
}

static void test_any_points_do_no_harm(void **state)
{
    (void)state;
    test_each_variant(check_any_points);
}

/* Points that do not go on from the choices, after every beginning of some moves: no move comes of
 * it, nothing is placed, what was begun is kept or let go, and it is explained unless something is
 * picked up or let go. */
static void check_stray(Hand *hand, const Click *before, Point p, Lang lang)
{
    hand->click = *before;
    ClickFound found = click_point(&hand->click, p, lang, hand->scratch, &hand->made, hand->why);
    assert_true(found == CLICK_WHY || found == CLICK_CHOSEN);
    assert_true(hand->made == 0);
    if (found == CLICK_WHY) {
        assert_memory_equal(before, &hand->click, sizeof *before);
        assert_true(hand->why[0] != '\0');
        return;
    }
    /* Something was let go, or another piece was picked up; nothing was put down. */
    assert_true(hand->click.count < before->count ||
                (before->count == 1 && hand->click.count == 1));
    if (hand->click.count == before->count)
        assert_true(hand->click.role[0] != ROLE_PLACE && before->role[0] != ROLE_PLACE);
    for (int i = hand->click.count; click_owes(before) && i < before->count; i++) /* it stands */
        assert_true(before->role[i] != ROLE_PLACE && before->role[i] != ROLE_TO);
}

/* Of a large board some points, of a small one all. */
static void check_strays(Hand *hand, Rng *rng)
{
    const Click before = hand->click;
    int points = hand->game->shape.point_count, step = 1 + points / 26;
    for (int p = (int)rng_below(rng, (uint32_t)step); p < points; p += step)
        if (!set_has(&before.narrow.next, (Point)p))
            check_stray(hand, &before, (Point)p, rng_below(rng, 2) ? LANG_JA : LANG_EN);
    hand->click = before;
}

static void check_stray_points(const char *variant)
{
    Hand hand = take_hand(variant, NULL);
    Rng rng = {test_seed()};
    for (int ply = 0; ply < PLIES; ply++) {
        int count = hand.game->moves(hand.game, &hand.pos, hand.moves);
        if (!count)
            break;
        Step path[PATH_MAX];
        Move move = hand.moves[rng_below(&rng, (uint32_t)count)];
        int n = hand.game->ops->path(hand.game, &hand.pos, move, path);
        for (int s = 0; s < n && tap(&hand, path[s].point) == CLICK_CHOSEN; s++)
            check_strays(&hand, &rng);
        go_on(&hand, hand.moves[rng_below(&rng, (uint32_t)count)]);
    }
    drop_hand(&hand);
}

static void test_stray_points_begin_nothing(void **state)
{
    (void)state;
    test_each_variant(check_stray_points);
}

/* What was seen: a mill thrown away, and a ship placed by a tap beside the targets. */
static void test_a_mill_and_a_ship_are_not_lost(void **state)
{
    (void)state;
    Hand hand = take_hand("six", NULL);
    static const char *const moves[] = {"b6", "b2", "d6", "d2"};
    for (int i = 0; i < 4; i++)
        go_on(&hand, test_move(hand.game, &hand.pos, moves[i]));
    assert_int_equal(tap_names(&hand, "f6"), CLICK_CHOSEN);
    assert_true(click_owes(&hand.click));
    assert_int_equal(tap_names(&hand, "c5"), CLICK_WHY);
    assert_non_null(strstr(hand.why, "no enemy man on c5"));
    static const char *const typed[] = {"c5", "c5 ", "f6", "e5"};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(
            click_text(&hand.click, typed[i], LANG_JA, hand.scratch, &hand.made, hand.why),
            CLICK_WHY);
        assert_true(hand.why[0] && !hand.made && hand.click.count == 1);
    }
    assert_int_equal(click_text(&hand.click, "f6xb2", LANG_EN, hand.scratch, &hand.made, hand.why),
                     CLICK_MOVE);
    click_clear(&hand.click);
    assert_int_equal(tap_names(&hand, "f6"), CLICK_CHOSEN);
    assert_int_equal(click_text(&hand.click, "b2", LANG_EN, hand.scratch, &hand.made, hand.why),
                     CLICK_MOVE);
    assert_string_equal(made_text(&hand), "f6xb2");
    drop_hand(&hand);
    hand = take_hand("mur", "bb..w.../......../......../k b 0 0");
    assert_int_equal(tap_names(&hand, "a3"), CLICK_CHOSEN);
    int strays = 0;
    for (int p = 0; p < hand.game->shape.point_count; p++) {
        if (hand.click.point[0] == p || set_has(&hand.click.narrow.next, (Point)p))
            continue;
        Click kept = hand.click;
        ClickFound found = tap(&hand, (Point)p);
        strays += found == CLICK_WHY && strstr(hand.why, "exactly two steps");
        assert_true(found == CLICK_WHY || hand.click.role[0] == ROLE_FROM);
        hand.click = kept;
    }
    assert_true(strays > 5);
    drop_hand(&hand);
}

static void test_taking_back_and_replacing(void **state)
{
    (void)state;
    Hand hand = take_hand("nine", "ww.w..../....bbb./b.b..w.. w 0 0");
    assert_int_equal(tap_names(&hand, "g4"), CLICK_CHOSEN);
    assert_int_equal(hand.click.role[0], ROLE_FROM);
    assert_int_equal(tap_names(&hand, "d3"), CLICK_CHOSEN); /* another man is chosen */
    assert_int_equal(hand.click.count, 1);
    assert_int_equal(tap_names(&hand, "d3"), CLICK_CHOSEN); /* the same again is let go */
    assert_int_equal(hand.click.count, 0);
    assert_false(click_back(&hand.click, hand.scratch));
    assert_int_equal(tap_names(&hand, "g4 g7"), CLICK_CHOSEN); /* a mill: a man is to be taken */
    assert_int_equal(hand.click.narrow.roles, 1u << ROLE_TAKE);
    assert_int_equal(tap_names(&hand, "g4"), CLICK_WHY); /* the mill waits: only Cancel */
    assert_int_equal(tap_names(&hand, "g7"), CLICK_WHY);
    assert_int_equal(hand.click.count, 2);
    click_clear(&hand.click);
    assert_int_equal(tap_names(&hand, "g4 g7"), CLICK_CHOSEN);
    assert_true(click_back(&hand.click, hand.scratch));
    assert_int_equal(hand.click.narrow.roles, 1u << ROLE_TO);
    assert_int_equal(tap_names(&hand, "g7 c5"), CLICK_MOVE);
    assert_string_equal(made_text(&hand), "g4-g7xc5");
    click_clear(&hand.click);
    assert_int_equal(hand.click.narrow.matches, hand.click.root.matches);
    drop_hand(&hand);
}

static void test_the_piece_under_way_is_shown(void **state)
{
    (void)state;
    Hand hand = take_hand("nine", "ww.w..../....bbb./b.b..w.. w 0 0");
    uint8_t board[POINTS_MAX];
    PointSet ghost;
    const char *from = "g4", *to = "g7";
    Point g4 = shape_read_point(&hand.game->shape, &from);
    Point g7 = shape_read_point(&hand.game->shape, &to);
    tap_names(&hand, "g4 g7");
    click_preview(&hand.click, board, &ghost);
    assert_int_equal(board[g4], 0);
    assert_int_equal(board[g7], 1);
    assert_true(set_has(&ghost, g7) && set_count(&ghost) == 1);
    drop_hand(&hand);
    hand = take_hand("nine", "ww....../b......./b....... w 7 7");
    tap_names(&hand, "g7"); /* placed, and a man is to be taken */
    click_preview(&hand.click, board, &ghost);
    assert_int_equal(board[g7], 1);
    drop_hand(&hand);
}

static void check_why(const char *variant, const char *position, const char *names,
                      const char *tried, const char *why)
{
    Hand hand = take_hand(variant, position);
    char text[2 * MOVE_TEXT_MAX];
    const char *last = strrchr(names, ' ');
    last = last ? last + 1 : names;
    assert_int_equal(tap_names(&hand, names), CLICK_WHY);
    if (!strstr(hand.why, why))
        fail_msg("%s: '%s' has no '%s'", names, hand.why, why);
    Point point = shape_read_point(&hand.game->shape, &last);
    assert_true(click_tried(&hand.click, point, hand.scratch, text));
    assert_string_equal(text, tried);
    drop_hand(&hand);
}

static void test_what_was_tried_is_explained(void **state)
{
    (void)state;
    const char *moving = "ww.w..../....bbb./b.b..w.. w 0 0";
    check_why("nine", "w......./......../........ b 8 9", "a7", "a7", "occupied");
    check_why("nine", moving, "g4 a1", "g4-a1", "not next to");
    check_why("nine", moving, "g4 g7 d2", "g4-g7xd2", "mill");
    /* Of a set, in whatever order it is chosen, the one that is missing is replaced. */
    const char *two = "ww.ww.../b.b.b.../b....... w 5 5";
    check_why("nine,remove=2", two, "g7 f6 a7", "g7xa7f6", "no enemy man on a7");
    check_why("nine,remove=2", two, "g7 b6 d2", "g7xb6d2", "no enemy man on d2");
    check_why("nine,remove=2", two, "g7 f2 d6", "g7xd6f2", "no enemy man on d6");
}

static void test_sets_in_any_order(void **state)
{
    (void)state;
    const char *const orders[] = {"c5 b6 d1 e4", "c5 b6 e4 d1"};
    for (int i = 0; i < 2; i++) {
        Hand hand = take_hand("nine,diagonals,remove=2", "..bbbbb./.ww...ww/w..b.... w 0 0");
        assert_int_equal(tap_names(&hand, orders[i]), CLICK_MOVE);
        assert_string_equal(made_text(&hand), "c5-b6xd1e4");
        drop_hand(&hand);
    }
    Hand hand = take_hand("stacking", "wBw...../.B..b.../.b...... w 5 5");
    assert_int_equal(tap_names(&hand, "d7 d5 a7 c3"), CLICK_MOVE);
    assert_string_equal(made_text(&hand), "~d7xd5>a7/c3");
    drop_hand(&hand);
}

static const char *asked(const Hand *hand, Lang lang)
{
    static char text[256];
    Str s = str_over(text, sizeof text);
    click_ask(&hand->click, lang, &s);
    return text;
}

/* The reason comes before what is asked. */
static void test_a_duty_says_why(void **state)
{
    (void)state;
    Hand hand = take_hand("mur", "bw.....w/w......./......../k b 0 0");
    assert_string_equal(asked(&hand, LANG_EN), "your ship on a3 is trapped: take it off");
    assert_string_equal(asked(&hand, LANG_JA), "a3の船がトラップされています。回収してください");
    drop_hand(&hand);
    hand = take_hand("mur", "b...w.../......../......../k b 0 0");
    assert_string_equal(asked(&hand, LANG_EN),
                        "choose where to place a ship, or which ship to move");
    static const char *const moves[] = {"a3-b3", "e3-f3", "b3-a3", "f3-e3"};
    for (int i = 0; i < 4; i++)
        go_on(&hand, test_move(hand.game, &hand.pos, moves[i]));
    assert_string_equal(asked(&hand, LANG_EN),
                        "the position has come again: take one of your ships off");
    drop_hand(&hand);
}

static ClickFound accept(Hand *hand)
{
    return click_accept(&hand->click, hand->scratch, &hand->made);
}

/* Where captures and the centre are the player's choice, one button takes all there is. */
static void test_all_at_once(void **state)
{
    (void)state;
    static const char frames[] =
        "............./............./............./...b...b.b.../.......w...../...b..b....../"
        ".w.....w...../......b..b.../.......w...../.....wb..b.../....b......../............./"
        "............. w play";
    Hand hand = take_hand("morelli,edition=nestor", frames);
    assert_null(click_accept_words(&hand.click));
    assert_int_equal(accept(&hand), CLICK_NOTHING);
    tap_names(&hand, "b7 f7");
    assert_string_equal(click_accept_words(&hand.click)->in[LANG_EN], "Turn these over");
    assert_int_equal(accept(&hand), CLICK_CHOSEN);
    assert_int_equal(hand.click.count, 4);
    assert_string_equal(click_accept_words(&hand.click)->in[LANG_EN], "Take the centre");
    assert_string_equal(roles_decline(hand.click.narrow.roles)->in[LANG_EN], "Leave it");
    assert_int_equal(accept(&hand), CLICK_MOVE);
    assert_string_equal(made_text(&hand), "b7-f7xg6g8*");
    drop_hand(&hand);
    /* What is compulsory is no choice. */
    hand = take_hand("morelli", frames);
    tap_names(&hand, "b7");
    assert_null(click_accept_words(&hand.click));
    drop_hand(&hand);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_move_can_be_clicked),
        cmocka_unit_test(test_any_points_do_no_harm),
        cmocka_unit_test(test_stray_points_begin_nothing),
        cmocka_unit_test(test_a_mill_and_a_ship_are_not_lost),
        cmocka_unit_test(test_taking_back_and_replacing),
        cmocka_unit_test(test_the_piece_under_way_is_shown),
        cmocka_unit_test(test_what_was_tried_is_explained),
        cmocka_unit_test(test_sets_in_any_order),
        cmocka_unit_test(test_a_duty_says_why),
        cmocka_unit_test(test_all_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
