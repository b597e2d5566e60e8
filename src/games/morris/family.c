/* SPDX-License-Identifier: MIT */
/* The Morris family: its games and options as tables, and how a variant is made from them. */
#include "games/morris/morris.h"

#include "base/bits.h"

#include <assert.h>

enum { ROW_NINE, ROW_SIX, ROW_TWELVE, ROW_STACKING, ROW_COUNT };
enum { OPTION_FLYING, OPTION_DIAGONALS, OPTION_REMOVE, OPTION_NO_REMILL, OPTION_COUNT };

#define ROWS_CAPTURING (1u << ROW_NINE | 1u << ROW_SIX | 1u << ROW_TWELVE)

static const GameRow rows[ROW_COUNT] = {
    [ROW_NINE] = {"nine",
                  {{"Nine Men's Morris", "ナイン・メンズ・モリス"}},
                  {{"the classic: three squares, nine men each; three in a line take an enemy man",
                    "三重の四角に9個ずつ。3つ並べて相手のコマを取る、いちばん有名なモリス"}}},
    [ROW_SIX] = {"six",
                 {{"Six Men's Morris", "シックス・メンズ・モリス"}},
                 {{"two squares, six men each: a short game",
                   "二重の四角に6個ずつ。短時間で遊べるモリス"}}},
    [ROW_TWELVE] = {"twelve",
                    {{"Twelve Men's Morris", "トゥエルブ・メンズ・モリス"}},
                    {{"three squares with diagonals, twelve men each (close to Morabaraba)",
                      "斜めの線も使い12個ずつ。モラバラバに近いモリス"}}},
    [ROW_STACKING] = {"stacking",
                      {{"Stacking Morris", "スタッキング・モリス"}},
                      {{"mills put enemy men under your own; three of your stacks in a line win",
                        "ミルで相手のコマを自分の下に積む。スタックを3つ並べれば勝ち"}}},
};

