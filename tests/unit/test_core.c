/* SPDX-License-Identifier: MIT */
/* What all games share, tested apart from their rules: bounded strings, variant text, secret picks,
 * clicks to moves, histories, perft with its table, random games. */
#include "unit/support.h"

#include "base/pages.h"
#include "base/utf8.h"
#include "core/history.h"
#include "core/path.h"
#include "core/perfect.h"
#include "core/perft.h"
#include "core/playout.h"

/* ---- str: bounded building ---- */

enum { ROOM = 24 };

/* Builds with the first `capacity` bytes of a marked buffer and checks that no other was touched.
 */
static void check_bounds(void (*build)(Str *), const char *whole, size_t capacity)
{
    char buffer[ROOM];
    memset(buffer, '#', sizeof buffer);
    Str s = str_over(buffer, capacity);
    build(&s);
    size_t wanted = strlen(whole), fits = wanted < capacity ? wanted : capacity - 1;
    assert_int_equal(s.length, fits);
    assert_int_equal(s.full, wanted > fits);
    assert_memory_equal(buffer, whole, fits);
    assert_int_equal(buffer[fits], '\0');
    for (size_t i = capacity; i < sizeof buffer; i++)
        assert_int_equal(buffer[i], '#');
}

static void build_pieces(Str *s)
{
    str_char(s, 'a');
    str_add(s, "bcd");
    str_bytes(s, "ef?", 2);
    str_add(s, "");
}

static void build_number(Str *s)
{
    str_number(s, UINT64_C(1234567890));
}

static void build_format(Str *s)
{
    str_format(s, "%d-%s", 12, "abcdef");
}

static void build_quote(Str *s)
{
    str_quote(s, "ab\tcd");
}

static void build_fill(Str *s)
{
    const char *const args[] = {"one", "two"};
    str_fill(s, "{1}{0} {x} {1", args);
}

static void test_str_never_writes_past_its_end(void **state)
{
    (void)state;
    for (size_t capacity = 1; capacity <= ROOM; capacity++) {
        check_bounds(build_pieces, "abcdef", capacity);
        check_bounds(build_number, "1234567890", capacity);
        check_bounds(build_format, "12-abcdef", capacity);
        check_bounds(build_quote, "'ab?cd'", capacity);
        check_bounds(build_fill, "twoone {x} {1", capacity);
    }
}

static void test_str_writes_every_number(void **state)
{
    (void)state;
    static const uint64_t numbers[] = {0, 9, 10, 99, 100, UINT32_MAX, UINT64_MAX};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char text[32], expected[32];
        Str s = str_over(text, sizeof text);
        str_number(&s, numbers[i]);
        snprintf(expected, sizeof expected, "%llu", (unsigned long long)numbers[i]);
        assert_string_equal(text, expected);
    }
}

static void check_quote(const char *text, const char *expected)
{
    char quoted[64];
    Str s = str_over(quoted, sizeof quoted);
    str_quote(&s, text);
    assert_string_equal(quoted, expected);
}

static void test_str_quote_is_one_clean_line(void **state)
{
    (void)state;
    check_quote("", "''");
    check_quote("a b~", "'a b~'");
    check_quote("a\nb\r\t\x1b[31m\x7f", "'a?b?\?\?[31m?'");
    check_quote("\xff\xc3(\xe2\x82", "'?\?(?\?'"); /* bytes that are not UTF-8 */
    check_quote("\xe7\x99\xbd", "'?\?\?'");        /* and bytes that are */
    char line[42];
    memset(line, 'x', sizeof line);
    line[41] = '\0';
    check_quote(line, "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'");
    line[40] = '\0';
    check_quote(line, "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'");
}

static void test_refuse_cuts_what_does_not_fit(void **state)
{
    (void)state;
    char why[WHY_MAX + 1], word[2 * WHY_MAX];
    why[WHY_MAX] = '#';
    memset(word, 'y', sizeof word);
    word[sizeof word - 1] = '\0';
    assert_false(refuse(why, "%s", word));
    assert_int_equal(strlen(why), WHY_MAX - 1);
    assert_int_equal(why[WHY_MAX], '#');
    assert_false(refuse(why, "%d of %s", 3, "four"));
    assert_string_equal(why, "3 of four");
}

/* ---- str: reading ---- */

typedef struct NumberCase {
    const char *text;
    uint64_t max;
    int length; /* of the number that is read; -1 if none is */
    uint64_t value;
} NumberCase;

static const NumberCase number_cases[] = {
    {"0", 0, 1, 0},
    {"0", 9, 1, 0},
    {"00", 9, -1, 0},
    {"01", 9, -1, 0},
    {"0x", 9, 1, 0},
    {"7 men", 9, 1, 7},
    {"10", 9, -1, 0},
    {"9", 9, 1, 9},
    {"7", 5, -1, 0},
    {"60", 60, 2, 60},
    {"61", 60, -1, 0},
    {"600", 60, -1, 0},
    {"18446744073709551615", UINT64_MAX, 20, UINT64_MAX},
    {"18446744073709551616", UINT64_MAX, -1, 0},
    {"18446744073709551620", UINT64_MAX, -1, 0},
    {"99999999999999999999999999", UINT64_MAX, -1, 0},
    {"", 9, -1, 0},
    {" 1", 9, -1, 0},
    {"-1", 9, -1, 0},
    {"+1", 9, -1, 0},
    {"x", 9, -1, 0},
};

static void check_number(const NumberCase *c)
{
    const char *at = c->text;
    uint64_t value = 77;
    bool good = str_read_number(&at, c->max, &value);
    if (good != (c->length >= 0) || at != c->text + (good ? c->length : 0))
        fail_msg("'%s' with max %llu is read wrongly", c->text, (unsigned long long)c->max);
    assert_true(value == (good ? c->value : 77));
    value = 77;
    bool whole = str_is_number(c->text, c->max, &value);
    assert_int_equal(whole, c->length >= 0 && !c->text[c->length]);
    assert_true(value == (whole ? c->value : 77));
}

