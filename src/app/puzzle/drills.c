/* SPDX-License-Identifier: MIT */
/* Sets of drills, see drills.h. */
#include "app/puzzle/drills.h"

#include "app/server/files.h"

#include <string.h>

static const char head[] = "drills 1 ";

const DrillSet drill_sets[] = {{"six", "six"}, {"nine", "nine"}};
const int drill_set_count = sizeof drill_sets / sizeof *drill_sets;

/* The next line that is not empty; false at the end. *fits tells whether it did. */
static bool next_line(DrillReader *r, char *out, size_t room, bool *fits)
{
    while (r->at < r->end) {
        const char *end = memchr(r->at, '\n', (size_t)(r->end - r->at));
        size_t length = (size_t)((end ? end : r->end) - r->at);
        const char *text = r->at;
        r->at += length + (end != NULL);
        r->line++;
        if (!length)
            continue;
        *fits = length < room && !memchr(text, '\0', length);
        memcpy(out, text, *fits ? length : 0);
        out[*fits ? length : 0] = '\0';
        return true;
    }
    return false;
}

bool drill_reader_open(const char *bytes, size_t count, DrillReader *out, char *why)
{
    char line[VARIANT_TEXT_MAX + sizeof head];
    bool fits = false;
    *out = (DrillReader){.at = bytes, .end = bytes + count};
    if (!next_line(out, line, sizeof line, &fits) || !fits ||
        strncmp(line, head, sizeof head - 1) != 0)
        return refuse(why, "its first line is not: %sVARIANT", head);
    Str s = str_over(out->variant, sizeof out->variant);
    str_add(&s, line + sizeof head - 1);
    return true;
}

bool drill_reader_next(DrillReader *r, Drill *out, char *why)
{
    char line[DRILL_TEXT_MAX];
    bool fits;
    why[0] = '\0';
    if (!next_line(r, line, sizeof line, &fits))
        return false;
    return fits ? drill_read(line, out, why) : refuse(why, "it is too long");
}

const DrillSet *drill_set_find(const char *variant)
{
    for (int i = 0; i < drill_set_count; i++)
        if (strcmp(drill_sets[i].variant, variant) == 0)
            return &drill_sets[i];
    return NULL;
}

static bool is_file_of(const char *path, const char *name)
{
    char wanted[64];
    Str s = str_over(wanted, sizeof wanted);
    str_format(&s, "/drills/%s.txt", name);
    size_t length = strlen(path);
    return length >= s.length && strcmp(path + length - s.length, wanted) == 0;
}

bool drill_set_open(const DrillSet *set, DrillReader *out)
{
    char why[WHY_MAX];
    for (size_t i = 0; i < page_file_count; i++)
        if (is_file_of(page_files[i].name, set->name))
            return drill_reader_open((const char *)page_files[i].bytes, page_files[i].size, out,
                                     why);
    return false;
}
