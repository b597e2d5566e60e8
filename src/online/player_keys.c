/* SPDX-License-Identifier: MIT */
/* Keys of a player: a second device by a code, a list, taking some away. See player_acts.h. */
#include "online/player_part.h"

#include <string.h>

enum { KEY_ID_CHARS = 12 }; /* of a hash: what a key is called in lists */

static const Text bad_code = {{"this code is not known, or it has been used or is too old",
                               "このコードは無効か、使用済みか、期限切れです"}};

/* -- A second device -------------------------------------------------------------------------- */

static void code_kept(void *context, const TstoreReply *reply)
{
    Wish *wish = context;
    if (reply->status != TSTORE_OK) {
        wish_busy(wish);
        return;
    }
    cJSON *json = cJSON_CreateObject();
    cJSON_AddBoolToObject(json, "ok", true);
    cJSON_AddStringToObject(json, "code", wish->text);
    cJSON_AddNumberToObject(json, "until", (double)wish->link_ver);
    wish_answer(wish, 200, json);
}

static void give_code(Wish *wish, const Player *player)
{
    char body[64], hash[HASH_CHARS + 1];
    Str s = str_over(body, sizeof body);
    if (!id_make(wish->text)) {
        wish_busy(wish);
        return;
    }
    key_hash(wish->text, hash);
    wish->link_ver = players_now(wish->players) + PLAYER_LINK_MS;
    str_format(&s, "{\"player\":\"%s\"}", player->id);
    TstoreDoc doc = {
        .kind = "link", .id = hash, .owner = player->id, .at = wish->link_ver, .body = body};
    if (!tstore_docs_write(wish->players->store, &doc, 1, code_kept, wish))
        wish_busy(wish);
}

static void linked_player(void *context, PlayersStatus status, const Player *player)
{
    Wish *wish = context;
    if (status != PLAYERS_OK) {
        wish_busy(wish);
        return;
    }
    cJSON *json = cJSON_CreateObject();
    cJSON_AddBoolToObject(json, "ok", true);
    cJSON_AddStringToObject(json, "id", player->id);
    cJSON_AddStringToObject(json, "name", player->name);
    wish_answer(wish, 200, json);
}

static void look_at_code(Wish *wish);

static void linked(void *context, const TstoreReply *reply)
{
    enum { TRIES_MAX = 50 };
    Wish *wish = context;
    if (reply->status == TSTORE_CONFLICT && wish->tries++ < TRIES_MAX) {
        look_at_code(wish); /* somebody was quicker: with this code, or at this player */
        return;
    }
    if (reply->status != TSTORE_OK) {
        wish_busy(wish);
        return;
    }
    if (wish->old[0])
        players_forget(wish->players, wish->old);
    players_forget(wish->players, wish->target);
    players_by_id(wish->players, wish->target, linked_player, wish);
}

/* The code goes, the key is the other player's; who had it and never played goes with it. The
 * player's own document is written again as it is, so that of several who come at once each counts
 * the keys of the others. */
static void write_link(Wish *wish)
{
    char body[96];
    Str s = str_over(body, sizeof body);
    int64_t now = players_now(wish->players);
    PlayersNews room, old;
    int count = 0;
    TstoreDoc docs[6];
    char *text = cJSON_PrintUnformatted(wish->json);
    if (!text) {
        wish_busy(wish);
        return;
    }
    str_format(&s, "{\"player\":\"%s\",\"made\":%lld}", wish->target, (long long)now);
    docs[count++] = (TstoreDoc){
        .kind = "link", .id = wish->link_hash, .remove = true, .after = wish->link_ver};
    docs[count++] = (TstoreDoc){.kind = "key",
                                .id = wish->hash,
                                .owner = wish->target,
                                .at = now,
                                .body = body,
                                .after = TSTORE_ANY};
    docs[count++] = (TstoreDoc){.kind = "player",
                                .id = wish->target,
                                .owner = wish->target,
                                .at = wish->player_at,
                                .body = text,
                                .after = wish->player_ver};
    docs[count++] = players_news(wish->players, wish->target, false, &room);
    if (wish->old[0]) {
        docs[count++] = (TstoreDoc){.owner = wish->old, .remove = true};
        docs[count++] = players_news(wish->players, wish->old, true, &old);
    }
    bool good = tstore_docs_write(wish->players->store, docs, count, linked, wish);
    cJSON_free(text);
    if (!good)
        wish_busy(wish);
}

