/* SPDX-License-Identifier: MIT */
/* Answers, see answer.h. A path is compared with the names in the table and nothing else, so there
 * is nothing to escape from. Everything is revalidated by its hash (304 while it is unchanged): the
 * page works from its service worker, and a new build is never mixed with an old one. */
#include "app/server/answer.h"

#include "app/server/files.h"
#include "base/str.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* On every answer. COOP and COEP make the page cross-origin isolated, which shared WebAssembly
 * memory needs; libwebsockets' own set of headers would forbid WebAssembly (docs/adr/0022). */
static const char strict_headers[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Embedder-Policy: require-corp\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n";

static const struct {
    int status;
    const char *phrase, *say;
} statuses[] = {
    {200, "OK", ""},
    {304, "Not Modified", ""},
    {400, "Bad Request", "this is not a request that HTTP/1.1 allows"},
    {404, "Not Found", "there is nothing at this address"},
    {405, "Method Not Allowed", "there is only GET and HEAD here"},
    {408, "Request Timeout", "the request took too long to arrive"},
    {414, "URI Too Long", "no address here is that long"},
    {431, "Request Header Fields Too Large", "the head of a request may have 8192 bytes"},
    {501, "Not Implemented", "only chunked bodies and such with a length are understood"},
    {503, "Service Unavailable", "too many connections; try again in a moment"},
    {505, "HTTP Version Not Supported", "only HTTP/1.1 and 1.0 are spoken here"},
};

static int status_row(int status)
{
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (statuses[i].status == status)
            return (int)i;
    assert(false); /* a status without a row */
    return 2;
}

static void write_date(Str *s)
{
    char text[40];
    struct tm when;
    time_t now = time(NULL);
    if (gmtime_r(&now, &when) &&
        strftime(text, sizeof text, "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", &when))
        str_add(s, text);
}

static Str begin(int status, bool keep, Answer *out)
{
    *out = (Answer){.body = NULL};
    Str s = str_over(out->head, sizeof out->head);
    str_format(&s, "HTTP/1.1 %d %s\r\n", status, statuses[status_row(status)].phrase);
    write_date(&s);
    str_add(&s, strict_headers);
    str_add(&s, keep ? "Connection: keep-alive\r\n" : "Connection: close\r\n");
    return s;
}

static void end(const Str *s, Answer *out)
{
    assert(!s->full);
    out->head_length = s->length;
}

static void refuse_with(int status, bool keep, bool with_text, Answer *out)
{
    char text[128];
    Str t = str_over(text, sizeof text), s = begin(status, keep, out);
    const char *phrase = statuses[status_row(status)].phrase;
    str_format(&t, "%d %s: %s\n", status, phrase, statuses[status_row(status)].say);
    if (status == 405)
        str_add(&s, "Allow: GET, HEAD\r\n");
    if (status == 503)
        str_add(&s, "Retry-After: 5\r\n");
    str_format(&s,
               "Content-Type: text/plain; charset=utf-8\r\nCache-Control: no-store\r\n"
               "Content-Length: %zu\r\n\r\n",
               t.length);
    if (with_text)
        str_add(&s, text);
    end(&s, out);
}

void answer_refusal(int status, Answer *out)
{
    refuse_with(status, false, true, out);
}

/* The file at a path; a folder means the index.html in it. */
static const PageFile *find_file(const HttpRequest *request)
{
    const char *path = request->path + 1;
    size_t length = request->path_length - 1;
    bool folder = request->path[length] == '/';
    for (size_t i = 0; i < page_file_count; i++) {
        const char *name = page_files[i].name;
        if (strncmp(name, path, length) != 0 || strlen(name) < length)
            continue;
        if (strcmp(name + length, folder ? "index.html" : "") == 0)
            return &page_files[i];
    }
    return NULL;
}

static void write_file(const HttpRequest *request, const PageFile *file, bool keep, Answer *out)
{
    char etag[32];
    Str tag = str_over(etag, sizeof etag);
    bool gzip = request->gzip && file->gzip;
    str_format(&tag, "\"%s%s\"", file->hash, gzip ? "-gz" : "");
    bool same = http_etag_listed(request, etag);
    Str s = begin(same ? 304 : 200, keep, out);
    str_format(&s, "ETag: %s\r\nCache-Control: no-cache\r\nVary: Accept-Encoding\r\n", etag);
    if (!same) {
        size_t size = gzip ? file->gzip_size : file->size;
        str_format(&s, "Content-Type: %s\r\nContent-Length: %zu\r\n%s", file->type, size,
                   gzip ? "Content-Encoding: gzip\r\n" : "");
        out->body = gzip ? file->gzip : file->bytes;
        out->body_length = request->method == HTTP_HEAD ? 0 : size;
    }
    str_add(&s, "\r\n");
    end(&s, out);
}

void answer_request(const HttpRequest *request, bool keep, Answer *out)
{
    if (request->method > HTTP_HEAD) {
        refuse_with(405, keep, true, out);
        return;
    }
    const PageFile *file = find_file(request);
    if (file)
        write_file(request, file, keep, out);
    else
        refuse_with(404, keep, request->method != HTTP_HEAD, out);
}
