/* SPDX-License-Identifier: MIT */
/* Retrograde analysis of a stage by updates (core/flow.h, docs/adr/0041). During the work, the
 * state of an entry is one of
 *
 *   00 worth            decided
 *   01 plies            a turn that leaves the stage wins in so many plies
 *   01 all ones         a turn that leaves the stage draws
 *   1 inside, lose / 2  moves inside the stage not yet known to lose (6 bits), and the plies of the
 *                       longest loss found so far (9 bits, halved: losses have even plies)
 *
 * Layer by layer of plies: updates from the entries decided in the last layer go to the blocks of
 * their predecessors; then the entries that were waiting for this layer are decided. The work is
 * divided into buckets, runs of blocks that fit the cache; one thread works on a bucket at a time.
 *
 * Where every turn leaves the stage there are no layers: the grades of all turns that arrive at a
 * bucket are put side by side, and the game finds the best one for each entry (docs/adr/0109); from
 * round to round an entry has its best grade so far.
 */
#include "solve/solve.h"

#include "core/flow.h"
#include "solve/spread.h"

#include <stdlib.h>
#include <string.h>

enum {
    WORK_WIN = 1 << 14,
    WORK_DRAW = (1 << 15) - 1,
    COUNT_SHIFT = 15,
    WORK_COUNT = 1 << COUNT_SHIFT,
    INSIDE_SHIFT = 9,
    INSIDE_ONE = 1 << INSIDE_SHIFT,
    INSIDE_MASK = FLOW_INSIDE_MAX << INSIDE_SHIFT,
    LOSE_MASK = INSIDE_ONE - 1,
    PLIES_MAX = 2 * LOSE_MASK,
    BUCKET_BYTES = 1 << 18, /* of values: fits the second cache with the tables */
    GRADES_BYTES = 1 << 19, /* of grades, if a few blocks have no more */
    RUN = 64,               /* updates or entries per call of the game */
    SCAN = 128,             /* entries looked at together */
    SECTORS = 2,            /* of a stage, at most */
};

/* A sector of the stage. */
typedef struct Part {
    uint32_t sector, sibling; /* sibling by its number within the stage */
    FlowShape shape;
    Worth *work;
    uint32_t first, end; /* this rank's blocks */
    uint32_t ranks;
    uint32_t shift, buckets; /* bucket = (block - first) >> shift; behind them one for each rank */
    void *prepared;          /* the game's own tables */
    bool *waits;             /* [bucket][plies]: entries wait for that layer */
} Part;

/* What a thread needs of its own. */
typedef struct SolveThread {
    QueuePool pool;
    uint64_t sent;             /* entries whose updates were sent */
    Queue updates[2][SECTORS]; /* of the last and of the next layer, by sector that reads them */
    Queue exits[SECTORS];      /* pairs: FlowExit */
    void *scratch;             /* the game's, for exits */
    uint32_t *grades;          /* of a bucket: [group of blocks][offset of an update][lane] */
    Grade *best;               /* of a group: [entry][lane] */
    uint32_t predecessor[RUN * FLOW_PREDECESSORS_MAX];
    uint32_t decided[RUN * FLOW_PREDECESSORS_MAX]; /* those of them that are decided now */
    FlowUpdate batch[RUN * FLOW_UPDATES_MAX];
    FlowExit exit_batch[FLOW_RUN_MAX * FLOW_UPDATES_MAX * LANES];
} SolveThread;

_Static_assert((int)PLIES_MAX == (int)GRADE_PLIES_MAX, "what has a grade has a state");

typedef enum Failure { FAILURE_NONE, FAILURE_MEMORY, FAILURE_TOO_LONG } Failure;

typedef struct Solve {
    const Stage *stage;
    const Flow *flow;
    Part part[SECTORS];
    int parts, threads;
    SolveThread *thread;
    atomic_uint_fast64_t memory;
    QueueBank *bank;
    atomic_int failure; /* a Failure */
    int plies, last;    /* the layer; which of the two sets of updates is read */
    int at;             /* the part that tasks are of */
    Exchange *exchange; /* NULL for one process */
    bool lame;          /* this rank is one of those that ended the run */
    uint32_t source;    /* the first one of this round, */
    uint32_t source_end;
    bool first_round, last_round;
    uint8_t *inside; /* per thread, counts of a block */
} Solve;

