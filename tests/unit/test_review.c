/* SPDX-License-Identifier: MIT */
/* Games looked at again: the judgement is the same each time and fits together, in every variant;
 * games that are over, empty or too long are no trouble. */
#include "unit/support.h"

#include "review/review.h"

enum { NODES = 300, PLIES = 24, SLOTS = 1 << 12 };

typedef struct Bench {
    Game *game;
    Tree tree;
    uint32_t end;
    Search *search;
    SearchMemory memory;
} Bench;

/* A game with no move yet. */
static Bench bench_make(const char *variant, const char *position)
{
    Bench b = {.game = test_open(variant)};
    size_t room = SEARCH_ROOM + (size_t)b.game->moves_max;
    char why[WHY_MAX];
    Pos start;
    b.search = malloc(sizeof *b.search);
    b.memory = (SearchMemory){.tt = {malloc(SLOTS * sizeof(TTSlot)), SLOTS},
                              .moves = malloc(room * sizeof(Move)),
                              .order = malloc(room * sizeof(int32_t)),
                              .room = room};
    b.game->ops->start(b.game, 1, &start);
    if (position)
        assert_true(b.game->ops->read_pos(b.game, position, LANG_EN, &start, why));
    assert_true(tree_begin(&b.tree, b.game, &start));
    return b;
}

static void bench_play(Bench *b, const char *moves)
{
    char word[MOVE_TEXT_MAX], why[WHY_MAX];
    for (int used; sscanf(moves, "%s%n", word, &used) == 1; moves += used) {
        Move move;
        assert_true(b->game->ops->read_move(b->game, tree_pos(&b->tree, b->end), word, LANG_EN,
                                            &move, why));
        assert_int_equal(tree_add(&b->tree, b->end, move, &b->end), TREE_OK);
    }
}

static Bench bench_random(const char *variant, int plies, uint64_t seed)
{
    Bench b = bench_make(variant, NULL);
    Rng rng = {seed};
    for (int i = 0; i < plies && tree_ending(&b.tree, b.end).kind == END_NONE; i++) {
        Move move;
        assert_true(game_pick(b.game, tree_pos(&b.tree, b.end), (uint32_t)rng_next(&rng),
                              b.memory.moves, &move));
        assert_int_equal(tree_add(&b.tree, b.end, move, &b.end), TREE_OK);
    }
    return b;
}

static Bench bench_open(const char *variant, int plies)
{
    return bench_random(variant, plies, test_seed());
}

static void bench_close(Bench *b)
{
    tree_free(&b->tree);
    free(b->search);
    free(b->memory.tt.slots);
    free(b->memory.moves);
    free(b->memory.order);
    game_close(b->game);
}

static Review look_with(Bench *b, uint64_t nodes)
{
    Review review;
    assert_true(review_begin(&review, &b->tree, b->end, b->search, &b->memory,
                             &(SearchLimits){.nodes = nodes}));
    int last = 0;
    while (review_go_on(&review, 0)) {
        assert_true(review.done >= last && review.done <= review.count);
        last = review.done;
    }
    assert_int_equal(review.done, review.count + 1);
    assert_false(review.failed);
    return review;
}

static Review look(Bench *b)
{
    return look_with(b, NODES);
}

/* What is good for who is to move next is bad for who has moved, unless that is the same side. */
static void check_chances(const Bench *b, const Review *review, int i)
{
    const ReviewMove *move = &review->move[i];
    int next = review->value[i + 1].expect;
    bool same = tree_pos(&b->tree, move->node)->turn == move->side;
    assert_true(move->before >= review->value[i].expect);
    if (move->verdict != VERDICT_BEST && move->move != review->value[i].line[0])
        assert_int_equal(move->after, same ? next : 1000 - next);
}

