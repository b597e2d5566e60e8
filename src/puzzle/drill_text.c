/* SPDX-License-Identifier: MIT */
/* A drill as a line of text, see drill.h. */
#include "puzzle/drill.h"

#include "core/refuse.h"

#include <string.h>

void drill_write(const Drill *d, Str *out)
{
    str_format(out, "%s|%s %d %d %d/%d %d|", d->position, drill_kind_names[d->kind], d->plies,
               d->goal, d->keep, d->moves, d->level);
    for (int t = 0; t < DRILL_THEMES; t++)
        if (d->themes >> t & 1)
            str_format(out, "%c", 'a' + t);
}

/* A number, and the character after it. */
static bool number(const char **text, int most, char after, int *out)
{
    uint64_t n;
    if (!str_read_number(text, (uint64_t)most, &n) || **text != after)
        return false;
    (*text)++;
    *out = (int)n;
    return true;
}

static bool read_kind(const char **text, DrillKind *out)
{
    for (int k = 0; k < DRILL_KINDS; k++) {
        size_t length = strlen(drill_kind_names[k]);
        if (strncmp(*text, drill_kind_names[k], length) == 0 && (*text)[length] == ' ') {
            *text += length + 1;
            *out = (DrillKind)k;
            return true;
        }
    }
    return false;
}

static bool read_themes(const char *text, uint32_t *out)
{
    *out = 0;
    for (; *text; text++) {
        if (*text < 'a' || *text >= 'a' + DRILL_THEMES || *out >> (*text - 'a'))
            return false; /* rising, so that there is one way to write them */
        *out |= 1u << (*text - 'a');
    }
    return true;
}

bool drill_read(const char *line, Drill *out, char *why)
{
    enum { PLIES_MOST = 9999, MOVES_MOST = 99999 };
    size_t length = strcspn(line, "|");
    const char *text = line + length + (line[length] == '|');
    *out = (Drill){0};
    if (!length || length >= sizeof out->position || !line[length] ||
        !read_kind(&text, &out->kind) || !number(&text, PLIES_MOST, ' ', &out->plies) ||
        !number(&text, PLIES_MOST, ' ', &out->goal) ||
        !number(&text, MOVES_MOST, '/', &out->keep) ||
        !number(&text, MOVES_MOST, ' ', &out->moves) ||
        !number(&text, DRILL_LEVELS, '|', &out->level) || !out->level ||
        !read_themes(text, &out->themes))
        return refuse(why, "it is not written like POSITION|win 23 0 2/14 3|abc");
    memcpy(out->position, line, length);
    return true;
}