static void fail(Solve *f, Failure failure)
{
    atomic_store(&f->failure, failure);
}

/* Where an update goes: to a bucket of this rank, or to what is kept for the block's rank. */
static inline uint32_t bucket_of(const Part *part, FlowUpdate update)
{
    uint32_t block = update >> part->shape.bits, own = block - part->first;
    if (__builtin_expect(own < part->end - part->first, 1))
        return own >> part->shift;
    return part->buckets + share_owner(part->ranks, part->shape.blocks, block);
}

/* The blocks of a bucket. */
static uint32_t bucket_first(const Part *part, uint32_t bucket)
{
    return part->first + (bucket << part->shift);
}

static uint32_t bucket_end(const Part *part, uint32_t bucket)
{
    uint32_t end = bucket_first(part, bucket + 1);
    return end < part->end ? end : part->end;
}

/* Is all well, with all ranks? */
static bool together(Solve *f, bool good)
{
    uint64_t bad = !good;
    f->lame = !good;
    if (f->exchange)
        f->exchange->sum(f->exchange->context, &bad, 1);
    return !bad;
}

/* What threads have gathered for other ranks goes there. */
static void swap_queues(Solve *f, int at, Queue *(*queue_of)(SolveThread *, int at, int last),
                        ExchangeUse use)
{
    const Part *part = &f->part[at];
    if (!f->exchange)
        return;
    Spread spread = {.exchange = f->exchange,
                     .threads = f->threads,
                     .buckets = part->buckets,
                     .first = part->first,
                     .down = part->shape.bits,
                     .shift = part->shift,
                     .use = use,
                     .inside = part->shape.inside};
    for (int t = 0; t < f->threads; t++)
        spread.queue[t] = queue_of(&f->thread[t], at, f->last);
    if (!spread_swap(&spread))
        fail(f, FAILURE_MEMORY);
}

static Queue *exits_of(SolveThread *thread, int at, int last)
{
    (void)last;
    return &thread->exits[at];
}

static Queue *next_updates_of(SolveThread *thread, int at, int last)
{
    return &thread->updates[!last][at];
}

/* How far the stage is. Steps have shares of the time that were set by hand, not measured; the rest
 * is for the files. */
static void tell_exits(const Solve *f, double share_of_part)
{
    bool inside = f->part[0].shape.inside;
    double share = (f->at + share_of_part) / f->parts;
    if (f->stage->tell)
        f->stage->tell(f->stage->context, "turns that leave it", -1,
                       (inside ? 0.25 : 0.85) * share);
}

static void tell_layer(const Solve *f)
{
    uint64_t decided = 0, entries = 0;
    for (int t = 0; t < f->threads; t++)
        decided += f->thread[t].sent;
    for (int p = 0; p < f->parts; p++)
        entries += (uint64_t)(f->part[p].end - f->part[p].first) * f->part[p].shape.size;
    double share = entries ? (double)decided / (double)entries : 1;
    if (f->stage->tell)
        f->stage->tell(f->stage->context, "layer", f->plies, 0.25 + 0.6 * share);
}

static void begin_bucket(void *context, int thread, size_t task)
{
    Solve *f = context;
    Part *part = &f->part[f->at];
    uint32_t size = part->shape.size, bucket = (uint32_t)task;
    uint8_t *inside = f->inside + (size_t)thread * size;
    for (uint32_t b = bucket_first(part, bucket); b < bucket_end(part, bucket); b++) {
        f->flow->count_inside(f->stage->tables, part->sector, b, inside);
        for (uint32_t i = 0; i < size; i++)
            part->work[(size_t)b * size + i] = (Worth)(WORK_COUNT | inside[i] << INSIDE_SHIFT);
    }
}

static bool begin_part(Solve *f)
{
    Part *part = &f->part[f->at];
    f->inside = malloc((size_t)f->threads * part->shape.size);
    bool good = f->inside && f->stage->run->workers.run(f->threads, part->buckets, begin_bucket, f);
    free(f->inside);
    f->inside = NULL;
    return good;
}

