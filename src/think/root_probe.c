/* SPDX-License-Identifier: MIT */
/* Probing the database at the root, see root_probe.h. */
#include "think/root_probe.h"

#include "core/perfect.h"

#include <stdlib.h>

void twice_of(const History *history, Twice *out)
{
    out->count = 0;
    if (!history_past(history).seen)
        return;
    uint32_t plies = history->ply + 1;
    for (uint32_t i = plies > SEARCH_HISTORY_MAX ? plies - SEARCH_HISTORY_MAX : 0; i < plies; i++)
        if (history->entry[i].seen >= PAST_REPETITIONS - 1)
            out->text_key[out->count++] = history->entry[i].text_key;
}

static uint32_t seen_before(const void *context, uint64_t text_key)
{
    const Twice *twice = context;
    for (int i = 0; i < twice->count; i++)
        if (twice->text_key[i] == text_key)
            return PAST_REPETITIONS - 1;
    return 0;
}

/* One probe of a root. Its oracle is that of the search, counts its answers, and gives none once
 * the time is up. */
typedef struct Inquiry {
    Search *search;
    const atomic_bool *stop;
    Judge judge; /* its oracle counts */
    double began;
    Move *list; /* room for moves_max, as for each of the others */
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
        line->length += perfect_follow(game, &next, &inquiry->judge.oracle, inquiry->list,
                                       line->move + 1, SEARCH_PLIES_MAX - 1);
    line->depth = line->length;
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
    s->root_filtered = s->wdl_only = false; /* each line has its own score */
}

/* The root's list has only the moves that were asked for. */
static void keep_only(Inquiry *inquiry)
{
    const SearchFrame *root = &inquiry->search->frame[0];
    int n = 0;
    for (int i = 0; i < inquiry->count; i++)
        for (int k = 0; k < root->count; k++)
            if (inquiry->moves[i].move == root->moves[k]) {
                inquiry->moves[n++] = inquiry->moves[i];
                break;
            }
    inquiry->count = n;
}

/* Judges all moves; true if the best one needs no search. */
static bool judge(Inquiry *inquiry, const Pos *root)
{
    inquiry->count = perfect_judge(&inquiry->judge, root, inquiry->list, inquiry->moves);
    if (inquiry->search->limits.only_count && inquiry->count > 0)
        keep_only(inquiry);
    if (inquiry->count <= 0)
        return false;
    perfect_sort(inquiry->moves, inquiry->count);
    if (inquiry->search->limits.vary)
        perfect_vary(inquiry->moves, inquiry->count, inquiry->search->limits.seed);
    const Known *best = &inquiry->moves[0].known;
    return best->value == 0 || best->plies >= 0;
}

bool root_probe(Search *s, const Twice *twice, const atomic_bool *stop)
{
    if (!s->memory.oracle.ask || s->done)
        return false;
    const Pos *root = &s->frame[0].pos;
    size_t most = s->game->moves_max;
    Move *lists = malloc(2 * most * sizeof *lists);
    Inquiry inquiry = {.search = s,
                       .stop = stop,
                       .began = s->memory.now ? s->memory.now() : 0,
                       .list = lists ? lists + most : NULL,
                       .moves = malloc(most * sizeof(PerfectMove))};
    Past past = {twice->count ? seen_before : NULL, twice};
    inquiry.judge = (Judge){s->game, {ask, &inquiry}, past, lists};
    bool good = lists && inquiry.moves && judge(&inquiry, root);
    if (good)
        fill_answer(&inquiry, root);
    s->spent_ms += spent(&inquiry);
    free(lists);
    free(inquiry.moves);
    return good;
}
