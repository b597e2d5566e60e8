/* SPDX-License-Identifier: MIT */
/* Rooms: tables in memory, read from the store when somebody asks for them, and what waits for
 * them. See room.h. */
#include "online/lobby.h"

#include "play/record.h"

#include <stdlib.h>
#include <string.h>

static const Text not_found = {{"there is no such table", "その卓はありません"}};
static const Text not_saved = {
    {"it could not be saved; nothing has changed, try again",
     "保存できませんでした。何も変わっていません。もう一度お試しください"}};
static const Text busy = {{"too much waits for this table; try again",
                           "この卓への要求が多すぎます。もう一度お試しください"}};
static const Text damaged = {
    {"the log of this table cannot be read", "この卓の記録を読み込めません"}};

int64_t hall_now(const Hall *hall)
{
    return hall->host.now(hall->host.context);
}

/* -- Jobs ------------------------------------------------------------------------------------- */

Job *room_job_new(JobKind kind, Lang lang, HallDone *done, void *context,
                  const char *const texts[4])
{
    size_t size = 0;
    for (int i = 0; i < 4; i++)
        size += (texts[i] ? strlen(texts[i]) : 0) + 1;
    Job *job = calloc(1, sizeof *job + size);
    if (!job)
        return NULL;
    *job = (Job){.kind = kind, .lang = lang, .done = done, .context = context, .on = -1};
    const char **field[4] = {&job->key, &job->cmd, &job->text, &job->name};
    char *at = (char *)(job + 1);
    for (int i = 0; i < 4; i++) {
        size_t length = texts[i] ? strlen(texts[i]) : 0;
        memcpy(at, texts[i] ? texts[i] : "", length);
        *field[i] = at;
        at += length + 1;
    }
    return job;
}

static void finish(Job *job, const HallAnswer *answer)
{
    if (job->done)
        job->done(job->context, answer);
    free(job);
}

void job_refuse(Job *job, int status, const char *why, const Text *text)
{
    finish(job, &(HallAnswer){.status = status, .why = why, .text = text->in[job->lang]});
}

void answer_json(Job *job, int status, const Str *text, int64_t seq)
{
    finish(job,
           &(HallAnswer){.status = status, .json = text->text, .length = text->length, .seq = seq});
}

void room_add_job(Room *room, Job *job)
{
    if (!job)
        return;
    if (room->job_count >= ROOM_JOBS_MAX && job->kind != JOB_HOST) {
        job_refuse(job, 503, "busy", &busy);
        return;
    }
    *room->jobs_end = job;
    room->jobs_end = &job->next;
    room->job_count++;
    job->at = room->used = hall_now(room->hall);
    room_run(room);
}

void room_push_job(Room *room, Job *job)
{
    job->next = room->jobs;
    if (!room->jobs)
        room->jobs_end = &job->next;
    room->jobs = job;
    room->job_count++;
}

bool room_check_first(Room *room, Job *job)
{
    if (job->checked || job->kind == JOB_HOST || hall_now(room->hall) - room->fresh < ROOM_FRESH_MS)
        return false;
    job->checked = true;
    room_push_job(room, job);
    room->phase = ROOM_STALE;
    return true;
}

static Job *take_job(Room *room)
{
    Job *job = room->jobs;
    room->jobs = job->next;
    if (!room->jobs)
        room->jobs_end = &room->jobs;
    room->job_count--;
    job->next = NULL;
    return job;
}

static void refuse_all(Room *room, int status, const char *why, const Text *text)
{
    while (room->jobs)
        job_refuse(take_job(room), status, why, text);
}

void room_refuse_busy(Room *room)
{
    refuse_all(room, 503, "not-saved", &not_saved);
}

/* -- Rooms ------------------------------------------------------------------------------------ */

static Room **bucket_of(Hall *hall, const char *id)
{
    uint32_t hash = 2166136261u;
    for (const char *p = id; *p; p++)
        hash = (hash ^ (unsigned char)*p) * 16777619u;
    return &hall->bucket[hash % HALL_BUCKETS];
}

