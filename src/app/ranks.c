/* SPDX-License-Identifier: MIT */
/* What ranks have sent each other, see ranks.h. */
#include "app/ranks.h"

#include <inttypes.h>
#include <stdio.h>

static void tell_kind(Exchange *x, bool inside)
{
    const ExchangeTally *tally = &x->tally[inside];
    uint64_t sent[EXCHANGE_USES], got = 0, all = 0;
    for (int use = 0; use < EXCHANGE_USES; use++) {
        sent[use] = tally->sent[use];
        got += use == EXCHANGE_FILES ? 0 : tally->got[use];
    }
    uint64_t most = got;
    x->sum(x->context, sent, EXCHANGE_USES);
    x->most(x->context, &most, 1);
    for (int use = 0; use < EXCHANGE_USES; use++)
        all += sent[use];
    if (x->rank > 0 || !tally->entries)
        return;
    double entries = (double)tally->entries;
    double mean = (double)(all - sent[EXCHANGE_FILES]) / x->ranks;
    printf("%-8s %14" PRIu64 " %9.3f %9.3f %9.3f %9.3f %9.2f\n", inside ? "moving" : "placing",
           tally->entries, (double)sent[EXCHANGE_EXITS] / entries,
           (double)sent[EXCHANGE_UPDATES] / entries, (double)sent[EXCHANGE_FILES] / entries,
           (double)all / entries, mean > 0 ? (double)most / mean : 1.0);
}

void ranks_tell(Exchange *exchange)
{
    if (!exchange)
        return;
    if (exchange->rank == 0)
        printf("ranks %d, bytes sent for each entry of this run, and the busiest rank's share\n"
               "%-8s %14s %9s %9s %9s %9s %9s\n",
               exchange->ranks, "stages", "entries", "exits", "updates", "files", "all", "busiest");
    tell_kind(exchange, true);
    tell_kind(exchange, false);
}
