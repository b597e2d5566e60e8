/* SPDX-License-Identifier: MIT */
/* The plain game: a line in, lines out, nothing else, so that it can be scripted, logged and read
 * aloud. Moves and commands are those of the drawn game. */
#include "app/tui/plain_part.h"

#include "app/tui/analysis.h"
#include "app/tui/chances.h"

#include "app/cli/commands.h"
#include "app/tui/online.h"
#include "app/tui/rules.h"
#include "app/tui/signals.h"
#include "app/tui/tell.h"
#include "app/tui/words.h"
#include "view/picture.h"

#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { ANSWER_MS = 10000 };

static Play *play_of(Plain *plain)
{
    return &plain->host->play;
}

/* What was typed is not shown while a pick is secret. */
static void echo(const Plain *plain, bool on)
{
    struct termios t;
    if (!plain->terminal || tcgetattr(STDIN_FILENO, &t) != 0)
        return;
    t.c_lflag = on ? t.c_lflag | ECHO : t.c_lflag & ~(tcflag_t)ECHO;
    tcsetattr(STDIN_FILENO, TCSANOW, &t);
}

static void say_message(Plain *plain)
{
    Play *play = play_of(plain);
    if (play->tone != TONE_NONE)
        puts(play->message);
    plain->refused = plain->refused || play->tone == TONE_WHY;
    play_hush(play);
}

static void say_title(Plain *plain)
{
    char text[512], who[128];
    Play *play = play_of(plain);
    Str s = str_over(text, sizeof text);
    tell_title(play, &s);
    for (int side = 0; side < 2; side++) {
        Str w = str_over(who, sizeof who);
        tell_who(play, side, &w);
        str_format(&s, "%s%s: %s", side ? "; " : ". ",
                   play->table.game->player[side].in[play->lang], who);
    }
    puts(text);
    s = str_over(text, sizeof text);
    tell_standing(play, &s);
    if (s.length)
        puts(text);
}

/* The picture, and the same in words. */
static void say_board(Plain *plain)
{
    static char bytes[PICTURE_BYTES_MAX];
    Play *play = play_of(plain);
    const Tree *tree = play_tree(play);
    const TreeNode *node = &tree->node[play->shown];
    Picture picture = picture_of(tree->game, play_pos(play),
                                 play->shown ? tree_pos(tree, node->parent) : NULL, node->move);
    Str s = str_over(bytes, sizeof bytes);
    picture_text(&picture, plain->ascii ? PALETTE_ASCII : PALETTE_NONE, &s);
    fwrite(bytes, 1, s.length, stdout);
    for (int owner = 0; owner <= NEUTRAL; owner++) {
        char text[2048];
        Str t = str_over(text, sizeof text);
        if (owner < NEUTRAL) {
            str_format(&t, "%s (", play->table.game->player[owner].in[play->lang]);
            tell_counters(play, owner, &t);
            str_add(&t, "): ");
        }
        size_t before = t.length;
        tell_pieces(play, owner, &t);
        if (owner < NEUTRAL || strcmp(text + before, word(WORD_NOBODY, play->lang)) != 0)
            puts(text);
    }
}

/* What is there at the start of a game. */
static void say_start(Plain *plain)
{
    say_title(plain);
    say_board(plain);
}

static void change_signs(Plain *plain)
{
    plain->ascii = !plain->ascii;
    host_say(plain->host, TONE_INFO, plain->ascii ? WORD_ASCII_ON : WORD_ASCII_OFF, "", "");
}

static void say_moves(Plain *plain)
{
    static char text[1 << 20]; /* the longest lists have thousands of moves */
    Str s = str_over(text, sizeof text);
    tell_moves(play_of(plain), &s);
    puts(text);
}

static void say_help(Plain *plain)
{
    for (int i = 0; i < command_word_count; i++)
        if (command_is_known(play_of(plain), &command_words[i]))
            printf("%-10s %s\n", command_words[i].name,
                   command_words[i].help.in[play_of(plain)->lang]);
}

static void say_rules(Plain *plain)
{
    static char text[RULES_BYTES_MAX];
    Play *play = play_of(plain);
    Str s = str_over(text, sizeof text);
    if (rules_tell(play->table.game, play->lang, &s))
        fputs(text, stdout);
    else
        host_say(plain->host, TONE_WHY, WORD_NO_RULES, "", "");
}

