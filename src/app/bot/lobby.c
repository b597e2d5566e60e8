/* SPDX-License-Identifier: MIT */
/* The lobby, see lobby.h. */
#include "app/bot/lobby.h"

#include "base/utf8.h"
#include "games/registry.h"
#include "online/ids.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

static const cJSON *member(const cJSON *json, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(json, name);
}

/* A short plain text; false if it is missing, too long or could steer a terminal. */
static bool get_text(const cJSON *json, const char *name, char *out, size_t size)
{
    const char *text = cJSON_GetStringValue(member(json, name));
    size_t length = text ? strlen(text) : size;
    if (length >= size || !utf8_is_plain(text, length))
        return false;
    memcpy(out, text, length + 1);
    return true;
}

static int get_rating(const cJSON *json, const char *name)
{
    const cJSON *item = member(json, name);
    return cJSON_IsNumber(item) && item->valuedouble >= 0 && item->valuedouble < 10000
               ? item->valueint
               : -1;
}

static cJSON *parse(const char *bytes, size_t count)
{
    const char *end = NULL;
    cJSON *json = cJSON_ParseWithLengthOpts(bytes, count, &end, 0);
    if (json && cJSON_IsObject(json))
        return json;
    cJSON_Delete(json);
    return NULL;
}

/* -- Open tables ------------------------------------------------------------------------------ */

static bool read_table(const cJSON *json, LobbyTable *out)
{
    const cJSON *player = member(json, "player");
    *out = (LobbyTable){.rating = -1};
    if (!get_text(json, "id", out->id, sizeof out->id) || !id_is(out->id) ||
        !get_text(json, "game", out->game, sizeof out->game) ||
        !get_text(json, "clock", out->clock, sizeof out->clock))
        return false;
    out->rated = cJSON_IsTrue(member(json, "rated"));
    if (!cJSON_IsObject(player))
        return true;
    out->bot = cJSON_IsTrue(member(player, "bot"));
    out->rating = get_rating(player, "rating");
    return get_text(player, "id", out->player, sizeof out->player);
}

static LobbyTable *find(Lobby *lobby, const char *id)
{
    for (int i = 0; i < lobby->count; i++)
        if (strcmp(lobby->table[i].id, id) == 0)
            return &lobby->table[i];
    return NULL;
}

void lobby_remove(Lobby *lobby, const char *id)
{
    LobbyTable *table = find(lobby, id);
    if (table)
        *table = lobby->table[--lobby->count];
}

/* Tables beyond the bound are not seen; those that we see go sooner or later. */
static bool add_tables(Lobby *lobby, const Lobby *before, const cJSON *list, int64_t now)
{
    const cJSON *item;
    if (!cJSON_IsArray(list))
        return false;
    cJSON_ArrayForEach(item, list)
    {
        LobbyTable table;
        if (!read_table(item, &table))
            return false;
        const LobbyTable *old = before ? find((Lobby *)(uintptr_t)before, table.id) : NULL;
        LobbyTable *same = find(lobby, table.id);
        if (!same && lobby->count == LOBBY_TABLES_MAX)
            continue;
        table.since = same ? same->since : old ? old->since : now;
        *(same ? same : &lobby->table[lobby->count++]) = table;
    }
    return true;
}

static bool take_json(Lobby *lobby, const cJSON *json, int64_t now)
{
    const char *kind = cJSON_GetStringValue(member(json, "t"));
    const cJSON *whole = member(json, "tables"), *add = member(json, "add"),
                *gone = member(json, "gone"), *item;
    bool answer = cJSON_IsTrue(member(json, "ok")) && whole; /* to GET /lobby */
    if (!answer && (!kind || strcmp(kind, "lobby") != 0))
        return false;
    if (whole) {
        Lobby *before = malloc(sizeof *before);
        if (before)
            *before = *lobby;
        lobby->count = 0;
        bool good = add_tables(lobby, before, whole, now);
        free(before);
        return good;
    }
    cJSON_ArrayForEach(item, gone)
    {
        if (!cJSON_IsString(item))
            return false;
        lobby_remove(lobby, item->valuestring);
    }
    return !add || add_tables(lobby, NULL, add, now);
}

bool lobby_take(Lobby *lobby, const char *line, size_t length, int64_t now)
{
    if (!length)
        return true;
    cJSON *json = parse(line, length);
    bool good = json && take_json(lobby, json, now);
    cJSON_Delete(json);
    if (!good)
        lobby->count = 0;
    return good;
}

/* -- Rules ------------------------------------------------------------------------------------ */

/* Cuts the next word off a list with commas. False if there is none, or it is too long. */
static bool next_word(const char **list, char *out, size_t size)
{
    size_t length = strcspn(*list, ",");
    if (!length || length >= size)
        return false;
    memcpy(out, *list, length);
    out[length] = '\0';
    *list += length + ((*list)[length] == ',');
    return true;
}

