/* SPDX-License-Identifier: MIT */
/* Verdict a game by what both engines think of it: given up, or drawn. Pure. */
#ifndef CONCENTRIC_APP_TOURNAMENT_ADJUDGE_H
#define CONCENTRIC_APP_TOURNAMENT_ADJUDGE_H

#include "proto/ugi_client.h"

typedef struct AdjudgeRules {
    /* A side is given up if its own score was at most -resign_score, and the other's at least
     * resign_score, for resign_moves moves of each. 0 moves: never. */
    int32_t resign_score;
    uint32_t resign_moves;
    /* Drawn if both scores were within +-draw_score for draw_moves moves of each, not before
     * draw_ply. 0 moves: never. */
    int32_t draw_score;
    uint32_t draw_moves, draw_ply;
} AdjudgeRules;

/* How many moves on end each player has thought so. Zeroed for a new game. */
typedef struct Adjudge {
    uint32_t lost[2], won[2], level[2];
} Adjudge;

/* Takes the score with which a player moved; the winner, if the game ends by it. */
Winner adjudge_take(Adjudge *adjudge, const AdjudgeRules *rules, int player, UgiScore score,
                    uint32_t ply);

/* "SCORE,MOVES" and "SCORE,MOVES,PLY". False with a reason in why[WHY_MAX]. */
bool adjudge_read_resign(const char *text, AdjudgeRules *rules, char *why);
bool adjudge_read_draw(const char *text, AdjudgeRules *rules, char *why);

#endif
