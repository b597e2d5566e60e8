/* SPDX-License-Identifier: MIT */
/* Requests by libcurl, see call.h and transfer.h. Only http and https, no redirects (a key must not
 * follow them), no signals, every answer bounded. */
#include "app/net/call.h"

#include "app/net/transfer.h"
#include "app/net/wire.h"

#include <stdlib.h>
#include <string.h>

enum { CONNECT_MS = 10000, HEADER_MAX = NET_KEY_MAX + 64, ADDRESS_MAX = NET_BASE_MAX + 96 };

bool net_begin(void)
{
    return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

void net_end(void)
{
    curl_global_cleanup();
}

static bool grow(Transfer *transfer, size_t needed)
{
    size_t capacity = transfer->capacity ? transfer->capacity : 4096;
    while (capacity < needed)
        capacity *= 2;
    char *bytes = capacity > transfer->capacity ? realloc(transfer->bytes, capacity)
                                                : transfer->bytes;
    if (!bytes)
        return false;
    transfer->bytes = bytes;
    transfer->capacity = capacity;
    return true;
}

static size_t take_bytes(char *bytes, size_t size, size_t count, void *context)
{
    Transfer *transfer = context;
    size_t total = size * count;
    if (transfer->take && transfer_status(transfer) == 200)
        return transfer->take(transfer->context, bytes, total) ? total : 0;
    if (transfer->length + total >= WIRE_ANSWER_MAX ||
        !grow(transfer, transfer->length + total + 1))
        return 0;
    memcpy(transfer->bytes + transfer->length, bytes, total);
    transfer->length += total;
    transfer->bytes[transfer->length] = '\0';
    return total;
}

static bool add_header(Transfer *transfer, const char *name, const char *value)
{
    char text[HEADER_MAX];
    Str s = str_over(text, sizeof text);
    str_format(&s, "%s: %s", name, value);
    struct curl_slist *list = s.full ? NULL : curl_slist_append(transfer->headers, text);
    memset(text, 0, sizeof text);
    if (list)
        transfer->headers = list;
    return list != NULL;
}

static bool add_headers(Transfer *transfer, const NetRequest *request)
{
    char bearer[NET_KEY_MAX + 8];
    Str s = str_over(bearer, sizeof bearer);
    bool good = add_header(transfer, "Accept-Language", request->lang == LANG_JA ? "ja" : "en");
    if (request->key && *request->key) {
        str_format(&s, "Bearer %s", request->key);
        good = good && add_header(transfer, "Authorization", bearer);
    }
    if (request->body)
        good = good && add_header(transfer, "Content-Type", "application/json");
    return good;
}

static bool set_options(Transfer *transfer, const NetRequest *request, const char *address)
{
    CURL *easy = transfer->easy;
    bool good = curl_easy_setopt(easy, CURLOPT_URL, address) == CURLE_OK &&
                curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
                curl_easy_setopt(easy, CURLOPT_HTTPHEADER, transfer->headers) == CURLE_OK;
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, request->timeout_ms);
    curl_easy_setopt(easy, CURLOPT_TCP_NODELAY, 1L);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "concentric/" CONCENTRIC_VERSION);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->error);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_bytes);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
    curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
    if (request->body)
        good = good && curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, request->body) == CURLE_OK;
    return good;
}

bool transfer_begin(Transfer *transfer, const NetRequest *request)
{
    char address[ADDRESS_MAX];
    Str s = str_over(address, sizeof address);
    transfer->length = 0;
    transfer->error[0] = '\0';
    transfer->headers = NULL;
    str_format(&s, "%s/api/v1%s", request->base, request->path);
    transfer->easy = curl_easy_init();
    if (transfer->easy && !s.full && grow(transfer, 1) && add_headers(transfer, request) &&
        set_options(transfer, request, address)) {
        transfer->bytes[0] = '\0';
        return true;
    }
    transfer_end(transfer);
    return false;
}

void transfer_end(Transfer *transfer)
{
    curl_easy_cleanup(transfer->easy);
    curl_slist_free_all(transfer->headers);
    free(transfer->bytes);
    transfer->easy = NULL;
    transfer->headers = NULL;
    transfer->bytes = NULL;
    transfer->length = transfer->capacity = 0;
}

long transfer_status(const Transfer *transfer)
{
    long status = 0;
    curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

bool net_call(const NetRequest *request, NetAnswer *out, char *why)
{
    static const Text lost = {{"%s cannot be reached (%s)", "%s に接続できません（%s）"}};
    static const Text memory = {{"there is not enough memory", "メモリーが足りません"}};
    Transfer transfer = {0};
    *out = (NetAnswer){0};
    if (!transfer_begin(&transfer, request))
        return refuse(why, "%s", memory.in[request->lang]);
    CURLcode code = curl_easy_perform(transfer.easy);
    if (code != CURLE_OK) {
        const char *reason = transfer.error[0] ? transfer.error : curl_easy_strerror(code);
        refuse(why, lost.in[request->lang], request->base, reason);
        transfer_end(&transfer);
        return false;
    }
    *out = (NetAnswer){transfer_status(&transfer), transfer.bytes, transfer.length};
    transfer.bytes = NULL;
    transfer_end(&transfer);
    return true;
}

void net_answer_free(NetAnswer *answer)
{
    free(answer->bytes);
    *answer = (NetAnswer){0};
}
