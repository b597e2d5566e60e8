/* SPDX-License-Identifier: MIT */
/* The explorer: names of positions are one for all images under symmetry and different otherwise,
 * files read back to the same and are refused when they are damaged, and what the maker counts
 * adds up. */
#include "unit/support.h"

#include "core/canon.h"
#include "explore/make.h"

static const Oracle nobody = {NULL, NULL};

/* --- Names -------------------------------------------------------------------------------------
 */

static int compare_keys(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The names of all that the moves lead to, sorted. */
static uint64_t *names_after(const Game *game, const Pos *pos, int *count)
{
    Move *moves = malloc(game->moves_max * sizeof *moves);
    *count = game->moves(game, pos, moves);
    uint64_t *names = malloc(((size_t)*count + 1) * sizeof *names);
    for (int i = 0; i < *count; i++) {
        Pos next;
        game->apply(game, pos, moves[i], &next);
        names[i] = canon_key(game, &next);
    }
    qsort(names, (size_t)*count, sizeof *names, compare_keys);
    free(moves);
    return names;
}

static void check_images(void *context, const Game *game, const Pos *pos, const Move *moves,
                         int count)
{
    uint64_t key = canon_key(game, pos);
    int *left = context, n, m;
    (void)moves;
    if (--*left < 0 || count > 300)
        return;
    uint64_t *names = names_after(game, pos, &n);
    for (int s = 0; s < game->shape.symmetry_count; s++) {
        Pos turned;
        game->ops->transform(game, pos, game->shape.symmetry[s], &turned);
        if (canon_key(game, &turned) != key)
            fail_msg("%s: image %d of %s has another name", game->id, s, test_pos_text(game, pos));
        uint64_t *others = names_after(game, &turned, &m);
        if (m != n || memcmp(names, others, (size_t)n * sizeof *names) != 0)
            fail_msg("%s: moves of image %d of %s lead elsewhere", game->id, s,
                     test_pos_text(game, pos));
        free(others);
    }
    free(names);
}

static void check_variant(const char *variant)
{
    Game *game = test_open(variant);
    int left = 6;
    test_walk(game, test_seed(), 1, check_images, &left);
    game_close(game);
}

static void test_images_have_one_name(void **state)
{
    (void)state;
    test_each_variant(check_variant);
}

/* Positions that are no images of each other: by all pairs of one random game of nine, whose images
 * are compared one by one as texts. */
typedef struct Seen {
    Pos pos[200];
    int count;
} Seen;

static void note(void *context, const Game *game, const Pos *pos, const Move *moves, int count)
{
    Seen *seen = context;
    (void)game, (void)moves, (void)count;
    if (seen->count < 200)
        seen->pos[seen->count++] = *pos;
}

static bool are_images(const Game *game, const Pos *a, const Pos *b)
{
    for (int s = 0; s < game->shape.symmetry_count; s++) {
        Pos turned;
        game->ops->transform(game, a, game->shape.symmetry[s], &turned);
        if (strcmp(test_pos_text(game, &turned), test_pos_text(game, b)) == 0)
            return true;
    }
    return false;
}

static void test_others_have_another(void **state)
{
    (void)state;
    Game *game = test_open("nine");
    Seen *seen = calloc(1, sizeof *seen);
    test_walk(game, test_seed(), 2, note, seen);
    assert_true(seen->count > 20);
    for (int i = 0; i < seen->count; i++)
        for (int j = 0; j < i; j++)
            assert_int_equal(canon_key(game, &seen->pos[i]) == canon_key(game, &seen->pos[j]),
                             are_images(game, &seen->pos[i], &seen->pos[j]));
    free(seen);
    game_close(game);
}

/* Others may compute names (docs/formats.md), so they never change. */
static void test_names_are_fixed(void **state)
{
    (void)state;
    char text[CANON_TEXT + 1];
    uint64_t key;
    Game *game = test_open("nine");
    Pos start = test_pos(game, "......../......../........ w 9 9");
    canon_write(canon_key(game, &start), text);
    assert_string_equal(text, "zJmL9el");
    assert_true(canon_read(text, &key));
    assert_true(key == canon_key(game, &start));
    assert_false(canon_read("zJmL9e", &key));
    assert_false(canon_read("zJmL9e!", &key));
    game_close(game);
}

/* --- Files -------------------------------------------------------------------------------------
 */

static void test_files(void **state)
{
    static const struct {
        const char *text, *words;
    } bad[] = {
        {"", "line 1: the file ends"},
        {"hello\n", "line 1: a file of the explorer begins"},
        {"explorer 1 \n", "line 1: a file"},
        {"explorer 2 nine\n", "line 1: a file"},
        {"explorer 1 nine\n", "line 2: the file ends"},
        {"explorer 1 nine\nAAAAAAA 1 2 3\n", "line 2: the second line"},
        {"explorer 1 nine\nmade x\n", "line 3: the file ends"},
        {"explorer 1 nine\nmade x\nAAAAAA 1 2 3\n", "line 3: it begins with no name"},
        {"explorer 1 nine\nmade x\nAAAAAAA 1 2\n", "line 3: three counts"},
        {"explorer 1 nine\nmade x\nAAAAAAA 1 2 -3\n", "line 3: three counts"},
        {"explorer 1 nine\nmade x\nAAAAAAA 01 2 3\n", "line 3: three counts"},
        {"explorer 1 nine\nmade x\nAAAAAAA 1 2 99999999999\n", "line 3: three counts"},
        {"explorer 1 nine\nmade x\nAAAAAAA 0 0 0\n", "line 3: no game"},
        {"explorer 1 nine\nmade x\nAAAAAAA 1 2 3++\n", "line 3: there is more"},
        {"explorer 1 nine\nmade x\nAAAAAAA 1 2 3\r\n", "line 3: it is no plain text"},
        {"explorer 1 nine\nmade x\nAAAAAAA 1 2 3\nAAAAAAA 1 2 3\n", "line 4: its position has"},
    };
    char variant[VARIANT_TEXT_MAX], why[WHY_MAX];
    Book book;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        why[0] = '\0';
        if (book_read(&book, bad[i].text, strlen(bad[i].text), variant, why))
            fail_msg("should be refused: %s", bad[i].text);
        if (!strstr(why, bad[i].words))
            fail_msg("\"%s\" instead of \"%s\"", why, bad[i].words);
        assert_null(book.slot);
    }
    static const char good[] = "explorer 1 nine\nmade x\nAAAAAAA 1 2 3+\nAAAAAAB 0 0 1";
    assert_true(book_read(&book, good, strlen(good), variant, why));
    assert_string_equal(variant, "nine");
    assert_int_equal(book.count, 2);
    assert_int_equal(book_find(&book, 0)->value, 1);
    assert_int_equal(book_games(book_find(&book, 0)), 6);
    assert_int_equal(book_find(&book, 1)->value, BOOK_UNKNOWN);
    assert_null(book_find(&book, 2));
    book_free(&book);
}

