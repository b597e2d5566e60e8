/* SPDX-License-Identifier: MIT */
/* The search against exhaustive search, against itself, and within its limits. */
#include "unit/support.h"

#include "ai/evaluate.h"
#include "ai/fit.h"
#include "ai/odds.h"
#include "ai/search.h"

enum { SLOTS = 1 << 14, GUARD = 64 };

#define GUARD_MOVE UINT64_C(0xdeadbeefdeadbeef)

/* A search with memory of its own, and guards behind the move lists. */
typedef struct Thinker {
    Search *search;
    SearchMemory memory;
    History history;
} Thinker;

static Thinker thinker_make(const Game *game, const Pos *pos, size_t spare)
{
    Thinker t;
    size_t room = spare + game->moves_max;
    assert_true(history_begin(&t.history, game, pos));
    t.search = malloc(sizeof *t.search);
    t.memory = (SearchMemory){.tt = {malloc(SLOTS * sizeof(TTSlot)), SLOTS},
                              .moves = malloc((room + GUARD) * sizeof(Move)),
                              .order = malloc((room + GUARD) * sizeof(int32_t)),
                              .room = room};
    for (size_t i = room; i < room + GUARD; i++) {
        t.memory.moves[i] = GUARD_MOVE;
        t.memory.order[i] = 0x55555555;
    }
    return t;
}

static void thinker_free(Thinker *t)
{
    for (size_t i = t->memory.room; i < t->memory.room + GUARD; i++) {
        assert_true(t->memory.moves[i] == GUARD_MOVE);
        assert_int_equal(t->memory.order[i], 0x55555555);
    }
    free(t->memory.tt.slots);
    free(t->memory.moves);
    free(t->memory.order);
    free(t->search);
    history_free(&t->history);
}

static void think(Thinker *t, SearchLimits limits)
{
    tt_clear(&t->memory.tt);
    search_begin(t->search, &t->memory, &t->history, &limits);
    while (search_go_on(t->search, 0))
        continue;
    assert_true(t->search->done);
}

/* The value by trying everything to `depth`: wins and losses with their distance, 0 for all else.
 */
static int exhaust(const Game *game, const Pos *pos, int depth, int ply)
{
    Winner winner = game->ops->outcome(game, pos).winner;
    if (winner == WINNER_DRAW)
        return 0;
    if (winner != WINNER_NONE)
        return (winner == WINNER_P2) == pos->turn ? SEARCH_WIN - ply : ply - SEARCH_WIN;
    if (depth == 0)
        return 0;
    Move *moves = malloc(game->moves_max * sizeof *moves);
    int count = game->moves(game, pos, moves), best = -SEARCH_WIN;
    for (int i = 0; i < count; i++) {
        Pos next;
        game->apply(game, pos, moves[i], &next);
        int value = exhaust(game, &next, depth - 1, ply + 1);
        value = next.turn == pos->turn ? value : -value;
        best = value > best ? value : best;
    }
    free(moves);
    return best;
}

static int proved(const Search *s)
{
    return search_mate(s) ? s->score : 0;
}

static void check_line(const Thinker *t)
{
    const Game *game = t->history.game;
    Move *scratch = malloc(game->moves_max * sizeof *scratch);
    Pos pos = t->history.pos, next;
    assert_true(t->search->line[0].length >= 1 && t->search->line[0].move[0] == t->search->best);
    for (int i = 0; i < t->search->line[0].length; i++) {
        assert_true(game_is_legal(game, &pos, t->search->line[0].move[i], scratch));
        game->apply(game, &pos, t->search->line[0].move[i], &next);
        pos = next;
    }
    free(scratch);
}

static void check_exhaustive(void *context, const Game *game, const Pos *pos, const Move *moves,
                             int count)
{
    (void)moves;
    int depth = *(int *)context;
    if (!count)
        return;
    Thinker t = thinker_make(game, pos, 10000);
    think(&t, (SearchLimits){.mate = depth});
    int wanted = exhaust(game, pos, depth, 0);
    if (proved(t.search) != wanted)
        fail_msg("%s: %d instead of %d at %s", game->id, proved(t.search), wanted,
                 test_pos_text(game, pos));
    check_line(&t);
    /* Only a line that is proved is sure to be there to its end: it ends the game. */
    if (wanted)
        assert_int_equal(abs(search_mate(t.search)), SEARCH_WIN - abs(wanted));
    thinker_free(&t);
}

