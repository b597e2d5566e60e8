/* SPDX-License-Identifier: MIT */
/* Any bytes as a saved game of the terminal: refused with a one-line reason, or a game whose saved
 * text reads back to the same text. */
#include "app/tui/saved.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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

static void check_again(const Play *play)
{
    static char first[1 << 20], second[1 << 20];
    char why[WHY_MAX];
    Str s = str_over(first, sizeof first), t = str_over(second, sizeof second);
    Play again;
    check(saved_write(play, append, &s) && !s.full, "a text that does not fit");
    if (!saved_read(first, s.length, LANG_EN, &again, why)) {
        fprintf(stderr, "%s\n%s", why, first);
        check(false, "a saved game that is refused");
    }
    check(again.match.ply == play->match.ply && again.match.last == play->match.last,
          "a saved game at another place");
    check(play_outcome(&again).winner == play_outcome(play).winner, "another result");
    saved_write(&again, append, &t);
    check(strcmp(first, second) == 0, "a saved game that is not stable");
    play_close(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), why[WHY_MAX] = "";
    memcpy(text, data, size);
    Play play;
    if (saved_read(text, size, LANG_EN, &play, why)) {
        check_again(&play);
        play_close(&play);
    } else {
        check(*why && !strchr(why, '\n'), "no reason, or more than a line");
    }
    free(text);
    return 0;
}
