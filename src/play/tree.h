/* SPDX-License-Identifier: MIT */
/* The moves of one game with their variations. A game without variations is a tree without
 * branches. Node 0 is the start; the first child of a node continues its line, its siblings are
 * variations; the main line is the first children from the start on.
 *
 * The third occurrence of a position along a path is found by the hash of what the position text
 * shows: nodes of equal hash are chained, and jump pointers tell in O(log n) which of them lie on
 * the path. A node costs about 120 bytes, texts come on top. */
#ifndef CONCENTRIC_PLAY_TREE_H
#define CONCENTRIC_PLAY_TREE_H

#include "core/history.h"
#include "play/ending.h"

enum {
    TREE_NODES_MAX = 200000,
    TREE_PLIES_MAX = 20000,
    TREE_TEXT_MAX = 2048, /* bytes of one comment */
    TREE_NO_EVAL = INT32_MIN,
    TREE_NO_CLOCK = -1,
};

/* What a move is worth in an annotator's eyes, as in PGN: ! ? !! ?? !? ?! */
typedef enum MoveMark {
    MOVE_MARK_NONE,
    MOVE_MARK_GOOD,
    MOVE_MARK_MISTAKE,
    MOVE_MARK_BRILLIANT,
    MOVE_MARK_BLUNDER,
    MOVE_MARK_INTERESTING,
    MOVE_MARK_DUBIOUS,
    MOVE_MARK_COUNT
} MoveMark;

const char *move_mark_text(MoveMark mark); /* "" for none */

typedef struct TreeNode {
    Pos pos;                      /* after the move */
    Move move;                    /* 0 at the start */
    uint64_t text_hash;           /* of what the position text shows */
    uint32_t parent, child, next; /* 0 ends lists */
    uint32_t last_child;
    uint32_t jump;    /* an ancestor far up, see tree.c */
    uint32_t same;    /* the node of equal hash bucket that was added before; 0 for none */
    uint32_t ply;     /* moves from the start to here */
    uint32_t comment; /* offset into the tree's texts, 0 for none */
    int32_t eval;     /* hundredths of a man for player 1, or TREE_NO_EVAL */
    int32_t clock_ms; /* left after the move, or TREE_NO_CLOCK */
    uint8_t mark;     /* MoveMark */
    uint8_t seen; /* how often this position has stood on the path, itself included; 255: more */
    bool drawn;   /* a third occurrence stood here or before */
    bool gone;    /* deleted */
} TreeNode;

typedef struct Tree {
    const Game *game;
    TreeNode *node;
    uint32_t count, capacity;
    uint32_t *bucket; /* newest node by hash; bucket_count is a power of two */
    uint32_t bucket_count;
    char *text; /* comments, each ending with NUL; [0] is empty */
    uint32_t text_length, text_capacity;
} Tree;

/* A node of a tree, for whoever is told where a game stands. */
typedef struct TreePlace {
    const Tree *tree;
    uint32_t node;
} TreePlace;

typedef enum TreeError { TREE_OK, TREE_TOO_LONG, TREE_NO_MEMORY } TreeError;
const Text *tree_error(TreeError error);

/* Begins at `start`. False if there is no memory; then nothing needs freeing. */
bool tree_begin(Tree *tree, const Game *game, const Pos *start);
void tree_free(Tree *tree);
/* A copy of its own. False if there is no memory. */
bool tree_copy(const Tree *tree, Tree *out);

static inline const Pos *tree_pos(const Tree *tree, uint32_t node)
{
    return &tree->node[node].pos;
}
static inline const Pos *tree_place_pos(const TreePlace *place)
{
    return tree_pos(place->tree, place->node);
}
static inline const char *tree_comment(const Tree *tree, uint32_t node)
{
    return tree->text + tree->node[node].comment;
}

/* Adds a legal move after `parent`, as its last variation, or finds it there; *out is its node. On
 * an error nothing changes, *out neither. */
TreeError tree_add(Tree *tree, uint32_t parent, Move move, uint32_t *out);
/* The child that a move leads to, 0 if there is none. */
uint32_t tree_find(const Tree *tree, uint32_t parent, Move move);
/* The end of the line that goes on from a node by first children. */
uint32_t tree_line_end(const Tree *tree, uint32_t node);
/* The node on the path to `node` after `ply` moves; ply is at most the node's own. */
uint32_t tree_at_ply(const Tree *tree, uint32_t node, uint32_t ply);
/* The node of the main line after `ply` moves; its end if it is shorter. */
uint32_t tree_main(const Tree *tree, uint32_t ply);
bool tree_is_main(const Tree *tree, uint32_t node);

/* Makes a node the first child of its parent. */
void tree_promote(Tree *tree, uint32_t node);
/* ... and so on up to the start: its line is then the main line. */
void tree_promote_line(Tree *tree, uint32_t node);
/* Takes a node and all that follows it out. Not the start. Other nodes keep their numbers. */
void tree_delete(Tree *tree, uint32_t node);

/* Takes the node that was added last out, so that its number is free again, and says after which
 * one it stood. Never the start, and not where something was deleted: for whoever plays and takes
 * back without end. */
uint32_t tree_take_back(Tree *tree);

/* The numbers of nodes that were deleted and after which none was added are free again: for whoever
 * adds and deletes without end. */
void tree_trim(Tree *tree);

/* Can records hold this comment: UTF-8 with nothing that steers, no }, no space at its ends, and
 * not like a clock or an evaluation at its head? */
bool tree_comment_is_good(const char *text);
/* An empty text takes the comment away. False if there is no memory or it is too long. */
bool tree_set_comment(Tree *tree, uint32_t node, const char *text);

/* Would a legal move from a node be drawn by repetition? */
bool tree_repeats(const Tree *tree, uint32_t node, Move move);

/* What has stood on the way to a node, itself included, for core/perfect.h. Tree and place must
 * stay as they are meanwhile. */
Past tree_past(const TreePlace *place);

/* The way to a node as the search wants it. The caller frees it; false if there is no memory. */
bool tree_history(const Tree *tree, uint32_t node, History *out);

/* What the rules and the repetition say of a node: ending.h's kind is END_RULES or END_REPETITION.
 */
Ending tree_ending(const Tree *tree, uint32_t node);

#endif
