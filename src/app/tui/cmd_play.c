/* SPDX-License-Identifier: MIT */
/* `concentric play`: every game at a terminal, drawn or line by line. */
#include "app/cli/commands.h"
#include "app/database.h"
#include "app/tui/files.h"
#include "app/tui/tui.h"

#include "ai/level.h"

#include <langinfo.h>
#include <locale.h>
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
    uint64_t level = PLAY_LEVEL_USUAL, time = 0;
    if (args_value(args, "--level") && args_value(args, "--time")) {
        complain("--level and --time do not go together; give one of them");
        return false;
    }
    if (!args_number(args, "--level", 1, LEVEL_MAX, &level) ||
        !args_number(args, "--time", 1, PLAY_TIME_MS_MAX, &time))
        return false;
    who = who ? who : "second";
    bool both = strcmp(who, "both") == 0, none = strcmp(who, "none") == 0;
    bool first = strcmp(who, "first") == 0, second = strcmp(who, "second") == 0;
    if (!both && !none && !first && !second) {
        complain("--computer takes first, second, both or none");
        return false;
    }
    for (int i = 0; i < 2; i++)
        setup->seat[i] = (Seat){.computer = both || (i ? second : first),
                                .level = time ? 0 : (int)level,
                                .time_ms = (int)time};
    return true;
}

/* "300" or "300+5", in seconds. */
static bool choose_clock(const Args *args, PlaySetup *setup)
{
    const char *text = args_value(args, "--clock");
    uint64_t base, more = 0, most = PLAY_CLOCK_MS_MAX / 1000;
    if (!text)
        return true;
    bool good = str_read_number(&text, most, &base) && base;
    if (good && *text == '+') {
        text++;
        good = str_read_number(&text, most, &more);
    }
    if (!good || *text) {
        complain("--clock takes seconds, and more of them for each move, such as 300 or 300+5");
        return false;
    }
    setup->clock_ms = (int64_t)base * 1000;
    setup->increment_ms = (int64_t)more * 1000;
    return true;
}

static bool choose_theme(const Args *args, Lang lang, Theme *out)
{
    const char *palette = args_value(args, "--palette");
    *out = (Theme){.ascii = args_value(args, "--ascii") != NULL};
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

/* The game that the flags name, unless the menu is to ask for it. */
static bool begin(const Args *args, Host *host, const PlaySetup *setup, bool *ask)
{
    char why[WHY_MAX];
    const char *file = args_value(args, "--open");
    *ask = !args->word[0] && !file;
    host->setup = *setup;
    if (*ask)
        return true;
    if (file) {
        Play play;
        if (!files_read(file, setup->lang, &play, why)) {
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
    if (host)
        host->brain = brain_open(threads);
    if (!host || !host->brain) {
        free(host);
        return complain("out of memory");
    }
    host->keeps = isatty(STDIN_FILENO);
    host->seed_given = args_value(args, "--seed") != NULL;
    Books books = {.path = args_value(args, "--db")};
    host->find_oracle = find_oracle;
    host->oracle_context = &books;
    host->knows = books.path != NULL;
    bool good = begin(args, host, setup, &ask);
    if (good && books.path && !ask && !books.database) {
        complain_of_file("use the database", books.path, books.why);
        good = false;
    }
    if (good && !(drawable && tui_run(host, theme, ask, &result)))
        result = plain_run(host, ask);
    host_close(host);
    free(host);
    return result;
}

static int run_play(const Args *args)
{
    PlaySetup setup = {.variant = args->word[0],
                       .position = args_value(args, "--position"),
                       .match = args_value(args, "--match") != NULL,
                       .seed = host_seed()};
    Theme theme;
    uint64_t threads = 1;
    if (!choose_lang(args, &setup.lang) || !choose_seats(args, &setup) ||
        !choose_clock(args, &setup) || !choose_theme(args, setup.lang, &theme) ||
        !args_number(args, "--seed", 0, UINT64_MAX, &setup.seed) ||
        !args_number(args, "--threads", 1, THREADS_MAX, &threads))
        return EXIT_BAD_INPUT;
    if (args_value(args, "--open") && (args->word[0] || setup.position || setup.match))
        return complain("--open has its game in the file; leave VARIANT, --position and --match "
                        "away");
    if (setup.position && !args->word[0])
        return complain("--position needs a VARIANT; concentric games lists them");
    return play_game(args, &setup, theme, (int)threads);
}

const Command command_play = {
    .name = "play",
    .words = "[VARIANT]",
    .optional_count = 1,
    .summary = "Play a game at the terminal.",
    .details =
        "Without VARIANT it asks which game. Arrows and Enter, the mouse, or typed moves with "
        "Tab;\n"
        "? lists all keys and commands. Ctrl-C saves and leaves at once; the next start offers to\n"
        "go on: saved games lie in $XDG_STATE_HOME/concentric or ~/.local/state/concentric. Where\n"
        "the output is no terminal, or with --plain, it reads a move or command per line and "
        "answers\n"
        "in lines.",
    .flags = {{"--computer", "WHO", "the computer plays first, second (default), both or none"},
              {"--level", "N", "how strong it is, 1 to 10 (default 4)"},
              {"--time", "MS", "let it think so many milliseconds a move instead"},
              FLAG_POSITION,
              {"--seed", "N", "which random set-up (default: a new one each time)"},
              {"--match", NULL, "play the game's official match"},
              {"--clock", "TIME", "seconds for all moves, and more for each: 300 or 300+5"},
              {"--open", "FILE", "begin with a game record"},
              {"--db", "DIR", "show perfect play from this database (see solve)"},
              {"--ascii", NULL, "draw with ASCII characters only"},
              {"--plain", NULL, "line by line, without drawing"},
              {"--palette", "NAME", "colours of the bands, rainbow or safe"},
              FLAG_THREADS,
              {"--lang", "LANG", "language, en or ja (default: the locale's)"}},
    .run = run_play,
};
