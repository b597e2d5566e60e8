/* SPDX-License-Identifier: MIT */
/* The board: ground, lines or cells, pieces, what the contract marks, what may be chosen, the last
 * move, the cursor. */
#include "app/tui/draw.h"

#include "view/picture.h"

#include <string.h>

/* Everything that drawing one board needs. */
typedef struct Scene {
    const Play *play;
    const Game *game;
    const View *view;
    const Layout *l;
    const Theme *theme;
    Frame *frame;
    uint8_t board[POINTS_MAX]; /* as it will be, as far as the clicks tell */
    Mark marks[MARKS_MAX];
    int mark_count;
    Step last[PATH_MAX]; /* of the last move */
    int last_count;
    Step hint[PATH_MAX];
    int hint_count;
} Scene;

static const Piece *piece_at(const Scene *s, int p)
{
    return s->board[p] ? &s->game->pieces[s->board[p]] : NULL;
}

static Hue ground_of(const Scene *s, int p)
{
    const Shape *shape = s->l->shape;
    if (!s->theme->colour)
        return HUE_OWN;
    if (shape->style != SHAPE_CELLS || !shape->band_count)
        return HUE_WOOD;
    int band = BANDS_MAX - shape->band_count + shape->point[p].band;
    return (Hue)(HUE_BAND + band + (s->theme->safe ? BANDS_MAX : 0));
}

static void prepare(Scene *s)
{
    const Play *play = s->play;
    const Tree *tree = play_tree(play);
    const TreeNode *node = &tree->node[play->shown];
    const Pos *pos = play_pos(play);
    PointSet ghost;
    click_preview(&play->click, s->board, &ghost); /* the piece under way stands where it goes */
    s->mark_count = s->game->ops->marks(s->game, pos, POINT_NONE, s->marks);
    if (play->shown)
        s->last_count = s->game->ops->path(s->game, tree_pos(tree, node->parent), node->move,
                                           s->last);
    if (play->hint)
        s->hint_count = s->game->ops->path(s->game, pos, play->hint, s->hint);
}

static void lay_wood(const Scene *s)
{
    const Layout *l = s->l;
    int width = (int)((l->max_x - l->min_x) * l->across / 100 + 0.5);
    int height = (int)((l->max_y - l->min_y) * l->down / 100 + 0.5);
    int left = l->left + l->margin_left, top = l->top + l->margin_top;
    for (int row = top - l->above; row <= top + height + l->below; row++)
        for (int col = left - l->side; col <= left + width + l->side; col++)
            frame_put(s->frame, col, row, ' ', (Ink){HUE_LINE, HUE_WOOD, 0});
}

/* Without colours every second band is shaded; the innermost cell has a sign. */
static uint32_t cell_fill(const Scene *s, int p)
{
    const Shape *shape = s->l->shape;
    int from_centre = shape->band_count - 1 - shape->point[p].band;
    if (s->theme->colour || from_centre % 2 == 0)
        return ' ';
    return s->theme->ascii ? '.' : 0x2591;
}

static void draw_cell(const Scene *s, int p, int col, int row)
{
    const Layout *l = s->l;
    Ink ink = {HUE_BLACK, (uint8_t)ground_of(s, p), 0};
    if (!s->theme->colour)
        ink.fg = HUE_OWN;
    for (int r = row - l->above; r <= row + l->below; r++)
        for (int c = col - l->side; c <= col + l->side; c++)
            frame_put(s->frame, c, r, cell_fill(s, p), ink);
    bool centre = l->shape->point[p].band == l->shape->band_count - 1;
    if (centre)
        frame_put(s->frame, col, row, s->theme->ascii ? '*' : 0x25c7, ink);
    else if (!s->theme->colour && cell_fill(s, p) == ' ')
        frame_put(s->frame, col, row, s->theme->ascii ? ' ' : 0xb7, ink);
}

static void draw_labels(const Scene *s)
{
    for (int i = 0; i < s->l->shape->label_count; i++) {
        int col, row;
        const ShapeLabel *label = &s->l->shape->label[i];
        layout_label(s->l, label, &col, &row);
        for (int c = 0; label->text[c]; c++) {
            Cell *at = &s->frame->cell[row < s->frame->rows && row >= 0 ? row : 0]
                                      [col + c < s->frame->cols && col + c >= 0 ? col + c : 0];
            bool inside = at->ink.bg == HUE_WOOD;
            frame_put(s->frame, col + c, row, (uint32_t)label->text[c],
                      inside ? (Ink){HUE_LINE, HUE_WOOD, 0} : (Ink){HUE_FAINT, HUE_OWN, 0});
        }
    }
}

