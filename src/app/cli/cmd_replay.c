/* SPDX-License-Identifier: MIT */
/* `concentric replay`: reads a record, checks it and shows it. */
#include "app/cli/batch.h"
#include "app/cli/show_json.h"
#include "app/film.h"
#include "app/reply.h"
#include "games/registry.h"
#include "play/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_out(void *context, const char *bytes, size_t count)
{
    (void)context;
    fwrite(bytes, 1, count, stdout);
}

static void print_tags(const Record *record, Lang lang)
{
    static const Text label = {{"game: ", "ゲーム："}};
    printf("%s%s\n", label.in[lang], record->game->id);
    for (int i = 0; i < record->tag_count; i++)
        printf("%s: %s\n", record->tag[i].name, record->tag[i].value);
}

/* Clock, evaluation and comment of a move, where it has them. */
static void print_notes(const Tree *tree, uint32_t at)
{
    const TreeNode *node = &tree->node[at];
    if (node->clock_ms != TREE_NO_CLOCK)
        printf("  [%d:%02d:%02d]", node->clock_ms / 3600000, node->clock_ms / 60000 % 60,
               node->clock_ms / 1000 % 60);
    if (node->eval != TREE_NO_EVAL)
        printf("  %+.2f", node->eval / 100.0);
    if (node->comment)
        printf("  {%s}", tree_comment(tree, at));
    putchar('\n');
}

static void print_line(const Tree *tree, uint32_t node)
{
    fputs("     (", stdout);
    record_write_line(tree, node, write_out, NULL);
    puts(")");
}

static void print_move(const Tree *tree, uint32_t at, Lang lang)
{
    const Game *game = tree->game;
    const TreeNode *node = &tree->node[at];
    const Pos *before = tree_pos(tree, node->parent);
    char text[MOVE_TEXT_MAX + 4], words[2048];
    Str m = str_over(text, sizeof text), w = str_over(words, sizeof words);
    Event events[EVENTS_MAX];
    game->ops->write_move(game, before, node->move, &m);
    str_add(&m, move_mark_text((MoveMark)node->mark));
    events_write(game, events, game->ops->events(game, before, node->move, events), lang, &w);
    printf("%3u. %-12s %s", node->ply, text, words);
    print_notes(tree, at);
}

/* Every move of the game with its number, words and notes; variations, and what stands behind the
 * end, in move text. */
static void print_moves(const Record *record, Lang lang)
{
    const Tree *tree = &record->tree;
    uint32_t end = record_end(record);
    for (uint32_t n = tree->node[0].child; n && n != tree->node[end].child;
         n = tree->node[n].child) {
        print_move(tree, n, lang);
        for (uint32_t v = tree->node[n].next; v; v = tree->node[v].next)
            print_line(tree, v);
    }
    if (tree->node[end].child)
        print_line(tree, tree->node[end].child);
}

static void print_ending(const Record *record, const Ending *ending, Lang lang)
{
    static const Text old = {
        {"note: a draw by earlier rules; by those of today a duty was due and the game would go on",
         "注：以前の規則による引き分けです。今の規則では義務が優先し、対局は続きます"}};
    setup_print_ending(record->game, ending, lang);
    if (record->repaired && ending == &record->ending)
        puts(old.in[lang]);
}

static void show(const Record *record, uint64_t plies, Lang lang)
{
    const Tree *tree = &record->tree;
    uint32_t end = record_end(record);
    uint32_t node = plies < tree->node[end].ply ? tree_main(tree, (uint32_t)plies) : end;
    Ending before = tree_ending(tree, node);
    print_tags(record, lang);
    print_moves(record, lang);
    putchar('\n');
    setup_print_board(&(TreePlace){tree, node}, &(Looks){.palette = PALETTE_NONE}, lang);
    print_ending(record, node == end ? &record->ending : &before, lang);
}

