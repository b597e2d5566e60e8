/* SPDX-License-Identifier: MIT */
/* The laws of the contract (core/game.h), over positions of random games of every variant. A game
 * that passes here works with every front end, search and solver. */
#include "unit/support.h"

#include "core/path.h"

#include <ctype.h>

enum { GAMES = 12, SAMPLE = 5, BIG_BOARD = 50 };

typedef void Law(const Game *game, const Pos *pos, const Move *moves, int count);

/* Calls the law for every SAMPLE-th position of random games, and for all ends. */
typedef struct Sampler {
    Law *law;
    int seen;
} Sampler;

static void sample(void *context, const Game *game, const Pos *pos, const Move *moves, int count)
{
    Sampler *sampler = context;
    if (count == 0 || sampler->seen++ % SAMPLE == 0)
        sampler->law(game, pos, moves, count);
}

static Law *current_law;

static void check_games(const char *variant, int games)
{
    Game *game = test_open(variant);
    Sampler sampler = {.law = current_law};
    test_walk(game, test_seed(), game->shape.point_count < BIG_BOARD ? games : games / 3, sample,
              &sampler);
    game_close(game);
}

static void check_variant(const char *variant)
{
    check_games(variant, GAMES);
}

static void check_some(const char *variant)
{
    check_games(variant, test_cases(GAMES));
}

static void check_law(Law *law)
{
    test_seed();
    current_law = law;
    test_each_variant(check_some);
}

static int compare_words(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t hash_bytes(const void *bytes, size_t count)
{
    const unsigned char *p = bytes;
    uint64_t h = count;
    for (size_t i = 0; i < count; i++)
        h = bits_mix(h + p[i] + 1);
    return h;
}

static void assert_distinct(uint64_t *list, int count, const Game *game, const Pos *pos,
                            const char *what)
{
    qsort(list, (size_t)count, sizeof *list, compare_words);
    for (int i = 1; i < count; i++)
        if (list[i] == list[i - 1])
            fail_msg("%s: two with the same %s at %s", game->id, what, test_pos_text(game, pos));
}

static void law_over_iff_no_moves(const Game *game, const Pos *pos, const Move *moves, int count)
{
    (void)moves;
    Outcome outcome = game->ops->outcome(game, pos);
    if ((count == 0) != (outcome.winner != WINNER_NONE))
        fail_msg("%s: %d moves but outcome %d at %s", game->id, count, outcome.winner,
                 test_pos_text(game, pos));
    assert_int_equal(outcome.reason == NULL, outcome.winner == WINNER_NONE);
    assert_true((uint32_t)count <= game->moves_max);
}

static void law_moves_distinct(const Game *game, const Pos *pos, const Move *moves, int count)
{
    uint64_t *list = malloc(((size_t)count + 1) * sizeof *list);
    for (int i = 0; i < count; i++)
        list[i] = moves[i];
    assert_distinct(list, count, game, pos, "word");
    for (int i = 0; i < count; i++) {
        const char *text = test_move_text(game, pos, moves[i]);
        assert_null(strchr(text, ' '));
        list[i] = hash_bytes(text, strlen(text));
    }
    assert_distinct(list, count, game, pos, "text");
    for (int i = 0; i < count; i++) {
        Step path[PATH_MAX];
        int n = game->ops->path(game, pos, moves[i], path);
        Point points[PATH_MAX];
        assert_in_range(n, 1, PATH_MAX);
        for (int s = 0; s < n; s++)
            points[s] = path[s].point;
        list[i] = hash_bytes(points, (size_t)n);
    }
    assert_distinct(list, count, game, pos, "path");
    free(list);
}

static void law_apply_is_pure(const Game *game, const Pos *pos, const Move *moves, int count)
{
    Pos before = *pos, once, twice;
    assert_true(pos->key == game->ops->key(game, pos));
    for (int i = 0; i < count; i++) {
        assert_true(moves[i] != 0);
        memset(&once, 0xaa, sizeof once);
        memset(&twice, 0x55, sizeof twice);
        game->apply(game, pos, moves[i], &once);
        game->apply(game, pos, moves[i], &twice);
        assert_memory_equal(&once, &twice, sizeof once);
        assert_memory_equal(pos, &before, sizeof before);
        if (once.key != game->ops->key(game, &once))
            fail_msg("%s: wrong key after %s at %s", game->id, test_move_text(game, pos, moves[i]),
                     test_pos_text(game, pos));
    }
}

static void law_move_text(const Game *game, const Pos *pos, const Move *moves, int count)
{
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX], upper[MOVE_TEXT_MAX];
        snprintf(text, sizeof text, "%s", test_move_text(game, pos, moves[i]));
        assert_true(test_move(game, pos, text) == moves[i]);
        for (size_t c = 0; c <= strlen(text); c++)
            upper[c] = (char)toupper((unsigned char)text[c]);
        assert_true(test_move(game, pos, upper) == moves[i]);
        /* Anything behind a move makes it another one, or none. */
        char longer[MOVE_TEXT_MAX + 2], why[WHY_MAX] = "";
        snprintf(longer, sizeof longer, "%s?", text);
        Move out = 77;
        assert_false(game->ops->read_move(game, pos, longer, LANG_EN, &out, why));
        assert_true(out == 77 && *why && !strchr(why, '\n'));
    }
}

