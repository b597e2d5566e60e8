/* SPDX-License-Identifier: MIT */
/* Judging acts and writing them: the table in memory runs ahead of the store by at most one act,
 * and nobody hears of that act before it is on the disk. See room.h. */
#include "online/lobby.h"

#include <stdlib.h>
#include <string.h>

enum { TRIES_MAX = 8 };

static const Text not_saved = {
    {"it could not be saved; nothing has changed, try again",
     "保存できませんでした。何も変わっていません。もう一度お試しください"}};
static const Text busy = {
    {"the store is busy; try again", "保存先が混み合っています。もう一度お試しください"}};

typedef struct Writing {
    Hall *hall;
    char id[ID_CHARS + 1];
} Writing;

static Writing *writing_new(const Room *room)
{
    Writing *writing = malloc(sizeof *writing);
    if (writing) {
        writing->hall = room->hall;
        memcpy(writing->id, room->id, sizeof writing->id);
    }
    return writing;
}

/* -- After the commit ------------------------------------------------------------------------- */

static void answer_done(Room *room, Job *job)
{
    char text[256];
    Str s = str_over(text, sizeof text);
    Json json = json_over(&s);
    json_open(&json, '{');
    json_add_bool(&json, "ok", true);
    if (job->kind == JOB_JOIN) {
        json_add_text(&json, "id", room->id);
        json_add_number(&json, "seat", job->by);
        json_add_text(&json, "key", room->key);
    } else {
        json_add_number(&json, "seq", room->event_count);
    }
    json_close(&json, '}');
    answer_json(job, 200, &s, room->event_count);
}

void room_play_planned(Room *room)
{
    for (int seat = 0; seat < 2; seat++) {
        Move move = table_planned(&room->table, seat);
        char text[MOVE_TEXT_MAX + 8];
        Str s = str_over(text, sizeof text);
        if (!move)
            continue;
        str_add(&s, "move ");
        room->table.game->ops->write_move(room->table.game, table_pos(&room->table), move, &s);
        room_host_act(room, (uint8_t)seat, text);
        return;
    }
}

typedef struct Pending Pending;

/* What the write under way adds to the log, from the table's own last line. */
static void read_pending(const Room *room, Pending *out)
{
    const Table *table = &room->table;
    const char *line = table->log + table->log_length - 1, *act;
    while (line > table->log && line[-1] != '\n')
        line--;
    char text[ACT_MAX + 64];
    Str s = str_over(text, sizeof text), k = str_over(out->kind, sizeof out->kind),
        b = str_over(out->body, sizeof out->body), c = str_over(out->cmd, sizeof out->cmd);
    str_bytes(&s, line, (size_t)(table->log + table->log_length - 1 - line));
    Caller caller = {0};
    if (!act_read_line(text, &caller, &act))
        return;
    size_t length = strcspn(act, " ");
    str_bytes(&k, act, length);
    str_format(&b, "%lld%s", (long long)caller.credit, act + length);
    str_add(&c, room->writing ? room->writing->cmd : "");
    out->at = caller.now;
    out->seat = caller.by <= BY_SEAT1 ? caller.by : -1;
}

/* Whose turn it is, if that is news; a move that was planned is played at once. */
static void tell_turn(Room *room, const Pending *pending, bool moved)
{
    const HallHost *host = &room->hall->host;
    int seat = table_turn_seat(&room->table);
    bool begins = strcmp(pending->kind, "sit") == 0 || strcmp(pending->kind, "pick") == 0;
    if (!host->turn || room->table.setup.control.kind != CONTROL_DAYS || !(moved || begins) ||
        !room->player[seat][0] || table_planned(&room->table, seat))
        return;
    HallTurn turn = {
        .table = room->id,
        .player = room->player[seat],
        .here = presence_is_connected(room->hall->lobby->presence, room->player[seat])};
    for (const Watcher *w = room->watchers; w; w = w->next)
        turn.here |= w->by == seat;
    host->turn(host->context, &turn);
}

/* Does the lobby care? */
static bool is_news(const char *kind)
{
    static const char *const kinds[] = {"sit", "leave", "abort", "name"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kind, kinds[i]) == 0)
            return true;
    return false;
}

