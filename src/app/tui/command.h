/* SPDX-License-Identifier: MIT */
/* What can be typed or pressed besides moves: one table for the drawn game, the plain game, help
 * and completion. A command that needs files, threads or the screen is handed back as a request. */
#ifndef CONCENTRIC_APP_TUI_COMMAND_H
#define CONCENTRIC_APP_TUI_COMMAND_H

#include "app/tui/play.h"

typedef enum Request {
    REQUEST_NONE,
    REQUEST_BAD, /* not understood or refused; the message says why */
    REQUEST_PLAYED,
    REQUEST_HINT,
    REQUEST_EVALUATE, /* on or off */
    REQUEST_MOVE_NOW,
    REQUEST_SAVE,
    REQUEST_OPEN,
    REQUEST_RESUME,
    REQUEST_NEW,
    REQUEST_NEXT,
    REQUEST_MENU,
    REQUEST_ANALYSE,   /* begin, or back to the game */
    REQUEST_FROM_HERE, /* a new game from the position that is shown */
    REQUEST_LINES,     /* the evaluation begins again */
    REQUEST_TREE,
    REQUEST_CHANCES, /* what there was to find */
    REQUEST_HELP,
    REQUEST_BOARD,
    REQUEST_MOVES,
    REQUEST_RULES,
    REQUEST_LESSONS, /* the list of them */
    REQUEST_LESSON,
    REQUEST_PUZZLE,
    REQUEST_TASK_NEXT,
    REQUEST_TASK_AGAIN,
    REQUEST_TASK_LEAVE,
    REQUEST_STATISTICS,
    REQUEST_ASCII, /* draw with nothing else, or with all signs again */
    REQUEST_LINK,  /* of the table over the network */
    REQUEST_SIT,   /* at a table over the network that is open to all */
    REQUEST_QUIT
} Request;

typedef enum CommandWords { TAKES_NOTHING, TAKES_TEXT, MAY_TAKE_TEXT } CommandWords;

/* Where a command is known. */
typedef enum CommandPlace {
    AT_EVERY_TABLE,
    AT_THIS_SCREEN, /* not over the network */
    AT_A_SERVER,    /* over the network alone */
    WHERE_HELP_IS,  /* not while a game against somebody over the network is on */
    IN_A_TASK,      /* in lessons and puzzles alone */
} CommandPlace;

typedef struct CommandWord {
    const char *name;
    char key; /* a capital letter or a sign; 0 for none */
    CommandWords takes;
    Request request; /* what it is without doing anything here */
    Text help;
    Request (*run)(Play *play, const char *rest);
    Text label; /* on the line of keys; empty if it is not there */
    CommandPlace place;
    bool in_tasks; /* also in lessons and puzzles */
} CommandWord;

extern const CommandWord command_words[];
extern const int command_word_count;

/* Is it a command here and now? */
bool command_is_known(const Play *play, const CommandWord *command);
/* A typed line: a command, or else a move. *rest is what follows the word, without spaces about it.
 */
Request command_line(Play *play, const char *line, const char **rest);
/* A key of the table, of a command that is known here if there is one; NULL if there is none. */
const CommandWord *command_of_key(const Play *play, int key);

#endif
