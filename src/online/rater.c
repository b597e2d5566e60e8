/* SPDX-License-Identifier: MIT */
/* The rater, see rater.h. One table at a time, in steps that each wait for the store. */
#include "online/rater.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAGE = 100, /* tables that are read at once */
    LOOK_EVERY_MS = 500,
    LOOK_BACK_MS = 15000,    /* another process may write an earlier end later */
    FIRST_BACK_MS = 3600000, /* and before this process began */
    DONE_SLOTS = 8192,
    TRIES_MAX = 8,
};

/* A rated table that has ended. */
typedef struct Ended {
    char table[ID_CHARS + 1], player[2][ID_CHARS + 1];
    TableSetup setup;
    int won;
    int64_t plies, ended;
} Ended;

typedef enum RatingStep {
    STEP_LAST,   /* the last line of the log */
    STEP_KNOWN,  /* is the table in it? */
    STEP_PLAYER, /* both, and so on */
    STEP_PLAYER_1,
    STEP_FLAG,
    STEP_RATING,
    STEP_RATING_1,
    STEP_WRITE,
    STEP_CHECK, /* were they deleted meanwhile? */
    STEP_CHECK_1,
    STEP_DONE,
} RatingStep;

struct Rater {
    RaterHost host;
    Variants *variants;
    TableStore *store;
    bool began;   /* where to begin is known */
    bool reading; /* a page of ends is on its way */
    int64_t looked;
    int64_t after;
    char after_id[ID_CHARS + 1];
    char done[DONE_SLOTS][ID_CHARS + 1]; /* seen lately; a slot that is lost costs a look */
    Ended queue[PAGE];
    int count, at;
    bool working; /* the step under way waits for the store */
    RatingStep step;
    int tries;
    RatedGame game;
    bool bot;
    Glicko glicko[2];
    int64_t ver[2]; /* of the ratings */
    RaterFigures figures;
};

Rater *rater_open(const RaterHost *host, Variants *variants, TableStore *store)
{
    Rater *rater = calloc(1, sizeof *rater);
    if (!rater)
        return NULL;
    rater->host = *host;
    rater->variants = variants;
    rater->store = store;
    return rater;
}

void rater_close(Rater *rater)
{
    free(rater);
}

RaterFigures rater_figures(const Rater *rater)
{
    return rater->figures;
}

static void copy(char *to, size_t size, const char *from)
{
    Str s = str_over(to, size);
    str_add(&s, from);
}

static char *slot_of(Rater *rater, const char *id)
{
    uint32_t hash = 2166136261u;
    for (const char *p = id; *p; p++)
        hash = (hash ^ (unsigned char)*p) * 16777619u;
    return rater->done[hash % DONE_SLOTS];
}

/* -- Rating one table ------------------------------------------------------------------------- */

static void go_on(Rater *rater);

/* It did not work now: from the first step again, at the next tick. */
static void give_up(Rater *rater)
{
    rater->working = false;
    rater->step = STEP_LAST;
}

static void next_step(Rater *rater, RatingStep step)
{
    rater->step = step;
    go_on(rater);
}

static void finish(Rater *rater)
{
    const Ended *ended = &rater->queue[rater->at++];
    copy(slot_of(rater, ended->table), ID_CHARS + 1, ended->table);
    rater->working = false;
    rater->tries = 0;
    rater->step = STEP_LAST;
}

static bool take_player(Rater *rater, int seat, const TstoreReply *reply)
{
    if (reply->status != TSTORE_OK || !reply->doc_count)
        return false;
    cJSON *json = cJSON_Parse(reply->docs[0].body);
    const cJSON *rid = cJSON_GetObjectItemCaseSensitive(json, "rid");
    bool good = cJSON_IsString(rid) && rid->valuestring[0] && strlen(rid->valuestring) <= ID_CHARS;
    if (good)
        copy(rater->game.rid[seat], sizeof rater->game.rid[seat], rid->valuestring);
    rater->bot |= cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "bot"));
    cJSON_Delete(json);
    return good;
}

/* Why a game does not count, if it does not. */
static const char *judge(Rater *rater, bool flagged)
{
    const Ended *ended = &rater->queue[rater->at];
    char why[WHY_MAX];
    const Game *game = variants_open(rater->variants, ended->setup.variant, LANG_EN, why);
    if (strcmp(ended->player[0], ended->player[1]) == 0)
        return "self";
    if (flagged)
        return "network";
    bool is_short = !game || (ended->plies < game->family->short_plies && !ended->setup.match);
    return is_short ? "short" : "";
}