/* On the disk: now it has happened. */
static void committed(Room *room)
{
    Pending pending = {0};
    Job *job = room->writing;
    bool moved;
    read_pending(room, &pending);
    if (!room_add_event(room, pending.at, pending.seat, pending.kind, pending.cmd, pending.body)) {
        room->phase = ROOM_STALE; /* it is written; memory has to be read again */
        room->writing = NULL;
        if (job)
            job_refuse(job, 503, "not-saved", &not_saved);
        return;
    }
    moved = room->event[room->event_count - 1]->moved;
    room->phase = ROOM_READY;
    room->fresh = hall_now(room->hall);
    room->writing = NULL;
    room->hall->figures.acts++;
    room->hall->figures.moves += strcmp(pending.kind, "move") == 0;
    if (strcmp(pending.kind, "move") == 0 && pending.seat >= 0)
        lag_spend(&room->lag[pending.seat], room->credit);
    if (moved) {
        room->delay = hall_now(room->hall) - pending.at;
        room->held[0].cmd[0] = room->held[1].cmd[0] = '\0';
    }
    if (job)
        answer_done(room, job);
    tell_all(room, room->event_count - 1);
    if (room->lobby && is_news(pending.kind))
        lobby_changed(room->hall->lobby);
    const Seat *seat = room->table.seat;
    if (room->table.state == TABLE_OPEN && !seat[0].kind && !seat[1].kind)
        room_host_act(room, BY_HOST, "abort"); /* its maker has gone: nobody can come any more */
    if (room->table.state != TABLE_RUNNING)
        return;
    int64_t due = table_due(&room->table);
    if (due < room->hall->next_wake) {
        room->hall->next_wake = due;
        room->hall->host.wake_at(room->hall->host.context, due);
    }
    tell_turn(room, &pending, moved);
    room_follow_vacations(room);
    if (room->phase == ROOM_READY) /* else it comes here again */
        room_play_planned(room);
}

/* Is this the move that could not be saved, sent again? Another move has no such right. */
static bool is_held(const Held *held, const Job *job)
{
    return held->cmd[0] && strcmp(held->cmd, job->cmd) == 0 && strcmp(held->text, job->text) == 0;
}

/* Not saved, which is not the player's fault. */
static void hold(Room *room, const Job *job)
{
    if (job->kind != JOB_DO || job->by > BY_SEAT1 || strncmp(job->text, "move ", 5) != 0)
        return;
    Held *held = &room->held[job->by];
    if (!is_held(held, job)) {
        Str c = str_over(held->cmd, sizeof held->cmd), t = str_over(held->text, sizeof held->text);
        str_add(&c, job->cmd);
        str_add(&t, job->text);
        held->at = job->at;
    }
    held->last = hall_now(room->hall);
}

/* When this job came, or the same one before it. */
static int64_t arrival(const Room *room, const Job *job)
{
    const Held *held = job->by <= BY_SEAT1 ? &room->held[job->by] : NULL;
    return held && is_held(held, job) ? held->at : job->at;
}

/* A rematch is two tables in one write; if it went in, the second one is in memory too. */
static void settle_rematch(Room *room, bool good)
{
    Room *rematch = room->rematch;
    room->rematch = NULL;
    if (!rematch)
        return;
    if (!good) {
        room_unlink(rematch);
        room_free(rematch);
        room->next_id[0] = '\0';
        return;
    }
    rematch->phase = ROOM_STALE; /* its first events come from the store */
    room_load(rematch);
}

static void written(void *context, const TstoreReply *reply)
{
    Writing *writing = context;
    Room *room = room_find(writing->hall, writing->id);
    free(writing);
    if (!room || room->phase != ROOM_WRITING)
        return;
    room_forget_before(room);
    settle_rematch(room, reply->status == TSTORE_OK);
    if (reply->status == TSTORE_OK) {
        committed(room);
    } else {
        Job *job = room->writing;
        room->writing = NULL;
        room->phase = ROOM_STALE;
        if (reply->status == TSTORE_CONFLICT && job && job->kind != JOB_HOST &&
            job->tries < TRIES_MAX) {
            room->hall->figures.conflicts++;
            job->tries++;
            room_push_job(room, job);
        } else if (job) { /* the host's own acts follow again from what is read */
            room->hall->figures.not_saved++;
            hold(room, job);
            job_refuse(job, 503, "not-saved", &not_saved);
        }
    }
    room_run(room);
}

/* -- Writing ---------------------------------------------------------------------------------- */

