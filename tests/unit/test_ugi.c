/* SPDX-License-Identifier: MIT */
/* The Universal Game Interface, line by line: every command and query, every way to get one wrong,
 * and that a wrong one changes nothing. */
#include "unit/support.h"

#include "proto/ugi.h"

/* What the protocol sent since the last line. */
typedef struct Sent {
    char *text;
    size_t length, capacity;
} Sent;

static Ugi ugi;
static Sent sent;

static void keep(void *context, const char *bytes, size_t count)
{
    Sent *to = context;
    if (to->length + count + 1 > to->capacity) {
        to->capacity = 2 * (to->length + count + 1);
        to->text = realloc(to->text, to->capacity);
    }
    memcpy(to->text + to->length, bytes, count);
    to->length += count;
    to->text[to->length] = '\0';
}

static void draw(void *context, const TreePlace *place)
{
    char line[POSITION_TEXT_MAX + 16];
    int n = snprintf(line, sizeof line, "drawn %s\n",
                     test_pos_text(place->tree->game, tree_place_pos(place)));
    keep(context, line, (size_t)n);
}

static int begin(void **state)
{
    (void)state;
    UgiHost host = {.families = registry_families,
                    .family_count = registry_count,
                    .first_variant = "nine",
                    .first.seed = 1,
                    .most.seed = UINT64_MAX,
                    .write = keep,
                    .draw = draw,
                    .context = &sent};
    char why[WHY_MAX];
    sent = (Sent){0};
    keep(&sent, "", 0);
    return ugi_begin(&ugi, &host, why) ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    ugi_end(&ugi);
    free(sent.text);
    return 0;
}

/* Hands in bytes that may hold anything; the answer is in `sent`. */
static bool hand_in(const char *bytes, size_t length)
{
    char *copy = malloc(length + 1);
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    sent.length = 0;
    sent.text[0] = '\0';
    bool going = ugi_line(&ugi, copy, length);
    free(copy);
    return going;
}

/* The answer to a line that does not end the session. */
static const char *say(const char *line)
{
    assert_true(hand_in(line, strlen(line)));
    return sent.text;
}

#define ANSWER(line, answer) assert_string_equal(say(line), answer)

static void assert_one_error(const char *line)
{
    const char *answer = sent.text, *end_of_line = strchr(answer, '\n');
    if (strncmp(answer, "error: ", 7) != 0 || !end_of_line || end_of_line[1])
        fail_msg("'%.60s' answers '%s'", line, answer);
    assert_true(end_of_line - answer > 10);
    for (const char *c = answer; c < end_of_line; c++)
        assert_in_range(*c, ' ', '~');
}

/* All that the queries tell, in one text to be freed. */
static char *all_answers(void)
{
    static const char *const queries[] = {"query fen",    "query legalmoves", "query gameover",
                                          "query p1turn", "query result",     "query islegal a4"};
    Sent all = {0};
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        say(queries[i]);
        keep(&all, sent.text, sent.length);
    }
    return all.text;
}

static void check_bytes_refused(const char *bytes, size_t length)
{
    char *before = all_answers();
    const Game *game = ugi.game;
    uint32_t at = ugi.at, count = ugi.tree.count;
    assert_true(hand_in(bytes, length));
    assert_one_error(bytes);
    assert_ptr_equal(ugi.game, game);
    assert_true(ugi.at == at && ugi.tree.count == count);
    char *after = all_answers();
    assert_string_equal(before, after);
    free(before);
    free(after);
}

static void check_refused(const char *line)
{
    check_bytes_refused(line, strlen(line));
}

static void check_all_refused(const char *const *lines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_refused(lines[i]);
}

#define ALL_REFUSED(lines) check_all_refused(lines, sizeof lines / sizeof *lines)

static const char *const start_fen = "response ......../......../........ w 9 9\n";

/* ---- talking about the program ---- */

static void test_ugi_tells_who_it_is(void **state)
{
    (void)state;
    const char *answer = say("ugi");
    assert_true(strncmp(answer, "id name ", 8) == 0);
    assert_non_null(strstr(answer, "\nid author "));
    assert_non_null(strstr(answer, "\noption name Variant type string default nine\n"));
    assert_true(strlen(answer) > 6 && strcmp(answer + strlen(answer) - 7, "\nugiok\n") == 0);
}

