/* SPDX-License-Identifier: MIT */
/* Requests about tournaments and rankings: /api/v1/tournaments and what is below it,
 * /api/v1/ratings; and what tournaments and the rater ask of us. Nothing is decided here. */
#include "app/server/tables_part.h"
#include "base/json.h"
#include "online/players.h"
#include "online/rating.h"

#include <stdlib.h>
#include <string.h>

/* -- What tournaments ask --------------------------------------------------------------------- */

static bool who(void *context, const char *player, const char *pool, TourWho *out)
{
    Tables *tables = context;
    const Player *known = players_known(hall_players(tables->hall), player);
    if (!known)
        return false;
    Glicko glicko = player_rating(known, pool);
    *out = (TourWho){
        .name = known->name,
        .rating = (glicko.rating + GLICKO_UNIT / 2) / GLICKO_UNIT,
        .provisional = glicko_is_provisional(&glicko, players_now(hall_players(tables->hall))),
        .bot = known->bot};
    return true;
}

static bool apart(void *context, const char *one, const char *other)
{
    Players *players = hall_players(((Tables *)context)->hall);
    return player_hides(players_known(players, one), other) ||
           player_hides(players_known(players, other), one);
}

static void load(void *context, const char *const *players, int count, void (*done)(void *context),
                 void *done_context)
{
    Tables *tables = context;
    players_load(hall_players(tables->hall), players, count, done, done_context);
}

static void ended(void *context, const TstoreRow *row)
{
    Tables *tables = context;
    tours_ended(tables->tours, row);
}

bool tour_open(Tables *tables, const HallHost *hall)
{
    const ToursHost host = {.context = tables,
                            .now = hall->now,
                            .send = hall->send,
                            .who = who,
                            .apart = apart,
                            .load = load};
    const RaterHost rater = {.context = tables, .now = hall->now, .ended = ended};
    tables->tours = tours_open(&host, tables->hall, tables->variants, tables->store);
    tables->rater = rater_open(&rater, tables->variants, tables->store);
    return tables->tours && tables->rater;
}

/* -- Rankings --------------------------------------------------------------------------------- */

enum { RANKED = 100, RANKING_BYTES = 65536 };

typedef struct Ranking {
    Tables *tables;
    AskId ask;
    Lang lang;
    char pool[POOL_MAX];
    char ids[RANKED][ID_CHARS + 1];
    Glicko glicko[RANKED];
    int count;
} Ranking;

