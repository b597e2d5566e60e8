/* SPDX-License-Identifier: MIT */
/* What happens at a table at one screen: moves, and going back and forth. Whoever sits there acts
 * through here; see play.h. */
#include "app/tui/play.h"

#include "app/tui/words.h"

#include <stdarg.h>
#include <stdio.h>

bool play_act(Play *play, int by, const char *format, ...)
{
    char text[ACT_MAX + 8]; /* what is too long is told as such */
    Caller caller = {.by = (uint8_t)by, .now = play->now, .lang = play->lang};
    Reply reply;
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    bool looking = play_is_looking(play);
    uint32_t head = play->table.head;
    int rounds = play->table.round_count;
    if (!table_do(&play->table, &caller, text, &reply)) {
        play_say(play, TONE_WHY, "%s", reply.why);
        return false;
    }
    bool moved = play->table.head != head || play->table.round_count != rounds;
    play->changes++;
    play_show(play, looking && !moved ? play->shown : play->table.head);
    return true;
}

bool play_send(Play *play, const char *format, ...)
{
    Far *far = &play->far;
    va_list args;
    if (far->seat > BY_SEAT1 || far->out_count == FAR_OUT_MAX) {
        Word w = far->seat > BY_SEAT1 ? WORD_FAR_WATCHING : WORD_FAR_TOO_MUCH;
        play_say(play, TONE_WHY, "%s", word(w, play->lang));
        return false;
    }
    va_start(args, format);
    vsnprintf(far->out[far->out_count++], CLIENT_ACT_MAX, format, args);
    va_end(args);
    return true;
}

static void say_number(Play *play, Word w, uint32_t number)
{
    char text[16];
    Str n = str_over(text, sizeof text), s = str_over(play->message, sizeof play->message);
    str_number(&n, number);
    const char *const args[] = {text};
    word_fill(&s, w, play->lang, args);
    play->tone = TONE_INFO;
}

/* -- Moving ----------------------------------------------------------------------------------- */

/* "White plays d6: White places a white man on d6" */
void play_tell_last(Play *play)
{
    const Tree *tree = play_tree(play);
    const TreeNode *node = &tree->node[play->shown];
    const Game *game = tree->game;
    const Pos *before = tree_pos(tree, node->parent);
    char text[MOVE_TEXT_MAX], words[PLAY_MESSAGE_MAX / 2];
    Str m = str_over(text, sizeof text), w = str_over(words, sizeof words);
    Str out = str_over(play->message, sizeof play->message);
    Event events[EVENTS_MAX];
    game->ops->write_move(game, before, node->move, &m);
    events_write(game, events, game->ops->events(game, before, node->move, events), play->lang, &w);
    const char *const args[] = {game->player[before->turn].in[play->lang], text, words};
    word_fill(&out, WORD_PLAYS, play->lang, args);
    play->tone = TONE_MOVE;
}

static bool enter(Play *play, const char *text)
{
    bool held = play->table.paused;
    if (held && !play_act(play, BY_HOST, "resume"))
        return false;
    if (play_act(play, table_turn_seat(&play->table), "move %s", text))
        return true;
    char why[WHY_MAX];
    Str s = str_over(why, sizeof why);
    str_add(&s, play->message);
    if (held)
        play_hold(play);
    play_say(play, TONE_WHY, "%s", why);
    return false;
}

static bool vary(Play *play, Move move, const char *text)
{
    if (!play_act(play, BY_SEAT0, "line %u %s", play->shown, text))
        return false;
    play_show(play, tree_find(play_tree(play), play->shown, move));
    return true;
}

/* A move is on the board when the server has it; until then it is shown as on its way. */
static bool send_move(Play *play, Move move, const char *text)
{
    Far *far = &play->far;
    if (!play_send(play, "move %s", text))
        return false;
    Str s = str_over(far->saves, sizeof far->saves);
    str_add(&s, text);
    far->saving = true;
    play_hush(play);
    play_show(play, play->table.head);
    play->hint = move;
    return true;
}

bool play_move(Play *play, Move move)
{
    const Game *game = play->table.game;
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    game->ops->write_move(game, play_pos(play), move, &s);
    if (play->far.on && !play_is_over(play))
        return send_move(play, move, text);
    if (!(play_is_over(play) ? vary(play, move, text) : enter(play, text)))
        return false;
    play_tell_last(play);
    return true;
}

static bool refuse_closed(Play *play)
{
    if (play_is_open(play))
        return false;
    bool over = play_is_over(play);
    if (play->task.kind) {
        Word w = play->task.done ? WORD_TASK_DONE : WORD_TASK_WAIT;
        play_say(play, TONE_INFO, "%s", word(w, play->lang));
        return true;
    }
    if (play->far.on && !over) {
        const Far *far = &play->far;
        Word w = far->seat > BY_SEAT1                   ? WORD_FAR_WATCHING
                 : far->standing.state != TABLE_RUNNING ? WORD_FAR_NOT_YET
                 : far->standing.paused                 ? WORD_FAR_PAUSED
                 : far->saving                          ? WORD_FAR_STILL_SAVING
                 : play_is_looking(play)                ? WORD_FAR_FORWARD
                                                        : WORD_FAR_NOT_YOUR_TURN;
        play_say(play, TONE_WHY, "%s", word(w, play->lang));
        return true;
    }
    if (!play_is_picking(play))
        play_say(play, over ? TONE_INFO : TONE_WHY, "%s",
                 word(over ? WORD_OVER : WORD_NOT_YOUR_TURN, play->lang));
    return true;
}

/* By the person at the board: in a task only the right one stands. */
static bool make(Play *play, Move move)
{
    bool task = play->task.kind != TASK_NONE;
    if ((task && !task_allows(play, move)) || !play_move(play, move))
        return false;
    if (task)
        task_moved(play);
    return true;
}

