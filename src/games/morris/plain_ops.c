/* SPDX-License-Identifier: MIT */
/* Nine, six and twelve men's morris: everything of the contract that is not hot. */
#include "games/morris/morris.h"

#include "base/bits.h"

bool morris_has_free_move(const MorrisRules *r, const Pos *pos, uint32_t own, uint32_t empty)
{
    uint64_t memory = pos->stones[pos->turn][1];
    if (pos->hand[pos->turn]) {
        for (uint64_t rest = empty; rest;)
            if (!morris_is_remill(r, memory, own, bits_pop(&rest)))
                return true;
        return false;
    }
    bool flies = morris_flies(r, pos, pos->turn);
    for (uint64_t men = own; men;) {
        int from = bits_pop(&men);
        for (uint64_t rest = flies ? empty : r->joined[from] & empty; rest;)
            if (!morris_is_remill(r, memory, own & ~(1u << from), bits_pop(&rest)))
                return true;
    }
    return false;
}

static void plain_transform(const Game *game, const Pos *pos, const Point *to, Pos *out)
{
    *out = *pos;
    for (int c = 0; c < 2; c++) {
        uint64_t memory = pos->stones[c][1];
        out->stones[c][0] = morris_map(pos->stones[c][0], to);
        if (memory)
            out->stones[c][1] = morris_memory(to[memory & 0xff], to[(memory >> 8) - 1]);
    }
    out->key = morris_plain_key(game, out);
}

static int plain_path(const Game *game, const Pos *pos, Move move, Step *out)
{
    (void)game;
    uint32_t own = (uint32_t)pos->stones[pos->turn][0], changed = move & 0xffffff;
    int n = 0;
    if (move & MORRIS_PLACE) {
        out[n++] = (Step){(Point)bits_first(changed), ROLE_PLACE};
    } else {
        out[n++] = (Step){(Point)bits_first(changed & own), ROLE_FROM};
        out[n++] = (Step){(Point)bits_first(changed & ~own), ROLE_TO};
    }
    for (uint64_t taken = move >> MORRIS_TAKEN_SHIFT & 0xffffff; taken;)
        out[n++] = (Step){(Point)bits_pop(&taken), ROLE_TAKE};
    return n;
}

/* All lines of x through point p. */
static int add_line_events(const MorrisRules *r, uint32_t x, int p, int player, Event *out)
{
    int n = 0;
    for (int i = 0; i < r->line_count; i++) {
        if (!(r->line[i] >> p & 1) || (x & r->line[i]) != r->line[i])
            continue;
        out[n++] = (Event){.kind = EVENT_LINE,
                           .player = (uint8_t)player,
                           .from = POINT_NONE,
                           .to = POINT_NONE,
                           .points = {{r->line[i]}}};
    }
    return n;
}

static int plain_events(const Game *game, const Pos *pos, Move move, Event *out)
{
    int us = pos->turn, n = 0;
    uint32_t own = (uint32_t)pos->stones[us][0], changed = move & 0xffffff;
    int to = bits_first(changed & ~own);
    Event event = {.kind = EVENT_PLACED,
                   .player = (uint8_t)us,
                   .piece = (uint8_t)(us + 1),
                   .from = POINT_NONE,
                   .to = (Point)to};
    if (!(move & MORRIS_PLACE)) {
        event.kind = EVENT_MOVED;
        event.from = (Point)bits_first(changed & own);
    }
    out[n++] = event;
    n += add_line_events(morris_rules(game), own ^ changed, to, us, out + n);
    for (uint64_t taken = move >> MORRIS_TAKEN_SHIFT & 0xffffff; taken;)
        out[n++] = (Event){.kind = EVENT_TAKEN,
                           .player = (uint8_t)us,
                           .piece = (uint8_t)(2 - us),
                           .from = (Point)bits_pop(&taken),
                           .to = POINT_NONE};
    return n + events_add_outcome(game, pos, move, out + n);
}

static int plain_marks(const Game *game, const Pos *pos, Point at, Mark *out)
{
    const MorrisRules *r = morris_rules(game);
    int n = 0;
    for (int c = 0; c < 2; c++) {
        for (int i = 0; i < r->line_count; i++)
            if ((pos->stones[c][0] & r->line[i]) == r->line[i] &&
                (at == POINT_NONE || r->line[i] >> at & 1))
                out[n++] = (Mark){
                    .kind = MARK_LINE, .player = (uint8_t)c, .points = {{r->line[i]}}};
        if (at != POINT_NONE && pos->stones[c][0] >> at & 1 && !pos->hand[c]) {
            uint32_t empty = r->board & (uint32_t) ~(pos->stones[0][0] | pos->stones[1][0]);
            bool flies = r->flying && bits_count(pos->stones[c][0]) == MORRIS_MEN_LEAST;
            out[n++] = (Mark){.kind = MARK_REACH,
                              .player = (uint8_t)c,
                              .points = {{flies ? empty : r->joined[at] & empty}}};
        }
    }
    return n;
}

static int plain_counters(const Game *game, const Pos *pos, Counter *out)
{
    const MorrisRules *r = morris_rules(game);
    int n = 0;
    for (int c = 0; c < 2; c++) {
        int board = bits_count(pos->stones[c][0]);
        out[n++] = (Counter){"hand", {{"in hand", "手元"}}, (uint8_t)c, pos->hand[c]};
        out[n++] = (Counter){
            "lost", {{"lost", "取られた"}}, (uint8_t)c, r->men - board - pos->hand[c]};
    }
    return n;
}

static void plain_board(const Game *game, const Pos *pos, uint8_t *out)
{
    for (int p = 0; p < morris_rules(game)->points; p++)
        out[p] = (uint8_t)((pos->stones[0][0] >> p & 1) + 2 * (pos->stones[1][0] >> p & 1));
}

static void plain_write_move(const Game *game, const Pos *pos, Move move, Str *out)
{
    uint32_t own = (uint32_t)pos->stones[pos->turn][0], changed = move & 0xffffff;
    uint32_t taken = move >> MORRIS_TAKEN_SHIFT & 0xffffff;
    if (!(move & MORRIS_PLACE)) {
        morris_write_point(game, bits_first(changed & own), out);
        str_char(out, '-');
    }
    morris_write_point(game, bits_first(changed & ~own), out);
    if (taken) {
        str_char(out, 'x');
        morris_write_points(game, taken, out);
    }
}

/* The stronger side begins with fewer men in hand, never with less than two thirds. */
static const Text *plain_odds(const Game *game, int weaker, int step, Pos *start, int *number)
{
    static const Text one = {{"the stronger side has one man fewer", "強い側のコマを1個減らす"}};
    static const Text more = {{"the stronger side has {0} men fewer", "強い側のコマを{0}個減らす"}};
    const MorrisRules *r = morris_rules(game);
    *number = step;
    if (step > r->men / 3 || start->hand[!weaker] != r->men)
        return NULL;
    start->hand[!weaker] = (uint8_t)(r->men - step);
    start->key = game->ops->key(game, start);
    return step == 1 ? &one : &more;
}

const GameOps morris_plain_ops = {
    .start = morris_start,
    .odds = plain_odds,
    .key = morris_plain_key,
    .outcome = morris_plain_outcome,
    .agreed = morris_agreed,
    .write_pos = morris_write_pos,
    .write_move = plain_write_move,
    .read_pos = morris_read_pos,
    .read_move = morris_plain_read_move,
    .path = plain_path,
    .events = plain_events,
    .marks = plain_marks,
    .counters = plain_counters,
    .board = plain_board,
    .transform = plain_transform,
};
