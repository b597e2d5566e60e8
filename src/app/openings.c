/* SPDX-License-Identifier: MIT */
/* Books of openings, see openings.h. A book has a game of its own, so that it outlives those of its
 * users; bytes that are damaged are no book. */
#include "app/openings.h"

#include "app/server/files.h"
#include "games/registry.h"
#include "solve/small.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { BOOKS_MAX = 8 };

typedef struct Opened {
    Game *game;
    Small small; /* without a game: the bytes are no good */
} Opened;

/* Never closed: a book is the program's, as its bytes are. */
static Opened *opened[BOOKS_MAX];
static int opened_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const PageFile *find_file(const char *variant, const char *suffix)
{
    char name[VARIANT_TEXT_MAX + 16];
    Str s = str_over(name, sizeof name);
    str_format(&s, "%s%s", variant, suffix);
    for (char *comma; (comma = strchr(name, ',')) != NULL;)
        *comma = '-'; /* a file of the page has no commas in its name */
    for (size_t i = 0; i < page_file_count; i++) {
        const char *slash = strrchr(page_files[i].name, '/');
        if (strcmp(slash ? slash + 1 : page_files[i].name, name) == 0)
            return &page_files[i];
    }
    return NULL;
}

static Opened *open_book(const char *variant, const PageFile *file)
{
    char why[WHY_MAX];
    Opened *book = calloc(1, sizeof *book);
    if (book)
        book->game = game_open(variant, LANG_EN, why);
    if (book && book->game)
        small_open(&book->small, book->game, file->bytes, file->size, why);
    return book;
}

static Opened *find_book(const char *variant)
{
    for (int i = 0; i < opened_count; i++)
        if (opened[i]->game && strcmp(opened[i]->game->id, variant) == 0)
            return opened[i];
    const PageFile *file = find_file(variant, ".large.book"); /* the page's is smaller */
    if (!file)
        file = find_file(variant, ".book");
    if (opened_count == BOOKS_MAX)
        file = NULL;
    Opened *book = file ? open_book(variant, file) : NULL;
    if (book)
        opened[opened_count++] = book;
    return book;
}

Oracle openings_of(const Game *game)
{
    pthread_mutex_lock(&lock);
    Opened *book = find_book(game->id);
    pthread_mutex_unlock(&lock);
    return book && book->small.game ? small_oracle(&book->small) : (Oracle){NULL, NULL};
}
