/* SPDX-License-Identifier: MIT */
/* The steps of a lesson, from the file that the page reads too (web/lessons/GAME.json, ADR 99):
 * bytes in, a step or a reason out. */
#ifndef CONCENTRIC_APP_TUI_LESSONS_H
#define CONCENTRIC_APP_TUI_LESSONS_H

#include "base/str.h"
#include "core/types.h"

enum {
    LESSON_STEPS_MAX = 32,
    LESSON_TEXT_MAX = 600,
    LESSON_MOVES_MAX = 8,
    LESSON_POINTS_MAX = 16,
    LESSON_POINT_MAX = 8
};

/* The goal; the hint, also said when another move was tried; what is said when it was right. */
typedef enum LessonText { LESSON_GOAL, LESSON_HINT, LESSON_RIGHT, LESSON_TEXTS } LessonText;

typedef struct LessonMoves {
    char text[LESSON_MOVES_MAX][MOVE_TEXT_MAX];
    int count;
} LessonMoves;

typedef struct LessonStep {
    char variant[VARIANT_TEXT_MAX];
    char position[POSITION_TEXT_MAX]; /* empty: the usual start */
    LessonMoves before;               /* played before it is shown */
    LessonMoves expect;               /* what is right; none at all: any move */
    char reply[MOVE_TEXT_MAX];        /* what the other side then plays; empty: nothing */
    char point[LESSON_POINTS_MAX][LESSON_POINT_MAX]; /* what is pointed out, by name */
    int point_count;
    char text[2][LESSON_TEXTS][LESSON_TEXT_MAX]; /* by language */
} LessonStep;

/* How many steps a file has, and the step `at` of it, from 0. 0 with a reason if the file is no
 * lesson or has no such step. */
int lessons_read(const char *bytes, size_t count, int at, LessonStep *out, char *why);
/* Is it the move that the step asks for? In what it expects, "…" stands for anything. */
bool lessons_fits(const LessonStep *step, const char *move);

#endif
