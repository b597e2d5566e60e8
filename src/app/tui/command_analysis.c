/* SPDX-License-Identifier: MIT */
/* Commands of analysis: variations, comments, marks, lines. */
#include "app/tui/command_run.h"

#include "app/tui/analysis.h"

#include <string.h>

static Request told(bool good)
{
    return good ? REQUEST_PLAYED : REQUEST_BAD;
}

Request run_analyse(Play *play, const char *rest)
{
    (void)rest;
    return play->far.on && !play_is_over(play) ? command_refuse(play, WORD_FAR_NO_HELP)
                                               : REQUEST_ANALYSE;
}

Request run_vary(Play *play, const char *rest)
{
    return told(analysis_vary(play, strcmp(rest, "back") == 0));
}

/* Where moves are taken back rather than looked at, going to a move would undo the game. */
static bool may_look(Play *play)
{
    return play_is_over(play) || play->far.on ||
           command_refuse(play, WORD_ANALYSE_FIRST) != REQUEST_BAD;
}

Request run_goto(Play *play, const char *rest)
{
    return told(may_look(play) && analysis_goto(play, rest));
}

Request run_promote(Play *play, const char *rest)
{
    (void)rest;
    return told(analysis_promote(play));
}

Request run_delete(Play *play, const char *rest)
{
    (void)rest;
    return told(may_look(play) && analysis_delete(play));
}

Request run_comment(Play *play, const char *rest)
{
    return told(analysis_comment(play, rest));
}

Request run_mark(Play *play, const char *rest)
{
    return told(analysis_mark(play, rest));
}

/* Without a number: one more, after five one. */
Request run_lines(Play *play, const char *rest)
{
    uint64_t lines = (uint64_t)(play->lines ? play->lines : 1) % THOUGHT_LINES_MAX + 1;
    if (*rest && (!str_is_number(rest, THOUGHT_LINES_MAX, &lines) || !lines))
        return command_refuse(play, WORD_NEEDS_LINES);
    play->lines = (int)lines;
    return REQUEST_LINES;
}
