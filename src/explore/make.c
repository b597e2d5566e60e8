/* SPDX-License-Identifier: MIT */
/* Self-play for the explorer, see make.h. */
#include "explore/make.h"

#include "base/rng.h"
#include "core/canon.h"
#include "explore/player.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLIES_MAX = 250,  /* a game that goes on for ever is a draw */
    SLOTS = 1 << 16,  /* of the transposition table: searches are short */
    LEVEL = 8,        /* overlooks nothing, and takes nearly equal moves for equal: games differ */
    RANDOM_ONE_IN = 5 /* proposals that are any move at all */
};
/* How much seldom tried moves are favoured: large enough that moves which fare a little worse are
 * played hundreds of times among thousands, small enough that bad ones do not fill the book. */
static const double curiosity = 0.6;

struct BookMaker {
    const Game *game;
    MakeLimits limits;
    Book book;
    Rng rng;
    Player *player;
    Move *list;
    BookMove *moves;
    uint64_t *keys; /* of the positions of one game */
};

BookMaker *book_maker_open(const Game *game, const MakeLimits *limits)
{
    BookMaker *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->game = game;
    m->limits = *limits;
    m->rng.state = limits->seed;
    m->player = player_open(game, SLOTS, NULL);
    m->list = malloc(game->moves_max * sizeof *m->list);
    m->moves = malloc(game->moves_max * sizeof *m->moves);
    m->keys = malloc(((size_t)limits->plies + 1) * sizeof *m->keys);
    if (m->player && m->list && m->moves && m->keys)
        return m;
    book_maker_close(m);
    return NULL;
}

void book_maker_close(BookMaker *m)
{
    if (!m)
        return;
    player_close(m->player);
    free(m->list);
    free(m->moves);
    free(m->keys);
    book_free(&m->book);
    free(m);
}

static Move search_move(BookMaker *m, const History *history, uint64_t seed)
{
    SearchLimits limits = {.level = LEVEL, .nodes = m->limits.nodes, .seed = seed};
    return player_move(m->player, history, &limits);
}

/* How often it can be halved: a logarithm that is the same on every machine. */
static int halvings(uint32_t n)
{
    int times = 0;
    for (; n; n >>= 1)
        times++;
    return times;
}

/* What a move promises the side to move: what it has brought so far, and more where little is known
 * yet. */
static double promise(const BookRow *row, int side, uint32_t all)
{
    double games = book_games(row), rounds = halvings(all);
    double won = row->count[side ? BOOK_P2 : BOOK_P1] + row->count[BOOK_DRAWN] / 2.0;
    return won / games + curiosity * sqrt(rounds / games);
}

/* A move of the walk. There are about as many different ones as the root of the visits. */
static Move choose(BookMaker *m, const History *history)
{
    const Pos *pos = &history->pos;
    int count = book_moves(&m->book, m->game, pos, m->list, m->moves), known = 0, best = 0;
    uint32_t all = 0;
    for (; known < count && m->moves[known].row; known++)
        all += book_games(m->moves[known].row);
    if (known < count && (uint64_t)known * (uint64_t)known <= all) {
        uint64_t luck = rng_next(&m->rng);
        if (luck % RANDOM_ONE_IN == 0)
            return m->moves[rng_below(&m->rng, (uint32_t)count)].move;
        return search_move(m, history, luck);
    }
    for (int i = 1; i < known; i++)
        if (promise(m->moves[i].row, pos->turn, all) > promise(m->moves[best].row, pos->turn, all))
            best = i;
    return m->moves[best].move;
}

/* Every position of the game once, though it may have come again. */
static bool note_game(BookMaker *m, int count, Winner winner)
{
    int result = winner == WINNER_P1 ? BOOK_P1 : winner == WINNER_P2 ? BOOK_P2 : BOOK_DRAWN;
    for (int i = 0; i < count; i++) {
        int before = 0;
        while (before < i && m->keys[before] != m->keys[i])
            before++;
        if (before < i)
            continue;
        BookRow *row = book_take(&m->book, m->keys[i]);
        if (!row)
            return false;
        row->count[result]++;
    }
    return true;
}

bool book_maker_play(BookMaker *m)
{
    History history;
    Pos start;
    int count = 0;
    uint64_t seed = rng_next(&m->rng);
    m->game->ops->start(m->game, 1, &start);
    if (!history_begin(&history, m->game, &start))
        return false;
    bool good = true;
    player_forget(m->player);
    m->keys[count++] = canon_key(m->game, &start);
    while (good && history_winner(&history) == WINNER_NONE && history.ply < PLIES_MAX) {
        bool walks = count <= m->limits.plies;
        Move move = walks ? choose(m, &history) : search_move(m, &history, seed + history.ply);
        good = history_play(&history, move);
        if (good && walks)
            m->keys[count++] = canon_key(m->game, &history.pos);
    }
    good = good && note_game(m, count, history_winner(&history));
    history_free(&history);
    return good;
}

