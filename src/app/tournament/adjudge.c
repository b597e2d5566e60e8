/* SPDX-License-Identifier: MIT */
/* Adjudication, see adjudge.h. */
#include "app/tournament/adjudge.h"

#include "base/str.h"

enum { SCORE_MAX = 1000000, MOVES_MAX = 1000, PLY_MAX = 20000 };

static void count(uint32_t *streak, bool goes_on)
{
    *streak = goes_on ? *streak + 1 : 0;
}

/* A forced end is beyond every score. */
static int32_t in_points(UgiScore score)
{
    if (score.kind == UGI_SCORE_CP)
        return score.value;
    return score.value > 0 ? INT32_MAX : -INT32_MAX;
}

Winner adjudge_take(Adjudge *adjudge, const AdjudgeRules *rules, int player, UgiScore score,
                    uint32_t ply)
{
    bool known = score.kind != UGI_SCORE_NONE;
    int32_t points = known ? in_points(score) : 0;
    count(&adjudge->lost[player], known && points <= -rules->resign_score);
    count(&adjudge->won[player], known && points >= rules->resign_score);
    count(&adjudge->level[player],
          known && points <= rules->draw_score && points >= -rules->draw_score);
    for (int p = 0; p < 2 && rules->resign_moves; p++)
        if (adjudge->lost[p] >= rules->resign_moves && adjudge->won[!p] >= rules->resign_moves)
            return p == 0 ? WINNER_P2 : WINNER_P1;
    if (rules->draw_moves && ply >= rules->draw_ply && adjudge->level[0] >= rules->draw_moves &&
        adjudge->level[1] >= rules->draw_moves)
        return WINNER_DRAW;
    return WINNER_NONE;
}

/* `count` numbers separated by commas, each within its limits. */
static bool read_numbers(const char *text, int count_wanted, const uint64_t *most, uint64_t *out)
{
    for (int i = 0; i < count_wanted; i++) {
        if (i > 0 && *text++ != ',')
            return false;
        if (!str_read_number(&text, most[i], &out[i]))
            return false;
    }
    return *text == '\0';
}

bool adjudge_read_resign(const char *text, AdjudgeRules *rules, char *why)
{
    static const uint64_t most[] = {SCORE_MAX, MOVES_MAX};
    uint64_t n[2];
    if (!read_numbers(text, 2, most, n) || n[0] == 0 || n[1] == 0)
        return refuse(why, "--resign takes a score in hundredths of a man and a number of moves, "
                           "such as 1000,4");
    rules->resign_score = (int32_t)n[0];
    rules->resign_moves = (uint32_t)n[1];
    return true;
}

bool adjudge_read_draw(const char *text, AdjudgeRules *rules, char *why)
{
    static const uint64_t most[] = {SCORE_MAX, MOVES_MAX, PLY_MAX};
    uint64_t n[3];
    if (!read_numbers(text, 3, most, n) || n[1] == 0)
        return refuse(why, "--draw takes a score in hundredths of a man, a number of moves and the "
                           "first ply, such as 10,8,80");
    rules->draw_score = (int32_t)n[0];
    rules->draw_moves = (uint32_t)n[1];
    rules->draw_ply = (uint32_t)n[2];
    return true;
}