static void test_isready(void **state)
{
    (void)state;
    ANSWER("isready", "readyok\n");
}

static void test_quit_ends_the_session(void **state)
{
    (void)state;
    assert_false(hand_in("quit", 4));
    assert_int_equal(sent.length, 0);
    assert_false(hand_in("  quit\r", 7));
}

static void test_print_draws_the_position(void **state)
{
    (void)state;
    say("position startpos moves d6");
    ANSWER("print", "drawn ......../.w....../........ b 8 9\n");
    ugi.host.draw = NULL;
    ANSWER("print", "");
}

/* ---- variants and new games ---- */

static void test_setoption_variant_goes_to_its_start(void **state)
{
    (void)state;
    ANSWER("setoption name Variant value six", "");
    ANSWER("query fen", "response ......../........ w 6 6\n");
    say("position startpos moves d6 d2");
    ANSWER("setoption name Variant value six", "");
    ANSWER("query fen", "response ......../........ w 6 6\n");
    ANSWER("setoption name Variant value nine,no-remill,flying", "");
    ANSWER("query fen", "response ......../......../........ w 9 9 - -\n");
    assert_string_equal(ugi.game->id, "nine,flying,no-remill");
}

static void test_setoption_seed_chooses_the_set_up(void **state)
{
    (void)state;
    assert_non_null(strstr(say("ugi"), "\noption name Seed type spin default 1 "));
    say("setoption name Variant value morelli,size=7");
    char first[512];
    snprintf(first, sizeof first, "%s", say("query fen"));
    ANSWER("setoption name Seed value 2", "");
    assert_string_not_equal(say("query fen"), first);
    say("position startpos");
    assert_string_not_equal(say("query fen"), first);
    ANSWER("setoption name seed value 1", "");
    ANSWER("query fen", first);
    say("setoption name Seed value 18446744073709551616");
    say("setoption name Seed value -1");
    say("setoption name Seed");
    ANSWER("query fen", first);
}

static void test_uginewgame_keeps_the_variant(void **state)
{
    (void)state;
    say("setoption name Variant value twelve,flying");
    say("position startpos moves d6 d2");
    ANSWER("uginewgame", "");
    ANSWER("query fen", "response ......../......../........ w 12 12\n");
    assert_string_equal(ugi.game->id, "twelve,flying");
}

static void test_bad_setoption_changes_nothing(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "setoption",
        "setoption name",
        "setoption Variant value six",
        "setoption name Variant",
        "setoption name Variant value",
        "setoption name Variant is six",
        "setoption name Variant value six,flying nine",
        "setoption name Variant value nine flying",
        "setoption name Hash value 16",
        "setoption name Variant value chess",
        "setoption name Variant value nine,spin",
        "setoption name Variant value nine,remove=3",
        "setoption name Variant value nine,flying,flying",
        "setoption name Variant value stacking,flying",
        "setoption name Variant value nine,",
        "setoption name Variant value \xff\x01",
    };
    say("setoption name Variant value six,flying");
    say("position startpos moves d6 d2 f4");
    ALL_REFUSED(lines);
    assert_string_equal(ugi.game->id, "six,flying");
}

/* ---- positions ---- */

static void test_position_startpos(void **state)
{
    (void)state;
    ANSWER("query fen", start_fen);
    ANSWER("position startpos moves d6 D2 f4", "");
    ANSWER("query fen", "response ......../.w.w.b../........ b 7 8\n");
    ANSWER("position startpos moves", "");
    ANSWER("query fen", start_fen);
    say("position startpos moves d6");
    ANSWER("position startpos", "");
    ANSWER("query fen", start_fen);
}

