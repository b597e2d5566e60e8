/* SPDX-License-Identifier: MIT */
/* Lessons and puzzles at the terminal, without a terminal: every step of every lesson that ships
 * and many of the puzzles, right and wrong moves, hints, solutions, and what the screen shows. */
#include "unit/tui_support.h"

#include "app/tui/command.h"
#include "app/tui/complete.h"
#include "app/tui/tell.h"
#include "app/tui/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PANEL_COL = 49, COLS = 80, ROWS = 24 };

static char *read_file(const char *folder, const char *name, size_t *count)
{
    static char bytes[1 << 20];
    char path[512];
    snprintf(path, sizeof path, TESTS_DIR "/../web/%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s", path);
    *count = fread(bytes, 1, sizeof bytes - 1, file);
    bytes[*count] = '\0';
    fclose(file);
    return bytes;
}

static Play open_task(const Task *task, Lang lang)
{
    char why[WHY_MAX] = "";
    Play play;
    if (!task_open(&play, tui_variants, task, lang, 1000, why))
        fail_msg("%s", why);
    return play;
}

/* Makes the moves that are made for the player, as a host does. */
static void let_reply(Play *play)
{
    for (int i = 0; play->task.reply; i++) {
        assert_false(play_is_open(play));
        assert_true(i < 2 * PUZZLE_LINE_MAX);
        assert_true(play_move(play, play->task.reply));
        task_replied(play);
    }
}

/* No text beside the board is cut off. */
static void check_panel(Play *play, const char *name)
{
    static Frame frame;
    static char text[4 * COLS * ROWS + ROWS];
    View view = {.theme = {.colour = true}, .input = ""};
    Str s = str_over(text, sizeof text);
    frame_begin(&frame, COLS, ROWS);
    draw_screen(play, &view, &frame);
    frame_write(&frame, &s);
    for (int row = 0; row < ROWS - 2; row++)
        for (int col = PANEL_COL; col < COLS; col++)
            if (frame.cell[row][col].glyph == 0x2026)
                fail_msg("%s is cut off:\n%s", name, text);
}

/* A legal move that is, or is not, what the step asks for; 0 if there is none. */
static Move find_move(Play *play, bool right)
{
    const Game *game = play->table.game;
    int count = game->moves(game, play_pos(play), play->table.scratch);
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        game->ops->write_move(game, play_pos(play), play->table.scratch[i], &s);
        if (lessons_fits(&play->task.step, text) == right)
            return play->table.scratch[i];
    }
    return 0;
}

static bool try_move(Play *play, Move move)
{
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    play->table.game->ops->write_move(play->table.game, play_pos(play), move, &s);
    return play_type(play, text);
}

/* ---- lessons ---- */

static void check_wrong(Play *play, const char *name)
{
    Move wrong = find_move(play, false);
    Pos before = *play_pos(play);
    if (!wrong)
        return;
    assert_false(try_move(play, wrong));
    assert_memory_equal(play_pos(play), &before, sizeof before);
    assert_int_equal(play->tone, TONE_WHY);
    assert_non_null(strstr(play->message, play->task.step.text[play->lang][LESSON_HINT]));
    assert_true(play_is_open(play) && !play->task.done);
    check_panel(play, name);
}

static void check_step(const Task *task, Lang lang, const char *name)
{
    Play play = open_task(task, lang);
    uint32_t before = play_ply(&play);
    assert_int_equal(before, (uint32_t)task->step.before.count);
    assert_int_equal(set_count(&play.task.marked), task->step.point_count);
    check_panel(&play, name);
    check_wrong(&play, name);
    task_hint(&play);
    assert_true(play.hint && play.tone == TONE_INFO);
    check_panel(&play, name);
    assert_true(try_move(&play, find_move(&play, true)));
    let_reply(&play);
    assert_true(play.task.done && !play_is_open(&play));
    assert_int_equal(play_ply(&play), before + 1 + (task->step.reply[0] != 0));
    play_hush(&play);
    check_panel(&play, name);
    play_close(&play);
    play = open_task(task, lang); /* and as it is shown */
    task_solve(&play);
    let_reply(&play);
    assert_true(play.task.done && !play.task.clean);
    assert_int_equal(play_ply(&play), before + 1 + (task->step.reply[0] != 0));
    play_close(&play);
}

