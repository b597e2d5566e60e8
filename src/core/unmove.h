/* SPDX-License-Identifier: MIT */
/* Moves taken back, for a solver that goes from decided positions to those before them and stores
 * no moves (docs/adr/0094). */
#ifndef CONCENTRIC_CORE_UNMOVE_H
#define CONCENTRIC_CORE_UNMOVE_H

#include "core/solvable.h"

enum {
    UNMOVES_MAX = 2560, /* positions before one; games say why it is enough */
    INDICES_MAX = 16,   /* of one position: as many as a board has symmetries */
};

typedef struct Unmove {
    /* The legal moves that may leave the stage; `*inside` tells whether there are others. Room for
     * moves_max; returns how many. */
    int (*exits)(const struct Game *game, const Pos *pos, Move *out, bool *inside);
    /* The positions of the stage of `pos` from which a legal move leads to it, all of them, some
     * perhaps twice. Room for UNMOVES_MAX; returns how many. */
    int (*unmoves)(const struct Game *game, const Pos *pos, Pos *out);
    /* All indices of the position that this one stands for, itself among them; returns how many. */
    int (*same)(const void *tables, SectorIndex place, uint64_t out[INDICES_MAX]);
} Unmove;

#endif
