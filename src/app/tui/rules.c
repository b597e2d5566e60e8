/* SPDX-License-Identifier: MIT */
/* Rules as text, see rules.h. Knows as much of Markdown as those pages have. */
#include "app/tui/rules.h"

#include "app/server/files.h"

#include <string.h>

static const PageFile *find_page(const Game *game, Lang lang)
{
    char wanted[64];
    Str s = str_over(wanted, sizeof wanted);
    str_format(&s, "/rules/%s%s.md", game->family->id, lang == LANG_JA ? ".ja" : "");
    for (size_t i = 0; i < page_file_count; i++) {
        size_t length = page_files[i].name ? strlen(page_files[i].name) : 0;
        if (length >= s.length && strcmp(page_files[i].name + length - s.length, wanted) == 0)
            return &page_files[i];
    }
    return NULL;
}

/* Bytes of a link's address, "](...)" in all; 0 if none begins here. */
static size_t address_at(const char *at, const char *end)
{
    const char *close = end - at > 2 && at[0] == ']' && at[1] == '('
                            ? memchr(at, ')', (size_t)(end - at))
                            : NULL;
    return close ? (size_t)(close - at) + 1 : 0;
}

/* A line without emphasis and addresses; brackets of links go with them. */
static void add_words(const char *at, const char *end, Str *out)
{
    while (at < end) {
        const char *close = *at == '[' ? memchr(at, ']', (size_t)(end - at)) : NULL;
        size_t address = address_at(at, end);
        if (address)
            at += address;
        else if (end - at > 1 && at[0] == '*' && at[1] == '*')
            at += 2;
        else if (*at == '`' || (close && address_at(close, end)))
            at++;
        else
            str_bytes(out, at++, 1);
    }
}

/* Figures, and the line below the head of a table. */
static bool is_left_out(const char *at, size_t length)
{
    return (length > 1 && at[0] == '!' && at[1] == '[') ||
           (length > 4 && memcmp(at, "| --", 4) == 0);
}

/* One line; *open tells whether a paragraph goes on from the line before. */
static void add_line(const char *at, const char *end, bool *open, Str *out)
{
    while (at < end && *at == ' ')
        at++;
    bool heading = at < end && *at == '#', begins = at < end && strchr("#-|", *at);
    if (is_left_out(at, (size_t)(end - at)))
        return;
    if (*open)
        str_char(out, at == end || begins ? '\n' : ' ');
    if (heading)
        str_char(out, '\n');
    while (heading && at < end && (*at == '#' || *at == ' '))
        at++;
    add_words(at, end, out);
    *open = at < end && !heading;
    if (heading)
        str_char(out, '\n');
}

bool rules_tell(const Game *game, Lang lang, Str *out)
{
    const PageFile *page = find_page(game, lang);
    bool open = false;
    if (!page)
        return false;
    const char *at = (const char *)page->bytes, *end = at + page->size;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        add_line(at, stop, &open, out);
        at = stop < end ? stop + 1 : end;
    }
    if (open)
        str_char(out, '\n');
    return !out->full;
}
