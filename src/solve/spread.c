/* SPDX-License-Identifier: MIT */
/* Updates for other ranks, and what all ranks must agree on (spread.h). */
#include "solve/spread.h"

#include "base/bits.h"
#include "core/flow.h"

#include <string.h>

/* The version of what ranks send each other: a new one whenever that changes. */
enum { MESSAGES = 2 };

static ExchangeTally *tally_of(const Spread *spread)
{
    return &spread->exchange->tally[spread->inside];
}

static size_t give(void *context, int rank, uint32_t *out, size_t room)
{
    Spread *spread = context;
    size_t found = 0;
    for (int t = 0; t < spread->threads && found < room; t++)
        found += queue_take(spread->queue[t], spread->buckets + (uint32_t)rank, out + found,
                            room - found);
    tally_of(spread)->sent[spread->use] += found * sizeof *out;
    return found;
}

static void take(void *context, const uint32_t *words, size_t count)
{
    Spread *spread = context;
    Queue *to = spread->queue[spread->next++ % (uint32_t)spread->threads];
    size_t group = spread->use == EXCHANGE_EXITS ? 2 : 1;
    for (size_t i = 0; i < count; i += group) {
        uint32_t bucket = ((words[i] >> spread->down) - spread->first) >> spread->shift;
        uint32_t *room = queue_room(to, bucket, (uint32_t)group);
        if (!room) {
            spread->failed = true;
            break;
        }
        memcpy(room, words + i, group * sizeof *words);
    }
    tally_of(spread)->got[spread->use] += count * sizeof *words;
}

bool spread_swap(Spread *spread)
{
    Exchange *x = spread->exchange;
    ExchangeWords words = {.context = spread, .give = give, .take = take};
    x->swap(x->context, &words);
    return !spread->failed;
}

bool spread_begin(const SolveRun *run, uint64_t rules, char *why)
{
    Exchange *x = run->exchange;
    uint64_t how = (uint64_t)MESSAGES << 33 | (uint64_t)run->wdl << 32 | run->stages;
    uint64_t own = bits_mix(rules ^ bits_mix(how) ^ run->memory);
    uint64_t first = own;
    x->tell(x->context, &first, sizeof first);
    bool good = own == first || refuse(why, "it was started with another variant, --wdl, --stages "
                                            "or --memory, or by another version, than rank 0");
    if (good && (!run->game->solvable->flow || run->graph))
        good = refuse(why,
                      "only solving by updates is shared out among ranks: %s is for one process",
                      run->graph ? "--graph" : run->game->id);
    return x->agree(x->context, good, why);
}

static FlowShape shape_of(const SolveRun *run, const void *tables, uint32_t sector)
{
    FlowShape shape;
    run->game->solvable->flow->shape(tables, sector, &shape);
    return shape;
}

Share spread_entries(const SolveRun *run, const void *tables, uint32_t sector)
{
    FlowShape shape = shape_of(run, tables, sector);
    Share own = share_own(run->exchange, shape.blocks);
    return (Share){own.first * shape.size, own.end * shape.size};
}

uint64_t spread_most(const SolveRun *run, const void *tables, uint32_t sector)
{
    FlowShape shape = shape_of(run, tables, sector);
    return share_most(run->exchange, shape.blocks) * shape.size;
}
