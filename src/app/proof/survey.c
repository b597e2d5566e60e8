/* SPDX-License-Identifier: MIT */
/* The table of set-ups, see survey.h. From a line's last position backwards: each takes some five
 * times as many nodes as the one after it, which the search remembers, so the last one that the
 * limit allows costs about as much as all others. Its proof is made by a search that begins afresh,
 * so that `prove --position` finds the same one. */
#include "app/proof/survey.h"

#include "app/proof/proof_file.h"
#include "app/proof/setups.h"
#include "solve/store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = LINE_PLIES_MAX + 1, ROW_MAX = 16384 };

/* What was found of one set-up. */
typedef struct SurveyRow {
    uint64_t seed;
    int plies;                 /* of its line */
    int proved;                /* the earliest position that is proved comes after so many */
    ProofValue value;          /* of it */
    uint64_t nodes[STEPS_MAX]; /* until the position n plies before the end was proved */
    int steps;
    ProofFile file;
} SurveyRow;

/* --- The file ------------------------------------------------------------------------------------
 */

static void write_head(const Survey *survey, Str *out)
{
    if (survey->starts) {
        str_format(out,
                   "# concentric prove %s --starts FILE --seeds %" PRIu64 " --nodes %" PRIu64
                   " --memory %" PRIu64 "\n# seed | value | nodes | choices | bytes | digest\n",
                   survey->game->id, survey->seeds, survey->nodes, survey->memory);
        return;
    }
    str_format(out, "# concentric prove %s --lines FILE", survey->game->id);
    if (survey->only)
        str_format(out, " --seed %" PRIu64, *survey->only);
    str_format(
        out, " --seeds %" PRIu64 " --nodes %" PRIu64 " --think %" PRIu64 " --memory %" PRIu64 "\n",
        survey->seeds, survey->nodes, survey->think, survey->memory);
    str_add(out, "# seed | plies of the line | proved after | value | nodes | choices | bytes | "
                 "digest | nodes by plies before the end | position\n");
}

static void write_row(const SurveyRow *row, Str *out)
{
    str_format(out,
               "%" PRIu64 " | %d | %d | %s | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %016" PRIx64
               " | ",
               row->seed, row->plies, row->proved, proof_value_name(&row->value), row->value.nodes,
               row->file.size.choices, row->file.packed, row->file.digest);
    for (int i = 1; i < row->steps; i++)
        str_format(out, "%s%" PRIu64, i > 1 ? "," : "", row->nodes[i]);
    str_format(out, " | %s\n", row->file.head.position);
}

static void write_start(const SurveyRow *row, Str *out)
{
    str_format(out, "%" PRIu64 " | %s | %" PRIu64, row->seed, proof_value_name(&row->value),
               row->value.nodes);
    if (row->value.count)
        str_format(out, " | %" PRIu64 " | %" PRIu64 " | %016" PRIx64, row->file.size.choices,
                   row->file.packed, row->file.digest);
    str_char(out, '\n');
}

/* The seeds in a table, for free(); the table must be of this survey. */
static bool read_table(const Survey *survey, uint64_t **done, size_t *count, char *why)
{
    char head[1024];
    Str s = str_over(head, sizeof head);
    uint8_t *bytes = NULL;
    size_t size = 0;
    write_head(survey, &s);
    FILE *there = fopen(survey->path, "rb");
    *count = 0;
    *done = NULL;
    if (!there && errno == ENOENT)
        return true;
    if (there)
        fclose(there);
    if (!store_read_plain(survey->path, UINT64_C(1) << 30, &bytes, &size, why))
        return false;
    bool good = (size >= s.length && memcmp(bytes, head, s.length) == 0) ||
                refuse(why, "'%.300s' is there and is not a table of this command", survey->path);
    good = good && (bytes[size - 1] == '\n' ||
                    refuse(why, "the last line of '%.300s' is not whole: remove it", survey->path));
    *done = good ? malloc(size * sizeof **done) : NULL;
    for (size_t at = s.length; *done && at < size;) {
        (*done)[(*count)++] = strtoull((const char *)bytes + at, NULL, 10);
        at = (size_t)((const uint8_t *)memchr(bytes + at, '\n', size - at) - bytes) + 1;
    }
    free(bytes);
    return good && (*done || refuse(why, "out of memory"));
}

static bool add_text(const Survey *survey, const char *text, size_t length, char *why)
{
    FILE *file = fopen(survey->path, "ab");
    bool good = file && fwrite(text, 1, length, file) == length;
    if (file && fclose(file) != 0)
        good = false;
    return good || refuse(why, "cannot write '%.300s': %s", survey->path, strerror(errno));
}

/* --- One set-up ----------------------------------------------------------------------------------
 */

static bool is_late(const Survey *survey)
{
    return survey->out_of_time && survey->out_of_time(survey->context);
}

