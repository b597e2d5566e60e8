/* SPDX-License-Identifier: MIT */
/* The exports, see exports.h: check what comes in, do it, tell what came of it. */
#include "app/wasm/exports.h"

#include "app/wasm/engine.h"
#include "core/canon.h"
#include "core/perft.h"
#include "games/registry.h"
#include "play/record.h"
#include "play/view.h"

#include <stdlib.h>
#include <string.h>

Engine engine;

const Text engine_no_memory = {{"out of memory", "メモリが足りません"}};
const Text engine_over = {{"the game is over", "対局は終わっています"}};
static const Text no_table = {{"no game is open", "対局が開かれていません"}};
static const Text bad_input = {
    {"the input is too long or has a NUL byte", "入力が長すぎるか、NULが含まれています"}};

Variants *engine_variants(void)
{
    if (!engine.variants)
        engine.variants = variants_new(registry_families, registry_count);
    return engine.variants;
}

int32_t engine_refuse_text(const Text *reason)
{
    return engine_refuse(reason->in[engine.lang]);
}

int32_t engine_refuse(const char *why)
{
    engine.out = str_over(engine.output, sizeof engine.output);
    str_add(&engine.out, why);
    return 0;
}

/* Empties the output and makes a text of the input; false after a refusal. */
static bool take_input(int32_t length)
{
    engine.out = str_over(engine.output, sizeof engine.output);
    bool good = length >= 0 && length <= ENGINE_INPUT_MAX &&
                !memchr(engine.input, 0, (size_t)length);
    if (!good)
        return engine_refuse_text(&bad_input);
    engine.input[length] = '\0';
    return true;
}

/* The same, for what needs an open table. */
static bool take_for_table(int32_t length)
{
    if (!take_input(length))
        return false;
    return engine.desk ? true : engine_refuse_text(&no_table);
}

static Json answer(void)
{
    return json_over(&engine.out);
}

static int32_t finish(void)
{
    static const Text full = {{"the answer is too long", "答えが長すぎます"}};
    return engine.out.full ? engine_refuse_text(&full) : 1;
}

char *cx_input(int32_t database)
{
    uint8_t *room = solved_room(database > 0 ? (size_t)database : 0);
    return database > 0 ? (char *)room : engine.input;
}

const char *cx_output(void)
{
    return engine.output;
}

int32_t cx_output_length(void)
{
    return (int32_t)engine.out.length;
}

/* -- Opening and keeping ----------------------------------------------------------------------- */

static int32_t tell_shape(void)
{
    Json json = answer();
    view_shape(&json, engine.desk->table.game, engine.lang);
    return finish();
}

int32_t cx_language(int32_t language)
{
    static const Text unknown = {{"there is no such language", "その言語はありません"}};
    take_input(0);
    if (language < 0 || language >= LANG_COUNT)
        return engine_refuse_text(&unknown);
    engine.lang = (Lang)language;
    return engine.desk ? tell_shape() : 1;
}

static int32_t change_desk(Desk *next, const char *why)
{
    if (!next)
        return engine_refuse(why);
    thought_end();
    desk_close(engine.desk);
    engine.desk = next;
    return tell_shape();
}

int32_t cx_open(int32_t length)
{
    char why[WHY_MAX] = "";
    if (!take_input(length))
        return 0;
    return change_desk(desk_open(engine.input, why), why);
}

/* Of which variant something is known now; NULL: why not. */
static int32_t tell_known(const char *variant, const char *why)
{
    if (!variant)
        return engine_refuse(why);
    Json json = answer();
    json_open(&json, '{');
    json_add_text(&json, "database", variant);
    json_close(&json, '}');
    return finish();
}

/* What was copied to the room that cx_input gave. */
static int32_t load_database(void)
{
    char why[WHY_MAX] = "";
    take_input(0);
    return tell_known(solved_take(why), why);
}

int32_t cx_load(int32_t length)
{
    char why[WHY_MAX] = "";
    if (solved_waits())
        return load_database();
    static const char known[] = "known ";
    if (!take_input(length))
        return 0;
    if (strncmp(engine.input, known, sizeof known - 1) == 0)
        return tell_known(told_take(engine.input + sizeof known - 1, why), why);
    return change_desk(desk_load(engine.input, (size_t)length, why), why);
}

