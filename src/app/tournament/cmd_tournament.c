/* SPDX-License-Identifier: MIT */
/* `concentric tournament`: engine against engine. From flags to a plan, and the report. */
#include "app/cli/commands.h"
#include "app/tournament/contest_json.h"
#include "app/tournament/openings.h"
#include "app/tournament/runner.h"
#include "base/bits.h"
#include "games/registry.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    GAMES_DEFAULT = 100,
    OPENING_DEFAULT = 4,
    PLIES_DEFAULT = 1000,
    MARGIN_DEFAULT_MS = 100,
    PATIENCE_DEFAULT_MS = 10000,
    MOVE_MAX_DEFAULT_MS = 300000,
    MOVETIME_DEFAULT_MS = 100,
    REPORT_MAX = 1 << 18,
};

static atomic_bool stop;

static void on_signal(int number)
{
    (void)number;
    atomic_store(&stop, true);
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
}

/* The engines with their limits; `self` becomes this program's ugi. */
static bool read_engines(const Args *args, EngineSpec *spec, char *why)
{
    static char own_path[4096], ugi[] = "ugi";
    const char *tc = args_value(args, "--tc");
    EngineLimits limits = {.movetime_ms = MOVETIME_DEFAULT_MS};
    if (args->many_count < 2)
        return refuse(
            why,
            "a tournament needs at least two engines: --engine \"COMMAND\" --engine \"COMMAND\"");
    if (tc && !engine_limits_read(tc, &limits, why))
        return false;
    for (int e = 0; e < args->many_count; e++) {
        if (!spec_read(args->many[e], &spec[e], why))
            return false;
        if (engine_limits_none(&spec[e].limits))
            spec[e].limits = limits;
        if (!spec[e].self)
            continue;
        ssize_t length = readlink("/proc/self/exe", own_path, sizeof own_path - 1);
        if (length <= 0)
            return refuse(why, "self is not to be found here; give the path of this program");
        own_path[length] = '\0';
        spec[e].argv[0] = own_path;
        spec[e].argv[1] = ugi;
    }
    return true;
}

/* The openings of a file, if one is given. False after it has said what is wrong. */
static bool read_openings(const Args *args, Schedule *schedule)
{
    const char *path = args_value(args, "--openings");
    char why[WHY_MAX];
    size_t length;
    if (!path)
        return true;
    if (args_value(args, "--opening-plies")) {
        complain("--openings and --opening-plies do not go together; give one of them");
        return false;
    }
    char *text = records_read(path, &length);
    if (!text)
        return false;
    schedule->opening = openings_read(schedule->game, schedule->seed, text, length,
                                      &schedule->openings, why);
    free(text);
    if (!schedule->opening)
        complain_of_file("use", path, why);
    return schedule->opening != NULL;
}

static bool read_numbers(const Args *args, TournamentPlan *plan)
{
    bool setups = schedule_has_setups(plan->rules.game);
    uint64_t games = GAMES_DEFAULT, concurrency = 1, plies = setups ? 0 : OPENING_DEFAULT;
    uint64_t longest = PLIES_DEFAULT, seed = 1;
    double margin = MARGIN_DEFAULT_MS, patience = PATIENCE_DEFAULT_MS;
    double move_max = MOVE_MAX_DEFAULT_MS;
    int engines = args->many_count;
    bool gauntlet = args_value(args, "--gauntlet") != NULL;
    uint64_t pairings = (uint64_t)(gauntlet ? engines - 1 : engines * (engines - 1) / 2);
    if (!args_number(args, "--games", 2, TOURNAMENT_GAMES_MAX / pairings, &games) ||
        !args_number(args, "--concurrency", 1, CONCURRENCY_MAX, &concurrency) ||
        !args_number(args, "--opening-plies", 0, OPENING_PLIES_MAX, &plies) ||
        !args_number(args, "--seed", 0, UINT64_MAX, &seed) ||
        !args_number(args, "--max-plies", 1, TREE_PLIES_MAX, &longest) ||
        !args_time(args, "--margin", 0, TIME_MAX_MS, &margin) ||
        !args_time(args, "--patience", 1, TIME_MAX_MS, &patience) ||
        !args_time(args, "--move-max", 1, TIME_MAX_MS, &move_max))
        return false;
    plan->schedule = (Schedule){.game = plan->rules.game,
                                .seed = seed,
                                .engines = engines,
                                .gauntlet = gauntlet,
                                .games = (uint32_t)games,
                                .opening_plies = (uint32_t)plies,
                                .random_setups = setups};
    plan->rules.plies_max = (uint32_t)longest;
    plan->rules.margin_ms = margin;
    plan->rules.move_max = move_max * 1e-3;
    plan->patience = patience * 1e-3;
    plan->concurrency = (int)concurrency;
    if (games % 2)
        complain("--games takes an even number: every opening is played twice");
    return games % 2 == 0;
}

