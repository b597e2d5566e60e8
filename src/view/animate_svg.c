/* SPDX-License-Identifier: MIT */
/* An animated game, see animate.h. Every man that ever stands somewhere is one element, seen from
 * the move that brings it to the one that takes it away; every man that goes from one point to
 * another is one more, which is seen while it goes. One clock runs for all of them:
 *
 *     | start | move 1: slide, then rest | move 2 ... | pause | and again
 *     0      pace                      2 pace
 *
 * SMIL alone, no script and no style sheet, so that it runs where a picture may not have these. */
#include "view/animate.h"
#include "view/picture_part.h"

#include <string.h>

enum { SLIDE_MS = 420, PAUSE_MS = 2500, CAPTION = 92 };

typedef struct Film {
    const Animation *a;
    uint32_t total, slide; /* milliseconds */
    Str *out;
} Film;

/* What a move does to men: at most this many of them go somewhere. */
enum { SLIDES_MAX = 8 };

typedef struct Slide {
    Point from, to;
    uint8_t piece;
} Slide;

static int slides_of(const Animation *a, uint32_t ply, Slide *out)
{
    const Game *game = a->game;
    Event events[EVENTS_MAX];
    uint8_t board[POINTS_MAX];
    int count = 0, n = game->ops->events(game, &a->pos[ply], a->move[ply], events);
    game->ops->board(game, &a->pos[ply], board);
    for (int i = 0; i < n && count < SLIDES_MAX; i++) {
        const Event *e = &events[i];
        bool goes = e->kind == EVENT_MOVED || e->kind == EVENT_KNOCKED || e->kind == EVENT_STACKED;
        if (goes && board[e->from])
            out[count++] = (Slide){e->from, e->to, board[e->from]};
    }
    return count;
}

/* A moment as a share of the whole, without a leading zero. */
static void add_time(Film *film, uint32_t ms)
{
    if (ms >= film->total)
        str_char(film->out, '1');
    else
        str_format(film->out, ".%06u", (unsigned)((uint64_t)ms * 1000000 / film->total));
}

static void add_clock(Film *film)
{
    str_format(film->out, "dur=\"%ums\" repeatCount=\"indefinite\"", (unsigned)film->total);
}

/* Seen from `from` to `to`; to the end if that is the whole. */
static void add_seen(Film *film, uint32_t from, uint32_t to)
{
    Str *out = film->out;
    if (!from && to >= film->total)
        return;
    str_format(out, "<animate attributeName=\"visibility\" calcMode=\"discrete\" values=\"%s%s\" ",
               from ? "hidden;visible" : "visible", to < film->total ? ";hidden" : "");
    str_add(out, "keyTimes=\"0");
    if (from) {
        str_char(out, ';');
        add_time(film, from);
    }
    if (to < film->total) {
        str_char(out, ';');
        add_time(film, to);
    }
    str_add(out, "\" ");
    add_clock(film);
    str_add(out, "/>");
}

static const char *seen_first(uint32_t from)
{
    return from ? " visibility=\"hidden\"" : "";
}

static void add_man(Film *film, Point p, int piece, uint32_t from, uint32_t to)
{
    const ShapePoint *at = &film->a->game->shape.point[p];
    str_format(film->out, "<use href=\"#p%d\" x=\"%d\" y=\"%d\"%s>", piece, at->x, at->y,
               seen_first(from));
    add_seen(film, from, to);
    str_add(film->out, "</use>\n");
}

static void add_way(Film *film, const char *name, int from, int to, uint32_t begin)
{
    str_format(film->out, "<animate attributeName=\"%s\" values=\"%d;%d;%d;%d\" keyTimes=\"0;",
               name, from, from, to, to);
    add_time(film, begin);
    str_char(film->out, ';');
    add_time(film, begin + film->slide);
    str_add(film->out, ";1\" ");
    add_clock(film);
    str_add(film->out, "/>");
}

