/* SPDX-License-Identifier: MIT */
/* Finding drills, see drill.h. Games in which both sides keep the value most of the time and
 * blunder now and then visit positions that people get, with something at stake. A position is
 * taken where few of many moves keep what it is worth; every kind and phase gets its share. */
#include "puzzle/drill.h"

#include "base/rng.h"
#include "core/canon.h"
#include "core/perfect.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLIES_MAX = 160,   /* of a game */
    GAMES_MAX = 3000,  /* without a new drill, before more of the same may come */
    OPENING = 4,       /* plies at random */
    BLUNDER = 5,       /* one move of so many is any */
    MOVES_LEAST = 4,   /* to choose from */
    FEW = 3,           /* at most one of so many moves keeps the value */
    WIN_LEAST = 7,     /* plies */
    DEFEND_LEAST = 12, /* plies */
    DEFEND_MOST = 60,
    HOLD_LOOK = 8, /* own moves in which a draw must be hard to hold, */
    HOLD_HARD = 3, /* at least so many of them: */
    FEW_MEN = 3,   /* endgame */
    FEW_MOVES = 6, /* cramped */
    LONG = 31,     /* plies */
    MILLS = 3,     /* closed by the winner within */
    MILLS_PLIES = 12,
    LINE_MAX = 400, /* plies of best play that are looked at */
    PHASES = 3,
    BUCKETS = DRILL_KINDS * PHASES * DRILL_LEVELS,
};

const char *const drill_kind_names[DRILL_KINDS] = {"win", "hold", "defend"};

struct DrillMaker {
    const Game *game;
    Judge judge; /* without a past: a drill begins with its position */
    Rng rng;
    Move *list;
    PerfectMove *moves;
    Known *known; /* of each of the list */
    Pos pos;
    int ply, count, found;
    bool playing, taken[DRILL_KINDS]; /* from this game */
    int cap, in_bucket[BUCKETS];
    uint64_t games_since, *keys;
};

DrillMaker *drill_maker_open(const Game *game, const Oracle *oracle, uint64_t seed, int count)
{
    DrillMaker *m = calloc(1, sizeof *m);
    size_t most = game->moves_max;
    if (!m)
        return NULL;
    m->game = game;
    m->rng.state = seed;
    m->count = count;
    m->cap = 1 + count / BUCKETS;
    m->list = malloc(2 * most * sizeof *m->list);
    m->moves = malloc(most * sizeof *m->moves);
    m->known = malloc(most * sizeof *m->known);
    m->keys = malloc((size_t)count * sizeof *m->keys);
    m->judge = (Judge){.game = game, .oracle = *oracle, .scratch = m->list ? m->list + most : NULL};
    if (m->list && m->moves && m->known && m->keys)
        return m;
    drill_maker_close(m);
    return NULL;
}

void drill_maker_close(DrillMaker *m)
{
    if (!m)
        return;
    free(m->list);
    free(m->moves);
    free(m->known);
    free(m->keys);
    free(m);
}

/* --- No drill twice -------------------------------------------------------------------------- */

static bool is_known(const DrillMaker *m, uint64_t key)
{
    for (int i = 0; i < m->found; i++)
        if (m->keys[i] == key)
            return true;
    return false;
}

/* --- What a position shows -------------------------------------------------------------------- */

/* The values of all moves into m->known, the best of them; how many there are, or -1. */
static int judge_all(DrillMaker *m, const Pos *pos, Known *best)
{
    int count = m->game->moves(m->game, pos, m->list);
    for (int i = 0; i < count; i++) {
        if (!perfect_move(&m->judge, pos, m->list[i], &m->known[i]))
            return -1;
        if (!i || perfect_is_better(&m->known[i], best))
            *best = m->known[i];
    }
    return count;
}

/* Does a move keep what there is: the value, and where it is lost the plies? */
static bool keeps(const Known *known, const Known *best)
{
    return known->value == best->value && (best->value >= 0 || known->plies == best->plies);
}

static int count_keeping(const DrillMaker *m, int count, const Known *best)
{
    int keep = 0;
    for (int i = 0; i < count; i++)
        keep += keeps(&m->known[i], best);
    return keep;
}

static Move pick_keeping(DrillMaker *m, int count, const Known *best)
{
    int wanted = (int)rng_below(&m->rng, (uint32_t)count_keeping(m, count, best));
    for (int i = 0; i < count; i++)
        if (keeps(&m->known[i], best) && wanted-- == 0)
            return m->list[i];
    return 0;
}

