/* SPDX-License-Identifier: MIT */
/* The listening socket: opened with a reason if it fails, and what comes in at it. */
#define _GNU_SOURCE /* accept4 */
#include "app/server/client.h"

#include "base/str.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static bool find_address(const char *address, uint16_t port, struct addrinfo **out)
{
    char service[8];
    Str s = str_over(service, sizeof service);
    str_number(&s, port);
    struct addrinfo hints = {.ai_family = AF_UNSPEC,
                             .ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE};
    return getaddrinfo(address, service, &hints, out) == 0;
}

static bool start_listening(int fd, const struct addrinfo *info)
{
    int yes = 1;
    /* Connections inherit that small messages are not held back for larger ones. */
    return setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
           setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes) == 0 &&
           fcntl(fd, F_SETFL, O_NONBLOCK) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 &&
           bind(fd, info->ai_addr, info->ai_addrlen) == 0 && listen(fd, SOMAXCONN) == 0;
}

static uint16_t real_port(int fd)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &length) != 0)
        return 0;
    if (address.ss_family == AF_INET6)
        return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    return ntohs(((struct sockaddr_in *)&address)->sin_port);
}

int server_listen(const char *address, uint16_t *port, char *why)
{
    struct addrinfo *info;
    if (!find_address(address, *port, &info)) {
        char quoted[64];
        Str q = str_over(quoted, sizeof quoted);
        str_quote(&q, address);
        refuse(why, "--bind takes a numeric address such as 127.0.0.1 or ::1, not %s", quoted);
        return -1;
    }
    int fd = socket(info->ai_family, SOCK_STREAM, 0);
    if (fd < 0 || !start_listening(fd, info)) {
        int error = errno;
        refuse(why, "cannot listen on port %u of %s: %s%s", *port, address, strerror(error),
               error == EADDRINUSE ? "; give another --port" : "");
        if (fd >= 0)
            close(fd);
        fd = -1;
    } else {
        *port = real_port(fd);
    }
    freeaddrinfo(info);
    return fd;
}

static void read_address(const struct sockaddr_storage *from, Address *out)
{
    *out = (Address){.bytes = {[10] = 0xff, [11] = 0xff}};
    if (from->ss_family == AF_INET6)
        memcpy(out->bytes, &((const struct sockaddr_in6 *)from)->sin6_addr, 16);
    else
        memcpy(out->bytes + 12, &((const struct sockaddr_in *)from)->sin_addr, 4);
}

int server_accept(int listener, Address *address)
{
    struct sockaddr_storage from;
    socklen_t length = sizeof from;
    int fd = accept4(listener, (struct sockaddr *)&from, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0)
        read_address(&from, address);
    return fd;
}
