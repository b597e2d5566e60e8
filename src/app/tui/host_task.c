/* SPDX-License-Identifier: MIT */
/* Lessons and puzzles in the place of the game, which waits; see host.h. Both are files of the page
 * inside the program. */
#include "app/tui/host_part.h"

#include "app/puzzle/set.h"
#include "app/server/files.h"
#include "app/tui/tell.h"
#include "core/refuse.h"
#include "games/registry.h"

#include <string.h>
#include <time.h>

/* -- On the board ----------------------------------------------------------------------------- */

/* The task on a board of its own; the game waits beside it. */
static bool begin(Host *host, const Task *task, char *why)
{
    Play board, old = host->play;
    if (!task_open(&board, host->variants, task, old.lang, host_now(), why))
        return false;
    if (old.task.kind) {
        host_change(host, &board);
        play_close(&old);
        return true;
    }
    if (old.analysing)
        host_leave_analysis(host);
    host_put_aside(host, &board);
    return true;
}

void host_task_again(Host *host)
{
    char why[WHY_MAX];
    Task task = host->play.task;
    if (!begin(host, &task, why))
        play_say(&host->play, TONE_WHY, "%s", why);
    else
        host->play.task.noted = task.noted;
}

void host_task_leave(Host *host)
{
    host_take_back(host);
    host_say(host, TONE_INFO, WORD_TASK_LEFT, "", "");
}

/* -- Lessons ---------------------------------------------------------------------------------- */

static const PageFile *find_lesson(const char *game)
{
    char wanted[VARIANT_TEXT_MAX + 16];
    Str s = str_over(wanted, sizeof wanted);
    str_format(&s, "/lessons/%s.json", game);
    for (size_t i = 0; i < page_file_count; i++) {
        size_t length = page_files[i].name ? strlen(page_files[i].name) : 0;
        if (length >= s.length && strcmp(page_files[i].name + length - s.length, wanted) == 0)
            return &page_files[i];
    }
    return NULL;
}

static int read_step(const char *game, int at, LessonStep *out, char *why)
{
    const PageFile *file = find_lesson(game);
    if (file)
        return lessons_read((const char *)file->bytes, file->size, at, out, why);
    refuse(why, "there is no such file");
    return 0;
}

int host_lesson_steps(const char *game, uint32_t *done)
{
    LessonStep step;
    char why[WHY_MAX];
    *done = host_steps_done(game);
    return read_step(game, 0, &step, why);
}

/* Step `at` of a game's lesson; -1: the first that is not done yet. */
static bool begin_lesson(Host *host, const char *game, int at, char *why)
{
    Task task = {.kind = TASK_LESSON};
    uint32_t done;
    int count = host_lesson_steps(game, &done);
    Lang lang = host->play.lang;
    static const Text none = {{"There is no lesson {0}; lessons lists them",
                               "{0}というレッスンはありません。lessons で一覧を表示します"}};
    static const Text steps = {
        {"This lesson has the steps 1 to {0}", "このレッスンのステップは1から{0}です"}};
    if (!count)
        return refuse_with(why, lang, &none, QUOTED(game, strlen(game)));
    if (at >= count)
        return refuse_with(why, lang, &steps, NUMBER(count));
    for (int i = 0; at < 0 && i < count; i++)
        at = done >> i & 1 ? -1 : i;
    task.at = at < 0 ? 0 : at;
    task.count = count;
    Str name = str_over(task.game, sizeof task.game);
    str_add(&name, game);
    return read_step(game, task.at, &task.step, why) && begin(host, &task, why);
}

/* "", "N" (a step of the lesson that is on, or of the game), "GAME" or "GAME N". */
void host_lesson(Host *host, const char *rest)
{
    char game[VARIANT_TEXT_MAX], why[WHY_MAX];
    const Task *task = &host->play.task;
    Str g = str_over(game, sizeof game);
    size_t length = strcspn(rest, " ");
    const char *number = rest;
    uint64_t step = 0;
    bool named = *rest && (*rest < '0' || *rest > '9');
    if (named) {
        str_bytes(&g, rest, length);
        number = rest + length + strspn(rest + length, " ");
    } else {
        str_add(&g, task->kind == TASK_LESSON ? task->game : host->play.table.game->row->id);
    }
    if (*number && (!str_is_number(number, LESSON_STEPS_MAX, &step) || !step))
        step = LESSON_STEPS_MAX + 1; /* what there is is told */
    if (!begin_lesson(host, game, step ? (int)step - 1 : -1, why))
        play_say(&host->play, TONE_WHY, "%s", why);
}

