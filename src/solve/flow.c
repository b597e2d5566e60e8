/* SPDX-License-Identifier: MIT */
/* Solving a stage by notes (core/flow.h, docs/adr/0041). While it is worked on, the value of an
 * entry is one of
 *
 *   00 worth            decided
 *   01 plies            a turn that leaves the stage wins in so many plies
 *   01 all ones         a turn that leaves the stage draws
 *   1 inside, lose / 2  moves inside the stage not yet known to lose (6 bits), and the plies of the
 *                       longest loss found so far (9 bits, halved: losses have even plies)
 *
 * Layer by layer of plies: notes on the entries decided in the last one go to the blocks of their
 * parents; then the entries are looked for that wait for this layer. Work is shared by buckets,
 * runs of blocks that fit the cache; a bucket belongs to one thread at a time. */
#include "solve/solve.h"

#include "core/flow.h"
#include "solve/notes.h"

#include <stdlib.h>
#include <string.h>

enum {
    WORK_WIN = 1 << 14,
    WORK_SAFE = (1 << 15) - 1,
    WORK_COUNT = 1 << 15,
    INSIDE_SHIFT = 9,
    INSIDE_ONE = 1 << INSIDE_SHIFT,
    INSIDE_MASK = FLOW_INSIDE_MAX << INSIDE_SHIFT,
    LOSE_MASK = INSIDE_ONE - 1,
    PLIES_MAX = 2 * LOSE_MASK,
    BUCKET_BYTES = 1 << 18, /* fits the second cache with the tables */
    RUN = 64,               /* notes or entries per call of the game */
    SCAN = 128,             /* entries looked at together */
    SECTORS = 2,            /* of a stage, at most */
};

/* A sector of the stage. */
typedef struct Part {
    uint32_t sector, sibling; /* sibling by its number within the stage */
    FlowShape shape;
    Worth *work;
    uint32_t shift, buckets; /* bucket = block >> shift */
    bool *waits;             /* [bucket][plies]: entries wait for that layer */
} Part;

/* What a thread needs of its own. */
typedef struct Hand {
    NotesPool pool;
    Notes notes[2][SECTORS]; /* of the last and of the next layer, by sector that reads them */
    Notes told[SECTORS];     /* pairs: note, kind << 16 | worth */
    uint32_t parent[RUN * FLOW_PARENTS_MAX];
    uint32_t fresh[RUN * FLOW_PARENTS_MAX]; /* entries decided by them */
    FlowNote turned[RUN * FLOW_TURNED_MAX];
    FlowTold heard[FLOW_RUN_MAX * FLOW_TURNED_MAX * FLOW_KINDS];
} Hand;

typedef struct Solve {
    const Stage *stage;
    const Flow *flow;
    Part part[SECTORS];
    int parts, threads;
    Hand *hand; /* by thread */
    atomic_uint_fast64_t memory;
    atomic_int trouble; /* 1 no memory, 2 too long */
    int plies, last;    /* the layer; which of the two sets of notes is read */
    int at;             /* the part that tasks are of */
    uint32_t source;    /* the first one of this round */
    uint8_t *inside;    /* per thread, counts of a block */
} Solve;

static uint64_t bytes_of(const Part *part)
{
    return (uint64_t)part->buckets * (PLIES_MAX + 2);
}

static void note_trouble(Solve *f, int trouble)
{
    atomic_store(&f->trouble, trouble);
}

static inline uint32_t bucket_of(const Part *part, FlowNote note)
{
    return (note >> part->shape.bits) >> part->shift;
}

/* The blocks of a bucket. */
static uint32_t bucket_end(const Part *part, uint32_t bucket)
{
    uint32_t end = (bucket + 1) << part->shift;
    return end < part->shape.blocks ? end : part->shape.blocks;
}

static void begin_bucket(void *context, int thread, size_t task)
{
    Solve *f = context;
    Part *part = &f->part[f->at];
    uint32_t size = part->shape.size, bucket = (uint32_t)task;
    uint8_t *inside = f->inside + (size_t)thread * size;
    for (uint32_t b = bucket << part->shift; b < bucket_end(part, bucket); b++) {
        f->flow->begin(f->stage->tables, part->sector, b, inside);
        for (uint32_t i = 0; i < size; i++)
            part->work[(size_t)b * size + i] = (Worth)(WORK_COUNT | inside[i] << INSIDE_SHIFT);
    }
}

