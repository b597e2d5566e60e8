/* SPDX-License-Identifier: MIT */
/* Build tool: writes a C file with the bytes of the page's files, plain and precompressed, for
 * src/app/server/files.h.
 *   embed OUT.c ROOT SITE FILE...    a FILE below ROOT or SITE keeps its path there, any other one
 *                                    its last name
 * Documents (.html, sw.js, .webmanifest) stay where they are. All other files go into a folder
 * named after the whole build, a/HASH/, where they never change, and the documents are made to name
 * them there; so files of two builds are never mixed. Each game of games.json
 * has a document of its own, GAME.html, which is the same page under the game's title and picture.
 * t/index.html is the same page one folder
 * down, for the addresses of tables. What lies in docs/ and embed/ stays there as it is. Scripts
 * and styles go without comments (strip.h). The output depends on the files' names and contents
 * alone. */
#include "strip.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zopfli/zopfli.h>

/* Zopfli makes files five per cent smaller than zlib and takes a hundred times as long. */
enum { FILE_BYTES_MAX = 16 << 20, NAME_MAX_BYTES = 200, ZOPFLI_BYTES_MAX = 1 << 19 };

typedef struct File {
    const char *path, *name, *type;
    uint8_t *bytes, *gzip;
    size_t size, gzip_size;
    bool lasting;
} File;

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".wasm", "application/wasm"},
    {".pack", "application/octet-stream"},
    {".book", "application/octet-stream"},
    {".gz", "application/gzip"},
    {".net", "application/octet-stream"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".txt", "text/plain; charset=utf-8"},
    {".md", "text/markdown; charset=utf-8"},
};

static void fail(const char *what, const char *path)
{
    fprintf(stderr, "embed: %s: %s\n", path, what);
    exit(1);
}

static const char *type_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i].ending) == 0)
            return types[i].type;
    fail("no content type is known for this ending; add it to tools/embed.c", name);
    return NULL;
}

/* Names stand in C strings and in addresses: keep them plain. */
static const char *name_of(const char *path, char *const roots[2])
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(roots[i]);
        if (strncmp(path, roots[i], length) == 0 && path[length] == '/')
            name = path + length + 1;
    }
    for (const char *c = name; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.,/", *c))
            fail("a name may have letters, digits and - _ . , only", path);
    if (strlen(name) > NAME_MAX_BYTES)
        fail("the name is too long", path);
    return name;
}

static void read_bytes(File *file)
{
    FILE *in = fopen(file->path, "rb");
    if (!in)
        fail(strerror(errno), file->path);
    file->bytes = malloc(FILE_BYTES_MAX);
    if (!file->bytes)
        fail("out of memory", file->path);
    file->size = fread(file->bytes, 1, FILE_BYTES_MAX, in);
    if (ferror(in) || file->size == FILE_BYTES_MAX)
        fail("cannot be read, or is too large", file->path);
    fclose(in);
}

/* Both write a gzip header without time and name, so equal contents give equal bytes. */
static void compress_slowly(File *file)
{
    ZopfliOptions options;
    ZopfliInitOptions(&options);
    ZopfliCompress(&options, ZOPFLI_FORMAT_GZIP, file->bytes, file->size, &file->gzip,
                   &file->gzip_size);
}

