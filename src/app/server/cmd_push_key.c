/* SPDX-License-Identifier: MIT */
/* `concentric push-key`: the key by which push services know a server. */
#include "app/cli/commands.h"
#include "app/reply.h"
#include "online/webpush.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool write_all(int file, const char *bytes, size_t count)
{
    while (count) {
        ssize_t wrote = write(file, bytes, count);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        bytes += wrote;
        count -= (size_t)wrote;
    }
    return fsync(file) == 0;
}

static int run_push_key(const Args *args)
{
    const char *path = args->word[0];
    char pem[PUSH_PEM_MAX], public_key[PUSH_PUBLIC_CHARS + 1];
    Str s = str_over(pem, sizeof pem);
    PushKey *key = push_key_make();
    if (!key || !push_key_write(key, &s)) {
        push_key_free(key);
        return complain("no key can be made: libcrypto fails");
    }
    push_key_public(key, public_key);
    push_key_free(key);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool good = file >= 0 && write_all(file, pem, s.length);
    int error = errno;
    memset(pem, 0, sizeof pem);
    if (file >= 0)
        close(file);
    if (!good) {
        if (file >= 0)
            unlink(path);
        return complain_of_file("write", path, strerror(error));
    }
    if (args_value(args, "--json")) {
        cJSON *json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "public_key", public_key);
        return reply_print(json, false) ? EXIT_GOOD : EXIT_BAD_INPUT;
    }
    printf("%s\n", public_key);
    return EXIT_GOOD;
}

const Command command_push_key = {
    .name = "push-key",
    .words = "FILE",
    .word_count = 1,
    .summary = "Make the key by which push services know your server.",
    .details = "The file (which must not exist yet; mode 0600) is for serve --push-key; its public "
               "half\n"
               "is printed. Keep it: browsers have subscribed to this key, and with another one "
               "they\n"
               "have to do so again.",
    .flags = {FLAG_JSON},
    .run = run_push_key,
};
