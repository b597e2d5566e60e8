/* SPDX-License-Identifier: MIT */
/* `concentric why`: is a move legal, and if not, which rule is against it? */
#include "app/cli/batch.h"
#include "app/reply.h"

#include <stdio.h>

/* What is said of a move. */
typedef struct Verdict {
    bool legal;
    char text[MOVE_TEXT_MAX], words[2048]; /* its full text and what it does, or why not */
} Verdict;

static void judge(const Setup *setup, const char *move_text, Lang lang, Verdict *out)
{
    const Game *game = setup->game;
    const Pos *pos = setup_pos(setup);
    char why[WHY_MAX];
    Move move;
    Str m = str_over(out->text, sizeof out->text), w = str_over(out->words, sizeof out->words);
    out->legal = game->ops->read_move(game, pos, move_text, lang, &move, why);
    if (!out->legal) {
        str_add(&w, why);
        return;
    }
    Event events[EVENTS_MAX];
    game->ops->write_move(game, pos, move, &m);
    events_write(game, events, game->ops->events(game, pos, move, events), lang, &w);
}

static bool print_json(const Setup *setup, const char *asked, const Verdict *verdict, Lang lang,
                       unsigned line)
{
    cJSON *json = reply_begin(setup->game, setup_pos(setup), lang);
    if (line)
        cJSON_AddNumberToObject(json, "line", line);
    cJSON_AddStringToObject(json, "asked", asked);
    cJSON_AddBoolToObject(json, "legal", verdict->legal);
    reply_text(json, "move", verdict->legal ? verdict->text : NULL);
    cJSON_AddStringToObject(json, "says", verdict->words);
    return reply_print(json, line != 0);
}

static void print_words(const Verdict *verdict, Lang lang)
{
    static const Text legal = {{"%s is legal: %s\n", "%sは指せます：%s\n"}};
    if (verdict->legal)
        printf(legal.in[lang], verdict->text, verdict->words);
    else
        puts(verdict->words);
}

static BatchResult ask_line(void *context, const BatchLine *line, char *why)
{
    const BatchAsk *ask = context;
    Verdict verdict;
    (void)why;
    judge(line->setup, line->move, ask->lang, &verdict);
    if (ask->json)
        return print_json(line->setup, line->move, &verdict, ask->lang, line->number) ? BATCH_GOOD
                                                                                      : BATCH_FATAL;
    batch_print_line(line);
    print_words(&verdict, ask->lang);
    return BATCH_GOOD;
}

static int run_why(const Args *args)
{
    BatchAsk ask = {
        .ask = ask_line, .takes_move = true, .json = args_value(args, "--json") != NULL};
    Setup setup;
    Verdict verdict;
    bool many = args_value(args, "--from") != NULL;
    ask.context = &ask;
    if (many == (args->word[1] != NULL))
        return complain("why takes a MOVE, or --from FILE with a move in every line");
    if (!setup_lang(args, &ask.lang))
        return EXIT_BAD_INPUT;
    if (many)
        return batch_run(args, &ask);
    if (!setup_open(args, &setup))
        return EXIT_BAD_INPUT;
    judge(&setup, args->word[1], ask.lang, &verdict);
    bool good = true;
    if (ask.json)
        good = print_json(&setup, args->word[1], &verdict, ask.lang, 0);
    else
        print_words(&verdict, ask.lang);
    setup_close(&setup);
    return !good ? EXIT_BAD_INPUT : verdict.legal ? EXIT_GOOD : EXIT_NEGATIVE;
}

const Command command_why = {
    .name = "why",
    .words = "VARIANT MOVE",
    .word_count = 1,
    .optional_count = 1,
    .summary = "Say whether a move is legal, and if not, which rule is against it.",
    .details = "Exit status 0 if it is legal, 1 if it is not; one sentence on stdout. With --from\n"
               "every line is a position, a tab and a move; status 1 if a line cannot be read.",
    .flags = {FLAG_POSITION, FLAG_PLAY, FLAG_SEED, FLAG_FROM, FLAG_JSON, FLAG_LANG},
    .run = run_why,
};
