/* SPDX-License-Identifier: MIT */
/* What engines say, see ugi_client.h. */
#include "proto/ugi_client.h"

#include "base/str.h"

#include <string.h>

void ugi_client_begin(UgiClient *client)
{
    client->length = 0;
    client->too_long = false;
    client->dropped = 0;
    client->name[0] = client->error[0] = client->options[0] = '\0';
    client->more_options = false;
    ugi_client_think(client);
}

void ugi_client_think(UgiClient *client)
{
    client->score = (UgiScore){UGI_SCORE_NONE, 0};
    client->depth = 0;
    client->nodes = 0;
    client->best[0] = '\0';
}

/* The next word of *at, ended by NUL in place; NULL if there is none. */
static char *next_word(char **at)
{
    char *from = *at + strspn(*at, " \t\r");
    if (!*from)
        return NULL;
    char *end = from + strcspn(from, " \t\r");
    *at = *end ? end + 1 : end;
    *end = '\0';
    return from;
}

/* A copy that is safe to print: everything but printable ASCII becomes '?'. */
static void copy_clean(const char *text, char *out, size_t size)
{
    Str s = str_over(out, size);
    text += strspn(text, " \t");
    for (; *text && *text != '\r'; text++)
        str_char(&s, *text >= ' ' && *text <= '~' ? *text : '?');
}

/* A number with an optional sign that fits. */
static bool read_signed(const char *word, int32_t *out)
{
    bool negative = *word == '-';
    uint64_t n;
    if (!str_is_number(word + (negative || *word == '+'), INT32_MAX, &n))
        return false;
    *out = negative ? -(int32_t)n : (int32_t)n;
    return true;
}

/* `cp N` or `mate N`. A bound is no score: it says only on which side the score lies. */
static void read_score(char **at, UgiScore *score)
{
    char *kind = next_word(at), *word = kind ? next_word(at) : NULL;
    int32_t value;
    if (!word || !read_signed(word, &value))
        return;
    if (strcmp(kind, "cp") == 0)
        *score = (UgiScore){UGI_SCORE_CP, value};
    else if (strcmp(kind, "mate") == 0)
        *score = (UgiScore){UGI_SCORE_MATE, value};
}

static void read_number(char **at, uint64_t most, uint64_t *out)
{
    char *word = next_word(at);
    uint64_t n;
    if (word && str_is_number(word, most, &n))
        *out = n;
}

/* An info line is taken as a whole: one about another than the first line of play, or with a bound
 * for a score, leaves what is known of the score. */
static void take_info(UgiClient *client, char *at)
{
    UgiScore score = {UGI_SCORE_NONE, 0};
    uint64_t depth = client->depth, nodes = client->nodes, rank = 1;
    bool bound = false;
    for (char *word; (word = next_word(&at)) != NULL;) {
        if (strcmp(word, "pv") == 0 || strcmp(word, "string") == 0)
            break;
        if (strcmp(word, "score") == 0)
            read_score(&at, &score);
        else if (strcmp(word, "depth") == 0)
            read_number(&at, UINT32_MAX, &depth);
        else if (strcmp(word, "nodes") == 0)
            read_number(&at, UINT64_MAX, &nodes);
        else if (strcmp(word, "multipv") == 0)
            read_number(&at, UINT32_MAX, &rank);
        else if (strcmp(word, "lowerbound") == 0 || strcmp(word, "upperbound") == 0)
            bound = true;
    }
    client->nodes = nodes;
    if (rank != 1 || bound)
        return;
    client->depth = (uint32_t)depth;
    if (score.kind != UGI_SCORE_NONE)
        client->score = score;
}

static UgiAnswer take_bestmove(UgiClient *client, char *at)
{
    char *word = next_word(&at);
    Str s = str_over(client->best, sizeof client->best);
    str_add(&s, word ? word : "");
    if (s.full)
        client->best[0] = '\0';
    return UGI_ANSWER_BESTMOVE;
}

/* `name NAME OF WORDS type KIND ...` */
static void take_option(UgiClient *client, char *at)
{
    size_t before = strlen(client->options);
    Str s = {client->options, sizeof client->options, before, false};
    char *word = next_word(&at);
    if (!word || strcmp(word, "name") != 0)
        return;
    str_add(&s, before ? ", " : "");
    for (bool first = true; (word = next_word(&at)) && strcmp(word, "type") != 0; first = false) {
        str_add(&s, first ? "" : " ");
        for (; *word; word++)
            str_char(&s, *word > ' ' && *word <= '~' && *word != ',' ? *word : '?');
    }
    if (s.full) {
        client->options[before] = '\0';
        client->more_options = true;
    }
}

bool ugi_client_has_option(const UgiClient *client, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = client->options; *at;) {
        size_t own = strcspn(at, ",");
        size_t same = 0;
        while (same < own && same < length && (at[same] | 32) == (name[same] | 32))
            same++;
        if (own == length && same == length)
            return true;
        at += own + (at[own] == ',') + (at[own] && at[own + 1] == ' ');
    }
    return client->more_options;
}

static UgiAnswer take_line(UgiClient *client)
{
    char *at = client->line, *word = next_word(&at);
    if (!word)
        return UGI_ANSWER_NONE;
    if (strcmp(word, "info") == 0)
        take_info(client, at);
    else if (strcmp(word, "bestmove") == 0)
        return take_bestmove(client, at);
    else if (strcmp(word, "ugiok") == 0)
        return UGI_ANSWER_UGIOK;
    else if (strcmp(word, "readyok") == 0)
        return UGI_ANSWER_READYOK;
    else if (strncmp(word, "error", 5) == 0)
        copy_clean(at, client->error, sizeof client->error);
    else if (strcmp(word, "option") == 0)
        take_option(client, at);
    else if (strcmp(word, "id") == 0 && (word = next_word(&at)) && strcmp(word, "name") == 0)
        copy_clean(at, client->name, sizeof client->name);
    return UGI_ANSWER_NONE;
}

/* The line is complete. NUL bytes in it end it early, which loses nothing that means anything. */
static UgiAnswer end_line(UgiClient *client)
{
    UgiAnswer answer = UGI_ANSWER_NONE;
    client->line[client->length] = '\0';
    if (client->too_long)
        client->dropped++;
    else
        answer = take_line(client);
    client->length = 0;
    client->too_long = false;
    return answer;
}

UgiAnswer ugi_client_take(UgiClient *client, const char *bytes, size_t count, size_t *used)
{
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n') {
            UgiAnswer answer = end_line(client);
            *used = i + 1;
            if (answer != UGI_ANSWER_NONE)
                return answer;
        } else if (client->length == UGI_CLIENT_LINE_MAX) {
            client->too_long = true;
        } else {
            client->line[client->length++] = bytes[i];
        }
    }
    *used = count;
    return UGI_ANSWER_NONE;
}
