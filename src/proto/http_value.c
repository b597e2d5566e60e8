/* SPDX-License-Identifier: MIT */
/* Values of fields, see http.h: lists with qualities, tags, ranges, origins, queries. */
#include "proto/http_part.h"

#include "base/str.h"

#include <string.h>

static bool is_token_char(char c)
{
    if ((c >= '0' && c <= '9') || (str_lower(c) >= 'a' && str_lower(c) <= 'z'))
        return true;
    return c != '\0' && strchr("!#$%&'*+-.^_`|~", c) != NULL;
}

bool http_is_token(HttpSpan s)
{
    for (size_t i = 0; i < s.length; i++)
        if (!is_token_char(s.text[i]))
            return false;
    return s.length > 0;
}

bool http_same(HttpSpan s, const char *word)
{
    for (size_t i = 0; i < s.length; i++)
        if (word[i] == '\0' || str_lower(s.text[i]) != word[i])
            return false;
    return word[s.length] == '\0';
}

HttpSpan http_trim(HttpSpan s)
{
    while (s.length && (s.text[0] == ' ' || s.text[0] == '\t'))
        s.text++, s.length--;
    while (s.length && (s.text[s.length - 1] == ' ' || s.text[s.length - 1] == '\t'))
        s.length--;
    return s;
}

HttpSpan http_cut(HttpSpan *rest, char mark)
{
    const char *at = rest->length ? memchr(rest->text, mark, rest->length) : NULL;
    HttpSpan part = {rest->text, at ? (size_t)(at - rest->text) : rest->length};
    size_t taken = part.length + (at ? 1 : 0);
    *rest = (HttpSpan){rest->text + taken, rest->length - taken};
    return part;
}

bool http_listed(HttpSpan list, const char *word)
{
    while (list.length)
        if (http_same(http_trim(http_cut(&list, ',')), word))
            return true;
    return false;
}

bool http_digits(HttpSpan s, uint64_t *out)
{
    uint64_t n = 0;
    for (size_t i = 0; i < s.length; i++) {
        if (s.text[i] < '0' || s.text[i] > '9')
            return false;
        uint64_t digit = (uint64_t)(s.text[i] - '0');
        n = n > (UINT64_MAX - digit) / 10 ? UINT64_MAX : n * 10 + digit;
    }
    *out = n;
    return s.length > 0;
}

/* The quality of a list's item in thousandths, from its parameters such as ";q=0.5"; 1000 if they
 * say nothing about it. */
static int quality(HttpSpan parameters)
{
    while (parameters.length) {
        HttpSpan p = http_trim(http_cut(&parameters, ';'));
        if (p.length < 3 || str_lower(p.text[0]) != 'q' || p.text[1] != '=')
            continue;
        int value = p.text[2] == '1' ? 1000 : 0, unit = 100;
        for (size_t i = 4; i < p.length && i < 7 && value < 1000; i++, unit /= 10)
            if (p.text[i] >= '0' && p.text[i] <= '9')
                value += (p.text[i] - '0') * unit;
        return value;
    }
    return 1000;
}

bool http_accepts_gzip(HttpSpan list)
{
    bool any = false;
    while (list.length) {
        HttpSpan parameters = http_cut(&list, ',');
        HttpSpan coding = http_trim(http_cut(&parameters, ';'));
        if (http_same(coding, "gzip") || http_same(coding, "x-gzip"))
            return quality(parameters) > 0;
        if (http_same(coding, "*"))
            any = quality(parameters) > 0;
    }
    return any;
}

/* Is this tag the language, or a kind of it such as ja-JP? */
static bool is_kind_of(HttpSpan tag, const char *language)
{
    return http_same(http_cut(&tag, '-'), language);
}

Lang http_lang(const HttpRequest *request)
{
    static const char *const names[LANG_COUNT] = {[LANG_EN] = "en", [LANG_JA] = "ja"};
    int best = 0;
    Lang found = LANG_EN;
    HttpSpan list = request->languages;
    while (list.length) {
        HttpSpan parameters = http_cut(&list, ',');
        HttpSpan tag = http_trim(http_cut(&parameters, ';'));
        int q = quality(parameters);
        for (int lang = 0; lang < LANG_COUNT; lang++)
            if (q > best && is_kind_of(tag, names[lang]))
                best = q, found = (Lang)lang;
    }
    return found;
}

static bool is_tag(HttpSpan tag, const char *etag)
{
    return tag.length == strlen(etag) && memcmp(tag.text, etag, tag.length) == 0;
}

bool http_etag_listed(const HttpRequest *request, const char *etag)
{
    return http_etag_in(request->etags, etag);
}

bool http_etag_in(HttpSpan list, const char *etag)
{
    while (list.length) {
        HttpSpan tag = http_trim(http_cut(&list, ','));
        if (tag.length > 2 && memcmp(tag.text, "W/", 2) == 0)
            tag = (HttpSpan){tag.text + 2, tag.length - 2};
        if (http_same(tag, "*") || is_tag(tag, etag))
            return true;
    }
    return false;
}

