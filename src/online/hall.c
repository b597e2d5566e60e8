/* SPDX-License-Identifier: MIT */
/* The hall: what the host calls, and what time does. See hall.h; rooms are in room.c. */
#include "online/hall.h"

#include "online/room.h"

#include <stdlib.h>
#include <string.h>

static const Text bad_id = {{"there is no such table", "その卓はありません"}};
Hall *hall_open(const HallHost *host, Variants *variants, TableStore *store)
{
    Hall *hall = calloc(1, sizeof *hall);
    char *text = malloc(HALL_TEXT_MAX);
    if (!hall || !text) {
        free(hall);
        free(text);
        return NULL;
    }
    hall->host = *host;
    hall->variants = variants;
    hall->store = store;
    hall->text = text;
    hall->started = hall_now(hall);
    hall->next_wake = INT64_MAX;
    return hall;
}

void hall_close(Hall *hall)
{
    for (int b = 0; hall && b < HALL_BUCKETS; b++) {
        for (Room *room = hall->bucket[b], *next; room; room = next) {
            next = room->next;
            free(room->writing);
            room_free(room);
        }
    }
    if (hall)
        free(hall->text);
    free(hall);
}

HallFigures hall_figures(const Hall *hall)
{
    HallFigures figures = hall->figures;
    figures.running = 0;
    for (int b = 0; b < HALL_BUCKETS; b++)
        for (const Room *room = hall->bucket[b]; room; room = room->next)
            figures.running += room->has_table && room->table.state == TABLE_RUNNING;
    return figures;
}

int hall_made_by(const Hall *hall, uint64_t maker)
{
    int count = 0;
    for (int b = 0; b < HALL_BUCKETS; b++)
        for (const Room *room = hall->bucket[b]; room; room = room->next)
            count += room->maker == maker && room->has_table && room->table.state < TABLE_ENDED;
    return count;
}

void hall_hint(void *context, const char *id, int64_t seq)
{
    Hall *hall = context;
    for (int b = 0; !id && b < HALL_BUCKETS; b++) { /* hints were lost: any may have changed */
        for (Room *room = hall->bucket[b], *next; room; room = next) {
            next = room->next;
            if (room->phase == ROOM_READY) {
                room->phase = ROOM_STALE;
                room_run(room);
            } else if (room->phase == ROOM_LOADING) {
                room->hinted = room->event_count + 1; /* it may read what was before */
            }
        }
    }
    Room *room = id ? room_find(hall, id) : NULL;
    if (!room || seq <= room->event_count)
        return;
    if (seq > room->hinted)
        room->hinted = seq;
    room_run(room);
}

/* -- Requests --------------------------------------------------------------------------------- */

/* A job for a table by its id; refuses what is no id. */
static void add(Hall *hall, const char *id, Job *job, HallDone *done, void *context, Lang lang)
{
    if (!job) {
        done(context,
             &(HallAnswer){.status = 503, .why = "busy", .text = refuse_no_memory.in[lang]});
        return;
    }
    Room *room = id && id_is(id) ? room_get(hall, id) : NULL;
    if (room)
        room_add_job(room, job);
    else
        job_refuse(job, 404, "not-found", &bad_id);
}

void hall_show(Hall *hall, const char *id, const char *key, Lang lang, HallDone *done,
               void *context)
{
    const char *const texts[4] = {key, NULL, NULL, NULL};
    add(hall, id, room_job_new(JOB_SHOW, lang, done, context, texts), done, context, lang);
}

void hall_record(Hall *hall, const char *id, const char *key, Lang lang, HallDone *done,
                 void *context)
{
    const char *const texts[4] = {key, NULL, NULL, NULL};
    add(hall, id, room_job_new(JOB_RECORD, lang, done, context, texts), done, context, lang);
}

void hall_join(Hall *hall, const HallJoin *join, Lang lang, HallDone *done, void *context)
{
    const char *const texts[4] = {join->invite, NULL, NULL, join->name};
    add(hall, join->id, room_job_new(JOB_JOIN, lang, done, context, texts), done, context, lang);
}

void hall_do(Hall *hall, const HallAct *act, Lang lang, HallDone *done, void *context)
{
    const char *const texts[4] = {act->key, act->cmd, act->text, NULL};
    Job *job = room_job_new(JOB_DO, lang, done, context, texts);
    if (job) {
        job->on = act->on;
        job->rtt_ms = act->rtt_ms;
        job->peer = act->peer;
    }
    add(hall, act->id, job, done, context, lang);
}

