/* SPDX-License-Identifier: MIT */
/* Answers as JSON, see reply.h. */
#include "app/reply.h"

#include "app/cli/commands.h"

#include <inttypes.h>
#include <stdio.h>

cJSON *reply_begin(const Game *game, const Pos *pos, Lang lang)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "variant", game->id);
    if (!pos)
        return json;
    char text[POSITION_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    game->ops->write_pos(game, pos, &s);
    cJSON_AddStringToObject(json, "position", text);
    cJSON_AddStringToObject(json, "to_move", game->player[pos->turn].in[lang]);
    return json;
}

void reply_count(cJSON *json, const char *key, uint64_t n)
{
    char text[24];
    Str s = str_over(text, sizeof text);
    str_number(&s, n);
    cJSON_AddRawToObject(json, key, text);
}

void reply_ms(cJSON *json, const char *key, double seconds)
{
    char text[32];
    Str s = str_over(text, sizeof text);
    str_format(&s, "%.3f", seconds * 1e3);
    cJSON_AddRawToObject(json, key, text);
}

void reply_move(cJSON *list, const Game *game, const Pos *pos, Move move)
{
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    game->ops->write_move(game, pos, move, &s);
    cJSON_AddItemToArray(list, cJSON_CreateString(text));
}

void reply_text(cJSON *json, const char *key, const char *text)
{
    cJSON_AddItemToObject(json, key, text ? cJSON_CreateString(text) : cJSON_CreateNull());
}

void reply_ending(cJSON *json, const char *key, const Game *game, const Ending *ending, Lang lang)
{
    char words[512];
    Str s = str_over(words, sizeof words);
    ending_write(game, ending, lang, &s);
    cJSON *out = cJSON_AddObjectToObject(json, key);
    cJSON_AddStringToObject(out, "winner", winner_name(ending->winner));
    reply_text(out, "kind", end_name(ending->kind));
    cJSON_AddStringToObject(out, "text", words);
}

bool reply_print(cJSON *json, bool one_line)
{
    char *text = one_line ? cJSON_PrintUnformatted(json) : cJSON_Print(json);
    cJSON_Delete(json);
    if (text)
        puts(text);
    else
        complain("out of memory");
    cJSON_free(text);
    return text != NULL;
}
