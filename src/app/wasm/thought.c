/* SPDX-License-Identifier: MIT */
/* The search of the page: about the position that is shown, or for the seat that is to move, within
 * its clock. The search and its transposition table are made at the first use and stay. */
#include "ai/odds.h"
#include "ai/time.h"
#include "app/wasm/engine.h"

#include <stdlib.h>

/* What all games so far needed. Helpers that do not answer may still use the old lists. */
static bool make_room(size_t room)
{
    SearchMemory *memory = &engine.memory;
    if (memory->room >= room)
        return true;
    if (helpers_rest()) {
        free(memory->moves);
        free(memory->order);
    }
    memory->moves = malloc(room * sizeof *memory->moves);
    memory->order = malloc(room * sizeof *memory->order);
    memory->room = memory->moves && memory->order ? room : 0;
    return memory->room > 0;
}

bool thought_room(const Game *game)
{
    TransTable *table = &engine.memory.tt;
    if (!engine.search)
        engine.search = malloc(sizeof *engine.search);
    if (!table->slots)
        table->slots = malloc(SEARCH_TT_SLOTS * sizeof *table->slots);
    table->count = SEARCH_TT_SLOTS;
    engine.memory.now = engine_now;
    return make_room(SEARCH_ROOM + (size_t)game->moves_max) && engine.search && table->slots;
}

/* The clock is the page's: whatever it says must not trap. */
static uint64_t make_seed(void)
{
    double microseconds = engine_now() * 1e3;
    return microseconds >= 0 && microseconds < 1e18 ? (uint64_t)microseconds : 0;
}

static void keep_to_clock(const Table *table, SearchLimits *limits)
{
    ClockBudget budget;
    if (!clock_budget(&table->clock, desk_now(engine.desk), &budget))
        return;
    TimePlan plan = time_plan((double)budget.left_ms, (double)budget.more_ms, budget.moves_to_go);
    if (limits->time_ms > 0)
        plan = time_shorter(plan, time_fixed(limits->time_ms));
    limits->time_ms = plan.hard_ms;
    limits->soft_ms = plan.soft_ms;
}

void thought_end(void)
{
    helpers_stop();
    reviewing_end();
    engine.thinking = false;
}

bool thought_begin(SearchLimits limits, bool for_seat, char *why)
{
    const Desk *desk = engine.desk;
    const Table *table = &desk->table;
    uint32_t node = for_seat ? table->head : desk->shown;
    bool over = tree_ending(table_tree(table), node).kind != END_NONE;
    History history;
    thought_end();
    if (over || (for_seat && table->state != TABLE_RUNNING))
        return refuse(why, "%s", engine_over.in[engine.lang]);
    if (!thought_room(table->game) || !tree_history(table_tree(table), node, &history))
        return refuse(why, "%s", engine_no_memory.in[engine.lang]);
    limits.seed = make_seed();
    if (for_seat)
        keep_to_clock(table, &limits);
    /* Levels play like people who overlook things: they know no databases. */
    bool full = limits.level == LEVEL_NONE || limits.level == LEVEL_MAX;
    engine.memory.oracle = full ? solved_oracle(table->game) : (Oracle){NULL, NULL};
    engine.memory.net = engine.net_game == table->game ? engine.net : NULL;
    /* Who asks for lines studies: what was found at the position before is of use there. All others
     * get the same answer every time. */
    if (!limits.lines || engine.studied != table->game)
        tt_clear(&engine.memory.tt);
    engine.studied = limits.lines ? table->game : NULL;
    search_begin(engine.search, &engine.memory, &history, &limits);
    helpers_begin(&engine.memory, &history, &limits);
    history_free(&history);
    engine.thinking = true;
    engine.thinks_for_seat = for_seat;
    return true;
}

static void add_move(Json *json, const Game *game, const Pos *pos, Move move)
{
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    if (move)
        game->ops->write_move(game, pos, move, &s);
    json_text(json, text);
}

/* The moves of a line, and the points that a person would click to make the first. */
static void add_moves(Json *json, const Search *search, const Move *moves, int count)
{
    const Game *game = search->game;
    Pos at = search->frame[0].pos, next;
    Step path[PATH_MAX];
    int n = count ? game->ops->path(game, &at, moves[0], path) : 0;
    json_key(json, "path");
    json_open(json, '[');
    for (int i = 0; i < n; i++)
        json_number(json, path[i].point);
    json_close(json, ']');
    json_key(json, "pv");
    json_open(json, '[');
    for (int i = 0; i < count; i++) {
        add_move(json, game, &at, moves[i]);
        game->apply(game, &at, moves[i], &next);
        at = next;
    }
    json_close(json, ']');
}

/* What the side to move has, as a score, in plies where it is proved, and in thousandths. */
static void add_score(Json *json, const Search *search, int score)
{
    int mate = odds_mate(score);
    Odds odds = search->known ? odds_sure(score)
                              : odds_of(search->game, &search->frame[0].pos, score);
    json_add_number(json, "score", score);
    json_key(json, "mate");
    if (mate)
        json_number(json, mate);
    else
        json_null(json);
    json_add_number(json, "chance", odds_expect(odds));
}

static void add_lines(Json *json, const Search *search)
{
    json_key(json, "lines");
    json_open(json, '[');
    for (int i = 0; i < search->line_count; i++) {
        const SearchLine *line = &search->line[i];
        json_open(json, '{');
        add_score(json, search, search_reported_score(search, line->score));
        json_add_number(json, "depth", line->depth);
        add_moves(json, search, line->move, line->length);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void thought_write(Json *json)
{
    const Search *search = engine.search;
    uint64_t helped = helpers_nodes(), nodes = search->nodes + helped;
    json_open(json, '{');
    json_add_bool(json, "done", search->done);
    json_add_bool(json, "known", search->known);
    json_add_number(json, "depth", search->depth);
    add_score(json, search, search->score);
    json_add_number(json, "nodes", (int64_t)nodes);
    json_add_number(json, "helped", (int64_t)helped);
    json_add_number(json, "threads", 1 + helpers_count());
    if (search->spent_ms >= 1)
        json_add_number(json, "nps", (int64_t)((double)nodes * 1e3 / search->spent_ms));
    json_key(json, "best");
    add_move(json, search->game, &search->frame[0].pos, search->best);
    add_moves(json, search, search->line[0].move, search->line[0].length);
    add_lines(json, search);
    json_close(json, '}');
}

bool thought_answer(bool *accepted, char *why)
{
    static const Text none = {{"there is no such offer", "その申し込みはありません"}};
    static const Text not_yet = {
        {"the computer has not thought about it", "コンピューターはまだ考えていません"}};
    Desk *desk = engine.desk;
    Table *table = &desk->table;
    int seat = table->offers[0] >> OFFER_END & 1 ? 1 : 0;
    if (!(table->offers[!seat] >> OFFER_END & 1) || !seat_is_computer(&table->seat[seat]))
        return refuse(why, "%s", none.in[engine.lang]);
    if (!engine.thinking || !engine.thinks_for_seat)
        return refuse(why, "%s", not_yet.in[engine.lang]);
    int sign = table_turn_seat(table) == seat ? 1 : -1;
    *accepted = table_computer_accepts(table, seat, sign * engine.search->score,
                                       sign * search_mate(engine.search));
    char line[32];
    DeskMove made;
    Str s = str_over(line, sizeof line);
    str_format(&s, "%d answer end %s", seat, *accepted ? "yes" : "no");
    return desk_do(desk, line, &made, why);
}
