/* SPDX-License-Identifier: MIT */
/* The middle floor: clocks, seats, trees, tables. First the parts by example, then the laws over
 * every variant with random actors and random acts. */
#include "unit/support.h"

#include "play/table.h"
#include "play/view.h"

static Variants *variants;

static int open_variants(void **state)
{
    (void)state;
    variants = variants_new(registry_families, registry_count);
    return variants ? 0 : -1;
}

static int free_variants(void **state)
{
    (void)state;
    variants_free(variants);
    return 0;
}

static const Game *game_of(const char *variant)
{
    char why[WHY_MAX] = "";
    const Game *game = variants_open(variants, variant, LANG_EN, why);
    if (!game)
        fail_msg("%s: %s", variant, why);
    return game;
}

/* -- Helpers ---------------------------------------------------------------------------------- */

static Table open_table(const char *setup_text)
{
    char why[WHY_MAX] = "";
    TableSetup setup;
    Table table;
    if (!setup_read(setup_text, LANG_EN, &setup, why) ||
        !table_open(&table, variants, &setup, 1000, LANG_EN, why))
        fail_msg("%s: %s", setup_text, why);
    return table;
}

static Refused act_at(Table *table, uint8_t by, int64_t now, const char *text)
{
    Caller caller = {.by = by, .now = now};
    Reply reply;
    table_do(table, &caller, text, &reply);
    return reply.refused;
}

static Refused act(Table *table, uint8_t by, const char *text)
{
    return act_at(table, by, table->now, text);
}

static void must(Table *table, uint8_t by, const char *text)
{
    Caller caller = {.by = by, .now = table->now};
    Reply reply;
    if (!table_do(table, &caller, text, &reply))
        fail_msg("%u: %s: %s", by, text, reply.why);
}

static Table two_persons(const char *setup_text)
{
    Table table = open_table(setup_text);
    must(&table, BY_SEAT0, "sit person Anna");
    must(&table, BY_SEAT1, "sit person 花子");
    return table;
}

static Table two_remote(const char *setup_text)
{
    Table table = open_table(setup_text);
    must(&table, BY_SEAT0, "sit remote Anna");
    must(&table, BY_SEAT1, "sit remote 花子");
    return table;
}

/* Everything of a table as text, so that two can be compared. */
static char *dump(const Table *t)
{
    static char buffers[4][1 << 18];
    static int turn;
    char *buffer = buffers[turn++ & 3];
    Str s = str_over(buffer, sizeof buffers[0]);
    setup_write(&t->setup_asked, &s);
    str_char(&s, '|');
    setup_write(&t->setup, &s);
    str_format(&s, "\n%s %s head %u rounds %d paused %d rematch %d seq %u now %lld\n", t->game->id,
               table_state_name(t->state), t->head, t->round_count, t->paused, t->rematch, t->seq,
               (long long)t->now);
    for (int i = 0; i < 2; i++) {
        seat_write(&t->seat[i], &s);
        str_format(&s, " offers %u plan %u react %u away %lld left %lld held %u series %u\n",
                   t->offers[i], t->plan_count[i], t->reaction[i], (long long)t->away[i],
                   (long long)t->clock.left_ms[i], t->picks.held[i], t->series.half[i]);
        for (int p = 0; p < t->plan_count[i]; p++)
            str_format(&s, " %llx", (unsigned long long)t->plan[i][p]);
    }
    str_format(&s, "clock %lld %lld %d pick %d series %d\n", (long long)t->clock.since,
               (long long)t->clock.paused_ms, t->clock.side, t->pick != NULL, t->series.played);
    for (int r = 0; r < t->round_count; r++) {
        const Round *round = &t->round[r];
        str_format(&s, "round %d side %u ending %d %d at %u\n", r, round->side, round->ending.kind,
                   round->ending.winner, round->end_node);
        for (uint32_t n = 0; n < round->tree.count; n++) {
            const TreeNode *node = &round->tree.node[n];
            if (node->gone)
                continue;
            str_format(&s, "%u: %llx %u %u %u %d %d %u %s\n", n, (unsigned long long)node->move,
                       node->parent, node->child, node->next, node->eval, node->clock_ms,
                       node->mark, tree_comment(&round->tree, n));
        }
    }
    str_bytes(&s, t->log ? t->log : "", t->log_length);
    assert_false(s.full);
    return buffer;
}

/* Kept while a longer text is built from it. */
typedef struct Bytes {
    char *text;
    size_t length;
} Bytes;

static void take(void *context, const char *bytes, size_t count)
{
    Bytes *all = context;
    all->text = realloc(all->text, all->length + count + 1);
    memcpy(all->text + all->length, bytes, count);
    all->length += count;
    all->text[all->length] = '\0';
}

static void assert_replays(const Table *table)
{
    Bytes log = {0};
    Table again;
    char why[WHY_MAX] = "";
    table_write_log(table, take, &log);
    if (!table_replay(&again, variants, log.text, log.length, LANG_EN, why))
        fail_msg("%s\n%s", why, log.text);
    assert_string_equal(dump(table), dump(&again));
    Bytes second = {0};
    table_write_log(&again, take, &second);
    assert_string_equal(log.text, second.text);
    table_close(&again);
    free(log.text);
    free(second.text);
}

/* -- Clocks ----------------------------------------------------------------------------------- */

static void controls_are_read_and_written(void **state)
{
    (void)state;
    static const char *const good[] = {"none", "300+5", "60+0", "300d5", "3d", "1d+10d"};
    static const char *const bad[] = {"",    "0+5",   "300-5",   "300+", "300+5x", "61d",   "0d",
                                      "3d+", "3d+0d", "86401+0", "+5",   "3d5d",   "1e3+1", "-1+0"};
    char text[CONTROL_TEXT_MAX], why[WHY_MAX];
    Control control;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        Str s = str_over(text, sizeof text);
        assert_true(control_read(good[i], LANG_EN, &control, why));
        control_write(&control, &s);
        assert_string_equal(text, good[i]);
    }
    assert_true(control_read("300", LANG_EN, &control, why));
    assert_int_equal(control.kind, CONTROL_INCREMENT);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        for (int lang = 0; lang < LANG_COUNT; lang++) {
            why[0] = '\0';
            assert_false(control_read(bad[i], (Lang)lang, &control, why));
            assert_non_null(strstr(why, "300+5"));
        }
}