Room *room_find(Hall *hall, const char *id)
{
    for (Room *room = *bucket_of(hall, id); room; room = room->next)
        if (strcmp(room->id, id) == 0)
            return room;
    return NULL;
}

Room *room_new(Hall *hall, const char *id)
{
    Room *room = calloc(1, sizeof *room);
    if (!room)
        return NULL;
    Room **bucket = bucket_of(hall, id);
    room->hall = hall;
    memcpy(room->id, id, sizeof room->id);
    room->jobs_end = &room->jobs;
    room->lag[0] = room->lag[1] = lag_begin();
    room->left_at[0] = room->left_at[1] = -1;
    room->used = hall_now(hall);
    room->next = *bucket;
    *bucket = room;
    hall->figures.rooms++;
    return room;
}

Room *room_get(Hall *hall, const char *id)
{
    Room *room = room_find(hall, id);
    if (room)
        return room;
    room = room_new(hall, id);
    if (room)
        room_load(room);
    return room;
}

static void free_events(Room *room)
{
    for (int i = 0; i < room->event_count; i++)
        free(room->event[i]);
    room->event_count = 0;
}

void room_unlink(Room *room)
{
    Room **at = bucket_of(room->hall, room->id);
    while (*at && *at != room)
        at = &(*at)->next;
    if (*at)
        *at = room->next;
    room->hall->figures.rooms--;
}

void room_free(Room *room)
{
    refuse_all(room, 503, "busy", &busy);
    for (Watcher *w = room->watchers, *next; w; w = next) {
        next = w->next;
        free(w);
    }
    free_events(room);
    free(room->event);
    room_forget_before(room);
    if (room->has_table)
        table_close(&room->table);
    free(room);
}

int64_t room_due(const Room *room)
{
    const Table *table = &room->table;
    if (table->state == TABLE_OPEN) {
        bool live = table->setup.control.kind == CONTROL_INCREMENT ||
                    table->setup.control.kind == CONTROL_DELAY;
        return room->made + (live ? OPEN_LIVE_MS : OPEN_DAYS_MS);
    }
    int64_t due = table_due(table);
    return due == INT64_MAX ? 0 : due;
}

bool room_has_ended(const Room *room)
{
    const Table *table = &room->table;
    if (table->state != TABLE_ENDED || !table->in_series)
        return table_is_over(table);
    Series standing = table_standing(table);
    return series_is_over(&standing);
}

int room_winner(const Room *room)
{
    const Table *table = &room->table;
    Winner winner = table_ending(table)->winner;
    if (table->state != TABLE_ENDED || winner == WINNER_NONE)
        return -1;
    if (table->in_series) {
        Series standing = table_standing(table);
        int lead = standing.half[0] - standing.half[1];
        return lead > 0 ? 0 : lead < 0 ? 1 : 2;
    }
    return winner == WINNER_DRAW ? 2 : table_seat_of(table, winner == WINNER_P1 ? 0 : 1);
}

/* -- Events ----------------------------------------------------------------------------------- */

static bool grow_events(Room *room)
{
    if (room->event_count < room->event_capacity)
        return true;
    int capacity = room->event_capacity ? 2 * room->event_capacity : 32;
    RoomEvent **more = realloc(room->event, (size_t)capacity * sizeof *more);
    if (!more)
        return false;
    room->event = more;
    room->event_capacity = capacity;
    return true;
}

