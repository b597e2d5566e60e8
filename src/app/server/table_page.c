/* SPDX-License-Identifier: MIT */
/* The page of one table, see table_page.h. The tags of the picture that all tables share are
 * replaced where they stand. */
#define _GNU_SOURCE /* memmem */
#include "app/server/table_page.h"

#include "app/server/files.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* Letters and digits only: nothing needs quoting. */
static void write_tags(const char *site, const char *id, int length, Str *out)
{
    str_format(out,
               "<meta property=\"og:image\" content=\"%s/t/%.*s.png\">\n"
               "<meta property=\"og:image:width\" content=\"600\">\n"
               "<meta property=\"og:image:height\" content=\"600\">\n"
               "<meta property=\"og:url\" content=\"%s/t/%.*s\">\n"
               "<link rel=\"alternate\" type=\"application/json+oembed\" "
               "href=\"%s/oembed?format=json&amp;url=%s/t/%.*s\">\n",
               site, length, id, site, length, id, site, site, length, id);
}

/* The tags that are replaced: from og:image to the next that is none of its own. */
static bool find_place(const PageFile *file, size_t *from, size_t *to)
{
    static const char first[] = "<meta property=\"og:image\"", next[] = "<meta name=";
    const uint8_t *a = memmem(file->bytes, file->size, first, sizeof first - 1);
    if (!a)
        return false;
    *from = (size_t)(a - file->bytes);
    const uint8_t *b = memmem(a, file->size - *from, next, sizeof next - 1);
    if (!b)
        return false;
    *to = (size_t)(b - file->bytes);
    return true;
}

/* Compressed in gzip's form; NULL if that fails. */
static char *compress_text(const char *text, size_t length, size_t *size)
{
    z_stream z = {0};
    if (deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    size_t room = deflateBound(&z, (uLong)length);
    char *out = malloc(room);
    z.next_in = (Bytef *)(uintptr_t)text;
    z.avail_in = (uInt)length;
    z.next_out = (Bytef *)out;
    z.avail_out = (uInt)room;
    bool good = out && deflate(&z, Z_FINISH) == Z_STREAM_END;
    *size = room - z.avail_out;
    deflateEnd(&z);
    if (!good)
        free(out);
    return good ? out : NULL;
}

static char *make_text(const PageFile *file, const char *tags, size_t tags_length, size_t *size)
{
    size_t from, to;
    if (!find_place(file, &from, &to))
        return NULL;
    *size = from + tags_length + file->size - to;
    char *text = malloc(*size);
    if (!text)
        return NULL;
    memcpy(text, file->bytes, from);
    memcpy(text + from, tags, tags_length);
    memcpy(text + from + tags_length, file->bytes + to, file->size - to);
    return text;
}

static void write_etag(const PageFile *file, const Str *tags, bool gzip, Str *out)
{
    uint64_t hash = UINT64_C(1469598103934665603);
    for (size_t i = 0; i < tags->length; i++)
        hash = (hash ^ (unsigned char)tags->text[i]) * UINT64_C(1099511628211);
    str_format(out, "\"%s-%016llx%s\"", file->hash, (unsigned long long)hash, gzip ? "-gz" : "");
}

bool table_page(const HttpRequest *request, const char *site, const AnswerHow *how, Answer *answer,
                char **body)
{
    char etag[64], tag_text[4 * (HTTP_HOST_MAX + HTTP_PATH_MAX) + 1024];
    const PageFile *file = request->method <= HTTP_HEAD && *site ? answer_table_file(request)
                                                                 : NULL;
    Str tags = str_over(tag_text, sizeof tag_text), tag = str_over(etag, sizeof etag);
    *body = NULL;
    if (!file)
        return false;
    write_tags(site, request->path + 3, (int)request->path_length - 3, &tags);
    write_etag(file, &tags, request->gzip, &tag);
    bool known = http_etag_listed(request, etag);
    size_t length = 0;
    char *text = known ? NULL : make_text(file, tag_text, tags.length, &length);
    if (text && request->gzip) {
        char *plain = text;
        text = compress_text(plain, length, &length);
        free(plain);
    }
    if (!known && !text)
        return false;
    Str s = answer_begin(known ? 304 : 200, how, answer);
    str_format(&s, "ETag: %s\r\nCache-Control: no-cache\r\nVary: Accept-Encoding\r\n", etag);
    if (text)
        str_format(&s, "Content-Type: %s\r\n%sContent-Length: %zu\r\n", file->type,
                   request->gzip ? "Content-Encoding: gzip\r\n" : "", length);
    answer_end(&s, answer);
    answer->body_length = how->head_only || !text ? 0 : length;
    *body = text;
    return true;
}
