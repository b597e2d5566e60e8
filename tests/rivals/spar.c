/* SPDX-License-Identifier: MIT */
/* Games between two players in one process, to measure quickly while something is being built:
 *
 *     spar VARIANT A B [--pairs N] [--seed S] [--plies K]
 *
 * A player is `uct` or `ab` and settings: uct:moves=1000000,c=0.7 or uct:time=100, ab:time=10,
 * ab:nodes=20000, ab:time=10,quiesce=0,rate=0 (other settings than the game's own). Every opening
 * (set-up S, S+1, ... and K random moves) is played twice, with colours exchanged. Times are of the
 * thread's own processor time, so that other work on the machine does not count. `concentric match`
 * is the tool for whole programs. */
#include "ai/search.h"
#include "games/registry.h"
#include "rivals/uct.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Player {
    bool is_uct;
    UctLimits uct_limits;
    SearchLimits limits;
    Uct uct;
    SearchMemory memory;
    Search *search;
    int quiesce, futility; /* -1: the game's own */
    bool unrated;
    Game *view; /* the game as this player sees it */
    double spent_ms, depths;
    uint64_t decisions, nodes;
} Player;

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void fail(const char *what)
{
    fprintf(stderr, "spar: %s\n", what);
    exit(2);
}

static void set_option(Player *p, const char *name, double value)
{
    if (strcmp(name, "time") == 0 && value > 0)
        p->limits.time_ms = p->uct_limits.time_ms = value;
    else if (strcmp(name, "nodes") == 0 && value >= 1)
        p->limits.nodes = (uint64_t)value;
    else if (strcmp(name, "depth") == 0 && value >= 1)
        p->limits.depth = (int)value;
    else if (strcmp(name, "moves") == 0 && value >= 1)
        p->uct_limits.moves = (uint64_t)value;
    else if (strcmp(name, "quiesce") == 0 && value >= 0 && value < 64)
        p->quiesce = (int)value;
    else if (strcmp(name, "futility") == 0 && value >= 0 && value < 10000)
        p->futility = (int)value;
    else if (strcmp(name, "rate") == 0)
        p->unrated = value <= 0;
    else if (strcmp(name, "c") == 0 && value >= 0)
        p->uct_limits.explore = value;
    else
        fail("a player is uct or ab, then :time=MS, nodes=N, depth=N, moves=N, c=X, "
             "quiesce=N, futility=N, rate=0");
}

static void read_player(Player *p, const char *text)
{
    char name[16];
    double value;
    int n;
    *p = (Player){.is_uct = strncmp(text, "uct", 3) == 0,
                  .quiesce = -1,
                  .futility = -1,
                  .uct_limits = {.explore = 0.35, .now = now_ms}};
    if (!p->is_uct && strncmp(text, "ab", 2) != 0)
        fail("a player begins with uct or ab");
    text += p->is_uct ? 3 : 2;
    while (*text) {
        if (sscanf(text + 1, "%15[a-z]=%lf%n", name, &value, &n) != 2)
            fail("settings are name=number, after a colon and with commas between");
        set_option(p, name, value);
        text += 1 + n;
    }
    if (p->is_uct && p->uct_limits.time_ms <= 0 && !p->uct_limits.moves)
        p->uct_limits.moves = UCT_MOVES;
}

static void open_player(Player *p, const Game *game, uint64_t seed)
{
    if (p->is_uct) {
        if (!uct_open(&p->uct, game, 1 << 23, seed))
            fail("out of memory");
        return;
    }
    p->view = malloc(sizeof *p->view);
    if (!p->view)
        fail("out of memory");
    *p->view = *game;
    if (p->quiesce >= 0)
        p->view->quiesce = (uint8_t)p->quiesce;
    if (p->futility >= 0)
        p->view->futility_margin = (uint16_t)p->futility;
    if (p->unrated)
        p->view->rate = NULL;
    size_t room = SEARCH_ROOM + (size_t)game->moves_max;
    p->memory = (SearchMemory){.tt = {calloc(SEARCH_TT_SLOTS, sizeof(TTSlot)), SEARCH_TT_SLOTS},
                               .moves = malloc(room * sizeof(Move)),
                               .order = malloc(room * sizeof(int32_t)),
                               .room = room,
                               .now = now_ms};
    p->search = malloc(sizeof *p->search);
    if (!p->memory.tt.slots || !p->memory.moves || !p->memory.order || !p->search)
        fail("out of memory");
}