static void test_position_fen(void **state)
{
    (void)state;
    ANSWER("position fen ww.w..../......../b.b.b... w 0 0", "");
    ANSWER("query fen", "response ww.w..../......../b.b.b... w 0 0\n");
    ANSWER("position fen ww.w..../......../b.b.b... w 0 0 moves g4-g7xe3", "");
    ANSWER("query fen", "response www...../......../b.b..... b 0 0\n");
    say("setoption name Variant value nine,no-remill");
    ANSWER("position fen ww.w..../......../b.b.b... w 0 0 A7-D7 - moves a7-a4", "");
    ANSWER("query fen", "response .w.w...w/......../b.b.b... b 0 0 - -\n");
    ANSWER("position fen ww.w..../......../b.b.b... b 0 0 A7-D7 -", "");
    ANSWER("query fen", "response ww.w..../......../b.b.b... b 0 0 a7-d7 -\n");
}

static void test_bad_position_changes_nothing(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "position",
        "position moves d6",
        "position start",
        "position startpos d6",
        "position startpos startpos",
        "position startpos Moves d6",
        "position fen",
        "position fen moves d6",
        "position fen ......../......../........",
        "position fen ......../......../........ w 9",
        "position fen ......../......../........ w 9 9 9",
        "position fen ......../......../........ w 10 9",
        "position fen ......../........ w 9 9",
        "position fen W......./......../........ w 8 8",
        "position fen wwwwwwww/ww....../b.b.b... w 0 0",
        "position fen ......../......../........ w 2 2",
        "position fen ww.w..../......../b.b.b... w 0 0 moves g4-g7",
        "position startpos moves d6 d6",
        "position startpos moves d6 d2 z9",
        "position startpos moves d6-d7",
        "position startpos moves d6xa1",
        "position startpos moves moves",
        "position startpos moves d6 moves d2",
        "position startpos moves d6,d2",
    };
    say("position startpos moves a7 a1 g7");
    ALL_REFUSED(lines);
    /* A word of any length as position. */
    char long_line[5000] = "position fen ";
    memset(long_line + 13, 'w', sizeof long_line - 14);
    check_refused(long_line);
    assert_non_null(strstr(say(long_line), "too long"));
}

static void test_errors_say_which_move_is_wrong(void **state)
{
    (void)state;
    say("position startpos moves d6 d2 d6");
    assert_non_null(strstr(sent.text, "move 3 'd6'"));
    assert_non_null(strstr(sent.text, "occupied"));
}

/* ---- queries ---- */

static void test_player_1_is_white(void **state)
{
    (void)state;
    ANSWER("query p1turn", "response true\n");
    say("position startpos moves d6");
    ANSWER("query p1turn", "response false\n");
    say("position fen ww.w..../......../b.b.b... w 0 0 moves g4-g7xe3");
    ANSWER("query result", "response p1win\n");
    ANSWER("query p1turn", "response false\n"); /* the side changes after a winning turn too */
    say("position fen bb.b..../......../w.w.w... b 0 0 moves g4-g7xe3");
    ANSWER("query result", "response p2win\n");
    ANSWER("query gameover", "response true\n");
}

static void test_query_result_and_gameover(void **state)
{
    (void)state;
    ANSWER("query result", "response none\n");
    ANSWER("query gameover", "response false\n");
    say("setoption name Variant value twelve");
    say("position fen wbwbwbwb/bwbwbwbw/wbwbwbwb w 0 0");
    ANSWER("query result", "response draw\n");
    ANSWER("query gameover", "response true\n");
    ANSWER("query legalmoves", "response\n");
}

static void test_query_legalmoves(void **state)
{
    (void)state;
    say("position fen ww.w..../......../b.b..... w 0 1");
    const char *answer = say("query legalmoves");
    assert_true(strncmp(answer, "response ", 9) == 0);
    static const char *const moves[] = {" a7-a4", " d7-d6",    " d7-g7",   " g4-f4",
                                        " g4-g1", " g4-g7xc5", " g4-g7xe5"};
    size_t length = strlen("response\n");
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        assert_non_null(strstr(answer, moves[i]));
        length += strlen(moves[i]);
    }
    assert_int_equal(strlen(answer), length); /* and no others, nothing twice */
}

