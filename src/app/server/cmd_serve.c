/* SPDX-License-Identifier: MIT */
/* `concentric serve`: the page from the files inside the program, and the API. */
#include "app/cli/commands.h"
#include "app/server/config.h"
#include "app/server/correspondence.h"
#include "app/server/handover.h"
#include "app/server/ops.h"
#include "app/server/raster.h"
#include "app/server/sandbox.h"
#include "app/server/server.h"
#include "app/server/show.h"
#include "app/server/solved.h"
#include "app/server/tables.h"
#include "app/store_place.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>
#include <uv.h>

typedef struct Place {
    const char *address;
    uint16_t port;
    Ops *ops;
    Oplog *log;
    Hosts hosts;    /* what it is called */
    bool sandbox;   /* under the filter of system calls, once everything is there */
    char there[64]; /* room for the address of a socket that was handed in */
} Place;

static void print_url(const char *before, const char *address, uint16_t port, const char *after)
{
    bool v6 = strchr(address, ':') != NULL;
    printf("%shttp://%s%s%s:%u/%s\n", before, v6 ? "[" : "", address, v6 ? "]" : "", port, after);
}

/* Is this an address that a friend on the same network can use? */
static bool is_for_friends(const uv_interface_address_t *one, bool v6_too, char *text, size_t room)
{
    if (one->is_internal)
        return false;
    if (one->address.address4.sin_family == AF_INET)
        return uv_ip4_name(&one->address.address4, text, room) == 0;
    /* fe80:: would need the name of the interface behind it. */
    return v6_too && uv_ip6_name(&one->address.address6, text, room) == 0 &&
           strncmp(text, "fe80", 4) != 0;
}

/* Listening everywhere: 0.0.0.0 is no address that one could tell a friend. */
static void print_friends(const Place *place)
{
    uv_interface_address_t *all;
    int count;
    char text[64];
    bool v6 = strcmp(place->address, "::") == 0;
    if ((!v6 && strcmp(place->address, "0.0.0.0") != 0) || uv_interface_addresses(&all, &count))
        return;
    for (int i = 0; i < count; i++)
        if (is_for_friends(&all[i], v6, text, sizeof text))
            print_url("friends on your network: ", text, place->port, "");
    uv_free_interface_addresses(all, count);
}

static void announce(void *context)
{
    const Place *place = context;
    char why[WHY_MAX];
    bool inside = place->sandbox && sandbox_enter(why);
    if (place->sandbox && !inside)
        oplog_say(place->log, OPLOG_WARN, "no-sandbox", NULL, 0);
    print_url("serving ", place->address, place->port, " (Ctrl-C stops)");
    print_friends(place);
    fflush(stdout);
    ops_started(place->ops, inside);
}

static bool read_limits(const Args *args, Limits *limits, char *why)
{
    int at = 0;
    for (const char *text; (text = args_next(args, "--limit", &at)) != NULL;)
        if (!limits_set(limits, text, why))
            return false;
    return true;
}

/* The names of the command line; without any those of the file of settings. */
static bool read_hosts(const Args *args, Hosts *hosts, char *why)
{
    int at = 0;
    for (const char *text; (text = args_next(args, "--host", &at)) != NULL;)
        if (!hosts_add(hosts, text, why))
            return false;
    const char *set = args_value(args, "--host");
    return hosts->count || !set || hosts_add(hosts, set, why);
}

static bool read_proxy(const Args *args, Address *proxy, char *why)
{
    const char *text = args_value(args, "--behind-proxy");
    char quoted[64];
    Str q = str_over(quoted, sizeof quoted);
    if (!text || peer_read(text, strlen(text), proxy))
        return true;
    str_quote(&q, text);
    return refuse(why, "--behind-proxy takes a numeric address such as 127.0.0.1, not %s", quoted);
}

