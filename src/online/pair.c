/* SPDX-License-Identifier: MIT */
/* Tables that the server makes for two players, and what else tournaments and ratings ask of the
 * hall. See hall.h. */
#include "online/room.h"

#include <string.h>

static void refuse_pair(HallDone *done, void *context, int status, const char *why,
                        const char *text)
{
    done(context, &(HallAnswer){.status = status, .why = why, .text = text});
}

static bool read_setup(const HallPair *pair, Lang lang, TableSetup *out, char *why)
{
    *out = table_setup(pair->game);
    out->takeback = TAKEBACK_NO;
    out->match = pair->match;
    out->rated = pair->rated;
    return control_read(pair->clock, lang, &out->control, why);
}

static void copy(char *to, size_t size, const char *from)
{
    Str s = str_over(to, size);
    str_add(&s, from);
}

/* Both sit down, as if they had come one after the other. */
static bool seat_both(Table *table, const HallPair *pair, int64_t now, Lang lang)
{
    bool good = true;
    for (int seat = 0; seat < 2; seat++) {
        char text[SEAT_TEXT_MAX + 8];
        Str s = str_over(text, sizeof text);
        Caller caller = {.by = (uint8_t)seat, .now = now, .lang = lang};
        Reply reply;
        const char *name = seat_name_is_good(pair->name[seat]) ? pair->name[seat] : "";
        str_format(&s, "sit remote%s%s", *name ? " " : "", name);
        good = good && table_do(table, &caller, text, &reply);
    }
    return good;
}

void hall_pair(Hall *hall, const HallPair *pair, Lang lang, HallDone *done, void *context)
{
    static const Text taken = {{"this table is there already", "この卓はすでにあります"}};
    const char *const texts[4] = {NULL, NULL, NULL, NULL};
    char why[WHY_MAX] = "";
    int64_t now = hall_now(hall);
    TableSetup setup;
    Table table;
    Room *old = room_find(hall, pair->id);
    if (old && !old->missing) {
        refuse_pair(done, context, 409, "taken", taken.in[lang]);
        return;
    }
    if (!read_setup(pair, lang, &setup, why) ||
        !table_open(&table, hall->variants, &setup, now, lang, why)) {
        refuse_pair(done, context, 422, "bad-setup", why);
        return;
    }
    Job *job = seat_both(&table, pair, now, lang) ? room_job_new(JOB_DO, lang, done, context, texts)
                                                  : NULL;
    if (job && old) {
        room_unlink(old);
        room_free(old);
    }
    Room *room = job ? room_new(hall, pair->id) : NULL;
    if (!room) {
        table_close(&table);
        if (job)
            job_refuse(job, 503, "busy", &refuse_no_memory);
        else
            refuse_pair(done, context, 503, "busy", refuse_no_memory.in[lang]);
        return;
    }
    room->table = table;
    room->has_table = true;
    room->made = now;
    room->lobby = TSTORE_PUBLIC;
    room->rated = pair->rated;
    for (int seat = 0; seat < 2; seat++)
        copy(room->player[seat], sizeof room->player[seat], pair->player[seat]);
    copy(room->tournament, sizeof room->tournament, pair->tournament);
    room_create(room, 0, job);
}

void hall_forfeit(Hall *hall, const char *id, int64_t plies)
{
    char text[32];
    Str s = str_over(text, sizeof text);
    Room *room = room_get(hall, id);
    if (!room || room->phase != ROOM_READY || room->missing)
        return; /* asked for again */
    const Table *table = &room->table;
    if (table->state != TABLE_RUNNING || table->round_count != 1 ||
        table_tree(table)->node[table->head].ply != plies)
        return;
    str_format(&s, "forfeit %d", table_turn_seat(table));
    room_host_act(room, BY_HOST, text);
}

void room_saw_peer(Room *room, int seat, uint64_t peer)
{
    if (!peer || !room->rated)
        return;
    room->peer[seat] = peer;
    if (room->flagged || room->peer[0] != room->peer[1])
        return;
    const TstoreDoc doc = {.kind = "flag",
                           .id = room->id,
                           .owner = "",
                           .at = hall_now(room->hall),
                           .body = "{\"network\":true}",
                           .after = TSTORE_ANY};
    room->flagged = tstore_docs_write(room->hall->store, &doc, 1, NULL, NULL);
}
