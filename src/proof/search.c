/* SPDX-License-Identifier: MIT */
/* The search for answers, see search.h. A wrong answer by two positions with the same key is
 * possible and does no harm: what is claimed afterwards is what the checker accepts. */
#include "proof/search.h"

#include "base/bits.h"
#include "base/pages.h"

#include <stdlib.h>
#include <string.h>

enum {
    BUCKET = 4, /* entries: a cache line */
    WORK_BITS = 6,
    CHECK_EVERY = 1024,
    SLACK = 8, /* a move is gone on with until it is an eighth worse than the second best */
};

bool proof_search_open(ProofSearch *s, const Game *game, uint64_t bytes)
{
    *s = (ProofSearch){.game = game, .buckets = 1};
    while (s->buckets * 2 * BUCKET * sizeof *s->entry <= bytes)
        s->buckets *= 2;
    s->entry = pages_alloc(s->buckets * BUCKET * sizeof *s->entry);
    s->list = malloc(game->moves_max * sizeof *s->list);
    s->replies = malloc(game->moves_max * sizeof *s->replies);
    if (s->entry && s->list && s->replies) {
        pages_advise_huge(s->entry, s->buckets * BUCKET * sizeof *s->entry);
        return true;
    }
    proof_search_close(s);
    return false;
}

void proof_search_close(ProofSearch *s)
{
    pages_free(s->entry, s->buckets * BUCKET * sizeof *s->entry);
    free(s->kid);
    free(s->list);
    free(s->replies);
    *s = (ProofSearch){0};
}

void proof_search_clear(ProofSearch *s)
{
    memset(s->entry, 0, s->buckets * BUCKET * sizeof *s->entry);
}

/* --- The table -----------------------------------------------------------------------------------
 * A claim and the one against it are one question, who of the two wins or does not: its entries are
 * kept for the side that would win. */

static int winner_of(Claim claim)
{
    return claim.wins ? claim.side : !claim.side;
}

static uint64_t key_of(int winner, const Pos *pos)
{
    return (pos->key ^ (winner ? 0xd1b54a32d192ed03u : 0)) * 0x9e3779b97f4a7c15u;
}

static ProofEntry *bucket_of(const ProofSearch *s, uint64_t key)
{
    return s->entry + (key >> 32 & (s->buckets - 1)) * BUCKET;
}

/* The key without its lowest bits, which have the work. 0 stands for an entry that is not used. */
static uint64_t key_part(uint64_t key)
{
    return key >> WORK_BITS << WORK_BITS | UINT64_C(1) << WORK_BITS;
}

static int work_of(const ProofEntry *entry)
{
    return (int)(entry->key_work & ((1 << WORK_BITS) - 1));
}

static const ProofEntry *find(const ProofSearch *s, uint64_t key)
{
    const ProofEntry *entry = bucket_of(s, key);
    for (int i = 0; i < BUCKET; i++)
        if (entry[i].key_work >> WORK_BITS == key_part(key) >> WORK_BITS)
            return &entry[i];
    return NULL;
}

ProofAnswer proof_search_recall(const ProofSearch *s, Claim claim, const Pos *pos, int *work)
{
    const ProofEntry *entry = find(s, key_of(winner_of(claim), pos));
    if (!entry || (entry->number.of[0] && entry->number.of[1]))
        return PROOF_OPEN;
    *work = work_of(entry);
    return (entry->number.of[0] == 0) == claim.wins ? PROOF_YES : PROOF_NO;
}

/* In the place of what took the least work. */
static void remember(ProofSearch *s, uint64_t key, ProofNumbers number, uint64_t nodes)
{
    ProofEntry *entry = bucket_of(s, key), *place = entry;
    int work = 64 - __builtin_clzll(nodes | 1);
    for (int i = 0; i < BUCKET; i++) {
        if (entry[i].key_work >> WORK_BITS == key_part(key) >> WORK_BITS) {
            place = &entry[i];
            work = work > work_of(place) ? work : work_of(place);
            break;
        }
        if (work_of(&entry[i]) < work_of(place))
            place = &entry[i];
    }
    *place = (ProofEntry){key_part(key) | (uint64_t)(work < 63 ? work : 63), number};
}

/* --- The search ----------------------------------------------------------------------------------
 * Of a player's two numbers the one that stands for their aim is the least of their moves', since
 * one move is enough; the other is the greatest, and one more for every further move, since all
 * have to be answered. Not the sum: lines that join again would be counted over and over. */

#define ENDLESS 1000000000u /* the number of what cannot be */

static ProofNumbers numbers_of(bool yes)
{
    return (ProofNumbers){{yes ? 0 : ENDLESS, yes ? ENDLESS : 0}};
}

static bool has_to_end(ProofSearch *s, int ply, size_t top)
{
    if (s->nodes_most && s->nodes >= s->nodes_most)
        s->end = PROOF_NODES;
    else if (s->nodes % CHECK_EVERY == 0 && s->out_of_time && s->out_of_time(s->context))
        s->end = PROOF_TIME;
    else if (ply >= PROOF_PLIES_MAX)
        s->end = PROOF_DEPTH;
    else if (top + s->game->moves_max > s->kid_room) {
        size_t room = 2 * s->kid_room + s->game->moves_max;
        ProofKid *kid = realloc(s->kid, room * sizeof *kid);
        if (kid) {
            s->kid = kid;
            s->kid_room = room;
        } else
            s->end = PROOF_MEMORY;
    }
    return s->end != PROOF_GOES_ON;
}

