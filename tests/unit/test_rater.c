/* SPDX-License-Identifier: MIT */
/* The rater over real stores: every rated table once, also with two of them and with processes that
 * end anywhere; what does not count; the log gives the same ratings again. */
#include "unit/store_support.h"

#include "base/rng.h"
#include "games/registry.h"
#include "online/rater.h"
#include "online/rerate.h"

#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 6, RATERS = 2 };

static int64_t clock_ms = 1700000000000;
static int told;

static int64_t now(void *context)
{
    (void)context;
    return clock_ms;
}

static void ended(void *context, const TstoreRow *row)
{
    (void)context;
    (void)row;
    told++;
}

static void player_id(int i, char out[ID_CHARS + 1])
{
    Str s = str_over(out, ID_CHARS + 1);
    str_format(&s, "gamerP%02d", i + 11);
}

static void make_player(Place *place, TableStore *store, int i, bool bot)
{
    char id[ID_CHARS + 1], body[128];
    player_id(i, id);
    snprintf(body, sizeof body, "{\"name\":\"P%d\",\"bot\":%s,\"rid\":\"ratedR%02d\"}", i,
             bot ? "true" : "false", i + 11);
    const TstoreDoc doc = {.kind = "player", .id = id, .owner = id, .at = 1, .body = body};
    assert_int_equal(store_put(place, store, &doc, 1), TSTORE_OK);
}

typedef struct Game1 {
    int number, a, b;
    int64_t won, plies;
    const char *clock;
    bool unrated;
} Game1;

static void table_id(int number, char out[ID_CHARS + 1])
{
    Str s = str_over(out, ID_CHARS + 1);
    str_format(&s, "tabZZ%03d", number + 111);
}

static void end_table(Place *place, TableStore *store, const Game1 *g)
{
    char id[ID_CHARS + 1], seat[2][ID_CHARS + 1], setup[256], why[WHY_MAX];
    TableSetup asked = table_setup("nine");
    assert_true(control_read(g->clock ? g->clock : "300+5", LANG_EN, &asked.control, why));
    asked.rated = true;
    Str s = str_over(setup, sizeof setup);
    str_format(&s, "%lld ", (long long)clock_ms);
    setup_write(&asked, &s);
    table_id(g->number, id);
    player_id(g->a, seat[0]);
    player_id(g->b, seat[1]);
    TstoreRow row = {.made = clock_ms,
                     .setup = setup,
                     .state = "running",
                     .rated = !g->unrated,
                     .seat = {seat[0], seat[1]}};
    TstoreEvent event = {.at = clock_ms, .kind = "resign", .body = "0"};
    TstoreChange make = {.id = id, .create = &row};
    TstoreChange end = {.id = id, .events = &event, .event_count = 1, .set = TSTORE_SET_NOTHING};
    end.set.state = "ended";
    end.set.ended = end.set.at = clock_ms;
    end.set.won = g->won;
    end.set.plies = g->plies;
    assert_int_equal(store_write(place, store, &make, 1), TSTORE_OK);
    assert_int_equal(store_write(place, store, &end, 1), TSTORE_OK);
}

/* -- Reading what was written ----------------------------------------------------------------- */

typedef struct Kept {
    bool came;
    RatedGame log[64];
    int lines;
    Rerate *rerate;
    int ratings, same;
    int64_t best;
} Kept;

static void took_log(void *context, const TstoreReply *reply)
{
    Kept *kept = context;
    char why[WHY_MAX];
    kept->came = true;
    for (int i = 0; i < reply->doc_count; i++) {
        const TstoreDoc *doc = &reply->docs[i];
        RatedGame *line = &kept->log[kept->lines++];
        assert_true(rated_read(doc->id, doc->owner, doc->at, doc->body, line));
        assert_true(rerate_add(kept->rerate, line, why));
    }
}

