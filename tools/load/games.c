/* SPDX-License-Identifier: MIT */
/* Many games at one server, or at several on one store, over WebSockets:
 *   load_games --servers ADDRESS,... --tables FILE [--watchers N] [--followers N] [--seconds N]
 *              [--hold N] [--every MS] [--together yes] [--watch KIND=PID,...]
 * ADDRESS is PORT (of 127.0.0.1) or HOST:PORT. FILE has a line "ID KEY0 KEY1 [DEVICE0 DEVICE1]" for
 * each table of nine men's morris (tests/proof/load.py makes them). Two players sit at each, by the
 * keys of their devices if there are any, N sockets look on, spread over the tables, and N follow
 * the lobby. Clients are dealt to the servers in turn, so that the two of a game are at two of
 * them;
 * --together: all of a table are at one. After --hold seconds of silence every game has a move each
 * MS milliseconds (1000) for so many seconds; a connection that breaks is made again as docs/api.md
 * asks, and a command that is not answered is sent again. Says how long acknowledgements and
 * deliveries took, what the watched processes and their children (--watch server=12,13 --watch
 * postgres=14) used for that, and after a restart of a server how long it was until everybody was
 * back and in step. Open tables of the lobby that are named "atMICROSECONDS", of the monotonic
 * clock, tell how long it took until followers saw them. */
#include "base/rng.h"
#include "figures.h"
#include "games/registry.h"
#include "ws_client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { TABLES_MAX = 4000, SOCKETS_MAX = 19000, SERVERS_MAX = 16, TICK_MS = 10, AT_ONCE = 128 };
enum { WATCHER = -1, FOLLOWER = -2 }; /* seats of those who play nothing */
/* Processor time is read between these. */
enum { BEFORE, OPEN, HELD, PLAYED, MOMENTS };

typedef struct Played {
    char id[16], key[2][48], device[2][48];
    Pos pos, next;
    char move[MOVE_TEXT_MAX];
    int64_t moves, seq;     /* seq: the newest event that anybody has seen */
    int64_t newest;         /* seq of the newest move */
    uint64_t due, sent, ok; /* uv_hrtime */
    bool waiting, again, over;
} Played;

typedef struct Client {
    WsClient *client;
    Played *game; /* of a follower: a table that nobody plays at */
    const WsClients *server;
    int seat;
    int fails;
    bool in;     /* greeted */
    int64_t seq; /* of a follower: the newest table seen, microseconds */
    uint64_t retry;
} Client;

static Played games[TABLES_MAX], lobby;
static Client sockets[SOCKETS_MAX];
static int game_count, socket_count, connecting, in_count;
static Game *nine;
static WsClients servers[SERVERS_MAX];
static int server_count;
static uv_loop_t loop;
static uv_timer_t ticker;
static Times acks, others, watched, followed;
static Watched processes;
static double used[MOMENTS][KINDS_MAX], used_here[MOMENTS];
static bool held, played;
static uint64_t began, all_in, begin_at, end_at, lost_at, first_back, back_at;
static int seconds = 5, hold, every = 1000, watchers, followers, lost_most;
static bool together;
static long wrong, refused, resent, deliveries, lobby_messages;
static Rng rng = {1};

/* -- Figures ---------------------------------------------------------------------------------- */

static void measure(int moment)
{
    for (int kind = 0; kind < processes.kinds; kind++)
        used[moment][kind] = watched_processor(&processes, kind);
    used_here[moment] = processor_here();
}

/* Processor time between two moments, all together and for each of `count` things. */
static void print_used(const char *doing, int from, double count, const char *each)
{
    printf("processor %s: ", doing);
    for (int kind = 0; kind < processes.kinds; kind++) {
        double time = used[from + 1][kind] - used[from][kind];
        printf("%s %.2f s (%.1f us %s), ", processes.kind[kind], time,
               count > 0 ? time * 1e6 / count : 0.0, each);
    }
    printf("this tool %.2f s\n", used_here[from + 1] - used_here[from]);
}

static void print_memory(void)
{
    for (int kind = 0; kind < processes.kinds; kind++)
        printf("%s %s %ld kB", kind ? "," : "", processes.kind[kind],
               watched_memory(&processes, kind));
    printf("\n");
    fflush(stdout);
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
    game->due += (uint64_t)every * 1000000;
    if (game->due < now)
        game->due = now + (uint64_t)every * 1000000;
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
        times_note(&acks, game->sent, game->ok);
    game->waiting = false;
    game->moves++;
    game->newest = number_in(text, "\"seq\":");
    game->pos = game->next;
}

/* How much later than the acknowledgement somebody saw a move; not at all, where they saw it first.
 */
