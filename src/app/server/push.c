/* SPDX-License-Identifier: MIT */
/* Web Push: subscriptions of players (documents push/HASH of their address), and a message when it
 * is their turn in a game with days per move and they are not here. See push_send.h and
 * online/webpush.h; without a key of the server there is none of this. */
#include "app/server/correspondence_part.h"

#include "core/refuse.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const Text no_push = {
    {"this server sends no push messages", "このサーバーはプッシュ通知を送りません"}};

/* -- The server's key -------------------------------------------------------------------------- */

static PushKey *load_key(const char *path, char *why)
{
    char pem[PUSH_PEM_MAX], quoted[128];
    Str q = str_over(quoted, sizeof quoted);
    struct stat is;
    FILE *file = fopen(path, "re");
    str_quote(&q, path);
    if (file && fstat(fileno(file), &is) == 0 && is.st_mode & (S_IRWXO | S_IWGRP)) {
        refuse(why,
               "--push-key: %s is open to others (mode %03o); make it yours alone: chmod 600 FILE",
               quoted, (unsigned)is.st_mode & 0777);
        fclose(file);
        return NULL;
    }
    size_t length = file ? fread(pem, 1, sizeof pem, file) : 0;
    if (!file)
        refuse(why, "--push-key: %s cannot be read: %s", quoted, strerror(errno));
    else
        fclose(file);
    PushKey *key = length && length < sizeof pem ? push_key_read(pem, length) : NULL;
    if (file && !key)
        refuse(why, "--push-key: %s is no key of `concentric push-key`", quoted);
    return key;
}

static void remove_gone(void *context);

typedef struct Gone {
    Correspondence *correspondence;
    char id[HASH_CHARS + 1];
} Gone;

/* On the sender's thread. */
static void gone(void *context, const char *id)
{
    Correspondence *correspondence = context;
    Gone *one = malloc(sizeof *one);
    if (!one)
        return; /* the next message finds it gone again */
    one->correspondence = correspondence;
    memcpy(one->id, id, sizeof one->id);
    route_post(correspondence->server, remove_gone, one);
}

static void remove_gone(void *context)
{
    Gone *one = context;
    const TstoreDoc doc = {.kind = "push", .id = one->id, .remove = true, .after = TSTORE_ANY};
    tstore_docs_write(one->correspondence->tables->store, &doc, 1, NULL, NULL);
    free(one);
}

bool push_open(Correspondence *correspondence, const CorrespondenceSetup *setup, char *why)
{
    if (!setup->push_key && (setup->push_contact || setup->push_allow))
        return refuse(why, "--push-contact and --push-allow need --push-key");
    if (!setup->push_key)
        return true;
    if (!setup->push_contact || !push_contact_is_good(setup->push_contact))
        return refuse(why, "--push-key needs --push-contact mailto:SOMEBODY@SOMEWHERE, whom push "
                           "services can write to");
    if (setup->push_allow && !push_allowed_is_good(setup->push_allow))
        return refuse(why, "--push-allow is for tests and takes http://127.0.0.1:PORT");
    PushKey *key = load_key(setup->push_key, why);
    if (!key)
        return false;
    correspondence->sender = push_sender_open(&(PushSetup){.key = key,
                                                           .contact = setup->push_contact,
                                                           .allowed = setup->push_allow,
                                                           .gone = gone,
                                                           .context = correspondence},
                                              why);
    return correspondence->sender != NULL;
}

void push_ask_key(void *context, const Request *request, AskId ask)
{
    Correspondence *correspondence = context;
    char key[PUSH_PUBLIC_CHARS + 1] = "", body[PUSH_PUBLIC_CHARS + 32];
    Str s = str_over(body, sizeof body);
    if (strcmp(request->path, "/api/v1/push") != 0) {
        tables_refuse_path(correspondence->tables, request, ask);
        return;
    }
    /* Asking is no mistake: browsers note every refusal in their consoles. */
    if (correspondence->sender)
        push_key_public(push_sender_key(correspondence->sender), key);
    str_format(&s, "{\"ok\":true,\"key\":\"%s\"}", key);
    route_answer(correspondence->server, ask,
                 &(Answered){.status = 200, .body = body, .length = s.length});
}

