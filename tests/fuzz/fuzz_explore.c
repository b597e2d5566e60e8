/* SPDX-License-Identifier: MIT */
/* Any bytes as a file of the explorer: refused with a one-line reason, or its rows read back to the
 * same. */
#include "base/utf8.h"
#include "explore/book.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_explore: %s\n", what);
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char variant[VARIANT_TEXT_MAX], why[WHY_MAX] = "", *text = malloc(size + 256);
    Book book, again;
    if (!book_read(&book, (const char *)data, size, variant, why)) {
        check(*why && utf8_is_plain(why, strlen(why)), "no reason, or no clean line");
        free(text);
        return 0;
    }
    Str s = str_over(text, size + 256);
    str_format(&s, "explorer 1 %s\nmade again\n", variant);
    for (uint32_t i = 0; i < book.count; i++) {
        book_write_row(&book.slot[book.row[i]], &s);
        str_char(&s, '\n');
    }
    check(!s.full, "a file that grows");
    check(book_read(&again, text, s.length, variant, why), "a written file that is refused");
    check(again.count == book.count, "rows that are lost");
    for (uint32_t i = 0; i < book.count; i++) {
        const BookRow *row = &book.slot[book.row[i]], *same = book_find(&again, row->key);
        check(same && memcmp(same->count, row->count, sizeof row->count) == 0 &&
                  same->value == row->value,
              "a row that is not stable");
    }
    book_free(&book);
    book_free(&again);
    free(text);
    return 0;
}
