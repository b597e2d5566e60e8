/* SPDX-License-Identifier: MIT */
/* Links as text, see link.h. */
#include "app/net/link.h"

#include "online/ids.h"

#include <string.h>

/* What an address may hold besides its scheme: nothing that needs quoting, no user and password. */
static bool is_address(const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char c = bytes[i];
        if (c <= ' ' || c > '~' || strchr("\"'<>\\^`{|}@#?", c))
            return false;
    }
    return true;
}

static bool read_base(const char *text, size_t count, char out[NET_BASE_MAX])
{
    size_t scheme = strncmp(text, "https://", 8) == 0  ? 8
                    : strncmp(text, "http://", 7) == 0 ? 7
                                                       : 0;
    while (count && text[count - 1] == '/')
        count--;
    if (!scheme || count <= scheme || count >= NET_BASE_MAX || text[scheme] == '/' ||
        text[scheme] == ':' || !is_address(text, count))
        return false;
    memcpy(out, text, count);
    out[count] = '\0';
    return true;
}

bool table_link_read_base(const char *text, Lang lang, char out[NET_BASE_MAX], char *why)
{
    static const Text form = {
        {"a server is named by an address such as https://play.example.org",
         "サーバーは https://play.example.org のようなアドレスで指定してください"}};
    return read_base(text, strlen(text), out) || refuse(why, "%s", form.in[lang]);
}

/* "", "#j=KEY" or "#s=KEY". */
static bool read_key(const char *text, TableLink *out)
{
    out->kind = LINK_WATCH;
    out->key[0] = '\0';
    if (!*text)
        return true;
    if (strncmp(text, "#j=", 3) != 0 && strncmp(text, "#s=", 3) != 0)
        return false;
    out->kind = text[1] == 'j' ? LINK_INVITE : LINK_SEAT;
    if (strlen(text + 3) >= NET_KEY_MAX || !key_is(text + 3))
        return false;
    memcpy(out->key, text + 3, strlen(text + 3) + 1);
    return true;
}

bool table_link_read(const char *text, Lang lang, TableLink *out, char *why)
{
    static const Text form = {
        {"a link to a table looks like https://play.example.org/t/aB3dE6gH, with #j= and the "
         "invitation or #s= and the seat's key behind it",
         "卓へのリンクは https://play.example.org/t/aB3dE6gH "
         "の形で、後ろに #j=招待 または #s=席の鍵 が付きます"}};
    *out = (TableLink){.kind = LINK_WATCH};
    size_t end = strcspn(text, "#"), slash = end;
    while (slash && text[slash - 1] != '/')
        slash--;
    bool good = slash >= 3 && end - slash < NET_ID_MAX && memcmp(text + slash - 3, "/t/", 3) == 0;
    if (good) {
        memcpy(out->id, text + slash, end - slash);
        out->id[end - slash] = '\0';
    }
    good = good && id_is(out->id) && read_base(text, slash - 3, out->base) &&
           read_key(text + end, out);
    return good || refuse(why, "%s", form.in[lang]);
}

void table_link_write(const TableLink *link, Str *out)
{
    str_format(out, "%s/t/%s", link->base, link->id);
    if (link->kind != LINK_WATCH)
        str_format(out, "#%c=%s", link->kind == LINK_INVITE ? 'j' : 's', link->key);
}