/* How a match stands after its last game in the file. */
static void print_series(const RecordSeries *series, Lang lang)
{
    static const Text label = {{"match: ", "マッチ："}};
    char line[256];
    Str s = str_over(line, sizeof line);
    if (!series->game || !series->official)
        return;
    series_write(&series->series, lang, &s);
    printf("%s%s\n", label.in[lang], line);
}

static int write_file(const char *path, const char *bytes, size_t count)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdout : fopen(path, "w");
    if (!file)
        return complain_of_file("write", path, strerror(errno));
    bool good = fwrite(bytes, 1, count, file) == count;
    good = (standard ? fflush(file) : fclose(file)) == 0 && good;
    return good ? EXIT_GOOD : complain_of_file("write", path, strerror(errno));
}

static cJSON *node_json(const Tree *tree, uint32_t at, Lang lang)
{
    const TreeNode *node = &tree->node[at];
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "ply", node->ply);
    show_add_move(json, tree->game, tree_pos(tree, node->parent), node->move, lang);
    if (node->mark)
        cJSON_AddStringToObject(json, "mark", move_mark_text((MoveMark)node->mark));
    if (node->clock_ms != TREE_NO_CLOCK)
        cJSON_AddNumberToObject(json, "clock_ms", node->clock_ms);
    if (node->eval != TREE_NO_EVAL)
        cJSON_AddNumberToObject(json, "eval", node->eval);
    if (node->comment)
        cJSON_AddStringToObject(json, "comment", tree_comment(tree, at));
    return json;
}

/* A game without its variations, which the record has. */
static cJSON *game_json(const Record *record, Lang lang)
{
    const Tree *tree = &record->tree;
    uint32_t end = record_end(record);
    cJSON *json = reply_begin(record->game, tree_pos(tree, end), lang);
    cJSON *tags = cJSON_AddObjectToObject(json, "tags");
    for (int i = 0; i < record->tag_count; i++)
        cJSON_AddStringToObject(tags, record->tag[i].name, record->tag[i].value);
    cJSON *moves = cJSON_AddArrayToObject(json, "moves");
    for (uint32_t n = tree->node[0].child; n && n != tree->node[end].child; n = tree->node[n].child)
        cJSON_AddItemToArray(moves, node_json(tree, n, lang));
    reply_ending(json, "ending", record->game, &record->ending, lang);
    return json;
}

typedef struct Replay {
    cJSON *json; /* the games so far; NULL: in words */
    bool canonical;
    uint64_t plies;
    Lang lang;
    unsigned games;
} Replay;

/* One good record. */
static void replay_one(Replay *replay, const Record *record, const RecordSeries *series)
{
    replay->games++;
    if (replay->json) {
        cJSON_AddItemToArray(replay->json, game_json(record, replay->lang));
        return;
    }
    if (replay->games > 1)
        putchar('\n');
    if (replay->canonical) {
        record_write(record, write_out, NULL);
    } else {
        show(record, replay->plies, replay->lang);
        print_series(series, replay->lang);
    }
}

/* The game of the file as a picture that plays it. */
static int animate(RecordReader *reader, const char *from, const char *path, uint64_t pace)
{
    char why[WHY_MAX];
    Record record, second;
    RecordFound found = record_read(reader, &record, why), more = RECORD_END;
    if (found == RECORD_GOOD && (more = record_read(reader, &second, why)) == RECORD_GOOD)
        record_free(&second);
    if (found == RECORD_BAD)
        return complain_of_record("replay", from, 1, why, reader->lang);
    if (found != RECORD_GOOD)
        return complain_of_file("replay", from, "there is no game in it");
    char *bytes = more == RECORD_END ? malloc(ANIMATION_BYTES_MAX) : NULL;
    Str s = str_over(bytes ? bytes : why, bytes ? ANIMATION_BYTES_MAX : sizeof why);
    int result = EXIT_BAD_INPUT;
    if (more == RECORD_BAD)
        complain_of_record("replay", from, 2, why, reader->lang);
    else if (more != RECORD_END)
        complain_of_file("replay", from, "--animate takes a file with one game");
    else if (!bytes)
        complain("out of memory");
    else if (!film_write(&record, (uint32_t)pace, reader->lang, &s, why))
        complain("%s", why);
    else
        result = write_file(path, bytes, s.length);
    free(bytes);
    record_free(&record);
    return result;
}