/* --- Making ------------------------------------------------------------------------------------
 */

typedef struct Sums {
    uint32_t start, games, rows;
    const Book *book;
    Move list[512];
    BookMove moves[512];
    bool last; /* some position has no further one: the last ply */
} Sums;

/* Every game that came here went on to some position, unless this is the last ply. */
static void check_sum(void *context, const BookRow *row, const Pos *pos)
{
    Sums *sums = context;
    uint32_t after = 0;
    Game *game = test_open("nine");
    int n = book_moves(sums->book, game, pos, sums->list, sums->moves);
    for (int i = 0; i < n; i++)
        after += sums->moves[i].row ? book_games(sums->moves[i].row) : 0;
    for (int i = 1; i < n; i++)
        assert_true(!sums->moves[i].row ||
                    (sums->moves[i - 1].row &&
                     book_games(sums->moves[i - 1].row) >= book_games(sums->moves[i].row)));
    if (!sums->rows++)
        sums->start = book_games(row);
    assert_true(book_games(row) <= sums->start);
    if (after)
        assert_true(after >= book_games(row)); /* more where moves transpose */
    else
        sums->last = true;
    game_close(game);
}

static void make_book(const Game *game, uint64_t seed, Book *out)
{
    BookMaker *maker = book_maker_open(game, &(MakeLimits){.seed = seed, .nodes = 50, .plies = 4});
    for (int i = 0; i < 60; i++)
        assert_true(book_maker_play(maker));
    assert_true(book_maker_take(maker, 1, &nobody, out));
    book_maker_close(maker);
}

static void test_counts_add_up(void **state)
{
    (void)state;
    Game *game = test_open("nine");
    Book book, again, other;
    make_book(game, 1, &book);
    make_book(game, 1, &again);
    make_book(game, 2, &other);
    Sums *sums = calloc(1, sizeof *sums);
    sums->book = &book;
    assert_int_equal(book_walk(&book, game, check_sum, sums), book.count);
    assert_int_equal(sums->start, 60);
    assert_true(sums->last);
    assert_int_equal(book.count, again.count);
    bool same = other.count == book.count;
    for (uint32_t i = 0; i < book.count; i++) {
        char text[2][80];
        for (int k = 0; k < 2; k++) {
            const Book *b = k ? &again : &book;
            Str s = str_over(text[k], sizeof text[k]);
            book_write_row(&b->slot[b->row[i]], &s);
        }
        assert_string_equal(text[0], text[1]);
        same = same && other.slot[other.row[i]].key == book.slot[book.row[i]].key;
    }
    assert_false(same);
    /* Four first moves, up to symmetry, for 24 points. */
    Pos start;
    game->ops->start(game, 1, &start);
    assert_int_equal(book_moves(&book, game, &start, sums->list, sums->moves), 4);
    uint32_t alike = 0;
    for (int i = 0; i < 4; i++)
        alike += sums->moves[i].alike;
    assert_int_equal(alike, 24);
    free(sums);
    book_free(&book);
    book_free(&again);
    book_free(&other);
    game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_images_have_one_name), cmocka_unit_test(test_others_have_another),
        cmocka_unit_test(test_names_are_fixed),      cmocka_unit_test(test_files),
        cmocka_unit_test(test_counts_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
