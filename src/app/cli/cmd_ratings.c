/* SPDX-License-Identifier: MIT */
/* `concentric ratings`: all ratings again from the log of rated games, held against those that are
 * kept. A player who was deleted is in the log by a random id alone and has no rating to compare;
 * the others' come out the same. */
#include "app/cli/commands.h"
#include "app/reply.h"
#include "app/store_place.h"
#include "online/rerate.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAGE = 500, ALL = 1 << 24 };

typedef struct Owner {
    char rid[ID_CHARS + 1], player[ID_CHARS + 1];
} Owner;

typedef struct Check {
    TableStore *store;
    Rerate *rerate;
    bool write, came, bad;
    char *why;
    int64_t from; /* of the next page */
    int page;
    int64_t lines, counted, compared, wrong, put;
    Owner *owners; /* by rid, in order */
    int owner_count;
    int waiting;        /* writes on their way */
    cJSON *differences; /* for --json, else NULL */
} Check;

static void wait_for(Check *check, const bool *came)
{
    const struct timespec nap = {0, 2000000};
    while (!*came) {
        nanosleep(&nap, NULL);
        tstore_poll(check->store);
    }
}

static bool read_well(Check *check, const TstoreReply *reply)
{
    check->came = true;
    check->bad = reply->status != TSTORE_OK && reply->status != TSTORE_MISSING;
    if (check->bad)
        refuse(check->why, "the store does not answer");
    return !check->bad;
}

/* Lists a kind and waits for it. */
static bool list(Check *check, const char *kind, int64_t from, int limit, TstoreDone *done)
{
    const TstoreList what = {.kind = kind, .from = from, .until = INT64_MAX, .limit = limit};
    check->came = check->bad = false;
    if (!tstore_docs_list(check->store, &what, done, check))
        return refuse(check->why, "out of memory");
    wait_for(check, &check->came);
    return !check->bad;
}

/* -- The log ---------------------------------------------------------------------------------- */

static void took_lines(void *context, const TstoreReply *reply)
{
    Check *check = context;
    RatedGame game;
    if (!read_well(check, reply))
        return;
    check->page = reply->doc_count;
    for (int i = 0; i < reply->doc_count && !check->bad; i++) {
        const TstoreDoc *doc = &reply->docs[i];
        if (!rated_read(doc->id, doc->owner, doc->at, doc->body, &game))
            check->bad = !refuse(check->why, "line %s of the log cannot be read", doc->id);
        else
            check->bad = !rerate_add(check->rerate, &game, check->why);
        check->lines++;
        check->counted += !game.why[0];
        check->from = doc->at + 1;
    }
}

static bool read_log(Check *check)
{
    do {
        if (!list(check, "ratedlog", check->from, PAGE, took_lines))
            return false;
    } while (check->page == PAGE);
    return true;
}

/* -- Players ---------------------------------------------------------------------------------- */

static int compare_owners(const void *a, const void *b)
{
    return strcmp(((const Owner *)a)->rid, ((const Owner *)b)->rid);
}

static void took_players(void *context, const TstoreReply *reply)
{
    Check *check = context;
    if (!read_well(check, reply))
        return;
    check->owners = calloc((size_t)reply->doc_count + 1, sizeof *check->owners);
    for (int i = 0; check->owners && i < reply->doc_count; i++) {
        cJSON *json = cJSON_Parse(reply->docs[i].body);
        const cJSON *rid = cJSON_GetObjectItemCaseSensitive(json, "rid");
        Owner *owner = &check->owners[check->owner_count];
        Str r = str_over(owner->rid, sizeof owner->rid),
            p = str_over(owner->player, sizeof owner->player);
        str_add(&r, cJSON_IsString(rid) ? rid->valuestring : "");
        str_add(&p, reply->docs[i].id);
        check->owner_count += owner->rid[0] != '\0';
        cJSON_Delete(json);
    }
    check->bad = !check->owners && !refuse(check->why, "out of memory");
    if (!check->bad)
        qsort(check->owners, (size_t)check->owner_count, sizeof *check->owners, compare_owners);
}

/* Who has the rating POOL/RID; NULL if they were deleted. */
static const char *find_owner(const Check *check, const char *id)
{
    const char *rid = strchr(id, '/');
    Owner key = {.rid = ""};
    Str s = str_over(key.rid, sizeof key.rid);
    str_add(&s, rid ? rid + 1 : "");
    const Owner *found = bsearch(&key, check->owners, (size_t)check->owner_count,
                                 sizeof *check->owners, compare_owners);
    return found ? found->player : NULL;
}

/* -- Comparing -------------------------------------------------------------------------------- */

static void put(void *context, const TstoreReply *reply)
{
    Check *check = context;
    check->waiting--;
    check->put += reply->status == TSTORE_OK;
}

/* A rating that is not as the log has it; computed NULL: the log has none. */
static void correct(Check *check, const char *id, const char *player, const Rerated *computed)
{
    char pool[POOL_MAX];
    const char *rid = strchr(id, '/');
    const Glicko none = glicko_new();
    Str s = str_over(pool, sizeof pool);
    RatingDocs docs;
    check->wrong++;
    if (check->differences) {
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "rating", id);
        cJSON_AddBoolToObject(item, "in_log", computed != NULL);
        cJSON_AddItemToArray(check->differences, item);
    } else {
        printf("%s: %s\n", id, computed ? "differs" : "is not in the log");
    }
    if (!check->write || !rid)
        return;
    str_bytes(&s, id, (size_t)(rid - id));
    rating_docs(player, rid + 1, pool, computed ? &computed->glicko : &none, TSTORE_ANY, &docs);
    docs.docs[0].remove = docs.docs[1].remove = !computed;
    check->waiting += tstore_docs_write(check->store, docs.docs, 2, put, check);
}