static const Text own_games = {
    {"this device is a player with games or devices of its own; delete that player first",
     "この端末には対局のある別のプレイヤーがいます。先に削除してください"}};

static void old_played(void *context, const TstoreReply *reply)
{
    Wish *wish = context;
    if (reply->status != TSTORE_OK)
        wish_busy(wish);
    else if (reply->table_count)
        wish_refuse(wish, 409, "taken", &own_games);
    else
        write_link(wish);
}

static void old_seated(void *context, const TstoreReply *reply)
{
    Wish *wish = context;
    if (reply->status == TSTORE_OK && reply->table_count)
        wish_refuse(wish, 409, "taken", &own_games);
    else if (reply->status != TSTORE_OK ||
             !tstore_seated(wish->players->store, wish->old, true, 1, old_played, wish))
        wish_busy(wish);
}

static void old_keys(void *context, const TstoreReply *reply)
{
    Wish *wish = context;
    if (reply->status == TSTORE_OK && reply->doc_count > 1)
        wish_refuse(wish, 409, "taken", &own_games);
    else if (reply->status != TSTORE_OK ||
             !tstore_seated(wish->players->store, wish->old, false, 1, old_seated, wish))
        wish_busy(wish);
}

static void found_own_key(void *context, const TstoreReply *reply)
{
    Wish *wish = context;
    cJSON *body = reply->status == TSTORE_OK ? cJSON_Parse(reply->docs[0].body) : NULL;
    copy_text(wish->old, sizeof wish->old, body_text(body, "player"));
    cJSON_Delete(body);
    if (reply->status == TSTORE_MISSING)
        write_link(wish);
    else if (reply->status == TSTORE_OK && strcmp(wish->old, wish->target) == 0)
        players_by_id(wish->players, wish->target, linked_player, wish);
    else if (reply->status != TSTORE_OK ||
             !tstore_docs_owned(wish->players->store, "key", wish->old, 2, old_keys, wish))
        wish_busy(wish);
}

static void target_keys(void *context, const TstoreReply *reply)
{
    static const Text many = {{"this player has too many devices", "端末の数が多すぎます"}};
    Wish *wish = context;
    if (reply->status == TSTORE_OK && reply->doc_count >= PLAYER_KEYS_MAX)
        wish_refuse(wish, 409, "too-many", &many);
    else if (reply->status != TSTORE_OK ||
             !tstore_docs_get(wish->players->store, "key", wish->hash, found_own_key, wish))
        wish_busy(wish);
}

static void found_target(void *context, const TstoreReply *reply)
{
    Wish *wish = context;
    cJSON_Delete(wish->json);
    wish->json = reply->status == TSTORE_OK ? cJSON_Parse(reply->docs[0].body) : NULL;
    if (wish->json) {
        wish->player_ver = reply->docs[0].ver;
        wish->player_at = reply->docs[0].at;
    }
    if (!wish->json || !tstore_docs_owned(wish->players->store, "key", wish->target,
                                          PLAYER_KEYS_MAX, target_keys, wish))
        wish_busy(wish);
}

static void found_code(void *context, const TstoreReply *reply)
{
    Wish *wish = context;
    const TstoreDoc *doc = reply->status == TSTORE_OK ? &reply->docs[0] : NULL;
    if (reply->status == TSTORE_MISSING || (doc && doc->at < players_now(wish->players))) {
        wish_refuse(wish, 404, "not-found", &bad_code);
        return;
    }
    if (doc) {
        wish->link_ver = doc->ver;
        copy_text(wish->target, sizeof wish->target, doc->owner);
    }
    if (!doc || !tstore_docs_get(wish->players->store, "player", wish->target, found_target, wish))
        wish_busy(wish);
}

