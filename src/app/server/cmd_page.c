/* SPDX-License-Identifier: MIT */
/* `concentric page DIR`: writes the page's files out, for any server of static files. A marker file
 * shows later that the folder is ours to write over.
 *
 * A server may be reading the folder meanwhile, and others may have put links into it. So every
 * file is first written whole beside its place, and only when all of them are there do they take
 * their names, the documents last, for these name the others. Folders and files are opened one name
 * at a time and never through a link. What fails before leaves the folder as it was. */
#define _GNU_SOURCE /* syncfs */
#include "app/cli/commands.h"
#include "app/reply.h"
#include "app/server/files.h"
#include "app/server/host_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char marker[] = ".concentric-page";
static const char fresh[] = ".concentric-new"; /* ends the name of a file until all are there */

enum { PATH_BYTES = 512, FOLDERS_MAX = 64 };

/* One file to write: the marker, one for hosts, or one of the page's. */
typedef struct Part {
    const char *name;
    const void *bytes;
    size_t size;
} Part;

typedef struct Out {
    const char *folder; /* as the user named it */
    int root;
    bool made_root;
    size_t made; /* folders that were not there before, for taking them away again */
    char made_name[FOLDERS_MAX][PATH_BYTES];
} Out;

static HostFile host_file[HOST_FILES];

/* How many files there are besides the page's: they come first. */
enum { OTHERS = 1 + HOST_FILES };

static Part part_of(size_t i)
{
    static const char note[] = "Written by `concentric page`, which may write over this folder.\n";
    if (i == 0)
        return (Part){marker, note, sizeof note - 1};
    if (i < OTHERS)
        return (Part){host_file[i - 1].name, host_file[i - 1].text, host_file[i - 1].length};
    const PageFile *file = &page_files[i - OTHERS];
    return (Part){file->name, file->bytes, file->size};
}

/* The board for other pages needs a server. */
static bool is_left_out(size_t i)
{
    return i >= OTHERS && strncmp(page_files[i - OTHERS].name, "embed/", 6) == 0;
}

static bool fail(const Out *out, const char *name, const char *why)
{
    char path[PATH_BYTES * 2];
    Str s = str_over(path, sizeof path);
    str_format(&s, "%s/%s", out->folder, name);
    complain_of_file("write", path, why);
    return false;
}

static bool fail_here(const Out *out, const char *name)
{
    bool link = errno == ELOOP || errno == ENOTDIR;
    return fail(out, name,
                link ? "it is a link or no folder; nothing was changed" : strerror(errno));
}

