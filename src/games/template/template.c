/* SPDX-License-Identifier: MIT */
/* The smallest complete game, to copy when a new one is written (docs/adding-a-game.md): two
 * players put men on the cells of a 3 x 3 board in turn; three in a line win, a full board is a
 * draw.
 *
 *   3  a3 b3 c3       bits in the order of the point list:   6 7 8
 *   2  a2 b2 c2                                              3 4 5
 *   1  a1 b1 c1                                              0 1 2
 *
 * Words of a position: stones[c][0] men of player c. A move is the bit of its cell. */
#include "games/template/template.h"

#include "base/bits.h"

enum { SIDE = 3, CELLS = SIDE * SIDE, BOARD = (1 << CELLS) - 1, LINES = 8 };

typedef struct TemplateRules {
    uint32_t line[LINES];
    bool misere; /* who makes a line loses */
} TemplateRules;

static const Reason reason_line = {
    {{"three in a line", "3つ並んだ"}},
    {{"There are three in a line", "3つ並びました"}},
};
static const Reason reason_full = {.clause = {{"the board is full", "盤が埋まった"}}};
static const Reason reason_agreed = {.clause = {{"by agreement", "合意による終局"}}};

static const TemplateRules *rules_of(const Game *game)
{
    return game->rules;
}

static bool has_line(const Game *game, uint64_t men)
{
    for (int i = 0; i < LINES; i++)
        if ((men & rules_of(game)->line[i]) == rules_of(game)->line[i])
            return true;
    return false;
}

static int template_moves(const Game *game, const Pos *pos, Move *out)
{
    int n = 0;
    if (has_line(game, pos->stones[0][0]) || has_line(game, pos->stones[1][0]))
        return 0;
    for (uint64_t empty = BOARD & ~(pos->stones[0][0] | pos->stones[1][0]); empty;)
        out[n++] = UINT64_C(1) << bits_pop(&empty);
    return n;
}

static uint64_t template_key(const Game *game, const Pos *pos)
{
    (void)game;
    return bits_mix(pos->stones[0][0] | pos->stones[1][0] << CELLS |
                    (uint64_t)pos->turn << 2 * CELLS);
}

static void template_apply(const Game *game, const Pos *pos, Move move, Pos *next)
{
    *next = *pos;
    next->stones[pos->turn][0] |= move;
    next->turn = !pos->turn;
    next->key = template_key(game, next);
}

static void template_start(const Game *game, uint64_t seed, Pos *out)
{
    (void)seed;
    *out = (Pos){0};
    out->key = template_key(game, out);
}

static Outcome template_outcome(const Game *game, const Pos *pos)
{
    for (int c = 0; c < 2; c++)
        if (has_line(game, pos->stones[c][0]))
            return (Outcome){c == rules_of(game)->misere ? WINNER_P1 : WINNER_P2, &reason_line};
    if ((pos->stones[0][0] | pos->stones[1][0]) == BOARD)
        return (Outcome){WINNER_DRAW, &reason_full};
    return (Outcome){WINNER_NONE, NULL};
}

static Outcome template_agreed(const Game *game, const Pos *pos)
{
    (void)game, (void)pos;
    return (Outcome){WINNER_DRAW, &reason_agreed};
}

static void template_board(const Game *game, const Pos *pos, uint8_t *out)
{
    (void)game;
    for (int p = 0; p < CELLS; p++)
        out[p] = (uint8_t)((pos->stones[0][0] >> p & 1) + 2 * (pos->stones[1][0] >> p & 1));
}

/* Position text: nine characters in point list order, a space, the side to move. */
static void template_write_pos(const Game *game, const Pos *pos, Str *out)
{
    uint8_t board[CELLS];
    template_board(game, pos, board);
    for (int p = 0; p < CELLS; p++)
        str_char(out, board[p] ? game->pieces[board[p]].letter : '.');
    str_add(out, pos->turn ? " o" : " x");
}

static bool template_read_pos(const Game *game, const char *text, Lang lang, Pos *out, char *why)
{
    static const Text bad_board = {{"the board needs nine characters, each one of . x o",
                                    "盤は9文字です。使えるのは . x o です"}};
    static const Text bad_side = {{"after the board one space and the side to move, x or o",
                                   "盤のあとは空白1つと手番（xかo）です"}};
    static const Text bad_count = {
        {"the numbers of men do not fit the side to move", "コマの数が手番と合いません"}};
    Pos pos = {0};
    for (int p = 0; p < CELLS; p++, text++) {
        if (*text != '.' && *text != 'x' && *text != 'o')
            return refuse_text(why, lang, &bad_board);
        if (*text != '.')
            pos.stones[*text == 'o'][0] |= UINT64_C(1) << p;
    }
    if (text[0] != ' ' || (text[1] != 'x' && text[1] != 'o') || text[2])
        return refuse_text(why, lang, &bad_side);
    pos.turn = text[1] == 'o';
    if (bits_count(pos.stones[0][0]) - bits_count(pos.stones[1][0]) != pos.turn)
        return refuse_text(why, lang, &bad_count);
    pos.key = template_key(game, &pos);
    *out = pos;
    return true;
}

static void template_write_move(const Game *game, const Pos *pos, Move move, Str *out)
{
    (void)pos;
    str_add(out, game->shape.point[bits_first(move)].name);
}

