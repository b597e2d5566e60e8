/* SPDX-License-Identifier: MIT */
/* The teacher: what it aims at, what it chooses of moves that are given, and whole games in which
 * it is watched: always a legal move, never a silly one, the same again, and an end. */
#include "unit/support.h"

#include "ai/odds.h"
#include "review/lesson.h"

enum { SLOTS = 1 << 12, NODES = 1500, PLIES_MAX = 400 };

/* -- What it aims at -------------------------------------------------------------------------- */

static void aims_a_little_under_one_half(void **state)
{
    (void)state;
    for (int plies = 0; plies <= 30; plies++) {
        int aim = lesson_aim(&(Lesson){.plies = plies, .missed = plies});
        assert_in_range(aim, 400, 499);
    }
}

static void aims_by_what_the_learner_finds(void **state)
{
    (void)state;
    int fair = lesson_aim(&(Lesson){.plies = 30});
    assert_true(lesson_aim(&(Lesson){.plies = 60, .found = 4}) < fair - 100);
    assert_true(lesson_aim(&(Lesson){.plies = 60, .found = 4, .missed = 3}) < fair);
    assert_true(lesson_aim(&(Lesson){.plies = 60, .found = 1, .missed = 4}) > fair + 100);
    assert_true(lesson_aim(&(Lesson){.plies = 60}) > fair);
    for (int plies = 30; plies < 300; plies++) { /* it never leaves its bounds */
        assert_in_range(lesson_aim(&(Lesson){.plies = plies, .found = 9}), 1, 1000);
        assert_in_range(lesson_aim(&(Lesson){.plies = plies, .missed = 9}), 400, 1000);
    }
    /* Nobody waits for ever: in the end it plays to win. */
    assert_int_equal(lesson_aim(&(Lesson){.plies = 300, .found = 20}), 1000);
}

static void sees_what_was_found(void **state)
{
    (void)state;
    Game *game = test_open("nine");
    Move *moves = malloc(game->moves_max * sizeof *moves);
    int32_t *rates = malloc(game->moves_max * sizeof *rates);
    Pos pos = test_pos(game, "ww...bb./......../........ w 7 7");
    Lesson lesson = {0};
    lesson_see(&lesson, game, &pos, test_move(game, &pos, "d6"), 1, moves, rates);
    assert_int_equal(lesson.missed, 1);
    assert_true(lesson.given);
    lesson_see(&lesson, game, &pos, test_move(game, &pos, "g7xd1"), 1, moves, rates);
    assert_int_equal(lesson.found, 1);
    assert_int_equal(lesson.plies, 2);
    assert_int_equal(lesson.hungry, 0);
    /* Its own turns are none of the learner's. */
    lesson_see(&lesson, game, &pos, test_move(game, &pos, "d6"), 0, moves, rates);
    assert_int_equal(lesson.missed, 1);
    Pos quiet = test_pos(game, "w....b../......../........ w 8 8");
    lesson_see(&lesson, game, &quiet, test_move(game, &quiet, "d6"), 1, moves, rates);
    assert_int_equal(lesson.missed + lesson.found, 2);
    assert_false(lesson.given);
    assert_int_equal(lesson.hungry, 2);
    free(moves);
    free(rates);
    game_close(game);
}

/* -- What it chooses -------------------------------------------------------------------------- */

static Teacher make_teacher(Lesson lesson, const TeacherMove *moves, int count)
{
    Teacher teacher = {.lesson = lesson, .seed = 7, .count = count};
    memcpy(teacher.move, moves, (size_t)count * sizeof *moves);
    return teacher;
}

static Move choice(Lesson lesson, const TeacherMove *moves, int count)
{
    Teacher teacher = make_teacher(lesson, moves, count);
    return teacher_choose(&teacher)->move;
}

static void eases_off_when_ahead(void **state)
{
    (void)state;
    static const TeacherMove ahead[] = {{1, 150, 900, LEAVES_NOTHING},
                                        {2, 60, 700, LEAVES_NOTHING},
                                        {3, -10, 470, LEAVES_NOTHING},
                                        {4, -200, 100, LEAVES_NOTHING}};
    assert_int_equal(choice((Lesson){.plies = 10}, ahead, 4), 3);
    /* Not for a learner who finds nothing, when the game is old. */
    assert_int_equal(choice((Lesson){.plies = 160, .missed = 9}, ahead, 4), 1);
}

static void plays_properly_when_behind(void **state)
{
    (void)state;
    static const TeacherMove behind[] = {{1, -150, 200, LEAVES_NOTHING},
                                         {2, -200, 120, LEAVES_GAIN},
                                         {3, -SEARCH_WIN + 4, 0, LEAVES_IDEA}};
    assert_int_equal(choice((Lesson){.plies = 10}, behind, 3), 1);
}

