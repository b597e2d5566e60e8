/* SPDX-License-Identifier: MIT */
/* What may be chosen next, as JSON; see view.h. */
#include "play/view_part.h"

#include <stdlib.h>
#include <string.h>

enum { WAYS_MAX = 16 }; /* moves that are spelled out with their paths */

static void view_choices(Json *json, const Click *click)
{
    json_key(json, "clicks");
    json_open(json, '[');
    for (int i = 0; i < click->count; i++)
        json_number(json, click->point[i]);
    json_close(json, ']');
    json_key(json, "meant");
    json_open(json, '[');
    for (int i = 0; i < click->count; i++)
        json_text(json, view_role_name(click->role[i]));
    json_close(json, ']');
}

static void view_preview(Json *json, const Click *click)
{
    uint8_t board[POINTS_MAX];
    PointSet ghosts;
    click_preview(click, board, &ghosts);
    json_key(json, "board");
    view_board(json, click->game, board);
    json_key(json, "ghosts");
    view_set(json, &ghosts);
}

static void view_asked(Json *json, const Click *click, Lang lang, Move *scratch)
{
    char prompt[256], made[256];
    Str s = str_over(prompt, sizeof prompt), m = str_over(made, sizeof made);
    uint32_t roles = click->narrow.roles;
    json_key(json, "roles");
    json_open(json, '[');
    for (uint8_t r = 0; r < ROLE_COUNT; r++)
        if (roles >> r & 1)
            json_text(json, view_role_name(r));
    json_close(json, ']');
    click_ask(click, lang, &s);
    click_made(click, lang, scratch, &m);
    json_add_text(json, "prompt", prompt);
    json_add_text(json, "made", made);
    json_add_bool(json, "finish", click_can_finish(click));
    view_add_text(json, "decline", roles_decline(roles), lang);
    view_add_text(json, "accept", click_accept_words(click), lang);
}

static void view_way(Json *json, const Click *click, Move move)
{
    Step path[PATH_MAX];
    int n = click->game->ops->path(click->game, &click->pos, move, path);
    json_open(json, '{');
    json_key(json, "move");
    view_move(json, click->game, &click->pos, move);
    json_key(json, "path");
    json_open(json, '[');
    for (int i = 0; i < n; i++)
        json_number(json, path[i].point);
    json_close(json, ']');
    json_close(json, '}');
}

/* -- What is known --------------------------------------------------------------------------------
 * Value (-1, 0, 1) and plies until the end (-1: none), both for the side to move; how many of how
 * many replies lose. */

static void view_known(Json *json, const Known *known, uint32_t losing, uint32_t replies)
{
    json_open(json, '[');
    json_number(json, known->value);
    json_number(json, known->plies);
    json_number(json, losing);
    json_number(json, replies);
    json_close(json, ']');
}

/* What each of the next points can still lead to; null where that is not known. */
static void view_values(Json *json, const Click *click, const Judge *judge, Move *scratch)
{
    Point more[PATH_MAX];
    memcpy(more, click->point, (size_t)click->count * sizeof *more);
    json_key(json, "values");
    json_open(json, '[');
    for (int p = 0; p < POINTS_MAX && click->count < PATH_MAX; p++) {
        Known known;
        if (!set_has(&click->narrow.next, (Point)p))
            continue;
        more[click->count] = (Point)p;
        Narrow narrow = path_narrow(click->game, &click->pos, more, click->count + 1, scratch);
        if (perfect_of(judge, &click->pos, scratch, (int)narrow.matches, &known))
            view_known(json, &known, 0, 0);
        else
            json_null(json);
    }
    json_close(json, ']');
}

/* The next points with which every move draws by repetition. Only when a piece has been chosen:
 * before that a man has other ways, and moves without one bring new positions. */
static void view_repeats(Json *json, const Click *click, const Judge *judge, Move *scratch)
{
    const Game *game = click->game;
    Point more[PATH_MAX];
    memcpy(more, click->point, (size_t)click->count * sizeof *more);
    json_key(json, "repeats");
    json_open(json, '[');
    bool ask = judge && judge->past.seen && game->repeats && click->count;
    for (int p = 0; ask && p < game->shape.point_count && click->count < PATH_MAX; p++) {
        if (!set_has(&click->narrow.next, (Point)p))
            continue;
        more[click->count] = (Point)p;
        uint32_t n = path_narrow(game, &click->pos, more, click->count + 1, scratch).matches;
        bool all = n > 0;
        for (uint32_t i = 0; all && i < n; i++) {
            Pos next;
            game->apply(game, &click->pos, scratch[i], &next);
            all = past_draws(&judge->past, game, &next);
        }
        if (all)
            json_number(json, p);
    }
    json_close(json, ']');
}

/* In the order of the moves; nothing if that is not known of one. */
static void view_worths(Json *json, const Game *game, const Pos *pos, const Judge *judge,
                        Move *scratch)
{
    PerfectMove *list = malloc(game->moves_max * sizeof *list);
    int count = list ? perfect_judge(judge, pos, scratch, list) : -1;
    if (count > 0) {
        json_key(json, "values");
        json_open(json, '[');
        for (int i = 0; i < count; i++)
            view_known(json, &list[i].known, list[i].losing, list[i].replies);
        json_close(json, ']');
    }
    free(list);
}

/* Of each move; nothing before a position has come twice. */
static void view_again(Json *json, const Pos *pos, const Judge *judge, const Move *moves, int count)
{
    bool any = false;
    for (int i = 0; i < count && !any; i++)
        any = perfect_again(judge, pos, moves[i]) != AGAIN_NEVER;
    if (!any)
        return;
    json_key(json, "again");
    json_open(json, '[');
    for (int i = 0; i < count; i++)
        json_number(json, perfect_again(judge, pos, moves[i]));
    json_close(json, ']');
}

void view_moves(Json *json, const Game *game, const Pos *pos, const Judge *judge, Move *scratch)
{
    int n = pos ? game->moves(game, pos, scratch) : 0;
    json_key(json, "moves");
    json_open(json, '[');
    for (int i = 0; i < n && !json->out->full; i++)
        view_move(json, game, pos, scratch[i]);
    json_close(json, ']');
    if (pos && judge && judge->past.seen && game->repeats)
        view_again(json, pos, judge, scratch, n);
    if (pos && judge && judge->oracle.ask)
        view_worths(json, game, pos, judge, scratch);
}

void view_click(Json *json, const Click *click, Lang lang, const Judge *judge, Move *scratch)
{
    json_open(json, '{');
    view_choices(json, click);
    view_preview(json, click);
    json_key(json, "next");
    view_set(json, &click->narrow.next);
    view_asked(json, click, lang, scratch);
    view_repeats(json, click, judge, scratch);
    json_add_number(json, "matches", click->narrow.matches);
    json_key(json, "complete");
    view_move(json, click->game, &click->pos, click->narrow.complete);
    json_key(json, "ways");
    json_open(json, '[');
    if (click->narrow.matches <= WAYS_MAX) {
        Narrow n = path_narrow(click->game, &click->pos, click->point, click->count, scratch);
        for (uint32_t i = 0; i < n.matches; i++)
            view_way(json, click, scratch[i]);
    }
    json_close(json, ']');
    if (judge && judge->oracle.ask)
        view_values(json, click, judge, scratch);
    json_close(json, '}');
}
