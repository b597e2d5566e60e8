/* SPDX-License-Identifier: MIT */
/* `concentric moves` and `concentric show`: a position's legal moves, and its picture. */
#include "app/cli/batch.h"
#include "app/cli/show_json.h"
#include "app/reply.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool print_moves_json(const Game *game, const Pos *pos, const Move *moves, int count)
{
    cJSON *json = reply_begin(game, pos, LANG_EN);
    cJSON *list = cJSON_AddArrayToObject(json, "moves");
    for (int i = 0; i < count; i++)
        reply_move(list, game, pos, moves[i]);
    return reply_print(json, false);
}

static int run_moves(const Args *args)
{
    Setup setup;
    if (!setup_open(args, &setup))
        return EXIT_BAD_INPUT;
    const Game *game = setup.game;
    const Pos *pos = setup_pos(&setup);
    Move *moves = malloc(game->moves_max * sizeof *moves);
    int count = moves ? game->moves(game, pos, moves) : 0;
    bool json = args_value(args, "--json") != NULL;
    bool good = moves && (!json || print_moves_json(game, pos, moves, count));
    for (int i = 0; !json && i < count; i++) {
        char text[MOVE_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        game->ops->write_move(game, pos, moves[i], &s);
        puts(text);
    }
    bool memory = moves != NULL;
    free(moves);
    setup_close(&setup);
    return good ? EXIT_GOOD : memory ? EXIT_BAD_INPUT : complain("out of memory");
}

const Command command_moves = {
    .name = "moves",
    .words = "VARIANT",
    .word_count = 1,
    .summary = "List the legal moves of a position, one per line.",
    .details = "A finished game has none; that is no error.",
    .flags = {FLAG_POSITION, FLAG_PLAY, FLAG_SEED, FLAG_JSON},
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

static bool choose_bands(const Args *args, BandColours *out)
{
    const char *text = args_value(args, "--palette");
    *out = text && strcmp(text, "safe") == 0 ? BANDS_SAFE : BANDS_RAINBOW;
    if (!text || *out == BANDS_SAFE || strcmp(text, "rainbow") == 0)
        return true;
    complain("--palette takes rainbow or safe");
    return false;
}

/* Dots where the piece on the point of --reach can go. */
static bool choose_dots(const Args *args, const Setup *setup, PointSet *out)
{
    const char *text = args_value(args, "--reach");
    Mark marks[MARKS_MAX];
    *out = (PointSet){{0}};
    if (!text)
        return true;
    Point p = shape_read_point(&setup->game->shape, &text);
    if (p == POINT_NONE || *text) {
        complain("--reach takes a point of the board, such as %s",
                 setup->game->shape.point[0].name);
        return false;
    }
    int n = setup->game->ops->marks(setup->game, setup_pos(setup), p, marks);
    for (int i = 0; i < n; i++)
        if (marks[i].kind == MARK_REACH)
            *out = marks[i].points;
    return true;
}

static int write_svg(const Setup *setup, const Looks *looks, const char *path)
{
    static char bytes[PICTURE_BYTES_MAX];
    Str s = str_over(bytes, sizeof bytes);
    Picture picture = setup_picture(&setup->at, looks);
    picture_svg(&picture, &s);
    bool here = strcmp(path, "-") == 0;
    FILE *file = here ? stdout : fopen(path, "w");
    if (!file)
        return complain_of_file("write", path, strerror(errno));
    bool good = fwrite(bytes, 1, s.length, file) == s.length;
    good = (here ? fflush(file) : fclose(file)) == 0 && good;
    return good ? EXIT_GOOD : complain_of_file("write", path, strerror(errno));
}

static int show(const Args *args, const Setup *setup, const Looks *looks, Lang lang)
{
    const char *svg = args_value(args, "--svg");
    bool alone = svg && strcmp(svg, "-") == 0; /* the picture is all that stdout gets */
    if (alone && args_value(args, "--json"))
        return complain("--svg - and --json both need standard output: give one of them");
    int result = svg ? write_svg(setup, looks, svg) : EXIT_GOOD;
    if (alone)
        return result;
    if (result == EXIT_GOOD && args_value(args, "--json"))
        result = show_print_json(&setup->at, lang) ? EXIT_GOOD : EXIT_BAD_INPUT;
    else if (result == EXIT_GOOD)
        setup_print(&setup->at, looks, lang);
    return result;
}

static int run_show(const Args *args)
{
    Setup setup;
    Lang lang;
    Looks looks = {.palette = choose_palette()};
    if (!setup_lang(args, &lang) || !choose_bands(args, &looks.bands) || !setup_open(args, &setup))
        return EXIT_BAD_INPUT;
    int result = EXIT_BAD_INPUT;
    looks.ranks = args_value(args, "--ranks") != NULL;
    if (choose_dots(args, &setup, &looks.dots))
        result = show(args, &setup, &looks, lang);
    setup_close(&setup);
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
              FLAG_SEED,
              {"--svg", "FILE",
               "also write the board as an SVG picture (-: that alone, to stdout)"},
              {"--reach", "POINT", "mark where the piece on this point can go"},
              {"--palette", "NAME",
               "colours of the bands, rainbow or safe (for colour-blind eyes)"},
              FLAG_RANKS,
              FLAG_JSON,
              FLAG_LANG},
    .run = run_show,
};
