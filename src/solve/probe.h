/* SPDX-License-Identifier: MIT */
/* Looking positions up. The probe knows numbering and headers; blocks come from a reader that the
 * caller hands in (files and zstd in src/solve/store.h, one plain file in memory below), so that
 * this runs in the page: libc alone. */
#ifndef CONCENTRIC_SOLVE_PROBE_H
#define CONCENTRIC_SOLVE_PROBE_H

#include "core/known.h"
#include "solve/format.h"

/* Reads entries of blocks. Called from many threads at once. */
typedef struct BlockReader {
    /* Copies `count` bytes from `at` of the unpacked block; false if the block cannot be had. */
    bool (*read)(void *context, uint32_t sector, uint32_t block, uint32_t at, uint32_t count,
                 uint8_t *out);
    void *context;
} BlockReader;

/* What is known of a sector's file: `there` is false if there is none. */
typedef struct ProbeSector {
    bool there;
    uint32_t kind;
    uint64_t entries;
} ProbeSector;

typedef struct Probe {
    const Game *game;
    void *tables;
    uint64_t rules;
    uint32_t sector_count;
    ProbeSector *sector;
    uint32_t most; /* men of the positions that are there, at most */
    BlockReader reader;
} Probe;

/* Has the game a numbering? If not, `why` says what is in the way. */
bool probe_is_numbered(const Game *game, char *why);

/* Makes the tables for a game; no sector is there yet. False with a reason: the variant cannot be
 * solved, or there is no memory. */
bool probe_open(Probe *probe, const Game *game, char *why);
void probe_close(Probe *probe);

/* Takes a sector's header in; false with a reason if it is not of this game and sector. */
bool probe_add(Probe *probe, uint32_t sector, const FormatHeader *header, char *why);
/* The number of the sector with this name; false if there is none. */
bool probe_find(const Probe *probe, const char *name, uint32_t *out);

/* A stored value. False if the sector is not there or its block cannot be had. */
bool probe_entry(const Probe *probe, SectorIndex place, Worth *out);
/* What is known of a position, finished games included; false if nothing is, which costs little
 * where more men are left than in any sector that is there. */
bool probe_ask(const Probe *probe, const Pos *pos, Known *out);
/* The sector that a position belongs to, and how many of all sectors are there: for telling what is
 * missing. False if no sector has it: play from the start does not come to it. pos may be NULL. */
typedef struct ProbeSpan {
    char sector[SECTOR_NAME_MAX];
    uint32_t there, all;
} ProbeSpan;
bool probe_span(const Probe *probe, const Pos *pos, ProbeSpan *out);
/* For search and front ends. The probe must outlive it. */
Oracle probe_oracle(Probe *probe);

/* Several sectors in one plain file: "concpk\x1a\n", their number (8 bytes), per sector offset and
 * bytes (8 each), and the files, not packed. */
enum { PACK_HEAD_BYTES = 16, PACK_RECORD_BYTES = 16 };
extern const char pack_magic[8];

/* A probe over such a file in memory, which must outlive it. Every block is checked here. */
typedef struct PackProbe {
    Probe probe;
    const uint8_t *bytes;
    const uint8_t **file; /* by sector, NULL where there is none */
} PackProbe;
bool pack_open(PackProbe *pack, const Game *game, const uint8_t *bytes, size_t count, char *why);
void pack_close(PackProbe *pack);
/* The variant that a pack is of, from its first sector. False with a reason. */
bool pack_variant(const uint8_t *bytes, size_t count, char out[VARIANT_TEXT_MAX], char *why);

#endif
