/* SPDX-License-Identifier: MIT */
/* Request heads, see http.h. A head is checked byte by byte for what may never stand in one (so
 * that a foreign protocol is refused at its first bytes), then read line by line. */
#include "proto/http.h"

#include "proto/http_part.h"

#include <string.h>

/* What a head may have once, and what has been seen of it. */
typedef struct Seen {
    bool host, length, authorization, origin, range, key, coding;
} Seen;

/* May this byte stand at i? Only whole CR LF pairs end lines; a CR that is last may get its LF. */
static bool byte_allowed(const char *bytes, size_t count, size_t i)
{
    unsigned char c = (unsigned char)bytes[i];
    if (c == '\r')
        return i + 1 == count || bytes[i + 1] == '\n';
    if (c == '\n')
        return i > 0 && bytes[i - 1] == '\r';
    return c == '\t' || (c >= 0x20 && c != 0x7f);
}

/* Length of the head with its empty line; 0 if it is not complete; -1 if it can never be one. */
static long head_length(const char *bytes, size_t count, size_t *checked)
{
    for (size_t i = *checked; i < count; i++) {
        if (!byte_allowed(bytes, count, i))
            return -1;
        if (i >= 3 && bytes[i] == '\n' && bytes[i - 2] == '\n')
            return (long)i + 1;
    }
    *checked = count && bytes[count - 1] == '\r' ? count - 1 : count;
    return 0;
}

/* Percent-decodes a path. Every result is only ever compared with names, so none is dangerous. */
static int read_path(HttpSpan raw, HttpRequest *out)
{
    for (size_t i = 0; i < raw.length; i++) {
        int c = (unsigned char)raw.text[i];
        if (c == '%') {
            c = http_percent(raw, i);
            if (c < 0)
                return 400;
            i += 2;
        }
        if (out->path_length == HTTP_PATH_MAX)
            return 414;
        out->path[out->path_length++] = (char)c;
    }
    return 200;
}

/* The target is a path with an optional query, or (to proxies, but allowed) a whole address. */
static int read_target(HttpSpan target, HttpRequest *out)
{
    for (size_t i = 0; i < target.length; i++) {
        unsigned char c = (unsigned char)target.text[i];
        if (c <= ' ' || c > '~' || c == '#')
            return 400;
    }
    if (target.length > 7 && http_same((HttpSpan){target.text, 7}, "http://")) {
        target = (HttpSpan){target.text + 7, target.length - 7};
        while (target.length && target.text[0] != '/' && target.text[0] != '?')
            target.text++, target.length--;
    }
    if (target.length == 0 || target.text[0] != '/')
        return 400;
    HttpSpan path = http_cut(&target, '?');
    out->query = target;
    return read_path(path, out);
}

