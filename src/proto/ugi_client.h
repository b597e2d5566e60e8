/* SPDX-License-Identifier: MIT */
/* The other end of the Universal Game Interface: what an engine says, byte by byte, made into
 * answers. A pure state machine: no pipes, no clock. Engines are strangers: lines that mean nothing
 * are passed over, lines that are too long are dropped, words are cut to bounded copies. */
#ifndef CONCENTRIC_PROTO_UGI_CLIENT_H
#define CONCENTRIC_PROTO_UGI_CLIENT_H

#include "core/types.h"

enum {
    UGI_CLIENT_LINE_MAX = 1 << 16, /* bytes of a line that is read; longer ones are dropped */
    UGI_CLIENT_NAME_MAX = 64,
    UGI_CLIENT_WORD_MAX = 2 * MOVE_TEXT_MAX, /* a longer best move is no move */
    UGI_CLIENT_ERROR_MAX = 160,
    UGI_CLIENT_OPTIONS_MAX = 2048,
};

typedef enum UgiAnswer {
    UGI_ANSWER_NONE, /* more bytes are needed */
    UGI_ANSWER_UGIOK,
    UGI_ANSWER_READYOK,
    UGI_ANSWER_BESTMOVE,
} UgiAnswer;

typedef enum UgiScoreKind { UGI_SCORE_NONE, UGI_SCORE_CP, UGI_SCORE_MATE } UgiScoreKind;

/* What an engine thinks of its position, from its own side. */
typedef struct UgiScore {
    UgiScoreKind kind;
    int32_t value; /* hundredths of a man, or plies to the end, negative if it is lost */
} UgiScore;

typedef struct UgiClient {
    char line[UGI_CLIENT_LINE_MAX + 1];
    size_t length;
    bool too_long;                    /* the rest of this line is dropped */
    uint32_t dropped;                 /* lines that were too long */
    char name[UGI_CLIENT_NAME_MAX];   /* from `id name`, printable ASCII; empty until then */
    char error[UGI_CLIENT_ERROR_MAX]; /* the last `error...` line, printable ASCII */
    /* the names after `option name`, with ", " between them, printable ASCII; what does not fit is
     * left out, and then every name counts as known */
    char options[UGI_CLIENT_OPTIONS_MAX];
    bool more_options;
    /* of the current thought */
    UgiScore score;
    uint32_t depth;
    uint64_t nodes;
    char best[UGI_CLIENT_WORD_MAX]; /* after UGI_ANSWER_BESTMOVE; empty if there was none */
} UgiClient;

void ugi_client_begin(UgiClient *client);

/* Has it told of an option of this name? Capitals do not matter, as in the protocol. */
bool ugi_client_has_option(const UgiClient *client, const char *name);

/* Forgets score, depth and nodes before a new thought. */
void ugi_client_think(UgiClient *client);

/* Takes bytes up to the first line that is an answer; *used is how many. */
UgiAnswer ugi_client_take(UgiClient *client, const char *bytes, size_t count, size_t *used);

#endif
