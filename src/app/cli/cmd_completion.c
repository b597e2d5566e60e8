/* SPDX-License-Identifier: MIT */
/* `concentric completion`: completion for bash, zsh and fish, from the tables of --help. */
#include "app/cli/commands.h"

#include "base/str.h"
#include "games/registry.h"

#include <stdio.h>
#include <string.h>

/* What may stand for a word such as LANG. */
typedef enum ValueKind {
    VALUE_FREE,
    VALUE_LIST,
    VALUE_FILE,
    VALUE_DIRECTORY,
    VALUE_VARIANT, /* a game, then options of it with commas, none twice */
} ValueKind;

typedef struct Value {
    ValueKind kind;
    const char *list;
} Value;

static void add_word(Str *s, const char *word)
{
    str_format(s, "%s%s", s->length ? " " : "", word);
}

static const char *games(void)
{
    static char text[512];
    Str s = str_over(text, sizeof text);
    for (size_t f = 0; f < registry_count; f++)
        for (int r = 0; r < registry_families[f]->row_count; r++)
            add_word(&s, registry_families[f]->rows[r].id);
    return text;
}

/* The options of a game as they are written: flying remove=1 remove=2. */
static const char *options_of(const Family *family, int row)
{
    static char text[2048];
    Str s = str_over(text, sizeof text);
    for (int o = 0; o < family->option_count; o++) {
        const Option *option = &family->options[o];
        if (!(option->rows >> row & 1))
            continue;
        if (!option->values[0])
            add_word(&s, option->name);
        for (int v = 0; v < OPTION_VALUES_MAX && option->values[v]; v++) {
            add_word(&s, option->name);
            str_format(&s, "=%s", option->values[v]);
        }
    }
    return text;
}

/* One line for every game with its options. */
static void put_options(const char *pattern)
{
    for (size_t f = 0; f < registry_count; f++)
        for (int r = 0; r < registry_families[f]->row_count; r++) {
            const char *const args[] = {registry_families[f]->rows[r].id,
                                        options_of(registry_families[f], r)};
            char line[4096];
            Str s = str_over(line, sizeof line);
            str_fill(&s, pattern, args);
            puts(line);
        }
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
        return (Value){VALUE_VARIANT, NULL};
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
    else if (value.kind == VALUE_VARIANT)
        printf("_concentric_variant");
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
    printf("--help' -- \"$cur\")) ;;\n        *) _concentric_given '");
    for (int i = 0; i < FLAGS_MAX && command->flags[i].name; i++)
        if (command->flags[i].value)
            printf("%s ", command->flags[i].name);
    printf("' || ");
    put_bash_value(first_word(command));
    puts(" ;;\n        esac ;;");
}

/* Bash cuts words at `=`, so the word at the cursor is taken from the line, and what stands before
 * its last `=` is taken off again what is offered. */
static void put_bash_variant(void)
{
    printf("_concentric_variant() {\n"
           "    local given=${cur%%,*} items='' item i\n"
           "    compopt -o nospace 2>/dev/null\n"
           "    case \"$cur\" in\n"
           "    *,*) ;;\n"
           "    *) COMPREPLY=($(compgen -W '%s' -- \"$cur\")) given=$cur ;;\n"
           "    esac\n"
           "    case \"${given%%%%,*}\" in\n",
           games());
    put_options("    {0}) items='{1}' ;;");
    puts(
        "    esac\n"
        "    for item in $items; do\n"
        "        case \",$given,\" in *\",${item%%=*},\"* | *\",${item%%=*}=\"*) continue ;; esac\n"
        "        case \"$given,$item\" in \"$cur\"*) COMPREPLY+=(\"$given,$item\") ;; esac\n"
        "    done\n"
        "    case \"$cur\" in *=*) [[ $COMP_WORDBREAKS == *=* ]] || return 0 ;; *) return 0 ;; "
        "esac\n"
        "    for i in \"${!COMPREPLY[@]}\"; do\n"
        "        COMPREPLY[i]=${COMPREPLY[i]#\"${cur%=*}=\"}\n"
        "    done\n"
        "}\n"
        "# Is there a word before the one at the cursor? $1: flags that a value follows.\n"
        "_concentric_given() {\n"
        "    local i\n"
        "    for ((i = 2; i < COMP_CWORD; i++)); do\n"
        "        case \" $1\" in *\" ${COMP_WORDS[i]} \"*) i=$((i + 1)); continue ;; esac\n"
        "        case \"${COMP_WORDS[i]}\" in\n"
        "        =) i=$((i + 1)) ;;\n"
        "        -*) ;;\n"
        "        *) [[ -n $word && $word == \"${COMP_WORDS[i]}\"* ]] || return 0 ;;\n"
        "        esac\n"
        "    done\n"
        "    return 1\n"
        "}");
}