/* A path that is not there is said now, not at the first question. */
static bool find_databases(const char *path, char *why)
{
    char quoted[128];
    Str q = str_over(quoted, sizeof quoted);
    if (!path || access(path, R_OK) == 0)
        return true;
    str_quote(&q, path);
    return refuse(why, "--db: %s cannot be read: %s", quoted, strerror(errno));
}

/* ---- how it is run */

static bool open_log(const Args *args, Oplog **out, char *why)
{
    const char *path = args_value(args, "--log"), *text = args_value(args, "--log-level");
    OplogLevel level = path ? OPLOG_INFO : OPLOG_WARN;
    if (text && !oplog_read_level(text, &level))
        return refuse(why, "--log-level takes error, warn, info or debug");
    *out = oplog_open(path, level, why);
    return *out != NULL;
}

static bool open_keeper(const Args *args, const StorePlace *store, Oplog *log, Keeper **out,
                        char *why)
{
    enum { MINUTE_MS = 60000, SECOND_MS = 1000, KEEP_MOST = 9999 };
    const char *dir = args_value(args, "--backup");
    double every = 60 * MINUTE_MS;
    uint64_t keep = 24;
    why[0] = '\0';
    if (!args_time(args, "--backup-every", SECOND_MS, TIME_MAX_MS, &every) ||
        !args_number(args, "--backup-keep", 1, KEEP_MOST, &keep))
        return false;
    if (!dir)
        return true;
    *out = keeper_open(&(KeeperSetup){&store->setup, dir, (int64_t)every, (int)keep, log}, why);
    return *out != NULL;
}

/* Where the operator's socket is: where it is said, or among the data. */
static const char *admin_path(const Args *args, const StorePlace *store, char *room, size_t size,
                              bool *own)
{
    const char *given = args_value(args, "--admin");
    Str s = str_over(room, size);
    *own = !given;
    if (given)
        return strcmp(given, "none") == 0 ? NULL : given;
    if (!store->setup.dir)
        return NULL;
    str_format(&s, "%s/admin.sock", store->dir);
    return room;
}

/* What a server is made of, from the socket to the operator's. */
typedef struct Parts {
    StorePlace store;
    Oplog *log;
    Solved *solved;
    Tables *tables;
    Show *show;
    Correspondence *correspondence;
    Keeper *keeper;
    Api api;
    char admin[4200];
} Parts;

/* The socket first: a second server of this machine then says that the port is taken, which is what
 * its owner wants to hear, and not that the tables are. */
static bool open_parts(const Args *args, Server *server, Place *place, Parts *parts, char *why)
{
    parts->solved = solved_open(server, args_value(args, "--db"), why);
    if (!parts->solved)
        return false;
    parts->tables = tables_open(server, &parts->store.setup, &parts->api, why);
    parts->show = parts->tables ? show_open(server, parts->tables, why) : NULL;
    CorrespondenceSetup letters = {.push_key = args_value(args, "--push-key"),
                                   .push_contact = args_value(args, "--push-contact"),
                                   .push_allow = args_value(args, "--push-allow")};
    if (!parts->show ||
        !(parts->correspondence = correspondence_open(server, parts->tables, &letters, why)) ||
        !open_keeper(args, &parts->store, parts->log, &parts->keeper, why))
        return false;
    OpsSetup setup = {
        .metrics = args_value(args, "--metrics"), .log = parts->log, .keeper = parts->keeper};
    setup.admin = admin_path(args, &parts->store, parts->admin, sizeof parts->admin,
                             &setup.own_admin);
    place->ops = ops_open(server, parts->tables, &setup, why);
    return place->ops != NULL;
}

/* False if a thread hangs in the system. */
static bool close_parts(Parts *parts, Place *place)
{
    enum { PATIENCE_MS = 2000 };
    bool good = !parts->show || show_close(parts->show);
    good = (!parts->correspondence || correspondence_close(parts->correspondence)) && good;
    good = (!parts->tables || tables_close(parts->tables)) && good;
    good = (!parts->solved || solved_close(parts->solved)) && good;
    good = keeper_close(parts->keeper, PATIENCE_MS) && good;
    ops_close(place->ops);
    return oplog_close(parts->log, PATIENCE_MS) && good;
}

