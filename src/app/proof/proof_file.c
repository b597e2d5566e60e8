/* SPDX-License-Identifier: MIT */
/* Files of proofs, see proof_file.h. */
#include "app/proof/proof_file.h"

#include "games/registry.h"
#include "solve/store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

enum { PACKING = 19 };

void proof_file_free(ProofFile *file)
{
    free(file->numbers.bytes);
    file->numbers = (ProofBytes){0};
}

/* Head and numbers in one piece, as long as *count; NULL if there is no memory. */
static uint8_t *join(const ProofFile *file, size_t *head)
{
    char text[PROOF_HEAD_MAX];
    Str s = str_over(text, sizeof text);
    proof_head_write(&file->head, &s);
    uint8_t *all = malloc(s.length + file->numbers.count + 1);
    *head = s.length;
    if (all) {
        memcpy(all, text, s.length);
        if (file->numbers.count)
            memcpy(all + s.length, file->numbers.bytes, file->numbers.count);
    }
    return all;
}

static bool add_digest(ProofFile *file, char *why)
{
    size_t head;
    uint8_t *all = join(file, &head);
    if (!all)
        return refuse(why, "out of memory");
    file->digest = format_sum(all, head + file->numbers.count);
    free(all);
    return true;
}

static uint8_t *pack(ProofFile *file)
{
    size_t head, room = ZSTD_compressBound(file->numbers.count);
    uint8_t *all = join(file, &head), *out = all ? malloc(head + room) : NULL;
    if (out) {
        memcpy(out, all, head);
        size_t size = ZSTD_compress(out + head, room, all + head, file->numbers.count, PACKING);
        file->packed = head + size;
        if (ZSTD_isError(size)) {
            free(out);
            out = NULL;
        }
    }
    free(all);
    return out;
}

static bool make_claims(ProofSearch *s, const Pos *pos, const ProofValue *value, ProofFile *out,
                        char *why)
{
    for (int i = 0; i < value->count; i++) {
        size_t before = out->numbers.count;
        ProofSize size;
        if (!proof_make(s, value->claim[i], pos, &out->numbers, &size, why))
            return false;
        out->head.claim[i] = value->claim[i];
        out->head.bytes[i] = out->numbers.count - before;
        out->head.count++;
    }
    return out->numbers.count <= PROOF_BYTES_MAX ||
           refuse(why, "the proof is too large for a file");
}

bool proof_file_make(ProofSearch *s, const Pos *pos, const ProofValue *value, ProofFile *out,
                     uint8_t **bytes, char *why)
{
    *out = (ProofFile){.packed = 0};
    *bytes = NULL;
    Str variant = str_over(out->head.variant, sizeof out->head.variant);
    Str position = str_over(out->head.position, sizeof out->head.position);
    str_add(&variant, s->game->id);
    out->head.form = proof_form(s->game);
    s->game->ops->write_pos(s->game, pos, &position);
    bool good = make_claims(s, pos, value, out, why) &&
                proof_head_check(&out->head, s->game, false, out->numbers.bytes, &out->size, why) &&
                add_digest(out, why);
    if (good && !(*bytes = pack(out)))
        good = refuse(why, "out of memory");
    if (!good)
        proof_file_free(out);
    return good;
}

bool proof_file_read(const uint8_t *bytes, size_t count, ProofFile *out, char *why)
{
    size_t length = 0;
    uint64_t total = 0;
    *out = (ProofFile){.packed = count};
    if (!proof_head_read(bytes, count, &out->head, &length, why))
        return false;
    for (int i = 0; i < out->head.count; i++)
        total += out->head.bytes[i];
    if (total > PROOF_BYTES_MAX ||
        ZSTD_getFrameContentSize(bytes + length, count - length) != total)
        return refuse(why, "what follows the head is not its %llu bytes, packed",
                      (unsigned long long)total);
    out->numbers = (ProofBytes){malloc(total + 1), total, total + 1};
    if (!out->numbers.bytes)
        return refuse(why, "out of memory");
    if (ZSTD_decompress(out->numbers.bytes, total, bytes + length, count - length) == total &&
        add_digest(out, why))
        return true;
    proof_file_free(out);
    return refuse(why, "its packed part is damaged");
}

bool proof_file_check(const char *path, uint64_t plain, ProofFile *out, char *why)
{
    char reason[WHY_MAX];
    uint8_t *bytes = NULL;
    size_t count = 0;
    Game *game = NULL;
    *out = (ProofFile){.packed = 0};
    bool good = store_read_plain(path, PROOF_BYTES_MAX, &bytes, &count, reason) &&
                proof_file_read(bytes, count, out, reason) &&
                (game = game_open(out->head.variant, LANG_EN, reason)) != NULL &&
                proof_head_check(&out->head, game, plain, out->numbers.bytes, &out->size, reason);
    free(bytes);
    if (game)
        game_close(game);
    return good || refuse(why, "'%.200s': %.300s", path, reason);
}

bool proof_file_write(const char *path, const uint8_t *bytes, size_t count, char *why)
{
    char beside[STORE_PATH_MAX];
    Str name = str_over(beside, sizeof beside);
    str_format(&name, "%s%s", path, store_part_suffix);
    if (name.full)
        return refuse(why, "the path of the proof is too long");
    errno = 0;
    FILE *file = fopen(beside, "wb");
    bool good = file && fwrite(bytes, 1, count, file) == count && fflush(file) == 0 &&
                fsync(fileno(file)) == 0;
    int error = errno;
    if (file && fclose(file) != 0)
        good = false;
    if (good && rename(beside, path) == 0)
        return true;
    error = error ? error : errno;
    if (file)
        remove(beside);
    return refuse(why, "cannot write '%.300s': %s", path, strerror(error));
}
