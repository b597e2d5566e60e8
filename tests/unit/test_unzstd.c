/* SPDX-License-Identifier: MIT */
/* Our reader of zstd against the library: every level over data of many kinds and sizes, frames of
 * several blocks, damaged ones. CONCENTRIC_DB=DIR: all blocks of the files there too. */
#include "unit/support.h"

#include "base/rng.h"
#include "solve/store.h"
#include "solve/unzstd.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { PACKED_MAX = 2 * UNZSTD_MAX };

static uint8_t plain[UNZSTD_MAX], packed[PACKED_MAX], out[UNZSTD_MAX], theirs[UNZSTD_MAX];

/* Kinds of data: what makes zstd choose raw, single-byte, Huffman and all kinds of tables. */
static void fill(Rng *rng, int kind, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t r = rng_next(rng);
        size_t back = 1 + (size_t)(r >> 8) % 300;
        switch (kind) {
        case 0: /* all the same */
            plain[i] = 7;
            break;
        case 1: /* nothing to find */
            plain[i] = (uint8_t)r;
            break;
        case 2: /* few symbols, skewed */
            plain[i] = (uint8_t)(r & 15 ? r >> 4 & 1 : r >> 8 & 31);
            break;
        case 3: /* as a database: runs of odd and even numbers */
            plain[i] = (uint8_t)(i && r % 5 ? plain[i - 1] : 2 * (r >> 9 & 15) + (i >> 7 & 1));
            break;
        case 4: /* pieces from before */
            plain[i] = i > back && r % 31 ? plain[i - back] : (uint8_t)(r >> 20);
            break;
        case 5: /* words */
            plain[i] =
                (uint8_t) "the quick brown fox jumps over the lazy dog, "[(i + r % 7 / 6) % 45];
            break;
        case 6: /* long matches far apart */
            plain[i] = i < 9000 ? (uint8_t)r : plain[i - 9000];
            break;
        default: /* many symbols, a slope */
            plain[i] = (uint8_t)((uint64_t)bits_count(r) + (r >> 60));
            break;
        }
    }
}
enum { KINDS = 8 };

static void check_frame(size_t packed_count, size_t count)
{
    size_t length = 0;
    memset(out, 0xee, sizeof out);
    assert_true(unzstd(packed, packed_count, out, &length));
    assert_int_equal(length, count);
    assert_memory_equal(out, plain, count);
}

static void test_every_level(void **state)
{
    (void)state;
    Rng rng = {test_seed()};
    static const size_t sizes[] = {0,   1,   2,   3,    7,    16,    31,    64,
                                   255, 256, 257, 1000, 4096, 20000, 32767, 32768};
    for (int level = -7; level <= 22; level++)
        for (int kind = 0; kind < KINDS; kind++)
            for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
                if (level > 12 && sizes[s] > 4096 && sizes[s] != 32768)
                    continue; /* slow ones */
                fill(&rng, kind, sizes[s]);
                size_t n = ZSTD_compress(packed, sizeof packed, plain, sizes[s], level);
                assert_false(ZSTD_isError(n));
                check_frame(n, sizes[s]);
            }
}

/* A frame in pieces: blocks that use the tables of those before, of unknown length, with a sum. */
static void test_several_blocks(void **state)
{
    (void)state;
    Rng rng = {test_seed() + 1};
    ZSTD_CCtx *context = ZSTD_createCCtx();
    assert_non_null(context);
    for (int turn = 0; turn < 400; turn++) {
        size_t count = 1 + (size_t)rng_below(&rng, UNZSTD_MAX);
        fill(&rng, turn % KINDS, count);
        ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters);
        ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 1 + turn % 19);
        ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, turn / 2 % 2);
        ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, turn % 3 ? 15 : 10);
        ZSTD_outBuffer to = {packed, sizeof packed, 0};
        for (size_t at = 0; at < count;) {
            size_t piece = 1 + (size_t)rng_below(&rng, turn % 5 ? 6000 : 500);
            piece = piece < count - at ? piece : count - at;
            ZSTD_inBuffer from = {plain + at, piece, 0};
            at += piece;
            assert_int_equal(
                ZSTD_compressStream2(context, &to, &from, at < count ? ZSTD_e_flush : ZSTD_e_end),
                0);
            assert_int_equal(from.pos, piece);
        }
        check_frame(to.pos, count);
    }
    ZSTD_freeCCtx(context);
}

