/* SPDX-License-Identifier: MIT */
/* The menu of the plain game: questions, a line each, which Enter answers with what is usual. */
#include "app/tui/plain_part.h"

#include "app/tui/words.h"
#include "core/refuse.h"

#include <stdio.h>
#include <string.h>

/* What became of a line of the menu. */
typedef enum Chosen { CHOSEN_NOT, CHOSEN_OPEN, CHOSEN_END } Chosen;

static Lang lang_of(const Plain *plain)
{
    return plain->host->setup.lang;
}

/* An answer without spaces about it; NULL if the input ends. */
static const char *take_answer(Plain *plain, char *line)
{
    fflush(stdout);
    if (!plain_line(plain, line))
        return NULL;
    size_t length = strlen(line);
    while (length && strchr(" \t\r", line[length - 1]))
        line[--length] = '\0';
    return line + strspn(line, " \t");
}

static void fill(Plain *plain, Word w, const char *const *args)
{
    char text[PLAY_MESSAGE_MAX];
    Str s = str_over(text, sizeof text);
    word_fill(&s, w, lang_of(plain), args);
    puts(text);
}

static void refuse_line(Plain *plain, const char *why)
{
    puts(why);
    plain->refused = true;
}

/* -- How to play ------------------------------------------------------------------------------ */

/* "first, the computer second" of "You play: first, the computer second". */
static const char *value_of(const char *title)
{
    const char *wide = strstr(title, "："), *plain = strstr(title, ": ");
    return wide ? wide + strlen("：") : plain ? plain + 2 : title;
}

/* Every value by its number, but for those that are numbers themselves. */
static void list_values(const Choices *choices, int line, Lang lang, Str *out)
{
    Choices copy = *choices;
    MenuLine lines[CHOICES_LINES_MAX];
    for (int v = 0; v < choices_count(choices, line); v++) {
        choices_set(&copy, line, v);
        choices_lines(&copy, lang, lines);
        const char *value = value_of(lines[line].title), *number = NUMBER(v + 1);
        if (strcmp(value, number) != 0)
            str_format(out, "%s%s %s", out->length ? "; " : "", number, value);
    }
}

static void put_question(Plain *plain, const Choices *choices, int line)
{
    MenuLine lines[CHOICES_LINES_MAX];
    char values[1024];
    Str v = str_over(values, sizeof values);
    choices_lines(choices, lang_of(plain), lines);
    list_values(choices, line, lang_of(plain), &v);
    puts(lines[line].about);
    const char *const args[] = {lines[line].title, NUMBER(choices_count(choices, line)), values};
    fill(plain, WORD_ASK, args);
}

/* One question; false if the input ends. `begin` skips those that are left. */
static bool ask_line(Plain *plain, Choices *choices, int line, bool *begin)
{
    char typed[PLAIN_LINE_BYTES];
    const char *answer;
    int count = choices_count(choices, line);
    const char *const range[] = {NUMBER(count)};
    put_question(plain, choices, line);
    while ((answer = take_answer(plain, typed)) != NULL) {
        uint64_t n;
        *begin = strcmp(answer, "begin") == 0;
        if (!*answer || *begin)
            return true;
        if (str_is_number(answer, (uint64_t)count, &n) && n) {
            choices_set(choices, line, (int)n - 1);
            return true;
        }
        fill(plain, WORD_ASK_NUMBER, range);
        plain->refused = true;
    }
    return false;
}

/* Side, level and, unless the variant was written out, its options. */
static Chosen ask_choices(Plain *plain, Choices *choices, const char *variant)
{
    Host *host = plain->host;
    PlaySetup setup = host->setup;
    char why[WHY_MAX];
    int lines = CHOICES_FIXED + (variant ? 0 : choices->option_count);
    bool begin = false;
    for (int line = CHOICES_SIDE; line < lines && !begin; line++)
        if (!ask_line(plain, choices, line, &begin))
            return CHOSEN_END;
    choices_put(choices, &setup);
    if (variant) {
        Str v = str_over(setup.table.variant, sizeof setup.table.variant);
        str_add(&v, variant);
    }
    if (!host->seed_given || host->is_open)
        setup.table.seed = host_seed();
    if (host_open(host, &setup, why))
        return CHOSEN_OPEN;
    refuse_line(plain, why);
    return CHOSEN_NOT;
}

