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

/* What the claim's side does: a move, and is the claim foregone after it? */
typedef struct Good {
    int move; /* -1: none is known */
    bool then_foregone;
} Good;

/* Is the claim true after a move as far as is known, and about how much is below, as a logarithm;
 * nothing if it is over or foregone. */
static bool recall_one(Maker *m, const Pos *next, int *work, bool *foregone)
{
    const Game *game = m->search->game;
    Winner winner = game->ops->outcome(game, next).winner;
    *work = -1;
    *foregone = false;
    if (winner != WINNER_NONE)
        return claim_is_met(m->claim, winner);
    *foregone = claim_foregone(m->claim, game, next) == PROOF_YES;
    return *foregone || proof_search_recall(m->search, m->claim, next, work) == PROOF_YES;
}

/* The good move that seems to take the shortest proof, of those that are remembered. */
static Good recall_good(Maker *m, const Pos *pos, size_t top, int count)
{
    const Game *game = m->search->game;
    Good good = {.move = -1};
    int least = 0;
    for (int i = 0; i < count; i++) {
        Pos next;
        int work;
        bool foregone;
        game->apply(game, pos, m->lists.move[top + (size_t)i], &next);
        if (!recall_one(m, &next, &work, &foregone) || (good.move >= 0 && work >= least))
            continue;
        good = (Good){i, foregone};
        least = work;
    }
    return good;
}

static Good find_good(Maker *m, const Pos *pos, size_t top, int count)
{
    const Game *game = m->search->game;
    Good good = recall_good(m, pos, top, count);
    for (int i = 0; good.move < 0 && i < count; i++) {
        Pos next;
        game->apply(game, pos, m->lists.move[top + (size_t)i], &next);
        ProofAnswer answer = proof_search(m->search, m->claim, &next);
        if (answer == PROOF_OPEN)
            break;
        if (answer == PROOF_YES)
            good.move = i;
    }
    if (good.move < 0)
        refuse(m->why, m->search->end
                           ? "nodes, time or memory ended before the proof was found again"
                           : "the search did not find its own proof again");
    return good;
}

static bool make_from(Maker *m, int ply, const Pos *pos, size_t top);

static bool add_foregone(Maker *m, unsigned number)
{
    m->size->foregone++;
    return add_number(m, number);
}

/* The numbers of form 2: 0 foregone here; 1, 3, 5, ... a move; 2, 4, 6, ... a move after which it
 * is. Those of form 1 are the moves. */
static bool make_choice(Maker *m, int ply, const Pos *pos, size_t top, int count)
{
    const Game *game = m->search->game;
    bool marks = proof_form(game) == PROOF_FORM_FOREGONE;
    Pos next;
    m->size->choices++;
    if (marks && claim_foregone(m->claim, game, pos) == PROOF_YES)
        return add_foregone(m, 0);
    Good good = find_good(m, pos, top, count);
    if (good.move < 0)
        return false;
    if (good.then_foregone)
        return add_foregone(m, 2 * (unsigned)good.move + 2);
    game->apply(game, pos, m->lists.move[top + (size_t)good.move], &next);
    return add_number(m, marks ? 2 * (unsigned)good.move + 1 : (unsigned)good.move) &&
           make_from(m, ply + 1, &next, top + (size_t)count);
}

static bool make_moves(Maker *m, int ply, const Pos *pos, size_t top)
{
    const Game *game = m->search->game;
    int count = proof_lists_fill(&m->lists, pos, top);
    if (count < 0)
        return refuse(m->why, "out of memory");
    if (count == 0) {
        m->size->ends++;
        return true;
    }
    if (pos->turn == m->claim.side)
        return make_choice(m, ply, pos, top, count);
    for (int i = 0; i < count; i++) {
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
