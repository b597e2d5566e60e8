/* SPDX-License-Identifier: MIT */
/* Evaluation of games that bring none of their own: pieces on the board by their form, men in hand
 * (a little less, so that they get out), points scored. Crude, but defined for every game. */
#include "ai/evaluate.h"

#include <string.h>

static const int form_values[] = {
    [FORM_MAN] = 100, [FORM_STACK] = 150, [FORM_KING] = 300, [FORM_MONSTER] = 200};

/* By the id of a counter; the meaning of others is not known here. */
static const struct {
    const char *id;
    int value;
} counter_values[] = {{"hand", 90}, {"score", 100}};

static int counter_value(const char *id)
{
    for (size_t i = 0; i < sizeof counter_values / sizeof *counter_values; i++)
        if (strcmp(id, counter_values[i].id) == 0)
            return counter_values[i].value;
    return 0;
}

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
        if (list[i].player < 2)
            sum[list[i].player] += counter_value(list[i].id) * list[i].value;
    return sum[pos->turn] - sum[!pos->turn];
}

int evaluate(const Game *game, const Pos *pos)
{
    int score = game->evaluate ? game->evaluate(game, pos) : count_pieces(game, pos);
    return score > EVALUATION_MAX    ? EVALUATION_MAX
           : score < -EVALUATION_MAX ? -EVALUATION_MAX
                                     : score;
}
