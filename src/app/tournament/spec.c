/* SPDX-License-Identifier: MIT */
/* Engines on the command line, see spec.h. */
#include "app/tournament/spec.h"

#include <string.h>

/* Cuts text into words in place, at spaces outside of '...' and "...". Returns how many, or -1. */
static int cut_words(char *text, char **word, char *why)
{
    int n = 0;
    char *to = text;
    for (char *at = text; *(at += strspn(at, " \t\n"));) {
        char quote = '\0';
        if (n == SPEC_WORDS_MAX)
            return refuse(why, "an engine takes at most %d words", SPEC_WORDS_MAX) - 1;
        word[n++] = to;
        for (; *at && (quote || !strchr(" \t\n", *at)); at++) {
            if (quote ? *at == quote : *at == '\'' || *at == '"')
                quote = quote ? '\0' : *at;
            else
                *to++ = *at;
        }
        if (quote)
            return refuse(why, "a quote in the engine's command is not closed") - 1;
        /* The write never overtakes the read: the space behind the word has been read. */
        if (*at)
            at++;
        *to++ = '\0';
    }
    return n;
}

static bool printable(const char *text)
{
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            return false;
    return true;
}

static bool take_name(EngineSpec *spec, const char *name, char *why)
{
    Str s = str_over(spec->name, sizeof spec->name);
    str_add(&s, name);
    return (!s.full && s.length && printable(name)) ||
           refuse(why, "name takes 1 to %d printable ASCII characters", SPEC_NAME_MAX - 1);
}

static bool take_option(EngineSpec *spec, char *text, char *why)
{
    char *equals = strchr(text, '=');
    if (!equals || equals == text || !printable(text))
        return refuse(why, "an engine's option is given as option.NAME=VALUE");
    if (spec->option_count == SPEC_OPTIONS_MAX)
        return refuse(why, "an engine takes at most %d options", SPEC_OPTIONS_MAX);
    *equals = '\0';
    spec->option[spec->option_count++] = (EngineOption){text, equals + 1};
    return true;
}

/* Takes a word before the command. *taken is false if it is the command's first. */
static bool take_setting(EngineSpec *spec, char *word, bool *taken, char *why)
{
    *taken = true;
    if (strncmp(word, "name=", 5) == 0)
        return take_name(spec, word + 5, why);
    if (strncmp(word, "option.", 7) == 0)
        return take_option(spec, word + 7, why);
    if (engine_limits_is_word(word))
        return engine_limits_take_word(&spec->limits, word, why);
    *taken = false;
    return true;
}

bool spec_read(const char *text, EngineSpec *out, char *why)
{
    *out = (EngineSpec){.self = false};
    Str s = str_over(out->text, sizeof out->text);
    str_add(&s, text);
    if (s.full)
        return refuse(why, "an engine's text is at most %d bytes long", SPEC_TEXT_MAX - 1);
    char *word[SPEC_WORDS_MAX];
    int count = cut_words(out->text, word, why), first = 0;
    if (count < 0)
        return false;
    for (bool taken = true; first < count; first++) {
        if (!take_setting(out, word[first], &taken, why))
            return false;
        if (!taken)
            break;
    }
    if (first == count || !*word[first])
        return refuse(why, "an engine needs a command, such as --engine \"name=A ./engine\" or "
                           "--engine self");
    out->self = strcmp(word[first], "self") == 0;
    if (out->self && first + 1 < count)
        return refuse(why, "nothing may follow self; settings such as option.Hash=16 stand before "
                           "it");
    for (int i = first; i < count; i++)
        out->argv[i - first] = word[i];
    return true;
}
