/* SPDX-License-Identifier: MIT */
/* Morelli, clause by clause of its rules file: set-ups, Play 1 to 6, frame names, move text and
 * position text. Positions are given as lists of cells; what they lead to was worked out by hand.
 * The perft table was confirmed by the reference. */
#include "unit/support.h"

#include "core/perft.h"
#include "games/morelli/morelli.h"
#include "reference/ref.h"

/* ---- Saying what is expected ---------------------------------------------------------------- */

/* A study: men by their cells ("a5 b7"), the king's letter or '.', the side to move. */
typedef struct Study {
    const char *variant, *black, *white;
    char king, side;
} Study;

static void put_all(const Game *game, const char *cells, char letter, char *board)
{
    while (*cells) {
        Point p = shape_read_point(&game->shape, &cells);
        assert_int_not_equal(p, POINT_NONE);
        board[p] = letter;
        cells += *cells == ' ';
    }
}

static Pos study_pos(const Game *game, const Study *study)
{
    int size = morelli_rules(game)->size;
    char board[POINTS_MAX], text[POSITION_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    memset(board, '.', sizeof board);
    put_all(game, study->black, 'b', board);
    put_all(game, study->white, 'w', board);
    board[size * size / 2] = study->king;
    for (int y = size - 1; y >= 0; y--) {
        for (int x = 0; x < size; x++)
            str_char(&s, board[x * size + y]);
        str_char(&s, y ? '/' : ' ');
    }
    str_char(&s, study->side);
    str_add(&s, " play");
    return test_pos(game, text);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The moves whose text begins with `prefix` are these, sorted and joined by spaces. */
static void expect_moves(const Study *study, const char *prefix, const char *expected)
{
    Game *game = test_open(study->variant);
    Pos pos = study_pos(game, study);
    Move *moves = malloc(game->moves_max * sizeof *moves);
    int count = game->moves(game, &pos, moves), kept = 0;
    char(*texts)[MOVE_TEXT_MAX] = calloc((size_t)count + 1, MOVE_TEXT_MAX), joined[4096];
    for (int i = 0; i < count; i++) {
        const char *text = test_move_text(game, &pos, moves[i]);
        if (strncmp(text, prefix, strlen(prefix)) == 0)
            snprintf(texts[kept++], MOVE_TEXT_MAX, "%s", text);
    }
    qsort(texts, (size_t)kept, MOVE_TEXT_MAX, compare_texts);
    Str s = str_over(joined, sizeof joined);
    for (int i = 0; i < kept; i++)
        str_format(&s, "%s%s", i ? " " : "", texts[i]);
    assert_string_equal(joined, expected);
    free(texts);
    free(moves);
    game_close(game);
}

/* Plays the move, which must be written `full` and tell these events in English. */
static void expect_effect(const Study *study, const char *move, const char *full,
                          const char *events)
{
    Game *game = test_open(study->variant);
    Pos pos = study_pos(game, study);
    Move word = test_move(game, &pos, move);
    assert_string_equal(test_move_text(game, &pos, word), full);
    Event list[EVENTS_MAX];
    char said[2048];
    Str s = str_over(said, sizeof said);
    events_write(game, list, game->ops->events(game, &pos, word, list), LANG_EN, &s);
    assert_string_equal(said, events);
    game_close(game);
}

/* The move is refused, with `key` in the English reason and another reason in Japanese. */
static void expect_refused(const Study *study, const char *move, const char *key)
{
    Game *game = test_open(study->variant);
    Pos pos = study_pos(game, study);
    char why[LANG_COUNT][WHY_MAX] = {"", ""};
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        Move out = 77;
        if (game->ops->read_move(game, &pos, move, (Lang)lang, &out, why[lang]))
            fail_msg("%s should be refused", move);
        assert_true(out == 77);
    }
    if (!strstr(why[LANG_EN], key))
        fail_msg("%s refused with '%s', not with '%s'", move, why[LANG_EN], key);
    assert_true(*why[LANG_JA] && strcmp(why[LANG_EN], why[LANG_JA]) != 0);
    game_close(game);
}

static void expect_result(const Study *study, Winner winner)
{
    Game *game = test_open(study->variant);
    Pos pos = study_pos(game, study);
    Move *moves = malloc(game->moves_max * sizeof *moves);
    assert_int_equal(game->ops->outcome(game, &pos).winner, winner);
    assert_int_equal(game->moves(game, &pos, moves) == 0, winner != WINNER_NONE);
    free(moves);
    game_close(game);
}

static const char *start_text(const char *variant, uint64_t seed)
{
    Game *game = test_open(variant);
    Pos pos;
    game->ops->start(game, seed, &pos);
    const char *text = test_pos_text(game, &pos);
    game_close(game);
    return text;
}

/* ---- Options ----------------------------------------------------------------------------------
 */

static void expect_id(const char *variant, const char *id)
{
    Game *game = test_open(variant);
    assert_string_equal(game->id, id);
    game_close(game);
}

static void test_options_have_their_defaults(void **state)
{
    (void)state;
    expect_id("morelli,size=13,edition=revised,setup=random", "morelli");
    expect_id("morelli,setup=facing,edition=nestor", "morelli,edition=nestor");
    expect_id("morelli,edition=nestor,setup=random", "morelli,edition=nestor,setup=random");
    expect_id("morelli,setup=facing,size=9", "morelli,size=9,setup=facing");
}

static void test_blocks_on_7_is_an_error(void **state)
{
    (void)state;
    char why[WHY_MAX] = "";
    assert_null(game_open("morelli,size=7,setup=blocks", LANG_EN, why));
    assert_non_null(strstr(why, "size=7"));
}

static bool count_one(void *context, const char *variant)
{
    *(int *)context += strncmp(variant, "morelli", 7) == 0;
    return true;
}

static void test_there_are_93_variants(void **state)
{
    (void)state;
    int count = 0;
    variants_visit(registry_families, registry_count, count_one, &count);
    assert_int_equal(count, 4 * 3 * 8 - 3);
}

static void test_nestor_says_stone_tower_and_centre(void **state)
{
    (void)state;
    Game *game = test_open("morelli,edition=nestor");
    assert_string_equal(game->pieces[PIECE_BLACK].name.in[LANG_EN], "black stone");
    assert_string_equal(game->pieces[PIECE_WHITE_KING].name.in[LANG_EN], "white tower");
    game_close(game);
    Study study = {"morelli,edition=nestor", "g2", "", 'W', 'b'};
    expect_refused(&study, "g2-g7", "the centre; no stone may stop");
}

/* ---- Bands and the point list
 * ------------------------------------------------------------------*/

static void test_point_list_and_bands(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *outer, *throne, *last;
        int bands;
    } boards[] = {{"morelli", "red", "g7", "m13", 7},
                  {"morelli,size=11", "orange", "f6", "k11", 6},
                  {"morelli,size=9", "yellow", "e5", "i9", 5},
                  {"morelli,size=7", "green", "d4", "g7", 4}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        Game *game = test_open(boards[i].variant);
        const Shape *shape = &game->shape;
        assert_string_equal(shape->point[0].name, "a1");
        assert_string_equal(shape->point[1].name, "a2");
        assert_string_equal(shape->point[shape->point_count - 1].name, boards[i].last);
        assert_string_equal(shape->point[shape->point_count / 2].name, boards[i].throne);
        assert_int_equal(shape->band_count, boards[i].bands);
        assert_string_equal(shape->band_name[0].in[LANG_EN], boards[i].outer);
        assert_string_equal(shape->band_name[boards[i].bands - 1].in[LANG_EN], "violet");
        assert_int_equal(shape->point[shape->point_count / 2].band, boards[i].bands - 1);
        game_close(game);
    }
}

