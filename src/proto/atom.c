/* SPDX-License-Identifier: MIT */
/* Atom feeds, see atom.h. */
#include "proto/atom.h"

#include "base/utf8.h"

static const char *escape(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

/* XML 1.0 has no control characters but these, and not the last two of the first plane. */
static bool is_xml(const char *bytes, size_t length)
{
    uint32_t c = length ? utf8_decode(bytes, length) : 0;
    return c >= 0x20 ? c != 0xfffe && c != 0xffff : c == '\t' || c == '\n' || c == '\r';
}

void atom_text(const char *text, Str *out)
{
    while (*text) {
        size_t length = utf8_sequence(text);
        const char *escaped = escape(*text);
        if (escaped)
            str_add(out, escaped);
        else if (is_xml(text, length))
            str_bytes(out, text, length);
        else
            str_add(out, "\xef\xbf\xbd");
        text += length ? length : 1;
    }
}

/* Days since 1970 as a date, by the years of 400-year cycles that begin in March. */
static void write_date(int64_t days, Str *out)
{
    int64_t from_march = days + 719468, era = from_march / 146097;
    int64_t day_of_era = from_march % 146097;
    int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 -
                           day_of_era / 146096) /
                          365;
    int64_t day = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t month = (5 * day + 2) / 153;
    int64_t year = year_of_era + 400 * era + (month >= 10);
    str_format(out, "%04d-%02d-%02d", (int)year, (int)(month < 10 ? month + 3 : month - 9),
               (int)(day - (153 * month + 2) / 5 + 1));
}

void atom_time(int64_t ms, Str *out)
{
    enum { DAY = 86400 };
    int64_t seconds = ms > 0 ? ms / 1000 : 0;
    int rest = (int)(seconds % DAY);
    write_date(seconds / DAY, out);
    str_format(out, "T%02d:%02d:%02dZ", rest / 3600, rest / 60 % 60, rest % 60);
}

static void element(const char *name, const char *text, Str *out)
{
    str_format(out, "<%s>", name);
    atom_text(text, out);
    str_format(out, "</%s>\n", name);
}

static void link_to(const char *address, Str *out)
{
    str_add(out, "<link rel=\"alternate\" type=\"text/html\" href=\"");
    atom_text(address, out);
    str_add(out, "\"/>\n");
}

static void updated(int64_t ms, Str *out)
{
    str_add(out, "<updated>");
    atom_time(ms, out);
    str_add(out, "</updated>\n");
}

void atom_open(const AtomFeed *feed, Str *out)
{
    str_add(out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                 "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"");
    atom_text(feed->lang, out);
    str_add(out, "\">\n");
    element("id", feed->id, out);
    element("title", feed->title, out);
    str_add(out, "<author>");
    element("name", feed->author, out);
    str_add(out, "</author>\n");
    link_to(feed->link, out);
    updated(feed->updated, out);
}

void atom_entry(const AtomEntry *entry, Str *out)
{
    str_add(out, "<entry>\n");
    element("id", entry->id, out);
    element("title", entry->title, out);
    link_to(entry->link, out);
    updated(entry->updated, out);
    element("summary", entry->summary, out);
    str_add(out, "</entry>\n");
}

void atom_close(Str *out)
{
    str_add(out, "</feed>\n");
}
