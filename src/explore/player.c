/* SPDX-License-Identifier: MIT */
/* One search with its memory, see player.h. */
#include "explore/player.h"

#include <stdlib.h>

Player *player_open(const Game *game, uint32_t slots, double (*now)(void))
{
    size_t room = SEARCH_ROOM + (size_t)game->moves_max;
    Player *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->memory = (SearchMemory){.tt = {malloc(slots * sizeof(TTSlot)), slots},
                               .moves = malloc(room * sizeof(Move)),
                               .order = malloc(room * sizeof(int32_t)),
                               .room = room,
                               .now = now};
    if (p->memory.tt.slots && p->memory.moves && p->memory.order)
        return p;
    player_close(p);
    return NULL;
}

void player_close(Player *p)
{
    if (!p)
        return;
    free(p->memory.tt.slots);
    free(p->memory.moves);
    free(p->memory.order);
    free(p);
}

void player_forget(Player *p)
{
    tt_clear(&p->memory.tt);
}

Move player_move(Player *p, const History *history, const SearchLimits *limits)
{
    search_begin(&p->search, &p->memory, history, limits);
    while (search_go_on(&p->search, 0))
        continue;
    return p->search.best;
}
