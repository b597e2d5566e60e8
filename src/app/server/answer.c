/* SPDX-License-Identifier: MIT */
/* Answers, see answer.h. A path is compared with the names in the table and nothing else, so there
 * is nothing to escape from. Documents are revalidated by their hash (304 while they are
 * unchanged); all other files have their build in their address and are good for ever. */
#include "app/server/answer.h"

#include "base/json.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* On every answer. COOP and COEP make the page cross-origin isolated, which shared WebAssembly
 * memory needs (docs/adr/0022). */
static const char strict_fields[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Embedder-Policy: require-corp\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n";

/* On pictures of tables and what is below /embed/ instead. Other sites may frame, show and read it;
 * it has no key, no storage and nothing that a click could do in somebody's name. */
static const char open_fields[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; frame-ancestors *; base-uri 'none'; form-action 'none'\r\n"
    "Cross-Origin-Embedder-Policy: require-corp\r\n"
    "Cross-Origin-Resource-Policy: cross-origin\r\n"
    "Access-Control-Allow-Origin: *\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n";

const char *answer_strict_fields(void)
{
    return strict_fields;
}

const char *answer_open_fields(void)
{
    return open_fields;
}

typedef struct Status {
    int status;
    const char *phrase, *why;
    Text say;
} Status;

static const Status statuses[] = {
    {101, "Switching Protocols", "", {{"", ""}}},
    {200, "OK", "", {{"", ""}}},
    {201, "Created", "", {{"", ""}}},
    {204, "No Content", "", {{"", ""}}},
    {206, "Partial Content", "", {{"", ""}}},
    {304, "Not Modified", "", {{"", ""}}},
    {400,
     "Bad Request",
     "bad-request",
     {{"this is not a request that HTTP/1.1 allows", "HTTP/1.1として正しくない要求です"}}},
    {401, "Unauthorized", "no-key", {{"a key is needed here", "鍵が必要です"}}},
    {403,
     "Forbidden",
     "foreign-origin",
     {{"another site's page may not do this", "ほかのサイトのページからは行えません"}}},
    {404,
     "Not Found",
     "not-found",
     {{"there is nothing at this address", "このアドレスには何もありません"}}},
    {405,
     "Method Not Allowed",
     "no-such-method",
     {{"this address does not take this method", "このアドレスではこのメソッドは使えません"}}},
    {408,
     "Request Timeout",
     "too-slow",
     {{"the request took too long to arrive", "要求が届くまでに時間がかかりすぎました"}}},
    {409, "Conflict", "conflict", {{"somebody was faster", "先に変更されました"}}},
    {410, "Gone", "gone", {{"this has expired", "期限が切れています"}}},
    {411,
     "Length Required",
     "no-length",
     {{"a body needs a Content-Length", "本文にはContent-Lengthが必要です"}}},
    {413, "Content Too Large", "too-large", {{"the body is too large", "本文が大きすぎます"}}},
    {414, "URI Too Long", "too-long", {{"no address here is that long", "アドレスが長すぎます"}}},
    {416,
     "Range Not Satisfiable",
     "no-such-range",
     {{"the file is not that long", "ファイルはそこまで長くありません"}}},
    {417,
     "Expectation Failed",
     "not-expected",
     {{"only 100-continue can be expected", "Expectに使えるのは100-continueだけです"}}},
    {421,
     "Misdirected Request",
     "wrong-host",
     {{"this server does not go by this name; its operator can add it with --host",
       "このサーバーの名前ではありません。運営者が--hostで追加できます"}}},
    {422, "Unprocessable Content", "not-possible", {{"this is not possible", "それはできません"}}},
    {426,
     "Upgrade Required",
     "websocket-only",
     {{"this address speaks WebSocket, version 13", "ここはWebSocket（バージョン13）専用です"}}},
    {429,
     "Too Many Requests",
     "too-many",
     {{"too many at once; try again in a moment", "多すぎます。少し待ってください"}}},
    {431,
     "Request Header Fields Too Large",
     "head-too-large",
     {{"the head of a request may have 8192 bytes", "要求のヘッダーは8192バイトまでです"}}},
    {500,
     "Internal Server Error",
     "internal",
     {{"something went wrong here", "サーバーで問題が起きました"}}},
    {501,
     "Not Implemented",
     "not-understood",
     {{"this coding is not understood", "この転送符号化は使えません"}}},
    {503,
     "Service Unavailable",
     "busy",
     {{"too busy; try again in a moment", "混み合っています。少し待ってください"}}},
    {505,
     "HTTP Version Not Supported",
     "no-such-version",
     {{"only HTTP/1.1 and 1.0 are spoken here", "使えるのはHTTP/1.1と1.0だけです"}}},
};

static const Status *status_row(int status)
{
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (statuses[i].status == status)
            return &statuses[i];
    assert(false); /* a status without a row */
    return status_row(500);
}

void answer_date(char out[ANSWER_DATE_MAX])
{
    struct tm when;
    time_t now = time(NULL);
    if (!gmtime_r(&now, &when) ||
        !strftime(out, ANSWER_DATE_MAX, "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", &when))
        out[0] = '\0';
}

Str answer_begin(int status, const AnswerHow *how, Answer *out)
{
    out->body = NULL;
    out->body_length = 0;
    Str s = str_over(out->head, sizeof out->head);
    str_add(&s, "HTTP/1.1 ");
    str_number(&s, (uint64_t)status);
    str_char(&s, ' ');
    str_add(&s, status_row(status)->phrase);
    str_add(&s, "\r\n");
    str_add(&s, how->date);
    if (how->open)
        str_bytes(&s, open_fields, sizeof open_fields - 1);
    else
        str_bytes(&s, strict_fields, sizeof strict_fields - 1);
    if (status != 101)
        str_add(&s, how->keep ? "Connection: keep-alive\r\n" : "Connection: close\r\n");
    return s;
}

void answer_end(Str *head, Answer *out)
{
    str_add(head, "\r\n");
    assert(!head->full);
    out->head_length = head->length;
}

static void refuse_with(int status, const char *type, const char *text, const AnswerHow *how,
                        Answer *out)
{
    Str s = answer_begin(status, how, out);
    if (status == 405)
        str_add(&s, "Allow: GET, HEAD\r\n");
    if (status == 426)
        str_add(&s, "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n");
    if (status == 429 || status == 503)
        str_format(&s, "Retry-After: %u\r\n", how->retry ? how->retry : 5);
    str_format(&s, "Content-Type: %s\r\nCache-Control: no-store\r\nContent-Length: %zu\r\n", type,
               strlen(text));
    answer_end(&s, out);
    if (!how->head_only)
        str_add(&s, text);
    assert(!s.full);
    out->head_length = s.length;
}

void answer_refusal(int status, const AnswerHow *how, Answer *out)
{
    char text[160];
    Str t = str_over(text, sizeof text);
    const Status *row = status_row(status);
    str_format(&t, "%d %s: %s\n", status, row->phrase, row->say.in[LANG_EN]);
    refuse_with(status, "text/plain; charset=utf-8", text, how, out);
}

const char *answer_why(int status)
{
    return status_row(status)->why;
}

void answer_json_refusal(int status, Lang lang, const AnswerHow *how, Answer *out)
{
    char text[256];
    Str t = str_over(text, sizeof text);
    Json json = json_over(&t);
    const Status *row = status_row(status);
    json_open(&json, '{');
    json_add_bool(&json, "ok", false);
    json_add_text(&json, "why", row->why);
    json_add_text(&json, "text", row->say.in[lang]);
    json_close(&json, '}');
    assert(!t.full);
    refuse_with(status, "application/json", text, how, out);
}

/* Compares a file's name with the path of a request and what it leaves out. */
static int compare(const char *name, const char *path, size_t length, const char *rest)
{
    int order = strncmp(name, path, length);
    return order ? order : strcmp(name + length, rest);
}

/* The table is sorted by name. */
static const PageFile *find_name(const char *path, size_t length, const char *rest)
{
    size_t low = 0, high = page_file_count;
    if (memchr(path, '\0', length))
        return NULL;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = compare(page_files[middle].name, path, length, rest);
        if (order == 0)
            return &page_files[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* How many letters and digits there are from here on: an id, as far as can be seen here. Which one
 * there is and who may see it is the API's to say. */
static size_t word_length(const HttpRequest *request, size_t from)
{
    enum { WORD_MAX = 32 };
    size_t at = from;
    for (; at < request->path_length && at - from < WORD_MAX; at++) {
        char c = request->path[at];
        if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z'))
            break;
    }
    return at - from;
}

/* A pattern in which '*' stands for a word, and, at its end, "**" for anything. */
static bool is_like(const HttpRequest *request, const char *pattern)
{
    size_t at = 0;
    for (; *pattern; pattern++) {
        if (strcmp(pattern, "**") == 0)
            return true;
        if (*pattern == '*') {
            size_t length = word_length(request, at);
            if (!length)
                return false;
            at += length;
        } else if (at == request->path_length || request->path[at++] != *pattern) {
            return false;
        }
    }
    return at == request->path_length;
}

/* Every path that is not a file of the page. */
static const struct {
    const char *pattern;
    bool open; /* other sites may use it */
} routes[] = {
    {"/api/**", false}, {"/feed/**", false},        {"/oembed", false},          {"/t/*.svg", true},
    {"/t/*.png", true}, {"/embed/t/*/table", true}, {"/embed/t/*/events", true},
};

/* The description of the API is a file too, see find_file. */
static bool is_openapi(const HttpRequest *request)
{
    return is_like(request, "/api/v1/openapi.json");
}

bool answer_is_api(const HttpRequest *request)
{
    if (is_openapi(request))
        return false;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++)
        if (is_like(request, routes[i].pattern))
            return true;
    return false;
}

bool answer_is_open(const HttpRequest *request)
{
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++)
        if (routes[i].open && is_like(request, routes[i].pattern))
            return true;
    return is_like(request, "/embed/**");
}

bool answer_is_socket(const HttpRequest *request)
{
    return is_like(request, "/ws");
}

const PageFile *answer_table_file(const HttpRequest *request)
{
    return is_like(request, "/t/*") ? find_name("t/", 2, "index.html") : NULL;
}

/* A folder means its index.html, /nine means nine.html. */
const PageFile *answer_page_file(const HttpRequest *request)
{
    const PageFile *table = answer_table_file(request);
    if (table)
        return table;
    if (is_like(request, "/embed/t/*"))
        return find_name("embed/", 6, "table.html");
    if (is_openapi(request))
        return find_name("docs/", 5, "openapi.json");
    if (request->path_length == 0)
        return NULL;
    const char *path = request->path + 1;
    size_t length = request->path_length - 1;
    if (length == 0 || path[length - 1] == '/')
        return find_name(path, length, "index.html");
    const PageFile *file = find_name(path, length, "");
    return file || memchr(path, '/', length) ? file : find_name(path, length, ".html");
}

/* The fields of a file that is sent: type, length, coding, and which part of it. */
static void write_body(const PageFile *file, bool gzip, uint64_t first, uint64_t length, Str *s,
                       Answer *out)
{
    str_add(s, "Content-Type: ");
    str_add(s, file->type);
    str_add(s, gzip ? "\r\nContent-Encoding: gzip\r\nContent-Length: " : "\r\nContent-Length: ");
    str_number(s, length);
    str_add(s, "\r\n");
    out->whole = gzip ? file->gzip : file->bytes;
    out->whole_length = gzip ? file->gzip_size : file->size;
    out->body = out->whole + first;
    out->body_length = (size_t)length;
}

static void write_file(const HttpRequest *request, const PageFile *file, const AnswerHow *how,
                       Answer *out)
{
    char etag[32];
    Str tag = str_over(etag, sizeof etag);
    /* A part is a part of the plain file; parts of a coded one would be of no use to anybody. */
    bool gzip = request->gzip && file->gzip && request->range.length == 0;
    str_char(&tag, '"');
    str_add(&tag, file->hash);
    str_add(&tag, gzip ? "-gz\"" : "\"");
    size_t size = gzip ? file->gzip_size : file->size;
    uint64_t first = 0, last = size - 1;
    int status = http_etag_listed(request, etag) ? 304
                 : request->range.length         ? http_range(request, etag, size, &first, &last)
                                                 : 200;
    Str s = answer_begin(status, how, out);
    str_add(&s, "ETag: ");
    str_add(&s, etag);
    str_add(&s, file->lasting ? "\r\nCache-Control: public, max-age=31536000, immutable\r\n"
                              : "\r\nCache-Control: no-cache\r\n");
    str_add(&s, "Vary: Accept-Encoding\r\nAccept-Ranges: bytes\r\n");
    if (status == 206)
        str_format(&s, "Content-Range: bytes %zu-%zu/%zu\r\n", (size_t)first, (size_t)last, size);
    if (status == 416)
        str_format(&s, "Content-Range: bytes */%zu\r\nContent-Length: 0\r\n", size);
    if (status == 200 || status == 206)
        write_body(file, gzip, status == 206 ? first : 0, status == 206 ? last - first + 1 : size,
                   &s, out);
    answer_end(&s, out);
    if (how->head_only)
        out->body_length = 0;
}

/* The page's style sheet, whose address has its build: "a/BUILD/style.css". */
static const char *style_name(void)
{
    for (size_t i = 0; i < page_file_count; i++) {
        const char *name = page_files[i].name, *slash = strrchr(name, '/');
        if (strncmp(name, "a/", 2) == 0 && strcmp(slash, "/style.css") == 0)
            return name;
    }
    return "";
}

/* Both languages: who has lost their way may have no page that knows theirs. The addresses lead up
 * as far as the path goes down, as the page may be served below a folder. */
static void answer_missing(const HttpRequest *request, const AnswerHow *how, Answer *out)
{
    enum { DEEP = 8 };
    const Text *say = &status_row(404)->say;
    char text[1024], up[3 * DEEP + 1] = "";
    Str t = str_over(text, sizeof text), u = str_over(up, sizeof up);
    int depth = -1;
    for (size_t i = 0; i < request->path_length; i++)
        depth += request->path[i] == '/';
    for (int i = 0; i < depth && depth <= DEEP; i++)
        str_add(&u, "../");
    const char *root = depth > DEEP ? "/" : depth > 0 ? up : "./", *style = style_name();
    str_format(&t, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                   "<title>404 – Concentric</title>\n");
    if (*style)
        str_format(&t, "<link rel=\"stylesheet\" href=\"%s%s\">\n", root, style);
    str_format(&t, "</head>\n<body>\n<main class=\"broken\">\n<h1>404</h1>\n");
    for (int lang = 0; lang < LANG_COUNT; lang++)
        str_format(&t, "<p lang=\"%s\">%s<br><a href=\"%s\">%s</a></p>\n",
                   lang == LANG_JA ? "ja" : "en", say->in[lang], root,
                   lang == LANG_JA ? "Concentricの最初のページへ"
                                   : "To the front page of Concentric");
    str_add(&t, "</main>\n</body>\n</html>\n");
    assert(!t.full);
    refuse_with(404, "text/html; charset=utf-8", text, how, out);
}

void answer_file(const HttpRequest *request, const AnswerHow *how, Answer *out)
{
    const PageFile *file = request->method <= HTTP_HEAD ? answer_page_file(request) : NULL;
    if (request->method > HTTP_HEAD)
        answer_refusal(405, how, out);
    else if (file)
        write_file(request, file, how, out);
    else
        answer_missing(request, how, out);
}