static void take_delivery(const Client *one, int64_t seq, bool move)
{
    Played *game = one->game;
    uint64_t now = uv_hrtime();
    bool early = game->waiting && move && seq > game->newest;
    bool other = one->seat >= 0 && (one->seat == game->pos.turn) != early;
    deliveries += move && all_in;
    if ((early || (seq == game->newest && game->ok)) && !game->again &&
        (one->seat == WATCHER || other))
        times_note(one->seat == WATCHER ? &watched : &others, early ? now : game->ok, now);
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
    take_delivery(one, seq, strstr(text, "\"kind\":\"move\"") != NULL);
}

/* The lobby changed; tables that were open when the follower came tell nothing. */
static void take_lobby(Client *one, const char *text)
{
    int64_t seen = one->seq;
    lobby_messages++;
    for (const char *p = strstr(text, "\"add\":["); p && (p = strstr(p, "\"name\":\"at"));) {
        int64_t made = strtoll(p += 10, NULL, 10);
        if (made > one->seq)
            times_note(&followed, (uint64_t)made * 1000, uv_hrtime());
        seen = made > seen ? made : seen;
    }
    one->seq = seen;
}

static void begin_play(uint64_t now)
{
    all_in = now;
    measure(OPEN);
    printf("%d sockets in %.2f s, %.0f/s,", socket_count, (double)(now - began) / 1e9,
           socket_count / ((double)(now - began) / 1e9));
    print_memory();
    begin_at = now + (uint64_t)hold * 1000000000;
    end_at = begin_at + (uint64_t)seconds * 1000000000;
    for (int i = 0; i < game_count; i++)
        games[i].due = begin_at + rng_below(&rng, (uint32_t)every) * UINT64_C(1000000);
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
    if (!all_in && in_count == socket_count)
        begin_play(now);
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
    else if (strncmp(text, "{\"t\":\"lobby\"", 12) == 0)
        take_lobby(one, text);
    else if (strstr(text, "\"over\"") || strstr(text, "not-legal"))
        one->game->over = true;
    else if (strncmp(text, "{\"t\":\"no\"", 9) == 0 && refused++ < 3)
        printf("refused: %s\n", text);
}

/* -- Connections ------------------------------------------------------------------------------ */

static void on_opened(WsClient *client)
{
    static const char follow[] = "{\"t\":\"lobby\",\"on\":true}";
    const Client *one = client->data;
    const char *device = one->seat < 0 ? "" : one->game->device[one->seat];
    const char *key = *device ? device : one->seat < 0 ? "" : one->game->key[one->seat];
    char text[320];
    int length;
    connecting--;
    if (one->seat == FOLLOWER)
        length = snprintf(text, sizeof text, "{\"t\":\"hi\",\"v\":1}");
    else
        length = snprintf(text, sizeof text,
                          "{\"t\":\"hi\",\"v\":1%s%s%s,\"watch\":[{\"id\":\"%s\",\"key\":\"%s\","
                          "\"since\":%lld}]}",
                          *device ? ",\"key\":\"" : "", device, *device ? "\"" : "", one->game->id,
                          key, (long long)one->seq);
    ws_client_send(client, text, (size_t)length);
    if (one->seat == FOLLOWER)
        ws_client_send(client, follow, sizeof follow - 1);
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

/* After a restart of a server: how long until everybody was back. */
static void print_restart(void)
{
    if (lost_at)
        printf("restart: %d lost, first back after %.2f s, all %d back %.2f s after the first, %ld "
               "commands sent again\n",
               lost_most, (double)(first_back - lost_at) / 1e9, socket_count,
               back_at ? (double)(back_at - first_back) / 1e9 : -1.0, resent);
}

static void finish(void)
{
    long behind = 0, moves = 0;
    for (int i = 0; i < socket_count; i++)
        behind += sockets[i].seat != FOLLOWER && sockets[i].seq != sockets[i].game->seq;
    for (int i = 0; i < game_count; i++)
        moves += games[i].moves;
    printf("%ld moves in %d s, told %ld times; lobby told %ld times; events missing or doubled: "
           "%ld; behind at the end: %ld; refused: %ld;",
           moves, seconds, deliveries, lobby_messages, wrong, behind, refused);
    print_memory();
    times_print("acknowledged", &acks);
    times_print("the other side, after the acknowledgement", &others);
    times_print("watchers, after the acknowledgement", &watched);
    times_print("followers of the lobby, after a table was asked for", &followed);
    print_used("for connecting", BEFORE, socket_count, "a socket");
    if (hold)
        print_used("in silence", OPEN, (double)socket_count * hold, "a socket and second");
    if (!lost_at) /* else the server is another process than before */
        print_used("in play", HELD, (double)moves, "a move");
    print_restart();
    bool followed_well = !followers || lobby_messages >= followers;
    exit(wrong || behind || !moves || !followed_well || (lost_at && !back_at) ? 1 : 0);
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
        one->client = ws_client_open(one->server, one);
    }
    if (!all_in || now < begin_at)
        return;
    if (!held)
        measure(HELD);
    held = true;
    for (int i = 0; i < game_count && now < end_at; i++)
        play(&games[i], now);
    if (!played && now > end_at + UINT64_C(500000000)) {
        measure(PLAYED);
        played = true;
    }
    if (now > end_at + UINT64_C(3000000000))
        finish();
}

