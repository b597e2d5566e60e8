/* SPDX-License-Identifier: MIT */
/* Players: in memory, from the store, and changed. See players.h; what they may ask for is in
 * player_acts.c. */
#include "online/player_part.h"

#include <stdlib.h>
#include <string.h>

enum {
    BUCKETS = 4096,
    KEEP_MS = 600000,     /* without being asked for */
    NEWS_EVERY_MS = 2000, /* how late another process may notice a change */
    NEWS_BACK_MS = 5000,  /* so far clocks of processes may differ */
    NEWS_KEEP_MS = 60000,
    TRIES_MAX = 50, /* many devices of one player may come at once */
    RATINGS_MAX = 64,
};

typedef struct Known {
    struct Known *next;
    Player player;
    cJSON *body;
    PlayerRating *ratings;
    int64_t read_at, used;
} Known;

typedef struct KnownKey {
    struct KnownKey *next;
    char hash[HASH_CHARS + 1], player[ID_CHARS + 1];
    int64_t read_at, used;
} KnownKey;

int64_t players_now(const Players *players)
{
    return players->host.now(players->host.context);
}

Players *players_open(const PlayersHost *host, TableStore *store)
{
    Players *players = calloc(1, sizeof *players);
    if (!players)
        return NULL;
    players->bucket = calloc(BUCKETS, sizeof *players->bucket);
    players->keys = calloc(BUCKETS, sizeof *players->keys);
    if (!players->bucket || !players->keys) {
        players_close(players);
        return NULL;
    }
    players->host = *host;
    players->store = store;
    players->pruned = players->ratings_asked = players_now(players);
    return players;
}

/* -- Memory ----------------------------------------------------------------------------------- */

static uint32_t bucket_of(const char *text)
{
    uint32_t hash = 2166136261u;
    for (const char *p = text; *p; p++)
        hash = (hash ^ (unsigned char)*p) * 16777619u;
    return hash % BUCKETS;
}

static Known *find(const Players *players, const char *id)
{
    Known *known = players->bucket[bucket_of(id)];
    while (known && strcmp(known->player.id, id) != 0)
        known = known->next;
    return known;
}

static void free_known(Known *known)
{
    cJSON_Delete(known->body);
    free(known->ratings);
    free(known);
}

/* Of one player what was read before a time, or of all what was not used since. */
static void drop_keys(KnownKey **at, const char *id, int64_t before)
{
    while (*at) {
        KnownKey *key = *at;
        if (id ? key->read_at >= before || strcmp(key->player, id) != 0 : key->used >= before) {
            at = &key->next;
            continue;
        }
        *at = key->next;
        free(key);
    }
}

static void drop_known(Known **at, const char *id, int64_t before)
{
    while (*at) {
        Known *known = *at;
        if (id ? known->read_at >= before || strcmp(known->player.id, id) != 0
               : known->used >= before) {
            at = &known->next;
            continue;
        }
        *at = known->next;
        free_known(known);
    }
}

static void forget_before(Players *players, const char *id, int64_t time)
{
    drop_known(&players->bucket[bucket_of(id)], id, time);
    for (int b = 0; b < BUCKETS; b++)
        drop_keys(&players->keys[b], id, time);
}

void players_forget(Players *players, const char *id)
{
    forget_before(players, id, INT64_MAX);
}

void players_close(Players *players)
{
    if (!players)
        return;
    for (int b = 0; b < BUCKETS && players->bucket && players->keys; b++) {
        drop_known(&players->bucket[b], NULL, INT64_MAX);
        drop_keys(&players->keys[b], NULL, INT64_MAX);
    }
    free(players->bucket);
    free(players->keys);
    free(players);
}

const Player *players_known(Players *players, const char *id)
{
    Known *known = find(players, id);
    if (!known)
        return NULL;
    known->used = players_now(players);
    return &known->player;
}

static KnownKey *find_key(const Players *players, const char *hash)
{
    KnownKey *key = players->keys[bucket_of(hash)];
    while (key && strcmp(key->hash, hash) != 0)
        key = key->next;
    return key;
}

const Player *players_known_by_key(Players *players, const char *key)
{
    char hash[HASH_CHARS + 1];
    if (!device_key_is(key))
        return NULL;
    key_hash(key, hash);
    KnownKey *known = find_key(players, hash);
    if (!known)
        return NULL;
    known->used = players_now(players);
    return players_known(players, known->player);
}

