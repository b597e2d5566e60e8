/* SPDX-License-Identifier: MIT */
/* Tournaments as JSON, for whoever asks and for watchers. See tour.h.
 *
 * Names are not kept in a tournament's documents: they are looked up when it is told, so that who
 * has deleted themselves is nameless here too. */
#include "online/tour_part.h"

#include <stdlib.h>
#include <string.h>

enum { ARENA_GAMES = 30, TOLD_BYTES = 4 << 20 };

static const char *name_of(const Tour *tour, const char *player)
{
    const ToursHost *host = &tour->tours->host;
    TourWho who;
    return host->who(host->context, player, tour->pool, &who) ? who.name : "";
}

/* The games that entrants play now, by their numbers; -1: none. */
static void find_games(const Tour *tour, int out[PAIRING_MAX])
{
    for (int i = 0; i < tour->count; i++)
        out[i] = -1;
    for (int g = 0; g < tour->game_count; g++) {
        const PairingGame *p = &tour->games[g].pairing;
        if (p->result == RESULT_NONE)
            out[p->who[0]] = out[p->who[1]] = g;
    }
}

static void add_table(Json *json, const char *key, const char *table)
{
    json_key(json, key);
    if (table && *table)
        json_text(json, table);
    else
        json_null(json);
}

static void add_standing(const Tour *tour, const Standing *s, int game, Json *json)
{
    const TourEntrant *entrant = &tour->entrants[s->who];
    bool arena = tour->kind == PAIRING_ARENA;
    json_open(json, '{');
    json_add_number(json, "place", s->place);
    json_add_text(json, "id", entrant->id);
    json_add_text(json, "name", name_of(tour, entrant->id));
    json_add_number(json, "rating", entrant->rating);
    json_add_bool(json, "provisional", entrant->provisional);
    json_add_bool(json, "bot", entrant->bot);
    json_add_bool(json, "gone", entrant->gone);
    json_add_parts(json, "points", arena ? 2 * s->points : s->points, 2);
    json_add_number(json, "played", s->played);
    json_add_number(json, "won", s->won);
    json_add_number(json, "drawn", s->drawn);
    json_add_number(json, "lost", s->lost);
    if (tour->kind == PAIRING_SWISS) {
        json_add_parts(json, "cut", s->cut, 2);
        json_add_parts(json, "buchholz", s->buchholz, 2);
    }
    if (tour->kind == PAIRING_SWISS || tour->kind == PAIRING_ROUND_ROBIN) {
        json_add_parts(json, "sb", s->sonneborn_berger, 4);
        json_add_parts(json, "direct", s->direct, 2);
    }
    if (arena)
        json_add_bool(json, "streak", s->streak);
    add_table(json, "table", game < 0 ? NULL : tour->games[game].table);
    json_close(json, '}');
}

static void add_standings(const Tour *tour, Json *json)
{
    PairingEntrant entrants[PAIRING_MAX];
    int playing[PAIRING_MAX];
    Standing *standings = calloc(PAIRING_MAX, sizeof *standings);
    PairingGame *games = malloc(((size_t)tour->game_count + 1) * sizeof *games);
    json_key(json, "standings");
    json_open(json, '[');
    find_games(tour, playing);
    for (int i = 0; i < tour->count; i++)
        entrants[i] = (PairingEntrant){tour->entrants[i].rating, tour->entrants[i].gone};
    for (int g = 0; games && g < tour->game_count; g++)
        games[g] = tour->games[g].pairing;
    if (standings && games &&
        pairing_standings(tour->kind, entrants, tour->count, games, tour->game_count, standings))
        for (int i = 0; i < tour->count; i++)
            add_standing(tour, &standings[i], playing[standings[i].who], json);
    json_close(json, ']');
    free(standings);
    free(games);
}

static void add_game(const Tour *tour, int number, Json *json)
{
    const TourGame *game = &tour->games[number];
    const PairingGame *p = &game->pairing;
    json_open(json, '{');
    json_add_number(json, "n", number + 1);
    json_add_number(json, "round", p->round);
    json_key(json, "players");
    json_open(json, '[');
    for (int seat = 0; seat < 2; seat++) {
        if (p->who[seat] == PAIRING_NOBODY)
            json_null(json);
        else
            json_text(json, tour->entrants[p->who[seat]].id);
    }
    json_close(json, ']');
    json_add_text(json, "result", pairing_result_name(p->result));
    json_add_bool(json, "unplayed", p->unplayed);
    add_table(json, "table", game->table);
    json_add_number(json, "at", game->at);
    json_add_number(json, "due", p->result == RESULT_NONE ? game->at + tour->wait_ms : 0);
    json_close(json, '}');
}

/* All games, or for watchers those of this round; of an arena those that are on and the last ones.
 */
static void add_games(const Tour *tour, bool all, Json *json)
{
    int last = tour->game_count - ARENA_GAMES;
    json_key(json, "games");
    json_open(json, '[');
    for (int g = 0; g < tour->game_count; g++) {
        const PairingGame *p = &tour->games[g].pairing;
        bool shown = tour->kind == PAIRING_ARENA ? g >= last : all || p->round == tour->round;
        if (shown || p->result == RESULT_NONE)
            add_game(tour, g, json);
    }
    json_close(json, ']');
}

