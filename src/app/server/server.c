/* SPDX-License-Identifier: MIT */
/* The server, see server.h: the loop, the listening socket, signals, the tick of the time-outs, and
 * what other threads hand over. */
#include "app/server/client.h"
#include "app/server/memory.h"

#include "base/str.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    OTHER_FILES = 64,     /* descriptors that are not connections: loop, store, databases */
    ACCEPTS_AT_ONCE = 64, /* then the loop sees to the others */
    TICK_MS = 1000,
};

static void on_connect(uv_poll_t *handle, int status, int events);

static void hear(Server *server)
{
    server->deaf = false;
    if (server->fd >= 0 && !server->stopping)
        uv_poll_start(&server->listener, UV_READABLE, on_connect);
}

static void be_deaf(Server *server)
{
    server->deaf = true;
    uv_poll_stop(&server->listener);
}

/* Tells a client that there is no room, as far as its socket takes that at once. */
static void turn_away(Server *server, int fd)
{
    Answer answer;
    const AnswerHow how = {.date = server->date};
    answer_refusal(503, &how, &answer);
    route_count_refusal(server, "full");
    (void)!send(fd, answer.head, answer.head_length, MSG_DONTWAIT | MSG_NOSIGNAL);
    shutdown(fd, SHUT_WR);
    close(fd);
}

/* Out of descriptors or memory the listening socket would be readable for ever and nothing could be
 * done about it: nothing is accepted until somebody leaves or a second has passed. */
static void on_connect(uv_poll_t *handle, int status, int events)
{
    Server *server = handle->data;
    (void)events;
    for (int i = 0; i < ACCEPTS_AT_ONCE && status == 0; i++) {
        Address address;
        int fd = server_accept(server->fd, &address);
        if (fd < 0) {
            if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED && errno != EPROTO)
                be_deaf(server);
            return;
        }
        if (server->bans && bans_net(server->bans, peer_key(&address), (int64_t)route_time(server)))
            close(fd);
        else if (server->open >= server->connections_max || !client_open(server, fd, &address))
            turn_away(server, fd);
    }
}

void server_one_less(Server *server)
{
    if (server->deaf)
        hear(server);
    if (server->stopped && server->open == 0)
        uv_stop(&server->loop);
}

/* ---- time */

static void on_expired(void *context, WheelNode *node)
{
    (void)context;
    client_expire((Client *)((char *)node - offsetof(Client, timer)));
}

static void on_tick(uv_timer_t *timer)
{
    Server *server = timer->data;
    answer_date(server->date);
    wheel_tick(&server->wheel, on_expired, NULL);
    if (server->deaf)
        hear(server);
}

static void on_prepare(uv_prepare_t *prepare)
{
    clients_tell(prepare->data);
}

/* ---- other threads */

static Post *take_posts(Server *server)
{
    uv_mutex_lock(&server->lock);
    Post *posts = server->posts;
    server->posts = NULL;
    server->posts_end = &server->posts;
    uv_mutex_unlock(&server->lock);
    return posts;
}

static void run_posts(Server *server)
{
    Post *post = take_posts(server);
    while (post) {
        Post *next = post->next;
        post->call(post->context);
        free(post);
        post = next;
    }
}

static void on_wake(uv_async_t *wake)
{
    run_posts(wake->data);
}

/* ---- stopping */

static void stop_listening(Server *server)
{
    uv_poll_stop(&server->listener);
    if (server->fd >= 0)
        close(server->fd);
    server->fd = -1;
}

static void on_grace_over(uv_timer_t *timer)
{
    Server *server = timer->data;
    if (server->stopped) {
        uv_stop(&server->loop);
        return;
    }
    uv_timer_start(timer, on_grace_over, (SERVER_GRACE_SECONDS - SERVER_STOP_SECONDS) * 1000, 0);
    route_stopped(server);
}

static void begin_to_stop(Server *server)
{
    server->stopping = true;
    stop_listening(server);
    uv_timer_start(&server->grace, on_grace_over, SERVER_STOP_SECONDS * 1000, 0);
    for (uint32_t i = 0; i < server->slot_count; i++)
        if (server->slots[i])
            client_stop(server->slots[i]);
    if (server->api && server->api->stop)
        server->api->stop(server->api->context);
    else
        route_stopped(server);
}

void server_hand_over(Server *server)
{
    enum { HAND_OVER_MS = 500 };
    if (!server->stopping)
        begin_to_stop(server);
    if (server->stopped)
        uv_timer_start(&server->grace, on_grace_over, HAND_OVER_MS, 0);
}

/* The first signal lets answers under way finish, a second one does not. */
static void on_signal(uv_signal_t *handle, int number)
{
    Server *server = handle->data;
    (void)number;
    if (server->stopping)
        uv_stop(&server->loop);
    else
        begin_to_stop(server);
}

/* ---- beginning and end */

/* As many descriptors as the connections need, as far as the system allows. */
static bool limit_files(Server *server, char *why)
{
    struct rlimit limit;
    uint64_t wanted = limits_value(server->limits, LIMIT_CONNECTIONS) + OTHER_FILES;
    server->connections_max = (size_t)(wanted - OTHER_FILES);
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return true;
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= wanted)
        return true;
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : (rlim_t)wanted;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
        getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur <= OTHER_FILES)
        return refuse(why, "too few open files are allowed; raise the limit (ulimit -n) above %d",
                      OTHER_FILES);
    server->connections_max = (size_t)limit.rlim_cur - OTHER_FILES;
    return true;
}