static void send_exits(void *context, int thread, size_t task)
{
    Solve *f = context;
    const Part *part = &f->part[f->at];
    SolveThread *own = &f->thread[thread];
    uint32_t source = f->source + (uint32_t)task * LANES, rest = f->source_end - source;
    int lanes = rest < LANES ? (int)rest : LANES;
    if (!f->flow->begin(f->stage->tables, part->sector, source, lanes, f->stage->values,
                        own->scratch))
        fail(f, FAILURE_TOO_LONG);
    for (uint32_t size = part->shape.source_size, first = 0;
         first < size && !atomic_load_explicit(&f->failure, memory_order_relaxed);
         first += FLOW_RUN_MAX) {
        int count = size - first < FLOW_RUN_MAX ? (int)(size - first) : FLOW_RUN_MAX;
        int exits = f->flow->exits(f->stage->tables, part->prepared, part->sector, own->scratch,
                                   first, count, own->exit_batch);
        for (int i = 0; i < exits; i++) {
            const FlowExit *t = &own->exit_batch[i];
            if (!queue_add_pair(&own->exits[f->at], bucket_of(part, t->update), t->update,
                                t->grades))
                fail(f, FAILURE_MEMORY);
        }
    }
}

/* A turn of these entries leaves the stage, to a win or a draw. The states of entries are
 * unpredictable, so there are no branches: smaller is better among stored wins and draws, and both
 * are smaller than any state that counts moves. */
static void apply_good_exit(Worth *work, const uint32_t *predecessor, int count, Grade grade)
{
    Worth state = (Worth)(grade == GRADE_DRAW ? WORK_DRAW : WORK_WIN | grade_plies(grade));
    for (int i = 0; i < count; i++) {
        Worth now = work[predecessor[i]];
        work[predecessor[i]] = now < state ? now : state;
    }
}

static void apply_losing_exit(Worth *work, const uint32_t *predecessor, int count, Grade grade)
{
    unsigned half = (unsigned)grade_plies(grade) / 2;
    for (int i = 0; i < count; i++) {
        unsigned now = work[predecessor[i]], lose = now & LOSE_MASK;
        unsigned longer = now - lose + (lose < half ? half : lose);
        work[predecessor[i]] = (Worth)(now >= WORK_COUNT ? longer : now);
    }
}

/* Exits of one kind, of the runs of pairs in a chunk. */
static void apply_exit_run(Solve *f, Part *part, SolveThread *own, const uint32_t *word, int pairs,
                           int kind)
{
    FlowUpdate updates[RUN] = {0};
    Grade grade[RUN] = {0};
    uint8_t each[RUN];
    int count = 0;
    for (int i = 0; i < pairs; i++) {
        updates[count] = word[2 * i];
        grade[count] = flow_grade(word[2 * i + 1], kind);
        count += grade[count] != GRADE_NONE;
    }
    if (!count) /* most games have no turns of the last kind */
        return;
    f->flow->predecessors(f->stage->tables, part->sector, updates, kind, count, own->predecessor,
                          each);
    const uint32_t *predecessor = own->predecessor;
    for (int i = 0; i < count; i++) {
        if (grade[i] <= GRADE_DRAW)
            apply_good_exit(part->work, predecessor, each[i], grade[i]);
        else
            apply_losing_exit(part->work, predecessor, each[i], grade[i]);
        predecessor += each[i];
    }
}

static void apply_exits(void *context, int thread, size_t task)
{
    Solve *f = context;
    Part *part = &f->part[f->at];
    SolveThread *own = &f->thread[thread];
    for (int t = 0; t < f->threads; t++) {
        Queue *exits = &f->thread[t].exits[f->at];
        uint32_t count;
        for (const QueueChunk *chunk = queue_first(exits, (uint32_t)task, &count); chunk;
             chunk = chunk->next, count = QUEUE_WORDS)
            for (uint32_t i = 0; i < count; i += 2 * RUN) {
                uint32_t rest = (count - i) / 2;
                for (int kind = 1; kind < FLOW_KINDS; kind++)
                    apply_exit_run(f, part, own, chunk->word + i, rest < RUN ? (int)rest : RUN,
                                   kind);
            }
        queue_recycle(exits, (uint32_t)task, &own->pool);
    }
}

