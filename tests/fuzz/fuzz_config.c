/* SPDX-License-Identifier: MIT */
/* Any bytes as a file of settings, as a ban, and as the name of a backup: read within their bounds,
 * refused with a reason, and what is taken is what it says. */
#include "app/server/bans.h"
#include "app/server/config.h"
#include "app/server/keeper.h"
#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const Command command = {
    .name = "serve",
    .words = "",
    .flags = {{"--config", "FILE", ""},
              {"--port", "N", ""},
              {"--bind", "ADDRESS", ""},
              {"--no-sandbox", NULL, ""},
              {.name = "--limit", .value = "NAME=N", .help = "", .many = true}},
};

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_config: %s\n", what);
        abort();
    }
}

static void read_config(const char *text, size_t size)
{
    char why[WHY_MAX] = "";
    char *copy = malloc(size + 1);
    Limits *limits = limits_make(false);
    Args args = {.command = &command};
    if (copy && limits) {
        memcpy(copy, text, size + 1);
        bool good = config_read(copy, size, &args, limits, why);
        check(good || (why[0] && !strchr(why, '\n')), "a refusal is one line");
        for (int i = 0; i < FLAGS_MAX; i++)
            check(!args.value[i] || !args.value[i][0] ||
                      (args.value[i] > copy && args.value[i] < copy + size),
                  "values lie in the text");
    }
    limits_free(limits);
    free(copy);
}

static void read_ban(const char *what, const char *text)
{
    Ban ban, again;
    char why[WHY_MAX] = "";
    if (!bans_read(what, text, &ban, why)) {
        check(why[0], "a refusal has a reason");
        return;
    }
    check(bans_read(what, ban.value, &again, why), "what is kept reads back");
    check(strcmp(ban.value, again.value) == 0 && ban.peer == again.peer, "to the same");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int64_t at;
    char *text = malloc(size + 1);
    if (!text || size > CONFIG_BYTES_MAX) {
        free(text);
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    read_config(text, size);
    read_ban("net", text);
    read_ban("key", text);
    keeper_name_read(text, &at);
    free(text);
    return 0;
}
