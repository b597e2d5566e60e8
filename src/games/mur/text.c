/* SPDX-License-Identifier: MIT */
/* Position and move text of MUR: BOARD SIDE SCOREB SCOREW, and with chain=both the marked points.
 *
 *   ......../......../......../k b 0 0      .wbbw.bw/wb..w..b/k......./. b 0 0 a3h2
 *
 * BOARD has ring 3, ring 2, ring 1, each from spoke a to h, and the centre. The reader is one pass
 * over the text; nothing is written to *out before all of it is right. */
#include "games/mur/mur.h"

#include "base/bits.h"

static const char *hint(const Game *game, Lang lang)
{
    static const Text plain = {
        {"expected BOARD SIDE SCOREB SCOREW", "書式は BOARD SIDE SCOREB SCOREW です"}};
    static const Text marked = {{"expected BOARD SIDE SCOREB SCOREW MARKED",
                                 "書式は BOARD SIDE SCOREB SCOREW MARKED です"}};
    return (mur_rules(game)->chain_both ? &marked : &plain)->in[lang];
}

/* The point of character number i of the board, slashes left out. */
static int point_of_place(int i)
{
    return i == 24 ? 0 : 3 * (i % 8) + 3 - i / 8;
}

void mur_write_points(const Game *game, uint32_t points, Str *out)
{
    for (uint64_t rest = points; rest;)
        str_add(out, game->shape.point[bits_pop(&rest)].name);
}

void mur_write_pos(const Game *game, const Pos *pos, Str *out)
{
    uint8_t board[MUR_POINTS];
    game->ops->board(game, pos, board);
    for (int i = 0; i < MUR_POINTS; i++) {
        uint8_t piece = board[point_of_place(i)];
        str_char(out, piece ? game->pieces[piece].letter : '.');
        if (i % 8 == 7)
            str_char(out, '/');
    }
    str_add(out, pos->turn ? " w " : " b ");
    str_number(out, pos->score[0]);
    str_char(out, ' ');
    str_number(out, pos->score[1]);
    if (!mur_rules(game)->chain_both)
        return;
    str_add(out, mur_marked(pos) ? " " : " -");
    mur_write_points(game, mur_marked(pos), out);
}

/* One character of the board; false if it is none. */
static bool read_piece(char c, int point, int *krakens, Pos *out)
{
    if (c == 'b' || c == 'w')
        out->stones[c == 'w'][0] |= UINT64_C(1) << point;
    if (c == 'k') {
        out->extra[0] = (uint8_t)point;
        ++*krakens;
    }
    return c == '.' || c == 'b' || c == 'w' || c == 'k';
}

static bool check_board(const Game *game, const Pos *pos, int krakens, Lang lang, char *why)
{
    static const Text not_one = {{"the board has {0} krakens (k); it needs exactly one",
                                  "クラーケン（k）が{0}匹います。ちょうど1匹です"}};
    static const Text many = {{"{0} has {1} ships on the board; the fleet has {2}",
                               "盤に{0}の船が{1}隻あります。{2}隻までです"}};
    int most = mur_rules(game)->ships;
    if (krakens != 1)
        return refuse_with(why, lang, &not_one, NUMBER(krakens));
    for (int c = 0; c < 2; c++)
        if (bits_count(pos->stones[c][0]) > most)
            return refuse_with(why, lang, &many, game->player[c].in[lang],
                               NUMBER(bits_count(pos->stones[c][0])), NUMBER(most));
    return true;
}

static bool read_board(const Game *game, const char **text, Lang lang, Pos *out, char *why)
{
    static const Text rings = {
        {"the board needs three rings of eight characters and the centre, separated by '/'",
         "盤は、8文字ずつのリング3つと中央を「/」で区切って書きます"}};
    static const Text wrong = {{"the board has {0} where {1} should stand (one of . b w k); {2}",
                                "盤の{1}のところに{0}があります。書けるのは . b w k です。{2}"}};
    static const Text ended = {{"the board has ended where {0} should stand (one of . b w k); {1}",
                                "盤が{0}の前で終わっています。書けるのは . b w k です。{1}"}};
    const char *t = *text;
    int krakens = 0;
    for (int i = 0; i < MUR_POINTS; i++, t++) {
        int point = point_of_place(i);
        if (i && i % 8 == 0 && *t++ != '/')
            return refuse_text(why, lang, &rings);
        if (!read_piece(*t, point, &krakens, out)) {
            const char *name = game->shape.point[point].name, *help = hint(game, lang);
            return *t ? refuse_with(why, lang, &wrong, QUOTED(t, 1), name, help)
                      : refuse_with(why, lang, &ended, name, help);
        }
    }
    *text = t;
    return check_board(game, out, krakens, lang, why);
}

