/* SPDX-License-Identifier: MIT */
/* `concentric ugi`: the protocol on stdin and stdout. One loop waits for lines and for the thinking
 * thread; when stdin ends, what is being thought about is still answered. */
#include "app/cli/commands.h"
#include "app/cli/lines.h"
#include "app/cli/ugi_engine.h"
#include "games/registry.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

static void write_out(void *context, const char *bytes, size_t count)
{
    (void)context;
    fwrite(bytes, 1, count, stdout);
    if (count && bytes[count - 1] == '\n')
        fflush(stdout);
}

static void draw(void *context, const TreePlace *place)
{
    (void)context;
    setup_print(place, &(Looks){.palette = PALETTE_NONE}, LANG_EN);
    fflush(stdout);
}

/* Hands in all lines that have come. False after quit. */
static bool hand_in(UgiEngine *engine, Lines *lines)
{
    char *line;
    size_t length;
    bool going = true;
    pthread_mutex_lock(&engine->lock);
    while (going && !ugi_is_full(engine->ugi)) {
        LineKind kind = lines_next(lines, &line, &length);
        if (kind == LINE_NONE)
            break;
        if (kind == LINE_TOO_LONG)
            ugi_line_too_long(engine->ugi);
        else
            going = ugi_line(engine->ugi, line, length);
    }
    if (lines->ended)
        ugi_no_more(engine->ugi);
    pthread_mutex_unlock(&engine->lock);
    return going;
}

/* Waits for a line, the end of a thought, or the time at which it should have ended. False if
 * nobody reads any more what is written. */
static bool wait_for_news(UgiEngine *engine, Lines *lines, bool listening)
{
    struct pollfd news[] = {{.fd = engine->done[0], .events = POLLIN},
                            {.fd = listening ? lines->fd : -1, .events = POLLIN},
                            {.fd = STDOUT_FILENO}};
    if (poll(news, 3, ugi_engine_patience(engine)) < 0)
        return errno == EINTR;
    ugi_engine_watch(engine);
    if (news[0].revents)
        ugi_engine_ended(engine);
    else if (news[1].revents) /* one thing at a time: an answer may have made room */
        lines_read(lines);
    return !(news[2].revents & POLLERR);
}

static void talk(UgiEngine *engine, Lines *lines)
{
    bool going = true, heard = true;
    const Ugi *ugi = engine->ugi;
    while (heard && (going || ugi->thinking)) {
        if (going)
            going = hand_in(engine, lines) && !(lines->ended && !ugi->thinking);
        if (going || ugi->thinking)
            heard = wait_for_news(engine, lines, going && !lines->ended && !ugi_is_full(ugi));
    }
}

static int run_ugi(const Args *args)
{
    (void)args;
    static Ugi ugi;
    UgiEngine engine;
    Lines lines;
    UgiHost host = {.families = registry_families,
                    .family_count = registry_count,
                    .first_variant = "nine",
                    .write = write_out,
                    .draw = draw,
                    .context = &engine};
    char why[WHY_MAX];
    ugi_engine_host(&host);
    if (!lines_open(&lines, STDIN_FILENO, UGI_LINE_MAX) || !ugi_engine_open(&engine, &ugi) ||
        !ugi_begin(&ugi, &host, why))
        return complain("out of memory");
    talk(&engine, &lines);
    bool failed = lines.failed;
    ugi_engine_close(&engine);
    ugi_end(&ugi);
    lines_close(&lines);
    return failed ? complain("cannot read standard input") : EXIT_GOOD;
}

const Command command_ugi = {
    .name = "ugi",
    .words = "",
    .summary = "Speak the Universal Game Interface on stdin and stdout, for other programs.",
    .details =
        "Commands: ugi, isready, setoption, uginewgame, position, go, stop, query, perft, print,\n"
        "quit. docs/formats.md describes them, docs/engine.md how to use the engine.",
    .run = run_ugi,
};