/* ---- Set-ups ----------------------------------------------------------------------------------*/

static void test_setup_random_of_the_rules_file(void **state)
{
    (void)state;
    assert_string_equal(start_text("morelli,size=9", 1),
                        "bwwwwwbwb/w7w/w7w/b7w/b7w/b7w/b7b/b7b/wbwbbbbbw b play");
}

static void test_setup_random_has_opposite_colours_opposite(void **state)
{
    (void)state;
    static const char *const variants[] = {"morelli", "morelli,size=11", "morelli,size=9",
                                           "morelli,size=7"};
    for (uint64_t seed = 0; seed < 40; seed++) {
        Game *game = test_open(variants[seed % 4]);
        Pos pos;
        uint8_t board[POINTS_MAX];
        game->ops->start(game, seed, &pos);
        game->ops->board(game, &pos, board);
        int last = game->shape.point_count - 1;
        for (int p = 0; p <= last; p++)
            assert_int_equal(board[p] + board[last - p], game->shape.point[p].band ? 0 : 3);
        game_close(game);
    }
}

/* Burnside: the mean over the eight symmetries of the set-ups that each leaves as they are. A
 * set-up of a class of cells that a symmetry and "opposite" join is settled by one of them. */
static uint64_t fixed_setups(const Shape *shape, const Point *to)
{
    int colour[POINTS_MAX] = {0}, last = shape->point_count - 1;
    uint64_t total = 1;
    for (int first = 0; first <= last; first++) {
        if (shape->point[first].band || colour[first])
            continue;
        Point queue[2 * POINTS_MAX] = {(Point)first};
        int head = 0, tail = 1;
        colour[first] = 1;
        for (; head < tail; head++) {
            int p = queue[head];
            const int next[2] = {to[p], last - p}, wanted[2] = {colour[p], -colour[p]};
            for (int i = 0; i < 2; i++) {
                if (colour[next[i]] && colour[next[i]] != wanted[i])
                    return 0;
                if (!colour[next[i]])
                    queue[tail++] = (Point)next[i];
                colour[next[i]] = wanted[i];
            }
        }
        total *= 2;
    }
    return total;
}

static void test_setups_up_to_symmetry(void **state)
{
    (void)state;
    Game *game = test_open("morelli");
    uint64_t sum = 0;
    for (int s = 0; s < game->shape.symmetry_count; s++)
        sum += fixed_setups(&game->shape, game->shape.symmetry[s]);
    assert_int_equal(fixed_setups(&game->shape, game->shape.symmetry[0]), 1 << 24);
    assert_int_equal(sum / 8, 2097152);
    game_close(game);
}

static void test_setup_facing_and_adjacent(void **state)
{
    (void)state;
    assert_string_equal(start_text("morelli,setup=facing", 5),
                        "wbbbbbbbbbbbb/w11w/w11w/w11w/w11w/w11w/w11w/w11w/w11w/w11w/w11w/w11w/"
                        "bbbbbbbbbbbbw b play");
    assert_string_equal(start_text("morelli,setup=adjacent", 5),
                        "bwwwwwwwwwwww/b11w/b11w/b11w/b11w/b11w/b11w/b11w/b11w/b11w/b11w/b11w/"
                        "bbbbbbbbbbbbw b play");
    assert_string_equal(start_text("morelli,size=7,setup=facing", 5),
                        "wbbbbbb/w5w/w5w/w5w/w5w/w5w/bbbbbbw b play");
    assert_string_equal(start_text("morelli,size=7,setup=adjacent", 5),
                        "bwwwwww/b5w/b5w/b5w/b5w/b5w/bbbbbbw b play");
}

/* The outer cells from a1 up the left side, along the top, down the right side and back. */
static void ring_of(const char *variant, uint64_t seed, char *out)
{
    Game *game = test_open(variant);
    Pos pos;
    uint8_t board[POINTS_MAX];
    int side = morelli_rules(game)->size, last = side - 1, n = 0;
    game->ops->start(game, seed, &pos);
    game->ops->board(game, &pos, board);
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < last; i++) {
            int x = k == 0 ? 0 : k == 1 ? i : k == 2 ? last : last - i;
            int y = k == 0 ? i : k == 1 ? last : k == 2 ? last - i : 0;
            out[n++] = game->pieces[board[x * side + y]].letter;
        }
    out[n] = '\0';
    game_close(game);
}

static void test_setup_blocks(void **state)
{
    (void)state;
    char ring[64];
    ring_of("morelli,setup=blocks", 1, ring);
    assert_string_equal(ring, "bbbwwwwbbbbww"
                              "wwbbbbwwwwbb"
                              "bbwwwwbbbbww"
                              "wwbbbbwwwwb");
    ring_of("morelli,size=11,setup=blocks", 1, ring);
    assert_string_equal(ring, "bbbwwwbbbww"
                              "wwbbbwwwbb"
                              "bbwwwbbbww"
                              "wwbbbwwwb");
    ring_of("morelli,size=9,setup=blocks", 1, ring);
    assert_string_equal(ring, "bbbwwbbww"
                              "wwbbwwbb"
                              "bbwwbbww"
                              "wwbbwwb");
}

