/* SPDX-License-Identifier: MIT */
/* Batches as arrays of numbers: results, boards, planes, values. See batch.h. */
#include "lib/batch.h"

#include "ai/evaluate.h"
#include "core/perfect.h"

#include <string.h>

void concentric_batch_outcomes(const concentric_batch *b, uint8_t *out)
{
    for (size_t i = 0; i < b->count; i++)
        out[i] = (uint8_t)history_winner(&b->slot[i]);
}

void concentric_batch_players(const concentric_batch *b, uint8_t *out)
{
    for (size_t i = 0; i < b->count; i++)
        out[i] = (uint8_t)(b->slot[i].pos.turn + 1);
}

void concentric_batch_plies(const concentric_batch *b, uint32_t *out)
{
    for (size_t i = 0; i < b->count; i++)
        out[i] = b->slot[i].ply;
}

void concentric_batch_hashes(const concentric_batch *b, uint64_t *out)
{
    for (size_t i = 0; i < b->count; i++)
        out[i] = game_text_key(b->game, &b->slot[i].pos);
}

void concentric_batch_evaluations(const concentric_batch *b, int16_t *out)
{
    for (size_t i = 0; i < b->count; i++) {
        const Pos *pos = &b->slot[i].pos;
        bool over = b->game->ops->outcome(b->game, pos).winner != WINNER_NONE;
        out[i] = (int16_t)(over ? 0 : evaluate(b->game, pos));
    }
}

bool concentric_batch_values(const concentric_batch *b, const concentric_database *database,
                             int8_t *values, int16_t *plies)
{
    if (strcmp(database->owner->game->id, b->game->id) != 0)
        return false;
    Oracle oracle = database_oracle(database->database);
    for (size_t i = 0; i < b->count; i++) {
        Known known = {0, -1};
        bool good = b->slot[i].drawn_ply != UINT32_MAX ||
                    perfect_known(b->game, &b->slot[i].pos, &oracle, &known);
        values[i] = (int8_t)(good ? known.value : -128);
        if (plies)
            plies[i] = (int16_t)(good ? known.plies : -1);
    }
    return true;
}

void concentric_batch_boards(const concentric_batch *b, uint8_t *out)
{
    for (size_t i = 0; i < b->count; i++, out += b->game->shape.point_count)
        b->game->ops->board(b->game, &b->slot[i].pos, out);
}

static int counter_value(const Counter *counters, int count, const PlaneCounter *wanted)
{
    for (int c = 0; c < count; c++)
        if (counters[c].player == wanted->player && strcmp(counters[c].id, wanted->id) == 0)
            return counters[c].value < 0 ? 0 : counters[c].value > 255 ? 255 : counters[c].value;
    return 0;
}

static void write_planes(const concentric_game *g, const Pos *pos, uint8_t *out)
{
    size_t points = g->game->shape.point_count, pieces = g->game->piece_count - 1u;
    uint8_t board[POINTS_MAX];
    Counter counters[COUNTERS_MAX];
    g->game->ops->board(g->game, pos, board);
    memset(out, 0, pieces * points);
    for (size_t p = 0; p < points; p++)
        if (board[p])
            out[(board[p] - 1u) * points + p] = 1;
    out += pieces * points;
    memset(out, pos->turn, points);
    int count = g->game->ops->counters(g->game, pos, counters);
    for (size_t c = 0; c < g->counter_count; c++)
        memset(out += points, counter_value(counters, count, &g->counter[c]), points);
}

void concentric_batch_planes(const concentric_batch *b, uint8_t *out)
{
    size_t bytes = b->owner->plane_count * b->game->shape.point_count;
    for (size_t i = 0; i < b->count; i++, out += bytes)
        write_planes(b->owner, &b->slot[i].pos, out);
}
