/* SPDX-License-Identifier: MIT */
/* Retrograde analysis of a stage without a stored graph, for games whose moves can be taken back
 * (core/unmove.h). One pass over all entries looks at the moves that leave the stage. From then on
 * only decided entries are looked at, layer by layer of plies: what comes before a lost position is
 * won; what comes before a won one is expanded again and lost if all its moves lead to won ones.
 * Where most positions are drawn, that is little work. Values are set between the passes of a layer
 * and only read within them, so they do not depend on the threads. */
#include "solve/solve.h"

#include "core/unmove.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_CHUNK = 1 << 14, /* entries of a task of the first pass */
    LAYER_CHUNK = 1 << 10, /* items of a task of a layer */
    LAYERS_MAX = 1024,
};

/* Entries to be decided: number within the stage << 1 | won. */
typedef struct List {
    uint64_t *item;
    size_t count, room;
} List;

typedef struct Hand {
    List layer[LAYERS_MAX]; /* by plies */
    Pos before[UNMOVES_MAX];
    Move *moves;
} Hand;

typedef enum Failure { FAILURE_NONE, FAILURE_MEMORY, FAILURE_NO_INDEX, FAILURE_PLIES } Failure;

typedef struct Job {
    const Stage *stage;
    const Solvable *ops;
    const Unmove *un;
    uint64_t base[SECTORS_MAX + 1]; /* of the sectors of the stage, by number within it */
    uint64_t entries;
    Hand *hand[WORKERS_MAX];
    int plies;           /* of the layer under way */
    List layer;          /* its items, each decided by now */
    atomic_ullong bytes; /* of all lists */
    atomic_int failure;  /* a Failure */
} Job;

/* What the moves of an entry are worth to it. */
typedef struct Moves {
    int win;   /* plies of the shortest win; 0 for none */
    int lose;  /* plies of the longest loss */
    bool open; /* one draws, or nobody knows yet */
} Moves;

static void fail(Job *job, Failure failure)
{
    atomic_store(&job->failure, failure);
}

static SectorIndex place_of(const Job *job, uint64_t entry)
{
    uint32_t s = 0, end = job->stage->count;
    while (end - s > 1) {
        uint32_t middle = (s + end) / 2;
        if (entry >= job->base[middle])
            s = middle;
        else
            end = middle;
    }
    return (SectorIndex){job->stage->first + s, entry - job->base[s]};
}

static uint64_t entry_of(const Job *job, SectorIndex place)
{
    return job->base[place.sector - job->stage->first] + place.index;
}

static bool is_inside(const Job *job, uint32_t sector)
{
    return sector - job->stage->first < job->stage->count;
}

static void push(Job *job, List *list, uint64_t item)
{
    if (list->count == list->room) {
        size_t room = 2 * list->room + 1024;
        uint64_t more_bytes = (room - list->room) * sizeof *list->item;
        uint64_t *more = NULL;
        if (atomic_fetch_add(&job->bytes, more_bytes) + more_bytes <= job->stage->memory)
            more = realloc(list->item, room * sizeof *more);
        if (!more) {
            fail(job, FAILURE_MEMORY);
            return;
        }
        list->item = more;
        list->room = room;
    }
    list->item[list->count++] = item;
}

static void forget(Job *job, List *list)
{
    atomic_fetch_sub(&job->bytes, list->room * sizeof *list->item);
    free(list->item);
    *list = (List){0};
}

static void push_layer(Job *job, Hand *hand, int plies, uint64_t entry, bool won)
{
    if (plies >= LAYERS_MAX)
        fail(job, FAILURE_PLIES);
    else
        push(job, &hand->layer[plies], entry << 1 | won);
}

static void add_worth(Moves *moves, Worth worth)
{
    if (worth == WORTH_DRAW) {
        moves->open = true;
        return;
    }
    int plies = worth_plies(worth) + 1;
    if (worth_is_lost(worth))
        moves->win = !moves->win || plies < moves->win ? plies : moves->win;
    else
        moves->lose = plies > moves->lose ? plies : moves->lose;
}

