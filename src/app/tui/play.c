/* SPDX-License-Identifier: MIT */
/* A table at one screen: opening it, what stands, what is shown; see play.h. What happens to it is
 * in play_do.c. */
#include "app/tui/play.h"

#include "app/tui/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void play_say(Play *play, PlayTone tone, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(play->message, sizeof play->message, format, args);
    va_end(args);
    play->tone = tone;
}

void play_hush(Play *play)
{
    play->message[0] = '\0';
    play->tone = TONE_NONE;
}

/* -- Opening and closing ---------------------------------------------------------------------- */

/* The point in the middle of the picture, where a cursor starts. */
static Point middle_point(const Shape *shape)
{
    int best = INT32_MAX;
    Point found = 0;
    for (int p = 0; p < shape->point_count; p++) {
        int dx = abs(2 * shape->point[p].x - shape->width),
            dy = abs(2 * shape->point[p].y - shape->height);
        if (dx + dy < best) {
            best = dx + dy;
            found = (Point)p;
        }
    }
    return found;
}

/* A settled pick makes it another game. */
static void enter_game(Play *play, const Game *game)
{
    free(play->second);
    play->second = malloc(game->moves_max * sizeof *play->second);
    play->cursor = middle_point(&game->shape);
}

void play_show(Play *play, uint32_t node)
{
    const Game *game = play->table.game;
    if (game != play->click.game)
        enter_game(play, game);
    play->shown = node;
    if (tree_ending(play_tree(play), node).kind == END_RULES)
        play->click = (Click){.game = game, .pos = *play_pos(play)};
    else
        click_begin(&play->click, game, play_pos(play), play->table.scratch);
    play->hint = 0;
    play->thought = (Thought){0};
}

static const Seat usual_computer = {.kind = SEAT_COMPUTER, .level = PLAY_LEVEL_USUAL};

void play_adopt(Play *play, const Table *table, uint32_t shown, Lang lang, int64_t now)
{
    *play = (Play){.table = *table,
                   .shown = table->head,
                   .lang = lang,
                   .now = now,
                   .computer = usual_computer};
    play_show(play, table->head);
    for (int i = 0; i < 2; i++)
        if (seat_is_computer(&table->seat[i]))
            play->computer = table->seat[i];
    uint32_t ply = table_tree(table)->node[shown].ply, last = play_ply(play);
    if (play_is_over(play)) {
        play_show(play, shown);
    } else if (ply < last) { /* an unfinished game stands where it was left */
        if (play_act(play, BY_SEAT0, "back %u", last - ply))
            play_hold(play);
    }
}

