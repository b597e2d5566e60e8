/* SPDX-License-Identifier: MIT */
/* Many games at one server, over WebSockets:
 *   load_games PORT FILE WATCHERS SECONDS PID
 * FILE has a line "ID KEY0 KEY1" for each table of nine men's morris (tests/proof/load.py makes
 * them). Two players sit at each and WATCHERS sockets look on, spread over the tables. For SECONDS
 * every game has a move a second; a connection that breaks is made again as docs/api.md asks, and a
 * command that is not answered is sent again. Says how long acknowledgements and deliveries took,
 * and after a restart of the server how long it was until everybody was back and in step. */
#include "base/rng.h"
#include "games/registry.h"
#include "ws_client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { TABLES_MAX = 4000, SOCKETS_MAX = 19000, TIMES_MAX = 4000000, TICK_MS = 10, AT_ONCE = 128 };

typedef struct Times {
    float *ms;
    size_t count;
} Times;

typedef struct Played {
    char id[16], key[2][32];
    Pos pos, next;
    char move[MOVE_TEXT_MAX];
    int64_t moves, seq;     /* seq: the newest event that anybody has seen */
    int64_t newest;         /* seq of the newest move */
    uint64_t due, sent, ok; /* uv_hrtime */
    bool waiting, again, over;
} Played;

typedef struct Client {
    WsClient *client;
    Played *game;
    int seat; /* -1: a watcher */
    int fails;
    bool in; /* greeted */
    int64_t seq;
    uint64_t retry;
} Client;

static Played games[TABLES_MAX];
static Client sockets[SOCKETS_MAX];
static int game_count, socket_count, connecting, in_count, pid;
static Game *nine;
static WsClients clients;
static uv_loop_t loop;
static uv_timer_t ticker;
static Times acks, others, watched;
static uint64_t began, all_in, end_at, lost_at, first_back, back_at;
static int seconds, lost_most;
static long wrong, refused, resent;
static Rng rng = {1};

/* -- Figures ---------------------------------------------------------------------------------- */

static void note(Times *times, uint64_t from, uint64_t to)
{
    if (times->count < TIMES_MAX)
        times->ms[times->count++] = (float)((double)(int64_t)(to - from) / 1e6);
}

static int by_size(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void print_times(const char *name, Times *times)
{
    if (!times->count)
        return;
    qsort(times->ms, times->count, sizeof *times->ms, by_size);
    printf("%s: %zu, p50 %.1f ms, p99 %.1f ms, most %.1f ms\n", name, times->count,
           (double)times->ms[times->count / 2], (double)times->ms[times->count * 99 / 100],
           (double)times->ms[times->count - 1]);
}

static long memory_of_server(void)
{
    char path[64], line[256];
    long kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *file = pid ? fopen(path, "r") : NULL;
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "VmRSS:", 6) == 0)
            kilobytes = atol(line + 6);
    if (file)
        fclose(file);
    return kilobytes;
}

/* -- Messages --------------------------------------------------------------------------------- */

static int64_t number_in(const char *text, const char *name)
{
    const char *at = strstr(text, name);
    return at ? strtoll(at + strlen(name), NULL, 10) : -1;
}

static void send_move(Client *one)
{
    char text[256];
    const Played *game = one->game;
    int length = snprintf(
        text, sizeof text,
        "{\"t\":\"do\",\"id\":\"%s\",\"cmd\":\"m%lld\",\"do\":\"move\",\"m\":\"%s\"}", game->id,
        (long long)game->moves, game->move);
    ws_client_send(one->client, text, (size_t)length);
}

/* A move, rather one that takes nothing: games last longer. */
static void choose_move(Played *game)
{
    Move moves[512], move = 0;
    int count = nine->moves(nine, &game->pos, moves);
    for (int tries = 0; tries < 8 && count; tries++) {
        Str s = str_over(game->move, sizeof game->move);
        move = moves[rng_below(&rng, (uint32_t)count)];
        nine->ops->write_move(nine, &game->pos, move, &s);
        if (!strchr(game->move, 'x'))
            break;
    }
    if (!count) {
        game->over = true;
        return;
    }
    nine->apply(nine, &game->pos, move, &game->next);
}

