/* SPDX-License-Identifier: MIT */
/* Thinking over the Universal Game Interface, with an engine that does what the test says: which
 * lines are heard while it thinks, which wait, that every `go` has one bestmove, options. */
#include "unit/support.h"

#include "proto/ugi.h"

typedef struct Sent {
    char text[1 << 16];
    size_t length;
} Sent;

static Ugi ugi;
static Sent sent;
static struct {
    UgiGo go;
    UgiOptions options;
    int started, stops, forgets, gone, changes, readied;
    bool at_once, refuses; /* answers inside go; cannot think or change */
    int entries;
    char path[64], net[64], entered[VARIANT_TEXT_MAX];
} engine;

static void keep(void *context, const char *bytes, size_t count)
{
    (void)context;
    assert_true(sent.length + count < sizeof sent.text);
    memcpy(sent.text + sent.length, bytes, count);
    sent.length += count;
    sent.text[sent.length] = '\0';
}

static Move first_move(void)
{
    ugi.game->moves(ugi.game, ugi_pos(&ugi), ugi.moves);
    return ugi.moves[0];
}

static bool engine_go(void *context, const TreePlace *place, const UgiGo *go,
                      const UgiOptions *options, char *why)
{
    (void)context;
    assert_true(place->tree == &ugi.tree && place->node == ugi.at);
    if (engine.refuses)
        return refuse(why, "the engine is tired");
    engine.go = *go;
    engine.options = *options;
    engine.started++;
    if (engine.at_once)
        ugi_done(&ugi, first_move());
    return true;
}

static void engine_stop(void *context)
{
    (void)context;
    assert_true(ugi.thinking);
    engine.stops++;
}

static void engine_forget(void *context, bool gone)
{
    (void)context;
    assert_false(ugi.thinking);
    engine.forgets++;
    engine.gone += gone;
}

static void engine_enter(void *context)
{
    (void)context;
    assert_false(ugi.thinking);
    assert_int_equal(engine.entries++, engine.gone); /* what was before is gone, once */
    snprintf(engine.entered, sizeof engine.entered, "%s", ugi.game->id);
}

static void engine_ready(void *context, const UgiOptions *options)
{
    (void)context;
    assert_false(ugi.thinking);
    engine.options = *options;
    engine.readied++;
}

static bool engine_change(void *context, const UgiOptions *options, char *why)
{
    (void)context;
    (void)options;
    assert_false(ugi.thinking);
    engine.changes++;
    return !engine.refuses || refuse(why, "there is no room");
}

static bool engine_database(void *context, const char *path, char *why)
{
    (void)context;
    snprintf(engine.path, sizeof engine.path, "%s", path);
    return strcmp(path, "nowhere") != 0 || refuse(why, "there is no database nowhere");
}

static bool engine_net(void *context, const char *path, char *why)
{
    (void)context;
    snprintf(engine.net, sizeof engine.net, "%s", path);
    return strcmp(path, "nothing") != 0 || refuse(why, "there is nothing learnt in nothing");
}

static int begin(void **state)
{
    (void)state;
    UgiHost host = {
        .families = registry_families,
        .family_count = registry_count,
        .first_variant = "nine",
        .first = {.hash_mb = 64, .seed = 1, .threads = 1, .lines = 1, .level = 10},
        .most = {.hash_mb = 1024, .seed = UINT64_MAX, .threads = 8, .lines = 16, .level = 10},
        .write = keep,
        .go = engine_go,
        .stop = engine_stop,
        .forget = engine_forget,
        .enter = engine_enter,
        .ready = engine_ready,
        .change = engine_change,
        .database = engine_database,
        .net = engine_net};
    char why[WHY_MAX];
    sent.length = 0;
    memset(&engine, 0, sizeof engine);
    return ugi_begin(&ugi, &host, why) ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    ugi_end(&ugi);
    return 0;
}

static bool hand_in(const char *line)
{
    size_t length = strlen(line);
    char *copy = malloc(length + 1);
    memcpy(copy, line, length + 1);
    sent.length = 0;
    sent.text[0] = '\0';
    bool going = ugi_line(&ugi, copy, length);
    free(copy);
    return going;
}

