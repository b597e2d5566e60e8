/* SPDX-License-Identifier: MIT */
/* Something to be found on the board, a step of a lesson or a puzzle: what is asked, which moves
 * stand, what the other side answers, hints, the solution. The board is a game of its own (Play)
 * whose `task` this is; both its seats are persons, and the moves of the other side are handed out
 * as task.reply, for whoever has the clock to make (task_replied). No files. */
#ifndef CONCENTRIC_APP_TUI_TASK_H
#define CONCENTRIC_APP_TUI_TASK_H

#include "app/tui/lessons.h"
#include "puzzle/puzzle.h"

struct Play;
struct Variants;

typedef enum TaskKind { TASK_NONE, TASK_LESSON, TASK_PUZZLE } TaskKind;

typedef struct Task {
    TaskKind kind;
    int side;        /* whose moves are asked for */
    bool done;       /* found, or shown */
    bool clean;      /* no mistake, no hint so far */
    bool showing;    /* the solution is played */
    bool news;       /* what task_tell says has changed; whoever says it clears this */
    bool noted;      /* that it is done is in the statistics; the host's */
    int hints;       /* for this move */
    Move reply;      /* the next move that is made for the player; 0: none */
    PointSet marked; /* what is pointed out on the board */
    /* A lesson: the game, its step from 0, how many there are. */
    char game[VARIANT_TEXT_MAX];
    int at, count;
    LessonStep step;
    /* A puzzle: the day whose it is, its line, moves of it that have been made. */
    uint32_t day;
    Puzzle puzzle;
    Line line;
    int made;
} Task;

/* Opens a board with the task, which has its step, or its puzzle, and where it comes from. False
 * with a reason; nothing needs closing then. */
bool task_open(struct Play *out, struct Variants *variants, const Task *task, Lang lang,
               int64_t now, char *why);
/* Does this move of the player's stand? If not, it is told why, and nothing else happens. */
bool task_allows(struct Play *play, Move move);
/* The move that was allowed has been made; or task.reply has. */
void task_moved(struct Play *play);
void task_replied(struct Play *play);
/* The first hint points at the board, the next names the move (a lesson has one hint). */
void task_hint(struct Play *play);
/* Lets the rest be played. */
void task_solve(struct Play *play);

/* "Lesson, step 2 of 12": which one it is. */
void task_title(const struct Play *play, Str *out);
/* What is asked, or, when it is done, what there is to say of it. */
void task_tell(const struct Play *play, Str *out);
/* What there is to do now, in a few words. */
void task_prompt(const struct Play *play, Str *out);
/* "a7 d7 g7": the points that are pointed out; nothing if none is. */
void task_points(const struct Play *play, Str *out);

#endif
