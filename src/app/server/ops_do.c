/* SPDX-License-Identifier: MIT */
/* What the operator can ask for: one table of commands, each a JSON object in and one out. */
#include "app/server/ops_part.h"

#include "app/server/tables_part.h"
#include "base/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIST_BYTES = 1 << 20, DAY = 86400 };

typedef struct Ask {
    Ops *ops;
    uint64_t talk;
    const cJSON *json;
} Ask;

/* ---- figures */

static uint64_t memory(void)
{
    unsigned long long all = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file)
        return 0;
    bool good = fscanf(file, "%llu %llu", &all, &resident) == 2;
    fclose(file);
    return good ? resident * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

void ops_figures(Ops *ops, Figures *out)
{
    ServerFigures server = server_figures(ops->server);
    TablesFigures tables = tables_figures(ops->tables);
    *out = (Figures){.started = ops->started,
                     .connections = server.connections,
                     .sockets = server.sockets,
                     .streams = server.streams,
                     .accepted = server.accepted,
                     .requests = server.requests,
                     .refusals = server.refusals,
                     .hall = tables.hall,
                     .store = tables.store,
                     .acknowledged = tables.acknowledged,
                     .store_away = tables.store_away,
                     .store_damaged = tables.store_damaged,
                     .draining = tables.draining,
                     .sandboxed = ops->sandboxed,
                     .memory = memory(),
                     .bans = (uint64_t)ops->bans.count,
                     .log_lost = ops->setup.log ? oplog_lost(ops->setup.log) : 0};
    if (ops->setup.keeper) {
        KeeperFigures kept = keeper_figures(ops->setup.keeper);
        out->backups = kept.written;
        out->backup_failures = kept.failed;
        out->backup_last = kept.last;
    }
}

static TablesFigures health_figures(const Figures *f)
{
    return (TablesFigures){.hall = f->hall,
                           .store_away = f->store_away,
                           .store_damaged = f->store_damaged,
                           .draining = f->draining};
}

static bool is_good(const Figures *f)
{
    TablesFigures tables = health_figures(f);
    return tables_are_good(&tables);
}

static const char *health_word(const Figures *f)
{
    TablesFigures tables = health_figures(f);
    return tables_health_word(&tables);
}

int ops_get(Ops *ops, const char *path, Str *out)
{
    Figures f;
    ops_figures(ops, &f);
    if (strcmp(path, "/metrics") == 0) {
        metrics_write(&f, out);
        return 200;
    }
    bool good = is_good(&f);
    if (strcmp(path, "/health") == 0) {
        str_format(out, "{\"ok\":%s,\"health\":\"%s\"}\n", good ? "true" : "false",
                   health_word(&f));
        return good ? 200 : 503;
    }
    str_add(out, "there are /metrics and /health here\n");
    return 404;
}

/* ---- answers */

static void answer(const Ask *ask, const Str *text)
{
    ops_answer(ask->ops, ask->talk, text->text, text->length);
}

static void answer_well(const Ask *ask)
{
    static const char well[] = "{\"ok\":true}";
    ops_answer(ask->ops, ask->talk, well, sizeof well - 1);
}

static void refuse_ask(const Ask *ask, const char *why, const char *text)
{
    ops_refuse(ask->ops, ask->talk, why, text);
}

/* A text of the request; NULL after refusing if it is not there. */
static const char *need(const Ask *ask, const char *name)
{
    char why[128];
    Str s = str_over(why, sizeof why);
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(ask->json, name);
    if (cJSON_IsString(item))
        return item->valuestring;
    str_format(&s, "`%s` should be there and a text", name);
    refuse_ask(ask, "bad-request", why);
    return NULL;
}

/* ---- commands */

static void add_tables(Json *json, const Figures *f)
{
    json_key(json, "tables");
    json_open(json, '{');
    for (int state = 0; state <= TABLE_ABORTED; state++)
        json_add_number(json, table_state_name((TableState)state), f->hall.state[state]);
    json_close(json, '}');
}

