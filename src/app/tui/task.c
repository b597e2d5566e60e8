/* SPDX-License-Identifier: MIT */
/* Tasks on the board, see task.h. */
#include "app/tui/task.h"

#include "app/tui/play.h"
#include "app/tui/words.h"
#include "core/refuse.h"

#include <string.h>

static void say(Play *play, PlayTone tone, Word w, const char *one, const char *two)
{
    const char *const args[] = {one, two};
    Str s = str_over(play->message, sizeof play->message);
    word_fill(&s, w, play->lang, args);
    play->tone = tone;
}

static const char *text_of(const Play *play, LessonText which)
{
    return play->task.step.text[play->lang][which];
}

/* -- Opening ---------------------------------------------------------------------------------- */

/* Points by name; what the board does not have is left out. */
static PointSet find_points(const LessonStep *step, const Shape *shape)
{
    PointSet set = {{0}};
    for (int i = 0; i < step->point_count; i++) {
        const char *name = step->point[i];
        Point p = shape_read_point(shape, &name);
        if (p != POINT_NONE && !*name)
            set_add(&set, p);
    }
    return set;
}

static bool begin_lesson(Play *play, char *why)
{
    Task *task = &play->task;
    for (int i = 0; i < task->step.before.count; i++)
        if (!play_type(play, task->step.before.text[i]))
            return refuse(why, "%s", play->message);
    task->marked = find_points(&task->step, &play->table.game->shape);
    return true;
}

static bool open_board(Play *out, Variants *variants, const Task *task, Lang lang, int64_t now,
                       char *why)
{
    bool lesson = task->kind == TASK_LESSON;
    PlaySetup setup = {.table = table_setup(lesson ? task->step.variant : task->puzzle.variant),
                       .computer = {.kind = SEAT_COMPUTER, .level = PLAY_LEVEL_USUAL},
                       .lang = lang};
    Str p = str_over(setup.table.position, sizeof setup.table.position);
    str_add(&p, lesson ? task->step.position : task->puzzle.position);
    setup.seat[0].kind = setup.seat[1].kind = SEAT_PERSON;
    setup.table.seed = 1;
    return play_open(out, variants, &setup, now, why);
}

bool task_open(Play *out, Variants *variants, const Task *task, Lang lang, int64_t now, char *why)
{
    Task fresh = *task; /* it may be that of the board that is replaced */
    if (!open_board(out, variants, &fresh, lang, now, why))
        return false;
    fresh.done = fresh.showing = fresh.noted = false;
    fresh.clean = fresh.news = true;
    fresh.hints = fresh.made = 0;
    fresh.reply = 0;
    fresh.marked = (PointSet){{0}};
    out->task = fresh;
    out->task.kind = TASK_NONE; /* nothing is judged before it begins */
    bool good = fresh.kind == TASK_LESSON
                    ? begin_lesson(out, why)
                    : puzzle_line(&fresh.puzzle, out->table.game, &out->task.line, why);
    if (!good) {
        play_close(out);
        return false;
    }
    out->task.kind = fresh.kind;
    out->task.side = play_pos(out)->turn;
    play_hush(out);
    return true;
}

/* -- Moves ------------------------------------------------------------------------------------ */

static bool is_right(const Play *play, Move move)
{
    const Task *task = &play->task;
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    if (task->kind == TASK_PUZZLE)
        return move == task->line.move[task->made];
    play->table.game->ops->write_move(play->table.game, play_pos(play), move, &s);
    return lessons_fits(&task->step, text);
}

bool task_allows(Play *play, Move move)
{
    Task *task = &play->task;
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    if (is_right(play, move))
        return true;
    play->table.game->ops->write_move(play->table.game, play_pos(play), move, &s);
    task->clean = false;
    play_show(play, play->shown);
    if (task->kind == TASK_LESSON)
        say(play, TONE_WHY, WORD_LESSON_OTHER, text, text_of(play, LESSON_HINT));
    else
        say(play, TONE_WHY, WORD_PUZZLE_OTHER, text, "");
    return false;
}

static void finish(Task *task)
{
    task->done = task->news = true;
    task->marked = (PointSet){{0}};
}

/* The other side's answer in a lesson, if it has one. */
static void answer_lesson(Play *play)
{
    Task *task = &play->task;
    char why[WHY_MAX];
    Move move;
    const Game *game = play->table.game;
    if (task->step.reply[0] &&
        game->ops->read_move(game, play_pos(play), task->step.reply, play->lang, &move, why))
        task->reply = move;
}

static void go_on(Task *task)
{
    task->hints = 0;
    task->marked = (PointSet){{0}};
    if (++task->made == task->line.length)
        finish(task);
    else if (task->showing || task->line.pos[task->made].turn != task->side)
        task->reply = task->line.move[task->made];
    else
        task->news = true;
}

void task_moved(Play *play)
{
    Task *task = &play->task;
    if (task->kind == TASK_PUZZLE) {
        go_on(task);
        return;
    }
    finish(task);
    answer_lesson(play);
}

void task_replied(Play *play)
{
    Task *task = &play->task;
    bool shown = task->showing && !task->done;
    task->reply = 0;
    if (task->kind == TASK_PUZZLE || shown)
        task_moved(play);
}

