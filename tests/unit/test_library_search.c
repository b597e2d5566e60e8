/* SPDX-License-Identifier: MIT */
/* libconcentric by its public headers: search, solved positions, batches. */
#include "unit/support.h"

#include "concentric/concentric.h"

#include <sys/stat.h>

#define SIX_PACK CONCENTRIC_BUILD "/six.pack"

static concentric_match *match_of(const char *variant, const char *position)
{
    char why[CONCENTRIC_WHY_MAX] = "";
    concentric_match *match = concentric_new(variant, position, why);
    if (!match)
        fail_msg("%s", why);
    return match;
}

static concentric_search *search_of(const concentric_match *match)
{
    char why[CONCENTRIC_WHY_MAX] = "";
    concentric_search *search = concentric_search_new(concentric_game_of(match), 4, 1, why);
    if (!search)
        fail_msg("%s", why);
    return search;
}

static void run(concentric_search *search, const concentric_match *match,
                const concentric_limits *limits)
{
    char why[CONCENTRIC_WHY_MAX] = "";
    if (!concentric_search_run(search, match, limits, why))
        fail_msg("%s", why);
}

/* -- Search ----------------------------------------------------------------------------------- */

/* The lines that it gives can be played. */
static void check_lines(concentric_search *search, const concentric_match *match, size_t wanted)
{
    assert_int_equal(concentric_search_line_count(search), wanted);
    for (size_t i = 0; i < wanted; i++) {
        concentric_match *copy = concentric_copy(match);
        char line[4096], word[64];
        int chances[3], n;
        snprintf(line, sizeof line, "%s", concentric_search_line(search, i));
        for (const char *at = line; sscanf(at, "%63s%n", word, &n) == 1; at += n)
            assert_true(concentric_play(copy, word, NULL));
        assert_true(concentric_ply(copy) > concentric_ply(match));
        concentric_search_chances(search, i, chances);
        assert_int_equal(chances[0] + chances[1] + chances[2], 1000);
        if (i > 0)
            assert_true(concentric_search_score(search, i) <=
                        concentric_search_score(search, i - 1));
        if (wanted > 1 && !concentric_search_is_known(search))
            assert_int_equal(concentric_search_line_depth(search, i),
                             concentric_search_depth(search));
        concentric_free(copy);
    }
    assert_null(concentric_search_line(search, wanted));
}

static void lines_can_be_played(void **state)
{
    (void)state;
    static const char *const variants[] = {"nine", "morelli,size=7", "mur", "stacking"};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        concentric_match *match = match_of(variants[i], NULL);
        concentric_search *search = search_of(match);
        char first[64];
        assert_null(concentric_search_best(search));
        assert_int_equal(concentric_search_line_count(search), 0);
        run(search, match, &(concentric_limits){.nodes = 5000, .lines = 3});
        check_lines(search, match, 3);
        snprintf(first, sizeof first, "%s", concentric_search_best(search));
        uint64_t nodes = concentric_search_nodes(search);
        assert_true(nodes > 0 && concentric_search_depth(search) > 0);
        concentric_search_clear(search);
        run(search, match, &(concentric_limits){.nodes = 5000, .lines = 3});
        assert_string_equal(concentric_search_best(search), first);
        assert_int_equal(concentric_search_nodes(search), nodes);
        concentric_search_free(search);
        concentric_free(match);
    }
}

static void wins_are_seen(void **state)
{
    (void)state;
    concentric_match *match = match_of("nine", "ww.w..../......../b.b.b... w 0 0");
    concentric_search *search = search_of(match);
    int score;
    assert_true(concentric_evaluate(match, &score));
    run(search, match, &(concentric_limits){.depth = 4});
    assert_int_equal(concentric_search_mate(search, 0), 1); /* a mill leaves two men */
    assert_true(concentric_play(match, concentric_search_best(search), NULL));
    assert_int_equal(concentric_outcome(match, NULL), CONCENTRIC_PLAYER_1);
    assert_false(concentric_evaluate(match, &score));
    assert_false(concentric_search_run(search, match, NULL, NULL));
    concentric_search_free(search);
    concentric_free(match);
}

static bool count_and_stop(void *context, concentric_search *search)
{
    assert_non_null(concentric_search_line(search, 0));
    return ++*(int *)context < 3;
}

