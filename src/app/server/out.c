/* SPDX-License-Identifier: MIT */
/* Bytes on their way, see out.h. */
#include "app/server/out.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>

enum { IOV_MAX_USED = 16 };

typedef struct OutPart {
    struct OutPart *next;
    const uint8_t *bytes;
    size_t length, offset;
    int file;
    bool lasting;
    uint8_t copy[];
} OutPart;

/* 0 if the socket takes nothing now, -1 if it is broken. */
static ssize_t result_of(ssize_t sent)
{
    return sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? 0 : sent;
}

/* Sends as much as the socket takes: the number of bytes, or as above. `more`: others follow at
 * once, so a packet need not go out half full. */
static ssize_t send_some(int fd, struct iovec *iov, int count, bool more)
{
    struct msghdr message = {.msg_iov = iov, .msg_iovlen = (size_t)count};
    ssize_t sent;
    do
        sent = sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT | (more ? MSG_MORE : 0));
    while (sent < 0 && errno == EINTR);
    return result_of(sent);
}

static ssize_t send_file(int fd, const OutPart *part)
{
    off_t offset = (off_t)part->offset;
    ssize_t sent;
    do
        sent = sendfile(fd, part->file, &offset, part->length);
    while (sent < 0 && errno == EINTR);
    return result_of(sent);
}

static bool add(Out *out, const OutPiece *piece, size_t skip)
{
    size_t length = piece->length - skip;
    const uint8_t *bytes = (const uint8_t *)piece->bytes + skip;
    OutPart *part = malloc(sizeof *part + (piece->lasting ? 0 : length));
    if (!part)
        return false;
    *part = (OutPart){.bytes = piece->lasting ? bytes : part->copy,
                      .length = length,
                      .offset = piece->offset + skip,
                      .file = piece->file,
                      .lasting = piece->lasting};
    if (!piece->lasting) {
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

/* Sends pieces that are in memory, if nothing waits before them. */
static ssize_t send_directly(const Out *out, int fd, const OutPiece *pieces, int count)
{
    struct iovec iov[OUT_PIECES_MAX];
    bool any = out->first != NULL;
    for (int i = 0; i < count; i++) {
        any |= pieces[i].file > 0;
        iov[i] = (struct iovec){(void *)(uintptr_t)pieces[i].bytes, pieces[i].length};
    }
    return any ? 0 : send_some(fd, iov, count, false);
}

OutStatus out_send(Out *out, int fd, const OutPiece *pieces, int count)
{
    bool waited = out->first != NULL, filed = false;
    ssize_t sent = send_directly(out, fd, pieces, count);
    if (sent < 0)
        return OUT_BROKEN;
    size_t skip = (size_t)sent;
    for (int i = 0; i < count; i++) {
        size_t taken = skip < pieces[i].length ? skip : pieces[i].length;
        skip -= taken;
        filed |= pieces[i].file > 0;
        if (taken < pieces[i].length && !add(out, &pieces[i], taken))
            return OUT_BROKEN;
    }
    if (filed && !waited)
        return out_flush(out, fd);
    return out->first ? OUT_WAITS : OUT_EMPTY;
}

static void take_off(Out *out, size_t sent)
{
    while (sent) {
        OutPart *part = out->first;
        size_t taken = sent < part->length ? sent : part->length;
        part->bytes += taken;
        part->offset += taken;
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

/* Sends from the head of the queue: a part in a file, or parts in memory up to one. */
static ssize_t send_first(const Out *out, int fd)
{
    struct iovec iov[IOV_MAX_USED];
    int count = 0;
    if (out->first->file > 0)
        return send_file(fd, out->first);
    const OutPart *p = out->first;
    for (; p && p->file <= 0 && count < IOV_MAX_USED; p = p->next)
        iov[count++] = (struct iovec){(void *)(uintptr_t)p->bytes, p->length};
    return send_some(fd, iov, count, p != NULL);
}

OutStatus out_flush(Out *out, int fd)
{
    while (out->first) {
        ssize_t sent = send_first(out, fd);
        if (sent < 0)
            return OUT_BROKEN;
        if (sent == 0)
            return OUT_WAITS;
        const OutPart *first = out->first;
        take_off(out, (size_t)sent);
        if (out->first == first) /* it took a part of it: to ask again would be in vain */
            return OUT_WAITS;
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
