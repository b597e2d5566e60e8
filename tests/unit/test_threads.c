/* SPDX-License-Identifier: MIT */
/* The thinker: threads that think about one position over one table. ctest runs it as
 * threads_thinker, so that ./test also runs it under the thread sanitizer. Waits are bounded only
 * against hanging: no time decides. */
#include "unit/support.h"

#include "ai/odds.h"
#include "base/bits.h"
#include "base/pages.h"
#include "think/big_table.h"
#include "think/thinker.h"

#include <pthread.h>

enum { LONG_MS = 300000 };

typedef struct Seen {
    int reports, ends, depth;
    uint64_t nodes;
    Thinker *thinker;
} Seen;

static void note(void *context, const Search *search)
{
    Seen *seen = context;
    assert_int_equal(seen->ends, 0);
    assert_true(search->depth >= seen->depth);
    assert_true(thinker_nodes(seen->thinker) >= seen->nodes);
    seen->nodes = thinker_nodes(seen->thinker);
    seen->depth = search->depth;
    seen->reports++;
    seen->ends += search->done;
}

typedef struct Bench {
    Game *game;
    History history;
    Move *moves;
    Seen seen;
    Thinker *thinker;
} Bench;

static void begin_history(Bench *b)
{
    Pos start;
    history_free(&b->history);
    b->game->ops->start(b->game, 1, &start);
    assert_true(history_begin(&b->history, b->game, &start));
}

static void open_bench(Bench *b, const char *variant, int threads)
{
    char why[WHY_MAX];
    *b = (Bench){.game = game_open(variant, LANG_EN, why)};
    assert_non_null(b->game);
    begin_history(b);
    b->moves = malloc(b->game->moves_max * sizeof *b->moves);
    ThinkerSetup setup = {.threads = threads, .hash_mb = 1, .report = note, .context = &b->seen};
    b->thinker = thinker_open(b->game, &setup);
    assert_non_null(b->thinker);
    b->seen.thinker = b->thinker;
}

static void close_bench(Bench *b)
{
    thinker_close(b->thinker);
    history_free(&b->history);
    game_close(b->game);
    free(b->moves);
}

static void start(Bench *b, const SearchLimits *limits)
{
    b->seen = (Seen){.thinker = b->thinker};
    thinker_start(b->thinker, &b->history, limits);
}

static void finish(Bench *b)
{
    assert_true(thinker_wait(b->thinker, LONG_MS));
    assert_int_equal(b->seen.ends, 1);
    assert_true(
        game_is_legal(b->game, &b->history.pos, thinker_answer(b->thinker)->best, b->moves));
}

/* One thread and a limit: the same nodes and the same answer each time. */
static void test_the_same_search_twice(void **state)
{
    (void)state;
    static const char *const variants[] = {"nine", "stacking", "morelli,size=7", "mur"};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        Bench b;
        open_bench(&b, variants[i], 1);
        uint64_t nodes[2];
        Move best[2];
        for (int round = 0; round < 2; round++) {
            start(&b, &(SearchLimits){.nodes = 5000});
            finish(&b);
            nodes[round] = thinker_nodes(b.thinker);
            best[round] = thinker_answer(b.thinker)->best;
            thinker_clear(b.thinker);
        }
        assert_true(nodes[0] == nodes[1] && best[0] == best[1] && nodes[0] > 0);
        close_bench(&b);
    }
}

/* Threads share a table and still agree about a win that is there. */
static void test_threads_find_a_win(void **state)
{
    (void)state;
    char why[WHY_MAX];
    for (int threads = 1; threads <= 4; threads++) {
        Bench b;
        Pos pos;
        open_bench(&b, "nine", threads);
        assert_true(
            b.game->ops->read_pos(b.game, "ww.w..../......../b.b.b... w 0 0", LANG_EN, &pos, why));
        history_free(&b.history);
        assert_true(history_begin(&b.history, b.game, &pos));
        start(&b, &(SearchLimits){.depth = 3});
        finish(&b);
        const Search *answer = thinker_answer(b.thinker);
        assert_int_equal(odds_mate(answer->score), 1);
        assert_int_equal(search_mate(answer), 1);
        close_bench(&b);
    }
}

static void test_helpers_count(void **state)
{
    (void)state;
    Bench b;
    open_bench(&b, "six", 3);
    start(&b, &(SearchLimits){.nodes = 60000});
    finish(&b);
    assert_true(thinker_nodes(b.thinker) >= thinker_answer(b.thinker)->nodes);
    assert_true(thinker_hashfull(b.thinker) > 0);
    /* A level thinks alone: what helpers find would give it away. */
    start(&b, &(SearchLimits){.level = 3});
    finish(&b);
    assert_true(thinker_nodes(b.thinker) == thinker_answer(b.thinker)->nodes);
    thinker_clear(b.thinker);
    assert_int_equal(thinker_hashfull(b.thinker), 0);
    assert_int_equal(thinker_oracle_hits(b.thinker), 0);
    close_bench(&b);
}

