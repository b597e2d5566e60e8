/* SPDX-License-Identifier: MIT */
/* The teacher at the page's board, in slices like a thought. It is in the engine that reviews games
 * alone: the page fetches that one when somebody plays against a teacher. */
#include "app/wasm/engine.h"
#include "review/lesson.h"

static Teacher teacher;
static History history; /* game NULL: nobody teaches */
static double look_ms;  /* for each of its searches */

bool teaching(void)
{
    return history.game != NULL;
}

void teaching_end(void)
{
    if (teaching())
        history_free(&history);
    history.game = NULL;
}

static void look(SearchLimits limits)
{
    limits.time_ms = look_ms;
    tt_clear(&engine.memory.tt);
    search_begin(engine.search, &engine.memory, &history, &limits);
}

bool teaching_begin(const SearchLimits *limits, char *why)
{
    const Table *table = &engine.desk->table;
    const Tree *tree = table_tree(table);
    SearchLimits first;
    if (tree_ending(tree, table->head).kind != END_NONE)
        return refuse(why, "%s", engine_over.in[engine.lang]);
    if (!thought_room(table->game) || !tree_history(tree, table->head, &history)) {
        history.game = NULL;
        return refuse(why, "%s", engine_no_memory.in[engine.lang]);
    }
    engine.studied = NULL;
    look_ms = limits->time_ms;
    Lesson lesson = lesson_of(tree, table->head, engine.memory.moves, engine.memory.order);
    teacher_begin(&teacher, &lesson, limits->seed, &first);
    if (limits->nodes)
        first.nodes = limits->nodes;
    look(first);
    return true;
}

static void write(const TeacherMove *chosen, Json *json)
{
    const Game *game = history.game;
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    game->ops->write_move(game, &history.pos, chosen->move, &s);
    json_add_text(json, "best", text);
    json_add_bool(json, "leaves", chosen->leaves != LEAVES_NOTHING);
}

void teaching_on(double ms, Json *json)
{
    SearchLimits more;
    bool done = !search_go_on(engine.search, ms);
    if (done &&
        teacher_look(&teacher, engine.search, engine.memory.moves, engine.memory.order, &more)) {
        look(more);
        done = false;
    }
    json_open(json, '{');
    json_add_bool(json, "done", done);
    if (done) {
        write(teacher_choose(&teacher), json);
        teaching_end();
    }
    json_close(json, '}');
}