static void test_setup_scatter_balances_corners_and_sides(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        char ring[64];
        ring_of("morelli,size=11,setup=scatter", seed, ring);
        int corners = 0;
        for (int k = 0; k < 4; k++) {
            int black = 0;
            corners += ring[10 * k] == 'b';
            for (int i = 0; i < 10; i++)
                black += ring[10 * k + i] == 'b';
            assert_int_equal(black, 5);
        }
        assert_int_equal(corners, 2);
    }
    assert_string_not_equal(start_text("morelli,setup=scatter", 1),
                            start_text("morelli,setup=scatter", 2));
}

/* Who places, as letters, always on the first free cell of the list. */
static void placing_order(const char *variant, char *out)
{
    Game *game = test_open(variant);
    Move moves[2000];
    Pos pos, next;
    int n = 0;
    for (game->ops->start(game, 1, &pos); pos.phase == PHASE_PLACE; pos = next) {
        out[n++] = pos.turn ? 'w' : 'b';
        assert_true(game->moves(game, &pos, moves) > 0);
        game->apply(game, &pos, moves[0], &next);
        assert_int_equal(MORELLI_KING(&next), 0); /* no frame arises from placing */
    }
    assert_int_equal(pos.turn, 0);
    assert_int_equal(morelli_men(&pos, 0), morelli_rules(game)->men);
    assert_int_equal(morelli_men(&pos, 1), morelli_rules(game)->men);
    out[n] = '\0';
    game_close(game);
}

static void test_setup_pairs_one_two_two_one(void **state)
{
    (void)state;
    char order[64];
    placing_order("morelli,setup=pairs", order);
    assert_string_equal(order, "bwwbbwwbbwwbbwwbbwwbbwwb");
    placing_order("morelli,size=7,setup=pairs", order);
    assert_string_equal(order, "bwwbbwwbbwwb");
}

static void test_setup_pairs1_one_each_and_black_the_last_two(void **state)
{
    (void)state;
    char order[64];
    placing_order("morelli,setup=pairs1", order);
    assert_string_equal(order, "bwbwbwbwbwbwbwbwbwbwbwbb");
}

static void test_setup_free_one_two_two_one(void **state)
{
    (void)state;
    char order[64];
    placing_order("morelli,size=7,setup=free", order);
    assert_string_equal(order, "bwwbbwwbbwwbbwwbbwwbbwwb");
}

static void test_placing_a_pair_puts_the_enemy_opposite(void **state)
{
    (void)state;
    Game *game = test_open("morelli,size=7,setup=pairs");
    Pos pos, next;
    game->ops->start(game, 1, &pos);
    game->apply(game, &pos, test_move(game, &pos, "A2"), &next);
    assert_string_equal(test_pos_text(game, &next), "7/6w/7/7/7/b6/7 w place");
    game_close(game);
}

static void test_start_mode_is_picked_in_secret(void **state)
{
    (void)state;
    Game *game = test_open("morelli,edition=nestor");
    assert_int_equal(game->prelim_count, 1);
    const Prelim *prelim = game->prelims;
    assert_int_equal(prelim->kind, PRELIM_SECRET_PICK);
    assert_string_equal(prelim->option, "setup");
    for (int a = 0; a < PICK_CHOICES; a++) {
        for (int b = 0; b < PICK_CHOICES; b++) {
            Picks picks = {{0}};
            assert_true(picks_put(&picks, 1, b));
            assert_int_equal(picks_shown(&picks, 1), PICK_NONE); /* held until both are in */
            assert_int_equal(picks_result(&picks), PICK_NONE);
            assert_false(picks_put(&picks, 1, a)); /* a pick stands */
            assert_true(picks_put(&picks, 0, a));
            assert_int_equal(picks_shown(&picks, 1), b);
            int result = picks_result(&picks);
            assert_true(a == b ? result == a : result != a && result != b);
            char variant[VARIANT_TEXT_MAX];
            snprintf(variant, sizeof variant, "morelli,edition=nestor,%s=%s", prelim->option,
                     prelim->choices[result]);
            game_close(test_open(variant));
        }
    }
    game_close(game);
    game = test_open("morelli,size=9");
    assert_int_equal(game->prelims[0].kind, PRELIM_SEED);
    game_close(game);
}

/* ---- Play 1: moving ---------------------------------------------------------------------------*/

static void test_play_1_a_lone_man_on_a5(void **state)
{
    (void)state;
    Study study = {"morelli", "", "a5", '.', 'w'};
    expect_moves(&study, "",
                 "a5-b4 a5-b5 a5-b6 a5-c3 a5-c5 a5-c7 a5-d2 a5-d5 a5-d8 a5-e5 a5-e9 a5-f10 a5-f5 "
                 "a5-g11 a5-g5 a5-h12 a5-h5 a5-i5 a5-j5 a5-k5 a5-l5");
    expect_refused(&study, "a5-m5", "nearer the throne");
    expect_refused(&study, "a5-i13", "nearer the throne");
    expect_refused(&study, "a5-e1", "nearer the throne");
    expect_refused(&study, "a5-a7", "nearer the throne");
    expect_refused(&study, "a5-c6", "straight or diagonal");
}

static void test_play_1_crosses_the_vacant_throne_only(void **state)
{
    (void)state;
    Study study = {"morelli", "g2", "", '.', 'b'};
    expect_moves(&study, "g2-g", "g2-g10 g2-g11 g2-g3 g2-g4 g2-g5 g2-g6 g2-g8 g2-g9");
    expect_refused(&study, "g2-g7", "no man may stop there");
    for (int own = 0; own < 2; own++) {
        study.king = own ? 'B' : 'W';
        expect_moves(&study, "g2-g", "g2-g3 g2-g4 g2-g5 g2-g6");
        expect_refused(&study, "g2-g8", "the throne is occupied and may not be crossed");
        expect_refused(&study, "g2-g7", "no man may stop there");
    }
    Study diagonal = {"morelli,size=7", "b2", "", '.', 'b'};
    expect_moves(&diagonal, "", "b2-c3 b2-e5");
    diagonal.king = 'B';
    expect_moves(&diagonal, "", "b2-c3");
}

