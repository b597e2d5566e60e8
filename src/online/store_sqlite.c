/* SPDX-License-Identifier: MIT */
/* The store in one SQLite file: write-ahead log, every commit brought to the disk. One process
 * serves from a directory; its lock is on a file beside the database and dies with the process. */
#include "online/store_sql.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    PATH_BYTES = 4096,
    BUSY_MS = 2000,           /* for people who look into the file with other programs */
    APPLICATION = 0x436f6e63, /* "Conc", in the head of the file */
};

typedef struct Sqlite {
    Backend backend; /* first: a Backend is one of these */
    sqlite3 *db;
    sqlite3_stmt *statements[SQL_COUNT];
    char path[PATH_BYTES];
    int lock;   /* of the directory, or -1 */
    int flags;  /* for opening */
    bool write; /* may change the file */
} Sqlite;

/* Most troubles of a file pass by opening it again, so that is what AWAY and DISK lead to. */
static bool fail(Sqlite *s, int code)
{
    Trouble trouble = TROUBLE_DISK;
    switch (code & 0xff) {
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG:
    case SQLITE_RANGE:
        trouble = TROUBLE_VALUES;
        break;
    case SQLITE_CANTOPEN:
        trouble = TROUBLE_AWAY;
        break;
    default:
        break;
    }
    return backend_fail(&s->backend, trouble, "%s: %s", s->path[0] ? s->path : "the copy",
                        s->db ? sqlite3_errmsg(s->db) : sqlite3_errstr(code));
}

static void disconnect(Backend *backend)
{
    Sqlite *s = (Sqlite *)backend;
    for (int i = 0; i < SQL_COUNT; i++) {
        sqlite3_finalize(s->statements[i]);
        s->statements[i] = NULL;
    }
    sqlite3_close(s->db);
    s->db = NULL;
    backend->connected = false;
}

static bool script(Backend *backend, const char *sql)
{
    Sqlite *s = (Sqlite *)backend;
    int code = sqlite3_exec(s->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK || fail(s, code);
}

/* One number that a pragma answers. */
static bool pragma_number(Sqlite *s, const char *sql, int *out)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        *out = sqlite3_column_int(statement, 0);
        code = SQLITE_OK;
    }
    sqlite3_finalize(statement);
    return code == SQLITE_OK || fail(s, code);
}

/* A database of another program is not touched, a new one is made ours. */
static bool check_owner(Sqlite *s)
{
    int application = 0, pages = 0;
    if (!pragma_number(s, "PRAGMA application_id", &application) ||
        !pragma_number(s, "PRAGMA page_count", &pages))
        return false;
    if (application == APPLICATION)
        return true;
    if (pages == 0 && s->write)
        return script(&s->backend, "PRAGMA application_id = 1131376227"); /* APPLICATION */
    return backend_fail(&s->backend, TROUBLE_VALUES, "%s is not a store of Concentric", s->path);
}

static bool set_up(Sqlite *s)
{
    sqlite3_extended_result_codes(s->db, 1);
    sqlite3_busy_timeout(s->db, BUSY_MS);
    if (!check_owner(s))
        return false;
    if (!s->write)
        return script(&s->backend, "PRAGMA query_only = 1");
    return script(&s->backend, "PRAGMA journal_size_limit = 16777216;"
                               "PRAGMA synchronous = FULL;") &&
           (s->lock < 0 || script(&s->backend, "PRAGMA journal_mode = WAL;"));
}

/* A full write-ahead log beside no file, or an empty one: somebody took the file away. SQLite would
 * throw the log away and begin anew, even where it only reads; so it is not asked. */
static bool check_log(const char *path, char *why)
{
    char log[PATH_BYTES + 8];
    struct stat file;
    Str s = str_over(log, sizeof log);
    str_format(&s, "%s-wal", path);
    if (!path[0] || (stat(path, &file) == 0 && file.st_size > 0) || stat(log, &file) != 0 ||
        file.st_size == 0)
        return true;
    return refuse(why,
                  "'%.120s' is missing or empty, but its write-ahead log beside it (tables.db-wal) "
                  "is not: the store was here and its file is gone. Nothing was changed. Put the "
                  "file back; or move the log away and restore a backup (concentric restore)",
                  path);
}

static bool connect_file(Backend *backend)
{
    Sqlite *s = (Sqlite *)backend;
    char why[WHY_MAX];
    assert(!s->db);
    if (!check_log(s->path, why))
        return backend_fail(backend, TROUBLE_DISK, "%s", why);
    int code = sqlite3_open_v2(s->path, &s->db, s->flags | SQLITE_OPEN_NOMUTEX, NULL);
    backend->connected = code == SQLITE_OK;
    if ((backend->connected || fail(s, code)) && set_up(s))
        return true;
    disconnect(backend);
    return false;
}

