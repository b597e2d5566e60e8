/* SPDX-License-Identifier: MIT */
/* The thinking half of `concentric ugi`, see ugi_engine.h. */
#include "app/cli/ugi_engine.h"

#include "ai/level.h"
#include "ai/odds.h"
#include "ai/time.h"
#include "app/cli/commands.h"
#include "app/endings.h"
#include "app/net_file.h"
#include "app/openings.h"
#include "base/clock.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { WATCH_MS = 5 }; /* after the time of the search, which should have ended it */

static double now_ms(void)
{
    return clock_seconds() * 1e3;
}

static void send_lines(UgiEngine *engine, const Search *search)
{
    double ms = now_ms() - engine->began_ms;
    uint64_t nodes = thinker_nodes(engine->thinker);
    UgiInfo info = {.nodes = nodes,
                    .nps = (uint64_t)((double)nodes / (ms > 1 ? ms : 1) * 1e3),
                    .hashfull = thinker_hashfull(engine->thinker),
                    .tbhits = thinker_oracle_hits(engine->thinker),
                    .time_ms = (uint64_t)ms};
    for (int i = 0; i < search->line_count; i++) {
        const SearchLine *line = &search->line[i];
        int score = search_reported_score(search, line->score);
        Odds odds = search->known ? odds_sure(score)
                                  : odds_of(search->game, &search->frame[0].pos, score);
        info.number = i + 1;
        info.depth = line->depth;
        info.seldepth = search->seldepth > line->depth ? search->seldepth : line->depth;
        info.score = score;
        info.mate = odds_mate(score);
        info.wdl[0] = odds.win;
        info.wdl[1] = odds.draw;
        info.wdl[2] = odds.lose;
        info.line = line->move;
        info.length = line->length;
        ugi_info(engine->ugi, &info);
    }
}

/* Once for a database. */
static void tell_damage(UgiEngine *engine)
{
    char why[WHY_MAX], remark[WHY_MAX];
    Str s = str_over(remark, sizeof remark);
    if (engine->damage_told || !database_damage(engine->database, why))
        return;
    engine->damage_told = true;
    str_format(&s, "the database is damaged, so some positions are searched: %s", why);
    ugi_remark(engine->ugi, remark);
}

/* On the thinking thread. */
static void report(void *context, const Search *search)
{
    UgiEngine *engine = context;
    pthread_mutex_lock(&engine->lock);
    if (search->depth > 0 || search->done)
        send_lines(engine, search);
    tell_damage(engine);
    engine->best = search->best;
    pthread_mutex_unlock(&engine->lock);
    if (search->done)
        while (write(engine->done[1], "", 1) < 0 && errno == EINTR)
            continue;
}

static bool open_thinker(UgiEngine *engine, const UgiOptions *options, char *why)
{
    ThinkerSetup setup = {.threads = options->threads,
                          .hash_mb = options->hash_mb,
                          .oracle = endings_or(engine->database, engine->path, engine->ugi->game),
                          .book = database_wants_book(engine->path) ? openings_of(engine->ugi->game)
                                                                    : (Oracle){NULL, NULL},
                          .net = engine->net,
                          .report = report,
                          .context = engine};
    if (!engine->thinker)
        engine->thinker = thinker_open(engine->ugi->game, &setup);
    return engine->thinker || refuse(why, "there is not enough memory for Hash and Threads");
}

static void close_thinker(UgiEngine *engine)
{
    thinker_close(engine->thinker);
    engine->thinker = NULL;
}

/* The clock of the side to move, or the other one if only that is given. */
static bool plan_time(const UgiGo *go, int turn, TimePlan *out)
{
    int side = go->has_time[turn] ? turn : 1 - turn;
    bool clock = go->has_time[side];
    TimePlan plan = {INFINITY, INFINITY};
    if (clock)
        plan = time_plan((double)go->time[side], (double)go->inc[turn], go->moves_to_go);
    if (go->has_movetime)
        plan = time_shorter(plan, time_fixed((double)go->movetime));
    *out = plan;
    return clock || go->has_movetime;
}