void hall_watch(Hall *hall, const HallWatch *watch, Lang lang, HallDone *done, void *context)
{
    const char *const texts[4] = {watch->key, NULL, NULL, NULL};
    Job *job = room_job_new(JOB_WATCH, lang, done, context, texts);
    if (job) {
        job->since = watch->since;
        job->sink = watch->sink;
        job->peer = watch->peer;
    }
    add(hall, watch->id, job, done, context, lang);
}

/* Takes a sink off a room. */
static void unwatch(Room *room, SinkId sink)
{
    bool here[2] = {false, false};
    int by = BY_WATCHER;
    for (Watcher **at = &room->watchers; *at;) {
        Watcher *watcher = *at;
        if (watcher->sink == sink) {
            by = watcher->by;
            *at = watcher->next;
            free(watcher);
            room->hall->figures.watchers--;
            continue;
        }
        if (watcher->by <= BY_SEAT1)
            here[watcher->by] = true;
        at = &watcher->next;
    }
    if (by <= BY_SEAT1 && !here[by])
        room->left_at[by] = hall_now(room->hall);
    room->used = hall_now(room->hall);
}

void hall_unwatch(Hall *hall, SinkId sink, const char *id)
{
    Room *room = room_find(hall, id);
    if (!room)
        return;
    for (Job *job = room->jobs; job; job = job->next)
        if (job->kind == JOB_WATCH && job->sink == sink)
            job->sink = 0; /* it need not begin any more */
    unwatch(room, sink);
}

/* -- Making a table --------------------------------------------------------------------------- */

static bool read_setup(const HallMake *make, Lang lang, TableSetup *out, char *why)
{
    static const Text bad_takeback = {
        {"takeback is one of ask, free, no", "takeback は ask、free、no のどれかです"}};
    static const Text bad_seed = {{"the seed should be a number", "シードは数字です"}};
    static const Text too_long = {{"the position is too long", "局面の文が長すぎます"}};
    static const Text no_rated = {{"a rated game needs a clock", "レート戦には時計が必要です"}};
    static const Text no_odds = {{"a rated game has no handicap: equal clocks, the usual start",
                                  "レート戦にハンデはありません（同じ持ち時間、通常の開始局面）"}};
    *out = table_setup(make->game ? make->game : "");
    Str p = str_over(out->position, sizeof out->position);
    str_add(&p, make->position ? make->position : "");
    out->takeback = TAKEBACK_ASK;
    out->match = make->match;
    out->pick = make->pick;
    out->help = make->help;
    out->rated = make->rated;
    if (p.full)
        return refuse_text(why, lang, &too_long);
    if (!control_read(make->clock ? make->clock : "none", lang, &out->control, why))
        return false;
    if (make->takeback && !takeback_from_name(make->takeback, &out->takeback))
        return refuse_text(why, lang, &bad_takeback);
    if (make->seed && !str_is_number(make->seed, UINT64_MAX, &out->seed))
        return refuse_text(why, lang, &bad_seed);
    if (make->rated && out->control.kind == CONTROL_NONE)
        return refuse_text(why, lang, &no_rated);
    if (make->rated && (out->control.uneven || out->position[0]))
        return refuse_text(why, lang, &no_odds);
    return true;
}

/* 0, 1, or -1 if there is no such side. */
static int read_side(const char *side, char last)
{
    if (!side || strcmp(side, "random") == 0)
        return last & 1; /* of a random id */
    return strcmp(side, "p1") == 0 ? 0 : strcmp(side, "p2") == 0 ? 1 : -1;
}

static void refuse_make(HallDone *done, void *context, int status, const char *why,
                        const char *text)
{
    done(context, &(HallAnswer){.status = status, .why = why, .text = text});
}

