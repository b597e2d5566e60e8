/* SPDX-License-Identifier: MIT */
/* What happens at a tournament by itself: it begins, rounds are paired, games end, it ends. See
 * tour.h. */
#include "online/tour_part.h"

#include <stdlib.h>
#include <string.h>

/* -- For the pairings ------------------------------------------------------------------------- */

static void list_entrants(const Tour *tour, PairingEntrant out[PAIRING_MAX])
{
    for (int i = 0; i < tour->count; i++)
        out[i] = (PairingEntrant){.rating = tour->entrants[i].rating,
                                  .gone = tour->entrants[i].gone};
}

/* All games, for free(); NULL without memory. */
static PairingGame *list_games(const Tour *tour)
{
    PairingGame *games = malloc(((size_t)tour->game_count + 1) * sizeof *games);
    for (int g = 0; games && g < tour->game_count; g++)
        games[g] = tour->games[g].pairing;
    return games;
}

static int count_running(const Tour *tour)
{
    int count = 0;
    for (int g = 0; g < tour->game_count; g++)
        count += tour->games[g].pairing.result == RESULT_NONE;
    return count;
}

static int count_active(const Tour *tour)
{
    int count = 0;
    for (int i = 0; i < tour->count; i++)
        count += !tour->entrants[i].gone;
    return count;
}

/* Those who hide each other, to free(pairs). Without memory: nobody. */
static PairingApart list_apart(const Tour *tour)
{
    const ToursHost *host = &tour->tours->host;
    size_t most = (size_t)tour->count * (size_t)tour->count / 2 + 1;
    Pairing *pairs = malloc(most * sizeof *pairs);
    int count = 0;
    for (int i = 0; pairs && i < tour->count; i++)
        for (int k = 0; k < i && !tour->entrants[i].gone; k++)
            if (!tour->entrants[k].gone &&
                host->apart(host->context, tour->entrants[i].id, tour->entrants[k].id))
                pairs[count++] = (Pairing){{(int16_t)i, (int16_t)k}};
    return (PairingApart){pairs, count};
}

typedef struct Fetch {
    Tours *tours;
    char id[ID_CHARS + 1];
} Fetch;

static void fetched(void *context)
{
    Fetch *fetch = context;
    Tour *tour = tour_find(fetch->tours, fetch->id);
    free(fetch);
    if (!tour)
        return;
    tour->fetching = false;
    tour->known = tours_now(tour->tours);
}

/* Are its players in memory, with whom they hide? Else they are asked for, and it is paired when
 * they have come. */
static bool has_players(Tour *tour, int64_t now)
{
    const ToursHost *host = &tour->tours->host;
    const char *ids[PAIRING_MAX];
    Fetch *fetch;
    if (tour->known && now - tour->known < TOUR_KNOWN_MS)
        return true;
    if (tour->fetching || (fetch = malloc(sizeof *fetch)) == NULL)
        return false;
    *fetch = (Fetch){.tours = tour->tours};
    memcpy(fetch->id, tour->id, sizeof fetch->id);
    for (int i = 0; i < tour->count; i++)
        ids[i] = tour->entrants[i].id;
    tour->fetching = true;
    host->load(host->context, ids, tour->count, fetched, fetch);
    return !tour->fetching;
}

/* -- Pairing ---------------------------------------------------------------------------------- */

/* A pairing as a game that is to be played, or is decided at once: a bye, or somebody has gone. */
static bool add_pairing(Tour *tour, Pairing pairing, int64_t now)
{
    TourGame game = {
        .pairing = {.who = {pairing.who[0], pairing.who[1]}, .round = (int16_t)tour->round},
        .at = now,
        .dirty = true};
    PairingGame *p = &game.pairing;
    bool bye = p->who[1] == PAIRING_NOBODY;
    bool gone[2] = {tour->entrants[p->who[0]].gone, !bye && tour->entrants[p->who[1]].gone};
    if (bye)
        p->result = RESULT_BYE;
    else if (gone[0] || gone[1])
        p->result = gone[0] && gone[1] ? RESULT_NEITHER : gone[0] ? RESULT_SECOND : RESULT_FIRST;
    p->unplayed = p->result != RESULT_NONE;
    if (p->unplayed)
        game.ended = now;
    else if (!id_make(game.table))
        return false;
    game.look_at = INT64_MAX; /* until it is written and its table made */
    return tour_add_game(tour, &game);
}

