/* SPDX-License-Identifier: MIT */
/* Counting games and telling of them, see standing.h. */
#include "app/tournament/standing.h"

#include "app/tournament/schedule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct VerdictRow {
    const char *name, *words;
} verdicts[VERDICT_COUNT] = {
    [VERDICT_RULES] = {"rules", "by the rules"},
    [VERDICT_REPETITION] = {"repetition", "by repetition"},
    [VERDICT_LENGTH] = {"length", "too long, drawn"},
    [VERDICT_RESIGNS] = {"resigns", "given up"},
    [VERDICT_DRAWN] = {"drawn", "called drawn"},
    [VERDICT_CRASH] = {"crash", "crashes"},
    [VERDICT_ILLEGAL] = {"illegal", "illegal moves"},
    [VERDICT_TIME] = {"time", "time losses"},
    [VERDICT_SILENCE] = {"silence", "no answers"},
};

bool standing_begin(Standing *standing, uint32_t games)
{
    *standing = (Standing){.games = games, .halves = calloc(games, 1)};
    return standing->halves != NULL;
}

void standing_free(Standing *standing)
{
    free(standing->halves);
}

bool standing_has(const Standing *standing, uint32_t game)
{
    return standing->halves[game] != 0;
}

void standing_add(Standing *standing, const Result *result)
{
    uint32_t game = result->game, other = game ^ 1;
    int player = schedule_engine(game, 0); /* A is player 1 if engine 0 plays for player 0 */
    standing->halves[game] = (uint8_t)(result->halves + 1);
    standing->played++;
    standing->by_halves[result->halves]++;
    standing->as_player[player][result->halves]++;
    standing->verdicts[result->verdict]++;
    standing->plies += result->plies;
    if (verdict_is_fault(result->verdict))
        standing->faults[result->halves == 2][result->verdict]++;
    for (int e = 0; e < 2; e++)
        if (result->over_ms[e] > standing->over_ms[e])
            standing->over_ms[e] = result->over_ms[e];
    if (other < standing->games && standing->halves[other])
        standing->pairs.count[result->halves + standing->halves[other] - 1]++;
}

bool verdict_is_fault(Verdict verdict)
{
    return verdict >= VERDICT_CRASH;
}

const char *verdict_name(Verdict verdict)
{
    return verdicts[verdict].name;
}

bool verdict_find(const char *name, Verdict *out)
{
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (strcmp(verdicts[i].name, name) == 0) {
            *out = (Verdict)i;
            return true;
        }
    }
    return false;
}

static void write_elo(Str *out, double elo)
{
    if (isinf(elo))
        str_add(out, elo > 0 ? "+inf" : "-inf");
    else
        str_format(out, "%+.1f", fabs(elo) < 0.05 ? 0.0 : elo); /* never -0.0 */
}

static double score_of(const uint32_t halves[3])
{
    uint32_t games = halves[0] + halves[1] + halves[2];
    return games ? (halves[1] + 2.0 * halves[2]) / 2 / games : 0;
}

void standing_write_elo(const Standing *standing, Str *out)
{
    Estimate e;
    if (!stats_estimate(&standing->pairs, &e)) {
        str_add(out, "no pair is complete yet");
        return;
    }
    write_elo(out, e.elo);
    str_add(out, " [");
    write_elo(out, e.elo_low);
    str_add(out, ", ");
    write_elo(out, e.elo_high);
    str_add(out, "]");
}

uint32_t standing_faults(const Standing *standing, int engine)
{
    uint32_t n = 0;
    for (int i = VERDICT_CRASH; i < VERDICT_COUNT; i++)
        n += standing->faults[engine][i];
    return n;
}

