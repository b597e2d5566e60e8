/* SPDX-License-Identifier: MIT */
/* The tree of a game as JSON: a list of nodes, for analysis. See view.h. */
#include "play/view_part.h"

static void view_node(Json *json, const Tree *tree, uint32_t id)
{
    const TreeNode *node = &tree->node[id];
    json_open(json, '{');
    json_add_number(json, "id", id);
    json_add_number(json, "parent", id ? (int64_t)node->parent : -1);
    json_key(json, "move");
    view_move(json, tree->game, tree_pos(tree, node->parent), node->move);
    json_add_number(json, "ply", node->ply);
    json_add_number(json, "turn", node->pos.turn);
    if (node->comment)
        json_add_text(json, "comment", tree_comment(tree, id));
    if (node->eval != TREE_NO_EVAL)
        json_add_number(json, "eval", node->eval);
    if (node->clock_ms != TREE_NO_CLOCK)
        json_add_number(json, "clock", node->clock_ms);
    if (node->mark)
        json_add_text(json, "mark", move_mark_text((MoveMark)node->mark));
    json_key(json, "children"); /* the first one goes on, the others are variations */
    json_open(json, '[');
    for (uint32_t n = node->child; n; n = tree->node[n].next)
        json_number(json, n);
    json_close(json, ']');
    json_close(json, '}');
}

void view_tree(Json *json, const Table *table)
{
    const Tree *tree = table_tree(table);
    json_open(json, '{');
    json_add_number(json, "head", table->head);
    json_key(json, "nodes"); /* every line before the variations beside it */
    json_open(json, '[');
    uint32_t id = 0;
    for (bool more = true; more && !json->out->full;) {
        view_node(json, tree, id);
        if (tree->node[id].child) {
            id = tree->node[id].child;
            continue;
        }
        while (id && !tree->node[id].next)
            id = tree->node[id].parent;
        more = id != 0;
        id = tree->node[id].next;
    }
    json_close(json, ']');
    json_close(json, '}');
}
