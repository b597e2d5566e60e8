/* SPDX-License-Identifier: MIT */
/* Vacations, and the paths of correspondence.h. */
#include "app/server/correspondence_part.h"

#include "core/refuse.h"
#include "online/vacation.h"

#include <stdlib.h>
#include <string.h>

/* -- Errands ----------------------------------------------------------------------------------- */

Errand *errand_new(Correspondence *correspondence, const Request *request, AskId ask,
                   const Player *player)
{
    Errand *errand = calloc(1, sizeof *errand);
    if (!errand) {
        tables_refuse(correspondence->tables, ask, 503, "busy", &refuse_no_memory, request->lang);
        return NULL;
    }
    *errand = (Errand){.correspondence = correspondence, .ask = ask, .lang = request->lang};
    memcpy(errand->player, player->id, sizeof errand->player);
    return errand;
}

void errand_refuse(Errand *errand, int status, const char *why, const Text *text)
{
    tables_refuse(errand->correspondence->tables, errand->ask, status, why, text, errand->lang);
    free(errand);
}

void errand_busy(Errand *errand)
{
    static const Text not_saved = {
        {"the store does not answer; try again", "保存先が応答しません。もう一度お試しください"}};
    errand_refuse(errand, 503, "not-saved", &not_saved);
}

void errand_answer(Errand *errand, int status, cJSON *json)
{
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    if (!text) {
        errand_refuse(errand, 503, "busy", &refuse_no_memory);
        return;
    }
    route_answer(errand->correspondence->server, errand->ask,
                 &(Answered){.status = status, .body = text, .length = strlen(text)});
    cJSON_free(text);
    free(errand);
}

void errand_stored(void *context, const TstoreReply *reply)
{
    Errand *errand = context;
    if (reply->status != TSTORE_OK) {
        errand_busy(errand);
        return;
    }
    cJSON *json = cJSON_CreateObject();
    cJSON_AddBoolToObject(json, "ok", true);
    errand_answer(errand, 200, json);
}

/* -- Vacations --------------------------------------------------------------------------------- */

static bool edit(void *context, cJSON *body)
{
    const Errand *errand = context;
    const Tables *tables = errand->correspondence->tables;
    Vacations vacations;
    vacations_read(body, &vacations);
    if (vacations_set(&vacations, errand->days, players_now(hall_players(tables->hall))) !=
        VACATION_OK)
        return false;
    vacations_write(&vacations, body);
    return true;
}

static void was_set(void *context, PlayersStatus status, const Player *player)
{
    static const Text no_days = {
        {"there are not as many days of vacation left: thirty in 365 days, and a day that has "
         "begun counts",
         "休暇の残り日数が足りません。休暇は365日間に30日までで、始まった日は1日と数えます"}};
    Errand *errand = context;
    Hall *hall = errand->correspondence->tables->hall;
    Vacations vacations;
    if (status == PLAYERS_REFUSED) {
        errand_refuse(errand, 409, "no-days", &no_days);
        return;
    }
    if (status != PLAYERS_OK) {
        errand_busy(errand);
        return;
    }
    vacations_read(player->body, &vacations);
    cJSON *json = vacations_json(&vacations, players_now(hall_players(hall)));
    cJSON_AddBoolToObject(json, "ok", true);
    hall_follow_vacation(hall, errand->player);
    errand_answer(errand, 200, json);
}

static void set_vacation(Correspondence *correspondence, const Request *request, AskId ask,
                         const Player *player)
{
    static const Text bad = {{"`days` is a whole number from 0 to 30", "days は0〜30の整数です"}};
    Tables *tables = correspondence->tables;
    cJSON *json = tables_body(tables, request, ask, "days");
    const cJSON *days = cJSON_GetObjectItemCaseSensitive(json, "days");
    if (!json)
        return;
    bool good = cJSON_IsNumber(days) && days->valuedouble >= 0 &&
                days->valuedouble <= VACATION_DAYS && days->valuedouble == days->valueint;
    Errand *errand = NULL;
    if (!good)
        tables_refuse(tables, ask, 422, "bad-days", &bad, request->lang);
    else if ((errand = errand_new(correspondence, request, ask, player)) != NULL) {
        errand->days = days->valueint;
        players_change(hall_players(tables->hall), player->id, edit, was_set, errand);
    }
    cJSON_Delete(json);
}

/* -- Paths ------------------------------------------------------------------------------------- */

typedef void Serves(Correspondence *, const Request *, AskId, const Player *);

static const struct MePath {
    const char *path;
    bool deletes;
    Serves *serves;
} me_paths[] = {
    {"/api/v1/me/vacation", false, set_vacation},
    {"/api/v1/me/feed", true, feed_change},
    {"/api/v1/me/push", true, push_change},
};
enum { ME_PATHS = sizeof me_paths / sizeof *me_paths };

static void ask_known(void *context, const Request *request, AskId ask, const Player *player)
{
    for (size_t i = 0; i < ME_PATHS; i++)
        if (strcmp(request->path, me_paths[i].path) == 0)
            me_paths[i].serves(context, request, ask, player);
}

static void ask_me(void *context, const Request *request, AskId ask)
{
    Correspondence *correspondence = context;
    size_t i = 0;
    while (i < ME_PATHS && strcmp(request->path, me_paths[i].path) != 0)
        i++;
    if (i == ME_PATHS)
        tables_refuse_path(correspondence->tables, request, ask);
    else if (request->method != HTTP_POST &&
             !(request->method == HTTP_DELETE && me_paths[i].deletes))
        tables_refuse_method(correspondence->tables, request, ask,
                             me_paths[i].deletes ? "POST, DELETE" : "POST");
    else if (tables_within(correspondence->tables, request, ask, LIMIT_JOINS))
        tables_with_player(correspondence->tables, request, ask,
                           request->method == HTTP_POST ? PLAYER_MADE : PLAYER_KNOWN, ask_known,
                           correspondence);
}

Correspondence *correspondence_open(Server *server, Tables *tables,
                                    const CorrespondenceSetup *setup, char *why)
{
    Correspondence *correspondence = calloc(1, sizeof *correspondence);
    KeptFeed *kept = calloc(FEEDS_KEPT, sizeof *kept);
    if (!correspondence || !kept) {
        free(correspondence);
        free(kept);
        refuse(why, "out of memory");
        return NULL;
    }
    *correspondence = (Correspondence){.server = server, .tables = tables, .kept = kept};
    if (!push_open(correspondence, setup, why)) {
        correspondence_close(correspondence);
        return NULL;
    }
    for (size_t i = 0; i < ME_PATHS; i++)
        tables_add(tables, (Beside){.prefix = me_paths[i].path,
                                    .ask = ask_me,
                                    .context = correspondence,
                                    .any_method = true});
    tables_add(tables, (Beside){.prefix = "/feed", .ask = feed_ask, .context = correspondence});
    tables_add(tables,
               (Beside){.prefix = "/api/v1/push", .ask = push_ask_key, .context = correspondence});
    if (correspondence->sender)
        tables_on_turn(tables, push_turn, correspondence);
    tables_on_revoked(tables, feed_revoked, correspondence);
    return correspondence;
}

bool correspondence_close(Correspondence *correspondence)
{
    enum { PATIENCE_MS = 1500 };
    tables_on_turn(correspondence->tables, NULL, NULL);
    tables_on_revoked(correspondence->tables, NULL, NULL);
    if (correspondence->sender && !push_sender_close(correspondence->sender, PATIENCE_MS))
        return false;
    feeds_free(correspondence);
    free(correspondence->kept);
    free(correspondence);
    return true;
}
