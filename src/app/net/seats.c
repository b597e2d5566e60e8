/* SPDX-License-Identifier: MIT */
/* Kept seats, see seats.h: files concentric/seats/ID.SEAT, mode 0600, one link each. */
#include "app/net/seats.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SEATS_PATH_MAX = 1024, OLD_SECONDS = 366 * 86400 };

static bool directory(bool make, Str *out)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && data[0] == '/')
        str_format(out, "%s/concentric/seats", data);
    else if (home && home[0] == '/')
        str_format(out, "%s/.local/share/concentric/seats", home);
    else
        return false;
    for (char *p = out->text + 1; make && *p; p++) {
        if (*p != '/')
            continue;
        *p = '\0';
        mkdir(out->text, 0700);
        *p = '/';
    }
    if (make)
        mkdir(out->text, 0700);
    return !out->full;
}

static bool name_file(const char *id, int seat, bool make, char path[SEATS_PATH_MAX])
{
    Str s = str_over(path, SEATS_PATH_MAX);
    if (!directory(make, &s))
        return false;
    str_format(&s, "/%s.%d", id, seat);
    return !s.full;
}

/* A seat that nobody has used for a year is of a game that is over. */
static void forget_old(void)
{
    char path[SEATS_PATH_MAX];
    Str s = str_over(path, sizeof path);
    DIR *dir = directory(false, &s) ? opendir(path) : NULL;
    time_t now = time(NULL);
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
        struct stat about;
        int fd = dirfd(dir);
        if (fstatat(fd, entry->d_name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(about.st_mode) && about.st_mtime < now - OLD_SECONDS)
            unlinkat(fd, entry->d_name, 0);
    }
    if (dir)
        closedir(dir);
}

/* All or nothing: beside it, synced, then renamed. mkstemp makes files of mode 0600. */
bool seats_keep(const TableLink *link, int seat, char *why)
{
    char path[SEATS_PATH_MAX], temporary[SEATS_PATH_MAX + 8], text[NET_LINK_MAX + 2];
    Str s = str_over(text, sizeof text), t = str_over(temporary, sizeof temporary);
    if (!name_file(link->id, seat, true, path))
        return refuse(why, "neither XDG_DATA_HOME nor HOME names a directory");
    str_format(&t, "%s.XXXXXX", path);
    table_link_write(link, &s);
    str_char(&s, '\n');
    int fd = mkstemp(temporary);
    if (fd < 0)
        return refuse(why, "%s", strerror(errno));
    bool good = write(fd, text, s.length) == (ssize_t)s.length && fsync(fd) == 0;
    int failed = errno;
    if (close(fd) != 0 && good) {
        good = false;
        failed = errno;
    }
    if (good && rename(temporary, path) != 0) {
        good = false;
        failed = errno;
    }
    if (good) {
        forget_old();
        return true;
    }
    unlink(temporary);
    return refuse(why, "%s", strerror(failed));
}

static bool read_seat(const char *path, TableLink *out, time_t *when)
{
    char text[NET_LINK_MAX + 2], why[WHY_MAX];
    struct stat about;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return false;
    bool good = fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
    ssize_t n = good ? read(fd, text, sizeof text - 1) : -1;
    close(fd);
    if (n <= 0)
        return false;
    text[n] = '\0';
    text[strcspn(text, "\n")] = '\0';
    *when = about.st_mtime;
    return table_link_read(text, LANG_EN, out, why) && out->kind == LINK_SEAT;
}

bool seats_find(const char *base, const char *id, TableLink *out)
{
    time_t newest = 0;
    bool found = false;
    for (int seat = 0; seat < 2; seat++) {
        char path[SEATS_PATH_MAX];
        TableLink link;
        time_t when;
        if (!name_file(id, seat, false, path) || !read_seat(path, &link, &when) ||
            strcmp(link.base, base) != 0 || strcmp(link.id, id) != 0 || (found && when <= newest))
            continue;
        *out = link;
        newest = when;
        found = true;
    }
    return found;
}
