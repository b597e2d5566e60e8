/* SPDX-License-Identifier: MIT */
/* Any bytes as the log of a table: refused with a one-line reason, or a table whose log reads back
 * to the same log. And any lines as acts at a running table: what is refused changes nothing. */
#include "games/registry.h"
#include "play/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Variants *variants;

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_table: %s\n", what);
        abort();
    }
}

static void append(void *context, const char *bytes, size_t count)
{
    str_bytes(context, bytes, count);
}

static void check_log(const char *text, size_t size)
{
    static char first[1 << 20], second[1 << 20];
    char why[WHY_MAX] = "";
    Str s = str_over(first, sizeof first), t = str_over(second, sizeof second);
    Table table, again;
    if (!table_replay(&table, variants, text, size, LANG_EN, why)) {
        check(*why && !strchr(why, '\n'), "no reason, or more than a line");
        return;
    }
    table_write_log(&table, append, &s);
    check(s.full || table_replay(&again, variants, first, s.length, LANG_JA, why), why);
    if (!s.full) {
        table_write_log(&again, append, &t);
        check(strcmp(first, second) == 0, "a log that is not stable");
        check(again.state == table.state && again.head == table.head, "another table");
        table_close(&again);
    }
    table_close(&table);
}

/* The first byte of a line says who speaks, the second how much later. */
static void check_acts(const char *text, size_t size)
{
    static const char *const games[] = {"nine", "mur", "stacking", "morelli,size=7"};
    TableSetup setup = table_setup(games[size & 3]);
    char why[WHY_MAX];
    Table table;
    check(table_open(&table, variants, &setup, 0, LANG_EN, why), why);
    Caller caller = {.by = BY_SEAT0};
    Reply reply;
    table_do(&table, &caller, "sit person", &reply);
    caller.by = BY_SEAT1;
    table_do(&table, &caller, size & 4 ? "sit person" : "sit remote", &reply);
    for (const char *at = text, *end = text + size; at + 2 < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        char line[ACT_MAX + 8];
        if (length > 2 && length < sizeof line) {
            memcpy(line, at + 2, length - 2);
            line[length - 2] = '\0';
            caller.by = (uint8_t)at[0] & 3;
            caller.now += (uint8_t)at[1] * INT64_C(1000);
            uint32_t seq = table.seq, head = table.head;
            TableState state = table.state;
            bool may = table_may(&table, &caller, line);
            bool done = table_do(&table, &caller, line, &reply);
            check(may == done, "may and do differ");
            check(done || (table.seq == seq && table.head == head && table.state == state),
                  "a refused act changed something");
            check(done || *reply.why, "no reason");
        }
        at += length + 1;
    }
    table_close(&table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!variants)
        variants = variants_new(registry_families, registry_count);
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    check_log(text, size);
    check_acts(text, size);
    free(text);
    return 0;
}
