/* SPDX-License-Identifier: MIT */
/* What players may ask about themselves, see player_acts.h: show, change, hide, export, delete.
 * Keys and links are in player_keys.c. */
#include "online/player_part.h"
#include "online/vacation.h"

#include "core/refuse.h"

#include <stdlib.h>
#include <string.h>

enum { DOCS_MOST = 10000, TABLES_MOST = 10000 };

/* -- Wishes ----------------------------------------------------------------------------------- */

Wish *wish_new(const PlayersAsk *ask)
{
    static const Text no_key = {{"show the key of your device (Authorization: Bearer)",
                                 "端末の鍵が必要です（Authorization: Bearer）"}};
    bool good = ask->key && device_key_is(ask->key);
    Wish *wish = good ? calloc(1, sizeof *wish) : NULL;
    if (!wish) {
        ask->done(ask->context, &(HallAnswer){.status = good ? 503 : 401,
                                              .why = good ? "busy" : "no-key",
                                              .text = good ? refuse_no_memory.in[ask->lang]
                                                           : no_key.in[ask->lang]});
        return NULL;
    }
    *wish = (Wish){.players = ask->players,
                   .lang = ask->lang,
                   .done = ask->done,
                   .context = ask->context,
                   .bot = -1};
    key_hash(ask->key, wish->hash);
    return wish;
}

void wish_refuse(Wish *wish, int status, const char *why, const Text *text)
{
    cJSON_Delete(wish->json);
    wish->done(wish->context,
               &(HallAnswer){.status = status, .why = why, .text = text->in[wish->lang]});
    free(wish);
}

void wish_busy(Wish *wish)
{
    static const Text not_saved = {
        {"the store does not answer; try again", "保存先が応答しません。もう一度お試しください"}};
    wish_refuse(wish, 503, "not-saved", &not_saved);
}

void wish_answer(Wish *wish, int status, cJSON *json)
{
    char *text = json ? cJSON_PrintUnformatted(json) : NULL;
    if (json != wish->json)
        cJSON_Delete(json);
    if (!text) {
        wish_refuse(wish, 503, "busy", &refuse_no_memory);
        return;
    }
    cJSON_Delete(wish->json);
    wish->done(wish->context,
               &(HallAnswer){.status = status, .json = text, .length = strlen(text)});
    cJSON_free(text);
    free(wish);
}

static void begun(void *context, PlayersStatus status, const Player *player)
{
    static const Text nobody = {{"this device is no player yet (POST /api/v1/me makes one)",
                                 "この端末のプレイヤーはまだありません（POST /api/v1/me）"}};
    Wish *wish = context;
    if (status == PLAYERS_NONE) {
        wish_refuse(wish, 404, "not-found", &nobody);
    } else if (status != PLAYERS_OK) {
        wish_busy(wish);
    } else {
        memcpy(wish->id, player->id, sizeof wish->id);
        wish->then(wish, player);
    }
}

void wish_begin(Wish *wish, const char *key, bool make, void (*then)(Wish *, const Player *))
{
    wish->then = then;
    players_by_key(wish->players, key, make, begun, wish);
}

/* -- Showing ---------------------------------------------------------------------------------- */

cJSON *player_ratings(const Player *player, int64_t now)
{
    cJSON *all = cJSON_CreateObject();
    for (int i = 0; i < player->rating_count; i++) {
        const Glicko *glicko = &player->ratings[i].glicko;
        cJSON *one = cJSON_AddObjectToObject(all, player->ratings[i].pool);
        cJSON_AddNumberToObject(one, "rating", glicko->rating / GLICKO_UNIT);
        cJSON_AddNumberToObject(one, "deviation", glicko_deviation(glicko, now) / GLICKO_UNIT);
        cJSON_AddBoolToObject(one, "provisional", glicko_is_provisional(glicko, now));
        cJSON_AddNumberToObject(one, "games", glicko->games);
    }
    return all;
}

static cJSON *describe(const Wish *wish, const Player *player)
{
    Vacations vacations;
    cJSON *json = cJSON_CreateObject();
    const cJSON *hidden = cJSON_GetObjectItemCaseSensitive(player->body, "hidden");
    cJSON_AddBoolToObject(json, "ok", true);
    cJSON_AddStringToObject(json, "id", player->id);
    cJSON_AddStringToObject(json, "name", player->name);
    cJSON_AddBoolToObject(json, "bot", player->bot);
    cJSON_AddNumberToObject(json, "made", (double)player->made);
    cJSON_AddItemToObject(json, "ratings", player_ratings(player, players_now(wish->players)));
    cJSON_AddItemToObject(json, "hidden",
                          cJSON_IsArray(hidden) ? cJSON_Duplicate(hidden, true)
                                                : cJSON_CreateArray());
    vacations_read(player->body, &vacations);
    cJSON_AddItemToObject(json, "vacation", vacations_json(&vacations, players_now(wish->players)));
    return json;
}