static void add_slide(Film *film, const Slide *slide, uint32_t begin)
{
    const ShapePoint *from = &film->a->game->shape.point[slide->from];
    const ShapePoint *to = &film->a->game->shape.point[slide->to];
    str_format(film->out, "<use href=\"#p%d\" x=\"%d\" y=\"%d\" visibility=\"hidden\">",
               slide->piece, from->x, from->y);
    add_seen(film, begin, begin + film->slide);
    add_way(film, "x", from->x, to->x, begin);
    add_way(film, "y", from->y, to->y, begin);
    str_add(film->out, "</use>\n");
}

/* Does the man on a point leave it, or another come to it, by going? */
static bool slides_from(const Slide *slide, int count, Point p)
{
    for (int i = 0; i < count; i++)
        if (slide[i].from == p)
            return true;
    return false;
}

/* All that ever stands on one point: a row of stays. */
static void add_point(Film *film, Point p)
{
    const Animation *a = film->a;
    uint8_t board[POINTS_MAX];
    int stands = 0;
    uint32_t since = 0;
    for (uint32_t k = 0; k <= a->plies; k++) {
        a->game->ops->board(a->game, &a->pos[k], board);
        if (k && board[p] == stands)
            continue;
        Slide slide[SLIDES_MAX];
        int count = k ? slides_of(a, k - 1, slide) : 0;
        uint32_t begin = k * a->pace_ms;
        if (stands)
            add_man(film, p, stands, since,
                    begin + (count && !slides_from(slide, count, p) ? film->slide : 0));
        stands = board[p];
        since = begin + (count ? film->slide : 0);
    }
    if (stands)
        add_man(film, p, stands, since, film->total);
}

static void add_men(Film *film)
{
    const Animation *a = film->a;
    Slide slide[SLIDES_MAX];
    str_add(film->out, "<g id=\"men\">\n");
    for (int p = 0; p < a->game->shape.point_count; p++)
        add_point(film, (Point)p);
    for (uint32_t k = 0; k < a->plies; k++) {
        int count = slides_of(a, k, slide);
        for (int i = 0; i < count; i++)
            add_slide(film, &slide[i], (k + 1) * a->pace_ms);
    }
    str_add(film->out, "</g>\n");
}

/* The point that a move ends at: where the man goes or is put, else the first that is named. */
static Point end_of(const Animation *a, uint32_t ply)
{
    Step path[PATH_MAX];
    int n = a->game->ops->path(a->game, &a->pos[ply], a->move[ply], path);
    for (int i = 0; i < n; i++)
        if (path[i].role == ROLE_TO || path[i].role == ROLE_PLACE)
            return path[i].point;
    return path[0].point;
}

static void add_places(Film *film, const char *name, bool y)
{
    const Animation *a = film->a;
    str_format(film->out, "<animate attributeName=\"%s\" calcMode=\"discrete\" values=\"", name);
    for (uint32_t k = 0; k < a->plies; k++) {
        const ShapePoint *at = &a->game->shape.point[end_of(a, k)];
        str_format(film->out, "%s%d", k ? ";" : "", y ? at->y : at->x);
    }
    str_add(film->out, "\" keyTimes=\"0");
    for (uint32_t k = 1; k < a->plies; k++) {
        str_char(film->out, ';');
        add_time(film, (k + 1) * a->pace_ms);
    }
    str_add(film->out, "\" ");
    add_clock(film);
    str_add(film->out, "/>");
}

/* A ring round the point that was played last. */
static void add_last(Film *film)
{
    if (!film->a->plies)
        return;
    str_add(film->out, "<g id=\"last\" fill=\"none\" stroke=\"#c2410c\" stroke-width=\"7\">"
                       "<circle r=\"44\" visibility=\"hidden\">");
    add_seen(film, film->a->pace_ms, film->total);
    add_places(film, "cx", false);
    add_places(film, "cy", true);
    str_add(film->out, "</circle></g>\n");
}

