/* SPDX-License-Identifier: MIT */
/* `concentric serve`: the page, from the files inside the program. */
#include "app/cli/commands.h"
#include "app/server/server.h"

#include <stdio.h>
#include <string.h>

static int run_serve(const Args *args)
{
    uint64_t number = 8080;
    char why[WHY_MAX];
    if (!args_number(args, "--port", 0, 65535, &number))
        return EXIT_BAD_INPUT;
    const char *address = args_value(args, "--bind");
    if (!address)
        address = "127.0.0.1";
    uint16_t port = (uint16_t)number;
    int listener = server_listen(address, &port, why);
    if (listener < 0)
        return complain("%s", why);
    bool v6 = strchr(address, ':') != NULL;
    printf("serving http://%s%s%s:%u/ (Ctrl-C stops)\n", v6 ? "[" : "", address, v6 ? "]" : "",
           port);
    fflush(stdout);
    return server_run(listener, why) ? EXIT_GOOD : complain("%s", why);
}

const Command command_serve = {
    .name = "serve",
    .words = "",
    .summary = "Serve the page, on which every variant can be played in a browser.",
    .details = "The page's files are inside the program; no other file can be reached. Ctrl-C or\n"
               "SIGTERM stops it after the answers under way.",
    .flags = {{"--port", "N", "listen on this port (default 8080; 0: a free one)"},
              {"--bind", "ADDRESS",
               "listen at this numeric address (default 127.0.0.1: this "
               "machine only)"}},
    .run = run_serve,
};
