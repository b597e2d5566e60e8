/* SPDX-License-Identifier: MIT */
/* Messages to push services, by libcurl on a thread of its own. Only to services that
 * push_endpoint_is_known knows, only to addresses that are not private ones (looked at when the
 * socket is opened, so that no name can say one thing and mean another), without redirects and
 * proxies, with time-outs, from a queue that is bounded. What could not be sent is not sent again:
 * a message says that it is somebody's turn, and their list says so too. */
#ifndef CONCENTRIC_APP_SERVER_PUSH_SEND_H
#define CONCENTRIC_APP_SERVER_PUSH_SEND_H

#include "online/ids.h"
#include "online/webpush.h"

enum {
    PUSH_QUEUE_MAX = 1024,
    PUSH_TOPIC_MAX = 32, /* characters of base64url: a newer message takes the place of an older */
};

typedef struct PushPost {
    char id[HASH_CHARS + 1]; /* of the subscription, for `gone` */
    char endpoint[PUSH_ENDPOINT_MAX];
    PushTarget target;
    char topic[PUSH_TOPIC_MAX + 1];
    char plain[PUSH_PLAIN_MAX + 1];
} PushPost;

typedef struct PushSetup {
    PushKey *key;        /* becomes the sender's */
    const char *contact; /* mailto: or https:, for the services */
    const char *allowed; /* for tests: push_endpoint_is_known's; NULL: none */
    /* On the thread: a service says that there is no such subscription any more (404, 410). */
    void (*gone)(void *context, const char *id);
    void *context;
} PushSetup;

typedef struct PushSender PushSender;

/* NULL with a reason in why[WHY_MAX]; the key is freed then, too. */
PushSender *push_sender_open(const PushSetup *setup, char *why);
/* False if the queue is full. */
bool push_sender_add(PushSender *sender, const PushPost *post);
/* What waits is thrown away. False if the thread does not end within `ms`: it is left behind. */
bool push_sender_close(PushSender *sender, int ms);
const PushKey *push_sender_key(const PushSender *sender);
/* The allowed origin of the setup. */
const char *push_sender_allowed(const PushSender *sender);

typedef struct PushFigures {
    int64_t sent, refused, failed, dropped; /* dropped: the queue was full */
    int waiting;
} PushFigures;
PushFigures push_sender_figures(PushSender *sender);

#endif
