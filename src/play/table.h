/* SPDX-License-Identifier: MIT */
/* A table: one game being played, or several that count together, with two seats, a clock, offers
 * and secret picks. Terminal, page, server, referee and library sit on this one thing.
 *
 * Everything that happens is an act: a line of text from somebody at some time. table_do judges it
 * here and nowhere else, changes the table and adds it to the log, or refuses it with a reason and
 * changes nothing. The log of acts is the saved game, the network message and the fuzz input:
 * replaying it gives the same table. What a viewer may see of a table is in view.h.
 *
 *   open -> settling (picks) -> running -> ended, or aborted
 *
 * Looking back is not an act: whoever shows a table keeps the node that it shows. */
#ifndef CONCENTRIC_PLAY_TABLE_H
#define CONCENTRIC_PLAY_TABLE_H

#include "core/prelim.h"
#include "core/series.h"
#include "play/clock.h"
#include "play/ending.h"
#include "play/seat.h"
#include "play/tree.h"
#include "play/variants.h"

enum {
    ACT_MAX = TREE_TEXT_MAX + 128, /* bytes of an act, NUL included */
    TAG_NAME_MAX = 64,             /* of a tag that came with a record, NUL included */
    TAG_VALUE_MAX = 2048,
    TAGS_MAX = 64, /* for a game, beside players, clock and place in a series */
    PLAN_MAX = 32, /* moves of a planned line */
    REACTIONS = 8,
    TABLE_ROUNDS_MAX = 64,
    TABLE_LOG_MAX = 4 << 20,  /* bytes of a log; behind them there is room for what a game needs: */
    TABLE_LOG_GAME = 2 << 20, /* for moves, picks, answers and what the host says, */
    TABLE_LOG_ENDS = 64 << 10, /* and behind that for what ends a game */
    TABLE_GONE_MS = 120000,    /* after which somebody who is away can be claimed against */
    TABLE_MORE_MS = 15000,     /* what `more` gives */
};

typedef enum TakebackRule {
    TAKEBACK_FREE, /* whoever sits here may take moves back; the usual at one screen */
    TAKEBACK_ASK,  /* the other side is asked */
    TAKEBACK_NO,
} TakebackRule;

/* What is settled before anybody sits down. */
typedef struct TableSetup {
    char variant[VARIANT_TEXT_MAX];
    char position[POSITION_TEXT_MAX]; /* empty: the usual start */
    uint64_t seed;                    /* of the set-up; 1 is the usual one */
    Control control;
    TakebackRule takeback;
    bool match; /* the official series of the game; not from a position */
    bool pick;  /* the game's secret pick settles its option first */
    bool help;  /* hints and evaluations are allowed between people */
    bool rated;
} TableSetup;

typedef enum TableState {
    TABLE_OPEN,     /* a seat is empty */
    TABLE_SETTLING, /* a secret pick is under way */
    TABLE_RUNNING,
    TABLE_ENDED,
    TABLE_ABORTED,
} TableState;
const char *table_state_name(TableState state);

typedef enum OfferKind {
    OFFER_END,      /* to end the game here, with the result that the game has for it */
    OFFER_TAKEBACK, /* back to where the asker was last to move */
    OFFER_ABORT,
    OFFER_PAUSE, /* while paused: to go on */
    OFFER_REMATCH,
    OFFER_NEXT, /* the next game: of the series, or from the last board where a game allows it */
    OFFER_COUNT
} OfferKind;
const char *offer_name(OfferKind kind);

/* One game at the table. */
typedef struct Round {
    Tree tree;
    Ending ending;
    uint32_t end_node; /* where it ended; 0 while it goes on */
    uint8_t side;      /* of seat 0 */
    char *tags;        /* lines Name=value that came with a record, or NULL */
} Round;

/* Who speaks. */
enum { BY_SEAT0 = 0, BY_SEAT1 = 1, BY_WATCHER = 2, BY_HOST = 3 };
typedef struct Caller {
    uint8_t by;
    int64_t now;    /* milliseconds, never going back at one table */
    int64_t credit; /* of the time used, so much is not charged: delay on the way, measured */
    Lang lang;      /* of the reason, if it is refused */
} Caller;

