/* SPDX-License-Identifier: MIT */
/* A game at one screen, without the screen: the match, who plays, what has been clicked, clocks,
 * the match of several games around it. It asks the contract for everything that is a rule and
 * names no game. No terminal, no files, no threads: whoever draws, draws from here; whoever has
 * events, hands them in. Time comes in as milliseconds through play_tick. */
#ifndef CONCENTRIC_APP_TUI_PLAY_H
#define CONCENTRIC_APP_TUI_PLAY_H

#include "core/match.h"
#include "core/path.h"
#include "core/perfect.h"
#include "core/series.h"

enum {
    PLAY_MESSAGE_MAX = 2048,
    PLAY_NAME_MAX = 64,
    PLAY_LINE_MAX = 12, /* moves of a line of thought */
    PLAY_TIME_MS_MAX = 3600000,
    PLAY_CLOCK_MS_MAX = 86400000,
    PLAY_LEVEL_USUAL = 4,
};

/* Who sits there: a person, or the computer at a level or (level 0) for a time a move. */
typedef struct Seat {
    bool computer;
    int level, time_ms;
    char name[PLAY_NAME_MAX]; /* of a person; may be empty */
} Seat;

typedef struct PlaySetup {
    const char *variant;
    const char *position; /* NULL: the usual start */
    uint64_t seed;
    Seat seat[2];
    bool match;                     /* the official match of the game */
    int64_t clock_ms, increment_ms; /* clock_ms 0: no limit */
    Lang lang;
} PlaySetup;

/* Up to one ply: what each side has used, and how many moves it has made. */
typedef struct PlayTimes {
    int64_t used[2];
    uint32_t moves[2];
} PlayTimes;

/* What kind of thing the message is: what a move did, something to know, why not. */
typedef enum PlayTone { TONE_NONE, TONE_MOVE, TONE_INFO, TONE_WHY } PlayTone;

/* What a search has found so far; best is 0 while there is nothing. */
typedef struct Thought {
    Move best;
    int score, depth, mate;
    int length;
    Move line[PLAY_LINE_MAX];
} Thought;

typedef struct Play {
    Game *game;
    Match match;
    uint64_t seed;
    Lang lang;
    Seat seat[2];

    bool in_series;
    Series series;
    char *ended; /* the records of the match's games before this one */
    size_t ended_length;

    Move *scratch; /* 2 * moves_max */
    Point clicks[PATH_MAX];
    int click_count;
    Narrow narrow, root; /* after the clicks, before the first */
    Point cursor;
    bool flipped;
    bool held; /* after looking back the computer waits until somebody moves or asks it on */

    const Prelim *pick; /* a secret pick is under way */
    Picks picks;

    int64_t clock_ms, increment_ms;
    PlayTimes *times; /* by ply, MATCH_PLIES_MAX + 1 */
    int64_t spent_ms; /* on the move under way */
    double now_ms;
    int forfeited; /* the side that lost on time or by forfeit, -1 for none */
    bool by_forfeit;

    char message[PLAY_MESSAGE_MAX];
    PlayTone tone;
    Move hint;
    bool evaluating;
    Thought thought;  /* of the evaluation or of the computer at work */
    bool knows;       /* what the oracle knows is shown */
    Oracle oracle;    /* solved positions; ask is NULL if there are none */
    uint32_t changes; /* counts positions played: a saver sees whether there is something new */
} Play;

/* Opens a game. False with a reason in why; then nothing needs closing. */
bool play_open(Play *play, const PlaySetup *setup, char *why);
void play_close(Play *play);
/* After the end of a game of a match: the next one. False if there is none. */
bool play_next(Play *play);

/* For saved.c: takes over a game and begins at `start`; and after moves were played past play_move.
 */
bool play_begin(Play *play, Game *game, const Pos *start);
void play_refresh(Play *play);

const Pos *play_pos(const Play *play);
Outcome play_outcome(const Play *play);
bool play_is_over(const Play *play);
/* The seat of a side in this game, and the other way round. */
int play_seat(const Play *play, int side);
bool play_is_computer(const Play *play, int side);
/* May a person move now? May (should) the computer? */
bool play_is_open(const Play *play);
bool play_waits_for_computer(const Play *play);
/* The clicks spell a move, and longer ones too. */
bool play_can_finish(const Play *play);

/* A point was chosen: narrows, plays the move that is complete, or says why not. */
void play_click(Play *play, Point point);
/* Takes the last choice back; false if there was none. */
bool play_unclick(Play *play);
bool play_finish(Play *play);
/* A move in text. False with the reason as message. */
bool play_type(Play *play, const char *text);
/* A legal move, by whoever is to move. */
bool play_move(Play *play, Move move);

/* Back to, and on to, where a person is to move. */
bool play_undo(Play *play);
bool play_redo(Play *play);
bool play_resign(Play *play, int side);
bool play_agree(Play *play);

/* The clock: `now` in milliseconds, never going back. True if it ended the game. */
bool play_tick(Play *play, double now);
/* What a side has left, or, without a limit, has used. */
int64_t play_clock(const Play *play, int side);

/* A secret pick: true while one is asked for, of which side, and taking it. The computer's pick
 * comes from `seed`. False, with a message, if the choice does not exist. */
bool play_is_picking(const Play *play);
int play_picker(const Play *play);
bool play_pick(Play *play, int choice, uint64_t seed);
void play_pick_skip(Play *play);

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