/* One range: "5-9", "5-" or "-5". */
static int read_range(HttpSpan text, uint64_t size, uint64_t *first, uint64_t *last)
{
    HttpSpan to = http_trim(text), from = http_cut(&to, '-');
    if (memchr(text.text, '-', text.length) == NULL)
        return 200;
    if (from.length == 0) { /* the last bytes */
        uint64_t count;
        if (!http_digits(to, &count))
            return 200;
        if (count == 0 || size == 0)
            return 416;
        *first = count < size ? size - count : 0;
        *last = size - 1;
        return 206;
    }
    *last = UINT64_MAX;
    if (!http_digits(from, first) || (to.length && !http_digits(to, last)) || *last < *first)
        return 200;
    if (*first >= size)
        return 416;
    if (*last >= size)
        *last = size - 1;
    return 206;
}

int http_range(const HttpRequest *request, const char *etag, uint64_t size, uint64_t *first,
               uint64_t *last)
{
    HttpSpan list = request->range, unit = http_cut(&list, '=');
    if (!http_same(unit, "bytes") || list.length == 0 || memchr(list.text, ',', list.length) ||
        (request->same.length && !is_tag(request->same, etag)))
        return 200;
    return read_range(list, size, first, last);
}

bool http_host_is_plain(HttpSpan host)
{
    for (size_t i = 0; i < host.length; i++) {
        char c = host.text[i];
        if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') &&
            !memchr(".-_:[]", c, 6))
            return false;
    }
    return host.length > 0 && host.length <= HTTP_HOST_MAX;
}

/* Without the port that its scheme has anyway. */
static HttpSpan plain_host(HttpSpan host, HttpScheme scheme)
{
    static const char *const usual[] = {[HTTP_PLAIN] = ":80", [HTTP_SECURE] = ":443"};
    for (int i = HTTP_PLAIN; i <= HTTP_SECURE; i++) {
        size_t n = strlen(usual[i]);
        if ((scheme == HTTP_EITHER || (int)scheme == i) && host.length > n &&
            memcmp(host.text + host.length - n, usual[i], n) == 0)
            return (HttpSpan){host.text, host.length - n};
    }
    return host;
}

bool http_same_host(HttpSpan a, HttpSpan b, HttpScheme scheme)
{
    a = plain_host(a, scheme);
    b = plain_host(b, scheme);
    for (size_t i = 0; i < a.length && i < b.length; i++)
        if (str_lower(a.text[i]) != str_lower(b.text[i]))
            return false;
    return a.length == b.length;
}

bool http_same_origin(const HttpRequest *request, HttpScheme scheme)
{
    HttpSpan origin = request->origin;
    HttpScheme theirs = HTTP_EITHER;
    if (!origin.length)
        return true;
    if (origin.length > 7 && http_same((HttpSpan){origin.text, 7}, "http://"))
        theirs = HTTP_PLAIN;
    else if (origin.length > 8 && http_same((HttpSpan){origin.text, 8}, "https://"))
        theirs = HTTP_SECURE;
    if (theirs == HTTP_EITHER || (scheme != HTTP_EITHER && scheme != theirs))
        return false;
    size_t skipped = theirs == HTTP_PLAIN ? 7 : 8;
    origin = (HttpSpan){origin.text + skipped, origin.length - skipped};
    return http_same_host(origin, request->host, theirs);
}

HttpScheme http_forwarded_scheme(const HttpRequest *request)
{
    if (http_same(request->scheme, "https") || http_same(request->scheme, "wss"))
        return HTTP_SECURE;
    if (http_same(request->scheme, "http") || http_same(request->scheme, "ws"))
        return HTTP_PLAIN;
    return HTTP_EITHER;
}

static int hex_value(char c)
{
    c = str_lower(c);
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int http_percent(HttpSpan s, size_t i)
{
    int high = i + 2 < s.length ? hex_value(s.text[i + 1]) : -1;
    int low = i + 2 < s.length ? hex_value(s.text[i + 2]) : -1;
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

static int decode(HttpSpan raw, char *out, size_t room)
{
    size_t length = 0;
    for (size_t i = 0; i < raw.length; i++) {
        int c = raw.text[i] == '+' ? ' ' : (unsigned char)raw.text[i];
        if (c == '%') {
            c = http_percent(raw, i);
            i += 2;
        }
        if (c <= 0 || length + 1 >= room)
            return -1;
        out[length++] = (char)c;
    }
    out[length] = '\0';
    return 1;
}

int http_query_value(const char *query, size_t length, const char *name, char *out, size_t room)
{
    HttpSpan rest = {query, length};
    while (rest.length) {
        HttpSpan value = http_cut(&rest, '&'), key = http_cut(&value, '=');
        if (key.length == strlen(name) && memcmp(key.text, name, key.length) == 0)
            return decode(value, out, room);
    }
    return 0;
}