static void say_lessons(Plain *plain)
{
    static char text[1 << 13];
    Str s = str_over(text, sizeof text);
    if (host_tell_lessons(plain->host, &s))
        fputs(text, stdout);
}

static void say_stats(Plain *plain)
{
    static char text[1 << 16];
    Str s = str_over(text, sizeof text);
    char why[WHY_MAX];
    if (host_tell_stats(plain->host, &s, why))
        fputs(text, stdout);
    else
        play_say(play_of(plain), TONE_WHY, "%s", why);
}

/* What a lesson or puzzle asks, or says when it is done; once. */
static void say_task(Plain *plain)
{
    char text[PLAY_MESSAGE_MAX], points[256];
    Play *play = play_of(plain);
    Str s = str_over(text, sizeof text), p = str_over(points, sizeof points);
    if (!play->task.kind || !play->task.news || play->task.reply)
        return;
    play->task.news = false;
    task_tell(play, &s);
    puts(text);
    task_points(play, &p);
    s = str_over(text, sizeof text);
    const char *const args[] = {points};
    word_fill(&s, WORD_TASK_MARKED, play->lang, args);
    if (p.length)
        puts(text);
}

static void say_chances(Plain *plain)
{
    static char text[1 << 15];
    Str s = str_over(text, sizeof text);
    chances_tell(play_of(plain), &s);
    fputs(text, stdout);
}

/* The result of a game, once; with the match's, if that is over too. */
static void say_result(Plain *plain)
{
    Play *play = play_of(plain);
    Series standing = table_standing(&play->table);
    char text[512];
    Str s = str_over(text, sizeof text);
    bool was_over = plain->told;
    if (play->task.kind)
        return;
    plain->told = play_is_over(play);
    if (was_over || !plain->told || play->analysing)
        return;
    tell_result(play, &s);
    puts(text);
    s = str_over(text, sizeof text);
    tell_standing(play, &s);
    if (play->table.in_series && series_is_over(&standing))
        puts(text);
    if (chances_are_due(play))
        say_chances(plain);
}

static void say_evaluation(Plain *plain, const Thought *thought)
{
    char score[64], depth[16], line[512], text[700];
    Play *play = play_of(plain);
    Str s = str_over(score, sizeof score), d = str_over(depth, sizeof depth);
    Str l = str_over(line, sizeof line), t = str_over(text, sizeof text);
    tell_score(play, thought, &s);
    str_number(&d, (uint64_t)thought->depth);
    tell_line(play, thought, &l);
    const char *const args[] = {score, depth, line};
    word_fill(&t, WORD_EVALUATION, play->lang, args);
    puts(text);
    for (int i = 0; i < thought->others; i++) {
        t = str_over(text, sizeof text);
        str_format(&t, "%d. ", i + 2);
        tell_other(play, &thought->other[i], &t);
        puts(text);
    }
}

static void say_tree(Plain *plain)
{
    static char text[1 << 20];
    Str s = str_over(text, sizeof text);
    analysis_tree(play_of(plain), 100, &s);
    if (s.length)
        fputs(text, stdout);
    else
        puts(word(WORD_NO_MOVES_YET, play_of(plain)->lang));
}

static bool is_leaving(Plain *plain)
{
    signals_take();
    plain->leave = plain->leave || signals_leaving();
    return plain->leave;
}

/* Lets the computer move, hint or evaluate until a person is to move; Ctrl-C ends it. */
static void let_computer_work(Plain *plain)
{
    Host *host = plain->host;
    Play *play = play_of(plain);
    for (;;) {
        play_tick(play, host_now());
        host_drive(host, host_now());
        if (brain_task(host->brain) == BRAIN_IDLE && !host->pending)
            break;
        signals_wait(-1, host_due(host, host_now()));
        if (is_leaving(plain)) {
            brain_stop(host->brain);
            return;
        }
        bool evaluating = brain_task(host->brain) == BRAIN_EVALUATE;
        host_news(host, host_now());
        if (evaluating && brain_task(host->brain) == BRAIN_IDLE) {
            say_evaluation(plain, &play->thought);
            play->evaluating = false;
        }
        say_message(plain);
        fflush(stdout);
    }
    say_message(plain); /* of its secret pick */
    if (host_tell_damage(host))
        say_message(plain);
    say_task(plain);
    say_result(plain);
}

