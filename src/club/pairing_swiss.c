/* SPDX-License-Identifier: MIT */
/* Swiss pairings in the manner of the Dutch system: by score groups from the top, the upper half of
 * a group against the lower half, who is left over floats down.
 *
 * Players are taken in the order of the standings (points, rating, number). Each is given the best
 * opponent of its group, or else of the next ones, with whom all players below can still be paired:
 * that is asked of a matching of all pairs that are allowed (not met, sides not too far apart), so
 * there is no way back to go and no dead end. A bye is one more vertex of that graph. Two who
 * should not meet are not joined in it; only if no round is possible so, they are, as the last
 * choice. */
#include "club/matching.h"
#include "club/pairing.h"
#include "club/sides.h"

#include <stdlib.h>
#include <string.h>

typedef struct Swiss {
    const PairingEntrant *entrants;
    Sides sides[PAIRING_MAX];
    int16_t points[PAIRING_MAX];
    bool bye[PAIRING_MAX]; /* had one, or a win without a game */
    bool met[PAIRING_MAX][PAIRING_MAX];
    bool apart[PAIRING_MAX][PAIRING_MAX]; /* should not meet */
    int16_t order[PAIRING_MAX + 1]; /* those who play, the best first; PAIRING_NOBODY: the bye */
    int count;
    bool taken[PAIRING_MAX + 1]; /* by place in the order */
    Matching *matching;          /* of places */
} Swiss;

static void count_game(Swiss *s, const PairingGame *game)
{
    int a = game->who[0], b = game->who[1];
    if (game->result == RESULT_BYE) {
        s->bye[a] = true;
        s->points[a] = (int16_t)(s->points[a] + 2);
        return;
    }
    if (b == PAIRING_NOBODY)
        return;
    sides_count(s->sides, game);
    s->met[a][b] = s->met[b][a] = true;
    int first = game->result == RESULT_FIRST ? 2 : game->result == RESULT_DRAW;
    int second = game->result == RESULT_SECOND ? 2 : game->result == RESULT_DRAW;
    s->points[a] = (int16_t)(s->points[a] + first);
    s->points[b] = (int16_t)(s->points[b] + second);
    if (game->unplayed && first + second == 2)
        s->bye[first ? a : b] = true;
}

static bool is_before(const Swiss *s, int a, int b)
{
    if (s->points[a] != s->points[b])
        return s->points[a] > s->points[b];
    if (s->entrants[a].rating != s->entrants[b].rating)
        return s->entrants[a].rating > s->entrants[b].rating;
    return a < b;
}

static void make_order(Swiss *s, int count)
{
    for (int i = 0; i < count; i++) {
        if (s->entrants[i].gone)
            continue;
        int at = s->count++;
        for (; at > 0 && is_before(s, i, s->order[at - 1]); at--)
            s->order[at] = s->order[at - 1];
        s->order[at] = (int16_t)i;
    }
    if (s->count & 1)
        s->order[s->count++] = PAIRING_NOBODY;
}

static bool may_play(const Swiss *s, int a, int b)
{
    if (b == PAIRING_NOBODY)
        return !s->bye[a];
    return !s->met[a][b] && sides_allow(&s->sides[a], &s->sides[b]);
}

static bool is_apart(const Swiss *s, int a, int b)
{
    return b != PAIRING_NOBODY && s->apart[a][b];
}

/* 1: everybody can be paired, with `all` also those who should not meet; 0: not; -1: no memory. */
static int make_graph(Swiss *s, bool all)
{
    matching_free(s->matching);
    s->matching = matching_new(s->count);
    for (int i = 0; s->matching && i < s->count; i++)
        for (int k = i + 1; k < s->count; k++)
            if (may_play(s, s->order[i], s->order[k]) &&
                (all || !is_apart(s, s->order[i], s->order[k])))
                matching_join(s->matching, i, k);
    return !s->matching ? -1 : matching_fill(s->matching);
}

