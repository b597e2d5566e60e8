/* SPDX-License-Identifier: MIT */
/* The rival as a program of its own, speaking UGI:
 *
 *     uct_rival [c=0.35]
 *
 * `go nodes N` means N playout moves, `go movetime MS` a time; plain `go` a million playout moves.
 * All other lines are answered by proto/ugi, so every game and option of the rules is there. */
#include "base/clock.h"
#include "games/registry.h"
#include "proto/ugi.h"
#include "rivals/uct.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POOL = 1 << 23 };

static double now_ms(void)
{
    return clock_seconds() * 1e3;
}

static void write_out(void *context, const char *bytes, size_t count)
{
    (void)context;
    fwrite(bytes, 1, count, stdout);
    fflush(stdout);
}

static UctLimits read_go(const char *line, double explore)
{
    UctLimits limits = {.now = now_ms, .explore = explore};
    const char *nodes = strstr(line, "nodes "), *time = strstr(line, "movetime ");
    if (nodes)
        limits.moves = strtoull(nodes + 6, NULL, 10);
    if (time)
        limits.time_ms = strtod(time + 9, NULL);
    if (!limits.moves && limits.time_ms <= 0)
        limits.moves = UCT_MOVES;
    return limits;
}

static void go(const Ugi *ugi, const char *line, double explore, uint64_t seed)
{
    Uct uct;
    UctLimits limits = read_go(line, explore);
    Move move = 0;
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    if (tree_ending(&ugi->tree, ugi->at).winner == WINNER_NONE &&
        uct_open(&uct, ugi->game, POOL, bits_mix(seed))) {
        move = uct_think(&uct, ugi->game, ugi_pos(ugi), &limits);
        printf("info nodes %lu string %lu playouts\n", (unsigned long)uct.playout_moves,
               (unsigned long)uct.playouts);
        uct_close(&uct);
    }
    if (move)
        ugi->game->ops->write_move(ugi->game, ugi_pos(ugi), move, &s);
    printf("bestmove %s\n", move ? text : "0000");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    UgiHost host = {.families = registry_families,
                    .family_count = registry_count,
                    .first_variant = "morelli",
                    .write = write_out};
    double explore = 0.35;
    char why[WHY_MAX], *line = malloc(UGI_LINE_MAX + 1);
    Ugi ugi;
    uint64_t seed = 1;
    if (argc > 1 && sscanf(argv[1], "c=%lf", &explore) != 1) {
        fprintf(stderr, "uct_rival: the only setting is c=NUMBER\n");
        return 2;
    }
    if (!line || !ugi_begin(&ugi, &host, why))
        return 2;
    while (fgets(line, UGI_LINE_MAX, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strncmp(line, "go", 2) == 0 && (line[2] == ' ' || !line[2]))
            go(&ugi, line, explore, seed++);
        else if (!ugi_line(&ugi, line, strlen(line)))
            break;
    }
    ugi_end(&ugi);
    free(line);
    return 0;
}
