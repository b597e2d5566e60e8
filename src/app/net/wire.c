/* SPDX-License-Identifier: MIT */
/* Reading what the server says, see wire.h. A text that could steer a terminal, a number out of its
 * range or a list that is too long makes the whole message bad: it is then asked for again. */
#include "app/net/wire.h"

#include "base/utf8.h"
#include "online/ids.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OFFERS_READ_MAX = 16 };

/* A reader that remembers whether anything was wrong. */
typedef struct Reader {
    bool bad;
} Reader;

static const cJSON *member(const cJSON *json, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(json, name);
}

/* A text of at most size - 1 bytes; missing or null is "". */
static void get_text(Reader *r, const cJSON *json, const char *name, char *out, size_t size)
{
    const cJSON *item = member(json, name);
    out[0] = '\0';
    if (!item || cJSON_IsNull(item))
        return;
    size_t length = cJSON_IsString(item) ? strlen(item->valuestring) : size;
    if (length >= size || !utf8_is_plain(item->valuestring, length))
        r->bad = true;
    else
        memcpy(out, item->valuestring, length + 1);
}

/* A whole number of a range; missing or null is `usual`. */
static int64_t number_of(Reader *r, const cJSON *item, int64_t least, int64_t most, int64_t usual)
{
    if (!item || cJSON_IsNull(item))
        return usual;
    double value = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    if (!(value >= (double)least && value <= (double)most) || value != floor(value)) {
        r->bad = true;
        return usual;
    }
    return (int64_t)value;
}

static int64_t get_number(Reader *r, const cJSON *json, const char *name, int64_t least,
                          int64_t most, int64_t usual)
{
    return number_of(r, member(json, name), least, most, usual);
}

static bool get_bool(Reader *r, const cJSON *json, const char *name)
{
    const cJSON *item = member(json, name);
    if (item && !cJSON_IsBool(item) && !cJSON_IsNull(item))
        r->bad = true;
    return cJSON_IsTrue(item);
}

/* An array of exactly `count`, or NULL if it is missing or null. */
static const cJSON *get_array(Reader *r, const cJSON *json, const char *name, int count)
{
    const cJSON *item = member(json, name);
    if (!item || cJSON_IsNull(item))
        return NULL;
    if (!cJSON_IsArray(item) || cJSON_GetArraySize(item) != count) {
        r->bad = true;
        return NULL;
    }
    return item;
}

static cJSON *parse(const char *bytes, size_t count)
{
    const char *end = NULL;
    cJSON *json = cJSON_ParseWithLengthOpts(bytes, count, &end, 0);
    if (json && cJSON_IsObject(json))
        return json;
    cJSON_Delete(json);
    return NULL;
}

/* -- What tables and events both tell --------------------------------------------------------- */

static const int64_t time_most = INT64_C(1) << 52;

static void get_left(Reader *r, const cJSON *json, int64_t left[2])
{
    const cJSON *list = get_array(r, json, "left", 2);
    left[0] = left[1] = -1;
    for (int i = 0; list && i < 2; i++)
        left[i] = number_of(r, cJSON_GetArrayItem(list, i), 0, time_most, 0);
}

static void get_state(Reader *r, const cJSON *json, TableState *out)
{
    char text[16];
    get_text(r, json, "state", text, sizeof text);
    for (int s = TABLE_OPEN; s <= TABLE_ABORTED; s++) {
        if (strcmp(text, table_state_name((TableState)s)) == 0) {
            *out = (TableState)s;
            return;
        }
    }
    r->bad = true;
}

static void get_offers(Reader *r, const cJSON *json, uint8_t offers[2])
{
    const cJSON *list = member(json, "offers"), *item;
    int count = 0;
    if (!cJSON_IsArray(list))
        return;
    cJSON_ArrayForEach(item, list)
    {
        char what[16];
        get_text(r, item, "what", what, sizeof what);
        int64_t seat = get_number(r, item, "seat", 0, 1, 0);
        for (int k = 0; k < OFFER_COUNT; k++)
            if (strcmp(what, offer_name((OfferKind)k)) == 0)
                offers[seat] |= (uint8_t)(1u << k);
        if (++count > OFFERS_READ_MAX) {
            r->bad = true;
            return;
        }
    }
}