static void took_ratings(void *context, const TstoreReply *reply)
{
    Kept *kept = context;
    kept->came = true;
    for (int i = 0; i < reply->doc_count; i++) {
        Glicko glicko;
        const Rerated *computed = rerate_find(kept->rerate, reply->docs[i].id);
        assert_true(rating_read(reply->docs[i].body, &glicko));
        assert_non_null(computed);
        assert_int_equal(computed->glicko.rating, glicko.rating);
        assert_int_equal(computed->glicko.deviation, glicko.deviation);
        assert_int_equal(computed->glicko.volatility, glicko.volatility);
        assert_int_equal(computed->glicko.games, glicko.games);
        kept->ratings++;
    }
}

static void took_best(void *context, const TstoreReply *reply)
{
    Kept *kept = context;
    kept->came = true;
    kept->best = reply->doc_count ? reply->docs[0].at : 0;
    for (int i = 1; i < reply->doc_count; i++)
        assert_true(reply->docs[i].at <= reply->docs[i - 1].at);
}

static void list(Place *place, TableStore *store, const char *kind, bool newest, TstoreDone *done,
                 Kept *kept)
{
    const TstoreList what = {.kind = kind, .until = INT64_MAX, .limit = 60, .newest_first = newest};
    kept->came = false;
    assert_true(tstore_docs_list(store, &what, done, kept));
    while (!kept->came)
        loop_turn(&place->loop, store, 5);
}

static Kept read_kept(Place *place, TableStore *store)
{
    Kept kept = {.rerate = rerate_new()};
    list(place, store, "ratedlog", false, took_log, &kept);
    list(place, store, "rating", false, took_ratings, &kept);
    list(place, store, "rank/morris-blitz", true, took_best, &kept);
    rerate_free(kept.rerate);
    return kept;
}

/* -- Tests ------------------------------------------------------------------------------------ */

static void work(Place *place, TableStore *store, Rater **raters, int count, int turns)
{
    for (int t = 0; t < turns; t++) {
        clock_ms += 101;
        for (int r = 0; r < count; r++)
            rater_tick(raters[r]);
        loop_turn(&place->loop, store, 2);
    }
}

/* Until the log has so many lines. Ratings are not read: before its end the rater may write between
 * the reading of the log and of what comes from it. */
static void work_until(Place *place, TableStore *store, Rater *rater, int lines)
{
    int found = 0;
    for (int round = 0; found < lines && round < 300; round++) {
        work(place, store, &rater, 1, 40);
        Kept kept = {.rerate = rerate_new()};
        list(place, store, "ratedlog", false, took_log, &kept);
        found = kept.lines;
        rerate_free(kept.rerate);
    }
    assert_int_equal(found, lines);
    work(place, store, &rater, 1, 40);
}

