/* SPDX-License-Identifier: MIT */
/* A feed of one's turns: /feed/KEY.atom, for feed readers, which know no keys of devices. Its key
 * is a secret of its own that opens nothing else; only its hash is kept (document feed/HASH), and a
 * new one replaces it. A feed is written at most once a minute. */
#include "app/server/correspondence_part.h"

#include "core/refuse.h"
#include "proto/atom.h"

#include <stdlib.h>
#include <string.h>

enum { FEED_BYTES_MAX = 160 * 1024, ETAGS_MAX = 256 };

/* -- Kept feeds -------------------------------------------------------------------------------- */

static KeptFeed *place_of(const Correspondence *correspondence, const char *hash)
{
    return &correspondence->kept[tables_number(hash, HASH_CHARS) % FEEDS_KEPT];
}

static void forget(KeptFeed *kept)
{
    free(kept->body);
    *kept = (KeptFeed){0};
}

void feeds_free(Correspondence *correspondence)
{
    for (int i = 0; i < FEEDS_KEPT; i++)
        forget(&correspondence->kept[i]);
}

static void forget_player(Correspondence *correspondence, const char *player)
{
    for (int i = 0; i < FEEDS_KEPT; i++)
        if (strcmp(correspondence->kept[i].player, player) == 0)
            forget(&correspondence->kept[i]);
}

void feed_revoked(void *context, const char *player)
{
    forget_player(context, player);
}

/* -- Making and revoking ----------------------------------------------------------------------- */

static void made(void *context, const TstoreReply *reply)
{
    Errand *errand = context;
    char url[64];
    Str s = str_over(url, sizeof url);
    if (reply->status != TSTORE_OK) {
        errand_busy(errand);
        return;
    }
    forget_player(errand->correspondence, errand->player);
    str_format(&s, "/feed/%s.atom", errand->key);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddBoolToObject(json, "ok", true);
    cJSON_AddStringToObject(json, "url", url);
    errand_answer(errand, 200, json);
}

void feed_change(Correspondence *correspondence, const Request *request, AskId ask,
                 const Player *player)
{
    Errand *errand = errand_new(correspondence, request, ask, player);
    TableStore *store = correspondence->tables->store;
    int64_t now = players_now(hall_players(correspondence->tables->hall));
    char hash[HASH_CHARS + 1] = "", body[64];
    Str b = str_over(body, sizeof body);
    if (!errand)
        return;
    bool makes = request->method == HTTP_POST;
    if (makes && !key_make(errand->key)) {
        errand_refuse(errand, 503, "busy", &refuse_no_memory);
        return;
    }
    if (makes)
        key_hash(errand->key, hash);
    str_format(&b, "{\"lang\":\"%s\"}", request->lang == LANG_JA ? "ja" : "en");
    const TstoreDoc docs[] = {
        {.kind = "feed", .owner = player->id, .remove = true}, /* the one before */
        {.kind = "feed", .id = hash, .owner = player->id, .at = now, .body = body}};
    forget_player(correspondence, player->id);
    if (!tstore_docs_write(store, docs, makes ? 2 : 1, makes ? made : errand_stored, errand))
        errand_busy(errand);
}

/* -- Writing ----------------------------------------------------------------------------------- */

/* A game in which it is this player's turn. */
typedef struct Turn {
    char table[ID_CHARS + 1], other[ID_CHARS + 1];
    char variant[VARIANT_TEXT_MAX];
    int64_t at, due, plies;
} Turn;

/* A feed that is being written. */
typedef struct Reading {
    Correspondence *correspondence;
    AskId ask;
    Lang asked_in, lang; /* of the request, for refusals; of the feed */
    char hash[HASH_CHARS + 1], site[HTTP_HOST_MAX + 9], player[ID_CHARS + 1];
    char etags[ETAGS_MAX];
    int64_t made;
    int count;
    Turn turn[FEED_ENTRIES];
} Reading;

static void give(Correspondence *correspondence, AskId ask, const KeptFeed *kept, HttpSpan etags)
{
    bool same = http_etag_in(etags, kept->etag);
    route_answer(correspondence->server, ask,
                 &(Answered){.status = same ? 304 : 200,
                             .type = "application/atom+xml; charset=utf-8",
                             .body = kept->body,
                             .length = kept->length,
                             .fresh = FEED_FRESH_S,
                             .own = true,
                             .etag = kept->etag});
}

