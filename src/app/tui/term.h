/* SPDX-License-Identifier: MIT */
/* The terminal, by ncurses: shows frames, tells of keys and the mouse. */
#ifndef CONCENTRIC_APP_TUI_TERM_H
#define CONCENTRIC_APP_TUI_TERM_H

#include "app/tui/draw.h"

typedef enum TermKey {
    KEY_NOTHING, /* no more for now */
    KEY_TEXT,    /* a character */
    KEY_CLICK,   /* the mouse, at col and row */
    KEY_GO_UP,
    KEY_GO_DOWN,
    KEY_GO_LEFT,
    KEY_GO_RIGHT,
    KEY_RETURN,
    KEY_TAB,
    KEY_BACK_TAB,
    KEY_ERASE,
    KEY_CLEAR_LINE,
    KEY_ESCAPE,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_REDRAW,
    KEY_HELP_KEY,
    KEY_UNKNOWN
} TermKey;

typedef struct TermEvent {
    TermKey key;
    uint32_t glyph;
    int col, row;
} TermEvent;

/* Takes the terminal over and sets theme->colour. False if it cannot be drawn on. */
bool term_open(Theme *theme);
/* Gives it back as it was. */
void term_close(void);
/* Shows the frame, in one write. */
void term_show(const Frame *frame);
/* The next key; never waits. */
TermEvent term_read(void);
/* The terminal's size now. */
void term_size(int *cols, int *rows);
/* Gives the terminal back while this process is stopped; and draws all anew. */
void term_suspend(void);
void term_redraw(void);

#endif
