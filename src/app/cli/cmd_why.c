/* SPDX-License-Identifier: MIT */
/* `concentric why`: is a move legal, and if not, which rule is against it? */
#include "app/cli/commands.h"

#include <stdio.h>

static int run_why(const Args *args)
{
    static const Text legal = {{"%s is legal: %s\n", "%sは指せます：%s\n"}};
    Lang lang;
    Setup setup;
    if (!setup_lang(args, &lang) || !setup_open(args, &setup))
        return EXIT_BAD_INPUT;
    const Game *game = setup.game;
    const Pos *pos = setup_pos(&setup);
    char why[WHY_MAX], text[MOVE_TEXT_MAX], words[2048];
    Move move;
    bool good = game->ops->read_move(game, pos, args->word[1], lang, &move, why);
    if (good) {
        Str m = str_over(text, sizeof text), w = str_over(words, sizeof words);
        Event events[EVENTS_MAX];
        game->ops->write_move(game, pos, move, &m);
        events_write(game, events, game->ops->events(game, pos, move, events), lang, &w);
        printf(legal.in[lang], text, words);
    } else {
        puts(why);
    }
    setup_close(&setup);
    return good ? EXIT_GOOD : EXIT_NEGATIVE;
}

const Command command_why = {
    .name = "why",
    .words = "VARIANT MOVE",
    .word_count = 2,
    .summary = "Say whether a move is legal, and if not, which rule is against it.",
    .details = "Exit status 0 if it is legal, 1 if it is not; one sentence on stdout.",
    .flags = {FLAG_POSITION, FLAG_PLAY, FLAG_SEED, FLAG_LANG},
    .run = run_why,
};
