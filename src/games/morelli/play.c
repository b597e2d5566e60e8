/* SPDX-License-Identifier: MIT */
/* Morelli as the revised and MindSports editions play it: captures and enthroning always happen, so
 * a move is its two cells and apply() finds out the rest. And what both kinds of edition share:
 * placing, keys, what a move does.
 *
 * Words of a position: stones[c] men of c by cell, phase, extra[0] the king (see MORELLI_KING). */
#include "games/morelli/morelli.h"

#include <assert.h>

/* --- Placing ------------------------------------------------------------------------------------*/

int morelli_place_moves(const MorelliRules *r, const Pos *pos, Move *out)
{
    int n = 0;
    for (int w = 0; w < 3; w++)
        for (uint64_t rest = r->outer.word[w] & ~(pos->stones[0][w] | pos->stones[1][w]); rest;)
            out[n++] = MORELLI_PLACE | (Move)(64 * w + bits_pop(&rest)) << 8;
    return n;
}

void morelli_place_apply(const MorelliRules *r, const Pos *pos, Move move, Pos *next)
{
    int us = pos->turn, cell = morelli_to(move), opposite = 2 * MORELLI_THRONE - cell;
    *next = *pos;
    morelli_flip(next->stones[us], cell);
    next->key ^= r->man_key[us][cell];
    if (r->setup != SETUP_FREE) {
        morelli_flip(next->stones[!us], opposite);
        next->key ^= r->man_key[!us][opposite];
    }
    int men = morelli_men(next, 0) + morelli_men(next, 1);
    bool full = men == 2 * r->men;
    next->turn = full ? 0 : (uint8_t)morelli_placer(r, men);
    next->phase = full ? PHASE_PLAY : PHASE_PLACE;
    next->key ^= (next->turn != us ? r->turn_key : 0) ^ (full ? r->place_key : 0);
}

/* --- Moves --------------------------------------------------------------------------------------*/

/* Adds the moves along a ray with `free` empty cells, four at a time and up to three too many,
 * which the next ones overwrite. The throne among them is taken out again. */
static inline int add_ray(const Ray *ray, int from, int free, Move *out)
{
    Move move = (Move)from, delta = (Move)ray->step << 8;
    move += ((Move)from << 8) + delta;
    for (int i = 0; i < free; i += 4)
        for (int j = 0; j < 4; j++, move += delta)
            out[i + j] = move;
    if (ray->throne > free)
        return free;
    for (int i = ray->throne; i < free; i++)
        out[i - 1] = out[i];
    return free - 1;
}

static int play_moves(const Game *game, const Pos *pos, Move *out)
{
    const MorelliRules *r = morelli_rules(game);
    if (pos->phase == PHASE_PLACE)
        return morelli_place_moves(r, pos, out);
    PointSet occupied = morelli_occupied(pos);
    int n = 0;
    for (int w = 0; w < 3; w++) {
        for (uint64_t men = pos->stones[pos->turn][w]; men;) {
            int from = 64 * w + bits_pop(&men);
            for (int i = 0; i < r->ray_count[from]; i++) {
                const Ray *ray = &r->ray[from][i];
                n += add_ray(ray, from, morelli_free_cells(ray, &occupied), out + n);
            }
        }
    }
    return n;
}

bool morelli_can_move(const MorelliRules *r, const Pos *pos)
{
    if (pos->phase == PHASE_PLACE)
        return true;
    PointSet occupied = morelli_occupied(pos);
    for (int w = 0; w < 3; w++) {
        for (uint64_t men = pos->stones[pos->turn][w]; men;) {
            int from = 64 * w + bits_pop(&men);
            for (int i = 0; i < r->ray_count[from]; i++) {
                const Ray *ray = &r->ray[from][i];
                int free = morelli_free_cells(ray, &occupied);
                if (free > (ray->throne == 1))
                    return true;
            }
        }
    }
    return false;
}

/* --- Picking ------------------------------------------------------------------------------------*/

/* A ray with moves in it, and how many moves there are up to its end. */
typedef struct Way {
    uint8_t from, ray, free;
    uint16_t total;
} Way;

