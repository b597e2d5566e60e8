/* SPDX-License-Identifier: MIT */
/* From a game at one screen to a frame. Knows shapes, pieces, marks and narrowing as data; no game,
 * no terminal. */
#ifndef CONCENTRIC_APP_TUI_DRAW_H
#define CONCENTRIC_APP_TUI_DRAW_H

#include "app/tui/complete.h"
#include "app/tui/frame.h"
#include "app/tui/layout.h"
#include "app/tui/play.h"

typedef struct Theme {
    bool ascii;  /* nothing but ASCII */
    bool colour; /* at least eight of them */
    bool safe;   /* bands for colour-blind eyes */
} Theme;

enum { DRAW_INPUT_MAX = 256, DRAW_KEYS_MAX = 16 };

/* Where a key of the bottom line can be clicked. */
typedef struct KeyArea {
    int col, width;
    char key;
} KeyArea;

/* What the screen shows besides the game. */
typedef struct View {
    Theme theme;
    const char *input; /* what has been typed */
    const char *offer; /* one line in place of the prompt, or NULL */
    int help;          /* its page, from 1; 0 for none */
    int tree;          /* the page of the tree of variations; -1: where the move shown is */
    const char *told;  /* lines in the place of the tree, or NULL */
    bool help_more;    /* there is another page */
    bool cursor;       /* show the board's cursor: the keyboard is in use */
    Layout layout;
    bool fits; /* the layout is on the screen */
    KeyArea key[DRAW_KEYS_MAX];
    int key_count, key_row;
} View;

/* draw_lines.c: the strokes of the board, and the joints at its points. */
void draw_lines(const Layout *layout, const Theme *theme, Frame *frame);
/* draw_pieces.c: one piece with its middle at a cell. */
void draw_piece(const Layout *layout, const Theme *theme, int col, int row, const Piece *piece,
                Hue ground, Frame *frame);
/* The ink of something written on a piece. */
Ink draw_ink_on(const Theme *theme, const Piece *piece, Hue hue, Hue ground);
/* draw_board.c */
void draw_board(const Play *play, const View *view, Frame *frame);
/* draw_screen.c: the whole screen; sets layout, fits and keys of the view. */
void draw_screen(const Play *play, View *view, Frame *frame);

/* Lines of text, view->told, in pages: the page view->tree. */
void draw_pages(Lang lang, View *view, Frame *frame);

/* One line of a menu of games. */
typedef struct MenuLine {
    char title[160], about[400];
} MenuLine;
/* What stands above and below a menu. */
typedef struct MenuFrame {
    const char *title, *keys;
} MenuFrame;
/* The menu; *first and *each say in which rows its lines stand. */
void draw_menu(const MenuLine *lines, int count, int chosen, const Theme *theme, MenuFrame about,
               Frame *frame, int *first, int *each);

#endif
