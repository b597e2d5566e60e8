/* SPDX-License-Identifier: MIT */
/* UGI, see ugi.h. One table of commands, one of queries. Every command that changes something
 * builds the new state first and swaps it in when nothing can go wrong any more. */
#include "proto/ugi.h"

#include "core/perft.h"

#include <stdlib.h>
#include <string.h>

enum { SEED_DEFAULT = 1 };

typedef struct Words {
    char *at; /* the rest of the line */
} Words;

/* The next word, ended by NUL in place; NULL if there is none. */
static char *next_word(Words *words)
{
    char *from = words->at + strspn(words->at, " \t\r");
    if (!*from)
        return NULL;
    char *end = from + strcspn(from, " \t\r");
    words->at = *end ? end + 1 : end;
    *end = '\0';
    return from;
}

static void send(Ugi *ugi, const char *text)
{
    ugi->host.write(ugi->host.context, text, strlen(text));
}

static void send_line(Ugi *ugi, const char *text)
{
    send(ugi, text);
    send(ugi, "\n");
}

static void fail(Ugi *ugi, const char *why)
{
    send(ugi, "error: ");
    send_line(ugi, why);
}

/* Answers with an error about a word from outside. */
static void fail_word(Ugi *ugi, const char *before, const char *word, const char *after)
{
    char why[WHY_MAX];
    Str s = str_over(why, sizeof why);
    str_add(&s, before);
    str_quote(&s, word);
    str_add(&s, after);
    fail(ugi, why);
}

/* A game with its match at the start and its list of moves. */
static bool make(const UgiHost *host, const char *variant, uint64_t seed, Game **game, Match *match,
                 Move **moves, char *why)
{
    *game = game_open_from(host->families, host->family_count, variant, why);
    if (!*game)
        return false;
    Pos start;
    (*game)->ops->start(*game, seed, &start);
    *moves = malloc((*game)->moves_max * sizeof **moves);
    if (*moves && match_begin(match, *game, &start))
        return true;
    free(*moves);
    game_close(*game);
    return refuse(why, "out of memory");
}

bool ugi_begin(Ugi *ugi, const UgiHost *host, char *why)
{
    *ugi = (Ugi){.host = *host, .seed = SEED_DEFAULT};
    return make(host, host->first_variant, ugi->seed, &ugi->game, &ugi->match, &ugi->moves, why);
}

void ugi_end(Ugi *ugi)
{
    match_free(&ugi->match);
    free(ugi->moves);
    game_close(ugi->game);
}

static void do_ugi(Ugi *ugi, Words *words)
{
    (void)words;
    send_line(ugi, "id name Concentric");
    send_line(ugi, "id author the Concentric authors");
    send(ugi, "option name Variant type string default ");
    send_line(ugi, ugi->host.first_variant);
    send_line(ugi, "option name Seed type spin default 1 min 0 max 18446744073709551615");
    send_line(ugi, "ugiok");
}

static void do_isready(Ugi *ugi, Words *words)
{
    (void)words;
    send_line(ugi, "readyok");
}

/* A new game of the variant from the set-up of the seed. */
static void begin_anew(Ugi *ugi, const char *variant, uint64_t seed)
{
    Game *game;
    Match match;
    Move *moves;
    char why[WHY_MAX];
    if (!make(&ugi->host, variant, seed, &game, &match, &moves, why)) {
        fail(ugi, why);
        return;
    }
    ugi_end(ugi);
    ugi->game = game;
    ugi->match = match;
    ugi->moves = moves;
    ugi->seed = seed;
}

static void set_variant(Ugi *ugi, const char *value)
{
    begin_anew(ugi, value, ugi->seed);
}

static void set_seed(Ugi *ugi, const char *value)
{
    uint64_t seed;
    if (str_is_number(value, UINT64_MAX, &seed))
        begin_anew(ugi, ugi->game->id, seed);
    else
        fail_word(ugi, "Seed takes a number from 0 to 18446744073709551615, not ", value, "");
}

typedef struct Setting {
    const char *name, *usage;
    void (*set)(Ugi *ugi, const char *value);
} Setting;

static const Setting settings[] = {
    {"Variant", "setoption name Variant needs one value, such as: value nine,flying", set_variant},
    {"Seed", "setoption name Seed needs one value, such as: value 42", set_seed},
};

