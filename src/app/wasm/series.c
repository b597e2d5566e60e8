/* SPDX-License-Identifier: MIT */
/* Games that count together, such as an official match: going on to the next one, and the standing
 * as JSON. See engine.h and core/series.h. */
#include "app/wasm/engine.h"

#include <string.h>

Series session_standing(const Session *session)
{
    Series series = session->series;
    const Match *match = &session->match;
    series_end_game(&series, match_outcome(match).winner, match_pos(match), session->seed);
    return series;
}

bool session_next_game(Session *session, char *why)
{
    static const Text single = {{"this is a single game", "これは1局だけの対局です"}};
    static const Text goes_on = {{"the game is not over yet", "この局はまだ終わっていません"}};
    static const Text last = {{"this was the last game of the match", "これが最終局でした"}};
    if (!session->in_series)
        return refuse(why, "%s", single.in[engine.lang]);
    if (!session_is_over(session))
        return refuse(why, "%s", goes_on.in[engine.lang]);
    Series next = session_standing(session);
    if (series_is_over(&next))
        return refuse(why, "%s", last.in[engine.lang]);
    Match match;
    if (!match_begin(&match, session->game, &next.start))
        return refuse(why, "%s", engine_no_memory.in[engine.lang]);
    session->earlier[session->series.played] = (Played){session->match, session->termination};
    session->series = next;
    session->match = match;
    session->termination = TERMINATION_UNFINISHED;
    return true;
}

const char *ending_name(const Match *match, Termination termination)
{
    if (match->ended.winner == WINNER_NONE)
        return "";
    if (termination == TERMINATION_AGREEMENT)
        return "agree";
    return match->ended.winner == WINNER_P1 ? "p2" : "p1";
}

static void tell_earlier(Json *json, const Session *session)
{
    json_key(json, "earlier");
    json_open(json, '[');
    for (int i = 0; i < session->series.played; i++) {
        const Played *game = &session->earlier[i];
        json_open(json, '{');
        json_key(json, "moves");
        tell_history(json, &game->match);
        json_add_text(json, "end", ending_name(&game->match, game->termination));
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* By seat: half points over all, and set by set. */
static void tell_points(Json *json, const Series *standing)
{
    json_key(json, "half");
    json_open(json, '[');
    for (int seat = 0; seat < 2; seat++)
        json_number(json, standing->half[seat]);
    json_close(json, ']');
    json_key(json, "sets");
    json_open(json, '[');
    for (int set = 0; set < standing->rules->sets; set++) {
        json_open(json, '[');
        for (int seat = 0; seat < 2; seat++)
            json_number(json, series_set_half(standing, set, seat));
        json_close(json, ']');
    }
    json_close(json, ']');
}

void tell_series(Json *json, const Session *session)
{
    json_key(json, "series");
    if (!session->in_series) {
        json_null(json);
        return;
    }
    const Series *now = &session->series;
    Series standing = session_standing(session);
    json_open(json, '{');
    json_add_number(json, "set", series_set(now) + 1);
    json_add_number(json, "game", series_number(now) + 1);
    json_add_number(json, "games", now->rules->games);
    json_add_number(json, "starter", series_side(now, series_starter(now)));
    json_add_number(json, "side", series_side(now, 0)); /* of seat 0 */
    tell_points(json, &standing);
    json_add_bool(json, "over", series_is_over(&standing));
    tell_outcome(json, "result", series_outcome(&standing));
    tell_earlier(json, session);
    json_close(json, '}');
}
