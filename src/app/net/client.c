/* SPDX-License-Identifier: MIT */
/* The connection to a table, see client.h. The thread owns all transfers; what both threads touch
 * is under one lock: the queue of messages, the queue of acts, and what was asked for. */
#include "app/net/client.h"

#include "app/net/transfer.h"
#include "base/clock.h"
#include "online/ids.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    SILENT_MS = 20000, /* the server says something every seven seconds */
    CALL_MS = 20000,
    RECORD_MS = 60000,
    IDLE_MS = 60000, /* of one wait */
    ACTS_MAX = 32,
    MESSAGES_MAX = 4096,
};

typedef struct Message {
    struct Message *next;
    ClientMessage what;
} Message;

typedef struct Outgoing {
    struct Outgoing *next;
    char act[CLIENT_ACT_MAX], cmd[KEY_CHARS + 1];
    char id[NET_ID_MAX]; /* the table that it is meant for */
    int64_t on;
} Outgoing;

/* Why the line is not listening, or that it is. */
typedef enum LinePhase { LINE_WAITS, LINE_ASKS, LINE_LISTENS, LINE_CLOSED } LinePhase;

struct NetClient {
    pthread_t thread;
    pthread_mutex_t lock;
    CURLM *multi;
    void (*wake)(void);
    char base[NET_BASE_MAX], key[NET_KEY_MAX];

    /* Under the lock. */
    Message *messages, **messages_end;
    int message_count;
    Outgoing *acts, **acts_end;
    int act_count;
    bool stop, wants_table, wants_record;
    char id[NET_ID_MAX], go[NET_ID_MAX];
    Lang lang;

    /* The thread's own. */
    Transfer state, stream, post, record;
    LinePhase phase;
    int failures, post_failures;
    int64_t line_at, post_at; /* when it is tried next */
    int64_t heard;            /* when the stream last said something */
    int64_t seq;
    bool said_lost, gap;
    uint64_t random;
    char *line; /* of the stream, as far as it has come */
    size_t line_length;
};

static int64_t now_ms(void)
{
    return (int64_t)(clock_seconds() * 1e3);
}

/* -- Messages --------------------------------------------------------------------------------- */

static void tell(NetClient *client, const ClientMessage *what)
{
    Message *message = malloc(sizeof *message);
    if (!message) {
        client->gap = true; /* the table is read anew when there is memory */
        return;
    }
    message->what = *what;
    message->next = NULL;
    pthread_mutex_lock(&client->lock);
    *client->messages_end = message;
    client->messages_end = &message->next;
    client->message_count++;
    pthread_mutex_unlock(&client->lock);
    client->wake();
}

static void tell_text(NetClient *client, ClientNews news, const char *text)
{
    ClientMessage message = {.news = news};
    Str s = str_over(message.text, sizeof message.text);
    str_add(&s, text);
    tell(client, &message);
}

bool net_client_take(NetClient *client, ClientMessage *out)
{
    pthread_mutex_lock(&client->lock);
    Message *message = client->messages;
    if (message) {
        client->messages = message->next;
        client->message_count--;
        if (!client->messages)
            client->messages_end = &client->messages;
    }
    pthread_mutex_unlock(&client->lock);
    if (!message)
        return false;
    *out = message->what;
    free(message);
    return true;
}

static bool is_flooded(NetClient *client)
{
    pthread_mutex_lock(&client->lock);
    bool flooded = client->message_count >= MESSAGES_MAX;
    pthread_mutex_unlock(&client->lock);
    return flooded;
}

/* -- Transfers -------------------------------------------------------------------------------- */

/* 50 ms, 300 ms, then 0.5 to 1.5 s: a restarted server is not stormed. */
static int64_t next_wait(NetClient *client, int failures)
{
    client->random = client->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return failures <= 1 ? 50 : failures == 2 ? 300 : 500 + (int64_t)(client->random >> 33) % 1001;
}

static bool begin(NetClient *client, Transfer *transfer, const char *id, const char *rest,
                  const char *body, long timeout_ms)
{
    char path[96];
    Str s = str_over(path, sizeof path);
    str_format(&s, "/tables/%s%s", id, rest);
    pthread_mutex_lock(&client->lock);
    Lang lang = client->lang;
    pthread_mutex_unlock(&client->lock);
    NetRequest request = {.base = client->base,
                          .path = path,
                          .key = client->key,
                          .body = body,
                          .lang = lang,
                          .timeout_ms = timeout_ms};
    if (!transfer_begin(transfer, &request))
        return false;
    if (curl_multi_add_handle(client->multi, transfer->easy) == CURLM_OK)
        return true;
    transfer_end(transfer);
    return false;
}

