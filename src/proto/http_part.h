/* SPDX-License-Identifier: MIT */
/* What http.c and http_value.c share. */
#ifndef CONCENTRIC_PROTO_HTTP_PART_H
#define CONCENTRIC_PROTO_HTTP_PART_H

#include "proto/http.h"

bool http_is_token(HttpSpan s);
/* Is it this word (which is given in small letters), whatever its case? */
bool http_same(HttpSpan s, const char *word);
HttpSpan http_trim(HttpSpan s);
/* Cuts the first part before `mark` off *rest; all of it if there is no mark. */
HttpSpan http_cut(HttpSpan *rest, char mark);
/* Is this word in the list with commas? */
bool http_listed(HttpSpan list, const char *word);
/* Decimal digits alone. What does not fit is UINT64_MAX. */
bool http_digits(HttpSpan s, uint64_t *out);
/* The byte behind a '%' at s[i]; -1 if that is none. */
int http_percent(HttpSpan s, size_t i);
bool http_accepts_gzip(HttpSpan list);

#endif
