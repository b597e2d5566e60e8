/* SPDX-License-Identifier: MIT */
/* `concentric tournament`: engine against engine. From flags to a plan, and the report. */
#include "app/cli/commands.h"
#include "app/tournament/runner.h"
#include "base/bits.h"
#include "games/registry.h"

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
    REPORT_MAX = 4096,
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

/* The two engines with their limits; `self` becomes this program's ugi. */
static bool read_engines(const Args *args, EngineSpec spec[2], char *why)
{
    static char own_path[4096], ugi[] = "ugi";
    const char *text[2] = {args_value(args, "--engine"), args_second(args, "--engine")};
    const char *tc = args_value(args, "--tc");
    EngineLimits limits = {.movetime_ms = MOVETIME_DEFAULT_MS};
    if (!text[0] || !text[1])
        return refuse(why,
                      "a tournament needs two engines: --engine \"COMMAND\" --engine \"COMMAND\"");
    if (tc && !engine_limits_read(tc, &limits, why))
        return false;
    for (int e = 0; e < 2; e++) {
        if (!spec_read(text[e], &spec[e], why))
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

static bool read_numbers(const Args *args, TournamentPlan *plan)
{
    bool setups = schedule_has_setups(plan->rules.game);
    uint64_t games = GAMES_DEFAULT, concurrency = 1, plies = setups ? 0 : OPENING_DEFAULT;
    uint64_t longest = PLIES_DEFAULT, margin = MARGIN_DEFAULT_MS, patience = PATIENCE_DEFAULT_MS;
    uint64_t move_max = MOVE_MAX_DEFAULT_MS, seed = 1;
    if (!args_number(args, "--games", 2, TOURNAMENT_GAMES_MAX, &games) ||
        !args_number(args, "--concurrency", 1, CONCURRENCY_MAX, &concurrency) ||
        !args_number(args, "--opening-plies", 0, OPENING_PLIES_MAX, &plies) ||
        !args_number(args, "--seed", 0, UINT64_MAX, &seed) ||
        !args_number(args, "--max-plies", 1, TREE_PLIES_MAX, &longest) ||
        !args_number(args, "--margin", 0, LIMIT_MS_MAX, &margin) ||
        !args_number(args, "--patience", 1, LIMIT_MS_MAX, &patience) ||
        !args_number(args, "--move-max", 1, LIMIT_MS_MAX, &move_max))
        return false;
    plan->schedule = (Schedule){.game = plan->rules.game,
                                .seed = seed,
                                .games = (uint32_t)games,
                                .opening_plies = (uint32_t)plies,
                                .random_setups = setups};
    plan->rules.plies_max = (uint32_t)longest;
    plan->rules.margin_ms = (double)margin;
    plan->rules.move_max = (double)move_max * 1e-3;
    plan->patience = (double)patience * 1e-3;
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
    return (!resign || adjudge_read_resign(resign, &plan->rules.adjudge, why)) &&
           (!draw || adjudge_read_draw(draw, &plan->rules.adjudge, why)) &&
           (!test || sprt_read(test, sprt, why));
}

/* A number for everything that makes the games what they are. How many, how many at once and the
 * test may change when a tournament is taken up again. */
static uint64_t plan_number(const Args *args, const TournamentPlan *plan)
{
    char text[4 * SPEC_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    const AdjudgeRules *a = &plan->rules.adjudge;
    uint64_t hash = 0;
    str_format(&s, "%s\n%s\n%s\n", plan->rules.game->id, args_value(args, "--engine"),
               args_second(args, "--engine"));
    for (int e = 0; e < 2; e++) {
        engine_limits_write(&plan->spec[e]->limits, &s);
        str_char(&s, '\n');
    }
    str_format(&s, "%llu %u %u %g %g %g", (unsigned long long)plan->schedule.seed,
               plan->schedule.opening_plies, plan->rules.plies_max, plan->rules.margin_ms,
               plan->rules.move_max, plan->patience);
    str_format(&s, " %d %u %d %u %u", a->resign_score, a->resign_moves, a->draw_score,
               a->draw_moves, a->draw_ply);
    for (const char *c = text; *c; c++)
        hash = bits_mix(hash ^ (unsigned char)*c);
    return hash;
}

static void print_report(const TournamentPlan *plan, const Standing *standing)
{
    const char *const name[2] = {plan->name[0], plan->name[1]};
    char report[REPORT_MAX];
    Str s = str_over(report, sizeof report);
    for (int e = 0; e < 2; e++) {
        str_format(&s, "engine %d  %s, ", e + 1, name[e]);
        engine_limits_write(&plan->spec[e]->limits, &s);
        str_char(&s, '\n');
    }
    str_format(&s, "openings  %s, %u random plies%s, seed %llu\n", plan->rules.game->id,
               plan->schedule.opening_plies,
               plan->schedule.random_setups ? " from random set-ups" : "",
               (unsigned long long)plan->schedule.seed);
    standing_write(standing, name, plan->sprt, &s);
    fputs(report, stdout);
}

/* The tournament is not over, or the test says no: a negative answer. */
static int verdict(const TournamentPlan *plan, const Standing *standing)
{
    SprtState state = plan->sprt ? sprt_state(plan->sprt, &standing->pairs) : SPRT_GOES_ON;
    if (state != SPRT_GOES_ON)
        return state == SPRT_ACCEPTS_1 ? EXIT_GOOD : EXIT_NEGATIVE;
    return standing->played == standing->games ? EXIT_GOOD : EXIT_NEGATIVE;
}

static int play_games(const TournamentPlan *plan, Journal *journal, Standing *standing)
{
    char why[WHY_MAX];
    if (standing->played && !plan->quiet)
        fprintf(stderr, "taking up again after %u games\n", standing->played);
    bool good = runner_run(plan, journal, standing, why);
    print_report(plan, standing);
    return good ? verdict(plan, standing) : complain("%s", why);
}

static int open_and_play(const Args *args, TournamentPlan *plan)
{
    const char *path = args_value(args, "--record");
    char why[WHY_MAX];
    Standing standing;
    Journal journal = {0};
    int result = EXIT_BAD_INPUT;
    if (!standing_begin(&standing, plan->schedule.games))
        return complain("out of memory");
    catch_signals();
    if (!runner_check_engines(plan, why) ||
        (path && !journal_open(&journal, path, plan_number(args, plan), &standing, why)))
        complain("%s", why);
    else
        result = play_games(plan, &journal, &standing);
    journal_close(&journal);
    standing_free(&standing);
    return result;
}

static int run_tournament(const Args *args)
{
    static EngineSpec spec[2];
    Sprt sprt;
    char why[WHY_MAX];
    TournamentPlan plan = {.spec = {&spec[0], &spec[1]}, .stop = &stop};
    int result = EXIT_BAD_INPUT;
    plan.rules.game = game_open(args->word[0], LANG_EN, why);
    if (!plan.rules.game)
        return complain("%s", why);
    if (!read_engines(args, spec, why) || !read_rules(args, &plan, &sprt, why))
        complain("%s", why);
    else if (read_numbers(args, &plan))
        result = open_and_play(args, &plan);
    game_close(plan.rules.game);
    return result;
}

const Command command_tournament = {
    .name = "tournament",
    .words = "VARIANT",
    .word_count = 1,
    .summary = "Play engine against engine over UGI: score, Elo with error bars, SPRT.",
    .details =
        "--engine is given twice. Its text is settings, then the command: name=NAME,\n"
        "option.NAME=VALUE, and limits of its own, such as\n"
        "    --engine \"name=big option.Hash=256 movetime=100 ./engine --flag\" --engine self\n"
        "where self is this program. EngineLimits are movetime=MS, depth=N, nodes=N and\n"
        "clock=SECONDS+SECONDS. Every opening is played twice, with the sides swapped. An engine\n"
        "that ends, stays silent, comes late or makes an illegal move loses the game. The same\n"
        "command goes on where the tournament with this --record was stopped or killed. "
        "docs/tournament.md\n"
        "tells more.",
    .flags = {{"--engine", "TEXT", "an engine; twice", .twice = true},
              {"--tc", "LIMITS", "limits of engines without their own (default movetime=100)"},
              {"--games", "N", "how many, an even number (default 100)"},
              {"--concurrency", "N", "how many at once (1 to 64; default 1)"},
              {"--opening-plies", "N",
               "random moves before engines move (default 4; with random set-ups 0)"},
              {"--seed", "N", "number that openings and set-ups follow from (default 1)"},
              {"--record", "FILE", "write the games there as they end, and go on from there"},
              {"--sprt", "TEXT", "stop when decided: \"ELO0 ELO1\" or \"ELO0 ELO1 ALPHA BETA\""},
              {"--max-plies", "N", "a longer game is a draw (default 1000)"},
              {"--resign", "S,N", "end it when one has lost by S hundredths, as both said N times"},
              {"--draw", "S,N,P", "end it drawn when both said N times: within S; from ply P on"},
              {"--margin", "MS", "how late an answer may be (default 100)"},
              {"--patience", "MS", "for starting, being ready, obeying stop (default 10000)"},
              {"--move-max", "MS", "for a move by depth or nodes alone (default 300000)"},
              {"--quiet", NULL, "no progress on stderr"}},
    .run = run_tournament,
};
