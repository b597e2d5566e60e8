/* SPDX-License-Identifier: MIT */
/* Data sets as bytes, see dataset.h. */
#include "explore/dataset.h"

#include "base/bits.h"
#include "base/crc.h"
#include "core/playout.h"

#include <stdlib.h>
#include <string.h>

static const char magic[8] = {'c', 'o', 'n', 'c', 's', 'p', 0x1a, '\n'};

/* Where the fields of the head are. */
enum {
    AT_VERSION = 8,
    AT_BYTES = 12,
    AT_VARIANT = 16,
    AT_RULES = 112,
    AT_SEED = 120,
    AT_FIRST = 128,
    AT_GAMES = 136,
    AT_PROGRAM = 144,
    AT_SETTINGS = 176,
    AT_POSITION = 512,
    AT_CRC = 1020,
    FLAG_FRESH = 1,
    VARINT_MAX = 10,
};
_Static_assert(AT_VARIANT + VARIANT_TEXT_MAX == AT_RULES, "fields follow each other");
_Static_assert(AT_PROGRAM + DATASET_PROGRAM_MAX == AT_SETTINGS, "fields follow each other");
_Static_assert(AT_SETTINGS + DATASET_SETTINGS_MAX == AT_POSITION, "fields follow each other");
_Static_assert(AT_POSITION + DATASET_POSITION_MAX == AT_CRC, "fields follow each other");