/* -- Subscriptions ----------------------------------------------------------------------------- */

/* What a browser says of its subscription; false if it cannot be used. */
static bool read_subscription(const Correspondence *correspondence, const cJSON *json,
                              const char **endpoint, PushTarget *target)
{
    char origin[PUSH_ORIGIN_MAX];
    const cJSON *keys = cJSON_GetObjectItemCaseSensitive(json, "keys");
    const char *point = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(keys, "p256dh"));
    const char *auth = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(keys, "auth"));
    *endpoint = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "endpoint"));
    return *endpoint && point && auth && push_target_read(point, auth, target) &&
           push_endpoint_is_known(*endpoint, push_sender_allowed(correspondence->sender), origin);
}

/* A subscription that is to be kept once it is known that there are not too many. */
typedef struct Adding {
    Errand *errand;
    char id[HASH_CHARS + 1];
    char *body;
} Adding;

static void counted(void *context, const TstoreReply *reply)
{
    static const Text many = {{"that is more devices than can be notified; remove another one",
                               "通知できる端末の数を超えています。どれかを外してください"}};
    Adding *adding = context;
    Errand *errand = adding->errand;
    TableStore *store = errand->correspondence->tables->store;
    bool known = false;
    for (int i = 0; i < reply->doc_count; i++)
        known |= strcmp(reply->docs[i].id, adding->id) == 0;
    const TstoreDoc doc = {.kind = "push",
                           .id = adding->id,
                           .owner = errand->player,
                           .at = (int64_t)route_time(errand->correspondence->server),
                           .body = adding->body,
                           .after = TSTORE_ANY};
    bool good = reply->status == TSTORE_OK || reply->status == TSTORE_MISSING;
    if (good && !known && reply->doc_count >= PUSH_DEVICES)
        errand_refuse(errand, 409, "too-many", &many);
    else if (!good || !tstore_docs_write(store, &doc, 1, errand_stored, errand))
        errand_busy(errand);
    cJSON_free(adding->body);
    free(adding);
}

static void subscribe(Errand *errand, const cJSON *json)
{
    static const Text bad = {{"this is no subscription of a push service that the server knows: "
                              "endpoint, keys.p256dh, keys.auth",
                              "サーバーの知っているプッシュサービスの登録ではありません（endpoint、"
                              "keys.p256dh、keys.auth）"}};
    PushTarget target;
    const char *endpoint;
    if (!read_subscription(errand->correspondence, json, &endpoint, &target)) {
        errand_refuse(errand, 422, "bad-endpoint", &bad);
        return;
    }
    Adding *adding = calloc(1, sizeof *adding);
    cJSON *body = cJSON_CreateObject();
    cJSON_AddStringToObject(body, "endpoint", endpoint);
    /* These two and nothing else: what a client adds is not kept. */
    static const char *const kept[] = {"p256dh", "auth"};
    const cJSON *given = cJSON_GetObjectItemCaseSensitive(json, "keys");
    cJSON *keys = cJSON_AddObjectToObject(body, "keys");
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        cJSON_AddItemToObject(
            keys, kept[i],
            cJSON_Duplicate(cJSON_GetObjectItemCaseSensitive(given, kept[i]), false));
    cJSON_AddStringToObject(body, "lang", errand->lang == LANG_JA ? "ja" : "en");
    char *text = adding ? cJSON_PrintUnformatted(body) : NULL;
    cJSON_Delete(body);
    if (!text) {
        free(adding);
        errand_refuse(errand, 503, "busy", &refuse_no_memory);
        return;
    }
    *adding = (Adding){.errand = errand, .body = text};
    key_hash(endpoint, adding->id);
    if (!tstore_docs_owned(errand->correspondence->tables->store, "push", errand->player,
                           PUSH_DEVICES + 1, counted, adding)) {
        cJSON_free(text);
        free(adding);
        errand_busy(errand);
    }
}