static void not_written(Room *room)
{
    Job *job = room->writing;
    room->writing = NULL;
    room->phase = ROOM_STALE;
    settle_rematch(room, false);
    room->hall->figures.not_saved++;
    if (job) {
        hold(room, job);
        job_refuse(job, 503, "busy", &busy);
    }
}

static int64_t turn_column(const Room *room)
{
    return room->table.state == TABLE_RUNNING ? table_turn_seat(&room->table) : -1;
}

/* Columns that follow from the table as it stands after an act. Those that a move leaves alone are
 * not written: the store then touches no index but that of `due`. */
static void set_columns(Room *room, TstoreChange *change)
{
    const Table *table = &room->table;
    const RoomEvent *last = room->event_count ? room->event[room->event_count - 1] : NULL;
    int64_t ended = room->ended;
    room->ended = !room_has_ended(room) ? 0 : ended ? ended : table->now;
    if (!last || last->state != (uint8_t)table->state)
        change->set.state = table_state_name(table->state);
    if (!last || room->ended != ended) {
        change->set.ended = room->ended;
        change->set.won = room->ended ? room_winner(room) : -1;
    }
    change->set.due = room_due(room);
    change->set.at = table->now;
    change->set.turn = turn_column(room);
    change->set.plies = table_tree(table)->node[table->head].ply;
    if (room->lobby == TSTORE_WAITING && table->state != TABLE_OPEN)
        change->set.lobby = room->lobby = TSTORE_PUBLIC;
}

static void fill_row(const Room *room, NewTable *out)
{
    const Table *table = &room->table;
    Str s = str_over(out->setup, sizeof out->setup);
    str_format(&s, "%lld ", (long long)table->opened);
    setup_write(&table->setup_asked, &s);
    out->row = (TstoreRow){.id = room->id,
                           .made = room->made,
                           .due = room_due(room),
                           .lobby = room->lobby,
                           .rated = room->rated,
                           .setup = out->setup,
                           .state = table_state_name(table->state),
                           .low = room->low,
                           .high = room->high,
                           .at = table->now,
                           .turn = turn_column(room),
                           .plies = table_tree(table)->node[table->head].ply,
                           .won = -1,
                           .tournament = room->tournament,
                           .seat = {room->player[0], room->player[1]},
                           .seat_key = {room->seat_key[0], room->seat_key[1]},
                           .invite = room->invite,
                           .next = ""};
}

/* The events of a new table: all lines of its log. */
static int list_events(const Room *room, Pending *pending, TstoreEvent *events, int most)
{
    int count = 0;
    const Table *table = &room->table;
    for (const char *at = table->log; at < table->log + table->log_length && count < most;) {
        const char *stop = memchr(at, '\n', table->log_length - (size_t)(at - table->log));
        char line[ACT_MAX + 64];
        const char *act;
        Caller caller = {0};
        Str s = str_over(line, sizeof line);
        str_bytes(&s, at, (size_t)(stop - at));
        at = stop + 1;
        if (!act_read_line(line, &caller, &act))
            continue;
        Pending *p = &pending[count];
        *p = (Pending){.at = caller.now, .seat = caller.by <= BY_SEAT1 ? caller.by : -1};
        Str k = str_over(p->kind, sizeof p->kind), b = str_over(p->body, sizeof p->body);
        size_t length = strcspn(act, " ");
        str_bytes(&k, act, length);
        str_format(&b, "%lld%s", (long long)caller.credit, act + length);
        events[count++] = (TstoreEvent){
            .at = p->at, .seat = p->seat, .kind = p->kind, .cmd = "", .body = p->body};
    }
    return count;
}

void room_describe_new(const Room *room, NewTable *out)
{
    fill_row(room, out);
    out->event_count = list_events(room, out->pending, out->events, FIRST_EVENTS);
}

