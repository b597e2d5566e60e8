/* SPDX-License-Identifier: MIT */
/* Addresses of clients, see peer.h. */
#include "app/server/peer.h"

#include <arpa/inet.h>
#include <string.h>

static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

/* Without brackets, and without a port where that is no part of the address. */
static bool bare_address(const char *text, size_t length, char *out, size_t room)
{
    const char *colon = memchr(text, ':', length);
    if (length && text[0] == '[') {
        const char *close = memchr(text, ']', length);
        if (!close)
            return false;
        text++;
        length = (size_t)(close - text);
    } else if (colon && !memchr(colon + 1, ':', length - (size_t)(colon + 1 - text))) {
        length = (size_t)(colon - text); /* one colon: 1.2.3.4:56 */
    }
    if (length == 0 || length >= room || memchr(text, '\0', length))
        return false;
    memcpy(out, text, length);
    out[length] = '\0';
    return true;
}

bool peer_read(const char *text, size_t length, Address *out)
{
    char bare[INET6_ADDRSTRLEN];
    Address read;
    if (!bare_address(text, length, bare, sizeof bare))
        return false;
    if (inet_pton(AF_INET, bare, read.bytes + 12) == 1)
        memcpy(read.bytes, mapped, sizeof mapped);
    else if (inet_pton(AF_INET6, bare, read.bytes) != 1)
        return false;
    *out = read;
    return true;
}

static bool is_loopback(const Address *address)
{
    static const uint8_t one[16] = {[15] = 1};
    bool v4 = memcmp(address->bytes, mapped, sizeof mapped) == 0;
    return v4 ? address->bytes[12] == 127 : memcmp(address->bytes, one, sizeof one) == 0;
}

PeerKey peer_key(const Address *address)
{
    if (is_loopback(address))
        return PEER_LOOPBACK;
    bool v4 = memcmp(address->bytes, mapped, sizeof mapped) == 0;
    const uint8_t *from = address->bytes + (v4 ? 12 : 0);
    PeerKey key = v4 ? 4 : 6; /* in the highest byte, so that the two kinds never meet */
    for (int i = 0; i < 7; i++)
        key = key << 8 | (v4 && i > 2 ? 0 : from[i]);
    return key;
}

bool peer_same(const Address *a, const Address *b)
{
    return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

bool peer_forwarded(const char *list, size_t length, Address *out)
{
    size_t end = length;
    while (end && (list[end - 1] == ' ' || list[end - 1] == '\t'))
        end--;
    size_t begin = end;
    while (begin && list[begin - 1] != ',')
        begin--;
    while (begin < end && (list[begin] == ' ' || list[begin] == '\t'))
        begin++;
    return peer_read(list + begin, end - begin, out);
}
