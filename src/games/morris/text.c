/* SPDX-License-Identifier: MIT */
/* Position text of the Morris games: BOARD SIDE HANDW HANDB, and with no-remill two memory fields.
 *
 *   ......../......../........ w 9 9          ww....../......../b.....bb w 0 0 d7-d6 -
 *
 * The reader is one pass over the text; nothing is written to *out before all of it is right. */
#include "games/morris/morris.h"

#include "base/bits.h"

#include <string.h>

static const char *const shape_hint = "expected BOARD SIDE HANDW HANDB";

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

static bool read_board(const Game *game, const char **text, Pos *out, char *why)
{
    const MorrisRules *r = morris_rules(game);
    const char *t = *text;
    for (int p = 0; p < r->points; p++, t++) {
        if (p && p % 8 == 0 && *t++ != '/')
            return refuse(why, "the board needs %d squares of eight characters separated by '/'",
                          r->squares);
        if (!read_piece(r, *t, p, out)) {
            char found[2] = {*t, '\0'}, quoted[48];
            Str s = str_over(quoted, sizeof quoted);
            str_quote(&s, found);
            return refuse(why, "the board has %s where %s should stand (one of %s); %s",
                          *t ? quoted : "ended", game->shape.point[p].name,
                          r->stacking ? ". w b W B" : ". w b", shape_hint);
        }
    }
    *text = t;
    return true;
}

static bool read_side(const char **text, Pos *out, char *why)
{
    const char *t = *text;
    if (t[0] != ' ' || (t[1] != 'w' && t[1] != 'b'))
        return refuse(why, "after the board one space and the side to move, w or b; %s",
                      shape_hint);
    out->turn = t[1] == 'b';
    *text = t + 2;
    return true;
}

static bool read_hand(const Game *game, const char **text, int c, Pos *out, char *why)
{
    uint64_t n;
    const char *t = *text;
    if (*t++ != ' ' || !str_read_number(&t, morris_rules(game)->men, &n))
        return refuse(why, "%s's hand should be a space and a number from 0 to %d; %s",
                      game->player[c].in[LANG_EN], morris_rules(game)->men, shape_hint);
    out->hand[c] = (uint8_t)n;
    *text = t;
    return true;
}

static bool read_memory(const Game *game, const char **text, int c, Pos *out, char *why)
{
    const char *t = *text;
    if (t[0] == ' ' && t[1] == '-') {
        *text = t + 2;
        return true;
    }
    Point from = POINT_NONE, to = POINT_NONE;
    if (*t++ == ' ' && (from = shape_read_point(&game->shape, &t)) != POINT_NONE && *t++ == '-')
        to = shape_read_point(&game->shape, &t);
    if (to == POINT_NONE || from == to)
        return refuse(why,
                      "%s's last mill-opening move should be two different points such as a7-d7, "
                      "or - for none; expected BOARD SIDE HANDW HANDB LASTW LASTB",
                      game->player[c].in[LANG_EN]);
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

static bool check_men(const Game *game, const Pos *pos, char *why)
{
    const MorrisRules *r = morris_rules(game);
    int men[2] = {count_men(r, pos, 0), count_men(r, pos, 1)};
    for (int c = 0; c < 2; c++) {
        const char *name = game->player[c].in[LANG_EN];
        if (men[c] > r->men)
            return refuse(why, "%s has %d men in hand and on the board; at most %d are allowed",
                          name, men[c], r->men);
        if (r->stacking && men[c] < r->men)
            return refuse(why,
                          "%s has %d men in hand, on the board and in stacks; exactly %d are "
                          "needed, nothing leaves the board here",
                          name, men[c], r->men);
    }
    if (!r->stacking && men[0] < MORRIS_MEN_LEAST && men[1] < MORRIS_MEN_LEAST)
        return refuse(why, "both sides have fewer than three men; one must have three or more");
    return true;
}

bool morris_read_pos(const Game *game, const char *text, Pos *out, char *why)
{
    const MorrisRules *r = morris_rules(game);
    Pos pos = {0};
    if (!read_board(game, &text, &pos, why) || !read_side(&text, &pos, why))
        return false;
    for (int c = 0; c < 2; c++)
        if (!read_hand(game, &text, c, &pos, why))
            return false;
    for (int c = 0; c < 2 && r->no_remill; c++)
        if (!read_memory(game, &text, c, &pos, why))
            return false;
    if (*text)
        return refuse(why, "there is more text after the last field; %s%s", shape_hint,
                      r->no_remill ? " LASTW LASTB" : "");
    if (!check_men(game, &pos, why))
        return false;
    pos.key = game->ops->key(game, &pos);
    *out = pos;
    return true;
}
