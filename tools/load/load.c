/* SPDX-License-Identifier: MIT */
/* Load of many WebSockets on one server:
 *   load PORT [SOCKETS [SECONDS [PID [ROUNDS]]]]
 * opens so many (default 10000), 64 handshakes at a time, and says how many a second; holds them
 * for so many seconds (default 5) while a hundred of them send messages one after the other, if
 * ROUNDS of them are asked for (echo_server answers). With the PID of the server it says its memory
 * and processor time too. */
#include "figures.h"
#include "ws_client.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { AT_ONCE = 64, TALKERS = 100, ROUNDS_MAX = 2000000 };

typedef struct Load {
    WsClients clients;
    uv_loop_t loop;
    uv_timer_t end;
    long sockets, asked, open, lost, rounds, sent, answered;
    int pid, seconds;
    uint64_t began, all_open, *times;
    double processor;
    WsClient *first[TALKERS];
} Load;

static Load load;

static void talk(WsClient *client)
{
    char text[64];
    if (load.sent >= load.rounds)
        return;
    load.sent++;
    int length = snprintf(text, sizeof text, "{\"at\":%llu}", (unsigned long long)uv_hrtime());
    ws_client_send(client, text, (size_t)length);
}

static int by_size(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void on_end(uv_timer_t *timer)
{
    (void)timer;
    double seconds = (double)(uv_hrtime() - load.all_open) / 1e9;
    printf("held %.1f s: %ld open, %ld lost, server %ld kB, processor %.2f s\n", seconds, load.open,
           load.lost, memory_of(load.pid), processor_of(load.pid) - load.processor);
    if (load.answered) {
        qsort(load.times, (size_t)load.answered, sizeof *load.times, by_size);
        printf("%ld messages there and back: p50 %.2f ms, p99 %.2f ms, most %.2f ms\n",
               load.answered, (double)load.times[load.answered / 2] / 1e6,
               (double)load.times[load.answered * 99 / 100] / 1e6,
               (double)load.times[load.answered - 1] / 1e6);
    }
    uv_stop(&load.loop);
}

static void on_opened(WsClient *client)
{
    if (load.open < TALKERS)
        load.first[load.open] = client;
    load.open++;
    if (load.asked < load.sockets) {
        load.asked++;
        ws_client_open(&load.clients, NULL);
    } else if (load.open + load.lost == load.sockets) {
        double seconds = (double)(uv_hrtime() - load.began) / 1e9;
        load.all_open = uv_hrtime();
        printf("%ld open in %.2f s, %.0f handshakes/s, server %ld kB, processor %.2f s\n",
               load.open, seconds, (double)load.open / seconds, memory_of(load.pid),
               processor_of(load.pid) - load.processor);
        fflush(stdout);
        load.processor = processor_of(load.pid);
        uv_timer_start(&load.end, on_end, (uint64_t)load.seconds * 1000, 0);
        for (long i = 0; i < TALKERS && i < load.open; i++)
            talk(load.first[i]);
    }
}

static void on_text(WsClient *client, const char *text, size_t length)
{
    unsigned long long at;
    (void)length;
    if (sscanf(text, "{\"at\":%llu}", &at) != 1)
        return;
    load.times[load.answered++] = uv_hrtime() - at;
    talk(client);
}

static void on_closed(WsClient *client, const char *why)
{
    if (client->open)
        load.open--;
    if (load.lost++ == 0)
        printf("the first one lost: %s\n", why);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: load PORT [SOCKETS [SECONDS [PID [ROUNDS]]]]\n");
        return 2;
    }
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    load.sockets = argc > 2 ? atol(argv[2]) : 10000;
    load.seconds = argc > 3 ? atoi(argv[3]) : 5;
    load.pid = argc > 4 ? atoi(argv[4]) : 0;
    load.rounds = argc > 5 ? atol(argv[5]) : 0;
    if (load.rounds > ROUNDS_MAX)
        load.rounds = ROUNDS_MAX;
    load.times = calloc(ROUNDS_MAX, sizeof *load.times);
    uv_loop_init(&load.loop);
    uv_timer_init(&load.loop, &load.end);
    load.clients = (WsClients){.loop = &load.loop,
                               .pool = ws_pool_make(65536),
                               .path = "/ws",
                               .opened = on_opened,
                               .text = on_text,
                               .closed = on_closed};
    uv_ip4_addr("127.0.0.1", atoi(argv[1]), (struct sockaddr_in *)&load.clients.address);
    printf("server %ld kB before\n", memory_of(load.pid));
    load.processor = processor_of(load.pid);
    load.began = uv_hrtime();
    for (; load.asked < AT_ONCE && load.asked < load.sockets; load.asked++)
        ws_client_open(&load.clients, NULL);
    uv_run(&load.loop, UV_RUN_DEFAULT);
    return load.lost ? 1 : 0;
}
