/* SPDX-License-Identifier: MIT */
/* Writing records: tags, then the tree as a text in which every move is followed by its comment and
 * by the variations in its place. See record.h. */
#include "play/record.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 90 };

typedef struct Writer {
    const Tree *tree;
    RecordWrite *write;
    void *context;
    size_t column;
    bool tight; /* no space before the next word: it follows "(" */
} Writer;

static void put_bytes(Writer *w, const char *text)
{
    w->write(w->context, text, strlen(text));
}

/* Words of the move text, wrapped at COLUMNS. */
static void put_word(Writer *w, const char *word)
{
    size_t length = strlen(word);
    bool tight = w->tight || *word == ')';
    w->tight = *word == '(';
    if (tight) {
        /* stays with its neighbour */
    } else if (w->column && w->column + 1 + length > COLUMNS) {
        put_bytes(w, "\n");
        w->column = 0;
    } else if (w->column) {
        put_bytes(w, " ");
        w->column++;
    }
    put_bytes(w, word);
    w->column += length;
}

static void put_tag(Writer *w, const char *name, const char *value)
{
    put_bytes(w, "[");
    put_bytes(w, name);
    put_bytes(w, " \"");
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            put_bytes(w, "\\");
        w->write(w->context, value, 1);
    }
    put_bytes(w, "\"]\n");
}

static void put_number_tag(Writer *w, const char *name, uint64_t number)
{
    char text[24];
    Str s = str_over(text, sizeof text);
    str_number(&s, number);
    put_tag(w, name, text);
}

static void put_tags(Writer *w, const Record *record)
{
    const Game *game = record->game;
    char text[POSITION_TEXT_MAX], start[POSITION_TEXT_MAX];
    Str s = str_over(text, sizeof text), t = str_over(start, sizeof start);
    Pos usual;
    put_tag(w, "Game", game->id);
    for (int i = 0; i < record->tag_count; i++)
        put_tag(w, record->tag[i].name, record->tag[i].value);
    game->ops->start(game, record->seed, &usual);
    game->ops->write_pos(game, tree_pos(&record->tree, 0), &s);
    game->ops->write_pos(game, &usual, &t);
    if (record->seed != 1)
        put_number_tag(w, "Seed", record->seed);
    if (strcmp(text, start) != 0)
        put_tag(w, "Start", text);
    if (record_end(record) != tree_line_end(&record->tree, 0))
        put_number_tag(w, "Plies", record->plies);
    put_tag(w, "Result", record_result(record->ending.winner));
    put_tag(w, "Termination", end_termination(record->ending.kind));
}

static void add_clock(Str *s, int32_t ms)
{
    str_format(s, "[%%clk %d:%02d:%02d", ms / 3600000, ms / 60000 % 60, ms / 1000 % 60);
    if (ms % 1000)
        str_format(s, ".%03d", ms % 1000);
    str_char(s, ']');
}

static void add_eval(Str *s, int32_t eval)
{
    str_format(s, "[%%eval %s%d.%02d]", eval < 0 ? "-" : "", abs(eval) / 100, abs(eval) % 100);
}

/* Clock, evaluation and comment of a node in braces; false if it has none. */
static bool put_comment(Writer *w, uint32_t at)
{
    const TreeNode *node = &w->tree->node[at];
    char text[TREE_TEXT_MAX + 128];
    Str s = str_over(text, sizeof text);
    str_char(&s, '{');
    if (node->clock_ms >= 0)
        add_clock(&s, node->clock_ms);
    if (node->eval != TREE_NO_EVAL) {
        str_add(&s, s.length > 1 ? " " : "");
        add_eval(&s, node->eval);
    }
    if (node->comment) {
        str_add(&s, s.length > 1 ? " " : "");
        str_add(&s, tree_comment(w->tree, at));
    }
    if (s.length == 1)
        return false;
    str_char(&s, '}');
    put_word(w, text);
    return true;
}

/* One move with its mark, and with its number if it is the first of a pair or follows something
 * else. True if a comment stands behind it. */
static bool put_move(Writer *w, uint32_t at, bool numbered)
{
    const Tree *tree = w->tree;
    const TreeNode *node = &tree->node[at];
    uint32_t ply = node->ply - 1;
    char text[MOVE_TEXT_MAX + 4], number[16];
    Str m = str_over(text, sizeof text), n = str_over(number, sizeof number);
    if (ply % 2 == 0 || numbered) {
        str_format(&n, "%u%s", ply / 2 + 1, ply % 2 ? "..." : ".");
        put_word(w, number);
    }
    tree->game->ops->write_move(tree->game, tree_pos(tree, node->parent), node->move, &m);
    str_add(&m, move_mark_text((MoveMark)node->mark));
    put_word(w, text);
    return put_comment(w, at);
}

static bool is_first(const Tree *tree, uint32_t at)
{
    return tree->node[tree->node[at].parent].child == at;
}

/* Where the line that ends at `at` begins: a variation's first move, or `top`. */
static uint32_t line_start(const Tree *tree, uint32_t at, uint32_t top)
{
    while (at != top && is_first(tree, at))
        at = tree->node[at].parent;
    return at;
}

/* What stands behind a move and its comment, brackets put: the first move of a variation in its
 * place, or of the next one when one is over, or the move that goes on. 0 at the end. Variations
 * may nest as deep as the tree is long, so this is no recursion: the way back is in the tree
 * itself. */
static uint32_t next_move(Writer *w, uint32_t at, uint32_t top, bool *numbered)
{
    const TreeNode *node = w->tree->node;
    uint32_t variation = is_first(w->tree, at) ? node[at].next : 0;
    while (!variation && !node[at].child) {
        at = line_start(w->tree, at, top);
        if (at == top)
            return 0;
        put_word(w, ")");
        *numbered = true;
        variation = node[at].next;
        at = node[node[at].parent].child;
    }
    if (!variation)
        return node[at].child;
    put_word(w, "(");
    *numbered = true;
    return variation;
}

/* The line that begins with `top`, each move followed by the variations in its place. */
static void put_line(Writer *w, uint32_t top)
{
    bool numbered = true;
    for (uint32_t at = top; at; at = next_move(w, at, top, &numbered))
        numbered = put_move(w, at, numbered);
}

void record_write_line(const Tree *tree, uint32_t node, RecordWrite *write, void *context)
{
    Writer w = {.tree = tree, .write = write, .context = context};
    put_line(&w, node);
}

void record_write(const Record *record, RecordWrite *write, void *context)
{
    Writer w = {.tree = &record->tree, .write = write, .context = context};
    put_tags(&w, record);
    put_bytes(&w, "\n");
    put_comment(&w, 0);
    put_line(&w, record->tree.node[0].child);
    put_word(&w, record_result(record->ending.winner));
    put_bytes(&w, "\n");
}
