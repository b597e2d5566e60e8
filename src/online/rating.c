/* SPDX-License-Identifier: MIT */
/* Pools and the documents of ratings, see rating.h. */
#include "online/rating.h"

#include "games/registry.h"

#include <cjson/cJSON.h>
#include <string.h>

/* -- Pools ------------------------------------------------------------------------------------ */

bool rating_pool(Variants *variants, const TableSetup *setup, bool bot, char out[POOL_MAX])
{
    char why[WHY_MAX], pool[POOL_MAX] = "";
    Str s = str_over(out, POOL_MAX);
    const Game *game = variants_open(variants, setup->variant, LANG_EN, why);
    if (game)
        pool_write(game, &setup->control, pool);
    str_format(&s, "%s%s", bot && pool[0] ? "bot-" : "", pool);
    return pool[0] && !s.full;
}

int rating_pools(char out[POOLS_MAX][POOL_MAX])
{
    static const char *const speeds[] = {"blitz", "rapid", "classical", "days"};
    int count = 0;
    for (int bot = 0; bot < 2; bot++)
        for (size_t f = 0; f < registry_count; f++)
            for (int speed = 0; speed < 4 && count < POOLS_MAX; speed++) {
                Str s = str_over(out[count++], POOL_MAX);
                str_format(&s, "%s%s-%s", bot ? "bot-" : "", registry_families[f]->id,
                           speeds[speed]);
            }
    return count;
}

bool rating_is_pool(const char *name)
{
    char pools[POOLS_MAX][POOL_MAX];
    int count = rating_pools(pools);
    for (int i = 0; i < count; i++)
        if (strcmp(pools[i], name) == 0)
            return true;
    return false;
}

bool rating_setup(const char *column, TableSetup *out)
{
    char why[WHY_MAX];
    const char *text = column + strcspn(column, " ");
    return setup_read(text + (*text == ' '), LANG_EN, out, why);
}

/* -- JSON out of the store -------------------------------------------------------------------- */

static bool read_number(const cJSON *json, const char *name, int64_t least, int64_t most,
                        int64_t *out)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    if (!cJSON_IsNumber(item) || item->valuedouble < (double)least ||
        item->valuedouble > (double)most)
        return false;
    *out = (int64_t)item->valuedouble;
    return true;
}

static bool read_text(const cJSON *item, char *out, size_t size)
{
    Str s = str_over(out, size);
    if (!cJSON_IsString(item))
        return false;
    str_add(&s, item->valuestring);
    return !s.full;
}

/* -- Ratings ---------------------------------------------------------------------------------- */

void rating_id(const char *pool, const char *rid, char out[RATING_ID_MAX])
{
    Str s = str_over(out, RATING_ID_MAX);
    str_format(&s, "%s/%s", pool, rid);
}

void rating_rank_kind(const char *pool, char out[RATING_ID_MAX])
{
    Str s = str_over(out, RATING_ID_MAX);
    str_format(&s, "rank/%s", pool);
}

void rating_write(const Glicko *glicko, Str *out)
{
    Json json = json_over(out);
    json_open(&json, '{');
    json_add_number(&json, "rating", glicko->rating);
    json_add_number(&json, "deviation", glicko->deviation);
    json_add_number(&json, "volatility", glicko->volatility);
    json_add_number(&json, "games", glicko->games);
    json_add_number(&json, "at", glicko->at);
    json_close(&json, '}');
}

bool rating_read(const char *body, Glicko *out)
{
    cJSON *json = cJSON_Parse(body);
    int64_t rating, deviation, volatility, games, at;
    bool good = read_number(json, "rating", GLICKO_RATING_MIN, GLICKO_RATING_MAX, &rating) &&
                read_number(json, "deviation", GLICKO_DEVIATION_MIN, GLICKO_DEVIATION_MAX,
                            &deviation) &&
                read_number(json, "volatility", 1, GLICKO_VOLATILITY_MAX, &volatility) &&
                read_number(json, "games", 0, INT32_MAX, &games) &&
                read_number(json, "at", 0, INT64_C(1) << 53, &at);
    if (good)
        *out = (Glicko){.rating = (int32_t)rating,
                        .deviation = (int32_t)deviation,
                        .volatility = (int32_t)volatility,
                        .games = (int32_t)games,
                        .at = at};
    cJSON_Delete(json);
    return good;
}

