/* SPDX-License-Identifier: MIT */
/* A process under the server's filter that makes one call, for tests: `sandboxed CALL` prints
 * "entered", makes it and prints "did", or "refused" and why, if that does not end it. */
#define _GNU_SOURCE
#include "app/server/sandbox.h"
#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static bool started;

static void *note(void *context)
{
    *(bool *)context = true;
    return NULL;
}

static bool do_exec(void)
{
    char *const words[] = {(char *)(uintptr_t) "true", NULL};
    execv("/bin/true", words);
    return false;
}

static bool do_fork(void)
{
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    return child > 0;
}

static bool do_system(void)
{
    return system("true") == 0;
}

static bool do_ptrace(void)
{
    return ptrace(PTRACE_ATTACH, 1, NULL, NULL) == 0;
}

static bool do_mount(void)
{
    return mount("none", "/nowhere", "tmpfs", 0, NULL) == 0;
}

static bool do_setuid(void)
{
    return setuid(0) == 0;
}

static bool do_map_code(void)
{
    return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
           MAP_FAILED;
}

static bool do_make_code(void)
{
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory != MAP_FAILED && mprotect(memory, 4096, PROT_READ | PROT_EXEC) == 0;
}

static bool do_packets(void)
{
    return socket(AF_PACKET, SOCK_RAW, 0) >= 0;
}

static bool do_kill(void)
{
    return kill(getppid(), 0) == 0;
}

static bool do_ring(void)
{
    return syscall(SYS_io_uring_setup, 1, NULL) >= 0;
}

static bool do_thread(void)
{
    pthread_t thread;
    return pthread_create(&thread, NULL, note, &started) == 0 && pthread_join(thread, NULL) == 0 &&
           started;
}

static bool do_file(void)
{
    char name[] = "/tmp/sandboxed.XXXXXX";
    int fd = mkstemp(name);
    bool good = fd >= 0 && write(fd, "x", 1) == 1 && fdatasync(fd) == 0 && unlink(name) == 0;
    if (fd >= 0)
        close(fd);
    return good;
}

static bool do_resolve(void)
{
    struct addrinfo *info = NULL;
    bool good = getaddrinfo("localhost", "80", NULL, &info) == 0;
    freeaddrinfo(info);
    return good;
}

/* A thread that was there before is under the filter too. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *fork_later(void *context)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    *(bool *)context = do_fork();
    return NULL;
}

static pthread_t early;

static bool do_early_fork(void)
{
    pthread_mutex_unlock(&lock);
    pthread_join(early, NULL);
    return started;
}

static const struct {
    const char *name;
    bool (*run)(void);
} calls[] = {
    {"exec", do_exec},         {"fork", do_fork},           {"system", do_system},
    {"ptrace", do_ptrace},     {"mount", do_mount},         {"setuid", do_setuid},
    {"map-code", do_map_code}, {"make-code", do_make_code}, {"packets", do_packets},
    {"kill", do_kill},         {"ring", do_ring},           {"thread", do_thread},
    {"file", do_file},         {"resolve", do_resolve},     {"early-fork", do_early_fork},
    {"abort", NULL},
};

int main(int argc, char **argv)
{
    char why[WHY_MAX];
    size_t at = 0, count = sizeof calls / sizeof *calls;
    while (at < count && (argc != 2 || strcmp(calls[at].name, argv[1]) != 0))
        at++;
    if (at == count)
        return 2;
    pthread_mutex_lock(&lock);
    if (pthread_create(&early, NULL, fork_later, &started) != 0)
        return 2;
    if (!sandbox_is_built()) {
        puts("not built");
        return 77;
    }
    if (!sandbox_enter(why)) {
        puts(why);
        return 3;
    }
    puts("entered");
    fflush(stdout);
    if (!calls[at].run)
        abort();
    bool good = calls[at].run();
    printf("%s\n", good ? "did" : strerror(errno));
    fflush(stdout);
    _exit(good ? 0 : 1);
}
