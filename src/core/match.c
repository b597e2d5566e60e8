/* SPDX-License-Identifier: MIT */
/* A played game, see match.h. The history is one growing array. Repetitions are found by the text
 * keys of the positions, in buckets whose plies are chained from the latest to the first. */
#include "core/match.h"

#include <stdlib.h>

static const Text repetition = {
    {"the position occurred for the third time", "同じ局面が三度現れた"}};
static const Text resignation = {{"the opponent resigned", "相手が投了した"}};

const Text *match_error(MatchError error)
{
    _Static_assert(MATCH_PLIES_MAX == 20000, "the text below names it");
    static const Text long_game = {{"a game has at most 20000 moves", "1局は20000手までです"}};
    static const Text nothing = {{"", ""}};
    return error == MATCH_TOO_LONG    ? &long_game
           : error == MATCH_NO_MEMORY ? &refuse_no_memory
                                      : &nothing;
}

static uint32_t *bucket_of(const Match *match, uint64_t text_key)
{
    return &match->bucket[text_key & (match->capacity - 1)]; /* a power of two */
}

/* How often the text has stood before ply `at`. */
static uint32_t count_seen(const Match *match, uint32_t at, uint64_t text_key)
{
    for (uint32_t i = *bucket_of(match, text_key); i != UINT32_MAX; i = match->entry[i].before)
        if (i < at && match->entry[i].text_key == text_key)
            return match->entry[i].seen;
    return 0;
}

/* Entries go into their buckets in the order of plies, and out of them in the opposite one. */
static void put_in_bucket(Match *match, uint32_t at)
{
    uint32_t *bucket = bucket_of(match, match->entry[at].text_key);
    match->entry[at].before = *bucket;
    *bucket = at;
}

static void fill_buckets(Match *match, uint32_t count)
{
    for (uint32_t i = 0; i < match->capacity; i++)
        match->bucket[i] = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++)
        put_in_bucket(match, i);
}

static void enter(Match *match, uint32_t at, const Pos *pos, Move move)
{
    MatchEntry *entry = &match->entry[at];
    *entry = (MatchEntry){.pos = *pos, .move = move, .text_key = game_text_key(match->game, pos)};
    entry->seen = match->game->repeats ? count_seen(match, at, entry->text_key) + 1 : 1;
    entry->again = entry->seen > 1 || (at && match->entry[at - 1].again);
    put_in_bucket(match, at);
    if (past_is_draw(match->game, pos, entry->seen) && match->drawn_ply == UINT32_MAX)
        match->drawn_ply = at;
}

/* What comes after where we are is gone, a draw there included. */
static void forget_rest(Match *match)
{
    for (; match->last > match->ply; match->last--) {
        const MatchEntry *entry = &match->entry[match->last];
        *bucket_of(match, entry->text_key) = entry->before;
    }
    if (match->drawn_ply != UINT32_MAX && match->drawn_ply > match->ply)
        match->drawn_ply = UINT32_MAX;
}

void match_free(Match *match)
{
    free(match->entry);
    free(match->bucket);
    *match = (Match){0};
}

/* Room for so many entries, a power of two; false, and nothing changed, if there is no memory. */
static bool reserve(Match *match, uint32_t capacity)
{
    MatchEntry *entry = realloc(match->entry, capacity * sizeof *entry);
    match->entry = entry ? entry : match->entry;
    uint32_t *bucket = entry ? realloc(match->bucket, capacity * sizeof *bucket) : NULL;
    if (!bucket)
        return false;
    match->bucket = bucket;
    uint32_t count = match->capacity ? match->last + 1 : 0;
    match->capacity = capacity;
    fill_buckets(match, count);
    return true;
}

bool match_begin(Match *match, const Game *game, const Pos *start)
{
    *match = (Match){.game = game, .drawn_ply = UINT32_MAX};
    if (!reserve(match, 64)) {
        match_free(match);
        return false;
    }
    enter(match, 0, start, 0);
    return true;
}

const Pos *match_pos(const Match *match)
{
    return &match->entry[match->ply].pos;
}

/* Room for one more entry. */
static MatchError grow(Match *match)
{
    if (match->ply + 1 > MATCH_PLIES_MAX)
        return MATCH_TOO_LONG;
    if (match->ply + 1 < match->capacity)
        return MATCH_OK;
    return reserve(match, 2 * match->capacity) ? MATCH_OK : MATCH_NO_MEMORY;
}

MatchError match_play(Match *match, Move move)
{
    MatchError error = grow(match);
    if (error)
        return error;
    Pos next;
    match->game->apply(match->game, match_pos(match), move, &next);
    forget_rest(match);
    match->last = ++match->ply;
    match->ended = (Outcome){WINNER_NONE, NULL};
    enter(match, match->ply, &next, move);
    return MATCH_OK;
}

static uint32_t seen_so_far(const void *context, uint64_t text_key)
{
    const Match *match = context;
    return count_seen(match, match->ply + 1, text_key);
}

Past match_past(const Match *match)
{
    bool open = match->ply < match->drawn_ply && match->entry[match->ply].again;
    return open ? (Past){seen_so_far, match} : (Past){NULL, NULL};
}

bool match_undo(Match *match)
{
    if (match->ply == 0)
        return false;
    match->ply--;
    match->ended = (Outcome){WINNER_NONE, NULL};
    return true;
}

bool match_redo(Match *match)
{
    if (match->ply == match->last)
        return false;
    match->ply++;
    match->ended = (Outcome){WINNER_NONE, NULL};
    return true;
}

bool match_agree(Match *match)
{
    if (match_outcome(match).winner != WINNER_NONE)
        return false;
    match->ended = match->game->ops->agreed(match->game, match_pos(match));
    return true;
}

bool match_resign(Match *match, int player)
{
    if (match_outcome(match).winner != WINNER_NONE)
        return false;
    match->ended = (Outcome){player == 0 ? WINNER_P2 : WINNER_P1, &resignation};
    return true;
}

Outcome match_outcome(const Match *match)
{
    if (match->ended.winner != WINNER_NONE)
        return match->ended;
    if (match->ply >= match->drawn_ply)
        return (Outcome){WINNER_DRAW, &repetition};
    return match->game->ops->outcome(match->game, match_pos(match));
}
