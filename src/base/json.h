/* SPDX-License-Identifier: MIT */
/* JSON into a bounded string. Commas are put where they belong; texts are escaped, and bytes that
 * are no UTF-8 become U+FFFD, so that what fits is always valid. */
#ifndef CONCENTRIC_BASE_JSON_H
#define CONCENTRIC_BASE_JSON_H

#include "base/str.h"

typedef struct Json {
    Str *out;
    bool comma; /* a value stands before the next one */
} Json;

Json json_over(Str *out);
void json_open(Json *json, char bracket);
void json_close(Json *json, char bracket);
void json_key(Json *json, const char *key);
void json_text(Json *json, const char *text);
void json_number(Json *json, int64_t number);
void json_bool(Json *json, bool value);
void json_null(Json *json);

/* A key and its value. */
void json_add_text(Json *json, const char *key, const char *text);
void json_add_number(Json *json, const char *key, int64_t number);
/* A number of halves or quarters (unit 2 or 4), as a decimal fraction. */
void json_add_parts(Json *json, const char *key, int64_t parts, int unit);
void json_add_bool(Json *json, const char *key, bool value);

#endif
