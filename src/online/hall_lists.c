/* SPDX-License-Identifier: MIT */
/* Lists of tables, from rows of the store: one's own tables, games of a player, the wall. */
#include "online/room.h"

#include "core/refuse.h"

#include <stdlib.h>
#include <string.h>

static const Text not_saved = {
    {"the store does not answer; try again", "保存先が応答しません。もう一度お試しください"}};

static void refuse_list(HallDone *done, void *context, int status, const char *why,
                        const char *text)
{
    done(context, &(HallAnswer){.status = status, .why = why, .text = text});
}

/* -- Tables of a player ----------------------------------------------------------------------- */

enum { MINE_MOST = 200, PLAYED_MOST = 100 };

/* One row, kept until the players in it are in memory. */
typedef struct Line {
    char id[ID_CHARS + 1], state[16], tournament[ID_CHARS + 1], other[ID_CHARS + 1];
    char game[VARIANT_TEXT_MAX], clock[CONTROL_TEXT_MAX], pool[POOL_MAX];
    int64_t made, at, due, ended, won;
    int seat;
    bool turn, rated;
} Line;

typedef struct Lines {
    Hall *hall;
    Lang lang;
    HallDone *done;
    void *context;
    char player[ID_CHARS + 1];
    int count;
    Line *line; /* MINE_MOST */
} Lines;

static void copy(char *to, size_t size, const char *from)
{
    Str s = str_over(to, size);
    str_add(&s, from);
}

static bool read_line(Hall *hall, const TstoreRow *row, const char *player, Line *out)
{
    TableSetup setup;
    char why[WHY_MAX];
    const char *text = row->setup + strcspn(row->setup, " ");
    if (!setup_read(text + (*text == ' '), LANG_EN, &setup, why))
        return false;
    const Game *game = variants_open(hall->variants, setup.variant, LANG_EN, why);
    if (!game)
        return false;
    bool first = strcmp(row->seat[0], player) == 0, second = strcmp(row->seat[1], player) == 0;
    *out = (Line){.made = row->made,
                  .at = row->at,
                  .due = row->due,
                  .ended = row->ended,
                  .won = row->won,
                  .rated = row->rated != 0,
                  .seat = first && second ? row->turn == 1 : second};
    out->turn = row->turn == out->seat;
    copy(out->id, sizeof out->id, row->id);
    copy(out->state, sizeof out->state, row->state);
    copy(out->tournament, sizeof out->tournament, row->tournament);
    copy(out->other, sizeof out->other, row->seat[!out->seat]);
    copy(out->game, sizeof out->game, setup.variant);
    Str s = str_over(out->clock, sizeof out->clock);
    control_write(&setup.control, &s);
    pool_write(game, &setup.control, out->pool);
    return true;
}

static Lines *lines_new(Hall *hall, const char *player, Lang lang, HallDone *done, void *context)
{
    Lines *lines = calloc(1, sizeof *lines);
    Line *line = lines ? calloc(MINE_MOST, sizeof *line) : NULL;
    if (!line) {
        free(lines);
        refuse_list(done, context, 503, "busy", refuse_no_memory.in[lang]);
        return NULL;
    }
    *lines = (Lines){.hall = hall, .lang = lang, .done = done, .context = context, .line = line};
    copy(lines->player, sizeof lines->player, player);
    return lines;
}

static void lines_free(Lines *lines)
{
    free(lines->line);
    free(lines);
}

static void lines_busy(Lines *lines)
{
    refuse_list(lines->done, lines->context, 503, "not-saved", not_saved.in[lines->lang]);
    lines_free(lines);
}

static void load_others(Lines *lines, void (*then)(void *context))
{
    const char *ids[MINE_MOST];
    for (int i = 0; i < lines->count; i++)
        ids[i] = lines->line[i].other;
    players_load(lines->hall->players, ids, lines->count, then, lines);
}

static void add_null_or_text(Json *json, const char *key, const char *text)
{
    json_key(json, key);
    if (*text)
        json_text(json, text);
    else
        json_null(json);
}

static void add_common(Json *json, Lines *lines, const Line *line)
{
    json_add_text(json, "id", line->id);
    json_add_text(json, "game", line->game);
    json_add_text(json, "clock", line->clock);
    json_add_number(json, "seat", line->seat);
    json_add_bool(json, "rated", line->rated);
    add_null_or_text(json, "tournament", line->tournament);
    json_key(json, "other");
    players_write(lines->hall->players, line->other, line->pool, json);
}

static void answer_lines(Lines *lines, const Str *text)
{
    lines->done(lines->context,
                &(HallAnswer){.status = 200, .json = text->text, .length = text->length});
    lines_free(lines);
}

