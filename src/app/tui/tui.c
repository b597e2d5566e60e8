/* SPDX-License-Identifier: MIT */
/* The drawn game: one loop that waits for keys, signals, the clock and the computer, changes the
 * game and draws it all again. Whatever ends the loop, the terminal is given back and the game
 * saved. */
#include "app/tui/tui.h"
#include "app/tui/chances.h"

#include "app/tui/analysis.h"

#include "app/tui/online.h"
#include "app/tui/rules.h"
#include "app/tui/signals.h"
#include "app/tui/tell.h"
#include "app/tui/term.h"
#include "app/tui/words.h"
#include "base/utf8.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PAUSE_MS = 350, AUTOSAVE_MS = 1000, SILENT_READS_MAX = 50 };

typedef struct Tui {
    Host *host;
    View view;
    char input[DRAW_INPUT_MAX];
    char offer[256], told[RULES_BYTES_MAX];
    Menu menu;
    bool in_menu, leave, dirty;
    int chosen, menu_first, menu_each;
    int typed;       /* the number of a line so far, where another digit could follow; else 0 */
    bool in_lessons; /* the menu is that of lessons */
    bool in_choices; /* of the game that was chosen in the menu */
    int chosen_game;
    Choices choices;
    MenuLine choice_line[CHOICES_LINES_MAX];
    char why_not[WHY_MAX]; /* why a game cannot begin so; in the place of the keys */
    int silent;            /* reads in a row that gave nothing although input was announced */
    int64_t saved_ms;
    Frame frame;
} Tui;

static Play *play_of(Tui *tui)
{
    return &tui->host->play;
}

static void make_offer(Tui *tui)
{
    char moves[16];
    Str m = str_over(moves, sizeof moves), s = str_over(tui->offer, sizeof tui->offer);
    tui->view.offer = NULL;
    if (tui->in_menu || !tui->host->offer || play_length(play_of(tui)) || play_of(tui)->task.kind)
        return;
    str_number(&m, tui->host->offer_moves);
    const char *const args[] = {moves};
    word_fill(&s, WORD_OFFER, play_of(tui)->lang, args);
    tui->view.offer = tui->offer;
}

static void draw_choices(Tui *tui)
{
    Lang lang = tui->host->setup.lang;
    int count = choices_lines(&tui->choices, lang, tui->choice_line);
    MenuFrame about = {word(WORD_CHOICE_TITLE, lang),
                       tui->why_not[0] ? tui->why_not : word(WORD_CHOICE_KEYS, lang)};
    draw_menu(tui->choice_line, count, tui->chosen, &tui->view.theme, about, &tui->frame,
              &tui->menu_first, &tui->menu_each);
}

static void draw_games(Tui *tui)
{
    Lang lang = tui->host->setup.lang;
    MenuFrame about = {word(tui->in_lessons ? WORD_LESSON_LIST : WORD_MENU_TITLE, lang),
                       tui->why_not[0] ? tui->why_not : word(WORD_MENU_KEYS, lang)};
    draw_menu(tui->menu.line, tui->menu.count, tui->chosen, &tui->view.theme, about, &tui->frame,
              &tui->menu_first, &tui->menu_each);
}

static void draw(Tui *tui)
{
    int cols, rows;
    term_size(&cols, &rows);
    frame_begin(&tui->frame, cols, rows);
    tui->view.input = tui->input;
    make_offer(tui);
    if (tui->in_menu && tui->view.tree)
        draw_pages(tui->host->setup.lang, &tui->view, &tui->frame);
    else if (tui->in_menu)
        (tui->in_choices ? draw_choices : draw_games)(tui);
    else
        draw_screen(play_of(tui), &tui->view, &tui->frame);
    term_show(&tui->frame);
    tui->dirty = false;
}

static void make_menu(Tui *tui)
{
    if (tui->in_lessons)
        menu_lessons(&tui->menu, tui->host->setup.lang);
    else
        menu_make(&tui->menu, tui->host->variants, tui->host->setup.lang);
}

