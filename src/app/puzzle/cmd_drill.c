/* SPDX-License-Identifier: MIT */
/* `concentric drill`: a drill against perfect play, line by line: a line in, lines out, so that it
 * can be scripted and read aloud. Every move is judged by solved values; what gives something away
 * is said and not played (docs/drills.md). */
#include "app/puzzle/drills.h"

#include "app/cli/commands.h"
#include "base/bits.h"
#include "core/history.h"
#include "core/perfect.h"
#include "games/registry.h"
#include "view/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_BYTES = 256 };

typedef struct Session {
    const DrillSet *set;
    Lang lang;
    Game *game;
    Database *database;
    Drill drill;
    int number; /* in its set, from 1 on */
    int side;   /* the player's */
    int made;   /* moves of theirs */
    int hints;  /* for this move */
    bool clean; /* no slip, no hint so far */
    bool over;  /* done, or it cannot go on */
    int in_row; /* drills done without slip or hint */
    uint64_t seed;
    History history; /* empty before the first drill */
    Move *lists;     /* two of moves_max: for the judge, and the moves */
    PerfectMove *moves;
    int count; /* of them, the best first; the player's to choose from */
} Session;

static const Text ask_words[DRILL_KINDS] = {
    [DRILL_WIN] = {{"You are {0}. You can win this: win it.",
                    "あなたは{0}です。勝てる局面です。勝ち切ってください。"}},
    [DRILL_HOLD] = {{"You are {0}. It is a draw: do not lose for {1} moves.",
                     "あなたは{0}です。引き分けの局面です。{1}手のあいだ負けないでください。"}},
    [DRILL_DEFEND] = {{"You are {0}. It is lost: be still in the game after {1} moves.",
                       "あなたは{0}です。負けの局面です。{1}手指すまで粘ってください。"}},
};
static const Text done_words[DRILL_KINDS] = {
    [DRILL_WIN] = {{"Won!", "勝ち切りました！"}},
    [DRILL_HOLD] = {{"Held!", "守り切りました！"}},
    [DRILL_DEFEND] = {{"Still there!", "粘り切りました！"}},
};
static const Text title_words = {
    {"Drill {0} of {1}, difficulty {2} of 3.", "{1}のドリル{0}、難しさ3段階の{2}。"}};
static const Text row_words = {{"Without slip or hint; in a row: {0}.", "ノーミスで連続{0}問。"}};
static const Text help_words = {
    {"Type a move, or: hint, distance, board, again, next, quit.",
     "手を入力してください。ほかに hint（ヒント）、distance（終局までの手数）、board（盤）、again"
     "（最初から）、next（次のドリル）、quit（終了）。"}};
static const Text draw_words = {{"{0} gives the win away: with best play it would be a draw. Not "
                                 "played: try again.",
                                 "{0}では勝ちを逃し、最善でも引き分けです。もう一度どうぞ。"}};
static const Text loss_words = {
    {"{0} loses, in {1} plies against best play. Not played: try again.",
     "{0}は、最善を尽くされると{1}手で負けます。もう一度どうぞ。"}};
static const Text sooner_words = {
    {"After {0} you have at most {1} moves left. Not played: look for something longer.",
     "{0}では、あと{1}手しか持ちません。もっと粘れる手があります。"}};
static const Text count_words = {{"{0} of {1} moves do it.", "正しい手は{1}通りのうち{0}つです。"}};
static const Text move_words = {{"{0} does it.", "{0}が正しい手です。"}};
static const Text win_in_words = {{"A win in {0} plies.", "{0}手で勝ちです。"}};
static const Text loss_in_words = {{"A loss in {0} plies.", "{0}手で負けです。"}};
static const Text drawn_words = {{"A draw.", "引き分けです。"}};
static const Text over_words = {{"It is done. next, again or quit?",
                                 "終わっています。next（次）、again（最初から）、quit（終了）。"}};
static const Text unknown_words = {
    {"The database does not know this position.", "この局面はデータベースにありません。"}};

static void say(const Session *s, const Text *words, const char *one, const char *two,
                const char *three)
{
    char text[1024];
    Str out = str_over(text, sizeof text);
    str_fill(&out, words->in[s->lang], (const char *const[]){one, two, three});
    puts(text);
}

static void say_numbers(const Session *s, const Text *words, int one, int two)
{
    char a[16], b[16];
    snprintf(a, sizeof a, "%d", one);
    snprintf(b, sizeof b, "%d", two);
    say(s, words, a, b, "");
}

static void say_board(const Session *s)
{
    static char bytes[PICTURE_BYTES_MAX];
    Picture picture = picture_of(s->game, &s->history.pos, NULL, 0);
    Str out = str_over(bytes, sizeof bytes);
    picture_text(&picture, PALETTE_NONE, &out);
    fwrite(bytes, 1, out.length, stdout);
}