static void compress_quickly(File *file)
{
    z_stream z = {0};
    if (deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        fail("zlib does not start", file->path);
    uLong room = deflateBound(&z, (uLong)file->size);
    file->gzip = malloc(room);
    if (!file->gzip)
        fail("out of memory", file->path);
    z.next_in = file->bytes, z.avail_in = (uInt)file->size;
    z.next_out = file->gzip, z.avail_out = (uInt)room;
    if (deflate(&z, Z_FINISH) != Z_STREAM_END)
        fail("zlib fails", file->path);
    file->gzip_size = z.total_out;
    deflateEnd(&z);
}

/* FNV-1a: tells versions of one file apart, which is all that an ETag is for. */
static uint64_t hash_on(uint64_t h, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        h = (h ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3u;
    return h;
}

static const uint64_t hash_start = 0xcbf29ce484222325u;

static uint64_t hash_of(const File *file)
{
    return hash_on(hash_start, file->bytes, file->size);
}

/* ---- the folder of a build */

static bool ends_with(const char *name, const char *ending)
{
    size_t n = strlen(name), e = strlen(ending);
    return n >= e && strcmp(name + n - e, ending) == 0;
}

/* Documentation, and the board for other pages: no part of the page, so that a change of them
 * changes no address of the page. */
static bool stays(const char *name)
{
    return strncmp(name, "docs/", 5) == 0 || strncmp(name, "embed/", 6) == 0;
}

static bool is_document(const char *name)
{
    return ends_with(name, ".html") || ends_with(name, ".webmanifest") || !strcmp(name, "sw.js");
}

static void strip(File *file)
{
    char *text = (char *)file->bytes;
    if (ends_with(file->name, ".js"))
        file->size = strip_js(text, file->size);
    else if (ends_with(file->name, ".css"))
        file->size = strip_css(text, file->size);
}

static void *must_have(void *memory)
{
    if (!memory)
        fail("out of memory", "memory");
    return memory;
}

static char *joined(const char *a, const char *b)
{
    char *text = must_have(malloc(strlen(a) + strlen(b) + 1));
    strcpy(text, a);
    return strcat(text, b);
}

/* What a document calls the file whose name stands at `text` before a quote; NULL if it is none. */
static const File *named_at(const File *files, size_t count, const char *text, size_t left)
{
    for (size_t i = 0; i < count; i++) {
        size_t n = strlen(files[i].name);
        if (n < left && memcmp(text, files[i].name, n) == 0 && text[n] == '"')
            return &files[i];
    }
    return NULL;
}

static void add_text(File *out, const char *text, size_t length)
{
    memcpy(out->bytes + out->size, text, length);
    out->size += length;
}

/* Copies a document; names of files in quotes get `folder` before them, those of documents `up`. */
static void rewrite(File *out, const File *from, const File *files, size_t count,
                    const char *folder, const char *up)
{
    const char *text = (const char *)from->bytes;
    out->bytes = must_have(malloc(2 * from->size + 65536));
    out->size = 0;
    for (size_t i = 0; i < from->size; i++) {
        add_text(out, text + i, 1);
        const File *file = text[i] == '"' ? named_at(files, count, text + i + 1, from->size - i - 1)
                                          : NULL;
        const char *before = !file ? "" : is_document(file->name) ? up : folder;
        add_text(out, before, strlen(before));
        if (out->size > 2 * from->size + 32768)
            fail("too many names", from->path);
    }
}

/* The service worker is told the folder. */
static void tell_worker(File *file, const char *folder)
{
    static const char mark[] = "const BUILD = '';";
    char *text = must_have(calloc(1, file->size + 1));
    memcpy(text, file->bytes, file->size);
    char *at = strstr(text, mark);
    if (!at)
        fail("there is no line const BUILD = '';", file->path);
    char *bytes = must_have(malloc(file->size + 64));
    size_t before = (size_t)(at - text) + strlen("const BUILD = '");
    file->size = (size_t)sprintf(bytes, "%.*s%s%s", (int)before, text, folder, text + before);
    free(text);
    free(file->bytes);
    file->bytes = (uint8_t *)bytes;
}

/* Hash of all names and contents; the files are sorted. */
static uint64_t hash_of_all(const File *files, size_t count)
{
    uint64_t h = hash_start;
    for (size_t i = 0; i < count; i++) {
        if (stays(files[i].name))
            continue;
        h = hash_on(h, files[i].name, strlen(files[i].name) + 1);
        h = hash_on(h, files[i].bytes, files[i].size);
    }
    return h;
}

/* ---- documents made from index.html */

enum { MADE_MAX = 64 }; /* of games and of tables */

/* Changes the one place of `from` in a document. */
static void replace(File *file, const char *from, const char *to)
{
    char *text = must_have(calloc(1, file->size + 1));
    memcpy(text, file->bytes, file->size);
    char *at = strstr(text, from);
    if (!at)
        fail("there is no place for what a game's document says", file->path);
    size_t room = file->size + strlen(to) + 1;
    char *bytes = must_have(malloc(room));
    file->size = (size_t)snprintf(bytes, room, "%.*s%s%s", (int)(at - text), text, to,
                                  at + strlen(from));
    free(text);
    file->bytes = (uint8_t *)bytes;
}

/* What stands between the quotes of a <meta> with these words. */
static void say_meta(File *file, const char *words, const char *value)
{
    char from[200], to[800];
    char *text = must_have(calloc(1, file->size + 1));
    memcpy(text, file->bytes, file->size);
    char *at = strstr(text, words), *end = at ? strchr(at + strlen(words), '"') : NULL;
    if (!end || snprintf(from, sizeof from, "%.*s\"", (int)(end - at), at) >= (int)sizeof from ||
        snprintf(to, sizeof to, "%s%s\"", words, value) >= (int)sizeof to)
        fail("there is no place for what a game's document says", file->path);
    free(text);
    replace(file, from, to);
}

static void say_about(File *file, const char *title, const char *text, const char *picture)
{
    say_meta(file, "name=\"description\" content=\"", text);
    say_meta(file, "property=\"og:title\" content=\"", title);
    say_meta(file, "property=\"og:description\" content=\"", text);
    say_meta(file, "property=\"og:image\" content=\"", picture);
}

static const File *find(const File *files, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(files[i].name, name) == 0)
            return &files[i];
    return NULL;
}

static const char *text_of(const cJSON *game, const char *key)
{
    const cJSON *text = cJSON_GetObjectItemCaseSensitive(
        cJSON_GetObjectItemCaseSensitive(game, key), "en");
    if (!cJSON_IsString(text) || strpbrk(text->valuestring, "<>&\""))
        fail("a game without a plain text", key);
    return text->valuestring;
}

/* The page under the name of a game. */
static File game_document(const File *index, const cJSON *game)
{
    const cJSON *id = cJSON_GetObjectItemCaseSensitive(game, "id");
    char name[NAME_MAX_BYTES], title[300], picture[NAME_MAX_BYTES], mark[NAME_MAX_BYTES];
    File file = *index;
    if (!cJSON_IsString(id))
        fail("a game without an id", "games.json");
    snprintf(name, sizeof name, "%s.html", id->valuestring);
    snprintf(picture, sizeof picture, "preview-%s.png", id->valuestring);
    snprintf(mark, sizeof mark, "<html data-game=\"%s\" ", id->valuestring);
    snprintf(title, sizeof title, "<title>%s – Concentric</title>", text_of(game, "title"));
    file.name = joined(name, "");
    replace(&file, "<html ", mark);
    replace(&file, "<title>Concentric</title>", title);
    char *summary = joined(text_of(game, "summary"), ".");
    summary[0] = (char)toupper((unsigned char)summary[0]);
    say_about(&file, text_of(game, "title"), summary, picture);
    free(summary);
    return file;
}

/* Adds the documents of all games behind the files, and returns how many there are then. */
static size_t add_games(File *files, size_t count)
{
    const File *catalogue = find(files, count, "games.json"),
               *index = find(files, count, "index.html");
    if (!catalogue || !index)
        return count;
    const cJSON *family, *game;
    cJSON *json = cJSON_ParseWithLength((const char *)catalogue->bytes, catalogue->size);
    size_t all = count;
    cJSON_ArrayForEach(family, cJSON_GetObjectItemCaseSensitive(json, "families"))
        cJSON_ArrayForEach(game, cJSON_GetObjectItemCaseSensitive(family, "games"))
    {
        if (all + 1 >= count + MADE_MAX)
            fail("too many games", "games.json");
        files[all++] = game_document(index, game);
    }
    cJSON_Delete(json);
    return all;
}

/* Puts the files where they belong; there is room for one more. */
static size_t place_all(File *files, size_t count)
{
    char folder[32], from_table[40];
    File *old = must_have(malloc(count * sizeof *old));
    memcpy(old, files, count * sizeof *old);
    snprintf(folder, sizeof folder, "a/%016llx/", (unsigned long long)hash_of_all(files, count));
    snprintf(from_table, sizeof from_table, "../%s", folder);
    size_t all = count;
    for (size_t i = 0; i < count; i++) {
        File *file = &files[i];
        if (stays(file->name))
            continue;
        if (!is_document(file->name)) {
            file->name = joined(folder, file->name);
            file->lasting = true;
        } else if (strcmp(file->name, "sw.js") == 0) {
            tell_worker(file, folder);
        } else {
            rewrite(file, &old[i], old, count, folder, "");
        }
        if (strcmp(old[i].name, "index.html") == 0) {
            File table = old[i];
            say_about(&table, "A game on Concentric",
                      "Open the link and sit down at the board, or watch. No account is needed.",
                      "preview-nine.png");
            files[all] = table;
            files[all].name = "t/index.html";
            rewrite(&files[all++], &table, old, count, from_table, "../");
        }
    }
    free(old);
    return all;
}

/* As a string, which compilers read far faster than a list of numbers; the NUL behind it is spare.
 */
static void write_array(FILE *out, const char *name, size_t index, const uint8_t *bytes, size_t n)
{
    fprintf(out, "static const uint8_t %s_%zu[] = \"", name, index);
    for (size_t i = 0; i < n; i++) {
        if (i % 64 == 0)
            fprintf(out, "\"\n\"");
        if (bytes[i] >= ' ' && bytes[i] <= '~' && !strchr("\"\\?", bytes[i]))
            fputc(bytes[i], out);
        else
            fprintf(out, "\\%03o", bytes[i]);
    }
    fprintf(out, "\";\n");
}

static void write_row(FILE *out, const File *f, size_t i)
{
    fprintf(out, "    {.name = \"%s\", .type = \"%s\", .hash = \"%016llx\",\n", f->name, f->type,
            (unsigned long long)hash_of(f));
    fprintf(out, "     .bytes = plain_%zu, .size = %zu", i, f->size);
    if (f->gzip_size < f->size)
        fprintf(out, ", .gzip = gzip_%zu, .gzip_size = %zu", i, f->gzip_size);
    fprintf(out, "%s},\n", f->lasting ? ", .lasting = true" : "");
}

static void write_all(FILE *out, const File *files, size_t count)
{
    fprintf(out, "/* Made by tools/embed.c. */\n#include \"app/server/files.h\"\n\n"
                 "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n");
    for (size_t i = 0; i < count; i++) {
        write_array(out, "plain", i, files[i].bytes, files[i].size);
        if (files[i].gzip_size < files[i].size)
            write_array(out, "gzip", i, files[i].gzip, files[i].gzip_size);
    }
    fprintf(out, "\nconst PageFile page_files[] = {\n");
    for (size_t i = 0; i < count; i++)
        write_row(out, &files[i], i);
    fprintf(out, "};\nconst size_t page_file_count = %zu;\n", count);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const File *)a)->name, ((const File *)b)->name);
}

