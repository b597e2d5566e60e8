/* SPDX-License-Identifier: MIT */
/* Lines from a file descriptor, see lines.h. */
#include "app/cli/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The longest line, its CR and LF, and one byte for NUL. */
static size_t room_of(const Lines *lines)
{
    return lines->longest + 3;
}

bool lines_open(Lines *lines, int fd, size_t longest)
{
    *lines = (Lines){.fd = fd, .longest = longest};
    lines->bytes = malloc(room_of(lines));
    return lines->bytes != NULL;
}

void lines_close(Lines *lines)
{
    free(lines->bytes);
}

/* The open line ends at `end`. */
static LineKind take(Lines *lines, size_t end, size_t next, char **line, size_t *length)
{
    size_t n = end - lines->from;
    *line = lines->bytes + lines->from;
    bool skipped = lines->skipping;
    lines->skipping = false;
    lines->from = lines->seen = next;
    if (n == lines->longest + 1 && (*line)[n - 1] == '\r')
        n--;
    if (skipped || n > lines->longest)
        return LINE_TOO_LONG;
    (*line)[n] = '\0';
    *length = n;
    return LINE_GOOD;
}

LineKind lines_next(Lines *lines, char **line, size_t *length)
{
    char *from = lines->bytes + lines->seen;
    char *end = memchr(from, '\n', lines->to - lines->seen);
    if (end) {
        size_t at = (size_t)(end - lines->bytes);
        return take(lines, at, at + 1, line, length);
    }
    lines->seen = lines->to;
    if (lines->ended && (lines->from < lines->to || lines->skipping))
        return take(lines, lines->to, lines->to, line, length);
    return LINE_NONE;
}

void lines_read(Lines *lines)
{
    size_t open = lines->to - lines->from;
    if (lines->skipping || open > lines->longest + 1) {
        lines->skipping = true;
        open = 0;
    }
    memmove(lines->bytes, lines->bytes + lines->from, open);
    lines->from = 0;
    lines->seen = lines->to = open;
    ssize_t n = read(lines->fd, lines->bytes + open, room_of(lines) - 1 - open);
    if (n > 0) {
        lines->to += (size_t)n;
    } else if (n == 0 || errno != EINTR) {
        lines->ended = true;
        lines->failed = n < 0;
    }
}
