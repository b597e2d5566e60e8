/* SPDX-License-Identifier: MIT */
/* Counting and telling of all engines, see contest.h. */
#include "app/tournament/contest.h"

#include <stdlib.h>

static uint32_t pairings_of(const Contest *contest)
{
    return schedule_pairings(contest->schedule);
}

bool contest_begin(Contest *contest, const Schedule *schedule)
{
    uint32_t pairings = schedule_pairings(schedule);
    *contest = (Contest){.schedule = schedule,
                         .standing = calloc(pairings, sizeof *contest->standing),
                         .games = schedule_games(schedule)};
    bool good = contest->standing != NULL;
    for (uint32_t p = 0; good && p < pairings; p++)
        good = standing_begin(&contest->standing[p], schedule->games);
    return good;
}

void contest_free(Contest *contest)
{
    for (uint32_t p = 0; contest->standing && p < pairings_of(contest); p++)
        standing_free(&contest->standing[p]);
    free(contest->standing);
    contest->standing = NULL;
}

bool contest_has(const Contest *contest, uint32_t game)
{
    Slot slot = schedule_slot(contest->schedule, game);
    return standing_has(&contest->standing[slot.pairing], slot.number);
}

void contest_add(Contest *contest, const Result *result)
{
    Slot slot = schedule_slot(contest->schedule, result->game);
    Result own = *result;
    own.game = slot.number;
    standing_add(&contest->standing[slot.pairing], &own);
    contest->played++;
}

static void rate(const Contest *contest, Place *place)
{
    static const RatedPairing none;
    RatedPairing pairing[ENGINES_MAX * (ENGINES_MAX - 1) / 2];
    Rating rating[ENGINES_MAX];
    uint32_t pairings = pairings_of(contest);
    for (uint32_t p = 0; p < pairings; p++) {
        int engine[2];
        schedule_pairing(contest->schedule, p, engine);
        pairing[p] = none;
        pairing[p].a = engine[0];
        pairing[p].b = engine[1];
        pairing[p].pairs = contest->standing[p].pairs;
    }
    int engines = contest->schedule->engines;
    bool rated = ratings_of(pairing, (int)pairings, engines, rating);
    for (int e = 0; rated && e < engines; e++) {
        place[e].rated = true;
        place[e].rating = rating[e];
    }
}

static double share(const Place *place)
{
    uint32_t games = place->won + place->drawn + place->lost;
    return games ? (place->won + 0.5 * place->drawn) / games : 0.5;
}

static int by_place(const void *left, const void *right)
{
    const Place *a = left, *b = right;
    double x = a->rated ? a->rating.elo : share(a), y = b->rated ? b->rating.elo : share(b);
    return x != y ? (x < y ? 1 : -1) : a->engine - b->engine;
}

void contest_places(const Contest *contest, Place out[ENGINES_MAX])
{
    int engines = contest->schedule->engines;
    for (int e = 0; e < engines; e++)
        out[e] = (Place){.engine = e};
    for (uint32_t p = 0; p < pairings_of(contest); p++) {
        const Standing *s = &contest->standing[p];
        int engine[2];
        schedule_pairing(contest->schedule, p, engine);
        for (int side = 0; side < 2; side++) {
            Place *place = &out[engine[side]];
            place->won += s->by_halves[side ? 0 : 2];
            place->drawn += s->by_halves[1];
            place->lost += s->by_halves[side ? 2 : 0];
            place->faults += standing_faults(s, side);
        }
    }
    rate(contest, out);
    qsort(out, (size_t)engines, sizeof *out, by_place);
}

void contest_write_line(const Contest *contest, uint32_t game, const char (*name)[NAME_MAX_BYTES],
                        const Sprt *sprt, Str *out)
{
    Slot slot = schedule_slot(contest->schedule, game);
    const char *const pair[2] = {name[slot.engine[0]], name[slot.engine[1]]};
    if (contest->schedule->engines > 2)
        str_format(out, "%u/%u  %s - %s: ", contest->played, contest->games, pair[0], pair[1]);
    standing_write_line(&contest->standing[slot.pairing], pair, sprt, out);
}

static void write_place(const Place *place, int rank, const char *name, Str *out)
{
    char elo[32] = "?", error[32] = "?";
    Str e = str_over(elo, sizeof elo), r = str_over(error, sizeof error);
    if (place->rated) {
        e.length = r.length = 0;
        str_format(&e, "%+.0f", place->rating.elo);
        str_format(&r, "+-%.0f", place->rating.error);
    }
    str_format(out, "%4d  %7s %7s %7u %7.1f %%  +%u =%u -%u", rank, elo, error,
               place->won + place->drawn + place->lost, 100 * share(place), place->won,
               place->drawn, place->lost);
    if (place->faults)
        str_format(out, " (faults %u)", place->faults);
    str_format(out, "  %s\n", name);
}

static void write_meeting(const Standing *s, const char *a, const char *b, Str *out)
{
    const uint32_t *n = s->by_halves;
    const char *const pair[2] = {a, b};
    str_format(out, "%s %.1f : %.1f %s, +%u =%u -%u, Elo ", pair[0], (n[1] + 2.0 * n[2]) / 2,
               (n[1] + 2.0 * n[0]) / 2, pair[1], n[2], n[1], n[0]);
    standing_write_elo(s, out);
    str_char(out, '\n');
}

void contest_write(const Contest *contest, const char (*name)[NAME_MAX_BYTES], const Sprt *sprt,
                   Str *out)
{
    int engines = contest->schedule->engines;
    Place place[ENGINES_MAX];
    if (engines == 2) {
        const char *const pair[2] = {name[0], name[1]};
        standing_write(&contest->standing[0], pair, sprt, out);
        return;
    }
    contest_places(contest, place);
    str_format(out, "games     %u of %u, %u for each of %u pairings\n\n", contest->played,
               contest->games, contest->schedule->games, pairings_of(contest));
    str_format(out, "%4s  %7s %7s %7s %9s  engine\n", "rank", "Elo", "95 %", "games", "score");
    for (int i = 0; i < engines; i++)
        write_place(&place[i], i + 1, name[place[i].engine], out);
    str_char(out, '\n');
    for (uint32_t p = 0; p < pairings_of(contest); p++) {
        int engine[2];
        schedule_pairing(contest->schedule, p, engine);
        write_meeting(&contest->standing[p], name[engine[0]], name[engine[1]], out);
    }
}