Server *server_make(Limits *limits, const Address *proxy, char *why)
{
    refuse(why, "there is no memory");
    Server *server = memory_begin() ? calloc(1, sizeof *server) : NULL;
    if (!server)
        return NULL;
    server->limits = limits;
    server->fd = -1;
    server->behind_proxy = proxy != NULL;
    if (proxy)
        server->proxy = *proxy;
    server->posts_end = &server->posts;
    server->pool = ws_pool_make((size_t)limits_value(limits, LIMIT_FRAME));
    if (!limit_files(server, why) || !server->pool || uv_loop_init(&server->loop) != 0) {
        ws_pool_free(server->pool);
        free(server);
        return NULL;
    }
    uv_mutex_init(&server->lock);
    uv_async_init(&server->loop, &server->wake, on_wake);
    uv_timer_init(&server->loop, &server->alarm);
    server->wake.data = server->alarm.data = server;
    answer_date(server->date);
    return server;
}

static void watch(Server *server)
{
    uv_poll_init_socket(&server->loop, &server->listener, server->fd);
    uv_signal_init(&server->loop, &server->interrupt);
    uv_signal_init(&server->loop, &server->terminate);
    uv_timer_init(&server->loop, &server->tick);
    uv_timer_init(&server->loop, &server->grace);
    uv_prepare_init(&server->loop, &server->prepare);
    server->listener.data = server->interrupt.data = server->terminate.data = server;
    server->tick.data = server->grace.data = server->prepare.data = server;
    uv_signal_start(&server->interrupt, on_signal, SIGINT);
    uv_signal_start(&server->terminate, on_signal, SIGTERM);
    uv_timer_start(&server->tick, on_tick, TICK_MS, TICK_MS);
    uv_prepare_start(&server->prepare, on_prepare);
    hear(server);
}

static void unwatch(Server *server)
{
    if (server->at_end)
        server->at_end(server->end_context);
    uv_handle_t *handles[] = {
        (uv_handle_t *)&server->listener,  (uv_handle_t *)&server->interrupt,
        (uv_handle_t *)&server->terminate, (uv_handle_t *)&server->tick,
        (uv_handle_t *)&server->grace,     (uv_handle_t *)&server->prepare,
        (uv_handle_t *)&server->alarm,
    };
    for (size_t i = 0; i < sizeof handles / sizeof *handles; i++)
        uv_close(handles[i], NULL);
    for (uint32_t i = 0; i < server->slot_count; i++)
        if (server->slots[i])
            client_close(server->slots[i]);
}

/* What other threads hand over from now on is not called any more. */
static void close_posts(Server *server)
{
    uv_mutex_lock(&server->lock);
    server->closed = true;
    uv_mutex_unlock(&server->lock);
    run_posts(server);
    uv_close((uv_handle_t *)&server->wake, NULL);
}

void server_run(Server *server, int listener, const Api *api, void (*ready)(void *context),
                void *context)
{
    signal(SIGPIPE, SIG_IGN);
    server->fd = listener;
    server->api = api;
    watch(server);
    ready(context);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    stop_listening(server);
    close_posts(server);
    unwatch(server);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    clients_tell(server);
}

/* ---- for the operator */

ServerFigures server_figures(const Server *server)
{
    ServerFigures figures = {.connections = server->open,
                             .accepted = server->accepted,
                             .requests = server->requests,
                             .refusals = &server->refusals};
    for (uint32_t i = 0; i < server->slot_count; i++) {
        const Client *c = server->slots[i];
        figures.sockets += c && c->state == CLIENT_SOCKET;
        figures.streams += c && c->state == CLIENT_STREAM;
    }
    return figures;
}

void server_set_hosts(Server *server, const Hosts *hosts)
{
    server->hosts = *hosts;
}

void server_set_bans(Server *server, const Bans *bans)
{
    server->bans = bans;
}

const Bans *server_bans(const Server *server)
{
    return server->bans;
}

void server_close_net(Server *server, PeerKey peer)
{
    for (uint32_t i = 0; i < server->slot_count; i++)
        if (server->slots[i] && server->slots[i]->asker == peer)
            client_close(server->slots[i]);
}

struct uv_loop_s *server_loop(Server *server, void (*at_end)(void *context), void *context)
{
    server->at_end = at_end;
    server->end_context = context;
    return &server->loop;
}

int server_listener(const Server *server)
{
    return server->fd;
}

void server_set_games(Server *server, char *json)
{
    free(server->games);
    server->games = json;
}

void server_free(Server *server)
{
    if (!server)
        return;
    if (!server->closed) { /* it never ran */
        close_posts(server);
        uv_close((uv_handle_t *)&server->alarm, NULL);
        uv_run(&server->loop, UV_RUN_DEFAULT);
    }
    uv_loop_close(&server->loop);
    uv_mutex_destroy(&server->lock);
    ws_pool_free(server->pool);
    free(server->slots);
    free(server->spare_slots);
    free(server->games);
    depot_close(&server->depot);
    free(server);
}