/* True if there was anything to pair. */
static bool add_pairings(Tour *tour, const Pairing *pairs, int count, int64_t now)
{
    for (int p = 0; p < count; p++)
        if (!add_pairing(tour, pairs[p], now)) {
            tour->phase = TOUR_STALE; /* no memory: begin again from what is written */
            return false;
        }
    tour->paired = now;
    tour->changed = count > 0;
    return count > 0;
}

/* Everybody plays entrant 0, but for those whom one of the two hides. */
static int pair_simul(const Tour *tour, Pairing *pairs)
{
    const ToursHost *host = &tour->tours->host;
    int all = pairing_simul(tour->count, tour->side, pairs), count = 0;
    for (int p = 0; p < all; p++)
        if (!host->apart(host->context, tour->entrants[pairs[p].who[0]].id,
                         tour->entrants[pairs[p].who[1]].id))
            pairs[count++] = pairs[p];
    return count;
}

static bool pair_round(Tour *tour, int64_t now)
{
    Pairing pairs[PAIRING_MAX];
    PairingEntrant entrants[PAIRING_MAX];
    int count = 0;
    tour->round++;
    if (tour->kind == PAIRING_ROUND_ROBIN) {
        count = pairing_round_robin(tour->count, tour->round, tour->cycles, pairs);
    } else if (tour->kind == PAIRING_SIMUL) {
        count = tour->round == 1 ? pair_simul(tour, pairs) : 0;
    } else {
        PairingGame *games = list_games(tour);
        PairingApart apart = list_apart(tour);
        list_entrants(tour, entrants);
        if (games && tour->round <= tour->rounds)
            count = pairing_swiss(entrants, tour->count, games, tour->game_count, apart, pairs);
        free((void *)apart.pairs);
        free(games);
    }
    if (count > 0)
        return add_pairings(tour, pairs, count, now);
    tour->round--;
    return false;
}

/* Those who are here and not playing. */
static int list_waiting(const Tour *tour, int16_t *out, int64_t *since)
{
    bool playing[PAIRING_MAX] = {false};
    int count = 0;
    for (int g = 0; g < tour->game_count; g++) {
        const PairingGame *p = &tour->games[g].pairing;
        if (p->result == RESULT_NONE)
            playing[p->who[0]] = playing[p->who[1]] = true;
    }
    *since = 0;
    for (int i = 0; i < tour->count; i++)
        if (!tour->entrants[i].gone && !playing[i]) {
            out[count++] = (int16_t)i;
            if (tour->entrants[i].since > *since)
                *since = tour->entrants[i].since;
        }
    return count;
}

static void pair_arena(Tour *tour, int64_t now)
{
    Pairing pairs[PAIRING_MAX];
    PairingEntrant entrants[PAIRING_MAX];
    int16_t waiting[PAIRING_MAX];
    int64_t since;
    int count = list_waiting(tour, waiting, &since);
    if (count < 2 || now - tour->paired < TOUR_PAIR_MS || !has_players(tour, now))
        return;
    PairingGame *games = list_games(tour);
    PairingApart apart = list_apart(tour);
    list_entrants(tour, entrants);
    bool lonely = count_active(tour) == 2 || now - since >= TOUR_LONELY_MS;
    int made = games ? pairing_arena(entrants, tour->count, games, tour->game_count, waiting, count,
                                     lonely, apart, pairs)
                     : 0;
    free((void *)apart.pairs);
    free(games);
    add_pairings(tour, pairs, made > 0 ? made : 0, now);
}

/* -- Beginning and ending --------------------------------------------------------------------- */

/* Who left before it began was never there. */
static void drop_gone(Tour *tour)
{
    int count = 0;
    for (int i = 0; i < tour->count; i++)
        if (!tour->entrants[i].gone)
            tour->entrants[count++] = tour->entrants[i];
    tour->count = count;
}

