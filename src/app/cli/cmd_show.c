/* SPDX-License-Identifier: MIT */
/* `concentric moves` and `concentric show`: a position's legal moves, and its picture. */
#include "app/cli/commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int run_moves(const Args *args)
{
    Match match;
    if (!setup_open(args, &match))
        return EXIT_BAD_INPUT;
    const Game *game = match.game;
    const Pos *pos = match_pos(&match);
    Move *moves = malloc(game->moves_max * sizeof *moves);
    int count = moves ? game->moves(game, pos, moves) : 0;
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        game->ops->write_move(game, pos, moves[i], &s);
        puts(text);
    }
    bool good = moves != NULL;
    free(moves);
    setup_close(&match);
    return good ? EXIT_GOOD : complain("out of memory");
}

const Command command_moves = {
    .name = "moves",
    .words = "VARIANT",
    .word_count = 1,
    .summary = "List the legal moves of a position, one per line.",
    .details = "A finished game has none; that is no error.",
    .flags = {FLAG_POSITION, FLAG_PLAY},
    .run = run_moves,
};

/* Colours only for a terminal that has them and an owner who wants them. */
static Palette choose_palette(void)
{
    const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");
    if (!isatty(STDOUT_FILENO) || (no_color && *no_color) || !term)
        return PALETTE_NONE;
    return strstr(term, "256color") || getenv("COLORTERM") ? PALETTE_256 : PALETTE_NONE;
}

static int write_svg(const Match *match, bool ranks, const char *path)
{
    static char bytes[PICTURE_BYTES_MAX];
    Str s = str_over(bytes, sizeof bytes);
    Picture picture = setup_picture(match);
    picture.ranks = ranks;
    picture_svg(&picture, &s);
    FILE *file = fopen(path, "w");
    if (!file)
        return complain_of_file("write", path, strerror(errno));
    bool good = fwrite(bytes, 1, s.length, file) == s.length;
    good = fclose(file) == 0 && good;
    return good ? EXIT_GOOD : complain_of_file("write", path, strerror(errno));
}

static int run_show(const Args *args)
{
    Match match;
    Lang lang;
    if (!setup_lang(args, &lang) || !setup_open(args, &match))
        return EXIT_BAD_INPUT;
    const char *svg = args_value(args, "--svg");
    bool ranks = args_value(args, "--ranks");
    int result = EXIT_GOOD;
    if (svg)
        result = write_svg(&match, ranks, svg);
    if (result == EXIT_GOOD)
        setup_print(&match, choose_palette(), ranks, lang);
    setup_close(&match);
    return result;
}

const Command command_show = {
    .name = "show",
    .words = "VARIANT",
    .word_count = 1,
    .summary = "Draw a position, with its text, the side to move and the result.",
    .details = "The points of the last move stand in brackets (in a picture: rings and crosses).\n"
               "Trapped pieces stand between exclamation marks, eyes are double circles.",
    .flags = {FLAG_POSITION,
              FLAG_PLAY,
              {"--svg", "FILE", "also write the board as an SVG picture"},
              FLAG_RANKS,
              FLAG_LANG},
    .run = run_show,
};
