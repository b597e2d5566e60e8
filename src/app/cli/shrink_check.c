/* SPDX-License-Identifier: MIT */
/* Is a small database right, and what does a question cost? Positions of every sector, kept or not,
 * are asked of it and of the large database. */
#include "app/cli/shrink.h"
#include "app/reply.h"

#include "base/clock.h"
#include "base/rng.h"
#include "solve/small.h"
#include "solve/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_BYTES_MAX (UINT64_C(8) << 30)

typedef struct Costs {
    uint64_t asked, nodes, kept, nodes_most;
    double seconds, seconds_most;
} Costs;

typedef struct Checking {
    const Game *game;
    Small small;
    Store *large;
    Costs sum;
    cJSON *list; /* for --json */
} Checking;

static void count_cost(Costs *costs, const SmallCost *cost, double seconds)
{
    costs->asked++;
    costs->nodes += cost->nodes;
    costs->kept += cost->kept;
    costs->nodes_most = cost->nodes > costs->nodes_most ? cost->nodes : costs->nodes_most;
    costs->seconds += seconds;
    costs->seconds_most = seconds > costs->seconds_most ? seconds : costs->seconds_most;
}

static bool check_entry(Checking *c, const Sector *sector, SectorIndex place, Costs *costs,
                        char *why)
{
    Worth worth = WORTH_DRAW;
    Pos pos;
    int value;
    SmallCost cost;
    c->game->solvable->unrank(c->small.tables, place, &pos);
    bool known = probe_entry(store_probe(c->large), place, &worth);
    if (!known && !c->small.instead.ask)
        return refuse(why, "%s, entry %" PRIu64 ": not in the large database", sector->name,
                      place.index);
    double start = clock_seconds();
    if (!small_ask(&c->small, &pos, &value, &cost)) /* without a file: not solved so far */
        return c->small.instead.ask ||
               refuse(why, "%s, entry %" PRIu64 ": no answer", sector->name, place.index);
    double seconds = clock_seconds() - start;
    int wanted = worth == WORTH_DRAW ? 0 : worth_is_won(worth) ? 1 : -1;
    if (known && value != wanted)
        return refuse(why, "%s, entry %" PRIu64 ": %d instead of %d", sector->name, place.index,
                      value, wanted);
    count_cost(costs, &cost, seconds);
    return true;
}

static void print_costs(const char *name, const Costs *c, cJSON *list)
{
    double asked = c->asked ? (double)c->asked : 1;
    if (list) {
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "sector", name);
        reply_count(item, "asked", c->asked);
        reply_count(item, "nodes", c->nodes);
        reply_count(item, "nodes_most", c->nodes_most);
        reply_count(item, "kept", c->kept);
        reply_ms(item, "ms", c->seconds);
        reply_ms(item, "ms_most", c->seconds_most);
        cJSON_AddItemToArray(list, item);
        return;
    }
    printf("%-16s %10" PRIu64 " %10.1f %10" PRIu64 " %10.1f %12.1f %12.1f\n", name, c->asked,
           (double)c->nodes / asked, c->nodes_most, (double)c->kept / asked,
           1e6 * c->seconds / asked, 1e6 * c->seconds_most);
}

static void add_costs(Costs *to, const Costs *from)
{
    to->asked += from->asked;
    to->nodes += from->nodes;
    to->kept += from->kept;
    to->seconds += from->seconds;
    to->nodes_most = from->nodes_most > to->nodes_most ? from->nodes_most : to->nodes_most;
    to->seconds_most = from->seconds_most > to->seconds_most ? from->seconds_most
                                                             : to->seconds_most;
}

static bool check_sector(Checking *c, uint32_t number, const ShrinkCheck *check, char *why)
{
    Sector sector;
    Costs costs = {0};
    Rng rng = {check->seed * 4096 + number};
    c->game->solvable->sector(c->small.tables, number, &sector);
    if (!c->small.thin->covers(c->small.tables, number, c->small.level) ||
        (!store_sector_file(c->large, number) && !check->estimate))
        return true;
    bool all = sector.entries <= check->sample, good = true;
    uint64_t count = all ? sector.entries : check->sample;
    for (uint64_t i = 0; good && i < count; i++) {
        uint64_t index = all ? i : (rng_next(&rng) >> 32) * sector.entries >> 32;
        good = check_entry(c, &sector, (SectorIndex){number, index}, &costs, why);
    }
    if (good && costs.asked)
        print_costs(sector.name, &costs, c->list);
    fflush(stdout);
    add_costs(&c->sum, &costs);
    return good;
}

/* The file that is to be checked; or no file, and the large database in its place. */
static bool open_small(Checking *c, const ShrinkCheck *check, uint8_t **bytes, char *why)
{
    size_t count;
    if (check->estimate)
        return small_open_over(&c->small, c->game, check->level,
                               probe_oracle(store_probe(c->large)), why);
    return store_read_plain(check->file, FILE_BYTES_MAX, bytes, &count, why) &&
           small_open(&c->small, c->game, *bytes, count, why);
}

bool shrink_check(const ShrinkCheck *check, const Game *game, char *why)
{
    Checking c = {.game = game, .large = store_open(check->db, game, why)};
    uint8_t *bytes = NULL;
    bool good = c.large && open_small(&c, check, &bytes, why);
    if (good && check->json)
        c.list = cJSON_AddArrayToObject(check->json, "checked");
    else if (good)
        printf("%-16s %10s %10s %10s %10s %12s %12s\n", "sector", "asked", "nodes", "most", "kept",
               "us each", "most us");
    for (uint32_t s = 0; good && s < c.small.sector_count; s++)
        good = check_sector(&c, s, check, why);
    if (good)
        print_costs("all", &c.sum, c.list);
    if (c.small.tables)
        small_close(&c.small);
    if (c.large)
        store_close(c.large);
    free(bytes);
    return good;
}
