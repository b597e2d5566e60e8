/* SPDX-License-Identifier: MIT */
/* The list of open tables and who is told of it, see lobby.h. */
#include "online/lobby.h"

#include "core/refuse.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

Lobby *lobby_open(Hall *hall)
{
    Lobby *lobby = calloc(1, sizeof *lobby);
    if (!lobby)
        return NULL;
    lobby->hall = hall;
    lobby->quiet = true;
    lobby->seeks_end = &lobby->seeks;
    if (!id_make(lobby->process)) {
        free(lobby);
        return NULL;
    }
    return lobby;
}

static void free_tables(LobbyTable *tables, int count)
{
    for (int i = 0; i < count; i++) {
        free(tables[i].setup);
        free(tables[i].json);
    }
    free(tables);
}

void lobby_close(Lobby *lobby)
{
    if (!lobby)
        return;
    while (lobby->watchers) {
        LobbyWatcher *watcher = lobby->watchers;
        lobby->watchers = watcher->next;
        free(watcher);
    }
    while (lobby->waits) {
        LobbyWait *wait = lobby->waits;
        lobby->waits = wait->next;
        free(wait);
    }
    lobby_free_seeks(lobby);
    free_tables(lobby->tables, lobby->count);
    presence_free(lobby->presence);
    free(lobby);
}

/* -- Who is here ------------------------------------------------------------------------------ */

void hall_enter(Hall *hall, const char *player)
{
    presence_enter(&hall->lobby->presence, player, hall_now(hall));
}

void hall_leave(Hall *hall, const char *player)
{
    presence_leave(&hall->lobby->presence, player, hall_now(hall));
}

void hall_touch(Hall *hall, const char *player)
{
    presence_touch(&hall->lobby->presence, player, hall_now(hall));
}

void hall_people(Hall *hall, int more)
{
    hall->lobby->people += more;
}

/* Who has the page open twice, or a table and the lobby in it, is one person. */
static int people_here(const Lobby *lobby)
{
    return lobby->people - presence_again(lobby->presence);
}

int lobby_here(const Lobby *lobby)
{
    return people_here(lobby) + lobby->others_here;
}

/* Seats of running games that are connected to this process. */
static int count_playing(const Hall *hall)
{
    int count = 0;
    for (int b = 0; b < HALL_BUCKETS; b++)
        for (const Room *room = hall->bucket[b]; room; room = room->next) {
            bool here[2] = {false, false};
            if (!room->has_table || room->table.state != TABLE_RUNNING)
                continue;
            for (const Watcher *w = room->watchers; w; w = w->next)
                if (w->by <= BY_SEAT1)
                    here[w->by] = true;
            count += here[0] + here[1];
        }
    return count;
}

int lobby_playing(const Lobby *lobby)
{
    return count_playing(lobby->hall) + lobby->others_playing;
}

/* The seat of whoever made an open table. */
static int maker_seat(const Room *room)
{
    return room->table.seat[0].kind ? 0 : 1;
}

/* When this process last saw the maker of an open table; now, while they are connected. */
static int64_t maker_seen(const Room *room, int64_t now)
{
    int seat = maker_seat(room);
    int64_t at = room->seen[seat];
    for (const Watcher *w = room->watchers; w; w = w->next)
        if (w->by == seat)
            return now;
    if (room->player[seat][0]) {
        int64_t seen = presence_seen(room->hall->lobby->presence, room->player[seat], now);
        at = seen > at ? seen : at;
    }
    return at;
}

static bool waits_live(const Room *room)
{
    return room->phase == ROOM_READY && room->has_table && !room->missing &&
           room->lobby == TSTORE_WAITING && room->table.state == TABLE_OPEN &&
           room->table.setup.control.kind != CONTROL_DAYS;
}

/* Live tables whose maker nobody has seen for a while. Nothing is given up unless other processes
 * could be heard. */
