/* SPDX-License-Identifier: MIT */
/* Retrograde analysis of a stage without a stored graph, for games whose moves can be taken back
 * (core/unmove.h). One pass over all entries looks at the moves that leave the stage. From then on
 * only decided entries are looked at, layer by layer of plies: what comes before a lost position is
 * won; what comes before a won one is expanded again and lost if all its moves lead to won ones.
 * Where most positions are drawn, that is little work. Values are set between the passes of a layer
 * and only read within them, so they do not depend on the threads.
 *
 * An entry that was expanded in vain has a move that is not won for the opponent yet. A mark of
 * where that leads stands in the place of the entry's value, and until that position is won, nobody
 * needs to expand the entry again. Marks save work and decide nothing. */
#include "solve/solve.h"

#include "core/unmove.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_CHUNK = 1 << 14, /* entries of a task of the first pass */
    LAYER_CHUNK = 1 << 10, /* items of a task of a layer */
    SLICE = 1 << 10,       /* tasks from one word of progress to the next */
    LAYERS_MAX = 1024,
    AHEAD = 4,    /* moves whose values are asked for together */
    TOGETHER = 8, /* entries expanded side by side, while what they need comes from memory */
};

/* What stands for WORTH_DRAW at an entry that has a mark: MARKED alone if it can never be lost,
 * else with a number made of the entry that it waits for. All values of the stage are smaller. */
enum { MARKED = 0x8000, MARK_NUMBERS = 0x7fff };

/* Entries to be decided: number within the stage << 1 | won. */
typedef struct List {
    uint64_t *item;
    size_t count, room;
} List;

/* Where the value of a position is. */
typedef struct Spot {
    SectorIndex place;
    Worth *value; /* NULL if it has no number: a game that is over */
    Worth ended;  /* its value then */
} Spot;

/* An entry that is expanded again. */
typedef struct Again {
    const Pos *pos;
    const Spot *spot;
    Move *moves;
    int count;
    Spot next; /* after the first move */
} Again;