static void write_turn(const Reading *reading, const Turn *turn, Str *out)
{
    static const Text title = {{"Your turn: {0} against {1}", "あなたの手番：{0}（相手：{1}）"}};
    static const Text until = {
        {"Please move by {0} (UTC).", "{0}（協定世界時）までに指してください。"}};
    static const Text free_of_time = {{"There is no hurry.", "期限はありません。"}};
    static const Text somebody = {{"somebody", "匿名の相手"}};
    const Tables *tables = reading->correspondence->tables;
    char why[WHY_MAX], id[96], head[512], link[HTTP_HOST_MAX + 32], date[40], summary[160];
    const Game *game = variants_open(tables->variants, turn->variant, LANG_EN, why);
    const Player *other = turn->other[0] ? players_known(hall_players(tables->hall), turn->other)
                                         : NULL;
    Str i = str_over(id, sizeof id), h = str_over(head, sizeof head);
    Str l = str_over(link, sizeof link), d = str_over(date, sizeof date);
    Str s = str_over(summary, sizeof summary);
    const char *const names[] = {game ? game->row->title.in[reading->lang] : turn->variant,
                                 other && other->name[0] ? other->name
                                                         : somebody.in[reading->lang]};
    const char *const when[] = {date};
    str_format(&i, "urn:concentric:turn:%s:%lld", turn->table, (long long)turn->plies);
    str_fill(&h, title.in[reading->lang], names);
    str_format(&l, "%s/t/%s", reading->site, turn->table);
    atom_time(turn->due, &d);
    date[16] = '\0';
    date[10] = ' ';
    str_fill(&s, (turn->due ? until : free_of_time).in[reading->lang], when);
    atom_entry(&(AtomEntry){id, head, link, summary, turn->at}, out);
}

static void write_feed(const Reading *reading, Str *out)
{
    static const Text title = {{"Concentric: your turn", "Concentric：あなたの手番"}};
    char id[64], link[HTTP_HOST_MAX + 16];
    Str i = str_over(id, sizeof id), l = str_over(link, sizeof link);
    int64_t updated = reading->made;
    str_format(&i, "urn:concentric:feed:%.16s", reading->hash);
    str_format(&l, "%s/", reading->site);
    for (int t = 0; t < reading->count; t++)
        updated = reading->turn[t].at > updated ? reading->turn[t].at : updated;
    atom_open(&(AtomFeed){.id = id,
                          .title = title.in[reading->lang],
                          .author = "Concentric",
                          .lang = reading->lang == LANG_JA ? "ja" : "en",
                          .link = link,
                          .updated = updated},
              out);
    for (int t = 0; t < reading->count; t++)
        write_turn(reading, &reading->turn[t], out);
    atom_close(out);
}

/* Who plays is in memory: now it can be written. */
static void write_and_give(void *context)
{
    Reading *reading = context;
    Correspondence *correspondence = reading->correspondence;
    char *body = malloc(FEED_BYTES_MAX);
    Str s = str_over(body ? body : (char[1]){0}, body ? FEED_BYTES_MAX : 1);
    KeptFeed *kept = place_of(correspondence, reading->hash);
    write_feed(reading, &s);
    forget(kept);
    if (!body || s.full) {
        free(body);
        tables_refuse(correspondence->tables, reading->ask, 503, "busy", &refuse_no_memory,
                      reading->asked_in);
    } else {
        Str e = str_over(kept->etag, sizeof kept->etag);
        str_format(&e, "\"%016llx\"", (unsigned long long)tables_number(body, s.length));
        memcpy(kept->hash, reading->hash, sizeof kept->hash);
        memcpy(kept->site, reading->site, sizeof kept->site);
        memcpy(kept->player, reading->player, sizeof kept->player);
        kept->at = (int64_t)route_now(correspondence->server);
        kept->body = body;
        kept->length = s.length;
        give(correspondence, reading->ask, kept,
             (HttpSpan){reading->etags, strlen(reading->etags)});
    }
    free(reading);
}

/* -- Reading ----------------------------------------------------------------------------------- */

static void copy(char *to, size_t size, const char *from)
{
    Str s = str_over(to, size);
    str_add(&s, from);
}

static void take_row(Reading *reading, const TstoreRow *row)
{
    TableSetup setup;
    char why[WHY_MAX];
    const char *text = row->setup + strcspn(row->setup, " ");
    if (reading->count == FEED_ENTRIES || strcmp(row->state, "running") != 0 || row->turn < 0 ||
        row->turn > 1 || strcmp(row->seat[row->turn], reading->player) != 0 ||
        !setup_read(text + (*text == ' '), LANG_EN, &setup, why))
        return;
    Turn *turn = &reading->turn[reading->count++];
    *turn = (Turn){.at = row->at, .due = row->due, .plies = row->plies};
    copy(turn->table, sizeof turn->table, row->id);
    copy(turn->other, sizeof turn->other, row->seat[!row->turn]);
    copy(turn->variant, sizeof turn->variant, setup.variant);
}

