/* SPDX-License-Identifier: MIT */
/* Bans, see bans.h. There are few, so they are looked through. */
#include "app/server/bans.h"

#include "app/server/peer.h"
#include "base/str.h"
#include "online/ids.h"

#include <arpa/inet.h>
#include <string.h>

static bool read_net(const char *value, Ban *out, char *why)
{
    Address address;
    size_t length = strcspn(value, "/");
    const char *bits = value + length;
    char text[INET6_ADDRSTRLEN];
    if (!peer_read(value, length, &address) ||
        (*bits && strcmp(bits, "/24") != 0 && strcmp(bits, "/56") != 0))
        return refuse(why, "a net is an address such as 203.0.113.7, with /24 or (IPv6) /56 if "
                           "you like");
    out->peer = peer_key(&address);
    if (out->peer == PEER_LOOPBACK)
        return refuse(why, "this machine itself cannot be banned");
    bool v4 = out->peer >> 56 == 4;
    if (*bits && v4 != (strcmp(bits, "/24") == 0))
        return refuse(why, "a net has 24 bits in IPv4 and 56 in IPv6");
    memset(address.bytes + (v4 ? 15 : 7), 0, v4 ? 1 : 9);
    inet_ntop(v4 ? AF_INET : AF_INET6, address.bytes + (v4 ? 12 : 0), text, sizeof text);
    Str s = str_over(out->value, sizeof out->value);
    str_format(&s, "%s/%d", text, v4 ? 24 : 56);
    return true;
}

static bool is_hash(const char *text)
{
    return strlen(text) == HASH_CHARS && strspn(text, "0123456789abcdef") == HASH_CHARS;
}

static bool read_key(const char *value, Ban *out, char *why)
{
    Str s = str_over(out->value, sizeof out->value);
    if (id_is(value) || is_hash(value))
        str_add(&s, value);
    else if (key_is(value))
        key_hash(value, out->value);
    else
        return refuse(why, "a key is given by the player's id (8 characters), the key, or its "
                           "hash (64 hexadecimal digits)");
    return true;
}

bool bans_read(const char *what, const char *value, Ban *out, char *why)
{
    *out = (Ban){.net = strcmp(what, "net") == 0};
    if (!out->net && strcmp(what, "key") != 0)
        return refuse(why, "a ban is of a key or a net");
    return out->net ? read_net(value, out, why) : read_key(value, out, why);
}

static int find(const Bans *bans, const Ban *ban)
{
    for (int i = 0; i < bans->count; i++)
        if (bans->ban[i].net == ban->net && strcmp(bans->ban[i].value, ban->value) == 0)
            return i;
    return -1;
}

bool bans_put(Bans *bans, const Ban *ban)
{
    int at = find(bans, ban);
    if (at < 0 && bans->count == BANS_MAX)
        return false;
    bans->ban[at < 0 ? bans->count++ : at] = *ban;
    return true;
}

bool bans_drop(Bans *bans, const Ban *ban)
{
    int at = find(bans, ban);
    if (at < 0)
        return false;
    bans->ban[at] = bans->ban[--bans->count];
    return true;
}

void bans_tidy(Bans *bans, int64_t now)
{
    for (int i = bans->count; i-- > 0;)
        if (bans->ban[i].until <= now)
            bans->ban[i] = bans->ban[--bans->count];
}

bool bans_net(const Bans *bans, PeerKey peer, int64_t now)
{
    for (int i = 0; i < bans->count; i++)
        if (bans->ban[i].net && bans->ban[i].peer == peer && bans->ban[i].until > now)
            return true;
    return false;
}

bool bans_key(const Bans *bans, const char *value, int64_t now)
{
    for (int i = 0; i < bans->count; i++)
        if (!bans->ban[i].net && bans->ban[i].until > now && strcmp(bans->ban[i].value, value) == 0)
            return true;
    return false;
}
