/* SPDX-License-Identifier: MIT */
/* Playing strengths. All that a level can and cannot do follows from one number, its strength,
 * which every game has in a table of nine bytes; tools/levels.sh finds them (docs/levels.md).
 * Mistakes are those of people:
 *  - short sight: few plies, and exchanges are not played out;
 *  - wrong opinions: the evaluation is off by chance of seed and position;
 *  - greed: it takes what there is to take and does not think further;
 *  - overlooked moves, by chance of seed, position and move: the opponent's threats as often as
 *    quiet moves, its own gains seldom, what is further ahead more often;
 *  - it is more attentive at one move than at another, careless when it is ahead (the lowest
 *    levels), and hasty when its clock runs down.
 * The same seed and position give the same move. */
#ifndef CONCENTRIC_AI_LEVEL_H
#define CONCENTRIC_AI_LEVEL_H

#include "core/game.h"

typedef struct Level {
    int depth;      /* plies, 0 for no limit */
    int quiesce;    /* plies of quiescence search at most */
    uint64_t nodes; /* 0 for no limit */
    int miss;       /* thousandths: how likely it overlooks a quiet move one ply ahead */
    int blur;       /* hundredths of a man: how far it misjudges a position at most */
    int greed;      /* thousandths: how likely it takes without thinking */
} Level;

/* What players call the levels, and one sentence on how each plays. [LEVEL_NONE] is empty. UGI and
 * texts of seats have the number alone. */
typedef struct LevelName {
    Text name, help;
} LevelName;
extern const LevelName level_names[LEVEL_MAX + 1];

/* Of levels 1 to LEVEL_MAX - 1, by the game's own table or the usual one. */
uint8_t level_strength(const Game *game, int level);

/* What a level's strength at a move depends on. */
typedef struct Situation {
    uint64_t luck;   /* how attentive it is, by chance */
    int lead;        /* the evaluation of the position */
    double clock_ms; /* what it may use of its clock for this move, 0 without a clock */
} Situation;

/* All zero for LEVEL_NONE and LEVEL_MAX, which have no
 * limits and overlook nothing. */
Level level_of(const Game *game, int level, const Situation *at);

/* Removes the moves that the level overlooks `ply` plies ahead from a list; at least one stays.
 * `rates` are the game's ratings. Returns how many are left. */
int level_notice(const Level *level, uint64_t seed, uint64_t key, int ply, Move *moves,
                 int32_t *rates, int count);

/* What it thinks better or worse of a position than it is. */
int level_blur(const Level *level, uint64_t seed, uint64_t key);

#endif
