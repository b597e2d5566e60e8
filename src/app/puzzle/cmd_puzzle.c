/* SPDX-License-Identifier: MIT */
/* `concentric puzzle`: the day's puzzle, line by line: a line in, lines out, so that it can be
 * scripted and read aloud. What is right is the line of the puzzle, which has been proved. */
#include "app/puzzle/set.h"

#include "app/cli/commands.h"
#include "games/registry.h"
#include "view/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_BYTES = 256, LEVEL_LEAST = 1, LEVEL_MOST = 10 };

typedef struct Session {
    const PuzzleSet *set;
    Lang lang;
    uint32_t day;    /* whose puzzle it is */
    uint32_t themes; /* practice: those that are wanted, all of them */
    int least, most; /* and levels */
    Game *game;
    Puzzle puzzle;
    Line line;
    int at;     /* moves made */
    int hints;  /* for this move */
    bool clean; /* no mistake, no hint so far */
} Session;

static const Text title_words = {{"Puzzle of {0}: {1}, level {2}.", "{0}の問題：{1}、レベル{2}。"}};
static const Text practice_words = {{"Practice: {1}, level {2}.", "練習：{1}、レベル{2}。"}};
static const Text help_words = {
    {"Type a move, or: hint, solution, board, again, next, quit.",
     "手を入力してください。ほかに "
     "hint（ヒント）、solution（答え）、board（盤）、again（最初から）、"
     "next（次の問題）、quit（終了）。"}};
static const Text right_words = {{"Right.", "正解です。"}};
static const Text solved_words = {{"Solved!", "解けました！"}};
static const Text clean_words = {{"Solved without a mistake!", "間違えずに解けました！"}};
static const Text wrong_words = {{"That is a legal move, but not the one. Try again.",
                                  "指せる手ですが、正解ではありません。"
                                  "もう一度考えてください。"}};
static const Text hint_words = {{"Look at {0}.", "{0}に注目してください。"}};
static const Text move_words = {{"The move is {0}.", "正解の手は{0}です。"}};
static const Text done_words = {
    {"It is solved. next, again or quit?",
     "もう解けています。next（次）、again（最初から）、quit（終了）。"}};

static void say(const Session *s, const Text *words, const char *const *args)
{
    char text[1024];
    Str out = str_over(text, sizeof text);
    str_fill(&out, words->in[s->lang], args);
    puts(text);
}

static void say_plain(const Session *s, const Text *words)
{
    say(s, words, (const char *const[]){""});
}

static void say_board(const Session *s)
{
    static char bytes[PICTURE_BYTES_MAX];
    const Line *line = &s->line;
    Picture picture = picture_of(s->game, &line->pos[s->at], s->at ? &line->pos[s->at - 1] : NULL,
                                 s->at ? line->move[s->at - 1] : 0);
    Str out = str_over(bytes, sizeof bytes);
    picture_text(&picture, PALETTE_NONE, &out);
    fwrite(bytes, 1, out.length, stdout);
}

static void say_date(uint32_t day, char out[16])
{
    time_t seconds = (time_t)day * 86400;
    struct tm date;
    gmtime_r(&seconds, &date);
    strftime(out, 16, "%Y-%m-%d", &date);
}

/* Not the day's puzzle, but some of the set. */
static bool is_practice(const Session *s)
{
    return s->themes || s->least > LEVEL_LEAST || s->most < LEVEL_MOST;
}

static bool is_wanted(const Session *s, const Puzzle *p)
{
    return (p->themes & s->themes) == s->themes && p->level >= s->least && p->level <= s->most;
}

static void say_task(const Session *s)
{
    char date[16], level[8], text[512];
    const Puzzle *p = &s->puzzle;
    snprintf(level, sizeof level, "%d", p->level);
    Str out = str_over(text, sizeof text);
    say_date(s->day, date);
    say(s, is_practice(s) ? &practice_words : &title_words,
        (const char *const[]){date, s->game->row->title.in[s->lang], level});
    say_board(s);
    puzzle_ask(p, s->game, &s->line, 0, s->lang, &out);
    puts(text);
}

/* "White plays f4: ..." and the board moves on. */
static void make_move(Session *s)
{
    char text[1024];
    Event events[EVENTS_MAX];
    const Pos *pos = &s->line.pos[s->at];
    Str out = str_over(text, sizeof text);
    int count = s->game->ops->events(s->game, pos, s->line.move[s->at], events);
    str_format(&out, "%s: ", s->puzzle.line[s->at]);
    events_write(s->game, events, count, s->lang, &out);
    puts(text);
    s->at++;
    s->hints = 0;
}

