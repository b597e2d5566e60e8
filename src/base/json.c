/* SPDX-License-Identifier: MIT */
/* JSON, see json.h. */
#include "base/json.h"

#include "base/utf8.h"

Json json_over(Str *out)
{
    return (Json){.out = out};
}

static void separate(Json *json)
{
    if (json->comma)
        str_char(json->out, ',');
    json->comma = true;
}

void json_open(Json *json, char bracket)
{
    separate(json);
    str_char(json->out, bracket);
    json->comma = false;
}

void json_close(Json *json, char bracket)
{
    str_char(json->out, bracket);
    json->comma = true;
}

/* One character at *text, escaped where it must be. */
static void put_character(Str *out, const char **text)
{
    static const char digits[] = "0123456789abcdef";
    unsigned char c = (unsigned char)**text;
    size_t length = utf8_sequence(*text);
    if (length == 0) {
        str_add(out, "\xef\xbf\xbd");
        ++*text;
        return;
    }
    if (c == '"' || c == '\\') {
        char escaped[2] = {'\\', (char)c};
        str_bytes(out, escaped, 2);
    } else if (c < ' ') {
        char escaped[6] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
        str_bytes(out, escaped, 6);
    } else {
        str_bytes(out, *text, length);
    }
    *text += length;
}

void json_text(Json *json, const char *text)
{
    separate(json);
    str_char(json->out, '"');
    while (*text)
        put_character(json->out, &text);
    str_char(json->out, '"');
}

void json_key(Json *json, const char *key)
{
    json_text(json, key);
    str_char(json->out, ':');
    json->comma = false;
}

void json_number(Json *json, int64_t number)
{
    separate(json);
    if (number < 0)
        str_char(json->out, '-');
    str_number(json->out, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

void json_bool(Json *json, bool value)
{
    separate(json);
    str_add(json->out, value ? "true" : "false");
}

void json_null(Json *json)
{
    separate(json);
    str_add(json->out, "null");
}

void json_add_text(Json *json, const char *key, const char *text)
{
    json_key(json, key);
    json_text(json, text);
}

void json_add_number(Json *json, const char *key, int64_t number)
{
    json_key(json, key);
    json_number(json, number);
}

void json_add_parts(Json *json, const char *key, int64_t parts, int unit)
{
    static const char *const quarters[] = {"", ".25", ".5", ".75"};
    int64_t whole = parts / unit;
    json_key(json, key);
    json_number(json, whole);
    str_add(json->out, quarters[(parts - whole * unit) * 4 / unit]);
}

void json_add_bool(Json *json, const char *key, bool value)
{
    json_key(json, key);
    json_bool(json, value);
}
