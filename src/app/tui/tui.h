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
typedef struct Menu {
    MenuLine line[32];
    char variant[32][VARIANT_TEXT_MAX];
    int count, saved; /* lines; the first `saved` are saved games */
} Menu;
/* The choices before the game of a line begins; false if the line is a saved game. */
bool menu_choices(const Menu *menu, int line, const PlaySetup *setup, Choices *out);
void menu_make(Menu *menu, Variants *variants, Lang lang);
/* Opens the game of a line. False with a reason. */
bool menu_choose(Host *host, const Menu *menu, int line, char *why);

#endif
