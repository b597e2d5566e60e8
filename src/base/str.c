/* SPDX-License-Identifier: MIT */
/* Bounded strings, see str.h. Invariant: text[length] == 0 and length < capacity. */
#include "base/str.h"

#include "base/utf8.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

Str str_over(char *buffer, size_t capacity)
{
    assert(capacity > 0);
    buffer[0] = '\0';
    return (Str){.text = buffer, .capacity = capacity};
}

/* How much of the first `count` bytes of a text is whole characters: a piece of one may end it. */
static size_t cut_whole(const char *bytes, size_t count)
{
    enum { LONGEST = 4 };
    for (size_t drop = 0; drop < LONGEST && drop < count; drop++)
        for (size_t back = 1; back <= LONGEST && drop + back <= count; back++)
            if (utf8_length(bytes + count - drop - back, back) == back)
                return count - drop;
    return count < LONGEST ? 0 : count;
}

void str_bytes(Str *s, const char *bytes, size_t count)
{
    size_t room = s->capacity - 1 - s->length;
    if (count > room) {
        s->full = true;
        count = cut_whole(bytes, room);
    }
    memcpy(s->text + s->length, bytes, count);
    s->length += count;
    s->text[s->length] = '\0';
}

void str_char(Str *s, char c)
{
    str_bytes(s, &c, 1);
}

void str_add(Str *s, const char *text)
{
    str_bytes(s, text, strlen(text));
}

void str_number(Str *s, uint64_t n)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + n % 10);
        n /= 10;
    } while (n);
    str_bytes(s, digits + at, sizeof digits - at);
}

static void add_formatted(Str *s, const char *format, va_list args)
{
    size_t room = s->capacity - s->length;
    int wanted = vsnprintf(s->text + s->length, room, format, args);
    assert(wanted >= 0);
    if ((size_t)wanted >= room) {
        s->full = true;
        wanted = (int)cut_whole(s->text + s->length, room - 1);
        s->text[s->length + (size_t)wanted] = '\0';
    }
    s->length += (size_t)wanted;
}

void str_format(Str *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_formatted(s, format, args);
    va_end(args);
}

void str_quote(Str *s, const char *text)
{
    enum { SHOWN = 40 };
    str_char(s, '\'');
    size_t i = 0;
    for (; text[i] && i < SHOWN; i++)
        str_char(s, text[i] >= ' ' && text[i] <= '~' ? text[i] : '?');
    str_add(s, text[i] ? "...'" : "'");
}

void str_fill(Str *s, const char *pattern, const char *const *args)
{
    const char *from = pattern, *p = pattern;
    while (*p) {
        if (p[0] == '{' && p[1] >= '0' && p[1] <= '9' && p[2] == '}') {
            str_bytes(s, from, (size_t)(p - from));
            str_add(s, args[p[1] - '0']);
            from = p += 3;
        } else {
            p++;
        }
    }
    str_bytes(s, from, (size_t)(p - from));
}

bool refuse(char *why, const char *format, ...)
{
    Str s = str_over(why, WHY_MAX);
    va_list args;
    va_start(args, format);
    add_formatted(&s, format, args);
    va_end(args);
    return false;
}

bool str_read_number(const char **text, uint64_t max, uint64_t *out)
{
    const char *p = *text;
    if (*p < '0' || *p > '9' || (p[0] == '0' && p[1] >= '0' && p[1] <= '9'))
        return false;
    uint64_t n = 0;
    for (; *p >= '0' && *p <= '9'; p++) {
        uint64_t digit = (uint64_t)(*p - '0');
        if (digit > max || n > (max - digit) / 10)
            return false;
        n = n * 10 + digit;
    }
    *text = p;
    *out = n;
    return true;
}

bool str_is_number(const char *text, uint64_t max, uint64_t *out)
{
    uint64_t n;
    if (!str_read_number(&text, max, &n) || *text)
        return false;
    *out = n;
    return true;
}

char str_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool str_same_letters(const char *a, const char *b)
{
    while (*a && str_lower(*a) == str_lower(*b))
        a++, b++;
    return str_lower(*a) == str_lower(*b);
}
