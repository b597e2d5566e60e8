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
    Contest *contest;
    uint32_t next;
    int start_failures[ENGINES_MAX];
    bool failed;
    char *why;
} Runner;

typedef struct GameThread {
    Runner *runner;
    Engine *engine[2];
    int which[2]; /* the engines that these are, -1 for none */
    Move *scratch;
    char *line;
} GameThread;

static void engine_init(const TournamentPlan *plan, int which, Engine *engine)
{
    engine->spec = &plan->spec[which];
    engine->name = plan->name[which];
    engine->log = plan->log;
    engine->variant = plan->rules.game->id;
    engine->patience = plan->patience;
    engine->stop = plan->stop;
    engine->process = (Process){0, -1, -1, -1, false};
}

/* An option that it does not have would otherwise be played without. */
static bool check_options(const Engine *engine, char *why)
{
    const EngineSpec *spec = engine->spec;
    for (int i = 0; i < spec->option_count; i++)
        if (!ugi_client_has_option(&engine->client, spec->option[i].name))
            return refuse(why, "it has no option \"%.64s\"; its options: %.200s",
                          spec->option[i].name, engine->client.options);
    return !*engine->client.error || refuse(why, "it says: error %.200s", engine->client.error);
}

static bool check_engine(TournamentPlan *plan, int which, Engine *engine, char *why)
{
    char reason[WHY_MAX] = "the tournament was stopped";
    Str first = str_over(plan->name[which], SPEC_NAME_MAX); /* for the log */
    str_format(&first, "engine %d", which + 1);
    engine_init(plan, which, engine);
    if (engine_new_game(engine, reason) != TALK_GOOD)
        return refuse(why, "engine %d: %.290s", which + 1, reason);
    Str s = str_over(plan->name[which], SPEC_NAME_MAX);
    if (*plan->spec[which].name)
        str_add(&s, plan->spec[which].name);
    else
        str_add(&s, *engine->client.name ? engine->client.name : "engine");
    bool good = check_options(engine, reason) ||
                refuse(why, "engine %d: %.290s", which + 1, reason);
    engine_quit(engine);
    return good;
}

/* Names that stand more than once get a letter, or a number behind Z. */
static void tell_apart(TournamentPlan *plan)
{
    int engines = plan->schedule.engines;
    bool again[ENGINES_MAX] = {false};
    for (int i = 0; i < engines; i++)
        for (int j = 0; j < engines; j++)
            again[i] |= i != j && strcmp(plan->name[i], plan->name[j]) == 0;
    for (int i = 0; i < engines; i++) {
        size_t length = strlen(plan->name[i]); /* the array has room for it */
        Str s = {plan->name[i], NAME_MAX_BYTES, length, false};
        if (again[i] && i < 26)
            str_format(&s, " %c", 'A' + i);
        else if (again[i])
            str_format(&s, " %d", i + 1);
    }
}

bool runner_check_engines(TournamentPlan *plan, char *why)
{
    Engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return refuse(why, "out of memory");
    bool good = true;
    for (int e = 0; good && e < plan->schedule.engines; e++)
        good = check_engine(plan, e, engine, why);
    free(engine);
    if (good)
        tell_apart(plan);
    return good;
}

