/* SPDX-License-Identifier: MIT */
/* The program: one table of subcommands. */
#include "app/cli/commands.h"
#include "base/cpu.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void print_help(void)
{
    puts("usage: concentric COMMAND [words] [flags]\n\n"
         "Board games of rings around a centre: their rules, exact and fast.\n\ncommands:");
    for (int i = 0; i < command_count; i++)
        printf("  %-10s %s\n", command_table[i]->name, command_table[i]->summary);
    puts("\nconcentric COMMAND --help tells more about one. Exit status: 0 good, 1 a negative\n"
         "answer, 2 wrong usage or input.\n\ntry: concentric show nine --play \"d6 d2 f4\"");
}

static bool wants_help(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

static int unknown_command(const char *name)
{
    char quoted[64], list[WHY_MAX];
    Str q = str_over(quoted, sizeof quoted), s = str_over(list, sizeof list);
    str_quote(&q, name);
    for (int i = 0; i < command_count; i++)
        str_format(&s, "%s%s", i ? ", " : "", command_table[i]->name);
    return complain("there is no command %s; the commands: %s", quoted, list);
}

static int run_command(const Command *command, int argc, char **argv)
{
    if (wants_help(argc, argv)) {
        args_help(command);
        return EXIT_GOOD;
    }
    Args args;
    return args_parse(command, argc, argv, &args) ? command->run(&args) : EXIT_BAD_INPUT;
}

/* A command by its name, or by the one that it had before. */
static const Command *find_command(const char *name)
{
    if (strcmp(name, "match") == 0)
        name = "tournament";
    for (int i = 0; i < command_count; i++)
        if (strcmp(name, command_table[i]->name) == 0)
            return command_table[i];
    return NULL;
}

/* What was asked for must have reached stdout. */
static int finish(int result)
{
    bool good = fflush(stdout) == 0 && !ferror(stdout);
    return good || result == EXIT_BAD_INPUT ? result : complain("cannot write to standard output");
}

/* A file that the program opens must never become its standard input or output: where one of these
 * is closed, something takes its place that ends at once and cannot be written to. */
static bool hold_standard_files(void)
{
    int fd = open("/dev/null", O_RDONLY);
    while (fd >= 0 && fd <= STDERR_FILENO)
        fd = dup(fd);
    return fd > STDERR_FILENO && close(fd) == 0;
}

static int help(const char *name)
{
    const Command *command = find_command(name);
    if (!command)
        return unknown_command(name);
    args_help(command);
    return finish(EXIT_GOOD);
}

int main(int argc, char **argv)
{
    if (!hold_standard_files())
        return EXIT_BAD_INPUT;
    const char *lacking = cpu_lacks();
    if (lacking)
        return complain("this build needs a processor with %s; build it again with "
                        "-DCONCENTRIC_MARCH=x86-64",
                        lacking);
    if (argc > 2 && strcmp(argv[1], "help") == 0)
        return help(argv[2]);
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        print_help();
        return finish(EXIT_GOOD);
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        puts("concentric " CONCENTRIC_VERSION);
        return finish(EXIT_GOOD);
    }
    const Command *command = find_command(argv[1]);
    return command ? finish(run_command(command, argc - 2, argv + 2)) : unknown_command(argv[1]);
}
