/* SPDX-License-Identifier: MIT */
/* What the files of the verifier share. */
#ifndef CONCENTRIC_SOLVE_VERIFY_H
#define CONCENTRIC_SOLVE_VERIFY_H

#include "solve/solve.h"

#include <stdatomic.h>

/* What a thread has counted in a sector. */
typedef struct VerifyTally {
    FormatCounts orbits, positions;
    uint32_t longest;
} VerifyTally;

/* Where the value of a successor is, or what it is if the game is over there. */
typedef struct VerifyAsked {
    SectorIndex spot;
    Known value;
    bool ended;
} VerifyAsked;

/* Of a thread: room for the moves of a position. */
typedef struct VerifyScratch {
    Move *moves;
    VerifyAsked *asked;
} VerifyScratch;

typedef struct Verify {
    VerifyRun *run;
    const Solvable *ops;
    Probe *probe;
    bool wdl;
    bool *wanted;
    Worth **values; /* by sector: unpacked in memory, or NULL: then block by block */
    uint32_t sector;
    Sector about;
    VerifyScratch scratch[WORKERS_MAX];
    VerifyTally tally[WORKERS_MAX];
    uint8_t digest[DIGEST_BYTES]; /* of the sector */
    DigestAll all;
    atomic_uint_fast64_t bad; /* the first entry found with a wrong value, + 1 */
    atomic_bool unknown;      /* something could not be looked up */
} Verify;

/* Entries of the sector that are to be checked. */
static inline uint64_t verify_count(const Verify *v)
{
    uint64_t sample = v->run->sample, all = v->about.entries;
    return sample && sample < all ? sample : all;
}

/* Remembers a wrong value, the lowest index of all. */
void verify_mark_bad(Verify *v, uint64_t index);

/* verify_one.c: entries one by one, all or a sample. False if threads could not be started. */
bool verify_one_by_one(Verify *v);
/* verify_forward.c: by the batches that the game offers; the values of the sector, of its stage and
 * of its successors are in memory. False with a reason if it could not be done. */
bool verify_forward(Verify *v, char *why);
/* Bytes that it needs beside the values. */
uint64_t verify_forward_memory(const Verify *v);

#endif