static bool template_read_move(const Game *game, const Pos *pos, const char *text, Lang lang,
                               Move *out, char *why)
{
    static const Text no_cell = {
        {"a move is the name of a cell, a1 to c3", "手はa1からc3までのマスの名前です"}};
    static const Text not_legal = {{"that cell is taken, or the game is over",
                                    "そのマスは埋まっているか、対局が終わっています"}};
    Move scratch[CELLS];
    Point p = shape_read_point(&game->shape, &text);
    if (p == POINT_NONE || *text)
        return refuse_text(why, lang, &no_cell);
    if (!game_is_legal(game, pos, UINT64_C(1) << p, scratch))
        return refuse_text(why, lang, &not_legal);
    *out = UINT64_C(1) << p;
    return true;
}

static int template_path(const Game *game, const Pos *pos, Move move, Step *out)
{
    (void)game, (void)pos;
    out[0] = (Step){(Point)bits_first(move), ROLE_PLACE};
    return 1;
}

static int template_events(const Game *game, const Pos *pos, Move move, Event *out)
{
    out[0] = (Event){.kind = EVENT_PLACED,
                     .player = pos->turn,
                     .piece = (uint8_t)(pos->turn + 1),
                     .from = POINT_NONE,
                     .to = (Point)bits_first(move)};
    return 1 + events_add_outcome(game, pos, move, out + 1);
}

static int template_marks(const Game *game, const Pos *pos, Point at, Mark *out)
{
    int n = 0;
    for (int c = 0; c < 2; c++) {
        for (int i = 0; i < LINES; i++) {
            uint32_t line = rules_of(game)->line[i];
            if ((pos->stones[c][0] & line) == line && (at == POINT_NONE || line >> at & 1))
                out[n++] = (Mark){.kind = MARK_LINE, .player = (uint8_t)c, .points = {{line}}};
        }
    }
    return n;
}

static int template_counters(const Game *game, const Pos *pos, Counter *out)
{
    (void)game, (void)pos, (void)out;
    return 0;
}

static void template_transform(const Game *game, const Pos *pos, const Point *to, Pos *out)
{
    *out = *pos;
    for (int c = 0; c < 2; c++) {
        out->stones[c][0] = 0;
        for (uint64_t men = pos->stones[c][0]; men;)
            out->stones[c][0] |= UINT64_C(1) << to[bits_pop(&men)];
    }
    out->key = template_key(game, out);
}

static const GameOps ops = {
    .start = template_start,
    .key = template_key,
    .outcome = template_outcome,
    .agreed = template_agreed,
    .write_pos = template_write_pos,
    .write_move = template_write_move,
    .read_pos = template_read_pos,
    .read_move = template_read_move,
    .path = template_path,
    .events = template_events,
    .marks = template_marks,
    .counters = template_counters,
    .board = template_board,
    .transform = template_transform,
};

static void make_lines(TemplateRules *rules)
{
    for (int i = 0; i < SIDE; i++) {
        rules->line[i] = 0x7u << SIDE * i;
        rules->line[SIDE + i] = 0x49u << i;
    }
    rules->line[6] = 0x111;
    rules->line[7] = 0x54;
}

static void make_shape(Shape *shape)
{
    shape->style = SHAPE_CELLS;
    shape->width = shape->height = 420;
    shape->cols = 3 + 4 * SIDE;
    shape->rows = SIDE + 1;
    shape->point_count = CELLS;
    for (int p = 0; p < CELLS; p++) {
        int x = p % SIDE, y = SIDE - 1 - p / SIDE;
        shape->point[p] = (ShapePoint){.name = {(char)('a' + x), (char)('1' + p / SIDE)},
                                       .x = (int16_t)(110 + 100 * x),
                                       .y = (int16_t)(60 + 100 * y),
                                       .col = (uint8_t)(4 + 4 * x),
                                       .row = (uint8_t)y};
    }
    shape_add_axes(shape, SIDE, 110, 60, 4, 0, 4, 1);
    /* Four quarter turns, each with and without a reflection. */
    for (int n = 0; n < 8; n++) {
        for (int p = 0; p < CELLS; p++) {
            int x = p % SIDE, y = p / SIDE;
            if (n & 4)
                x = SIDE - 1 - x;
            for (int turns = n & 3; turns > 0; turns--) {
                int old = x;
                x = y;
                y = SIDE - 1 - old;
            }
            shape->symmetry[n][p] = (Point)(SIDE * y + x);
        }
    }
    shape->symmetry_count = 8;
}

static const Text players[2] = {{{"Cross", "先手"}}, {{"Nought", "後手"}}};

static const Piece pieces[] = {
    [1] = {'x', 0, SHADE_BLACK, FORM_MAN, {{"cross", "バツ"}}},
    [2] = {'o', 1, SHADE_WHITE, FORM_MAN, {{"nought", "マル"}}},
};

static bool template_open(Game *game, Lang lang, char *why)
{
    (void)lang, (void)why;
    TemplateRules *rules = (TemplateRules *)(uintptr_t)game->rules;
    make_lines(rules);
    rules->misere = game->option[0];
    make_shape(&game->shape);
    game->moves = template_moves;
    game->apply = template_apply;
    game->moves_max = CELLS;
    game->ops = &ops;
    game->player = players;
    game->pieces = pieces;
    game->piece_count = sizeof pieces / sizeof *pieces;
    return true;
}

static const GameRow rows[] = {
    {"template",
     {{"Template", "ひな形"}},
     {{"three in a line on 3 x 3, for developers", "3×3の三目並べ。開発者向け"}}},
};

static const Option options[] = {
    {.name = "misere", .rows = 1, .help = {{"who makes a line loses", "並べたほうが負け"}}},
};

const Family template_family = {
    .id = "template",
    .title = {{"Template", "ひな形"}},
    .rows = rows,
    .row_count = 1,
    .options = options,
    .option_count = 1,
    .short_plies = 2,
    .rules_size = sizeof(TemplateRules),
    .open = template_open,
};
