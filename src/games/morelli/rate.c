/* SPDX-License-Identifier: MIT */
/* Morelli: what a move seems to gain, for the order of the search: men turned, the throne. A quiet
 * move to a cell where it can be turned at once is rated as a loss, a little. */
#include "games/morelli/field.h"

enum {
    TURNED = 100, /* a man */
    CROWN = 150,  /* the vacant throne */
    EVICT = 300,  /* the enemy's */
    RISK = -50,   /* the mover could be turned */
};

/* Cells where a man of ours could be turned as soon as he stops there: between an enemy man and a
 * cell within the enemy's reach. */
static PointSet risky_cells(const MorelliRules *r, const Pos *pos)
{
    Field field;
    PointSet enemy = morelli_men_of(pos, !pos->turn), risky = {{0}};
    field_make(r, pos, !pos->turn, &field);
    for (int d = 0; d < MORELLI_DIRECTIONS; d++) {
        int step = morelli_step(d);
        risky = set_join(risky,
                         set_meet(morelli_shift(enemy, step), morelli_shift(field.reach, -step)));
    }
    return risky;
}

/* Does this move complete a frame? `captured` are the men that it turns, in the window of `to`. */
static bool completes(const MorelliRules *r, const Pos *pos, int from, int to, uint64_t captured)
{
    PointSet men = morelli_men_of(pos, pos->turn);
    morelli_flip(men.word, from);
    morelli_flip(men.word, to);
    for (uint64_t rest = captured; rest;)
        morelli_flip(men.word, bits_pop(&rest) + to - WINDOW_MIDDLE);
    bool framed = morelli_framed(r, men.word, to);
    for (uint64_t rest = captured; rest && !framed;)
        framed = morelli_framed(r, men.word, bits_pop(&rest) + to - WINDOW_MIDDLE);
    return framed;
}

static int crown_of(const Pos *pos)
{
    int king = MORELLI_KING(pos);
    return king == pos->turn + 1 ? 0 : king ? EVICT : CROWN;
}

void morelli_rate(const Game *game, const Pos *pos, const Move *moves, int count, int32_t *out)
{
    const MorelliRules *r = morelli_rules(game);
    memset(out, 0, (size_t)count * sizeof *out);
    if (pos->phase == PHASE_PLACE)
        return;
    PointSet risky = risky_cells(r, pos), men = morelli_men_of(pos, pos->turn);
    int crown = crown_of(pos);
    for (int i = 0; i < count; i++) {
        int to = morelli_to(moves[i]);
        uint64_t captured = morelli_captures(r, pos, pos->turn, to);
        if (captured) {
            out[i] = TURNED * bits_count(captured);
            if (crown && completes(r, pos, morelli_from(moves[i]), to, captured))
                out[i] += crown;
            continue;
        }
        if (crown) {
            morelli_flip(men.word, to);
            out[i] = morelli_framed(r, men.word, to) ? crown : 0;
            morelli_flip(men.word, to);
        }
        if (!out[i] && morelli_has(risky.word, to))
            out[i] = RISK;
    }
}

/* In the nestor edition a move says what it turns, and whether it takes the centre. */
void morelli_rate_choices(const Game *game, const Pos *pos, const Move *moves, int count,
                          int32_t *out)
{
    memset(out, 0, (size_t)count * sizeof *out);
    if (pos->phase == PHASE_PLACE)
        return;
    PointSet risky = risky_cells(morelli_rules(game), pos);
    int crown = crown_of(pos);
    for (int i = 0; i < count; i++) {
        out[i] = TURNED * bits_count(moves[i] >> MORELLI_TURNED_SHIFT & 0xff);
        if (moves[i] & MORELLI_CROWN)
            out[i] += crown;
        if (!out[i] && morelli_has(risky.word, morelli_to(moves[i])))
            out[i] = RISK;
    }
}
