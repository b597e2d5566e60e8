/* SPDX-License-Identifier: MIT */
/* `concentric play`: every game at a terminal, drawn or line by line. */
#include "app/cli/commands.h"
#include "app/database.h"
#include "app/tui/files.h"
#include "app/tui/online.h"
#include "app/tui/tui.h"

#include "ai/level.h"
#include "games/registry.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --lang, else the language of the locale. */
static bool choose_lang(const Args *args, Lang *out)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    if (args_value(args, "--lang"))
        return setup_lang(args, out);
    *out = LANG_EN;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (!value || !*value)
            continue;
        *out = strncmp(value, "ja", 2) == 0 ? LANG_JA : LANG_EN;
        break;
    }
    return true;
}

static bool choose_seats(const Args *args, PlaySetup *setup)
{
    const char *who = args_value(args, "--computer");
    uint64_t level = PLAY_LEVEL_USUAL;
    double time = 0;
    if (args_value(args, "--level") && args_value(args, "--time")) {
        complain("--level and --time do not go together; give one of them");
        return false;
    }
    const char *strength = args_value(args, "--level");
    bool perfect = strength && strcmp(strength, "perfect") == 0;
    bool teacher = strength && strcmp(strength, "teacher") == 0;
    if (perfect)
        level = LEVEL_MAX;
    if ((!perfect && !teacher && !args_number(args, "--level", 1, LEVEL_MAX, &level)) ||
        !args_time(args, "--time", 1, SEAT_TIME_MS_MAX, &time))
        return false;
    who = who ? who : "second";
    bool both = strcmp(who, "both") == 0, none = strcmp(who, "none") == 0;
    bool first = strcmp(who, "first") == 0, second = strcmp(who, "second") == 0;
    if (!both && !none && !first && !second) {
        complain("--computer takes first, second, both or none");
        return false;
    }
    setup->computer = (Seat){.kind = SEAT_COMPUTER,
                             .level = time > 0 ? 0 : (int)level,
                             .time_ms = (int)time,
                             .perfect = perfect};
    if (teacher)
        setup->computer = seat_teacher;
    for (int i = 0; i < 2; i++)
        setup->seat[i] = both || (i ? second : first) ? setup->computer
                                                      : (Seat){.kind = SEAT_PERSON};
    return true;
}

static bool choose_clock(const Args *args, PlaySetup *setup)
{
    const char *text = args_value(args, "--clock");
    char why[WHY_MAX];
    if (!text || control_read(text, LANG_EN, &setup->table.control, why))
        return true;
    complain("--clock: %s", why);
    return false;
}

/* The game and where it begins. */
static bool choose_game(const Args *args, PlaySetup *setup)
{
    const char *variant = args->word[0], *position = args_value(args, "--position");
    Str s = str_over(setup->table.position, sizeof setup->table.position);
    setup->table = table_setup(variant ? variant : "");
    setup->table.pick = true;
    setup->table.match = args_value(args, "--match") != NULL;
    setup->table.seed = host_seed();
    str_add(&s, position ? position : "");
    if (s.full || (position && !*position)) {
        complain("--position: this is no position");
        return false;
    }
    return args_number(args, "--seed", 0, UINT64_MAX, &setup->table.seed);
}

/* Consoles whose fonts have no braille and few other signs, also under a UTF-8 locale. */
static bool is_poor_console(void)
{
    static const char *const poor[] = {"linux", "vt", "ansi", "pcansi", "cons25", "wsvt", "sun"};
    const char *term = getenv("TERM");
    for (size_t i = 0; term && i < sizeof poor / sizeof *poor; i++)
        if (strncmp(term, poor[i], strlen(poor[i])) == 0)
            return true;
    return false;
}

static bool choose_theme(const Args *args, Lang lang, Theme *out)
{
    const char *palette = args_value(args, "--palette");
    *out = (Theme){.ascii = args_value(args, "--ascii") != NULL};
    out->ascii = out->ascii || (isatty(STDOUT_FILENO) && is_poor_console());
    if (palette && strcmp(palette, "safe") != 0 && strcmp(palette, "rainbow") != 0) {
        complain("--palette takes rainbow or safe");
        return false;
    }
    out->safe = palette && strcmp(palette, "safe") == 0;
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) {
        out->ascii = true; /* the terminal would not know what we mean */
        if (lang != LANG_EN)
            setlocale(LC_CTYPE, "C.UTF-8"); /* but these letters are asked for */
    }
    return true;
}

