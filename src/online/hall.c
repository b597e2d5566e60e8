/* SPDX-License-Identifier: MIT */
/* The hall: what the host calls, and what time does. See hall.h; rooms are in room.c. */
#include "online/hall.h"

#include "online/lobby.h"

#include <stdlib.h>
#include <string.h>

static const Text bad_id = {{"there is no such table", "その卓はありません"}};

static int64_t players_time(void *context)
{
    return hall_now(context);
}

/* Names of somebody who is gone are read again as they are now: empty. */
static void player_gone(void *context, const char *id)
{
    Hall *hall = context;
    for (int b = 0; b < HALL_BUCKETS; b++) {
        for (Room *room = hall->bucket[b], *next; room; room = next) {
            next = room->next;
            if (strcmp(room->player[0], id) != 0 && strcmp(room->player[1], id) != 0)
                continue;
            room->hinted = INT64_MAX;
            room_run(room);
        }
    }
}

static void key_revoked(void *context, const char *id, const char *hash)
{
    const Hall *hall = context;
    if (hall->host.revoked)
        hall->host.revoked(hall->host.context, id, hash);
}

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
    hall->players = players_open(
        &(PlayersHost){
            .context = hall, .now = players_time, .gone = player_gone, .revoked = key_revoked},
        store);
    hall->lobby = lobby_open(hall);
    if (!hall->players || !hall->lobby) {
        hall_close(hall);
        return NULL;
    }
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
    if (!hall)
        return;
    while (hall->away) {
        AwayJob *away = hall->away;
        hall->away = away->next;
        free(away->job);
        free(away);
    }
    players_close(hall->players);
    lobby_close(hall->lobby);
    free(hall->text);
    free(hall);
}

Players *hall_players(Hall *hall)
{
    return hall->players;
}

HallFigures hall_figures(const Hall *hall)
{
    HallFigures figures = hall->figures;
    for (int b = 0; b < HALL_BUCKETS; b++)
        for (const Room *room = hall->bucket[b]; room; room = room->next) {
            figures.damaged += room->damaged;
            if (room->has_table)
                figures.state[room->table.state]++;
        }
    figures.running = figures.state[TABLE_RUNNING];
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
            } else if (room->phase == ROOM_LOADING || room->phase == ROOM_ASKING) {
                room->hinted = room->event_count + 1; /* it may read what was before */
            }
        }
    }
    Room *room = id ? room_find(hall, id) : NULL;
    if (!id || (room ? room->lobby == TSTORE_WAITING : seq <= 1))
        lobby_changed(hall->lobby); /* made, taken or given up elsewhere */
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
    bool good = id && id_is(id);
    Room *room = good ? room_get(hall, id) : NULL;
    if (room)
        room_add_job(room, job);
    else if (good) /* it may well be there */
        job_refuse(job, 503, "busy", &refuse_no_memory);
    else
        job_refuse(job, 404, "not-found", &bad_id);
}

bool hall_has(const Hall *hall, const char *id)
{
    return room_find((Hall *)(uintptr_t)hall, id) != NULL;
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
    const Player *player = join->player ? players_known(hall->players, join->player) : NULL;
    const char *name = player && (!join->name || player_is_nameless(player)) ? player->name
                                                                             : join->name;
    if (name && name != join->name && !seat_name_shows(name))
        name = ""; /* of a time when such names were taken */
    const char *const texts[4] = {join->invite, NULL, NULL, name};
    Job *job = room_job_new(JOB_JOIN, lang, done, context, texts);
    if (job && player)
        memcpy(job->player, player->id, sizeof job->player);
    add(hall, join->id, job, done, context, lang);
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
    for (Job *job = room ? room->jobs : NULL; job; job = job->next)
        if (job->kind == JOB_WATCH && job->sink == sink)
            job->sink = 0; /* it need not begin any more */
    for (AwayJob *away = hall->away; away; away = away->next)
        if (strcmp(away->id, id) == 0 && away->job->kind == JOB_WATCH && away->job->sink == sink)
            away->job->sink = 0;
    if (room)
        unwatch(room, sink);
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
    if (at <= now && room_asks_vacation(room, NULL))
        return; /* the next tick knows */
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
        room_give_up(room, NULL, NULL);
}

static bool is_idle(const Room *room, int64_t now)
{
    bool waits = room->has_table && room->lobby == TSTORE_WAITING &&
                 room->table.state == TABLE_OPEN;
    return !waits && !room->watchers && !room->jobs && room->phase != ROOM_LOADING &&
           room->phase != ROOM_WRITING && room->phase != ROOM_ASKING &&
           now - room->used > ROOM_KEEP_MS &&
           (room->missing || room->phase == ROOM_STALE || table_due(&room->table) > now + 120000);
}

void hall_let_go(Hall *hall, const char *id)
{
    Room *room = room_find(hall, id);
    if (!room || room->damaged) /* stays in the figures */
        return;
    room->used = 0;
    if (is_idle(room, hall_now(hall))) {
        room_unlink(room);
        room_free(room);
    }
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
            if (is_idle(room, now) && room->damaged) {
                room->used = now; /* stays in the figures until it can be read */
                room_load(room);
            } else if (is_idle(room, now)) {
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
    players_tick(hall->players);
    lobby_tick(hall->lobby, now);
    if (now - hall->due_asked >= DUE_EVERY_MS) {
        hall->due_asked = now;
        tstore_due(hall->store, now + DUE_EVERY_MS, DUE_MOST, found_due, hall);
    }
    hall->host.wake_at(hall->host.context, hall->next_wake);
}
