/* SPDX-License-Identifier: MIT */
/* Thinking for bots, see thoughts.h. A thread keeps the thinkers of the variants that it met last;
 * an engine is told the variant when that changes. */
#include "app/bot/thoughts.h"

#include "ai/time.h"
#include "app/endings.h"
#include "app/net_file.h"
#include "app/openings.h"
#include "app/tournament/engine.h"
#include "base/clock.h"
#include "think/thinker.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THINKERS = 4, HASH_MB = 16, PATIENCE_SECONDS = 10, ENGINE_LATE_MS = 3000 };

typedef struct Job {
    struct Job *next;
    ThoughtAsk ask; /* its texts are in: */
    char variant[VARIANT_TEXT_MAX], start[POSITION_TEXT_MAX];
    char (*moves)[MOVE_TEXT_MAX];
    ThoughtAnswer answer;
} Job;

typedef struct OpenThinker {
    const Game *game;
    Thinker *thinker;
    void *net;
    uint64_t used;
} OpenThinker;

typedef struct Worker {
    Thoughts *thoughts;
    pthread_t thread;
    OpenThinker open[THINKERS];
    uint64_t uses;
    EngineSpec spec; /* with an engine */
    Engine *engine;
    char variant[VARIANT_TEXT_MAX]; /* that the engine is set to */
    bool started;
} Worker;

struct Thoughts {
    ThoughtsSetup setup;
    char own_path[4096];
    atomic_bool stop;
    pthread_mutex_t lock; /* for the two lists and what waits */
    pthread_cond_t wake;
    Job *waiting, *done;
    int busy; /* jobs that wait or are thought about */
    int count;
    Worker worker[];
};

/* -- Our levels ------------------------------------------------------------------------------- */

static void close_thinker(OpenThinker *open)
{
    if (open->thinker)
        thinker_close(open->thinker);
    free(open->net);
    *open = (OpenThinker){0};
}

static Thinker *thinker_for(Worker *worker, const Game *game)
{
    OpenThinker *oldest = &worker->open[0];
    for (int i = 0; i < THINKERS; i++) {
        OpenThinker *open = &worker->open[i];
        if (open->game == game) {
            open->used = ++worker->uses;
            return open->thinker;
        }
        if (open->used < oldest->used)
            oldest = open;
    }
    char why[WHY_MAX]; /* without a net it plays too */
    close_thinker(oldest);
    (void)net_file_choose(NULL, game, &oldest->net, why);
    ThinkerSetup setup = {.hash_mb = HASH_MB,
                          .oracle = endings_of(game),
                          .book = openings_of(game),
                          .net = oldest->net};
    oldest->thinker = thinker_open(game, &setup);
    oldest->game = oldest->thinker ? game : NULL;
    oldest->used = ++worker->uses;
    return oldest->thinker;
}

/* The share of a move: by the clock, and by what else waits for this processor. */
static TimePlan plan_of(const Thoughts *thoughts, const ThoughtAsk *ask, int busy)
{
    double share = busy > thoughts->count ? (double)busy / thoughts->count : 1;
    TimePlan plan = time_fixed(thoughts->setup.most_ms);
    if (ask->left_ms >= 0)
        plan = time_shorter(plan, time_plan(ask->left_ms / share, ask->more_ms / share, 0));
    return plan;
}

static bool play_moves(const Job *job, const Game *game, History *history, char *why)
{
    Pos start;
    Move move;
    if (!game->ops->read_pos(game, job->start, LANG_EN, &start, why) ||
        !history_begin(history, game, &start))
        return false;
    for (int i = 0; i < job->ask.move_count; i++)
        if (!game->ops->read_move(game, &history->pos, job->moves[i], LANG_EN, &move, why) ||
            !history_play(history, move)) {
            history_free(history);
            return false;
        }
    return true;
}

