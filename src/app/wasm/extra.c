/* SPDX-License-Identifier: MIT */
/* extra.wasm: what few visits to the page need. Games from elsewhere (play/bring.h) as records of
 * ours, since the engine reads records alone (no_bring.c), and games as pictures that play them
 * (view/animate.h). Six functions; a text goes in at cx_input(0) and comes out at cx_output(). */
#include "app/film.h"
#include "games/registry.h"

#include <string.h>

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name)
#endif

enum { TEXT_MAX = 4 << 20 };

static struct {
    Lang lang;
    Variants *variants;
    Str out;
    char input[TEXT_MAX], output[TEXT_MAX];
} brought;

EXPORT(cx_input) char *cx_input(int32_t unused);
EXPORT(cx_output) const char *cx_output(void);
EXPORT(cx_output_length) int32_t cx_output_length(void);
EXPORT(cx_language) int32_t cx_language(int32_t language);
/* The games of a text as records; 0 with a one-line reason in the output. */
EXPORT(cx_bring) int32_t cx_bring(int32_t length);
/* A number, milliseconds for a move, a line break, and records: the last game as an SVG. */
EXPORT(cx_animate) int32_t cx_animate(int32_t length);

char *cx_input(int32_t unused)
{
    (void)unused;
    return brought.input;
}

const char *cx_output(void)
{
    return brought.output;
}

int32_t cx_output_length(void)
{
    return (int32_t)brought.out.length;
}

int32_t cx_language(int32_t language)
{
    brought.out = str_over(brought.output, sizeof brought.output);
    brought.lang = language == LANG_JA ? LANG_JA : LANG_EN;
    return 1;
}

static void append(void *context, const char *bytes, size_t count)
{
    str_bytes(context, bytes, count);
}

static int32_t refuse_with_reason(const char *why)
{
    brought.out = str_over(brought.output, sizeof brought.output);
    str_add(&brought.out, why);
    return 0;
}

static bool open_reader(RecordReader *reader, int32_t length)
{
    brought.out = str_over(brought.output, sizeof brought.output);
    if (!brought.variants)
        brought.variants = variants_new(registry_families, registry_count);
    if (!brought.variants || length < 0 || length >= TEXT_MAX)
        return refuse_with_reason("out of memory");
    brought.input[length] = '\0';
    *reader = (RecordReader){.variants = brought.variants,
                             .lang = brought.lang,
                             .at = brought.input,
                             .end = brought.input + length};
    return true;
}

static const Text none = {{"there is no game in it", "棋譜がありません"}};

int32_t cx_bring(int32_t length)
{
    char why[WHY_MAX];
    Record record;
    RecordReader reader;
    RecordFound found;
    unsigned games = 0;
    if (!open_reader(&reader, length))
        return 0;
    while ((found = record_read(&reader, &record, why)) == RECORD_GOOD) {
        if (games++)
            str_char(&brought.out, '\n');
        record_write(&record, append, &brought.out);
        record_free(&record);
    }
    if (found == RECORD_BAD)
        return refuse_with_reason(why);
    if (!games || brought.out.full)
        return refuse_with_reason(none.in[brought.lang]);
    return 1;
}

int32_t cx_animate(int32_t length)
{
    char why[WHY_MAX];
    Record record = {0}, next;
    RecordReader reader;
    RecordFound found;
    uint64_t pace = 0;
    if (!open_reader(&reader, length))
        return 0;
    if (!str_read_number(&reader.at, ANIMATION_PACE_MAX, &pace) || pace < ANIMATION_PACE_MIN)
        return refuse_with_reason("pace");
    while ((found = record_read(&reader, &next, why)) == RECORD_GOOD) {
        record_free(&record);
        record = next;
    }
    bool good = found == RECORD_END && record.game;
    if (good && !film_write(&record, (uint32_t)pace, brought.lang, &brought.out, why))
        good = refuse_with_reason(why);
    else if (!good)
        refuse_with_reason(found == RECORD_BAD ? why : none.in[brought.lang]);
    record_free(&record);
    return good;
}
