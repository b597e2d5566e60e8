/* SPDX-License-Identifier: MIT */
/* One screen in the making: cells of a glyph and two hues, in memory only. A terminal shows it in
 * one write; a test reads it as text. Text is UTF-8; wide characters take two cells. */
#ifndef CONCENTRIC_APP_TUI_FRAME_H
#define CONCENTRIC_APP_TUI_FRAME_H

#include "base/str.h"

enum { FRAME_COLS_MAX = 320, FRAME_ROWS_MAX = 120 };

/* Colours by what they are for; term.c knows their numbers. */
typedef enum Hue {
    HUE_OWN,
    HUE_FAINT,
    HUE_BLACK,
    HUE_WHITE,
    HUE_WOOD,
    HUE_LINE,
    HUE_NEUTRAL, /* pieces of nobody */
    HUE_TARGET,
    HUE_WARN,
    HUE_LAST, /* the last move */
    HUE_CURSOR,
    HUE_HINT,
    HUE_BAR, /* the line of keys */
    HUE_WIN,
    HUE_EVEN,
    HUE_LOSS,
    HUE_BAND, /* BANDS_MAX of them, outermost of the largest board first; then as many safe ones */
    HUE_COUNT = HUE_BAND + 14
} Hue;

enum { LOOK_BOLD = 1, LOOK_FAINT = 2, LOOK_REVERSE = 4, LOOK_UNDERLINE = 8 };

typedef struct Ink {
    uint8_t fg, bg; /* Hue */
    uint8_t look;
} Ink;

typedef struct Cell {
    uint32_t glyph; /* a code point; 0 is the right half of a wide one */
    Ink ink;
} Cell;

typedef struct Frame {
    int cols, rows;
    int cursor_col, cursor_row; /* of the text cursor; -1 for none */
    Cell cell[FRAME_ROWS_MAX][FRAME_COLS_MAX];
} Frame;

/* An empty frame of at most the greatest size. */
void frame_begin(Frame *frame, int cols, int rows);
/* Nothing happens outside the frame. */
void frame_put(Frame *frame, int col, int row, uint32_t glyph, Ink ink);
/* Changes the ink's background where something stands already. */
void frame_ground(Frame *frame, int col, int row, Hue hue);
/* Writes text in at most `width` columns, cut with an ellipsis; returns the columns used. */
int frame_text(Frame *frame, int col, int row, int width, const char *text, Ink ink);
/* Writes text in lines of `width`, at most `rows` of them; returns the rows used. Breaks at spaces,
 * and anywhere beside wide characters. */
int frame_wrap(Frame *frame, int col, int row, int width, int rows, const char *text, Ink ink);

/* The code point at *text, which moves behind it; U+FFFD for what is no UTF-8. 0 at the end. */
uint32_t text_next(const char **text);
/* Columns of a code point and of a text. */
int glyph_width(uint32_t glyph);
int text_width(const char *text);

/* The frame as lines of UTF-8, for tests and for people who look at them. */
void frame_write(const Frame *frame, Str *out);

#endif
