/* SPDX-License-Identifier: MIT */
/* Any bytes as what a server says to a bot: lines of its lobby, one after the other, the bot's own
 * tables, who it is. Taken within their bounds, or refused with nothing left of them. */
#include "app/bot/lobby.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_bot: %s\n", what);
        abort();
    }
}

static Lobby lobby;
static MyTable mine[MINE_MAX];

static void look(void)
{
    BotRules rules = {.none = true, .live = true, .days = true};
    check(lobby.count >= 0 && lobby.count <= LOBBY_TABLES_MAX, "too many tables");
    for (int i = 0; i < lobby.count; i++) {
        const LobbyTable *table = &lobby.table[i];
        check(strlen(table->id) == 8, "an id that is none");
        check(memchr(table->game, '\0', sizeof table->game) != NULL, "a game without an end");
        for (int k = 0; k < i; k++)
            check(strcmp(lobby.table[k].id, table->id) != 0, "a table twice");
        (void)rules_fit(&rules, table, 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    BotSelf self;
    lobby.count = 0;
    for (size_t from = 0, at = 0; at <= size; at++)
        if (at == size || text[at] == '\n') {
            check(lobby_take(&lobby, text + from, at - from, 0) || lobby.count == 0,
                  "something is left of a bad line");
            look();
            from = at + 1;
        }
    int count = mine_read(text, size, mine);
    check(count >= -1 && count <= MINE_MAX, "too many of its own");
    if (self_read(text, size, &self))
        check(self.id[0] && strlen(self.name) < sizeof self.name, "nobody");
    return 0;
}
