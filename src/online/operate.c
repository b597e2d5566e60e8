/* SPDX-License-Identifier: MIT */
/* What an operator does to tables: sees those that are in memory, closes one, hides a name. */
#include "online/players.h"
#include "online/room.h"

#include <stdlib.h>
#include <string.h>

void hall_list(const Hall *hall, HallListed *each, void *context)
{
    for (int b = 0; b < HALL_BUCKETS; b++)
        for (const Room *room = hall->bucket[b]; room; room = room->next) {
            if (!room->has_table || room->missing)
                continue;
            HallTable table = {.id = room->id,
                               .game = room->table.game->id,
                               .state = table_state_name(room->table.state),
                               .name = {room->table.seat[0].name, room->table.seat[1].name},
                               .seq = room->event_count,
                               .made = room->made,
                               .used = room->used};
            for (const Watcher *w = room->watchers; w; w = w->next)
                table.watchers++;
            if (!each(context, &table))
                return;
        }
}

static void host_act(Hall *hall, const char *id, const char *text, HallDone *done, void *context)
{
    static const Text none = {{"there is no such table", "その卓はありません"}};
    const char *const texts[4] = {NULL, NULL, text, NULL};
    Room *room = id_is(id) ? room_get(hall, id) : NULL;
    Job *job = room ? room_job_new(JOB_HOST, LANG_EN, done, context, texts) : NULL;
    if (!job) {
        done(context, &(HallAnswer){.status = 404, .why = "not-found", .text = none.in[LANG_EN]});
        return;
    }
    job->by = BY_HOST;
    room_add_job(room, job);
}

void hall_close_table(Hall *hall, const char *id, HallDone *done, void *context)
{
    host_act(hall, id, "abort", done, context);
}

void hall_hide_name(Hall *hall, const char *id, int seat, HallDone *done, void *context)
{
    host_act(hall, id, seat ? "hide 1" : "hide 0", done, context);
}

/* -- Players ---------------------------------------------------------------------------------- */

typedef struct Hiding {
    Hall *hall;
    HallDone *done;
    void *context;
    char player[ID_CHARS + 1];
} Hiding;

static bool take_name(void *context, cJSON *body)
{
    (void)context;
    cJSON_DeleteItemFromObjectCaseSensitive(body, "name");
    cJSON_DeleteItemFromObjectCaseSensitive(body, "nameless");
    return cJSON_AddStringToObject(body, "name", "") && cJSON_AddTrueToObject(body, "nameless");
}

static void ignore(void *context, const HallAnswer *answer)
{
    (void)context;
    (void)answer;
}

/* Acts may bring rooms in and out: first which, then the acts. */
static void hide_at_tables(Hall *hall, const char *player)
{
    enum { MOST = 500 };
    static const char none[] = "";
    char(*ids)[ID_CHARS + 1] = malloc(MOST * sizeof *ids);
    int count = 0, seat[MOST];
    for (int b = 0; ids && b < HALL_BUCKETS; b++)
        for (const Room *room = hall->bucket[b]; room; room = room->next)
            for (int s = 0; s < 2 && count < MOST; s++)
                if (room->has_table && strcmp(room->player[s], player) == 0 &&
                    strcmp(room->table.seat[s].name, none) != 0) {
                    memcpy(ids[count], room->id, sizeof *ids);
                    seat[count++] = s;
                }
    for (int i = 0; i < count; i++)
        hall_hide_name(hall, ids[i], seat[i], ignore, NULL);
    free(ids);
}

static void hidden(void *context, PlayersStatus status, const Player *player)
{
    Hiding *hiding = context;
    HallAnswer answer = {.status = 200, .json = "{\"ok\":true}", .length = 11};
    if (status == PLAYERS_OK)
        hide_at_tables(hiding->hall, player->id);
    else if (status == PLAYERS_NONE)
        answer = (HallAnswer){.status = 404, .why = "not-found", .text = "no player has this id"};
    else
        answer = (HallAnswer){.status = 503, .why = "busy", .text = "the store is busy; try again"};
    hiding->done(hiding->context, &answer);
    free(hiding);
}

void hall_hide_player(Hall *hall, const char *player, HallDone *done, void *context)
{
    Hiding *hiding = id_is(player) ? malloc(sizeof *hiding) : NULL;
    if (!hiding) {
        done(context,
             &(HallAnswer){.status = 404, .why = "not-found", .text = "no player has this id"});
        return;
    }
    *hiding = (Hiding){.hall = hall, .done = done, .context = context};
    memcpy(hiding->player, player, sizeof hiding->player);
    players_change(hall->players, hiding->player, take_name, hidden, hiding);
}