static void test_whole_games_as_exhaustive_search(void **state)
{
    (void)state;
    int depth = 9;
    for (int i = 0; i < 2; i++) {
        Game *game = test_open(i ? "template,misere" : "template");
        test_walk(game, test_seed(), 6, check_exhaustive, &depth);
        game_close(game);
    }
}

/* Morris positions of the last plies of random games: wins in up to four plies. */
static void test_mates_as_exhaustive_search(void **state)
{
    (void)state;
    static const char *const variants[] = {"six", "nine", "six,no-remill", "twelve,remove=2"};
    for (int v = 0; v < 4; v++) {
        Game *game = test_open(variants[v]);
        Move *moves = malloc(game->moves_max * sizeof *moves);
        Rng rng = {test_seed() + (uint64_t)v};
        int proofs = 0, depth = 4;
        for (int g = 0; g < 12; g++) {
            enum { PLIES = 600 };
            static Pos line[PLIES];
            int n = 0, count;
            game->ops->start(game, 1, &line[0]);
            while (n + 1 < PLIES && (count = game->moves(game, &line[n], moves)) > 0) {
                game->apply(game, &line[n], moves[rng_below(&rng, (uint32_t)count)], &line[n + 1]);
                n++;
            }
            for (int back = 1; back <= 5 && back <= n; back++) {
                check_exhaustive(&depth, game, &line[n - back], moves, 1);
                proofs += exhaust(game, &line[n - back], depth, 0) != 0;
            }
        }
        assert_true(proofs > 10);
        free(moves);
        game_close(game);
    }
}

static int mate_at(const Game *game, const Pos *pos, int depth, Move *best)
{
    Thinker t = thinker_make(game, pos, 10000);
    think(&t, (SearchLimits){.mate = depth});
    int mate = search_mate(t.search);
    *best = t.search->best;
    thinker_free(&t);
    return mate;
}

/* Few men on the small board: long wins, the same positions at different plies. Each step along
 * the winning line is one ply nearer to the end. */
static void test_distances_shrink_along_the_line(void **state)
{
    (void)state;
    enum { DEPTH = 11 };
    Game *game = test_open("six");
    Rng rng = {test_seed()};
    int longest = 0;
    for (int i = 0; i < 60; i++) {
        char text[] = "......../........ w 0 0";
        for (int man = 0; man < 7;) {
            uint32_t at = rng_below(&rng, 17);
            if (text[at] == '.')
                text[at] = man++ < 4 ? 'w' : 'b';
        }
        Pos pos = test_pos(game, text), next;
        if (game->ops->outcome(game, &pos).winner != WINNER_NONE)
            continue;
        Move best;
        int mate = mate_at(game, &pos, DEPTH, &best);
        longest = abs(mate) > longest ? abs(mate) : longest;
        while (abs(mate) > 1) {
            game->apply(game, &pos, best, &next);
            int then = mate_at(game, &next, DEPTH, &best);
            assert_int_equal(then, mate > 0 ? 1 - mate : -1 - mate);
            mate = then;
            pos = next;
        }
    }
    printf("longest win: %d plies\n", longest);
    assert_true(longest >= 5);
    game_close(game);
}

/* Template's lists are as long as moves_max says, so the room given is really needed. */
static void test_room_is_never_overrun(void **state)
{
    (void)state;
    Game *game = test_open("template");
    Pos pos;
    game->ops->start(game, 1, &pos);
    for (size_t spare = 0; spare < 56; spare++) {
        Thinker t = thinker_make(game, &pos, spare);
        think(&t, (SearchLimits){.depth = 9});
        check_line(&t);
        assert_true(t.search->depth == 9 || t.search->short_of_room);
        if (spare >= 44)
            assert_int_equal(t.search->depth, 9);
        thinker_free(&t);
    }
    game_close(game);
}

/* Template with two placements a turn after the first: 0 1 1 0 0 1 1 0 0. */
static const Game *single;

static void twice_apply(const Game *game, const Pos *pos, Move move, Pos *next)
{
    single->apply(game, pos, move, next);
    int men = bits_count(next->stones[0][0] | next->stones[1][0]);
    next->turn = (uint8_t)((men + 1) / 2 & 1);
    next->key = game->ops->key(game, next);
}

static void test_sides_need_not_alternate(void **state)
{
    (void)state;
    Game *game = test_open("template"), *twice = test_open("template");
    int depth = 9;
    single = game;
    twice->apply = twice_apply;
    test_walk(twice, test_seed(), 8, check_exhaustive, &depth);
    game_close(twice);
    game_close(game);
}

