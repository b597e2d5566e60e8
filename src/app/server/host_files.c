/* SPDX-License-Identifier: MIT */
/* Files for hosts, see host_files.h. Names in a/ carry their build and never change; everything
 * else is asked for again each time. */
#include "app/server/host_files.h"

#include "app/server/answer.h"
#include "base/str.h"

#include <assert.h>
#include <string.h>

static const char lasting[] = "public, max-age=31536000, immutable";

/* Calls `write` with every field that our server sends. */
static void each_field(Str *s, void (*write)(Str *s, const char *name, size_t name_length,
                                             const char *value, size_t value_length))
{
    for (const char *at = answer_strict_fields(); *at;) {
        size_t name = strcspn(at, ":"), line = strcspn(at, "\r");
        write(s, at, name, at + name + 2, line - name - 2);
        at += line + 2;
    }
}

static void write_indented(Str *s, const char *name, size_t n, const char *value, size_t v)
{
    str_format(s, "  %.*s: %.*s\n", (int)n, name, (int)v, value);
}

/* Netlify, Cloudflare Pages. */
static void write_headers(Str *s)
{
    str_add(s, "/*\n");
    each_field(s, write_indented);
    str_add(s, "  Cache-Control: no-cache\n/a/*\n  ! Cache-Control\n  Cache-Control: ");
    str_format(s, "%s\n", lasting);
}

static void write_apache(Str *s, const char *name, size_t n, const char *value, size_t v)
{
    str_format(s, "  Header always set %.*s \"%.*s\"\n", (int)n, name, (int)v, value);
}

/* Apache: also /nine for nine.html, and types that old versions do not know. */
static void write_htaccess(Str *s)
{
    str_add(s, "AddType application/wasm .wasm\nAddType text/javascript .js .mjs\n"
               "AddType application/manifest+json .webmanifest\n<IfModule mod_headers.c>\n");
    each_field(s, write_apache);
    str_format(
        s,
        "  Header set Cache-Control \"no-cache\"\n"
        "  Header set Cache-Control \"%s\" \"expr=%%{REQUEST_URI} =~ m#/a/[0-9a-f]{16}/#\"\n",
        lasting);
    str_add(s, "</IfModule>\n<IfModule mod_rewrite.c>\n  RewriteEngine On\n"
               "  RewriteCond %{REQUEST_FILENAME}.html -f\n  RewriteRule ^([a-z]+)$ $1.html [L]\n"
               "</IfModule>\n");
}

static void write_json(Str *s, const char *name, size_t n, const char *value, size_t v)
{
    str_format(s, "      {\"key\": \"%.*s\", \"value\": \"%.*s\"},\n", (int)n, name, (int)v, value);
}

static void write_vercel(Str *s)
{
    str_add(s, "{\n  \"cleanUrls\": true,\n  \"headers\": [\n    {\"source\": \"/(.*)\", "
               "\"headers\": [\n");
    each_field(s, write_json);
    str_add(s, "      {\"key\": \"Cache-Control\", \"value\": \"no-cache\"}]},\n"
               "    {\"source\": \"/a/(.*)\", \"headers\": [\n      {\"key\": \"Cache-Control\", "
               "\"value\": \"");
    str_format(s, "%s\"}]}\n  ]\n}\n", lasting);
}

void host_files_make(HostFile out[HOST_FILES])
{
    static const struct {
        const char *name;
        void (*write)(Str *s);
    } rows[HOST_FILES] = {
        {"_headers", write_headers}, {".htaccess", write_htaccess}, {"vercel.json", write_vercel}};
    for (int i = 0; i < HOST_FILES; i++) {
        Str s = str_over(out[i].text, sizeof out[i].text);
        rows[i].write(&s);
        assert(!s.full);
        out[i].name = rows[i].name;
        out[i].length = s.length;
    }
}
