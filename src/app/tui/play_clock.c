/* SPDX-License-Identifier: MIT */
/* Clocks and secret picks of a game at one screen; see play.h. */
#include "app/tui/play.h"
#include "app/tui/words.h"
#include "base/rng.h"
#include "games/registry.h"

#include <string.h>

int64_t play_clock(const Play *play, int side)
{
    const PlayTimes *times = &play->times[play->match.ply];
    bool running = play_pos(play)->turn == side && !play_is_over(play);
    int64_t used = times->used[side] + (running ? play->spent_ms : 0);
    if (!play->clock_ms)
        return used;
    int64_t left = play->clock_ms + play->increment_ms * times->moves[side] - used;
    return left > 0 ? left : 0;
}

bool play_tick(Play *play, double now)
{
    double before = play->now_ms;
    play->now_ms = now;
    if (before <= 0 || play_is_over(play) || play->held || play_is_picking(play))
        return false;
    play->spent_ms += (int64_t)(now - before);
    int side = play_pos(play)->turn;
    /* Before the first move nobody's time is up: the players may still be sitting down. */
    if (!play->clock_ms || !play->match.ply || play_clock(play, side) > 0)
        return false;
    play->forfeited = side;
    play->by_forfeit = false;
    play->changes++;
    play_refresh(play);
    play_hush(play);
    return true;
}

bool play_is_picking(const Play *play)
{
    return play->pick != NULL;
}

/* Persons pick one after the other, player 1 first; computers pick when they are asked. */
int play_picker(const Play *play)
{
    for (int side = 0; side < 2; side++)
        if (!picks_has(&play->picks, side))
            return side;
    return 0;
}

/* The game with the option that the picks have settled, at its start. */
static bool settle(Play *play, const char *value)
{
    char variant[2 * VARIANT_TEXT_MAX], why[WHY_MAX];
    Str s = str_over(variant, sizeof variant);
    str_format(&s, "%s,%s=%s", play->game->id, play->pick->option, value);
    PlaySetup setup = {.variant = variant,
                       .seed = play->seed,
                       .seat = {play->seat[0], play->seat[1]},
                       .match = play->in_series,
                       .clock_ms = play->clock_ms,
                       .increment_ms = play->increment_ms,
                       .lang = play->lang};
    Play settled;
    if (!play_open(&settled, &setup, why)) {
        play_say(play, TONE_WHY, "%s", why);
        return false;
    }
    settled.now_ms = play->now_ms;
    settled.flipped = play->flipped;
    play_close(play);
    *play = settled;
    return true;
}

static void tell_picks(Play *play, const char *one, const char *two, const char *result)
{
    const char *const args[] = {one, two, result};
    Str s = str_over(play->message, sizeof play->message);
    word_fill(&s, WORD_PICKS, play->lang, args);
    play->tone = TONE_INFO;
}

static bool settle_if_all(Play *play)
{
    int result = picks_result(&play->picks);
    if (result == PICK_NONE)
        return true;
    const char *one = play->pick->choices[picks_shown(&play->picks, 0)];
    const char *two = play->pick->choices[picks_shown(&play->picks, 1)];
    const char *value = play->pick->choices[result];
    if (!settle(play, value))
        return false;
    tell_picks(play, one, two, value);
    return true;
}

bool play_pick(Play *play, int choice, uint64_t seed)
{
    Rng rng = {seed};
    int side = play_picker(play);
    if (!play->pick || !picks_put(&play->picks, side, choice))
        return false;
    int other = play_picker(play);
    if (!picks_has(&play->picks, other) && play_is_computer(play, other))
        picks_put(&play->picks, other, (int)rng_below(&rng, PICK_CHOICES));
    return settle_if_all(play);
}

void play_pick_skip(Play *play)
{
    play->pick = NULL;
    play->picks = (Picks){{0}};
}
