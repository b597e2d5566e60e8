/* SPDX-License-Identifier: MIT */
/* The table of subcommands: --help, manual pages and shell completion come from it. */
#include "app/cli/commands.h"

const Command *const command_table[] = {
    &command_play,       &command_puzzle,     &command_drill,     &command_serve,
    &command_bot,        &command_page,       &command_admin,     &command_backup,
    &command_restore,    &command_push_key,   &command_ratings,   &command_games,
    &command_moves,      &command_show,       &command_why,       &command_next,
    &command_replay,     &command_review,     &command_think,     &command_analyse,
    &command_tournament, &command_solve,      &command_shrink,    &command_verify,
    &command_prove,      &command_query,      &command_distances, &command_puzzles,
    &command_drills,     &command_explore,    &command_perft,     &command_playouts,
    &command_selfplay,   &command_ugi,        &command_bench,     &command_tune,
    &command_manual,     &command_completion,
};
const int command_count = sizeof command_table / sizeof *command_table;
