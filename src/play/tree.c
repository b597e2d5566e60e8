/* SPDX-License-Identifier: MIT */
/* A game's moves with their variations, see tree.h.
 *
 * Every node has a jump pointer to an ancestor, chosen so that any ancestor is reached in O(log n)
 * steps of jumps and parents (the skew-binary scheme: a jump doubles where the two jumps above it
 * are of one length). Nodes are chained by the hash of their position's text, newest first; of
 * those on one path the newest is the deepest, so the first one found on the path knows how often
 * the position has stood before. */
#include "play/tree.h"

#include "base/utf8.h"
#include "play/ending.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *move_mark_text(MoveMark mark)
{
    static const char *const texts[MOVE_MARK_COUNT] = {
        [MOVE_MARK_NONE] = "",        [MOVE_MARK_GOOD] = "!",     [MOVE_MARK_MISTAKE] = "?",
        [MOVE_MARK_BRILLIANT] = "!!", [MOVE_MARK_BLUNDER] = "??", [MOVE_MARK_INTERESTING] = "!?",
        [MOVE_MARK_DUBIOUS] = "?!",
    };
    return texts[mark];
}

const Text *tree_error(TreeError error)
{
    static const Text texts[] = {
        [TREE_OK] = {{"", ""}},
        [TREE_TOO_LONG] = {{"a game has at most 20000 moves, with variations 200000",
                            "1局は20000手まで、変化手順を含めて200000手までです"}},
        [TREE_NO_MEMORY] = {{"there is not enough memory", "メモリが足りません"}},
    };
    _Static_assert(TREE_PLIES_MAX == 20000 && TREE_NODES_MAX == 200000,
                   "the text above names them");
    return &texts[error];
}

/* Chains hold node + 1, so that 0 is none and the start can be in one. */
static void chain(Tree *tree, uint32_t node)
{
    uint32_t *bucket = &tree->bucket[tree->node[node].text_hash & (tree->bucket_count - 1)];
    tree->node[node].same = *bucket;
    *bucket = node + 1;
}

static bool grow_buckets(Tree *tree, uint32_t count)
{
    uint32_t *bucket = calloc(count, sizeof *bucket);
    if (!bucket)
        return false;
    free(tree->bucket);
    tree->bucket = bucket;
    tree->bucket_count = count;
    for (uint32_t n = 0; n < tree->count; n++)
        chain(tree, n);
    return true;
}

static TreeError grow(Tree *tree)
{
    if (tree->count < tree->capacity)
        return TREE_OK;
    if (tree->count >= TREE_NODES_MAX)
        return TREE_TOO_LONG;
    uint32_t capacity = tree->capacity ? 2 * tree->capacity : 16;
    if (capacity > TREE_NODES_MAX)
        capacity = TREE_NODES_MAX;
    TreeNode *more = realloc(tree->node, capacity * sizeof *more);
    if (!more)
        return TREE_NO_MEMORY;
    tree->node = more;
    /* The list is larger already; that its capacity is not told yet does no harm. */
    if (tree->bucket_count < capacity &&
        !grow_buckets(tree, tree->bucket_count ? 2 * tree->bucket_count : 16))
        return TREE_NO_MEMORY;
    tree->capacity = capacity;
    return TREE_OK;
}

/* The deepest node on the path to `path`, itself included, with this position's text; UINT32_MAX if
 * there is none. */
static uint32_t find_same(const Tree *tree, uint32_t path, uint64_t hash)
{
    uint32_t at = tree->bucket[hash & (tree->bucket_count - 1)];
    for (; at; at = tree->node[at - 1].same) {
        const TreeNode *node = &tree->node[at - 1];
        if (node->text_hash == hash && !node->gone && node->ply <= tree->node[path].ply &&
            tree_at_ply(tree, path, node->ply) == at - 1)
            return at - 1;
    }
    return UINT32_MAX;
}

/* How often a position with this hash has stood on the path, a new one at its end included. */
static uint8_t count_seen(const Tree *tree, uint32_t path, uint64_t hash)
{
    uint32_t same = find_same(tree, path, hash);
    if (same == UINT32_MAX)
        return 1;
    uint8_t seen = tree->node[same].seen;
    return seen == UINT8_MAX ? seen : (uint8_t)(seen + 1);
}

