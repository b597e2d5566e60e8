/* SPDX-License-Identifier: MIT */
/* Request heads: what is read, what is refused and with which status, at every split. */
#include "unit/support.h"

#include "base/str.h"
#include "proto/http.h"

static HttpRequest request;

/* Reads a copy of exactly `count` bytes, so that the sanitizer sees a read behind them. */
static int read_bytes(const char *bytes, size_t count, size_t *used)
{
    static char *copy;
    free(copy);
    copy = malloc(count ? count : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, count);
    int status = http_read(copy, count, &request, used);
    if (status == 200)
        assert_in_range(*used, 1, count);
    assert_in_range(request.path_length, 0, HTTP_PATH_MAX);
    return status;
}

static int read_text(const char *text)
{
    size_t used;
    return read_bytes(text, strlen(text), &used);
}

/* "GET /path HTTP/1.1", a Host, and these fields */
static int read_fields(const char *fields)
{
    char text[1024];
    Str s = str_over(text, sizeof text);
    str_format(&s, "GET / HTTP/1.1\r\nHost: x\r\n%s\r\n", fields);
    return read_text(text);
}

static int read_target(const char *target)
{
    char text[1024];
    Str s = str_over(text, sizeof text);
    str_format(&s, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", target);
    return read_text(text);
}

static bool path_is(const char *path)
{
    return request.path_length == strlen(path) &&
           memcmp(request.path, path, request.path_length) == 0;
}

static void targets(void **state)
{
    (void)state;
    assert_int_equal(read_target("/"), 200);
    assert_true(path_is("/"));
    assert_int_equal(read_target("/a/b.js?x=/../%zz"), 200);
    assert_true(path_is("/a/b.js"));
    assert_int_equal(read_target("/%61%2F%2e%2E/"), 200);
    assert_true(path_is("/a/../"));
    assert_int_equal(read_target("/a%00b"), 200);
    assert_int_equal(request.path_length, 4);
    assert_int_equal(read_target("HTTP://host:80/x?y"), 200);
    assert_true(path_is("/x"));
    const char *bad[] = {"", "x", "*", "//%", "/%4", "/%g0", "/a b", "/#x", "/\x80", "http://host"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(read_target(bad[i]), 400);
}

static void long_paths(void **state)
{
    (void)state;
    char path[HTTP_PATH_MAX + 2] = "/";
    memset(path + 1, 'a', HTTP_PATH_MAX - 1);
    assert_int_equal(read_target(path), 200);
    path[HTTP_PATH_MAX] = 'a';
    assert_int_equal(read_target(path), 414);
}

static void request_lines(void **state)
{
    (void)state;
    assert_int_equal(read_text("HEAD / HTTP/1.0\r\n\r\n"), 200);
    assert_int_equal(request.method, HTTP_HEAD);
    assert_false(request.keep_alive);
    assert_int_equal(read_text("\r\nOPTIONS * HTTP/1.1\r\nHost:\r\n\r\n"), 200);
    assert_int_equal(request.method, HTTP_OTHER);
    assert_int_equal(read_text("GT * HTTP/1.1\r\nHost:\r\n\r\n"),
                     400); /* only OPTIONS asks for * */
    assert_int_equal(read_text("GET / HTTP/1.1\r\n\r\n"), 400);
    assert_int_equal(read_text("GET / HTTP/3.0\r\nHost: x\r\n\r\n"), 505);
    assert_int_equal(read_text("GET / http/1.1\r\nHost: x\r\n\r\n"), 400);
    assert_int_equal(read_text("GET / HTTP/1.1 \r\nHost: x\r\n\r\n"), 400);
    assert_int_equal(read_text("\r\n\r\n\r\n"), 400);
    assert_int_equal(read_text("GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n"), 400);
}

static void fields(void **state)
{
    (void)state;
    assert_int_equal(read_fields("CONNECTION: Upgrade , Close\r\n"), 200);
    assert_false(request.keep_alive);
    assert_int_equal(read_fields("Content-Length: 0\r\n"), 200);
    assert_false(request.body);
    assert_int_equal(read_fields("Content-Length: 00\r\n"), 200);
    assert_true(request.body);
    assert_int_equal(read_fields("Transfer-Encoding: chunked\r\nContent-Length: 0\r\n"), 200);
    assert_true(request.body);
    const char *bad[] = {"x\r\n", ": x\r\n", "x : y\r\n", " x: y\r\n", "x: y\n", "x: \x7f\r\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(read_fields(bad[i]), 400);
}

static void codings(void **state)
{
    (void)state;
    const char *good[] = {"gzip",       "br,GZIP",      "deflate, x-gzip;q=0.5", "*",
                          "*;q=0,gzip", "gzip;q=1.000", "gzip ; x=1 ; q=0.001"};
    const char *bad[] = {"", "br", "gzip;q=0", "gzip; q=0.000, *", "*;q=0", "gzipped", "identity"};
    for (size_t i = 0; i < 7; i++) {
        char text[64];
        Str s = str_over(text, sizeof text);
        str_format(&s, "Accept-Encoding: %s\r\n", good[i]);
        assert_int_equal(read_fields(text), 200);
        assert_true(request.gzip);
        s = str_over(text, sizeof text);
        str_format(&s, "Accept-Encoding: %s\r\n", bad[i]);
        assert_int_equal(read_fields(text), 200);
        assert_false(request.gzip);
    }
}

static void tags(void **state)
{
    (void)state;
    assert_int_equal(read_fields(""), 200);
    assert_false(http_etag_listed(&request, "\"a\""));
    assert_int_equal(read_fields("If-None-Match: \"b\" ,W/\"a\"\r\n"), 200);
    assert_true(http_etag_listed(&request, "\"a\""));
    assert_true(http_etag_listed(&request, "\"b\""));
    assert_false(http_etag_listed(&request, "\"c\""));
    assert_int_equal(read_fields("If-None-Match: *\r\n"), 200);
    assert_true(http_etag_listed(&request, "\"c\""));
}

static void too_large(void **state)
{
    (void)state;
    static char bytes[HTTP_HEAD_MAX + 1];
    size_t used;
    memset(bytes, 'a', sizeof bytes);
    assert_int_equal(read_bytes(bytes, HTTP_HEAD_MAX, &used), 0);
    assert_int_equal(read_bytes(bytes, HTTP_HEAD_MAX + 1, &used), 431);
}

/* A head that is cut anywhere is incomplete; with more behind it, only it is taken. */
static void splits(void **state)
{
    (void)state;
    const char text[] = "\r\nGET /a HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n";
    const size_t length = sizeof text - 1;
    char two[2 * sizeof text];
    size_t used;
    for (size_t i = 0; i < length; i++)
        assert_int_equal(read_bytes(text, i, &used), 0);
    memcpy(two, text, length);
    memcpy(two + length, text, length);
    for (size_t i = length; i <= 2 * length; i++) {
        assert_int_equal(read_bytes(two, i, &used), 200);
        assert_int_equal(used, length);
    }
}

/* Any bytes whatever give one of the statuses that the server knows. */
static void noise(void **state)
{
    (void)state;
    const char text[] = "GET /a%20b?c HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip;q=0, *\r\n"
                        "If-None-Match: W/\"a\", \"b\"\r\nConnection: close\r\n\r\n";
    char bytes[sizeof text];
    Rng rng = {test_seed()};
    for (int round = 0; round < 20000; round++) {
        memcpy(bytes, text, sizeof text);
        for (uint32_t changes = 1 + rng_below(&rng, 4); changes; changes--)
            bytes[rng_below(&rng, sizeof text)] = (char)rng_below(&rng, 256);
        size_t used, count = rng_below(&rng, 8) ? sizeof text : rng_below(&rng, sizeof text);
        int status = read_bytes(bytes, count, &used);
        assert_true(status == 0 || status == 200 || status == 400 || status == 505);
        if (status == 200)
            (void)http_etag_listed(&request, "\"c\"");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets),   cmocka_unit_test(long_paths), cmocka_unit_test(request_lines),
        cmocka_unit_test(fields),    cmocka_unit_test(codings),    cmocka_unit_test(tags),
        cmocka_unit_test(too_large), cmocka_unit_test(splits),     cmocka_unit_test(noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