static void end(NetClient *client, Transfer *transfer)
{
    if (!transfer->easy)
        return;
    curl_multi_remove_handle(client->multi, transfer->easy);
    transfer_end(transfer);
}

/* -- The line --------------------------------------------------------------------------------- */

static void line_failed(NetClient *client)
{
    end(client, &client->stream);
    end(client, &client->state);
    client->failures++;
    client->phase = LINE_WAITS;
    client->line_at = now_ms() + next_wait(client, client->failures);
    if (client->failures >= 2 && !client->said_lost) { /* one hiccup is nobody's business */
        client->said_lost = true;
        tell_text(client, NEWS_LOST, "");
    }
}

/* One line of the stream. False ends it: something is missing, or it is no event. */
static bool take_event(NetClient *client, const char *bytes, size_t count)
{
    ClientMessage message = {.news = NEWS_EVENT, .good = true};
    if (!count) {
        client->failures = 0; /* a sign of life */
        return true;
    }
    if (!wire_read_event(bytes, count, &message.event) || message.event.seq > client->seq + 1 ||
        is_flooded(client)) {
        client->gap = true;
        return false;
    }
    if (message.event.seq <= client->seq)
        return true;
    client->failures = 0;
    client->seq = message.event.seq;
    message.seq = client->seq;
    tell(client, &message);
    return true;
}

static bool take_stream(void *context, const char *bytes, size_t count)
{
    NetClient *client = context;
    client->heard = now_ms();
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n') {
            size_t length = client->line_length;
            client->line_length = 0;
            if (!take_event(client, client->line, length))
                return false;
        } else if (client->line_length == WIRE_LINE_MAX) {
            client->gap = true;
            return false;
        } else {
            client->line[client->line_length++] = bytes[i];
        }
    }
    return true;
}

static void listen_on(NetClient *client)
{
    char rest[48];
    Str s = str_over(rest, sizeof rest);
    str_format(&s, "/events?since=%lld", (long long)client->seq);
    client->line_length = 0;
    client->heard = now_ms();
    client->gap = false;
    client->stream.take = take_stream;
    client->stream.context = client;
    if (begin(client, &client->stream, client->id, rest, NULL, 0))
        client->phase = LINE_LISTENS;
    else
        line_failed(client);
}

/* What the server says to somebody who is not, or not any more, at this table. */
static bool is_final(long status)
{
    return status == 401 || status == 403 || status == 404 || status == 410;
}

static void line_closed(NetClient *client, const char *text)
{
    end(client, &client->stream);
    client->phase = LINE_CLOSED;
    tell_text(client, NEWS_CLOSED, text);
}

static void table_came(NetClient *client, const ClientMessage *message)
{
    bool was_lost = client->said_lost;
    client->said_lost = false;
    client->post_at = 0; /* acts go at once */
    if (was_lost)
        tell_text(client, NEWS_BACK, "");
    if (client->phase != LINE_LISTENS)
        client->seq = message->table.seq;
    tell(client, message);
    if (client->phase != LINE_LISTENS)
        listen_on(client);
}

static void state_done(NetClient *client, CURLcode code)
{
    ClientMessage message = {.news = NEWS_TABLE, .good = true};
    WireAnswer answer;
    long status = transfer_status(&client->state);
    bool good = code == CURLE_OK && status == 200 &&
                wire_read_table(client->state.bytes, client->state.length, &message.table);
    bool closed = code == CURLE_OK && is_final(status);
    if (closed && !wire_read_answer(client->state.bytes, client->state.length, &answer))
        answer.text[0] = '\0';
    end(client, &client->state);
    message.seq = message.table.seq;
    if (good)
        table_came(client, &message);
    else if (closed)
        line_closed(client, answer.text);
    else
        line_failed(client);
}

static void stream_done(NetClient *client)
{
    bool gap = client->gap;
    end(client, &client->stream);
    if (!gap) {
        line_failed(client);
        return;
    }
    client->failures++; /* what comes is not understood: not too fast */
    client->phase = LINE_WAITS;
    client->line_at = now_ms() + next_wait(client, client->failures);
}

/* -- Acts ------------------------------------------------------------------------------------- */

static Outgoing *first_act(NetClient *client)
{
    pthread_mutex_lock(&client->lock);
    Outgoing *act = client->acts;
    pthread_mutex_unlock(&client->lock);
    return act; /* this thread alone takes it off */
}

static void drop_act(NetClient *client)
{
    pthread_mutex_lock(&client->lock);
    Outgoing *act = client->acts;
    client->acts = act->next;
    client->act_count--;
    if (!client->acts)
        client->acts_end = &client->acts;
    pthread_mutex_unlock(&client->lock);
    free(act);
}