static void play(Played *game, uint64_t now)
{
    Client *one = &sockets[2 * (game - games) + game->pos.turn];
    if (game->over || game->waiting || now < game->due || !one->in)
        return;
    choose_move(game);
    if (game->over)
        return;
    game->due += 1000000000;
    if (game->due < now)
        game->due = now + 1000000000;
    game->waiting = true;
    game->again = false;
    game->sent = now;
    send_move(one);
}

static void take_ok(Client *one, const char *text)
{
    Played *game = one->game;
    if (!game->waiting || number_in(text, "\"cmd\":\"m") != game->moves)
        return;
    game->ok = uv_hrtime();
    if (!game->again)
        note(&acks, game->sent, game->ok);
    game->waiting = false;
    game->moves++;
    game->newest = number_in(text, "\"seq\":");
    game->pos = game->next;
}

static void take_event(Client *one, const char *text)
{
    Played *game = one->game;
    int64_t seq = number_in(text, "\"seq\":");
    wrong += seq != one->seq + 1;
    one->seq = seq;
    if (seq > game->seq)
        game->seq = seq;
    if (strstr(text, "\"state\":\"ended\""))
        game->over = true;
    bool other = one->seat >= 0 && one->seat == game->pos.turn;
    if (seq == game->newest && !game->again && (one->seat < 0 || other))
        note(one->seat < 0 ? &watched : &others, game->ok, uv_hrtime());
}

static void take_hi(Client *one)
{
    uint64_t now = uv_hrtime();
    one->in = true;
    one->fails = 0;
    in_count++;
    if (lost_at && !first_back)
        first_back = now;
    if (lost_at && in_count == socket_count)
        back_at = now;
    if (!all_in && in_count == socket_count) {
        all_in = now;
        printf("%d sockets in %.2f s, %.0f/s, server %ld kB\n", socket_count,
               (double)(now - began) / 1e9, socket_count / ((double)(now - began) / 1e9),
               memory_of_server());
        fflush(stdout);
        end_at = now + (uint64_t)seconds * 1000000000;
        for (int i = 0; i < game_count; i++)
            games[i].due = now + rng_below(&rng, 1000) * UINT64_C(1000000);
    }
    if (one->seat >= 0 && one->game->waiting && one->game->pos.turn == one->seat) {
        one->game->again = true;
        resent++;
        send_move(one);
    }
}

static void on_text(WsClient *client, const char *text, size_t length)
{
    Client *one = client->data;
    (void)length;
    if (strncmp(text, "{\"t\":\"ev\"", 9) == 0)
        take_event(one, text);
    else if (strncmp(text, "{\"t\":\"ok\"", 9) == 0)
        take_ok(one, text);
    else if (strncmp(text, "{\"t\":\"hi\"", 9) == 0)
        take_hi(one);
    else if (strstr(text, "\"over\"") || strstr(text, "not-legal"))
        one->game->over = true;
    else if (strncmp(text, "{\"t\":\"no\"", 9) == 0 && refused++ < 3)
        printf("refused: %s\n", text);
}

/* -- Connections ------------------------------------------------------------------------------ */

static void on_opened(WsClient *client)
{
    const Client *one = client->data;
    char text[256];
    connecting--;
    int length = snprintf(
        text, sizeof text,
        "{\"t\":\"hi\",\"v\":1,\"watch\":[{\"id\":\"%s\",\"key\":\"%s\",\"since\":%lld}]}",
        one->game->id, one->seat < 0 ? "" : one->game->key[one->seat], (long long)one->seq);
    ws_client_send(client, text, (size_t)length);
}

static void on_closed(WsClient *client, const char *why)
{
    Client *one = client->data;
    uint64_t now = uv_hrtime();
    (void)why;
    if (!client->open)
        connecting--;
    if (one->in) {
        in_count--;
        if (all_in && !lost_at)
            lost_at = now;
        first_back = back_at = 0;
        lost_most = socket_count - in_count > lost_most ? socket_count - in_count : lost_most;
    }
    one->in = false;
    one->client = NULL;
    one->fails++;
    uint64_t wait = one->fails == 1 ? 50 : one->fails == 2 ? 300 : 500 + rng_below(&rng, 1000);
    one->retry = now + wait * 1000000;
}

