/* SPDX-License-Identifier: MIT */
/* A table as JSON, see view.h. What only one seat may know is written by view_picks and
 * view_plans, which ask who looks; nothing else here reads picks or plans. */
#include "play/view_part.h"

#include <stdlib.h>

/* -- The position that is shown --------------------------------------------------------------- */

static void view_text(Json *json, const char *key, const Game *game, const Pos *pos)
{
    char text[POSITION_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    game->ops->write_pos(game, pos, &s);
    json_add_text(json, key, text);
}

static void view_last_path(Json *json, const Game *game, const Tree *tree, uint32_t node)
{
    Step path[PATH_MAX];
    Move move = tree->node[node].move;
    const Pos *before = tree_pos(tree, tree->node[node].parent);
    int n = move ? game->ops->path(game, before, move, path) : 0;
    json_key(json, "lastPath");
    json_open(json, '[');
    for (int i = 0; i < n; i++) {
        json_open(json, '{');
        json_add_number(json, "point", path[i].point);
        json_add_text(json, "role", view_role_name(path[i].role));
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void view_counters(Json *json, const Game *game, const Pos *pos, Lang lang)
{
    Counter list[COUNTERS_MAX];
    int n = game->ops->counters(game, pos, list);
    json_key(json, "counters");
    json_open(json, '[');
    for (int i = 0; i < n; i++) {
        json_open(json, '{');
        json_add_text(json, "id", list[i].id);
        view_add_text(json, "name", &list[i].name, lang);
        json_add_number(json, "player", list[i].player);
        json_add_number(json, "value", list[i].value);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void view_position(Json *json, const Table *table, uint32_t node, Lang lang)
{
    const Game *game = table->game;
    const Tree *tree = table_tree(table);
    const Pos *pos = tree_pos(tree, node);
    uint8_t board[POINTS_MAX];
    game->ops->board(game, pos, board);
    view_text(json, "position", game, pos);
    json_add_number(json, "turn", pos->turn);
    json_key(json, "board");
    view_board(json, game, board);
    view_last_path(json, game, tree, node);
    view_counters(json, game, pos, lang);
    view_add_text(json, "remark", game->ops->remark ? game->ops->remark(game, pos) : NULL, lang);
    if (tree->node[node].comment)
        json_add_text(json, "comment", tree_comment(tree, node));
}

/* -- The moves -------------------------------------------------------------------------------- */

uint32_t view_next(const Table *table, uint32_t node)
{
    const Tree *tree = table_tree(table);
    uint32_t ply = tree->node[node].ply;
    bool played = ply < tree->node[table->head].ply && tree_at_ply(tree, table->head, ply) == node;
    return played ? tree_at_ply(tree, table->head, ply + 1) : tree->node[node].child;
}

/* The line through the node that is shown: how one came there, then how it goes on. */
static uint32_t *list_line(const Table *table, uint32_t node, uint32_t *count)
{
    const Tree *tree = table_tree(table);
    uint32_t length = tree->node[node].ply;
    for (uint32_t n = view_next(table, node); n; n = view_next(table, n))
        length++;
    uint32_t *line = malloc((length + 1) * sizeof *line);
    *count = line ? length : 0;
    if (!line)
        return NULL;
    for (uint32_t n = node; n; n = tree->node[n].parent)
        line[tree->node[n].ply - 1] = n;
    uint32_t at = tree->node[node].ply;
    for (uint32_t n = view_next(table, node); n; n = view_next(table, n))
        line[at++] = n;
    return line;
}

static void view_line(Json *json, const Table *table, uint32_t node)
{
    const Tree *tree = table_tree(table);
    uint32_t count, *line = list_line(table, node, &count);
    json_key(json, "moves");
    json_open(json, '[');
    for (uint32_t i = 0; i < count; i++)
        view_move(json, table->game, tree_pos(tree, tree->node[line[i]].parent),
                  tree->node[line[i]].move);
    json_close(json, ']');
    json_key(json, "nodes");
    json_open(json, '[');
    for (uint32_t i = 0; i < count; i++)
        json_number(json, line[i]);
    json_close(json, ']');
    json_key(json, "movers"); /* the side that made each move */
    json_open(json, '[');
    for (uint32_t i = 0; i < count; i++)
        json_number(json, tree_pos(tree, tree->node[line[i]].parent)->turn);
    json_close(json, ']');
    free(line);
}

/* -- How it ended, and what counts beyond one game --------------------------------------------- */

/* Who is who for the viewer. At one screen the person who plays against a computer is "you". */
static Persons persons_of(const Table *table, const Viewer *viewer)
{
    Persons persons = {.you = -1};
    for (int side = 0; side < 2; side++) {
        int seat = table_seat_of(table, side);
        const Seat *here = &table->seat[seat], *other = &table->seat[!seat];
        bool alone = here->kind == SEAT_PERSON && seat_is_computer(other);
        persons.name[side] = here->name;
        persons.computer[side] = seat_is_computer(here);
        if (viewer->by == BY_HOST ? alone : viewer->by == seat)
            persons.you = side;
    }
    return persons;
}

static void view_ending(Json *json, const char *key, const Table *table, const Viewer *viewer,
                        uint32_t node, const Ending *ending)
{
    char text[512], head[256], why[512];
    Str s = str_over(text, sizeof text), h = str_over(head, sizeof head);
    Str w = str_over(why, sizeof why);
    const Game *game = table->game;
    Lang lang = viewer->lang;
    json_key(json, key);
    if (!ending_is_over(ending)) {
        json_null(json);
        return;
    }
    Persons persons = persons_of(table, viewer);
    ending_write(game, ending, lang, &s);
    ending_tell(game, tree_pos(table_tree(table), node), ending, &persons, lang, &h, &w);
    json_open(json, '{');
    json_add_text(json, "kind", end_name(ending->kind));
    json_add_text(json, "winner", winner_name(ending->winner));
    view_add_text(json, "reason", ending_reason(ending), lang);
    json_add_text(json, "text", text);
    json_add_text(json, "head", head);
    json_add_text(json, "why", why);
    json_close(json, '}');
}

static void view_agreed(Json *json, const Table *table, const Viewer *viewer)
{
    Outcome agreed = table->game->ops->agreed(table->game, table_pos(table));
    Ending ending = {END_AGREEMENT, agreed.winner, agreed.reason};
    view_ending(json, "agreed", table, viewer, table->head, &ending);
}

static void view_pair(Json *json, const char *key, int64_t first, int64_t second)
{
    if (key)
        json_key(json, key);
    json_open(json, '[');
    json_number(json, first);
    json_number(json, second);
    json_close(json, ']');
}

static void view_earlier(Json *json, const Table *table)
{
    json_key(json, "earlier");
    json_open(json, '[');
    for (int i = 0; i + 1 < table->round_count; i++) {
        const Round *round = &table->round[i];
        const Tree *tree = &round->tree;
        json_open(json, '{');
        json_key(json, "moves");
        json_open(json, '[');
        for (uint32_t ply = 1; ply <= tree->node[round->end_node].ply; ply++) {
            uint32_t n = tree_at_ply(tree, round->end_node, ply);
            view_move(json, table->game, tree_pos(tree, tree->node[n].parent), tree->node[n].move);
        }
        json_close(json, ']');
        json_add_text(json, "kind", end_name(round->ending.kind));
        json_add_text(json, "winner", winner_name(round->ending.winner));
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void view_series(Json *json, const Table *table, Lang lang)
{
    json_key(json, "series");
    if (!table->in_series) {
        json_null(json);
        return;
    }
    const Series *now = &table->series;
    Series standing = table_standing(table);
    Outcome outcome = series_outcome(&standing);
    json_open(json, '{');
    json_add_number(json, "set", series_set(now) + 1);
    json_add_number(json, "game", series_number(now) + 1);
    json_add_number(json, "games", now->rules->games);
    json_add_number(json, "starter", series_side(now, series_starter(now)));
    view_pair(json, "half", standing.half[0], standing.half[1]);
    json_key(json, "sets");
    json_open(json, '[');
    for (int set = 0; set < standing.rules->sets; set++)
        view_pair(json, NULL, series_set_half(&standing, set, 0),
                  series_set_half(&standing, set, 1));
    json_close(json, ']');
    json_add_bool(json, "over", series_is_over(&standing));
    json_add_text(json, "winner", winner_name(outcome.winner)); /* by seats: p1win is seat 0 */
    view_add_text(json, "reason", outcome.reason ? &outcome.reason->clause : NULL, lang);
    json_close(json, '}');
}

/* -- Who plays, and on what terms -------------------------------------------------------------- */

static void view_seats(Json *json, const Table *table)
{
    json_key(json, "seats");
    json_open(json, '[');
    for (int i = 0; i < 2; i++) {
        const Seat *seat = &table->seat[i];
        char text[SEAT_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        seat_write(seat, &s);
        json_open(json, '{');
        json_add_text(json, "kind", seat_kind_name(seat->kind));
        json_add_text(json, "name", seat->name);
        json_add_number(json, "level", seat->level);
        json_add_number(json, "time", seat->time_ms);
        json_add_bool(json, "perfect", seat->perfect);
        json_add_text(json, "text", text);
        json_add_bool(json, "here", table->away[i] < 0);
        json_add_number(json, "vacation", table->vacation[i].until);
        json_add_number(json, "side", table_side_of(table, i));
        json_key(json, "offers");
        json_open(json, '[');
        for (int k = 0; k < OFFER_COUNT; k++)
            if (table->offers[i] >> k & 1)
                json_text(json, offer_name((OfferKind)k));
        json_close(json, ']');
        json_key(json, "reaction");
        if (table->reaction[i])
            json_number(json, table->reaction[i] - 1);
        else
            json_null(json);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void view_clock(Json *json, const Table *table, int64_t now)
{
    const Clock *clock = &table->clock;
    char control[CONTROL_TEXT_MAX];
    Str s = str_over(control, sizeof control);
    control_write(&clock->control, &s);
    bool runs = table->state == TABLE_RUNNING && clock->since >= 0;
    json_key(json, "clock");
    json_open(json, '{');
    json_add_text(json, "control", control);
    json_add_bool(json, "limited", clock_is_limited(clock));
    view_pair(json, "left", clock_left(clock, 0, now), clock_left(clock, 1, now)); /* by sides */
    json_add_number(json, "running", runs ? clock->side : -1);
    int64_t due = table_due(table);
    json_key(json, "due"); /* from now on */
    if (due == INT64_MAX)
        json_null(json);
    else
        json_number(json, due > now ? due - now : 0);
    json_close(json, '}');
}

static void view_terms(Json *json, const Table *table)
{
    const TableSetup *setup = &table->setup;
    char seed[24], text[VARIANT_TEXT_MAX + POSITION_TEXT_MAX + 128];
    Str number = str_over(seed, sizeof seed), s = str_over(text, sizeof text);
    str_number(&number, setup->seed);
    setup_write(setup, &s);
    json_add_text(json, "variant", table->game->id);
    json_add_text(json, "seed", seed); /* as text: a double holds 53 bits */
    json_add_text(json, "setup", text);
    json_add_text(json, "takeback", takeback_name(setup->takeback));
    json_add_bool(json, "match", setup->match);
    json_add_bool(json, "help", setup->help);
    json_add_bool(json, "rated", setup->rated);
}

/* -- Secrets ---------------------------------------------------------------------------------- */

static bool may_see(const Viewer *viewer, int seat)
{
    return viewer->by == BY_HOST || viewer->by == seat;
}

static void view_pick(Json *json, const Table *table, const Viewer *viewer, const Prelim *pick)
{
    json_key(json, "pick"); /* what is asked for */
    json_open(json, '{');
    view_add_text(json, "ask", &pick->ask, viewer->lang);
    json_add_text(json, "option", pick->option);
    json_add_number(json, "seat", table_picker(table));
    json_key(json, "choices");
    json_open(json, '[');
    for (int c = 0; c < PICK_CHOICES && pick->choices[c]; c++)
        json_text(json, pick->choices[c]);
    json_close(json, ']');
    json_close(json, '}');
}

/* What a seat picked, if the viewer may know: once both are in everybody may, one's own at once. */
static int pick_of(const Table *table, const Viewer *viewer, int seat)
{
    int choice = picks_shown(&table->picks, seat);
    if (choice == PICK_NONE && may_see(viewer, seat) && picks_has(&table->picks, seat))
        choice = table->picks.held[seat] - 1;
    return choice;
}

static void view_picks(Json *json, const Table *table, const Viewer *viewer)
{
    /* A settled pick is part of the variant; the text that was asked for has it open. */
    const Prelim *pick = table_find_pick(table->game, table->setup_asked.variant);
    json_key(json, "picked");
    json_open(json, '[');
    for (int seat = 0; seat < 2; seat++)
        json_bool(json, picks_has(&table->picks, seat));
    json_close(json, ']');
    json_key(json, "picks");
    json_open(json, '[');
    for (int seat = 0; seat < 2; seat++) {
        int choice = pick ? pick_of(table, viewer, seat) : PICK_NONE;
        if (choice == PICK_NONE)
            json_null(json);
        else
            json_text(json, pick->choices[choice]);
    }
    json_close(json, ']');
    int settled = picks_result(&table->picks);
    json_key(json, "settled");
    if (pick && settled != PICK_NONE)
        json_text(json, pick->choices[settled]);
    else
        json_null(json);
    if (table->pick)
        view_pick(json, table, viewer, table->pick);
}

static void view_plans(Json *json, const Table *table, const Viewer *viewer)
{
    json_key(json, "plans"); /* by seat; null where one may not look */
    json_open(json, '[');
    for (int seat = 0; seat < 2; seat++) {
        if (!may_see(viewer, seat)) {
            json_null(json);
            continue;
        }
        Pos at = *table_pos(table), next;
        json_open(json, '[');
        for (int i = 0; i < table->plan_count[seat]; i++) {
            view_move(json, table->game, &at, table->plan[seat][i]);
            table->game->apply(table->game, &at, table->plan[seat][i], &next);
            at = next;
        }
        json_close(json, ']');
    }
    json_close(json, ']');
}

/* -- Handicaps -------------------------------------------------------------------------------- */

static const Text *make_odds(const Game *game, const Pos *usual, int weaker, int step, Pos *start,
                             int *number)
{
    *start = *usual;
    return game->ops->odds ? game->ops->odds(game, weaker, step, start, number) : NULL;
}

void view_odds(Json *json, const Table *table, Lang lang)
{
    const Game *game = table->game;
    const Pos *usual = tree_pos(table_tree(table), 0);
    const Text *words;
    Pos start;
    int number;
    json_open(json, '[');
    for (int step = 1; (words = make_odds(game, usual, 0, step, &start, &number)); step++) {
        char count[8], text[128];
        Str c = str_over(count, sizeof count), t = str_over(text, sizeof text);
        str_number(&c, (uint64_t)number);
        const char *const args[] = {count};
        str_fill(&t, words->in[lang], args);
        json_open(json, '{');
        json_add_text(json, "text", text);
        json_key(json, "start");
        json_open(json, '[');
        for (int weaker = 0; weaker < 2; weaker++) {
            char at[POSITION_TEXT_MAX];
            Str s = str_over(at, sizeof at);
            make_odds(game, usual, weaker, step, &start, &number);
            game->ops->write_pos(game, &start, &s);
            json_text(json, at);
        }
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* -- The whole -------------------------------------------------------------------------------- */

void view_table(Json *json, const Table *table, const Viewer *viewer, uint32_t node)
{
    const Tree *tree = table_tree(table);
    Lang lang = viewer->lang;
    Ending here = tree_ending(tree, node);
    json_open(json, '{');
    json_add_text(json, "state", table_state_name(table->state));
    json_add_bool(json, "over", table_is_over(table));
    json_add_bool(json, "paused", table->paused);
    view_terms(json, table);
    json_add_number(json, "node", node);
    json_add_number(json, "head", table->head);
    json_add_number(json, "ply", tree->node[node].ply);
    json_add_number(json, "headPly", tree->node[table->head].ply);
    json_add_number(json, "toMove", table->state == TABLE_RUNNING ? table_turn_seat(table) : -1);
    view_text(json, "start", table->game, tree_pos(tree, 0));
    view_position(json, table, node, lang);
    view_line(json, table, node);
    view_ending(json, "ending", table, viewer, table->head, table_ending(table));
    view_ending(json, "here", table, viewer, node, &here); /* by the rules, at this node */
    view_agreed(json, table, viewer);
    view_seats(json, table);
    view_clock(json, table, viewer->now);
    view_series(json, table, lang);
    view_earlier(json, table);
    json_add_bool(json, "next", table_has_next(table));
    json_add_bool(json, "rematch", table->rematch);
    view_picks(json, table, viewer);
    view_plans(json, table, viewer);
    json_close(json, '}');
}
