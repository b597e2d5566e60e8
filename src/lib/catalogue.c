/* SPDX-License-Identifier: MIT */
/* The games that there are, with their options and levels: constant data, by number. See game.h. */
#include "concentric/concentric.h"

#include "ai/level.h"
#include "games/registry.h"

/* One game: a row of a family. */
typedef struct Listed {
    const Family *family;
    int row;
} Listed;

static bool find_game(size_t game, Listed *out)
{
    for (size_t f = 0; f < registry_count; f++) {
        if (game < registry_families[f]->row_count) {
            *out = (Listed){registry_families[f], (int)game};
            return true;
        }
        game -= registry_families[f]->row_count;
    }
    return false;
}

static const char *in_language(const Text *text, concentric_lang lang)
{
    return text->in[lang == CONCENTRIC_JAPANESE ? LANG_JA : LANG_EN];
}

size_t concentric_game_count(void)
{
    size_t count = 0;
    for (size_t f = 0; f < registry_count; f++)
        count += registry_families[f]->row_count;
    return count;
}

const char *concentric_game_id(size_t game)
{
    Listed l;
    return find_game(game, &l) ? l.family->rows[l.row].id : NULL;
}

const char *concentric_game_family(size_t game)
{
    Listed l;
    return find_game(game, &l) ? l.family->id : NULL;
}

const char *concentric_game_title(size_t game, concentric_lang lang)
{
    Listed l;
    return find_game(game, &l) ? in_language(&l.family->rows[l.row].title, lang) : NULL;
}

const char *concentric_game_summary(size_t game, concentric_lang lang)
{
    Listed l;
    return find_game(game, &l) ? in_language(&l.family->rows[l.row].summary, lang) : NULL;
}

/* Option number `option` of those that a game has; its family has more. */
static const Option *find_option(size_t game, size_t option)
{
    Listed l;
    if (!find_game(game, &l))
        return NULL;
    for (int o = 0; o < l.family->option_count; o++)
        if (l.family->options[o].rows >> l.row & 1 && option-- == 0)
            return &l.family->options[o];
    return NULL;
}

size_t concentric_option_count(size_t game)
{
    size_t count = 0;
    while (find_option(game, count))
        count++;
    return count;
}

const char *concentric_option_name(size_t game, size_t option)
{
    const Option *found = find_option(game, option);
    return found ? found->name : NULL;
}

const char *concentric_option_title(size_t game, size_t option, concentric_lang lang)
{
    const Option *found = find_option(game, option);
    return found ? in_language(&found->title, lang) : NULL;
}

const char *concentric_option_help(size_t game, size_t option, concentric_lang lang)
{
    const Option *found = find_option(game, option);
    return found ? in_language(&found->help, lang) : NULL;
}

size_t concentric_value_count(size_t game, size_t option)
{
    const Option *found = find_option(game, option);
    size_t count = 0;
    while (found && count < OPTION_VALUES_MAX && found->values[count])
        count++;
    return count;
}

const char *concentric_value(size_t game, size_t option, size_t value)
{
    bool there = value < concentric_value_count(game, option);
    return there ? find_option(game, option)->values[value] : NULL;
}

const char *concentric_value_title(size_t game, size_t option, size_t value, concentric_lang lang)
{
    bool there = value < concentric_value_count(game, option);
    return there ? in_language(&find_option(game, option)->value_title[value], lang) : NULL;
}

size_t concentric_value_default(size_t game, size_t option)
{
    const Option *found = find_option(game, option);
    return found ? found->fallback : 0;
}

size_t concentric_variants(bool (*visit)(void *context, const char *variant), void *context)
{
    return variants_visit(registry_families, registry_count, visit, context);
}

int concentric_level_count(void)
{
    return LEVEL_MAX;
}

const char *concentric_level_name(int level, concentric_lang lang)
{
    return level >= 1 && level <= LEVEL_MAX ? in_language(&level_names[level].name, lang) : NULL;
}

const char *concentric_level_help(int level, concentric_lang lang)
{
    return level >= 1 && level <= LEVEL_MAX ? in_language(&level_names[level].help, lang) : NULL;
}
