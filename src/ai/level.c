/* SPDX-License-Identifier: MIT */
/* The table of levels, see level.h. */
#include "ai/level.h"

#include "base/bits.h"

#include <assert.h>

/* Each level is meant to win about three games of four against the one below (docs/adr/0031). More
 * depth alone does not help: a player who overlooks every third move is not better for looking
 * further ahead. */
static const Level usual[LEVEL_MAX + 1] = {
    [LEVEL_NONE] = {0, 0, 0, 0}, [1] = {1, 2000, 380, 50},  [2] = {2, 4000, 230, 40},
    [3] = {3, 6000, 150, 30},    [4] = {4, 8000, 92, 20},   [5] = {5, 12000, 50, 15},
    [6] = {6, 18000, 27, 10},    [7] = {8, 30000, 10, 8},   [8] = {10, 60000, 0, 6},
    [9] = {14, 240000, 0, 4},    [LEVEL_MAX] = {0, 0, 0, 0}};

const LevelName level_names[LEVEL_MAX + 1] = {
    [1] = {LISTED("First game", "はじめての一局"),
           LISTED("Has just heard the rules and overlooks most things.",
                  "ルールを聞いたばかりで、見落としだらけです。")},
    [2] = {LISTED("Learner", "入門"),
           LISTED("Takes what is offered, but rarely sees your reply.",
                  "目の前の得には気づきますが、次の応手はあまり見えません。")},
    [3] = {LISTED("Casual", "気楽な相手"), LISTED("Plays for fun and misses a threat now and then.",
                                                  "楽しむのが一番。ときどき狙いを見逃します。")},
    [4] = {LISTED("Hobby player", "愛好家"),
           LISTED("Knows the ideas and still slips sometimes.",
                  "考え方は知っていますが、まだときどき間違えます。")},
    [5] = {LISTED("Regular", "常連"), LISTED("Plays every week and seldom gives anything away.",
                                             "毎週指していて、めったに損をしません。")},
    [6] = {LISTED("Club player", "クラブの強豪"),
           LISTED("Looks several moves ahead and punishes mistakes.",
                  "数手先まで読み、間違いを見逃しません。")},
    [7] = {LISTED("Tournament player", "大会の常連"),
           LISTED("Hardly overlooks anything; you need a plan.",
                  "ほとんど見落としません。作戦が要ります。")},
    [8] = {LISTED("Expert", "名手"),
           LISTED("Overlooks nothing and looks deep.", "見落としはなく、深く読みます。")},
    [9] = {LISTED("Master", "達人"),
           LISTED("Very few people win against it.", "勝てる人はごくわずかです。")},
    [LEVEL_MAX] = {LISTED("Unbeaten", "無敗"),
                   LISTED("All that this program can do, within a few seconds a move.",
                          "1手数秒で、このプログラムの全力を出します。")},
};

Level level_of(const Game *game, int level)
{
    assert(level >= 0 && level <= LEVEL_MAX);
    return game->levels ? game->levels[level] : usual[level];
}

/* Thousandths. Players see their own next move best; what is further ahead is harder to see. */
static int miss_chance(const Level *level, int ply, int32_t rate)
{
    int chance = ply == 0 ? level->miss / 2 : ply == 1 ? level->miss : level->miss * 3 / 2;
    return rate > 0 ? chance / 2 : chance;
}

int level_notice(const Level *level, uint64_t seed, uint64_t key, int ply, Move *moves,
                 int32_t *rates, int count)
{
    int n = 0, kept = 0;
    uint64_t top = 0;
    for (int i = 0; i < count; i++) {
        uint64_t luck = bits_mix(bits_mix(seed ^ key) ^ moves[i]);
        if (luck >= top) { /* the luckiest one stays in any case */
            top = luck;
            kept = i;
        }
        if ((int)((luck >> 32) * 1000 >> 32) < miss_chance(level, ply, rates[i]))
            continue;
        moves[n] = moves[i];
        rates[n++] = rates[i];
    }
    if (n)
        return n;
    moves[0] = moves[kept];
    rates[0] = rates[kept];
    return 1;
}
