/* SPDX-License-Identifier: MIT */
/* The perft tables (tests/perft/FAMILY.txt): numbers that the reference implementation gave. The
 * engine must give them too, at every depth; and the reference must still give those that are small
 * enough for every day. With CONCENTRIC_PERFT_FULL set it confirms all of them, and the engine
 * counts all of them without bulk counting, which takes some minutes.
 *
 * A line is VARIANT | POSITION | N1 N2 N3 ... where POSITION is a position text, or startpos for
 * the start with seed 1, and Nd is the number of sequences of d moves. Lines that begin with # and
 * empty ones are comments. tools/perft-table.sh makes such lines. */
#include "unit/support.h"

#include "core/perft.h"
#include "reference/ref.h"

#include <inttypes.h>

enum {
    DEPTHS_MAX = 12,
    SEED = 1,
    EVERY_DAY = 20000,    /* what the reference confirms of one line every day */
    APPLIED_MAX = 200000, /* more leaves than this are counted in bulk every day */
};

typedef struct Entry {
    char variant[VARIANT_TEXT_MAX], position[POSITION_TEXT_MAX];
    char where[64]; /* file and line, for messages */
    int depths;
    uint64_t count[DEPTHS_MAX + 1]; /* [d], from 1 on */
} Entry;

static bool is_full(void)
{
    return getenv("CONCENTRIC_PERFT_FULL") != NULL;
}

static bool is_start(const Entry *entry)
{
    return strcmp(entry->position, "startpos") == 0;
}

/* ---- Reading the tables --------------------------------------------------------------------- */

/* Copies the field at *text up to the next '|', without the spaces around it. */
static bool read_field(const char **text, char *out, size_t size)
{
    const char *from = *text + strspn(*text, " "), *bar = strchr(from, '|');
    if (!bar)
        return false;
    size_t length = (size_t)(bar - from);
    while (length > 0 && from[length - 1] == ' ')
        length--;
    if (length == 0 || length >= size)
        return false;
    memcpy(out, from, length);
    out[length] = '\0';
    *text = bar + 1;
    return true;
}

static bool read_counts(const char *text, Entry *out)
{
    out->depths = 0;
    for (;;) {
        text += strspn(text, " \n");
        if (!*text)
            return out->depths > 0;
        if (out->depths == DEPTHS_MAX ||
            !str_read_number(&text, UINT64_MAX / 16, &out->count[++out->depths]))
            return false;
    }
}

static bool read_entry(const char *line, Entry *out)
{
    return read_field(&line, out->variant, sizeof out->variant) &&
           read_field(&line, out->position, sizeof out->position) && read_counts(line, out);
}

typedef void Visit(void *context, const Entry *entry);

static void read_table(const char *name, Visit *visit, void *context)
{
    char path[512], line[1024];
    Entry entry;
    snprintf(path, sizeof path, "%s/perft/%s", TESTS_DIR, name);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("cannot read %s", path);
    for (int number = 1; fgets(line, sizeof line, file); number++) {
        if (line[0] == '#' || line[0] == '\n')
            continue;
        snprintf(entry.where, sizeof entry.where, "%s:%d", name, number);
        if (!read_entry(line, &entry))
            fail_msg("%s: not VARIANT | POSITION | N1 N2 ...: %s", entry.where, line);
        visit(context, &entry);
    }
    fclose(file);
}

static void each_entry(Visit *visit, void *context)
{
    for (size_t i = 0; i < registry_count; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s.txt", registry_families[i]->id);
        read_table(name, visit, context);
    }
}

static void expect_count(const Entry *entry, const char *who, int depth, uint64_t found)
{
    if (found != entry->count[depth])
        fail_msg("%s: %s at %s: depth %d is %" PRIu64 " by the %s, not %" PRIu64, entry->where,
                 entry->variant, entry->position, depth, found, who, entry->count[depth]);
}

/* ---- The engine ----------------------------------------------------------------------------- */

