/* SPDX-License-Identifier: MIT */
/* The Morelli family: one game, three options, and how a variant is made from them. */
#include "games/morelli/morelli.h"

enum { OPTION_SIZE, OPTION_EDITION, OPTION_SETUP, OPTION_COUNT };

static const GameRow rows[] = {
    {"morelli",
     {{"Morelli", "モレリ"}},
     {{"a rainbow board: men move inward, capture by flanking, and four in a square about the "
       "throne crown your king",
       "虹色の盤。コマは内側へ進み、はさんで裏返し、玉座を囲む四つ組で王を玉座に就ける"}}},
};

static const uint8_t sizes[] = {13, 11, 9, 7};

static const Option options[OPTION_COUNT] = {
    [OPTION_SIZE] = {.name = "size",
                     .values = {"13", "11", "9", "7"},
                     .value_help = {{{"24 men each", "各24個"}},
                                    {{"20 men each", "各20個"}},
                                    {{"16 men each", "各16個"}},
                                    {{"12 men each", "各12個"}}},
                     .rows = 1,
                     .help = {{"cells along one side of the board", "盤の一辺のマス数"}}},
    [OPTION_EDITION] =
        {.name = "edition",
         .values = {"revised", "mindsports", "nestor"},
         .value_help = {{{"the designer's revised rules of 2015: captures are compulsory",
                          "作者による2015年の改訂版。捕獲は義務"}},
                        {{"as played at MindSports: captures are compulsory",
                          "MindSports版。捕獲は義務"}},
                        {{"the nestorgames rules: captures and the centre are optional",
                          "nestorgames版。捕獲も中央の占有も任意"}}},
         .rows = 1,
         .help = {{"whose rules are played", "どの版のルールで遊ぶか"}}},
    [OPTION_SETUP] =
        {.name = "setup",
         .values = {"random", "pairs", "pairs1", "facing", "adjacent", "free", "blocks", "scatter"},
         .value_help = {{{"drawn from a seed, opposite cells of opposite colours",
                          "シードから決まる。向かい合うマスは逆の色"}},
                        {{"players place opposite pairs: one, two, two, ..., one",
                          "向かい合う組を交互に置く：1、2、2、…、1組"}},
                        {{"players place opposite pairs one by one",
                          "向かい合う組を1組ずつ交互に置く"}},
                        {{"each side on two facing edges", "向かい合う2辺ずつ"}},
                        {{"each side on two adjoining edges", "隣り合う2辺ずつ"}},
                        {{"players place single men: one, two, two, ..., one",
                          "コマを自由に置く：1、2、2、…、1個"}},
                        {{"alternating blocks, as at Boardspace; not on 7",
                          "色のかたまりが交互に並ぶ（Boardspace）。7では不可"}},
                        {{"shuffled from a seed, every edge balanced, as at Boardspace",
                          "シードから混ぜる。各辺は同数（Boardspace）"}}},
         .fallback = SETUP_RANDOM,
         .except = {.used = true,
                    .option = OPTION_EDITION,
                    .value = EDITION_NESTOR,
                    .fallback = SETUP_FACING},
         .rows = 1,
         .help = {{"how the men stand at the start", "開始時の並べ方"}}},
};

static const Text players[2] = {{{"Black", "黒"}}, {{"White", "白"}}};

static const Text man = {{"man", "コマ"}}, stone = {{"stone", "コマ"}};

static const Piece men_and_kings[PIECE_END] = {
    [PIECE_BLACK] = {'b', 0, SHADE_BLACK, FORM_MAN, {{"black man", "黒いコマ"}}},
    [PIECE_WHITE] = {'w', 1, SHADE_WHITE, FORM_MAN, {{"white man", "白いコマ"}}},
    [PIECE_BLACK_KING] = {'B', 0, SHADE_BLACK, FORM_KING, {{"black king", "黒の王"}}},
    [PIECE_WHITE_KING] = {'W', 1, SHADE_WHITE, FORM_KING, {{"white king", "白の王"}}},
};

