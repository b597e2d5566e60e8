/* SPDX-License-Identifier: MIT */
/* Verifying in batches (core/forward.h): first what every arrival of a sector is worth, source by
 * source, then every entry by its arrivals, block by block. Entries that are judged are compared
 * and counted at once. */
#include "solve/verify.h"

#include "base/pages.h"
#include "core/forward.h"

#include <stdlib.h>
#include <string.h>

/* What one thread works in. */
typedef struct Bench {
    void *scratch;
    Worth *found;
    uint8_t *orbit;
} Bench;

typedef struct Forwarding {
    Verify *v;
    const Forward *forward;
    ForwardShape shape;
    Merit *arrivals;
    Bench bench[WORKERS_MAX];
} Forwarding;

static uint64_t arrival_bytes(const ForwardShape *shape)
{
    return (uint64_t)shape->sources * shape->source_size * shape->kinds * sizeof(Merit);
}

static uint64_t bench_bytes(const ForwardShape *shape)
{
    return shape->scratch + shape->size * (sizeof(Worth) + 1);
}

uint64_t verify_forward_memory(const Verify *v)
{
    ForwardShape shape;
    v->ops->forward->shape(v->probe->tables, v->sector, &shape);
    return arrival_bytes(&shape) + (uint64_t)v->run->workers.threads * bench_bytes(&shape);
}

static void arrive(void *context, int thread, size_t source)
{
    Forwarding *f = context;
    Verify *v = f->v;
    Merit *out = f->arrivals + source * f->shape.source_size * f->shape.kinds;
    (void)thread;
    if (!atomic_load(&v->unknown) &&
        !f->forward->arrive(v->probe->tables, v->sector, (uint32_t)source, v->values, out))
        atomic_store(&v->unknown, true);
}

enum { DRAWN, LOST, WON, OUTCOMES };
static inline int outcome_of(Worth worth)
{
    return worth == WORTH_DRAW ? DRAWN : LOST + worth_is_won(worth);
}

static void compare(Verify *v, uint64_t first, const Worth *kept, const Worth *found, uint32_t size)
{
    if (!v->wdl && memcmp(kept, found, size * sizeof *kept) == 0)
        return;
    for (uint32_t i = 0; i < size; i++)
        if (v->wdl ? outcome_of(kept[i]) != outcome_of(found[i]) : kept[i] != found[i]) {
            verify_mark_bad(v, first + i);
            return;
        }
}

static void count(const Verify *v, const Worth *kept, const uint8_t *orbit, uint32_t size,
                  VerifyTally *tally)
{
    uint64_t seen[OUTCOMES] = {0}, all[OUTCOMES] = {0};
    Worth longest = WORTH_DRAW;
    for (uint32_t i = 0; i < size; i++) {
        seen[outcome_of(kept[i])] += orbit[i] > 0;
        all[outcome_of(kept[i])] += orbit[i];
        longest = kept[i] > longest ? kept[i] : longest;
    }
    format_add_counts(&tally->orbits, &(FormatCounts){seen[LOST], seen[DRAWN], seen[WON]});
    format_add_counts(&tally->positions, &(FormatCounts){all[LOST], all[DRAWN], all[WON]});
    uint32_t plies = longest == WORTH_DRAW || v->wdl ? 0 : (uint32_t)worth_plies(longest);
    tally->longest = plies > tally->longest ? plies : tally->longest;
}

static void judge(void *context, int thread, size_t block)
{
    Forwarding *f = context;
    Verify *v = f->v;
    Bench *bench = &f->bench[thread];
    uint64_t first = (uint64_t)block * f->shape.size;
    const Worth *kept = v->values[v->sector] + first;
    if (atomic_load(&v->bad))
        return;
    f->forward->judge(v->probe->tables, v->sector, (uint32_t)block, f->arrivals, bench->scratch,
                      bench->found);
    compare(v, first, kept, bench->found, f->shape.size);
    v->ops->orbits(v->probe->tables, (SectorIndex){v->sector, first}, f->shape.size, bench->orbit);
    count(v, kept, bench->orbit, f->shape.size, &v->tally[thread]);
}

static bool open_forwarding(Forwarding *f, Verify *v)
{
    *f = (Forwarding){.v = v, .forward = v->ops->forward};
    f->forward->shape(v->probe->tables, v->sector, &f->shape);
    f->arrivals = pages_alloc(arrival_bytes(&f->shape));
    bool good = f->arrivals;
    for (int t = 0; good && t < v->run->workers.threads; t++) {
        Bench *bench = &f->bench[t];
        bench->scratch = malloc(f->shape.scratch);
        bench->found = malloc(f->shape.size * sizeof *bench->found);
        bench->orbit = malloc(f->shape.size);
        good = bench->scratch && bench->found && bench->orbit;
    }
    return good;
}

static void close_forwarding(Forwarding *f)
{
    pages_free(f->arrivals, arrival_bytes(&f->shape));
    for (int t = 0; t < WORKERS_MAX; t++) {
        free(f->bench[t].scratch);
        free(f->bench[t].found);
        free(f->bench[t].orbit);
    }
}

bool verify_forward(Verify *v, char *why)
{
    const Workers *workers = &v->run->workers;
    Forwarding f;
    bool good = open_forwarding(&f, v) || refuse(why, "out of memory");
    if (good) {
        pages_advise_huge(f.arrivals, arrival_bytes(&f.shape));
        good = workers->run(workers->threads, f.shape.sources, arrive, &f) &&
               (atomic_load(&v->unknown) ||
                workers->run(workers->threads, f.shape.blocks, judge, &f));
        if (!good)
            refuse(why, "threads could not be started");
    }
    close_forwarding(&f);
    return good;
}
