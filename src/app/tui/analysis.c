/* SPDX-License-Identifier: MIT */
/* Analysis at one screen, see analysis.h. */
#include "app/tui/analysis.h"

#include "app/tui/words.h"
#include "base/utf8.h"
#include "play/record.h"

#include <stdlib.h>
#include <string.h>

/* -- A copy ------------------------------------------------------------------------------------ */

typedef struct Buffer {
    char *bytes;
    size_t length, room;
    bool failed;
} Buffer;

static void append(void *context, const char *bytes, size_t count)
{
    Buffer *b = context;
    if (b->length + count > b->room && !b->failed) {
        size_t room = 2 * (b->length + count);
        char *more = realloc(b->bytes, room);
        b->failed = !more;
        if (more) {
            b->bytes = more;
            b->room = room;
        }
    }
    if (b->failed)
        return;
    memcpy(b->bytes + b->length, bytes, count);
    b->length += count;
}

bool analysis_copy(const Play *play, Variants *variants, Play *out, char *why)
{
    Buffer b = {0};
    Table table;
    uint32_t shown;
    bool good = record_write_table(&play->table, play->shown, append, &b) && !b.failed;
    if (!good)
        refuse(why, "%s", word(WORD_NO_MEMORY, play->lang));
    good = good && record_read_table(&table, variants, b.bytes, b.length, play->now, false,
                                     play->lang, &shown, why);
    free(b.bytes);
    if (!good)
        return false;
    play_adopt(out, &table, shown, play->lang, play->now);
    for (int side = 0; good && side < 2; side++)
        good = play_act(out, BY_HOST, "seat %d person", side);
    good = good && (play_is_over(out) || play_act(out, BY_HOST, "end aborted none"));
    if (!good) {
        refuse(why, "%s", out->message);
        play_close(out);
        return false;
    }
    out->computer = play->computer;
    out->flipped = play->flipped;
    out->evaluating = play->evaluating;
    out->lines = play->lines;
    out->analysing = true;
    out->changes = 0;
    return true;
}

/* -- Going about ------------------------------------------------------------------------------- */

static bool refused(Play *play, Word w)
{
    play_say(play, TONE_WHY, "%s", word(w, play->lang));
    return false;
}

static bool show(Play *play, uint32_t node)
{
    play->changes++;
    play_show(play, node);
    if (node)
        play_tell_last(play);
    else
        play_hush(play);
    return true;
}

bool analysis_vary(Play *play, bool back)
{
    const Tree *tree = play_tree(play);
    const TreeNode *node = &tree->node[play->shown];
    uint32_t before = 0;
    if (!play->shown)
        return refused(play, WORD_NO_VARIATION);
    for (uint32_t n = tree->node[node->parent].child; n != play->shown; n = tree->node[n].next)
        before = n;
    if (back ? !before : !node->next)
        return refused(play, WORD_NO_VARIATION);
    return show(play, back ? before : node->next);
}

bool analysis_goto(Play *play, const char *text)
{
    uint64_t number;
    const char *rest = text;
    if (strcmp(text, "end") == 0)
        return show(play, play_node(play, play_length(play)));
    if (!str_read_number(&rest, TREE_PLIES_MAX, &number) ||
        (*rest && strcmp(rest, ".") != 0 && strcmp(rest, "...") != 0))
        return refused(play, WORD_NEEDS_MOVE);
    uint64_t ply = number ? 2 * number - (strcmp(rest, "...") != 0) : 0;
    if (ply > play_length(play))
        return refused(play, WORD_NEEDS_MOVE);
    return show(play, play_node(play, (uint32_t)ply));
}

bool analysis_promote(Play *play)
{
    if (!play_act(play, BY_SEAT0, "promote %u", play->shown))
        return false;
    play_say(play, TONE_INFO, "%s", word(WORD_PROMOTED, play->lang));
    return true;
}

bool analysis_delete(Play *play)
{
    uint32_t node = play->shown, parent = play_tree(play)->node[node].parent;
    play_show(play, parent); /* what is shown must not go */
    if (!play_act(play, BY_SEAT0, "delete %u", node)) {
        char why[WHY_MAX];
        Str s = str_over(why, sizeof why);
        str_add(&s, play->message);
        play_show(play, node);
        play_say(play, TONE_WHY, "%s", why);
        return false;
    }
    play_show(play, parent);
    play_say(play, TONE_INFO, "%s", word(WORD_DELETED, play->lang));
    return true;
}

