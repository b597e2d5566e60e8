/* SPDX-License-Identifier: MIT */
/* Any bytes as what an engine says, at two splits that must agree; and any text as an engine, a
 * limit, a test, an adjudication, a line of a journal: read within bounds, or refused. */
#include "app/tournament/adjudge.h"
#include "app/tournament/journal.h"
#include "app/tournament/openings.h"
#include "app/tournament/spec.h"
#include "app/tournament/stats.h"
#include "games/registry.h"
#include "proto/ugi_client.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_tournament: %s\n", what);
        abort();
    }
}

/* Takes all bytes, `step` at a time; returns a number for the answers and how they came. */
static uint64_t listen(UgiClient *client, const char *bytes, size_t size, size_t step)
{
    uint64_t answers = 0;
    ugi_client_begin(client);
    for (size_t at = 0; at < size;) {
        size_t n = size - at < step ? size - at : step, used = 0;
        UgiAnswer answer = ugi_client_take(client, bytes + at, n, &used);
        check(used > 0 && used <= n, "bytes out of bounds");
        check(answer != UGI_ANSWER_NONE || used == n, "bytes left over without an answer");
        if (answer != UGI_ANSWER_NONE)
            answers = answers * 31 + (uint64_t)answer + (unsigned char)client->best[0];
        at += used;
    }
    for (const char *c = client->name; *c; c++)
        check(*c >= ' ' && *c <= '~', "a name that steers the terminal");
    return answers + (uint64_t)(uint32_t)client->score.value + client->depth + client->dropped;
}

static void read_texts(const char *text)
{
    static EngineSpec spec;
    EngineLimits limits, again;
    Sprt sprt;
    AdjudgeRules rules = {0};
    Result result;
    uint64_t bytes;
    char why[WHY_MAX], written[160];
    Str s = str_over(written, sizeof written);
    if (spec_read(text, &spec, why))
        check(spec.argv[0] != NULL && *spec.argv[0], "an engine without a command");
    if (engine_limits_read(text, &limits, why)) {
        engine_limits_write(&limits, &s);
        check(engine_limits_read(written, &again, why) &&
                  memcmp(&limits, &again, sizeof again) == 0,
              "limits that do not read back");
    }
    if (sprt_read(text, &sprt, why))
        check(sprt_lower(&sprt) < 0 && sprt_upper(&sprt) > 0, "bounds of a test");
    adjudge_read_resign(text, &rules, why);
    adjudge_read_draw(text, &rules, why);
    if (journal_read_line(text, &result, &bytes)) {
        s = str_over(written, sizeof written);
        journal_write_line(&result, bytes, &s);
        check(strncmp(written, text, s.length - 1) == 0, "a line that does not read back");
    }
}

/* A file of openings: each one that is taken leads to a game that goes on. */
static void read_openings(char *bytes, size_t size)
{
    static Game *game;
    char why[WHY_MAX];
    uint32_t count;
    if (!game)
        game = game_open("six", LANG_EN, why);
    Opening *list = openings_read(game, 1, bytes, size, &count, why);
    for (uint32_t i = 0; list && i < count; i++)
        check(list[i].plies <= OPENING_PLIES_MAX, "an opening out of bounds");
    free(list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static UgiClient client;
    char *bytes = malloc(size + 1);
    memcpy(bytes, data, size);
    bytes[size] = '\0';
    check(listen(&client, bytes, size, size + 1) == listen(&client, bytes, size, 3),
          "answers depend on how the bytes come");
    read_texts(bytes);
    read_openings(bytes, size);
    free(bytes);
    return 0;
}