static void think(Worker *worker, const Game *game, const History *history, Job *job, int busy)
{
    Thinker *thinker = thinker_for(worker, game);
    if (!thinker) {
        refuse(job->answer.why, "there is not enough memory");
        return;
    }
    TimePlan plan = plan_of(worker->thoughts, &job->ask, busy);
    SearchLimits limits = {.level = job->ask.level,
                           .seed = job->ask.seed,
                           .time_ms = plan.hard_ms,
                           .soft_ms = plan.soft_ms};
    thinker_start(thinker, history, &limits);
    while (!thinker_wait(thinker, 50))
        if (atomic_load(&worker->thoughts->stop))
            thinker_stop(thinker);
    const Search *search = thinker_answer(thinker);
    Str s = str_over(job->answer.move, sizeof job->answer.move);
    if (!search->best) {
        refuse(job->answer.why, "the game is over");
        return;
    }
    game->ops->write_move(game, &history->pos, search->best, &s);
    job->answer.has_score = true;
    job->answer.score = search->score;
}

/* -- An engine -------------------------------------------------------------------------------- */

static void write_position(const Job *job, Str *out)
{
    str_format(out, "position fen %s", job->start);
    for (int i = 0; i < job->ask.move_count; i++)
        str_format(out, "%s%s", i ? " " : " moves ", job->moves[i]);
    str_char(out, '\n');
}

/* With a clock it is told the clock, as much of it as is its share; else a time for this move. */
static double write_go(const Worker *worker, const Job *job, int player, int busy, Str *out)
{
    const Thoughts *thoughts = worker->thoughts;
    TimePlan plan = plan_of(thoughts, &job->ask, busy);
    const EngineLimits *own = &worker->spec.limits;
    if (!engine_limits_none(own)) {
        engine_limits_write_go(own, player, (double[2]){0, 0}, own, out);
    } else if (job->ask.left_ms < 0) {
        str_format(out, "go movetime %d", (int)thoughts->setup.most_ms);
    } else {
        double share = busy > thoughts->count ? (double)busy / thoughts->count : 1;
        double left[2] = {job->ask.other_ms, job->ask.other_ms};
        left[player] = job->ask.left_ms / share;
        str_format(out, "go p1time %lld p2time %lld p1inc %lld p2inc %lld", (long long)left[0],
                   (long long)left[1], (long long)(job->ask.more_ms / share),
                   (long long)(job->ask.more_ms / share));
        plan.hard_ms = left[player];
    }
    str_char(out, '\n');
    return plan.hard_ms > thoughts->setup.most_ms ? plan.hard_ms : thoughts->setup.most_ms;
}

static bool ready_engine(Worker *worker, const char *variant, char *why)
{
    Engine *engine = worker->engine;
    if (engine->process.pid && strcmp(variant, worker->variant) == 0)
        return true;
    if (engine->process.pid)
        engine_quit(engine); /* strangers may know one variant for each start */
    Str s = str_over(worker->variant, sizeof worker->variant);
    str_add(&s, variant);
    engine->variant = worker->variant;
    return engine_new_game(engine, why) == TALK_GOOD;
}

static void ask_engine(Worker *worker, const Game *game, const History *history, Job *job, int busy)
{
    size_t room = (size_t)job->ask.move_count * MOVE_TEXT_MAX + POSITION_TEXT_MAX + 256;
    char *text = malloc(room);
    Move move;
    ThoughtAnswer *answer = &job->answer;
    if (!text || !ready_engine(worker, game->id, answer->why)) {
        free(text);
        return;
    }
    Engine *engine = worker->engine;
    Str s = str_over(text, room);
    write_position(job, &s);
    double most = write_go(worker, job, history->pos.turn, busy, &s);
    engine_drain(engine);
    ugi_client_think(&engine->client);
    Talk talk = engine_ask(engine, s.text, s.length, UGI_ANSWER_BESTMOVE,
                           clock_seconds() + (most + ENGINE_LATE_MS) * 1e-3);
    free(text);
    if (talk != TALK_GOOD) {
        refuse(answer->why, talk == TALK_LATE ? "the engine does not answer" : "the engine ended");
        engine_kill(engine);
        return;
    }
    if (!game->ops->read_move(game, &history->pos, engine->client.best, LANG_EN, &move,
                              answer->why))
        return;
    Str m = str_over(answer->move, sizeof answer->move);
    game->ops->write_move(game, &history->pos, move, &m);
    const UgiScore *score = &engine->client.score;
    answer->has_score = score->kind != UGI_SCORE_NONE;
    answer->score = score->kind == UGI_SCORE_CP ? score->value
                    : score->value < 0          ? -SEARCH_PROVED
                                                : SEARCH_PROVED;
}

