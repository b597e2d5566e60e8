/* SPDX-License-Identifier: MIT */
/* The configuration file, see config.h. */
#include "app/server/config.h"

#include "base/str.h"

#include <string.h>

enum { NAME_MAX_BYTES = 40, NAMES_MAX = FLAGS_MAX + LIMIT_COUNT };

static const char limit_prefix[] = "limit-";

/* What stands in a file only once, and who has said it already. */
typedef struct Reading {
    Args *args;
    Limits *limits;
    unsigned line;
    unsigned seen[NAMES_MAX]; /* by name: the line, 0 if there is none */
    char *why;
} Reading;

/* The name that a file has for entry i: flags first, then limits. False if there is none: these
 * flags make no sense there. */
static bool name_of(const Command *command, int i, char out[NAME_MAX_BYTES])
{
    Str s = str_over(out, NAME_MAX_BYTES);
    if (i >= FLAGS_MAX) {
        str_format(&s, "%s%s", limit_prefix, limits_name((LimitName)(i - FLAGS_MAX)));
        return true;
    }
    const char *flag = command->flags[i].name;
    if (!flag || strcmp(flag, "--limit") == 0 || strcmp(flag, "--config") == 0 ||
        strcmp(flag, "--take-over") == 0)
        return false;
    str_add(&s, flag + 2);
    return true;
}

/* How many letters must be changed, put in or left out to make b of a. */
static unsigned distance(const char *a, const char *b)
{
    unsigned row[NAME_MAX_BYTES + 1];
    size_t length = strlen(b);
    for (size_t j = 0; j <= length; j++)
        row[j] = (unsigned)j;
    for (size_t i = 0; a[i]; i++) {
        unsigned corner = row[0];
        row[0] = (unsigned)i + 1;
        for (size_t j = 0; j < length; j++) {
            unsigned best = corner + (a[i] != b[j]);
            corner = row[j + 1];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (corner + 1 < best)
                best = corner + 1;
            row[j + 1] = best;
        }
    }
    return row[length];
}

static bool refuse_name(Reading *r, const char *name)
{
    char quoted[64], known[NAME_MAX_BYTES], nearest[NAME_MAX_BYTES] = "";
    Str q = str_over(quoted, sizeof quoted);
    unsigned least = NAME_MAX_BYTES;
    str_quote(&q, name);
    for (int i = 0; i < NAMES_MAX; i++) {
        if (!name_of(r->args->command, i, known))
            continue;
        unsigned d = distance(name, known);
        if (d < least) {
            least = d;
            memcpy(nearest, known, sizeof nearest);
        }
    }
    return refuse(r->why, "line %u: there is no setting %s; the nearest is %s", r->line, quoted,
                  nearest);
}

static int find(const Reading *r, const char *name)
{
    char known[NAME_MAX_BYTES];
    for (int i = 0; i < NAMES_MAX; i++)
        if (name_of(r->args->command, i, known) && strcmp(known, name) == 0)
            return i;
    return -1;
}

static bool set_limit(Reading *r, int name, const char *value)
{
    char text[NAME_MAX_BYTES + 24], why[WHY_MAX];
    Str s = str_over(text, sizeof text);
    str_format(&s, "%s=%s", limits_name((LimitName)name), value);
    if (!s.full && limits_set(r->limits, text, why))
        return true;
    return refuse(r->why, "line %u: limit-%s takes a number from 1 to 1000000000", r->line,
                  limits_name((LimitName)name));
}

static bool set_flag(Reading *r, int flag, const char *value)
{
    const Flag *row = &r->args->command->flags[flag];
    bool yes = strcmp(value, "yes") == 0;
    if (!row->value && !yes && strcmp(value, "no") != 0)
        return refuse(r->why, "line %u: %s takes yes or no", r->line, row->name + 2);
    if (!r->args->value[flag] && (row->value || yes))
        r->args->value[flag] = row->value ? value : "";
    return true;
}

static char *trim(char *text)
{
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length && strchr(" \t\r", text[length - 1]))
        length--;
    text[length] = '\0';
    return text;
}

static bool is_printable(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' && *text != '\t' && *text != '\r')
            return false;
    return true;
}

static bool read_line(Reading *r, char *line)
{
    line = trim(line);
    if (!*line || *line == '#')
        return true;
    char *equals = strchr(line, '=');
    if (!equals || !is_printable(line))
        return refuse(r->why, "line %u should be `name = value`, or begin with #", r->line);
    *equals = '\0';
    const char *name = trim(line), *value = trim(equals + 1);
    int entry = strlen(name) < NAME_MAX_BYTES ? find(r, name) : -1;
    if (entry < 0)
        return refuse_name(r, strlen(name) < NAME_MAX_BYTES ? name : "");
    if (r->seen[entry])
        return refuse(r->why, "line %u: %s stands in line %u already", r->line, name,
                      r->seen[entry]);
    r->seen[entry] = r->line;
    if (!*value)
        return refuse(r->why, "line %u: %s has no value; put # before it to leave it out", r->line,
                      name);
    return entry < FLAGS_MAX ? set_flag(r, entry, value) : set_limit(r, entry - FLAGS_MAX, value);
}

bool config_read(char *text, size_t length, Args *args, Limits *limits, char *why)
{
    Reading r = {.args = args, .limits = limits, .why = why};
    if (memchr(text, '\0', length))
        return refuse(why, "the file has a NUL in it; it should be text");
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        r.line++;
        if (!read_line(&r, line))
            return false;
    }
    return true;
}
