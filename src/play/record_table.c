/* SPDX-License-Identifier: MIT */
/* A table as the records of its games, and back. Reading a record is playing it: what it says
 * becomes acts of the seats and of the host, so that the table's log holds the loaded game like
 * any other. See record.h.
 *
 * The tags of a record stay with their game, in their order. When it is written again, those that
 * the table knows better (who sits there, the clock, the place in a series) are brought up to date;
 * one that still means the same stays as it was written. */
#include "core/refuse.h"
#include "play/record.h"
#include "play/record_faults.h"

#include <stdlib.h>
#include <string.h>

/* -- Writing ---------------------------------------------------------------------------------- */

/* The tag of a side is its English name, such as White. */
static const char *side_tag(const Game *game, int side)
{
    return game->player[side].in[LANG_EN];
}

/* The lines Name=value that came with a record. */
static bool put_kept_tags(const char *tags, Record *record)
{
    while (tags && *tags) {
        char name[TAG_NAME_MAX], value[TAG_VALUE_MAX];
        size_t head = strcspn(tags, "="), length = strcspn(tags + head + 1, "\n");
        Str n = str_over(name, sizeof name), v = str_over(value, sizeof value);
        str_bytes(&n, tags, head);
        str_bytes(&v, tags + head + 1, length);
        if (!record_set_tag(record, name, value))
            return false;
        tags += head + 1 + length;
        tags += *tags == '\n';
    }
    return true;
}

static bool same_seat(const Seat *a, const Seat *b)
{
    bool named = a->kind == SEAT_PERSON || a->kind == SEAT_REMOTE || a->kind == SEAT_ENGINE;
    if (a->kind == SEAT_COMPUTER)
        return b->kind == a->kind && a->level == b->level && a->time_ms == b->time_ms &&
               a->perfect == b->perfect && a->teacher == b->teacher;
    return named && b->kind == SEAT_PERSON && strcmp(a->name, b->name) == 0;
}

/* Who plays a side. In a game that is over the tag that came with it has the last word: others may
 * sit there by now. */
