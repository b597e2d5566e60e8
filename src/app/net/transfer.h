/* SPDX-License-Identifier: MIT */
/* One request under way: libcurl's handle with what belongs to it. Inside app/net. */
#ifndef CONCENTRIC_APP_NET_TRANSFER_H
#define CONCENTRIC_APP_NET_TRANSFER_H

#include "app/net/call.h"

#include <curl/curl.h>

/* A piece of a streamed answer; false ends it. */
typedef bool TransferTake(void *context, const char *bytes, size_t count);

typedef struct Transfer {
    CURL *easy; /* NULL: none is under way */
    struct curl_slist *headers;
    char *bytes; /* of the answer; ends with NUL */
    size_t length, capacity;
    TransferTake *take; /* of a streamed answer, else NULL */
    void *context;
    char error[CURL_ERROR_SIZE];
} Transfer;

/* Makes the handle. False without memory; then there is nothing to end. */
bool transfer_begin(Transfer *transfer, const NetRequest *request);
void transfer_end(Transfer *transfer);
long transfer_status(const Transfer *transfer);

#endif