static void get_end(Reader *r, const cJSON *json, WireStanding *out)
{
    char result[16], ended[16];
    get_text(r, json, "result", result, sizeof result);
    get_text(r, json, "ended", ended, sizeof ended);
    if (!winner_from_name(result, &out->result))
        r->bad = true;
    if (ended[0] && !end_from_name(ended, &out->ended))
        r->bad = true;
}

/* All but left and state. */
static void get_standing(Reader *r, const cJSON *json, WireStanding *out)
{
    const cJSON *picked = get_array(r, json, "picked", 2);
    out->turn = (uint8_t)get_number(r, json, "turn", 0, 1, 0);
    out->paused = get_bool(r, json, "paused");
    get_offers(r, json, out->offers);
    get_end(r, json, out);
    for (int i = 0; picked && i < 2; i++)
        out->picked[i] = cJSON_IsTrue(cJSON_GetArrayItem(picked, i));
    get_text(r, json, "next", out->next, sizeof out->next);
    if (out->next[0] && !id_is(out->next))
        r->bad = true;
}

/* -- A table ---------------------------------------------------------------------------------- */

static void get_moves(Reader *r, const cJSON *json, WireTable *out)
{
    const cJSON *list = member(json, "moves"), *item;
    int count = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : -1;
    if (count < 0 || count > TREE_PLIES_MAX) {
        r->bad = true;
        return;
    }
    out->moves = malloc((size_t)(count + 1) * sizeof *out->moves);
    if (!out->moves) {
        r->bad = true;
        return;
    }
    cJSON_ArrayForEach(item, list)
    {
        size_t length = cJSON_IsString(item) ? strlen(item->valuestring) : MOVE_TEXT_MAX;
        if (length >= MOVE_TEXT_MAX || !utf8_is_plain(item->valuestring, length)) {
            r->bad = true;
            return;
        }
        memcpy(out->moves[out->move_count++], item->valuestring, length + 1);
    }
}

static bool is_later(const cJSON *time, const cJSON *now)
{
    return cJSON_IsNumber(time) && cJSON_IsNumber(now) && time->valuedouble > now->valuedouble;
}

static void get_seats(Reader *r, const cJSON *json, WireTable *out)
{
    const cJSON *list = get_array(r, json, "seats", 2);
    for (int i = 0; list && i < 2; i++) {
        const cJSON *item = cJSON_GetArrayItem(list, i);
        WireSeat *seat = &out->seat[i];
        char kind[16];
        get_text(r, item, "name", seat->name, sizeof seat->name);
        get_text(r, item, "kind", kind, sizeof kind);
        seat->taken = strcmp(kind, "empty") != 0;
        seat->away = cJSON_IsNumber(member(item, "away"));
        seat->vacation = is_later(member(item, "vacation"), member(json, "now"));
        seat->side = (uint8_t)get_number(r, item, "side", 0, 1, i);
        if (!seat_name_is_good(seat->name))
            r->bad = true;
    }
    if (!list || out->seat[0].side == out->seat[1].side)
        r->bad = true;
}

static void get_ask(Reader *r, const cJSON *json, WireTable *out)
{
    const cJSON *ask = member(json, "ask");
    if (!cJSON_IsObject(ask))
        return;
    const cJSON *choices = get_array(r, ask, "choices", PICK_CHOICES);
    get_text(r, ask, "text", out->ask, sizeof out->ask);
    out->asks = choices != NULL;
    for (int i = 0; choices && i < PICK_CHOICES; i++) {
        const cJSON *item = cJSON_GetArrayItem(choices, i);
        size_t length = cJSON_IsString(item) ? strlen(item->valuestring) : WIRE_CHOICE_MAX;
        if (length >= WIRE_CHOICE_MAX || !utf8_is_plain(item->valuestring, length))
            r->bad = true;
        else
            memcpy(out->choice[i], item->valuestring, length + 1);
    }
}

static void get_series(Reader *r, const cJSON *json, WireTable *out)
{
    const cJSON *series = member(json, "series");
    out->round = (int)get_number(r, json, "round", 1, TABLE_ROUNDS_MAX, 1);
    if (!cJSON_IsObject(series))
        return;
    const cJSON *half = get_array(r, series, "half", 2);
    out->in_series = true;
    out->set = (int)get_number(r, series, "set", 1, 1000, 1);
    out->game_number = (int)get_number(r, series, "game", 1, 1000, 1);
    out->series_over = get_bool(r, series, "over");
    for (int i = 0; half && i < 2; i++)
        out->half[i] = (int)number_of(r, cJSON_GetArrayItem(half, i), 0, 100000, 0);
}