static const char *say(const char *line)
{
    assert_true(hand_in(line));
    return sent.text;
}

#define ANSWER(line, answer) assert_string_equal(say(line), answer)

static const char *done(void)
{
    sent.length = 0;
    sent.text[0] = '\0';
    ugi_done(&ugi, first_move());
    return sent.text;
}

static void check_error(const char *line, const char *words)
{
    const char *answer = say(line);
    if (strncmp(answer, "error: ", 7) != 0 || !strstr(answer, words) ||
        strchr(answer, '\n') != answer + strlen(answer) - 1)
        fail_msg("'%s' answers '%s'", line, answer);
    assert_false(ugi.thinking);
}

/* ---- the words of go ---- */

static void test_go_reads_its_words(void **state)
{
    (void)state;
    ANSWER("go depth 7 nodes 18446744073709551615 mate 5 movetime 1000 p1time 1 p2time -2 p1inc 3 "
           "p2inc 4 movestogo 40 infinite",
           "");
    const UgiGo *go = &engine.go;
    assert_true(go->infinite && go->has_movetime && go->has_time[0] && go->has_time[1]);
    assert_true(go->depth == 7 && go->nodes == UINT64_MAX && go->mate == 5);
    assert_true(go->movetime == 1000 && go->time[0] == 1 && go->time[1] == -2);
    assert_true(go->inc[0] == 3 && go->inc[1] == 4 && go->moves_to_go == 40);
    say("stop");
    assert_string_equal(done(), "bestmove a7\n");
    ANSWER("go", "");
    static const UgiGo nothing;
    assert_memory_equal(go, &nothing, sizeof nothing);
    assert_string_equal(done(), "bestmove a7\n");
    ANSWER("go p2time 0", "");
    assert_true(go->has_time[1] && !go->has_time[0] && !go->has_movetime && go->time[1] == 0);
    done();
}

/* As little as can be, and an answer. */
static void test_nothing_is_little_not_endless(void **state)
{
    (void)state;
    say("go depth 0 nodes 0 mate 0 movestogo 0");
    assert_true(engine.go.depth == 1 && engine.go.nodes == 1 && engine.go.mate == 1);
    assert_int_equal(engine.go.moves_to_go, 0);
    assert_string_equal(done(), "bestmove a7\n");
}

static void test_go_may_name_moves(void **state)
{
    (void)state;
    Move first, second;
    char why[WHY_MAX];
    assert_true(ugi.game->ops->read_move(ugi.game, ugi_pos(&ugi), "d2", LANG_EN, &first, why));
    assert_true(ugi.game->ops->read_move(ugi.game, ugi_pos(&ugi), "a7", LANG_EN, &second, why));
    say("go depth 3 searchmoves d2  a7 d2 nodes 9");
    assert_true(engine.go.depth == 3 && engine.go.nodes == 9);
    assert_int_equal(engine.go.only_count, 2);
    assert_true(engine.go.only[0] == first && engine.go.only[1] == second);
    done();
    say("go depth 3");
    assert_true(!engine.go.only && !engine.go.only_count);
    done();
}

static void test_clocks_may_say_anything(void **state)
{
    (void)state;
    say("go p1time 99999999999999999999999999999999999999 p1inc -9999999999999999999999999999 "
        "p2time -0 movetime +007");
    assert_true(engine.go.time[0] == UGI_MS_MAX && engine.go.inc[0] == -UGI_MS_MAX);
    assert_true(engine.go.time[1] == 0 && engine.go.movetime == 7);
    done();
}