static bool sit_down(Play *play, const PlaySetup *setup)
{
    for (int seat = 0; seat < 2; seat++) {
        char text[SEAT_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        seat_write(&setup->seat[seat], &s);
        if (!play_act(play, BY_HOST, "seat %d %s", seat, text))
            return false;
    }
    return true;
}

bool play_open(Play *play, Variants *variants, const PlaySetup *setup, int64_t now, char *why)
{
    Table table;
    TableSetup wanted = setup->table;
    const Game *game = variants_open(variants, wanted.variant, setup->lang, why);
    if (!game)
        return false;
    wanted.pick = wanted.pick && !wanted.position[0] && table_find_pick(game, wanted.variant);
    if (!table_open(&table, variants, &wanted, now, setup->lang, why))
        return false;
    play_adopt(play, &table, table.head, setup->lang, now);
    play->computer = setup->computer;
    if (sit_down(play, setup)) {
        play->changes = 0;
        return true;
    }
    refuse(why, "%s", play->message);
    play_close(play);
    return false;
}

void play_close(Play *play)
{
    table_close(&play->table);
    free(play->second);
    *play = (Play){0};
}

/* -- What stands ------------------------------------------------------------------------------ */

uint32_t play_ply(const Play *play)
{
    return play_tree(play)->node[play->shown].ply;
}

uint32_t play_length(const Play *play)
{
    const Tree *tree = play_tree(play);
    return tree->node[tree_line_end(tree, play->shown)].ply;
}

uint32_t play_node(const Play *play, uint32_t ply)
{
    const Tree *tree = play_tree(play);
    return tree_at_ply(tree, tree_line_end(tree, play->shown), ply);
}

bool play_is_computer(const Play *play, int side)
{
    return seat_is_computer(&play->table.seat[table_seat_of(&play->table, side)]);
}

bool play_waits_for_computer(const Play *play)
{
    const Table *table = &play->table;
    return table->state == TABLE_RUNNING && !table->paused &&
           seat_is_computer(&table->seat[table_turn_seat(table)]);
}

/* Over the network: it is one's own turn, and nothing is on its way to the server. */
static bool is_open_far(const Play *play)
{
    const Far *far = &play->far;
    return far->standing.state == TABLE_RUNNING && !far->standing.paused && !far->saving &&
           !play_is_looking(play) && far_seat(far, play_pos(play)->turn) == far->seat;
}

bool play_is_open(const Play *play)
{
    const Task *task = &play->task;
    if (task->kind && (task->done || task->reply))
        return false;
    if (play->far.on && !play_is_over(play))
        return is_open_far(play);
    if (play->table.state == TABLE_RUNNING)
        return !play_waits_for_computer(play);
    return play_is_over(play) && (play_is_looking(play) || play->analysing) &&
           tree_ending(play_tree(play), play->shown).kind != END_RULES;
}

int play_asked(const Play *play)
{
    const Table *table = &play->table;
    for (int seat = 0; seat < 2; seat++)
        if (table->offers[!seat] >> OFFER_END & 1 && seat_is_computer(&table->seat[seat]))
            return seat;
    return -1;
}

bool play_can_finish(const Play *play)
{
    return play_is_open(play) && click_can_finish(&play->click);
}

/* What a side had left when the position that is shown stood. */
static int64_t clock_then(const Play *play, int side)
{
    const Tree *tree = play_tree(play);
    for (uint32_t n = play->shown; n; n = tree->node[n].parent)
        if (tree_pos(tree, tree->node[n].parent)->turn == side &&
            tree->node[n].clock_ms != TREE_NO_CLOCK)
            return tree->node[n].clock_ms;
    return control_base(&play->table.clock.control, side);
}

int64_t play_clock(const Play *play, int side)
{
    if (far_is_timed(&play->far))
        return far_clock(&play->far, side, play->now);
    return play_is_looking(play) ? clock_then(play, side)
                                 : clock_left(&play->table.clock, side, play->now);
}

bool play_is_timed(const Play *play)
{
    return far_is_timed(&play->far) || clock_is_limited(&play->table.clock);
}

bool play_may_help(const Play *play)
{
    return !play->far.on || play->far.help || play_is_over(play);
}

bool play_is_picking(const Play *play)
{
    if (play->far.on)
        return far_asks(&play->far);
    return play->table.state == TABLE_SETTLING;
}

/* -- What is known ---------------------------------------------------------------------------- */

/* What has stood on the way to what is shown counts: a move that repeats into a draw is one. */
static Judge judge_of(const Play *play, const TreePlace *place)
{
    return (Judge){play->table.game, play->oracle, tree_past(place), play->second};
}

static bool is_known(const Play *play)
{
    bool goes_on = play->table.state == TABLE_RUNNING || play_is_looking(play);
    return goes_on && play_may_help(play) && play->knows && play->oracle.ask && play->second &&
           !play->task.kind;
}

bool play_known_here(const Play *play, Known *out)
{
    TreePlace place = {play_tree(play), play->shown};
    Judge judge = judge_of(play, &place);
    return is_known(play) && perfect_here(&judge, play_pos(play), play->table.scratch, out);
}

bool play_known(const Play *play, Point point, Known *out)
{
    const Click *click = &play->click;
    Point points[PATH_MAX];
    if (!is_known(play) || click->count >= PATH_MAX)
        return false;
    memcpy(points, click->point, sizeof points);
    points[click->count] = point;
    Narrow narrow = path_narrow(play->table.game, play_pos(play), points, click->count + 1,
                                play->table.scratch);
    TreePlace place = {play_tree(play), play->shown};
    Judge judge = judge_of(play, &place);
    return perfect_of(&judge, play_pos(play), play->table.scratch, (int)narrow.matches, out);
}
