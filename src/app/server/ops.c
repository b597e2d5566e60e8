/* SPDX-License-Identifier: MIT */
/* How a server is run, see ops.h: opening, what a second and a minute bring, the end. */
#include "app/server/ops_part.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- what is told once a second, and once a minute */

/* Reasons are words of the program; how often, since the last minute. */
static void tell_refusals(Ops *ops)
{
    const Tally *now = server_figures(ops->server).refusals;
    OplogField fields[TALLY_MAX];
    int count = 0;
    for (int i = 0; i < now->used; i++) {
        uint64_t more = now->count[i] - tally_get(&ops->told, now->name[i]);
        if (more)
            fields[count++] = (OplogField){now->name[i], NULL, (int64_t)more};
    }
    if (count)
        oplog_say(ops->setup.log, OPLOG_INFO, "refusals", fields, count);
    ops->told = *now;
}

/* Why it is away may have values of rows in it: the operator's socket says that, the log does not.
 */
static void watch_store(Ops *ops)
{
    char why[WHY_MAX];
    bool away = !tables_healthy(ops->tables, why);
    int64_t now = (int64_t)route_time(ops->server);
    const OplogField gone = {"ms", NULL, now - ops->away_since};
    if (away && !ops->was_away) {
        ops->away_since = now;
        oplog_say(ops->setup.log, OPLOG_ERROR, "store-away", NULL, 0);
    } else if (!away && ops->was_away) {
        oplog_say(ops->setup.log, OPLOG_WARN, "store-back", &gone, 1);
    }
    ops->was_away = away;
}

static void watch_commits(Ops *ops)
{
    TstoreFigures store = tstore_figures(tables_store(ops->tables));
    const OplogField fields[] = {{"ms", NULL, store.slowest / 1000},
                                 {"waiting", NULL, store.waiting}};
    if (store.slowest >= OPS_SLOW_COMMIT_MS * 1000)
        oplog_say(ops->setup.log, OPLOG_WARN, "slow-commit", fields, 2);
}

static void on_tick(uv_timer_t *timer)
{
    Ops *ops = timer->data;
    ops->seconds++;
    watch_store(ops);
    watch_commits(ops);
    if (ops->seconds % OPS_BANS_SECONDS == 0)
        ops_read_bans(ops);
    if (ops->seconds % 60 == 0)
        tell_refusals(ops);
}

static void on_hangup(uv_signal_t *handle, int number)
{
    Ops *ops = handle->data;
    (void)number;
    if (!ops->setup.log)
        return;
    oplog_reopen(ops->setup.log);
    oplog_say(ops->setup.log, OPLOG_INFO, "log-reopened", NULL, 0);
}

/* ---- beginning and end */

static void close_handles(Ops *ops)
{
    ops_deafen(ops);
    uv_close((uv_handle_t *)&ops->tick, NULL);
    uv_close((uv_handle_t *)&ops->hangup, NULL);
}

static void at_end(void *context)
{
    Ops *ops = context;
    tell_refusals(ops);
    oplog_say(ops->setup.log, OPLOG_INFO, "stop", NULL, 0);
    close_handles(ops);
}

Ops *ops_open(Server *server, Tables *tables, const OpsSetup *setup, char *why)
{
    Ops *ops = calloc(1, sizeof *ops);
    if (!ops) {
        refuse(why, "there is no memory");
        return NULL;
    }
    ops->server = server;
    ops->tables = tables;
    ops->setup = *setup;
    ops->started = (int64_t)route_time(server);
    uv_loop_t *loop = server_loop(server, at_end, ops);
    uv_timer_init(loop, &ops->tick);
    uv_signal_init(loop, &ops->hangup);
    ops->tick.data = ops->hangup.data = ops;
    server_set_bans(server, &ops->bans);
    if (ops_hear(ops, loop, why)) {
        uv_timer_start(&ops->tick, on_tick, 1000, 1000);
        uv_signal_start(&ops->hangup, on_hangup, SIGHUP);
        ops_read_bans(ops);
        return ops;
    }
    close_handles(ops);
    server_loop(server, NULL, NULL);
    uv_run(loop, UV_RUN_NOWAIT);
    server_set_bans(server, NULL);
    free(ops);
    return NULL;
}

void ops_started(Ops *ops, bool sandboxed)
{
    const OplogField fields[] = {{"version", CONCENTRIC_VERSION, 0},
                                 {"pid", NULL, getpid()},
                                 {"sandboxed", NULL, sandboxed},
                                 {"backups", NULL, ops->setup.keeper != NULL}};
    ops->sandboxed = sandboxed;
    oplog_say(ops->setup.log, OPLOG_INFO, "start", fields, 4);
}

void ops_close(Ops *ops)
{
    free(ops);
}
