/* SPDX-License-Identifier: MIT */
/* From chosen points and typed text to moves, by the core's narrowing; see play.h. */
#include "app/tui/play.h"
#include "app/tui/words.h"

#include <stdlib.h>
#include <string.h>

bool play_can_finish(const Play *play)
{
    return play_is_open(play) && play->narrow.complete && set_count(&play->narrow.next) > 0;
}

/* The rest of a move that is the only one need not be chosen, but nobody's piece runs off or drops
 * by itself: where to go and where to place is always said. */
static Move rest_of(const Play *play)
{
    const Narrow *n = &play->narrow;
    uint32_t asks = 1u << ROLE_TO | 1u << ROLE_PLACE;
    if (n->complete && !set_count(&n->next))
        return n->complete;
    return play->click_count && n->only && !(n->roles & asks) ? n->only : 0;
}

/* Narrows to the first `count` clicks and plays what they leave no choice about. */
static void choose(Play *play, int count)
{
    play->click_count = count;
    play->narrow = path_narrow(play->game, play_pos(play), play->clicks, count, play->scratch);
    Move move = rest_of(play);
    if (move)
        play_move(play, move);
}

static int index_of(const Play *play, Point point)
{
    for (int i = 0; i < play->click_count; i++)
        if (play->clicks[i] == point)
            return i;
    return -1;
}

/* The points named in a move text, in order, with where they stand. */
static int points_in(const Shape *shape, const char *text, Point *points, int *at, int *length)
{
    int n = 0;
    for (const char *p = text; *p && n < PATH_MAX;) {
        const char *begin = p;
        Point found = shape_read_point(shape, &p);
        if (found == POINT_NONE) {
            p++;
            continue;
        }
        points[n] = found;
        at[n] = (int)(begin - text);
        length[n++] = (int)(p - begin);
    }
    return n;
}

/* The tried move patterned on one legal move: the tapped point takes the place of its k-th one.
 * Returns what it costs (less is more alike), or -1 if it is not alike. */
static int compose(const Play *play, Move move, Point tapped, int wanted, Str *out)
{
    const Shape *shape = &play->game->shape;
    Point points[PATH_MAX];
    int at[PATH_MAX], length[PATH_MAX], k = play->click_count;
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    play->game->ops->write_move(play->game, play_pos(play), move, &s);
    int n = points_in(shape, text, points, at, length);
    if (n <= k || memcmp(points, play->clicks, (size_t)k) != 0)
        return -1;
    str_bytes(out, text, (size_t)at[k]);
    str_add(out, shape->point[tapped].name);
    str_add(out, text + at[k] + length[k]);
    return abs(n - wanted) * 100 + (int)s.length;
}

/* The text of what somebody tried by choosing this point; no notation is known here. */
static bool compose_tried(const Play *play, Point tapped, char *out)
{
    uint8_t board[POINTS_MAX];
    play->game->ops->board(play->game, play_pos(play), board);
    bool own = board[tapped] && play->game->pieces[board[tapped]].owner == play_pos(play)->turn;
    int wanted = !play->click_count && own ? 2 : play->click_count + 1, best = INT32_MAX;
    int count = play->game->moves(play->game, play_pos(play), play->scratch);
    for (int i = 0; i < count; i++) {
        char text[2 * MOVE_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        int cost = compose(play, play->scratch[i], tapped, wanted, &s);
        if (cost >= 0 && cost < best) {
            best = cost;
            memcpy(out, text, s.length + 1);
        }
    }
    return best != INT32_MAX;
}

static void explain(Play *play, Point point)
{
    char text[2 * MOVE_TEXT_MAX], why[WHY_MAX];
    Move move;
    if (compose_tried(play, point, text) &&
        !play->game->ops->read_move(play->game, play_pos(play), text, play->lang, &move, why))
        play_say(play, TONE_WHY, "%s", why);
}

static bool refuse_closed(Play *play)
{
    if (play_is_open(play))
        return false;
    bool over = play_is_over(play);
    if (!play_is_picking(play))
        play_say(play, over ? TONE_INFO : TONE_WHY, "%s",
                 word(over ? WORD_OVER : WORD_NOT_YOUR_TURN, play->lang));
    return true;
}

void play_click(Play *play, Point point)
{
    if (point >= play->game->shape.point_count || refuse_closed(play))
        return;
    play->cursor = point;
    play->hint = 0;
    play_hush(play);
    int chosen = index_of(play, point);
    if (set_has(&play->narrow.next, point) && play->click_count < PATH_MAX) {
        play->clicks[play->click_count] = point;
        choose(play, play->click_count + 1);
    } else if (chosen >= 0) {
        choose(play, chosen);
    } else if (play->click_count == 1 && set_has(&play->root.next, point)) {
        play->clicks[0] = point;
        choose(play, 1);
    } else {
        explain(play, point);
    }
}

bool play_unclick(Play *play)
{
    if (!play->click_count)
        return false;
    play_hush(play);
    choose(play, play->click_count - 1);
    return true;
}

bool play_finish(Play *play)
{
    return play_can_finish(play) && play_move(play, play->narrow.complete);
}

bool play_type(Play *play, const char *text)
{
    char why[WHY_MAX];
    Move move;
    if (refuse_closed(play))
        return false;
    if (!play->game->ops->read_move(play->game, play_pos(play), text, play->lang, &move, why)) {
        play_say(play, TONE_WHY, "%s", why);
        return false;
    }
    return play_move(play, move);
}
