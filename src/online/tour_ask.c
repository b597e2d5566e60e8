/* SPDX-License-Identifier: MIT */
/* What people ask of tournaments: making, joining, leaving, starting, looking. See tour.h. */
#include "online/tour_part.h"

#include "online/rating.h"

#include <stdlib.h>
#include <string.h>

static void refuse_now(HallDone *done, void *context, int status, const char *why, const char *text)
{
    done(context, &(HallAnswer){.status = status, .why = why, .text = text});
}

static const Text not_found = {{"there is no such tournament", "その大会はありません"}};

/* -- Making ----------------------------------------------------------------------------------- */

/* A number between bounds, `usual` for 0. */
static bool read_range(int64_t value, int64_t usual, int64_t least, int64_t most, int64_t *out)
{
    *out = value ? value : usual;
    return *out >= least && *out <= most;
}

static bool read_game(Tour *tour, const TourMake *make, Lang lang, char *why)
{
    static const Text no_clock = {
        {"a tournament needs a clock, the same for both", "大会には両者同じ持ち時間が必要です"}};
    TableSetup setup = table_setup(make->game ? make->game : "");
    Table table;
    setup.match = make->match;
    if (!control_read(make->clock ? make->clock : "none", lang, &setup.control, why))
        return false;
    if (setup.control.kind == CONTROL_NONE || setup.control.uneven)
        return refuse_text(why, lang, &no_clock);
    if (!table_open(&table, tour->tours->variants, &setup, 0, lang, why))
        return false;
    Str g = str_over(tour->game, sizeof tour->game), c = str_over(tour->clock, sizeof tour->clock);
    str_add(&g, table.game->id);
    control_write(&setup.control, &c);
    table_close(&table);
    rating_pool(tour->tours->variants, &setup, false, tour->pool);
    int64_t half = setup.control.base_ms / 2, most = tour->kind == PAIRING_SIMUL ? 600000 : 180000;
    tour->wait_ms = setup.control.kind == CONTROL_DAYS ? 0
                    : half < 20000                     ? 20000
                    : half > most                      ? most
                                                       : half;
    return true;
}

static bool read_numbers(Tour *tour, const TourMake *make, Lang lang, char *why)
{
    static const Text bad = {
        {"rounds are 1 to 20, minutes 1 to 720, cycles 1 or 2, most 2 to 300 (round robin 32, "
         "simul 50), wait 2 to 3600 seconds, start within 90 days",
         "rounds は1〜20、minutes は1〜720、cycles は1か2、most は2〜300（総当たり32、"
         "多面指し50）、wait は2〜3600秒、start は90日以内です"}};
    const int64_t day = 86400000, now = tours_now(tour->tours);
    int64_t most = tour->kind == PAIRING_ROUND_ROBIN ? TOUR_ROUND_ROBIN_MOST
                   : tour->kind == PAIRING_SIMUL     ? TOUR_SIMUL_MOST
                                                     : PAIRING_MAX;
    int64_t rounds, cycles, entrants, wait;
    if ((make->rounds && !read_range(make->rounds, 0, 1, 20, &rounds)) ||
        !read_range(make->minutes, 60, 1, 720, &tour->minutes) ||
        !read_range(make->cycles, 1, 1, 2, &cycles) ||
        !read_range(make->most, most, 2, most, &entrants) ||
        (make->wait && !read_range(make->wait, 0, 2, 3600, &wait)) ||
        (make->start && (make->start < now - day || make->start > now + 90 * day)))
        return refuse_text(why, lang, &bad);
    tour->rounds = tour->kind == PAIRING_SWISS ? (int)make->rounds : 0;
    tour->cycles = (int)cycles;
    tour->most = (int)entrants;
    tour->start = make->start;
    if (make->wait && tour->wait_ms)
        tour->wait_ms = make->wait * 1000;
    return true;
}