static const Setting *find_setting(const char *name)
{
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (str_same_letters(name, settings[i].name))
            return &settings[i];
    return NULL;
}

static void do_setoption(Ugi *ugi, Words *words)
{
    char *word = next_word(words), *name = next_word(words);
    if (!word || strcmp(word, "name") != 0 || !name) {
        fail(ugi, "setoption needs: setoption name NAME value VALUE");
        return;
    }
    const Setting *setting = find_setting(name);
    if (!setting) {
        fail_word(ugi, "there is no option ", name, "; the options: Variant Seed");
        return;
    }
    char *key = next_word(words), *value = next_word(words);
    if (!key || strcmp(key, "value") != 0 || !value || next_word(words))
        fail(ugi, setting->usage);
    else
        setting->set(ugi, value);
}

static void do_uginewgame(Ugi *ugi, Words *words)
{
    (void)words;
    begin_anew(ugi, ugi->game->id, ugi->seed);
}

/* Joins the words up to `moves` (or the end) with single spaces. False if they do not fit. */
static bool join_fen(Words *words, bool *moves_follow, char *out, size_t size)
{
    Str s = str_over(out, size);
    char *word;
    *moves_follow = false;
    while ((word = next_word(words))) {
        if (strcmp(word, "moves") == 0) {
            *moves_follow = true;
            break;
        }
        if (s.length)
            str_char(&s, ' ');
        str_add(&s, word);
    }
    return !s.full;
}

/* The position that `position` begins with, before its moves. */
static bool read_start(Ugi *ugi, Words *words, bool *moves_follow, Pos *out, char *why)
{
    char *kind = next_word(words);
    if (kind && strcmp(kind, "startpos") == 0) {
        char *word = next_word(words);
        *moves_follow = word != NULL;
        ugi->game->ops->start(ugi->game, ugi->seed, out);
        if (word && strcmp(word, "moves") != 0)
            return refuse(why, "after startpos only the word moves may follow");
        return true;
    }
    if (!kind || strcmp(kind, "fen") != 0)
        return refuse(why, "position needs: position startpos|fen TEXT [moves M1 M2 ...]");
    char text[2 * POSITION_TEXT_MAX];
    if (!join_fen(words, moves_follow, text, sizeof text))
        return refuse(why, "the position text is too long");
    if (!*text)
        return refuse(why, "position fen needs a position text");
    return ugi->game->ops->read_pos(ugi->game, text, out, why);
}

/* Plays one move given as text. */
static bool play_text(Match *match, const char *text, uint32_t number, char *why)
{
    const Game *game = match->game;
    Move move;
    char reason[WHY_MAX];
    if (!game->ops->read_move(game, match_pos(match), text, LANG_EN, &move, reason)) {
        Str s = str_over(why, WHY_MAX);
        str_format(&s, "move %u ", number);
        str_quote(&s, text);
        str_add(&s, " is not legal: ");
        str_add(&s, reason);
        return false;
    }
    MatchError error = match_play(match, move);
    return error ? refuse(why, "%s", match_error(error)) : true;
}

static bool build_match(Ugi *ugi, Words *words, Match *match, char *why)
{
    bool moves_follow = false;
    Pos start;
    if (!read_start(ugi, words, &moves_follow, &start, why))
        return false;
    if (!match_begin(match, ugi->game, &start))
        return refuse(why, "out of memory");
    char *text;
    while (moves_follow && (text = next_word(words))) {
        if (!play_text(match, text, match->ply + 1, why)) {
            match_free(match);
            return false;
        }
    }
    return true;
}

static void do_position(Ugi *ugi, Words *words)
{
    Match match;
    char why[WHY_MAX];
    if (!build_match(ugi, words, &match, why)) {
        fail(ugi, why);
        return;
    }
    match_free(&ugi->match);
    ugi->match = match;
}

static void respond(Ugi *ugi, const char *text)
{
    send(ugi, "response ");
    send_line(ugi, text);
}

static void query_gameover(Ugi *ugi, Words *words)
{
    (void)words;
    respond(ugi, match_outcome(&ugi->match).winner == WINNER_NONE ? "false" : "true");
}

static void query_p1turn(Ugi *ugi, Words *words)
{
    (void)words;
    respond(ugi, match_pos(&ugi->match)->turn == 0 ? "true" : "false");
}

