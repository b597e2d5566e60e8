/* SPDX-License-Identifier: MIT */
/* Commands of a game over the network. */
#include "app/tui/command_run.h"

#include <string.h>

static Request offer(Play *play, OfferKind kind)
{
    return play_send(play, "offer %s", offer_name(kind)) ? REQUEST_PLAYED : REQUEST_BAD;
}

Request run_takeback(Play *play, const char *rest)
{
    (void)rest;
    return offer(play, OFFER_TAKEBACK);
}

Request run_pause(Play *play, const char *rest)
{
    (void)rest;
    return offer(play, OFFER_PAUSE);
}

Request run_rematch(Play *play, const char *rest)
{
    (void)rest;
    return offer(play, OFFER_REMATCH);
}

Request run_abort(Play *play, const char *rest)
{
    (void)rest;
    return offer(play, OFFER_ABORT);
}

/* The other side's offer, or to withdraw, one's own. */
static Request answer(Play *play, bool yes)
{
    OfferKind kind;
    const Far *far = &play->far;
    bool there = far->seat <= BY_SEAT1 && (far_has_offer(far, !far->seat, &kind) ||
                                           (!yes && far_has_offer(far, far->seat, &kind)));
    if (!there)
        return command_refuse(play, WORD_FAR_NO_OFFER);
    return play_send(play, "answer %s %s", offer_name(kind), yes ? "yes" : "no") ? REQUEST_PLAYED
                                                                                 : REQUEST_BAD;
}

Request run_yes(Play *play, const char *rest)
{
    (void)rest;
    return answer(play, true);
}

Request run_no(Play *play, const char *rest)
{
    (void)rest;
    return answer(play, false);
}

Request run_more(Play *play, const char *rest)
{
    (void)rest;
    return play_send(play, "more") ? REQUEST_PLAYED : REQUEST_BAD;
}

Request run_claim(Play *play, const char *rest)
{
    (void)rest;
    return play_send(play, "claim gone") ? REQUEST_PLAYED : REQUEST_BAD;
}

/* By its number from 1; without one, the list of them. */
Request run_react(Play *play, const char *rest)
{
    uint64_t n;
    if (str_is_number(rest, REACTIONS, &n) && n)
        return play_send(play, "react %d", (int)n - 1) ? REQUEST_PLAYED : REQUEST_BAD;
    char list[400];
    Str l = str_over(list, sizeof list), s = str_over(play->message, sizeof play->message);
    for (int i = 0; i < REACTIONS; i++)
        str_format(&l, "%s%d %s", i ? ", " : "", i + 1, far_reactions[i].in[play->lang]);
    const char *const args[] = {list};
    word_fill(&s, WORD_FAR_NEEDS_REACTION, play->lang, args);
    play->tone = *rest ? TONE_WHY : TONE_INFO;
    return *rest ? REQUEST_BAD : REQUEST_NONE;
}

Request run_name(Play *play, const char *rest)
{
    if (!*rest || !seat_name_is_good(rest))
        return command_refuse(play, WORD_FAR_NEEDS_NAME);
    return play_send(play, "name %s", rest) ? REQUEST_PLAYED : REQUEST_BAD;
}
