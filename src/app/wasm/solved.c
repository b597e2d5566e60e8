/* SPDX-License-Identifier: MIT */
/* Solved positions for the page (docs/adr/0026): one packed database, copied in by the page and
 * checked here; it stays while tables come and go. Looking positions up changes nothing: helpers of
 * the search do it too. */
#include "ai/net.h"
#include "app/wasm/engine.h"
#include "solve/probe.h"

#include <stdlib.h>
#include <string.h>

typedef struct Solved {
    const Game *game; /* NULL: there is none */
    uint8_t *bytes;
    PackProbe pack;
} Solved;

/* Pointers, as a probe does not move. */
static Solved *solved;
static uint8_t *room;
static size_t room_bytes;

uint8_t *solved_room(size_t bytes)
{
    free(room);
    room = bytes && bytes <= ENGINE_SOLVED_MAX ? malloc(bytes) : NULL;
    room_bytes = bytes;
    return room;
}

bool solved_waits(void)
{
    return room != NULL;
}

static void close_solved(Solved *old)
{
    if (old->game)
        pack_close(&old->pack);
    free(old->bytes);
    free(old);
}

/* Opens what is in the room; the bytes are not its own before it is good. */
static bool open_solved(Solved *next, char *why)
{
    char variant[VARIANT_TEXT_MAX];
    if (!pack_variant(room, room_bytes, variant, why))
        return false;
    if (!engine_variants())
        return refuse(why, "%s", engine_no_memory.in[engine.lang]);
    const Game *game = variants_open(engine.variants, variant, engine.lang, why);
    if (!game || !pack_open(&next->pack, game, room, room_bytes, why))
        return false;
    next->game = game;
    return true;
}

/* The learnt evaluation that is in the room, for the game on the table. The tables of an earlier
 * one are not freed: a lost helper may still look into them, and games are few. */
static const char *take_net(char *why)
{
    const Game *game = engine.desk->table.game;
    void *tables = net_check(game, room, room_bytes, why) ? malloc(game->learnable->bytes) : NULL;
    if (tables) {
        net_unpack(game, room, tables);
        engine.net = tables;
        engine.net_game = game;
    }
    solved_room(0);
    return tables ? game->id : NULL;
}

const char *solved_take(char *why)
{
    if (engine.desk && net_begins(room, room_bytes))
        return take_net(why); /* a search that goes on does so without it */
    thought_end();            /* it could look into the old database */
    Solved *next = calloc(1, sizeof *next);
    bool good = next ? open_solved(next, why) : refuse(why, "%s", engine_no_memory.in[engine.lang]);
    if (!good) {
        free(next);
        solved_room(0);
        return NULL;
    }
    next->bytes = room;
    room = NULL;
    if (solved && helpers_rest()) /* else rather lost than freed under somebody's eyes */
        close_solved(solved);
    solved = next;
    return solved->game->id;
}

Oracle solved_oracle(const Game *game)
{
    return solved && strcmp(solved->game->id, game->id) == 0 ? probe_oracle(&solved->pack.probe)
                                                             : told_oracle(game);
}

bool solved_is_there(const char *variant)
{
    static const char *const names[] = {CONCENTRIC_SOLVED};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], variant) == 0)
            return true;
    return false;
}
