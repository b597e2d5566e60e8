/* SPDX-License-Identifier: MIT */
/* Values from files by parts, or from a book of openings, see values.h. Heads of files stay; of the
 * blocks, unpacked, the latest ones do. */
#include "app/wasm/values.h"

#include "base/json.h"
#include "core/perfect.h"
#include "games/registry.h"
#include "solve/probe.h"
#include "solve/small.h"
#include "solve/unzstd.h"

#include <stdlib.h>
#include <string.h>

enum {
    BLOCKS = 512,         /* kept; more than a position has moves in different blocks */
    INPUT_MAX = 96 << 20, /* the largest head there can be has 64 MB */
    OUTPUT_MAX = 1 << 18,
};
_Static_assert(UNZSTD_MAX == FORMAT_BLOCK_BYTES, "a block is unpacked at once");

typedef struct Block {
    uint32_t sector, number;
    uint8_t *bytes; /* NULL: empty */
} Block;

typedef struct File {
    uint8_t *head; /* NULL: not here yet */
    FormatHeader header;
    bool absent;
} File;

typedef struct Reader {
    Game *game; /* NULL: nothing is open */
    Probe probe;
    File *file; /* by sector */
    Block block[BLOCKS];
    unsigned next;  /* whose place the next block takes */
    bool collects;  /* what is missing is written down */
    bool unknown;   /* something is not known, and no file has it */
    int need_count; /* of: */
    Block need[BLOCKS / 2];
    Small book;          /* if it has a game, it is asked in place of the files */
    uint8_t *book_bytes; /* its */
    Move *moves;         /* 2 * moves_max */
    PerfectMove *judged;
} Reader;

static Reader reader;
static uint8_t *input;
static size_t input_room;
static char output[OUTPUT_MAX];
static Str out;

static int32_t refuse_with_reason(const char *why)
{
    out = str_over(output, sizeof output);
    str_add(&out, why);
    return 0;
}

static Json answer(void)
{
    out = str_over(output, sizeof output);
    return json_over(&out);
}

uint8_t *cv_input(int32_t bytes)
{
    free(input);
    input_room = bytes > 0 && bytes <= INPUT_MAX ? (size_t)bytes : 0;
    input = malloc(input_room + 1);
    if (!input)
        input_room = 0;
    return input;
}

const char *cv_output(void)
{
    return output;
}

int32_t cv_output_length(void)
{
    return (int32_t)out.length;
}

/* The input as a text; NULL after refusing it. */
static const char *take_text(int32_t length)
{
    bool good = input && length >= 0 && (size_t)length <= input_room &&
                !memchr(input, 0, (size_t)length);
    if (!good) {
        refuse_with_reason("the input is no text");
        return NULL;
    }
    input[length] = '\0';
    return (const char *)input;
}

/* -- Parts --------------------------------------------------------------------------------------
 */

static Block *find_block(uint32_t sector, uint32_t number)
{
    for (unsigned i = 0; i < BLOCKS && reader.block[i].bytes; i++)
        if (reader.block[i].sector == sector && reader.block[i].number == number)
            return &reader.block[i];
    return NULL;
}

static void add_need(uint32_t sector, uint32_t number)
{
    for (int i = 0; i < reader.need_count; i++)
        if (reader.need[i].sector == sector && reader.need[i].number == number)
            return;
    if (reader.need_count == BLOCKS / 2)
        reader.unknown = true; /* no position has so many */
    else
        reader.need[reader.need_count++] = (Block){sector, number, NULL};
}

static bool read_block(void *context, uint32_t sector, uint32_t number, uint32_t at, uint32_t count,
                       uint8_t *to)
{
    (void)context;
    const Block *block = find_block(sector, number);
    if (block)
        memcpy(to, block->bytes + at, count);
    else if (reader.collects)
        add_need(sector, number);
    return block != NULL;
}

static bool take_head(File *file, uint32_t sector, uint64_t file_bytes, size_t count, char *why)
{
    FormatHeader header;
    if (!format_read_header(input, count, &header, why))
        return false;
    if (count != format_head_bytes(header.blocks))
        return refuse(why, "its head has not all its bytes");
    if (!format_check_table(&header, input, file_bytes, why) ||
        !probe_add(&reader.probe, sector, &header, why))
        return false;
    free(file->head);
    file->head = input;
    file->header = header;
    file->absent = false;
    input = NULL;
    return true;
}