static void put(uint8_t *out, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        out[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t get(const uint8_t *in, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)in[i] << 8 * i;
    return value;
}

/* --- The head ----------------------------------------------------------------------------------
 */

uint64_t dataset_rules(const Game *game)
{
    PlayoutStats stats = {0};
    Move *scratch = malloc(game->moves_max * sizeof *scratch);
    if (!scratch)
        return 0;
    playout_sample(game, scratch, &stats);
    free(scratch);
    uint64_t digest = crc_of(game->id, strlen(game->id));
    return bits_mix(digest ^ stats.digest) ^ bits_mix(stats.choices ^ stats.plies << 32);
}

void dataset_write_head(const DatasetHead *head, uint8_t *out)
{
    memset(out, 0, DATASET_HEAD_BYTES);
    memcpy(out, magic, sizeof magic);
    put(out + AT_VERSION, DATASET_VERSION, 4);
    put(out + AT_BYTES, DATASET_HEAD_BYTES, 4);
    memcpy(out + AT_VARIANT, head->variant, strlen(head->variant));
    put(out + AT_RULES, head->rules, 8);
    put(out + AT_SEED, head->seed, 8);
    put(out + AT_FIRST, head->first, 8);
    put(out + AT_GAMES, head->games, 8);
    memcpy(out + AT_PROGRAM, head->program, strlen(head->program));
    memcpy(out + AT_SETTINGS, head->settings, strlen(head->settings));
    memcpy(out + AT_POSITION, head->position, strlen(head->position));
    put(out + AT_CRC, crc_of(out, AT_CRC), 4);
}

static bool is_printable(const char *text, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (text[i] < ' ' || text[i] > '~')
            return false;
    return true;
}

/* A text of the head with NULs behind it. */
static bool get_text(const uint8_t *in, size_t room, char *out)
{
    memcpy(out, in, room);
    size_t length = strnlen(out, room);
    return length < room && is_printable(out, length);
}

bool dataset_read_head(const uint8_t *bytes, size_t count, DatasetHead *out, char *why)
{
    if (count < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
        return refuse(why, "it is no data set of concentric selfplay");
    if (count < DATASET_HEAD_BYTES)
        return refuse(why, "its head is cut off");
    if (get(bytes + AT_VERSION, 4) != DATASET_VERSION)
        return refuse(why, "it has version %u of the format, and this program reads version %d",
                      (unsigned)get(bytes + AT_VERSION, 4), DATASET_VERSION);
    if (get(bytes + AT_CRC, 4) != crc_of(bytes, AT_CRC) ||
        get(bytes + AT_BYTES, 4) != DATASET_HEAD_BYTES ||
        !get_text(bytes + AT_VARIANT, sizeof out->variant, out->variant) ||
        !get_text(bytes + AT_PROGRAM, sizeof out->program, out->program) ||
        !get_text(bytes + AT_SETTINGS, sizeof out->settings, out->settings) ||
        !get_text(bytes + AT_POSITION, sizeof out->position, out->position))
        return refuse(why, "its head is damaged");
    out->rules = get(bytes + AT_RULES, 8);
    out->seed = get(bytes + AT_SEED, 8);
    out->first = get(bytes + AT_FIRST, 8);
    out->games = get(bytes + AT_GAMES, 8);
    return true;
}

/* --- Writing -----------------------------------------------------------------------------------
 */

static bool make_room(DatasetBytes *out, size_t more)
{
    if (out->count + more <= out->room)
        return true;
    size_t room = 2 * (out->count + more) + 256;
    uint8_t *at = realloc(out->at, room);
    if (!at)
        return false;
    out->at = at;
    out->room = room;
    return true;
}

/* There is room for it. */
static void put_number(DatasetBytes *out, uint64_t n)
{
    for (; n >= 0x80; n >>= 7)
        out->at[out->count++] = (uint8_t)(n | 0x80);
    out->at[out->count++] = (uint8_t)n;
}

static bool put_text(Texts *texts, const char *text, DatasetBytes *out)
{
    uint32_t number = texts_find(texts, text);
    size_t length = strlen(text);
    if (!make_room(out, 2 * VARINT_MAX + length))
        return false;
    put_number(out, number);
    if (number)
        return true;
    put_number(out, length);
    memcpy(out->at + out->count, text, length);
    out->count += length;
    return texts_add(texts, text, length);
}

/* 0: none; else 1 + (twice the score, or twice its distance from -1 and 1 more). */
static bool put_score(int32_t score, DatasetBytes *out)
{
    if (!make_room(out, VARINT_MAX))
        return false;
    int64_t s = score;
    put_number(out, score == SELFPLAY_NO_SCORE ? 0 : 1 + (uint64_t)(s < 0 ? -2 * s - 1 : 2 * s));
    return true;
}

static bool put_plies(Texts *texts, const Game *game, const Played *played, DatasetBytes *out)
{
    Pos pos[2] = {played->start};
    for (uint32_t i = 0; i < played->count; i++) {
        char text[MOVE_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        game->ops->write_move(game, &pos[i & 1], played->move[i], &s);
        if (!put_text(texts, text, out) || !put_score(played->score[i], out))
            return false;
        game->apply(game, &pos[i & 1], played->move[i], &pos[~i & 1]);
    }
    return true;
}

bool dataset_write_game(Texts *texts, const Game *game, const Played *played, bool fresh,
                        DatasetBytes *out)
{
    size_t frame = out->count;
    char start[POSITION_TEXT_MAX];
    Str s = str_over(start, sizeof start);
    game->ops->write_pos(game, &played->start, &s);
    if (fresh)
        texts_clear(texts);
    if (!make_room(out, DATASET_FRAME_BYTES + 2))
        return false;
    out->count += DATASET_FRAME_BYTES;
    out->at[out->count++] = fresh ? FLAG_FRESH : 0;
    out->at[out->count++] = (uint8_t)played->winner;
    if (!put_text(texts, start, out) || !make_room(out, VARINT_MAX))
        return false;
    put_number(out, played->count);
    if (!put_plies(texts, game, played, out))
        return false;
    uint8_t *head = out->at + frame, *payload = head + DATASET_FRAME_BYTES;
    size_t bytes = out->count - frame - DATASET_FRAME_BYTES;
    put(head, bytes, 4);
    put(head + 4, crc_of(payload, bytes), 4);
    put(head + 8, crc_of(head, 8), 4);
    return true;
}

/* --- Reading -----------------------------------------------------------------------------------
 */

bool dataset_read_frame(const uint8_t *bytes, uint32_t *payload_bytes, uint32_t *crc)
{
    *payload_bytes = (uint32_t)get(bytes, 4);
    *crc = (uint32_t)get(bytes + 4, 4);
    return get(bytes + 8, 4) == crc_of(bytes, 8) && *payload_bytes <= DATASET_PAYLOAD_MAX;
}

typedef struct Cursor {
    const uint8_t *at, *end;
} Cursor;

static bool take_number(Cursor *c, uint64_t most, uint64_t *out)
{
    *out = 0;
    for (int shift = 0; c->at < c->end && shift < 63; shift += 7) {
        uint8_t byte = *c->at++;
        *out |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return *out <= most && (byte || !shift); /* no longer than needed */
    }
    return false;
}

static bool take_text(Cursor *c, Texts *texts, uint32_t *number, char *why)
{
    uint64_t n, length;
    if (!take_number(c, texts->count, &n))
        return refuse(why, "a text has a number that no text has");
    *number = (uint32_t)n;
    if (n)
        return true;
    if (!take_number(c, POSITION_TEXT_MAX - 1, &length) || length == 0 ||
        length > (size_t)(c->end - c->at) || !is_printable((const char *)c->at, (size_t)length))
        return refuse(why, "a text is damaged");
    if (!texts_add(texts, (const char *)c->at, (size_t)length))
        return refuse(why, "out of memory");
    c->at += length;
    *number = texts->count;
    return true;
}

static bool take_score(Cursor *c, int32_t *score)
{
    uint64_t n;
    if (!take_number(c, 2 * (uint64_t)INT32_MAX, &n))
        return false;
    *score = n == 0 ? SELFPLAY_NO_SCORE : (n - 1) & 1 ? -(int32_t)(n / 2) : (int32_t)((n - 1) / 2);
    return true;
}

static bool make_plies(DatasetGame *out, uint32_t count)
{
    if (count <= out->room)
        return true;
    DatasetPly *ply = realloc(out->ply, count * sizeof *ply);
    if (!ply)
        return false;
    out->ply = ply;
    out->room = count;
    return true;
}

bool dataset_read_game(Texts *texts, const uint8_t *payload, size_t count, DatasetGame *out,
                       char *why)
{
    Cursor c = {payload, payload + count};
    uint64_t flags, winner, plies;
    if (!take_number(&c, FLAG_FRESH, &flags) || !take_number(&c, WINNER_DRAW, &winner))
        return refuse(why, "its flags or its result are damaged");
    if (flags & FLAG_FRESH)
        texts_clear(texts);
    out->winner = (Winner)winner;
    if (!take_text(&c, texts, &out->start, why))
        return false;
    if (!take_number(&c, SELFPLAY_PLIES_MAX, &plies) || plies > count)
        return refuse(why, "its number of plies is damaged");
    if (!make_plies(out, (uint32_t)plies))
        return refuse(why, "out of memory");
    out->count = (uint32_t)plies;
    for (uint32_t i = 0; i < out->count; i++)
        if (!take_text(&c, texts, &out->ply[i].move, why))
            return false;
        else if (!take_score(&c, &out->ply[i].score))
            return refuse(why, "the score of ply %u is damaged", (unsigned)i + 1);
    return c.at == c.end || refuse(why, "there are bytes behind its last ply");
}

bool dataset_replay(const Game *game, const Texts *texts, const DatasetGame *data,
                    DatasetVisit *visit, void *context, char *why)
{
    char reason[WHY_MAX];
    Pos pos[2];
    if (!game->ops->read_pos(game, texts_get(texts, data->start), LANG_EN, &pos[0], reason))
        return refuse(why, "its start is wrong: %.400s", reason);
    for (uint32_t i = 0; i < data->count; i++) {
        const char *text = texts_get(texts, data->ply[i].move);
        const Pos *at = &pos[i & 1];
        Move move;
        if (!game->ops->read_move(game, at, text, LANG_EN, &move, reason))
            return refuse(why, "ply %u is not legal: %.400s", (unsigned)i + 1, reason);
        visit(context, i, at, text, data->ply[i].score);
        game->apply(game, at, move, &pos[~i & 1]);
    }
    Winner winner = game->ops->outcome(game, &pos[data->count & 1]).winner;
    if (winner == WINNER_NONE ? data->winner == WINNER_P1 || data->winner == WINNER_P2
                              : data->winner != winner)
        return refuse(why, "its result is not that of its last position");
    return true;
}