static void do_status(const Ask *ask)
{
    char text[2048], why[WHY_MAX] = "";
    Str s = str_over(text, sizeof text);
    Json json = json_over(&s);
    Figures f;
    Ops *ops = ask->ops;
    ops_figures(ops, &f);
    tables_healthy(ops->tables, why);
    json_open(&json, '{');
    json_add_bool(&json, "ok", true);
    json_add_text(&json, "version", CONCENTRIC_VERSION);
    json_add_number(&json, "pid", getpid());
    json_add_number(&json, "started", f.started);
    json_add_text(&json, "health", health_word(&f));
    json_add_text(&json, "trouble", f.store_away || f.store_damaged ? why : "");
    json_add_bool(&json, "draining", f.draining);
    json_add_bool(&json, "sandboxed", f.sandboxed);
    json_add_number(&json, "connections", (int64_t)f.connections);
    json_add_number(&json, "sockets", (int64_t)f.sockets);
    json_add_number(&json, "streams", (int64_t)f.streams);
    add_tables(&json, &f);
    json_add_number(&json, "damaged_tables", f.hall.damaged);
    json_add_number(&json, "watchers", f.hall.watchers);
    json_add_number(&json, "moves", f.hall.moves);
    json_add_number(&json, "waiting", f.store.waiting);
    json_add_number(&json, "memory", (int64_t)f.memory);
    json_add_number(&json, "bans", (int64_t)f.bans);
    json_add_number(&json, "backups", (int64_t)f.backups);
    json_add_number(&json, "backup_failures", (int64_t)f.backup_failures);
    json_add_number(&json, "backup_last", f.backup_last);
    json_add_text(&json, "log_level",
                  ops->setup.log ? oplog_level_name(oplog_level(ops->setup.log)) : "none");
    json_close(&json, '}');
    answer(ask, &s);
}

static void do_health(const Ask *ask)
{
    char text[64];
    Str s = str_over(text, sizeof text);
    Figures f;
    ops_figures(ask->ops, &f);
    bool good = is_good(&f) && !f.hall.damaged; /* somebody should look at those */
    str_format(&s, "{\"ok\":true,\"good\":%s,\"health\":\"%s\"}", good ? "true" : "false",
               health_word(&f));
    answer(ask, &s);
}

static bool add_listed(void *context, const HallTable *table)
{
    Json *json = context;
    if (json->out->length > LIST_BYTES - 2048)
        return false;
    json_open(json, '{');
    json_add_text(json, "id", table->id);
    json_add_text(json, "game", table->game);
    json_add_text(json, "state", table->state);
    json_key(json, "names");
    json_open(json, '[');
    json_text(json, table->name[0]);
    json_text(json, table->name[1]);
    json_close(json, ']');
    json_add_number(json, "seq", table->seq);
    json_add_number(json, "watchers", table->watchers);
    json_add_number(json, "made", table->made);
    json_add_number(json, "used", table->used);
    json_close(json, '}');
    return true;
}

static void do_tables(const Ask *ask)
{
    char *room = malloc(LIST_BYTES);
    if (!room) {
        refuse_ask(ask, "busy", "there is no memory");
        return;
    }
    Str s = str_over(room, LIST_BYTES);
    Json json = json_over(&s);
    json_open(&json, '{');
    json_add_bool(&json, "ok", true);
    json_key(&json, "tables");
    json_open(&json, '[');
    hall_list(tables_hall(ask->ops->tables), add_listed, &json);
    json_close(&json, ']');
    json_close(&json, '}');
    answer(ask, &s);
    free(room);
}

static void do_metrics(const Ask *ask)
{
    char *room = malloc(3 * METRICS_TEXT_MAX);
    if (!room) {
        refuse_ask(ask, "busy", "there is no memory");
        return;
    }
    Str text = str_over(room, METRICS_TEXT_MAX);
    Str s = str_over(room + METRICS_TEXT_MAX, 2 * METRICS_TEXT_MAX);
    Json json = json_over(&s);
    ops_get(ask->ops, "/metrics", &text);
    json_open(&json, '{');
    json_add_bool(&json, "ok", true);
    json_add_text(&json, "text", text.text);
    json_close(&json, '}');
    answer(ask, &s);
    free(room);
}

/* An act of the operator's at a table, which the hall answers later. */
typedef struct Acting {
    Ops *ops;
    uint64_t talk;
    const char *event;
} Acting;

