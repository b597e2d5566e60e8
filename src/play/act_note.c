/* SPDX-License-Identifier: MIT */
/* Annotations: variations, comments, marks, evaluations, clocks. The moves that were played are not
 * touched: nobody promotes another line over them or deletes them. See act.h. */
#include "play/act.h"

#include <string.h>

/* The node that the arguments begin with, and the right to write at it. */
static Refused read_node(Act *act, uint32_t *out)
{
    static const Text not_now = {{"notes are written after the game", "注釈は対局後に書けます"}};
    static const Text none = {{"there is no such move", "その手はありません"}};
    const Tree *tree = table_tree(act->table);
    uint64_t node;
    if (!act_number(act, TREE_NODES_MAX, &node))
        return act_bad(act);
    if (!act_may_annotate(act))
        return act_refuse(act, REFUSED_NOT_YOURS, &not_now);
    if (node >= tree->count || tree->node[node].gone)
        return act_refuse(act, REFUSED_NOT_NOW, &none);
    *out = (uint32_t)node;
    return REFUSED_NOT;
}

/* Is the node one of the moves that were played? */
static bool is_played(const Table *table, uint32_t node)
{
    const Tree *tree = table_tree(table);
    return tree->node[node].ply <= tree->node[table->head].ply &&
           tree_at_ply(tree, table->head, tree->node[node].ply) == node;
}

Refused act_line(Act *act)
{
    static const Text at_end = {
        {"the game itself goes on here by moves; a variation stands beside a move that was played",
         "ここから先は対局の手です。変化手順は、指された手の代わりとして書きます"}};
    Table *table = act->table;
    Tree *tree = table_tree(table);
    uint32_t node = 0, added;
    Move move;
    Refused refused = read_node(act, &node);
    if (refused)
        return refused;
    if (is_played(table, node) && !tree->node[node].child)
        return act_refuse(act, REFUSED_NOT_NOW, &at_end);
    if (!table->game->ops->read_move(table->game, tree_pos(tree, node), act->args, act->caller.lang,
                                     &move, act->why))
        return REFUSED_NOT_LEGAL;
    if (act->dry)
        return REFUSED_NOT;
    TreeError error = tree_add(tree, node, move, &added);
    if (error)
        return act_refuse(act, error == TREE_TOO_LONG ? REFUSED_TOO_LONG : REFUSED_NO_MEMORY,
                          tree_error(error));
    return REFUSED_NOT;
}

Refused act_comment(Act *act)
{
    static const Text too_much = {
        {"the comment is too long, or it has a brace", "注釈が長すぎるか、波括弧を含んでいます"}};
    uint32_t node = 0;
    Refused refused = read_node(act, &node);
    if (refused)
        return refused;
    if (strchr(act->args, '}') || strchr(act->args, '{') || strncmp(act->args, "[%", 2) == 0)
        return act_refuse(act, REFUSED_BAD_ACT, &too_much);
    if (act->dry)
        return REFUSED_NOT;
    return tree_set_comment(table_tree(act->table), node, act->args)
               ? REFUSED_NOT
               : act_refuse(act, REFUSED_TOO_LONG, &too_much);
}

Refused act_mark(Act *act)
{
    uint32_t node = 0;
    Refused refused = read_node(act, &node);
    for (int m = 0; !refused && m < MOVE_MARK_COUNT; m++) {
        if (strcmp(act->args, move_mark_text((MoveMark)m)) != 0)
            continue;
        if (!act->dry)
            table_tree(act->table)->node[node].mark = (uint8_t)m;
        return REFUSED_NOT;
    }
    return refused ? refused : act_bad(act);
}

Refused act_eval(Act *act)
{
    enum { EVAL_MAX = 100000000 };
    uint32_t node = 0;
    uint64_t n;
    Refused refused = read_node(act, &node);
    if (refused)
        return refused;
    bool minus = *act->args == '-';
    act->args += minus;
    if (!act_number(act, EVAL_MAX, &n) || !act_is_bare(act))
        return act_bad(act);
    if (!act->dry)
        table_tree(act->table)->node[node].eval = minus ? -(int32_t)n : (int32_t)n;
    return REFUSED_NOT;
}

Refused act_time(Act *act)
{
    uint32_t node = 0;
    uint64_t ms;
    Refused refused = read_node(act, &node);
    if (refused)
        return refused;
    if (!act_number(act, INT32_MAX, &ms) || !act_is_bare(act))
        return act_bad(act);
    if (act->dry)
        return REFUSED_NOT;
    table_tree(act->table)->node[node].clock_ms = (int32_t)ms;
    if (is_played(act->table, node))
        table_restore_clock(act->table, act->caller.now);
    return REFUSED_NOT;
}

/* A node that may be moved about: not the start, and not one of the moves that were played. */
static Refused read_free_node(Act *act, uint32_t *out)
{
    static const Text played = {
        {"the moves that were played stay as they are", "指された手は変えられません"}};
    Refused refused = read_node(act, out);
    if (refused)
        return refused;
    if (!act_is_bare(act))
        return act_bad(act);
    return !*out || is_played(act->table, *out) ? act_refuse(act, REFUSED_NOT_NOW, &played)
                                                : REFUSED_NOT;
}

Refused act_promote(Act *act)
{
    Tree *tree = table_tree(act->table);
    uint32_t node = 0;
    Refused refused = read_free_node(act, &node);
    if (refused || act->dry)
        return refused;
    tree_promote(tree, node);
    /* The move that was played stays the first one. */
    uint32_t parent = tree->node[node].parent, ply = tree->node[node].ply;
    if (is_played(act->table, parent) && ply <= tree->node[act->table->head].ply)
        tree_promote(tree, tree_at_ply(tree, act->table->head, ply));
    return REFUSED_NOT;
}

Refused act_delete(Act *act)
{
    uint32_t node = 0;
    Refused refused = read_free_node(act, &node);
    if (refused || act->dry)
        return refused;
    tree_delete(table_tree(act->table), node);
    return REFUSED_NOT;
}
