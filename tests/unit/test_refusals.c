/* SPDX-License-Identifier: MIT */
/* Refusals of every registered variant: whatever is refused in one language is refused in the other
 * one, English is in ASCII, Japanese is Japanese, both are whole lines, and the points that they
 * name are on the board at hand. The inputs are written texts spoilt one character at a time, so
 * that a new family is tested without being named here. */
#include "unit/support.h"

#include "play/record_faults.h"

#include <ctype.h>

typedef struct Reasons {
    const char *input;
    char in[LANG_COUNT][WHY_MAX];
} Reasons;

/* Hiragana, katakana or an ideograph: U+3040 to U+9FFF. */
static bool has_japanese(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if ((c[0] == 0xe3 && c[1] >= 0x81) || (c[0] >= 0xe4 && c[0] <= 0xe9))
            return true;
    return false;
}

static bool is_ascii_line(const char *text)
{
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            return false;
    return true;
}

/* Three English words in a row: a sentence that nobody translated. */
static bool has_english(const char *text)
{
    int words = 0, letters = 0;
    for (; *text; text++) {
        if (islower((unsigned char)*text)) {
            letters++;
            continue;
        }
        words = *text == ' ' && letters >= 2 ? words + 1 : 0;
        letters = 0;
        if (words >= 2 && islower((unsigned char)text[1]) && islower((unsigned char)text[2]))
            return true;
    }
    return false;
}

/* The reason without what it quotes, which is the input's own. */
static void drop_quotes(const char *text, char *out)
{
    bool quoted = false;
    for (; *text; text++) {
        if (*text == '\'' && (quoted || !isalpha((unsigned char)text[1]) || text[2] != ' '))
            quoted = !quoted;
        else if (!quoted)
            *out++ = *text;
    }
    *out = '\0';
}

/* Names such as d2 and m13, alone or in moves such as d2xa1: all are points of the board. */
static void check_points(const Game *game, const char *reason, const char *input)
{
    char text[WHY_MAX];
    drop_quotes(reason, text);
    for (const char *c = text; *c; c++) {
        bool inside = c > text && isalpha((unsigned char)c[-1]) && c[-1] != 'x';
        if (!islower((unsigned char)c[0]) || !isdigit((unsigned char)c[1]) || inside)
            continue;
        const char *name = c;
        if (shape_read_point(&game->shape, &name) == POINT_NONE || isdigit((unsigned char)*name))
            fail_msg("%s has no point %.3s, but for '%s' says: %s", game->id, c, input, reason);
    }
}

static void check_reasons(const Game *game, const Reasons *r)
{
    const char *en = r->in[LANG_EN], *ja = r->in[LANG_JA];
    if (!*en || !is_ascii_line(en) || strchr(en, '{'))
        fail_msg("%s: for '%s' in English: %s", game->id, r->input, en);
    if (!has_japanese(ja) || has_english(ja) || strchr(ja, '\n') || strchr(ja, '{'))
        fail_msg("%s: for '%s' in Japanese: %s", game->id, r->input, ja);
    for (int lang = 0; lang < LANG_COUNT; lang++)
        assert_true(strlen(r->in[lang]) < WHY_MAX - 4); /* nothing was cut off */
}

/* Is the text refused in both languages? Then its reasons are checked. */
static bool refused_pos(const Game *game, const char *text)
{
    Reasons r = {.input = text};
    bool read[LANG_COUNT];
    Pos pos;
    for (int lang = 0; lang < LANG_COUNT; lang++)
        read[lang] = game->ops->read_pos(game, text, (Lang)lang, &pos, r.in[lang]);
    assert_int_equal(read[LANG_EN], read[LANG_JA]);
    if (read[LANG_EN])
        return false;
    check_reasons(game, &r);
    for (int lang = 0; lang < LANG_COUNT; lang++)
        check_points(game, r.in[lang], text);
    return true;
}

static bool refused_move(const Game *game, const Pos *pos, const char *text, Reasons *r)
{
    bool read[LANG_COUNT];
    Move move;
    *r = (Reasons){.input = text};
    for (int lang = 0; lang < LANG_COUNT; lang++)
        read[lang] = game->ops->read_move(game, pos, text, (Lang)lang, &move, r->in[lang]);
    assert_int_equal(read[LANG_EN], read[LANG_JA]);
    if (read[LANG_EN])
        return false;
    check_reasons(game, r);
    for (int lang = 0; lang < LANG_COUNT; lang++)
        check_points(game, r->in[lang], text);
    return true;
}