static void test_no_legal_moves_is_response_alone(void **state)
{
    (void)state;
    say("position fen www...../......../bb...... b 0 0"); /* too few men */
    ANSWER("query legalmoves", "response\n");
    say("position fen bwbwb.bw/.w.w.w.w/........ b 0 0"); /* only d1 is open */
    assert_int_equal(strlen(say("query legalmoves")), strlen("response g1-d1 a1-d1\n"));
    ANSWER("query gameover", "response false\n");
    say("position fen bwbwbwbw/.w.w.w.w/........ b 0 0"); /* all four corners shut in */
    ANSWER("query legalmoves", "response\n");
    ANSWER("query result", "response p1win\n");
}

static void test_query_islegal(void **state)
{
    (void)state;
    say("position fen ww.w..../......../b.b.b... w 0 0");
    ANSWER("query islegal a7-a4", "response true\n");
    ANSWER("query islegal A7-A4", "response true\n");
    ANSWER("query islegal g4-g7xe3", "response true\n");
    ANSWER("query islegal g4-g7", "response false\n");
    ANSWER("query islegal g4-g7xe4", "response false\n");
    ANSWER("query islegal a7-a1", "response false\n");
    ANSWER("query islegal a4", "response false\n");
    ANSWER("query islegal \xe2\x82\x01~", "response false\n");
    ANSWER("query islegal %s%n", "response false\n");
    check_refused("query islegal");
    check_refused("query islegal a7-a4 a7-a4");
    char line[100 + MOVE_TEXT_MAX] = "query islegal ";
    memset(line + 14, 'd', sizeof line - 15);
    ANSWER(line, "response false\n");
}

static void test_bad_queries_change_nothing(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "query",         "query foo",           "query Fen", "query fen now", "query legalmoves a7",
        "query result?", "query gameover true", "query \x7f"};
    say("position startpos moves d6 d2");
    ALL_REFUSED(lines);
}

static void test_perft(void **state)
{
    (void)state;
    ANSWER("perft 0", "nodes 1\n");
    ANSWER("perft 1", "nodes 24\n");
    ANSWER("perft 4", "nodes 255024\n");
    ANSWER("query fen", start_fen);
    say("position fen www...../......../bb...... b 0 0");
    ANSWER("perft 0", "nodes 1\n");
    ANSWER("perft 3", "nodes 0\n");
    static const char *const lines[] = {"perft",    "perft x",   "perft -1",
                                        "perft +1", "perft 01",  "perft 1 2",
                                        "perft 61", "perft 1.5", "perft 18446744073709551617"};
    ALL_REFUSED(lines);
}

/* ---- the draw by third occurrence ---- */

#define SHUFFLE_START "position fen ww.w..../......../b.b.b... w 0 0 moves"
#define SHUFFLE       " a7-a4 c5-c4 a4-a7 c4-c5"

static void test_third_occurrence_is_a_draw(void **state)
{
    (void)state;
    say(SHUFFLE_START SHUFFLE " a7-a4 c5-c4 a4-a7");
    ANSWER("query result", "response none\n");
    ANSWER("query gameover", "response false\n");
    say(SHUFFLE_START SHUFFLE SHUFFLE);
    ANSWER("query result", "response draw\n");
    ANSWER("query gameover", "response true\n");
    ANSWER("query fen", "response ww.w..../......../b.b.b... w 0 0\n");
    assert_non_null(strstr(say("query legalmoves"), " g4-g7xe3"));
    ANSWER("query islegal a7-a4", "response true\n");
    ANSWER("perft 1", "nodes 8\n");
}

static void test_play_goes_on_after_the_draw(void **state)
{
    (void)state;
    ANSWER(SHUFFLE_START SHUFFLE SHUFFLE " d7-d6", "");
    ANSWER("query fen", "response w..w..../.w....../b.b.b... b 0 0\n");
    ANSWER("query result", "response draw\n");
    ANSWER("query gameover", "response true\n");
    ANSWER(SHUFFLE_START SHUFFLE SHUFFLE " g4-g7xe3", ""); /* would win, but the match is drawn */
    ANSWER("query result", "response draw\n");
    ANSWER("query legalmoves", "response\n");
    check_refused(SHUFFLE_START SHUFFLE SHUFFLE " g4-g7xe3 c5-c4"); /* the rules have ended it */
    ANSWER(SHUFFLE_START " g4-g7xe3", "");
    ANSWER("query result", "response p1win\n");
}

