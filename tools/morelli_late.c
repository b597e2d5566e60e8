/* SPDX-License-Identifier: MIT */
/* How far are Morelli's scores from the truth near the end, where it can be known? Reads positions
 * as `morelli_tune play` writes them, solves those where one side has at most MEN men who can move,
 * by trying every move to the end of the game, and compares:
 *
 *     morelli_late VARIANT MEN NODES [--list] FILE...
 *
 * For positions with a vacant and with a held throne: how many, the mean squared error of the
 * evaluation and of a search with so many nodes (a win is 1, a draw 1/2; a score is a chance as in
 * morelli_tune), and how often that search says 80 or more for a side that does not win. With
 * --list also each such position: value for the side to move, score, text. */
#include "ai/search.h"
#include "games/morelli/field.h"
#include "games/registry.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SOLVE_MOST = 100000, /* positions looked at before one is given up */
    SLOTS = 1 << 18,
    DEPTH_MOST = 64,
    SURE = 80, /* a score that promises something */
    LINE = 512,
};

typedef struct Solved {
    uint64_t key;
    int8_t low, high; /* between which the value is */
} Solved;

typedef struct Sum {
    int count, wrong;
    double still, searched; /* squared errors */
} Sum;

static Game *game;
static Solved table[SLOTS];
static Move lists[DEPTH_MOST][MORELLI_STEPS_MAX * 2];
static int looked;
static Search search;
static SearchMemory memory;

static void *need(size_t bytes)
{
    void *memory_of = calloc(1, bytes);
    if (!memory_of)
        exit(2);
    return memory_of;
}

/* 1, 0, -1 for the side to move; alpha-beta over all moves. Meaningless once `looked` is too much.
 */
static int solve(const Pos *pos, int alpha, int beta, int ply)
{
    Solved *known = &table[pos->key & (SLOTS - 1)];
    Move *moves = lists[ply];
    int count = game->moves(game, pos, moves), best = -1, from = alpha;
    if (count == 0) {
        Winner winner = game->ops->outcome(game, pos).winner;
        return winner == WINNER_DRAW ? 0 : (winner == WINNER_P2) == pos->turn ? 1 : -1;
    }
    if (++looked > SOLVE_MOST || ply + 1 == DEPTH_MOST) {
        looked = SOLVE_MOST + 1;
        return 0;
    }
    if (known->key == pos->key && known->low >= beta)
        return known->low;
    if (known->key == pos->key && known->high <= alpha)
        return known->high;
    for (int i = 0; i < count && best < beta; i++) {
        Pos next;
        game->apply(game, pos, moves[i], &next);
        int value = -solve(&next, -beta, -alpha, ply + 1);
        best = value > best ? value : best;
        alpha = best > alpha ? best : alpha;
    }
    *known = (Solved){pos->key, (int8_t)(best > from ? best : -1),
                      (int8_t)(best < beta ? best : 1)};
    return best;
}

static int men_able(const Pos *pos)
{
    int least = MORELLI_MEN_MAX;
    for (int player = 0; player < 2; player++) {
        Field field;
        field_make(morelli_rules(game), pos, player, &field);
        int able = set_count(&field.able);
        least = able < least ? able : least;
    }
    return least;
}

static int searched_score(const Pos *pos, uint64_t nodes)
{
    SearchLimits limits = {.nodes = nodes};
    History history;
    if (!history_begin(&history, game, pos))
        exit(2);
    tt_clear(&memory.tt);
    search_begin(&search, &memory, &history, &limits);
    while (search_go_on(&search, 0))
        continue;
    history_free(&history);
    return search.score;
}

static double off(int score, int value)
{
    double error = 1 / (1 + exp(-score / 200.0)) - (value + 1) / 2.0;
    return error * error;
}

static void look(Sum *sums, const Pos *pos, const char *text, int men, uint64_t nodes, bool list)
{
    if (men_able(pos) > men || game->ops->outcome(game, pos).winner != WINNER_NONE)
        return;
    looked = 0;
    memset(table, 0, sizeof table);
    int value = solve(pos, -1, 1, 0);
    if (looked > SOLVE_MOST)
        return;
    Sum *sum = &sums[MORELLI_KING(pos) != 0];
    int score = searched_score(pos, nodes);
    bool wrong = (score >= SURE && value < 1) || (score <= -SURE && value > -1);
    sum->count++;
    sum->wrong += wrong;
    sum->still += off(game->evaluate(game, pos), value);
    sum->searched += off(score, value);
    if (list && wrong)
        printf("%d %d %d %s\n", value, score, looked, text);
}

int main(int argc, char **argv)
{
    static Sum sums[2];
    char line[LINE], why[512];
    if (argc < 5) {
        fprintf(stderr, "usage: morelli_late VARIANT MEN NODES [--list] FILE...\n");
        return 2;
    }
    game = game_open(argv[1], LANG_EN, why);
    if (!game)
        return fprintf(stderr, "morelli_late: %s\n", why), 2;
    size_t room = SEARCH_ROOM + (size_t)game->moves_max, slots = 1 << 12;
    memory = (SearchMemory){.tt = {need(slots * sizeof(TTSlot)), slots},
                            .moves = need(room * sizeof(Move)),
                            .order = need(room * sizeof(int32_t)),
                            .room = room};
    bool list = strcmp(argv[4], "--list") == 0;
    for (int i = 4 + list; i < argc; i++) {
        FILE *file = fopen(argv[i], "r");
        while (file && fgets(line, sizeof line, file)) {
            int at = 0;
            Pos pos;
            line[strcspn(line, "\n")] = 0;
            sscanf(line, "%*d %*d %*u %n", &at);
            if (at && game->ops->read_pos(game, line + at, LANG_EN, &pos, why))
                look(sums, &pos, line + at, atoi(argv[2]), strtoull(argv[3], NULL, 10), list);
        }
        if (file)
            fclose(file);
    }
    for (int held = 0; held < 2; held++)
        printf("throne %s: %d positions, squared error %.4f, searched %.4f, promised too much %d\n",
               held ? "held" : "vacant", sums[held].count, sums[held].still / sums[held].count,
               sums[held].searched / sums[held].count, sums[held].wrong);
    return 0;
}
