/* SPDX-License-Identifier: MIT */
/* The operator's log, see oplog.h. */
#include "app/server/oplog.h"

#include "base/json.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 1024, WAITING_MAX = 1024 };

typedef struct Line {
    struct Line *next;
    size_t length;
    char text[];
} Line;

struct Oplog {
    char *path; /* NULL: stderr */
    int fd;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake, gone;
    /* Under the lock. */
    OplogLevel level;
    Line *first, **last;
    int waiting;
    uint64_t lost, told_lost;
    bool reopen, stopping, ended;
};

static const char *const names[] = {"error", "warn", "info", "debug"};

bool oplog_read_level(const char *text, OplogLevel *out)
{
    for (int i = 0; i <= OPLOG_DEBUG; i++)
        if (strcmp(text, names[i]) == 0) {
            *out = (OplogLevel)i;
            return true;
        }
    return false;
}

const char *oplog_level_name(OplogLevel level)
{
    return names[level];
}

/* ---- lines */

static void add_time(Json *json)
{
    struct timespec now;
    struct tm parts;
    char text[40];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    size_t length = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    Str s = str_over(text + length, sizeof text - length);
    str_format(&s, ".%03ldZ", now.tv_nsec / 1000000);
    json_add_text(json, "at", text);
}

static bool is_word(const char *text)
{
    size_t length = strlen(text);
    return length > 0 && length <= 64 &&
           strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.") ==
               length;
}

static Line *make_line(OplogLevel level, const char *event, const OplogField *fields, int count)
{
    char text[LINE_MAX_BYTES];
    Str s = str_over(text, sizeof text - 1);
    Json json = json_over(&s);
    json_open(&json, '{');
    add_time(&json);
    json_add_text(&json, "level", names[level]);
    json_add_text(&json, "event", event);
    for (int i = 0; i < count && s.length < LINE_MAX_BYTES - 200; i++) {
        if (fields[i].word)
            json_add_text(&json, fields[i].name, is_word(fields[i].word) ? fields[i].word : "?");
        else
            json_add_number(&json, fields[i].name, fields[i].number);
    }
    json_close(&json, '}');
    str_char(&s, '\n');
    Line *line = malloc(sizeof *line + s.length);
    if (line) {
        line->next = NULL;
        line->length = s.length;
        memcpy(line->text, s.text, s.length);
    }
    return line;
}

/* Under the lock. */
static void append(Oplog *log, Line *line)
{
    if (!line || log->waiting >= WAITING_MAX) {
        log->lost++;
        free(line);
        return;
    }
    *log->last = line;
    log->last = &line->next;
    log->waiting++;
    pthread_cond_signal(&log->wake);
}

void oplog_say(Oplog *log, OplogLevel level, const char *event, const OplogField *fields, int count)
{
    if (!log)
        return;
    pthread_mutex_lock(&log->lock);
    if (level <= log->level) {
        if (log->lost > log->told_lost && log->waiting < WAITING_MAX / 2) {
            const OplogField lost = {"count", NULL, (int64_t)(log->lost - log->told_lost)};
            log->told_lost = log->lost;
            append(log, make_line(OPLOG_WARN, "lines-lost", &lost, 1));
        }
        append(log, make_line(level, event, fields, count));
    }
    pthread_mutex_unlock(&log->lock);
}

void oplog_set_level(Oplog *log, OplogLevel level)
{
    pthread_mutex_lock(&log->lock);
    log->level = level;
    pthread_mutex_unlock(&log->lock);
}

OplogLevel oplog_level(Oplog *log)
{
    pthread_mutex_lock(&log->lock);
    OplogLevel level = log->level;
    pthread_mutex_unlock(&log->lock);
    return level;
}

uint64_t oplog_lost(Oplog *log)
{
    pthread_mutex_lock(&log->lock);
    uint64_t lost = log->lost;
    pthread_mutex_unlock(&log->lock);
    return lost;
}

void oplog_reopen(Oplog *log)
{
    pthread_mutex_lock(&log->lock);
    log->reopen = true;
    pthread_cond_signal(&log->wake);
    pthread_mutex_unlock(&log->lock);
}

/* ---- the thread */

static int open_file(const char *path)
{
    return open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

/* A file that cannot be opened again is no reason to lose the old one. */
static void open_again(Oplog *log)
{
    int fd = log->path ? open_file(log->path) : -1;
    if (fd < 0)
        return;
    close(log->fd);
    log->fd = fd;
}

static bool put(int fd, const char *text, size_t length)
{
    while (length) {
        ssize_t n = write(fd, text, length);
        if (n < 0 && errno != EINTR)
            return false;
        if (n > 0) {
            text += n;
            length -= (size_t)n;
        }
    }
    return true;
}

static void *run(void *context)
{
    Oplog *log = context;
    pthread_mutex_lock(&log->lock);
    while (log->first || !log->stopping) {
        Line *line = log->first;
        bool reopen = log->reopen;
        if (!line && !reopen) {
            pthread_cond_wait(&log->wake, &log->lock);
            continue;
        }
        log->reopen = false;
        if (line) {
            log->first = line->next;
            log->waiting--;
        }
        if (!log->first)
            log->last = &log->first;
        pthread_mutex_unlock(&log->lock);
        if (reopen)
            open_again(log);
        bool good = !line || put(log->fd, line->text, line->length);
        free(line);
        pthread_mutex_lock(&log->lock);
        log->lost += !good;
    }
    log->ended = true;
    pthread_cond_signal(&log->gone);
    pthread_mutex_unlock(&log->lock);
    return NULL;
}

/* ---- beginning and end */

static void free_log(Oplog *log)
{
    if (log->path && log->fd >= 0)
        close(log->fd);
    while (log->first) {
        Line *line = log->first;
        log->first = line->next;
        free(line);
    }
    free(log->path);
    free(log);
}

Oplog *oplog_open(const char *path, OplogLevel level, char *why)
{
    Oplog *log = calloc(1, sizeof *log);
    bool file = path && strcmp(path, "-") != 0;
    if (!log || (file && !(log->path = strdup(path)))) {
        free(log);
        refuse(why, "there is no memory");
        return NULL;
    }
    log->fd = file ? open_file(path) : STDERR_FILENO;
    log->level = level;
    log->last = &log->first;
    if (log->fd < 0) {
        refuse(why, "cannot write the log '%s': %s", path, strerror(errno));
        free_log(log);
        return NULL;
    }
    pthread_mutex_init(&log->lock, NULL);
    pthread_cond_init(&log->wake, NULL);
    pthread_cond_init(&log->gone, NULL);
    if (pthread_create(&log->thread, NULL, run, log) == 0)
        return log;
    refuse(why, "the thread of the log cannot be started");
    free_log(log);
    return NULL;
}

bool oplog_close(Oplog *log, int ms)
{
    struct timespec until;
    if (!log)
        return true;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += ms / 1000;
    pthread_mutex_lock(&log->lock);
    log->stopping = true;
    pthread_cond_signal(&log->wake);
    int late = 0;
    while (!log->ended && !late)
        late = pthread_cond_timedwait(&log->gone, &log->lock, &until);
    bool ended = log->ended;
    pthread_mutex_unlock(&log->lock);
    if (!ended)
        return false;
    pthread_join(log->thread, NULL);
    free_log(log);
    return true;
}