static void open_menu(Tui *tui, bool lessons)
{
    if (tui->host->is_open) {
        host_save(tui->host);
        tui->host->setup.lang = play_of(tui)->lang;
    }
    tui->in_lessons = lessons;
    make_menu(tui);
    tui->in_menu = true;
    tui->in_choices = false;
    tui->chosen = 0;
    tui->why_not[0] = '\0';
}

static void set_input(Tui *tui, const char *text)
{
    Str s = str_over(tui->input, sizeof tui->input);
    str_add(&s, text);
}

static void say_moves(Tui *tui)
{
    char text[PLAY_MESSAGE_MAX];
    Str s = str_over(text, sizeof text);
    tell_moves(play_of(tui), &s);
    play_say(play_of(tui), TONE_INFO, "%s", text);
}

static void show_chances(Tui *tui)
{
    Str s = str_over(tui->told, sizeof tui->told);
    chances_tell(play_of(tui), &s);
    tui->view.told = tui->told;
    tui->view.tree = 1;
}

static void show_rules(Tui *tui)
{
    Str s = str_over(tui->told, sizeof tui->told);
    if (!rules_tell(play_of(tui)->table.game, play_of(tui)->lang, &s)) {
        host_say(tui->host, TONE_WHY, WORD_NO_RULES, "", "");
        return;
    }
    tui->view.told = tui->told;
    tui->view.tree = 1;
}

/* False with a reason. */
static bool show_stats(Tui *tui, char *why)
{
    Str s = str_over(tui->told, sizeof tui->told);
    if (!host_tell_stats(tui->host, &s, why))
        return false;
    tui->view.told = tui->told;
    tui->view.tree = 1;
    return true;
}

static void change_signs(Tui *tui)
{
    bool ascii = tui->view.theme.ascii = !tui->view.theme.ascii;
    host_say(tui->host, TONE_INFO, ascii ? WORD_ASCII_ON : WORD_ASCII_OFF, "", "");
}

/* What a command asked for, as far as the screen is concerned. */
static void answer(Tui *tui, Request request, const char *rest)
{
    char why[WHY_MAX];
    if (host_request(tui->host, request, rest))
        return;
    if (request == REQUEST_MENU || request == REQUEST_LESSONS)
        open_menu(tui, request == REQUEST_LESSONS);
    else if (request == REQUEST_HELP)
        tui->view.help = 1;
    else if (request == REQUEST_TREE) {
        tui->view.told = NULL;
        tui->view.tree = -1;
    } else if (request == REQUEST_CHANCES)
        show_chances(tui);
    else if (request == REQUEST_BOARD)
        term_redraw();
    else if (request == REQUEST_QUIT)
        tui->leave = true;
    else if (request == REQUEST_MOVES)
        say_moves(tui);
    else if (request == REQUEST_RULES)
        show_rules(tui);
    else if (request == REQUEST_ASCII)
        change_signs(tui);
    else if (request == REQUEST_STATISTICS && !show_stats(tui, why))
        play_say(play_of(tui), TONE_WHY, "%s", why);
}

static void enter_line(Tui *tui)
{
    char line[DRAW_INPUT_MAX];
    Str s = str_over(line, sizeof line);
    str_add(&s, tui->input);
    while (s.length && line[s.length - 1] == ' ')
        line[--s.length] = '\0';
    const char *rest = "";
    Request request = command_line(play_of(tui), line, &rest);
    set_input(tui, ""); /* what was refused too: the reason names it */
    answer(tui, request, rest);
}

/* A command by its key; those that need words begin the line for them. */
static void press(Tui *tui, const CommandWord *command)
{
    char text[DRAW_INPUT_MAX];
    Str s = str_over(text, sizeof text);
    const char *rest = "";
    if (command->takes == TAKES_TEXT) {
        str_format(&s, "%s ", command->name);
        if (command->request == REQUEST_SAVE)
            files_free_name(play_of(tui)->table.game->row->id, &s);
        set_input(tui, text);
        return;
    }
    Request request = command_line(play_of(tui), command->name, &rest);
    answer(tui, request, rest);
}

