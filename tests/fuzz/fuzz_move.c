/* SPDX-License-Identifier: MIT */
/* Three lines, a variant, a position and a move text: a legal move with a canonical text, or
 * refused with a one-line reason in every language. */
#include "games/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_move: %s\n", what);
        abort();
    }
}

/* Is it UTF-8 as far as its bytes' kinds go? Reasons are Japanese too. */
static bool is_utf8(const char *text)
{
    int due = 0;
    for (const char *c = text; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        if ((byte & 0xc0) == 0x80) {
            if (due-- == 0)
                return false;
            continue;
        }
        if (due)
            return false;
        due = byte < 0x80 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    }
    return due == 0;
}

static void check_why(const char *why)
{
    size_t length = strnlen(why, WHY_MAX);
    check(length > 0 && length < WHY_MAX, "no reason, or one without end");
    for (size_t i = 0; i < length; i++)
        check((unsigned char)why[i] >= ' ' && why[i] != 0x7f, "a reason that is not one line");
    check(is_utf8(why), "a reason that is not UTF-8");
}

/* The move is in the list, and its canonical text means it and is its own canonical text. */
static void check_accepted(const Game *game, const Pos *pos, Move move)
{
    char text[MOVE_TEXT_MAX], why[WHY_MAX];
    Str s = str_over(text, sizeof text);
    Move *scratch = malloc(game->moves_max * sizeof *scratch), again = 0;
    check(game_is_legal(game, pos, move, scratch), "an accepted move that is not legal");
    free(scratch);
    game->ops->write_move(game, pos, move, &s);
    check(!s.full && s.length > 0 && !strchr(text, ' '), "a bad move text");
    check(game->ops->read_move(game, pos, text, LANG_EN, &again, why), "a refused canonical text");
    check(again == move, "a canonical text that means another move");
    Event events[EVENTS_MAX];
    int n = game->ops->events(game, pos, move, events);
    check(n >= 1 && n <= EVENTS_MAX, "a move without events, or with too many");
}

/* Whatever stands behind a move makes it none. */
static void check_longer(const Game *game, const Pos *pos, const char *text)
{
    size_t length = strlen(text);
    char *longer = malloc(length + 2), why[WHY_MAX];
    Move move;
    memcpy(longer, text, length);
    memcpy(longer + length, "?", 2);
    check(!game->ops->read_move(game, pos, longer, LANG_EN, &move, why), "a move with more behind");
    free(longer);
}

static void try_move(const Game *game, const Pos *pos, const char *text)
{
    Move found[LANG_COUNT];
    bool good[LANG_COUNT];
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        char why[WHY_MAX] = "";
        found[lang] = 77;
        good[lang] = game->ops->read_move(game, pos, text, (Lang)lang, &found[lang], why);
        if (!good[lang]) {
            check_why(why);
            check(found[lang] == 77, "a refused move that is written out");
        }
    }
    check(good[LANG_EN] == good[LANG_JA] && found[LANG_EN] == found[LANG_JA],
          "languages that differ about a move");
    if (good[LANG_EN]) {
        check_accepted(game, pos, found[LANG_EN]);
        check_longer(game, pos, text);
    }
}

static char *cut_line(char **rest)
{
    char *line = *rest, *end = line ? strchr(line, '\n') : NULL;
    if (end)
        *end++ = '\0';
    *rest = end;
    return line;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), *rest = text, why[WHY_MAX];
    memcpy(text, data, size);
    text[size] = '\0';
    char *variant = cut_line(&rest), *position = cut_line(&rest);
    Game *game = rest ? game_open(variant, LANG_EN, why) : NULL;
    Pos pos;
    if (game && game->ops->read_pos(game, position, LANG_EN, &pos, why))
        try_move(game, &pos, rest);
    game_close(game);
    free(text);
    return 0;
}
