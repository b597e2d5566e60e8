/* SPDX-License-Identifier: MIT */
/* Which addresses are push services, see webpush.h. A browser hands us an address to post to; a
 * liar could hand us any. So only services that browsers really use are taken, by https, at their
 * usual port, and nothing in the address may be read in two ways. */
#include "online/webpush.h"

#include <string.h>

/* A name, or (behind a dot) every name that ends so. */
static const char *const services[] = {
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    ".notify.windows.com",
    "web.push.apple.com",
};

static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-.";
/* Of a path and its query: what needs no quoting (RFC 3986), and %. */
static const char path_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                   "-._~:/?[]@!$&'()*+,;=%";

static bool is_service(const char *host, size_t length)
{
    for (size_t i = 0; i < sizeof services / sizeof *services; i++) {
        size_t own = strlen(services[i]);
        bool below = services[i][0] == '.';
        if (below ? length > own && memcmp(host + length - own, services[i], own) == 0
                  : length == own && memcmp(host, services[i], own) == 0)
            return true;
    }
    return false;
}

static bool give_origin(const char *endpoint, size_t length, char origin[PUSH_ORIGIN_MAX])
{
    Str s = str_over(origin, PUSH_ORIGIN_MAX);
    str_bytes(&s, endpoint, length);
    return !s.full;
}

bool push_endpoint_is_known(const char *endpoint, const char *allowed, char origin[PUSH_ORIGIN_MAX])
{
    static const char scheme[] = "https://";
    size_t all = strlen(endpoint), open = allowed ? strlen(allowed) : 0;
    if (all >= PUSH_ENDPOINT_MAX)
        return false;
    if (open && strncmp(endpoint, allowed, open) == 0 && endpoint[open] == '/')
        return strspn(endpoint + open, path_letters) == all - open &&
               give_origin(endpoint, open, origin);
    if (strncmp(endpoint, scheme, sizeof scheme - 1) != 0)
        return false;
    const char *host = endpoint + sizeof scheme - 1;
    size_t length = strspn(host, letters);
    return host[length] == '/' && host[0] != '.' && !strstr(host, "..") &&
           is_service(host, length) &&
           strspn(host + length, path_letters) == strlen(host + length) &&
           give_origin(endpoint, sizeof scheme - 1 + length, origin);
}

bool push_allowed_is_good(const char *origin)
{
    static const char place[] = "http://127.0.0.1:";
    uint64_t port;
    return strncmp(origin, place, sizeof place - 1) == 0 &&
           str_is_number(origin + sizeof place - 1, 65535, &port) && port > 0;
}

bool push_contact_is_good(const char *contact)
{
    size_t length = strlen(contact);
    if (length >= PUSH_CONTACT_MAX || strspn(contact, path_letters) != length)
        return false;
    if (strncmp(contact, "mailto:", 7) == 0) {
        const char *at = strchr(contact, '@');
        return at && at > contact + 7 && at[1] && !strchr(at + 1, '@');
    }
    return strncmp(contact, "https://", 8) == 0 && length > 8;
}
