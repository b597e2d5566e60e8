/* SPDX-License-Identifier: MIT */
/* Move lists of nine (docs/formats.md, "Games from elsewhere"), with or without PGN's tags.
 *
 * Sanmill:      1. d6 f4 2. d2 xf4      points as ours; a man taken is a word of its own or stands
 *                                       behind its move; {comments}, (variations), ! ? $5
 *   before 2022 (2,1) (1,2)->(1,3)      ring from the inside, point from the top middle clockwise;
 *               -(3,8)                  a man taken
 * PlayOK:       1. 5 13 2. 3x4 10-1x23  points 1 to 24, left to right and top to bottom
 *
 * A word is turned into a move of ours point by point and played. */
#include "core/refuse.h"
#include "play/bring.h"

#include <stdlib.h>
#include <string.h>

static const char PLAYOK[] = "PlayOK", SANMILL[] = "Sanmill";

/* PlayOK's points 1 to 24 in the order of the point list of nine. */
static const uint8_t playok_point[24] = {0,  1,  2, 8,  9,  10, 16, 17, 18, 7, 15, 23,
                                         19, 11, 3, 22, 21, 20, 14, 13, 12, 6, 5,  4};

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static int at(const Parser *p, const char *c)
{
    return c < p->in->end ? (unsigned char)*c : -1;
}

static bool is_old_point(const Parser *p, const char *c)
{
    return at(p, c) == '(' && is_digit(at(p, c + 1)) && at(p, c + 2) == ',';
}

/* Behind spaces, comments and numbers of moves. */
static const char *first_word(const Parser *p)
{
    const char *c = p->in->at, *end = p->in->end;
    for (;;) {
        const char *digits = c;
        while (is_digit(at(p, digits)))
            digits++;
        if (at(p, c) == '{')
            while (c < end && *c++ != '}')
                ;
        else if (c < end && strchr(" \t\r\n.", *c))
            c++;
        else if (digits > c && at(p, digits) == '.')
            c = digits;
        else
            return c;
    }
}

bool bring_is_list(const Parser *p)
{
    const char *c = first_word(p), *site = record_tag(p->out, "Site");
    int first = str_lower((char)at(p, c)), second = at(p, c + 1);
    if (site && (strcmp(site, PLAYOK) == 0 || strcmp(site, SANMILL) == 0))
        return true;
    return record_tag(p->out, "FEN") || is_old_point(p, c) ||
           (first >= 'a' && first <= 'g' && second >= '1' && second <= '7') ||
           (is_digit(first) && (is_digit(second) || second < 0 || strchr(" \t\r\nx", second)));
}

static const char *place_of(const Parser *p)
{
    const char *site = record_tag(p->out, "Site");
    bool named = site && strcmp(site, PLAYOK) == 0;
    return named || is_digit(at(p, first_word(p))) ? PLAYOK : SANMILL;
}

/* -- Tags ------------------------------------------------------------------------------------- */

static void drop_tag(Record *record, const char *name)
{
    int kept = 0;
    for (int i = 0; i < record->tag_count; i++) {
        if (strcmp(record->tag[i].name, name) == 0)
            free(record->tag[i].name);
        else
            record->tag[kept++] = record->tag[i];
    }
    record->tag_count = kept;
}

/* The board of a FEN: the squares from the inside, each from the top middle clockwise, O white, @
 * black; then the side to move, phase, act, and for both sides men on the board and in hand. */
static bool read_fen(const char *fen, Str *out)
{
    unsigned men[2] = {0, 0};
    uint64_t on, hand;
    size_t length = strlen(fen);
    if (length < 38 || fen[8] != '/' || fen[17] != '/' || fen[26] != ' ' || fen[31] == 'r')
        return false;
    for (int i = 0; i < 24; i++) {
        char c = fen[(2 - i / 8) * 9 + (i + 7) % 8];
        if (i && i % 8 == 0)
            str_char(out, '/');
        if (c != '*' && c != 'O' && c != '@')
            return false;
        str_char(out, c == 'O' ? 'w' : c == '@' ? 'b' : '.');
        if (c != '*')
            men[c == '@']++;
    }
    str_format(out, " %c", fen[27]);
    const char *t = fen + 32;
    for (int side = 0; side < 2; side++) {
        if (*t++ != ' ' || !str_read_number(&t, 12, &on) || *t++ != ' ' ||
            !str_read_number(&t, 12, &hand) || on + hand < men[side])
            return false;
        str_format(out, " %u", (unsigned)(on + hand) - men[side]);
    }
    return true;
}