static void law_position_text(const Game *game, const Pos *pos, const Move *moves, int count)
{
    (void)moves, (void)count;
    char text[POSITION_TEXT_MAX];
    snprintf(text, sizeof text, "%s", test_pos_text(game, pos));
    Pos read = test_pos(game, text), again;
    assert_string_equal(test_pos_text(game, &read), text);
    assert_true(read.key == game->ops->key(game, &read));
    assert_int_equal(read.turn, pos->turn);
    again = test_pos(game, test_pos_text(game, &read));
    assert_memory_equal(&read, &again, sizeof read);
    /* Every shorter text and every longer one is refused, with a reason, and *out stays. */
    char why[WHY_MAX];
    Pos kept = read;
    for (size_t n = strlen(text); n-- > 0;) {
        char cut[POSITION_TEXT_MAX];
        memcpy(cut, text, n);
        cut[n] = '\0';
        *why = '\0';
        if (game->ops->read_pos(game, cut, LANG_EN, &read, why))
            assert_string_not_equal(test_pos_text(game, &read), text);
        else
            assert_true(*why && memcmp(&kept, &read, sizeof kept) == 0);
        read = kept;
    }
    strcat(text, " ");
    assert_false(game->ops->read_pos(game, text, LANG_EN, &read, why));
}

/* A move seen without its word: where it leads, and what is clicked, order apart. */
static uint64_t move_hash(const Game *game, const Pos *pos, Move move, const Point *to)
{
    Step path[PATH_MAX];
    int n = game->ops->path(game, pos, move, path);
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        Point p = to ? to[path[i].point] : path[i].point;
        sum += bits_mix((uint64_t)p << 8 | path[i].role);
    }
    Pos next, mapped;
    game->apply(game, pos, move, &next);
    if (to)
        game->ops->transform(game, &next, to, &mapped);
    else
        mapped = next;
    return bits_mix(sum) + mapped.key;
}

static void law_symmetry(const Game *game, const Pos *pos, const Move *moves, int count)
{
    uint64_t *here = malloc(((size_t)count + 1) * sizeof *here);
    uint64_t *there = malloc(((size_t)count + 1) * sizeof *there);
    Move *mapped_moves = malloc(game->moves_max * sizeof *mapped_moves);
    assert_true(game->shape.symmetry_count > 0);
    for (int s = 0; s < game->shape.symmetry_count; s++) {
        const Point *to = game->shape.symmetry[s];
        Pos mapped;
        game->ops->transform(game, pos, to, &mapped);
        assert_true(mapped.key == game->ops->key(game, &mapped));
        if (s == 0)
            assert_memory_equal(&mapped, pos, sizeof mapped);
        assert_int_equal(game->moves(game, &mapped, mapped_moves), count);
        for (int i = 0; i < count; i++) {
            here[i] = move_hash(game, pos, moves[i], to);
            there[i] = move_hash(game, &mapped, mapped_moves[i], NULL);
        }
        qsort(here, (size_t)count, sizeof *here, compare_words);
        qsort(there, (size_t)count, sizeof *there, compare_words);
        if (memcmp(here, there, (size_t)count * sizeof *here) != 0)
            fail_msg("%s: symmetry %d does not commute at %s", game->id, s,
                     test_pos_text(game, pos));
        assert_int_equal(game->ops->outcome(game, &mapped).winner,
                         game->ops->outcome(game, pos).winner);
    }
    free(here);
    free(there);
    free(mapped_moves);
}

