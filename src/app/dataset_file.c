/* SPDX-License-Identifier: MIT */
/* Files of data sets, see dataset_file.h. */
#include "app/dataset_file.h"

#include "base/crc.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void dataset_file_close(DatasetFile *f)
{
    if (f->file && f->file != stdin)
        fclose(f->file);
    texts_free(&f->texts);
    free(f->game.ply);
    free(f->bytes.at);
    *f = (DatasetFile){0};
}

static bool fail(DatasetFile *f)
{
    dataset_file_close(f);
    return false;
}

/* --- Reading -----------------------------------------------------------------------------------
 */

/* Makes file->bytes at least so large. */
static bool make_room(DatasetFile *f, size_t bytes)
{
    if (f->bytes.room >= bytes)
        return true;
    uint8_t *at = realloc(f->bytes.at, bytes);
    if (!at)
        return false;
    f->bytes.at = at;
    f->bytes.room = bytes;
    return true;
}

static bool is_at_end(FILE *file)
{
    int c = getc(file);
    if (c != EOF)
        ungetc(c, file);
    return c == EOF;
}

static DatasetFound bad(DatasetFile *f, char *why, const char *reason)
{
    refuse(why, "game %" PRIu64 " in it is damaged: %.400s", f->games + 1, reason);
    return DATASET_BAD;
}

DatasetFound dataset_file_next(DatasetFile *f, char *why)
{
    uint8_t frame[DATASET_FRAME_BYTES];
    uint32_t bytes, crc;
    char reason[WHY_MAX];
    size_t count = fread(frame, 1, sizeof frame, f->file);
    if (ferror(f->file))
        return bad(f, why, strerror(errno));
    if (count < sizeof frame)
        return count ? DATASET_TORN : DATASET_END;
    if (!dataset_read_frame(frame, &bytes, &crc))
        return bad(f, why, "its frame has a wrong checksum");
    if (!make_room(f, bytes))
        return bad(f, why, "out of memory");
    if (fread(f->bytes.at, 1, bytes, f->file) < bytes)
        return DATASET_TORN;
    if (crc_of(f->bytes.at, bytes) != crc)
        return is_at_end(f->file) ? DATASET_TORN : bad(f, why, "its checksum is wrong");
    if (!dataset_read_game(&f->texts, f->bytes.at, bytes, &f->game, reason))
        return bad(f, why, reason);
    if (f->games == f->head.games)
        return bad(f, why, "there are more games than its head says");
    f->games++;
    return DATASET_GAME;
}

bool dataset_file_read(DatasetFile *f, const char *path, char *why)
{
    uint8_t head[DATASET_HEAD_BYTES];
    *f = (DatasetFile){.file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb")};
    if (!f->file)
        return refuse(why, "%s", strerror(errno));
    size_t count = fread(head, 1, sizeof head, f->file);
    if (ferror(f->file)) {
        refuse(why, "%s", strerror(errno));
        return fail(f);
    }
    return dataset_read_head(head, count, &f->head, why) || fail(f);
}

/* --- Writing -----------------------------------------------------------------------------------
 */

/* Is what stands there the head of the same command? One that was cut off is, too. */
static bool check_head(const uint8_t *there, size_t count, const DatasetHead *head, char *why)
{
    uint8_t wanted[DATASET_HEAD_BYTES];
    DatasetHead other;
    dataset_write_head(head, wanted);
    if (memcmp(there, wanted, count) == 0)
        return true;
    if (!dataset_read_head(there, count, &other, why))
        return false;
    if (strcmp(other.variant, head->variant) != 0)
        return refuse(why, "it is of %s", other.variant);
    if (other.rules != head->rules || strcmp(other.program, head->program) != 0)
        return refuse(why, "it was begun by another version of the program or of the rules");
    if (strcmp(other.position, head->position) != 0)
        return refuse(why, "its games start elsewhere");
    return refuse(why,
                  "it was begun otherwise: games %" PRIu64 " to %" PRIu64 " of seed %" PRIu64
                  " by %s; give the same command, or another file",
                  other.first, other.first + other.games - 1, other.seed, other.settings);
}

/* Goes to the end of the last whole game and cuts the file there. */
static bool go_on(DatasetFile *f, char *why)
{
    long end = DATASET_HEAD_BYTES;
    DatasetFound found;
    while ((found = dataset_file_next(f, why)) == DATASET_GAME)
        end = ftell(f->file);
    if (found == DATASET_BAD)
        return false;
    if (ftruncate(fileno(f->file), end) != 0 || fseek(f->file, end, SEEK_SET) != 0)
        return refuse(why, "%s", strerror(errno));
    return true;
}

static bool begin(DatasetFile *f, char *why)
{
    uint8_t head[DATASET_HEAD_BYTES];
    dataset_write_head(&f->head, head);
    if (fseek(f->file, 0, SEEK_SET) != 0 || fwrite(head, 1, sizeof head, f->file) < sizeof head ||
        fflush(f->file) != 0)
        return refuse(why, "%s", strerror(errno));
    return true;
}

static bool take_up(DatasetFile *f, char *why)
{
    uint8_t there[DATASET_HEAD_BYTES];
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fileno(f->file), F_SETLK, &whole) != 0)
        return refuse(why, "another process writes it");
    size_t count = fread(there, 1, sizeof there, f->file);
    if (ferror(f->file))
        return refuse(why, "%s", strerror(errno));
    if (!check_head(there, count, &f->head, why))
        return false;
    return count < sizeof there ? begin(f, why) : go_on(f, why);
}

bool dataset_file_write(DatasetFile *f, const char *path, const DatasetHead *head, bool resume,
                        char *why)
{
    *f = (DatasetFile){.head = *head};
    if (!head->rules)
        return refuse(why, "out of memory");
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | (resume ? 0 : O_EXCL), 0666);
    if (fd >= 0 && !(f->file = fdopen(fd, "r+b")))
        close(fd);
    if (!f->file)
        return refuse(why, "%s", strerror(errno));
    return take_up(f, why) || fail(f);
}

bool dataset_file_add(DatasetFile *f, const Game *game, const Played *played, char *why)
{
    f->bytes.count = 0;
    if (!dataset_write_game(&f->texts, game, played, f->games % DATASET_FRESH_EVERY == 0,
                            &f->bytes))
        return refuse(why, "out of memory");
    if (fwrite(f->bytes.at, 1, f->bytes.count, f->file) < f->bytes.count || fflush(f->file) != 0)
        return refuse(why, "%s", strerror(errno));
    f->games++;
    return true;
}

bool dataset_file_finish(DatasetFile *f, char *why)
{
    bool good = fflush(f->file) == 0 && (fsync(fileno(f->file)) == 0 || errno == EINVAL);
    if (!good)
        refuse(why, "%s", strerror(errno));
    dataset_file_close(f);
    return good;
}
