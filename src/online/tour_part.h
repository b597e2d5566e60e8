/* SPDX-License-Identifier: MIT */
/* What the files of tournaments share: one in memory, with what waits for it. */
#ifndef CONCENTRIC_ONLINE_TOUR_PART_H
#define CONCENTRIC_ONLINE_TOUR_PART_H

#include "base/json.h"
#include "online/pool.h"
#include "online/tour.h"

enum {
    TOURS_BUCKETS = 256,
    TOURS_LIVE_MAX = 200, /* that have not ended, all together */
    TOURS_BY_MAX = 5,     /* ... of one organiser */
    TOUR_GAMES_MAX = 20000,
    TOUR_ROUND_ROBIN_MOST = 32, /* entrants of a round robin */
    TOUR_SIMUL_MOST = 50,
    TOUR_WISHES_MAX = 400, /* that may wait */
    TOUR_LOOKS_MAX = 16,   /* tables that are looked at at once */
    TOUR_TEXT_MAX = 1 << 20,
    TOUR_POLL_MS = 2000,       /* what other processes wrote is seen by then */
    TOUR_KEEP_MS = 60000,      /* one that has ended stays in memory for so long */
    TOUR_PAUSE_MS = 3000,      /* between rounds */
    TOUR_PAIR_MS = 2000,       /* between pairings of an arena */
    TOUR_LONELY_MS = 10000,    /* two who have just met wait so long for a third */
    TOUR_KNOWN_MS = 5000,      /* who hides whom is asked for again after so long */
    TOUR_LOOK_MS = 30000,      /* between looks at a table that is being played */
    TOUR_OPEN_MS = 1209600000, /* one without a time is given up after fourteen days */
};

typedef enum TourState { TOUR_COMING, TOUR_RUNNING, TOUR_ENDED, TOUR_CANCELLED } TourState;
const char *tour_state_name(TourState state);
/* Why one was cancelled. */
typedef enum TourReason {
    REASON_NONE,
    REASON_ORGANISER, /* who made it said so */
    REASON_FEW,       /* fewer than two were there at its time, or nobody to play against all */
    REASON_FORGOTTEN, /* it had no time, and nobody began it */
    REASON_COUNT
} TourReason;
const char *tour_reason_name(TourReason reason); /* "" for none */

typedef struct TourEntrant {
    char id[ID_CHARS + 1];
    int32_t rating;
    bool provisional, bot, gone;
    int64_t since; /* joined, or free again */
} TourEntrant;

typedef struct TourGame {
    PairingGame pairing;
    char table[ID_CHARS + 1]; /* "": none is needed */
    int64_t at, ended;
    bool dirty;      /* not written yet */
    bool looking;    /* the store was asked for its table */
    int64_t look_at; /* when its table is looked at next */
} TourGame;

typedef struct TourSink {
    struct TourSink *next;
    SinkId sink;
} TourSink;

typedef enum WishKind { WISH_ACT, WISH_SHOW, WISH_WATCH, WISH_MAKE } WishKind;

/* A request that waits for a tournament. */
typedef struct TourWish {
    struct TourWish *next;
    WishKind kind;
    TourAct act;
    char player[ID_CHARS + 1];
    SinkId sink;
    Lang lang;
    HallDone *done;
    void *context;
    int tries;
} TourWish;

typedef enum TourPhase { TOUR_LOADING, TOUR_READY, TOUR_WRITING, TOUR_STALE } TourPhase;

typedef struct Tour {
    struct Tour *next; /* of its bucket */
    Tours *tours;
    char id[ID_CHARS + 1];
    TourPhase phase;
    bool missing;
    int64_t ver; /* of its document; 0 before the first */
    /* What was asked for. */
    char name[SEAT_NAME_MAX], by[ID_CHARS + 1];
    char game[VARIANT_TEXT_MAX], clock[CONTROL_TEXT_MAX], pool[POOL_MAX];
    PairingKind kind;
    bool rated, match;
    int rounds, cycles, side, most; /* side of the one who plays all: 0, 1, 2: both in turns */
    int64_t minutes, start, wait_ms, made;
    /* Where it stands. */
    TourState state;
    TourReason reason;
    int round;
    int64_t began, ends, ended; /* ends: of an arena's pairings */
    int64_t paired;             /* last time */
    int64_t known;              /* when its players were in memory last */
    bool fetching;              /* ... and are asked for */
    TourEntrant *entrants;
    int count;
    TourGame *games;
    int game_count, game_capacity;
    int games_kept; /* by the document, while it is read */
    /* Who waits and watches. */
    TourWish *wishes, **wishes_end, *answering;
    int wish_count;
    TourSink *sinks;
    bool changed; /* since it was read or written */
    bool untold;  /* watchers do not know yet */
    int64_t told; /* when they were told last */
    int64_t used;
} Tour;

struct Tours {
    ToursHost host;
    Hall *hall;
    Variants *variants;
    TableStore *store;
    Tour *bucket[TOURS_BUCKETS];
    int64_t polled, ticked;
    int looks;  /* under way */
    int live;   /* that have not ended, as of the last poll */
    char *text; /* TOUR_TEXT_MAX */
};

int64_t tours_now(const Tours *tours);

/* tour.c: in memory, reading and writing. */
Tour *tour_find(Tours *tours, const char *id);
Tour *tour_get(Tours *tours, const char *id);
Tour *tour_new(Tours *tours, const char *id);
void tour_drop(Tour *tour);
void tour_run(Tour *tour);
void tour_write(Tour *tour);
TourWish *wish_make(WishKind kind, Lang lang, HallDone *done, void *context);
void tour_add_wish(Tour *tour, TourWish *wish);
void wish_end(TourWish *wish, const HallAnswer *answer);
void wish_no(TourWish *wish, int status, const char *why, const Text *text);
bool tour_add_game(Tour *tour, const TourGame *game);
int tour_entrant(const Tour *tour, const char *player); /* its number, or -1 */
bool tour_is_over(const Tour *tour);

/* tour_doc.c: documents. */
void tour_write_body(const Tour *tour, Str *out);
bool tour_read_body(Tour *tour, const char *body);
void tour_write_game(const TourGame *game, Str *out);
bool tour_read_game(const Tour *tour, const char *body, TourGame *out);
void tour_write_summary(const Tour *tour, int64_t ver, Str *out);
/* The version of a summary; -1 if it is none. */
int64_t tour_summary_version(const char *body);

/* tour_run.c: what happens by itself. Sets tour->changed. */
void tour_step(Tour *tour, int64_t now);
bool tour_begin(Tour *tour, int64_t now);
void tour_finish(Tour *tour, int64_t now);
void tour_cancel(Tour *tour, TourReason reason, int64_t now);
/* Looks at tables whose time has come. */
void tour_look(Tour *tour, int64_t now);
/* After a write: tables of new pairings are made. */
void tour_make_tables(Tour *tour);
void tour_take_row(Tour *tour, TourGame *game, const TstoreRow *row);

/* tour_ask.c: what people ask. True if it was done; else the wish was answered. */
bool tour_judge(Tour *tour, TourWish *wish);

/* tour_tell.c: texts. */
void tour_tell(Tour *tour, const char *type, Str *out);
void tour_tell_later(Tour *tour); /* to all watchers, soon: by tour_tell_now */
void tour_tell_now(Tour *tour, int64_t now);
void tour_show(Tour *tour, TourWish *wish);

#endif