/* The grades that have arrived at a bucket, side by side. */
static void lay_out_grades(Solve *f, const Part *part, SolveThread *own, uint32_t bucket)
{
    uint32_t first = bucket_first(part, bucket), bits = part->shape.bits;
    size_t group = (size_t)part->shape.arrivals * LANES;
    size_t groups = (bucket_end(part, bucket) - first + LANES - 1) / LANES;
    memset(own->grades, 0xff, groups * group * sizeof *own->grades);
    for (int t = 0; t < f->threads; t++) {
        Queue *exits = &f->thread[t].exits[f->at];
        uint32_t count;
        for (const QueueChunk *chunk = queue_first(exits, bucket, &count); chunk;
             chunk = chunk->next, count = QUEUE_WORDS)
            for (uint32_t i = 0; i < count; i += 2) {
                FlowUpdate update = chunk->word[i];
                uint32_t block = (update >> bits) - first, offset = update & ((1u << bits) - 1);
                own->grades[block / LANES * group + (size_t)offset * LANES + block % LANES] =
                    chunk->word[i + 1];
            }
        queue_recycle(exits, bucket, &own->pool);
    }
}

/* What is written with --wdl. */
static inline Worth without_plies(Worth value)
{
    Worth decided = worth_is_won(value) ? worth_of(1, 1) : worth_of(0, 0);
    return value == WORTH_DRAW ? WORTH_DRAW : decided;
}

/* The entries of one block get the best grades that the game found, and in the last round values.
 */
static void keep_best(const Solve *f, const Part *part, const Grade *best, uint32_t block)
{
    Worth *work = part->work + (size_t)block * part->shape.size;
    bool wdl = f->stage->run->wdl;
    for (uint32_t i = 0; i < part->shape.size; i++) {
        Grade now = f->first_round ? GRADE_NONE : work[i], grade = best[(size_t)i * LANES];
        now = grade < now ? grade : now;
        Worth value = wdl ? without_plies(grade_worth(now)) : grade_worth(now);
        work[i] = f->last_round ? value : now;
    }
}

static void gather_bucket(void *context, int thread, size_t task)
{
    Solve *f = context;
    const Part *part = &f->part[f->at];
    SolveThread *own = &f->thread[thread];
    uint32_t first = bucket_first(part, (uint32_t)task), end = bucket_end(part, (uint32_t)task);
    lay_out_grades(f, part, own, (uint32_t)task);
    const uint32_t *grades = own->grades;
    for (uint32_t block = first; block < end; block += LANES) {
        uint32_t count = end - block < LANES ? end - block : LANES;
        f->flow->gather(f->stage->tables, part->prepared, part->sector, block, (int)count, grades,
                        own->best);
        for (uint32_t lane = 0; lane < count; lane++)
            keep_best(f, part, own->best + lane, block + lane);
        grades += (size_t)part->shape.arrivals * LANES;
    }
}

/* Bytes for the exits of a round. Ranks may get more than they send, so they are careful. */
static uint64_t stage_memory(Solve *f)
{
    return atomic_load(&f->memory) / (f->exchange ? 2 : 1);
}

/* How many rounds of `step` sources; as many on every rank. */
static uint64_t rounds_of(Solve *f, uint64_t sources, uint64_t step)
{
    uint64_t rounds = step ? (sources + step - 1) / step : 0;
    if (f->exchange)
        f->exchange->most(f->exchange->context, &rounds, 1);
    return rounds;
}

/* All turns that leave the stage, some sources at a time so that there are few updates at a time.
 */
static bool solve_exits(Solve *f)
{
    const Part *part = &f->part[f->at];
    const Workers *workers = &f->stage->run->workers;
    Share own = share_own(f->exchange, part->shape.sources);
    uint64_t each = (uint64_t)part->shape.source_size * sizeof(FlowExit);
    uint64_t fit = stage_memory(f) / 2 / each / LANES * LANES + LANES;
    uint64_t sources = own.end - own.first, step = fit < sources ? fit : sources;
    uint64_t rounds = rounds_of(f, sources, step);
    for (uint64_t round = 0; round < rounds; round++) {
        uint64_t done = round * step < sources ? round * step : sources;
        uint64_t now = sources - done < step ? sources - done : step;
        tell_exits(f, sources ? (double)done / (double)sources : 1);
        f->source = (uint32_t)(own.first + done);
        f->source_end = f->source + (uint32_t)now;
        f->first_round = round == 0;
        f->last_round = round + 1 == rounds;
        bool good = workers->run(f->threads, (now + LANES - 1) / LANES, send_exits, f);
        swap_queues(f, f->at, exits_of, EXCHANGE_EXITS);
        good = good && !atomic_load(&f->failure) &&
               workers->run(f->threads, part->buckets,
                            part->shape.inside ? apply_exits : gather_bucket, f);
        if (!together(f, good && !atomic_load(&f->failure)))
            return false;
    }
    return true;
}