static void law_events(const Game *game, const Pos *pos, const Move *moves, int count)
{
    for (int i = 0; i < count; i++) {
        Event events[EVENTS_MAX];
        int n = game->ops->events(game, pos, moves[i], events);
        assert_in_range(n, 1, EVENTS_MAX);
        Pos next;
        game->apply(game, pos, moves[i], &next);
        bool over = game->ops->outcome(game, &next).winner != WINNER_NONE;
        bool said = events[n - 1].kind == EVENT_WON || events[n - 1].kind == EVENT_DRAWN;
        assert_int_equal(over, said);
        for (int lang = 0; lang < LANG_COUNT; lang++) {
            char text[2048];
            Str s = str_over(text, sizeof text);
            events_write(game, events, n, (Lang)lang, &s);
            assert_true(s.length > 0 && !s.full && !strchr(text, '{'));
        }
    }
}

static void law_marks_and_counters(const Game *game, const Pos *pos, const Move *moves, int count)
{
    (void)moves, (void)count;
    Mark marks[MARKS_MAX];
    Counter counters[COUNTERS_MAX];
    assert_in_range(game->ops->counters(game, pos, counters), 0, COUNTERS_MAX);
    for (int lang = 0; game->ops->remark && lang < LANG_COUNT; lang++)
        assert_true(strlen(game->ops->remark(game, pos)->in[lang]) > 0);
    for (int p = -1; p < game->shape.point_count; p++) {
        int n = game->ops->marks(game, pos, p < 0 ? POINT_NONE : (Point)p, marks);
        assert_in_range(n, 0, MARKS_MAX);
        for (int i = 0; i < n; i++) {
            assert_true(marks[i].kind < MARK_COUNT);
            for (int q = game->shape.point_count; q < 192; q++)
                assert_false(set_has(&marks[i].points, (Point)q));
        }
    }
}

/* Following any move's path click by click is always offered and ends at that move. */
static void law_clicks_reach_moves(const Game *game, const Pos *pos, const Move *moves, int count)
{
    Move *scratch = malloc(game->moves_max * sizeof *scratch);
    for (int i = 0; i < count; i += 1 + count / 4) {
        Step path[PATH_MAX];
        Point clicks[PATH_MAX];
        int n = game->ops->path(game, pos, moves[i], path);
        for (int c = 0; c < n; c++) {
            Narrow narrow = path_narrow(game, pos, clicks, c, scratch);
            assert_true(set_has(&narrow.next, path[c].point));
            assert_true(narrow.roles >> path[c].role & 1);
            assert_true(narrow.matches > 0);
            assert_non_null(roles_prompt(narrow.roles));
            clicks[c] = path[c].point;
        }
        Narrow narrow = path_narrow(game, pos, clicks, n, scratch);
        assert_true(narrow.complete == moves[i]);
        /* Two clicks of one set in the other order mean the same move. */
        if (n >= 2 && path[n - 1].role == path[n - 2].role && role_is_set(path[n - 1].role)) {
            Point last = clicks[n - 1];
            clicks[n - 1] = clicks[n - 2];
            clicks[n - 2] = last;
            narrow = path_narrow(game, pos, clicks, n, scratch);
            assert_true(narrow.complete == moves[i]);
        }
    }
    free(scratch);
}

/* The letter of the same piece of the other player; what is no piece's letter stays. */
static char other_letter(const Game *game, char letter)
{
    for (int p = 1; p < game->piece_count; p++)
        for (int q = 1; q < game->piece_count; q++) {
            const Piece *a = &game->pieces[p], *b = &game->pieces[q];
            if (a->letter == letter && a->owner + b->owner == 1 && a->form == b->form)
                return b->letter;
        }
    return letter;
}

/* The position with the colours exchanged, by its text: the letters of board and side, and the
 * players' two numbers. False for a text of another kind, and where the rules forbid the result,
 * such as the other side to move while men are placed. */