static void test_play_1_nothing_is_jumped(void **state)
{
    (void)state;
    Study study = {"morelli", "a7 d7", "d10", '.', 'b'};
    expect_moves(&study, "a7-", "a7-b6 a7-b7 a7-b8 a7-c5 a7-c7 a7-c9 a7-d4 a7-e3 a7-f2");
    expect_refused(&study, "a7-e7", "the man on d7 is in the way");
    expect_refused(&study, "a7-d7", "d7 is occupied");
    expect_refused(&study, "a7-d10", "d10 is occupied");
    expect_refused(&study, "d10-d9", "is not Black's");
    expect_refused(&study, "b7-c7", "no man on b7");
    expect_refused(&study, "a7", "nothing left to place");
    expect_refused(&study, "a7-", "is no move");
    expect_refused(&study, "a7-b7?", "is no move");
}

/* ---- Play 2: capture --------------------------------------------------------------------------*/

#define FIGURE_3_BLACK "d10 f10 i8 k8 g6 k6 b5 f4 i4 k4 d1"
#define FIGURE_3_WHITE "h7 i7 j7 h6 j6 i5 j5 b4 e3"

static void test_play_2_figure_3_captures(void **state)
{
    (void)state;
    Game *game = test_open("morelli");
    static const char board[] = "............./............./............./...b.b......./"
                                "............./........b.b../.......www.../......bw.wb../"
                                ".b......ww.../.w...b..b.b../....w......../............./"
                                "...b......... b play";
    Study study = {"morelli", FIGURE_3_BLACK, FIGURE_3_WHITE, '.', 'b'};
    Pos text = test_pos(game, board), cells = study_pos(game, &study);
    assert_memory_equal(&text, &cells, sizeof text);
    game_close(game);
    expect_effect(&study, "d1-b3", "d1-b3xb4",
                  "Black moves a black man from d1 to b3; Black turns over the white man on b4");
    expect_moves(&study, "d1-d2", "d1-d2xe3");
    expect_moves(&study, "d1-i6", "d1-i6xh6i5i7j5j6j7");
}

static void test_play_2_stepping_between_enemies_is_safe(void **state)
{
    (void)state;
    Study study = {"morelli", FIGURE_3_BLACK, FIGURE_3_WHITE, '.', 'w'};
    Game *game = test_open("morelli");
    Pos pos = study_pos(game, &study), next;
    game->apply(game, &pos, test_move(game, &pos, "e3-e10"), &next);
    assert_int_equal(morelli_men(&next, 0), 11);
    assert_int_equal(morelli_men(&next, 1), 9);
    game_close(game);
}

static void test_play_2_no_ripple(void **state)
{
    (void)state;
    /* Figure 4: the turned man on j7 stands between g11-j8 and j6, and does not turn k8. */
    Study study = {"morelli", "k8 j7", "g11 l9 j6", '.', 'w'};
    expect_moves(&study, "g11-j8", "g11-j8xj7");
}

static void test_play_2_the_king_is_no_anvil_and_no_victim(void **state)
{
    (void)state;
    Study anvil = {"morelli", "a1", "f6", 'B', 'b'};
    expect_moves(&anvil, "a1-e5", "a1-e5");
    Study victim = {"morelli", "a1 h8", "", 'W', 'b'};
    expect_moves(&victim, "a1-f6", "a1-f6");
    expect_refused(&victim, "a1-f6xg7", "no enemy man on g7");
}

static void test_play_2_the_outer_band_is_immune(void **state)
{
    (void)state;
    Study study = {"morelli", "b1 b7", "a4 a5 a6", '.', 'b'};
    expect_moves(&study, "b1-b5", "b1-b5");
    expect_refused(&study, "b1-b5xa5", "not captured");
    /* The outer band of a small board is no less immune. */
    Study small = {"morelli,size=7", "b1", "a2 a3 a4", '.', 'b'};
    expect_moves(&small, "b1-b3", "b1-b3");
}

static void test_play_2_outer_men_are_anvils(void **state)
{
    (void)state;
    Study study = {"morelli", "a5 c1", "b5", '.', 'b'};
    expect_moves(&study, "c1-c5", "c1-c5xb5");
}

static void test_play_2_captures_are_compulsory(void **state)
{
    (void)state;
    Study study = {"morelli", "a5 c1 d7", "b5 c6 d6 e3", '.', 'b'};
    expect_moves(&study, "c1-c5", "c1-c5xb5");
    study.black = "a5 c1 c7 e7";
    expect_moves(&study, "c1-c5", "c1-c5xb5c6d6");
    expect_refused(&study, "c1-c5xb5", "compulsory");
    expect_refused(&study, "c1-c5xb5d6", "c6 is captured, too");
    expect_refused(&study, "c1-c5xc6b5d6", "in the order");
    expect_refused(&study, "c1-c5xb5c6d6e3", "not next to c5");
    expect_refused(&study, "c1-c5xb5c6c7d6", "not next to c5");
    expect_refused(&study, "c1-c5xb5b6c6d6", "no enemy man on b6");
    expect_refused(&study, "c1-c5xb5c6d6*", "completes no frame");
}

/* ---- Play 3: frames ---------------------------------------------------------------------------*/

#define FIGURE_5_BLACK "d10 h10 j10 d8 g8 g6 j6 g4 j4 e3"
#define FIGURE_5_WHITE "h9 b7 h7 h5 f4"

static void test_play_3_figure_5_frames(void **state)
{
    (void)state;
    Study study = {"morelli", FIGURE_5_BLACK, FIGURE_5_WHITE, '.', 'b'};
    expect_effect(&study, "e3-d4", "e3-d4*",
                  "Black moves a black man from e3 to d4; Black completes Green 1; Black takes the "
                  "throne");
    expect_effect(&study, "e3-e4", "e3-e4xf4*",
                  "Black moves a black man from e3 to e4; Black turns over the white man on f4; "
                  "Black completes Green 5; Black takes the throne");
    study.side = 'w';
    expect_effect(&study, "b7-f7", "b7-f7xg6g8*",
                  "White moves a white man from b7 to f7; White turns over the black man on g6; "
                  "White turns over the black man on g8; White completes Indigo 2; White takes the "
                  "throne");
}

static void test_play_3_a_frame_that_stood_before_gives_nothing(void **state)
{
    (void)state;
    Study study = {"morelli", "d4 d10 j10 j4 a7", "", '.', 'b'};
    expect_moves(&study, "a7-b7", "a7-b7");
    expect_refused(&study, "a7-b7*", "completes no frame");
}