/* Which layer an entry waits for; -1 for none. */
static inline int waits_for(Worth now)
{
    if (now >= WORK_WIN && now < WORK_DRAW)
        return now - WORK_WIN;
    return now >= WORK_COUNT && !(now & INSIDE_MASK) ? 2 * (now & LOSE_MASK) : -1;
}

static void find_waiting(void *context, int thread, size_t task)
{
    Solve *f = context;
    Part *part = &f->part[f->at];
    bool *waits = part->waits + task * (PLIES_MAX + 2);
    size_t first = (size_t)bucket_first(part, (uint32_t)task) * part->shape.size;
    size_t end = (size_t)bucket_end(part, (uint32_t)task) * part->shape.size;
    (void)thread;
    for (size_t i = first; i < end; i++) {
        int plies = waits_for(part->work[i]);
        if (plies >= 0)
            waits[plies] = true;
    }
}

/* Sends updates from entries that have been decided to their predecessors. */
static void send_updates(Solve *f, const Part *part, SolveThread *own, const uint32_t *entries,
                         int count)
{
    const Part *sibling = &f->part[part->sibling];
    Queue *to = &own->updates[!f->last][part->sibling];
    own->sent += (uint64_t)count;
    for (int done = 0; done < count; done += RUN) {
        int run = count - done < RUN ? count - done : RUN;
        int n = f->flow->updates(f->stage->tables, part->sector, entries + done, run, own->batch);
        for (int i = 0; i < n; i++)
            if (!queue_add(to, bucket_of(sibling, own->batch[i]), own->batch[i]))
                fail(f, FAILURE_MEMORY);
    }
}

/* Updates from positions lost by their side to move: the predecessors win. Which of them are still
 * undecided is unpredictable, so there is no branch. */
static int win_predecessors(const Solve *f, const Part *part, SolveThread *own, int count)
{
    Worth won = worth_of(f->plies, 1), *work = part->work;
    const uint32_t *predecessor = own->predecessor;
    uint32_t *decided = own->decided;
    int found = 0;
    for (int i = 0; i < count; i++) {
        uint32_t entry = predecessor[i];
        Worth now = work[entry];
        bool open = now >= WORK_WIN;
        decided[found] = entry;
        found += open;
        work[entry] = open ? won : now;
    }
    return found;
}

/* The last move that stays in the stage is lost too: the entries are decided now, or wait for the
 * longer loss of a turn that leaves the stage. Returns how many are decided. */
static int lose_last_moves(const Solve *f, const Part *part, SolveThread *own, bool *waits,
                           int count)
{
    unsigned half = (unsigned)f->plies / 2;
    Worth lost = worth_of(f->plies, 0);
    int found = 0;
    for (int i = 0; i < count; i++) {
        uint32_t entry = own->decided[i];
        unsigned lose = part->work[entry] & LOSE_MASK;
        if (lose > half) {
            waits[2 * lose] = true;
        } else {
            part->work[entry] = lost;
            own->decided[found++] = entry;
        }
    }
    return found;
}

/* Updates from positions won by their side to move: each predecessor has one move less that may
 * save it. Layers come in order, so the plies of a loss inside the stage matter at the last such
 * move only. */
static int count_down_predecessors(const Solve *f, const Part *part, SolveThread *own, bool *waits,
                                   int count)
{
    const uint32_t *predecessor = own->predecessor;
    uint32_t *decided = own->decided;
    Worth *work = part->work;
    int found = 0;
    for (int i = 0; i < count; i++) {
        uint32_t entry = predecessor[i];
        unsigned now = work[entry], counts = now >> COUNT_SHIFT;
        work[entry] = (Worth)(now - (counts << INSIDE_SHIFT));
        decided[found] = entry;
        found += now >> INSIDE_SHIFT == (WORK_COUNT | INSIDE_ONE) >> INSIDE_SHIFT;
    }
    return lose_last_moves(f, part, own, waits, found);
}

