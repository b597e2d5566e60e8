/* SPDX-License-Identifier: MIT */
/* Files of data sets (explore/dataset.h). A file grows by whole games; one that was cut off in the
 * middle of a game goes on behind its last whole one, so that in the end it has the same bytes as
 * one that was written without a break. Nothing but an unfinished file of the same command is
 * written to. */
#ifndef CONCENTRIC_APP_DATASET_FILE_H
#define CONCENTRIC_APP_DATASET_FILE_H

#include "explore/dataset.h"

#include <stdio.h>

typedef struct DatasetFile {
    FILE *file;
    DatasetHead head;
    uint64_t games; /* that are read, or in the file */
    Texts texts;
    DatasetGame game; /* the last one that was read */
    DatasetBytes bytes;
} DatasetFile;

/* For writing: makes the file, or with `resume` goes on with one that is there. False with a reason
 * that does not name the file; then nothing needs closing and nothing has changed. */
bool dataset_file_write(DatasetFile *file, const char *path, const DatasetHead *head, bool resume,
                        char *why);
/* Adds a game; it is in the file when this returns. False with a reason. */
bool dataset_file_add(DatasetFile *file, const Game *game, const Played *played, char *why);
/* Brings what was written to the disk and closes. False with a reason. */
bool dataset_file_finish(DatasetFile *file, char *why);

/* For reading; `-` is standard input. False with a reason; then nothing needs closing. */
bool dataset_file_read(DatasetFile *file, const char *path, char *why);
typedef enum DatasetFound {
    DATASET_GAME, /* file->game has it */
    DATASET_END,
    DATASET_TORN, /* it ends within a game, as after a kill */
    DATASET_BAD,  /* with a reason */
} DatasetFound;
DatasetFound dataset_file_next(DatasetFile *file, char *why);
void dataset_file_close(DatasetFile *file);

#endif
