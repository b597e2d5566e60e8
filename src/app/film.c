/* SPDX-License-Identifier: MIT */
/* See film.h. */
#include "app/film.h"

#include "core/refuse.h"

#include <stdlib.h>

static const Text too_long = {{"a game of more than {0} moves is too long for a picture",
                               "{0}手を超える対局は動く図にできません"}};

bool film_write(const Record *record, uint32_t pace_ms, Lang lang, Str *out, char *why)
{
    const Tree *tree = &record->tree;
    uint32_t end = record_end(record), plies = tree->node[end].ply;
    char words[256];
    Str s = str_over(words, sizeof words);
    if (plies > ANIMATION_PLIES_MAX)
        return refuse_with(why, lang, &too_long, NUMBER(ANIMATION_PLIES_MAX));
    Pos *pos = malloc((plies + 1) * sizeof *pos);
    Move *move = malloc((plies + 1) * sizeof *move);
    bool good = pos && move;
    for (uint32_t k = 0; good && k <= plies; k++) {
        uint32_t node = tree_at_ply(tree, end, k);
        pos[k] = *tree_pos(tree, node);
        if (k)
            move[k - 1] = tree->node[node].move;
    }
    if (ending_is_over(&record->ending))
        ending_write(record->game, &record->ending, lang, &s);
    if (!good)
        refuse_text(why, lang, &refuse_no_memory);
    else if (!animation_svg(&(Animation){.game = record->game,
                                         .pos = pos,
                                         .move = move,
                                         .plies = plies,
                                         .pace_ms = pace_ms,
                                         .end = words},
                            out))
        good = refuse_with(why, lang, &too_long, NUMBER(plies));
    free(pos);
    free(move);
    return good;
}