static void put_bash(void)
{
    puts("# bash completion for concentric; made by `concentric completion bash`\n"
         "# shellcheck disable=SC2207");
    put_bash_variant();
    printf("_concentric() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
           "    local line=${COMP_LINE:0:${COMP_POINT:-0}}\n"
           "    local word=${line##*[[:space:]]}\n"
           "    case \"$word\" in *,*=*) cur=$word ;; *) word='' ;; esac\n"
           "    COMPREPLY=()\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
           "        COMPREPLY=($(compgen -W '%s --help --version' -- \"$cur\"))\n"
           "        return\n"
           "    fi\n"
           "    case \"${COMP_WORDS[1]}\" in\n",
           commands());
    for (int i = 0; i < command_count; i++)
        put_bash_command(command_table[i]);
    puts("    esac\n}\ncomplete -F _concentric concentric ./run");
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
    else if (value.kind == VALUE_VARIANT)
        fputs("_concentric_variant", stdout);
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
    printf("#compdef concentric ./run\n"
           "# zsh completion for concentric; made by `concentric completion zsh`\n"
           "_concentric_variant() {\n"
           "    local given=${PREFIX%%,*} items='' item\n"
           "    local -a offers\n"
           "    [[ $PREFIX == *,* ]] || { offers=(%s); given=$PREFIX }\n"
           "    case ${given%%%%,*} in\n",
           games());
    put_options("    {0}) items='{1}' ;;");
    puts("    esac\n"
         "    for item in ${=items}; do\n"
         "        [[ ,$given, == *,${item%%=*}[,=]* ]] || offers+=($given,$item)\n"
         "    done\n"
         "    compadd -S '' -- $offers\n"
         "}\n"
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
         "    compdef _concentric concentric ./run\n"
         "fi");
}

static void put_fish_value(Value value)
{
    if (value.kind == VALUE_VARIANT)
        fputs(" -x -a '(__concentric_variants)'", stdout);
    else if (value.kind == VALUE_LIST)
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
    if (*command->words && (word.kind == VALUE_LIST || word.kind == VALUE_VARIANT))
        printf("complete -c concentric -n '__fish_seen_subcommand_from %s; and "
               "__concentric_first' -a '%s'\n",
               name, word.kind == VALUE_LIST ? word.list : "(__concentric_variants)");
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
    printf("# fish completion for concentric; made by `concentric completion fish`\n"
           "function __concentric_first\n"
           "    test (count (commandline -opc)) -eq 2\n"
           "end\n"
           "function __concentric_variants\n"
           "    set -l word (commandline -ct)\n"
           "    set -l given (string replace -r ',[^,]*$' '' -- $word)\n"
           "    set -l items\n"
           "    string match -q '*,*' -- $word; or string split ' ' '%s'\n"
           "    switch (string replace -r ',.*' '' -- $word)\n",
           games());
    put_options("        case {0}\n            set items (string split ' ' '{1}')");
    puts("    end\n"
         "    for item in $items\n"
         "        set -l name (string replace -r '=.*' '' -- $item)\n"
         "        string match -qr ','$name'[,=]' -- \",$given,\"; or echo $given,$item\n"
         "    end\n"
         "end\n"
         "complete -c concentric -f\n"
         "complete -c concentric -l help -d 'this text'");
    for (int i = 0; i < command_count; i++)
        put_fish_command(command_table[i]);
    puts("complete -c ./run -w concentric");
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
    .details =
        "For this shell alone: source <(concentric completion bash), the same with zsh, and in\n"
        "fish: concentric completion fish | source. It completes ./run, too.",
    .run = run_completion,
};
