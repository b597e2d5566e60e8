/* SPDX-License-Identifier: MIT */
/* Bytes on their way to one socket. What it takes at once is never copied; of the rest, what lives
 * as long as the program (the page's files) is only remembered, and all else is copied. */
#ifndef CONCENTRIC_APP_SERVER_OUT_H
#define CONCENTRIC_APP_SERVER_OUT_H

#include <stdbool.h>
#include <stddef.h>

enum { OUT_PIECES_MAX = 4 };

typedef struct OutPiece {
    const void *bytes;
    size_t length;
    bool lasting;  /* lives as long as the program */
    int file;      /* a descriptor of a file that has the same bytes; 0: none */
    size_t offset; /* ... from here on */
} OutPiece;

typedef enum OutStatus {
    OUT_EMPTY,  /* everything is with the kernel */
    OUT_WAITS,  /* something waits until the socket can take it */
    OUT_BROKEN, /* the socket is of no use any more, or there is no memory */
} OutStatus;

/* Zeroed it is empty. */
typedef struct Out {
    struct OutPart *first, *last;
    size_t copied; /* bytes that wait in copies */
} Out;

/* Sends pieces behind what waits already. */
OutStatus out_send(Out *out, int fd, const OutPiece *pieces, int count);
/* Goes on with what waits. */
OutStatus out_flush(Out *out, int fd);
void out_drop(Out *out);

#endif
