/* SPDX-License-Identifier: MIT */
/* The thinking half of `concentric ugi`: the protocol's host functions over a Thinker. The thinking
 * thread writes its info lines itself, under the lock; everything else is done by the thread that
 * reads, which hears of the end through a pipe that it can poll. */
#ifndef CONCENTRIC_APP_CLI_UGI_ENGINE_H
#define CONCENTRIC_APP_CLI_UGI_ENGINE_H

#include "app/database.h"
#include "proto/ugi.h"
#include "think/thinker.h"

#include <pthread.h>

typedef struct UgiEngine {
    Ugi *ugi;
    Thinker *thinker;            /* of ugi->game; NULL until it is needed */
    Database *database;          /* of ugi->game; NULL if there is none */
    void *net;                   /* learnt evaluation of ugi->game; NULL if there is none */
    char net_path[UGI_PATH_MAX]; /* see net_file_choose */
    char path[UGI_PATH_MAX];     /* where databases are looked for, see database_choose */
    pthread_mutex_t lock;        /* over ugi and what it writes */
    int done[2];                 /* a byte comes through it when a thought has ended */
    bool damage_told;            /* that the database cannot be read everywhere */
    Move best;                   /* of the thought that has ended */
    double began_ms;             /* of the thought under way, and when it must have ended; */
    double deadline_ms;          /* 0 if there is no such time */
} UgiEngine;

/* False if there is no pipe to be had. */
bool ugi_engine_open(UgiEngine *engine, Ugi *ugi);
void ugi_engine_close(UgiEngine *engine);

/* Sets the engine's functions, options and limits. */
void ugi_engine_host(UgiHost *host);

/* How long poll may wait before ugi_engine_watch is due; -1 if it is not. */
int ugi_engine_patience(const UgiEngine *engine);
/* Ends a thought whose time has come, should it not see it itself. */
void ugi_engine_watch(UgiEngine *engine);
/* The pipe has a byte: hands the answer to the protocol. */
void ugi_engine_ended(UgiEngine *engine);

#endif