static void give_up_tables(Lobby *lobby, int64_t now)
{
    Hall *hall = lobby->hall;
    if (now - lobby->heard > LOBBY_REPORT_MS || now - hall->started < LOBBY_GONE_MS)
        return;
    for (int b = 0; b < HALL_BUCKETS; b++)
        for (Room *room = hall->bucket[b], *next; room; room = next) {
            next = room->next;
            if (!waits_live(room))
                continue;
            int64_t seen = maker_seen(room, now);
            seen = room->seen_elsewhere > seen ? room->seen_elsewhere : seen;
            seen = room->made > seen ? room->made : seen;
            if (now - seen > LOBBY_GONE_MS)
                room_give_up(room, NULL, NULL);
        }
}

/* -- What processes tell each other ----------------------------------------------------------- */

static void heard_process(Lobby *lobby, const TstoreDoc *doc)
{
    cJSON *body = cJSON_Parse(doc->body);
    const cJSON *here = cJSON_GetObjectItemCaseSensitive(body, "here");
    const cJSON *playing = cJSON_GetObjectItemCaseSensitive(body, "playing"), *item;
    lobby->others_here += cJSON_IsNumber(here) && here->valueint > 0 ? here->valueint : 0;
    lobby->others_playing += cJSON_IsNumber(playing) && playing->valueint > 0 ? playing->valueint
                                                                              : 0;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(body, "tables"))
    {
        Room *room = cJSON_IsString(item) ? room_find(lobby->hall, item->valuestring) : NULL;
        if (room && room->seen_elsewhere < doc->at)
            room->seen_elsewhere = doc->at;
    }
    cJSON_Delete(body);
}

static void heard_processes(void *context, const TstoreReply *reply)
{
    Lobby *lobby = context;
    if (reply->status != TSTORE_OK)
        return;
    lobby->heard = hall_now(lobby->hall);
    lobby->others_here = lobby->others_playing = 0;
    for (int i = 0; i < reply->doc_count; i++)
        if (strcmp(reply->docs[i].id, lobby->process) != 0)
            heard_process(lobby, &reply->docs[i]);
}

static void report(Lobby *lobby, int64_t now)
{
    Hall *hall = lobby->hall;
    cJSON *body = cJSON_CreateObject(), *tables = cJSON_AddArrayToObject(body, "tables");
    int playing = count_playing(hall);
    for (int b = 0; b < HALL_BUCKETS; b++)
        for (const Room *room = hall->bucket[b]; room; room = room->next)
            if (waits_live(room) && maker_seen(room, now) > now - LOBBY_REPORT_MS)
                cJSON_AddItemToArray(tables, cJSON_CreateString(room->id));
    cJSON_AddNumberToObject(body, "here", people_here(lobby));
    cJSON_AddNumberToObject(body, "playing", playing);
    bool quiet = !lobby->people && !playing && !cJSON_GetArraySize(tables);
    char *text = quiet && lobby->quiet ? NULL : cJSON_PrintUnformatted(body);
    if (text) {
        TstoreDoc doc = {
            .kind = "process", .id = lobby->process, .at = now, .body = text, .after = TSTORE_ANY};
        if (tstore_docs_write(hall->store, &doc, 1, NULL, NULL))
            lobby->quiet = quiet;
        cJSON_free(text);
    }
    cJSON_Delete(body);
}

/* -- The list --------------------------------------------------------------------------------- */

/* Who waits there. A table that is not in memory yet is read, and has its name the next time. */
static const char *maker_name(Hall *hall, const char *id)
{
    const Room *room = room_get(hall, id);
    return room && room->has_table ? room->table.seat[maker_seat(room)].name : "";
}

static void write_table(Hall *hall, const LobbyTable *table, const TableSetup *setup, Str *out)
{
    char control[CONTROL_TEXT_MAX];
    Str c = str_over(control, sizeof control);
    Json json = json_over(out);
    control_write(&setup->control, &c);
    json_open(&json, '{');
    json_add_text(&json, "id", table->id);
    json_add_text(&json, "game", setup->variant);
    json_add_text(&json, "clock", control);
    json_add_text(&json, "side", table->free_seat ? "p2" : "p1");
    json_add_text(&json, "name", maker_name(hall, table->id));
    json_add_bool(&json, "rated", table->rated);
    json_add_bool(&json, "match", setup->match);
    json_key(&json, "range");
    if (table->high) {
        json_open(&json, '[');
        json_number(&json, table->low);
        json_number(&json, table->high);
        json_close(&json, ']');
    } else {
        json_null(&json);
    }
    json_key(&json, "player");
    players_write(hall->players, table->maker, table->pool, &json);
    json_add_number(&json, "made", table->made);
    json_close(&json, '}');
}

