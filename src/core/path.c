/* SPDX-License-Identifier: MIT */
/* Narrowing, see path.h. A path is a row of runs: a run of steps whose role names a set is matched
 * as a set, every other step by itself and in order. */
#include "core/path.h"

/* Steps of the run that begins at `from`. */
static int run_length(const Step *path, int length, int from)
{
    int n = 1;
    if (role_is_set(path[from].role))
        while (from + n < length && path[from + n].role == path[from].role)
            n++;
    return n;
}

/* Strikes `point` out of the run; false if it is not (or no longer) in it. */
static bool strike(const Step *path, int from, int n, Point point, bool *struck)
{
    for (int i = from; i < from + n; i++) {
        if (!struck[i] && path[i].point == point) {
            struck[i] = true;
            return true;
        }
    }
    return false;
}

/* Marks the steps of the path that the clicks strike; false if the clicks leave the path. *next is
 * the first step of the run that is under way. */
static bool follow(const Step *path, int length, const Point *clicks, int count, bool *struck,
                   int *next)
{
    int from = 0, n = length ? run_length(path, length, 0) : 0, done = 0;
    for (int c = 0; c < count; c++) {
        if (from >= length || !strike(path, from, n, clicks[c], struck))
            return false;
        if (++done == n) {
            from += n;
            done = 0;
            n = from < length ? run_length(path, length, from) : 0;
        }
    }
    *next = from;
    return true;
}

static void consider(const Game *game, const Pos *pos, Move move, const Point *clicks, int count,
                     Narrow *out, Move *kept)
{
    Step path[PATH_MAX];
    bool struck[PATH_MAX] = {false};
    int length = game->ops->path(game, pos, move, path), next;
    if (!follow(path, length, clicks, count, struck, &next))
        return;
    kept[out->matches++] = move;
    out->only = move;
    if (count == length) {
        out->complete = move;
        return;
    }
    int n = run_length(path, length, next);
    for (int i = next; i < next + n; i++) {
        if (!struck[i]) {
            set_add(&out->next, path[i].point);
            out->roles |= 1u << path[i].role;
        }
    }
}

Narrow path_narrow(const Game *game, const Pos *pos, const Point *clicks, int count, Move *scratch)
{
    Narrow out = {0};
    int total = game->moves(game, pos, scratch);
    for (int i = 0; i < total; i++)
        consider(game, pos, scratch[i], clicks, count, &out, scratch);
    if (out.matches != 1)
        out.only = 0;
    return out;
}
