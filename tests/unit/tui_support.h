/* SPDX-License-Identifier: MIT */
/* What the tests of the terminal game share: games opened without a terminal, screens checked. */
#ifndef CONCENTRIC_TESTS_TUI_SUPPORT_H
#define CONCENTRIC_TESTS_TUI_SUPPORT_H

#include "unit/support.h"

#include "app/tui/draw.h"
#include "base/rng.h"

enum { TUI_KINDS = 11 };
/* Variants of every kind of board and turn. */
extern const char *const tui_kinds[TUI_KINDS];
extern Variants *tui_variants;
extern const Seat tui_person, tui_level_3;

/* Before and after a group of tests. */
int tui_begin(void **state);
int tui_end(void **state);

PlaySetup tui_setup(const char *variant);
Play tui_open_setup(const PlaySetup *setup);
Play tui_open(const char *variant, Lang lang);
Play tui_open_at(const char *variant, const char *position);
void tui_type(Play *play, const char *text);
Point tui_point(const Play *play, const char *name);
/* Plays up to `plies` random moves. */
void tui_play_some(Play *play, Rng *rng, int plies);
/* Draws a screen and checks its cells. */
void tui_check_screen(Play *play, const Theme *theme, int cols, int rows, const char *input);

#endif
