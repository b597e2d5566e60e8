/* SPDX-License-Identifier: MIT */
/* MUR: everything of the contract that is neither hot nor words. */
#include "games/mur/mur.h"

#include "base/bits.h"

static void mur_start(const Game *game, uint64_t seed, Pos *out)
{
    (void)seed;
    *out = (Pos){0};
    out->key = mur_key(game, out);
}

static const Reason kraken_trapped = {
    {{"the kraken is trapped", "クラーケンをトラップした"}},
    {{"{0} trapped the kraken", "{0}がクラーケンをトラップしました"}},
};
static const Reason ships_trapped[] = {
    {.clause = {{NULL, NULL}}},
    {{{"an enemy ship was trapped", "相手の船をトラップした"}},
     {{"{0} trapped one of {3} ships", "{0}が{3}船をトラップしました"}}},
    {{{"two enemy ships were trapped", "相手の船を2隻トラップした"}},
     {{"{0} trapped two of {3} ships", "{0}が{3}船を2隻トラップしました"}}},
    {{{"three enemy ships were trapped", "相手の船を3隻トラップした"}},
     {{"{0} trapped three of {3} ships", "{0}が{3}船を3隻トラップしました"}}},
};

/* Who holds the kraken trapped: bit c for player c. With kraken=any it is the player who made the
 * last play, the side not to move. */
static unsigned kraken_holders(const MurRules *r, const Pos *pos)
{
    uint32_t cage = r->joined[pos->extra[0]];
    if (r->kraken_any)
        return cage & ~(mur_ships(pos, 0) | mur_ships(pos, 1)) ? 0 : 1u << !pos->turn;
    return (unsigned)!(cage & ~mur_ships(pos, 0)) | (unsigned)!(cage & ~mur_ships(pos, 1)) << 1;
}

Outcome mur_outcome(const Game *game, const Pos *pos)
{
    const MurRules *r = mur_rules(game);
    unsigned kraken = kraken_holders(r, pos), scored = 0;
    for (int c = 0; c < 2; c++)
        scored |= (unsigned)(pos->score[c] >= r->traps) << c;
    unsigned both = kraken | scored;
    if (!both)
        return (Outcome){WINNER_NONE, NULL};
    /* Where both have won, it is the player who made the last play. */
    int winner = both == 3 ? !pos->turn : both == 2;
    return (Outcome){winner ? WINNER_P2 : WINNER_P1,
                     kraken >> winner & 1 ? &kraken_trapped : &ships_trapped[r->traps]};
}

static Outcome mur_agreed(const Game *game, const Pos *pos)
{
    static const Reason reason = {.clause = {{"by agreement", "合意による終局"}}};
    (void)game, (void)pos;
    return (Outcome){WINNER_DRAW, &reason};
}

/* The weaker side begins with a score, short of the one that wins. */
static const Text *mur_odds(const Game *game, int weaker, int step, Pos *start, int *number)
{
    static const Text words = {
        {"the weaker side begins with a score of {0}", "弱い側は得点{0}から始める"}};
    *number = step;
    if (step >= mur_rules(game)->traps || start->score[0] || start->score[1])
        return NULL;
    start->score[weaker] = (uint8_t)step;
    start->key = mur_key(game, start);
    return &words;
}

void mur_next_start(const Game *game, const Pos *last, int starter, Pos *out)
{
    Pos pos = {.turn = (uint8_t)starter};
    for (int c = 0; c < 2 && last; c++)
        pos.stones[c][0] = mur_ships(last, c) & ~mur_trapped(last, c) & MUR_ROUND;
    if (mur_caged(mur_rules(game), &pos)) /* kraken=any: no game begins finished */
        for (int c = 0; c < 2; c++)
            pos.stones[c][0] &= ~(uint64_t)MUR_RING1;
    pos.key = mur_key(game, &pos);
    *out = pos;
}

static void mur_board(const Game *game, const Pos *pos, uint8_t *out)
{
    (void)game;
    for (int p = 0; p < MUR_POINTS; p++)
        out[p] = mur_ships(pos, 0) >> p & 1   ? MUR_PIECE_BLACK
                 : mur_ships(pos, 1) >> p & 1 ? MUR_PIECE_WHITE
                                              : 0;
    out[pos->extra[0]] = MUR_PIECE_KRAKEN;
}

static uint64_t transform_points(uint64_t points, const Point *to)
{
    uint64_t out = 0;
    while (points)
        out |= UINT64_C(1) << to[bits_pop(&points)];
    return out;
}

/* A board word of turn.c; 0 stays 0. */
static uint64_t transform_board(uint64_t board, const Point *to)
{
    if (!board)
        return 0;
    return transform_points(board & MUR_BOARD, to) |
           transform_points(board >> 25 & MUR_BOARD, to) << 25 |
           (uint64_t)to[board >> 50 & 31] << 50 | (board >> 55) << 55;
}

static void mur_transform(const Game *game, const Pos *pos, const Point *to, Pos *out)
{
    Pos mapped = *pos;
    for (int c = 0; c < 2; c++)
        mapped.stones[c][0] = transform_points(pos->stones[c][0], to);
    mapped.stones[0][1] = transform_board(pos->stones[0][1], to);
    mapped.stones[0][2] = transform_board(pos->stones[0][2], to);
    mapped.stones[1][1] = transform_board(pos->stones[1][1], to);
    mapped.stones[1][2] = transform_points(pos->stones[1][2], to);
    mapped.extra[0] = to[pos->extra[0]];
    mapped.key = mur_key(game, &mapped);
    *out = mapped;
}

static int mur_path(const Game *game, const Pos *pos, Move move, Step *out)
{
    (void)game;
    MurPlay play = mur_play(pos, move);
    int n = 0;
    for (uint64_t ships = play.withdrawn; ships;)
        out[n++] = (Step){(Point)bits_pop(&ships), ROLE_WITHDRAW};
    if (play.kind == MUR_PLACE)
        out[n++] = (Step){play.to, ROLE_PLACE};
    if (play.kind == MUR_MOVE) {
        out[n++] = (Step){play.from, ROLE_FROM};
        out[n++] = (Step){play.to, ROLE_TO};
        if (play.land != POINT_NONE)
            out[n++] = (Step){play.land, ROLE_LAND};
    }
    return n;
}

static int mur_counters(const Game *game, const Pos *pos, Counter *out)
{
    int n = 0;
    for (int c = 0; c < 2; c++) {
        int off = mur_rules(game)->ships - bits_count(mur_ships(pos, c));
        out[n++] = (Counter){"hand", {{"off the board", "場外"}}, (uint8_t)c, off};
        out[n++] = (Counter){"score", {{"score", "得点"}}, (uint8_t)c, pos->score[c]};
    }
    return n;
}

const GameOps mur_ops = {
    .start = mur_start,
    .odds = mur_odds,
    .key = mur_key,
    .outcome = mur_outcome,
    .agreed = mur_agreed,
    .next_start = mur_next_start,
    .write_pos = mur_write_pos,
    .write_move = mur_write_move,
    .read_pos = mur_read_pos,
    .read_move = mur_read_move,
    .path = mur_path,
    .events = mur_events,
    .marks = mur_marks,
    .counters = mur_counters,
    .duty = mur_duty,
    .board = mur_board,
    .transform = mur_transform,
};
