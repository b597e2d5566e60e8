/* SPDX-License-Identifier: MIT */
/* Engines under way, see engine.h. */
#include "app/tournament/engine.h"

#include "base/clock.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SLICE_MS = 100, QUIT_MS = 500, BURY_MS = 200, DRAIN_READS_MAX = 64 };

/* What is still to be sent. */
typedef struct Outgoing {
    const char *bytes;
    size_t count;
} Outgoing;

/* Looks for the answer in what has been read. */
static bool understand(Engine *engine, UgiAnswer wanted)
{
    while (engine->input_from < engine->input_to) {
        size_t used;
        UgiAnswer answer = ugi_client_take(&engine->client, engine->input + engine->input_from,
                                           engine->input_to - engine->input_from, &used);
        engine->input_from += used;
        if (answer == wanted && wanted != UGI_ANSWER_NONE)
            return true;
    }
    return false;
}

/* Keeps the end of what it writes to stderr, which is read so that it never waits for us. */
static void read_stderr(Engine *engine)
{
    char bytes[4096];
    for (int i = 0; i < DRAIN_READS_MAX; i++) {
        ssize_t got = read(engine->process.errors, bytes, sizeof bytes);
        if (got == 0)
            engine->process.errors_open = false; /* it has closed it, so it is not waited for */
        if (got <= 0)
            return;
        engine_log_bytes(engine->log, &engine->grumbled, engine->name, "!!", bytes, (size_t)got);
        size_t keep = strlen(engine->said), most = sizeof engine->said - 1;
        size_t new = (size_t)got < most ? (size_t)got : most;
        size_t old = keep + new > most ? most - new : keep;
        memmove(engine->said, engine->said + keep - old, old);
        for (size_t k = 0; k < new; k++) {
            char c = bytes[(size_t)got - new + k];
            engine->said[old + k] = c == '\n' || (c >= ' ' && c <= '~') ? c : '?';
        }
        engine->said[old + new] = '\0';
    }
}

/* Reads what there is. TALK_LATE means: nothing there. */
static Talk read_some(Engine *engine)
{
    read_stderr(engine);
    ssize_t got = read(engine->process.from, engine->input, sizeof engine->input);
    if (got > 0) {
        engine->input_from = 0;
        engine->input_to = (size_t)got;
        engine_log_bytes(engine->log, &engine->heard, engine->name, "->", engine->input,
                         (size_t)got);
        return TALK_GOOD;
    }
    return got < 0 && (errno == EAGAIN || errno == EINTR) ? TALK_LATE : TALK_GONE;
}

/* Writes what the pipe takes. False if nobody reads at the other end. */
static bool write_some(Engine *engine, Outgoing *out)
{
    ssize_t put = write(engine->process.to, out->bytes, out->count);
    if (put < 0)
        return errno == EAGAIN || errno == EINTR;
    engine_log_bytes(engine->log, &engine->told, engine->name, "<-", out->bytes, (size_t)put);
    out->bytes += put;
    out->count -= (size_t)put;
    return true;
}

/* Waits for the pipes, in slices, so that a stopped tournament is noticed. */
static void wait_for_pipes(const Engine *engine, const Outgoing *out, double seconds)
{
    struct pollfd fds[3] = {
        {.fd = engine->process.from, .events = POLLIN},
        {.fd = engine->process.errors_open ? engine->process.errors : -1, .events = POLLIN},
        {.fd = engine->process.to, .events = POLLOUT}};
    int ms = seconds > SLICE_MS * 1e-3 ? SLICE_MS : (int)(seconds * 1e3) + 1;
    poll(fds, out->count ? 3 : 2, ms);
}

/* Sending and reading go on together: an engine that talks before it listens must not lock us up,
 * nor we it. */
Talk engine_ask(Engine *engine, const char *bytes, size_t count, UgiAnswer answer, double until)
{
    Outgoing out = {bytes, count};
    for (;;) {
        /* An engine that has ended may have answered first: its pipe is read to the end. */
        bool heard = out.count == 0 || write_some(engine, &out);
        Talk talk = read_some(engine);
        if (talk == TALK_GOOD && understand(engine, answer)) {
            engine->answered = clock_seconds();
            return TALK_GOOD;
        }
        if (talk == TALK_GONE || (!heard && talk == TALK_LATE))
            return TALK_GONE;
        if (atomic_load(engine->stop))
            return TALK_STOPPED;
        double left = until - clock_seconds();
        if (left <= 0)
            return TALK_LATE;
        if (talk == TALK_LATE)
            wait_for_pipes(engine, &out, left);
    }
}