void tour_tell(Tour *tour, const char *type, Str *out)
{
    Json json = json_over(out);
    static const char *const sides[] = {"p1", "p2", "both"};
    json_open(&json, '{');
    if (type)
        json_add_text(&json, "t", type);
    else
        json_add_bool(&json, "ok", true);
    json_add_text(&json, "id", tour->id);
    json_add_number(&json, "ver", tour->ver);
    json_add_number(&json, "now", tours_now(tour->tours));
    json_add_text(&json, "name", tour->name);
    json_add_text(&json, "kind", pairing_kind_name(tour->kind));
    json_add_text(&json, "game", tour->game);
    json_add_text(&json, "clock", tour->clock);
    json_add_text(&json, "pool", tour->pool);
    json_add_bool(&json, "rated", tour->rated);
    json_add_bool(&json, "match", tour->match);
    json_key(&json, "by");
    json_open(&json, '{');
    json_add_text(&json, "id", tour->by);
    json_add_text(&json, "name", name_of(tour, tour->by));
    json_close(&json, '}');
    json_add_text(&json, "state", tour_state_name(tour->state));
    json_add_text(&json, "reason", tour_reason_name(tour->reason));
    json_add_number(&json, "rounds", tour->rounds);
    json_add_number(&json, "round", tour->round);
    json_add_number(&json, "cycles", tour->cycles);
    json_add_number(&json, "minutes", tour->minutes);
    json_add_number(&json, "start", tour->start);
    json_add_number(&json, "most", tour->most);
    json_add_number(&json, "wait", tour->wait_ms);
    json_add_text(&json, "side", sides[tour->side]);
    json_add_number(&json, "made", tour->made);
    json_add_number(&json, "began", tour->began);
    json_add_number(&json, "ends", tour->ends);
    json_add_number(&json, "ended", tour->ended);
    add_standings(tour, &json);
    add_games(tour, !type, &json);
    json_close(&json, '}');
}

/* -- When names are there --------------------------------------------------------------------- */

/* A tournament that waits for the names of its players. */
typedef struct Named {
    Tours *tours;
    char id[ID_CHARS + 1];
    TourWish *wish; /* NULL: for all watchers */
} Named;

static void tell_sink(Tour *tour, SinkId sink, const Str *text)
{
    const ToursHost *host = &tour->tours->host;
    host->send(host->context, sink, text->text, text->length);
}

static void tell_all(Tour *tour)
{
    Str s = str_over(tour->tours->text, TOUR_TEXT_MAX);
    tour_tell(tour, "tournament", &s);
    for (TourSink *sink = tour->sinks, *next; sink && !s.full; sink = next) {
        next = sink->next; /* it may go while it is told */
        tell_sink(tour, sink->sink, &s);
    }
}

static void begin_watch(Tour *tour, TourWish *wish)
{
    static const Text gone = {{"nobody listens any more", "受け手がいません"}};
    TourSink *sink = wish->sink ? malloc(sizeof *sink) : NULL;
    if (!sink) {
        wish_no(wish, 410, "gone", &gone);
        return;
    }
    SinkId id = wish->sink;
    tours_unwatch(tour->tours, id, tour->id);
    *sink = (TourSink){tour->sinks, id};
    tour->sinks = sink;
    wish_end(wish, &(HallAnswer){.status = 200, .json = "{\"ok\":true}", .length = 11});
    Str s = str_over(tour->tours->text, TOUR_TEXT_MAX);
    tour_tell(tour, "tournament", &s);
    for (const TourSink *still = tour->sinks; still; still = still->next)
        if (still->sink == id) { /* it has not gone meanwhile */
            tell_sink(tour, id, &s);
            return;
        }
}

static void named(void *context)
{
    static const Text busy = {{"try again", "もう一度お試しください"}};
    Named *named = context;
    Tour *tour = tour_find(named->tours, named->id);
    TourWish *wish = named->wish;
    bool ready = tour && (tour->phase == TOUR_READY || tour->phase == TOUR_WRITING);
    free(named);
    if (!wish) {
        if (ready)
            tell_all(tour);
    } else if (!ready) {
        wish_no(wish, 503, "busy", &busy);
    } else if (wish->kind == WISH_WATCH) {
        begin_watch(tour, wish);
    } else {
        Str s = str_over(tour->tours->text, TOUR_TEXT_MAX);
        tour_tell(tour, NULL, &s);
        if (s.full)
            wish_no(wish, 503, "busy", &busy);
        else
            wish_end(wish, &(HallAnswer){.status = 200, .json = s.text, .length = s.length});
    }
}

static void load_names(Tour *tour, TourWish *wish)
{
    static const Text busy = {{"try again", "もう一度お試しください"}};
    const ToursHost *host = &tour->tours->host;
    const char *ids[PAIRING_MAX + 1] = {tour->by};
    Named *waiting = malloc(sizeof *waiting);
    if (!waiting) {
        if (wish)
            wish_no(wish, 503, "busy", &busy);
        return;
    }
    *waiting = (Named){.tours = tour->tours, .wish = wish};
    memcpy(waiting->id, tour->id, sizeof waiting->id);
    for (int i = 0; i < tour->count; i++)
        ids[i + 1] = tour->entrants[i].id;
    host->load(host->context, ids, tour->count + 1, named, waiting);
}

void tour_show(Tour *tour, TourWish *wish)
{
    load_names(tour, wish);
}

void tour_tell_later(Tour *tour)
{
    tour->untold = tour->sinks != NULL;
}

void tour_tell_now(Tour *tour, int64_t now)
{
    int64_t sinks = 0;
    for (const TourSink *sink = tour->sinks; sink; sink = sink->next)
        sinks++;
    /* A large one with many watchers is told less often. */
    int64_t bytes = sinks * (300 * (int64_t)tour->count + 150 * (int64_t)tour->game_count);
    int64_t pause = 250 + bytes / (TOLD_BYTES / 1000);
    if (!tour->untold || now - tour->told < (pause < 10000 ? pause : 10000))
        return;
    tour->untold = false;
    tour->told = now;
    load_names(tour, NULL);
}
