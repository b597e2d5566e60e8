/* SPDX-License-Identifier: MIT */
/* `concentric prove`: what a position is worth, with proofs that are checked; set-ups by number;
 * how far back from their ends main lines can be proved. */
#include "app/cli/commands.h"
#include "app/proof/proof_file.h"
#include "app/proof/setups.h"
#include "app/proof/survey.h"
#include "app/reply.h"
#include "base/clock.h"
#include "games/registry.h"
#include "solve/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    SEEDS_DEFAULT = 65536,
    NODES_LINES = 500000,
    THINK_DEFAULT = 2000,
    MEMORY_DEFAULT = 256,
    TRIED_BYTES = 200, /* of a position in a set that grows (proof/seen.h), at most */
};

static bool is_past(void *context)
{
    const double *deadline = context;
    return *deadline > 0 && clock_seconds() >= *deadline;
}

static void print_file(const ProofFile *file)
{
    printf("proof: %" PRIu64 " choices, %" PRIu64 " positions looked at, %" PRIu64
           " ends of games, %" PRIu64 " foregone, %d plies at most\n",
           file->size.choices, file->size.positions, file->size.ends, file->size.foregone,
           file->size.plies);
    if (file->size.tried)
        printf("tried: %" PRIu64 " positions below what is foregone\n", file->size.tried);
    printf("bytes %" PRIu64 ", unpacked %zu\ndigest %016" PRIx64 "\n", file->packed,
           file->numbers.count, file->digest);
}

static void add_file(cJSON *json, const ProofFile *file)
{
    char digest[24];
    Str s = str_over(digest, sizeof digest);
    str_format(&s, "%016" PRIx64, file->digest);
    cJSON *out = cJSON_AddObjectToObject(json, "proof");
    reply_count(out, "choices", file->size.choices);
    reply_count(out, "positions", file->size.positions);
    reply_count(out, "ends", file->size.ends);
    reply_count(out, "foregone", file->size.foregone);
    cJSON_AddNumberToObject(out, "plies", file->size.plies);
    reply_count(out, "tried", file->size.tried);
    reply_count(out, "bytes", file->packed);
    reply_count(out, "unpacked", file->numbers.count);
    cJSON_AddStringToObject(out, "digest", digest);
}

/* --- Checking ------------------------------------------------------------------------------------
 */

static bool print_check_json(const ProofFile *file)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "variant", file->head.variant);
    cJSON_AddStringToObject(json, "position", file->head.position);
    cJSON *list = cJSON_AddArrayToObject(json, "claims");
    for (int i = 0; i < file->head.count; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(claim_name(file->head.claim[i])));
    add_file(json, file);
    return reply_print(json, false);
}

static int check(const char *path, uint64_t plain, bool json)
{
    char why[WHY_MAX];
    ProofFile file;
    if (!proof_file_check(path, plain, &file, why)) {
        proof_file_free(&file);
        return complain("%s", why);
    }
    if (json) {
        bool printed = print_check_json(&file);
        proof_file_free(&file);
        return printed ? EXIT_GOOD : EXIT_BAD_INPUT;
    }
    printf("good: %s\nposition %s\n", file.head.variant, file.head.position);
    for (int i = 0; i < file.head.count; i++)
        printf("claim %s\n", claim_name(file.head.claim[i]));
    print_file(&file);
    proof_file_free(&file);
    return EXIT_GOOD;
}

static int run_check(const Args *args, const char *path)
{
    uint64_t memory = MEMORY_DEFAULT;
    bool plain = args_value(args, "--plain") != NULL;
    if (!args_number(args, "--memory", 1, 1 << 20, &memory))
        return EXIT_BAD_INPUT;
    return check(path, plain ? (memory << 20) / TRIED_BYTES : 0,
                 args_value(args, "--json") != NULL);
}

/* --- One position --------------------------------------------------------------------------------
 */

typedef struct Wanted {
    uint64_t nodes, think, seeds, memory;
    double deadline;
    bool one; /* claim is given */
    Claim claim;
} Wanted;

static bool read_wanted(const Args *args, Wanted *out)
{
    char why[WHY_MAX];
    uint64_t seconds = 0;
    bool table = args_value(args, "--lines") || args_value(args, "--starts");
    const char *claim = args_value(args, "--claim");
    *out = (Wanted){.nodes = table ? NODES_LINES : 0,
                    .think = THINK_DEFAULT,
                    .seeds = SEEDS_DEFAULT,
                    .memory = MEMORY_DEFAULT,
                    .one = claim != NULL};
    if (claim && !claim_read(claim, &out->claim, why)) {
        complain("--claim: %s", why);
        return false;
    }
    bool good = args_number(args, "--nodes", 1, UINT64_MAX / 4, &out->nodes) &&
                args_number(args, "--think", 1, 1000000000, &out->think) &&
                args_number(args, "--seeds", 1, 1 << 24, &out->seeds) &&
                args_number(args, "--memory", 1, 1 << 20, &out->memory) &&
                args_number(args, "--time", 1, 100000000, &seconds);
    out->deadline = seconds ? clock_seconds() + (double)seconds : 0;
    return good;
}

