/* SPDX-License-Identifier: MIT */
/* `position`: hosts tell the whole game before every move. Where the line begins as the last one
 * did, start and moves, the tree keeps what was played of it and only the rest is read: a game
 * costs what its text costs. A line that is refused changes nothing, so what was taken back for it
 * comes again. */
#include "proto/ugi_part.h"

#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r";

/* A line without the word `position`. */
typedef struct Told {
    const char *start;
    size_t length;     /* of the start, blanks around it not counted */
    const char *moves; /* what follows the word `moves`; "" if there is none */
} Told;

static Told told_of(const char *text)
{
    const char *word = text + strspn(text, blanks);
    Told told = {.start = word, .moves = ""};
    while (*word) {
        size_t length = strcspn(word, blanks);
        if (length == 5 && strncmp(word, "moves", 5) == 0) {
            told.moves = word + 5;
            break;
        }
        told.length = (size_t)(word + length - told.start);
        word += length + strspn(word + length, blanks);
    }
    return told;
}

/* How many moves both begin with; *rest is what follows them in the second. */
static uint32_t count_common(const char *a, const char *b, const char **rest)
{
    for (uint32_t count = 0;; count++) {
        a += strspn(a, blanks);
        b += strspn(b, blanks);
        *rest = b;
        size_t length = strcspn(a, blanks);
        if (!length || strncmp(a, b, length) != 0 || (b[length] && !strchr(blanks, b[length])))
            return count;
        a += length;
        b += length;
    }
}

/* Joins the words up to `moves` (or the end) with single spaces. False if they do not fit. */
static bool join_fen(Words *words, bool *moves_follow, char *out, size_t size)
{
    Str s = str_over(out, size);
    char *word;
    *moves_follow = false;
    while ((word = ugi_word(words))) {
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
static bool read_start(const Ugi *ugi, Words *words, bool *moves_follow, Pos *out, char *why)
{
    char *kind = ugi_word(words);
    if (kind && strcmp(kind, "startpos") == 0) {
        char *word = ugi_word(words);
        *moves_follow = word != NULL;
        ugi->game->ops->start(ugi->game, ugi->options.seed, out);
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
    return ugi->game->ops->read_pos(ugi->game, text, LANG_EN, out, why);
}

/* Plays one move given as text. Play may go on after a drawn third occurrence: an analysis may. */
static bool play_text(Tree *tree, uint32_t *at, const char *text, char *why)
{
    const Game *game = tree->game;
    Move move;
    char reason[WHY_MAX];
    if (!game->ops->read_move(game, tree_pos(tree, *at), text, LANG_EN, &move, reason)) {
        Str s = str_over(why, WHY_MAX);
        str_format(&s, "move %u ", tree->node[*at].ply + 1);
        str_quote(&s, text);
        str_add(&s, " is not legal: ");
        str_add(&s, reason);
        return false;
    }
    TreeError error = tree_add(tree, *at, move, at);
    return error ? refuse_text(why, LANG_EN, tree_error(error)) : true;
}

/* Plays what is left of the line. */
static bool play_rest(Ugi *ugi, Words *words, char *why)
{
    char *text;
    while ((text = ugi_word(words)))
        if (!play_text(&ugi->tree, &ugi->at, text, why))
            return false;
    return true;
}

static void take_back_to(Ugi *ugi, uint32_t ply)
{
    while (ugi->tree.node[ugi->at].ply > ply)
        ugi->at = tree_take_back(&ugi->tree);
}

/* Goes on from the moves that the line has in common with the last one. */
static bool go_on(Ugi *ugi, Words *words, uint32_t common, char *why)
{
    uint32_t ply = ugi->tree.node[ugi->at].ply, count = ply - common;
    Move *old = malloc((count + 1) * sizeof *old);
    if (!old)
        return refuse(why, "out of memory");
    for (uint32_t i = 0; i < count; i++) /* a line: node n is after n moves */
        old[i] = ugi->tree.node[common + 1 + i].move;
    take_back_to(ugi, common);
    bool good = play_rest(ugi, words, why);
    if (!good) {
        take_back_to(ugi, common);
        for (uint32_t i = 0; i < count; i++) /* there was room for them */
            tree_add(&ugi->tree, ugi->at, old[i], &ugi->at);
    }
    free(old);
    return good;
}

static bool begin_anew(Ugi *ugi, Words *words, char *why)
{
    bool moves_follow = false;
    Pos start;
    Tree old = ugi->tree, tree;
    uint32_t old_at = ugi->at;
    if (!read_start(ugi, words, &moves_follow, &start, why))
        return false;
    if (!tree_begin(&tree, ugi->game, &start))
        return refuse(why, "out of memory");
    ugi->tree = tree;
    ugi->at = 0;
    bool good = !moves_follow || play_rest(ugi, words, why);
    tree_free(good ? &old : &ugi->tree);
    if (!good) {
        ugi->tree = old;
        ugi->at = old_at;
    }
    return good;
}

static bool set_position(Ugi *ugi, Words *words, char *why)
{
    const Told told = told_of(words->at), last = told_of(ugi->told ? ugi->told : "");
    if (!ugi->told || told.length != last.length ||
        memcmp(told.start, last.start, told.length) != 0)
        return begin_anew(ugi, words, why);
    size_t length = strlen(last.moves);
    const char *rest = told.moves + length;
    uint32_t common = ugi->tree.node[ugi->at].ply;
    bool more = strncmp(told.moves, last.moves, length) == 0 && (!*rest || strchr(blanks, *rest));
    if (!more) /* the usual case needs no look at words */
        common = count_common(last.moves, told.moves, &rest);
    words->at += rest == told.moves && !*rest ? strlen(words->at) : (size_t)(rest - words->at);
    return go_on(ugi, words, common, why);
}

void ugi_forget_told(Ugi *ugi)
{
    free(ugi->told);
    ugi->told = NULL;
}

void ugi_do_position(Ugi *ugi, Words *words)
{
    char why[WHY_MAX], *text = strdup(words->at); /* reading cuts it up */
    if (!text)
        refuse(why, "out of memory");
    if (!text || !set_position(ugi, words, why)) {
        free(text);
        ugi_fail(ugi, why);
        return;
    }
    ugi_forget_told(ugi);
    ugi->told = text;
}
