/* SPDX-License-Identifier: MIT */
/* Laws of records over every variant, with random games, variations, comments, clocks, evaluations,
 * marks, tags and ends: what is written reads back to the same, and is written again byte for byte.
 * And the same of tables, whose loaded log gives the same table once more. */
#include "unit/support.h"

#include "play/record.h"

static Variants *variants;

static int open_variants(void **state)
{
    static const Family *families[8];
    size_t count = 0;
    (void)state;
    for (size_t i = 0; i < registry_count; i++)
        families[count++] = registry_families[i];
    for (size_t i = 0; i < test_family_count; i++)
        families[count++] = test_families[i];
    variants = variants_new(families, count);
    return variants ? 0 : -1;
}

static int free_variants(void **state)
{
    (void)state;
    variants_free(variants);
    return 0;
}

enum { TEXT_ROOM = 1 << 20 };

static void append(void *context, const char *bytes, size_t count)
{
    str_bytes(context, bytes, count);
}

static const Game *open_game(const char *variant)
{
    char why[WHY_MAX];
    const Game *game = variants_open(variants, variant, LANG_EN, why);
    assert_non_null(game);
    return game;
}

static bool chance(Rng *rng, uint32_t one_in)
{
    return rng_below(rng, one_in) == 0;
}

/* -- Random records --------------------------------------------------------------------------- */

static const char *const comments[] = {
    "good", "花子 said: {", "a \\ b", "[%emt 0:05] x", "\"quoted\" (1. d2) $1 1-0", "é ½ !", "*",
};

static void annotate(Tree *tree, uint32_t node, Rng *rng)
{
    TreeNode *at = &tree->node[node];
    if (chance(rng, 4))
        at->clock_ms = (int32_t)rng_below(rng, INT32_MAX);
    if (chance(rng, 4))
        at->eval = (int32_t)rng_below(rng, 4000) - 2000;
    if (chance(rng, 60))
        at->eval = chance(rng, 2) ? INT32_MAX : -INT32_MAX;
    if (node && chance(rng, 4))
        at->mark = (uint8_t)rng_below(rng, MOVE_MARK_COUNT);
    if (chance(rng, 4))
        assert_true(tree_set_comment(tree, node,
                                     comments[rng_below(rng, sizeof comments / sizeof *comments)]));
}

static uint32_t add_random(Tree *tree, uint32_t at, Move *moves, Rng *rng)
{
    int n = tree->game->moves(tree->game, tree_pos(tree, at), moves);
    uint32_t added = at;
    if (n)
        assert_int_equal(tree_add(tree, at, moves[rng_below(rng, (uint32_t)n)], &added), TREE_OK);
    return added;
}

/* A main line that stops where the game is drawn, and variations anywhere, also of variations. */
static void grow_tree(Tree *tree, Rng *rng)
{
    Move *moves = malloc(tree->game->moves_max * sizeof *moves);
    uint32_t at = 0, plies = rng_below(rng, 50);
    for (uint32_t ply = 0; ply < plies && !tree->node[at].drawn; ply++)
        at = add_random(tree, at, moves, rng);
    uint32_t end = at, lines = rng_below(rng, 12);
    for (uint32_t i = 0; i < lines && end; i++) {
        at = rng_below(rng, tree->count);
        for (uint32_t ply = rng_below(rng, 6); ply-- > 0 && at != end;)
            at = add_random(tree, at, moves, rng);
    }
    for (uint32_t n = 0; n < tree->count; n++)
        annotate(tree, n, rng);
    free(moves);
}

static void end_somehow(Record *record, Rng *rng)
{
    static const EndKind kinds[] = {END_NONE, END_ABORTED, END_AGREEMENT,  END_RESIGNATION,
                                    END_TIME, END_FORFEIT, END_ADJUDICATED};
    const Game *game = record->game;
    uint32_t end = record_end(record);
    Ending by_rules = tree_ending(&record->tree, end);
    Ending ending = {.kind = kinds[rng_below(rng, 7)]};
    Outcome agreed = game->ops->agreed(game, tree_pos(&record->tree, end));
    if (ending.kind == END_AGREEMENT)
        ending = (Ending){END_AGREEMENT, agreed.winner, agreed.reason};
    else if (ending.kind == END_ADJUDICATED)
        ending.winner = (Winner)(1 + rng_below(rng, 3));
    else if (ending.kind != END_NONE && ending.kind != END_ABORTED)
        ending.winner = (Winner)(1 + rng_below(rng, 2));
    record->ending = by_rules.kind ? by_rules : ending;
}

