/* SPDX-License-Identifier: MIT */
/* Many games at once, see batch.h: a History for each slot, one list for the moves of all. */
#include "lib/batch.h"

#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

static void start_slot(concentric_batch *b, size_t slot, uint64_t seed)
{
    Pos start;
    b->game->ops->start(b->game, seed, &start);
    history_restart(&b->slot[slot], &start);
}

concentric_batch *concentric_batch_new(const concentric_game *game, size_t slots, uint64_t seed,
                                       char *why)
{
    static const Text sizes = {
        {"a batch has 1 to 1048576 slots", "同時に扱える対局は1から1048576局です"}};
    if (!slots || slots > BATCH_SLOTS_MAX) {
        hand_out_text(&sizes, game->lang, why);
        return NULL;
    }
    concentric_batch *b = calloc(1, sizeof *b);
    if (!b) {
        hand_out_text(&refuse_no_memory, game->lang, why);
        return NULL;
    }
    b->owner = game_keep(game);
    b->game = game->game;
    b->slot = calloc(slots, sizeof *b->slot);
    b->first = calloc(slots + 1, sizeof *b->first);
    b->scratch = malloc(b->game->moves_max * sizeof *b->scratch);
    bool good = b->slot && b->first && b->scratch;
    for (; good && b->count < slots; b->count++) {
        Pos start;
        b->game->ops->start(b->game, seed + b->count, &start);
        if (!(good = history_begin(&b->slot[b->count], b->game, &start)))
            break;
    }
    if (good)
        return b;
    hand_out_text(&refuse_no_memory, game->lang, why);
    concentric_batch_free(b);
    return NULL;
}

void concentric_batch_free(concentric_batch *b)
{
    if (!b)
        return;
    for (size_t i = 0; i < b->count; i++)
        history_free(&b->slot[i]);
    free(b->slot);
    free(b->first);
    free(b->scratch);
    free(b->list);
    concentric_game_close(b->owner);
    free(b);
}

size_t concentric_batch_slots(const concentric_batch *b)
{
    return b->count;
}

static bool good_slot(const concentric_batch *b, size_t slot, char *why)
{
    static const Text none = {{"there is no such slot", "その番号の対局はありません"}};
    return slot < b->count || hand_out_text(&none, b->owner->lang, why);
}

bool concentric_batch_set(concentric_batch *b, size_t slot, const char *position, uint64_t seed,
                          char *why)
{
    char reason[WHY_MAX];
    Pos start;
    if (!good_slot(b, slot, why))
        return false;
    if (!position)
        b->game->ops->start(b->game, seed, &start);
    else if (!b->game->ops->read_pos(b->game, position, b->owner->lang, &start, reason))
        return hand_out(reason, why);
    history_restart(&b->slot[slot], &start);
    b->listed = false;
    return true;
}

const char *concentric_batch_position(concentric_batch *b, size_t slot)
{
    if (slot >= b->count)
        return NULL;
    Str s = str_over(b->position, sizeof b->position);
    b->game->ops->write_pos(b->game, &b->slot[slot].pos, &s);
    return b->position;
}

const char *concentric_batch_move_text(concentric_batch *b, size_t slot, uint64_t move)
{
    if (slot >= b->count || !game_is_legal(b->game, &b->slot[slot].pos, move, b->scratch))
        return NULL;
    Str s = str_over(b->move, sizeof b->move);
    b->game->ops->write_move(b->game, &b->slot[slot].pos, move, &s);
    return b->move;
}

uint64_t concentric_batch_read_move(concentric_batch *b, size_t slot, const char *text, char *why)
{
    char reason[WHY_MAX];
    Move move;
    if (!good_slot(b, slot, why))
        return 0;
    if (b->game->ops->read_move(b->game, &b->slot[slot].pos, or_empty(text), b->owner->lang, &move,
                                reason))
        return move;
    hand_out(reason, why);
    return 0;
}

/* -- Moves ------------------------------------------------------------------------------------ */

static bool is_drawn(const History *slot)
{
    return slot->drawn_ply != UINT32_MAX;
}

static bool make_room(concentric_batch *b, size_t used)
{
    size_t wanted = used + b->game->moves_max;
    if (wanted <= b->room)
        return true;
    Move *more = realloc(b->list, 2 * wanted * sizeof *more);
    if (!more)
        return false;
    b->list = more;
    b->room = 2 * wanted;
    return true;
}

