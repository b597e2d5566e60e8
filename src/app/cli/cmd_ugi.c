/* SPDX-License-Identifier: MIT */
/* `concentric ugi`: the protocol on stdin and stdout. */
#include "app/cli/commands.h"
#include "games/registry.h"
#include "proto/ugi.h"

#include <stdio.h>
#include <stdlib.h>

static void write_out(void *context, const char *bytes, size_t count)
{
    (void)context;
    fwrite(bytes, 1, count, stdout);
    if (count && bytes[count - 1] == '\n')
        fflush(stdout);
}

static void draw(void *context, const Match *match)
{
    (void)context;
    setup_print(match, &(Looks){.palette = PALETTE_NONE}, LANG_EN);
    fflush(stdout);
}

typedef enum LineKind { LINE_GOOD, LINE_TOO_LONG, LINE_NONE } LineKind;

/* Reads one line into line[UGI_LINE_MAX + 1]; one that does not fit is read to its end and
 * dropped. */
static LineKind read_line(char *line, size_t *length)
{
    int c, after = 0; /* `after` is the byte behind the longest line, perhaps of its CRLF */
    size_t n = 0;
    while ((c = getc_unlocked(stdin)) != EOF && c != '\n') {
        if (n < UGI_LINE_MAX)
            line[n] = (char)c;
        else
            after = c;
        n++;
    }
    if (n == UGI_LINE_MAX + 1 && after == '\r')
        n--;
    *length = n;
    if (n > UGI_LINE_MAX)
        return LINE_TOO_LONG;
    line[n] = '\0';
    return c == EOF && n == 0 ? LINE_NONE : LINE_GOOD;
}

static int run_ugi(const Args *args)
{
    (void)args;
    UgiHost host = {.families = registry_families,
                    .family_count = registry_count,
                    .first_variant = "nine",
                    .write = write_out,
                    .draw = draw};
    Ugi ugi;
    char why[WHY_MAX], *line = malloc(UGI_LINE_MAX + 1);
    if (!line || !ugi_begin(&ugi, &host, why)) {
        free(line);
        return complain("out of memory");
    }
    size_t length;
    LineKind kind;
    bool going = true;
    while (going && (kind = read_line(line, &length)) != LINE_NONE) {
        if (kind == LINE_TOO_LONG)
            ugi_line_too_long(&ugi);
        else
            going = ugi_line(&ugi, line, length);
    }
    ugi_end(&ugi);
    free(line);
    return ferror(stdin) ? complain("cannot read standard input") : EXIT_GOOD;
}

const Command command_ugi = {
    .name = "ugi",
    .words = "",
    .summary = "Speak the Universal Game Interface on stdin and stdout, for other programs.",
    .details =
        "Commands: ugi, isready, setoption, uginewgame, position, query, perft, print, quit.\n"
        "docs/formats.md describes them.",
    .run = run_ugi,
};
