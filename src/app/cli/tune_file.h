/* SPDX-License-Identifier: MIT */
/* The positions that `tune` has gathered, game by game in a file, so that a run that was stopped
 * goes on: a line that says what they are of, then for each game a head (samples, checksum), the
 * features and the results. What was half written is cut off. */
#ifndef CONCENTRIC_APP_CLI_TUNE_FILE_H
#define CONCENTRIC_APP_CLI_TUNE_FILE_H

#include "core/types.h"

#include <stdio.h>

enum { TUNE_HEAD_MAX = 256 };

typedef struct TuneFile {
    FILE *file;    /* NULL: nothing is kept */
    size_t row;    /* features of a sample */
    uint32_t most; /* samples of a game */
    bool (*take)(void *context, const int16_t *feature, const float *result, uint32_t count);
    void *context;
} TuneFile;

/* Opens or makes the file, hands all whole games to `take` and counts them. False with a reason in
 * why[WHY_MAX]: a file of another run (its first line differs) or of something else is not touched.
 */
bool tune_file_open(TuneFile *file, const char *path, const char *head, uint64_t *games, char *why);
/* Adds a game. False if it cannot be written. */
bool tune_file_add(TuneFile *file, const int16_t *feature, const float *result, uint32_t count);
/* False if something could not be written. */
bool tune_file_close(TuneFile *file);

#endif
