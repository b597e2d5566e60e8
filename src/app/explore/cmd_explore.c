/* SPDX-License-Identifier: MIT */
/* `concentric explore`: what was played in a position and how it went; makes such books by
 * self-play and checks them (docs/formats.md has the file). */
#include "app/explore/shipped.h"

#include "app/cli/commands.h"
#include "app/reply.h"
#include "core/canon.h"
#include "explore/make.h"
#include "games/registry.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 40, ROW_TEXT_MAX = 80 };

/* --- Making ------------------------------------------------------------------------------------
 */

/* Does every game begin on the same board? */
static bool has_one_start(const Game *game)
{
    Pos first, other;
    game->ops->start(game, 1, &first);
    for (uint64_t seed = 2; seed < 6; seed++) {
        game->ops->start(game, seed, &other);
        if (canon_key(game, &first) != canon_key(game, &other))
            return false;
    }
    return true;
}

static bool print_book(const Game *game, const Book *book, const char *how)
{
    bool good = printf("explorer 1 %s\nmade %s\n", game->id, how) > 0;
    for (uint32_t i = 0; good && i < book->count; i++) {
        char text[ROW_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        book_write_row(&book->slot[book->row[i]], &s);
        good = puts(text) >= 0;
    }
    return good && fflush(stdout) == 0;
}

typedef struct Wanted {
    MakeLimits limits;
    uint64_t games, least;
} Wanted;

static bool read_wanted(const Args *args, Wanted *out)
{
    uint64_t plies = 10;
    *out = (Wanted){.limits = {.seed = 1, .nodes = 1000}, .games = 1000, .least = 2};
    bool good = args_number(args, "--games", 1, BOOK_GAMES_MAX, &out->games) &&
                args_number(args, "--seed", 0, UINT64_MAX, &out->limits.seed) &&
                args_number(args, "--nodes", 1, 100000000, &out->limits.nodes) &&
                args_number(args, "--plies", 1, PLIES_MAX, &plies) &&
                args_number(args, "--least", 1, BOOK_GAMES_MAX, &out->least);
    out->limits.plies = (int)plies;
    return good;
}

static int make(const Game *game, const Wanted *wanted, const Oracle *oracle, bool directory)
{
    char how[VARIANT_TEXT_MAX + ROW_TEXT_MAX * 2];
    Str s = str_over(how, sizeof how);
    str_format(&s,
               "concentric explore %s --make --games %" PRIu64 " --seed %" PRIu64
               " --nodes %" PRIu64 " --plies %d --least %" PRIu64 "%s",
               game->id, wanted->games, wanted->limits.seed, wanted->limits.nodes,
               wanted->limits.plies, wanted->least, directory ? " --db DIR" : "");
    BookMaker *maker = book_maker_open(game, &wanted->limits);
    Book book;
    bool good = maker != NULL, printed = false;
    for (uint64_t i = 0; good && i < wanted->games; i++)
        good = book_maker_play(maker);
    good = good && book_maker_take(maker, (uint32_t)wanted->least, oracle, &book);
    if (good) {
        printed = print_book(game, &book, how);
        book_free(&book);
    }
    book_maker_close(maker);
    if (!good)
        return complain("out of memory");
    return printed ? EXIT_GOOD : complain("the games could not be written");
}

static int run_make(const Args *args)
{
    char why[WHY_MAX];
    Wanted wanted;
    Database *database;
    if (!read_wanted(args, &wanted))
        return EXIT_BAD_INPUT;
    Game *game = game_open(args->word[0], LANG_EN, why);
    if (!game)
        return complain("%s", why);
    int result = EXIT_BAD_INPUT;
    if (!has_one_start(game)) {
        result = complain("games of %s begin on different boards: name a set-up, such as "
                          "setup=facing",
                          game->id);
    } else if (setup_database(args, game, &database)) {
        Oracle oracle = database ? database_oracle(database) : (Oracle){NULL, NULL};
        result = make(game, &wanted, &oracle, database && args_value(args, "--db"));
        setup_tell_damage(args, database);
        database_close(database);
    }
    game_close(game);
    return result;
}

/* --- Checking ----------------------------------------------------------------------------------
 */

typedef struct Checking {
    const Oracle *oracle;
    uint32_t most; /* games of the start */
    uint64_t values, wrong, too_many;
} Checking;

static void check_row(void *context, const BookRow *row, const Pos *pos)
{
    Checking *c = context;
    Known known;
    if (!c->most)
        c->most = book_games(row);
    c->too_many += book_games(row) > c->most;
    if (row->value == BOOK_UNKNOWN || !c->oracle->ask ||
        !c->oracle->ask(c->oracle->context, pos, &known))
        return;
    c->values++;
    c->wrong += (pos->turn ? -known.value : known.value) != row->value;
}

static int check_book(const char *path, const Book *book, const Game *game, const Oracle *oracle,
                      bool json)
{
    Checking c = {.oracle = oracle};
    int reached = book_walk(book, game, check_row, &c);
    if (reached < 0)
        return complain("out of memory");
    bool good = (uint32_t)reached == book->count && !c.too_many && !c.wrong;
    if (json) {
        cJSON *out = cJSON_CreateObject();
        cJSON_AddBoolToObject(out, "good", good);
        cJSON_AddNullToObject(out, "reason");
        cJSON_AddStringToObject(out, "variant", game->id);
        reply_count(out, "positions", book->count);
        reply_count(out, "reached", (uint64_t)reached);
        reply_count(out, "too_many", c.too_many);
        reply_count(out, "asked", c.values);
        reply_count(out, "wrong", c.wrong);
        return !reply_print(out, false) ? EXIT_BAD_INPUT : good ? EXIT_GOOD : EXIT_NEGATIVE;
    }
    printf("%s: %s, %" PRIu32 " positions, %d reached by legal moves from the start, %" PRIu64
           " with more games than it; %" PRIu64 " values asked again, %" PRIu64 " wrong\n",
           good ? "good" : "bad", path, book->count, reached, c.too_many, c.values, c.wrong);
    return good ? EXIT_GOOD : EXIT_NEGATIVE;
}

/* The same file with what the database says of its positions. */
static int add_values(Book *book, const char *bytes, const Game *game, const Oracle *oracle)
{
    const char *second = strchr(bytes, '\n') + 1 + strlen("made "); /* as book_read has seen it */
    char how[ROW_TEXT_MAX * 16];
    Str s = str_over(how, sizeof how);
    str_bytes(&s, second, strcspn(second, "\n"));
    if (!oracle->ask)
        return complain("there is no database of %s: give one with --db DIR", game->id);
    if (!book_add_values(book, game, oracle))
        return complain("out of memory");
    return print_book(game, book, how) ? EXIT_GOOD : complain("the games could not be written");
}

/* --check and --add-values. */
static int run_file(const Args *args, const char *path, bool check)
{
    char why[WHY_MAX], variant[VARIANT_TEXT_MAX];
    size_t length;
    Book book;
    Database *database = NULL;
    char *bytes = records_read(path, &length);
    if (!bytes)
        return EXIT_BAD_INPUT;
    if (!book_read(&book, bytes, length, variant, why)) {
        free(bytes);
        if (args_value(args, "--json")) {
            cJSON *out = cJSON_CreateObject();
            cJSON_AddBoolToObject(out, "good", false);
            cJSON_AddStringToObject(out, "reason", why);
            return reply_print(out, false) ? EXIT_NEGATIVE : EXIT_BAD_INPUT;
        }
        printf("bad: %s, %s\n", path, why);
        return EXIT_NEGATIVE;
    }
    Game *game = game_open(variant, LANG_EN, why);
    int result = game ? EXIT_BAD_INPUT : complain("%s", why);
    if (game && setup_database(args, game, &database)) {
        Oracle oracle = database ? database_oracle(database) : (Oracle){NULL, NULL};
        result = check ? check_book(path, &book, game, &oracle, args_value(args, "--json") != NULL)
                       : add_values(&book, bytes, game, &oracle);
        setup_tell_damage(args, database);
        database_close(database);
    }
    if (game)
        game_close(game);
    book_free(&book);
    free(bytes);
    return result;
}

/* --- Looking -----------------------------------------------------------------------------------
 */

static void print_counts(const BookRow *row)
{
    double games = book_games(row) / 100.0;
    printf(" %7" PRIu32 " %6.0f %6.0f %6.0f", book_games(row), row->count[BOOK_P1] / games,
           row->count[BOOK_DRAWN] / games, row->count[BOOK_P2] / games);
}

static const char *value_word(const Pos *pos, const BookRow *row)
{
    static const char *const words[] = {"loss", "draw", "win"};
    return row->value == BOOK_UNKNOWN ? "" : words[(pos->turn ? -row->value : row->value) + 1];
}

static void print_table(const Game *game, const Pos *pos, const BookMove *moves, int count)
{
    printf("%-16s %7s %5.5s%% %5s%% %5.5s%%\n", "move", "games", game->player[0].in[LANG_EN],
           "drawn", game->player[1].in[LANG_EN]);
    for (int i = 0; i < count && moves[i].row; i++) {
        char text[MOVE_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        game->ops->write_move(game, pos, moves[i].move, &s);
        printf("%-16s", text);
        print_counts(moves[i].row);
        printf(" %s\n", value_word(pos, moves[i].row));
    }
}

static bool print_json(const Game *game, const Pos *pos, const BookMove *moves, int count)
{
    cJSON *json = reply_begin(game, pos, LANG_EN), *list = cJSON_AddArrayToObject(json, "moves");
    for (int i = 0; i < count && moves[i].row; i++) {
        const BookRow *row = moves[i].row;
        char text[MOVE_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        game->ops->write_move(game, pos, moves[i].move, &s);
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "move", text);
        reply_count(item, "games", book_games(row));
        reply_count(item, "won_by_first", row->count[BOOK_P1]);
        reply_count(item, "drawn", row->count[BOOK_DRAWN]);
        reply_count(item, "won_by_second", row->count[BOOK_P2]);
        reply_text(item, "value", row->value == BOOK_UNKNOWN ? NULL : value_word(pos, row));
        cJSON_AddItemToArray(list, item);
    }
    return reply_print(json, false);
}

static int look(const Setup *setup, const Book *book, bool json)
{
    const Game *game = setup->game;
    const Pos *pos = setup_pos(setup);
    Move *list = malloc(game->moves_max * sizeof *list);
    BookMove *moves = malloc(game->moves_max * sizeof *moves);
    int result = EXIT_GOOD, count = 0;
    if (!list || !moves)
        result = complain("out of memory");
    else
        count = book_moves(book, game, pos, list, moves);
    if (json && result == EXIT_GOOD)
        result = print_json(game, pos, moves, count) ? EXIT_GOOD : EXIT_BAD_INPUT;
    else if (count && moves[0].row)
        print_table(game, pos, moves, count);
    else if (result == EXIT_GOOD)
        puts("no games");
    free(list);
    free(moves);
    return result;
}

/* The book of --file, or the one inside the program. */
static bool find_book(const Args *args, const Game *game, Book *out)
{
    const char *path = args_value(args, "--file");
    char why[WHY_MAX], variant[VARIANT_TEXT_MAX];
    size_t length;
    if (!path) {
        if (shipped_book(game->id, out, why))
            return true;
        complain("%s", why);
        return false;
    }
    char *bytes = records_read(path, &length);
    if (!bytes)
        return false;
    bool good = book_read(out, bytes, length, variant, why);
    free(bytes);
    if (good && strcmp(variant, game->id) != 0) {
        good = refuse(why, "it is of %s", variant);
        book_free(out);
    }
    if (!good)
        complain_of_file("use", path, why);
    return good;
}

static int run_look(const Args *args)
{
    Setup setup;
    Book book;
    int result = EXIT_BAD_INPUT;
    if (!setup_open(args, &setup))
        return EXIT_BAD_INPUT;
    if (find_book(args, setup.game, &book)) {
        result = look(&setup, &book, args_value(args, "--json") != NULL);
        book_free(&book);
    }
    setup_close(&setup);
    return result;
}

static int run_explore(const Args *args)
{
    const char *check = args_value(args, "--check"), *values = args_value(args, "--add-values");
    if (args_value(args, "--json") && (values || args_value(args, "--make")))
        return complain("--make and --add-values print a file: leave out --json");
    if ((check || values) && (args->word[0] || (check && values)))
        return complain("explore takes a variant, --check FILE or --add-values FILE");
    if (check || values)
        return run_file(args, check ? check : values, check != NULL);
    if (!args->word[0])
        return complain("explore needs a variant, --check FILE or --add-values FILE");
    return args_value(args, "--make") ? run_make(args) : run_look(args);
}

const Command command_explore = {
    .name = "explore",
    .words = "VARIANT",
    .word_count = 0,
    .optional_count = 1,
    .summary = "What was played in the first moves and how it went, from self-play.",
    .details =
        "Counts are of games that came to the position after the move, by whatever order of\n"
        "moves; turned and mirrored boards are one, and so are moves that lead to such. A word\n"
        "at the end is what the move is worth where the game is solved. --make plays games of\n"
        "the engine against itself and prints a file; the same numbers print the same file.\n"
        "--check walks through a file by legal moves and has exit status 1 if it is damaged, or\n"
        "if the database gives a position another value. FILE may be -.",
    .flags = {FLAG_POSITION,
              FLAG_PLAY,
              {"--file", "FILE", "use this file instead of the one inside the program"},
              {"--make", NULL, "make a file"},
              {"--games", "N", "so many games (default 1000)"},
              {"--seed", "N", "number that the games follow from (default 1)"},
              {"--nodes", "N", "of the engine, for each move (default 1000)"},
              {"--plies", "N", "how far the file goes (default 10)"},
              {"--least", "N", "leave out what fewer games came to (default 2)"},
              FLAG_DB,
              {"--check", "FILE", "check this file"},
              {"--add-values", "FILE", "print this file again, with what the database says"},
              FLAG_JSON},
    .run = run_explore,
};
