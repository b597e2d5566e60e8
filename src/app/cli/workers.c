/* SPDX-License-Identifier: MIT */
/* A fixed number of threads take tasks off one counter. */
#include "app/cli/commands.h"
#include "app/cli/runs.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct Pool {
    size_t tasks;
    atomic_size_t next;
    void (*work)(void *context, int thread, size_t task);
    void *context;
} Pool;

typedef struct Worker {
    Pool *pool;
    int number;
} Worker;

static void *run_worker(void *argument)
{
    const Worker *worker = argument;
    Pool *pool = worker->pool;
    size_t task;
    while ((task = atomic_fetch_add(&pool->next, 1)) < pool->tasks)
        pool->work(pool->context, worker->number, task);
    return NULL;
}

bool workers_run(int threads, size_t tasks, void (*work)(void *context, int thread, size_t task),
                 void *context)
{
    Pool pool = {.tasks = tasks, .work = work, .context = context};
    Worker worker[THREADS_MAX];
    pthread_t handle[THREADS_MAX];
    int started = 0;
    for (int i = 0; i < threads; i++)
        worker[i] = (Worker){&pool, i};
    /* The calling thread is worker 0. */
    while (started + 1 < threads &&
           pthread_create(&handle[started], NULL, run_worker, &worker[started + 1]) == 0)
        started++;
    run_worker(&worker[0]);
    for (int i = 0; i < started; i++)
        pthread_join(handle[i], NULL);
    return started + 1 == threads;
}
