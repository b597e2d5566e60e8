/* SPDX-License-Identifier: MIT */
/* Playing a tournament on threads, see runner.h. */
#include "app/tournament/runner.h"

#include "proto/ugi.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An engine that cannot be started so many times on end will not be later. */
enum { START_FAILURES_MAX = 3, PROGRESS_MAX = 400 };

typedef struct Runner {
    const TournamentPlan *plan;
    Journal *journal;
    pthread_mutex_t mutex; /* over all below */
    Standing *standing;
    uint32_t next;
    int start_failures[2];
    bool failed;
    char *why;
} Runner;

typedef struct GameThread {
    Runner *runner;
    Engine *engine[2];
    Move *scratch;
    char *line;
} GameThread;

static void engine_init(const TournamentPlan *plan, int which, Engine *engine)
{
    engine->spec = plan->spec[which];
    engine->variant = plan->rules.game->id;
    engine->patience = plan->patience;
    engine->stop = plan->stop;
    engine->process = (Process){0, -1, -1};
}

/* What it says of its options, but does not stop the tournament: a stranger may know no Variant. */
static void warn_of_error(const TournamentPlan *plan, int which, const Engine *engine)
{
    if (*engine->client.error && !plan->quiet)
        fprintf(stderr, "engine %d says: error %s\n", which + 1, engine->client.error);
}

static bool check_engine(TournamentPlan *plan, int which, Engine *engine, char *why)
{
    char reason[WHY_MAX] = "the tournament was stopped";
    engine_init(plan, which, engine);
    if (engine_new_game(engine, reason) != TALK_GOOD)
        return refuse(why, "engine %d: %.290s", which + 1, reason);
    Str s = str_over(plan->name[which], SPEC_NAME_MAX);
    if (*plan->spec[which]->name)
        str_add(&s, plan->spec[which]->name);
    else
        str_add(&s, *engine->client.name ? engine->client.name : "engine");
    warn_of_error(plan, which, engine);
    engine_quit(engine);
    return true;
}

bool runner_check_engines(TournamentPlan *plan, char *why)
{
    Engine *engine = malloc(sizeof *engine);
    if (!engine)
        return refuse(why, "out of memory");
    bool good = check_engine(plan, 0, engine, why) && check_engine(plan, 1, engine, why);
    free(engine);
    if (good && strcmp(plan->name[0], plan->name[1]) == 0)
        for (int i = 0; i < 2; i++)
            strcat(plan->name[i], i == 0 ? " A" : " B"); /* the array has room for it */
    return good;
}

/* Takes the next game to play. False if there is none, or the tournament ends. */
static bool take_game(Runner *runner, uint32_t *game)
{
    bool found = false;
    pthread_mutex_lock(&runner->mutex);
    Standing *standing = runner->standing;
    while (runner->next < standing->games && standing_has(standing, runner->next))
        runner->next++;
    if (runner->next < standing->games && !atomic_load(runner->plan->stop)) {
        *game = runner->next++;
        found = true;
    }
    pthread_mutex_unlock(&runner->mutex);
    return found;
}

static void give_up(Runner *runner, const char *why)
{
    if (!runner->failed)
        refuse(runner->why, "%s", why);
    runner->failed = true;
    atomic_store(runner->plan->stop, true);
}

static void show_progress(const Runner *runner, const RefereedGame *played)
{
    const TournamentPlan *plan = runner->plan;
    const char *const name[2] = {plan->name[0], plan->name[1]};
    char line[PROGRESS_MAX];
    Str s = str_over(line, sizeof line);
    bool terminal = isatty(STDERR_FILENO);
    if (plan->quiet)
        return;
    standing_write_line(runner->standing, name, plan->sprt, &s);
    if (*played->note)
        fprintf(stderr, "%sgame %u, %s by %s: %s\n", terminal ? "\r\033[K" : "",
                played->result.game + 1, verdict_name(played->result.verdict),
                name[played->result.halves == 2], played->note);
    fprintf(stderr, terminal ? "\r\033[K%s" : "%s\n", line);
    fflush(stderr);
}

