/* SPDX-License-Identifier: MIT */
/* A record in memory: building it, its tags, and whether its result is right. See record.h; writing
 * is in record_write.c, reading in record_read.c. */
#include "play/record.h"

#include "core/refuse.h"
#include "play/record_faults.h"

#include <stdlib.h>
#include <string.h>

static const char *const results[] = {
    [WINNER_NONE] = "*", [WINNER_P1] = "1-0", [WINNER_P2] = "0-1", [WINNER_DRAW] = "1/2-1/2"};

const char *record_result(Winner winner)
{
    return results[winner];
}

bool record_result_from(const char *text, Winner *out)
{
    for (int w = 0; w < 4; w++) {
        if (strcmp(text, results[w]) == 0) {
            *out = (Winner)w;
            return true;
        }
    }
    return false;
}

bool record_begin(Record *record, const Game *game, uint64_t seed, const Pos *start)
{
    *record = (Record){.game = game, .seed = seed, .plies = RECORD_ALL};
    return tree_begin(&record->tree, game, start);
}

void record_free(Record *record)
{
    for (int i = 0; i < record->tag_count; i++)
        free(record->tag[i].name); /* its value lies in the same block */
    tree_free(&record->tree);
    *record = (Record){0};
}

static int find_tag(const Record *record, const char *name)
{
    for (int i = 0; i < record->tag_count; i++)
        if (strcmp(record->tag[i].name, name) == 0)
            return i;
    return -1;
}

const char *record_tag(const Record *record, const char *name)
{
    int i = find_tag(record, name);
    return i < 0 ? NULL : record->tag[i].value;
}

bool record_set_tag(Record *record, const char *name, const char *value)
{
    int i = find_tag(record, name);
    size_t head = strlen(name) + 1, size = strlen(value) + 1;
    if (i < 0 && record->tag_count == RECORD_TAGS_MAX)
        return false;
    char *block = malloc(head + size);
    if (!block)
        return false;
    memcpy(block, name, head);
    memcpy(block + head, value, size);
    if (i < 0)
        i = record->tag_count++;
    else
        free(record->tag[i].name);
    record->tag[i] = (RecordTag){block, block + head};
    return true;
}

uint32_t record_end(const Record *record)
{
    return record->plies == RECORD_ALL ? tree_line_end(&record->tree, 0)
                                       : tree_main(&record->tree, record->plies);
}

/* A third occurrence that was a draw by the rules of program versions up to 0.1. */
static bool was_drawn(const Record *record)
{
    const TreeNode *end = &record->tree.node[record_end(record)];
    return record->game->repeats && end->seen >= 3 && record->ending.kind == END_REPETITION &&
           record->ending.winner == WINNER_DRAW;
}

static bool check_open(const Record *record, Lang lang, char *why)
{
    const Game *game = record->game;
    EndKind said = record->ending.kind;
    Winner winner = record->ending.winner;
    const char *name = end_termination(said), *result = results[winner];
    if (was_drawn(record))
        return true;
    if (said == END_RULES || said == END_REPETITION)
        return refuse_with(why, lang, &record_fault[FAULT_NO_END], name);
    if ((said == END_NONE || said == END_ABORTED) != (winner == WINNER_NONE))
        return refuse_with(why, lang, &record_fault[FAULT_RESULT_TERMINATION], result, name);
    Winner agreed = game->ops->agreed(game, tree_pos(&record->tree, record_end(record))).winner;
    if (said == END_AGREEMENT && winner != agreed)
        return refuse_with(why, lang, &record_fault[FAULT_AGREED], results[agreed], result);
    if (said != END_AGREEMENT && said != END_ADJUDICATED && winner == WINNER_DRAW)
        return refuse_with(why, lang, &record_fault[FAULT_ONE_WINS], name);
    return true;
}

bool record_check_ending(const Record *record, Lang lang, char *why)
{
    Ending end = tree_ending(&record->tree, record_end(record)), said = record->ending;
    if (!ending_is_over(&end))
        return check_open(record, lang, why);
    return (said.kind == end.kind && said.winner == end.winner) ||
           refuse_with(why, lang, &record_fault[FAULT_ENDED_WITH], results[end.winner],
                       end_termination(end.kind), results[said.winner], end_termination(said.kind));
}

bool record_find_ending(Record *record, Winner result, Lang lang, char *why)
{
    const Game *game = record->game;
    uint32_t node = record_end(record);
    Ending end = tree_ending(&record->tree, node);
    Outcome agreed = game->ops->agreed(game, tree_pos(&record->tree, node));
    if (ending_is_over(&end)) {
        record->ending = (Ending){.kind = END_NONE, .winner = result};
        if (result != end.winner)
            return record_check_ending(record, lang, why);
        record->ending = end;
    } else if (result == WINNER_NONE) {
        record->ending = (Ending){.kind = END_NONE};
    } else if (result == agreed.winner) {
        record->ending = (Ending){END_AGREEMENT, result, agreed.reason};
    } else {
        return refuse_with(why, lang, &record_fault[FAULT_NEEDS_TERMINATION], results[result]);
    }
    return true;
}
