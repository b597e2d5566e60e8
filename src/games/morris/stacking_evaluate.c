/* SPDX-License-Identifier: MIT */
/* Stacking Morris: how good a position is, and what moves gain. Stacks win, three in a line, so
 * lines that hold two of a player's stacks count, and enemy stacks that he could turn over. */
#include "games/morris/morris.h"

#include "base/bits.h"

/* What a player's side is worth: stacks of his own, lines with two of them, lines that a low man
 * would complete, enemy stacks that such a line would turn over, steps. */
static int stacking_worth(const MorrisRules *r, const Stacks *s, int c)
{
    enum { STACK = 60, PAIR = 40, OPEN = 12, FLIP = 25, STEP = 3 };
    uint32_t low = stacking_low(s, c), stacks = stacking_own(s, c), enemy = s->top[!c];
    uint32_t empty = r->board & ~(s->top[0] | s->top[1]);
    int score = STACK * bits_count(stacks);
    for (int i = 0; i < r->line_count; i++) {
        uint32_t line = r->line[i];
        if (bits_count(stacks & line) == 2 && !(line & enemy & ~s->two))
            score += PAIR;
        if (bits_count(low & line) == 2 && line & empty)
            score += OPEN + FLIP * bits_count(line & enemy & s->two);
    }
    for (uint64_t men = s->top[c]; men;)
        score += STEP * bits_count(r->joined[bits_pop(&men)] & empty);
    return score;
}

int stacking_evaluate(const Game *game, const Pos *pos)
{
    const MorrisRules *r = morris_rules(game);
    Stacks s = stacking_of(pos);
    return stacking_worth(r, &s, pos->turn) - stacking_worth(r, &s, !pos->turn);
}

/* A mill to resolve or to complete, or two stacks in a line. */
bool stacking_loud(const Game *game, const Pos *pos)
{
    const MorrisRules *r = morris_rules(game);
    Stacks s = stacking_of(pos);
    uint32_t free = r->board & ~s.top[!pos->turn];
    uint32_t low = stacking_low(&s, pos->turn), stacks = stacking_own(&s, pos->turn);
    return (morris_closers(r, low) & (free | low)) | (morris_closers(r, stacks) & free);
}

/* By the board after the move: a line of stacks wins, a stack made or turned over is a gain, and
 * a line of low men that it leaves to the enemy is a loss. */
void stacking_rate(const Game *game, const Pos *pos, const Move *moves, int count, int32_t *out)
{
    enum { WIN = 5000, STACK = 100, GIVEN = -60 };
    const MorrisRules *r = morris_rules(game);
    Stacks before = stacking_of(pos);
    int us = pos->turn, had = bits_count(stacking_own(&before, us)),
        stood = bits_count(stacking_own(&before, !us));
    for (int i = 0; i < count; i++) {
        Stacks s = stacking_after(&before, us, moves[i]);
        uint32_t own = stacking_own(&s, us);
        int32_t rate = STACK * (bits_count(own) - had + stood - bits_count(stacking_own(&s, !us)));
        if (morris_has_line(r, stacking_low(&s, !us)))
            rate += GIVEN;
        out[i] = morris_has_line(r, own) ? WIN : rate;
    }
}