static void copy(char *to, size_t size, const char *from)
{
    Str s = str_over(to, size);
    str_add(&s, from);
}

/* All but how it is told, for which its maker has to be in memory. */
static bool read_row(const TstoreRow *row, LobbyTable *out)
{
    const char *line = row->setup + strcspn(row->setup, " ");
    *out = (LobbyTable){.made = row->made,
                        .low = row->low,
                        .high = row->high,
                        .rated = row->rated != 0,
                        .free_seat = row->seat_key[0][0] || row->seat[0][0]};
    copy(out->id, sizeof out->id, row->id);
    copy(out->maker, sizeof out->maker, row->seat[!out->free_seat]);
    out->setup = strdup(line + (*line == ' '));
    return out->setup != NULL;
}

static bool tell_row(Hall *hall, LobbyTable *table)
{
    TableSetup setup;
    char why[WHY_MAX], text[VARIANT_TEXT_MAX + 1024], line[SETUP_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    const Game *game = setup_read(table->setup, LANG_EN, &setup, why)
                           ? variants_open(hall->variants, setup.variant, LANG_EN, why)
                           : NULL;
    if (!game)
        return false;
    pool_write(game, &setup.control, table->pool);
    write_table(hall, table, &setup, &s);
    copy(setup.variant, sizeof setup.variant, game->id);
    Str l = str_over(line, sizeof line);
    setup_write(&setup, &l);
    free(table->setup);
    table->setup = strdup(line);
    if (!table->setup)
        return false;
    table->json = s.full ? NULL : strdup(text);
    return table->json != NULL;
}

static const LobbyTable *find_table(const LobbyTable *tables, int count, const char *id)
{
    for (int i = 0; i < count; i++)
        if (strcmp(tables[i].id, id) == 0)
            return &tables[i];
    return NULL;
}

bool lobby_shows(Lobby *lobby, const char *player, const char *maker)
{
    const Player *one = *player ? players_known(lobby->hall->players, player) : NULL;
    const Player *two = *maker ? players_known(lobby->hall->players, maker) : NULL;
    return !one || !two || one == two || (!player_hides(one, maker) && !player_hides(two, player));
}

static void add_numbers(Lobby *lobby, Json *json)
{
    json_add_number(json, "here", lobby_here(lobby));
    json_add_number(json, "playing", lobby_playing(lobby));
}

/* Tables as this player may see them; `all`, or those that are fresh. */
static void add_tables(Lobby *lobby, const char *player, bool all, Json *json)
{
    json_open(json, '[');
    for (int i = 0; i < lobby->count; i++) {
        const LobbyTable *table = &lobby->tables[i];
        if ((!all && !table->fresh) || !lobby_shows(lobby, player, table->maker))
            continue;
        if (json->comma)
            str_char(json->out, ',');
        str_add(json->out, table->json);
        json->comma = true;
    }
    json_close(json, ']');
}

static Str whole_list(Lobby *lobby, const char *player, bool message)
{
    Str s = str_over(lobby->hall->text, HALL_TEXT_MAX);
    Json json = json_over(&s);
    json_open(&json, '{');
    if (message)
        json_add_text(&json, "t", "lobby");
    else
        json_add_bool(&json, "ok", true);
    json_key(&json, "tables");
    add_tables(lobby, player, true, &json);
    add_numbers(lobby, &json);
    json_close(&json, '}');
    return s;
}

/* Tells what has changed: `old` is how it was. */
static void tell_watchers(Lobby *lobby, const LobbyTable *old, int old_count)
{
    Hall *hall = lobby->hall;
    int here = lobby_here(lobby), playing = lobby_playing(lobby), changes = 0;
    for (int i = 0; i < lobby->count; i++)
        changes += lobby->tables[i].fresh;
    for (int i = 0; i < old_count; i++)
        changes += !find_table(lobby->tables, lobby->count, old[i].id);
    if (!changes && here == lobby->told_here && playing == lobby->told_playing)
        return;
    lobby->told_here = here;
    lobby->told_playing = playing;
    for (const LobbyWatcher *w = lobby->watchers, *next; w; w = next) {
        next = w->next; /* sending may end this one */
        Str s = str_over(hall->text, HALL_TEXT_MAX);
        Json json = json_over(&s);
        json_open(&json, '{');
        json_add_text(&json, "t", "lobby");
        json_key(&json, "add");
        add_tables(lobby, w->player, false, &json);
        json_key(&json, "gone");
        json_open(&json, '[');
        for (int i = 0; i < old_count; i++)
            if (!find_table(lobby->tables, lobby->count, old[i].id))
                json_text(&json, old[i].id);
        json_close(&json, ']');
        add_numbers(lobby, &json);
        json_close(&json, '}');
        hall->host.send(hall->host.context, w->sink, s.text, s.length);
    }
}

/* -- Reading it ------------------------------------------------------------------------------- */

static void serve_waits(Lobby *lobby, bool good)
{
    for (LobbyWait **at = &lobby->waits; *at;) {
        LobbyWait *wait = *at;
        if (wait->number > lobby->ended) {
            at = &wait->next;
            continue;
        }
        *at = wait->next;
        wait->then(wait->context, good);
        free(wait);
        at = &lobby->waits; /* others may have come */
    }
}

static void begin_reading(Lobby *lobby);

static void end_reading(Lobby *lobby, bool good)
{
    lobby->reading = false;
    lobby->ended = lobby->begun;
    serve_waits(lobby, good);
    if (lobby->waits && !lobby->reading)
        begin_reading(lobby);
}

/* A reading that waits for the makers of its tables. */
typedef struct Coming {
    Lobby *lobby;
    LobbyTable *tables;
    int count;
} Coming;

static void makers_came(void *context)
{
    Coming *coming = context;
    Lobby *lobby = coming->lobby;
    LobbyTable *old = lobby->tables, *tables = coming->tables;
    int old_count = lobby->count, count = 0;
    for (int i = 0; i < coming->count; i++) {
        LobbyTable table = tables[i];
        if (!tell_row(lobby->hall, &table)) {
            free(table.setup);
            continue;
        }
        const LobbyTable *before = find_table(old, old_count, table.id);
        table.fresh = !before || strcmp(before->json, table.json) != 0;
        tables[count++] = table;
    }
    lobby->tables = tables;
    lobby->count = count;
    free(coming);
    tell_watchers(lobby, old, old_count);
    free_tables(old, old_count);
    end_reading(lobby, true);
}

static void found_tables(void *context, const TstoreReply *reply)
{
    Lobby *lobby = context;
    bool good = reply->status == TSTORE_OK || reply->status == TSTORE_MISSING;
    Coming *coming = good ? calloc(1, sizeof *coming) : NULL;
    LobbyTable *tables = coming ? calloc((size_t)reply->table_count + 1, sizeof *tables) : NULL;
    const char *makers[LOBBY_MOST];
    if (!tables) {
        free(coming);
        end_reading(lobby, false);
        return;
    }
    *coming = (Coming){.lobby = lobby, .tables = tables};
    for (int i = 0; i < reply->table_count && coming->count < LOBBY_MOST; i++)
        coming->count += read_row(&reply->tables[i], &tables[coming->count]);
    for (int i = 0; i < coming->count; i++)
        makers[i] = tables[i].maker;
    players_load(lobby->hall->players, makers, coming->count, makers_came, coming);
}

static void begin_reading(Lobby *lobby)
{
    lobby->reading = true;
    lobby->dirty = false;
    lobby->begun++;
    if (!tstore_lobby(lobby->hall->store, LOBBY_MOST, found_tables, lobby))
        end_reading(lobby, false);
}

void lobby_read(Lobby *lobby, void (*then)(void *context, bool good), void *context)
{
    LobbyWait *wait = malloc(sizeof *wait), **last = &lobby->waits;
    if (!wait) {
        then(context, false);
        return;
    }
    /* A reading that is under way may have begun before what the asker knows of. */
    *wait = (LobbyWait){.number = lobby->begun + 1, .then = then, .context = context};
    while (*last)
        last = &(*last)->next;
    *last = wait;
    if (!lobby->reading)
        begin_reading(lobby);
}

void lobby_changed(Lobby *lobby)
{
    enum { SOON_MS = 20 };
    Hall *hall = lobby->hall;
    int64_t soon = hall_now(hall) + SOON_MS;
    if (lobby->dirty)
        return;
    lobby->dirty = true;
    if (soon < hall->next_wake) {
        hall->next_wake = soon;
        hall->host.wake_at(hall->host.context, soon);
    }
}

void lobby_tick(Lobby *lobby, int64_t now)
{
    enum { PROCESSES = 64 };
    bool due = now - lobby->looked >= LOBBY_EVERY_MS;
    if (!lobby->reading && (lobby->dirty || due))
        begin_reading(lobby);
    if (due) {
        lobby->looked = now;
        TstoreList list = {.kind = "process",
                           .from = now - LOBBY_PROCESS_MS,
                           .until = INT64_MAX,
                           .limit = PROCESSES};
        tstore_docs_list(lobby->hall->store, &list, heard_processes, lobby);
        presence_sweep(&lobby->presence, now);
        give_up_tables(lobby, now);
    }
    if (now - lobby->reported >= LOBBY_REPORT_MS) {
        lobby->reported = now;
        report(lobby, now);
    }
}

/* -- For the host ----------------------------------------------------------------------------- */

typedef struct Listing {
    Hall *hall;
    char player[ID_CHARS + 1];
    Lang lang;
    HallDone *done;
    void *context;
} Listing;

static void answer_list(void *context, bool good)
{
    static const Text not_saved = {
        {"the store does not answer; try again", "保存先が応答しません。もう一度お試しください"}};
    Listing *listing = context;
    if (good) {
        Str s = whole_list(listing->hall->lobby, listing->player, false);
        listing->done(listing->context,
                      &(HallAnswer){.status = 200, .json = s.text, .length = s.length});
    } else {
        listing->done(
            listing->context,
            &(HallAnswer){.status = 503, .why = "not-saved", .text = not_saved.in[listing->lang]});
    }
    free(listing);
}

void hall_lobby(Hall *hall, const char *player, Lang lang, HallDone *done, void *context)
{
    Listing *listing = malloc(sizeof *listing);
    if (!listing) {
        done(context,
             &(HallAnswer){.status = 503, .why = "busy", .text = refuse_no_memory.in[lang]});
        return;
    }
    *listing = (Listing){.hall = hall, .lang = lang, .done = done, .context = context};
    copy(listing->player, sizeof listing->player, player ? player : "");
    lobby_read(hall->lobby, answer_list, listing);
}

void hall_lobby_watch(Hall *hall, SinkId sink, const char *player)
{
    Lobby *lobby = hall->lobby;
    hall_lobby_unwatch(hall, sink);
    LobbyWatcher *watcher = calloc(1, sizeof *watcher);
    if (!watcher)
        return;
    watcher->sink = sink;
    copy(watcher->player, sizeof watcher->player, player ? player : "");
    watcher->next = lobby->watchers;
    lobby->watchers = watcher;
    Str s = whole_list(lobby, watcher->player, true);
    hall->host.send(hall->host.context, sink, s.text, s.length);
}

void hall_lobby_unwatch(Hall *hall, SinkId sink)
{
    for (LobbyWatcher **at = &hall->lobby->watchers; *at;) {
        LobbyWatcher *watcher = *at;
        if (watcher->sink != sink) {
            at = &watcher->next;
            continue;
        }
        *at = watcher->next;
        free(watcher);
    }
}