void standing_write_line(const Standing *standing, const char *const name[2], const Sprt *sprt,
                         Str *out)
{
    const uint32_t *n = standing->by_halves;
    str_format(out, "%u/%u  %s +%u =%u -%u", standing->played, standing->games, name[0], n[2], n[1],
               n[0]);
    if (standing->played)
        str_format(out, "  %.1f %%", 100 * score_of(n));
    if (pentanomial_pairs(&standing->pairs)) {
        str_add(out, "  Elo ");
        standing_write_elo(standing, out);
    }
    if (sprt)
        str_format(out, "  LLR %.2f (%.2f, %.2f)", sprt_llr(sprt, &standing->pairs),
                   sprt_lower(sprt), sprt_upper(sprt));
    if (standing_faults(standing, 0) + standing_faults(standing, 1))
        str_format(out, "  faults %u:%u", standing_faults(standing, 0),
                   standing_faults(standing, 1));
}

static void write_side(const Standing *standing, int player, Str *out)
{
    const uint32_t *n = standing->as_player[player];
    if (n[0] + n[1] + n[2])
        str_format(out, "%s +%u =%u -%u (%.1f %%)", player == 0 ? "as player 1" : ", as player 2",
                   n[2], n[1], n[0], 100 * score_of(n));
}

static void write_verdicts(const Standing *standing, Str *out)
{
    const char *gap = "";
    str_add(out, "ended     ");
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (standing->verdicts[i]) {
            str_format(out, "%s%s %u", gap, verdicts[i].words, standing->verdicts[i]);
            gap = ", ";
        }
    }
    str_add(out, "\n");
}

static void write_faults(const Standing *standing, int engine, const char *name, Str *out)
{
    str_format(out, "faults    %s:", name);
    for (int i = VERDICT_CRASH; i < VERDICT_COUNT; i++)
        str_format(out, "%s %s %u", i > VERDICT_CRASH ? "," : "", verdicts[i].words,
                   standing->faults[engine][i]);
    str_format(out, "; latest answer %d ms after its limit\n", standing->over_ms[engine]);
}

static void write_sprt(const Standing *standing, const Sprt *sprt, Str *out)
{
    static const char *const words[] = {[SPRT_GOES_ON] = "not decided",
                                        [SPRT_ACCEPTS_0] = "the lower Elo is accepted",
                                        [SPRT_ACCEPTS_1] = "the higher Elo is accepted"};
    str_format(out, "SPRT      Elo %g against %g, alpha %g, beta %g: LLR %.2f (%.2f, %.2f), %s\n",
               sprt->elo0, sprt->elo1, sprt->alpha, sprt->beta, sprt_llr(sprt, &standing->pairs),
               sprt_lower(sprt), sprt_upper(sprt), words[sprt_state(sprt, &standing->pairs)]);
}

void standing_write(const Standing *standing, const char *const name[2], const Sprt *sprt, Str *out)
{
    const uint32_t *n = standing->by_halves;
    const uint64_t *p = standing->pairs.count;
    Estimate e;
    str_format(out, "score     %s %.1f : %.1f %s (%.1f %%)\n", name[0], (n[1] + 2.0 * n[2]) / 2,
               (n[1] + 2.0 * n[0]) / 2, name[1], 100 * score_of(n));
    str_format(out, "games     %u of %u: +%u =%u -%u, %.1f moves on average\n", standing->played,
               standing->games, n[2], n[1], n[0],
               standing->played ? (double)standing->plies / standing->played : 0);
    str_add(out, "sides     ");
    write_side(standing, 0, out);
    write_side(standing, 1, out);
    str_format(out, "\npairs     0: %llu, 1/2: %llu, 1: %llu, 3/2: %llu, 2: %llu\n",
               (unsigned long long)p[0], (unsigned long long)p[1], (unsigned long long)p[2],
               (unsigned long long)p[3], (unsigned long long)p[4]);
    str_add(out, "Elo       ");
    standing_write_elo(standing, out);
    if (stats_estimate(&standing->pairs, &e))
        str_format(out, " (95 %%); score %.1f %% [%.1f, %.1f]; superiority %.1f %%", 100 * e.score,
                   100 * e.score_low, 100 * e.score_high, 100 * e.superiority);
    str_add(out, "\n");
    if (sprt)
        write_sprt(standing, sprt, out);
    write_verdicts(standing, out);
    write_faults(standing, 0, name[0], out);
    write_faults(standing, 1, name[1], out);
}
