/* SPDX-License-Identifier: MIT */
/* Lines of a stream, see stream.h. */
#include "app/net/stream.h"

#include "app/net/transfer.h"
#include "app/net/wire.h"
#include "base/clock.h"
#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

enum { SILENT_MS = 20000, FIRST_WAIT_MS = 100, LAST_WAIT_MS = 5000 };

struct NetStream {
    char base[NET_BASE_MAX], path[128], key[NET_KEY_MAX];
    Lang lang;
    CURLM *multi;
    Transfer transfer;
    Rng random;
    int failures;
    int64_t open_at, heard;
    bool open; /* something has come */
    NetLine *take;
    void *context;
    size_t length;
    char line[WIRE_LINE_MAX];
};

static int64_t now_ms(void)
{
    return (int64_t)(clock_seconds() * 1e3);
}

NetStream *net_stream_open(const char *base, const char *path, const char *key, Lang lang)
{
    NetStream *stream = calloc(1, sizeof *stream);
    if (!stream)
        return NULL;
    Str b = str_over(stream->base, sizeof stream->base),
        p = str_over(stream->path, sizeof stream->path),
        k = str_over(stream->key, sizeof stream->key);
    str_add(&b, base);
    str_add(&p, path);
    str_add(&k, key);
    stream->lang = lang;
    stream->random.state = (uint64_t)(clock_seconds() * 1e9);
    stream->multi = curl_multi_init();
    if (stream->multi)
        return stream;
    free(stream);
    return NULL;
}

static void end(NetStream *stream)
{
    if (!stream->transfer.easy)
        return;
    curl_multi_remove_handle(stream->multi, stream->transfer.easy);
    transfer_end(&stream->transfer);
}

static void lost(NetStream *stream)
{
    end(stream);
    stream->open = false;
    int64_t wait = FIRST_WAIT_MS << (stream->failures < 6 ? stream->failures : 6);
    stream->failures++;
    if (wait > LAST_WAIT_MS)
        wait = LAST_WAIT_MS;
    stream->open_at = now_ms() + wait / 2 + (int64_t)rng_below(&stream->random, (uint32_t)wait);
}

/* Lines out of bytes as they come. */
static bool take_bytes(void *context, const char *bytes, size_t count)
{
    NetStream *stream = context;
    stream->heard = now_ms();
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n') {
            size_t length = stream->length;
            stream->length = 0;
            stream->failures = 0;
            stream->open = true;
            if (!stream->take(stream->context, stream->line, length))
                return false;
        } else if (stream->length == sizeof stream->line) {
            return false;
        } else {
            stream->line[stream->length++] = bytes[i];
        }
    }
    return true;
}

static void begin(NetStream *stream)
{
    NetRequest request = {
        .base = stream->base, .path = stream->path, .key = stream->key, .lang = stream->lang};
    stream->transfer.take = take_bytes;
    stream->transfer.context = stream;
    stream->length = 0;
    stream->heard = now_ms();
    if (!transfer_begin(&stream->transfer, &request))
        lost(stream);
    else if (curl_multi_add_handle(stream->multi, stream->transfer.easy) != CURLM_OK) {
        transfer_end(&stream->transfer);
        lost(stream);
    }
}

bool net_stream_read(NetStream *stream, int ms, NetLine *take, void *context)
{
    int running, left;
    stream->take = take;
    stream->context = context;
    if (!stream->transfer.easy && now_ms() >= stream->open_at)
        begin(stream);
    curl_multi_perform(stream->multi, &running);
    bool ended = false;
    for (const CURLMsg *m; (m = curl_multi_info_read(stream->multi, &left)) != NULL;)
        ended |= m->msg == CURLMSG_DONE;
    if (stream->transfer.easy && (ended || now_ms() - stream->heard > SILENT_MS))
        lost(stream);
    curl_multi_poll(stream->multi, NULL, 0, ms, NULL);
    return stream->open;
}

void net_stream_wake(NetStream *stream)
{
    curl_multi_wakeup(stream->multi);
}

void net_stream_close(NetStream *stream)
{
    if (!stream)
        return;
    end(stream);
    curl_multi_cleanup(stream->multi);
    memset(stream->key, 0, sizeof stream->key);
    free(stream);
}