/* The listening socket: systemd's, that of the server before, or a new one. */
static int find_listener(const Args *args, const StorePlace *store, Place *place, char *why)
{
    enum { RELEASE_MS = 15000 };
    const char *from = args_value(args, "--take-over");
    int listener = handover_inherit(why);
    if (listener == -2)
        return -1;
    if (listener < 0 && !from)
        return server_listen(place->address, &place->port, why);
    if (listener < 0) {
        listener = handover_take(from, why);
        if (listener >= 0 && !tstore_wait_free(&store->setup, RELEASE_MS)) {
            close(listener);
            refuse(why, "the server before does not let go of the tables");
            listener = -1;
        }
    }
    if (listener >= 0 && handover_place(listener, place->there, sizeof place->there, &place->port))
        place->address = place->there;
    return listener;
}

static bool serve_tables(const Args *args, Server *server, Place *place, char *why)
{
    Parts parts = {0};
    if (!store_place(args_value(args, "--data"), args_value(args, "--store"), &parts.store, why) ||
        !find_databases(args_value(args, "--db"), why))
        return false;
    place->sandbox = sandbox_is_built() && !args_value(args, "--no-sandbox");
    if (place->sandbox)
        raster_free(raster_load()); /* later it could not be loaded */
    int listener = find_listener(args, &parts.store, place, why);
    if (listener < 0)
        return false;
    if (!place->hosts.count)
        place->hosts.rule = hosts_rule(place->address);
    server_set_hosts(server, &place->hosts);
    bool good = open_log(args, &parts.log, why);
    place->log = parts.log;
    good = good && open_parts(args, server, place, &parts, why);
    if (good) {
        tables_add(
            parts.tables,
            (Beside){.prefix = SOLVED_LIST_PATH, .ask = solved_ask, .context = parts.solved});
        tables_add(
            parts.tables,
            (Beside){.prefix = TABLES_HEALTH_PATH, .ask = tables_health, .context = parts.tables});
        server_run(server, listener, &parts.api, announce, place);
    } else {
        close(listener);
    }
    if (!close_parts(&parts, place))
        _exit(good ? EXIT_GOOD : EXIT_BAD_INPUT); /* nothing is left to do */
    return good;
}

/* Everything but the arguments. */
static bool serve(const Args *args, Place *place, Limits *limits, char *why)
{
    Address proxy;
    if (!read_limits(args, limits, why) || !read_proxy(args, &proxy, why) ||
        !read_hosts(args, &place->hosts, why))
        return false;
    bool behind = args_value(args, "--behind-proxy") != NULL;
    Server *server = server_make(limits, behind ? &proxy : NULL, why);
    if (!server)
        return false;
    server_set_games(server, games_json(true));
    bool good = serve_tables(args, server, place, why);
    server_free(server);
    return good;
}

static int serve_as_said(const Args *args, Limits *limits)
{
    uint64_t number = 8080;
    char why[WHY_MAX];
    if (!args_number(args, "--port", 0, 65535, &number))
        return EXIT_BAD_INPUT;
    Place place = {.address = args_value(args, "--bind"), .port = (uint16_t)number};
    if (!place.address)
        place.address = "127.0.0.1";
    /* Keys of players are in its memory: no other process may look, and no core is written. */
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    limits_be_strict(limits, args_value(args, "--behind-proxy") != NULL);
    if (serve(args, &place, limits, why))
        return EXIT_GOOD;
    return why[0] ? complain("%s", why) : EXIT_BAD_INPUT; /* it has been said */
}