static bool exchange_colours(const Game *game, const Pos *pos, Pos *out)
{
    char board[POSITION_TEXT_MAX], side[8], number[2][8], rest[64] = "";
    char text[2 * POSITION_TEXT_MAX], why[WHY_MAX];
    int fields = sscanf(test_pos_text(game, pos), "%511s %7s %7s %7s %63[^\n]", board, side,
                        number[0], number[1], rest);
    for (char *c = board; *c; c++)
        *c = other_letter(game, *c);
    side[0] = other_letter(game, side[0]);
    if (fields == 3)
        snprintf(text, sizeof text, "%s %s %s", board, side, number[0]);
    else if (fields >= 4 && isdigit((unsigned char)*number[0]))
        snprintf(text, sizeof text, "%s %s %s %s%s%s", board, side, number[1], number[0],
                 *rest ? " " : "", rest);
    else
        return false;
    return game->ops->read_pos(game, text, LANG_EN, out, why);
}

static int exchanged;

/* The same for every symmetric position and with the colours exchanged, bounded, and told from the
 * side to move. */
static void law_evaluation(const Game *game, const Pos *pos, const Move *moves, int count)
{
    (void)moves;
    if (!game->evaluate || !count)
        return;
    Pos before = *pos, mapped;
    int score = game->evaluate(game, pos);
    assert_memory_equal(pos, &before, sizeof before);
    assert_true(abs(score) <= 20000);
    for (int s = 0; s < game->shape.symmetry_count; s++) {
        game->ops->transform(game, pos, game->shape.symmetry[s], &mapped);
        assert_int_equal(game->evaluate(game, &mapped), score);
    }
    if (exchange_colours(game, pos, &mapped)) {
        Pos read = test_pos(game, test_pos_text(game, pos)); /* without what is not in the text */
        assert_int_equal(game->evaluate(game, &mapped), game->evaluate(game, &read));
        exchanged++;
    }
}

/* The list of noisy moves is a part of the list of moves, in its order, and no noisy move is
 * missing. */
static void law_noisy_moves(const Game *game, const Pos *pos, const Move *moves, int count)
{
    if (!game->noisy_moves)
        return;
    Move *noisy = malloc(game->moves_max * sizeof *noisy);
    int32_t rate;
    int n = game->noisy_moves(game, pos, noisy), next = 0;
    for (int i = 0; i < count; i++) {
        game->rate(game, pos, &moves[i], 1, &rate);
        if (next < n && noisy[next] == moves[i])
            next++;
        else
            assert_true(rate < 50);
    }
    assert_int_equal(next, n);
    free(noisy);
}

/* What an evaluation says that it adds up is its score; what it calls quiet has no gains; ratings
 * do not depend on which other moves are in the list. */
static void law_gains(const Game *game, const Pos *pos, const Move *moves, int count)
{
    enum { HALF_A_MAN = 50, SOME = 200 };
    int16_t feature[FEATURES_MAX];
    int32_t rates[SOME], alone;
    if (!count)
        return;
    if (game->features) {
        int sum = 0;
        assert_true(game->features->count <= FEATURES_MAX);
        game->features->take(game, pos, feature);
        for (int i = 0; i < game->features->count; i++)
            sum += game->features->weight[i] * feature[i];
        assert_int_equal(sum, game->evaluate(game, pos));
    }
    if (!game->rate)
        return;
    law_noisy_moves(game, pos, moves, count);
    int some = count < SOME ? count : SOME;
    game->rate(game, pos, moves, some, rates);
    for (int i = 0; i < some; i++) {
        game->rate(game, pos, &moves[i], 1, &alone);
        assert_int_equal(alone, rates[i]);
        if (game->noisy && !game->noisy(game, pos))
            assert_true(rates[i] < HALF_A_MAN);
    }
}

static void law_pick_is_in_the_list(const Game *game, const Pos *pos, const Move *moves, int count)
{
    Move *scratch = malloc(game->moves_max * sizeof *scratch), move = 0;
    for (uint64_t r = 0; r <= UINT32_MAX; r += UINT32_MAX / 97) {
        assert_int_equal(game_pick(game, pos, (uint32_t)r, scratch, &move), count);
        if (count)
            assert_true(move == moves[game_pick_index((uint32_t)r, count)]);
    }
    free(scratch);
}

/* Positions by what their texts say and by their text keys. */
typedef struct Print {
    uint64_t text, key;
} Print;

typedef struct Prints {
    Print at[4096];
    int count;
    int hidden; /* positions whose text leaves out something that their key covers */
} Prints;

static Prints prints;

