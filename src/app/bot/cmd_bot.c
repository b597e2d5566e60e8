/* SPDX-License-Identifier: MIT */
/* `concentric bot`: players of our own at a server, as ordinary clients of its API (docs/bots.md).
 * One thread finds games, each game has a line of its own, a few threads think; here is the loop
 * that brings them together. Nothing has to be remembered: what a bot is in the middle of, the
 * server knows. */
#include "app/bot/game.h"
#include "app/bot/seeker.h"
#include "app/cli/commands.h"
#include "base/clock.h"
#include "games/registry.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { WAIT_MS = 500, NAME_BYTES = SEAT_NAME_MAX, TELL_AGAIN_MS = 3000 };

/* What wakes the loop. Threads of the network, of thinking and signals know nothing else of us. */
static pthread_mutex_t wake_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake_cond = PTHREAD_COND_INITIALIZER;
static bool woken;
static volatile sig_atomic_t stopped;

static void wake(void)
{
    pthread_mutex_lock(&wake_lock);
    woken = true;
    pthread_cond_signal(&wake_cond);
    pthread_mutex_unlock(&wake_lock);
}

static void on_signal(int number)
{
    (void)number;
    stopped = 1; /* seen within WAIT_MS */
}

static void wait_for_news(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WAIT_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&wake_lock);
    while (!woken && !stopped)
        if (pthread_cond_timedwait(&wake_cond, &wake_lock, &until) != 0)
            break;
    woken = false;
    pthread_mutex_unlock(&wake_lock);
}

static int64_t now_ms(void)
{
    return (int64_t)(clock_seconds() * 1e3);
}

typedef struct BotHost {
    char base[NET_BASE_MAX];
    Lang lang;
    Account bot[BOTS_MAX];
    char name[BOTS_MAX][NAME_BYTES];
    int bot_count;
    Variants *variants;
    Thoughts *thoughts;
    Seeker *seeker;
    BotGame *games;
    uint64_t numbers;
} BotHost;

/* -- The loop --------------------------------------------------------------------------------- */

static void say(const BotHost *host, int bot, const char *what, const char *id)
{
    printf("%s: %s %s\n", host->name[bot], what, id);
    fflush(stdout);
}

static void take_found(BotHost *host)
{
    Found found;
    while (seeker_take(host->seeker, &found)) {
        bool known = false;
        for (const BotGame *g = host->games; g && !known; g = g->next)
            known = g->bot == found.bot && strcmp(g->id, found.id) == 0;
        BotGame *game = known ? NULL
                              : bot_game_open(host->base, host->bot[found.bot].key, found.id,
                                              host->lang, wake);
        if (!game) {
            seeker_free_one(host->seeker, found.bot);
            continue;
        }
        game->number = ++host->numbers;
        game->bot = found.bot;
        game->level = host->bot[found.bot].level;
        game->heard_at = now_ms();
        game->next = host->games;
        host->games = game;
        say(host, found.bot, "plays at", found.id);
    }
}

static void take_thoughts(BotHost *host)
{
    ThoughtAnswer answer;
    while (thoughts_take(host->thoughts, &answer)) {
        if (answer.why[0]) {
            fprintf(stderr, "concentric: %s\n", answer.why);
        }
        for (BotGame *g = host->games; g; g = g->next)
            if (g->number == answer.game)
                bot_game_thought(g, &answer, now_ms());
    }
}

static void drop_done(BotHost *host)
{
    for (BotGame **at = &host->games; *at;) {
        BotGame *game = *at;
        if (!bot_game_is_done(game, now_ms())) {
            at = &game->next;
            continue;
        }
        *at = game->next;
        say(host, game->bot, "leaves", game->id);
        if (game->moved_on)
            seeker_look(host->seeker);
        seeker_free_one(host->seeker, game->bot);
        bot_game_close(game);
    }
}