static void prompt(Plain *plain)
{
    char text[PLAY_MESSAGE_MAX];
    Play *play = play_of(plain);
    Str s = str_over(text, sizeof text);
    if (plain->terminal || play_is_picking(play)) {
        tell_prompt(play, &s);
        puts(text);
    }
    fflush(stdout);
}

/* -- Over the network ------------------------------------------------------------------------- */

static void say_far(Plain *plain, Word w, const char *what)
{
    char text[NET_LINK_MAX + 64];
    Str s = str_over(text, sizeof text);
    const char *const args[] = {what};
    word_fill(&s, w, play_of(plain)->lang, args);
    puts(text);
}

static void say_clocks(Plain *plain)
{
    char clocks[96];
    Str s = str_over(clocks, sizeof clocks);
    far_tell_clocks(play_of(plain), &s);
    if (s.length)
        say_far(plain, WORD_FAR_CLOCKS, clocks);
}

/* Which side one plays, and the link for the other player. */
static void say_table(Plain *plain)
{
    const Play *play = play_of(plain);
    const Far *far = &play->far;
    if (!far->on)
        return;
    if (far->seat > BY_SEAT1)
        puts(word(WORD_FAR_WATCHING, play->lang));
    else
        say_far(plain, WORD_FAR_YOU_PLAY,
                play->table.game->player[far_side(far, far->seat)].in[play->lang]);
    if (far->invite[0])
        say_far(plain, WORD_FAR_LINK_INVITE, far->invite);
    say_clocks(plain);
}

/* Says everything that the server has told. */
static void take_news(Plain *plain)
{
    Host *host = plain->host;
    bool any = false, picking = host->online && play_is_picking(play_of(plain));
    while (online_take(host)) {
        Play *play = play_of(plain);
        bool moved = play->tone == TONE_MOVE, said = play->tone != TONE_NONE;
        say_message(plain);
        if (online_is_fresh(host)) {
            say_title(plain);
            say_table(plain);
            any = true;
        } else if (moved) {
            say_clocks(plain);
        }
        say_result(plain);
        any = any || said;
    }
    if (host->online && picking != play_is_picking(play_of(plain))) {
        echo(plain, picking);
        any = any || !picking;
    }
    if (any)
        prompt(plain);
    fflush(stdout);
}

/* What was sent is answered before the next line is read; somebody who types and has lost the
 * connection need not wait. */
static void wait_for_answer(Plain *plain)
{
    int64_t until = host_now() + ANSWER_MS;
    host_drive(plain->host, host_now());
    take_news(plain);
    while (online_waits(plain->host) && host_now() < until && !is_leaving(plain) &&
           !(plain->terminal && play_of(plain)->far.lost)) {
        signals_wait(-1, 100);
        signals_take();
        take_news(plain);
    }
}

static void say_offer(Plain *plain)
{
    char moves[16], text[256];
    Host *host = plain->host;
    Str m = str_over(moves, sizeof moves), s = str_over(text, sizeof text);
    if (!host->offer)
        return;
    str_number(&m, host->offer_moves);
    const char *const args[] = {moves};
    word_fill(&s, WORD_OFFER, host->play.lang, args);
    puts(text);
}

/* The menu, in the middle of a game; whatever is on is there again if nothing is chosen. */
static void ask_again(Plain *plain)
{
    host_save(plain->host);
    plain->host->setup.lang = play_of(plain)->lang;
    if (!plain_ask(plain)) {
        plain->leave = true;
        return;
    }
    plain->told = false;
    say_start(plain);
    say_offer(plain);
}

static void answer(Plain *plain, Request request, const char *rest)
{
    bool enters = request == REQUEST_RESUME || request == REQUEST_OPEN || request == REQUEST_NEW ||
                  request == REQUEST_NEXT || request == REQUEST_FROM_HERE ||
                  request == REQUEST_LESSON || request == REQUEST_PUZZLE ||
                  request == REQUEST_TASK_NEXT || request == REQUEST_TASK_AGAIN ||
                  request == REQUEST_TASK_LEAVE;
    if (host_request(plain->host, request, rest)) {
        bool refused = play_of(plain)->tone == TONE_WHY;
        say_message(plain);
        if (!enters || refused || plain->host->online) /* the server begins games there */
            return;
        bool back = request == REQUEST_TASK_LEAVE || request == REQUEST_TASK_NEXT;
        plain->told = back && play_is_over(play_of(plain));
        say_start(plain);
        return;
    }
    if (request == REQUEST_HELP)
        say_help(plain);
    else if (request == REQUEST_TREE)
        say_tree(plain);
    else if (request == REQUEST_CHANCES)
        say_chances(plain);
    else if (request == REQUEST_BOARD)
        say_board(plain);
    else if (request == REQUEST_MOVES)
        say_moves(plain);
    else if (request == REQUEST_RULES)
        say_rules(plain);
    else if (request == REQUEST_LESSONS)
        say_lessons(plain);
    else if (request == REQUEST_STATISTICS)
        say_stats(plain);
    else if (request == REQUEST_ASCII)
        change_signs(plain);
    else if (request == REQUEST_MENU)
        ask_again(plain);
    else if (request == REQUEST_QUIT)
        plain->leave = true;
    say_message(plain);
}

