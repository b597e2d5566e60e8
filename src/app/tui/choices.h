/* SPDX-License-Identifier: MIT */
/* What is chosen before a game begins: which side, how strong the computer is, the options of the
 * game, each by its name and with its sentence. Lines of a menu; no terminal, no files. */
#ifndef CONCENTRIC_APP_TUI_CHOICES_H
#define CONCENTRIC_APP_TUI_CHOICES_H

#include "app/tui/draw.h"

enum { CHOICES_BEGIN, CHOICES_SIDE, CHOICES_LEVEL, CHOICES_FIXED, CHOICES_LINES_MAX = 16 };

typedef struct Choices {
    const Family *family;
    int row;                   /* of the family: the game */
    int side;                  /* see choices.c */
    int strength;              /* a level, then the teacher, then perfect play; 0: by time */
    int8_t value[OPTIONS_MAX]; /* of an option; -1: not chosen, so that the text does not name it */
    int option[OPTIONS_MAX];   /* those that the game has */
    int option_count;
} Choices;

/* As the setup has it, with no option chosen. */
void choices_open(Choices *choices, const Family *family, int row, const PlaySetup *setup);
/* The lines: begin, side, level, then an option each. Returns how many. */
int choices_lines(const Choices *choices, Lang lang, MenuLine out[CHOICES_LINES_MAX]);
/* The next value of a line, or with -1 the one before; the line that begins has none. */
void choices_step(Choices *choices, int line, int by);
/* How many values a line has, which one it has now (from 0; -1: none of them), and another one. */
int choices_count(const Choices *choices, int line);
int choices_value(const Choices *choices, int line);
void choices_set(Choices *choices, int line, int value);
/* Puts what was chosen into the setup of a game. */
void choices_put(const Choices *choices, PlaySetup *setup);

#endif
