/* SPDX-License-Identifier: MIT */
/* Game records: a PGN-like text for all games (docs/formats.md). A file is one or more games; a
 * game is tags, a tree of moves with comments, and a result. Reading checks everything: every move
 * is legal, the result is what the rules or the named termination make it, and games that belong
 * together follow from each other. A table is written as its games and read back, losing nothing.
 * No files here: bytes in, bytes out. */
#ifndef CONCENTRIC_PLAY_RECORD_H
#define CONCENTRIC_PLAY_RECORD_H

#include "play/table.h"

enum {
    RECORD_BYTES_MAX = 16 << 20,       /* of one file */
    RECORD_TAGS_MAX = TAGS_MAX + 8,    /* those of a table and what it adds itself */
    RECORD_DEPTH_MAX = TREE_PLIES_MAX, /* variations inside variations */
};
#define RECORD_ALL UINT32_MAX

typedef struct RecordTag {
    char *name, *value;
} RecordTag;

/* One game of a file. */
typedef struct Record {
    const Game *game; /* of the reader's Variants */
    uint64_t seed;    /* of the start position, if the game has such */
    Tree tree;
    /* So many moves of the main line are the game; those behind them were taken back, or are
     * analysis of what might have followed its end. RECORD_ALL: there are none behind them. */
    uint32_t plies;
    Ending ending;
    uint32_t line;                  /* of the file, where the game begins; 0 if it was not read */
    RecordTag tag[RECORD_TAGS_MAX]; /* all but Game, Start, Seed, Plies, Result and Termination */
    int tag_count;
    /* It says repetition where today's rules give no draw: MUR's, where a withdrawal was due, of
     * program versions up to 0.1. It is read as the drawn game that it was. */
    bool repaired;
} Record;

/* Games that belong together: those of an official series have the tags Set and Round, those that
 * just go on from the last board of the one before have Round alone. Zero: none are under way. */
typedef struct RecordSeries {
    const Game *game; /* NULL while none are under way */
    bool official;
    Series series;   /* of an official one */
    Pos next;        /* where the next game begins */
    int rounds;      /* games so far */
    bool unfinished; /* the last of them has no result: none may follow */
} RecordSeries;

typedef struct RecordReader {
    Variants *variants;
    Lang lang; /* of the reasons */
    const char *at, *end;
    uint32_t line;       /* 0 before the first game */
    RecordSeries series; /* of the last game that was read */
} RecordReader;

typedef enum RecordFound { RECORD_GOOD, RECORD_END, RECORD_BAD } RecordFound;

/* Reads the next game into *out, which the caller frees if the answer is RECORD_GOOD. RECORD_BAD
 * says in `why` what is wrong, at which line and at which move. */
RecordFound record_read(RecordReader *reader, Record *out, char *why);
void record_free(Record *record);

/* Begins a record by hand, at `start`; then tags, moves of its tree, ending. */
bool record_begin(Record *record, const Game *game, uint64_t seed, const Pos *start);
/* The value of a tag, or NULL; and a new value for one. False without memory or room. */
const char *record_tag(const Record *record, const char *name);
bool record_set_tag(Record *record, const char *name, const char *value);
/* The node where the game stands or ended. */
uint32_t record_end(const Record *record);

typedef void RecordWrite(void *context, const char *bytes, size_t count);
/* Writes the canonical text piece by piece. */
void record_write(const Record *record, RecordWrite *write, void *context);
/* Writes the line that begins with this node in the same way, without a result. */
void record_write_line(const Tree *tree, uint32_t node, RecordWrite *write, void *context);

/* Is the ending what the end of the game makes it? False with a reason in why. */
bool record_check_ending(const Record *record, Lang lang, char *why);
/* The ending that a result has without being told: by the rules, by repetition, none yet, or by
 * agreement where that gives this result. False with a reason if there is none. */
bool record_find_ending(Record *record, Winner result, Lang lang, char *why);
/* "*", "1-0", "0-1", "1/2-1/2"; and back. */
const char *record_result(Winner winner);
bool record_result_from(const char *text, Winner *out);

/* A table as the records of its games: seats in the players' tags, TimeControl, Set and Round of a
 * series, Ply where `shown` is not the end. False if there is no memory. */
bool record_write_table(const Table *table, uint32_t shown, RecordWrite *write, void *context);
/* The table of a text of records: one game, or the games of a series, the last one on. If `last` is
 * set, of several games that do not belong together the last one is taken; else they are refused.
 * `shown` is the node that its Ply names. False with a reason; nothing needs closing then. */
bool record_read_table(Table *table, Variants *variants, const char *bytes, size_t count,
                       int64_t now, bool last, Lang lang, uint32_t *shown, char *why);

/* Inside: does a record whose tags and start are known fit behind the games before it? And: it was
 * read, up to its result. A game without the tags ends what was under way. */
bool record_series_check(const RecordSeries *series, const Record *record, Lang lang, char *why);
void record_series_add(RecordSeries *series, const Record *record);

#endif
