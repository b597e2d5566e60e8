/* SPDX-License-Identifier: MIT */
/* Bytes on their way, see out.h. */
#include "app/server/out.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

enum { IOV_MAX_USED = 16 };

typedef struct OutPart {
    struct OutPart *next;
    const uint8_t *bytes;
    size_t length;
    bool lasting;
    uint8_t copy[];
} OutPart;

/* Sends as much as the socket takes: the number of bytes, 0 if it takes none now, -1 if it is
 * broken. */
static ssize_t send_some(int fd, struct iovec *iov, int count)
{
    struct msghdr message = {.msg_iov = iov, .msg_iovlen = (size_t)count};
    ssize_t sent;
    do
        sent = sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return 0;
    return sent;
}

static bool add(Out *out, const uint8_t *bytes, size_t length, bool lasting)
{
    OutPart *part = malloc(sizeof *part + (lasting ? 0 : length));
    if (!part)
        return false;
    *part = (OutPart){.bytes = lasting ? bytes : part->copy, .length = length, .lasting = lasting};
    if (!lasting) {
        memcpy(part->copy, bytes, length);
        out->copied += length;
    }
    if (out->last)
        out->last->next = part;
    else
        out->first = part;
    out->last = part;
    return true;
}

OutStatus out_send(Out *out, int fd, const OutPiece *pieces, int count)
{
    ssize_t sent = 0;
    if (!out->first) {
        struct iovec iov[OUT_PIECES_MAX];
        for (int i = 0; i < count; i++)
            iov[i] = (struct iovec){(void *)(uintptr_t)pieces[i].bytes, pieces[i].length};
        sent = send_some(fd, iov, count);
        if (sent < 0)
            return OUT_BROKEN;
    }
    size_t skip = (size_t)sent;
    for (int i = 0; i < count; i++) {
        size_t taken = skip < pieces[i].length ? skip : pieces[i].length;
        skip -= taken;
        if (taken < pieces[i].length && !add(out, (const uint8_t *)pieces[i].bytes + taken,
                                             pieces[i].length - taken, pieces[i].lasting))
            return OUT_BROKEN;
    }
    return out->first ? OUT_WAITS : OUT_EMPTY;
}

static void take_off(Out *out, size_t sent)
{
    while (sent) {
        OutPart *part = out->first;
        size_t taken = sent < part->length ? sent : part->length;
        part->bytes += taken;
        part->length -= taken;
        sent -= taken;
        if (!part->lasting)
            out->copied -= taken;
        if (part->length)
            return;
        out->first = part->next;
        if (!out->first)
            out->last = NULL;
        free(part);
    }
}

OutStatus out_flush(Out *out, int fd)
{
    while (out->first) {
        struct iovec iov[IOV_MAX_USED];
        int count = 0;
        for (OutPart *p = out->first; p && count < IOV_MAX_USED; p = p->next)
            iov[count++] = (struct iovec){(void *)(uintptr_t)p->bytes, p->length};
        ssize_t sent = send_some(fd, iov, count);
        if (sent < 0)
            return OUT_BROKEN;
        if (sent == 0)
            return OUT_WAITS;
        take_off(out, (size_t)sent);
    }
    return OUT_EMPTY;
}

void out_drop(Out *out)
{
    while (out->first) {
        OutPart *part = out->first;
        out->first = part->next;
        free(part);
    }
    *out = (Out){.first = NULL};
}