static void add_print(const Game *game, const Pos *pos)
{
    const char *text = test_pos_text(game, pos);
    assert_true(prints.count < (int)(sizeof prints.at / sizeof *prints.at));
    prints.at[prints.count++] = (Print){hash_bytes(text, strlen(text)), game_text_key(game, pos)};
}

static int compare_prints(const void *a, const void *b)
{
    const Print *x = a, *y = b;
    return x->text != y->text ? (x->text > y->text) - (x->text < y->text)
                              : (x->key > y->key) - (x->key < y->key);
}

/* The position as it is, and as its text gives it back. */
static void add_both_prints(const Game *game, const Pos *pos)
{
    Pos read = test_pos(game, test_pos_text(game, pos));
    add_print(game, pos);
    add_print(game, &read);
    prints.hidden += read.key != pos->key;
}

/* Every text that differs from this one in one character and is a position. */
static void add_similar_prints(const Game *game, const Pos *pos)
{
    char text[POSITION_TEXT_MAX], why[WHY_MAX];
    snprintf(text, sizeof text, "%s", test_pos_text(game, pos));
    for (char *at = text; *at; at++) {
        char kept = *at;
        for (const char *c = ".bwkBWox0123456789"; *c; c++) {
            Pos other;
            *at = *c;
            if (game->ops->read_pos(game, text, LANG_EN, &other, why))
                add_print(game, &other);
        }
        *at = kept;
    }
}

/* One text, one text key: of a position, its neighbours in the game, and what is written nearly as
 * it is. */
static void law_text_key(const Game *game, const Pos *pos, const Move *moves, int count)
{
    enum { CHILDREN = 100 };
    if (count && game_draws_here(game, pos)) /* the search may ask for the key alone */
        assert_true(game_text_key(game, pos) == pos->key);
    prints.count = 0;
    add_both_prints(game, pos);
    add_similar_prints(game, pos);
    for (int i = 0; i < count && i < CHILDREN; i++) {
        Pos next;
        game->apply(game, pos, moves[i], &next);
        add_both_prints(game, &next);
    }
    qsort(prints.at, (size_t)prints.count, sizeof *prints.at, compare_prints);
    uint64_t *keys = malloc((size_t)prints.count * sizeof *keys);
    int texts = 0;
    for (int i = 0; i < prints.count; i++) {
        bool same = i && prints.at[i].text == prints.at[i - 1].text;
        if (same && prints.at[i].key != prints.at[i - 1].key)
            fail_msg("%s: one text, two text keys at %s", game->id, test_pos_text(game, pos));
        if (!same)
            keys[texts++] = prints.at[i].key;
    }
    assert_distinct(keys, texts, game, pos, "text key, but not text,");
    free(keys);
}

static void test_law_text_key(void **state)
{
    (void)state;
    check_law(law_text_key);
    /* There were positions that differ only in what their text does not show. */
    prints.hidden = 0;
    check_variant("mur");
    assert_true(prints.hidden > 0);
}

static void assert_goes_on(const Game *game, const Pos *pos)
{
    if (game->ops->outcome(game, pos).winner != WINNER_NONE)
        fail_msg("%s: a start is a finished game: %s", game->id, test_pos_text(game, pos));
}

/* No game begins finished, wherever the one before it stood. */
static void law_starts_go_on(const Game *game, const Pos *pos, const Move *moves, int count)
{
    (void)moves, (void)count;
    Pos start;
    game->ops->start(game, pos->key, &start);
    assert_goes_on(game, &start);
    for (int starter = 0; game->ops->next_start && starter < 2; starter++) {
        game->ops->next_start(game, pos, starter, &start);
        assert_int_equal(start.turn, starter);
        assert_goes_on(game, &start);
        game->ops->next_start(game, NULL, starter, &start);
        assert_goes_on(game, &start);
    }
}

/* What a game came to was possible all along; at its end too. And what is impossible stays so,
 * whatever is played: with the ends this is all that an induction over the game needs. */
typedef struct Followed {
    Pos pos[512];
    int count, ruled_out;
} Followed;

static void stays_impossible(const Game *game, const Pos *pos, const Move *moves, int count)
{
    for (int w = WINNER_P1; w <= WINNER_DRAW; w++)
        for (int i = 0; i < count && !game->possible(game, pos, 1u << w); i++) {
            Pos next;
            game->apply(game, pos, moves[i], &next);
            if (game->possible(game, &next, 1u << w))
                fail_msg("%s: result %d was impossible before %s at %s", game->id, w,
                         test_move_text(game, pos, moves[i]), test_pos_text(game, pos));
        }
}