/* The table of a rematch: the same seats with the sides changed, begun at once. */
static Room *make_rematch(Room *room)
{
    Hall *hall = room->hall;
    char id[ID_CHARS + 1], why[WHY_MAX], text[SEAT_TEXT_MAX + 8];
    int64_t now = hall_now(hall);
    Table table;
    Reply reply;
    if (!id_make(id) ||
        !table_open(&table, hall->variants, &room->table.setup_asked, now, LANG_EN, why))
        return NULL;
    bool sit = true;
    for (int seat = 0; seat < 2 && sit; seat++) {
        Caller caller = {.by = (uint8_t)seat, .now = now};
        Str s = str_over(text, sizeof text);
        str_add(&s, "sit ");
        seat_write(&room->table.seat[!seat], &s);
        sit = table_do(&table, &caller, text, &reply);
    }
    Room *next = sit ? room_new(hall, id) : NULL;
    if (!next) {
        table_close(&table);
        return NULL;
    }
    for (int seat = 0; seat < 2; seat++) {
        memcpy(next->seat_key[seat], room->seat_key[!seat], sizeof next->seat_key[seat]);
        memcpy(next->player[seat], room->player[!seat], sizeof next->player[seat]);
    }
    next->table = table;
    next->has_table = true;
    next->made = now;
    next->rated = room->rated;
    next->lobby = room->lobby;
    next->phase = ROOM_WRITING;
    return next;
}

static void write_act(Room *room, Job *job, const char *seat_hash, int seat)
{
    Pending pending = {0};
    TstoreEvent event;
    NewTable fresh;
    TstoreChange change[2] = {{.id = room->id,
                               .after = room->event_count,
                               .events = &event,
                               .event_count = 1,
                               .set = TSTORE_SET_NOTHING},
                              {.set = TSTORE_SET_NOTHING}};
    int count = 1;
    room->writing = job;
    read_pending(room, &pending);
    event = (TstoreEvent){.at = pending.at,
                          .seat = pending.seat,
                          .kind = pending.kind,
                          .cmd = pending.cmd,
                          .body = pending.body};
    set_columns(room, &change[0]);
    if (seat_hash) {
        change[0].set.seat_key[seat] = seat_hash;
        change[0].set.seat[seat] = room->player[seat];
        change[0].set.invite = "";
    }
    if (room->table.rematch && !room->next_id[0]) {
        room->rematch = make_rematch(room);
        if (!room->rematch) { /* agreed on, and no table: nobody would make it later */
            not_written(room);
            return;
        }
        memcpy(room->next_id, room->rematch->id, sizeof room->next_id);
        room_describe_new(room->rematch, &fresh);
        change[0].set.next = room->next_id;
        change[1].id = room->next_id;
        change[1].create = &fresh.row;
        change[1].events = fresh.events;
        change[1].event_count = fresh.event_count;
        count = 2;
    }
    room->phase = ROOM_WRITING;
    Writing *writing = writing_new(room);
    if (!writing || !tstore_write(room->hall->store, change, count, written, writing)) {
        free(writing);
        not_written(room);
    }
}

static void created(void *context, const TstoreReply *reply)
{
    Writing *writing = context;
    Hall *hall = writing->hall;
    Room *room = room_find(hall, writing->id);
    free(writing);
    if (!room)
        return;
    Job *job = room->writing;
    room->writing = NULL;
    if (reply->status != TSTORE_OK) {
        bool taken = reply->status == TSTORE_CONFLICT;
        hall->figures.not_saved += !taken;
        job_refuse(job, taken ? 409 : 503, taken ? "taken" : "not-saved", &not_saved);
        room_unlink(room);
        room_free(room);
        return;
    }
    Pending pending = {0};
    room->phase = ROOM_READY;
    read_pending(room, &pending);
    if (room->table.seq > 1 || /* more than the maker's own: read from the store when needed */
        !room_add_event(room, pending.at, pending.seat, pending.kind, "", pending.body))
        room->phase = ROOM_STALE;
    char text[512];
    Str s = str_over(text, sizeof text);
    Json json = json_over(&s);
    json_open(&json, '{');
    json_add_bool(&json, "ok", true);
    json_add_text(&json, "id", room->id);
    json_add_number(&json, "seat", job->by);
    json_add_text(&json, "key", room->key);
    json_add_text(&json, "invite", room->invite_key);
    char url[32];
    Str u = str_over(url, sizeof url);
    str_format(&u, "/t/%s", room->id);
    json_add_text(&json, "url", url);
    json_close(&json, '}');
    memset(room->key, 0, sizeof room->key);
    memset(room->invite_key, 0, sizeof room->invite_key);
    if (room->lobby)
        lobby_changed(hall->lobby);
    answer_json(job, 201, &s, room->event_count);
    room_run(room);
}

