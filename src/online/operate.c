/* SPDX-License-Identifier: MIT */
/* What an operator does to tables: sees those that are in memory, closes one, hides a name. */
#include "online/room.h"

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