static void follow(void *context, const Game *game, const Pos *pos, const Move *moves, int count)
{
    Followed *followed = context;
    stays_impossible(game, pos, moves, count);
    assert_true(followed->count < 512);
    followed->pos[followed->count++] = *pos;
    if (count)
        return;
    unsigned result = 1u << game->ops->outcome(game, pos).winner;
    for (int i = 0; i < followed->count; i++) {
        if (!game->possible(game, &followed->pos[i], result))
            fail_msg("%s: not held possible, but so it ended: %s", game->id,
                     test_pos_text(game, &followed->pos[i]));
        for (int w = WINNER_P1; w <= WINNER_DRAW; w++)
            followed->ruled_out += !game->possible(game, &followed->pos[i], 1u << w);
    }
    followed->count = 0;
}

static void check_possible(const char *variant)
{
    static Followed followed;
    Game *game = test_open(variant);
    followed = (Followed){.count = 0};
    if (game->possible) {
        test_walk(game, test_seed(), 20 * GAMES, follow, &followed);
        assert_true(followed.ruled_out > 0);
    }
    game_close(game);
}

static void test_law_possible(void **state)
{
    (void)state;
    test_each_variant(check_possible);
}

#define LAW_TEST(name)                                                                             \
    static void test_law_##name(void **state)                                                      \
    {                                                                                              \
        (void)state;                                                                               \
        check_law(law_##name);                                                                     \
    }
LAW_TEST(over_iff_no_moves)
LAW_TEST(moves_distinct)
LAW_TEST(apply_is_pure)
LAW_TEST(move_text)
LAW_TEST(position_text)
LAW_TEST(symmetry)
LAW_TEST(events)
LAW_TEST(marks_and_counters)
LAW_TEST(clicks_reach_moves)
LAW_TEST(pick_is_in_the_list)
LAW_TEST(starts_go_on)

static int family_exchanged(const char *variant)
{
    exchanged = 0;
    current_law = law_evaluation;
    check_variant(variant);
    return exchanged;
}

static void test_law_gains(void **state)
{
    (void)state;
    check_law(law_gains);
}

static void test_law_evaluation(void **state)
{
    (void)state;
    check_law(law_evaluation);
    /* Colours were really exchanged, in every family. */
    static const char *const variants[] = {"nine", "stacking", "morelli", "mur", "mur,chain=both"};
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++)
        assert_true(family_exchanged(variants[v]) > 20);
}

/* Does the stroke go through the point, to within two units of the picture? */
static bool goes_through(const Stroke *stroke, const ShapePoint *p)
{
    enum { NEAR = 2 };
    long dx = p->x - stroke->x1, dy = p->y - stroke->y1;
    if (stroke->kind == STROKE_CIRCLE) {
        long inner = stroke->x2 - NEAR, outer = stroke->x2 + NEAR, square = dx * dx + dy * dy;
        return square >= inner * inner && square <= outer * outer;
    }
    long x = stroke->x2 - stroke->x1, y = stroke->y2 - stroke->y1, length = x * x + y * y;
    long along = dx * x + dy * y, across = dx * y - dy * x;
    return along >= 0 && along <= length && across * across <= NEAR * NEAR * length;
}

/* A board of points is drawn: pictures have its strokes, the terminal and the cursor keys its
 * links. So every point has a link, and a stroke goes through both ends of each. */
static void check_lines(const char *variant, const Shape *shape)
{
    PointSet linked = {{0}};
    for (int l = 0; l < shape->link_count; l++) {
        const Link *link = &shape->link[l];
        const ShapePoint *a = &shape->point[link->a], *b = &shape->point[link->b];
        bool drawn = false;
        for (int s = 0; s < shape->stroke_count; s++)
            drawn |= goes_through(&shape->stroke[s], a) && goes_through(&shape->stroke[s], b);
        if (!drawn)
            fail_msg("%s: no stroke of its shape goes through the neighbours %s and %s", variant,
                     a->name, b->name);
        set_add(&linked, link->a);
        set_add(&linked, link->b);
    }
    for (int p = 0; p < shape->point_count; p++)
        if (!set_has(&linked, (Point)p))
            fail_msg("%s: a board of points has no link at %s, so nothing is drawn there", variant,
                     shape->point[p].name);
}