static void test_takes_the_man_that_wins(void **state)
{
    (void)state;
    Game *game = test_open("nine");
    /* White closes a7-d7-g7 and takes one of the last three men. */
    Pos pos = test_pos(game, "ww.w..../......../bbb..... w 0 0");
    Thinker t = thinker_make(game, &pos, 10000);
    think(&t, (SearchLimits){.depth = 3});
    assert_int_equal(search_mate(t.search), 1);
    assert_memory_equal(test_move_text(game, &pos, t.search->best), "g4-g7x", 6);
    assert_int_equal(t.search->depth, 1);
    thinker_free(&t);
    game_close(game);
}

/* White is three men down. Once every position of a to and fro has stood, going there again is a
 * draw; the same position without that history is bad for White. */
static void test_repetition_is_a_draw(void **state)
{
    (void)state;
    static const char *const moves[] = {"a7-d7", "c5-d5", "d7-a7", "d5-c5"};
    Game *game = test_open("nine");
    Pos pos = test_pos(game, "w...w.w./..b.b.../b.b.b.b. w 0 0");
    Thinker t = thinker_make(game, &pos, 10000);
    think(&t, (SearchLimits){.depth = 1});
    assert_true(t.search->score < -200);
    for (int i = 0; i < 4; i++) {
        Move move = test_move(game, &t.history.pos, moves[i]);
        assert_true(history_play(&t.history, move));
    }
    for (int depth = 1; depth <= 4; depth++) {
        think(&t, (SearchLimits){.depth = depth});
        assert_int_equal(t.search->score, 0);
        assert_string_equal(test_move_text(game, &pos, t.search->best), "a7-d7");
    }
    /* Black, three men up, does not go back where White would like them to. */
    assert_true(history_play(&t.history, test_move(game, &pos, "g1-d1")));
    think(&t, (SearchLimits){.depth = 3});
    assert_true(t.search->score > 200);
    thinker_free(&t);
    game_close(game);
}

/* Where a withdrawal is due no repetition draws: with and without the history behind it the search
 * says the same of every move. */
static void test_repetition_under_a_duty_is_no_draw(void **state)
{
    (void)state;
    static const char *const moves[] = {"a3-b3", "e3-f3", "b3-a3", "f3-e3", "xa3", "e3-d3", "+a3"};
    Game *game = test_open("mur,ships=2");
    Pos pos = test_pos(game, "b...w.../..b...../......../k b 0 0");
    Thinker long_ago = thinker_make(game, &pos, 10000);
    for (int i = 0; i < 7; i++) {
        Move move = test_move(game, &long_ago.history.pos, moves[i]);
        assert_true(history_play(&long_ago.history, move));
    }
    Thinker fresh = thinker_make(game, &long_ago.history.pos, 10000);
    SearchLimits limits = {.depth = 1, .lines = SEARCH_LINES_MAX};
    think(&long_ago, limits);
    think(&fresh, limits);
    Move back = test_move(game, &fresh.history.pos, "d3-e3");
    bool found = false;
    assert_int_equal(long_ago.search->line_count, fresh.search->line_count);
    for (int i = 0; i < fresh.search->line_count; i++) {
        const SearchLine *line = &fresh.search->line[i];
        assert_int_equal(long_ago.search->line[i].score, line->score);
        found = found || (line->move[0] == back && line->score != 0);
    }
    assert_true(found);
    thinker_free(&long_ago);
    thinker_free(&fresh);
    game_close(game);
}

static void test_same_answer_however_it_is_cut(void **state)
{
    (void)state;
    static const char *const variants[] = {"nine", "stacking", "twelve", "template"};
    for (int v = 0; v < 4; v++) {
        Game *game = test_open(variants[v]);
        Pos pos;
        game->ops->start(game, 1, &pos);
        Thinker t = thinker_make(game, &pos, 10000);
        think(&t, (SearchLimits){.nodes = 30000});
        Search *first = malloc(sizeof *first);
        memcpy((void *)first, (void *)t.search, sizeof *first);
        think(&t, (SearchLimits){.nodes = 30000});
        assert_true(first->best == t.search->best && first->nodes == t.search->nodes);
        assert_int_equal(first->score, t.search->score);
        assert_int_equal(first->line[0].length, t.search->line[0].length);
        assert_memory_equal(first->line, t.search->line, sizeof first->line);
        free(first);
        thinker_free(&t);
        game_close(game);
    }
}

