/* SPDX-License-Identifier: MIT */
/* What the files of the tables' API share. */
#ifndef CONCENTRIC_APP_SERVER_TABLES_PART_H
#define CONCENTRIC_APP_SERVER_TABLES_PART_H

#include "app/server/server.h"
#include "app/server/tables.h"
#include "online/players.h"
#include "online/rater.h"
#include "online/tour.h"

#include <cjson/cJSON.h>

enum {
    TABLES_WATCH_MAX = 256, /* tables that one socket watches */
    TABLES_TOURS_MAX = 64,  /* tournaments */
    TABLES_KEEP_MS = 7000,  /* between the empty lines of a stream */
};

/* One table that a socket watches, with the key that it showed. */
typedef struct Watched {
    char id[ID_CHARS + 1];
    char key[KEY_CHARS + 44]; /* keys of browsers may be longer than ours */
} Watched;

/* One WebSocket. */
typedef struct Talk {
    Tables *tables;
    SocketId socket;
    PeerKey peer;
    uint64_t device; /* counted among the sockets of this one; 0: of none */
    uint64_t hashed; /* the beginning of the hash of its device key; 0: it showed none */
    Lang lang;
    Watched *watched;
    int count, capacity;
    int tours;                 /* tournaments that it watches, or wanted to */
    char player[ID_CHARS + 1]; /* whose device said hi; "" if nobody's */
    bool lobby;                /* is told of the lobby */
} Talk;

/* One streamed answer. */
typedef struct Stream {
    struct Stream *next;
    AskId ask;
    char id[ID_CHARS + 1];     /* of the table; "" of the lobby */
    char player[ID_CHARS + 1]; /* who listens, if known */
    uint64_t hashed;           /* as in Talk */
    int64_t told;              /* when something was last sent */
} Stream;

struct Tables {
    Server *server;
    Variants *variants;
    TableStore *store;
    Hall *hall;
    Rater *rater;
    struct BoardsHttp *boards;
    Tours *tours;
    Stream *streams;
    void (*turn)(void *context, const HallTurn *turn); /* NULL: nobody cares */
    void *turn_context;
    void (*revoked)(void *context, const char *player); /* NULL: nobody cares */
    void *revoked_context;
    Beside beside[BESIDES_MAX];
    int beside_count;
    int64_t ahead; /* the latest time that was told: it never goes back */
    bool draining; /* no new tables, nobody sits down: the server ends soon */
    Histogram acknowledged;
};

/* Sinks of the hall: sockets are even, streams odd. */
static inline SinkId sink_of_socket(SocketId socket)
{
    return socket << 1;
}
static inline SinkId sink_of_stream(AskId ask)
{
    return ask << 1 | 1;
}

/* The network that somebody comes from, as far as ratings care; this machine is none. */
static inline uint64_t tables_network(PeerKey peer)
{
    return peer == PEER_LOOPBACK ? 0 : peer;
}

/* The act that a request or message asks for, in play/table.h's words. False with a reason. */
bool tables_read_act(const cJSON *json, Lang lang, char out[ACT_MAX], char *why);
/* A text member, or NULL if it is not there; *bad is set if it is something else. */
const char *tables_text(const cJSON *json, const char *name, bool *bad);
bool tables_flag(const cJSON *json, const char *name, bool *bad);
/* The event that a client says it has seen; -1 if it says nothing that could be one. */
int64_t tables_seen(const cJSON *on);
/* What limits count a key by. */
uint64_t tables_number(const char *text, size_t length);

/* A request that waits for the hall; tables_answered answers it and frees this. */
typedef struct Asked {
    Tables *tables;
    AskId ask;
    Stream *stream; /* an answer that goes on */
    uint64_t began; /* of an act: route_ticks */
} Asked;
/* NULL if it has been refused: there is no memory. */
Asked *tables_asked(Tables *tables, AskId ask);
void tables_answered(void *context, const HallAnswer *answer);

/* Refusals; and what may refuse. */
void tables_refuse(Tables *tables, AskId ask, int status, const char *why, const Text *text,
                   Lang lang);
void tables_refuse_types(Tables *tables, const Request *request, AskId ask);
void tables_refuse_method(Tables *tables, const Request *request, AskId ask, const char *allow);
void tables_refuse_path(Tables *tables, const Request *request, AskId ask);
/* JSON of strangers, which the caller deletes: one value and nothing behind it, and no text with a
 * NUL in it. NULL if it is not that. */