static void print_verdict(unsigned games, Lang lang)
{
    if (lang == LANG_JA)
        printf("\n%u局、すべての手と結果が規則どおりです\n", games);
    else
        printf("\n%u %s, all moves legal, all results right\n", games,
               games == 1 ? "game" : "games");
}

static int replay_all(Replay *replay, RecordReader *reader, const char *path)
{
    char why[WHY_MAX];
    Record record;
    RecordFound found;
    while ((found = record_read(reader, &record, why)) == RECORD_GOOD) {
        replay_one(replay, &record, &reader->series);
        record_free(&record);
    }
    if (found == RECORD_BAD)
        return complain_of_record("replay", path, replay->games + 1, why, replay->lang);
    if (!replay->games)
        return complain_of_file("replay", path, "there is no game in it");
    if (!replay->canonical && !replay->json)
        print_verdict(replay->games, replay->lang);
    return EXIT_GOOD;
}

static int replay_json(Replay *replay, RecordReader *reader, const char *path)
{
    cJSON *root = cJSON_CreateObject();
    replay->json = cJSON_AddArrayToObject(root, "games");
    int result = replay->json ? replay_all(replay, reader, path) : complain("out of memory");
    if (result == EXIT_GOOD)
        return reply_print(root, false) ? EXIT_GOOD : EXIT_BAD_INPUT;
    cJSON_Delete(root);
    return result;
}

static int run_replay(const Args *args)
{
    uint64_t plies = UINT64_MAX;
    double pace = ANIMATION_PACE_MS;
    bool json = args_value(args, "--json") != NULL;
    const char *film = args_value(args, "--animate");
    Lang lang;
    size_t length;
    if (!setup_lang(args, &lang) || !args_number(args, "--ply", 0, TREE_PLIES_MAX, &plies) ||
        !args_time(args, "--pace", ANIMATION_PACE_MIN, ANIMATION_PACE_MAX, &pace))
        return EXIT_BAD_INPUT;
    char *bytes = records_read(args->word[0], &length);
    if (!bytes)
        return EXIT_BAD_INPUT;
    Variants *variants = variants_new(registry_families, registry_count);
    RecordReader reader = {.variants = variants, .at = bytes, .end = bytes + length, .lang = lang};
    Replay replay = {
        .canonical = args_value(args, "--canonical") != NULL, .plies = plies, .lang = lang};
    int result = !variants ? complain("out of memory")
                 : film    ? animate(&reader, args->word[0], film, (uint64_t)pace)
                 : json    ? replay_json(&replay, &reader, args->word[0])
                           : replay_all(&replay, &reader, args->word[0]);
    variants_free(variants);
    free(bytes);
    return result;
}

const Command command_replay = {
    .name = "replay",
    .words = "FILE",
    .word_count = 1,
    .summary = "Read a game record, check it and show it.",
    .details = "FILE may be - for standard input. A bad record is refused with the line and the "
               "move. Games\n"
               "from Sanmill, PlayOK (nine) and Boardspace (SGF of Morelli) are read, too; "
               "--canonical writes\n"
               "them as records.",
    .flags = {{"--ply", "N", "show the board after N moves (default: at the end)"},
              {"--canonical", NULL, "only write the record again, in canonical form"},
              {"--animate", "FILE", "only write the game as an SVG picture that plays it"},
              {"--pace", "T",
               "of such a picture: time for a move, such as 500 or 1.5s (default 1s)"},
              FLAG_JSON,
              FLAG_LANG},
    .run = run_replay,
};
