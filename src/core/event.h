/* SPDX-License-Identifier: MIT */
/* What the contract tells about moves and positions as data: the steps of a path, the events of a
 * move, marks on the board, counters beside it. One list drives text, animation, sound, speech. */
#ifndef CONCENTRIC_CORE_EVENT_H
#define CONCENTRIC_CORE_EVENT_H

#include "base/str.h"
#include "core/types.h"

struct Game;

enum { MARKS_MAX = 64, COUNTERS_MAX = 8 };

/* What clicking a point of a path means. Neighbouring steps of one role may be clicked in any
 * order if the role is one of those that name a set (see role_is_set). */
typedef enum Role {
    ROLE_PLACE,    /* put a piece here */
    ROLE_FROM,     /* the piece that moves */
    ROLE_TO,       /* where it goes */
    ROLE_TAKE,     /* set: a piece taken off */
    ROLE_TURN,     /* set: an enemy piece turned over */
    ROLE_FETCH,    /* an enemy piece to be put under one of one's own */
    ROLE_UNDER,    /* the piece it goes under */
    ROLE_LAND,     /* where a knocked piece stops */
    ROLE_WITHDRAW, /* set: a piece of one's own taken off */
    ROLE_CROWN,    /* the centre: take the throne */
    ROLE_COUNT
} Role;

typedef struct Step {
    Point point;
    uint8_t role;
} Step;

bool role_is_set(Role role);
/* What is asked of the player where points of these roles (bit r: role r) may be chosen: one
 * sentence without a full stop, such as "choose which man to take". */
void roles_write(const struct Game *game, uint32_t roles, Lang lang, Str *out);
/* Its pattern; NULL if nobody has written one. */
const Text *roles_prompt(uint32_t roles);
/* Where the move may be made without choosing more: the words for two buttons that stand side by
 * side. NULL where there is no one choice that all of it could mean (roles_accept). */
const Text *roles_decline(uint32_t roles);
const Text *roles_accept(uint32_t roles);

typedef enum EventKind {
    EVENT_PLACED,    /* piece on `to` */
    EVENT_MOVED,     /* piece `from` -> `to`; `label`, if any, names its rank */
    EVENT_LINE,      /* `points` completed: a mill */
    EVENT_FRAME,     /* `points` completed; `label` names it */
    EVENT_TAKEN,     /* piece on `from` leaves the board */
    EVENT_TURNED,    /* piece on `to` changes sides */
    EVENT_STACKED,   /* piece from `from` goes under the one on `to` */
    EVENT_KNOCKED,   /* piece `from` -> `to`; `label`, if any, names its rank */
    EVENT_TRAPPED,   /* piece on `to`, enclosed by `points` */
    EVENT_WITHDRAWN, /* piece on `from` leaves the board, back to its owner, for `reason` */
    EVENT_SCORED,    /* `player` gains `number` points and has `total` */
    EVENT_ENTHRONED, /* piece on `to`; `label` names the seat */
    EVENT_EVICTED,   /* piece on `from`; `label` names the seat */
    EVENT_WON,       /* by `player`, for `reason` */
    EVENT_DRAWN,     /* for `reason` */
    EVENT_COUNT
} EventKind;

typedef struct Event {
    uint8_t kind;   /* EventKind */
    uint8_t player; /* who did it, or whom it serves */
    uint8_t piece;  /* index into game->pieces, where a piece is concerned */
    uint8_t number, total;
    Point from, to;
    PointSet points;
    Text label; /* the name of what was completed or moved, where it has one */
    const Text *reason;
} Event;

typedef enum MarkKind {
    MARK_LINE,    /* complete lines: mills, rows of stacks */
    MARK_FRAME,   /* four cells that a quarter turn maps onto each other */
    MARK_GROUP,   /* pieces that belong together */
    MARK_REACH,   /* where the piece on the point can go */
    MARK_EYE,     /* points closed to the other side */
    MARK_TRAPPED, /* enclosed pieces */
    MARK_RANK,    /* pieces of rank `number` */
    MARK_COUNT
} MarkKind;

typedef struct Mark {
    uint8_t kind;   /* MarkKind */
    uint8_t player; /* whose, or NEUTRAL */
    uint8_t number; /* to be written on the pieces where it is asked for; 0 for none */
    PointSet points;
    Text label; /* such as "Green 4" or "rank 2"; empty if it needs none */
} Mark;

const Text *mark_name(MarkKind kind);

typedef struct Counter {
    const char *id; /* such as "hand" */
    Text name;
    uint8_t player;
    int value;
} Counter;

/* Adds EVENT_WON or EVENT_DRAWN if the move ends the game; returns how many (0 or 1). For the use
 * of the games' own events functions. */
int events_add_outcome(const struct Game *game, const Pos *pos, Move move, Event *out);

/* Adds the event as one sentence without a full stop, such as "White takes the man on a1". */
void event_write(const struct Game *game, const Event *event, Lang lang, Str *out);

/* Adds all events of a move, joined as the language joins clauses. */
void events_write(const struct Game *game, const Event *events, int count, Lang lang, Str *out);

#endif
