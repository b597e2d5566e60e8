/* SPDX-License-Identifier: MIT */
/* `concentric games`: what there is, for people and as JSON for front ends. */
#include "ai/teacher.h"
#include "app/cli/commands.h"
#include "core/series.h"
#include "games/registry.h"

#include <cjson/cJSON.h>
#include <stdio.h>

static bool applies(const Option *option, int row)
{
    return option->rows >> row & 1;
}

static void print_option(const Family *family, const Option *option, Lang lang)
{
    char left[64];
    Str s = str_over(left, sizeof left);
    str_add(&s, option->name);
    for (int v = 0; v < OPTION_VALUES_MAX && option->values[v]; v++)
        str_format(&s, "%s%s", v ? "|" : "=", option->values[v]);
    printf(lang == LANG_JA ? "    %-24s %s：%s" : "    %-24s %s: %s", left, option->title.in[lang],
           option->help.in[lang]);
    if (option->values[0])
        printf(lang == LANG_JA ? "（既定：%s" : " (default %s", option->values[option->fallback]);
    else
        fputs(lang == LANG_JA ? "（既定：なし" : " (default off", stdout);
    if (option->except.used) {
        const Option *other = &family->options[option->except.option];
        printf(lang == LANG_JA ? "、%s=%sでは%s" : "; with %s=%s %s", other->name,
               other->values[option->except.value], option->values[option->except.fallback]);
    }
    puts(lang == LANG_JA ? "）" : ")");
    for (int v = 0; v < OPTION_VALUES_MAX && option->values[v]; v++)
        if (option->value_help[v].in[lang])
            printf(lang == LANG_JA ? "      %-22s %s：%s\n" : "      %-22s %s: %s\n",
                   option->values[v], option->value_title[v].in[lang],
                   option->value_help[v].in[lang]);
}

static void print_levels(Lang lang)
{
    puts(lang == LANG_JA ? "\nコンピューターのレベル" : "\nLevels of the computer");
    for (int level = 1; level <= LEVEL_MAX; level++)
        printf(lang == LANG_JA ? "  %2d %s：%s\n" : "  %2d %s: %s\n", level,
               level_names[level].name.in[lang], level_names[level].help.in[lang]);
    printf(lang == LANG_JA ? "  teacher %s：%s\n" : "  teacher %s: %s\n",
           teacher_name.name.in[lang], teacher_name.help.in[lang]);
}

static void print_games(Lang lang)
{
    for (size_t f = 0; f < registry_count; f++) {
        const Family *family = registry_families[f];
        printf("%s%s\n", f ? "\n" : "", family->title.in[lang]);
        for (int r = 0; r < family->row_count; r++) {
            const GameRow *row = &family->rows[r];
            printf("  %-10s %s: %s\n", row->id, row->title.in[lang], row->summary.in[lang]);
            for (int o = 0; o < family->option_count; o++)
                if (applies(&family->options[o], r))
                    print_option(family, &family->options[o], lang);
        }
        if (family->series)
            printf(lang == LANG_JA ? "  公式戦：1セット%dゲーム、%dセット\n"
                                   : "  official match: %d games a set, %d sets\n",
                   family->series->games, family->series->sets);
    }
    print_levels(lang);
    puts(lang == LANG_JA
             ? "\nバリアントの書き方：ゲーム名に続けてオプションをコンマで。例 nine,flying,remove=2"
             : "\nA variant is a game and its options with commas: nine,flying,remove=2");
}

static cJSON *text_json(const Text *text)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "en", text->in[LANG_EN]);
    cJSON_AddStringToObject(json, "ja", text->in[LANG_JA]);
    return json;
}

/* Where another option changes the default. */
static cJSON *exception_json(const Family *family, const Option *option)
{
    const Option *other = &family->options[option->except.option];
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "option", other->name);
    cJSON_AddStringToObject(json, "value", other->values[option->except.value]);
    cJSON_AddStringToObject(json, "default", option->values[option->except.fallback]);
    return json;
}