bool rules_read_games(const char *text, BotRules *rules, char *why)
{
    rules->game_count = 0;
    while (*text) {
        char word[RULES_NAME_MAX], reason[WHY_MAX];
        if (!next_word(&text, word, sizeof word) || rules->game_count == RULES_GAMES_MAX)
            return refuse(why, "--games takes names of games with commas between them, such as "
                               "nine,mur; options do not matter");
        Game *game = game_open(word, LANG_EN, reason);
        if (!game)
            return refuse(why, "--games: %.400s", reason);
        game_close(game);
        memcpy(rules->game[rules->game_count++], word, sizeof word);
    }
    return rules->game_count || refuse(why, "--games needs at least one game");
}

bool rules_read_clocks(const char *text, BotRules *rules, char *why)
{
    rules->none = rules->live = rules->days = false;
    while (*text) {
        char word[8];
        bool good = next_word(&text, word, sizeof word);
        bool *which = !good                       ? NULL
                      : strcmp(word, "none") == 0 ? &rules->none
                      : strcmp(word, "live") == 0 ? &rules->live
                      : strcmp(word, "days") == 0 ? &rules->days
                                                  : NULL;
        if (!which)
            return refuse(why, "--clocks takes none, live and days, with commas between them");
        *which = true;
    }
    return rules->none || rules->live || rules->days ||
           refuse(why, "--clocks takes none, live and days, with commas between them");
}

static bool fits_game(const BotRules *rules, const char *variant)
{
    size_t length = strcspn(variant, ",");
    if (!rules->game_count)
        return true;
    for (int i = 0; i < rules->game_count; i++)
        if (strlen(rules->game[i]) == length && memcmp(rules->game[i], variant, length) == 0)
            return true;
    return false;
}

static bool fits_clock(const BotRules *rules, const char *text)
{
    char why[WHY_MAX];
    Control control;
    if (!control_read(text, LANG_EN, &control, why))
        return false;
    return control.kind == CONTROL_NONE   ? rules->none
           : control.kind == CONTROL_DAYS ? rules->days
                                          : rules->live;
}

bool rules_fit(const BotRules *rules, const LobbyTable *table, int64_t now)
{
    return now - table->since >= rules->wait_ms && fits_game(rules, table->game) &&
           fits_clock(rules, table->clock) && (rules->rated || !table->rated) &&
           (rules->bots || !table->bot);
}

int rules_choose(const int *ratings, int count, int wanted, uint64_t luck)
{
    int room = 0, best = -1;
    for (int i = 0; i < count; i++) {
        if (ratings[i] == INT32_MIN)
            continue;
        room++;
        if (wanted >= 0 && ratings[i] >= 0 &&
            (best < 0 || abs(ratings[i] - wanted) < abs(ratings[best] - wanted)))
            best = i;
    }
    if (best >= 0 || !room)
        return best;
    for (int i = 0, nth = (int)(luck % (uint64_t)room); i < count; i++)
        if (ratings[i] != INT32_MIN && nth-- == 0)
            return i;
    return -1;
}

/* -- Me --------------------------------------------------------------------------------------- */

int mine_read(const char *bytes, size_t count, MyTable out[MINE_MAX])
{
    cJSON *json = parse(bytes, count);
    const cJSON *list = member(json, "tables"), *item;
    int found = cJSON_IsArray(list) ? 0 : -1;
    cJSON_ArrayForEach(item, list)
    {
        MyTable table = {.over = true};
        const char *state = cJSON_GetStringValue(member(item, "state"));
        if (!state || !get_text(item, "id", table.id, sizeof table.id) || !id_is(table.id)) {
            found = -1;
            break;
        }
        table.over = strcmp(state, "ended") == 0 || strcmp(state, "aborted") == 0;
        if (found < MINE_MAX)
            out[found++] = table;
    }
    cJSON_Delete(json);
    return found;
}

bool self_read(const char *bytes, size_t count, BotSelf *out)
{
    cJSON *json = parse(bytes, count);
    const cJSON *pools = member(json, "ratings"), *item;
    int sum = 0, pool_count = 0;
    *out = (BotSelf){.rating = -1};
    bool good = json && get_text(json, "id", out->id, sizeof out->id) && out->id[0];
    if (good && !get_text(json, "name", out->name, sizeof out->name))
        out->name[0] = '\0';
    cJSON_ArrayForEach(item, pools)
    {
        int rating = get_rating(item, "rating");
        if (rating >= 0 && pool_count < 1000) {
            sum += rating;
            pool_count++;
        }
    }
    if (pool_count)
        out->rating = sum / pool_count;
    cJSON_Delete(json);
    return good;
}
