/* SPDX-License-Identifier: MIT */
/* Subcommands and their flags as tables; parsing and --help come from the same rows. */
#ifndef CONCENTRIC_APP_CLI_ARGS_H
#define CONCENTRIC_APP_CLI_ARGS_H

#include <stdbool.h>
#include <stdint.h>

enum { FLAGS_MAX = 40, WORDS_MAX = 3, MANY_MAX = 32 };

enum { TIME_MAX_MS = 86400000 }; /* a day */

/* What a program run answers to its caller. */
enum { EXIT_GOOD = 0, EXIT_NEGATIVE = 1, EXIT_BAD_INPUT = 2 };

typedef struct Flag {
    const char *name;  /* with its dashes */
    const char *value; /* what follows it, such as TEXT; NULL if nothing does */
    const char *help;
    bool many; /* may be given again and again (args_next) */
} Flag;

typedef struct Args Args;

typedef struct Command {
    const char *name, *words;       /* the words it needs, such as "VARIANT DEPTH" */
    int word_count, optional_count; /* words that must, and that may, be there */
    const char *summary, *details;
    Flag flags[FLAGS_MAX];
    int (*run)(const Args *args);
} Command;

struct Args {
    const Command *command;
    const char *word[WORDS_MAX];
    const char *value[FLAGS_MAX]; /* by flag; "" for a flag without value that is given */
    const char *many[MANY_MAX];   /* all values of flags that may be given so, as they stand */
    int many_flag[MANY_MAX];      /* ... and whose they are */
    int many_count;
};

/* Parses what follows the command's name. False after it has said on stderr what is wrong. */
bool args_parse(const Command *command, int argc, char **argv, Args *out);

/* The value of a flag of this command, or NULL if it is not given. */
const char *args_value(const Args *args, const char *flag);

/* The next value of a flag that may be given again and again; NULL after the last. *at is 0 at
 * first. */
const char *args_next(const Args *args, const char *flag, int *at);

/* A number given with a flag; *out keeps its value if the flag is not given. False after it has
 * said on stderr what is wrong. */
bool args_number(const Args *args, const char *flag, uint64_t least, uint64_t most, uint64_t *out);

/* A time given with a flag, in milliseconds: "1500", "1500ms", "1.5s", "2m", "1h". The same for
 * every flag that takes a time; most is at most a day. */
bool args_time(const Args *args, const char *flag, double least, double most, double *ms);

void args_help(const Command *command);

/* Says `concentric: ...` on stderr in one line and returns EXIT_BAD_INPUT. */
int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Says that something went wrong with a file: `cannot WHAT 'PATH': REASON`; returns EXIT_BAD_INPUT.
 */
int complain_of_file(const char *what, const char *path, const char *reason);

#endif
