/* SPDX-License-Identifier: MIT */
/* Tournaments in memory: reading, writing, what waits. See tour.h.
 *
 * Memory runs ahead of the store by one write. If that does not go in, memory is thrown away and
 * read again, and what people asked for is judged again. */
#include "online/tour_part.h"

#include <stdlib.h>
#include <string.h>

enum { TRIES_MAX = 8, GAME_ID_MAX = 24, GAME_BODY_MAX = 320, SUMMARY_MAX = 2048 };

static const Text not_found = {{"there is no such tournament", "その大会はありません"}};
static const Text not_saved = {
    {"it could not be saved; nothing has changed, try again",
     "保存できませんでした。何も変わっていません。もう一度お試しください"}};
static const Text busy = {{"too much waits for this tournament; try again",
                           "この大会への要求が多すぎます。もう一度お試しください"}};

int64_t tours_now(const Tours *tours)
{
    return tours->host.now(tours->host.context);
}

Tours *tours_open(const ToursHost *host, Hall *hall, Variants *variants, TableStore *store)
{
    Tours *tours = calloc(1, sizeof *tours);
    char *text = malloc(TOUR_TEXT_MAX);
    if (!tours || !text) {
        free(tours);
        free(text);
        return NULL;
    }
    *tours = (Tours){
        .host = *host, .hall = hall, .variants = variants, .store = store, .text = text};
    return tours;
}

void tours_close(Tours *tours)
{
    for (int b = 0; tours && b < TOURS_BUCKETS; b++)
        while (tours->bucket[b])
            tour_drop(tours->bucket[b]);
    if (tours)
        free(tours->text);
    free(tours);
}

/* -- Wishes ----------------------------------------------------------------------------------- */

TourWish *wish_make(WishKind kind, Lang lang, HallDone *done, void *context)
{
    TourWish *wish = calloc(1, sizeof *wish);
    if (!wish) {
        done(context,
             &(HallAnswer){.status = 503, .why = "busy", .text = refuse_no_memory.in[lang]});
        return NULL;
    }
    *wish = (TourWish){.kind = kind, .lang = lang, .done = done, .context = context};
    return wish;
}

void wish_end(TourWish *wish, const HallAnswer *answer)
{
    wish->done(wish->context, answer);
    free(wish);
}

void wish_no(TourWish *wish, int status, const char *why, const Text *text)
{
    wish_end(wish, &(HallAnswer){.status = status, .why = why, .text = text->in[wish->lang]});
}

void tour_add_wish(Tour *tour, TourWish *wish)
{
    if (tour->wish_count >= TOUR_WISHES_MAX) {
        wish_no(wish, 503, "busy", &busy);
        return;
    }
    *tour->wishes_end = wish;
    tour->wishes_end = &wish->next;
    tour->wish_count++;
    tour->used = tours_now(tour->tours);
    tour_run(tour);
}

static TourWish *take_wish(Tour *tour)
{
    TourWish *wish = tour->wishes;
    tour->wishes = wish->next;
    if (!tour->wishes)
        tour->wishes_end = &tour->wishes;
    tour->wish_count--;
    wish->next = NULL;
    return wish;
}

static void refuse_all(Tour *tour, int status, const char *why, const Text *text)
{
    while (tour->wishes)
        wish_no(take_wish(tour), status, why, text);
}

/* -- Memory ----------------------------------------------------------------------------------- */

static Tour **bucket_of(Tours *tours, const char *id)
{
    uint32_t hash = 2166136261u;
    for (const char *p = id; *p; p++)
        hash = (hash ^ (unsigned char)*p) * 16777619u;
    return &tours->bucket[hash % TOURS_BUCKETS];
}

Tour *tour_find(Tours *tours, const char *id)
{
    for (Tour *tour = *bucket_of(tours, id); tour; tour = tour->next)
        if (strcmp(tour->id, id) == 0)
            return tour;
    return NULL;
}

Tour *tour_new(Tours *tours, const char *id)
{
    Tour *tour = calloc(1, sizeof *tour);
    if (!tour)
        return NULL;
    Tour **bucket = bucket_of(tours, id);
    Str s = str_over(tour->id, sizeof tour->id);
    str_add(&s, id);
    tour->tours = tours;
    tour->wishes_end = &tour->wishes;
    tour->used = tours_now(tours);
    tour->next = *bucket;
    *bucket = tour;
    return tour;
}

