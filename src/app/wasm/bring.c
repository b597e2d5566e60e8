/* SPDX-License-Identifier: MIT */
/* bring.wasm: games from elsewhere (play/bring.h) as records of ours, for the page. Five functions;
 * a text goes in at cx_input(0) and comes out at cx_output(). The engine reads records alone, see
 * no_bring.c. */
#include "games/registry.h"
#include "play/record.h"

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

int32_t cx_bring(int32_t length)
{
    static const Text none = {{"there is no game in it", "棋譜がありません"}};
    char why[WHY_MAX];
    Record record;
    RecordFound found;
    unsigned games = 0;
    brought.out = str_over(brought.output, sizeof brought.output);
    if (!brought.variants)
        brought.variants = variants_new(registry_families, registry_count);
    if (!brought.variants || length < 0 || length > TEXT_MAX)
        return refuse_with_reason("out of memory");
    RecordReader reader = {.variants = brought.variants,
                           .lang = brought.lang,
                           .at = brought.input,
                           .end = brought.input + length};
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