static void note_starts(Runner *runner, const RefereedGame *played)
{
    for (int e = 0; e < 2; e++) {
        int *failures = &runner->start_failures[e];
        *failures = played->failed_to_start[e] ? *failures + 1 : 0;
        if (*failures < START_FAILURES_MAX)
            continue;
        char why[WHY_MAX];
        refuse(why, "engine %d failed to start %d times on end: %.240s", e + 1, START_FAILURES_MAX,
               played->note);
        give_up(runner, why);
    }
}

static void finish_game(Runner *runner, const RefereedGame *played)
{
    const Sprt *sprt = runner->plan->sprt;
    pthread_mutex_lock(&runner->mutex);
    if (!runner->failed) {
        if (!journal_add(runner->journal, &played->record, &played->result))
            give_up(runner, "cannot write the records");
        standing_add(runner->standing, &played->result);
        show_progress(runner, played);
        note_starts(runner, played);
        if (sprt && sprt_state(sprt, &runner->standing->pairs) != SPRT_GOES_ON)
            atomic_store(runner->plan->stop, true);
    }
    pthread_mutex_unlock(&runner->mutex);
}

static void fail(Runner *runner, const char *why)
{
    pthread_mutex_lock(&runner->mutex);
    give_up(runner, why);
    pthread_mutex_unlock(&runner->mutex);
}

static void *run_thread(void *argument)
{
    GameThread *own = argument;
    Runner *runner = own->runner;
    const TournamentPlan *plan = runner->plan;
    const char *const name[2] = {plan->name[0], plan->name[1]};
    uint32_t game;
    while (take_game(runner, &game)) {
        Opening opening;
        RefereedGame played;
        if (!schedule_opening(&plan->schedule, game / 2, own->scratch, &opening)) {
            fail(runner, "no opening of so many plies was found that does not end the game; choose "
                         "a smaller --opening-plies");
        } else if (referee_play(&plan->rules, own->engine, name, game, &opening, own->line,
                                &played)) {
            finish_game(runner, &played);
            record_free(&played.record);
        } else if (*played.note) {
            fail(runner, played.note);
        }
    }
    engine_quit(own->engine[0]);
    engine_quit(own->engine[1]);
    return NULL;
}

static void free_thread(GameThread *own)
{
    free(own->engine[0]);
    free(own->engine[1]);
    free(own->scratch);
    free(own->line);
}

static bool make_thread(Runner *runner, GameThread *own)
{
    *own = (GameThread){.runner = runner,
                        .engine = {malloc(sizeof(Engine)), malloc(sizeof(Engine))},
                        .scratch = malloc(runner->plan->rules.game->moves_max * sizeof(Move)),
                        .line = malloc(UGI_LINE_MAX)};
    if (!own->engine[0] || !own->engine[1] || !own->scratch || !own->line) {
        free_thread(own);
        return false;
    }
    for (int e = 0; e < 2; e++)
        engine_init(runner->plan, e, own->engine[e]);
    return true;
}

bool runner_run(const TournamentPlan *plan, Journal *journal, Standing *standing, char *why)
{
    Runner runner = {.plan = plan,
                     .journal = journal,
                     .mutex = PTHREAD_MUTEX_INITIALIZER,
                     .standing = standing,
                     .why = why};
    GameThread own[CONCURRENCY_MAX];
    pthread_t thread[CONCURRENCY_MAX];
    int started = 0;
    if (plan->sprt && sprt_state(plan->sprt, &standing->pairs) != SPRT_GOES_ON)
        return true;
    for (; started < plan->concurrency; started++) {
        bool made = make_thread(&runner, &own[started]);
        if (made && pthread_create(&thread[started], NULL, run_thread, &own[started]) == 0)
            continue;
        if (made)
            free_thread(&own[started]);
        fail(&runner, "there is no memory or no thread for so many games at once");
        break;
    }
    for (int i = 0; i < started; i++) {
        pthread_join(thread[i], NULL);
        free_thread(&own[i]);
    }
    if (!plan->quiet && isatty(STDERR_FILENO))
        fputc('\n', stderr);
    return !runner.failed;
}
