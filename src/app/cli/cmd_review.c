/* SPDX-License-Identifier: MIT */
/* `concentric review`: the moves of a game judged, as a table with words or as JSON. */
#include "app/cli/commands.h"
#include "games/registry.h"
#include "play/record.h"
#include "review/review.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { NODES_DEFAULT = 200000 };

typedef struct Desk {
    const Args *args;
    Lang lang;
    bool json, progress;
    SearchLimits limits;
    Search *search;
    SearchMemory memory;
    unsigned games;
} Desk;

/* Room for the search of this game. */
static bool make_room(Desk *desk, const Game *game)
{
    SearchMemory *memory = &desk->memory;
    size_t room = SEARCH_ROOM + (size_t)game->moves_max;
    if (!desk->search)
        desk->search = malloc(sizeof *desk->search);
    if (!memory->tt.slots)
        memory->tt = (TransTable){malloc(SEARCH_TT_SLOTS * sizeof(TTSlot)), SEARCH_TT_SLOTS};
    if (memory->room < room) {
        free(memory->moves);
        free(memory->order);
        memory->moves = malloc(room * sizeof *memory->moves);
        memory->order = malloc(room * sizeof *memory->order);
        memory->room = room;
    }
    return desk->search && memory->tt.slots && memory->moves && memory->order;
}

static void print_accuracy(const Review *review, const Game *game, Lang lang)
{
    static const Text label = {{"accuracy", "正確さ"}};
    for (int side = 0; side < 2; side++)
        if (review->accuracy[side] >= 0)
            printf("%s %s: %d.%d %%\n", game->player[side].in[lang], label.in[lang],
                   review->accuracy[side] / 10, review->accuracy[side] % 10);
}

static void print_review(const Review *review, Lang lang)
{
    const Tree *tree = review->tree;
    const Game *game = tree->game;
    for (int i = 0; i < review->count; i++) {
        const ReviewMove *move = &review->move[i];
        char text[MOVE_TEXT_MAX], words[REVIEW_JSON_MAX];
        Str m = str_over(text, sizeof text), w = str_over(words, sizeof words);
        game->ops->write_move(game, tree_pos(tree, tree->node[move->node].parent), move->move, &m);
        review_explain(review, i, lang, &w);
        printf("%3d. %-14s %3d %% -> %3d %%  %s%s%s\n", i + 1, text, (move->before + 5) / 10,
               (move->after + 5) / 10, verdict_text(move->verdict)->in[lang], w.length ? ": " : "",
               words);
    }
    print_accuracy(review, game, lang);
}

static bool print_json(const Desk *desk, const Review *review)
{
    size_t room = REVIEW_JSON_MAX * ((size_t)review->count + 1);
    char *text = malloc(room);
    if (!text)
        return false;
    Str s = str_over(text, room);
    Json json = json_over(&s);
    review_write(review, desk->lang, &json);
    printf("%s%s", desk->games ? ",\n" : "{\"games\":[", text);
    free(text);
    return true;
}

static void show_progress(const Desk *desk, const Review *review)
{
    if (desk->progress)
        fprintf(stderr, "\r\033[K%d / %d", review->done, review->count + 1);
}

static bool review_one(Desk *desk, const Record *record)
{
    Review review;
    Database *database = NULL;
    const Game *game = record->game;
    if (!setup_database(desk->args, game, &database))
        return false;
    desk->memory.oracle = database ? database_oracle(database) : (Oracle){NULL, NULL};
    bool good = make_room(desk, game) && review_begin(&review, &record->tree, record_end(record),
                                                      desk->search, &desk->memory, &desk->limits);
    if (good) {
        while (review_go_on(&review, 0))
            show_progress(desk, &review);
        if (desk->progress)
            fputs("\r\033[K", stderr);
        good = !review.failed && (!desk->json || print_json(desk, &review));
        if (good && !desk->json)
            print_review(&review, desk->lang);
        review_free(&review);
    }
    if (!good)
        complain("out of memory, or a game of more than %d moves", REVIEW_PLIES_MAX);
    database_close(database);
    return good;
}

static int review_all(Desk *desk, RecordReader *reader, const char *path)
{
    char why[WHY_MAX];
    Record record;
    RecordFound found;
    while ((found = record_read(reader, &record, why)) == RECORD_GOOD) {
        if (!desk->json && desk->games)
            putchar('\n');
        bool good = review_one(desk, &record);
        record_free(&record);
        if (!good)
            break;
        desk->games++;
    }
    if (desk->json && desk->games) /* what was printed is a document, whatever came then */
        puts("]}");
    if (found == RECORD_GOOD)
        return EXIT_BAD_INPUT;
    if (found == RECORD_BAD)
        return complain_of_record("review", path, desk->games + 1, why, desk->lang);
    return desk->games ? EXIT_GOOD : complain_of_file("review", path, "there is no game in it");
}

static int run_review(const Args *args)
{
    uint64_t nodes = NODES_DEFAULT;
    size_t length;
    Desk desk = {.args = args,
                 .json = args_value(args, "--json") != NULL,
                 .progress = isatty(STDERR_FILENO)};
    if (!setup_lang(args, &desk.lang) || !args_number(args, "--nodes", 1, UINT64_MAX, &nodes))
        return EXIT_BAD_INPUT;
    desk.limits.nodes = nodes;
    char *bytes = records_read(args->word[0], &length);
    if (!bytes)
        return EXIT_BAD_INPUT;
    Variants *variants = variants_new(registry_families, registry_count);
    RecordReader reader = {
        .variants = variants, .at = bytes, .end = bytes + length, .lang = desk.lang};
    int result = variants ? review_all(&desk, &reader, args->word[0]) : complain("out of memory");
    variants_free(variants);
    free(desk.search);
    free(desk.memory.tt.slots);
    free(desk.memory.moves);
    free(desk.memory.order);
    free(bytes);
    return result;
}

const Command command_review = {
    .name = "review",
    .words = "FILE",
    .word_count = 1,
    .summary = "Judge the moves of a recorded game: what each gave away, and what was better.",
    .details =
        "FILE may be - for standard input. Chances are of the side that moves, a draw being\n"
        "half. Where a database knows the positions (six always, others with --db), the\n"
        "judgement is exact; else it is the search's, and the same on every machine.",
    .flags = {{"--json", NULL, "as JSON (docs/formats.md)"},
              {"--nodes", "N", "positions searched for each move (default 200000)"},
              FLAG_DB,
              FLAG_LANG},
    .run = run_review,
};
