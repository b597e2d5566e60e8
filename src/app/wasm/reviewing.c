/* SPDX-License-Identifier: MIT */
/* The page's review of the game that is on, in slices like a thought; it uses the search's memory,
 * so whatever ends a thought ends it too. */
#include "app/wasm/engine.h"
#include "review/review.h"

static Review review; /* value NULL: none is under way */

bool reviewing(void)
{
    return review.value != NULL;
}

void reviewing_end(void)
{
    review_free(&review);
}

bool reviewing_begin(const SearchLimits *limits, char *why)
{
    static const Text long_game = {{"the game is too long", "対局が長すぎます"}};
    const Table *table = &engine.desk->table;
    thought_end();
    if (!thought_room(table->game))
        return refuse(why, "%s", engine_no_memory.in[engine.lang]);
    engine.memory.oracle = solved_oracle(table->game);
    engine.studied = NULL; /* the transposition table will hold the review's findings */
    if (!review_begin(&review, table_tree(table), table->head, engine.search, &engine.memory,
                      limits))
        return refuse(why, "%s", long_game.in[engine.lang]);
    return true;
}

bool reviewing_on(double ms, Json *json, char *why)
{
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
