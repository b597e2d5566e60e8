/* SPDX-License-Identifier: MIT */
/* Clicks, see click.h. The choice at place i of a path always means what step i of the path means:
 * points of a set may come in any order, but the whole set has one role. So the moves that still
 * match tell what every choice meant. */
#include "play/click.h"

#include <stdlib.h>
#include <string.h>

/* What the last choice meant, if the matching moves at the head of scratch agree on it. */
static uint8_t meaning(const Click *click, const Move *matching)
{
    uint8_t found = ROLE_COUNT;
    for (uint32_t i = 0; i < click->narrow.matches; i++) {
        Step path[PATH_MAX];
        click->game->ops->path(click->game, &click->pos, matching[i], path);
        uint8_t role = path[click->count - 1].role;
        if (i && role != found)
            return ROLE_COUNT;
        found = role;
    }
    return found;
}

/* Narrows to the first `count` choices. */
static void narrow_to(Click *click, int count, Move *scratch)
{
    click->count = count;
    click->narrow = path_narrow(click->game, &click->pos, click->point, count, scratch);
}

void click_begin(Click *click, const Game *game, const Pos *pos, Move *scratch)
{
    *click = (Click){.game = game, .pos = *pos};
    narrow_to(click, 0, scratch);
    click->root = click->narrow;
}

bool click_can_finish(const Click *click)
{
    return click->narrow.complete && set_count(&click->narrow.next) > 0;
}

/* The rest of a move that is the only one need not be chosen, but nobody's piece runs off or drops
 * by itself: where to go and where to place is always said. */
static Move rest_of(const Click *click)
{
    const Narrow *n = &click->narrow;
    uint32_t asks = 1u << ROLE_TO | 1u << ROLE_PLACE;
    if (n->complete && !set_count(&n->next))
        return n->complete;
    return click->count && n->only && !(n->roles & asks) ? n->only : 0;
}

/* The point becomes choice number `at`, those behind it are gone. */
static ClickFound choose(Click *click, int at, Point point, Move *scratch, Move *move)
{
    click->point[at] = point;
    narrow_to(click, at + 1, scratch);
    click->role[at] = meaning(click, scratch);
    *move = rest_of(click);
    return *move ? CLICK_MOVE : CLICK_CHOSEN;
}

void click_ask(const Click *click, Lang lang, Str *out)
{
    const GameOps *ops = click->game->ops;
    size_t before = out->length;
    if (ops->duty && click->narrow.roles == 1u << ROLE_WITHDRAW)
        ops->duty(click->game, &click->pos, lang, out);
    if (out->length == before)
        roles_write(click->game, click->narrow.roles, lang, out);
}

/* The first move that goes on like this tells: what the piece under way completes does not depend
 * on what is taken for it. */
void click_made(const Click *click, Lang lang, Move *scratch, Str *out)
{
    static const Text mill = {{"Mill ", "ミル "}}, and = {{", ", "、"}};
    const Game *game = click->game;
    Event events[EVENTS_MAX];
    if (click->narrow.roles != 1u << ROLE_TAKE ||
        !path_narrow(game, &click->pos, click->point, click->count, scratch).matches)
        return;
    int n = game->ops->events(game, &click->pos, scratch[0], events), lines = 0;
    for (int i = 0; i < n; i++) {
        if (events[i].kind != EVENT_LINE)
            continue;
        str_add(out, (lines++ ? &and : &mill)->in[lang]);
        int points = 0;
        for (int p = 0; p < game->shape.point_count; p++)
            if (set_has(&events[i].points, (Point)p))
                str_format(out, "%s%s", points++ ? "-" : "", game->shape.point[p].name);
    }
}

const Text *click_accept_words(const Click *click)
{
    return click_can_finish(click) ? roles_accept(click->narrow.roles) : NULL;
}

/* The first of the next points that would have this role, or POINT_NONE. */
static Point next_of(Click *click, Role role, Move *scratch)
{
    Click trial = *click;
    for (int p = 0; p < click->game->shape.point_count; p++) {
        if (!set_has(&click->narrow.next, (Point)p))
            continue;
        trial.point[click->count] = (Point)p;
        narrow_to(&trial, click->count + 1, scratch);
        if (meaning(&trial, scratch) == role)
            return (Point)p;
    }
    return POINT_NONE;
}

ClickFound click_accept(Click *click, Move *scratch, Move *move)
{
    ClickFound found = CLICK_NOTHING;
    *move = 0;
    if (!click_accept_words(click))
        return found;
    Role role = click->narrow.roles == 1u << ROLE_CROWN ? ROLE_CROWN : ROLE_TURN;
    while (click->count < PATH_MAX && found != CLICK_MOVE) {
        Point p = next_of(click, role, scratch);
        if (p == POINT_NONE)
            break;
        found = choose(click, click->count, p, scratch, move);
    }
    return found;
}