/* A pair of signs about a point: beside a piece or beside the bare point. */
static void about(const Scene *s, int p, uint32_t left, uint32_t right, Hue hue)
{
    int col, row;
    layout_point(s->l, (Point)p, &col, &row);
    bool cells = s->l->shape->style == SHAPE_CELLS;
    bool block = s->theme->colour && !s->theme->ascii;
    int far = s->l->size != SIZE_DISC ? 1 : cells ? s->l->side : piece_at(s, p) && block ? 3 : 2;
    Ink ink = {(uint8_t)hue, (uint8_t)ground_of(s, p), LOOK_BOLD};
    frame_put(s->frame, col - far, row, left, ink);
    frame_put(s->frame, col + far, row, right, ink);
}

static void on_point(const Scene *s, int p, uint32_t glyph, Hue hue)
{
    int col, row;
    layout_point(s->l, (Point)p, &col, &row);
    const Piece *piece = piece_at(s, p);
    if (piece && (s->theme->ascii || !s->theme->colour || s->l->size == SIZE_GLYPH))
        return;
    Cell *cell = &s->frame->cell[row][col];
    bool written = piece && cell->glyph != 0x2580 && cell->glyph != 0x2581;
    if (written) /* a rank or a sign stays readable in the mark's colour */
        cell->ink.fg = (uint8_t)hue;
    else
        frame_put(s->frame, col, row, glyph, draw_ink_on(s->theme, piece, hue, ground_of(s, p)));
}

static Hue shade_hue(const Game *game, int player)
{
    Shade shade = picture_shade(game, player);
    return shade == SHADE_WHITE ? HUE_WHITE : HUE_BLACK;
}

/* Eyes, trapped pieces, ranks. Ranks are written first: other marks only colour them. */
static void draw_mark(const Scene *s, const Mark *mark, int p)
{
    const Piece *piece = piece_at(s, p);
    if (mark->kind == MARK_EYE && !piece)
        on_point(s, p, s->theme->ascii ? 'o' : 0x25ce, shade_hue(s->game, mark->player));
    if (mark->kind == MARK_TRAPPED)
        about(s, p, '!', '!', HUE_WARN);
    if (mark->kind == MARK_RANK && piece && piece->form == FORM_MAN && mark->number < 10)
        on_point(s, p, (uint32_t)('0' + mark->number),
                 piece->shade == SHADE_WHITE ? HUE_BLACK : HUE_WHITE);
}

static void draw_marks(const Scene *s)
{
    for (int i = 0; i < s->mark_count; i++)
        for (int p = 0; p < s->l->shape->point_count; p++)
            if (set_has(&s->marks[i].points, (Point)p))
                draw_mark(s, &s->marks[i], p);
}

/* The last move: a dot on what stands there now, brackets about what was left. */
static void draw_path(const Scene *s, const Step *path, int count, Hue hue)
{
    for (int i = 0; i < count; i++) {
        int p = path[i].point;
        const Piece *piece = piece_at(s, p);
        bool plain = s->theme->ascii || !s->theme->colour || s->l->size == SIZE_GLYPH;
        Hue beside = ground_of(s, p) >= HUE_BAND ? HUE_BLACK : hue; /* red on red would not show */
        if (piece && !plain)
            on_point(s, p, 0x2022, hue);
        else if (s->theme->ascii)
            about(s, p, '=', '=', beside);
        else
            about(s, p, '(', ')', beside);
    }
}

/* What a lesson or a hint points out. */
static void draw_marked(const Scene *s)
{
    for (int p = 0; p < s->l->shape->point_count; p++) {
        Hue hue = ground_of(s, p) >= HUE_BAND ? HUE_BLACK : HUE_HINT;
        if (set_has(&s->play->task.marked, (Point)p))
            about(s, p, s->theme->ascii ? '*' : 0xab, s->theme->ascii ? '*' : 0xbb, hue);
    }
}

