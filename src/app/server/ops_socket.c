/* SPDX-License-Identifier: MIT */
/* Sockets of the operator and of monitors, see ops.h. */
#define _GNU_SOURCE /* SCM_RIGHTS, accept4 */
#include "app/server/ops.h"

#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static bool make_address(const char *path, struct sockaddr_un *out, char *why)
{
    *out = (struct sockaddr_un){.sun_family = AF_UNIX};
    Str s = str_over(out->sun_path, sizeof out->sun_path);
    str_add(&s, path);
    return !s.full ||
           refuse(why, "the path of the operator's socket is too long (at most %zu bytes)",
                  sizeof out->sun_path - 1);
}

int ops_connect(const char *path, char *why)
{
    struct sockaddr_un address;
    if (!make_address(path, &address, why))
        return -1;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0)
        return fd;
    refuse(why, "no server answers at '%s': %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Takes a socket away at which nobody answers; anything else that is there stays. */
static bool clear_place(const char *path, char *why)
{
    struct stat there;
    char reason[WHY_MAX];
    if (lstat(path, &there) != 0)
        return true;
    if (!S_ISSOCK(there.st_mode))
        return refuse(why, "'%s' is there and is no socket", path);
    int fd = ops_connect(path, reason);
    if (fd >= 0) {
        close(fd);
        return refuse(why, "another server answers at '%s'", path);
    }
    return unlink(path) == 0 || refuse(why, "cannot replace '%s': %s", path, strerror(errno));
}

int ops_listen(const char *path, char *why)
{
    struct sockaddr_un address;
    if (!make_address(path, &address, why) || !clear_place(path, why))
        return -1;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    mode_t mask = umask(0177); /* nobody gets in between bind and chmod */
    bool good = fd >= 0 && bind(fd, (struct sockaddr *)&address, sizeof address) == 0;
    umask(mask);
    if (good && chmod(path, 0600) == 0)
        return fd;
    refuse(why, "cannot make the operator's socket '%s': %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}

int ops_listen_tcp(const char *place, char *why)
{
    const char *colon = strrchr(place, ':');
    char address[64];
    uint64_t number;
    Str s = str_over(address, sizeof address);
    if (!colon || !str_is_number(colon + 1, 65535, &number)) {
        refuse(why, "--metrics takes ADDRESS:PORT such as 127.0.0.1:9100 or [::1]:9100");
        return -1;
    }
    bool brackets = place[0] == '[' && colon > place + 1 && colon[-1] == ']';
    str_bytes(&s, place + brackets, (size_t)(colon - place) - 2 * (size_t)brackets);
    uint16_t port = (uint16_t)number;
    return server_listen(address, &port, why);
}

bool ops_send_descriptor(int socket, const char *text, size_t length, int descriptor)
{
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr align;
    } control = {{0}};
    struct iovec part = {(void *)(uintptr_t)text, length};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = control.bytes,
                             .msg_controllen = sizeof control.bytes};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
    return sendmsg(socket, &message, MSG_NOSIGNAL) == (ssize_t)length;
}

ssize_t ops_take_descriptor(int socket, char *text, size_t room, int *descriptor)
{
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr align;
    } control = {{0}};
    struct iovec part = {text, room};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = control.bytes,
                             .msg_controllen = sizeof control.bytes};
    ssize_t got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    *descriptor = -1;
    const struct cmsghdr *head = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS &&
        head->cmsg_len == CMSG_LEN(sizeof(int)))
        memcpy(descriptor, CMSG_DATA(head), sizeof *descriptor);
    return got;
}
