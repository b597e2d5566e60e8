/* SPDX-License-Identifier: MIT */
/* A place in a game as JSON, see show_json.h. */
#include "app/cli/show_json.h"

#include "app/reply.h"

static cJSON *points_json(const Game *game, const PointSet *points)
{
    cJSON *list = cJSON_CreateArray();
    for (int p = 0; p < game->shape.point_count; p++)
        if (set_has(points, (Point)p))
            cJSON_AddItemToArray(list, cJSON_CreateString(game->shape.point[p].name));
    return list;
}

/* The pieces by their points. */
static void add_board(cJSON *json, const Game *game, const Pos *pos, Lang lang)
{
    uint8_t board[POINTS_MAX];
    cJSON *out = cJSON_AddObjectToObject(json, "board");
    game->ops->board(game, pos, board);
    for (int p = 0; p < game->shape.point_count; p++)
        if (board[p])
            cJSON_AddStringToObject(out, game->shape.point[p].name,
                                    game->pieces[board[p]].name.in[lang]);
}

static void add_counters(cJSON *json, const Game *game, const Pos *pos, Lang lang)
{
    Counter list[COUNTERS_MAX];
    int count = game->ops->counters(game, pos, list);
    cJSON *out = cJSON_AddArrayToObject(json, "counters");
    for (int i = 0; i < count; i++) {
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "player", game->player[list[i].player].in[lang]);
        cJSON_AddStringToObject(one, "id", list[i].id);
        cJSON_AddStringToObject(one, "name", list[i].name.in[lang]);
        cJSON_AddNumberToObject(one, "value", list[i].value);
        cJSON_AddItemToArray(out, one);
    }
}

static void add_marks(cJSON *json, const Game *game, const Pos *pos, Lang lang)
{
    Mark list[MARKS_MAX];
    int count = game->ops->marks(game, pos, POINT_NONE, list);
    cJSON *out = cJSON_AddArrayToObject(json, "marks");
    for (int i = 0; i < count; i++) {
        const char *label = list[i].label.in[lang];
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "kind", mark_name(list[i].kind)->in[LANG_EN]);
        cJSON_AddStringToObject(one, "label", label ? label : "");
        cJSON_AddItemToObject(one, "points", points_json(game, &list[i].points));
        cJSON_AddItemToArray(out, one);
    }
}

void show_add_move(cJSON *json, const Game *game, const Pos *before, Move move, Lang lang)
{
    char text[MOVE_TEXT_MAX], words[2048];
    Str m = str_over(text, sizeof text), w = str_over(words, sizeof words);
    Event events[EVENTS_MAX];
    game->ops->write_move(game, before, move, &m);
    events_write(game, events, game->ops->events(game, before, move, events), lang, &w);
    cJSON_AddStringToObject(json, "move", text);
    cJSON_AddStringToObject(json, "says", words);
}

bool show_print_json(const TreePlace *at, Lang lang)
{
    const Tree *tree = at->tree;
    const Game *game = tree->game;
    const Pos *pos = tree_place_pos(at);
    const TreeNode *node = &tree->node[at->node];
    cJSON *json = reply_begin(game, pos, lang);
    add_board(json, game, pos, lang);
    add_counters(json, game, pos, lang);
    add_marks(json, game, pos, lang);
    if (at->node)
        show_add_move(cJSON_AddObjectToObject(json, "last_move"), game,
                      tree_pos(tree, node->parent), node->move, lang);
    else
        cJSON_AddNullToObject(json, "last_move");
    Ending ending = tree_ending(tree, at->node);
    reply_ending(json, "ending", game, &ending, lang);
    return reply_print(json, false);
}