static void keep_key(Players *players, const char *hash, const char *id)
{
    KnownKey *key = find_key(players, hash);
    if (!key) {
        key = calloc(1, sizeof *key);
        if (!key)
            return; /* it is read again the next time */
        memcpy(key->hash, hash, sizeof key->hash);
        key->next = players->keys[bucket_of(hash)];
        players->keys[bucket_of(hash)] = key;
    }
    memcpy(key->player, id, sizeof key->player);
    key->read_at = key->used = players_now(players);
}

const char *body_text(const cJSON *body, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(body, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

int64_t body_number(const cJSON *body, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(body, name);
    double most = 9007199254740992.0;
    return cJSON_IsNumber(item) && item->valuedouble >= -most && item->valuedouble <= most
               ? (int64_t)item->valuedouble
               : 0;
}

void copy_text(char *to, size_t size, const char *from)
{
    Str s = str_over(to, size);
    str_add(&s, from);
}

static bool read_rating(const TstoreDoc *doc, PlayerRating *out)
{
    size_t length = strcspn(doc->id, "/");
    cJSON *body = length < POOL_MAX ? cJSON_Parse(doc->body) : NULL;
    if (!body)
        return false;
    *out = (PlayerRating){.glicko = {.rating = (int32_t)body_number(body, "rating"),
                                     .deviation = (int32_t)body_number(body, "deviation"),
                                     .volatility = (int32_t)body_number(body, "volatility"),
                                     .games = (int32_t)body_number(body, "games"),
                                     .at = body_number(body, "at")}};
    Str s = str_over(out->pool, sizeof out->pool);
    str_bytes(&s, doc->id, length);
    cJSON_Delete(body);
    return true;
}

/* Takes a document into memory; NULL if it is damaged or there is no memory. */
static Known *keep(Players *players, const TstoreDoc *doc)
{
    cJSON *body = cJSON_Parse(doc->body);
    Known *known = cJSON_IsObject(body) ? calloc(1, sizeof *known) : NULL;
    if (!known) {
        cJSON_Delete(body);
        return NULL;
    }
    Player *player = &known->player;
    copy_text(player->id, sizeof player->id, doc->id);
    copy_text(player->rid, sizeof player->rid, body_text(body, "rid"));
    copy_text(player->name, sizeof player->name, body_text(body, "name"));
    player->bot = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(body, "bot"));
    player->made = body_number(body, "made");
    player->ver = doc->ver;
    player->body = known->body = body;
    known->read_at = known->used = players_now(players);
    Known *before = find(players, doc->id);
    if (before) { /* ratings come apart */
        player->ratings = known->ratings = before->ratings;
        player->rating_count = before->player.rating_count;
        before->ratings = NULL;
        drop_known(&players->bucket[bucket_of(doc->id)], doc->id, INT64_MAX);
    }
    known->next = players->bucket[bucket_of(doc->id)];
    players->bucket[bucket_of(doc->id)] = known;
    return known;
}

static void keep_ratings(Known *known, const TstoreReply *reply)
{
    PlayerRating *ratings = calloc((size_t)reply->doc_count + 1, sizeof *ratings);
    int count = 0;
    if (!ratings)
        return;
    for (int i = 0; i < reply->doc_count; i++)
        count += read_rating(&reply->docs[i], &ratings[count]);
    free(known->ratings);
    known->player.ratings = known->ratings = ratings;
    known->player.rating_count = count;
}

/* -- Reading ---------------------------------------------------------------------------------- */

typedef struct Load {
    Players *players;
    char id[ID_CHARS + 1], hash[HASH_CHARS + 1];
    bool make;
    int tries;
    PlayersEdit *edit;
    PlayersDone *done;
    void *context;
} Load;

static Load *load_new(Players *players, PlayersDone *done, void *context)
{
    Load *load = calloc(1, sizeof *load);
    if (load)
        *load = (Load){.players = players, .done = done, .context = context};
    else
        done(context, PLAYERS_BUSY, NULL);
    return load;
}

static void end(Load *load, PlayersStatus status)
{
    const Player *player = status == PLAYERS_OK ? players_known(load->players, load->id) : NULL;
    if (player && load->hash[0])
        keep_key(load->players, load->hash, load->id);
    load->done(load->context, status == PLAYERS_OK && !player ? PLAYERS_BUSY : status, player);
    free(load);
}

static PlayersStatus status_of(const TstoreReply *reply)
{
    return reply->status == TSTORE_OK        ? PLAYERS_OK
           : reply->status == TSTORE_MISSING ? PLAYERS_NONE
                                             : PLAYERS_BUSY;
}

static void read_player(Load *load);

static void found_ratings(void *context, const TstoreReply *reply)
{
    Load *load = context;
    Known *known = find(load->players, load->id);
    if (reply->status == TSTORE_OK && !known && load->tries++ < TRIES_MAX) {
        read_player(load); /* the player was changed, and so forgotten, between the two reads */
        return;
    }
    if (reply->status == TSTORE_OK && known)
        keep_ratings(known, reply);
    end(load, status_of(reply));
}

static void found_player(void *context, const TstoreReply *reply)
{
    Load *load = context;
    if (reply->status != TSTORE_OK)
        end(load, status_of(reply));
    else if (!keep(load->players, &reply->docs[0]) ||
             !tstore_docs_owned(load->players->store, "rating", load->id, RATINGS_MAX,
                                found_ratings, load))
        end(load, PLAYERS_BUSY);
}

static void read_player(Load *load)
{
    if (players_known(load->players, load->id))
        end(load, PLAYERS_OK);
    else if (!tstore_docs_get(load->players->store, "player", load->id, found_player, load))
        end(load, PLAYERS_BUSY);
}

void players_by_id(Players *players, const char *id, PlayersDone *done, void *context)
{
    if (!id_is(id)) {
        done(context, PLAYERS_NONE, NULL);
        return;
    }
    Load *load = load_new(players, done, context);
    if (!load)
        return;
    memcpy(load->id, id, sizeof load->id);
    read_player(load);
}

static void found_key(void *context, const TstoreReply *reply);

static void read_key(Load *load)
{
    if (!tstore_docs_get(load->players->store, "key", load->hash, found_key, load))
        end(load, PLAYERS_BUSY);
}

static void made(void *context, const TstoreReply *reply)
{
    Load *load = context;
    if (reply->status == TSTORE_OK)
        read_player(load);
    else if (reply->status == TSTORE_CONFLICT && load->tries++ < TRIES_MAX)
        read_key(load); /* the same device was quicker, at another process */
    else
        end(load, PLAYERS_BUSY);
}

static void make_player(Load *load)
{
    int64_t now = players_now(load->players);
    char rid[ID_CHARS + 1], body[128], key[128];
    Str b = str_over(body, sizeof body), k = str_over(key, sizeof key);
    if (!id_make(load->id) || !id_make(rid)) {
        end(load, PLAYERS_BUSY);
        return;
    }
    str_format(&b, "{\"name\":\"\",\"bot\":false,\"made\":%lld,\"rid\":\"%s\",\"hidden\":[]}",
               (long long)now, rid);
    str_format(&k, "{\"player\":\"%s\",\"made\":%lld}", load->id, (long long)now);
    TstoreDoc docs[] = {
        {.kind = "player", .id = load->id, .owner = load->id, .at = now, .body = body},
        {.kind = "key", .id = load->hash, .owner = load->id, .at = now, .body = key},
    };
    if (!tstore_docs_write(load->players->store, docs, 2, made, load))
        end(load, PLAYERS_BUSY);
}

static void found_key(void *context, const TstoreReply *reply)
{
    Load *load = context;
    if (reply->status == TSTORE_MISSING && load->make) {
        make_player(load);
        return;
    }
    cJSON *body = reply->status == TSTORE_OK ? cJSON_Parse(reply->docs[0].body) : NULL;
    copy_text(load->id, sizeof load->id, body_text(body, "player"));
    cJSON_Delete(body);
    if (reply->status == TSTORE_OK && id_is(load->id))
        read_player(load);
    else
        end(load, reply->status == TSTORE_OK ? PLAYERS_BUSY : status_of(reply));
}

void players_by_key(Players *players, const char *key, bool make, PlayersDone *done, void *context)
{
    const Player *known = players_known_by_key(players, key);
    if (known || !device_key_is(key)) {
        done(context, known ? PLAYERS_OK : PLAYERS_NONE, known);
        return;
    }
    Load *load = load_new(players, done, context);
    if (!load)
        return;
    load->make = make;
    key_hash(key, load->hash);
    read_key(load);
}

typedef struct Several {
    int left;
    void (*done)(void *context);
    void *context;
} Several;

static void one_more(void *context, PlayersStatus status, const Player *player)
{
    Several *several = context;
    (void)status;
    (void)player;
    if (--several->left)
        return;
    several->done(several->context);
    free(several);
}

void players_load(Players *players, const char *const *ids, int count, void (*done)(void *context),
                  void *context)
{
    Several *several = malloc(sizeof *several);
    if (!several) {
        done(context);
        return;
    }
    *several = (Several){.left = 1, .done = done, .context = context};
    for (int i = 0; i < count; i++) {
        if (!ids[i][0] || players_known(players, ids[i]))
            continue;
        several->left++;
        players_by_id(players, ids[i], one_more, several);
    }
    one_more(several, PLAYERS_OK, NULL);
}

/* -- Changing --------------------------------------------------------------------------------- */

TstoreDoc players_news(Players *players, const char *id, bool gone, PlayersNews *room)
{
    Str s = str_over(room->body, sizeof room->body);
    if (!id_make(room->id))
        room->id[0] = '\0'; /* then one name for all of them: others notice the last */
    str_format(&s, "{\"player\":\"%s\",\"gone\":%s}", id, gone ? "true" : "false");
    return (TstoreDoc){.kind = "news",
                       .id = room->id,
                       .at = players_now(players),
                       .body = room->body,
                       .after = TSTORE_ANY};
}

static void read_to_change(Load *load);

static void changed(void *context, const TstoreReply *reply)
{
    Load *load = context;
    if (reply->status == TSTORE_CONFLICT && load->tries++ < TRIES_MAX) {
        read_to_change(load);
        return;
    }
    if (reply->status != TSTORE_OK) {
        end(load, PLAYERS_BUSY);
        return;
    }
    drop_known(&load->players->bucket[bucket_of(load->id)], load->id, INT64_MAX);
    read_player(load);
}

static void found_to_change(void *context, const TstoreReply *reply)
{
    Load *load = context;
    PlayersStatus status = status_of(reply);
    cJSON *body = status == PLAYERS_OK ? cJSON_Parse(reply->docs[0].body) : NULL;
    char *text = NULL;
    if (status == PLAYERS_OK && !cJSON_IsObject(body))
        status = PLAYERS_BUSY;
    if (status == PLAYERS_OK && !load->edit(load->context, body))
        status = PLAYERS_REFUSED;
    if (status == PLAYERS_OK && !(text = cJSON_PrintUnformatted(body)))
        status = PLAYERS_BUSY;
    cJSON_Delete(body);
    if (status != PLAYERS_OK) {
        end(load, status);
        return;
    }
    PlayersNews room;
    TstoreDoc docs[] = {{.kind = "player",
                         .id = load->id,
                         .owner = load->id,
                         .at = reply->docs[0].at,
                         .body = text,
                         .after = reply->docs[0].ver},
                        players_news(load->players, load->id, false, &room)};
    bool good = tstore_docs_write(load->players->store, docs, 2, changed, load);
    cJSON_free(text);
    if (!good)
        end(load, PLAYERS_BUSY);
}

static void read_to_change(Load *load)
{
    if (!tstore_docs_get(load->players->store, "player", load->id, found_to_change, load))
        end(load, PLAYERS_BUSY);
}

void players_change(Players *players, const char *id, PlayersEdit *edit, PlayersDone *done,
                    void *context)
{
    Load *load = load_new(players, done, context);
    if (!load)
        return;
    memcpy(load->id, id, sizeof load->id);
    load->edit = edit;
    read_to_change(load);
}

/* -- Time ------------------------------------------------------------------------------------- */

void players_tell_revoked(Players *players, const char *id, const char *hashes)
{
    while (*hashes && players->host.revoked) {
        char hash[PLAYER_HASH_CHARS + 1];
        Str s = str_over(hash, sizeof hash);
        size_t length = strcspn(hashes, " ");
        str_bytes(&s, hashes, length);
        if (length == PLAYER_HASH_CHARS)
            players->host.revoked(players->host.context, id, hash);
        hashes += length + (hashes[length] == ' ');
    }
}

static void heard_news(void *context, const TstoreReply *reply)
{
    Players *players = context;
    for (int i = 0; reply->status == TSTORE_OK && i < reply->doc_count; i++) {
        cJSON *body = cJSON_Parse(reply->docs[i].body);
        const char *id = body_text(body, "player");
        bool gone = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(body, "gone"));
        forget_before(players, id, gone ? INT64_MAX : reply->docs[i].at + NEWS_EVERY_MS);
        if (gone && players->host.gone)
            players->host.gone(players->host.context, id);
        players_tell_revoked(players, id, body_text(body, "keys"));
        cJSON_Delete(body);
    }
}

