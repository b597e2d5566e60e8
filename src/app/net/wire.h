/* SPDX-License-Identifier: MIT */
/* What the server says, read: JSON in, plain structs out, every text checked and every list
 * bounded, whatever comes. And acts (play/table.h's form) as the bodies of requests. docs/api.md
 * has the members. Pure. */
#ifndef CONCENTRIC_APP_NET_WIRE_H
#define CONCENTRIC_APP_NET_WIRE_H

#include "app/net/link.h"
#include "play/table.h"

enum {
    WIRE_CHOICE_MAX = 32, /* bytes of a choice of a secret pick */
    WIRE_ASK_MAX = 256,
    WIRE_TEXT_MAX = 512,       /* of a reason */
    WIRE_ANSWER_MAX = 4 << 20, /* bytes of an answer that is read */
    WIRE_LINE_MAX = 64 << 10,  /* of one event */
};

typedef struct WireSeat {
    char name[SEAT_NAME_MAX];
    bool taken, away;
    bool vacation; /* it is on vacation now: its clock stands still */
    uint8_t side;
} WireSeat;

/* What tables and events both tell. */
typedef struct WireStanding {
    int64_t left[2]; /* per seat; -1 without a clock */
    TableState state;
    uint8_t turn; /* seat */
    bool paused;
    uint8_t offers[2]; /* as Table's, per seat */
    Winner result;
    EndKind ended;
    bool picked[2];
    char next[NET_ID_MAX]; /* table of the rematch, or "" */
} WireStanding;

/* A table as it stands. */
typedef struct WireTable {
    int64_t seq;
    char id[NET_ID_MAX];
    char game[VARIANT_TEXT_MAX], start[POSITION_TEXT_MAX], position[POSITION_TEXT_MAX];
    char (*moves)[MOVE_TEXT_MAX]; /* for free */
    int move_count;
    WireSeat seat[2];
    WireStanding standing;
    bool running; /* a clock runs */
    bool help, rated;
    char clock[CONTROL_TEXT_MAX];
    int you; /* seat, or -1 */
    bool asks;
    char ask[WIRE_ASK_MAX], choice[PICK_CHOICES][WIRE_CHOICE_MAX];
    int round;
    bool in_series, series_over;
    int set, game_number, half[2];
} WireTable;

typedef struct WireEvent {
    int64_t seq;
    char kind[16];
    int seat;                               /* -1: the server's own */
    char move[MOVE_TEXT_MAX];               /* of "move" */
    char name[SEAT_NAME_MAX];               /* of "sit", "name" */
    char what[16], choice[WIRE_CHOICE_MAX]; /* of offers and answers; of picks */
    bool yes;
    int n; /* of "react" */
    uint32_t ply;
    bool newest; /* standing is whole; else only left and state */
    WireStanding standing;
} WireEvent;

/* False if it is not what it should be. wire_table_free takes what was read. */
bool wire_read_table(const char *bytes, size_t count, WireTable *out);
void wire_table_free(WireTable *table);
bool wire_read_event(const char *bytes, size_t count, WireEvent *out);

/* An answer to a request: "ok", else why and text. Members that are missing are "" and -1. */
typedef struct WireAnswer {
    bool ok;
    char why[32], text[WIRE_TEXT_MAX];
    int seat;
    int64_t seq;
    char id[NET_ID_MAX], key[NET_KEY_MAX], invite[NET_KEY_MAX];
} WireAnswer;
bool wire_read_answer(const char *bytes, size_t count, WireAnswer *out);

/* An act as the body of a request; `on` below 0 is left away. False if it is none that a seat
 * sends, or too long. */
bool wire_write_act(const char *act, const char *cmd, int64_t on, Str *out);

/* What a table is made from. */
typedef struct WireMake {
    const char *game, *clock, *side, *name, *position; /* NULL: none */
    uint64_t seed;                                     /* 0: the server's */
    bool match, lobby, pick;
} WireMake;
void wire_write_make(const WireMake *make, Str *out);
void wire_write_join(const char *invite, const char *name, Str *out);

#endif