static void type(Tui *tui, uint32_t glyph)
{
    size_t length = strlen(tui->input);
    if (length + 4 >= sizeof tui->input)
        return;
    Str s = str_over(tui->input + length, sizeof tui->input - length);
    utf8_write(glyph, &s);
}

static void erase_last(Tui *tui)
{
    size_t length = strlen(tui->input);
    tui->input[length - utf8_last(tui->input, length)] = '\0';
}

/* Nothing is chosen at a cursor that nobody sees: the first press shows it. */
static void choose_point(Tui *tui)
{
    Play *play = play_of(tui);
    bool seen = tui->view.cursor, offered = set_has(&play->click.narrow.next, play->cursor);
    if (play_can_finish(play) && !(seen && offered))
        play_finish(play);
    else if (seen)
        play_click(play, play->cursor);
    tui->view.cursor = true;
}

/* The next point that may be chosen, in reading order of the point list. */
static void next_choice(Tui *tui, int step)
{
    Play *play = play_of(tui);
    int count = play->table.game->shape.point_count;
    tui->view.cursor = true;
    for (int i = 1; i <= count; i++) {
        int p = ((play->cursor + step * i) % count + count) % count;
        if (set_has(&play->click.narrow.next, (Point)p)) {
            play->cursor = (Point)p;
            return;
        }
    }
}

static void complete_input(Tui *tui)
{
    Completion completion;
    complete(play_of(tui), tui->input, &completion);
    if (completion.count && strlen(completion.common) >= strlen(tui->input))
        set_input(tui, completion.common);
}

static void go(Tui *tui, int dx, int dy)
{
    Play *play = play_of(tui);
    if (tui->view.cursor && tui->view.fits)
        play->cursor = layout_step(&tui->view.layout, play->cursor, dx, dy);
    tui->view.cursor = true;
}

static void click(Tui *tui, int col, int row)
{
    View *view = &tui->view;
    for (int i = 0; i < view->key_count; i++) {
        const KeyArea *area = &view->key[i];
        if (row == view->key_row && col >= area->col && col < area->col + area->width) {
            press(tui, command_of_key(play_of(tui), area->key));
            return;
        }
    }
    Point p = view->fits ? layout_hit(&view->layout, col, row) : POINT_NONE;
    view->cursor = false; /* the mouse shows where it is by itself */
    if (p != POINT_NONE)
        play_click(play_of(tui), p);
}

static void escape(Tui *tui)
{
    Play *play = play_of(tui);
    if (tui->input[0])
        set_input(tui, "");
    else if (play_is_picking(play))
        play_pick_skip(play);
    else if (!play_unclick(play))
        play_hush(play);
}

/* A character with nothing typed yet: a pick, a command, or the beginning of a line. */
static void first_character(Tui *tui, uint32_t c)
{
    Play *play = play_of(tui);
    const CommandWord *command = c < 0x80 ? command_of_key(play, (int)c) : NULL;
    if (play_is_picking(play) && c >= '1' && c < '1' + PICK_CHOICES) {
        host_pick(tui->host, (int)(c - '1'));
    } else if (command) {
        press(tui, command);
    } else if (c == '[') {
        analysis_vary(play, true);
    } else if (c == '<') {
        play_undo(play);
    } else if (c == '>') {
        play_redo(play);
    } else if (c == ' ') {
        choose_point(tui);
    } else {
        play_hush(play);
        type(tui, c);
    }
}

