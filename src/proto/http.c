/* SPDX-License-Identifier: MIT */
/* Request heads, see http.h. A head is checked byte by byte for what may never stand in one (so
 * that a foreign protocol is refused at its first bytes), then read line by line. */
#include "proto/http.h"

#include "base/str.h"

#include <string.h>

typedef struct Span {
    const char *text;
    size_t length;
} Span;

static bool is_token_char(char c)
{
    if ((c >= '0' && c <= '9') || (str_lower(c) >= 'a' && str_lower(c) <= 'z'))
        return true;
    return c != '\0' && strchr("!#$%&'*+-.^_`|~", c) != NULL;
}

static bool is_token(Span s)
{
    for (size_t i = 0; i < s.length; i++)
        if (!is_token_char(s.text[i]))
            return false;
    return s.length > 0;
}

static bool same(Span s, const char *word)
{
    if (s.length != strlen(word))
        return false;
    for (size_t i = 0; i < s.length; i++)
        if (str_lower(s.text[i]) != word[i])
            return false;
    return true;
}

static Span trim(Span s)
{
    while (s.length && (s.text[0] == ' ' || s.text[0] == '\t'))
        s.text++, s.length--;
    while (s.length && (s.text[s.length - 1] == ' ' || s.text[s.length - 1] == '\t'))
        s.length--;
    return s;
}

/* Cuts the first part before `mark` off *rest; all of it if there is no mark. */
static Span cut(Span *rest, char mark)
{
    const char *at = rest->length ? memchr(rest->text, mark, rest->length) : NULL;
    Span part = {rest->text, at ? (size_t)(at - rest->text) : rest->length};
    size_t taken = part.length + (at ? 1 : 0);
    *rest = (Span){rest->text + taken, rest->length - taken};
    return part;
}

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
static long head_length(const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!byte_allowed(bytes, count, i))
            return -1;
        if (i >= 3 && bytes[i] == '\n' && bytes[i - 2] == '\n')
            return (long)i + 1;
    }
    return 0;
}

