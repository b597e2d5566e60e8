/* SPDX-License-Identifier: MIT */
/* Replays corpora without libFuzzer: fuzz_x DIR... gives every file of every directory to the
 * target once. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    static uint8_t data[1 << 20];
    if (!file)
        return 1;
    size_t size = fread(data, 1, sizeof data, file);
    int bad = ferror(file) || !feof(file);
    fclose(file);
    if (bad)
        return 1;
    /* A block of its own size, so that the address sanitizer sees a read past the end. */
    uint8_t *input = malloc(size ? size : 1);
    if (!input)
        return 1;
    memcpy(input, data, size);
    LLVMFuzzerTestOneInput(input, size);
    free(input);
    return 0;
}

int main(int argc, char **argv)
{
    int count = 0;
    for (int i = 1; i < argc; i++) {
        DIR *dir = opendir(argv[i]);
        if (!dir) {
            perror(argv[i]);
            return 1;
        }
        for (struct dirent *entry; (entry = readdir(dir));) {
            char path[4096];
            if (entry->d_name[0] == '.')
                continue;
            snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
            if (replay_file(path)) {
                fprintf(stderr, "cannot read %s\n", path);
                return 1;
            }
            count++;
        }
        closedir(dir);
    }
    printf("%d inputs\n", count);
    return count == 0;
}
