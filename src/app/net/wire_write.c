/* SPDX-License-Identifier: MIT */
/* Requests as JSON, see wire.h. */
#include "app/net/wire.h"

#include "base/json.h"

#include <string.h>

/* What stands behind the word of an act. */
typedef enum ActForm { FORM_BARE, FORM_TEXT, FORM_NUMBER, FORM_ANSWER } ActForm;

static const struct {
    const char *name, *member;
    ActForm form;
} forms[] = {
    {"move", "move", FORM_TEXT},     {"resign", NULL, FORM_BARE},   {"offer", "what", FORM_TEXT},
    {"answer", "what", FORM_ANSWER}, {"pick", "choice", FORM_TEXT}, {"claim", "what", FORM_TEXT},
    {"react", "n", FORM_NUMBER},     {"name", "name", FORM_TEXT},   {"more", NULL, FORM_BARE},
    {"abort", NULL, FORM_BARE},      {"leave", NULL, FORM_BARE},
};

static int find_form(const char *act, size_t length)
{
    for (int i = 0; i < (int)(sizeof forms / sizeof *forms); i++)
        if (strlen(forms[i].name) == length && memcmp(forms[i].name, act, length) == 0)
            return i;
    return -1;
}

/* "WHAT yes" or "WHAT no". */
static bool add_answer(Json *json, const char *rest)
{
    char what[16];
    Str s = str_over(what, sizeof what);
    size_t length = strcspn(rest, " ");
    bool yes = strcmp(rest + length, " yes") == 0;
    str_bytes(&s, rest, length);
    json_add_text(json, "what", what);
    json_add_bool(json, "yes", yes);
    return !s.full && (yes || strcmp(rest + length, " no") == 0);
}

bool wire_write_act(const char *act, const char *cmd, int64_t on, Str *out)
{
    size_t length = strcspn(act, " ");
    const char *rest = act + length + (act[length] == ' ');
    int f = find_form(act, length);
    uint64_t n;
    if (f < 0 || (forms[f].form == FORM_BARE) != !*rest)
        return false;
    Json json = json_over(out);
    bool good = true;
    json_open(&json, '{');
    json_add_text(&json, "cmd", cmd);
    json_add_text(&json, "do", forms[f].name);
    if (forms[f].form == FORM_TEXT)
        json_add_text(&json, forms[f].member, rest);
    else if (forms[f].form == FORM_ANSWER)
        good = add_answer(&json, rest);
    else if (forms[f].form == FORM_NUMBER && (good = str_is_number(rest, REACTIONS - 1, &n)))
        json_add_number(&json, forms[f].member, (int64_t)n);
    if (on >= 0)
        json_add_number(&json, "on", on);
    json_close(&json, '}');
    return good && !out->full;
}

static void add_if(Json *json, const char *key, const char *text)
{
    if (text && *text)
        json_add_text(json, key, text);
}

void wire_write_make(const WireMake *make, Str *out)
{
    Json json = json_over(out);
    json_open(&json, '{');
    add_if(&json, "game", make->game);
    add_if(&json, "clock", make->clock);
    add_if(&json, "side", make->side);
    add_if(&json, "name", make->name);
    add_if(&json, "position", make->position);
    if (make->seed) {
        char text[24];
        Str s = str_over(text, sizeof text);
        str_number(&s, make->seed);
        json_add_text(&json, "seed", text);
    }
    json_add_bool(&json, "match", make->match);
    json_add_bool(&json, "lobby", make->lobby);
    json_add_bool(&json, "pick", make->pick);
    json_close(&json, '}');
}

void wire_write_join(const char *invite, const char *name, Str *out)
{
    Json json = json_over(out);
    json_open(&json, '{');
    add_if(&json, "invite", invite);
    add_if(&json, "name", name);
    json_close(&json, '}');
}