void rating_docs(const char *player, const char *rid, const char *pool, const Glicko *glicko,
                 int64_t after, RatingDocs *out)
{
    Str b = str_over(out->body, sizeof out->body);
    rating_id(pool, rid, out->id);
    rating_rank_kind(pool, out->kind);
    rating_write(glicko, &b);
    out->docs[0] = (TstoreDoc){.kind = "rating",
                               .id = out->id,
                               .owner = player,
                               .at = glicko->at,
                               .body = out->body,
                               .after = after};
    out->docs[1] = (TstoreDoc){.kind = out->kind,
                               .id = player,
                               .owner = player,
                               .at = glicko->rating,
                               .body = out->body,
                               .after = TSTORE_ANY};
}

void rating_tell(const Glicko *glicko, int64_t now, Json *json)
{
    enum { HALF = GLICKO_UNIT / 2 };
    json_add_number(json, "rating", (glicko->rating + HALF) / GLICKO_UNIT);
    json_add_number(json, "deviation", (glicko_deviation(glicko, now) + HALF) / GLICKO_UNIT);
    json_add_bool(json, "provisional", glicko_is_provisional(glicko, now));
    json_add_number(json, "games", glicko->games);
}

/* -- The log ---------------------------------------------------------------------------------- */

void rated_id(int64_t number, char out[RATED_ID_MAX])
{
    Str s = str_over(out, RATED_ID_MAX);
    str_format(&s, "%012lld", (long long)number);
}

void rated_write(const RatedGame *game, Str *out)
{
    Json json = json_over(out);
    json_open(&json, '{');
    json_add_text(&json, "pool", game->pool);
    json_key(&json, "rid");
    json_open(&json, '[');
    json_text(&json, game->rid[0]);
    json_text(&json, game->rid[1]);
    json_close(&json, ']');
    json_add_number(&json, "won", game->won);
    json_add_number(&json, "plies", game->plies);
    json_add_number(&json, "ended", game->ended);
    json_add_text(&json, "why", game->why);
    json_close(&json, '}');
}

static bool read_id(const char *id, int64_t *out)
{
    uint64_t number = 0;
    size_t zeros = strspn(id, "0");
    if (strlen(id) != 12 || !id[zeros] || !str_is_number(id + zeros, UINT64_C(1) << 50, &number))
        return false;
    *out = (int64_t)number;
    return true;
}

bool rated_read(const char *id, const char *owner, int64_t at, const char *body, RatedGame *out)
{
    cJSON *json = cJSON_Parse(body);
    const cJSON *rid = cJSON_GetObjectItemCaseSensitive(json, "rid");
    int64_t won = 0;
    Str t = str_over(out->table, sizeof out->table);
    str_add(&t, owner);
    out->at = at;
    bool good = read_id(id, &out->number) && !t.full &&
                read_text(cJSON_GetObjectItemCaseSensitive(json, "pool"), out->pool, POOL_MAX) &&
                read_text(cJSON_GetObjectItemCaseSensitive(json, "why"), out->why,
                          sizeof out->why) &&
                read_text(cJSON_GetArrayItem(rid, 0), out->rid[0], ID_CHARS + 1) &&
                read_text(cJSON_GetArrayItem(rid, 1), out->rid[1], ID_CHARS + 1) &&
                read_number(json, "won", 0, 2, &won) &&
                read_number(json, "plies", 0, INT32_MAX, &out->plies) &&
                read_number(json, "ended", 0, INT64_C(1) << 53, &out->ended);
    out->won = (int)won;
    cJSON_Delete(json);
    return good;
}

void rated_apply(const RatedGame *game, Glicko *seat0, Glicko *seat1)
{
    if (!game->why[0])
        glicko_game(seat0, seat1, game->won == 2 ? 1 : game->won == 0 ? 2 : 0, game->at);
}