/* What every move is worth in this game, the best first; false if that is not known. */
static bool judge(Session *s)
{
    Judge judge = {s->game, database_oracle(s->database), history_past(&s->history), s->lists};
    s->count = perfect_judge(&judge, &s->history.pos, s->lists + s->game->moves_max, s->moves);
    if (s->count > 0)
        perfect_sort(s->moves, s->count);
    else
        say(s, &unknown_words, "", "", "");
    s->over |= s->count <= 0;
    return s->count > 0;
}

/* Does a move still do what is asked? */
static bool keeps(const Session *s, const Known *known)
{
    if (s->drill.kind == DRILL_WIN)
        return known->value > 0;
    return known->value >= 0 ||
           (s->drill.kind == DRILL_DEFEND && s->made + (known->plies + 1) / 2 >= s->drill.goal);
}

static bool begin(Session *s)
{
    char a[16], b[16], why[WHY_MAX] = "out of memory";
    Pos pos;
    if (s->history.game)
        history_free(&s->history);
    s->history = (History){0};
    if (!s->game->ops->read_pos(s->game, s->drill.position, s->lang, &pos, why) ||
        !history_begin(&s->history, s->game, &pos)) {
        complain("the drills inside the program are damaged: %s", why);
        return false;
    }
    s->side = pos.turn;
    s->made = s->hints = 0;
    s->clean = true;
    s->over = false;
    snprintf(a, sizeof a, "%d", s->number);
    snprintf(b, sizeof b, "%d", s->drill.level);
    say(s, &title_words, a, s->game->row->title.in[s->lang], b);
    say_board(s);
    snprintf(b, sizeof b, "%d", s->drill.goal);
    say(s, &ask_words[s->drill.kind], s->game->player[s->side].in[s->lang], b, "");
    judge(s);
    return true;
}

/* The drill of this number; after the last comes the first. */
static bool enter(Session *s, int number)
{
    char why[WHY_MAX];
    DrillReader reader;
    for (int round = 0; round < 2; round++, number = 1) {
        if (!drill_set_open(s->set, &reader)) {
            complain("the program has no drills inside");
            return false;
        }
        s->number = 0;
        while (s->number < number && drill_reader_next(&reader, &s->drill, why))
            s->number++;
        if (s->number == number)
            return begin(s);
    }
    complain("there is no such drill");
    return false;
}

static bool play(Session *s, Move move)
{
    char text[1024], name[MOVE_TEXT_MAX];
    Event events[EVENTS_MAX];
    Pos before = s->history.pos;
    Str out = str_over(text, sizeof text), n = str_over(name, sizeof name);
    int count = s->game->ops->events(s->game, &before, move, events);
    s->game->ops->write_move(s->game, &before, move, &n);
    str_format(&out, "%s: ", name);
    events_write(s->game, events, count, s->lang, &out);
    puts(text);
    return history_play(&s->history, move);
}

static void finish(Session *s)
{
    s->over = true;
    say(s, &done_words[s->drill.kind], "", "", "");
    s->in_row = s->clean ? s->in_row + 1 : 0;
    if (s->clean)
        say_numbers(s, &row_words, s->in_row, 0);
}

static bool is_over(const Session *s)
{
    return history_winner(&s->history) != WINNER_NONE;
}

/* After the player's move: the end, or what perfect play answers. */
static void answer(Session *s)
{
    if (is_over(s) || (s->drill.goal && s->made >= s->drill.goal)) {
        finish(s);
        return;
    }
    while (s->history.pos.turn != s->side && !is_over(s)) {
        if (!judge(s))
            return;
        perfect_vary(s->moves, s->count, s->seed = bits_mix(s->seed + 1));
        if (!play(s, s->moves[0].move)) {
            complain("out of memory");
            s->over = true;
            return;
        }
    }
    if (is_over(s))
        finish(s);
    else
        judge(s);
}

static void slip(Session *s, const char *text, const Known *known)
{
    char n[16];
    s->clean = false;
    if (s->drill.kind == DRILL_DEFEND)
        snprintf(n, sizeof n, "%d", (known->plies + 1) / 2);
    else
        snprintf(n, sizeof n, "%d", known->plies);
    say(s,
        s->drill.kind == DRILL_DEFEND ? &sooner_words
        : known->value == 0           ? &draw_words
                                      : &loss_words,
        text, n, "");
}