static Clock clock_of(const char *text)
{
    Control control;
    Clock clock;
    char why[WHY_MAX];
    assert_true(control_read(text, LANG_EN, &control, why));
    clock_begin(&clock, &control);
    return clock;
}

static void increments_are_added_after_the_move(void **state)
{
    (void)state;
    Clock c = clock_of("10+2");
    clock_start(&c, 0, 5000);
    assert_int_equal(clock_left(&c, 0, 8000), 7000);
    assert_int_equal(clock_left(&c, 1, 8000), 10000);
    assert_int_equal(clock_due(&c), 15000);
    assert_int_equal(clock_flag(&c, 14999), -1);
    assert_int_equal(clock_flag(&c, 15000), 0);
    clock_charge(&c, 8000, 500);
    assert_int_equal(c.left_ms[0], 10000 - 2500 + 2000);
    clock_start(&c, 1, 8000);
    clock_charge(&c, 8100, 500); /* a credit larger than what was used earns nothing */
    assert_int_equal(c.left_ms[1], 12000);
}

static void delays_are_free(void **state)
{
    (void)state;
    Clock c = clock_of("10d3");
    clock_start(&c, 1, 0);
    assert_int_equal(clock_left(&c, 1, 3000), 10000);
    assert_int_equal(clock_left(&c, 1, 4000), 9000);
    assert_int_equal(clock_due(&c), 13000);
    clock_charge(&c, 5000, 0);
    assert_int_equal(c.left_ms[1], 8000);
}

static void days_come_anew_and_the_bank_is_used_up(void **state)
{
    (void)state;
    const int64_t day = 86400000;
    Clock c = clock_of("2d+1d");
    clock_start(&c, 0, 0);
    assert_int_equal(clock_left(&c, 0, day), 2 * day);
    assert_int_equal(clock_due(&c), 3 * day);
    clock_charge(&c, 2 * day + day / 2, 0);
    clock_start(&c, 0, 10 * day);
    assert_int_equal(clock_left(&c, 0, 10 * day), 2 * day + day / 2);
    assert_int_equal(clock_due(&c), 12 * day + day / 2);
}

static void pauses_and_shifts_are_not_charged(void **state)
{
    (void)state;
    Clock c = clock_of("10+0");
    clock_start(&c, 0, 0);
    clock_pause(&c, 1000);
    assert_int_equal(clock_left(&c, 0, 9000), 9000);
    assert_int_equal(clock_due(&c), INT64_MAX);
    clock_resume(&c, 9000);
    assert_int_equal(clock_left(&c, 0, 10000), 8000);
    clock_shift(&c, 500);
    assert_int_equal(clock_left(&c, 0, 10000), 8500);
    clock_charge(&c, 10000, 0);
    assert_int_equal(c.left_ms[0], 8500);
}