bool wire_read_table(const char *bytes, size_t count, WireTable *out)
{
    Reader r = {false};
    cJSON *json = parse(bytes, count);
    *out = (WireTable){.you = -1};
    if (!json)
        return false;
    out->seq = get_number(&r, json, "seq", 0, INT32_MAX, -1);
    get_text(&r, json, "id", out->id, sizeof out->id);
    get_text(&r, json, "game", out->game, sizeof out->game);
    get_text(&r, json, "start", out->start, sizeof out->start);
    get_text(&r, json, "position", out->position, sizeof out->position);
    get_moves(&r, json, out);
    get_seats(&r, json, out);
    get_left(&r, json, out->standing.left);
    get_state(&r, json, &out->standing.state);
    get_standing(&r, json, &out->standing);
    get_ask(&r, json, out);
    get_series(&r, json, out);
    out->running = get_bool(&r, json, "running");
    out->help = get_bool(&r, json, "help");
    out->rated = get_bool(&r, json, "rated");
    get_text(&r, json, "clock", out->clock, sizeof out->clock);
    out->you = (int)get_number(&r, json, "you", 0, 1, -1);
    cJSON_Delete(json);
    if (r.bad || out->seq < 0 || !id_is(out->id)) {
        wire_table_free(out);
        return false;
    }
    return true;
}

void wire_table_free(WireTable *table)
{
    free(table->moves);
    table->moves = NULL;
    table->move_count = 0;
}

/* -- Events and answers ----------------------------------------------------------------------- */

bool wire_read_event(const char *bytes, size_t count, WireEvent *out)
{
    Reader r = {false};
    char t[8];
    cJSON *json = parse(bytes, count);
    *out = (WireEvent){.seat = -1};
    if (!json)
        return false;
    get_text(&r, json, "t", t, sizeof t);
    out->seq = get_number(&r, json, "seq", 1, INT32_MAX, -1);
    get_text(&r, json, "kind", out->kind, sizeof out->kind);
    out->seat = (int)get_number(&r, json, "seat", 0, 1, -1);
    get_text(&r, json, "m", out->move, sizeof out->move);
    get_text(&r, json, "name", out->name, sizeof out->name);
    get_text(&r, json, "what", out->what, sizeof out->what);
    get_text(&r, json, "choice", out->choice, sizeof out->choice);
    out->yes = get_bool(&r, json, "yes");
    out->n = (int)get_number(&r, json, "n", 0, REACTIONS - 1, 0);
    out->ply = (uint32_t)get_number(&r, json, "ply", 0, TREE_PLIES_MAX, 0);
    bool quiet = strcmp(out->kind, "quiet") == 0; /* it has a number and nothing else */
    if (!quiet) {
        get_left(&r, json, out->standing.left);
        get_state(&r, json, &out->standing.state);
        out->newest = member(json, "turn") != NULL;
        if (out->newest)
            get_standing(&r, json, &out->standing);
    }
    cJSON_Delete(json);
    return !r.bad && strcmp(t, "ev") == 0 && out->seq > 0 && seat_name_is_good(out->name);
}

bool wire_read_answer(const char *bytes, size_t count, WireAnswer *out)
{
    Reader r = {false};
    cJSON *json = parse(bytes, count);
    *out = (WireAnswer){.seat = -1, .seq = -1};
    if (!json)
        return false;
    out->ok = get_bool(&r, json, "ok");
    get_text(&r, json, "why", out->why, sizeof out->why);
    get_text(&r, json, "text", out->text, sizeof out->text);
    out->seat = (int)get_number(&r, json, "seat", 0, 1, -1);
    out->seq = get_number(&r, json, "seq", 0, INT32_MAX, -1);
    get_text(&r, json, "id", out->id, sizeof out->id);
    get_text(&r, json, "key", out->key, sizeof out->key);
    get_text(&r, json, "invite", out->invite, sizeof out->invite);
    cJSON_Delete(json);
    return !r.bad && (!out->id[0] || id_is(out->id)) && (!out->key[0] || key_is(out->key)) &&
           (!out->invite[0] || key_is(out->invite));
}