static void apply_updates(Solve *f, Part *part, SolveThread *own, bool *waits,
                          const uint32_t *updates, uint32_t words)
{
    uint8_t each[RUN];
    for (uint32_t i = 0; i < words; i += RUN) {
        uint32_t rest = words - i;
        int run = rest < RUN ? (int)rest : RUN;
        int count = f->flow->predecessors(f->stage->tables, part->sector, updates + i, 0, run,
                                          own->predecessor, each);
        int found = f->plies & 1 ? win_predecessors(f, part, own, count)
                                 : count_down_predecessors(f, part, own, waits, count);
        send_updates(f, part, own, own->decided, found);
    }
}

/* Is the value among those of a run? Without an early exit, so that it is a few vector
 * instructions. */
static inline bool holds(const Worth *run, Worth wanted)
{
    unsigned found = 0;
    for (int i = 0; i < SCAN; i++)
        found |= run[i] == wanted;
    return found;
}

/* Decides the entries of a bucket that wait for this layer. */
static void decide_waiting(Solve *f, Part *part, SolveThread *own, size_t first, size_t end)
{
    Worth win = (Worth)(WORK_WIN | f->plies), lose = (Worth)(WORK_COUNT | f->plies / 2);
    Worth wanted = f->plies & 1 ? win : lose, worth = worth_of(f->plies, f->plies & 1);
    for (size_t run = first; run < end; run += SCAN) {
        int found = 0;
        if (end - run >= SCAN && !holds(part->work + run, wanted))
            continue;
        for (size_t i = run; i < run + SCAN && i < end; i++) {
            if (part->work[i] != wanted)
                continue;
            part->work[i] = worth;
            own->decided[found++] = (uint32_t)i;
        }
        send_updates(f, part, own, own->decided, found);
    }
}

static void process_bucket(void *context, int thread, size_t task)
{
    Solve *f = context;
    Part *part = &f->part[f->at];
    SolveThread *own = &f->thread[thread];
    bool *waits = part->waits + task * (PLIES_MAX + 2);
    for (int t = 0; t < f->threads; t++) {
        Queue *updates = &f->thread[t].updates[f->last][f->at];
        uint32_t count;
        for (const QueueChunk *chunk = queue_first(updates, (uint32_t)task, &count); chunk;
             chunk = chunk->next, count = QUEUE_WORDS)
            apply_updates(f, part, own, waits, chunk->word, count);
        queue_recycle(updates, (uint32_t)task, &own->pool);
    }
    if (waits[f->plies])
        decide_waiting(f, part, own, (size_t)bucket_first(part, (uint32_t)task) * part->shape.size,
                       (size_t)bucket_end(part, (uint32_t)task) * part->shape.size);
}

/* Is anything left to do in this layer or a later one, here? */
static bool is_idle(const Solve *f)
{
    for (int p = 0; p < f->parts; p++) {
        for (int t = 0; t < f->threads; t++)
            for (uint32_t b = 0; b < f->part[p].buckets; b++)
                if (f->thread[t].updates[f->last][p].cursor[b])
                    return false;
        for (uint32_t b = 0; b < f->part[p].buckets; b++)
            for (int plies = f->plies; plies <= PLIES_MAX; plies++)
                if (f->part[p].waits[(size_t)b * (PLIES_MAX + 2) + (size_t)plies])
                    return false;
    }
    return true;
}

/* And elsewhere? */
static bool all_idle(const Solve *f)
{
    uint64_t busy = !is_idle(f);
    if (f->exchange)
        f->exchange->sum(f->exchange->context, &busy, 1);
    return !busy;
}

static bool run_layer(Solve *f)
{
    const Workers *workers = &f->stage->run->workers;
    bool good = true;
    for (f->at = 0; good && f->at < f->parts; f->at++)
        good = workers->run(f->threads, f->part[f->at].buckets, process_bucket, f) &&
               !atomic_load(&f->failure);
    for (int p = 0; p < f->parts; p++)
        swap_queues(f, p, next_updates_of, EXCHANGE_UPDATES);
    f->last = !f->last;
    return together(f, good && !atomic_load(&f->failure));
}

