/* SPDX-License-Identifier: MIT */
/* `concentric replay`: reads a record, checks it and shows it. */
#include "app/cli/commands.h"
#include "games/registry.h"
#include "proto/record.h"
#include "proto/record_series.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The whole file, or NULL after saying why not. */
static char *read_file(const char *path, size_t *length)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    char *bytes = file ? malloc(RECORD_BYTES_MAX + 1) : NULL;
    if (!bytes) {
        complain_of_file("read", path, strerror(errno));
        if (file && !standard)
            fclose(file);
        return NULL;
    }
    *length = fread(bytes, 1, RECORD_BYTES_MAX + 1, file);
    bool good = !ferror(file) && *length <= RECORD_BYTES_MAX;
    if (ferror(file))
        complain_of_file("read", path, strerror(errno));
    else if (!good)
        complain_of_file("read", path, "it is larger than 16777216 bytes");
    if (!standard)
        fclose(file);
    if (!good) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

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
        printf("%s: %s\n", record->text + record->tag[i].name, record->text + record->tag[i].value);
}

/* The main line up to `plies` as a match. */
static bool play(const Record *record, uint64_t plies, Match *match)
{
    if (!match_begin(match, record->game, &record->node[0].pos))
        return false;
    for (uint32_t n = record->node[0].child; n && plies; n = record->node[n].child, plies--) {
        if (match_play(match, record->node[n].move) != MATCH_OK) {
            match_free(match);
            return false;
        }
    }
    return true;
}

/* Clock, evaluation and comment of a move, where it has them. */
static void print_notes(const Record *record, const RecordNode *node)
{
    if (node->clock_ms != RECORD_NO_CLOCK)
        printf("  [%d:%02d:%02d]", node->clock_ms / 3600000, node->clock_ms / 60000 % 60,
               node->clock_ms / 1000 % 60);
    if (node->eval != RECORD_NO_EVAL)
        printf("  %+.2f", node->eval / 100.0);
    if (node->comment)
        printf("  {%s}", record->text + node->comment);
    putchar('\n');
}

/* Every move of the main line with its number, words and notes; variations in move text. */
static void print_moves(const Record *record, Lang lang)
{
    const Game *game = record->game;
    for (uint32_t n = record->node[0].child; n; n = record->node[n].child) {
        const RecordNode *node = &record->node[n];
        const Pos *before = &record->node[node->parent].pos;
        char text[MOVE_TEXT_MAX], words[2048];
        Str m = str_over(text, sizeof text), w = str_over(words, sizeof words);
        Event events[EVENTS_MAX];
        game->ops->write_move(game, before, node->move, &m);
        events_write(game, events, game->ops->events(game, before, node->move, events), lang, &w);
        printf("%3u. %-12s %s", node->ply, text, words);
        print_notes(record, node);
        for (uint32_t v = node->next; v; v = record->node[v].next) {
            fputs("     (", stdout);
            record_write_line(record, v, write_out, NULL);
            puts(")");
        }
    }
}

/* The players' own acts at the end of the record. */
static void end_match(const Record *record, Match *match)
{
    if (record->termination == TERMINATION_AGREEMENT)
        match_agree(match);
    else if (record->termination == TERMINATION_RESIGNATION)
        match_resign(match, record->result == WINNER_P1 ? 1 : 0);
}

/* An end that neither the rules nor the match know of. */
static void print_end(const Record *record, Lang lang)
{
    static const Text time = {{"%s wins on time\n", "%sの時間勝ち\n"}};
    static const Text forfeit = {{"%s wins by forfeit\n", "%sの不戦勝または反則勝ち\n"}};
    const char *winner = record->game->player[record->result == WINNER_P2].in[lang];
    if (record->termination == TERMINATION_TIME)
        printf(time.in[lang], winner);
    else if (record->termination == TERMINATION_FORFEIT)
        printf(forfeit.in[lang], winner);
}

static bool show(const Record *record, uint64_t plies, Lang lang)
{
    Match match;
    if (!play(record, plies, &match))
        return false;
    if (plies == UINT64_MAX)
        end_match(record, &match);
    print_tags(record, lang);
    print_moves(record, lang);
    putchar('\n');
    setup_print(&match, &(Looks){.palette = PALETTE_NONE}, lang);
    if (plies == UINT64_MAX)
        print_end(record, lang);
    match_free(&match);
    return true;
}

/* How a match stands after its last game in the file. */
static void print_series(const RecordSeries *series, Lang lang)
{
    static const Text label = {{"match: ", "マッチ："}};
    char line[256];
    Str s = str_over(line, sizeof line);
    if (!series->game)
        return;
    series_write(&series->series, lang, &s);
    printf("%s%s\n", label.in[lang], line);
}

typedef struct Replay {
    bool canonical;
    uint64_t plies;
    Lang lang;
    RecordSeries series;
    unsigned games;
} Replay;

/* One good record: checks its place in a match and shows it. */
static int replay_one(Replay *replay, const Record *record)
{
    char why[WHY_MAX];
    if (!record_series_add(&replay->series, record, registry_families, registry_count, replay->lang,
                           why))
        return complain(replay->lang == LANG_JA ? "%u局目、%u行目：%s" : "game %u, line %u: %s",
                        replay->games + 1, record->line, why);
    if (replay->games++)
        putchar('\n');
    if (replay->canonical)
        record_write(record, write_out, NULL);
    else if (!show(record, replay->plies, replay->lang))
        return complain("out of memory");
    if (!replay->canonical)
        print_series(&replay->series, replay->lang);
    return EXIT_GOOD;
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
        int result = replay_one(replay, &record);
        record_free(&record);
        if (result != EXIT_GOOD)
            return result;
    }
    if (found == RECORD_BAD)
        return complain(replay->lang == LANG_JA ? "%u局目、%s" : "game %u, %s", replay->games + 1,
                        why);
    if (!replay->games)
        return complain_of_file("replay", path, "there is no game in it");
    if (!replay->canonical)
        print_verdict(replay->games, replay->lang);
    return EXIT_GOOD;
}

static int run_replay(const Args *args)
{
    uint64_t plies = UINT64_MAX;
    Lang lang;
    size_t length;
    if (!setup_lang(args, &lang) || !args_number(args, "--ply", 0, MATCH_PLIES_MAX, &plies))
        return EXIT_BAD_INPUT;
    char *bytes = read_file(args->word[0], &length);
    if (!bytes)
        return EXIT_BAD_INPUT;
    RecordReader reader = {.families = registry_families,
                           .family_count = registry_count,
                           .at = bytes,
                           .end = bytes + length,
                           .lang = lang};
    Replay replay = {
        .canonical = args_value(args, "--canonical") != NULL, .plies = plies, .lang = lang};
    int result = replay_all(&replay, &reader, args->word[0]);
    record_series_end(&replay.series);
    free(bytes);
    return result;
}

const Command command_replay = {
    .name = "replay",
    .words = "FILE",
    .word_count = 1,
    .summary = "Read a game record, check it and show it.",
    .details =
        "FILE may be - for standard input. A bad record is refused with the line and the move.",
    .flags = {{"--ply", "N", "show the board after N moves (default: at the end)"},
              {"--canonical", NULL, "only write the record again, in canonical form"},
              FLAG_LANG},
    .run = run_replay,
};
