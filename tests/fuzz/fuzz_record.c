/* SPDX-License-Identifier: MIT */
/* Any bytes as a file of game records: refused with a one-line reason, or games whose canonical
 * text reads back to the same text. And as a table: what was loaded is written and loaded to the
 * same. */
#include "base/utf8.h"
#include "games/registry.h"
#include "play/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ROOM = 1 << 20 };

static Variants *variants;

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_record: %s\n", what);
        abort();
    }
}

static void check_reason(const char *why)
{
    check(*why && utf8_is_plain(why, strlen(why)), "no reason, or no clean line");
}

static void append(void *context, const char *bytes, size_t count)
{
    str_bytes(context, bytes, count);
}

/* A record that is one of several games is read back alone. */
static RecordReader reader_of(const char *text, size_t size, const RecordSeries *series)
{
    return (RecordReader){.variants = variants, .at = text, .end = text + size, .series = *series};
}

static void check_again(const Record *record, const RecordSeries *before)
{
    static char first[ROOM], second[ROOM];
    char why[WHY_MAX];
    Str s = str_over(first, sizeof first), t = str_over(second, sizeof second);
    Record again;
    record_write(record, append, &s);
    check(!s.full, "a canonical text that does not fit");
    RecordReader reader = reader_of(first, s.length, before);
    if (record_read(&reader, &again, why) != RECORD_GOOD) {
        fprintf(stderr, "%s\n%s", why, first);
        check(false, "a written record that is refused");
    }
    record_write(&again, append, &t);
    check(strcmp(first, second) == 0, "a record that is not stable");
    record_free(&again);
}

static void check_records(const char *text, size_t size)
{
    char why[WHY_MAX] = "";
    RecordReader reader = reader_of(text, size, &(RecordSeries){0});
    RecordSeries before = reader.series;
    Record record;
    RecordFound found;
    while ((found = record_read(&reader, &record, why)) == RECORD_GOOD) {
        check_again(&record, &before);
        before = reader.series;
        record_free(&record);
    }
    if (found == RECORD_BAD)
        check_reason(why);
}

static void check_table(const char *text, size_t size)
{
    static char first[2 * ROOM], second[2 * ROOM];
    char why[WHY_MAX] = "";
    Table table, again;
    uint32_t shown;
    if (!record_read_table(&table, variants, text, size, 0, true, LANG_JA, &shown, why)) {
        check_reason(why);
        return;
    }
    Str s = str_over(first, sizeof first), t = str_over(second, sizeof second);
    check(record_write_table(&table, shown, append, &s) && !s.full, "a table that is not written");
    if (!record_read_table(&again, variants, first, s.length, 0, false, LANG_EN, &shown, why)) {
        fprintf(stderr, "%s\n%s", why, first);
        check(false, "a written table that is refused");
    }
    record_write_table(&again, shown, append, &t);
    check(strcmp(first, second) == 0, "a table that is not stable");
    table_close(&table);
    table_close(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!variants)
        variants = variants_new(registry_families, registry_count);
    memcpy(text, data, size);
    check_records(text, size);
    check_table(text, size);
    free(text);
    return 0;
}