static void look_at_code(Wish *wish)
{
    if (!tstore_docs_get(wish->players->store, "link", wish->link_hash, found_code, wish))
        wish_busy(wish);
}

void players_link(const PlayersAsk *ask, const char *code)
{
    Wish *wish = wish_new(ask);
    if (!wish)
        return;
    if (!code) {
        wish_begin(wish, ask->key, true, give_code);
        return;
    }
    if (!id_is(code)) {
        wish_refuse(wish, 404, "not-found", &bad_code);
        return;
    }
    key_hash(code, wish->link_hash);
    look_at_code(wish);
}

/* -- The list --------------------------------------------------------------------------------- */

static void listed(void *context, const TstoreReply *reply)
{
    Wish *wish = context;
    if (reply->status != TSTORE_OK) {
        wish_busy(wish);
        return;
    }
    cJSON *json = cJSON_CreateObject();
    cJSON_AddBoolToObject(json, "ok", true);
    cJSON *list = cJSON_AddArrayToObject(json, "keys");
    for (int i = 0; i < reply->doc_count; i++) {
        char id[KEY_ID_CHARS + 1];
        cJSON *one = cJSON_CreateObject();
        copy_text(id, sizeof id, reply->docs[i].id);
        cJSON_AddStringToObject(one, "id", id);
        cJSON_AddNumberToObject(one, "made", (double)reply->docs[i].at);
        cJSON_AddBoolToObject(one, "this", strcmp(reply->docs[i].id, wish->hash) == 0);
        cJSON_AddItemToArray(list, one);
    }
    wish_answer(wish, 200, json);
}

static void list_keys(Wish *wish, const Player *player)
{
    if (!tstore_docs_owned(wish->players->store, "key", player->id, PLAYER_KEYS_MAX, listed, wish))
        wish_busy(wish);
}

void players_keys(const PlayersAsk *ask)
{
    Wish *wish = wish_new(ask);
    if (wish)
        wish_begin(wish, ask->key, false, list_keys);
}

/* -- Taking keys away ------------------------------------------------------------------------- */

static void revoked(void *context, const TstoreReply *reply)
{
    static const Text again = {{"the keys have changed meanwhile; look again",
                                "鍵がその間に変わりました。もう一度ご確認ください"}};
    Wish *wish = context;
    players_forget(wish->players, wish->id);
    if (reply->status == TSTORE_CONFLICT) {
        wish_refuse(wish, 409, "not-now", &again);
        return;
    }
    if (reply->status != TSTORE_OK) {
        wish_busy(wish);
        return;
    }
    players_tell_revoked(wish->players, wish->id, wish->keys);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddBoolToObject(json, "ok", true);
    cJSON_AddNumberToObject(json, "revoked", wish->bot);
    if (wish->feed[0]) {
        char url[64];
        Str u = str_over(url, sizeof url);
        str_format(&u, "/feed/%s.atom", wish->feed);
        cJSON_AddStringToObject(json, "feed", url);
    }
    wish_answer(wish, 200, json);
}

/* The player's own document is written again as it is: of two devices that revoke each other one
 * finds that it has changed, and one key stays. Codes for further devices go, whoever asked for
 * them: the device that goes may have one in its pocket. So does the address of the feed, which it
 * knows; there is a new one, if there was one. */
