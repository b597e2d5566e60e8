/* SPDX-License-Identifier: MIT */
/* Records as a tree of moves: building, checking, writing. See record.h; reading is in
 * record_read.c. */
#include "proto/record.h"
#include "proto/record_faults.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const termination_names[TERMINATION_COUNT] = {
    [TERMINATION_UNFINISHED] = "unfinished",   [TERMINATION_NORMAL] = "normal",
    [TERMINATION_REPETITION] = "repetition",   [TERMINATION_AGREEMENT] = "agreement",
    [TERMINATION_RESIGNATION] = "resignation", [TERMINATION_TIME] = "time",
    [TERMINATION_FORFEIT] = "forfeit",
};

static const char *const result_names[] = {
    [WINNER_NONE] = "*", [WINNER_P1] = "1-0", [WINNER_P2] = "0-1", [WINNER_DRAW] = "1/2-1/2"};

const char *termination_name(Termination termination)
{
    return termination_names[termination];
}

/* Keeps a text; returns its offset, or 0 if there is no memory. */
static uint32_t keep_text(Record *record, const char *text)
{
    size_t size = strlen(text) + 1;
    if (record->text_length + size > record->text_capacity) {
        size_t capacity = 2 * (record->text_length + size);
        if (capacity > RECORD_BYTES_MAX * 2u)
            return 0;
        char *more = realloc(record->text, capacity);
        if (!more)
            return 0;
        record->text = more;
        record->text_capacity = (uint32_t)capacity;
    }
    uint32_t at = record->text_length;
    memcpy(record->text + at, text, size);
    record->text_length += (uint32_t)size;
    return at;
}

static bool grow_nodes(Record *record)
{
    if (record->node_count < record->node_capacity)
        return true;
    uint32_t capacity = record->node_capacity ? 2 * record->node_capacity : 64;
    if (record->node_count >= RECORD_NODES_MAX)
        return false;
    RecordNode *more = realloc(record->node, capacity * sizeof *more);
    if (!more)
        return false;
    record->node = more;
    record->node_capacity = capacity;
    return true;
}

bool record_begin(Record *record, Game *game, uint64_t seed, const Pos *start)
{
    *record = (Record){.game = game, .seed = seed};
    record->text_length = 1;
    record->text_capacity = 256;
    record->text = calloc(1, record->text_capacity);
    if (!record->text || !grow_nodes(record)) {
        free(record->text);
        free(record->node);
        return false;
    }
    record->node[0] = (RecordNode){
        .pos = *start, .eval = RECORD_NO_EVAL, .clock_ms = RECORD_NO_CLOCK};
    record->node_count = 1;
    return true;
}

void record_free(Record *record)
{
    free(record->node);
    free(record->text);
    game_close(record->game);
    *record = (Record){0};
}

bool record_add_tag(Record *record, const char *name, const char *value)
{
    if (record->tag_count == RECORD_TAGS_MAX)
        return false;
    RecordTag tag = {.name = keep_text(record, name)};
    tag.value = tag.name ? keep_text(record, value) : 0;
    if (!tag.value)
        return false;
    record->tag[record->tag_count++] = tag;
    return true;
}

uint32_t record_add_move(Record *record, uint32_t parent, Move move)
{
    if (!grow_nodes(record))
        return 0;
    uint32_t added = record->node_count++;
    RecordNode *node = &record->node[added];
    *node = (RecordNode){.move = move,
                         .ply = record->node[parent].ply + 1,
                         .parent = parent,
                         .eval = RECORD_NO_EVAL,
                         .clock_ms = RECORD_NO_CLOCK};
    record->game->apply(record->game, &record->node[parent].pos, move, &node->pos);
    RecordNode *above = &record->node[parent];
    if (above->child)
        record->node[above->last_child].next = added;
    else
        above->child = added;
    above->last_child = added;
    return added;
}

bool record_add_comment(Record *record, uint32_t node, const char *text)
{
    uint32_t at = keep_text(record, text);
    record->node[node].comment = at;
    return at != 0;
}

const char *record_tag(const Record *record, const char *name)
{
    for (int i = 0; i < record->tag_count; i++)
        if (strcmp(record->text + record->tag[i].name, name) == 0)
            return record->text + record->tag[i].value;
    return NULL;
}

