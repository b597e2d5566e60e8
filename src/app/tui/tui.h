/* SPDX-License-Identifier: MIT */
/* The two ways to play at a terminal: drawn, and line by line. */
#ifndef CONCENTRIC_APP_TUI_TUI_H
#define CONCENTRIC_APP_TUI_TUI_H

#include "app/tui/choices.h"
#include "app/tui/draw.h"
#include "app/tui/host.h"

/* tui.c: draws until the player leaves. `ask` begins with the menu of games. False if the terminal
 * cannot be drawn on; then nothing has happened. */
bool tui_run(Host *host, Theme theme, bool ask, int *result);

/* plain.c: reads lines and answers with lines until the input ends. */
int plain_run(Host *host, Theme theme, bool ask);

/* menu.c: what there is to play, saved games first. */
typedef enum MenuWhat {
    MENU_SAVED,
    MENU_GAME,
    MENU_LESSONS, /* the list of them */
    MENU_LESSON,
    MENU_PUZZLE,
    MENU_STATS
} MenuWhat;
typedef struct Menu {
    MenuLine line[32];
    MenuWhat what[32];
    char variant[32][VARIANT_TEXT_MAX]; /* of a game or lesson */
    int count, saved;                   /* lines; the first `saved` are saved games */
} Menu;
/* The choices before the game of a line begins; false if the line is no new game. */
bool menu_choices(const Menu *menu, int line, const PlaySetup *setup, Choices *out);
void menu_make(Menu *menu, Variants *variants, Lang lang);
/* The lessons that there are. */
void menu_lessons(Menu *menu, Lang lang);
/* Opens what a line is: a saved or new game, a lesson, the puzzle. False with a reason. */
bool menu_choose(Host *host, const Menu *menu, int line, char *why);

#endif
