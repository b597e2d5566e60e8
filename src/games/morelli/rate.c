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

/* Cells where a man of ours could be turned as soon as it stops there: between an enemy man and a
 * cell within the enemy's reach. */
static PointSet risky_cells(const Pos *pos, const Field *theirs)
{
    PointSet enemy = morelli_men_of(pos, !pos->turn), risky = {{0}};
    UNROLL
    for (int d = 0; d < MORELLI_DIRECTIONS; d++) {
        int step = morelli_step(d);
        risky = set_join(risky,
                         set_meet(morelli_shift(enemy, step), morelli_shift(theirs->reach, -step)));
    }
    return risky;
}

/* Do the men that a move to this cell turns complete a frame, or the man that moves there? */
static bool completes(const MorelliRules *r, const Pos *pos, int to)
{
    PointSet men = morelli_men_of(pos, pos->turn);
    uint64_t captured = morelli_captures(r, pos, pos->turn, to);
    morelli_flip(men.word, to);
    for (uint64_t rest = captured; rest;)
        morelli_flip(men.word, bits_pop(&rest) + to - WINDOW_MIDDLE);
    bool framed = morelli_framed(r, men.word, to);
    for (uint64_t rest = captured; rest && !framed;)
        framed = morelli_framed(r, men.word, bits_pop(&rest) + to - WINDOW_MIDDLE);
    return framed;
}

/* Where a man of ours would be the fourth of a frame. */
static PointSet last_cells(const MorelliRules *r, const PointSet *men)
{
    Quarters quarters = {{0}};
    for (int w = 0; w < 3; w++)
        for (uint64_t rest = men->word[w]; rest;) {
            int cell = 64 * w + bits_pop(&rest);
            quarters.word[r->quarter[cell]] |= UINT64_C(1) << r->frame_number[cell];
        }
    return frame_cells(r, tally_of(&quarters).count[3]);
}

bool morelli_noisy(const Game *game, const Pos *pos)
{
    const MorelliRules *r = morelli_rules(game);
    Field field;
    if (pos->phase == PHASE_PLACE)
        return false;
    field_make(r, pos, pos->turn, &field);
    if (morelli_any(field.take[0]))
        return true;
    if (MORELLI_KING(pos) == pos->turn + 1)
        return false;
    PointSet men = morelli_men_of(pos, pos->turn);
    return morelli_any(set_meet(last_cells(r, &men), field.reach));
}

static int crown_of(const Pos *pos)
{
    int king = MORELLI_KING(pos);
    return king == pos->turn + 1 ? 0 : king ? EVICT : CROWN;
}

static void rate_cells(int16_t *value, PointSet cells, int by)
{
    for (int w = 0; w < 3; w++)
        while (cells.word[w])
            value[64 * w + bits_pop(&cells.word[w])] += (int16_t)by;
}

/* What a move gains depends on where it ends alone: which man came matters only for frames that it
 * left, which is too rare to look at here. */
void morelli_rate(const Game *game, const Pos *pos, const Move *moves, int count, int32_t *out)
{
    const MorelliRules *r = morelli_rules(game);
    int16_t value[192] = {0};
    if (pos->phase == PHASE_PLAY) {
        Field field, theirs;
        PointSet men = morelli_men_of(pos, pos->turn), taking;
        int crown = crown_of(pos);
        field_both(r, pos, &field, &theirs);
        rate_cells(value, risky_cells(pos, &theirs), RISK);
        taking = field.take[0];
        for (int w = 0; w < 3; w++)
            for (uint64_t rest = taking.word[w]; rest;)
                value[64 * w + bits_pop(&rest)] = 0;
        for (int i = 0; i < FIELD_MOST; i++)
            rate_cells(value, field.take[i], TURNED);
        if (crown) {
            PointSet last = last_cells(r, &men);
            rate_cells(value, set_meet(last, morelli_empty(pos)), crown - RISK);
            for (int w = 0; w < 3; w++)
                for (uint64_t rest = taking.word[w] & ~last.word[w]; rest;) {
                    int to = 64 * w + bits_pop(&rest);
                    value[to] += (int16_t)(completes(r, pos, to) ? crown : 0);
                }
        }
    }
    for (int i = 0; i < count; i++)
        out[i] = value[morelli_to(moves[i])];
}

/* In the nestor edition a move says what it turns, and whether it takes the centre. */
void morelli_rate_choices(const Game *game, const Pos *pos, const Move *moves, int count,
                          int32_t *out)
{
    memset(out, 0, (size_t)count * sizeof *out);
    if (pos->phase == PHASE_PLACE)
        return;
    Field theirs;
    field_make(morelli_rules(game), pos, !pos->turn, &theirs);
    PointSet risky = risky_cells(pos, &theirs);
    int crown = crown_of(pos);
    for (int i = 0; i < count; i++) {
        out[i] = TURNED * bits_count(moves[i] >> MORELLI_TURNED_SHIFT & 0xff);
        if (moves[i] & MORELLI_CROWN)
            out[i] += crown;
        if (!out[i] && morelli_has(risky.word, morelli_to(moves[i])))
            out[i] = RISK;
    }
}
