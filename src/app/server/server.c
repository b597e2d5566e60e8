/* SPDX-License-Identifier: MIT */
/* The server, see server.h: one thread, one libuv loop. libuv watches the listening socket and the
 * signals; every accepted socket becomes a libwebsockets connection on the same loop. */
#include "app/server/server.h"

#include "app/server/connection.h"
#include "base/str.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

enum {
    OTHER_FILES = 32,     /* descriptors that are not connections: loop, pipes, standard streams */
    ACCEPTS_AT_ONCE = 64, /* then the loop sees to the others */
};

typedef struct Server {
    uv_loop_t loop;
    uv_poll_t listener;
    uv_signal_t interrupt, terminate;
    uv_timer_t grace;
    int fd, connections_max;
    struct lws_context *context; /* libwebsockets sets it to NULL when it is gone */
    struct lws_vhost *vhost;
    ConnectionPool pool;
} Server;

static const struct lws_protocols protocols[] = {
    {.name = "page",
     .callback = connection_callback,
     .per_session_data_size = sizeof(Connection),
     .rx_buffer_size = RX_MAX,
     .tx_packet_size = TX_MAX},
    {.name = NULL},
};

/* Tells a client that there is no room, as far as its socket takes that at once. */
static void turn_away(int fd)
{
    Answer answer;
    answer_refusal(503, &answer);
    (void)!send(fd, answer.head, answer.head_length, MSG_DONTWAIT | MSG_NOSIGNAL);
    shutdown(fd, SHUT_WR);
    close(fd);
}

static void on_connect(uv_poll_t *handle, int status, int events)
{
    Server *server = handle->data;
    (void)events;
    for (int i = 0; i < ACCEPTS_AT_ONCE && status == 0; i++) {
        int fd = accept(server->fd, NULL, NULL);
        if (fd < 0)
            return;
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        if (server->pool.open >= server->connections_max)
            turn_away(fd);
        else /* closes fd if it fails */
            lws_adopt_descriptor_vhost(server->vhost, LWS_ADOPT_SOCKET,
                                       (lws_sock_file_fd_type){.sockfd = fd}, "page", NULL);
    }
}

static void stop_listening(Server *server)
{
    uv_poll_stop(&server->listener);
    if (server->fd >= 0)
        close(server->fd);
    server->fd = -1;
}

static void stop_loop(void *server)
{
    uv_stop(&((Server *)server)->loop);
}

static void on_grace_over(uv_timer_t *handle)
{
    stop_loop(handle->data);
}

/* The first signal lets answers under way finish, a second one does not. */
static void on_signal(uv_signal_t *handle, int number)
{
    Server *server = handle->data;
    (void)number;
    if (server->pool.stopping || server->pool.busy == 0) {
        stop_loop(server);
        return;
    }
    server->pool.stopping = true;
    stop_listening(server);
    uv_timer_start(&server->grace, on_grace_over, SERVER_GRACE_SECONDS * 1000, 0);
}

/* As many descriptors as we need and no more: libwebsockets sizes its tables by this limit, which
 * may be a thousand million. */
static void limit_files(Server *server)
{
    struct rlimit limit;
    server->connections_max = SERVER_CONNECTIONS_MAX;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = SERVER_CONNECTIONS_MAX + OTHER_FILES;
    if (limit.rlim_max < limit.rlim_cur)
        limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) == 0)
        server->connections_max = (int)limit.rlim_cur - OTHER_FILES;
}

static bool make_context(Server *server)
{
    void *loops[] = {&server->loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME,
        .foreign_loops = loops,
        .pt_serv_buf_size = RX_MAX,
        .vhost_name = "page",
        .pcontext = &server->context,
        .user = &server->pool,
    };
    lws_set_log_level(0, NULL);
    server->context = lws_create_context(&info);
    server->vhost = server->context ? lws_get_vhost_by_name(server->context, "page") : NULL;
    return server->vhost != NULL;
}

/* libuv closes handles from within its loop, so libwebsockets goes in two steps: first what is
 * open, then, when the loop has seen to that, itself. */
static void destroy_context(Server *server)
{
    server->pool.stopping = false; /* the connections that close now need tell nobody */
    for (int step = 0; step < 2 && server->context; step++) {
        lws_context_destroy(server->context);
        uv_run(&server->loop, UV_RUN_DEFAULT);
    }
}

static void watch(Server *server)
{
    uv_poll_init_socket(&server->loop, &server->listener, server->fd);
    uv_signal_init(&server->loop, &server->interrupt);
    uv_signal_init(&server->loop, &server->terminate);
    uv_timer_init(&server->loop, &server->grace);
    server->listener.data = server->interrupt.data = server->terminate.data = server;
    server->grace.data = server;
    uv_signal_start(&server->interrupt, on_signal, SIGINT);
    uv_signal_start(&server->terminate, on_signal, SIGTERM);
    uv_poll_start(&server->listener, UV_READABLE, on_connect);
}

static void unwatch(Server *server)
{
    uv_close((uv_handle_t *)&server->listener, NULL);
    uv_close((uv_handle_t *)&server->interrupt, NULL);
    uv_close((uv_handle_t *)&server->terminate, NULL);
    uv_close((uv_handle_t *)&server->grace, NULL);
}

bool server_run(int listener, void (*ready)(void *context), void *context, char *why)
{
    Server server = {.fd = listener, .pool = {.idle = stop_loop}};
    server.pool.server = &server;
    limit_files(&server);
    if (server.connections_max < 1)
        return refuse(why, "too few open files are allowed; raise the limit (ulimit -n) above %d",
                      OTHER_FILES);
    signal(SIGPIPE, SIG_IGN);
    if (uv_loop_init(&server.loop) != 0)
        return refuse(why, "cannot make an event loop");
    if (!make_context(&server))
        return refuse(why, "cannot start libwebsockets; is libwebsockets-evlib-uv installed?");
    watch(&server);
    ready(context);
    uv_run(&server.loop, UV_RUN_DEFAULT);
    stop_listening(&server);
    unwatch(&server);
    destroy_context(&server);
    uv_loop_close(&server.loop);
    return true;
}
