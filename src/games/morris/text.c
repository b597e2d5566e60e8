/* SPDX-License-Identifier: MIT */
/* Position text of the Morris games: BOARD SIDE HANDW HANDB, and with no-remill two memory fields.
 *
 *   ......../......../........ w 9 9          ww....../......../b.....bb w 0 0 d7-d6 -
 *
 * The reader is one pass over the text; nothing is written to *out before all of it is right. */
#include "games/morris/morris.h"

#include "base/bits.h"

#include <string.h>

static const Text hint = {
    {"expected BOARD SIDE HANDW HANDB", "書式は BOARD SIDE HANDW HANDB です"}};
static const Text hint_memory = {{"expected BOARD SIDE HANDW HANDB LASTW LASTB",
                                  "書式は BOARD SIDE HANDW HANDB LASTW LASTB です"}};

static const char *shape_hint(const Game *game, Lang lang)
{
    return (morris_rules(game)->no_remill ? &hint_memory : &hint)->in[lang];
}

void morris_write_point(const Game *game, int point, Str *out)
{
    str_bytes(out, game->shape.point[point].name, 2);
}

void morris_write_points(const Game *game, uint32_t points, Str *out)
{
    for (uint64_t rest = points; rest;)
        morris_write_point(game, bits_pop(&rest), out);
}

static void write_memory(const Game *game, uint64_t memory, Str *out)
{
    if (!memory) {
        str_add(out, " -");
        return;
    }
    str_char(out, ' ');
    morris_write_point(game, memory & 0xff, out);
    str_char(out, '-');
    morris_write_point(game, (int)(memory >> 8) - 1, out);
}

void morris_write_pos(const Game *game, const Pos *pos, Str *out)
{
    const MorrisRules *r = morris_rules(game);
    uint8_t board[MORRIS_POINTS];
    char line[3 * 9];
    game->ops->board(game, pos, board);
    for (int p = 0; p < r->points; p++) {
        line[p + p / 8] = board[p] ? game->pieces[board[p]].letter : '.';
        if (p % 8 == 7)
            line[p + p / 8 + 1] = p == r->points - 1 ? ' ' : '/';
    }
    str_bytes(out, line, (size_t)(9 * r->squares));
    str_char(out, pos->turn ? 'b' : 'w');
    for (int c = 0; c < 2; c++) {
        str_char(out, ' ');
        str_number(out, pos->hand[c]);
    }
    if (r->no_remill)
        for (int c = 0; c < 2; c++)
            write_memory(game, pos->stones[c][1], out);
}

/* One character of the board into the position; false if it is none. */
static bool read_piece(const MorrisRules *r, char c, int p, Pos *out)
{
    uint64_t bit = UINT64_C(1) << p;
    switch (c) {
    case '.':
        return true;
    case 'w':
        out->stones[0][0] |= bit;
        return true;
    case 'b':
        out->stones[1][0] |= bit;
        return true;
    case 'W':
    case 'B':
        out->stones[c == 'B'][0] |= bit;
        out->stones[0][1] |= bit;
        return r->stacking;
    default:
        return false;
    }
}

static bool read_board(const Game *game, const char **text, Lang lang, Pos *out, char *why)
{
    static const Text squares = {
        {"the board needs {0} squares of eight characters separated by '/'",
         "盤は、8文字ずつの四角{0}つを「/」で区切って書きます"}};
    static const Text wrong = {{"the board has {0} where {1} should stand (one of {2}); {3}",
                                "盤の{1}のところに{0}があります。書けるのは {2} です。{3}"}};
    static const Text ended = {{"the board has ended where {0} should stand (one of {1}); {2}",
                                "盤が{0}の前で終わっています。書けるのは {1} です。{2}"}};
    const MorrisRules *r = morris_rules(game);
    const char *t = *text;
    for (int p = 0; p < r->points; p++, t++) {
        if (p && p % 8 == 0 && *t++ != '/')
            return refuse_with(why, lang, &squares, NUMBER(r->squares));
        if (!read_piece(r, *t, p, out)) {
            const char *name = game->shape.point[p].name, *help = shape_hint(game, lang);
            const char *letters = r->stacking ? ". w b W B" : ". w b";
            return *t ? refuse_with(why, lang, &wrong, QUOTED(t, 1), name, letters, help)
                      : refuse_with(why, lang, &ended, name, letters, help);
        }
    }
    *text = t;
    return true;
}

