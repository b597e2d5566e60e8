/* SPDX-License-Identifier: MIT */
/* The words for roles, marks and events. A pattern names its parts by number, so that each
 * language orders them as it likes: {0} player, {1} piece, {2} from, {3} to, {4} points,
 * {5} label, {6} reason, {7} number, {8} total. */
#include "core/event.h"

#include "core/game.h"

#include <assert.h>

/* One sentence for every set of roles that can be asked for at once: {0} is what the game calls a
 * piece, {1} what it calls a place. The laws know when one is missing. */
#define ROLES(role) (1u << ROLE_##role)
static const struct {
    uint32_t roles;
    Text ask;
} prompts[] = {
    {ROLES(PLACE), {{"choose where to place a {0}", "{0}を置く{1}を選んでください"}}},
    {ROLES(FROM), {{"choose which {0} to move", "動かす{0}を選んでください"}}},
    {ROLES(PLACE) | ROLES(FROM),
     {{"choose where to place a {0}, or which {0} to move",
       "{0}を置く{1}か、動かす{0}を選んでください"}}},
    {ROLES(TO), {{"choose where to go", "行き先を選んでください"}}},
    {ROLES(TAKE), {{"choose which {0} to take", "取る{0}を選んでください"}}},
    {ROLES(TURN), {{"choose which {0} to turn over", "裏返す{0}を選んでください"}}},
    {ROLES(TURN) | ROLES(FETCH),
     {{"choose which {0} to turn over, or which enemy {0} to fetch",
       "裏返す{0}か、下に入れる相手の{0}を選んでください"}}},
    {ROLES(TURN) | ROLES(CROWN),
     {{"choose which {0} to turn over, or take the centre",
       "裏返す{0}を選ぶか、中央に就いてください"}}},
    {ROLES(FETCH), {{"choose which enemy {0} to fetch", "下に入れる相手の{0}を選んでください"}}},
    {ROLES(UNDER), {{"choose which {0} to put it under", "上になる自分の{0}を選んでください"}}},
    {ROLES(LAND), {{"choose which way it is knocked", "ノックされた駒の行き先を選んでください"}}},
    {ROLES(WITHDRAW), {{"choose which {0} to withdraw", "回収する{0}を選んでください"}}},
    {ROLES(CROWN), {{"choose whether to take the centre", "中央に就くか選んでください"}}},
};
static const Text some_piece = {{"piece", "コマ"}};
static const Text places[] = {
    [SHAPE_POINTS] = {{"point", "交点"}}, [SHAPE_CELLS] = {{"cell", "マス"}}};

static const Text mark_names[MARK_COUNT] = {
    [MARK_LINE] = {{"line", "ライン"}},     [MARK_FRAME] = {{"frame", "フレーム"}},
    [MARK_GROUP] = {{"group", "グループ"}}, [MARK_REACH] = {{"reach", "行ける場所"}},
    [MARK_EYE] = {{"eye", "狙い目"}},       [MARK_TRAPPED] = {{"trapped", "トラップ"}},
    [MARK_RANK] = {{"rank", "ランク"}},
};

static const Text event_patterns[EVENT_COUNT] = {
    [EVENT_PLACED] = {{"{0} places a {1} on {3}", "{0}が{3}に{1}を置く"}},
    [EVENT_MOVED] = {{"{0} moves a {1} from {2} to {3}", "{0}が{1}を{2}から{3}へ動かす"}},
    [EVENT_LINE] = {{"{0} completes the line {4}", "{0}が{4}の列を完成させる"}},
    [EVENT_FRAME] = {{"{0} completes {5}", "{0}が{5}を完成させる"}},
    [EVENT_TAKEN] = {{"{0} takes the {1} on {2}", "{0}が{2}の{1}を取る"}},
    [EVENT_TURNED] = {{"{0} turns over the {1} on {3}", "{0}が{3}の{1}を裏返す"}},
    [EVENT_STACKED] = {{"{0} puts the {1} from {2} under the one on {3}",
                        "{0}が{2}の{1}を{3}のコマの下に入れる"}},
    [EVENT_KNOCKED] = {{"{0} knocks the {1} from {2} to {3}", "{0}が{2}の{1}を{3}へノックする"}},
    [EVENT_TRAPPED] = {{"the {1} on {3} is trapped by {4}", "{3}の{1}が{4}にトラップされる"}},
    [EVENT_WITHDRAWN] = {{"{0} withdraws the {1} from {2}", "{0}が{2}の{1}を回収する"}},
    [EVENT_SCORED] = {{"{0} scores {7} and has {8}", "{0}が得点{7}を加え、計{8}になる"}},
    [EVENT_ENTHRONED] = {{"{0} takes the {5}", "{0}が{5}に就く"}},
    [EVENT_EVICTED] = {{"the {1} is evicted from the {5}", "{1}が{5}を追われる"}},
    [EVENT_WON] = {{"{0} wins: {6}", "{0}の勝ち：{6}"}},
    [EVENT_DRAWN] = {{"the game is drawn: {6}", "引き分け：{6}"}},
};

