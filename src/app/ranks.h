/* SPDX-License-Identifier: MIT */
/* Solving by several processes that mpirun has started (docs/adr/0096). There are two files behind
 * it: ranks_mpi.c with MPI, if the build asks for it (CONCENTRIC_MPI), and ranks_none.c. */
#ifndef CONCENTRIC_APP_RANKS_H
#define CONCENTRIC_APP_RANKS_H

#include "solve/exchange.h"

/* Joins the other ranks, if there are any: else *out is NULL. False with a reason. */
bool ranks_begin(Exchange **out, char *why);
/* All ranks must come here. Nothing for NULL. */
void ranks_end(Exchange *exchange);

/* ranks.c: what was sent between ranks, for each entry, on stdout of rank 0. All call it. */
void ranks_tell(Exchange *exchange);

#endif
