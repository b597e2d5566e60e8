/* SPDX-License-Identifier: MIT */
/* Quick pairing. Requests are served one at a time, so that of two who come at once the second
 * finds the table of the first; in other processes that is not so, and therefore whoever waits and
 * asks again joins an older table than theirs, if there is one. See hall.h. */
#include "online/lobby.h"

#include "core/refuse.h"

#include <stdlib.h>
#include <string.h>

enum { SEEKS_MAX = 256, TRIES_MAX = 8 };

/* One request. Its texts are copies. */
typedef struct Seek {
    struct Seek *next;
    Hall *hall;
    Lang lang;
    HallDone *done;
    void *context;
    char player[ID_CHARS + 1], name[SEAT_NAME_MAX];
    char game[VARIANT_TEXT_MAX], clock[CONTROL_TEXT_MAX], side[8];
    bool rated, has_name;
    uint64_t maker;
    char setup[VARIANT_TEXT_MAX + 256]; /* how a table that fits was asked for */
    char tried[TRIES_MAX][ID_CHARS + 1];
    int tries;
    char own[ID_CHARS + 1];   /* a table where they wait already */
    char table[ID_CHARS + 1]; /* where they say that they wait */
    char found[ID_CHARS + 1]; /* the table that fits */
    char left[ID_CHARS + 1];  /* their own, given up */
} Seek;

void lobby_free_seeks(Lobby *lobby)
{
    while (lobby->seeks) {
        Seek *seek = lobby->seeks;
        lobby->seeks = seek->next;
        free(seek);
    }
}

static void copy(char *to, size_t size, const char *from)
{
    Str s = str_over(to, size);
    str_add(&s, from ? from : "");
}

static void serve(Lobby *lobby);

/* Answers the request that is under way; the next one follows. */
static void end(Seek *seek, const HallAnswer *answer)
{
    Lobby *lobby = seek->hall->lobby;
    lobby->seeks = seek->next;
    if (!lobby->seeks)
        lobby->seeks_end = &lobby->seeks;
    seek->done(seek->context, answer);
    free(seek);
    if (lobby->seeks)
        serve(lobby);
}

static void ended(void *context, const HallAnswer *answer)
{
    end(context, answer);
}

/* -- Choosing --------------------------------------------------------------------------------- */

static bool was_tried(const Seek *seek, const char *id)
{
    for (int i = 0; i < seek->tries; i++)
        if (strcmp(seek->tried[i], id) == 0)
            return true;
    return false;
}

static bool fits(const Seek *seek, const LobbyTable *table, const Player *player)
{
    Lobby *lobby = seek->hall->lobby;
    const Player *maker = *table->maker ? players_known(seek->hall->players, table->maker) : NULL;
    int64_t rating = player_rating(player, table->pool).rating / GLICKO_UNIT;
    if (strcmp(table->setup, seek->setup) != 0 || table->rated != seek->rated ||
        was_tried(seek, table->id))
        return false;
    if (strcmp(seek->side, table->free_seat ? "p1" : "p2") == 0) /* the other side was wanted */
        return false;
    if (player && strcmp(player->id, table->maker) == 0)
        return false;
    if (table->high && (!player || rating < table->low || rating > table->high))
        return false;
    if (table->rated && (!player || !maker || player->bot != maker->bot))
        return false;
    return lobby_shows(lobby, seek->player, table->maker);
}

/* How far apart two ratings are; somebody without a rating counts as new. */
static int64_t distance(const Seek *seek, const LobbyTable *table, const Player *player)
{
    const Player *maker = *table->maker ? players_known(seek->hall->players, table->maker) : NULL;
    int64_t apart = player_rating(player, table->pool).rating -
                    player_rating(maker, table->pool).rating;
    return apart < 0 ? -apart : apart;
}