static int index_of(const Click *click, Point point)
{
    for (int i = 0; i < click->count; i++)
        if (click->point[i] == point)
            return i;
    return -1;
}

/* The reason against this point. Who has begun a move is always answered: where no rule speaks
 * against the point, with what is asked for instead. */
static ClickFound explain(const Click *click, Point point, Lang lang, Move *scratch, char *why)
{
    char text[2 * MOVE_TEXT_MAX];
    Move legal;
    if (click_tried(click, point, scratch, text) &&
        !click->game->ops->read_move(click->game, &click->pos, text, lang, &legal, why))
        return CLICK_WHY;
    Str s = str_over(why, WHY_MAX);
    if (click->count)
        click_ask(click, lang, &s);
    return click->count ? CLICK_WHY : CLICK_NOTHING;
}

bool click_owes(const Click *click)
{
    uint32_t due = 1u << ROLE_TAKE | 1u << ROLE_TURN | 1u << ROLE_FETCH | 1u << ROLE_UNDER;
    return click->count && click->narrow.roles && !(click->narrow.roles & ~due) &&
           !click->narrow.complete;
}

/* What the first choice can mean: bit r is role r. */
static uint32_t first_roles(const Click *click, uint32_t matches, const Move *matching)
{
    uint32_t roles = 0;
    for (uint32_t i = 0; i < matches; i++) {
        Step path[PATH_MAX];
        click->game->ops->path(click->game, &click->pos, matching[i], path);
        roles |= 1u << path[0].role;
    }
    return roles;
}

/* Another piece is picked up instead of the one that is; false, and nothing is changed, if the
 * point would do anything else. A tap beside the targets of a piece must never place one or make a
 * whole move. */
static bool pick_another(Click *click, Point point, Move *scratch)
{
    if (click->count != 1 || !set_has(&click->root.next, point))
        return false;
    Click other = *click;
    Move move;
    Narrow narrow = path_narrow(click->game, &click->pos, click->point, 1, scratch);
    uint32_t now = first_roles(click, narrow.matches, scratch);
    ClickFound found = choose(&other, 0, point, scratch, &move);
    narrow = path_narrow(click->game, &click->pos, other.point, 1, scratch);
    uint32_t then = first_roles(click, narrow.matches, scratch);
    if (found != CLICK_CHOSEN || !(now & then) || (now | then) & 1u << ROLE_PLACE)
        return false;
    *click = other;
    return true;
}

/* Can this choice be taken back by choosing it again, and all that follow it? While something is
 * due for a mill, only what was chosen for it: the mill itself takes more than a slip. */
static bool may_unchoose(const Click *click, int chosen)
{
    for (int i = chosen; click_owes(click) && i < click->count; i++) {
        uint8_t role = click->role[i];
        if (role == ROLE_PLACE || role == ROLE_FROM || role == ROLE_TO)
            return false;
    }
    return true;
}

ClickFound click_point(Click *click, Point point, Lang lang, Move *scratch, Move *move, char *why)
{
    *move = 0;
    *why = '\0';
    if (point >= click->game->shape.point_count)
        return CLICK_NOTHING;
    if (set_has(&click->narrow.next, point) && click->count < PATH_MAX)
        return choose(click, click->count, point, scratch, move);
    int chosen = index_of(click, point);
    if (chosen >= 0 && may_unchoose(click, chosen)) {
        narrow_to(click, chosen, scratch);
        return CLICK_CHOSEN;
    }
    if (pick_another(click, point, scratch))
        return CLICK_CHOSEN;
    return explain(click, point, lang, scratch, why);
}

/* Does the move go on from the choices? */
static bool continues(const Click *click, Move move, Move *scratch)
{
    Narrow narrow = path_narrow(click->game, &click->pos, click->point, click->count, scratch);
    for (uint32_t i = 0; i < narrow.matches; i++)
        if (scratch[i] == move)
            return true;
    return false;
}

ClickFound click_text(Click *click, const char *text, Lang lang, Move *scratch, Move *move,
                      char *why)
{
    const Game *game = click->game;
    const char *p = text;
    Point point = click->count ? shape_read_point(&game->shape, &p) : POINT_NONE;
    if (point != POINT_NONE && !p[strspn(p, " ")])
        return click_point(click, point, lang, scratch, move, why);
    *move = 0;
    *why = '\0';
    if (!game->ops->read_move(game, &click->pos, text, lang, move, why))
        return CLICK_WHY;
    if (!click_owes(click) || continues(click, *move, scratch))
        return CLICK_MOVE;
    Str s = str_over(why, WHY_MAX);
    *move = 0;
    click_ask(click, lang, &s);
    return CLICK_WHY;
}

bool click_back(Click *click, Move *scratch)
{
    if (!click->count)
        return false;
    narrow_to(click, click->count - 1, scratch);
    return true;
}