static bool list_moves(concentric_batch *b)
{
    size_t used = 0;
    for (size_t i = 0; !b->listed && i < b->count; i++) {
        if (!make_room(b, used))
            return false;
        b->first[i] = (uint32_t)used;
        if (!is_drawn(&b->slot[i]))
            used += (size_t)b->game->moves(b->game, &b->slot[i].pos, b->list + used);
        if (used > UINT32_MAX - b->game->moves_max)
            return false;
        b->first[i + 1] = (uint32_t)used;
    }
    b->listed = true;
    return true;
}

const uint64_t *concentric_batch_moves(concentric_batch *b, uint32_t *first)
{
    if (!list_moves(b))
        return NULL;
    memcpy(first, b->first, (b->count + 1) * sizeof *first);
    return b->list;
}

static bool refuse_slot(const concentric_batch *b, size_t slot, const Text *what, char *why)
{
    char reason[WHY_MAX];
    refuse_with(reason, b->owner->lang, what, NUMBER(slot));
    return hand_out(reason, why);
}

/* The number in the whole list of what is to be played in a slot; UINT32_MAX for nothing. */
typedef struct Wish {
    const uint64_t *moves; /* one of them is NULL */
    const uint32_t *index;
} Wish;

static bool find_wish(const concentric_batch *b, const Wish *wish, size_t slot, uint32_t *out)
{
    uint32_t first = b->first[slot], end = b->first[slot + 1];
    *out = UINT32_MAX;
    if (wish->index ? wish->index[slot] == UINT32_MAX : !wish->moves[slot])
        return true;
    if (wish->index) {
        *out = wish->index[slot] < end - first ? first + wish->index[slot] : UINT32_MAX;
        return *out != UINT32_MAX;
    }
    while (first < end && b->list[first] != wish->moves[slot])
        first++;
    *out = first;
    return first < end;
}

static bool play_wishes(concentric_batch *b, const Wish *wish, char *why)
{
    static const Text illegal = {
        {"slot {0}: the move is not legal there", "{0}番: その手は指せません"}};
    static const Text full = {{"slot {0}: a game has at most 20000 moves, or there is no memory",
                               "{0}番: 一局は20000手までです（またはメモリが足りません）"}};
    uint32_t at;
    if (!list_moves(b))
        return hand_out_text(&refuse_no_memory, b->owner->lang, why);
    for (size_t i = 0; i < b->count; i++) {
        if (!find_wish(b, wish, i, &at))
            return refuse_slot(b, i, &illegal, why);
        if (at != UINT32_MAX && !history_make_room(&b->slot[i]))
            return refuse_slot(b, i, &full, why);
    }
    for (size_t i = 0; i < b->count; i++) {
        find_wish(b, wish, i, &at);
        if (at != UINT32_MAX)
            history_play(&b->slot[i], b->list[at]);
    }
    b->listed = false;
    return true;
}

bool concentric_batch_play(concentric_batch *b, const uint64_t *moves, char *why)
{
    return play_wishes(b, &(Wish){.moves = moves}, why);
}

bool concentric_batch_play_index(concentric_batch *b, const uint32_t *index, char *why)
{
    return play_wishes(b, &(Wish){.index = index}, why);
}

/* One random move; false if the game is over or can have no more. */
static bool play_random(concentric_batch *b, History *slot, Rng *rng, Move *chosen)
{
    return !is_drawn(slot) &&
           game_pick(b->game, &slot->pos, (uint32_t)(rng_next(rng) >> 32), b->scratch, chosen) &&
           history_play(slot, *chosen);
}

uint64_t concentric_batch_random(concentric_batch *b, uint32_t plies, bool restart, uint64_t *state,
                                 uint64_t *chosen)
{
    Rng rng = {*state};
    uint64_t played = 0;
    for (size_t i = 0; i < b->count; i++) {
        Move last = 0, move;
        for (uint32_t ply = 0; ply < plies; ply++) {
            bool good = play_random(b, &b->slot[i], &rng, &move);
            if (!good && restart) {
                start_slot(b, i, rng_next(&rng));
                good = play_random(b, &b->slot[i], &rng, &move);
            }
            if (!good)
                break;
            last = move;
            played++;
        }
        if (chosen)
            chosen[i] = last;
    }
    *state = rng.state;
    b->listed = false;
    return played;
}

size_t concentric_batch_restart(concentric_batch *b, uint64_t seed)
{
    size_t count = 0;
    for (size_t i = 0; i < b->count; i++) {
        if (history_winner(&b->slot[i]) == WINNER_NONE)
            continue;
        start_slot(b, i, seed + i);
        count++;
    }
    b->listed = b->listed && !count;
    return count;
}
