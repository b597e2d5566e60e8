/* SPDX-License-Identifier: MIT */
/* What may be chosen next, as JSON; see view.h. */
#include "play/view_part.h"

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

static void view_asked(Json *json, const Click *click, Lang lang)
{
    char prompt[256];
    Str s = str_over(prompt, sizeof prompt);
    uint32_t roles = click->narrow.roles;
    json_key(json, "roles");
    json_open(json, '[');
    for (uint8_t r = 0; r < ROLE_COUNT; r++)
        if (roles >> r & 1)
            json_text(json, view_role_name(r));
    json_close(json, ']');
    roles_write(click->game, roles, lang, &s);
    json_add_text(json, "prompt", prompt);
    json_add_bool(json, "finish", click_can_finish(click));
    view_add_text(json, "decline", roles_decline(roles), lang);
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

void view_click(Json *json, const Click *click, Lang lang, Move *scratch)
{
    json_open(json, '{');
    view_choices(json, click);
    view_preview(json, click);
    json_key(json, "next");
    view_set(json, &click->narrow.next);
    view_asked(json, click, lang);
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
    json_close(json, '}');
}
