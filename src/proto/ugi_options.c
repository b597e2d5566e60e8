/* SPDX-License-Identifier: MIT */
/* The options of the protocol: one table, which `ugi` lists and `setoption` looks in. An option
 * that the host does not have is neither listed nor taken. */
#include "proto/ugi_part.h"

#include <string.h>

typedef enum SettingKind { SETTING_STRING, SETTING_NUMBER, SETTING_BUTTON } SettingKind;

typedef struct Setting {
    const char *name, *example; /* example: of a value */
    SettingKind kind;
    uint64_t least;
    /* For numbers: the value among the options given. */
    uint64_t (*get)(const UgiOptions *options);
    /* A number within its bounds, or the text; false with a reason. */
    bool (*set)(Ugi *ugi, const char *text, uint64_t number, char *why);
    bool (*has)(const UgiHost *host);
} Setting;

static bool always(const UgiHost *host)
{
    (void)host;
    return true;
}

static bool has_engine(const UgiHost *host)
{
    return host->go != NULL;
}

static bool has_database(const UgiHost *host)
{
    return host->database != NULL;
}

static bool has_net(const UgiHost *host)
{
    return host->net != NULL;
}

static bool set_variant(Ugi *ugi, const char *text, uint64_t number, char *why)
{
    (void)number;
    (void)why; /* it answers for itself */
    ugi_begin_anew(ugi, text, ugi->options.seed);
    return true;
}

static uint64_t get_seed(const UgiOptions *options)
{
    return options->seed;
}

static bool set_seed(Ugi *ugi, const char *text, uint64_t number, char *why)
{
    (void)text;
    (void)why;
    ugi_begin_anew(ugi, ugi->game->id, number);
    return true;
}

static bool change(Ugi *ugi, const UgiOptions *options, char *why)
{
    if (ugi->host.change && !ugi->host.change(ugi->host.context, options, why))
        return false;
    ugi->options = *options;
    return true;
}

static uint64_t get_hash(const UgiOptions *options)
{
    return options->hash_mb;
}

static bool set_hash(Ugi *ugi, const char *text, uint64_t number, char *why)
{
    UgiOptions options = ugi->options;
    (void)text;
    options.hash_mb = number;
    return change(ugi, &options, why);
}

static uint64_t get_threads(const UgiOptions *options)
{
    return (uint64_t)options->threads;
}

static bool set_threads(Ugi *ugi, const char *text, uint64_t number, char *why)
{
    UgiOptions options = ugi->options;
    (void)text;
    options.threads = (int)number;
    return change(ugi, &options, why);
}

static uint64_t get_lines(const UgiOptions *options)
{
    return (uint64_t)options->lines;
}

static bool set_lines(Ugi *ugi, const char *text, uint64_t number, char *why)
{
    (void)text;
    (void)why;
    ugi->options.lines = (int)number;
    return true;
}

static uint64_t get_level(const UgiOptions *options)
{
    return (uint64_t)options->level;
}

static bool set_level(Ugi *ugi, const char *text, uint64_t number, char *why)
{
    (void)text;
    (void)why;
    ugi->options.level = (int)number;
    return true;
}

static bool clear_hash(Ugi *ugi, const char *text, uint64_t number, char *why)
{
    (void)text;
    (void)number;
    (void)why;
    if (ugi->host.forget)
        ugi->host.forget(ugi->host.context, false);
    return true;
}

/* <empty> is how a protocol of words says "". */
static const char *path_of(const char *text)
{
    return strcmp(text, "<empty>") == 0 ? "" : text;
}

static bool set_database(Ugi *ugi, const char *text, uint64_t number, char *why)
{
    (void)number;
    if (strlen(text) >= UGI_PATH_MAX)
        return refuse(why, "DatabasePath takes at most %d bytes", UGI_PATH_MAX - 1);
    return ugi->host.database(ugi->host.context, path_of(text), why);
}

static bool set_net(Ugi *ugi, const char *text, uint64_t number, char *why)
{
    (void)number;
    if (strlen(text) >= UGI_PATH_MAX)
        return refuse(why, "EvalFile takes at most %d bytes", UGI_PATH_MAX - 1);
    return ugi->host.net(ugi->host.context, path_of(text), why);
}

static const Setting settings[] = {
    {"Variant", "nine,flying", SETTING_STRING, 0, NULL, set_variant, always},
    {"Seed", "42", SETTING_NUMBER, 0, get_seed, set_seed, always},
    {"Hash", "64", SETTING_NUMBER, 1, get_hash, set_hash, has_engine},
    {"Threads", "2", SETTING_NUMBER, 1, get_threads, set_threads, has_engine},
    {"MultiPV", "3", SETTING_NUMBER, 1, get_lines, set_lines, has_engine},
    {"Level", "5", SETTING_NUMBER, 1, get_level, set_level, has_engine},
    {"Clear Hash", NULL, SETTING_BUTTON, 0, NULL, clear_hash, has_engine},
    {"DatabasePath", "FOLDER", SETTING_STRING, 0, NULL, set_database, has_database},
    {"EvalFile", "FILE", SETTING_STRING, 0, NULL, set_net, has_net},
};
enum { SETTING_COUNT = sizeof settings / sizeof *settings };

