/* SPDX-License-Identifier: MIT */
/* The Universal Game Interface, our half: lines in, lines out. No files, no sockets, no threads:
 * the host hands in lines, gets bytes to write, and does the thinking. A bad line answers
 * `error: ...` and changes nothing. docs/formats.md describes every command.
 *
 * From a `go` that is taken to its `bestmove` only isready, stop and quit are heard; all other
 * lines wait, in order, and are handled right after the bestmove. A `stop` behind a `go` that waits
 * is for that one. Every `go` that is taken gets exactly one bestmove (docs/adr/0033). */
#ifndef CONCENTRIC_PROTO_UGI_H
#define CONCENTRIC_PROTO_UGI_H

#include "core/known.h"
#include "play/tree.h"
#include "play/variants.h"

enum {
    UGI_LINE_MAX = 1 << 20,    /* bytes of one line, its end not counted */
    UGI_WAITING_MAX = 4 << 20, /* bytes of waiting lines from which on nothing more is taken */
    UGI_PATH_MAX = 4096,
};

/* What `go` asks for. 0 is no limit, but for the times, which may be anything if they are given. */
typedef struct UgiGo {
    bool infinite; /* no bestmove before `stop` */
    bool has_movetime, has_time[2];
    int64_t movetime, time[2], inc[2]; /* milliseconds, within +-UGI_MS_MAX */
    uint64_t nodes;
    int depth, mate, moves_to_go; /* mate in plies */
    const Move *only;             /* searchmoves: so many, and no others; NULL: all */
    int only_count;
} UgiGo;

enum { UGI_COUNT_MAX = 1000000 };         /* of depth, mate and moves_to_go */
#define UGI_MS_MAX INT64_C(1000000000000) /* about 30 years */

typedef struct UgiOptions {
    uint64_t hash_mb, seed;
    int threads, lines, level; /* lines: MultiPV */
} UgiOptions;

/* One line of `info`. Scores are for the side to move. */
typedef struct UgiInfo {
    int depth, seldepth, number; /* number: 1 for the best line */
    int score, mate;             /* hundredths of a man; or plies, negative if lost, 0 if neither */
    int wdl[3], hashfull;        /* in thousandths */
    uint64_t nodes, nps, tbhits, time_ms;
    const Move *line;
    int length;
} UgiInfo;

typedef struct UgiHost {
    const Family *const *families;
    size_t family_count;
    const char *first_variant;
    UgiOptions first, most; /* the options at first, and their greatest values */
    /* Sends bytes to the other side; they may be part of a line. */
    void (*write)(void *context, const char *bytes, size_t count);
    /* Draws the position for `print`: any number of lines. May be NULL. */
    void (*draw)(void *context, const TreePlace *place);

    /* Begins to think; the tree stays as it is until ugi_done is called, from inside or later.
     * False with a reason if it cannot. NULL if the host does not think: then there is no `go`. */
    bool (*go)(void *context, const TreePlace *place, const UgiGo *go, const UgiOptions *options,
               char *why);
    /* Asks it to end soon. The other engine functions may be called only while it does not think.
     */
    void (*stop)(void *context);
    /* Forgets what was found. If `gone`, `enter` tells of another game next. */
    void (*forget)(void *context, bool gone);
    /* A game has been opened, which is ugi->game now. May be NULL. */
    void (*enter)(void *context);
    /* `isready`: prepares for options->threads and the like what takes time. May be NULL. */
    void (*ready)(void *context, const UgiOptions *options);
    /* Threads or Hash change: false with a reason if they cannot be had. */
    bool (*change)(void *context, const UgiOptions *options, char *why);
    /* Opens solved positions of the game; "" is none given. False with a reason, and nothing has
     * changed. NULL: there is no DatabasePath. */
    bool (*database)(void *context, const char *path, char *why);
    /* A learnt evaluation for the game from a file; "" is the one that the host has, if any. False
     * with a reason, and nothing has changed. NULL: there is no EvalFile. */
    bool (*net)(void *context, const char *path, char *why);
    /* What the database says of a position, as `query value` answers it. False: it does not know.
     * May be NULL. */
    bool (*value)(void *context, const Pos *pos, Known *out);
    void *context;
} UgiHost;

typedef struct Ugi {
    UgiHost host;
    Variants *variants;
    const Game *game;
    Tree tree;   /* of what `position` told: a line without variations */
    uint32_t at; /* its last node */
    char *told;  /* the line that it told, without the word; NULL: none of this game */
    Move *moves; /* room for game->moves_max; */
    Move *only;  /* as much: searchmoves of the thought under way */
    UgiOptions options;
    UgiGo asked; /* the thought under way */
    bool thinking;
    bool stopped;          /* it was asked to end */
    bool held;             /* it has ended, but its bestmove waits for `stop` */
    bool draining;         /* waiting lines are being handled */
    bool ended;            /* no more lines will come */
    int goes;              /* of the waiting lines so many are a `go` */
    Move best;             /* what is held */
    char *waiting;         /* lines, each ended by NUL */
    size_t from, to, room; /* bytes of it that are still waiting, and allocated */
} Ugi;

static inline const Pos *ugi_pos(const Ugi *ugi)
{
    return tree_pos(&ugi->tree, ugi->at);
}

/* False with a reason if there is no memory or no such variant. */
bool ugi_begin(Ugi *ugi, const UgiHost *host, char *why);
/* The host must not be thinking any more. */
void ugi_end(Ugi *ugi);

/* Handles one line without its end, or lets it wait. It is cut up in place. False after `quit`;
 * what waits is still handled then, so ugi_done is to be called for as long as it thinks. */
bool ugi_line(Ugi *ugi, char *line, size_t length);

/* Answers a line that was too long to be read: an error, nothing else. */
void ugi_line_too_long(Ugi *ugi);

/* No more lines will come: what could go on for ever is stopped. */
void ugi_no_more(Ugi *ugi);

/* Are there so many waiting lines that no more may be handed in before ugi_done? The thought has
 * been asked to end then, for a `stop` could no longer be read. */
bool ugi_is_full(const Ugi *ugi);

/* While it thinks: tells of a line; and, once, of the best move when it has ended (0 if the game is
 * over). ugi_done handles the lines that have waited, until one of them is a `go`. */
void ugi_info(Ugi *ugi, const UgiInfo *info);
/* At any time: `info string` and a sentence for people. */
void ugi_remark(Ugi *ugi, const char *text);
void ugi_done(Ugi *ugi, Move best);

#endif
