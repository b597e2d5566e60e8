/* SPDX-License-Identifier: MIT */
/* Data sets as text, see selfplay.h. */
#include "app/cli/commands.h"
#include "app/cli/selfplay.h"
#include "app/dataset_file.h"
#include "base/json.h"

#include "games/registry.h"

#include <inttypes.h>
#include <stdio.h>

/* What the lines of a game have in common. */
typedef struct Lines {
    const Game *game;
    uint64_t number;
    Winner winner;
    bool json;
} Lines;

static bool stands_first; /* in the list of --json */

void selfplay_print_head(bool json)
{
    stands_first = true;
    if (json)
        fputs("{\"positions\":[", stdout);
    else
        puts("game\tply\tposition\tmove\tscore\tresult");
}

void selfplay_print_end(bool json)
{
    if (json)
        puts("]}");
}

static void print_line_json(const Lines *lines, uint32_t ply, const char *position,
                            const char *move, int32_t score, const char *result)
{
    char text[POSITION_TEXT_MAX + MOVE_TEXT_MAX + 200];
    Str s = str_over(text, sizeof text);
    Json json = json_over(&s);
    json_open(&json, '{');
    json_add_number(&json, "game", (int64_t)lines->number);
    json_add_number(&json, "ply", ply);
    json_add_text(&json, "position", position);
    json_add_text(&json, "move", move);
    json_key(&json, "score");
    if (score == SELFPLAY_NO_SCORE)
        json_null(&json);
    else
        json_number(&json, score);
    json_add_text(&json, "result", result);
    json_close(&json, '}');
    printf("%s%s", stands_first ? "" : ",\n", text);
    stands_first = false;
}

static void print_line(void *context, uint32_t ply, const Pos *pos, const char *move, int32_t score)
{
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    const Lines *lines = context;
    char text[POSITION_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    lines->game->ops->write_pos(lines->game, pos, &s);
    if (lines->json) {
        print_line_json(lines, ply, text, move, score, results[lines->winner]);
        return;
    }
    printf("%" PRIu64 "\t%" PRIu32 "\t%s\t%s\t", lines->number, ply, text, move);
    if (score != SELFPLAY_NO_SCORE)
        printf("%" PRId32, score);
    printf("\t%s\n", results[lines->winner]);
}

void selfplay_print(const Game *game, uint64_t number, const Played *played, bool json)
{
    Lines lines = {game, number, played->winner, json};
    Pos pos[2] = {played->start};
    for (uint32_t i = 0; i < played->count; i++) {
        char text[MOVE_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        game->ops->write_move(game, &pos[i & 1], played->move[i], &s);
        print_line(&lines, i, &pos[i & 1], text, played->score[i]);
        game->apply(game, &pos[i & 1], played->move[i], &pos[~i & 1]);
    }
}

static int show_games(DatasetFile *file, const Game *game, const char *path, bool json)
{
    char why[WHY_MAX], reason[WHY_MAX];
    DatasetFound found;
    selfplay_print_head(json);
    while ((found = dataset_file_next(file, why)) == DATASET_GAME) {
        Lines lines = {game, file->head.first + file->games - 1, file->game.winner, json};
        if (!dataset_replay(game, &file->texts, &file->game, print_line, &lines, reason)) {
            refuse(why, "game %" PRIu64 " in it: %.400s", file->games, reason);
            found = DATASET_BAD;
            break;
        }
    }
    selfplay_print_end(json);
    if (found == DATASET_BAD)
        complain_of_file("show", path, why);
    else if (found == DATASET_TORN || file->games < file->head.games)
        fprintf(stderr, "concentric: %s has %" PRIu64 " of %" PRIu64 " games; selfplay goes on\n",
                path, file->games, file->head.games);
    return found == DATASET_BAD ? EXIT_NEGATIVE : EXIT_GOOD;
}

int selfplay_show(const char *path, bool json)
{
    char why[WHY_MAX];
    DatasetFile file;
    if (!dataset_file_read(&file, path, why))
        return complain_of_file("show", path, why);
    Game *game = game_open(file.head.variant, LANG_EN, why);
    int result = game ? show_games(&file, game, path, json) : complain_of_file("show", path, why);
    if (game)
        game_close(game);
    dataset_file_close(&file);
    return result;
}
