/* SPDX-License-Identifier: MIT */
/* UGI, see ugi.h. One table of commands, one of queries. Every command that changes something
 * builds the new state first and swaps it in when nothing can go wrong any more. */
#include "proto/ugi_part.h"

#include "core/perft.h"

#include <stdlib.h>
#include <string.h>

char *ugi_word(Words *words)
{
    char *from = words->at + strspn(words->at, " \t\r");
    if (!*from)
        return NULL;
    char *end = from + strcspn(from, " \t\r");
    words->at = *end ? end + 1 : end;
    *end = '\0';
    return from;
}

void ugi_send(Ugi *ugi, const char *text)
{
    ugi->host.write(ugi->host.context, text, strlen(text));
}

void ugi_send_line(Ugi *ugi, const char *text)
{
    ugi_send(ugi, text);
    ugi_send(ugi, "\n");
}

void ugi_fail(Ugi *ugi, const char *why)
{
    ugi_send(ugi, "error: ");
    ugi_send_line(ugi, why);
}

void ugi_fail_word(Ugi *ugi, const char *before, const char *word, const char *after)
{
    char why[WHY_MAX];
    Str s = str_over(why, sizeof why);
    str_add(&s, before);
    str_quote(&s, word);
    str_add(&s, after);
    ugi_fail(ugi, why);
}

/* Puts a game at its start into place, with its list of moves, once nothing can fail any more; the
 * host first forgets the one that was before. */
static bool enter(Ugi *ugi, const char *variant, uint64_t seed, char *why)
{
    const Game *game = variants_open(ugi->variants, variant, LANG_EN, why);
    if (!game)
        return false;
    Pos start;
    Tree tree;
    game->ops->start(game, seed, &start);
    Move *moves = malloc(2 * game->moves_max * sizeof *moves);
    if (!moves || !tree_begin(&tree, game, &start)) {
        free(moves);
        return refuse(why, "out of memory");
    }
    if (ugi->game && ugi->host.forget)
        ugi->host.forget(ugi->host.context, true);
    free(ugi->moves);
    tree_free(&ugi->tree);
    ugi->game = game;
    ugi->tree = tree;
    ugi->at = 0;
    ugi_forget_told(ugi);
    ugi->moves = moves;
    ugi->only = moves + game->moves_max;
    ugi->options.seed = seed;
    if (ugi->host.enter)
        ugi->host.enter(ugi->host.context);
    return true;
}

bool ugi_begin(Ugi *ugi, const UgiHost *host, char *why)
{
    *ugi = (Ugi){.host = *host, .options = host->first};
    ugi->variants = variants_new(host->families, host->family_count);
    if (!ugi->variants)
        return refuse(why, "out of memory");
    if (enter(ugi, host->first_variant, ugi->options.seed, why))
        return true;
    ugi_end(ugi);
    return false;
}

void ugi_end(Ugi *ugi)
{
    tree_free(&ugi->tree);
    free(ugi->moves);
    variants_free(ugi->variants);
    free(ugi->waiting);
    ugi_forget_told(ugi);
}

static void do_ugi(Ugi *ugi, Words *words)
{
    (void)words;
    ugi_send_line(ugi, "id name Concentric " CONCENTRIC_VERSION);
    ugi_send_line(ugi, "id author the Concentric authors");
    ugi_list_options(ugi);
    ugi_send_line(ugi, "ugiok");
}

static void do_isready(Ugi *ugi, Words *words)
{
    (void)words;
    if (ugi->host.ready && !ugi->thinking)
        ugi->host.ready(ugi->host.context, &ugi->options);
    ugi_send_line(ugi, "readyok");
}

void ugi_begin_anew(Ugi *ugi, const char *variant, uint64_t seed)
{
    char why[WHY_MAX];
    if (!enter(ugi, variant, seed, why))
        ugi_fail(ugi, why);
}

static void do_uginewgame(Ugi *ugi, Words *words)
{
    (void)words;
    ugi_begin_anew(ugi, ugi->game->id, ugi->options.seed);
}

static void respond(Ugi *ugi, const char *text)
{
    ugi_send(ugi, "response ");
    ugi_send_line(ugi, text);
}

static Winner winner(const Ugi *ugi)
{
    return tree_ending(&ugi->tree, ugi->at).winner;
}

static void query_gameover(Ugi *ugi, Words *words)
{
    (void)words;
    respond(ugi, winner(ugi) == WINNER_NONE ? "false" : "true");
}

static void query_p1turn(Ugi *ugi, Words *words)
{
    (void)words;
    respond(ugi, ugi_pos(ugi)->turn == 0 ? "true" : "false");
}

static void query_result(Ugi *ugi, Words *words)
{
    (void)words;
    respond(ugi, winner_name(winner(ugi)));
}

static void query_fen(Ugi *ugi, Words *words)
{
    char text[POSITION_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    (void)words;
    ugi->game->ops->write_pos(ugi->game, ugi_pos(ugi), &s);
    respond(ugi, text);
}

static void query_legalmoves(Ugi *ugi, Words *words)
{
    const Pos *pos = ugi_pos(ugi);
    int count = ugi->game->moves(ugi->game, pos, ugi->moves);
    (void)words;
    ugi_send(ugi, "response");
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX + 1] = " ";
        Str s = {text, sizeof text, 1, false};
        ugi->game->ops->write_move(ugi->game, pos, ugi->moves[i], &s);
        ugi_send(ugi, text);
    }
    ugi_send(ugi, "\n");
}