static void query_result(Ugi *ugi, Words *words)
{
    static const char *const names[] = {[WINNER_NONE] = "none",
                                        [WINNER_P1] = "p1win",
                                        [WINNER_P2] = "p2win",
                                        [WINNER_DRAW] = "draw"};
    (void)words;
    respond(ugi, names[match_outcome(&ugi->match).winner]);
}

static void query_fen(Ugi *ugi, Words *words)
{
    char text[POSITION_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    (void)words;
    ugi->game->ops->write_pos(ugi->game, match_pos(&ugi->match), &s);
    respond(ugi, text);
}

static void query_legalmoves(Ugi *ugi, Words *words)
{
    const Pos *pos = match_pos(&ugi->match);
    int count = ugi->game->moves(ugi->game, pos, ugi->moves);
    (void)words;
    send(ugi, "response");
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX + 1] = " ";
        Str s = {text, sizeof text, 1, false};
        ugi->game->ops->write_move(ugi->game, pos, ugi->moves[i], &s);
        send(ugi, text);
    }
    send(ugi, "\n");
}

static void query_islegal(Ugi *ugi, Words *words)
{
    char *text = next_word(words), why[WHY_MAX];
    Move move;
    if (!text || next_word(words))
        fail(ugi, "query islegal needs one move");
    else
        respond(ugi, ugi->game->ops->read_move(ugi->game, match_pos(&ugi->match), text, LANG_EN,
                                               &move, why)
                         ? "true"
                         : "false");
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
    char *extra = handler->takes_words ? NULL : next_word(words);
    if (extra)
        fail_word(ugi, "nothing may follow here, but there is ", extra, "");
    else
        handler->run(ugi, words);
}

static void do_query(Ugi *ugi, Words *words)
{
    char *name = next_word(words);
    const Handler *query = name ? find(queries, sizeof queries / sizeof *queries, name) : NULL;
    if (query)
        run(ugi, query, words);
    else
        fail_word(ugi, "there is no query ", name ? name : "",
                  "; the queries: gameover p1turn result fen legalmoves islegal");
}

static void do_perft(Ugi *ugi, Words *words)
{
    char *word = next_word(words);
    uint64_t depth;
    if (!word || !str_is_number(word, PERFT_DEPTH_MAX, &depth) || next_word(words)) {
        fail(ugi, "perft needs a depth from 0 to 60");
        return;
    }
    Move *arena = malloc(perft_arena(ugi->game, (int)depth) * sizeof *arena);
    if (!arena) {
        fail(ugi, "out of memory");
        return;
    }
    Perft perft = {.game = ugi->game, .arena = arena};
    char text[32];
    Str s = str_over(text, sizeof text);
    uint64_t nodes = perft_count(&perft, match_pos(&ugi->match), (int)depth);
    free(arena);
    str_add(&s, "nodes ");
    str_number(&s, nodes);
    if (nodes == PERFT_TOO_MANY)
        fail(ugi, "there are more than 18446744073709551614 sequences; choose a smaller depth");
    else
        send_line(ugi, text);
}

static void do_print(Ugi *ugi, Words *words)
{
    (void)words;
    if (ugi->host.draw)
        ugi->host.draw(ugi->host.context, &ugi->match);
}

static const Handler commands[] = {
    {"ugi", do_ugi, false},
    {"isready", do_isready, false},
    {"setoption", do_setoption, true},
    {"uginewgame", do_uginewgame, false},
    {"position", do_position, true},
    {"query", do_query, true},
    {"perft", do_perft, true},
    {"print", do_print, false},
};

bool ugi_line(Ugi *ugi, char *line, size_t length)
{
    if (memchr(line, '\0', length)) {
        fail(ugi, "the line holds a NUL byte");
        return true;
    }
    Words words = {line};
    char *name = next_word(&words);
    if (!name)
        return true;
    if (strcmp(name, "quit") == 0) {
        bool alone = !next_word(&words);
        if (!alone)
            fail(ugi, "nothing may follow quit");
        return !alone;
    }
    const Handler *command = find(commands, sizeof commands / sizeof *commands, name);
    if (command)
        run(ugi, command, &words);
    else
        fail_word(ugi, "there is no command ", name,
                  "; the commands: ugi isready setoption uginewgame position query perft print "
                  "quit");
    return true;
}

void ugi_line_too_long(Ugi *ugi)
{
    fail(ugi, "the line is longer than 1048576 bytes");
}
