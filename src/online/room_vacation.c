/* SPDX-License-Identifier: MIT */
/* A room follows the vacations of who sits there: what their documents say becomes acts in its log,
 * so that the table alone knows how its clock runs. It is looked at when a table is read, after
 * every act, when somebody asks for a vacation, and once more before a flag falls. See vacation.h.
 */
#include "core/refuse.h"
#include "online/room.h"
#include "online/vacation.h"

#include <stdlib.h>
#include <string.h>

static bool has_vacations(const Room *room)
{
    return room->has_table && !room->missing && room->table.state == TABLE_RUNNING &&
           room->table.setup.control.kind == CONTROL_DAYS;
}

/* What this seat's table has to be told, if there is something. */
static bool find_news(const Room *room, int seat, const cJSON *body, ClockHold *out)
{
    const Table *table = &room->table;
    int64_t now = hall_now(room->hall);
    bool turn = table->clock.since >= 0 && table_turn_seat(table) == seat;
    Vacations vacations;
    vacations_read(body, &vacations);
    return vacations_next(&vacations, table->vacation[seat], turn ? table->clock.since : now, now,
                          out);
}

void room_follow_vacations(Room *room)
{
    for (int seat = 0; seat < 2 && has_vacations(room) && room->phase == ROOM_READY; seat++) {
        const Player *player = room->player[seat][0]
                                   ? players_known(room->hall->players, room->player[seat])
                                   : NULL;
        char text[80];
        ClockHold hold;
        Str s = str_over(text, sizeof text);
        if (!player || !find_news(room, seat, player->body, &hold))
            continue;
        str_format(&s, "vacation %d %lld %lld", seat, (long long)hold.from, (long long)hold.until);
        room_host_act(room, BY_HOST, text); /* it comes here again when that is written */
    }
}

/* -- Asking the store ---------------------------------------------------------------------------
 */

typedef struct Asking {
    Hall *hall;
    char id[ID_CHARS + 1];
    int64_t due;
} Asking;

static Asking *asking_new(const Room *room)
{
    Asking *asking = malloc(sizeof *asking);
    if (asking) {
        *asking = (Asking){.hall = room->hall, .due = table_due(&room->table)};
        memcpy(asking->id, room->id, sizeof asking->id);
    }
    return asking;
}

static void asked(void *context, PlayersStatus status, const Player *player)
{
    Asking *asking = context;
    Room *room = room_find(asking->hall, asking->id);
    int64_t due = asking->due;
    (void)player;
    free(asking);
    if (!room || room->phase != ROOM_ASKING)
        return;
    room->phase = ROOM_READY;
    if (status == PLAYERS_BUSY) {
        room->phase = ROOM_STALE; /* nothing is decided without the store */
        room_refuse_busy(room);
        return;
    }
    room->vacation_asked = due;
    room_follow_vacations(room);
    room_run(room);
}

bool room_asks_vacation(Room *room, Job *job)
{
    int seat = table_turn_seat(&room->table);
    if (!has_vacations(room) || !room->player[seat][0] ||
        room->vacation_asked == table_due(&room->table))
        return false;
    Asking *asking = asking_new(room);
    if (job && asking)
        room_push_job(room, job);
    else if (job)
        job_refuse(job, 503, "busy", &refuse_no_memory);
    if (!asking)
        return true; /* no memory: the flag does not fall yet */
    room->phase = ROOM_ASKING;
    players_by_id(room->hall->players, room->player[seat], asked, asking);
    return true;
}

static void loaded(void *context)
{
    Asking *asking = context;
    Room *room = room_find(asking->hall, asking->id);
    free(asking);
    if (room)
        room_follow_vacations(room);
}

void room_learn_vacations(Room *room)
{
    const char *const ids[2] = {room->player[0], room->player[1]};
    Asking *asking = has_vacations(room) && (*ids[0] || *ids[1]) ? asking_new(room) : NULL;
    if (asking)
        players_load(room->hall->players, ids, 2, loaded, asking);
}

/* -- Everybody's tables --------------------------------------------------------------------------
 */

static void found_tables(void *context, const TstoreReply *reply)
{
    Hall *hall = context;
    for (int i = 0; reply->status == TSTORE_OK && i < reply->table_count; i++) {
        Room *room = strcmp(reply->tables[i].state, "running") == 0
                         ? room_get(hall, reply->tables[i].id)
                         : NULL;
        if (room)
            room_follow_vacations(room); /* one that is being read does it when that is done */
    }
}

void hall_follow_vacation(Hall *hall, const char *player)
{
    enum { MOST = 1000 };
    tstore_seated(hall->store, player, false, MOST, found_tables, hall);
}
