/* SPDX-License-Identifier: MIT */
/* Listening sockets of others, see handover.h. */
#include "app/server/handover.h"

#include "app/server/ops.h"
#include "base/str.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { FIRST_FD = 3, WAIT_SECONDS = 15 };

bool handover_place(int listener, char *address, size_t room, uint16_t *port)
{
    struct sockaddr_storage at;
    socklen_t length = sizeof at;
    int listens = 0;
    socklen_t size = sizeof listens;
    if (getsockopt(listener, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0 || !listens ||
        getsockname(listener, (struct sockaddr *)&at, &length) != 0)
        return false;
    const struct sockaddr_in *v4 = (const struct sockaddr_in *)&at;
    const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)&at;
    if (at.ss_family != AF_INET && at.ss_family != AF_INET6)
        return false;
    bool six = at.ss_family == AF_INET6;
    *port = ntohs(six ? v6->sin6_port : v4->sin_port);
    return inet_ntop(at.ss_family, six ? (const void *)&v6->sin6_addr : &v4->sin_addr, address,
                     (socklen_t)room) != NULL;
}

static bool make_ready(int fd)
{
    char address[INET6_ADDRSTRLEN];
    int yes = 1;
    uint16_t port;
    int flags = fcntl(fd, F_GETFL);
    return handover_place(fd, address, sizeof address, &port) && flags >= 0 &&
           fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 &&
           setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes) == 0;
}

int handover_inherit(char *why)
{
    const char *pid = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
    uint64_t number, fds;
    if (!pid || !count || !str_is_number(pid, INT32_MAX, &number) || number != (uint64_t)getpid() ||
        !str_is_number(count, 1000, &fds) || fds == 0)
        return -1;
    unsetenv("LISTEN_PID"); /* meant for this process alone */
    unsetenv("LISTEN_FDS");
    if (fds == 1 && make_ready(FIRST_FD))
        return FIRST_FD;
    refuse(why, "systemd should hand in one listening TCP socket (ListenStream)");
    return -2;
}

/* Until the other side closes: it has stopped serving. */
static void wait_for_end(int fd)
{
    char bytes[64];
    ssize_t got;
    do
        got = recv(fd, bytes, sizeof bytes, 0);
    while (got > 0 || (got < 0 && errno == EINTR));
}

int handover_take(const char *path, char *why)
{
    static const char ask[] = "{\"do\":\"hand-over\"}\n";
    struct timeval wait = {.tv_sec = WAIT_SECONDS};
    char answer[1024];
    int listener = -1, fd = ops_connect(path, why);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    ssize_t got = send(fd, ask, sizeof ask - 1, MSG_NOSIGNAL) == (ssize_t)sizeof ask - 1
                      ? ops_take_descriptor(fd, answer, sizeof answer - 1, &listener)
                      : -1;
    if (got > 0 && listener >= 0 && make_ready(listener)) {
        wait_for_end(fd);
    } else {
        if (listener >= 0)
            close(listener);
        listener = -1;
        refuse(why, "the server at '%s' does not hand over", path);
    }
    close(fd);
    return listener;
}
