/* SPDX-License-Identifier: MIT */
/* What a server tells a monitor, as Prometheus reads it. Pure: figures in, text out. */
#ifndef CONCENTRIC_APP_SERVER_METRICS_H
#define CONCENTRIC_APP_SERVER_METRICS_H

#include "app/server/tally.h"
#include "base/histogram.h"
#include "base/str.h"
#include "online/hall.h"
#include "online/store.h"

enum { METRICS_TEXT_MAX = 64 * 1024 };

typedef struct Figures {
    int64_t started;                        /* milliseconds since 1970 */
    uint64_t connections, sockets, streams; /* now */
    uint64_t accepted, requests;            /* since the start */
    const Tally *refusals;
    HallFigures hall;
    TstoreFigures store;
    Histogram acknowledged; /* of acts: from arrival to answer */
    bool store_away, store_damaged, draining, sandboxed;
    uint64_t memory; /* bytes in RAM */
    uint64_t bans, log_lost;
    uint64_t backups, backup_failures;
    int64_t backup_last; /* milliseconds since 1970; 0: none yet */
} Figures;

void metrics_write(const Figures *figures, Str *out);

#endif