static bool is_drawable(const Args *args)
{
    const char *term = getenv("TERM");
    return !args_value(args, "--plain") && isatty(STDOUT_FILENO) && isatty(STDIN_FILENO) && term &&
           *term && strcmp(term, "dumb") != 0;
}

/* Where solved positions come from: --db, or what is inside the program. */
typedef struct Books {
    const char *path;
    Database *database; /* of the game that is open */
    char why[WHY_MAX];
} Books;

static Oracle find_oracle(void *context, const Game *game)
{
    Books *books = context;
    database_close(books->database);
    books->database = NULL;
    if (game)
        books->database = books->path ? database_open(books->path, game, books->why)
                                      : database_builtin(game);
    return books->database ? database_oracle(books->database) : (Oracle){NULL, NULL};
}

static bool find_damage(void *context, char *why)
{
    const Books *books = context;
    return database_damage(books->database, why);
}

static bool is_online(const Args *args)
{
    return args_value(args, "--server") || args_value(args, "--join");
}

/* What is wrong with the flags of a game over the network, or NULL; *flag is what it names. */
static const char *find_fault(const Args *args, const char **flag)
{
    static const char *const never[] = {"--computer", "--level", "--time", "--open"};
    static const char *const only_new[] = {"--clock", "--side",     "--lobby",
                                           "--match", "--position", "--seed"};
    const char *join = args_value(args, "--join"), *side = args_value(args, "--side");
    const char *name = args_value(args, "--name"), *server = args_value(args, "--server");
    for (size_t i = 0; is_online(args) && i < sizeof never / sizeof *never; i++)
        if (args_value(args, *flag = never[i]))
            return "{0} does not go with a game over the network";
    for (size_t i = 0; join && i < sizeof only_new / sizeof *only_new; i++)
        if (args_value(args, *flag = only_new[i]))
            return "--join goes to a table that is there; leave {0} away";
    *flag = args->word[0] ? "VARIANT" : "--server";
    if (join && (args->word[0] || server))
        return "--join has game and server in its link; leave {0} away";
    *flag = side ? "--side" : name ? "--name" : "--lobby";
    if (!is_online(args) && args_value(args, *flag))
        return "{0} is for games over the network; say --server URL or --join LINK";
    *flag = "VARIANT";
    if (server && !args->word[0])
        return "--server needs a {0}; concentric games lists them";
    *flag = "p1, p2 or random";
    if (side && strcmp(side, "p1") != 0 && strcmp(side, "p2") != 0 && strcmp(side, "random") != 0)
        return "--side takes {0}";
    *flag = "at most 63 bytes, without control characters and spaces at its ends";
    return name && !seat_name_is_good(name) ? "--name takes {0}" : NULL;
}

static bool check_online(const Args *args)
{
    const char *flag = "", *fault = find_fault(args, &flag);
    char text[WHY_MAX];
    Str s = str_over(text, sizeof text);
    if (!fault)
        return true;
    const char *const names[] = {flag};
    str_fill(&s, fault, names);
    complain("%s", text);
    return false;
}

static bool begin_online(const Args *args, Host *host, const PlaySetup *setup)
{
    char why[WHY_MAX], invitation[NET_LINK_MAX + 64];
    Str s = str_over(invitation, sizeof invitation);
    OnlineWanted wanted = {.server = args_value(args, "--server"),
                           .join = args_value(args, "--join"),
                           .clock = args_value(args, "--clock"),
                           .side = args_value(args, "--side"),
                           .name = args_value(args, "--name"),
                           .lobby = args_value(args, "--lobby") != NULL,
                           .seeded = args_value(args, "--seed") != NULL,
                           .setup = setup};
    if (online_begin(host, &wanted, why)) {
        if (is_drawable(args) && online_invitation(host, &s))
            puts(invitation); /* it stays above the drawing, to be copied */
        return true;
    }
    complain("%s", why);
    return false;
}

/* The game that the flags name, unless the menu is to ask for it. */
static bool begin(const Args *args, Host *host, const PlaySetup *setup, bool *ask)
{
    char why[WHY_MAX];
    const char *file = args_value(args, "--open");
    *ask = !args->word[0] && !file;
    host->setup = *setup;
    if (is_online(args)) {
        *ask = false;
        return begin_online(args, host, setup);
    }
    if (*ask)
        return true;
    if (file) {
        Play play;
        if (!files_read(file, host->variants, setup->lang, host_now(), &play, why)) {
            complain_of_file("open", file, why);
            return false;
        }
        host_enter(host, &play);
        return true;
    }
    if (host_open(host, setup, why))
        return true;
    complain("%s", why);
    return false;
}

