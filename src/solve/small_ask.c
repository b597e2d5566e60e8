/* SPDX-License-Identifier: MIT */
/* The value of any position from the kept ones: a search with three values, which ends where a
 * position is kept. It is exact: no depth is cut off. That it ends is the game's promise
 * (core/thin.h). Positions that come again on another way are remembered for one question. */
#include "solve/small.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEEN_BITS = 12,
    MOVES_ROOM = 1 << 15, /* of all positions of one line together */
    DEPTH_MAX = 128,
};

/* What is known of a position: the value lies between low and high. */
typedef struct Seen {
    uint64_t key;
    uint32_t age; /* of the question */
    int8_t low, high;
} Seen;

typedef struct Quest {
    const Small *small;
    uint32_t age; /* what other questions have seen does not count */
    SmallCost cost;
    bool failed; /* a position without a number, or a line that does not end: the answer is void */
    int depth;
    size_t moves_used;
    Seen seen[1 << SEEN_BITS];
    Move moves[MOVES_ROOM];
} Quest;

static bool fail(Quest *quest)
{
    quest->failed = true;
    return false;
}

static int value_of_end(const Game *game, const Pos *pos)
{
    Winner winner = game->ops->outcome(game, pos).winner;
    return winner == WINNER_DRAW ? 0 : (winner == WINNER_P1) == (pos->turn == 0) ? 1 : -1;
}

static int value_of_kept(Quest *quest, const Pos *pos)
{
    const Small *small = quest->small;
    SectorIndex place;
    Pos like;
    uint16_t seen[THIN_SEEN_MAX];
    quest->cost.kept++;
    if (small->instead.ask) {
        Known known;
        return small->instead.ask(small->instead.context, pos, &known) ? known.value : fail(quest);
    }
    if (!small->game->solvable->rank(small->tables, pos, &place) ||
        !small->sector[place.sector].there)
        return fail(quest);
    const SmallSector *sector = &small->sector[place.sector];
    small->game->solvable->unrank(small->tables, place, &like);
    int count = sector->net.inputs ? small->thin->see(small->tables, &like, seen) : 0;
    SmallGuess guess = small_net_guess(&sector->net, seen, count);
    return small_sector_value(sector, small_key(place.sector, place.index), &guess) - 1;
}

static int search(Quest *quest, const Pos *pos, int low, int high);

/* Moves to kept positions and ends first, which cost one look each; the others by how the
 * evaluation likes what they lead to. By insertion: lists are short. */
static void order(const Quest *quest, const Pos *pos, Move *moves, int count)
{
    enum { RATED_MAX = 1024, FIRST = 1 << 20 };
    const Small *small = quest->small;
    const Game *game = small->game;
    int32_t gain[RATED_MAX];
    if (!game->evaluate || count > RATED_MAX)
        return;
    for (int i = 0; i < count; i++) {
        Pos next;
        game->apply(game, pos, moves[i], &next);
        bool at_once = small->thin->keeps(small->tables, &next, small->level) ||
                       game->ops->outcome(game, &next).winner != WINNER_NONE;
        gain[i] = at_once ? FIRST : -game->evaluate(game, &next);
    }
    for (int i = 1; i < count; i++) {
        Move move = moves[i];
        int32_t mine = gain[i];
        int j = i;
        for (; j > 0 && gain[j - 1] < mine; j--) {
            moves[j] = moves[j - 1];
            gain[j] = gain[j - 1];
        }
        moves[j] = move;
        gain[j] = mine;
    }
}

static int best_of(Quest *quest, const Pos *pos, const Move *moves, int count, int low, int high)
{
    const Game *game = quest->small->game;
    int best = -1;
    for (int i = 0; i < count && best < high && !quest->failed; i++) {
        Pos next;
        game->apply(game, pos, moves[i], &next);
        int value = -search(quest, &next, -high, -(best > low ? best : low));
        best = value > best ? value : best;
    }
    return best;
}

/* A value outside of (low, high) is a bound on that side. */
static int search(Quest *quest, const Pos *pos, int low, int high)
{
    const Game *game = quest->small->game;
    quest->cost.nodes++;
    Seen *seen = &quest->seen[pos->key >> (64 - SEEN_BITS)];
    if (seen->age == quest->age && seen->key == pos->key) {
        if (seen->low == seen->high || seen->low >= high)
            return seen->low;
        if (seen->high <= low)
            return seen->high;
    }
    Move *moves = quest->moves + quest->moves_used;
    if (MOVES_ROOM - quest->moves_used < game->moves_max || quest->depth >= DEPTH_MAX)
        return fail(quest);
    int count = game->moves(game, pos, moves), value;
    if (!count)
        return value_of_end(game, pos);
    if (quest->small->thin->keeps(quest->small->tables, pos, quest->small->level))
        return value_of_kept(quest, pos);
    order(quest, pos, moves, count);
    quest->moves_used += (size_t)count;
    quest->depth++;
    value = best_of(quest, pos, moves, count, low, high);
    quest->depth--;
    quest->moves_used -= (size_t)count;
    *seen = (Seen){pos->key, quest->failed ? 0 : quest->age, (int8_t)(value <= low ? -1 : value),
                   (int8_t)(value >= high ? 1 : value)};
    return value;
}

/* The room of a question waits for the next one, so that small questions cost little. */
static Quest *quest_open(const Small *small)
{
    Quest *quest = atomic_exchange(&small->spare->quest, NULL);
    if (!quest)
        quest = calloc(1, sizeof *quest);
    if (!quest)
        return NULL;
    if (++quest->age == 0) { /* once in 2^32 questions */
        memset(quest->seen, 0, sizeof quest->seen);
        quest->age = 1;
    }
    quest->small = small;
    quest->cost = (SmallCost){0};
    quest->failed = false;
    quest->depth = 0;
    quest->moves_used = 0;
    return quest;
}

static void quest_close(const Small *small, Quest *quest)
{
    free(atomic_exchange(&small->spare->quest, quest));
}

bool small_ask(const Small *small, const Pos *pos, int *value, SmallCost *cost)
{
    SectorIndex place;
    if (cost)
        *cost = (SmallCost){0};
    bool over = small->game->ops->outcome(small->game, pos).winner != WINNER_NONE;
    if (!over && (!small->game->solvable->rank(small->tables, pos, &place) ||
                  !small->thin->covers(small->tables, place.sector, small->level)))
        return false;
    if (over) {
        *value = value_of_end(small->game, pos);
        return true;
    }
    Quest *quest = quest_open(small);
    if (!quest)
        return false;
    *value = search(quest, pos, -1, 1);
    bool good = !quest->failed;
    if (cost)
        *cost = quest->cost;
    quest_close(small, quest);
    return good;
}

static bool ask(void *context, const Pos *pos, Known *out)
{
    out->plies = -1;
    return small_ask(context, pos, &out->value, NULL);
}

Oracle small_oracle(Small *small)
{
    return (Oracle){ask, small};
}
