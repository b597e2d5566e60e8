/* SPDX-License-Identifier: MIT */
/* One call of the system that fails, by LD_PRELOAD: CONCENTRIC_FAULT is "KIND N" and the N-th call
 * of that kind since main() began fails.
 *   write      what goes into a regular file: as on a full disk (ENOSPC)
 *   full       the same, and so do all that follow
 *   sync       fsync and fdatasync (EIO)
 *   rename     rename and link (EACCES)
 *   truncate   ftruncate (EIO)
 *   memory     malloc, calloc, realloc and their kin (ENOMEM)
 * The program named by CONCENTRIC_FAULT_PROGRAM alone is touched, not what it starts. At its end
 * the file named by CONCENTRIC_FAULT_CALLS is told how many calls of the kind there were.
 * Streams write inside libc, where nobody can stand in between: the file behind a stream is
 * /dev/full for the length of a call instead, so that the stream fails as it would in earnest. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SHOWN __attribute__((visibility("default")))

typedef int Main(int argc, char **argv, char **environment);
typedef int Start(Main *run, int argc, char **argv, void (*init)(void), void (*fini)(void),
                  void (*loader_fini)(void), void *stack);

/* The real functions behind ours. ISO C does not turn objects into functions, POSIX does. */
union Real {
    void *object;
    Start *start;
    ssize_t (*write)(int fd, const void *bytes, size_t count);
    ssize_t (*write_at)(int fd, const void *bytes, size_t count, off_t at);
    size_t (*put)(const void *bytes, size_t size, size_t count, FILE *file);
    int (*puts)(const char *text, FILE *file);
    int (*stream)(FILE *file);
    int (*sync)(int fd);
    int (*resize)(int fd, off_t size);
    int (*paths)(const char *from, const char *to);
};

enum Kind { NOTHING, WRITE, FULL, SYNC, RENAME, TRUNCATE, MEMORY };
static const char *const names[] = {"", "write", "full", "sync", "rename", "truncate", "memory"};

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *old, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

static enum Kind wanted;
static unsigned long nth;
static atomic_ulong calls;
static atomic_bool running;
static pid_t ours;
static Main *real_main;

static union Real real(const char *name)
{
    return (union Real){dlsym(RTLD_NEXT, name)};
}

/* One more call of a kind: does it fail? */
static bool fails(enum Kind kind, int error)
{
    bool all = wanted == FULL && kind == WRITE;
    if (!running || (kind != wanted && !all))
        return false;
    unsigned long call = ++calls;
    if (!nth || (all ? call < nth : call != nth))
        return false;
    errno = error;
    return true;
}

static bool is_file(int fd)
{
    struct stat there;
    return fd > STDERR_FILENO && fstat(fd, &there) == 0 && S_ISREG(there.st_mode);
}

/* Ends what main() began: nothing fails any more; the calls are told. */
static void tell_calls(void)
{
    const char *path = getenv("CONCENTRIC_FAULT_CALLS");
    bool was = running && getpid() == ours;
    running = false;
    if (!was || !path)
        return;
    char text[32];
    int length = snprintf(text, sizeof text, "%lu\n", calls);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd >= 0 && real("write").write(fd, text, (size_t)length) != length)
        _exit(99);
    if (fd >= 0)
        close(fd);
}

static int begin(int argc, char **argv, char **environment)
{
    const char *fault = getenv("CONCENTRIC_FAULT"), *program = getenv("CONCENTRIC_FAULT_PROGRAM");
    if (fault && program && strcmp(program, program_invocation_short_name) == 0) {
        size_t length = strcspn(fault, " ");
        for (size_t i = 1; i < sizeof names / sizeof *names; i++)
            if (strlen(names[i]) == length && strncmp(names[i], fault, length) == 0)
                wanted = (enum Kind)i;
        nth = strtoul(fault + length, NULL, 10);
        ours = getpid();
        atexit(tell_calls);
        running = true;
    }
    return real_main(argc, argv, environment);
}

SHOWN int __libc_start_main(Main *run, int argc, char **argv, void (*init)(void),
                            void (*fini)(void), void (*loader_fini)(void), void *stack)
{
    real_main = run;
    return real("__libc_start_main").start(begin, argc, argv, init, fini, loader_fini, stack);
}