bool play_type(Play *play, const char *text)
{
    char why[WHY_MAX];
    Move move;
    if (refuse_closed(play))
        return false;
    ClickFound found = click_text(&play->click, text, play->lang, play->table.scratch, &move, why);
    if (found == CLICK_MOVE)
        return make(play, move);
    if (found == CLICK_CHOSEN)
        play_hush(play);
    else
        play_say(play, TONE_WHY, "%s", why);
    return found == CLICK_CHOSEN;
}

void play_click(Play *play, Point point)
{
    char why[WHY_MAX];
    Move move;
    if (point >= play->table.game->shape.point_count || refuse_closed(play))
        return;
    play->cursor = point;
    play->hint = 0;
    play_hush(play);
    ClickFound found = click_point(&play->click, point, play->lang, play->table.scratch, &move,
                                   why);
    if (found == CLICK_MOVE)
        make(play, move);
    else if (found == CLICK_WHY)
        play_say(play, TONE_WHY, "%s", why);
}

bool play_unclick(Play *play)
{
    if (!click_back(&play->click, play->table.scratch))
        return false;
    play_hush(play);
    return true;
}

bool play_finish(Play *play)
{
    return play_can_finish(play) && make(play, play->click.narrow.complete);
}

/* -- Back and forth --------------------------------------------------------------------------- */

/* The seat of the person who plays against a computer, -1 if there is no such one. */
static int lone_person(const Play *play)
{
    const Seat *seat = play->table.seat;
    if (seat_is_computer(&seat[0]) == seat_is_computer(&seat[1]))
        return -1;
    return seat_is_computer(&seat[0]);
}

void play_hold(Play *play)
{
    if (play_waits_for_computer(play))
        play_act(play, BY_HOST, "pause");
}

bool play_wake(Play *play)
{
    return !play->table.paused || play_act(play, BY_HOST, "resume");
}

/* Moves were taken back or played again: where the computer is to move it waits. */
static void arrive(Play *play, bool forth)
{
    if (!play_is_computer(play, play_pos(play)->turn))
        play_wake(play);
    play_hold(play);
    if (play->table.paused)
        play_say(play, TONE_INFO, "%s", word(WORD_GONE_BACK, play->lang));
    else if (forth)
        play_tell_last(play);
    else
        say_number(play, WORD_TAKEN_BACK, play_ply(play));
}

/* To where the person was last to move; to the start, if that is the computer's turn. */
static bool take_back(Play *play)
{
    int person = lone_person(play);
    uint32_t ply = play_ply(play);
    if (person < 0)
        return play_act(play, BY_SEAT0, "back 1");
    Caller caller = {.by = (uint8_t)person, .now = play->now, .lang = play->lang};
    if (!ply || table_may(&play->table, &caller, "back"))
        return play_act(play, person, "back");
    return play_act(play, person, "back %u", ply);
}

static bool play_again(Play *play)
{
    bool alone = lone_person(play) >= 0;
    if (!play_act(play, BY_SEAT0, "forth"))
        return false;
    while (alone && play->table.state == TABLE_RUNNING &&
           play_is_computer(play, play_pos(play)->turn) && play_ply(play) < play_length(play))
        if (!play_act(play, BY_SEAT0, "forth"))
            return false;
    return true;
}

/* Of a game that is over, or over the network: the position before or after the one that is shown.
 */
static bool look(Play *play, bool forth)
{
    const TreeNode *node = &play_tree(play)->node[play->shown];
    if (forth ? !node->child : !play->shown) {
        Word w = forth ? WORD_NOTHING_TO_REDO : WORD_NOTHING_TO_UNDO;
        play_say(play, TONE_WHY, "%s", word(w, play->lang));
        return false;
    }
    play->changes++;
    play_show(play, forth ? node->child : node->parent);
    if (forth)
        play_tell_last(play);
    else
        say_number(play, WORD_TAKEN_BACK, play_ply(play));
    return true;
}

bool play_undo(Play *play)
{
    if (play_is_over(play) || play->far.on)
        return look(play, false);
    if (!take_back(play))
        return false;
    arrive(play, false);
    return true;
}

bool play_redo(Play *play)
{
    if (play_is_over(play) || play->far.on)
        return look(play, true);
    if (!play_again(play))
        return false;
    arrive(play, true);
    return true;
}

bool play_is_played(const Play *play)
{
    const Tree *tree = play_tree(play);
    uint32_t ply = play_ply(play);
    return ply <= tree->node[play->table.head].ply &&
           tree_at_ply(tree, play->table.head, ply) == play->shown;
}

/* The act that takes the game back to what is shown. */
static void write_back(const Play *play, char *out, size_t size)
{
    Str s = str_over(out, size);
    str_format(&s, "back %u", play_tree(play)->node[play->table.head].ply - play_ply(play));
}

bool play_can_go_on(const Play *play)
{
    char act[32];
    Caller caller = {.by = BY_SEAT0, .now = play->now, .lang = play->lang};
    if (!play_is_over(play) || !play_is_looking(play) || !play_is_played(play))
        return false;
    write_back(play, act, sizeof act);
    return table_may(&play->table, &caller, act);
}

bool play_go_on(Play *play)
{
    char act[32];
    if (!play_is_over(play)) {
        play_hush(play);
        return play_wake(play);
    }
    if (!play_is_looking(play) || !play_is_played(play)) {
        play_say(play, TONE_WHY, "%s", word(WORD_NOT_FROM_HERE, play->lang));
        return false;
    }
    write_back(play, act, sizeof act);
    if (!play_act(play, BY_SEAT0, "%s", act))
        return false;
    say_number(play, WORD_TAKEN_BACK, play_ply(play));
    return true;
}
