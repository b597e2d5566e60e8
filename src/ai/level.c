/* SPDX-License-Identifier: MIT */
/* Strengths of levels and what follows from them, see level.h. */
#include "ai/level.h"

#include "base/bits.h"

#include <assert.h>

/* Of levels 1 to 9, where a game has no table of its own. */
static const uint8_t usual[LEVEL_MAX - 1] = {11, 30, 34, 44, 55, 68, 82, 98, 154};

const LevelName level_names[LEVEL_MAX + 1] = {
    [1] = {LISTED("First game", "はじめての一局"),
           LISTED("Has just heard the rules: takes what it sees, overlooks the rest.",
                  "ルールを聞いたばかり。取れるものは取りますが、あとは見落としだらけです。")},
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
           LISTED("Looks a few moves ahead and punishes mistakes.",
                  "数手先まで読み、間違いを見逃しません。")},
    [7] = {LISTED("Tournament player", "大会の常連"),
           LISTED("Hardly overlooks anything; you need a plan.",
                  "ほとんど見落としません。作戦が要ります。")},
    [8] = {LISTED("Expert", "名手"),
           LISTED("Overlooks very little and looks deep.", "見落としはまれで、深く読みます。")},
    [9] = {LISTED("Master", "達人"),
           LISTED("Very few people win against it.", "勝てる人はごくわずかです。")},
    [LEVEL_MAX] = {LISTED("Unbeaten", "無敗"),
                   LISTED("All that this program can do, within a few seconds a move.",
                          "1手数秒で、このプログラムの全力を出します。")},
};

enum {
    CARELESS = 36,     /* strengths below are careless when ahead, */
    CARELESS_BY = 400, /* so far per hundredth of a man */
    ATTENTION = 24,    /* strengths by which it varies from move to move */
    HASTY_MS = 1000,   /* less than this for a move is little: every halving costs */
    HASTY_BY = 8,      /* strength */
    TAKES = 50,        /* rating of a gain */
};

/* A value that halves every `per` strengths. */
static int halving(int value, int strength, int per)
{
    int whole = value >> strength / per;
    return whole - whole * (strength % per) / (2 * per);
}

static Level level_made(int s)
{
    return (Level){.depth = 1 + s / 24,
                   .quiesce = s < 40 ? 0 : s / 20 - 1,
                   .nodes = (uint64_t)(16 + s % 16) << (3 + s / 16),
                   .miss = halving(800, s, 20),
                   .blur = 3 + (s < 20 ? halving(24000, s, 4) : halving(1500, s - 10, 10)),
                   .greed = s < 20   ? 50 * s
                            : s < 80 ? 16 * (80 - s)
                                     : 0};
}

uint8_t level_strength(const Game *game, int level)
{
    return (game->levels ? game->levels : usual)[level - 1];
}

Level level_of(const Game *game, int level, const Situation *at)
{
    assert(level >= 0 && level <= LEVEL_MAX);
    if (level == LEVEL_NONE || level == LEVEL_MAX)
        return (Level){0};
    int strength = level_strength(game, level);
    if (strength < CARELESS && at->lead > 0)
        strength -= at->lead * (CARELESS - strength) / CARELESS_BY;
    strength += (int)(at->luck % ATTENTION) - ATTENTION / 2;
    for (double ms = at->clock_ms; ms > 0 && ms < HASTY_MS; ms *= 2)
        strength -= HASTY_BY;
    return level_made(strength > 0 ? strength : 0);
}

static int thousandths(uint64_t luck)
{
    return (int)((luck >> 32) * 1000 >> 32);
}

/* Thousandths. Players see their own next move best, and gains best of all; what is further ahead
 * is harder to see. */
static int miss_chance(const Level *level, int ply, int32_t rate)
{
    if (ply == 0)
        return rate > 0 ? level->miss / 8 : level->miss / 2;
    int chance = ply == 1 ? level->miss : level->miss * 3 / 2;
    return rate > 0 ? chance / 2 : chance;
}

/* The gains alone, if there are any. */
static int take(Move *moves, int32_t *rates, int count)
{
    int n = 0;
    for (int i = 0; i < count; i++)
        if (rates[i] >= TAKES) {
            moves[n] = moves[i];
            rates[n++] = rates[i];
        }
    return n ? n : count;
}

int level_notice(const Level *level, uint64_t seed, uint64_t key, int ply, Move *moves,
                 int32_t *rates, int count)
{
    int n = 0, kept = 0;
    uint64_t top = 0, here = bits_mix(seed ^ key);
    if (ply == 0 && thousandths(here) < level->greed)
        count = take(moves, rates, count);
    for (int i = 0; i < count; i++) {
        uint64_t luck = bits_mix(here ^ moves[i]);
        if (luck >= top) { /* the luckiest one stays in any case */
            top = luck;
            kept = i;
        }
        if (thousandths(luck) < miss_chance(level, ply, rates[i]))
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

int level_blur(const Level *level, uint64_t seed, uint64_t key)
{
    return (int)((bits_mix(seed + key) >> 32) * (uint64_t)(2 * level->blur + 1) >> 32) -
           level->blur;
}
