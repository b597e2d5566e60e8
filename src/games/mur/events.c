/* SPDX-License-Identifier: MIT */
/* What a MUR move does, told as events, and what is worth showing in a position, as marks. */
#include "games/mur/mur.h"

#include "base/bits.h"

/* By number, as they stand on the ships; the rules have the Greek names beside them. */
const Text mur_rank_names[MUR_SHIPS_MAX + 1] = {
    {{"", ""}},
    {{"rank 1", "ランク1"}},
    {{"rank 2", "ランク2"}},
    {{"rank 3", "ランク3"}},
    {{"rank 4", "ランク4"}},
    {{"rank 5", "ランク5"}},
    {{"rank 6", "ランク6"}},
    {{"rank 7", "ランク7"}},
};

static const Text because_trapped = {{"it is trapped", "トラップされたため"}},
                  because_marked = {{"it was trapped when its player made a chain trap",
                                     "連鎖トラップのときにトラップされていたため"}},
                  because_repeated = {{"the board is as it was two or four plies ago",
                                       "盤が2手前か4手前と同じになったため"}},
                  because_stuck = {
                      {"no ship can be placed or moved", "船を置くことも動かすこともできないため"}};

static uint8_t ship_of(int player)
{
    return (uint8_t)(player ? MUR_PIECE_WHITE : MUR_PIECE_BLACK);
}

static uint8_t piece_at(const Pos *pos, Point p)
{
    return p == pos->extra[0] ? MUR_PIECE_KRAKEN : ship_of(mur_ships(pos, 1) >> p & 1);
}

static const Text *withdrawal_reason(const Pos *pos, int point)
{
    if (mur_trapped(pos, pos->turn) >> point & 1)
        return &because_trapped;
    if (mur_due(pos))
        return &because_marked;
    return pos->phase & MUR_REPEATED ? &because_repeated : &because_stuck;
}

void mur_duty(const Game *game, const Pos *pos, Lang lang, Str *out)
{
    static const Text one = {{"your ship on {0} is trapped: take it off",
                              "{0}の船がトラップされています。回収してください"}},
                      more = {{"your ships on {0} are trapped: take them off",
                               "{0}の船がトラップされています。すべて回収してください"}},
                      marked = {{"your chain trap is paid for: take the marked ships off ({0})",
                                 "連鎖トラップのあとです。印のある船（{0}）を回収してください"}},
                      again = {{"the position has come again: take one of your ships off",
                                "同じ局面に戻りました。自分の船を1隻回収してください"}},
                      stuck = {{"you can neither place nor move: take one of your ships off",
                                "置くことも動かすこともできません。自分の船を1隻回収してください"}};
    static const Text joint = {{", ", "・"}};
    char points[128];
    Str s = str_over(points, sizeof points);
    uint32_t due = mur_due(pos);
    for (uint64_t rest = due; rest;) {
        str_add(&s, game->shape.point[bits_pop(&rest)].name);
        str_add(&s, rest ? joint.in[lang] : "");
    }
    const char *const args[] = {points};
    bool trapped = !(due & ~mur_trapped(pos, pos->turn));
    const Text *form = due && !trapped             ? &marked
                       : due & (due - 1)           ? &more
                       : due                       ? &one
                       : pos->phase & MUR_REPEATED ? &again
                                                   : &stuck;
    str_fill(out, form->in[lang], args);
}

static int add_withdrawn(const Pos *pos, uint32_t ships, Event *out)
{
    int n = 0;
    for (uint64_t rest = ships; rest;) {
        int p = bits_pop(&rest);
        out[n++] = (Event){.kind = EVENT_WITHDRAWN,
                           .player = pos->turn,
                           .piece = ship_of(pos->turn),
                           .from = (Point)p,
                           .to = POINT_NONE,
                           .reason = withdrawal_reason(pos, p)};
    }
    return n;
}

/* A move names the rank of the ship, and a knock that of the piece knocked: so one sees why it was
 * possible. */
static int add_moved(const Pos *pos, const MurPlay *play, Event *out)
{
    MurRanks ranks = mur_ranks(pos);
    int n = 0;
    out[n++] = (Event){.kind = EVENT_MOVED,
                       .player = pos->turn,
                       .piece = ship_of(pos->turn),
                       .from = play->from,
                       .to = play->to,
                       .label = mur_rank_names[mur_rank_at(&ranks, play->from)]};
    if (play->land != POINT_NONE)
        out[n++] = (Event){.kind = EVENT_KNOCKED,
                           .player = pos->turn,
                           .piece = piece_at(pos, play->to),
                           .from = play->to,
                           .to = play->land,
                           .label = mur_rank_names[mur_rank_at(&ranks, play->to)]};
    return n;
}

