/* SPDX-License-Identifier: MIT */
/* Lines for the engine protocol: whatever they are, answers are whole clean lines, an error is one
 * line, and after an error all is as it was. Deep perfts and too many lines are left out. */
#include "core/perft.h"
#include "games/registry.h"
#include "proto/ugi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 48, PERFT_MAX = 2, PERFT_MOVES_MAX = 200 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_ugi: %s\n", what);
        abort();
    }
}

/* What was sent for one line: how many lines, how it began, whether a line is open. */
typedef struct Sent {
    size_t lines, bytes;
    char head[8];
    bool open;
} Sent;

static void receive(void *context, const char *bytes, size_t count)
{
    Sent *sent = context;
    for (size_t i = 0; i < count; i++) {
        check(bytes[i] == '\n' || (bytes[i] >= ' ' && bytes[i] <= '~'), "an unclean byte is sent");
        if (sent->bytes < sizeof sent->head - 1)
            sent->head[sent->bytes] = bytes[i];
        sent->bytes++;
        sent->lines += bytes[i] == '\n';
        sent->open = bytes[i] != '\n';
    }
}

/* Would this line count for too long? */
static bool is_deep_perft(const Ugi *ugi, const char *line)
{
    static const char blanks[] = " \t\r";
    line += strspn(line, blanks);
    size_t length = strcspn(line, blanks);
    if (length != 5 || memcmp(line, "perft", 5) != 0)
        return false;
    unsigned long depth = strtoul(line + length, NULL, 10);
    int count = depth == 2 ? ugi->game->moves(ugi->game, match_pos(&ugi->match), ugi->moves) : 0;
    return (depth > PERFT_MAX && depth <= PERFT_DEPTH_MAX) || count > PERFT_MOVES_MAX;
}

/* Hands in one line, ended by NUL, and looks at the answer. */
static bool hand_in(Ugi *ugi, Sent *sent, char *line, size_t length)
{
    const Game *game = ugi->game;
    const MatchEntry *entry = ugi->match.entry;
    Pos pos = *match_pos(&ugi->match);
    *sent = (Sent){0};
    bool going = ugi_line(ugi, line, length);
    check(!sent->open, "a line without end");
    if (strcmp(sent->head, "error: ") == 0) {
        check(sent->lines == 1, "an error of several lines");
        check(ugi->game == game && ugi->match.entry == entry, "an error that changes the game");
        check(memcmp(&pos, match_pos(&ugi->match), sizeof pos) == 0, "an error that moves");
    }
    return going;
}

/* A copy of its own for every line, so that reading past its end is found. */
static bool try_line(Ugi *ugi, Sent *sent, const char *bytes, size_t length)
{
    char *line = malloc(length + 1);
    memcpy(line, bytes, length);
    line[length] = '\0';
    bool going = is_deep_perft(ugi, line) || hand_in(ugi, sent, line, length);
    free(line);
    return going;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Sent sent = {0};
    UgiHost host = {.families = registry_families,
                    .family_count = registry_count,
                    .first_variant = "nine",
                    .write = receive,
                    .context = &sent};
    Ugi ugi;
    char why[WHY_MAX];
    check(ugi_begin(&ugi, &host, why), "no beginning");
    const char *at = (const char *)data, *end = at + size;
    bool going = true;
    for (int lines = 0; going && at < end && lines < LINES_MAX; lines++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        going = try_line(&ugi, &sent, at, (size_t)((stop ? stop : end) - at));
        at = stop ? stop + 1 : end;
    }
    ugi_end(&ugi);
    return 0;
}
