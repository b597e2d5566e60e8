/* SPDX-License-Identifier: MIT */
/* Position text of Morelli: BOARD SIDE PHASE. Rows from the top, runs of empty cells as numbers:
 *
 *   bwwwwwbwb/w7w/w7w/b7w/b7w/b7w/b7b/b7b/wbwbbbbbw b play
 *
 * The reader is one pass over the text; nothing is written to *out before all of it is right. */
#include "games/morelli/morelli.h"

static const char *const shape_hint = "expected BOARD SIDE PHASE";

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
static bool put(const Game *game, int point, char letter, Pos *out, char *why)
{
    const MorelliRules *r = morelli_rules(game);
    int cell = r->cell[point];
    bool throne = cell == MORELLI_THRONE, white = letter == 'w' || letter == 'W';
    const char *name = game->shape.point[point].name;
    if (letter == 'b' || letter == 'w') {
        if (throne)
            return refuse(why, "a man is on %s, the throne; only a king (B or W) can be there",
                          name);
        morelli_flip(out->stones[white], cell);
        return true;
    }
    if (letter == 'B' || letter == 'W') {
        if (!throne)
            return refuse(why, "a king is on %s; kings are on the throne, %s, or nowhere", name,
                          game->shape.point[r->point[MORELLI_THRONE]].name);
        MORELLI_KING(out) = white ? 2 : 1;
        return true;
    }
    char found[2] = {letter, '\0'}, quoted[16];
    Str s = str_over(quoted, sizeof quoted);
    str_quote(&s, found);
    return refuse(why, "the board has %s on %s; it is made of b w B W . and numbers", quoted, name);
}

/* One row, up to what ends it. */
static bool read_row(const Game *game, const char **text, int y, Pos *out, char *why)
{
    const char *t = *text;
    uint64_t size = morelli_rules(game)->size, run;
    uint64_t x = 0;
    while (*t && *t != '/' && *t != ' ' && x <= size) {
        if (*t >= '0' && *t <= '9') {
            if (!str_read_number(&t, size, &run) || run == 0)
                return refuse(why, "row %d has a run of empty cells that is not 1 to %d", y + 1,
                              (int)size);
            x += run;
        } else if (*t == '.') {
            x++, t++;
        } else if (x < size) {
            if (!put(game, (int)(x++ * size) + y, *t++, out, why))
                return false;
        } else {
            x++;
        }
    }
    if (x != size)
        return refuse(why, "row %d has %s than %d cells", y + 1, x < size ? "fewer" : "more",
                      (int)size);
    *text = t;
    return true;
}

static bool read_board(const Game *game, const char **text, Pos *out, char *why)
{
    int size = morelli_rules(game)->size;
    for (int y = size - 1; y >= 0; y--) {
        if (!read_row(game, text, y, out, why))
            return false;
        if (**text != (y ? '/' : ' '))
            return refuse(why, "the board needs %d rows separated by '/', then a space; %s", size,
                          shape_hint);
        ++*text;
    }
    return true;
}

static bool read_rest(const char *text, Pos *out, char *why)
{
    if (*text != 'b' && *text != 'w')
        return refuse(why, "after the board one space and the side to move, b or w; %s",
                      shape_hint);
    out->turn = *text++ == 'w';
    if (strcmp(text, " play") != 0 && strcmp(text, " place") != 0)
        return refuse(why, "after the side one space and the phase, play or place; %s", shape_hint);
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
static bool check_place(const Game *game, const Pos *pos, char *why)
{
    const MorelliRules *r = morelli_rules(game);
    int black = morelli_men(pos, 0), men = black + morelli_men(pos, 1);
    if (!morelli_has_placing(r))
        return refuse(why, "this set-up has no placing; the phase is play");
    for (int w = 0; w < 3; w++)
        if ((pos->stones[0][w] | pos->stones[1][w]) & ~r->outer.word[w])
            return refuse(why, "a man is off the outer band while men are being placed");
    if (MORELLI_KING(pos))
        return refuse(why, "there is a king while men are being placed");
    if (men == 2 * r->men)
        return refuse(why, "all men are placed; the phase is play");
    if (r->setup != SETUP_FREE && !is_paired(r, pos))
        return refuse(why, "while pairs are placed every man has an enemy man opposite");
    if (r->setup == SETUP_FREE && black != black_share(r, men))
        return refuse(why, "of %d men placed in turn %d are black, not %d", men,
                      black_share(r, men), black);
    if (pos->turn != morelli_placer(r, men))
        return refuse(why, "with %d men placed %s places next", men,
                      game->player[morelli_placer(r, men)].in[LANG_EN]);
    return true;
}

static bool check_play(const Game *game, const Pos *pos, char *why)
{
    int men = morelli_men(pos, 0) + morelli_men(pos, 1), most = 2 * morelli_rules(game)->men;
    return men <= most || refuse(why, "there are %d men; the set has %d", men, most);
}

bool morelli_read_pos(const Game *game, const char *text, Pos *out, char *why)
{
    Pos pos = {0};
    if (!read_board(game, &text, &pos, why) || !read_rest(text, &pos, why))
        return false;
    if (!(pos.phase == PHASE_PLACE ? check_place : check_play)(game, &pos, why))
        return false;
    pos.key = morelli_key(game, &pos);
    *out = pos;
    return true;
}
