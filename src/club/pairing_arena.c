/* SPDX-License-Identifier: MIT */
/* Arena pairings: those who wait are put into the order of their points, then of their ratings, and
 * from the top each plays the next below whom they did not just play. Who is left over goes first
 * the next time if they are as good, and waits for at most as long as a game of the others; but two
 * who should not meet wait for somebody else. */
#include "club/pairing.h"
#include "club/sides.h"

#include <stdlib.h>
#include <string.h>

typedef struct Arena {
    Sides sides[PAIRING_MAX];
    int32_t points[PAIRING_MAX];
    int16_t last[PAIRING_MAX]; /* whom they met last */
    int16_t order[PAIRING_MAX];
    int count;
    bool taken[PAIRING_MAX]; /* by place */
    bool apart[PAIRING_MAX][PAIRING_MAX];
} Arena;

static bool is_before(const Arena *a, const PairingEntrant *entrants, int one, int two)
{
    if (a->points[one] != a->points[two])
        return a->points[one] > a->points[two];
    if (entrants[one].rating != entrants[two].rating)
        return entrants[one].rating > entrants[two].rating;
    return one < two;
}

static void make_order(Arena *a, const PairingEntrant *entrants, const int16_t *waiting, int count)
{
    for (int i = 0; i < count; i++) {
        int at = a->count++;
        for (; at > 0 && is_before(a, entrants, waiting[i], a->order[at - 1]); at--)
            a->order[at] = a->order[at - 1];
        a->order[at] = waiting[i];
    }
}

static void count_game(Arena *a, const PairingGame *game)
{
    if (game->who[1] == PAIRING_NOBODY)
        return;
    sides_count(a->sides, game);
    a->last[game->who[0]] = game->who[1];
    a->last[game->who[1]] = game->who[0];
}

static int find(const Arena *a, int place, bool again)
{
    int me = a->order[place];
    for (int at = place + 1; at < a->count; at++) {
        int other = a->order[at];
        bool met = a->last[me] == other || a->last[other] == me;
        if (!a->taken[at] && !a->apart[me][other] && (again || !met))
            return at;
    }
    return -1;
}

static int pair_all(Arena *a, bool again, Pairing *out)
{
    int pairs = 0;
    for (int at = 0; at < a->count; at++) {
        int with = a->taken[at] ? -1 : find(a, at, again);
        if (with < 0)
            continue;
        int me = a->order[at], other = a->order[with];
        bool first = sides_choose(&a->sides[me], &a->sides[other], pairs & 1) == 0;
        a->taken[at] = a->taken[with] = true;
        out[pairs++] = first ? (Pairing){{(int16_t)me, (int16_t)other}}
                             : (Pairing){{(int16_t)other, (int16_t)me}};
    }
    return pairs;
}

int pairing_arena(const PairingEntrant *entrants, int count, const PairingGame *games,
                  int game_count, const int16_t *waiting, int waiting_count, bool lonely,
                  PairingApart apart, Pairing *out)
{
    Arena *a = calloc(1, sizeof *a);
    Standing *standings = calloc(count > 0 ? (size_t)count : 1, sizeof *standings);
    int pairs = -1;
    if (a && standings &&
        pairing_standings(PAIRING_ARENA, entrants, count, games, game_count, standings)) {
        for (int i = 0; i < count; i++) {
            a->points[standings[i].who] = standings[i].points;
            a->last[i] = PAIRING_NOBODY;
            a->sides[i].last = -1;
        }
        for (int g = 0; g < game_count; g++)
            count_game(a, &games[g]);
        for (int p = 0; p < apart.count; p++) {
            const int16_t *who = apart.pairs[p].who;
            a->apart[who[0]][who[1]] = a->apart[who[1]][who[0]] = true;
        }
        make_order(a, entrants, waiting, waiting_count);
        pairs = pair_all(a, lonely && waiting_count == 2, out);
    }
    free(a);
    free(standings);
    return pairs;
}