static bool read_make(Tour *tour, const TourMake *make, Lang lang, char *why)
{
    static const Text bad_kind = {{"kind is one of arena, round-robin, swiss, simul",
                                   "kind は arena、round-robin、swiss、simul のどれかです"}};
    static const Text bad_name = {
        {"a name has 1 to 63 bytes, no control characters and something to see",
         "名前は1〜63バイト、制御文字は使えず、見える文字が必要です"}};
    static const Text bad_side = {
        {"side is one of p1, p2, both", "side は p1、p2、both のどれかです"}};
    static const char *const sides[] = {"p1", "p2", "both"};
    if (!make->name || !*make->name || !seat_name_shows(make->name))
        return refuse_text(why, lang, &bad_name);
    if (!make->kind || !pairing_kind_from_name(make->kind, &tour->kind))
        return refuse_text(why, lang, &bad_kind);
    tour->side = 0;
    while (make->side && tour->side < 3 && strcmp(sides[tour->side], make->side) != 0)
        tour->side++;
    if (tour->side == 3)
        return refuse_text(why, lang, &bad_side);
    Str n = str_over(tour->name, sizeof tour->name);
    str_add(&n, make->name);
    tour->rated = make->rated;
    tour->match = make->match;
    return read_game(tour, make, lang, why) && read_numbers(tour, make, lang, why);
}

/* Somebody takes part. */
static void add_entrant(Tour *tour, const char *player)
{
    Tours *tours = tour->tours;
    TourEntrant *entrant = &tour->entrants[tour->count++];
    TourWho who;
    *entrant = (TourEntrant){.rating = 1500, .provisional = true, .since = tours_now(tours)};
    Str s = str_over(entrant->id, sizeof entrant->id);
    str_add(&s, player);
    if (!tours->host.who(tours->host.context, player, tour->pool, &who))
        return;
    entrant->rating = who.rating;
    entrant->provisional = who.provisional;
    entrant->bot = who.bot;
}

static int count_by(const Tours *tours, const char *player)
{
    int count = 0;
    for (int b = 0; b < TOURS_BUCKETS; b++)
        for (const Tour *tour = tours->bucket[b]; tour; tour = tour->next)
            count += !tour->missing && !tour_is_over(tour) && strcmp(tour->by, player) == 0;
    return count;
}

void tours_make(Tours *tours, const TourMake *make, const char *player, Lang lang, HallDone *done,
                void *context)
{
    static const Text many = {
        {"there are too many tournaments that have not ended", "終わっていない大会が多すぎます"}};
    char id[ID_CHARS + 1], why[WHY_MAX] = "";
    if (count_by(tours, player) >= TOURS_BY_MAX || tours->live >= TOURS_LIVE_MAX) {
        refuse_now(done, context, 429, "too-many", many.in[lang]);
        return;
    }
    Tour *tour = id_make(id) ? tour_new(tours, id) : NULL;
    if (tour)
        tour->entrants = calloc(PAIRING_MAX, sizeof *tour->entrants);
    if (!tour || !tour->entrants || !read_make(tour, make, lang, why)) {
        if (tour)
            tour_drop(tour);
        bool bad = why[0] != '\0';
        refuse_now(done, context, bad ? 422 : 503, bad ? "bad-setup" : "busy",
                   bad ? why : refuse_no_memory.in[lang]);
        return;
    }
    TourWish *wish = wish_make(WISH_MAKE, lang, done, context);
    if (!wish) {
        tour_drop(tour);
        return;
    }
    Str b = str_over(tour->by, sizeof tour->by);
    str_add(&b, player);
    tour->made = tours_now(tours);
    if (make->join || tour->kind == PAIRING_SIMUL) /* there who makes it plays all others */
        add_entrant(tour, player);
    tour->answering = wish;
    tour_write(tour);
}

/* -- Acts ------------------------------------------------------------------------------------- */

