/* SPDX-License-Identifier: MIT */
/* Evaluation of games that bring none of their own: pieces on the board by their form, and men in
 * hand. Crude, but it is defined for every game. */
#include "ai/evaluate.h"

#include <string.h>

static const int form_values[] = {
    [FORM_MAN] = 100, [FORM_STACK] = 150, [FORM_KING] = 300, [FORM_MONSTER] = 200};

static int count_pieces(const Game *game, const Pos *pos)
{
    uint8_t board[POINTS_MAX];
    int sum[3] = {0};
    game->ops->board(game, pos, board);
    for (int p = 0; p < game->shape.point_count; p++) {
        const Piece *piece = &game->pieces[board[p]];
        if (board[p])
            sum[piece->owner] += form_values[piece->form];
    }
    Counter list[COUNTERS_MAX];
    int n = game->ops->counters(game, pos, list);
    for (int i = 0; i < n; i++)
        if (strcmp(list[i].id, "hand") == 0 && list[i].player < 2)
            sum[list[i].player] += form_values[FORM_MAN] * list[i].value;
    return sum[pos->turn] - sum[!pos->turn];
}

int evaluate(const Game *game, const Pos *pos)
{
    int score = game->evaluate ? game->evaluate(game, pos) : count_pieces(game, pos);
    return score > EVALUATION_MAX    ? EVALUATION_MAX
           : score < -EVALUATION_MAX ? -EVALUATION_MAX
                                     : score;
}
