/* SPDX-License-Identifier: MIT */
/* The examples in the rules pages (docs/rules) hold. An example is a fenced block of lines
 *
 *   variant: nine              the first line
 *   position: BOARD SIDE ...   may be left out: the start
 *   illegal: g4-g7xd2          refused here; any number
 *   move: g4-g7xc5             legal here, and made; any number
 *   after: BOARD SIDE ...      the canonical text of where that leads
 *
 * Blocks without a `variant:` line are pictures. And the curves of docs/odds.txt are the engine's.
 */
#include "unit/support.h"

#include "ai/odds.h"

#include <glob.h>

enum { TEXT_MAX = 1 << 18, BLOCKS_MAX = 64, WORDS_MAX = 512 };

/* Pages that must have examples, and at least how many. */
static const struct {
    const char *name;
    int least;
} pages[] = {{"morris.md", 7}, {"morris.ja.md", 7}};

/* The examples of one page; each ends with '\0' instead of its closing fence. */
typedef struct Page {
    char text[TEXT_MAX];
    int count;
    char *block[BLOCKS_MAX];
} Page;

static void read_text(const char *path, char *out)
{
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("cannot read %s", path);
    size_t length = fread(out, 1, TEXT_MAX - 1, file);
    assert_true(feof(file));
    fclose(file);
    out[length] = '\0';
    assert_int_equal(strlen(out), length);
}

static bool starts_with(const char *text, const char *head)
{
    return strncmp(text, head, strlen(head)) == 0;
}

/* Is there a line that begins with `head`? */
static bool has_line(const char *text, const char *head)
{
    for (; text; text = strchr(text, '\n'), text = text ? text + 1 : NULL)
        if (starts_with(text, head))
            return true;
    return false;
}

/* The line after the next one that begins with a fence, or NULL; *fence is where that one begins.
 */
static char *next_fence(char *text, char **fence)
{
    *fence = starts_with(text, "```") ? text : strstr(text, "\n```");
    if (!*fence)
        return NULL;
    char *end = strchr(*fence + 1, '\n');
    return end ? end + 1 : *fence + strlen(*fence);
}

static void read_page(const char *path, Page *page)
{
    char *open, *close, *at = page->text;
    read_text(path, page->text);
    page->count = 0;
    while ((at = next_fence(at, &open))) {
        char *block = at;
        /* From the newline before the block on, so that an empty block is closed where it ends. */
        at = next_fence(block - 1, &close);
        if (!at)
            fail_msg("%s: a block is not closed", path);
        close[1] = '\0';
        if (has_line(block, "variant:")) {
            assert_true(page->count < BLOCKS_MAX);
            page->block[page->count++] = block;
        } else if (has_line(block, "position:") || has_line(block, "move:")) {
            fail_msg("%s: an example without a variant: line: %s", path, block);
        }
    }
}

/* ---- Checking an example -------------------------------------------------------------------- */

typedef struct Example {
    const char *path;
    Game *game;
    Pos pos;
    int checks; /* lines that said something about the rules */
} Example;

static void check_illegal(Example *example, const char *move)
{
    char why[WHY_MAX] = "";
    Move out;
    if (example->game->ops->read_move(example->game, &example->pos, move, LANG_EN, &out, why))
        fail_msg("%s: %s is legal at %s", example->path, move,
                 test_pos_text(example->game, &example->pos));
}

static void check_move(Example *example, const char *move)
{
    char why[WHY_MAX] = "";
    Move out;
    Pos next;
    const Game *game = example->game;
    if (!game->ops->read_move(game, &example->pos, move, LANG_EN, &out, why))
        fail_msg("%s: %s is illegal at %s: %s", example->path, move,
                 test_pos_text(game, &example->pos), why);
    assert_string_equal(test_move_text(game, &example->pos, out), move);
    game->apply(game, &example->pos, out, &next);
    example->pos = next;
}

static void check_after(Example *example, const char *position)
{
    const char *text = test_pos_text(example->game, &example->pos);
    if (strcmp(text, position) != 0)
        fail_msg("%s: leads to %s, not to %s", example->path, text, position);
}