static void board_key(Tui *tui, const TermEvent *event)
{
    switch (event->key) {
    case KEY_TEXT:
        if (tui->input[0])
            type(tui, event->glyph);
        else
            first_character(tui, event->glyph);
        break;
    case KEY_RETURN:
        if (tui->input[0])
            enter_line(tui);
        else
            choose_point(tui);
        break;
    case KEY_TAB:
        if (tui->input[0])
            complete_input(tui);
        else
            next_choice(tui, 1);
        break;
    case KEY_BACK_TAB:
        next_choice(tui, -1);
        break;
    case KEY_GO_UP:
        go(tui, 0, -1);
        break;
    case KEY_GO_DOWN:
        go(tui, 0, 1);
        break;
    case KEY_GO_LEFT:
        go(tui, -1, 0);
        break;
    case KEY_GO_RIGHT:
        go(tui, 1, 0);
        break;
    case KEY_CLICK:
        click(tui, event->col, event->row);
        break;
    case KEY_ERASE:
        erase_last(tui);
        break;
    case KEY_CLEAR_LINE:
        set_input(tui, "");
        break;
    case KEY_ESCAPE:
        escape(tui);
        break;
    case KEY_PAGE_UP:
        play_undo(play_of(tui));
        break;
    case KEY_PAGE_DOWN:
        play_redo(play_of(tui));
        break;
    case KEY_HELP_KEY:
        tui->view.help = 1;
        break;
    default:
        break;
    }
}

static void begin_chosen(Tui *tui)
{
    Host *host = tui->host;
    PlaySetup setup = host->setup;
    choices_put(&tui->choices, &setup);
    if (!host->seed_given || host->is_open)
        setup.table.seed = host_seed();
    tui->in_menu = !host_open(host, &setup, tui->why_not);
}

static void leave_choices(Tui *tui)
{
    tui->in_choices = false;
    tui->chosen = tui->chosen_game;
}

/* A line was chosen: its next value, or the game begins. */
static void change_choice(Tui *tui, int line, int by)
{
    if (line < 0 || line >= CHOICES_FIXED + tui->choices.option_count)
        return;
    tui->chosen = line;
    tui->why_not[0] = '\0';
    if (line == CHOICES_BEGIN)
        begin_chosen(tui);
    else
        choices_step(&tui->choices, line, by);
}

static void choose_line(Tui *tui, int line)
{
    if (line < 0 || line >= tui->menu.count)
        return;
    tui->chosen = line;
    tui->in_choices = menu_choices(&tui->menu, line, &tui->host->setup, &tui->choices);
    tui->why_not[0] = '\0';
    if (tui->in_choices) {
        tui->chosen_game = line;
        tui->chosen = CHOICES_BEGIN;
        return;
    }
    if (tui->menu.what[line] == MENU_LESSONS)
        open_menu(tui, true);
    else if (tui->menu.what[line] == MENU_STATS)
        show_stats(tui, tui->why_not);
    else if (menu_choose(tui->host, &tui->menu, line, tui->why_not))
        tui->in_menu = false;
}

static void change_language(Tui *tui)
{
    tui->host->setup.lang = !tui->host->setup.lang;
    make_menu(tui);
}

/* A digit of a line's number: the line, from 0, or -1. A number that another digit could go on from
 * shows its line and waits, for the digit or for Enter. */
static int take_digit(Tui *tui, uint32_t c, int count)
{
    int digit = (int)(c - '0'), n = 10 * tui->typed + digit;
    if (n > count) /* another number begins */
        n = digit;
    tui->typed = 0;
    tui->why_not[0] = '\0';
    if (!n || n > count || 10 * n > count)
        return n && n <= count ? n - 1 : -1;
    Str s = str_over(tui->why_not, sizeof tui->why_not);
    const char *const args[] = {NUMBER(n)};
    word_fill(&s, WORD_MENU_DIGITS, tui->host->setup.lang, args);
    tui->typed = n;
    tui->chosen = n - 1;
    return -1;
}

static void menu_text(Tui *tui, uint32_t c)
{
    if (c == 'Q' || c == 'q')
        tui->leave = true;
    else if (c >= '0' && c <= '9')
        choose_line(tui, take_digit(tui, c, tui->menu.count));
    else if (c == ' ')
        choose_line(tui, tui->chosen);
    else if (c == 'J')
        change_language(tui);
}