static void show(Wish *wish, const Player *player)
{
    wish_answer(wish, 200, describe(wish, player));
}

void players_me(const PlayersAsk *ask)
{
    Wish *wish = wish_new(ask);
    if (wish)
        wish_begin(wish, ask->key, false, show);
}

/* -- Changing --------------------------------------------------------------------------------- */

static void was_changed(void *context, PlayersStatus status, const Player *player)
{
    Wish *wish = context;
    if (status == PLAYERS_OK)
        wish_answer(wish, 200, describe(wish, player));
    else if (status == PLAYERS_REFUSED && wish->refused)
        wish_refuse(wish, 409, "not-now", wish->refused);
    else
        wish_busy(wish);
}

static bool edit_name(void *context, cJSON *body)
{
    static const Text nameless = {{"the operator of this server has taken your name away",
                                   "このサーバーの運営者により、名前は使えなくなっています"}};
    Wish *wish = context;
    if (wish->has_text && wish->text[0] &&
        cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(body, "nameless"))) {
        wish->refused = &nameless;
        return false;
    }
    if (wish->has_text) {
        cJSON_DeleteItemFromObjectCaseSensitive(body, "name");
        cJSON_AddStringToObject(body, "name", wish->text);
    }
    if (wish->bot >= 0) {
        cJSON_DeleteItemFromObjectCaseSensitive(body, "bot");
        cJSON_AddBoolToObject(body, "bot", wish->bot);
    }
    return true;
}

static void set(Wish *wish, const Player *player)
{
    static const Text rated = {{"who has a rating stays what they are: a person or a bot",
                                "レートのあるプレイヤーは、人かボットかを変えられません"}};
    bool bot = wish->bot >= 0 && wish->bot != player->bot;
    bool name = wish->has_text && strcmp(wish->text, player->name) != 0;
    if (bot && player->rating_count)
        wish_refuse(wish, 409, "not-now", &rated);
    else if (!bot && !name)
        show(wish, player);
    else
        players_change(wish->players, wish->id, edit_name, was_changed, wish);
}

void players_set(const PlayersAsk *ask, const char *name, int bot)
{
    static const Text bad_name = {
        {"a name has at most 63 bytes, no control characters and something to see",
         "名前は63バイトまで、制御文字は使えず、見える文字が必要です"}};
    Wish *wish = wish_new(ask);
    if (!wish)
        return;
    if (name && !seat_name_shows(name)) {
        wish_refuse(wish, 400, "bad-name", &bad_name);
        return;
    }
    wish->has_text = name != NULL;
    copy_text(wish->text, sizeof wish->text, name ? name : "");
    wish->bot = bot;
    wish_begin(wish, ask->key, true, set);
}

static bool edit_hidden(void *context, cJSON *body)
{
    static const Text many = {
        {"that is more players than can be hidden", "非表示にできるプレイヤーの数を超えています"}};
    Wish *wish = context;
    cJSON *list = cJSON_GetObjectItemCaseSensitive(body, "hidden");
    if (!cJSON_IsArray(list)) {
        cJSON_DeleteItemFromObjectCaseSensitive(body, "hidden");
        list = cJSON_AddArrayToObject(body, "hidden");
    }
    for (int i = cJSON_GetArraySize(list) - 1; i >= 0; i--) {
        const cJSON *item = cJSON_GetArrayItem(list, i);
        if (!cJSON_IsString(item) || strcmp(item->valuestring, wish->text) == 0)
            cJSON_DeleteItemFromArray(list, i);
    }
    if (!wish->on)
        return true;
    wish->refused = &many;
    return cJSON_GetArraySize(list) < PLAYER_HIDDEN_MAX &&
           cJSON_AddItemToArray(list, cJSON_CreateString(wish->text));
}

static void found_other(void *context, PlayersStatus status, const Player *player)
{
    static const Text nobody = {{"there is no such player", "そのプレイヤーはいません"}};
    Wish *wish = context;
    (void)player;
    /* Who is gone can still be taken off the list. */
    if ((status == PLAYERS_NONE && wish->on) || strcmp(wish->text, wish->id) == 0)
        wish_refuse(wish, 404, "not-found", &nobody);
    else if (status == PLAYERS_BUSY)
        wish_busy(wish);
    else
        players_change(wish->players, wish->id, edit_hidden, was_changed, wish);
}

static void hide(Wish *wish, const Player *player)
{
    (void)player;
    players_by_id(wish->players, wish->text, found_other, wish);
}

void players_hide(const PlayersAsk *ask, const char *other, bool on)
{
    Wish *wish = wish_new(ask);
    if (!wish)
        return;
    copy_text(wish->text, sizeof wish->text, other);
    wish->on = on;
    wish_begin(wish, ask->key, false, hide);
}

/* -- Everything that is stored ---------------------------------------------------------------- */