/* -- The threads ------------------------------------------------------------------------------ */

/* What to do when nothing was found: some legal move is better than losing on time. */
static void any_move(const Game *game, const History *history, uint64_t seed, ThoughtAnswer *out)
{
    Move *moves = malloc(game->moves_max * sizeof *moves);
    int count = moves ? game->moves(game, &history->pos, moves) : 0;
    Str s = str_over(out->move, sizeof out->move);
    if (count > 0)
        game->ops->write_move(game, &history->pos, moves[seed % (uint64_t)count], &s);
    free(moves);
}

static void do_job(Worker *worker, Job *job, int busy)
{
    ThoughtAnswer *answer = &job->answer;
    const Game *game = variants_open(worker->thoughts->setup.variants, job->variant, LANG_EN,
                                     answer->why);
    History history;
    if (!game || !play_moves(job, game, &history, answer->why))
        return;
    if (worker->engine)
        ask_engine(worker, game, &history, job, busy);
    else
        think(worker, game, &history, job, busy);
    if (!answer->move[0] && worker->engine && !atomic_load(&worker->thoughts->stop))
        any_move(game, &history, job->ask.seed, answer);
    history_free(&history);
}

/* The most pressing job; the lock is held. */
static Job *take_job(Thoughts *thoughts)
{
    Job **best = NULL;
    for (Job **at = &thoughts->waiting; *at; at = &(*at)->next) {
        double left = (*at)->ask.left_ms;
        if (!best || (left >= 0 && ((*best)->ask.left_ms < 0 || left < (*best)->ask.left_ms)))
            best = at;
    }
    if (!best)
        return NULL;
    Job *job = *best;
    *best = job->next;
    return job;
}

static void *work(void *context)
{
    Worker *worker = context;
    Thoughts *thoughts = worker->thoughts;
    pthread_mutex_lock(&thoughts->lock);
    while (!atomic_load(&thoughts->stop)) {
        Job *job = take_job(thoughts);
        if (!job) {
            pthread_cond_wait(&thoughts->wake, &thoughts->lock);
            continue;
        }
        int busy = thoughts->busy;
        pthread_mutex_unlock(&thoughts->lock);
        do_job(worker, job, busy);
        pthread_mutex_lock(&thoughts->lock);
        thoughts->busy--;
        job->next = thoughts->done;
        thoughts->done = job;
        thoughts->setup.wake();
    }
    pthread_mutex_unlock(&thoughts->lock);
    return NULL;
}

bool thoughts_ask(Thoughts *thoughts, const ThoughtAsk *ask)
{
    Job *job = calloc(1, sizeof *job);
    if (job)
        job->moves = malloc(((size_t)ask->move_count + 1) * sizeof *job->moves);
    if (!job || !job->moves) {
        free(job);
        return false;
    }
    Str v = str_over(job->variant, sizeof job->variant),
        p = str_over(job->start, sizeof job->start);
    str_add(&v, ask->variant);
    str_add(&p, ask->start);
    memcpy(job->moves, ask->moves, (size_t)ask->move_count * sizeof *job->moves);
    job->ask = *ask;
    job->answer.game = ask->game;
    job->answer.number = ask->number;
    pthread_mutex_lock(&thoughts->lock);
    Job **end = &thoughts->waiting;
    while (*end)
        end = &(*end)->next;
    *end = job;
    thoughts->busy++;
    pthread_cond_signal(&thoughts->wake);
    pthread_mutex_unlock(&thoughts->lock);
    return true;
}

