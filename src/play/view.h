/* SPDX-License-Identifier: MIT */
/* A table as JSON, in a language, for a viewer. What a viewer may not know (a secret pick before
 * both are in, the other side's planned line) is not in it. Front ends draw this and send acts. */
#ifndef CONCENTRIC_PLAY_VIEW_H
#define CONCENTRIC_PLAY_VIEW_H

#include "base/json.h"
#include "core/perfect.h"
#include "play/click.h"
#include "play/table.h"

typedef struct Viewer {
    uint8_t by; /* BY_SEAT0, BY_SEAT1, BY_WATCHER; BY_HOST sees everything */
    Lang lang;
    int64_t now;
} Viewer;

/* The board of a game, its pieces, players and preliminaries: what does not change. */
void view_shape(Json *json, const Game *game, Lang lang);
/* The table, its board at `node` of the game that is on. Fields are in docs/formats.md. */
void view_table(Json *json, const Table *table, const Viewer *viewer, uint32_t node);
/* Handicaps that this table could begin with: what each is, and the position to begin from where
 * the first or the second side is the weaker one. */
void view_odds(Json *json, const Table *table, Lang lang);
/* What follows a node on the line that is shown: where the game went, else the first variation; 0
 * if nothing does. */
uint32_t view_next(const Table *table, uint32_t node);
/* The tree of the game that is on: moves with variations, comments, clocks, evaluations, marks. */
void view_tree(Json *json, const Table *table);
/* What a move does, from the position before it. */
void view_events(Json *json, const Game *game, const Pos *before, Move move, Lang lang);
void view_marks(Json *json, const Game *game, const Pos *pos, Point or_none, Lang lang);
/* What may be clicked next after the choices so far, the preview of the board included. With a
 * judge who knows, also what each of the next points can lead to; judge may be NULL. */
void view_click(Json *json, const Click *click, Lang lang, const Judge *judge, Move *scratch);
/* All legal moves, and with a judge what they are worth, as members of an object that is open; none
 * without a position. */
void view_moves(Json *json, const Game *game, const Pos *pos, const Judge *judge, Move *scratch);

#endif
