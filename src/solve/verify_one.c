/* SPDX-License-Identifier: MIT */
/* Verifying entry by entry, through the contract's moves and apply and the probe alone: for
 * samples, and for games that have no batches. Successors lie anywhere: their values are asked for
 * all at once, so that the processor waits for many of them together. */
#include "solve/verify.h"

#include "base/rng.h"

enum { VERIFY_CHUNK = 4096 };

/* The better one for the side that chooses between positions of the other side. */
static bool is_better(Known a, Known b)
{
    if (a.value != b.value)
        return a.value < b.value;
    return a.value < 0 ? a.plies < b.plies : a.plies > b.plies;
}

/* An entry, from memory or from its block. */
static bool entry_at(const Verify *v, SectorIndex spot, Worth *out)
{
    if (!v->values[spot.sector])
        return probe_entry(v->probe, spot, out);
    *out = v->values[spot.sector][spot.index];
    return true;
}

static Known known_of(const Verify *v, Worth worth)
{
    int value = worth == WORTH_DRAW ? 0 : worth_is_won(worth) ? 1 : -1;
    return (Known){value, value && !v->wdl ? worth_plies(worth) : -1};
}

/* Finds out where the value of a position is; false if that is nowhere. */
static bool ask(const Verify *v, const Pos *pos, VerifyAsked *out)
{
    Winner winner = v->run->game->ops->outcome(v->run->game, pos).winner;
    out->ended = winner != WINNER_NONE;
    if (out->ended) {
        int mine = winner == (pos->turn ? WINNER_P2 : WINNER_P1);
        out->value = winner == WINNER_DRAW ? (Known){0, -1} : (Known){mine ? 1 : -1, 0};
        return true;
    }
    if (!v->ops->rank(v->probe->tables, pos, &out->spot))
        return false;
    if (v->values[out->spot.sector])
        __builtin_prefetch(&v->values[out->spot.sector][out->spot.index]);
    return true;
}

static bool hear(const Verify *v, const VerifyAsked *asked, Known *out)
{
    Worth worth;
    *out = asked->value;
    if (asked->ended)
        return true;
    if (!entry_at(v, asked->spot, &worth))
        return false;
    *out = known_of(v, worth);
    return true;
}

/* The value by the moves; false if the value of a successor is not known. */
static bool judge(const Verify *v, const Pos *pos, const VerifyScratch *scratch, Known *out)
{
    const Game *game = v->run->game;
    int count = game->moves(game, pos, scratch->moves);
    Known best = {1, 0}, known;
    for (int i = 0; i < count; i++) {
        Pos next;
        game->apply(game, pos, scratch->moves[i], &next);
        if (!ask(v, &next, &scratch->asked[i]))
            return false;
    }
    for (int i = 0; i < count; i++) {
        if (!hear(v, &scratch->asked[i], &known))
            return false;
        if (i == 0 || is_better(known, best))
            best = known;
    }
    if (!count)
        return ask(v, pos, scratch->asked) && hear(v, scratch->asked, out);
    *out = (Known){-best.value, best.value && !v->wdl ? best.plies + 1 : -1};
    return true;
}

/* The stored entry itself, whether or not the game is over there. */
static bool stored(const Verify *v, uint64_t index, Known *out)
{
    Worth worth;
    if (!entry_at(v, (SectorIndex){v->sector, index}, &worth))
        return false;
    *out = known_of(v, worth);
    return true;
}

/* Do index and position belong together? */
static bool has_index(const Verify *v, uint64_t index, const Pos *pos)
{
    SectorIndex place;
    if (!v->ops->rank(v->probe->tables, pos, &place) || place.sector != v->sector)
        return false;
    Known here, there;
    return place.index == index || (stored(v, index, &here) && stored(v, place.index, &there) &&
                                    here.value == there.value && here.plies == there.plies);
}

static void count_entry(Verify *v, int thread, uint64_t index, Known known)
{
    uint8_t orbit;
    v->ops->orbits(v->probe->tables, (SectorIndex){v->sector, index}, 1, &orbit);
    FormatCounts one = {known.value<0, known.value == 0, known.value> 0};
    FormatCounts all = {one.lost * orbit, one.drawn * orbit, one.won * orbit};
    VerifyTally *tally = &v->tally[thread];
    format_add_counts(&tally->positions, &all);
    if (orbit)
        format_add_counts(&tally->orbits, &one);
    if (known.plies > (int)tally->longest)
        tally->longest = (uint32_t)known.plies;
}

static void check_entry(Verify *v, int thread, uint64_t index)
{
    Pos pos;
    Known kept, found;
    v->ops->unrank(v->probe->tables, (SectorIndex){v->sector, index}, &pos);
    if (!stored(v, index, &kept) || !judge(v, &pos, &v->scratch[thread], &found)) {
        atomic_store(&v->unknown, true);
        return;
    }
    if (v->wdl)
        found.plies = -1; /* of a finished game */
    if (kept.value != found.value || kept.plies != found.plies || !has_index(v, index, &pos))
        verify_mark_bad(v, index);
    count_entry(v, thread, index, kept);
}

static void check_chunk(void *context, int thread, size_t task)
{
    Verify *v = context;
    uint64_t first = (uint64_t)task * VERIFY_CHUNK, end = first + VERIFY_CHUNK;
    uint64_t count = verify_count(v);
    Rng rng = {bits_mix(v->run->seed + v->sector) + task};
    for (uint64_t i = first; i < end && i < count && !atomic_load(&v->bad); i++)
        check_entry(v, thread, count == v->about.entries ? i : rng_next(&rng) % v->about.entries);
}

bool verify_one_by_one(Verify *v)
{
    const Workers *workers = &v->run->workers;
    return workers->run(workers->threads,
                        (size_t)((verify_count(v) + VERIFY_CHUNK - 1) / VERIFY_CHUNK), check_chunk,
                        v);
}