static void every_step_of_every_lesson(void **state)
{
    (void)state;
    for (size_t f = 0; f < registry_count; f++)
        for (int r = 0; r < registry_families[f]->row_count; r++) {
            const char *game = registry_families[f]->rows[r].id;
            char name[128], why[WHY_MAX] = "";
            size_t count;
            Task task = {.kind = TASK_LESSON, .count = 1};
            snprintf(name, sizeof name, "%s.json", game);
            const char *bytes = read_file("lessons", name, &count);
            for (task.at = 0; task.at < task.count; task.at++) {
                task.count = lessons_read(bytes, count, task.at, &task.step, why);
                if (!task.count)
                    fail_msg("%s %d: %s", game, task.at + 1, why);
                snprintf(name, sizeof name, "%s %d", game, task.at + 1);
                for (int lang = 0; lang < LANG_COUNT; lang++)
                    check_step(&task, (Lang)lang, name);
            }
            assert_true(task.count >= 10);
        }
}

static void patterns_of_moves(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *move;
        bool fits;
    } table[] = {
        {"g7x…", "g7xd2", true},    {"g7x…", "g7", false},      {"…", "", true},
        {"a3-…", "a3-b3", true},    {"a3-…", "b3-a3", false},   {"f2", "f2", true},
        {"f2", "f2xa1", false},     {"…xd2", "g7xd2", true},    {"…xd2", "xd2xd2", true},
        {"…xd2", "g7xd3", false},   {"a…b…c", "aXbXbc", true},  {"a…b…c", "aXbXb", false},
        {"a2-c4*", "a2-c4*", true}, {"a2-c4*", "a2-c4", false},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        LessonStep step = {.expect = {.count = 1}};
        Str s = str_over(step.expect.text[0], MOVE_TEXT_MAX);
        str_add(&s, table[i].pattern);
        if (lessons_fits(&step, table[i].move) != table[i].fits)
            fail_msg("%s and %s", table[i].pattern, table[i].move);
    }
    LessonStep any = {.expect = {.count = 0}};
    assert_true(lessons_fits(&any, "d6"));
}

static void damaged_lessons_are_refused(void **state)
{
    (void)state;
#define TEXTS "\"en\":[\"a\",\"b\",\"c\"],\"ja\":[\"a\",\"b\",\"c\"]"
    static const char *const bad[] = {
        "",
        "{}",
        "[]",
        "[1]",
        "[{\"variant\":\"six\"}]",
        "[{\"variant\":7," TEXTS "}]",
        "[{\"variant\":\"six\",\"en\":[\"a\",\"b\"],\"ja\":[\"a\",\"b\",\"c\"]}]",
        "[{\"variant\":\"six\",\"expect\":\"d6\"," TEXTS "}]",
        "[{\"variant\":\"six\",\"expect\":[6]," TEXTS "}]",
        "[{\"variant\":\"six\",\"draw\":{\"squares\":[\"a point of a long name\"]}," TEXTS "}]",
        "[{\"variant\":\"s\\u001b[2Jx\"," TEXTS "}]",
    };
    LessonStep step;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char why[WHY_MAX] = "";
        assert_int_equal(lessons_read(bad[i], strlen(bad[i]), 0, &step, why), 0);
        assert_true(*why && !strchr(why, '\n'));
    }
    static const char good[] = "[{\"variant\":\"six\"," TEXTS "}]";
    char why[WHY_MAX] = "";
    assert_int_equal(lessons_read(good, strlen(good), 0, &step, why), 1);
    assert_int_equal(lessons_read(good, strlen(good), 1, &step, why), 0);
    Play play;
    Task task = {
        .kind = TASK_LESSON, .count = 1, .step = step}; /* positions are the game's to judge */
    Str s = str_over(task.step.position, sizeof task.step.position);
    str_add(&s, "nonsense");
    assert_false(task_open(&play, tui_variants, &task, LANG_EN, 1000, why));
}

