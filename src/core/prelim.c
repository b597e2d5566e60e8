/* SPDX-License-Identifier: MIT */
/* Secret picks, see prelim.h. */
#include "core/prelim.h"

bool picks_put(Picks *picks, int player, int choice)
{
    if (player < 0 || player > 1 || choice < 0 || choice >= PICK_CHOICES || picks->held[player])
        return false;
    picks->held[player] = (uint8_t)(choice + 1);
    return true;
}

bool picks_has(const Picks *picks, int player)
{
    return picks->held[player] != 0;
}

int picks_shown(const Picks *picks, int player)
{
    return picks->held[0] && picks->held[1] ? picks->held[player] - 1 : PICK_NONE;
}

int picks_result(const Picks *picks)
{
    int a = picks_shown(picks, 0), b = picks_shown(picks, 1);
    /* The three choices are 0, 1 and 2, so the third one is 3 - a - b. */
    return a == PICK_NONE ? PICK_NONE : a == b ? a : 3 - a - b;
}
