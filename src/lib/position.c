/* SPDX-License-Identifier: MIT */
/* The position that a match is at, see position.h. */
#include "lib/inner.h"

#include "ai/evaluate.h"
#include "core/canon.h"
#include "view/picture.h"

#include <string.h>

void concentric_board(const concentric_match *m, uint8_t *out)
{
    m->game->ops->board(m->game, match_pos(m), out);
}

/* Counter number i; its id is NULL if there is none. */
static Counter counter_of(const concentric_match *m, size_t i)
{
    Counter counters[COUNTERS_MAX];
    size_t count = (size_t)m->game->ops->counters(m->game, match_pos(m), counters);
    return i < count ? counters[i] : (Counter){.id = NULL};
}

size_t concentric_counter_count(const concentric_match *m)
{
    Counter counters[COUNTERS_MAX];
    return (size_t)m->game->ops->counters(m->game, match_pos(m), counters);
}

const char *concentric_counter_id(const concentric_match *m, size_t i)
{
    return counter_of(m, i).id;
}

const char *concentric_counter_name(const concentric_match *m, size_t i)
{
    return counter_of(m, i).name.in[m->lang];
}

int concentric_counter_player(const concentric_match *m, size_t i)
{
    Counter counter = counter_of(m, i);
    return counter.id ? counter.player + 1 : 0;
}

int concentric_counter_value(const concentric_match *m, size_t i)
{
    return counter_of(m, i).value;
}

uint64_t concentric_hash(const concentric_match *m)
{
    return game_text_key(m->game, match_pos(m));
}

const char *concentric_transformed(concentric_match *m, size_t symmetry)
{
    Pos turned;
    if (symmetry >= m->game->shape.symmetry_count)
        return NULL;
    m->game->ops->transform(m->game, match_pos(m), m->game->shape.symmetry[symmetry], &turned);
    Str s = str_over(m->turned, sizeof m->turned);
    m->game->ops->write_pos(m->game, &turned, &s);
    return m->turned;
}

const char *concentric_canonical(concentric_match *m)
{
    m->canonical[0] = '\0';
    for (size_t s = 0; s < m->game->shape.symmetry_count; s++) {
        const char *image = concentric_transformed(m, s);
        if (!m->canonical[0] || strcmp(image, m->canonical) < 0)
            memcpy(m->canonical, image, strlen(image) + 1);
    }
    return m->canonical;
}

uint64_t concentric_canonical_hash(const concentric_match *m)
{
    return canon_key(m->game, match_pos(m));
}

bool concentric_evaluate(const concentric_match *m, int *out)
{
    if (m->game->ops->outcome(m->game, match_pos(m)).winner != WINNER_NONE)
        return false;
    *out = evaluate(m->game, match_pos(m));
    return true;
}

static Picture picture_here(const concentric_match *m)
{
    const TreeNode *node = &m->record.tree.node[m->at];
    const Pos *before = m->at ? tree_pos(&m->record.tree, node->parent) : NULL;
    return picture_of(m->game, &node->pos, before, node->move);
}

const char *concentric_svg(concentric_match *m)
{
    char *text = told_room(&m->svg, PICTURE_BYTES_MAX);
    if (!text)
        return NULL;
    Picture picture = picture_here(m);
    Str s = str_over(text, PICTURE_BYTES_MAX);
    picture_svg(&picture, &s);
    return text;
}

const char *concentric_picture(concentric_match *m)
{
    char *text = told_room(&m->picture, PICTURE_BYTES_MAX);
    if (!text)
        return NULL;
    Picture picture = picture_here(m);
    Str s = str_over(text, PICTURE_BYTES_MAX);
    picture_text(&picture, PALETTE_NONE, &s);
    return text;
}
