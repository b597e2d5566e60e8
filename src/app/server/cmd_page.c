/* SPDX-License-Identifier: MIT */
/* `concentric page DIR`: writes the page's files out, for any server of static files. A marker file
 * shows later that the folder is ours to write over. */
#include "app/cli/commands.h"
#include "app/server/files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char marker[] = ".concentric-page";

enum { PATH_BYTES = 4096 };

static bool fail(const char *what, const char *path)
{
    complain_of_file(what, path, strerror(errno));
    return false;
}

static bool join(const char *folder, const char *name, char *out)
{
    Str s = str_over(out, PATH_BYTES);
    str_format(&s, "%s/%s", folder, name);
    errno = ENAMETOOLONG;
    return !s.full || fail("write into", folder);
}

static bool make_folder(const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST || fail("make the folder", path);
}

/* Makes the folders between the first `root` bytes of a path and its last name. */
static bool make_folders(char *path, size_t root)
{
    for (char *slash = strchr(path + root + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool made = make_folder(path);
        *slash = '/';
        if (!made)
            return false;
    }
    return true;
}

static bool write_out(const char *folder, const char *name, const void *bytes, size_t size)
{
    char path[PATH_BYTES];
    if (!join(folder, name, path) || !make_folders(path, strlen(folder)))
        return false;
    FILE *file = fopen(path, "wb");
    if (!file)
        return fail("write", path);
    bool good = fwrite(bytes, 1, size, file) == size;
    good = fclose(file) == 0 && good;
    return good || fail("write", path);
}

/* Is there anything in the folder but the page of an earlier run? */
static bool may_write_into(const char *folder)
{
    bool empty = true, ours = false;
    DIR *dir = opendir(folder);
    if (!dir)
        return fail("read the folder", folder);
    for (struct dirent *entry; (entry = readdir(dir));) {
        ours |= strcmp(entry->d_name, marker) == 0;
        empty &= strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    }
    closedir(dir);
    if (!empty && !ours)
        complain_of_file("write into", folder,
                         "it has other files; name an empty or new folder, or give --force");
    return empty || ours;
}

static int run_page(const Args *args)
{
    static const char note[] = "Written by `concentric page`, which may write over this folder.\n";
    const char *folder = args->word[0];
    size_t total = 0;
    if (!make_folder(folder) || (!args_value(args, "--force") && !may_write_into(folder)) ||
        !write_out(folder, marker, note, sizeof note - 1))
        return EXIT_BAD_INPUT;
    for (size_t i = 0; i < page_file_count; i++) {
        if (!write_out(folder, page_files[i].name, page_files[i].bytes, page_files[i].size))
            return EXIT_BAD_INPUT;
        total += page_files[i].size;
    }
    char quoted[64];
    Str q = str_over(quoted, sizeof quoted);
    str_quote(&q, folder);
    printf("wrote %zu files, %zu bytes, into %s\n", page_file_count, total, quoted);
    return EXIT_GOOD;
}

const Command command_page = {
    .name = "page",
    .words = "DIR",
    .word_count = 1,
    .summary = "Write the page's files into a folder, for any server of static files.",
    .details =
        "The folder is made if it is missing. One with other files in it is refused, unless\n"
        "an earlier run wrote it. Threads in the page need a server that sends\n"
        "Cross-Origin-Opener-Policy: same-origin and\n"
        "Cross-Origin-Embedder-Policy: require-corp; without them it uses one.",
    .flags = {{"--force", NULL, "write into a folder that has other files in it"}},
    .run = run_page,
};
