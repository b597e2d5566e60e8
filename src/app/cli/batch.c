/* SPDX-License-Identifier: MIT */
/* Many positions for one run, see batch.h. */
#include "app/cli/batch.h"

#include "app/reply.h"
#include "games/registry.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS_MAX = 3 };

typedef struct Batch {
    const Args *args;
    const BatchAsk *ask;
    const char *path;
    Variants *variants;
    unsigned number;
    bool refused;
} Batch;

void batch_print_line(const BatchLine *line)
{
    char text[POSITION_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    const Game *game = line->setup->game;
    game->ops->write_pos(game, setup_pos(line->setup), &s);
    printf("%sline %u: %s\n", line->number > 1 ? "\n" : "", line->number, text);
}

static bool tell(Batch *batch, const char *why)
{
    char quoted[64];
    Str q = str_over(quoted, sizeof quoted);
    str_quote(&q, batch->path);
    batch->refused = true;
    complain("%s, line %u: %s", quoted, batch->number, why);
    if (!batch->ask->json)
        return true;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "line", batch->number);
    cJSON_AddStringToObject(json, "error", why);
    return reply_print(json, true);
}

/* Cuts a line at its tabs; how many fields there are. */
static int split(char *line, char **field)
{
    int count = 0;
    for (char *at = line; at && count <= FIELDS_MAX; count++) {
        if (count < FIELDS_MAX)
            field[count] = at;
        at = strchr(at, '\t');
        if (at)
            *at++ = '\0';
    }
    return count;
}

static bool begin(const Batch *batch, const char *variant, const char *position, Setup *setup,
                  char *why)
{
    Lang lang = batch->ask->lang;
    Pos start;
    *setup = (Setup){.variants = batch->variants, .at.tree = &setup->tree};
    setup->game = variants_open(batch->variants, variant, lang, why);
    return setup->game && setup->game->ops->read_pos(setup->game, position, lang, &start, why) &&
           (tree_begin(&setup->tree, setup->game, &start) || refuse(why, "out of memory"));
}

static bool ask_line(Batch *batch, char *text)
{
    char *field[FIELDS_MAX], why[WHY_MAX];
    int count = split(text, field), wanted = 1 + batch->ask->takes_move;
    if (count != wanted && count != wanted + 1)
        return tell(batch,
                    batch->ask->takes_move
                        ? "it should be POSITION and MOVE, or VARIANT, POSITION and MOVE, "
                          "with tabs between"
                        : "it should be POSITION, or VARIANT and POSITION with a tab between");
    int at = count - wanted;
    Setup setup;
    if (!begin(batch, at ? field[0] : batch->args->word[0], field[at], &setup, why))
        return tell(batch, why);
    BatchLine line = {batch->number, &setup, batch->ask->takes_move ? field[at + 1] : NULL};
    BatchResult result = batch->ask->ask(batch->ask->context, &line, why);
    tree_free(&setup.tree);
    return result == BATCH_REFUSED ? tell(batch, why) : result == BATCH_GOOD;
}

static int ask_all(Batch *batch, FILE *file)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    bool good = true;
    while (good && (length = getline(&line, &room, file)) >= 0) {
        batch->number++;
        while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
            line[--length] = '\0';
        if (strlen(line) < (size_t)length)
            good = tell(batch, "it has a NUL byte");
        else if (*line && *line != '#')
            good = ask_line(batch, line);
        good = good && fflush(stdout) == 0; /* whoever asks through a pipe waits for it */
    }
    free(line);
    if (ferror(file))
        return complain_of_file("read", batch->path, strerror(errno));
    return !good ? EXIT_BAD_INPUT : batch->refused ? EXIT_NEGATIVE : EXIT_GOOD;
}

int batch_run(const Args *args, const BatchAsk *ask)
{
    const char *path = args_value(args, "--from");
    Batch batch = {.args = args, .ask = ask, .path = path};
    if (args_value(args, "--position") || args_value(args, "--play"))
        return complain("--from has the positions; leave out --position and --play");
    char why[WHY_MAX];
    batch.variants = variants_new(registry_families, registry_count);
    if (!batch.variants)
        return complain("out of memory");
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    int result = EXIT_BAD_INPUT;
    if (!file)
        complain_of_file("read", path, strerror(errno));
    else if (!variants_open(batch.variants, args->word[0], ask->lang, why))
        complain("%s", why);
    else
        result = ask_all(&batch, file);
    if (ask->done)
        ask->done(ask->context);
    if (file && !standard)
        fclose(file);
    variants_free(batch.variants);
    return result;
}
