/* SPDX-License-Identifier: MIT */
/* The page's engine reads our own records alone. Games from elsewhere (play/bring.h) would cost
 * every first visit five kilobytes; extra.wasm turns them into records when somebody brings one. */
#include "play/bring.h"

bool bring_is_sgf(const Parser *p)
{
    (void)p;
    return false;
}

bool bring_sgf(Parser *p)
{
    (void)p;
    return false;
}

bool bring_is_list(const Parser *p)
{
    (void)p;
    return false;
}

bool bring_list(Parser *p, BringStart *start)
{
    (void)p;
    (void)start;
    return false;
}

bool bring_moves(Parser *p, Winner *result, bool *told)
{
    (void)p;
    (void)result;
    (void)told;
    return false;
}

bool bring_settle(Parser *p, const Winner *told)
{
    (void)p;
    (void)told;
    return false;
}