static void end_reading(Reading *reading, TstoreStatus status)
{
    static const Text none = {{"there is no such feed", "そのフィードはありません"}};
    static const Text not_saved = {
        {"the store does not answer; try again", "保存先が応答しません。もう一度お試しください"}};
    bool missing = status == TSTORE_MISSING;
    tables_refuse(reading->correspondence->tables, reading->ask, missing ? 404 : 503,
                  missing ? "not-found" : "not-saved", missing ? &none : &not_saved,
                  reading->asked_in);
    free(reading);
}

static void found_tables(void *context, const TstoreReply *reply)
{
    Reading *reading = context;
    if (reply->status != TSTORE_OK && reply->status != TSTORE_MISSING) {
        end_reading(reading, TSTORE_NOT_SAVED);
        return;
    }
    for (int i = 0; i < reply->table_count; i++)
        take_row(reading, &reply->tables[i]);
    const char *ids[FEED_ENTRIES];
    for (int i = 0; i < reading->count; i++)
        ids[i] = reading->turn[i].other;
    if (reading->count)
        players_load(hall_players(reading->correspondence->tables->hall), ids, reading->count,
                     write_and_give, reading);
    else
        write_and_give(reading);
}

static void found_feed(void *context, const TstoreReply *reply)
{
    enum { MOST = 500 };
    Reading *reading = context;
    TableStore *store = reading->correspondence->tables->store;
    if (reply->status != TSTORE_OK) {
        end_reading(reading, reply->status);
        return;
    }
    cJSON *body = cJSON_Parse(reply->docs[0].body);
    const char *lang = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(body, "lang"));
    reading->lang = lang && strcmp(lang, "ja") == 0 ? LANG_JA : LANG_EN;
    reading->made = reply->docs[0].at;
    copy(reading->player, sizeof reading->player, reply->docs[0].owner);
    cJSON_Delete(body);
    if (!tstore_seated(store, reading->player, false, MOST, found_tables, reading))
        end_reading(reading, TSTORE_NOT_SAVED);
}

/* The key in "/feed/KEY.atom". */
static bool read_key(const char *path, char key[KEY_CHARS + 1])
{
    static const char before[] = "/feed/", after[] = ".atom";
    size_t length = strlen(path);
    Str s = str_over(key, KEY_CHARS + 1);
    if (strncmp(path, before, sizeof before - 1) != 0 ||
        length != sizeof before - 1 + KEY_CHARS + sizeof after - 1 ||
        strcmp(path + sizeof before - 1 + KEY_CHARS, after) != 0)
        return false;
    str_bytes(&s, path + sizeof before - 1, KEY_CHARS);
    return key_is(key);
}

void feed_ask(void *context, const Request *request, AskId ask)
{
    Correspondence *correspondence = context;
    char key[KEY_CHARS + 1], hash[HASH_CHARS + 1];
    if (!read_key(request->path, key)) {
        tables_refuse_path(correspondence->tables, request, ask);
        return;
    }
    key_hash(key, hash);
    const KeptFeed *kept = place_of(correspondence, hash);
    int64_t now = (int64_t)route_now(correspondence->server);
    bool there = kept->body && players_known(hall_players(correspondence->tables->hall),
                                             kept->player); /* who goes takes it along */
    if (there && strcmp(kept->hash, hash) == 0 && strcmp(kept->site, request->site) == 0 &&
        now - kept->at < FEED_FRESH_S * 1000) {
        give(correspondence, ask, kept, request->etags);
        return;
    }
    Reading *reading = calloc(1, sizeof *reading);
    if (reading) {
        *reading = (Reading){
            .correspondence = correspondence, .ask = ask, .asked_in = request->lang};
        memcpy(reading->hash, hash, sizeof hash);
        memcpy(reading->site, request->site, sizeof reading->site);
        Str e = str_over(reading->etags, sizeof reading->etags);
        str_bytes(&e, request->etags.text, request->etags.length);
        if (tstore_docs_get(correspondence->tables->store, "feed", hash, found_feed, reading))
            return;
    }
    free(reading);
    tables_refuse(correspondence->tables, ask, 503, "busy", &refuse_no_memory, request->lang);
}
