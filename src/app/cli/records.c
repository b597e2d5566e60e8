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