static bool take_block(const File *file, uint32_t sector, uint32_t number, size_t count, char *why)
{
    if (!file->head || number >= file->header.blocks)
        return refuse(why, "there is no such block");
    FormatBlock about = format_block(file->head, number);
    uint32_t size = format_block_size(&file->header, number);
    if (about.bytes != count || (uint32_t)format_sum(input, count) != about.sum)
        return refuse(why, "block %u is damaged (checksum)", number);
    Block *to = find_block(sector, number);
    if (!to)
        to = &reader.block[reader.next++ % BLOCKS];
    if (!to->bytes && !(to->bytes = malloc(FORMAT_BLOCK_BYTES)))
        return refuse(why, "out of memory");
    to->sector = UINT32_MAX; /* nothing, until it is right */
    size_t length = count;
    if (file->header.packing == PACKING_NONE)
        memcpy(to->bytes, input, count);
    else if (!unzstd(input, count, to->bytes, &length) || length != size)
        return refuse(why, "block %u cannot be unpacked", number);
    to->sector = sector;
    to->number = number;
    return true;
}

int32_t cv_give(int32_t sector, int32_t block, double file_bytes, int32_t length)
{
    char why[WHY_MAX] = "the input is no part of a file";
    bool good = reader.game && sector >= 0 && (uint32_t)sector < reader.probe.sector_count &&
                input && length >= 0 && (size_t)length <= input_room && file_bytes >= 0 &&
                file_bytes < 9e15;
    if (!good)
        return refuse_with_reason(why);
    File *file = &reader.file[sector];
    if (block < 0 && !length)
        file->absent = true;
    else if (block < 0)
        good = take_head(file, (uint32_t)sector, (uint64_t)file_bytes, (size_t)length, why);
    else
        good = take_block(file, (uint32_t)sector, (uint32_t)block, (size_t)length, why);
    return good ? 1 : refuse_with_reason(why);
}

/* -- Opening ------------------------------------------------------------------------------------
 */

static void close_reader(void)
{
    for (uint32_t s = 0; reader.file && s < reader.probe.sector_count; s++)
        free(reader.file[s].head);
    for (int i = 0; i < BLOCKS; i++)
        free(reader.block[i].bytes);
    free(reader.file);
    free(reader.moves);
    free(reader.judged);
    if (reader.book.game)
        small_close(&reader.book);
    free(reader.book_bytes);
    if (reader.probe.game)
        probe_close(&reader.probe);
    if (reader.game)
        game_close(reader.game);
    memset(&reader, 0, sizeof reader);
}

int32_t cv_open(int32_t length)
{
    char why[WHY_MAX];
    const char *variant = take_text(length);
    if (!variant)
        return 0;
    close_reader();
    reader.game = game_open(variant, LANG_EN, why);
    if (!reader.game)
        return refuse_with_reason(why);
    if (!probe_open(&reader.probe, reader.game, why)) {
        close_reader();
        return refuse_with_reason(why);
    }
    reader.probe.reader = (BlockReader){read_block, NULL};
    reader.file = calloc(reader.probe.sector_count, sizeof *reader.file);
    reader.moves = malloc(2 * (size_t)reader.game->moves_max * sizeof *reader.moves);
    reader.judged = malloc((size_t)reader.game->moves_max * sizeof *reader.judged);
    if (reader.file && reader.moves && reader.judged)
        return 1;
    close_reader();
    return refuse_with_reason("out of memory");
}

int32_t cv_book(int32_t length)
{
    char why[WHY_MAX];
    if (!reader.game || reader.book.game || !input || length < 0 || (size_t)length > input_room)
        return refuse_with_reason("nothing is open, or there is a book already");
    if (!small_open(&reader.book, reader.game, input, (size_t)length, why)) {
        reader.book.game = NULL;
        return refuse_with_reason(why);
    }
    reader.book_bytes = input;
    input = NULL;
    return 1;
}

/* -- Asking -------------------------------------------------------------------------------------
 */

