/* SPDX-License-Identifier: MIT */
/* What the files of libconcentric share: the handles, and how texts and reasons are handed out. */
#ifndef CONCENTRIC_LIB_INNER_H
#define CONCENTRIC_LIB_INNER_H

#include "concentric/concentric.h"
#include "play/record.h"
#include "solve/database.h"

#include <stdatomic.h>

enum { PLANES_MAX = PIECES_MAX + 1 + COUNTERS_MAX, PLANE_NAME_MAX = 16 };

/* A counter that a plane of features shows. */
typedef struct PlaneCounter {
    const char *id;
    uint8_t player;
} PlaneCounter;

/* One variant, with its users: who opened it, and every handle that needs it. */
struct concentric_game {
    Game *game;
    Lang lang; /* of the reasons of what has no language of its own: searches, databases, batches */
    atomic_size_t users;
    size_t plane_count;
    char plane_name[PLANES_MAX][PLANE_NAME_MAX];
    PlaneCounter counter[COUNTERS_MAX]; /* the last planes, in their order */
    size_t counter_count;
};

/* A text that grows. Zeroed it is empty. */
typedef struct Told {
    char *text;
    size_t room;
} Told;

/* `at` is where it stands in the record's tree. An ending by an act of the players holds at
 * `ended_at`; everywhere else the rules say how the game stands. */
struct concentric_match {
    concentric_game *owner;
    const Game *game;
    Record record;
    uint32_t at;
    Lang lang;
    Ending acted; /* END_NONE: nobody did */
    uint32_t ended_at;
    Move *moves;                      /* room for moves_max */
    int count;                        /* of the legal moves listed, -1 if they are not listed now */
    char position[POSITION_TEXT_MAX]; /* "" if it is not written now */
    char stood[POSITION_TEXT_MAX], turned[POSITION_TEXT_MAX], canonical[POSITION_TEXT_MAX];
    char move[MOVE_TEXT_MAX], played[MOVE_TEXT_MAX], node_move[MOVE_TEXT_MAX];
    Told moves_text, words, duty, ending, written, svg, picture;
};

struct concentric_database {
    concentric_game *owner;
    Database *database;
};

static inline Lang lang_of(concentric_lang lang)
{
    return lang == CONCENTRIC_JAPANESE ? LANG_JA : LANG_EN;
}
static inline const Pos *match_pos(const concentric_match *match)
{
    return tree_pos(&match->record.tree, match->at);
}
/* A text from outside that may be missing. */
static inline const char *or_empty(const char *text)
{
    return text ? text : "";
}

/* A reason as far as the public size has room, which programs have compiled in, to whoever wants
 * it. Always false. */
bool hand_out(const char *reason, char *why);
bool hand_out_text(const Text *reason, Lang lang, char *why);
/* What a reader of files says, in English alone, within a sentence of the language. */
bool hand_out_detail(const Text *around, Lang lang, const char *detail, char *why);

/* One more user of a game. */
concentric_game *game_keep(const concentric_game *game);

/* A match of this game at `start`; NULL without memory. */
concentric_match *match_begin(const concentric_game *game, const Pos *start, uint64_t seed);
/* The position, the moves or the way to it have changed: nothing that was written holds. */
void match_settle(concentric_match *match);
/* How the game stands at a node. */
Ending match_ending(const concentric_match *match);

/* Room for `bytes`; NULL without memory. What was there may be gone. */
char *told_room(Told *told, size_t bytes);

#endif