/* Without any limit: ended by progress, and by a stop that came before it. */
static void searches_end_by_being_told(void **state)
{
    (void)state;
    int calls = 0;
    concentric_match *match = match_of("nine", NULL);
    concentric_search *search = search_of(match);
    run(search, match, &(concentric_limits){.progress = count_and_stop, .context = &calls});
    assert_true(calls >= 3);
    concentric_search_stop(search);
    run(search, match, NULL);
    assert_non_null(concentric_search_best(search));
    concentric_search_stop(search);
    concentric_search_clear(search);
    run(search, match, &(concentric_limits){.depth = 3});
    assert_int_equal(concentric_search_depth(search), 3);
    concentric_search_free(search);
    concentric_free(match);
}

static void bad_limits_are_refused(void **state)
{
    (void)state;
    static const concentric_limits bad[] = {
        {.time_ms = -1},      {.depth = -1},         {.lines = 17}, {.level = 11},
        {.only = "d2 zz"},    {.only = " "},         {.mate = -1},  {.lines = -1},
        {.reserved = {0, 1}}, {.time_ms = 0.0 / 0.0}};
    char why[CONCENTRIC_WHY_MAX];
    concentric_match *match = match_of("nine", NULL), *other = match_of("six", NULL);
    concentric_search *search = search_of(match);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        why[0] = '\0';
        assert_false(concentric_search_run(search, match, &bad[i], why));
        assert_true(strlen(why) > 5);
    }
    assert_false(concentric_search_run(search, other, NULL, why));
    assert_null(concentric_search_new(concentric_game_of(match), 0, 65, why));
    assert_null(concentric_search_new(concentric_game_of(match), 1 << 20, 1, why));
    run(search, match, &(concentric_limits){.depth = 2, .only = "g1 d2 g1", .lines = 9});
    check_lines(search, match, 2);
    char often[4096] = ""; /* more often than a position has moves */
    for (size_t i = 0; i + 4 < sizeof often; i += 3)
        memcpy(often + i, "d2 ", 4);
    run(search, match, &(concentric_limits){.depth = 2, .only = often});
    assert_string_equal(concentric_search_best(search), "d2");
    concentric_search_free(search);
    concentric_free(match);
    concentric_free(other);
}

static void levels_and_nets_change_play(void **state)
{
    (void)state;
    char why[CONCENTRIC_WHY_MAX] = "";
    concentric_match *match = match_of("nine", NULL);
    concentric_search *search = search_of(match);
    int plain, learnt;
    run(search, match, &(concentric_limits){.level = 1, .seed = 7});
    assert_true(concentric_search_depth(search) < 6);
    run(search, match, &(concentric_limits){.depth = 5});
    plain = concentric_search_score(search, 0);
    assert_false(concentric_search_set_net(search, SIX_PACK, why));
    assert_true(strlen(why) > 5);
    assert_true(concentric_search_set_net(search, CONCENTRIC_NETS "/nine.net", why));
    assert_null(concentric_search_best(search));
    run(search, match, &(concentric_limits){.depth = 5});
    learnt = concentric_search_score(search, 0);
    assert_true(concentric_search_set_net(search, "", why));
    run(search, match, &(concentric_limits){.depth = 5});
    assert_int_equal(concentric_search_score(search, 0), plain);
    assert_int_not_equal(learnt, plain);
    concentric_search_free(search);
    concentric_free(match);
}

/* -- Solved positions ------------------------------------------------------------------------- */

/* NULL where the build has solved nothing: instrumented ones. */
static concentric_database *six_of(const concentric_match *match)
{
    struct stat about;
    char why[CONCENTRIC_WHY_MAX] = "";
    if (stat(SIX_PACK, &about) != 0)
        return NULL;
    concentric_database *database = concentric_database_open(concentric_game_of(match), SIX_PACK,
                                                             why);
    if (!database)
        fail_msg("%s", why);
    return database;
}

