/* SPDX-License-Identifier: MIT */
/* Standings: points and what breaks ties.
 *
 *   Swiss        points, Buchholz without the least, Buchholz, Sonneborn-Berger, direct encounter,
 * wins round robin  points, Sonneborn-Berger, direct encounter, wins arena        points (2, 1, 0;
 * doubled after two wins in a row until one is not won), wins simul        points
 *
 * Buchholz is the sum of the points of one's opponents; Sonneborn-Berger counts them by what one
 * scored against each. A bye has no opponent and adds to neither. Who is equal in everything shares
 * the place. */
#include "club/pairing.h"

#include <stdlib.h>
#include <string.h>

static const char *const kind_names[PAIRING_KINDS] = {"arena", "round-robin", "swiss", "simul"};
static const char *const result_names[RESULT_COUNT] = {"none",    "p1win", "p2win", "draw",
                                                       "neither", "bye",   "void"};

const char *pairing_kind_name(PairingKind kind)
{
    return kind_names[kind];
}

const char *pairing_result_name(PairingResult result)
{
    return result_names[result];
}

static int find(const char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

bool pairing_kind_from_name(const char *name, PairingKind *out)
{
    int found = find(kind_names, PAIRING_KINDS, name);
    *out = found < 0 ? PAIRING_ARENA : (PairingKind)found;
    return found >= 0;
}

bool pairing_result_from_name(const char *name, PairingResult *out)
{
    int found = find(result_names, RESULT_COUNT, name);
    *out = found < 0 ? RESULT_NONE : (PairingResult)found;
    return found >= 0;
}

/* Half points of one seat; -1: the game does not count, or not yet. */
static int score(const PairingGame *game, int seat)
{
    switch (game->result) {
    case RESULT_FIRST:
        return seat == 0 ? 2 : 0;
    case RESULT_SECOND:
        return seat == 1 ? 2 : 0;
    case RESULT_DRAW:
        return 1;
    case RESULT_NEITHER:
        return 0;
    case RESULT_BYE:
        return seat == 0 ? 2 : -1;
    default:
        return -1;
    }
}

typedef struct Count {
    PairingKind kind;
    Standing *by;   /* by entrant, in their order */
    int32_t *least; /* points of the weakest opponent */
    uint8_t *row;   /* wins in a row */
    const PairingEntrant *entrants;
} Count;

static void add_score(Count *c, int who, int half, bool unplayed)
{
    Standing *s = &c->by[who];
    s->played += !unplayed;
    s->won += half == 2;
    s->drawn += half == 1;
    s->lost += half == 0;
    s->points += c->kind == PAIRING_ARENA && s->streak ? 2 * half : half;
    c->row[who] = (uint8_t)(half < 2 ? 0 : c->row[who] < 2 ? c->row[who] + 1 : 2);
    s->streak = c->row[who] == 2;
}

static void add_foe(Count *c, int who, int foe, int half)
{
    Standing *s = &c->by[who];
    int32_t points = c->by[foe].points;
    s->buchholz += points;
    s->sonneborn_berger += points * half;
    if (c->least[who] < 0 || points < c->least[who])
        c->least[who] = points;
}

/* Equal so far: what direct encounters are counted among. */
static bool is_equal(const Count *c, const Standing *a, const Standing *b)
{
    if (a->points != b->points)
        return false;
    if (c->kind == PAIRING_SWISS && (a->cut != b->cut || a->buchholz != b->buchholz))
        return false;
    return a->sonneborn_berger == b->sonneborn_berger;
}

static void add_games(Count *c, const PairingGame *games, int count)
{
    for (int g = 0; g < count; g++)
        for (int seat = 0; seat < 2; seat++)
            if (games[g].who[seat] != PAIRING_NOBODY && score(&games[g], seat) >= 0)
                add_score(c, games[g].who[seat], score(&games[g], seat), games[g].unplayed);
}

static void add_foes(Count *c, const PairingGame *games, int count)
{
    for (int g = 0; g < count; g++)
        for (int seat = 0; seat < 2; seat++)
            if (games[g].who[1] != PAIRING_NOBODY && score(&games[g], seat) >= 0)
                add_foe(c, games[g].who[seat], games[g].who[!seat], score(&games[g], seat));
}

static void add_direct(Count *c, const PairingGame *games, int count)
{
    for (int g = 0; g < count; g++) {
        int a = games[g].who[0], b = games[g].who[1];
        if (b == PAIRING_NOBODY || score(&games[g], 0) < 0 || !is_equal(c, &c->by[a], &c->by[b]))
            continue;
        c->by[a].direct += score(&games[g], 0);
        c->by[b].direct += score(&games[g], 1);
    }
}

enum { KEYS = 6 };

/* What counts, in order of weight. */
static void list_keys(PairingKind kind, const Standing *s, int32_t keys[KEYS])
{
    bool swiss = kind == PAIRING_SWISS, all = swiss || kind == PAIRING_ROUND_ROBIN;
    keys[0] = s->points;
    keys[1] = swiss ? s->cut : 0;
    keys[2] = swiss ? s->buchholz : 0;
    keys[3] = all ? s->sonneborn_berger : 0;
    keys[4] = all ? s->direct : 0;
    keys[5] = kind == PAIRING_SIMUL ? 0 : s->won;
}

/* Negative if a stands before b; 0 if they share a place. */
static int compare(PairingKind kind, const Standing *a, const Standing *b)
{
    int32_t of_a[KEYS], of_b[KEYS];
    list_keys(kind, a, of_a);
    list_keys(kind, b, of_b);
    for (int i = 0; i < KEYS; i++)
        if (of_a[i] != of_b[i])
            return of_a[i] > of_b[i] ? -1 : 1;
    return 0;
}

static bool is_before(const Count *c, const Standing *a, const Standing *b)
{
    int order = compare(c->kind, a, b);
    if (order)
        return order < 0;
    if (c->entrants[a->who].rating != c->entrants[b->who].rating)
        return c->entrants[a->who].rating > c->entrants[b->who].rating;
    return a->who < b->who;
}

static void sort(const Count *c, int count, Standing *out)
{
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && is_before(c, &c->by[i], &out[at - 1]); at--)
            out[at] = out[at - 1];
        out[at] = c->by[i];
    }
    for (int i = 0; i < count; i++)
        out[i].place = i && compare(c->kind, &out[i - 1], &out[i]) == 0 ? out[i - 1].place
                                                                        : (int16_t)(i + 1);
}

bool pairing_standings(PairingKind kind, const PairingEntrant *entrants, int count,
                       const PairingGame *games, int game_count, Standing *out)
{
    size_t n = count > 0 ? (size_t)count : 1;
    Count c = {.kind = kind, .entrants = entrants};
    c.by = calloc(n, sizeof *c.by);
    c.least = calloc(n, sizeof *c.least);
    c.row = calloc(n, sizeof *c.row);
    bool good = c.by && c.least && c.row;
    if (good) {
        for (int i = 0; i < count; i++) {
            c.by[i].who = (int16_t)i;
            c.least[i] = -1;
        }
        add_games(&c, games, game_count);
        add_foes(&c, games, game_count);
        for (int i = 0; i < count; i++)
            c.by[i].cut = c.by[i].buchholz - (c.least[i] > 0 ? c.least[i] : 0);
        add_direct(&c, games, game_count);
        sort(&c, count, out);
    }
    free(c.by);
    free(c.least);
    free(c.row);
    return good;
}
