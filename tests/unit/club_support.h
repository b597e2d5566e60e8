/* SPDX-License-Identifier: MIT */
/* Two halls over one store of the test's own, like two processes, with players who ask and answers
 * that are waited for. */
#ifndef CONCENTRIC_TESTS_CLUB_SUPPORT_H
#define CONCENTRIC_TESTS_CLUB_SUPPORT_H

#include "unit/support.h"

#include "online/player_acts.h"
#include "unit/fake_store.h"

enum { PROCESSES = 2, SINKS = 8 };

extern TableStore *stores[PROCESSES];
extern Hall *halls[PROCESSES];
extern int64_t time_ms;

/* Keys of devices. */
extern const char anna[], anna2[], bo[], cy[];

/* What was last sent to a sink, and how many messages. */
typedef struct Heard {
    int count;
    char last[8192];
} Heard;
extern Heard heard[SINKS];

void begin(uint64_t seed);
void end(void);
/* Time goes by for both processes, in steps of half a second. */
void pass(int64_t ms);
/* Everything that waits for the stores is done. */
void settle(void);

/* The last answer. */
typedef struct Got {
    bool there;
    int status;
    char why[32];
    cJSON *json;
} Got;
extern Got got;

void take(void *context, const HallAnswer *answer);
void forget_answer(void);
/* Forgets the last answer; who asks next, of a process. */
PlayersAsk ask(int p, const char *key);
/* Does jobs of a process until the answer is there; its status. */
int wait_for(int p);
/* A text of the answer, "" if there is none. */
const char *text(const char *name);
int me(int p, const char *key);
int set(int p, const char *key, const char *name, int bot);
/* The id of a player, who is made if there is none. */
void id_of(int p, const char *key, char out[ID_CHARS + 1]);
/* The same, in memory. */
const char *known(int p, const char *key);

typedef struct Seated {
    char id[ID_CHARS + 1], key[KEY_CHARS + 1], invite[KEY_CHARS + 1];
    int seat;
} Seated;

int make(int p, const char *key, const HallMake *wish, Seated *out);
int join(int p, const char *key, const Seated *at, const char *invite);
int act(int p, const char *key, const char *id, const char *what);
int show(int p, const char *key, const char *id);
/* The player at a seat of the table that was shown. */
const cJSON *seat_player(int seat);

#endif