/* Best play by the database keeps its promise to the ply. */
static void values_are_kept(void **state)
{
    (void)state;
    concentric_match *match = match_of("six", NULL);
    concentric_database *database = six_of(match);
    if (!database) {
        concentric_free(match);
        skip();
    }
    concentric_known known, moves[256];
    assert_true(concentric_database_value(database, match, &known));
    assert_int_equal(known.value, 0);
    static const char *const opening[] = {"b2", "f4", "d2", "d3"};
    for (size_t i = 0; i < 4; i++) /* Black lets a mill happen */
        assert_true(concentric_play(match, opening[i], NULL));
    assert_true(concentric_database_value(database, match, &known));
    assert_int_equal(known.value, 1);
    for (int left = known.plies; left > 0; left--) {
        size_t best = 0, count = concentric_move_count(match);
        assert_true(concentric_database_moves(database, match, moves));
        assert_true(concentric_database_value(database, match, &known));
        assert_int_equal(known.plies, left);
        for (size_t i = 0; i < count; i++)
            if (moves[i].value == known.value && moves[i].plies == left)
                best = i;
        assert_true(concentric_play_number(match, best, NULL));
    }
    assert_int_equal(concentric_outcome(match, NULL), CONCENTRIC_PLAYER_1);
    concentric_database_close(database);
    concentric_free(match);
}

static void searches_ask_databases(void **state)
{
    (void)state;
    char why[CONCENTRIC_WHY_MAX] = "";
    concentric_match *match = match_of("six", NULL), *other = match_of("nine", NULL);
    concentric_database *database = six_of(match);
    if (!database) {
        concentric_free(match);
        concentric_free(other);
        skip();
    }
    concentric_search *search = search_of(match), *nine = search_of(other);
    assert_true(concentric_search_set_database(search, database, why));
    assert_false(concentric_search_set_database(nine, database, why));
    run(search, match, NULL);
    assert_true(concentric_search_is_known(search));
    assert_int_equal(concentric_search_score(search, 0), 0);
    assert_true(concentric_search_set_database(search, NULL, why));
    run(search, match, &(concentric_limits){.depth = 3});
    assert_false(concentric_search_is_known(search));
    assert_false(concentric_database_value(database, other, &(concentric_known){0, 0}));
    assert_false(concentric_database_damage(database, why));
    assert_string_equal(concentric_database_variant(database), "six");
    assert_null(concentric_database_open(concentric_game_of(other), SIX_PACK, why));
    assert_null(concentric_database_open(concentric_game_of(other), "/nowhere", NULL));
    assert_null(concentric_database_open(concentric_game_of(other), NULL, why));
    assert_null(concentric_database_open(NULL, CONCENTRIC_NETS, why)); /* a directory of others */
    assert_null(concentric_database_open(NULL, CONCENTRIC_NETS "/nine.net", why));
    assert_non_null(strstr(why, "no packed database"));
    concentric_database *again = concentric_database_open(NULL, SIX_PACK, why);
    assert_non_null(again);
    assert_string_equal(concentric_database_variant(again), "six");
    concentric_database_close(again);
    concentric_search_free(search);
    concentric_search_free(nine);
    concentric_database_close(database);
    concentric_free(match);
    concentric_free(other);
}

/* -- Batches ---------------------------------------------------------------------------------- */

enum { SLOTS = 16 };

static concentric_batch *batch_of(const char *variant)
{
    char why[CONCENTRIC_WHY_MAX] = "";
    concentric_game *game = concentric_game_open(variant, CONCENTRIC_ENGLISH, why);
    if (!game)
        return NULL; /* the template is not in the library */
    concentric_batch *batch = concentric_batch_new(game, SLOTS, 1, why);
    concentric_game_close(game);
    assert_non_null(batch);
    return batch;
}

/* What the arrays say of a slot is what a match at its side says. */
static void check_slot(concentric_batch *batch, size_t slot, concentric_match *match,
                       const uint64_t *moves, const uint32_t *first)
{
    uint8_t outcome[SLOTS], player[SLOTS], boards[SLOTS * 256], board[256];
    uint64_t hash[SLOTS];
    uint32_t plies[SLOTS];
    size_t points = concentric_point_count(concentric_game_of(match));
    concentric_batch_outcomes(batch, outcome);
    concentric_batch_players(batch, player);
    concentric_batch_hashes(batch, hash);
    concentric_batch_plies(batch, plies);
    concentric_batch_boards(batch, boards);
    concentric_board(match, board);
    assert_string_equal(concentric_batch_position(batch, slot), concentric_position(match));
    assert_int_equal(outcome[slot], concentric_outcome(match, NULL));
    assert_int_equal(player[slot], concentric_player(match));
    assert_int_equal(hash[slot], concentric_hash(match));
    assert_int_equal(plies[slot], concentric_ply(match));
    assert_memory_equal(boards + slot * points, board, points);
    if (outcome[slot] != CONCENTRIC_GOING_ON) {
        assert_int_equal(first[slot], first[slot + 1]);
        return;
    }
    assert_int_equal(first[slot + 1] - first[slot], concentric_move_count(match));
    for (size_t i = 0; i < concentric_move_count(match); i += 7)
        assert_string_equal(concentric_batch_move_text(batch, slot, moves[first[slot] + i]),
                            concentric_move(match, i));
}

