/* SPDX-License-Identifier: MIT */
/* Accounts of bots, see account.h. */
#include "app/bot/account.h"

#include "base/json.h"
#include "online/ids.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_MAX_BYTES = 1024, KEY_LENGTH = 43, CALL_MS = 10000 };

static bool make_key(char out[KEY_LENGTH + 1])
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    unsigned char bytes[KEY_LENGTH];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (int i = 0; i < KEY_LENGTH; i++)
        out[i] = letters[bytes[i] & (i == KEY_LENGTH - 1 ? 0x3c : 0x3f)]; /* 256 bits, then zeros */
    out[KEY_LENGTH] = '\0';
    return true;
}

/* Makes a directory and those above it. */
static bool make_dirs(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool good = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!good)
            return false;
    }
    return true;
}

/* One key for each server: none of them can pass for us at another. */
static bool default_path(const char *base, const char *name, Str *out)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    uint64_t hash = UINT64_C(1469598103934665603);
    for (const char *c = base; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
    if (data && data[0] == '/')
        str_format(out, "%s/concentric/bots/", data);
    else if (home && home[0] == '/')
        str_format(out, "%s/.local/share/concentric/bots/", home);
    else
        return false;
    for (const char *c = name; *c; c++)
        str_char(out,
                 (*c >= '0' && *c <= '9') || (*c >= 'A' && *c <= 'Z') || (*c >= 'a' && *c <= 'z')
                     ? *c
                     : '-');
    str_format(out, "-%016llx", (unsigned long long)hash);
    return !out->full;
}

static bool write_key(Account *account)
{
    return make_key(account->key) && write(account->file, account->key, KEY_LENGTH) == KEY_LENGTH &&
           write(account->file, "\n", 1) == 1 && fsync(account->file) == 0;
}

static bool read_key(Account *account, const char *path, char *why)
{
    char text[NET_KEY_MAX + 2];
    struct stat about;
    ssize_t n = read(account->file, text, sizeof text - 1);
    if (n < 0 || fstat(account->file, &about) != 0)
        return refuse(why, "%s: %s", path, strerror(errno));
    if (about.st_mode & (S_IRWXG | S_IRWXO))
        return refuse(why, "%s can be read by others: chmod 600 it", path);
    if (n == 0)
        return write_key(account) || refuse(why, "%s: %s", path, strerror(errno));
    text[n] = '\0';
    text[strcspn(text, "\n")] = '\0';
    if (strlen(text) != KEY_LENGTH || !key_is(text))
        return refuse(why, "%s holds no key of a bot", path);
    memcpy(account->key, text, KEY_LENGTH + 1);
    return true;
}

bool account_open(Account *account, const char *path, const char *base, const char *name, char *why)
{
    char room[PATH_MAX_BYTES];
    Str s = str_over(room, sizeof room);
    account->file = -1;
    if (path)
        str_add(&s, path);
    else if (!default_path(base, name, &s))
        return refuse(why, "neither XDG_DATA_HOME nor HOME names a directory; say --key FILE");
    if (s.full)
        return refuse(why, "the name of the key's file is too long");
    if (!path && !make_dirs(room))
        return refuse(why, "%s cannot be made: %s", room, strerror(errno));
    account->file = open(room, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (account->file < 0)
        return refuse(why, "%s: %s", room, strerror(errno));
    if (flock(account->file, LOCK_EX | LOCK_NB) != 0)
        return refuse(why, "another bot uses %s", room);
    return read_key(account, room, why);
}

void account_close(Account *account)
{
    if (account->file >= 0)
        close(account->file);
    memset(account->key, 0, sizeof account->key);
    account->file = -1;
}

bool account_tell(Account *account, const char *base, const char *name, Lang lang, bool *gone,
                  char *why)
{
    char body[512];
    Str s = str_over(body, sizeof body);
    Json json = json_over(&s);
    NetAnswer answer;
    WireAnswer said;
    json_open(&json, '{');
    json_add_text(&json, "name", name);
    json_add_bool(&json, "bot", true);
    json_close(&json, '}');
    NetRequest request = {.base = base,
                          .path = "/me",
                          .key = account->key,
                          .body = body,
                          .lang = lang,
                          .timeout_ms = CALL_MS};
    *gone = true;
    if (!net_call(&request, &answer, why))
        return false;
    *gone = answer.status == 429 || answer.status >= 500;
    bool good = (answer.status == 200 || answer.status == 201) &&
                self_read(answer.bytes, answer.length, &account->self);
    if (!good && wire_read_answer(answer.bytes, answer.length, &said) && said.text[0])
        refuse(why, "%s: %s", base, said.text);
    else if (!good)
        refuse(why, "%s does not know bots (%ld)", base, answer.status);
    net_answer_free(&answer);
    return good;
}