static const char *end_text(ProofEnd end)
{
    static const char *const texts[] = {[PROOF_GOES_ON] = "",
                                        [PROOF_NODES] = " (stopped by --nodes)",
                                        [PROOF_TIME] = " (stopped by --time)",
                                        [PROOF_MEMORY] = " (out of memory)",
                                        [PROOF_DEPTH] = " (games of more than 512 plies)"};
    return texts[end];
}

static void print_value(const ProofValue *value)
{
    printf("%s%s\nnodes %" PRIu64 "\n", proof_value_name(value), end_text(value->end),
           value->nodes);
}

static void add_value(cJSON *json, const ProofValue *value)
{
    static const char *const by[] = {[PROOF_NODES] = "nodes",
                                     [PROOF_TIME] = "time",
                                     [PROOF_MEMORY] = "memory",
                                     [PROOF_DEPTH] = "depth"};
    cJSON_AddStringToObject(json, "value", proof_value_name(value));
    reply_text(json, "stopped_by", value->end == PROOF_GOES_ON ? NULL : by[value->end]);
    reply_count(json, "nodes", value->nodes);
}

/* What the search believes is told when the checker has accepted its proof; to `json` unless that
 * is NULL. */
static bool prove_and_write(ProofSearch *s, const Pos *pos, const ProofValue *value,
                            const char *path, cJSON *json, char *why)
{
    ProofFile file;
    uint8_t *bytes;
    if (!proof_file_make(s, pos, value, &file, &bytes, why))
        return false;
    if (json) {
        add_value(json, value);
        add_file(json, &file);
    } else {
        print_value(value);
        print_file(&file);
    }
    bool good = !path || proof_file_write(path, bytes, (size_t)file.packed, why);
    free(bytes);
    proof_file_free(&file);
    return good;
}

static int prove(const Args *args, const Game *game, const Pos *pos, Wanted *wanted)
{
    char why[WHY_MAX];
    ProofSearch s;
    if (!proof_search_open(&s, game, wanted->memory << 20))
        return complain("no memory for %" PRIu64 " MB: give less by --memory", wanted->memory);
    s.out_of_time = is_past;
    s.context = &wanted->deadline;
    double start = clock_seconds();
    ProofValue value = wanted->one ? proof_answer(&s, wanted->claim, pos, wanted->nodes)
                                   : proof_value(&s, pos, wanted->nodes);
    cJSON *json = args_value(args, "--json") ? reply_begin(game, pos, LANG_EN) : NULL;
    if (!value.count && json) {
        add_value(json, &value);
        cJSON_AddNullToObject(json, "proof");
    } else if (!value.count) {
        print_value(&value);
    }
    bool good = !value.count ||
                prove_and_write(&s, pos, &value, args_value(args, "--out"), json, why);
    if (!json)
        printf("time %.1f s\n", clock_seconds() - start);
    proof_search_close(&s);
    if (!good) {
        cJSON_Delete(json);
        return complain("%s", why);
    }
    if (json) {
        reply_ms(json, "ms", clock_seconds() - start);
        if (!reply_print(json, false))
            return EXIT_BAD_INPUT;
    }
    return value.count ? EXIT_GOOD : EXIT_NEGATIVE;
}

/* --- Set-ups -------------------------------------------------------------------------------------
 */

static int list_setups(const Game *game, const Wanted *wanted, bool json)
{
    size_t count;
    uint64_t *seed = setups_list(game, wanted->seeds, &count);
    if (!seed)
        return complain("out of memory");
    cJSON *out = json ? reply_begin(game, NULL, LANG_EN) : NULL;
    cJSON *list = json ? cJSON_AddArrayToObject(out, "setups") : NULL;
    for (size_t i = 0; i < count; i++) {
        char text[POSITION_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        Pos pos;
        game->ops->start(game, seed[i], &pos);
        game->ops->write_pos(game, &pos, &s);
        if (json) {
            cJSON *item = cJSON_CreateObject();
            reply_count(item, "seed", seed[i]);
            cJSON_AddStringToObject(item, "position", text);
            cJSON_AddItemToArray(list, item);
        } else {
            printf("%zu %" PRIu64 " %s\n", i + 1, seed[i], text);
        }
    }
    free(seed);
    return !json || reply_print(out, false) ? EXIT_GOOD : EXIT_BAD_INPUT;
}

static int survey_setups(const Args *args, const Game *game, Wanted *wanted)
{
    char why[WHY_MAX];
    const char *starts = args_value(args, "--starts");
    size_t rest;
    uint64_t seed = 1;
    if (!args_number(args, "--seed", 0, UINT64_MAX, &seed))
        return EXIT_BAD_INPUT;
    Survey survey = {.game = game,
                     .path = starts ? starts : args_value(args, "--lines"),
                     .starts = starts != NULL,
                     .dir = args_value(args, "--out"),
                     .only = args_value(args, "--seed") ? &seed : NULL,
                     .seeds = wanted->seeds,
                     .nodes = wanted->nodes,
                     .think = wanted->think,
                     .memory = wanted->memory,
                     .out_of_time = is_past,
                     .context = &wanted->deadline};
    if (!survey_run(&survey, &rest, why))
        return complain("%s", why);
    if (args_value(args, "--json")) {
        cJSON *json = reply_begin(game, NULL, LANG_EN);
        reply_count(json, "left", rest);
        if (!reply_print(json, false))
            return EXIT_BAD_INPUT;
    } else if (rest)
        printf("%zu set-ups are left: the same command goes on with them\n", rest);
    return rest ? EXIT_NEGATIVE : EXIT_GOOD;
}

/* A search may take hours, so where its proof goes is looked at first: a folder that tables put
 * proofs in, or that of one file. */
static bool has_place(const char *out, bool folder)
{
    char path[STORE_PATH_MAX];
    struct stat about;
    const char *slash = strrchr(out, '/');
    Str where = str_over(path, sizeof path);
    if (folder)
        str_add(&where, out);
    else if (slash)
        str_bytes(&where, out, (size_t)(slash - out) + 1);
    else
        str_add(&where, ".");
    if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode))
        complain("--out %s: there is no folder '%s': make it first", out, path);
    else if (access(path, W_OK | X_OK) != 0)
        complain("--out %s: nothing can be written into '%s'", out, path);
    else if (!folder && stat(out, &about) == 0 && S_ISDIR(about.st_mode))
        complain("--out %s is a folder: name a file in it", out);
    else
        return true;
    return false;
}