static void test_numbers_are_plain_and_bounded(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof number_cases / sizeof *number_cases; i++)
        check_number(&number_cases[i]);
}

static void test_letters_are_ascii_only(void **state)
{
    (void)state;
    assert_int_equal(str_lower('A'), 'a');
    assert_int_equal(str_lower('Z'), 'z');
    assert_int_equal(str_lower('@'), '@');
    assert_int_equal(str_lower('['), '[');
    assert_int_equal(str_lower('\xc4'), '\xc4');
    assert_true(str_same_letters("Variant", "vARIANT"));
    assert_true(str_same_letters("", ""));
    assert_false(str_same_letters("Variant", "Variants"));
    assert_false(str_same_letters("Variants", "Variant"));
    assert_false(str_same_letters("a", "b"));
}

/* ---- variant text ---- */

static Game *open_quietly(const char *variant, char *why)
{
    *why = '\0';
    return game_open(variant, LANG_EN, why);
}

/* The variant is refused in one line that holds all the words given. */
static void check_refused(const char *variant, const char *const *words)
{
    char why[WHY_MAX];
    Game *game = open_quietly(variant, why);
    if (game)
        fail_msg("'%s' is accepted as %s", variant, game->id);
    for (const char *c = why; *c; c++)
        assert_in_range(*c, ' ', '~');
    for (; *words; words++)
        if (!strstr(why, *words))
            fail_msg("'%s': the reason '%s' does not name %s", variant, why, *words);
}

#define REFUSED(variant, ...) check_refused(variant, (const char *const[]){__VA_ARGS__, NULL})
#define NINE_OPTIONS          "flying", "diagonals", "remove=1", "remove=2", "no-remill"

