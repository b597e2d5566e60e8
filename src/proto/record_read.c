/* SPDX-License-Identifier: MIT */
/* Reading records. One pass over the bytes: tags, then words of the move text. Variations are a
 * small stack of places to go back to. Everything is bounded, and every refusal names the line and
 * the move. */
#include "base/utf8.h"
#include "proto/record.h"
#include "proto/record_faults.h"

#include <stdlib.h>
#include <string.h>

typedef struct Parser {
    RecordReader *in;
    Record *out;
    bool tags_seen[5]; /* Game, Start, Seed, Result, Termination */
    uint32_t at;       /* node of the last move of the line under way */
    uint32_t back[RECORD_DEPTH_MAX];
    int depth;
    bool opened; /* a variation begins here: a move must follow */
    char *why;
} Parser;

/* Says what is wrong, after the line and the move, and returns false. */
static bool bad_filled(Parser *p, RecordFault fault, const char *const *args)
{
    char text[WHY_MAX];
    Lang lang = p->in->lang;
    const char *line = NUMBER(p->in->line);
    refuse_filled(text, lang, &record_faults[fault], args);
    if (!p->out->node)
        return refuse_with(p->why, lang, &record_faults[FAULT_LINE], line, text);
    return refuse_with(p->why, lang, &record_faults[FAULT_LINE_MOVE], line,
                       NUMBER(p->out->node[p->at].ply + 1), text);
}

#define bad_with(p, fault, ...) bad_filled((p), (fault), (const char *const[]){__VA_ARGS__})

static bool bad(Parser *p, RecordFault fault)
{
    return bad_filled(p, fault, NULL);
}

static bool no_memory(Parser *p)
{
    return bad_with(p, FAULT_GIVEN, refuse_no_memory.in[p->in->lang]);
}

static int peek(const Parser *p)
{
    return p->in->at < p->in->end ? (unsigned char)*p->in->at : -1;
}

static int take(Parser *p)
{
    int c = peek(p);
    if (c == '\n')
        p->in->line++;
    if (c >= 0)
        p->in->at++;
    return c;
}

static void skip_space(Parser *p)
{
    int c;
    while ((c = peek(p)) == ' ' || c == '\t' || c == '\r' || c == '\n')
        take(p);
}

/* Takes one character of a tag value or comment into *s: UTF-8, no control bytes; a line break
 * becomes a space. */
static bool take_text(Parser *p, Str *s)
{
    size_t left = (size_t)(p->in->end - p->in->at);
    int c = peek(p);
    size_t n = c == 0 ? 1 : utf8_length(p->in->at, left);
    if (n == 0)
        return bad(p, c < 0 ? FAULT_ENDS_EARLY : FAULT_UTF8);
    if (c == '\n' || c == '\t' || c == '\r') {
        take(p);
        if (s->length && s->text[s->length - 1] != ' ')
            str_char(s, ' ');
        return true;
    }
    if (c < ' ' || c == 0x7f)
        return bad_with(p, FAULT_CONTROL, NUMBER(c));
    if (utf8_steers(p->in->at, n))
        return bad(p, FAULT_STEERS);
    str_bytes(s, p->in->at, n);
    p->in->at += n;
    return s->full ? bad_with(p, FAULT_TEXT_LONG, NUMBER(RECORD_TEXT_MAX - 1)) : true;
}

