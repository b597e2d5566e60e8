/* SPDX-License-Identifier: MIT */
/* A table of a server, as a game at one screen knows it: who sits there, clocks, offers, and what
 * is on its way. The local table beside it (play.h) mirrors its moves: seat i of the mirror is
 * whoever plays side i, it has no clock and no secret picks, and it holds only what the server has
 * told. No network here: app/net brings messages in and takes acts out. */
#ifndef CONCENTRIC_APP_TUI_FAR_H
#define CONCENTRIC_APP_TUI_FAR_H

#include "app/net/net.h"

enum { FAR_OUT_MAX = 8 };

typedef struct Far {
    bool on;
    uint8_t seat; /* one's own, or BY_WATCHER */
    uint8_t side; /* that seat 0 plays in the game that is on */
    char name[2][SEAT_NAME_MAX];
    bool taken[2], away[2], vacation[2];
    int64_t seq; /* events that the mirror has */
    WireStanding standing;
    bool running; /* a clock runs */
    int64_t told; /* when the clocks were told, in the caller's time */
    bool help;    /* hints are allowed */
    bool asks;    /* there is a secret pick */
    char ask[WIRE_ASK_MAX], choice[PICK_CHOICES][WIRE_CHOICE_MAX];
    int round;
    bool in_series, series_over;
    int set, game_number, half[2];
    char invite[NET_LINK_MAX]; /* the link that invites the other side; "" if not known */
    bool lost;                 /* there is no connection now */
    bool saving;               /* a move of one's own is not answered yet, */
    char saves[MOVE_TEXT_MAX]; /* this one */
    char out[FAR_OUT_MAX][CLIENT_ACT_MAX]; /* acts for the host to send */
    int out_count;
} Far;

/* The seat that plays a side, and the other way round. */
static inline int far_seat(const Far *far, int side)
{
    return side == far->side ? 0 : 1;
}
static inline int far_side(const Far *far, int seat)
{
    return seat ? !far->side : far->side;
}
static inline bool far_is_timed(const Far *far)
{
    return far->on && far->standing.left[0] >= 0;
}
/* What a side has left now. */
int64_t far_clock(const Far *far, int side, int64_t now);
/* Is one's own secret pick asked for? */
bool far_asks(const Far *far);

struct Play;

/* Opens a game that mirrors the table; `old`, if there is one, hands on language and view. False
 * with a reason; then nothing needs closing. */
bool far_open(struct Play *out, Variants *variants, const WireTable *table, const struct Play *old,
              Lang lang, int64_t now, char *why);
/* Brings the mirror to what the table says. False if that needs a new one (far_open). */
bool far_follow(struct Play *play, const WireTable *table);

typedef enum FarFound {
    FAR_NOTHING, /* an event that was known, or nobody's business */
    FAR_CHANGED,
    FAR_ASK, /* the table is to be read anew */
} FarFound;
/* Takes an event: moves go onto the board, the rest is said in words. */
FarFound far_take(struct Play *play, const WireEvent *event);

/* The eight reactions. */
extern const Text far_reactions[REACTIONS];
/* What an offer is about. */
const char *far_offer(const Far *far, OfferKind kind, Lang lang);
/* Who sits on a seat: "You", a name, a colour. */
void far_who(const struct Play *play, int seat, Str *out);
/* The first offer of a seat; false if there is none. */
bool far_has_offer(const Far *far, int seat, OfferKind *out);
/* What is to be done, or waited for, at the table; false: what a game at one screen says. */
bool far_tell_prompt(const struct Play *play, Str *out);
/* "White 4:58, Black 5:00". */
void far_tell_clocks(const struct Play *play, Str *out);
/* Where a match stands; nothing if there is none. */
void far_tell_standing(const struct Play *play, Str *out);

#endif