static void query_islegal(Ugi *ugi, Words *words)
{
    char *text = ugi_word(words), why[WHY_MAX];
    Move move;
    if (!text || ugi_word(words))
        ugi_fail(ugi, "query islegal needs one move");
    else
        respond(ugi, ugi->game->ops->read_move(ugi->game, ugi_pos(ugi), text, LANG_EN, &move, why)
                         ? "true"
                         : "false");
}

/* For the side to move: win, draw or loss, then the plies if they are known; or unknown. */
static void query_value(Ugi *ugi, Words *words)
{
    char text[32];
    Str s = str_over(text, sizeof text);
    Known known;
    (void)words;
    if (!ugi->host.value || !ugi->host.value(ugi->host.context, ugi_pos(ugi), &known)) {
        respond(ugi, "unknown");
        return;
    }
    str_add(&s, known.value > 0 ? "win" : known.value < 0 ? "loss" : "draw");
    if (known.value && known.plies >= 0)
        str_format(&s, " %d", known.plies);
    respond(ugi, text);
}

typedef struct Handler {
    const char *name;
    void (*run)(Ugi *ugi, Words *words);
    bool takes_words; /* something may follow the name */
} Handler;

static const Handler queries[] = {
    {"gameover", query_gameover, false},     {"p1turn", query_p1turn, false},
    {"result", query_result, false},         {"fen", query_fen, false},
    {"legalmoves", query_legalmoves, false}, {"islegal", query_islegal, true},
    {"value", query_value, false},
};

static const Handler *find(const Handler *list, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0)
            return &list[i];
    return NULL;
}

static void run(Ugi *ugi, const Handler *handler, Words *words)
{
    char *extra = handler->takes_words ? NULL : ugi_word(words);
    if (extra)
        ugi_fail_word(ugi, "nothing may follow here, but there is ", extra, "");
    else
        handler->run(ugi, words);
}

static void do_query(Ugi *ugi, Words *words)
{
    char *name = ugi_word(words);
    const Handler *query = name ? find(queries, sizeof queries / sizeof *queries, name) : NULL;
    if (query)
        run(ugi, query, words);
    else
        ugi_fail_word(ugi, "there is no query ", name ? name : "",
                      "; the queries: gameover p1turn result fen legalmoves islegal value");
}

static void do_perft(Ugi *ugi, Words *words)
{
    char *word = ugi_word(words);
    uint64_t depth;
    if (!word || !str_is_number(word, PERFT_DEPTH_MAX, &depth) || ugi_word(words)) {
        ugi_fail(ugi, "perft needs a depth from 0 to 60");
        return;
    }
    Move *arena = malloc(perft_arena(ugi->game, (int)depth) * sizeof *arena);
    if (!arena) {
        ugi_fail(ugi, "out of memory");
        return;
    }
    Perft perft = {.game = ugi->game, .arena = arena};
    char text[32];
    Str s = str_over(text, sizeof text);
    uint64_t nodes = perft_count(&perft, ugi_pos(ugi), (int)depth);
    free(arena);
    str_add(&s, "nodes ");
    str_number(&s, nodes);
    if (nodes == PERFT_TOO_MANY)
        ugi_fail(ugi, "there are more than 18446744073709551614 sequences; choose a smaller depth");
    else
        ugi_send_line(ugi, text);
}

static void do_print(Ugi *ugi, Words *words)
{
    (void)words;
    if (ugi->host.draw)
        ugi->host.draw(ugi->host.context, &(TreePlace){&ugi->tree, ugi->at});
}

static const Handler commands[] = {
    {"ugi", do_ugi, false},
    {"isready", do_isready, false},
    {"setoption", ugi_do_setoption, true},
    {"uginewgame", do_uginewgame, false},
    {"position", ugi_do_position, true},
    {"go", ugi_do_go, true},
    {"stop", ugi_do_stop, false},
    {"query", do_query, true},
    {"perft", do_perft, true},
    {"print", do_print, false},
};

void ugi_run_line(Ugi *ugi, char *line)
{
    Words words = {line};
    char *name = ugi_word(&words);
    if (!name)
        return;
    const Handler *command = find(commands, sizeof commands / sizeof *commands, name);
    if (command)
        run(ugi, command, &words);
    else
        ugi_fail_word(ugi, "there is no command ", name,
                      "; the commands: ugi isready setoption uginewgame position go stop query "
                      "perft print quit");
}

bool ugi_begins_with(const char *line, const char *word)
{
    size_t length = strlen(word);
    line += strspn(line, " \t\r");
    return strncmp(line, word, length) == 0 && (!line[length] || strchr(" \t\r", line[length]));
}

static bool is_blank(const char *line)
{
    return !line[strspn(line, " \t\r")];
}

/* Ends the session: what came before is still answered, and what would go on for ever is stopped.
 */
static bool quit(Ugi *ugi, char *line)
{
    Words words = {line};
    ugi_word(&words);
    if (ugi_word(&words)) {
        ugi_fail(ugi, "nothing may follow quit");
        return true;
    }
    ugi_no_more(ugi);
    return false;
}

bool ugi_line(Ugi *ugi, char *line, size_t length)
{
    if (memchr(line, '\0', length)) {
        ugi_fail(ugi, "the line holds a NUL byte");
        return true;
    }
    if (ugi_begins_with(line, "quit"))
        return quit(ugi, line);
    bool heard = !ugi->thinking || ugi_begins_with(line, "isready") ||
                 (ugi_begins_with(line, "stop") && !ugi_stop_waits(ugi));
    if (heard)
        ugi_run_line(ugi, line);
    else if (!is_blank(line))
        ugi_wait(ugi, line, length);
    return true;
}

void ugi_line_too_long(Ugi *ugi)
{
    ugi_fail(ugi, "the line is longer than 1048576 bytes");
}
