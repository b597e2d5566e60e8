/* SPDX-License-Identifier: MIT */
/* Files of records, for the commands that read them. */
#include "app/cli/commands.h"
#include "play/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *records_read(const char *path, size_t *length)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    char *bytes = file ? malloc(RECORD_BYTES_MAX + 1) : NULL;
    if (!bytes) {
        complain_of_file("read", path, strerror(errno));
        if (file && !standard)
            fclose(file);
        return NULL;
    }
    *length = fread(bytes, 1, RECORD_BYTES_MAX + 1, file);
    bool good = !ferror(file) && *length <= RECORD_BYTES_MAX;
    if (ferror(file))
        complain_of_file("read", path, strerror(errno));
    else if (!good)
        complain_of_file("read", path, "it is larger than 16777216 bytes");
    if (!standard)
        fclose(file);
    if (!good) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

int complain_of_record(const char *what, const char *path, unsigned game, const char *why,
                       Lang lang)
{
    char reason[WHY_MAX + 32], quoted[64];
    Str s = str_over(reason, sizeof reason), q = str_over(quoted, sizeof quoted);
    str_quote(&q, path);
    if (lang == LANG_JA)
        return complain("%sの%u局目、%s", quoted, game, why);
    str_format(&s, "game %u, %s", game, why);
    return complain_of_file(what, path, reason);
}
