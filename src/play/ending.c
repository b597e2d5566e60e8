/* SPDX-License-Identifier: MIT */
/* How a game ended, see ending.h. */
#include "play/ending.h"

#include <string.h>

static const char *const names[END_COUNT] = {
    [END_RULES] = "rules",
    [END_REPETITION] = "repetition",
    [END_AGREEMENT] = "agreement",
    [END_RESIGNATION] = "resignation",
    [END_TIME] = "time",
    [END_FORFEIT] = "forfeit",
    [END_ADJUDICATED] = "adjudicated",
    [END_ABORTED] = "aborted",
};

static const Text reasons[END_COUNT] = {
    [END_RULES] = {{"the rules ended the game", "規則により終局した"}},
    [END_REPETITION] = {{"the position occurred for the third time", "同一局面3回（千日手）"}},
    [END_AGREEMENT] = {{"the players agreed", "合意により終局した"}},
    [END_RESIGNATION] = {{"the opponent resigned", "相手が投了した"}},
    [END_TIME] = {{"the opponent ran out of time", "相手が時間切れになった"}},
    [END_FORFEIT] = {{"the opponent left or broke the rules", "相手が対局を離れたか反則をした"}},
    [END_ADJUDICATED] = {{"an arbiter decided", "審判の判定による"}},
    [END_ABORTED] = {{"the game was broken off", "対局は中止された"}},
};

static const char *const winners[] = {
    [WINNER_NONE] = "none", [WINNER_P1] = "p1win", [WINNER_P2] = "p2win", [WINNER_DRAW] = "draw"};

const char *end_name(EndKind kind)
{
    return names[kind];
}

const char *end_termination(EndKind kind)
{
    return kind == END_NONE ? "unfinished" : kind == END_RULES ? "normal" : names[kind];
}

bool end_from_name(const char *name, EndKind *out)
{
    for (int k = END_RULES; k < END_COUNT; k++) {
        if (strcmp(name, names[k]) == 0) {
            *out = (EndKind)k;
            return true;
        }
    }
    return false;
}

bool end_from_termination(const char *name, EndKind *out)
{
    for (int k = END_NONE; k < END_COUNT; k++) {
        if (strcmp(name, end_termination((EndKind)k)) == 0) {
            *out = (EndKind)k;
            return true;
        }
    }
    return false;
}

const Text *ending_reason(const Ending *ending)
{
    return ending->reason ? ending->reason : &reasons[ending->kind];
}

void ending_write(const Game *game, const Ending *ending, Lang lang, Str *out)
{
    static const Text won = {{"{0} wins: {1}", "{0}の勝ち：{1}"}};
    static const Text drawn = {{"a draw: {1}", "引き分け：{1}"}};
    static const Text broken = {{"no result: {1}", "結果なし：{1}"}};
    if (ending->kind == END_NONE)
        return;
    const Text *form = ending->winner == WINNER_NONE   ? &broken
                       : ending->winner == WINNER_DRAW ? &drawn
                                                       : &won;
    const char *const args[] = {game->player[ending->winner == WINNER_P2].in[lang],
                                ending_reason(ending)->in[lang]};
    str_fill(out, form->in[lang], args);
}

const char *winner_name(Winner winner)
{
    return winners[winner];
}

bool winner_from_name(const char *name, Winner *out)
{
    for (int w = 0; w < 4; w++) {
        if (strcmp(name, winners[w]) == 0) {
            *out = (Winner)w;
            return true;
        }
    }
    return false;
}