static bool begin_part(Solve *f)
{
    Part *part = &f->part[f->at];
    f->inside = malloc((size_t)f->threads * part->shape.size);
    bool good = f->inside && f->stage->run->crew.run(f->threads, part->buckets, begin_bucket, f);
    free(f->inside);
    f->inside = NULL;
    return good;
}

static void announce_source(void *context, int thread, size_t task)
{
    Solve *f = context;
    const Part *part = &f->part[f->at];
    Hand *hand = &f->hand[thread];
    uint32_t source = f->source + (uint32_t)task, size = part->shape.source_size;
    for (uint32_t first = 0;
         first < size && !atomic_load_explicit(&f->trouble, memory_order_relaxed);
         first += FLOW_RUN_MAX) {
        int count = size - first < FLOW_RUN_MAX ? (int)(size - first) : FLOW_RUN_MAX;
        int told = f->flow->announce(f->stage->tables, part->sector, source, first, count,
                                     f->stage->values, hand->heard);
        for (int i = 0; i < told; i++) {
            const FlowTold *t = &hand->heard[i];
            if (!notes_add_pair(&hand->told[f->at], bucket_of(part, t->note), t->note,
                                (uint32_t)t->kind << 16 | t->worth))
                note_trouble(f, 1);
        }
    }
}

/* Entries hear what a turn that leaves the stage is worth for the enemy. What they are is hard to
 * foresee, so there is nothing to branch on: a win and a draw in hand are the smaller the better,
 * and smaller than all that counts moves. */
static void hear_good(Worth *work, const uint32_t *parent, int count, Worth worth)
{
    Worth most = worth == WORTH_DRAW ? WORK_SAFE : (Worth)(WORK_WIN | (worth_plies(worth) + 1));
    for (int i = 0; i < count; i++) {
        Worth now = work[parent[i]];
        work[parent[i]] = now < most ? now : most;
    }
}

static void hear_loss(Worth *work, const uint32_t *parent, int count, Worth worth)
{
    unsigned half = (unsigned)(worth_plies(worth) + 1) / 2;
    for (int i = 0; i < count; i++) {
        unsigned now = work[parent[i]], lose = now & LOSE_MASK;
        unsigned longer = now - lose + (lose < half ? half : lose);
        work[parent[i]] = (Worth)(now >= WORK_COUNT ? longer : now);
    }
}

static void hear_run(Solve *f, Part *part, Hand *hand, const uint32_t *word, int count)
{
    FlowNote notes[RUN] = {0};
    uint8_t kinds[RUN] = {0}, each[RUN];
    for (int i = 0; i < count; i++) {
        notes[i] = word[2 * i];
        kinds[i] = (uint8_t)(word[2 * i + 1] >> 16);
    }
    f->flow->parents(f->stage->tables, part->sector, notes, kinds, count, hand->parent, each);
    const uint32_t *parent = hand->parent;
    for (int i = 0; i < count; i++) {
        Worth worth = (Worth)word[2 * i + 1];
        if (worth != WORTH_DRAW && worth_plies(worth) + 1 > PLIES_MAX)
            note_trouble(f, 2);
        if (worth == WORTH_DRAW || worth_is_lost(worth))
            hear_good(part->work, parent, each[i], worth);
        else
            hear_loss(part->work, parent, each[i], worth);
        parent += each[i];
    }
}

static void hear_bucket(void *context, int thread, size_t task)
{
    Solve *f = context;
    Part *part = &f->part[f->at];
    Hand *hand = &f->hand[thread];
    for (int t = 0; t < f->threads; t++) {
        Notes *told = &f->hand[t].told[f->at];
        uint32_t count;
        for (const NotesChunk *chunk = notes_first(told, (uint32_t)task, &count); chunk;
             chunk = chunk->next, count = NOTES_WORDS)
            for (uint32_t i = 0; i < count; i += 2 * RUN) {
                uint32_t rest = (count - i) / 2;
                hear_run(f, part, hand, chunk->word + i, rest < RUN ? (int)rest : RUN);
            }
        notes_recycle(told, (uint32_t)task, &hand->pool);
    }
}

