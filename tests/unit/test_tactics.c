/* SPDX-License-Identifier: MIT */
/* Tactical positions (tests/tactics): VARIANT | POSITION | PLIES | NODES. Each is proved here by
 * trying everything, without the search: the side to move wins in so many plies and no fewer. Then
 * the search must see it, and its move must keep the win. NODES is what the search took when the
 * table was made (tools/tactics.c). */
#include "unit/support.h"

#include "ai/search.h"

enum { MEMO = 1 << 21, SLOTS = 1 << 18, NODES_MAX = 3000000 };

/* What was found out about a position: wins within `plies`, or does not. */
typedef struct Memo {
    Pos pos;
    uint8_t plies, known, wins;
} Memo;

static Memo *memo;

static Memo *memo_at(const Pos *pos, int plies)
{
    return &memo[(pos->key * 31 + (uint64_t)plies) * 0x9e3779b97f4a7c15u >> (64 - 21)];
}

/* Does player `who` win from here within `plies`, whatever the other one does? */
static bool wins(const Game *game, const Pos *pos, int who, int plies)
{
    Winner winner = game->ops->outcome(game, pos).winner;
    if (winner != WINNER_NONE || plies == 0)
        return winner == (who ? WINNER_P2 : WINNER_P1);
    Memo *m = memo_at(pos, plies);
    if (m->known == who + 1 && m->plies == plies && memcmp(&m->pos, pos, sizeof *pos) == 0)
        return m->wins;
    Move *moves = malloc(game->moves_max * sizeof *moves);
    int count = game->moves(game, pos, moves);
    bool attacks = pos->turn == who, result = !attacks;
    for (int i = 0; i < count && result != attacks; i++) {
        Pos next;
        game->apply(game, pos, moves[i], &next);
        result = wins(game, &next, who, plies - 1);
    }
    free(moves);
    *memo_at(pos, plies) = (Memo){*pos, (uint8_t)plies, (uint8_t)(who + 1), result};
    return result;
}

static void solve(const Game *game, const Pos *pos, Search *search)
{
    size_t room = SEARCH_ROOM + (size_t)game->moves_max;
    SearchMemory memory = {.table = {malloc(SLOTS * sizeof(TableSlot)), SLOTS},
                           .moves = malloc(room * sizeof(Move)),
                           .order = malloc(room * sizeof(int32_t)),
                           .room = room};
    SearchLimits limits = {.nodes = NODES_MAX};
    Match match;
    assert_true(match_begin(&match, game, pos));
    table_clear(&memory.table);
    search_begin(search, &memory, &match, &limits);
    while (search_go_on(search, 0))
        continue;
    match_free(&match);
    free(memory.table.slots);
    free(memory.moves);
    free(memory.order);
}

static void check(const char *variant, const char *text, int plies, uint64_t recorded)
{
    Game *game = test_open(variant);
    Pos pos = test_pos(game, text), next;
    Search *search = malloc(sizeof *search);
    if (!wins(game, &pos, pos.turn, plies) || wins(game, &pos, pos.turn, plies - 1))
        fail_msg("%s: no win in just %d plies: %s", variant, plies, text);
    solve(game, &pos, search);
    int mate = search_mate(search);
    if (mate < plies)
        fail_msg("%s: win in %d instead of %d: %s", variant, mate, plies, text);
    game->apply(game, &pos, search->best, &next);
    if (!wins(game, &next, pos.turn, mate - 1))
        fail_msg("%s: %s gives the win away: %s", variant, test_move_text(game, &pos, search->best),
                 text);
    printf("%-24s win in %2d (seen as %2d) %8llu nodes (table: %llu)\n", variant, plies, mate,
           (unsigned long long)search->nodes, (unsigned long long)recorded);
    free(search);
    game_close(game);
}

static void check_table(const char *name)
{
    char path[512], line[1024], variant[VARIANT_TEXT_MAX], text[POSITION_TEXT_MAX];
    snprintf(path, sizeof path, "%s/tactics/%s.txt", TESTS_DIR, name);
    FILE *file = fopen(path, "r");
    int positions = 0;
    assert_non_null(file);
    memo = calloc(MEMO, sizeof *memo);
    while (fgets(line, sizeof line, file)) {
        int plies;
        unsigned long long nodes;
        if (line[0] == '#')
            continue;
        assert_int_equal(
            sscanf(line, "%95[^| ] | %511[^|]| %d | %llu", variant, text, &plies, &nodes), 4);
        text[strlen(text) - 1] = '\0'; /* the space before the bar */
        check(variant, text, plies, nodes);
        positions++;
    }
    assert_true(positions >= 4);
    free(memo);
    fclose(file);
}

static void test_morris(void **state)
{
    (void)state;
    check_table("morris");
}

static void test_stacking(void **state)
{
    (void)state;
    check_table("stacking");
}

static void test_mur(void **state)
{
    (void)state;
    check_table("mur");
}

static void test_morelli(void **state)
{
    (void)state;
    check_table("morelli");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_morris),
        cmocka_unit_test(test_stacking),
        cmocka_unit_test(test_mur),
        cmocka_unit_test(test_morelli),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