static void is_never_silly(void **state)
{
    (void)state;
    /* What is nearest to the aim would throw away too much. */
    static const TeacherMove moves[] = {{1, 900, 990, LEAVES_NOTHING},
                                        {2, 700, 980, LEAVES_NOTHING},
                                        {3, -10, 450, LEAVES_GAIN},
                                        {4, -900, 5, LEAVES_GAIN}};
    for (int plies = 0; plies < 140; plies++)
        for (int found = 0; found < 3; found++)
            assert_true(choice((Lesson){.plies = plies, .found = found}, moves, 4) != 4);
    assert_int_equal(choice((Lesson){.plies = 10}, moves, 4), 2);
    /* It does not let itself be beaten at once while the game is close. */
    static const TeacherMove beaten[] = {{1, 0, 500, LEAVES_NOTHING},
                                         {2, -SEARCH_WIN + 2, 0, LEAVES_GAIN}};
    assert_int_equal(choice((Lesson){.plies = 40, .hungry = 40}, beaten, 2), 1);
}

static void leaves_something_to_find(void **state)
{
    (void)state;
    static const TeacherMove moves[] = {
        {1, -5, 455, LEAVES_NOTHING}, {2, -5, 455, LEAVES_GAIN}, {3, -5, 455, LEAVES_IDEA}};
    assert_int_equal(choice((Lesson){.plies = 10}, moves, 3), 3);
    assert_int_equal(choice((Lesson){.plies = 10}, moves, 2), 2);
    /* No gift twice running. */
    assert_int_equal(choice((Lesson){.plies = 10, .given = true}, moves, 2), 1);
}

static void takes_wins_in_time(void **state)
{
    (void)state;
    static const TeacherMove moves[] = {{1, SEARCH_WIN - 1, 1000, LEAVES_NOTHING},
                                        {2, 30, 600, LEAVES_NOTHING}};
    assert_int_equal(choice((Lesson){.plies = 10}, moves, 2), 2);
    assert_int_equal(choice((Lesson){.plies = 60, .found = 6}, moves, 2), 2);
    assert_int_equal(choice((Lesson){.plies = 60, .missed = 6}, moves, 2), 1);
    static const TeacherMove forced[] = {{1, SEARCH_WIN - 1, 1000, LEAVES_NOTHING},
                                         {2, -900, 1, LEAVES_NOTHING}};
    assert_int_equal(choice((Lesson){.plies = 10}, forced, 2), 1);
    assert_null(teacher_choose(&(Teacher){.count = 0}));
}

/* -- Whole games ------------------------------------------------------------------------------ */

typedef struct School {
    Game *game;
    Search *search;
    SearchMemory memory;
    Move *moves;
    int32_t *rates;
    Lesson lesson;
    uint64_t trace; /* of all its moves */
} School;

static School school_open(const char *variant)
{
    School s = {.game = test_open(variant), .search = malloc(sizeof(Search))};
    size_t room = SEARCH_ROOM + (size_t)s.game->moves_max;
    s.memory = (SearchMemory){.tt = {malloc(SLOTS * sizeof(TTSlot)), SLOTS},
                              .moves = malloc(room * sizeof(Move)),
                              .order = malloc(room * sizeof(int32_t)),
                              .room = room};
    s.moves = malloc(s.game->moves_max * sizeof *s.moves);
    s.rates = malloc(s.game->moves_max * sizeof *s.rates);
    return s;
}

static void school_close(School *s)
{
    free(s->search);
    free(s->memory.tt.slots);
    free(s->memory.moves);
    free(s->memory.order);
    free(s->moves);
    free(s->rates);
    game_close(s->game);
}

static Move teach(School *s, const History *history, uint64_t seed)
{
    Teacher teacher;
    SearchLimits limits;
    int looks = 0;
    teacher_begin(&teacher, &s->lesson, seed, &limits);
    do {
        limits.nodes = NODES;
        tt_clear(&s->memory.tt);
        search_begin(s->search, &s->memory, history, &limits);
        while (search_go_on(s->search, 0))
            continue;
        looks++;
    } while (teacher_look(&teacher, s->search, s->moves, s->rates, &limits));
    const TeacherMove *chosen = teacher_choose(&teacher);
    assert_in_range(looks, 1, 2);
    assert_non_null(chosen);
    assert_true(game_is_legal(s->game, &history->pos, chosen->move, s->moves));
    for (int i = 0; i < teacher.count; i++) /* not silly: nothing is thrown away without a limit */
        if (chosen->score > -SEARCH_PROVED && teacher.move[i].score < SEARCH_PROVED)
            assert_true(chosen->score >= teacher.move[i].score - 260 ||
                        chosen->expect >= teacher.move[i].expect - 660);
    s->trace = (s->trace ^ chosen->move) * UINT64_C(0x9e3779b97f4a7c15);
    return chosen->move;
}

/* Takes the greatest gain there is, else anything; or anything in any case. */
static Move learn(School *s, const Pos *pos, bool greedy, Rng *rng)
{
    int count = s->game->moves(s->game, pos, s->moves), best = 0;
    if (!greedy || !s->game->rate)
        return s->moves[rng_below(rng, (uint32_t)count)];
    s->game->rate(s->game, pos, s->moves, count, s->rates);
    uint32_t equals = 0;
    Move chosen = 0;
    for (int i = 0; i < count; i++) {
        int gain = s->rates[i] >= 80 ? s->rates[i] : 0;
        if (!equals || gain > best)
            equals = 0;
        if (equals && gain < best)
            continue;
        best = gain;
        if (rng_below(rng, ++equals) == 0)
            chosen = s->moves[i];
    }
    return chosen;
}

