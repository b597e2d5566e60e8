/* SPDX-License-Identifier: MIT */
/* Any bytes as variant text: refused with a one-line reason, or a game whose canonical text opens
 * the same game again. */
#include "base/utf8.h"
#include "games/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_variant: %s\n", what);
        abort();
    }
}

static void check_why(const char *why)
{
    size_t length = strnlen(why, WHY_MAX);
    check(length > 0 && length < WHY_MAX, "no reason, or one without end");
    for (size_t i = 0; i < length; i++)
        check(why[i] >= ' ' && why[i] <= '~', "a reason that is not one clean line");
}

static void check_game(Game *game)
{
    char why[WHY_MAX];
    Game *again = game_open(game->id, LANG_EN, why);
    check(again != NULL, "a canonical text that is refused");
    check(strcmp(again->id, game->id) == 0, "a canonical text that opens another game");
    check(memcmp(again->option, game->option, sizeof game->option) == 0, "other options");
    Pos start;
    game->ops->start(game, 1, &start);
    check(start.key == game->ops->key(game, &start), "a start with a wrong key");
    game_close(again);
    game_close(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), why[WHY_MAX] = "";
    memcpy(text, data, size);
    text[size] = '\0';
    Game *japanese = game_open(text, LANG_JA, why);
    check(japanese || (*why && utf8_is_plain(why, strlen(why))), "a reason that is no clean line");
    Game *game = game_open(text, LANG_EN, why);
    check(!game == !japanese, "refused in one language alone");
    game_close(japanese);
    if (game)
        check_game(game);
    else
        check_why(why);
    free(text);
    return 0;
}