bool host_tell_lessons(Host *host, Str *out)
{
    Lang lang = host->play.lang;
    size_t before = out->length;
    for (size_t f = 0; f < registry_count; f++)
        for (int r = 0; r < registry_families[f]->row_count; r++) {
            const GameRow *row = &registry_families[f]->rows[r];
            uint32_t done;
            int count = host_lesson_steps(row->id, &done);
            const char *const args[] = {row->title.in[lang], NUMBER(__builtin_popcount(done)),
                                        NUMBER(count), row->id};
            if (!count)
                continue;
            word_fill(out, WORD_LESSON_LINE, lang, args);
            str_char(out, '\n');
        }
    if (out->length == before)
        host_say(host, TONE_WHY, WORD_NO_PAGES, "", "");
    return out->length > before;
}

/* -- Puzzles ---------------------------------------------------------------------------------- */

/* The puzzle that a day has in a set. */
static bool begin_puzzle(Host *host, const PuzzleSet *set, uint32_t day, char *why)
{
    static const Text none = {
        {"This program was built without its pages, so there are no puzzles in it",
         "このプログラムにはページが入っていないため、問題がありません"}};
    Task task = {.kind = TASK_PUZZLE, .day = day};
    PuzzleReader reader;
    int count;
    if (!puzzle_set_open(set, &reader, &count))
        return refuse_text(why, host->play.lang, &none);
    for (int left = puzzle_of_day(day, count); left >= 0; left--)
        if (puzzle_reader_next(&reader, &task.puzzle, why) != PUZZLE_GOOD)
            return false;
    return begin(host, &task, why);
}

static uint32_t today(void)
{
    return (uint32_t)(time(NULL) / 86400);
}

/* Of the variant that is named, else of the game on the board; where that has none, the day's. */
void host_puzzle(Host *host, const char *rest)
{
    char why[WHY_MAX];
    const char *variant = *rest ? rest : host->play.table.game->id;
    const Game *game = variants_open(host->variants, variant, host->play.lang, why);
    const PuzzleSet *set = game ? puzzle_set_find(game->id) : NULL;
    if (!game) {
        play_say(&host->play, TONE_WHY, "%s", why);
        return;
    }
    if (!set && *rest) {
        host_say(host, TONE_WHY, WORD_PUZZLE_NONE, game->id, "");
        return;
    }
    if (!begin_puzzle(host, set ? set : puzzle_set_of_day(today()), today(), why))
        play_say(&host->play, TONE_WHY, "%s", why);
}

/* -- Going on --------------------------------------------------------------------------------- */

void host_task_next(Host *host)
{
    char why[WHY_MAX] = "";
    const Task *task = &host->play.task;
    bool good = true;
    if (task->kind == TASK_LESSON && task->at + 1 == task->count) {
        host_task_leave(host);
    } else if (task->kind == TASK_LESSON) {
        char game[VARIANT_TEXT_MAX];
        memcpy(game, task->game, sizeof game);
        good = begin_lesson(host, game, task->at + 1, why);
    } else {
        good = begin_puzzle(host, puzzle_set_find(task->puzzle.variant), task->day + 1, why);
    }
    if (!good)
        play_say(&host->play, TONE_WHY, "%s", why);
}

/* A game of the kind, where none is on; with the computer and side of the setup. */
static bool open_beside(Host *host, const char *variant, char *why)
{
    PlaySetup setup = host->setup;
    Str s = str_over(setup.table.variant, sizeof setup.table.variant);
    str_add(&s, variant);
    setup.table.seed = host->seed_given ? setup.table.seed : host_seed();
    return host->is_open || host_open(host, &setup, why);
}

bool host_begin_lesson(Host *host, const char *game, char *why)
{
    return open_beside(host, game, why) && begin_lesson(host, game, -1, why);
}

bool host_begin_puzzle(Host *host, char *why)
{
    const PuzzleSet *set = puzzle_set_of_day(today());
    return open_beside(host, set->variant, why) && begin_puzzle(host, set, today(), why);
}
