/* SPDX-License-Identifier: MIT */
/* Games as text (docs/formats.md, "Game records"): tags, moves with variations and comments, a
 * result. Include concentric/concentric.h. */
#ifndef CONCENTRIC_RECORD_H
#define CONCENTRIC_RECORD_H

#include "concentric/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The match as a record; valid until the next call with this match. NULL without memory. */
CONCENTRIC_API const char *concentric_record(concentric_match *match);

/* Tags, such as "White": those that the match itself tells (Game, Start, Seed, Plies, Result,
 * Termination) are not among them. How many; name and value of number i; the value of one, NULL if
 * it has none. */
CONCENTRIC_API size_t concentric_tag_count(const concentric_match *match);
CONCENTRIC_API const char *concentric_tag_name(const concentric_match *match, size_t i);
CONCENTRIC_API const char *concentric_tag_value(const concentric_match *match, size_t i);
CONCENTRIC_API const char *concentric_tag(const concentric_match *match, const char *name);
/* Sets a tag. Refused: names that are not letters and digits, the ones above, Set and Round; values
 * that are not one line of UTF-8; more than 72 tags. */
CONCENTRIC_API bool concentric_set_tag(concentric_match *match, const char *name, const char *value,
                                       char *why);

/* Reads records from a text in memory, which must stay until the reader is freed: ours, and move
 * lists and SGF from elsewhere (docs/formats.md). NULL without memory. */
typedef struct concentric_reader concentric_reader;
CONCENTRIC_API concentric_reader *concentric_reader_new(const char *text, size_t size,
                                                        concentric_lang lang);
CONCENTRIC_API void concentric_reader_free(concentric_reader *reader);

typedef enum concentric_found {
    CONCENTRIC_FOUND,
    CONCENTRIC_AT_END,
    CONCENTRIC_BAD /* with a reason that names line and move; nothing more is read */
} concentric_found;
/* The next game as a match at the end of its main line, which the caller frees. *match is NULL
 * unless the answer is CONCENTRIC_FOUND. */
CONCENTRIC_API concentric_found concentric_read(concentric_reader *reader, concentric_match **match,
                                                char *why);

#ifdef __cplusplus
}
#endif

#endif
