/* SPDX-License-Identifier: MIT */
/* One pipe for everything that wakes the loop, see signals.h. */
#include "app/tui/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#ifndef SIGWINCH
#define SIGWINCH 28 /* not in POSIX 2008; the same on every system that we build for */
#endif

static int pipe_fd[2] = {-1, -1};
static atomic_uint bits;
static atomic_bool leaving;

void signals_wake(void)
{
    int saved = errno;
    if (pipe_fd[1] >= 0) {
        ssize_t written = write(pipe_fd[1], "", 1); /* a full pipe wakes as well */
        (void)written;
    }
    errno = saved;
}

static void on_signal(int number)
{
    unsigned bit = number == SIGWINCH  ? SIGNAL_RESIZE
                   : number == SIGTSTP ? SIGNAL_SUSPEND
                   : number == SIGCONT ? SIGNAL_CONTINUE
                                       : SIGNAL_LEAVE;
    if (bit == SIGNAL_LEAVE)
        atomic_store(&leaving, true);
    atomic_fetch_or(&bits, bit);
    signals_wake();
}

static void handle(int number, void (*handler)(int))
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    sigaction(number, &action, NULL);
}

static const int taken[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT};
enum { TAKEN_COUNT = sizeof taken / sizeof *taken };

bool signals_open(void)
{
    if (pipe(pipe_fd) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(pipe_fd[i], F_SETFL, O_NONBLOCK);
        fcntl(pipe_fd[i], F_SETFD, FD_CLOEXEC);
    }
    for (int i = 0; i < TAKEN_COUNT; i++)
        handle(taken[i], on_signal);
    handle(SIGPIPE, SIG_IGN);
    handle(SIGXFSZ, SIG_IGN); /* a limit on files is an error like a full disk */
    return true;
}

void signals_close(void)
{
    for (int i = 0; i < TAKEN_COUNT; i++)
        handle(taken[i], SIG_DFL);
    for (int i = 0; i < 2; i++) {
        close(pipe_fd[i]);
        pipe_fd[i] = -1;
    }
}

unsigned signals_take(void)
{
    char bytes[64];
    while (read(pipe_fd[0], bytes, sizeof bytes) > 0)
        continue;
    return atomic_exchange(&bits, 0);
}

bool signals_leaving(void)
{
    return atomic_load(&leaving);
}

WaitResult signals_wait(int fd, int ms)
{
    struct pollfd fds[2] = {{.fd = fd, .events = POLLIN}, {.fd = pipe_fd[0], .events = POLLIN}};
    int n = poll(fds, 2, ms);
    if (n < 0)
        return errno == EINTR ? WAIT_WOKEN : WAIT_CLOSED;
    if (fds[1].revents)
        return WAIT_WOKEN;
    if (fds[0].revents & POLLIN)
        return WAIT_INPUT;
    return fds[0].revents ? WAIT_CLOSED : WAIT_TIMEOUT;
}

void signals_suspend(void)
{
    handle(SIGTSTP, SIG_DFL);
    kill(0, SIGTSTP); /* the whole job, as the terminal would have done */
    handle(SIGTSTP, on_signal);
}
