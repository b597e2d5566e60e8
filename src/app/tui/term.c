/* SPDX-License-Identifier: MIT */
/* The terminal, see term.h. Everything of ncurses is in this file. */
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR       1
#include "app/tui/term.h"

#include "app/tui/signals.h"
#include "view/picture.h"

#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { PAIRS_MAX = 1024, ESCAPE_MS = 25 };

static struct {
    SCREEN *screen;
    bool colour, many;
    struct {
        uint8_t fg, bg;
    } pair[PAIRS_MAX];
    int pair_count;
} term;

/* Of 256 colours, and of eight. */
static const struct {
    int16_t many, few;
} colours[HUE_BAND] = {
    [HUE_OWN] = {-1, -1},
    [HUE_FAINT] = {245, -1},
    [HUE_BLACK] = {16, COLOR_BLACK},
    [HUE_WHITE] = {231, COLOR_WHITE},
    [HUE_WOOD] = {180, COLOR_YELLOW},
    [HUE_LINE] = {94, COLOR_BLACK},
    [HUE_NEUTRAL] = {124, COLOR_RED},
    [HUE_TARGET] = {34, COLOR_GREEN},
    [HUE_WARN] = {160, COLOR_RED},
    [HUE_LAST] = {160, COLOR_RED},
    [HUE_CURSOR] = {51, COLOR_CYAN},
    [HUE_HINT] = {133, COLOR_MAGENTA},
    [HUE_BAR] = {238, COLOR_BLUE},
    [HUE_WIN] = {34, COLOR_GREEN},
    [HUE_EVEN] = {27, COLOR_BLUE},
    [HUE_LOSS] = {160, COLOR_RED},
};

static int number_of(uint8_t hue)
{
    static const int16_t few[BANDS_MAX] = {COLOR_RED,  COLOR_YELLOW,  COLOR_GREEN, COLOR_CYAN,
                                           COLOR_BLUE, COLOR_MAGENTA, COLOR_RED};
    if (hue < HUE_BAND)
        return term.many ? colours[hue].many : colours[hue].few;
    int band = hue - HUE_BAND;
    if (!term.many)
        return few[band % BANDS_MAX];
    return band_colour(band < BANDS_MAX ? BANDS_RAINBOW : BANDS_SAFE, band % BANDS_MAX).ansi;
}

/* The pair of two hues, made when it is first needed. */
static int pair_of(Ink ink)
{
    if (!term.colour || (ink.fg == HUE_OWN && ink.bg == HUE_OWN))
        return 0;
    for (int i = 0; i < term.pair_count; i++)
        if (term.pair[i].fg == ink.fg && term.pair[i].bg == ink.bg)
            return i + 1;
    if (term.pair_count == PAIRS_MAX || term.pair_count + 1 >= COLOR_PAIRS)
        return 0;
    term.pair[term.pair_count].fg = ink.fg;
    term.pair[term.pair_count].bg = ink.bg;
    init_extended_pair(++term.pair_count, number_of(ink.fg), number_of(ink.bg));
    return term.pair_count;
}

static attr_t attributes_of(Ink ink)
{
    attr_t a = 0;
    if (ink.look & LOOK_BOLD)
        a |= A_BOLD;
    if (ink.look & LOOK_REVERSE)
        a |= A_REVERSE;
    if (ink.look & LOOK_UNDERLINE)
        a |= A_UNDERLINE;
    if (ink.look & LOOK_FAINT || (ink.fg == HUE_FAINT && !term.many))
        a |= A_DIM;
    /* Without colours a place that stands out is reversed. */
    if (!term.colour && (ink.bg == HUE_BAR || ink.fg == HUE_CURSOR))
        a |= A_REVERSE;
    return a;
}

bool term_open(Theme *theme)
{
    const char *no_color = getenv("NO_COLOR");
    memset(&term, 0, sizeof term);
    term.screen = newterm(NULL, stdout, stdin);
    if (!term.screen)
        return false;
    set_term(term.screen);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    curs_set(0);
    mouseinterval(0);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED, NULL);
    if (has_colors() && !(no_color && *no_color) && start_color() == OK) {
        use_default_colors();
        term.colour = COLORS >= 8;
        term.many = COLORS >= 256;
    }
    theme->colour = term.colour;
    return true;
}