static void free_backend(Backend *backend)
{
    Sqlite *s = (Sqlite *)backend;
    disconnect(backend);
    if (s->lock >= 0)
        close(s->lock);
    free(s);
}

static bool begin(Backend *backend, bool alone)
{
    (void)alone; /* there is one writer anyway */
    return script(backend, ((Sqlite *)backend)->write ? "BEGIN IMMEDIATE" : "BEGIN");
}

static bool commit(Backend *backend)
{
    return script(backend, "COMMIT");
}

static void rollback(Backend *backend)
{
    Sqlite *s = (Sqlite *)backend;
    if (s->db && !sqlite3_get_autocommit(s->db))
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
}

static int bind(sqlite3_stmt *statement, const Value *values)
{
    int code = SQLITE_OK;
    for (int i = 1; i <= sqlite3_bind_parameter_count(statement) && code == SQLITE_OK; i++) {
        /* $3 is a name for SQLite, not a number. */
        const Value *v = &values[atoi(sqlite3_bind_parameter_name(statement, i) + 1) - 1];
        code = v->null   ? sqlite3_bind_null(statement, i)
               : v->text ? sqlite3_bind_text(statement, i, v->text, -1, SQLITE_STATIC)
                         : sqlite3_bind_int64(statement, i, v->number);
    }
    return code;
}

/* SQLITE_DONE when all rows are through. */
static int step(sqlite3_stmt *statement, BackendRow *row, void *context)
{
    const char *cells[SQL_CELLS_MAX];
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        int count = sqlite3_column_count(statement);
        assert(count <= SQL_CELLS_MAX);
        for (int i = 0; i < count; i++) {
            cells[i] = (const char *)sqlite3_column_text(statement, i);
            if (!cells[i] && sqlite3_column_type(statement, i) != SQLITE_NULL)
                return SQLITE_NOMEM; /* a number that has no room as a text is not 0 */
            cells[i] = cells[i] ? cells[i] : "";
        }
        if (row && !row(context, cells))
            return SQLITE_NOMEM;
    }
    return code;
}

static bool run(Backend *backend, int number, const Value *values, BackendRow *row, void *context,
                int64_t *changed)
{
    Sqlite *s = (Sqlite *)backend;
    sqlite3_stmt **statement = &s->statements[number];
    int code = SQLITE_OK;
    if (!*statement)
        code = sqlite3_prepare_v3(s->db, sql_texts[number].text, -1, SQLITE_PREPARE_PERSISTENT,
                                  statement, NULL);
    if (code == SQLITE_OK)
        code = bind(*statement, values);
    if (code == SQLITE_OK)
        code = step(*statement, row, context);
    bool good = code == SQLITE_DONE || fail(s, code);
    if (changed)
        *changed = good ? sqlite3_changes(s->db) : 0;
    if (*statement) {
        sqlite3_reset(*statement);
        sqlite3_clear_bindings(*statement);
    }
    return good;
}

static const BackendOps sqlite_ops = {
    .connect = connect_file,
    .disconnect = disconnect,
    .free = free_backend,
    .begin = begin,
    .commit = commit,
    .rollback = rollback,
    .run = run,
    .script = script,
};

static Sqlite *new_backend(char *why)
{
    Sqlite *s = calloc(1, sizeof *s);
    if (!s) {
        refuse(why, "there is not enough memory");
        return NULL;
    }
    s->backend.ops = &sqlite_ops;
    s->lock = -1;
    return s;
}

/* Makes a directory and those above it. */
static bool make_directory(const char *dir, char *why)
{
    char path[PATH_BYTES];
    Str s = str_over(path, sizeof path);
    str_add(&s, dir);
    if (s.full || s.length == 0)
        return refuse(why, "the directory for tables has no usable name");
    for (char *p = path + 1; *p; p++)
        if (*p == '/') {
            *p = '\0';
            mkdir(path, 0700);
            *p = '/';
        }
    struct stat there;
    if (mkdir(path, 0700) == 0 || (stat(path, &there) == 0 && S_ISDIR(there.st_mode)))
        return true;
    return refuse(why, "cannot make the directory '%s': %s", dir, strerror(errno));
}

