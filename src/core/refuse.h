/* SPDX-License-Identifier: MIT */
/* Refusals in the reader's language. What refuses a variant, a position, a move or a record keeps
 * its sentences as Text with places {0} to {9}, and says one of them with what stands there:
 *
 *     return refuse_with(why, lang, &too_many, name, NUMBER(men), NUMBER(most));
 *
 * English alone, by refuse of base/str.h, is for what no player reads. */
#ifndef CONCENTRIC_CORE_REFUSE_H
#define CONCENTRIC_CORE_REFUSE_H

#include "base/str.h"
#include "core/types.h"

enum { NUMBER_TEXT_MAX = 21, QUOTED_TEXT_MAX = 48 };

/* What many readers say. */
extern const Text refuse_no_memory;

/* Each writes into why[WHY_MAX] and returns false. `args` are the texts at {0}, {1} and so on. */
bool refuse_text(char *why, Lang lang, const Text *text);
bool refuse_filled(char *why, Lang lang, const Text *text, const char *const *args);
#define refuse_with(why, lang, text, ...)                                                          \
    refuse_filled((why), (lang), (text), (const char *const[]){__VA_ARGS__})

/* A number, or `length` bytes from outside in quotes (str_quote), as what stands at a place; the
 * room for it lasts as long as the block. */
#define NUMBER(n)            refuse_number((char[NUMBER_TEXT_MAX]){0}, (uint64_t)(n))
#define QUOTED(text, length) refuse_quoted((char[QUOTED_TEXT_MAX]){0}, (text), (size_t)(length))
const char *refuse_number(char *room, uint64_t n);
const char *refuse_quoted(char *room, const char *text, size_t length);

#endif