/* [Name "value"] with \" and \\ inside. */
static bool take_tag(Parser *p, char *name, char *value)
{
    Str n = str_over(name, 64), v = str_over(value, RECORD_TEXT_MAX);
    take(p);
    int c;
    while (((c = peek(p)) >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           c == '_')
        str_char(&n, (char)take(p));
    if (!n.length || n.full || take(p) != ' ' || take(p) != '"')
        return bad(p, FAULT_TAG);
    while ((c = peek(p)) != '"') {
        if (c == '\n')
            return bad(p, FAULT_TAG_LINE);
        if (c == '\\') {
            take(p);
            if (peek(p) != '"' && peek(p) != '\\')
                return bad(p, FAULT_ESCAPE);
        }
        if (!take_text(p, &v))
            return false;
    }
    take(p);
    return take(p) == ']' ? true : bad(p, FAULT_TAG);
}

/* The tags that mean something, kept until the game can be opened. */
typedef struct Meaning {
    char game[RECORD_TEXT_MAX], start[RECORD_TEXT_MAX];
    char seed[32], result[16], termination[32];
} Meaning;

typedef struct Slot {
    const char *name;
    char *value;
    size_t size;
} Slot;

enum { SLOTS = 5 };

static void list_slots(Meaning *m, Slot *slot)
{
    slot[0] = (Slot){"Game", m->game, sizeof m->game};
    slot[1] = (Slot){"Start", m->start, sizeof m->start};
    slot[2] = (Slot){"Seed", m->seed, sizeof m->seed};
    slot[3] = (Slot){"Result", m->result, sizeof m->result};
    slot[4] = (Slot){"Termination", m->termination, sizeof m->termination};
}

/* Tags without meaning for the rules, until there is a record to put them into. */
typedef struct Others {
    int count;
    char name[RECORD_TAGS_MAX][64];
    char *value[RECORD_TAGS_MAX];
} Others;

static bool keep_other(Parser *p, Others *others, const char *name, const char *value)
{
    for (int i = 0; i < others->count; i++)
        if (strcmp(others->name[i], name) == 0)
            return bad_with(p, FAULT_TAG_TWICE, name);
    if (others->count == RECORD_TAGS_MAX)
        return bad_with(p, FAULT_TAGS, NUMBER(RECORD_TAGS_MAX));
    size_t size = strlen(value) + 1;
    char *copy = malloc(size);
    if (!copy)
        return no_memory(p);
    memcpy(copy, value, size);
    memcpy(others->name[others->count], name, strlen(name) + 1);
    others->value[others->count++] = copy;
    return true;
}

static bool keep_tag(Parser *p, Meaning *m, Others *others, const char *name, const char *value)
{
    Slot slot[SLOTS];
    list_slots(m, slot);
    for (int i = 0; i < SLOTS; i++) {
        if (strcmp(name, slot[i].name) != 0)
            continue;
        if (p->tags_seen[i])
            return bad_with(p, FAULT_TAG_TWICE, name);
        p->tags_seen[i] = true;
        Str s = str_over(slot[i].value, slot[i].size);
        str_add(&s, value);
        return s.full ? bad_with(p, FAULT_TAG_LONG, name) : true;
    }
    return keep_other(p, others, name, value);
}

static bool read_tags(Parser *p, Meaning *m, Others *others)
{
    char name[64], value[RECORD_TEXT_MAX];
    while (skip_space(p), peek(p) == '[')
        if (!take_tag(p, name, value) || !keep_tag(p, m, others, name, value))
            return false;
    return p->tags_seen[0] ? true : bad(p, FAULT_TAGS_FIRST);
}

static bool read_result(Parser *p, const Meaning *m)
{
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    const char *text = p->tags_seen[3] ? m->result : "*";
    for (int w = 0; w < 4; w++) {
        if (strcmp(text, results[w]) == 0) {
            p->out->result = (Winner)w;
            return true;
        }
    }
    return bad(p, FAULT_TAG_RESULT);
}

static bool read_termination(Parser *p, const Meaning *m)
{
    for (int t = 0; t < TERMINATION_COUNT; t++) {
        if (strcmp(m->termination, termination_name((Termination)t)) == 0) {
            p->out->termination = (Termination)t;
            return true;
        }
    }
    return bad(p, FAULT_TAG_TERMINATION);
}

/* Opens the game and begins the record. */
static bool open_record(Parser *p, const Meaning *m)
{
    char why[WHY_MAX];
    uint64_t seed = 1;
    Pos start;
    if (p->tags_seen[2] && !str_is_number(m->seed, UINT64_MAX, &seed))
        return bad(p, FAULT_TAG_SEED);
    Game *game = game_open_from(p->in->families, p->in->family_count, m->game, p->in->lang, why);
    if (!game)
        return bad_with(p, FAULT_GIVEN, why);
    if (!p->tags_seen[1])
        game->ops->start(game, seed, &start);
    else if (!game->ops->read_pos(game, m->start, p->in->lang, &start, why)) {
        game_close(game);
        return bad_with(p, FAULT_TAG_START, why);
    }
    Record *out = p->out;
    if (!record_begin(out, game, seed, &start)) {
        game_close(game);
        return no_memory(p);
    }
    return read_result(p, m) && (!p->tags_seen[4] || read_termination(p, m));
}

/* [%clk h:mm:ss] or [%clk h:mm:ss.mmm] at *text; moves behind it. */
static bool read_clock(const char **text, int32_t *out)
{
    uint64_t h, m, s, ms = 0;
    const char *t = *text;
    if (!str_read_number(&t, 500, &h) || *t++ != ':')
        return false;
    for (uint64_t *part = &m; part; part = part == &m ? &s : NULL) {
        if (t[0] < '0' || t[0] > '5' || t[1] < '0' || t[1] > '9')
            return false;
        *part = (uint64_t)(t[0] - '0') * 10 + (uint64_t)(t[1] - '0');
        t += 2;
        if (part == &m && *t++ != ':')
            return false;
    }
    if (*t == '.') {
        for (int i = 0; i < 3; i++) {
            if (*++t < '0' || *t > '9')
                return false;
            ms = ms * 10 + (uint64_t)(*t - '0');
        }
        t++;
    }
    *out = (int32_t)(((h * 60 + m) * 60 + s) * 1000 + ms);
    *text = t;
    return true;
}

/* [%eval 1.25]: hundredths. */
static bool read_eval(const char **text, int32_t *out)
{
    const char *t = *text;
    bool minus = *t == '-';
    uint64_t whole;
    t += minus;
    if (!str_read_number(&t, 1000000, &whole) || *t++ != '.' || t[0] < '0' || t[0] > '9' ||
        t[1] < '0' || t[1] > '9')
        return false;
    int32_t value = (int32_t)whole * 100 + (t[0] - '0') * 10 + (t[1] - '0');
    *out = minus ? -value : value;
    *text = t + 2;
    return true;
}

/* Takes the commands at the head of a comment off it. */
static bool read_commands(Parser *p, const char **text)
{
    RecordNode *node = &p->out->node[p->at];
    const char *t = *text;
    for (;; t += strspn(t, " ")) {
        if (strncmp(t, "[%clk ", 6) == 0) {
            t += 6;
            if (node->clock_ms != RECORD_NO_CLOCK)
                return bad(p, FAULT_ONE_CLOCK);
            if (!read_clock(&t, &node->clock_ms) || *t++ != ']')
                return bad(p, FAULT_CLOCK);
        } else if (strncmp(t, "[%eval ", 7) == 0) {
            t += 7;
            if (node->eval != RECORD_NO_EVAL)
                return bad(p, FAULT_ONE_EVAL);
            if (!read_eval(&t, &node->eval) || *t++ != ']')
                return bad(p, FAULT_EVAL);
        } else {
            break;
        }
    }
    *text = t;
    return true;
}

static bool take_comment(Parser *p)
{
    char text[RECORD_TEXT_MAX + 64]; /* the clock and the evaluation come on top of the text */
    Str s = str_over(text, sizeof text);
    take(p);
    while (peek(p) != '}')
        if (!take_text(p, &s))
            return false;
    take(p);
    while (s.length && text[s.length - 1] == ' ')
        text[--s.length] = '\0';
    const char *rest = text + strspn(text, " ");
    if (!read_commands(p, &rest))
        return false;
    if (!*rest)
        return true;
    if (strlen(rest) >= RECORD_TEXT_MAX)
        return bad_with(p, FAULT_TEXT_LONG, NUMBER(RECORD_TEXT_MAX - 1));
    if (p->out->node[p->at].comment)
        return bad(p, FAULT_ONE_COMMENT);
    return record_add_comment(p->out, p->at, rest) ? true : no_memory(p);
}

static bool open_variation(Parser *p)
{
    take(p);
    if (!p->at)
        return bad(p, FAULT_VARIATION);
    if (p->depth == RECORD_DEPTH_MAX)
        return bad_with(p, FAULT_NEST, NUMBER(RECORD_DEPTH_MAX));
    p->back[p->depth++] = p->at;
    p->at = p->out->node[p->at].parent;
    p->opened = true;
    return true;
}

static bool close_variation(Parser *p)
{
    take(p);
    if (!p->depth)
        return bad(p, FAULT_CLOSES);
    p->at = p->back[--p->depth];
    return true;
}

/* Moves between a start and a node count as plies against MATCH_PLIES_MAX when they are played;
 * here the tree's size is bounded. */
static bool play_word(Parser *p, const char *word)
{
    char why[WHY_MAX];
    Move move;
    const Game *game = p->out->game;
    if (!game->ops->read_move(game, &p->out->node[p->at].pos, word, p->in->lang, &move, why))
        return bad_with(p, FAULT_GIVEN, why);
    uint32_t added = record_add_move(p->out, p->at, move);
    if (!added)
        return bad_with(p, FAULT_MOVES, NUMBER(RECORD_NODES_MAX - 1));
    p->at = added;
    p->opened = false;
    return true;
}

/* A word of the move text: up to a space or one of ( ) { }. */
static bool take_word(Parser *p, char *word, size_t size)
{
    Str s = str_over(word, size);
    int c;
    while ((c = peek(p)) > ' ' && !strchr("(){}", c) && c < 0x7f)
        str_char(&s, (char)take(p));
    if (!s.length)
        return bad_with(p, FAULT_BYTE, NUMBER(c));
    return s.full ? bad(p, FAULT_WORD_LONG) : true;
}

/* `12.` or `12...` */
static bool is_number(const char *word)
{
    size_t digits = strspn(word, "0123456789"), dots = strspn(word + digits, ".");
    return digits && dots && !word[digits + dots];
}

/* A number, where there is one, must be the right one: `1.` before the first move of a pair, `1...`
 * before the second. */
static bool check_number(Parser *p, const char *word)
{
    uint32_t ply = p->out->node[p->at].ply;
    char right[16];
    Str s = str_over(right, sizeof right);
    str_format(&s, "%u%s", ply / 2 + 1, ply % 2 ? "..." : ".");
    return strcmp(word, right) == 0 ? true : bad_with(p, FAULT_NUMBER, right);
}

static bool is_result(const char *word)
{
    return strcmp(word, "*") == 0 || strcmp(word, "1-0") == 0 || strcmp(word, "0-1") == 0 ||
           strcmp(word, "1/2-1/2") == 0;
}

/* Everything up to the closing result. */
static bool read_moves(Parser *p, char *result, size_t size)
{
    for (;;) {
        skip_space(p);
        int c = peek(p);
        bool good = true;
        if (c < 0)
            return bad(p, FAULT_NO_RESULT);
        if (p->opened && strchr("(){", c))
            return bad(p, FAULT_VARIATION_MOVE);
        if (c == '{')
            good = take_comment(p);
        else if (c == '(')
            good = open_variation(p);
        else if (c == ')')
            good = close_variation(p);
        else if (!take_word(p, result, size))
            return false;
        else if (is_result(result))
            return p->depth ? bad(p, FAULT_OPENS) : true;
        else if (is_number(result))
            good = check_number(p, result);
        else
            good = play_word(p, result);
        if (!good)
            return false;
    }
}

/* Fills in Result and Termination where the tags left them out, and checks what was said. */
static bool settle(Parser *p, const char *result)
{
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    char why[WHY_MAX];
    Record *out = p->out;
    if (p->tags_seen[3] && strcmp(results[out->result], result) != 0)
        return bad_with(p, FAULT_MOVES_END, result, results[out->result]);
    for (int r = 0; r < 4; r++)
        if (strcmp(result, results[r]) == 0)
            out->result = (Winner)r;
    bool good = p->tags_seen[4] ? record_check_result(out, p->in->lang, why)
                                : record_find_termination(out, p->in->lang, why);
    return good ? true : bad_with(p, FAULT_GIVEN, why);
}

static bool read_game(Parser *p, Meaning *m, Others *others)
{
    char result[2 * MOVE_TEXT_MAX];
    uint32_t line = p->in->line;
    if (!read_tags(p, m, others) || !open_record(p, m))
        return false;
    p->out->line = line;
    for (int i = 0; i < others->count; i++)
        if (!record_add_tag(p->out, others->name[i], others->value[i]))
            return no_memory(p);
    return read_moves(p, result, sizeof result) && settle(p, result);
}

RecordFound record_read(RecordReader *reader, Record *out, char *why)
{
    *out = (Record){0};
    Parser p = {.in = reader, .out = out, .why = why};
    if (!reader->line)
        reader->line = 1;
    skip_space(&p);
    if (peek(&p) < 0)
        return RECORD_END;
    Meaning *m = calloc(1, sizeof *m);
    Others *others = calloc(1, sizeof *others);
    bool good = m && others ? read_game(&p, m, others) : no_memory(&p);
    for (int i = 0; others && i < others->count; i++)
        free(others->value[i]);
    free(others);
    free(m);
    if (!good && out->game)
        record_free(out);
    return good ? RECORD_GOOD : RECORD_BAD;
}
