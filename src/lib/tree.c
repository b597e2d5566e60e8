/* SPDX-License-Identifier: MIT */
/* The variations of a match, see tree.h. Nodes are those of play/tree.h; numbers from outside are
 * checked before they reach it. */
#include "lib/inner.h"

static const TreeNode *node_of(const concentric_match *m, uint32_t node)
{
    const Tree *tree = &m->record.tree;
    return node < tree->count && !tree->node[node].gone ? &tree->node[node] : NULL;
}

uint32_t concentric_node(const concentric_match *m)
{
    return m->at;
}

bool concentric_go_to(concentric_match *m, uint32_t node)
{
    if (!node_of(m, node))
        return false;
    m->at = node;
    match_settle(m);
    return true;
}

bool concentric_back(concentric_match *m)
{
    return m->at && concentric_go_to(m, node_of(m, m->at)->parent);
}

uint32_t concentric_node_parent(const concentric_match *m, uint32_t node)
{
    const TreeNode *found = node_of(m, node);
    return found ? found->parent : 0;
}

uint32_t concentric_node_child(const concentric_match *m, uint32_t node)
{
    const TreeNode *found = node_of(m, node);
    return found ? found->child : 0;
}

uint32_t concentric_node_next(const concentric_match *m, uint32_t node)
{
    const TreeNode *found = node_of(m, node);
    return found ? found->next : 0;
}

const char *concentric_node_move(concentric_match *m, uint32_t node)
{
    const TreeNode *found = node_of(m, node);
    if (!found || !node)
        return NULL;
    Str s = str_over(m->node_move, sizeof m->node_move);
    m->game->ops->write_move(m->game, tree_pos(&m->record.tree, found->parent), found->move, &s);
    return m->node_move;
}

const char *concentric_comment(const concentric_match *m, uint32_t node)
{
    return node_of(m, node) ? tree_comment(&m->record.tree, node) : "";
}

bool concentric_set_comment(concentric_match *m, uint32_t node, const char *text, char *why)
{
    static const Text none = {{"there is no such node", "その番号の局面はありません"}},
                      bad = {
                          {"a comment is one line of at most 2047 bytes of UTF-8, without }, "
                           "without spaces at its ends, and no clock or evaluation",
                           "コメントは2047バイト以内のUTF-8の1行で、}や前後の空白、時計や評価値の"
                           "記法は使えません"}};
    if (!node_of(m, node))
        return hand_out_text(&none, m->lang, why);
    if (!tree_comment_is_good(or_empty(text)))
        return hand_out_text(&bad, m->lang, why);
    return tree_set_comment(&m->record.tree, node, or_empty(text)) ||
           hand_out_text(&refuse_no_memory, m->lang, why);
}

bool concentric_promote(concentric_match *m, uint32_t node)
{
    if (!node_of(m, node))
        return false;
    tree_promote_line(&m->record.tree, node);
    m->record.plies = RECORD_ALL;
    return true;
}

/* Does the way to a node that is there lead over another one? */
static bool is_behind(const concentric_match *m, uint32_t node, uint32_t above)
{
    const Tree *tree = &m->record.tree;
    uint32_t ply = tree->node[above].ply;
    return tree->node[node].ply >= ply && tree_at_ply(tree, node, ply) == above;
}

bool concentric_delete(concentric_match *m, uint32_t node)
{
    const TreeNode *found = node_of(m, node);
    if (!found || !node)
        return false;
    if (is_behind(m, m->at, node)) {
        m->at = found->parent;
        match_settle(m);
    }
    if (m->acted.kind && is_behind(m, m->ended_at, node))
        m->acted = (Ending){.kind = END_NONE};
    tree_delete(&m->record.tree, node);
    tree_trim(&m->record.tree);
    m->record.plies = RECORD_ALL;
    return true;
}

bool concentric_undo(concentric_match *m)
{
    return concentric_delete(m, m->at);
}