static bool is_same(const Glicko *a, const Glicko *b)
{
    return a->rating == b->rating && a->deviation == b->deviation &&
           a->volatility == b->volatility && a->games == b->games && a->at == b->at;
}

static void took_ratings(void *context, const TstoreReply *reply)
{
    Check *check = context;
    if (!read_well(check, reply))
        return;
    for (int i = 0; i < reply->doc_count; i++) {
        const TstoreDoc *doc = &reply->docs[i];
        Rerated *computed = rerate_find(check->rerate, doc->id);
        Glicko kept;
        check->compared++;
        if (computed)
            computed->seen = true;
        if (!computed || !rating_read(doc->body, &kept) || !is_same(&kept, &computed->glicko))
            correct(check, doc->id, doc->owner, computed);
    }
}

/* Those that players should have and have not. */
static void find_missing(Check *check)
{
    for (int i = 0; i < rerate_count(check->rerate); i++) {
        const Rerated *computed = rerate_at(check->rerate, i);
        const char *player = computed->seen ? NULL : find_owner(check, computed->id);
        if (player)
            correct(check, computed->id, player, computed);
    }
}

/* The rankings have the same numbers once more. */
static void took_ranks(void *context, const TstoreReply *reply)
{
    Check *check = context;
    if (!read_well(check, reply))
        return;
    for (int i = 0; i < reply->doc_count; i++) {
        const TstoreDoc *doc = &reply->docs[i];
        const char *pool = doc->kind + strlen("rank/");
        for (int k = 0; k < check->owner_count; k++) {
            char id[RATING_ID_MAX];
            if (strcmp(check->owners[k].player, doc->id) != 0)
                continue;
            rating_id(pool, check->owners[k].rid, id);
            const Rerated *computed = rerate_find(check->rerate, id);
            if (!computed || doc->at != computed->glicko.rating)
                correct(check, id, doc->id, computed);
        }
    }
}

static bool compare_ranks(Check *check)
{
    char pools[POOLS_MAX][POOL_MAX];
    int count = rating_pools(pools);
    for (int i = 0; i < count; i++) {
        char kind[RATING_ID_MAX];
        rating_rank_kind(pools[i], kind);
        if (!list(check, kind, 0, ALL, took_ranks))
            return false;
    }
    return true;
}

static bool recompute(Check *check)
{
    if (!read_log(check) || !list(check, "player", 0, ALL, took_players) ||
        !list(check, "rating", 0, ALL, took_ratings))
        return false;
    find_missing(check);
    int64_t wrong = check->wrong;
    if (wrong == 0 && !compare_ranks(check))
        return false;
    while (check->waiting) {
        const struct timespec nap = {0, 2000000};
        nanosleep(&nap, NULL);
        tstore_poll(check->store);
    }
    if (check->write && check->put < check->wrong)
        return refuse(check->why, "%lld of %lld could not be written",
                      (long long)(check->wrong - check->put), (long long)check->wrong);
    return true;
}

static int tell_ratings(Check *check)
{
    bool good = true;
    if (check->differences) {
        cJSON *json = cJSON_CreateObject();
        reply_count(json, "games", (uint64_t)check->lines);
        reply_count(json, "counted", (uint64_t)check->counted);
        reply_count(json, "compared", (uint64_t)check->compared);
        reply_count(json, "wrong", (uint64_t)check->wrong);
        cJSON_AddBoolToObject(json, "put_right", check->write && check->wrong);
        cJSON_AddItemToObject(json, "differences", check->differences);
        good = reply_print(json, false);
    } else {
        printf("%lld games in the log, %lld of them counted; %lld ratings compared, %lld wrong%s\n",
               (long long)check->lines, (long long)check->counted, (long long)check->compared,
               (long long)check->wrong, check->write && check->wrong ? ", put right" : "");
    }
    return !good ? EXIT_BAD_INPUT : check->wrong && !check->write ? EXIT_NEGATIVE : EXIT_GOOD;
}

static int run_ratings(const Args *args)
{
    StorePlace place;
    char why[WHY_MAX] = "";
    Check check = {.write = args_value(args, "--write") != NULL, .why = why};
    if (!args_value(args, "--recompute"))
        return complain("say what to do with the ratings: --recompute");
    if (!store_place(args_value(args, "--data"), args_value(args, "--store"), &place, why) ||
        !(check.store = tstore_open(&place.setup, why)))
        return complain("%s", why);
    check.differences = args_value(args, "--json") ? cJSON_CreateArray() : NULL;
    check.rerate = rerate_new();
    bool good = check.rerate ? recompute(&check) : refuse(why, "out of memory");
    tstore_close(check.store, 5000);
    rerate_free(check.rerate);
    free(check.owners);
    if (good)
        return tell_ratings(&check);
    cJSON_Delete(check.differences);
    return complain("%s", why);
}

const Command command_ratings = {
    .name = "ratings",
    .words = "",
    .summary = "Compute all ratings again from the log of rated games and compare.",
    .details =
        "Goes through the log that a server keeps, from its first game, and says which of the\n"
        "kept ratings are not what comes out: none, as a rule. With tables in a directory stop\n"
        "the server first; on PostgreSQL it may run if no game ends meanwhile.",
    .flags = {{"--recompute", NULL, "do it"},
              {"--write", NULL, "put the kept ratings right"},
              FLAG_DATA,
              FLAG_STORE,
              FLAG_JSON},
    .run = run_ratings,
};
