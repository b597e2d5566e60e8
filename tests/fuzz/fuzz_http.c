/* SPDX-License-Identifier: MIT */
/* Any bytes as HTTP requests with bodies, one after the other: read within their bounds, or
 * refused, and in the same way when they come byte by byte. */
#include "proto/http.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_http: %s\n", what);
        abort();
    }
}

static void check_span(HttpSpan span, const char *bytes, size_t used)
{
    check(span.text != NULL, "a span that is nowhere");
    if (span.length)
        check(span.text >= bytes && span.text + span.length <= bytes + used,
              "a span out of bounds");
}

static void check_request(const HttpRequest *r, const char *bytes, size_t used)
{
    const HttpSpan spans[] = {r->query, r->host,  r->origin, r->bearer, r->forwarded,
                              r->etags, r->range, r->same,   r->ws_key, r->languages};
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++)
        check_span(spans[i], bytes, used);
    check(r->path_length <= HTTP_PATH_MAX, "a path out of bounds");
    if (r->path_length == 0)
        check(r->method == HTTP_OTHER, "a file without a name"); /* OPTIONS * */
    else
        check(r->path[0] == '/', "a path that is not absolute");
    check(!r->chunked || r->length == 0, "a body with two lengths");
    uint64_t first = 0, last = 0;
    char value[32];
    if (http_range(r, "\"abc\"", 1000, &first, &last) == 206)
        check(first <= last && last < 1000, "a range out of bounds");
    (void)http_etag_listed(r, "\"abc\"");
    (void)http_same_origin(r, HTTP_EITHER);
    check(http_lang(r) < LANG_COUNT, "no such language");
    if (http_query_value(r->query.text, r->query.length, "a", value, sizeof value) == 1)
        check(strlen(value) < sizeof value, "a value out of bounds");
}

/* The same head byte by byte, with what was checked before. */
static void check_slowly(const char *bytes, size_t count, int want, size_t want_used)
{
    HttpRequest request;
    size_t checked = 0, used = 0;
    int status = 0;
    for (size_t n = 1; n <= count && status == 0; n++)
        status = http_read(bytes, n, &checked, &request, &used);
    check(status == want || (want == 431 && status == 400), "another status byte by byte");
    if (want == 200)
        check(used == want_used, "another length byte by byte");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *bytes = malloc(size + 1); /* exact, so that a read past the end is seen */
    memcpy(bytes, data, size);
    HttpRequest request;
    size_t at = 0;
    while (at < size) {
        size_t used = 0, checked = 0;
        int status = http_read(bytes + at, size - at, &checked, &request, &used);
        check_slowly(bytes + at, size - at, status, used);
        if (status != 200)
            break;
        check(used > 0 && used <= size - at && used <= HTTP_HEAD_MAX, "a head out of bounds");
        check_request(&request, bytes + at, used);
        at += used;
        if (request.chunked || request.length > size - at)
            break;
        at += (size_t)request.length;
    }
    free(bytes);
    return 0;
}