static void write_ranking(const Ranking *r, Str *out)
{
    Players *players = hall_players(r->tables->hall);
    Json json = json_over(out);
    int place = 0;
    json_open(&json, '{');
    json_add_bool(&json, "ok", true);
    json_add_text(&json, "pool", r->pool);
    json_key(&json, "players");
    json_open(&json, '[');
    for (int i = 0; i < r->count; i++) {
        const Player *player = players_known(players, r->ids[i]);
        if (!player)
            continue; /* deleted this moment */
        json_open(&json, '{');
        json_add_number(&json, "place", ++place);
        json_add_text(&json, "id", player->id);
        json_add_text(&json, "name", player->name);
        json_add_bool(&json, "bot", player->bot);
        rating_tell(&r->glicko[i], players_now(players), &json);
        json_add_number(&json, "at", r->glicko[i].at);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
}

static void ranking_named(void *context)
{
    Ranking *r = context;
    char *text = malloc(RANKING_BYTES);
    if (text) {
        Str s = str_over(text, RANKING_BYTES);
        write_ranking(r, &s);
        route_answer(r->tables->server, r->ask,
                     &(Answered){.status = 200, .body = text, .length = s.length});
    } else {
        tables_refuse(r->tables, r->ask, 503, "busy", &refuse_no_memory, r->lang);
    }
    free(text);
    free(r);
}

static void ranked(void *context, const TstoreReply *reply)
{
    static const Text not_saved = {
        {"the store does not answer; try again", "保存先が応答しません。もう一度お試しください"}};
    Ranking *r = context;
    const char *ids[RANKED];
    if (reply->status != TSTORE_OK && reply->status != TSTORE_MISSING) {
        tables_refuse(r->tables, r->ask, 503, "not-saved", &not_saved, r->lang);
        free(r);
        return;
    }
    for (int i = 0; i < reply->doc_count && i < RANKED; i++) {
        Str s = str_over(r->ids[r->count], sizeof r->ids[r->count]);
        str_add(&s, reply->docs[i].id);
        ids[r->count] = r->ids[r->count];
        r->count += rating_read(reply->docs[i].body, &r->glicko[r->count]);
    }
    players_load(hall_players(r->tables->hall), ids, r->count, ranking_named, r);
}

static void list_ranking(Tables *tables, const Request *request, AskId ask)
{
    static const Text bad = {
        {"`pool` is FAMILY-SPEED such as morris-rapid; speeds are blitz, rapid, classical, days",
         "pool は morris-rapid のように 種類-速さ です（blitz、rapid、classical、days）"}};
    char pool[POOL_MAX] = "", bots[8] = "", kind[RATING_ID_MAX];
    http_query_value(request->query, request->query_length, "pool", pool, sizeof pool);
    http_query_value(request->query, request->query_length, "bots", bots, sizeof bots);
    Ranking *r = calloc(1, sizeof *r);
    if (!r) {
        tables_refuse(tables, ask, 503, "busy", &refuse_no_memory, request->lang);
        return;
    }
    *r = (Ranking){.tables = tables, .ask = ask, .lang = request->lang};
    Str s = str_over(r->pool, sizeof r->pool);
    bool prefixed = strncmp(pool, "bot-", 4) == 0;
    str_format(&s, "%s%s", strcmp(bots, "1") == 0 && !prefixed ? "bot-" : "", pool);
    rating_rank_kind(r->pool, kind);
    const TstoreList list = {
        .kind = kind, .from = 0, .until = INT64_MAX, .newest_first = true, .limit = RANKED};
    bool known = rating_is_pool(r->pool);
    if (known && tstore_docs_list(tables->store, &list, ranked, r))
        return;
    tables_refuse(tables, ask, known ? 503 : 422, known ? "busy" : "bad-setup",
                  known ? &refuse_no_memory : &bad, request->lang);
    free(r);
}

/* -- Tournaments ------------------------------------------------------------------------------ */

static int64_t number_of(const cJSON *json, const char *name, bool *bad)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    if (!item || cJSON_IsNull(item))
        return 0;
    if (!cJSON_IsNumber(item) || item->valuedouble < 0 || item->valuedouble > 9007199254740992.0) {
        *bad = true;
        return 0;
    }
    return (int64_t)item->valuedouble;
}

static void make(void *context, const Request *request, AskId ask, const Player *player)
{
    Tables *tables = context;
    bool bad = false;
    cJSON *json = tables_body(
        tables, request, ask,
        "name kind game clock side rated match rounds minutes cycles start most wait join");
    if (!json)
        return;
    const TourMake make = {.name = tables_text(json, "name", &bad),
                           .kind = tables_text(json, "kind", &bad),
                           .game = tables_text(json, "game", &bad),
                           .clock = tables_text(json, "clock", &bad),
                           .side = tables_text(json, "side", &bad),
                           .rated = tables_flag(json, "rated", &bad),
                           .match = tables_flag(json, "match", &bad),
                           .join = tables_flag(json, "join", &bad),
                           .rounds = number_of(json, "rounds", &bad),
                           .minutes = number_of(json, "minutes", &bad),
                           .cycles = number_of(json, "cycles", &bad),
                           .start = number_of(json, "start", &bad),
                           .most = number_of(json, "most", &bad),
                           .wait = number_of(json, "wait", &bad)};
    Asked *asked = NULL;
    if (bad)
        tables_refuse_types(tables, request, ask);
    else if ((asked = tables_asked(tables, ask)) != NULL)
        tours_make(tables->tours, &make, player->id, request->lang, tables_answered, asked);
    cJSON_Delete(json);
}

/* The id and what stands behind it; false if it is not there. */
static bool split(const char *path, char id[ID_CHARS + 1], const char **rest)
{
    const char *from = path + sizeof TOURS_PATH;
    size_t length = strcspn(from, "/");
    Str s = str_over(id, ID_CHARS + 1);
    str_bytes(&s, from, length);
    *rest = from + length;
    return id_is(id) && !s.full;
}

