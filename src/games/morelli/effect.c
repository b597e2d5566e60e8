/* SPDX-License-Identifier: MIT */
/* What a move does, for everything that is not hot: its text, its path of clicks, its events. */
#include "games/morelli/morelli.h"

static void add_frame(const MorelliRules *r, const uint64_t *men, int cell, MorelliEffect *effect)
{
    if (!morelli_framed(r, men, cell))
        return;
    for (int i = 0; i < effect->frame_count; i++)
        if (r->frame_number[effect->frame[i]] == r->frame_number[cell])
            return; /* two of its cells were filled by this move */
    effect->frame[effect->frame_count++] = cell;
}

static void find_turned(const MorelliRules *r, const Pos *pos, Move move, MorelliEffect *effect)
{
    uint64_t turned = r->edition == EDITION_NESTOR ? move >> MORELLI_TURNED_SHIFT & 0xff
                                                   : morelli_capture_set(r, pos, effect->to);
    while (turned)
        effect->turned[effect->turned_count++] = effect->to + morelli_step(bits_pop(&turned));
}

MorelliEffect morelli_effect(const MorelliRules *r, const Pos *pos, Move move)
{
    MorelliEffect effect = {.from = morelli_from(move), .to = morelli_to(move)};
    uint64_t men[3];
    find_turned(r, pos, move, &effect);
    memcpy(men, pos->stones[pos->turn], sizeof men);
    morelli_flip(men, effect.from);
    morelli_flip(men, effect.to);
    for (int i = 0; i < effect.turned_count; i++)
        morelli_flip(men, effect.turned[i]);
    add_frame(r, men, effect.to, &effect);
    for (int i = 0; i < effect.turned_count; i++)
        add_frame(r, men, effect.turned[i], &effect);
    effect.crowned = r->edition == EDITION_NESTOR
                         ? (move & MORELLI_CROWN) != 0
                         : effect.frame_count && MORELLI_KING(pos) != pos->turn + 1;
    return effect;
}

static void write_cell(const Game *game, int cell, Str *out)
{
    str_add(out, game->shape.point[morelli_rules(game)->point[cell]].name);
}

void morelli_write_move(const Game *game, const Pos *pos, Move move, Str *out)
{
    if (move & MORELLI_PLACE) {
        write_cell(game, morelli_to(move), out);
        return;
    }
    MorelliEffect effect = morelli_effect(morelli_rules(game), pos, move);
    write_cell(game, effect.from, out);
    str_char(out, '-');
    write_cell(game, effect.to, out);
    if (effect.turned_count)
        str_char(out, 'x');
    for (int i = 0; i < effect.turned_count; i++)
        write_cell(game, effect.turned[i], out);
    if (effect.crowned)
        str_char(out, '*');
}

/* Only what the mover chooses is clicked: in nestor the men turned and the centre, too. */
int morelli_path(const Game *game, const Pos *pos, Move move, Step *out)
{
    const MorelliRules *r = morelli_rules(game);
    int n = 0;
    if (move & MORELLI_PLACE) {
        out[n++] = (Step){r->point[morelli_to(move)], ROLE_PLACE};
        return n;
    }
    MorelliEffect effect = morelli_effect(r, pos, move);
    out[n++] = (Step){r->point[effect.from], ROLE_FROM};
    out[n++] = (Step){r->point[effect.to], ROLE_TO};
    if (r->edition != EDITION_NESTOR)
        return n;
    for (int i = 0; i < effect.turned_count; i++)
        out[n++] = (Step){r->point[effect.turned[i]], ROLE_TURN};
    if (effect.crowned)
        out[n++] = (Step){r->point[MORELLI_THRONE], ROLE_CROWN};
    return n;
}

/* An event without points, to be filled in. */
static Event blank(EventKind kind, int player, int piece)
{
    return (Event){.kind = (uint8_t)kind,
                   .player = (uint8_t)player,
                   .piece = (uint8_t)piece,
                   .from = POINT_NONE,
                   .to = POINT_NONE};
}

static int place_events(const MorelliRules *r, const Pos *pos, Move move, Event *out)
{
    int us = pos->turn, n = 0;
    out[n] = blank(EVENT_PLACED, us, PIECE_BLACK + us);
    out[n++].to = r->point[morelli_to(move)];
    if (r->setup != SETUP_FREE) {
        out[n] = blank(EVENT_PLACED, us, PIECE_WHITE - us);
        out[n++].to = r->point[2 * MORELLI_THRONE - morelli_to(move)];
    }
    return n;
}

static int frame_events(const MorelliRules *r, const MorelliEffect *effect, int us, Event *out)
{
    for (int i = 0; i < effect->frame_count; i++) {
        int cell = effect->frame[i];
        out[i] = blank(EVENT_FRAME, us, 0);
        out[i].points = morelli_points(r, &r->frame[cell]);
        out[i].label = morelli_frame_names[r->frame_number[cell]];
    }
    return effect->frame_count;
}

static int throne_events(const MorelliRules *r, const Pos *pos, Event *out)
{
    static const Text throne = {{"throne", "玉座"}}, centre = {{"centre", "中央"}};
    Text seat = r->edition == EDITION_NESTOR ? centre : throne;
    int us = pos->turn, n = 0;
    if (MORELLI_KING(pos)) {
        out[n] = blank(EVENT_EVICTED, us, PIECE_WHITE_KING - us);
        out[n].label = seat;
        out[n++].from = r->point[MORELLI_THRONE];
    }
    out[n] = blank(EVENT_ENTHRONED, us, PIECE_BLACK_KING + us);
    out[n].label = seat;
    out[n++].to = r->point[MORELLI_THRONE];
    return n;
}

int morelli_events(const Game *game, const Pos *pos, Move move, Event *out)
{
    const MorelliRules *r = morelli_rules(game);
    if (move & MORELLI_PLACE)
        return place_events(r, pos, move, out);
    MorelliEffect effect = morelli_effect(r, pos, move);
    int us = pos->turn, n = 0;
    out[n] = blank(EVENT_MOVED, us, PIECE_BLACK + us);
    out[n].from = r->point[effect.from];
    out[n++].to = r->point[effect.to];
    for (int i = 0; i < effect.turned_count; i++) {
        out[n] = blank(EVENT_TURNED, us, PIECE_WHITE - us);
        out[n++].to = r->point[effect.turned[i]];
    }
    n += frame_events(r, &effect, us, out + n);
    if (effect.crowned)
        n += throne_events(r, pos, out + n);
    return n + events_add_outcome(game, pos, move, out + n);
}
