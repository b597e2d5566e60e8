/* SPDX-License-Identifier: MIT */
/* The file of statistics, see stats.h. Whoever adds to it holds a lock on its directory, so that
 * two games that end at once are both counted. */
#include "app/tui/stats.h"

#include "app/tui/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

static const char file_name[] = "statistics";

bool stats_path(char *path, size_t room)
{
    Str s = str_over(path, room);
    return files_data_directory(false, &s) && (str_format(&s, "/%s", file_name), !s.full);
}

static bool load(const char *path, Lang lang, Stats *out, char *why)
{
    size_t count;
    out->count = 0;
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return true;
    char *bytes = files_read_bytes(path, STATS_BYTES_MAX, &count, why);
    bool good = bytes && stats_read(bytes, count, lang, out, why);
    free(bytes);
    return good;
}

bool stats_load(Lang lang, Stats *out, char *why)
{
    char path[FILES_PATH_MAX];
    out->count = 0;
    return !stats_path(path, sizeof path) || load(path, lang, out, why);
}

/* A writer holds it for milliseconds. */
static int lock(const char *directory)
{
    enum { TRIES = 100, TRY_NS = 10000000 };
    int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int i = 0; fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0; i++) {
        if (i == TRIES || (errno != EWOULDBLOCK && errno != EINTR)) {
            close(fd);
            return -1;
        }
        nanosleep(&(struct timespec){.tv_nsec = TRY_NS}, NULL);
    }
    return fd;
}

/* What a killed writer left: the name and six letters behind it. Nobody else writes now. */
static void clean(int directory)
{
    size_t length = sizeof file_name - 1;
    int fd = dup(directory);
    DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;)
        if (strlen(entry->d_name) == length + 7 && entry->d_name[length] == '.' &&
            memcmp(entry->d_name, file_name, length) == 0)
            unlinkat(directory, entry->d_name, 0);
    if (dir)
        closedir(dir);
    else if (fd >= 0)
        close(fd);
}

static bool add(const char *path, const StatsRow *row, Lang lang, char *why)
{
    Stats *stats = malloc(sizeof *stats);
    char *bytes = malloc(STATS_BYTES_MAX);
    bool good = stats && bytes;
    if (!good)
        refuse(why, "there is not enough memory");
    if (good)
        good = load(path, lang, stats, why);
    if (good && !stats_add(stats, row))
        good = refuse(why, "there is no room for more than %d lines", STATS_ROWS_MAX);
    if (good) {
        Str s = str_over(bytes, STATS_BYTES_MAX);
        stats_write(stats, &s);
        good = files_replace(bytes, s.length, path, why);
    }
    free(bytes);
    free(stats);
    return good;
}

bool stats_note(const StatsRow *row, Lang lang, char *why)
{
    char path[FILES_PATH_MAX], directory[FILES_PATH_MAX];
    Str d = str_over(directory, sizeof directory);
    if (!stats_path(path, sizeof path) || !files_data_directory(true, &d))
        return refuse(why, "neither XDG_DATA_HOME nor HOME names a directory");
    int fd = lock(directory);
    if (fd < 0)
        return refuse(why, "%s", strerror(errno));
    clean(fd);
    bool good = add(path, row, lang, why);
    close(fd);
    return good;
}
