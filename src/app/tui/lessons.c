/* SPDX-License-Identifier: MIT */
/* Reading lessons, see lessons.h. */
#include "app/tui/lessons.h"

#include "base/utf8.h"

#include <cjson/cJSON.h>
#include <string.h>

static const char anything[] = "…";

/* Where the last "…" took too little, it takes one character more. */
static bool fits(const char *pattern, const char *text)
{
    const size_t wild = sizeof anything - 1;
    const char *after = NULL, *from = NULL;
    while (*text || *pattern) {
        if (strncmp(pattern, anything, wild) == 0) {
            after = pattern += wild;
            from = text;
        } else if (*text && *pattern == *text) {
            pattern++;
            text++;
        } else if (after && *from) {
            pattern = after;
            text = ++from;
        } else {
            return false;
        }
    }
    return true;
}

bool lessons_fits(const LessonStep *step, const char *move)
{
    for (int i = 0; i < step->expect.count; i++)
        if (fits(step->expect.text[i], move))
            return true;
    return !step->expect.count;
}

/* -- Reading ---------------------------------------------------------------------------------- */

static bool copy(const cJSON *item, const char *name, size_t room, char *out, char *why)
{
    size_t length = cJSON_IsString(item) ? strlen(item->valuestring) : room;
    if (length >= room || !utf8_is_plain(item->valuestring, length))
        return refuse(why, "its \"%s\" is no text, too long or has control characters", name);
    memcpy(out, item->valuestring, length + 1);
    return true;
}

/* A text that need not be there. */
static bool copy_member(const cJSON *step, const char *name, size_t room, char *out, char *why)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(step, name);
    out[0] = '\0';
    return !item || copy(item, name, room, out, why);
}

static bool copy_moves(const cJSON *step, const char *name, LessonMoves *out, char *why)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(step, name), *item;
    out->count = 0;
    if (list && !cJSON_IsArray(list))
        return refuse(why, "its \"%s\" is no list", name);
    cJSON_ArrayForEach(item, list)
    {
        if (out->count == LESSON_MOVES_MAX)
            return refuse(why, "its \"%s\" is longer than %d moves", name, LESSON_MOVES_MAX);
        if (!copy(item, name, MOVE_TEXT_MAX, out->text[out->count++], why))
            return false;
    }
    return true;
}

/* A point that is pointed out, once; of an arrow both ends and what is between. */
static bool add_point(const cJSON *item, LessonStep *out, char *why)
{
    char name[LESSON_POINT_MAX];
    if (!copy(item, "draw", sizeof name, name, why))
        return false;
    for (int i = 0; i < out->point_count; i++)
        if (strcmp(out->point[i], name) == 0)
            return true;
    if (out->point_count == LESSON_POINTS_MAX)
        return refuse(why, "its \"draw\" has more than %d points", LESSON_POINTS_MAX);
    memcpy(out->point[out->point_count++], name, sizeof name);
    return true;
}

static bool add_points(const cJSON *list, LessonStep *out, char *why)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        const cJSON *inner;
        if (cJSON_IsString(item) && !add_point(item, out, why))
            return false;
        cJSON_ArrayForEach(inner, item) if (!add_point(inner, out, why)) return false;
    }
    return true;
}

/* Not every terminal has the printer's apostrophe. */
static void plain_quotes(char *text)
{
    static const char quote[] = "’";
    const size_t length = sizeof quote - 1;
    for (char *at; (at = strstr(text, quote)) != NULL;) {
        *at = '\'';
        memmove(at + 1, at + length, strlen(at + length) + 1);
    }
}

static bool copy_texts(const cJSON *step, LessonStep *out, char *why)
{
    static const char *const names[2] = {[LANG_EN] = "en", [LANG_JA] = "ja"};
    for (int lang = 0; lang < 2; lang++) {
        const cJSON *list = cJSON_GetObjectItemCaseSensitive(step, names[lang]);
        if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != LESSON_TEXTS)
            return refuse(why, "its \"%s\" is no list of %d texts", names[lang], LESSON_TEXTS);
        for (int t = 0; t < LESSON_TEXTS; t++) {
            if (!copy(cJSON_GetArrayItem(list, t), names[lang], LESSON_TEXT_MAX, out->text[lang][t],
                      why))
                return false;
            plain_quotes(out->text[lang][t]);
        }
    }
    return true;
}

static bool read_step(const cJSON *step, LessonStep *out, char *why)
{
    const cJSON *draw = cJSON_GetObjectItemCaseSensitive(step, "draw"), *part;
    if (!cJSON_IsObject(step))
        return refuse(why, "a step is no object");
    out->point_count = 0;
    cJSON_ArrayForEach(part, draw) if (!add_points(part, out, why)) return false;
    return copy_member(step, "variant", sizeof out->variant, out->variant, why) &&
           copy_member(step, "position", sizeof out->position, out->position, why) &&
           copy_moves(step, "moves", &out->before, why) &&
           copy_moves(step, "expect", &out->expect, why) &&
           copy_member(step, "reply", sizeof out->reply, out->reply, why) &&
           copy_texts(step, out, why);
}

int lessons_read(const char *bytes, size_t count, int at, LessonStep *out, char *why)
{
    cJSON *list = cJSON_ParseWithLength(bytes, count);
    int steps = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;
    bool good = steps > 0 && steps <= LESSON_STEPS_MAX;
    if (!good)
        refuse(why, "it is no list of 1 to %d steps", LESSON_STEPS_MAX);
    else if (at < 0 || at >= steps)
        good = refuse(why, "it has %d steps", steps);
    else
        good = read_step(cJSON_GetArrayItem(list, at), out, why);
    cJSON_Delete(list);
    return good ? steps : 0;
}
