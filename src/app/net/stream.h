/* SPDX-License-Identifier: MIT */
/* The lines of a stream of the server (application/x-ndjson), kept open: after a loss it is opened
 * again, sooner at first and then later. For one thread; only net_stream_wake is for others. */
#ifndef CONCENTRIC_APP_NET_STREAM_H
#define CONCENTRIC_APP_NET_STREAM_H

#include "app/net/link.h"

typedef struct NetStream NetStream;

/* `path` behind /api/v1; `key` "" for none. NULL if there is no memory. */
NetStream *net_stream_open(const char *base, const char *path, const char *key, Lang lang);
void net_stream_close(NetStream *stream);

/* One line without its end, at most WIRE_LINE_MAX bytes; empty: a sign of life. False: it makes no
 * sense, and the stream is opened anew. */
typedef bool NetLine(void *context, const char *line, size_t length);
/* Reads for up to `ms` milliseconds. True while it is open. */
bool net_stream_read(NetStream *stream, int ms, NetLine *take, void *context);
/* Ends the waiting of net_stream_read; from any thread. */
void net_stream_wake(NetStream *stream);

#endif