static void count_by_engine(void *context, const Entry *entry)
{
    Game *game = test_open(entry->variant);
    Pos pos;
    if (is_start(entry))
        game->ops->start(game, SEED, &pos);
    else
        pos = test_pos(game, entry->position);
    Perft perft = {.game = game};
    perft.arena = malloc(perft_arena(game, entry->depths) * sizeof *perft.arena);
    assert_non_null(perft.arena);
    for (int depth = 1; depth <= entry->depths; depth++) {
        perft.bulk = !is_full() && entry->count[depth] > APPLIED_MAX;
        expect_count(entry, "engine", depth, perft_count(&perft, &pos, depth));
        ++*(int *)context;
    }
    free(perft.arena);
    game_close(game);
}

static void test_engine_gives_the_tables_numbers(void **state)
{
    (void)state;
    int counted = 0;
    each_entry(count_by_engine, &counted);
    printf("engine: %d numbers\n", counted);
    assert_true(counted > 0);
}

/* ---- The reference -------------------------------------------------------------------------- */

/* One walk for all depths: the moves of each state are what its depth adds to the next one, so the
 * last moves of a sequence need not be made. */
static void walk(const RefFamily *family, const char *variant, const RefState *state, int depth,
                 int last, uint64_t *count)
{
    RefMoves list = {0};
    family->moves(variant, state, &list);
    count[depth] += (uint64_t)list.count;
    for (int i = 0; i < list.count && depth < last; i++) {
        RefState next;
        memset(&next, 0, sizeof next);
        family->apply(variant, state, list.text[i], &next);
        walk(family, variant, &next, depth + 1, last, count);
    }
    ref_moves_free(&list);
}

static void read_state(const RefFamily *family, const Entry *entry, RefState *out)
{
    char why[REF_WHY_MAX] = "";
    memset(out, 0, sizeof *out);
    if (is_start(entry))
        family->start(entry->variant, SEED, out);
    else if (!family->read(entry->variant, entry->position, out, why))
        fail_msg("%s: the reference refuses it: %s", entry->where, why);
}

static void count_by_reference(void *context, const Entry *entry)
{
    const RefFamily *family = ref_family(entry->variant);
    if (!family)
        fail_msg("%s: the reference does not know %s", entry->where, entry->variant);
    RefState start;
    read_state(family, entry, &start);
    int last = 0;
    while (last < entry->depths && (is_full() || entry->count[last + 1] <= EVERY_DAY))
        last++;
    uint64_t count[DEPTHS_MAX + 1] = {0};
    if (last > 0)
        walk(family, entry->variant, &start, 1, last, count);
    for (int depth = 1; depth <= last; depth++)
        expect_count(entry, "reference", depth, count[depth]);
    *(int *)context += last;
}

static void test_reference_confirms_the_tables(void **state)
{
    (void)state;
    int counted = 0;
    each_entry(count_by_reference, &counted);
    printf("reference: %d numbers%s\n", counted,
           is_full() ? "" : " (set CONCENTRIC_PERFT_FULL for all)");
    assert_true(counted > 0);
}

/* ---- What the tables hold ------------------------------------------------------------------- */

typedef struct Wanted {
    const char *variant;
    int starts, others;
} Wanted;

static void find_variant(void *context, const Entry *entry)
{
    Wanted *wanted = context;
    if (strcmp(entry->variant, wanted->variant) != 0)
        return;
    if (is_start(entry))
        wanted->starts++;
    else
        wanted->others++;
}

static bool check_variant(void *context, const char *variant)
{
    (void)context;
    Wanted wanted = {.variant = variant};
    each_entry(find_variant, &wanted);
    bool plain = !strchr(variant, ',');
    if (wanted.starts != 1 || (plain && wanted.others < 1))
        fail_msg("%s: %d lines from the start, %d from elsewhere", variant, wanted.starts,
                 wanted.others);
    return true;
}

/* Every variant of the registry, by its canonical text, from the start once; every game without
 * options from elsewhere too. */
static void test_tables_hold_every_variant(void **state)
{
    (void)state;
    assert_true(variants_visit(registry_families, registry_count, check_variant, NULL) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables_hold_every_variant),
        cmocka_unit_test(test_engine_gives_the_tables_numbers),
        cmocka_unit_test(test_reference_confirms_the_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