/* The value of a finished game for the side to move. */
static bool worth_of_end(const Game *game, const Pos *pos, Worth *out)
{
    Winner winner = game->ops->outcome(game, pos).winner;
    *out = winner == WINNER_DRAW ? WORTH_DRAW
                                 : worth_of(0, winner == (pos->turn ? WINNER_P2 : WINNER_P1));
    return winner != WINNER_NONE;
}

/* The value of a position as far as it is known. */
static Worth worth_now(Job *job, const Pos *pos)
{
    SectorIndex place;
    Worth worth = WORTH_DRAW;
    if (job->ops->rank(job->stage->tables, pos, &place)) {
        if (job->stage->values[place.sector])
            return job->stage->values[place.sector][place.index];
        fail(job, FAILURE_NO_INDEX);
    } else if (!worth_of_end(job->stage->run->game, pos, &worth)) {
        fail(job, FAILURE_NO_INDEX);
    }
    return worth;
}

/* The first look at an entry: moves that stay in the stage are unknown yet. */
static void look_at(Job *job, Hand *hand, uint64_t entry, const Pos *pos)
{
    const Game *game = job->stage->run->game;
    Moves moves = {0};
    Pos next;
    Worth worth;
    int count = job->un->exits(game, pos, hand->moves, &moves.open);
    if (!count && moves.open)
        return;
    for (int i = 0; i < count; i++) {
        game->apply(game, pos, hand->moves[i], &next);
        add_worth(&moves, worth_now(job, &next));
    }
    if (!count && worth_of_end(game, pos, &worth)) {
        if (worth != WORTH_DRAW)
            push_layer(job, hand, 0, entry, worth_is_won(worth));
    } else if (moves.win) {
        push_layer(job, hand, moves.win, entry, true);
    } else if (!moves.open) {
        push_layer(job, hand, moves.lose, entry, false);
    }
}

static void do_first(void *context, int thread, size_t task)
{
    Job *job = context;
    uint64_t entry = (uint64_t)task * FIRST_CHUNK, end = entry + FIRST_CHUNK;
    SectorIndex place = place_of(job, entry);
    for (; entry < end && entry < job->entries && !atomic_load(&job->failure); entry++) {
        Pos pos;
        job->ops->unrank(job->stage->tables, place, &pos);
        look_at(job, job->hand[thread], entry, &pos);
        if (++place.index == job->stage->sector[place.sector].entries)
            place = (SectorIndex){place.sector + 1, 0};
    }
}

/* A position before one that has just been found won: does every move lead to a won one by now? */
static void look_again(Job *job, Hand *hand, uint64_t entry, const Pos *pos)
{
    const Game *game = job->stage->run->game;
    Moves moves = {0};
    Pos next;
    int count = game->moves(game, pos, hand->moves);
    for (int i = 0; i < count && !moves.open && !moves.win; i++) {
        game->apply(game, pos, hand->moves[i], &next);
        add_worth(&moves, worth_now(job, &next));
    }
    if (!moves.open && !moves.win)
        push_layer(job, hand, moves.lose, entry, false);
}

static void do_item(Job *job, Hand *hand, uint64_t item)
{
    const Stage *stage = job->stage;
    Pos pos;
    job->ops->unrank(stage->tables, place_of(job, item >> 1), &pos);
    int count = job->un->unmoves(stage->run->game, &pos, hand->before);
    for (int i = 0; i < count; i++) {
        SectorIndex place;
        if (!job->ops->rank(stage->tables, &hand->before[i], &place) ||
            !is_inside(job, place.sector)) {
            fail(job, FAILURE_NO_INDEX);
            return;
        }
        if (stage->values[place.sector][place.index] != WORTH_DRAW)
            continue;
        if (item & 1)
            look_again(job, hand, entry_of(job, place), &hand->before[i]);
        else
            push_layer(job, hand, job->plies + 1, entry_of(job, place), true);
    }
}