static void post_failed(NetClient *client)
{
    client->post_failures++;
    client->post_at = now_ms() + next_wait(client, client->post_failures);
}

static void post_act(NetClient *client, const Outgoing *act)
{
    char body[2 * CLIENT_ACT_MAX + 256];
    Str s = str_over(body, sizeof body);
    wire_write_act(act->act, act->cmd, act->on, &s);
    if (!begin(client, &client->post, act->id, "/do", body, CALL_MS))
        post_failed(client);
}

static void post_done(NetClient *client, CURLcode code)
{
    Outgoing *act = first_act(client);
    ClientMessage message = {.news = NEWS_ACT};
    WireAnswer answer;
    long status = transfer_status(&client->post);
    bool read = code == CURLE_OK &&
                wire_read_answer(client->post.bytes, client->post.length, &answer);
    end(client, &client->post);
    /* Not heard, or not now: the same again, with the same id. */
    if (!read || status == 429 || status >= 500 || (status < 400 && !answer.ok)) {
        post_failed(client);
        return;
    }
    client->post_failures = 0;
    client->post_at = 0;
    message.good = answer.ok;
    message.seq = answer.seq;
    memcpy(message.act, act->act, sizeof message.act);
    memcpy(message.id, act->id, sizeof message.id);
    memcpy(message.text, answer.text, sizeof message.text);
    tell(client, &message); /* before it is dropped: whoever counts acts has the answer by then */
    drop_act(client);
}

static void record_done(NetClient *client, CURLcode code)
{
    ClientMessage message = {.news = NEWS_RECORD};
    message.good = code == CURLE_OK && transfer_status(&client->record) == 200;
    if (message.good) {
        message.bytes = client->record.bytes;
        message.length = client->record.length;
        client->record.bytes = NULL;
    }
    end(client, &client->record);
    tell(client, &message);
}

/* -- The thread ------------------------------------------------------------------------------- */

/* Another table: everything of the old one is dropped but acts that are on their way. */
static void go_over(NetClient *client, const char *id)
{
    end(client, &client->stream);
    end(client, &client->state);
    pthread_mutex_lock(&client->lock);
    memcpy(client->id, id, sizeof client->id);
    pthread_mutex_unlock(&client->lock);
    client->seq = 0;
    client->failures = 0;
    client->phase = LINE_WAITS;
    client->line_at = 0;
}

/* Begins what was asked for and is due. */
static void start_due(NetClient *client)
{
    int64_t now = now_ms();
    char go[NET_ID_MAX];
    pthread_mutex_lock(&client->lock);
    bool wants_table = client->wants_table, wants_record = client->wants_record;
    client->wants_table = client->wants_record = false;
    memcpy(go, client->go, sizeof go);
    client->go[0] = '\0';
    pthread_mutex_unlock(&client->lock);
    if (go[0])
        go_over(client, go);
    bool due = client->phase == LINE_WAITS && now >= client->line_at;
    if ((due || (wants_table && client->phase == LINE_LISTENS)) && !client->state.easy) {
        if (due)
            client->phase = LINE_ASKS;
        if (!begin(client, &client->state, client->id, "", NULL, CALL_MS))
            line_failed(client);
    } else if (wants_table && client->state.easy) {
        pthread_mutex_lock(&client->lock);
        client->wants_table = true; /* what is under way may be older than what was asked about */
        pthread_mutex_unlock(&client->lock);
    }
    Outgoing *act = first_act(client);
    if (act && !client->post.easy && now >= client->post_at)
        post_act(client, act);
    if (wants_record && !client->record.easy &&
        !begin(client, &client->record, client->id, "/record", NULL, RECORD_MS))
        tell_text(client, NEWS_RECORD, "");
}

static void finish(NetClient *client, const Transfer *transfer, CURLcode code)
{
    if (transfer == &client->state)
        state_done(client, code);
    else if (transfer == &client->stream)
        stream_done(client);
    else if (transfer == &client->post)
        post_done(client, code);
    else if (transfer == &client->record)
        record_done(client, code);
}

/* Milliseconds until something is due by itself. */
static int time_to_wait(NetClient *client)
{
    int64_t now = now_ms(), due = now + IDLE_MS;
    if (client->phase == LINE_WAITS && client->line_at < due)
        due = client->line_at;
    if (client->phase == LINE_LISTENS && client->heard + SILENT_MS < due)
        due = client->heard + SILENT_MS;
    if (first_act(client) && !client->post.easy && client->post_at < due)
        due = client->post_at;
    return due > now ? (int)(due - now) : 0;
}

static bool is_stopped(NetClient *client)
{
    pthread_mutex_lock(&client->lock);
    bool stop = client->stop;
    pthread_mutex_unlock(&client->lock);
    return stop;
}