static void take_pick(Plain *plain, const char *line)
{
    Play *play = play_of(plain);
    uint64_t n;
    bool good = str_is_number(line, PICK_CHOICES, &n) && n;
    if (good && host_pick(plain->host, (int)n - 1))
        say_message(plain);
    else
        plain->refused = true;
    echo(plain, !play_is_picking(play));
}

static void take_line(Plain *plain, char *line)
{
    const char *rest = "";
    size_t length = strlen(line);
    while (length && strchr(" \t\r", line[length - 1]))
        line[--length] = '\0';
    line += strspn(line, " \t");
    if (!*line || *line == '#')
        return;
    if (plain->host->online) /* the line is about what the server has told, all of it */
        wait_for_answer(plain);
    play_tick(play_of(plain), host_now());
    if (play_is_picking(play_of(plain)) && *line >= '0' && *line <= '9') {
        take_pick(plain, line);
    } else {
        Request request = command_line(play_of(plain), line, &rest);
        answer(plain, request, rest);
    }
    say_result(plain);
}

char *plain_line(Plain *plain, char *out)
{
    for (;;) {
        char *end = memchr(plain->bytes, '\n', plain->length);
        if (end || (plain->at_end && plain->length)) {
            size_t n = end ? (size_t)(end - plain->bytes) : plain->length;
            memcpy(out, plain->bytes, n);
            out[n] = '\0';
            size_t used = end ? n + 1 : n;
            memmove(plain->bytes, plain->bytes + used, plain->length - used);
            plain->length -= used;
            return out;
        }
        if (plain->at_end || is_leaving(plain))
            return NULL;
        take_news(plain);
        if (plain->length == sizeof plain->bytes - 1) {
            plain->length = 0; /* nobody means so long a line */
            plain->refused = true;
        }
        WaitResult wait = signals_wait(STDIN_FILENO, -1);
        if (wait == WAIT_WOKEN)
            continue;
        ssize_t n = read(STDIN_FILENO, plain->bytes + plain->length,
                         sizeof plain->bytes - 1 - plain->length);
        plain->at_end = n <= 0;
        plain->length += n > 0 ? (size_t)n : 0;
    }
}

static void run(Plain *plain)
{
    char line[PLAIN_LINE_BYTES];
    say_start(plain);
    puts(word(WORD_HELP_IS, play_of(plain)->lang));
    online_is_fresh(plain->host); /* it was said just now */
    say_table(plain);
    say_offer(plain);
    say_message(plain);
    say_result(plain);
    echo(plain, !play_is_picking(play_of(plain)));
    for (;;) {
        let_computer_work(plain);
        if (plain->host->online)
            wait_for_answer(plain);
        if (plain->leave)
            break;
        prompt(plain);
        if (!plain_line(plain, line))
            break;
        take_line(plain, line);
        if (plain->leave)
            break;
    }
    echo(plain, true);
}

int plain_run(Host *host, Theme theme, bool ask)
{
    static Plain plain;
    plain = (Plain){.host = host, .terminal = isatty(STDIN_FILENO), .ascii = theme.ascii};
    host->keeps = host->keeps && plain.terminal;
    if (!signals_open())
        return complain("there is no pipe to be had");
    if (!ask || plain_ask(&plain))
        run(&plain);
    bool saved = host_save_at_last(host);
    online_end(host);
    signals_close();
    if (!saved)
        return complain("%s", host->play.message);
    if (host_has_kept(host))
        puts(word(WORD_LEFT, host->play.lang));
    return plain.refused && !plain.terminal ? EXIT_NEGATIVE : EXIT_GOOD;
}