/* A number of men that does not compile where arrays are not large enough for it. */
#define MEN(n, most)                                                                               \
    ((n) + 0 * sizeof(struct {                                                                     \
               _Static_assert((n) <= (most), "move lists are sized for fewer men: " #most);        \
               char unused;                                                                        \
           }))

static const struct {
    uint8_t squares, men;
    bool diagonals, stacking;
    MorrisWeights weights; /* `concentric tune` fits new ones */
} values[ROW_COUNT] = {
    [ROW_NINE] = {3, MEN(9, MORRIS_MEN_MAX), false, false, WEIGHTS_NINE},
    [ROW_SIX] = {2, MEN(6, MORRIS_MEN_MAX), false, false, WEIGHTS_SIX},
    [ROW_TWELVE] = {3, MEN(12, MORRIS_MEN_MAX), true, false, WEIGHTS_TWELVE},
    [ROW_STACKING] = {3, MEN(9, STACKING_MEN_MAX), true, true, WEIGHTS_STACKING},
};

static const Option options[OPTION_COUNT] = {
    [OPTION_FLYING] = {.name = "flying",
                       .rows = ROWS_CAPTURING,
                       .help = {{"a player down to three men may move to any empty point",
                                 "残り3個になったら好きな空点へ飛べる"}}},
    [OPTION_DIAGONALS] = {.name = "diagonals",
                          .rows = 1u << ROW_NINE | 1u << ROW_SIX,
                          .help = {{"men may move along the diagonals; diagonal lines are no mills",
                                    "斜めの線でも動ける（斜めのミルはなし）"}}},
    [OPTION_REMOVE] =
        {.name = "remove",
         .values = {"1", "2"},
         .value_help = {{{"one man, however many mills", "ミルがいくつでも取るのは1個"}},
                        {{"two men for two or more mills", "ミルが2つ以上なら2個取る"}}},
         .rows = ROWS_CAPTURING,
         .help = {{"men taken by a turn that completes two or more mills",
                   "一度に2つ以上のミルができたときに取る数"}}},
    [OPTION_NO_REMILL] = {.name = "no-remill",
                          .rows = ROWS_CAPTURING,
                          .help = {{"a mill opened by a move may not be closed by the next one",
                                    "開いたミルをすぐ次の手で閉じることはできない"}}},
};

static const Text players[2] = {{{"White", "白"}}, {{"Black", "黒"}}};

enum { PIECE_WHITE = 1, PIECE_BLACK, PIECE_WHITE_STACK, PIECE_BLACK_STACK, PIECE_END };

static const Text man = {{"man", "コマ"}};

static const Piece pieces[PIECE_END] = {
    [PIECE_WHITE] = {'w', 0, SHADE_WHITE, FORM_MAN, {{"white man", "白いコマ"}}},
    [PIECE_BLACK] = {'b', 1, SHADE_BLACK, FORM_MAN, {{"black man", "黒いコマ"}}},
    [PIECE_WHITE_STACK] = {'W', 0, SHADE_WHITE, FORM_STACK, {{"white stack", "白いスタック"}}},
    [PIECE_BLACK_STACK] = {'B', 1, SHADE_BLACK, FORM_STACK, {{"black stack", "黒いスタック"}}},
};

const Text morris_blocked = {{"the opponent has no legal move", "相手に指せる手がない"}};
const Text morris_few_men = {
    {"the opponent has fewer than three men", "相手のコマが3個より少なくなった"}};
const Text morris_full_board = {
    {"the board is full and nobody took a man", "誰もコマを取らずに盤が埋まった"}};
const Text morris_stack_line = {{"three stacks in a line", "スタックが3つ並んだ"}};

void morris_start(const Game *game, uint64_t seed, Pos *out)
{
    (void)seed;
    const MorrisRules *r = morris_rules(game);
    *out = (Pos){.hand = {r->men, r->men}};
    out->key = game->ops->key(game, out);
}

/* The points under a symmetry. */
uint64_t morris_map(uint64_t points, const Point *to)
{
    uint64_t mapped = 0;
    while (points)
        mapped |= UINT64_C(1) << to[bits_pop(&points)];
    return mapped;
}

Outcome morris_agreed(const Game *game, const Pos *pos)
{
    static const Text reason = {{"by agreement", "合意による"}};
    (void)game, (void)pos;
    return (Outcome){WINNER_DRAW, &reason};
}

static bool open_variant(Game *game, Lang lang, char *why)
{
    (void)lang, (void)why; /* every combination that the option table admits is a game */
    int row = (int)(game->row - rows);
    MorrisRules *r = (MorrisRules *)(uintptr_t)game->rules;
    *r = (MorrisRules){
        .squares = values[row].squares,
        .men = values[row].men,
        .stacking = values[row].stacking,
        .weights = (uint8_t)values[row].weights,
        .flying = game->option[OPTION_FLYING],
        .diagonal_moves = values[row].diagonals || game->option[OPTION_DIAGONALS],
        .diagonal_mills = values[row].diagonals,
        .remove = (uint8_t)(game->option[OPTION_REMOVE] + 1),
        .no_remill = game->option[OPTION_NO_REMILL],
    };
    assert(r->weights != WEIGHTS_UNSET);
    morris_make_board(r, &game->shape);
    game->player = players;
    game->man = &man;
    game->pieces = pieces;
    game->piece_count = r->stacking ? PIECE_END : PIECE_WHITE_STACK;
    game->repeats = true;
    if (r->stacking)
        morris_stacking_open(game);
    else
        morris_plain_open(game);
    return true;
}

const Family morris_family = {
    .id = "morris",
    .title = {{"Morris", "モリス"}},
    .rows = rows,
    .row_count = ROW_COUNT,
    .options = options,
    .option_count = OPTION_COUNT,
    .rules_size = sizeof(MorrisRules),
    .open = open_variant,
};