/* The main line as a match, for repetition. */
static MatchError play_main_line(const Record *record, Match *match)
{
    if (!match_begin(match, record->game, &record->node[0].pos))
        return MATCH_NO_MEMORY;
    for (uint32_t n = record->node[0].child; n; n = record->node[n].child) {
        MatchError error = match_play(match, record->node[n].move);
        if (error) {
            match_free(match);
            return error;
        }
    }
    return MATCH_OK;
}

/* The rules' word on the end of the main line: NORMAL, REPETITION, or UNFINISHED. */
static Termination judge_end(const Match *match, Winner *winner)
{
    Outcome rules = match->game->ops->outcome(match->game, match_pos(match));
    *winner = match_outcome(match).winner;
    if (match->ply >= match->drawn_ply)
        return TERMINATION_REPETITION;
    return rules.winner == WINNER_NONE ? TERMINATION_UNFINISHED : TERMINATION_NORMAL;
}

static bool check_against(const Record *record, const Match *match, Lang lang, char *why)
{
    Winner winner;
    Termination end = judge_end(match, &winner), said = record->termination;
    const char *result = result_names[record->result];
    if (end != TERMINATION_UNFINISHED)
        return (said == end && record->result == winner) ||
               refuse_with(why, lang, &record_faults[FAULT_ENDED_WITH], result_names[winner],
                           termination_names[end], result, termination_names[said]);
    if (said == TERMINATION_NORMAL || said == TERMINATION_REPETITION)
        return refuse_with(why, lang, &record_faults[FAULT_NO_END], termination_names[said]);
    if ((said == TERMINATION_UNFINISHED) != (record->result == WINNER_NONE))
        return refuse_with(why, lang, &record_faults[FAULT_RESULT_TERMINATION], result,
                           termination_names[said]);
    Winner agreed = record->game->ops->agreed(record->game, match_pos(match)).winner;
    if (said == TERMINATION_AGREEMENT && record->result != agreed)
        return refuse_with(why, lang, &record_faults[FAULT_AGREED], result_names[agreed], result);
    if (said > TERMINATION_AGREEMENT && record->result == WINNER_DRAW)
        return refuse_with(why, lang, &record_faults[FAULT_ONE_WINS], termination_names[said]);
    return true;
}

bool record_check_result(const Record *record, Lang lang, char *why)
{
    Match match;
    MatchError error = play_main_line(record, &match);
    if (error)
        return refuse_text(why, lang, match_error(error));
    bool good = check_against(record, &match, lang, why);
    match_free(&match);
    return good;
}

/* Tries the terminations that need no telling on a match that has been played once. */
static bool find_against(Record *record, const Match *match, Lang lang, char *why)
{
    Winner winner;
    for (int t = TERMINATION_AGREEMENT; t >= 0; t--) {
        record->termination = (Termination)t;
        if (check_against(record, match, lang, why))
            return true;
    }
    return judge_end(match, &winner) != TERMINATION_UNFINISHED
               ? false
               : refuse_with(why, lang, &record_faults[FAULT_NEEDS_TERMINATION],
                             result_names[record->result]);
}

bool record_find_termination(Record *record, Lang lang, char *why)
{
    Match match;
    MatchError error = play_main_line(record, &match);
    if (error)
        return refuse_text(why, lang, match_error(error));
    bool good = find_against(record, &match, lang, why);
    match_free(&match);
    return good;
}

typedef struct Writer {
    const Record *record;
    void (*write)(void *context, const char *bytes, size_t count);
    void *context;
    size_t column;
    bool tight; /* no space before the next word: it follows "(" */
} Writer;

static void put_bytes(Writer *w, const char *text)
{
    w->write(w->context, text, strlen(text));
}