static bool read_rules(const Args *args, TournamentPlan *plan, Sprt *sprt, char *why)
{
    const char *resign = args_value(args, "--resign"), *draw = args_value(args, "--draw");
    const char *test = args_value(args, "--sprt");
    plan->quiet = args_value(args, "--quiet") != NULL;
    plan->sprt = test ? sprt : NULL;
    if (test && args->many_count > 2)
        return refuse(why, "--sprt is a test of two engines; there are %d", args->many_count);
    return (!resign || adjudge_read_resign(resign, &plan->rules.adjudge, why)) &&
           (!draw || adjudge_read_draw(draw, &plan->rules.adjudge, why)) &&
           (!test || sprt_read(test, sprt, why));
}

/* A number for the openings of a file. */
static uint64_t openings_number(const Schedule *schedule)
{
    uint64_t hash = schedule->openings;
    for (uint32_t i = 0; i < schedule->openings; i++) {
        const Opening *opening = &schedule->opening[i];
        hash = bits_mix(hash ^ opening->start.key);
        for (uint32_t k = 0; k < opening->plies; k++)
            hash = bits_mix(hash ^ opening->move[k]);
    }
    return hash;
}

/* A number for everything that makes the games what they are. How many, how many at once and the
 * test may change when a tournament is taken up again. */
static uint64_t plan_number(const Args *args, const TournamentPlan *plan)
{
    static char text[(ENGINES_MAX + 2) * (SPEC_TEXT_MAX + 128)];
    Str s = str_over(text, sizeof text);
    const AdjudgeRules *a = &plan->rules.adjudge;
    const Schedule *schedule = &plan->schedule;
    uint64_t hash = 0;
    str_format(&s, "%s\n", plan->rules.game->id);
    for (int e = 0; e < schedule->engines; e++)
        str_format(&s, "%s\n", args->many[e]);
    for (int e = 0; e < schedule->engines; e++) {
        engine_limits_write(&plan->spec[e].limits, &s);
        str_char(&s, '\n');
    }
    str_format(&s, "%llu %u %u %g %g %g", (unsigned long long)plan->schedule.seed,
               plan->schedule.opening_plies, plan->rules.plies_max, plan->rules.margin_ms,
               plan->rules.move_max, plan->patience);
    str_format(&s, " %d %u %d %u %u", a->resign_score, a->resign_moves, a->draw_score,
               a->draw_moves, a->draw_ply);
    str_add(&s, schedule->gauntlet ? " gauntlet" : "");
    for (const char *c = text; *c; c++)
        hash = bits_mix(hash ^ (unsigned char)*c);
    return schedule->opening ? hash ^ openings_number(schedule) : hash;
}

static void write_openings(const Schedule *schedule, Str *out)
{
    str_format(out, "openings  %s, ", schedule->game->id);
    if (schedule->opening)
        str_format(out, "%u of a file\n", schedule->openings);
    else
        str_format(out, "%u random plies%s, seed %llu\n", schedule->opening_plies,
                   schedule->random_setups ? " from random set-ups" : "",
                   (unsigned long long)schedule->seed);
}

static void print_report(const TournamentPlan *plan, const Contest *contest)
{
    static char report[REPORT_MAX];
    Str s = str_over(report, sizeof report);
    for (int e = 0; e < plan->schedule.engines; e++) {
        str_format(&s, "engine %d  %s, ", e + 1, plan->name[e]);
        engine_limits_write(&plan->spec[e].limits, &s);
        str_char(&s, '\n');
    }
    write_openings(&plan->schedule, &s);
    contest_write(contest, plan->name, plan->sprt, &s);
    fputs(report, stdout);
}

/* The tournament is not over, or the test says no: a negative answer. */
static int verdict(const TournamentPlan *plan, const Contest *contest)
{
    SprtState state = plan->sprt ? sprt_state(plan->sprt, &contest->standing[0].pairs)
                                 : SPRT_GOES_ON;
    if (state != SPRT_GOES_ON)
        return state == SPRT_ACCEPTS_1 ? EXIT_GOOD : EXIT_NEGATIVE;
    return contest->played == contest->games ? EXIT_GOOD : EXIT_NEGATIVE;
}