/* Whatever is read, nothing is written outside, and what both read is the same. */
static void test_damage(void **state)
{
    (void)state;
    Rng rng = {test_seed() + 2};
    int both = 0;
    for (int turn = 0; turn < 6000; turn++) {
        size_t count = 1 + (size_t)rng_below(&rng, turn % 7 ? 2000 : UNZSTD_MAX), length = 0;
        fill(&rng, turn % KINDS, count);
        size_t n = ZSTD_compress(packed, sizeof packed, plain, count, 1 + turn % 9);
        for (int i = 0; i <= turn % 3; i++)
            packed[rng_below(&rng, (uint32_t)n)] ^= (uint8_t)(1u << rng_below(&rng, 8));
        if (turn % 11 == 0)
            n = (size_t)rng_below(&rng, (uint32_t)n);
        uint8_t *exact = malloc(n + 1); /* so that the sanitizers see who reads too far */
        memcpy(exact, packed, n);
        bool good = unzstd(exact, n, out, &length);
        size_t wanted = ZSTD_decompress(theirs, sizeof theirs, exact, n);
        if (good && !ZSTD_isError(wanted)) {
            assert_int_equal(length, wanted);
            assert_memory_equal(out, theirs, length);
            both++;
        }
        free(exact);
    }
    assert_true(both > 50);
}

static void test_refused(void **state)
{
    (void)state;
    size_t length, n = ZSTD_compress(packed, sizeof packed, "abc", 3, 3);
    assert_false(unzstd(packed, 0, out, &length));
    assert_false(unzstd(packed, n - 1, out, &length));
    packed[n] = 0;
    assert_false(unzstd(packed, n + 1, out, &length)); /* something behind it */
    uint8_t *large = calloc(1, UNZSTD_MAX + 1);
    n = ZSTD_compress(packed, sizeof packed, large, UNZSTD_MAX + 1, 3);
    assert_false(unzstd(packed, n, out, &length));
    free(large);
}

static void compare_file(const char *path, uint64_t *blocks)
{
    StoreFile file;
    char why[WHY_MAX];
    FILE *bytes = fopen(path, "rb");
    assert_non_null(bytes);
    assert_true(store_file_open(&file, path, NULL, why));
    uint32_t step = file.header.blocks / 200 + 1;
    for (uint32_t i = 0; i < file.header.blocks; i += step, ++*blocks) {
        FormatBlock block = format_block(file.head, i);
        size_t length = 0;
        assert_true(store_file_block(&file, i, theirs, why));
        assert_int_equal(fseek(bytes, (long)block.offset, SEEK_SET), 0);
        assert_int_equal(fread(packed, 1, block.bytes, bytes), block.bytes);
        assert_true(unzstd(packed, block.bytes, out, &length));
        assert_int_equal(length, format_block_size(&file.header, i));
        assert_memory_equal(out, theirs, length);
    }
    fclose(bytes);
    store_file_close(&file);
}

static void test_files(void **state)
{
    (void)state;
    const char *dir = getenv("CONCENTRIC_DB");
    DIR *list = dir ? opendir(dir) : NULL;
    uint64_t blocks = 0;
    char path[STORE_PATH_MAX];
    for (struct dirent *entry; list && (entry = readdir(list));)
        if (strstr(entry->d_name, ".db") && store_path(dir, entry->d_name, "", path))
            compare_file(path, &blocks);
    if (list) {
        closedir(list);
        print_message("%llu blocks of %s\n", (unsigned long long)blocks, dir);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_level), cmocka_unit_test(test_several_blocks),
        cmocka_unit_test(test_damage),      cmocka_unit_test(test_refused),
        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
