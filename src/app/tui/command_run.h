/* SPDX-License-Identifier: MIT */
/* What the commands of the table do, by topic; for command*.c alone. */
#ifndef CONCENTRIC_APP_TUI_COMMAND_RUN_H
#define CONCENTRIC_APP_TUI_COMMAND_RUN_H

#include "app/tui/command.h"
#include "app/tui/words.h"

/* Says why not. */
Request command_refuse(Play *play, Word w);

typedef Request CommandRun(Play *play, const char *rest);
/* command_game.c */
CommandRun run_undo, run_redo, run_go, run_flip, run_done, run_agree, run_resign, run_level,
    run_time, run_computer, run_lang, run_perfect, run_position;
/* command_analysis.c */
CommandRun run_analyse, run_vary, run_goto, run_promote, run_delete, run_comment, run_mark,
    run_lines;
/* command_task.c */
CommandRun run_hint, run_solution;
/* command_far.c */
CommandRun run_takeback, run_pause, run_rematch, run_abort, run_yes, run_no, run_more, run_claim,
    run_react, run_name;

#endif