static void acted(void *context, const HallAnswer *result)
{
    Acting *acting = context;
    if (result->why) {
        ops_refuse(acting->ops, acting->talk, result->why, result->text);
    } else {
        ops_answer(acting->ops, acting->talk, "{\"ok\":true}", 11);
        oplog_say(acting->ops->setup.log, OPLOG_INFO, acting->event, NULL, 0);
    }
    free(acting);
}

static Acting *acting_new(const Ask *ask, const char *event)
{
    Acting *acting = malloc(sizeof *acting);
    if (acting)
        *acting = (Acting){ask->ops, ask->talk, event};
    else
        refuse_ask(ask, "busy", "there is no memory");
    return acting;
}

static void do_close(const Ask *ask)
{
    const char *id = need(ask, "id");
    Acting *acting = id ? acting_new(ask, "table-closed") : NULL;
    if (acting)
        hall_close_table(tables_hall(ask->ops->tables), id, acted, acting);
}

static void do_hide_name(const Ask *ask)
{
    const char *id = need(ask, "id");
    const cJSON *seat = cJSON_GetObjectItemCaseSensitive(ask->json, "seat");
    if (!id)
        return;
    if (!cJSON_IsNumber(seat) || (seat->valuedouble != 0 && seat->valuedouble != 1)) {
        refuse_ask(ask, "bad-request", "`seat` is 0 or 1");
        return;
    }
    Acting *acting = acting_new(ask, "name-hidden");
    if (acting)
        hall_hide_name(tables_hall(ask->ops->tables), id, seat->valueint, acted, acting);
}

static void do_hide_player(const Ask *ask)
{
    const char *id = need(ask, "id");
    Acting *acting = id ? acting_new(ask, "player-hidden") : NULL;
    if (acting)
        hall_hide_player(tables_hall(ask->ops->tables), id, acted, acting);
}

/* `what` and `value`, and for a ban how long. */
static void change_ban(const Ask *ask, bool on)
{
    const char *what = need(ask, "what"), *value = what ? need(ask, "value") : NULL;
    const cJSON *seconds = cJSON_GetObjectItemCaseSensitive(ask->json, "for");
    char why[WHY_MAX];
    Ban ban;
    if (!value)
        return;
    if (!bans_read(what, value, &ban, why)) {
        refuse_ask(ask, "bad-value", why);
        return;
    }
    double most = ban.net ? 366.0 * DAY : 3660.0 * DAY, time = ban.net ? 7.0 * DAY : 366.0 * DAY;
    if (cJSON_IsNumber(seconds))
        time = seconds->valuedouble;
    if (on && !(time >= 1 && time <= most)) {
        refuse_ask(ask, "bad-value",
                   ban.net ? "a net is banned for a second to 366 days"
                           : "a key is banned for a second to 3660 days");
        return;
    }
    ban.until = (int64_t)route_time(ask->ops->server) + (int64_t)(time * 1000);
    if (on && ask->ops->bans.count >= BANS_MAX)
        refuse_ask(ask, "too-many", "there are 1000 bans; lift some");
    else
        ops_ban(ask->ops, ask->talk, &ban, on);
}

static void do_ban(const Ask *ask)
{
    change_ban(ask, true);
}

static void do_unban(const Ask *ask)
{
    change_ban(ask, false);
}