static void begin(Session *s)
{
    s->at = s->hints = 0;
    s->clean = true;
    say_task(s);
}

/* How many of a set are wanted. */
static int count_wanted(const Session *s, PuzzleReader reader)
{
    Puzzle puzzle;
    char why[WHY_MAX];
    int count = 0;
    for (PuzzleFound found; (found = puzzle_reader_next(&reader, &puzzle, why)) != PUZZLE_END;)
        count += found == PUZZLE_GOOD && is_wanted(s, &puzzle);
    return count;
}

/* The puzzle of this day among those that are wanted; false after it has said why not. */
static bool enter(Session *s)
{
    PuzzleReader reader;
    char why[WHY_MAX];
    int count;
    if (!puzzle_set_open(s->set, &reader, &count)) {
        complain("the program has no puzzles inside");
        return false;
    }
    count = count_wanted(s, reader);
    if (!count) {
        complain("no puzzle of %s inside the program has this theme and level", s->set->variant);
        return false;
    }
    for (int left = puzzle_of_day(s->day, count); left >= 0; left -= is_wanted(s, &s->puzzle))
        if (puzzle_reader_next(&reader, &s->puzzle, why) != PUZZLE_GOOD) {
            complain("the puzzles inside the program are damaged: %s", why);
            return false;
        }
    if (!puzzle_line(&s->puzzle, s->game, &s->line, why)) {
        complain("the puzzles inside the program are damaged: %s", why);
        return false;
    }
    begin(s);
    return true;
}

/* After the right move: the answer, and so on. */
static void go_on(Session *s)
{
    make_move(s);
    if (s->at == s->line.length) {
        say_plain(s, s->clean ? &clean_words : &solved_words);
        return;
    }
    say_plain(s, &right_words);
    while (s->at < s->line.length && s->line.pos[s->at].turn != s->line.pos[0].turn)
        make_move(s);
}

static void say_hint(Session *s)
{
    Step path[PATH_MAX];
    const Pos *pos = &s->line.pos[s->at];
    int count = s->game->ops->path(s->game, pos, s->line.move[s->at], path);
    s->clean = false;
    if (s->hints++ == 0 && count)
        say(s, &hint_words, (const char *const[]){s->game->shape.point[path[0].point].name});
    else
        say(s, &move_words, (const char *const[]){s->puzzle.line[s->at]});
}

static void say_solution(Session *s)
{
    s->clean = false;
    while (s->at < s->line.length)
        make_move(s);
    say_board(s);
}

static void try_move(Session *s, const char *text)
{
    char why[WHY_MAX];
    Move move;
    const Pos *pos = &s->line.pos[s->at];
    if (!s->game->ops->read_move(s->game, pos, text, s->lang, &move, why)) {
        puts(why);
        return;
    }
    if (move == s->line.move[s->at]) {
        go_on(s);
        return;
    }
    s->clean = false;
    say_plain(s, &wrong_words);
}

/* False to leave. */
static bool take_line(Session *s, const char *text)
{
    bool over = s->at == s->line.length;
    if (strcmp(text, "quit") == 0 || strcmp(text, "q") == 0)
        return false;
    if (strcmp(text, "next") == 0) {
        s->day++;
        return enter(s);
    }
    if (strcmp(text, "again") == 0)
        begin(s);
    else if (strcmp(text, "board") == 0)
        say_board(s);
    else if (strcmp(text, "help") == 0)
        say_plain(s, &help_words);
    else if (over)
        say_plain(s, &done_words);
    else if (strcmp(text, "hint") == 0)
        say_hint(s);
    else if (strcmp(text, "solution") == 0)
        say_solution(s);
    else
        try_move(s, text);
    return true;
}

/* False if there is nothing to begin with. */
static bool run_session(Session *s)
{
    char line[LINE_BYTES];
    bool begun = enter(s), on = begun;
    if (on && isatty(STDIN_FILENO))
        say_plain(s, &help_words);
    while (on && fflush(stdout) == 0 && fgets(line, sizeof line, stdin)) {
        size_t length = strcspn(line, "\r\n");
        while (length && line[length - 1] == ' ')
            length--;
        line[length] = '\0';
        const char *text = line + strspn(line, " ");
        if (*text)
            on = take_line(s, text);
    }
    return begun;
}

/* --- Which day
 * ------------------------------------------------------------------------------------ */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Days since 1970-01-01 of a date of the Gregorian calendar that there is. */