static int hex_value(char c)
{
    c = str_lower(c);
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Percent-decodes a path. Every result is only ever compared with names, so none is dangerous. */
static int read_path(Span raw, HttpRequest *out)
{
    for (size_t i = 0; i < raw.length; i++) {
        char c = raw.text[i];
        if (c == '%') {
            int high = i + 2 < raw.length ? hex_value(raw.text[i + 1]) : -1;
            int low = i + 2 < raw.length ? hex_value(raw.text[i + 2]) : -1;
            if (high < 0 || low < 0)
                return 400;
            c = (char)(high * 16 + low);
            i += 2;
        }
        if (out->path_length == HTTP_PATH_MAX)
            return 414;
        out->path[out->path_length++] = c;
    }
    return 200;
}

/* The target is a path with an optional query, or (to proxies, but allowed) a whole address. */
static int read_target(Span target, HttpRequest *out)
{
    for (size_t i = 0; i < target.length; i++) {
        unsigned char c = (unsigned char)target.text[i];
        if (c <= ' ' || c > '~' || c == '#')
            return 400;
    }
    if (target.length > 7 && same((Span){target.text, 7}, "http://")) {
        target = (Span){target.text + 7, target.length - 7};
        while (target.length && target.text[0] != '/' && target.text[0] != '?')
            target.text++, target.length--;
    }
    if (target.length == 0 || target.text[0] != '/')
        return 400;
    return read_path(cut(&target, '?'), out);
}

static int read_request_line(Span line, HttpRequest *out)
{
    Span method = cut(&line, ' '), target = cut(&line, ' ');
    if (!is_token(method) || line.length != 8 || memcmp(line.text, "HTTP/", 5) != 0)
        return 400;
    if (memcmp(line.text + 5, "1.1", 3) != 0 && memcmp(line.text + 5, "1.0", 3) != 0)
        return 505;
    out->keep_alive = line.text[7] == '1';
    out->method = HTTP_OTHER;
    if (method.length == 3 && memcmp(method.text, "GET", 3) == 0)
        out->method = HTTP_GET;
    if (method.length == 4 && memcmp(method.text, "HEAD", 4) == 0)
        out->method = HTTP_HEAD;
    /* OPTIONS * is well formed; its path is empty, and no file has that name. */
    if (method.length == 7 && memcmp(method.text, "OPTIONS", 7) == 0 && same(target, "*"))
        return 200;
    return read_target(target, out);
}

/* Is a coding with these parameters switched off, as by ";q=0.000"? */
static bool quality_is_zero(Span parameters)
{
    while (parameters.length) {
        Span p = trim(cut(&parameters, ';'));
        if (p.length < 3 || str_lower(p.text[0]) != 'q' || p.text[1] != '=')
            continue;
        for (size_t i = 2; i < p.length; i++)
            if (p.text[i] != '0' && p.text[i] != '.')
                return false;
        return true;
    }
    return false;
}

static bool accepts_gzip(Span list)
{
    bool any = false;
    while (list.length) {
        Span parameters = cut(&list, ',');
        Span coding = trim(cut(&parameters, ';'));
        if (same(coding, "gzip") || same(coding, "x-gzip"))
            return !quality_is_zero(parameters);
        if (same(coding, "*"))
            any = !quality_is_zero(parameters);
    }
    return any;
}

static void read_connection(Span list, HttpRequest *out)
{
    while (list.length) {
        Span option = trim(cut(&list, ','));
        if (same(option, "close"))
            out->keep_alive = false;
        else if (same(option, "keep-alive"))
            out->keep_alive = true;
    }
}

static bool read_field(Span line, HttpRequest *out, int *hosts)
{
    Span value = line, name = cut(&value, ':');
    if (!is_token(name) || name.length == line.length)
        return false;
    value = trim(value);
    if (same(name, "host"))
        ++*hosts;
    else if (same(name, "connection"))
        read_connection(value, out);
    else if (same(name, "accept-encoding"))
        out->gzip = accepts_gzip(value);
    else if (same(name, "transfer-encoding"))
        out->body = true;
    else if (same(name, "content-length"))
        out->body |= !same(value, "0");
    else if (same(name, "if-none-match"))
        out->etags = value.text, out->etags_length = value.length;
    return true;
}

static int read_head(Span head, HttpRequest *out)
{
    Span line = cut(&head, '\n');
    int hosts = 0, status = read_request_line((Span){line.text, line.length - 1}, out);
    if (status != 200)
        return status;
    bool must_have_host = out->keep_alive; /* that is, HTTP/1.1 */
    while (head.length > 2) {
        line = cut(&head, '\n');
        if (!read_field((Span){line.text, line.length - 1}, out, &hosts))
            return 400;
    }
    return hosts > 1 || (hosts == 0 && must_have_host) ? 400 : 200;
}

int http_read(const char *bytes, size_t count, HttpRequest *out, size_t *used)
{
    *out = (HttpRequest){.method = HTTP_OTHER};
    /* One empty line before a request is forgiven (RFC 9112, 2.2). */
    size_t skip = count >= 2 && memcmp(bytes, "\r\n", 2) == 0 ? 2 : 0;
    long length = head_length(bytes + skip, count - skip);
    if (length < 0)
        return 400;
    if ((length ? skip + (size_t)length : count) > HTTP_HEAD_MAX)
        return 431;
    *used = skip + (size_t)length;
    return length ? read_head((Span){bytes + skip, (size_t)length}, out) : 0;
}

bool http_etag_listed(const HttpRequest *request, const char *etag)
{
    Span list = {request->etags, request->etags_length};
    while (list.length) {
        Span tag = trim(cut(&list, ','));
        if (tag.length > 2 && memcmp(tag.text, "W/", 2) == 0)
            tag = (Span){tag.text + 2, tag.length - 2};
        if (same(tag, "*") || (tag.length == strlen(etag) && !memcmp(tag.text, etag, tag.length)))
            return true;
    }
    return false;
}
