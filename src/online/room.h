/* SPDX-License-Identifier: MIT */
/* What the files of the hall share: a room is a table in memory with its columns, its events and
 * who waits for it or watches it. */
#ifndef CONCENTRIC_ONLINE_ROOM_H
#define CONCENTRIC_ONLINE_ROOM_H

#include "base/json.h"
#include "online/hall.h"
#include "online/lag.h"
#include "online/players.h"

enum {
    HALL_BUCKETS = 4096,
    HALL_TEXT_MAX = 2 << 20,   /* bytes of the longest answer */
    ROOM_JOBS_MAX = 64,        /* that may wait for one table */
    ROOM_FRESH_MS = 1000,      /* for so long nobody asks whether a hint was lost */
    ROOM_KEEP_MS = 60000,      /* an idle room stays in memory for so long */
    ROOM_AWAY_MS = 8000,       /* without a connection before a seat counts as away */
    ROOM_HELD_MS = 10000,      /* so long a client may wait before it sends a move again */
    ROOM_SINCE_MAX = 2000,     /* events that a watcher is given one by one */
    OPEN_LIVE_MS = 86400000,   /* an open table with a live clock expires after a day, */
    OPEN_DAYS_MS = 1209600000, /* one with days per move, or none, after fourteen */
};

/* One committed event. Its texts are in one block behind it. */
typedef struct RoomEvent {
    int64_t at;
    int8_t seat; /* -1: the host's */
    const char *kind, *cmd, *body;
    int64_t left[2]; /* clocks afterwards, -1 without */
    uint32_t ply;    /* where the game stood afterwards */
    uint8_t state;   /* TableState afterwards */
    bool moved;      /* it changed where the game stands */
} RoomEvent;

typedef struct Watcher {
    struct Watcher *next;
    SinkId sink;
    uint8_t by; /* BY_SEAT0, BY_SEAT1, BY_WATCHER */
    Lang lang;
} Watcher;

typedef enum JobKind {
    JOB_DO,
    JOB_JOIN,
    JOB_SHOW,
    JOB_RECORD,
    JOB_WATCH,
    JOB_WALL, /* a table in few words */
    JOB_HOST
} JobKind;

/* Something that waits for a room. Its texts are in one block behind it. */
typedef struct Job {
    struct Job *next;
    JobKind kind;
    Lang lang;
    HallDone *done;
    void *context;
    const char *key, *cmd, *text, *name; /* join: key is the invitation */
    int64_t at;                          /* when it arrived: what it waits here is not charged */
    int64_t on, rtt_ms, since;
    SinkId sink;
    uint64_t peer;                 /* of HallAct */
    uint8_t by;                    /* JOB_HOST and planned moves: who speaks */
    char player[ID_CHARS + 1];     /* whose device key it is, or who sits down; "" if nobody's */
    uint8_t tries;                 /* judged again after a conflict */
    uint8_t behind;                /* so often the server wanted to speak first */
    bool asked_who, asked_players; /* the players were asked for once */
    bool if_open;                  /* JOB_HOST: not once somebody has sat down */
    bool checked; /* judged against the store as it is now, not as it was a while ago */
} Job;

typedef enum RoomPhase {
    ROOM_LOADING,
    ROOM_READY,
    ROOM_WRITING,
    ROOM_ASKING, /* who sits there is read before something is decided */
    ROOM_STALE,  /* memory and store may differ: read again before anything else */
} RoomPhase;

/* A move that came in time and could not be saved: sent again, it counts from when it first came,
 * and as long as it is sent again the flag does not fall. */
typedef struct Held {
    char cmd[HALL_CMD_MAX + 1]; /* "": none */
    char text[MOVE_TEXT_MAX + 8];
    int64_t at, last; /* when it first came; when it last failed */
} Held;

typedef struct Lobby Lobby; /* lobby.h */

/* A job that waits for players to be read; meanwhile its room does other things. */
typedef struct AwayJob {
    struct AwayJob *next;
    Hall *hall;
    char id[ID_CHARS + 1];
    Job *job;
} AwayJob;

typedef struct Room {
    struct Room *next; /* of its bucket */
    Hall *hall;
    char id[ID_CHARS + 1];
    RoomPhase phase;
    bool missing; /* there is no such table */
    bool damaged; /* its log could not be read */
    bool has_table;
    Table table;
    int64_t made;
    uint64_t maker; /* of HallMake; 0 after it was read from the store */
    bool rated;
    uint8_t lobby;                /* TstoreLobby */
    char player[2][ID_CHARS + 1]; /* who sits there, if they have shown who they are */
    int64_t low, high;            /* ratings that may sit down; 0: any */
    char tournament[ID_CHARS + 1];
    int64_t ended; /* when, or 0; what is said afterwards does not change it */
    char seat_key[2][HASH_CHARS + 1];
    char invite[HASH_CHARS + 1];
    char next_id[ID_CHARS + 1];
    RoomEvent **event; /* [0] is event 1 */
    int event_count, event_capacity;
    Watcher *watchers;
    Job *jobs, **jobs_end;
    int job_count;
    Job *writing;            /* what the write under way is for; NULL for the host's own */
    char key[KEY_CHARS + 1]; /* the key that the write under way gives out */
    char invite_key[KEY_CHARS + 1];
    int64_t credit; /* of the move that is being written */
    int64_t delay;  /* between the last move and its commit: the next turn began so much later */
    Lag lag[2];
    Held held[2];       /* a move that the store did not take */
    int64_t left_at[2]; /* since when a seat has no connection, -1 while it has one or never had */
    uint64_t peer[2];   /* the network that a seat was last seen on; 0: not known */
    bool flagged;       /* both on the same one */
    int64_t seen[2];    /* when a seat was last heard of, here... */
    int64_t seen_elsewhere; /* ... and the maker, by other processes */
    int64_t used;           /* last time anybody cared */
    int64_t fresh;          /* when memory and store were last known to agree */
    int64_t hinted;         /* another process says that it is at this seq */
    struct Room *rematch;   /* the room that the write under way makes */
    Table *before;          /* the table without what is being written, if somebody looked */
    int64_t vacation_asked; /* before this time was taken for up, the player was asked for */
} Room;