/* Games in all slots, each beside a match that plays the same: by number, by word, by text. */
static void check_batch(const char *variant)
{
    concentric_batch *batch = batch_of(variant);
    concentric_match *match[SLOTS];
    uint32_t first[SLOTS + 1], index[SLOTS];
    uint64_t words[SLOTS];
    Rng rng = {test_seed()};
    if (!batch)
        return;
    for (size_t s = 0; s < SLOTS; s++)
        match[s] = concentric_new_seeded(variant, 1 + s, NULL);
    for (int ply = 0; ply < 12; ply++) {
        const uint64_t *moves = concentric_batch_moves(batch, first);
        for (size_t s = 0; s < SLOTS; s++) {
            uint32_t count = first[s + 1] - first[s];
            check_slot(batch, s, match[s], moves, first);
            index[s] = count ? rng_below(&rng, count) : UINT32_MAX;
            words[s] = count ? moves[first[s] + index[s]] : 0;
            if (!count)
                continue;
            char text[64];
            snprintf(text, sizeof text, "%s", concentric_batch_move_text(batch, s, words[s]));
            assert_int_equal(concentric_batch_read_move(batch, s, text, NULL), words[s]);
            assert_true(concentric_play(match[s], text, NULL));
        }
        assert_true(ply % 2 ? concentric_batch_play(batch, words, NULL)
                            : concentric_batch_play_index(batch, index, NULL));
    }
    for (size_t s = 0; s < SLOTS; s++)
        concentric_free(match[s]);
    concentric_batch_free(batch);
}

static void batches_are_matches(void **state)
{
    (void)state;
    test_each_variant(check_batch);
}

static void batches_refuse_whole(void **state)
{
    (void)state;
    char why[CONCENTRIC_WHY_MAX] = "";
    concentric_batch *batch = batch_of("nine");
    uint32_t index[SLOTS] = {0};
    uint64_t words[SLOTS] = {0};
    index[9] = 24;
    words[9] = 1;
    assert_false(concentric_batch_play_index(batch, index, why));
    assert_non_null(strstr(why, "slot 9"));
    assert_false(concentric_batch_play(batch, words, NULL));
    assert_non_null(strstr(concentric_batch_position(batch, 0), "w 9 9"));
    assert_null(concentric_batch_move_text(batch, 0, 1));
    assert_null(concentric_batch_move_text(batch, SLOTS, 1));
    assert_int_equal(concentric_batch_read_move(batch, 0, "zz", why), 0);
    assert_int_equal(concentric_batch_read_move(batch, SLOTS, "d2", why), 0);
    assert_false(concentric_batch_set(batch, SLOTS, NULL, 1, why));
    assert_false(concentric_batch_set(batch, 0, "zz", 1, why));
    assert_null(concentric_batch_position(batch, SLOTS));
    concentric_batch_free(batch);
    concentric_batch_free(NULL);
}

/* The third occurrence ends a game in a slot, and a new one begins there without its past. */
static void batches_know_repetition(void **state)
{
    (void)state;
    static const char *const shuffle[] = {"a7-a4", "c5-c4", "a4-a7", "c4-c5"};
    static const char start[] = "ww.w..../......../b.b.b... w 0 0";
    concentric_batch *batch = batch_of("nine");
    uint8_t outcome[SLOTS];
    for (int round = 0; round < 2; round++) {
        assert_true(concentric_batch_set(batch, 3, start, 1, NULL));
        for (int i = 0; i < 8; i++) {
            uint64_t words[SLOTS] = {0};
            concentric_batch_outcomes(batch, outcome);
            assert_int_equal(outcome[3], CONCENTRIC_GOING_ON);
            words[3] = concentric_batch_read_move(batch, 3, shuffle[i % 4], NULL);
            assert_true(concentric_batch_play(batch, words, NULL));
        }
        concentric_batch_outcomes(batch, outcome);
        assert_int_equal(outcome[3], CONCENTRIC_DRAW);
    }
    uint32_t first[SLOTS + 1];
    assert_non_null(concentric_batch_moves(batch, first));
    assert_int_equal(first[3], first[4]);
    assert_int_equal(concentric_batch_restart(batch, 1), 1);
    assert_int_equal(concentric_batch_restart(batch, 1), 0);
    assert_non_null(strstr(concentric_batch_position(batch, 3), "w 9 9"));
    concentric_batch_free(batch);
}