static bool write_revoked(Wish *wish, const TstoreDoc *keys, int count)
{
    const Player *player = players_known(wish->players, wish->id);
    char *text = player ? cJSON_PrintUnformatted(player->body) : NULL;
    char feed[HASH_CHARS + 1];
    TstoreDoc docs[PLAYER_KEYS_MAX + 5];
    PlayersNews room;
    if (!text)
        return false;
    memcpy(docs, keys, (size_t)count * sizeof *docs);
    docs[count++] = (TstoreDoc){.kind = "player",
                                .id = player->id,
                                .owner = player->id,
                                .at = player->made,
                                .body = text,
                                .after = player->ver};
    docs[count++] = (TstoreDoc){.kind = "link", .owner = player->id, .remove = true};
    if (wish->feed[0]) {
        key_hash(wish->feed, feed);
        docs[count++] = (TstoreDoc){.kind = "feed", .owner = player->id, .remove = true};
        docs[count++] = (TstoreDoc){.kind = "feed",
                                    .id = feed,
                                    .owner = player->id,
                                    .at = players_now(wish->players),
                                    .body = wish->feed_in_ja ? "{\"lang\":\"ja\"}"
                                                             : "{\"lang\":\"en\"}"};
    }
    docs[count] = players_news(wish->players, wish->id, false, &room);
    Str news = str_over(room.body, sizeof room.body);
    str_format(&news, "{\"player\":\"%s\",\"gone\":false,\"keys\":\"%s\"}", player->id, wish->keys);
    bool good = tstore_docs_write(wish->players->store, docs, count + 1, revoked, wish);
    cJSON_free(text);
    return good;
}

static void choose_keys(void *context, const TstoreReply *reply)
{
    static const Text none = {{"there is no such key", "その鍵はありません"}};
    static const Text last = {{"that would be the last key; delete the player instead",
                               "最後の鍵は取り消せません。プレイヤーを削除してください"}};
    Wish *wish = context;
    TstoreDoc docs[PLAYER_KEYS_MAX];
    int count = 0;
    bool others = strcmp(wish->text, "others") == 0;
    Str gone = str_over(wish->keys, sizeof wish->keys);
    for (int i = 0; i < reply->doc_count && i < PLAYER_KEYS_MAX; i++) {
        const TstoreDoc *doc = &reply->docs[i];
        bool this = strcmp(doc->id, wish->hash) == 0;
        bool named = strlen(wish->text) == KEY_ID_CHARS &&
                     strncmp(doc->id, wish->text, KEY_ID_CHARS) == 0;
        if (others ? this : !named)
            continue;
        str_format(&gone, "%s%.*s", count ? " " : "", PLAYER_HASH_CHARS, doc->id);
        docs[count++] = (TstoreDoc){
            .kind = "key", .id = doc->id, .remove = true, .after = doc->ver};
    }
    wish->bot = count;
    if (!count)
        wish->feed[0] = '\0';
    if (reply->status != TSTORE_OK) {
        wish_busy(wish);
    } else if (!count && !others) {
        wish_refuse(wish, 404, "not-found", &none);
    } else if (count == reply->doc_count) {
        wish_refuse(wish, 409, "not-now", &last);
    } else if (!write_revoked(wish, docs, count)) {
        wish_busy(wish);
    }
}

static void found_feed(void *context, const TstoreReply *reply)
{
    Wish *wish = context;
    bool good = reply->status == TSTORE_OK;
    if (good && reply->doc_count) {
        cJSON *body = cJSON_Parse(reply->docs[0].body);
        wish->feed_in_ja = strcmp(body_text(body, "lang"), "ja") == 0;
        cJSON_Delete(body);
        good = key_make(wish->feed);
    }
    if (!good || !tstore_docs_owned(wish->players->store, "key", wish->id, PLAYER_KEYS_MAX,
                                    choose_keys, wish))
        wish_busy(wish);
}

static void find_keys(Wish *wish, const Player *player)
{
    if (!tstore_docs_owned(wish->players->store, "feed", player->id, 1, found_feed, wish))
        wish_busy(wish);
}

void players_revoke(const PlayersAsk *ask, const char *which)
{
    Wish *wish = wish_new(ask);
    if (!wish)
        return;
    copy_text(wish->text, sizeof wish->text, which);
    wish_begin(wish, ask->key, false, find_keys);
}