static void check_shape(const char *variant)
{
    Game *game = test_open(variant);
    const Shape *shape = &game->shape;
    for (int p = 0; p < shape->point_count; p++) {
        const char *name = shape->point[p].name;
        assert_true(shape_read_point(shape, &name) == p && !*name);
        assert_in_range(shape->point[p].x, 0, shape->width);
        assert_in_range(shape->point[p].y, 0, shape->height);
        assert_true(shape->point[p].col < shape->cols && shape->point[p].row < shape->rows);
    }
    for (int s = 0; s < shape->symmetry_count; s++) {
        PointSet seen = {{0}};
        for (int p = 0; p < shape->point_count; p++) {
            assert_true(s || shape->symmetry[0][p] == p);
            assert_true(shape->symmetry[s][p] < shape->point_count);
            set_add(&seen, shape->symmetry[s][p]);
        }
        assert_int_equal(set_count(&seen), shape->point_count);
    }
    if (shape->style == SHAPE_POINTS)
        check_lines(variant, shape);
    game_close(game);
}

static void test_shapes_are_sound(void **state)
{
    (void)state;
    test_each_variant(check_shape);
}

static void check_texts(const char *variant)
{
    Game *game = test_open(variant);
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        assert_non_null(game->family->title.in[lang]);
        assert_non_null(game->row->title.in[lang]);
        assert_non_null(game->row->summary.in[lang]);
        assert_non_null(game->player[0].in[lang]);
        assert_non_null(game->player[1].in[lang]);
        for (int p = 1; p < game->piece_count; p++)
            assert_non_null(game->pieces[p].name.in[lang]);
        for (int o = 0; o < game->family->option_count; o++)
            assert_non_null(game->family->options[o].help.in[lang]);
        for (int r = 0; r < ROLE_COUNT; r++) {
            assert_non_null(roles_prompt(1u << r)->in[lang]);
            assert_non_null(roles_decline(1u << r)->in[lang]);
        }
        for (int m = 0; m < MARK_COUNT; m++)
            assert_non_null(mark_name((MarkKind)m)->in[lang]);
    }
    game_close(game);
}

static void test_no_text_is_missing(void **state)
{
    (void)state;
    test_each_variant(check_texts);
}

/* A handicap is a position of the game that is read back, not finished, and not the usual start. */
static void check_odds(const char *variant)
{
    Game *game = test_open(variant);
    Pos usual, start;
    int number, step = 1;
    game->ops->start(game, 3, &usual);
    for (; game->ops->odds; step++) {
        for (int weaker = 0; weaker < 2; weaker++) {
            start = usual;
            if (!game->ops->odds(game, weaker, step, &start, &number)) {
                game_close(game);
                return;
            }
            assert_true(start.key == game->ops->key(game, &start) && start.key != usual.key);
            assert_int_equal(game->ops->outcome(game, &start).winner, WINNER_NONE);
            Pos read = test_pos(game, test_pos_text(game, &start));
            assert_true(read.key == start.key && number > 0);
        }
        assert_in_range(step, 1, 8);
    }
    game_close(game);
}

static void test_handicaps_are_positions(void **state)
{
    (void)state;
    test_each_variant(check_odds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_law_over_iff_no_moves),
        cmocka_unit_test(test_law_moves_distinct),
        cmocka_unit_test(test_law_apply_is_pure),
        cmocka_unit_test(test_law_move_text),
        cmocka_unit_test(test_law_position_text),
        cmocka_unit_test(test_law_symmetry),
        cmocka_unit_test(test_law_events),
        cmocka_unit_test(test_law_marks_and_counters),
        cmocka_unit_test(test_law_clicks_reach_moves),
        cmocka_unit_test(test_law_pick_is_in_the_list),
        cmocka_unit_test(test_law_text_key),
        cmocka_unit_test(test_law_starts_go_on),
        cmocka_unit_test(test_law_evaluation),
        cmocka_unit_test(test_law_gains),
        cmocka_unit_test(test_law_possible),
        cmocka_unit_test(test_shapes_are_sound),
        cmocka_unit_test(test_handicaps_are_positions),
        cmocka_unit_test(test_no_text_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