static void random_games_are_repeatable(void **state)
{
    (void)state;
    uint64_t hash[2][SLOTS], chosen[SLOTS], seed[2] = {5, 5};
    for (int i = 0; i < 2; i++) {
        concentric_batch *batch = batch_of("nine");
        assert_int_equal(concentric_batch_random(batch, 300, true, &seed[i], chosen), 300 * SLOTS);
        concentric_batch_hashes(batch, hash[i]);
        concentric_batch_random(batch, 100000, false, &seed[i], NULL);
        uint8_t outcome[SLOTS];
        concentric_batch_outcomes(batch, outcome);
        for (size_t s = 0; s < SLOTS; s++)
            assert_int_not_equal(outcome[s], CONCENTRIC_GOING_ON);
        assert_int_equal(concentric_batch_random(batch, 1, false, &seed[i], chosen), 0);
        assert_int_equal(chosen[0], 0);
        concentric_batch_free(batch);
    }
    assert_memory_equal(hash[0], hash[1], sizeof hash[0]);
    assert_int_equal(seed[0], seed[1]);
}

static void planes_show_the_board(void **state)
{
    (void)state;
    concentric_match *match = match_of("nine", NULL);
    const concentric_game *game = concentric_game_of(match);
    static const char *const names[] = {"piece w", "piece b", "turn",  "hand 1",
                                        "lost 1",  "hand 2",  "lost 2"};
    uint8_t planes[SLOTS][7][24];
    int16_t evaluations[SLOTS];
    concentric_batch *batch = batch_of("nine");
    assert_int_equal(concentric_plane_count(game), 7);
    for (size_t p = 0; p < 7; p++)
        assert_string_equal(concentric_plane_name(game, p), names[p]);
    assert_null(concentric_plane_name(game, 7));
    assert_true(concentric_batch_set(batch, 2, "www...../......../b.b..... b 6 5", 1, NULL));
    concentric_batch_planes(batch, planes[0][0]);
    for (int p = 0; p < 24; p++) {
        assert_int_equal(planes[2][0][p], p < 3);
        assert_int_equal(planes[2][1][p], p == 16 || p == 18);
        assert_int_equal(planes[2][2][p], 1);
        assert_int_equal(planes[2][3][p], 6);
        assert_int_equal(planes[2][6][p], 2);
        assert_int_equal(planes[1][0][p] + planes[1][1][p] + planes[1][2][p], 0);
    }
    concentric_batch_evaluations(batch, evaluations);
    assert_true(evaluations[2] < 0);
    concentric_batch_free(batch);
    concentric_free(match);
}

static void batches_ask_databases(void **state)
{
    (void)state;
    concentric_match *match = match_of("six", NULL);
    concentric_database *database = six_of(match);
    concentric_batch *batch = batch_of("six"), *nine = batch_of("nine");
    if (database) {
        int8_t values[SLOTS];
        int16_t plies[SLOTS];
        uint64_t seed = 3;
        concentric_batch_random(batch, 20, false, &seed, NULL);
        assert_true(concentric_batch_values(batch, database, values, plies));
        assert_false(concentric_batch_values(nine, database, values, NULL));
        assert_true(concentric_batch_values(batch, database, values, NULL));
        for (size_t s = 0; s < SLOTS; s++) {
            concentric_known known;
            concentric_match *same = match_of("six", concentric_batch_position(batch, s));
            assert_true(concentric_database_value(database, same, &known));
            assert_int_equal(values[s], known.value);
            assert_int_equal(plies[s], known.plies);
            concentric_free(same);
        }
    }
    concentric_database_close(database);
    concentric_batch_free(batch);
    concentric_batch_free(nine);
    concentric_free(match);
}

