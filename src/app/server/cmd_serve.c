/* SPDX-License-Identifier: MIT */
/* `concentric serve`: the page, from the files inside the program. */
#include "app/cli/commands.h"
#include "app/server/server.h"

#include <stdio.h>
#include <string.h>

typedef struct Place {
    const char *address;
    uint16_t port;
} Place;

static void announce(void *context)
{
    const Place *place = context;
    bool v6 = strchr(place->address, ':') != NULL;
    printf("serving http://%s%s%s:%u/ (Ctrl-C stops)\n", v6 ? "[" : "", place->address,
           v6 ? "]" : "", place->port);
    fflush(stdout);
}

static int run_serve(const Args *args)
{
    uint64_t number = 8080;
    char why[WHY_MAX];
    if (!args_number(args, "--port", 0, 65535, &number))
        return EXIT_BAD_INPUT;
    Place place = {args_value(args, "--bind"), (uint16_t)number};
    if (!place.address)
        place.address = "127.0.0.1";
    int listener = server_listen(place.address, &place.port, why);
    if (listener < 0 || !server_run(listener, announce, &place, why))
        return complain("%s", why);
    return EXIT_GOOD;
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