/* Opens the folder that `name` lies in, making what is missing, and says what its last name is. */
static int open_folder(Out *out, const char *name, const char **last)
{
    char step[PATH_BYTES];
    int at = dup(out->root);
    *last = name;
    for (const char *slash; at >= 0 && (slash = strchr(*last, '/')); *last = slash + 1) {
        snprintf(step, sizeof step, "%.*s", (int)(slash - *last), *last);
        bool made = mkdirat(at, step, 0777) == 0;
        if (made && out->made < FOLDERS_MAX)
            snprintf(out->made_name[out->made++], PATH_BYTES, "%.*s", (int)(slash - name), name);
        int below = made || errno == EEXIST
                        ? openat(at, step, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                        : -1;
        int why = errno;
        close(at);
        errno = why;
        at = below;
    }
    if (at < 0)
        fail_here(out, name);
    return at;
}

static bool write_all(int file, const char *bytes, size_t size)
{
    for (ssize_t n; size > 0; bytes += n, size -= (size_t)n)
        if ((n = write(file, bytes, size)) < 0) {
            if (errno != EINTR)
                return false;
            n = 0;
        }
    return true;
}

/* Is the place of a file free, or a plain file's? */
static bool may_replace(const Out *out, int folder, const char *last, const char *name)
{
    struct stat now;
    if (fstatat(folder, last, &now, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT || fail_here(out, name);
    return S_ISREG(now.st_mode) || fail(out, name, "it is a link or no file; nothing was changed");
}

/* Writes a file beside its place. */
static bool prepare(Out *out, const Part *part)
{
    char temporary[PATH_BYTES];
    const char *last;
    int folder = open_folder(out, part->name, &last);
    if (folder < 0)
        return false;
    bool good = may_replace(out, folder, last, part->name);
    if (good) {
        snprintf(temporary, sizeof temporary, "%s%s", last, fresh);
        unlinkat(folder, temporary, 0); /* of a run that was stopped */
        int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
        int file = openat(folder, temporary, flags, 0666);
        good = file >= 0 && write_all(file, part->bytes, part->size);
        int why = errno;
        good = (file < 0 || close(file) == 0) && good;
        if (!good)
            unlinkat(folder, temporary, 0);
        errno = why;
        good = good || fail_here(out, part->name);
    }
    close(folder);
    return good;
}

/* Gives a prepared file its name, or takes it away. */
static bool settle(Out *out, const char *name, bool keep)
{
    char temporary[PATH_BYTES];
    const char *last;
    int folder = open_folder(out, name, &last);
    if (folder < 0)
        return false;
    snprintf(temporary, sizeof temporary, "%s%s", last, fresh);
    bool good = keep ? renameat(folder, temporary, folder, last) == 0 || fail_here(out, name)
                     : unlinkat(folder, temporary, 0) == 0;
    close(folder);
    return good;
}

/* Takes away what was prepared, and the folders that were made for it. */
static void give_up(Out *out, size_t prepared)
{
    for (size_t i = 0; i < prepared; i++)
        if (!is_left_out(i))
            settle(out, part_of(i).name, false);
    while (out->made > 0)
        unlinkat(out->root, out->made_name[--out->made], AT_REMOVEDIR);
    if (out->made_root)
        rmdir(out->folder);
}

static bool write_page(Out *out)
{
    size_t count = page_file_count + OTHERS;
    host_files_make(host_file);
    for (size_t i = 0; i < count; i++) {
        Part part = part_of(i);
        if (!is_left_out(i) && !prepare(out, &part)) {
            give_up(out, i);
            return false;
        }
    }
    syncfs(out->root); /* a name must not be on the disk before its bytes */
    for (int documents = 0; documents < 2; documents++)
        for (size_t i = 0; i < count; i++)
            if (!is_left_out(i) &&
                (i >= OTHERS && !page_files[i - OTHERS].lasting) == (documents == 1) &&
                !settle(out, part_of(i).name, true)) {
                give_up(out, count); /* of what has no name yet; folders in use stay */
                return false;
            }
    return fsync(out->root) == 0 || fail_here(out, "");
}

/* Is there anything in the folder but the page of an earlier run? */
static bool may_write_into(const Out *out)
{
    bool empty = true, ours = false;
    int copy = openat(out->root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = copy < 0 ? NULL : fdopendir(copy);
    if (!dir) {
        complain_of_file("read the folder", out->folder, strerror(errno));
        return false;
    }
    for (struct dirent *entry; (entry = readdir(dir));) {
        ours |= strncmp(entry->d_name, marker, strlen(marker)) == 0; /* or not yet named so */
        empty &= strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    }
    closedir(dir);
    if (!empty && !ours)
        complain_of_file("write into", out->folder,
                         "it has other files; name an empty or new folder, or give --force");
    return empty || ours;
}

/* The folder itself may be a link: whoever named it chose it. */
static bool open_root(Out *out)
{
    out->made_root = mkdir(out->folder, 0777) == 0;
    if (!out->made_root && errno != EEXIST) {
        complain_of_file("make the folder", out->folder, strerror(errno));
        return false;
    }
    out->root = open(out->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool free = out->root >= 0 && flock(out->root, LOCK_EX | LOCK_NB) == 0;
    if (!free)
        complain_of_file("write into", out->folder,
                         errno == EWOULDBLOCK ? "another run is writing there" : strerror(errno));
    return free;
}

static int run_page(const Args *args)
{
    Out out = {.folder = args->word[0], .root = -1};
    size_t total = 0, count = 0;
    bool good = open_root(&out) && (args_value(args, "--force") || may_write_into(&out)) &&
                write_page(&out);
    if (out.root >= 0)
        close(out.root);
    if (!good)
        return EXIT_BAD_INPUT;
    for (size_t i = 0; i < page_file_count; i++)
        if (!is_left_out(i + OTHERS)) {
            total += page_files[i].size;
            count++;
        }
    if (args_value(args, "--json")) {
        cJSON *json = cJSON_CreateObject();
        reply_count(json, "files", count);
        reply_count(json, "bytes", total);
        cJSON_AddStringToObject(json, "folder", out.folder);
        return reply_print(json, false) ? EXIT_GOOD : EXIT_BAD_INPUT;
    }
    char quoted[64];
    Str q = str_over(quoted, sizeof quoted);
    str_quote(&q, out.folder);
    printf("wrote %zu files, %zu bytes, into %s\n", count, total, quoted);
    return EXIT_GOOD;
}

const Command command_page = {
    .name = "page",
    .words = "DIR",
    .word_count = 1,
    .summary = "Write the page's files into a folder, for any server of static files.",
    .details =
        "The folder is made if it is missing. One with other files in it is refused, unless\n"
        "an earlier run wrote it. All files are written beside their places first and then\n"
        "renamed, so that a server can go on reading; links in the folder are refused.\n"
        "Threads in the page need a server that sends\n"
        "Cross-Origin-Opener-Policy: same-origin and\n"
        "Cross-Origin-Embedder-Policy: require-corp; without them it uses one. The folder has\n"
        "what tells well-known hosts to send these and all other headers of `serve`: _headers\n"
        "(Netlify, Cloudflare Pages), vercel.json, .htaccess (Apache). GitHub Pages sends none of\n"
        "its own choosing; docs/page.md has the lines for nginx and Caddy.",
    .flags = {{"--force", NULL, "write into a folder that has other files in it"}, FLAG_JSON},
    .run = run_page,
};