/* All turns that leave the stage, some sources at a time so that the notes stay few. */
static bool hear_outside(Solve *f)
{
    const Part *part = &f->part[f->at];
    const Crew *crew = &f->stage->run->crew;
    uint64_t each = (uint64_t)part->shape.source_size * 2 * sizeof(uint32_t) * FLOW_KINDS;
    uint64_t fit = atomic_load(&f->memory) / 4 / each + 1;
    uint32_t step = fit < part->shape.sources ? (uint32_t)fit : part->shape.sources;
    for (f->source = 0; f->source < part->shape.sources; f->source += step) {
        uint32_t rest = part->shape.sources - f->source;
        if (!crew->run(f->threads, rest < step ? rest : step, announce_source, f) ||
            !crew->run(f->threads, part->buckets, hear_bucket, f) || atomic_load(&f->trouble))
            return false;
    }
    return true;
}

/* Which layer an entry waits for; -1 for none. */
static inline int waits_for(Worth now)
{
    if (now >= WORK_WIN && now < WORK_SAFE)
        return now - WORK_WIN;
    return now >= WORK_COUNT && !(now & INSIDE_MASK) ? 2 * (now & LOSE_MASK) : -1;
}

static void find_waiting(void *context, int thread, size_t task)
{
    Solve *f = context;
    Part *part = &f->part[f->at];
    bool *waits = part->waits + task * (PLIES_MAX + 2);
    size_t first = ((size_t)task << part->shift) * part->shape.size;
    size_t end = (size_t)bucket_end(part, (uint32_t)task) * part->shape.size;
    (void)thread;
    for (size_t i = first; i < end; i++) {
        int plies = waits_for(part->work[i]);
        if (plies >= 0)
            waits[plies] = true;
    }
}

/* Tells the parents of entries that have been decided. */
static void send(Solve *f, const Part *part, Hand *hand, const uint32_t *entries, int count)
{
    const Part *sibling = &f->part[part->sibling];
    Notes *to = &hand->notes[!f->last][part->sibling];
    for (int done = 0; done < count; done += RUN) {
        int run = count - done < RUN ? count - done : RUN;
        int n = f->flow->turn(f->stage->tables, part->sector, entries + done, run, hand->turned);
        for (int i = 0; i < n; i++)
            if (!notes_add(to, bucket_of(sibling, hand->turned[i]), hand->turned[i]))
                note_trouble(f, 1);
    }
}

/* Notes of the last layer: positions lost by their side to move. Their parents win now. */
static int win_parents(Solve *f, Part *part, Hand *hand, int count)
{
    Worth won = worth_of(f->plies, 1);
    int fresh = 0;
    for (int i = 0; i < count; i++) {
        Worth *work = &part->work[hand->parent[i]];
        bool open = *work >= WORK_WIN;
        hand->fresh[fresh] = hand->parent[i];
        fresh += open;
        *work = open ? won : *work;
    }
    return fresh;
}

/* Notes on positions won by their side to move: one hope less for each parent. Which parents still
 * hope is hard to foresee, so there is one branch only, which is hardly ever taken. */
static int lose_parents(Solve *f, Part *part, Hand *hand, bool *waits, int count)
{
    unsigned half = (unsigned)f->plies / 2;
    Worth lost = worth_of(f->plies, 0);
    int fresh = 0;
    for (int i = 0; i < count; i++) {
        Worth *work = &part->work[hand->parent[i]];
        unsigned now = *work, less = now - INSIDE_ONE;
        unsigned lose = less & LOSE_MASK;
        lose = lose < half ? half : lose;
        less = (less & ~(unsigned)LOSE_MASK) | lose;
        bool open = now >= WORK_COUNT, last = open & !(less & INSIDE_MASK);
        bool decided = last & (lose == half);
        hand->fresh[fresh] = hand->parent[i];
        fresh += decided;
        less = decided ? lost : less;
        *work = (Worth)(open ? less : now);
        if (__builtin_expect(last & !decided, 0))
            waits[2 * lose] = true;
    }
    return fresh;
}

