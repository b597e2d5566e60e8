/* SPDX-License-Identifier: MIT */
/* Tournaments as documents, see tour.h. What is read was written here, and is checked all the
 * same: a damaged document is refused, not half believed. */
#include "online/tour_part.h"

#include "online/rating.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

static const char *const state_names[] = {"coming", "running", "ended", "cancelled"};

const char *tour_state_name(TourState state)
{
    return state_names[state];
}

static const char *const reason_names[] = {"", "organiser", "few", "forgotten"};

const char *tour_reason_name(TourReason reason)
{
    return reason_names[reason];
}

/* -- Writing ---------------------------------------------------------------------------------- */

static void add_setup(const Tour *tour, Json *json)
{
    json_add_text(json, "name", tour->name);
    json_add_text(json, "kind", pairing_kind_name(tour->kind));
    json_add_text(json, "game", tour->game);
    json_add_text(json, "clock", tour->clock);
    json_add_bool(json, "rated", tour->rated);
    json_add_bool(json, "match", tour->match);
    json_add_text(json, "by", tour->by);
    json_add_text(json, "state", tour_state_name(tour->state));
    json_add_text(json, "reason", tour_reason_name(tour->reason));
    json_add_number(json, "rounds", tour->rounds);
    json_add_number(json, "cycles", tour->cycles);
    json_add_number(json, "minutes", tour->minutes);
    json_add_number(json, "start", tour->start);
    json_add_number(json, "most", tour->most);
    json_add_number(json, "round", tour->round);
    json_add_number(json, "made", tour->made);
    json_add_number(json, "began", tour->began);
    json_add_number(json, "ends", tour->ends);
    json_add_number(json, "ended", tour->ended);
}

static void add_entrant(const TourEntrant *entrant, Json *json)
{
    json_open(json, '[');
    json_text(json, entrant->id);
    json_number(json, entrant->rating);
    json_number(json, entrant->provisional | entrant->bot << 1 | entrant->gone << 2);
    json_number(json, entrant->since);
    json_close(json, ']');
}

void tour_write_body(const Tour *tour, Str *out)
{
    Json json = json_over(out);
    json_open(&json, '{');
    add_setup(tour, &json);
    json_add_number(&json, "side", tour->side);
    json_add_number(&json, "wait", tour->wait_ms);
    json_add_number(&json, "paired", tour->paired);
    json_add_number(&json, "games", tour->game_count);
    json_key(&json, "entrants");
    json_open(&json, '[');
    for (int i = 0; i < tour->count; i++)
        add_entrant(&tour->entrants[i], &json);
    json_close(&json, ']');
    json_close(&json, '}');
}

void tour_write_game(const TourGame *game, Str *out)
{
    const PairingGame *p = &game->pairing;
    Json json = json_over(out);
    json_open(&json, '{');
    json_add_number(&json, "round", p->round);
    json_key(&json, "who");
    json_open(&json, '[');
    json_number(&json, p->who[0]);
    json_number(&json, p->who[1]);
    json_close(&json, ']');
    json_add_text(&json, "result", pairing_result_name(p->result));
    json_add_bool(&json, "unplayed", p->unplayed);
    json_add_text(&json, "table", game->table);
    json_add_number(&json, "at", game->at);
    json_add_number(&json, "ended", game->ended);
    json_close(&json, '}');
}

void tour_write_summary(const Tour *tour, int64_t ver, Str *out)
{
    Json json = json_over(out);
    int active = 0;
    for (int i = 0; i < tour->count; i++)
        active += !tour->entrants[i].gone;
    json_open(&json, '{');
    json_add_text(&json, "id", tour->id);
    json_add_number(&json, "ver", ver);
    add_setup(tour, &json);
    json_add_number(&json, "players", tour->state == TOUR_COMING ? active : tour->count);
    json_close(&json, '}');
}

/* -- Reading ---------------------------------------------------------------------------------- */

typedef struct Reader {
    const cJSON *json;
    bool bad;
} Reader;

static int64_t number_of(Reader *r, const char *name, int64_t most)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(r->json, name);
    if (!cJSON_IsNumber(item) || item->valuedouble < 0 || item->valuedouble > (double)most) {
        r->bad = true;
        return 0;
    }
    return (int64_t)item->valuedouble;
}

static void text_of(Reader *r, const char *name, char *out, size_t size)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(r->json, name);
    Str s = str_over(out, size);
    str_add(&s, cJSON_IsString(item) ? item->valuestring : "");
    r->bad |= !cJSON_IsString(item) || s.full;
}

static bool flag_of(Reader *r, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(r->json, name);
    r->bad |= !cJSON_IsBool(item);
    return cJSON_IsTrue(item);
}

static TourState state_of(Reader *r)
{
    char name[16];
    text_of(r, "state", name, sizeof name);
    for (int i = 0; i < 4; i++)
        if (strcmp(state_names[i], name) == 0)
            return (TourState)i;
    r->bad = true;
    return TOUR_CANCELLED;
}

/* Documents of earlier versions have none. */
static TourReason reason_of(const Reader *r)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(r->json, "reason");
    for (int i = 1; i < REASON_COUNT && cJSON_IsString(item); i++)
        if (strcmp(reason_names[i], item->valuestring) == 0)
            return (TourReason)i;
    return REASON_NONE;
}

