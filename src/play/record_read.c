/* SPDX-License-Identifier: MIT */
/* Reading records. One pass over the bytes: tags, then words of the move text. Open variations are
 * a stack of places to go back to. Everything is bounded, and every refusal names the line and the
 * move. What stands inside braces is read in record_comment.c; what is no record of ours, but looks
 * like a game of one of the places that bring.h names, is read there. */
#include "core/refuse.h"
#include "play/bring.h"

#include <stdlib.h>
#include <string.h>

/* -- Tags ------------------------------------------------------------------------------------- */

/* [Name "value"] with \" and \\ inside. */
static bool take_tag(Parser *p, char *name, char *value)
{
    Str n = str_over(name, TAG_NAME_MAX), v = str_over(value, TAG_VALUE_MAX);
    parser_take(p);
    int c;
    while (((c = parser_peek(p)) >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           (c >= '0' && c <= '9') || c == '_')
        str_char(&n, (char)parser_take(p));
    if (!n.length || n.full || parser_take(p) != ' ' || parser_take(p) != '"')
        return parser_bad(p, FAULT_TAG);
    while ((c = parser_peek(p)) != '"') {
        if (c == '\n')
            return parser_bad(p, FAULT_TAG_LINE);
        if (c == '\\') {
            parser_take(p);
            if (parser_peek(p) != '"' && parser_peek(p) != '\\')
                return parser_bad(p, FAULT_ESCAPE);
        }
        if (!parser_take_text(p, &v))
            return false;
    }
    parser_take(p);
    return parser_take(p) == ']' || parser_bad(p, FAULT_TAG);
}

/* The tags that mean something for the rules. */
typedef enum Meaning {
    TAG_GAME,
    TAG_START,
    TAG_SEED,
    TAG_PLIES,
    TAG_RESULT,
    TAG_TERMINATION,
    TAG_MEANINGS
} Meaning;

static const char *const meaning_names[TAG_MEANINGS] = {"Game",  "Start",  "Seed",
                                                        "Plies", "Result", "Termination"};

/* What the tags say, kept until the game can be opened. */
typedef struct Said {
    char *value[TAG_MEANINGS]; /* NULL where a tag is not there */
    uint32_t line[TAG_MEANINGS];
} Said;

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

/* Other tags go into the record at once, which has no game yet. */
static bool keep_tag(Parser *p, Said *said, const char *name, const char *value)
{
    for (int i = 0; i < TAG_MEANINGS; i++) {
        if (strcmp(name, meaning_names[i]) != 0)
            continue;
        if (said->value[i])
            return parser_bad_with(p, FAULT_TAG_TWICE, name);
        said->line[i] = p->in->line;
        said->value[i] = copy_text(value);
        return said->value[i] || parser_no_memory(p);
    }
    if (record_tag(p->out, name))
        return parser_bad_with(p, FAULT_TAG_TWICE, name);
    if (p->out->tag_count == RECORD_TAGS_MAX)
        return parser_bad_with(p, FAULT_TAGS, NUMBER(RECORD_TAGS_MAX));
    return record_set_tag(p->out, name, value) || parser_no_memory(p);
}

static bool read_tags(Parser *p, Said *said)
{
    char name[TAG_NAME_MAX], value[TAG_VALUE_MAX];
    while (parser_skip_space(p), parser_peek(p) == '[')
        if (!take_tag(p, name, value) || !keep_tag(p, said, name, value))
            return false;
    return true;
}

static bool find_start(Parser *p, const Said *said, const Game *game, Pos *start)
{
    char why[WHY_MAX];
    if (!said->value[TAG_START]) {
        game->ops->start(game, p->out->seed, start);
        return true;
    }
    if (game->ops->read_pos(game, said->value[TAG_START], p->in->lang, start, why))
        return true;
    p->in->line = said->line[TAG_START];
    return parser_bad_with(p, FAULT_TAG_START, why);
}

static bool read_numbers(Parser *p, const Said *said)
{
    uint64_t plies = RECORD_ALL;
    p->out->seed = 1;
    if (said->value[TAG_SEED] && !str_is_number(said->value[TAG_SEED], UINT64_MAX, &p->out->seed))
        return parser_bad(p, FAULT_TAG_SEED);
    if (said->value[TAG_PLIES] && !str_is_number(said->value[TAG_PLIES], TREE_PLIES_MAX, &plies))
        return parser_bad(p, FAULT_TAG_PLIES);
    p->out->plies = (uint32_t)plies;
    return true;
}

static bool read_ending(Parser *p, const Said *said)
{
    Ending *ending = &p->out->ending;
    if (said->value[TAG_RESULT] && !record_result_from(said->value[TAG_RESULT], &ending->winner))
        return parser_bad(p, FAULT_TAG_RESULT);
    if (said->value[TAG_TERMINATION] &&
        !end_from_termination(said->value[TAG_TERMINATION], &ending->kind))
        return parser_bad(p, FAULT_TAG_TERMINATION);
    return true;
}

/* A game that does not follow from the one before it is told at its Start, not at its first move
 * that does not fit. */
static bool check_place(Parser *p, const Said *said)
{
    char why[WHY_MAX];
    if (record_series_check(&p->in->series, p->out, p->in->lang, why))
        return true;
    p->in->line = said->value[TAG_START] ? said->line[TAG_START] : p->out->line;
    return parser_bad_with(p, FAULT_GIVEN, why);
}

/* Opens the game and begins the record's tree. */
static bool open_record(Parser *p, const Said *said)
{
    char why[WHY_MAX];
    Record *out = p->out;
    Pos start;
    if (!read_numbers(p, said))
        return false;
    out->game = variants_open(p->in->variants, said->value[TAG_GAME], p->in->lang, why);
    if (!out->game)
        return parser_bad_with(p, FAULT_GIVEN, why);
    if (!find_start(p, said, out->game, &start))
        return false;
    if (!tree_begin(&out->tree, out->game, &start))
        return parser_no_memory(p);
    return read_ending(p, said) && check_place(p, said);
}

/* -- Moves ------------------------------------------------------------------------------------ */

bool parser_open_variation(Parser *p)
{
    if (!p->at)
        return parser_bad(p, FAULT_VARIATION);
    if (p->depth == RECORD_DEPTH_MAX)
        return parser_bad_with(p, FAULT_NEST, NUMBER(RECORD_DEPTH_MAX));
    if (p->depth == p->room) {
        int room = p->room ? 2 * p->room : 16;
        Back *more = realloc(p->back, (size_t)room * sizeof *more);
        if (!more)
            return parser_no_memory(p);
        p->back = more;
        p->room = room;
    }
    parser_take(p);
    p->back[p->depth++] = (Back){p->at, p->in->line};
    p->at = p->out->tree.node[p->at].parent;
    p->opened = true;
    return true;
}

bool parser_close_variation(Parser *p)
{
    parser_take(p);
    if (!p->depth)
        return parser_bad(p, FAULT_CLOSES);
    p->at = p->back[--p->depth].node;
    return true;
}

/* The text or the game ends inside a variation: told where it begins. */
bool parser_left_open(Parser *p)
{
    p->in->line = p->back[p->depth - 1].line;
    p->at = p->out->tree.node[p->back[p->depth - 1].node].parent;
    return parser_bad(p, FAULT_VARIATION_OPEN);
}

static bool set_mark(Parser *p, MoveMark mark)
{
    uint8_t *held = &p->out->tree.node[p->at].mark;
    if (*held && *held != mark)
        return parser_bad(p, FAULT_ONE_MARK);
    *held = (uint8_t)mark;
    return true;
}

/* $1 to $6, the marks in their order in PGN. */
static bool take_numbered_mark(Parser *p, const char *word)
{
    uint64_t n;
    if (!p->at || p->opened)
        return parser_bad(p, FAULT_MARK_PLACE);
    if (!str_is_number(word + 1, MOVE_MARK_COUNT - 1, &n) || !n)
        return parser_bad(p, FAULT_MARK_NUMBER);
    return set_mark(p, (MoveMark)n);
}

/* Cuts the mark off a move. */
static bool cut_mark(Parser *p, char *word, MoveMark *out)
{
    size_t length = strlen(word), head = length;
    while (head && strchr("!?", word[head - 1]))
        head--;
    if (!head)
        return parser_bad(p, FAULT_MARK_PLACE);
    for (int m = 0; m < MOVE_MARK_COUNT; m++) {
        if (strcmp(word + head, move_mark_text((MoveMark)m)) == 0) {
            *out = (MoveMark)m;
            word[head] = '\0';
            return true;
        }
    }
    return parser_bad(p, FAULT_MARK);
}

/* Variations may go on after a draw by repetition, and so may what follows the game that Plies
 * bounds; a game may not. */
static bool may_go_on(const Parser *p)
{
    const TreeNode *node = &p->out->tree.node[p->at];
    return !node->drawn || p->depth || node->ply >= p->out->plies;
}

bool parser_play(Parser *p, char *word)
{
    char why[WHY_MAX];
    MoveMark mark = MOVE_MARK_NONE;
    Move move;
    Tree *tree = &p->out->tree;
    const Game *game = p->out->game;
    if (!cut_mark(p, word, &mark))
        return false;
    if (!may_go_on(p)) {
        if (!p->foreign)
            return parser_bad(p, FAULT_AFTER_DRAW);
        p->out->plies = tree->node[p->at].ply; /* elsewhere they played on */
    }
    if (!game->ops->read_move(game, tree_pos(tree, p->at), word, p->in->lang, &move, why))
        return parser_bad_with(p, FAULT_GIVEN, why);
    uint32_t added;
    TreeError error = tree_add(tree, p->at, move, &added);
    if (error)
        return parser_bad_with(p, FAULT_GIVEN, tree_error(error)->in[p->in->lang]);
    if (!p->depth) /* a variation that begins like the main line may have been here before */
        tree_promote(tree, added);
    p->at = added;
    p->opened = false;
    return !mark || set_mark(p, mark);
}

/* A word of the move text: up to a space or one of ( ) { }. */
static bool take_word(Parser *p, char *word, size_t size)
{
    Str s = str_over(word, size);
    int c;
    while ((c = parser_peek(p)) > ' ' && !strchr("(){}", c) && c < 0x7f)
        str_char(&s, (char)parser_take(p));
    if (!s.length)
        return parser_bad_with(p, FAULT_BYTE, NUMBER(c));
    return !s.full || parser_bad(p, FAULT_WORD_LONG);
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
    uint32_t ply = p->out->tree.node[p->at].ply;
    char right[16];
    Str s = str_over(right, sizeof right);
    str_format(&s, "%u%s", ply / 2 + 1, ply % 2 ? "..." : ".");
    return strcmp(word, right) == 0 || parser_bad_with(p, FAULT_NUMBER, right);
}

static bool read_word(Parser *p, char *word)
{
    if (is_number(word))
        return check_number(p, word);
    return *word == '$' ? take_numbered_mark(p, word) : parser_play(p, word);
}

/* Everything up to the closing result. */
static bool read_moves(Parser *p, Winner *result)
{
    char word[2 * MOVE_TEXT_MAX];
    for (;;) {
        parser_skip_space(p);
        int c = parser_peek(p);
        bool good = true;
        if (c < 0)
            return p->depth ? parser_left_open(p) : parser_bad(p, FAULT_NO_RESULT);
        if (p->opened && c && strchr("(){", c))
            return parser_bad(p, FAULT_VARIATION_MOVE);
        if (c == '{')
            good = parser_take_comment(p);
        else if (c == '(')
            good = parser_open_variation(p);
        else if (c == ')')
            good = parser_close_variation(p);
        else if (!take_word(p, word, sizeof word))
            return false;
        else if (record_result_from(word, result))
            return p->depth ? parser_left_open(p) : true;
        else
            good = read_word(p, word);
        if (!good)
            return false;
    }
}

/* -- The whole -------------------------------------------------------------------------------- */

/* The game's own words for how it ended. */
void parser_find_reason(Record *out)
{
    uint32_t end = record_end(out);
    if (out->ending.kind == END_RULES)
        out->ending = tree_ending(&out->tree, end);
    else if (out->ending.kind == END_AGREEMENT)
        out->ending.reason = out->game->ops->agreed(out->game, tree_pos(&out->tree, end)).reason;
}

/* Fills in the result and how it came about where the tags left them out, and checks what was said.
 */
static bool settle(Parser *p, const Said *said, Winner result)
{
    char why[WHY_MAX];
    Record *out = p->out;
    Lang lang = p->in->lang;
    uint32_t plies = out->tree.node[p->at].ply;
    if (said->value[TAG_RESULT] && out->ending.winner != result)
        return parser_bad_with(p, FAULT_MOVES_END, record_result(result),
                               record_result(out->ending.winner));
    if (out->plies != RECORD_ALL && out->plies > plies)
        return parser_bad_with(p, FAULT_PLIES_SHORT, NUMBER(out->plies), NUMBER(plies));
    /* A variation that begins like the end of the main line has made that longer. */
    if (out->plies == RECORD_ALL)
        out->plies = plies;
    if (out->plies == out->tree.node[tree_line_end(&out->tree, 0)].ply)
        out->plies = RECORD_ALL;
    out->ending.winner = result;
    bool good = said->value[TAG_TERMINATION] ? record_check_ending(out, lang, why)
                                             : record_find_ending(out, result, lang, why);
    if (!good)
        return parser_bad_with(p, FAULT_GIVEN, why);
    parser_find_reason(out);
    out->repaired = out->ending.kind == END_REPETITION && !out->tree.node[record_end(out)].drawn;
    return true;
}

/* A move list of somebody else's program: its tags say other things, so only the result is kept of
 * those that mean something here. */
static bool read_foreign(Parser *p, Said *said)
{
    BringStart start;
    Winner result = WINNER_NONE;
    bool told = said->value[TAG_RESULT] && record_result_from(said->value[TAG_RESULT], &result);
    if (!bring_list(p, &start))
        return false;
    for (int i = 0; i < TAG_MEANINGS; i++) {
        free(said->value[i]);
        said->value[i] = NULL;
    }
    said->value[TAG_GAME] = copy_text(start.variant);
    said->line[TAG_START] = p->in->line;
    if (*start.position)
        said->value[TAG_START] = copy_text(start.position);
    if (!said->value[TAG_GAME] || (*start.position && !said->value[TAG_START]))
        return parser_no_memory(p);
    return open_record(p, said) && bring_moves(p, &result, &told) &&
           bring_settle(p, told && result ? &result : NULL);
}

static bool read_game(Parser *p, Said *said)
{
    Winner result;
    p->out->line = p->in->line;
    if (bring_is_sgf(p))
        return bring_sgf(p);
    if (!read_tags(p, said))
        return false;
    if (!said->value[TAG_GAME])
        return bring_is_list(p) ? read_foreign(p, said) : parser_bad(p, FAULT_TAGS_FIRST);
    return open_record(p, said) && read_moves(p, &result) && settle(p, said, result);
}

RecordFound record_read(RecordReader *reader, Record *out, char *why)
{
    Said said = {{NULL}, {0}};
    Parser p = {.in = reader, .out = out, .why = why};
    *out = (Record){.plies = RECORD_ALL};
    if (!reader->line) {
        reader->line = 1;
        if (reader->end - reader->at >= 3 && memcmp(reader->at, "\xef\xbb\xbf", 3) == 0)
            reader->at += 3; /* what some editors put before UTF-8 */
    }
    parser_skip_space(&p);
    if (parser_peek(&p) < 0)
        return RECORD_END;
    bool good = read_game(&p, &said);
    for (int i = 0; i < TAG_MEANINGS; i++)
        free(said.value[i]);
    free(p.back);
    if (good)
        record_series_add(&reader->series, out);
    else
        record_free(out);
    return good ? RECORD_GOOD : RECORD_BAD;
}
