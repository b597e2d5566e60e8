/* SPDX-License-Identifier: MIT */
/* Position text of Morelli: BOARD SIDE PHASE. Rows from the top, runs of empty cells as numbers:
 *
 *   bwwwwwbwb/w7w/w7w/b7w/b7w/b7w/b7b/b7b/wbwbbbbbw b play
 *
 * The reader is one pass over the text; nothing is written to *out before all of it is right. */
#include "games/morelli/morelli.h"

static const Text hint = {{"expected BOARD SIDE PHASE", "書式は BOARD SIDE PHASE です"}};

/* --- Writing
 * ------------------------------------------------------------------------------------*/

static void write_row(const Game *game, const uint8_t *board, int y, Str *out)
{
    int size = morelli_rules(game)->size, run = 0;
    for (int x = 0; x < size; x++) {
        uint8_t piece = board[x * size + y];
        if (!piece) {
            run++;
            continue;
        }
        if (run)
            str_number(out, (uint64_t)run);
        run = 0;
        str_char(out, game->pieces[piece].letter);
    }
    if (run)
        str_number(out, (uint64_t)run);
}

void morelli_write_pos(const Game *game, const Pos *pos, Str *out)
{
    uint8_t board[POINTS_MAX];
    game->ops->board(game, pos, board);
    for (int y = morelli_rules(game)->size - 1; y >= 0; y--) {
        write_row(game, board, y, out);
        str_char(out, y ? '/' : ' ');
    }
    str_add(out, pos->turn ? "w " : "b ");
    str_add(out, pos->phase == PHASE_PLACE ? "place" : "play");
}

/* --- Reading
 * ------------------------------------------------------------------------------------*/

/* Puts the piece of one letter on a cell. */
static bool put(const Game *game, int point, char letter, Lang lang, Pos *out, char *why)
{
    static const Text throned_man = {
        {"a man is on {0}, the throne; only a king (B or W) can be there",
         "玉座{0}にコマがあります。置けるのは王（BかW）だけです"}};
    static const Text king_off = {{"a king is on {0}; kings are on the throne, {1}, or nowhere",
                                   "王が{0}にいます。王がいられるのは玉座{1}だけです"}};
    static const Text wrong = {{"the board has {0} on {1}; it is made of b w B W . and numbers",
                                "盤の{1}に{0}があります。書けるのは b w B W . と数字です"}};
    const MorelliRules *r = morelli_rules(game);
    int cell = r->cell[point];
    bool throne = cell == MORELLI_THRONE, white = letter == 'w' || letter == 'W';
    const char *name = game->shape.point[point].name;
    if (letter == 'b' || letter == 'w') {
        if (throne)
            return refuse_with(why, lang, &throned_man, name);
        morelli_flip(out->stones[white], cell);
        return true;
    }
    if (letter == 'B' || letter == 'W') {
        if (!throne)
            return refuse_with(why, lang, &king_off, name,
                               game->shape.point[r->point[MORELLI_THRONE]].name);
        MORELLI_KING(out) = white ? 2 : 1;
        return true;
    }
    return refuse_with(why, lang, &wrong, QUOTED(&letter, 1), name);
}

/* One row, up to what ends it. */
static bool read_row(const Game *game, const char **text, int y, Lang lang, Pos *out, char *why)
{
    static const Text bad_run = {{"row {0} has a run of empty cells that is not 1 to {1}",
                                  "{0}行目の空きマスの数は1から{1}までです"}};
    static const Text fewer = {
        {"row {0} has fewer than {1} cells", "{0}行目のマスが{1}個より少ないです"}};
    static const Text more = {
        {"row {0} has more than {1} cells", "{0}行目のマスが{1}個より多いです"}};
    const char *t = *text;
    uint64_t size = morelli_rules(game)->size, run;
    uint64_t x = 0;
    while (*t && *t != '/' && *t != ' ' && x <= size) {
        if (*t >= '0' && *t <= '9') {
            if (!str_read_number(&t, size, &run) || run == 0)
                return refuse_with(why, lang, &bad_run, NUMBER(y + 1), NUMBER(size));
            x += run;
        } else if (*t == '.') {
            x++, t++;
        } else if (x < size) {
            if (!put(game, (int)(x++ * size) + y, *t++, lang, out, why))
                return false;
        } else {
            x++;
        }
    }
    if (x != size)
        return refuse_with(why, lang, x < size ? &fewer : &more, NUMBER(y + 1), NUMBER(size));
    *text = t;
    return true;
}

static bool read_board(const Game *game, const char **text, Lang lang, Pos *out, char *why)
{
    static const Text rows = {{"the board needs {0} rows separated by '/', then a space; {1}",
                               "盤は、{0}行を「/」で区切り、最後に空白を書きます。{1}"}};
    int size = morelli_rules(game)->size;
    for (int y = size - 1; y >= 0; y--) {
        if (!read_row(game, text, y, lang, out, why))
            return false;
        if (**text != (y ? '/' : ' '))
            return refuse_with(why, lang, &rows, NUMBER(size), hint.in[lang]);
        ++*text;
    }
    return true;
}

