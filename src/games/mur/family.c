/* SPDX-License-Identifier: MIT */
/* The MUR family: its one game, its options and its match as tables, and how a variant is made. */
#include "core/series.h"
#include "games/mur/mur.h"

enum { OPTION_SHIPS, OPTION_TRAPS, OPTION_KRAKEN, OPTION_CHAIN, OPTION_COUNT };

static const GameRow rows[] = {
    {"mur",
     {{"MUR", "マー"}},
     {{"ships on a round board move as far as their group is large and knock weaker pieces on; "
       "trap three ships or the kraken",
       "円い盤の船は、つながった数だけ進み、弱い駒をはじく。船3隻かクラーケンを囲めば勝ち"}}},
};

static const Option options[OPTION_COUNT] = {
    [OPTION_SHIPS] = {.name = "ships",
                      .values = {"1", "2", "3", "4", "5", "6", "7"},
                      .fallback = 6,
                      .rows = 1,
                      .help = {{"ships each; small fleets are for learning",
                                "それぞれの船の数。少ない船は練習用"}}},
    [OPTION_TRAPS] = {.name = "traps",
                      .values = {"1", "2", "3"},
                      .fallback = 2,
                      .rows = 1,
                      .help = {{"enemy ships to trap for a win", "勝つためにトラップする船の数"}}},
    [OPTION_KRAKEN] = {.name = "kraken",
                       .values = {"one", "any"},
                       .value_help = {{{"by ships of one colour, who wins",
                                        "同じ色の船だけで。その色の勝ち"}},
                                      {{"by any ships; who completed it wins",
                                        "どの色の船でも。最後に囲んだ側の勝ち"}}},
                       .rows = 1,
                       .help = {{"how the kraken is trapped", "クラーケンのトラップの数え方"}}},
    [OPTION_CHAIN] = {.name = "chain",
                      .values = {"freed", "both"},
                      .value_help = {{{"ships that are free again stay", "自由に戻った船は残る"}},
                                     {{"all that were trapped, free again or not",
                                       "自由に戻ってもすべて回収する"}}},
                      .rows = 1,
                      .help = {{"what the maker of a chain trap withdraws",
                                "連鎖トラップを作った側が回収する船"}}},
};

static const Text players[2] = {{{"Black", "黒"}}, {{"White", "白"}}};

static const Text ship = {{"ship", "船"}};

static const Piece pieces[MUR_PIECE_END] = {
    [MUR_PIECE_BLACK] = {'b', 0, SHADE_BLACK, FORM_MAN, {{"black ship", "黒船"}}},
    [MUR_PIECE_WHITE] = {'w', 1, SHADE_WHITE, FORM_MAN, {{"white ship", "白船"}}},
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

/* Traps are tactics: carelessness decides more than elsewhere, so it goes away more slowly
 * (docs/adr/0031). */
static const Level levels[LEVEL_MAX + 1] = {
    [1] = {1, 2000, 400, 50}, [2] = {2, 3000, 195, 40}, [3] = {3, 4500, 156, 30},
    [4] = {4, 6000, 105, 20}, [5] = {5, 9000, 70, 15},  [6] = {6, 13000, 42, 10},
    [7] = {7, 20000, 22, 8},  [8] = {8, 32000, 8, 6},   [9] = {12, 150000, 0, 4}};

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
    game->features = &mur_features;
    game->levels = levels;
    game->quiesce = 4;
#ifndef CONCENTRIC_LOOKUP_ONLY /* the page has no database of MUR */
    game->solvable = mur_solvable(r);
#endif
    game->unnumbered = mur_unnumbered(r);
    return true;
}

const Family mur_family = {
    .id = "mur",
    .title = {{"MUR", "マー"}},
    .rows = rows,
    .row_count = 1,
    .options = options,
    .option_count = OPTION_COUNT,
    .rules_size = sizeof(MurRules),
    .series = &match_rules,
    .open = open_variant,
};
