/* SPDX-License-Identifier: MIT */
/* `concentric manual`: manual pages as roff (man(7) macros), from the tables of --help. */
#include "app/cli/commands.h"

#include "base/str.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char about[] = "Board games of rings around a centre: their rules, exact and fast.";

/* Text as roff: no line begins a request, backslashes and hyphens stay what they are. */
static void put_text(FILE *out, const char *text)
{
    bool at_begin = true;
    for (; *text; text++) {
        if (at_begin && (*text == '.' || *text == '\''))
            fputs("\\&", out);
        if (*text == '\\')
            fputs("\\e", out);
        else if (*text == '-')
            fputs("\\-", out);
        else if (*text == '~')
            fputs("\\(ti", out);
        else
            fputc(*text, out);
        at_begin = *text == '\n';
    }
}

static void put_line(FILE *out, const char *text)
{
    put_text(out, text);
    fputc('\n', out);
}

static void put_head(FILE *out, const char *name, const char *summary)
{
    fputs(".TH ", out);
    for (const char *c = name; *c; c++)
        fputc(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c, out);
    fputs(" 1 \"\" \"concentric " CONCENTRIC_VERSION "\" \"User Commands\"\n.SH NAME\n", out);
    put_text(out, name);
    fputs(" \\- ", out);
    size_t length = strlen(summary);
    for (size_t i = 0; i < length; i++) /* as is usual: no capital, no full stop */
        if (i == 0)
            fputc(str_lower(summary[i]), out);
        else if (i + 1 < length || summary[i] != '.')
            put_text(out, (char[]){summary[i], '\0'});
    fputc('\n', out);
}

static void put_exit_status(FILE *out)
{
    fputs(".SH EXIT STATUS\n0 good, 1 a negative answer, 2 wrong usage or input.\n", out);
}

static void put_flag(FILE *out, const char *name, const char *value, const char *help)
{
    fputs(".TP\n.B ", out);
    put_text(out, name);
    if (value) {
        fputs(" \\fI", out);
        put_text(out, value);
        fputs("\\fR", out);
    }
    fputc('\n', out);
    put_line(out, help);
}

static void put_program(FILE *out)
{
    put_head(out, "concentric", about);
    fputs(".SH SYNOPSIS\n.B concentric\n.I COMMAND\n[words] [flags]\n.SH DESCRIPTION\n", out);
    put_line(out, about);
    fputs(
        "Each command has a page of its own, named\n.BI concentric\\- COMMAND (1).\n.SH COMMANDS\n",
        out);
    for (int i = 0; i < command_count; i++)
        put_flag(out, command_table[i]->name, NULL, command_table[i]->summary);
    put_exit_status(out);
    fputs(".SH SEE ALSO\n", out);
    for (int i = 0; i < command_count; i++)
        fprintf(out, ".BR concentric\\-%s (1)%s\n", command_table[i]->name,
                i + 1 < command_count ? "," : "");
}

static void put_command(FILE *out, const Command *command)
{
    char name[64];
    Str s = str_over(name, sizeof name);
    str_format(&s, "concentric-%s", command->name);
    put_head(out, name, command->summary);
    fprintf(out, ".SH SYNOPSIS\n.B concentric %s\n", command->name);
    if (*command->words) {
        fputs(".I ", out);
        put_line(out, command->words);
    }
    fputs("[flags]\n.SH DESCRIPTION\n", out);
    put_line(out, command->summary);
    if (command->details)
        put_line(out, command->details);
    fputs(".SH FLAGS\n", out);
    for (int i = 0; i < FLAGS_MAX && command->flags[i].name; i++)
        put_flag(out, command->flags[i].name, command->flags[i].value, command->flags[i].help);
    put_flag(out, "--help", NULL, "show a short text");
    put_exit_status(out);
    fputs(".SH SEE ALSO\n.BR concentric (1)\n", out);
}

/* One page into a file; NULL is the program's own. */
static int write_page(const char *directory, const Command *command)
{
    char path[1024];
    Str s = str_over(path, sizeof path);
    str_format(&s, "%s/concentric%s%s.1", directory, command ? "-" : "",
               command ? command->name : "");
    FILE *file = s.full ? NULL : fopen(path, "w");
    if (!file)
        return complain_of_file("write", path, s.full ? "the name is too long" : strerror(errno));
    if (command)
        put_command(file, command);
    else
        put_program(file);
    bool good = !ferror(file);
    good = fclose(file) == 0 && good;
    return good ? EXIT_GOOD : complain_of_file("write", path, strerror(errno));
}

static const Command *find(const char *name)
{
    for (int i = 0; i < command_count; i++)
        if (strcmp(command_table[i]->name, name) == 0)
            return command_table[i];
    return NULL;
}

/* A directory and those above it, as far as they are missing; if not, errno says why. */
static bool make_directories(const char *path)
{
    char part[4096];
    Str s = str_over(part, sizeof part);
    for (const char *at = path; *at; at++) {
        if (*at == '/' && at > path && mkdir(part, 0777) != 0 && errno != EEXIST)
            return false;
        str_char(&s, *at);
    }
    if (s.full) {
        errno = ENAMETOOLONG;
        return false;
    }
    return mkdir(part, 0777) == 0 || errno == EEXIST;
}

static int run_manual(const Args *args)
{
    const char *directory = args_value(args, "--out"), *name = args->word[0];
    const Command *command = name ? find(name) : NULL;
    if (name && !command) {
        char quoted[64];
        Str q = str_over(quoted, sizeof quoted);
        str_quote(&q, name);
        return complain("there is no command %s; concentric --help lists them", quoted);
    }
    if (directory) {
        if (!make_directories(directory))
            return complain_of_file("make", directory, strerror(errno));
        int result = name ? EXIT_GOOD : write_page(directory, NULL);
        for (int i = 0; i < command_count && result == EXIT_GOOD; i++)
            if (!name || command == command_table[i])
                result = write_page(directory, command_table[i]);
        return result;
    }
    if (command)
        put_command(stdout, command);
    else
        put_program(stdout);
    return EXIT_GOOD;
}

const Command command_manual = {
    .name = "manual",
    .words = "[COMMAND]",
    .optional_count = 1,
    .summary = "Write a manual page as roff, of the program or of one command.",
    .details = "Try: concentric manual play | man -l -",
    .flags = {{"--out", "DIR",
               "write the pages into files there: concentric.1 and all the others"}},
    .run = run_manual,
};