static int play_games(const Args *args, const TournamentPlan *plan, Journal *journal,
                      Contest *contest)
{
    char why[WHY_MAX];
    if (contest->played && !plan->quiet)
        fprintf(stderr, "taking up again after %u games\n", contest->played);
    bool good = runner_run(plan, journal, contest, why);
    if (!args_value(args, "--json"))
        print_report(plan, contest);
    else if (!contest_print_json(contest, plan->name, plan->sprt))
        return EXIT_BAD_INPUT;
    return good ? verdict(plan, contest) : complain("%s", why);
}

static int play_with_log(const Args *args, TournamentPlan *plan, Contest *contest)
{
    const char *path = args_value(args, "--record"), *log = args_value(args, "--log");
    char why[WHY_MAX];
    Journal journal = {0};
    int result = EXIT_BAD_INPUT;
    if (log && !(plan->log = engine_log_open(log)))
        return complain_of_file("write", log, strerror(errno));
    if (!runner_check_engines(plan, why) ||
        (path && !journal_open(&journal, path, plan_number(args, plan), contest, why)))
        complain("%s", why);
    else
        result = play_games(args, plan, &journal, contest);
    journal_close(&journal);
    if (!engine_log_close(plan->log))
        result = complain_of_file("write", log, "not everything was taken");
    return result;
}

static int open_and_play(const Args *args, TournamentPlan *plan)
{
    Contest contest;
    catch_signals();
    int result = contest_begin(&contest, &plan->schedule) ? play_with_log(args, plan, &contest)
                                                          : complain("out of memory");
    contest_free(&contest);
    return result;
}

static int run_tournament(const Args *args)
{
    static EngineSpec spec[ENGINES_MAX];
    static TournamentPlan plan;
    Sprt sprt;
    char why[WHY_MAX];
    int result = EXIT_BAD_INPUT;
    plan = (TournamentPlan){.spec = spec, .stop = &stop};
    plan.rules.game = game_open(args->word[0], LANG_EN, why);
    if (!plan.rules.game)
        return complain("%s", why);
    if (!read_engines(args, spec, why) || !read_rules(args, &plan, &sprt, why))
        complain("%s", why);
    else if (read_numbers(args, &plan) && read_openings(args, &plan.schedule))
        result = open_and_play(args, &plan);
    free((Opening *)plan.schedule.opening);
    game_close(plan.rules.game);
    return result;
}

const Command command_tournament = {
    .name = "tournament",
    .words = "VARIANT",
    .word_count = 1,
    .summary = "Play engine against engine over UGI: score, Elo with error bars, SPRT.",
    .details =
        "--engine is given twice or more. Its text is settings, then the command: name=NAME,\n"
        "option.NAME=VALUE, and limits of its own, such as\n"
        "    --engine \"name=big option.Hash=256 movetime=100 ./engine --flag\" --engine self\n"
        "where self is this program. EngineLimits are movetime=MS, depth=N, nodes=N and\n"
        "clock=SECONDS+SECONDS. Every opening is played twice, with the sides swapped. More\n"
        "than two engines play all against all, or with --gauntlet the first against the others. "
        "An\n"
        "engine\n"
        "that ends, stays silent, comes late or makes an illegal move loses the game. The same\n"
        "command goes on where the tournament with this --record was stopped or killed. "
        "docs/tournament.md\n"
        "tells more.",
    .flags = {{"--engine", "TEXT", "an engine; twice or more, up to 32 times", .many = true},
              {"--gauntlet", NULL, "the first engine against each of the others"},
              {"--tc", "LIMITS", "limits of engines without their own (default movetime=100)"},
              {"--games", "N", "how many for each two engines, an even number (default 100)"},
              {"--concurrency", "N", "how many at once (1 to 64; default 1)"},
              {"--opening-plies", "N",
               "random moves before engines move (default 4; with random set-ups 0)"},
              {"--openings", "FILE", "openings of a file instead, one in a line, in turn"},
              {"--seed", "N", "number that openings and set-ups follow from (default 1)"},
              {"--record", "FILE", "write the games there as they end, and go on from there"},
              {"--log", "FILE", "append all that engines are told and say"},
              {"--sprt", "TEXT", "stop when decided: \"ELO0 ELO1\" or \"ELO0 ELO1 ALPHA BETA\""},
              {"--max-plies", "N", "a longer game is a draw (default 1000)"},
              {"--resign", "S,N", "end it when one has lost by S hundredths, as both said N times"},
              {"--draw", "S,N,P", "end it drawn when both said N times: within S; from ply P on"},
              {"--margin", "T", "how late an answer may be (default 100ms)"},
              {"--patience", "T", "for starting, being ready, obeying stop (default 10s)"},
              {"--move-max", "T", "for a move by depth or nodes alone (default 5m)"},
              {"--quiet", NULL, "no progress on stderr"},
              {"--json", NULL, "the report as JSON (docs/json.md)"}},
    .run = run_tournament,
};