/* -- What to play ----------------------------------------------------------------------------- */

static void put_menu(const Menu *menu, Word title, Lang lang)
{
    puts(word(title, lang));
    for (int i = 0; i < menu->count; i++)
        printf("%d %s: %s\n", i + 1, menu->line[i].title, menu->line[i].about);
}

static Chosen ask_lesson(Plain *plain)
{
    static Menu menu;
    char typed[PLAIN_LINE_BYTES], why[WHY_MAX];
    const char *answer;
    menu_lessons(&menu, lang_of(plain));
    put_menu(&menu, WORD_LESSON_LIST, lang_of(plain));
    const char *const range[] = {NUMBER(menu.count)};
    while ((answer = take_answer(plain, typed)) != NULL) {
        uint64_t n;
        if (!*answer)
            return CHOSEN_NOT;
        if (!str_is_number(answer, (uint64_t)menu.count, &n) || !n) {
            fill(plain, WORD_ASK_NUMBER, range);
            plain->refused = true;
        } else if (menu_choose(plain->host, &menu, (int)n - 1, why)) {
            return CHOSEN_OPEN;
        } else {
            refuse_line(plain, why);
        }
    }
    return CHOSEN_END;
}

static Chosen show_stats(Plain *plain)
{
    static char text[1 << 16];
    char why[WHY_MAX];
    Str s = str_over(text, sizeof text);
    if (host_tell_stats(plain->host, &s, why))
        fputs(text, stdout);
    else
        refuse_line(plain, why);
    return CHOSEN_NOT;
}

static Chosen choose_line(Plain *plain, const Menu *menu, int line)
{
    Choices choices;
    char why[WHY_MAX];
    if (menu->what[line] == MENU_LESSONS)
        return ask_lesson(plain);
    if (menu->what[line] == MENU_STATS)
        return show_stats(plain);
    if (menu_choices(menu, line, &plain->host->setup, &choices))
        return ask_choices(plain, &choices, NULL);
    if (menu_choose(plain->host, menu, line, why))
        return CHOSEN_OPEN;
    refuse_line(plain, why);
    return CHOSEN_NOT;
}

/* A game by its name, with or without options. */
static Chosen choose_name(Plain *plain, const Menu *menu, const char *name)
{
    char why[WHY_MAX];
    Choices choices;
    const Game *game = variants_open(plain->host->variants, name, lang_of(plain), why);
    if (!game) {
        refuse_line(plain, why);
        return CHOSEN_NOT;
    }
    for (int i = menu->saved; i < menu->count; i++)
        if (menu->what[i] == MENU_GAME && strcmp(menu->variant[i], game->row->id) == 0)
            menu_choices(menu, i, &plain->host->setup, &choices);
    return ask_choices(plain, &choices, strchr(name, ',') ? name : NULL);
}

static Chosen choose(Plain *plain, const Menu *menu, const char *answer)
{
    static const struct {
        const char *name;
        MenuWhat what;
    } names[] = {{"lessons", MENU_LESSONS}, {"puzzle", MENU_PUZZLE}, {"statistics", MENU_STATS}};
    uint64_t n;
    if (strcmp(answer, "quit") == 0)
        return CHOSEN_END;
    if (str_is_number(answer, (uint64_t)menu->count, &n) && n)
        return choose_line(plain, menu, (int)n - 1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (int line = 0; line < menu->count; line++)
            if (strcmp(answer, names[i].name) == 0 && menu->what[line] == names[i].what)
                return choose_line(plain, menu, line);
    return choose_name(plain, menu, answer);
}

bool plain_ask(Plain *plain)
{
    static Menu menu;
    char typed[PLAIN_LINE_BYTES];
    const char *answer;
    menu_make(&menu, plain->host->variants, lang_of(plain));
    put_menu(&menu, WORD_MENU_TITLE, lang_of(plain));
    while ((answer = take_answer(plain, typed)) != NULL) {
        if (!*answer && plain->host->is_open)
            return true; /* back to what is on */
        if (!*answer)
            continue;
        Chosen chosen = choose(plain, &menu, answer);
        if (chosen != CHOSEN_NOT)
            return chosen == CHOSEN_OPEN;
        put_menu(&menu, WORD_MENU_TITLE, lang_of(plain));
    }
    return false;
}