/* A start that its text tells wholly: of the seed, or after some moves. */
static Pos random_start(const Game *game, uint64_t seed, Rng *rng)
{
    Pos pos, next;
    Move *moves = malloc(game->moves_max * sizeof *moves);
    game->ops->start(game, seed, &pos);
    for (uint32_t ply = chance(rng, 2) ? 0 : rng_below(rng, 30); ply-- > 0;) {
        int n = game->moves(game, &pos, moves);
        if (!n)
            break;
        game->apply(game, &pos, moves[rng_below(rng, (uint32_t)n)], &next);
        pos = next;
    }
    free(moves);
    return test_pos(game, test_pos_text(game, &pos));
}

static Record random_record(const Game *game, Rng *rng)
{
    Record record;
    uint64_t seed = 1 + rng_below(rng, 3);
    Pos start = random_start(game, seed, rng);
    assert_true(record_begin(&record, game, seed, &start));
    grow_tree(&record.tree, rng);
    if (chance(rng, 3)) {
        uint32_t all = record.tree.node[tree_line_end(&record.tree, 0)].ply;
        record.plies = rng_below(rng, all + 1);
        if (record.plies == all)
            record.plies = RECORD_ALL;
    }
    end_somehow(&record, rng);
    if (chance(rng, 2))
        assert_true(record_set_tag(&record, "Event", "\"A\" \\ 花"));
    if (chance(rng, 2))
        assert_true(record_set_tag(&record, "Empty", ""));
    return record;
}

/* -- Comparing -------------------------------------------------------------------------------- */

static void assert_same_node(const Tree *a, uint32_t m, const Tree *b, uint32_t n)
{
    const TreeNode *x = &a->node[m], *y = &b->node[n];
    assert_memory_equal(&x->pos, &y->pos, sizeof x->pos);
    assert_true(x->move == y->move);
    assert_int_equal(x->eval, y->eval);
    assert_int_equal(x->clock_ms, y->clock_ms);
    assert_int_equal(x->mark, y->mark);
    assert_int_equal(x->seen, y->seen);
    assert_int_equal(x->drawn, y->drawn);
    assert_string_equal(tree_comment(a, m), tree_comment(b, n));
}

/* Children in their order; lines are short enough for a recursion. */
static void assert_same_tree(const Tree *a, uint32_t m, const Tree *b, uint32_t n)
{
    assert_same_node(a, m, b, n);
    m = a->node[m].child;
    n = b->node[n].child;
    for (; m && n; m = a->node[m].next, n = b->node[n].next)
        assert_same_tree(a, m, b, n);
    assert_true(!m && !n);
}

static void assert_same_ending(const Ending *a, const Ending *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->winner, b->winner);
    assert_ptr_equal(a->reason, b->reason);
}

static void check_record(const char *variant, uint64_t seed)
{
    static char first[TEXT_ROOM], second[TEXT_ROOM];
    Rng rng = {seed};
    Record record = random_record(open_game(variant), &rng), again;
    char why[WHY_MAX] = "";
    Str s = str_over(first, sizeof first), t = str_over(second, sizeof second);
    record_write(&record, append, &s);
    assert_false(s.full);
    RecordReader reader = {.variants = variants, .at = first, .end = first + s.length};
    if (record_read(&reader, &again, why) != RECORD_GOOD)
        fail_msg("%s, seed %llu: %s\n%s", variant, (unsigned long long)seed, why, first);
    assert_same_tree(&record.tree, 0, &again.tree, 0);
    assert_same_ending(&record.ending, &again.ending);
    assert_int_equal(record.plies, again.plies);
    assert_int_equal(record.tag_count, again.tag_count);
    assert_false(again.repaired);
    record_write(&again, append, &t);
    assert_string_equal(first, second);
    record_free(&record);
    record_free(&again);
}

static void records_of_a_variant(const char *variant)
{
    for (uint64_t i = 0; i < 4; i++)
        check_record(variant, test_seed() * 1000 + i);
}

static void what_is_written_reads_back(void **state)
{
    (void)state;
    test_each_variant(records_of_a_variant);
}