static const LobbyTable *choose(Seek *seek)
{
    const Lobby *lobby = seek->hall->lobby;
    const Player *player = *seek->player ? players_known(seek->hall->players, seek->player) : NULL;
    const LobbyTable *best = NULL;
    int64_t own_made = INT64_MAX;
    seek->own[0] = '\0';
    for (int i = 0; i < lobby->count && player; i++)
        if (strcmp(lobby->tables[i].maker, player->id) == 0 &&
            strcmp(lobby->tables[i].setup, seek->setup) == 0 &&
            lobby->tables[i].rated == seek->rated) {
            own_made = lobby->tables[i].made;
            copy(seek->own, sizeof seek->own, lobby->tables[i].id);
        }
    for (int i = 0; i < lobby->count; i++) {
        const LobbyTable *table = &lobby->tables[i];
        bool older = table->made < own_made ||
                     (table->made == own_made && strcmp(table->id, seek->own) < 0);
        if (!older || !fits(seek, table, player))
            continue;
        int64_t near = best ? distance(seek, best, player) : INT64_MAX;
        int64_t far = distance(seek, table, player);
        if (far < near || (far == near && table->made < best->made))
            best = table;
    }
    return best;
}

/* -- Sitting down, or waiting ----------------------------------------------------------------- */

static void make_one(Seek *seek)
{
    HallMake make = {.game = seek->game,
                     .clock = seek->clock,
                     .side = *seek->side ? seek->side : NULL,
                     .name = seek->has_name ? seek->name : NULL,
                     .player = *seek->player ? seek->player : NULL,
                     .lobby = true,
                     .rated = seek->rated,
                     .maker = seek->maker};
    hall_make(seek->hall, &make, seek->lang, ended, seek);
}

static void tell_waiting(Seek *seek, const char *id, bool waiting)
{
    char text[96];
    Str s = str_over(text, sizeof text);
    str_format(&s, "{\"ok\":true,\"id\":\"%s\",\"waiting\":%s}", id, waiting ? "true" : "false");
    end(seek, &(HallAnswer){.status = 200, .json = s.text, .length = s.length});
}

static void go_on(Seek *seek);

/* Somebody else was quicker, or it is gone: the next one. */
static void sat_down(void *context, const HallAnswer *answer)
{
    Seek *seek = context;
    if (answer->why && answer->status != 503)
        go_on(seek);
    else
        end(seek, answer);
}

static void sit_down(Seek *seek)
{
    HallJoin join = {.id = seek->found,
                     .name = seek->has_name ? seek->name : NULL,
                     .player = *seek->player ? seek->player : NULL};
    hall_join(seek->hall, &join, seek->lang, sat_down, seek);
}

/* The table where they waited is given up before they sit down elsewhere, so that nobody is in two
 * games. If somebody has come there meanwhile, that is their game. */
static void gave_up(void *context, const HallAnswer *answer)
{
    Seek *seek = context;
    if (!answer->why) {
        copy(seek->left, sizeof seek->left, seek->own);
        sit_down(seek);
    } else {
        tell_waiting(seek, seek->own, answer->status == 503);
    }
}

static void go_on(Seek *seek)
{
    const LobbyTable *table = seek->tries < TRIES_MAX ? choose(seek) : NULL;
    bool waits = seek->own[0] && strcmp(seek->own, seek->left) != 0;
    if (!table) {
        if (waits)
            tell_waiting(seek, seek->own, true);
        else
            make_one(seek);
        return;
    }
    copy(seek->found, sizeof seek->found, table->id);
    copy(seek->tried[seek->tries++], sizeof seek->tried[0], table->id);
    Room *own = waits ? room_get(seek->hall, seek->own) : NULL;
    if (own)
        room_give_up(own, gave_up, seek);
    else
        sit_down(seek);
}

/* Where they said that they wait is not open any more: has it begun? */
static void found_own(void *context, const TstoreReply *reply)
{
    Seek *seek = context;
    for (int i = 0; i < reply->table_count; i++)
        if (strcmp(reply->tables[i].id, seek->table) == 0 &&
            strcmp(reply->tables[i].state, "open") != 0) {
            tell_waiting(seek, seek->table, false);
            return;
        }
    go_on(seek);
}