void room_create(Room *room, int seat, Job *job)
{
    NewTable fresh;
    TstoreChange change = {.id = room->id, .create = &fresh.row, .set = TSTORE_SET_NOTHING};
    job->by = (uint8_t)seat;
    room->writing = job;
    room->phase = ROOM_WRITING;
    room_describe_new(room, &fresh);
    change.events = fresh.events;
    change.event_count = fresh.event_count;
    Writing *writing = writing_new(room);
    if (writing && tstore_write(room->hall->store, &change, 1, created, writing))
        return;
    free(writing);
    job_refuse(job, 503, "busy", &busy);
    room_unlink(room);
    room_free(room);
}

/* -- Judging ---------------------------------------------------------------------------------- */

static int status_of(Refused refused)
{
    switch (refused) {
    case REFUSED_BAD_ACT:
        return 400;
    case REFUSED_NOT_YOURS:
        return 403;
    case REFUSED_NOT_LEGAL:
        return 422;
    case REFUSED_TOO_LONG:
        return 413;
    case REFUSED_NO_MEMORY:
        return 503;
    default:
        return 409;
    }
}

static void refuse_act(Room *room, Job *job, const Reply *reply)
{
    const Text text = {{reply->why, reply->why}};
    room->hall->figures.refused++;
    job_refuse(job, status_of(reply->refused), refused_name(reply->refused), &text);
}

/* The seq of an event that this seat sent with this cmd before, 0 if there is none. */
static int find_cmd(const Room *room, int seat, const char *cmd)
{
    for (int i = room->event_count; *cmd && i > 0; i--)
        if (room->event[i - 1]->seat == seat && strcmp(room->event[i - 1]->cmd, cmd) == 0)
            return i;
    return 0;
}

/* Has the position changed since the client looked? */
static bool is_stale(const Room *room, int64_t on)
{
    for (int i = room->event_count; i > 0 && i > on; i--)
        if (room->event[i - 1]->moved)
            return on >= 0;
    return false;
}

/* Whose act it is; refuses what has no right to speak. */
static bool find_speaker(Room *room, Job *job)
{
    static const Text no_key = {{"show the key of a seat (Authorization: Bearer)",
                                 "席の鍵が必要です（Authorization: Bearer）"}};
    static const Text wrong_key = {
        {"this key opens no seat at this table", "この鍵ではこの卓の席に着けません"}};
    if (job->kind == JOB_HOST)
        return true;
    int seat;
    if (!room_find_seat(room, job, &seat))
        return false;
    if (seat == BY_SEAT0 || seat == BY_SEAT1) {
        job->by = (uint8_t)seat;
        room_saw_peer(room, seat, job->peer);
        return true;
    }
    if (seat != BY_WATCHER && room_check_first(room, job))
        return false;
    if (seat == BY_WATCHER)
        job_refuse(job, 401, "no-key", &no_key);
    else
        job_refuse(job, 403, "wrong-key", &wrong_key);
    return false;
}

/* Answers a command that was taken before, or one about a board that is not there any more. */
static bool is_old(Room *room, Job *job)
{
    static const Text stale = {
        {"the position has changed meanwhile", "局面がすでに変わっています"}};
    int seq = find_cmd(room, job->by, job->cmd);
    if (seq) {
        char text[64];
        Str s = str_over(text, sizeof text);
        str_format(&s, "{\"ok\":true,\"seq\":%d}", seq);
        answer_json(job, 200, &s, seq);
        return true;
    }
    if (strncmp(job->text, "move ", 5) == 0 && is_stale(room, job->on)) {
        job_refuse(job, 409, "stale", &stale);
        return true;
    }
    return false;
}

/* Does the server have to speak first: a flag that has fallen, somebody who is back? Then the job
 * waits behind it. */
static bool speaks_first(Room *room, Job *job, int64_t now, int64_t credit)
{
    enum { MOST = 8 }; /* what the server says may be refused: it does not insist for ever */
    char text[16];
    Str s = str_over(text, sizeof text);
    if (job->kind == JOB_HOST || job->behind >= MOST)
        return false;
    bool late = table_due(&room->table) <= now - credit;
    if (late && room_asks_vacation(room, job))
        return true;
    if (late)
        str_add(&s, "flag");
    else if (room->table.away[job->by] >= 0)
        str_format(&s, "here %u", job->by);
    else
        return false;
    job->behind++;
    room_push_job(room, job);
    room_host_act(room, BY_HOST, text);
    return true;
}

