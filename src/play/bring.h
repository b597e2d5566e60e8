/* SPDX-License-Identifier: MIT */
/* Games that were played elsewhere, read into records (docs/formats.md, "Games from elsewhere"):
 * move lists of Sanmill and PlayOK (nine), Boardspace's SGF (Morelli). record_read finds by a
 * game's first bytes that it is none of ours and comes here, so that everything that reads records
 * reads these, too. Each move is checked by our rules; a refusal names line, move and the place
 * that the game was taken to come from. What such a game says of its end that the rules do not say
 * (somebody gave up, or their time was over) becomes `adjudicated`.
 *
 * The one part of play that names games: foreign formats are about one game each. */
#ifndef CONCENTRIC_PLAY_BRING_H
#define CONCENTRIC_PLAY_BRING_H

#include "play/record_parser.h"

typedef struct BringStart {
    const char *variant;
    char position[POSITION_TEXT_MAX]; /* "" for the usual start */
} BringStart;

/* Does SGF begin here? Its game, up to the closing bracket, into the parser's record. */
bool bring_is_sgf(const Parser *p);
bool bring_sgf(Parser *p);

/* Behind tags without a Game: does a move list begin here? */
bool bring_is_list(const Parser *p);
/* Says which game it is of and where it starts, and drops the tags that mean something else here.
 */
bool bring_list(Parser *p, BringStart *start);
/* The moves, up to the result, the next game's tags or the end of the text. *result and *told are
 * changed if the moves end with a result. */
bool bring_moves(Parser *p, Winner *result, bool *told);

/* Ends the record: by our rules where they end it, else by what was told there, if anything was. */
bool bring_settle(Parser *p, const Winner *told);

/* What can be wrong with such a game, beside what can be wrong with a record. */
typedef enum BringFault {
    BRING_RESULT,
    BRING_FEN,
    BRING_VARIANT_THERE,
    BRING_TAKEN_ALONE,
    BRING_SGF,
    BRING_SGF_GAME,
    BRING_SGF_SETUP,
    BRING_SGF_MOVE,
    BRING_SGF_FROM,
    BRING_FAULTS
} BringFault;

extern const Text bring_fault[BRING_FAULTS];

#define bring_bad(p, fault, ...)                                                                   \
    parser_bad_filled((p), &bring_fault[fault], (const char *const[]){__VA_ARGS__})

/* Boardspace's start: the outer band of Morelli by size, set-up and random key, `b` and `w` by
 * point. `revision` of its program, below 100 without a set-up (NULL). Sets what the set-up is
 * called here; false for one that cannot be read. */
typedef struct BringBoard {
    int size;
    char man[13][13]; /* by file and rank; 0 where nobody stands */
    const char *setup;
} BringBoard;
bool bring_board(BringBoard *board, int size, int64_t key, int revision, const char *setup);

#endif
