/* SPDX-License-Identifier: MIT */
/* The explorer's files inside the program, see shipped.h. The page has the same table
 * (web/explorer-book.js); a test compares. Morelli's usual start is random, so no two games have
 * their first positions in common; the fixed set-ups of the rules have books. */
#include "app/explore/shipped.h"

#include "app/server/files.h"

#include <string.h>

static const struct {
    const char *variant, *name;
} books[] = {
    {"nine", "nine"},
    {"six", "six"},
    {"twelve", "twelve"},
    {"stacking", "stacking"},
    {"mur", "mur"},
    {"morelli,setup=facing", "morelli-13-facing"},
    {"morelli,size=9,setup=facing", "morelli-9-facing"},
};

static bool is_file_of(const char *path, const char *name)
{
    char wanted[64];
    Str s = str_over(wanted, sizeof wanted);
    str_format(&s, "/explorer/%s.txt", name);
    size_t length = strlen(path);
    return length >= s.length && strcmp(path + length - s.length, wanted) == 0;
}

bool shipped_book(const char *variant, Book *out, char *why)
{
    char told[VARIANT_TEXT_MAX];
    for (size_t i = 0; i < sizeof books / sizeof *books; i++) {
        if (strcmp(books[i].variant, variant) != 0)
            continue;
        for (size_t f = 0; f < page_file_count; f++)
            if (is_file_of(page_files[f].name, books[i].name))
                return book_read(out, (const char *)page_files[f].bytes, page_files[f].size, told,
                                 why);
    }
    return refuse(why, "the program has no games of %s inside: give a file with --file", variant);
}
