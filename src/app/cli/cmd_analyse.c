/* SPDX-License-Identifier: MIT */
/* `concentric analyse`: the best lines of a position, in words. The thinking thread leaves what it
 * has found where the printing thread sees it; Ctrl-C ends the thought, and what was found so far
 * is printed. */
#include "app/cli/analyse.h"
#include "app/cli/batch.h"
#include "app/endings.h"
#include "app/net_file.h"
#include "app/openings.h"
#include "base/clock.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    TIME_DEFAULT_MS = 5000,
    REFRESH_MS = 200,
    WIDTH = 79, /* of the line that is written again and again */
    PROGRESS_MAX = 256 + SEARCH_PLIES_MAX * MOVE_TEXT_MAX,
};

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
    f->line = desk->line;
    f->line_count = search->line_count;
    for (int i = 0; i < f->line_count; i++) {
        desk->line[i] = search->line[i];
        desk->line[i].score = search_reported_score(search, search->line[i].score);
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

/* What all positions of one run have in common, and what is open for the variant of the last one.
 */
typedef struct Asked {
    const Args *args;
    Desk *desk;
    SearchLimits limits;
    ThinkerSetup wanted;
    Lang lang;
    bool json, many;
    const Game *game;
    Database *database;
    void *net;
} Asked;

static void close_game(Asked *asked)
{
    if (!asked->game)
        return;
    thinker_close(asked->desk->thinker);
    asked->desk->thinker = NULL;
    setup_tell_damage(asked->args, asked->database);
    database_close(asked->database);
    free(asked->net);
    asked->game = NULL;
    asked->database = NULL;
    asked->net = NULL;
}

static bool open_thinker(Asked *asked, char *why)
{
    const char *db = args_value(asked->args, "--db");
    ThinkerSetup wanted = asked->wanted;
    char unused[WHY_MAX];
    wanted.oracle = endings_or(asked->database, db, asked->game);
    if (database_wants_book(db))
        wanted.book = openings_of(asked->game);
    if (net_file_choose(NULL, asked->game, &asked->net, unused)) /* else the hand-made evaluation */
        wanted.net = asked->net;
    wanted.report = report;
    wanted.context = asked->desk;
    if (!(asked->desk->thinker = thinker_open(asked->game, &wanted)))
        return refuse(why, "not enough memory or threads");
    thinker_prefault(asked->desk->thinker);
    return true;
}

static bool open_game(Asked *asked, const Game *game, char *why)
{
    if (asked->game == game)
        return true;
    close_game(asked);
    asked->game = game;
    if (database_choose(args_value(asked->args, "--db"), game, &asked->database, why) &&
        open_thinker(asked, why))
        return true;
    close_game(asked);
    return false;
}

static bool is_over(const Setup *setup)
{
    const Game *game = setup->game;
    Move *moves = malloc(game->moves_max * sizeof *moves);
    bool over = moves && game->moves(game, setup_pos(setup), moves) == 0;
    free(moves);
    return over;
}

/* The findings for one position; false if there is no memory. */
static bool analyse(Asked *asked, const Setup *setup)
{
    Desk *desk = asked->desk;
    desk->findings = (Findings){
        .at = &setup->at, .lang = asked->lang, .threads = asked->wanted.threads};
    desk->plain = !asked->json && !asked->many &&
                  (args_value(asked->args, "--progress") || !isatty(STDOUT_FILENO));
    desk->live = !asked->json && !asked->many && !desk->plain;
    return think(desk, &asked->limits);
}

static BatchResult ask_line(void *context, const BatchLine *line, char *why)
{
    Asked *asked = context;
    if (is_over(line->setup)) {
        refuse(why, "the game is over; there is nothing to analyse");
        return BATCH_REFUSED;
    }
    if (!open_game(asked, line->setup->game, why))
        return BATCH_REFUSED;
    thinker_clear(asked->desk->thinker); /* an answer does not depend on the lines before it */
    if (!analyse(asked, line->setup))
        return BATCH_FATAL;
    if (asked->json && !findings_print_json(&asked->desk->findings, line->number))
        return BATCH_FATAL;
    if (!asked->json) {
        batch_print_line(line);
        findings_print(&asked->desk->findings);
    }
    return asked->desk->findings.stopped ? BATCH_FATAL : BATCH_GOOD; /* Ctrl-C ends the run */
}

/* At the end, before the games are closed. */
static void done_with_games(void *context)
{
    close_game(context);
}

static int analyse_one(Asked *asked)
{
    const char *db = args_value(asked->args, "--db");
    char why[WHY_MAX];
    Setup setup;
    int result = EXIT_GOOD;
    if (!setup_open(asked->args, &setup))
        return EXIT_BAD_INPUT;
    if (is_over(&setup)) {
        complain("the game is over; there is nothing to analyse");
        result = EXIT_NEGATIVE;
    } else if (!open_game(asked, setup.game, why)) {
        result = db ? complain_of_file("use the database", db, why) : complain("%s", why);
    } else if (!analyse(asked, &setup)) {
        result = complain("out of memory");
    } else if (!asked->json) {
        findings_print(&asked->desk->findings);
    } else if (!findings_print_json(&asked->desk->findings, 0)) {
        result = EXIT_BAD_INPUT;
    }
    close_game(asked); /* before its game */
    setup_close(&setup);
    return result;
}

static bool read_limits(const Args *args, Asked *asked)
{
    uint64_t depth = 0, nodes = 0, lines = 1, threads = 1, hash = THINKER_HASH_MB;
    double ms = -1;
    if (!args_number(args, "--depth", 1, SEARCH_PLIES_MAX, &depth) ||
        !args_number(args, "--nodes", 1, UINT64_MAX, &nodes) ||
        !args_time(args, "--time", 0, TIME_MAX_MS, &ms) ||
        !args_number(args, "--multipv", 1, SEARCH_LINES_MAX, &lines) ||
        !args_number(args, "--threads", 1, THINKER_THREADS_MAX, &threads) ||
        !args_number(args, "--hash", 1, THINKER_HASH_MB_MAX, &hash) ||
        !setup_lang(args, &asked->lang))
        return false;
    if (ms < 0)
        ms = depth || nodes ? 0 : TIME_DEFAULT_MS;
    asked->limits = (SearchLimits){
        .depth = (int)depth, .nodes = nodes, .time_ms = ms, .lines = (int)lines};
    asked->wanted = (ThinkerSetup){.threads = (int)threads, .hash_mb = hash};
    return true;
}

static int run_analyse(const Args *args)
{
    Asked asked = {.args = args,
                   .json = args_value(args, "--json") != NULL,
                   .many = args_value(args, "--from") != NULL};
    if (!read_limits(args, &asked))
        return EXIT_BAD_INPUT;
    asked.desk = calloc(1, sizeof *asked.desk);
    if (!asked.desk)
        return complain("out of memory");
    pthread_mutex_init(&asked.desk->lock, NULL);
    BatchAsk ask = {.ask = ask_line,
                    .context = &asked,
                    .done = done_with_games,
                    .lang = asked.lang,
                    .json = asked.json};
    int result = asked.many ? batch_run(args, &ask) : analyse_one(&asked);
    pthread_mutex_destroy(&asked.desk->lock);
    free(asked.desk);
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
              FLAG_FROM,
              {"--json", NULL, "the answer as JSON, without progress (docs/json.md)"},
              FLAG_LANG},
    .run = run_analyse,
};