static double fake_time;
static double fake_now(void)
{
    return fake_time += 1;
}

static void test_slices_change_nothing(void **state)
{
    (void)state;
    Game *game = test_open("nine");
    Pos pos;
    game->ops->start(game, 1, &pos);
    Thinker t = thinker_make(game, &pos, 10000);
    SearchLimits limits = {.depth = 6};
    think(&t, limits);
    uint64_t nodes = t.search->nodes;
    Move best = t.search->best;
    int slices = 0;
    t.memory.now = fake_now;
    tt_clear(&t.memory.tt);
    search_begin(t.search, &t.memory, &t.history, &limits);
    while (search_go_on(t.search, 3))
        slices++;
    assert_true(slices > 10);
    assert_true(t.search->nodes == nodes && t.search->best == best);
    thinker_free(&t);
    game_close(game);
}

static void test_stops(void **state)
{
    (void)state;
    Game *game = test_open("twelve");
    Pos pos;
    game->ops->start(game, 1, &pos);
    Thinker t = thinker_make(game, &pos, 10000);
    SearchLimits limits = {0};
    search_begin(t.search, &t.memory, &t.history, &limits);
    atomic_store(&t.search->stop, true);
    assert_false(search_go_on(t.search, 0));
    assert_true(t.search->done && t.search->best != 0);
    t.memory.now = fake_now;
    think(&t, (SearchLimits){.time_ms = 40});
    assert_true(t.search->spent_ms >= 40 && t.search->spent_ms < 100);
    check_line(&t);
    thinker_free(&t);
    game_close(game);
}

/* Only what time has ended in the middle of things may be replaced by what a helper has found. */
static void test_adopts_a_deeper_line(void **state)
{
    (void)state;
    Game *game = test_open("nine");
    Pos pos;
    game->ops->start(game, 1, &pos);
    Thinker t = thinker_make(game, &pos, 10000);
    think(&t, (SearchLimits){.depth = 3});
    assert_false(search_may_adopt(t.search));
    think(&t, (SearchLimits){.nodes = 5000});
    assert_false(search_may_adopt(t.search));
    t.memory.now = fake_now;
    think(&t, (SearchLimits){.time_ms = 400, .lines = 2});
    assert_false(search_may_adopt(t.search));
    think(&t, (SearchLimits){.time_ms = 400});
    assert_true(search_may_adopt(t.search));
    Move other = t.search->frame[0].moves[t.search->frame[0].count - 1];
    SearchLine line = {.move = {other}, .length = 1, .score = 55};
    assert_true(t.search->best != other);
    search_adopt(t.search, t.search->depth + 2, &line);
    assert_true(t.search->best == other && t.search->score == 55);
    thinker_free(&t);
    game_close(game);
}

static void test_over_at_the_root(void **state)
{
    (void)state;
    Game *game = test_open("template");
    Pos pos = test_pos(game, "xxxoo.... o");
    Thinker t = thinker_make(game, &pos, 100);
    think(&t, (SearchLimits){.depth = 3});
    assert_true(t.search->best == 0 && t.search->score == -SEARCH_WIN);
    thinker_free(&t);
    game_close(game);
}

/* Every variant, tiny limits of every kind, no spare room: legal moves, no overrun. */
static int visits;

static void think_a_little(void *context, const Game *game, const Pos *pos, const Move *moves,
                           int count)
{
    (void)context, (void)moves;
    if (!count || visits++ % 29)
        return;
    static const SearchLimits limits[] = {{.nodes = 1},
                                          {.nodes = 37},
                                          {.depth = 1},
                                          {.depth = 2, .nodes = 300},
                                          {.level = 1, .nodes = 200},
                                          {.level = 4, .nodes = 200},
                                          {.nodes = 400},
                                          {.level = LEVEL_MAX, .nodes = 100}};
    SearchLimits now = limits[visits / 29 % 8];
    now.seed = (uint64_t)visits;
    Thinker t = thinker_make(game, pos, visits % 2 ? 0 : 200);
    think(&t, now);
    check_line(&t);
    int score = evaluate(game, pos);
    assert_true(abs(score) <= EVALUATION_MAX);
    thinker_free(&t);
}

static void play_variant(const char *variant)
{
    Game *game = test_open(variant);
    test_walk(game, test_seed(), 3, think_a_little, NULL);
    game_close(game);
}