bool room_add_event(Room *room, int64_t at, int seat, const char *kind, const char *cmd,
                    const char *body)
{
    const char *const texts[3] = {kind, cmd, body};
    size_t size = sizeof(RoomEvent);
    for (int i = 0; i < 3; i++)
        size += strlen(texts[i]) + 1;
    RoomEvent *event = grow_events(room) ? malloc(size) : NULL;
    if (!event)
        return false;
    const Table *table = &room->table;
    uint32_t ply = table_tree(table)->node[table->head].ply;
    bool limited = clock_is_limited(&table->clock);
    bool moves = strcmp(kind, "move") == 0;
    const RoomEvent *last = room->event_count ? room->event[room->event_count - 1] : NULL;
    *event = (RoomEvent){.at = at,
                         .seat = (int8_t)seat,
                         .ply = ply,
                         .state = (uint8_t)table->state,
                         .moved = moves || (last && last->ply != ply) || strcmp(kind, "next") == 0};
    for (int s = 0; s < 2; s++)
        event->left[s] = limited ? clock_left(&table->clock, table_side_of(table, s), at) : -1;
    const char **field[3] = {&event->kind, &event->cmd, &event->body};
    char *place = (char *)(event + 1);
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(texts[i]) + 1;
        memcpy(place, texts[i], length);
        *field[i] = place;
        place += length;
    }
    room->event[room->event_count++] = event;
    return true;
}

/* -- Loading ---------------------------------------------------------------------------------- */

static void copy(char *to, size_t size, const char *from)
{
    Str s = str_over(to, size);
    str_add(&s, from ? from : "");
}

void room_set_columns(Room *room, const TstoreRow *row)
{
    room->made = row->made;
    room->lobby = (uint8_t)row->lobby;
    room->rated = row->rated != 0;
    for (int seat = 0; seat < 2; seat++)
        copy(room->seat_key[seat], sizeof room->seat_key[seat], row->seat_key[seat]);
    for (int seat = 0; seat < 2; seat++)
        copy(room->player[seat], sizeof room->player[seat], row->seat[seat]);
    room->low = row->low;
    room->ended = row->ended;
    room->high = row->high;
    copy(room->tournament, sizeof room->tournament, row->tournament);
    copy(room->invite, sizeof room->invite, row->invite);
    copy(room->next_id, sizeof room->next_id, row->next);
}

/* One event of the log, done again. Its body is "CREDIT ARGUMENTS". */
static bool redo_event(Table *table, int64_t at, int64_t seat, const char *kind, const char *body)
{
    char line[ACT_MAX + 64];
    Str s = str_over(line, sizeof line);
    Caller caller = {.now = at};
    const char *rest = body;
    uint64_t credit;
    Reply reply;
    if (!str_read_number(&rest, UINT64_C(1) << 53, &credit) || (*rest && *rest != ' '))
        return false;
    caller.by = seat == 0 || seat == 1 ? (uint8_t)seat : BY_HOST;
    caller.credit = (int64_t)credit;
    str_format(&s, "%s%s", kind, rest);
    return !s.full && table_do(table, &caller, line, &reply);
}

static bool replay_event(Room *room, const TstoreEvent *event)
{
    return redo_event(&room->table, event->at, event->seat, event->kind, event->body) &&
           room_add_event(room, event->at, (int)event->seat, event->kind, event->cmd, event->body);
}

/* The table anew from its row and its log. */
static bool rebuild(Room *room, const TstoreReply *reply)
{
    const TstoreRow *row = &reply->tables[0];
    const char *text = row->setup;
    char why[WHY_MAX];
    uint64_t opened;
    TableSetup setup;
    Table table;
    if (!str_read_number(&text, UINT64_C(1) << 53, &opened) || *text++ != ' ' ||
        !setup_read(text, LANG_EN, &setup, why) ||
        !table_open(&table, room->hall->variants, &setup, (int64_t)opened, LANG_EN, why))
        return false;
    if (room->has_table)
        table_close(&room->table);
    room->table = table;
    room->has_table = true;
    room_set_columns(room, row);
    room->delay = 0;
    free_events(room);
    for (int i = 0; i < reply->event_count; i++)
        if (!replay_event(room, &reply->events[i]))
            return false;
    return true;
}

/* What somebody's time did while no server was there is charged to nobody, as an act in the log.
 * Every event is a sign of life, and this act comes first after a gap: so what was before the last
 * event has been given back, also where two processes start after the same gap. */
