/* SPDX-License-Identifier: MIT */
/* Endings inside the program, see endings.h. The build solves them (cmake/solved.cmake); as files
 * of the page they are VARIANT.pack.gz, packed, as they would be ten times as large in memory that
 * most games never look at. */
#include "app/endings.h"

#include "app/server/files.h"
#include "games/registry.h"
#include "solve/probe.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { PLAIN_BYTES_MAX = 64 << 20, GZIP_TRAILER = 4 };

typedef uint32_t (*MenCounter)(const Pos *pos);

/* `most`: of positions with more men, in hand and on the board, nothing is known. */
typedef struct Ending {
    const char *variant;
    uint32_t most;
    _Atomic(MenCounter) men;
    _Atomic(PackProbe *) pack; /* once it is open */
    bool bad;                  /* it cannot be opened; under the lock */
} Ending;

static Ending endings[] = {
    {.variant = "six,flying", .most = 12},
    {.variant = "nine", .most = 8},
    {.variant = "nine,flying", .most = 9},
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const PageFile *find_file(const char *variant)
{
    char name[VARIANT_TEXT_MAX + 16];
    Str s = str_over(name, sizeof name);
    str_format(&s, "%s.pack.gz", variant);
    for (size_t i = 0; i < page_file_count; i++) {
        const char *slash = strrchr(page_files[i].name, '/');
        if (strcmp(slash ? slash + 1 : page_files[i].name, name) == 0)
            return &page_files[i];
    }
    return NULL;
}

/* The bytes of a gzip file, for free(); its last four say how many there are. */
static uint8_t *unpack(const PageFile *file, size_t *count)
{
    uint32_t size = 0;
    for (int i = 0; i < GZIP_TRAILER && file->size > GZIP_TRAILER; i++)
        size |= (uint32_t)file->bytes[file->size - GZIP_TRAILER + (size_t)i] << (8 * i);
    uint8_t *bytes = size && size <= PLAIN_BYTES_MAX ? malloc(size) : NULL;
    z_stream z = {.next_in = (z_const Bytef *)file->bytes,
                  .avail_in = (uInt)file->size,
                  .next_out = bytes,
                  .avail_out = size};
    bool good = bytes && inflateInit2(&z, 15 + 16) == Z_OK;
    if (good) {
        good = inflate(&z, Z_FINISH) == Z_STREAM_END && z.avail_out == 0;
        inflateEnd(&z);
    }
    if (good) {
        *count = size;
        return bytes;
    }
    free(bytes);
    return NULL;
}

/* With a game of its own, so that it outlives those of its users. Never closed: it is the
 * program's, as its bytes are. */
static PackProbe *open_pack(const Ending *ending)
{
    char why[WHY_MAX];
    size_t count = 0;
    const PageFile *file = find_file(ending->variant);
    uint8_t *bytes = file ? unpack(file, &count) : NULL;
    PackProbe *pack = bytes ? malloc(sizeof *pack) : NULL;
    Game *game = pack ? game_open(ending->variant, LANG_EN, why) : NULL;
    if (game && pack_open(pack, game, bytes, count, why))
        return pack;
    if (game)
        game_close(game);
    free(pack);
    free(bytes);
    return NULL;
}

static PackProbe *find_pack(Ending *ending)
{
    PackProbe *pack = atomic_load_explicit(&ending->pack, memory_order_acquire);
    if (pack)
        return pack;
    pthread_mutex_lock(&lock);
    pack = atomic_load_explicit(&ending->pack, memory_order_relaxed);
    if (!pack && !ending->bad) {
        pack = open_pack(ending);
        ending->bad = !pack;
        atomic_store_explicit(&ending->pack, pack, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
    return pack;
}

static bool ask(void *context, const Pos *pos, Known *out)
{
    Ending *ending = context;
    if (atomic_load_explicit(&ending->men, memory_order_relaxed)(pos) > ending->most)
        return false;
    PackProbe *pack = find_pack(ending);
    return pack && probe_ask(&pack->probe, pos, out);
}

Oracle endings_of(const Game *game)
{
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        Ending *ending = &endings[i];
        if (strcmp(ending->variant, game->id) != 0 || !find_file(game->id))
            continue;
        /* Others may be asking it meanwhile; it is the same for every game of the variant. */
        atomic_store_explicit(&ending->men, game->solvable->men, memory_order_relaxed);
        return (Oracle){ask, ending};
    }
    return (Oracle){NULL, NULL};
}

Oracle endings_or(const Database *database, const char *path, const Game *game)
{
    return database                            ? database_oracle(database)
           : path && strcmp(path, "none") == 0 ? (Oracle){NULL, NULL}
                                               : endings_of(game);
}
