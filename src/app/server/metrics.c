/* SPDX-License-Identifier: MIT */
/* Metrics as text, see metrics.h. The format is Prometheus's text exposition 0.0.4. */
#include "app/server/metrics.h"

static void head(Str *out, const char *name, const char *type, const char *help)
{
    str_format(out, "# HELP concentric_%s %s\n# TYPE concentric_%s %s\n", name, help, name, type);
}

static void add(Str *out, const char *name, const char *type, const char *help, int64_t value)
{
    head(out, name, type, help);
    str_format(out, "concentric_%s %lld\n", name, (long long)value);
}

static void gauge(Str *out, const char *name, const char *help, int64_t value)
{
    add(out, name, "gauge", help, value);
}

static void counter(Str *out, const char *name, const char *help, uint64_t value)
{
    add(out, name, "counter", help, (int64_t)value);
}

/* Microseconds as seconds, without the rounding of a double. */
static void seconds(Str *out, uint64_t us)
{
    str_format(out, "%llu.%06llu", (unsigned long long)(us / 1000000),
               (unsigned long long)(us % 1000000));
}

static void histogram(Str *out, const char *name, const char *help, const Histogram *h)
{
    uint64_t all = 0;
    head(out, name, "histogram", help);
    for (int i = 0; i < HISTOGRAM_CLASSES; i++) {
        all += h->count[i];
        str_format(out, "concentric_%s_bucket{le=\"", name);
        seconds(out, histogram_ends[i]);
        str_format(out, "\"} %llu\n", (unsigned long long)all);
    }
    all += h->count[HISTOGRAM_CLASSES];
    str_format(out, "concentric_%s_bucket{le=\"+Inf\"} %llu\nconcentric_%s_sum ", name,
               (unsigned long long)all, name);
    seconds(out, h->sum);
    str_format(out, "\nconcentric_%s_count %llu\n", name, (unsigned long long)all);
}

static void refusals(Str *out, const Tally *tally)
{
    head(out, "refusals_total", "counter", "What was refused, by reason.");
    for (int i = 0; i < tally->used; i++)
        str_format(out, "concentric_refusals_total{reason=\"%s\"} %llu\n", tally->name[i],
                   (unsigned long long)tally->count[i]);
}

static void tables(Str *out, const HallFigures *hall)
{
    head(out, "tables", "gauge", "Tables in memory, by state.");
    for (int state = 0; state <= TABLE_ABORTED; state++)
        str_format(out, "concentric_tables{state=\"%s\"} %d\n", table_state_name((TableState)state),
                   hall->state[state]);
    gauge(out, "tables_damaged", "Tables whose log cannot be read.", hall->damaged);
    gauge(out, "watchers", "Sockets and streams at tables.", hall->watchers);
    counter(out, "moves_total", "Moves that were acknowledged.", (uint64_t)hall->moves);
    counter(out, "acts_total", "Acts that were acknowledged, moves included.",
            (uint64_t)hall->acts);
    counter(out, "acts_not_saved_total", "Acts that the store did not take.",
            (uint64_t)hall->not_saved);
}

static void store(Str *out, const Figures *f)
{
    gauge(out, "store_up", "1 while the store answers.", !f->store_away);
    gauge(out, "store_damaged", "1 if the file of the store is damaged or gone.", f->store_damaged);
    gauge(out, "store_waiting", "Jobs that wait for the store.", f->store.waiting);
    counter(out, "store_writes_total", "Writes on the disk.", (uint64_t)f->store.writes);
    counter(out, "store_commits_total", "Transactions on the disk.", (uint64_t)f->store.groups);
    counter(out, "store_reads_total", "Reads answered.", (uint64_t)f->store.reads);
    counter(out, "store_conflicts_total", "Writes that another process was quicker with.",
            (uint64_t)f->store.conflicts);
    counter(out, "store_refused_total", "Jobs that were given up.", (uint64_t)f->store.refused);
    histogram(out, "commit_seconds", "How long a transaction took.", &f->store.commits);
}

void metrics_write(const Figures *f, Str *out)
{
    head(out, "build_info", "gauge", "The version of the program.");
    str_format(out, "concentric_build_info{version=\"%s\"} 1\n", CONCENTRIC_VERSION);
    gauge(out, "start_time_seconds", "When it started, since 1970.", f->started / 1000);
    gauge(out, "connections", "Connections now.", (int64_t)f->connections);
    gauge(out, "sockets", "WebSockets now.", (int64_t)f->sockets);
    gauge(out, "streams", "Streamed answers now.", (int64_t)f->streams);
    counter(out, "connections_total", "Connections accepted.", f->accepted);
    counter(out, "requests_total", "Requests that were read.", f->requests);
    refusals(out, f->refusals);
    tables(out, &f->hall);
    histogram(out, "acknowledgement_seconds", "From the arrival of an act to its answer.",
              &f->acknowledged);
    store(out, f);
    gauge(out, "draining", "1 while no new tables are taken.", f->draining);
    gauge(out, "sandboxed", "1 under the filter of system calls.", f->sandboxed);
    gauge(out, "memory_bytes", "Resident memory.", (int64_t)f->memory);
    gauge(out, "bans", "Keys and nets that are kept out.", (int64_t)f->bans);
    counter(out, "log_lines_lost_total", "Lines of the log that could not be written.",
            f->log_lost);
    counter(out, "backups_total", "Backups written.", f->backups);
    counter(out, "backup_failures_total", "Backups that failed.", f->backup_failures);
    gauge(out, "backup_last_timestamp_seconds", "When the last one was written; 0: none.",
          f->backup_last / 1000);
}