/* Takes the next game to play. False if there is none, or the tournament ends. */
static bool take_game(Runner *runner, uint32_t *game)
{
    bool found = false;
    pthread_mutex_lock(&runner->mutex);
    Contest *contest = runner->contest;
    while (runner->next < contest->games && contest_has(contest, runner->next))
        runner->next++;
    if (runner->next < contest->games && !atomic_load(runner->plan->stop)) {
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
    Slot slot = schedule_slot(&plan->schedule, played->result.game);
    char line[PROGRESS_MAX];
    Str s = str_over(line, sizeof line);
    bool terminal = isatty(STDERR_FILENO);
    if (plan->quiet)
        return;
    contest_write_line(runner->contest, played->result.game, plan->name, plan->sprt, &s);
    if (*played->note)
        fprintf(stderr, "%sgame %u, %s by %s: %s\n", terminal ? "\r\033[K" : "",
                played->result.game + 1, verdict_name(played->result.verdict),
                plan->name[slot.engine[played->result.halves == 2]], played->note);
    fprintf(stderr, terminal ? "\r\033[K%s" : "%s\n", line);
    fflush(stderr);
}

static void note_starts(Runner *runner, const RefereedGame *played)
{
    Slot slot = schedule_slot(&runner->plan->schedule, played->result.game);
    for (int e = 0; e < 2; e++) {
        int *failures = &runner->start_failures[slot.engine[e]];
        *failures = played->failed_to_start[e] ? *failures + 1 : 0;
        if (*failures < START_FAILURES_MAX)
            continue;
        char why[WHY_MAX];
        refuse(why, "engine %d failed to start %d times on end: %.240s", slot.engine[e] + 1,
               START_FAILURES_MAX, played->note);
        give_up(runner, why);
    }
}

static void finish_game(Runner *runner, const RefereedGame *played)
{
    const Sprt *sprt = runner->plan->sprt;
    char why[WHY_MAX];
    pthread_mutex_lock(&runner->mutex);
    if (!runner->failed) {
        if (!journal_add(runner->journal, &played->record, &played->result, why))
            give_up(runner, why);
        contest_add(runner->contest, &played->result);
        show_progress(runner, played);
        note_starts(runner, played);
        if (sprt && sprt_state(sprt, &runner->contest->standing[0].pairs) != SPRT_GOES_ON)
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

/* Lets the engines of a game stand where they are needed; others are sent home, so that a thread
 * never holds more than two. */
static void call_engines(GameThread *own, const int wanted[2])
{
    if (own->which[0] == wanted[1] || own->which[1] == wanted[0]) {
        Engine *engine = own->engine[0];
        int which = own->which[0];
        own->engine[0] = own->engine[1];
        own->which[0] = own->which[1];
        own->engine[1] = engine;
        own->which[1] = which;
    }
    for (int side = 0; side < 2; side++) {
        if (own->which[side] == wanted[side])
            continue;
        if (own->which[side] >= 0)
            engine_quit(own->engine[side]);
        engine_init(own->runner->plan, wanted[side], own->engine[side]);
        own->which[side] = wanted[side];
    }
}

static void *run_thread(void *argument)
{
    GameThread *own = argument;
    Runner *runner = own->runner;
    const TournamentPlan *plan = runner->plan;
    uint32_t game;
    while (take_game(runner, &game)) {
        Opening opening;
        RefereedGame played;
        Slot slot = schedule_slot(&plan->schedule, game);
        const char *const name[2] = {plan->name[slot.engine[0]], plan->name[slot.engine[1]]};
        call_engines(own, slot.engine);
        if (!schedule_opening(&plan->schedule, slot.number / 2, own->scratch, &opening)) {
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
    for (int side = 0; side < 2; side++)
        if (own->which[side] >= 0)
            engine_quit(own->engine[side]);
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
                        .engine = {calloc(1, sizeof(Engine)), calloc(1, sizeof(Engine))},
                        .which = {-1, -1},
                        .scratch = malloc(runner->plan->rules.game->moves_max * sizeof(Move)),
                        .line = malloc(UGI_LINE_MAX)};
    if (!own->engine[0] || !own->engine[1] || !own->scratch || !own->line) {
        free_thread(own);
        return false;
    }
    return true;
}

bool runner_run(const TournamentPlan *plan, Journal *journal, Contest *contest, char *why)
{
    Runner runner = {.plan = plan,
                     .journal = journal,
                     .mutex = PTHREAD_MUTEX_INITIALIZER,
                     .contest = contest,
                     .why = why};
    GameThread own[CONCURRENCY_MAX];
    pthread_t thread[CONCURRENCY_MAX];
    int started = 0;
    if (plan->sprt && sprt_state(plan->sprt, &contest->standing[0].pairs) != SPRT_GOES_ON)
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