void tour_drop(Tour *tour)
{
    Tour **at = bucket_of(tour->tours, tour->id);
    while (*at && *at != tour)
        at = &(*at)->next;
    if (*at)
        *at = tour->next;
    while (tour->answering) {
        TourWish *wish = tour->answering;
        tour->answering = wish->next;
        wish_no(wish, 503, "busy", &busy);
    }
    refuse_all(tour, 503, "busy", &busy);
    for (TourSink *sink = tour->sinks, *next; sink; sink = next) {
        next = sink->next;
        free(sink);
    }
    free(tour->entrants);
    free(tour->games);
    free(tour);
}

bool tour_is_over(const Tour *tour)
{
    return tour->state == TOUR_ENDED || tour->state == TOUR_CANCELLED;
}

int tour_entrant(const Tour *tour, const char *player)
{
    for (int i = 0; i < tour->count; i++)
        if (strcmp(tour->entrants[i].id, player) == 0)
            return i;
    return -1;
}

bool tour_add_game(Tour *tour, const TourGame *game)
{
    if (tour->game_count >= TOUR_GAMES_MAX)
        return false;
    if (tour->game_count == tour->game_capacity) {
        int capacity = tour->game_capacity ? 2 * tour->game_capacity : 64;
        TourGame *more = realloc(tour->games, (size_t)capacity * sizeof *more);
        if (!more)
            return false;
        tour->games = more;
        tour->game_capacity = capacity;
    }
    tour->games[tour->game_count++] = *game;
    return true;
}

/* -- Reading ---------------------------------------------------------------------------------- */

/* What a reply is for: by name, as the tournament may have left memory by then. */
typedef struct Waiting {
    Tours *tours;
    char id[ID_CHARS + 1];
} Waiting;

static Waiting *waiting_new(const Tour *tour)
{
    Waiting *waiting = malloc(sizeof *waiting);
    if (waiting) {
        waiting->tours = tour->tours;
        memcpy(waiting->id, tour->id, sizeof waiting->id);
    }
    return waiting;
}

static Tour *waited(void *context, TourPhase phase)
{
    Waiting *waiting = context;
    Tour *tour = tour_find(waiting->tours, waiting->id);
    free(waiting);
    return tour && tour->phase == phase ? tour : NULL;
}

static void not_read(Tour *tour)
{
    tour->phase = TOUR_STALE;
    refuse_all(tour, 503, "not-saved", &not_saved);
}

/* The games, the newest first: numbers are behind the dot of their ids. */
static bool keep_games(Tour *tour, const TstoreReply *reply)
{
    TourGame game;
    int64_t now = tours_now(tour->tours);
    tour->game_count = 0;
    if (reply->doc_count < tour->games_kept)
        return false;
    for (int i = reply->doc_count - 1; i >= 0 && tour->game_count < tour->games_kept; i--) {
        if (!tour_read_game(tour, reply->docs[i].body, &game))
            return false;
        game.look_at = now + 1000; /* is its table there, has it ended? */
        if (!tour_add_game(tour, &game))
            return false;
    }
    return true;
}

static void loaded_games(void *context, const TstoreReply *reply)
{
    Tour *tour = waited(context, TOUR_LOADING);
    if (!tour)
        return;
    bool came = reply->status == TSTORE_OK || reply->status == TSTORE_MISSING;
    if (!came || !keep_games(tour, reply)) {
        not_read(tour);
        return;
    }
    tour->phase = TOUR_READY;
    tour->changed = false;
    tour_tell_later(tour);
    tour_run(tour);
}

static void loaded(void *context, const TstoreReply *reply)
{
    Tour *tour = waited(context, TOUR_LOADING);
    if (!tour)
        return;
    if (reply->status == TSTORE_MISSING) {
        tour->missing = true;
        tour->phase = TOUR_READY;
        tour_run(tour);
        return;
    }
    Waiting *waiting = reply->status == TSTORE_OK ? waiting_new(tour) : NULL;
    tour->missing = false;
    if (waiting && tour_read_body(tour, reply->docs[0].body)) {
        tour->ver = reply->docs[0].ver;
        if (tstore_docs_owned(tour->tours->store, "tour-game", tour->id, TOUR_GAMES_MAX,
                              loaded_games, waiting))
            return;
    }
    free(waiting);
    not_read(tour);
}

static void load(Tour *tour)
{
    Waiting *waiting = waiting_new(tour);
    tour->phase = TOUR_LOADING;
    if (waiting && tstore_docs_get(tour->tours->store, "tournament", tour->id, loaded, waiting))
        return;
    free(waiting);
    not_read(tour);
}

Tour *tour_get(Tours *tours, const char *id)
{
    Tour *tour = tour_find(tours, id);
    if (tour)
        return tour;
    tour = tour_new(tours, id);
    if (tour)
        load(tour);
    return tour;
}