static SearchLimits limits_of(const UgiGo *go, const UgiOptions *options)
{
    SearchLimits limits = {.depth = go->depth,
                           .nodes = go->nodes,
                           .mate = go->mate,
                           .lines = options->lines,
                           .only = go->only,
                           .only_count = go->only_count,
                           .level = options->level == LEVEL_MAX ? LEVEL_NONE : options->level,
                           .seed = options->seed};
    if (limits.depth > SEARCH_PLIES_MAX)
        limits.depth = SEARCH_PLIES_MAX;
    return limits;
}

static bool engine_go(void *context, const TreePlace *place, const UgiGo *go,
                      const UgiOptions *options, char *why)
{
    UgiEngine *engine = context;
    engine->began_ms = now_ms();
    SearchLimits limits = limits_of(go, options);
    if (!open_thinker(engine, options, why))
        return false;
    TimePlan plan;
    engine->deadline_ms = 0;
    if (plan_time(go, tree_place_pos(place)->turn, &plan)) {
        engine->deadline_ms = engine->began_ms + plan.hard_ms + WATCH_MS;
        limits.soft_ms = plan.soft_ms;
        limits.time_ms = fmax(plan.hard_ms - (now_ms() - engine->began_ms), 0.1);
    }
    return setup_think(engine->thinker, place, &limits) || refuse(why, "out of memory");
}

/* Without memory it is silent: `go` says so. */
static void engine_ready(void *context, const UgiOptions *options)
{
    UgiEngine *engine = context;
    char why[WHY_MAX];
    if (open_thinker(engine, options, why))
        thinker_prefault(engine->thinker);
}

static void engine_stop(void *context)
{
    UgiEngine *engine = context;
    thinker_stop(engine->thinker);
}

static void close_database(UgiEngine *engine)
{
    close_thinker(engine); /* it asks the database */
    database_close(engine->database);
    engine->database = NULL;
    engine->damage_told = false;
}

static void close_net(UgiEngine *engine)
{
    close_thinker(engine); /* it judges by it */
    free(engine->net);
    engine->net = NULL;
}

static void engine_forget(void *context, bool gone)
{
    UgiEngine *engine = context;
    if (gone) {
        close_database(engine);
        close_net(engine);
    } else if (engine->thinker)
        thinker_clear(engine->thinker);
}

static bool engine_change(void *context, const UgiOptions *options, char *why)
{
    UgiEngine *engine = context;
    close_thinker(engine); /* both may not fit */
    return open_thinker(engine, options, why);
}

/* A path given once is for all games: what has nothing in it for this one is not used. */
static void do_without(UgiEngine *engine, const char *why)
{
    char remark[WHY_MAX];
    engine->database = database_builtin(engine->ugi->game);
    Str s = str_over(remark, sizeof remark);
    str_format(&s, "DatabasePath is not used for %s: %s", engine->ugi->game->id, why);
    ugi_remark(engine->ugi, remark);
}

/* A directory with the first stages only is of use, and nobody should take it for the whole. */
static void tell_gaps(UgiEngine *engine)
{
    char remark[WHY_MAX];
    uint32_t there = 0, all = 0;
    if (engine->database)
        database_count(engine->database, &there, &all);
    if (there == all)
        return;
    Str s = str_over(remark, sizeof remark);
    str_format(&s, "the database has %u of the %u sectors of %s; other positions are searched",
               there, all, engine->ugi->game->id);
    ugi_remark(engine->ugi, remark);
}

static bool engine_database(void *context, const char *path, char *why)
{
    UgiEngine *engine = context;
    Database *database;
    char reason[WHY_MAX];
    bool fits = database_choose(path, engine->ugi->game, &database, reason);
    if (!fits && !database_serves_others(path, engine->ugi->game)) {
        Str s = str_over(why, WHY_MAX);
        str_add(&s, "cannot use the database ");
        str_quote(&s, path);
        str_format(&s, ": %s", reason);
        return false;
    }
    close_database(engine);
    Str s = str_over(engine->path, sizeof engine->path);
    str_add(&s, path);
    if (fits)
        engine->database = database;
    else
        do_without(engine, reason); /* it may be for the Variant that comes next */
    tell_gaps(engine);
    return true;
}

