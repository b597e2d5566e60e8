/* SPDX-License-Identifier: MIT */
/* Any bytes as a file of game records: refused with a one-line reason, or games whose canonical
 * text reads back to the same text. */
#include "games/registry.h"
#include "proto/record.h"
#include "proto/record_series.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_record: %s\n", what);
        abort();
    }
}

static void append(void *context, const char *bytes, size_t count)
{
    str_bytes(context, bytes, count);
}

static RecordReader reader_of(const char *text, size_t size)
{
    return (RecordReader){.families = registry_families,
                          .family_count = registry_count,
                          .at = text,
                          .end = text + size};
}

static void check_again(const Record *record)
{
    static char first[1 << 20], second[1 << 20];
    char why[WHY_MAX];
    Str s = str_over(first, sizeof first), t = str_over(second, sizeof second);
    Record again;
    record_write(record, append, &s);
    check(!s.full, "a canonical text that does not fit");
    RecordReader reader = reader_of(first, s.length);
    if (record_read(&reader, &again, why) != RECORD_GOOD) {
        fprintf(stderr, "%s\n%s", why, first);
        check(false, "a written record that is refused");
    }
    record_write(&again, append, &t);
    check(strcmp(first, second) == 0, "a record that is not stable");
    record_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), why[WHY_MAX] = "";
    memcpy(text, data, size);
    RecordReader reader = reader_of(text, size);
    Record record;
    RecordSeries series = {0};
    RecordFound found;
    while ((found = record_read(&reader, &record, why)) == RECORD_GOOD) {
        check_again(&record);
        char apart[WHY_MAX] = "";
        if (!record_series_add(&series, &record, registry_families, registry_count, LANG_EN, apart))
            check(*apart && !strchr(apart, '\n'), "no reason, or more than a line");
        record_free(&record);
    }
    record_series_end(&series);
    check(found == RECORD_END || (*why && !strchr(why, '\n')), "no reason, or more than a line");
    free(text);
    return 0;
}