/* ---- bytes ---- */

static void test_unknown_commands_change_nothing(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "foo",       "UGI",       "ugiok",          "moves",         "response",
        "fen",       "startpos",  "value",          "name",          "p1turn",
        "query,fen", "\x1b[2J",   "\xff\xfe",       "%s%s%n",        "isready ok",
        "ugi ugi",   "print all", "uginewgame six", "isreadyisready"};
    say("position startpos moves d6 d2");
    ALL_REFUSED(lines);
    char long_word[3000];
    memset(long_word, 'q', sizeof long_word - 1);
    long_word[sizeof long_word - 1] = '\0';
    check_refused(long_word);
}

static void test_empty_lines_answer_nothing(void **state)
{
    (void)state;
    ANSWER("", "");
    ANSWER("   ", "");
    ANSWER("\r", "");
    ANSWER(" \t \r", "");
}

static void test_tabs_and_line_ends_separate_words(void **state)
{
    (void)state;
    ANSWER("isready\r", "readyok\n");
    ANSWER("\tposition \t startpos\tmoves  d6\td2\r", "");
    ANSWER("query\tfen\r", "response ......../.w...b../........ w 8 8\n");
    ANSWER("position fen\tww.w..../......../b.b.b...  w\t0   0\r", "");
    ANSWER("query fen", "response ww.w..../......../b.b.b... w 0 0\n");
}

static void test_nul_bytes_are_refused(void **state)
{
    (void)state;
    say("position startpos moves d6");
    check_bytes_refused("isready\0", 8);
    check_bytes_refused("\0isready", 8);
    check_bytes_refused("position startpos\0moves d2", 26);
    check_bytes_refused("quit\0", 5);
    check_bytes_refused("\0", 1);
}

/* ---- long lines and long games ---- */

/* A line that begins with `head` and is filled up to `length` with a unit over and over. */
static char *fill_line(const char *head, const char *unit, size_t length)
{
    char *line = malloc(length + 1);
    size_t n = strlen(head), each = strlen(unit);
    memcpy(line, head, n);
    for (size_t i = n; i < length; i++)
        line[i] = unit[(i - n) % each];
    line[length] = '\0';
    return line;
}

static void test_a_line_of_a_megabyte(void **state)
{
    (void)state;
    assert_int_equal(UGI_LINE_MAX, 1048576);
    char *line = fill_line("position startpos moves d6", " ", UGI_LINE_MAX);
    memcpy(line + UGI_LINE_MAX - 3, " d2", 3);
    ANSWER(line, "");
    ANSWER("query fen", "response ......../.w...b../........ w 8 8\n");
    free(line);
    line = fill_line("", "x", UGI_LINE_MAX);
    check_refused(line);
    free(line);
    line = fill_line("position fen ", "w", UGI_LINE_MAX);
    check_refused(line);
    free(line);
    line = fill_line("query islegal ", "d", UGI_LINE_MAX);
    ANSWER(line, "response false\n");
    free(line);
}

static void test_a_game_that_is_too_long_is_refused(void **state)
{
    (void)state;
    say("position startpos moves d6 d2");
    size_t head = strlen(SHUFFLE_START), each = strlen(SHUFFLE);
    char *line = fill_line(SHUFFLE_START, SHUFFLE, head + each * (TREE_PLIES_MAX / 4 + 1));
    check_refused(line);
    assert_non_null(strstr(say(line), "20000"));
    line[head + each * (TREE_PLIES_MAX / 4)] = '\0';
    ANSWER(line, "");
    ANSWER("query result", "response draw\n");
    assert_int_equal(ugi.tree.node[ugi.at].ply, TREE_PLIES_MAX);
    free(line);
}

