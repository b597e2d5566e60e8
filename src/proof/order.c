/* SPDX-License-Identifier: MIT */
/* Moves in an order that follows from the rules alone, whatever order a program finds them in. */
#include "proof/tree.h"

#include <stdlib.h>
#include <string.h>

typedef struct ProofText {
    char text[MOVE_TEXT_MAX];
    Move move;
} ProofText;

bool proof_lists_open(ProofLists *lists, const Game *game)
{
    *lists = (ProofLists){.game = game, .text = malloc(game->moves_max * sizeof *lists->text)};
    return lists->text != NULL;
}

void proof_lists_close(ProofLists *lists)
{
    free(lists->move);
    free(lists->text);
    *lists = (ProofLists){0};
}

static int compare(const void *a, const void *b)
{
    const ProofText *x = a, *y = b;
    return strcmp(x->text, y->text);
}

int proof_lists_fill(ProofLists *lists, const Pos *pos, size_t top)
{
    const Game *game = lists->game;
    if (top + game->moves_max > lists->room) {
        size_t room = 2 * lists->room + game->moves_max;
        Move *move = realloc(lists->move, room * sizeof *move);
        if (!move)
            return -1;
        lists->move = move;
        lists->room = room;
    }
    Move *move = lists->move + top;
    int count = game->moves(game, pos, move);
    for (int i = 0; i < count; i++) {
        Str s = str_over(lists->text[i].text, MOVE_TEXT_MAX);
        game->ops->write_move(game, pos, move[i], &s);
        lists->text[i].move = move[i];
    }
    qsort(lists->text, (size_t)count, sizeof *lists->text, compare);
    for (int i = 0; i < count; i++)
        move[i] = lists->text[i].move;
    return count;
}