/* What has to be here for the value of a position. */
static void want(const Pos *pos)
{
    SectorIndex place;
    Worth worth;
    if (reader.game->ops->outcome(reader.game, pos).winner != WINNER_NONE)
        return;
    if (!reader.game->solvable->rank(reader.probe.tables, pos, &place) ||
        reader.file[place.sector].absent)
        reader.unknown = true;
    else if (!reader.file[place.sector].head)
        add_need(place.sector, UINT32_MAX);
    else if (!probe_entry(&reader.probe, place, &worth) &&
             place.index >= reader.probe.sector[place.sector].entries)
        reader.unknown = true;
}

static void write_needs(void)
{
    Json json = answer();
    json_open(&json, '{');
    json_key(&json, "need");
    json_open(&json, '[');
    for (int i = 0; i < reader.need_count; i++) {
        const Block *need = &reader.need[i];
        bool head = need->number == UINT32_MAX;
        FormatBlock at = head ? (FormatBlock){0}
                              : format_block(reader.file[need->sector].head, need->number);
        Sector about;
        reader.game->solvable->sector(reader.probe.tables, need->sector, &about);
        json_open(&json, '[');
        json_number(&json, need->sector);
        json_text(&json, about.name);
        json_number(&json, head ? -1 : (int64_t)need->number);
        json_number(&json, (int64_t)at.offset);
        json_number(&json, at.bytes);
        json_close(&json, ']');
    }
    json_close(&json, ']');
    json_close(&json, '}');
}

static void add_known(Json *json, const Known *known)
{
    static const char *const words[] = {"loss", "draw", "win"};
    json_add_text(json, "value", words[known->value + 1]);
    json_key(json, "plies");
    if (known->plies >= 0)
        json_number(json, known->plies);
    else
        json_null(json);
}

static void write_values(const Pos *pos, int count)
{
    const Game *game = reader.game;
    char text[MOVE_TEXT_MAX];
    Known known;
    Oracle nobody = {NULL, NULL};
    if (!perfect_known(game, pos, &nobody, &known))
        known = count ? reader.judged[0].known : (Known){0, -1};
    Json json = answer();
    json_open(&json, '{');
    add_known(&json, &known);
    json_key(&json, "moves");
    json_open(&json, '[');
    for (int i = 0; i < count; i++) {
        const PerfectMove *move = &reader.judged[i];
        Str s = str_over(text, sizeof text);
        game->ops->write_move(game, pos, move->move, &s);
        json_open(&json, '{');
        json_add_text(&json, "move", text);
        add_known(&json, &move->known);
        if (!move->known.value && move->replies) {
            json_add_number(&json, "losing", move->losing);
            json_add_number(&json, "replies", move->replies);
        }
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
}

/* Everything that the moves of a position lead to. */
static void collect(const Pos *pos)
{
    const Game *game = reader.game;
    int count = game->moves(game, pos, reader.moves);
    reader.collects = true;
    reader.unknown = false;
    reader.need_count = 0;
    for (int i = 0; i < count && !reader.unknown; i++) {
        Pos next;
        game->apply(game, pos, reader.moves[i], &next);
        want(&next);
    }
    reader.collects = false;
}

int32_t cv_ask(int32_t length)
{
    char why[WHY_MAX];
    Pos pos;
    const char *text = take_text(length);
    if (!text)
        return 0;
    if (!reader.game)
        return refuse_with_reason("nothing is open");
    const Game *game = reader.game;
    if (!game->ops->read_pos(game, text, LANG_EN, &pos, why))
        return refuse_with_reason(why);
    Judge judge = {.game = game,
                   .oracle = probe_oracle(&reader.probe),
                   .scratch = reader.moves + game->moves_max};
    int judged = -1;
    reader.unknown = false;
    reader.need_count = 0;
    if (reader.book.game)
        judge.oracle = small_oracle(&reader.book);
    else
        collect(&pos);
    if (!reader.unknown && !reader.need_count)
        judged = perfect_judge(&judge, &pos, reader.moves, reader.judged);
    if (judged >= 0) {
        perfect_sort(reader.judged, judged);
        write_values(&pos, judged);
    } else if (!reader.unknown && reader.need_count) {
        write_needs();
    } else {
        Json json = answer();
        json_open(&json, '{');
        json_add_bool(&json, "unknown", true);
        json_close(&json, '}');
    }
    return out.full ? refuse_with_reason("the answer is too long") : 1;
}