static void choices_text(Tui *tui, uint32_t c)
{
    if (c == 'Q' || c == 'q')
        tui->leave = true;
    else if (c >= '0' && c <= '9')
        change_choice(tui, take_digit(tui, c, CHOICES_FIXED + tui->choices.option_count), 1);
    else if (c == ' ')
        change_choice(tui, tui->chosen, 1);
    else if (c == 'B' || c == 'b')
        begin_chosen(tui);
    else if (c == 'J')
        change_language(tui);
}

static void choices_key(Tui *tui, const TermEvent *event)
{
    int count = CHOICES_FIXED + tui->choices.option_count;
    switch (event->key) {
    case KEY_GO_UP:
    case KEY_BACK_TAB:
        tui->chosen = (tui->chosen + count - 1) % count;
        break;
    case KEY_GO_DOWN:
    case KEY_TAB:
        tui->chosen = (tui->chosen + 1) % count;
        break;
    case KEY_GO_LEFT:
    case KEY_GO_RIGHT:
        if (tui->chosen != CHOICES_BEGIN)
            change_choice(tui, tui->chosen, event->key == KEY_GO_LEFT ? -1 : 1);
        break;
    case KEY_RETURN:
        change_choice(tui, tui->chosen, 1);
        break;
    case KEY_TEXT:
        choices_text(tui, event->glyph);
        break;
    case KEY_CLICK:
        if (event->row >= tui->menu_first)
            change_choice(tui, (event->row - tui->menu_first) / tui->menu_each, 1);
        break;
    case KEY_ESCAPE:
        leave_choices(tui);
        break;
    default:
        break;
    }
}

static void menu_key(Tui *tui, const TermEvent *event)
{
    int count = tui->menu.count;
    switch (event->key) {
    case KEY_GO_UP:
    case KEY_BACK_TAB:
        tui->chosen = (tui->chosen + count - 1) % count;
        break;
    case KEY_GO_DOWN:
    case KEY_TAB:
        tui->chosen = (tui->chosen + 1) % count;
        break;
    case KEY_RETURN:
        choose_line(tui, tui->chosen);
        break;
    case KEY_TEXT:
        menu_text(tui, event->glyph);
        break;
    case KEY_CLICK:
        if (event->row >= tui->menu_first)
            choose_line(tui, (event->row - tui->menu_first) / tui->menu_each);
        break;
    case KEY_ESCAPE:
        if (tui->host->is_open)
            tui->in_menu = false;
        else if (tui->in_lessons)
            open_menu(tui, false);
        break;
    default:
        break;
    }
}

/* Any key but a digit ends the number that was begun. */
static void end_number(Tui *tui, const TermEvent *event)
{
    bool digit = event->key == KEY_TEXT && event->glyph >= '0' && event->glyph <= '9';
    if (!tui->typed || digit)
        return;
    tui->typed = 0;
    tui->why_not[0] = '\0';
}

static void handle_key(Tui *tui, const TermEvent *event)
{
    end_number(tui, event);
    if (event->key == KEY_LEAVE)
        tui->leave = true;
    else if (event->key == KEY_REDRAW)
        term_redraw();
    else if (tui->view.tree)
        tui->view.tree = tui->view.help_more ? tui->view.tree + 1 : 0;
    else if (tui->in_menu)
        (tui->in_choices ? choices_key : menu_key)(tui, event);
    else if (tui->view.help)
        tui->view.help = tui->view.help_more ? tui->view.help + 1 : 0;
    else
        board_key(tui, event);
    tui->dirty = true;
}

/* All keys that are there. A terminal that announces input and gives none has gone away. */
static void read_keys(Tui *tui)
{
    bool any = false;
    for (TermEvent event; (event = term_read()).key != KEY_NOTHING; any = true) {
        handle_key(tui, &event);
        if (!tui->in_menu && !tui->leave)
            host_drive(tui->host, host_now());
    }
    tui->silent = any ? 0 : tui->silent + 1;
    if (tui->silent > SILENT_READS_MAX)
        tui->leave = true;
}

