/* SPDX-License-Identifier: MIT */
/* How many moves a store takes, and how long one waits for its acknowledgement. Plays at many
 * tables at once: at a given rate, moves coming at random times as those of people do, or, at rate
 * 0, at every table the next move as soon as the last one is acknowledged.
 *   store_bench (--data DIR | --store URL) [--tables N] [--rate MOVES_PER_SECOND] [--seconds N]
 * The place is used, not emptied; tables get new names. */
#include "app/store_place.h"
#include "base/clock.h"
#include "base/rng.h"
#include "online/ids.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { TABLES_MAX = 10000, SAMPLES_MAX = 1 << 20 };

typedef struct Table {
    struct Run *run;
    char id[ID_CHARS + 1];
    int64_t seq;
    double since; /* the move on its way was made; 0: none is */
} Table;

typedef struct Run {
    TableStore *store;
    Table tables[TABLES_MAX];
    int table_count, made, event;
    double rate, end;
    bool stop;
    long refused, done, skipped;
    float *samples; /* seconds */
} Run;

static void fail(const char *why)
{
    fprintf(stderr, "store_bench: %s\n", why);
    exit(2);
}

static void wake(void *context)
{
    uint64_t one = 1;
    if (write(((Run *)context)->event, &one, sizeof one) < 0)
        fail("eventfd");
}

static void move(Table *t, double when);

static void moved(void *context, const TstoreReply *reply)
{
    Table *t = context;
    Run *run = t->run;
    double now = clock_seconds();
    if (reply->status == TSTORE_OK) {
        t->seq++;
        if (run->done < SAMPLES_MAX)
            run->samples[run->done] = (float)(now - t->since);
        run->done++;
    } else {
        run->refused++;
    }
    t->since = 0;
    if (run->rate == 0 && !run->stop)
        move(t, now);
}

static void move(Table *t, double when)
{
    TstoreEvent event = {.at = 1763000000000 + (int64_t)(when * 1000),
                         .seat = t->seq % 2,
                         .kind = "move",
                         .cmd = "k7QpXy2Z",
                         .body = "{\"m\":\"d2-d3xg7\",\"left\":[298100,300000]}"};
    TstoreChange c = {.id = t->id,
                      .after = t->seq,
                      .events = &event,
                      .event_count = 1,
                      .set = TSTORE_SET_NOTHING};
    c.set.due = event.at + 300000;
    t->since = when;
    if (!tstore_write(t->run->store, &c, 1, moved, t)) {
        t->since = 0;
        t->run->refused++;
    }
}

static void made(void *context, const TstoreReply *reply)
{
    if (reply->status != TSTORE_OK)
        fail("a table could not be made");
    ((Run *)context)->made++;
}

static void turn(Run *run, int ms)
{
    struct pollfd fd = {.fd = run->event, .events = POLLIN};
    uint64_t count;
    if (poll(&fd, 1, ms) > 0 && read(run->event, &count, sizeof count) < 0)
        fail("eventfd");
    tstore_poll(run->store);
}

static void make_tables(Run *run)
{
    for (int i = 0; i < run->table_count; i++) {
        Table *t = &run->tables[i];
        TstoreRow row = {.made = 1763000000000, .setup = "nine", .state = "running"};
        t->run = run;
        if (!id_make(t->id))
            fail("no random numbers");
        TstoreChange c = {.id = t->id, .create = &row};
        if (!tstore_write(run->store, &c, 1, made, run))
            fail("the queue is full");
    }
    while (run->made < run->table_count)
        turn(run, 1000);
}

/* Moves at random tables, at moments that are the rate apart; a table with one on its way is passed
 * over. A move that is late counts from when it should have come. */
static void play_at_rate(Run *run)
{
    Rng rng = {1};
    double next = clock_seconds();
    while (clock_seconds() < run->end) {
        for (; next <= clock_seconds(); next += 1 / run->rate) {
            Table *t = &run->tables[rng_below(&rng, (uint32_t)run->table_count)];
            if (t->since > 0)
                run->skipped++;
            else
                move(t, next);
        }
        double left = (next - clock_seconds()) * 1e3;
        turn(run, left > 0 ? (int)left + (left < 1) : 0);
    }
}

static void play_at_once(Run *run)
{
    for (int i = 0; i < run->table_count; i++)
        move(&run->tables[i], clock_seconds());
    while (clock_seconds() < run->end)
        turn(run, 100);
}

static int by_size(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void report(Run *run, double seconds)
{
    long n = run->done < SAMPLES_MAX ? run->done : SAMPLES_MAX;
    TstoreFigures f = tstore_figures(run->store);
    if (n == 0)
        fail("no move was acknowledged");
    qsort(run->samples, (size_t)n, sizeof *run->samples, by_size);
    printf("%ld moves in %.1f s: %.0f/s, %.1f a commit; acknowledged after p50 %.1f, p90 %.1f, p99 "
           "%.1f, longest %.1f ms; refused %ld\n",
           run->done, seconds, (double)run->done / seconds,
           (double)f.writes / (double)(f.groups ? f.groups : 1), 1e3 * (double)run->samples[n / 2],
           1e3 * (double)run->samples[n * 9 / 10], 1e3 * (double)run->samples[n * 99 / 100],
           1e3 * (double)run->samples[n - 1], run->refused);
}

int main(int argc, char **argv)
{
    static Run run;
    StorePlace place;
    char why[WHY_MAX];
    const char *data = NULL, *url = NULL;
    double seconds = 10;
    run.table_count = 1000;
    run.rate = 1000;
    for (int i = 1; i + 1 < argc; i += 2) {
        const char *name = argv[i], *value = argv[i + 1];
        if (strcmp(name, "--data") == 0)
            data = value;
        else if (strcmp(name, "--store") == 0)
            url = value;
        else if (strcmp(name, "--tables") == 0)
            run.table_count = atoi(value);
        else if (strcmp(name, "--rate") == 0)
            run.rate = atof(value);
        else if (strcmp(name, "--seconds") == 0)
            seconds = atof(value);
        else
            fail("see the head of its source");
    }
    if ((!data && !url) || run.table_count < 1 || run.table_count > TABLES_MAX)
        fail("say --data DIR or --store URL, and 1 to 10000 tables");
    run.samples = malloc(SAMPLES_MAX * sizeof *run.samples);
    run.event = eventfd(0, EFD_NONBLOCK);
    if (!run.samples || run.event < 0 || !store_place(data, url, &place, why))
        fail("cannot start");
    place.setup.wake = wake;
    place.setup.context = &run;
    run.store = tstore_open(&place.setup, why);
    if (!run.store)
        fail(why);
    make_tables(&run);
    double start = clock_seconds();
    run.end = start + seconds;
    if (run.rate > 0)
        play_at_rate(&run);
    else
        play_at_once(&run);
    run.stop = true;
    report(&run, clock_seconds() - start);
    tstore_close(run.store, 5000);
    free(run.samples);
    return 0;
}