/* ---- puzzles ---- */

static Task read_puzzle(const char *line, const char *variant)
{
    char why[WHY_MAX] = "";
    Task task = {.kind = TASK_PUZZLE};
    if (!puzzle_read_short(line, variant, &task.puzzle, why))
        fail_msg("%s: %s", line, why);
    return task;
}

/* A move that is not the one; 0 if there is only one. */
static Move find_other(Play *play)
{
    const Game *game = play->table.game;
    Move *moves = play->table.scratch;
    int count = game->moves(game, play_pos(play), moves);
    return count < 2 ? 0 : moves[moves[0] == play->task.line.move[play->task.made]];
}

static void check_puzzle(const Task *task, Lang lang)
{
    Play play = open_task(task, lang);
    char text[PLAY_MESSAGE_MAX];
    Str s = str_over(text, sizeof text);
    task_tell(&play, &s);
    assert_true(s.length && !s.full);
    check_panel(&play, text);
    for (int i = 0; i < PUZZLE_LINE_MAX && !play.task.done; i++) {
        assert_int_equal(play_pos(&play)->turn, play.task.side);
        assert_true(try_move(&play, play.task.line.move[play.task.made]));
        let_reply(&play);
    }
    assert_true(play.task.done && play.task.clean);
    assert_int_equal(play_ply(&play), (uint32_t)task->puzzle.length);
    check_panel(&play, text);
    play_close(&play);

    play = open_task(task, lang); /* with a mistake, two hints and the solution */
    Move other = find_other(&play);
    assert_true(!other || !try_move(&play, other));
    assert_true(!other || !play.task.clean);
    assert_int_equal(play_ply(&play), 0);
    task_hint(&play);
    assert_true(!play.hint && set_count(&play.task.marked) == 1);
    task_hint(&play);
    assert_true(play.hint == play.task.line.move[0]);
    task_solve(&play);
    let_reply(&play);
    assert_true(play.task.done && !play.task.clean);
    assert_int_equal(play_ply(&play), (uint32_t)task->puzzle.length);
    play_close(&play);
}

static void puzzles_that_ship(void **state)
{
    (void)state;
    static const char *const sets[] = {"nine",     "six",       "twelve",    "mur",
                                       "stacking", "morelli-9", "morelli-13"};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        char name[64];
        size_t count;
        snprintf(name, sizeof name, "%s.txt", sets[i]);
        char *line = strtok(read_file("puzzles", name, &count), "\n");
        const char *variant = line + strlen("puzzles 1 ");
        for (int n = 0; (line = strtok(NULL, "\n")) != NULL; n++)
            if (n % 10 == 0) {
                Task task = read_puzzle(line, variant);
                check_puzzle(&task, (Lang)(n / 10 % 2));
            }
    }
}

/* ---- commands ---- */

static const char one_puzzle[] =
    ".w..b..w/w.bb.b.w/...w...w w 0 0|mill|2acjkopr|b4-b2 d2-f2xa4 c4-b4xg1";