static void read_notes(Solve *f, Part *part, Hand *hand, bool *waits, const uint32_t *notes,
                       uint32_t words)
{
    static const uint8_t quiet[RUN] = {0};
    uint8_t each[RUN];
    for (uint32_t i = 0; i < words; i += RUN) {
        uint32_t rest = words - i;
        int run = rest < RUN ? (int)rest : RUN;
        int count = f->flow->parents(f->stage->tables, part->sector, notes + i, quiet, run,
                                     hand->parent, each);
        int fresh = f->plies & 1 ? win_parents(f, part, hand, count)
                                 : lose_parents(f, part, hand, waits, count);
        send(f, part, hand, hand->fresh, fresh);
    }
}

/* Is the value among those of a run? Without a way out, so that it is a few vector operations. */
static inline bool holds(const Worth *run, Worth wanted)
{
    unsigned found = 0;
    for (int i = 0; i < SCAN; i++)
        found |= run[i] == wanted;
    return found;
}

/* Decides the entries of a bucket that wait for this layer. */
static void wake(Solve *f, Part *part, Hand *hand, size_t first, size_t end)
{
    Worth win = (Worth)(WORK_WIN | f->plies), lose = (Worth)(WORK_COUNT | f->plies / 2);
    Worth wanted = f->plies & 1 ? win : lose, worth = worth_of(f->plies, f->plies & 1);
    for (size_t run = first; run < end; run += SCAN) {
        int fresh = 0;
        if (end - run >= SCAN && !holds(part->work + run, wanted))
            continue;
        for (size_t i = run; i < run + SCAN && i < end; i++) {
            if (part->work[i] != wanted)
                continue;
            part->work[i] = worth;
            hand->fresh[fresh++] = (uint32_t)i;
        }
        send(f, part, hand, hand->fresh, fresh);
    }
}

static void do_bucket(void *context, int thread, size_t task)
{
    Solve *f = context;
    Part *part = &f->part[f->at];
    Hand *hand = &f->hand[thread];
    bool *waits = part->waits + task * (PLIES_MAX + 2);
    for (int t = 0; t < f->threads; t++) {
        Notes *notes = &f->hand[t].notes[f->last][f->at];
        uint32_t count;
        for (const NotesChunk *chunk = notes_first(notes, (uint32_t)task, &count); chunk;
             chunk = chunk->next, count = NOTES_WORDS)
            read_notes(f, part, hand, waits, chunk->word, count);
        notes_recycle(notes, (uint32_t)task, &hand->pool);
    }
    if (waits[f->plies])
        wake(f, part, hand, ((size_t)task << part->shift) * part->shape.size,
             (size_t)bucket_end(part, (uint32_t)task) * part->shape.size);
}

/* Is anything left to do in this layer or a later one? */
static bool is_idle(const Solve *f)
{
    for (int p = 0; p < f->parts; p++) {
        for (int t = 0; t < f->threads; t++)
            for (uint32_t b = 0; b < f->part[p].buckets; b++)
                if (f->hand[t].notes[f->last][p].cursor[b])
                    return false;
        for (uint32_t b = 0; b < f->part[p].buckets; b++)
            for (int plies = f->plies; plies <= PLIES_MAX; plies++)
                if (f->part[p].waits[(size_t)b * (PLIES_MAX + 2) + (size_t)plies])
                    return false;
    }
    return true;
}

static bool run_layers(Solve *f)
{
    const Crew *crew = &f->stage->run->crew;
    for (f->at = 0; f->at < f->parts; f->at++)
        if (!crew->run(f->threads, f->part[f->at].buckets, find_waiting, f))
            return false;
    for (f->plies = 0; !is_idle(f); f->plies++) {
        if (f->plies > PLIES_MAX) {
            note_trouble(f, 2);
            return false;
        }
        for (f->at = 0; f->at < f->parts; f->at++)
            if (!crew->run(f->threads, f->part[f->at].buckets, do_bucket, f) ||
                atomic_load(&f->trouble))
                return false;
        f->last = !f->last;
    }
    return true;
}

