/* SPDX-License-Identifier: MIT */
/* How a position came about, see history.h. One growing list; repetitions are found by text keys,
 * in buckets whose entries are chained from the latest to the first. */
#include "core/history.h"

#include <stdlib.h>

static uint32_t *bucket_of(const History *history, uint64_t text_key)
{
    return &history->bucket[text_key & (history->capacity - 1)]; /* a power of two */
}

/* How often the text has stood. The latest entry with it knows. */
static uint32_t count_seen(const History *history, uint64_t text_key)
{
    for (uint32_t i = *bucket_of(history, text_key); i != UINT32_MAX; i = history->entry[i].before)
        if (history->entry[i].text_key == text_key)
            return history->entry[i].seen;
    return 0;
}

static void put_in_bucket(History *history, uint32_t at)
{
    uint32_t *bucket = bucket_of(history, history->entry[at].text_key);
    history->entry[at].before = *bucket;
    *bucket = at;
}

static void enter(History *history, const Pos *pos, uint64_t text_key)
{
    HistoryEntry *entry = &history->entry[history->ply];
    bool repeats = history->game->repeats;
    *entry = (HistoryEntry){text_key, repeats ? count_seen(history, text_key) + 1 : 1, 0};
    put_in_bucket(history, history->ply);
    history->pos = *pos;
    history->again |= entry->seen > 1;
    if (history->drawn_ply == UINT32_MAX && past_is_draw(history->game, pos, entry->seen))
        history->drawn_ply = history->ply;
}

/* Room for so many entries, a power of two, where `count` are in use. False, and nothing changed,
 * if there is no memory. */
static bool reserve(History *history, uint32_t capacity, uint32_t count)
{
    HistoryEntry *entry = realloc(history->entry, capacity * sizeof *entry);
    history->entry = entry ? entry : history->entry;
    uint32_t *bucket = entry ? realloc(history->bucket, capacity * sizeof *bucket) : NULL;
    if (!bucket)
        return false;
    history->bucket = bucket;
    history->capacity = capacity;
    for (uint32_t i = 0; i < capacity; i++)
        bucket[i] = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++)
        put_in_bucket(history, i);
    return true;
}

bool history_begin(History *history, const Game *game, const Pos *start)
{
    *history = (History){.game = game, .drawn_ply = UINT32_MAX};
    if (!reserve(history, 64, 0)) {
        history_free(history);
        return false;
    }
    enter(history, start, game_text_key(game, start));
    return true;
}

void history_free(History *history)
{
    free(history->entry);
    free(history->bucket);
    *history = (History){0};
}

void history_restart(History *history, const Pos *start)
{
    for (uint32_t i = 0; i <= history->ply; i++)
        *bucket_of(history, history->entry[i].text_key) = UINT32_MAX;
    history->ply = 0;
    history->drawn_ply = UINT32_MAX;
    history->again = false;
    enter(history, start, game_text_key(history->game, start));
}

bool history_make_room(History *history)
{
    uint32_t count = history->ply + 1;
    if (count > HISTORY_PLIES_MAX)
        return false;
    return count < history->capacity || reserve(history, 2 * count, count);
}

bool history_add(History *history, const Pos *next, uint64_t text_key)
{
    if (!history_make_room(history))
        return false;
    history->ply++;
    enter(history, next, text_key);
    return true;
}

bool history_play(History *history, Move move)
{
    Pos next;
    history->game->apply(history->game, &history->pos, move, &next);
    return history_add(history, &next, game_text_key(history->game, &next));
}

static uint32_t seen_so_far(const void *context, uint64_t text_key)
{
    return count_seen(context, text_key);
}

Past history_past(const History *history)
{
    bool open = history->again && history->drawn_ply == UINT32_MAX;
    return open ? (Past){seen_so_far, history} : (Past){NULL, NULL};
}

Winner history_winner(const History *history)
{
    if (history->drawn_ply != UINT32_MAX)
        return WINNER_DRAW;
    return history->game->ops->outcome(history->game, &history->pos).winner;
}