/* -- Writing ---------------------------------------------------------------------------------- */

static void answer_good(Tour *tour)
{
    while (tour->answering) {
        TourWish *wish = tour->answering;
        char text[96];
        Str s = str_over(text, sizeof text);
        bool made = wish->kind == WISH_MAKE;
        tour->answering = wish->next;
        str_format(&s, "{\"ok\":true,\"id\":\"%s\",\"ver\":%lld}", tour->id, (long long)tour->ver);
        wish_end(wish, &(HallAnswer){.status = made ? 201 : 200, .json = text, .length = s.length});
    }
}

/* It is not written: read again, and judge again what was asked where that may help. */
static void undo(Tour *tour, bool again)
{
    TourWish *wish = tour->answering, *next;
    tour->answering = NULL;
    tour->phase = TOUR_STALE;
    for (; wish; wish = next) {
        next = wish->next;
        wish->next = NULL;
        if (!again || wish->kind == WISH_MAKE || ++wish->tries > TRIES_MAX) {
            wish_no(wish, 503, "not-saved", &not_saved);
            continue;
        }
        *tour->wishes_end = wish;
        tour->wishes_end = &wish->next;
        tour->wish_count++;
    }
}

static void written(void *context, const TstoreReply *reply)
{
    Tour *tour = waited(context, TOUR_WRITING);
    if (!tour)
        return;
    if (reply->status != TSTORE_OK) {
        undo(tour, reply->status == TSTORE_CONFLICT);
        if (!tour->ver) /* it was never there */
            tour_drop(tour);
        else
            tour_run(tour);
        return;
    }
    tour->ver++;
    tour->phase = TOUR_READY;
    tour->changed = false;
    answer_good(tour);
    tour_make_tables(tour);
    tour_tell_later(tour);
    tour_run(tour);
}

/* Texts of a write. */
typedef struct Papers {
    TstoreDoc *docs;
    int count;
    char (*ids)[GAME_ID_MAX];
    char (*bodies)[GAME_BODY_MAX];
    char summary[SUMMARY_MAX];
} Papers;

static bool papers_make(Papers *papers, int games)
{
    *papers = (Papers){.docs = calloc((size_t)games + 3, sizeof *papers->docs),
                       .ids = calloc((size_t)games + 1, sizeof *papers->ids),
                       .bodies = calloc((size_t)games + 1, sizeof *papers->bodies)};
    return papers->docs && papers->ids && papers->bodies;
}

static void papers_free(Papers *papers)
{
    free(papers->docs);
    free(papers->ids);
    free(papers->bodies);
}

static void add_summary(Tour *tour, Papers *papers)
{
    bool over = tour_is_over(tour);
    Str s = str_over(papers->summary, sizeof papers->summary);
    tour_write_summary(tour, tour->ver + 1, &s);
    papers->docs[papers->count++] = (TstoreDoc){.kind = over ? "tour-done" : "tour-live",
                                                .id = tour->id,
                                                .owner = "",
                                                .at = over          ? tour->ended
                                                      : tour->start ? tour->start
                                                                    : tour->made,
                                                .body = papers->summary,
                                                .after = TSTORE_ANY};
    if (over)
        papers->docs[papers->count++] = (TstoreDoc){
            .kind = "tour-live", .id = tour->id, .after = TSTORE_ANY, .remove = true};
}

static void add_games(Tour *tour, Papers *papers)
{
    int at = 0;
    for (int g = 0; g < tour->game_count; g++) {
        TourGame *game = &tour->games[g];
        if (!game->dirty)
            continue;
        Str id = str_over(papers->ids[at], GAME_ID_MAX),
            body = str_over(papers->bodies[at], GAME_BODY_MAX);
        str_format(&id, "%s.%05d", tour->id, g);
        tour_write_game(game, &body);
        papers->docs[papers->count++] = (TstoreDoc){.kind = "tour-game",
                                                    .id = papers->ids[at],
                                                    .owner = tour->id,
                                                    .at = g,
                                                    .body = papers->bodies[at],
                                                    .after = TSTORE_ANY};
        game->dirty = false;
        at++;
    }
}