static void what_counts(Place *place)
{
    Variants *variants = variants_new(registry_families, registry_count);
    TableStore *store = place_open(place);
    const RaterHost host = {.now = now, .ended = ended};
    Rater *rater = rater_open(&host, variants, store);
    for (int i = 0; i < 4; i++)
        make_player(place, store, i, i == 3);
    const Game1 games[] = {
        {0, 0, 1, 0, 40, NULL, false},   {1, 1, 0, 2, 40, NULL, false},
        {2, 0, 1, 0, 4, NULL, false},    /* short */
        {3, 0, 1, 1, 40, "none", false}, /* no clock: as if not rated */
        {4, 0, 1, -1, 40, NULL, false},  /* aborted */
        {5, 0, 8, 0, 40, NULL, false},   /* nobody */
        {6, 0, 0, 0, 40, NULL, false},   /* alone */
        {7, 0, 1, 0, 40, NULL, true},    /* not rated */
        {8, 0, 3, 0, 40, NULL, false},   /* a bot */
        {9, 0, 2, 0, 40, "3d", false},   /* another speed */
        {10, 0, 2, 0, 40, NULL, false},  /* one network */
    };
    const TstoreDoc flag = {.kind = "flag", .id = "tabZZ121", .owner = "", .body = "{}"};
    assert_int_equal(store_put(place, store, &flag, 1), TSTORE_OK);
    told = 0;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        end_table(place, store, &games[i]);
        clock_ms += 1000;
    }
    work_until(place, store, rater, 8);
    assert_int_equal(told, 11);
    Kept kept = read_kept(place, store);
    static const char *const why[] = {"", "", "short", "nobody", "self", "", "", "network"};
    static const char *const pool[] = {"morris-blitz", "morris-blitz", "morris-blitz",
                                       "morris-blitz", "morris-blitz", "bot-morris-blitz",
                                       "morris-days",  "morris-blitz"};
    assert_int_equal(kept.lines, 8);
    for (int i = 0; i < 8; i++) {
        assert_string_equal(kept.log[i].why, why[i]);
        assert_string_equal(kept.log[i].pool, pool[i]);
    }
    assert_string_equal(kept.log[0].rid[0], "ratedR11");
    assert_int_equal(kept.ratings, 6); /* two in each of three pools */
    assert_true(kept.best > 150000);
    assert_true(tstore_close(store, 2000));
    rater_close(rater);
    variants_free(variants);
}

/* Two raters at once, stores that close in the middle; and a player who is deleted. */
static void once_each(Place *place)
{
    Variants *variants = variants_new(registry_families, registry_count);
    Rng rng = {test_seed()};
    const RaterHost host = {.now = now};
    TableStore *store = place_open(place);
    int number = 0;
    for (int i = 0; i < PLAYERS; i++)
        make_player(place, store, i, false);
    for (int round = 0; round < 8; round++) {
        Rater *raters[RATERS];
        for (int r = 0; r < RATERS; r++)
            raters[r] = rater_open(&host, variants, store);
        for (int g = 0; g < 5; g++) {
            int a = (int)rng_below(&rng, PLAYERS),
                b = (a + 1 + (int)rng_below(&rng, PLAYERS - 1)) % PLAYERS;
            end_table(place, store,
                      &(Game1){number++, a, b, (int64_t)rng_below(&rng, 3), 40, NULL, false});
            work(place, store, raters, RATERS, (int)rng_below(&rng, 12));
        }
        assert_true(tstore_close(store, 2000));
        for (int r = 0; r < RATERS; r++)
            rater_close(raters[r]);
        store = place_open(place);
    }
    Rater *rater = rater_open(&host, variants, store);
    work_until(place, store, rater, number);
    Kept kept = read_kept(place, store);
    assert_int_equal(kept.lines, number);
    for (int i = 0; i < kept.lines; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(kept.log[i].table, kept.log[k].table);
    assert_int_equal(kept.ratings, PLAYERS);
    /* Everything of one goes away; the others' ratings are still what the log gives. */
    const TstoreDoc gone = {.owner = "gamerP11", .remove = true};
    assert_int_equal(store_put(place, store, &gone, 1), TSTORE_OK);
    kept = read_kept(place, store);
    assert_int_equal(kept.lines, number);
    assert_int_equal(kept.ratings, PLAYERS - 1);
    assert_true(tstore_close(store, 2000));
    rater_close(rater);
    variants_free(variants);
}

static void test_what_counts(void **state)
{
    (void)state;
    in_each_store(what_counts);
}

static void test_once_each(void **state)
{
    (void)state;
    in_each_store(once_each);
}

static void test_pools(void **state)
{
    (void)state;
    char pools[POOLS_MAX][POOL_MAX];
    int count = rating_pools(pools);
    assert_true(count >= 24);
    for (int i = 0; i < count; i++)
        assert_true(rating_is_pool(pools[i]));
    assert_false(rating_is_pool("chess-blitz"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pools),
        cmocka_unit_test(test_what_counts),
        cmocka_unit_test(test_once_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