static bool run_layers(Solve *f)
{
    const Workers *workers = &f->stage->run->workers;
    bool good = true;
    for (f->at = 0; good && f->at < f->parts; f->at++)
        good = workers->run(f->threads, f->part[f->at].buckets, find_waiting, f);
    if (!together(f, good))
        return false;
    for (f->plies = 0; !all_idle(f); f->plies++) {
        if (f->plies > PLIES_MAX) {
            fail(f, FAILURE_TOO_LONG);
            return together(f, false);
        }
        tell_layer(f);
        if (!run_layer(f))
            return false;
    }
    return true;
}

/* From states to values; what is not decided at the end is a draw. */
static void finish_bucket(void *context, int thread, size_t task)
{
    Solve *f = context;
    Part *part = &f->part[f->at];
    size_t first = (size_t)bucket_first(part, (uint32_t)task) * part->shape.size;
    size_t end = (size_t)bucket_end(part, (uint32_t)task) * part->shape.size;
    bool wdl = f->stage->run->wdl;
    (void)thread;
    for (size_t i = first; i < end; i++) {
        Worth value = part->work[i] < WORK_WIN ? part->work[i] : WORTH_DRAW;
        part->work[i] = wdl ? without_plies(value) : value;
    }
}

static void make_part(Part *part, const Stage *stage, const Flow *flow, uint32_t number)
{
    part->sector = stage->first + number;
    part->work = stage->values ? stage->values[part->sector] : NULL;
    flow->shape(stage->tables, part->sector, &part->shape);
    part->sibling = part->shape.sibling - stage->first;
    bool inside = part->shape.inside;
    uint64_t each = inside ? part->shape.size * sizeof(Worth)
                           : part->shape.arrivals * sizeof(uint32_t);
    part->shift = inside ? 0 : LANES_SHIFT;
    while (each << (part->shift + 1) <= (inside ? BUCKET_BYTES : GRADES_BYTES))
        part->shift++;
    Share own = share_own(stage->run->exchange, part->shape.blocks);
    part->first = (uint32_t)own.first;
    part->end = (uint32_t)own.end;
    part->ranks = stage->run->exchange ? (uint32_t)stage->run->exchange->ranks : 0;
    part->buckets = (part->end - part->first + (1u << part->shift) - 1) >> part->shift;
}

/* Bytes of a bucket's grades, and of the best ones of some blocks; for a thread. */
static size_t grades_bytes(const Part *part)
{
    return part->shape.inside ? 0
                              : ((size_t)part->shape.arrivals << part->shift) * sizeof(uint32_t);
}

static size_t best_bytes(const Part *part)
{
    return part->shape.inside ? 0 : (size_t)part->shape.size * LANES * sizeof(Grade);
}

/* Which layers entries of a bucket wait for. */
static size_t waits_bytes(const Part *part)
{
    return part->shape.inside ? ((size_t)part->buckets + 1) * (PLIES_MAX + 2) : 1;
}

/* What is needed whatever is sent. */
static uint64_t fixed_bytes(const Part *part, int threads)
{
    return part->shape.prepared + waits_bytes(part) +
           (uint64_t)threads * (part->shape.scratch + grades_bytes(part) + best_bytes(part));
}

/* The larger of two sectors may need any of this. */
static bool make_scratch(const Solve *f, SolveThread *own)
{
    size_t scratch = 1, grades = 1, best = 1;
    for (int p = 0; p < f->parts; p++) {
        const Part *part = &f->part[p];
        scratch = part->shape.scratch > scratch ? part->shape.scratch : scratch;
        grades = grades_bytes(part) > grades ? grades_bytes(part) : grades;
        best = best_bytes(part) > best ? best_bytes(part) : best;
    }
    own->scratch = malloc(scratch);
    own->grades = malloc(grades);
    own->best = malloc(best);
    return own->scratch && own->grades && own->best;
}

