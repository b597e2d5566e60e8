/* SPDX-License-Identifier: MIT */
/* Themes: what the events of a line tell, and what a pass would have changed. */
#include "core/perfect.h"
#include "puzzle/make.h"

#include <string.h>

typedef struct Told {
    int count[EVENT_COUNT]; /* events that serve the one who moves */
    bool monster;           /* about the piece that belongs to nobody */
} Told;

static Told tell(const Game *game, const Pos *pos, Move move)
{
    Event events[EVENTS_MAX];
    Told told = {0};
    int count = game->ops->events(game, pos, move, events);
    for (int i = 0; i < count; i++) {
        const Event *e = &events[i];
        told.count[e->kind] += e->player == pos->turn;
        told.monster |= e->kind == EVENT_TRAPPED && e->player == pos->turn &&
                        game->pieces[e->piece].form == FORM_MONSTER;
    }
    return told;
}

static bool gains(const Told *t)
{
    return t->count[EVENT_TAKEN] || t->count[EVENT_TURNED] || t->count[EVENT_STACKED] ||
           t->count[EVENT_SCORED] || t->count[EVENT_ENTHRONED];
}

static bool is_quiet(const Told *t)
{
    for (int k = 0; k < EVENT_COUNT; k++)
        if (t->count[k] && k != EVENT_PLACED && k != EVENT_MOVED && k != EVENT_WON)
            return false;
    return true;
}

static uint32_t bit_if(bool yes, PuzzleTheme theme)
{
    return yes ? 1u << theme : 0;
}

static uint32_t themes_of_move(const Told *t)
{
    return bit_if(t->count[EVENT_LINE] > 0, THEME_MILL) |
           bit_if(t->count[EVENT_LINE] > 1, THEME_DOUBLE) |
           bit_if(t->count[EVENT_TAKEN] || t->count[EVENT_TURNED], THEME_CAPTURE) |
           bit_if(t->count[EVENT_STACKED] > 0, THEME_STACK) |
           bit_if(t->count[EVENT_FRAME] > 0, THEME_FRAME) |
           bit_if(t->count[EVENT_EVICTED] > 0, THEME_EVICT) |
           bit_if(t->count[EVENT_KNOCKED] > 0, THEME_KNOCK) |
           bit_if(t->count[EVENT_SCORED] > 0, THEME_TRAP) | bit_if(t->monster, THEME_KRAKEN);
}

/* The position with the other side to move, as its text would give it. */
static bool pass(const Game *game, const Pos *pos, Pos *out)
{
    char text[POSITION_TEXT_MAX], why[WHY_MAX];
    Str s = str_over(text, sizeof text);
    Pos turned = *pos;
    turned.turn ^= 1;
    turned.key = game->ops->key(game, &turned);
    game->ops->write_pos(game, &turned, &s);
    return game->ops->read_pos(game, text, LANG_EN, out, why) &&
           game->ops->outcome(game, out).winner == WINNER_NONE;
}

/* Would the enemy, to move at place i of the line, be safe if they could pass? */
static bool is_zugzwang(const Liner *l, Prover *prover, int i)
{
    Pos passed;
    Known known;
    if (!pass(l->game, &l->line.pos[i], &passed))
        return false;
    if (prover)
        return !prover_forced(prover, &passed, l->line.length - i - 1) && !prover->spent;
    return perfect_known(l->game, &passed, &l->oracle, &known) && known.value <= 0;
}

static int men_of(const Game *game, const Pos *pos, int who)
{
    uint8_t board[POINTS_MAX];
    int count = 0;
    game->ops->board(game, pos, board);
    for (int p = 0; p < game->shape.point_count; p++)
        count += board[p] && game->pieces[board[p]].owner == who;
    return count;
}

static uint32_t themes_of_phase(const Liner *l, Move *list)
{
    enum { FEW_MEN = 4, FEW_MOVES = 12 };
    const Game *game = l->game;
    const Pos *pos = &l->line.pos[0];
    Counter counters[COUNTERS_MAX];
    int count = game->ops->counters(game, pos, counters);
    bool placing = false;
    for (int i = 0; i < count; i++)
        placing |= strcmp(counters[i].id, "hand") == 0 && counters[i].value > 0;
    if (placing)
        return 1u << THEME_PLACING;
    bool few = game->repeats ? men_of(game, pos, 0) <= FEW_MEN || men_of(game, pos, 1) <= FEW_MEN
                             : game->moves(game, pos, list) <= FEW_MOVES;
    return 1u << THEME_MOVING | bit_if(few, THEME_ENDGAME);
}

uint32_t themes_of(Liner *l, const Goal *goal, Prover *prover)
{
    const Game *game = l->game;
    const Line *line = &l->line;
    Move *list = l->lists;
    int who = line->pos[0].turn, mine = 0;
    uint32_t themes = themes_of_phase(l, list);
    for (int i = 0; i < line->length; i++) {
        Told told = tell(game, &line->pos[i], line->move[i]);
        bool last = i == line->length - 1;
        if (line->pos[i].turn != who) {
            themes |= bit_if(gains(&told), THEME_SACRIFICE);
            continue;
        }
        mine++;
        themes |= themes_of_move(&told) | bit_if(i == 0 && is_quiet(&told), THEME_QUIET);
        if (last && told.count[EVENT_WON])
            themes |= bit_if(is_quiet(&told), THEME_BLOCK);
        else if (!(last && goal->events))
            themes |= bit_if(game->moves(game, &line->pos[i + 1], list) <= 1, THEME_BLOCK);
        bool asks = prover ? !last : goal_kind(goal) == GOAL_WIN && !told.count[EVENT_WON];
        if (asks && line->pos[i + 1].turn != who)
            themes |= bit_if(is_zugzwang(l, prover, i + 1), THEME_ZUGZWANG);
    }
    themes |= 1u << (THEME_MOVES_1 + (mine < 4 ? mine - 1 : 3));
    return themes | bit_if(!prover, THEME_EXACT);
}
