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
    size_t checked = 0;
    int status = http_read(copy, count, &checked, &request, used);
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

static bool span_is(HttpSpan span, const char *text)
{
    return span.length == strlen(text) && memcmp(span.text, text, span.length) == 0;
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
    const char *methods[] = {"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "post", "POSTS"};
    for (int i = 0; i < 8; i++) {
        char text[64];
        Str s = str_over(text, sizeof text);
        str_format(&s, "%s /x HTTP/1.1\r\nHost: x\r\n\r\n", methods[i]);
        assert_int_equal(read_text(text), 200);
        assert_int_equal(request.method, i < 5 ? i : HTTP_OTHER);
    }
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
    assert_int_equal(read_fields("CONNECTION: Upgrade , Close\r\nUPGRADE: h2c, WebSocket\r\n"),
                     200);
    assert_false(request.keep_alive);
    assert_true(request.connection_switch && request.websocket && !request.version_13);
    assert_int_equal(read_fields("Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: abc \r\n"), 200);
    assert_true(request.version_13 && !request.websocket && span_is(request.ws_key, "abc"));
    assert_int_equal(read_fields("X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-For: ::1, 5\r\n"), 200);
    assert_true(span_is(request.forwarded, "::1, 5"));
    assert_int_equal(read_fields("Expect: 100-Continue\r\n"), 200);
    assert_true(request.expects);
    const char *bad[] = {"x\r\n", ": x\r\n", "x : y\r\n", " x: y\r\n", "x: y\n", "x: \x7f\r\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(read_fields(bad[i]), 400);
    const char *twice[] = {"Host", "Content-Length", "Authorization", "Origin", "Range"};
    for (size_t i = 0; i < sizeof twice / sizeof *twice; i++) {
        char text[128];
        Str s = str_over(text, sizeof text);
        str_format(&s, "%s: 1\r\n%s: 1\r\n", twice[i], twice[i]);
        assert_int_equal(read_fields(text), 400);
    }
}

static void bodies(void **state)
{
    (void)state;
    assert_int_equal(read_fields(""), 200);
    assert_true(request.length == 0 && !request.chunked);
    assert_int_equal(read_fields("Content-Length: 00\r\n"), 200);
    assert_int_equal(request.length, 0);
    assert_int_equal(read_fields("Content-Length: 65537\r\n"), 200);
    assert_int_equal(request.length, 65537);
    assert_int_equal(read_fields("Content-Length: 18446744073709551615\r\n"), 200);
    assert_true(request.length == UINT64_MAX);
    assert_int_equal(read_fields("Content-Length: 99999999999999999999999\r\n"), 200);
    assert_true(request.length == UINT64_MAX);
    assert_int_equal(read_fields("Transfer-Encoding: Chunked\r\n"), 200);
    assert_true(request.chunked);
    assert_int_equal(read_fields("Transfer-Encoding: gzip, chunked\r\n"), 501);
    const char *bad[] = {"Content-Length:\r\n",
                         "Content-Length: -1\r\n",
                         "Content-Length: +1\r\n",
                         "Content-Length: 1 2\r\n",
                         "Content-Length: 1, 1\r\n",
                         "Content-Length: 0x1\r\n",
                         "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n",
                         "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
                         "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(read_fields(bad[i]), 400);
    assert_int_equal(read_text("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"), 400);
}

static void bearers(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"Bearer abc", "abc"}, {"bearer  a.b=", "a.b="},
                                          {"Basic abc", ""},     {"Bearer", ""},
                                          {"Bearer ", ""},       {"abc", ""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[64];
        Str s = str_over(text, sizeof text);
        str_format(&s, "Authorization: %s\r\n", rows[i][0]);
        assert_int_equal(read_fields(text), 200);
        assert_true(span_is(request.bearer, rows[i][1]));
    }
}

static void ranges(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int status;
        uint64_t first, last;
    } rows[] = {
        {"bytes=0-0", 206, 0, 0},
        {"Bytes=0-9", 206, 0, 9},
        {"bytes=5-", 206, 5, 9},
        {"bytes=5-99999999999999999999", 206, 5, 9},
        {"bytes=-3", 206, 7, 9},
        {"bytes=-30", 206, 0, 9},
        {"bytes=9-", 206, 9, 9},
        {"bytes=10-", 416, 0, 0},
        {"bytes=-0", 416, 0, 0},
        {"bytes=99999999999999999999-", 416, 0, 0},
        {"bytes=3-2", 200, 0, 0},
        {"bytes=0-1,3-4", 200, 0, 0},
        {"bytes=", 200, 0, 0},
        {"bytes=-", 200, 0, 0},
        {"bytes=5", 200, 0, 0},
        {"bytes=a-b", 200, 0, 0},
        {"bytes=1-2-3", 200, 0, 0},
        {"lines=1-2", 200, 0, 0},
        {"", 200, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[64];
        uint64_t first = 0, last = 0;
        Str s = str_over(text, sizeof text);
        str_format(&s, "Range: %s\r\n", rows[i].text);
        assert_int_equal(read_fields(text), 200);
        assert_int_equal(http_range(&request, "\"a\"", 10, &first, &last), rows[i].status);
        if (rows[i].status == 206)
            assert_true(first == rows[i].first && last == rows[i].last);
        assert_int_not_equal(http_range(&request, "\"a\"", 0, &first, &last), 206);
    }
    uint64_t first, last;
    assert_int_equal(read_fields("Range: bytes=1-\r\nIf-Range: \"a\"\r\n"), 200);
    assert_int_equal(http_range(&request, "\"a\"", 10, &first, &last), 206);
    assert_int_equal(http_range(&request, "\"b\"", 10, &first, &last), 200);
}

static void origins(void **state)
{
    (void)state;
    static const struct {
        const char *host, *origin;
        bool same;
    } rows[] = {
        {"example.org", "https://example.org", true},
        {"example.org", "http://EXAMPLE.org:80", true},
        {"example.org:443", "https://example.org", true},
        {"example.org:443", "http://example.org", false},
        {"example.org", "http://example.org:443", false},
        {"127.0.0.1:8080", "http://127.0.0.1:8080", true},
        {"[::1]:8080", "http://[::1]:8080", true},
        {"127.0.0.1:8080", "http://127.0.0.1:8081", false},
        {"127.0.0.1:8080", "http://localhost:8080", false},
        {"example.org", "https://example.org.evil.net", false},
        {"example.org", "https://evil.net", false},
        {"example.org", "https://xexample.org", false},
        {"example.org", "file://example.org", false},
        {"example.org", "null", false},
        {"example.org", "example.org", false},
        {"", "https://", false},
    };
    assert_int_equal(read_fields(""), 200);
    assert_true(http_same_origin(&request, HTTP_EITHER));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[256];
        Str s = str_over(text, sizeof text);
        str_format(&s, "GET / HTTP/1.1\r\nHost: %s\r\nOrigin: %s\r\n\r\n", rows[i].host,
                   rows[i].origin);
        assert_int_equal(read_text(text), 200);
        assert_int_equal(http_same_origin(&request, HTTP_EITHER), rows[i].same);
        bool secure = strncmp(rows[i].origin, "https:", 6) == 0;
        assert_int_equal(http_same_origin(&request, secure ? HTTP_SECURE : HTTP_PLAIN),
                         rows[i].same);
        assert_false(http_same_origin(&request, secure ? HTTP_PLAIN : HTTP_SECURE));
    }
}

static void languages(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        Lang lang;
    } rows[] = {
        {"", LANG_EN},
        {"ja", LANG_JA},
        {"JA-jp", LANG_JA},
        {"en, ja", LANG_EN},
        {"ja,en", LANG_JA},
        {"en;q=0.4,ja;q=0.5", LANG_JA},
        {"ja;q=0.501,en;q=0.502", LANG_EN},
        {"de,fr;q=0.9,ja;q=0.1", LANG_JA},
        {"ja;q=0", LANG_EN},
        {"jam, java", LANG_EN},
        {"*", LANG_EN},
        {";;,,q=,=;q=ja", LANG_EN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[64];
        Str s = str_over(text, sizeof text);
        str_format(&s, "Accept-Language: %s\r\n", rows[i].text);
        assert_int_equal(read_fields(text), 200);
        assert_int_equal(http_lang(&request), rows[i].lang);
    }
}

static void queries(void **state)
{
    (void)state;
    char value[8];
    assert_int_equal(read_target("/a?since=12&x=%41+%42&y&z=%00&long=12345678&bad=%4"), 200);
    HttpSpan q = request.query;
    assert_int_equal(http_query_value(q.text, q.length, "since", value, sizeof value), 1);
    assert_string_equal(value, "12");
    assert_int_equal(http_query_value(q.text, q.length, "x", value, sizeof value), 1);
    assert_string_equal(value, "A B");
    assert_int_equal(http_query_value(q.text, q.length, "y", value, sizeof value), 1);
    assert_string_equal(value, "");
    assert_int_equal(http_query_value(q.text, q.length, "none", value, sizeof value), 0);
    assert_int_equal(http_query_value(q.text, q.length, "sinc", value, sizeof value), 0);
    assert_int_equal(http_query_value(q.text, q.length, "z", value, sizeof value), -1);
    assert_int_equal(http_query_value(q.text, q.length, "long", value, sizeof value), -1);
    assert_int_equal(http_query_value(q.text, q.length, "bad", value, sizeof value), -1);
    assert_int_equal(read_target("/a"), 200);
    assert_int_equal(request.query.length, 0);
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
    size_t checked = 0;
    for (size_t i = 0; i < length; i++) {
        assert_int_equal(read_bytes(text, i, &used), 0);
        assert_int_equal(http_read(text, i, &checked, &request, &used), 0);
        assert_true(checked <= i && checked + 1 >= i);
    }
    assert_int_equal(http_read(text, length, &checked, &request, &used), 200);
    assert_int_equal(used, length);
    memcpy(two, text, length);
    memcpy(two + length, text, length);
    for (size_t i = length; i <= 2 * length; i++) {
        assert_int_equal(read_bytes(two, i, &used), 200);
        assert_int_equal(used, length);
    }
}

static void ask_everything(void)
{
    uint64_t first, last;
    char value[16];
    (void)http_etag_listed(&request, "\"c\"");
    (void)http_same_origin(&request, HTTP_EITHER);
    (void)http_lang(&request);
    (void)http_query_value(request.query.text, request.query.length, "c", value, sizeof value);
    if (http_range(&request, "\"c\"", 100, &first, &last) == 206)
        assert_true(first <= last && last < 100);
}

/* Any bytes whatever give one of the statuses that the server knows. */
static void noise(void **state)
{
    (void)state;
    const char text[] = "POST /a%20b?c=%41 HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip;q=0, *\r\n"
                        "If-None-Match: W/\"a\", \"b\"\r\nConnection: close\r\nRange: bytes=1-2\r\n"
                        "Content-Length: 12\r\nAuthorization: Bearer a\r\nOrigin: http://x\r\n"
                        "Accept-Language: ja;q=0.3, en\r\nX-Forwarded-For: ::1\r\n\r\n";
    char bytes[sizeof text];
    Rng rng = {test_seed()};
    for (int round = 0; round < 20000; round++) {
        memcpy(bytes, text, sizeof text);
        for (uint32_t changes = 1 + rng_below(&rng, 4); changes; changes--)
            bytes[rng_below(&rng, sizeof text)] = (char)rng_below(&rng, 256);
        size_t used, count = rng_below(&rng, 8) ? sizeof text : rng_below(&rng, sizeof text);
        int status = read_bytes(bytes, count, &used);
        assert_true(status == 0 || status == 200 || status == 400 || status == 501 ||
                    status == 505);
        if (status == 200)
            ask_everything();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(targets),   cmocka_unit_test(long_paths), cmocka_unit_test(request_lines),
        cmocka_unit_test(fields),    cmocka_unit_test(bodies),     cmocka_unit_test(bearers),
        cmocka_unit_test(ranges),    cmocka_unit_test(origins),    cmocka_unit_test(languages),
        cmocka_unit_test(queries),   cmocka_unit_test(codings),    cmocka_unit_test(tags),
        cmocka_unit_test(too_large), cmocka_unit_test(splits),     cmocka_unit_test(noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