bool tree_begin(Tree *tree, const Game *game, const Pos *start)
{
    *tree = (Tree){.game = game, .text = calloc(1, 64), .text_length = 1, .text_capacity = 64};
    if (!tree->text || grow(tree) != TREE_OK) {
        tree_free(tree);
        return false;
    }
    tree->node[0] = (TreeNode){.pos = *start,
                               .text_hash = game_text_key(game, start),
                               .eval = TREE_NO_EVAL,
                               .clock_ms = TREE_NO_CLOCK,
                               .seen = 1};
    chain(tree, 0);
    tree->count = 1;
    return true;
}

void tree_free(Tree *tree)
{
    free(tree->node);
    free(tree->bucket);
    free(tree->text);
    *tree = (Tree){0};
}

bool tree_copy(const Tree *tree, Tree *out)
{
    *out = *tree;
    out->node = malloc(tree->capacity * sizeof *out->node);
    out->bucket = malloc(tree->bucket_count * sizeof *out->bucket);
    out->text = malloc(tree->text_capacity);
    if (!out->node || !out->bucket || !out->text) {
        tree_free(out);
        return false;
    }
    memcpy(out->node, tree->node, tree->count * sizeof *out->node);
    memcpy(out->bucket, tree->bucket, tree->bucket_count * sizeof *out->bucket);
    memcpy(out->text, tree->text, tree->text_length);
    return true;
}

uint32_t tree_find(const Tree *tree, uint32_t parent, Move move)
{
    for (uint32_t n = tree->node[parent].child; n; n = tree->node[n].next)
        if (tree->node[n].move == move)
            return n;
    return 0;
}

static uint32_t jump_of(const Tree *tree, uint32_t parent)
{
    const TreeNode *node = tree->node;
    uint32_t jump = node[parent].jump, beyond = node[jump].jump;
    return node[parent].ply - node[jump].ply == node[jump].ply - node[beyond].ply ? beyond : parent;
}

static void link_last(Tree *tree, uint32_t parent, uint32_t child)
{
    TreeNode *above = &tree->node[parent];
    if (above->child)
        tree->node[above->last_child].next = child;
    else
        above->child = child;
    above->last_child = child;
}

TreeError tree_add(Tree *tree, uint32_t parent, Move move, uint32_t *out)
{
    uint32_t found = tree_find(tree, parent, move);
    if (found) {
        *out = found;
        return TREE_OK;
    }
    if (tree->node[parent].ply >= TREE_PLIES_MAX)
        return TREE_TOO_LONG;
    TreeError error = grow(tree);
    if (error)
        return error;
    uint32_t added = tree->count++;
    TreeNode *node = &tree->node[added];
    *node = (TreeNode){.move = move,
                       .parent = parent,
                       .jump = jump_of(tree, parent),
                       .ply = tree->node[parent].ply + 1,
                       .eval = TREE_NO_EVAL,
                       .clock_ms = TREE_NO_CLOCK};
    tree->game->apply(tree->game, &tree->node[parent].pos, move, &node->pos);
    node->text_hash = game_text_key(tree->game, &node->pos);
    node->seen = count_seen(tree, parent, node->text_hash);
    node->drawn = tree->node[parent].drawn || past_is_draw(tree->game, &node->pos, node->seen);
    chain(tree, added);
    link_last(tree, parent, added);
    *out = added;
    return TREE_OK;
}

uint32_t tree_line_end(const Tree *tree, uint32_t node)
{
    while (tree->node[node].child)
        node = tree->node[node].child;
    return node;
}

uint32_t tree_at_ply(const Tree *tree, uint32_t node, uint32_t ply)
{
    while (tree->node[node].ply > ply) {
        uint32_t jump = tree->node[node].jump;
        node = tree->node[jump].ply >= ply ? jump : tree->node[node].parent;
    }
    return node;
}

uint32_t tree_main(const Tree *tree, uint32_t ply)
{
    uint32_t node = 0;
    while (ply-- && tree->node[node].child)
        node = tree->node[node].child;
    return node;
}

bool tree_is_main(const Tree *tree, uint32_t node)
{
    for (; node; node = tree->node[node].parent)
        if (tree->node[tree->node[node].parent].child != node)
            return false;
    return true;
}

/* Takes a node out of its parent's list. */
static void unlink_node(Tree *tree, uint32_t node)
{
    TreeNode *above = &tree->node[tree->node[node].parent];
    uint32_t before = 0;
    for (uint32_t n = above->child; n != node; n = tree->node[n].next)
        before = n;
    if (before)
        tree->node[before].next = tree->node[node].next;
    else
        above->child = tree->node[node].next;
    if (above->last_child == node)
        above->last_child = before;
    tree->node[node].next = 0;
}