static bool is_listed(const Lobby *lobby, const char *id)
{
    for (int i = 0; i < lobby->count; i++)
        if (strcmp(lobby->tables[i].id, id) == 0)
            return true;
    return false;
}

static void listed(void *context, bool good)
{
    static const Text not_saved = {
        {"the store does not answer; try again", "保存先が応答しません。もう一度お試しください"}};
    enum { MOST = 200 };
    Seek *seek = context;
    bool begun = *seek->player && *seek->table && !is_listed(seek->hall->lobby, seek->table);
    if (good && begun &&
        tstore_seated(seek->hall->store, seek->player, false, MOST, found_own, seek))
        return;
    if (good && !begun)
        go_on(seek);
    else
        end(seek,
            &(HallAnswer){.status = 503, .why = "not-saved", .text = not_saved.in[seek->lang]});
}

static void serve(Lobby *lobby)
{
    lobby_read(lobby, listed, lobby->seeks);
}

/* -- Asking ----------------------------------------------------------------------------------- */

static bool read_setup(Seek *seek, char *why)
{
    static const Text bad_side = {
        {"side is one of p1, p2, random", "side は p1、p2、random のどれかです"}};
    TableSetup setup = table_setup(seek->game);
    const Game *game;
    Str s = str_over(seek->setup, sizeof seek->setup);
    setup.takeback = TAKEBACK_ASK;
    setup.rated = seek->rated;
    if (!control_read(seek->clock, seek->lang, &setup.control, why) ||
        !(game = variants_open(seek->hall->variants, seek->game, seek->lang, why)))
        return false;
    copy(setup.variant, sizeof setup.variant, game->id);
    if (strcmp(seek->side, "random") == 0)
        seek->side[0] = '\0';
    if (seek->side[0] && strcmp(seek->side, "p1") != 0 && strcmp(seek->side, "p2") != 0)
        return refuse_text(why, seek->lang, &bad_side);
    setup_write(&setup, &s);
    return true;
}

void hall_seek(Hall *hall, const HallMake *make, const char *table, Lang lang, HallDone *done,
               void *context)
{
    static const Text busy = {{"too many look for a game at once; try again",
                               "混み合っています。もう一度お試しください"}};
    static const Text bad_name = {
        {"a name has at most 63 bytes, no control characters and something to see",
         "名前は63バイトまで、制御文字は使えず、見える文字が必要です"}};
    Lobby *lobby = hall->lobby;
    char why[WHY_MAX] = "";
    int waiting = 0;
    if (make->name && !seat_name_shows(make->name)) {
        done(context, &(HallAnswer){.status = 400, .why = "bad-name", .text = bad_name.in[lang]});
        return;
    }
    for (const Seek *s = lobby->seeks; s; s = s->next)
        waiting++;
    Seek *seek = waiting < SEEKS_MAX ? calloc(1, sizeof *seek) : NULL;
    if (!seek) {
        done(context, &(HallAnswer){.status = 503, .why = "busy", .text = busy.in[lang]});
        return;
    }
    *seek = (Seek){.hall = hall,
                   .lang = lang,
                   .done = done,
                   .context = context,
                   .rated = make->rated,
                   .has_name = make->name != NULL,
                   .maker = make->maker};
    copy(seek->player, sizeof seek->player, make->player);
    copy(seek->table, sizeof seek->table, table);
    copy(seek->name, sizeof seek->name, make->name);
    copy(seek->game, sizeof seek->game, make->game);
    copy(seek->clock, sizeof seek->clock, make->clock ? make->clock : "none");
    copy(seek->side, sizeof seek->side, make->side);
    if (!read_setup(seek, why)) {
        done(context, &(HallAnswer){.status = 422, .why = "bad-setup", .text = why});
        free(seek);
        return;
    }
    *lobby->seeks_end = seek;
    lobby->seeks_end = &seek->next;
    if (lobby->seeks == seek)
        serve(lobby);
}
