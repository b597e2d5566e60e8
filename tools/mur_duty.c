/* SPDX-License-Identifier: MIT */
/* What MUR's duty to withdraw a ship when a board comes again changes (docs/adr/0094):
 *
 *     mur_duty VARIANT DIR [bounds]
 *
 * DIR is a database of VARIANT, whose values leave the duty out. Counts entries:
 *  - wins: lines of four plies from decided positions, the winner playing any fastest win, the
 *    loser anything, after which somebody has the duty. If there are none, every win and loss of
 *    the database is one with the duty too.
 *  - due: what positions would be worth if the duty were due in them.
 *  - bounds: who may win if the duty came whenever it suited them, to either side. What nobody may
 *    win then is drawn with the duty, and so is a position without a past from which nobody can go
 *    straight to one that they may win. */
#include "games/mur/mur.h"
#include "games/registry.h"
#include "solve/store.h"

#include <inttypes.h>
#include <stdlib.h>

enum { PLIES = 4, ROOM = MUR_MOVES_MAX + 4 }; /* the generator writes ahead */
enum { MOVER = 1, ENEMY = 2 };                /* who may win, as the side to move sees it */
static const char *const names[] = {"lost", "drawn", "won"};

typedef struct Duty {
    const Game *game;
    const Solvable *ops;
    void *tables;
    uint32_t sectors;
    Sector *sector;
    Worth **values;
    uint8_t **may; /* bounds */
    uint64_t lines;
} Duty;

static int value_of(Worth worth)
{
    return worth == WORTH_DRAW ? 0 : worth_is_won(worth) ? 1 : -1;
}

/* Where a position is, the duty left out. */
static bool place_of(const Duty *d, const Pos *pos, SectorIndex *at)
{
    Pos plain = *pos;
    plain.phase = 0;
    return d->ops->rank(d->tables, &plain, at);
}

static Worth worth_of_pos(const Duty *d, const Pos *pos)
{
    SectorIndex at;
    if (place_of(d, pos, &at))
        return d->values[at.sector][at.index];
    Winner winner = d->game->ops->outcome(d->game, pos).winner;
    return worth_of(0, winner == (pos->turn ? WINNER_P2 : WINNER_P1));
}

static bool is_over(const Duty *d, const Pos *pos)
{
    return mur_is_over(mur_rules(d->game), pos);
}

/* Can the duty be due here, if the board has been there before? */
static bool can_be_due(const Duty *d, const Pos *pos)
{
    return !is_over(d, pos) && !mur_due(pos) && mur_ships(pos, pos->turn);
}

static bool has_scored(const Pos *from, const Pos *to)
{
    return from->score[0] != to->score[0] || from->score[1] != to->score[1];
}

static void tell_line(Duty *d, const Pos *first)
{
    char text[256];
    Str str = str_over(text, sizeof text);
    d->game->ops->write_pos(d->game, first, &str);
    if (!d->lines++)
        printf("wins: a duty within four plies of %s\n", text);
}

/* Plays on from a decided position. If nobody has scored before the last ply, no board comes again:
 * it would be the same position, and its distance to the end has shrunk. */
static void follow(Duty *d, const Pos *first, const Pos *pos, int left)
{
    Move moves[ROOM];
    Worth worth = worth_of_pos(d, pos);
    if (left == 0 || (left == 1 && !has_scored(first, pos)))
        return;
    int count = d->game->moves(d->game, pos, moves);
    for (int i = 0; i < count; i++) {
        Pos next;
        d->game->apply(d->game, pos, moves[i], &next);
        if (worth_is_won(worth) && worth_of_pos(d, &next) != worth_of(worth_plies(worth) - 1, 0))
            continue;
        if (next.phase & MUR_REPEATED && can_be_due(d, &next))
            tell_line(d, first);
        else
            follow(d, first, &next, left - 1);
    }
}

static void check_wins(Duty *d)
{
    uint64_t from = 0;
    for (uint32_t s = 0; s < d->sectors; s++)
        for (uint64_t i = 0; i < d->sector[s].entries; i++) {
            Worth worth = d->values[s][i];
            Pos pos;
            if (worth == WORTH_DRAW || worth_plies(worth) <= PLIES)
                continue;
            d->ops->unrank(d->tables, (SectorIndex){s, i}, &pos);
            follow(d, &pos, &pos, PLIES);
            from++;
        }
    printf("wins: from %" PRIu64 " entries, %" PRIu64 " lines to a duty\n", from, d->lines);
}

/* The best that a withdrawal of one ship leaves, for the side to move. */
static int value_if_due(const Duty *d, const Pos *pos)
{
    Move moves[ROOM];
    Pos due = *pos, next;
    int best = -1;
    due.phase = MUR_REPEATED;
    for (int i = d->game->moves(d->game, &due, moves); i-- > 0;) {
        d->game->apply(d->game, &due, moves[i], &next);
        int value = -value_of(worth_of_pos(d, &next));
        best = value > best ? value : best;
    }
    return best;
}

static void count_due(const Duty *d)
{
    uint64_t count[3][4] = {{0}};
    for (uint32_t s = 0; s < d->sectors; s++)
        for (uint64_t i = 0; i < d->sector[s].entries; i++) {
            Pos pos;
            d->ops->unrank(d->tables, (SectorIndex){s, i}, &pos);
            int due = can_be_due(d, &pos) ? value_if_due(d, &pos) + 1 : 3;
            count[value_of(d->values[s][i]) + 1][due]++;
        }
    for (int v = 0; v < 3; v++)
        printf("due: of the %s ones %" PRIu64 " would be lost, %" PRIu64 " drawn, %" PRIu64
               " won; it cannot be due in %" PRIu64 "\n",
               names[v], count[v][0], count[v][1], count[v][2], count[v][3]);
}

