/* SPDX-License-Identifier: MIT */
/* The page's review of the game that is on, in slices like a thought; it uses the search's memory,
 * so whatever ends a thought ends it too. */
#include "app/wasm/engine.h"
#include "review/review.h"

#include <string.h>

static Review review; /* value NULL: none is under way */

bool reviewing(void)
{
    return review.value != NULL || teaching();
}

void reviewing_end(void)
{
    review_free(&review);
    teaching_end();
}

/* "INDEX VALUE PLIES MOVE": values are 0 lost, 1 drawn, 2 won; 0 plies: not known. */
static bool take_known(const char *line, char *why)
{
    static const Text bad = {{"a line of known values is wrong", "既知の値の行が不正です"}};
    enum { INDEX, VALUE, PLIES, COUNT };
    uint64_t n[COUNT];
    Move best;
    for (int i = 0; i < COUNT; i++)
        if (!str_read_number(&line, i == INDEX ? (uint64_t)review.count : 9999, &n[i]) ||
            *line++ != ' ')
            return refuse(why, "%s", bad.in[engine.lang]);
    const Tree *tree = review.tree;
    const Pos *pos = tree_pos(tree, n[INDEX] ? review.move[n[INDEX] - 1].node : 0);
    if (n[VALUE] > 2 || !tree->game->ops->read_move(tree->game, pos, line, engine.lang, &best, why))
        return refuse(why, "%s", bad.in[engine.lang]);
    review_know(&review, (int)n[INDEX], (int)n[VALUE] - 1, n[PLIES] ? (int)n[PLIES] : -1, best);
    return true;
}

bool reviewing_begin(const SearchLimits *limits, char *known, char *why)
{
    static const Text long_game = {{"the game is too long", "対局が長すぎます"}};
    const Table *table = &engine.desk->table;
    thought_end();
    if (limits->seed)
        return teaching_begin(limits, why);
    if (!thought_room(table->game))
        return refuse(why, "%s", engine_no_memory.in[engine.lang]);
    engine.memory.oracle = solved_oracle(table->game);
    engine.studied = NULL; /* the transposition table will hold the review's findings */
    if (!review_begin(&review, table_tree(table), table->head, engine.search, &engine.memory,
                      limits))
        return refuse(why, "%s", long_game.in[engine.lang]);
    while (known) {
        char *line = known;
        if ((known = strchr(line, '\n')))
            *known++ = '\0';
        if (!take_known(line, why)) {
            reviewing_end();
            return false;
        }
    }
    return true;
}

bool reviewing_on(double ms, Json *json, char *why)
{
    if (teaching()) {
        teaching_on(ms, json);
        return true;
    }
    bool more = review_go_on(&review, ms);
    if (review.failed) {
        reviewing_end();
        return refuse(why, "%s", engine_no_memory.in[engine.lang]);
    }
    json_open(json, '{');
    json_add_bool(json, "done", !more);
    json_add_number(json, "seen", review.done);
    json_add_number(json, "count", review.count + 1);
    if (!more) {
        json_key(json, "review");
        review_write(&review, engine.lang, json);
        reviewing_end();
    }
    json_close(json, '}');
    return true;
}