/* Every move of a line has a variation that has a variation, and so on. */
static void deep_variations(void **state)
{
    (void)state;
    const Game *game = open_game("nine");
    static char first[TEXT_ROOM], second[TEXT_ROOM];
    Str s = str_over(first, sizeof first), t = str_over(second, sizeof second);
    Move *moves = malloc(game->moves_max * sizeof *moves);
    char why[WHY_MAX] = "";
    Record record, again;
    Pos start = test_pos(game, "w......b/.w.....b/......bw w 0 0");
    assert_true(record_begin(&record, game, 1, &start));
    uint32_t at = 0, other;
    for (int depth = 0; depth < 3000; depth++) {
        int n = game->moves(game, tree_pos(&record.tree, at), moves);
        if (n < 2)
            break;
        assert_int_equal(tree_add(&record.tree, at, moves[0], &other), TREE_OK);
        assert_int_equal(tree_add(&record.tree, at, moves[1 + depth % (n - 1)], &at), TREE_OK);
    }
    record_write(&record, append, &s);
    assert_false(s.full);
    RecordReader reader = {.variants = variants, .at = first, .end = first + s.length};
    if (record_read(&reader, &again, why) != RECORD_GOOD)
        fail_msg("%s", why);
    assert_int_equal(record.tree.count, again.tree.count);
    assert_true(again.tree.count > 200);
    record_write(&again, append, &t);
    assert_string_equal(first, second);
    record_free(&record);
    record_free(&again);
    free(moves);
}

/* -- Tables ----------------------------------------------------------------------------------- */

static int64_t now;