static void handle_signals(Tui *tui)
{
    unsigned bits = signals_take();
    if (bits & SIGNAL_LEAVE)
        tui->leave = true;
    else if (bits & SIGNAL_SUSPEND)
        term_suspend();
    if (bits & SIGNAL_CONTINUE)
        term_redraw();
    if (bits)
        tui->dirty = true;
}

/* Milliseconds until something happens by itself: a clock shows another second, the computer's move
 * is due, the game is saved. */
static int time_to_wait(const Tui *tui, int64_t now)
{
    const Host *host = tui->host;
    if (tui->in_menu)
        return -1;
    int due = host_due(host, now), wait = -1;
    const Play *play = &host->play;
    if (play->table.state == TABLE_RUNNING && !play->table.paused) {
        int64_t clock = clock_left(&play->table.clock, play_pos(play)->turn, now);
        bool limited = clock_is_limited(&play->table.clock);
        wait = (int)(limited ? clock % 1000 : 1000 - clock % 1000) + 10;
    }
    if (host->saved != play->changes && (wait < 0 || wait > AUTOSAVE_MS))
        wait = AUTOSAVE_MS;
    return due >= 0 && (wait < 0 || due < wait) ? due : wait;
}

/* The clock, the computer, the file. */
static void keep_going(Tui *tui)
{
    int64_t now = host_now();
    Play *play = play_of(tui);
    if (tui->in_menu)
        return;
    uint32_t changes = play->changes;
    int64_t shown = play_clock(play, play_pos(play)->turn) / 1000;
    play_tick(play, now);
    while (online_take(tui->host))
        tui->dirty = true;
    tui->dirty = host_news(tui->host, now) || tui->dirty;
    tui->dirty = host_tell_damage(tui->host) || tui->dirty;
    host_drive(tui->host, now);
    tui->dirty = tui->dirty || changes != play->changes ||
                 shown != play_clock(play, play_pos(play)->turn) / 1000;
    if (now - tui->saved_ms > AUTOSAVE_MS && tui->host->saved != play->changes) {
        tui->saved_ms = now;
        tui->dirty = !host_save(tui->host) || tui->dirty;
    }
}

static void loop(Tui *tui)
{
    while (!tui->leave) {
        keep_going(tui);
        if (tui->dirty)
            draw(tui);
        switch (signals_wait(STDIN_FILENO, time_to_wait(tui, host_now()))) {
        case WAIT_INPUT:
            read_keys(tui);
            break;
        case WAIT_WOKEN:
            handle_signals(tui);
            break;
        case WAIT_CLOSED:
            tui->leave = true;
            break;
        case WAIT_TIMEOUT:
            break;
        }
    }
}

bool tui_run(Host *host, Theme theme, bool ask, int *result)
{
    static Tui tui;
    tui = (Tui){.host = host, .view = {.theme = theme}, .dirty = true};
    host->pause_ms = PAUSE_MS;
    if (!signals_open())
        return false;
    if (!term_open(&tui.view.theme)) {
        signals_close();
        return false;
    }
    if (ask)
        open_menu(&tui, false);
    loop(&tui);
    bool saved = host_save_at_last(host);
    term_close();
    char invitation[NET_LINK_MAX + 64];
    Str s = str_over(invitation, sizeof invitation);
    if (online_invitation(host, &s)) /* the table waits on */
        puts(invitation);
    online_end(host);
    signals_close();
    Lang lang = host->is_open ? host->play.lang : host->setup.lang;
    if (!saved)
        fprintf(stderr, "concentric: %s\n", host->play.message);
    else if (host_has_kept(host))
        puts(word(WORD_LEFT, lang));
    *result = saved ? 0 : 1;
    return true;
}