/* Ratings that changed: who is in memory has the new one. */
static void heard_ratings(void *context, const TstoreReply *reply)
{
    Players *players = context;
    for (int i = 0; reply->status == TSTORE_OK && i < reply->doc_count; i++) {
        const TstoreDoc *doc = &reply->docs[i];
        Known *known = find(players, doc->owner);
        PlayerRating rating;
        if (!known || !read_rating(doc, &rating))
            continue;
        int at = 0;
        while (at < known->player.rating_count && strcmp(known->ratings[at].pool, rating.pool) != 0)
            at++;
        if (at == known->player.rating_count) {
            PlayerRating *more = realloc(known->ratings, ((size_t)at + 1) * sizeof *more);
            if (!more)
                continue;
            known->player.ratings = known->ratings = more;
            known->player.rating_count++;
        }
        known->ratings[at] = rating;
    }
}

static void found_old(void *context, const TstoreReply *reply)
{
    Players *players = context;
    enum { MOST = 100 };
    TstoreDoc docs[MOST];
    int count = 0;
    for (int i = 0; reply->status == TSTORE_OK && i < reply->doc_count && count < MOST; i++)
        docs[count++] = (TstoreDoc){.kind = reply->docs[i].kind,
                                    .id = reply->docs[i].id,
                                    .remove = true,
                                    .after = TSTORE_ANY};
    if (count)
        tstore_docs_write(players->store, docs, count, NULL, NULL);
    if (count == MOST)
        players->pruned = 0; /* there are more: soon again */
}