static void test_every_variant_with_tiny_limits(void **state)
{
    (void)state;
    test_each_variant(play_variant);
    assert_true(visits > 1000);
}

/* It wins at random players, and a high level at a low one. */
static Winner play_game(const Game *game, int level[2], uint64_t seed)
{
    Pos pos;
    game->ops->start(game, seed, &pos);
    Thinker t = thinker_make(game, &pos, 10000);
    Move *scratch = malloc(game->moves_max * sizeof *scratch);
    Rng rng = {seed};
    while (history_winner(&t.history) == WINNER_NONE && t.history.ply < 300) {
        int strength = level[t.history.pos.turn];
        Move move;
        if (strength) {
            think(&t, (SearchLimits){.level = strength, .nodes = 4000, .seed = rng_next(&rng)});
            move = t.search->best;
        } else {
            game_pick(game, &t.history.pos, (uint32_t)rng_next(&rng), scratch, &move);
        }
        assert_true(history_play(&t.history, move));
    }
    Winner winner = history_winner(&t.history);
    free(scratch);
    thinker_free(&t);
    return winner;
}

static void test_plays_better_than_chance(void **state)
{
    (void)state;
    static const char *const variants[] = {"nine", "six", "stacking"};
    for (int v = 0; v < 3; v++) {
        Game *game = test_open(variants[v]);
        int won = 0;
        for (int g = 0; g < 6; g++) {
            int level[2] = {g % 2 ? 0 : 6, g % 2 ? 6 : 0};
            won += play_game(game, level, test_seed() + (uint64_t)g) ==
                   (g % 2 ? WINNER_P2 : WINNER_P1);
        }
        assert_true(won >= 5);
        game_close(game);
    }
}

/* The best lines are the best root moves by exhaustive search, in order, all different. */
static void check_lines(void *context, const Game *game, const Pos *pos, const Move *moves,
                        int count)
{
    int depth = *(int *)context, best[64], n = 0;
    if (!count)
        return;
    for (int i = 0; i < count; i++) {
        Pos next;
        game->apply(game, pos, moves[i], &next);
        int value = exhaust(game, &next, depth - 1, 1);
        best[n++] = next.turn == pos->turn ? value : -value;
        for (int j = n - 1; j > 0 && best[j] > best[j - 1]; j--) {
            int higher = best[j];
            best[j] = best[j - 1];
            best[j - 1] = higher;
        }
    }
    Thinker t = thinker_make(game, pos, 10000);
    think(&t, (SearchLimits){.depth = depth, .lines = 3});
    assert_int_equal(t.search->line_count, count < 3 ? count : 3);
    for (int i = 0; i < t.search->line_count; i++) {
        assert_int_equal(t.search->line[i].score, best[i]);
        for (int j = 0; j < i; j++)
            assert_true(t.search->line[i].move[0] != t.search->line[j].move[0]);
    }
    check_line(&t);
    thinker_free(&t);
}

static void test_lines_as_exhaustive_search(void **state)
{
    (void)state;
    int depth = 9; /* to the end of every game, so that no evaluation counts */
    Game *game = test_open("template");
    test_walk(game, test_seed(), 5, check_lines, &depth);
    game_close(game);
}

static void test_several_lines(void **state)
{
    (void)state;
    static const char *const variants[] = {"nine", "mur", "stacking", "morelli,size=7"};
    for (int v = 0; v < 4; v++) {
        Game *game = test_open(variants[v]);
        Pos pos;
        game->ops->start(game, 1, &pos);
        Thinker t = thinker_make(game, &pos, 10000);
        for (int depth = 1; depth <= 4; depth++) {
            think(&t, (SearchLimits){.depth = depth, .lines = 5});
            check_line(&t);
            assert_int_equal(t.search->line_count, 5);
            assert_int_equal(t.search->score, t.search->line[0].score);
            assert_true(t.search->seldepth >= depth);
            for (int i = 1; i < 5; i++)
                assert_true(t.search->line[i].score <= t.search->line[i - 1].score);
        }
        thinker_free(&t);
        game_close(game);
    }
}

