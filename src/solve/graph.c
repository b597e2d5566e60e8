/* SPDX-License-Identifier: MIT */
/* Retrograde analysis of a stage with every move stored: for games that offer no batches, and as a
 * second method for those that do. Positions are expanded by the contract's own moves and apply;
 * then the moves are reversed, and values propagate backwards from the ends, layer by layer of
 * plies, so that every distance is exact when it is set. */
#include "solve/solve.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 2048 };

/* What the moves that leave the stage are worth to an entry. */
typedef struct Outside {
    uint16_t win;  /* plies of the shortest win by one of them; 0 for none */
    uint16_t lose; /* plies of the longest loss */
    bool draw;     /* one of them draws, or the game is drawn here */
} Outside;

/* The moves of some entries inside the stage, one after the other. */
typedef struct Chunk {
    uint32_t *to;
    size_t count, room;
} Chunk;

typedef struct Layer {
    uint32_t *item; /* entry << 1 | won */
    size_t count, room;
} Layer;

typedef enum Failure { FAILURE_NONE, FAILURE_MEMORY, FAILURE_NO_INDEX } Failure;

typedef struct Graph {
    const Stage *stage;
    const Solvable *ops;
    uint64_t base[SECTORS_MAX]; /* of the sectors of the stage, by number within it */
    uint32_t entries;
    uint16_t *degree; /* moves inside; later: those not yet known to lose */
    Outside *outside;
    uint8_t *ended; /* entries without moves: 1 + won, or 3 for a draw */
    Worth *worth;
    size_t chunks;
    Chunk *chunk;
    uint64_t *start; /* of an entry's predecessors */
    uint32_t *from;
    Layer *layer; /* by plies */
    int layers;
    Move *scratch[WORKERS_MAX];
    atomic_int failure; /* a Failure */
} Graph;

static SectorIndex index_of(const Graph *g, uint32_t entry)
{
    uint32_t s = 0;
    while (s + 1 < g->stage->count && entry >= g->base[s + 1])
        s++;
    return (SectorIndex){g->stage->first + s, entry - g->base[s]};
}

static void fail(Graph *g, Failure failure)
{
    atomic_store(&g->failure, failure);
}

static void add_outside(Outside *outside, Worth worth)
{
    if (worth == WORTH_DRAW) {
        outside->draw = true;
        return;
    }
    uint16_t plies = (uint16_t)(worth_plies(worth) + 1);
    if (worth_is_lost(worth)) {
        if (!outside->win || plies < outside->win)
            outside->win = plies;
    } else if (plies > outside->lose) {
        outside->lose = plies;
    }
}

/* The value of a finished game for the side to move. */
static bool worth_of_end(const Game *game, const Pos *pos, Worth *out)
{
    Winner winner = game->ops->outcome(game, pos).winner;
    *out = winner == WINNER_DRAW ? WORTH_DRAW
                                 : worth_of(0, winner == (pos->turn ? WINNER_P2 : WINNER_P1));
    return winner != WINNER_NONE;
}

static bool add_inside(Chunk *chunk, uint64_t to)
{
    if (chunk->count == chunk->room) {
        size_t room = 2 * chunk->room + 16 * CHUNK;
        uint32_t *more = realloc(chunk->to, room * sizeof *more);
        if (!more)
            return false;
        chunk->to = more;
        chunk->room = room;
    }
    chunk->to[chunk->count++] = (uint32_t)to;
    return true;
}

static void add_move(Graph *g, Chunk *chunk, uint32_t entry, const Pos *next)
{
    const Stage *stage = g->stage;
    SectorIndex place;
    Worth worth;
    if (g->ops->rank(stage->tables, next, &place)) {
        if (place.sector - stage->first < stage->count) {
            g->degree[entry]++;
            if (!add_inside(chunk, g->base[place.sector - stage->first] + place.index))
                fail(g, FAILURE_MEMORY);
        } else if (stage->values[place.sector]) {
            add_outside(&g->outside[entry], stage->values[place.sector][place.index]);
        } else {
            fail(g, FAILURE_NO_INDEX);
        }
    } else if (worth_of_end(stage->run->game, next, &worth)) {
        add_outside(&g->outside[entry], worth);
    } else {
        fail(g, FAILURE_NO_INDEX);
    }
}