static bool read_rest(const char *text, Lang lang, Pos *out, char *why)
{
    static const Text side = {{"after the board one space and the side to move, b or w; {0}",
                               "盤のあとには空白1つと手番（bかw）を書きます。{0}"}};
    static const Text phase = {{"after the side one space and the phase, play or place; {0}",
                                "手番のあとには空白1つと段階（playかplace）を書きます。{0}"}};
    if (*text != 'b' && *text != 'w')
        return refuse_with(why, lang, &side, hint.in[lang]);
    out->turn = *text++ == 'w';
    if (strcmp(text, " play") != 0 && strcmp(text, " place") != 0)
        return refuse_with(why, lang, &phase, hint.in[lang]);
    out->phase = strcmp(text, " place") == 0 ? PHASE_PLACE : PHASE_PLAY;
    return true;
}

/* Is there an enemy man opposite every man? */
static bool is_paired(const MorelliRules *r, const Pos *pos)
{
    for (int p = 0; p < r->size * r->size; p++)
        if (morelli_has(pos->stones[0], r->cell[p]) !=
            morelli_has(pos->stones[1], 2 * MORELLI_THRONE - r->cell[p]))
            return false;
    return true;
}

/* Black's men among the first n that are placed one by one. */
static int black_share(const MorelliRules *r, int n)
{
    int share = 0;
    for (int i = 0; i < n; i++)
        share += morelli_placer(r, i) == 0;
    return share;
}

/* While placing, only what placing can have led to. */
static bool check_place(const Game *game, const Pos *pos, Lang lang, char *why)
{
    static const Text no_placing = {{"this set-up has no placing; the phase is play",
                                     "この並べ方に配置の段階はありません。段階はplayです"}};
    static const Text off_band = {{"a man is off the outer band while men are being placed",
                                   "配置の途中なのに、外側の帯でないマスにコマがあります"}};
    static const Text king = {
        {"there is a king while men are being placed", "配置の途中なのに王がいます"}};
    static const Text all_placed = {
        {"all men are placed; the phase is play", "コマはすべて配置済みです。段階はplayです"}};
    static const Text unpaired = {
        {"while pairs are placed every man has an enemy man opposite",
         "組で置くあいだは、どのコマの向かいにも相手のコマがあるはずです"}};
    static const Text colours = {
        {"of {0} men placed in turn {1} are black, not {2}",
         "順に置いた{0}個のうち黒は{1}個のはずです（{2}個ではありません）"}};
    static const Text next = {
        {"with {0} men placed {1} places next", "{0}個置いたあとに置くのは{1}です"}};
    const MorelliRules *r = morelli_rules(game);
    int black = morelli_men(pos, 0), men = black + morelli_men(pos, 1);
    if (!morelli_has_placing(r))
        return refuse_text(why, lang, &no_placing);
    for (int w = 0; w < 3; w++)
        if ((pos->stones[0][w] | pos->stones[1][w]) & ~r->outer.word[w])
            return refuse_text(why, lang, &off_band);
    if (MORELLI_KING(pos))
        return refuse_text(why, lang, &king);
    if (men == 2 * r->men)
        return refuse_text(why, lang, &all_placed);
    if (r->setup != SETUP_FREE && !is_paired(r, pos))
        return refuse_text(why, lang, &unpaired);
    if (r->setup == SETUP_FREE && black != black_share(r, men))
        return refuse_with(why, lang, &colours, NUMBER(men), NUMBER(black_share(r, men)),
                           NUMBER(black));
    if (pos->turn != morelli_placer(r, men))
        return refuse_with(why, lang, &next, NUMBER(men),
                           game->player[morelli_placer(r, men)].in[lang]);
    return true;
}

static bool check_play(const Game *game, const Pos *pos, Lang lang, char *why)
{
    static const Text many = {
        {"there are {0} men; the set has {1}", "コマが{0}個あります。全部で{1}個までです"}};
    int men = morelli_men(pos, 0) + morelli_men(pos, 1), most = 2 * morelli_rules(game)->men;
    return men <= most || refuse_with(why, lang, &many, NUMBER(men), NUMBER(most));
}

bool morelli_read_pos(const Game *game, const char *text, Lang lang, Pos *out, char *why)
{
    Pos pos = {0};
    if (!read_board(game, &text, lang, &pos, why) || !read_rest(text, lang, &pos, why))
        return false;
    if (!(pos.phase == PHASE_PLACE ? check_place : check_play)(game, &pos, lang, why))
        return false;
    pos.key = morelli_key(game, &pos);
    *out = pos;
    return true;
}
