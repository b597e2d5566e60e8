/* SPDX-License-Identifier: MIT */
/* Who plays whom, in four kinds of tournaments, and how they stand. Pure: entrants and games in,
 * pairings out; the same input gives the same pairings. docs/club.md has the systems in words.
 *
 * Entrants are named by their number in the order in which they came. Seat 0 is player 1. Points
 * are counted in half points. */
#ifndef CONCENTRIC_CLUB_PAIRING_H
#define CONCENTRIC_CLUB_PAIRING_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PAIRING_MAX = 300,        /* entrants */
    PAIRING_ROUNDS_MAX = 600, /* of a double round robin of everybody */
    PAIRING_NOBODY = -1,      /* the second of a bye */
};

typedef enum PairingKind {
    PAIRING_ARENA,
    PAIRING_ROUND_ROBIN,
    PAIRING_SWISS,
    PAIRING_SIMUL,
    PAIRING_KINDS
} PairingKind;
const char *pairing_kind_name(PairingKind kind);
bool pairing_kind_from_name(const char *name, PairingKind *out);

typedef enum PairingResult {
    RESULT_NONE, /* it is on */
    RESULT_FIRST,
    RESULT_SECOND,
    RESULT_DRAW,
    RESULT_NEITHER, /* both lose */
    RESULT_BYE,     /* the first has nobody to play and is given a win */
    RESULT_VOID,    /* aborted: as if it had not been */
    RESULT_COUNT
} PairingResult;
const char *pairing_result_name(PairingResult result);
bool pairing_result_from_name(const char *name, PairingResult *out);

typedef struct PairingGame {
    int16_t who[2]; /* by seats; who[1] may be PAIRING_NOBODY */
    int16_t round;  /* from 1; arenas: 1 */
    uint8_t result; /* PairingResult */
    bool unplayed;  /* decided without a game: a bye, a no-show, a withdrawal */
} PairingGame;

typedef struct PairingEntrant {
    int32_t rating;
    bool gone; /* has withdrawn, is paired no more */
} PairingEntrant;

typedef struct Pairing {
    int16_t who[2];
} Pairing;

/* Two who should not meet, such as players who hide each other; of any number. */
typedef struct PairingApart {
    const Pairing *pairs;
    int count;
} PairingApart;

/* The next round of a Swiss tournament by all games so far, all of them ended. Nobody meets twice,
 * nobody has a second bye, sides differ by at most two; those who should not meet do only if there
 * is no such round else. Returns how many pairings (a bye included)
 * were put into `out`, which has room for PAIRING_MAX; 0 if there is no such round any more; -1
 * without memory. */
int pairing_swiss(const PairingEntrant *entrants, int count, const PairingGame *games,
                  int game_count, PairingApart apart, Pairing *out);

/* One round, from 1, of a round robin by the Berger tables; `cycles` 1 or 2. Who has a bye is not
 * in it. Returns how many; 0 if there is no such round. */
int pairing_round_robin(int count, int round, int cycles, Pairing *out);
int pairing_round_robin_rounds(int count, int cycles);

/* Everybody against entrant 0. `side` of entrant 0: 0, 1, or 2 for in turns. */
int pairing_simul(int count, int side, Pairing *out);

/* Those who wait in an arena, in any order. Nobody meets the one they met last, unless there are at
 * most two waiting and `lonely` says that nobody else will come soon. Those who should not meet
 * never do: they wait for somebody else. */
int pairing_arena(const PairingEntrant *entrants, int count, const PairingGame *games,
                  int game_count, const int16_t *waiting, int waiting_count, bool lonely,
                  PairingApart apart, Pairing *out);

typedef struct Standing {
    int16_t who;
    int16_t place;  /* from 1; equal ones share it */
    int32_t points; /* half points; arenas: 2, 1, 0, doubled on a streak */
    int32_t played, won, drawn, lost;
    int32_t buchholz, cut;    /* half points of opponents; without the least one */
    int32_t sonneborn_berger; /* quarter points */
    int32_t direct;           /* half points against those who are equal up to here */
    bool streak;              /* arenas: the next game counts double */
} Standing;

/* The standings, the best first; `out` has room for all entrants. False without memory. */
bool pairing_standings(PairingKind kind, const PairingEntrant *entrants, int count,
                       const PairingGame *games, int game_count, Standing *out);

#endif
