/* SPDX-License-Identifier: MIT */
/* The computer at the board, see brain.h. */
#include "app/tui/brain.h"

#include "app/endings.h"
#include "app/net_file.h"
#include "app/openings.h"
#include "app/tui/brain_limits.h"
#include "app/tui/signals.h"
#include "think/thinker.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_MB = 32 };

struct Brain {
    int threads;
    Thinker *thinker;
    const Game *game;
    void *net; /* of the game: learnt evaluation; NULL if there is none */
    BrainTask task;
    History history; /* of the job under way; game is NULL where there is none */
    bool teaches, hurried;
    Teacher teacher;
    Move *moves;    /* room for moves_max of the game, */
    int32_t *rates; /* and as much, for the teacher */
    SearchLimits limits;
    pthread_mutex_t lock; /* for what follows, written by the thinking thread */
    Thought latest;
    bool fresh, ended;
};

static int mate_of(int score)
{
    if (score >= SEARCH_PROVED)
        return SEARCH_WIN - score;
    return score <= -SEARCH_PROVED ? -SEARCH_WIN - score : 0;
}

/* The lines after the best one. */
static void add_others(const Search *search, Thought *t)
{
    for (int i = 1; i < search->line_count && t->others < THOUGHT_LINES_MAX - 1; i++) {
        const SearchLine *line = &search->line[i];
        ThoughtLine *other = &t->other[t->others++];
        *other = (ThoughtLine){.score = line->score, .mate = mate_of(line->score)};
        for (; other->length < line->length && other->length < THOUGHT_LINE_MAX; other->length++)
            other->line[other->length] = line->move[other->length];
    }
}

static Thought thought_of(const Search *search)
{
    Thought t = {.best = search->best,
                 .score = search->score,
                 .depth = search->depth,
                 .mate = search_mate(search)};
    for (; t.length < search->line[0].length && t.length < THOUGHT_LINE_MAX; t.length++)
        t.line[t.length] = search->line[0].move[t.length];
    if (search->multi_pv > 1)
        add_others(search, &t);
    return t;
}

static void report(void *context, const Search *search)
{
    Brain *brain = context;
    pthread_mutex_lock(&brain->lock);
    brain->latest = thought_of(search);
    brain->fresh = true;
    brain->ended = search->done;
    pthread_mutex_unlock(&brain->lock);
    signals_wake();
}

Brain *brain_open(int threads)
{
    Brain *brain = calloc(1, sizeof *brain);
    if (!brain)
        return NULL;
    brain->threads = threads;
    pthread_mutex_init(&brain->lock, NULL);
    return brain;
}

static void forget(Brain *brain)
{
    if (brain->history.game)
        history_free(&brain->history);
    brain->history.game = NULL;
}

void brain_leave(Brain *brain)
{
    if (brain->thinker)
        thinker_close(brain->thinker);
    forget(brain);
    free(brain->moves);
    free(brain->rates);
    brain->moves = NULL;
    brain->rates = NULL;
    brain->thinker = NULL;
    free(brain->net);
    brain->net = NULL;
    brain->game = NULL;
    brain->task = BRAIN_IDLE;
}

void brain_close(Brain *brain)
{
    brain_leave(brain);
    pthread_mutex_destroy(&brain->lock);
    free(brain);
}

static bool enter(Brain *brain, const BrainJob *job)
{
    const Game *game = job->history->game;
    if (brain->game == game)
        return true;
    brain_leave(brain);
    char why[WHY_MAX]; /* without a net it plays too */
    (void)net_file_choose(NULL, game, &brain->net, why);
    ThinkerSetup setup = {.threads = brain->threads,
                          .hash_mb = HASH_MB,
                          .oracle = job->oracle.ask ? job->oracle : endings_of(game),
                          .book = openings_of(game),
                          .net = brain->net,
                          .report = report,
                          .context = brain};
    brain->moves = malloc(game->moves_max * sizeof *brain->moves);
    brain->rates = malloc(game->moves_max * sizeof *brain->rates);
    if (brain->moves && brain->rates)
        brain->thinker = thinker_open(game, &setup);
    brain->game = brain->thinker ? game : NULL;
    return brain->thinker != NULL;
}

/* A teacher's thought is the same whatever was thought before it. */
static void begin(Brain *brain)
{
    brain->ended = false;
    if (brain->teaches)
        thinker_clear(brain->thinker);
    thinker_start(brain->thinker, &brain->history, &brain->limits);
}

bool brain_start(Brain *brain, const BrainJob *job)
{
    if (!enter(brain, job)) {
        history_free(job->history);
        return false;
    }
    brain_stop(brain);
    brain->history = *job->history;
    brain->limits = brain_limits(job);
    brain->task = job->task;
    brain->teaches = job->task == BRAIN_MOVE && job->seat.teacher;
    brain->hurried = false;
    if (brain->teaches) {
        double hard = brain->limits.time_ms;
        teacher_begin(&brain->teacher, &job->lesson, job->seed, &brain->limits);
        brain->limits.time_ms = hard / 2; /* it may look twice */
    }
    begin(brain);
    return true;
}

void brain_hurry(Brain *brain)
{
    brain->hurried = true;
    if (brain->task != BRAIN_IDLE)
        thinker_stop(brain->thinker);
}

void brain_stop(Brain *brain)
{
    if (brain->task != BRAIN_IDLE) {
        thinker_stop(brain->thinker);
        thinker_wait(brain->thinker, -1);
    }
    brain->task = BRAIN_IDLE;
    brain->fresh = false;
    forget(brain);
}

BrainTask brain_task(const Brain *brain)
{
    return brain->task;
}

bool brain_news(Brain *brain, Thought *out, bool *done)
{
    *done = false;
    if (brain->task == BRAIN_IDLE)
        return false;
    pthread_mutex_lock(&brain->lock);
    bool fresh = brain->fresh, ended = brain->ended;
    *out = brain->latest;
    brain->fresh = false;
    pthread_mutex_unlock(&brain->lock);
    if (!ended)
        return fresh;
    thinker_wait(brain->thinker, -1); /* the last report comes a moment before the end */
    const Search *search = thinker_answer(brain->thinker);
    *out = thought_of(search);
    if (brain->teaches) {
        double ms = brain->limits.time_ms;
        bool more = teacher_look(&brain->teacher, search, brain->moves, brain->rates,
                                 &brain->limits);
        brain->limits.time_ms = ms;
        if (more && !brain->hurried) {
            begin(brain);
            return true;
        }
        const TeacherMove *chosen = teacher_choose(&brain->teacher);
        if (chosen && chosen->move != out->best) { /* what was thought is about another move */
            out->best = chosen->move;
            out->length = 0;
        }
    }
    *done = true;
    brain->task = BRAIN_IDLE;
    return true;
}
