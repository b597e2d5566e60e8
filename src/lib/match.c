/* SPDX-License-Identifier: MIT */
/* A match, see match.h: a record whose tree grows by play, and a place in it. */
#include "lib/inner.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)CONCENTRIC_DRAW == (int)WINNER_DRAW, "results have the same numbers");
_Static_assert((int)CONCENTRIC_ABORTED == (int)END_ABORTED, "endings have the same numbers");

void match_settle(concentric_match *m)
{
    m->position[0] = '\0';
    m->count = -1;
}

concentric_match *match_begin(const concentric_game *game, const Pos *start, uint64_t seed)
{
    concentric_match *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->owner = game_keep(game);
    m->game = game->game;
    m->moves = malloc(m->game->moves_max * sizeof *m->moves);
    if (!m->moves || !record_begin(&m->record, m->game, seed, start)) {
        concentric_free(m);
        return NULL;
    }
    match_settle(m);
    return m;
}

concentric_match *concentric_new_of(const concentric_game *game, const char *position,
                                    uint64_t seed, char *why)
{
    char reason[WHY_MAX];
    Pos start;
    if (!position) {
        game->game->ops->start(game->game, seed, &start);
    } else if (!game->game->ops->read_pos(game->game, position, game->lang, &start, reason)) {
        hand_out(reason, why);
        return NULL;
    }
    concentric_match *m = match_begin(game, &start, position ? 1 : seed);
    if (!m)
        hand_out_text(&refuse_no_memory, game->lang, why);
    return m;
}

static concentric_match *open_and_begin(const char *variant, const char *position, uint64_t seed,
                                        char *why)
{
    concentric_game *game = concentric_game_open(variant, CONCENTRIC_ENGLISH, why);
    if (!game)
        return NULL;
    concentric_match *m = concentric_new_of(game, position, seed, why);
    concentric_game_close(game);
    return m;
}

concentric_match *concentric_new(const char *variant, const char *position, char *why)
{
    return open_and_begin(variant, position, 1, why);
}

concentric_match *concentric_new_seeded(const char *variant, uint64_t seed, char *why)
{
    return open_and_begin(variant, NULL, seed, why);
}

static bool copy_record(const Record *from, Record *to)
{
    Tree tree;
    if (!tree_copy(&from->tree, &tree))
        return false;
    tree_free(&to->tree);
    to->tree = tree;
    to->plies = from->plies;
    to->ending = from->ending;
    for (int i = 0; i < from->tag_count; i++)
        if (!record_set_tag(to, from->tag[i].name, from->tag[i].value))
            return false;
    return true;
}

concentric_match *concentric_copy(const concentric_match *from)
{
    const Record *record = &from->record;
    concentric_match *m = match_begin(from->owner, tree_pos(&record->tree, 0), record->seed);
    if (!m)
        return NULL;
    if (!copy_record(record, &m->record)) {
        concentric_free(m);
        return NULL;
    }
    m->at = from->at;
    m->lang = from->lang;
    m->acted = from->acted;
    m->ended_at = from->ended_at;
    return m;
}

void concentric_free(concentric_match *m)
{
    if (!m)
        return;
    Told *told[] = {&m->moves_text, &m->words, &m->duty,   &m->ending,
                    &m->written,    &m->svg,   &m->picture};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        free(told[i]->text);
    record_free(&m->record);
    free(m->moves);
    concentric_game_close(m->owner);
    free(m);
}

const concentric_game *concentric_game_of(const concentric_match *m)
{
    return m->owner;
}

const char *concentric_variant(const concentric_match *m)
{
    return m->game->id;
}

void concentric_set_language(concentric_match *m, concentric_lang lang)
{
    m->lang = lang_of(lang);
}

const char *concentric_position(const concentric_match *match)
{
    concentric_match *m = (concentric_match *)(uintptr_t)match; /* written when asked for */
    if (!m->position[0]) {
        Str s = str_over(m->position, sizeof m->position);
        m->game->ops->write_pos(m->game, match_pos(m), &s);
    }
    return m->position;
}

int concentric_player(const concentric_match *m)
{
    return match_pos(m)->turn + 1;
}

