/* SPDX-License-Identifier: MIT */
/* Backups: the whole store in one SQLite file, whatever it is kept in, and back. A backup is taken
 * while others serve: SQLite copies its pages, PostgreSQL reads its rows, both as of one moment. */
/* As in ids.c: SHA256_Init and its kin need no memory. */
#define OPENSSL_API_COMPAT 0x10100000L
#include "online/store_sql.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

/* --- Rows from one backend to another */

typedef struct Copying {
    Backend *to;
    Statement add;
} Copying;

static bool copy_row(void *context, const char *const *cells)
{
    const Copying *c = context;
    Value values[SQL_VALUES_MAX];
    int64_t changed = 0;
    for (int i = 0; i < sql_texts[c->add].values; i++)
        values[i] = value_text(cells[i]);
    if (c->add == SQL_META_PUT && strcmp(cells[0], "schema") == 0)
        return true; /* the copy has its own */
    if (!c->to->ops->run(c->to, (int)c->add, values, NULL, NULL, &changed))
        return false;
    return changed == 1 ||
           backend_fail(c->to, TROUBLE_VALUES, "'%.40s' is there already", cells[0]);
}

/* False with the reason in `to` or, if that has none, in `from`. */
static bool copy_rows(Backend *from, Backend *to)
{
    static const Statement pairs[][2] = {
        {SQL_ALL_DEVICES, SQL_DEVICE_ADD}, {SQL_ALL_TABLES, SQL_TABLE_MAKE},
        {SQL_ALL_EVENTS, SQL_EVENT_ADD},   {SQL_ALL_MINE, SQL_MINE_PUT},
        {SQL_ALL_DOCS, SQL_DOC_COPY},      {SQL_ALL_META, SQL_META_PUT}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        Copying copying = {to, pairs[i][1]};
        if (!from->ops->run(from, (int)pairs[i][0], NULL, copy_row, &copying, NULL))
            return false;
    }
    return true;
}

/* --- Files */

static bool bring_to_disk(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool good = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    return good;
}

static bool directory_to_disk(const char *path)
{
    char dir[PATH_BYTES];
    Str s = str_over(dir, sizeof dir);
    const char *slash = strrchr(path, '/');
    if (slash)
        str_bytes(&s, path, slash == path ? 1 : (size_t)(slash - path));
    else
        str_char(&s, '.');
    return bring_to_disk(dir);
}

/* --- The checksum: a line behind the last page, which SQLite does not look at */

static const char seal_words[] = "\nconcentric backup sha256 ";
enum { SEAL_WORDS = sizeof seal_words - 1, SEAL_BYTES = SEAL_WORDS + 64 + 1, PIECE = 65536 };