static const Piece stones_and_towers[PIECE_END] = {
    [PIECE_BLACK] = {'b', 0, SHADE_BLACK, FORM_MAN, {{"black stone", "黒いコマ"}}},
    [PIECE_WHITE] = {'w', 1, SHADE_WHITE, FORM_MAN, {{"white stone", "白いコマ"}}},
    [PIECE_BLACK_KING] = {'B', 0, SHADE_BLACK, FORM_KING, {{"black tower", "黒の塔"}}},
    [PIECE_WHITE_KING] = {'W', 1, SHADE_WHITE, FORM_KING, {{"white tower", "白の塔"}}},
};

static const Prelim seed = {
    .kind = PRELIM_SEED,
    .ask = {{"number of the set-up; the same number gives the same board",
             "配置の番号（同じ番号なら同じ配置）"}},
};

static const Prelim start_mode = {
    .kind = PRELIM_SECRET_PICK,
    .ask = {{"pick a start mode in secret; if the picks differ, the third one is played",
             "開始方法をひそかに選ぶ（違えば残りの一つになる）"}},
    .option = "setup",
    .choices = {"adjacent", "facing", "free"},
};

/* A seeded set-up asks for its number; nestor's three start modes are picked in secret. */
static void set_prelims(Game *game, const MorelliRules *r)
{
    bool seeded = r->setup == SETUP_RANDOM || r->setup == SETUP_SCATTER;
    bool mode = r->setup == SETUP_ADJACENT || r->setup == SETUP_FACING || r->setup == SETUP_FREE;
    if (seeded || (mode && r->edition == EDITION_NESTOR)) {
        game->prelims = seeded ? &seed : &start_mode;
        game->prelim_count = 1;
    }
}

/* Games are long and often drawn: a step of strength takes more sight than elsewhere. On large
 * boards the nodes bind (docs/adr/0031). */
static const Level levels[LEVEL_MAX + 1] = {
    [1] = {1, 1000, 700, 50}, [2] = {2, 2000, 250, 40}, [3] = {3, 3000, 112, 30},
    [4] = {4, 8000, 60, 20},  [5] = {5, 17000, 27, 15}, [6] = {6, 46000, 5, 10},
    [7] = {8, 100000, 1, 8},  [8] = {10, 220000, 0, 6}, [9] = {12, 500000, 0, 4}};

static bool open_variant(Game *game, Lang lang, char *why)
{
    static const Text no_blocks = {
        {"setup=blocks is only for sizes 13, 11 and 9: there is no such pattern for size=7",
         "setup=blocksはsize=13、11、9だけです。size=7にこの並べ方はありません"}};
    MorelliRules *r = (MorelliRules *)(uintptr_t)game->rules;
    r->size = sizes[game->option[OPTION_SIZE]];
    r->men = (uint8_t)(2 * (r->size - 1));
    r->edition = (Edition)game->option[OPTION_EDITION];
    r->setup = (Setup)game->option[OPTION_SETUP];
    if (r->setup == SETUP_BLOCKS && r->size == 7)
        return refuse_text(why, lang, &no_blocks);
    morelli_make_board(r, &game->shape);
    bool nestor = r->edition == EDITION_NESTOR;
    game->ops = &morelli_ops;
    game->player = players;
    game->man = nestor ? &stone : &man;
    game->pieces = nestor ? stones_and_towers : men_and_kings;
    game->piece_count = PIECE_END;
    set_prelims(game, r);
    if (nestor)
        morelli_choice_open(game);
    else
        morelli_play_open(game);
    morelli_set_weights(r, morelli_weights[(r->size - 7) / 2]);
    r->reserve = 2 * r->men * (r->size / 2 - 1);
    game->evaluate = morelli_evaluate;
    game->levels = levels;
    game->unnumbered = UNNUMBERED_TOO_MANY;
    game->rate = nestor ? morelli_rate_choices : morelli_rate;
    game->noisy = morelli_noisy;
    game->quiesce = 3;
    game->futility_margin = 70;
    return true;
}

const Family morelli_family = {
    .id = "morelli",
    .title = {{"Morelli", "モレリ"}},
    .rows = rows,
    .row_count = 1,
    .options = options,
    .option_count = OPTION_COUNT,
    .rules_size = sizeof(MorelliRules),
    .open = open_variant,
};
