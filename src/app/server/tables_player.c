/* SPDX-License-Identifier: MIT */
/* Requests of players: whose device key is it? Mostly it is in memory; if not, the request is kept
 * until the store has answered. See tables_part.h. */
#include "app/server/tables_part.h"

#include <stdlib.h>
#include <string.h>

typedef struct Kept {
    Tables *tables;
    Request request; /* its texts are behind this */
    AskId ask;
    PlayerNeed need;
    PlayerThen *then;
    void *context;
} Kept;

static const char *keep_text(char **at, const char *text, size_t length)
{
    char *copy = *at;
    memcpy(copy, text, length);
    copy[length] = '\0';
    *at += length + 1;
    return copy;
}

static Kept *keep_request(const Request *request)
{
    size_t size = request->path_length + request->query_length + request->bearer_length +
                  request->body_length + 4;
    Kept *kept = malloc(sizeof *kept + size);
    if (!kept)
        return NULL;
    char *at = (char *)(kept + 1);
    *kept = (Kept){.request = *request};
    kept->request.path = keep_text(&at, request->path, request->path_length);
    kept->request.query = keep_text(&at, request->query, request->query_length);
    kept->request.bearer = keep_text(&at, request->bearer, request->bearer_length);
    kept->request.body = keep_text(&at, request->body, request->body_length);
    kept->request.etags = (HttpSpan){.text = "", .length = 0};
    return kept;
}

static void found(void *context, PlayersStatus status, const Player *player)
{
    static const Text nobody = {{"this device is no player yet (POST /api/v1/me makes one)",
                                 "この端末のプレイヤーはまだありません（POST /api/v1/me）"}};
    static const Text not_saved = {
        {"the store does not answer; try again", "保存先が応答しません。もう一度お試しください"}};
    Kept *kept = context;
    Tables *tables = kept->tables;
    Lang lang = kept->request.lang;
    if (player)
        hall_touch(tables->hall, player->id);
    if (player && tables_player_is_banned(tables, player->id))
        tables_refuse(tables, kept->ask, 403, "banned", &tables_banned, lang);
    else if (status == PLAYERS_OK || (status == PLAYERS_NONE && kept->need == PLAYER_IF_KNOWN))
        kept->then(kept->context, &kept->request, kept->ask, player);
    else if (status == PLAYERS_NONE)
        tables_refuse(tables, kept->ask, 404, "not-found", &nobody, lang);
    else
        tables_refuse(tables, kept->ask, 503, "not-saved", &not_saved, lang);
    free(kept);
}

void tables_with_player(Tables *tables, const Request *request, AskId ask, PlayerNeed need,
                        PlayerThen *then, void *context)
{
    static const Text no_key = {{"show the key of your device (Authorization: Bearer)",
                                 "端末の鍵が必要です（Authorization: Bearer）"}};
    char key[72];
    bool device = tables_bearer(request, key, sizeof key) && device_key_is(key);
    const Player *known = device ? players_known_by_key(hall_players(tables->hall), key) : NULL;
    if (known || (!device && need <= PLAYER_IF_SHOWN)) {
        then(context, request, ask, known);
        return;
    }
    /* Players that are made are stored: not any number of them. */
    bool make = need == PLAYER_IF_SHOWN || need == PLAYER_MADE;
    if (device && make && !tables_within(tables, request, ask, LIMIT_JOINS))
        return;
    Kept *kept = device ? keep_request(request) : NULL;
    if (!kept) {
        tables_refuse(tables, ask, device ? 503 : 401, device ? "busy" : "no-key",
                      device ? &refuse_no_memory : &no_key, request->lang);
        return;
    }
    kept->tables = tables;
    kept->ask = ask;
    kept->need = need;
    kept->then = then;
    kept->context = context;
    players_by_key(hall_players(tables->hall), key, make, found, kept);
}
