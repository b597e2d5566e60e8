/* SPDX-License-Identifier: MIT */
/* Files of the terminal game, see files.h. */
#define _GNU_SOURCE /* O_TMPFILE */
#include "app/tui/files.h"

#include "play/record.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void put(void *context, const char *bytes, size_t count)
{
    fwrite(bytes, 1, count, context);
}

/* What goes into a file: a game, or a text that is there already. */
typedef struct Content {
    const Play *play;
    const char *bytes;
    size_t count;
} Content;

/* Everything into an open file, down to the disk. */
static bool write_through(const Content *content, FILE *file, char *why)
{
    const Play *play = content->play;
    bool stored = !play || record_write_table(&play->table, play->shown, put, file);
    if (!play)
        put(file, content->bytes, content->count);
    bool good = stored && fflush(file) == 0 && !ferror(file) && fsync(fileno(file)) == 0;
    if (!good)
        refuse(why, "%s", stored ? strerror(errno) : "there is not enough memory");
    return good;
}

/* A file of the directory of `path` that has no name yet, or one named `temporary` where the file
 * system knows no such files. */
static FILE *open_unnamed(const char *path, char *temporary, bool *named)
{
    char directory[FILES_PATH_MAX];
    const char *slash = strrchr(path, '/');
    Str d = str_over(directory, sizeof directory);
    str_bytes(&d, path, slash ? (size_t)(slash - path) + 1 : 0);
    int fd = open(d.length ? directory : ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    *named = fd < 0;
    if (fd < 0)
        fd = mkstemp(temporary);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (fd >= 0 && !file) {
        close(fd);
        if (*named)
            unlink(temporary);
    }
    return file;
}

/* Gives the file in hand a name that no file has. */
static bool give_name(FILE *file, bool named, const char *temporary, const char *name)
{
    char self[32];
    Str s = str_over(self, sizeof self);
    str_format(&s, "/proc/self/fd/%d", fileno(file));
    return named ? link(temporary, name) == 0 && unlink(temporary) == 0
                 : linkat(AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
}

/* A free name beside `path`; the last six letters are made anew until one is. */
static bool name_beside(FILE *file, bool named, char *temporary)
{
    enum { TRIES = 100 };
    if (named)
        return true;
    size_t end = strlen(temporary);
    for (unsigned i = 0; i < TRIES; i++) {
        Str s = {temporary, end + 1, end - 6, false};
        str_format(&s, "%06x", ((unsigned)getpid() * 31 + i) & 0xffffff);
        if (give_name(file, false, "", temporary))
            return true;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

/* `fresh`: only if no file has the name yet. */
static bool write_file(const Content *content, const char *path, bool fresh, struct stat *wrote,
                       char *why)
{
    char temporary[FILES_PATH_MAX + 16];
    Str s = str_over(temporary, sizeof temporary);
    bool named;
    str_format(&s, "%s.XXXXXX", path);
    if (s.full)
        return refuse(why, "the name is too long");
    FILE *file = open_unnamed(path, temporary, &named);
    if (!file)
        return refuse(why, "%s", strerror(errno));
    bool good = write_through(content, file, why);
    bool placed = good &&
                  (fresh ? give_name(file, named, temporary, path)
                         : name_beside(file, named, temporary) && rename(temporary, path) == 0);
    if (good && !placed)
        refuse(why, "%s", strerror(errno));
    if (!placed && (named || !fresh))
        unlink(temporary);
    good = placed && fstat(fileno(file), wrote) == 0;
    fclose(file);
    return good;
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* Is the place free, or is what is there ours and as we left it? */
static bool may_write(const char *path, const FilesOwn *own, Lang lang, bool *fresh, char *why)
{
    static const Text foreign = {{"there is a file of this name already; choose another name",
                                  "同じ名前のファイルがあります。別の名前にしてください"}};
    struct stat there;
    *fresh = lstat(path, &there) != 0;
    if (*fresh)
        return true;
    if (!S_ISREG(there.st_mode))
        return refuse(why, "%s is not a file", path);
    for (unsigned i = 0; i < own->count && i < FILES_OWN_MAX; i++)
        if (is_same(&there, &own->seen[i]))
            return true;
    return refuse(why, "%s", foreign.in[lang]);
}

static bool write_own(const Content *content, const char *path, Lang lang, FilesOwn *own, char *why)
{
    struct stat wrote;
    bool fresh;
    if (!may_write(path, own, lang, &fresh, why) || !write_file(content, path, fresh, &wrote, why))
        return false;
    own->seen[own->count++ % FILES_OWN_MAX] = wrote;
    return true;
}

bool files_write(const Play *play, const char *path, FilesOwn *own, char *why)
{
    return write_own(&(Content){.play = play}, path, play->lang, own, why);
}

bool files_write_text(const char *bytes, size_t count, const char *path, Lang lang, FilesOwn *own,
                      char *why)
{
    return write_own(&(Content){.bytes = bytes, .count = count}, path, lang, own, why);
}

bool files_replace(const char *bytes, size_t count, const char *path, char *why)
{
    struct stat wrote;
    return write_file(&(Content){.bytes = bytes, .count = count}, path, false, &wrote, why);
}

void files_free_name(const char *name, Str *out)
{
    size_t before = out->length;
    struct stat there;
    str_format(out, "%s.txt", name);
    for (int n = 2; n < 1000 && lstat(out->text + before, &there) == 0; n++) {
        out->length = before;
        str_format(out, "%s-%d.txt", name, n);
    }
}

bool files_is_record(const char *bytes, size_t count, Variants *variants, Lang lang)
{
    Table table;
    uint32_t shown;
    char why[WHY_MAX];
    if (count > RECORD_BYTES_MAX ||
        !record_read_table(&table, variants, bytes, count, 0, true, lang, &shown, why))
        return false;
    table_close(&table);
    return true;
}

char *files_read_bytes(const char *path, size_t most, size_t *count, char *why)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a pipe must not make it wait */
    FILE *file = fd >= 0 ? fdopen(fd, "rb") : NULL;
    struct stat about;
    if (!file) {
        refuse(why, "%s", strerror(errno));
        return NULL;
    }
    bool good = fstat(fileno(file), &about) == 0;
    if (!good)
        refuse(why, "%s", strerror(errno));
    else if (!S_ISREG(about.st_mode))
        good = refuse(why, "it is no plain file");
    else if (about.st_size > (off_t)most)
        good = refuse(why, "it is larger than %zu bytes", most);
    char *bytes = good ? malloc((size_t)about.st_size + 1) : NULL;
    if (good && !bytes)
        refuse(why, "there is not enough memory");
    *count = bytes ? fread(bytes, 1, (size_t)about.st_size, file) : 0;
    fclose(file);
    return bytes;
}

bool files_read(const char *path, Variants *variants, Lang lang, int64_t now, Play *out, char *why)
{
    Table table;
    uint32_t shown;
    size_t count;
    char *bytes = files_read_bytes(path, RECORD_BYTES_MAX, &count, why);
    if (!bytes)
        return false;
    bool good = record_read_table(&table, variants, bytes, count, now, true, lang, &shown, why);
    if (good)
        play_adopt(out, &table, shown, lang, now);
    free(bytes);
    return good;
}

/* A directory that the environment names, or the usual one below the home; made if it is asked for
 * and not there. */
static bool find_directory(const char *variable, const char *usual, bool make, Str *out)
{
    const char *named = getenv(variable), *home = getenv("HOME");
    if (named && named[0] == '/')
        str_format(out, "%s/concentric", named);
    else if (home && home[0] == '/')
        str_format(out, "%s/%s/concentric", home, usual);
    else
        return false;
    for (char *p = out->text + 1; make && *p; p++) {
        if (*p != '/')
            continue;
        *p = '\0';
        mkdir(out->text, 0700);
        *p = '/';
    }
    if (make)
        mkdir(out->text, 0700);
    return !out->full;
}

static bool state_directory(bool make, Str *out)
{
    return find_directory("XDG_STATE_HOME", ".local/state", make, out);
}

bool files_data_directory(bool make, Str *out)
{
    return find_directory("XDG_DATA_HOME", ".local/share", make, out);
}

/* A variant text is letters, digits, commas, equal signs and dashes: a good name for a file. */
static bool name_state(const char *variant, bool make, Str *out)
{
    if (!state_directory(make, out))
        return false;
    str_format(out, "/%s.game", variant);
    return !out->full;
}

bool files_state_path(const char *variant, char *path)
{
    Str s = str_over(path, FILES_PATH_MAX);
    return name_state(variant, false, &s);
}

bool files_is_worth_saving(const Play *play)
{
    bool begun = play_length(play) > 0 || play->table.round_count > 1;
    bool more = play->table.in_series && table_has_next(&play->table);
    return begun && (!play_is_over(play) || more);
}

bool files_save_state(const Play *play, bool put_by, char *why)
{
    char path[FILES_PATH_MAX], old[FILES_PATH_MAX + 8];
    Str s = str_over(path, sizeof path), o = str_over(old, sizeof old);
    bool worth = files_is_worth_saving(play);
    if (!name_state(play->table.game->id, worth, &s))
        return refuse(why, "neither XDG_STATE_HOME nor HOME names a directory");
    str_format(&o, "%s.old", path);
    if (put_by && (worth || play_length(play)))
        rename(path, old); /* there may be none */
    struct stat wrote;
    if (worth)
        return write_file(&(Content){.play = play}, path, false, &wrote, why);
    if (play_length(play))
        unlink(path);
    return true;
}

typedef struct Found {
    char variant[VARIANT_TEXT_MAX];
    struct timespec when;
} Found;

static bool is_newer(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

/* Keeps the newest `max`, sorted. */
static int insert(Found *list, int count, int max, const Found *found)
{
    int at = count;
    while (at > 0 && is_newer(&found->when, &list[at - 1].when))
        at--;
    if (at >= max)
        return count;
    int end = count < max ? count : max - 1;
    memmove(&list[at + 1], &list[at], (size_t)(end - at) * sizeof *list);
    list[at] = *found;
    return end + 1;
}

/* A save that was killed between two names: VARIANT.game and six letters behind it. */
static void clean(const char *directory, const char *name)
{
    const char *at = strstr(name, ".game.");
    char path[2 * FILES_PATH_MAX];
    Str p = str_over(path, sizeof path);
    struct stat about;
    str_format(&p, "%s/%s", directory, name);
    bool left = at && strlen(at) == strlen(".game.") + 6 && !p.full;
    if (left && lstat(path, &about) == 0 && S_ISREG(about.st_mode) &&
        time(NULL) - about.st_mtime > 60) /* another game may be saving right now */
        unlink(path);
}

static bool find_state(const char *directory, const char *name, Found *out)
{
    size_t length = strlen(name);
    char path[2 * FILES_PATH_MAX];
    struct stat about;
    if (length < 6 || length - 5 >= VARIANT_TEXT_MAX || strcmp(name + length - 5, ".game") != 0)
        return false;
    Str v = str_over(out->variant, sizeof out->variant), p = str_over(path, sizeof path);
    str_bytes(&v, name, length - 5);
    str_format(&p, "%s/%s", directory, name);
    if (p.full || stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return false;
    out->when = about.st_mtim;
    return true;
}

int files_list_states(char variants[][VARIANT_TEXT_MAX], int max)
{
    char directory[FILES_PATH_MAX];
    Str s = str_over(directory, sizeof directory);
    Found list[FILES_LIST_MAX], found;
    int count = 0;
    if (max > FILES_LIST_MAX)
        max = FILES_LIST_MAX;
    DIR *dir = state_directory(false, &s) ? opendir(directory) : NULL;
    if (!dir)
        return 0;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
        if (find_state(directory, entry->d_name, &found))
            count = insert(list, count, max, &found);
        else
            clean(directory, entry->d_name);
    closedir(dir);
    for (int i = 0; i < count; i++)
        memcpy(variants[i], list[i].variant, VARIANT_TEXT_MAX);
    return count;
}