static void write_piece(void *context, const char *bytes, size_t count)
{
    str_bytes(context, bytes, count);
}

int32_t cx_save(void)
{
    if (!take_for_table(0))
        return 0;
    const Desk *desk = engine.desk;
    if (!record_write_table(&desk->table, desk->shown, write_piece, &engine.out))
        return engine_refuse_text(&engine_no_memory);
    return finish();
}

/* -- The table -------------------------------------------------------------------------------- */

/* What is known of the position that is shown; `place` stays with the judge. */
static Judge make_judge(TreePlace *place)
{
    const Desk *desk = engine.desk;
    const Game *game = desk->table.game;
    *place = (TreePlace){table_tree(&desk->table), desk->shown};
    return (Judge){game, solved_oracle(game), tree_past(place), desk->scratch + game->moves_max};
}

/* Who looks at this screen: the only person at the table, else nobody in particular. Two people
 * share it: then no secret of either is on it. */
static uint8_t who_looks(const Table *table)
{
    bool first = table->seat[0].kind == SEAT_PERSON, second = table->seat[1].kind == SEAT_PERSON;
    return first == second ? BY_WATCHER : first ? BY_SEAT0 : BY_SEAT1;
}

int32_t cx_state(void)
{
    if (!take_for_table(0))
        return 0;
    const Desk *desk = engine.desk;
    const Table *table = &desk->table;
    Viewer viewer = {who_looks(table), engine.lang, desk_now(desk)};
    TreePlace place;
    Judge judge = make_judge(&place);
    Json json = answer();
    json_open(&json, '{');
    json_key(&json, "table");
    view_table(&json, table, &viewer, desk->shown);
    json_key(&json, "click");
    view_click(&json, &desk->click, engine.lang, &judge, desk->scratch);
    if (!table->head) {
        json_key(&json, "odds");
        view_odds(&json, table, engine.lang);
    }
    json_key(&json, "marks");
    view_marks(&json, table->game, tree_pos(table_tree(table), desk->shown), POINT_NONE,
               engine.lang);
    json_add_bool(&json, "open", desk_is_open(desk));
    json_add_bool(&json, "resume", desk_may_resume(desk));
    json_add_bool(&json, "solved", solved_is_there(table->game->id));
    json_add_bool(&json, "numbered", table->game->solvable);
    json_close(&json, '}');
    return finish();
}

/* What an act or a click came to: the move that was made, if one was. */
static void tell_made(Json *json, const DeskMove *made)
{
    json_key(json, "played");
    if (made->move)
        view_events(json, engine.desk->table.game, &made->before, made->move, engine.lang);
    else
        json_null(json);
}

/* A search about where the game stands ends when that changes, one about what is shown when that
 * does. */
static void end_old_thought(uint32_t head, uint32_t shown, TableState state)
{
    const Desk *desk = engine.desk;
    bool old = engine.thinks_for_seat ? head != desk->table.head || state != desk->table.state
                                      : shown != desk->shown;
    if (engine.thinking && old)
        thought_end();
    reviewing_end(); /* the tree may be another one */
}

int32_t cx_do(int32_t length)
{
    char why[WHY_MAX] = "";
    DeskMove made;
    if (!take_for_table(length))
        return 0;
    Desk *desk = engine.desk;
    uint32_t head = desk->table.head, shown = desk->shown;
    TableState state = desk->table.state;
    if (!desk_do(desk, engine.input, &made, why))
        return engine_refuse(why);
    end_old_thought(head, shown, state);
    Json json = answer();
    json_open(&json, '{');
    tell_made(&json, &made);
    json_close(&json, '}');
    return finish();
}

int32_t cx_click(int32_t point)
{
    static const char *const names[] = {[CLICK_CHOSEN] = "chosen",
                                        [CLICK_MOVE] = "move",
                                        [CLICK_WHY] = "why",
                                        [CLICK_NOTHING] = "nothing"};
    char why[WHY_MAX] = "";
    ClickFound found;
    DeskMove made;
    if (!take_for_table(0))
        return 0;
    Desk *desk = engine.desk;
    uint32_t head = desk->table.head, shown = desk->shown;
    TableState state = desk->table.state;
    if (!desk_click(desk, point, &found, &made, why))
        return engine_refuse(why);
    end_old_thought(head, shown, state);
    Json json = answer();
    json_open(&json, '{');
    json_add_text(&json, "found", names[found]);
    json_add_text(&json, "why", why);
    tell_made(&json, &made);
    json_close(&json, '}');
    return finish();
}