static void sort(File *files, size_t count)
{
    qsort(files, count, sizeof *files, by_name);
    for (size_t i = 1; i < count; i++)
        if (by_name(&files[i - 1], &files[i]) == 0)
            fail("there are two files of this name", files[i].path);
}

static File *read_all(char *const roots[2], char **paths, size_t *count)
{
    File *files = must_have(calloc(*count + MADE_MAX, sizeof *files));
    for (size_t i = 0; i < *count; i++) {
        files[i].path = paths[i];
        files[i].name = name_of(paths[i], roots);
        files[i].type = type_of(files[i].name);
        read_bytes(&files[i]);
        strip(&files[i]);
    }
    *count = add_games(files, *count);
    sort(files, *count);
    *count = place_all(files, *count);
    sort(files, *count);
    const char *quick = getenv("CONCENTRIC_QUICK"); /* 1 for those who build many times a day */
    bool slowly = !quick || strcmp(quick, "1") != 0;
    for (size_t i = 0; i < *count; i++)
        if (strcmp(files[i].type, "application/gzip") == 0)
            files[i].gzip_size = files[i].size; /* packed already */
        else
            (slowly && files[i].size < ZOPFLI_BYTES_MAX ? compress_slowly
                                                        : compress_quickly)(&files[i]);
    return files;
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fprintf(stderr, "usage: embed OUT.c ROOT SITE FILE...\n");
        return 1;
    }
    size_t count = (size_t)argc - 4;
    File *files = read_all(argv + 2, argv + 4, &count);
    FILE *out = fopen(argv[1], "w");
    if (!out)
        fail(strerror(errno), argv[1]);
    write_all(out, files, count);
    bool bad = ferror(out);
    if (fclose(out) != 0 || bad)
        fail("cannot be written", argv[1]);
    for (size_t i = 0; i < count; i++) {
        free(files[i].bytes);
        free(files[i].gzip);
    }
    free(files);
    return 0;
}
