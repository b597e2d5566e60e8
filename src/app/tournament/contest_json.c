/* SPDX-License-Identifier: MIT */
/* The report of a tournament as JSON, see contest_json.h. */
#include "app/tournament/contest_json.h"

#include "app/reply.h"

#include <math.h>

/* JSON has no infinite numbers: null. */
static void add_real(cJSON *json, const char *key, double value)
{
    cJSON_AddItemToObject(json, key,
                          isfinite(value) ? cJSON_CreateNumber(value) : cJSON_CreateNull());
}

static cJSON *place_json(const Place *place, const char (*name)[NAME_MAX_BYTES])
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "engine", place->engine + 1);
    cJSON_AddStringToObject(json, "name", name[place->engine]);
    add_real(json, "elo", place->rated ? place->rating.elo : INFINITY);
    add_real(json, "error", place->rated ? place->rating.error : INFINITY);
    cJSON_AddNumberToObject(json, "won", place->won);
    cJSON_AddNumberToObject(json, "drawn", place->drawn);
    cJSON_AddNumberToObject(json, "lost", place->lost);
    cJSON_AddNumberToObject(json, "faults", place->faults);
    return json;
}

static cJSON *pairing_json(const Standing *s, const int engine[2])
{
    Estimate estimate;
    bool rated = stats_estimate(&s->pairs, &estimate);
    cJSON *json = cJSON_CreateObject(), *pairs;
    cJSON_AddNumberToObject(json, "engine", engine[0] + 1);
    cJSON_AddNumberToObject(json, "against", engine[1] + 1);
    cJSON_AddNumberToObject(json, "played", s->played);
    cJSON_AddNumberToObject(json, "won", s->by_halves[2]);
    cJSON_AddNumberToObject(json, "drawn", s->by_halves[1]);
    cJSON_AddNumberToObject(json, "lost", s->by_halves[0]);
    pairs = cJSON_AddArrayToObject(json, "pairs");
    for (int i = 0; i < PAIR_KINDS; i++)
        cJSON_AddItemToArray(pairs, cJSON_CreateNumber((double)s->pairs.count[i]));
    add_real(json, "elo", rated ? estimate.elo : INFINITY);
    add_real(json, "elo_low", rated ? estimate.elo_low : INFINITY);
    add_real(json, "elo_high", rated ? estimate.elo_high : INFINITY);
    return json;
}

static void add_sprt(cJSON *json, const Sprt *sprt, const Pentanomial *pairs)
{
    static const char *const words[] = {
        [SPRT_GOES_ON] = "goes on", [SPRT_ACCEPTS_0] = "elo0", [SPRT_ACCEPTS_1] = "elo1"};
    if (!sprt) {
        cJSON_AddNullToObject(json, "sprt");
        return;
    }
    cJSON *out = cJSON_AddObjectToObject(json, "sprt");
    cJSON_AddNumberToObject(out, "elo0", sprt->elo0);
    cJSON_AddNumberToObject(out, "elo1", sprt->elo1);
    add_real(out, "llr", sprt_llr(sprt, pairs));
    cJSON_AddNumberToObject(out, "lower", sprt_lower(sprt));
    cJSON_AddNumberToObject(out, "upper", sprt_upper(sprt));
    cJSON_AddStringToObject(out, "accepts", words[sprt_state(sprt, pairs)]);
}

bool contest_print_json(const Contest *contest, const char (*name)[NAME_MAX_BYTES],
                        const Sprt *sprt)
{
    const Schedule *schedule = contest->schedule;
    Place place[ENGINES_MAX];
    cJSON *json = reply_begin(schedule->game, NULL, LANG_EN);
    cJSON_AddNumberToObject(json, "games", contest->games);
    cJSON_AddNumberToObject(json, "played", contest->played);
    reply_count(json, "seed", schedule->seed);
    cJSON *engines = cJSON_AddArrayToObject(json, "engines");
    contest_places(contest, place);
    for (int i = 0; i < schedule->engines; i++)
        cJSON_AddItemToArray(engines, place_json(&place[i], name));
    cJSON *pairings = cJSON_AddArrayToObject(json, "pairings");
    for (uint32_t p = 0; p < schedule_pairings(schedule); p++) {
        int engine[2];
        schedule_pairing(schedule, p, engine);
        cJSON_AddItemToArray(pairings, pairing_json(&contest->standing[p], engine));
    }
    add_sprt(json, sprt, &contest->standing[0].pairs);
    return reply_print(json, false);
}