void tour_write(Tour *tour)
{
    Tours *tours = tour->tours;
    Str body = str_over(tours->text, TOUR_TEXT_MAX);
    Papers papers;
    Waiting *waiting = waiting_new(tour);
    int dirty = 0;
    for (int g = 0; g < tour->game_count; g++)
        dirty += tour->games[g].dirty;
    bool good = papers_make(&papers, dirty) && waiting;
    tour->phase = TOUR_WRITING;
    if (good) {
        tour_write_body(tour, &body);
        papers.docs[papers.count++] = (TstoreDoc){.kind = "tournament",
                                                  .id = tour->id,
                                                  .owner = "",
                                                  .at = tour->made,
                                                  .body = tours->text,
                                                  .after = tour->ver};
        add_summary(tour, &papers);
        add_games(tour, &papers);
        good = !body.full &&
               tstore_docs_write(tours->store, papers.docs, papers.count, written, waiting);
    }
    papers_free(&papers);
    if (good)
        return;
    free(waiting);
    undo(tour, false);
    if (!tour->ver)
        tour_drop(tour);
}

/* -- Going on --------------------------------------------------------------------------------- */

/* True if it changed something and waits for that to be written. */
static bool run_wish(Tour *tour, TourWish *wish)
{
    if (tour->missing) {
        wish_no(wish, 404, "not-found", &not_found);
        return false;
    }
    if (wish->kind != WISH_ACT) {
        tour_show(tour, wish);
        return false;
    }
    if (!tour_judge(tour, wish))
        return false;
    wish->next = tour->answering;
    tour->answering = wish;
    return true;
}

void tour_run(Tour *tour)
{
    if (tour->phase == TOUR_STALE && (tour->wishes || tour->sinks))
        load(tour);
    if (tour->phase != TOUR_READY)
        return;
    bool acts = false;
    while (tour->wishes)
        acts |= run_wish(tour, take_wish(tour));
    if (acts)
        tour_write(tour);
}

static void tick_tour(Tour *tour, int64_t now)
{
    if (tour->phase == TOUR_STALE)
        load(tour);
    if (tour->phase == TOUR_READY && !tour->missing && !tour_is_over(tour)) {
        tour_step(tour, now);
        if (tour->phase == TOUR_READY && tour->changed)
            tour_write(tour);
        else if (tour->phase == TOUR_READY)
            tour_look(tour, now);
        return;
    }
    bool idle = tour->phase == TOUR_READY && !tour->sinks && !tour->wishes &&
                now - tour->used > TOUR_KEEP_MS;
    if (idle)
        tour_drop(tour);
}

/* Those that have not ended, here or elsewhere. */
static void polled(void *context, const TstoreReply *reply)
{
    Tours *tours = context;
    if (reply->status != TSTORE_OK && reply->status != TSTORE_MISSING)
        return;
    tours->live = reply->doc_count;
    for (int i = 0; i < reply->doc_count; i++) {
        Tour *tour = tour_get(tours, reply->docs[i].id);
        if (tour && tour->phase == TOUR_READY &&
            (tour->missing || tour_summary_version(reply->docs[i].body) > tour->ver))
            load(tour);
    }
}

/* One that ended elsewhere is in no list of living ones: its watchers would wait. */
static void look_again(Tour *tour, int64_t now)
{
    if (tour->phase == TOUR_READY && !tour->missing && !tour_is_over(tour) && tour->sinks &&
        now - tour->used > 5 * TOUR_POLL_MS) {
        tour->used = now;
        load(tour);
    }
}

void tours_tick(Tours *tours)
{
    int64_t now = tours_now(tours);
    if (now >= tours->ticked && now - tours->ticked < 250)
        return;
    tours->ticked = now;
    for (int b = 0; b < TOURS_BUCKETS; b++)
        for (Tour *tour = tours->bucket[b], *next; tour; tour = next) {
            next = tour->next;
            tour_tell_now(tour, now);
            look_again(tour, now);
            tick_tour(tour, now);
        }
    if (now >= tours->polled && now - tours->polled < TOUR_POLL_MS)
        return;
    tours->polled = now;
    const TstoreList list = {
        .kind = "tour-live", .from = 0, .until = INT64_MAX, .limit = 2 * TOURS_LIVE_MAX};
    tstore_docs_list(tours->store, &list, polled, tours);
}

void tours_ended(Tours *tours, const TstoreRow *row)
{
    Tour *tour = row->tournament[0] ? tour_find(tours, row->tournament) : NULL;
    if (!tour || tour->phase == TOUR_LOADING || tour->phase == TOUR_STALE)
        return; /* looked at again anyway */
    for (int g = tour->game_count - 1; g >= 0; g--) {
        TourGame *game = &tour->games[g];
        if (strcmp(game->table, row->id) != 0)
            continue;
        if (tour->phase == TOUR_READY)
            tour_take_row(tour, game, row);
        else
            game->look_at = 0;
        return;
    }
}