/* Ships of one colour that are trapped after the play. */
static int add_trapped(const MurRules *r, const Pos *next, int player, Event *out)
{
    int n = 0;
    for (uint64_t rest = mur_trapped(next, player); rest;) {
        int p = bits_pop(&rest);
        out[n++] = (Event){.kind = EVENT_TRAPPED,
                           .player = (uint8_t)!player,
                           .piece = ship_of(player),
                           .from = POINT_NONE,
                           .to = (Point)p,
                           .points = {{r->joined[p]}}};
    }
    return n;
}

static int add_caged(const Game *game, const Pos *next, Event *out)
{
    const MurRules *r = mur_rules(game);
    if (!mur_caged(r, next))
        return 0;
    *out = (Event){.kind = EVENT_TRAPPED,
                   .player = mur_outcome(game, next).winner == WINNER_P2,
                   .piece = MUR_PIECE_KRAKEN,
                   .from = POINT_NONE,
                   .to = next->extra[0],
                   .points = {{r->joined[next->extra[0]]}}};
    return 1;
}

int mur_events(const Game *game, const Pos *pos, Move move, Event *out)
{
    const MurRules *r = mur_rules(game);
    MurPlay play = mur_play(pos, move);
    int us = pos->turn, n = 0;
    Pos next;
    game->apply(game, pos, move, &next);
    n += add_withdrawn(pos, play.withdrawn, out);
    if (play.kind == MUR_PLACE)
        out[n++] = (Event){.kind = EVENT_PLACED,
                           .player = pos->turn,
                           .piece = ship_of(us),
                           .from = POINT_NONE,
                           .to = play.to};
    if (play.kind == MUR_MOVE)
        n += add_moved(pos, &play, out + n);
    n += add_trapped(r, &next, !us, out + n);
    n += add_trapped(r, &next, us, out + n);
    n += add_caged(game, &next, out + n);
    if (next.score[us] > pos->score[us])
        out[n++] = (Event){.kind = EVENT_SCORED,
                           .player = pos->turn,
                           .from = POINT_NONE,
                           .to = POINT_NONE,
                           .number = (uint8_t)(next.score[us] - pos->score[us]),
                           .total = next.score[us]};
    return n + events_add_outcome(game, pos, move, out + n);
}

static Mark mark(MarkKind kind, int player, uint32_t points, int rank)
{
    return (Mark){.kind = (uint8_t)kind,
                  .player = (uint8_t)player,
                  .number = (uint8_t)rank,
                  .points = {{points}},
                  .label = mur_rank_names[rank]};
}

/* The group of the ship on p. */
static uint32_t group_of(const Pos *pos, int player, int p)
{
    uint32_t group = 1u << p, ships = mur_ships(pos, player), grown;
    while ((grown = (group | mur_neighbours(group)) & ships) != group)
        group = grown;
    return group;
}

/* Where the ship on p could go if it were its player's turn and nothing had to be withdrawn. */
static uint32_t reach_of(const Game *game, const Pos *pos, int player, int p)
{
    Pos turned = *pos;
    turned.turn = (uint8_t)player;
    turned.phase = 0;
    Move moves[MUR_MOVES_MAX];
    int count = game->moves(game, &turned, moves);
    uint32_t reach = 0;
    for (int i = 0; i < count; i++) {
        MurPlay play = mur_play(&turned, moves[i]);
        if (play.kind == MUR_MOVE && play.from == p)
            reach |= 1u << play.to;
    }
    return reach;
}

/* The rank of every piece, one mark per group. */
static int add_rank_marks(const Pos *pos, Mark *out)
{
    int n = 0;
    for (int c = 0; c < 2; c++) {
        for (uint32_t rest = mur_ships(pos, c); rest;) {
            uint32_t group = group_of(pos, c, bits_first(rest));
            out[n++] = mark(MARK_RANK, c, group, bits_count(group));
            rest &= ~group;
        }
    }
    out[n++] = mark(MARK_RANK, NEUTRAL, mur_kraken(pos), MUR_KRAKEN_RANK);
    return n;
}

int mur_marks(const Game *game, const Pos *pos, Point at, Mark *out)
{
    uint32_t here = at == POINT_NONE ? MUR_BOARD : 1u << at;
    int n = at == POINT_NONE ? add_rank_marks(pos, out) : 0;
    if (mur_caged(mur_rules(game), pos) && mur_kraken(pos) & here)
        out[n++] = mark(MARK_TRAPPED, NEUTRAL, mur_kraken(pos), 0);
    for (int c = 0; c < 2; c++) {
        if (mur_trapped(pos, c) & here)
            out[n++] = mark(MARK_TRAPPED, c, mur_trapped(pos, c) & here, 0);
        if (mur_eyes(pos, c) & here)
            out[n++] = mark(MARK_EYE, c, mur_eyes(pos, c) & here, 0);
        if (at == POINT_NONE || !(mur_ships(pos, c) & here))
            continue;
        uint32_t group = group_of(pos, c, at), reach = reach_of(game, pos, c, at);
        out[n++] = mark(MARK_GROUP, c, group, bits_count(group));
        if (reach)
            out[n++] = mark(MARK_REACH, c, reach, 0);
    }
    return n;
}
