/* SPDX-License-Identifier: MIT */
/* Child processes, see process.h. fork and exec rather than posix_spawn: only so can the child ask
 * to be killed when we are (Linux), and tell us that there is no such program. */
#include "app/tournament/process.h"

#include "base/clock.h"
#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* Between pipe() and its close-on-exec mark no other thread may fork: an engine that holds
 * another's pipe open would keep us from seeing that one's end. */
static pthread_mutex_t forking = PTHREAD_MUTEX_INITIALIZER;

enum { READ_END, WRITE_END };

typedef struct Pipes {
    int in[2], out[2], err[2], status[2]; /* to the child, from it, and why exec failed */
} Pipes;

static void close_pair(int pair[2])
{
    for (int i = 0; i < 2; i++)
        if (pair[i] >= 0)
            close(pair[i]);
}

static void close_pipes(Pipes *pipes)
{
    close_pair(pipes->in);
    close_pair(pipes->out);
    close_pair(pipes->err);
    close_pair(pipes->status);
}

static bool open_pair(int pair[2])
{
    if (pipe(pair) != 0) {
        pair[0] = pair[1] = -1;
        return false;
    }
    return fcntl(pair[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(pair[1], F_SETFD, FD_CLOEXEC) == 0;
}

static bool open_pipes(Pipes *pipes)
{
    *pipes = (Pipes){{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    if (open_pair(pipes->in) && open_pair(pipes->out) && open_pair(pipes->err) &&
        open_pair(pipes->status))
        return true;
    int error = errno;
    close_pipes(pipes);
    errno = error;
    return false;
}

/* In the child, where only what a signal handler may call is allowed. */
static void become(const Pipes *pipes, char *const *argv, pid_t parent)
{
    sigset_t none;
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127);
#else
    (void)parent;
#endif
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (dup2(pipes->in[READ_END], STDIN_FILENO) >= 0 &&
        dup2(pipes->out[WRITE_END], STDOUT_FILENO) >= 0 &&
        dup2(pipes->err[WRITE_END], STDERR_FILENO) >= 0) {
        /* Its own mark would close a pipe that already had the right number. */
        for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
            fcntl(fd, F_SETFD, 0);
        execvp(argv[0], argv);
    }
    int error = errno;
    ssize_t written = write(pipes->status[WRITE_END], &error, sizeof error);
    _exit(written < 0 ? 126 : 127);
}

static pid_t fork_child(Pipes *pipes, char *const *argv)
{
    pid_t parent = getpid();
    pthread_mutex_lock(&forking);
    if (!open_pipes(pipes)) {
        pthread_mutex_unlock(&forking);
        return -1;
    }
    pid_t pid = fork();
    if (pid == 0)
        become(pipes, argv, parent);
    int error = errno;
    pthread_mutex_unlock(&forking);
    if (pid < 0)
        close_pipes(pipes);
    errno = error;
    return pid;
}

/* Waits until the child has become its program, or has failed: then its errno. */
static int exec_error(int fd)
{
    int error = 0;
    ssize_t got;
    do
        got = read(fd, &error, sizeof error);
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof error ? error : 0;
}

static bool refuse_start(char *why, const char *program, int error)
{
    Str s = str_over(why, WHY_MAX);
    str_add(&s, "cannot start ");
    str_quote(&s, program);
    str_format(&s, ": %s", strerror(error));
    return false;
}

bool process_start(Process *process, char *const *argv, char *why)
{
    Pipes pipes;
    *process = (Process){0, -1, -1, -1, false};
    pid_t pid = fork_child(&pipes, argv);
    if (pid < 0)
        return refuse_start(why, argv[0], errno);
    close(pipes.in[READ_END]);
    close(pipes.out[WRITE_END]);
    close(pipes.err[WRITE_END]);
    close(pipes.status[WRITE_END]);
    int error = exec_error(pipes.status[READ_END]);
    close(pipes.status[READ_END]);
    *process = (Process){pid, pipes.in[WRITE_END], pipes.out[READ_END], pipes.err[READ_END], true};
    if (error) {
        process_end(process, 1000);
        return refuse_start(why, argv[0], error);
    }
    fcntl(process->to, F_SETFL, O_NONBLOCK);
    fcntl(process->from, F_SETFL, O_NONBLOCK);
    fcntl(process->errors, F_SETFL, O_NONBLOCK);
    return true;
}

static bool has_ended(pid_t pid, int *status)
{
    pid_t got = waitpid(pid, status, WNOHANG);
    return got == pid || (got < 0 && errno != EINTR);
}

int process_end(Process *process, int patience_ms)
{
    int status = 0;
    if (process->pid <= 0)
        return status;
    close(process->to);
    close(process->from);
    close(process->errors);
    double until = clock_seconds() + patience_ms * 1e-3;
    bool ended;
    while (!(ended = has_ended(process->pid, &status)) && clock_seconds() < until)
        nanosleep(&(struct timespec){0, 2000000}, NULL);
    kill(-process->pid, SIGKILL);
    while (!ended && waitpid(process->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    *process = (Process){0, -1, -1, -1, false};
    return ended ? status : PROCESS_KILLED;
}
