/* SPDX-License-Identifier: MIT */
/* Opened games by their canonical texts, see variants.h. A list is enough: there are a few hundred
 * variants, and nobody opens one on a hot path. Entries are only ever added, whole, at the front,
 * so that readers need no lock; those who add wait for each other. */
#include "play/variants.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct Opened {
    struct Opened *next;
    Game *game;
} Opened;

struct Variants {
    const Family *const *families;
    size_t count;
    _Atomic(Opened *) first;
    atomic_flag adding;
};

Variants *variants_new(const Family *const *families, size_t count)
{
    Variants *variants = calloc(1, sizeof *variants);
    if (!variants)
        return NULL;
    variants->families = families;
    variants->count = count;
    atomic_init(&variants->first, NULL);
    atomic_flag_clear(&variants->adding);
    return variants;
}

void variants_free(Variants *variants)
{
    if (!variants)
        return;
    for (Opened *o = atomic_load(&variants->first), *next; o; o = next) {
        next = o->next;
        game_close(o->game);
        free(o);
    }
    free(variants);
}

static const Game *find(Variants *variants, const char *id)
{
    for (Opened *o = atomic_load(&variants->first); o; o = o->next)
        if (strcmp(o->game->id, id) == 0)
            return o->game;
    return NULL;
}

/* Keeps a game that was opened, unless somebody else has kept the same one meanwhile. NULL without
 * memory. */
static const Game *keep(Variants *variants, Game *game)
{
    Opened *opened = malloc(sizeof *opened);
    while (atomic_flag_test_and_set(&variants->adding))
        continue;
    const Game *kept = find(variants, game->id);
    if (!kept && opened) {
        *opened = (Opened){atomic_load(&variants->first), game};
        atomic_store(&variants->first, opened);
        kept = game;
    }
    atomic_flag_clear(&variants->adding);
    if (kept != game) {
        free(opened);
        game_close(game);
    }
    return kept;
}

const Game *variants_open(Variants *variants, const char *variant, Lang lang, char *why)
{
    const Game *kept = find(variants, variant);
    if (kept)
        return kept;
    Game *game = game_open_from(variants->families, variants->count, variant, lang, why);
    if (!game)
        return NULL;
    kept = keep(variants, game);
    if (!kept)
        refuse_text(why, lang, &refuse_no_memory);
    return kept;
}
