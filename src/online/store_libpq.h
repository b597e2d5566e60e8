/* SPDX-License-Identifier: MIT */
/* libpq, loaded when a server is asked for: it brings twenty more libraries, and a program that is
 * started to list moves should not wait 15 ms for them. */
#ifndef CONCENTRIC_ONLINE_STORE_LIBPQ_H
#define CONCENTRIC_ONLINE_STORE_LIBPQ_H

#include "base/str.h"

#include <libpq-fe.h>

#define LIBPQ_FUNCTIONS(F)                                                                         \
    F(backendPID, PQbackendPID)                                                                    \
    F(clear, PQclear)                                                                              \
    F(cmdTuples, PQcmdTuples)                                                                      \
    F(connectdbParams, PQconnectdbParams)                                                          \
    F(consumeInput, PQconsumeInput)                                                                \
    F(enterPipelineMode, PQenterPipelineMode)                                                      \
    F(exitPipelineMode, PQexitPipelineMode)                                                        \
    F(pipelineSync, PQpipelineSync)                                                                \
    F(errorMessage, PQerrorMessage)                                                                \
    F(finish, PQfinish)                                                                            \
    F(flush, PQflush)                                                                              \
    F(freemem, PQfreemem)                                                                          \
    F(getResult, PQgetResult)                                                                      \
    F(getvalue, PQgetvalue)                                                                        \
    F(isBusy, PQisBusy)                                                                            \
    F(nfields, PQnfields)                                                                          \
    F(notifies, PQnotifies)                                                                        \
    F(ntuples, PQntuples)                                                                          \
    F(resultErrorField, PQresultErrorField)                                                        \
    F(resultStatus, PQresultStatus)                                                                \
    F(sendPrepare, PQsendPrepare)                                                                  \
    F(sendQuery, PQsendQuery)                                                                      \
    F(sendQueryParams, PQsendQueryParams)                                                          \
    F(sendQueryPrepared, PQsendQueryPrepared)                                                      \
    F(setNoticeReceiver, PQsetNoticeReceiver)                                                      \
    F(setSingleRowMode, PQsetSingleRowMode)                                                        \
    F(setnonblocking, PQsetnonblocking)                                                            \
    F(socket, PQsocket)                                                                            \
    F(status, PQstatus)                                                                            \
    F(transactionStatus, PQtransactionStatus)

/* Every function under its name without PQ. */
typedef struct Libpq {
#define LIBPQ_MEMBER(name, full) __typeof__(full) *name;
    LIBPQ_FUNCTIONS(LIBPQ_MEMBER)
#undef LIBPQ_MEMBER
} Libpq;

/* False with a sentence if there is no libpq on this machine. */
bool libpq_load(Libpq *out, char *why);

#endif
