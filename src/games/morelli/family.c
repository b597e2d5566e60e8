/* SPDX-License-Identifier: MIT */
/* The Morelli family: one game, three options, and how a variant is made from them. */
#include "games/morelli/morelli.h"

enum { OPTION_SIZE, OPTION_EDITION, OPTION_SETUP, OPTION_COUNT };

static const GameRow rows[] = {
    {"morelli",
     {{"Morelli", "モレリ"}},
     LISTED("a rainbow board: men move inward, capture by flanking, and four in a square about the "
            "throne crown your king",
            "虹色の盤。コマは内側へ進み、はさんで裏返し、玉座を囲む四つ組で王を玉座に就ける")},
};

static const uint8_t sizes[] = {13, 11, 9, 7};

static const Option options[OPTION_COUNT] = {
    [OPTION_SIZE] = {.name = "size",
                     .title = LISTED("Size of the board", "盤の大きさ"),
                     .values = {"13", "11", "9", "7"},
                     .value_title = {LISTED("13 by 13, the full game", "13×13（標準）"),
                                     LISTED("11 by 11", "11×11"), LISTED("9 by 9", "9×9"),
                                     LISTED("7 by 7, a short game", "7×7（短い対局）")},
                     .value_help = {LISTED("24 men each.", "コマは24個ずつです。"),
                                    LISTED("20 men each.", "コマは20個ずつです。"),
                                    LISTED("16 men each.", "コマは16個ずつです。"),
                                    LISTED("12 men each.", "コマは12個ずつです。")},
                     .rows = 1,
                     .help = LISTED("How many cells the board has along one side.",
                                    "盤の一辺のマスの数です。")},
    [OPTION_EDITION] =
        {.name = "edition",
         .title = LISTED("Rules", "ルールの版"),
         .values = {"revised", "mindsports", "nestor"},
         .value_title = {LISTED("The designer's, 2015", "作者による2015年版"),
                         LISTED("MindSports", "MindSports版"),
                         LISTED("nestorgames", "nestorgames版")},
         .value_help =
             {LISTED("The designer's revised rules: men that are flanked must be turned over.",
                     "作者による改訂版です。はさんだコマは必ず裏返します。"),
              LISTED("As the MindSports site has them: men that are flanked must be turned over.",
                     "MindSportsのサイトの版です。はさんだコマは必ず裏返します。"),
              LISTED("You choose which men to turn over and whether to take the centre.",
                     "どのコマを裏返すか、中央に就くかを自分で選べます。")},
         .rows = 1,
         .help = LISTED("Whose rules are played.", "どの版のルールで遊ぶかを選びます。")},
    [OPTION_SETUP] =
        {.name = "setup",
         .title = LISTED("Starting position", "開始の並べ方"),
         .values = {"random", "pairs", "pairs1", "facing", "adjacent", "free", "blocks", "scatter"},
         .value_title = {LISTED("Drawn at random", "ランダム"),
                         LISTED("You place pairs, two at a time", "2組ずつ置く"),
                         LISTED("You place pairs, one at a time", "1組ずつ置く"),
                         LISTED("Facing edges", "向かい合う辺"),
                         LISTED("Adjoining edges", "隣り合う辺"),
                         LISTED("You place man by man", "自由に置く"), LISTED("Blocks", "かたまり"),
                         LISTED("Shuffled", "混ぜる")},
         .value_help = {LISTED("Drawn from a number; opposite cells have opposite colours.",
                               "番号から決まります。向かい合うマスは逆の色です。"),
                        LISTED(
                            "The players place pairs on opposite cells: one, two, two, ..., one.",
                            "向かい合う組を交互に置きます：1、2、2、…、1組。"),
                        LISTED("The players place pairs on opposite cells, one pair in turn.",
                               "向かい合う組を1組ずつ交互に置きます。"),
                        LISTED("Each side stands on two edges that face each other.",
                               "それぞれ向かい合う2辺に並びます。"),
                        LISTED("Each side stands on two edges that meet in a corner.",
                               "それぞれ隣り合う2辺に並びます。"),
                        LISTED("The players place their men anywhere on the rim: one, two, two, "
                               "..., one.",
                               "外側の帯に自由に置きます：1、2、2、…、1個。"),
                        LISTED("Blocks of one colour alternate, as at Boardspace; not on 7 by 7.",
                               "色のかたまりが交互に並びます（Boardspace）。7×7にはありません。"),
                        LISTED("Shuffled from a number, as many of each colour on every edge, as "
                               "at Boardspace.",
                               "番号から混ぜます。各辺の色は同数です（Boardspace）。")},
         .fallback = SETUP_RANDOM,
         .except = {.used = true,
                    .option = OPTION_EDITION,
                    .value = EDITION_NESTOR,
                    .fallback = SETUP_FACING},
         .rows = 1,
         .help = LISTED("How the men stand at the start.", "開始時のコマの並べ方です。")},
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
    .ask = {{"the same number gives the same starting position", "同じ番号なら同じ配置になります"}},
};

static const Prelim start_mode = {
    .kind = PRELIM_SECRET_PICK,
    .ask = {{"pick a starting position in secret; if the picks differ, the third one is played",
             "開始の並べ方を秘密で選びます。違うものを選んだら、残りの一つになります"}},
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

/* Made by `ladder VARIANT tune`, see docs/levels.md. */
enum { NESTOR_LEVELS = 4 };
static const uint8_t levels[][LEVEL_MAX - 1] = {
    {17, 27, 39, 52, 71, 101, 133, 173, 200}, /* size=7 */
    {21, 27, 33, 46, 61, 78, 102, 130, 186},  /* 9 */
    {21, 28, 34, 46, 59, 74, 91, 111, 167},   /* 11 */
    {23, 28, 32, 42, 53, 66, 78, 98, 154},    /* 13 */
    [NESTOR_LEVELS] = {23, 29, 32, 42, 53, 66, 78, 98, 154},
};

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
    morelli_set_weights(r, morelli_weights[r->size > 9]);
    r->reserve = 2 * r->men * (r->size / 2 - 1);
    game->evaluate = morelli_evaluate;
    game->levels = levels[nestor ? NESTOR_LEVELS : (r->size - 7) / 2];
    game->unnumbered = UNNUMBERED_TOO_MANY;
    game->rate = nestor ? morelli_rate_choices : morelli_rate;
    game->noisy = morelli_noisy;
    game->quiesce = 3;
    game->futility_margin = 70;
#ifndef CONCENTRIC_LOOKUP_ONLY /* the page proves nothing */
    if (r->size == 7)
        game->possible = morelli_possible;
#endif
    return true;
}

const Family morelli_family = {
    .id = "morelli",
    .title = {{"Morelli", "モレリ"}},
    .rows = rows,
    .row_count = 1,
    .options = options,
    .option_count = OPTION_COUNT,
    .short_plies = 10,
    .rules_size = sizeof(MorelliRules),
    .open = open_variant,
};
