/* SPDX-License-Identifier: MIT */
/* Several processes (ranks) that solve one variant together (docs/adr/0096): what the solver asks
 * of whatever connects them. app has one by MPI; without an Exchange there is one process.
 *
 * Every rank calls the same functions in the same order. None of them fails: where a rank is lost
 * nothing can be saved but what is on the disk, and whoever made the Exchange ends the process. */
#ifndef CONCENTRIC_SOLVE_EXCHANGE_H
#define CONCENTRIC_SOLVE_EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Words that every rank has for every other one. */
typedef struct ExchangeWords {
    void *context;
    /* Takes at most `room` words (an even number) for a rank away; fewer only if these were the
     * last ones. */
    size_t (*give)(void *context, int rank, uint32_t *out, size_t room);
    void (*take)(void *context, const uint32_t *words, size_t count); /* a batch of give */
} ExchangeWords;

/* What bytes are sent for. */
typedef enum ExchangeUse {
    EXCHANGE_EXITS,   /* values of turns that leave the stage */
    EXCHANGE_UPDATES, /* decided positions, to the blocks of their predecessors */
    EXCHANGE_FILES,   /* packed values, read and written by rank 0 */
    EXCHANGE_USES
} ExchangeUse;

/* Bytes that this rank sent and got, for stages whose moves stay inside of them and for others. */
typedef struct ExchangeTally {
    uint64_t entries; /* of the stages, all ranks together */
    uint64_t sent[EXCHANGE_USES], got[EXCHANGE_USES];
} ExchangeTally;

typedef struct Exchange {
    int rank, ranks;
    void *context;
    ExchangeTally tally[2]; /* [inside]; counted by who calls the functions */
    /* Are all well? If not, all have the reason of the first rank that is not. */
    bool (*agree)(void *context, bool good, char *why);
    /* Numbers of all ranks, added up or the largest; all get the result. */
    void (*sum)(void *context, uint64_t *numbers, int count);
    void (*most)(void *context, uint64_t *numbers, int count);
    /* From rank 0 to all. */
    void (*tell)(void *context, void *bytes, size_t count);
    /* From one rank to another that waits for just as many. */
    void (*send)(void *context, int to, const void *bytes, size_t count);
    void (*receive)(void *context, int from, void *bytes, size_t count);
    /* All words to their ranks, in batches; returns when this rank has given and taken all. */
    void (*swap)(void *context, const ExchangeWords *words);
} Exchange;

/* What a rank has of something that is numbered: a run of it. All ranks' runs follow each other and
 * are equal but for one. */
typedef struct Share {
    uint64_t first, end;
} Share;
static inline Share share_of(const Exchange *exchange, int rank, uint64_t count)
{
    if (!exchange)
        return (Share){0, count};
    uint64_t ranks = (uint64_t)exchange->ranks, r = (uint64_t)rank;
    return (Share){count * r / ranks, count * (r + 1) / ranks};
}
static inline Share share_own(const Exchange *exchange, uint64_t count)
{
    return share_of(exchange, exchange ? exchange->rank : 0, count);
}
/* The largest share that any rank has. */
static inline uint64_t share_most(const Exchange *exchange, uint64_t count)
{
    return exchange ? (count + (uint64_t)exchange->ranks - 1) / (uint64_t)exchange->ranks : count;
}
/* Whose it is. */
static inline uint32_t share_owner(uint32_t ranks, uint32_t count, uint32_t number)
{
    return (uint32_t)((((uint64_t)number + 1) * ranks - 1) / count);
}

#endif