static void list_number(Ugi *ugi, const Setting *setting)
{
    char text[160];
    Str s = str_over(text, sizeof text);
    str_format(&s, "option name %s type spin default ", setting->name);
    str_number(&s, setting->get(&ugi->host.first));
    str_add(&s, " min ");
    str_number(&s, setting->least);
    str_add(&s, " max ");
    str_number(&s, setting->get(&ugi->host.most));
    ugi_send_line(ugi, text);
}

static void list_setting(Ugi *ugi, const Setting *setting)
{
    if (setting->kind == SETTING_NUMBER) {
        list_number(ugi, setting);
        return;
    }
    ugi_send(ugi, "option name ");
    ugi_send(ugi, setting->name);
    if (setting->kind == SETTING_BUTTON) {
        ugi_send_line(ugi, " type button");
        return;
    }
    ugi_send(ugi, " type string default ");
    ugi_send_line(ugi, setting->set == set_variant ? ugi->host.first_variant : "<empty>");
}

void ugi_list_options(Ugi *ugi)
{
    for (int i = 0; i < SETTING_COUNT; i++)
        if (settings[i].has(&ugi->host))
            list_setting(ugi, &settings[i]);
}

static const Setting *find_setting(const Ugi *ugi, const char *name)
{
    for (int i = 0; i < SETTING_COUNT; i++)
        if (settings[i].has(&ugi->host) && str_same_letters(name, settings[i].name))
            return &settings[i];
    return NULL;
}

static void fail_name(Ugi *ugi, const char *name)
{
    char list[160];
    Str s = str_over(list, sizeof list);
    for (int i = 0; i < SETTING_COUNT; i++)
        if (settings[i].has(&ugi->host))
            str_format(&s, "%s%s", i ? ", " : "; the options: ", settings[i].name);
    ugi_fail_word(ugi, "there is no option ", name, list);
}

static void fail_usage(Ugi *ugi, const Setting *setting)
{
    char why[WHY_MAX];
    if (setting->kind == SETTING_BUTTON)
        refuse(why, "setoption name %s takes no value", setting->name);
    else
        refuse(why, "setoption name %s needs one value, such as: value %s", setting->name,
               setting->example);
    ugi_fail(ugi, why);
}

/* The name, of one word or more, up to `value`; true if that follows. */
static bool read_name(Words *words, Str *name)
{
    char *word;
    while ((word = ugi_word(words)) && strcmp(word, "value") != 0) {
        if (name->length)
            str_char(name, ' ');
        str_add(name, word);
    }
    return word != NULL;
}

/* The rest of the line without blanks around it: paths may hold blanks. */
static char *read_rest(Words *words)
{
    char *rest = words->at + strspn(words->at, " \t\r");
    size_t length = strlen(rest);
    while (length && strchr(" \t\r", rest[length - 1]))
        length--;
    rest[length] = '\0';
    return rest;
}

static void set_number(Ugi *ugi, const Setting *setting, const char *text)
{
    char why[WHY_MAX];
    uint64_t number, most = setting->get(&ugi->host.most);
    if (str_is_number(text, most, &number) && number >= setting->least) {
        if (!setting->set(ugi, NULL, number, why))
            ugi_fail(ugi, why);
        return;
    }
    Str s = str_over(why, sizeof why);
    str_format(&s, "%s takes a number from ", setting->name);
    str_number(&s, setting->least);
    str_add(&s, " to ");
    str_number(&s, most);
    str_add(&s, ", not ");
    ugi_fail_word(ugi, why, text, "");
}

void ugi_do_setoption(Ugi *ugi, Words *words)
{
    char *word = ugi_word(words), name[64], why[WHY_MAX];
    Str s = str_over(name, sizeof name);
    if (!word || strcmp(word, "name") != 0) {
        ugi_fail(ugi, "setoption needs: setoption name NAME value VALUE");
        return;
    }
    bool has_value = read_name(words, &s);
    const Setting *setting = s.full ? NULL : find_setting(ugi, name);
    if (!setting) {
        fail_name(ugi, name);
        return;
    }
    char *value = read_rest(words);
    bool path = setting->set == set_database || setting->set == set_net;
    if (has_value != (setting->kind != SETTING_BUTTON) ||
        (has_value && !path && (!*value || strpbrk(value, " \t\r"))))
        fail_usage(ugi, setting);
    else if (setting->kind == SETTING_NUMBER)
        set_number(ugi, setting, value);
    else if (!setting->set(ugi, value, 0, why))
        ugi_fail(ugi, why);
}
