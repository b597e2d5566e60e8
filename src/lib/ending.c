/* SPDX-License-Identifier: MIT */
/* How a match stands and ends, see match.h. */
#include "lib/inner.h"

Ending match_ending(const concentric_match *m)
{
    return m->acted.kind && m->at == m->ended_at ? m->acted : tree_ending(&m->record.tree, m->at);
}

concentric_result concentric_outcome(const concentric_match *m, const char **reason)
{
    Ending ending = match_ending(m);
    if (reason)
        *reason = ending_is_over(&ending) ? ending_reason(&ending)->in[m->lang] : NULL;
    return (concentric_result)ending.winner;
}

concentric_ending concentric_ending_of(const concentric_match *m)
{
    return (concentric_ending)match_ending(m).kind;
}

const char *concentric_ending_text(concentric_match *m)
{
    Ending ending = match_ending(m);
    char *text = told_room(&m->ending, WHY_MAX);
    if (!text)
        return "";
    Str s = str_over(text, WHY_MAX);
    ending_write(m->game, &ending, m->lang, &s);
    return text;
}

/* What an act makes of a game that goes on; false if there is no such act. */
static bool act(const concentric_match *m, concentric_ending how, int player, Ending *out)
{
    Outcome agreed = m->game->ops->agreed(m->game, match_pos(m));
    bool one = player == 1 || player == 2;
    switch (how) {
    case CONCENTRIC_BY_AGREEMENT:
        *out = (Ending){END_AGREEMENT, agreed.winner, agreed.reason};
        return true;
    case CONCENTRIC_ABORTED:
        *out = (Ending){.kind = END_ABORTED};
        return true;
    case CONCENTRIC_BY_RESIGNATION:
    case CONCENTRIC_BY_TIME:
    case CONCENTRIC_BY_FORFEIT:
        *out = (Ending){.kind = (EndKind)how, .winner = player == 1 ? WINNER_P2 : WINNER_P1};
        return one;
    case CONCENTRIC_BY_ARBITER:
        *out = (Ending){.kind = END_ADJUDICATED,
                        .winner = !player       ? WINNER_DRAW
                                  : player == 1 ? WINNER_P1
                                                : WINNER_P2};
        return one || !player;
    default:
        return false;
    }
}

bool concentric_end(concentric_match *m, concentric_ending how, int player, char *why)
{
    static const Text over = {{"the game is over already", "すでに終局しています"}},
                      unknown = {{"nobody can end a game like this: name one of the acts, and "
                                  "player 1 or 2",
                                  "この終わり方はできません。終局の種類と対局者1か2を指定してくださ"
                                  "い"}};
    Ending ending = match_ending(m);
    if (ending_is_over(&ending))
        return hand_out_text(&over, m->lang, why);
    if (!act(m, how, player, &ending))
        return hand_out_text(&unknown, m->lang, why);
    m->acted = ending;
    m->ended_at = m->at;
    m->record.plies = RECORD_ALL;
    tree_promote_line(&m->record.tree, m->at);
    return true;
}
