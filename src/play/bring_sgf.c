/* SPDX-License-Identifier: MIT */
/* Boardspace's SGF of Morelli (docs/formats.md, "Games from elsewhere"):
 *
 *     (; GM[Morelli] VV[1] SU[morelli-13 12345 102 RandomOpposite]
 *     P0[id "anna"] P1[id "bo"]
 *     ; P0[0 Start P0]
 *     ; P0[1 Pickb A 1 0] ; P0[2 Dropb C 3] ; P0[3 Done]
 *     ; P1[4 Move M 13 K 11] ; P1[5 Done] )
 *
 * A man is picked up and dropped, perhaps picked up again, and the move is made when Done is said
 * or the other player goes on. The first man that moves tells which player has which colour.
 * Brackets inside are variations; what they begin with is undone at their end. */
#include "core/refuse.h"
#include "play/bring.h"

#include <string.h>

enum { SGF_DEPTH_MAX = 64, VALUE_ROOM = TREE_TEXT_MAX, CELL_ROOM = 8 };

/* A move under way; "" where there is none yet. */
typedef struct Hand {
    char from[CELL_ROOM], to[CELL_ROOM];
    int player;
} Hand;

typedef struct Branch {
    uint32_t node, line;
    Hand hand;
} Branch;

typedef struct Sgf {
    Parser *p;
    BringBoard board; /* size 0 before SU */
    int64_t key;
    int revision;
    char name[2][TAG_VALUE_MAX];
    char result[TAG_VALUE_MAX];
    int black;  /* the player who has the black men; known when the game has begun */
    int giving; /* the player who resigns, or -1 */
    Hand hand;
    Branch branch[SGF_DEPTH_MAX];
    int depth;
    char value[VALUE_ROOM];
} Sgf;

bool bring_is_sgf(const Parser *p)
{
    const char *c = p->in->at, *end = p->in->end;
    if (c == end || *c++ != '(')
        return false;
    while (c < end && strchr(" \t\r\n", *c))
        c++;
    return c < end && *c == ';';
}

/* -- Words of a value ------------------------------------------------------------------------- */

/* The next word of a text, at most size - 1 bytes of it. */
static bool next_word(const char **text, char *out, size_t size)
{
    Str s = str_over(out, size);
    *text += strspn(*text, " ");
    while (**text && **text != ' ')
        str_char(&s, *(*text)++);
    return s.length > 0 && !s.full;
}

static bool next_number(const char **text, int64_t *out)
{
    char word[24];
    uint64_t n;
    if (!next_word(text, word, sizeof word))
        return false;
    bool minus = *word == '-';
    if (!str_is_number(word + minus, (uint64_t)INT64_MAX, &n))
        return false;
    *out = minus ? -(int64_t)n : (int64_t)n;
    return true;
}

/* "A 1" as a1. */
static bool next_cell(const char **text, char *out)
{
    char file[4], rank[4];
    uint64_t n;
    if (!next_word(text, file, sizeof file) || !next_word(text, rank, sizeof rank) || file[1] ||
        !str_is_number(rank, 13, &n))
        return false;
    Str s = str_over(out, CELL_ROOM);
    str_char(&s, str_lower(*file));
    str_number(&s, n);
    return true;
}

/* -- The start -------------------------------------------------------------------------------- */

static bool choose_setup(Sgf *sgf, int size, const char *setup)
{
    return bring_board(&sgf->board, size, sgf->key, sgf->revision, setup) ||
           bring_bad(sgf->p, BRING_SGF_SETUP, QUOTED(sgf->value, strlen(sgf->value)));
}