static void charge_nobody(Room *room)
{
    Hall *hall = room->hall;
    const Clock *clock = &room->table.clock;
    if (room->table.state != TABLE_RUNNING || !clock_is_limited(clock) || clock->since < 0 ||
        room->table.now >= hall->started)
        return;
    int64_t from = clock->since > room->table.now ? clock->since : room->table.now;
    int64_t gap = tstore_gaps_between(hall->store, from, hall->started);
    if (gap <= 0)
        return;
    char text[48];
    Str s = str_over(text, sizeof text);
    str_format(&s, "shift %lld", (long long)gap);
    room_host_act(room, BY_HOST, text);
}

typedef struct Loading {
    Hall *hall;
    char id[ID_CHARS + 1];
} Loading;

static void loaded(void *context, const TstoreReply *reply)
{
    Loading *loading = context;
    Room *room = room_find(loading->hall, loading->id);
    free(loading);
    if (!room || room->phase != ROOM_LOADING)
        return;
    room->phase = ROOM_READY;
    room->missing = reply->status == TSTORE_MISSING;
    if (room->missing) {
        room->damaged = false;
        room->fresh = hall_now(room->hall);
    } else if (reply->status != TSTORE_OK) {
        room->phase = ROOM_STALE;
        refuse_all(room, 503, "not-saved", &not_saved);
        return;
    } else {
        int known = room->event_count;
        room->fresh = hall_now(room->hall);
        room->damaged = !rebuild(room, reply);
        if (room->damaged) {
            room->phase = ROOM_STALE;
            refuse_all(room, 503, "damaged", &damaged);
            return;
        }
        if (known && room->event_count > known)
            tell_all(room, known);
        if (room->lobby == TSTORE_WAITING)
            lobby_changed(room->hall->lobby);
        charge_nobody(room);
        room_learn_vacations(room);
        if (room->phase == ROOM_READY)
            room_play_planned(room); /* whoever wrote the last move may have died before it */
    }
    room_run(room);
}

void room_load(Room *room)
{
    Loading *loading = malloc(sizeof *loading);
    room->phase = ROOM_LOADING;
    room->hinted = 0; /* what comes from now on may be newer than what is read */
    if (loading) {
        loading->hall = room->hall;
        memcpy(loading->id, room->id, sizeof loading->id);
        if (tstore_load(room->hall->store, room->id, 0, loaded, loading))
            return;
    }
    free(loading);
    room->phase = ROOM_STALE;
    refuse_all(room, 503, "busy", &busy);
}

/* -- Doing what waits ------------------------------------------------------------------------- */

static void show(Room *room, Job *job)
{
    static const Text wrong_key = {
        {"this key opens no seat at this table", "この鍵ではこの卓の席に着けません"}};
    int by;
    Str s = str_over(room->hall->text, HALL_TEXT_MAX);
    if (!room_find_seat(room, job, &by) || !room_has_players(room, job))
        return;
    if (by < 0) {
        if (!room_check_first(room, job))
            job_refuse(job, 403, "wrong-key", &wrong_key);
        return;
    }
    tell_table(room, (uint8_t)by, job->lang, false, &s);
    answer_json(job, 200, &s, room->event_count);
}

static void add_text(void *context, const char *bytes, size_t count)
{
    str_bytes(context, bytes, count);
}

static void give_record(Room *room, Job *job)
{
    Str s = str_over(room->hall->text, HALL_TEXT_MAX);
    if (!record_write_table(&room->table, room->table.head, add_text, &s)) {
        job_refuse(job, 503, "busy", &busy);
        return;
    }
    finish(job, &(HallAnswer){.status = 200, .json = s.text, .length = s.length, .plain = true});
}

/* The table without the act that is being written, of which nobody may hear yet; made anew from the
 * log when somebody asks, once a write. NULL: no memory, or the log is long. */
