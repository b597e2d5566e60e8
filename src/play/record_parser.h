/* SPDX-License-Identifier: MIT */
/* What the parts of the reader of records share: where it stands, and how it says what is wrong. */
#ifndef CONCENTRIC_PLAY_RECORD_PARSER_H
#define CONCENTRIC_PLAY_RECORD_PARSER_H

#include "play/record.h"
#include "play/record_faults.h"

/* Where to go on when a variation is over. */
typedef struct Back {
    uint32_t node; /* the move that it replaces */
    uint32_t line; /* where it begins */
} Back;

typedef struct Parser {
    RecordReader *in;
    Record *out;
    uint32_t at; /* node of the last move of the line under way */
    Back *back;
    int depth, room;
    bool opened;         /* a variation begins here: a move must follow */
    const char *foreign; /* the place that the game comes from, if it is no record of ours */
    const char *word;    /* ... and the word there that is being played */
    char *why;
} Parser;

/* Says what is wrong, after the line and the move, and returns false. */
bool parser_bad_filled(Parser *p, const Text *text, const char *const *args);
#define parser_bad_with(p, fault, ...)                                                             \
    parser_bad_filled((p), &record_fault[fault], (const char *const[]){__VA_ARGS__})
bool parser_bad(Parser *p, RecordFault fault);
bool parser_no_memory(Parser *p);

/* The byte that comes next, -1 at the end; take moves behind it and counts lines. */
int parser_peek(const Parser *p);
int parser_take(Parser *p);
void parser_skip_space(Parser *p);

/* Plays a move in our notation, its mark behind it. */
bool parser_play(Parser *p, char *word);
/* At ( and at ); and what is wrong if the text ends between them. */
bool parser_open_variation(Parser *p);
bool parser_close_variation(Parser *p);
bool parser_left_open(Parser *p);
/* Puts the game's own words for how it ended to a record whose ending is known. */
void parser_find_reason(Record *out);

/* Takes one character of a tag's value or a comment into *s: UTF-8, nothing that steers; a line
 * break becomes a space. */
bool parser_take_text(Parser *p, Str *s);
/* Takes a comment, { to }, with its clock and evaluation, to the move before it. */
bool parser_take_comment(Parser *p);
/* A text to the comment of the move before it, behind what stands there already. */
bool parser_add_comment(Parser *p, const char *text);

#endif