/* Of a position that was never searched: whoever has to answer every move has as much before them
 * as there are moves. */
static ProofNumbers first_numbers(ProofSearch *s, const Pos *pos)
{
    Claim claim = {s->winner, true};
    Move move;
    ProofAnswer known = claim_foregone(claim, s->game, pos);
    if (known != PROOF_OPEN)
        return numbers_of(known == PROOF_YES);
    int count = game_pick(s->game, pos, 0, s->replies, &move);
    if (!count)
        return numbers_of(claim_is_met(claim, s->game->ops->outcome(s->game, pos).winner));
    ProofNumbers number = {{1, 1}};
    number.of[pos->turn == s->winner] += (uint32_t)count;
    return number;
}

/* Fills kid[top...] with the moves that are open, all positions first, so that their entries are on
 * the way from memory when they are asked for. Returns how many; -1 if a move reaches the mover's
 * aim. */
static int list_kids(ProofSearch *s, const Pos *pos, int aim, size_t top)
{
    ProofKid *kid = s->kid + top;
    int count = s->game->moves(s->game, pos, s->list), open = 0;
    for (int i = 0; i < count; i++) {
        s->game->apply(s->game, pos, s->list[i], &kid[i].pos);
        __builtin_prefetch(bucket_of(s, key_of(s->winner, &kid[i].pos)));
    }
    for (int i = 0; i < count; i++) {
        const ProofEntry *entry = find(s, key_of(s->winner, &kid[i].pos));
        ProofNumbers number = entry ? entry->number : first_numbers(s, &kid[i].pos);
        if (number.of[aim] == 0)
            return -1;
        if (number.of[!aim] == 0)
            continue;
        kid[open].pos = kid[i].pos;
        kid[open++].number = number;
    }
    return open;
}

typedef struct Choice {
    int best;
    uint32_t second; /* what the second best move has for the aim */
    ProofNumbers number;
} Choice;

/* The best of the open moves, and the numbers of the position. */
static Choice choose(const ProofKid *kid, int open, int aim)
{
    Choice c = {.best = 0, .second = ENDLESS};
    uint32_t most = 0;
    for (int i = 0; i < open; i++) {
        const uint32_t *n = kid[i].number.of, *best = kid[c.best].number.of;
        most = n[!aim] > most ? n[!aim] : most;
        if (i && (n[aim] < best[aim] || (n[aim] == best[aim] && n[!aim] < best[!aim]))) {
            c.second = best[aim];
            c.best = i;
        } else if (i && n[aim] < c.second)
            c.second = n[aim];
    }
    c.number.of[aim] = kid[c.best].number.of[aim];
    c.number.of[!aim] = most + (uint32_t)open - 1;
    return c;
}

/* How far the best move is gone on with. */
static ProofNumbers limits_below(const Choice *c, ProofNumbers limit, int open, int aim)
{
    uint32_t enough = c->second + c->second / SLACK + 1;
    if (enough < limit.of[aim])
        limit.of[aim] = enough;
    limit.of[!aim] -= (uint32_t)open - 1;
    return limit;
}

/* Searches until a number reaches its limit; ENDLESS ones end with the answer. */
static ProofNumbers visit(ProofSearch *s, int ply, const Pos *pos, size_t top, ProofNumbers limit)
{
    uint64_t before = s->nodes++, key = key_of(s->winner, pos);
    ProofNumbers number = {{1, 1}};
    int aim = pos->turn != s->winner;
    if (has_to_end(s, ply, top))
        return number;
    int open = list_kids(s, pos, aim, top);
    while (open > 0) {
        Choice c = choose(s->kid + top, open, aim);
        number = c.number;
        if (number.of[0] >= limit.of[0] || number.of[1] >= limit.of[1])
            break;
        Pos next = s->kid[top + (size_t)c.best].pos;
        ProofNumbers below = visit(s, ply + 1, &next, top + (size_t)open,
                                   limits_below(&c, limit, open, aim));
        if (s->end)
            return number;
        s->kid[top + (size_t)c.best].number = below;
        if (below.of[aim] == 0)
            open = -1;
        else if (below.of[!aim] == 0)
            s->kid[top + (size_t)c.best] = s->kid[top + (size_t)--open];
    }
    if (open <= 0)
        number = numbers_of((open < 0) == (aim == 0));
    remember(s, key, number, s->nodes - before);
    return number;
}

ProofAnswer proof_search(ProofSearch *s, Claim claim, const Pos *pos)
{
    int work;
    ProofAnswer known = proof_search_recall(s, claim, pos, &work);
    if (known != PROOF_OPEN)
        return known;
    s->winner = winner_of(claim);
    s->end = PROOF_GOES_ON;
    ProofNumbers number = first_numbers(s, pos);
    if (number.of[0] && number.of[1])
        number = visit(s, 0, pos, 0, (ProofNumbers){{ENDLESS, ENDLESS}});
    if (s->end)
        return PROOF_OPEN;
    return (number.of[0] == 0) == claim.wins ? PROOF_YES : PROOF_NO;
}