static bool read_do(const cJSON *json, TourAct *act)
{
    static const char *const names[] = {"join", "withdraw", "start", "cancel"};
    bool bad = false;
    const char *what = tables_text(json, "do", &bad);
    for (int i = 0; what && i < 4; i++)
        if (strcmp(what, names[i]) == 0) {
            *act = (TourAct)i;
            return true;
        }
    return false;
}

static void act(void *context, const Request *request, AskId ask, const Player *player)
{
    static const Text form = {{"`do` is one of join, withdraw, start, cancel",
                               "do は join、withdraw、start、cancel のどれかです"}};
    Tables *tables = context;
    char id[ID_CHARS + 1];
    const char *rest;
    TourAct which = TOUR_JOIN;
    if (!split(request->path, id, &rest)) {
        tables_refuse_path(tables, request, ask);
        return;
    }
    if (strcmp(rest, "/leave") == 0)
        which = TOUR_LEAVE;
    if (strcmp(rest, "/do") == 0) {
        cJSON *json = tables_body(tables, request, ask, "do");
        bool good = json && read_do(json, &which);
        cJSON_Delete(json);
        if (!good && json)
            tables_refuse(tables, ask, 400, "bad-act", &form, request->lang);
        if (!good)
            return;
    }
    Asked *asked = tables_asked(tables, ask);
    if (asked)
        tours_do(tables->tours, id, player->id, which, request->lang, tables_answered, asked);
}

static void open_stream(Tables *tables, const Request *request, AskId ask, const char *id)
{
    Asked *asked = tables_asked_stream(tables, ask, id);
    if (asked)
        tours_watch(tables->tours, id, sink_of_stream(ask), request->lang, tables_stream_watched,
                    asked);
}

static void ask_one(Tables *tables, const Request *request, AskId ask)
{
    char id[ID_CHARS + 1];
    const char *rest;
    bool get = request->method == HTTP_GET, post = request->method == HTTP_POST;
    bool there = split(request->path, id, &rest);
    bool shows = there && (!*rest || strcmp(rest, "/events") == 0);
    bool acts = there && (strcmp(rest, "/join") == 0 || strcmp(rest, "/leave") == 0 ||
                          strcmp(rest, "/do") == 0);
    Asked *asked = NULL;
    if (!shows && !acts)
        tables_refuse_path(tables, request, ask);
    else if (shows ? !get : !post)
        tables_refuse_method(tables, request, ask, shows ? "GET, HEAD" : "POST");
    else if (acts && tables_within(tables, request, ask, LIMIT_JOINS))
        tables_with_player(tables, request, ask, PLAYER_MADE, act, tables);
    else if (shows && *rest)
        open_stream(tables, request, ask, id);
    else if (shows && (asked = tables_asked(tables, ask)) != NULL)
        tours_show(tables->tours, id, request->lang, tables_answered, asked);
}

static void ask_all(Tables *tables, const Request *request, AskId ask)
{
    if (request->method == HTTP_POST) {
        if (tables_within(tables, request, ask, LIMIT_TABLES))
            tables_with_player(tables, request, ask, PLAYER_MADE, make, tables);
        return;
    }
    if (request->method != HTTP_GET) {
        tables_refuse_method(tables, request, ask, "GET, HEAD, POST");
        return;
    }
    Asked *asked = tables_asked(tables, ask);
    if (asked)
        tours_list(tables->tours, request->lang, tables_answered, asked);
}

bool tour_request(Tables *tables, const Request *request, AskId ask)
{
    static const char ratings_path[] = "/api/v1/ratings";
    const char *path = request->path;
    if (strcmp(path, ratings_path) == 0) {
        if (request->method == HTTP_GET)
            list_ranking(tables, request, ask);
        else
            tables_refuse_method(tables, request, ask, "GET, HEAD");
        return true;
    }
    if (strncmp(path, TOURS_PATH, sizeof TOURS_PATH - 1) != 0)
        return false;
    if (!path[sizeof TOURS_PATH - 1])
        ask_all(tables, request, ask);
    else if (path[sizeof TOURS_PATH - 1] == '/')
        ask_one(tables, request, ask);
    else
        return false;
    return true;
}