bool bring_list(Parser *p, BringStart *start)
{
    static const char *const other[] = {"FEN", "SetUp", "PlyCount", "Round",
                                        "Set", "Ply",   "Variant"};
    Record *out = p->out;
    const char *variant = record_tag(out, "Variant"), *fen = record_tag(out, "FEN");
    Str s = str_over(start->position, sizeof start->position);
    p->foreign = place_of(p);
    start->variant = "nine,flying"; /* as both places play it unless they are told otherwise */
    if (variant && strncmp(variant, "Twelve", 6) == 0)
        start->variant = "twelve,flying";
    else if (variant && strncmp(variant, "Nine", 4) != 0)
        return bring_bad(p, BRING_VARIANT_THERE, QUOTED(variant, strlen(variant)));
    if (fen && !read_fen(fen, &s))
        return bring_bad(p, BRING_FEN, "");
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        drop_tag(out, other[i]);
    return true;
}

/* -- Words ------------------------------------------------------------------------------------ */

/* A point at *c, which moves behind it. */
static bool add_point(const Parser *p, const char **c, Str *out)
{
    const char *t = *c;
    int point = -1;
    if (*t == '(' && t[1] >= '1' && t[1] <= '3' && t[2] == ',' && t[3] >= '1' && t[3] <= '8' &&
        t[4] == ')') {
        point = ('3' - t[1]) * 8 + (t[3] - '0') % 8;
        t += 5;
    } else if (p->foreign == PLAYOK && is_digit(*t)) {
        uint64_t n = 0;
        if (!str_read_number(&t, 24, &n) || !n)
            return false;
        point = playok_point[n - 1];
    }
    if (point < 0)
        return false;
    str_add(out, p->out->game->shape.point[point].name);
    *c = t;
    return true;
}

/* A word in our notation. What is no point is taken over and left to the rules to refuse. */
static void translate(const Parser *p, const char *word, Str *out)
{
    bool taken = false;
    for (const char *c = word; *c;) {
        bool takes = *c == 'x' || *c == 'X' || (*c == '-' && c[1] == '(' && c == word);
        if (takes) {
            if (!taken)
                str_char(out, 'x');
            taken = true;
            c++;
        } else if (*c == '-' && c[1] == '>') {
            str_char(out, '-');
            c += 2;
        } else if (!add_point(p, &c, out)) {
            do
                str_char(out, str_lower(*c));
            while (is_digit(*c++) && is_digit(*c));
        }
    }
}

/* A word up to a space or a bracket, but for those of old points. The number of a move may stand
 * before it without a space. */
static bool take_word(Parser *p, char *word, size_t size)
{
    Str s = str_over(word, size);
    const char *c = p->in->at;
    while (is_digit(at(p, c)))
        c++;
    if (c > p->in->at && at(p, c) == '.')
        while (is_digit(parser_peek(p)) || parser_peek(p) == '.')
            if (parser_take(p) == '.' && parser_peek(p) != '.')
                break;
    for (int next; (next = parser_peek(p)) > ' ' && next < 0x7f; str_char(&s, (char)parser_take(p)))
        if (is_old_point(p, p->in->at))
            for (int i = 0; i < 4 && parser_peek(p) > ' '; i++)
                str_char(&s, (char)parser_take(p));
        else if (strchr("({}[;", next) || (next == ')' && !strchr(word, '(')))
            break;
    return !s.full || parser_bad(p, FAULT_WORD_LONG);
}

/* Does a man taken stand behind the move that was read last, perhaps after its comment? */
static const char *find_taken(const Parser *p)
{
    const char *c = p->in->at;
    while (c < p->in->end && strchr(" \t\r\n{", *c))
        if (*c++ == '{')
            while (c < p->in->end && *c++ != '}')
                ;
    int first = str_lower((char)at(p, c));
    bool taken = (first == 'x' && at(p, c + 1) > ' ') || (first == '-' && is_old_point(p, c + 1));
    return taken ? c : NULL;
}

/* Cuts marks off a word and gives them back. */
static void cut_marks(char *word, char *marks, size_t size)
{
    size_t length = strlen(word), head = length;
    while (head && strchr("!?", word[head - 1]))
        head--;
    Str s = str_over(marks, size);
    str_add(&s, word + head);
    word[head] = '\0';
}

