/* SPDX-License-Identifier: MIT */
/* What the files of ops.h share. */
#ifndef CONCENTRIC_APP_SERVER_OPS_PART_H
#define CONCENTRIC_APP_SERVER_OPS_PART_H

#include "app/server/metrics.h"
#include "app/server/ops.h"

#include <uv.h>

enum {
    OPS_LINE_MAX = 4096, /* bytes of a request */
    OPS_TALKS_MAX = 16,  /* at a time */
    OPS_SECONDS = 10,    /* for a request to arrive, and between two */
    OPS_SLOW_COMMIT_MS = 500,
    OPS_BANS_SECONDS = 5, /* between two looks at what other processes ban */
};

/* One connection of the operator or of a monitor. */
typedef struct OpsTalk {
    uv_stream_t *stream; /* pipe or tcp below */
    union {
        uv_pipe_t pipe;
        uv_tcp_t tcp;
    } at;
    uv_timer_t timer;
    struct Ops *ops;
    struct OpsTalk *next;
    uint64_t number;
    bool operator_, waits, doing, closing;
    int handles; /* that are still to be closed */
    size_t have;
    char in[OPS_LINE_MAX + 1];
} OpsTalk;

struct Ops {
    Server *server;
    Tables *tables;
    OpsSetup setup;
    uv_pipe_t admin;
    uv_tcp_t metrics;
    uv_timer_t tick;
    uv_signal_t hangup;
    bool has_admin, has_metrics;
    char admin_path[108];
    OpsTalk *talks;
    int talk_count;
    uint64_t number;
    int64_t started;
    bool sandboxed, was_away;
    int64_t away_since;
    unsigned seconds;
    Tally told; /* refusals up to the last minute */
    Bans bans;
    uint64_t ban_changes, ban_changes_read; /* what was asked for before the last one is old */
    bool reading_bans;
};

/* ops_talk.c */
bool ops_hear(Ops *ops, uv_loop_t *loop, char *why);
void ops_deafen(Ops *ops);
/* Answers a talk that waits, if it is still there, with one line. */
void ops_answer(Ops *ops, uint64_t talk, const char *json, size_t length);
void ops_refuse(Ops *ops, uint64_t talk, const char *why, const char *text);
/* The same with a descriptor, at once. */
bool ops_answer_descriptor(Ops *ops, uint64_t talk, const char *json, int descriptor);

/* ops_do.c: one request of the operator's; answers now or later. */
void ops_do(Ops *ops, uint64_t talk, const char *line, size_t length);
/* The path of a monitor's GET; the answer's body and type in `out`. Its status. */
int ops_get(Ops *ops, const char *path, Str *out);
void ops_figures(Ops *ops, Figures *out);

/* ops_bans.c: bans in the store. */
void ops_read_bans(Ops *ops);
void ops_ban(Ops *ops, uint64_t talk, const Ban *ban, bool on);

#endif