/* The bye goes to the last one who may have it. */
static int give_bye(Swiss *s, Pairing *out)
{
    int bye = s->count - 1;
    if (s->order[bye] != PAIRING_NOBODY)
        return 0;
    for (int at = bye - 1; at >= 0; at--) {
        if (!matching_has(s->matching, at, bye) || !matching_settle(s->matching, at, bye))
            continue;
        s->taken[at] = s->taken[bye] = true;
        *out = (Pairing){{s->order[at], PAIRING_NOBODY}};
        return 1;
    }
    return 0;
}

typedef struct Candidate {
    int place, cost;
} Candidate;

static int compare(const void *left, const void *right)
{
    const Candidate *a = left, *b = right;
    return a->cost != b->cost ? (a->cost > b->cost) - (a->cost < b->cost) : a->place - b->place;
}

/* Whom the player at this place might play, the best first. In their own group, if that has others,
 * half the group below; who comes from above plays the best of a lower group. A clash of sides
 * weighs as much as some places. */
static int list(const Swiss *s, int place, Candidate *out)
{
    enum { APART = 1000000000, GROUP = 100000, MILD = 2, STRONG = 8 };
    static const int weight[] = {0, MILD, STRONG};
    int count = 0, me = s->order[place], group = 0, points = s->points[me], rank = 0, size = 0;
    for (int at = place; at < s->count && s->order[at] != PAIRING_NOBODY; at++)
        size += !s->taken[at] && s->points[s->order[at]] == points;
    int ideal = size / 2;
    for (int at = place + 1; at < s->count && s->order[at] != PAIRING_NOBODY; at++) {
        int other = s->order[at];
        if (s->taken[at])
            continue;
        if (s->points[other] != points) {
            points = s->points[other];
            group++;
            rank = 0;
            ideal = 1;
        }
        rank++;
        if (!matching_has(s->matching, place, at))
            continue;
        int clash = sides_clash(&s->sides[me], &s->sides[other]);
        int last = s->apart[me][other] ? APART : 0;
        out[count++] = (Candidate){at, last + group * GROUP + abs(rank - ideal) + weight[clash]};
    }
    qsort(out, (size_t)count, sizeof *out, compare);
    return count;
}

static Pairing seat(const Swiss *s, int a, int b, int number)
{
    int side = sides_choose(&s->sides[a], &s->sides[b], number & 1);
    return side == 0 ? (Pairing){{(int16_t)a, (int16_t)b}} : (Pairing){{(int16_t)b, (int16_t)a}};
}

static int pair_all(Swiss *s, Pairing *out)
{
    Candidate candidates[PAIRING_MAX];
    int count = 0;
    Pairing bye;
    int byes = give_bye(s, &bye);
    for (int at = 0; at < s->count; at++) {
        if (s->taken[at])
            continue;
        int most = list(s, at, candidates), c = 0;
        while (c < most && !matching_settle(s->matching, at, candidates[c].place))
            c++;
        if (c == most)
            return 0; /* cannot be: the matching is complete */
        int other = candidates[c].place;
        s->taken[at] = s->taken[other] = true;
        out[count] = seat(s, s->order[at], s->order[other], count);
        count++;
    }
    if (byes)
        out[count++] = bye;
    return count;
}

int pairing_swiss(const PairingEntrant *entrants, int count, const PairingGame *games,
                  int game_count, PairingApart apart, Pairing *out)
{
    Swiss *s = calloc(1, sizeof *s);
    if (!s)
        return -1;
    s->entrants = entrants;
    for (int i = 0; i < count; i++)
        s->sides[i].last = -1;
    for (int g = 0; g < game_count; g++)
        count_game(s, &games[g]);
    for (int p = 0; p < apart.count; p++) {
        const int16_t *who = apart.pairs[p].who;
        s->apart[who[0]][who[1]] = s->apart[who[1]][who[0]] = true;
    }
    make_order(s, count);
    int pairs = s->count > 1 ? make_graph(s, false) : 0;
    if (pairs == 0 && s->count > 1 && apart.count)
        pairs = make_graph(s, true);
    if (pairs == 1)
        pairs = pair_all(s, out);
    matching_free(s->matching);
    free(s);
    return pairs;
}
