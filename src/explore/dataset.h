/* SPDX-License-Identifier: MIT */
/* The format of data sets of games (docs/formats.md), as bytes; files are app/dataset_file.h's.
 *
 *   head                       1024 bytes: what was played and how
 *   game, game, ...            each: bytes (4), CRC-32 of the payload (4), CRC-32 of these 8 (4),
 * payload payload                    flags, result, start, plies, then for every ply its move and
 * score
 *
 * Numbers in a payload are of 7 bits a byte, the lowest first, with the high bit where more follow.
 * A start or a move is a text. A text that has come before is its number from 1 on, a new one is a
 * 0, its length and its bytes. So a move of nine takes one or two bytes, and the file needs no
 * rules to be read and no knowledge of the order in which some program lists moves. */
#ifndef CONCENTRIC_EXPLORE_DATASET_H
#define CONCENTRIC_EXPLORE_DATASET_H

#include "explore/selfplay.h"
#include "explore/texts.h"

enum {
    DATASET_VERSION = 1,
    DATASET_HEAD_BYTES = 1024,
    DATASET_FRAME_BYTES = 12,
    DATASET_PAYLOAD_MAX = 1 << 20,
    DATASET_FRESH_EVERY = 1000, /* games after which texts are numbered anew */
    DATASET_SETTINGS_MAX = 336,
    DATASET_POSITION_MAX = 508,
    DATASET_PROGRAM_MAX = 32,
};

typedef struct DatasetHead {
    char variant[VARIANT_TEXT_MAX];
    uint64_t rules;       /* dataset_rules of the game */
    uint64_t seed, first; /* the number of its first game */
    uint64_t games;       /* that it has when it is whole */
    char program[DATASET_PROGRAM_MAX];
    char settings[DATASET_SETTINGS_MAX]; /* how moves were chosen, in words: nodes 1000 ... */
    char position[DATASET_POSITION_MAX]; /* where all games start; empty: at the game's starts */
} DatasetHead;

/* Changes with the rules of a game, with its order of moves and with its hashing. 0 if there is no
 * memory. */
uint64_t dataset_rules(const Game *game);

void dataset_write_head(const DatasetHead *head, uint8_t *out);
/* From `count` bytes. False with a reason. */
bool dataset_read_head(const uint8_t *bytes, size_t count, DatasetHead *out, char *why);

/* Bytes that grow; zeroed there are none. */
typedef struct DatasetBytes {
    uint8_t *at;
    size_t count, room;
} DatasetBytes;

/* Adds a whole game, frame and payload. `fresh`: texts are numbered anew from it on, as in the
 * first game of a file. False if there is no memory. */
bool dataset_write_game(Texts *texts, const Game *game, const Played *played, bool fresh,
                        DatasetBytes *out);

/* The frame before a payload. False if it is damaged. */
bool dataset_read_frame(const uint8_t *bytes, uint32_t *payload_bytes, uint32_t *crc);

typedef struct DatasetPly {
    uint32_t move; /* the number of its text */
    int32_t score; /* or SELFPLAY_NO_SCORE */
} DatasetPly;

/* A game as a file has it; zeroed before the first one is read into it. */
typedef struct DatasetGame {
    Winner winner;
    uint32_t start; /* the number of its text */
    uint32_t count, room;
    DatasetPly *ply; /* for free() */
} DatasetGame;

/* Reads a payload whose checksum is right; texts are those of the games before it. False with a
 * reason, also if there is no memory. */
bool dataset_read_game(Texts *texts, const uint8_t *payload, size_t count, DatasetGame *out,
                       char *why);

/* Goes through a game by the rules and calls `visit` before each move; `text` is the move's.
 * False with a reason if the rules do not allow it. */
typedef void DatasetVisit(void *context, uint32_t ply, const Pos *pos, const char *text,
                          int32_t score);
bool dataset_replay(const Game *game, const Texts *texts, const DatasetGame *data,
                    DatasetVisit *visit, void *context, char *why);

#endif