static int list_ways(const MorelliRules *r, const Pos *pos, Way *out)
{
    PointSet occupied = morelli_occupied(pos);
    int n = 0, total = 0;
    for (int w = 0; w < 3; w++) {
        for (uint64_t men = pos->stones[pos->turn][w]; men;) {
            int from = 64 * w + bits_pop(&men);
            for (int i = 0; i < r->ray_count[from]; i++) {
                const Ray *ray = &r->ray[from][i];
                int free = morelli_free_cells(ray, &occupied);
                total += free - (ray->throne <= free);
                out[n++] = (Way){(uint8_t)from, (uint8_t)i, (uint8_t)free, (uint16_t)total};
            }
        }
    }
    return n;
}

/* play_moves without writing the moves down: one entry per ray is enough to find number i. */
static int play_pick(const Game *game, const Pos *pos, uint32_t random, Move *scratch, Move *out)
{
    const MorelliRules *r = morelli_rules(game);
    if (pos->phase == PHASE_PLACE) {
        int count = morelli_place_moves(r, pos, scratch);
        *out = scratch[game_pick_index(random, count)];
        return count;
    }
    Way ways[MORELLI_MEN_MAX * MORELLI_CELL_RAYS];
    int n = list_ways(r, pos, ways), count = n ? ways[n - 1].total : 0;
    if (!count)
        return 0;
    int i = game_pick_index(random, count);
    const Way *way = ways;
    while (way->total <= i)
        way++;
    const Ray *ray = &r->ray[way->from][way->ray];
    /* Counted from the far end of the ray, where way->total stands. */
    int step = way->free - (way->total - 1 - i);
    step -= ray->throne <= way->free && step <= ray->throne;
    *out = (Move)way->from | (Move)(way->from + step * ray->step) << 8;
    return count;
}

/* --- Applying -----------------------------------------------------------------------------------*/

uint64_t morelli_key(const Game *game, const Pos *pos)
{
    const MorelliRules *r = morelli_rules(game);
    uint64_t key = r->king_key[MORELLI_KING(pos)] ^ (pos->turn ? r->turn_key : 0) ^
                   (pos->phase == PHASE_PLACE ? r->place_key : 0);
    for (int c = 0; c < 2; c++)
        for (int w = 0; w < 3; w++)
            for (uint64_t men = pos->stones[c][w]; men;)
                key ^= r->man_key[c][64 * w + bits_pop(&men)];
    return key;
}

/* Turns the men of `captured` (window bits about `to`) over; true if one of them or the man on `to`
 * is then in a frame. A frame that stood before has none of them in it. */
static bool turn_over(const MorelliRules *r, Pos *next, int us, int to, uint64_t captured)
{
    bool framed = false;
    for (uint64_t rest = captured; rest;) {
        int cell = bits_pop(&rest) + to - WINDOW_MIDDLE;
        morelli_flip(next->stones[us], cell);
        morelli_flip(next->stones[!us], cell);
        next->key ^= r->turned_key[cell];
    }
    for (uint64_t rest = captured; rest && !framed;)
        framed = morelli_framed(r, next->stones[us], bits_pop(&rest) + to - WINDOW_MIDDLE);
    return framed || morelli_framed(r, next->stones[us], to);
}

static void play_apply(const Game *game, const Pos *pos, Move move, Pos *next)
{
    const MorelliRules *r = morelli_rules(game);
    if (pos->phase == PHASE_PLACE) {
        morelli_place_apply(r, pos, move, next);
        return;
    }
    int us = pos->turn, from = morelli_from(move), to = morelli_to(move);
    uint64_t captured = morelli_captures(r, pos, us, to);
    *next = *pos;
    morelli_flip(next->stones[us], from);
    morelli_flip(next->stones[us], to);
    next->key ^= r->man_key[us][from] ^ r->man_key[us][to] ^ r->turn_key;
    next->turn = (uint8_t)!us;
    bool framed = captured ? turn_over(r, next, us, to, captured)
                           : morelli_framed(r, next->stones[us], to);
    if (framed) {
        next->key ^= r->king_key[MORELLI_KING(pos)] ^ r->king_key[us + 1];
        MORELLI_KING(next) = (uint8_t)(us + 1);
    }
}

/* At most one man reaches a cell from each direction, so a cell is the end of at most eight moves;
 * and moves end on neither the outer band nor the throne. A placement has at most one move per
 * outer cell, which are fewer. Three more are the slack that writing four at a time needs. */
void morelli_play_open(Game *game)
{
    const MorelliRules *r = morelli_rules(game);
    uint32_t inner = r->size - 2u;
    game->moves = play_moves;
    game->pick = play_pick;
    game->apply = play_apply;
    game->moves_max = 8 * (inner * inner - 1) + 3;
}