static int usual_rounds(int count)
{
    int rounds = 1;
    while (1 << rounds < count)
        rounds++;
    return rounds < count - 1 ? rounds : count - 1;
}

bool tour_begin(Tour *tour, int64_t now)
{
    if (count_active(tour) < 2 || (tour->kind == PAIRING_SIMUL && tour->entrants[0].gone))
        return false;
    drop_gone(tour);
    for (int i = 0; i < tour->count; i++)
        tour->entrants[i].since = now;
    tour->state = TOUR_RUNNING;
    tour->began = now;
    tour->changed = true;
    if (tour->kind == PAIRING_ARENA) {
        tour->ends = now + tour->minutes * 60000;
        tour->round = 1;
    } else if (tour->kind == PAIRING_ROUND_ROBIN) {
        tour->rounds = pairing_round_robin_rounds(tour->count, tour->cycles);
    } else if (tour->kind == PAIRING_SIMUL) {
        tour->rounds = 1;
    } else if (!tour->rounds || tour->rounds > tour->count - 1) {
        int usual = usual_rounds(tour->count);
        tour->rounds = tour->rounds ? tour->count - 1 : usual;
    }
    return true;
}

void tour_finish(Tour *tour, int64_t now)
{
    tour->state = TOUR_ENDED;
    tour->ended = now;
    tour->changed = true;
}

void tour_cancel(Tour *tour, TourReason reason, int64_t now)
{
    tour_finish(tour, now);
    tour->state = TOUR_CANCELLED;
    tour->reason = reason;
}

/* When the last game ended, or was decided without being played. */
static int64_t last_end(const Tour *tour)
{
    int64_t last = 0;
    for (int g = 0; g < tour->game_count; g++)
        if (tour->games[g].ended > last)
            last = tour->games[g].ended;
    return last;
}

static void step_rounds(Tour *tour, int64_t now)
{
    bool early = tour->kind == PAIRING_SWISS && count_active(tour) < 2;
    if (count_running(tour) || (tour->round && now - last_end(tour) < TOUR_PAUSE_MS))
        return;
    bool over = early || tour->round >= tour->rounds;
    if (!over && !has_players(tour, now))
        return;
    if (over || !pair_round(tour, now))
        tour_finish(tour, now);
}

static void step_arena(Tour *tour, int64_t now)
{
    if (now < tour->ends)
        pair_arena(tour, now);
    else if (!count_running(tour))
        tour_finish(tour, now);
}

void tour_step(Tour *tour, int64_t now)
{
    if (tour->changed)
        return; /* something is to be written first */
    if (tour->state == TOUR_COMING) {
        bool due = tour->start && now >= tour->start;
        bool old = !tour->start && now - tour->made > TOUR_OPEN_MS;
        if (old || (due && !tour_begin(tour, now)))
            tour_cancel(tour, old ? REASON_FORGOTTEN : REASON_FEW, now);
    } else if (tour->kind == PAIRING_ARENA) {
        step_arena(tour, now);
    } else {
        step_rounds(tour, now);
    }
}

/* -- Tables ----------------------------------------------------------------------------------- */

typedef struct Look {
    Tours *tours;
    char id[ID_CHARS + 1];
    int game;
} Look;

static void made_table(void *context, const HallAnswer *answer)
{
    (void)context; /* one that was not made is looked for, and made, again */
    (void)answer;
}

static void make_table(Tour *tour, TourGame *game)
{
    Tours *tours = tour->tours;
    HallPair pair = {.id = game->table,
                     .game = tour->game,
                     .clock = tour->clock,
                     .tournament = tour->id,
                     .match = tour->match};
    const int16_t *who_plays = game->pairing.who;
    /* Between a person and a bot nothing is rated. */
    pair.rated = tour->rated &&
                 tour->entrants[who_plays[0]].bot == tour->entrants[who_plays[1]].bot;
    for (int seat = 0; seat < 2; seat++) {
        TourWho who;
        pair.player[seat] = tour->entrants[game->pairing.who[seat]].id;
        bool known = tours->host.who(tours->host.context, pair.player[seat], tour->pool, &who);
        pair.name[seat] = known ? who.name : "";
    }
    game->look_at = tours_now(tours) + 2000;
    hall_pair(tours->hall, &pair, LANG_EN, made_table, NULL);
}

