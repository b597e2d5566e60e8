/* SPDX-License-Identifier: MIT */
/* Data sets: what is written reads back to the same games, in every variant; a changed byte is
 * found; a game depends on its number and seed alone. */
#include "unit/support.h"

#include "base/crc.h"
#include "explore/dataset.h"

enum { GAMES = 3, PLIES = 300 };

static SelfplayWay way_of(bool random)
{
    return (SelfplayWay){.seed = 7,
                         .random = random,
                         .limits.nodes = random ? 0 : 40,
                         .opening = random ? 0 : 4,
                         .plies = PLIES};
}

static void play(const Game *game, const SelfplayWay *way, uint64_t index, Played *out)
{
    Player *player = selfplay_player(game, way, NULL);
    assert_non_null(player);
    assert_true(played_open(out, way->plies));
    assert_true(selfplay_game(game, player, way, NULL, index, out));
    player_close(player);
}

/* Takes the next game out of the bytes. */
static bool next_game(const DatasetBytes *bytes, size_t *at, Texts *texts, DatasetGame *game,
                      char *why)
{
    uint32_t count, crc;
    if (!dataset_read_frame(bytes->at + *at, &count, &crc))
        return refuse(why, "frame");
    const uint8_t *payload = bytes->at + *at + DATASET_FRAME_BYTES;
    *at += DATASET_FRAME_BYTES + count;
    if (*at > bytes->count || crc_of(payload, count) != crc)
        return refuse(why, "checksum");
    return dataset_read_game(texts, payload, count, game, why);
}

typedef struct Compared {
    const Game *game;
    const Played *played;
    uint32_t plies;
} Compared;

static void compare_ply(void *context, uint32_t ply, const Pos *pos, const char *text,
                        int32_t score)
{
    Compared *c = context;
    char own[MOVE_TEXT_MAX];
    Str s = str_over(own, sizeof own);
    c->game->ops->write_move(c->game, pos, c->played->move[ply], &s);
    assert_string_equal(own, text);
    assert_int_equal(c->played->score[ply], score);
    c->plies++;
}

static void check_back(const Game *game, const Played *played, const DatasetBytes *bytes)
{
    char why[WHY_MAX] = "";
    Texts texts = {0};
    DatasetGame data = {0};
    size_t at = 0;
    for (int i = 0; i < GAMES; i++) {
        Compared c = {game, &played[i], 0};
        if (!next_game(bytes, &at, &texts, &data, why) ||
            !dataset_replay(game, &texts, &data, compare_ply, &c, why))
            fail_msg("%s, game %d: %s", game->id, i, why);
        assert_int_equal(c.plies, played[i].count);
        assert_int_equal(data.winner, played[i].winner);
    }
    assert_int_equal(at, bytes->count);
    free(data.ply);
    texts_free(&texts);
}

static void check_variant(const char *variant)
{
    Game *game = test_open(variant);
    SelfplayWay way = way_of(true);
    Played played[GAMES];
    Texts texts = {0};
    DatasetBytes bytes = {0};
    for (uint64_t i = 0; i < GAMES; i++) {
        play(game, &way, i, &played[i]);
        assert_true(dataset_write_game(&texts, game, &played[i], i != 1, &bytes));
    }
    check_back(game, played, &bytes);
    for (int i = 0; i < GAMES; i++)
        played_close(&played[i]);
    texts_free(&texts);
    free(bytes.at);
    game_close(game);
}

static void test_every_variant_reads_back(void **state)
{
    (void)state;
    test_each_variant(check_variant);
}

