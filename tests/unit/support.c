/* SPDX-License-Identifier: MIT */
#include "unit/support.h"

#include "games/template/template.h"

const Family *const test_families[] = {&template_family};
const size_t test_family_count = 1;

Game *test_open(const char *variant)
{
    char why[WHY_MAX] = "";
    Game *game = game_open(variant, LANG_EN, why);
    if (!game) {
        char inner[WHY_MAX];
        game = game_open_from(test_families, test_family_count, variant, LANG_EN, inner);
    }
    if (!game)
        fail_msg("%s: %s", variant, why);
    return game;
}

Pos test_pos(const Game *game, const char *text)
{
    char why[WHY_MAX] = "";
    Pos pos;
    if (!game->ops->read_pos(game, text, LANG_EN, &pos, why))
        fail_msg("%s: '%s' refused: %s", game->id, text, why);
    return pos;
}

Move test_move(const Game *game, const Pos *pos, const char *text)
{
    char why[WHY_MAX] = "";
    Move move = 0;
    if (!game->ops->read_move(game, pos, text, LANG_EN, &move, why))
        fail_msg("%s: %s at '%s' refused: %s", game->id, text, test_pos_text(game, pos), why);
    return move;
}

static char *next_buffer(void)
{
    static char buffers[4][POSITION_TEXT_MAX];
    static int next;
    return buffers[next++ & 3];
}

const char *test_pos_text(const Game *game, const Pos *pos)
{
    char *buffer = next_buffer();
    Str s = str_over(buffer, POSITION_TEXT_MAX);
    game->ops->write_pos(game, pos, &s);
    assert_false(s.full);
    return buffer;
}

const char *test_move_text(const Game *game, const Pos *pos, Move move)
{
    char *buffer = next_buffer();
    Str s = str_over(buffer, MOVE_TEXT_MAX);
    game->ops->write_move(game, pos, move, &s);
    assert_false(s.full);
    return buffer;
}

uint64_t test_seed(void)
{
    static uint64_t seed;
    if (!seed) {
        const char *given = getenv("CONCENTRIC_TEST_SEED");
        seed = given ? strtoull(given, NULL, 10) : 1;
        printf("seed %llu (set CONCENTRIC_TEST_SEED for another one)\n", (unsigned long long)seed);
    }
    return seed;
}

int test_cases(int all)
{
    const char *level = getenv("CONCENTRIC_LEVEL");
    bool every = !level || strcmp(level, "all") == 0;
    return every || all < 3 ? all : all / 3;
}

void test_walk(const Game *game, uint64_t seed, int games,
               void (*visit)(void *context, const Game *game, const Pos *pos, const Move *moves,
                             int count),
               void *context)
{
    enum { PLIES = 400 };
    Move *moves = malloc(game->moves_max * sizeof *moves);
    Rng rng = {seed};
    for (int g = 0; g < games; g++) {
        Pos pos, next;
        game->ops->start(game, rng_next(&rng), &pos);
        for (int ply = 0; ply < PLIES; ply++) {
            int count = game->moves(game, &pos, moves);
            visit(context, game, &pos, moves, count);
            if (!count)
                break;
            game->apply(game, &pos, moves[rng_below(&rng, (uint32_t)count)], &next);
            pos = next;
        }
    }
    free(moves);
}

static bool visit_variant(void *context, const char *variant)
{
    void (*test)(const char *) = *(void (**)(const char *))context;
    test(variant);
    return true;
}

void test_each_variant(void (*test)(const char *variant))
{
    variants_visit(registry_families, registry_count, visit_variant, &test);
    variants_visit(test_families, test_family_count, visit_variant, &test);
}
