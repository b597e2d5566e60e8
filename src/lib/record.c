/* SPDX-License-Identifier: MIT */
/* Matches as records and back, see record.h. */
#include "lib/inner.h"

#include "base/utf8.h"
#include "games/registry.h"

#include <stdlib.h>
#include <string.h>

/* -- Out -------------------------------------------------------------------------------------- */

/* The text grows while it is written. */
typedef struct Output {
    Told *told;
    size_t length;
    bool full; /* no memory */
} Output;

static void put(void *context, const char *bytes, size_t count)
{
    Output *out = context;
    size_t wanted = out->length + count + 1;
    if (wanted > out->told->room && !told_room(out->told, 2 * wanted))
        out->full = true;
    if (out->full)
        return;
    memcpy(out->told->text + out->length, bytes, count);
    out->length += count;
    out->told->text[out->length] = '\0';
}

/* The game is the main line, up to where somebody ended it, if they did and it is still there. */
static void close_record(concentric_match *m)
{
    Record *record = &m->record;
    if (m->acted.kind && tree_is_main(&record->tree, m->ended_at)) {
        record->ending = m->acted;
        record->plies = record->tree.node[m->ended_at].ply;
    } else {
        record->ending = tree_ending(&record->tree, record_end(record));
    }
}

const char *concentric_record(concentric_match *m)
{
    Output out = {.told = &m->written};
    close_record(m);
    record_write(&m->record, put, &out);
    return out.full ? NULL : m->written.text;
}

/* -- Tags ------------------------------------------------------------------------------------- */

size_t concentric_tag_count(const concentric_match *m)
{
    return (size_t)m->record.tag_count;
}

const char *concentric_tag_name(const concentric_match *m, size_t i)
{
    return i < concentric_tag_count(m) ? m->record.tag[i].name : NULL;
}

const char *concentric_tag_value(const concentric_match *m, size_t i)
{
    return i < concentric_tag_count(m) ? m->record.tag[i].value : NULL;
}

const char *concentric_tag(const concentric_match *m, const char *name)
{
    return record_tag(&m->record, or_empty(name));
}

static bool is_tag_name(const char *name)
{
    size_t length = strlen(name);
    return length && length < TAG_NAME_MAX &&
           strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") ==
               length;
}

/* Those that the match tells itself, and those that need the games beside it. */
static bool is_taken(const char *name)
{
    static const char *const taken[] = {"Game",        "Start", "Seed",  "Plies", "Result",
                                        "Termination", "Set",   "Round", "Ply"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strcmp(name, taken[i]) == 0)
            return true;
    return false;
}

bool concentric_set_tag(concentric_match *m, const char *name, const char *value, char *why)
{
    static const Text bad_name = {{"a tag's name is at most 63 letters and digits",
                                   "タグ名は63字以内の英数字です"}},
                      taken = {{"the match tells this tag itself",
                                "このタグは対局の内容から決まります"}},
                      bad_value = {{"a tag's value is one line of at most 2047 bytes of UTF-8",
                                    "タグの値は2047バイト以内のUTF-8の1行です"}},
                      full = {{"there is no room for more tags", "タグはこれ以上増やせません"}};
    name = or_empty(name);
    value = or_empty(value);
    if (!is_tag_name(name))
        return hand_out_text(&bad_name, m->lang, why);
    if (is_taken(name))
        return hand_out_text(&taken, m->lang, why);
    if (strlen(value) >= TAG_VALUE_MAX || !utf8_is_plain(value, strlen(value)))
        return hand_out_text(&bad_value, m->lang, why);
    return record_set_tag(&m->record, name, value) || hand_out_text(&full, m->lang, why);
}

/* -- In --------------------------------------------------------------------------------------- */

struct concentric_reader {
    RecordReader in;
    bool bad;
};

concentric_reader *concentric_reader_new(const char *text, size_t size, concentric_lang lang)
{
    concentric_reader *reader = calloc(1, sizeof *reader);
    Variants *variants = reader ? variants_new(registry_families, registry_count) : NULL;
    if (!variants) {
        free(reader);
        return NULL;
    }
    reader->in = (RecordReader){
        .variants = variants, .lang = lang_of(lang), .at = or_empty(text), .end = or_empty(text)};
    reader->in.end += text ? size : 0;
    return reader;
}

void concentric_reader_free(concentric_reader *reader)
{
    if (!reader)
        return;
    variants_free(reader->in.variants);
    free(reader);
}

/* The record becomes that of a match. Its tree is of a game of the reader's: the match has one of
 * its own, which is the same, as positions are plain values. */
static concentric_match *match_of(Record *record, concentric_lang lang, char *why)
{
    concentric_game *game = concentric_game_open(record->game->id, lang, why);
    concentric_match *m = game ? match_begin(game, tree_pos(&record->tree, 0), record->seed) : NULL;
    concentric_game_close(game);
    if (!m) {
        if (game)
            hand_out_text(&refuse_no_memory, lang_of(lang), why);
        record_free(record);
        return NULL;
    }
    record_free(&m->record);
    m->record = *record;
    m->record.game = m->record.tree.game = m->game;
    m->lang = lang_of(lang);
    m->at = record_end(&m->record);
    if (tree_ending(&m->record.tree, m->at).kind != m->record.ending.kind) {
        m->acted = m->record.ending;
        m->ended_at = m->at;
    }
    match_settle(m);
    return m;
}

concentric_found concentric_read(concentric_reader *reader, concentric_match **match, char *why)
{
    char reason[WHY_MAX];
    Record record;
    concentric_lang lang = reader->in.lang == LANG_JA ? CONCENTRIC_JAPANESE : CONCENTRIC_ENGLISH;
    *match = NULL;
    if (reader->bad)
        return CONCENTRIC_AT_END;
    RecordFound found = record_read(&reader->in, &record, reason);
    if (found == RECORD_GOOD && (*match = match_of(&record, lang, why)))
        return CONCENTRIC_FOUND;
    if (found == RECORD_END)
        return CONCENTRIC_AT_END;
    if (found == RECORD_BAD)
        hand_out(reason, why);
    reader->bad = true;
    return CONCENTRIC_BAD;
}