/* What the learner gets, in halves. */
static int play(School *s, bool greedy, int teacher, uint64_t seed)
{
    History history;
    Pos start;
    Rng rng = {seed};
    s->game->ops->start(s->game, seed, &start);
    assert_true(history_begin(&history, s->game, &start));
    s->lesson = (Lesson){0};
    while (history_winner(&history) == WINNER_NONE) {
        Move move = history.pos.turn == teacher ? teach(s, &history, seed)
                                                : learn(s, &history.pos, greedy, &rng);
        lesson_see(&s->lesson, s->game, &history.pos, move, teacher, s->moves, s->rates);
        assert_true(history_play(&history, move));
        assert_true(history.ply < PLIES_MAX); /* games end */
    }
    Winner winner = history_winner(&history);
    history_free(&history);
    return winner != WINNER_P1 && winner != WINNER_P2 ? 1
           : (winner == WINNER_P2) == teacher         ? 0
                                                      : 2;
}

static int play_some(School *s, bool greedy, int games)
{
    int halves = 0;
    for (int i = 0; i < games; i++)
        halves += play(s, greedy, i & 1, test_seed() + (uint64_t)i);
    return halves;
}

/* Games end, whoever plays; who takes what there is does better than who does not. */
static void games_end(void **state)
{
    (void)state;
    enum { GAMES = 6 };
    static const char *const variants[] = {"nine", "morelli,size=7", "mur"};
    int random = 0, greedy = 0;
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        School s = school_open(variants[i]);
        random += play_some(&s, false, GAMES);
        greedy += play_some(&s, true, GAMES);
        school_close(&s);
    }
    print_message("of %d games: random %.1f, greedy %.1f\n", 3 * GAMES, random / 2.0, greedy / 2.0);
    assert_true(random < greedy);
}

static void the_same_seed_gives_the_same_game(void **state)
{
    (void)state;
    School s = school_open("nine");
    uint64_t traces[3];
    for (int i = 0; i < 3; i++) {
        s.trace = 0;
        play(&s, true, 0, test_seed() + (i == 2));
        traces[i] = s.trace;
    }
    assert_true(traces[0] == traces[1]);
    assert_true(traces[0] != traces[2]);
    school_close(&s);
}

static void starts_everywhere(const char *variant)
{
    School s = school_open(variant);
    History history;
    Pos start;
    s.game->ops->start(s.game, 1, &start);
    assert_true(history_begin(&history, s.game, &start));
    s.lesson = (Lesson){0};
    for (int ply = 0; ply < 4 && history_winner(&history) == WINNER_NONE; ply++)
        assert_true(history_play(&history, teach(&s, &history, 1)));
    history_free(&history);
    school_close(&s);
}

static void every_variant_has_one(void **state)
{
    (void)state;
    test_each_variant(starts_everywhere);
}

/* The lesson of a tree is what is seen move by move. */
static void lesson_from_a_tree(void **state)
{
    (void)state;
    School s = school_open("six");
    Rng rng = {test_seed()};
    Tree tree;
    Pos pos;
    uint32_t end = 0;
    s.game->ops->start(s.game, 1, &pos);
    assert_true(tree_begin(&tree, s.game, &pos));
    Move played[41];
    for (int i = 0; i < 41 && tree_ending(&tree, end).kind == END_NONE; i++) {
        played[i] = learn(&s, tree_pos(&tree, end), i % 3, &rng);
        assert_int_equal(tree_add(&tree, end, played[i], &end), TREE_OK);
    }
    int teacher = tree_pos(&tree, end)->turn;
    Lesson lesson = {0}, told = lesson_of(&tree, end, s.moves, s.rates);
    for (uint32_t ply = 0; ply < tree.node[end].ply; ply++)
        lesson_see(&lesson, s.game, tree_pos(&tree, tree_at_ply(&tree, end, ply)), played[ply],
                   teacher, s.moves, s.rates);
    assert_memory_equal(&lesson, &told, sizeof lesson);
    assert_true(lesson.found > 0);
    tree_free(&tree);
    school_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aims_a_little_under_one_half),
        cmocka_unit_test(aims_by_what_the_learner_finds),
        cmocka_unit_test(sees_what_was_found),
        cmocka_unit_test(eases_off_when_ahead),
        cmocka_unit_test(plays_properly_when_behind),
        cmocka_unit_test(is_never_silly),
        cmocka_unit_test(leaves_something_to_find),
        cmocka_unit_test(takes_wins_in_time),
        cmocka_unit_test(games_end),
        cmocka_unit_test(the_same_seed_gives_the_same_game),
        cmocka_unit_test(every_variant_has_one),
        cmocka_unit_test(lesson_from_a_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
