/* SPDX-License-Identifier: MIT */
/* A program without MPI (ranks.h): one process, and a word for those who start several. */
#include "app/ranks.h"

#include "base/str.h"

#include <stdlib.h>

bool ranks_begin(Exchange **out, char *why)
{
    const char *size = getenv("OMPI_COMM_WORLD_SIZE");
    *out = NULL;
    return !size || atoi(size) <= 1 ||
           refuse(why, "this program was built without MPI: start it without mpirun, or build it "
                       "with cmake --preset mpi");
}

void ranks_end(Exchange *exchange)
{
    (void)exchange;
}
