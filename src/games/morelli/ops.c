/* SPDX-License-Identifier: MIT */
/* The rest of the contract that is not hot: outcome, marks, counters, board, symmetries. */
#include "games/morelli/morelli.h"

/* Words by edition: man, king and throne, or stone, tower and centre. */
typedef struct ThroneWords {
    Reason enemy_stuck, self_stuck; /* the throne wins, whoever has no move */
    Reason vacant, agreed_won, agreed_drawn;
} ThroneWords;

static const ThroneWords words[2] = {
    {{{{"the opponent has no move and the king is on the throne",
        "相手に指す手がなく、王が玉座にいる"}},
      {{"{1} had no move left, and {2} king was on the throne",
        "{1}に指す手がなくなり、{2}王が玉座にいました"}}},
     {{{"no move is left and the king is on the throne", "自分に指す手がなく、王が玉座にいる"}},
      {{"{0} had no move left, but {2} king was on the throne",
        "{0}に指す手がなくなりましたが、{2}王が玉座にいました"}}},
     {.clause = {{"no move is left and the throne is vacant",
                  "指す手がなくなり、玉座は空いたまま"}}},
     {{{"by agreement, with the throne held", "合意による終局、玉座を占めている"}},
      {{"The game ended by agreement, and {2} king was on the throne",
        "合意で終局し、{2}王が玉座にいました"}}},
     {.clause = {{"by agreement, with the throne vacant", "合意による終局、玉座は空いたまま"}}}},
    {{{{"the opponent has no move and the tower is on the centre",
        "相手に指す手がなく、塔が中央にいる"}},
      {{"{1} had no move left, and {2} tower was on the centre",
        "{1}に指す手がなくなり、{2}塔が中央にいました"}}},
     {{{"no move is left and the tower is on the centre", "自分に指す手がなく、塔が中央にいる"}},
      {{"{0} had no move left, but {2} tower was on the centre",
        "{0}に指す手がなくなりましたが、{2}塔が中央にいました"}}},
     {.clause = {{"no move is left and the centre is vacant",
                  "指す手がなくなり、中央は空いたまま"}}},
     {{{"by agreement, with the centre held", "合意による終局、中央を占めている"}},
      {{"The game ended by agreement, and {2} tower was on the centre",
        "合意で終局し、{2}塔が中央にいました"}}},
     {.clause = {{"by agreement, with the centre vacant", "合意による終局、中央は空いたまま"}}}},
};

static const ThroneWords *words_of(const Game *game)
{
    return &words[morelli_rules(game)->edition == EDITION_NESTOR];
}

static Outcome throne_decides(const Pos *pos, const Reason *won, const Reason *drawn)
{
    static const Winner winners[] = {WINNER_DRAW, WINNER_P1, WINNER_P2};
    int king = MORELLI_KING(pos);
    return (Outcome){winners[king], king ? won : drawn};
}

static Outcome morelli_outcome(const Game *game, const Pos *pos)
{
    if (morelli_can_move(morelli_rules(game), pos))
        return (Outcome){WINNER_NONE, NULL};
    const ThroneWords *w = words_of(game);
    bool self = MORELLI_KING(pos) == pos->turn + 1;
    return throne_decides(pos, self ? &w->self_stuck : &w->enemy_stuck, &w->vacant);
}

static Outcome morelli_agreed(const Game *game, const Pos *pos)
{
    const ThroneWords *w = words_of(game);
    return throne_decides(pos, &w->agreed_won, &w->agreed_drawn);
}

PointSet morelli_points(const MorelliRules *r, const PointSet *cells)
{
    PointSet points = {{0}};
    for (int w = 0; w < 3; w++)
        for (uint64_t rest = cells->word[w]; rest;)
            set_add(&points, r->point[64 * w + bits_pop(&rest)]);
    return points;
}

/* The player whose men fill the frame through a cell, or NEUTRAL. */
static int frame_owner(const MorelliRules *r, const Pos *pos, int cell)
{
    for (int c = 0; c < 2; c++)
        if (morelli_framed(r, pos->stones[c], cell))
            return c;
    return NEUTRAL;
}

static Mark frame_mark(const MorelliRules *r, const Pos *pos, int cell)
{
    return (Mark){.kind = MARK_FRAME,
                  .player = (uint8_t)frame_owner(r, pos, cell),
                  .points = morelli_points(r, &r->frame[cell]),
                  .label = morelli_frame_names[r->frame_number[cell]]};
}

/* Where the man on a cell could go if it were its turn. */
static Mark reach_mark(const MorelliRules *r, const Pos *pos, int from, int player)
{
    Mark mark = {.kind = MARK_REACH, .player = (uint8_t)player};
    PointSet empty = morelli_empty(pos);
    for (int d = 0; d < MORELLI_DIRECTIONS; d++) {
        PointSet front = {{0}};
        set_add(&front, (Point)from);
        for (int i = 0; i < MORELLI_REACH; i++) {
            front = morelli_advance(r, front, empty, d, i);
            PointSet ends = morelli_without_throne(front);
            PointSet points = morelli_points(r, &ends);
            for (int w = 0; w < 3; w++)
                mark.points.word[w] |= points.word[w];
        }
    }
    return mark;
}

/* Of the whole position: every frame that is filled, once. Of a point: its frame, filled or not,
 * and the reach of the man on it. */