static void do_layer(void *context, int thread, size_t task)
{
    Job *job = context;
    size_t i = task * LAYER_CHUNK, end = i + LAYER_CHUNK;
    for (; i < end && i < job->layer.count && !atomic_load(&job->failure); i++)
        do_item(job, job->hand[thread], job->layer.item[i]);
}

/* Sets a value at all indices of a position; false if it has one. */
static bool decide(Job *job, uint64_t item)
{
    SectorIndex place = place_of(job, item >> 1);
    Worth *values = job->stage->values[place.sector];
    uint64_t same[INDICES_MAX];
    if (values[place.index] != WORTH_DRAW)
        return false;
    for (int i = job->un->same(job->stage->tables, place, same); i-- > 0;)
        values[same[i]] = worth_of(job->plies, item & 1);
    return true;
}

/* Decides what all hands have for this layer and makes one list of it. */
static void gather(Job *job)
{
    forget(job, &job->layer);
    for (int t = 0; t < job->stage->run->workers.threads; t++) {
        List *list = &job->hand[t]->layer[job->plies];
        for (size_t i = 0; i < list->count && !atomic_load(&job->failure); i++)
            if (decide(job, list->item[i]))
                push(job, &job->layer, list->item[i]);
        forget(job, list);
    }
}

static bool is_waiting(const Job *job)
{
    for (int t = 0; t < job->stage->run->workers.threads; t++)
        for (int plies = job->plies; plies < LAYERS_MAX; plies++)
            if (job->hand[t]->layer[plies].count)
                return true;
    return false;
}

static bool solve(Job *job, char *why)
{
    const Workers *workers = &job->stage->run->workers;
    size_t chunks = (size_t)((job->entries + FIRST_CHUNK - 1) / FIRST_CHUNK);
    bool started = workers->run(workers->threads, chunks, do_first, job);
    for (; started && !atomic_load(&job->failure) && is_waiting(job); job->plies++) {
        gather(job);
        chunks = (job->layer.count + LAYER_CHUNK - 1) / LAYER_CHUNK;
        started = workers->run(workers->threads, chunks, do_layer, job);
    }
    if (!started)
        return refuse(why, "threads could not be started");
    switch ((Failure)atomic_load(&job->failure)) {
    case FAILURE_NONE:
        return true;
    case FAILURE_MEMORY:
        return refuse(why, "sector %s needs more memory than is allowed or there (--memory)",
                      job->stage->sector[job->stage->first].name);
    case FAILURE_PLIES:
        return refuse(why, "a win takes more than %d plies", LAYERS_MAX - 1);
    default:
        return refuse(why, "a move leads to a position that has no number");
    }
}

static bool open_job(Job *job, const Stage *stage)
{
    job->stage = stage;
    job->ops = stage->run->game->solvable;
    job->un = job->ops->unmove;
    for (uint32_t s = 0; s < stage->count; s++) {
        job->base[s] = job->entries;
        job->entries += stage->sector[stage->first + s].entries;
    }
    job->base[stage->count] = job->entries;
    bool good = true;
    for (int t = 0; good && t < stage->run->workers.threads; t++) {
        Hand *hand = job->hand[t] = calloc(1, sizeof *hand);
        good = hand && (hand->moves = malloc(stage->run->game->moves_max * sizeof(Move)));
    }
    return good;
}

static void close_job(Job *job)
{
    forget(job, &job->layer);
    for (int t = 0; t < WORKERS_MAX && job->hand[t]; t++) {
        for (int plies = 0; plies < LAYERS_MAX; plies++)
            forget(job, &job->hand[t]->layer[plies]);
        free(job->hand[t]->moves);
        free(job->hand[t]);
    }
    free(job);
}

bool unmove_solve(const Stage *stage, char *why)
{
    Job *job = calloc(1, sizeof *job);
    if (!job)
        return refuse(why, "out of memory");
    bool good = open_job(job, stage) ? solve(job, why) : refuse(why, "out of memory");
    close_job(job);
    return good;
}