static Move think(Player *p, const History *history)
{
    double began = now_ms();
    Move move;
    if (p->is_uct) {
        move = uct_think(&p->uct, history->game, &history->pos, &p->uct_limits);
        p->nodes += p->uct.playouts;
    } else {
        History seen = *history;
        seen.game = p->view;
        search_begin(p->search, &p->memory, &seen, &p->limits);
        while (search_go_on(p->search, 0))
            continue;
        move = p->search->best;
        p->nodes += p->search->nodes;
        p->depths += p->search->depth;
    }
    p->spent_ms += now_ms() - began;
    p->decisions++;
    return move;
}

/* Points of the player who has the first move. */
static double play(const Game *game, const Pos *start, Player *first, Player *second, int *plies)
{
    History history;
    Winner winner;
    if (!history_begin(&history, game, start))
        fail("out of memory");
    for (int i = 0; i < 2; i++) {
        Player *p = i ? second : first;
        if (!p->is_uct)
            tt_clear(&p->memory.tt);
    }
    while ((winner = history_winner(&history)) == WINNER_NONE && history.ply < 2000) {
        Move move = think(history.pos.turn ? second : first, &history);
        if (!history_play(&history, move))
            fail("a game grew too long");
    }
    *plies = (int)history.ply;
    history_free(&history);
    return winner == WINNER_P1 ? 1 : winner == WINNER_P2 ? 0 : 0.5;
}

static void make_opening(const Game *game, uint64_t seed, int plies, Pos *out)
{
    Rng rng = {seed};
    Move *scratch = malloc(game->moves_max * sizeof *scratch), move;
    Pos next;
    game->ops->start(game, seed, out);
    for (int i = 0; i < plies; i++) {
        if (!game_pick(game, out, (uint32_t)(rng_next(&rng) >> 32), scratch, &move))
            break;
        game->apply(game, out, move, &next);
        *out = next;
    }
    free(scratch);
}

static void tell(const Player *p, const char *text)
{
    double n = (double)p->decisions;
    printf("%s: %.2f ms, %.0f nodes or playouts, depth %.2f a decision\n", text, p->spent_ms / n,
           (double)p->nodes / n, p->depths / n);
}

int main(int argc, char **argv)
{
    uint64_t pairs = 10, seed = 1;
    int plies = 0, count[3] = {0};
    char why[512];
    if (argc < 4)
        fail("VARIANT A B [--pairs N] [--seed S] [--plies K]");
    for (int i = 4; i + 1 < argc; i += 2) {
        uint64_t n = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--pairs") == 0)
            pairs = n;
        else if (strcmp(argv[i], "--seed") == 0)
            seed = n;
        else if (strcmp(argv[i], "--plies") == 0)
            plies = (int)n;
        else
            fail("options are --pairs, --seed, --plies");
    }
    Game *game = game_open(argv[1], LANG_EN, why);
    if (!game)
        fail(why);
    static Player a, b;
    read_player(&a, argv[2]);
    read_player(&b, argv[3]);
    open_player(&a, game, bits_mix(seed));
    open_player(&b, game, bits_mix(~seed));
    double sum = 0, squares = 0;
    for (uint64_t i = 0; i < pairs; i++) {
        Pos start;
        int length[2];
        make_opening(game, seed + i, plies, &start);
        double points[2] = {play(game, &start, &a, &b, &length[0]),
                            1 - play(game, &start, &b, &a, &length[1])};
        double pair = (points[0] + points[1]) / 2;
        sum += pair;
        squares += pair * pair;
        for (int k = 0; k < 2; k++)
            count[points[k] > 0.75 ? 0 : points[k] > 0.25 ? 1 : 2]++;
        double n = (double)(i + 1), mean = sum / n;
        double error = n > 1 ? sqrt((squares / n - mean * mean) / (n - 1)) : 0.5;
        printf("%d=%d-%d  %.1f %% +- %.1f  (%d, %d plies)\n", count[0], count[1], count[2],
               100 * mean, 196 * error, length[0], length[1]);
        fflush(stdout);
    }
    tell(&a, argv[2]);
    tell(&b, argv[3]);
    return 0;
}
