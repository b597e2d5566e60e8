/* SPDX-License-Identifier: MIT */
/* Bans in the store: one document each, which goes away when its time is over. Several processes on
 * one PostgreSQL read them again every few seconds. */
#include "app/server/ops_part.h"

#include "base/json.h"
#include "online/ids.h"

#include <stdlib.h>
#include <string.h>

static const char kind[] = "ban";

enum { ID_BYTES = BAN_VALUE_MAX + 8, KEYS_MAX = 32 };

static void write_id(const Ban *ban, char out[ID_BYTES])
{
    Str s = str_over(out, ID_BYTES);
    str_format(&s, "%s:%s", ban->net ? "net" : "key", ban->value);
}

static bool read_id(const char *id, int64_t until, Ban *out)
{
    char what[4], why[WHY_MAX];
    Str s = str_over(what, sizeof what);
    size_t length = strcspn(id, ":");
    str_bytes(&s, id, length);
    if (!id[length] || s.full || !bans_read(what, id + length + 1, out, why))
        return false;
    out->until = until;
    return true;
}

/* Whoever is here goes. */
static void close_banned(Ops *ops, const Ban *ban)
{
    if (ban->net)
        server_close_net(ops->server, ban->peer);
    else
        tables_close_key(ops->tables, ban->value);
}

/* ---- reading */

static void bans_came(void *context, const TstoreReply *reply)
{
    Ops *ops = context;
    ops->reading_bans = false;
    if ((reply->status != TSTORE_OK && reply->status != TSTORE_MISSING) ||
        ops->ban_changes != ops->ban_changes_read)
        return;
    Bans *before = malloc(sizeof *before);
    if (!before)
        return;
    *before = ops->bans;
    ops->bans.count = 0;
    for (int i = 0; reply->status == TSTORE_OK && i < reply->doc_count; i++) {
        Ban ban;
        if (!read_id(reply->docs[i].id, reply->docs[i].at, &ban))
            continue;
        bans_put(&ops->bans, &ban);
        if (!bans_drop(before, &ban)) /* another process's, or of before a restart */
            close_banned(ops, &ban);
    }
    free(before);
}

/* The prefix of an address is not kept a minute longer than was said. */
static void old_came(void *context, const TstoreReply *reply)
{
    const Ops *ops = context;
    TstoreDoc docs[32];
    int count = 0;
    for (int i = 0; reply->status == TSTORE_OK && i < reply->doc_count && count < 32; i++)
        docs[count++] = (TstoreDoc){.kind = kind,
                                    .id = reply->docs[i].id,
                                    .owner = "",
                                    .body = "",
                                    .after = TSTORE_ANY,
                                    .remove = true};
    if (count)
        tstore_docs_write(tables_store(ops->tables), docs, count, NULL, NULL);
}

void ops_read_bans(Ops *ops)
{
    TableStore *store = tables_store(ops->tables);
    int64_t now = (int64_t)route_time(ops->server);
    const TstoreList now_on = {.kind = kind, .from = now, .until = INT64_MAX, .limit = BANS_MAX};
    const TstoreList over = {.kind = kind, .from = 0, .until = now - 1, .limit = 32};
    if (ops->reading_bans)
        return;
    ops->ban_changes_read = ops->ban_changes;
    ops->reading_bans = tstore_docs_list(store, &now_on, bans_came, ops);
    if (ops->seconds % 60 == 0)
        tstore_docs_list(store, &over, old_came, ops);
}

/* ---- writing */

typedef struct Writing {
    Ops *ops;
    uint64_t talk;
    bool on;
    int count;
    Ban ban[KEYS_MAX];
} Writing;

static void take_effect(Ops *ops, const Ban *ban, bool on)
{
    ops->ban_changes++;
    if (!on) {
        bans_drop(&ops->bans, ban);
        return;
    }
    bans_put(&ops->bans, ban);
    close_banned(ops, ban);
}

static void written(void *context, const TstoreReply *reply)
{
    Writing *w = context;
    Ops *ops = w->ops;
    if (reply->status != TSTORE_OK) {
        ops_refuse(ops, w->talk, "not-saved", "the store did not take it; try again");
        free(w);
        return;
    }
    char text[128];
    Str s = str_over(text, sizeof text);
    for (int i = 0; i < w->count; i++)
        take_effect(ops, &w->ban[i], w->on);
    const OplogField fields[] = {{"what", w->ban[0].net ? "net" : "key", 0},
                                 {"count", NULL, w->count}};
    oplog_say(ops->setup.log, OPLOG_INFO, w->on ? "ban" : "unban", fields, 2);
    str_format(&s, "{\"ok\":true,\"count\":%d}", w->count);
    ops_answer(ops, w->talk, s.text, s.length);
    free(w);
}

static void write_bans(Writing *w)
{
    TstoreDoc docs[KEYS_MAX];
    char ids[KEYS_MAX][ID_BYTES];
    for (int i = 0; i < w->count; i++) {
        write_id(&w->ban[i], ids[i]);
        docs[i] = (TstoreDoc){.kind = kind,
                              .id = ids[i],
                              .owner = "",
                              .at = w->ban[i].until,
                              .body = "{}",
                              .after = TSTORE_ANY,
                              .remove = !w->on};
    }
    if (tstore_docs_write(tables_store(w->ops->tables), docs, w->count, written, w))
        return;
    ops_refuse(w->ops, w->talk, "busy", "the store is busy; try again");
    free(w);
}

/* A player by id: all of their keys. */
static void keys_came(void *context, const TstoreReply *reply)
{
    Writing *w = context;
    Ban pattern = w->ban[0];
    w->count = 1; /* the player themselves: keys of seats, and devices that are still to come */
    for (int i = 0; reply->status == TSTORE_OK && i < reply->doc_count && w->count < KEYS_MAX;
         i++) {
        Ban *ban = &w->ban[w->count];
        char why[WHY_MAX];
        if (!bans_read("key", reply->docs[i].id, ban, why))
            continue;
        ban->until = pattern.until;
        w->count++;
    }
    if (w->count > 1 || !w->on) {
        write_bans(w);
        return;
    }
    ops_refuse(w->ops, w->talk, "not-found", "no player has this id");
    free(w);
}

static void ask_for_keys(Writing *w)
{
    if (tstore_docs_owned(tables_store(w->ops->tables), "key", w->ban[0].value, KEYS_MAX, keys_came,
                          w))
        return;
    ops_refuse(w->ops, w->talk, "busy", "the store is busy; try again");
    free(w);
}

/* A key of a device is its player's, who has others, and keys of seats. */
static void owner_came(void *context, const TstoreReply *reply)
{
    Writing *w = context;
    if (reply->status != TSTORE_OK || !id_is(reply->docs[0].owner)) {
        write_bans(w);
        return;
    }
    Str s = str_over(w->ban[0].value, sizeof w->ban[0].value);
    str_add(&s, reply->docs[0].owner);
    ask_for_keys(w);
}

void ops_ban(Ops *ops, uint64_t talk, const Ban *ban, bool on)
{
    Writing *w = malloc(sizeof *w);
    if (!w) {
        ops_refuse(ops, talk, "busy", "there is no memory");
        return;
    }
    *w = (Writing){.ops = ops, .talk = talk, .on = on, .count = 1};
    w->ban[0] = *ban;
    if (ban->net)
        write_bans(w);
    else if (id_is(ban->value))
        ask_for_keys(w);
    else if (!tstore_docs_get(tables_store(ops->tables), "key", ban->value, owner_came, w)) {
        ops_refuse(ops, talk, "busy", "the store is busy; try again");
        free(w);
    }
}