/* Where a man taken was read ahead of its place. */
typedef struct Ahead {
    const char *from, *to;
} Ahead;

/* The move up to what it takes. A variation may be a word for the man taken alone: the move is the
 * one that it replaces. */
static bool find_head(Parser *p, const char *word, Str *out)
{
    if (*word != 'x')
        return true;
    if (!p->opened)
        return bring_bad(p, BRING_TAKEN_ALONE, QUOTED(word, strlen(word)));
    const Tree *tree = &p->out->tree;
    const TreeNode *node = &tree->node[p->back[p->depth - 1].node];
    tree->game->ops->write_move(tree->game, tree_pos(tree, node->parent), node->move, out);
    char *takes = strchr(out->text, 'x');
    if (takes)
        *takes = '\0';
    out->length = strlen(out->text);
    return true;
}

/* Words of two moves at most, and a mark. */
enum { WORD_ROOM = 2 * MOVE_TEXT_MAX };

static bool play_word(Parser *p, char *word, Ahead *ahead)
{
    char marks[8], ours[3 * WORD_ROOM], text[WORD_ROOM], taken_word[WORD_ROOM];
    Str s = str_over(ours, sizeof ours), t = str_over(text, sizeof text);
    p->word = word;
    cut_marks(word, marks, sizeof marks);
    translate(p, word, &t);
    if (!find_head(p, text, &s))
        return false;
    str_add(&s, text);
    const char *taken = strchr(ours, 'x') ? NULL : find_taken(p);
    if (taken) {
        const char *here = p->in->at;
        p->in->at = taken;
        bool good = take_word(p, taken_word, sizeof taken_word);
        *ahead = (Ahead){taken, p->in->at};
        p->in->at = here;
        if (!good)
            return false;
        if (!*marks)
            cut_marks(taken_word, marks, sizeof marks);
        translate(p, taken_word, &s);
    }
    str_add(&s, marks);
    bool good = parser_play(p, ours);
    p->word = NULL;
    return good;
}

/* $5 and a mark that stands alone; numbers that are no marks of ours are left out. */
static void set_mark(Parser *p, const char *word)
{
    uint64_t n = 0;
    if (!p->at)
        return;
    if (*word == '$')
        str_is_number(word + 1, MOVE_MARK_COUNT - 1, &n);
    else
        for (int m = 1; m < MOVE_MARK_COUNT; m++)
            n = strcmp(word, move_mark_text((MoveMark)m)) == 0 ? (uint64_t)m : n;
    if (n)
        p->out->tree.node[p->at].mark = (uint8_t)n;
}

/* True if the game is over: a result, or the tags of the next one. */
static bool take_step(Parser *p, Ahead *ahead, Winner *result, bool *told, bool *good)
{
    char word[WORD_ROOM];
    const char *here = p->in->at;
    int c = parser_peek(p);
    *good = true;
    if (c < 0 || c == '[') {
        *good = !p->depth || parser_left_open(p);
        return true;
    }
    if (p->in->at == ahead->from) {
        p->in->at = ahead->to;
    } else if (c == '{') {
        *good = parser_take_comment(p);
    } else if (c == ';') {
        while (parser_peek(p) >= 0 && parser_peek(p) != '\n')
            parser_take(p);
    } else if (c == '(' && !is_old_point(p, p->in->at)) {
        *good = parser_open_variation(p);
    } else if (c == ')') {
        p->opened = false;
        *good = parser_close_variation(p);
    } else if (!take_word(p, word, sizeof word)) {
        *good = false;
    } else if (record_result_from(word, result)) {
        *told = true;
        *good = !p->depth || parser_left_open(p);
        return true;
    } else if (*word && strchr("$!?", *word)) {
        set_mark(p, word);
    } else if (*word) {
        *good = play_word(p, word, ahead);
    } else if (p->in->at == here) {
        *good = parser_bad_with(p, FAULT_BYTE, NUMBER(c));
    }
    return false;
}

bool bring_moves(Parser *p, Winner *result, bool *told)
{
    Ahead ahead = {NULL, NULL};
    bool good;
    do
        parser_skip_space(p);
    while (!take_step(p, &ahead, result, told, &good) && good);
    return good;
}
