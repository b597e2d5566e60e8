/* SPDX-License-Identifier: MIT */
/* What a run needs, see plan.h. */
#include "solve/plan.h"

#include "solve/spread.h"

#include <sys/statvfs.h>

/* Bytes for 100 entries. Measured for whole variants: 39 (nine), 27 (six,flying), 2 (mur,ships=3);
 * 7 with --wdl (six). */
enum { DISK_PLIES = 50, DISK_WDL = 15 };

uint64_t plan_values(const SolveRun *run, const void *tables, const Sector *sector, uint32_t s)
{
    return sizeof(Worth) * (run->exchange ? spread_most(run, tables, s) : sector[s].entries);
}

static bool is_in_stage(const Stage *stage, uint32_t s)
{
    return s >= stage->first && s < stage->first + stage->count;
}

/* Values of all sectors that moves of the stage lead to, each once. */
static uint64_t successor_bytes(const Stage *stage)
{
    const Solvable *ops = stage->run->game->solvable;
    bool seen[SECTORS_MAX] = {false};
    uint64_t bytes = 0;
    for (uint32_t s = stage->first; s < stage->first + stage->count; s++) {
        uint32_t successors[SECTOR_SUCCESSORS_MAX];
        for (int i = ops->successors(stage->tables, s, successors); i-- > 0;) {
            uint32_t to = successors[i];
            if (!seen[to] && !is_in_stage(stage, to))
                bytes += plan_values(stage->run, stage->tables, stage->sector, to);
            seen[to] = true;
        }
    }
    return bytes;
}

/* Lists of eight bytes for what is decided, and of what is going to be. MUR with five ships, which
 * decides 22 % of its entries, had 1.15 bytes for each entry in them at once. */
static uint64_t unmove_memory(const Stage *stage)
{
    uint64_t entries = 0;
    for (uint32_t s = stage->first; s < stage->first + stage->count; s++)
        entries += stage->sector[s].entries;
    return entries + entries / 2;
}

uint64_t plan_stage(const Stage *stage)
{
    uint64_t bytes = successor_bytes(stage);
    for (uint32_t s = stage->first; s < stage->first + stage->count; s++)
        bytes += plan_values(stage->run, stage->tables, stage->sector, s);
    const Solvable *ops = stage->run->game->solvable;
    if (stage->run->graph || (!ops->flow && !ops->unmove))
        return bytes + graph_memory(stage);
    return bytes + (ops->flow ? flow_memory(stage) : unmove_memory(stage));
}

uint64_t plan_disk(const SolveRun *run, uint64_t entries)
{
    return (entries * (run->wdl ? DISK_WDL : DISK_PLIES) + 99) / 100;
}

SolvePlan plan_make(const SolveRun *run, const void *tables, const Sector *sector, uint32_t sectors,
                    const bool *done)
{
    SolvePlan plan = {0};
    Stage stage = {.run = run, .tables = tables, .sector = sector};
    for (; stage.first < sectors; stage.first += stage.count) {
        uint32_t open = 0;
        if (run->stages && sector[stage.first].stage >= run->stages)
            break;
        for (stage.count = 0; stage.first + stage.count < sectors &&
                              sector[stage.first + stage.count].stage == sector[stage.first].stage;
             stage.count++)
            if (!done || !done[stage.first + stage.count]) {
                plan.entries += sector[stage.first + stage.count].entries;
                open++;
            }
        uint64_t memory = open ? plan_stage(&stage) : 0;
        plan.sectors += open;
        if (memory > plan.memory) {
            plan.memory = memory;
            plan.most = stage.first;
        }
    }
    plan.disk = plan_disk(run, plan.entries);
    return plan;
}

bool plan_fits(const SolveRun *run, const Sector *sector, const SolvePlan *plan, char *why)
{
    struct statvfs disk;
    if (plan->memory > run->memory)
        return refuse(
            why,
            "sector %s needs %.1f GB of memory, %.1f are allowed: give more with --memory, "
            "or solve fewer stages with --stages %u",
            sector[plan->most].name, (double)plan->memory / 1e9, (double)run->memory / 1e9,
            sector[plan->most].stage);
    if (statvfs(run->dir, &disk) != 0)
        return true; /* it will be seen when the first file is written */
    uint64_t there = (uint64_t)disk.f_bavail * disk.f_frsize;
    bool large = plan->disk >= 1000000000;
    double unit = large ? 1e9 : 1e6;
    return plan->disk <= there ||
           refuse(why,
                  "the %u files to be written need about %.1f %s, %.1f are free there: "
                  "%ssolve fewer stages with --stages, or free some",
                  plan->sectors, (double)plan->disk / unit, large ? "GB" : "MB",
                  (double)there / unit, run->wdl ? "" : "take --wdl, which needs a third, ");
}