/* Of the moves, one at random that ends nothing and takes nothing; 0 if there is none. */
static Move quiet_move(const Game *game, const Pos *pos, Move *moves, Rng *rng)
{
    int n = game->moves(game, pos, moves);
    for (int tries = 0; n && tries < 200; tries++) {
        Move move = moves[rng_below(rng, (uint32_t)n)];
        Step path[PATH_MAX];
        Pos next;
        int steps = game->ops->path(game, pos, move, path);
        game->apply(game, pos, move, &next);
        if (path[steps - 1].role != ROLE_TAKE &&
            game->ops->outcome(game, &next).winner == WINNER_NONE)
            return move;
    }
    return 0;
}

/* Writes a random game of that many plies; false if it ends before. *last is where it leads. */
static bool write_game(const Game *game, uint64_t seed, int plies, Str *out, Pos *last)
{
    Rng rng = {seed};
    Move *moves = malloc(game->moves_max * sizeof *moves), move = 1;
    game->ops->start(game, 1, last);
    for (int i = 0; i < plies && move; i++) {
        Pos pos = *last;
        if ((move = quiet_move(game, &pos, moves, &rng))) {
            str_char(out, ' ');
            game->ops->write_move(game, &pos, move, out);
            game->apply(game, &pos, move, last);
        }
    }
    free(moves);
    assert_false(out->full);
    return move != 0;
}

static void test_a_game_of_10000_plies(void **state)
{
    (void)state;
    enum { PLIES = 10000 };
    char *line = malloc(UGI_LINE_MAX + 1);
    Pos last;
    bool found = false;
    for (uint64_t seed = test_seed(), tries = 0; !found && tries < 50; seed++, tries++) {
        Str s = str_over(line, UGI_LINE_MAX + 1);
        str_add(&s, "position startpos moves");
        found = write_game(ugi.game, seed, PLIES, &s, &last);
    }
    assert_true(found);
    ANSWER(line, "");
    assert_int_equal(ugi.tree.node[ugi.at].ply, PLIES);
    char expected[POSITION_TEXT_MAX + 16];
    snprintf(expected, sizeof expected, "response %s\n", test_pos_text(ugi.game, &last));
    ANSWER("query fen", expected);
    strcat(line, " a7"); /* nobody has a man in hand */
    check_refused(line);
    assert_non_null(strstr(say(line), "move 10001 'a7'"));
    free(line);
}

/* ---- every variant ---- */

/* The answer to legalmoves is the contract's list, each of them legal and in canonical form. */
static void compare_moves(const Game *game, const Pos *pos, Move *moves)
{
    Sent expected = {0};
    int n = game->moves(game, pos, moves);
    keep(&expected, "response", 8);
    for (int i = 0; i < n; i++) {
        const char *text = test_move_text(game, pos, moves[i]);
        keep(&expected, " ", 1);
        keep(&expected, text, strlen(text));
        char line[32 + MOVE_TEXT_MAX];
        snprintf(line, sizeof line, "query islegal %s", text);
        if (i % 16 == 0)
            ANSWER(line, "response true\n");
    }
    keep(&expected, "\n", 1);
    ANSWER("query legalmoves", expected.text);
    free(expected.text);
}

static bool walk_variant(void *context, const char *variant)
{
    (void)context;
    char line[POSITION_TEXT_MAX + 2 * MOVE_TEXT_MAX];
    snprintf(line, sizeof line, "setoption name Variant value %s", variant);
    ANSWER(line, "");
    assert_string_equal(ugi.game->id, variant);
    const Game *game = ugi.game;
    Move *moves = malloc(game->moves_max * sizeof *moves);
    Rng rng = {test_seed()};
    Pos pos = *ugi_pos(&ugi);
    for (int n, ply = 0; ply < 60 && (n = game->moves(game, &pos, moves)) > 0; ply++) {
        Move move = moves[rng_below(&rng, (uint32_t)n)];
        int at = snprintf(line, sizeof line, "position fen %s", test_pos_text(game, &pos));
        snprintf(line + at, sizeof line - (size_t)at, " moves %s",
                 test_move_text(game, &pos, move));
        ANSWER(line, "");
        Pos next;
        game->apply(game, &pos, move, &next);
        if (!game->remembers) /* else a text leaves out what the position carries of the past */
            assert_memory_equal(ugi_pos(&ugi), &next, sizeof next);
        assert_string_equal(test_pos_text(game, ugi_pos(&ugi)), test_pos_text(game, &next));
        pos = *ugi_pos(&ugi);
        compare_moves(game, &pos, moves);
    }
    free(moves);
    return true;
}