/* Wherever a run ends, its lines are those of the last iteration that was finished, in order. */
static void test_several_lines_are_of_one_iteration(void **state)
{
    (void)state;
    static const char *const variants[] = {"nine", "mur", "stacking", "morelli,size=7"};
    for (int v = 0; v < 4; v++) {
        Game *game = test_open(variants[v]);
        Pos pos;
        game->ops->start(game, 1, &pos);
        for (uint64_t nodes = 40; nodes < 60000; nodes = nodes * 3 / 2) {
            Thinker t = thinker_make(game, &pos, 10000), whole = thinker_make(game, &pos, 10000);
            think(&t, (SearchLimits){.nodes = nodes, .lines = 4});
            const Search *s = t.search;
            assert_true(s->best == s->line[0].move[0] && s->score == s->line[0].score);
            for (int i = 1; i < s->line_count; i++) {
                assert_true(s->line[i].score <= s->line[i - 1].score);
                assert_int_equal(s->line[i].depth, s->line[0].depth);
            }
            if (s->depth > 0) {
                think(&whole, (SearchLimits){.depth = s->depth, .lines = 4});
                assert_int_equal(s->line_count, 4);
                for (int i = 0; i < 4; i++) {
                    assert_int_equal(s->line[i].depth, s->depth);
                    assert_int_equal(s->line[i].score, whole.search->line[i].score);
                    assert_true(s->line[i].move[0] == whole.search->line[i].move[0]);
                }
            }
            thinker_free(&t);
            thinker_free(&whole);
        }
        game_close(game);
    }
}

/* A proof stored at one ply and used at another: a position is searched as root, and then again, in
 * the same table, from two plies before it. Distances must be those of a fresh table. */
static void test_proofs_in_the_table_count_from_their_position(void **state)
{
    (void)state;
    Game *game = test_open("six");
    Rng rng = {test_seed()};
    int used = 0;
    for (int i = 0; i < 200; i++) {
        char text[] = "......../........ w 0 0";
        for (int man = 0; man < 7;) {
            uint32_t at = rng_below(&rng, 17);
            if (text[at] == '.')
                text[at] = man++ < 4 ? 'w' : 'b';
        }
        Pos pos = test_pos(game, text), next;
        if (game->ops->outcome(game, &pos).winner != WINNER_NONE)
            continue;
        Thinker t = thinker_make(game, &pos, 10000);
        think(&t, (SearchLimits){.mate = 9});
        int mate = search_mate(t.search);
        if (abs(mate) >= 3) {
            /* First the end of the line, which fills the table with proofs at low plies. */
            game->apply(game, &pos, t.search->best, &next);
            Thinker later = thinker_make(game, &next, 10000);
            think(&later, (SearchLimits){.mate = 9});
            assert_int_equal(search_mate(later.search), mate > 0 ? 1 - mate : -1 - mate);
            SearchLimits limits = {.mate = 9};
            search_begin(t.search, &later.memory, &t.history, &limits); /* nothing is cleared */
            while (search_go_on(t.search, 0))
                continue;
            assert_int_equal(search_mate(t.search), mate);
            used++;
            thinker_free(&later);
        }
        thinker_free(&t);
    }
    assert_true(used >= 5);
    game_close(game);
}

/* What a usual search says is proved is so, though it need not be the shortest way. */
static void test_reductions_prove_nothing_false(void **state)
{
    (void)state;
    static const char *const variants[] = {"six", "nine", "stacking", "mur,traps=1"};
    for (int v = 0; v < 4; v++) {
        Game *game = test_open(variants[v]);
        Move *moves = malloc(game->moves_max * sizeof *moves);
        Rng rng = {test_seed() + (uint64_t)v};
        int proofs = 0;
        for (int g = 0; g < 10; g++) {
            enum { PLIES = 600 };
            static Pos line[PLIES];
            int n = 0, count;
            game->ops->start(game, 1, &line[0]);
            while (n + 1 < PLIES && (count = game->moves(game, &line[n], moves)) > 0) {
                game->apply(game, &line[n], moves[rng_below(&rng, (uint32_t)count)], &line[n + 1]);
                n++;
            }
            for (int back = 1; back <= 3 && back <= n; back++) {
                Thinker t = thinker_make(game, &line[n - back], 10000);
                think(&t, (SearchLimits){.depth = 3});
                int mate = abs(search_mate(t.search));
                if (mate && mate <= 3) {
                    int truth = exhaust(game, &line[n - back], mate, 0);
                    assert_true(t.search->score > 0 ? truth >= t.search->score
                                                    : truth <= t.search->score);
                    proofs++;
                }
                thinker_free(&t);
            }
        }
        assert_true(proofs > 5);
        free(moves);
        game_close(game);
    }
}

/* An oracle that knows every position of the template by exhaustive search. */
static uint64_t asked;