bool analysis_comment(Play *play, const char *text)
{
    return play_act(play, BY_SEAT0, *text ? "comment %u %s" : "comment %u", play->shown, text);
}

bool analysis_mark(Play *play, const char *text)
{
    return play_act(play, BY_SEAT0, *text ? "mark %u %s" : "mark %u", play->shown, text);
}

/* -- The tree ---------------------------------------------------------------------------------- */

typedef struct Paper {
    const Play *play;
    Str *out;
    int width, column;
} Paper;

static int width_of(const char *text)
{
    int width = 0;
    for (size_t n; *text; text += n) {
        n = utf8_length(text, strlen(text));
        width += n > 2 ? 2 : 1; /* what is long as bytes is wide in East Asian scripts */
        n = n ? n : 1;
    }
    return width;
}

static void new_line(Paper *paper, int indent)
{
    if (paper->column)
        str_char(paper->out, '\n');
    for (int i = 0; i < indent; i++)
        str_add(paper->out, "  ");
    paper->column = 2 * indent;
}

static void put_word(Paper *paper, const char *text, int indent)
{
    int width = width_of(text);
    bool fresh = paper->column <= 2 * indent;
    if (!fresh && paper->column + 1 + width > paper->width) {
        new_line(paper, indent);
        fresh = true;
    }
    if (!fresh)
        str_char(paper->out, ' ');
    str_add(paper->out, text);
    paper->column += width + !fresh;
}

/* A comment word by word. */
static void put_comment(Paper *paper, const char *text, int indent)
{
    char part[256];
    for (bool first = true; *text; first = false) {
        size_t length = strcspn(text, " ");
        Str s = str_over(part, sizeof part);
        str_add(&s, first ? "{" : "");
        str_bytes(&s, text, length < 200 ? length : 200);
        text += length + (text[length] == ' ');
        str_add(&s, *text ? "" : "}");
        put_word(paper, part, indent);
    }
}

static void put_move(Paper *paper, uint32_t at, bool numbered, int indent)
{
    const Tree *tree = play_tree(paper->play);
    const TreeNode *node = &tree->node[at];
    char text[MOVE_TEXT_MAX + 24];
    Str s = str_over(text, sizeof text);
    if (at == paper->play->shown)
        str_char(&s, '>');
    if (numbered || node->ply % 2)
        str_format(&s, "%u%s ", (unsigned)(node->ply + 1) / 2, node->ply % 2 ? "." : "...");
    tree->game->ops->write_move(tree->game, tree_pos(tree, node->parent), node->move, &s);
    str_add(&s, move_mark_text((MoveMark)node->mark));
    put_word(paper, text, indent);
    if (node->comment)
        put_comment(paper, tree_comment(tree, at), indent);
}

enum { INDENT_MAX = 6 };

/* The line from a node on; its variations below the move that they replace. Deeper ones than the
 * screen has room for stand at the same indent. */
static void put_line(Paper *paper, uint32_t at, int indent)
{
    const Tree *tree = play_tree(paper->play);
    for (bool first = true; at; at = tree->node[at].child) {
        const TreeNode *node = &tree->node[at];
        put_move(paper, at, first, indent);
        first = tree->node[node->parent].child == at && node->next;
        for (uint32_t n = first ? node->next : 0; n; n = tree->node[n].next) {
            new_line(paper, indent < INDENT_MAX ? indent + 1 : indent);
            put_line(paper, n, indent < INDENT_MAX ? indent + 1 : indent);
        }
        if (first && node->child)
            new_line(paper, indent);
    }
}

void analysis_tree(const Play *play, int width, Str *out)
{
    const Tree *tree = play_tree(play);
    Paper paper = {play, out, width, 0};
    if (tree->node[0].comment)
        put_comment(&paper, tree_comment(tree, 0), 0);
    put_line(&paper, tree->node[0].child, 0);
    if (paper.column)
        str_char(out, '\n');
}