/* The whole file in memory for free(), with a NUL behind it; NULL after it has said why not. */
static char *load_config(const char *path, size_t *length)
{
    char *text = malloc(CONFIG_BYTES_MAX + 1);
    FILE *file = text ? fopen(path, "re") : NULL;
    *length = file ? fread(text, 1, CONFIG_BYTES_MAX + 1, file) : 0;
    if (!file || ferror(file))
        complain_of_file("read", path, strerror(errno));
    else if (*length > CONFIG_BYTES_MAX)
        complain_of_file("read", path, "it has more than 64 kB");
    else {
        fclose(file);
        text[*length] = '\0';
        return text;
    }
    if (file)
        fclose(file);
    free(text);
    return NULL;
}

static int run_serve(const Args *given)
{
    Args args = *given;
    Limits *limits = limits_make(false);
    const char *path = args_value(given, "--config");
    char why[WHY_MAX];
    size_t length = 0;
    char *text = path ? load_config(path, &length) : NULL;
    int status = EXIT_BAD_INPUT;
    if (!limits)
        complain("there is no memory");
    else if (path && text && !config_read(text, length, &args, limits, why))
        complain_of_file("use", path, why);
    else if (!path || text)
        status = serve_as_said(&args, limits);
    limits_free(limits);
    free(text);
    return status;
}

const Command command_serve = {
    .name = "serve",
    .words = "",
    .summary = "Serve the page, and games between people over the network.",
    .details =
        "The page's files are inside the program; no other file can be reached. Ctrl-C or\n"
        "SIGTERM stops it after the answers under way, within five seconds.\n"
        "\n"
        "With --bind 0.0.0.0 others on your network can use it; their address is printed.\n"
        "By a name it is reached only if --host says so; without it by localhost, and with\n"
        "another --bind by numeric addresses.\n"
        "Limits per address keep one visitor from taking everything. Their names are\n"
        "connections, address-connections, sockets, device-sockets, frame, body, messages,\n"
        "tables, joins, running, acts, requests and pictures (docs/online.md). This machine itself "
        "is\n"
        "limited only behind a proxy and by limits that are given.\n"
        "\n"
        "A configuration file has lines `name = value`: the flags below without their dashes\n"
        "(yes or no for one without a value), and limit-NAME for limits; # begins a comment.\n"
        "What the command line says wins. An example with every setting is installed as\n"
        "concentric.conf.",
    .flags = {{"--config", "FILE", "read settings from this file"},
              {"--port", "N", "listen on this port (default 8080; 0: a free one)"},
              {"--bind", "ADDRESS",
               "listen at this numeric address (default 127.0.0.1: this "
               "machine only)"},
              {.name = "--host",
               .value = "NAME",
               .help = "a name that browsers call it by, such as play.example.org or "
                       "https://play.example.org; may be given again for others",
               .many = true},
              FLAG_DATA,
              FLAG_STORE,
              {"--db", "DIR", "answer for the solved positions in this directory, too"},
              {"--behind-proxy", "ADDRESS",
               "believe X-Forwarded-For of a proxy at this numeric address"},
              {"--no-sandbox", NULL, "serve without the filter of system calls (seccomp)"},
              {"--take-over", "PATH",
               "take the place of the server with this operator's socket, and its port"},
              {"--admin", "PATH",
               "the operator's socket (default: admin.sock among the data; none: none)"},
              {"--metrics", "ADDRESS:PORT", "figures for Prometheus, at an address of their own"},
              {"--log", "FILE", "a log in JSON lines, without addresses; -: to stderr"},
              {"--log-level", "LEVEL",
               "error, warn, info or debug (default info; without --log warn)"},
              {"--backup", "DIR", "write backups into this directory"},
              {"--backup-every", "TIME", "... so often (default 1h)"},
              {"--backup-keep", "N", "... and keep the newest N (default 24)"},
              {"--push-key", "FILE", "send push messages, signed by this key (see push-key)"},
              {"--push-contact", "ADDRESS", "whom push services write to: mailto:NAME@HOST"},
              {"--push-allow", "URL", "for tests: also send to http://127.0.0.1:PORT"},
              {.name = "--limit",
               .value = "NAME=N",
               .help = "set a limit; may be given again for others",
               .many = true}},
    .run = run_serve,
};