static void test_every_variant_speaks_the_same(void **state)
{
    (void)state;
    assert_true(variants_visit(registry_families, registry_count, walk_variant, NULL) > 40);
}

/* --- Lines that begin as the last one did -------------------------------------------------------
 */

/* Is the tree the one that a session makes to which only `line` is told? */
static void compare_with_fresh(const char *line)
{
    Ugi known = ugi;
    Sent before = sent;
    begin(NULL);
    char text[192];
    snprintf(text, sizeof text, "setoption name Variant value %s", known.game->id);
    ANSWER(text, "");
    snprintf(text, sizeof text, "setoption name Seed value %llu",
             (unsigned long long)known.options.seed);
    ANSWER(text, "");
    if (*line)
        ANSWER(line, "");
    assert_int_equal(known.at, ugi.at);
    assert_int_equal(known.tree.count, ugi.tree.count);
    for (uint32_t i = 0; i <= ugi.at; i++) {
        const TreeNode *a = &known.tree.node[i], *b = &ugi.tree.node[i];
        assert_memory_equal(&a->pos, &b->pos, sizeof a->pos);
        assert_true(a->move == b->move && a->ply == b->ply && a->parent == b->parent);
        assert_true(a->seen == b->seen && a->drawn == b->drawn && a->child == b->child);
        assert_int_equal(a->jump, b->jump);
    }
    end(NULL);
    ugi = known;
    sent = before;
}

enum { TOLD_MOVES = 80, TOLD_ROOM = 4096 };

/* Words of a random game from a start, some plies of it. */
typedef struct Telling {
    const char *start;
    char move[TOLD_MOVES][MOVE_TEXT_MAX];
    int count;
} Telling;

/* Random moves from ply `from` on. */
static void tell_on(Telling *telling, int from, int to, Rng *rng)
{
    const Game *game = ugi.game;
    Pos pos, next;
    char why[WHY_MAX];
    Move *moves = malloc(game->moves_max * sizeof *moves), move;
    if (strncmp(telling->start, "fen ", 4) == 0)
        assert_true(game->ops->read_pos(game, telling->start + 4, LANG_EN, &pos, why));
    else
        game->ops->start(game, ugi.options.seed, &pos);
    telling->count = 0;
    for (int n; telling->count < to && (n = game->moves(game, &pos, moves)) > 0;) {
        char *text = telling->move[telling->count];
        if (telling->count >= from) {
            move = moves[rng_below(rng, (uint32_t)n)];
            snprintf(text, MOVE_TEXT_MAX, "%s", test_move_text(game, &pos, move));
            const char *own = telling->count > 1 ? text - 2 * MOVE_TEXT_MAX : "";
            char back[MOVE_TEXT_MAX] = "";
            if (strlen(own) == 5 && rng_below(rng, 8)) /* d2-d3: back, so that positions repeat */
                snprintf(back, sizeof back, "%.2s-%.2s", own + 3, own);
            if (*back && game->ops->read_move(game, &pos, back, LANG_EN, &move, why))
                memcpy(text, back, sizeof back);
        }
        assert_true(game->ops->read_move(game, &pos, text, LANG_EN, &move, why));
        game->apply(game, &pos, move, &next);
        pos = next;
        telling->count++;
    }
    free(moves);
}

/* The line, with a word that is no move before move number `bad`, and blanks as they come. */
static void write_telling(const Telling *telling, int bad, Rng *rng, char *line)
{
    static const char *const gaps[] = {" ", " ", " ", "  ", "\t"};
    int at = snprintf(line, TOLD_ROOM, "position %s", telling->start);
    if (telling->count || rng_below(rng, 2))
        at += snprintf(line + at, TOLD_ROOM - (size_t)at, " moves");
    for (int i = 0; i < telling->count; i++)
        at += snprintf(line + at, TOLD_ROOM - (size_t)at, "%s%s%s",
                       gaps[rng_below(rng, rng_below(rng, 4) ? 3 : 5)], i == bad ? "no " : "",
                       telling->move[i]);
    if (!rng_below(rng, 5))
        snprintf(line + at, TOLD_ROOM - (size_t)at, " ");
}

