/* SPDX-License-Identifier: MIT */
/* The search on threads (Lazy SMP), see thinker.h. Threads live as long as the thinker and sleep
 * between searches. Thread 0 decides; when it is done it stops its helpers and reports its answer
 * at once. The thinker is done only when the helpers have ended too, so that no thread touches its
 * data then. */
#include "think/thinker.h"

#include "base/clock.h"
#include "think/big_table.h"
#include "think/root_probe.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

enum {
    SLICE_MS = 5, /* between two looks for a new iteration to report */
};

typedef struct SearchThread {
    Thinker *thinker;
    int number;
    pthread_t handle;
    uint64_t round; /* the last search that it took part in */
    Search search;
    SearchMemory memory;
    _Atomic uint64_t nodes, hits; /* copies that other threads may read */
    int depth_done;               /* of a helper: its last finished iteration, */
    SearchLine line;              /* and the line of that; other threads read both under the lock */
} SearchThread;

struct Thinker {
    const Game *game;
    ThinkerSetup setup;
    BigTable table;
    SearchThread **thread;
    int count;   /* threads that run */
    int active;  /* of these, that take part in the search */
    Twice twice; /* of the game that is being searched */
    atomic_bool stop;

    pthread_mutex_t lock;
    pthread_cond_t wake, idle; /* a search begins or all ends; a thread has ended its search */
    uint64_t round;            /* searches so far */
    int busy;                  /* threads in a search */
    bool closing;
};

static double now_ms(void)
{
    return clock_seconds() * 1e3;
}

static void publish(SearchThread *own)
{
    atomic_store_explicit(&own->nodes, own->search.nodes, memory_order_relaxed);
    atomic_store_explicit(&own->hits, own->search.oracle_hits, memory_order_relaxed);
}

/* thinker_stop sets one flag for all; the deciding thread hands it to its search. */
static void pass_on_stop(SearchThread *own)
{
    if (atomic_load_explicit(&own->thinker->stop, memory_order_relaxed))
        atomic_store_explicit(&own->search.stop, true, memory_order_relaxed);
}

/* Takes over the result of a helper that has finished a deeper iteration. */
static void ask_helpers(SearchThread *own)
{
    Thinker *t = own->thinker;
    const SearchThread *best = NULL;
    int depth = own->search.depth;
    if (!search_may_adopt(&own->search))
        return;
    pthread_mutex_lock(&t->lock);
    for (int i = 1; i < t->active; i++) {
        if (t->thread[i]->depth_done > depth) {
            best = t->thread[i];
            depth = best->depth_done;
        }
    }
    if (best)
        search_adopt(&own->search, depth, &best->line);
    pthread_mutex_unlock(&t->lock);
}

static void decide(SearchThread *own)
{
    Thinker *t = own->thinker;
    int reported = 0;
    bool more = !own->search.done && !root_probe(&own->search, &t->twice, &t->stop);
    publish(own);
    while (more) {
        pass_on_stop(own);
        more = search_go_on(&own->search, SLICE_MS);
        publish(own);
        if (more && own->search.depth > reported && t->setup.report) {
            reported = own->search.depth;
            t->setup.report(t->setup.context, &own->search);
        }
    }
    atomic_store(&t->stop, true);
    for (int i = 1; i < t->active; i++) /* at once, in the middle of their slices */
        atomic_store_explicit(&t->thread[i]->search.stop, true, memory_order_relaxed);
    ask_helpers(own);
}

static void help(SearchThread *own)
{
    bool more = !own->search.done;
    while (more && !atomic_load_explicit(&own->thinker->stop, memory_order_relaxed)) {
        more = search_go_on(&own->search, SLICE_MS);
        publish(own);
        if (own->search.depth > own->depth_done) {
            pthread_mutex_lock(&own->thinker->lock);
            own->depth_done = own->search.depth;
            own->line = own->search.line[0];
            pthread_mutex_unlock(&own->thinker->lock);
        }
    }
}

