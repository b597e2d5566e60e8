/* SPDX-License-Identifier: MIT */
/* From chosen points to a move, on top of core/path.h: what has been chosen and what each choice
 * meant, completing what leaves no choice, taking back, the piece under way, and, for a point that
 * does not fit, the move that was tried and the rule against it. Mouse, touch, keyboard, terminal
 * and screen reader all use this; none knows a rule. */
#ifndef CONCENTRIC_PLAY_CLICK_H
#define CONCENTRIC_PLAY_CLICK_H

#include "core/path.h"

typedef struct Click {
    const Game *game;
    Pos pos;
    Point point[PATH_MAX];
    uint8_t role[PATH_MAX]; /* what each choice meant, ROLE_COUNT where that is open */
    int count;
    Narrow narrow, root; /* after the choices, before the first */
} Click;

typedef enum ClickFound {
    CLICK_CHOSEN, /* it is chosen, or choices were taken back; more is to come */
    CLICK_MOVE,   /* *move is the move */
    CLICK_WHY,    /* it does not fit, and why says which rule is against it */
    CLICK_NOTHING /* it does not fit, and no legal move is like it */
} ClickFound;

/* `scratch` has room for moves_max moves, here and below. */
void click_begin(Click *click, const Game *game, const Pos *pos, Move *scratch);
/* A point was chosen. Choosing a chosen one again takes it and what follows back, and another piece
 * that can be moved is picked up instead of the first. Any other point that does not go on from the
 * choices changes nothing and is explained; above all it begins no other move. While click_owes,
 * what was chosen before the mill cannot be taken back like this, but with click_back. */
ClickFound click_point(Click *click, Point point, Lang lang, Move *scratch, Move *move, char *why);
/* The choices have made something for which a piece is to be taken, turned over or fetched. */
bool click_owes(const Click *click);
/* Text was typed, a move or, among choices, one point. A move begins anew unless click_owes: then
 * it has to go on from the choices. Results as of click_point. */
ClickFound click_text(Click *click, const char *text, Lang lang, Move *scratch, Move *move,
                      char *why);
/* Takes the last choice back; false if there is none. click_clear takes all back. */
bool click_back(Click *click, Move *scratch);
void click_clear(Click *click);
/* What is asked now, one sentence without a full stop; where the rules leave no free choice, the
 * reason comes first. */
void click_ask(const Click *click, Lang lang, Str *out);
/* What the choices have made that has to be answered now, such as the mill for which a man is
 * taken; nothing where there is no such thing. */
void click_made(const Click *click, Lang lang, Move *scratch, Str *out);
/* The choices spell a move, and longer ones too: front ends offer to finish here. */
bool click_can_finish(const Click *click);
/* Where they do, everything that could still be chosen of one kind at once: all that can be turned
 * over, or the centre. NULL where there is no such choice. */
const Text *click_accept_words(const Click *click);
/* Chooses it, as click_point would. */
ClickFound click_accept(Click *click, Move *scratch, Move *move);
/* The board (pieces by point) as far as the choices tell: the piece under way stands where it goes.
 * `ghost` are the points where something stands that is not there yet. */
void click_preview(const Click *click, uint8_t *board, PointSet *ghost);
/* The text of the move that somebody tried by choosing this point; false if no legal move is like
 * it. out has room for 2 * MOVE_TEXT_MAX. */
bool click_tried(const Click *click, Point point, Move *scratch, char *out);

#endif
