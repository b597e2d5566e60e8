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

static bool refuse_option(const Game *game, const char *from, const char *to, Lang lang, char *why)
{
    static const Text none = {{"none", "なし"}};
    static const Text text = {{"{0} has no option {1}; its options: {2}",
                               "{0}に{1}というオプションはありません。使えるもの：{2}"}};
    char list[WHY_MAX];
    Str s = str_over(list, sizeof list);
    list_options(game->family, (int)(game->row - game->family->rows), &s);
    return refuse_with(why, lang, &text, game->row->id, QUOTED(from, to - from),
                       s.length ? list : none.in[lang]);
}

/* Reads VALUE from `from` to `to`, where `equals` says whether there is any. */
static bool read_value(const Option *option, bool equals, const char *from, const char *to,
                       Lang lang, uint8_t *out, char *why)
{
    static const Text flag = {{"option {0} takes no value; write just {0}",
                               "オプション{0}に値は付きません。{0}とだけ書いてください"}};
    static const Text text = {{"option {0} has no value {1}; there are: {2}",
                               "オプション{0}に{1}という値はありません。使えるもの：{2}"}};
    if (option_is_flag(option)) {
        *out = 1;
        return equals ? refuse_with(why, lang, &flag, option->name) : true;
    }
    int v = equals ? find_value(option, from, to) : -1;
    if (v < 0) {
        char list[WHY_MAX];
        Str s = str_over(list, sizeof list);
        list_values(option, &s);
        return refuse_with(why, lang, &text, option->name, QUOTED(from, to - from), list);
    }
    *out = (uint8_t)v;
    return true;
}

/* Reads one NAME or NAME=VALUE from `from` to `to` into game->option. */
static bool read_option(Game *game, const char *from, const char *to, uint32_t *given, Lang lang,
                        char *why)
{
    static const Text twice = {{"option {0} is given twice; give it once",
                                "オプション{0}が2回あります。1回にしてください"}};
    const Family *family = game->family;
    const char *equals = memchr(from, '=', (size_t)(to - from));
    const char *name_end = equals ? equals : to;
    int o = find_option(family, (int)(game->row - family->rows), from, name_end);
    if (o < 0)
        return refuse_option(game, from, name_end, lang, why);
    const Option *option = &family->options[o];
    if (*given >> o & 1)
        return refuse_with(why, lang, &twice, option->name);
    *given |= 1u << o;
    return read_value(option, equals, equals ? equals + 1 : to, to, lang, &game->option[o], why);
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
                         Lang lang, Game *out, char *why)
{
    static const Text too_long = {{"the variant text is longer than {0} characters",
                                   "バリアント表記が{0}文字を超えています"}};
    static const Text no_game = {
        {"there is no game {0}; the games: {1}", "{0}というゲームはありません。遊べるもの：{1}"}};
    size_t length = strnlen(variant, VARIANT_TEXT_MAX);
    if (length == VARIANT_TEXT_MAX)
        return refuse_with(why, lang, &too_long, NUMBER(VARIANT_TEXT_MAX - 1));
    const char *end = variant + length, *at = memchr(variant, ',', length);
    if (!at)
        at = end;
    if (!find_row(families, count, variant, at, out)) {
        char list[WHY_MAX];
        Str s = str_over(list, sizeof list);
        list_rows(families, count, &s);
        return refuse_with(why, lang, &no_game, QUOTED(variant, at - variant), list);
    }
    uint32_t given = 0;
    while (at < end) {
        const char *from = at + 1;
        at = memchr(from, ',', (size_t)(end - from));
        if (!at)
            at = end;
        if (!read_option(out, from, at, &given, lang, why))
            return false;
    }
    set_defaults(out, given);
    return true;
}

Game *game_open_from(const Family *const *families, size_t count, const char *variant, Lang lang,
                     char *why)
{
    Game head = {0};
    if (!read_variant(families, count, variant, lang, &head, why))
        return NULL;
    /* The rules follow the game in one block, at the next multiple of a cache line. */
    size_t offset = (sizeof(Game) + 63) / 64 * 64;
    size_t size = (offset + head.family->rules_size + 63) / 64 * 64;
    Game *game = aligned_alloc(64, size);
    if (!game) {
        refuse_text(why, lang, &refuse_no_memory);
        return NULL;
    }
    memset(game, 0, size);
    *game = head;
    game->rules = (char *)game + offset;
    write_id(game);
    if (!head.family->open(game, lang, why)) {
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
