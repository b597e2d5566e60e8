/* SPDX-License-Identifier: MIT */
/* The Morris family: its games and options as tables, and how a variant is made from them. */
#include "games/morris/morris.h"

#include "base/bits.h"

#include <assert.h>

enum { ROW_NINE, ROW_SIX, ROW_TWELVE, ROW_STACKING, ROW_COUNT };
enum { OPTION_FLYING, OPTION_DIAGONALS, OPTION_REMOVE, OPTION_NO_REMILL, OPTION_COUNT };

#define ROWS_CAPTURING (1u << ROW_NINE | 1u << ROW_SIX | 1u << ROW_TWELVE)

static const GameRow rows[ROW_COUNT] = {
    [ROW_NINE] =
        {"nine",
         {{"Nine Men's Morris", "ナイン・メンズ・モリス"}},
         LISTED("the classic: three squares, nine men each; three in a line take an enemy man",
                "三重の四角に9個ずつ。3つ並べて相手のコマを取る、いちばん有名なモリス")},
    [ROW_SIX] = {"six",
                 {{"Six Men's Morris", "シックス・メンズ・モリス"}},
                 LISTED("two squares, six men each: a short game",
                        "二重の四角に6個ずつ。短時間で遊べるモリス")},
    [ROW_TWELVE] = {"twelve",
                    {{"Twelve Men's Morris", "トゥエルブ・メンズ・モリス"}},
                    LISTED("three squares with diagonals, twelve men each (close to Morabaraba)",
                           "斜めの線も使い12個ずつ。モラバラバに近いモリス")},
    [ROW_STACKING] = {"stacking",
                      {{"Stacking Morris", "スタッキング・モリス"}},
                      LISTED(
                          "mills put enemy men under your own; three of your stacks in a line win",
                          "ミルで相手のコマを自分のコマの下に積む。スタックを3つ並べれば勝ち")},
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
                       .title = LISTED("Flying", "飛び"),
                       .rows = ROWS_CAPTURING,
                       .help = LISTED(
                           "A player who is down to three men may move to any empty point.",
                           "残り3個になったら、空いた交点のどこへでも飛べます。")},
    [OPTION_DIAGONALS] = {.name = "diagonals",
                          .title = LISTED("Diagonal moves", "斜めの移動"),
                          .rows = 1u << ROW_NINE | 1u << ROW_SIX,
                          .help = LISTED(
                              "The corners are joined, and men may move along these "
                              "lines; a diagonal is never a mill.",
                              "角と角を結ぶ斜めの線でも動けます。斜めの線はミルになりません。")},
    [OPTION_REMOVE] =
        {.name = "remove",
         .title = LISTED("Two mills at once", "同時に2つのミル"),
         .values = {"1", "2"},
         .value_title = {LISTED("Take one man", "1個取る"), LISTED("Take two men", "2個取る")},
         .value_help = {LISTED("However many mills a move completes, one man is taken.",
                               "一度にいくつミルができても、取るのは1個です。"),
                        LISTED("A move that completes two or more mills takes two men.",
                               "一度に2つ以上のミルができたら、2個取ります。")},
         .rows = ROWS_CAPTURING,
         .help = LISTED("How many men are taken by a move that completes two or more mills.",
                        "一度に2つ以上のミルができたときに取るコマの数です。")},
    [OPTION_NO_REMILL] = {.name = "no-remill",
                          .title = LISTED("No shuttling", "往復の禁止"),
                          .rows = ROWS_CAPTURING,
                          .help = LISTED(
                              "A mill that you open may not be closed again by your very "
                              "next move.",
                              "開いたミルを、自分のすぐ次の手で閉じることはできません。")},
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

const Reason morris_blocked = {
    {{"the opponent has no legal move", "相手に指せる手がない"}},
    {{"{1} had no move left", "{1}に指せる手がなくなりました"}},
};
/* With remove=2 one man may be left. */
const Reason morris_few_men = {
    {{"the opponent has fewer than three men", "相手のコマが2個以下になった"}},
    {{"{0} took {4} of {3} men", "{0}が{3}コマを{4}個取りました"}},
};
const Reason morris_full_board = {
    .clause = {{"the board is full and nobody took a man",
                "どちらもコマを取らないまま盤が埋まった"}},
};
const Reason morris_stack_line = {
    {{"three stacks in a line", "スタックが3つ並んだ"}},
    {{"{0} had three stacks in a line", "{0}がスタックを3つ並べました"}},
};

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
    static const Reason reason = {.clause = {{"by agreement", "合意による終局"}}};
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
    .short_plies = 12,
    .rules_size = sizeof(MorrisRules),
    .open = open_variant,
};
