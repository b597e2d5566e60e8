/* SPDX-License-Identifier: MIT */
/* An answer without a search, see root_probe.h. */
#include "think/root_probe.h"

#include "core/perfect.h"

#include <stdlib.h>

void past_of(const Match *match, Past *out)
{
    out->count = 0;
    if (match->ply >= match->drawn_ply)
        return;
    uint32_t plies = match->ply + 1;
    for (uint32_t i = plies > SEARCH_HISTORY_MAX ? plies - SEARCH_HISTORY_MAX : 0; i < plies; i++)
        if (match->entry[i].seen == MATCH_REPETITIONS - 1)
            out->key[out->count++] = match->entry[i].pos.key;
}

/* One question: the oracle of the search, answers counted, silent when there is no time left. */
typedef struct Inquiry {
    Search *search;
    const Past *past;
    const atomic_bool *stop;
    Oracle oracle; /* counts */
    double began;
    Move *scratch; /* room for 2 * moves_max */
    PerfectMove *moves;
    int count;
} Inquiry;

static double spent(const Inquiry *inquiry)
{
    const Search *s = inquiry->search;
    return s->memory.now ? s->memory.now() - inquiry->began : 0;
}

static bool ask(void *context, const Pos *pos, Known *out)
{
    Inquiry *inquiry = context;
    Search *s = inquiry->search;
    bool late = s->limits.time_ms > 0 && spent(inquiry) >= s->limits.time_ms;
    if (late || atomic_load_explicit(inquiry->stop, memory_order_relaxed) ||
        !s->memory.oracle.ask(s->memory.oracle.context, pos, out))
        return false;
    s->oracle_hits++;
    return true;
}

static bool has_stood_twice(const Past *past, const Pos *pos)
{
    for (int i = 0; i < past->count; i++)
        if (past->key[i] == pos->key)
            return true;
    return false;
}

/* May the enemy make a third occurrence after this? */
static bool lets_repeat(const Inquiry *inquiry, const Pos *pos)
{
    const Game *game = inquiry->search->game;
    int count = game->moves(game, pos, inquiry->scratch);
    for (int i = 0; i < count; i++) {
        Pos next;
        game->apply(game, pos, inquiry->scratch[i], &next);
        if (has_stood_twice(inquiry->past, &next))
            return true;
    }
    return false;
}

/* What the past makes of the moves. A draw that ends the game sets no traps any more. */
static void judge_by_past(Inquiry *inquiry, const Pos *root)
{
    const Game *game = inquiry->search->game;
    for (int i = 0; inquiry->past->count && i < inquiry->count; i++) {
        PerfectMove *move = &inquiry->moves[i];
        Pos next;
        game->apply(game, root, move->move, &next);
        if (has_stood_twice(inquiry->past, &next) ||
            (move->known.value > 0 && next.turn != root->turn && lets_repeat(inquiry, &next)))
            *move = (PerfectMove){.move = move->move, .known = {0, -1}};
    }
}

/* Best play after a move; a draw has no end that it would lead to. */
static void fill_line(Inquiry *inquiry, const Pos *root, const PerfectMove *move, SearchLine *line)
{
    const Game *game = inquiry->search->game;
    Pos next;
    line->score = search_known_score(&move->known, 0);
    line->move[0] = move->move;
    line->length = 1;
    game->apply(game, root, move->move, &next);
    if (move->known.value)
        line->length += perfect_follow(game, &next, &inquiry->oracle, inquiry->scratch,
                                       line->move + 1, SEARCH_PLIES_MAX - 1);
}

static void fill_answer(Inquiry *inquiry, const Pos *root)
{
    Search *s = inquiry->search;
    int wanted = s->limits.lines > 0 ? s->limits.lines : 1;
    if (wanted > SEARCH_LINES_MAX)
        wanted = SEARCH_LINES_MAX;
    s->line_count = wanted < inquiry->count ? wanted : inquiry->count;
    for (int i = 0; i < s->line_count; i++)
        fill_line(inquiry, root, &inquiry->moves[i], &s->line[i]);
    s->best = s->line[0].move[0];
    s->score = s->line[0].score;
    s->depth = s->seldepth = s->line[0].length;
    s->known = s->done = true;
    s->kept = s->vague = false; /* each line has its own score */
}

/* Judges all moves; true if the best one needs no search. */
static bool judge(Inquiry *inquiry, const Pos *root)
{
    const Game *game = inquiry->search->game;
    inquiry->count = perfect_judge(game, root, &inquiry->oracle, inquiry->scratch, inquiry->moves);
    if (inquiry->count <= 0)
        return false;
    judge_by_past(inquiry, root);
    perfect_sort(inquiry->moves, inquiry->count);
    const Known *best = &inquiry->moves[0].known;
    return best->value == 0 || best->plies >= 0;
}

bool root_probe(Search *s, const Past *past, const atomic_bool *stop)
{
    if (!s->memory.oracle.ask || s->done)
        return false;
    const Pos *root = &s->frame[0].pos;
    Inquiry inquiry = {.search = s,
                       .past = past,
                       .stop = stop,
                       .began = s->memory.now ? s->memory.now() : 0,
                       .scratch = malloc(2 * (size_t)s->game->moves_max * sizeof(Move)),
                       .moves = malloc(s->game->moves_max * sizeof(PerfectMove))};
    inquiry.oracle = (Oracle){ask, &inquiry};
    bool good = inquiry.scratch && inquiry.moves && judge(&inquiry, root);
    if (good)
        fill_answer(&inquiry, root);
    s->spent_ms += spent(&inquiry);
    free(inquiry.scratch);
    free(inquiry.moves);
    return good;
}