/* ---- what is written ---- */
SHOWN ssize_t write(int fd, const void *bytes, size_t count)
{
    return running && is_file(fd) && fails(WRITE, ENOSPC) ? -1
                                                          : real("write").write(fd, bytes, count);
}

SHOWN ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at)
{
    return fails(WRITE, ENOSPC) ? -1 : real("pwrite").write_at(fd, bytes, count, at);
}

SHOWN ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t at)
{
    return fails(WRITE, ENOSPC) ? -1 : real("pwrite64").write_at(fd, bytes, count, at);
}

/* Puts /dev/full behind a stream if this call is to fail; returns the file that was there, or -1.
 */
static int take_away(FILE *file)
{
    int fd = file ? fileno(file) : -1;
    if (!running || !is_file(fd) || !fails(WRITE, ENOSPC))
        return -1;
    int kept = fcntl(fd, F_DUPFD_CLOEXEC, 3), full = open("/dev/full", O_RDWR | O_CLOEXEC);
    if (kept >= 0 && full >= 0)
        dup3(full, fd, O_CLOEXEC);
    if (full >= 0)
        close(full);
    return kept;
}

static void give_back(int kept, int fd)
{
    int saved = errno;
    if (kept < 0)
        return;
    if (fd >= 0)
        dup3(kept, fd, O_CLOEXEC);
    close(kept);
    errno = saved;
}

SHOWN size_t fwrite(const void *bytes, size_t size, size_t count, FILE *file)
{
    int kept = take_away(file);
    size_t done = real("fwrite").put(bytes, size, count, file);
    give_back(kept, fileno(file));
    return done;
}

SHOWN int fputs(const char *text, FILE *file)
{
    int kept = take_away(file), result = real("fputs").puts(text, file);
    give_back(kept, fileno(file));
    return result;
}

SHOWN int fflush(FILE *file)
{
    int kept = take_away(file), result = real("fflush").stream(file);
    if (file)
        give_back(kept, fileno(file));
    return result;
}

SHOWN int fclose(FILE *file)
{
    int kept = take_away(file), result = real("fclose").stream(file);
    give_back(kept, -1);
    return result;
}

/* ---- what is brought to the disk, named, cut off ---- */
SHOWN int fsync(int fd)
{
    return fails(SYNC, EIO) ? -1 : real("fsync").sync(fd);
}

SHOWN int fdatasync(int fd)
{
    return fails(SYNC, EIO) ? -1 : real("fdatasync").sync(fd);
}

SHOWN int rename(const char *from, const char *to)
{
    return fails(RENAME, EACCES) ? -1 : real("rename").paths(from, to);
}

SHOWN int link(const char *from, const char *to)
{
    return fails(RENAME, EACCES) ? -1 : real("link").paths(from, to);
}

SHOWN int renameat(int from_dir, const char *from, int to_dir, const char *to)
{
    union {
        void *object;
        int (*paths)(int from_dir, const char *from, int to_dir, const char *to);
    } next = {dlsym(RTLD_NEXT, "renameat")};
    return fails(RENAME, EACCES) ? -1 : next.paths(from_dir, from, to_dir, to);
}

SHOWN int ftruncate(int fd, off_t size)
{
    return fails(TRUNCATE, EIO) ? -1 : real("ftruncate").resize(fd, size);
}

SHOWN int ftruncate64(int fd, off_t size)
{
    return fails(TRUNCATE, EIO) ? -1 : real("ftruncate64").resize(fd, size);
}

/* ---- memory ---- */
SHOWN void *malloc(size_t bytes)
{
    return fails(MEMORY, ENOMEM) ? NULL : __libc_malloc(bytes);
}

SHOWN void *calloc(size_t count, size_t bytes)
{
    return fails(MEMORY, ENOMEM) ? NULL : __libc_calloc(count, bytes);
}

SHOWN void *realloc(void *old, size_t bytes)
{
    return fails(MEMORY, ENOMEM) ? NULL : __libc_realloc(old, bytes);
}

SHOWN void *aligned_alloc(size_t alignment, size_t bytes)
{
    return fails(MEMORY, ENOMEM) ? NULL : __libc_memalign(alignment, bytes);
}

SHOWN int posix_memalign(void **at, size_t alignment, size_t bytes)
{
    if (fails(MEMORY, ENOMEM) || !(*at = __libc_memalign(alignment, bytes)))
        return ENOMEM;
    return 0;
}