static void found_to_remove(void *context, const TstoreReply *reply)
{
    Errand *errand = context;
    TableStore *store = errand->correspondence->tables->store;
    bool own = reply->status == TSTORE_OK && strcmp(reply->docs[0].owner, errand->player) == 0;
    if (!own) { /* what is not there need not go */
        errand_stored(errand,
                      &(TstoreReply){.status = reply->status == TSTORE_NOT_SAVED ? TSTORE_NOT_SAVED
                                                                                 : TSTORE_OK});
        return;
    }
    const TstoreDoc doc = {
        .kind = "push", .id = reply->docs[0].id, .remove = true, .after = TSTORE_ANY};
    if (!tstore_docs_write(store, &doc, 1, errand_stored, errand))
        errand_busy(errand);
}

/* One of them by its address, or all. */
static void unsubscribe(Errand *errand, const char *endpoint)
{
    TableStore *store = errand->correspondence->tables->store;
    char hash[HASH_CHARS + 1];
    const TstoreDoc all = {.kind = "push", .owner = errand->player, .remove = true};
    if (endpoint)
        key_hash(endpoint, hash);
    bool good = endpoint ? tstore_docs_get(store, "push", hash, found_to_remove, errand)
                         : tstore_docs_write(store, &all, 1, errand_stored, errand);
    if (!good)
        errand_busy(errand);
}

void push_change(Correspondence *correspondence, const Request *request, AskId ask,
                 const Player *player)
{
    bool bad = false, removes = request->method == HTTP_DELETE;
    if (!correspondence->sender && !removes) {
        tables_refuse(correspondence->tables, ask, 404, "no-push", &no_push, request->lang);
        return;
    }
    cJSON *json = removes && !request->body_length
                      ? cJSON_CreateObject()
                      : tables_body(correspondence->tables, request, ask,
                                    removes ? "endpoint" : "endpoint expirationTime keys");
    const char *endpoint = json ? tables_text(json, "endpoint", &bad) : NULL;
    Errand *errand = NULL;
    if (json && bad)
        tables_refuse_types(correspondence->tables, request, ask);
    else if (json)
        errand = errand_new(correspondence, request, ask, player);
    if (errand && removes)
        unsubscribe(errand, endpoint);
    else if (errand)
        subscribe(errand, json);
    cJSON_Delete(json);
}

/* -- Messages ---------------------------------------------------------------------------------- */

typedef struct Telling {
    Correspondence *correspondence;
    char table[ID_CHARS + 1];
} Telling;

static void post_one(const Telling *telling, const TstoreDoc *doc)
{
    static const Text text = {{"It is your turn.", "あなたの手番です。"}};
    Correspondence *correspondence = telling->correspondence;
    cJSON *body = cJSON_Parse(doc->body);
    const char *lang = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(body, "lang"));
    const char *endpoint;
    PushPost post = {0};
    if (strlen(doc->id) == HASH_CHARS &&
        read_subscription(correspondence, body, &endpoint, &post.target)) {
        Str e = str_over(post.endpoint, sizeof post.endpoint);
        Str p = str_over(post.plain, sizeof post.plain);
        Json json = json_over(&p);
        memcpy(post.id, doc->id, sizeof post.id);
        memcpy(post.topic, telling->table, sizeof telling->table);
        str_add(&e, endpoint);
        json_open(&json, '{');
        json_add_text(&json, "text", text.in[lang && strcmp(lang, "ja") == 0 ? LANG_JA : LANG_EN]);
        json_add_text(&json, "table", telling->table);
        json_close(&json, '}');
        push_sender_add(correspondence->sender, &post);
    }
    cJSON_Delete(body);
}

static void found_devices(void *context, const TstoreReply *reply)
{
    Telling *telling = context;
    for (int i = 0; reply->status == TSTORE_OK && i < reply->doc_count; i++)
        post_one(telling, &reply->docs[i]);
    free(telling);
}

void push_turn(void *context, const HallTurn *turn)
{
    Correspondence *correspondence = context;
    Telling *telling = turn->here ? NULL : malloc(sizeof *telling);
    if (!telling)
        return;
    telling->correspondence = correspondence;
    Str s = str_over(telling->table, sizeof telling->table);
    str_add(&s, turn->table);
    if (!tstore_docs_owned(correspondence->tables->store, "push", turn->player, PUSH_DEVICES,
                           found_devices, telling))
        free(telling);
}
