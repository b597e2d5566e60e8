/* SPDX-License-Identifier: MIT */
/* Sitting down: tables that are made, who may sit at which, and whose key opens which seat. See
 * hall.h and room.h. */
#include "online/room.h"

#include "core/refuse.h"

#include <stdlib.h>
#include <string.h>

/* -- Whose key -------------------------------------------------------------------------------- */

static void job_is_back(AwayJob *away)
{
    static const Text busy = {{"there is not enough memory", "メモリーが足りません"}};
    Hall *hall = away->hall;
    Job *job = away->job;
    for (AwayJob **at = &hall->away; *at; at = &(*at)->next)
        if (*at == away) {
            *at = away->next;
            break;
        }
    Room *room = room_get(hall, away->id);
    free(away);
    if (!room) {
        job_refuse(job, 503, "busy", &busy);
        return;
    }
    room_push_job(room, job);
    room_run(room);
}

static AwayJob *send_away(Room *room, Job *job)
{
    AwayJob *away = malloc(sizeof *away);
    if (!away)
        return NULL;
    *away = (AwayJob){.next = room->hall->away, .hall = room->hall, .job = job};
    memcpy(away->id, room->id, sizeof away->id);
    room->hall->away = away;
    return away;
}

static void found_who(void *context, PlayersStatus status, const Player *player)
{
    AwayJob *away = context;
    (void)status; /* not found, or not now: the key opens no seat */
    if (player)
        memcpy(away->job->player, player->id, sizeof away->job->player);
    job_is_back(away);
}

/* The seat of a player. Who sits at both speaks for the one that is to move. */
static int seat_of_player(const Room *room, const char *player)
{
    bool first = strcmp(room->player[0], player) == 0,
         second = strcmp(room->player[1], player) == 0;
    if (first && second)
        return table_turn_seat(&room->table) == 1 ? BY_SEAT1 : BY_SEAT0;
    return first ? BY_SEAT0 : second ? BY_SEAT1 : -1;
}

/* Whom the operator keeps out has no way in by the key of a seat either. */
static bool is_banned(const Room *room, Job *job, int by)
{
    static const Text banned = {{"the operator of this server has closed it to you",
                                 "このサーバーの運営者により利用が停止されています"}};
    const HallHost *host = &room->hall->host;
    if ((by != BY_SEAT0 && by != BY_SEAT1) || !room->player[by][0] || !host->banned ||
        !host->banned(host->context, room->player[by]))
        return false;
    job_refuse(job, 403, "banned", &banned);
    return true;
}

bool room_find_seat(Room *room, Job *job, int *by)
{
    *by = BY_WATCHER;
    if (!*job->key)
        return true;
    /* Both are compared, so that the time does not tell which one it was. */
    bool first = key_matches(job->key, room->seat_key[0]);
    bool second = key_matches(job->key, room->seat_key[1]);
    *by = first ? BY_SEAT0 : second ? BY_SEAT1 : -1;
    if (is_banned(room, job, *by))
        return false;
    if (*by >= 0)
        room->seen[*by] = hall_now(room->hall);
    if (*by >= 0 || !device_key_is(job->key))
        return true;
    const Player *known = players_known_by_key(room->hall->players, job->key);
    if (known) {
        memcpy(job->player, known->id, sizeof job->player);
        hall_touch(room->hall, known->id);
    }
    if (known || job->asked_who) {
        *by = job->player[0] ? seat_of_player(room, job->player) : -1;
        /* A player who sits elsewhere may watch here. */
        if (*by < 0 && job->player[0] && (job->kind == JOB_SHOW || job->kind == JOB_WATCH))
            *by = BY_WATCHER;
        return !is_banned(room, job, *by);
    }
    AwayJob *away = send_away(room, job);
    if (!away)
        return true;
    job->asked_who = true;
    players_by_key(room->hall->players, job->key, false, found_who, away);
    return false;
}

static void found_players(void *context)
{
    job_is_back(context);
}

bool room_has_players(Room *room, Job *job)
{
    const char *const ids[] = {room->player[0], room->player[1], job->player};
    Players *players = room->hall->players;
    bool all = true;
    for (int i = 0; i < 3; i++)
        all = all && (!ids[i][0] || players_known(players, ids[i]));
    AwayJob *away = all || job->asked_players ? NULL : send_away(room, job);
    if (!away)
        return true;
    job->asked_players = true;
    players_load(players, ids, 3, found_players, away);
    return false;
}

/* -- Who may sit down ------------------------------------------------------------------------- */

static const Text rated_key = {
    {"a rated game needs players: show the key of your device (Authorization: Bearer)",
     "レート戦には端末の鍵が必要です（Authorization: Bearer）"}};

static bool is_in_range(const Room *room, const Player *player)
{
    char pool[POOL_MAX];
    pool_write(room->table.game, &room->table.setup.control, pool);
    int64_t rating = player_rating(player, pool).rating / GLICKO_UNIT;
    return rating >= room->low && rating <= room->high;
}