static void test_play_3_evicting_and_evicting_again(void **state)
{
    (void)state;
    Study study = {"morelli", "d10 j10 j4 a1", "e9 i9 i5 b5", 'W', 'b'};
    expect_effect(
        &study, "a1-d4", "a1-d4*",
        "Black moves a black man from a1 to d4; Black completes Green 1; the white king is "
        "evicted from the throne; Black takes the throne");
    Game *game = test_open("morelli");
    Pos pos = study_pos(game, &study), next;
    game->apply(game, &pos, test_move(game, &pos, "a1-d4"), &next);
    assert_int_equal(MORELLI_KING(&next), 1);
    game->apply(game, &next, test_move(game, &next, "b5-e5*"), &pos);
    assert_int_equal(MORELLI_KING(&pos), 2);
    game_close(game);
}

static void test_play_3_his_king_there_already_nothing_happens(void **state)
{
    (void)state;
    Study study = {"morelli", "d10 j10 j4 a1", "m13", 'B', 'b'};
    expect_moves(&study, "a1-d4", "a1-d4");
    expect_refused(&study, "a1-d4*", "is on the throne already");
    expect_effect(&study, "a1-d4", "a1-d4",
                  "Black moves a black man from a1 to d4; Black completes Green 1");
}

static void test_play_3_a_frame_that_needs_two_captures_at_once(void **state)
{
    (void)state;
    /* Indigo 1 lacks f6 and f8; from e7 both are turned, the mover is not in the frame. */
    Study study = {"morelli", "h6 h8 a7 g5 g9", "f6 f8 m13", '.', 'b'};
    expect_effect(&study, "a7-e7", "a7-e7xf6f8*",
                  "Black moves a black man from a7 to e7; Black turns over the white man on f6; "
                  "Black turns over the white man on f8; Black completes Indigo 1; Black takes the "
                  "throne");
}

static void test_play_3_one_move_completes_two_frames(void **state)
{
    (void)state;
    Study study = {"morelli", "d10 j10 j4 e9 i9 i5 f6 a1", "e5 m13", '.', 'b'};
    expect_effect(&study, "a1-d4", "a1-d4xe5*",
                  "Black moves a black man from a1 to d4; Black turns over the white man on e5; "
                  "Black completes Green 1; Black completes Blue 1; Black takes the throne");
}

static void test_play_3_frames_of_every_orientation(void **state)
{
    (void)state;
    /* Every cell of the inner bands, as the last one of its frame. */
    Game *game = test_open("morelli");
    const MorelliRules *r = morelli_rules(game);
    for (int cell = 0; cell < MORELLI_CELLS; cell++) {
        if (r->point[cell] == POINT_NONE || cell == MORELLI_THRONE)
            continue;
        assert_int_equal(set_count(&r->frame[cell]), 4);
        assert_true(set_has(&r->frame[cell], (Point)cell));
        for (int other = 0; other < MORELLI_CELLS; other++) {
            if (!set_has(&r->frame[cell], (Point)other))
                continue;
            assert_memory_equal(&r->frame[cell], &r->frame[other], sizeof r->frame[cell]);
            assert_int_equal(r->frame_number[cell], r->frame_number[other]);
        }
    }
    game_close(game);
}

static void test_frame_names(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *cell, *name;
    } names[] = {
        {"morelli", "b2", "Orange 1"},       {"morelli", "b11", "Orange 10"},
        {"morelli", "b12", "Orange 1"},      {"morelli", "c3", "Yellow 1"},
        {"morelli", "k4", "Yellow 8"},       {"morelli", "d5", "Green 2"},
        {"morelli", "e10", "Green 2"},       {"morelli", "f4", "Green 5"},
        {"morelli", "e8", "Blue 4"},         {"morelli", "f6", "Indigo 1"},
        {"morelli", "h7", "Indigo 2"},       {"morelli,size=11", "a1", "Orange 1"},
        {"morelli,size=9", "b2", "Green 1"}, {"morelli,size=7", "b2", "Blue 1"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Game *game = test_open(names[i].variant);
        const char *cell = names[i].cell;
        Point p = shape_read_point(&game->shape, &cell);
        Mark marks[MARKS_MAX];
        Pos pos;
        game->ops->start(game, 1, &pos);
        assert_true(game->ops->marks(game, &pos, p, marks) >= 1);
        assert_int_equal(marks[0].kind, MARK_FRAME);
        assert_string_equal(marks[0].label.in[LANG_EN], names[i].name);
        assert_int_equal(set_count(&marks[0].points), 4);
        game_close(game);
    }
}

static void test_marks_tell_filled_frames_and_reach(void **state)
{
    (void)state;
    Game *game = test_open("morelli");
    Study study = {"morelli", "a13", "d4 d10 j10 j4 a5", '.', 'b'};
    Pos pos = study_pos(game, &study);
    Mark marks[MARKS_MAX];
    assert_int_equal(game->ops->marks(game, &pos, POINT_NONE, marks), 1);
    assert_int_equal(marks[0].player, 1);
    assert_string_equal(marks[0].label.in[LANG_JA], "緑1");
    const char *cell = "a5";
    assert_int_equal(game->ops->marks(game, &pos, shape_read_point(&game->shape, &cell), marks), 2);
    assert_int_equal(marks[0].player, NEUTRAL);
    assert_int_equal(marks[1].kind, MARK_REACH);
    assert_int_equal(set_count(&marks[1].points), 21);
    game_close(game);
}

/* ---- Play 4: the editions ---------------------------------------------------------------------*/

static void test_play_4_nestor_declines_any_part(void **state)
{
    (void)state;
    Study study = {"morelli,edition=nestor", FIGURE_5_BLACK, FIGURE_5_WHITE, '.', 'w'};
    /* The frame needs both men: without one of them there is nothing to occupy. */
    expect_moves(&study, "b7-f7", "b7-f7 b7-f7xg6 b7-f7xg6g8 b7-f7xg6g8* b7-f7xg8");
    expect_refused(&study, "b7-f7xg6*", "completes no frame");
    expect_refused(&study, "b7-f7*", "completes no frame");
    expect_refused(&study, "b7-f7xg7", "no enemy stone on g7");
}