static bool read_date(const char *text, uint32_t *out)
{
    static const char form[] = "dddd-dd-dd";
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    for (size_t i = 0; i < sizeof form; i++)
        if (form[i] == 'd' ? !is_digit(text[i]) : text[i] != form[i])
            return false;
    int year = (text[0] - '0') * 1000 + (text[1] - '0') * 100 + (text[2] - '0') * 10 + text[3] -
               '0';
    int month = (text[5] - '0') * 10 + text[6] - '0', day = (text[8] - '0') * 10 + text[9] - '0';
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (year < 1970 || month < 1 || month > 12 || day < 1 ||
        day > lengths[month - 1] + (leap && month == 2))
        return false;
    int days = day - 1;
    for (int y = 1970; y < year; y++)
        days += 365 + ((y % 4 == 0 && y % 100 != 0) || y % 400 == 0);
    for (int m = 1; m < month; m++)
        days += lengths[m - 1] + (leap && m == 2);
    *out = (uint32_t)days;
    return true;
}

/* "3" or "3-5". */
static bool read_levels(const char *text, int *least, int *most)
{
    char *end;
    if (!is_digit(*text))
        return false;
    *least = *most = (int)strtol(text, &end, 10);
    if (*end == '-' && is_digit(end[1]))
        *most = (int)strtol(end + 1, &end, 10);
    return !*end && *least >= LEVEL_LEAST && *least <= *most && *most <= LEVEL_MOST;
}

/* Themes with a comma between; false at one that is none. */
static bool read_themes(const char *text, uint32_t *out)
{
    *out = 0;
    for (size_t length; *text; text += length + (text[length] == ',')) {
        int theme = 0;
        length = strcspn(text, ",");
        while (theme < THEME_COUNT && (strncmp(theme_names[theme], text, length) != 0 ||
                                       theme_names[theme][length] != '\0'))
            theme++;
        if (theme == THEME_COUNT)
            return false;
        *out |= 1u << theme;
    }
    return *out != 0;
}

static const PuzzleSet *choose_set(const Args *args, uint32_t day)
{
    char why[WHY_MAX];
    if (!args->word[0])
        return puzzle_set_of_day(day);
    Game *game = game_open(args->word[0], LANG_EN, why);
    const PuzzleSet *set = game ? puzzle_set_find(game->id) : NULL;
    if (!game)
        complain("%s", why);
    else if (!set)
        complain("there are no puzzles of %s inside the program: make some with concentric puzzles",
                 game->id);
    game_close(game);
    return set;
}

static int run_puzzle(const Args *args)
{
    char why[WHY_MAX];
    const char *date = args_value(args, "--date"), *theme = args_value(args, "--theme"),
               *level = args_value(args, "--level");
    Session s = {.day = (uint32_t)(time(NULL) / 86400), .least = LEVEL_LEAST, .most = LEVEL_MOST};
    if (date && !read_date(date, &s.day))
        return complain("--date takes a date such as 2026-11-16");
    if (theme && !read_themes(theme, &s.themes))
        return complain("--theme takes themes of docs/puzzles.md, such as mill or quiet,endgame");
    if (level && !read_levels(level, &s.least, &s.most))
        return complain("--level takes a level of 1 to 10, or a range such as 3-5");
    if (!setup_lang(args, &s.lang) || !(s.set = choose_set(args, s.day)))
        return EXIT_BAD_INPUT;
    s.game = game_open(s.set->variant, s.lang, why);
    if (!s.game)
        return complain("%s", why);
    bool good = run_session(&s);
    game_close(s.game);
    return good ? EXIT_GOOD : EXIT_BAD_INPUT;
}

const Command command_puzzle = {
    .name = "puzzle",
    .words = "VARIANT",
    .word_count = 0,
    .optional_count = 1,
    .summary = "Solve today's puzzle, line by line.",
    .details =
        "Every day has one for each of nine, six, twelve, stacking, morelli, morelli,size=9 and\n"
        "mur; without VARIANT they take turns. Type moves; also: hint, solution, board, again,\n"
        "next, quit. Dates are those of UTC. With --theme or --level it is practice: the\n"
        "puzzles of the set that fit, and next goes through all of them.",
    .flags = {{"--date", "D", "the puzzle of another day, such as 2026-11-16"},
              {"--theme", "T", "practise this theme: mill, quiet, block, endgame, moves-2, ..."},
              {"--level", "N", "practise this level, or a range such as 3-5"},
              FLAG_LANG},
    .run = run_puzzle,
};