static HttpMethod read_method(HttpSpan method)
{
    static const char *const names[] = {"GET", "HEAD", "POST", "PUT", "DELETE"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (method.length == strlen(names[i]) && !memcmp(method.text, names[i], method.length))
            return (HttpMethod)i;
    return HTTP_OTHER;
}

static int read_request_line(HttpSpan line, HttpRequest *out)
{
    HttpSpan method = http_cut(&line, ' '), target = http_cut(&line, ' ');
    if (!http_is_token(method) || line.length != 8 || memcmp(line.text, "HTTP/", 5) != 0)
        return 400;
    if (memcmp(line.text + 5, "1.1", 3) != 0 && memcmp(line.text + 5, "1.0", 3) != 0)
        return 505;
    out->late = out->keep_alive = line.text[7] == '1';
    out->method = read_method(method);
    /* OPTIONS * is well formed; its path is empty, and no file has that name. */
    if (method.length == 7 && memcmp(method.text, "OPTIONS", 7) == 0 && http_same(target, "*"))
        return 200;
    return read_target(target, out);
}

static void read_connection(HttpSpan list, HttpRequest *out)
{
    while (list.length) {
        HttpSpan option = http_trim(http_cut(&list, ','));
        if (http_same(option, "close"))
            out->keep_alive = false;
        else if (http_same(option, "keep-alive"))
            out->keep_alive = true;
        else if (http_same(option, "upgrade"))
            out->connection_switch = true;
    }
}

static void read_authorization(HttpSpan value, HttpRequest *out)
{
    HttpSpan scheme = http_cut(&value, ' ');
    if (http_same(scheme, "bearer"))
        out->bearer = http_trim(value);
}

/* Takes a field that may stand there once. */
static int once(bool *seen, HttpSpan value, HttpSpan *out)
{
    if (*seen)
        return 400;
    *seen = true;
    if (out)
        *out = value;
    return 200;
}

static int read_coding(HttpSpan value, HttpRequest *out, Seen *seen)
{
    if (once(&seen->coding, value, NULL) != 200 || !out->late)
        return 400;
    out->chunked = http_same(value, "chunked");
    return out->chunked ? 200 : 501;
}

static int read_field(HttpSpan line, HttpRequest *out, Seen *seen)
{
    HttpSpan value = line, name = http_cut(&value, ':');
    if (!http_is_token(name) || name.length == line.length)
        return 400;
    value = http_trim(value);
    if (http_same(name, "host"))
        return once(&seen->host, value, &out->host);
    if (http_same(name, "content-length"))
        return http_digits(value, &out->length) ? once(&seen->length, value, NULL) : 400;
    if (http_same(name, "transfer-encoding"))
        return read_coding(value, out, seen);
    if (http_same(name, "authorization")) {
        read_authorization(value, out);
        return once(&seen->authorization, value, NULL);
    }
    if (http_same(name, "origin"))
        return once(&seen->origin, value, &out->origin);
    if (http_same(name, "range"))
        return once(&seen->range, value, &out->range);
    if (http_same(name, "sec-websocket-key"))
        return once(&seen->key, value, &out->ws_key);
    if (http_same(name, "connection"))
        read_connection(value, out);
    else if (http_same(name, "accept-encoding"))
        out->gzip = http_accepts_gzip(value);
    else if (http_same(name, "accept-language"))
        out->languages = value;
    else if (http_same(name, "if-none-match"))
        out->etags = value;
    else if (http_same(name, "if-range"))
        out->same = value;
    else if (http_same(name, "x-forwarded-for"))
        out->forwarded = value;
    else if (http_same(name, "x-forwarded-proto"))
        out->scheme = value;
    else if (http_same(name, "upgrade"))
        out->websocket |= http_listed(value, "websocket");
    else if (http_same(name, "sec-websocket-version"))
        out->version_13 |= http_listed(value, "13");
    else if (http_same(name, "expect"))
        out->expects = http_same(value, "100-continue");
    return 200;
}

static int read_head(HttpSpan head, HttpRequest *out)
{
    Seen seen = {.host = false};
    HttpSpan line = http_cut(&head, '\n');
    int status = read_request_line((HttpSpan){line.text, line.length - 1}, out);
    while (status == 200 && head.length > 2) {
        line = http_cut(&head, '\n');
        status = read_field((HttpSpan){line.text, line.length - 1}, out, &seen);
    }
    if (status != 200)
        return status;
    /* Two lengths of one body are how requests are smuggled past a proxy (RFC 9112, 6.1). */
    return (out->late && !seen.host) || (out->chunked && seen.length) ? 400 : 200;
}

int http_read(const char *bytes, size_t count, size_t *checked, HttpRequest *out, size_t *used)
{
    const HttpSpan none = {"", 0};
    *out = (HttpRequest){.method = HTTP_OTHER,
                         .query = none,
                         .host = none,
                         .origin = none,
                         .bearer = none,
                         .forwarded = none,
                         .scheme = none,
                         .etags = none,
                         .range = none,
                         .same = none,
                         .ws_key = none,
                         .languages = none};
    /* One empty line before a request is forgiven (RFC 9112, 2.2). */
    size_t skip = count >= 2 && memcmp(bytes, "\r\n", 2) == 0 ? 2 : 0;
    size_t from = *checked > skip ? *checked - skip : 0;
    long length = head_length(bytes + skip, count - skip, &from);
    if (length < 0)
        return 400;
    if ((length ? skip + (size_t)length : count) > HTTP_HEAD_MAX)
        return 431;
    *checked = skip + from;
    *used = skip + (size_t)length;
    return length ? read_head((HttpSpan){bytes + skip, (size_t)length}, out) : 0;
}