static void run_loop(BotHost *host)
{
    while (!stopped) {
        take_found(host);
        for (BotGame *g = host->games; g; g = g->next)
            bot_game_hear(g, now_ms());
        take_thoughts(host);
        for (BotGame *g = host->games; g; g = g->next)
            bot_game_act(g, host->thoughts, now_ms());
        drop_done(host);
        wait_for_news();
    }
}

/* -- Beginning and end ------------------------------------------------------------------------ */

/* "3", or "1-10". */
static bool read_levels(const char *text, int *first, int *last)
{
    char one[8];
    size_t length = strcspn(text, "-");
    uint64_t a, b;
    if (length >= sizeof one)
        return false;
    memcpy(one, text, length);
    one[length] = '\0';
    if (!str_is_number(one, LEVEL_MAX, &a) || a < 1)
        return false;
    b = a;
    if (text[length] && (!str_is_number(text + length + 1, LEVEL_MAX, &b) || b < a))
        return false;
    *first = (int)a;
    *last = (int)b;
    return true;
}

static void name_bot(const BotHost *host, const char *given, int level, char out[NAME_BYTES])
{
    Str s = str_over(out, NAME_BYTES);
    if (given && level && host->bot_count > 1)
        str_format(&s, "%s %d", given, level);
    else if (given)
        str_add(&s, given);
    else if (level)
        str_format(&s, "%s (%d)", level_names[level].name.in[host->lang], level);
    else
        str_add(&s, "Bot");
}

/* The accounts: their keys, and the server knows them. It may still be starting. */
static bool open_accounts(BotHost *host, const Args *args, int first_level, char *why)
{
    const char *key = args_value(args, "--key"), *given = args_value(args, "--name");
    for (int i = 0; i < host->bot_count; i++) {
        Account *bot = &host->bot[i];
        char path[1024], called[64];
        Str p = str_over(path, sizeof path), c = str_over(called, sizeof called);
        bot->level = first_level ? first_level + i : 0;
        name_bot(host, given, bot->level, host->name[i]);
        str_format(&p, host->bot_count > 1 ? "%s-%d" : "%s", key ? key : "", bot->level);
        if (bot->level)
            str_format(&c, "level-%d", bot->level);
        else
            str_add(&c, host->name[i]);
        if (!account_open(bot, key ? path : NULL, host->base, called, why))
            return false;
    }
    for (int i = 0; i < host->bot_count && !stopped; i++) {
        bool gone;
        while (!account_tell(&host->bot[i], host->base, host->name[i], host->lang, &gone, why)) {
            if (!gone || stopped)
                return stopped != 0;
            fprintf(stderr, "concentric: %s; trying again\n", why);
            usleep(TELL_AGAIN_MS * 1000);
        }
        say(host, i, "is player", host->bot[i].self.id);
    }
    return true;
}

static bool read_rules(const Args *args, BotRules *rules, char *why)
{
    const char *games = args_value(args, "--games"), *clocks = args_value(args, "--clocks");
    double wait = 5000;
    *rules = (BotRules){.none = true,
                        .live = true,
                        .days = true,
                        .rated = args_value(args, "--rated") != NULL,
                        .bots = args_value(args, "--bots") != NULL};
    if (!args_time(args, "--wait", 0, 3600e3, &wait))
        return false;
    rules->wait_ms = (int)wait;
    return (!games || rules_read_games(games, rules, why)) &&
           (!clocks || rules_read_clocks(clocks, rules, why));
}

static bool run_host(BotHost *host, const Args *args, int first_level, char *why)
{
    uint64_t most = 4, threads = 1;
    double time_ms = 3000;
    BotRules rules;
    why[0] = '\0'; /* the readers of numbers say themselves what is wrong */
    if (!args_number(args, "--most", 1, 64, &most) ||
        !args_number(args, "--threads", 1, THREADS_MAX, &threads) ||
        !args_time(args, "--time", 10, 60e3, &time_ms) || !read_rules(args, &rules, why))
        return false;
    host->variants = variants_new(registry_families, registry_count);
    ThoughtsSetup thoughts = {.threads = (int)threads,
                              .engine = args_value(args, "--engine"),
                              .most_ms = time_ms,
                              .variants = host->variants,
                              .wake = wake};
    if (!host->variants)
        return refuse(why, "there is not enough memory");
    host->thoughts = thoughts_open(&thoughts, why);
    if (!host->thoughts || !open_accounts(host, args, first_level, why))
        return false;
    SeekerSetup seeker = {.base = host->base,
                          .bot = host->bot,
                          .bot_count = host->bot_count,
                          .most = (int)most,
                          .rules = rules,
                          .lang = host->lang,
                          .wake = wake};
    host->seeker = stopped ? NULL : seeker_open(&seeker, why);
    if (!host->seeker)
        return stopped != 0;
    run_loop(host);
    return true;
}