/* A table has its own positions and questions. */
static bool fits_table(const Args *args)
{
    static const char *const others[] = {"--claim", "--position", "--play"};
    if (args_value(args, "--lines") && args_value(args, "--starts")) {
        complain("--lines and --starts make a table each: give one of both");
        return false;
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (args_value(args, others[i])) {
            complain("%s does not go with a table of set-ups", others[i]);
            return false;
        }
    return true;
}

static int run_on(const Args *args, Setup *setup)
{
    char why[WHY_MAX];
    Wanted wanted;
    bool table = args_value(args, "--lines") || args_value(args, "--starts");
    const char *out = args_value(args, "--out");
    if (!read_wanted(args, &wanted))
        return EXIT_BAD_INPUT;
    if (args_value(args, "--setups"))
        return list_setups(setup->game, &wanted, args_value(args, "--json") != NULL);
    if (!claim_fits(setup->game, why))
        return complain("%s", why);
    if (out && !has_place(out, table))
        return EXIT_BAD_INPUT;
    if (table && !fits_table(args))
        return EXIT_BAD_INPUT;
    if (table)
        return survey_setups(args, setup->game, &wanted);
    return prove(args, setup->game, setup_pos(setup), &wanted);
}

static int run_prove(const Args *args)
{
    const char *path = args_value(args, "--check");
    Setup setup;
    if (path && args->word[0])
        return complain("prove --check FILE takes no variant: the file says which it is of");
    if (path)
        return run_check(args, path);
    if (args_value(args, "--plain"))
        return complain("--plain is for --check");
    if (!args->word[0])
        return complain("prove needs a variant, such as morelli,size=7, or --check FILE");
    if (!setup_open(args, &setup))
        return EXIT_BAD_INPUT;
    int result = run_on(args, &setup);
    setup_close(&setup);
    return result;
}

const Command command_prove = {
    .name = "prove",
    .words = "[VARIANT]",
    .optional_count = 1,
    .summary = "Prove what a position is worth, by search; check such proofs.",
    .details = "For games that never come back to a position (Morelli). The value is p1-wins,\n"
               "p2-wins or draw, or, where the limits end the search, a bound: p1-holds or\n"
               "p2-holds, at least a draw. A proof is checked before anything is said or written.\n"
               "--lines plays a main line from each set-up and proves positions from its end\n"
               "backwards; a row for each goes into FILE, and the same command goes on with it;\n"
               "with --seed only for that set-up. --starts asks for the starts themselves.",
    .flags = {FLAG_POSITION,
              FLAG_PLAY,
              FLAG_SEED,
              {"--claim", "C", "only whether p1-wins, p2-wins, p1-holds or p2-holds is true"},
              {"--out", "FILE", "where the proof goes; with --lines and --starts a folder for all"},
              {"--nodes", "N", "at most so many a question (default: none; tables: 500000)"},
              {"--time", "S", "at most so many seconds"},
              {"--memory", "MB", "of the table of answers; of what --plain tries (default 256)"},
              {"--check", "FILE", "is it a proof? exit status 0 if it is"},
              {"--plain", NULL, "with --check: try everything where the claim is foregone"},
              {"--setups", NULL, "list set-ups that no symmetry relates: number, seed, position"},
              {"--seeds", "N", "the seeds from 1 to N give the set-ups (default 65536)"},
              {"--lines", "FILE", "the table of all set-ups; one that is there is gone on with"},
              {"--starts", "FILE", "the same for the starts, without lines"},
              {"--think", "N", "nodes of a move of the lines (default 2000)"},
              FLAG_JSON},
    .run = run_prove,
};