static int may_win(const Duty *d, const Pos *pos)
{
    SectorIndex at;
    if (place_of(d, pos, &at))
        return d->may[at.sector][at.index];
    return worth_is_won(worth_of_pos(d, pos)) ? MOVER : ENEMY;
}

/* Who may win by the moves alone, or by the withdrawals of the duty. */
static int may_win_by(const Duty *d, const Pos *pos, bool due)
{
    Move moves[ROOM];
    Pos from = *pos, next;
    int any = 0, all = MOVER;
    from.phase = due ? MUR_REPEATED : 0;
    int count = d->game->moves(d->game, &from, moves);
    for (int i = 0; i < count; i++) {
        d->game->apply(d->game, &from, moves[i], &next);
        int may = may_win(d, &next);
        any |= may & ENEMY;
        all &= may;
    }
    return (any ? MOVER : 0) | (count && all ? ENEMY : 0);
}

static uint64_t sweep(Duty *d)
{
    uint64_t changed = 0;
    for (uint32_t s = 0; s < d->sectors; s++)
        for (uint64_t i = 0; i < d->sector[s].entries; i++) {
            Pos pos;
            d->ops->unrank(d->tables, (SectorIndex){s, i}, &pos);
            if (d->may[s][i] == (MOVER | ENEMY) || is_over(d, &pos))
                continue;
            int now = d->may[s][i] | may_win_by(d, &pos, false);
            now |= can_be_due(d, &pos) ? may_win_by(d, &pos, true) : 0;
            changed += now != d->may[s][i];
            d->may[s][i] = (uint8_t)now;
        }
    return changed;
}

/* May somebody win who does not win without the duty? Not due in a position without a past nor in
 * the next one. */
static bool is_open(const Duty *d, const Pos *pos)
{
    Move moves[ROOM];
    int safe = 0, danger = 0, count = d->game->moves(d->game, pos, moves);
    for (int i = 0; i < count; i++) {
        Pos next;
        d->game->apply(d->game, pos, moves[i], &next);
        safe += !(may_win(d, &next) & MOVER);
        danger += !is_over(d, &next) && (may_win_by(d, &next, false) & ENEMY);
    }
    return !safe || danger;
}

static void find_bounds(Duty *d)
{
    uint64_t draws = 0, may = 0, open = 0;
    for (uint32_t s = 0; s < d->sectors; s++)
        for (uint64_t i = 0; i < d->sector[s].entries; i++)
            d->may[s][i] = (uint8_t[]){ENEMY, 0, MOVER}[value_of(d->values[s][i]) + 1];
    for (uint64_t changed; (changed = sweep(d));)
        fprintf(stderr, "bounds: %" PRIu64 " more\n", changed);
    for (uint32_t s = 0; s < d->sectors; s++)
        for (uint64_t i = 0; i < d->sector[s].entries; i++) {
            Pos pos;
            if (d->values[s][i] != WORTH_DRAW)
                continue;
            draws++;
            may += d->may[s][i] != 0;
            d->ops->unrank(d->tables, (SectorIndex){s, i}, &pos);
            open += d->may[s][i] && is_open(d, &pos);
        }
    printf("bounds: of %" PRIu64 " draws %" PRIu64 " may be won in some past, %" PRIu64
           " without one\n",
           draws, may, open);
}

static bool load(Duty *d, const char *dir, char *why)
{
    Store *store = store_open(dir, d->game, why);
    bool good = store != NULL;
    for (uint32_t s = 0; good && s < d->sectors; s++) {
        d->ops->sector(d->tables, s, &d->sector[s]);
        d->values[s] = malloc(d->sector[s].entries * sizeof(Worth));
        d->may[s] = malloc(d->sector[s].entries);
        good = (d->values[s] && d->may[s]) || refuse(why, "out of memory");
        for (uint64_t i = 0; good && i < d->sector[s].entries; i++)
            good = probe_entry(store_probe(store), (SectorIndex){s, i}, &d->values[s][i]) ||
                   refuse(why, "%s.db is missing or damaged", d->sector[s].name);
    }
    if (store)
        store_close(store);
    return good;
}

int main(int argc, char **argv)
{
    char why[WHY_MAX] = "usage: mur_duty VARIANT DIR [bounds]";
    Game *game = argc == 3 || argc == 4 ? game_open(argv[1], LANG_EN, why) : NULL;
    bool good = game && ((game->family == &mur_family && game->solvable) ||
                         refuse(why, "%s is no MUR that has numbers", argv[1]));
    Duty d = {.game = game};
    if (good) {
        d.ops = game->solvable;
        d.tables = d.ops->open(game);
        d.sectors = d.tables ? d.ops->sectors(d.tables) : 0;
        d.sector = calloc(d.sectors + 1, sizeof *d.sector);
        d.values = calloc(d.sectors + 1, sizeof *d.values);
        d.may = calloc(d.sectors + 1, sizeof *d.may);
        good = (d.tables && d.sector && d.values && d.may) || refuse(why, "out of memory");
    }
    if (!good || !load(&d, argv[2], why)) {
        fprintf(stderr, "mur_duty: %s\n", why);
        return 2;
    }
    check_wins(&d);
    count_due(&d);
    if (argc == 4)
        find_bounds(&d);
    return 0; /* the system takes the memory back */
}
