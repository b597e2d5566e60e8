/* SPDX-License-Identifier: MIT */
/* A table at one screen, without the screen: which of its positions is shown, what has been chosen
 * on the board, what was said last. Whatever happens to the game is an act of the table
 * (play/table.h), which decides what is allowed; here is nothing but who acts for whom. A game that
 * is over can be looked through, and a move there becomes a variation. No terminal, no files, no
 * threads: whoever draws, draws from here; whoever has events, hands them in. Time comes in as
 * milliseconds through play_tick. */
#ifndef CONCENTRIC_APP_TUI_PLAY_H
#define CONCENTRIC_APP_TUI_PLAY_H

#include "app/tui/far.h"
#include "app/tui/task.h"
#include "app/tui/thought.h"
#include "core/perfect.h"
#include "play/click.h"
#include "play/table.h"

enum { PLAY_MESSAGE_MAX = 2048, PLAY_LEVEL_USUAL = 4 };

typedef struct PlaySetup {
    TableSetup table; /* `pick`: if the game has one that its text has not settled */
    Seat seat[2];
    Seat computer; /* what a seat becomes that the computer takes over */
    Lang lang;
} PlaySetup;

/* What kind of thing the message is: what a move did, something to know, why not. */
typedef enum PlayTone { TONE_NONE, TONE_MOVE, TONE_INFO, TONE_WHY } PlayTone;

typedef struct Play {
    Table table;
    uint32_t shown; /* the node on the board; another one than the table's head: looking back */
    Click click;    /* at the position that is shown */
    Lang lang;
    int64_t now;
    Seat computer; /* what a seat becomes that the computer takes over */
    Point cursor;
    bool flipped;

    char message[PLAY_MESSAGE_MAX];
    PlayTone tone;
    Move hint;
    bool evaluating;
    int lines;        /* best lines of an evaluation; 0 is 1 */
    bool analysing;   /* a game that is over: any move at any position is a variation */
    Thought thought;  /* of the evaluation or of the computer at work */
    bool knows;       /* what the oracle knows is shown */
    Oracle oracle;    /* solved positions; ask is NULL if there are none */
    Move *second;     /* a list of moves beside the table's own; NULL: no memory for it */
    uint32_t changes; /* counts acts and looks: a saver sees whether there is something new */
    Far far;          /* where the game is played over the network */
    Task task;        /* of a lesson or puzzle; kind is TASK_NONE in a game */
} Play;

/* Opens a table and seats the players. False with a reason in why; then nothing needs closing. */
bool play_open(Play *play, Variants *variants, const PlaySetup *setup, int64_t now, char *why);
/* Takes a table over that was read from a file. */
void play_adopt(Play *play, const Table *table, uint32_t shown, Lang lang, int64_t now);
void play_close(Play *play);
/* Shows a position of the game that is on; nothing is chosen on the board then. */
void play_show(Play *play, uint32_t node);

/* -- What stands ------------------------------------------------------------------------------ */

static inline const Tree *play_tree(const Play *play)
{
    return table_tree(&play->table);
}
static inline const Pos *play_pos(const Play *play)
{
    return tree_pos(play_tree(play), play->shown);
}
static inline bool play_is_over(const Play *play)
{
    return table_is_over(&play->table);
}
/* Another position than the last one is shown. */
static inline bool play_is_looking(const Play *play)
{
    return play->shown != play->table.head;
}
/* Moves up to what is shown, and of the line that it is on. */
uint32_t play_ply(const Play *play);
uint32_t play_length(const Play *play);
/* The node of that line after so many moves. */
uint32_t play_node(const Play *play, uint32_t ply);
bool play_is_computer(const Play *play, int side);
/* May a person move now, also to add a variation? Should the computer? */
bool play_is_open(const Play *play);
bool play_waits_for_computer(const Play *play);
/* The computer's seat that is asked to end the game, -1 if none is. */
int play_asked(const Play *play);
/* Are hints and known values allowed: not while a game against somebody over the network is on. */
bool play_may_help(const Play *play);
/* Is there a limit of time? */
bool play_is_timed(const Play *play);
/* The clicks spell a move, and longer ones too. */
bool play_can_finish(const Play *play);
/* What a side has left, or, without a limit, has used; looking back, what it had left then. */
int64_t play_clock(const Play *play, int side);

/* -- What happens ----------------------------------------------------------------------------- */

/* An act of a seat or of the host, in printf's way. False with the table's reason as message. */
bool play_act(Play *play, int by, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* An act of one's own at a table over the network: kept for the host to send. False with a message
 * if one only watches or too much waits. */
bool play_send(Play *play, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Says what the last move was. */
void play_tell_last(Play *play);
/* A point was chosen: narrows, plays the move that is complete, or says why not. */
void play_click(Play *play, Point point);
/* Takes the last choice back; false if there was none. */
bool play_unclick(Play *play);
bool play_finish(Play *play);
/* A move in text by the person at the board. False with the reason as message. */
bool play_type(Play *play, const char *text);
/* A legal move, by whoever is to move; no task judges it. */
bool play_move(Play *play, Move move);

/* While the game is on: takes moves back to, and plays them again up to, where a person is to move.
 * After its end, and over the network: shows the position before and after. */
bool play_undo(Play *play);
bool play_redo(Play *play);
/* Is what is shown a position of the game that is over, from which it may be gone on with? */
bool play_can_go_on(const Play *play);
/* Is it a position of the game itself, not of a variation? */
bool play_is_played(const Play *play);
/* The computer stops waiting; from an earlier position of a game that is over, the game goes on. */
bool play_go_on(Play *play);
/* The computer waits, if it is to move, until somebody moves for it or asks it on. */
void play_hold(Play *play);
bool play_wake(Play *play);
/* Does the computer sit on a side from now on, or a person? */
bool play_seat(Play *play, int side, bool computer);
/* How strong computers are from now on. */
bool play_strength(Play *play, const Seat *computer);
bool play_resign(Play *play, int side);
/* The person at the board offers to end the game here: another person agrees by being asked, the
 * computer answers (play_asked). */
bool play_agree(Play *play);
/* The next game of the table. */
bool play_next(Play *play);

/* The clock: `now` in milliseconds, never going back. True if it ended the game. */
bool play_tick(Play *play, int64_t now);

/* A secret pick: true while one is asked for, and taking it for whoever is asked. False, with a
 * message, if the choice does not exist. */
bool play_is_picking(const Play *play);
bool play_pick(Play *play, int choice);
/* The game as it stands, without a pick. */
bool play_pick_skip(Play *play);

/* The message line, in printf's way. */
void play_say(Play *play, PlayTone tone, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void play_hush(Play *play);

/* What is known of choosing this point next: the best for the side to move among the moves that go
 * on through it. False if there is no oracle or it does not know them all. */
bool play_known(const Play *play, Point point, Known *out);
/* What is known of the position, for the side to move. */
bool play_known_here(const Play *play, Known *out);

#endif