/* Somebody whom nobody has seen go is away from now on, if they are not here. */
static bool begins_absence(Room *room, Job *job)
{
    int other = !job->by;
    bool days = room->table.setup.control.kind == CONTROL_DAYS; /* there one need not be here */
    if (job->kind == JOB_HOST || days || strcmp(job->text, "claim gone") != 0 ||
        room->table.state != TABLE_RUNNING || room->table.away[other] >= 0)
        return false;
    for (const Watcher *w = room->watchers; w; w = w->next)
        if (w->by == other)
            return false;
    return true;
}

/* A game of a tournament has to have a result, and in time: others wait for it, and nobody gives a
 * friend time at their cost. */
static bool is_barred(const Room *room, Job *job)
{
    static const Text no_gifts = {
        {"in a game of a tournament nobody is given time", "大会の対局では相手に時間を足せません"}};
    static const Text barred = {{"a game of a tournament is played to its end; you may resign",
                                 "大会の対局は最後まで指します（投了はできます）"}};
    static const char *const acts[] = {"abort", "offer abort", "offer pause", "pause"};
    if (!room->tournament[0] || job->kind == JOB_HOST)
        return false;
    bool early = table_tree(&room->table)->node[room->table.head].ply < 2;
    bool found = strcmp(job->text, "leave") == 0 && early && !table_is_over(&room->table);
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        found |= strcmp(job->text, acts[i]) == 0;
    bool gift = strcmp(job->text, "more") == 0;
    if (found || gift)
        job_refuse(job, 409, "not-now", gift ? &no_gifts : &barred);
    return found || gift;
}

/* Whose name the operator has taken away has none at a table either. True: it is refused, or waits
 * until it is known who they are. */
static bool is_nameless(Room *room, Job *job)
{
    static const Text nameless = {{"the operator of this server has taken your name away",
                                   "このサーバーの運営者により、名前は使えなくなっています"}};
    if (job->kind == JOB_HOST || strncmp(job->text, "name ", 5) != 0)
        return false;
    if (!room_has_players(room, job))
        return true;
    if (!player_is_nameless(players_known(room->hall->players, room->player[job->by])))
        return false;
    job_refuse(job, 403, "not-yours", &nameless);
    return true;
}

static const Text bad_name = {
    {"a name has at most 63 bytes, no control characters and something to see",
     "名前は63バイトまで、制御文字は使えず、見える文字が必要です"}};

/* The log of a game may have names that cannot be seen; nobody is called so any more. */
static bool is_unseen(Job *job)
{
    if (job->kind == JOB_HOST || strncmp(job->text, "name ", 5) != 0 ||
        !seat_name_is_good(job->text + 5) || seat_name_shows(job->text + 5))
        return false;
    job_refuse(job, 400, "bad-name", &bad_name);
    return true;
}

/* What a seat may say in one game beside what the game needs: all of it is kept for good. Of the
 * log each seat has a share of its own. */
static bool says_too_much(const Room *room, Job *job)
{
    static const Text enough = {
        {"that is enough of this in one game", "この対局ではもうできません"}};
    static const struct {
        const char *kind;
        int most;
    } caps[] = {{"name", 20}, {"react", 200}, {"plan", 1000}, {"more", 40}, {"offer", 400}};
    enum { SHARE = TABLE_LOG_MAX / 2 - ACT_MAX };
    size_t length = strcspn(job->text, " "), n = 0, kinds = sizeof caps / sizeof *caps;
    if (job->kind == JOB_HOST)
        return false;
    while (n < kinds && (strncmp(caps[n].kind, job->text, length) != 0 || caps[n].kind[length]))
        n++;
    if (n == kinds)
        return false;
    int said = 0;
    for (int i = room->event_count; i > 0 && strcmp(room->event[i - 1]->kind, "next") != 0; i--)
        said += room->event[i - 1]->seat == job->by &&
                strcmp(room->event[i - 1]->kind, caps[n].kind) == 0;
    if (said < caps[n].most && room->table.log_by[job->by] < SHARE)
        return false;
    job_refuse(job, 409, "too-many", &enough);
    return true;
}

