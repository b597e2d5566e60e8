/* SPDX-License-Identifier: MIT */
/* libconcentric: the public header over play and games. A match is a tree without branches: what is
 * taken back is gone. Its variants are its own, so that matches share nothing. */
#include "concentric/concentric.h"

#include "base/cpu.h"
#include "games/registry.h"
#include "play/tree.h"
#include "play/variants.h"

#include <stdlib.h>

_Static_assert((int)CONCENTRIC_DRAW == (int)WINNER_DRAW, "results have the same numbers");

struct concentric_match {
    Variants *variants;
    const Game *game;
    Tree tree;
    uint32_t at; /* the last node of the tree */
    Move *moves; /* room for moves_max */
    int count;   /* of the legal moves listed, -1 if they are not listed now */
    char position[POSITION_TEXT_MAX];
    char move[MOVE_TEXT_MAX];
};

static const Pos *pos_of(const concentric_match *m)
{
    return tree_pos(&m->tree, m->at);
}

/* A reason as far as the public size has room, which programs have compiled in, to whoever wants
 * it. Always false. */
static bool hand_out(const char *reason, char *why)
{
    if (!why)
        return false;
    Str s = str_over(why, CONCENTRIC_WHY_MAX);
    str_add(&s, reason);
    return false;
}

static void settle(concentric_match *m)
{
    Str s = str_over(m->position, sizeof m->position);
    m->game->ops->write_pos(m->game, pos_of(m), &s);
    m->count = -1;
}

static bool begin(concentric_match *m, const char *variant, uint64_t seed, const char *position,
                  char *why)
{
    Pos start;
    const char *lacking = cpu_lacks();
    if (lacking)
        return refuse(why, "this build needs a processor with %s", lacking);
    if (!(m->variants = variants_new(registry_families, registry_count)))
        return refuse(why, "out of memory");
    if (!(m->game = variants_open(m->variants, variant, LANG_EN, why)))
        return false;
    if (!position)
        m->game->ops->start(m->game, seed, &start);
    else if (!m->game->ops->read_pos(m->game, position, LANG_EN, &start, why))
        return false;
    m->moves = malloc(m->game->moves_max * sizeof *m->moves);
    if (!m->moves || !tree_begin(&m->tree, m->game, &start))
        return refuse(why, "out of memory");
    settle(m);
    return true;
}

static concentric_match *make(const char *variant, uint64_t seed, const char *position, char *why)
{
    char reason[WHY_MAX] = "out of memory";
    concentric_match *m = calloc(1, sizeof *m);
    if (m && begin(m, variant, seed, position, reason))
        return m;
    hand_out(reason, why);
    concentric_free(m);
    return NULL;
}

concentric_match *concentric_new(const char *variant, const char *position, char *why)
{
    return make(variant, 1, position, why);
}

concentric_match *concentric_new_seeded(const char *variant, uint64_t seed, char *why)
{
    return make(variant, seed, NULL, why);
}

void concentric_free(concentric_match *m)
{
    if (!m)
        return;
    tree_free(&m->tree);
    free(m->moves);
    variants_free(m->variants);
    free(m);
}

const char *concentric_variant(const concentric_match *m)
{
    return m->game->id;
}

const char *concentric_position(const concentric_match *m)
{
    return m->position;
}

int concentric_player(const concentric_match *m)
{
    return pos_of(m)->turn + 1;
}

size_t concentric_move_count(concentric_match *m)
{
    if (m->count < 0)
        m->count = m->game->moves(m->game, pos_of(m), m->moves);
    return (size_t)m->count;
}

const char *concentric_move(concentric_match *m, size_t i)
{
    if (i >= concentric_move_count(m))
        return NULL;
    Str s = str_over(m->move, sizeof m->move);
    m->game->ops->write_move(m->game, pos_of(m), m->moves[i], &s);
    return m->move;
}

bool concentric_play(concentric_match *m, const char *text, char *why)
{
    Move move;
    char reason[WHY_MAX];
    if (!m->game->ops->read_move(m->game, pos_of(m), text, LANG_EN, &move, reason))
        return hand_out(reason, why);
    TreeError error = tree_add(&m->tree, m->at, move, &m->at);
    if (error)
        return hand_out(tree_error(error)->in[LANG_EN], why);
    settle(m);
    return true;
}

bool concentric_undo(concentric_match *m)
{
    if (!m->at)
        return false;
    m->at = tree_take_back(&m->tree);
    settle(m);
    return true;
}

concentric_result concentric_outcome(const concentric_match *m, const char **reason)
{
    Ending ending = tree_ending(&m->tree, m->at);
    if (reason)
        *reason = ending_is_over(&ending) ? ending_reason(&ending)->in[LANG_EN] : NULL;
    return (concentric_result)ending.winner;
}

const char *concentric_version(void)
{
    return CONCENTRIC_VERSION;
}