static cJSON *option_json(const Family *family, const Option *option)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "name", option->name);
    cJSON_AddStringToObject(json, "kind", option->values[0] ? "choice" : "flag");
    cJSON_AddItemToObject(json, "title", text_json(&option->title));
    cJSON_AddItemToObject(json, "help", text_json(&option->help));
    if (!option->values[0]) {
        cJSON_AddBoolToObject(json, "default", false);
        return json;
    }
    cJSON_AddStringToObject(json, "default", option->values[option->fallback]);
    if (option->except.used)
        cJSON_AddItemToObject(json, "default_except", exception_json(family, option));
    cJSON *values = cJSON_AddArrayToObject(json, "values");
    for (int v = 0; v < OPTION_VALUES_MAX && option->values[v]; v++) {
        cJSON *value = cJSON_CreateObject();
        cJSON_AddStringToObject(value, "value", option->values[v]);
        if (option->value_title[v].in[LANG_EN])
            cJSON_AddItemToObject(value, "title", text_json(&option->value_title[v]));
        if (option->value_help[v].in[LANG_EN])
            cJSON_AddItemToObject(value, "help", text_json(&option->value_help[v]));
        cJSON_AddItemToArray(values, value);
    }
    return json;
}

static cJSON *row_json(const Family *family, int r)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "id", family->rows[r].id);
    cJSON_AddItemToObject(json, "title", text_json(&family->rows[r].title));
    cJSON_AddItemToObject(json, "summary", text_json(&family->rows[r].summary));
    cJSON *options = cJSON_AddArrayToObject(json, "options");
    for (int o = 0; o < family->option_count; o++)
        if (applies(&family->options[o], r))
            cJSON_AddItemToArray(options, option_json(family, &family->options[o]));
    return json;
}

/* The official match of a family. */
static cJSON *series_json(const SeriesRules *rules)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "sets", rules->sets);
    cJSON_AddNumberToObject(json, "games", rules->games);
    cJSON_AddNumberToObject(json, "win", rules->win / 2.0);
    cJSON_AddNumberToObject(json, "draw", rules->draw / 2.0);
    cJSON_AddBoolToObject(json, "sides_change", rules->sides == SERIES_SIDES_CHANGE);
    cJSON_AddBoolToObject(json, "carries", rules->carries);
    return json;
}

char *games_json(bool answer)
{
    cJSON *root = cJSON_CreateObject();
    if (answer)
        cJSON_AddBoolToObject(root, "ok", true);
    cJSON *families = cJSON_AddArrayToObject(root, "families");
    for (size_t f = 0; f < registry_count; f++) {
        const Family *family = registry_families[f];
        cJSON *json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "id", family->id);
        cJSON_AddItemToObject(json, "title", text_json(&family->title));
        if (family->series)
            cJSON_AddItemToObject(json, "match", series_json(family->series));
        cJSON *games = cJSON_AddArrayToObject(json, "games");
        for (int r = 0; r < family->row_count; r++)
            cJSON_AddItemToArray(games, row_json(family, r));
        cJSON_AddItemToArray(families, json);
    }
    cJSON *levels = cJSON_AddArrayToObject(root, "levels");
    for (int level = 0; level <= LEVEL_MAX; level++) { /* 0: the teacher */
        const LevelName *words = level ? &level_names[level] : &teacher_name;
        cJSON *json = cJSON_CreateObject();
        cJSON_AddNumberToObject(json, "level", level);
        cJSON_AddItemToObject(json, "name", text_json(&words->name));
        cJSON_AddItemToObject(json, "help", text_json(&words->help));
        cJSON_AddItemToArray(levels, json);
    }
    char *text = answer ? cJSON_PrintUnformatted(root) : cJSON_Print(root);
    cJSON_Delete(root);
    return text;
}

static int print_json(void)
{
    char *text = games_json(false);
    if (!text)
        return complain("out of memory");
    puts(text);
    cJSON_free(text);
    return EXIT_GOOD;
}

static int run_games(const Args *args)
{
    Lang lang;
    if (!setup_lang(args, &lang))
        return EXIT_BAD_INPUT;
    if (args_value(args, "--json"))
        return print_json();
    print_games(lang);
    return EXIT_GOOD;
}

const Command command_games = {
    .name = "games",
    .words = "",
    .summary = "List the games, their options and what they mean.",
    .flags = {{"--json", NULL, "as JSON, with the texts in every language"}, FLAG_LANG},
    .run = run_games,
};
