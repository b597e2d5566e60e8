/* SPDX-License-Identifier: MIT */
/* By hand only (docs/adr/0081): checks the sectors of a small database that `concentric shrink` has
 * made before all of them are there:
 *
 *   small_parts VARIANT DIR PARTS LEVEL COUNT
 *
 * COUNT random positions of each sector of DIR are asked of the parts and compared. A question that
 * leads to a part that is not there has no answer and is counted apart. Exit status 1 if a value
 * differs. */
#include "base/clock.h"
#include "base/rng.h"
#include "games/registry.h"
#include "solve/small.h"
#include "solve/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PART_BYTES_MAX (UINT64_C(1) << 32)

typedef struct Tally {
    uint64_t asked, silent, wrong, nodes, kept, most;
    double seconds;
} Tally;

static bool knows_nothing(void *context, const Pos *pos, Known *out)
{
    (void)context;
    (void)pos;
    (void)out;
    return false;
}

/* Every part that is there; they stay in memory until the end. */
static bool load_parts(Small *small, const char *dir, char *why)
{
    uint64_t bytes = 0;
    int parts = 0;
    for (uint32_t s = 0; s < small->sector_count; s++) {
        Sector sector;
        char path[STORE_PATH_MAX], suffix[32], missing[WHY_MAX];
        uint8_t *part;
        size_t size;
        small->game->solvable->sector(small->tables, s, &sector);
        snprintf(suffix, sizeof suffix, ".small%u", small->level);
        if (!store_path(dir, sector.name, suffix, path) ||
            !store_read_plain(path, PART_BYTES_MAX, &part, &size, missing))
            continue;
        if (!small_sector_read(&small->sector[s], small->thin->inputs, part, size, why))
            return false;
        bytes += size;
        parts++;
    }
    printf("%d parts, %" PRIu64 " bytes\n", parts, bytes);
    return true;
}

static void ask_sector(const Small *small, Store *store, uint32_t number, uint64_t count,
                       Tally *tally)
{
    Sector sector;
    Rng rng = {number + 1};
    small->game->solvable->sector(small->tables, number, &sector);
    for (uint64_t i = 0; i < count; i++) {
        SectorIndex place = {number, (rng_next(&rng) >> 32) * sector.entries >> 32};
        Worth worth;
        Pos pos;
        int value;
        SmallCost cost;
        small->game->solvable->unrank(small->tables, place, &pos);
        if (!probe_entry(store_probe(store), place, &worth))
            continue;
        double start = clock_seconds();
        bool known = small_ask(small, &pos, &value, &cost);
        if (!known) {
            tally->silent++;
            continue;
        }
        tally->seconds += clock_seconds() - start;
        tally->asked++;
        tally->wrong += value != (worth == WORTH_DRAW ? 0 : worth_is_won(worth) ? 1 : -1);
        tally->nodes += cost.nodes;
        tally->kept += cost.kept;
        tally->most = cost.nodes > tally->most ? cost.nodes : tally->most;
    }
}

static void print(const char *name, const Tally *t)
{
    double asked = t->asked ? (double)t->asked : 1;
    printf("%-8s asked %" PRIu64 ", wrong %" PRIu64 ", without an answer %" PRIu64
           ", nodes %.1f (most %" PRIu64 "), kept %.1f, %.2f us each\n",
           name, t->asked, t->wrong, t->silent, (double)t->nodes / asked, t->most,
           (double)t->kept / asked, 1e6 * t->seconds / asked);
}

int main(int argc, char **argv)
{
    char why[WHY_MAX] = "usage: small_parts VARIANT DIR PARTS LEVEL COUNT";
    Game *game = argc == 6 ? game_open(argv[1], LANG_EN, why) : NULL;
    Store *store = game ? store_open(argv[2], game, why) : NULL;
    Small small;
    Tally tally[2] = {{0}};
    if (!store ||
        !small_open_over(&small, game, (uint32_t)atoi(argv[4]), (Oracle){knows_nothing, NULL}, why))
        return fprintf(stderr, "%s\n", why), 2;
    small.instead = (Oracle){NULL, NULL}; /* the parts answer */
    if (!load_parts(&small, argv[3], why))
        return fprintf(stderr, "%s\n", why), 2;
    for (uint32_t s = 0; s < small.sector_count; s++) {
        Sector sector;
        game->solvable->sector(small.tables, s, &sector);
        if (store_sector_file(store, s))
            ask_sector(&small, store, s, strtoull(argv[5], NULL, 10),
                       &tally[strstr(sector.name, "hand") != NULL]);
    }
    print("moving", &tally[0]);
    print("placing", &tally[1]);
    return tally[0].wrong || tally[1].wrong;
}