static int positions_refused, moves_refused, variants_refused;

/* Every text with one character changed, left out or added, and every beginning of it. */
static void spoil(const char *text, void (*try)(void *context, const char *text), void *context)
{
    char spoilt[POSITION_TEXT_MAX + 2];
    size_t length = strlen(text);
    for (size_t at = 0; at <= length; at++) {
        snprintf(spoilt, sizeof spoilt, "%.*s", (int)at, text);
        try(context, spoilt);
        for (const char *c = " ?./-0129bwBWkKx"; *c; c++) {
            snprintf(spoilt, sizeof spoilt, "%.*s%c%s", (int)at, text, *c,
                     at < length ? text + at + 1 : "");
            try(context, spoilt);
            snprintf(spoilt, sizeof spoilt, "%.*s%c%s", (int)at, text, *c, text + at);
            try(context, spoilt);
        }
    }
}

typedef struct Seat {
    const Game *game;
    const Pos *pos;
} Seat;

static void try_pos(void *context, const char *text)
{
    const Seat *seat = context;
    positions_refused += refused_pos(seat->game, text);
}

static void try_move(void *context, const char *text)
{
    const Seat *seat = context;
    Reasons r;
    moves_refused += refused_move(seat->game, seat->pos, text, &r);
}

/* The moves of one position, as they are and spoilt, in another one. */
static void try_moves(const Seat *seat, const Game *game, const Pos *pos, const Move *moves,
                      int count)
{
    for (int i = 0; i < count; i += 1 + count / 3) {
        char text[MOVE_TEXT_MAX];
        snprintf(text, sizeof text, "%s", test_move_text(game, pos, moves[i]));
        try_move((void *)(uintptr_t)seat, text);
        spoil(text, try_move, (void *)(uintptr_t)seat);
    }
}

static int visits;
static Pos other_pos;

static void visit(void *context, const Game *game, const Pos *pos, const Move *moves, int count)
{
    (void)context;
    if (visits++ % 23)
        return;
    Seat here = {game, pos}, there = {game, visits == 1 ? pos : &other_pos};
    char text[POSITION_TEXT_MAX];
    snprintf(text, sizeof text, "%s", test_pos_text(game, pos));
    if (visits % 3 == 1)
        spoil(text, try_pos, &here);
    try_moves(&here, game, pos, moves, count);
    try_moves(&there, game, pos, moves, count);
    other_pos = *pos;
}

static void check_variant(const char *variant)
{
    Game *game = test_open(variant);
    visits = 0;
    test_walk(game, test_seed(), 1, visit, NULL);
    game_close(game);
}

static void test_positions_and_moves(void **state)
{
    (void)state;
    test_each_variant(check_variant);
    assert_true(positions_refused > 1000 && moves_refused > 1000);
}

/* Words of a reason that look like moves, such as "d2-d3,". */
static bool next_example(const char **text, char *out)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-+*~/>";
    for (;;) {
        *text += strcspn(*text, letters);
        size_t n = strspn(*text, letters);
        if (!n)
            return false;
        snprintf(out, MOVE_TEXT_MAX, "%.*s", (int)n, *text);
        *text += n;
        if (strpbrk(out, "0123456789"))
            return true;
    }
}

static int examples;

/* What the reader gives as examples of moves, it reads: it may refuse them, but not as no moves. */
static void check_examples(const char *variant)
{
    Game *game = test_open(variant);
    Pos pos;
    Reasons none, some;
    char no_move[WHY_MAX], said[WHY_MAX], example[MOVE_TEXT_MAX];
    game->ops->start(game, 1, &pos);
    assert_true(refused_move(game, &pos, "?", &none));
    drop_quotes(none.in[LANG_EN], no_move);
    const char *at = no_move;
    while (next_example(&at, example)) {
        examples++;
        if (!refused_move(game, &pos, example, &some))
            continue;
        drop_quotes(some.in[LANG_EN], said);
        if (strcmp(said, no_move) == 0)
            fail_msg("%s gives the example %s, but reads it as no move", game->id, example);
    }
    game_close(game);
}

static void test_examples(void **state)
{
    (void)state;
    test_each_variant(check_examples);
    assert_true(examples > 300);
}

