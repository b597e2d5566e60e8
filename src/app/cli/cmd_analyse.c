/* SPDX-License-Identifier: MIT */
/* `concentric analyse`: the best lines of a position, in words. The thinking thread leaves what it
 * has found where the printing thread sees it; Ctrl-C ends the thought, and what was found so far
 * is printed. */
#include "app/cli/analyse.h"
#include "app/cli/commands.h"
#include "app/endings.h"
#include "app/net_file.h"
#include "app/openings.h"
#include "base/clock.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TIME_DEFAULT_MS = 5000,
    REFRESH_MS = 200,
    WIDTH = 79, /* of the line that is written again and again */
    PROGRESS_MAX = 256 + SEARCH_PLIES_MAX * MOVE_TEXT_MAX,
};
static const double time_max_ms = 86400e3;

typedef struct Desk {
    Thinker *thinker;
    pthread_mutex_t lock; /* over what follows */
    Findings findings;
    SearchLine line[SEARCH_LINES_MAX];
    double began;
    bool plain, live; /* progress as lines, or as one line written again */
} Desk;

static Thinker *thinking; /* for the signal handler */
static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
    if (thinking)
        thinker_stop(thinking);
}

static void print_progress(const Findings *findings)
{
    char text[PROGRESS_MAX];
    for (int i = 0; i < findings->line_count; i++) {
        Str s = str_over(text, sizeof text);
        findings_progress(findings, i, &s);
        puts(text);
    }
    fflush(stdout);
}

/* On the thinking thread. */
static void report(void *context, const Search *search)
{
    Desk *desk = context;
    pthread_mutex_lock(&desk->lock);
    Findings *f = &desk->findings;
    const SearchLine *lines[SEARCH_LINES_MAX];
    f->line = desk->line;
    f->line_count = thinker_lines(search, lines);
    for (int i = 0; i < f->line_count; i++) {
        desk->line[i] = *lines[i];
        desk->line[i].score = search_reported_score(search, lines[i]->score);
    }
    f->known = search->known;
    f->by_book = search->by_book;
    f->solved = search->known && search->nodes == 0;
    f->depth = search->depth;
    f->seldepth = search->seldepth > search->depth ? search->seldepth : search->depth;
    f->nodes = thinker_nodes(desk->thinker);
    f->oracle_hits = thinker_oracle_hits(desk->thinker);
    f->ms = (clock_seconds() - desk->began) * 1e3;
    if (desk->plain && !search->done)
        print_progress(f);
    pthread_mutex_unlock(&desk->lock);
}

/* Writes the line of progress over the last one. */
static void refresh(Desk *desk)
{
    char text[PROGRESS_MAX];
    Str s = str_over(text, sizeof text);
    pthread_mutex_lock(&desk->lock);
    desk->findings.nodes = thinker_nodes(desk->thinker);
    desk->findings.ms = (clock_seconds() - desk->began) * 1e3;
    if (desk->findings.line_count)
        findings_progress(&desk->findings, 0, &s);
    pthread_mutex_unlock(&desk->lock);
    printf("\r\033[K%.*s", WIDTH, text);
    fflush(stdout);
}