static bool join(Tour *tour, TourWish *wish)
{
    static const Text late = {
        {"this tournament takes nobody in any more", "この大会はもう参加を受け付けていません"}};
    static const Text full = {{"this tournament is full", "この大会は満員です"}};
    static const Text closed = {{"you cannot take part in this one", "この大会には参加できません"}};
    const ToursHost *host = &tour->tours->host;
    int at = tour_entrant(tour, wish->player);
    bool open = tour->state == TOUR_COMING ||
                (tour->state == TOUR_RUNNING && tour->kind == PAIRING_ARENA);
    if (tour_is_over(tour) || (at < 0 && !open) ||
        (at >= 0 && tour->entrants[at].gone && tour->kind == PAIRING_SIMUL && !open))
        return wish_no(wish, 409, "not-now", &late), false;
    if (tour->kind == PAIRING_SIMUL && host->apart(host->context, tour->by, wish->player))
        return wish_no(wish, 409, "not-now", &closed), false;
    if (at < 0 && tour->count >= tour->most) /* who left makes room before it begins */
        for (int i = tour->count - 1; tour->state == TOUR_COMING && i >= 0; i--)
            if (tour->entrants[i].gone && !(tour->kind == PAIRING_SIMUL && i == 0)) {
                memmove(&tour->entrants[i], &tour->entrants[i + 1],
                        (size_t)(tour->count - i - 1) * sizeof *tour->entrants);
                tour->count--;
                break;
            }
    if (at < 0 && tour->count >= tour->most)
        return wish_no(wish, 409, "taken", &full), false;
    if (at < 0) {
        add_entrant(tour, wish->player);
    } else if (tour->entrants[at].gone) {
        tour->entrants[at].gone = false;
        tour->entrants[at].since = tours_now(tour->tours);
    }
    return true;
}

static bool leave(Tour *tour, TourWish *wish)
{
    static const Text nobody = {
        {"you do not take part in this tournament", "この大会に参加していません"}};
    int at = tour_entrant(tour, wish->player);
    if (at < 0)
        return wish_no(wish, 409, "not-now", &nobody), false;
    tour->entrants[at].gone = true;
    return true;
}

static bool start(Tour *tour, TourWish *wish)
{
    static const Text begun = {
        {"it has begun already, or is over", "すでに始まったか、終わっています"}};
    static const Text few = {{"it takes two to begin", "2人以上いないと始められません"}};
    if (tour->state != TOUR_COMING)
        return wish_no(wish, 409, "not-now", &begun), false;
    if (!tour_begin(tour, tours_now(tour->tours)))
        return wish_no(wish, 409, "not-now", &few), false;
    return true;
}

static bool cancel(Tour *tour, TourWish *wish)
{
    static const Text over = {{"this tournament is over", "この大会は終わっています"}};
    if (tour_is_over(tour))
        return wish_no(wish, 409, "over", &over), false;
    tour_cancel(tour, REASON_ORGANISER, tours_now(tour->tours));
    return true;
}

bool tour_judge(Tour *tour, TourWish *wish)
{
    static const Text yours = {
        {"only who made the tournament may do that", "これは大会を作った人だけができます"}};
    bool organiser = strcmp(wish->player, tour->by) == 0;
    if ((wish->act == TOUR_START || wish->act == TOUR_CANCEL) && !organiser)
        return wish_no(wish, 403, "not-yours", &yours), false;
    switch (wish->act) {
    case TOUR_JOIN:
        return join(tour, wish);
    case TOUR_LEAVE:
        return leave(tour, wish);
    case TOUR_START:
        return start(tour, wish);
    default:
        return cancel(tour, wish);
    }
}

/* A wish for a tournament by its id; refuses what is no id. */
static void add(Tours *tours, const char *id, TourWish *wish)
{
    if (!wish)
        return;
    Tour *tour = id && id_is(id) ? tour_get(tours, id) : NULL;
    if (tour)
        tour_add_wish(tour, wish);
    else
        wish_no(wish, 404, "not-found", &not_found);
}

void tours_do(Tours *tours, const char *id, const char *player, TourAct act, Lang lang,
              HallDone *done, void *context)
{
    TourWish *wish = wish_make(WISH_ACT, lang, done, context);
    if (wish) {
        Str s = str_over(wish->player, sizeof wish->player);
        str_add(&s, player);
        wish->act = act;
    }
    add(tours, id, wish);
}

void tours_show(Tours *tours, const char *id, Lang lang, HallDone *done, void *context)
{
    add(tours, id, wish_make(WISH_SHOW, lang, done, context));
}