static void job_free(Job *job)
{
    free(job->moves);
    free(job);
}

bool thoughts_take(Thoughts *thoughts, ThoughtAnswer *out)
{
    pthread_mutex_lock(&thoughts->lock);
    Job *job = thoughts->done;
    if (job)
        thoughts->done = job->next;
    pthread_mutex_unlock(&thoughts->lock);
    if (!job)
        return false;
    *out = job->answer;
    job_free(job);
    return true;
}

/* -- Opening and closing ---------------------------------------------------------------------- */

static bool open_engine(Worker *worker, char *why)
{
    static char ugi[] = "ugi";
    Thoughts *thoughts = worker->thoughts;
    if (!thoughts->setup.engine)
        return true;
    if (!spec_read(thoughts->setup.engine, &worker->spec, why))
        return false;
    if (worker->spec.self) {
        ssize_t length = readlink("/proc/self/exe", thoughts->own_path,
                                  sizeof thoughts->own_path - 1);
        if (length <= 0)
            return refuse(why, "self is not to be found here; give the path of this program");
        thoughts->own_path[length] = '\0';
        worker->spec.argv[0] = thoughts->own_path;
        worker->spec.argv[1] = ugi;
    }
    worker->engine = calloc(1, sizeof *worker->engine);
    if (!worker->engine)
        return refuse(why, "there is not enough memory");
    worker->engine->spec = &worker->spec;
    worker->engine->name = "engine";
    worker->engine->patience = PATIENCE_SECONDS;
    worker->engine->stop = &thoughts->stop;
    return true;
}

Thoughts *thoughts_open(const ThoughtsSetup *setup, char *why)
{
    Thoughts *thoughts = calloc(1, sizeof *thoughts + (size_t)setup->threads * sizeof(Worker));
    if (!thoughts) {
        refuse(why, "there is not enough memory");
        return NULL;
    }
    thoughts->setup = *setup;
    pthread_mutex_init(&thoughts->lock, NULL);
    pthread_cond_init(&thoughts->wake, NULL);
    thoughts->count = setup->threads;
    for (int i = 0; i < setup->threads; i++) {
        Worker *worker = &thoughts->worker[i];
        worker->thoughts = thoughts;
        if (!open_engine(worker, why)) {
            thoughts_close(thoughts);
            return NULL;
        }
        worker->started = pthread_create(&worker->thread, NULL, work, worker) == 0;
        if (!worker->started) {
            refuse(why, "a thread cannot be started");
            thoughts_close(thoughts);
            return NULL;
        }
    }
    return thoughts;
}

void thoughts_close(Thoughts *thoughts)
{
    if (!thoughts)
        return;
    pthread_mutex_lock(&thoughts->lock);
    atomic_store(&thoughts->stop, true);
    pthread_cond_broadcast(&thoughts->wake);
    pthread_mutex_unlock(&thoughts->lock);
    for (int i = 0; i < thoughts->count; i++) {
        Worker *worker = &thoughts->worker[i];
        if (worker->started)
            pthread_join(worker->thread, NULL);
        for (int k = 0; k < THINKERS; k++)
            close_thinker(&worker->open[k]);
        if (worker->engine && worker->engine->process.pid)
            engine_quit(worker->engine);
        free(worker->engine);
    }
    while (thoughts->waiting || thoughts->done) {
        Job **list = thoughts->waiting ? &thoughts->waiting : &thoughts->done, *job = *list;
        *list = job->next;
        job_free(job);
    }
    pthread_mutex_destroy(&thoughts->lock);
    pthread_cond_destroy(&thoughts->wake);
    free(thoughts);
}