/* Starts and stops in all orders; each thought ends once, with a legal move. */
static void test_a_storm_of_starts_and_stops(void **state)
{
    (void)state;
    Bench b;
    Rng rng = {test_seed()};
    open_bench(&b, "mur", 3);
    for (int round = 0; round < 60; round++) {
        start(&b, &(SearchLimits){.lines = 1 + (int)rng_below(&rng, 3)});
        if (rng_below(&rng, 2))
            thinker_wait(b.thinker, rng_below(&rng, 8));
        thinker_stop(b.thinker);
        if (rng_below(&rng, 2))
            thinker_stop(b.thinker);
        finish(&b);
        assert_true(thinker_wait(b.thinker, 0));
        if (rng_below(&rng, 8) == 0)
            thinker_clear(b.thinker);
        int count = b.game->moves(b.game, &b.history.pos, b.moves);
        Move move = b.moves[rng_below(&rng, (uint32_t)count)];
        history_play(&b.history, move);
        if (history_winner(&b.history) != WINNER_NONE)
            begin_history(&b);
    }
    close_bench(&b);
}

static void count_ends(void *context, const Search *search)
{
    *(int *)context += search->done;
}

/* A start ends the thought before it; closing ends the last one. */
static void test_start_and_close_while_it_thinks(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        Bench b;
        open_bench(&b, "morelli,size=9", threads);
        thinker_close(b.thinker);
        int ends = 0;
        ThinkerSetup setup = {
            .threads = threads, .hash_mb = 1, .report = count_ends, .context = &ends};
        b.thinker = thinker_open(b.game, &setup);
        for (int i = 0; i < 5; i++)
            thinker_start(b.thinker, &b.history, &(SearchLimits){.level = 0});
        close_bench(&b);
        assert_int_equal(ends, 5);
    }
}

static void *stop_often(void *argument)
{
    for (int i = 0; i < 200; i++)
        thinker_stop(argument);
    return NULL;
}

static void test_stops_from_other_threads(void **state)
{
    (void)state;
    Bench b;
    pthread_t stopper[2];
    open_bench(&b, "twelve", 2);
    for (int round = 0; round < 10; round++) {
        start(&b, &(SearchLimits){.level = 0});
        for (int i = 0; i < 2; i++)
            assert_int_equal(pthread_create(&stopper[i], NULL, stop_often, b.thinker), 0);
        finish(&b);
        for (int i = 0; i < 2; i++)
            pthread_join(stopper[i], NULL);
    }
    close_bench(&b);
}

/* Many openings and closings, with no thought at all or one that is not waited for. */
static void test_open_and_close(void **state)
{
    (void)state;
    for (int round = 0; round < 20; round++) {
        Bench b;
        open_bench(&b, "six", 1 + round % 4);
        if (round % 2)
            start(&b, &(SearchLimits){.nodes = 100});
        close_bench(&b);
    }
}

/* An oracle that is told what to say: of one position one thing, of all others another, or which
 * side has won them. */
typedef struct Fable {
    uint64_t key;
    Known there, elsewhere;
    int winner; /* 1 or 2; 0: as elsewhere says */
    _Atomic int asked;
} Fable;

static bool tell_fable(void *context, const Pos *pos, Known *out)
{
    Fable *fable = context;
    fable->asked++;
    *out = pos->key == fable->key ? fable->there : fable->elsewhere;
    if (pos->key != fable->key && fable->winner)
        *out = (Known){fable->winner == pos->turn + 1 ? 1 : -1, -1};
    return true;
}

/* Six men's morris in which both have shuffled to and fro, `plies` times:
 *   R -b6-d6- A -c5-d5- B -d6-b6- C -d5-c5- R ... */
static void open_shuffle(Bench *b, Fable *fable, int threads, int plies)
{
    static const char *const moves[] = {"b6-d6", "c5-d5", "d6-b6", "d5-c5"};
    open_bench(b, "six", threads);
    thinker_close(b->thinker);
    ThinkerSetup setup = {.threads = threads,
                          .hash_mb = 1,
                          .oracle = {tell_fable, fable},
                          .report = note,
                          .context = &b->seen};
    b->seen.thinker = b->thinker = thinker_open(b->game, &setup);
    Pos root = test_pos(b->game, "w.w.w.w./b.b.b.b. w 0 0");
    history_free(&b->history);
    assert_true(history_begin(&b->history, b->game, &root));
    for (int i = 0; i < plies; i++)
        assert_true(history_play(&b->history, test_move(b->game, &b->history.pos, moves[i % 4])));
}