int32_t cx_show(int32_t node)
{
    char why[WHY_MAX] = "";
    DeskMove made;
    if (!take_for_table(0))
        return 0;
    Desk *desk = engine.desk;
    uint32_t shown = desk->shown;
    if (!desk_show(desk, node, &made, why))
        return engine_refuse(why);
    end_old_thought(desk->table.head, shown, desk->table.state);
    Json json = answer();
    json_open(&json, '{');
    tell_made(&json, &made);
    json_close(&json, '}');
    return finish();
}

int32_t cx_marks(int32_t point)
{
    static const Text no_point = {{"there is no such point", "その交点はありません"}};
    if (!take_for_table(0))
        return 0;
    const Desk *desk = engine.desk;
    if (point < -1 || point >= desk->table.game->shape.point_count)
        return engine_refuse_text(&no_point);
    Json json = answer();
    view_marks(&json, desk->table.game, tree_pos(table_tree(&desk->table), desk->shown),
               point < 0 ? POINT_NONE : (Point)point, engine.lang);
    return finish();
}

static void add_name(Json *json, const Pos *pos)
{
    char name[CANON_TEXT + 1];
    canon_write(canon_key(engine.desk->table.game, pos), name);
    json_text(json, name);
}

/* Of what the moves lead to. */
static void add_names(Json *json)
{
    const Desk *desk = engine.desk;
    const Game *game = desk->table.game;
    int n = desk_is_live(desk) ? game->moves(game, &desk->click.pos, desk->scratch) : 0;
    for (int i = 0; i < n; i++) {
        Pos next;
        game->apply(game, &desk->click.pos, desk->scratch[i], &next);
        add_name(json, &next);
    }
}

/* Of the first positions on the way to the node that is shown. */
static void add_line_names(Json *json)
{
    enum { NAMES_MAX = 40 };
    const Tree *tree = table_tree(&engine.desk->table);
    uint32_t shown = engine.desk->shown, last = tree->node[shown].ply;
    for (uint32_t ply = 0; ply <= last && ply < NAMES_MAX; ply++)
        add_name(json, tree_pos(tree, tree_at_ply(tree, shown, ply)));
}

int32_t cx_moves(int32_t names)
{
    if (!take_for_table(0))
        return 0;
    const Desk *desk = engine.desk;
    TreePlace place;
    Judge judge = make_judge(&place);
    Json json = answer();
    json_open(&json, '{');
    view_moves(&json, desk->table.game, desk_is_live(desk) ? &desk->click.pos : NULL, &judge,
               desk->scratch);
    if (names > 0) {
        json_key(&json, "names");
        json_open(&json, '[');
        (names == 1 ? add_names : add_line_names)(&json);
        json_close(&json, ']');
    }
    json_close(&json, '}');
    return finish();
}

int32_t cx_tree(void)
{
    if (!take_for_table(0))
        return 0;
    Json json = answer();
    view_tree(&json, &engine.desk->table);
    return finish();
}

/* -- Thinking --------------------------------------------------------------------------------- */

/* Numbers separated by spaces; how many, or -1 if there is something else or too much. */
static int read_numbers(const char *text, uint64_t most, uint64_t *out, int room)
{
    int n = 0;
    while (*(text += strspn(text, " ")) != '\0') {
        if (n == room || !str_read_number(&text, most, &out[n]) || (*text && *text != ' '))
            return -1;
        n++;
    }
    return n;
}