static void time_odds(void **state)
{
    (void)state;
    Clock c = clock_of("600+5/300+3");
    assert_int_equal(clock_left(&c, 0, 0), 600000);
    assert_int_equal(clock_left(&c, 1, 0), 300000);
    clock_start(&c, 1, 0);
    assert_int_equal(clock_due(&c), 300000);
    clock_charge(&c, 1000, 0);
    assert_int_equal(c.left_ms[1], 302000);
    Control swapped = control_swapped(&c.control);
    char text[CONTROL_TEXT_MAX], why[WHY_MAX];
    Str s = str_over(text, sizeof text);
    control_write(&swapped, &s);
    assert_string_equal(text, "300+3/600+5");
    Control control;
    assert_true(control_read("300+5/300+5", LANG_EN, &control, why));
    assert_false(control.uneven); /* written as 300+5 */
    static const char *const bad[] = {"300+5/", "/300+5",      "300+5/300d5",
                                      "3d/5d",  "1+0/2+0/3+0", "300+5/none"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(control_read(bad[i], LANG_EN, &control, why));
}

static void budgets_are_what_is_left_until_the_flag(void **state)
{
    (void)state;
    ClockBudget budget;
    Clock c = clock_of("300d5");
    assert_false(clock_budget(&c, 0, &budget)); /* it does not run yet */
    clock_start(&c, 0, 1000);
    assert_true(clock_budget(&c, 3000, &budget));
    assert_int_equal(budget.left_ms, 303000);
    assert_int_equal(budget.more_ms, 5000);
    assert_int_equal(budget.moves_to_go, 0);
    c = clock_of("3d+1d");
    clock_start(&c, 1, 0);
    assert_true(clock_budget(&c, 3600000, &budget));
    assert_int_equal(budget.left_ms, INT64_C(4) * 86400000 - 3600000);
    assert_int_equal(budget.more_ms, 0);
    assert_int_equal(budget.moves_to_go, 1); /* the next move has its own days */
    assert_true(clock_budget(&c, INT64_C(9) * 86400000, &budget));
    assert_int_equal(budget.left_ms, 0);
    c = clock_of("none");
    clock_start(&c, 1, 0);
    assert_false(clock_budget(&c, 0, &budget));
}

static void without_a_limit_the_clock_counts(void **state)
{
    (void)state;
    Clock c = clock_of("none");
    clock_start(&c, 0, 100);
    assert_int_equal(clock_left(&c, 0, 350), 250);
    clock_charge(&c, 350, 0);
    assert_int_equal(clock_left(&c, 0, 999), 250);
    assert_int_equal(clock_flag(&c, INT64_MAX), -1);
}

/* -- Seats ------------------------------------------------------------------------------------ */

static void seats_are_read_and_written(void **state)
{
    (void)state;
    static const char *const good[] = {"empty",
                                       "person",
                                       "person 花子 さん",
                                       "computer level 4",
                                       "computer 2000 ms",
                                       "computer perfect",
                                       "computer teacher",
                                       "engine other",
                                       "remote"};
    static const char *const bad[] = {"",
                                      "nobody",
                                      "empty x",
                                      "computer",
                                      "computer level 0",
                                      "computer level 11",
                                      "computer 0 ms",
                                      "person ",
                                      "person  x",
                                      "person a\x01",
                                      "person \xff",
                                      "person \xe2\x80\xae",
                                      "remote x "};
    char why[WHY_MAX], text[SEAT_TEXT_MAX], name[128] = "person ";
    Seat seat;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        Str s = str_over(text, sizeof text);
        assert_true(seat_read(good[i], LANG_EN, &seat, why));
        seat_write(&seat, &s);
        assert_string_equal(text, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(seat_read(bad[i], LANG_EN, &seat, why));
    memset(name + 7, 'x', SEAT_NAME_MAX);
    assert_false(seat_read(name, LANG_EN, &seat, why));
    name[7 + SEAT_NAME_MAX - 1] = '\0';
    assert_true(seat_read(name, LANG_EN, &seat, why));
}

/* -- Trees ------------------------------------------------------------------------------------ */

static uint32_t add(Tree *tree, uint32_t parent, const char *text)
{
    uint32_t node;
    Move move = test_move(tree->game, tree_pos(tree, parent), text);
    assert_int_equal(tree_add(tree, parent, move, &node), TREE_OK);
    return node;
}

static void lines_are_added_promoted_and_deleted(void **state)
{
    (void)state;
    const Game *game = game_of("nine");
    Tree tree;
    Pos start;
    game->ops->start(game, 1, &start);
    assert_true(tree_begin(&tree, game, &start));
    uint32_t a = add(&tree, 0, "d2"), b = add(&tree, 0, "d6"), c = add(&tree, 0, "f4");
    uint32_t b1 = add(&tree, b, "d2");
    assert_int_equal(add(&tree, 0, "d6"), b); /* once */
    assert_int_equal(tree_line_end(&tree, 0), a);
    assert_true(tree_is_main(&tree, a));
    assert_false(tree_is_main(&tree, b1));
    tree_promote_line(&tree, b1);
    assert_int_equal(tree_line_end(&tree, 0), b1);
    assert_int_equal(tree.node[b].next, a);
    tree_delete(&tree, b);
    assert_int_equal(tree_line_end(&tree, 0), a);
    assert_true(tree.node[b1].gone);
    tree_delete(&tree, c);
    tree_delete(&tree, a);
    assert_int_equal(tree.node[0].child, 0);
    uint32_t d = add(&tree, 0, "d2");
    assert_int_equal(tree_main(&tree, 9), d);
    assert_true(tree_set_comment(&tree, d, "well"));
    assert_string_equal(tree_comment(&tree, d), "well");
    assert_true(tree_set_comment(&tree, d, ""));
    assert_string_equal(tree_comment(&tree, d), "");
    tree_free(&tree);
}

static uint32_t naive_at_ply(const Tree *tree, uint32_t node, uint32_t ply)
{
    while (tree->node[node].ply > ply)
        node = tree->node[node].parent;
    return node;
}

/* How often the position's text stands on the path. */
static unsigned naive_seen(const Tree *tree, uint32_t node)
{
    unsigned seen = 1;
    char text[POSITION_TEXT_MAX];
    memcpy(text, test_pos_text(tree->game, tree_pos(tree, node)), sizeof text);
    for (uint32_t n = node; n;) {
        n = tree->node[n].parent;
        seen += strcmp(test_pos_text(tree->game, tree_pos(tree, n)), text) == 0;
    }
    return seen;
}

/* What the core is told of a tree's past is what the tree knows, also as a match. */
static void check_past(const Tree *tree, uint32_t at, Move move)
{
    TreePlace place = {tree, at};
    Past past = tree_past(&place);
    Pos next;
    History history;
    tree->game->apply(tree->game, tree_pos(tree, at), move, &next);
    bool draws = past_draws(&past, tree->game, &next);
    assert_int_equal(draws, !tree->node[at].drawn && tree_repeats(tree, at, move));
    assert_true(tree_history(tree, at, &history));
    assert_int_equal(history.ply, tree->node[at].ply);
    assert_memory_equal(&history.pos, tree_pos(tree, at), sizeof(Pos));
    Past linear = history_past(&history);
    assert_int_equal(draws, past_draws(&linear, tree->game, &next));
    history_free(&history);
}

/* Random branches from random nodes: ancestors, occurrences and the draw as the texts say. */
static void check_tree(const char *variant)
{
    Game *game = test_open(variant);
    Rng rng = {test_seed() * 77};
    Move *moves = malloc(game->moves_max * sizeof *moves);
    Tree tree;
    Pos start;
    game->ops->start(game, 1, &start);
    assert_true(tree_begin(&tree, game, &start));
    uint32_t at = 0;
    for (int i = 0; i < 150; i++) {
        if (rng_below(&rng, 20) == 0)
            at = rng_below(&rng, tree.count);
        int count = game->moves(game, tree_pos(&tree, at), moves);
        if (!count) {
            at = 0;
            continue;
        }
        /* Often the move that goes back, so that positions come again. */
        Move move = moves[rng_below(&rng, (uint32_t)count)];
        for (int m = 0; m < count && rng_below(&rng, 3); m++) {
            Pos next;
            game->apply(game, tree_pos(&tree, at), moves[m], &next);
            if (tree.node[at].ply >= 3 &&
                game_text_key(game, &next) ==
                    tree.node[tree_at_ply(&tree, at, tree.node[at].ply - 3)].text_hash)
                move = moves[m];
        }
        bool repeats = tree_repeats(&tree, at, move);
        uint32_t node;
        check_past(&tree, at, move);
        assert_int_equal(tree_add(&tree, at, move, &node), TREE_OK);
        assert_int_equal(tree.node[node].drawn, repeats);
        assert_int_equal(tree.node[node].seen, naive_seen(&tree, node));
        bool drawn = tree.node[tree.node[node].parent].drawn ||
                     (tree.node[node].seen >= 3 && game_draws_here(game, tree_pos(&tree, node)));
        assert_int_equal(tree.node[node].drawn, drawn);
        uint32_t ply = rng_below(&rng, tree.node[node].ply + 1);
        assert_int_equal(tree_at_ply(&tree, node, ply), naive_at_ply(&tree, node, ply));
        at = node;
    }
    Tree copy;
    assert_true(tree_copy(&tree, &copy));
    assert_memory_equal(copy.node, tree.node, tree.count * sizeof *tree.node);
    tree_free(&copy);
    tree_free(&tree);
    free(moves);
    game_close(game);
}

static void trees_count_occurrences_as_the_texts_do(void **state)
{
    (void)state;
    test_each_variant(check_tree);
}

static void tens_of_thousands_of_nodes_cost_megabytes(void **state)
{
    (void)state;
    const Game *game = game_of("six");
    Rng rng = {3};
    Move moves[256];
    Tree tree;
    Pos start;
    game->ops->start(game, 1, &start);
    assert_true(tree_begin(&tree, game, &start));
    for (uint32_t at = 0, node; tree.count < 50000;) {
        int count = game->moves(game, tree_pos(&tree, at), moves);
        if (!count || rng_below(&rng, 50) == 0) {
            at = rng_below(&rng, tree.count);
            continue;
        }
        assert_int_equal(tree_add(&tree, at, moves[rng_below(&rng, (uint32_t)count)], &node),
                         TREE_OK);
        at = node;
    }
    size_t bytes = tree.capacity * sizeof(TreeNode) + tree.bucket_count * sizeof(uint32_t) +
                   tree.text_capacity;
    printf("50000 nodes: %zu bytes\n", bytes);
    assert_true(bytes < 12u << 20);
    tree_free(&tree);
}

/* -- Variants --------------------------------------------------------------------------------- */

static void a_variant_is_opened_once(void **state)
{
    (void)state;
    char why[WHY_MAX];
    assert_ptr_equal(game_of("nine,flying"), game_of("nine,flying"));
    assert_ptr_equal(game_of("nine,diagonals,flying"), game_of("nine,flying,diagonals"));
    assert_null(variants_open(variants, "ten", LANG_EN, why));
}

/* -- Tables ----------------------------------------------------------------------------------- */

static void setups_are_read_and_written(void **state)
{
    (void)state;
    static const char *const good[] = {
        "game=nine,flying seed=7 clock=300+5 takeback=ask match rated",
        "game=six seed=1 clock=none takeback=free start=w.w.w.../.b.b.b.. w 0 0",
    };
    static const char *const bad[] = {"game=nine clock=soon", "game=nine takeback=maybe", "hello",
                                      "seed=-1"};
    char text[1024], why[WHY_MAX];
    TableSetup setup;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        Str s = str_over(text, sizeof text);
        assert_true(setup_read(good[i], LANG_EN, &setup, why));
        setup_write(&setup, &s);
        assert_string_equal(text, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(setup_read(bad[i], LANG_EN, &setup, why));
}

static void tables_that_cannot_be_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"game=ten", "game=six start=nonsense",
                                      "game=mur match start=......../......../......../k b 0 0",
                                      "game=nine pick",
                                      "game=morelli,edition=nestor,setup=facing pick"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char why[WHY_MAX] = "";
        TableSetup setup;
        Table table;
        assert_true(setup_read(bad[i], LANG_EN, &setup, why));
        assert_false(table_open(&table, variants, &setup, 0, LANG_EN, why));
        assert_true(why[0]);
    }
}

static void a_game_is_played_and_resigned(void **state)
{
    (void)state;
    Table t = two_persons("game=nine");
    assert_int_equal(t.state, TABLE_RUNNING);
    assert_int_equal(act(&t, BY_SEAT1, "move d2"), REFUSED_NOT_YOUR_TURN);
    must(&t, BY_SEAT0, "move d2");
    assert_int_equal(act(&t, BY_SEAT0, "move d6"), REFUSED_NOT_YOUR_TURN);
    assert_int_equal(act(&t, BY_SEAT1, "move d2"), REFUSED_NOT_LEGAL);
    assert_int_equal(act(&t, BY_WATCHER, "move d6"), REFUSED_NOT_YOURS);
    assert_int_equal(act(&t, BY_HOST, "move d6"), REFUSED_NOT_YOURS);
    must(&t, BY_SEAT1, "move d6");
    must(&t, BY_SEAT0, "resign");
    assert_int_equal(table_ending(&t)->kind, END_RESIGNATION);
    assert_int_equal(table_ending(&t)->winner, WINNER_P2);
    assert_int_equal(act(&t, BY_SEAT0, "move f4"), REFUSED_OVER);
    assert_replays(&t);
    table_close(&t);
}

static void repetition_ends_a_game(void **state)
{
    (void)state;
    static const char *const moves[] = {"move f2-d2", "move d5-e5", "move d2-f2", "move e5-d5"};
    Table t = two_persons("game=six start=w.w.w.../.b.b.b.. w 0 0");
    for (int i = 0; i < 8; i++) {
        assert_int_equal(t.state, TABLE_RUNNING);
        must(&t, (uint8_t)(i & 1), moves[i & 3]);
    }
    assert_int_equal(table_ending(&t)->kind, END_REPETITION);
    assert_int_equal(table_ending(&t)->winner, WINNER_DRAW);
    assert_replays(&t);
    table_close(&t);
}

/* The reason why a computer's draw must be asked for: it was forced with 3 men against 9. */
static void a_computer_is_asked_for_an_end(void **state)
{
    (void)state;
    Table t = open_table("game=nine start=w.w...w./bb.bb.bb/bbb..... w 0 0");
    must(&t, BY_SEAT0, "sit person");
    must(&t, BY_SEAT1, "sit computer level 10");
    must(&t, BY_SEAT0, "offer end");
    assert_int_equal(t.state, TABLE_RUNNING);
    assert_false(table_computer_accepts(&t, 1, 600, 0));
    assert_true(table_computer_accepts(&t, 1, 10, 0));
    must(&t, BY_SEAT1, "answer end no");
    assert_int_equal(act(&t, BY_SEAT1, "answer end yes"), REFUSED_NO_OFFER);
    must(&t, BY_SEAT0, "offer end");
    must(&t, BY_SEAT1, "answer end yes");
    assert_int_equal(table_ending(&t)->kind, END_AGREEMENT);
    assert_int_equal(table_ending(&t)->winner, WINNER_DRAW);
    table_close(&t);
    t = two_persons("game=nine"); /* at one screen both have pressed it */
    must(&t, BY_SEAT0, "offer end");
    assert_int_equal(t.state, TABLE_ENDED);
    table_close(&t);
}

static void offers_end_with_the_other_sides_move(void **state)
{
    (void)state;
    Table t = two_remote("game=nine takeback=ask");
    must(&t, BY_SEAT0, "offer end");
    assert_int_equal(act(&t, BY_SEAT0, "offer end"), REFUSED_NOT_NOW);
    assert_int_equal(act(&t, BY_SEAT0, "answer end yes"), REFUSED_NO_OFFER);
    must(&t, BY_SEAT0, "move d2"); /* an offer stands beside one's own move */
    assert_int_equal(t.offers[0], 1 << OFFER_END);
    must(&t, BY_SEAT1, "move d6");
    assert_int_equal(t.offers[0], 0);
    must(&t, BY_SEAT0, "offer end");
    must(&t, BY_SEAT0, "answer end no"); /* taken back */
    must(&t, BY_SEAT0, "offer end");
    must(&t, BY_SEAT1, "offer end"); /* both want it */
    assert_int_equal(table_ending(&t)->kind, END_AGREEMENT);
    must(&t, BY_SEAT1, "offer rematch");
    must(&t, BY_SEAT0, "answer rematch yes");
    assert_true(t.rematch);
    assert_replays(&t);
    table_close(&t);
}

static void a_takeback_goes_to_the_askers_last_turn(void **state)
{
    (void)state;
    Table t = two_remote("game=nine takeback=ask");
    assert_int_equal(act(&t, BY_SEAT0, "offer takeback"), REFUSED_NOT_NOW);
    must(&t, BY_SEAT0, "move d2");
    assert_int_equal(act(&t, BY_SEAT0, "back"), REFUSED_NOT_YOURS);
    must(&t, BY_SEAT0, "offer takeback"); /* one ply */
    must(&t, BY_SEAT1, "answer takeback yes");
    assert_int_equal(t.head, 0);
    must(&t, BY_SEAT0, "move d6");
    must(&t, BY_SEAT1, "move d2");
    must(&t, BY_SEAT0, "offer takeback"); /* two plies */
    must(&t, BY_SEAT1, "answer takeback yes");
    assert_int_equal(t.head, 0);
    must(&t, BY_SEAT0, "move f4"); /* what was taken back is gone */
    assert_int_equal(table_tree(&t)->node[0].child, t.head);
    assert_int_equal(table_tree(&t)->node[t.head].next, 0);
    assert_replays(&t);
    table_close(&t);
    t = two_remote("game=nine takeback=no");
    must(&t, BY_SEAT0, "move d2");
    assert_int_equal(act(&t, BY_SEAT0, "offer takeback"), REFUSED_NOT_NOW);
    table_close(&t);
}

static void back_and_forth_at_one_screen(void **state)
{
    (void)state;
    Table t = open_table("game=nine");
    must(&t, BY_SEAT0, "sit person");
    must(&t, BY_SEAT1, "sit computer level 1");
    must(&t, BY_SEAT0, "move d2");
    must(&t, BY_SEAT1, "move d6");
    must(&t, BY_SEAT0, "back");
    assert_int_equal(t.head, 0);
    must(&t, BY_SEAT0, "forth 2");
    assert_int_equal(table_tree(&t)->node[t.head].ply, 2);
    assert_int_equal(act(&t, BY_SEAT0, "forth"), REFUSED_NOT_NOW);
    must(&t, BY_SEAT0, "back 1");
    assert_int_equal(act(&t, BY_SEAT0, "back 2"), REFUSED_NOT_NOW);
    must(&t, BY_SEAT1, "move d6"); /* the same move again keeps what follows it */
    must(&t, BY_SEAT0, "resign");
    must(&t, BY_SEAT0, "back"); /* and a resignation at one screen can be thought over */
    assert_int_equal(t.state, TABLE_RUNNING);
    assert_replays(&t);
    table_close(&t);
}

static void a_pause_knows_whose_turn_it_is(void **state)
{
    (void)state;
    Table t = two_persons("game=nine clock=10+0");
    int64_t now = t.now;
    must(&t, BY_SEAT0, "move d2");
    must(&t, BY_HOST, "pause");
    must(&t, BY_SEAT0, "back 1"); /* it is White's turn again, and nobody's time runs */
    assert_int_equal(act_at(&t, BY_HOST, now + 50000, "resume"), REFUSED_NOT);
    assert_int_equal(clock_left(&t.clock, 0, now + 52000), 8000);
    assert_int_equal(clock_left(&t.clock, 1, now + 52000), 10000);
    assert_replays(&t);
    table_close(&t);
}

static void a_flag_falls_and_stays_fallen(void **state)
{
    (void)state;
    Table t = two_remote("game=nine clock=10+1");
    int64_t now = t.now;
    assert_int_equal(act_at(&t, BY_HOST, now + 60000, "flag"), REFUSED_NOT_NOW); /* ply 0 */
    assert_int_equal(act_at(&t, BY_SEAT0, now + 1000, "move d2"), REFUSED_NOT);
    assert_int_equal(clock_left(&t.clock, 0, now + 1000), 10000);
    assert_int_equal(table_tree(&t)->node[t.head].clock_ms, 10000);
    assert_int_equal(act_at(&t, BY_SEAT0, now + 10999, "claim time"), REFUSED_NOT_NOW);
    assert_int_equal(act_at(&t, BY_SEAT1, now + 11000, "move d6"), REFUSED_NOT_NOW);
    assert_int_equal(act_at(&t, BY_SEAT1, now + 11000, "claim time"), REFUSED_NOT_NOW);
    assert_int_equal(act_at(&t, BY_SEAT0, now + 11000, "claim time"), REFUSED_NOT);
    assert_int_equal(table_ending(&t)->kind, END_TIME);
    assert_int_equal(table_ending(&t)->winner, WINNER_P1);
    assert_int_equal(act(&t, BY_SEAT1, "back"), REFUSED_OVER);
    assert_replays(&t);
    table_close(&t);
    t = two_remote("game=nine clock=10+0");
    now = t.now;
    act_at(&t, BY_SEAT0, now, "move d2");
    Caller late = {.by = BY_SEAT1, .now = now + 10100, .credit = 200};
    Reply reply;
    assert_true(table_do(&t, &late, "move d6", &reply)); /* delay on the way is not charged */
    assert_int_equal(t.clock.left_ms[1], 100);
    table_close(&t);
}

static void pauses_need_both(void **state)
{
    (void)state;
    Table t = two_remote("game=nine clock=10+0");
    must(&t, BY_SEAT0, "move d2");
    assert_int_equal(act(&t, BY_SEAT1, "pause"), REFUSED_NOT_YOURS);
    must(&t, BY_SEAT1, "offer pause");
    must(&t, BY_SEAT0, "answer pause yes");
    assert_true(t.paused);
    assert_int_equal(act_at(&t, BY_SEAT1, t.now + 99999, "move d6"), REFUSED_NOT_NOW);
    assert_int_equal(act_at(&t, BY_SEAT0, t.now + 99999, "offer pause"), REFUSED_NOT);
    must(&t, BY_SEAT1, "answer pause yes");
    must(&t, BY_SEAT1, "more");
    assert_int_equal(clock_left(&t.clock, 1, t.now), 10000);
    assert_int_equal(clock_left(&t.clock, 0, t.now), 10000 + TABLE_MORE_MS);
    must(&t, BY_SEAT1, "move d6");
    assert_replays(&t);
    table_close(&t);
}

/* One seat fills the log with talk: the game goes on and ends all the same. */
static void talk_leaves_room_for_the_game(void **state)
{
    (void)state;
    Table t = two_remote("game=nine clock=10+0");
    int named = 0;
    while (act(&t, BY_SEAT1, "name Somebody who talks and talks and talks, and then some") ==
           REFUSED_NOT)
        named++;
    assert_in_range(named, 10000, 100000);
    assert_true(t.log_by[1] > TABLE_LOG_MAX - 1000 && t.log_by[0] < 100);
    while (act(&t, BY_SEAT1, "react 1") == REFUSED_NOT)
        ;
    assert_int_equal(act(&t, BY_SEAT1, "react 1"), REFUSED_TOO_LONG);
    must(&t, BY_SEAT0, "move d2");
    must(&t, BY_SEAT1, "move d6");
    must(&t, BY_HOST, "away 1");
    must(&t, BY_HOST, "here 1");
    while (act(&t, BY_HOST, "away 1") == REFUSED_NOT && act(&t, BY_HOST, "here 1") == REFUSED_NOT)
        ;
    assert_int_equal(act(&t, BY_SEAT0, "move f4"), REFUSED_TOO_LONG); /* that is full as well */
    assert_true(table_may(&t, &(Caller){.by = BY_SEAT1, .now = t.now}, "resign"));
    must(&t, BY_HOST, "abort");
    assert_int_equal(t.state, TABLE_ABORTED);
    table_close(&t);
}

static void who_is_away_can_be_claimed_against(void **state)
{
    (void)state;
    Table t = two_remote("game=nine");
    must(&t, BY_SEAT0, "move d2");
    must(&t, BY_SEAT1, "move d6");
    must(&t, BY_HOST, "away 0");
    assert_int_equal(act_at(&t, BY_SEAT1, t.now + TABLE_GONE_MS - 1, "claim gone"),
                     REFUSED_NOT_NOW);
    must(&t, BY_HOST, "here 0");
    assert_int_equal(act_at(&t, BY_SEAT1, t.now + TABLE_GONE_MS, "claim gone"), REFUSED_NOT_NOW);
    must(&t, BY_HOST, "away 0");
    assert_int_equal(act_at(&t, BY_SEAT1, t.now + TABLE_GONE_MS, "claim gone"), REFUSED_NOT);
    assert_int_equal(table_ending(&t)->kind, END_FORFEIT);
    assert_int_equal(table_ending(&t)->winner, WINNER_P2);
    table_close(&t);
}

static void early_games_are_aborted_by_one(void **state)
{
    (void)state;
    Table t = two_remote("game=nine");
    must(&t, BY_SEAT0, "move d2");
    must(&t, BY_SEAT1, "abort");
    assert_int_equal(t.state, TABLE_ABORTED);
    assert_int_equal(table_ending(&t)->winner, WINNER_NONE);
    table_close(&t);
    t = two_remote("game=nine");
    must(&t, BY_SEAT0, "move d2");
    must(&t, BY_SEAT1, "move d6");
    assert_int_equal(act(&t, BY_SEAT1, "abort"), REFUSED_NOT_YOURS);
    must(&t, BY_SEAT1, "offer abort");
    must(&t, BY_SEAT0, "answer abort yes");
    assert_int_equal(t.state, TABLE_ABORTED);
    table_close(&t);
    t = two_remote("game=nine");
    must(&t, BY_SEAT0, "move d2");
    must(&t, BY_SEAT1, "move d6");
    must(&t, BY_SEAT0, "leave");
    assert_int_equal(table_ending(&t)->kind, END_FORFEIT);
    table_close(&t);
}

static void plans_answer_by_themselves(void **state)
{
    (void)state;
    Table t = two_remote("game=nine");
    assert_int_equal(act(&t, BY_SEAT0, "plan d2 d6"), REFUSED_NOT_NOW);
    assert_int_equal(act(&t, BY_SEAT1, "plan d2 d2"), REFUSED_NOT_LEGAL);
    must(&t, BY_SEAT1, "plan d2 d6 f4 b4");
    assert_int_equal(table_planned(&t, 1), 0);
    must(&t, BY_SEAT0, "move d2");
    Move planned = table_planned(&t, 1);
    assert_int_equal(planned, test_move(t.game, table_pos(&t), "d6"));
    must(&t, BY_SEAT1, "move d6");
    must(&t, BY_SEAT0, "move a1"); /* not as planned */
    assert_int_equal(table_planned(&t, 1), 0);
    assert_int_equal(t.plan_count[1], 0);
    assert_replays(&t);
    table_close(&t);
}

static void secret_picks_settle_the_game(void **state)
{
    (void)state;
    Table t = two_remote("game=morelli,size=9,edition=nestor pick");
    assert_int_equal(t.state, TABLE_SETTLING);
    assert_int_equal(act(&t, BY_SEAT0, "move a1"), REFUSED_NOT_NOW);
    assert_int_equal(act(&t, BY_SEAT0, "pick nothing"), REFUSED_BAD_ACT);
    must(&t, BY_SEAT0, "pick facing");
    assert_int_equal(act(&t, BY_SEAT0, "pick free"), REFUSED_NOT_NOW);
    assert_int_equal(table_picker(&t), 1);
    must(&t, BY_SEAT1, "pick free");
    assert_int_equal(t.state, TABLE_RUNNING);
    assert_ptr_equal(t.game, game_of("morelli,size=9,edition=nestor,setup=adjacent"));
    assert_replays(&t);
    table_close(&t);
}

/* A game of MUR that seat 0 gives up at once, and the next. */
static void series_go_on_to_their_end(void **state)
{
    (void)state;
    Table t = two_persons("game=mur match");
    int games = 0;
    for (;;) {
        must(&t, BY_SEAT0, "resign");
        games++;
        if (!table_has_next(&t))
            break;
        must(&t, BY_SEAT0, "next");
        assert_int_equal(t.state, TABLE_RUNNING);
    }
    assert_int_equal(games, 12);
    Series standing = table_standing(&t);
    assert_true(series_is_over(&standing));
    assert_int_equal(standing.half[1], 24);
    assert_int_equal(act(&t, BY_SEAT0, "next"), REFUSED_NOT_NOW);
    assert_replays(&t);
    table_close(&t);
}

static void mur_goes_on_from_the_last_board_without_a_match(void **state)
{
    (void)state;
    Table t = two_persons("game=mur");
    must(&t, BY_SEAT0, "move +a1");
    must(&t, BY_SEAT1, "move +b2");
    must(&t, BY_SEAT0, "resign");
    must(&t, BY_SEAT1, "next");
    assert_string_equal(test_pos_text(t.game, table_pos(&t)), "......../.w....../b......./k w 0 0");
    assert_int_equal(t.round_count, 2);
    assert_replays(&t);
    table_close(&t);
    t = two_persons("game=nine");
    must(&t, BY_SEAT0, "resign");
    assert_int_equal(act(&t, BY_SEAT1, "next"), REFUSED_NOT_NOW);
    table_close(&t);
}

static void notes_leave_the_played_moves_alone(void **state)
{
    (void)state;
    Table t = two_persons("game=nine");
    must(&t, BY_SEAT0, "move d2"); /* node 1 */
    must(&t, BY_SEAT1, "move d6"); /* node 2 */
    assert_int_equal(act(&t, BY_SEAT0, "line 2 f4"), REFUSED_NOT_NOW);
    must(&t, BY_SEAT0, "line 0 f4"); /* node 3 */
    must(&t, BY_SEAT0, "line 3 b4");
    must(&t, BY_SEAT0, "comment 3 too early");
    assert_int_equal(act(&t, BY_SEAT0, "comment 3 a } b"), REFUSED_BAD_ACT);
    must(&t, BY_SEAT0, "mark 3 ?!");
    assert_int_equal(act(&t, BY_SEAT0, "mark 3 ~"), REFUSED_BAD_ACT);
    must(&t, BY_SEAT0, "eval 3 -125");
    assert_int_equal(table_tree(&t)->node[3].eval, -125);
    assert_int_equal(act(&t, BY_SEAT0, "delete 1"), REFUSED_NOT_NOW);
    must(&t, BY_SEAT0, "promote 3");
    assert_int_equal(table_tree(&t)->node[0].child, 1);
    must(&t, BY_SEAT0, "delete 3");
    assert_int_equal(act(&t, BY_SEAT0, "comment 3 gone"), REFUSED_NOT_NOW);
    assert_replays(&t);
    table_close(&t);
    t = two_remote("game=nine");
    must(&t, BY_SEAT0, "move d2");
    assert_int_equal(act(&t, BY_SEAT0, "comment 1 ha"), REFUSED_NOT_YOURS);
    table_close(&t);
}

static void every_refusal_has_a_sentence_in_both_languages(void **state)
{
    (void)state;
    static const char *const lines[] = {"nonsense",       "move x",     "pick a",
                                        "next",           "claim time", "offer",
                                        "answer end yes", "back",       "sit person"};
    Table t = two_remote("game=nine takeback=ask");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char english[WHY_MAX];
        Caller caller = {.by = BY_SEAT0, .now = t.now, .lang = LANG_EN};
        Reply reply;
        assert_false(table_do(&t, &caller, lines[i], &reply));
        memcpy(english, reply.why, sizeof english);
        caller.lang = LANG_JA;
        assert_false(table_do(&t, &caller, lines[i], &reply));
        assert_true(english[0] && reply.why[0]);
        assert_string_not_equal(english, reply.why);
    }
    table_close(&t);
}

