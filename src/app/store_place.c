/* SPDX-License-Identifier: MIT */
/* Where tables are kept, see store_place.h. */
#include "app/store_place.h"

#include <stdlib.h>

static bool default_dir(Str *dir, char *why)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && data[0] == '/')
        str_format(dir, "%s/concentric", data);
    else if (home && home[0] == '/')
        str_format(dir, "%s/.local/share/concentric", home);
    else
        return refuse(why, "there is no home directory: say --data DIR");
    return true;
}

bool store_place(const char *data, const char *store, StorePlace *out, char *why)
{
    Str dir = str_over(out->dir, sizeof out->dir);
    out->setup = (TstoreSetup){0};
    if (data && store)
        return refuse(why, "--data and --store exclude each other");
    if (store) {
        out->setup.url = store;
        return true;
    }
    if (data)
        str_add(&dir, data);
    else if (!default_dir(&dir, why))
        return false;
    out->setup.dir = out->dir;
    return !dir.full || refuse(why, "the name of the directory is too long");
}