static bool ask_exhaustive(void *context, const Pos *pos, Known *out)
{
    const Game *game = context;
    int value = exhaust(game, pos, 9, 0);
    asked++;
    out->value = value > 0 ? 1 : value < 0 ? -1 : 0;
    out->plies = value > 0 ? SEARCH_WIN - value : value < 0 ? SEARCH_WIN + value : -1;
    return true;
}

static void check_oracle(void *context, const Game *game, const Pos *pos, const Move *moves,
                         int count)
{
    (void)context, (void)moves;
    if (!count)
        return;
    Thinker t = thinker_make(game, pos, 10000);
    t.memory.oracle = (Oracle){ask_exhaustive, (void *)(uintptr_t)game};
    think(&t, (SearchLimits){.depth = 2}); /* the oracle sees the rest */
    assert_int_equal(t.search->score, exhaust(game, pos, 9, 0));
    assert_true(t.search->oracle_hits > 0);
    Pos next;
    game->apply(game, pos, t.search->best, &next);
    int after = exhaust(game, &next, 9, 1);
    assert_int_equal(next.turn == pos->turn ? after : -after, t.search->score);
    thinker_free(&t);
}

static void test_oracle_is_believed(void **state)
{
    (void)state;
    Game *game = test_open("template");
    test_walk(game, test_seed(), 4, check_oracle, NULL);
    assert_true(asked > 100);
    game_close(game);
}

static void test_soft_limit_ends_between_iterations(void **state)
{
    (void)state;
    Game *game = test_open("nine");
    Pos pos;
    game->ops->start(game, 1, &pos);
    Thinker t = thinker_make(game, &pos, 10000);
    t.memory.now = fake_now;
    think(&t, (SearchLimits){.soft_ms = 30});
    assert_true(t.search->spent_ms >= 30 && t.search->depth >= 1);
    uint64_t nodes = t.search->nodes;
    int depth = t.search->depth;
    t.memory.now = NULL;
    think(&t, (SearchLimits){.depth = depth}); /* whole iterations, so the same nodes */
    assert_true(t.search->nodes == nodes);
    thinker_free(&t);
    game_close(game);
}

/* A helper takes no notice of limits, and goes other ways than the one that decides. */
static void test_helpers(void **state)
{
    (void)state;
    Game *game = test_open("nine");
    Pos pos;
    game->ops->start(game, 1, &pos);
    Thinker t = thinker_make(game, &pos, 10000);
    SearchLimits limits = {.nodes = 1, .depth = 1, .time_ms = 1, .helper = 1};
    t.memory.now = fake_now;
    tt_clear(&t.memory.tt);
    search_begin(t.search, &t.memory, &t.history, &limits);
    assert_true(search_go_on(t.search, 100));
    assert_true(t.search->nodes > 1000);
    atomic_store(&t.search->stop, true);
    assert_false(search_go_on(t.search, 100));
    check_line(&t);
    thinker_free(&t);
    game_close(game);
}

/* The bucket of a full table gives way: old entries first, then shallow ones. */
static void test_table_replaces_by_age_and_depth(void **state)
{
    (void)state;
    static TTSlot slots[TT_BUCKET];
    TransTable table = {slots, TT_BUCKET};
    TTEntry e = {.score = -123, .bound = BOUND_EXACT, .move_hash = 7}, out;
    tt_clear(&table);
    for (uint64_t key = 1; key <= TT_BUCKET; key++) {
        e.depth = (int)key;
        e.generation = key == 4 ? 5 : 9;
        tt_store(&table, key, e);
    }
    e.depth = 1;
    e.generation = 9;
    tt_store(&table, 100, e); /* takes the place of key 4: deepest, but four generations old */
    assert_false(tt_probe(&table, 4, &out));
    tt_store(&table, 101, e); /* then of the shallowest */
    assert_true(tt_probe(&table, 2, &out) && tt_probe(&table, 3, &out));
    assert_int_equal(out.depth, 3);
    assert_int_equal(out.score, -123);
    assert_int_equal(out.generation, 9);
    e.bound = BOUND_LOWER;
    e.depth = 20;
    tt_store(&table, 3, e);
    e.depth = 2;
    tt_store(&table, 3, e); /* a shallow bound does not drive out a deep one */
    assert_true(tt_probe(&table, 3, &out) && out.depth == 20);
    assert_int_equal(tt_hashfull(&table), 1000);
}

