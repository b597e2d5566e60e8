/* SPDX-License-Identifier: MIT */
/* The retrograde solver: sectors stage by stage, each written to its file as soon as it is solved,
 * so that a run that was killed goes on where it was. No threads are started here. */
#ifndef CONCENTRIC_SOLVE_SOLVE_H
#define CONCENTRIC_SOLVE_SOLVE_H

#include "solve/digest.h"
#include "solve/exchange.h"
#include "solve/queue.h"
#include "solve/store.h"

/* Sectors of one kind cost about the same for an entry: with and without moves that stay in the
 * stage. */
enum { SOLVE_KINDS = 2 };

typedef struct SolveProgress {
    const char *sector;
    const char *step;       /* what is done to the sector; NULL: its file is written */
    int plies;              /* of the layer; -1 outside of layers */
    double share;           /* of the sector, about */
    uint64_t done, entries; /* of what the run is to solve; done includes what earlier runs did */
    uint64_t solved;        /* entries of this run */
    double seconds;         /* of this run */
    uint64_t left[SOLVE_KINDS];   /* entries to do, by kind */
    double measured[SOLVE_KINDS]; /* entries that this run did, by kind, also of this sector */
    double took[SOLVE_KINDS];     /* the seconds for them */
} SolveProgress;

/* About the seconds to the end; -1 while too little was measured. */
double solve_seconds_left(const SolveProgress *progress);

typedef struct SolveRun {
    const Game *game;
    const char *dir; /* made if there is none */
    Workers workers;
    uint64_t memory; /* bytes that the working set may have */
    bool wdl;        /* without distances */
    bool graph;      /* by the stored graph even where the game has better: for comparison */
    uint32_t stages; /* solve only the first stages; 0 for all */
    void (*report)(void *context, const SolveProgress *progress); /* may be NULL */
    void *context;
    Exchange *exchange; /* with other processes that are at the same; NULL: none */
} SolveRun;

/* False with a reason. What was solved until then stays. */
bool solve_run(const SolveRun *run, char *why);

typedef struct VerifyProgress {
    const char *sector; /* whose values are right */
    uint64_t entries;
    bool forward; /* in batches */
    double seconds;
    const uint8_t *digest; /* DIGEST_BYTES, of its values */
} VerifyProgress;

/* Recomputes every value of a directory's files from the values of the moves: by the batches that
 * the game offers for this (core/forward.h), or entry by entry through the contract alone. */
typedef struct VerifyRun {
    const Game *game;
    const char *dir;
    Workers workers;
    uint64_t sample, seed; /* `sample` entries of every sector if it is not 0: entry by entry */
    const char *only;      /* a sector: this one alone; NULL for all */
    const char *from; /* a sector: the ones from it on, those before it only read; NULL for all */
    bool one_by_one;  /* entry by entry even where the game has batches: for comparison */
    uint64_t memory; /* bytes; a sector that needs more is checked entry by entry, and read from the
                        file in that way where not even its values fit */
    void (*report)(void *context, const VerifyProgress *progress); /* may be NULL */
    void *context;
    uint64_t entries;                  /* out: how many were checked */
    uint32_t files, missing;           /* out */
    bool wdl;                          /* out: the values have no distances */
    uint8_t certificate[DIGEST_BYTES]; /* out, if nothing is missing and all are looked at */
} VerifyRun;
bool verify_run(VerifyRun *run, char *why);

/* For flow.c, unmove.c and graph.c: one stage being solved. */
typedef struct Stage {
    const SolveRun *run;
    const void *tables;
    uint32_t first, count; /* its sectors */
    const Sector *sector;  /* all sectors of the variant */
    Worth *const *values;  /* by sector: of the stage, to be filled, and of its successors */
    uint64_t memory;       /* bytes left for the method */
    /* Tells how far the stage is; may be NULL. Called by the thread that called the method. */
    void (*tell)(void *context, const char *step, int plies, double share);
    void *context;
    QueueBank *bank; /* of flow_solve, kept from stage to stage; NULL: none is kept */
} Stage;

/* graph.c: every move of the stage is stored. */
bool graph_solve(const Stage *stage, char *why);
/* Bytes that graph_solve needs beyond the values, about: moves are counted in a sample. */
uint64_t graph_memory(const Stage *stage);
/* unmove.c: by taking moves back. Beyond the values it needs 8 bytes for each entry of a layer. */
bool unmove_solve(const Stage *stage, char *why);
/* flow.c: by the batches that the game offers. */
bool flow_solve(const Stage *stage, char *why);
/* Bytes that flow_solve needs at least. */
uint64_t flow_memory(const Stage *stage);

#endif