/* What follows a pattern that does not say these by itself. */
static const Text named = {{" ({5})", "（{5}）"}}, because = {{" because {6}", "（{6}）"}};

bool role_is_set(Role role)
{
    return role == ROLE_TAKE || role == ROLE_TURN || role == ROLE_WITHDRAW;
}

const Text *roles_prompt(uint32_t roles)
{
    for (size_t i = 0; i < sizeof prompts / sizeof *prompts; i++)
        if (prompts[i].roles == roles)
            return &prompts[i].ask;
    return NULL;
}

void roles_write(const Game *game, uint32_t roles, Lang lang, Str *out)
{
    const Text *ask = roles_prompt(roles), *man = game->man ? game->man : &some_piece;
    const char *const args[] = {man->in[lang], places[game->shape.style].in[lang]};
    if (ask)
        str_fill(out, ask->in[lang], args);
}

const Text *roles_decline(uint32_t roles)
{
    static const Text stop = {{"Make this move", "この手で決定"}};
    static const Text leave_men = {{"Leave the rest", "残りは裏返さない"}};
    static const Text leave_seat = {{"Leave it", "中央に就かない"}};
    return roles == ROLES(TURN) ? &leave_men : roles == ROLES(CROWN) ? &leave_seat : &stop;
}

const Text *roles_accept(uint32_t roles)
{
    static const Text turn_all = {{"Turn these over", "すべて裏返す"}};
    static const Text take_seat = {{"Take the centre", "中央に就く"}};
    return roles == ROLES(CROWN)                                             ? &take_seat
           : roles & ROLES(TURN) && !(roles & ~(ROLES(TURN) | ROLES(CROWN))) ? &turn_all
                                                                             : NULL;
}

const Text *mark_name(MarkKind kind)
{
    assert(kind < MARK_COUNT);
    return &mark_names[kind];
}

static void write_points(const Game *game, const PointSet *points, Str *out)
{
    bool first = true;
    for (int p = 0; p < game->shape.point_count; p++) {
        if (!set_has(points, (Point)p))
            continue;
        if (!first)
            str_char(out, '-');
        str_add(out, game->shape.point[p].name);
        first = false;
    }
}

static const char *point_name(const Game *game, Point p)
{
    return p < game->shape.point_count ? game->shape.point[p].name : "";
}

int events_add_outcome(const Game *game, const Pos *pos, Move move, Event *out)
{
    Pos next;
    game->apply(game, pos, move, &next);
    Outcome outcome = game->ops->outcome(game, &next);
    if (outcome.winner == WINNER_NONE)
        return 0;
    bool drawn = outcome.winner == WINNER_DRAW;
    *out = (Event){.kind = drawn ? EVENT_DRAWN : EVENT_WON,
                   .player = outcome.winner == WINNER_P2,
                   .from = POINT_NONE,
                   .to = POINT_NONE,
                   .reason = &outcome.reason->clause};
    return 1;
}

void event_write(const Game *game, const Event *event, Lang lang, Str *out)
{
    assert(event->kind < EVENT_COUNT);
    char points[4 * POINTS_MAX + 1], number[4], total[4];
    Str s = str_over(points, sizeof points), n = str_over(number, sizeof number);
    Str t = str_over(total, sizeof total);
    str_number(&n, event->number);
    str_number(&t, event->total);
    write_points(game, &event->points, &s);
    const char *const args[] = {
        event->player < 2 ? game->player[event->player].in[lang] : "",
        event->piece ? game->pieces[event->piece].name.in[lang] : "",
        point_name(game, event->from),
        point_name(game, event->to),
        points,
        event->label.in[lang] ? event->label.in[lang] : "",
        event->reason ? event->reason->in[lang] : "",
        number,
        total,
    };
    str_fill(out, event_patterns[event->kind].in[lang], args);
    bool moved = event->kind == EVENT_MOVED || event->kind == EVENT_KNOCKED;
    if (moved && event->label.in[lang])
        str_fill(out, named.in[lang], args);
    if (event->kind == EVENT_WITHDRAWN && event->reason)
        str_fill(out, because.in[lang], args);
}

void events_write(const Game *game, const Event *events, int count, Lang lang, Str *out)
{
    static const Text joint = {{"; ", "。"}};
    for (int i = 0; i < count; i++) {
        if (i)
            str_add(out, joint.in[lang]);
        event_write(game, &events[i], lang, out);
    }
}
