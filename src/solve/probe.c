/* SPDX-License-Identifier: MIT */
/* From a position to its value: index, block, entry. */
#include "solve/probe.h"

#include <stdlib.h>
#include <string.h>

bool probe_is_numbered(const Game *game, char *why)
{
    if (game->solvable)
        return true;
    switch (game->unnumbered) {
    case UNNUMBERED_MEMORY:
        return refuse(why, "%s cannot be solved: its rules remember earlier moves", game->id);
    case UNNUMBERED_TOO_MANY:
        return refuse(why, "%s cannot be solved: it has too many positions", game->id);
    case UNNUMBERED_UNWRITTEN:
        break;
    }
    return refuse(why, "%s cannot be solved yet: nobody has written a numbering of its positions",
                  game->id);
}

bool probe_open(Probe *probe, const Game *game, char *why)
{
    *probe = (Probe){.game = game};
    if (!probe_is_numbered(game, why))
        return false;
    probe->tables = game->solvable->open(game);
    if (probe->tables) {
        probe->sector_count = game->solvable->sectors(probe->tables);
        probe->sector = calloc(probe->sector_count, sizeof *probe->sector);
    }
    if (!probe->sector || !(probe->rules = format_rules_digest(game, probe->tables))) {
        probe_close(probe);
        return refuse(why, "out of memory");
    }
    return true;
}

void probe_close(Probe *probe)
{
    if (probe->tables)
        probe->game->solvable->close(probe->tables);
    free(probe->sector);
    *probe = (Probe){0};
}

bool probe_add(Probe *probe, uint32_t sector, const FormatHeader *header, char *why)
{
    Sector about;
    probe->game->solvable->sector(probe->tables, sector, &about);
    if (!format_fits(header, probe->game->id, probe->rules, &about, why))
        return false;
    probe->sector[sector] = (ProbeSector){true, header->kind, header->entries};
    Pos pos;
    probe->game->solvable->unrank(probe->tables, (SectorIndex){sector, 0}, &pos);
    uint32_t men = probe->game->solvable->men ? probe->game->solvable->men(&pos) : 0;
    probe->most = men > probe->most ? men : probe->most;
    return true;
}

bool probe_find(const Probe *probe, const char *name, uint32_t *out)
{
    for (uint32_t s = 0; s < probe->sector_count; s++) {
        Sector about;
        probe->game->solvable->sector(probe->tables, s, &about);
        if (strcmp(about.name, name) == 0) {
            *out = s;
            return true;
        }
    }
    return false;
}

static Known known_of_end(const Pos *pos, Winner winner)
{
    Winner mine = pos->turn == 0 ? WINNER_P1 : WINNER_P2;
    int value = winner == WINNER_DRAW ? 0 : winner == mine ? 1 : -1;
    return (Known){value, value ? 0 : -1};
}

bool probe_entry(const Probe *probe, SectorIndex place, Worth *out)
{
    const ProbeSector *sector = &probe->sector[place.sector];
    if (!sector->there || place.index >= sector->entries)
        return false;
    uint32_t each = format_block_entries(sector->kind);
    uint32_t block = (uint32_t)(place.index / each), entry = (uint32_t)(place.index % each);
    uint32_t at = sector->kind == FORMAT_WDL     ? entry / 4
                  : sector->kind == FORMAT_PLIES ? entry
                                                 : 2 * entry;
    uint8_t bytes[2] = {0};
    if (!probe->reader.read(probe->reader.context, place.sector, block, at,
                            sector->kind == FORMAT_WORTH ? 2 : 1, bytes))
        return false;
    *out = format_get(sector->kind, bytes, sector->kind == FORMAT_WDL ? entry % 4 : 0);
    return true;
}

bool probe_ask(const Probe *probe, const Pos *pos, Known *out)
{
    SectorIndex place;
    Worth worth;
    const Solvable *solvable = probe->game->solvable;
    if (solvable->men && solvable->men(pos) > probe->most)
        return false;
    Winner winner = probe->game->ops->outcome(probe->game, pos).winner;
    if (winner != WINNER_NONE) {
        *out = known_of_end(pos, winner);
        return true;
    }
    if (!probe->game->solvable->rank(probe->tables, pos, &place) ||
        !probe_entry(probe, place, &worth))
        return false;
    bool exact = worth != WORTH_DRAW && probe->sector[place.sector].kind != FORMAT_WDL;
    *out = (Known){worth == WORTH_DRAW   ? 0
                   : worth_is_won(worth) ? 1
                                         : -1,
                   exact ? worth_plies(worth) : -1};
    return true;
}

bool probe_span(const Probe *probe, const Pos *pos, ProbeSpan *out)
{
    SectorIndex place;
    Sector about = {.name = ""};
    bool has = pos && probe->game->solvable->rank(probe->tables, pos, &place);
    if (has)
        probe->game->solvable->sector(probe->tables, place.sector, &about);
    *out = (ProbeSpan){.all = probe->sector_count};
    memcpy(out->sector, about.name, sizeof out->sector);
    for (uint32_t s = 0; s < probe->sector_count; s++)
        out->there += probe->sector[s].there;
    return has;
}

static bool ask(void *context, const Pos *pos, Known *out)
{
    return probe_ask(context, pos, out);
}

Oracle probe_oracle(Probe *probe)
{
    return (Oracle){ask, probe};
}
