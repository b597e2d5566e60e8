/* SPDX-License-Identifier: MIT */
/* Completion, see complete.h. */
#include "app/tui/complete.h"

#include "app/tui/command.h"

#include <string.h>

static bool begins_with(const char *text, const char *typed)
{
    for (; *typed; typed++, text++)
        if (str_lower(*text) != str_lower(*typed))
            return false;
    return true;
}

static void take(Completion *out, const char *text)
{
    if (out->count < COMPLETE_SHOWN) {
        Str s = str_over(out->shown[out->count], MOVE_TEXT_MAX);
        str_add(&s, text);
    }
    if (!out->count) {
        Str s = str_over(out->common, sizeof out->common);
        str_add(&s, text);
    }
    size_t n = 0;
    while (out->common[n] && out->common[n] == text[n])
        n++;
    out->common[n] = '\0';
    out->count++;
}

static void take_moves(const Play *play, const char *typed, Completion *out)
{
    const Game *game = play->table.game;
    const Move *moves = play->table.scratch;
    int count = game->moves(game, play_pos(play), play->table.scratch);
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        game->ops->write_move(game, play_pos(play), moves[i], &s);
        if (begins_with(text, typed))
            take(out, text);
    }
}

void complete(const Play *play, const char *typed, Completion *out)
{
    out->count = 0;
    out->common[0] = '\0';
    if (!*typed)
        return;
    if (play_is_open(play))
        take_moves(play, typed, out);
    for (int i = 0; i < command_word_count; i++)
        if (command_is_known(play, &command_words[i]) && begins_with(command_words[i].name, typed))
            take(out, command_words[i].name);
}