static void do_bans(const Ask *ask)
{
    enum { BYTES = BANS_MAX * 160 };
    char *room = malloc(BYTES);
    if (!room) {
        refuse_ask(ask, "busy", "there is no memory");
        return;
    }
    Str s = str_over(room, BYTES);
    Json json = json_over(&s);
    Bans *bans = &ask->ops->bans;
    bans_tidy(bans, (int64_t)route_time(ask->ops->server));
    json_open(&json, '{');
    json_add_bool(&json, "ok", true);
    json_key(&json, "bans");
    json_open(&json, '[');
    for (int i = 0; i < bans->count; i++) {
        json_open(&json, '{');
        json_add_text(&json, "what", bans->ban[i].net ? "net" : "key");
        json_add_text(&json, "value", bans->ban[i].value);
        json_add_number(&json, "until", bans->ban[i].until);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    answer(ask, &s);
    free(room);
}

static void do_drain(const Ask *ask)
{
    const cJSON *off = cJSON_GetObjectItemCaseSensitive(ask->json, "off");
    bool on = !cJSON_IsTrue(off);
    tables_drain(ask->ops->tables, on);
    oplog_say(ask->ops->setup.log, OPLOG_INFO, on ? "drain" : "drain-off", NULL, 0);
    answer_well(ask);
}

static void do_log_level(const Ask *ask)
{
    const char *level = need(ask, "level");
    OplogLevel read;
    if (!level)
        return;
    if (!ask->ops->setup.log || !oplog_read_level(level, &read)) {
        refuse_ask(ask, "bad-value", "a level is error, warn, info or debug");
        return;
    }
    oplog_set_level(ask->ops->setup.log, read);
    const OplogField field = {"now", oplog_level_name(read), 0};
    oplog_say(ask->ops->setup.log, OPLOG_INFO, "log-level", &field, 1);
    answer_well(ask);
}

/* ---- backups: the keeper's thread answers through the loop */

typedef struct Backup {
    Ops *ops;
    uint64_t talk;
    char name[64], why[WHY_MAX];
} Backup;

static void tell_backup(void *context)
{
    Backup *backup = context;
    char text[256];
    Str s = str_over(text, sizeof text);
    Json json = json_over(&s);
    json_open(&json, '{');
    json_add_bool(&json, "ok", true);
    json_add_text(&json, "file", backup->name);
    json_close(&json, '}');
    if (backup->why[0])
        ops_refuse(backup->ops, backup->talk, "not-written", backup->why);
    else
        ops_answer(backup->ops, backup->talk, s.text, s.length);
    free(backup);
}

static void backed_up(void *context, const char *name, const char *why)
{
    Backup *backup = context;
    Str n = str_over(backup->name, sizeof backup->name), w = str_over(backup->why, WHY_MAX);
    str_add(&n, name);
    str_add(&w, why);
    route_post(backup->ops->server, tell_backup, backup);
}

static void do_backup(const Ask *ask)
{
    if (!ask->ops->setup.keeper) {
        refuse_ask(ask, "no-directory", "the server was started without --backup DIR");
        return;
    }
    Backup *backup = malloc(sizeof *backup);
    if (backup)
        *backup = (Backup){.ops = ask->ops, .talk = ask->talk};
    if (backup && keeper_ask(ask->ops->setup.keeper, backed_up, backup))
        return;
    free(backup);
    refuse_ask(ask, "busy", "a backup that was asked for is being written");
}

/* The next server takes the listening socket; this one ends, and with it the store's lock. */
static void do_hand_over(const Ask *ask)
{
    int listener = server_listener(ask->ops->server);
    if (listener < 0) {
        refuse_ask(ask, "stopping", "this server is ending already");
        return;
    }
    if (!ops_answer_descriptor(ask->ops, ask->talk, "{\"ok\":true}\n", listener))
        return;
    oplog_say(ask->ops->setup.log, OPLOG_INFO, "hand-over", NULL, 0);
    server_hand_over(ask->ops->server);
}

static const struct {
    const char *name;
    void (*run)(const Ask *ask);
} commands[] = {
    {"status", do_status},
    {"health", do_health},
    {"tables", do_tables},
    {"metrics", do_metrics},
    {"close", do_close},
    {"hide-name", do_hide_name},
    {"hide-player", do_hide_player},
    {"ban", do_ban},
    {"unban", do_unban},
    {"bans", do_bans},
    {"drain", do_drain},
    {"backup", do_backup},
    {"log-level", do_log_level},
    {"hand-over", do_hand_over},
};

void ops_do(Ops *ops, uint64_t talk, const char *line, size_t length)
{
    cJSON *json = tables_json(line, length);
    Ask ask = {ops, talk, json};
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(json, "do");
    size_t count = sizeof commands / sizeof *commands, at = 0;
    if (!cJSON_IsObject(json) || !cJSON_IsString(name)) {
        refuse_ask(&ask, "bad-request", "a request is a JSON object with `do`");
    } else {
        while (at < count && strcmp(commands[at].name, name->valuestring) != 0)
            at++;
        if (at < count)
            commands[at].run(&ask);
        else
            refuse_ask(&ask, "bad-request", "there is no such command");
    }
    cJSON_Delete(json);
}