/* -- Laws ------------------------------------------------------------------------------------- */

/* Some act, often one that may be done. */
static void random_act(const Table *t, Rng *rng, Str *out)
{
    static const char *const lines[] = {
        "resign",
        "offer end",
        "offer takeback",
        "offer abort",
        "offer pause",
        "offer rematch",
        "offer next",
        "answer end yes",
        "answer takeback yes",
        "answer abort yes",
        "answer pause yes",
        "answer rematch yes",
        "answer next yes",
        "answer end no",
        "answer takeback no",
        "answer pause no",
        "back",
        "back 1",
        "back 3",
        "forth",
        "forth 2",
        "next",
        "claim time",
        "claim gone",
        "more",
        "plan",
        "react 3",
        "react 9",
        "pause",
        "resume",
        "abort",
        "flag",
        "away 0",
        "away 1",
        "here 0",
        "shift 250",
        "vacation 1 200 900",
        "hide 0",
        "forfeit 1",
        "adjudicate draw",
        "end resignation p1win",
        "end agreement draw",
        "leave",
        "name Eva",
        "name \xff",
        "seat 1 computer level 3",
        "pick facing",
        "pick free",
        "pick adjacent",
        "sit person X",
        "sit remote Y",
        "promote 2",
        "delete 3",
        "comment 1 hm",
        "mark 1 !?",
        "eval 1 30",
        "time 1 5000",
        "",
        "move",
        "move ",
        "move zz",
        "offer end ",
        "line 0 zz",
    };
    bool playing = t->state == TABLE_RUNNING || table_is_over(t);
    int count = playing ? t->game->moves(t->game, table_pos(t), t->scratch) : 0;
    if (count && rng_below(rng, 3)) {
        Move move = t->scratch[rng_below(rng, (uint32_t)count)];
        str_add(out, rng_below(rng, 12) ? "move " : "plan ");
        t->game->ops->write_move(t->game, table_pos(t), move, out);
    } else if (playing && rng_below(rng, 6) == 0) {
        const Tree *tree = table_tree(t);
        uint32_t node = rng_below(rng, tree->count);
        count = t->game->moves(t->game, tree_pos(tree, node), t->scratch);
        str_format(out, "line %u ", node);
        if (count)
            t->game->ops->write_move(t->game, tree_pos(tree, node),
                                     t->scratch[rng_below(rng, (uint32_t)count)], out);
    } else {
        str_add(out, lines[rng_below(rng, sizeof lines / sizeof *lines)]);
    }
}

