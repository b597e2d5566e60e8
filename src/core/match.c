/* SPDX-License-Identifier: MIT */
/* A played game, see match.h. The history is one growing array. Repetitions are found by walking
 * back over the hashes of the position texts, and believed only when the texts agree. */
#include "core/match.h"

#include <stdlib.h>
#include <string.h>

static const Text repetition = {
    {"the position occurred for the third time", "同じ局面が三度現れた"}};
static const Text resignation = {{"the opponent resigned", "相手が投了した"}};

const char *match_error(MatchError error)
{
    _Static_assert(MATCH_PLIES_MAX == 20000, "the text below names it");
    return error == MATCH_TOO_LONG    ? "a game has at most 20000 moves"
           : error == MATCH_NO_MEMORY ? "out of memory"
                                      : "";
}

static void write_text(const Game *game, const Pos *pos, char *out)
{
    Str s = str_over(out, POSITION_TEXT_MAX);
    game->ops->write_pos(game, pos, &s);
}

/* FNV-1a. */
static uint64_t hash_text(const char *text)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 0x100000001b3u;
    return h;
}

/* How often the text has stood before entry `at`, and now. */
static uint32_t count_seen(const Match *match, uint32_t at, uint64_t hash, const char *text)
{
    for (uint32_t i = at; i-- > 0;) {
        if (match->entry[i].text_hash != hash)
            continue;
        char other[POSITION_TEXT_MAX];
        write_text(match->game, &match->entry[i].pos, other);
        if (strcmp(text, other) == 0)
            return match->entry[i].seen + 1;
    }
    return 1;
}

static void enter(Match *match, uint32_t at, const Pos *pos, Move move)
{
    char text[POSITION_TEXT_MAX];
    write_text(match->game, pos, text);
    MatchEntry *entry = &match->entry[at];
    *entry = (MatchEntry){.pos = *pos, .move = move, .text_hash = hash_text(text)};
    entry->seen = match->game->repeats ? count_seen(match, at, entry->text_hash, text) : 1;
    if (entry->seen >= MATCH_REPETITIONS && match->drawn_ply == UINT32_MAX)
        match->drawn_ply = at;
}

bool match_begin(Match *match, const Game *game, const Pos *start)
{
    *match = (Match){.game = game, .capacity = 64, .drawn_ply = UINT32_MAX};
    match->entry = malloc(match->capacity * sizeof *match->entry);
    if (!match->entry)
        return false;
    enter(match, 0, start, 0);
    return true;
}

void match_free(Match *match)
{
    free(match->entry);
    *match = (Match){0};
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
    uint32_t capacity = 2 * match->capacity;
    MatchEntry *entry = realloc(match->entry, capacity * sizeof *entry);
    if (!entry)
        return MATCH_NO_MEMORY;
    match->entry = entry;
    match->capacity = capacity;
    return MATCH_OK;
}

MatchError match_play(Match *match, Move move)
{
    MatchError error = grow(match);
    if (error)
        return error;
    Pos next;
    match->game->apply(match->game, match_pos(match), move, &next);
    /* Moving on from an earlier ply forgets what came after it, a draw there included. */
    if (match->drawn_ply != UINT32_MAX && match->drawn_ply > match->ply)
        match->drawn_ply = UINT32_MAX;
    match->last = ++match->ply;
    match->ended = (Outcome){WINNER_NONE, NULL};
    enter(match, match->ply, &next, move);
    return MATCH_OK;
}

bool match_repeats(const Match *match, Move move)
{
    char text[POSITION_TEXT_MAX];
    Pos next;
    match->game->apply(match->game, match_pos(match), move, &next);
    write_text(match->game, &next, text);
    return match->game->repeats &&
           count_seen(match, match->ply + 1, hash_text(text), text) >= MATCH_REPETITIONS;
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
