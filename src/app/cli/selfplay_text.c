/* SPDX-License-Identifier: MIT */
/* Data sets as text, see selfplay.h. */
#include "app/cli/commands.h"
#include "app/cli/selfplay.h"
#include "app/dataset_file.h"

#include "games/registry.h"

#include <inttypes.h>
#include <stdio.h>

/* What the lines of a game have in common. */
typedef struct Lines {
    const Game *game;
    uint64_t number;
    Winner winner;
} Lines;

void selfplay_print_head(void)
{
    puts("game\tply\tposition\tmove\tscore\tresult");
}

static void print_line(void *context, uint32_t ply, const Pos *pos, const char *move, int32_t score)
{
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    const Lines *lines = context;
    char text[POSITION_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    lines->game->ops->write_pos(lines->game, pos, &s);
    printf("%" PRIu64 "\t%" PRIu32 "\t%s\t%s\t", lines->number, ply, text, move);
    if (score != SELFPLAY_NO_SCORE)
        printf("%" PRId32, score);
    printf("\t%s\n", results[lines->winner]);
}

void selfplay_print(const Game *game, uint64_t number, const Played *played)
{
    Lines lines = {game, number, played->winner};
    Pos pos[2] = {played->start};
    for (uint32_t i = 0; i < played->count; i++) {
        char text[MOVE_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        game->ops->write_move(game, &pos[i & 1], played->move[i], &s);
        print_line(&lines, i, &pos[i & 1], text, played->score[i]);
        game->apply(game, &pos[i & 1], played->move[i], &pos[~i & 1]);
    }
}

static int show_games(DatasetFile *file, const Game *game, const char *path)
{
    char why[WHY_MAX], reason[WHY_MAX];
    DatasetFound found;
    selfplay_print_head();
    while ((found = dataset_file_next(file, why)) == DATASET_GAME) {
        Lines lines = {game, file->head.first + file->games - 1, file->game.winner};
        if (!dataset_replay(game, &file->texts, &file->game, print_line, &lines, reason)) {
            refuse(why, "game %" PRIu64 " in it: %.400s", file->games, reason);
            found = DATASET_BAD;
            break;
        }
    }
    if (found == DATASET_BAD)
        complain_of_file("show", path, why);
    else if (found == DATASET_TORN || file->games < file->head.games)
        fprintf(stderr, "concentric: %s has %" PRIu64 " of %" PRIu64 " games; selfplay goes on\n",
                path, file->games, file->head.games);
    return found == DATASET_BAD ? EXIT_NEGATIVE : EXIT_GOOD;
}

int selfplay_show(const char *path)
{
    char why[WHY_MAX];
    DatasetFile file;
    if (!dataset_file_read(&file, path, why))
        return complain_of_file("show", path, why);
    Game *game = game_open(file.head.variant, LANG_EN, why);
    int result = game ? show_games(&file, game, path) : complain_of_file("show", path, why);
    if (game)
        game_close(game);
    dataset_file_close(&file);
    return result;
}