/* -- Help ------------------------------------------------------------------------------------- */

/* A legal move that is right; 0 if there is none, which tests exclude. */
static Move find_right(Play *play)
{
    const Game *game = play->table.game;
    Move *moves = play->table.scratch;
    int count = game->moves(game, play_pos(play), moves);
    for (int i = 0; i < count; i++)
        if (is_right(play, moves[i]))
            return moves[i];
    return 0;
}

static bool is_open(Play *play)
{
    const Task *task = &play->task;
    if (!task->done && !task->reply)
        return true;
    say(play, TONE_INFO, task->done ? WORD_TASK_DONE : WORD_TASK_WAIT, "", "");
    return false;
}

static void hint_puzzle(Play *play)
{
    Task *task = &play->task;
    Step path[PATH_MAX];
    Move move = task->line.move[task->made];
    const Game *game = play->table.game;
    int count = game->ops->path(game, play_pos(play), move, path);
    if (task->hints++ == 0 && count) {
        set_add(&task->marked, path[0].point);
        say(play, TONE_INFO, WORD_PUZZLE_LOOK, game->shape.point[path[0].point].name, "");
        return;
    }
    play->hint = move;
    say(play, TONE_INFO, WORD_PUZZLE_MOVE, task->puzzle.line[task->made], "");
}

void task_hint(Play *play)
{
    Task *task = &play->task;
    if (!is_open(play))
        return;
    play_show(play, play->shown); /* what was chosen does not stand in the way */
    task->clean = false;
    if (task->kind == TASK_PUZZLE) {
        hint_puzzle(play);
        return;
    }
    task->hints++;
    play->hint = find_right(play);
    play_say(play, TONE_INFO, "%s", text_of(play, LESSON_HINT));
}

void task_solve(Play *play)
{
    Task *task = &play->task;
    if (task->done) {
        say(play, TONE_INFO, WORD_TASK_DONE, "", "");
        return;
    }
    play_show(play, play->shown);
    play_hush(play);
    task->clean = false;
    task->showing = true;
    if (!task->reply) /* else the answer comes first */
        task->reply = find_right(play);
    play->changes++; /* there is something to do */
}

/* -- Words ------------------------------------------------------------------------------------ */

void task_title(const Play *play, Str *out)
{
    const Task *task = &play->task;
    if (task->kind == TASK_LESSON) {
        const char *const args[] = {NUMBER(task->at + 1), NUMBER(task->count)};
        word_fill(out, WORD_LESSON_TITLE, play->lang, args);
    } else {
        const char *const args[] = {NUMBER(task->puzzle.level)};
        word_fill(out, WORD_PUZZLE_TITLE, play->lang, args);
    }
}

static void tell_puzzle(const Play *play, Str *out)
{
    const Task *task = &play->task;
    if (!task->done) {
        if (task->made)
            str_format(out, "%s%s", word(WORD_PUZZLE_RIGHT, play->lang),
                       play->lang == LANG_JA ? "" : " ");
        puzzle_ask(&task->puzzle, play->table.game, &task->line, task->made, play->lang, out);
        return;
    }
    char moves[PUZZLE_LINE_MAX * MOVE_TEXT_MAX];
    Str m = str_over(moves, sizeof moves);
    for (int i = 0; i < task->line.length; i++)
        str_format(&m, "%s%s", i ? " " : "", task->puzzle.line[i]);
    const char *const args[] = {moves};
    word_fill(out,
              task->clean     ? WORD_PUZZLE_CLEAN
              : task->showing ? WORD_PUZZLE_SHOWN
                              : WORD_PUZZLE_SOLVED,
              play->lang, args);
}

void task_tell(const Play *play, Str *out)
{
    const Task *task = &play->task;
    if (task->kind == TASK_PUZZLE) {
        tell_puzzle(play, out);
        return;
    }
    const char *const right[] = {text_of(play, LESSON_RIGHT)};
    const char *const title[] = {play->table.game->row->title.in[play->lang]};
    if (!task->done)
        str_add(out, text_of(play, LESSON_GOAL));
    else
        word_fill(out, WORD_LESSON_RIGHT, play->lang, right);
    if (task->done && task->at + 1 == task->count) {
        str_add(out, play->lang == LANG_JA ? "" : " ");
        word_fill(out, WORD_LESSON_END, play->lang, title);
    }
}

void task_prompt(const Play *play, Str *out)
{
    const Task *task = &play->task;
    bool last = task->kind == TASK_LESSON && task->at + 1 == task->count;
    if (task->reply)
        str_add(out, word(WORD_TASK_WAIT, play->lang));
    else
        str_add(out, word(last                        ? WORD_LESSON_LAST
                          : task->kind == TASK_LESSON ? WORD_LESSON_NEXT
                                                      : WORD_PUZZLE_NEXT,
                          play->lang));
}

void task_points(const Play *play, Str *out)
{
    const Shape *shape = &play->table.game->shape;
    size_t begin = out->length;
    for (int p = 0; p < shape->point_count; p++)
        if (set_has(&play->task.marked, (Point)p))
            str_format(out, "%s%s", out->length > begin ? " " : "", shape->point[p].name);
}
