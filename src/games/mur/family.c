/* SPDX-License-Identifier: MIT */
/* The MUR family: its one game, its options and its match as tables, and how a variant is made. */
#include "core/series.h"
#include "games/mur/mur.h"

enum { OPTION_SHIPS, OPTION_TRAPS, OPTION_KRAKEN, OPTION_CHAIN, OPTION_COUNT };

static const GameRow rows[] = {
    {"mur",
     {{"MUR", "マー（MUR）"}},
     LISTED("ships on a round board move as far as their group is large and knock weaker pieces "
            "on; trap three ships or the kraken",
            "円い盤の船は、つながっている船の数と同じ歩数だけ進み、弱い駒をノックする。船3隻か"
            "クラーケンをトラップすれば勝ち")},
};

static const Option options[OPTION_COUNT] = {
    [OPTION_SHIPS] = {.name = "ships",
                      .title = LISTED("Ships", "船の数"),
                      .values = {"1", "2", "3", "4", "5", "6", "7"},
                      .value_title = {LISTED("1 each", "1隻ずつ"), LISTED("2 each", "2隻ずつ"),
                                      LISTED("3 each", "3隻ずつ"), LISTED("4 each", "4隻ずつ"),
                                      LISTED("5 each", "5隻ずつ"), LISTED("6 each", "6隻ずつ"),
                                      LISTED("7 each, the full game", "7隻ずつ（標準）")},
                      .fallback = 6,
                      .rows = 1,
                      .help = LISTED("How many ships each side has; small fleets are for learning.",
                                     "それぞれの船の数です。少ない船は練習用です。")},
    [OPTION_TRAPS] = {.name = "traps",
                      .title = LISTED("Traps to win", "勝つためのトラップ"),
                      .values = {"1", "2", "3"},
                      .value_title = {LISTED("1, a short game", "1隻（短い対局）"),
                                      LISTED("2", "2隻"),
                                      LISTED("3, the full game", "3隻（標準）")},
                      .fallback = 2,
                      .rows = 1,
                      .help = LISTED("How many enemy ships you trap to win.",
                                     "勝つためにトラップする相手の船の数です。")},
    [OPTION_KRAKEN] =
        {.name = "kraken",
         .title = LISTED("Trapping the kraken", "クラーケンのトラップ"),
         .values = {"one", "any"},
         .value_title = {LISTED("By one colour", "同じ色の船で"),
                         LISTED("By any ships", "どの色の船でも")},
         .value_help = {LISTED("All its neighbours must be ships of one colour, and that "
                               "colour wins.",
                               "隣がすべて同じ色の船になれば、その色の勝ちです。"),
                        LISTED("Ships of both colours count, and whoever completes it wins.",
                               "どの色の船でもよく、最後に囲んだ側の勝ちです。")},
         .rows = 1,
         .help = LISTED("Whose ships trap the kraken.",
                        "どの船でクラーケンをトラップするかを選びます。")},
    [OPTION_CHAIN] =
        {.name = "chain",
         .title = LISTED("After a chain trap", "連鎖トラップのあと"),
         .values = {"freed", "both"},
         .value_title = {LISTED("Freed ships stay", "自由になった船は残る"),
                         LISTED("All are taken off", "すべて回収する")},
         .value_help = {LISTED("A ship of the maker's that is free again stays on "
                               "the board.",
                               "連鎖トラップを作った側の船は、自由に戻れば盤に残ります。"),
                        LISTED("All of the maker's ships that were trapped are taken "
                               "off, free again or not.",
                               "作った側のトラップされた船は、自由に戻ってもすべて"
                               "回収します。")},
         .rows = 1,
         .help = LISTED("What happens to the ships of the player who made it.",
                        "連鎖トラップを作った側の船をどうするかを選びます。")},
};

static const Text players[2] = {{{"Black", "黒"}}, {{"White", "白"}}};

static const Text ship = {{"ship", "船"}};

static const Piece pieces[MUR_PIECE_END] = {
    [MUR_PIECE_BLACK] = {'b', 0, SHADE_BLACK, FORM_MAN, {{"black ship", "黒の船"}}},
    [MUR_PIECE_WHITE] = {'w', 1, SHADE_WHITE, FORM_MAN, {{"white ship", "白の船"}}},
    [MUR_PIECE_KRAKEN] = {'k', NEUTRAL, SHADE_NEUTRAL, FORM_MONSTER, {{"kraken", "クラーケン"}}},
};

/* Rules, "Next game and match". */
static const SeriesRules match_rules = {
    .sets = 2,
    .games = 6,
    .win = 2,
    .draw = 1,
    .sides = SERIES_SIDES_KEPT,
    .carries = true,
};

/* Made by `ladder VARIANT tune`, see docs/levels.md. */
enum { SMALL_FLEET = 4 }; /* ships: most games of weak players are drawn */
static const uint8_t levels[2][LEVEL_MAX - 1] = {{12, 24, 32, 41, 53, 67, 81, 96, 124},
                                                 {8, 20, 31, 46, 62, 78, 94, 110, 166}};

static bool open_variant(Game *game, Lang lang, char *why)
{
    (void)lang, (void)why; /* every combination that the option table admits is a game */
    MurRules *r = (MurRules *)(uintptr_t)game->rules;
    *r = (MurRules){
        .ships = (uint8_t)(game->option[OPTION_SHIPS] + 1),
        .traps = (uint8_t)(game->option[OPTION_TRAPS] + 1),
        .kraken_any = game->option[OPTION_KRAKEN],
        .chain_both = game->option[OPTION_CHAIN],
    };
    mur_make_board(r, &game->shape);
    game->player = players;
    game->man = &ship;
    game->pieces = pieces;
    game->piece_count = MUR_PIECE_END;
    game->repeats = true;
    game->remembers = true;
    mur_open(game);
    game->evaluate = mur_evaluate;
    game->rate = mur_rate;
    game->noisy = mur_noisy;
#ifndef CONCENTRIC_LOOKUP_ONLY /* the page fits no weights */
    game->features = &mur_features;
#endif
    game->levels = levels[r->ships <= SMALL_FLEET];
    game->quiesce = 4;
#ifndef CONCENTRIC_LOOKUP_ONLY /* the page has no database of MUR */
    game->solvable = mur_solvable(r);
#endif
    game->unnumbered = mur_unnumbered(r);
    return true;
}

const Family mur_family = {
    .id = "mur",
    .title = {{"MUR", "マー（MUR）"}},
    .rows = rows,
    .row_count = 1,
    .options = options,
    .option_count = OPTION_COUNT,
    .short_plies = 8,
    .rules_size = sizeof(MurRules),
    .series = &match_rules,
    .open = open_variant,
};
