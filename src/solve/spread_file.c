/* SPDX-License-Identifier: MIT */
/* Files of sectors whose values are spread over ranks (spread.h). Rank 0 alone reads and writes;
 * each rank packs and unpacks its own part, so only packed bytes are sent, but for the few values
 * around the ends of shares: blocks of files do not end where blocks of the solver do. */
#include "solve/spread.h"

#include "core/flow.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_BLOCKS = 256, PIECE = 1 << 20 };

static bool all_good(const SolveRun *run, bool good, char *why)
{
    return run->exchange->agree(run->exchange->context, good, why);
}

static void count_bytes(const SolveRun *run, bool inside, uint64_t sent, uint64_t got)
{
    ExchangeTally *tally = &run->exchange->tally[inside];
    tally->sent[EXCHANGE_FILES] += sent;
    tally->got[EXCHANGE_FILES] += got;
}

static bool is_inside(const SolveRun *run, const void *tables, uint32_t sector)
{
    FlowShape shape;
    run->game->solvable->flow->shape(tables, sector, &shape);
    return shape.inside;
}

/* The entries that a rank has. */
static Share entries_of(const SolveRun *run, const void *tables, uint32_t sector, int rank)
{
    FlowShape shape;
    run->game->solvable->flow->shape(tables, sector, &shape);
    Share blocks = share_of(run->exchange, rank, shape.blocks);
    return (Share){blocks.first * shape.size, blocks.end * shape.size};
}

/* --- reading */

typedef struct Loading {
    const SolveRun *run;
    const void *tables;
    uint32_t sector;
    bool inside;     /* the stage that it is loaded for */
    Worth *values;   /* of the sector */
    StoreFile file;  /* its path at rank 0 only */
    Share blocks;    /* that hold this rank's entries */
    uint64_t start;  /* offset of the first one */
    uint64_t size;   /* their bytes */
    uint8_t *packed; /* and they themselves */
    uint8_t *piece;  /* on its way, at rank 0 */
    FirstReason bad;
} Loading;

/* The blocks of the file that hold a rank's entries. */
static Share blocks_of(const Loading *l, int rank)
{
    uint64_t each = format_block_entries(l->file.header.kind);
    Share own = entries_of(l->run, l->tables, l->sector, rank);
    if (own.first >= own.end)
        return (Share){0, 0};
    return (Share){own.first / each, (own.end + each - 1) / each};
}

/* Where they are in the file. */
static uint64_t find_bytes(const Loading *l, Share blocks, uint64_t *start)
{
    if (blocks.first >= blocks.end)
        return 0;
    FormatBlock last = format_block(l->file.head, (uint32_t)blocks.end - 1);
    *start = format_block(l->file.head, (uint32_t)blocks.first).offset;
    return last.offset + last.bytes - *start;
}

/* Rank 0 opens the file, and all get header and table. */
static bool share_head(Loading *l, const char *name, char *why)
{
    Exchange *x = l->run->exchange;
    char path[STORE_PATH_MAX], reason[WHY_MAX];
    bool good = true;
    if (x->rank == 0) {
        good = (store_path(l->run->dir, name, store_suffix, path) ||
                refuse(reason, "the path is too long")) &&
               store_file_open(&l->file, path, NULL, reason);
        if (!good)
            refuse(why, "%s%s: %.400s", name, store_suffix, reason);
    }
    if (!all_good(l->run, good, why))
        return false;
    x->tell(x->context, &l->file.header, sizeof l->file.header);
    size_t bytes = format_head_bytes(l->file.header.blocks);
    if (x->rank > 0)
        l->file.head = malloc(bytes);
    if (!all_good(l->run, l->file.head || refuse(why, "out of memory"), why))
        return false;
    x->tell(x->context, l->file.head, bytes);
    return true;
}

/* Rank 0 reads for a rank. What cannot be read is sent all the same, since the other one waits for
 * it, and all hear of it afterwards. */
static bool read_for(const Loading *l, int rank, char *why)
{
    Exchange *x = l->run->exchange;
    uint64_t start = 0, size = find_bytes(l, blocks_of(l, rank), &start);
    bool good = true;
    for (uint64_t done = 0; done < size; done += PIECE) {
        size_t bytes = size - done < PIECE ? (size_t)(size - done) : PIECE;
        good = good && store_file_bytes(&l->file, start + done, l->piece, bytes, why);
        x->send(x->context, rank, l->piece, bytes);
    }
    count_bytes(l->run, l->inside, size, 0);
    return good;
}

static bool get_bytes(Loading *l, char *why)
{
    Exchange *x = l->run->exchange;
    bool good = true;
    if (x->rank == 0) {
        good = store_file_bytes(&l->file, l->start, l->packed, l->size, why);
        for (int r = 1; r < x->ranks; r++)
            good = read_for(l, r, why) && good;
        return good;
    }
    for (uint64_t done = 0; done < l->size; done += PIECE)
        x->receive(x->context, 0, l->packed + done,
                   l->size - done < PIECE ? (size_t)(l->size - done) : PIECE);
    count_bytes(l->run, l->inside, 0, l->size);
    return true;
}