static void take_last(Rater *rater, const TstoreReply *reply)
{
    RatedGame last = {.number = 0, .at = 0};
    if (reply->status == TSTORE_OK && reply->doc_count &&
        !rated_read(reply->docs[0].id, reply->docs[0].owner, reply->docs[0].at, reply->docs[0].body,
                    &last)) {
        give_up(rater); /* a log that cannot be read is not added to */
        return;
    }
    const Ended *ended = &rater->queue[rater->at];
    int64_t now = rater->host.now(rater->host.context);
    rater->game = (RatedGame){.number = last.number + 1,
                              .at = now > last.at ? now : last.at + 1,
                              .won = ended->won,
                              .plies = ended->plies,
                              .ended = ended->ended};
    copy(rater->game.table, sizeof rater->game.table, ended->table);
    rater->bot = false;
    next_step(rater, STEP_KNOWN);
}

static void take_rating(Rater *rater, int seat, const TstoreReply *reply)
{
    rater->glicko[seat] = glicko_new();
    rater->ver[seat] = 0;
    if (reply->status == TSTORE_OK && reply->doc_count) {
        rater->ver[seat] = reply->docs[0].ver;
        rating_read(reply->docs[0].body, &rater->glicko[seat]);
    }
    next_step(rater, seat ? STEP_WRITE : STEP_RATING_1);
}

static void take_written(Rater *rater, const TstoreReply *reply)
{
    if (reply->status == TSTORE_OK) {
        bool counts = !rater->game.why[0];
        rater->figures.rated += counts;
        rater->figures.not_counted += !counts;
        bool made = counts && (!rater->ver[0] || !rater->ver[1]);
        next_step(rater, made ? STEP_CHECK : STEP_DONE);
        return;
    }
    rater->figures.conflicts += reply->status == TSTORE_CONFLICT;
    if (reply->status == TSTORE_CONFLICT && ++rater->tries < TRIES_MAX)
        next_step(rater, STEP_LAST);
    else
        give_up(rater);
}

/* A rating that was made for somebody who has deleted themselves goes away with them. */
static void take_check(Rater *rater, int seat, const TstoreReply *reply)
{
    if (reply->status == TSTORE_MISSING) {
        RatingDocs room;
        rating_docs(rater->queue[rater->at].player[seat], rater->game.rid[seat], rater->game.pool,
                    &rater->glicko[seat], TSTORE_ANY, &room);
        room.docs[0].remove = room.docs[1].remove = true;
        tstore_docs_write(rater->store, room.docs, 2, NULL, NULL);
    }
    next_step(rater, seat ? STEP_DONE : STEP_CHECK_1);
}

/* What a step waited for is here. */
static void came(void *context, const TstoreReply *reply)
{
    Rater *rater = context;
    rater->working = false;
    if (reply->status == TSTORE_NOT_SAVED && rater->step < STEP_CHECK) {
        give_up(rater);
        return;
    }
    switch (rater->step) {
    case STEP_LAST:
        take_last(rater, reply);
        break;
    case STEP_KNOWN:
        next_step(rater, reply->doc_count ? STEP_DONE : STEP_PLAYER);
        break;
    case STEP_PLAYER:
    case STEP_PLAYER_1: {
        int seat = rater->step == STEP_PLAYER_1;
        if (!take_player(rater, seat, reply))
            copy(rater->game.why, sizeof rater->game.why, "nobody");
        next_step(rater, seat ? STEP_FLAG : STEP_PLAYER_1);
        break;
    }
    case STEP_FLAG: {
        RatedGame *game = &rater->game;
        if (!game->why[0])
            copy(game->why, sizeof game->why, judge(rater, reply->doc_count > 0));
        rating_pool(rater->variants, &rater->queue[rater->at].setup, rater->bot, game->pool);
        next_step(rater, game->why[0] ? STEP_WRITE : STEP_RATING);
        break;
    }
    case STEP_RATING:
    case STEP_RATING_1:
        take_rating(rater, rater->step == STEP_RATING_1, reply);
        break;
    case STEP_WRITE:
        take_written(rater, reply);
        break;
    case STEP_CHECK:
    case STEP_CHECK_1:
        take_check(rater, rater->step == STEP_CHECK_1, reply);
        break;
    case STEP_DONE:
        break;
    }
}

static bool ask_rating(Rater *rater, int seat)
{
    char id[RATING_ID_MAX];
    rating_id(rater->game.pool, rater->game.rid[seat], id);
    return tstore_docs_get(rater->store, "rating", id, came, rater);
}

static bool write_game(Rater *rater)
{
    char id[RATED_ID_MAX], body[RATING_BODY_MAX];
    const RatedGame *game = &rater->game;
    RatingDocs room[2];
    TstoreDoc docs[5];
    int count = 1;
    Str s = str_over(body, sizeof body);
    rated_id(game->number, id);
    rated_write(game, &s);
    docs[0] = (TstoreDoc){
        .kind = "ratedlog", .id = id, .owner = game->table, .at = game->at, .body = body};
    rated_apply(game, &rater->glicko[0], &rater->glicko[1]);
    for (int seat = 0; !game->why[0] && seat < 2; seat++) {
        rating_docs(rater->queue[rater->at].player[seat], game->rid[seat], game->pool,
                    &rater->glicko[seat], rater->ver[seat], &room[seat]);
        docs[count++] = room[seat].docs[0];
        docs[count++] = room[seat].docs[1];
    }
    return tstore_docs_write(rater->store, docs, count, came, rater);
}