static uint8_t random_actor(const Table *t, Rng *rng)
{
    if (t->state == TABLE_RUNNING && rng_below(rng, 4))
        return (uint8_t)table_turn_seat(t);
    return (uint8_t)rng_below(rng, 4);
}

static Table random_table(const char *variant, Rng *rng)
{
    static const char *const clocks[] = {"none", "20+1", "20d2", "1d", "1d+1d"};
    static const char *const takebacks[] = {"free", "ask", "no"};
    static const char *const kinds[] = {"sit person P", "sit remote R", "sit computer level 2"};
    char text[512], why[WHY_MAX];
    Str s = str_over(text, sizeof text);
    TableSetup setup;
    Table table;
    str_format(&s, "game=%s seed=%u clock=%s takeback=%s%s%s", variant, 1 + rng_below(rng, 3),
               clocks[rng_below(rng, 5)], takebacks[rng_below(rng, 3)],
               rng_below(rng, 3) ? "" : " match", rng_below(rng, 2) ? "" : " pick");
    assert_true(setup_read(text, LANG_EN, &setup, why));
    if (!table_open(&table, variants, &setup, 0, LANG_EN, why)) { /* no pick in this game */
        setup.pick = false;
        if (!table_open(&table, variants, &setup, 0, LANG_EN, why))
            fail_msg("%s: %s", text, why);
    }
    must(&table, BY_SEAT0, kinds[rng_below(rng, 3)]);
    must(&table, BY_SEAT1, kinds[rng_below(rng, 3)]);
    return table;
}

