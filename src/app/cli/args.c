/* SPDX-License-Identifier: MIT */
/* Command line parsing, see args.h. */
#include "app/cli/args.h"

#include "base/str.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("concentric: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return EXIT_BAD_INPUT;
}

int complain_of_file(const char *what, const char *path, const char *reason)
{
    char quoted[64];
    Str q = str_over(quoted, sizeof quoted);
    str_quote(&q, path);
    return complain("cannot %s %s: %s", what, quoted, reason);
}

static int flag_count(const Command *command)
{
    int n = 0;
    while (n < FLAGS_MAX && command->flags[n].name)
        n++;
    return n;
}

/* The flag that `text` begins with; *value is what follows '=' or NULL. */
static int find_flag(const Command *command, const char *text, const char **value)
{
    size_t length = strcspn(text, "=");
    *value = text[length] ? text + length + 1 : NULL;
    for (int i = 0; i < flag_count(command); i++)
        if (strlen(command->flags[i].name) == length &&
            memcmp(command->flags[i].name, text, length) == 0)
            return i;
    return -1;
}

static void list_flags(const Command *command, Str *out)
{
    for (int i = 0; i < flag_count(command); i++)
        str_format(out, "%s%s", i ? " " : "", command->flags[i].name);
    str_add(out, flag_count(command) ? " --help" : "--help");
}

static bool unknown_flag(const Command *command, const char *text)
{
    char quoted[64], list[WHY_MAX];
    Str q = str_over(quoted, sizeof quoted), s = str_over(list, sizeof list);
    str_quote(&q, text);
    list_flags(command, &s);
    complain("%s has no flag %s; its flags: %s", command->name, quoted, list);
    return false;
}

static void add_to_many(Args *out, int flag, const char *value)
{
    out->many_flag[out->many_count] = flag;
    out->many[out->many_count++] = value;
}

/* Takes the flag at argv[*i], and the value behind it if it needs one. */
static bool take_flag(const Command *command, int argc, char **argv, int *i, Args *out)
{
    const char *value;
    int f = find_flag(command, argv[*i], &value);
    if (f < 0)
        return unknown_flag(command, argv[*i]);
    const Flag *flag = &command->flags[f];
    if (flag->many ? out->many_count == MANY_MAX : out->value[f] != NULL) {
        complain(flag->many ? "%s is given too often" : "%s is given twice; give it once",
                 flag->name);
        return false;
    }
    if (!flag->value && value) {
        complain("%s takes no value", flag->name);
        return false;
    }
    if (flag->value && !value) {
        if (*i + 1 >= argc) {
            complain("%s needs a value: %s %s", flag->name, flag->name, flag->value);
            return false;
        }
        value = argv[++*i];
    }
    if (flag->many)
        add_to_many(out, f, value);
    else
        out->value[f] = flag->value ? value : "";
    return true;
}

/* -1 is a word, and its command will say what is wrong with it. */
static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool args_parse(const Command *command, int argc, char **argv, Args *out)
{
    *out = (Args){.command = command};
    int words = 0;
    bool flags_end = false;
    for (int i = 0; i < argc; i++) {
        if (!flags_end && strcmp(argv[i], "--") == 0) {
            flags_end = true;
        } else if (!flags_end && argv[i][0] == '-' && argv[i][1] && !is_digit(argv[i][1])) {
            if (!take_flag(command, argc, argv, &i, out))
                return false;
        } else if (words == command->word_count + command->optional_count) {
            char quoted[64];
            Str q = str_over(quoted, sizeof quoted);
            str_quote(&q, argv[i]);
            complain("there is a word too much, %s; usage: concentric %s %s", quoted, command->name,
                     command->words);
            return false;
        } else {
            out->word[words++] = argv[i];
        }
    }
    if (words < command->word_count) {
        complain("%s needs: %s; try concentric %s --help", command->name, command->words,
                 command->name);
        return false;
    }
    return true;
}

static int flag_number(const Args *args, const char *flag)
{
    for (int i = 0; i < flag_count(args->command); i++)
        if (strcmp(args->command->flags[i].name, flag) == 0)
            return i;
    assert(false); /* a flag that the command does not have */
    return 0;
}

const char *args_value(const Args *args, const char *flag)
{
    return args->value[flag_number(args, flag)];
}

const char *args_next(const Args *args, const char *flag, int *at)
{
    int wanted = flag_number(args, flag);
    while (*at < args->many_count) {
        int i = (*at)++;
        if (args->many_flag[i] == wanted)
            return args->many[i];
    }
    return NULL;
}

bool args_number(const Args *args, const char *flag, uint64_t least, uint64_t most, uint64_t *out)
{
    const char *text = args_value(args, flag);
    uint64_t n;
    if (!text)
        return true;
    if (!str_is_number(text, most, &n) || n < least) {
        char quoted[64];
        Str q = str_over(quoted, sizeof quoted);
        str_quote(&q, text);
        complain("%s takes a number from %llu to %llu, not %s", flag, (unsigned long long)least,
                 (unsigned long long)most, quoted);
        return false;
    }
    *out = n;
    return true;
}

/* Digits, perhaps with a point between some of them; *text goes behind them. */
static bool read_decimal(const char **text, double *out)
{
    double value = 0, place = 0;
    const char *at = *text;
    for (; is_digit(*at) || (*at == '.' && place == 0); at++) {
        if (*at == '.')
            place = 1;
        else if (place > 0)
            value += (*at - '0') * (place /= 10);
        else
            value = value * 10 + (*at - '0');
    }
    bool good = at > *text && is_digit(**text) && is_digit(at[-1]);
    *text = at;
    *out = value;
    return good;
}

static bool read_time(const char *text, double *ms)
{
    static const struct {
        const char *name;
        double ms;
    } units[] = {{"", 1}, {"ms", 1}, {"s", 1e3}, {"m", 60e3}, {"h", 3600e3}};
    double value;
    if (!read_decimal(&text, &value))
        return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(text, units[i].name) == 0) {
            *ms = value * units[i].ms;
            return true;
        }
    return false;
}

bool args_time(const Args *args, const char *flag, double least, double most, double *ms)
{
    const char *text = args_value(args, flag);
    double value;
    if (!text)
        return true;
    if (!read_time(text, &value) || !(value >= least && value <= most)) {
        char quoted[64];
        Str q = str_over(quoted, sizeof quoted);
        str_quote(&q, text);
        complain(
            "%s takes milliseconds, or a time such as 500ms, 1.5s or 2m, from %.0f to %.0f ms, "
            "not %s",
            flag, least, most, quoted);
        return false;
    }
    *ms = value;
    return true;
}

void args_help(const Command *command)
{
    int n = flag_count(command);
    printf("usage: concentric %s%s%s%s\n\n%s\n", command->name, *command->words ? " " : "",
           command->words, n ? " [flags]" : "", command->summary);
    if (command->details)
        printf("\n%s\n", command->details);
    puts("\nflags:");
    for (int i = 0; i < n; i++) {
        char left[40];
        Str s = str_over(left, sizeof left);
        str_format(&s, "%s%s%s", command->flags[i].name, command->flags[i].value ? " " : "",
                   command->flags[i].value ? command->flags[i].value : "");
        printf("  %-18s %s\n", left, command->flags[i].help);
    }
    printf("  %-18s %s\n", "--help", "this text");
}