/* Asks the store for what the step needs. */
static bool ask(Rater *rater)
{
    const Ended *ended = &rater->queue[rater->at];
    switch (rater->step) {
    case STEP_LAST:
        return tstore_docs_list(
            rater->store,
            &(TstoreList){.kind = "ratedlog", .until = INT64_MAX, .newest_first = true, .limit = 1},
            came, rater);
    case STEP_KNOWN:
        return tstore_docs_owned(rater->store, "ratedlog", ended->table, 1, came, rater);
    case STEP_PLAYER:
    case STEP_CHECK:
        return tstore_docs_get(rater->store, "player", ended->player[0], came, rater);
    case STEP_PLAYER_1:
    case STEP_CHECK_1:
        return tstore_docs_get(rater->store, "player", ended->player[1], came, rater);
    case STEP_FLAG:
        return tstore_docs_get(rater->store, "flag", ended->table, came, rater);
    case STEP_RATING:
        return ask_rating(rater, 0);
    case STEP_RATING_1:
        return ask_rating(rater, 1);
    default:
        return write_game(rater);
    }
}

static void go_on(Rater *rater)
{
    if (rater->step == STEP_DONE)
        finish(rater);
    if (rater->at >= rater->count)
        return;
    rater->working = ask(rater);
    if (!rater->working)
        give_up(rater);
}

/* -- Following -------------------------------------------------------------------------------- */

static void take_row(Rater *rater, const TstoreRow *row)
{
    Ended *ended = &rater->queue[rater->count];
    if (strcmp(slot_of(rater, row->id), row->id) == 0)
        return;
    if (rater->host.ended)
        rater->host.ended(rater->host.context, row);
    if (!row->rated || row->won < 0 || row->won > 2 || !id_is(row->seat[0]) ||
        !id_is(row->seat[1]) || !rating_setup(row->setup, &ended->setup) ||
        ended->setup.control.kind == CONTROL_NONE) {
        copy(slot_of(rater, row->id), ID_CHARS + 1, row->id);
        return;
    }
    copy(ended->table, sizeof ended->table, row->id);
    for (int seat = 0; seat < 2; seat++)
        copy(ended->player[seat], sizeof ended->player[seat], row->seat[seat]);
    ended->won = (int)row->won;
    ended->plies = row->plies;
    ended->ended = row->ended;
    rater->count++;
}

static void took_page(void *context, const TstoreReply *reply)
{
    Rater *rater = context;
    rater->reading = false;
    if (reply->status != TSTORE_OK && reply->status != TSTORE_MISSING)
        return;
    rater->count = rater->at = 0;
    for (int i = 0; i < reply->table_count; i++)
        take_row(rater, &reply->tables[i]);
    if (reply->table_count) {
        const TstoreRow *last = &reply->tables[reply->table_count - 1];
        rater->after = last->ended;
        copy(rater->after_id, sizeof rater->after_id, last->id);
    }
    if (reply->table_count < PAGE) { /* the end: the next look goes back a little */
        int64_t now = rater->host.now(rater->host.context);
        int64_t back = (rater->after < now ? rater->after : now) - LOOK_BACK_MS;
        rater->after = back > 0 ? back : 0;
        rater->after_id[0] = '\0';
    }
    go_on(rater);
}

static void took_beginning(void *context, const TstoreReply *reply)
{
    Rater *rater = context;
    RatedGame last;
    rater->reading = false;
    if (reply->status != TSTORE_OK && reply->status != TSTORE_MISSING)
        return;
    rater->began = true;
    if (reply->doc_count && rated_read(reply->docs[0].id, reply->docs[0].owner, reply->docs[0].at,
                                       reply->docs[0].body, &last))
        rater->after = last.ended > FIRST_BACK_MS ? last.ended - FIRST_BACK_MS : 0;
}

void rater_tick(Rater *rater)
{
    if (rater->working || rater->reading)
        return;
    if (!rater->began) {
        const TstoreList list = {
            .kind = "ratedlog", .until = INT64_MAX, .newest_first = true, .limit = 1};
        rater->reading = tstore_docs_list(rater->store, &list, took_beginning, rater);
        return;
    }
    if (rater->at < rater->count) {
        go_on(rater);
        return;
    }
    int64_t now = rater->host.now(rater->host.context);
    if (now >= rater->looked && now - rater->looked < LOOK_EVERY_MS && !rater->after_id[0])
        return;
    rater->looked = now;
    rater->reading = tstore_ended(rater->store, rater->after, rater->after_id, PAGE, took_page,
                                  rater);
}