static void *run_thread(void *argument)
{
    SearchThread *own = argument;
    Thinker *t = own->thinker;
    pthread_mutex_lock(&t->lock);
    for (;;) {
        while (!t->closing && own->round == t->round)
            pthread_cond_wait(&t->wake, &t->lock);
        if (t->closing)
            break;
        own->round = t->round;
        if (own->number >= t->active)
            continue;
        pthread_mutex_unlock(&t->lock);
        if (own->number == 0)
            decide(own);
        else
            help(own);
        if (own->number == 0 && t->setup.report) /* without waiting for the helpers to end */
            t->setup.report(t->setup.context, &own->search);
        pthread_mutex_lock(&t->lock);
        t->busy--;
        pthread_cond_broadcast(&t->idle);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

static bool start_thread(Thinker *t, int number)
{
    SearchThread *own = t->thread[number] = calloc(1, sizeof *own);
    size_t room = SEARCH_ROOM + (size_t)t->game->moves_max;
    if (!own)
        return false;
    own->thinker = t;
    own->number = number;
    own->memory = (SearchMemory){.tt = t->table.all,
                                 .moves = malloc(room * sizeof(Move)),
                                 .order = malloc(room * sizeof(int32_t)),
                                 .room = room,
                                 .now = now_ms,
                                 .oracle = t->setup.oracle,
                                 .book = t->setup.book,
                                 .net = t->setup.net};
    return own->memory.moves && own->memory.order &&
           pthread_create(&own->handle, NULL, run_thread, own) == 0;
}

static void free_thread(SearchThread *own)
{
    if (own) {
        free(own->memory.moves);
        free(own->memory.order);
        free(own);
    }
}

Thinker *thinker_open(const Game *game, const ThinkerSetup *setup)
{
    Thinker *t = calloc(1, sizeof *t);
    int threads = setup->threads > 0 ? setup->threads : 1;
    uint64_t megabytes = setup->hash_mb ? setup->hash_mb : THINKER_HASH_MB;
    assert(threads <= THINKER_THREADS_MAX && megabytes <= THINKER_HASH_MB_MAX);
    if (!t)
        return NULL;
    t->game = game;
    t->setup = *setup;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->wake, NULL);
    pthread_cond_init(&t->idle, &attributes);
    pthread_condattr_destroy(&attributes);
    t->thread = calloc((size_t)threads, sizeof *t->thread);
    bool good = t->thread && big_table_open(&t->table, megabytes);
    while (good && t->count < threads)
        if ((good = start_thread(t, t->count)))
            t->count++;
        else
            free_thread(t->thread[t->count]);
    if (good)
        return t;
    thinker_close(t);
    return NULL;
}

void thinker_close(Thinker *t)
{
    if (!t)
        return;
    thinker_stop(t);
    thinker_wait(t, -1);
    pthread_mutex_lock(&t->lock);
    t->closing = true;
    pthread_cond_broadcast(&t->wake);
    pthread_mutex_unlock(&t->lock);
    for (int i = 0; i < t->count; i++) {
        pthread_join(t->thread[i]->handle, NULL);
        free_thread(t->thread[i]);
    }
    pthread_cond_destroy(&t->wake);
    pthread_cond_destroy(&t->idle);
    pthread_mutex_destroy(&t->lock);
    free(t->thread);
    big_table_close(&t->table);
    free(t);
}

void thinker_prefault(Thinker *t)
{
    big_table_map(&t->table);
}

void thinker_clear(Thinker *t)
{
    thinker_stop(t);
    thinker_wait(t, -1);
    big_table_clear(&t->table);
}

/* A level overlooks moves and a mate search is full width: entries of helpers would be better, or
 * worse, than what these may use. */
static bool wants_help(const SearchLimits *limits)
{
    return !limits->mate && !limits->unaided &&
           (limits->level == LEVEL_NONE || limits->level == LEVEL_MAX);
}

void thinker_start(Thinker *t, const History *history, const SearchLimits *limits)
{
    thinker_stop(t);
    thinker_wait(t, -1);
    int active = wants_help(limits) ? t->count : 1;
    TransTable usable = big_table_usable(&t->table, limits->nodes || limits->depth);
    twice_of(history, &t->twice);
    for (int i = 0; i < t->count; i++) {
        SearchThread *own = t->thread[i];
        SearchLimits its_limits = *limits;
        its_limits.helper = i;
        own->memory.tt = usable;
        if (i < active)
            search_begin(&own->search, &own->memory, history, &its_limits);
        else
            own->search.nodes = own->search.oracle_hits = 0;
        own->depth_done = 0;
        publish(own);
    }
    pthread_mutex_lock(&t->lock);
    atomic_store(&t->stop, false);
    t->round++;
    t->busy = t->active = active;
    pthread_cond_broadcast(&t->wake);
    pthread_mutex_unlock(&t->lock);
}

void thinker_stop(Thinker *t)
{
    atomic_store(&t->stop, true);
}

bool thinker_wait(Thinker *t, double ms)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    double seconds = (double)until.tv_nsec * 1e-9 + (ms > 0 ? ms * 1e-3 : 0);
    until.tv_sec += (time_t)seconds;
    until.tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9);
    pthread_mutex_lock(&t->lock);
    int error = 0;
    while (t->busy && error != ETIMEDOUT)
        error = ms < 0 ? pthread_cond_wait(&t->idle, &t->lock)
                       : pthread_cond_timedwait(&t->idle, &t->lock, &until);
    bool done = t->busy == 0;
    pthread_mutex_unlock(&t->lock);
    return done;
}

const Search *thinker_answer(const Thinker *t)
{
    return &t->thread[0]->search;
}

uint64_t thinker_nodes(const Thinker *t)
{
    uint64_t sum = 0;
    for (int i = 0; i < t->count; i++)
        sum += atomic_load_explicit(&t->thread[i]->nodes, memory_order_relaxed);
    return sum;
}

uint64_t thinker_oracle_hits(const Thinker *t)
{
    uint64_t sum = 0;
    for (int i = 0; i < t->count; i++)
        sum += atomic_load_explicit(&t->thread[i]->hits, memory_order_relaxed);
    return sum;
}

int thinker_hashfull(const Thinker *t)
{
    return tt_hashfull(&t->table.all);
}
