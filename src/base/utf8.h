/* SPDX-License-Identifier: MIT */
/* UTF-8 as RFC 3629 has it, written once: reading and writing characters, and which of them a text
 * that people give (a name, a comment) may not hold. */
#ifndef CONCENTRIC_BASE_UTF8_H
#define CONCENTRIC_BASE_UTF8_H

#include "base/str.h"

/* The length of the well-formed sequence at the beginning of bytes[0 .. count), 0 if there is none:
 * no overlong forms, no surrogates, nothing above U+10FFFF, and no NUL. */
size_t utf8_length(const char *bytes, size_t count);
/* The same at a text that ends with NUL. */
size_t utf8_sequence(const char *text);

/* The length of the last character of bytes[0 .. count): of a well-formed sequence that ends there,
 * else one byte; 0 if there is none. */
size_t utf8_last(const char *bytes, size_t count);

/* The character of a well-formed sequence of this length. */
uint32_t utf8_decode(const char *bytes, size_t length);
/* Adds a character that is one. */
void utf8_write(uint32_t character, Str *out);

/* Does the sequence of `length` bytes show nothing but steer: C0 and C1 controls, DEL, and
 * overrides of the direction of writing (U+202A to 202E, U+2066 to 2069), which could make a
 * terminal or a page show something else than the text? */
bool utf8_steers(const char *bytes, size_t length);
/* Is all of bytes[0 .. count) UTF-8, and nothing in it that steers? */
bool utf8_is_plain(const char *bytes, size_t count);
/* Is there anything to see in this UTF-8: a character that is no space, filler or mark of format?
 */
bool utf8_shows(const char *bytes, size_t count);

#endif