/* Why an act is refused; the words are those of the network interface. */
typedef enum Refused {
    REFUSED_NOT,           /* it was done */
    REFUSED_BAD_ACT,       /* "bad-act": not a line of an act's form */
    REFUSED_NOT_YOURS,     /* "not-yours": this caller may not do that */
    REFUSED_NOT_NOW,       /* "not-now": not in this state */
    REFUSED_NOT_YOUR_TURN, /* "not-your-turn" */
    REFUSED_NOT_LEGAL,     /* "not-legal": against the rules of the game */
    REFUSED_OVER,          /* "over" */
    REFUSED_NO_OFFER,      /* "no-offer" */
    REFUSED_TOO_LONG,      /* "too-long" */
    REFUSED_NO_MEMORY,     /* "no-memory" */
    REFUSED_COUNT
} Refused;
const char *refused_name(Refused refused);

typedef struct Reply {
    Refused refused;
    char why[WHY_MAX]; /* in the caller's language */
    uint32_t seq;      /* acts in the log afterwards */
    uint32_t node;     /* where the game stands afterwards */
} Reply;

typedef struct Table {
    Variants *variants;
    const Game *game;
    TableSetup setup_asked; /* as it was opened; the log begins with it */
    TableSetup setup;       /* as it stands: a settled pick becomes part of the variant */
    int64_t opened;
    TableState state;
    Seat seat[2];
    Round *round; /* all games so far; the last one is on */
    int round_count;
    uint32_t head; /* where the game that is on stands in its tree */
    bool in_series;
    Series series;
    Clock clock;
    bool paused;
    const Prelim *pick; /* the secret pick under way, or NULL */
    Picks picks;
    uint8_t offers[2]; /* bit k: the seat offers OfferKind k */
    bool rematch;      /* both want another game: the host makes a new table */
    uint8_t plan_count[2];
    Move plan[2][PLAN_MAX]; /* the other side's move first, then one's own, and so on */
    uint8_t reaction[2];    /* the last one, 0 for none, else 1 + n */
    bool hidden[2];         /* the seat's name was taken away, and it gets no other one */
    int64_t away[2];        /* since when a seat is away, -1 if it is here */
    ClockHold vacation[2];  /* of a seat: its clock of days stands still then */
    int64_t now;            /* of the last act */
    Move *scratch;          /* moves_max of the game */
    char *log;              /* lines "NOW BY CREDIT ACT" */
    size_t log_length, log_capacity;
    size_t log_by[2]; /* bytes of it that a seat has said, but for its moves */
    uint32_t seq;     /* acts in it */
} Table;

const char *takeback_name(TakebackRule rule);
bool takeback_from_name(const char *name, TakebackRule *out);

/* A setup with nothing settled but the variant: no clock, free takebacks, seed 1. */
TableSetup table_setup(const char *variant);

/* Opens a table with both seats empty at time `now`. False with a reason in why; then nothing needs
 * closing. */
bool table_open(Table *table, Variants *variants, const TableSetup *setup, int64_t now, Lang lang,
                char *why);
void table_close(Table *table);

