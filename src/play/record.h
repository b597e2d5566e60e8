/* SPDX-License-Identifier: MIT */
/* Game records: a PGN-like text for all games (docs/formats.md). A file is one or more games; a
 * game is tags, a tree of moves with comments, and a result. Reading checks everything: every move
 * is legal, the result is what the rules or the named termination make it. A table is written as
 * its games and read back, losing nothing. No files here: bytes in, bytes out. */
#ifndef CONCENTRIC_PLAY_RECORD_H
#define CONCENTRIC_PLAY_RECORD_H

#include "play/table.h"

enum {
    RECORD_BYTES_MAX = 16 << 20, /* of one file */
    RECORD_TAGS_MAX = 64,
    RECORD_DEPTH_MAX = 32, /* variations inside variations */
};

typedef struct RecordTag {
    char *name, *value;
} RecordTag;

/* One game of a file. */
typedef struct Record {
    const Game *game; /* of the reader's Variants */
    uint64_t seed;    /* of the start position, if the game has such */
    Tree tree;
    Ending ending;
    uint32_t line;                  /* of the file, where the game begins; 0 if it was not read */
    RecordTag tag[RECORD_TAGS_MAX]; /* all but Game, Start, Seed, Result and Termination */
    int tag_count;
    bool repaired; /* a MUR record of before says repetition where a duty was due: still a draw */
} Record;

typedef struct RecordReader {
    Variants *variants;
    Lang lang; /* of the reasons */
    const char *at, *end;
    uint32_t line;
} RecordReader;

typedef enum RecordFound { RECORD_GOOD, RECORD_END, RECORD_BAD } RecordFound;

/* Reads the next game into *out, which the caller frees if the answer is RECORD_GOOD. RECORD_BAD
 * says in `why` what is wrong, at which line and at which move. */
RecordFound record_read(RecordReader *reader, Record *out, char *why);
void record_free(Record *record);

/* Begins a record by hand, at `start`; then tags, moves of its tree, ending. */
bool record_begin(Record *record, const Game *game, uint64_t seed, const Pos *start);
/* The value of a tag, or NULL; and a new value for one. */
const char *record_tag(const Record *record, const char *name);
bool record_set_tag(Record *record, const char *name, const char *value);

typedef void RecordWrite(void *context, const char *bytes, size_t count);
/* Writes the canonical text piece by piece. */
void record_write(const Record *record, RecordWrite *write, void *context);
/* Writes the line that begins with this node in the same way, without a result. */
void record_write_line(const Tree *tree, uint32_t node, RecordWrite *write, void *context);

/* Is the ending what the end of the main line makes it? False with a reason in why. */
bool record_check_ending(const Record *record, Lang lang, char *why);

/* A table as the records of its games: seats in the players' tags, TimeControl, Set and Round of a
 * series, Ply where `shown` is not the end. False if there is no memory. */
bool record_write_table(const Table *table, uint32_t shown, RecordWrite *write, void *context);
/* The table of a text of records: one game, or the games of a series, the last one on. If `last` is
 * set, of several games that do not belong together the last one is taken; else they are refused.
 * `shown` is the node that its Ply names. False with a reason; nothing needs closing then. */
bool record_read_table(Table *table, Variants *variants, const char *bytes, size_t count,
                       int64_t now, bool last, Lang lang, uint32_t *shown, char *why);

/* Games with the tags Set and Round follow each other as the family's series says. */
typedef struct RecordSeries {
    const Game *game; /* NULL while no match is under way */
    Series series;
    bool unfinished; /* the last game read has no result: none may follow */
} RecordSeries;
/* Takes the next game of a file. A game without the tags ends the series, if one is under way.
 * False with a reason in why if it does not follow from the games before it. */
bool record_series_add(RecordSeries *series, const Record *record, Lang lang, char *why);

#endif