static void test_play_4_nestor_may_leave_the_centre(void **state)
{
    (void)state;
    Study study = {"morelli,edition=nestor", "d10 j10 j4 e9 i9 i5 f6 a1", "e5 m13", '.', 'b'};
    expect_moves(&study, "a1-d4", "a1-d4 a1-d4* a1-d4xe5 a1-d4xe5*");
    expect_effect(
        &study, "a1-d4xe5", "a1-d4xe5",
        "Black moves a black stone from a1 to d4; Black turns over the white stone on e5; "
        "Black completes Green 1; Black completes Blue 1");
    expect_effect(
        &study, "a1-d4*", "a1-d4*",
        "Black moves a black stone from a1 to d4; Black completes Green 1; Black takes the "
        "centre");
    study.king = 'B';
    expect_moves(&study, "a1-d4", "a1-d4 a1-d4xe5");
    study.king = 'W';
    expect_effect(
        &study, "a1-d4xe5*", "a1-d4xe5*",
        "Black moves a black stone from a1 to d4; Black turns over the white stone on e5; "
        "Black completes Green 1; Black completes Blue 1; the white tower is evicted from "
        "the centre; Black takes the centre");
}

static void test_play_4_nestor_a_frame_by_capture_alone(void **state)
{
    (void)state;
    Study study = {"morelli,edition=nestor", "h6 h8 a7 g5 g9", "f6 f8 m13", '.', 'b'};
    expect_moves(&study, "a7-e7", "a7-e7 a7-e7xf6 a7-e7xf6f8 a7-e7xf6f8* a7-e7xf8");
}

static void test_play_4_declined_captures_cannot_be_made_later(void **state)
{
    (void)state;
    Study study = {"morelli,edition=nestor", "a5 c1 m7", "b5 m1", '.', 'b'};
    Game *game = test_open(study.variant);
    Pos pos = study_pos(game, &study), next;
    game->apply(game, &pos, test_move(game, &pos, "c1-c5"), &next);
    game->apply(game, &next, test_move(game, &next, "m1-l2"), &pos);
    char why[WHY_MAX];
    Move move;
    assert_false(game->ops->read_move(game, &pos, "m7-l7xb5", LANG_EN, &move, why));
    game_close(game);
}

static void test_play_4_mindsports_plays_like_revised(void **state)
{
    (void)state;
    Study study = {"morelli,edition=mindsports", FIGURE_5_BLACK, FIGURE_5_WHITE, '.', 'w'};
    expect_moves(&study, "b7-f7", "b7-f7xg6g8*");
}

/* ---- Play 5 and 6: the end --------------------------------------------------------------------*/

static void test_play_5_ends_when_the_next_player_cannot_move(void **state)
{
    (void)state;
    /* White's only man is on the innermost band; that Black could still move does not matter. */
    Study study = {"morelli", "a1 b7", "f6", '.', 'w'};
    expect_result(&study, WINNER_DRAW);
    study.king = 'B';
    expect_result(&study, WINNER_P1);
    study.king = 'W';
    expect_result(&study, WINNER_P2);
    expect_refused(&study, "f6-g6", "the game is over");
    study.side = 'b';
    expect_result(&study, WINNER_NONE);
}

static void test_play_5_blocked_men_end_it_too(void **state)
{
    (void)state;
    Study study = {"morelli,size=7", "b2 c3", "", '.', 'b'};
    expect_moves(&study, "", "");
    expect_result(&study, WINNER_DRAW);
    /* A man whose only way leads over the vacant throne can move; over the king it cannot. */
    study = (Study){"morelli,size=7", "b4", "c4 b3 b5 c3 c5", '.', 'b'};
    expect_result(&study, WINNER_DRAW);
    study = (Study){"morelli,size=7", "", "", 'W', 'b'};
    expect_result(&study, WINNER_P2);
}

static void test_play_5_the_last_move_says_so(void **state)
{
    (void)state;
    Study study = {"morelli", "b7", "f6", 'W', 'b'};
    expect_effect(&study, "b7-f7", "b7-f7",
                  "Black moves a black man from b7 to f7; White wins: no move is left "
                  "and the king is on the throne");
    study.king = '.';
    expect_effect(&study, "b7-f7", "b7-f7",
                  "Black moves a black man from b7 to f7; the game is drawn: no move "
                  "is left and the throne is vacant");
}

static void expect_agreed(char king, Winner winner)
{
    Game *game = test_open("morelli");
    Study study = {"morelli", "a1", "m13", king, 'b'};
    Pos pos = study_pos(game, &study);
    assert_int_equal(game->ops->agreed(game, &pos).winner, winner);
    game_close(game);
}

static void test_play_6_by_agreement_the_throne_decides(void **state)
{
    (void)state;
    expect_agreed('.', WINNER_DRAW);
    expect_agreed('B', WINNER_P1);
    expect_agreed('W', WINNER_P2);
}

/* ---- Move text --------------------------------------------------------------------------------*/

static void test_move_text_short_forms(void **state)
{
    (void)state;
    Study study = {"morelli", FIGURE_5_BLACK, FIGURE_5_WHITE, '.', 'b'};
    Game *game = test_open("morelli");
    Pos pos = study_pos(game, &study);
    assert_true(test_move(game, &pos, "e3-e4") == test_move(game, &pos, "E3-E4XF4*"));
    game_close(game);
    /* The full text or the two cells alone, nothing between. */
    expect_refused(&study, "e3-e4xf4", "must take the throne");
    expect_refused(&study, "e3-e4*", "compulsory");
    /* In nestor the two cells alone decline everything. */
    study.variant = "morelli,edition=nestor";
    expect_effect(&study, "e3-e4", "e3-e4", "Black moves a black stone from e3 to e4");
}

static void expect_place_refused(const char *position, const char *move, const char *key)
{
    Game *game = test_open("morelli,size=7,setup=free");
    Pos pos = test_pos(game, position);
    Move out;
    char why[WHY_MAX] = "";
    assert_false(game->ops->read_move(game, &pos, move, LANG_EN, &out, why));
    if (!strstr(why, key))
        fail_msg("%s refused with '%s'", move, why);
    game_close(game);
}

static void test_move_text_of_placements(void **state)
{
    (void)state;
    expect_place_refused("7/7/7/7/7/7/b6 w place", "a1", "occupied");
    expect_place_refused("7/7/7/7/7/7/b6 w place", "b2", "outermost band");
    expect_place_refused("7/7/7/7/7/7/b6 w place", "a1-b2", "not complete");
    expect_place_refused("7/7/7/7/7/7/b6 w place", "h8", "no move");
}