/* Without colours a dot would be one of the board's own. */
static void stand_out(const Scene *s, int p)
{
    int col, row;
    layout_point(s->l, (Point)p, &col, &row);
    s->frame->cell[row][col].ink.look |= LOOK_REVERSE;
}

/* Nothing but a dot where a piece may go; a cross on what may be taken; the value where it is
 * known. */
static void draw_target(const Scene *s, int p)
{
    uint32_t hostile = 1u << ROLE_TAKE | 1u << ROLE_TURN | 1u << ROLE_FETCH;
    const Piece *piece = piece_at(s, p);
    bool cross = piece && (s->play->click.narrow.roles & hostile) &&
                 piece->owner != play_pos(s->play)->turn;
    bool band = ground_of(s, p) >= HUE_BAND && !piece; /* green would not show on every band */
    Hue hue = cross ? HUE_WARN : band ? HUE_BLACK : HUE_TARGET;
    Known known;
    bool is_known = play_known(s->play, (Point)p, &known);
    if (is_known)
        hue = known.value > 0 ? HUE_WIN : known.value < 0 ? HUE_LOSS : HUE_EVEN;
    if (piece && (s->theme->ascii || !s->theme->colour || s->l->size == SIZE_GLYPH)) {
        if (s->play->click.count || cross)
            about(s, p, cross ? '>' : '<', cross ? '<' : '>', hue);
        return;
    }
    on_point(s, p, s->theme->ascii ? (cross ? 'x' : 'o') : cross ? 0xd7 : 0x2022, hue);
    if (!s->theme->colour && !s->theme->ascii)
        stand_out(s, p);
    if (is_known && known.plies > 0 && s->l->size != SIZE_GLYPH) {
        int col, row;
        char text[8];
        Str n = str_over(text, sizeof text);
        str_number(&n, (uint64_t)known.plies);
        layout_point(s->l, (Point)p, &col, &row);
        frame_text(s->frame, col + 1, row, 3, text,
                   draw_ink_on(s->theme, piece, hue, ground_of(s, p)));
    }
}

static void draw_choices(const Scene *s)
{
    const Play *play = s->play;
    if (!play_is_open(play))
        return;
    for (int p = 0; p < s->l->shape->point_count; p++)
        if (set_has(&play->click.narrow.next, (Point)p))
            draw_target(s, p);
    for (int i = 0; i < play->click.count; i++)
        about(s, play->click.point[i], s->theme->ascii ? '{' : 0x2039,
              s->theme->ascii ? '}' : 0x203a, HUE_TARGET);
}

/* Brackets that stand out on every ground. */
static void draw_cursor(const Scene *s, int p)
{
    about(s, p, '[', ']', HUE_CURSOR);
    for (int row = 0; s->theme->colour && row < s->frame->rows; row++)
        for (int col = 0; col < s->frame->cols; col++)
            if (s->frame->cell[row][col].ink.fg == HUE_CURSOR)
                s->frame->cell[row][col].ink = (Ink){HUE_BLACK, HUE_CURSOR, LOOK_BOLD};
}

void draw_board(const Play *play, const View *view, Frame *frame)
{
    Scene scene = {.play = play,
                   .game = play->table.game,
                   .view = view,
                   .l = &view->layout,
                   .theme = &view->theme,
                   .frame = frame};
    Scene *s = &scene;
    bool cells = s->l->shape->style == SHAPE_CELLS && s->l->shape->band_count;
    prepare(s);
    if (!cells && s->theme->colour)
        lay_wood(s);
    if (!cells)
        draw_lines(s->l, s->theme, frame);
    draw_labels(s);
    for (int p = 0; p < s->l->shape->point_count; p++) {
        int col, row;
        layout_point(s->l, (Point)p, &col, &row);
        if (cells)
            draw_cell(s, p, col, row);
        if (piece_at(s, p))
            draw_piece(s->l, s->theme, col, row, piece_at(s, p), ground_of(s, p), frame);
    }
    draw_marks(s);
    draw_path(s, s->last, s->last_count, HUE_LAST);
    draw_choices(s);
    if (play->task.kind)
        draw_marked(s);
    draw_path(s, s->hint, s->hint_count, HUE_HINT);
    if (view->cursor)
        draw_cursor(s, play->cursor);
}
