/* SPDX-License-Identifier: MIT */
/* Game records: a PGN-like text for all games (docs/formats.md). A file is one or more games; a
 * game is tags, a tree of moves with comments, and a result. Reading checks everything: every move
 * is legal, the result is what the rules or the named termination make it. No files here: bytes in,
 * bytes out. */
#ifndef CONCENTRIC_PROTO_RECORD_H
#define CONCENTRIC_PROTO_RECORD_H

#include "core/match.h"

/* play/record.h has taken these names; both are in one program until nobody uses these. */
#define record_read       old_record_read
#define record_free       old_record_free
#define record_tag        old_record_tag
#define record_write      old_record_write
#define record_write_line old_record_write_line
#define record_begin      old_record_begin
#define record_series_add old_record_series_add

enum {
    RECORD_BYTES_MAX = 16 << 20, /* of one file */
    RECORD_TAGS_MAX = 64,
    RECORD_TEXT_MAX = 2048, /* bytes of one tag value or comment */
    RECORD_DEPTH_MAX = 32,  /* variations inside variations */
    RECORD_NODES_MAX = 200000,
    RECORD_NO_EVAL = INT32_MIN,
    RECORD_NO_CLOCK = -1,
};

typedef enum Termination {
    TERMINATION_UNFINISHED,  /* result *                                     */
    TERMINATION_NORMAL,      /* the rules ended it                           */
    TERMINATION_REPETITION,  /* third occurrence                             */
    TERMINATION_AGREEMENT,   /* the players ended it                         */
    TERMINATION_RESIGNATION, /* the winner's opponent resigned               */
    TERMINATION_TIME,        /* the winner's opponent ran out of time        */
    TERMINATION_FORFEIT,     /* the winner's opponent left or broke the rules */
    TERMINATION_COUNT
} Termination;

/* One move of the tree. Node 0 is the start and has no move. The first child is the main line, its
 * `next` are variations. Node 0 ends lists. */
typedef struct RecordNode {
    Pos pos; /* after the move */
    Move move;
    uint32_t ply; /* moves from the start to here */
    uint32_t parent, child, next;
    uint32_t last_child; /* so that adding a variation does not walk over the others */
    uint32_t comment;    /* offset into `text`, 0 for none */
    int32_t eval;        /* hundredths of a man for player 1, or RECORD_NO_EVAL */
    int32_t clock_ms;    /* left after the move, or RECORD_NO_CLOCK */
} RecordNode;

typedef struct RecordTag {
    uint32_t name, value; /* offsets into `text` */
} RecordTag;

typedef struct Record {
    Game *game;
    Winner result;
    Termination termination;
    uint64_t seed;                  /* of the start position, if the game has such */
    uint32_t line;                  /* of the file, where the game begins; 0 if it was not read */
    RecordTag tag[RECORD_TAGS_MAX]; /* all but Game, Start, Seed, Result and Termination */
    int tag_count;
    RecordNode *node;
    uint32_t node_count, node_capacity;
    char *text; /* tags and comments, each ending with NUL; [0] is empty */
    uint32_t text_length, text_capacity;
} Record;

/* Where reading stands in a file. */
typedef struct RecordReader {
    const Family *const *families;
    size_t family_count;
    const char *at, *end;
    uint32_t line; /* 0 before the first game */
    Lang lang;     /* of the reasons */
} RecordReader;

typedef enum RecordFound { RECORD_GOOD, RECORD_END, RECORD_BAD } RecordFound;

/* Reads the next game into *out, which the caller frees if the answer is RECORD_GOOD. RECORD_BAD
 * says in `why`, in the reader's language, what is wrong, at which line and at which move. */
RecordFound record_read(RecordReader *reader, Record *out, char *why);
void record_free(Record *record);

/* The value of a tag, or NULL. */
const char *record_tag(const Record *record, const char *name);

/* Writes the canonical text piece by piece. */
void record_write(const Record *record,
                  void (*write)(void *context, const char *bytes, size_t count), void *context);

/* Writes the line that begins with this move in the same way, without a result. */
void record_write_line(const Record *record, uint32_t node,
                       void (*write)(void *context, const char *bytes, size_t count),
                       void *context);

const char *termination_name(Termination termination);

/* Builds a record move by move: begin, add, finish. False if there is no memory or no room. */
bool record_begin(Record *record, Game *game, uint64_t seed, const Pos *start);
bool record_add_tag(Record *record, const char *name, const char *value);
/* Appends a move after `parent` (as a variation if it has a child); returns its node or 0. */
uint32_t record_add_move(Record *record, uint32_t parent, Move move);
bool record_add_comment(Record *record, uint32_t node, const char *text);

/* Is the result with this termination what the end of the main line makes it? False with a reason
 * in why, in the language. */
bool record_check_result(const Record *record, Lang lang, char *why);

/* Sets the termination that the result has without being told: by the rules, by repetition, none
 * yet, or by agreement where the result is the one. False with a reason if there is none. */
bool record_find_termination(Record *record, Lang lang, char *why);

#endif