typedef struct Hand {
    List layer[LAYERS_MAX]; /* by plies */
    Pos before[UNMOVES_MAX];
    Spot spot[UNMOVES_MAX]; /* of those before */
    Again again[TOGETHER];
    Move *moves; /* room for those of TOGETHER positions */
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
    size_t first_task;   /* of the slice under way */
    uint64_t done;       /* items of all layers before */
    double share;        /* of the stage, as was told last */
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

/* Asks for the value, so that it is on the way when it is read. */
static Spot spot_of(Job *job, const Pos *pos)
{
    Spot spot = {.ended = WORTH_DRAW};
    if (job->ops->rank(job->stage->tables, pos, &spot.place)) {
        Worth *values = job->stage->values[spot.place.sector];
        if (!values) {
            fail(job, FAILURE_NO_INDEX);
            return spot;
        }
        spot.value = &values[spot.place.index];
        __builtin_prefetch(spot.value);
    } else if (!worth_of_end(job->stage->run->game, pos, &spot.ended)) {
        fail(job, FAILURE_NO_INDEX);
    }
    return spot;
}

/* Marks are written while others read; either of both is right. */
static Worth load(const Worth *value)
{
    return __atomic_load_n(value, __ATOMIC_RELAXED);
}

/* The value as far as it is known. */
static Worth worth_at(const Job *job, const Spot *spot)
{
    if (!spot->value)
        return spot->ended;
    Worth worth = load(spot->value);
    return worth & MARKED && is_inside(job, spot->place.sector) ? WORTH_DRAW : worth;
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
        Spot spot = spot_of(job, &next);
        add_worth(&moves, worth_at(job, &spot));
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
    uint64_t entry = (uint64_t)(job->first_task + task) * FIRST_CHUNK, end = entry + FIRST_CHUNK;
    SectorIndex place = place_of(job, entry);
    for (; entry < end && entry < job->entries && !atomic_load(&job->failure); entry++) {
        Pos pos;
        job->ops->unrank(job->stage->tables, place, &pos);
        look_at(job, job->hand[thread], entry, &pos);
        if (++place.index == job->stage->sector[place.sector].entries)
            place = (SectorIndex){place.sector + 1, 0};
    }
}

/* What an entry has that waits for this one. */
static Worth mark_of(uint64_t entry)
{
    return (Worth)(MARKED + 1 + entry * UINT64_C(0x9e3779b97f4a7c15) % MARK_NUMBERS);
}

/* The entry has this move, which is not won for the opponent. One that is met at several indices
 * gets no mark: that of one index would not know what the others wait for. */
static void mark(Job *job, const Again *again, const Spot *open)
{
    uint64_t same[INDICES_MAX];
    Worth mark = MARKED;
    if (job->un->same(job->stage->tables, again->spot->place, same) > 1)
        return;
    if (open->value && is_inside(job, open->place.sector))
        mark = mark_of(entry_of(job, open->place));
    __atomic_store_n(again->spot->value, mark, __ATOMIC_RELAXED);
}

/* Asks for the values after a few moves, from this one on; returns of how many. */
static int ask_ahead(Job *job, const Again *again, int first, Spot *out)
{
    const Game *game = job->stage->run->game;
    int count = 0;
    for (; count < AHEAD && first + count < again->count; count++) {
        Pos next;
        game->apply(game, again->pos, again->moves[first + count], &next);
        out[count] = spot_of(job, &next);
    }
    return count;
}

/* A position before one that has just been found won: does every move lead to a won one by now? */
static void look_again(Job *job, Hand *hand, const Again *again)
{
    Moves moves = {0};
    Spot spot[AHEAD] = {again->next};
    for (int i = 0, asked = 1; i < again->count && !moves.open && !moves.win; i += asked) {
        asked = i ? ask_ahead(job, again, i, spot) : 1;
        for (int j = 0; j < asked && !moves.open; j++) {
            add_worth(&moves, worth_at(job, &spot[j]));
            if (moves.open)
                mark(job, again, &spot[j]);
        }
    }
    if (!moves.open && !moves.win)
        push_layer(job, hand, moves.lose, entry_of(job, again->spot->place), false);
}

/* The first half of looking again, before the value of the first move is read. */
static void take_up(Job *job, Hand *hand, int i, Again *again)
{
    const Game *game = job->stage->run->game;
    Pos next;
    again->pos = &hand->before[i];
    again->spot = &hand->spot[i];
    again->count = game->moves(game, again->pos, again->moves);
    game->apply(game, again->pos, again->moves[0], &next);
    again->next = spot_of(job, &next);
}

static bool is_among(Worth mark, const Worth *marks, int count)
{
    while (count && marks[count - 1] != mark)
        count--;
    return count > 0;
}

/* The item is won: of what comes before it, expands what has no other move that it waits for. */
static void do_won(Job *job, Hand *hand, SectorIndex place, int count)
{
    uint64_t same[INDICES_MAX];
    Worth marks[INDICES_MAX];
    int indices = job->un->same(job->stage->tables, place, same), together = 0;
    for (int i = 0; i < indices; i++)
        marks[i] = mark_of(entry_of(job, (SectorIndex){place.sector, same[i]}));
    for (int i = 0; i <= count; i++) {
        if (together == TOGETHER || i == count)
            while (together)
                look_again(job, hand, &hand->again[--together]);
        Worth value = i < count ? load(hand->spot[i].value) : worth_of(0, 0);
        if (value == WORTH_DRAW || (value & MARKED && is_among(value, marks, indices)))
            take_up(job, hand, i, &hand->again[together++]);
    }
}

static void do_lost(Job *job, Hand *hand, int count)
{
    for (int i = 0; i < count; i++)
        if (worth_at(job, &hand->spot[i]) == WORTH_DRAW)
            push_layer(job, hand, job->plies + 1, entry_of(job, hand->spot[i].place), true);
}

static void do_item(Job *job, Hand *hand, uint64_t item)
{
    const Stage *stage = job->stage;
    SectorIndex place = place_of(job, item >> 1);
    Pos pos;
    job->ops->unrank(stage->tables, place, &pos);
    int count = job->un->unmoves(stage->run->game, &pos, hand->before);
    for (int i = 0; i < count; i++) {
        hand->spot[i] = spot_of(job, &hand->before[i]);
        if (!hand->spot[i].value || !is_inside(job, hand->spot[i].place.sector)) {
            fail(job, FAILURE_NO_INDEX);
            return;
        }
    }
    if (item & 1)
        do_won(job, hand, place, count);
    else
        do_lost(job, hand, count);
}

static void do_layer(void *context, int thread, size_t task)
{
    Job *job = context;
    size_t i = (job->first_task + task) * LAYER_CHUNK, end = i + LAYER_CHUNK;
    for (; i < end && i < job->layer.count && !atomic_load(&job->failure); i++)
        do_item(job, job->hand[thread], job->layer.item[i]);
}

/* Sets a value at all indices of a position; false if it has one. */
static bool decide(Job *job, uint64_t item)
{
    SectorIndex place = place_of(job, item >> 1);
    Worth *values = job->stage->values[place.sector];
    uint64_t same[INDICES_MAX];
    if (values[place.index] != WORTH_DRAW && !(values[place.index] & MARKED))
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

/* Items that the hands have for later layers and this one. */
static uint64_t count_waiting(const Job *job)
{
    uint64_t count = 0;
    for (int t = 0; t < job->stage->run->workers.threads; t++)
        for (int plies = job->plies; plies < LAYERS_MAX; plies++)
            count += job->hand[t]->layer[plies].count;
    return count;
}

/* How far the stage is. The shares of the two steps were set by hand. In the second one nobody
 * knows what is still to come: known is what waits. */
static void tell(Job *job, const char *step, int plies, double share)
{
    job->share = share > job->share ? share : job->share;
    if (job->stage->tell)
        job->stage->tell(job->stage->context, step, plies, job->share);
}

static void tell_first(Job *job, size_t tasks_done)
{
    double done = (double)tasks_done * FIRST_CHUNK;
    tell(job, "turns that leave it", -1, 0.2 * done / (double)job->entries);
}

static void tell_layer(Job *job, size_t tasks_done)
{
    double done = (double)job->done + (double)tasks_done * LAYER_CHUNK;
    double all = (double)(job->done + job->layer.count + count_waiting(job));
    tell(job, "layer", job->plies, 0.2 + 0.65 * (all > done ? done / all : 1));
}

/* Does so many tasks and tells now and then how far they are. */
static bool run_slices(Job *job, size_t tasks, void (*work)(void *, int, size_t),
                       void (*tell_done)(Job *, size_t))
{
    const Workers *workers = &job->stage->run->workers;
    bool started = true;
    for (size_t at = 0; started && at < tasks; at += SLICE) {
        size_t count = tasks - at < SLICE ? tasks - at : SLICE;
        tell_done(job, at);
        job->first_task = at;
        started = workers->run(workers->threads, count, work, job);
    }
    return started;
}

static bool run_first(Job *job)
{
    size_t tasks = (size_t)((job->entries + FIRST_CHUNK - 1) / FIRST_CHUNK);
    return run_slices(job, tasks, do_first, tell_first);
}

static bool run_layer(Job *job)
{
    size_t tasks = (job->layer.count + LAYER_CHUNK - 1) / LAYER_CHUNK;
    bool started = run_slices(job, tasks, do_layer, tell_layer);
    job->done += job->layer.count;
    return started;
}

static void do_unmark(void *context, int thread, size_t task)
{
    Job *job = context;
    uint32_t sector = job->stage->first + (uint32_t)task;
    Worth *values = job->stage->values[sector];
    (void)thread;
    for (uint64_t i = 0; i < job->stage->sector[sector].entries; i++)
        values[i] = values[i] & MARKED ? WORTH_DRAW : values[i];
}

static bool solve(Job *job, char *why)
{
    const Workers *workers = &job->stage->run->workers;
    bool started = run_first(job);
    for (; started && !atomic_load(&job->failure) && count_waiting(job); job->plies++) {
        gather(job);
        started = run_layer(job);
    }
    started = started && workers->run(workers->threads, job->stage->count, do_unmark, job);
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
    size_t room = stage->run->game->moves_max;
    bool good = true;
    for (int t = 0; good && t < stage->run->workers.threads; t++) {
        Hand *hand = job->hand[t] = calloc(1, sizeof *hand);
        good = hand && (hand->moves = malloc(TOGETHER * room * sizeof(Move)));
        for (size_t i = 0; good && i < TOGETHER; i++)
            hand->again[i].moves = hand->moves + i * room;
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
