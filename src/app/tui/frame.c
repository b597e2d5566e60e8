/* SPDX-License-Identifier: MIT */
/* Frames and the width of text, see frame.h. */
#define _XOPEN_SOURCE 700 /* wcwidth */
#include "app/tui/frame.h"

#include "base/utf8.h"

#include <string.h>
#include <wchar.h>

void frame_begin(Frame *frame, int cols, int rows)
{
    frame->cols = cols < FRAME_COLS_MAX ? cols : FRAME_COLS_MAX;
    frame->rows = rows < FRAME_ROWS_MAX ? rows : FRAME_ROWS_MAX;
    frame->cursor_col = frame->cursor_row = -1;
    for (int row = 0; row < frame->rows; row++)
        for (int col = 0; col < frame->cols; col++)
            frame->cell[row][col] = (Cell){' ', {HUE_OWN, HUE_OWN, 0}};
}

static bool inside(const Frame *frame, int col, int row)
{
    return col >= 0 && row >= 0 && col < frame->cols && row < frame->rows;
}

void frame_put(Frame *frame, int col, int row, uint32_t glyph, Ink ink)
{
    bool wide = glyph_width(glyph) == 2;
    if (!inside(frame, col, row) || (wide && !inside(frame, col + 1, row)))
        return;
    /* What is overwritten in part disappears as a whole. */
    if (!frame->cell[row][col].glyph && col > 0)
        frame->cell[row][col - 1].glyph = ' ';
    int end = wide ? col + 2 : col + 1;
    if (end < frame->cols && !frame->cell[row][end].glyph)
        frame->cell[row][end].glyph = ' ';
    frame->cell[row][col] = (Cell){glyph, ink};
    if (wide)
        frame->cell[row][col + 1] = (Cell){0, ink};
}

void frame_ground(Frame *frame, int col, int row, Hue hue)
{
    if (inside(frame, col, row))
        frame->cell[row][col].ink.bg = (uint8_t)hue;
}

uint32_t text_next(const char **text)
{
    if (!**text)
        return 0;
    size_t length = utf8_sequence(*text);
    bool shown = length && !utf8_steers(*text, length);
    uint32_t c = shown ? utf8_decode(*text, length) : 0xfffd;
    *text += length ? length : 1;
    return c;
}

/* Where the locale knows nothing: the wide blocks of East Asian scripts. */
static int width_by_block(uint32_t c)
{
    bool wide = (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) ||
                (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) ||
                (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
                (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x20000 && c <= 0x3fffd);
    return wide ? 2 : 1;
}

int glyph_width(uint32_t glyph)
{
    if (glyph < 0x80)
        return 1;
    int width = wcwidth((wchar_t)glyph);
    return width == 1 || width == 2 ? width : width == 0 ? 0 : width_by_block(glyph);
}

int text_width(const char *text)
{
    int width = 0;
    for (uint32_t c; (c = text_next(&text)) != 0;)
        width += glyph_width(c);
    return width;
}

int frame_text(Frame *frame, int col, int row, int width, const char *text, Ink ink)
{
    int used = 0, all = text_width(text), room = all > width ? width - 1 : width;
    for (uint32_t c; (c = text_next(&text)) != 0;) {
        int w = glyph_width(c);
        if (!w)
            continue;
        if (used + w > room)
            break;
        frame_put(frame, col + used, row, c, ink);
        used += w;
    }
    if (all > width && width > 0)
        frame_put(frame, col + used++, row, 0x2026, ink);
    return used;
}

/* What no line begins with, in Japanese. */
static bool is_closing(uint32_t c)
{
    static const uint32_t list[] = {0x3001, 0x3002, 0x300d, 0x300f, 0x30fc, 0xff01, 0xff09, 0xff0c,
                                    0xff1a, 0xff1f, 0x3041, 0x3063, 0x3083, 0x3085, 0x3087, 0x30a1,
                                    0x30a3, 0x30a5, 0x30a7, 0x30a9, 0x30c3, 0x30e3, 0x30e5, 0x30e7};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (c == list[i])
            return true;
    return false;
}

/* Bytes of the next line of at most `width` columns; *skip is what to leave out after it. */
static size_t line_length(const char *text, int width, size_t *skip)
{
    const char *p = text, *space = NULL, *after_wide = NULL;
    int used = 0;
    *skip = 0;
    while (*p) {
        const char *at = p;
        uint32_t c = text_next(&p);
        int w = glyph_width(c);
        if (used + w > width) {
            if (c == ' ') {
                *skip = 1;
                return (size_t)(at - text);
            }
            const char *end = space && (!after_wide || space > after_wide) ? space : after_wide;
            *skip = end && end == space;
            return (size_t)((end && end > text ? end : at > text ? at : p) - text);
        }
        used += w;
        if (c == ' ')
            space = at;
        const char *next = p;
        if (w == 2 && !is_closing(text_next(&next)))
            after_wide = p;
    }
    return (size_t)(p - text);
}

int frame_wrap(Frame *frame, int col, int row, int width, int rows, const char *text, Ink ink)
{
    int used = 0;
    while (*text && used < rows && width > 1) {
        char line[4 * FRAME_COLS_MAX];
        Str s = str_over(line, sizeof line);
        size_t skip, length = line_length(text, width, &skip);
        bool cut = used == rows - 1 && text[length]; /* no room for the rest */
        str_bytes(&s, text, cut ? strlen(text) : length);
        frame_text(frame, col, row + used++, width, line, ink);
        text += length + skip;
    }
    return used;
}

void frame_write(const Frame *frame, Str *out)
{
    for (int row = 0; row < frame->rows; row++) {
        int end = frame->cols;
        while (end > 0 && frame->cell[row][end - 1].glyph == ' ')
            end--;
        for (int col = 0; col < end; col++)
            if (frame->cell[row][col].glyph)
                utf8_write(frame->cell[row][col].glyph, out);
        str_char(out, '\n');
    }
}