static void test_bad_go_is_refused(void **state)
{
    (void)state;
    check_error("go fast", "go has no word 'fast'; its words: infinite depth N");
    check_error("go depth", "go depth takes a number from 0 to 1000000, not ''");
    check_error("go depth -1", "not '-1'");
    check_error("go depth 1000001", "not '1000001'");
    check_error("go depth infinite", "not 'infinite'");
    check_error("go nodes 18446744073709551616", "go nodes takes a number");
    check_error("go mate x", "go mate takes");
    check_error("go movetime", "go movetime takes milliseconds, not ''");
    check_error("go p1time 10.5", "not '10.5'");
    check_error("go p1inc -", "not '-'");
    check_error("go p2inc +-1", "not '+-1'");
    check_error("go movetime 1 depth 3 movetime 2", "go movetime is given twice");
    check_error("go infinite infinite", "twice");
    check_error("go searchmoves", "go searchmoves needs at least one move");
    check_error("go searchmoves depth 3", "go searchmoves needs at least one move");
    check_error("go depth 3 searchmoves a7 b5", "go searchmoves takes legal moves, not 'b5'");
    check_error("go searchmoves a7 depth 3 searchmoves d7", "twice");
    check_error("go depth 3 \x1b[2J\xff", "'?[2J?'");
    assert_int_equal(engine.started, 0);
    engine.refuses = true;
    check_error("go depth 3", "the engine is tired");
    ugi.host.go = NULL;
    check_error("go depth 3", "there is no engine here");
}

static void test_go_when_the_game_is_over(void **state)
{
    (void)state;
    say("position fen www...../......../bb...... b 0 0");
    ANSWER("go depth 3", "error: the game is over; there is no move to find\nbestmove 0000\n");
    assert_false(ugi.thinking);
    assert_int_equal(engine.started, 0);
    /* A third occurrence is a draw, but play may go on. */
    say("position fen ww.w..../......../b.b.b... w 0 0 moves a7-a4 c5-c4 a4-a7 c4-c5 a7-a4 c5-c4 "
        "a4-a7 c4-c5");
    ANSWER("query result", "response draw\n");
    ANSWER("go depth 3", "");
    assert_int_equal(strncmp(done(), "bestmove ", 9), 0);
}

/* ---- while it thinks ---- */

static void test_only_three_commands_are_heard(void **state)
{
    (void)state;
    say("go depth 3");
    ANSWER("isready", "readyok\n");
    ANSWER("isready now", "error: nothing may follow here, but there is 'now'\n");
    ANSWER("query fen", "");
    ANSWER("nonsense", "");
    ANSWER("", "");
    ANSWER("ugi", "");
    ANSWER("setoption name Hash value 2", "");
    ANSWER("position startpos moves d6", "");
    ANSWER("query fen", "");
    ANSWER("stopp", "");
    ANSWER("isreadyy", "");
    assert_int_equal(engine.stops, 0);
    const char *answer = done();
    const char *head = "bestmove a7\nresponse ......../......../........ w 9 9\n"
                       "error: there is no command 'nonsense'";
    assert_int_equal(strncmp(answer, head, strlen(head)), 0);
    const char *tail = "ugiok\nresponse ......../.w....../........ b 8 9\n"
                       "error: there is no command 'stopp'";
    assert_non_null(strstr(answer, tail));
    assert_non_null(strstr(answer, "error: there is no command 'isreadyy'"));
    assert_int_equal(engine.changes, 1);
    assert_true(ugi.options.hash_mb == 2 && !ugi.waiting);
}

static void test_isready_prepares_when_it_does_not_think(void **state)
{
    (void)state;
    say("setoption name Threads value 3");
    ANSWER("isready", "readyok\n");
    assert_int_equal(engine.readied, 1);
    assert_int_equal(engine.options.threads, 3);
    say("go depth 3");
    ANSWER("isready", "readyok\n");
    assert_int_equal(engine.readied, 1);
    done();
}

static void test_stop_asks_once(void **state)
{
    (void)state;
    ANSWER("stop", "");
    assert_int_equal(engine.stops, 0);
    say("go movetime 1000");
    ANSWER("stop", "");
    ANSWER("  stop\r", "");
    assert_int_equal(engine.stops, 1);
    assert_string_equal(done(), "bestmove a7\n");
    ANSWER("stop", "");
    assert_int_equal(engine.stops, 1);
    say("go depth 3");
    ANSWER("stop it", "error: nothing may follow here, but there is 'it'\n");
    assert_int_equal(engine.stops, 1);
    done();
}