void players_tick(Players *players)
{
    enum { SWEEP = 64, MOST = 1000 };
    int64_t now = players_now(players);
    for (int i = 0; i < SWEEP; i++) {
        uint32_t b = players->swept++ % BUCKETS;
        drop_known(&players->bucket[b], NULL, now - KEEP_MS);
        drop_keys(&players->keys[b], NULL, now - KEEP_MS);
    }
    if (now - players->news_asked < NEWS_EVERY_MS)
        return;
    players->news_asked = now;
    TstoreList news = {
        .kind = "news", .from = now - NEWS_BACK_MS, .until = INT64_MAX, .limit = MOST};
    TstoreList ratings = {.kind = "rating",
                          .from = players->ratings_asked - NEWS_BACK_MS,
                          .until = INT64_MAX,
                          .limit = MOST};
    tstore_docs_list(players->store, &news, heard_news, players);
    if (tstore_docs_list(players->store, &ratings, heard_ratings, players))
        players->ratings_asked = now;
    if (now - players->pruned < NEWS_KEEP_MS)
        return;
    players->pruned = now;
    static const char *const kinds[] = {"news", "link", "process"};
    for (int i = 0; i < 3; i++) {
        TstoreList old = {.kind = kinds[i], .until = now - NEWS_KEEP_MS, .limit = 100};
        tstore_docs_list(players->store, &old, found_old, players);
    }
}