static void expand_entry(Graph *g, Chunk *chunk, uint32_t entry, Move *moves)
{
    const Game *game = g->stage->run->game;
    Pos pos, next;
    Worth worth;
    g->ops->unrank(g->stage->tables, index_of(g, entry), &pos);
    int count = game->moves(game, &pos, moves);
    for (int i = 0; i < count; i++) {
        game->apply(game, &pos, moves[i], &next);
        add_move(g, chunk, entry, &next);
    }
    if (!count && worth_of_end(game, &pos, &worth))
        g->ended[entry] = worth == WORTH_DRAW ? 3 : (uint8_t)(1 + worth_is_won(worth));
}

static void expand_chunk(void *context, int thread, size_t task)
{
    Graph *g = context;
    uint64_t first = (uint64_t)task * CHUNK, end = first + CHUNK;
    for (uint64_t i = first; i < end && i < g->entries && !atomic_load(&g->failure); i++)
        expand_entry(g, &g->chunk[task], (uint32_t)i, g->scratch[thread]);
}

/* Reverses the moves: from[start[i] .. start[i + 1]) are the predecessors of i. */
static bool reverse_moves(Graph *g, char *why)
{
    uint64_t edges = 0;
    for (size_t c = 0; c < g->chunks; c++)
        edges += g->chunk[c].count;
    if (edges * 2 * sizeof(uint32_t) + g->entries * UINT64_C(24) > g->stage->memory)
        return refuse(why, "the moves of sector %s need %.1f GB of memory (--memory)",
                      g->stage->sector[g->stage->first].name, (double)edges * 8 / 1e9);
    g->start = calloc((size_t)g->entries + 2, sizeof *g->start);
    g->from = malloc((edges + 1) * sizeof *g->from);
    if (!g->start || !g->from)
        return refuse(why, "out of memory");
    for (size_t c = 0; c < g->chunks; c++)
        for (size_t i = 0; i < g->chunk[c].count; i++)
            g->start[g->chunk[c].to[i] + 2]++;
    for (uint32_t i = 1; i <= g->entries; i++)
        g->start[i + 1] += g->start[i];
    uint32_t entry = 0;
    for (size_t c = 0; c < g->chunks; c++) {
        const uint32_t *to = g->chunk[c].to;
        for (uint32_t k = 0; k < CHUNK && entry < g->entries; k++, entry++)
            for (int i = 0; i < g->degree[entry]; i++)
                g->from[g->start[*to++ + 1]++] = entry;
        free(g->chunk[c].to);
        g->chunk[c] = (Chunk){0};
    }
    return true;
}

static void push(Graph *g, int plies, uint32_t entry, int won)
{
    if (plies > WORTH_PLIES_MAX) {
        fail(g, FAILURE_MEMORY);
        return;
    }
    while (g->layers <= plies) {
        Layer *more = realloc(g->layer, (size_t)(g->layers + 64) * sizeof *more);
        if (!more) {
            fail(g, FAILURE_MEMORY);
            return;
        }
        memset(more + g->layers, 0, 64 * sizeof *more);
        g->layer = more;
        g->layers += 64;
    }
    Layer *layer = &g->layer[plies];
    if (layer->count == layer->room) {
        size_t room = 2 * layer->room + 256;
        uint32_t *more = realloc(layer->item, room * sizeof *more);
        if (!more) {
            fail(g, FAILURE_MEMORY);
            return;
        }
        layer->item = more;
        layer->room = room;
    }
    layer->item[layer->count++] = entry << 1 | (uint32_t)won;
}

/* A loss, if no move is left that may save the entry. */
static void push_loss(Graph *g, uint32_t entry)
{
    const Outside *outside = &g->outside[entry];
    if (!g->degree[entry] && !outside->draw && !outside->win)
        push(g, outside->lose, entry, 0);
}

static void push_ends(Graph *g)
{
    for (uint32_t i = 0; i < g->entries; i++) {
        if (g->ended[i] == 3)
            g->outside[i].draw = true;
        else if (g->ended[i])
            push(g, 0, i, g->ended[i] == 2);
        else if (g->outside[i].win)
            push(g, g->outside[i].win, i, 1);
        else
            push_loss(g, i);
    }
}

static void decide(Graph *g, uint32_t entry, int plies, int won)
{
    g->worth[entry] = worth_of(plies, won);
    for (uint64_t i = g->start[entry]; i < g->start[entry + 1]; i++) {
        uint32_t predecessor = g->from[i];
        if (g->worth[predecessor] != WORTH_DRAW)
            continue;
        if (!won) {
            push(g, plies + 1, predecessor, 1);
        } else {
            g->degree[predecessor]--;
            if (g->outside[predecessor].lose < plies + 1)
                g->outside[predecessor].lose = (uint16_t)(plies + 1);
            push_loss(g, predecessor);
        }
    }
}