/* morelli-13 KEY REVISION SETUP */
static bool read_setup(Sgf *sgf)
{
    const char *t = sgf->value;
    char game[16] = "", setup[24];
    int64_t size = 0, revision = 0;
    next_word(&t, game, sizeof game);
    const char *number = game + strcspn(game, "0123456789");
    bool good = str_same_letters("morelli-9", game) || str_same_letters("morelli-11", game) ||
                str_same_letters("morelli-13", game);
    if (!good || !next_number(&number, &size) || !next_number(&t, &sgf->key) ||
        !next_number(&t, &revision) || revision < 0 || revision > 10000)
        return bring_bad(sgf->p, BRING_SGF_SETUP, QUOTED(sgf->value, strlen(sgf->value)));
    sgf->revision = (int)revision;
    return choose_setup(sgf, (int)size, next_word(&t, setup, sizeof setup) ? setup : NULL);
}

static void write_board(const BringBoard *b, Str *out)
{
    for (int y = b->size; y-- > 0;) {
        for (int x = 0; x < b->size; x++)
            str_char(out, b->man[x][y] ? b->man[x][y] : '.');
        if (y)
            str_char(out, '/');
    }
    str_add(out, " b play");
}

/* The start as text, Black to move. */
static void write_start(const BringBoard *b, const Game *game, Str *out)
{
    Pos start;
    if (b->man[0][0]) {
        write_board(b, out);
    } else {
        game->ops->start(game, 1, &start);
        game->ops->write_pos(game, &start, out);
    }
}

/* Begins with the first move: the man on `from` tells the colour of the player who moves it. */
static bool begin(Sgf *sgf, int player, const char *from)
{
    Parser *p = sgf->p;
    char variant[VARIANT_TEXT_MAX], text[POSITION_TEXT_MAX], why[WHY_MAX];
    uint8_t men[POINTS_MAX];
    Str v = str_over(variant, sizeof variant), s = str_over(text, sizeof text);
    Pos start;
    if (!sgf->board.size)
        return bring_bad(p, BRING_SGF_SETUP, "");
    str_format(&v, "morelli,size=%d,setup=%s", sgf->board.size, sgf->board.setup);
    const Game *game = variants_open(p->in->variants, variant, p->in->lang, why);
    if (!game)
        return parser_bad_with(p, FAULT_GIVEN, why);
    write_start(&sgf->board, game, &s);
    if (!game->ops->read_pos(game, text, p->in->lang, &start, why))
        return parser_bad_with(p, FAULT_GIVEN, why);
    const char *name = from;
    Point point = *from ? shape_read_point(&game->shape, &name) : 0;
    game->ops->board(game, &start, men);
    if (*from && (point >= game->shape.point_count || !men[point]))
        return bring_bad(p, BRING_SGF_FROM, from);
    bool white = *from && game->pieces[men[point]].owner == 1;
    sgf->black = white ? !player : player;
    if (white)
        strstr(text, " b ")[1] = 'w';
    game->ops->read_pos(game, text, p->in->lang, &start, why);
    p->out->game = game;
    p->out->seed = 1;
    return tree_begin(&p->out->tree, game, &start) || parser_no_memory(p);
}

/* -- Moves ------------------------------------------------------------------------------------ */

/* Makes the move that lies ready, if one does. */
static bool make(Sgf *sgf)
{
    Hand *hand = &sgf->hand;
    char word[2 * CELL_ROOM + 2];
    Str s = str_over(word, sizeof word);
    if (!*hand->from || !*hand->to)
        return true;
    if (!sgf->p->out->tree.node && !begin(sgf, hand->player, hand->from))
        return false;
    str_format(&s, "%s-%s", hand->from, hand->to);
    *hand = (Hand){.player = hand->player};
    return parser_play(sgf->p, word);
}

static bool pick(Sgf *sgf, const char *cell)
{
    Hand *hand = &sgf->hand;
    if (*hand->to && strcmp(hand->to, cell) == 0) {
        hand->to[0] = '\0'; /* up again, from where it was dropped */
        return true;
    }
    if (!make(sgf))
        return false;
    memcpy(hand->from, cell, CELL_ROOM);
    return true;
}

static void drop(Sgf *sgf, const char *cell)
{
    Hand *hand = &sgf->hand;
    if (strcmp(hand->from, cell) == 0)
        hand->from[0] = '\0'; /* back to where it stood */
    else
        memcpy(hand->to, cell, CELL_ROOM);
}

