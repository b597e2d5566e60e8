/* SPDX-License-Identifier: MIT */
/* The thread that posts to push services, see push_send.h. */
#include "app/server/push_send.h"

#include "app/server/peer.h"

#include <curl/curl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

enum {
    CONNECT_MS = 5000,
    WHOLE_MS = 10000,
    ANSWER_MAX = 4096,   /* bytes of an answer that are looked at by nobody */
    KEEP_S = 86400,      /* so long a service keeps a message for a device that is off */
    SIGNED_S = 12 * 3600 /* RFC 8292: at most a day */
};

typedef struct Waits {
    struct Waits *next;
    PushPost post;
} Waits;

struct PushSender {
    PushSetup setup;
    char contact[PUSH_CONTACT_MAX], allowed[PUSH_ORIGIN_MAX];
    uv_thread_t thread;
    uv_mutex_t lock;
    uv_cond_t wake, ended;
    Waits *first, **last;
    PushFigures figures;
    bool stop, over;
};

/* -- One message ------------------------------------------------------------------------------- */

typedef struct Sending {
    PushSender *sender;
    bool local; /* to the stand-in of a test */
    size_t answer;
} Sending;

/* Is the socket's address one that a message may go to? */
static bool is_good_address(const struct curl_sockaddr *to, bool local)
{
    Address address;
    if (to->family == AF_INET) {
        const struct sockaddr_in *v4 = (const struct sockaddr_in *)(const void *)&to->addr;
        address = peer_of_ipv4((const uint8_t *)&v4->sin_addr);
    } else if (to->family == AF_INET6) {
        const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)(const void *)&to->addr;
        memcpy(address.bytes, &v6->sin6_addr, sizeof address.bytes);
    } else {
        return false;
    }
    return local ? peer_key(&address) == PEER_LOOPBACK : peer_is_public(&address);
}

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *to)
{
    const Sending *sending = context;
    if (purpose != CURLSOCKTYPE_IPCXN || !is_good_address(to, sending->local))
        return CURL_SOCKET_BAD;
    return socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
}

static size_t take_answer(char *bytes, size_t size, size_t count, void *context)
{
    Sending *sending = context;
    (void)bytes;
    sending->answer += size * count;
    return sending->answer > ANSWER_MAX ? 0 : size * count;
}

static int look_whether_to_stop(void *context, curl_off_t down_all, curl_off_t down,
                                curl_off_t up_all, curl_off_t up)
{
    const Sending *sending = context;
    (void)down_all, (void)down, (void)up_all, (void)up;
    uv_mutex_lock(&sending->sender->lock);
    bool stop = sending->sender->stop;
    uv_mutex_unlock(&sending->sender->lock);
    return stop;
}

static bool add_header(struct curl_slist **list, const char *line)
{
    struct curl_slist *more = curl_slist_append(*list, line);
    if (more)
        *list = more;
    return more != NULL;
}

static struct curl_slist *make_headers(const PushSender *sender, const PushPost *post,
                                       const char *origin)
{
    char line[PUSH_HEADER_MAX + 32];
    struct curl_slist *list = NULL;
    Str s = str_over(line, sizeof line);
    str_add(&s, "Authorization: ");
    bool good = push_authorize(sender->setup.key, origin, sender->contact,
                               (int64_t)time(NULL) + SIGNED_S, &s) &&
                add_header(&list, line) && add_header(&list, "Content-Encoding: aes128gcm") &&
                add_header(&list, "Content-Type: application/octet-stream") &&
                add_header(&list, "Urgency: normal") && add_header(&list, "Expect:");
    s = str_over(line, sizeof line);
    str_format(&s, "TTL: %d", KEEP_S);
    good = good && add_header(&list, line);
    s = str_over(line, sizeof line);
    str_format(&s, "Topic: %s", post->topic);
    good = good && (!post->topic[0] || add_header(&list, line));
    if (good)
        return list;
    curl_slist_free_all(list);
    return NULL;
}

static bool set_options(CURL *easy, Sending *sending, const PushPost *post,
                        const struct curl_slist *headers)
{
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)WHOLE_MS);
    curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, look_whether_to_stop);
    curl_easy_setopt(easy, CURLOPT_XFERINFODATA, sending);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_answer);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, sending);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, sending);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "concentric/" CONCENTRIC_VERSION);
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_PROXY, "") == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, sending->local ? "http" : "https") ==
               CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_URL, post->endpoint) == CURLE_OK;
}