static void catch_signals(void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* False if there is no memory. */
static bool think(Desk *desk, const SearchLimits *limits)
{
    thinking = desk->thinker;
    interrupted = 0;
    catch_signals(interrupt);
    desk->began = clock_seconds();
    bool good = setup_think(desk->thinker, desk->findings.at, limits);
    if (interrupted) /* while it was being started */
        thinker_stop(desk->thinker);
    while (good && !thinker_wait(desk->thinker, desk->live ? REFRESH_MS : -1))
        refresh(desk);
    catch_signals(SIG_DFL);
    thinking = NULL;
    desk->findings.stopped = interrupted;
    if (desk->live)
        fputs("\r\033[K", stdout);
    return good;
}

static int analyse(const Args *args, const Setup *setup, const SearchLimits *limits,
                   const ThinkerSetup *wanted, Lang lang)
{
    Desk *desk = calloc(1, sizeof *desk);
    ThinkerSetup thinker = *wanted;
    thinker.report = report;
    thinker.context = desk;
    if (!desk || !(desk->thinker = thinker_open(setup->game, &thinker))) {
        free(desk);
        return complain("not enough memory or threads");
    }
    thinker_prefault(desk->thinker);
    bool json = args_value(args, "--json");
    pthread_mutex_init(&desk->lock, NULL);
    desk->findings = (Findings){.at = &setup->at, .lang = lang, .threads = wanted->threads};
    desk->plain = !json && (args_value(args, "--progress") || !isatty(STDOUT_FILENO));
    desk->live = !json && !desk->plain;
    int result = EXIT_GOOD;
    if (!think(desk, limits))
        result = complain("out of memory");
    else if (!json)
        findings_print(&desk->findings);
    else if (!findings_print_json(&desk->findings))
        result = complain("out of memory");
    thinker_close(desk->thinker);
    pthread_mutex_destroy(&desk->lock);
    free(desk);
    return result;
}

/* "500", "500ms", "1.5s", "2m". */
static bool read_time(const Args *args, double *ms)
{
    const char *text = args_value(args, "--time");
    if (!text)
        return true;
    double value = 0, unit = 1, place = 0;
    const char *at = text;
    for (; (*at >= '0' && *at <= '9') || (*at == '.' && place == 0); at++) {
        if (*at == '.')
            place = 1;
        else if (place > 0)
            value += (*at - '0') * (place /= 10);
        else
            value = value * 10 + (*at - '0');
    }
    bool digits = at > text && at[-1] != '.' && text[0] != '.';
    if (strcmp(at, "s") == 0)
        unit = 1e3;
    else if (strcmp(at, "m") == 0)
        unit = 60e3;
    else if (*at && strcmp(at, "ms") != 0)
        digits = false;
    if (!digits || !(value * unit <= time_max_ms)) {
        complain("--time takes milliseconds, or a time such as 500ms, 1.5s or 2m, up to a day; "
                 "0 is until Ctrl-C");
        return false;
    }
    *ms = value * unit;
    return true;
}

static int run_analyse(const Args *args)
{
    uint64_t depth = 0, nodes = 0, lines = 1, threads = 1, hash = THINKER_HASH_MB;
    double ms = -1;
    Lang lang;
    Setup setup;
    if (!args_number(args, "--depth", 1, SEARCH_PLIES_MAX, &depth) ||
        !args_number(args, "--nodes", 1, UINT64_MAX, &nodes) || !read_time(args, &ms) ||
        !args_number(args, "--multipv", 1, SEARCH_LINES_MAX, &lines) ||
        !args_number(args, "--threads", 1, THINKER_THREADS_MAX, &threads) ||
        !args_number(args, "--hash", 1, THINKER_HASH_MB_MAX, &hash) || !setup_lang(args, &lang) ||
        !setup_open(args, &setup))
        return EXIT_BAD_INPUT;
    if (ms < 0)
        ms = depth || nodes ? 0 : TIME_DEFAULT_MS;
    SearchLimits limits = {.depth = (int)depth, .nodes = nodes, .time_ms = ms, .lines = (int)lines};
    ThinkerSetup wanted = {.threads = (int)threads, .hash_mb = hash};
    Database *database = NULL;
    void *net = NULL;
    char why[WHY_MAX];
    int result = EXIT_NEGATIVE;
    Move *moves = malloc(setup.game->moves_max * sizeof *moves);
    bool good = setup_database(args, setup.game, &database);
    wanted.oracle = endings_or(database, args_value(args, "--db"), setup.game);
    if (database_wants_book(args_value(args, "--db")))
        wanted.book = openings_of(setup.game);
    if (net_file_choose(NULL, setup.game, &net, why)) /* else the hand-made evaluation judges */
        wanted.net = net;
    if (!good)
        result = EXIT_BAD_INPUT;
    else if (!moves)
        result = complain("out of memory");
    else if (setup.game->moves(setup.game, setup_pos(&setup), moves) == 0)
        complain("the game is over; there is nothing to analyse");
    else
        result = analyse(args, &setup, &limits, &wanted, lang);
    free(moves);
    setup_tell_damage(args, database);
    database_close(database);
    free(net);
    setup_close(&setup);
    return result;
}

const Command command_analyse = {
    .name = "analyse",
    .words = "VARIANT",
    .word_count = 1,
    .summary = "Find the best lines of a position and say in words how it stands.",
    .details =
        "Without limits it thinks for five seconds. Ctrl-C ends it with the best so far. A\n"
        "line of progress is kept up to date on a terminal; elsewhere every iteration\n"
        "writes its lines. Scores are hundredths of a man for the side to move. Where a database\n"
        "knows all moves, and for six there is one in the program, it answers at once.",
    .flags = {FLAG_POSITION,
              FLAG_PLAY,
              FLAG_SEED,
              {"--time", "T", "think so long: 1500, 1500ms, 1.5s, 2m (0: until Ctrl-C)"},
              {"--depth", "PLIES", "stop after this iteration (1 to 64)"},
              {"--nodes", "N", "stop after so many positions"},
              {"--multipv", "K", "the K best lines (1 to 16; default 1)"},
              {"--threads", "N", "think on N threads (1 to 64; default 1)"},
              {"--hash", "MB", "memory for what has been found (1 to 65536; default 64)"},
              FLAG_DB,
              {"--progress", NULL, "lines of progress on a terminal too"},
              {"--json", NULL, "the answer as JSON, without progress"},
              FLAG_LANG},
    .run = run_analyse,
};