static bool read_side(const Game *game, const char **text, Lang lang, Pos *out, char *why)
{
    static const Text wrong = {{"after the board one space and the side to move, w or b; {0}",
                                "盤のあとには空白1つと手番（wかb）を書きます。{0}"}};
    const char *t = *text;
    if (t[0] != ' ' || (t[1] != 'w' && t[1] != 'b'))
        return refuse_with(why, lang, &wrong, shape_hint(game, lang));
    out->turn = t[1] == 'b';
    *text = t + 2;
    return true;
}

static bool read_hand(const Game *game, const char **text, int c, Lang lang, Pos *out, char *why)
{
    static const Text wrong = {{"{0}'s hand should be a space and a number from 0 to {1}; {2}",
                                "{0}の手元は、空白のあとに0から{1}の数で書きます。{2}"}};
    uint64_t n;
    const char *t = *text;
    if (*t++ != ' ' || !str_read_number(&t, morris_rules(game)->men, &n))
        return refuse_with(why, lang, &wrong, game->player[c].in[lang],
                           NUMBER(morris_rules(game)->men), shape_hint(game, lang));
    out->hand[c] = (uint8_t)n;
    *text = t;
    return true;
}

static bool read_memory(const Game *game, const char **text, int c, Lang lang, Pos *out, char *why)
{
    static const Text wrong = {
        {"{0}'s last mill-opening move should be two different points such as {1}-{2}, or - for "
         "none; {3}",
         "{0}がミルを開いた最後の手は、{1}-{2}のような別々の2つの交点か、なければ - "
         "と書きます。{3}"}};
    const char *t = *text;
    if (t[0] == ' ' && t[1] == '-') {
        *text = t + 2;
        return true;
    }
    Point from = POINT_NONE, to = POINT_NONE;
    if (*t++ == ' ' && (from = shape_read_point(&game->shape, &t)) != POINT_NONE && *t++ == '-')
        to = shape_read_point(&game->shape, &t);
    if (to == POINT_NONE || from == to)
        return refuse_with(why, lang, &wrong, game->player[c].in[lang], game->shape.point[0].name,
                           game->shape.point[1].name, shape_hint(game, lang));
    out->stones[c][1] = morris_memory(from, to);
    *text = t;
    return true;
}

/* The men of a colour that the position holds, inside stacks included. */
static int count_men(const MorrisRules *r, const Pos *pos, int c)
{
    int board = bits_count(pos->stones[c][0]);
    if (r->stacking)
        board += bits_count(pos->stones[!c][0] & pos->stones[0][1]);
    return board + pos->hand[c];
}

static bool check_men(const Game *game, const Pos *pos, Lang lang, char *why)
{
    static const Text many = {{"{0} has {1} men in hand and on the board; at most {2} are allowed",
                               "{0}のコマが手元と盤を合わせて{1}個あります。{2}個までです"}};
    static const Text stacked = {
        {"{0} has {1} men in hand, on the board and in stacks; exactly {2} are needed, nothing "
         "leaves the board here",
         "{0}のコマが手元・盤・スタックを合わせて{1}個です。コマは盤から減らないので、"
         "ちょうど{2}個です"}};
    static const Text few = {{"both sides have fewer than three men; one must have three or more",
                              "両者ともコマが3個未満です。少なくとも一方は3個以上です"}};
    const MorrisRules *r = morris_rules(game);
    int men[2] = {count_men(r, pos, 0), count_men(r, pos, 1)};
    for (int c = 0; c < 2; c++) {
        bool bad = men[c] > r->men || (r->stacking && men[c] < r->men);
        if (bad)
            return refuse_with(why, lang, men[c] > r->men ? &many : &stacked,
                               game->player[c].in[lang], NUMBER(men[c]), NUMBER(r->men));
    }
    if (!r->stacking && men[0] < MORRIS_MEN_LEAST && men[1] < MORRIS_MEN_LEAST)
        return refuse_text(why, lang, &few);
    return true;
}

bool morris_read_pos(const Game *game, const char *text, Lang lang, Pos *out, char *why)
{
    static const Text more = {{"there is more text after the last field; {0}",
                               "最後の項目のあとに余分な文字があります。{0}"}};
    const MorrisRules *r = morris_rules(game);
    Pos pos = {0};
    if (!read_board(game, &text, lang, &pos, why) || !read_side(game, &text, lang, &pos, why))
        return false;
    for (int c = 0; c < 2; c++)
        if (!read_hand(game, &text, c, lang, &pos, why))
            return false;
    for (int c = 0; c < 2 && r->no_remill; c++)
        if (!read_memory(game, &text, c, lang, &pos, why))
            return false;
    if (*text)
        return refuse_with(why, lang, &more, shape_hint(game, lang));
    if (!check_men(game, &pos, lang, why))
        return false;
    pos.key = game->ops->key(game, &pos);
    *out = pos;
    return true;
}