static int morelli_marks(const Game *game, const Pos *pos, Point at, Mark *out)
{
    const MorelliRules *r = morelli_rules(game);
    int n = 0;
    if (at == POINT_NONE) {
        bool seen[MORELLI_FRAMES] = {false};
        for (int p = 0; p < game->shape.point_count; p++) {
            int cell = r->cell[p], number = r->frame_number[cell];
            if (cell == MORELLI_THRONE || seen[number] || frame_owner(r, pos, cell) == NEUTRAL)
                continue;
            seen[number] = true;
            out[n++] = frame_mark(r, pos, cell);
        }
        return n;
    }
    int cell = r->cell[at];
    if (cell == MORELLI_THRONE)
        return 0;
    out[n++] = frame_mark(r, pos, cell);
    for (int c = 0; c < 2 && pos->phase == PHASE_PLAY; c++)
        if (morelli_has(pos->stones[c], cell))
            out[n++] = reach_mark(r, pos, cell, c);
    return n;
}

static int morelli_counters(const Game *game, const Pos *pos, Counter *out)
{
    static const Text men = {{"men", "コマ"}}, stones = {{"stones", "コマ"}},
                      hand = {{"to be placed", "未配置"}};
    const MorelliRules *r = morelli_rules(game);
    Text name = r->edition == EDITION_NESTOR ? stones : men;
    int n = 0;
    for (int c = 0; c < 2; c++) {
        int count = morelli_men(pos, c);
        out[n++] = (Counter){"men", name, (uint8_t)c, count};
        if (pos->phase == PHASE_PLACE)
            out[n++] = (Counter){"hand", hand, (uint8_t)c, r->men - count};
    }
    return n;
}

/* Who would win now. */
static const Text *morelli_remark(const Game *game, const Pos *pos)
{
    static const Text throne[] = {
        {{"The throne is vacant.", "玉座は空いています。"}},
        {{"Black’s king is on the throne.", "黒の王が玉座にいます。"}},
        {{"White’s king is on the throne.", "白の王が玉座にいます。"}},
    };
    static const Text centre[] = {
        {{"The centre is vacant.", "中央は空いています。"}},
        {{"Black’s tower is on the centre.", "黒の塔が中央にいます。"}},
        {{"White’s tower is on the centre.", "白の塔が中央にいます。"}},
    };
    bool nestor = morelli_rules(game)->edition == EDITION_NESTOR;
    return &(nestor ? centre : throne)[MORELLI_KING(pos)];
}

static void morelli_board(const Game *game, const Pos *pos, uint8_t *out)
{
    const MorelliRules *r = morelli_rules(game);
    for (int p = 0; p < game->shape.point_count; p++)
        out[p] = morelli_has(pos->stones[0], r->cell[p])   ? PIECE_BLACK
                 : morelli_has(pos->stones[1], r->cell[p]) ? PIECE_WHITE
                                                           : 0;
    if (MORELLI_KING(pos))
        out[r->point[MORELLI_THRONE]] = (uint8_t)(PIECE_BLACK_KING + MORELLI_KING(pos) - 1);
}

static void morelli_transform(const Game *game, const Pos *pos, const Point *to, Pos *out)
{
    const MorelliRules *r = morelli_rules(game);
    *out = *pos;
    memset(out->stones, 0, sizeof out->stones);
    for (int c = 0; c < 2; c++)
        for (int p = 0; p < game->shape.point_count; p++)
            if (morelli_has(pos->stones[c], r->cell[p]))
                morelli_flip(out->stones[c], r->cell[to[p]]);
    out->key = morelli_key(game, out);
}

/* Men are taken off the stronger side in pairs, from both ends of the point list, so that both
 * halves of the board lose alike. Not where the players place the men themselves. */
static const Text *morelli_odds(const Game *game, int weaker, int step, Pos *start, int *number)
{
    static const Text fewer = {
        {"the stronger side has {0} men fewer", "強い側のコマを{0}個減らす"}};
    const MorelliRules *r = morelli_rules(game);
    uint64_t *men = start->stones[!weaker];
    int points = game->shape.point_count, left = step, right = step;
    *number = 2 * step;
    if (step > 3 || start->phase != PHASE_PLAY)
        return NULL;
    for (int p = 0; p < points && left; p++) {
        if (!morelli_has(men, r->cell[p]))
            continue;
        morelli_flip(men, r->cell[p]);
        left--;
    }
    for (int p = points - 1; p >= 0 && right; p--) {
        if (!morelli_has(men, r->cell[p]))
            continue;
        morelli_flip(men, r->cell[p]);
        right--;
    }
    start->key = game->ops->key(game, start);
    return &fewer;
}

const GameOps morelli_ops = {
    .start = morelli_start,
    .key = morelli_key,
    .outcome = morelli_outcome,
    .agreed = morelli_agreed,
    .write_pos = morelli_write_pos,
    .write_move = morelli_write_move,
    .read_pos = morelli_read_pos,
    .read_move = morelli_read_move,
    .path = morelli_path,
    .events = morelli_events,
    .marks = morelli_marks,
    .counters = morelli_counters,
    .remark = morelli_remark,
    .odds = morelli_odds,
    .board = morelli_board,
    .transform = morelli_transform,
};