static bool make_threads(Solve *f)
{
    f->thread = calloc((size_t)f->threads, sizeof *f->thread);
    bool good = f->thread != NULL;
    for (int t = 0; good && t < f->threads; t++) {
        SolveThread *own = &f->thread[t];
        own->pool.left = &f->memory;
        own->pool.bank = f->bank;
        good = make_scratch(f, own);
        for (int p = 0; good && p < f->parts; p++) {
            uint32_t lists = f->part[p].buckets + f->part[p].ranks;
            good = queue_open(&own->updates[0][p], &own->pool, lists) &&
                   queue_open(&own->updates[1][p], &own->pool, lists) &&
                   queue_open(&own->exits[p], &own->pool, lists);
        }
    }
    for (int p = 0; good && p < f->parts; p++)
        good = (f->part[p].waits = calloc(waits_bytes(&f->part[p]), 1)) != NULL &&
               (f->part[p].prepared = f->flow->prepare(f->stage->tables, f->part[p].sector));
    return good;
}

static void free_solve(Solve *f)
{
    for (int t = 0; f->thread && t < f->threads; t++) {
        for (int p = 0; p < f->parts; p++) {
            queue_close(&f->thread[t].updates[0][p]);
            queue_close(&f->thread[t].updates[1][p]);
            queue_close(&f->thread[t].exits[p]);
        }
        queue_free_pool(&f->thread[t].pool);
        free(f->thread[t].scratch);
        free(f->thread[t].grades);
        free(f->thread[t].best);
    }
    free(f->thread);
    for (int p = 0; p < f->parts; p++) {
        free(f->part[p].waits);
        free(f->part[p].prepared);
    }
}

static bool solve_parts(Solve *f)
{
    const Workers *workers = &f->stage->run->workers;
    bool good = true;
    bool inside = f->part[0].shape.inside;
    for (f->at = 0; f->at < f->parts; f->at++)
        if (!together(f, !inside || begin_part(f)) || !solve_exits(f))
            return false;
    if (!inside)
        return true;
    if (!run_layers(f))
        return false;
    for (f->at = 0; good && f->at < f->parts; f->at++)
        good = workers->run(f->threads, f->part[f->at].buckets, finish_bucket, f);
    return together(f, good);
}

uint64_t flow_memory(const Stage *stage)
{
    uint64_t bytes = UINT64_C(1) << 26; /* what the queues need at least */
    for (uint32_t s = 0; s < stage->count; s++) {
        Part part;
        make_part(&part, stage, stage->run->game->solvable->flow, s);
        if (part.shape.inside) /* a layer that decides a quarter of the entries */
            bytes += (uint64_t)(part.end - part.first) * part.shape.size / 4 * sizeof(FlowUpdate);
        bytes += waits_bytes(&part) +
                 (uint64_t)stage->run->workers.threads *
                     ((uint64_t)part.buckets * sizeof(QueueChunk) * 4 + part.shape.scratch +
                      grades_bytes(&part) + best_bytes(&part));
    }
    return bytes;
}

bool flow_solve(const Stage *stage, char *why)
{
    Solve f = {.stage = stage,
               .flow = stage->run->game->solvable->flow,
               .parts = (int)stage->count,
               .threads = stage->run->workers.threads,
               .exchange = stage->run->exchange};
    QueueBank none = {NULL};
    f.bank = stage->bank ? stage->bank : &none;
    if (stage->count > SECTORS)
        return refuse(why, "more than two sectors in a stage");
    uint64_t fixed = 0;
    for (uint32_t s = 0; s < stage->count; s++) {
        make_part(&f.part[s], stage, f.flow, s);
        fixed += fixed_bytes(&f.part[s], f.threads);
    }
    atomic_init(&f.memory, stage->memory > fixed ? stage->memory - fixed : 0);
    bool good = together(&f, make_threads(&f)) && solve_parts(&f);
    int failure = atomic_load(&f.failure);
    free_solve(&f);
    queue_trim_bank(&none, 0);
    if (good)
        return true;
    refuse(why,
           failure == FAILURE_TOO_LONG ? "a win is longer than %d plies"
                                       : "out of memory: give more than that with --memory, or "
                                         "fewer threads (%d plies done)",
           failure == FAILURE_TOO_LONG ? PLIES_MAX : f.plies);
    return f.exchange && f.exchange->agree(f.exchange->context, !f.lame, why);
}
