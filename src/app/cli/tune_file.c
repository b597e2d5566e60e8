/* SPDX-License-Identifier: MIT */
/* Files of samples, see tune_file.h. */
#include "app/cli/tune_file.h"

#include "base/bits.h"
#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

typedef struct GameHead {
    uint32_t count, checksum;
} GameHead;

static uint64_t mix_bytes(uint64_t hash, const void *bytes, size_t size)
{
    for (const unsigned char *at = bytes, *end = at + size; at < end; at++)
        hash = bits_mix(hash ^ *at);
    return hash;
}

static uint32_t checksum(const TuneFile *file, const int16_t *feature, const float *result,
                         uint32_t count)
{
    uint64_t hash = mix_bytes(count + 1, feature, count * file->row * sizeof *feature);
    return (uint32_t)mix_bytes(hash, result, count * sizeof *result);
}

/* Hands over the next game. False at the end, and at a game that is not whole. */
static bool read_game(TuneFile *file, int16_t *feature, float *result, bool *taken)
{
    GameHead head;
    *taken = true;
    if (fread(&head, sizeof head, 1, file->file) != 1 || head.count > file->most ||
        fread(feature, sizeof *feature * file->row, head.count, file->file) != head.count ||
        fread(result, sizeof *result, head.count, file->file) != head.count ||
        head.checksum != checksum(file, feature, result, head.count))
        return false;
    *taken = file->take(file->context, feature, result, head.count);
    return *taken;
}

static bool read_games(TuneFile *file, uint64_t *games, char *why)
{
    int16_t *feature = malloc(file->most * file->row * sizeof *feature);
    float *result = malloc(file->most * sizeof *result);
    bool taken = feature && result;
    long end = ftell(file->file);
    for (*games = 0; taken && read_game(file, feature, result, &taken); ++*games)
        end = ftell(file->file);
    free(feature);
    free(result);
    if (!taken)
        return refuse(why, "out of memory");
    return (end >= 0 && ftruncate(fileno(file->file), end) == 0 &&
            fseek(file->file, end, SEEK_SET) == 0) ||
           refuse(why, "%s", strerror(errno));
}

static bool begin(TuneFile *file, const char *head, uint64_t *games, char *why)
{
    char line[TUNE_HEAD_MAX] = "";
    *games = 0;
    if (flock(fileno(file->file), LOCK_EX | LOCK_NB) != 0)
        return refuse(why, "another tune is writing to it");
    if (!fgets(line, sizeof line, file->file)) {
        rewind(file->file);
        return (fputs(head, file->file) >= 0 && fflush(file->file) == 0) ||
               refuse(why, "%s", strerror(errno));
    }
    if (strcmp(line, head) != 0)
        return refuse(why, "it is not of this run (other variant, nodes or seed, another version, "
                           "or no such file at all); give the same command or another file");
    return read_games(file, games, why);
}

bool tune_file_open(TuneFile *file, const char *path, const char *head, uint64_t *games, char *why)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    file->file = fd >= 0 ? fdopen(fd, "r+b") : NULL;
    if (!file->file) {
        refuse(why, "%s", strerror(errno));
        if (fd >= 0)
            close(fd);
        return false;
    }
    if (begin(file, head, games, why))
        return true;
    fclose(file->file);
    file->file = NULL;
    return false;
}

bool tune_file_add(TuneFile *file, const int16_t *feature, const float *result, uint32_t count)
{
    GameHead head = {count, checksum(file, feature, result, count)};
    return !file->file ||
           (fwrite(&head, sizeof head, 1, file->file) == 1 &&
            fwrite(feature, sizeof *feature * file->row, count, file->file) == count &&
            fwrite(result, sizeof *result, count, file->file) == count && fflush(file->file) == 0);
}

bool tune_file_close(TuneFile *file)
{
    return !file->file || fclose(file->file) == 0;
}