bool room_may_sit(Room *room, Job *job)
{
    static const Text self = {
        {"nobody plays a rated game against themselves", "自分自身とのレート戦はできません"}};
    static const Text closed = {{"this table is not open to you", "この卓には着けません"}};
    static const Text kinds = {{"a rated game is between two people or two bots",
                                "レート戦は人どうし、またはボットどうしで行います"}};
    static const Text range = {{"your rating is outside of what this table asks for",
                                "あなたのレートはこの卓の範囲外です"}};
    const char *maker = room->player[room->table.seat[0].kind ? 0 : 1];
    const Player *player = job->player[0] ? players_known(room->hall->players, job->player) : NULL;
    const Player *other = *maker ? players_known(room->hall->players, maker) : NULL;
    bool listed = room->lobby == TSTORE_WAITING && !*job->key;
    bool hidden = player && other && strcmp(player->id, other->id) != 0 &&
                  (player_hides(player, other->id) || player_hides(other, player->id));
    if ((room->rated || room->high) && !player)
        return job_refuse(job, 401, "no-key", &rated_key), false;
    if (room->rated && strcmp(player->id, maker) == 0)
        return job_refuse(job, 403, "not-yours", &self), false;
    if ((room->rated && !other) || (hidden && (listed || room->rated)))
        return job_refuse(job, 403, "not-yours", &closed), false;
    if (room->rated && player->bot != other->bot)
        return job_refuse(job, 403, "not-yours", &kinds), false;
    if (room->high && !is_in_range(room, player))
        return job_refuse(job, 403, "out-of-range", &range), false;
    return true;
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

/* A set-up is bad, or there was no memory for it, which is no fault of whoever asked. */
static void refuse_setup(HallDone *done, void *context, Lang lang, const char *why)
{
    bool no_memory = strcmp(why, refuse_no_memory.in[lang]) == 0;
    refuse_make(done, context, no_memory ? 503 : 422, no_memory ? "busy" : "bad-setup", why);
}

/* A range of ratings is for the lobby, where somebody asks for a game with a clock. */
static bool is_good_range(const HallMake *make, const TableSetup *setup, Lang lang, char *why)
{
    static const Text bad = {
        {"a range of ratings is [low, high] within 0 and 4000, for tables with a clock in the "
         "lobby",
         "レートの範囲は0〜4000の[下限, 上限]で、時計のあるロビーの卓に使えます"}};
    bool none = !make->low && !make->high;
    return none ||
           (make->low >= 0 && make->low <= make->high && make->high <= 4000 && make->lobby &&
            setup->control.kind != CONTROL_NONE) ||
           refuse_text(why, lang, &bad);
}

void hall_make(Hall *hall, const HallMake *make, Lang lang, HallDone *done, void *context)
{
    static const Text bad_side = {
        {"side is one of p1, p2, random", "side は p1、p2、random のどれかです"}};
    static const Text bad_name = {
        {"a name has at most 63 bytes, no control characters and something to see",
         "名前は63バイトまで、制御文字は使えず、見える文字が必要です"}};
    char why[WHY_MAX] = "", id[ID_CHARS + 1], key[KEY_CHARS + 1], invite[KEY_CHARS + 1];
    const Player *player = make->player ? players_known(hall->players, make->player) : NULL;
    const char *asked = make->name ? make->name : "";
    const char *name = player && (!make->name || player_is_nameless(player)) ? player->name : asked;
    const char *const texts[4] = {NULL, NULL, NULL, NULL};
    TableSetup setup;
    Table table;
    if (name != asked && !seat_name_shows(name))
        name = ""; /* of a time when such names were taken */
    if (!seat_name_shows(name)) {
        refuse_make(done, context, 400, "bad-name", bad_name.in[lang]);
        return;
    }
    if (!read_setup(make, lang, &setup, why) || !is_good_range(make, &setup, lang, why)) {
        refuse_setup(done, context, lang, why);
        return;
    }
    if (make->rated && !player) {
        refuse_make(done, context, 401, "no-key", rated_key.in[lang]);
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
        refuse_setup(done, context, lang, why);
        return;
    }
    char text[SEAT_TEXT_MAX + 8];
    Str s = str_over(text, sizeof text);
    Caller caller = {.by = (uint8_t)seat, .now = hall_now(hall), .lang = lang};
    Reply reply;
    str_format(&s, "sit remote%s%s", *name ? " " : "", name);
    bool sits = table_do(&table, &caller, text, &reply); /* else there is nothing to write */
    Room *room = sits ? room_new(hall, id) : NULL;
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
    room->table = table;
    room->has_table = true;
    room->made = hall_now(hall);
    room->maker = make->maker;
    room->lobby = make->lobby ? TSTORE_WAITING : TSTORE_PRIVATE;
    room->rated = make->rated;
    room->low = make->low;
    room->high = make->high;
    if (player)
        memcpy(room->player[seat], player->id, sizeof room->player[seat]);
    memcpy(room->key, key, sizeof key);
    memcpy(room->invite_key, invite, sizeof invite);
    key_hash(key, room->seat_key[seat]);
    key_hash(invite, room->invite);
    room_create(room, seat, job);
}