void tree_promote(Tree *tree, uint32_t node)
{
    TreeNode *above = &tree->node[tree->node[node].parent];
    if (!node || above->child == node)
        return;
    unlink_node(tree, node);
    tree->node[node].next = above->child;
    above->child = node;
}

void tree_promote_line(Tree *tree, uint32_t node)
{
    for (; node; node = tree->node[node].parent)
        tree_promote(tree, node);
}

void tree_delete(Tree *tree, uint32_t node)
{
    unlink_node(tree, node);
    for (uint32_t n = node;;) { /* all below it, children first */
        tree->node[n].gone = true;
        if (tree->node[n].child) {
            n = tree->node[n].child;
            continue;
        }
        while (n != node && !tree->node[n].next)
            n = tree->node[n].parent;
        if (n == node)
            return;
        n = tree->node[n].next;
    }
}

uint32_t tree_take_back(Tree *tree)
{
    uint32_t last = tree->count - 1;
    const TreeNode *node = &tree->node[last];
    assert(last && !node->child && !node->gone);
    unlink_node(tree, last);
    tree->bucket[node->text_hash & (tree->bucket_count - 1)] = node->same;
    tree->count--;
    return node->parent;
}

void tree_trim(Tree *tree)
{
    while (tree->node[tree->count - 1].gone) {
        const TreeNode *node = &tree->node[--tree->count];
        tree->bucket[node->text_hash & (tree->bucket_count - 1)] = node->same;
    }
}

bool tree_comment_is_good(const char *text)
{
    size_t length = strlen(text);
    if (!length)
        return true;
    return length < TREE_TEXT_MAX && text[0] != ' ' && text[length - 1] != ' ' &&
           !strchr(text, '}') && strncmp(text, "[%clk ", 6) != 0 &&
           strncmp(text, "[%eval ", 7) != 0 && utf8_is_plain(text, length);
}

bool tree_set_comment(Tree *tree, uint32_t node, const char *text)
{
    size_t size = strlen(text) + 1;
    if (size > TREE_TEXT_MAX)
        return false;
    if (size == 1) {
        tree->node[node].comment = 0;
        return true;
    }
    if (tree->text_length + size > tree->text_capacity) {
        size_t capacity = 2 * (tree->text_length + size);
        char *more = capacity > UINT32_MAX / 2 ? NULL : realloc(tree->text, capacity);
        if (!more)
            return false;
        tree->text = more;
        tree->text_capacity = (uint32_t)capacity;
    }
    memcpy(tree->text + tree->text_length, text, size);
    tree->node[node].comment = tree->text_length;
    tree->text_length += (uint32_t)size;
    return true;
}

bool tree_repeats(const Tree *tree, uint32_t node, Move move)
{
    Pos next;
    tree->game->apply(tree->game, tree_pos(tree, node), move, &next);
    uint64_t hash = game_text_key(tree->game, &next);
    return tree->node[node].drawn || past_is_draw(tree->game, &next, count_seen(tree, node, hash));
}

static uint32_t seen_at(const void *context, uint64_t text_key)
{
    const TreePlace *place = context;
    return count_seen(place->tree, place->node, text_key) - 1u;
}

Past tree_past(const TreePlace *place)
{
    bool drawn = place->tree->node[place->node].drawn; /* then no move can draw any more */
    return drawn ? (Past){NULL, NULL} : (Past){seen_at, place};
}

bool tree_history(const Tree *tree, uint32_t node, History *out)
{
    if (!history_begin(out, tree->game, tree_pos(tree, 0)))
        return false;
    for (uint32_t ply = 1; ply <= tree->node[node].ply; ply++) {
        const TreeNode *next = &tree->node[tree_at_ply(tree, node, ply)];
        if (!history_add(out, &next->pos, next->text_hash)) {
            history_free(out);
            return false;
        }
    }
    return true;
}

Ending tree_ending(const Tree *tree, uint32_t node)
{
    if (tree->node[node].drawn)
        return (Ending){.kind = END_REPETITION, .winner = WINNER_DRAW};
    Outcome outcome = tree->game->ops->outcome(tree->game, tree_pos(tree, node));
    if (outcome.winner == WINNER_NONE)
        return (Ending){.kind = END_NONE};
    return (Ending){END_RULES, outcome.winner, outcome.reason};
}