static bool read_entrant(const cJSON *item, TourEntrant *out)
{
    const cJSON *id = cJSON_GetArrayItem(item, 0), *rating = cJSON_GetArrayItem(item, 1),
                *flags = cJSON_GetArrayItem(item, 2), *since = cJSON_GetArrayItem(item, 3);
    Str s = str_over(out->id, sizeof out->id);
    if (!cJSON_IsString(id) || !cJSON_IsNumber(rating) || !cJSON_IsNumber(flags) ||
        !cJSON_IsNumber(since))
        return false;
    str_add(&s, id->valuestring);
    out->rating = rating->valueint;
    out->provisional = flags->valueint & 1;
    out->bot = flags->valueint >> 1 & 1;
    out->gone = flags->valueint >> 2 & 1;
    out->since = (int64_t)since->valuedouble;
    return !s.full;
}

static bool read_entrants(Tour *tour, const cJSON *list)
{
    int count = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : -1, at = 0;
    const cJSON *item;
    if (count < 0 || count > PAIRING_MAX)
        return false;
    if (!tour->entrants)
        tour->entrants = calloc(PAIRING_MAX, sizeof *tour->entrants);
    if (!tour->entrants)
        return false;
    cJSON_ArrayForEach(item, list)
    {
        if (!read_entrant(item, &tour->entrants[at++]))
            return false;
    }
    tour->count = count;
    return true;
}

/* The pool in which its players are rated; "" where nothing is. */
static void find_pool(Tour *tour)
{
    TableSetup setup = table_setup(tour->game);
    char why[WHY_MAX];
    tour->pool[0] = '\0';
    if (control_read(tour->clock, LANG_EN, &setup.control, why))
        rating_pool(tour->tours->variants, &setup, false, tour->pool);
}

bool tour_read_body(Tour *tour, const char *body)
{
    enum { SMALL = 100000 };
    const int64_t far = INT64_C(1) << 53;
    char kind[16];
    cJSON *json = cJSON_Parse(body);
    Reader r = {json, json == NULL};
    text_of(&r, "name", tour->name, sizeof tour->name);
    text_of(&r, "kind", kind, sizeof kind);
    text_of(&r, "game", tour->game, sizeof tour->game);
    text_of(&r, "clock", tour->clock, sizeof tour->clock);
    text_of(&r, "by", tour->by, sizeof tour->by);
    tour->rated = flag_of(&r, "rated");
    tour->match = flag_of(&r, "match");
    tour->state = state_of(&r);
    tour->reason = reason_of(&r);
    tour->rounds = (int)number_of(&r, "rounds", SMALL);
    tour->cycles = (int)number_of(&r, "cycles", 2);
    tour->minutes = number_of(&r, "minutes", SMALL);
    tour->start = number_of(&r, "start", far);
    tour->most = (int)number_of(&r, "most", PAIRING_MAX);
    tour->round = (int)number_of(&r, "round", SMALL);
    tour->made = number_of(&r, "made", far);
    tour->began = number_of(&r, "began", far);
    tour->ends = number_of(&r, "ends", far);
    tour->ended = number_of(&r, "ended", far);
    tour->side = (int)number_of(&r, "side", 2);
    tour->wait_ms = number_of(&r, "wait", far);
    tour->paired = number_of(&r, "paired", far);
    tour->known = 0; /* others may have joined */
    tour->games_kept = (int)number_of(&r, "games", TOUR_GAMES_MAX);
    bool good = !r.bad && pairing_kind_from_name(kind, &tour->kind) &&
                read_entrants(tour, cJSON_GetObjectItemCaseSensitive(json, "entrants"));
    cJSON_Delete(json);
    if (good)
        find_pool(tour);
    return good;
}

bool tour_read_game(const Tour *tour, const char *body, TourGame *out)
{
    char result[16];
    PairingResult which;
    cJSON *json = cJSON_Parse(body);
    Reader r = {json, json == NULL};
    *out = (TourGame){.pairing = {.round = (int16_t)number_of(&r, "round", INT16_MAX)}};
    const cJSON *who = cJSON_GetObjectItemCaseSensitive(json, "who");
    for (int seat = 0; seat < 2; seat++) {
        const cJSON *item = cJSON_GetArrayItem(who, seat);
        int number = cJSON_IsNumber(item) ? item->valueint : tour->count;
        r.bad |= number >= tour->count || number < (seat ? PAIRING_NOBODY : 0);
        out->pairing.who[seat] = (int16_t)number;
    }
    text_of(&r, "result", result, sizeof result);
    text_of(&r, "table", out->table, sizeof out->table);
    out->pairing.unplayed = flag_of(&r, "unplayed");
    out->at = number_of(&r, "at", INT64_C(1) << 53);
    out->ended = number_of(&r, "ended", INT64_C(1) << 53);
    r.bad |= !pairing_result_from_name(result, &which);
    out->pairing.result = (uint8_t)which;
    cJSON_Delete(json);
    return !r.bad;
}

int64_t tour_summary_version(const char *body)
{
    cJSON *json = cJSON_Parse(body);
    Reader r = {json, json == NULL};
    int64_t ver = number_of(&r, "ver", INT64_C(1) << 53);
    cJSON_Delete(json);
    return r.bad ? -1 : ver;
}
