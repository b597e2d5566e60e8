/* SPDX-License-Identifier: MIT */
/* UTF-8, see utf8.h. */
#include "base/utf8.h"

#include <string.h>

size_t utf8_length(const char *bytes, size_t count)
{
    const unsigned char *s = (const unsigned char *)bytes;
    if (!count || !s[0])
        return 0;
    if (s[0] < 0x80)
        return 1;
    size_t length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4 || length > count)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return length;
}

size_t utf8_sequence(const char *text)
{
    return utf8_length(text, strnlen(text, 4));
}

size_t utf8_last(const char *bytes, size_t count)
{
    for (size_t back = 1; back <= 4 && back <= count; back++)
        if (utf8_length(bytes + count - back, back) == back)
            return back;
    return count > 0;
}

uint32_t utf8_decode(const char *bytes, size_t length)
{
    uint32_t c = (unsigned char)bytes[0];
    if (length == 1)
        return c;
    c &= 0x7fu >> length;
    for (size_t i = 1; i < length; i++)
        c = c << 6 | ((unsigned char)bytes[i] & 0x3fu);
    return c;
}

void utf8_write(uint32_t c, Str *out)
{
    char bytes[4];
    size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; c >>= 6)
        bytes[i] = (char)(0x80 | (c & 0x3f));
    bytes[0] = (char)(length == 1 ? c : (0xf00u >> length & 0xf0) | c);
    str_bytes(out, bytes, length);
}

bool utf8_steers(const char *bytes, size_t length)
{
    uint32_t c = utf8_decode(bytes, length);
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

bool utf8_is_plain(const char *bytes, size_t count)
{
    for (size_t at = 0, n; at < count; at += n)
        if ((n = utf8_length(bytes + at, count - at)) == 0 || utf8_steers(bytes + at, n))
            return false;
    return true;
}

/* Spaces, fillers, joiners, selectors of variants, tags: in the order of their numbers. */
static bool is_invisible(uint32_t c)
{
    static const uint32_t ranges[][2] = {
        {0x00, 0x20},     {0x7f, 0xa0},       {0xad, 0xad},       {0x34f, 0x34f},
        {0x61c, 0x61c},   {0x70f, 0x70f},     {0x115f, 0x1160},   {0x1680, 0x1680},
        {0x17b4, 0x17b5}, {0x180b, 0x180f},   {0x2000, 0x200f},   {0x2028, 0x202f},
        {0x205f, 0x206f}, {0x2800, 0x2800},   {0x3000, 0x3000},   {0x3164, 0x3164},
        {0xfe00, 0xfe0f}, {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},
        {0xfffe, 0xffff}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges && c >= ranges[i][0]; i++)
        if (c <= ranges[i][1])
            return true;
    return false;
}

bool utf8_shows(const char *bytes, size_t count)
{
    for (size_t at = 0, n; at < count; at += n)
        if ((n = utf8_length(bytes + at, count - at)) == 0)
            return false;
        else if (!is_invisible(utf8_decode(bytes + at, n)))
            return true;
    return false;
}
