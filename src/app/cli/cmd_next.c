/* SPDX-License-Identifier: MIT */
/* `concentric next`: where the next game begins, in games that go on from the last board. Any two
 * players may play on so, without an official match. */
#include "app/cli/batch.h"
#include "app/reply.h"
#include "core/series.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Who begins: the player that --starter names, else the one who did not begin the last game. Of a
 * position alone nobody knows who did; the usual beginner is assumed. */
static bool find_starter(const Args *args, const Setup *setup, Lang lang, int *out)
{
    static const Text help = {{"--starter takes the player who begins: {0} or {1}",
                               "--starterには先手を書きます：{0}か{1}"}};
    const Game *game = setup->game;
    const char *text = args_value(args, "--starter");
    char why[WHY_MAX];
    Pos usual;
    game->ops->start(game, 1, &usual);
    *out = !(setup->at.node ? tree_pos(&setup->tree, 0)->turn : usual.turn);
    if (!text)
        return true;
    for (int c = 0; c < 2; c++) {
        const Text *name = &game->player[c];
        if (strcasecmp(text, name->in[LANG_EN]) == 0 || strcmp(text, name->in[LANG_JA]) == 0) {
            *out = c;
            return true;
        }
    }
    refuse_with(why, lang, &help, game->player[0].in[lang], game->player[1].in[lang]);
    complain("%s", why);
    return false;
}

static bool goes_on(const Game *game, Lang lang)
{
    static const Text none = {{"in {0} no game goes on from the last board: each begins afresh",
                               "{0}では、前の局の盤面を引き継がず、毎局はじめから指します"}};
    char why[WHY_MAX];
    if (game->ops->next_start && series_rules(game)->carries)
        return true;
    refuse_with(why, lang, &none, game->row->title.in[lang]);
    complain("%s", why);
    return false;
}

static int run_next(const Args *args)
{
    Lang lang;
    Setup setup;
    int starter;
    if (!setup_lang(args, &lang) || !setup_open(args, &setup))
        return EXIT_BAD_INPUT;
    bool good = goes_on(setup.game, lang) && find_starter(args, &setup, lang, &starter);
    if (good) {
        char text[POSITION_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        Pos next;
        setup.game->ops->next_start(setup.game, setup_pos(&setup), starter, &next);
        setup.game->ops->write_pos(setup.game, &next, &s);
        if (args_value(args, "--json"))
            good = reply_print(reply_begin(setup.game, &next, lang), false);
        else
            puts(text);
    }
    setup_close(&setup);
    return good ? EXIT_GOOD : EXIT_BAD_INPUT;
}

const Command command_next = {
    .name = "next",
    .words = "VARIANT",
    .word_count = 1,
    .summary = "Print the start of the next game, where it goes on from the last board.",
    .details =
        "--position and --play lead to the end of the last game, however it came about. Whoever\n"
        "did not begin that game begins the next; of a --position alone it is taken to have been\n"
        "the player who usually begins.",
    .flags = {FLAG_POSITION,
              FLAG_PLAY,
              {"--starter", "NAME", "who begins, such as black or white"},
              FLAG_JSON,
              FLAG_LANG},
    .run = run_next,
};
