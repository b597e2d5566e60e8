/* SPDX-License-Identifier: MIT */
/* The search on threads, see thinker.h. Threads live as long as the thinker and sleep between
 * searches. Thread 0 decides; when it is done it stops its helpers and tells its answer at once.
 * Only when they have ended too the thinker says that it is done, so that nothing moves any more
 * then. */
#include "think/thinker.h"

#include "base/clock.h"
#include "base/pages.h"
#include "think/root_probe.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

enum {
    SLICE_MS = 5, /* between two looks for a new iteration to report */
};
#define SETTLE_MAX ((size_t)4 << 30)

typedef struct Mind {
    Thinker *thinker;
    int number;
    pthread_t thread;
    uint64_t round; /* the last search that it took part in */
    Search search;
    SearchMemory memory;
    _Atomic uint64_t nodes, hits; /* copies that other threads may read */
    int found;                    /* of a helper: the depth that it has done, */
    SearchLine line;              /* and its line; for others under the lock */
} Mind;

struct Thinker {
    const Game *game;
    ThinkerSetup setup;
    Table table;
    size_t table_bytes; /* of its memory, */
    bool settled;       /* which is real */
    Mind **mind;
    int count;   /* threads that run */
    int active;  /* of these, that take part in the search */
    Twice twice; /* of the match that is thought about */
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

static void publish(Mind *mind)
{
    atomic_store_explicit(&mind->nodes, mind->search.nodes, memory_order_relaxed);
    atomic_store_explicit(&mind->hits, mind->search.oracle_hits, memory_order_relaxed);
}

/* A stop that comes between two searches belongs to the search that was begun before it. */
static void pass_on_stop(Mind *mind)
{
    if (atomic_load_explicit(&mind->thinker->stop, memory_order_relaxed))
        atomic_store_explicit(&mind->search.stop, true, memory_order_relaxed);
}

/* A helper that has done a deeper iteration knows better. */
static void ask_helpers(Mind *mind)
{
    Thinker *t = mind->thinker;
    const Mind *best = NULL;
    int depth = mind->search.depth;
    if (!search_is_open(&mind->search))
        return;
    pthread_mutex_lock(&t->lock);
    for (int i = 1; i < t->active; i++) {
        if (t->mind[i]->found > depth) {
            best = t->mind[i];
            depth = best->found;
        }
    }
    if (best)
        search_adopt(&mind->search, depth, &best->line);
    pthread_mutex_unlock(&t->lock);
}

static void decide(Mind *mind)
{
    Thinker *t = mind->thinker;
    int told = 0;
    bool more = !mind->search.done && !root_probe(&mind->search, &t->twice, &t->stop);
    publish(mind);
    while (more) {
        pass_on_stop(mind);
        more = search_go_on(&mind->search, SLICE_MS);
        publish(mind);
        if (more && mind->search.depth > told && t->setup.report) {
            told = mind->search.depth;
            t->setup.report(t->setup.context, &mind->search);
        }
    }
    atomic_store(&t->stop, true);
    for (int i = 1; i < t->active; i++) /* at once, in the middle of their slices */
        atomic_store_explicit(&t->mind[i]->search.stop, true, memory_order_relaxed);
    ask_helpers(mind);
}

static void help(Mind *mind)
{
    bool more = !mind->search.done;
    while (more && !atomic_load_explicit(&mind->thinker->stop, memory_order_relaxed)) {
        more = search_go_on(&mind->search, SLICE_MS);
        publish(mind);
        if (mind->search.depth > mind->found) {
            pthread_mutex_lock(&mind->thinker->lock);
            mind->found = mind->search.depth;
            mind->line = mind->search.line[0];
            pthread_mutex_unlock(&mind->thinker->lock);
        }
    }
}

static void *live(void *argument)
{
    Mind *mind = argument;
    Thinker *t = mind->thinker;
    pthread_mutex_lock(&t->lock);
    for (;;) {
        while (!t->closing && mind->round == t->round)
            pthread_cond_wait(&t->wake, &t->lock);
        if (t->closing)
            break;
        mind->round = t->round;
        if (mind->number >= t->active)
            continue;
        pthread_mutex_unlock(&t->lock);
        if (mind->number == 0)
            decide(mind);
        else
            help(mind);
        if (mind->number == 0 && t->setup.report) /* before the helpers have ended: nobody waits */
            t->setup.report(t->setup.context, &mind->search);
        pthread_mutex_lock(&t->lock);
        t->busy--;
        pthread_cond_broadcast(&t->idle);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

static bool start_mind(Thinker *t, int number)
{
    Mind *mind = t->mind[number] = calloc(1, sizeof *mind);
    size_t room = SEARCH_ROOM + (size_t)t->game->moves_max;
    if (!mind)
        return false;
    mind->thinker = t;
    mind->number = number;
    mind->memory = (SearchMemory){.table = t->table,
                                  .moves = malloc(room * sizeof(Move)),
                                  .order = malloc(room * sizeof(int32_t)),
                                  .room = room,
                                  .now = now_ms,
                                  .oracle = t->setup.oracle};
    return mind->memory.moves && mind->memory.order &&
           pthread_create(&mind->thread, NULL, live, mind) == 0;
}

static void free_mind(Mind *mind)
{
    if (mind) {
        free(mind->memory.moves);
        free(mind->memory.order);
        free(mind);
    }
}

/* Pages become real only when they are touched: even a large table is there at once, so that a
 * first move with little time is not late. */
static bool make_table(Thinker *t, uint64_t megabytes)
{
    size_t bytes = (size_t)megabytes << 20;
    t->table.count = TABLE_BUCKET;
    while (t->table.count * 2 * sizeof(TableSlot) <= bytes)
        t->table.count *= 2;
    t->table_bytes = t->table.count * sizeof(TableSlot);
    if (t->table_bytes < PAGES_HUGE)
        t->table_bytes = PAGES_HUGE; /* so that buckets lie in lines of the cache */
    t->table.slots = pages_take(t->table_bytes);
    return t->table.slots != NULL;
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
    t->mind = calloc((size_t)threads, sizeof *t->mind);
    bool good = t->mind && make_table(t, megabytes);
    while (good && t->count < threads)
        if ((good = start_mind(t, t->count)))
            t->count++;
        else
            free_mind(t->mind[t->count]);
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
        pthread_join(t->mind[i]->thread, NULL);
        free_mind(t->mind[i]);
    }
    pthread_cond_destroy(&t->wake);
    pthread_cond_destroy(&t->idle);
    pthread_mutex_destroy(&t->lock);
    free(t->mind);
    pages_give(t->table.slots, t->table_bytes);
    free(t);
}

void thinker_settle(Thinker *t)
{
    if (!t->settled && t->table_bytes <= SETTLE_MAX)
        pages_settle(t->table.slots, t->table_bytes);
    t->settled = true;
}

void thinker_forget(Thinker *t)
{
    thinker_stop(t);
    thinker_wait(t, -1);
    table_clear(&t->table);
}

/* A level and a search for a shortest win do not share what helpers find: those know better, or
 * less. */
static bool wants_help(const SearchLimits *limits)
{
    return !limits->mate && (limits->level == LEVEL_NONE || limits->level == LEVEL_MAX);
}

void thinker_start(Thinker *t, const Match *match, const SearchLimits *limits)
{
    thinker_stop(t);
    thinker_wait(t, -1);
    int active = wants_help(limits) ? t->count : 1;
    twice_of(match, &t->twice);
    for (int i = 0; i < t->count; i++) {
        Mind *mind = t->mind[i];
        SearchLimits own = *limits;
        own.helper = i;
        if (i < active)
            search_begin(&mind->search, &mind->memory, match, &own);
        else
            mind->search.nodes = mind->search.oracle_hits = 0;
        mind->found = 0;
        publish(mind);
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
    return &t->mind[0]->search;
}

uint64_t thinker_nodes(const Thinker *t)
{
    uint64_t sum = 0;
    for (int i = 0; i < t->count; i++)
        sum += atomic_load_explicit(&t->mind[i]->nodes, memory_order_relaxed);
    return sum;
}

uint64_t thinker_oracle_hits(const Thinker *t)
{
    uint64_t sum = 0;
    for (int i = 0; i < t->count; i++)
        sum += atomic_load_explicit(&t->mind[i]->hits, memory_order_relaxed);
    return sum;
}

int thinker_fullness(const Thinker *t)
{
    return table_fullness(&t->table);
}

int thinker_lines(const Search *search, const SearchLine *out[SEARCH_LINES_MAX])
{
    int fixed = search->done ? 1 : 0;
    for (int i = 0; i < search->line_count; i++) {
        int at = i;
        while (at > fixed && out[at - 1]->score < search->line[i].score) {
            out[at] = out[at - 1];
            at--;
        }
        out[at] = &search->line[i];
    }
    return search->line_count;
}
