/* SPDX-License-Identifier: MIT */
/* The game so far as the teacher needs it (ai/teacher.h), from a tree of moves. */
#include "review/lesson.h"

Lesson lesson_of(const Tree *tree, uint32_t node, Move *moves, int32_t *rates)
{
    Lesson lesson = {0};
    int teacher = tree_pos(tree, node)->turn;
    uint32_t plies = tree->node[node].ply;
    for (uint32_t ply = 1; ply <= plies; ply++) {
        const TreeNode *after = &tree->node[tree_at_ply(tree, node, ply)];
        lesson_see(&lesson, tree->game, tree_pos(tree, after->parent), after->move, teacher, moves,
                   rates);
    }
    return lesson;
}
