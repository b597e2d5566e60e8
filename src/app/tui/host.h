/* SPDX-License-Identifier: MIT */
/* What the drawn and the plain game share: a game, its computer and its files, and what commands
 * ask of them. */
#ifndef CONCENTRIC_APP_TUI_HOST_H
#define CONCENTRIC_APP_TUI_HOST_H

#include "app/tui/brain.h"
#include "app/tui/command.h"
#include "app/tui/files.h"
#include "app/tui/play.h"
#include "app/tui/words.h"

typedef struct Host {
    Variants *variants;
    Play play;
    bool is_open;
    Brain *brain;
    /* Who knows solved positions of a game; may be NULL. Asked for every game that is opened, and
     * with NULL at the end: the oracle before is not used any more then. */
    Oracle (*find_oracle)(void *context, const Game *game);
    /* Could it not read what it should know? Then `why`; may be NULL. */
    bool (*find_damage)(void *context, char *why);
    void *oracle_context;
    bool damage_told;
    const Game *consulted; /* whose oracle it is */
    bool knows;            /* games begin with known values shown */
    PlaySetup setup;       /* of the next game */
    bool seed_given;
    bool keeps;             /* saves what is not finished */
    bool offer, put_by;     /* a saved game may be resumed; it is kept when this one is saved */
    uint32_t offer_moves;   /* of it */
    uint32_t saved, driven; /* play.changes when it was saved, when the computer was set to work */
    FilesOwn own;           /* what `save` wrote */
    bool save_failed;       /* the last time that it was tried */
    Move pending;           /* the computer's move, shown when it is due */
    int64_t due_ms, pause_ms;
    bool evaluated; /* the evaluation of this position is done or under way */
    Play aside;     /* the game that waits during analysis, lessons and puzzles */
    bool has_aside, was_paused;
    int counted;           /* games of the table that are in the statistics */
    bool stats_told;       /* that the statistics cannot be kept */
    struct Online *online; /* the table over the network, or NULL (online.h) */
} Host;

/* The time, in milliseconds. */
int64_t host_now(void);
/* Opens the game of the setup and looks for a saved one. False with a reason; then the game that
 * was open, if any, is still there. */
bool host_open(Host *host, const PlaySetup *setup, char *why);
/* Takes over a game that was read from a file; it is shown as it was. */
void host_enter(Host *host, const Play *play);
void host_close(Host *host);
/* Puts a game in the place of the one that is open. */
void host_put(Host *host, const Play *play);

/* Sets the computer to work if it is its turn, stops it if it is not. */
void host_drive(Host *host, int64_t now);
/* Takes what the computer has found and plays its move when due. True if something changed. */
bool host_news(Host *host, int64_t now);
/* Says once if solved positions cannot be read; true if it does now. */
bool host_tell_damage(Host *host);
/* Milliseconds until host_news has something to do by itself; -1 for never. */
int host_due(const Host *host, int64_t now);

/* Lets it look for a good move, where a person is to move. */
void host_hint(Host *host);

/* Does what a command asks of files and computer. True if it was one of these. */
bool host_request(Host *host, Request request, const char *rest);
/* A secret pick of whoever is asked. False if there is no such choice. */
bool host_pick(Host *host, int choice);
/* Resumes the saved game of a variant. */
bool host_resume(Host *host, const char *variant);
/* Saves what is not finished, if there is something new. */
bool host_save(Host *host);
/* The same before leaving: what could not be written is tried once more. */
bool host_save_at_last(Host *host);
/* Is there something that the next start will offer? */
bool host_has_kept(const Host *host);

/* The lessons that there are, a line each. False, with a message, if there are none. */
bool host_tell_lessons(Host *host, Str *out);
/* The statistics. False with a reason if they cannot be read. */
bool host_tell_stats(const Host *host, Str *out, char *why);
/* How many steps the lesson of a game has, 0 if there is none, and which are done, a bit each. */
int host_lesson_steps(const char *game, uint32_t *done);
/* Begins where no game is on: the lesson of a game, or the day's puzzle; a game of the same kind
 * waits beside it. False with a reason. */
bool host_begin_lesson(Host *host, const char *game, char *why);
bool host_begin_puzzle(Host *host, char *why);

/* The message line: a word with what belongs into it. */
void host_say(Host *host, PlayTone tone, Word word, const char *one, const char *two);

/* A number for set-ups and picks that nobody can foresee, short enough to be told. */
uint64_t host_seed(void);

#endif
