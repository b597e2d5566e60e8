/* SPDX-License-Identifier: MIT */
/* An engine under way: a process that is spoken to in UGI, with a bound on every wait. An engine
 * that goes wrong is killed; the next call that needs it starts it anew. */
#ifndef CONCENTRIC_APP_TOURNAMENT_ENGINE_H
#define CONCENTRIC_APP_TOURNAMENT_ENGINE_H

#include "app/tournament/engine_log.h"
#include "app/tournament/process.h"
#include "app/tournament/spec.h"
#include "proto/ugi_client.h"

#include <stdatomic.h>

enum { ENGINE_INPUT_MAX = 1 << 16, ENGINE_STDERR_MAX = 160 };

typedef struct Engine {
    EngineSpec *spec;
    const char *variant, *name;
    EngineLog *log;    /* what is said goes there; NULL: nowhere */
    double patience;   /* seconds that it may take to start, to be ready, to answer `stop` */
    atomic_bool *stop; /* set: give up at once */
    Process process;
    UgiClient client;
    char input[ENGINE_INPUT_MAX]; /* read, not yet understood */
    size_t input_from, input_to;
    char said[ENGINE_STDERR_MAX];  /* the end of what it wrote to stderr */
    LogLine heard, told, grumbled; /* begun lines of the log */
    double answered;               /* when the last answer was read, by clock_seconds */
} Engine;

typedef enum Talk {
    TALK_GOOD,
    TALK_LATE,    /* no answer in time */
    TALK_GONE,    /* it has ended or closed its pipes */
    TALK_STOPPED, /* the tournament was stopped */
} Talk;

/* Makes it ready for a new game, starting it if it does not run. On TALK_LATE and TALK_GONE `why`
 * (WHY_MAX bytes) says what is wrong and it has been killed. */
Talk engine_new_game(Engine *engine, char *why);

/* Sends bytes and waits until about `until` (by clock_seconds) for the answer; `answered` says when
 * it came. */
Talk engine_ask(Engine *engine, const char *bytes, size_t count, UgiAnswer answer, double until);

/* Passes over everything that it has said without being asked. */
void engine_drain(Engine *engine);

void engine_kill(Engine *engine);
/* Clears away one that is gone and writes how it ended, with its last line on stderr. */
void engine_bury(Engine *engine, Str *out);
/* Says quit and waits a little. */
void engine_quit(Engine *engine);

#endif
