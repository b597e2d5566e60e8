/* SPDX-License-Identifier: MIT */
/* Lines from a file descriptor that is also polled: what has come is cut into lines, a line that is
 * too long is dropped and told of once. */
#ifndef CONCENTRIC_APP_CLI_LINES_H
#define CONCENTRIC_APP_CLI_LINES_H

#include <stdbool.h>
#include <stddef.h>

typedef enum LineKind { LINE_GOOD, LINE_TOO_LONG, LINE_NONE } LineKind;

typedef struct Lines {
    int fd;
    size_t longest; /* bytes of a line, its end not counted */
    char *bytes;
    size_t from, seen, to; /* the open line begins at from; up to seen it has no end */
    bool skipping;         /* the open line is too long */
    bool ended, failed;    /* no more will come; because it could not be read */
} Lines;

bool lines_open(Lines *lines, int fd, size_t longest);
void lines_close(Lines *lines);

/* The next line of what has been read, ended by NUL; LINE_NONE if more must be read first. After
 * the end what is left is a line too. */
LineKind lines_next(Lines *lines, char **line, size_t *length);

/* Reads what is there; blocks if nothing is. Only after LINE_NONE. */
void lines_read(Lines *lines);

#endif