int32_t cx_think(int32_t length)
{
    static const Text bad = {
        {"limits are five numbers: depth to 64, nodes, milliseconds to 86400000, level to 10, and "
         "1 for the seat to move; and lines to 16",
         "制限は5つの数字です：深さ64まで、局面数、ミリ秒86400000まで、レベル10まで、手番の席なら"
         "1、それに16までの手順の数"}};
    enum { DEPTH, NODES, TIME, LEVEL, SEAT, LINES, COUNT };
    char why[WHY_MAX] = "";
    uint64_t n[COUNT] = {0};
    if (!take_for_table(length))
        return 0;
    if (read_numbers(engine.input, UINT64_MAX, n, COUNT) < LINES || n[DEPTH] > SEARCH_PLIES_MAX ||
        n[TIME] > 86400000 || n[LEVEL] > LEVEL_MAX || n[SEAT] > 1 || n[LINES] > SEARCH_LINES_MAX)
        return engine_refuse_text(&bad);
    SearchLimits limits = {.depth = (int)n[DEPTH],
                           .nodes = n[NODES],
                           .time_ms = (double)n[TIME],
                           .level = (int)n[LEVEL],
                           .lines = (int)n[LINES]};
    return thought_begin(limits, n[SEAT], why) ? 1 : engine_refuse(why);
}

/* A thought, or the review that is under way. 0 milliseconds end a thought. */
int32_t cx_think_on(int32_t ms)
{
    static const Text none = {{"no search is under way", "思考中ではありません"}};
    if (!take_for_table(0))
        return 0;
    if (reviewing()) {
        char why[WHY_MAX] = "";
        Json told = answer();
        return reviewing_on(ms < 1 ? 1 : ms, &told, why) ? finish() : engine_refuse(why);
    }
    if (!engine.thinking)
        return engine_refuse_text(&none);
    if (ms < 1)
        atomic_store(&engine.search->stop, true);
    if (!search_go_on(engine.search, ms < 1 ? 1 : ms))
        helpers_stop();
    Json json = answer();
    thought_write(&json);
    return finish();
}

int32_t cx_review(int32_t length)
{
    static const Text bad = {{"limits of a review are two numbers, nodes and milliseconds to 60000",
                              "振り返りの制限は2つの数字です：局面数と、60000までのミリ秒"}};
    char why[WHY_MAX] = "";
    uint64_t n[3] = {0};
    if (!take_for_table(length))
        return 0;
    char *known = strchr(engine.input, '\n');
    if (known)
        *known++ = '\0';
    if (read_numbers(engine.input, UINT64_MAX, n, 3) < 2 || n[1] > 60000 || !(n[0] | n[1]))
        return engine_refuse_text(&bad);
    SearchLimits limits = {.nodes = n[0], .time_ms = (double)n[1], .seed = n[2]};
    return reviewing_begin(&limits, known, why) ? 1 : engine_refuse(why);
}

int32_t cx_answer(void)
{
    char why[WHY_MAX] = "";
    bool accepted;
    if (!take_for_table(0))
        return 0;
    if (!thought_answer(&accepted, why))
        return engine_refuse(why);
    Json json = answer();
    json_open(&json, '{');
    json_add_bool(&json, "accepted", accepted);
    json_close(&json, '}');
    return finish();
}

int32_t cx_bench(int32_t length)
{
    static const Text bad = {{"the depth should be a number from 0 to 12", "深さは0から12です"}};
    _Static_assert(ENGINE_BENCH_MAX == 12, "the reason says so");
    char why[WHY_MAX] = "";
    uint64_t depth;
    if (!take_input(length))
        return 0;
    char *text = strchr(engine.input, '\n');
    if (!text || !str_is_number(text + 1, ENGINE_BENCH_MAX, &depth))
        return engine_refuse_text(&bad);
    *text = '\0';
    if (!engine_variants())
        return engine_refuse_text(&engine_no_memory);
    const Game *game = variants_open(engine.variants, engine.input, engine.lang, why);
    if (!game)
        return engine_refuse(why);
    Perft perft = {.game = game, .arena = malloc(perft_arena(game, (int)depth) * sizeof(Move))};
    if (!perft.arena)
        return engine_refuse_text(&engine_no_memory);
    Pos pos;
    game->ops->start(game, 1, &pos);
    Json json = answer();
    json_open(&json, '{');
    json_add_number(&json, "nodes", (int64_t)perft_count(&perft, &pos, (int)depth));
    json_close(&json, '}');
    free(perft.arena);
    return finish();
}
