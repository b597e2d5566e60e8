/* SPDX-License-Identifier: MIT */
/* Ratings from the log, see rerate.h. A hash table of indexes into a growing list. */
#include "online/rerate.h"

#include <stdlib.h>
#include <string.h>

struct Rerate {
    Rerated *list;
    int count, capacity;
    int *slot;          /* index + 1, 0: free */
    uint32_t slots;     /* a power of two, at least twice the capacity */
    int64_t number, at; /* of the last line */
};

Rerate *rerate_new(void)
{
    return calloc(1, sizeof(Rerate));
}

void rerate_free(Rerate *rerate)
{
    if (rerate) {
        free(rerate->list);
        free(rerate->slot);
    }
    free(rerate);
}

int rerate_count(const Rerate *rerate)
{
    return rerate->count;
}

Rerated *rerate_at(Rerate *rerate, int index)
{
    return &rerate->list[index];
}

/* Where an id is, or would be. */
static int *find_slot(const Rerate *r, const char *id)
{
    uint32_t hash = 2166136261u;
    for (const char *p = id; *p; p++)
        hash = (hash ^ (unsigned char)*p) * 16777619u;
    uint32_t at = hash & (r->slots - 1);
    while (r->slot[at] && strcmp(r->list[r->slot[at] - 1].id, id) != 0)
        at = (at + 1) & (r->slots - 1);
    return &r->slot[at];
}

Rerated *rerate_find(Rerate *rerate, const char *id)
{
    int index = rerate->slots ? *find_slot(rerate, id) : 0;
    return index ? &rerate->list[index - 1] : NULL;
}

static bool grow(Rerate *r)
{
    if (r->count < r->capacity)
        return true;
    int capacity = r->capacity ? 2 * r->capacity : 256;
    Rerated *list = realloc(r->list, (size_t)capacity * sizeof *list);
    if (!list)
        return false;
    r->list = list;
    int *slot = calloc(2 * (size_t)capacity, sizeof *slot);
    if (!slot)
        return false;
    free(r->slot);
    r->slot = slot;
    r->slots = 2 * (uint32_t)capacity;
    r->capacity = capacity;
    for (int i = 0; i < r->count; i++)
        *find_slot(r, r->list[i].id) = i + 1;
    return true;
}

/* The index of an id, made if there is none; -1 without memory. */
static int get(Rerate *r, const char *id)
{
    if (!grow(r))
        return -1;
    int *slot = find_slot(r, id);
    if (*slot)
        return *slot - 1;
    Rerated *made = &r->list[r->count];
    *made = (Rerated){.glicko = glicko_new()};
    Str s = str_over(made->id, sizeof made->id);
    str_add(&s, id);
    *slot = ++r->count;
    return r->count - 1;
}

bool rerate_add(Rerate *rerate, const RatedGame *game, char *why)
{
    char id[RATING_ID_MAX];
    int index[2];
    if (game->number != rerate->number + 1 || game->at <= rerate->at)
        return refuse(why, "line %lld of the log does not follow line %lld",
                      (long long)game->number, (long long)rerate->number);
    rerate->number = game->number;
    rerate->at = game->at;
    if (game->why[0])
        return true;
    for (int seat = 0; seat < 2; seat++) {
        rating_id(game->pool, game->rid[seat], id);
        index[seat] = get(rerate, id);
        if (index[seat] < 0)
            return refuse(why, "out of memory");
    }
    rated_apply(game, &rerate->list[index[0]].glicko, &rerate->list[index[1]].glicko);
    return true;
}