/* -- Languages -------------------------------------------------------------------------------- */

static bool is_japanese(const char *text)
{
    bool other = false;
    for (; *text; text++)
        other |= (unsigned char)*text > '~';
    return other;
}

/* What was refused is told in the language that the game was opened in. */
static void check_why(char *why, bool good, concentric_lang lang)
{
    assert_false(good);
    assert_true(*why);
    if (is_japanese(why) != (lang == CONCENTRIC_JAPANESE))
        fail_msg("in the wrong language: %s", why);
    *why = '\0';
}

static void check_search(const concentric_game *game, const concentric_game *other,
                         concentric_lang lang)
{
    char why[CONCENTRIC_WHY_MAX] = "";
    concentric_limits bad[] = {
        {.depth = -1}, {.lines = 99}, {.level = 99}, {.only = ""}, {.only = "zz"}};
    concentric_match *match = concentric_new_of(game, NULL, 1, why);
    concentric_match *wrong = concentric_new_of(other, NULL, 1, why);
    concentric_database *six = concentric_database_open(NULL, SIX_PACK, why);
    concentric_search *search = concentric_search_new(game, 1, 1, why);
    concentric_set_language(match, lang);
    concentric_set_language(wrong, lang);
    check_why(why, concentric_search_new(game, SIZE_MAX, 1, why), lang);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_why(why, concentric_search_run(search, match, &bad[i], why), lang);
    check_why(why, concentric_search_run(search, wrong, NULL, why), lang);
    check_why(why, concentric_search_set_net(search, "/nowhere", why), lang);
    check_why(why, concentric_search_set_database(search, six, why), lang);
    concentric_search_free(search);
    concentric_database_close(six);
    concentric_free(match);
    concentric_free(wrong);
}

static void check_others(const concentric_game *game, concentric_lang lang)
{
    char why[CONCENTRIC_WHY_MAX] = "";
    uint32_t index[2] = {99, UINT32_MAX};
    concentric_batch *batch = concentric_batch_new(game, 2, 1, why);
    concentric_series *series = concentric_series_new(game, 1, why);
    concentric_match *match = concentric_new_of(game, NULL, 1, why);
    check_why(why, concentric_batch_new(game, 0, 1, why), lang);
    check_why(why, concentric_batch_set(batch, 2, NULL, 1, why), lang);
    check_why(why, concentric_batch_set(batch, 0, "zz", 1, why), lang);
    check_why(why, concentric_batch_read_move(batch, 0, "zz", why), lang);
    check_why(why, concentric_batch_play_index(batch, index, why), lang);
    check_why(why, concentric_series_ended(series, match, 1, why), lang);
    check_why(why, concentric_database_open(game, "/nowhere", why), lang);
    check_why(why, concentric_database_open(game, SIX_PACK, why), lang);
    check_why(why, concentric_new_of(game, "zz", 1, why), lang);
    concentric_batch_free(batch);
    concentric_series_free(series);
    concentric_free(match);
}

static void reasons_come_in_both_languages(void **state)
{
    (void)state;
    for (concentric_lang lang = CONCENTRIC_ENGLISH; lang <= CONCENTRIC_JAPANESE; lang++) {
        concentric_game *nine = concentric_game_open("nine", lang, NULL);
        concentric_game *twelve = concentric_game_open("twelve", lang, NULL);
        check_search(nine, twelve, lang);
        check_others(nine, lang);
        concentric_game_close(nine);
        concentric_game_close(twelve);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_can_be_played),
        cmocka_unit_test(wins_are_seen),
        cmocka_unit_test(searches_end_by_being_told),
        cmocka_unit_test(bad_limits_are_refused),
        cmocka_unit_test(levels_and_nets_change_play),
        cmocka_unit_test(values_are_kept),
        cmocka_unit_test(searches_ask_databases),
        cmocka_unit_test(batches_are_matches),
        cmocka_unit_test(batches_refuse_whole),
        cmocka_unit_test(batches_know_repetition),
        cmocka_unit_test(random_games_are_repeatable),
        cmocka_unit_test(planes_show_the_board),
        cmocka_unit_test(batches_ask_databases),
        cmocka_unit_test(reasons_come_in_both_languages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