/* The fable's position is the one after this move. */
static Move aim_fable(const Bench *b, Fable *fable, const char *text)
{
    Pos next;
    Move move = test_move(b->game, &b->history.pos, text);
    b->game->apply(b->game, &b->history.pos, move, &next);
    fable->key = next.key;
    return move;
}

static const Search *answer_of(Bench *b, const SearchLimits *limits)
{
    start(b, limits);
    finish(b);
    return thinker_answer(b->thinker);
}

static void test_what_is_known_is_not_searched(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        Fable fable = {.there = {-1, 2}, .elsewhere = {-1, 8}};
        Bench b;
        open_shuffle(&b, &fable, threads, 0);
        Move best = aim_fable(&b, &fable, "f2-d2");
        const Search *s = answer_of(&b, &(SearchLimits){.lines = 3});
        assert_true(s->best == best && s->known && s->nodes == 0 && s->line_count == 3);
        assert_int_equal(search_mate(s), 3);
        assert_int_equal(odds_mate(search_reported_score(s, s->line[2].score)), 9);
        assert_true(thinker_oracle_hits(b.thinker) > 0);
        /* A loss that comes later is the better one; a draw is better than any. */
        fable.there = (Known){1, 30};
        fable.elsewhere = (Known){1, 8};
        s = answer_of(&b, &(SearchLimits){.depth = 2});
        assert_true(s->best == best && search_mate(s) == -31);
        fable.there = (Known){0, -1};
        s = answer_of(&b, &(SearchLimits){.mate = 5});
        assert_true(s->best == best && s->known && s->score == 0 && s->done);
        /* A level does not ask. */
        fable.asked = 0;
        s = answer_of(&b, &(SearchLimits){.level = 9});
        assert_true(fable.asked == 0 && !s->known && s->nodes > 0);
        close_bench(&b);
    }
}

/* Solved positions know no past; a third occurrence is a draw all the same. */
static void test_third_occurrence_is_a_draw(void **state)
{
    (void)state;
    Fable fable = {.there = {-1, 2}, .elsewhere = {-1, 8}};
    Bench b;
    open_shuffle(&b, &fable, 1, 7); /* at C for the second time: d5-c5 would be R for the third */
    Move third = aim_fable(&b, &fable, "d5-c5");
    const Search *s = answer_of(&b, &(SearchLimits){.nodes = 1000});
    assert_true(s->best != third && search_mate(s) == 9);
    fable.there = fable.elsewhere = (Known){1, 8}; /* the loser is saved by it */
    s = answer_of(&b, &(SearchLimits){.nodes = 1000});
    assert_true(s->best == third && s->known && s->score == 0);
    close_bench(&b);
    /* At B for the second time: after d6-b6 the enemy would have d5-c5. */
    fable = (Fable){.there = {-1, 2}, .elsewhere = {-1, 8}};
    open_shuffle(&b, &fable, 1, 6);
    Move lets = aim_fable(&b, &fable, "d6-b6");
    s = answer_of(&b, &(SearchLimits){.nodes = 1000});
    assert_true(s->best != lets && search_mate(s) == 9);
    close_bench(&b);
    /* Twice is not three times. */
    fable = (Fable){.there = {-1, 2}, .elsewhere = {-1, 8}};
    open_shuffle(&b, &fable, 1, 3);
    Move second = aim_fable(&b, &fable, "d5-c5");
    s = answer_of(&b, &(SearchLimits){.nodes = 1000});
    assert_true(s->best == second && search_mate(s) == 3);
    close_bench(&b);
}

/* Won, but nobody says in how many plies: searched, without giving the win away. */
static void test_values_without_plies_are_searched(void **state)
{
    (void)state;
    for (int winner = 1; winner <= 2; winner++) {
        Fable fable = {.there = {0, -1}, .winner = winner};
        Bench b;
        open_shuffle(&b, &fable, 1, 4); /* White, at R for the second time */
        bool lost = winner == 2;
        Move draws = lost ? 0 : aim_fable(&b, &fable, "f2-d2");
        Move repeats = test_move(b.game, &b.history.pos, "b6-d6");
        const Search *s = answer_of(&b, &(SearchLimits){.depth = 4, .lines = 2});
        assert_true(s->known && s->score == (lost ? -SEARCH_KNOWN_WON : SEARCH_KNOWN_WON));
        assert_true(s->best != draws && (s->best == repeats) == lost && search_mate(s) == 0);
        assert_int_equal(s->line_count, 2);
        assert_true(s->line[1].length > 1); /* a way, not only a value */
        for (int k = 0; k < 2; k++)
            assert_int_equal(search_reported_score(s, s->line[k].score), s->score);
        close_bench(&b);
    }
}