static bool read_side(const Game *game, const char **text, Lang lang, Pos *out, char *why)
{
    static const Text wrong = {{"after the board one space and the side to move, b or w; {0}",
                                "盤のあとには空白1つと手番（bかw）を書きます。{0}"}};
    const char *t = *text;
    if (t[0] != ' ' || (t[1] != 'b' && t[1] != 'w'))
        return refuse_with(why, lang, &wrong, hint(game, lang));
    out->turn = t[1] == 'w';
    *text = t + 2;
    return true;
}

static bool read_score(const Game *game, const char **text, int c, Lang lang, Pos *out, char *why)
{
    static const Text wrong = {{"{0}'s score should be a space and a number from 0 to {1}; {2}",
                                "{0}の得点は、空白のあとに0から{1}の数で書きます。{2}"}};
    uint64_t n;
    const char *t = *text;
    if (*t++ != ' ' || !str_read_number(&t, MUR_SCORE_MAX, &n))
        return refuse_with(why, lang, &wrong, game->player[c].in[lang], NUMBER(MUR_SCORE_MAX),
                           hint(game, lang));
    out->score[c] = (uint8_t)n;
    *text = t;
    return true;
}

/* " -" or the names of points with ships, each once. */
static bool read_marked(const Game *game, const char **text, Lang lang, Pos *out, char *why)
{
    static const Text no_ship = {{"{0} cannot be marked: name points with ships, each once",
                                  "{0}に印は付けられません。船のある交点を1回ずつ書いてください"}};
    static const Text wrong = {
        {"the last field should be the marked ships' points such as a3h2, or - for none; {0}",
         "最後の項目は、印の付いた船の交点（a3h2など）か、なければ - と書きます。{0}"}};
    uint64_t marked = 0, ships = out->stones[0][0] | out->stones[1][0];
    const char *t = *text;
    if (t[0] == ' ' && t[1] == '-') {
        *text = t + 2;
        return true;
    }
    if (*t++ == ' ') {
        for (Point p; (p = shape_read_point(&game->shape, &t)) != POINT_NONE;) {
            uint64_t bit = UINT64_C(1) << p;
            if (!(ships & bit) || marked & bit)
                return refuse_with(why, lang, &no_ship, game->shape.point[p].name);
            marked |= bit;
        }
    }
    if (!marked)
        return refuse_with(why, lang, &wrong, hint(game, lang));
    out->stones[1][2] = marked;
    *text = t;
    return true;
}

bool mur_read_pos(const Game *game, const char *text, Lang lang, Pos *out, char *why)
{
    static const Text more = {{"there is more text after the last field; {0}",
                               "最後の項目のあとに余分な文字があります。{0}"}};
    Pos pos = {0};
    if (!read_board(game, &text, lang, &pos, why) || !read_side(game, &text, lang, &pos, why))
        return false;
    for (int c = 0; c < 2; c++)
        if (!read_score(game, &text, c, lang, &pos, why))
            return false;
    if (mur_rules(game)->chain_both && !read_marked(game, &text, lang, &pos, why))
        return false;
    if (*text)
        return refuse_with(why, lang, &more, hint(game, lang));
    pos.key = mur_key(game, &pos);
    *out = pos;
    return true;
}

void mur_write_move(const Game *game, const Pos *pos, Move move, Str *out)
{
    MurPlay play = mur_play(pos, move);
    if (play.kind == MUR_WITHDRAW) {
        str_char(out, 'x');
        mur_write_points(game, play.withdrawn, out);
        return;
    }
    if (play.kind == MUR_PLACE) {
        str_char(out, '+');
    } else {
        str_add(out, game->shape.point[play.from].name);
        str_char(out, '-');
    }
    str_add(out, game->shape.point[play.to].name);
    if (play.land != POINT_NONE) {
        str_char(out, '*');
        str_add(out, game->shape.point[play.land].name);
    }
}
