/* SPDX-License-Identifier: MIT */
/* Loading libpq, see store_libpq.h. It stays loaded: its connections have threads of ours. */
#include "online/store_libpq.h"

#include <dlfcn.h>
#include <string.h>

bool libpq_load(Libpq *out, char *why)
{
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return refuse(why, "for a PostgreSQL this program needs libpq: %s", dlerror());
    bool all = true;
    void *found;
/* POSIX says that the bytes of the one pointer are those of the other; ISO C has no conversion. */
#define LIBPQ_FIND(name, full)                                                                     \
    found = dlsym(library, #full);                                                                 \
    memcpy(&out->name, &found, sizeof found);                                                      \
    all = all && found;
    LIBPQ_FUNCTIONS(LIBPQ_FIND)
#undef LIBPQ_FIND
    return all || refuse(why, "the libpq of this machine is too old");
}
