/* SPDX-License-Identifier: MIT */
/* The one list of game families. Adding a family is one line here (docs/adding-a-game.md). */
#include "games/registry.h"

#include "games/morelli/morelli.h"
#include "games/morris/morris.h"
#include "games/mur/mur.h"

const Family *const registry_families[] = {
    &morris_family,
    &morelli_family,
    &mur_family,
};
const size_t registry_count = sizeof registry_families / sizeof *registry_families;

Game *game_open(const char *variant, Lang lang, char *why)
{
    return game_open_from(registry_families, registry_count, variant, lang, why);
}

static int value_count(const Option *option)
{
    int n = 0;
    while (n < OPTION_VALUES_MAX && option->values[n])
        n++;
    return n ? n : 2;
}

/* The variant text of combination number n, mixed radix over the options of the row. False when n
 * is past the last one. */
static bool combination(const Family *family, int row, uint32_t n, Str *out)
{
    str_add(out, family->rows[row].id);
    for (int o = 0; o < family->option_count; o++) {
        const Option *option = &family->options[o];
        if (!(option->rows >> row & 1))
            continue;
        uint32_t v = n % (uint32_t)value_count(option);
        n /= (uint32_t)value_count(option);
        if (option->values[0])
            str_format(out, ",%s=%s", option->name, option->values[v]);
        else if (v)
            str_format(out, ",%s", option->name);
    }
    return n == 0;
}

size_t variants_visit(const Family *const *families, size_t count,
                      bool (*visit)(void *context, const char *variant), void *context)
{
    size_t seen = 0;
    for (size_t f = 0; f < count; f++) {
        for (int row = 0; row < families[f]->row_count; row++) {
            for (uint32_t n = 0;; n++) {
                char text[VARIANT_TEXT_MAX], why[WHY_MAX];
                Str s = str_over(text, sizeof text);
                if (!combination(families[f], row, n, &s))
                    break;
                Game *game = game_open_from(families, count, text, LANG_EN, why);
                if (!game)
                    continue;
                seen++;
                bool go_on = visit(context, game->id);
                game_close(game);
                if (!go_on)
                    return seen;
            }
        }
    }
    return seen;
}