cJSON *tables_json(const char *text, size_t length);
/* The body as a JSON object with no other members than `names` (with spaces between them), which
 * the caller deletes; NULL after refusing it. */
cJSON *tables_body(Tables *tables, const Request *request, AskId ask, const char *names);
/* Counts against a limit of the address; false after refusing with 429. */
bool tables_within(Tables *tables, const Request *request, AskId ask, LimitName name);
/* Counts an act of a seat or of a player, whose key or id this is. If that was too often, *retry
 * (may be NULL) is the seconds to wait. */
bool tables_may_act(Tables *tables, PeerKey peer, const char *who, unsigned *retry);
/* The same, false after refusing with 429. */
bool tables_act_within(Tables *tables, const Request *request, AskId ask, const char *who);
/* What a client may call an act: 1 to 64 of letters, digits, -_.: */
bool tables_is_cmd(const char *cmd);
/* May this address have one more table that has not ended? If not, it has been told. */
bool tables_has_room(Tables *tables, const Request *request, AskId ask);
/* The bearer as a text that ends with NUL; false if it cannot be a key. */
bool tables_bearer(const Request *request, char *out, size_t size);
/* What a body says of a table to be made. False if a member has the wrong type. `seed` is room that
 * must live as long as *make. */
bool tables_read_make(const cJSON *json, char seed[24], HallMake *make);

/* tables_player.c: finds out whose device key the bearer is, then calls `then`, at once or later;
 * the request is a copy by then. */
typedef enum PlayerNeed {
    PLAYER_IF_KNOWN, /* NULL without a device key, or if there is no such player */
    PLAYER_IF_SHOWN, /* without a device key: player is NULL; with one, made if there is none */
    PLAYER_MADE,     /* 401 without one; made if there is none */
    PLAYER_KNOWN,    /* 401 without one, 404 if there is no such player */
} PlayerNeed;
typedef void PlayerThen(void *context, const Request *request, AskId ask, const Player *player);
void tables_with_player(Tables *tables, const Request *request, AskId ask, PlayerNeed need,
                        PlayerThen *then, void *context);

/* An answer that becomes a stream about something with this id: given to a watch with
 * tables_stream_watched. NULL if it has been refused. */
Asked *tables_asked_stream(Tables *tables, AskId ask, const char *id);
void tables_stream_watched(void *context, const HallAnswer *answer);

/* tour_http.c: tournaments and rankings. False: not its path, or no memory. */
#define TOURS_PATH "/api/v1/tournaments"
bool tour_open(Tables *tables, const HallHost *hall);
bool tour_request(Tables *tables, const Request *request, AskId ask);

/* A stream has begun: it is counted until it ends. */
void tables_begin_stream(Tables *tables, Stream *stream);

/* club_http.c: players and what they ask about themselves, the lobby. False: not its path. */
bool club_request(Tables *tables, const Request *request, AskId ask);

/* tables_ops.c: may this request be served, may this key? If not, it has been told. */
bool tables_admit(Tables *tables, const Request *request, AskId ask);
bool tables_admit_key(Talk *talk, const char *key);
bool tables_key_is_banned(const Tables *tables, const char *key);
bool tables_player_is_banned(void *tables, const char *player);
/* The beginning of the hash of a key: what a socket or stream is known by. */
uint64_t tables_hashed(const char *key);
/* A key of a player is good no more: what it opened is closed. */
void tables_revoked(void *tables, const char *player, const char *hash);
extern const Text tables_banned;
extern const Text tables_slow; /* too often */
/* An act that came at `began` (route_ticks) is answered. */
void tables_acknowledged(Tables *tables, uint64_t began);

/* tables_http.c and tables_ws.c: the callbacks of the Api. */
void tables_request(void *context, const Request *request, AskId id);
/* One table's part of it: `rest` is "", "/events", "/record", "/join" or "/do". */
void tables_ask_table(Tables *tables, const Request *request, AskId ask, const char *id,
                      const char *rest);
void tables_stream_closed(void *context, AskId id);
bool tables_ws_open(void *context, const Request *request, SocketId id, void **data);
void tables_ws_text(void *context, SocketId id, void *data, const char *text, size_t length);
void tables_ws_closed(void *context, SocketId id, void *data);

#endif
