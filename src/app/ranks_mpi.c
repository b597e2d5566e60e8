/* SPDX-License-Identifier: MIT */
/* Ranks by MPI (ranks.h). Only the thread that began calls it, and never two things at once. A rank
 * that is lost is noticed by mpirun, which ends the others; MPI's own errors end the run too. So no
 * return value is looked at: there is none but MPI_SUCCESS (MPI_ERRORS_ARE_FATAL). */
#include "app/ranks.h"

#include "base/str.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum {
    SWAP_BYTES = 64 << 20, /* for all batches under way */
    BATCH_MOST = 1 << 16,  /* words */
    BATCH_LEAST = 1 << 10,
    PIECE = 1 << 30, /* MPI counts in int */
    TAG_BYTES = 1,
    TAG_WORDS,
};

/* A batch to or from a rank: a batch that is not full is the last one. */
typedef struct Batch {
    uint32_t *words;
    int count;
} Batch;

typedef struct Ranks {
    Exchange exchange; /* what callers see */
    int batch;         /* words of a full one; the same on all ranks */
    Batch *way;        /* by rank after this one: to it; then as many from it */
    MPI_Request *request;
    uint32_t *memory;
} Ranks;

static bool agree(void *context, bool good, char *why)
{
    Ranks *r = context;
    int bad = good ? r->exchange.ranks : r->exchange.rank, first;
    char reason[WHY_MAX] = "";
    MPI_Allreduce(&bad, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (first == r->exchange.ranks)
        return true;
    if (!good)
        memcpy(reason, why, WHY_MAX);
    MPI_Bcast(reason, WHY_MAX, MPI_CHAR, first, MPI_COMM_WORLD);
    reason[WHY_MAX - 1] = 0;
    return first == 0 ? refuse(why, "%s", reason) : refuse(why, "rank %d: %.480s", first, reason);
}

static void sum(void *context, uint64_t *numbers, int count)
{
    (void)context;
    MPI_Allreduce(MPI_IN_PLACE, numbers, count, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
}

static void most(void *context, uint64_t *numbers, int count)
{
    (void)context;
    MPI_Allreduce(MPI_IN_PLACE, numbers, count, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
}

static int piece_of(size_t rest)
{
    return rest < PIECE ? (int)rest : PIECE;
}

static void tell(void *context, void *bytes, size_t count)
{
    (void)context;
    for (size_t done = 0; done < count; done += PIECE)
        MPI_Bcast((char *)bytes + done, piece_of(count - done), MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void send_bytes(void *context, int to, const void *bytes, size_t count)
{
    (void)context;
    for (size_t done = 0; done < count; done += PIECE)
        MPI_Send((const char *)bytes + done, piece_of(count - done), MPI_BYTE, to, TAG_BYTES,
                 MPI_COMM_WORLD);
}

static void receive(void *context, int from, void *bytes, size_t count)
{
    (void)context;
    for (size_t done = 0; done < count; done += PIECE)
        MPI_Recv((char *)bytes + done, piece_of(count - done), MPI_BYTE, from, TAG_BYTES,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Everybody begins with the rank after their own, so that not all send to the same one. */
static int peer_of(const Ranks *r, int way)
{
    int peers = r->exchange.ranks - 1;
    return way < peers ? (r->exchange.rank + 1 + way) % r->exchange.ranks
                       : (r->exchange.rank + 1 + (way - peers)) % r->exchange.ranks;
}

static void start_sending(Ranks *r, const ExchangeWords *words, int way)
{
    Batch *batch = &r->way[way];
    int peer = peer_of(r, way);
    batch->count = (int)words->give(words->context, peer, batch->words, (size_t)r->batch);
    MPI_Isend(batch->words, batch->count, MPI_UINT32_T, peer, TAG_WORDS, MPI_COMM_WORLD,
              &r->request[way]);
}

static void start_receiving(Ranks *r, int way)
{
    MPI_Irecv(r->way[way].words, r->batch, MPI_UINT32_T, peer_of(r, way), TAG_WORDS, MPI_COMM_WORLD,
              &r->request[way]);
}

/* One batch to every rank and one from it are under way at a time. The request of a way that is
 * done is MPI_REQUEST_NULL, so MPI_Waitany passes over it. */
static void swap(void *context, const ExchangeWords *words)
{
    Ranks *r = context;
    int peers = r->exchange.ranks - 1, way;
    for (way = peers; way < 2 * peers; way++)
        start_receiving(r, way);
    for (way = 0; way < peers; way++)
        start_sending(r, words, way);
    for (;;) {
        MPI_Status status;
        MPI_Waitany(2 * peers, r->request, &way, &status);
        if (way == MPI_UNDEFINED)
            return;
        Batch *batch = &r->way[way];
        if (way < peers) {
            if (batch->count == r->batch)
                start_sending(r, words, way);
            continue;
        }
        MPI_Get_count(&status, MPI_UINT32_T, &batch->count);
        words->take(words->context, batch->words, (size_t)batch->count);
        if (batch->count == r->batch)
            start_receiving(r, way);
    }
}

static bool make_batches(Ranks *r)
{
    int ways = 2 * (r->exchange.ranks - 1), fit = SWAP_BYTES / 4 / (ways + 1);
    r->batch = fit > BATCH_MOST ? BATCH_MOST : fit < BATCH_LEAST ? BATCH_LEAST : fit & ~1;
    r->way = calloc((size_t)ways + 1, sizeof *r->way);
    r->request = calloc((size_t)ways + 1, sizeof(MPI_Request));
    r->memory = malloc(((size_t)ways + 1) * (size_t)r->batch * sizeof *r->memory);
    if (!r->way || !r->request || !r->memory)
        return false;
    for (int way = 0; way < ways; way++)
        r->way[way].words = r->memory + (size_t)way * (size_t)r->batch;
    return true;
}

static bool started_by_mpirun(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMIX_RANK") || getenv("PMI_RANK");
}

bool ranks_begin(Exchange **out, char *why)
{
    int threads, rank, ranks;
    *out = NULL;
    if (!started_by_mpirun())
        return true;
    /* Who waits lets others have the processor; free of charge where there are none. */
    setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &threads);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    Ranks *r = calloc(1, sizeof *r);
    if (!r)
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    r->exchange = (Exchange){.rank = rank,
                             .ranks = ranks,
                             .context = r,
                             .agree = agree,
                             .sum = sum,
                             .most = most,
                             .tell = tell,
                             .send = send_bytes,
                             .receive = receive,
                             .swap = swap};
    *out = &r->exchange;
    if (agree(r, make_batches(r) || refuse(why, "out of memory"), why))
        return true;
    ranks_end(*out);
    *out = NULL;
    return false;
}

void ranks_end(Exchange *exchange)
{
    if (!exchange)
        return;
    Ranks *r = exchange->context;
    free(r->way);
    free(r->request);
    free(r->memory);
    free(r);
    MPI_Finalize();
}