/* Three men a side in the moving phase: positions come again and again. */
static const char *const told_starts[] = {"startpos", "fen w.w...b./b...w.b. w 0 0",
                                          "fen w.w...b./b...w.b. b 0 0"};

static void test_lines_that_begin_as_the_last_one_did(void **state)
{
    (void)state;
    Rng rng = {test_seed()};
    Telling telling = {.start = "startpos"};
    static char line[TOLD_ROOM], good[TOLD_ROOM];
    int refused = 0, drawn = 0;
    ANSWER("setoption name Variant value six", "");
    good[0] = '\0';
    for (int round = 0; round < 400; round++) {
        uint32_t kind = rng_below(&rng, 12);
        if (kind == 0) {
            ANSWER(rng_below(&rng, 2) ? "uginewgame" : "setoption name Variant value six", "");
            good[0] = '\0';
        }
        if (kind == 1)
            telling = (Telling){.start = told_starts[rng_below(&rng, 3)]};
        int count = telling.count,
            from = kind < 7 ? count : (int)rng_below(&rng, (uint32_t)count + 1);
        int to = from + (int)rng_below(&rng, 6);
        tell_on(&telling, from, to < TOLD_MOVES ? to : TOLD_MOVES, &rng);
        bool spoil = telling.count && !rng_below(&rng, 6);
        Telling whole = telling;
        write_telling(&telling, spoil ? (int)rng_below(&rng, (uint32_t)telling.count) : -1, &rng,
                      line);
        const char *answer = say(line);
        assert_true(spoil == (strncmp(answer, "error: ", 7) == 0));
        if (!spoil)
            memcpy(good, line, sizeof line);
        telling = whole;
        refused += spoil;
        drawn += ugi.tree.node[ugi.at].drawn;
        compare_with_fresh(good);
    }
    assert_true(refused > 20 && drawn > 5);
}

#define UGI_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        UGI_TEST(test_ugi_tells_who_it_is),
        UGI_TEST(test_isready),
        UGI_TEST(test_quit_ends_the_session),
        UGI_TEST(test_print_draws_the_position),
        UGI_TEST(test_setoption_variant_goes_to_its_start),
        UGI_TEST(test_setoption_seed_chooses_the_set_up),
        UGI_TEST(test_uginewgame_keeps_the_variant),
        UGI_TEST(test_bad_setoption_changes_nothing),
        UGI_TEST(test_position_startpos),
        UGI_TEST(test_position_fen),
        UGI_TEST(test_bad_position_changes_nothing),
        UGI_TEST(test_errors_say_which_move_is_wrong),
        UGI_TEST(test_player_1_is_white),
        UGI_TEST(test_query_result_and_gameover),
        UGI_TEST(test_query_legalmoves),
        UGI_TEST(test_no_legal_moves_is_response_alone),
        UGI_TEST(test_query_islegal),
        UGI_TEST(test_bad_queries_change_nothing),
        UGI_TEST(test_perft),
        UGI_TEST(test_third_occurrence_is_a_draw),
        UGI_TEST(test_play_goes_on_after_the_draw),
        UGI_TEST(test_unknown_commands_change_nothing),
        UGI_TEST(test_empty_lines_answer_nothing),
        UGI_TEST(test_tabs_and_line_ends_separate_words),
        UGI_TEST(test_nul_bytes_are_refused),
        UGI_TEST(test_a_line_of_a_megabyte),
        UGI_TEST(test_a_game_that_is_too_long_is_refused),
        UGI_TEST(test_a_game_of_10000_plies),
        UGI_TEST(test_every_variant_speaks_the_same),
        UGI_TEST(test_lines_that_begin_as_the_last_one_did),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