struct Hall {
    HallHost host;
    Variants *variants;
    TableStore *store;
    Players *players;
    Lobby *lobby;
    AwayJob *away;
    Room *bucket[HALL_BUCKETS];
    int64_t started, ticked, due_asked, next_wake;
    HallFigures figures;
    bool running_clocks;
    char *text; /* HALL_TEXT_MAX, for one answer at a time */
};

int64_t hall_now(const Hall *hall);

/* room.c: rooms and jobs. */
Room *room_find(Hall *hall, const char *id);
/* The room of an id, made and loading if it is not in memory. NULL without memory. */
Room *room_get(Hall *hall, const char *id);
Room *room_new(Hall *hall, const char *id);
void room_free(Room *room);
void room_unlink(Room *room);
void room_load(Room *room);
/* Does what can be done now. */
void room_run(Room *room);
/* The write under way has ended. */
void room_forget_before(Room *room);
Job *room_job_new(JobKind kind, Lang lang, HallDone *done, void *context,
                  const char *const texts[4]);
void room_add_job(Room *room, Job *job);
void job_refuse(Job *job, int status, const char *why, const Text *text);
/* Before a refusal: hints of other processes can be lost, so the table is read again if it was not
 * lately; the job then waits for that. */
bool room_check_first(Room *room, Job *job);
void room_push_job(Room *room, Job *job);
/* Which seat the job's key opens, or BY_WATCHER; an empty key is a watcher's. -1: a key, but not
 * one. False: the job waits until it is known whose device it is, or has been refused. */
bool room_find_seat(Room *room, Job *job, int *by);
/* False: the job waits until who sits here (and who wants to) is in memory. */
bool room_has_players(Room *room, Job *job);
bool room_add_event(Room *room, int64_t at, int seat, const char *kind, const char *cmd,
                    const char *body);
void room_set_columns(Room *room, const TstoreRow *row);
/* When somebody must look at the table again, as the column; 0: never. */
int64_t room_due(const Room *room);
/* Has everything at the table ended? A series has more than one game. */
bool room_has_ended(const Room *room);
/* The seat that has won what has ended, 2: a draw, -1: nobody. */
int room_winner(const Room *room);

/* seating.c: who may sit down. Refuses the job if they may not. */
bool room_may_sit(Room *room, Job *job);

/* judge.c: judging and writing. */
void room_do(Room *room, Job *job);
void room_join(Room *room, Job *job);
/* The row of a new table as it stands in memory, and its first events. */
enum { SETUP_TEXT_MAX = VARIANT_TEXT_MAX + POSITION_TEXT_MAX + 160, FIRST_EVENTS = 4 };
typedef struct NewTable {
    char setup[SETUP_TEXT_MAX];
    TstoreRow row;
    TstoreEvent events[FIRST_EVENTS];
    int event_count;
    struct Pending {
        int64_t at;
        int seat;
        char kind[16], cmd[HALL_CMD_MAX + 1], body[ACT_MAX + 32];
    } pending[FIRST_EVENTS];
} NewTable;
void room_describe_new(const Room *room, NewTable *out);
/* The host's own act; quietly refused if it does not fit any more. */
void room_host_act(Room *room, uint8_t by, const char *text);
/* Aborts a table at which nobody but its maker sits; 200, or 409 if somebody does by now. */
void room_give_up(Room *room, HallDone *done, void *context);
/* A move that was planned in answer to the one on the board is played by the server. */
void room_play_planned(Room *room);
/* Writes a table that is new in memory; the answer comes with it. */
void room_create(Room *room, int seat, Job *job);

/* pair.c: a seat was seen on this network. Where both are on one, a rated table is flagged. */
void room_saw_peer(Room *room, int seat, uint64_t peer);

/* room_vacation.c: the next act that a vacation of somebody here makes necessary, as far as memory
 * knows; and the same after reading who sits here. */
void room_follow_vacations(Room *room);
void room_learn_vacations(Room *room);
/* Before a flag falls: true if the store is asked first. The job (NULL: none) waits for that. */
bool room_asks_vacation(Room *room, Job *job);
/* Refuses what waits: the store does not answer. */
void room_refuse_busy(Room *room);

/* tell.c: texts. */
void tell_all(Room *room, int from_event);
void tell_event(Room *room, int index, uint8_t by, Str *out);
void tell_table(Room *room, uint8_t by, Lang lang, bool message, Str *out);
void tell_small(Room *room, Str *out);
void room_watch(Room *room, Job *job);
/* Who watches without a seat here. */
int room_spectators(const Room *room);
void answer_json(Job *job, int status, const Str *text, int64_t seq);

#endif
