/* SPDX-License-Identifier: MIT */
/* Who is connected or has asked for something lately, see lobby.h. */
#include "online/lobby.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024, KEEP_MS = 120000 };

typedef struct Seen {
    struct Seen *next;
    char player[ID_CHARS + 1];
    int count; /* sockets and streams */
    int64_t at;
} Seen;

struct Presence {
    Seen *bucket[BUCKETS];
};

static uint32_t bucket_of(const char *player)
{
    uint32_t hash = 2166136261u;
    for (const char *p = player; *p; p++)
        hash = (hash ^ (unsigned char)*p) * 16777619u;
    return hash % BUCKETS;
}

static Seen *find(const Presence *presence, const char *player)
{
    Seen *seen = presence ? presence->bucket[bucket_of(player)] : NULL;
    while (seen && strcmp(seen->player, player) != 0)
        seen = seen->next;
    return seen;
}

/* Without memory somebody is not seen; their table may be given up, no more. */
static Seen *get(Presence **presence, const char *player)
{
    if (!*presence)
        *presence = calloc(1, sizeof **presence);
    Seen *seen = find(*presence, player);
    if (seen || !*presence)
        return seen;
    seen = calloc(1, sizeof *seen);
    if (!seen)
        return NULL;
    memcpy(seen->player, player, sizeof seen->player);
    Seen **bucket = &(*presence)->bucket[bucket_of(player)];
    seen->next = *bucket;
    *bucket = seen;
    return seen;
}

void presence_enter(Presence **presence, const char *player, int64_t now)
{
    Seen *seen = get(presence, player);
    if (!seen)
        return;
    seen->count++;
    seen->at = now;
}

void presence_leave(Presence **presence, const char *player, int64_t now)
{
    Seen *seen = find(*presence, player);
    if (!seen)
        return;
    seen->count -= seen->count > 0;
    seen->at = now;
}

void presence_touch(Presence **presence, const char *player, int64_t now)
{
    Seen *seen = get(presence, player);
    if (seen)
        seen->at = now;
}

int64_t presence_seen(const Presence *presence, const char *player, int64_t now)
{
    const Seen *seen = find(presence, player);
    return !seen ? 0 : seen->count ? now : seen->at;
}

bool presence_is_connected(const Presence *presence, const char *player)
{
    const Seen *seen = find(presence, player);
    return seen && seen->count > 0;
}

int presence_again(const Presence *presence)
{
    int count = 0;
    for (int b = 0; presence && b < BUCKETS; b++)
        for (const Seen *seen = presence->bucket[b]; seen; seen = seen->next)
            count += seen->count > 1 ? seen->count - 1 : 0;
    return count;
}

static void drop(Presence *presence, int64_t before)
{
    for (int b = 0; presence && b < BUCKETS; b++)
        for (Seen **at = &presence->bucket[b]; *at;) {
            Seen *seen = *at;
            if (before != INT64_MAX && (seen->count || seen->at >= before)) {
                at = &seen->next;
                continue;
            }
            *at = seen->next;
            free(seen);
        }
}

void presence_sweep(Presence **presence, int64_t now)
{
    drop(*presence, now - KEEP_MS);
}

void presence_free(Presence *presence)
{
    drop(presence, INT64_MAX);
    free(presence);
}
