/* SPDX-License-Identifier: MIT */
/* `concentric completion`: completion for bash, zsh and fish, from the tables of --help. */
#include "app/cli/commands.h"

#include "base/str.h"
#include "games/registry.h"

#include <stdio.h>
#include <string.h>

/* What may stand for a word such as LANG. */
typedef enum ValueKind { VALUE_FREE, VALUE_LIST, VALUE_FILE, VALUE_DIRECTORY } ValueKind;

typedef struct Value {
    ValueKind kind;
    const char *list;
} Value;

static void add_word(Str *s, const char *word)
{
    str_format(s, "%s%s", s->length ? " " : "", word);
}

/* The games, alone and with each option that is switched on by its name. */
static const char *variants(void)
{
    static char text[2048];
    Str s = str_over(text, sizeof text);
    for (size_t f = 0; f < registry_count; f++) {
        const Family *family = registry_families[f];
        for (int r = 0; r < family->row_count; r++) {
            add_word(&s, family->rows[r].id);
            for (int o = 0; o < family->option_count; o++)
                if (family->options[o].rows >> r & 1 && !family->options[o].values[0])
                    str_format(&s, " %s,%s", family->rows[r].id, family->options[o].name);
        }
    }
    return text;
}

static const char *commands(void)
{
    static char text[512];
    Str s = str_over(text, sizeof text);
    for (int i = 0; i < command_count; i++)
        add_word(&s, command_table[i]->name);
    return text;
}

static Value value_of(const char *name)
{
    static const struct {
        const char *name, *list;
    } lists[] = {{"LANG", "en ja"},
                 {"WHO", "first second both none"},
                 {"NAME", "rainbow safe"},
                 {"SHELL", "bash zsh fish"}};
    if (strcmp(name, "FILE") == 0)
        return (Value){VALUE_FILE, NULL};
    if (strcmp(name, "DIR") == 0)
        return (Value){VALUE_DIRECTORY, NULL};
    if (strcmp(name, "VARIANT") == 0)
        return (Value){VALUE_LIST, variants()};
    if (strcmp(name, "COMMAND") == 0)
        return (Value){VALUE_LIST, commands()};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(lists[i].name, name) == 0)
            return (Value){VALUE_LIST, lists[i].list};
    return (Value){VALUE_FREE, NULL};
}

/* The first word that a command takes, without brackets. */
static Value first_word(const Command *command)
{
    char name[32];
    Str s = str_over(name, sizeof name);
    const char *words = command->words + (command->words[0] == '[');
    str_bytes(&s, words, strcspn(words, " ]"));
    return value_of(name);
}

static void put_bash_value(Value value)
{
    if (value.kind == VALUE_LIST)
        printf("COMPREPLY=($(compgen -W '%s' -- \"$cur\"))", value.list);
    else if (value.kind == VALUE_FREE)
        printf("COMPREPLY=()");
    else
        printf("COMPREPLY=($(compgen %s -- \"$cur\"))", value.kind == VALUE_FILE ? "-f" : "-d");
}

static void put_bash_command(const Command *command)
{
    printf("    %s)\n        case \"$prev\" in\n", command->name);
    for (int i = 0; i < FLAGS_MAX && command->flags[i].name; i++) {
        if (!command->flags[i].value)
            continue;
        printf("        %s) ", command->flags[i].name);
        put_bash_value(value_of(command->flags[i].value));
        puts("; return ;;");
    }
    printf("        esac\n        case \"$cur\" in\n        -*) COMPREPLY=($(compgen -W '");
    for (int i = 0; i < FLAGS_MAX && command->flags[i].name; i++)
        printf("%s ", command->flags[i].name);
    printf("--help' -- \"$cur\")) ;;\n        *) ");
    put_bash_value(first_word(command));
    puts(" ;;\n        esac ;;");
}

static void put_bash(void)
{
    printf("# bash completion for concentric; made by `concentric completion bash`\n"
           "# shellcheck disable=SC2207\n"
           "_concentric() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
           "    COMPREPLY=()\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
           "        COMPREPLY=($(compgen -W '%s --help --version' -- \"$cur\"))\n"
           "        return\n"
           "    fi\n"
           "    case \"${COMP_WORDS[1]}\" in\n",
           commands());
    for (int i = 0; i < command_count; i++)
        put_bash_command(command_table[i]);
    puts("    esac\n}\ncomplete -F _concentric concentric");
}

/* Text inside single quotes of zsh or fish; in zsh's specifications some signs need a backslash. */
static void put_quoted(const char *text, const char *special, const char *quote)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs(quote, stdout);
        else if (strchr(special, *text))
            printf("\\%c", *text);
        else
            putchar(*text == '\n' ? ' ' : *text);
    }
}

