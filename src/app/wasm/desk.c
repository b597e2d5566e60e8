/* SPDX-License-Identifier: MIT */
/* A table on the page: one screen, so every seat that sits here speaks through it. It shows one
 * node of the game; looking at another one is no act and changes nothing. See engine.h. */
#include "app/wasm/engine.h"
#include "play/record.h"
#include "play/view.h"

#include <stdlib.h>
#include <string.h>

/* The clock is the page's: whatever it says must not trap. */
int64_t desk_now(const Desk *desk)
{
    double ms = engine_now() - desk->zero;
    int64_t now = ms >= 0 && ms < 9e15 ? (int64_t)ms : 0;
    return now > desk->table.now ? now : desk->table.now;
}

static const Tree *tree_of(const Desk *desk)
{
    return table_tree(&desk->table);
}

static const Pos *shown_pos(const Desk *desk)
{
    return tree_pos(tree_of(desk), desk->shown);
}

static bool is_computer(const Desk *desk, int side)
{
    return seat_is_computer(&desk->table.seat[table_seat_of(&desk->table, side)]);
}

/* Is the node that is shown one of the moves that were played? */
static bool is_played(const Desk *desk)
{
    const Tree *tree = tree_of(desk);
    uint32_t head = desk->table.head, ply = tree->node[desk->shown].ply;
    return ply <= tree->node[head].ply && tree_at_ply(tree, head, ply) == desk->shown;
}

bool desk_is_live(const Desk *desk)
{
    if (table_is_over(&desk->table)) /* variations stand beside moves that were played */
        return desk->study || !is_played(desk) || tree_of(desk)->node[desk->shown].child != 0;
    return desk->table.state == TABLE_RUNNING;
}

/* Does somebody sit here who is not at this screen? */
static bool is_shared(const Table *table)
{
    return table->seat[0].kind == SEAT_REMOTE || table->seat[1].kind == SEAT_REMOTE;
}

bool desk_is_open(const Desk *desk)
{
    const Table *table = &desk->table;
    if (!desk_is_live(desk) || tree_ending(tree_of(desk), desk->shown).kind != END_NONE)
        return false;
    bool over = table_is_over(table), at_head = !over && desk->shown == table->head;
    if (!at_head) /* what is shown is not where the game stands: others have gone on from there */
        return over || !is_shared(table);
    int seat = table_seat_of(table, shown_pos(desk)->turn);
    return !table->paused && table->seat[seat].kind == SEAT_PERSON;
}

static void write_back(const Desk *desk, Str *out)
{
    const Tree *tree = tree_of(desk);
    str_format(out, "back %u", tree->node[desk->table.head].ply - tree->node[desk->shown].ply);
}

bool desk_may_resume(const Desk *desk)
{
    const Table *table = &desk->table;
    Caller caller = {.by = BY_SEAT0, .now = desk_now(desk), .lang = engine.lang};
    char act[32];
    Str s = str_over(act, sizeof act);
    if (desk->shown == table->head || !is_played(desk))
        return false;
    if (!table_is_over(table) && !is_computer(desk, shown_pos(desk)->turn))
        return false; /* a person just moves */
    write_back(desk, &s);
    return table_may(table, &caller, act);
}

/* -- Opening ---------------------------------------------------------------------------------- */

/* Another node is shown, or another position stands there. */
static void look_at(Desk *desk, uint32_t node)
{
    while (tree_of(desk)->node[node].gone)
        node = tree_of(desk)->node[node].parent;
    desk->shown = node;
    click_begin(&desk->click, desk->table.game, shown_pos(desk), desk->scratch);
    if (!desk_is_live(desk)) { /* nothing to be chosen */
        desk->click.narrow = (Narrow){0};
        desk->click.root = (Narrow){0};
    }
}

void desk_close(Desk *desk)
{
    if (!desk)
        return;
    table_close(&desk->table);
    free(desk->scratch);
    free(desk);
}

/* A desk whose table is open. */
static Desk *furnish(Desk *desk, uint32_t shown, char *why)
{
    desk->scratch = malloc(2 * (size_t)desk->table.game->moves_max * sizeof(Move));
    if (desk->scratch) {
        look_at(desk, shown);
        return desk;
    }
    desk_close(desk);
    refuse(why, "%s", engine_no_memory.in[engine.lang]);
    return NULL;
}

/* Cuts off the line at *text, which moves behind it. */
static char *next_line(char **text)
{
    char *line = *text;
    size_t length = strcspn(line, "\n");
    *text = line + length + (line[length] != '\0');
    line[length] = '\0';
    return line;
}

