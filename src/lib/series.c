/* SPDX-License-Identifier: MIT */
/* Series of games, see clock.h. Seats are 1 and 2 outside and 0 and 1 within. */
#include "lib/inner.h"

#include "core/series.h"

#include <stdlib.h>
#include <string.h>

enum { STANDING_MAX = 512 };

struct concentric_series {
    concentric_game *owner;
    Series series;
    uint64_t seed; /* of the start of the game that is on */
    char text[STANDING_MAX];
};

static const Text is_over = {{"the series is over", "マッチは終わっています"}};

concentric_series *concentric_series_new(const concentric_game *game, uint64_t seed, char *why)
{
    concentric_series *series = calloc(1, sizeof *series);
    if (!series) {
        hand_out_text(&refuse_no_memory, game->lang, why);
        return NULL;
    }
    series->owner = game_keep(game);
    series->seed = seed;
    series_begin(&series->series, game->game, seed);
    return series;
}

void concentric_series_free(concentric_series *series)
{
    if (!series)
        return;
    concentric_game_close(series->owner);
    free(series);
}

concentric_match *concentric_series_match(const concentric_series *series, char *why)
{
    if (series_is_over(&series->series)) {
        hand_out_text(&is_over, series->owner->lang, why);
        return NULL;
    }
    concentric_match *m = match_begin(series->owner, &series->series.start, series->seed);
    if (!m)
        hand_out_text(&refuse_no_memory, series->owner->lang, why);
    return m;
}

bool concentric_series_ended(concentric_series *series, const concentric_match *m, uint64_t seed,
                             char *why)
{
    static const Text other = {{"the match is of another variant", "対局のゲームが違います"}};
    static const Text open = {{"the match has no result yet", "対局はまだ終わっていません"}};
    Lang lang = series->owner->lang;
    if (strcmp(m->game->id, series->owner->game->id) != 0)
        return hand_out_text(&other, lang, why);
    if (series_is_over(&series->series))
        return hand_out_text(&is_over, lang, why);
    if (!series_end_game(&series->series, match_ending(m).winner, match_pos(m), seed))
        return hand_out_text(&open, lang, why);
    series->seed = seed;
    return true;
}

int concentric_series_set(const concentric_series *series)
{
    return series_set(&series->series) + 1;
}

int concentric_series_number(const concentric_series *series)
{
    return series_number(&series->series) + 1;
}

int concentric_series_player(const concentric_series *series, int seat)
{
    return series_side(&series->series, seat == 2) + 1;
}

int concentric_series_half_points(const concentric_series *series, int seat)
{
    return series->series.half[seat == 2];
}

bool concentric_series_is_over(const concentric_series *series)
{
    return series_is_over(&series->series);
}

concentric_result concentric_series_outcome(const concentric_series *series)
{
    return (concentric_result)series_outcome(&series->series).winner;
}

const char *concentric_series_text(concentric_series *series, concentric_lang lang)
{
    Str s = str_over(series->text, sizeof series->text);
    series_write(&series->series, lang_of(lang), &s);
    return series->text;
}
