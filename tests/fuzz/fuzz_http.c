/* SPDX-License-Identifier: MIT */
/* Any bytes as heads of HTTP requests, one after the other: read within their bounds, or refused.
 */
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *bytes = malloc(size + 1); /* exact, so that a read past the end is seen */
    memcpy(bytes, data, size);
    HttpRequest request;
    size_t used = 0, at = 0;
    int status;
    while (at < size && (status = http_read(bytes + at, size - at, &request, &used)) == 200) {
        check(used > 0 && used <= size - at && used <= HTTP_HEAD_MAX, "a head out of bounds");
        check(request.path_length <= HTTP_PATH_MAX, "a path out of bounds");
        if (request.path_length == 0)
            check(request.method == HTTP_OTHER, "a file without a name"); /* OPTIONS * */
        else
            check(request.path[0] == '/', "a path that is not absolute");
        if (request.etags)
            check(request.etags >= bytes + at &&
                      request.etags + request.etags_length <= bytes + at + used,
                  "tags out of bounds");
        http_etag_listed(&request, "\"abc\"");
        at += used;
    }
    free(bytes);
    return 0;
}