/* The status of the answer; 0 if there was none. */
static long send_post(PushSender *sender, CURL *easy, const PushPost *post)
{
    uint8_t body[PUSH_SEALED_MAX];
    char origin[PUSH_ORIGIN_MAX];
    long status = 0;
    const char *allowed = sender->allowed[0] ? sender->allowed : NULL;
    if (!push_endpoint_is_known(post->endpoint, allowed, origin))
        return 0;
    Sending sending = {.sender = sender, .local = allowed && strcmp(origin, allowed) == 0};
    size_t length = push_seal(&post->target, post->plain, strlen(post->plain), body);
    struct curl_slist *headers = length ? make_headers(sender, post, origin) : NULL;
    curl_easy_reset(easy); /* its connections are kept */
    if (headers && set_options(easy, &sending, post, headers) &&
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, (long)length) == CURLE_OK &&
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body) == CURLE_OK &&
        curl_easy_perform(easy) == CURLE_OK)
        curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    curl_slist_free_all(headers);
    return status;
}

/* -- The thread -------------------------------------------------------------------------------- */

static Waits *take(PushSender *sender)
{
    uv_mutex_lock(&sender->lock);
    while (!sender->first && !sender->stop)
        uv_cond_wait(&sender->wake, &sender->lock);
    Waits *waits = sender->stop ? NULL : sender->first;
    if (waits) {
        sender->first = waits->next;
        if (!sender->first)
            sender->last = &sender->first;
        sender->figures.waiting--;
    }
    uv_mutex_unlock(&sender->lock);
    return waits;
}

static void count(PushSender *sender, long status)
{
    uv_mutex_lock(&sender->lock);
    if (status >= 200 && status < 300)
        sender->figures.sent++;
    else if (status)
        sender->figures.refused++;
    else
        sender->figures.failed++;
    uv_mutex_unlock(&sender->lock);
}

static void run(void *context)
{
    PushSender *sender = context;
    CURL *easy = curl_easy_init();
    for (Waits *waits; (waits = take(sender));) {
        long status = easy ? send_post(sender, easy, &waits->post) : 0;
        count(sender, status);
        if (status == 404 || status == 410)
            sender->setup.gone(sender->setup.context, waits->post.id);
        free(waits);
    }
    curl_easy_cleanup(easy);
    uv_mutex_lock(&sender->lock);
    sender->over = true;
    uv_cond_signal(&sender->ended);
    uv_mutex_unlock(&sender->lock);
}

PushSender *push_sender_open(const PushSetup *setup, char *why)
{
    PushSender *sender = calloc(1, sizeof *sender);
    Str c = str_over(sender ? sender->contact : (char[1]){0}, sender ? PUSH_CONTACT_MAX : 1);
    Str a = str_over(sender ? sender->allowed : (char[1]){0}, sender ? PUSH_ORIGIN_MAX : 1);
    if (!sender || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        push_key_free(setup->key);
        free(sender);
        refuse(why, "Web Push cannot be started: no memory");
        return NULL;
    }
    sender->setup = *setup;
    sender->last = &sender->first;
    str_add(&c, setup->contact);
    str_add(&a, setup->allowed ? setup->allowed : "");
    if (uv_mutex_init(&sender->lock) || uv_cond_init(&sender->wake) ||
        uv_cond_init(&sender->ended) || uv_thread_create(&sender->thread, run, sender))
        abort(); /* at start-up, without memory for a thread */
    return sender;
}

bool push_sender_add(PushSender *sender, const PushPost *post)
{
    Waits *waits = malloc(sizeof *waits);
    if (!waits)
        return false;
    *waits = (Waits){.post = *post};
    uv_mutex_lock(&sender->lock);
    bool good = sender->figures.waiting < PUSH_QUEUE_MAX && !sender->stop;
    if (good) {
        *sender->last = waits;
        sender->last = &waits->next;
        sender->figures.waiting++;
        uv_cond_signal(&sender->wake);
    } else {
        sender->figures.dropped++;
    }
    uv_mutex_unlock(&sender->lock);
    if (!good)
        free(waits);
    return good;
}

bool push_sender_close(PushSender *sender, int ms)
{
    uint64_t until = uv_hrtime() + (uint64_t)ms * 1000000;
    uv_mutex_lock(&sender->lock);
    sender->stop = true;
    uv_cond_signal(&sender->wake);
    while (!sender->over && uv_hrtime() < until)
        uv_cond_timedwait(&sender->ended, &sender->lock, until - uv_hrtime());
    bool over = sender->over;
    uv_mutex_unlock(&sender->lock);
    if (!over)
        return false;
    uv_thread_join(&sender->thread);
    for (Waits *waits = sender->first, *next; waits; waits = next) {
        next = waits->next;
        free(waits);
    }
    uv_cond_destroy(&sender->ended);
    uv_cond_destroy(&sender->wake);
    uv_mutex_destroy(&sender->lock);
    push_key_free(sender->setup.key);
    curl_global_cleanup();
    free(sender);
    return true;
}

const PushKey *push_sender_key(const PushSender *sender)
{
    return sender->setup.key;
}

const char *push_sender_allowed(const PushSender *sender)
{
    return sender->allowed[0] ? sender->allowed : NULL;
}

PushFigures push_sender_figures(PushSender *sender)
{
    uv_mutex_lock(&sender->lock);
    PushFigures figures = sender->figures;
    uv_mutex_unlock(&sender->lock);
    return figures;
}
