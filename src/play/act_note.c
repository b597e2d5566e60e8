/* SPDX-License-Identifier: MIT */
/* Annotations: variations, comments, marks, evaluations, clocks. The moves that were played are not
 * touched: nobody promotes another line over them or deletes them. See act.h. */
#include "play/act.h"

#include <stdlib.h>
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
    if (table->state == TABLE_RUNNING && is_played(table, node) && !tree->node[node].child)
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
    static const Text unfit = {
        {"a comment has at most 2047 bytes, no } and no space at its ends, and does not begin like "
         "a clock or an evaluation",
         "注釈は2047バイトまでで、「}」や前後の空白は使えず、時計や評価の形では始められません"}};
    _Static_assert(TREE_TEXT_MAX == 2048, "the text above names it");
    uint32_t node = 0;
    Refused refused = read_node(act, &node);
    if (refused)
        return refused;
    if (!tree_comment_is_good(act->args))
        return act_refuse(act, REFUSED_BAD_ACT, &unfit);
    if (act->dry)
        return REFUSED_NOT;
    return tree_set_comment(table_tree(act->table), node, act->args)
               ? REFUSED_NOT
               : act_refuse(act, REFUSED_NO_MEMORY, tree_error(TREE_NO_MEMORY));
}

Refused act_mark(Act *act)
{
    uint32_t node = 0;
    Refused refused = read_node(act, &node);
    for (int m = 0; !refused && node && m < MOVE_MARK_COUNT; m++) {
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
    uint32_t node = 0;
    uint64_t n;
    Refused refused = read_node(act, &node);
    if (refused)
        return refused;
    bool minus = *act->args == '-';
    act->args += minus;
    if (!act_number(act, INT32_MAX, &n) || !act_is_bare(act))
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
    bool none = strcmp(act->args, "none") == 0;
    if (!none && (!act_number(act, INT32_MAX, &ms) || !act_is_bare(act)))
        return act_bad(act);
    if (act->dry)
        return REFUSED_NOT;
    table_tree(act->table)->node[node].clock_ms = none ? TREE_NO_CLOCK : (int32_t)ms;
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

/* -- Tags of records -------------------------------------------------------------------------- */

/* The line of this name in a list of lines Name=value, and its length; the end if there is none. */
static const char *find_tag(const char *tags, const char *name, size_t length, size_t *line)
{
    for (; *tags; tags += *line) {
        *line = strcspn(tags, "\n") + 1;
        if (strncmp(tags, name, length) == 0 && tags[length] == '=')
            return tags;
    }
    *line = 0;
    return tags;
}

static bool is_tag(const char *text)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    size_t length = strspn(text, letters);
    return length && length < TAG_NAME_MAX && text[length] == '=' &&
           strlen(text + length + 1) < TAG_VALUE_MAX;
}

static bool is_named(const char *text, const char *name)
{
    size_t length = strlen(name);
    return strncmp(text, name, length) == 0 && text[length] == '=';
}

/* What the table itself says when it is written. */
static bool is_own(const char *text)
{
    static const char *const own[] = {"Game",   "Start",       "Seed", "Plies",
                                      "Result", "Termination", "Ply"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (is_named(text, own[i]))
            return true;
    return false;
}

/* What a table adds by itself when it is written: these do not count. */
static bool is_added(const Game *game, const char *text)
{
    return is_named(text, game->player[0].in[LANG_EN]) ||
           is_named(text, game->player[1].in[LANG_EN]) || is_named(text, "TimeControl") ||
           is_named(text, "Set") || is_named(text, "Round");
}

static int count_tags(const Game *game, const char *tags)
{
    int count = 0;
    for (; *tags; tags += strcspn(tags, "\n") + 1)
        count += !is_added(game, tags);
    return count;
}

Refused act_tag(Act *act)
{
    static const Text full = {{"a game has at most 64 tags", "タグは1局に64個までです"}};
    _Static_assert(TAGS_MAX == 64, "the text above names it");
    Round *round = table_round(act->table);
    const char *old = round->tags ? round->tags : "";
    size_t line, before, size = strlen(act->args) + 1, all = strlen(old);
    if (!is_tag(act->args) || is_own(act->args))
        return act_bad(act);
    before = (size_t)(find_tag(old, act->args, strcspn(act->args, "="), &line) - old);
    if (!line && !is_added(act->table->game, act->args) &&
        count_tags(act->table->game, old) >= TAGS_MAX)
        return act_refuse(act, REFUSED_TOO_LONG, &full);
    if (act->dry)
        return REFUSED_NOT;
    char *tags = malloc(all - line + size + 1);
    if (!tags)
        return act_refuse(act, REFUSED_NO_MEMORY, tree_error(TREE_NO_MEMORY));
    memcpy(tags, old, before);
    memcpy(tags + before, act->args, size - 1);
    tags[before + size - 1] = '\n';
    memcpy(tags + before + size, old + before + line, all - before - line + 1);
    free(round->tags);
    round->tags = tags;
    return REFUSED_NOT;
}