static void test_unknown_game_is_named_and_all_are_listed(void **state)
{
    (void)state;
    static const char *const texts[] = {"chess", "",      "Nine", "nin",      "nines",
                                        " nine", "nine ", "=",    "\x01\xff", "nine;flying"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (size_t f = 0; f < registry_count; f++)
            for (int r = 0; r < registry_families[f]->row_count; r++)
                REFUSED(texts[i], "there is no game", registry_families[f]->rows[r].id);
    REFUSED("chess,flying", "'chess'");
    REFUSED(",flying", "''");
    REFUSED("\x01\xff", "'?\?'");
}

static void test_unknown_option_is_named_and_all_are_listed(void **state)
{
    (void)state;
    REFUSED("nine,spin", "nine has no option", "'spin'", NINE_OPTIONS);
    REFUSED("nine,flying,spin=3", "'spin'", NINE_OPTIONS);
    REFUSED("nine,Flying", "'Flying'", NINE_OPTIONS);
    REFUSED("nine,fly", "'fly'", NINE_OPTIONS);
    REFUSED("nine,flyingx", "'flyingx'", NINE_OPTIONS);
    REFUSED("nine, flying", "' flying'", NINE_OPTIONS);
    REFUSED("nine,fl\nng", "'fl?ng'", NINE_OPTIONS);
}

static void test_option_of_another_game_is_refused(void **state)
{
    (void)state;
    REFUSED("stacking,flying", "stacking has no option", "'flying'", "none");
    REFUSED("stacking,remove=1", "'remove'", "none");
    REFUSED("twelve,diagonals", "twelve has no option", "'diagonals'", "flying", "remove=2");
    char why[WHY_MAX];
    assert_null(open_quietly("twelve,diagonals", why));
    assert_null(strstr(why, "diagonals, remove")); /* the list leaves out what twelve lacks */
}

static void test_option_given_twice_is_refused(void **state)
{
    (void)state;
    REFUSED("nine,flying,flying", "flying", "twice");
    REFUSED("nine,remove=1,remove=2", "remove", "twice");
    REFUSED("nine,remove=2,flying,remove=2", "remove", "twice");
}

static void test_empty_option_is_refused(void **state)
{
    (void)state;
    REFUSED("nine,", "''", NINE_OPTIONS);
    REFUSED("nine,,flying", "''", NINE_OPTIONS);
    REFUSED("nine,flying,", "''", NINE_OPTIONS);
    REFUSED("nine,=", "''", NINE_OPTIONS);
    REFUSED("nine,=2", "''", NINE_OPTIONS);
}

static void test_wrong_values_are_refused(void **state)
{
    (void)state;
    REFUSED("nine,flying=1", "flying", "takes no value");
    REFUSED("nine,flying=", "flying", "takes no value");
    REFUSED("nine,remove=3", "remove", "'3'", "remove=1", "remove=2");
    REFUSED("nine,remove=22", "'22'", "remove=1", "remove=2");
    REFUSED("nine,remove=2=2", "'2=2'", "remove=1", "remove=2");
    REFUSED("nine,remove=", "remove", "''", "remove=1", "remove=2");
    REFUSED("nine,remove", "remove", "''", "remove=1", "remove=2");
}

static void test_long_variant_text_is_refused(void **state)
{
    (void)state;
    char text[2 * VARIANT_TEXT_MAX];
    memset(text, 'n', sizeof text);
    text[sizeof text - 1] = '\0';
    REFUSED(text, "longer than 95");
    text[VARIANT_TEXT_MAX] = '\0';
    REFUSED(text, "longer than 95");
    text[VARIANT_TEXT_MAX - 1] = '\0';
    REFUSED(text, "there is no game", "nnnn...'");
}

static void check_canonical(const char *variant, const char *id)
{
    char why[WHY_MAX];
    Game *game = open_quietly(variant, why);
    if (!game)
        fail_msg("'%s' is refused: %s", variant, why);
    assert_string_equal(game->id, id);
    game_close(game);
}

static void test_canonical_text_has_table_order_and_no_defaults(void **state)
{
    (void)state;
    check_canonical("nine", "nine");
    check_canonical("nine,remove=1", "nine");
    check_canonical("nine,no-remill,remove=2,diagonals,flying",
                    "nine,flying,diagonals,remove=2,no-remill");
    check_canonical("six,remove=1,no-remill", "six,no-remill");
    check_canonical("twelve,remove=2,flying", "twelve,flying,remove=2");
    check_canonical("stacking", "stacking");
}

/* ---- variant text: a family made up here, for defaults that depend on other options ---- */

enum { MADE_RULES = 130 };

static bool made_open(Game *game, Lang lang, char *why)
{
    (void)lang;
    const char *rules = game->rules;
    for (int i = 0; i < MADE_RULES; i++)
        assert_int_equal(rules[i], 0);
    assert_int_equal((uintptr_t)rules % 64, 0);
    if (game->option[2] && game->option[0] == 1)
        return refuse(why, "quick does not go with size=9");
    return true;
}

static const GameRow made_rows[] = {{"made", {{"", ""}}, {{"", ""}}},
                                    {"other", {{"", ""}}, {{"", ""}}}};
static const Option made_options[] = {
    {.name = "size", .values = {"7", "9"}, .rows = 1},
    {.name = "setup",
     .values = {"a", "b", "c"},
     .fallback = 0,
     .except = {.used = true, .option = 0, .value = 1, .fallback = 2},
     .rows = 1},
    {.name = "quick", .rows = 3},
};
static const Family made_family = {.id = "made",
                                   .rows = made_rows,
                                   .row_count = 2,
                                   .options = made_options,
                                   .option_count = 3,
                                   .rules_size = MADE_RULES,
                                   .open = made_open};
static const Family *const made_families[] = {&made_family};

static void check_made(const char *variant, const char *id, int setup)
{
    char why[WHY_MAX] = "";
    Game *game = game_open_from(made_families, 1, variant, LANG_EN, why);
    if (!game)
        fail_msg("'%s' is refused: %s", variant, why);
    assert_string_equal(game->id, id);
    assert_int_equal(game->option[1], setup);
    game_close(game);
}

static void test_a_default_may_depend_on_an_option(void **state)
{
    (void)state;
    check_made("made", "made", 0);
    check_made("made,setup=a", "made", 0);
    check_made("made,setup=c", "made,setup=c", 2);
    check_made("made,size=9", "made,size=9", 2);
    check_made("made,setup=c,size=9", "made,size=9", 2);
    check_made("made,setup=a,size=9", "made,size=9,setup=a", 0);
    check_made("other,quick", "other,quick", 0);
}

static void test_options_that_do_not_go_together_are_refused(void **state)
{
    (void)state;
    char why[WHY_MAX] = "";
    assert_null(game_open_from(made_families, 1, "made,quick,size=9", LANG_EN, why));
    assert_string_equal(why, "quick does not go with size=9");
    assert_null(game_open_from(made_families, 1, "other,size=9", LANG_EN, why));
    assert_non_null(strstr(why, "other has no option 'size'; its options: quick"));
}

/* ---- secret picks ---- */

static void test_all_nine_pairs_of_picks(void **state)
{
    (void)state;
    static const int result[3][3] = {{0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (int a = 0; a < PICK_CHOICES; a++) {
        for (int b = 0; b < PICK_CHOICES; b++) {
            Picks picks = {{0}};
            bool second_first = (a + b) % 2;
            assert_true(picks_put(&picks, second_first, second_first ? b : a));
            assert_true(picks_put(&picks, !second_first, second_first ? a : b));
            assert_int_equal(picks_shown(&picks, 0), a);
            assert_int_equal(picks_shown(&picks, 1), b);
            assert_int_equal(picks_result(&picks), result[a][b]);
        }
    }
}

static void test_nothing_is_shown_before_both_picks_are_in(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++) {
        Picks picks = {{0}};
        assert_int_equal(picks_result(&picks), PICK_NONE);
        assert_true(picks_put(&picks, first, 1));
        assert_true(picks_has(&picks, first));
        assert_false(picks_has(&picks, !first));
        assert_int_equal(picks_shown(&picks, 0), PICK_NONE);
        assert_int_equal(picks_shown(&picks, 1), PICK_NONE);
        assert_int_equal(picks_result(&picks), PICK_NONE);
    }
}

static void test_bad_picks_are_not_taken(void **state)
{
    (void)state;
    Picks picks = {{0}};
    assert_false(picks_put(&picks, -1, 0));
    assert_false(picks_put(&picks, 2, 0));
    assert_false(picks_put(&picks, 0, -1));
    assert_false(picks_put(&picks, 0, PICK_CHOICES));
    assert_false(picks_has(&picks, 0) || picks_has(&picks, 1));
    assert_true(picks_put(&picks, 0, 2));
    assert_false(picks_put(&picks, 0, 1)); /* a pick stands */
    assert_true(picks_put(&picks, 1, 2));
    assert_int_equal(picks_result(&picks), 2);
}

/* ---- from clicks to a move: paths made up here, move m has paths[m - 1] ---- */

typedef struct MadePath {
    int length;
    Step step[5];
} MadePath;

static const MadePath made_paths[] = {
    {1, {{0, ROLE_PLACE}}},
    {2, {{0, ROLE_PLACE}, {1, ROLE_TAKE}}},
    {3, {{0, ROLE_PLACE}, {1, ROLE_TAKE}, {2, ROLE_TAKE}}},
    {5, {{3, ROLE_FROM}, {4, ROLE_TO}, {5, ROLE_TURN}, {6, ROLE_TURN}, {7, ROLE_FETCH}}},
    {5, {{3, ROLE_FROM}, {4, ROLE_TO}, {5, ROLE_TURN}, {8, ROLE_TURN}, {7, ROLE_FETCH}}},
    {2, {{4, ROLE_FROM}, {3, ROLE_TO}}},
};
enum { MADE_PATHS = sizeof made_paths / sizeof *made_paths };

static int made_moves(const Game *game, const Pos *pos, Move *out)
{
    (void)game, (void)pos;
    for (int i = 0; i < MADE_PATHS; i++)
        out[i] = (Move)i + 1;
    return MADE_PATHS;
}

static int made_path(const Game *game, const Pos *pos, Move move, Step *out)
{
    (void)game, (void)pos;
    const MadePath *path = &made_paths[move - 1];
    memcpy(out, path->step, (size_t)path->length * sizeof *out);
    return path->length;
}

static const GameOps made_ops = {.path = made_path};
static const Game made_game = {.moves = made_moves, .moves_max = MADE_PATHS, .ops = &made_ops};

/* Clicks and points to come as digits, such as "34" and "58". */
static void check_narrow(const char *clicked, const char *next, Move complete, Move only,
                         uint32_t matches, uint32_t roles)
{
    Point clicks[PATH_MAX];
    Move scratch[MADE_PATHS];
    Pos pos = {0};
    for (size_t i = 0; i < strlen(clicked); i++)
        clicks[i] = (Point)(clicked[i] - '0');
    Narrow n = path_narrow(&made_game, &pos, clicks, (int)strlen(clicked), scratch);
    assert_int_equal(set_count(&n.next), strlen(next));
    for (; *next; next++)
        if (!set_has(&n.next, (Point)(*next - '0')))
            fail_msg("after %s point %c is not offered", clicked, *next);
    assert_true(n.complete == complete && n.only == only);
    assert_int_equal(n.matches, matches);
    assert_int_equal(n.roles, roles);
}

enum {
    PLACE = 1 << ROLE_PLACE,
    FROM = 1 << ROLE_FROM,
    TO = 1 << ROLE_TO,
    TAKE = 1 << ROLE_TAKE,
    TURN = 1 << ROLE_TURN,
    FETCH = 1 << ROLE_FETCH,
};

static void test_clicks_narrow_the_moves(void **state)
{
    (void)state;
    check_narrow("", "034", 0, 0, 6, PLACE | FROM);
    check_narrow("4", "3", 0, 6, 1, TO);
    check_narrow("43", "", 6, 6, 1, 0);
    check_narrow("3", "4", 0, 0, 2, TO);
    check_narrow("34", "568", 0, 0, 2, TURN);
    check_narrow("5", "", 0, 0, 0, 0); /* a point that nothing begins with */
    check_narrow("434", "", 0, 0, 0, 0);
}

static void test_a_complete_move_may_go_on(void **state)
{
    (void)state;
    check_narrow("0", "12", 1, 0, 3, TAKE);
    check_narrow("01", "2", 2, 0, 2, TAKE);
    check_narrow("012", "", 3, 3, 1, 0);
}

static void test_sets_are_clicked_in_any_order(void **state)
{
    (void)state;
    check_narrow("02", "1", 0, 3, 1, TAKE);
    check_narrow("021", "", 3, 3, 1, 0);
    check_narrow("345", "68", 0, 0, 2, TURN);
    check_narrow("346", "5", 0, 4, 1, TURN);
    check_narrow("3465", "7", 0, 4, 1, FETCH);
    check_narrow("34857", "", 5, 5, 1, 0);
    check_narrow("34587", "", 5, 5, 1, 0);
    /* But no point twice, and no later step before the set is whole. */
    check_narrow("011", "", 0, 0, 0, 0);
    check_narrow("3455", "", 0, 0, 0, 0);
    check_narrow("3457", "", 0, 0, 0, 0);
}

static Point point_of(const Game *game, const char *name)
{
    Point p = shape_read_point(&game->shape, &name);
    assert_true(p != POINT_NONE);
    return p;
}

static void test_two_men_taken_in_either_order_of_clicks(void **state)
{
    (void)state;
    Game *game = test_open("nine,remove=2");
    Pos pos = test_pos(game, "w.w.b.b./.w....b./.w...... w 5 6");
    Move *scratch = malloc(game->moves_max * sizeof *scratch);
    Move wanted = test_move(game, &pos, "d7xg1b2");
    Point clicks[3] = {point_of(game, "d7"), point_of(game, "b2"), point_of(game, "g1")};
    Narrow n = path_narrow(game, &pos, clicks, 2, scratch);
    assert_true(n.complete == 0 && n.matches == 2 && n.only == 0 && n.roles == TAKE);
    assert_true(set_has(&n.next, point_of(game, "g1")) && set_has(&n.next, point_of(game, "a1")));
    n = path_narrow(game, &pos, clicks, 3, scratch);
    assert_true(n.complete == wanted && n.only == wanted && set_count(&n.next) == 0);
    free(scratch);
    game_close(game);
}

/* ---- histories ---- */

static const char *const shuffle_start = "ww.w..../......../b.b.b... w 0 0";
static const char *const shuffle = "a7-a4 c5-c4 a4-a7 c4-c5";

static History history_from(Game **game, const char *variant, const char *position)
{
    History history;
    *game = test_open(variant);
    Pos start = test_pos(*game, position);
    assert_true(history_begin(&history, *game, &start));
    return history;
}

static void history_close(History *history, Game *game)
{
    history_free(history);
    game_close(game);
}

static void play(History *history, const char *moves)
{
    char copy[256], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *text = strtok_r(copy, " ", &rest); text; text = strtok_r(NULL, " ", &rest)) {
        Move move = test_move(history->game, &history->pos, text);
        assert_true(history_play(history, move));
    }
}

static void assert_winner(const History *history, Winner winner)
{
    assert_int_equal(history_winner(history), winner);
}

static void assert_at(const History *history, const char *text)
{
    assert_string_equal(test_pos_text(history->game, &history->pos), text);
}

static void test_history_keeps_what_stood(void **state)
{
    (void)state;
    Game *game;
    History history = history_from(&game, "nine", shuffle_start);
    Pos start = history.pos;
    assert_int_equal(history.ply, 0);
    play(&history, "a7-a4 c5-c4 d7-a7");
    assert_int_equal(history.ply, 3);
    assert_true(history.entry[0].text_key == game_text_key(game, &start));
    assert_true(history.entry[3].text_key == game_text_key(game, &history.pos));
    assert_at(&history, "w..w...w/......../..b.b..b b 0 0");
    assert_winner(&history, WINNER_NONE);
    history_close(&history, game);
    history = history_from(&game, "nine", "www...../......../bb...... b 0 0");
    assert_winner(&history, WINNER_P1); /* by the rules */
    history_close(&history, game);
}

static bool would_draw(const History *history, const char *text)
{
    Past past = history_past(history);
    Pos next;
    history->game->apply(history->game, &history->pos,
                         test_move(history->game, &history->pos, text), &next);
    return past_draws(&past, history->game, &next);
}

static void test_third_occurrence_counts_the_first_position(void **state)
{
    (void)state;
    Game *game;
    History history = history_from(&game, "nine", shuffle_start);
    play(&history, shuffle);
    assert_int_equal(history.entry[history.ply].seen, 2);
    play(&history, "a7-a4 c5-c4 a4-a7");
    assert_winner(&history, WINNER_NONE);
    assert_false(would_draw(&history, "c4-b4"));
    assert_true(would_draw(&history, "c4-c5"));
    play(&history, "c4-c5");
    assert_int_equal(history.entry[history.ply].seen, 3);
    assert_winner(&history, WINNER_DRAW);
    assert_false(would_draw(&history, "a7-a4")); /* it is drawn already */
    history_close(&history, game);
}

/* Says that whoever is to move has lost, so that every move wins but for the past. */
static bool ask_loser(void *context, const Pos *pos, Known *out)
{
    (void)context, (void)pos;
    *out = (Known){-1, 4};
    return true;
}

static Known worth(const History *history, const char *text)
{
    Move *scratch = malloc(history->game->moves_max * sizeof *scratch);
    Judge judge = {history->game, {ask_loser, NULL}, history_past(history), scratch};
    Known known = {0};
    assert_true(
        perfect_move(&judge, &history->pos, test_move(history->game, &history->pos, text), &known));
    free(scratch);
    return known;
}

static void assert_wins(const History *history, const char *text)
{
    Known known = worth(history, text);
    assert_true(known.value == 1 && known.plies == 5);
}

static void assert_draws(const History *history, const char *text)
{
    Known known = worth(history, text);
    assert_true(known.value == 0 && known.plies == -1);
}

static void test_worth_of_moves_that_repeat(void **state)
{
    (void)state;
    Game *game;
    History history = history_from(&game, "nine", shuffle_start);
    play(&history, "a7-a4 c5-c4 a4-a7");
    assert_wins(&history, "c4-c5"); /* for the second time */
    play(&history, "c4-c5 a7-a4 c5-c4");
    assert_wins(&history, "a4-b4");
    assert_draws(&history, "a4-a7"); /* lets Black make the third */
    play(&history, "a4-a7");
    assert_draws(&history, "c4-c5");
    assert_wins(&history, "c4-b4");
    /* What the position is worth: the best that is left. */
    Move *lists = malloc(2 * game->moves_max * sizeof *lists);
    Judge judge = {game, {ask_loser, NULL}, history_past(&history), lists};
    Known known;
    assert_true(perfect_here(&judge, &history.pos, lists + game->moves_max, &known));
    assert_true(known.value == 1 && known.plies == 5);
    judge.past = (Past){NULL, NULL};
    assert_true(perfect_here(&judge, &history.pos, lists + game->moves_max, &known));
    assert_true(known.value == -1 && known.plies == 4);
    free(lists);
    play(&history, "c4-c5"); /* drawn: no further occurrence means anything */
    assert_wins(&history, "a7-a4");
    history_close(&history, game);
}

/* By text and not by key, which differs where the repetition duty binds; and where it binds nothing
 * draws. */
static void test_worth_of_moves_that_repeat_under_a_duty(void **state)
{
    (void)state;
    Game *game;
    History history = history_from(&game, "mur,ships=1", "b...w.../......../......../k b 0 0");
    uint64_t key = history.pos.key;
    play(&history, "a3-b3 e3-f3 b3-a3 f3-e3");
    assert_int_equal(history.entry[4].seen, 2);
    assert_true(history.pos.key != key);
    play(&history, "xa3 e3-d3 +a3");
    assert_wins(&history, "d3-e3"); /* the third time, but Black must withdraw */
    play(&history, "d3-e3 xa3 xe3 +c3 +d2 c3-b3 d2-d3 b3-a3");
    assert_draws(&history, "d3-e3"); /* the fourth, without a duty */
    assert_wins(&history, "d3-d2");
    history_close(&history, game);
}

static void test_third_occurrence_compares_the_whole_text(void **state)
{
    (void)state;
    Game *game;
    /* The same men stand thrice, but at first White's d7-d6 was still remembered. */
    History history = history_from(&game, "nine,no-remill",
                                   "w.w....w/......../b.b.b... w 0 0 d7-d6 -");
    play(&history, "a4-b4 c5-c4 b4-a4 c4-c5 a4-b4 c5-c4 b4-a4 c4-c5");
    assert_int_equal(history.entry[history.ply].seen, 2);
    assert_winner(&history, WINNER_NONE);
    play(&history, "a4-b4");
    assert_int_equal(history.entry[history.ply].seen, 3);
    assert_winner(&history, WINNER_DRAW);
    history_close(&history, game);
}

static void test_draw_holds_from_the_third_occurrence_on(void **state)
{
    (void)state;
    Game *game;
    History history = history_from(&game, "nine", shuffle_start);
    play(&history, shuffle);
    play(&history, shuffle);
    play(&history, "d7-d6"); /* a position that never stood before */
    assert_int_equal(history.entry[history.ply].seen, 1);
    assert_winner(&history, WINNER_DRAW);
    play(&history, "c5-c4 d6-d7 e5-e4 g4-g7xc4"); /* by the rules White has won */
    assert_int_equal(game->ops->outcome(game, &history.pos).winner, WINNER_P1);
    assert_winner(&history, WINNER_DRAW);
    history_close(&history, game);
}

static void test_history_grows_to_its_longest(void **state)
{
    (void)state;
    Game *game;
    History history = history_from(&game, "nine", shuffle_start);
    for (int i = 0; i < HISTORY_PLIES_MAX / 4; i++)
        play(&history, shuffle);
    Move move = test_move(game, &history.pos, "a7-a4");
    assert_false(history_play(&history, move));
    assert_int_equal(history.ply, 20000);
    assert_int_equal(history.entry[history.ply].seen, 5001);
    assert_int_equal(history.drawn_ply, 8);
    assert_at(&history, shuffle_start);
    assert_winner(&history, WINNER_DRAW);
    history_close(&history, game);
}

/* ---- perft ---- */

/* A game of three moves that never ends, and how often one was applied. */
static unsigned endless_applied;

static int endless_moves(const Game *game, const Pos *pos, Move *out)
{
    (void)game, (void)pos;
    out[0] = out[1] = out[2] = 1;
    return 3;
}

static void endless_apply(const Game *game, const Pos *pos, Move move, Pos *next)
{
    (void)game, (void)move;
    *next = *pos;
    next->key++;
    endless_applied++;
}

static const Game endless_game = {.moves = endless_moves, .apply = endless_apply, .moves_max = 3};

static uint64_t count(const Game *game, const Pos *pos, int depth, PerftTable table, bool bulk)
{
    Move *arena = malloc(perft_arena(game, depth) * sizeof *arena);
    Perft perft = {.game = game, .table = table, .arena = arena, .bulk = bulk};
    uint64_t total = perft_count(&perft, pos, depth);
    free(arena);
    return total;
}

static void test_perft_of_nine(void **state)
{
    (void)state;
    static const uint64_t nodes[] = {1, 24, 552, 12144, 255024, 5140800};
    Game *game = test_open("nine");
    Pos pos;
    game->ops->start(game, 1, &pos);
    for (int depth = 0; depth <= 5; depth++) {
        assert_true(count(game, &pos, depth, (PerftTable){0}, false) == nodes[depth]);
        assert_true(count(game, &pos, depth, (PerftTable){0}, true) == nodes[depth]);
    }
    game_close(game);
}

/* Some plies into a random game. */
static Pos middle_of(const Game *game, int plies)
{
    Rng rng = {test_seed()};
    Move *moves = malloc(game->moves_max * sizeof *moves);
    Pos pos, next;
    game->ops->start(game, 1, &pos);
    for (int n; plies > 0 && (n = game->moves(game, &pos, moves)) > 0; plies--) {
        game->apply(game, &pos, moves[rng_below(&rng, (uint32_t)n)], &next);
        pos = next;
    }
    free(moves);
    return pos;
}

/* Tables of one slot, of few and of many, each used for two positions one after the other. */
static void check_table(const char *variant)
{
    Game *game = test_open(variant);
    int depth = game->shape.point_count < 50 ? 3 : 2; /* big boards have hundreds of moves */
    Pos pos[2] = {middle_of(game, 14), middle_of(game, 21)};
    for (int i = 0; i < 2; i++) {
        uint64_t plain = count(game, &pos[i], depth, (PerftTable){0}, false);
        uint64_t shallow = count(game, &pos[i], depth - 1, (PerftTable){0}, false);
        for (size_t slots = 1; slots <= 1 << 14; slots <<= 7) {
            PerftTable table = {calloc(slots, sizeof(PerftSlot)), slots};
            count(game, &pos[!i], depth, table, true);
            if (count(game, &pos[i], depth, table, false) != plain ||
                count(game, &pos[i], depth, table, true) != plain ||
                count(game, &pos[i], depth - 1, table, true) != shallow)
                fail_msg("%s: another count with %zu slots at %s", variant, slots,
                         test_pos_text(game, &pos[i]));
            free(table.slots);
        }
    }
    game_close(game);
}

static void test_perft_counts_do_not_wrap(void **state)
{
    (void)state;
    assert_true(perft_add(2, 3) == 5);
    assert_true(perft_add(UINT64_MAX - 5, 4) == UINT64_MAX - 1);
    assert_true(perft_add(UINT64_MAX - 5, 6) == PERFT_TOO_MANY);
    assert_true(perft_add(PERFT_TOO_MANY, 1) == PERFT_TOO_MANY);
}

static void test_perft_table_changes_no_count(void **state)
{
    (void)state;
    test_each_variant(check_table);
}

static void test_perft_table_finds_transpositions(void **state)
{
    (void)state;
    Game *game = test_open("six");
    Pos pos;
    game->ops->start(game, 1, &pos);
    PerftTable table = {calloc(1 << 16, sizeof(PerftSlot)), 1 << 16};
    uint64_t plain = count(game, &pos, 5, (PerftTable){0}, true);
    assert_true(count(game, &pos, 5, table, true) == plain);
    size_t used = 0;
    for (size_t i = 0; i < table.count; i++)
        used += atomic_load(&table.slots[i].data) != 0;
    assert_in_range(used, 100, 16 * 15 * 14 * 13); /* fewer positions than ways to reach them */
    free(table.slots);
    game_close(game);
}

static void test_perft_stop_spoils_no_table(void **state)
{
    (void)state;
    Game *game = test_open("six");
    Pos pos;
    game->ops->start(game, 1, &pos);
    PerftTable table = {calloc(1 << 12, sizeof(PerftSlot)), 1 << 12};
    Move *arena = malloc(perft_arena(game, 4) * sizeof *arena);
    atomic_bool stop = true;
    Perft perft = {.game = game, .table = table, .arena = arena, .stop = &stop};
    perft_count(&perft, &pos, 4);
    for (size_t i = 0; i < table.count; i++)
        assert_true(atomic_load(&table.slots[i].data) == 0);
    assert_true(count(game, &pos, 4, table, false) == 16 * 15 * 14 * 13);
    free(arena);
    free(table.slots);
    game_close(game);
}

static void test_perft_stops_soon(void **state)
{
    (void)state;
    Move arena[3 * 12];
    Pos pos = {0};
    atomic_bool stop = false;
    Perft perft = {.game = &endless_game, .arena = arena, .stop = &stop};
    endless_applied = 0;
    assert_true(perft_count(&perft, &pos, 12) == 531441);
    assert_int_equal(endless_applied, 797160); /* 3 + 3^2 + ... + 3^12 */
    atomic_store(&stop, true);
    endless_applied = 0;
    perft_count(&perft, &pos, 12);
    assert_in_range(endless_applied, 0, 1000);
}

static void test_perft_tells_its_progress(void **state)
{
    (void)state;
    Game *game = test_open("six");
    Pos pos;
    game->ops->start(game, 1, &pos);
    Move *arena = malloc(perft_arena(game, 5) * sizeof *arena);
    _Atomic uint64_t progress = 0;
    Perft perft = {.game = game, .arena = arena, .progress = &progress};
    uint64_t total = perft_count(&perft, &pos, 5);
    assert_true(total > 16 * 15 * 14 * 13 * 12 && atomic_load(&progress) == total);
    free(arena);
    game_close(game);
}

/* ---- random games ---- */

static PlayoutStats run_playouts(const Game *game, uint64_t seed, uint64_t from, uint64_t to)
{
    PlayoutStats stats = {0};
    Move *scratch = malloc(game->moves_max * sizeof *scratch);
    Pos start;
    game->ops->start(game, 1, &start);
    for (uint64_t i = from; i < to; i++)
        playout_run(game, &start, seed, i, scratch, &stats);
    free(scratch);
    return stats;
}

static void check_playouts(const char *variant)
{
    enum { GAMES = 24 };
    Game *game = test_open(variant);
    uint64_t seed = test_seed();
    PlayoutStats all = run_playouts(game, seed, 0, GAMES);
    PlayoutStats again = run_playouts(game, seed, 0, GAMES);
    assert_memory_equal(&all, &again, sizeof all);
    PlayoutStats parts = run_playouts(game, seed, 5, GAMES);
    PlayoutStats first = run_playouts(game, seed, 0, 5);
    playout_merge(&parts, &first);
    assert_memory_equal(&all, &parts, sizeof all);
    PlayoutStats other = run_playouts(game, seed + 1, 0, GAMES);
    assert_true(all.digest != other.digest);
    assert_int_equal(all.games, GAMES);
    assert_int_equal(all.won[0] + all.won[1] + all.won[2] + all.won[3], GAMES);
    assert_int_equal(all.won[WINNER_NONE], all.capped);
    assert_true(all.choices >= all.plies && all.plies >= GAMES);
    game_close(game);
}

static void test_the_same_seed_gives_the_same_games(void **state)
{
    (void)state;
    test_each_variant(check_playouts);
}

static void test_endless_games_are_capped(void **state)
{
    (void)state;
    Move scratch[3];
    Pos start = {0};
    PlayoutStats stats = {0};
    playout_run(&endless_game, &start, 1, 0, scratch, &stats);
    playout_run(&endless_game, &start, 1, 1, scratch, &stats);
    assert_int_equal(stats.games, 2);
    assert_int_equal(stats.plies, 2 * PLAYOUT_PLIES_MAX);
    assert_int_equal(stats.choices, 3 * 2 * PLAYOUT_PLIES_MAX);
    assert_int_equal(stats.capped, 2);
    assert_int_equal(stats.won[WINNER_NONE], 2);
}

/* Small ones come from the heap, large ones from the system, at a huge page. */
/* All of it can be written, longer or shorter than before. */
static void test_pages_are_reused(void **state)
{
    (void)state;
    static const size_t sizes[] = {PAGES_HUGE + 1, 5 * PAGES_HUGE, 2 * PAGES_HUGE, 100, PAGES_HUGE};
    size_t bytes = sizes[0];
    unsigned char *memory = pages_alloc(bytes);
    assert_non_null(memory);
    memset(memory, 7, bytes);
    for (size_t i = 1; i < sizeof sizes / sizeof *sizes; i++) {
        memory = pages_reuse(memory, bytes, sizes[i]);
        assert_non_null(memory);
        if (sizes[i] >= PAGES_HUGE)
            assert_int_equal((uintptr_t)memory % PAGES_HUGE, 0);
        memset(memory, 7, sizes[i]);
        bytes = sizes[i];
    }
    pages_free(memory, bytes);
}

static void test_pages_are_zeroed_aligned_and_settle(void **state)
{
    static const size_t sizes[] = {1,          4096,           PAGES_HUGE - 1,
                                   PAGES_HUGE, PAGES_HUGE + 1, 3 * (size_t)PAGES_HUGE};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        unsigned char *memory = pages_alloc(sizes[i]);
        assert_non_null(memory);
        if (sizes[i] >= PAGES_HUGE)
            assert_int_equal((uintptr_t)memory % PAGES_HUGE, 0);
        memory[sizes[i] - 1] = 7;
        pages_prefault(memory, sizes[i]);
        for (size_t k = 0; k + 1 < sizes[i]; k++)
            assert_int_equal(memory[k], 0);
        assert_int_equal(memory[sizes[i] - 1], 7);
        pages_free(memory, sizes[i]);
    }
    pages_free(NULL, PAGES_HUGE);
    assert_null(pages_alloc(SIZE_MAX - 1));
}

