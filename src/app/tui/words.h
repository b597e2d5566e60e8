/* SPDX-License-Identifier: MIT */
/* What the terminal game says by itself, in every language. Words for pieces, events, prompts and
 * reasons come from the core. */
#ifndef CONCENTRIC_APP_TUI_WORDS_H
#define CONCENTRIC_APP_TUI_WORDS_H

#include "base/str.h"
#include "core/types.h"

typedef enum Word {
    WORD_YOU,
    WORD_PERSON,
    WORD_LEVEL, /* {0} level */
    WORD_PERFECT,
    WORD_TEACHER,
    WORD_NOT_PERFECT,
    WORD_SECONDS,    /* {0} seconds a move */
    WORD_PLAYS,      /* {0} player, {1} move, {2} what happens */
    WORD_THINKING,   /* {0} player */
    WORD_HINT,       /* {0} move */
    WORD_EVALUATION, /* {0} score, {1} depth, {2} line */
    WORD_WIN_IN,     /* {0} plies */
    WORD_LOSS_IN,    /* {0} plies */
    WORD_FINISH,     /* the move can end here */
    WORD_NOTHING_TO_UNDO,
    WORD_NOTHING_TO_REDO,
    WORD_TAKEN_BACK,   /* {0} moves that stand */
    WORD_GONE_BACK,    /* the computer waits */
    WORD_LOOKING,      /* {0} of {1} moves */
    WORD_LOOKING_LINE, /* in a variation; {0} of {1} moves */
    WORD_PLAY_ON,
    WORD_OTHERS, /* {0} moves */
    WORD_NOT_FROM_HERE,
    WORD_ASKED,    /* {0} player is asked to end the game */
    WORD_AGREES,   /* {0} player */
    WORD_DECLINES, /* {0} player */
    WORD_NO_PERSON,
    WORD_OVER,
    WORD_NOT_YOUR_TURN,
    WORD_OFFER, /* {0} moves of the saved game */
    WORD_NOTHING_SAVED,
    WORD_RESUMED,
    WORD_SAVED,      /* {0} file */
    WORD_NOT_SAVED,  /* {0} file, {1} reason */
    WORD_OPENED,     /* {0} file */
    WORD_DAMAGED,    /* {0} file and reason */
    WORD_NOT_OPENED, /* {0} file, {1} reason */
    WORD_NEEDS_FILE,
    WORD_NEEDS_LEVEL,
    WORD_NEEDS_TIME,
    WORD_NEEDS_PLAYERS,
    WORD_NEEDS_PLAYER,
    WORD_NEEDS_LANG,
    WORD_NO_WORDS,    /* {0} command takes nothing after it */
    WORD_NO_COMMAND,  /* {0} text */
    WORD_PICK,        /* {0} player, {1} what is asked, {2} choices */
    WORD_PICKS,       /* {0} pick, {1} pick, {2} result */
    WORD_SETUP,       /* {0} seed */
    WORD_NEXT_GAME,   /* after a game of a match */
    WORD_NEW_GAME,    /* after a game */
    WORD_NEXT_BOARD,  /* after a game that another one can go on from */
    WORD_MATCH_OVER,  /* {0} standing */
    WORD_MATCH_SETS,  /* {0} sets, {1} games of a set */
    WORD_MATCH_GAMES, /* the same */
    WORD_ANALYSIS,    /* {0} ply, {1} plies of the line */
    WORD_ANALYSIS_ON,
    WORD_ANALYSIS_OFF,
    WORD_NO_VARIATION,
    WORD_NEEDS_MOVE,
    WORD_NEEDS_LINES,
    WORD_PROMOTED,
    WORD_DELETED,
    WORD_FROM_HERE,
    WORD_ENDED_HERE,
    WORD_CHANCE,
    WORD_ASK_CHANCES,
    WORD_CHANCES,
    WORD_NO_CHANCES,
    WORD_NO_MOVES_YET,
    WORD_ASCII_ON,
    WORD_ASCII_OFF,
    WORD_HELP_IS,
    WORD_NO_RULES,
    WORD_ANALYSE_FIRST,
    WORD_TINY, /* {0} x {1} needed, {2} x {3} here */
    WORD_TYPE_HELP,
    WORD_HELP_TITLE,
    WORD_HELP_KEYS,
    WORD_HELP_CLOSE,
    WORD_CHOICE_BEGIN, /* {0} game */
    WORD_CHOICE_SIDE,  /* {0} which */
    WORD_CHOICE_SIDES,
    WORD_CHOICE_FIRST,
    WORD_CHOICE_SECOND,
    WORD_CHOICE_PERSONS,
    WORD_CHOICE_COMPUTERS,
    WORD_CHOICE_LEVEL, /* {0} which */
    WORD_CHOICE_LEVELS,
    WORD_CHOICE_TEACHER,
    WORD_CHOICE_PERFECT,
    WORD_CHOICE_BY_TIME,
    WORD_CHOICE_ON,
    WORD_CHOICE_OFF,
    WORD_CHOICE_TITLE,
    WORD_CHOICE_KEYS,
    WORD_MENU_TITLE,
    WORD_MENU_KEYS,
    WORD_MENU_DIGITS,
    WORD_MENU_RESUME, /* {0} game, {1} moves */
    WORD_NO_MEMORY,
    WORD_NOBODY,    /* no pieces */
    WORD_KNOWN_WIN, /* {0} plies */
    WORD_KNOWN_DRAW,
    WORD_NOT_SOLVED,
    WORD_KNOWN_ON,
    WORD_KNOWN_OFF,
    WORD_KNOWN_LOSS,  /* {0} plies */
    WORD_PLAYERS_NOW, /* {0} player, {1} who, {2} player, {3} who */
    WORD_SAFE,
    WORD_POSITION,
    WORD_FLIPPED,
    WORD_LEFT, /* game left and saved */
    /* Over the network. {0} is who, where nothing else is said. */
    WORD_FAR_WATCHING,
    WORD_FAR_TOO_MUCH,
    WORD_FAR_SEATED,
    WORD_FAR_NOT_YET,
    WORD_FAR_PAUSED,
    WORD_FAR_STILL_SAVING,
    WORD_FAR_FORWARD,
    WORD_FAR_NOT_YOUR_TURN,
    WORD_FAR_MISMATCH,
    WORD_FAR_PROPOSES, /* {1} what; an answer is wanted */
    WORD_FAR_PROPOSED, /* {1} what */
    WORD_FAR_AGREES,   /* {1} what */
    WORD_FAR_DECLINES, /* {1} what */
    WORD_FAR_WITHDRAWS,
    WORD_FAR_AWAY,
    WORD_FAR_HERE,
    WORD_FAR_REACTS, /* {1} what */
    WORD_FAR_SITS,
    WORD_FAR_NAMED, /* {1} the new name */
    WORD_FAR_GIVES,
    WORD_FAR_NEXT,
    WORD_FAR_END,
    WORD_FAR_LOOKING, /* {0} of {1} moves */
    WORD_FAR_SAVING,  /* {0} move */
    WORD_FAR_TO_MOVE,
    WORD_FAR_LOST,
    WORD_FAR_LOST_SAVING, /* {0} move */
    WORD_FAR_BACK,
    WORD_FAR_INVITES, /* {0} link */
    WORD_FAR_WAITS,
    WORD_FAR_PICKING,
    WORD_FAR_MATCH, /* {0} set, {1} game, {2} who, {3} points, {4} who, {5} points */
    WORD_FAR_MATCH_OVER,
    WORD_FAR_REMATCH,
    WORD_FAR_CLOSED,   /* {0} the server's words */
    WORD_FAR_REFUSED,  /* no words */
    WORD_FAR_NOT_HERE, /* {0} command */
    WORD_FAR_ONLY,     /* {0} command */
    WORD_FAR_NO_HELP,
    WORD_FAR_NO_OFFER,
    WORD_FAR_NEEDS_REACTION, /* {0} list */
    WORD_FAR_NEEDS_NAME,
    WORD_FAR_NOBODY,
    WORD_FAR_GONE, /* {0} name of somebody who is away */
    WORD_FAR_VACATION,
    WORD_DAYS_LEFT, /* {0} days, {1} hours */
    WORD_FAR_OWN,   /* {0} one's own name */
    WORD_FAR_LINK_SEAT,
    WORD_FAR_LINK_INVITE,
    WORD_FAR_LINK_WATCH,
    WORD_FAR_NOT_KEPT, /* {0} reason */
    WORD_FAR_YOU_PLAY, /* {0} player */
    WORD_FAR_CLOCKS,   /* {0} both */
    WORD_OFFER_END,
    WORD_OFFER_TAKEBACK,
    WORD_OFFER_ABORT,
    WORD_OFFER_PAUSE,
    WORD_OFFER_RESUME,
    WORD_OFFER_REMATCH,
    WORD_OFFER_NEXT,
    WORD_TASK_OTHER, /* the side that is not the player's */
    WORD_TASK_DONE,
    WORD_TASK_WAIT,     /* a move is made for the player */
    WORD_TASK_ONLY,     /* {0} command */
    WORD_TASK_NOT_HERE, /* {0} command */
    WORD_TASK_LEFT,
    WORD_TASK_MARKED,  /* {0} points */
    WORD_LESSON_TITLE, /* {0} step of {1} */
    WORD_LESSON_RIGHT, /* {0} the lesson's words */
    WORD_LESSON_OTHER, /* {0} move, {1} hint */
    WORD_LESSON_END,   /* {0} game */
    WORD_LESSON_NEXT,
    WORD_LESSON_LAST,
    WORD_LESSON_LINE, /* {0} game, {1} of {2} steps done, {3} its name */
    WORD_LESSON_LIST,
    WORD_PUZZLE_TITLE, /* {0} level */
    WORD_PUZZLE_RIGHT,
    WORD_PUZZLE_OTHER, /* {0} move */
    WORD_PUZZLE_LOOK,  /* {0} point */
    WORD_PUZZLE_MOVE,  /* {0} move */
    WORD_PUZZLE_CLEAN, /* {0} line */
    WORD_PUZZLE_SOLVED,
    WORD_PUZZLE_SHOWN,
    WORD_PUZZLE_NEXT,
    WORD_PUZZLE_NONE, /* {0} variant */
    WORD_NO_PAGES,    /* lessons and puzzles are not inside */
    WORD_STATS_TITLE,
    WORD_STATS_GAMES,
    WORD_STATS_WON,
    WORD_STATS_LOST,
    WORD_STATS_DRAWN,
    WORD_STATS_ALL,
    WORD_STATS_NONE,
    WORD_STATS_NO_TERMINAL,
    WORD_STATS_LEVEL, /* {0} level */
    WORD_STATS_PERFECT,
    WORD_STATS_TIME,
    WORD_STATS_FIRST,  /* {0} opponent */
    WORD_STATS_SECOND, /* {0} opponent */
    WORD_STATS_LESSONS,
    WORD_STATS_PUZZLES,
    WORD_STATS_STEPS,    /* {0} game, {1} steps */
    WORD_STATS_SOLVED,   /* {0} game, {1} puzzles, {2} without help */
    WORD_STATS_BAD,      /* {0} file, {1} reason */
    WORD_STATS_NOT_KEPT, /* {0} file, {1} reason */
    WORD_MENU_LESSONS,
    WORD_MENU_LESSONS_ABOUT,
    WORD_MENU_PUZZLE,
    WORD_MENU_PUZZLE_ABOUT,
    WORD_MENU_STATS,
    WORD_MENU_STATS_ABOUT,
    WORD_MENU_STEPS, /* {0} of {1} steps done */
    WORD_ASK,        /* {0} as it is, 1 to {1}: {2} what they are */
    WORD_ASK_NUMBER, /* 1 to {0} */
    WORD_COUNT
} Word;

const char *word(Word word, Lang lang);
/* Adds the word with {0} to {9} replaced by args. */
void word_fill(Str *out, Word word, Lang lang, const char *const *args);

#endif
