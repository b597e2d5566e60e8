/* SPDX-License-Identifier: MIT */
/* Any bytes as a saved game of the terminal: refused with a one-line reason, or a game whose saved
 * text reads back to the same text, also after somebody has looked through it. */
#include "app/tui/play.h"
#include "games/registry.h"
#include "play/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Variants *variants;

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_play: %s\n", what);
        abort();
    }
}

static void append(void *context, const char *bytes, size_t count)
{
    str_bytes(context, bytes, count);
}

static bool read_play(const char *bytes, size_t count, Play *out, char *why)
{
    Table table;
    uint32_t shown;
    if (!record_read_table(&table, variants, bytes, count, 0, true, LANG_EN, &shown, why))
        return false;
    play_adopt(out, &table, shown, LANG_EN, 0);
    return true;
}

static size_t write_play(const Play *play, char *out, size_t size)
{
    Str s = str_over(out, size);
    check(record_write_table(&play->table, play->shown, append, &s) && !s.full,
          "a text that does not fit");
    return s.length;
}

static char first[1 << 22], second[1 << 22];

static void check_again(const Play *play)
{
    char why[WHY_MAX];
    Play again;
    size_t length = write_play(play, first, sizeof first);
    if (!read_play(first, length, &again, why)) {
        fprintf(stderr, "%s\n%s", why, first);
        check(false, "a saved game that is refused");
    }
    /* In a variation the next start shows where it branches off. */
    check(tree_is_main(play_tree(play), play->shown) ? play_ply(&again) == play_ply(play) : true,
          "a saved game at another place");
    check(table_ending(&again.table)->winner == table_ending(&play->table)->winner,
          "another result");
    write_play(&again, second, sizeof second);
    check(strcmp(first, second) == 0, "a saved game that is not stable");
    play_close(&again);
}

/* Of a game that is over: to the start and back, which changes nothing. */
static void look_through(Play *play)
{
    play_show(play, play->table.head);
    write_play(play, first, sizeof first);
    while (play_undo(play))
        continue;
    while (play->shown != play->table.head)
        check(play_redo(play), "no way back to the end");
    write_play(play, second, sizeof second);
    check(strcmp(first, second) == 0, "looking back changes something");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), why[WHY_MAX] = "";
    if (!variants)
        variants = variants_new(registry_families, registry_count);
    memcpy(text, data, size);
    Play play;
    if (read_play(text, size, &play, why)) {
        check_again(&play);
        if (play_is_over(&play))
            look_through(&play);
        play_close(&play);
    } else {
        check(*why && !strchr(why, '\n'), "no reason, or more than a line");
    }
    free(text);
    return 0;
}