void tours_watch(Tours *tours, const char *id, SinkId sink, Lang lang, HallDone *done,
                 void *context)
{
    TourWish *wish = wish_make(WISH_WATCH, lang, done, context);
    if (wish)
        wish->sink = sink;
    add(tours, id, wish);
}

static bool unwatch(Tour *tour, SinkId sink)
{
    bool found_it = false;
    for (TourSink **at = &tour->sinks; *at;) {
        TourSink *found = *at;
        if (found->sink != sink) {
            at = &found->next;
            continue;
        }
        *at = found->next;
        free(found);
        found_it = true;
    }
    for (TourWish *wish = tour->wishes; wish; wish = wish->next)
        if (wish->kind == WISH_WATCH && wish->sink == sink) {
            wish->sink = 0; /* it need not begin any more */
            found_it = true;
        }
    return found_it;
}

bool tours_unwatch(Tours *tours, SinkId sink, const char *id)
{
    bool found = false;
    if (id) {
        Tour *tour = tour_find(tours, id);
        return tour && unwatch(tour, sink);
    }
    for (int b = 0; b < TOURS_BUCKETS; b++)
        for (Tour *tour = tours->bucket[b]; tour; tour = tour->next)
            found |= unwatch(tour, sink);
    return found;
}

/* -- The list --------------------------------------------------------------------------------- */

typedef struct Listing {
    Tours *tours;
    Lang lang;
    HallDone *done;
    void *context;
    char *text; /* those that have not ended */
    Str s;
    int count;
} Listing;

enum { LIST_TEXT_MAX = 512 * 1024, DONE_LISTED = 50 };

static void add_summaries(Listing *listing, const TstoreReply *reply)
{
    for (int i = 0; i < reply->doc_count; i++) {
        if (tour_summary_version(reply->docs[i].body) < 0)
            continue;
        if (listing->count++)
            str_char(&listing->s, ',');
        str_add(&listing->s, reply->docs[i].body);
    }
}

static void end_listing(Listing *listing, bool good)
{
    static const Text not_read = {
        {"the store does not answer; try again", "保存先が応答しません。もう一度お試しください"}};
    str_add(&listing->s, "]}");
    if (good && !listing->s.full)
        listing->done(
            listing->context,
            &(HallAnswer){.status = 200, .json = listing->text, .length = listing->s.length});
    else
        refuse_now(listing->done, listing->context, 503, "not-saved", not_read.in[listing->lang]);
    free(listing->text);
    free(listing);
}

static void listed_done(void *context, const TstoreReply *reply)
{
    Listing *listing = context;
    bool good = reply->status == TSTORE_OK || reply->status == TSTORE_MISSING;
    add_summaries(listing, reply);
    end_listing(listing, good);
}

static void listed_live(void *context, const TstoreReply *reply)
{
    Listing *listing = context;
    const TstoreList list = {.kind = "tour-done",
                             .from = 0,
                             .until = INT64_MAX,
                             .newest_first = true,
                             .limit = DONE_LISTED};
    add_summaries(listing, reply);
    bool good = reply->status == TSTORE_OK || reply->status == TSTORE_MISSING;
    if (!good || !tstore_docs_list(listing->tours->store, &list, listed_done, listing))
        end_listing(listing, false);
}

void tours_list(Tours *tours, Lang lang, HallDone *done, void *context)
{
    const TstoreList list = {
        .kind = "tour-live", .from = 0, .until = INT64_MAX, .limit = TOURS_LIVE_MAX};
    Listing *listing = malloc(sizeof *listing);
    char *text = malloc(LIST_TEXT_MAX);
    if (listing && text) {
        *listing = (Listing){.tours = tours, .lang = lang, .done = done, .context = context};
        listing->text = text;
        listing->s = str_over(text, LIST_TEXT_MAX);
        str_add(&listing->s, "{\"ok\":true,\"tournaments\":[");
        if (tstore_docs_list(tours->store, &list, listed_live, listing))
            return;
    }
    free(text);
    free(listing);
    refuse_now(done, context, 503, "busy", refuse_no_memory.in[lang]);
}
