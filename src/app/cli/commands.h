/* SPDX-License-Identifier: MIT */
/* The subcommands of the program, and what they share: the door of app/cli for the other folders of
 * app, which bring subcommands of their own. */
#ifndef CONCENTRIC_APP_CLI_COMMANDS_H
#define CONCENTRIC_APP_CLI_COMMANDS_H

#include "app/cli/args.h"
#include "app/database.h"
#include "play/tree.h"
#include "play/variants.h"
#include "think/thinker.h"
#include "view/picture.h"

extern const Command command_games, command_moves, command_show, command_perft, command_playouts,
    command_ugi, command_bench, command_replay, command_why, command_think, command_serve,
    command_page, command_admin, command_solve, command_shrink, command_verify, command_query,
    command_distances, command_tune, command_tournament, command_analyse, command_next,
    command_play, command_manual, command_completion, command_backup, command_restore,
    command_ratings, command_review, command_puzzles, command_puzzle, command_drills, command_drill,
    command_explore, command_selfplay, command_prove, command_bot, command_push_key;

/* command_table.c: all of them, in the order of --help. */
extern const Command *const command_table[];
extern const int command_count;

/* The flags of every command that takes a position. */
#define FLAG_POSITION                                                                              \
    {                                                                                              \
        "--position", "TEXT", "start from this position text instead of the variant's start"       \
    }
#define FLAG_PLAY                                                                                  \
    {                                                                                              \
        "--play", "MOVES", "then play these moves, separated by spaces"                            \
    }
#define FLAG_SEED                                                                                  \
    {                                                                                              \
        "--seed", "N", "which random set-up, for games that have them (default 1)"                 \
    }
#define FLAG_THREADS                                                                               \
    {                                                                                              \
        "--threads", "N", "share the work among N threads (1 to 64; default 1)"                    \
    }
#define FLAG_RANKS                                                                                 \
    {                                                                                              \
        "--ranks", NULL, "write the ranks of pieces on them, where the game has ranks"             \
    }
#define FLAG_DB                                                                                    \
    {                                                                                              \
        "--db", "DIR", "use this database; none: none (default: the one of six, for six)"          \
    }
#define FLAG_JSON                                                                                  \
    {                                                                                              \
        "--json", NULL, "the answer as JSON (docs/json.md)"                                        \
    }
#define FLAG_LANG                                                                                  \
    {                                                                                              \
        "--lang", "LANG", "language of the text, en or ja (default en)"                            \
    }

enum { THREADS_MAX = 64 };

/* setup.c: the game that a command is about. */
typedef struct Setup {
    Variants *variants;
    const Game *game;
    Tree tree;    /* a line without variations */
    TreePlace at; /* its end */
} Setup;
/* Opens the variant in word[0] and plays --position, --seed and --play (where the command has
 * them). False after it has said on stderr what is wrong; then nothing needs closing. The setup
 * must stay where it is. */
bool setup_open(const Args *args, Setup *out);
void setup_close(Setup *setup);
static inline const Pos *setup_pos(const Setup *setup)
{
    return tree_place_pos(&setup->at);
}
/* Begins to think about a place in a game. False if there is no memory. */
bool setup_think(Thinker *thinker, const TreePlace *at, const SearchLimits *limits);
/* How a picture is wanted; zeroed it is plain. */
typedef struct Looks {
    Palette palette;
    BandColours bands;
    PointSet dots;
    bool ranks;
} Looks;
Picture setup_picture(const TreePlace *at, const Looks *looks);
/* The database that --db asks for, see database_choose. False after it has said what is wrong. */
bool setup_database(const Args *args, const Game *game, Database **out);
/* Says on stderr if the database turned out to be damaged, so that some answers were searched for
 * instead. */
void setup_tell_damage(const Args *args, const Database *database);
bool setup_lang(const Args *args, Lang *out);
/* Prints the picture of a place in a game, and below it what is marked in it, position text and
 * side to move. */
void setup_print_board(const TreePlace *at, const Looks *looks, Lang lang);
/* How it ended, as one line. */
void setup_print_ending(const Game *game, const Ending *ending, Lang lang);
/* Both, with what rules and repetition say. */
void setup_print(const TreePlace *at, const Looks *looks, Lang lang);

/* records.c: a whole file of records, `-` being standard input; NULL after it has said why not. */
char *records_read(const char *path, size_t *length);
/* Says which game of the file is bad and why; returns EXIT_BAD_INPUT. */
int complain_of_record(const char *what, const char *path, unsigned game, const char *why,
                       Lang lang);

/* cmd_games.c: all families as JSON, in memory for free(); NULL if there is none. `answer`: as the
 * API says it, with "ok" and in one line. */
char *games_json(bool answer);

#endif