/* --- Walking -----------------------------------------------------------------------------------
 */

/* Positions that wait, and the names of all that have waited. */
typedef struct Walk {
    Pos *queue;
    uint32_t count;
    Book seen;
} Walk;

static bool walk_add(Walk *walk, const Book *book, uint64_t key, const Pos *pos)
{
    if (!book_find(book, key) || book_find(&walk->seen, key))
        return true;
    if (!book_take(&walk->seen, key))
        return false;
    walk->queue[walk->count++] = *pos;
    return true;
}

int book_walk(const Book *book, const Game *game, BookVisit *visit, void *context)
{
    Walk walk = {.queue = malloc(((size_t)book->count + 1) * sizeof *walk.queue)};
    Move *list = malloc(game->moves_max * sizeof *list);
    Pos start;
    game->ops->start(game, 1, &start);
    bool good = walk.queue && list && walk_add(&walk, book, canon_key(game, &start), &start);
    for (uint32_t i = 0; good && i < walk.count; i++) {
        const Pos at = walk.queue[i];
        visit(context, book_find(book, canon_key(game, &at)), &at);
        int n = game->moves(game, &at, list);
        for (int j = 0; good && j < n; j++) {
            Pos next;
            game->apply(game, &at, list[j], &next);
            good = walk_add(&walk, book, canon_key(game, &next), &next);
        }
    }
    int reached = good ? (int)walk.count : -1;
    book_free(&walk.seen);
    free(walk.queue);
    free(list);
    return reached;
}

/* --- Taking ------------------------------------------------------------------------------------
 */

typedef struct Taken {
    BookRow *row;
    uint32_t count;
    const Oracle *oracle;
} Taken;

static int8_t value_of(const Oracle *oracle, const Pos *pos)
{
    Known known;
    if (!oracle->ask || !oracle->ask(oracle->context, pos, &known))
        return BOOK_UNKNOWN;
    return (int8_t)(pos->turn ? -known.value : known.value);
}

static void take_row(void *context, const BookRow *row, const Pos *pos)
{
    Taken *taken = context;
    BookRow *out = &taken->row[taken->count++];
    *out = *row;
    out->value = value_of(taken->oracle, pos);
}

bool book_add_values(Book *book, const Game *game, const Oracle *oracle)
{
    Taken taken = {malloc(((size_t)book->count + 1) * sizeof *taken.row), 0, oracle};
    bool good = taken.row && book_walk(book, game, take_row, &taken) >= 0;
    for (uint32_t i = 0; good && i < taken.count; i++)
        *book_take(book, taken.row[i].key) = taken.row[i];
    free(taken.row);
    return good;
}

static int compare(const void *a, const void *b)
{
    const BookRow *x = a, *y = b;
    uint32_t n = book_games(x), m = book_games(y);
    return n != m ? (n < m) - (n > m) : (x->key > y->key) - (x->key < y->key);
}

static bool copy_rows(const BookRow *row, uint32_t count, Book *out)
{
    *out = (Book){NULL, NULL, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        BookRow *place = book_take(out, row[i].key);
        if (!place)
            return false;
        *place = row[i];
    }
    return true;
}

bool book_maker_take(BookMaker *m, uint32_t least, const Oracle *oracle, Book *out)
{
    Book often = {NULL, NULL, 0, 0};
    Taken taken = {malloc(((size_t)m->book.count + 1) * sizeof *taken.row), 0, oracle};
    bool good = taken.row != NULL;
    for (uint32_t i = 0; good && i < m->book.count; i++) {
        const BookRow *row = &m->book.slot[m->book.row[i]];
        BookRow *place = book_games(row) >= least ? book_take(&often, row->key) : NULL;
        good = place || book_games(row) < least;
        if (place)
            *place = *row;
    }
    *out = (Book){NULL, NULL, 0, 0};
    good = good && book_walk(&often, m->game, take_row, &taken) >= 0;
    if (good) {
        qsort(taken.row, taken.count, sizeof *taken.row, compare);
        good = copy_rows(taken.row, taken.count, out);
    }
    if (!good)
        book_free(out);
    book_free(&often);
    free(taken.row);
    return good;
}
