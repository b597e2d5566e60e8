/* SPDX-License-Identifier: MIT */
/* One variant, opened: a game with a count of its users, see game.h. */
#include "lib/inner.h"

#include "base/cpu.h"
#include "games/registry.h"

#include <stdlib.h>
#include <string.h>

bool hand_out(const char *reason, char *why)
{
    if (!why)
        return false;
    Str s = str_over(why, CONCENTRIC_WHY_MAX);
    str_add(&s, reason);
    return false;
}

bool hand_out_text(const Text *reason, Lang lang, char *why)
{
    return hand_out(reason->in[lang], why);
}

bool hand_out_detail(const Text *around, Lang lang, const char *detail, char *why)
{
    char reason[WHY_MAX];
    refuse_with(reason, lang, around, detail);
    return hand_out(reason, why);
}

char *told_room(Told *told, size_t bytes)
{
    if (bytes <= told->room)
        return told->text;
    char *more = realloc(told->text, bytes);
    if (!more)
        return NULL;
    told->text = more;
    told->room = bytes;
    return more;
}

/* The counters of the start: none comes later that was not there then. */
static void name_planes(concentric_game *g)
{
    Counter counters[COUNTERS_MAX];
    Pos start;
    g->game->ops->start(g->game, 1, &start);
    int count = g->game->ops->counters(g->game, &start, counters);
    for (int p = 1; p < g->game->piece_count; p++) {
        Str s = str_over(g->plane_name[g->plane_count++], PLANE_NAME_MAX);
        str_format(&s, "piece %c", g->game->pieces[p].letter);
    }
    Str turn = str_over(g->plane_name[g->plane_count++], PLANE_NAME_MAX);
    str_add(&turn, "turn");
    for (int c = 0; c < count; c++) {
        Str s = str_over(g->plane_name[g->plane_count++], PLANE_NAME_MAX);
        str_format(&s, "%s %d", counters[c].id, counters[c].player + 1);
        g->counter[g->counter_count++] = (PlaneCounter){counters[c].id, counters[c].player};
    }
}

concentric_game *concentric_game_open(const char *variant, concentric_lang lang, char *why)
{
    static const Text needs = {
        {"this build needs a processor with {0}", "このビルドには{0}のあるプロセッサが必要です"}};
    char reason[WHY_MAX];
    const char *lacking = cpu_lacks();
    if (lacking) {
        hand_out_detail(&needs, lang_of(lang), lacking, why);
        return NULL;
    }
    concentric_game *g = calloc(1, sizeof *g);
    if (!g) {
        hand_out_text(&refuse_no_memory, lang_of(lang), why);
        return NULL;
    }
    g->game = game_open(or_empty(variant), lang_of(lang), reason);
    if (!g->game) {
        hand_out(reason, why);
        free(g);
        return NULL;
    }
    g->lang = lang_of(lang);
    atomic_init(&g->users, 1);
    name_planes(g);
    return g;
}

concentric_game *game_keep(const concentric_game *game)
{
    concentric_game *g = (concentric_game *)(uintptr_t)game; /* all but its count is constant */
    atomic_fetch_add_explicit(&g->users, 1, memory_order_relaxed);
    return g;
}

void concentric_game_close(concentric_game *g)
{
    if (!g || atomic_fetch_sub_explicit(&g->users, 1, memory_order_acq_rel) != 1)
        return;
    game_close(g->game);
    free(g);
}

const char *concentric_game_variant(const concentric_game *g)
{
    return g->game->id;
}

const char *concentric_game_player(const concentric_game *g, int player, concentric_lang lang)
{
    return player == 1 || player == 2 ? g->game->player[player - 1].in[lang_of(lang)] : NULL;
}

size_t concentric_game_moves_max(const concentric_game *g)
{
    return g->game->moves_max;
}

bool concentric_game_repeats(const concentric_game *g)
{
    return g->game->repeats;
}

/* -- The board -------------------------------------------------------------------------------- */

size_t concentric_point_count(const concentric_game *g)
{
    return g->game->shape.point_count;
}

static const ShapePoint *point_of(const concentric_game *g, size_t point)
{
    static const ShapePoint nowhere;
    return point < g->game->shape.point_count ? &g->game->shape.point[point] : &nowhere;
}

const char *concentric_point_name(const concentric_game *g, size_t point)
{
    return point < g->game->shape.point_count ? point_of(g, point)->name : NULL;
}

int concentric_point_x(const concentric_game *g, size_t point)
{
    return point_of(g, point)->x;
}

int concentric_point_y(const concentric_game *g, size_t point)
{
    return point_of(g, point)->y;
}

int concentric_point_band(const concentric_game *g, size_t point)
{
    return point_of(g, point)->band;
}

int concentric_point_find(const concentric_game *g, const char *name)
{
    const char *rest = or_empty(name);
    Point point = shape_read_point(&g->game->shape, &rest);
    return point == POINT_NONE || *rest ? -1 : point;
}

size_t concentric_link_count(const concentric_game *g)
{
    return g->game->shape.link_count;
}

bool concentric_link(const concentric_game *g, size_t link, size_t *a, size_t *b)
{
    if (link >= g->game->shape.link_count)
        return false;
    *a = g->game->shape.link[link].a;
    *b = g->game->shape.link[link].b;
    return true;
}

size_t concentric_piece_count(const concentric_game *g)
{
    return g->game->piece_count - 1u;
}

static const Piece *piece_of(const concentric_game *g, size_t piece)
{
    static const Piece nothing = {.owner = NEUTRAL};
    return piece >= 1 && piece < g->game->piece_count ? &g->game->pieces[piece] : &nothing;
}

char concentric_piece_letter(const concentric_game *g, size_t piece)
{
    return piece_of(g, piece)->letter;
}

int concentric_piece_owner(const concentric_game *g, size_t piece)
{
    uint8_t owner = piece_of(g, piece)->owner;
    return owner == NEUTRAL ? 0 : owner + 1;
}

const char *concentric_piece_name(const concentric_game *g, size_t piece, concentric_lang lang)
{
    return piece_of(g, piece)->name.in[lang_of(lang)];
}

size_t concentric_symmetry_count(const concentric_game *g)
{
    return g->game->shape.symmetry_count;
}

const uint8_t *concentric_symmetry(const concentric_game *g, size_t symmetry)
{
    return symmetry < g->game->shape.symmetry_count ? g->game->shape.symmetry[symmetry] : NULL;
}

size_t concentric_plane_count(const concentric_game *g)
{
    return g->plane_count;
}

const char *concentric_plane_name(const concentric_game *g, size_t plane)
{
    return plane < g->plane_count ? g->plane_name[plane] : NULL;
}

const char *concentric_version(void)
{
    return CONCENTRIC_VERSION;
}
