/* SPDX-License-Identifier: MIT */
/* The field of a side, see field.h: once for evaluation and rating, as it is too long to stand in
 * both. */
#include "games/morelli/field.h"

void field_make(const MorelliRules *r, const Pos *pos, int player, Field *f)
{
    PointSet empty = morelli_empty(pos), men = morelli_men_of(pos, player);
    PointSet enemy = morelli_men_of(pos, !player);
    for (int w = 0; w < 3; w++) { /* faster than a call for so few words */
        f->reach.word[w] = f->able.word[w] = f->victims.word[w] = 0;
        f->take[0].word[w] = f->take[1].word[w] = f->take[2].word[w] = 0;
    }
    field_reach(r, f, &men, &empty, false);
    field_reach(r, f, &men, &empty, true);
    f->reach = morelli_without_throne(f->reach);
    field_take(f, &men, &enemy);
}