static bool read_choice(Sgf *sgf, const char *t)
{
    char setup[24];
    return choose_setup(sgf, sgf->board.size, next_word(&t, setup, sizeof setup) ? setup : "");
}

/* What players do that is no move of a man. */
static bool is_other(const char *op)
{
    static const char *const others[] = {"Start",     "Edit",       "GameOver",   "GameOverOnTime",
                                         "OfferDraw", "AcceptDraw", "DeclineDraw"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (str_same_letters(op, others[i]))
            return true;
    return false;
}

/* P0[...] and P1[...]: who that is, or what they do; numbered in the moves of a game. */
static bool read_player(Sgf *sgf, int player)
{
    const char *t = sgf->value, *first = t;
    char op[16] = "", a[CELL_ROOM], b[CELL_ROOM];
    int64_t number;
    bool numbered = next_number(&t, &number);
    if (!numbered)
        t = first;
    next_word(&t, op, sizeof op);
    if (!numbered && strcmp(op, "id") == 0) {
        Str s = str_over(sgf->name[player], sizeof sgf->name[player]);
        t += strspn(t, " \"");
        str_bytes(&s, t, strcspn(t, "\""));
        return true;
    }
    if (sgf->hand.player != player && !make(sgf))
        return false;
    if (sgf->hand.player != player)
        sgf->hand = (Hand){.player = player};
    if (str_same_letters(op, "Done"))
        return make(sgf);
    if (str_same_letters(op, "Resign")) {
        sgf->giving = sgf->giving == player ? -1 : player; /* said twice it is taken back */
        return true;
    }
    if (str_same_letters(op, "Choose"))
        return read_choice(sgf, t);
    bool picks = str_same_letters(op, "Pickb"), drops = str_same_letters(op, "Dropb");
    if ((picks || drops || str_same_letters(op, "Move")) && next_cell(&t, a)) {
        if (drops)
            return drop(sgf, a), true;
        if (picks)
            return pick(sgf, a);
        if (next_cell(&t, b))
            return pick(sgf, a) && (drop(sgf, b), true);
    }
    return !numbered || is_other(op) ||
           bring_bad(sgf->p, BRING_SGF_MOVE, QUOTED(first, strlen(first)));
}

/* -- Properties ------------------------------------------------------------------------------- */

static bool keep(Sgf *sgf, const char *tag)
{
    char value[TAG_VALUE_MAX];
    Str s = str_over(value, sizeof value);
    str_add(&s, sgf->value);
    return !*value || s.full || record_set_tag(sgf->p->out, tag, value) || parser_no_memory(sgf->p);
}

static bool read_property(Sgf *sgf, const char *name)
{
    Parser *p = sgf->p;
    char *value = sgf->value;
    if (strcmp(name, "GM") == 0)
        return str_same_letters(value, "Morelli") ||
               bring_bad(p, BRING_SGF_GAME, QUOTED(value, strlen(value)));
    if (strcmp(name, "SU") == 0)
        return p->out->tree.node || read_setup(sgf);
    if (strcmp(name, "P0") == 0 || strcmp(name, "P1") == 0)
        return read_player(sgf, name[1] - '0');
    if (strcmp(name, "RE") == 0) {
        Str s = str_over(sgf->result, sizeof sgf->result);
        str_add(&s, value);
    } else if (strcmp(name, "DT") == 0) {
        return keep(sgf, "Date");
    } else if (strcmp(name, "C") == 0 && p->out->tree.node) {
        for (char *c = value; *c; c++)
            if (*c == '}')
                *c = ')';
        return parser_add_comment(p, value);
    }
    return true;
}

/* NAME[value], further [values] left out. */
static bool take_property(Sgf *sgf)
{
    Parser *p = sgf->p;
    char name[8];
    Str n = str_over(name, sizeof name);
    int c;
    while (((c = parser_peek(p)) >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
        str_char(&n, (char)parser_take(p));
    parser_skip_space(p);
    if (!n.length || parser_peek(p) != '[')
        return bring_bad(p, BRING_SGF, "");
    for (bool first = true; parser_peek(p) == '['; first = false) {
        Str v = str_over(sgf->value, sizeof sgf->value);
        parser_take(p);
        while ((c = parser_peek(p)) != ']') {
            if (c == '\\')
                parser_take(p);
            if (!parser_take_text(p, &v))
                return false;
        }
        parser_take(p);
        if (first && !read_property(sgf, name))
            return false;
        parser_skip_space(p);
    }
    return true;
}

static bool open_branch(Sgf *sgf)
{
    if (sgf->depth == SGF_DEPTH_MAX)
        return parser_bad_with(sgf->p, FAULT_NEST, NUMBER(SGF_DEPTH_MAX));
    sgf->branch[sgf->depth++] = (Branch){sgf->p->at, sgf->p->in->line, sgf->hand};
    return true;
}

static bool close_branch(Sgf *sgf)
{
    if (!make(sgf))
        return false;
    const Branch *back = &sgf->branch[--sgf->depth];
    sgf->p->at = back->node;
    sgf->hand = back->hand;
    return true;
}

/* What stands in the brackets of the game. */
static bool read_nodes(Sgf *sgf)
{
    Parser *p = sgf->p;
    bool good = open_branch(sgf);
    while (good && sgf->depth) {
        parser_skip_space(p);
        int c = parser_peek(p);
        if (c < 0) {
            p->in->line = sgf->branch[sgf->depth - 1].line;
            return parser_bad(p, FAULT_VARIATION_OPEN);
        }
        if (c >= 'A' && c <= 'Z') {
            good = take_property(sgf);
            continue;
        }
        if (c != '(' && c != ')' && c != ';')
            return bring_bad(p, BRING_SGF, "");
        parser_take(p);
        if (c == '(')
            good = open_branch(sgf);
        else if (c == ')')
            good = close_branch(sgf);
    }
    return good;
}

/* Who won as RE or a player who gave up tells it; false where nobody does. */
static bool find_result(const Sgf *sgf, Winner *out)
{
    static const char won[] = "Game won by ";
    if (sgf->giving >= 0) {
        *out = sgf->giving == sgf->black ? WINNER_P2 : WINNER_P1;
        return true;
    }
    if (strstr(sgf->result, "draw")) {
        *out = WINNER_DRAW;
        return true;
    }
    for (int i = 0; i < 2; i++) {
        if (*sgf->name[i] && strncmp(sgf->result, won, sizeof won - 1) == 0 &&
            strcmp(sgf->result + sizeof won - 1, sgf->name[i]) == 0) {
            *out = i == sgf->black ? WINNER_P1 : WINNER_P2;
            return true;
        }
    }
    return false;
}

static bool finish(Sgf *sgf)
{
    Parser *p = sgf->p;
    Winner result;
    if (!p->out->tree.node && !begin(sgf, 0, ""))
        return false;
    for (int i = 0; i < 2; i++)
        if (*sgf->name[i] &&
            !record_set_tag(p->out, i == sgf->black ? "Black" : "White", sgf->name[i]))
            return parser_no_memory(p);
    if (!record_set_tag(p->out, "Site", p->foreign))
        return parser_no_memory(p);
    p->at = tree_line_end(&p->out->tree, 0);
    bool told = find_result(sgf, &result);
    if (!bring_settle(p, told ? &result : NULL))
        return false;
    if (sgf->giving >= 0 && p->out->ending.kind == END_ADJUDICATED)
        p->out->ending.kind = END_RESIGNATION;
    return true;
}

bool bring_sgf(Parser *p)
{
    Sgf sgf = {.p = p, .giving = -1};
    p->foreign = "Boardspace";
    p->depth = 1; /* the first of several branches is the main line, not the last */
    parser_take(p);
    bool good = read_nodes(&sgf) && finish(&sgf);
    p->depth = 0;
    return good;
}