static bool put_player(const Table *table, int number, int side, Record *record)
{
    const Seat *seat = &table->seat[table->round[number].side ? !side : side];
    const char *name = side_tag(table->game, side), *kept = record_tag(record, name);
    char text[SEAT_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    Seat told;
    if (kept)
        seat_read_tag(kept, &told);
    if (kept && (number < table->round_count - 1 || same_seat(seat, &told)))
        return true;
    seat_write_tag(seat, &s);
    return record_set_tag(record, name, text);
}

static bool same_control(const Control *a, const Control *b)
{
    return a->kind == b->kind && a->base_ms == b->base_ms && a->more_ms == b->more_ms &&
           a->uneven == b->uneven && a->other_base_ms == b->other_base_ms &&
           a->other_more_ms == b->other_more_ms;
}

static bool put_control(const Table *table, Record *record)
{
    const char *kept = record_tag(record, "TimeControl");
    char text[CONTROL_TEXT_MAX], why[WHY_MAX];
    Str s = str_over(text, sizeof text);
    const Control *control = &table->setup.control;
    Control told;
    if (control->kind == CONTROL_NONE ||
        (kept && control_read(kept, LANG_EN, &told, why) && same_control(&told, control)))
        return true;
    control_write(control, &s);
    return record_set_tag(record, "TimeControl", text);
}

static bool put_number(Record *record, const char *name, int number)
{
    char text[16];
    Str s = str_over(text, sizeof text);
    str_number(&s, (uint64_t)number);
    return record_set_tag(record, name, text);
}

static bool put_place(const Table *table, int number, Record *record)
{
    if (table->in_series) {
        int games = table->series.rules->games;
        return put_number(record, "Set", number / games + 1) &&
               put_number(record, "Round", number % games + 1);
    }
    return table->round_count == 1 || put_number(record, "Round", number + 1);
}

/* The ply of the main line at or above a node. */
static int main_ply(const Tree *tree, uint32_t node)
{
    while (!tree_is_main(tree, node))
        node = tree->node[node].parent;
    return (int)tree->node[node].ply;
}

/* Where every seed gives the same start it is nobody's business. */
static uint64_t seed_told(const Table *table)
{
    Pos usual, own;
    table->game->ops->start(table->game, 1, &usual);
    table->game->ops->start(table->game, table->setup.seed, &own);
    return memcmp(&usual, &own, sizeof usual) == 0 ? 1 : table->setup.seed;
}

static bool write_round(const Table *table, int number, uint32_t shown, RecordWrite *write,
                        void *context)
{
    const Round *round = &table->round[number];
    bool is_last = number == table->round_count - 1;
    uint32_t head = is_last ? table->head : round->end_node;
    Record record = {.game = round->tree.game,
                     .seed = seed_told(table),
                     .tree = round->tree, /* lent: taken off again before freeing */
                     .plies = round->tree.node[head].ply,
                     .ending = round->ending};
    bool good = put_kept_tags(round->tags, &record) && put_player(table, number, 0, &record) &&
                put_player(table, number, 1, &record) && put_control(table, &record) &&
                put_place(table, number, &record);
    /* Only where it says more than where the game stands. */
    if (good && is_last && main_ply(&round->tree, shown) != (int)record.plies)
        good = put_number(&record, "Ply", main_ply(&round->tree, shown));
    if (good)
        record_write(&record, write, context);
    record.tree = (Tree){0};
    record_free(&record);
    return good;
}

bool record_write_table(const Table *table, uint32_t shown, RecordWrite *write, void *context)
{
    for (int i = 0; i < table->round_count; i++) {
        if (i)
            write(context, "\n", 1);
        if (!write_round(table, i, shown, write, context))
            return false;
    }
    return true;
}

/* -- Reading ---------------------------------------------------------------------------------- */

/* The games that belong together, of a text of records. */
typedef struct Reading {
    Record record[TABLE_ROUNDS_MAX];
    int count;
    bool official;
} Reading;

static void drop(Reading *reading)
{
    while (reading->count)
        record_free(&reading->record[--reading->count]);
}

/* Reads all; where a game does not belong to those before it, they are dropped or it is refused. */
static bool read_all(RecordReader *reader, bool last, Reading *reading, char *why)
{
    Record record;
    RecordFound found;
    while ((found = record_read(reader, &record, why)) == RECORD_GOOD) {
        if (reader->series.rounds < 2 && reading->count && !last) {
            record_free(&record);
            return refuse_text(why, reader->lang, &record_fault[FAULT_SEVERAL]);
        }
        if (reader->series.rounds < 2)
            drop(reading);
        reading->record[reading->count++] = record;
        reading->official = reader->series.game && reader->series.official;
    }
    if (found == RECORD_BAD)
        return false;
    return reading->count || refuse_text(why, reader->lang, &record_fault[FAULT_NO_GAME]);
}

/* A record on its way into a table. */
typedef struct Loading {
    Table *table;
    const Record *record;
    uint32_t *node; /* of the table's tree, by the record's */
    int64_t now;
    Lang lang;
    char *why;
} Loading;

static bool act_by(Loading *load, int by, const char *text)
{
    Caller caller = {.by = (uint8_t)by, .now = load->now, .lang = load->lang};
    Reply reply;
    return table_do(load->table, &caller, text, &reply) || refuse(load->why, "%s", reply.why);
}

static bool act_at(Loading *load, const char *name, uint32_t node, const char *text)
{
    char act[ACT_MAX];
    Str s = str_over(act, sizeof act);
    str_format(&s, "%s %u%s%s", name, load->node[node], *text ? " " : "", text);
    return act_by(load, BY_HOST, act);
}

static void write_move(const Tree *tree, uint32_t node, Str *out)
{
    const TreeNode *at = &tree->node[node];
    tree->game->ops->write_move(tree->game, tree_pos(tree, at->parent), at->move, out);
}

/* The main line by moves, as far as the game goes on; then back to where it stands. */
static bool play_main(Loading *load)
{
    const Tree *tree = &load->record->tree;
    Table *table = load->table;
    uint32_t end = record_end(load->record), at = 0;
    bool ended = ending_is_over(&load->record->ending);
    while (tree->node[at].child && table->state == TABLE_RUNNING && !(ended && at == end)) {
        char act[MOVE_TEXT_MAX + 8];
        Str s = str_over(act, sizeof act);
        at = tree->node[at].child;
        str_add(&s, "move ");
        write_move(tree, at, &s);
        if (!act_by(load, table_turn_seat(table), act))
            return false;
        load->node[at] = table->head;
    }
    if (tree->node[at].ply > tree->node[end].ply) {
        char act[32];
        Str s = str_over(act, sizeof act);
        str_format(&s, "back %u", tree->node[at].ply - tree->node[end].ply);
        return act_by(load, BY_SEAT0, act);
    }
    return true;
}

static bool end_game(Loading *load)
{
    const Ending *ending = &load->record->ending;
    char act[64];
    Str s = str_over(act, sizeof act);
    if (ending->kind == END_NONE || table_is_over(load->table))
        return true;
    str_format(&s, "end %s %s", end_name(ending->kind), winner_name(ending->winner));
    return act_by(load, BY_HOST, act);
}

/* What the main line left out: every other node as a line, in the order in which the record lists
 * them, so that variations keep theirs. */
static bool add_lines(Loading *load)
{
    const Tree *tree = &load->record->tree;
    for (uint32_t n = 1; n < tree->count; n++) {
        char text[MOVE_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        const TreeNode *node = &tree->node[n];
        if (load->node[n])
            continue;
        write_move(tree, n, &s);
        if (!act_at(load, "line", node->parent, text))
            return false;
        load->node[n] = tree_find(table_tree(load->table), load->node[node->parent], node->move);
    }
    return true;
}

static bool add_number(Loading *load, const char *name, uint32_t node, int32_t number)
{
    char text[16];
    Str s = str_over(text, sizeof text);
    str_format(&s, "%d", number);
    return act_at(load, name, node, text);
}

/* The clock that a record names, or that it names none though the table's clock was running. */
static bool add_time(Loading *load, uint32_t n)
{
    int32_t said = load->record->tree.node[n].clock_ms;
    if (said == table_tree(load->table)->node[load->node[n]].clock_ms)
        return true;
    return said == TREE_NO_CLOCK ? act_at(load, "time", n, "none")
                                 : add_number(load, "time", n, said);
}

static bool add_notes(Loading *load)
{
    const Tree *tree = &load->record->tree;
    bool good = true;
    for (uint32_t n = 0; good && n < tree->count; n++) {
        const TreeNode *node = &tree->node[n];
        if (node->comment)
            good = act_at(load, "comment", n, tree_comment(tree, n));
        if (good && node->mark)
            good = act_at(load, "mark", n, move_mark_text((MoveMark)node->mark));
        if (good && node->eval != TREE_NO_EVAL)
            good = add_number(load, "eval", n, node->eval);
        good = good && add_time(load, n);
    }
    return good;
}

/* All tags but Ply, which is about what is shown. */
static bool add_tags(Loading *load)
{
    for (int i = 0; i < load->record->tag_count; i++) {
        const RecordTag *tag = &load->record->tag[i];
        char act[ACT_MAX];
        Str s = str_over(act, sizeof act);
        str_format(&s, "tag %s=%s", tag->name, tag->value);
        if (strcmp(tag->name, "Ply") != 0 && !act_by(load, BY_HOST, act))
            return false;
    }
    return true;
}

static bool load_record(Loading *load)
{
    load->node = calloc(load->record->tree.count, sizeof *load->node);
    if (!load->node)
        return refuse_text(load->why, load->lang, &refuse_no_memory);
    bool good = add_tags(load) && play_main(load) && end_game(load) && add_lines(load) &&
                add_notes(load);
    free(load->node);
    return good;
}

static bool seat_by(Loading *load, int seat, const Seat *who)
{
    char act[SEAT_TEXT_MAX + 16];
    Str s = str_over(act, sizeof act);
    str_format(&s, "seat %d ", seat);
    seat_write(who, &s);
    return act_by(load, BY_HOST, act);
}

/* Who sits there: by the players' tags of the last game. While the games are loaded they are
 * persons without a name, who need not ask each other. */
static bool sit_down(Loading *load, const Record *last)
{
    bool good = true;
    for (int side = 0; good && side < 2; side++) {
        const char *tag = last ? record_tag(last, side_tag(load->table->game, side)) : NULL;
        Seat who = {.kind = SEAT_PERSON};
        if (tag)
            seat_read_tag(tag, &who);
        good = seat_by(load, table_seat_of(load->table, side), &who);
    }
    return good;
}

static TableSetup setup_of(const Record *first, bool official)
{
    TableSetup setup = table_setup(first->game->id);
    const char *control = record_tag(first, "TimeControl");
    const Game *game = first->game;
    char usual[POSITION_TEXT_MAX], why[WHY_MAX];
    Str s = str_over(setup.position, sizeof setup.position), u = str_over(usual, sizeof usual);
    Pos start;
    setup.seed = first->seed;
    setup.match = official;
    if (control && !control_read(control, LANG_EN, &setup.control, why))
        setup.control = (Control){.kind = CONTROL_NONE};
    game->ops->start(game, first->seed, &start);
    game->ops->write_pos(game, &start, &u);
    game->ops->write_pos(game, tree_pos(&first->tree, 0), &s);
    if (official || strcmp(usual, setup.position) == 0)
        setup.position[0] = '\0';
    return setup;
}

static bool load_all(Loading *load, const Reading *reading)
{
    if (!sit_down(load, NULL))
        return false;
    for (int i = 0; i < reading->count; i++) {
        if (i && !act_by(load, BY_SEAT0, "next"))
            return false;
        load->record = &reading->record[i];
        if (!load_record(load))
            return false;
    }
    return sit_down(load, &reading->record[reading->count - 1]);
}

static uint32_t find_shown(const Table *table, const Record *last)
{
    const char *text = record_tag(last, "Ply");
    uint64_t ply;
    return text && str_is_number(text, TREE_PLIES_MAX, &ply)
               ? tree_main(table_tree(table), (uint32_t)ply)
               : table->head;
}

bool record_read_table(Table *table, Variants *variants, const char *bytes, size_t count,
                       int64_t now, bool last, Lang lang, uint32_t *shown, char *why)
{
    RecordReader reader = {.variants = variants, .lang = lang, .at = bytes, .end = bytes + count};
    if (count > RECORD_BYTES_MAX)
        return refuse_with(why, lang, &record_fault[FAULT_TOO_LARGE], NUMBER(RECORD_BYTES_MAX));
    Reading *reading = calloc(1, sizeof *reading);
    if (!reading)
        return refuse_text(why, lang, &refuse_no_memory);
    bool good = read_all(&reader, last, reading, why);
    if (good) {
        TableSetup setup = setup_of(&reading->record[0], reading->official);
        Loading load = {.table = table, .now = now, .lang = lang, .why = why};
        good = table_open(table, variants, &setup, now, lang, why);
        if (good && !(good = load_all(&load, reading)))
            table_close(table);
        if (good)
            *shown = find_shown(table, &reading->record[reading->count - 1]);
    }
    drop(reading);
    free(reading);
    return good;
}