static void check_moves(const Bench *b, const Review *review)
{
    const Tree *tree = &b->tree;
    for (int i = 0; i < review->count; i++) {
        const ReviewMove *move = &review->move[i];
        const ReviewValue *value = &review->value[i];
        const Pos *pos = tree_pos(tree, tree->node[move->node].parent);
        int legal = b->game->moves(b->game, pos, b->memory.moves);
        check_chances(b, review, i);
        assert_int_equal(move->side, pos->turn);
        assert_int_equal(move->move, tree->node[move->node].move);
        assert_true(move->before >= move->after && move->after >= 0 && move->before <= 1000);
        assert_true(move->worth >= 0 && move->worth <= 1000);
        assert_int_equal(move->verdict == VERDICT_FORCED, legal == 1);
        assert_true(value->length > 0);
        bool found = false;
        for (int k = 0; k < legal; k++)
            found |= b->memory.moves[k] == value->line[0];
        assert_true(found);
        if (move->verdict == VERDICT_BEST)
            assert_int_equal(move->before, move->after);
        if (move->verdict >= VERDICT_MISTAKE)
            assert_true(move->before - move->after > 100);
    }
}

static void check_words(const Review *review)
{
    for (int i = 0; i < review->count; i++)
        for (Lang lang = LANG_EN; lang < LANG_COUNT; lang++) {
            char words[REVIEW_JSON_MAX];
            Str s = str_over(words, sizeof words);
            review_explain(review, i, lang, &s);
            assert_false(s.full);
            assert_int_equal(s.length > 0, review->move[i].verdict >= VERDICT_INACCURACY);
            assert_null(strchr(words, '{'));
        }
}

static void review_variant(const char *variant)
{
    Bench b = bench_open(variant, PLIES);
    Review review = look(&b), again = look(&b);
    size_t room = REVIEW_JSON_MAX * ((size_t)review.count + 1);
    char *text = malloc(room);
    Str s = str_over(text, room);
    Json json = json_over(&s);
    check_moves(&b, &review);
    check_words(&review);
    review_write(&review, LANG_JA, &json);
    assert_false(s.full);
    assert_memory_equal(review.move, again.move, (size_t)review.count * sizeof *review.move);
    assert_memory_equal(review.accuracy, again.accuracy, sizeof review.accuracy);
    free(text);
    review_free(&review);
    review_free(&again);
    bench_close(&b);
}

static void test_every_variant(void **state)
{
    (void)state;
    test_each_variant(review_variant);
}

static void test_turns(void **state)
{
    (void)state;
    Bench b = bench_open("nine", 60);
    Review review = look(&b);
    int turns[REVIEW_TURNS_MAX], count = review_turns(&review, turns), worst = 1000, among = 1000;
    assert_int_equal(count, REVIEW_TURNS_MAX); /* random moves are bad ones */
    for (int i = 0; i < review.count; i++)
        if (review.move[i].verdict >= VERDICT_MISTAKE && review.move[i].worth < worst)
            worst = review.move[i].worth;
    for (int i = 0; i < count; i++) {
        assert_true(review.move[turns[i]].verdict >= VERDICT_MISTAKE);
        assert_true(!i || turns[i] > turns[i - 1]);
        if (review.move[turns[i]].worth < among)
            among = review.move[turns[i]].worth;
    }
    assert_int_equal(among, worst);
    review_free(&review);
    bench_close(&b);
}

static void test_empty_and_over(void **state)
{
    (void)state;
    Bench b = bench_open("six", 0);
    Review review = look(&b);
    assert_int_equal(review.count, 0);
    assert_true(review.accuracy[0] == -1 && review.accuracy[1] == -1);
    review_free(&review);
    bench_close(&b);
    b = bench_open("six", 2000);
    assert_true(tree_ending(&b.tree, b.end).kind != END_NONE);
    review = look(&b);
    assert_true(review.value[review.count].exact);
    assert_int_equal(review.value[review.count].length, 0);
    review_free(&review);
    bench_close(&b);
}

/* Both sides miss a win in one: each has it before, and the other side has it afterwards. */
static void test_whose_chances(void **state)
{
    (void)state;
    Bench b = bench_make("nine", "ww.w..../......../bbb..... w 0 0");
    bench_play(&b, "g4-f4");
    Review review = look(&b);
    const ReviewMove *move = review.move;
    assert_true(move->side == 0 && move->before == 1000 && move->after < 1000);
    assert_int_equal(review.value[0].expect, 1000);
    assert_int_equal(move->after, 1000 - review.value[1].expect);
    assert_true(review.accuracy[0] >= 0 && review.accuracy[1] == -1);
    review_free(&review);
    bench_close(&b);
}