/* Words of the move text, wrapped at 90 columns. */
static void put_word(Writer *w, const char *word)
{
    size_t length = strlen(word);
    bool tight = w->tight || *word == ')';
    w->tight = *word == '(';
    if (tight) {
        /* stays with its neighbour */
    } else if (w->column && w->column + 1 + length > 90) {
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

static void put_tags(Writer *w)
{
    const Record *record = w->record;
    char text[POSITION_TEXT_MAX], start[POSITION_TEXT_MAX];
    Str s = str_over(text, sizeof text), t = str_over(start, sizeof start);
    Pos usual;
    put_tag(w, "Game", record->game->id);
    for (int i = 0; i < record->tag_count; i++)
        put_tag(w, record->text + record->tag[i].name, record->text + record->tag[i].value);
    record->game->ops->start(record->game, record->seed, &usual);
    record->game->ops->write_pos(record->game, &record->node[0].pos, &s);
    record->game->ops->write_pos(record->game, &usual, &t);
    char seed[24];
    Str n = str_over(seed, sizeof seed);
    str_number(&n, record->seed);
    if (record->seed != 1)
        put_tag(w, "Seed", seed);
    if (strcmp(text, start) != 0)
        put_tag(w, "Start", text);
    put_tag(w, "Result", result_names[record->result]);
    put_tag(w, "Termination", termination_names[record->termination]);
}

static void add_clock(Str *s, int32_t ms)
{
    str_format(s, "[%%clk %d:%02d:%02d", ms / 3600000, ms / 60000 % 60, ms / 1000 % 60);
    if (ms % 1000)
        str_format(s, ".%03d", ms % 1000);
    str_char(s, ']');
}

static void put_comment(Writer *w, const RecordNode *node)
{
    char text[RECORD_TEXT_MAX + 128];
    Str s = str_over(text, sizeof text);
    str_char(&s, '{');
    if (node->clock_ms != RECORD_NO_CLOCK)
        add_clock(&s, node->clock_ms);
    if (node->eval != RECORD_NO_EVAL)
        str_format(&s, "%s[%%eval %s%d.%02d]", s.length > 1 ? " " : "", node->eval < 0 ? "-" : "",
                   abs(node->eval) / 100, abs(node->eval) % 100);
    if (node->comment)
        str_format(&s, "%s%s", s.length > 1 ? " " : "", w->record->text + node->comment);
    if (s.length == 1)
        return;
    str_char(&s, '}');
    put_word(w, text);
}

/* One move, with its number if it is the first of a pair or follows something else. */
static void put_move(Writer *w, uint32_t at, uint32_t ply, bool numbered)
{
    const Record *record = w->record;
    const RecordNode *node = &record->node[at];
    char text[MOVE_TEXT_MAX], number[16];
    Str m = str_over(text, sizeof text), n = str_over(number, sizeof number);
    if (ply % 2 == 0 || numbered) {
        str_format(&n, "%u%s", ply / 2 + 1, ply % 2 ? "..." : ".");
        put_word(w, number);
    }
    record->game->ops->write_move(record->game, &record->node[node->parent].pos, node->move, &m);
    put_word(w, text);
    put_comment(w, node);
}

/* The line that begins with the child of `at`, each move followed by its variations. Variations
 * nest at most RECORD_DEPTH_MAX deep, so the recursion is bounded. */
static void put_line(Writer *w, uint32_t at, uint32_t ply)
{
    const RecordNode *node = w->record->node;
    bool numbered = true;
    while (at) {
        put_move(w, at, ply, numbered);
        numbered = node[at].comment != 0 || node[at].eval != RECORD_NO_EVAL ||
                   node[at].clock_ms != RECORD_NO_CLOCK;
        bool first = node[node[at].parent].child == at;
        for (uint32_t v = first ? node[at].next : 0; v; v = node[v].next) {
            put_word(w, "(");
            put_line(w, v, ply);
            put_word(w, ")");
            numbered = true;
        }
        at = node[at].child;
        ply++;
    }
}

void record_write_line(const Record *record, uint32_t node,
                       void (*write)(void *context, const char *bytes, size_t count), void *context)
{
    Writer w = {.record = record, .write = write, .context = context};
    put_line(&w, node, record->node[node].ply - 1);
}

void record_write(const Record *record,
                  void (*write)(void *context, const char *bytes, size_t count), void *context)
{
    Writer w = {.record = record, .write = write, .context = context};
    put_tags(&w);
    put_bytes(&w, "\n");
    put_comment(&w, &record->node[0]);
    put_line(&w, record->node[0].child, 0);
    put_word(&w, result_names[record->result]);
    put_bytes(&w, "\n");
}
