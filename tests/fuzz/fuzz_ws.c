/* SPDX-License-Identifier: MIT */
/* Any bytes as WebSocket frames: read within their bounds, and the same events whether they come at
 * once, byte by byte or in pieces. The first byte of the input says how large the pieces are. */
#include "proto/ws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { EVENTS_MAX = 4096 };

/* What was read: kinds, codes, lengths and a sum of the bytes. */
typedef struct Log {
    size_t count;
    uint64_t events[EVENTS_MAX];
} Log;

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_ws: %s\n", what);
        abort();
    }
}

static void note(Log *log, const WsEvent *event)
{
    uint64_t sum = 1469598103934665603u;
    check(event->data[event->length] == '\0', "no NUL behind the data");
    check(event->kind == WS_BAD || event->length <= 5000, "longer than the longest");
    check(event->kind != WS_BAD || ws_code_valid(event->code), "a code that cannot be sent");
    for (size_t i = 0; i < event->length; i++)
        sum = (sum ^ (uint8_t)event->data[i]) * 1099511628211u;
    sum ^= (uint64_t)event->kind << 40 ^ (uint64_t)event->code << 8;
    if (log->count < EVENTS_MAX)
        log->events[log->count++] = sum;
}

static void read_all(const uint8_t *data, size_t size, size_t piece, bool client, Log *log)
{
    WsPool *pool = ws_pool_make(5000);
    Ws ws = {.client = client};
    log->count = 0;
    for (size_t at = 0; at < size && !ws.over; at += piece) {
        size_t count = size - at < piece ? size - at : piece;
        uint8_t *copy = malloc(count); /* exact, so that a read past the end is seen */
        const uint8_t *from = copy;
        memcpy(copy, data + at, count);
        WsEvent event;
        while ((event = ws_next(&ws, pool, &from, &count)).kind != WS_NONE)
            note(log, &event);
        check(ws.over || count == 0, "bytes left over");
        free(copy);
    }
    ws_drop(&ws, pool);
    check(ws_pool_lent(pool) == 0, "something stays lent");
    ws_pool_free(pool);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Log whole, other;
    if (size == 0)
        return 0;
    size_t piece = 1 + data[0] % 64;
    bool client = data[0] & 0x80;
    data++, size--;
    read_all(data, size, size ? size : 1, client, &whole);
    read_all(data, size, piece, client, &other);
    check(whole.count == other.count &&
              memcmp(whole.events, other.events, whole.count * sizeof *whole.events) == 0,
          "other events in pieces");
    return 0;
}
