/* SPDX-License-Identifier: MIT */
/* Pieces in three sizes. With colours they are blocks of their shade:
 *
 *     glyph  ●      pill  ▐█▌      disc   ▄▄▄      on cells two rows high  ▗███▖
 *                                        ▐███▌                             ▝███▘
 *                                         ▀▀▀
 *
 * without colours, or in ASCII, a glyph with brackets where there is room. */
#include "app/tui/draw.h"

static Hue hue_of(Shade shade)
{
    return shade == SHADE_WHITE ? HUE_WHITE : shade == SHADE_BLACK ? HUE_BLACK : HUE_NEUTRAL;
}

/* What lies under a stack has the other shade. */
static Hue hue_below(const Piece *piece)
{
    Hue hue = hue_of(piece->shade);
    if (piece->form != FORM_STACK)
        return hue;
    return hue == HUE_WHITE ? HUE_BLACK : HUE_WHITE;
}

/* The sign of a piece that is no plain man; 0 for a man. */
static uint32_t sign_of(const Piece *piece, bool ascii)
{
    switch (piece->form) {
    case FORM_KING:
        return ascii ? (uint32_t)piece->letter : 0x265a;
    case FORM_MONSTER:
        return ascii ? (uint32_t)piece->letter : 0x25c6;
    case FORM_STACK:
    case FORM_MAN:
        break;
    }
    return 0;
}

/* One glyph that tells pieces apart without colour. */
static uint32_t plain_glyph(const Piece *piece, bool ascii)
{
    bool white = piece->shade == SHADE_WHITE;
    if (ascii)
        return (uint32_t)piece->letter;
    switch (piece->form) {
    case FORM_STACK:
        return white ? 0x25d2 : 0x25d3;
    case FORM_KING:
        return white ? 0x2654 : 0x265a;
    case FORM_MONSTER:
        return 0x25c6;
    case FORM_MAN:
        break;
    }
    return white ? 0x25cb : 0x25cf;
}

Ink draw_ink_on(const Theme *theme, const Piece *piece, Hue hue, Hue ground)
{
    if (!theme->colour || !piece)
        return (Ink){(uint8_t)hue, (uint8_t)ground, LOOK_BOLD};
    return (Ink){(uint8_t)hue, (uint8_t)hue_of(piece->shade), LOOK_BOLD};
}

static void put_row(Frame *frame, int col, int row, const uint32_t *glyphs, int count, Ink ink)
{
    for (int i = 0; i < count; i++)
        if (glyphs[i] != ' ')
            frame_put(frame, col + i - count / 2, row, glyphs[i], ink);
}

static Hue contrast(Hue hue)
{
    return hue == HUE_WHITE ? HUE_BLACK : HUE_WHITE;
}

/* The middle cell: full, or the sign of the piece; of a stack the lower half is what lies below. */
static void put_middle(Frame *frame, int col, int row, const Piece *piece)
{
    Hue hue = hue_of(piece->shade);
    uint32_t sign = sign_of(piece, false);
    if (sign)
        frame_put(frame, col, row, sign, (Ink){(uint8_t)contrast(hue), (uint8_t)hue, LOOK_BOLD});
    else
        frame_put(frame, col, row, 0x2580, (Ink){(uint8_t)hue, (uint8_t)hue_below(piece), 0});
}

/* Halves of cells cannot show two shades and the ground: a stack is split down the middle. On cells
 * a line of the ground parts a man from the one below. */
static void draw_pill(const Piece *piece, int col, int row, bool cells, Hue ground, Frame *frame)
{
    Hue hue = hue_of(piece->shade);
    frame_put(frame, col - 1, row, 0x2590, (Ink){(uint8_t)hue, (uint8_t)ground, 0});
    frame_put(frame, col + 1, row, 0x258c, (Ink){(uint8_t)hue_below(piece), (uint8_t)ground, 0});
    if (cells && piece->form == FORM_MAN)
        frame_put(frame, col, row, 0x2581, (Ink){(uint8_t)ground, (uint8_t)hue, 0});
    else
        put_middle(frame, col, row, piece);
}

static void draw_disc(const Piece *piece, int col, int row, Hue ground, Frame *frame)
{
    static const uint32_t above[] = {0x2584, 0x2584, 0x2584}, below[] = {0x2580, 0x2580, 0x2580};
    Ink top = {(uint8_t)hue_of(piece->shade), (uint8_t)ground, 0};
    Ink bottom = {(uint8_t)hue_below(piece), (uint8_t)ground, 0};
    Ink both = {top.fg, bottom.fg, 0};
    put_row(frame, col, row - 1, above, 3, top);
    put_row(frame, col, row + 1, below, 3, bottom);
    frame_put(frame, col - 2, row, 0x2590, top);
    frame_put(frame, col + 2, row, 0x258c, bottom);
    frame_put(frame, col - 1, row, 0x2580, both);
    frame_put(frame, col + 1, row, 0x2580, both);
    put_middle(frame, col, row, piece);
}

/* On cells two rows high the middle is the lower row; an eighth above and below parts neighbours.
 */
static void draw_low_disc(const Piece *piece, int col, int row, Hue ground, Frame *frame)
{
    static const uint32_t above[] = {0x2597, 0x2587, 0x2587, 0x2587, 0x2596},
                          sides[] = {0x259d, ' ', ' ', ' ', 0x2598},
                          below[] = {0x2581, 0x2581, 0x2581};
    uint8_t top = (uint8_t)hue_of(piece->shade), bottom = (uint8_t)hue_below(piece);
    put_row(frame, col, row - 1, above, 5, (Ink){top, (uint8_t)ground, 0});
    put_row(frame, col, row, sides, 5, (Ink){bottom, (uint8_t)ground, 0});
    put_row(frame, col, row, below, 3, (Ink){(uint8_t)ground, bottom, 0});
    if (sign_of(piece, false))
        put_middle(frame, col, row, piece);
}

static void draw_plain(const Layout *l, const Theme *theme, int col, int row, const Piece *piece,
                       Hue ground, Frame *frame)
{
    Ink ink = {(uint8_t)(theme->colour ? hue_of(piece->shade) : HUE_OWN), (uint8_t)ground,
               LOOK_BOLD};
    frame_put(frame, col, row, plain_glyph(piece, theme->ascii), ink);
    if (l->size != SIZE_DISC || !theme->ascii)
        return;
    frame_put(frame, col - 1, row, '(', ink);
    frame_put(frame, col + 1, row, ')', ink);
}

void draw_piece(const Layout *l, const Theme *theme, int col, int row, const Piece *piece,
                Hue ground, Frame *frame)
{
    if (theme->ascii || !theme->colour) {
        draw_plain(l, theme, col, row, piece, ground, frame);
    } else if (l->size == SIZE_GLYPH) {
        frame_put(frame, col, row,
                  plain_glyph(&(Piece){.shade = SHADE_BLACK, .form = piece->form}, false),
                  (Ink){(uint8_t)hue_of(piece->shade), (uint8_t)ground, LOOK_BOLD});
    } else if (l->size == SIZE_PILL) {
        draw_pill(piece, col, row, l->shape->style == SHAPE_CELLS, ground, frame);
    } else if (l->shape->style == SHAPE_CELLS && (int)l->down == 2) {
        draw_low_disc(piece, col, row, ground, frame);
    } else {
        draw_disc(piece, col, row, ground, frame);
    }
}