/* The last move of a game is told in words that have all this in them, in order. */
static void check_says(const char *variant, const char *position, const char *moves, Lang lang,
                       const char *const *parts)
{
    Bench b = bench_make(variant, position);
    bench_play(&b, moves);
    Review review = look_with(&b, 20000);
    char words[REVIEW_JSON_MAX];
    Str s = str_over(words, sizeof words);
    review_explain(&review, review.count - 1, lang, &s);
    const char *at = words;
    for (; *parts; parts++) {
        at = strstr(at, *parts);
        if (!at)
            fail_msg("'%s' is not in: %s", *parts, words);
    }
    review_free(&review);
    bench_close(&b);
}
#define SAYS(variant, position, moves, lang, ...)                                                  \
    check_says(variant, position, moves, lang, (const char *const[]){__VA_ARGS__, NULL})

static void test_words(void **state)
{
    (void)state;
    static const char stacking[] = "f4 f2 b4 d2 b2 b6 a4 d6 c4xb6>a4 b6 f6 c5 a7 d5 g7";
    SAYS("stacking", NULL, stacking, LANG_EN, "g7 leaves d7 open: d7xf6>d7 closes d5-d6-d7",
         "and puts the white man from f6 under d7.", "Better was d7.");
    SAYS("stacking", NULL, stacking, LANG_JA,
         "g7ではd7が空いたままで、d7xf6>d7があります（d5-d6-d7を",
         "そろえ、f6の白いコマをd7の下に入れる）。", "d7のほうが良い手でした。");
    SAYS("nine", NULL, "e4 f4 d6 d2 a4 b4 g7 g1 a7 d7 e5", LANG_EN,
         "There was a1xd7, which closes ", "a1-a4-a7 and takes the black man on d7.");
    SAYS("mur", "bw.....w/......../......../k w 0 0", "b3-b2", LANG_EN,
         "There was +a2, which traps the black ship on a3 and scores 1.");
}

/* The first move of several is told by what it leaves to the other side at once. */
static void test_threat_first(void **state)
{
    (void)state;
    SAYS("nine", NULL, "g1 e4 g7 f6", LANG_EN, "f6 leaves g4 open: g4x", " closes g1-g4-g7",
         "Better was g4.");
    SAYS("nine", NULL, "g1 e4 g7 f6", LANG_JA, "f6ではg4が空いたままで、g4x");
    SAYS("nine", NULL, "d7 g4 g1 b2 b6 d2 f2 f6 g7 e5 b4 c5 a7xf6 d5xb6 c4 e3", LANG_EN,
         "e3 leaves a4 open: a4x", " closes a4-b4-c4");
}

/* What is taken stands on the board, or the moves before it are told. */
static void check_men(const Bench *b, const Review *review, int index, const char *words)
{
    static const char on[] = " man on ";
    uint32_t node = review->move[index].node;
    uint8_t board[POINTS_MAX], then[POINTS_MAX];
    b->game->ops->board(b->game, tree_pos(&b->tree, b->tree.node[node].parent), board);
    b->game->ops->board(b->game, tree_pos(&b->tree, node), then);
    for (const char *at = words; (at = strstr(at, on)); at++) {
        const char *after = strstr(words, "after ");
        for (int p = 0; p < b->game->shape.point_count; p++) {
            const char *name = b->game->shape.point[p].name;
            if (strncmp(at + strlen(on), name, strlen(name)) == 0 &&
                !strchr("0123456789", at[strlen(on) + strlen(name)]) && !board[p] && !then[p] &&
                !(after && after < at))
                fail_msg("nobody is on %s: %s", name, words);
        }
    }
}

static void check_chances_told(const Bench *b, const Review *review)
{
    for (int side = 0; side < 2; side++) {
        Chance list[CHANCES_MAX];
        int count = review_chances(review, side, list);
        for (int i = 0; i < count; i++) {
            const ReviewMove *move = &review->move[list[i].index];
            char words[REVIEW_JSON_MAX];
            Str s = str_over(words, sizeof words);
            chance_say(review, &list[i], LANG_EN, &s);
            assert_int_equal(list[i].taken, move->verdict < VERDICT_INACCURACY);
            check_men(b, review, list[i].index, words);
        }
    }
}