/* Where one is to move first, what must be answered soonest before all; the others by their last
 * event. */
static int compare_mine(const void *a, const void *b)
{
    const Line *one = a, *other = b;
    if (one->turn != other->turn)
        return one->turn ? -1 : 1;
    int64_t first = one->at, second = other->at; /* the later one first */
    if (one->turn) {
        first = other->due ? other->due : INT64_MAX;
        second = one->due ? one->due : INT64_MAX;
    }
    return first > second ? -1 : first < second ? 1 : strcmp(one->id, other->id);
}

static void tell_mine(void *context)
{
    Lines *lines = context;
    int64_t now = hall_now(lines->hall);
    Str s = str_over(lines->hall->text, HALL_TEXT_MAX);
    Json json = json_over(&s);
    json_open(&json, '{');
    json_add_bool(&json, "ok", true);
    json_key(&json, "tables");
    json_open(&json, '[');
    qsort(lines->line, (size_t)lines->count, sizeof *lines->line, compare_mine);
    for (int i = 0; i < lines->count; i++) {
        const Line *line = &lines->line[i];
        json_open(&json, '{');
        add_common(&json, lines, line);
        json_add_text(&json, "state", line->state);
        json_add_bool(&json, "turn", line->turn);
        json_key(&json, "left"); /* of whoever is to move */
        if (line->due > 0 && strcmp(line->state, "running") == 0)
            json_number(&json, line->due > now ? line->due - now : 0);
        else
            json_null(&json);
        json_add_number(&json, "at", line->at);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    answer_lines(lines, &s);
}

static void found_mine(void *context, const TstoreReply *reply)
{
    Lines *lines = context;
    for (int i = 0; i < reply->table_count && lines->count < MINE_MOST; i++)
        lines->count += read_line(lines->hall, &reply->tables[i], lines->player,
                                  &lines->line[lines->count]);
    if (reply->status == TSTORE_OK)
        load_others(lines, tell_mine);
    else
        lines_busy(lines);
}

void hall_mine(Hall *hall, const char *player, Lang lang, HallDone *done, void *context)
{
    Lines *lines = lines_new(hall, player, lang, done, context);
    if (lines && !tstore_seated(hall->store, player, false, MINE_MOST, found_mine, lines))
        lines_busy(lines);
}

/* -- A player, for everybody ------------------------------------------------------------------ */

static void add_ratings(Json *json, const Player *player, int64_t now)
{
    json_key(json, "ratings");
    json_open(json, '{');
    for (int i = 0; i < player->rating_count; i++) {
        const Glicko *glicko = &player->ratings[i].glicko;
        json_key(json, player->ratings[i].pool);
        json_open(json, '{');
        json_add_number(json, "rating", glicko->rating / GLICKO_UNIT);
        json_add_number(json, "deviation", glicko_deviation(glicko, now) / GLICKO_UNIT);
        json_add_bool(json, "provisional", glicko_is_provisional(glicko, now));
        json_add_number(json, "games", glicko->games);
        json_close(json, '}');
    }
    json_close(json, '}');
}

static void add_played(Json *json, Lines *lines, const Line *line)
{
    json_open(json, '{');
    add_common(json, lines, line);
    json_add_text(json, "result",
                  line->won == 2            ? "draw"
                  : line->won < 0           ? "none"
                  : line->won == line->seat ? "win"
                                            : "loss");
    json_add_number(json, "at", line->made);
    json_add_number(json, "ended", line->ended);
    json_close(json, '}');
}

static void tell_player(void *context)
{
    static const Text nobody = {{"there is no such player", "そのプレイヤーはいません"}};
    Lines *lines = context;
    const Player *player = players_known(lines->hall->players, lines->player);
    Str s = str_over(lines->hall->text, HALL_TEXT_MAX);
    Json json = json_over(&s);
    if (!player) {
        refuse_list(lines->done, lines->context, 404, "not-found", nobody.in[lines->lang]);
        lines_free(lines);
        return;
    }
    json_open(&json, '{');
    json_add_bool(&json, "ok", true);
    json_add_text(&json, "id", player->id);
    json_add_text(&json, "name", player->name);
    json_add_bool(&json, "bot", player->bot);
    json_add_number(&json, "made", player->made);
    add_ratings(&json, player, hall_now(lines->hall));
    json_key(&json, "games");
    json_open(&json, '[');
    for (int i = 0; i < lines->count; i++)
        add_played(&json, lines, &lines->line[i]);
    json_close(&json, ']');
    json_close(&json, '}');
    answer_lines(lines, &s);
}

static void found_played(void *context, const TstoreReply *reply)
{
    Lines *lines = context;
    for (int i = 0; i < reply->table_count && lines->count < PLAYED_MOST; i++) {
        const TstoreRow *row = &reply->tables[i];
        if (row->lobby == TSTORE_PUBLIC && row->plies > 0)
            lines->count += read_line(lines->hall, row, lines->player, &lines->line[lines->count]);
    }
    if (reply->status == TSTORE_OK)
        load_others(lines, tell_player);
    else
        lines_busy(lines);
}

static void found_player(void *context, PlayersStatus status, const Player *player)
{
    Lines *lines = context;
    if (status == PLAYERS_BUSY)
        lines_busy(lines);
    else if (!player)
        tell_player(lines);
    else if (!tstore_seated(lines->hall->store, lines->player, true, 2 * PLAYED_MOST, found_played,
                            lines))
        lines_busy(lines);
}

void hall_player(Hall *hall, const char *player, Lang lang, HallDone *done, void *context)
{
    Lines *lines = lines_new(hall, id_is(player) ? player : "", lang, done, context);
    if (lines)
        players_by_id(hall->players, lines->player, found_player, lines);
}

/* -- The wall --------------------------------------------------------------------------------- */

enum { WALL_MOST = 12, WALL_OF = 200 };

typedef struct Wall {
    Hall *hall;
    Lang lang;
    HallDone *done;
    void *context;
    int left; /* tables that are still to be told */
    int count;
    char *text[WALL_MOST];
} Wall;

static void wall_ends(Wall *wall)
{
    Str s = str_over(wall->hall->text, HALL_TEXT_MAX);
    if (--wall->left)
        return;
    str_add(&s, "{\"ok\":true,\"tables\":[");
    for (int i = 0, told = 0; i < wall->count; i++) {
        if (wall->text[i])
            str_format(&s, "%s%s", told++ ? "," : "", wall->text[i]);
        free(wall->text[i]);
    }
    str_add(&s, "]}");
    wall->done(wall->context, &(HallAnswer){.status = 200, .json = s.text, .length = s.length});
    free(wall);
}

/* One table's place on the wall. */
typedef struct Brick {
    Wall *wall;
    int at;
} Brick;

static void brick_came(void *context, const HallAnswer *answer)
{
    Brick *brick = context;
    if (!answer->why)
        brick->wall->text[brick->at] = strdup(answer->json);
    wall_ends(brick->wall);
    free(brick);
}

typedef struct Busy {
    char id[ID_CHARS + 1];
    int watchers;
    int64_t at;
} Busy;

static int by_watchers(const void *a, const void *b)
{
    const Busy *one = a, *two = b;
    if (one->watchers != two->watchers)
        return two->watchers - one->watchers;
    return one->at > two->at ? -1 : one->at < two->at;
}

static void found_running(void *context, const TstoreReply *reply)
{
    Wall *wall = context;
    Busy busy[WALL_OF];
    const char *const texts[4] = {NULL, NULL, NULL, NULL};
    int count = 0;
    if (reply->status != TSTORE_OK) {
        refuse_list(wall->done, wall->context, 503, "not-saved", not_saved.in[wall->lang]);
        free(wall);
        return;
    }
    for (int i = 0; i < reply->table_count && count < WALL_OF; i++) {
        const Room *room = room_find(wall->hall, reply->tables[i].id);
        Busy *one = &busy[count++];
        *one = (Busy){.at = reply->tables[i].at};
        copy(one->id, sizeof one->id, reply->tables[i].id);
        one->watchers = room ? room_spectators(room) : 0;
    }
    qsort(busy, (size_t)count, sizeof *busy, by_watchers);
    wall->count = count < WALL_MOST ? count : WALL_MOST;
    wall->left = 1;
    for (int i = 0; i < wall->count; i++) {
        Brick *brick = malloc(sizeof *brick);
        Job *job = brick ? room_job_new(JOB_WALL, wall->lang, brick_came, brick, texts) : NULL;
        Room *room = job ? room_get(wall->hall, busy[i].id) : NULL;
        if (!room) {
            free(job);
            free(brick);
            continue;
        }
        *brick = (Brick){wall, i};
        wall->left++;
        room_add_job(room, job);
    }
    wall_ends(wall);
}

void hall_wall(Hall *hall, Lang lang, HallDone *done, void *context)
{
    Wall *wall = calloc(1, sizeof *wall);
    if (wall)
        *wall = (Wall){.hall = hall, .lang = lang, .done = done, .context = context};
    if (wall && tstore_running(hall->store, WALL_OF, found_running, wall))
        return;
    free(wall);
    refuse_list(done, context, 503, "busy", refuse_no_memory.in[lang]);
}
