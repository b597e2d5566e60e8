/* SPDX-License-Identifier: MIT */
/* Compensation for delay on the way, from what the server measured alone. A bank begins with 300
 * ms, earns 100 a move and holds at most 700; a move takes the smallest of the last round trips out
 * of it, as far as there is. So delaying pongs on purpose gains at most 100 ms a move. */
#ifndef CONCENTRIC_ONLINE_LAG_H
#define CONCENTRIC_ONLINE_LAG_H

#include <stdint.h>

enum { LAG_BEGINS_MS = 300, LAG_EARNS_MS = 100, LAG_HOLDS_MS = 700 };

typedef struct Lag {
    int64_t bank_ms;
} Lag;

static inline Lag lag_begin(void)
{
    return (Lag){LAG_BEGINS_MS};
}

/* What a move with this round trip would be given now. */
static inline int64_t lag_credit(const Lag *lag, int64_t rtt_ms)
{
    int64_t credit = rtt_ms < 0 ? 0 : rtt_ms;
    return credit < lag->bank_ms ? credit : lag->bank_ms;
}

/* The move was made and given this much. */
static inline void lag_spend(Lag *lag, int64_t credit)
{
    lag->bank_ms += LAG_EARNS_MS - credit;
    if (lag->bank_ms > LAG_HOLDS_MS)
        lag->bank_ms = LAG_HOLDS_MS;
}

#endif
