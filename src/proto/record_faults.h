/* SPDX-License-Identifier: MIT */
/* What can be wrong with a record, in both languages. */
#ifndef CONCENTRIC_PROTO_RECORD_FAULTS_H
#define CONCENTRIC_PROTO_RECORD_FAULTS_H

#include "core/types.h"

typedef enum RecordFault {
    FAULT_LINE, /* where it is: the line, and the move where there is one */
    FAULT_LINE_MOVE,
    FAULT_GIVEN, /* a reason of another reader, as it is */
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
    FAULT_TAG_START,
    /* moves, comments, variations */
    FAULT_ONE_CLOCK,
    FAULT_CLOCK,
    FAULT_ONE_EVAL,
    FAULT_EVAL,
    FAULT_ONE_COMMENT,
    FAULT_VARIATION,
    FAULT_NEST,
    FAULT_CLOSES,
    FAULT_OPENS,
    FAULT_MOVES,
    FAULT_NUMBER,
    FAULT_NO_RESULT,
    FAULT_VARIATION_MOVE,
    /* the end */
    FAULT_MOVES_END,
    FAULT_ENDED_WITH,
    FAULT_NO_END,
    FAULT_RESULT_TERMINATION,
    FAULT_AGREED,
    FAULT_ONE_WINS,
    FAULT_NEEDS_TERMINATION,
    /* its place in a match of several games */
    FAULT_MATCH_OPEN,
    FAULT_MATCH_OVER,
    FAULT_MATCH_OTHER,
    FAULT_MATCH_PLACE,
    FAULT_MATCH_START,
    FAULT_COUNT
} RecordFault;

extern const Text record_faults[FAULT_COUNT];

#endif