static void put_zsh_value(const char *name, Value value)
{
    printf(":%s:", name);
    if (value.kind == VALUE_LIST)
        printf("(%s)", value.list);
    else if (value.kind == VALUE_FILE)
        fputs("_files", stdout);
    else if (value.kind == VALUE_DIRECTORY)
        fputs("_files -/", stdout);
    else
        putchar(' ');
}

static void put_zsh_command(const Command *command)
{
    printf("    %s)\n        _arguments", command->name);
    for (int i = 0; i < FLAGS_MAX && command->flags[i].name; i++) {
        const Flag *flag = &command->flags[i];
        printf(" \\\n            '%s[", flag->name);
        put_quoted(flag->help, "[]:\\", "'\\''");
        putchar(']');
        if (flag->value)
            put_zsh_value(flag->value, value_of(flag->value));
        putchar('\'');
    }
    fputs(" \\\n            '--help[this text]'", stdout);
    if (*command->words) {
        fputs(" \\\n            '1", stdout);
        put_zsh_value("word", first_word(command));
        putchar('\'');
    }
    puts("\n        ;;");
}

static void put_zsh(void)
{
    puts("#compdef concentric\n"
         "# zsh completion for concentric; made by `concentric completion zsh`\n"
         "_concentric() {\n"
         "    local -a commands\n"
         "    commands=(");
    for (int i = 0; i < command_count; i++) {
        printf("        '%s:", command_table[i]->name);
        put_quoted(command_table[i]->summary, ":\\", "'\\''");
        puts("'");
    }
    puts("    )\n"
         "    if (( CURRENT == 2 )); then\n"
         "        _describe command commands\n"
         "        return\n"
         "    fi\n"
         "    local command=$words[2]\n"
         "    shift words\n"
         "    (( CURRENT-- ))\n"
         "    case $command in");
    for (int i = 0; i < command_count; i++)
        put_zsh_command(command_table[i]);
    puts("    esac\n}\n"
         "if [ \"$funcstack[1]\" = _concentric ]; then\n"
         "    _concentric \"$@\"\n"
         "else\n"
         "    compdef _concentric concentric\n"
         "fi");
}

static void put_fish_value(Value value)
{
    if (value.kind == VALUE_LIST)
        printf(" -x -a '%s'", value.list);
    else if (value.kind == VALUE_FILE)
        fputs(" -r -F", stdout);
    else if (value.kind == VALUE_DIRECTORY)
        fputs(" -x -a '(__fish_complete_directories)'", stdout);
    else
        fputs(" -x", stdout);
}

static void put_fish_command(const Command *command)
{
    const char *name = command->name;
    printf("complete -c concentric -n __fish_use_subcommand -a %s -d '", name);
    put_quoted(command->summary, "\\", "\\'");
    puts("'");
    Value word = first_word(command);
    if (*command->words && word.kind == VALUE_LIST)
        printf("complete -c concentric -n '__fish_seen_subcommand_from %s' -a '%s'\n", name,
               word.list);
    else if (*command->words && word.kind != VALUE_FREE)
        printf("complete -c concentric -n '__fish_seen_subcommand_from %s' -F\n", name);
    for (int i = 0; i < FLAGS_MAX && command->flags[i].name; i++) {
        const Flag *flag = &command->flags[i];
        printf("complete -c concentric -n '__fish_seen_subcommand_from %s' -l %s", name,
               flag->name + 2);
        if (flag->value)
            put_fish_value(value_of(flag->value));
        fputs(" -d '", stdout);
        put_quoted(flag->help, "\\", "\\'");
        puts("'");
    }
}

static void put_fish(void)
{
    puts("# fish completion for concentric; made by `concentric completion fish`\n"
         "complete -c concentric -f\n"
         "complete -c concentric -l help -d 'this text'");
    for (int i = 0; i < command_count; i++)
        put_fish_command(command_table[i]);
}

static int run_completion(const Args *args)
{
    const char *shell = args->word[0];
    if (strcmp(shell, "bash") == 0)
        put_bash();
    else if (strcmp(shell, "zsh") == 0)
        put_zsh();
    else if (strcmp(shell, "fish") == 0)
        put_fish();
    else
        return complain("the shells are bash, zsh and fish");
    return EXIT_GOOD;
}

const Command command_completion = {
    .name = "completion",
    .words = "SHELL",
    .word_count = 1,
    .summary = "Write completion for bash, zsh or fish.",
    .details = "Try: source <(concentric completion bash)",
    .run = run_completion,
};
