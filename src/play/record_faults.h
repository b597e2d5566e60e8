/* SPDX-License-Identifier: MIT */
/* What can be wrong with a record, in both languages. */
#ifndef CONCENTRIC_PLAY_RECORD_FAULTS_H
#define CONCENTRIC_PLAY_RECORD_FAULTS_H

#include "core/types.h"

typedef enum RecordFault {
    FAULT_LINE, /* where it is: the line, and the move where there is one */
    FAULT_LINE_MOVE,
    FAULT_GIVEN,   /* a reason of another reader, as it is */
    FAULT_READ_AS, /* where a game is taken to come from */
    FAULT_READ_WORD,
    /* characters */
    FAULT_ENDS_EARLY,
    FAULT_UTF8,
    FAULT_CONTROL,
    FAULT_STEERS,
    FAULT_TEXT_LONG,
    FAULT_BYTE,
    FAULT_WORD_LONG,
    /* tags */
    FAULT_TAG,
    FAULT_TAG_LINE,
    FAULT_ESCAPE,
    FAULT_TAG_TWICE,
    FAULT_TAGS,
    FAULT_TAG_LONG,
    FAULT_TAGS_FIRST,
    FAULT_TAG_RESULT,
    FAULT_TAG_TERMINATION,
    FAULT_TAG_SEED,
    FAULT_TAG_PLIES,
    FAULT_TAG_START,
    /* moves, comments, variations */
    FAULT_ONE_CLOCK,
    FAULT_CLOCK,
    FAULT_ONE_EVAL,
    FAULT_EVAL,
    FAULT_ONE_COMMENT,
    FAULT_COMMENT_OPEN,
    FAULT_COMMENT_LONG,
    FAULT_MARK,
    FAULT_MARK_PLACE,
    FAULT_MARK_NUMBER,
    FAULT_ONE_MARK,
    FAULT_VARIATION,
    FAULT_VARIATION_MOVE,
    FAULT_VARIATION_OPEN,
    FAULT_NEST,
    FAULT_CLOSES,
    FAULT_NUMBER,
    FAULT_AFTER_DRAW,
    FAULT_NO_RESULT,
    /* the end */
    FAULT_MOVES_END,
    FAULT_PLIES_SHORT,
    FAULT_ENDED_WITH,
    FAULT_NO_END,
    FAULT_RESULT_TERMINATION,
    FAULT_AGREED,
    FAULT_ONE_WINS,
    FAULT_NEEDS_TERMINATION,
    /* its place among games that belong together */
    FAULT_SERIES_OPEN,
    FAULT_SERIES_OVER,
    FAULT_SERIES_OTHER,
    FAULT_SERIES_PLACE,
    FAULT_SERIES_START,
    FAULT_CHAIN_NONE,
    FAULT_CHAIN_PLACE,
    /* a text of records as a table */
    FAULT_NO_GAME,
    FAULT_SEVERAL,
    FAULT_TOO_LARGE,
    FAULT_COUNT
} RecordFault;

extern const Text record_fault[FAULT_COUNT];

#endif