static const Table *table_before_write(Room *room)
{
    char why[WHY_MAX];
    if (room->before || !room->has_table || !room->event_count ||
        room->event_count > ROOM_SINCE_MAX)
        return room->before;
    Table *table = malloc(sizeof *table);
    if (!table || !table_open(table, room->hall->variants, &room->table.setup_asked,
                              room->table.opened, LANG_EN, why)) {
        free(table);
        return NULL;
    }
    room->before = table;
    for (int i = 0; i < room->event_count; i++) {
        const RoomEvent *event = room->event[i];
        if (!redo_event(table, event->at, event->seat, event->kind, event->body)) {
            room_forget_before(room);
            return NULL;
        }
    }
    return table;
}

void room_forget_before(Room *room)
{
    if (room->before)
        table_close(room->before);
    free(room->before);
    room->before = NULL;
}

/* The server's own acts: time in which no server was there, a move that was planned, a flag, a name
 * that the operator takes away. Without them the table is not right, so whoever looks waits. */
static bool puts_right(const Job *job)
{
    return !job || job->kind == JOB_HOST;
}

/* Whoever looks does not wait for the disk. False: this job has to. */
static bool show_before(Room *room, Job *job)
{
    int by;
    const Table *table = table_before_write(room);
    if (!table)
        return false;
    if (!room_find_seat(room, job, &by) || !room_has_players(room, job))
        return true; /* it comes back */
    if (by < 0)
        return false;
    Room before = *room;
    Str s = str_over(room->hall->text, HALL_TEXT_MAX);
    before.table = *table;
    if (room->rematch)
        before.next_id[0] = '\0';
    for (int seat = 0; seat < 2; seat++) {
        if (table->seat[seat].kind != SEAT_EMPTY || room->table.seat[seat].kind == SEAT_EMPTY)
            continue;
        before.player[seat][0] = '\0'; /* sits down just now */
        by = by == seat ? BY_WATCHER : by;
    }
    if (job->kind == JOB_RECORD) {
        give_record(&before, job);
        return true;
    }
    tell_table(&before, (uint8_t)by, job->lang, false, &s);
    answer_json(job, 200, &s, room->event_count);
    return true;
}

/* Those who only look, of all who wait for the write. */
static void show_during_write(Room *room)
{
    Job *job = room->jobs;
    room->jobs = NULL;
    room->jobs_end = &room->jobs;
    room->job_count = 0;
    for (Job *next; job; job = next) {
        next = job->next;
        job->next = NULL;
        bool looks = job->kind == JOB_SHOW || job->kind == JOB_RECORD;
        if (looks && show_before(room, job))
            continue;
        *room->jobs_end = job;
        room->jobs_end = &job->next;
        room->job_count++;
    }
}

static void show_small(Room *room, Job *job)
{
    Str s = str_over(room->hall->text, HALL_TEXT_MAX);
    if (!room_has_players(room, job))
        return;
    tell_small(room, &s);
    answer_json(job, 200, &s, room->event_count);
}

static void run_job(Room *room, Job *job)
{
    if (room->missing) { /* another process may make it any moment: a tournament's */
        if (!room_check_first(room, job))
            job_refuse(job, 404, "not-found", &not_found);
    } else if (job->kind == JOB_SHOW)
        show(room, job);
    else if (job->kind == JOB_RECORD)
        give_record(room, job);
    else if (job->kind == JOB_WALL)
        show_small(room, job);
    else if (job->kind == JOB_WATCH)
        room_watch(room, job);
    else if (job->kind == JOB_JOIN)
        room_join(room, job);
    else
        room_do(room, job);
}

void room_run(Room *room)
{
    if (room->phase == ROOM_WRITING && room->jobs && !puts_right(room->writing))
        show_during_write(room);
    while (room->phase == ROOM_READY && room->jobs)
        run_job(room, take_job(room));
    if (room->phase == ROOM_STALE && (room->jobs || room->watchers))
        room_load(room);
    else if (room->phase == ROOM_READY && room->hinted > room->event_count && !room->missing)
        room_load(room);
}