/* Whoever looks at whatever: looking changes nothing. */
static void look_around(const Table *t, Rng *rng, int64_t now)
{
    static char text[1 << 20];
    Str s = str_over(text, sizeof text);
    Json json = json_over(&s);
    uint32_t node = rng_below(rng, table_tree(t)->count);
    Viewer viewer = {.by = (uint8_t)rng_below(rng, 4), .lang = (Lang)rng_below(rng, 2), .now = now};
    if (table_tree(t)->node[node].gone)
        node = t->head;
    view_table(&json, t, &viewer, node);
    assert_false(s.full);
}

static void check_table(const char *variant)
{
    Rng rng = {test_seed() * 1000003 + strlen(variant)};
    for (int games = 0; games < 2; games++) {
        Table t = random_table(variant, &rng);
        int64_t now = 0;
        for (int i = 0; i < 80; i++) {
            char text[ACT_MAX];
            Str s = str_over(text, sizeof text);
            random_act(&t, &rng, &s);
            now += rng_below(&rng, 40) ? rng_below(&rng, 900) : 200000;
            Caller caller = {
                .by = random_actor(&t, &rng), .now = now, .credit = rng_below(&rng, 300)};
            char *before = dump(&t);
            bool may = table_may(&t, &caller, text);
            look_around(&t, &rng, now);
            assert_string_equal(before, dump(&t));
            uint32_t turn = (uint32_t)table_turn_seat(&t);
            Reply reply;
            bool done = table_do(&t, &caller, text, &reply);
            assert_int_equal(done, may);
            if (!done) {
                assert_string_equal(before, dump(&t));
                assert_true(reply.why[0]);
            } else {
                assert_int_not_equal(caller.by, BY_WATCHER);
                if (strncmp(text, "move ", 5) == 0)
                    assert_int_equal(caller.by, turn);
            }
            assert_int_equal(reply.seq, t.seq);
        }
        assert_replays(&t);
        table_close(&t);
    }
}

