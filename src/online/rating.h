/* SPDX-License-Identifier: MIT */
/* Ratings as they are kept: the documents of the store.
 *
 *   rating      id: POOL/RID, owner: the player, `at`: when it changed; body: club/glicko2.h's
 * numbers rank/POOL   id and owner: the player, `at`: the rating in hundredths, so that a list of
 * this kind by `at` is a ranking; the same body ratedlog    id: running number of twelve digits,
 * owner: the table, `at`: when it was rated, later than the one before; body: see RatedGame flag
 * id: a table whose seats were both seen on one network
 *
 * The log names players by their `rid` alone, a random text of the player's document. Whoever
 * deletes themselves leaves it behind, so that the ratings of all others recompute to the same. */
#ifndef CONCENTRIC_ONLINE_RATING_H
#define CONCENTRIC_ONLINE_RATING_H

#include "base/json.h"
#include "club/glicko2.h"
#include "online/ids.h"
#include "online/pool.h"
#include "online/store.h"
#include "play/table.h"

enum {
    POOLS_MAX = 64,
    RATED_ID_MAX = 16,
    RATING_ID_MAX = POOL_MAX + ID_CHARS + 2, /* also of a kind of ranks */
    RATING_BODY_MAX = 384,
};

/* The pool of a game: "morris-rapid", or "bot-mur-days" where one of the two is a bot. False
 * without a clock. */
bool rating_pool(Variants *variants, const TableSetup *setup, bool bot, char out[POOL_MAX]);
/* All pools that there can be. Returns how many. */
int rating_pools(char out[POOLS_MAX][POOL_MAX]);
bool rating_is_pool(const char *name);
/* A setup from the column of a table. */
bool rating_setup(const char *column, TableSetup *out);

void rating_write(const Glicko *glicko, Str *out);
bool rating_read(const char *body, Glicko *out);
/* The two documents of a rating; `room` holds their texts. */
typedef struct RatingDocs {
    char id[RATING_ID_MAX], kind[RATING_ID_MAX], body[RATING_BODY_MAX];
    TstoreDoc docs[2];
} RatingDocs;
void rating_docs(const char *player, const char *rid, const char *pool, const Glicko *glicko,
                 int64_t after, RatingDocs *out);
void rating_id(const char *pool, const char *rid, char out[RATING_ID_MAX]);
void rating_rank_kind(const char *pool, char out[RATING_ID_MAX]);
/* Members "rating", "deviation" (as whole numbers), "provisional", "games" for people. */
void rating_tell(const Glicko *glicko, int64_t now, Json *json);

/* One line of the log. */
typedef struct RatedGame {
    int64_t number, at;
    char table[ID_CHARS + 1], pool[POOL_MAX];
    char rid[2][ID_CHARS + 1]; /* by seats */
    int won;                   /* the seat, or 2: a draw */
    int64_t plies, ended;
    char why[16]; /* "": it counts; else why not: short, network, nobody, self */
} RatedGame;
void rated_id(int64_t number, char out[RATED_ID_MAX]);
void rated_write(const RatedGame *game, Str *out);
/* From id, owner, at and body of the document. */
bool rated_read(const char *id, const char *owner, int64_t at, const char *body, RatedGame *out);
/* Does what the game does to the ratings of both seats; nothing if it does not count. */
void rated_apply(const RatedGame *game, Glicko *seat0, Glicko *seat1);

#endif