static bool act(Table *table, int by, const char *format, ...)
{
    char text[ACT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    Caller caller = {.by = (uint8_t)by, .now = now};
    Reply reply;
    return table_do(table, &caller, text, &reply);
}

static void random_move(Table *table, Rng *rng)
{
    const Game *game = table->game;
    int n = game->moves(game, table_pos(table), table->scratch);
    if (!n)
        return;
    Move move = table->scratch[rng_below(rng, (uint32_t)n)];
    now += rng_below(rng, 3000);
    act(table, table_turn_seat(table), "move %s", test_move_text(game, table_pos(table), move));
}

static void random_line(Table *table, uint32_t node, Rng *rng)
{
    const Game *game = table->game;
    const Pos *pos = tree_pos(table_tree(table), node);
    int n = game->moves(game, pos, table->scratch);
    if (n)
        act(table, BY_HOST, "line %u %s", node,
            test_move_text(game, pos, table->scratch[rng_below(rng, (uint32_t)n)]));
}

static void random_note(Table *table, Rng *rng)
{
    uint32_t node = rng_below(rng, table_tree(table)->count);
    switch (rng_below(rng, 8)) {
    case 0:
        act(table, BY_HOST, "comment %u %s", node,
            comments[rng_below(rng, sizeof comments / sizeof *comments)]);
        break;
    case 1:
        act(table, BY_HOST, "mark %u %s", node,
            move_mark_text((MoveMark)(1 + rng_below(rng, MOVE_MARK_COUNT - 1))));
        break;
    case 2:
        act(table, BY_HOST, "eval %u %d", node, (int)rng_below(rng, 900) - 450);
        break;
    case 3:
        act(table, BY_HOST, "time %u %u", node, rng_below(rng, 100000));
        break;
    case 4:
        act(table, BY_HOST, "promote %u", node);
        break;
    case 5:
        if (chance(rng, 8))
            act(table, BY_HOST, "delete %u", node);
        break;
    default:
        random_line(table, node, rng);
    }
}

static void random_end(Table *table, Rng *rng)
{
    static const char *const ends[] = {
        "end time p2win", "end forfeit p1win",  "adjudicate draw",    "adjudicate p2win",
        "forfeit 1",      "end agreement draw", "end agreement p1win"};
    if (chance(rng, 3))
        act(table, (int)rng_below(rng, 2), "resign");
    else if (chance(rng, 4))
        act(table, BY_HOST, "abort");
    else
        act(table, BY_HOST, "%s", ends[rng_below(rng, 7)]);
}

static Table random_table(const char *variant, Rng *rng)
{
    static const char *const controls[] = {"none", "300+5", "60d3", "3d", "3d+10d"};
    static const char *const seats[] = {"person",           "person Anna",      "computer level 4",
                                        "computer 2000 ms", "computer perfect", "computer teacher",
                                        "person 花 子"};
    TableSetup setup = table_setup(variant);
    char why[WHY_MAX] = "";
    Table table;
    const Game *game = open_game(variant);
    setup.seed = 1 + rng_below(rng, 3);
    setup.match = chance(rng, 3);
    assert_true(control_read(controls[rng_below(rng, 5)], LANG_EN, &setup.control, why));
    if (!setup.match && chance(rng, 3)) {
        Pos start = random_start(game, setup.seed, rng);
        Str s = str_over(setup.position, sizeof setup.position);
        str_add(&s, test_pos_text(game, &start));
    }
    if (!table_open(&table, variants, &setup, now, LANG_EN, why))
        fail_msg("%s: %s", variant, why);
    for (int seat = 0; seat < 2; seat++)
        assert_true(act(&table, BY_HOST, "seat %d %s", seat, seats[rng_below(rng, 7)]));
    if (chance(rng, 2))
        assert_true(act(&table, BY_HOST, "tag Event=a = b"));
    for (int i = 0; i < 90; i++) {
        uint32_t dice = rng_below(rng, 20);
        if (dice < 11)
            random_move(&table, rng);
        else if (dice < 12)
            act(&table, (int)rng_below(rng, 2), "back");
        else if (dice < 13)
            act(&table, (int)rng_below(rng, 2), "forth");
        else if (dice < 14 && chance(rng, 3))
            random_end(&table, rng);
        else if (dice < 15)
            act(&table, (int)rng_below(rng, 2), "next");
        else
            random_note(&table, rng);
    }
    return table;
}

static size_t write_table(const Table *table, uint32_t shown, char *out)
{
    Str s = str_over(out, TEXT_ROOM);
    assert_true(record_write_table(table, shown, append, &s));
    assert_false(s.full);
    return s.length;
}

static void assert_same_table(const Table *a, const Table *b)
{
    assert_int_equal(a->state, b->state);
    assert_int_equal(a->round_count, b->round_count);
    assert_int_equal(a->in_series, b->in_series);
    for (int i = 0; i < a->round_count; i++) {
        assert_same_tree(&a->round[i].tree, 0, &b->round[i].tree, 0);
        assert_same_ending(&a->round[i].ending, &b->round[i].ending);
        assert_int_equal(a->round[i].side, b->round[i].side);
    }
    assert_int_equal(table_tree(a)->node[a->head].ply, table_tree(b)->node[b->head].ply);
    for (int seat = 0; seat < 2; seat++) {
        assert_int_equal(a->seat[seat].kind, b->seat[seat].kind);
        assert_string_equal(a->seat[seat].name, b->seat[seat].name);
        assert_int_equal(a->seat[seat].level, b->seat[seat].level);
        assert_int_equal(a->seat[seat].time_ms, b->seat[seat].time_ms);
    }
    assert_memory_equal(&a->setup.control, &b->setup.control, sizeof a->setup.control);
}

/* The loaded table's log is a whole one. */
static void assert_replays(const Table *table, const char *text)
{
    static char log[4 * TEXT_ROOM], again[TEXT_ROOM];
    char why[WHY_MAX] = "";
    Str s = str_over(log, sizeof log);
    Table other;
    table_write_log(table, append, &s);
    assert_false(s.full);
    if (!table_replay(&other, variants, log, s.length, LANG_EN, why))
        fail_msg("%s\n%s", why, log);
    write_table(&other, other.head, again);
    assert_string_equal(text, again);
    table_close(&other);
}

static void check_table(const char *variant, uint64_t seed)
{
    static char first[TEXT_ROOM], second[TEXT_ROOM];
    Rng rng = {seed};
    char why[WHY_MAX] = "";
    uint32_t shown;
    now = 1000;
    Table table = random_table(variant, &rng), loaded;
    size_t length = write_table(&table, table.head, first);
    if (!record_read_table(&loaded, variants, first, length, now, false, LANG_EN, &shown, why))
        fail_msg("%s, seed %llu: %s\n%s", variant, (unsigned long long)seed, why, first);
    assert_int_equal(shown, loaded.head);
    assert_same_table(&table, &loaded);
    write_table(&loaded, shown, second);
    assert_string_equal(first, second);
    assert_replays(&loaded, first);
    table_close(&table);
    table_close(&loaded);
}

static void tables_of_a_variant(const char *variant)
{
    for (uint64_t i = 0; i < 2; i++)
        check_table(variant, test_seed() * 1000 + i);
}

static void a_table_is_written_and_loaded(void **state)
{
    (void)state;
    test_each_variant(tables_of_a_variant);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(deep_variations),
        cmocka_unit_test(a_table_is_written_and_loaded),
    };
    return cmocka_run_group_tests(tests, open_variants, free_variants);
}