static void add_table(cJSON *list, const TstoreRow *row, const char *id)
{
    cJSON *one = cJSON_CreateObject();
    char record[64];
    Str s = str_over(record, sizeof record);
    str_format(&s, "/api/v1/tables/%s/record", row->id);
    cJSON_AddStringToObject(one, "id", row->id);
    cJSON_AddStringToObject(one, "setup", row->setup);
    cJSON_AddStringToObject(one, "state", row->state);
    cJSON_AddNumberToObject(one, "seat", strcmp(row->seat[0], id) == 0 ? 0 : 1);
    cJSON_AddNumberToObject(one, "made", (double)row->made);
    cJSON_AddNumberToObject(one, "ended", (double)row->ended);
    cJSON_AddNumberToObject(one, "won", (double)row->won);
    cJSON_AddBoolToObject(one, "rated", row->rated != 0);
    cJSON_AddStringToObject(one, "record", record);
    cJSON_AddItemToArray(list, one);
}

static void exported_played(void *context, const TstoreReply *reply)
{
    Wish *wish = context;
    if (reply->status != TSTORE_OK) {
        wish_busy(wish);
        return;
    }
    cJSON *list = cJSON_GetObjectItemCaseSensitive(wish->json, "tables");
    for (int i = 0; i < reply->table_count; i++)
        add_table(list, &reply->tables[i], wish->id);
    wish_answer(wish, 200, wish->json);
}

static void exported_seated(void *context, const TstoreReply *reply)
{
    Wish *wish = context;
    cJSON *list = cJSON_AddArrayToObject(wish->json, "tables");
    for (int i = 0; i < reply->table_count; i++)
        add_table(list, &reply->tables[i], wish->id);
    if (reply->status != TSTORE_OK ||
        !tstore_seated(wish->players->store, wish->id, true, TABLES_MOST, exported_played, wish))
        wish_busy(wish);
}

static void exported_docs(void *context, const TstoreReply *reply)
{
    Wish *wish = context;
    wish->json = cJSON_CreateObject();
    cJSON_AddBoolToObject(wish->json, "ok", true);
    cJSON *list = cJSON_AddArrayToObject(wish->json, "documents");
    for (int i = 0; i < reply->doc_count; i++) {
        const TstoreDoc *doc = &reply->docs[i];
        cJSON *one = cJSON_CreateObject(), *body = cJSON_Parse(doc->body);
        cJSON_AddStringToObject(one, "kind", doc->kind);
        cJSON_AddStringToObject(one, "id", doc->id);
        cJSON_AddNumberToObject(one, "at", (double)doc->at);
        cJSON_AddItemToObject(one, "body", body ? body : cJSON_CreateString(doc->body));
        cJSON_AddItemToArray(list, one);
    }
    if (reply->status != TSTORE_OK ||
        !tstore_seated(wish->players->store, wish->id, false, TABLES_MOST, exported_seated, wish))
        wish_busy(wish);
}

static void export_all(Wish *wish, const Player *player)
{
    (void)player;
    if (!tstore_docs_owned(wish->players->store, NULL, wish->id, DOCS_MOST, exported_docs, wish))
        wish_busy(wish);
}

void players_export(const PlayersAsk *ask)
{
    Wish *wish = wish_new(ask);
    if (wish)
        wish_begin(wish, ask->key, false, export_all);
}

/* -- Going ------------------------------------------------------------------------------------ */

/* Names first, then documents, so that whoever was cut off can ask again; and names once more, of
 * tables where they sat down meanwhile. */
static void unnamed_again(void *context, const TstoreReply *reply)
{
    Wish *wish = context;
    Players *players = wish->players;
    (void)reply; /* they are gone in any case */
    players_forget(players, wish->id);
    if (players->host.gone)
        players->host.gone(players->host.context, wish->id);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddBoolToObject(json, "ok", true);
    wish_answer(wish, 200, json);
}

static void removed(void *context, const TstoreReply *reply)
{
    Wish *wish = context;
    if (reply->status != TSTORE_OK)
        wish_busy(wish);
    else if (!tstore_unname(wish->players->store, wish->id, unnamed_again, wish))
        unnamed_again(wish, reply);
}

static void unnamed(void *context, const TstoreReply *reply)
{
    Wish *wish = context;
    PlayersNews room;
    TstoreDoc docs[] = {{.owner = wish->id, .remove = true},
                        players_news(wish->players, wish->id, true, &room)};
    if (reply->status != TSTORE_OK ||
        !tstore_docs_write(wish->players->store, docs, 2, removed, wish))
        wish_busy(wish);
}

static void delete_all(Wish *wish, const Player *player)
{
    (void)player;
    if (!tstore_unname(wish->players->store, wish->id, unnamed, wish))
        wish_busy(wish);
}

void players_delete(const PlayersAsk *ask)
{
    Wish *wish = wish_new(ask);
    if (wish)
        wish_begin(wish, ask->key, false, delete_all);
}
