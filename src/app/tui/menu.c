/* SPDX-License-Identifier: MIT */
/* The menu of games: saved ones, then every game of the registry. */
#include "app/tui/files.h"
#include "app/tui/tell.h"
#include "app/tui/tui.h"
#include "app/tui/words.h"
#include "core/refuse.h"
#include "games/registry.h"

#include <string.h>

enum { MENU_LINES = 32, MENU_SAVED_MOST = 4 };

static void add_saved(Menu *menu, Variants *variants, const char *variant, Lang lang)
{
    char path[FILES_PATH_MAX], why[WHY_MAX], moves[16], title[120];
    Play play;
    if (!files_state_path(variant, path) || !files_read(path, variants, lang, 0, &play, why))
        return;
    MenuLine *line = &menu->line[menu->count];
    Str m = str_over(moves, sizeof moves), t = str_over(title, sizeof title);
    Str s = str_over(line->title, sizeof line->title);
    Str a = str_over(line->about, sizeof line->about);
    str_number(&m, play_length(&play));
    tell_title(&play, &t);
    const char *const args[] = {title, moves};
    word_fill(&s, WORD_MENU_RESUME, lang, args);
    for (int side = 0; side < 2; side++) {
        str_format(&a, "%s%s: ", side ? "; " : "", play.table.game->player[side].in[lang]);
        tell_who(&play, side, &a);
    }
    menu->what[menu->count] = MENU_SAVED;
    Str v = str_over(menu->variant[menu->count++], VARIANT_TEXT_MAX);
    str_add(&v, variant);
    menu->saved++;
    play_close(&play);
}

static void add_game(Menu *menu, const GameRow *row, Lang lang)
{
    MenuLine *line = &menu->line[menu->count];
    Str s = str_over(line->title, sizeof line->title);
    Str a = str_over(line->about, sizeof line->about);
    menu->what[menu->count] = MENU_GAME;
    Str v = str_over(menu->variant[menu->count++], VARIANT_TEXT_MAX);
    str_format(&s, "%s (%s)", row->title.in[lang], row->id);
    str_add(&a, row->summary.in[lang]);
    str_add(&v, row->id);
}

static void add_other(Menu *menu, MenuWhat what, Word title, Word about, Lang lang)
{
    MenuLine *line = &menu->line[menu->count];
    Str s = str_over(line->title, sizeof line->title);
    Str a = str_over(line->about, sizeof line->about);
    menu->variant[menu->count][0] = '\0';
    menu->what[menu->count++] = what;
    str_add(&s, word(title, lang));
    str_add(&a, word(about, lang));
}

static void add_lesson(Menu *menu, const GameRow *row, Lang lang)
{
    MenuLine *line = &menu->line[menu->count];
    Str s = str_over(line->title, sizeof line->title);
    Str a = str_over(line->about, sizeof line->about);
    Str v = str_over(menu->variant[menu->count], VARIANT_TEXT_MAX);
    uint32_t done;
    int count = host_lesson_steps(row->id, &done);
    if (!count || menu->count == MENU_LINES)
        return;
    menu->what[menu->count++] = MENU_LESSON;
    str_add(&s, row->title.in[lang]);
    str_add(&v, row->id);
    const char *const args[] = {NUMBER(__builtin_popcount(done)), NUMBER(count)};
    word_fill(&a, WORD_MENU_STEPS, lang, args);
}

void menu_lessons(Menu *menu, Lang lang)
{
    menu->count = menu->saved = 0;
    for (size_t f = 0; f < registry_count; f++)
        for (int r = 0; r < registry_families[f]->row_count; r++)
            add_lesson(menu, &registry_families[f]->rows[r], lang);
}

void menu_make(Menu *menu, Variants *variants, Lang lang)
{
    char saved[MENU_SAVED_MOST][VARIANT_TEXT_MAX];
    int count = files_list_states(saved, MENU_SAVED_MOST);
    menu->count = menu->saved = 0;
    for (int i = 0; i < count; i++)
        add_saved(menu, variants, saved[i], lang);
    for (size_t f = 0; f < registry_count; f++)
        for (int r = 0; r < registry_families[f]->row_count && menu->count < MENU_LINES - 3; r++)
            add_game(menu, &registry_families[f]->rows[r], lang);
    add_other(menu, MENU_LESSONS, WORD_MENU_LESSONS, WORD_MENU_LESSONS_ABOUT, lang);
    add_other(menu, MENU_PUZZLE, WORD_MENU_PUZZLE, WORD_MENU_PUZZLE_ABOUT, lang);
    add_other(menu, MENU_STATS, WORD_MENU_STATS, WORD_MENU_STATS_ABOUT, lang);
}

bool menu_choices(const Menu *menu, int line, const PlaySetup *setup, Choices *out)
{
    if (menu->what[line] != MENU_GAME)
        return false;
    for (size_t f = 0; f < registry_count; f++)
        for (int r = 0; r < registry_families[f]->row_count; r++)
            if (strcmp(registry_families[f]->rows[r].id, menu->variant[line]) == 0) {
                choices_open(out, registry_families[f], r, setup);
                return true;
            }
    return false;
}

bool menu_choose(Host *host, const Menu *menu, int line, char *why)
{
    if (line < menu->saved) {
        return host_resume(host, menu->variant[line]) ||
               refuse(why, "%s", word(WORD_NOTHING_SAVED, host->setup.lang));
    }
    if (menu->what[line] == MENU_LESSON)
        return host_begin_lesson(host, menu->variant[line], why);
    if (menu->what[line] == MENU_PUZZLE)
        return host_begin_puzzle(host, why);
    PlaySetup setup = host->setup;
    memcpy(setup.table.variant, menu->variant[line], sizeof setup.table.variant);
    if (!host->seed_given || host->is_open)
        setup.table.seed = host_seed();
    return host_open(host, &setup, why);
}