/* -- The beginning ---------------------------------------------------------------------------- */

static void fail(const char *what, const char *which)
{
    fprintf(stderr, "load_games: %s %s\n", what, which);
    exit(2);
}

static void read_tables(const char *path)
{
    char line[256];
    FILE *file = fopen(path, "r");
    while (file && game_count < TABLES_MAX && fgets(line, sizeof line, file)) {
        Played *game = &games[game_count];
        int fields = sscanf(line, "%15s %47s %47s %47s %47s", game->id, game->key[0], game->key[1],
                            game->device[0], game->device[1]);
        if (fields != 3 && fields != 5)
            fail("not a line of a table:", line);
        nine->ops->start(nine, 1, &games[game_count++].pos);
    }
    if (file)
        fclose(file);
    if (!game_count)
        fail("no tables in", path);
}

/* "8080,8081" or "127.0.0.1:8080,127.0.0.1:8081". */
static void read_servers(const char *text)
{
    while (*text) {
        char host[64] = "127.0.0.1", one[96];
        size_t length = strcspn(text, ",");
        const char *colon = memchr(text, ':', length);
        if (server_count == SERVERS_MAX || length >= sizeof one || (colon && colon - text >= 64))
            fail("too many servers, or too long:", text);
        snprintf(one, sizeof one, "%.*s", (int)length, text);
        if (colon)
            snprintf(host, sizeof host, "%.*s", (int)(colon - text), text);
        int port = atoi(colon ? one + (colon + 1 - text) : one);
        WsClients *server = &servers[server_count++];
        if (port < 1 || port > 65535 ||
            uv_ip4_addr(host, port, (struct sockaddr_in *)&server->address) != 0)
            fail("not an address:", one);
        text += length + (text[length] == ',');
    }
}

static bool read_option(const char *name, const char *value)
{
    struct {
        const char *name;
        int *value;
    } numbers[] = {{"--watchers", &watchers},
                   {"--followers", &followers},
                   {"--seconds", &seconds},
                   {"--hold", &hold},
                   {"--every", &every}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(name, numbers[i].name) == 0) {
            *numbers[i].value = atoi(value);
            return *numbers[i].value >= 0;
        }
    if (strcmp(name, "--servers") == 0)
        read_servers(value);
    else if (strcmp(name, "--tables") == 0)
        read_tables(value);
    else if (strcmp(name, "--together") == 0)
        together = strcmp(value, "yes") == 0;
    else
        return strcmp(name, "--watch") == 0 && watched_add(&processes, value);
    return true;
}

static void add_client(Played *game, int seat, int turn)
{
    int table = seat == FOLLOWER ? turn : (int)(game - games);
    if (socket_count < SOCKETS_MAX)
        sockets[socket_count++] = (Client){
            .game = game,
            .seat = seat,
            .server = &servers[(together ? table : turn) % server_count]};
}

static void add_clients(void)
{
    for (int i = 0; i < 2 * game_count; i++)
        add_client(&games[i / 2], i % 2, i / 2 + i % 2);
    for (int i = 0; i < watchers; i++)
        add_client(&games[i % game_count], WATCHER, i / game_count + i);
    for (int i = 0; i < followers; i++)
        add_client(&lobby, FOLLOWER, i);
}

static void open_servers(void)
{
    WsPool *pool = ws_pool_make(65536);
    for (int i = 0; i < server_count; i++) {
        servers[i].loop = &loop;
        servers[i].pool = pool;
        servers[i].path = "/ws";
        servers[i].opened = on_opened;
        servers[i].text = on_text;
        servers[i].closed = on_closed;
    }
}

int main(int argc, char **argv)
{
    char why[WHY_MAX];
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    nine = game_open_from(registry_families, registry_count, "nine", LANG_EN, why);
    for (int i = 1; i < argc; i += 2)
        if (i + 1 == argc || !read_option(argv[i], argv[i + 1]))
            fail("not understood, see the beginning of tools/load/games.c:", argv[i]);
    if (!server_count || !game_count || every < 1)
        fail("--servers and --tables are needed,", "--every is at least 1");
    uv_loop_init(&loop);
    uv_timer_init(&loop, &ticker);
    open_servers();
    add_clients();
    printf("%d games, %d sockets, %d servers, before:", game_count, socket_count, server_count);
    print_memory();
    measure(BEFORE);
    began = uv_hrtime();
    uv_timer_start(&ticker, on_tick, 1, TICK_MS);
    uv_run(&loop, UV_RUN_DEFAULT);
    return 0;
}