static int hand_of(const Game *game, const Pos *pos, int who)
{
    Counter counters[COUNTERS_MAX];
    int n = game->ops->counters(game, pos, counters), hand = 0;
    for (int i = 0; i < n; i++)
        if (strcmp(counters[i].id, "hand") == 0 && counters[i].player == who)
            hand += counters[i].value;
    return hand;
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

static int phase_of(const Game *game, const Pos *pos)
{
    if (hand_of(game, pos, 0) + hand_of(game, pos, 1) > 0)
        return DRILL_PLACING;
    return men_of(game, pos, 0) <= FEW_MEN || men_of(game, pos, 1) <= FEW_MEN ? DRILL_ENDGAME
                                                                              : DRILL_MOVING;
}

static uint32_t themes_of_men(const Game *game, const Pos *pos)
{
    int who = pos->turn, mine = men_of(game, pos, who) + hand_of(game, pos, who);
    int theirs = men_of(game, pos, !who) + hand_of(game, pos, !who);
    return 1u << phase_of(game, pos) | 1u << (mine == theirs  ? DRILL_EVEN
                                              : mine > theirs ? DRILL_AHEAD
                                                              : DRILL_BEHIND);
}

static int count_events(const Game *game, const Pos *pos, Move move, EventKind kind)
{
    Event events[EVENTS_MAX];
    int n = game->ops->events(game, pos, move, events), found = 0;
    for (int i = 0; i < n; i++)
        found += events[i].kind == kind && events[i].player == pos->turn;
    return found;
}

/* Best play to the end: mills of the winner, and how it ends. */
static uint32_t themes_of_line(DrillMaker *m, const Pos *pos, int winner)
{
    Move line[LINE_MAX];
    Pos at = *pos, next;
    int n = perfect_follow(m->game, pos, &m->judge.oracle, m->judge.scratch, line, LINE_MAX);
    int mills = 0, taken = 0;
    for (int i = 0; i < n; i++) {
        if (at.turn == winner && i < MILLS_PLIES)
            mills += count_events(m->game, &at, line[i], EVENT_LINE) > 0;
        taken = count_events(m->game, &at, line[i], EVENT_TAKEN);
        m->game->apply(m->game, &at, line[i], &next);
        at = next;
    }
    bool over = m->game->ops->outcome(m->game, &at).winner != WINNER_NONE;
    return (mills >= MILLS ? 1u << DRILL_MILLS : 0) | (over && !taken ? 1u << DRILL_BLOCK : 0);
}

/* Of the next moves of one who keeps the draw anyhow, against the most traps: in how many do fewer
 * than half of all keep it? -1 if something is not known. */
static int count_hard(DrillMaker *m, const Pos *pos)
{
    Pos at = *pos, next;
    int hard = 0;
    for (int n = 0; n < 2 * HOLD_LOOK; n++) {
        Known best;
        Move move;
        if (m->game->ops->outcome(m->game, &at).winner != WINNER_NONE)
            return hard;
        if (at.turn == pos->turn) {
            int count = judge_all(m, &at, &best);
            if (count < 1)
                return -1;
            hard += 2 * count_keeping(m, count, &best) < count;
            move = pick_keeping(m, count, &best);
        } else {
            int count = perfect_judge(&m->judge, &at, m->list, m->moves);
            if (count < 1)
                return -1;
            move = m->moves[perfect_best(m->moves, count)].move;
        }
        m->game->apply(m->game, &at, move, &next);
        at = next;
    }
    return hard;
}

/* --- One position ----------------------------------------------------------------------------- */

static int level_of(DrillKind kind, int plies, int hard)
{
    if (kind == DRILL_HOLD)
        return hard <= 4 ? 1 : hard <= 6 ? 2 : 3;
    return plies <= (kind == DRILL_WIN ? 13 : 20)   ? 1
           : plies <= (kind == DRILL_WIN ? 29 : 36) ? 2
                                                    : 3;
}

static bool is_wanted(const DrillMaker *m, const Drill *d, const Pos *pos)
{
    int phase = phase_of(m->game, pos) - DRILL_PLACING;
    int bucket = ((int)d->kind * PHASES + phase) * DRILL_LEVELS + d->level - 1;
    return m->in_bucket[bucket] < m->cap;
}

static void take(DrillMaker *m, const Drill *d, const Pos *pos, uint64_t key)
{
    int phase = phase_of(m->game, pos) - DRILL_PLACING;
    m->in_bucket[((int)d->kind * PHASES + phase) * DRILL_LEVELS + d->level - 1]++;
    m->keys[m->found++] = key;
    m->taken[d->kind] = true;
    m->games_since = 0;
}

static bool examine(DrillMaker *m, const Pos *pos, int count, const Known *best, Drill *out)
{
    int keep = count_keeping(m, count, best), hard = 0;
    DrillKind kind = best->value > 0 ? DRILL_WIN : best->value ? DRILL_DEFEND : DRILL_HOLD;
    int least = kind == DRILL_WIN ? WIN_LEAST : DEFEND_LEAST;
    if (count < MOVES_LEAST || keep * FEW > count || m->taken[kind] ||
        (best->value && best->plies < least) || (kind == DRILL_DEFEND && best->plies > DEFEND_MOST))
        return false;
    *out = (Drill){.kind = kind, .keep = keep, .moves = count};
    out->plies = best->value ? best->plies : 0;
    out->goal = kind == DRILL_HOLD  ? DRILL_HOLD_MOVES
                : kind == DRILL_WIN ? 0
                                    : drill_goal(best->plies);
    if (kind == DRILL_HOLD && (hard = count_hard(m, pos)) < HOLD_HARD)
        return false;
    out->level = level_of(kind, out->plies, hard);
    uint64_t key = canon_key(m->game, pos);
    if (!is_wanted(m, out, pos) || is_known(m, key))
        return false;
    out->themes = themes_of_men(m->game, pos) | (count <= FEW_MOVES ? 1u << DRILL_CRAMPED : 0) |
                  (out->plies >= LONG ? 1u << DRILL_LONG : 0) |
                  (keep == 1 ? 1u << DRILL_SINGLE : 0);
    if (best->value)
        out->themes |= themes_of_line(m, pos, best->value > 0 ? pos->turn : !pos->turn);
    Str s = str_over(out->position, sizeof out->position);
    m->game->ops->write_pos(m->game, pos, &s);
    take(m, out, pos, key);
    return true;
}

/* The next position of the game; false at its end. */
static bool play_on(DrillMaker *m, int count, const Known *best)
{
    Pos next;
    bool any = m->ply < OPENING || rng_below(&m->rng, BLUNDER) == 0;
    Move move = any ? m->list[rng_below(&m->rng, (uint32_t)count)] : pick_keeping(m, count, best);
    m->game->apply(m->game, &m->pos, move, &next);
    m->pos = next;
    return ++m->ply < PLIES_MAX && m->game->ops->outcome(m->game, &next).winner == WINNER_NONE;
}

/* Any move where a database knows nothing, as of a placing phase that is not solved yet. */
static bool play_unknown(DrillMaker *m)
{
    Pos next;
    int count = m->game->moves(m->game, &m->pos, m->list);
    if (!count)
        return false;
    m->game->apply(m->game, &m->pos, m->list[rng_below(&m->rng, (uint32_t)count)], &next);
    m->pos = next;
    return ++m->ply < PLIES_MAX && m->game->ops->outcome(m->game, &next).winner == WINNER_NONE;
}

static void begin_game(DrillMaker *m)
{
    m->game->ops->start(m->game, rng_next(&m->rng), &m->pos);
    m->ply = 0;
    m->playing = true;
    memset(m->taken, 0, sizeof m->taken);
    if (++m->games_since > GAMES_MAX) { /* what is rare has been found by now */
        m->cap *= 2;
        m->games_since = 0;
    }
}

bool drill_maker_next(DrillMaker *m, Drill *out)
{
    while (m->found < m->count && m->cap <= 4 * m->count) {
        Known best;
        if (!m->playing)
            begin_game(m);
        int count = judge_all(m, &m->pos, &best);
        if (count < 1) {
            m->playing = play_unknown(m);
            continue;
        }
        Pos at = m->pos;
        /* The game goes on first: whatever looks at the position uses the list. */
        m->playing = play_on(m, count, &best);
        count = judge_all(m, &at, &best);
        if (count > 0 && examine(m, &at, count, &best, out))
            return true;
    }
    return false;
}