static bool engine_net(void *context, const char *path, char *why)
{
    UgiEngine *engine = context;
    void *net;
    char reason[WHY_MAX];
    if (!net_file_choose(path, engine->ugi->game, &net, reason)) {
        Str s = str_over(why, WHY_MAX);
        str_add(&s, "cannot use the evaluation ");
        str_quote(&s, path);
        str_format(&s, ": %s", reason);
        return false;
    }
    close_net(engine);
    engine->net = net;
    Str s = str_over(engine->net_path, sizeof engine->net_path);
    str_add(&s, path);
    return true;
}

/* A file given for one game is of no use for the next: that has the one inside the program. */
static void enter_net(UgiEngine *engine)
{
    char why[WHY_MAX], remark[WHY_MAX];
    if (net_file_choose(engine->net_path, engine->ugi->game, &engine->net, why))
        return;
    Str s = str_over(remark, sizeof remark);
    str_format(&s, "EvalFile is not used for %s: %s", engine->ugi->game->id, why);
    ugi_remark(engine->ugi, remark);
    (void)net_file_choose("", engine->ugi->game, &engine->net, why);
}

static void engine_enter(void *context)
{
    UgiEngine *engine = context;
    char why[WHY_MAX];
    if (!database_choose(engine->path, engine->ugi->game, &engine->database, why))
        do_without(engine, why);
    tell_gaps(engine);
    enter_net(engine);
}

static bool engine_value(void *context, const Pos *pos, Known *out)
{
    const UgiEngine *engine = context;
    Oracle oracle = engine->database ? database_oracle(engine->database) : (Oracle){NULL, NULL};
    return oracle.ask && oracle.ask(oracle.context, pos, out);
}

void ugi_engine_host(UgiHost *host)
{
    host->first = (UgiOptions){
        .hash_mb = THINKER_HASH_MB, .seed = 1, .threads = 1, .lines = 1, .level = LEVEL_MAX};
    host->most = (UgiOptions){.hash_mb = THINKER_HASH_MB_MAX,
                              .seed = UINT64_MAX,
                              .threads = THINKER_THREADS_MAX,
                              .lines = SEARCH_LINES_MAX,
                              .level = LEVEL_MAX};
    host->go = engine_go;
    host->ready = engine_ready;
    host->stop = engine_stop;
    host->forget = engine_forget;
    host->enter = engine_enter;
    host->change = engine_change;
    host->database = engine_database;
    host->net = engine_net;
    host->value = engine_value;
}

bool ugi_engine_open(UgiEngine *engine, Ugi *ugi)
{
    *engine = (UgiEngine){.ugi = ugi};
    return pipe(engine->done) == 0 && pthread_mutex_init(&engine->lock, NULL) == 0;
}

void ugi_engine_close(UgiEngine *engine)
{
    close_database(engine);
    close_net(engine);
    pthread_mutex_destroy(&engine->lock);
    close(engine->done[0]);
    close(engine->done[1]);
}

int ugi_engine_patience(const UgiEngine *engine)
{
    if (!engine->ugi->thinking || engine->ugi->held || engine->deadline_ms == 0)
        return -1;
    double left = ceil(engine->deadline_ms - now_ms());
    return left < 0 ? 0 : left > 1e6 ? 1000000 : (int)left;
}

void ugi_engine_watch(UgiEngine *engine)
{
    if (ugi_engine_patience(engine) != 0)
        return;
    thinker_stop(engine->thinker);
    engine->deadline_ms = 0;
}

void ugi_engine_ended(UgiEngine *engine)
{
    char byte;
    if (read(engine->done[0], &byte, 1) != 1)
        return;
    engine->deadline_ms = 0;
    pthread_mutex_lock(&engine->lock);
    ugi_done(engine->ugi, engine->best);
    pthread_mutex_unlock(&engine->lock);
}
