/* SPDX-License-Identifier: MIT */
/* The best lines of a position, and what a database knows: analyse VARIANT [POSITION] [SECONDS]
 * [DATABASE].
 *   cc analyse.c $(pkg-config --cflags --libs concentric) -o analyse */
#include <concentric/concentric.h>
#include <stdio.h>
#include <stdlib.h>

static bool show_depth(void *context, concentric_search *search)
{
    (void)context;
    fprintf(stderr, "depth %d: %s\n", concentric_search_depth(search),
            concentric_search_line(search, 0));
    return true; /* go on */
}

static void show_lines(concentric_search *search)
{
    for (size_t i = 0; i < concentric_search_line_count(search); i++) {
        int mate = concentric_search_mate(search, i), chances[3];
        concentric_search_chances(search, i, chances);
        if (mate)
            printf("%zu. %s in %d plies", i + 1, mate > 0 ? "won" : "lost", abs(mate));
        else
            printf("%zu. %+.2f", i + 1, concentric_search_score(search, i) / 100.0);
        printf(" (%d/%d/%d): %s\n", chances[0], chances[1], chances[2],
               concentric_search_line(search, i));
    }
}

static void show_value(const concentric_database *database, concentric_match *match)
{
    static const char *const words[] = {"lost", "drawn", "won"};
    concentric_known known;
    if (!concentric_database_value(database, match, &known))
        puts("the database does not know this position");
    else if (known.plies >= 0)
        printf("%s in %d plies\n", words[known.value + 1], known.plies);
    else
        puts(words[known.value + 1]);
}

int main(int argc, char **argv)
{
    char why[CONCENTRIC_WHY_MAX] = "usage: analyse VARIANT [POSITION] [SECONDS] [DATABASE]";
    const char *position = argc > 2 && *argv[2] ? argv[2] : NULL;
    concentric_limits limits = {.time_ms = 1000, .lines = 3, .progress = show_depth};
    concentric_match *match = argc > 1 ? concentric_new(argv[1], position, why) : NULL;
    if (!match) {
        fprintf(stderr, "analyse: %s\n", why);
        return 2;
    }
    if (argc > 3)
        limits.time_ms = 1000 * atof(argv[3]);
    const concentric_game *game = concentric_game_of(match);
    concentric_database *database = argc > 4 ? concentric_database_open(game, argv[4], why) : NULL;
    concentric_search *search = concentric_search_new(game, 0, 1, why);
    bool good = search && (database || argc <= 4) &&
                concentric_search_set_database(search, database, why);
    fputs(concentric_picture(match), stdout);
    if (good && database)
        show_value(database, match);
    if (good && concentric_search_run(search, match, &limits, why))
        show_lines(search);
    else
        fprintf(stderr, "analyse: %s\n", why);
    concentric_search_free(search);
    concentric_database_close(database);
    concentric_free(match);
    return good ? 0 : 1;
}
