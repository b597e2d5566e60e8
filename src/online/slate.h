/* SPDX-License-Identifier: MIT */
/* A teacher's board: one leads, others follow and are asked. It is one JSON object, as it is
 * stored; here are the acts on it and what each viewer may see of it. Pure: who speaks has been
 * found out, and time does not matter.
 *
 * The leader shows a position (a game, its moves, how far to show them, marks), asks what the
 * others would play there, closes the question, and ends the lesson. The others answer with a move;
 * they see what all answered when the question is closed, and names are for the leader alone. */
#ifndef CONCENTRIC_ONLINE_SLATE_H
#define CONCENTRIC_ONLINE_SLATE_H

#include "base/json.h"
#include "online/ids.h"
#include "play/table.h"

#include <cjson/cJSON.h>

enum {
    SLATE_TITLE_MAX = 120, /* bytes of a title or question */
    SLATE_MOVES_MAX = 600,
    SLATE_MARKS_MAX = 32,
    SLATE_ANSWERS_MAX = 200,
    SLATE_PEOPLE_MAX = SLATE_ANSWERS_MAX + 1,
};

typedef struct SlateBy {
    const char *id; /* of the player who speaks */
    Lang lang;
} SlateBy;

/* What became of an act; `why` is a word of the network interface, text a sentence. */
typedef struct SlateReply {
    int status; /* 200, or why it is refused */
    const char *why;
    char text[WHY_MAX];
} SlateReply;

/* A new board by its leader, from {"game","title"}. NULL with the reason in *reply. */
cJSON *slate_make(const cJSON *asked, const SlateBy *by, Variants *variants, SlateReply *reply);

/* Takes an act: {"do":"show","game","start","moves","ply","marks"}, {"do":"ask","text"},
 * {"do":"close"}, {"do":"end"} of the leader; {"do":"answer","move"} of anybody else. True:
 * *slate has changed. Else nothing has. */
bool slate_do(cJSON *slate, const cJSON *act, const SlateBy *by, Variants *variants,
              SlateReply *reply);

/* Who leads and who has answered, by their ids. Names are not kept in a board: they are looked up
 * when it is told, so that who has deleted themselves is nameless here too. */
int slate_people(const cJSON *slate, const char *out[SLATE_PEOPLE_MAX]);

/* A player's name; "" if they have none, or are gone. */
typedef const char *SlateName(void *context, const char *id);

/* The members of a board as a player sees them ("" is somebody without a key), into an object that
 * is open. */
void slate_view(const cJSON *slate, const char *viewer, SlateName *name, void *context, Json *json);

/* Has a text from the store this form? What is not is refused as damaged. */
bool slate_is(const cJSON *slate);

#endif