/* Steps back while values are found. */
static void step_back(const Survey *survey, ProofSearch *s, const Pos *line, SurveyRow *row)
{
    s->nodes = 0;
    for (int i = 0; i <= row->plies; i++) {
        ProofValue value = proof_value(s, &line[row->plies - i], survey->nodes);
        if (!value.exact)
            break;
        row->proved = row->plies - i;
        row->nodes[row->steps++] = s->nodes;
    }
}

/* Makes the proof of what was found, and writes it if there is a place for it. */
static bool make_row(ProofSearch *s, const Survey *survey, const Pos *pos, SurveyRow *row,
                     char *why)
{
    uint8_t *bytes;
    bool good = proof_file_make(s, pos, &row->value, &row->file, &bytes, why);
    if (good && survey->dir) {
        char path[STORE_PATH_MAX], name[32];
        Str text = str_over(name, sizeof name);
        str_number(&text, row->seed);
        good = store_path(survey->dir, name, ".proof", path) ||
               refuse(why, "the path of the proofs is too long");
        good = good && proof_file_write(path, bytes, (size_t)row->file.packed, why);
    }
    free(bytes);
    return good;
}

static bool prove_row(ProofSearch *s, const Survey *survey, const Pos *pos, SurveyRow *row,
                      char *why)
{
    proof_search_clear(s);
    row->value = proof_value(s, pos, 0);
    if (!row->value.exact)
        return refuse(why, "stopped");
    return make_row(s, survey, pos, row, why);
}

/* The start itself; a bound is better than nothing. */
static bool do_start(const Survey *survey, ProofSearch *s, const Pos *start, SurveyRow *row,
                     char *why)
{
    char text[ROW_MAX];
    Str out = str_over(text, sizeof text);
    proof_search_clear(s);
    row->value = proof_value(s, start, survey->nodes);
    if (is_late(survey))
        return true;
    bool good = !row->value.count || make_row(s, survey, start, row, why);
    write_start(row, &out);
    good = good && add_text(survey, text, out.length, why);
    proof_file_free(&row->file);
    return good || is_late(survey);
}

static bool do_setup(const Survey *survey, ProofSearch *s, SurveyRow *row, char *why)
{
    static Pos line[LINE_PLIES_MAX + 1];
    char text[ROW_MAX];
    Str out = str_over(text, sizeof text);
    Pos start;
    survey->game->ops->start(survey->game, row->seed, &start);
    if (survey->starts)
        return do_start(survey, s, &start, row, why);
    row->plies = line_play(survey->game, &start, survey->think, line);
    if (row->plies < 0)
        return refuse(why, "out of memory");
    proof_search_clear(s);
    step_back(survey, s, line, row);
    if (is_late(survey))
        return true;
    bool good = prove_row(s, survey, &line[row->proved], row, why);
    if (good) {
        write_row(row, &out);
        good = add_text(survey, text, out.length, why);
    }
    proof_file_free(&row->file);
    return good || is_late(survey);
}

static bool is_among(const uint64_t *list, size_t count, uint64_t seed)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == seed)
            return true;
    return false;
}

static bool do_all(const Survey *survey, ProofSearch *s, const uint64_t *done, size_t done_count,
                   size_t *rest, char *why)
{
    size_t count;
    uint64_t *seed = setups_list(survey->game, survey->seeds, &count);
    SurveyRow *row = malloc(sizeof *row);
    bool good = (seed && row) || refuse(why, "out of memory");
    if (good && survey->only) {
        good = is_among(seed, count, *survey->only) ||
               refuse(why, "seed %llu is not one of the set-ups (--setups lists them)",
                      (unsigned long long)*survey->only);
        seed[0] = *survey->only;
        count = 1;
    }
    *rest = count;
    for (size_t i = 0; good && i < count; i++) {
        if (!is_among(done, done_count, seed[i])) {
            *row = (SurveyRow){.seed = seed[i]};
            good = do_setup(survey, s, row, why);
            if (is_late(survey))
                break;
        }
        *rest = count - i - 1;
    }
    free(row);
    free(seed);
    return good;
}

bool survey_run(const Survey *survey, size_t *rest, char *why)
{
    ProofSearch s;
    uint64_t *done;
    size_t done_count;
    char head[1024];
    Str text = str_over(head, sizeof head);
    *rest = 0;
    if (!read_table(survey, &done, &done_count, why))
        return false;
    write_head(survey, &text);
    bool good = done || add_text(survey, head, text.length, why);
    if (good && !proof_search_open(&s, survey->game, survey->memory << 20))
        good = refuse(why, "out of memory");
    else if (good) {
        s.out_of_time = survey->out_of_time;
        s.context = survey->context;
        good = do_all(survey, &s, done, done_count, rest, why);
        proof_search_close(&s);
    }
    free(done);
    return good;
}