static void test_paths_are_what_is_chosen(void **state)
{
    (void)state;
    Study study = {"morelli", FIGURE_5_BLACK, FIGURE_5_WHITE, '.', 'w'};
    for (int nestor = 0; nestor < 2; nestor++) {
        study.variant = nestor ? "morelli,edition=nestor" : "morelli";
        Game *game = test_open(study.variant);
        Pos pos = study_pos(game, &study);
        Step path[PATH_MAX];
        int n = game->ops->path(game, &pos, test_move(game, &pos, "b7-f7xg6g8*"), path);
        assert_int_equal(n, nestor ? 5 : 2);
        assert_int_equal(path[0].role, ROLE_FROM);
        assert_int_equal(path[1].role, ROLE_TO);
        if (nestor) {
            assert_int_equal(path[2].role, ROLE_TURN);
            assert_int_equal(path[4].role, ROLE_CROWN);
            assert_string_equal(game->shape.point[path[4].point].name, "g7");
        }
        game_close(game);
    }
}

/* ---- Position text ----------------------------------------------------------------------------*/

static void expect_bad_position(const char *variant, const char *text, const char *key)
{
    Game *game = test_open(variant);
    Pos pos;
    char why[WHY_MAX] = "";
    if (game->ops->read_pos(game, text, LANG_EN, &pos, why))
        fail_msg("'%s' should be refused", text);
    if (!strstr(why, key))
        fail_msg("'%s' refused with '%s', not with '%s'", text, why, key);
    RefState ref;
    assert_false(ref_family(variant)->read(variant, text, &ref, why));
    game_close(game);
}

static void test_position_text_refusals_in_play(void **state)
{
    (void)state;
    static const char seven[] = "morelli,size=7";
    expect_bad_position(seven, "7/7/7/3b3/7/7/7 b play", "a man is on d4, the throne");
    expect_bad_position(seven, "7/7/7/B6/7/7/7 b play", "a king is on a4");
    expect_bad_position(seven, "7/7/7/6/7/7/7 b play", "row 4 has fewer than 7");
    expect_bad_position(seven, "7/7/7/7b/7/7/7 b play", "row 4 has more than 7");
    expect_bad_position(seven, "7/7/7/07/7/7/7 b play", "run of empty cells");
    expect_bad_position(seven, "7/7/7/8/7/7/7 b play", "run of empty cells");
    expect_bad_position(seven, "7/7/7/7/7/7 b play", "7 rows");
    expect_bad_position(seven, "7/7/7/7/7/7/7/7 b play", "7 rows");
    expect_bad_position(seven, "7/7/7/x6/7/7/7 b play", "'x' on a4");
    expect_bad_position(seven, "7/7/7/7/7/7/7 r play", "side to move");
    expect_bad_position(seven, "7/7/7/7/7/7/7 b", "phase");
    expect_bad_position(seven, "7/7/7/7/7/7/7 b play ", "phase");
    expect_bad_position(seven, "7/7/7/7/7/7/7 b place", "no placing");
    expect_bad_position(seven, "bbbbbbb/bbbbbbb/bbbbbbb/bbb4/b6/7/7 b play", "25 men");
}

static void test_position_text_refusals_while_placing(void **state)
{
    (void)state;
    static const char pairs[] = "morelli,size=7,setup=pairs", free_[] = "morelli,size=7,setup=free";
    expect_bad_position(pairs, "7/7/7/7/7/7/b6 w place", "opposite");
    expect_bad_position(pairs, "6w/7/7/7/7/7/b6 b place", "White places next");
    expect_bad_position(pairs, "7/5w1/7/7/7/1b5/7 w place", "off the outer band");
    expect_bad_position(pairs, "6w/7/7/3B3/7/7/b6 w place", "king");
    expect_bad_position(free_, "7/7/7/7/7/7/w6 w place", "1 are black");
    expect_bad_position(free_, "7/7/7/7/7/7/bww4 w place", "Black places next");
    expect_bad_position(free_, "wbbbbbb/w5w/w5w/w5w/w5w/w5w/bbbbbbw b place", "all men are placed");
}

static void test_position_text_of_studies(void **state)
{
    (void)state;
    Game *game = test_open("morelli,size=7");
    Pos pos = test_pos(game, "bbbbbbb/bbbbbbb/bbbbbbb/bb1W3/1....2/.5b/7 w play");
    assert_string_equal(test_pos_text(game, &pos), "bbbbbbb/bbbbbbb/bbbbbbb/bb1W3/7/6b/7 w play");
    game_close(game);
}

/* ---- Limits, perft, the reference -------------------------------------------------------------*/

/* Random studies with any number of men anywhere: reached by no game, and so a harder test of the
 * bound on the number of moves and of every rule. */
static Pos random_study(const Game *game, Rng *rng)
{
    const MorelliRules *r = morelli_rules(game);
    Pos pos = {.turn = (uint8_t)rng_below(rng, 2)};
    int men = (int)rng_below(rng, 2u * r->men + 1), size = r->size, inset = (int)rng_below(rng, 3);
    while (men-- > 0) {
        uint32_t side = (uint32_t)(size - 2 * inset);
        int x = inset + (int)rng_below(rng, side), y = inset + (int)rng_below(rng, side);
        int cell = r->cell[x * size + y];
        if (cell == MORELLI_THRONE || morelli_has(pos.stones[0], cell) ||
            morelli_has(pos.stones[1], cell))
            continue;
        morelli_flip(pos.stones[rng_below(rng, 2)], cell);
    }
    MORELLI_KING(&pos) = (uint8_t)rng_below(rng, 3);
    pos.key = game->ops->key(game, &pos);
    return pos;
}

static void compare_study(const Game *game, const Pos *pos, const Move *moves, int count)
{
    RefState state, after;
    RefMoves list = {0};
    const RefFamily *family = ref_family(game->id);
    memset(&state, 0, sizeof state);
    snprintf(state.text, sizeof state.text, "%s", test_pos_text(game, pos));
    family->moves(game->id, &state, &list);
    assert_int_equal(list.count, count);
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        snprintf(text, sizeof text, "%s", test_move_text(game, pos, moves[i]));
        if (!ref_moves_has(&list, text))
            fail_msg("%s at %s: %s is not the reference's", game->id, state.text, text);
        if (i % 16)
            continue;
        Pos next;
        game->apply(game, pos, moves[i], &next);
        family->apply(game->id, &state, text, &after);
        assert_string_equal(test_pos_text(game, &next), after.text);
        assert_true(next.key == game->ops->key(game, &next));
    }
    ref_moves_free(&list);
}