static void *run(void *context)
{
    NetClient *client = context;
    while (!is_stopped(client)) {
        int running, left;
        start_due(client);
        curl_multi_perform(client->multi, &running);
        for (CURLMsg *m; (m = curl_multi_info_read(client->multi, &left)) != NULL;) {
            char *transfer = NULL;
            CURLcode code = m->data.result;
            curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, &transfer);
            finish(client, (const Transfer *)(void *)transfer, code);
        }
        if (client->phase == LINE_LISTENS && now_ms() - client->heard >= SILENT_MS)
            line_failed(client); /* the line is dead, even if nobody told us */
        curl_multi_poll(client->multi, NULL, 0, time_to_wait(client), NULL);
    }
    return NULL;
}

/* -- The caller's side ------------------------------------------------------------------------ */

static void copy(char *out, size_t size, const char *text)
{
    Str s = str_over(out, size);
    str_add(&s, text);
}

static void net_client_free(NetClient *client)
{
    if (client->multi)
        curl_multi_cleanup(client->multi);
    for (ClientMessage message; net_client_take(client, &message);) {
        wire_table_free(&message.table);
        free(message.bytes);
    }
    while (client->acts)
        drop_act(client);
    pthread_mutex_destroy(&client->lock);
    memset(client->key, 0, sizeof client->key);
    free(client->line);
    free(client);
}

NetClient *net_client_open(const char *base, const char *id, const char *key, Lang lang,
                           void (*wake)(void))
{
    NetClient *client = calloc(1, sizeof *client);
    if (!client)
        return NULL;
    pthread_mutex_init(&client->lock, NULL);
    client->messages_end = &client->messages;
    client->acts_end = &client->acts;
    client->wake = wake;
    client->lang = lang;
    client->random = (uint64_t)(clock_seconds() * 1e9);
    copy(client->base, sizeof client->base, base);
    copy(client->id, sizeof client->id, id);
    copy(client->key, sizeof client->key, key);
    client->line = malloc(WIRE_LINE_MAX);
    client->multi = curl_multi_init();
    if (client->line && client->multi && pthread_create(&client->thread, NULL, run, client) == 0)
        return client;
    net_client_free(client);
    return NULL;
}

void net_client_close(NetClient *client)
{
    if (!client)
        return;
    pthread_mutex_lock(&client->lock);
    client->stop = true;
    pthread_mutex_unlock(&client->lock);
    curl_multi_wakeup(client->multi);
    pthread_join(client->thread, NULL);
    end(client, &client->state);
    end(client, &client->stream);
    end(client, &client->post);
    end(client, &client->record);
    net_client_free(client);
}

bool net_client_act(NetClient *client, const char *act, int64_t on)
{
    char body[2 * CLIENT_ACT_MAX + 256];
    Str s = str_over(body, sizeof body);
    Outgoing *out = calloc(1, sizeof *out);
    if (!out || strlen(act) >= sizeof out->act || !key_make(out->cmd) ||
        !wire_write_act(act, out->cmd, on, &s)) {
        free(out);
        return false;
    }
    copy(out->act, sizeof out->act, act);
    out->on = on;
    pthread_mutex_lock(&client->lock);
    bool room = client->act_count < ACTS_MAX;
    if (room) {
        memcpy(out->id, client->go[0] ? client->go : client->id, sizeof out->id);
        *client->acts_end = out;
        client->acts_end = &out->next;
        client->act_count++;
    }
    pthread_mutex_unlock(&client->lock);
    if (!room)
        free(out);
    curl_multi_wakeup(client->multi);
    return room;
}

int net_client_waiting(NetClient *client)
{
    pthread_mutex_lock(&client->lock);
    int count = client->act_count;
    pthread_mutex_unlock(&client->lock);
    return count;
}

static void ask(NetClient *client, bool *what)
{
    pthread_mutex_lock(&client->lock);
    *what = true;
    pthread_mutex_unlock(&client->lock);
    curl_multi_wakeup(client->multi);
}

void net_client_refresh(NetClient *client)
{
    ask(client, &client->wants_table);
}

void net_client_record(NetClient *client)
{
    ask(client, &client->wants_record);
}

void net_client_go(NetClient *client, const char *id)
{
    pthread_mutex_lock(&client->lock);
    copy(client->go, sizeof client->go, id);
    pthread_mutex_unlock(&client->lock);
    curl_multi_wakeup(client->multi);
}

void net_client_set_lang(NetClient *client, Lang lang)
{
    pthread_mutex_lock(&client->lock);
    client->lang = lang;
    pthread_mutex_unlock(&client->lock);
}
