/* SPDX-License-Identifier: MIT */
/* Database files: one per sector in a directory, SECTOR.db, blocks packed with zstd. Files are
 * written under another name, brought to the disk and renamed, so a file with its name is whole. */
#ifndef CONCENTRIC_SOLVE_STORE_H
#define CONCENTRIC_SOLVE_STORE_H

#include "solve/probe.h"

#include <stdatomic.h>
#include <stdio.h>

/* Threads that app starts. Calls work(context, thread, task) for every task below `tasks`; false if
 * the threads could not be started. */
typedef struct Workers {
    int threads;
    bool (*run)(int threads, size_t tasks, void (*work)(void *context, int thread, size_t task),
                void *context);
} Workers;
enum { WORKERS_MAX = 64 };

/* The first of the reasons that threads find; zeroed there is none. */
typedef struct FirstReason {
    atomic_bool taken;
    char why[WHY_MAX];
} FirstReason;
void first_reason_put(FirstReason *first, const char *why);

enum { STORE_PATH_MAX = 4096 };
extern const char store_suffix[], store_part_suffix[]; /* of a file, and of one being written */

/* DIR/NAME + suffix; false if it is too long. */
bool store_path(const char *dir, const char *name, const char *suffix, char out[STORE_PATH_MAX]);

/* One file of a sector: its head is in memory, blocks are read when they are wanted, so that a file
 * that is cut off meanwhile is an error and nothing worse. Zeroed it is closed. */
typedef struct StoreFile {
    char *path;
    uint8_t *head; /* header and table of blocks */
    uint64_t size;
    FormatHeader header;
} StoreFile;

/* Opens a file and checks header and table. False with a reason; `*missing` (may be NULL) tells
 * whether there is no such file. */
bool store_file_open(StoreFile *file, const char *path, bool *missing, char *why);
void store_file_close(StoreFile *file);
/* Unpacks a block into out[FORMAT_BLOCK_BYTES], checked. */
bool store_file_block(const StoreFile *file, uint32_t block, uint8_t *out, char *why);
/* Unpacks bytes that are in memory already. */
bool store_unpack(const FormatHeader *header, uint32_t number, const FormatBlock *block,
                  const uint8_t *packed, uint8_t *out, char *why);
/* Reads bytes as they are stored, from `at` on. */
bool store_file_bytes(const StoreFile *file, uint64_t at, uint8_t *out, size_t count, char *why);
/* Unpacks all values. */
bool store_file_values(const StoreFile *file, const Workers *workers, Worth *out, char *why);
/* A whole plain file of at most `most` bytes, for free(). False with a reason. */
bool store_read_plain(const char *path, uint64_t most, uint8_t **out, size_t *count, char *why);

/* Writes the file of a sector. Kind, packing, blocks and longest of the header are set here;
 * counts are the caller's. */
bool store_write(const char *dir, FormatHeader *header, bool wdl, const Worth *values,
                 const Workers *workers, char *why);

/* The same in steps, for ranks that each have some of the values (spread.c). */
enum { STORE_BLOCK_ROOM = FORMAT_BLOCK_BYTES + 1024 }; /* any block fits when packed */
typedef struct StoreSpan {
    uint64_t most, odd; /* the largest Worth; is there a win of an even number of plies? */
} StoreSpan;
StoreSpan store_span(const Worth *values, uint64_t count);
/* The smallest kind that holds all values, packing, blocks and the longest distance. */
void store_choose_kind(FormatHeader *header, bool wdl, const StoreSpan *span);
/* Packs a block of the sector's values into out[STORE_BLOCK_ROOM]. */
bool store_pack_block(const FormatHeader *header, uint32_t block, const Worth *values, uint8_t *out,
                      FormatBlock *about);

/* A file being written: begin, put the packed blocks in order, end. */
typedef struct StoreOut {
    char part[STORE_PATH_MAX], path[STORE_PATH_MAX];
    const char *dir;
    const FormatHeader *header;
    uint8_t *head;
    FILE *file;
    uint64_t end; /* where the next block's bytes are */
    bool good;
    int error; /* errno of what went wrong first */
} StoreOut;
bool store_out_begin(StoreOut *out, const char *dir, const FormatHeader *header, char *why);
void store_out_put(StoreOut *out, const void *bytes, size_t count);
/* Sets the blocks' offsets, brings all to the disk and gives the file its name. Without `whole` it
 * is taken away. False with a reason, but for a file that is not whole. */
bool store_out_end(StoreOut *out, FormatBlock *blocks, bool whole, char *why);

/* A directory of files opened for looking up, some may be missing; blocks are kept unpacked in a
 * cache. */
typedef struct Store Store;
Store *store_open(const char *dir, const Game *game, char *why);
void store_close(Store *store);
Probe *store_probe(Store *store);
/* The file of a sector; NULL if it is not there. */
const StoreFile *store_sector_file(const Store *store, uint32_t sector);
/* Was there a block that could not be had? Then why: the first one's file and reason. */
bool store_damage(const Store *store, char *why);
/* The variant of a directory's files, from one of them. */
bool store_variant(const char *dir, char out[VARIANT_TEXT_MAX], char *why);
/* The variant of a packed file, from the header of its first sector. */
bool store_pack_variant(const char *path, char out[VARIANT_TEXT_MAX], char *why);
/* The variant of a small database (solve/small.h), from its head. */
bool store_small_variant(const char *path, char out[VARIANT_TEXT_MAX], char *why);

/* All sectors of a directory in one plain file (solve/probe.h, pack). store_pack_begin makes sure
 * that it can be written, hours before there is something to write; store_pack then puts the new
 * file in the place of an old one, or store_pack_cancel leaves that as it is. Reasons name the
 * file. */
typedef struct StorePack {
    FILE *out;
    char path[STORE_PATH_MAX], part[STORE_PATH_MAX];
} StorePack;
bool store_pack_begin(StorePack *pack, const char *path, char *why);
bool store_pack(StorePack *pack, const char *dir, const Game *game, char *why);
void store_pack_cancel(StorePack *pack);

#endif