/* clang-format off */
/* Takes an act from somebody. True if it was done; else reply has the reason and nothing has
 * changed. Acts (NAME and TEXT go to the end of the line):
 *
 *   sit SEAT              an empty seat is taken, in seat_write's form
 *   leave                 an open table: the seat is empty again; a running game: forfeited
 *   seat N SEAT           host: who sits there from now on
 *   name NAME             the seat's name
 *   pick CHOICE           a secret pick
 *   move MOVE             in move text
 *   resign
 *   offer WHAT            end, takeback, abort, pause, rematch, next
 *   answer WHAT yes|no    to the other side's offer; `no` to one's own takes it back
 *   back [PLIES]          takes moves back where that is free: to the caller's last turn, or so many
 *   forth [PLIES]         plays moves that were taken back again, if nothing came between
 *   next                  the next game, where nobody else need be asked
 *   claim time|gone       the other side's time is up, or it has been away too long
 *   more                  gives the other side TABLE_MORE_MS
 *   plan [MOVE ...]       a conditional line: the other's move, one's own, ...; none takes it back
 *   react N               0 to REACTIONS - 1
 *   flag                  host: ends the game if somebody's time is up
 *   away SEAT, here SEAT  host: presence
 *   shift MS              host: time for which nobody is charged
 *   vacation SEAT FROM UNTIL  host: a clock of days does not count for that seat between these times
 *   pause, resume         host, or whoever need not ask
 *   forfeit SEAT          host
 *   adjudicate RESULT     host: p1win, p2win, draw
 *   hide SEAT             host: the name of this seat is taken away for good
 *   abort                 host, or whoever need not ask
 *   end KIND RESULT       host: as a record says; kind in end_name's words
 *   tag NAME=VALUE        host: a tag that came with a record, or is to go into it
 *   line NODE MOVE        a variation after a node; after the end also behind the last move
 *   comment NODE TEXT, mark NODE MARK, eval NODE N, time NODE MS|none, promote NODE, delete NODE
 *                         annotations (after the end, or where one may act for both); the moves
 *                         that were played stay as they are
 */
/* clang-format on */
bool table_do(Table *table, const Caller *caller, const char *act, Reply *reply);

/* The secret pick of a game that its variant text has not settled yet, or NULL. */
const Prelim *table_find_pick(const Game *game, const char *variant);

/* One line of the log, "NOW BY CREDIT ACT"; BY is 0, 1 or h. */
void act_write_line(const Caller *caller, const char *act, Str *out);
bool act_read_line(const char *line, Caller *caller, const char **act);

/* The log with the setup before it, as text that table_replay reads. */
void table_write_log(const Table *table,
                     void (*write)(void *context, const char *bytes, size_t count), void *context);
/* The table of such a text. False with the line and the reason in why. */
bool table_replay(Table *table, Variants *variants, const char *bytes, size_t count, Lang lang,
                  char *why);
/* A setup as one line. */
void setup_write(const TableSetup *setup, Str *out);
bool setup_read(const char *text, Lang lang, TableSetup *out, char *why);

/* -- What stands ------------------------------------------------------------------------------ */

static inline Round *table_round(const Table *table)
{
    return &table->round[table->round_count - 1];
}
static inline Tree *table_tree(const Table *table)
{
    return &table_round(table)->tree;
}
static inline const Pos *table_pos(const Table *table)
{
    return tree_pos(table_tree(table), table->head);
}
static inline const Ending *table_ending(const Table *table)
{
    return &table_round(table)->ending;
}
static inline bool table_is_over(const Table *table)
{
    return table->state == TABLE_ENDED || table->state == TABLE_ABORTED;
}
/* The seat that plays a side in the game that is on, and the other way round. */
int table_seat_of(const Table *table, int side);
int table_side_of(const Table *table, int seat);
/* The seat that is to move. */
int table_turn_seat(const Table *table);
/* The seat whose secret pick is asked for next at one screen; -1 if none is. */
int table_picker(const Table *table);
/* Can there be a next game: of the series, or from the last board? */
bool table_has_next(const Table *table);
/* The series with the game that is on counted, if it is over. */
Series table_standing(const Table *table);
/* The move that a seat has planned in answer to the position, 0 for none. The host plays it. */
Move table_planned(const Table *table, int seat);
/* When the table wants a `flag`; INT64_MAX if never. */
int64_t table_due(const Table *table);
/* May this caller do this act now? As table_do, without doing it. */
bool table_may(const Table *table, const Caller *caller, const char *act);

/* After a computer seat was offered an end: does it accept, given its own estimate? `score` is its
 * search's, in hundredths of a man for that seat's side; `mate` plies, negative if it is lost. It
 * takes a result in its favour, a draw unless it stands better, and a loss only where it sees one
 * coming. */
bool table_computer_accepts(const Table *table, int seat, int score, int mate);

#endif