static void test_waiting_goes_run_one_after_the_other(void **state)
{
    (void)state;
    say("go depth 3");
    say("position startpos moves d6");
    say("go depth 4");
    say("position startpos moves d6 d2");
    say("go depth 5");
    say("query p1turn");
    assert_string_equal(done(), "bestmove a7\n");
    assert_true(ugi.thinking && engine.go.depth == 4);
    assert_int_equal(ugi.tree.node[ugi.at].ply, 1);
    ANSWER("isready", "readyok\n");
    ANSWER("query gameover", "");
    assert_string_equal(done(), "bestmove a7\n");
    assert_true(ugi.thinking && engine.go.depth == 5 && ugi.tree.node[ugi.at].ply == 2);
    assert_string_equal(done(), "bestmove a7\nresponse true\nresponse false\n");
    assert_false(ugi.thinking);
}

static void test_infinite_waits_for_stop(void **state)
{
    (void)state;
    say("go infinite");
    assert_string_equal(done(), "");
    assert_true(ugi.thinking && ugi.held);
    ANSWER("query p1turn", "");
    ANSWER("isready", "readyok\n");
    ANSWER("stop", "bestmove a7\nresponse true\n");
    assert_int_equal(engine.stops, 0); /* it had ended by itself */
    assert_false(ugi.thinking);
    say("go infinite depth 3");
    say("stop");
    assert_int_equal(engine.stops, 1);
    assert_string_equal(done(), "bestmove a7\n");
}

/* A graphical board that steps quickly: each thought is stopped by the `stop` behind it. */
static void test_a_stop_is_for_the_go_before_it(void **state)
{
    (void)state;
    enum { MANY = 1000 };
    for (int i = 0; i < MANY; i++) {
        say("go infinite");
        say("stop");
    }
    for (int i = 0; i < MANY; i++) {
        assert_true(ugi.thinking);
        assert_int_equal(engine.stops, i + 1);
        assert_string_equal(done(), "bestmove a7\n");
    }
    assert_false(ugi.thinking);
    assert_int_equal(engine.started, MANY);
    /* The last position is the one that is thought about in the end. */
    say("go infinite");
    say("stop");
    say("position startpos moves d6");
    say("go infinite");
    say("stop");
    say("position startpos moves d6 d2");
    say("go infinite");
    done();
    done();
    assert_int_equal(ugi.tree.node[ugi.at].ply, 2);
    assert_true(ugi.thinking && !ugi.stopped);
    say("stop");
    done();
    assert_false(ugi.thinking);
}

/* A thought that ends by itself is not cut short by the `stop` of a later one; one without an end
 * is, for nothing else would end it. */
static void test_a_stop_behind_a_waiting_go(void **state)
{
    (void)state;
    say("go depth 3");
    say("go infinite");
    say("stop");
    assert_int_equal(engine.stops, 0);
    done();
    assert_true(ugi.thinking && engine.go.infinite);
    assert_int_equal(engine.stops, 1);
    done();
    say("go infinite");
    say("go depth 3");
    say("stop");
    assert_int_equal(engine.stops, 2);
    done();
    assert_true(ugi.thinking && engine.go.depth == 3);
    assert_int_equal(engine.stops, 3);
    done();
    assert_false(ugi.thinking);
}

static void test_quit_lets_what_came_before_be_answered(void **state)
{
    (void)state;
    say("go depth 3");
    say("query p1turn");
    say("go infinite");
    ANSWER("quit now", "error: nothing may follow quit\n");
    assert_true(ugi.thinking);
    assert_false(hand_in("quit"));
    assert_int_equal(engine.stops, 0);
    assert_string_equal(done(), "bestmove a7\nresponse true\n");
    assert_true(ugi.thinking);
    assert_int_equal(engine.stops, 1);
    assert_string_equal(done(), "bestmove a7\n");
    assert_false(ugi.thinking);
    ugi.ended = false;
    say("go infinite");
    done();
    assert_false(hand_in("quit"));
    assert_string_equal(sent.text, "bestmove a7\n");
}