/* What the work says in the end, as values. */
static void finish_bucket(void *context, int thread, size_t task)
{
    Solve *f = context;
    Part *part = &f->part[f->at];
    size_t first = ((size_t)task << part->shift) * part->shape.size;
    size_t end = (size_t)bucket_end(part, (uint32_t)task) * part->shape.size;
    bool wdl = f->stage->run->wdl;
    (void)thread;
    for (size_t i = first; i < end; i++) {
        Worth now = part->work[i];
        if (!part->shape.inside && waits_for(now) >= 0)
            now = worth_of(waits_for(now), now < WORK_COUNT);
        now = now < WORK_WIN ? now : WORTH_DRAW;
        if (wdl && now != WORTH_DRAW)
            now = worth_is_won(now) ? worth_of(1, 1) : worth_of(0, 0);
        part->work[i] = now;
    }
}

static void make_part(Part *part, const Stage *stage, const Flow *flow, uint32_t number)
{
    part->sector = stage->first + number;
    part->work = stage->values[part->sector];
    flow->shape(stage->tables, part->sector, &part->shape);
    part->sibling = part->shape.sibling - stage->first;
    part->shift = 0;
    while (((uint64_t)part->shape.size << (part->shift + 1)) * sizeof(Worth) <= BUCKET_BYTES)
        part->shift++;
    part->buckets = (part->shape.blocks + (1u << part->shift) - 1) >> part->shift;
}

static bool make_hands(Solve *f)
{
    f->hand = calloc((size_t)f->threads, sizeof *f->hand);
    bool good = f->hand != NULL;
    for (int t = 0; good && t < f->threads; t++) {
        Hand *hand = &f->hand[t];
        hand->pool.left = &f->memory;
        for (int p = 0; good && p < f->parts; p++)
            good = notes_open(&hand->notes[0][p], &hand->pool, f->part[p].buckets) &&
                   notes_open(&hand->notes[1][p], &hand->pool, f->part[p].buckets) &&
                   notes_open(&hand->told[p], &hand->pool, f->part[p].buckets);
    }
    for (int p = 0; good && p < f->parts; p++)
        good = (f->part[p].waits = calloc(f->part[p].buckets, PLIES_MAX + 2)) != NULL;
    return good;
}

static void free_solve(Solve *f)
{
    for (int t = 0; f->hand && t < f->threads; t++) {
        for (int p = 0; p < f->parts; p++) {
            notes_close(&f->hand[t].notes[0][p]);
            notes_close(&f->hand[t].notes[1][p]);
            notes_close(&f->hand[t].told[p]);
        }
        notes_free_pool(&f->hand[t].pool);
    }
    free(f->hand);
    for (int p = 0; p < f->parts; p++)
        free(f->part[p].waits);
}

static bool solve_parts(Solve *f)
{
    const Crew *crew = &f->stage->run->crew;
    for (f->at = 0; f->at < f->parts; f->at++)
        if (!begin_part(f) || !hear_outside(f))
            return false;
    if (f->part[0].shape.inside && !run_layers(f))
        return false;
    for (f->at = 0; f->at < f->parts; f->at++)
        if (!crew->run(f->threads, f->part[f->at].buckets, finish_bucket, f))
            return false;
    return true;
}

uint64_t flow_memory(const Stage *stage)
{
    uint64_t bytes = UINT64_C(1) << 26; /* what the lists need at the least */
    for (uint32_t s = 0; s < stage->count; s++) {
        Part part;
        make_part(&part, stage, stage->run->game->solvable->flow, s);
        bytes += bytes_of(&part) + (uint64_t)part.buckets * sizeof(NotesChunk) * 4 *
                                       (uint64_t)stage->run->crew.threads;
    }
    return bytes;
}

bool flow_solve(const Stage *stage, char *why)
{
    Solve f = {.stage = stage,
               .flow = stage->run->game->solvable->flow,
               .parts = (int)stage->count,
               .threads = stage->run->crew.threads};
    if (stage->count > SECTORS)
        return refuse(why, "more than two sectors in a stage");
    atomic_init(&f.memory, stage->memory);
    for (uint32_t s = 0; s < stage->count; s++)
        make_part(&f.part[s], stage, f.flow, s);
    bool good = make_hands(&f) && solve_parts(&f);
    int trouble = atomic_load(&f.trouble);
    free_solve(&f);
    if (good)
        return true;
    return refuse(why,
                  trouble == 2 ? "a win is longer than %d plies"
                               : "out of memory: give more than that with --memory, or fewer "
                                 "threads (%d plies done)",
                  trouble == 2 ? PLIES_MAX : f.plies);
}
