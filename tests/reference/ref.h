/* SPDX-License-Identifier: MIT */
/* The second opinion: a slow, obvious implementation of the rules, written from the rules text and
 * not from the engine. It shares no code with src/. Everything is text: a state is the position
 * text, a move is its move text. Clarity beats speed everywhere in this folder. */
#ifndef CONCENTRIC_TESTS_REF_H
#define CONCENTRIC_TESTS_REF_H

#include <stdbool.h>
#include <stdint.h>

enum { REF_TEXT_MAX = 512, REF_MOVE_MAX = 64, REF_WHY_MAX = 256, REF_PAST_MAX = 4 };

/* A state of play. `text` is the canonical position text. `past` holds what the text leaves out:
 * the BOARD fields of the last boards of this game, newest first, for MUR's repetition duty. */
typedef struct RefState {
    char text[REF_TEXT_MAX];
    int past_count;
    char past[REF_PAST_MAX][REF_TEXT_MAX];
} RefState;

/* A growing list of distinct move texts; free with ref_moves_free. Zero-initialise before use. */
typedef struct RefMoves {
    int count, capacity;
    char (*text)[REF_MOVE_MAX];
} RefMoves;

/* One family of games. Every function takes the variant text ("nine,flying"). */
typedef struct RefFamily {
    /* Is this variant text one of this family's (any option order, every option checked)? */
    bool (*knows)(const char *variant);
    /* The start position; seed is for Morelli's random set-ups. */
    void (*start)(const char *variant, uint64_t seed, RefState *out);
    /* Reads a position text; false with a reason in why (REF_WHY_MAX) if it is refused. */
    bool (*read)(const char *variant, const char *position, RefState *out, char *why);
    /* All legal moves in full canonical text, each text once; none if the game is over. */
    void (*moves)(const char *variant, const RefState *state, RefMoves *out);
    /* The state after a legal move. */
    void (*apply)(const char *variant, const RefState *state, const char *move, RefState *next);
    /* "none", "p1win", "p2win" or "draw", from the position alone (no draw by third occurrence). */
    const char *(*result)(const char *variant, const RefState *state);
    /* Is a withdrawal due that keeps this state from being drawn? NULL: there is no such duty. */
    bool (*withdrawal_due)(const char *variant, const RefState *state);
} RefFamily;

extern const RefFamily ref_morris, ref_morelli, ref_mur;

/* The family of a variant text, or NULL. */
const RefFamily *ref_family(const char *variant);

/* Adds a text unless it is there already. */
void ref_moves_add(RefMoves *list, const char *text);
bool ref_moves_has(const RefMoves *list, const char *text);
void ref_moves_sort(RefMoves *list);
void ref_moves_free(RefMoves *list);

/* The number of move sequences of exactly `depth` moves. */
uint64_t ref_perft(const char *variant, const RefState *state, int depth);

/* The first of the states of a game, its start included, at which the game is drawn by repetition;
 * -1 if there is none. */
int ref_drawn_at(const char *variant, const RefState *states, int count);

#endif
