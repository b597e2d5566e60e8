/* SPDX-License-Identifier: MIT */
/* Stacking Morris: everything of the contract that is not hot. */
#include "games/morris/morris.h"

#include "base/bits.h"

bool stacking_can_step(const MorrisRules *r, const Stacks *s, int player, bool places)
{
    uint32_t empty = r->board & ~(s->top[0] | s->top[1]);
    if (places)
        return empty != 0;
    for (uint64_t men = s->top[player]; men;)
        if (r->joined[bits_pop(&men)] & empty)
            return true;
    return false;
}

static bool can_move(const Game *game, const Pos *pos)
{
    const MorrisRules *r = morris_rules(game);
    Stacks s = stacking_of(pos);
    int us = pos->turn;
    uint32_t mills = stacking_mills(r, &s, us, POINT_NONE);
    Resolution list[RESOLUTIONS_MAX] = {{.after = s}};
    int n = mills ? stacking_resolve(r, &s, us, mills, list) : 1;
    for (int i = 0; i < n; i++)
        if (list[i].won || stacking_can_step(r, &list[i].after, us, pos->hand[us] > 0))
            return true;
    return false;
}

static Outcome stacking_outcome(const Game *game, const Pos *pos)
{
    const MorrisRules *r = morris_rules(game);
    Stacks s = stacking_of(pos);
    int us = pos->turn;
    if (morris_has_line(r, stacking_own(&s, !us)))
        return (Outcome){us ? WINNER_P1 : WINNER_P2, &morris_stack_line};
    if (morris_has_line(r, stacking_own(&s, us)))
        return (Outcome){us ? WINNER_P2 : WINNER_P1, &morris_stack_line};
    if (!can_move(game, pos))
        return (Outcome){us ? WINNER_P1 : WINNER_P2, &morris_blocked};
    return (Outcome){WINNER_NONE, NULL};
}

static void stacking_transform(const Game *game, const Pos *pos, const Point *to, Pos *out)
{
    *out = *pos;
    out->stones[0][0] = morris_map(pos->stones[0][0], to);
    out->stones[1][0] = morris_map(pos->stones[1][0], to);
    out->stones[0][1] = morris_map(pos->stones[0][1], to);
    out->key = stacking_key(game, out);
}

/* The role of each field of a move word in a path. */
static const uint8_t field_roles[FIELD_COUNT] = {
    [FIELD_TURN_BEFORE] = ROLE_TURN,
    [FIELD_FETCH_BEFORE] = ROLE_FETCH,
    [FIELD_UNDER_BEFORE] = ROLE_UNDER,
    [FIELD_FROM] = ROLE_FROM,
    [FIELD_TO] = ROLE_TO,
    [FIELD_TURN_AFTER] = ROLE_TURN,
    [FIELD_FETCH_AFTER] = ROLE_FETCH,
    [FIELD_UNDER_AFTER] = ROLE_UNDER,
};

static int stacking_path(const Game *game, const Pos *pos, Move move, Step *out)
{
    (void)game, (void)pos;
    bool placed = stacking_field(move, FIELD_FROM) == MORRIS_NO_POINT;
    int n = 0;
    for (int f = 0; f < FIELD_COUNT; f++) {
        int p = stacking_field(move, f);
        if (p != MORRIS_NO_POINT)
            out[n++] = (Step){(Point)p, f == FIELD_TO && placed ? ROLE_PLACE : field_roles[f]};
    }
    return n;
}

static Event event_of(EventKind kind, int player, int piece, int from, int to)
{
    return (Event){.kind = (uint8_t)kind,
                   .player = (uint8_t)player,
                   .piece = (uint8_t)piece,
                   .from = (Point)(from == MORRIS_NO_POINT ? POINT_NONE : from),
                   .to = (Point)(to == MORRIS_NO_POINT ? POINT_NONE : to)};
}

/* A stack's piece code is its owner's man's plus two. */
static int resolution_events(int us, Move move, int first_field, Event *out)
{
    int turn = stacking_field(move, first_field), fetch = stacking_field(move, first_field + 1);
    int n = 0;
    if (turn != MORRIS_NO_POINT)
        out[n++] = event_of(EVENT_TURNED, us, 2 - us + 2, MORRIS_NO_POINT, turn);
    if (fetch != MORRIS_NO_POINT)
        out[n++] = event_of(EVENT_STACKED, us, 2 - us, fetch,
                            stacking_field(move, first_field + 2));
    return n;
}

