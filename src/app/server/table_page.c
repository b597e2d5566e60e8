/* SPDX-License-Identifier: MIT */
/* Pages that name their picture, see table_page.h. Tags are replaced where they stand. */
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

static const char picture_tag[] = "<meta property=\"og:image\"";

static bool find_text(const PageFile *file, size_t after, const char *text, size_t *at)
{
    const uint8_t *found = memmem(file->bytes + after, file->size - after, text, strlen(text));
    if (found)
        *at = (size_t)(found - file->bytes);
    return found != NULL;
}

/* What is written into a file, in place of its bytes from `from` to `to`. */
typedef struct Change {
    const PageFile *file;
    size_t from, to;
    Str text;
} Change;

/* The tags from og:image to the next that is none of its own. */
static bool change_tags(const HttpRequest *request, const char *site, Change *out)
{
    out->file = answer_table_file(request);
    if (!out->file || !find_text(out->file, 0, picture_tag, &out->from) ||
        !find_text(out->file, out->from, "<meta name=", &out->to))
        return false;
    write_tags(site, request->path + 3, (int)request->path_length - 3, &out->text);
    return true;
}

/* The address of the picture of another page begins with the site: readers of links want that. */
static bool change_picture(const HttpRequest *request, const char *site, Change *out)
{
    static const char before[] = "content=\"", up[] = "../";
    out->file = answer_page_file(request);
    if (!out->file || strncmp(out->file->type, "text/html", 9) != 0 ||
        !find_text(out->file, 0, picture_tag, &out->from) ||
        !find_text(out->file, out->from, before, &out->from))
        return false;
    out->from += sizeof before - 1;
    out->to = out->from;
    if (out->file->size - out->to > sizeof up &&
        memcmp(out->file->bytes + out->to, up, sizeof up - 1) == 0)
        out->to += sizeof up - 1;
    str_format(&out->text, "%s/", site);
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

static char *make_text(const Change *change, size_t *size)
{
    const PageFile *file = change->file;
    size_t from = change->from, added = change->text.length;
    *size = from + added + file->size - change->to;
    char *text = malloc(*size);
    if (!text)
        return NULL;
    memcpy(text, file->bytes, from);
    memcpy(text + from, change->text.text, added);
    memcpy(text + from + added, file->bytes + change->to, file->size - change->to);
    return text;
}

static void write_etag(const PageFile *file, const Str *tags, bool gzip, Str *out)
{
    uint64_t hash = UINT64_C(1469598103934665603);
    for (size_t i = 0; i < tags->length; i++)
        hash = (hash ^ (unsigned char)tags->text[i]) * UINT64_C(1099511628211);
    str_format(out, "\"%s-%016llx%s\"", file->hash, (unsigned long long)hash, gzip ? "-gz" : "");
}

bool table_page(const HttpRequest *request, const char *site, bool all, const AnswerHow *how,
                Answer *answer, char **body)
{
    char etag[64], tag_text[4 * (HTTP_HOST_MAX + HTTP_PATH_MAX) + 1024];
    Change change = {.text = str_over(tag_text, sizeof tag_text)};
    Str tag = str_over(etag, sizeof etag);
    *body = NULL;
    if (request->method > HTTP_HEAD || !*site ||
        !(change_tags(request, site, &change) || (all && change_picture(request, site, &change))))
        return false;
    write_etag(change.file, &change.text, request->gzip, &tag);
    bool known = http_etag_listed(request, etag);
    size_t length = 0;
    char *text = known ? NULL : make_text(&change, &length);
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
        str_format(&s, "Content-Type: %s\r\n%sContent-Length: %zu\r\n", change.file->type,
                   request->gzip ? "Content-Encoding: gzip\r\n" : "", length);
    answer_end(&s, answer);
    answer->body_length = how->head_only || !text ? 0 : length;
    *body = text;
    return true;
}
