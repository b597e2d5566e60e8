/* SPDX-License-Identifier: MIT */
/* Bounded strings: a builder over the caller's buffer that never writes past its end, always ends
 * with NUL and remembers whether something did not fit; what is cut off is whole UTF-8 characters.
 * And small pure text readers. */
#ifndef CONCENTRIC_BASE_STR_H
#define CONCENTRIC_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Str {
    char *text;      /* the caller's buffer */
    size_t capacity; /* its size, NUL included; at least 1 */
    size_t length;
    bool full; /* something did not fit */
} Str;

/* Every reason for a refusal fits into a buffer of this size. */
enum { WHY_MAX = 512 };

Str str_over(char *buffer, size_t capacity);
void str_char(Str *s, char c);
void str_add(Str *s, const char *text);
void str_bytes(Str *s, const char *bytes, size_t count);
void str_number(Str *s, uint64_t n);
void str_format(Str *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds text from outside in quotes, cut to 40 bytes, everything but printable ASCII as '?':
 * a reason stays one clean line whatever the input was. */
void str_quote(Str *s, const char *text);

/* Adds `pattern` with {0} to {9} replaced by args[0] to args[9]. */
void str_fill(Str *s, const char *pattern, const char *const *args);

/* Writes a formatted reason into why[WHY_MAX] and returns false, for `return refuse(why, ...)`. */
bool refuse(char *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reads the decimal number at *text (no sign, no leading zero, at most max) and moves *text behind
 * it. False, and *text unchanged, if there is none or it is too large. */
bool str_read_number(const char **text, uint64_t max, uint64_t *out);

/* Reads a whole text as such a number. */
bool str_is_number(const char *text, uint64_t max, uint64_t *out);

/* ASCII only, whatever the locale. */
char str_lower(char c);

/* Are the texts equal but for ASCII case? */
bool str_same_letters(const char *a, const char *b);

#endif
