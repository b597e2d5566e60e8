/* SPDX-License-Identifier: MIT */
/* Variant text -> Game. The grammar is GAME{,OPTION}: an option is a flag's name or NAME=VALUE.
 * Options come in any order; the canonical text has them in table order, without defaults. */
#include "core/game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool option_applies(const Option *option, int row)
{
    return option->rows >> row & 1;
}

static bool option_is_flag(const Option *option)
{
    return option->values[0] == NULL;
}

static void list_rows(const Family *const *families, size_t count, Str *out)
{
    const char *comma = "";
    for (size_t f = 0; f < count; f++) {
        for (int r = 0; r < families[f]->row_count; r++) {
            str_format(out, "%s%s", comma, families[f]->rows[r].id);
            comma = ", ";
        }
    }
}

static void list_values(const Option *option, Str *out)
{
    for (int v = 0; v < OPTION_VALUES_MAX && option->values[v]; v++)
        str_format(out, "%s%s=%s", v ? ", " : "", option->name, option->values[v]);
}

static void list_options(const Family *family, int row, Str *out)
{
    const char *comma = "";
    for (int o = 0; o < family->option_count; o++) {
        if (!option_applies(&family->options[o], row))
            continue;
        str_add(out, comma);
        if (option_is_flag(&family->options[o]))
            str_add(out, family->options[o].name);
        else
            list_values(&family->options[o], out);
        comma = ", ";
    }
    if (!*comma)
        str_add(out, "none");
}

/* Is the piece of `text` from `from` to `to` exactly `word`? */
static bool is_word(const char *from, const char *to, const char *word)
{
    size_t n = strlen(word);
    return (size_t)(to - from) == n && memcmp(from, word, n) == 0;
}

static bool find_row(const Family *const *families, size_t count, const char *from, const char *to,
                     Game *out)
{
    for (size_t f = 0; f < count; f++) {
        for (int r = 0; r < families[f]->row_count; r++) {
            if (is_word(from, to, families[f]->rows[r].id)) {
                out->family = families[f];
                out->row = &families[f]->rows[r];
                return true;
            }
        }
    }
    return false;
}

/* Adds the piece of a text from `from` to `to`, quoted. */
static void quote_piece(Str *s, const char *from, const char *to)
{
    char piece[64];
    Str p = str_over(piece, sizeof piece);
    str_bytes(&p, from, (size_t)(to - from));
    str_quote(s, piece);
}

static int find_option(const Family *family, int row, const char *from, const char *to)
{
    for (int o = 0; o < family->option_count; o++)
        if (option_applies(&family->options[o], row) && is_word(from, to, family->options[o].name))
            return o;
    return -1;
}

static int find_value(const Option *option, const char *from, const char *to)
{
    for (int v = 0; v < OPTION_VALUES_MAX && option->values[v]; v++)
        if (is_word(from, to, option->values[v]))
            return v;
    return -1;
}

/* Reads one NAME or NAME=VALUE from `from` to `to` into game->option. */
static bool read_option(Game *game, const char *from, const char *to, uint32_t *given, char *why)
{
    const Family *family = game->family;
    int row = (int)(game->row - family->rows);
    const char *equals = memchr(from, '=', (size_t)(to - from));
    const char *name_end = equals ? equals : to;
    Str s = str_over(why, WHY_MAX);
    int o = find_option(family, row, from, name_end);
    if (o < 0) {
        str_format(&s, "%s has no option ", game->row->id);
        quote_piece(&s, from, name_end);
        str_add(&s, "; its options: ");
        list_options(family, row, &s);
        return false;
    }
    const Option *option = &family->options[o];
    if (*given >> o & 1)
        return refuse(why, "option %s is given twice; give it once", option->name);
    *given |= 1u << o;
    if (option_is_flag(option)) {
        game->option[o] = 1;
        return equals ? refuse(why, "option %s takes no value; write just %s", option->name,
                               option->name)
                      : true;
    }
    int v = equals ? find_value(option, equals + 1, to) : -1;
    if (v < 0) {
        str_format(&s, "option %s has no value ", option->name);
        quote_piece(&s, equals ? equals + 1 : to, to);
        str_add(&s, "; there are: ");
        list_values(option, &s);
        return false;
    }
    game->option[o] = (uint8_t)v;
    return true;
}

static uint8_t fallback_of(const Game *game, int o)
{
    const Option *option = &game->family->options[o];
    if (option->except.used && game->option[option->except.option] == option->except.value)
        return option->except.fallback;
    return option->fallback;
}

/* Options that were not given get their defaults. An exception looks at an earlier option only. */
static void set_defaults(Game *game, uint32_t given)
{
    for (int o = 0; o < game->family->option_count; o++) {
        assert(!game->family->options[o].except.used || game->family->options[o].except.option < o);
        if (!(given >> o & 1))
            game->option[o] = fallback_of(game, o);
    }
}

static void write_id(Game *game)
{
    Str s = str_over(game->id, sizeof game->id);
    str_add(&s, game->row->id);
    for (int o = 0; o < game->family->option_count; o++) {
        const Option *option = &game->family->options[o];
        int row = (int)(game->row - game->family->rows);
        if (!option_applies(option, row) || game->option[o] == fallback_of(game, o))
            continue;
        str_format(&s, ",%s", option->name);
        if (!option_is_flag(option))
            str_format(&s, "=%s", option->values[game->option[o]]);
    }
    assert(!s.full);
}

/* Fills row and options of *out from the text. */
static bool read_variant(const Family *const *families, size_t count, const char *variant,
                         Game *out, char *why)
{
    size_t length = strnlen(variant, VARIANT_TEXT_MAX);
    if (length == VARIANT_TEXT_MAX)
        return refuse(why, "the variant text is longer than %d characters", VARIANT_TEXT_MAX - 1);
    const char *end = variant + length, *at = memchr(variant, ',', length);
    if (!at)
        at = end;
    if (!find_row(families, count, variant, at, out)) {
        Str s = str_over(why, WHY_MAX);
        str_add(&s, "there is no game ");
        quote_piece(&s, variant, at);
        str_add(&s, "; the games: ");
        list_rows(families, count, &s);
        return false;
    }
    uint32_t given = 0;
    while (at < end) {
        const char *from = at + 1;
        at = memchr(from, ',', (size_t)(end - from));
        if (!at)
            at = end;
        if (!read_option(out, from, at, &given, why))
            return false;
    }
    set_defaults(out, given);
    return true;
}

Game *game_open_from(const Family *const *families, size_t count, const char *variant, char *why)
{
    Game head = {0};
    if (!read_variant(families, count, variant, &head, why))
        return NULL;
    /* The rules follow the game in one block, at the next multiple of a cache line. */
    size_t offset = (sizeof(Game) + 63) / 64 * 64;
    size_t size = (offset + head.family->rules_size + 63) / 64 * 64;
    Game *game = aligned_alloc(64, size);
    if (!game) {
        refuse(why, "out of memory");
        return NULL;
    }
    memset(game, 0, size);
    *game = head;
    game->rules = (char *)game + offset;
    write_id(game);
    if (!head.family->open(game, why)) {
        game_close(game);
        return NULL;
    }
    return game;
}

void game_close(Game *game)
{
    free(game);
}

bool game_is_legal(const Game *game, const Pos *pos, Move move, Move *scratch)
{
    int count = game->moves(game, pos, scratch);
    for (int i = 0; i < count; i++)
        if (scratch[i] == move)
            return true;
    return false;
}
