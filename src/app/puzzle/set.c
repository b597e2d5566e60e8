/* SPDX-License-Identifier: MIT */
/* Reading files of puzzles, see set.h. */
#include "app/puzzle/set.h"

#include "base/utf8.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

static const char head[] = "puzzles 1 ";

PuzzleReader puzzle_reader(const char *bytes, size_t count)
{
    return (PuzzleReader){.at = bytes, .end = bytes + count};
}

void puzzle_write_head(const char *variant, Str *out)
{
    str_format(out, "%s%s", head, variant);
}

/* --- JSON ----------------------------------------------------------------------------------------
 */

static bool text_of(const cJSON *json, const char *name, char *out, size_t room, char *why)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    if (!cJSON_IsString(item))
        return refuse(why, "its \"%s\" is missing or no text", name);
    size_t length = strlen(item->valuestring);
    if (!length || length >= room || !utf8_is_plain(item->valuestring, length))
        return refuse(why, "its \"%s\" is empty, too long or has control characters", name);
    memcpy(out, item->valuestring, length + 1);
    return true;
}

static bool read_line(const cJSON *json, Puzzle *out, char *why)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "line"), *item;
    int count = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;
    if (count < 1 || count > PUZZLE_LINE_MAX)
        return refuse(why, "its \"line\" is no list of 1 to %d moves", PUZZLE_LINE_MAX);
    out->length = 0;
    cJSON_ArrayForEach(item, list)
    {
        size_t length = cJSON_IsString(item) ? strlen(item->valuestring) : 0;
        if (!length || length >= MOVE_TEXT_MAX || !utf8_is_plain(item->valuestring, length))
            return refuse(why, "move %d of its \"line\" is no move", out->length + 1);
        memcpy(out->line[out->length++], item->valuestring, length + 1);
    }
    return true;
}

static int theme_find(const char *name)
{
    for (int t = 0; t < THEME_COUNT; t++)
        if (strcmp(theme_names[t], name) == 0)
            return t;
    return -1;
}

static bool read_themes(const cJSON *json, Puzzle *out, char *why)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "themes"), *item;
    if (!cJSON_IsArray(list))
        return refuse(why, "its \"themes\" are no list");
    out->themes = 0;
    cJSON_ArrayForEach(item, list)
    {
        int theme = cJSON_IsString(item) ? theme_find(item->valuestring) : -1;
        if (theme < 0)
            return refuse(why, "there is no such theme as one of its \"themes\"");
        out->themes |= 1u << theme;
    }
    return true;
}

static bool read_fields(const cJSON *json, Puzzle *out, char *why)
{
    static const char *const names[] = {"id",   "variant", "position", "goal",
                                        "line", "themes",  "level"};
    enum { NAMES = sizeof names / sizeof *names };
    char text[64];
    for (const cJSON *item = json->child; item; item = item->next) {
        bool known = false;
        for (int i = 0; i < NAMES; i++)
            known |= strcmp(item->string, names[i]) == 0;
        if (!known || cJSON_GetObjectItemCaseSensitive(json, item->string) != item)
            return refuse(why, "it has a field that is none of a puzzle's, or one twice");
    }
    if (!text_of(json, "id", text, sizeof text, why) ||
        !text_of(json, "variant", out->variant, sizeof out->variant, why) ||
        !text_of(json, "position", out->position, sizeof out->position, why) ||
        !text_of(json, "goal", text, sizeof text, why))
        return false;
    out->goal = goal_find(text);
    if (!out->goal)
        return refuse(why, "there is no such goal as its \"goal\"");
    const cJSON *level = cJSON_GetObjectItemCaseSensitive(json, "level");
    double value = cJSON_IsNumber(level) ? level->valuedouble : 0;
    if (!(value >= 1 && value <= 10) || value != floor(value))
        return refuse(why, "its \"level\" is no whole number from 1 to 10");
    out->level = (int)value;
    return read_line(json, out, why) && read_themes(json, out, why);
}

static bool read_json(const char *line, Puzzle *out, char *why)
{
    cJSON *json = cJSON_ParseWithOpts(line, NULL, true);
    bool good = cJSON_IsObject(json) ? read_fields(json, out, why)
                                     : refuse(why, "it is no object of JSON");
    cJSON_Delete(json);
    return good;
}

/* --- Lines ---------------------------------------------------------------------------------------
 */

/* The next line that is not empty, as a text; false at the end. *fits tells whether it did. */
static bool next_line(PuzzleReader *reader, char text[PUZZLE_TEXT_MAX], bool *fits)
{
    while (reader->at < reader->end) {
        const char *stop = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
        const char *from = reader->at;
        size_t length = (size_t)((stop ? stop : reader->end) - from);
        reader->at = stop ? stop + 1 : reader->end;
        reader->line++;
        if (length && from[length - 1] == '\r')
            length--;
        *fits = length < PUZZLE_TEXT_MAX && !memchr(from, '\0', length);
        if (*fits) {
            memcpy(text, from, length);
            text[length] = '\0';
        }
        if (length)
            return true;
    }
    return false;
}

static bool read_text(PuzzleReader *reader, const char *text, Puzzle *out, char *why)
{
    if (!utf8_is_plain(text, strlen(text)))
        return refuse(why, "it is no plain text");
    return reader->variant[0] ? puzzle_read_short(text, reader->variant, out, why)
                              : read_json(text, out, why);
}

PuzzleFound puzzle_reader_next(PuzzleReader *reader, Puzzle *out, char *why)
{
    char text[PUZZLE_TEXT_MAX];
    bool fits;
    while (next_line(reader, text, &fits)) {
        const char *variant = text + sizeof head - 1;
        if (!fits) {
            refuse(why, "it is too long, or has a zero byte");
            return PUZZLE_BAD;
        }
        if (reader->line > 1 || strncmp(text, head, sizeof head - 1) != 0)
            return read_text(reader, text, out, why) ? PUZZLE_GOOD : PUZZLE_BAD;
        if (!*variant || strlen(variant) >= sizeof reader->variant ||
            !utf8_is_plain(variant, strlen(variant))) {
            refuse(why, "the variant of the set cannot be read");
            return PUZZLE_BAD;
        }
        memcpy(reader->variant, variant, strlen(variant) + 1);
    }
    return PUZZLE_END;
}