/* -- What others want to know ----------------------------------------------------------------- */

Glicko player_rating(const Player *player, const char *pool)
{
    for (int i = 0; player && i < player->rating_count; i++) {
        const char *name = player->ratings[i].pool;
        if (player->bot && strncmp(name, "bot-", 4) == 0) /* bots have pools of their own */
            name += 4;
        if (strcmp(name, pool) == 0)
            return player->ratings[i].glicko;
    }
    return glicko_new();
}

bool player_is_nameless(const Player *player)
{
    return player && cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(player->body, "nameless"));
}

bool player_hides(const Player *player, const char *other)
{
    const cJSON *item,
        *list = player ? cJSON_GetObjectItemCaseSensitive(player->body, "hidden") : NULL;
    cJSON_ArrayForEach(item, list)
    {
        if (cJSON_IsString(item) && strcmp(item->valuestring, other) == 0)
            return true;
    }
    return false;
}

void players_write(Players *players, const char *id, const char *pool, Json *json)
{
    const Player *player = *id ? players_known(players, id) : NULL;
    if (!*id) {
        json_null(json);
        return;
    }
    json_open(json, '{');
    json_add_text(json, "id", id);
    json_add_text(json, "name", player ? player->name : "");
    if (player && *pool) {
        Glicko glicko = player_rating(player, pool);
        int32_t deviation = glicko_deviation(&glicko, players_now(players));
        json_add_number(json, "rating", glicko.rating / GLICKO_UNIT);
        json_add_number(json, "deviation", deviation / GLICKO_UNIT);
        json_add_bool(json, "provisional", deviation > GLICKO_PROVISIONAL);
    } else {
        json_key(json, "rating");
        json_null(json);
        json_key(json, "deviation");
        json_null(json);
        json_add_bool(json, "provisional", true);
    }
    json_add_bool(json, "bot", player && player->bot);
    json_close(json, '}');
}