/* Results made from known weights: the fit finds their proportions again, from wrong ones. */
static void test_fit_finds_weights(void **state)
{
    (void)state;
    enum { SIZE = 4000, COUNT = 3 };
    static int16_t feature[SIZE][COUNT];
    static float result[SIZE];
    static const int truth[COUNT] = {100, -50, 20};
    Rng rng = {test_seed()};
    for (int i = 0; i < SIZE; i++) {
        int sum = 0;
        for (int j = 0; j < COUNT; j++) {
            feature[i][j] = (int16_t)((int)rng_below(&rng, 7) - 3);
            sum += truth[j] * feature[i][j];
        }
        /* A win the likelier the higher the sum: against noise of about its size. */
        int noise = (int)rng_below(&rng, 401) + (int)rng_below(&rng, 401) - 400;
        result[i] = sum + noise > 0 ? 1.0f : 0.0f;
    }
    FitSamples samples = {feature[0], result, SIZE, COUNT};
    Fit fit = {.weight = {60, 10, 0}}, again = fit;
    fit_weights(&samples, &fit);
    fit_weights(&samples, &again);
    assert_memory_equal(&fit, &again, sizeof fit);
    assert_true(fit.loss < fit.loss_before);
    double unit = fit.weight[0] / truth[0];
    assert_true(unit > 0);
    for (int j = 1; j < COUNT; j++) {
        double off = fit.weight[j] / unit - truth[j];
        assert_true(off > -10 && off < 10);
    }
}

/* Six men hardly ever win against three that fly, nine nearly always (docs/adr/0085); on the board
 * of twelve six are enough. All were looked up in databases. */
static void test_flying_endings_are_drawn(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *position;
        bool drawn;
    } examples[] = {
        {"nine,flying", "w.w.w.../.w...w.w/b..b..b. b 0 0", true},
        {"nine,flying", "w..ww.w./..w....w/bb...b.. b 0 0", true},
        {"nine,flying", "ww..w..w/.w...w../b..b..b. b 0 0", true},
        {"nine,flying", "w.w.w.../.w...w../b..b..b. b 0 0", true},
        {"nine,flying", "w.w.w.../.w...w.w/b..bb.b. b 0 0", true},
        {"nine,flying", "bw.w..w./.w..b.w./w.w.wb.w b 0 0", false},
        {"six,flying", "w.bw..w./w..wb.bw b 0 0", true},
    };
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        Game *game = test_open(examples[i].variant);
        Pos pos = test_pos(game, examples[i].position);
        Thinker t = thinker_make(game, &pos, SEARCH_ROOM);
        think(&t, (SearchLimits){.nodes = 20000});
        Odds odds = odds_of(game, &pos, t.search->score);
        if (examples[i].drawn)
            assert_in_range(odds.draw, 800, 1000);
        else
            assert_in_range(odds.lose, 800, 1000);
        thinker_free(&t);
        game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flying_endings_are_drawn),
        cmocka_unit_test(test_adopts_a_deeper_line),
        cmocka_unit_test(test_whole_games_as_exhaustive_search),
        cmocka_unit_test(test_mates_as_exhaustive_search),
        cmocka_unit_test(test_distances_shrink_along_the_line),
        cmocka_unit_test(test_room_is_never_overrun),
        cmocka_unit_test(test_sides_need_not_alternate),
        cmocka_unit_test(test_takes_the_man_that_wins),
        cmocka_unit_test(test_repetition_is_a_draw),
        cmocka_unit_test(test_repetition_under_a_duty_is_no_draw),
        cmocka_unit_test(test_same_answer_however_it_is_cut),
        cmocka_unit_test(test_slices_change_nothing),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_over_at_the_root),
        cmocka_unit_test(test_every_variant_with_tiny_limits),
        cmocka_unit_test(test_plays_better_than_chance),
        cmocka_unit_test(test_lines_as_exhaustive_search),
        cmocka_unit_test(test_several_lines),
        cmocka_unit_test(test_several_lines_are_of_one_iteration),
        cmocka_unit_test(test_proofs_in_the_table_count_from_their_position),
        cmocka_unit_test(test_reductions_prove_nothing_false),
        cmocka_unit_test(test_oracle_is_believed),
        cmocka_unit_test(test_soft_limit_ends_between_iterations),
        cmocka_unit_test(test_helpers),
        cmocka_unit_test(test_table_replaces_by_age_and_depth),
        cmocka_unit_test(test_fit_finds_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