static void propagate(Graph *g)
{
    push_ends(g);
    for (int plies = 0; plies < g->layers && !atomic_load(&g->failure); plies++)
        for (size_t i = 0; i < g->layer[plies].count; i++) {
            uint32_t item = g->layer[plies].item[i];
            if (g->worth[item >> 1] == WORTH_DRAW)
                decide(g, item >> 1, plies, item & 1);
        }
}

static bool make_graph(Graph *g, const Stage *stage)
{
    uint64_t entries = 0;
    for (uint32_t s = 0; s < stage->count; s++) {
        g->base[s] = entries;
        entries += stage->sector[stage->first + s].entries;
    }
    if (entries >= UINT32_MAX / 2)
        return false;
    g->stage = stage;
    g->ops = stage->run->game->solvable;
    g->entries = (uint32_t)entries;
    g->chunks = (size_t)((entries + CHUNK - 1) / CHUNK);
    g->degree = calloc(entries, sizeof *g->degree);
    g->outside = calloc(entries, sizeof *g->outside);
    g->ended = calloc(entries, sizeof *g->ended);
    g->worth = calloc(entries, sizeof *g->worth);
    g->chunk = calloc(g->chunks, sizeof *g->chunk);
    bool good = g->degree && g->outside && g->ended && g->worth && g->chunk;
    for (int t = 0; good && t < stage->run->workers.threads; t++)
        good = (g->scratch[t] = malloc(stage->run->game->moves_max * sizeof(Move))) != NULL;
    return good;
}

static void free_graph(Graph *g)
{
    for (size_t c = 0; g->chunk && c < g->chunks; c++)
        free(g->chunk[c].to);
    for (int i = 0; i < g->layers; i++)
        free(g->layer[i].item);
    for (int t = 0; t < WORKERS_MAX; t++)
        free(g->scratch[t]);
    free(g->degree);
    free(g->outside);
    free(g->ended);
    free(g->worth);
    free(g->chunk);
    free(g->start);
    free(g->from);
    free(g->layer);
    free(g);
}

/* The mean number of moves of some entries of a sector. */
static double mean_moves(const Stage *stage, uint32_t sector)
{
    enum { SAMPLE = 64 };
    const Game *game = stage->run->game;
    Move *moves = malloc(game->moves_max * sizeof *moves);
    uint64_t entries = stage->sector[sector].entries, sum = 0, step = entries / SAMPLE + 1,
             seen = 0;
    for (uint64_t i = 0; moves && i < entries; i += step, seen++) {
        Pos pos;
        game->solvable->unrank(stage->tables, (SectorIndex){sector, i}, &pos);
        sum += (uint64_t)game->moves(game, &pos, moves);
    }
    free(moves);
    return seen ? (double)sum / (double)seen : 0;
}

/* Every move is there twice at a time: as it was found, and by where it leads. */
uint64_t graph_memory(const Stage *stage)
{
    const Graph *g = NULL;
    double each = sizeof *g->degree + sizeof *g->outside + sizeof *g->ended + sizeof *g->worth +
                  sizeof *g->start + sizeof *g->layer->item;
    double bytes = 0, move = sizeof *g->chunk->to + sizeof *g->from;
    for (uint32_t s = stage->first; s < stage->first + stage->count; s++)
        bytes += (double)stage->sector[s].entries * (each + move * mean_moves(stage, s));
    return (uint64_t)bytes;
}

static bool solve(Graph *g, const Stage *stage, char *why)
{
    const Workers *workers = &stage->run->workers;
    if (!make_graph(g, stage))
        return refuse(why, "out of memory, or too many positions for a stored graph");
    if (!workers->run(workers->threads, g->chunks, expand_chunk, g))
        return refuse(why, "threads could not be started");
    if (!atomic_load(&g->failure) && !reverse_moves(g, why))
        return false;
    if (!atomic_load(&g->failure))
        propagate(g);
    if (atomic_load(&g->failure))
        return refuse(why, atomic_load(&g->failure) == FAILURE_MEMORY
                               ? "out of memory"
                               : "a move leads to a position that has no number");
    for (uint32_t s = 0; s < stage->count; s++)
        memcpy(stage->values[stage->first + s], g->worth + g->base[s],
               stage->sector[stage->first + s].entries * sizeof(Worth));
    return true;
}

bool graph_solve(const Stage *stage, char *why)
{
    Graph *g = calloc(1, sizeof *g);
    if (!g)
        return refuse(why, "out of memory");
    bool good = solve(g, stage, why);
    free_graph(g);
    return good;
}