static void commands_of_tasks(void **state)
{
    (void)state;
    const char *rest;
    Completion c;
    Task task = read_puzzle(one_puzzle, "nine");
    Play play = open_task(&task, LANG_EN);
    assert_int_equal(command_line(&play, "undo", &rest), REQUEST_BAD);
    assert_non_null(strstr(play.message, "leave goes back"));
    assert_int_equal(command_line(&play, "save a", &rest), REQUEST_BAD);
    assert_int_equal(command_line(&play, "next", &rest), REQUEST_TASK_NEXT);
    assert_int_equal(command_line(&play, "leave", &rest), REQUEST_TASK_LEAVE);
    assert_int_equal(command_line(&play, "lesson mur 3", &rest), REQUEST_LESSON);
    assert_string_equal(rest, "mur 3");
    assert_int_equal(command_line(&play, "hint", &rest), REQUEST_NONE);
    assert_string_equal(play.message, "Look at b4. Another hint names the move.");
    complete(&play, "sol", &c);
    assert_string_equal(c.common, "solution");
    complete(&play, "und", &c);
    assert_int_equal(c.count, 0);
    assert_int_equal(command_line(&play, "b4-b2", &rest), REQUEST_PLAYED);
    assert_int_equal(command_line(&play, "c4-b4xg1", &rest), REQUEST_BAD);  /* not their turn */
    assert_int_equal(command_line(&play, "solution", &rest), REQUEST_NONE); /* after the answer */
    let_reply(&play);
    assert_true(play.task.done && play_ply(&play) == 3);
    assert_int_equal(command_line(&play, "a1", &rest), REQUEST_BAD);
    play_close(&play);
    play = tui_open("nine", LANG_EN);
    assert_int_equal(command_line(&play, "solution", &rest), REQUEST_BAD);
    assert_non_null(strstr(play.message, "lessons lists them"));
    assert_int_equal(command_line(&play, "next", &rest), REQUEST_NEXT);
    assert_int_equal(command_line(&play, "hint", &rest), REQUEST_HINT);
    assert_int_equal(command_line(&play, "puzzle", &rest), REQUEST_PUZZLE);
    assert_int_equal(command_line(&play, "statistics", &rest), REQUEST_STATISTICS);
    play_close(&play);
}

/* A wrong move by clicks is no move either, and what was chosen is forgotten. */
static void clicks_in_tasks(void **state)
{
    (void)state;
    Task task = read_puzzle(one_puzzle, "nine");
    Play play = open_task(&task, LANG_EN);
    Step path[PATH_MAX];
    int count = play.table.game->ops->path(play.table.game, play_pos(&play), find_other(&play),
                                           path);
    for (int i = 0; i < count; i++)
        play_click(&play, path[i].point);
    assert_non_null(strstr(play.message, "is allowed, but"));
    assert_true(play_ply(&play) == 0 && play.click.count == 0);
    play_click(&play, tui_point(&play, "b4"));
    play_click(&play, tui_point(&play, "b2"));
    assert_int_equal(play_ply(&play), 1);
    assert_true(play.task.reply && !play.task.done);
    let_reply(&play);
    char text[PLAY_MESSAGE_MAX];
    Str s = str_over(text, sizeof text);
    task_tell(&play, &s);
    assert_string_equal(text, "Right! Go on. White to move: close a mill in one move.");
    play_close(&play);
}

/* Screens of any size with any task. */
static void screens_of_tasks(void **state)
{
    (void)state;
    Rng rng = {test_seed()};
    size_t count;
    for (int i = 0; i < 200; i++) {
        char why[WHY_MAX];
        Task task = {.kind = TASK_LESSON};
        const char *bytes = read_file("lessons", i & 1 ? "mur.json" : "morelli.json", &count);
        task.at = (int)rng_below(&rng, 12);
        task.count = lessons_read(bytes, count, task.at, &task.step, why);
        Play play = open_task(&task, (Lang)(i >> 1 & 1));
        Theme theme = {.ascii = rng_below(&rng, 2), .colour = rng_below(&rng, 2)};
        if (i & 4)
            task_hint(&play);
        int cols = 1 + (int)rng_below(&rng, 180), rows = 1 + (int)rng_below(&rng, 70);
        tui_check_screen(&play, &theme, cols, rows, i & 8 ? "" : "a");
        play_close(&play);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_of_every_lesson),
        cmocka_unit_test(patterns_of_moves),
        cmocka_unit_test(damaged_lessons_are_refused),
        cmocka_unit_test(puzzles_that_ship),
        cmocka_unit_test(commands_of_tasks),
        cmocka_unit_test(clicks_in_tasks),
        cmocka_unit_test(screens_of_tasks),
    };
    return cmocka_run_group_tests(tests, tui_begin, tui_end);
}