/* Every character is written and read back; what is no UTF-8 is none. */
static void test_utf8(void **state)
{
    (void)state;
    for (uint32_t c = 1; c <= 0x10ffff; c += c < 0x3000 ? 1 : 97) {
        char text[8];
        Str s = str_over(text, sizeof text);
        utf8_write(c, &s);
        bool surrogate = c >= 0xd800 && c <= 0xdfff;
        assert_int_equal(utf8_sequence(text), surrogate ? 0 : s.length);
        if (!surrogate)
            assert_int_equal(utf8_decode(text, s.length), c);
        if (!surrogate)
            assert_int_equal(utf8_length(text, s.length - 1), 0);
    }
    assert_int_equal(utf8_sequence(""), 0);
    assert_int_equal(utf8_last("", 0), 0);
    assert_int_equal(utf8_last("ab", 2), 1);
    assert_int_equal(utf8_last("a\xc3\xa9", 3), 2);
    assert_int_equal(utf8_last("a\xe8\x8a\xb1", 4), 3);
    assert_int_equal(utf8_last("\xf0\x9f\x90\x99", 4), 4);
    assert_int_equal(utf8_last("a\xe8\x8a", 3), 1); /* no character: a byte at a time */
    assert_int_equal(utf8_sequence("\xc1\x81"), 0);
    assert_int_equal(utf8_sequence("\xe0\x80\x80"), 0);
    assert_int_equal(utf8_sequence("\xf4\x90\x80\x80"), 0);
    assert_true(utf8_is_plain("花子 Anna é", strlen("花子 Anna é")));
    assert_false(utf8_is_plain("a\tb", strlen("a\tb")));
    assert_false(utf8_is_plain("\xc2\x9b", strlen("\xc2\x9b")));
    assert_false(utf8_is_plain("\xe2\x80\xae", strlen("\xe2\x80\xae")));
    assert_false(utf8_is_plain("\xff", strlen("\xff")));
    static const char *const unseen[] = {
        "",       " ",      "\u00a0", "\u00ad", "\u200b\u200d", "\u200e",     "\u2800", "\u3000",
        "\u3164", "\ufeff", "\ufe0f", "\uffa0", "\u1160",       "\U000e0041", "\xff",
    };
    static const char *const seen[] = {"a", ".", "花", "\u200eé", "🐙", "\ufeff\u2800x", "☺\ufe0f"};
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
        assert_false(utf8_shows(unseen[i], strlen(unseen[i])));
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
        assert_true(utf8_shows(seen[i], strlen(seen[i])));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pages_are_reused),
        cmocka_unit_test(test_pages_are_zeroed_aligned_and_settle),
        cmocka_unit_test(test_str_never_writes_past_its_end),
        cmocka_unit_test(test_str_writes_every_number),
        cmocka_unit_test(test_str_quote_is_one_clean_line),
        cmocka_unit_test(test_refuse_cuts_what_does_not_fit),
        cmocka_unit_test(test_numbers_are_plain_and_bounded),
        cmocka_unit_test(test_letters_are_ascii_only),
        cmocka_unit_test(test_unknown_game_is_named_and_all_are_listed),
        cmocka_unit_test(test_unknown_option_is_named_and_all_are_listed),
        cmocka_unit_test(test_option_of_another_game_is_refused),
        cmocka_unit_test(test_option_given_twice_is_refused),
        cmocka_unit_test(test_empty_option_is_refused),
        cmocka_unit_test(test_wrong_values_are_refused),
        cmocka_unit_test(test_long_variant_text_is_refused),
        cmocka_unit_test(test_canonical_text_has_table_order_and_no_defaults),
        cmocka_unit_test(test_a_default_may_depend_on_an_option),
        cmocka_unit_test(test_options_that_do_not_go_together_are_refused),
        cmocka_unit_test(test_all_nine_pairs_of_picks),
        cmocka_unit_test(test_nothing_is_shown_before_both_picks_are_in),
        cmocka_unit_test(test_bad_picks_are_not_taken),
        cmocka_unit_test(test_clicks_narrow_the_moves),
        cmocka_unit_test(test_a_complete_move_may_go_on),
        cmocka_unit_test(test_sets_are_clicked_in_any_order),
        cmocka_unit_test(test_two_men_taken_in_either_order_of_clicks),
        cmocka_unit_test(test_history_keeps_what_stood),
        cmocka_unit_test(test_third_occurrence_counts_the_first_position),
        cmocka_unit_test(test_worth_of_moves_that_repeat),
        cmocka_unit_test(test_worth_of_moves_that_repeat_under_a_duty),
        cmocka_unit_test(test_third_occurrence_compares_the_whole_text),
        cmocka_unit_test(test_draw_holds_from_the_third_occurrence_on),
        cmocka_unit_test(test_history_grows_to_its_longest),
        cmocka_unit_test(test_perft_of_nine),
        cmocka_unit_test(test_perft_counts_do_not_wrap),
        cmocka_unit_test(test_perft_table_changes_no_count),
        cmocka_unit_test(test_perft_table_finds_transpositions),
        cmocka_unit_test(test_perft_stop_spoils_no_table),
        cmocka_unit_test(test_perft_stops_soon),
        cmocka_unit_test(test_perft_tells_its_progress),
        cmocka_unit_test(test_the_same_seed_gives_the_same_games),
        cmocka_unit_test(test_endless_games_are_capped),
        cmocka_unit_test(test_utf8),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
