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

Address peer_of_ipv4(const uint8_t bytes[4])
{
    Address address;
    memcpy(address.bytes, mapped, sizeof mapped);
    memcpy(address.bytes + sizeof mapped, bytes, 4);
    return address;
}

typedef struct Net {
    uint8_t bytes[6], bits;
} Net;

static bool is_in(const uint8_t *address, const Net *nets, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool same = true;
        for (int bit = 0; bit < nets[i].bits && same; bit++)
            same = !((address[bit / 8] ^ nets[i].bytes[bit / 8]) >> (7 - bit % 8) & 1);
        if (same)
            return true;
    }
    return false;
}

/* IANA's registries of special addresses. */
static bool is_public_ipv4(const uint8_t *address)
{
    static const Net special[] = {{{0}, 8},
                                  {{10}, 8},
                                  {{100, 64}, 10},
                                  {{127}, 8},
                                  {{169, 254}, 16},
                                  {{172, 16}, 12},
                                  {{192, 0, 0}, 24},
                                  {{192, 0, 2}, 24},
                                  {{192, 88, 99}, 24},
                                  {{192, 168}, 16},
                                  {{198, 18}, 15},
                                  {{198, 51, 100}, 24},
                                  {{203, 0, 113}, 24},
                                  {{224}, 4},
                                  {{240}, 4}};
    return !is_in(address, special, sizeof special / sizeof *special);
}

bool peer_is_public(const Address *address)
{
    static const Net global[] = {{{0x20}, 3}};
    /* Teredo, benchmarks, ORCHID, documentation, 6to4, which holds an IPv4 address. */
    static const Net special[] = {{{0x20, 0x01, 0, 0}, 23},
                                  {{0x20, 0x01, 0x0d, 0xb8}, 32},
                                  {{0x20, 0x02}, 16},
                                  {{0x3f, 0xff, 0}, 20}};
    static const uint8_t nat64[12] = {0, 0x64, 0xff, 0x9b};
    const uint8_t *bytes = address->bytes;
    if (memcmp(bytes, mapped, sizeof mapped) == 0 || memcmp(bytes, nat64, sizeof nat64) == 0)
        return is_public_ipv4(bytes + 12);
    return is_in(bytes, global, 1) && !is_in(bytes, special, sizeof special / sizeof *special);
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