static bool visit_variant(void *context, const char *variant)
{
    (void)context;
    check_table(variant);
    return true;
}

static void laws_of_tables(void **state)
{
    (void)state;
    test_seed();
    assert_true(variants_visit(registry_families, registry_count, visit_variant, NULL) > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(controls_are_read_and_written),
        cmocka_unit_test(increments_are_added_after_the_move),
        cmocka_unit_test(delays_are_free),
        cmocka_unit_test(days_come_anew_and_the_bank_is_used_up),
        cmocka_unit_test(pauses_and_shifts_are_not_charged),
        cmocka_unit_test(time_odds),
        cmocka_unit_test(budgets_are_what_is_left_until_the_flag),
        cmocka_unit_test(without_a_limit_the_clock_counts),
        cmocka_unit_test(seats_are_read_and_written),
        cmocka_unit_test(lines_are_added_promoted_and_deleted),
        cmocka_unit_test(trees_count_occurrences_as_the_texts_do),
        cmocka_unit_test(tens_of_thousands_of_nodes_cost_megabytes),
        cmocka_unit_test(a_variant_is_opened_once),
        cmocka_unit_test(setups_are_read_and_written),
        cmocka_unit_test(tables_that_cannot_be_are_refused),
        cmocka_unit_test(a_game_is_played_and_resigned),
        cmocka_unit_test(repetition_ends_a_game),
        cmocka_unit_test(a_computer_is_asked_for_an_end),
        cmocka_unit_test(offers_end_with_the_other_sides_move),
        cmocka_unit_test(a_takeback_goes_to_the_askers_last_turn),
        cmocka_unit_test(back_and_forth_at_one_screen),
        cmocka_unit_test(a_pause_knows_whose_turn_it_is),
        cmocka_unit_test(a_flag_falls_and_stays_fallen),
        cmocka_unit_test(pauses_need_both),
        cmocka_unit_test(who_is_away_can_be_claimed_against),
        cmocka_unit_test(talk_leaves_room_for_the_game),
        cmocka_unit_test(early_games_are_aborted_by_one),
        cmocka_unit_test(plans_answer_by_themselves),
        cmocka_unit_test(secret_picks_settle_the_game),
        cmocka_unit_test(series_go_on_to_their_end),
        cmocka_unit_test(mur_goes_on_from_the_last_board_without_a_match),
        cmocka_unit_test(notes_leave_the_played_moves_alone),
        cmocka_unit_test(every_refusal_has_a_sentence_in_both_languages),
        cmocka_unit_test(laws_of_tables),
    };
    return cmocka_run_group_tests(tests, open_variants, free_variants);
}