static void finish(void)
{
    long behind = 0, moves = 0;
    for (int i = 0; i < socket_count; i++)
        behind += sockets[i].seq != sockets[i].game->seq;
    for (int i = 0; i < game_count; i++)
        moves += games[i].moves;
    printf(
        "%ld moves in %d s; events missing or doubled: %ld; behind at the end: %ld; refused: %ld; "
        "server %ld kB\n",
        moves, seconds, wrong, behind, refused, memory_of_server());
    print_times("acknowledged", &acks);
    print_times("the other side, after the acknowledgement", &others);
    print_times("watchers, after the acknowledgement", &watched);
    if (lost_at)
        printf("restart: %d lost, first back after %.2f s, all %d back %.2f s after the first, %ld "
               "commands sent again\n",
               lost_most, (double)(first_back - lost_at) / 1e9, socket_count,
               back_at ? (double)(back_at - first_back) / 1e9 : -1.0, resent);
    exit(wrong || behind || (lost_at && !back_at) ? 1 : 0);
}

static void on_tick(uv_timer_t *timer)
{
    uint64_t now = uv_hrtime();
    (void)timer;
    for (int i = 0; i < socket_count; i++) {
        Client *one = &sockets[i];
        /* At first in turn; later everybody at once, as people would. */
        if (one->client || now < one->retry || (!all_in && connecting >= AT_ONCE))
            continue;
        connecting++;
        one->client = ws_client_open(&clients, one);
    }
    if (!all_in)
        return;
    for (int i = 0; i < game_count && now < end_at; i++)
        play(&games[i], now);
    if (now > end_at + UINT64_C(3000000000))
        finish();
}

/* -- The beginning ---------------------------------------------------------------------------- */

static void read_tables(const char *path)
{
    FILE *file = fopen(path, "r");
    while (file && game_count < TABLES_MAX &&
           fscanf(file, "%15s %31s %31s", games[game_count].id, games[game_count].key[0],
                  games[game_count].key[1]) == 3)
        nine->ops->start(nine, 1, &games[game_count++].pos);
    if (file)
        fclose(file);
    if (!game_count) {
        fprintf(stderr, "load_games: no tables in %s\n", path);
        exit(2);
    }
}

int main(int argc, char **argv)
{
    char why[WHY_MAX];
    if (argc < 6) {
        fprintf(stderr, "usage: load_games PORT FILE WATCHERS SECONDS PID\n");
        return 2;
    }
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    nine = game_open_from(registry_families, registry_count, "nine", LANG_EN, why);
    read_tables(argv[2]);
    seconds = atoi(argv[4]);
    pid = atoi(argv[5]);
    for (int i = 0; i < 2 * game_count; i++)
        sockets[socket_count++] = (Client){.game = &games[i / 2], .seat = i % 2};
    for (int i = 0; i < atoi(argv[3]) && socket_count < SOCKETS_MAX; i++)
        sockets[socket_count++] = (Client){.game = &games[i % game_count], .seat = -1};
    for (Times *t[] = {&acks, &others, &watched}, **p = t; p < t + 3; p++)
        (*p)->ms = malloc(TIMES_MAX * sizeof *(*p)->ms);
    uv_loop_init(&loop);
    uv_timer_init(&loop, &ticker);
    clients = (WsClients){.loop = &loop,
                          .pool = ws_pool_make(65536),
                          .path = "/ws",
                          .opened = on_opened,
                          .text = on_text,
                          .closed = on_closed};
    uv_ip4_addr("127.0.0.1", atoi(argv[1]), (struct sockaddr_in *)&clients.address);
    printf("%d games, %d sockets, server %ld kB before\n", game_count, socket_count,
           memory_of_server());
    began = uv_hrtime();
    uv_timer_start(&ticker, on_tick, 1, TICK_MS);
    uv_run(&loop, UV_RUN_DEFAULT);
    return 0;
}