void term_close(void)
{
    if (!term.screen)
        return;
    endwin();
    delscreen(term.screen);
    term.screen = NULL;
}

static void put_cell(int row, int col, const Cell *cell)
{
    cchar_t c;
    wchar_t text[2] = {(wchar_t)cell->glyph, 0};
    int pair = pair_of(cell->ink);
    if (setcchar(&c, text, attributes_of(cell->ink), (short)pair, &pair) == OK)
        mvadd_wch(row, col, &c);
}

void term_show(const Frame *frame)
{
    erase();
    for (int row = 0; row < frame->rows && row < LINES; row++)
        for (int col = 0; col < frame->cols && col < COLS; col++)
            if (frame->cell[row][col].glyph)
                put_cell(row, col, &frame->cell[row][col]);
    curs_set(frame->cursor_col >= 0);
    if (frame->cursor_col >= 0)
        move(frame->cursor_row, frame->cursor_col);
    refresh();
}

static TermEvent read_mouse(void)
{
    MEVENT event;
    if (getmouse(&event) != OK || !(event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)))
        return (TermEvent){.key = KEY_UNKNOWN};
    return (TermEvent){.key = KEY_CLICK, .col = event.x, .row = event.y};
}

static TermEvent special(wint_t code)
{
    static const struct {
        int code;
        TermKey key;
    } keys[] = {{KEY_UP, KEY_GO_UP},        {KEY_DOWN, KEY_GO_DOWN}, {KEY_LEFT, KEY_GO_LEFT},
                {KEY_RIGHT, KEY_GO_RIGHT},  {KEY_ENTER, KEY_RETURN}, {KEY_BTAB, KEY_BACK_TAB},
                {KEY_BACKSPACE, KEY_ERASE}, {KEY_DC, KEY_ERASE},     {KEY_PPAGE, KEY_PAGE_UP},
                {KEY_NPAGE, KEY_PAGE_DOWN}, {KEY_F(1), KEY_HELP_KEY}};
    if (code == KEY_MOUSE)
        return read_mouse();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].code == (int)code)
            return (TermEvent){.key = keys[i].key};
    return (TermEvent){.key = KEY_UNKNOWN};
}

static TermEvent character(wint_t c)
{
    switch (c) {
    case '\r':
    case '\n':
        return (TermEvent){.key = KEY_RETURN};
    case '\t':
        return (TermEvent){.key = KEY_TAB};
    case 0x1b:
        return (TermEvent){.key = KEY_ESCAPE};
    case 0x08:
    case 0x7f:
        return (TermEvent){.key = KEY_ERASE};
    case 0x03: /* Ctrl-C, where stty -isig is set */
        return (TermEvent){.key = KEY_LEAVE};
    case 0x15: /* Ctrl-U */
        return (TermEvent){.key = KEY_CLEAR_LINE};
    case 0x0c: /* Ctrl-L */
        return (TermEvent){.key = KEY_REDRAW};
    default:
        return c < 0x20 ? (TermEvent){.key = KEY_UNKNOWN}
                        : (TermEvent){.key = KEY_TEXT, .glyph = (uint32_t)c};
    }
}

TermEvent term_read(void)
{
    wint_t c;
    int kind = get_wch(&c);
    if (kind == ERR)
        return (TermEvent){.key = KEY_NOTHING};
    return kind == KEY_CODE_YES ? special(c) : character(c);
}

void term_size(int *cols, int *rows)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col && size.ws_row &&
        (size.ws_row != LINES || size.ws_col != COLS))
        resizeterm(size.ws_row, size.ws_col);
    *cols = COLS;
    *rows = LINES;
}

void term_redraw(void)
{
    clearok(curscr, TRUE);
}

void term_suspend(void)
{
    endwin();
    signals_suspend();
    term_redraw();
}