size_t concentric_ply(const concentric_match *m)
{
    return m->record.tree.node[m->at].ply;
}

const char *concentric_move_at(concentric_match *m, size_t ply)
{
    const Tree *tree = &m->record.tree;
    if (ply >= concentric_ply(m))
        return NULL;
    const TreeNode *node = &tree->node[tree_at_ply(tree, m->at, (uint32_t)ply + 1)];
    Str s = str_over(m->played, sizeof m->played);
    m->game->ops->write_move(m->game, tree_pos(tree, node->parent), node->move, &s);
    return m->played;
}

const char *concentric_position_at(concentric_match *m, size_t ply)
{
    const Tree *tree = &m->record.tree;
    if (ply > concentric_ply(m))
        return NULL;
    Str s = str_over(m->stood, sizeof m->stood);
    m->game->ops->write_pos(m->game, tree_pos(tree, tree_at_ply(tree, m->at, (uint32_t)ply)), &s);
    return m->stood;
}

size_t concentric_move_count(concentric_match *m)
{
    if (m->count < 0)
        m->count = m->game->moves(m->game, match_pos(m), m->moves);
    return (size_t)m->count;
}

const char *concentric_move(concentric_match *m, size_t i)
{
    if (i >= concentric_move_count(m))
        return NULL;
    Str s = str_over(m->move, sizeof m->move);
    m->game->ops->write_move(m->game, match_pos(m), m->moves[i], &s);
    return m->move;
}

const char *concentric_moves(concentric_match *m)
{
    size_t count = concentric_move_count(m), room = count * MOVE_TEXT_MAX + 1;
    char *text = told_room(&m->moves_text, room);
    if (!text)
        return NULL;
    Str s = str_over(text, room);
    for (size_t i = 0; i < count; i++) {
        if (i)
            str_char(&s, ' ');
        m->game->ops->write_move(m->game, match_pos(m), m->moves[i], &s);
    }
    return text;
}

static bool read_move(const concentric_match *m, const char *text, Move *move, char *why)
{
    char reason[WHY_MAX];
    return m->game->ops->read_move(m->game, match_pos(m), or_empty(text), m->lang, move, reason) ||
           hand_out(reason, why);
}

static bool play_move(concentric_match *m, Move move, char *why)
{
    static const Text ended = {{"the game was ended here", "この局面で終局しています"}};
    if (m->acted.kind && m->at == m->ended_at)
        return hand_out_text(&ended, m->lang, why);
    TreeError error = tree_add(&m->record.tree, m->at, move, &m->at);
    if (error)
        return hand_out_text(tree_error(error), m->lang, why);
    m->record.plies = RECORD_ALL;
    match_settle(m);
    return true;
}

bool concentric_play(concentric_match *m, const char *text, char *why)
{
    Move move;
    return read_move(m, text, &move, why) && play_move(m, move, why);
}

bool concentric_play_number(concentric_match *m, size_t i, char *why)
{
    static const Text none = {
        {"there is no legal move with this number", "この番号の合法手はありません"}};
    if (i >= concentric_move_count(m))
        return hand_out_text(&none, m->lang, why);
    return play_move(m, m->moves[i], why);
}

bool concentric_check(const concentric_match *m, const char *text, char *why)
{
    Move move;
    return read_move(m, text, &move, why);
}

enum { WORDS_MAX = 4096 };

const char *concentric_describe(concentric_match *m, const char *text)
{
    Move move;
    Event events[EVENTS_MAX];
    char *words = told_room(&m->words, WORDS_MAX);
    if (!words || !read_move(m, text, &move, NULL))
        return NULL;
    Str s = str_over(words, WORDS_MAX);
    int count = m->game->ops->events(m->game, match_pos(m), move, events);
    events_write(m->game, events, count, m->lang, &s);
    return words;
}

const char *concentric_duty(concentric_match *m)
{
    char *words = told_room(&m->duty, WORDS_MAX);
    if (!words)
        return "";
    Str s = str_over(words, WORDS_MAX);
    if (m->game->ops->duty)
        m->game->ops->duty(m->game, match_pos(m), m->lang, &s);
    return words;
}