void hall_make(Hall *hall, const HallMake *make, Lang lang, HallDone *done, void *context)
{
    static const Text bad_side = {
        {"side is one of p1, p2, random", "side は p1、p2、random のどれかです"}};
    static const Text bad_name = {{"a name has at most 63 bytes and no control characters",
                                   "名前は63バイトまで、制御文字は使えません"}};
    char why[WHY_MAX] = "", id[ID_CHARS + 1], key[KEY_CHARS + 1], invite[KEY_CHARS + 1];
    const char *name = make->name ? make->name : "";
    const char *const texts[4] = {NULL, NULL, NULL, NULL};
    TableSetup setup;
    Table table;
    if (!seat_name_is_good(name)) {
        refuse_make(done, context, 400, "bad-name", bad_name.in[lang]);
        return;
    }
    if (!read_setup(make, lang, &setup, why)) {
        refuse_make(done, context, 422, "bad-setup", why);
        return;
    }
    if (!id_make(id) || !key_make(key) || !key_make(invite)) {
        refuse_make(done, context, 503, "busy", refuse_no_memory.in[lang]);
        return;
    }
    int seat = read_side(make->side, key[0]);
    if (seat < 0) {
        refuse_make(done, context, 422, "bad-side", bad_side.in[lang]);
        return;
    }
    if (!table_open(&table, hall->variants, &setup, hall_now(hall), lang, why)) {
        refuse_make(done, context, 422, "bad-setup", why);
        return;
    }
    Room *room = room_new(hall, id);
    Job *job = room ? room_job_new(JOB_DO, lang, done, context, texts) : NULL;
    if (!job) {
        table_close(&table);
        if (room) {
            room_unlink(room);
            room_free(room);
        }
        refuse_make(done, context, 503, "busy", refuse_no_memory.in[lang]);
        return;
    }
    char text[SEAT_TEXT_MAX + 8];
    Str s = str_over(text, sizeof text);
    Caller caller = {.by = (uint8_t)seat, .now = hall_now(hall), .lang = lang};
    Reply reply;
    str_format(&s, "sit remote%s%s", *name ? " " : "", name);
    table_do(&table, &caller, text, &reply);
    room->table = table;
    room->has_table = true;
    room->made = hall_now(hall);
    room->maker = make->maker;
    room->lobby = make->lobby ? TSTORE_WAITING : TSTORE_PRIVATE;
    room->rated = make->rated;
    memcpy(room->key, key, sizeof key);
    memcpy(room->invite_key, invite, sizeof invite);
    key_hash(key, room->seat_key[seat]);
    key_hash(invite, room->invite);
    room_create(room, seat, job);
}

/* -- The lobby -------------------------------------------------------------------------------- */

typedef struct Listing {
    Hall *hall;
    Lang lang;
    HallDone *done;
    void *context;
} Listing;

/* Who waits there. A table that is not in memory yet is read, and has its name the next time. */
static const char *maker_name(Hall *hall, const TstoreRow *row)
{
    const Room *room = room_get(hall, row->id);
    if (!room || !room->has_table)
        return "";
    return room->table.seat[room->table.seat[0].kind ? 0 : 1].name;
}

static void add_open(Hall *hall, Json *json, const TstoreRow *row)
{
    TableSetup setup;
    char why[WHY_MAX], control[CONTROL_TEXT_MAX];
    const char *text = row->setup + strcspn(row->setup, " ");
    Str s = str_over(control, sizeof control);
    if (!setup_read(text + (*text == ' '), LANG_EN, &setup, why))
        return;
    control_write(&setup.control, &s);
    json_open(json, '{');
    json_add_text(json, "id", row->id);
    json_add_text(json, "game", setup.variant);
    json_add_text(json, "clock", control);
    json_add_text(json, "side", row->seat_key[0][0] ? "p2" : "p1"); /* that is free */
    json_add_text(json, "name", maker_name(hall, row));
    json_add_bool(json, "rated", row->rated != 0);
    json_add_number(json, "made", row->made);
    json_close(json, '}');
}

static void listed(void *context, const TstoreReply *reply)
{
    static const Text not_saved = {
        {"the store does not answer; try again", "保存先が応答しません。もう一度お試しください"}};
    Listing *listing = context;
    Str s = str_over(listing->hall->text, HALL_TEXT_MAX);
    Json json = json_over(&s);
    if (reply->status != TSTORE_OK && reply->status != TSTORE_MISSING) {
        refuse_make(listing->done, listing->context, 503, "not-saved", not_saved.in[listing->lang]);
        free(listing);
        return;
    }
    json_open(&json, '{');
    json_add_bool(&json, "ok", true);
    json_key(&json, "tables");
    json_open(&json, '[');
    for (int i = 0; i < reply->table_count; i++)
        add_open(listing->hall, &json, &reply->tables[i]);
    json_close(&json, ']');
    json_close(&json, '}');
    listing->done(listing->context,
                  &(HallAnswer){.status = 200, .json = s.text, .length = s.length});
    free(listing);
}

