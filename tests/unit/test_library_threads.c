/* SPDX-License-Identifier: MIT */
/* libconcentric from several threads: matches, batches and searches over one game, and a search
 * that another thread stops. ./test runs it under tsan. */
#include "unit/support.h"

#include "concentric/concentric.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { THREADS = 4 };

/* Everything that one thread does with a game that it shares. */
static void *use(void *context)
{
    concentric_game *game = context;
    uint64_t seed = 1;
    concentric_match *match = concentric_new_of(game, NULL, 1, NULL);
    concentric_batch *batch = concentric_batch_new(game, 8, 1, NULL);
    concentric_search *search = concentric_search_new(game, 1, 2, NULL);
    bool good = match && batch && search;
    if (good) {
        good = concentric_batch_random(batch, 50, true, &seed, NULL) == 8 * 50;
        for (int i = 0; good && i < 4; i++)
            good = concentric_search_run(search, match, &(concentric_limits){.nodes = 500}, NULL) &&
                   concentric_play(match, concentric_search_best(search), NULL);
    }
    concentric_search_free(search);
    concentric_batch_free(batch);
    concentric_free(match);
    return good ? context : NULL;
}

static void games_are_shared(void **state)
{
    (void)state;
    pthread_t thread[THREADS];
    concentric_game *game = concentric_game_open("nine", CONCENTRIC_ENGLISH, NULL);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, use, game), 0);
    concentric_match *match = concentric_new_of(game, NULL, 1, NULL);
    for (int i = 0; i < THREADS; i++) {
        void *good;
        assert_int_equal(pthread_join(thread[i], &good), 0);
        assert_non_null(good);
    }
    concentric_game_close(game);
    assert_true(concentric_play(match, "d2", NULL)); /* it keeps the game */
    concentric_free(match);
}

static bool note_call(void *context, concentric_search *search)
{
    (void)search;
    atomic_fetch_add((atomic_int *)context, 1);
    return true;
}

typedef struct Runner {
    concentric_search *search;
    concentric_match *match;
    atomic_int calls;
    bool good;
} Runner;

static void *run_endlessly(void *context)
{
    Runner *runner = context;
    concentric_limits limits = {.progress = note_call, .context = &runner->calls};
    runner->good = concentric_search_run(runner->search, runner->match, &limits, NULL);
    return NULL;
}

/* Stops at any moment, before the run begins too: it always returns, with a move. */
static void another_thread_stops(void **state)
{
    (void)state;
    Runner runner = {.match = concentric_new("nine", NULL, NULL)};
    runner.search = concentric_search_new(concentric_game_of(runner.match), 1, 2, NULL);
    for (int i = 0; i < 20; i++) {
        pthread_t thread;
        int before = atomic_load(&runner.calls);
        assert_int_equal(pthread_create(&thread, NULL, run_endlessly, &runner), 0);
        for (int k = 0; i % 2 && atomic_load(&runner.calls) == before && k < 100000; k++)
            nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
        concentric_search_stop(runner.search);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_true(runner.good);
        assert_non_null(concentric_search_best(runner.search));
    }
    concentric_search_free(runner.search);
    concentric_free(runner.match);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_shared),
        cmocka_unit_test(another_thread_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