/* Takes the lock and writes into it who has it, for the sentence of the next one. */
static int lock_directory(const char *dir, char *why)
{
    char path[PATH_BYTES], owner[24] = "";
    Str s = str_over(path, sizeof path);
    str_format(&s, "%s/lock", dir);
    int fd = s.full ? -1 : open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) {
        refuse(why, "cannot open '%s': %s", path, s.full ? "too long" : strerror(errno));
        return -1;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
        Str pid = str_over(owner, sizeof owner);
        str_format(&pid, "%ld\n", (long)getpid());
        if (ftruncate(fd, 0) != 0 || pwrite(fd, owner, pid.length, 0) < 0)
            owner[0] = '\0'; /* only for people */
        return fd;
    }
    if (pread(fd, owner, sizeof owner - 1, 0) > 0)
        owner[strcspn(owner, "\n")] = '\0';
    refuse(why,
           "the directory '%s' is in use by another concentric (process %s); one process at a "
           "time serves from it, several can share a PostgreSQL",
           dir, owner[0] ? owner : "unknown");
    close(fd);
    return -1;
}

bool tstore_wait_free(const TstoreSetup *setup, int ms)
{
    enum { STEP_MS = 5 };
    const struct timespec step = {.tv_nsec = STEP_MS * 1000000};
    char path[PATH_BYTES];
    Str s = str_over(path, sizeof path);
    str_format(&s, "%s/lock", setup->dir ? setup->dir : "");
    int fd = setup->dir ? open(path, O_RDWR | O_CLOEXEC) : -1;
    bool locked = fd < 0; /* nobody has been there */
    for (int waited = 0; !locked && waited <= ms; waited += STEP_MS) {
        locked = flock(fd, LOCK_EX | LOCK_NB) == 0;
        if (!locked)
            nanosleep(&step, NULL);
    }
    if (fd >= 0)
        close(fd);
    return locked;
}

/* Readable by its owner only: it has hashes of keys. */
static bool make_file(const char *path, bool fresh, char *why)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | (fresh ? O_EXCL : 0), 0600);
    if (fd < 0)
        return refuse(why, "cannot open '%s': %s", path, strerror(errno));
    close(fd);
    return true;
}

static bool keep_directory(Sqlite *s, const char *dir, char *why)
{
    if (!make_directory(dir, why))
        return false;
    s->lock = lock_directory(dir, why);
    s->write = true;
    s->flags = SQLITE_OPEN_READWRITE;
    return s->lock >= 0 && check_log(s->path, why) && make_file(s->path, false, why);
}

Backend *backend_sqlite(const char *dir, bool keeper, char *why)
{
    Sqlite *s = new_backend(why);
    if (!s)
        return NULL;
    Str path = str_over(s->path, sizeof s->path);
    str_format(&path, "%s/tables.db", dir);
    s->flags = SQLITE_OPEN_READONLY;
    if (path.full ? refuse(why, "the name of the directory is too long")
                  : !keeper || keep_directory(s, dir, why))
        return &s->backend;
    free_backend(&s->backend);
    return NULL;
}

Backend *backend_sqlite_file(const char *path, bool make, char *why)
{
    Sqlite *s = new_backend(why);
    if (!s)
        return NULL;
    Str copy = str_over(s->path, sizeof s->path);
    str_add(&copy, path);
    s->write = make;
    s->flags = make ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
    if (copy.full ? refuse(why, "the name of the file is too long")
                  : !make || !path[0] || make_file(path, true, why))
        return &s->backend;
    free_backend(&s->backend);
    return NULL;
}

bool backend_sqlite_copy(Backend *from, Backend *to)
{
    Sqlite *source = (Sqlite *)from, *copy = (Sqlite *)to;
    sqlite3_backup *backup = sqlite3_backup_init(copy->db, "main", source->db, "main");
    int code = backup ? sqlite3_backup_step(backup, -1) : SQLITE_ERROR;
    int end = backup ? sqlite3_backup_finish(backup) : sqlite3_errcode(copy->db);
    if (code == SQLITE_DONE && end == SQLITE_OK)
        return true;
    return backend_fail(to, TROUBLE_DISK, "cannot copy '%s': %s", source->path,
                        sqlite3_errstr(end != SQLITE_OK ? end : code));
}

bool backend_sqlite_check(Backend *backend)
{
    Sqlite *s = (Sqlite *)backend;
    sqlite3_stmt *statement = NULL;
    const char *said = NULL;
    if (sqlite3_prepare_v2(s->db, "PRAGMA integrity_check", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        said = (const char *)sqlite3_column_text(statement, 0);
    bool good = said && strcmp(said, "ok") == 0;
    sqlite3_finalize(statement);
    return good || backend_fail(backend, TROUBLE_DISK, "the file is damaged");
}
