/* SPDX-License-Identifier: MIT */
/* The search for answers, see search.h. A wrong answer by two positions with the same 56 bits is
 * possible and does no harm: what is claimed afterwards is what the checker accepts. */
#include "proof/search.h"

#include "base/bits.h"
#include "base/pages.h"

#include <stdlib.h>
#include <string.h>

enum {
    BUCKET = 4, /* slots: half a cache line */
    ANSWER_BITS = 2,
    WORK_BITS = 6,
    KEY_SHIFT = ANSWER_BITS + WORK_BITS,
    CHECK_EVERY = 1024,
    REPLY_WEIGHT = 40, /* what a reply less is worth, in the hundredths of a man of `rate` */
};

bool proof_search_open(ProofSearch *s, const Game *game, uint64_t bytes)
{
    *s = (ProofSearch){.game = game, .buckets = 1};
    while (s->buckets * 2 * BUCKET * sizeof *s->slot <= bytes)
        s->buckets *= 2;
    s->slot = pages_alloc(s->buckets * BUCKET * sizeof *s->slot);
    s->list = malloc(game->moves_max * sizeof *s->list);
    s->replies = malloc(game->moves_max * sizeof *s->replies);
    s->rated = malloc(game->moves_max * sizeof *s->rated);
    s->next = malloc(game->moves_max * sizeof *s->next);
    if (s->slot && s->list && s->replies && s->rated && s->next) {
        pages_advise_huge(s->slot, s->buckets * BUCKET * sizeof *s->slot);
        return true;
    }
    proof_search_close(s);
    return false;
}

void proof_search_close(ProofSearch *s)
{
    pages_free(s->slot, s->buckets * BUCKET * sizeof *s->slot);
    free(s->kid);
    free(s->list);
    free(s->replies);
    free(s->rated);
    free(s->next);
    *s = (ProofSearch){0};
}

void proof_search_clear(ProofSearch *s)
{
    memset(s->slot, 0, s->buckets * BUCKET * sizeof *s->slot);
}

/* --- The table -----------------------------------------------------------------------------------
 * A claim and the one against it have the same entries, with the other answer. */

/* True for the two claims that are kept as they are: a side wins. */
static uint64_t claim_key(Claim claim, uint64_t key)
{
    int winner = claim.wins ? claim.side : !claim.side;
    return (key ^ (winner ? 0xd1b54a32d192ed03u : 0)) * 0x9e3779b97f4a7c15u;
}

static uint64_t *bucket_of(const ProofSearch *s, uint64_t key)
{
    return s->slot + (key >> 32 & (s->buckets - 1)) * BUCKET;
}

/* The low 32 bits and the highest 24: the bits between them are the place in the table. */
static uint64_t key_bits(uint64_t key)
{
    return (key << 24 | key >> 40) << KEY_SHIFT;
}

static ProofAnswer turned(Claim claim, ProofAnswer answer)
{
    if (claim.wins || answer == PROOF_OPEN)
        return answer;
    return answer == PROOF_YES ? PROOF_NO : PROOF_YES;
}

ProofAnswer proof_search_recall(const ProofSearch *s, Claim claim, const Pos *pos, int *work)
{
    uint64_t key = claim_key(claim, pos->key), bits = key_bits(key);
    const uint64_t *slot = bucket_of(s, key);
    for (int i = 0; i < BUCKET; i++)
        if (slot[i] >> KEY_SHIFT == bits >> KEY_SHIFT && slot[i]) {
            *work = (int)(slot[i] >> ANSWER_BITS & ((1 << WORK_BITS) - 1));
            return turned(claim, (ProofAnswer)(slot[i] & ((1 << ANSWER_BITS) - 1)));
        }
    return PROOF_OPEN;
}