void hall_lobby(Hall *hall, Lang lang, HallDone *done, void *context)
{
    enum { MOST = 200 };
    Listing *listing = malloc(sizeof *listing);
    if (listing) {
        *listing = (Listing){hall, lang, done, context};
        if (tstore_lobby(hall->store, MOST, listed, listing))
            return;
    }
    free(listing);
    refuse_make(done, context, 503, "busy", refuse_no_memory.in[lang]);
}

/* -- Time ------------------------------------------------------------------------------------- */

/* What a move that is on its way might still be given. */
enum { FLAG_GRACE_MS = LAG_HOLDS_MS + 50 };

static void look_at_clock(Room *room, int64_t now)
{
    int64_t due = table_due(&room->table);
    if (due == INT64_MAX)
        return;
    int64_t at = due + FLAG_GRACE_MS + room->delay;
    int seat = table_turn_seat(&room->table);
    const Held *held = seat == 0 || seat == 1 ? &room->held[seat] : NULL;
    if (held && held->cmd[0] && held->at < due && at < held->last + ROOM_HELD_MS)
        at = held->last + ROOM_HELD_MS;
    if (at <= now)
        room_host_act(room, BY_HOST, "flag");
    else if (at < room->hall->next_wake)
        room->hall->next_wake = at;
}

static void look_at_seats(Room *room, int64_t now)
{
    for (int seat = 0; seat < 2 && room->phase == ROOM_READY; seat++) {
        bool live = room->table.state == TABLE_RUNNING &&
                    room->table.setup.control.kind != CONTROL_DAYS;
        if (!live || room->left_at[seat] < 0 || room->table.away[seat] >= 0 ||
            now - room->left_at[seat] < ROOM_AWAY_MS)
            continue;
        room->left_at[seat] = -1;
        room_host_act(room, BY_HOST, seat ? "away 1" : "away 0");
    }
}

/* An open table that nobody joined in time. */
static void look_at_expiry(Room *room, int64_t now)
{
    if (room->table.state == TABLE_OPEN && room_due(room) <= now)
        room_host_act(room, BY_HOST, "abort");
}

static bool is_idle(const Room *room, int64_t now)
{
    bool waits = room->has_table && room->lobby == TSTORE_WAITING &&
                 room->table.state == TABLE_OPEN;
    return !waits && !room->watchers && !room->jobs && room->phase != ROOM_LOADING &&
           room->phase != ROOM_WRITING && now - room->used > ROOM_KEEP_MS &&
           (room->missing || room->phase == ROOM_STALE || table_due(&room->table) > now + 120000);
}

static void look_at_rooms(Hall *hall, int64_t now)
{
    for (int b = 0; b < HALL_BUCKETS; b++) {
        for (Room *room = hall->bucket[b], *next; room; room = next) {
            next = room->next;
            if (room->phase == ROOM_READY && !room->missing)
                look_at_clock(room, now);
            if (room->phase == ROOM_READY && !room->missing)
                look_at_seats(room, now);
            if (room->phase == ROOM_READY && !room->missing)
                look_at_expiry(room, now);
            if (room->has_table && room->table.state == TABLE_RUNNING)
                hall->running_clocks |= clock_is_limited(&room->table.clock);
            if (room->phase == ROOM_STALE)
                room_run(room);
            if (is_idle(room, now)) {
                room_unlink(room);
                room_free(room);
            }
        }
    }
}

/* Tables that are due and not in memory are read; the next tick looks at them. */
static void found_due(void *context, const TstoreReply *reply)
{
    Hall *hall = context;
    for (int i = 0; reply->status == TSTORE_OK && i < reply->table_count; i++) {
        Room *room = room_get(hall, reply->tables[i].id);
        if (room && room->phase == ROOM_STALE)
            room_load(room);
    }
}

void hall_tick(Hall *hall)
{
    enum { DUE_EVERY_MS = 2000, DUE_MOST = 500 };
    int64_t now = hall_now(hall);
    hall->next_wake = now + 1000;
    hall->running_clocks = false;
    look_at_rooms(hall, now);
    if (now - hall->ticked >= 900) {
        hall->ticked = now;
        tstore_alive(hall->store, now, NULL, NULL);
    }
    if (now - hall->due_asked >= DUE_EVERY_MS) {
        hall->due_asked = now;
        tstore_due(hall->store, now + DUE_EVERY_MS, DUE_MOST, found_due, hall);
    }
    hall->host.wake_at(hall->host.context, hall->next_wake);
}
