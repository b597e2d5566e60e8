/* SPDX-License-Identifier: MIT */
/* First line a variant, the rest a position text: refused with a one-line reason, or a position
 * that keeps the laws of the contract. */
#include "base/utf8.h"
#include "games/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHILDREN_READ = 64 }; /* the children whose texts are read back, at most */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_position: %s\n", what);
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

/* What is written is read back as the same position, but for what it remembers of the past, and
 * written in the same words. */
static void check_text(const Game *game, const Pos *pos)
{
    char text[POSITION_TEXT_MAX], again[POSITION_TEXT_MAX], why[WHY_MAX];
    Str s = str_over(text, sizeof text), t = str_over(again, sizeof again);
    Pos read;
    game->ops->write_pos(game, pos, &s);
    check(!s.full, "a position text that does not fit");
    check(game->ops->read_pos(game, text, LANG_EN, &read, why),
          "a written position that is refused");
    check(game->remembers || memcmp(pos, &read, sizeof read) == 0, "another position is read back");
    game->ops->write_pos(game, &read, &t);
    check(strcmp(text, again) == 0, "a position text that is not stable");
}

static void check_child(const Game *game, const Pos *pos, Move move, bool with_text)
{
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    Pos next;
    game->apply(game, pos, move, &next);
    check(next.key == game->ops->key(game, &next), "a key that is not the one from scratch");
    game->ops->write_move(game, pos, move, &s);
    check(s.length > 0 && !s.full, "a move text that is empty or does not fit");
    if (with_text)
        check_text(game, &next);
}

static void check_position(const Game *game, const Pos *pos, Move *moves)
{
    check(pos->key == game->ops->key(game, pos), "a key that is not the one from scratch");
    check_text(game, pos);
    int count = game->moves(game, pos, moves);
    check(count >= 0 && (uint32_t)count <= game->moves_max, "more moves than moves_max");
    Outcome outcome = game->ops->outcome(game, pos);
    check((count == 0) == (outcome.winner != WINNER_NONE),
          "no moves, but not over, or the reverse");
    for (int i = 0; i < count; i++)
        check_child(game, pos, moves[i], i % (1 + count / CHILDREN_READ) == 0);
}

static void try_position(const Game *game, const char *text)
{
    char why[WHY_MAX] = "";
    Pos pos, kept;
    memset(&pos, 0xaa, sizeof pos);
    kept = pos;
    bool japanese = game->ops->read_pos(game, text, LANG_JA, &pos, why);
    check(japanese || utf8_is_plain(why, strlen(why)), "a reason cut inside a character");
    pos = kept;
    bool english = game->ops->read_pos(game, text, LANG_EN, &pos, why);
    check(english == japanese, "refused in one language alone");
    if (!english) {
        check_why(why);
        check(memcmp(&pos, &kept, sizeof pos) == 0, "a refused text that changes the position");
        return;
    }
    Move *moves = malloc(game->moves_max * sizeof *moves);
    check_position(game, &pos, moves);
    free(moves);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), why[WHY_MAX];
    memcpy(text, data, size);
    text[size] = '\0';
    char *rest = strchr(text, '\n');
    if (rest) {
        *rest++ = '\0';
        Game *game = game_open(text, LANG_EN, why);
        if (game)
            try_position(game, rest);
        game_close(game);
    }
    free(text);
    return 0;
}