void click_clear(Click *click)
{
    click->count = 0;
    click->narrow = click->root;
}

static uint8_t man_of(const Game *game, int player)
{
    for (uint8_t i = 1; i < game->piece_count; i++)
        if (game->pieces[i].owner == player && game->pieces[i].form == FORM_MAN)
            return i;
    return 0;
}

void click_preview(const Click *click, uint8_t *board, PointSet *ghost)
{
    const Game *game = click->game;
    *ghost = (PointSet){0};
    game->ops->board(game, &click->pos, board);
    for (int i = 0; i < click->count; i++) {
        Point to = click->point[i];
        if (click->role[i] == ROLE_PLACE) {
            board[to] = man_of(game, click->pos.turn);
        } else if (i && click->role[i] == ROLE_TO && click->role[i - 1] == ROLE_FROM) {
            uint8_t piece = board[click->point[i - 1]];
            board[click->point[i - 1]] = 0;
            board[to] = piece;
        } else {
            continue;
        }
        set_add(ghost, to);
    }
}

/* -- The move that was tried ----------------------------------------------------------------------
 * No notation is known here: a legal move that goes on from the choices serves as the pattern, and
 * the point that was tapped takes the place of the first one in its text that is not chosen yet. */

/* A point named in a move text, and where. */
typedef struct Named {
    Point point;
    bool chosen;
    size_t at, length;
} Named;

static int points_in(const Shape *shape, const char *text, Named *out)
{
    int n = 0;
    for (const char *p = text; *p && n < PATH_MAX;) {
        const char *begin = p;
        Point found = shape_read_point(shape, &p);
        if (found == POINT_NONE)
            p++;
        else
            out[n++] = (Named){found, false, (size_t)(begin - text), (size_t)(p - begin)};
    }
    return n;
}

/* Strikes the choices out of the points; false if one is not there. */
static bool strike_chosen(const Click *click, Named *points, int count)
{
    for (int c = 0; c < click->count; c++) {
        int i = 0;
        while (i < count && (points[i].chosen || points[i].point != click->point[c]))
            i++;
        if (i == count)
            return false;
        points[i].chosen = true;
    }
    return true;
}

/* Points of a set are written in the order of the board: the tapped one, at place k, moves among
 * those that were chosen in the same role. */
static void put_in_order(const Click *click, Named *points, int count, int k)
{
    uint8_t role = click->count ? click->role[click->count - 1] : ROLE_COUNT;
    if (role == ROLE_COUNT || !role_is_set((Role)role))
        return;
    for (int step = -1; step <= 1; step += 2) {
        int at = k;
        for (int i = k + step; i >= 0 && i < count && points[i].chosen; i += step) {
            int c = click->count;
            while (c-- > 0 && click->point[c] != points[i].point)
                ;
            if (c < 0 || click->role[c] != role ||
                (points[i].point < points[at].point) != (step > 0))
                break;
            Point swap = points[i].point;
            points[i].point = points[at].point;
            points[at].point = swap;
            at = i;
        }
    }
}

/* Adds what was tried, patterned on one move. Returns what that costs (less is more alike), or -1
 * if it is not alike. */
static int compose(const Click *click, Move move, Point tapped, int wanted, Str *out)
{
    const Shape *shape = &click->game->shape;
    Named points[PATH_MAX];
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    click->game->ops->write_move(click->game, &click->pos, move, &s);
    int n = points_in(shape, text, points), k = 0;
    if (!strike_chosen(click, points, n))
        return -1;
    while (k < n && points[k].chosen)
        k++;
    if (k == n)
        return -1;
    points[k].point = tapped;
    put_in_order(click, points, n, k);
    size_t done = 0;
    for (int i = 0; i < n; i++) {
        str_bytes(out, text + done, points[i].at - done);
        str_add(out, shape->point[points[i].point].name);
        done = points[i].at + points[i].length;
    }
    str_add(out, text + done);
    return abs(n - wanted) * 100 + (int)s.length;
}

bool click_tried(const Click *click, Point point, Move *scratch, char *out)
{
    const Game *game = click->game;
    uint8_t board[POINTS_MAX];
    game->ops->board(game, &click->pos, board);
    bool own = board[point] && game->pieces[board[point]].owner == click->pos.turn;
    /* As short as can be; but who taps a piece of their own means to move it. */
    int wanted = !click->count && own ? 2 : click->count + 1, best = INT32_MAX;
    Narrow narrow = path_narrow(game, &click->pos, click->point, click->count, scratch);
    for (uint32_t i = 0; i < narrow.matches; i++) {
        char text[2 * MOVE_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        int cost = compose(click, scratch[i], point, wanted, &s);
        if (cost >= 0 && cost < best) {
            best = cost;
            memcpy(out, text, s.length + 1);
        }
    }
    return best != INT32_MAX;
}
