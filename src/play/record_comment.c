/* SPDX-License-Identifier: MIT */
/* Characters and comments of records, see record_parser.h. */
#include "base/utf8.h"
#include "core/refuse.h"
#include "play/record_parser.h"

#include <string.h>

bool parser_bad_filled(Parser *p, const Text *reason, const char *const *args)
{
    char text[WHY_MAX];
    Lang lang = p->in->lang;
    const char *line = NUMBER(p->in->line);
    refuse_filled(text, lang, reason, args);
    if (p->foreign) {
        char plain[WHY_MAX];
        memcpy(plain, text, sizeof plain);
        refuse_with(text, lang, &record_fault[p->word ? FAULT_READ_WORD : FAULT_READ_AS], plain,
                    p->foreign, p->word ? QUOTED(p->word, strlen(p->word)) : "");
    }
    if (!p->out->tree.node)
        return refuse_with(p->why, lang, &record_fault[FAULT_LINE], line, text);
    return refuse_with(p->why, lang, &record_fault[FAULT_LINE_MOVE], line,
                       NUMBER(p->out->tree.node[p->at].ply + 1), text);
}

bool parser_bad(Parser *p, RecordFault fault)
{
    return parser_bad_filled(p, &record_fault[fault], NULL);
}

bool parser_no_memory(Parser *p)
{
    return parser_bad_with(p, FAULT_GIVEN, refuse_no_memory.in[p->in->lang]);
}

int parser_peek(const Parser *p)
{
    return p->in->at < p->in->end ? (unsigned char)*p->in->at : -1;
}

int parser_take(Parser *p)
{
    int c = parser_peek(p);
    if (c == '\n')
        p->in->line++;
    if (c >= 0)
        p->in->at++;
    return c;
}

void parser_skip_space(Parser *p)
{
    int c;
    while ((c = parser_peek(p)) == ' ' || c == '\t' || c == '\r' || c == '\n')
        parser_take(p);
}

bool parser_take_text(Parser *p, Str *s)
{
    size_t left = (size_t)(p->in->end - p->in->at);
    int c = parser_peek(p);
    if (c == '\n' || c == '\t' || c == '\r') {
        parser_take(p);
        if (s->length && s->text[s->length - 1] != ' ')
            str_char(s, ' ');
        return true;
    }
    if (c >= 0 && (c < ' ' || c == 0x7f))
        return parser_bad_with(p, FAULT_CONTROL, NUMBER(c));
    size_t n = utf8_length(p->in->at, left);
    if (n == 0)
        return parser_bad(p, c < 0 ? FAULT_ENDS_EARLY : FAULT_UTF8);
    if (utf8_steers(p->in->at, n))
        return parser_bad(p, FAULT_STEERS);
    str_bytes(s, p->in->at, n);
    p->in->at += n;
    return !s->full || parser_bad_with(p, FAULT_TEXT_LONG, NUMBER(s->capacity - 1));
}

static bool read_two_digits(const char **text, uint64_t *out)
{
    const char *t = *text;
    if (t[0] < '0' || t[0] > '5' || t[1] < '0' || t[1] > '9')
        return false;
    *out = (uint64_t)(t[0] - '0') * 10 + (uint64_t)(t[1] - '0');
    *text += 2;
    return true;
}

/* h:mm:ss or h:mm:ss.mmm at *text; moves behind it. */
static bool read_clock(const char **text, int32_t *out)
{
    uint64_t h, m, s, ms = 0;
    const char *t = *text;
    if (!str_read_number(&t, 1000, &h) || *t++ != ':' || !read_two_digits(&t, &m) || *t++ != ':' ||
        !read_two_digits(&t, &s))
        return false;
    if (*t == '.') {
        for (int i = 0; i < 3; i++) {
            if (*++t < '0' || *t > '9')
                return false;
            ms = ms * 10 + (uint64_t)(*t - '0');
        }
        t++;
    }
    ms += ((h * 60 + m) * 60 + s) * 1000;
    if (ms > INT32_MAX)
        return false;
    *out = (int32_t)ms;
    *text = t;
    return true;
}

/* -1.25: hundredths. */
static bool read_eval(const char **text, int32_t *out)
{
    const char *t = *text;
    bool minus = *t == '-';
    uint64_t whole;
    t += minus;
    if (!str_read_number(&t, INT32_MAX / 100, &whole) || *t++ != '.' || t[0] < '0' || t[0] > '9' ||
        t[1] < '0' || t[1] > '9')
        return false;
    int64_t value = (int64_t)whole * 100 + (t[0] - '0') * 10 + (t[1] - '0');
    if (value > INT32_MAX)
        return false;
    *out = (int32_t)(minus ? -value : value);
    *text = t + 2;
    return true;
}

/* Takes the clock and the evaluation at the head of a comment off it. */
static bool read_commands(Parser *p, const char **text)
{
    TreeNode *node = &p->out->tree.node[p->at];
    const char *t = *text;
    for (;; t += strspn(t, " ")) {
        if (strncmp(t, "[%clk ", 6) == 0) {
            t += 6;
            if (node->clock_ms != TREE_NO_CLOCK)
                return parser_bad(p, FAULT_ONE_CLOCK);
            if (!read_clock(&t, &node->clock_ms) || *t++ != ']')
                return parser_bad(p, FAULT_CLOCK);
        } else if (strncmp(t, "[%eval ", 7) == 0) {
            t += 7;
            if (node->eval != TREE_NO_EVAL)
                return parser_bad(p, FAULT_ONE_EVAL);
            if (!read_eval(&t, &node->eval) || *t++ != ']')
                return parser_bad(p, FAULT_EVAL);
        } else {
            break;
        }
    }
    *text = t;
    return true;
}

/* The text between the braces. One that is not closed is told where it begins. */
static bool take_braces(Parser *p, Str *s)
{
    uint32_t line = p->in->line;
    parser_take(p);
    while (parser_peek(p) != '}') {
        bool ends = parser_peek(p) < 0, good = !ends && parser_take_text(p, s);
        if (good)
            continue;
        if (!ends && !s->full)
            return false;
        p->in->line = line;
        return ends ? parser_bad(p, FAULT_COMMENT_OPEN)
                    : parser_bad_with(p, FAULT_COMMENT_LONG, NUMBER(TREE_TEXT_MAX - 1));
    }
    parser_take(p);
    return true;
}

bool parser_take_comment(Parser *p)
{
    char text[TREE_TEXT_MAX + 64]; /* the clock and the evaluation come on top of the text */
    Str s = str_over(text, sizeof text);
    if (!take_braces(p, &s))
        return false;
    while (s.length && text[s.length - 1] == ' ')
        text[--s.length] = '\0';
    const char *rest = text + strspn(text, " ");
    if (!read_commands(p, &rest))
        return false;
    if (!*rest)
        return true;
    if (p->out->tree.node[p->at].comment && !p->foreign)
        return parser_bad(p, FAULT_ONE_COMMENT);
    return parser_add_comment(p, rest);
}

bool parser_add_comment(Parser *p, const char *text)
{
    char joined[TREE_TEXT_MAX];
    Str s = str_over(joined, sizeof joined);
    str_add(&s, tree_comment(&p->out->tree, p->at));
    if (s.length)
        str_char(&s, ' ');
    text += strspn(text, " ");
    str_add(&s, text);
    while (s.length && joined[s.length - 1] == ' ')
        joined[--s.length] = '\0';
    if (s.full)
        return parser_bad_with(p, FAULT_TEXT_LONG, NUMBER(TREE_TEXT_MAX - 1));
    return tree_set_comment(&p->out->tree, p->at, joined) || parser_no_memory(p);
}