void room_do(Room *room, Job *job)
{
    static const Text not_open = {{"somebody has sat down", "すでに誰かが席に着きました"}};
    if (!find_speaker(room, job) || is_old(room, job) || is_barred(room, job) ||
        is_nameless(room, job) || is_unseen(job) || says_too_much(room, job))
        return;
    if (job->if_open && room->table.state != TABLE_OPEN) {
        job_refuse(job, 409, "taken", &not_open);
        return;
    }
    int64_t now = hall_now(room->hall);
    bool move = strncmp(job->text, "move ", 5) == 0 && job->by <= BY_SEAT1;
    room->credit = move ? lag_credit(&room->lag[job->by], job->rtt_ms) : 0;
    int64_t waited = job->kind == JOB_HOST ? 0 : now - arrival(room, job);
    int64_t credit = move ? room->credit + room->delay + waited : 0;
    if (speaks_first(room, job, now, credit))
        return;
    Caller caller = {.by = job->by, .now = now, .credit = credit, .lang = job->lang};
    Reply reply;
    if (table_do(&room->table, &caller, job->text, &reply)) {
        write_act(room, job, NULL, 0);
        return;
    }
    if (room_check_first(room, job))
        return;
    bool absent = begins_absence(room, job);
    int other = !job->by;
    refuse_act(room, job, &reply);
    if (absent)
        room_host_act(room, BY_HOST, other ? "away 1" : "away 0");
}

void room_host_act(Room *room, uint8_t by, const char *text)
{
    const char *const texts[4] = {NULL, NULL, text, NULL};
    Job *job = room_job_new(JOB_HOST, LANG_EN, NULL, NULL, texts);
    if (!job)
        return;
    job->by = by;
    room_push_job(room, job);
    room_run(room);
}

void room_give_up(Room *room, HallDone *done, void *context)
{
    const char *const texts[4] = {NULL, NULL, "abort", NULL};
    Job *job = room_job_new(JOB_HOST, LANG_EN, done, context, texts);
    if (!job) {
        if (done)
            done(context, &(HallAnswer){.status = 503, .why = "busy", .text = busy.in[LANG_EN]});
        return;
    }
    job->by = BY_HOST;
    job->if_open = true;
    room_push_job(room, job);
    room_run(room);
}

/* -- Sitting down ----------------------------------------------------------------------------- */

static bool is_open_to(Room *room, Job *job)
{
    static const Text taken = {{"this invitation has been used, the seat is taken",
                                "この招待は使用済みで、席は埋まっています"}};
    static const Text expired = {{"this table has expired", "この卓の期限が切れました"}};
    static const Text wrong = {
        {"this is not the invitation to this table", "この卓への招待ではありません"}};
    const Seat *seat = room->table.seat;
    bool full = seat[0].kind && seat[1].kind;
    if (room->table.state != TABLE_OPEN)
        return job_refuse(job, full ? 409 : 410, full ? "taken" : "expired",
                          full ? &taken : &expired),
               false;
    if (*job->key ? !key_matches(job->key, room->invite) : room->lobby != TSTORE_WAITING)
        return job_refuse(job, 403, "wrong-invite", &wrong), false;
    return true;
}

void room_join(Room *room, Job *job)
{
    char text[SEAT_TEXT_MAX + 8], hash[HASH_CHARS + 1];
    Str s = str_over(text, sizeof text);
    if (!is_open_to(room, job) || !room_has_players(room, job) || !room_may_sit(room, job))
        return;
    if (!seat_name_shows(job->name)) {
        job_refuse(job, 400, "bad-name", &bad_name);
        return;
    }
    int seat = room->table.seat[0].kind ? 1 : 0;
    Caller caller = {.by = (uint8_t)seat, .now = hall_now(room->hall), .lang = job->lang};
    Reply reply;
    str_format(&s, "sit remote%s%s", *job->name ? " " : "", job->name);
    if (!key_make(room->key)) {
        job_refuse(job, 503, "busy", &busy);
        return;
    }
    if (!table_do(&room->table, &caller, text, &reply)) {
        refuse_act(room, job, &reply);
        return;
    }
    key_hash(room->key, hash);
    memcpy(room->seat_key[seat], hash, sizeof hash);
    memcpy(room->player[seat], job->player, sizeof room->player[seat]);
    room->invite[0] = '\0';
    job->by = (uint8_t)seat;
    write_act(room, job, hash, seat);
}