void engine_drain(Engine *engine)
{
    engine->input_from = engine->input_to = 0;
    for (int i = 0; i < DRAIN_READS_MAX && read_some(engine) == TALK_GOOD; i++)
        understand(engine, UGI_ANSWER_NONE);
}

/* An answer within the engine's patience, or a reason. */
static Talk ask_ready(Engine *engine, const char *text, UgiAnswer answer, const char *words,
                      char *why)
{
    Talk talk = engine_ask(engine, text, strlen(text), answer, clock_seconds() + engine->patience);
    if (talk == TALK_LATE) {
        refuse(why, "no %s within %.1f s", words, engine->patience);
    } else if (talk == TALK_GONE) {
        Str s = str_over(why, WHY_MAX);
        engine_bury(engine, &s);
        str_format(&s, " before it said %s", words);
    }
    if (talk != TALK_GOOD)
        engine_kill(engine);
    return talk;
}

/* A stranger may know no Variant, as it plays one game alone: what it says of that is passed over.
 */
static Talk name_variant(Engine *engine, char *why)
{
    char text[VARIANT_TEXT_MAX + 64];
    Str s = str_over(text, sizeof text);
    str_format(&s, "setoption name Variant value %s\nisready\n", engine->variant);
    Talk talk = ask_ready(engine, text, UGI_ANSWER_READYOK, "readyok", why);
    if (!ugi_client_has_option(&engine->client, "Variant"))
        engine->client.error[0] = '\0';
    return talk;
}

/* Everything between `ugi` and the first game. */
static void write_options(const Engine *engine, Str *out)
{
    const EngineSpec *spec = engine->spec;
    for (int i = 0; i < spec->option_count; i++) {
        str_format(out, "setoption name %s", spec->option[i].name);
        str_format(out, *spec->option[i].value ? " value %s\n" : "%s\n", spec->option[i].value);
    }
    str_add(out, "isready\n");
}

static Talk start(Engine *engine, char *why)
{
    static const char hello[] = "ugi\n";
    char options[2 * SPEC_TEXT_MAX];
    Str s = str_over(options, sizeof options);
    if (!process_start(&engine->process, engine->spec->argv, why))
        return TALK_GONE;
    ugi_client_begin(&engine->client);
    engine->said[0] = '\0';
    engine->heard.length = engine->told.length = engine->grumbled.length = 0;
    engine->input_from = engine->input_to = 0;
    Talk talk = ask_ready(engine, hello, UGI_ANSWER_UGIOK, "ugiok", why);
    write_options(engine, &s);
    if (talk == TALK_GOOD)
        talk = name_variant(engine, why);
    if (talk == TALK_GOOD)
        talk = ask_ready(engine, options, UGI_ANSWER_READYOK, "readyok", why);
    return talk;
}

static Talk announce_game(Engine *engine, char *why)
{
    engine_drain(engine);
    return ask_ready(engine, "uginewgame\nisready\n", UGI_ANSWER_READYOK, "readyok", why);
}

Talk engine_new_game(Engine *engine, char *why)
{
    /* One that broke down between two games has lost neither: it gets one new start. */
    if (engine->process.pid) {
        Talk talk = announce_game(engine, why);
        if (talk == TALK_GOOD || talk == TALK_STOPPED)
            return talk;
    }
    Talk talk = start(engine, why);
    return talk == TALK_GOOD ? announce_game(engine, why) : talk;
}

void engine_kill(Engine *engine)
{
    process_end(&engine->process, 0);
}

/* The last line that it wrote to stderr; empty if none. */
static const char *last_words(Engine *engine)
{
    size_t length = strlen(engine->said);
    while (length && (engine->said[length - 1] == '\n' || engine->said[length - 1] == ' '))
        engine->said[--length] = '\0';
    const char *line = strrchr(engine->said, '\n');
    return line ? line + 1 : engine->said;
}

void engine_bury(Engine *engine, Str *out)
{
    read_stderr(engine);
    int status = process_end(&engine->process, BURY_MS);
    if (status == PROCESS_KILLED)
        str_add(out, "it closed its output");
    else if (WIFSIGNALED(status))
        str_format(out, "it was ended by signal %d", WTERMSIG(status));
    else
        str_format(out, "it ended with status %d", WEXITSTATUS(status));
    if (*engine->said)
        str_format(out, " (stderr: %s)", last_words(engine));
}

void engine_quit(Engine *engine)
{
    Outgoing out = {"quit\n", 5};
    if (!engine->process.pid)
        return;
    write_some(engine, &out);
    process_end(&engine->process, QUIT_MS);
}
