/* SPDX-License-Identifier: MIT */
/* Choices before a game, see choices.h. */
#include "app/tui/choices.h"

#include "app/tui/words.h"

#include <string.h>

enum { YOU_FIRST, YOU_SECOND, TWO_PERSONS, TWO_COMPUTERS, SIDES };
enum { BY_TIME, TEACHER = LEVEL_MAX + 1, PERFECT, STRENGTHS };

void choices_open(Choices *choices, const Family *family, int row, const PlaySetup *setup)
{
    bool first = seat_is_computer(&setup->seat[0]), second = seat_is_computer(&setup->seat[1]);
    const Seat *computer = &setup->computer;
    *choices = (Choices){.family = family, .row = row};
    choices->side = first && second ? TWO_COMPUTERS
                    : first         ? YOU_SECOND
                    : second        ? YOU_FIRST
                                    : TWO_PERSONS;
    choices->strength = computer->perfect ? PERFECT : computer->teacher ? TEACHER : computer->level;
    memset(choices->value, -1, sizeof choices->value);
    for (int o = 0; o < family->option_count; o++)
        if (family->options[o].rows >> row & 1)
            choices->option[choices->option_count++] = o;
}

/* The value that an option has if nobody chooses. */
static int usual_value(const Choices *choices, int o)
{
    const Option *option = &choices->family->options[o];
    int other = option->except.option, value = choices->value[other];
    if (!option->except.used)
        return option->fallback;
    if (value < 0)
        value = choices->family->options[other].fallback;
    return value == option->except.value ? option->except.fallback : option->fallback;
}

static int value_of(const Choices *choices, int o)
{
    return choices->value[o] < 0 ? usual_value(choices, o) : choices->value[o];
}

static int count_values(const Option *option)
{
    int count = 0;
    while (count < OPTION_VALUES_MAX && option->values[count])
        count++;
    return count ? count : 2; /* a flag */
}

static void add_line(MenuLine *line, Word w, const char *value, const char *about, Lang lang)
{
    Str t = str_over(line->title, sizeof line->title),
        a = str_over(line->about, sizeof line->about);
    const char *const args[] = {value};
    word_fill(&t, w, lang, args);
    str_add(&a, about);
}

static void add_level(const Choices *choices, Lang lang, MenuLine *line)
{
    char level[16];
    Str s = str_over(level, sizeof level);
    str_number(&s, (uint64_t)choices->strength);
    if (choices->strength == TEACHER || choices->strength == PERFECT) {
        bool teacher = choices->strength == TEACHER;
        add_line(line, WORD_CHOICE_LEVEL, word(teacher ? WORD_TEACHER : WORD_PERFECT, lang),
                 word(teacher ? WORD_CHOICE_TEACHER : WORD_CHOICE_PERFECT, lang), lang);
    } else {
        add_line(line, WORD_CHOICE_LEVEL,
                 choices->strength == BY_TIME ? word(WORD_CHOICE_BY_TIME, lang) : level,
                 word(WORD_CHOICE_LEVELS, lang), lang);
    }
}

static void add_option(const Choices *choices, int o, Lang lang, MenuLine *line)
{
    const Option *option = &choices->family->options[o];
    int v = value_of(choices, o);
    const char *value = option->values[0] ? option->values[v]
                                          : word(v ? WORD_CHOICE_ON : WORD_CHOICE_OFF, lang);
    const char *about = option->help.in[lang];
    if (option->values[0] && option->value_title[v].in[lang])
        value = option->value_title[v].in[lang];
    if (option->values[0] && option->value_help[v].in[lang])
        about = option->value_help[v].in[lang];
    Str t = str_over(line->title, sizeof line->title),
        a = str_over(line->about, sizeof line->about);
    str_format(&t, lang == LANG_JA ? "%s：%s" : "%s: %s", option->title.in[lang], value);
    str_add(&a, about);
}

int choices_lines(const Choices *choices, Lang lang, MenuLine out[CHOICES_LINES_MAX])
{
    static const Word sides[SIDES] = {WORD_CHOICE_FIRST, WORD_CHOICE_SECOND, WORD_CHOICE_PERSONS,
                                      WORD_CHOICE_COMPUTERS};
    const GameRow *row = &choices->family->rows[choices->row];
    add_line(&out[CHOICES_BEGIN], WORD_CHOICE_BEGIN, row->title.in[lang], row->summary.in[lang],
             lang);
    add_line(&out[CHOICES_SIDE], WORD_CHOICE_SIDE, word(sides[choices->side], lang),
             word(WORD_CHOICE_SIDES, lang), lang);
    add_level(choices, lang, &out[CHOICES_LEVEL]);
    for (int i = 0; i < choices->option_count; i++)
        add_option(choices, choices->option[i], lang, &out[CHOICES_FIXED + i]);
    return CHOICES_FIXED + choices->option_count;
}

/* The option of a line; -1 if the line is none. */
static int option_of(const Choices *choices, int line)
{
    int at = line - CHOICES_FIXED;
    return at >= 0 && at < choices->option_count ? choices->option[at] : -1;
}

int choices_count(const Choices *choices, int line)
{
    int o = option_of(choices, line);
    return line == CHOICES_SIDE    ? SIDES
           : line == CHOICES_LEVEL ? STRENGTHS - 1
           : o >= 0                ? count_values(&choices->family->options[o])
                                   : 0;
}

int choices_value(const Choices *choices, int line)
{
    int o = option_of(choices, line);
    return line == CHOICES_SIDE    ? choices->side
           : line == CHOICES_LEVEL ? choices->strength - 1
           : o >= 0                ? value_of(choices, o)
                                   : -1;
}

void choices_set(Choices *choices, int line, int value)
{
    int o = option_of(choices, line);
    if (line == CHOICES_SIDE)
        choices->side = value;
    if (line == CHOICES_LEVEL)
        choices->strength = value + 1;
    if (o >= 0)
        choices->value[o] = (int8_t)(value == usual_value(choices, o) ? -1 : value);
}

void choices_step(Choices *choices, int line, int by)
{
    int count = choices_count(choices, line), value = choices_value(choices, line);
    if (!count)
        return;
    if (value < 0 && by < 0) /* by time: beside the first */
        value = 0;
    choices_set(choices, line, (value + count + by) % count);
}

static void put_variant(const Choices *choices, Str *out)
{
    str_add(out, choices->family->rows[choices->row].id);
    for (int i = 0; i < choices->option_count; i++) {
        const Option *option = &choices->family->options[choices->option[i]];
        int v = choices->value[choices->option[i]];
        if (v >= 0 && option->values[0])
            str_format(out, ",%s=%s", option->name, option->values[v]);
        else if (v > 0)
            str_format(out, ",%s", option->name);
    }
}

void choices_put(const Choices *choices, PlaySetup *setup)
{
    Str s = str_over(setup->table.variant, sizeof setup->table.variant);
    int side = choices->side, strength = choices->strength;
    put_variant(choices, &s);
    if (strength == TEACHER)
        setup->computer = seat_teacher;
    else if (strength != BY_TIME)
        setup->computer = (Seat){.kind = SEAT_COMPUTER,
                                 .level = strength == PERFECT ? LEVEL_MAX : strength,
                                 .perfect = strength == PERFECT};
    for (int i = 0; i < 2; i++) {
        bool computer = side == TWO_COMPUTERS || side == (i ? YOU_FIRST : YOU_SECOND);
        setup->seat[i] = computer ? setup->computer : (Seat){.kind = SEAT_PERSON};
    }
}