/* Nothing is found by a mistake, nothing is better than itself, and no man is taken that nobody has
 * put there. */
static void test_no_contradictions(void **state)
{
    (void)state;
    static const char *const variants[] = {"nine", "twelve", "stacking", "mur", "morelli"};
    for (int i = 0; i < 15; i++) {
        Bench b = bench_random(variants[i % 5], PLIES, (uint64_t)i + 1);
        Review review = look_with(&b, 4000);
        check_chances_told(&b, &review);
        for (int k = 0; k < review.count; k++) {
            const ReviewMove *move = &review.move[k];
            char words[REVIEW_JSON_MAX], better[64] = "Better was ";
            Str s = str_over(words, sizeof words);
            Str t = str_over(better + strlen(better), sizeof better - strlen(better));
            b.game->ops->write_move(b.game, tree_pos(&b.tree, b.tree.node[move->node].parent),
                                    move->move, &t);
            review_explain(&review, k, LANG_EN, &s);
            const char *same = strstr(words, better);
            assert_true(!same || !strchr(".,:", same[strlen(better)]));
            check_men(&b, &review, k, words);
        }
        review_free(&review);
        bench_close(&b);
    }
}

/* Values from outside are certain, and the judgement goes by them. */
static void test_known(void **state)
{
    (void)state;
    Bench b = bench_make("nine", NULL);
    bench_play(&b, "d6 d2");
    Review review;
    Move best = tree_pos(&b.tree, 0) ? b.tree.node[b.end].move : 0; /* d2 is a move there too */
    assert_true(review_begin(&review, &b.tree, b.end, b.search, &b.memory,
                             &(SearchLimits){.nodes = NODES}));
    review_know(&review, 0, 0, -1, best);
    review_know(&review, 1, 1, 9, best);
    while (review_go_on(&review, 0))
        ;
    const ReviewMove *move = review.move;
    assert_true(move[0].exact && move[0].value_before == 0 && move[0].value_after == -1);
    assert_int_equal(move[0].verdict, VERDICT_BLUNDER);
    assert_int_equal(review.value[0].line[0], best);
    assert_int_equal(review.value[1].plies, 9);
    assert_int_equal(move[1].verdict, VERDICT_BEST);
    assert_false(move[1].exact);
    char words[REVIEW_JSON_MAX];
    Str s = str_over(words, sizeof words);
    review_explain(&review, 0, LANG_EN, &s);
    assert_non_null(strstr(words, "The draw is given away: now it is lost."));
    assert_non_null(strstr(words, "d2 would have kept the draw"));
    review_free(&review);
    bench_close(&b);
}

/* Whoever has lost earns nothing by going on: a move weighs as much as there was to lose. */
static void test_accuracy(void **state)
{
    (void)state;
    static const int value[] = {0, 1, -1, 1, -1};
    Bench b = bench_make("nine", NULL);
    bench_play(&b, "d6 d2 f4 b4");
    Review review;
    assert_true(review_begin(&review, &b.tree, b.end, b.search, &b.memory,
                             &(SearchLimits){.nodes = NODES}));
    for (int i = 0; i < 5; i++)
        review_know(&review, i, value[i], -1, 0);
    while (review_go_on(&review, 0))
        ;
    assert_int_equal(review.accuracy[0], 0);
    assert_int_equal(review.accuracy[1], 1000);
    review_free(&review);
    bench_close(&b);
}

static void test_too_long(void **state)
{
    (void)state;
    Bench b = bench_open("nine", 0);
    Review review;
    b.tree.node[0].ply = REVIEW_PLIES_MAX + 1; /* as if it were */
    assert_false(
        review_begin(&review, &b.tree, 0, b.search, &b.memory, &(SearchLimits){.nodes = NODES}));
    bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_variant),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_empty_and_over),
        cmocka_unit_test(test_whose_chances),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_too_long),
        cmocka_unit_test(test_threat_first),
        cmocka_unit_test(test_no_contradictions),
        cmocka_unit_test(test_accuracy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