static void test_random_studies_agree_with_the_reference(void **state)
{
    (void)state;
    static const char *const variants[] = {"morelli", "morelli,edition=nestor",
                                           "morelli,size=9,edition=nestor",
                                           "morelli,size=7,edition=nestor", "morelli,size=7"};
    Rng rng = {test_seed()};
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        Game *game = test_open(variants[v]);
        Move *moves = malloc(game->moves_max * sizeof *moves);
        for (int i = 0; i < 60; i++) {
            Pos pos = random_study(game, &rng);
            int count = game->moves(game, &pos, moves);
            assert_true((uint32_t)count <= game->moves_max);
            compare_study(game, &pos, moves, count);
        }
        free(moves);
        game_close(game);
    }
}

/* The proof in choice.c, its two inequalities: (8 - c) 2^(c + 1) <= 16 + 40 c. */
static void test_moves_max_arithmetic(void **state)
{
    (void)state;
    for (int c = 0; c <= 8; c++)
        assert_true((8 - c) << (c + 1) <= 16 + 40 * c);
    Game *game = test_open("morelli,edition=nestor");
    assert_int_equal(game->moves_max, 16 * 120 + 320 * 24);
    game_close(game);
}

/* Eight enemies about an empty cell, all backed, one gap for the mover: 2^7 parts of captures. */
static void test_nestor_counts_every_part_of_seven_captures(void **state)
{
    (void)state;
    Study study = {"morelli,edition=nestor", "c4 c8 e4 e8 g4 g6 g8 a6", "d5 d7 e5 e7 f5 f6 f7", '.',
                   'b'};
    Game *game = test_open(study.variant);
    Pos pos = study_pos(game, &study);
    Move *moves = malloc(game->moves_max * sizeof *moves);
    int count = game->moves(game, &pos, moves), seen = 0;
    for (int i = 0; i < count; i++)
        seen += strncmp(test_move_text(game, &pos, moves[i]), "a6-e6", 5) == 0;
    assert_int_equal(seen, 128);
    free(moves);
    game_close(game);
}

static const struct {
    const char *variant;
    uint64_t nodes[3]; /* depth 1, 2, 3, from the start of seed 1 */
} perfts[] = {
    {"morelli,size=9", {192, 34646, 5629246}},
    {"morelli,size=7", {96, 8312, 614256}},
    {"morelli,size=9,edition=nestor", {192, 34762, 5732272}},
    {"morelli,size=7,edition=nestor", {96, 8564, 658058}},
    {"morelli,size=7,setup=pairs", {24, 528, 10560}},
    {"morelli,size=7,setup=free", {24, 552, 12144}},
    {"morelli,size=9,setup=scatter", {192, 34558, 5623978}},
    {"morelli", {480, 221825, 0}},
    {"morelli,edition=nestor", {480, 221550, 0}},
    {"morelli,setup=blocks", {480, 221618, 0}},
    {"morelli,size=11", {320, 97588, 0}},
};

static void test_perft_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof perfts / sizeof *perfts; i++) {
        Game *game = test_open(perfts[i].variant);
        Pos pos;
        game->ops->start(game, 1, &pos);
        Move *arena = malloc(perft_arena(game, 3) * sizeof *arena);
        Perft perft = {.game = game, .arena = arena};
        for (int depth = 1; depth <= 3 && perfts[i].nodes[depth - 1]; depth++)
            assert_true(perft_count(&perft, &pos, depth) == perfts[i].nodes[depth - 1]);
        free(arena);
        game_close(game);
    }
}

#define T(name) cmocka_unit_test(test_##name)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(options_have_their_defaults),
        T(blocks_on_7_is_an_error),
        T(there_are_93_variants),
        T(nestor_says_stone_tower_and_centre),
        T(point_list_and_bands),
        T(setup_random_of_the_rules_file),
        T(setup_random_has_opposite_colours_opposite),
        T(setups_up_to_symmetry),
        T(setup_facing_and_adjacent),
        T(setup_blocks),
        T(setup_scatter_balances_corners_and_sides),
        T(setup_pairs_one_two_two_one),
        T(setup_pairs1_one_each_and_black_the_last_two),
        T(setup_free_one_two_two_one),
        T(placing_a_pair_puts_the_enemy_opposite),
        T(start_mode_is_picked_in_secret),
        T(play_1_a_lone_man_on_a5),
        T(play_1_crosses_the_vacant_throne_only),
        T(play_1_nothing_is_jumped),
        T(play_2_figure_3_captures),
        T(play_2_stepping_between_enemies_is_safe),
        T(play_2_no_ripple),
        T(play_2_the_king_is_no_anvil_and_no_victim),
        T(play_2_the_outer_band_is_immune),
        T(play_2_outer_men_are_anvils),
        T(play_2_captures_are_compulsory),
        T(play_3_figure_5_frames),
        T(play_3_a_frame_that_stood_before_gives_nothing),
        T(play_3_evicting_and_evicting_again),
        T(play_3_his_king_there_already_nothing_happens),
        T(play_3_a_frame_that_needs_two_captures_at_once),
        T(play_3_one_move_completes_two_frames),
        T(play_3_frames_of_every_orientation),
        T(frame_names),
        T(marks_tell_filled_frames_and_reach),
        T(play_4_nestor_declines_any_part),
        T(play_4_nestor_may_leave_the_centre),
        T(play_4_nestor_a_frame_by_capture_alone),
        T(play_4_declined_captures_cannot_be_made_later),
        T(play_4_mindsports_plays_like_revised),
        T(play_5_ends_when_the_next_player_cannot_move),
        T(play_5_blocked_men_end_it_too),
        T(play_5_the_last_move_says_so),
        T(play_6_by_agreement_the_throne_decides),
        T(move_text_short_forms),
        T(move_text_of_placements),
        T(paths_are_what_is_chosen),
        T(position_text_refusals_in_play),
        T(position_text_refusals_while_placing),
        T(position_text_of_studies),
        T(random_studies_agree_with_the_reference),
        T(moves_max_arithmetic),
        T(nestor_counts_every_part_of_seven_captures),
        T(perft_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