static void check_line(Example *example, const char *key, const char *value)
{
    if (strcmp(key, "variant") == 0) {
        assert_null(example->game);
        example->game = test_open(value);
        assert_string_equal(example->game->id, value);
        example->game->ops->start(example->game, 1, &example->pos);
        return;
    }
    if (!example->game)
        fail_msg("%s: %s: stands before variant:", example->path, key);
    if (strcmp(key, "position") == 0) {
        example->pos = test_pos(example->game, value);
        return;
    }
    example->checks++;
    if (strcmp(key, "illegal") == 0)
        check_illegal(example, value);
    else if (strcmp(key, "move") == 0)
        check_move(example, value);
    else if (strcmp(key, "after") == 0)
        check_after(example, value);
    else
        fail_msg("%s: an example does not have lines '%s:'", example->path, key);
}

static void check_block(const char *path, const char *block)
{
    Example example = {.path = path};
    const char *whole = block;
    while (*block) {
        char line[WORDS_MAX];
        size_t length = strcspn(block, "\n");
        assert_true(length < sizeof line);
        memcpy(line, block, length);
        line[length] = '\0';
        char *colon = strstr(line, ": ");
        if (!colon)
            fail_msg("%s: not 'key: value': %s", path, line);
        *colon = '\0';
        check_line(&example, line, colon + 2);
        block += length + (block[length] == '\n');
    }
    if (example.checks == 0)
        fail_msg("%s: an example that says nothing: %s", path, whole);
    game_close(example.game);
}

static Page page, twin;

static void test_examples_in_the_rules_pages_hold(void **state)
{
    (void)state;
    glob_t found;
    assert_int_equal(glob(DOCS_DIR "/rules/*.md", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        read_page(found.gl_pathv[i], &page);
        for (int b = 0; b < page.count; b++)
            check_block(found.gl_pathv[i], page.block[b]);
    }
    globfree(&found);
}

static void test_pages_have_examples(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/rules/%s", DOCS_DIR, pages[i].name);
        read_page(path, &page);
        if (page.count < pages[i].least)
            fail_msg("%s: %d examples, expected %d", path, page.count, pages[i].least);
    }
}

/* The Japanese page NAME.ja.md has the examples of NAME.md. */
static void test_both_languages_have_the_same_examples(void **state)
{
    (void)state;
    glob_t found;
    assert_int_equal(glob(DOCS_DIR "/rules/*.ja.md", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char english[512];
        const char *path = found.gl_pathv[i];
        snprintf(english, sizeof english, "%.*s.md", (int)(strlen(path) - strlen(".ja.md")), path);
        read_page(path, &page);
        read_page(english, &twin);
        assert_int_equal(page.count, twin.count);
        for (int b = 0; b < page.count; b++)
            assert_string_equal(page.block[b], twin.block[b]);
    }
    globfree(&found);
}

/* Some position of the phase: the first that random games meet. */
static bool find_phase(const Game *game, int phase, Pos *out)
{
    Move *moves = malloc(game->moves_max * sizeof *moves), move;
    bool found = false;
    for (uint64_t seed = 1; seed < 20 && !found; seed++) {
        Rng rng = {seed};
        Pos next;
        game->ops->start(game, seed, out);
        while (!(found = odds_phase(game, out) == phase) &&
               game_pick(game, out, (uint32_t)rng_next(&rng), moves, &move)) {
            game->apply(game, out, move, &next);
            *out = next;
        }
    }
    free(moves);
    return found;
}

/* What docs/odds.txt says was fitted is what the engine uses, for every game and phase. */
static void test_curves(void **state)
{
    char line[256], variant[VARIANT_TEXT_MAX], why[WHY_MAX];
    int phase, drawish, steep, rows = 0;
    FILE *file = fopen(DOCS_DIR "/odds.txt", "r");
    (void)state;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        Pos pos;
        if (sscanf(line, "row %95s phase %d: {%d, %d}", variant, &phase, &drawish, &steep) != 4)
            continue;
        Game *game = game_open(variant, LANG_EN, why);
        assert_non_null(game);
        assert_true(find_phase(game, phase, &pos));
        assert_int_equal(odds_of(game, &pos, drawish).win, 500);
        assert_int_equal(odds_of(game, &pos, drawish + steep).win, 731);
        assert_int_equal(odds_of(game, &pos, -drawish - 2 * steep).lose, 881);
        game_close(game);
        rows++;
    }
    fclose(file);
    assert_true(rows >= 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples_in_the_rules_pages_hold),
        cmocka_unit_test(test_pages_have_examples),
        cmocka_unit_test(test_both_languages_have_the_same_examples),
        cmocka_unit_test(test_curves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