static int stacking_events(const Game *game, const Pos *pos, Move move, Event *out)
{
    const MorrisRules *r = morris_rules(game);
    int us = pos->turn, from = stacking_field(move, FIELD_FROM),
        to = stacking_field(move, FIELD_TO);
    int n = resolution_events(us, move, FIELD_TURN_BEFORE, out);
    if (to != MORRIS_NO_POINT) {
        /* The board between the parts of the turn: all of the move but its last part. */
        Pos between;
        Move parts = move | (STACKING_BLANK & ~((UINT64_C(1) << 6 * FIELD_TURN_AFTER) - 1));
        game->apply(game, pos, parts, &between);
        Stacks s = stacking_of(&between);
        int piece = us + 1 + (s.two >> to & 1 ? 2 : 0);
        out[n++] = event_of(from == MORRIS_NO_POINT ? EVENT_PLACED : EVENT_MOVED, us, piece, from,
                            to);
        for (uint64_t mills = stacking_mills(r, &s, us, (Point)to); mills;) {
            out[n] = event_of(EVENT_LINE, us, 0, MORRIS_NO_POINT, MORRIS_NO_POINT);
            out[n++].points.word[0] = r->line[bits_pop(&mills)];
        }
        n += resolution_events(us, move, FIELD_TURN_AFTER, out + n);
    }
    return n + events_add_outcome(game, pos, move, out + n);
}

static int stacking_marks(const Game *game, const Pos *pos, Point at, Mark *out)
{
    const MorrisRules *r = morris_rules(game);
    Stacks s = stacking_of(pos);
    int n = 0;
    for (int c = 0; c < 2; c++) {
        uint32_t low = stacking_low(&s, c), stacks = stacking_own(&s, c);
        for (int i = 0; i < r->line_count; i++)
            if (((low & r->line[i]) == r->line[i] || (stacks & r->line[i]) == r->line[i]) &&
                (at == POINT_NONE || r->line[i] >> at & 1))
                out[n++] = (Mark){
                    .kind = MARK_LINE, .player = (uint8_t)c, .points = {{r->line[i]}}};
        if (at != POINT_NONE && s.top[c] >> at & 1 && !pos->hand[c])
            out[n++] = (Mark){.kind = MARK_REACH,
                              .player = (uint8_t)c,
                              .points = {{r->joined[at] & r->board & ~(s.top[0] | s.top[1])}}};
    }
    return n;
}

static int stacking_counters(const Game *game, const Pos *pos, Counter *out)
{
    (void)game;
    Stacks s = stacking_of(pos);
    int n = 0;
    for (int c = 0; c < 2; c++) {
        out[n++] = (Counter){"hand", {{"in hand", "手元"}}, (uint8_t)c, pos->hand[c]};
        out[n++] = (Counter){
            "stacks", {{"stacks", "スタック"}}, (uint8_t)c, bits_count(stacking_own(&s, c))};
    }
    return n;
}

static void stacking_board(const Game *game, const Pos *pos, uint8_t *out)
{
    Stacks s = stacking_of(pos);
    for (int p = 0; p < morris_rules(game)->points; p++) {
        unsigned man = (s.top[0] >> p & 1) + 2 * (s.top[1] >> p & 1);
        out[p] = (uint8_t)(man + 2 * (s.two >> p & 1));
    }
}

static void write_resolution(const Game *game, Move move, int first_field, Str *out)
{
    int turn = stacking_field(move, first_field), fetch = stacking_field(move, first_field + 1);
    if (turn != MORRIS_NO_POINT) {
        str_char(out, '~');
        morris_write_point(game, turn, out);
    }
    if (fetch != MORRIS_NO_POINT) {
        str_char(out, 'x');
        morris_write_point(game, fetch, out);
        str_char(out, '>');
        morris_write_point(game, stacking_field(move, first_field + 2), out);
    }
}

static void stacking_write_move(const Game *game, const Pos *pos, Move move, Str *out)
{
    (void)pos;
    int from = stacking_field(move, FIELD_FROM), to = stacking_field(move, FIELD_TO);
    write_resolution(game, move, FIELD_TURN_BEFORE, out);
    if (move & MORRIS_BEFORE)
        str_char(out, '/');
    if (from != MORRIS_NO_POINT) {
        morris_write_point(game, from, out);
        str_char(out, '-');
    }
    if (to != MORRIS_NO_POINT)
        morris_write_point(game, to, out);
    write_resolution(game, move, FIELD_TURN_AFTER, out);
}

const GameOps morris_stacking_ops = {
    .start = morris_start,
    .key = stacking_key,
    .outcome = stacking_outcome,
    .agreed = morris_agreed,
    .write_pos = morris_write_pos,
    .write_move = stacking_write_move,
    .read_pos = morris_read_pos,
    .read_move = morris_stacking_read_move,
    .path = stacking_path,
    .events = stacking_events,
    .marks = stacking_marks,
    .counters = stacking_counters,
    .board = stacking_board,
    .transform = stacking_transform,
};