/* Blocks at the ends hold entries of the neighbours too, which do no harm. */
static void unpack_block(void *context, int thread, size_t task)
{
    Loading *l = context;
    uint8_t bytes[FORMAT_BLOCK_BYTES];
    char why[WHY_MAX];
    uint32_t each = format_block_entries(l->file.header.kind);
    uint32_t number = (uint32_t)(l->blocks.first + task);
    uint64_t first = (uint64_t)number * each, rest = l->file.header.entries - first;
    FormatBlock block = format_block(l->file.head, number);
    (void)thread;
    if (store_unpack(&l->file.header, number, &block, l->packed + (block.offset - l->start), bytes,
                     why))
        format_get_run(l->file.header.kind, bytes, rest < each ? (uint32_t)rest : each,
                       l->values + first);
    else
        first_reason_put(&l->bad, why);
}

static bool unpack(Loading *l, char *why)
{
    const Workers *workers = &l->run->workers;
    if (!workers->run(workers->threads, (size_t)(l->blocks.end - l->blocks.first), unpack_block, l))
        return refuse(why, "threads could not be started");
    return !l->bad.taken ||
           refuse(why, "%s%s: %.400s", l->file.header.sector, store_suffix, l->bad.why);
}

static bool load_blocks(Loading *l, char *why)
{
    l->blocks = blocks_of(l, l->run->exchange->rank);
    l->size = find_bytes(l, l->blocks, &l->start);
    l->packed = malloc(l->size + 1);
    l->piece = malloc(PIECE);
    return all_good(l->run, (l->packed && l->piece) || refuse(why, "out of memory"), why) &&
           all_good(l->run, get_bytes(l, why), why) && all_good(l->run, unpack(l, why), why);
}

bool spread_load(const SolveRun *run, const void *tables, uint32_t sector, const char *name,
                 uint32_t stage_sector, Worth *values, char *why)
{
    Loading l = {.run = run,
                 .tables = tables,
                 .sector = sector,
                 .inside = is_inside(run, tables, stage_sector),
                 .values = values};
    bool good = all_good(run, values || refuse(why, "out of memory"), why) &&
                share_head(&l, name, why) && load_blocks(&l, why);
    store_file_close(&l.file);
    free(l.packed);
    free(l.piece);
    return good;
}

/* --- writing */

typedef struct Saving {
    const SolveRun *run;
    const void *tables;
    uint32_t sector;
    bool inside;
    FormatHeader *header;
    Worth *values;
    FormatBlock *blocks; /* of the whole file at rank 0, else only those of this rank are filled */
    Share own;           /* the blocks that this rank packs */
    uint8_t *packed;     /* all of them */
    uint64_t size, room;
    uint64_t first; /* of this batch */
    uint8_t *batch;
    atomic_bool failed;
} Saving;

/* The entries of the blocks that a rank packs. */
static Share packed_entries(const Saving *s, int rank)
{
    uint64_t each = format_block_entries(s->header->kind);
    Share blocks = share_of(s->run->exchange, rank, s->header->blocks);
    uint64_t end = blocks.end * each;
    return (Share){blocks.first * each, end < s->header->entries ? end : s->header->entries};
}

static Share common(Share a, Share b)
{
    Share both = {a.first > b.first ? a.first : b.first, a.end < b.end ? a.end : b.end};
    return both.first < both.end ? both : (Share){0, 0};
}

/* Values that one rank has and another one packs. All ranks go through the pairs in one order, so
 * nobody waits for somebody who waits for them. */
static void move_values(Saving *s)
{
    Exchange *x = s->run->exchange;
    for (int from = 0; from < x->ranks; from++)
        for (int to = from == x->rank ? 0 : x->rank; to < x->ranks; to++) {
            if (from != x->rank && to != x->rank)
                break;
            Share some = common(entries_of(s->run, s->tables, s->sector, from),
                                packed_entries(s, to));
            size_t bytes = (size_t)(some.end - some.first) * sizeof(Worth);
            if (from == to || !bytes)
                continue;
            if (from == x->rank)
                x->send(x->context, to, s->values + some.first, bytes);
            else
                x->receive(x->context, from, s->values + some.first, bytes);
            count_bytes(s->run, s->inside, from == x->rank ? bytes : 0,
                        from == x->rank ? 0 : bytes);
        }
}

static void pack_block(void *context, int thread, size_t task)
{
    Saving *s = context;
    uint32_t block = (uint32_t)(s->first + task);
    (void)thread;
    if (!store_pack_block(s->header, block, s->values, s->batch + task * STORE_BLOCK_ROOM,
                          &s->blocks[block]))
        atomic_store(&s->failed, true);
}