static void try_move(Session *s, const char *text)
{
    char why[WHY_MAX], name[MOVE_TEXT_MAX];
    Move move;
    if (!s->game->ops->read_move(s->game, &s->history.pos, text, s->lang, &move, why)) {
        puts(why);
        return;
    }
    int at = 0;
    while (at < s->count - 1 && s->moves[at].move != move)
        at++;
    if (!keeps(s, &s->moves[at].known)) {
        Str n = str_over(name, sizeof name);
        s->game->ops->write_move(s->game, &s->history.pos, move, &n);
        slip(s, name, &s->moves[at].known);
        return;
    }
    if (!play(s, move)) {
        complain("out of memory");
        s->over = true;
        return;
    }
    s->made++;
    s->hints = 0;
    answer(s);
}

static void say_hint(Session *s)
{
    char name[MOVE_TEXT_MAX];
    Str n = str_over(name, sizeof name);
    int keep = 0;
    for (int i = 0; i < s->count; i++)
        keep += keeps(s, &s->moves[i].known);
    s->clean = false;
    s->game->ops->write_move(s->game, &s->history.pos, s->moves[0].move, &n);
    if (s->hints++ == 0)
        say_numbers(s, &count_words, keep, s->count);
    else
        say(s, &move_words, name, "", "");
}

static void say_distance(const Session *s)
{
    const Known *best = &s->moves[0].known;
    say_numbers(s,
                best->value > 0   ? &win_in_words
                : best->value < 0 ? &loss_in_words
                                  : &drawn_words,
                best->plies, 0);
}

/* False to leave. */
static bool take_line(Session *s, const char *text)
{
    if (strcmp(text, "quit") == 0 || strcmp(text, "q") == 0)
        return false;
    if (strcmp(text, "next") == 0)
        return enter(s, s->number + 1);
    if (strcmp(text, "again") == 0)
        return begin(s);
    if (strcmp(text, "board") == 0)
        say_board(s);
    else if (strcmp(text, "help") == 0)
        say(s, &help_words, "", "", "");
    else if (s->over)
        say(s, &over_words, "", "", "");
    else if (strcmp(text, "hint") == 0)
        say_hint(s);
    else if (strcmp(text, "distance") == 0)
        say_distance(s);
    else
        try_move(s, text);
    return true;
}

static void run_session(Session *s, int number)
{
    char line[LINE_BYTES];
    bool on = enter(s, number);
    if (on && isatty(STDIN_FILENO))
        say(s, &help_words, "", "", "");
    while (on && fflush(stdout) == 0 && fgets(line, sizeof line, stdin)) {
        size_t length = strcspn(line, "\r\n");
        while (length && line[length - 1] == ' ')
            length--;
        line[length] = '\0';
        const char *text = line + strspn(line, " ");
        if (*text)
            on = take_line(s, text);
    }
}

static int run_drill(const Args *args)
{
    char why[WHY_MAX];
    Session s = {.seed = (uint64_t)time(NULL)};
    uint64_t number = 1;
    if (!setup_lang(args, &s.lang) || !args_number(args, "--number", 1, 100000, &number) ||
        !args_number(args, "--seed", 0, UINT64_MAX, &s.seed))
        return EXIT_BAD_INPUT;
    s.game = game_open(args->word[0] ? args->word[0] : "six", s.lang, why);
    if (!s.game)
        return complain("%s", why);
    s.set = drill_set_find(s.game->id);
    int result = EXIT_BAD_INPUT;
    if (!s.set)
        complain("there are no drills of %s inside the program: make some with concentric drills",
                 s.game->id);
    else if (setup_database(args, s.game, &s.database) && !s.database)
        complain("%s is not solved here; --db DIR names a database", s.game->id);
    if (s.database) {
        s.lists = malloc(2 * (size_t)s.game->moves_max * sizeof *s.lists);
        s.moves = malloc(s.game->moves_max * sizeof *s.moves);
        if (s.lists && s.moves) {
            run_session(&s, (int)number);
            result = EXIT_GOOD;
        } else {
            complain("out of memory");
        }
        setup_tell_damage(args, s.database);
    }
    if (s.history.game)
        history_free(&s.history);
    database_close(s.database);
    free(s.lists);
    free(s.moves);
    game_close(s.game);
    return result;
}

const Command command_drill = {
    .name = "drill",
    .words = "VARIANT",
    .word_count = 0,
    .optional_count = 1,
    .summary = "Win, hold or defend a position against perfect play, line by line.",
    .details =
        "Without VARIANT it is six, whose database is inside the program; nine needs --db. "
        "Type\n"
        "moves; also: hint, distance, board, again, next, quit. A move that gives the win or "
        "the\n"
        "draw away is said and not played.",
    .flags = {{"--number", "N", "which one of the set (default 1)"},
              {"--seed", "N", "number that the answers follow from, where several are as good"},
              FLAG_DB,
              FLAG_LANG},
    .run = run_drill,
};