/* The line for the first `count` bytes of a file. */
static bool make_seal(int fd, off_t count, char out[SEAL_BYTES + 1])
{
    uint8_t digest[SHA256_DIGEST_LENGTH], bytes[PIECE];
    SHA256_CTX hash;
    SHA256_Init(&hash);
    for (off_t at = 0; at < count;) {
        size_t want = count - at < PIECE ? (size_t)(count - at) : PIECE;
        ssize_t got = pread(fd, bytes, want, at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        SHA256_Update(&hash, bytes, (size_t)got);
        at += got;
    }
    SHA256_Final(digest, &hash);
    Str s = str_over(out, SEAL_BYTES + 1);
    str_add(&s, seal_words);
    for (int i = 0; i < SHA256_DIGEST_LENGTH; i++)
        str_format(&s, "%02x", digest[i]);
    str_char(&s, '\n');
    return !s.full;
}

static bool seal_file(const char *path, char *why)
{
    char seal[SEAL_BYTES + 1];
    struct stat file;
    int fd = open(path, O_RDWR | O_CLOEXEC);
    bool good = fd >= 0 && fstat(fd, &file) == 0 && make_seal(fd, file.st_size, seal) &&
                pwrite(fd, seal, SEAL_BYTES, file.st_size) == SEAL_BYTES;
    if (!good)
        refuse(why, "cannot write '%s': %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    return good;
}

/* Files without the line are from older versions; these end with a whole page. */
static bool check_seal(const char *path, char *why)
{
    char seal[SEAL_BYTES + 1], there[SEAL_BYTES];
    struct stat file;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return true; /* whoever opens it next says why not */
    bool good = fstat(fd, &file) == 0;
    off_t count = good && file.st_size > SEAL_BYTES ? file.st_size - SEAL_BYTES : 0;
    bool sealed = count && pread(fd, there, SEAL_BYTES, count) == SEAL_BYTES &&
                  memcmp(there, seal_words, SEAL_WORDS) == 0;
    if (sealed)
        good = make_seal(fd, count, seal) && memcmp(there, seal, SEAL_BYTES) == 0;
    else
        good = good && (file.st_size < 512 || file.st_size % 512 == 0);
    close(fd);
    return good || refuse(why, "'%s' is damaged: its checksum does not agree", path);
}

/* Gives a whole file its name; link, unlike rename, never takes a file away. */
static bool publish(const char *part, const char *path, char *why)
{
    if (bring_to_disk(part) && link(part, path) == 0 && unlink(part) == 0 &&
        directory_to_disk(path))
        return true;
    return refuse(why, "cannot write '%s': %s", path, strerror(errno));
}

/* --- Backup */

static bool fill_from_file(Backend *from, Backend *to)
{
    int version;
    return backend_sqlite_copy(from, to) && to->ops->script(to, "PRAGMA journal_mode = DELETE") &&
           sql_version(to, &version);
}

static bool fill_from_server(Backend *from, Backend *to)
{
    int version;
    if (!from->ops->script(from, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") ||
        !sql_version(from, &version))
        return false;
    if (version != SQL_SCHEMA)
        return backend_fail(
            from, TROUBLE_VALUES,
            "the store has schema %d and this program needs %d: start the server of "
            "this version once",
            version, SQL_SCHEMA);
    return sql_migrate(to, SQL_SCHEMA) && to->ops->begin(to, false) && copy_rows(from, to) &&
           to->ops->commit(to);
}

static bool fill(Backend *from, Backend *to, bool server, char *why)
{
    from->patient = true;
    bool good = from->ops->connect(from) && to->ops->connect(to) &&
                (server ? fill_from_server(from, to) : fill_from_file(from, to));
    if (!good)
        refuse(why, "%s", from->why[0] && !to->why[0] ? from->why : to->why);
    return good;
}

static Backend *open_source(const TstoreSetup *setup, char *why)
{
    return setup->url ? backend_pg(setup->url, why) : backend_sqlite(setup->dir, false, why);
}

bool tstore_backup(const TstoreSetup *from, const char *path, char *why)
{
    char part[PATH_BYTES];
    Str s = str_over(part, sizeof part);
    str_format(&s, "%s.%ld.part", path, (long)getpid());
    if (s.full)
        return refuse(why, "the name of the file is too long");
    if (access(path, F_OK) == 0)
        return refuse(why, "'%s' is there already; a backup is a new file", path);
    Backend *source = open_source(from, why);
    Backend *copy = source ? backend_sqlite_file(part, true, why) : NULL;
    bool good = copy && fill(source, copy, from->url != NULL, why);
    if (source)
        source->ops->free(source);
    if (!copy)
        return false;
    copy->ops->free(copy);
    good = good && seal_file(part, why) && publish(part, path, why);
    if (!good)
        unlink(part);
    return good;
}

/* --- Restore */

/* The file as a store of the present version, in a place of its own: the file is not changed. */
static Backend *read_backup(const char *path, char *why)
{
    Backend *file = check_seal(path, why) ? backend_sqlite_file(path, false, why) : NULL;
    Backend *copy = file ? backend_sqlite_file("", true, why) : NULL;
    bool good = false;
    if (copy) {
        if (!file->ops->connect(file))
            refuse(why, "%s", file->why);
        else if (!copy->ops->connect(copy) || !backend_sqlite_copy(file, copy) ||
                 !backend_sqlite_check(copy) || !sql_migrate(copy, SQL_SCHEMA))
            refuse(why, "%s", copy->why);
        else
            good = true;
    }
    if (file)
        file->ops->free(file);
    if (copy && !good)
        copy->ops->free(copy);
    return good ? copy : NULL;
}

static bool note_row(void *context, const char *const *cells)
{
    (void)cells;
    *(bool *)context = true;
    return true;
}

static bool pour(Backend *from, Backend *to)
{
    bool full = false;
    if (!to->ops->begin(to, true) || !to->ops->run(to, SQL_ANY, NULL, note_row, &full, NULL))
        return false;
    if (full)
        return backend_fail(to, TROUBLE_VALUES,
                            "the store is not empty; a backup is restored into an empty one");
    return copy_rows(from, to) && to->ops->commit(to);
}

static bool restore(Backend *from, Backend *to, char *why)
{
    to->patient = true;
    if (to->ops->connect(to) && sql_migrate(to, SQL_SCHEMA) && pour(from, to))
        return true;
    refuse(why, "%s", to->why[0] ? to->why : from->why);
    to->ops->rollback(to);
    return false;
}

bool tstore_restore(const TstoreSetup *to, const char *path, char *why)
{
    Backend *backup = read_backup(path, why);
    if (!backup)
        return false;
    Backend *target = to->url ? backend_pg(to->url, why) : backend_sqlite(to->dir, true, why);
    bool good = target && restore(backup, target, why);
    if (target)
        target->ops->free(target);
    backup->ops->free(backup);
    return good;
}
