/* SPDX-License-Identifier: MIT */
/* The variations of a match. Every position of a match has a number, its node; node 0 is the start.
 * The first child of a node continues its line, the others are variations. A match is always at one
 * of its nodes; concentric_play goes on from there. Include concentric/concentric.h. */
#ifndef CONCENTRIC_TREE_H
#define CONCENTRIC_TREE_H

#include "concentric/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The node that the match is at. */
CONCENTRIC_API uint32_t concentric_node(const concentric_match *match);
/* Goes to a node; what was played stays. False if there is no such node (any more). */
CONCENTRIC_API bool concentric_go_to(concentric_match *match, uint32_t node);
/* One move back without taking it back; false at the start. */
CONCENTRIC_API bool concentric_back(concentric_match *match);

/* The node before a node, its first child, and the next variation beside it; 0 if there is none. */
CONCENTRIC_API uint32_t concentric_node_parent(const concentric_match *match, uint32_t node);
CONCENTRIC_API uint32_t concentric_node_child(const concentric_match *match, uint32_t node);
CONCENTRIC_API uint32_t concentric_node_next(const concentric_match *match, uint32_t node);
/* The move that led to a node, NULL for the start; valid until the next call. */
CONCENTRIC_API const char *concentric_node_move(concentric_match *match, uint32_t node);

/* The comment on a node, "" if there is none. Setting one that records cannot hold is refused:
 * at most 2047 bytes of UTF-8 on one line, without }, no space at its ends. "" takes it away. */
CONCENTRIC_API const char *concentric_comment(const concentric_match *match, uint32_t node);
CONCENTRIC_API bool concentric_set_comment(concentric_match *match, uint32_t node, const char *text,
                                           char *why);

/* Makes the line to this node the main line. False if there is no such node. */
CONCENTRIC_API bool concentric_promote(concentric_match *match, uint32_t node);
/* Takes a node out with all that follows; not the start. A match that was there is at the node
 * before it then. */
CONCENTRIC_API bool concentric_delete(concentric_match *match, uint32_t node);

#ifdef __cplusplus
}
#endif

#endif