static void add_escaped(Str *out, const char *text)
{
    for (; *text; text++)
        if (*text == '&' || *text == '<' || *text == '>')
            str_add(out, *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : "&gt;");
        else
            str_char(out, *text);
}

static void add_words(Film *film, const char *text, uint32_t from, uint32_t to)
{
    str_format(film->out, "<text x=\"%d\" y=\"52\"%s>", film->a->game->shape.width / 2,
               seen_first(from));
    add_escaped(film->out, text);
    add_seen(film, from, to);
    str_add(film->out, "</text>\n");
}

/* Below the board: the number and text of the move, at last how it ended, and how far it is. */
static void add_caption(Film *film)
{
    const Animation *a = film->a;
    const Shape *shape = &a->game->shape;
    uint32_t end = (a->plies + 1) * a->pace_ms;
    str_format(film->out,
               "<g id=\"caption\" transform=\"translate(0 %d)\" fill=\"#4a3621\" font-size=\"40\" "
               "text-anchor=\"middle\">\n",
               shape->height);
    for (uint32_t k = 0; k < a->plies; k++) {
        char text[MOVE_TEXT_MAX + 16];
        Str s = str_over(text, sizeof text);
        str_format(&s, "%u%s ", (unsigned)(k / 2 + 1), k % 2 ? "..." : ".");
        a->game->ops->write_move(a->game, &a->pos[k], a->move[k], &s);
        add_words(film, text, (k + 1) * a->pace_ms,
                  k + 1 < a->plies ? (k + 2) * a->pace_ms
                  : *a->end        ? end
                                   : film->total);
    }
    if (*a->end)
        add_words(film, a->end, end, film->total);
    str_format(film->out,
               "<rect x=\"40\" y=\"76\" width=\"%d\" height=\"6\" rx=\"3\" fill-opacity=\".2\"/>"
               "<rect x=\"40\" y=\"76\" width=\"0\" height=\"6\" rx=\"3\" fill=\"#c2410c\">"
               "<animate attributeName=\"width\" values=\"0;%d;%d\" keyTimes=\"0;",
               shape->width - 80, shape->width - 80, shape->width - 80);
    add_time(film, end);
    str_add(film->out, ";1\" ");
    add_clock(film);
    str_add(film->out, "/></rect>\n</g>\n");
}

static void add_pieces(Film *film)
{
    const Game *game = film->a->game;
    str_add(film->out, "<defs>\n");
    for (int p = 1; p < game->piece_count; p++) {
        str_format(film->out, "<g id=\"p%d\">", p);
        picture_add_piece(&(ShapePoint){.x = 0, .y = 0}, &game->pieces[p], film->out);
        str_add(film->out, "</g>\n");
    }
    str_add(film->out, "</defs>\n");
}

bool animation_svg(const Animation *a, Str *out)
{
    const Shape *shape = &a->game->shape;
    Film film = {.a = a, .out = out};
    Picture ground = {.game = a->game, .pos = &a->pos[0], .bands = a->bands};
    film.slide = a->pace_ms / 2 < SLIDE_MS ? a->pace_ms / 2 : SLIDE_MS;
    film.total = (a->plies + 1) * a->pace_ms + PAUSE_MS;
    str_format(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
               "font-family=\"sans-serif\">\n<title>%s</title>\n",
               shape->width, shape->height + CAPTION, a->game->row->title.in[LANG_EN]);
    add_pieces(&film);
    str_add(out, "<g id=\"ground\">\n"
                 "<rect width=\"100%\" height=\"100%\" rx=\"24\" fill=\"#f0dcb4\"/>\n");
    picture_add_ground(&ground, out);
    str_add(out, "</g>\n");
    add_men(&film);
    add_last(&film);
    add_caption(&film);
    str_add(out, "</svg>\n");
    return !out->full;
}