static const Family *const *all_families;
static size_t all_count;

static void try_variant(void *context, const char *text)
{
    Reasons r = {.input = text};
    Game *game[LANG_COUNT];
    for (int lang = 0; lang < LANG_COUNT; lang++)
        game[lang] = game_open_from(all_families, all_count, text, (Lang)lang, r.in[lang]);
    assert_int_equal(!game[LANG_EN], !game[LANG_JA]);
    if (!game[LANG_EN]) {
        check_reasons(context, &r);
        variants_refused++;
    }
    for (int lang = 0; lang < LANG_COUNT; lang++)
        game_close(game[lang]);
}

static void write_option(const Option *option, int value, Str *out)
{
    str_format(out, option->values[0] ? ",%s=%s" : ",%s", option->name, option->values[value]);
}

static int value_count(const Option *option)
{
    int n = 0;
    while (n < OPTION_VALUES_MAX && option->values[n])
        n++;
    return n ? n : 1;
}

/* Every pair of options: those of other rows, the same one twice and those that do not go together
 * are among them. */
static void try_pairs(const Family *family, int row, Game *any)
{
    for (int a = 0; a < family->option_count; a++) {
        for (int b = 0; b < family->option_count; b++) {
            const Option *first = &family->options[a], *second = &family->options[b];
            for (int i = 0; i < value_count(first) * value_count(second); i++) {
                char text[VARIANT_TEXT_MAX];
                Str s = str_over(text, sizeof text);
                str_add(&s, family->rows[row].id);
                write_option(first, i % value_count(first), &s);
                write_option(second, i / value_count(first), &s);
                try_variant(any, text);
                if (i == 0)
                    spoil(text, try_variant, any);
            }
        }
    }
}

static void test_variants(void **state)
{
    (void)state;
    Game *any = test_open("template");
    char endless[VARIANT_TEXT_MAX + 1] = "";
    memset(endless, 'x', sizeof endless - 1);
    for (int list = 0; list < 2; list++) {
        all_families = list ? test_families : registry_families;
        all_count = list ? test_family_count : registry_count;
        for (size_t f = 0; f < all_count; f++)
            for (int row = 0; row < all_families[f]->row_count; row++)
                try_pairs(all_families[f], row, any);
        try_variant(any, endless);
    }
    assert_true(variants_refused > 1000);
    game_close(any);
}

static unsigned places(const char *text)
{
    unsigned found = 0;
    for (; *text; text++)
        if (text[0] == '{' && isdigit((unsigned char)text[1]) && text[2] == '}')
            found |= 1u << (text[1] - '0');
    return found;
}

static void test_record_faults(void **state)
{
    (void)state;
    for (int f = 0; f < FAULT_COUNT; f++) {
        const Text *text = &record_fault[f];
        assert_true(is_ascii_line(text->in[LANG_EN]) && *text->in[LANG_EN]);
        assert_true(f == FAULT_GIVEN || has_japanese(text->in[LANG_JA]));
        assert_int_equal(places(text->in[LANG_EN]), places(text->in[LANG_JA]));
    }
}

static void test_nothing_is_cut_inside_a_character(void **state)
{
    (void)state;
    static const Text text = {{"{0}", "あ{0}い"}};
    char why[WHY_MAX], filler[WHY_MAX];
    for (int n = WHY_MAX - 12; n < WHY_MAX; n++) {
        memset(filler, '.', (size_t)n);
        filler[n] = '\0';
        assert_false(refuse_with(why, LANG_JA, &text, filler));
        size_t length = strlen(why);
        assert_int_equal(length, n + 6 < WHY_MAX ? n + 6 : n + 3 < WHY_MAX ? n + 3 : WHY_MAX - 1);
    }
    char small[8];
    Str s = str_over(small, sizeof small);
    str_format(&s, "%s", "あいう"); /* nine bytes */
    assert_string_equal(small, "あい");
    assert_true(s.full);
    s = str_over(small, sizeof small);
    str_add(&s, "ab");
    str_add(&s, "\xf0\x9f\x90\x99z\xf0\x9f\x90\x99");
    assert_string_equal(small, "ab\xf0\x9f\x90\x99z");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positions_and_moves),
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_variants),
        cmocka_unit_test(test_record_faults),
        cmocka_unit_test(test_nothing_is_cut_inside_a_character),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