static bool keep_batch(Saving *s, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        size_t bytes = s->blocks[s->first + i].bytes;
        if (s->size + bytes > s->room) {
            uint64_t room = 2 * (s->size + STORE_BLOCK_ROOM);
            uint8_t *more = realloc(s->packed, room);
            if (!more)
                return false;
            s->packed = more;
            s->room = room;
        }
        memcpy(s->packed + s->size, s->batch + i * STORE_BLOCK_ROOM, bytes);
        s->size += bytes;
    }
    return true;
}

static bool pack_own(Saving *s, char *why)
{
    const Workers *workers = &s->run->workers;
    for (s->first = s->own.first; s->first < s->own.end; s->first += BATCH_BLOCKS) {
        uint64_t rest = s->own.end - s->first, count = rest < BATCH_BLOCKS ? rest : BATCH_BLOCKS;
        if (!workers->run(workers->threads, (size_t)count, pack_block, s) ||
            atomic_load(&s->failed))
            return refuse(why, "%s%s cannot be packed", s->header->sector, store_suffix);
        if (!keep_batch(s, count))
            return refuse(why, "out of memory");
    }
    return true;
}

/* Rank 0: the blocks of another one, into the file. */
static void take_blocks(Saving *s, int from, StoreOut *out)
{
    Exchange *x = s->run->exchange;
    Share theirs = share_of(x, from, s->header->blocks);
    size_t table = (size_t)(theirs.end - theirs.first) * sizeof *s->blocks;
    uint64_t size = 0;
    x->receive(x->context, from, s->blocks + theirs.first, table);
    for (uint64_t b = theirs.first; b < theirs.end; b++)
        size += s->blocks[b].bytes;
    for (uint64_t done = 0; done < size; done += PIECE) {
        size_t bytes = size - done < PIECE ? (size_t)(size - done) : PIECE;
        x->receive(x->context, from, s->batch, bytes);
        store_out_put(out, s->batch, bytes);
    }
    count_bytes(s->run, s->inside, 0, table + size);
}

static void give_blocks(Saving *s)
{
    Exchange *x = s->run->exchange;
    size_t table = (size_t)(s->own.end - s->own.first) * sizeof *s->blocks;
    x->send(x->context, 0, s->blocks + s->own.first, table);
    for (uint64_t done = 0; done < s->size; done += PIECE)
        x->send(x->context, 0, s->packed + done,
                s->size - done < PIECE ? (size_t)(s->size - done) : PIECE);
    count_bytes(s->run, s->inside, table + s->size, 0);
}

static bool write_all(Saving *s, char *why)
{
    Exchange *x = s->run->exchange;
    StoreOut out;
    bool good = x->rank > 0 || store_out_begin(&out, s->run->dir, s->header, why);
    if (!all_good(s->run, good, why))
        return false;
    if (x->rank > 0) {
        give_blocks(s);
    } else {
        store_out_put(&out, s->packed, s->size);
        for (int r = 1; r < x->ranks; r++)
            take_blocks(s, r, &out);
        good = store_out_end(&out, s->blocks, true, why);
    }
    return all_good(s->run, good, why);
}

void spread_counts(Exchange *exchange, FormatHeader *header)
{
    FormatCounts *o = &header->orbits, *p = &header->positions;
    uint64_t counts[] = {o->lost, o->drawn, o->won, p->lost, p->drawn, p->won};
    exchange->sum(exchange->context, counts, 6);
    *o = (FormatCounts){counts[0], counts[1], counts[2]};
    *p = (FormatCounts){counts[3], counts[4], counts[5]};
}

bool spread_write(const SolveRun *run, const void *tables, uint32_t sector, FormatHeader *header,
                  Worth *values, char *why)
{
    Exchange *x = run->exchange;
    Share entries = spread_entries(run, tables, sector);
    StoreSpan span = store_span(values + entries.first, entries.end - entries.first);
    uint64_t most[] = {span.most, span.odd};
    x->most(x->context, most, 2);
    store_choose_kind(header, run->wdl, &(StoreSpan){most[0], most[1]});
    Saving s = {.run = run,
                .tables = tables,
                .sector = sector,
                .inside = is_inside(run, tables, sector),
                .header = header,
                .values = values,
                .own = share_own(x, header->blocks)};
    move_values(&s);
    s.blocks = calloc(header->blocks, sizeof *s.blocks);
    s.batch = malloc((size_t)BATCH_BLOCKS * STORE_BLOCK_ROOM);
    bool good = (s.blocks && s.batch) || refuse(why, "out of memory");
    good = all_good(run, good && pack_own(&s, why), why) && write_all(&s, why);
    free(s.blocks);
    free(s.batch);
    free(s.packed);
    x->tally[s.inside].entries += header->entries;
    return good;
}