static void test_the_end_of_input_stops_what_has_no_end(void **state)
{
    (void)state;
    static const char *const finite[] = {"go depth 3", "go nodes 5",  "go movetime 5",
                                         "go mate 3",  "go p2time 5", "go p1time 0 p1inc 0"};
    for (size_t i = 0; i < sizeof finite / sizeof *finite; i++) {
        say(finite[i]);
        ugi_no_more(&ugi);
        assert_int_equal(engine.stops, 0);
        done();
    }
    ugi.ended = false;
    say("go");
    assert_int_equal(engine.stops, 0);
    ugi_no_more(&ugi);
    assert_int_equal(engine.stops, 1);
    done();
    ugi.ended = false;
    say("go infinite depth 3");
    done();
    sent.length = 0;
    ugi_no_more(&ugi);
    assert_string_equal(sent.text, "bestmove a7\n");
    ugi_no_more(&ugi);
    assert_int_equal(engine.stops, 1);
}

/* Lines are kept until there are too many bytes of them; then the thought must end. */
static void test_too_many_waiting_lines_end_the_thought(void **state)
{
    (void)state;
    char line[4096];
    memset(line, ' ', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    memcpy(line, "query p1turn", 12);
    int lines = 0;
    say("go infinite");
    while (!ugi_is_full(&ugi)) {
        assert_int_equal(engine.stops, 0);
        say(line);
        lines++;
    }
    assert_int_equal(lines, UGI_WAITING_MAX / 4096 + 1);
    assert_int_equal(engine.stops, 1);
    done();
    assert_int_equal(sent.length,
                     strlen("bestmove a7\n") + (size_t)lines * strlen("response true\n"));
    assert_false(ugi_is_full(&ugi) || ugi.thinking);
}

/* Even if what waits is itself without end. */
static void test_a_full_queue_of_endless_thoughts(void **state)
{
    (void)state;
    char line[65536];
    memset(line, ' ', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    memcpy(line, "go infinite", 11);
    say("go infinite");
    while (!ugi_is_full(&ugi))
        say(line);
    say(line);
    assert_int_equal(engine.stops, 1);
    done();
    assert_true(ugi.thinking && ugi_is_full(&ugi));
    assert_int_equal(engine.stops, 2);
    done();
    assert_true(ugi.thinking && !ugi_is_full(&ugi));
    assert_int_equal(engine.stops, 2);
    done();
    assert_false(hand_in("quit"));
}

/* A host that answers inside go, and very many that wait: no deep recursion. */
static void test_answers_at_once(void **state)
{
    (void)state;
    enum { MANY = 4000 };
    say("go infinite");
    for (int i = 0; i < MANY; i++)
        say("go depth 1");
    engine.at_once = true;
    say("stop");
    done();
    assert_int_equal(engine.started, MANY + 1);
    assert_int_equal(sent.length, (MANY + 1) * strlen("bestmove a7\n"));
    ANSWER("go nodes 3", "bestmove a7\n");
    assert_false(ugi.thinking);
}

static void test_bytes_that_are_no_line(void **state)
{
    (void)state;
    say("go depth 3");
    char bytes[] = "stop\0stop";
    sent.length = 0;
    assert_true(ugi_line(&ugi, bytes, sizeof bytes - 1));
    assert_string_equal(sent.text, "error: the line holds a NUL byte\n");
    sent.length = 0;
    ugi_line_too_long(&ugi);
    assert_string_equal(sent.text, "error: the line is longer than 1048576 bytes\n");
    assert_int_equal(engine.stops, 0);
    done();
}

/* ---- what is told ---- */

static void test_info(void **state)
{
    (void)state;
    say("position fen ww.w..../......../b.b.b... w 0 0");
    say("go depth 3");
    Move line[3];
    Pos pos = *ugi_pos(&ugi), next;
    static const char *const texts[] = {"a7-a4", "c5-c4", "d7-a7"};
    char why[WHY_MAX];
    for (int i = 0; i < 3; i++) {
        assert_true(ugi.game->ops->read_move(ugi.game, &pos, texts[i], LANG_EN, &line[i], why));
        ugi.game->apply(ugi.game, &pos, line[i], &next);
        pos = next;
    }
    UgiInfo info = {.depth = 3,
                    .seldepth = 9,
                    .number = 2,
                    .score = -35,
                    .wdl = {100, 200, 700},
                    .hashfull = 12,
                    .nodes = UINT64_MAX,
                    .nps = 1000,
                    .tbhits = 4,
                    .time_ms = 77,
                    .line = line,
                    .length = 3};
    sent.length = 0;
    ugi_info(&ugi, &info);
    assert_string_equal(sent.text,
                        "info depth 3 seldepth 9 multipv 2 score cp -35 wdl 100 200 700 nodes "
                        "18446744073709551615 nps 1000 hashfull 12 tbhits 4 time 77 pv a7-a4 c5-c4 "
                        "d7-a7\n");
    info.mate = -4;
    info.length = 0;
    sent.length = 0;
    ugi_info(&ugi, &info);
    assert_non_null(strstr(sent.text, " score mate -4 wdl "));
    assert_non_null(strstr(sent.text, " time 77 pv\n"));
    done();
}

/* ---- options ---- */

static void test_options_are_listed(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "\noption name Variant type string default nine\n",
        "\noption name Seed type spin default 1 min 0 max 18446744073709551615\n",
        "\noption name Hash type spin default 64 min 1 max 1024\n",
        "\noption name Threads type spin default 1 min 1 max 8\n",
        "\noption name MultiPV type spin default 1 min 1 max 16\n",
        "\noption name Level type spin default 10 min 1 max 10\n",
        "\noption name Clear Hash type button\n",
        "\noption name DatabasePath type string default <empty>\n",
        "\noption name EvalFile type string default <empty>\n",
    };
    say("setoption name Level value 3"); /* defaults stay what they are */
    say("ugi");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_non_null(strstr(sent.text, lines[i]));
    ugi.host.database = NULL;
    ugi.host.net = NULL;
    ugi.host.go = NULL;
    say("ugi");
    assert_non_null(strstr(sent.text, lines[1]));
    for (size_t i = 2; i < sizeof lines / sizeof *lines; i++)
        assert_null(strstr(sent.text, lines[i]));
    check_error("setoption name Hash value 2", "the options: Variant, Seed");
}

static void test_options_reach_the_engine(void **state)
{
    (void)state;
    ANSWER("setoption name hash value 128", "");
    ANSWER("setoption name Threads value 4", "");
    assert_int_equal(engine.changes, 2);
    ANSWER("setoption name MultiPV value 3", "");
    ANSWER("setoption name Level value 5", "");
    ANSWER("setoption name Seed value 77", "");
    say("go depth 2");
    const UgiOptions *o = &engine.options;
    assert_true(o->hash_mb == 128 && o->threads == 4 && o->lines == 3 && o->level == 5);
    assert_true(o->seed == 77);
    done();
    assert_int_equal(engine.forgets, 1); /* by the new game that Seed begins */
    ANSWER("setoption name clear  hash", "");
    assert_true(engine.forgets == 2 && engine.gone == 1);
    say("uginewgame");
    say("setoption name Variant value six");
    assert_true(engine.forgets == 4 && engine.gone == 3 && engine.entries == 4);
    assert_string_equal(engine.entered, "six");
    check_error("setoption name Variant value seven", "seven");
    assert_int_equal(engine.entries, 4);
    ugi_remark(&ugi, "it rains");
    assert_non_null(strstr(sent.text, "info string it rains\n"));
    assert_true(ugi.options.level == 5 && ugi.options.hash_mb == 128 && ugi.options.seed == 77);
}

static void test_bad_options_change_nothing(void **state)
{
    (void)state;
    UgiOptions before = ugi.options;
    check_error("setoption name Hash value 0", "Hash takes a number from 1 to 1024, not '0'");
    check_error("setoption name Hash value 1025", "not '1025'");
    check_error("setoption name Threads value 9", "Threads takes a number from 1 to 8");
    check_error("setoption name Threads value two", "not 'two'");
    check_error("setoption name MultiPV value 17", "from 1 to 16");
    check_error("setoption name Level value 11", "Level takes a number from 1 to 10");
    check_error("setoption name Level", "setoption name Level needs one value, such as: value 5");
    check_error("setoption name Level value", "needs one value");
    check_error("setoption name Level value 5 6", "needs one value");
    check_error("setoption name Clear Hash value 1", "takes no value");
    check_error("setoption name Clear", "there is no option 'Clear'; the options: Variant, Seed");
    check_error("setoption name", "there is no option ''");
    check_error("setoption Hash 3", "setoption needs: setoption name NAME value VALUE");
    assert_int_equal(engine.changes + engine.forgets, 0);
    engine.refuses = true;
    check_error("setoption name Hash value 512", "there is no room");
    check_error("setoption name Threads value 2", "there is no room");
    assert_memory_equal(&before, &ugi.options, sizeof before);
}

static void test_eval_file(void **state)
{
    (void)state;
    ANSWER("setoption name EvalFile value /a file/with  blanks ", "");
    assert_string_equal(engine.net, "/a file/with  blanks");
    ANSWER("setoption name evalfile value <empty>", "");
    assert_string_equal(engine.net, "");
    ANSWER("setoption name EvalFile value none", "");
    assert_string_equal(engine.net, "none");
    check_error("setoption name EvalFile value nothing", "there is nothing learnt in nothing");
    check_error("setoption name EvalFile", "needs one value");
}

static void test_database_path(void **state)
{
    (void)state;
    ANSWER("setoption name DatabasePath value /a folder/with  blanks \r", "");
    assert_string_equal(engine.path, "/a folder/with  blanks");
    ANSWER("setoption name DatabasePath value <empty>", "");
    assert_string_equal(engine.path, "");
    ANSWER("setoption name DatabasePath value", "");
    assert_string_equal(engine.path, "");
    check_error("setoption name DatabasePath value nowhere", "there is no database nowhere");
    check_error("setoption name DatabasePath", "needs one value");
    static char line[UGI_PATH_MAX + 100];
    int at = snprintf(line, sizeof line, "setoption name DatabasePath value ");
    memset(line + at, 'x', UGI_PATH_MAX);
    check_error(line, "at most 4095 bytes");
}

#define GO_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        GO_TEST(test_go_reads_its_words),
        GO_TEST(test_nothing_is_little_not_endless),
        GO_TEST(test_go_may_name_moves),
        GO_TEST(test_clocks_may_say_anything),
        GO_TEST(test_bad_go_is_refused),
        GO_TEST(test_go_when_the_game_is_over),
        GO_TEST(test_only_three_commands_are_heard),
        GO_TEST(test_isready_prepares_when_it_does_not_think),
        GO_TEST(test_stop_asks_once),
        GO_TEST(test_waiting_goes_run_one_after_the_other),
        GO_TEST(test_infinite_waits_for_stop),
        GO_TEST(test_a_stop_is_for_the_go_before_it),
        GO_TEST(test_a_stop_behind_a_waiting_go),
        GO_TEST(test_quit_lets_what_came_before_be_answered),
        GO_TEST(test_the_end_of_input_stops_what_has_no_end),
        GO_TEST(test_too_many_waiting_lines_end_the_thought),
        GO_TEST(test_a_full_queue_of_endless_thoughts),
        GO_TEST(test_answers_at_once),
        GO_TEST(test_bytes_that_are_no_line),
        GO_TEST(test_info),
        GO_TEST(test_options_are_listed),
        GO_TEST(test_options_reach_the_engine),
        GO_TEST(test_bad_options_change_nothing),
        GO_TEST(test_database_path),
        GO_TEST(test_eval_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