void tour_make_tables(Tour *tour)
{
    for (int g = 0; g < tour->game_count; g++)
        if (tour->games[g].pairing.result == RESULT_NONE && tour->games[g].look_at == INT64_MAX)
            make_table(tour, &tour->games[g]);
}

/* A seat that did not come, or gave up before it had begun: it is paired no more until it joins
 * again. */
static void take_absence(Tour *tour, const PairingGame *pairing, int64_t won)
{
    if (tour->kind != PAIRING_SIMUL && (won == 0 || won == 1))
        tour->entrants[pairing->who[!won]].gone = true;
}

void tour_take_row(Tour *tour, TourGame *game, const TstoreRow *row)
{
    static const uint8_t results[] = {RESULT_FIRST, RESULT_SECOND, RESULT_DRAW};
    PairingGame *p = &game->pairing;
    if (p->result != RESULT_NONE || !row->ended || tour_is_over(tour))
        return;
    bool lost = row->won < 0 || row->won > 2; /* aborted, which only the server can do */
    p->result = lost ? tour->kind == PAIRING_ARENA ? RESULT_VOID : RESULT_DRAW : results[row->won];
    p->unplayed = lost || (row->plies < 2 && !tour->match);
    if (p->unplayed && !lost)
        take_absence(tour, p, row->won);
    game->ended = row->ended;
    game->dirty = true;
    for (int seat = 0; seat < 2; seat++)
        tour->entrants[p->who[seat]].since = tours_now(tour->tours);
    tour->changed = true;
}

/* When somebody's first move is due; INT64_MAX: they have moved, or nobody waits for that. */
static int64_t first_move_due(const Tour *tour, const TourGame *game, const TstoreRow *row)
{
    if (!tour->wait_ms || row->plies >= 2 || strcmp(row->state, "running") != 0)
        return INT64_MAX;
    return (row->plies ? row->at : row->made > game->at ? row->made : game->at) + tour->wait_ms;
}

static void looked(void *context, const TstoreReply *reply)
{
    Look *look = context;
    Tours *tours = look->tours;
    Tour *tour = tour_find(tours, look->id);
    int64_t now = tours_now(tours);
    int number = look->game;
    free(look);
    tours->looks--;
    bool here = tour && (tour->phase == TOUR_READY || tour->phase == TOUR_WRITING);
    if (!here || number >= tour->game_count)
        return;
    TourGame *game = &tour->games[number];
    game->looking = false;
    game->look_at = now + 1000;
    if (game->pairing.result != RESULT_NONE || tour->phase == TOUR_WRITING)
        return;
    if (reply->status == TSTORE_MISSING) {
        make_table(tour, game);
    } else if (reply->status == TSTORE_OK) {
        const TstoreRow *row = &reply->tables[0];
        int64_t due = first_move_due(tour, game, row);
        tour_take_row(tour, game, row);
        if (!row->ended && due <= now)
            hall_forfeit(tours->hall, game->table, row->plies);
        else if (!row->ended)
            game->look_at = due - now < TOUR_LOOK_MS ? due : now + TOUR_LOOK_MS;
    }
}

void tour_look(Tour *tour, int64_t now)
{
    Tours *tours = tour->tours;
    for (int g = 0; g < tour->game_count && tours->looks < TOUR_LOOKS_MAX; g++) {
        TourGame *game = &tour->games[g];
        if (game->pairing.result != RESULT_NONE || game->looking || game->look_at > now)
            continue;
        Look *look = malloc(sizeof *look);
        if (!look)
            return;
        *look = (Look){.tours = tours, .game = g};
        memcpy(look->id, tour->id, sizeof look->id);
        game->looking = tstore_load(tours->store, game->table, INT64_MAX, looked, look);
        tours->looks += game->looking;
        if (!game->looking)
            free(look);
    }
}
