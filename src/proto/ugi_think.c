/* SPDX-License-Identifier: MIT */
/* `go`, `stop`, what is told of a thought, and the lines that wait for its end.
 *
 *            go                     ugi_done
 *   idle ----------> thinking --------------------> idle, then the waiting lines
 *                       |  ugi_done after infinite    ^
 *                       +---------------> held -------+ stop
 *
 * Waiting lines are bounded without losing one: when there are too many, the thought is stopped
 * and the host hands in no more until it has ended. */
#include "proto/ugi_part.h"

#include <stdlib.h>
#include <string.h>

static void send_best(Ugi *ugi, Move best)
{
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    if (best)
        ugi->game->ops->write_move(ugi->game, ugi_pos(ugi), best, &s);
    else
        str_add(&s, "0000");
    ugi_send(ugi, "bestmove ");
    ugi_send_line(ugi, text);
}

/* The thought is to end, whoever wants it. */
static void stop(Ugi *ugi);

/* Would the thought go on for ever? */
static bool is_endless(const UgiGo *go)
{
    bool counted = go->depth || go->nodes || go->mate;
    bool timed = go->has_movetime || go->has_time[0] || go->has_time[1];
    return go->infinite || !(counted || timed);
}

/* Nothing can be thought about when the rules have ended the game. After the draw by third
 * occurrence they have not: play may go on. */
static bool has_moves(Ugi *ugi)
{
    return ugi->game->moves(ugi->game, ugi_pos(ugi), ugi->moves) > 0;
}

void ugi_do_go(Ugi *ugi, Words *words)
{
    char why[WHY_MAX];
    UgiGo go;
    if (!ugi->host.go) {
        ugi_fail(ugi, "there is no engine here; go needs one");
        return;
    }
    if (!ugi_read_go(ugi, words, &go, why)) {
        ugi_fail(ugi, why);
        return;
    }
    if (!has_moves(ugi)) {
        /* Who asked waits for a bestmove all the same. */
        ugi_fail(ugi, "the game is over; there is no move to find");
        send_best(ugi, 0);
        return;
    }
    ugi->asked = go;
    ugi->thinking = true;
    ugi->stopped = ugi->held = false;
    TreePlace place = {&ugi->tree, ugi->at};
    if (!ugi->host.go(ugi->host.context, &place, &go, &ugi->options, why)) {
        ugi->thinking = false;
        ugi_fail(ugi, why);
    } else if (ugi_is_full(ugi) || (ugi->ended && is_endless(&go))) {
        stop(ugi); /* it would never hear of it */
    }
}

static void drop_waiting(Ugi *ugi)
{
    free(ugi->waiting);
    ugi->waiting = NULL;
    ugi->from = ugi->to = ugi->room = 0;
}

static void drain(Ugi *ugi)
{
    if (ugi->draining) /* a host that thinks at once comes back here from inside */
        return;
    ugi->draining = true;
    while (ugi->from < ugi->to) {
        char *line = ugi->waiting + ugi->from;
        if (ugi->thinking && !ugi_begins_with(line, "stop"))
            break;
        ugi->from += strlen(line) + 1;
        ugi->goes -= ugi_begins_with(line, "go");
        ugi_run_line(ugi, line);
    }
    ugi->draining = false;
    if (ugi->from == ugi->to)
        drop_waiting(ugi);
}

static void answer(Ugi *ugi, Move best)
{
    ugi->thinking = ugi->held = false;
    send_best(ugi, best);
    drain(ugi);
}

static void stop(Ugi *ugi)
{
    if (!ugi->thinking || ugi->stopped)
        return;
    ugi->stopped = true;
    if (ugi->held)
        answer(ugi, ugi->best);
    else
        ugi->host.stop(ugi->host.context);
}

void ugi_do_stop(Ugi *ugi, Words *words)
{
    (void)words;
    stop(ugi);
}

void ugi_done(Ugi *ugi, Move best)
{
    if (ugi->asked.infinite && !ugi->stopped) {
        ugi->held = true;
        ugi->best = best;
    } else {
        answer(ugi, best);
    }
}

bool ugi_stop_waits(Ugi *ugi)
{
    if (ugi->goes && is_endless(&ugi->asked))
        stop(ugi); /* nothing else would end it */
    return ugi->goes > 0;
}

void ugi_no_more(Ugi *ugi)
{
    ugi->ended = true;
    if (is_endless(&ugi->asked))
        stop(ugi);
}

/* Moves what waits to the front and makes room for `more` bytes. */
static bool make_room(Ugi *ugi, size_t more)
{
    size_t used = ugi->to - ugi->from;
    if (ugi->to + more <= ugi->room)
        return true;
    if (ugi->from && used) /* never while a line of it is being handled: nothing waits anew then */
        memmove(ugi->waiting, ugi->waiting + ugi->from, used);
    ugi->from = 0;
    ugi->to = used;
    if (used + more <= ugi->room)
        return true;
    size_t room = 2 * (used + more);
    char *bigger = realloc(ugi->waiting, room);
    if (!bigger)
        return false;
    ugi->waiting = bigger;
    ugi->room = room;
    return true;
}

void ugi_wait(Ugi *ugi, const char *line, size_t length)
{
    if (!make_room(ugi, length + 1)) {
        ugi_fail(ugi, "out of memory; the line is lost");
        return;
    }
    memcpy(ugi->waiting + ugi->to, line, length);
    ugi->to += length;
    ugi->waiting[ugi->to++] = '\0';
    ugi->goes += ugi_begins_with(ugi->waiting + ugi->to - length - 1, "go");
    if (ugi_is_full(ugi))
        stop(ugi);
}

bool ugi_is_full(const Ugi *ugi)
{
    return ugi->to - ugi->from > UGI_WAITING_MAX;
}

void ugi_remark(Ugi *ugi, const char *text)
{
    ugi_send(ugi, "info string ");
    ugi_send_line(ugi, text);
}

static void add_line(Ugi *ugi, const UgiInfo *info)
{
    const Game *game = ugi->game;
    Pos pos = *ugi_pos(ugi), next;
    for (int i = 0; i < info->length; i++) {
        char text[MOVE_TEXT_MAX + 1] = " ";
        Str s = {text, sizeof text, 1, false};
        game->ops->write_move(game, &pos, info->line[i], &s);
        ugi_send(ugi, text);
        game->apply(game, &pos, info->line[i], &next);
        pos = next;
    }
}

void ugi_info(Ugi *ugi, const UgiInfo *info)
{
    char text[320];
    Str s = str_over(text, sizeof text);
    str_format(&s, "info depth %d seldepth %d multipv %d score %s %d", info->depth, info->seldepth,
               info->number, info->mate ? "mate" : "cp", info->mate ? info->mate : info->score);
    str_format(&s, " wdl %d %d %d nodes ", info->wdl[0], info->wdl[1], info->wdl[2]);
    str_number(&s, info->nodes);
    str_add(&s, " nps ");
    str_number(&s, info->nps);
    str_format(&s, " hashfull %d tbhits ", info->hashfull);
    str_number(&s, info->tbhits);
    str_add(&s, " time ");
    str_number(&s, info->time_ms);
    str_add(&s, " pv");
    ugi_send(ugi, text);
    add_line(ugi, info);
    ugi_send(ugi, "\n");
}