static void close_host(BotHost *host)
{
    seeker_close(host->seeker);
    while (host->games) {
        BotGame *game = host->games;
        host->games = game->next;
        bot_game_close(game);
    }
    thoughts_close(host->thoughts);
    variants_free(host->variants);
    for (int i = 0; i < host->bot_count; i++)
        account_close(&host->bot[i]);
    free(host);
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
}

static int run_bot(const Args *args)
{
    const char *server = args_value(args, "--server"), *levels = args_value(args, "--level");
    int first = 0, last = 0;
    char why[WHY_MAX];
    if (!server)
        return complain("a bot needs a server: --server http://127.0.0.1:8080");
    if (!levels == !args_value(args, "--engine"))
        return complain("a bot is an --engine \"COMMAND\" or a --level N, one of both");
    if (levels && !read_levels(levels, &first, &last))
        return complain("--level takes a level from 1 to %d, or several as 1-10", LEVEL_MAX);
    BotHost *host = calloc(1, sizeof *host);
    if (!host || !net_begin()) {
        free(host);
        return complain("there is not enough memory");
    }
    const char *lang = args_value(args, "--lang");
    host->lang = lang && strcmp(lang, "ja") == 0 ? LANG_JA : LANG_EN;
    host->bot_count = last - first + 1;
    for (int i = 0; i < BOTS_MAX; i++)
        host->bot[i].file = -1;
    catch_signals();
    bool good = table_link_read_base(server, LANG_EN, host->base, why) &&
                run_host(host, args, first, why);
    close_host(host);
    net_end();
    if (!good)
        return why[0] ? complain("%s", why) : EXIT_BAD_INPUT;
    return EXIT_GOOD;
}

const Command command_bot = {
    .name = "bot",
    .words = "",
    .summary = "Play at a server as a bot, many games at once.",
    .details =
        "It sits down at open tables of the lobby where people wait, by the rules below, and\n"
        "plays until it is stopped; started again it goes on with its games. --level 1-10 is ten\n"
        "bots in one process, one for each of our levels. An engine is named as for a tournament:\n"
        "    --engine \"option.Hash=16 ./other ugi\"\n"
        "Its key is who it is: it is made once and kept in a file, for each server another one.",
    .flags = {{"--server", "URL", "the server, such as http://127.0.0.1:8080"},
              {"--engine", "COMMAND", "think with this UGI engine; self: this program's own"},
              {"--level", "N", "think as one of our levels 1 to 10, or several: 1-10"},
              {"--games", "LIST", "games to sit down at, such as nine,mur (default: all)"},
              {"--clocks", "LIST", "of none, live, days (default: all three)"},
              {"--rated", NULL, "also at rated tables"},
              {"--bots", NULL, "also where another bot waits"},
              {"--wait", "TIME", "leave a table to people for so long (default 5s)"},
              {"--most", "N", "games at once, of each bot (default 4)"},
              {"--time", "TIME", "think about a move for at most so long (default 3s)"},
              FLAG_THREADS,
              {"--name", "NAME", "what it is called (default: of our levels their names)"},
              {"--key", "FILE",
               "its key; of several bots FILE-LEVEL (default: below XDG_DATA_HOME)"},
              {"--lang", "LANG", "language of our levels' names, en or ja (default en)"}},
    .run = run_bot,
};
