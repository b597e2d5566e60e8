/* SPDX-License-Identifier: MIT */
/* See strip.h. A third of the page's sources is comments and types for the checker, which a first
 * visit would pay for. No names are shortened and nothing is reordered: strings, templates and
 * regular expressions are copied as they are, and a comment over several lines leaves a line break,
 * so that statements end where they ended. A slash begins a regular expression where no value can
 * stand before it; tests/web/strip.test.mjs compares the result of every file with TypeScript's. */
#include "strip.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

typedef struct Strip {
    const char *in;
    size_t at, size;
    char *out; /* never ahead of what was read */
    size_t length;
} Strip;

static char peek(const Strip *s, size_t ahead)
{
    return s->at + ahead < s->size ? s->in[s->at + ahead] : '\0';
}

static void copy(Strip *s)
{
    s->out[s->length++] = s->in[s->at++];
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* One line break for any number of them, with the spaces around. */
static void break_line(Strip *s)
{
    while (s->length && s->out[s->length - 1] == ' ')
        s->length--;
    if (s->length && s->out[s->length - 1] != '\n')
        s->out[s->length++] = '\n';
}

static void skip_space(Strip *s)
{
    bool lines = false;
    while (s->at < s->size && isspace((unsigned char)s->in[s->at]))
        lines |= s->in[s->at++] == '\n';
    if (lines)
        break_line(s);
    else if (s->length && s->out[s->length - 1] != '\n')
        s->out[s->length++] = ' ';
}

static void skip_block_comment(Strip *s)
{
    bool lines = false;
    for (s->at += 2; s->at < s->size && !(peek(s, 0) == '*' && peek(s, 1) == '/'); s->at++)
        lines |= s->in[s->at] == '\n';
    s->at = s->at + 2 < s->size ? s->at + 2 : s->size;
    if (lines)
        break_line(s);
    else if (s->length && is_word(s->out[s->length - 1]) && is_word(peek(s, 0)))
        s->out[s->length++] = ' ';
}

static void copy_quoted(Strip *s)
{
    char quote = peek(s, 0);
    for (copy(s); s->at < s->size && peek(s, 0) != quote; copy(s))
        if (peek(s, 0) == '\\' && s->at + 1 < s->size)
            copy(s);
    if (s->at < s->size)
        copy(s);
}

static void copy_pattern(Strip *s)
{
    bool in_class = false;
    for (copy(s); s->at < s->size && (in_class || peek(s, 0) != '/'); copy(s)) {
        if (peek(s, 0) == '\\' && s->at + 1 < s->size)
            copy(s);
        else if (peek(s, 0) == '[' || peek(s, 0) == ']')
            in_class = peek(s, 0) == '[';
    }
    if (s->at < s->size)
        copy(s);
}

/* Can what was written so far be followed by a value, as after an operator? */
static bool value_may_follow(const Strip *s)
{
    static const char *const words[] = {"return", "typeof", "case", "in",   "of",    "delete",
                                        "void",   "throw",  "new",  "else", "await", "yield"};
    size_t end = s->length;
    while (end && isspace((unsigned char)s->out[end - 1]))
        end--;
    if (!end || !(is_word(s->out[end - 1]) || strchr(")]}'\"`", s->out[end - 1])))
        return true;
    size_t start = end;
    while (start && is_word(s->out[start - 1]))
        start--;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == end - start && !memcmp(words[i], s->out + start, end - start))
            return true;
    return false;
}

static void strip_code(Strip *s, bool inner);

static void copy_template(Strip *s)
{
    for (copy(s); s->at < s->size && peek(s, 0) != '`';) {
        if (peek(s, 0) == '\\' && s->at + 1 < s->size) {
            copy(s);
            copy(s);
        } else if (peek(s, 0) == '$' && peek(s, 1) == '{') {
            copy(s);
            copy(s);
            strip_code(s, true);
        } else {
            copy(s);
        }
    }
    if (s->at < s->size)
        copy(s);
}

/* To the end, or behind the brace that closes the part of a template. */
static void strip_code(Strip *s, bool inner)
{
    for (int depth = 0; s->at < s->size;) {
        char c = peek(s, 0), next = peek(s, 1);
        if (isspace((unsigned char)c)) {
            skip_space(s);
        } else if (c == '/' && next == '/') {
            while (s->at < s->size && peek(s, 0) != '\n')
                s->at++;
        } else if (c == '/' && next == '*') {
            skip_block_comment(s);
        } else if (c == '\'' || c == '"') {
            copy_quoted(s);
        } else if (c == '`') {
            copy_template(s);
        } else if (c == '/' && value_may_follow(s)) {
            copy_pattern(s);
        } else {
            depth += (c == '{') - (c == '}');
            copy(s);
            if (inner && depth < 0)
                return;
        }
    }
}

size_t strip_js(char *text, size_t size)
{
    Strip s = {.in = text, .size = size, .out = text};
    strip_code(&s, false);
    return s.length;
}

size_t strip_css(char *text, size_t size)
{
    Strip s = {.in = text, .size = size, .out = text};
    while (s.at < s.size) {
        if (isspace((unsigned char)peek(&s, 0)))
            skip_space(&s);
        else if (peek(&s, 0) == '/' && peek(&s, 1) == '*')
            skip_block_comment(&s);
        else if (peek(&s, 0) == '"' || peek(&s, 0) == '\'')
            copy_quoted(&s);
        else
            copy(&s);
    }
    return s.length;
}
