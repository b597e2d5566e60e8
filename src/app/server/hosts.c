/* SPDX-License-Identifier: MIT */
/* The names of this server, see hosts.h. */
#include "app/server/hosts.h"

#include "app/server/peer.h"
#include "base/str.h"
#include "core/refuse.h"

#include <string.h>

/* Where the port begins, with its colon; the end if there is none. The colons of [::1] are none. */
static size_t port_at(HttpSpan host)
{
    size_t at = host.length;
    while (at && host.text[at - 1] >= '0' && host.text[at - 1] <= '9')
        at--;
    return at > 1 && host.text[at - 1] == ':' ? at - 1 : host.length;
}

static bool same_text(const char *name, HttpSpan host)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < host.length && i < length; i++)
        if (str_lower(host.text[i]) != name[i])
            return false;
    return length == host.length;
}

static bool read_number(HttpSpan host, Address *out)
{
    bool bracketed = host.length && host.text[0] == '[';
    HttpSpan bare = {host.text, port_at(host)};
    if (bracketed != (memchr(bare.text, ':', bare.length) != NULL) ||
        (bracketed && bare.text[bare.length - 1] != ']'))
        return false;
    return peer_read(bare.text, bare.length, out);
}

static bool is_loopback_name(HttpSpan host)
{
    Address address;
    if (same_text("localhost", (HttpSpan){host.text, port_at(host)}))
        return true;
    return read_number(host, &address) && peer_key(&address) == PEER_LOOPBACK;
}

static bool refuse_host(const char *text, size_t length, char *why)
{
    char copy[80], quoted[96];
    Str c = str_over(copy, sizeof copy), q = str_over(quoted, sizeof quoted);
    str_bytes(&c, text, length < 60 ? length : 60);
    str_quote(&q, copy);
    return refuse(why,
                  "--host takes a name such as play.example.org, with http:// or https:// before "
                  "it if you like, not %s",
                  quoted);
}

static bool add_one(Hosts *hosts, const char *text, size_t length, char *why)
{
    HostName name = {.scheme = HTTP_EITHER};
    HttpSpan rest = {text, length};
    if (length > 7 && same_text("http://", (HttpSpan){text, 7}))
        name.scheme = HTTP_PLAIN;
    else if (length > 8 && same_text("https://", (HttpSpan){text, 8}))
        name.scheme = HTTP_SECURE;
    if (name.scheme != HTTP_EITHER) {
        size_t skipped = name.scheme == HTTP_PLAIN ? 7 : 8;
        rest = (HttpSpan){text + skipped, length - skipped};
    }
    if (rest.length > 1 && rest.text[rest.length - 1] == '/')
        rest.length--;
    if (!http_host_is_plain(rest))
        return refuse_host(text, length, why);
    if (hosts->count == HOSTS_MAX)
        return refuse(why, "--host takes at most %d names", HOSTS_MAX);
    for (size_t i = 0; i < rest.length; i++)
        name.text[i] = str_lower(rest.text[i]);
    name.port = port_at(rest) < rest.length;
    hosts->named[hosts->count++] = name;
    hosts->rule = HOSTS_NAMED;
    return true;
}

bool hosts_add(Hosts *hosts, const char *list, char *why)
{
    static const char between[] = ", \t";
    int before = hosts->count;
    for (const char *at = list + strspn(list, between); *at; at += strspn(at, between)) {
        size_t length = strcspn(at, between);
        if (!add_one(hosts, at, length, why))
            return false;
        at += length;
    }
    return hosts->count > before || refuse_host(list, strlen(list), why);
}

HostRule hosts_rule(const char *address)
{
    Address read;
    bool loopback = peer_read(address, strlen(address), &read) && peer_key(&read) == PEER_LOOPBACK;
    return loopback ? HOSTS_LOOPBACK : HOSTS_NUMBERS;
}

/* The port that a scheme has anyway need not be said. */
static bool same_host(const HostName *name, HttpSpan host)
{
    HttpSpan bare = {host.text, port_at(host)};
    if (!name->port)
        return same_text(name->text, bare);
    return same_text(name->text, host) ||
           http_same_host((HttpSpan){name->text, strlen(name->text)}, host, name->scheme);
}

bool hosts_know(const Hosts *hosts, HttpSpan host, bool local, HttpScheme *scheme)
{
    Address address;
    *scheme = HTTP_EITHER;
    if (!host.length || hosts->rule == HOSTS_ANY)
        return true;
    for (int i = 0; i < hosts->count; i++)
        if (same_host(&hosts->named[i], host)) {
            *scheme = hosts->named[i].scheme;
            return true;
        }
    if (hosts->rule == HOSTS_NAMED && !local)
        return false;
    return is_loopback_name(host) || (hosts->rule == HOSTS_NUMBERS && read_number(host, &address));
}
