/* SPDX-License-Identifier: MIT */
/* The engine against the slow second implementation, over random games of every variant that it
 * knows: the same moves, the same position after each, the same result, at every ply. */
#include "unit/support.h"

#include "core/history.h"
#include "reference/ref.h"

enum { GAMES = 6, PLIES = 160, CHILDREN = 12, BIG_BOARD = 50 };

static const char *const winners[] = {"none", "p1win", "p2win", "draw"};

/* The engine's moves as a sorted list of texts. */
static void list_moves(const Game *game, const Pos *pos, const Move *moves, int count,
                       RefMoves *out)
{
    out->count = out->capacity = count;
    out->text = calloc((size_t)count + 1, sizeof *out->text);
    for (int i = 0; i < count; i++)
        snprintf(out->text[i], REF_MOVE_MAX, "%s", test_move_text(game, pos, moves[i]));
    ref_moves_sort(out);
}

static void compare_moves(const Game *game, const Pos *pos, const Move *moves, int count,
                          const RefFamily *family, const RefState *state)
{
    RefMoves ours, theirs = {0};
    list_moves(game, pos, moves, count, &ours);
    family->moves(game->id, state, &theirs);
    ref_moves_sort(&theirs);
    for (int i = 0; i < ours.count || i < theirs.count; i++) {
        const char *a = i < ours.count ? ours.text[i] : "(none)";
        const char *b = i < theirs.count ? theirs.text[i] : "(none)";
        if (strcmp(a, b) != 0)
            fail_msg("%s at %s: engine %s, reference %s", game->id, state->text, a, b);
    }
    ref_moves_free(&ours);
    ref_moves_free(&theirs);
}

/* Compares a position, and where some of its moves lead; then goes on with one of them. */
static bool compare_ply(const Game *game, const RefFamily *family, Pos *pos, RefState *state,
                        Move *moves, Rng *rng)
{
    assert_string_equal(test_pos_text(game, pos), state->text);
    assert_string_equal(winners[game->ops->outcome(game, pos).winner],
                        family->result(game->id, state));
    int count = game->moves(game, pos, moves);
    compare_moves(game, pos, moves, count, family, state);
    if (!count)
        return false;
    Pos next = *pos;
    RefState after = *state;
    for (int i = 0; i < CHILDREN && i < count; i++) {
        Move move = moves[rng_below(rng, (uint32_t)count)];
        game->apply(game, pos, move, &next);
        family->apply(game->id, state, test_move_text(game, pos, move), &after);
        if (strcmp(test_pos_text(game, &next), after.text) != 0)
            fail_msg("%s at %s: after %s engine %s, reference %s", game->id, state->text,
                     test_move_text(game, pos, move), test_pos_text(game, &next), after.text);
    }
    *pos = next;
    *state = after;
    return true;
}

static void compare_game(const Game *game, const RefFamily *family, Rng *rng, Move *moves)
{
    uint64_t seed = rng_next(rng);
    Pos pos;
    RefState state;
    memset(&state, 0, sizeof state);
    game->ops->start(game, seed, &pos);
    family->start(game->id, seed, &state);
    for (int ply = 0; ply < PLIES; ply++)
        if (!compare_ply(game, family, &pos, &state, moves, rng))
            return;
}

static bool is_registered(const char *variant)
{
    char why[WHY_MAX];
    Game *game = game_open(variant, LANG_EN, why);
    game_close(game);
    return game;
}

static void compare_variant(const char *variant)
{
    const RefFamily *family = ref_family(variant);
    if (!family) {
        if (is_registered(variant))
            fail_msg("%s has no second implementation: write tests/reference/<game>_ref.c, declare "
                     "its RefFamily in ref.h, list it in ref_family (ref.c) and name the file in "
                     "tests/CMakeLists.txt (docs/adding-a-game.md)",
                     variant);
        return; /* the template, which nobody plays */
    }
    Game *game = test_open(variant);
    Move *moves = malloc(game->moves_max * sizeof *moves);
    Rng rng = {test_seed()};
    int games = game->shape.point_count < BIG_BOARD ? GAMES : GAMES / 2;
    for (int g = 0; g < test_cases(games); g++)
        compare_game(game, family, &rng, moves);
    free(moves);
    game_close(game);
}

static void test_engine_equals_reference(void **state)
{
    (void)state;
    test_each_variant(compare_variant);
}

/* ---- The draw by repetition, in games that like to come back ---- */

enum { EARLY = 12, LATE = 240 };

typedef struct Cycles {
    int drawn, due; /* games that were drawn; third occurrences that did not draw for a duty */
} Cycles;

static Cycles cycles;

/* A random move, but after the first ones mostly one that leads where the game was before. */
static Move choose(const History *history, Move *moves, Rng *rng)
{
    const Game *game = history->game;
    int count = game->moves(game, &history->pos, moves);
    Move chosen = count ? moves[rng_below(rng, (uint32_t)count)] : 0;
    if (history->ply < EARLY || rng_below(rng, 5) == 0)
        return chosen;
    for (int i = 0, found = 0; i < count; i++) {
        Pos next;
        game->apply(game, &history->pos, moves[i], &next);
        for (uint32_t p = 0; p <= history->ply; p++)
            if (history->entry[p].text_key == game_text_key(game, &next) &&
                rng_below(rng, (uint32_t)++found) == 0)
                chosen = moves[i];
    }
    return chosen;
}

static void compare_drawn(const History *history, const RefState *states)
{
    int drawn = ref_drawn_at(history->game->id, states, (int)history->ply + 1);
    if (history->drawn_ply != (drawn < 0 ? UINT32_MAX : (uint32_t)drawn))
        fail_msg("%s at %s: drawn at ply %d by the engine, %d by the reference", history->game->id,
                 states[history->ply].text, (int)history->drawn_ply, drawn);
    cycles.drawn += drawn >= 0;
    for (uint32_t p = 0; p < history->ply && p < history->drawn_ply; p++)
        cycles.due += history->entry[p].seen >= 3;
}

static void compare_cycles(const char *variant)
{
    const RefFamily *family = ref_family(variant);
    Game *game = family ? test_open(variant) : NULL;
    if (!game || !game->repeats) {
        game_close(game);
        return;
    }
    Move *moves = malloc(game->moves_max * sizeof *moves);
    RefState *states = calloc(LATE + 1, sizeof *states);
    Rng rng = {test_seed()};
    History history;
    Pos start;
    game->ops->start(game, 1, &start);
    family->start(game->id, 1, &states[0]);
    assert_true(history_begin(&history, game, &start));
    for (Move move; history.ply < LATE && (move = choose(&history, moves, &rng));) {
        family->apply(game->id, &states[history.ply], test_move_text(game, &history.pos, move),
                      &states[history.ply + 1]);
        assert_true(history_play(&history, move));
        assert_string_equal(test_pos_text(game, &history.pos), states[history.ply].text);
    }
    compare_drawn(&history, states);
    history_free(&history);
    free(states);
    free(moves);
    game_close(game);
}

static void test_repetition_equals_reference(void **state)
{
    (void)state;
    test_each_variant(compare_cycles);
    print_message("%d drawn, %d third occurrences under a duty\n", cycles.drawn, cycles.due);
    assert_true(cycles.drawn > 10 && cycles.due > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_engine_equals_reference),
        cmocka_unit_test(test_repetition_equals_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
