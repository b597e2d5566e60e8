/* SPDX-License-Identifier: MIT */
/* Solved positions for the page (docs/adr/0026): one packed database, copied in by the page and
 * checked here, with a game of its own, so that it stays while matches come and go. Looking
 * positions up changes nothing: helpers of the search do it too. */
#include "app/wasm/engine.h"
#include "games/registry.h"
#include "solve/probe.h"

#include <stdlib.h>
#include <string.h>

typedef struct Solved {
    Game *game; /* NULL: there is none */
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
    game_close(old->game);
    free(old->bytes);
    free(old);
}

/* Opens what is in the room; the bytes are not its own before it is good. */
static bool open_solved(Solved *next, char *why)
{
    char variant[VARIANT_TEXT_MAX];
    if (!pack_variant(room, room_bytes, variant, why))
        return false;
    Game *game = game_open(variant, why);
    if (!game)
        return false;
    if (!pack_open(&next->pack, game, room, room_bytes, why)) {
        game_close(game);
        return false;
    }
    next->game = game;
    return true;
}

const char *solved_take(char *why)
{
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
                                                             : (Oracle){NULL, NULL};
}

bool solved_is_there(const char *variant)
{
    static const char *const names[] = {CONCENTRIC_SOLVED};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], variant) == 0)
            return true;
    return false;
}

bool solved_move(const Session *session, Move move, Known *out)
{
    Oracle oracle = solved_oracle(session->game);
    if (!perfect_move(session->game, match_pos(&session->match), &oracle, move, out))
        return false;
    if (match_repeats(&session->match, move))
        *out = (Known){0, -1};
    return true;
}

int solved_judge(const Session *session, PerfectMove **out)
{
    const Game *game = session->game;
    Oracle oracle = solved_oracle(game);
    size_t most = (size_t)game->moves_max;
    Move *scratch = oracle.ask ? malloc(2 * most * sizeof *scratch) : NULL;
    *out = scratch ? malloc(most * sizeof **out) : NULL;
    int count = *out ? perfect_judge(game, match_pos(&session->match), &oracle, scratch, *out) : -1;
    for (int i = 0; i < count; i++)
        if (match_repeats(&session->match, (*out)[i].move))
            (*out)[i] = (PerfectMove){.move = (*out)[i].move, .known = {0, -1}};
    free(scratch);
    return count;
}
