/* SPDX-License-Identifier: MIT */
/* A disk that misbehaves on demand: stands before the system's own functions, either linked into a
 * test or by LD_PRELOAD. The file named by CONCENTRIC_DISK_FAULT says how:
 *   full       writing fails with ENOSPC
 *   readonly   writing fails with EROFS
 *   slow N     bringing something to the disk takes N milliseconds longer
 * No file, or an empty one: all is well. Only positioned writes fail, which is how databases write;
 * terminals and pipes are left alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define SHOWN __attribute__((visibility("default")))

typedef ssize_t WriteAt(int fd, const void *bytes, size_t count, off_t at);
typedef int Sync(int fd);
typedef int Resize(int fd, off_t size);

/* The real functions behind ours. ISO C does not turn objects into functions, POSIX does. */
union Real {
    void *object;
    WriteAt *write_at;
    Sync *sync;
    Resize *resize;
};

static union Real real(const char *name)
{
    return (union Real){dlsym(RTLD_NEXT, name)};
}

static void read_fault(char fault[32])
{
    const char *path = getenv("CONCENTRIC_DISK_FAULT");
    int saved = errno, fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t length = fd >= 0 ? read(fd, fault, 31) : 0;
    fault[length > 0 ? length : 0] = '\0';
    if (fd >= 0)
        close(fd);
    errno = saved;
}

/* Sets errno if writing is to fail. */
static bool fails(void)
{
    char fault[32];
    read_fault(fault);
    if (strncmp(fault, "full", 4) == 0)
        errno = ENOSPC;
    else if (strncmp(fault, "readonly", 8) == 0)
        errno = EROFS;
    else
        return false;
    return true;
}

static void linger(void)
{
    char fault[32];
    read_fault(fault);
    if (strncmp(fault, "slow ", 5) != 0)
        return;
    long ms = strtol(fault + 5, NULL, 10);
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

SHOWN ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at)
{
    return fails() ? -1 : real("pwrite").write_at(fd, bytes, count, at);
}

SHOWN ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t at)
{
    return fails() ? -1 : real("pwrite64").write_at(fd, bytes, count, at);
}

SHOWN int ftruncate(int fd, off_t size)
{
    return fails() ? -1 : real("ftruncate").resize(fd, size);
}

SHOWN int ftruncate64(int fd, off_t size)
{
    return fails() ? -1 : real("ftruncate64").resize(fd, size);
}

SHOWN int fsync(int fd)
{
    linger();
    return fails() ? -1 : real("fsync").sync(fd);
}

SHOWN int fdatasync(int fd)
{
    linger();
    return fails() ? -1 : real("fdatasync").sync(fd);
}