static void test_odds(void **state)
{
    (void)state;
    char why[WHY_MAX];
    Game *game = game_open("nine", LANG_EN, why);
    assert_non_null(game);
    Pos pos;
    game->ops->start(game, 1, &pos);
    Odds level = odds_of(game, &pos, 0);
    assert_true(level.win == level.lose && level.win + level.draw + level.lose == 1000);
    int last = -1;
    for (int score = -20000; score <= 20000; score += 10) {
        Odds odds = odds_of(game, &pos, score), other = odds_of(game, &pos, -score);
        assert_true(odds.win >= last && odds.draw >= 0 && odds.win == other.lose);
        assert_int_equal(odds.win + odds.draw + odds.lose, 1000);
        assert_int_equal(odds_grade(score), -odds_grade(-score));
        assert_int_equal(odds_mate(score), 0);
        last = odds.win;
    }
    assert_true(odds_of(game, &pos, SEARCH_WIN - 3).win == 1000 &&
                odds_of(game, &pos, 4 - SEARCH_WIN).lose == 1000);
    assert_true(odds_mate(SEARCH_WIN - 3) == 3 && odds_mate(4 - SEARCH_WIN) == -4);
    assert_true(odds_mate(SEARCH_KNOWN_WON) == 0 &&
                odds_of(game, &pos, -SEARCH_KNOWN_WON).lose == 1000);
    assert_true(odds_sure(0).draw == 1000 && odds_sure(5).win == 1000 &&
                odds_sure(-5).lose == 1000);
    assert_true(odds_grade(0) == 0 && odds_grade(30) == 1 && odds_grade(-5000) == -4);
    game_close(game);
}

static int entries_of(const TransTable *table, int of)
{
    TTEntry entry;
    int count = 0;
    for (int i = 0; i < of; i++)
        count += tt_probe(table, bits_mix((uint64_t)i + 1), &entry);
    return count;
}

/* The first part of a large table can be used at once, all of it in the end; emptied it is empty
 * in every part; it can be emptied and closed while it is being prepared. */
static void test_a_large_table_comes_in_parts(void **state)
{
    (void)state;
    enum { ENTRIES = 20000 };
    BigTable table;
    for (int i = 0; i < 20; i++) {
        assert_true(big_table_open(&table, 16));
        table.at_once = PAGES_HUGE;
        big_table_map(&table);
        TransTable part = big_table_usable(&table, false);
        assert_ptr_equal(part.slots, table.all.slots);
        assert_true(part.count * sizeof(TTSlot) >= PAGES_HUGE && part.count <= table.all.count);
        TransTable all = big_table_usable(&table, true);
        assert_int_equal(all.count * sizeof(TTSlot), 16 << 20);
        for (int k = 0; k < ENTRIES; k++)
            tt_store(&all, bits_mix((uint64_t)k + 1), (TTEntry){.depth = 3, .bound = BOUND_EXACT});
        big_table_map(&table); /* it is mapped: nothing happens */
        assert_true(entries_of(&all, ENTRIES) > ENTRIES * 9 / 10);
        big_table_clear(&table);
        part = big_table_usable(&table, false);
        assert_int_equal(entries_of(&part, ENTRIES), 0);
        tt_store(&part, bits_mix(1), (TTEntry){.depth = 3, .bound = BOUND_EXACT});
        big_table_clear(&table); /* while the thread works */
        if (i % 2) {
            all = big_table_usable(&table, true);
            assert_int_equal(all.count, table.all.count);
            assert_int_equal(entries_of(&all, ENTRIES), 0);
        }
        big_table_close(&table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_same_search_twice),
        cmocka_unit_test(test_threads_find_a_win),
        cmocka_unit_test(test_helpers_count),
        cmocka_unit_test(test_a_storm_of_starts_and_stops),
        cmocka_unit_test(test_start_and_close_while_it_thinks),
        cmocka_unit_test(test_stops_from_other_threads),
        cmocka_unit_test(test_open_and_close),
        cmocka_unit_test(test_what_is_known_is_not_searched),
        cmocka_unit_test(test_third_occurrence_is_a_draw),
        cmocka_unit_test(test_values_without_plies_are_searched),
        cmocka_unit_test(test_odds),
        cmocka_unit_test(test_a_large_table_comes_in_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
