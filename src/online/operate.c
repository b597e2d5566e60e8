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

int hall_sinks_of(const Hall *hall, const char *player, SinkId *out, int most)
{
    int count = 0;
    for (int b = 0; b < HALL_BUCKETS; b++)
        for (const Room *room = hall->bucket[b]; room; room = room->next)
            for (const Watcher *w = room->watchers; w && count < most; w = w->next)
                if (w->by <= BY_SEAT1 && strcmp(room->player[w->by], player) == 0)
                    out[count++] = w->sink;
    return count;
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

enum {
    TABLES_MOST = 500
}; /* at which a name is hidden: those that are on, and those that are over */

/* -- Players ---------------------------------------------------------------------------------- */

typedef struct Hiding {
    Hall *hall;
    HallDone *done;
    void *context;
    char player[ID_CHARS + 1];
    bool next; /* tables that are over */
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

static void end_hiding(Hiding *hiding, const HallAnswer *answer)
{
    hiding->done(hiding->context, answer);
    free(hiding);
}

/* The name goes from the tables where they sit, then from those that are over. */
static void found_tables(void *context, const TstoreReply *reply)
{
    Hiding *hiding = context;
    Hall *hall = hiding->hall;
    for (int i = 0; i < reply->table_count; i++)
        for (int seat = 0; seat < 2; seat++)
            if (strcmp(reply->tables[i].seat[seat], hiding->player) == 0)
                hall_hide_name(hall, reply->tables[i].id, seat, ignore, NULL);
    bool good = reply->status == TSTORE_OK || reply->status == TSTORE_MISSING, next = hiding->next;
    hiding->next = true;
    if (good && !next &&
        tstore_seated(hall->store, hiding->player, true, TABLES_MOST, found_tables, hiding))
        return;
    end_hiding(
        hiding,
        good && next
            ? &(HallAnswer){.status = 200, .json = "{\"ok\":true}", .length = 11}
            : &(HallAnswer){.status = 503, .why = "busy", .text = "the store is busy; try again"});
}

static void hidden(void *context, PlayersStatus status, const Player *player)
{
    Hiding *hiding = context;
    (void)player;
    if (status == PLAYERS_NONE)
        end_hiding(hiding, &(HallAnswer){
                               .status = 404, .why = "not-found", .text = "no player has this id"});
    else if (status != PLAYERS_OK || !tstore_seated(hiding->hall->store, hiding->player, false,
                                                    TABLES_MOST, found_tables, hiding))
        end_hiding(
            hiding,
            &(HallAnswer){.status = 503, .why = "busy", .text = "the store is busy; try again"});
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