/* In the place of what took the least work. */
static void remember(ProofSearch *s, const Pos *pos, bool yes, uint64_t nodes)
{
    uint64_t key = claim_key(s->claim, pos->key), bits = key_bits(key), least = UINT64_MAX;
    uint64_t *slot = bucket_of(s, key), *place = slot;
    uint64_t work = 64 - (uint64_t)__builtin_clzll(nodes | 1);
    for (int i = 0; i < BUCKET; i++) {
        uint64_t has = slot[i] >> KEY_SHIFT == bits >> KEY_SHIFT
                           ? 0
                           : slot[i] >> ANSWER_BITS & ((1 << WORK_BITS) - 1);
        if (has < least) {
            least = has;
            place = &slot[i];
        }
    }
    uint64_t answer = turned(s->claim, yes ? PROOF_YES : PROOF_NO);
    *place = bits | (work < 63 ? work : 63) << ANSWER_BITS | answer;
}

/* --- The search ----------------------------------------------------------------------------------
 */

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

static void sort_kids(ProofKid *kid, int count)
{
    for (int i = 1; i < count; i++) {
        ProofKid one = kid[i];
        int j = i;
        for (; j > 0 && kid[j - 1].order > one.order; j--)
            kid[j] = kid[j - 1];
        kid[j] = one;
    }
}

/* What is known of the position after a move; if nothing, how many replies it leaves. */
static ProofAnswer look(ProofSearch *s, const Pos *next, int *replies)
{
    int work;
    ProofAnswer known = proof_search_recall(s, s->claim, next, &work);
    if (known != PROOF_OPEN)
        return known;
    *replies = s->game->moves(s->game, next, s->replies);
    if (*replies)
        return PROOF_OPEN;
    Winner winner = s->game->ops->outcome(s->game, next).winner;
    return claim_is_met(s->claim, winner) ? PROOF_YES : PROOF_NO;
}

/* Fills kid[top...] with the moves that nothing is known of, the best first, and returns how many;
 * -1 if a known one decides. All positions are made first, so that their places in the table are on
 * the way from memory when they are asked for. */
static int list_kids(ProofSearch *s, const Pos *pos, int count, ProofAnswer good, size_t top)
{
    int open = 0;
    for (int i = 0; i < count; i++) {
        s->game->apply(s->game, pos, s->list[i], &s->next[i]);
        __builtin_prefetch(bucket_of(s, claim_key(s->claim, s->next[i].key)));
    }
    if (s->game->rate)
        s->game->rate(s->game, pos, s->list, count, s->rated);
    for (int i = 0; i < count; i++) {
        int replies = 0;
        ProofAnswer known = look(s, &s->next[i], &replies);
        if (known == good)
            return -1;
        if (known == PROOF_OPEN) {
            int32_t order = replies * REPLY_WEIGHT - (s->game->rate ? s->rated[i] : 0);
            s->kid[top + (size_t)open++] = (ProofKid){s->list[i], order};
        }
    }
    sort_kids(s->kid + top, open);
    return open;
}

static bool visit(ProofSearch *s, int ply, const Pos *pos, size_t top)
{
    uint64_t before = s->nodes++;
    if (has_to_end(s, ply, top))
        return false;
    int count = s->game->moves(s->game, pos, s->list);
    if (!count)
        return claim_is_met(s->claim, s->game->ops->outcome(s->game, pos).winner);
    bool good = pos->turn == s->claim.side; /* the answer that one move is enough for */
    int open = list_kids(s, pos, count, good ? PROOF_YES : PROOF_NO, top);
    bool found = open < 0;
    for (int i = 0; i < open && !found; i++) {
        Pos next;
        int work;
        s->game->apply(s->game, pos, s->kid[top + (size_t)i].move, &next);
        /* Another line may have come there meanwhile. */
        ProofAnswer known = proof_search_recall(s, s->claim, &next, &work);
        bool yes = known != PROOF_OPEN ? known == PROOF_YES
                                       : visit(s, ply + 1, &next, top + (size_t)open);
        if (s->end)
            return false;
        found = yes == good;
    }
    remember(s, pos, found == good, s->nodes - before);
    return found == good;
}

ProofAnswer proof_search(ProofSearch *s, Claim claim, const Pos *pos)
{
    int work;
    ProofAnswer known = proof_search_recall(s, claim, pos, &work);
    if (known != PROOF_OPEN)
        return known;
    s->claim = claim;
    s->end = PROOF_GOES_ON;
    bool yes = visit(s, 0, pos, 0);
    return s->end ? PROOF_OPEN : yes ? PROOF_YES : PROOF_NO;
}