static int play_game(const Args *args, const PlaySetup *setup, Theme theme, int threads)
{
    Host *host = calloc(1, sizeof *host);
    bool drawable = is_drawable(args), ask;
    int result = EXIT_BAD_INPUT;
    if (host) {
        host->brain = brain_open(threads);
        host->variants = variants_new(registry_families, registry_count);
    }
    if (!host || !host->brain || !host->variants) {
        if (host)
            host_close(host);
        free(host);
        return complain("out of memory");
    }
    host->keeps = isatty(STDIN_FILENO);
    host->seed_given = args_value(args, "--seed") != NULL;
    Books books = {.path = args_value(args, "--db")};
    host->find_oracle = find_oracle;
    host->find_damage = find_damage;
    host->oracle_context = &books;
    host->knows = books.path != NULL;
    bool good = begin(args, host, setup, &ask);
    if (good && books.path && !ask && !books.database) {
        complain_of_file("use the database", books.path, books.why);
        good = false;
    }
    if (good && setup->computer.perfect && !ask && !books.database) {
        complain("%s is not solved here, so nobody plays it perfectly; --db DIR names a database",
                 host->play.table.game->id);
        good = false;
    }
    if (good && !(drawable && tui_run(host, theme, ask, &result)))
        result = plain_run(host, theme, ask);
    host_close(host);
    free(host);
    return result;
}

static int run_play(const Args *args)
{
    PlaySetup setup = {.lang = LANG_EN};
    Theme theme;
    uint64_t threads = 1;
    if (!check_online(args) || !choose_lang(args, &setup.lang) || !choose_game(args, &setup) ||
        !choose_seats(args, &setup) || !choose_clock(args, &setup) ||
        !choose_theme(args, setup.lang, &theme) ||
        !args_number(args, "--threads", 1, THREADS_MAX, &threads))
        return EXIT_BAD_INPUT;
    if (args_value(args, "--open") &&
        (args->word[0] || args_value(args, "--position") || setup.table.match))
        return complain("--open has its game in the file; leave VARIANT, --position and --match "
                        "away");
    if (args_value(args, "--position") && !args->word[0])
        return complain("--position needs a VARIANT; concentric games lists them");
    return play_game(args, &setup, theme, (int)threads);
}

const Command command_play = {
    .name = "play",
    .words = "[VARIANT]",
    .optional_count = 1,
    .summary = "Play a game at the terminal.",
    .details =
        "Without VARIANT it asks which game and how; lessons, the day's puzzle and statistics are\n"
        "in the same menu. Arrows and Enter, the mouse, or typed moves with Tab;\n"
        "? lists all keys and commands. Ctrl-C saves and leaves at once; the next start offers to\n"
        "go on: saved games lie in $XDG_STATE_HOME/concentric or ~/.local/state/concentric. Where\n"
        "the output is no terminal, or with --plain, it reads a move or command per line and "
        "answers\n"
        "in lines.",
    .flags = {{"--computer", "WHO", "the computer plays first, second (default), both or none"},
              {"--level", "N",
               "how strong it is, 1 to 10 (default 4), perfect where it is solved, or teacher"},
              {"--time", "T", "let it think so long a move instead: 500, 500ms, 1.5s"},
              FLAG_POSITION,
              {"--seed", "N", "which random set-up (default: a new one each time)"},
              {"--match", NULL,
               "a match: the official one (MUR), else two games, the sides changed"},
              {"--clock", "TIME", "300+5 (seconds and increment), 300d5 (delay), 3d (days a move)"},
              {"--open", "FILE", "begin with a game record"},
              {"--server", "URL", "play against a person: make a table at this server"},
              {"--join", "LINK", "go to a table: an invitation, one's seat, or to watch"},
              {"--side", "SIDE", "one's own at the new table, p1, p2 or random (default)"},
              {"--name", "NAME", "what the other player sees"},
              {"--lobby", NULL, "anybody may sit down at the new table"},
              {"--db", "DIR", "show perfect play from this database (see solve)"},
              {"--ascii", NULL, "draw with ASCII characters only"},
              {"--plain", NULL, "line by line, without drawing"},
              {"--palette", "NAME", "colours of the bands, rainbow or safe"},
              FLAG_THREADS,
              {"--lang", "LANG", "language, en or ja (default: the locale's)"}},
    .run = run_play,
};