Desk *desk_open(char *text, char *why)
{
    Desk *desk = calloc(1, sizeof *desk);
    TableSetup setup;
    bool good = desk && engine_variants();
    if (!good)
        refuse(why, "%s", engine_no_memory.in[engine.lang]);
    good = good && setup_read(next_line(&text), engine.lang, &setup, why) &&
           table_open(&desk->table, engine.variants, &setup, 0, engine.lang, why);
    if (!good) {
        free(desk);
        return NULL;
    }
    desk->zero = engine_now();
    if (!furnish(desk, 0, why))
        return NULL;
    while (*text) {
        DeskMove made;
        if (!desk_do(desk, next_line(&text), &made, why)) {
            desk_close(desk);
            return NULL;
        }
    }
    return desk;
}

Desk *desk_load(const char *text, size_t length, char *why)
{
    Desk *desk = calloc(1, sizeof *desk);
    uint32_t shown;
    bool good = desk && engine_variants();
    if (!good)
        refuse(why, "%s", engine_no_memory.in[engine.lang]);
    if (good && record_read_table(&desk->table, engine.variants, text, length, 0, false,
                                  engine.lang, &shown, why)) {
        desk->zero = engine_now();
        return furnish(desk, shown, why);
    }
    free(desk);
    return NULL;
}

/* -- Acts ------------------------------------------------------------------------------------- */

static bool act_by(Desk *desk, uint8_t by, const char *act, char *why)
{
    Caller caller = {.by = by, .now = desk_now(desk), .lang = engine.lang};
    Reply reply;
    return table_do(&desk->table, &caller, act, &reply) || refuse(why, "%s", reply.why);
}

/* An act, and what is shown afterwards: who looks elsewhere goes on looking there. */
static bool act_and_look(Desk *desk, uint8_t by, const char *act, char *why)
{
    uint32_t head = desk->table.head;
    int rounds = desk->table.round_count;
    const Game *game = desk->table.game;
    if (!act_by(desk, by, act, why))
        return false;
    bool moved = strncmp(act, "back", 4) == 0 || strncmp(act, "forth", 5) == 0 ||
                 rounds != desk->table.round_count || game != desk->table.game;
    look_at(desk, moved || desk->shown == head ? desk->table.head : desk->shown);
    return true;
}

/* A variation at the node that is shown. */
static bool add_line(Desk *desk, Move move, const char *text, char *why)
{
    char act[ACT_MAX];
    Str s = str_over(act, sizeof act);
    str_format(&s, "line %u %s", desk->shown, text);
    if (!act_by(desk, BY_HOST, act, why))
        return false;
    look_at(desk, tree_find(tree_of(desk), desk->shown, move));
    return true;
}

static bool go_back(Desk *desk, char *why)
{
    char act[32];
    Str s = str_over(act, sizeof act);
    write_back(desk, &s);
    return desk->shown == desk->table.head || act_by(desk, BY_SEAT0, act, why);
}

/* For the analysis: a game that is still on counts as not begun, all its moves as lines. */
static bool unplay(Desk *desk, char *why)
{
    uint32_t shown = desk->shown;
    if (desk->table.state != TABLE_RUNNING)
        return true;
    desk->shown = 0;
    bool good = go_back(desk, why);
    look_at(desk, shown);
    return good;
}

/* A legal move at the node that is shown. */
static bool play(Desk *desk, Move move, DeskMove *made, char *why)
{
    char text[MOVE_TEXT_MAX], act[ACT_MAX];
    Str t = str_over(text, sizeof text), s = str_over(act, sizeof act);
    Table *table = &desk->table;
    *made = (DeskMove){*shown_pos(desk), move};
    table->game->ops->write_move(table->game, &made->before, move, &t);
    bool beside = desk->study && tree_of(desk)->node[desk->shown].child;
    if (table_is_over(table) || !is_played(desk) || beside)
        return add_line(desk, move, text, why);
    str_format(&s, "move %s", text);
    if (!go_back(desk, why) || !act_by(desk, (uint8_t)table_turn_seat(table), act, why))
        return false;
    look_at(desk, table->head);
    return !desk->study || unplay(desk, why);
}

/* "study 1", "study 0": is this the analysis board? */
static bool set_study(Desk *desk, const char *text, char *why)
{
    bool on = text[6] == '1';
    if (on && !unplay(desk, why))
        return false;
    desk->study = on;
    look_at(desk, desk->shown);
    return true;
}

static bool play_text(Desk *desk, const char *text, DeskMove *made, char *why)
{
    const Game *game = desk->table.game;
    Move move;
    if (!desk_is_live(desk))
        return refuse(why, "%s", engine_over.in[engine.lang]);
    return game->ops->read_move(game, shown_pos(desk), text, engine.lang, &move, why) &&
           play(desk, move, made, why);
}