/* Engine games: scores and results; and no changed bit goes unnoticed. */
static void test_changes_are_found(void **state)
{
    (void)state;
    Game *game = test_open("nine");
    SelfplayWay way = way_of(false);
    Played played;
    Texts texts = {0};
    DatasetBytes bytes = {0};
    DatasetGame data = {0};
    char why[WHY_MAX];
    play(game, &way, 5, &played);
    assert_int_equal(played.score[0], SELFPLAY_NO_SCORE);
    assert_int_not_equal(played.score[way.opening], SELFPLAY_NO_SCORE);
    assert_true(dataset_write_game(&texts, game, &played, true, &bytes));
    for (size_t bit = 0; bit < 8 * bytes.count; bit++) {
        size_t at = 0;
        bytes.at[bit / 8] ^= (uint8_t)(1 << bit % 8);
        if (next_game(&bytes, &at, &texts, &data, why))
            fail_msg("bit %zu may change", bit);
        bytes.at[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    size_t at = 0;
    assert_true(next_game(&bytes, &at, &texts, &data, why));
    data.winner = data.winner == WINNER_P1 ? WINNER_P2 : WINNER_P1;
    Compared c = {game, &played, 0};
    assert_false(dataset_replay(game, &texts, &data, compare_ply, &c, why));
    assert_string_equal(why, "its result is not that of its last position");
    played_close(&played);
    free(data.ply);
    free(bytes.at);
    texts_free(&texts);
    game_close(game);
}

/* A player that has played before plays the same game again. */
static void test_games_depend_on_numbers(void **state)
{
    (void)state;
    Game *game = test_open("mur");
    SelfplayWay way = way_of(false);
    Played first, again;
    Player *player = selfplay_player(game, &way, NULL);
    assert_true(player && played_open(&again, way.plies));
    play(game, &way, 3, &first);
    for (uint64_t i = 0; i <= 3; i++)
        assert_true(selfplay_game(game, player, &way, NULL, i, &again));
    assert_int_equal(first.count, again.count);
    assert_memory_equal(first.move, again.move, first.count * sizeof *first.move);
    assert_memory_equal(first.score, again.score, first.count * sizeof *first.score);
    player_close(player);
    played_close(&first);
    played_close(&again);
    game_close(game);
}

static void test_scores_and_texts(void **state)
{
    (void)state;
    static const int32_t scores[] = {0, 1, -1, 63, -64, 64, 29999, -29999, SELFPLAY_NO_SCORE};
    enum { COUNT = sizeof scores / sizeof *scores };
    Game *game = test_open("nine");
    SelfplayWay way = way_of(true);
    Played played;
    Texts texts = {0};
    DatasetBytes bytes = {0};
    DatasetGame data = {0};
    char why[WHY_MAX];
    size_t at = 0;
    play(game, &way, 0, &played);
    played.count = COUNT;
    played.winner = WINNER_NONE;
    for (int i = 0; i < COUNT; i++)
        played.score[i] = scores[i];
    assert_true(dataset_write_game(&texts, game, &played, true, &bytes));
    assert_true(next_game(&bytes, &at, &texts, &data, why));
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(data.ply[i].score, scores[i]);
    assert_int_equal(texts_find(&texts, texts_get(&texts, data.ply[2].move)), data.ply[2].move);
    assert_int_equal(texts_find(&texts, "zz"), 0);
    played_close(&played);
    free(data.ply);
    free(bytes.at);
    texts_free(&texts);
    game_close(game);
}

static void test_heads(void **state)
{
    (void)state;
    uint8_t bytes[DATASET_HEAD_BYTES], again[DATASET_HEAD_BYTES];
    char why[WHY_MAX];
    DatasetHead head = {.variant = "nine",
                        .rules = 1,
                        .seed = 2,
                        .first = 3,
                        .games = 4,
                        .program = "0.1.0",
                        .settings = "nodes 5",
                        .position = "x"},
                back;
    dataset_write_head(&head, bytes);
    assert_true(dataset_read_head(bytes, sizeof bytes, &back, why));
    dataset_write_head(&back, again);
    assert_memory_equal(bytes, again, sizeof bytes);
    assert_string_equal(back.settings, head.settings);
    assert_int_equal(back.first, 3);
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] ^= 1;
        assert_false(dataset_read_head(bytes, sizeof bytes, &back, why));
        bytes[i] ^= 1;
    }
    for (size_t n = 0; n < sizeof bytes; n++)
        assert_false(dataset_read_head(bytes, n, &back, why));
    assert_int_equal(crc_of("123456789", 9), 0xcbf43926);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_heads),
        cmocka_unit_test(test_scores_and_texts),
        cmocka_unit_test(test_changes_are_found),
        cmocka_unit_test(test_games_depend_on_numbers),
        cmocka_unit_test(test_every_variant_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
