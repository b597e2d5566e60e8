/* SPDX-License-Identifier: MIT */
/* From a search's answers to a proof: the walk of tree.h, with the moves that the search remembers.
 * Where its table has forgotten one it is found again. */
#include "proof/tree.h"

#include <stdlib.h>

typedef struct Maker {
    ProofSearch *search;
    Claim claim;
    ProofLists lists;
    Seen seen;
    ProofBytes *out;
    ProofSize *size;
    char *why;
} Maker;

static bool add_byte(Maker *m, unsigned byte)
{
    ProofBytes *out = m->out;
    if (out->count == out->room) {
        size_t room = 2 * out->room + 4096;
        uint8_t *bytes = realloc(out->bytes, room);
        if (!bytes)
            return refuse(m->why, "out of memory");
        out->bytes = bytes;
        out->room = room;
    }
    out->bytes[out->count++] = (uint8_t)byte;
    return true;
}

/* Seven bits a byte, the lowest first; the last byte is below 128. */
static bool add_number(Maker *m, unsigned number)
{
    for (; number >= 128; number >>= 7)
        if (!add_byte(m, (number & 127) | 128))
            return false;
    return add_byte(m, number);
}

/* The good move that seems to take the shortest proof, of those that are remembered; -1: none is.
 */
static int recall_good(Maker *m, const Pos *pos, size_t top, int count)
{
    const Game *game = m->search->game;
    int best = -1, least = 0;
    for (int i = 0; i < count; i++) {
        Pos next;
        int work = 0;
        game->apply(game, pos, m->lists.move[top + (size_t)i], &next);
        Winner winner = game->ops->outcome(game, &next).winner;
        bool good = winner != WINNER_NONE
                        ? claim_is_met(m->claim, winner)
                        : proof_search_recall(m->search, m->claim, &next, &work) == PROOF_YES;
        if (good && (best < 0 || work < least)) {
            best = i;
            least = work;
        }
    }
    return best;
}

static int find_good(Maker *m, const Pos *pos, size_t top, int count)
{
    const Game *game = m->search->game;
    int best = recall_good(m, pos, top, count);
    for (int i = 0; best < 0 && i < count; i++) {
        Pos next;
        game->apply(game, pos, m->lists.move[top + (size_t)i], &next);
        ProofAnswer answer = proof_search(m->search, m->claim, &next);
        if (answer == PROOF_OPEN)
            break;
        if (answer == PROOF_YES)
            best = i;
    }
    if (best < 0)
        refuse(m->why, "the search did not find its own proof again");
    return best;
}

static bool make_from(Maker *m, int ply, const Pos *pos, size_t top);

static bool make_moves(Maker *m, int ply, const Pos *pos, size_t top)
{
    const Game *game = m->search->game;
    int count = proof_lists_fill(&m->lists, pos, top), first = 0, end = count;
    if (count < 0)
        return refuse(m->why, "out of memory");
    if (count == 0) {
        m->size->ends++;
        return true;
    }
    if (pos->turn == m->claim.side) {
        first = find_good(m, pos, top, count);
        end = first + 1;
        if (first < 0 || !add_number(m, (unsigned)first))
            return false;
        m->size->choices++;
    }
    for (int i = first; i < end; i++) {
        Pos next;
        game->apply(game, pos, m->lists.move[top + (size_t)i], &next);
        if (!make_from(m, ply + 1, &next, top + (size_t)count))
            return false;
    }
    return true;
}

static bool make_from(Maker *m, int ply, const Pos *pos, size_t top)
{
    bool ours = pos->turn == m->claim.side;
    if (ply > PROOF_PLIES_MAX)
        return refuse(m->why, "games of more than %d plies", PROOF_PLIES_MAX);
    m->size->positions++;
    m->size->plies = ply > m->size->plies ? ply : m->size->plies;
    SeenState state = ours ? seen_add(&m->seen, pos) : SEEN_NEVER;
    if (state == SEEN_NO_MEMORY)
        return refuse(m->why, "out of memory");
    if (state != SEEN_NEVER)
        return true;
    bool good = make_moves(m, ply, pos, top);
    if (ours)
        seen_close(&m->seen, pos);
    return good;
}

bool proof_make(ProofSearch *s, Claim claim, const Pos *pos, ProofBytes *out, ProofSize *size,
                char *why)
{
    Maker m = {.search = s, .claim = claim, .out = out, .size = size, .why = why};
    *size = (ProofSize){0};
    bool good = proof_lists_open(&m.lists, s->game) || refuse(why, "out of memory");
    good = good && make_from(&m, 0, pos, 0);
    proof_lists_close(&m.lists);
    seen_free(&m.seen);
    return good;
}