/* Typed at the board, where points may have been chosen already: one more of them, or a move. */
static bool type_text(Desk *desk, const char *text, DeskMove *made, char *why)
{
    Move move;
    if (!desk_is_open(desk))
        return refuse(why, "%s", engine_over.in[engine.lang]);
    ClickFound found = click_text(&desk->click, text, engine.lang, desk->scratch, &move, why);
    *made = (DeskMove){.move = 0};
    return found == CLICK_CHOSEN || (found == CLICK_MOVE && play(desk, move, made, why));
}

/* The move that an act has just made, if it made one. */
static DeskMove made_since(const Desk *desk, uint32_t head, int rounds)
{
    const Tree *tree = tree_of(desk);
    const TreeNode *node = &tree->node[desk->table.head];
    if (rounds != desk->table.round_count || desk->table.head == head || node->parent != head)
        return (DeskMove){.move = 0};
    return (DeskMove){*tree_pos(tree, head), node->move};
}

bool desk_do(Desk *desk, const char *line, DeskMove *made, char *why)
{
    static const Text form = {{"an act is BY ACT, by 0, 1, h, t or s",
                               "行為は「誰 行為」の形で、誰は 0、1、h、t、s のどれかです"}};
    static const char letters[] = "01hts";
    const char *found = *line ? strchr(letters, *line) : NULL;
    *made = (DeskMove){.move = 0};
    if (!found || line[1] != ' ')
        return refuse(why, "%s", form.in[engine.lang]);
    line += 2;
    if (*found == 's' && (strcmp(line, "study 1") == 0 || strcmp(line, "study 0") == 0))
        return set_study(desk, line, why);
    if (*found == 's' && strncmp(line, "type ", 5) == 0)
        return type_text(desk, line + 5, made, why);
    if (*found == 's')
        return strncmp(line, "move ", 5) == 0 ? play_text(desk, line + 5, made, why)
                                              : refuse(why, "%s", form.in[engine.lang]);
    uint8_t by = *found == 'h'   ? BY_HOST
                 : *found == 't' ? (uint8_t)table_turn_seat(&desk->table)
                                 : (uint8_t)(*found - '0');
    uint32_t head = desk->table.head;
    int rounds = desk->table.round_count;
    if (!act_and_look(desk, by, line, why))
        return false;
    *made = made_since(desk, head, rounds);
    return true;
}

/* -- Clicks ----------------------------------------------------------------------------------- */

bool desk_click(Desk *desk, int32_t point, ClickFound *found, DeskMove *made, char *why)
{
    static const Text no_point = {{"there is no such point", "その交点はありません"}};
    Click *click = &desk->click;
    Move move = 0;
    *found = CLICK_CHOSEN;
    *made = (DeskMove){.move = 0};
    if (point < DESK_ACCEPT || point >= desk->table.game->shape.point_count)
        return refuse(why, "%s", no_point.in[engine.lang]);
    if (!desk_is_open(desk))
        *found = CLICK_NOTHING;
    else if (point == DESK_CLEAR)
        click_clear(click);
    else if (point == DESK_BACK)
        click_back(click, desk->scratch);
    else if (point == DESK_FINISH)
        move = click->narrow.complete;
    else if (point == DESK_ACCEPT)
        *found = click_accept(click, desk->scratch, &move);
    else
        *found = click_point(click, (Point)point, engine.lang, desk->scratch, &move, why);
    if (!move)
        return true;
    *found = CLICK_MOVE;
    return play(desk, move, made, why);
}

/* -- Looking ---------------------------------------------------------------------------------- */

/* One step, and on over positions in which a computer is to move; a game that is over is gone
 * through move by move. */
static uint32_t step(const Desk *desk, bool forth)
{
    const Tree *tree = tree_of(desk);
    bool all_computers = is_computer(desk, 0) && is_computer(desk, 1);
    uint32_t node = desk->shown;
    for (;;) {
        uint32_t next = forth ? view_next(&desk->table, node) : tree->node[node].parent;
        if (forth ? !next : !node)
            return node;
        node = next;
        if (table_is_over(&desk->table) || all_computers ||
            !is_computer(desk, tree_pos(tree, node)->turn))
            return node;
    }
}

bool desk_show(Desk *desk, int32_t node, DeskMove *made, char *why)
{
    static const Text no_node = {{"there is no such move", "その手はありません"}};
    const Tree *tree = tree_of(desk);
    uint32_t before = desk->shown;
    *made = (DeskMove){.move = 0};
    if (node == DESK_STEP_BACK || node == DESK_STEP_FORTH)
        node = (int32_t)step(desk, node == DESK_STEP_FORTH);
    if (node < 0 || (uint32_t)node >= tree->count || tree->node[node].gone)
        return refuse(why, "%s", no_node.in[engine.lang]);
    look_at(desk, (uint32_t)node);
    if (node && tree->node[node].parent == before)
        *made = (DeskMove){*tree_pos(tree, before), tree->node[node].move};
    return true;
}
