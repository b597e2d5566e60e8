/* SPDX-License-Identifier: MIT */
/* `concentric admin`: what an operator asks of a server that runs, over its socket (ops.h). */
#include "app/cli/commands.h"
#include "app/server/ops.h"
#include "app/store_place.h"
#include "base/json.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { REQUEST_MAX = 1024, ANSWER_MAX = 4 << 20, WAIT_SECONDS = 600 };

/* What is told of the answer, for people. */
typedef int Tell(const cJSON *answer);

typedef struct Row {
    const char *name;
    const char *words[2]; /* what must follow; NULL: nothing */
    Tell *tell;
} Row;

/* ---- words for people */

static int tell_done(const cJSON *answer)
{
    (void)answer;
    puts("done");
    return EXIT_GOOD;
}

static void print_value(const cJSON *item)
{
    if (cJSON_IsString(item))
        puts(item->valuestring);
    else if (cJSON_IsBool(item))
        puts(cJSON_IsTrue(item) ? "yes" : "no");
    else
        printf("%.0f\n", item->valuedouble);
}

static int tell_members(const cJSON *answer)
{
    const cJSON *item, *inner;
    cJSON_ArrayForEach(item, answer)
    {
        if (strcmp(item->string, "ok") == 0)
            continue;
        if (!cJSON_IsObject(item)) {
            printf("%-16s ", item->string);
            print_value(item);
            continue;
        }
        printf("%-16s", item->string);
        cJSON_ArrayForEach(inner, item)
        {
            printf(" %s %.0f", inner->string, inner->valuedouble);
        }
        putchar('\n');
    }
    return EXIT_GOOD;
}

static const char *text_of(const cJSON *json, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

static double number_of(const cJSON *json, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

/* A terminal would obey what somebody wrote into a name. */
static void print_name(const char *name)
{
    putchar('"');
    for (; *name; name++)
        putchar((unsigned char)*name < ' ' || *name == 0x7f ? '?' : *name);
    putchar('"');
}

static int tell_tables(const cJSON *answer)
{
    const cJSON *table;
    cJSON_ArrayForEach(table, cJSON_GetObjectItemCaseSensitive(answer, "tables"))
    {
        const cJSON *names = cJSON_GetObjectItemCaseSensitive(table, "names");
        printf("%s %-8s %-16s events %.0f watchers %.0f ", text_of(table, "id"),
               text_of(table, "state"), text_of(table, "game"), number_of(table, "seq"),
               number_of(table, "watchers"));
        for (int seat = 0; seat < 2; seat++) {
            const cJSON *name = cJSON_GetArrayItem(names, seat);
            print_name(cJSON_IsString(name) ? name->valuestring : "");
            putchar(seat ? '\n' : ' ');
        }
    }
    return EXIT_GOOD;
}

static int tell_bans(const cJSON *answer)
{
    const cJSON *ban;
    cJSON_ArrayForEach(ban, cJSON_GetObjectItemCaseSensitive(answer, "bans"))
    {
        time_t until = (time_t)(number_of(ban, "until") / 1000);
        struct tm parts;
        char text[32] = "";
        if (gmtime_r(&until, &parts))
            strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &parts);
        printf("%s %s until %s\n", text_of(ban, "what"), text_of(ban, "value"), text);
    }
    return EXIT_GOOD;
}

static int tell_text(const cJSON *answer)
{
    fputs(text_of(answer, "text"), stdout);
    return EXIT_GOOD;
}

static int tell_file(const cJSON *answer)
{
    printf("wrote %s\n", text_of(answer, "file"));
    return EXIT_GOOD;
}

static int tell_health(const cJSON *answer)
{
    puts(text_of(answer, "health"));
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(answer, "good")) ? EXIT_GOOD
                                                                          : EXIT_NEGATIVE;
}

static const Row rows[] = {
    {"status", {NULL, NULL}, tell_members},    {"health", {NULL, NULL}, tell_health},
    {"tables", {NULL, NULL}, tell_tables},     {"hide-name", {"id", "seat"}, tell_done},
    {"hide-player", {"id", NULL}, tell_done},  {"close", {"id", NULL}, tell_done},
    {"ban", {"what", "value"}, tell_done},     {"unban", {"what", "value"}, tell_done},
    {"bans", {NULL, NULL}, tell_bans},         {"drain", {NULL, NULL}, tell_done},
    {"metrics", {NULL, NULL}, tell_text},      {"backup", {NULL, NULL}, tell_file},
    {"log-level", {"level", NULL}, tell_done},
};

/* ---- the request */

static const Row *find_row(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

/* "90s", "30m", "12h", "7d" in seconds. */
static bool read_span(const char *text, int64_t *out)
{
    static const char units[] = "smhd";
    static const int64_t seconds[] = {1, 60, 3600, 86400};
    uint64_t n;
    if (!str_read_number(&text, 100000000, &n) || !*text || text[1])
        return false;
    const char *unit = strchr(units, *text);
    if (!unit)
        return false;
    *out = (int64_t)n * seconds[unit - units];
    return true;
}

static bool add_words(const Args *args, const Row *row, Json *json)
{
    uint64_t seat;
    bool drain = strcmp(row->name, "drain") == 0;
    if (drain && args->word[1] && (strcmp(args->word[1], "off") != 0 || args->word[2]))
        return complain("usage: concentric admin drain [off]"), false;
    if (drain) {
        json_add_bool(json, "off", args->word[1] != NULL);
        return true;
    }
    for (int i = 0; i < 2; i++) {
        const char *word = args->word[i + 1];
        if (!row->words[i] != !word)
            return complain("usage: concentric admin %s%s%s%s%s", row->name,
                            row->words[0] ? " " : "", row->words[0] ? row->words[0] : "",
                            row->words[1] ? " " : "", row->words[1] ? row->words[1] : ""),
                   false;
        if (word && strcmp(row->words[i], "seat") == 0) {
            if (!str_is_number(word, 1, &seat))
                return complain("a seat is 0 (player 1) or 1 (player 2)"), false;
            json_add_number(json, "seat", (int64_t)seat);
        } else if (word) {
            json_add_text(json, row->words[i], word);
        }
    }
    return true;
}

static bool write_request(const Args *args, const Row *row, Str *out)
{
    Json json = json_over(out);
    const char *span = args_value(args, "--for");
    int64_t seconds;
    json_open(&json, '{');
    json_add_text(&json, "do", row->name);
    if (!add_words(args, row, &json))
        return false;
    if (span && strcmp(row->name, "ban") != 0)
        return complain("--for goes with ban"), false;
    if (span && !read_span(span, &seconds))
        return complain("--for takes a time such as 90s, 30m, 12h or 7d"), false;
    if (span)
        json_add_number(&json, "for", seconds);
    json_close(&json, '}');
    str_char(out, '\n');
    return !out->full || (complain("that is too long"), false);
}

/* ---- there and back */

static bool find_socket(const Args *args, char *path, size_t room, char *why)
{
    StorePlace place;
    Str s = str_over(path, room);
    const char *given = args_value(args, "--socket");
    if (given) {
        str_add(&s, given);
    } else {
        if (!store_place(args_value(args, "--data"), NULL, &place, why))
            return false;
        str_format(&s, "%s/admin.sock", place.dir);
    }
    return !s.full || refuse(why, "the path of the socket is too long");
}

static char *take_line(int fd, char *why)
{
    char *text = malloc(ANSWER_MAX);
    size_t have = 0;
    struct timeval wait = {.tv_sec = WAIT_SECONDS};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    while (text && have < ANSWER_MAX - 1) {
        ssize_t got = recv(fd, text + have, ANSWER_MAX - 1 - have, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        have += (size_t)got;
        text[have] = '\0';
        if (text[have - 1] == '\n')
            return text;
    }
    free(text);
    refuse(why, "the server did not answer");
    return NULL;
}

static char *converse(const char *path, const Str *request, char *why)
{
    int fd = ops_connect(path, why);
    if (fd < 0)
        return NULL;
    char *answer = NULL;
    if (send(fd, request->text, request->length, MSG_NOSIGNAL) == (ssize_t)request->length)
        answer = take_line(fd, why);
    else
        refuse(why, "the server did not listen: %s", strerror(errno));
    close(fd);
    return answer;
}

static int tell(const Args *args, const Row *row, const char *text)
{
    cJSON *answer = cJSON_Parse(text);
    int status = EXIT_BAD_INPUT;
    bool good = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(answer, "ok"));
    if (!answer) {
        complain("the server's answer cannot be read");
    } else if (args_value(args, "--json")) {
        fputs(text, stdout);
        status = !good ? EXIT_NEGATIVE
                 : row->tell == tell_health
                     ? (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(answer, "good"))
                            ? EXIT_GOOD
                            : EXIT_NEGATIVE)
                     : EXIT_GOOD;
    } else if (good) {
        status = row->tell(answer);
    } else {
        complain("%s", text_of(answer, "text"));
        status = EXIT_NEGATIVE;
    }
    cJSON_Delete(answer);
    return status;
}

static int run_admin(const Args *args)
{
    const Row *row = find_row(args->word[0]);
    char request[REQUEST_MAX], path[4200], why[WHY_MAX];
    Str s = str_over(request, sizeof request);
    if (!row)
        return complain(
            "the commands are status, health, tables, hide-name, hide-player, close, ban, unban, "
            "bans, drain, metrics, backup, log-level");
    if (!write_request(args, row, &s))
        return EXIT_BAD_INPUT;
    char *answer = find_socket(args, path, sizeof path, why) ? converse(path, &s, why) : NULL;
    if (!answer)
        return complain("%s", why);
    int status = tell(args, row, answer);
    free(answer);
    return status;
}

const Command command_admin = {
    .name = "admin",
    .words = "COMMAND [WORDS]",
    .word_count = 1,
    .optional_count = 2,
    .summary = "Run a server: see what it does, keep people out, drain it before a restart.",
    .details =
        "  status               how it is: tables, sockets, store, backups\n"
        "  health               ok, or what is wrong; exit status 1 if it is not ok\n"
        "  tables               the tables in its memory, with the names of who sits there\n"
        "  hide-name ID SEAT    take the name of seat 0 or 1 of a table away\n"
        "  hide-player PLAYER   take the name of a player away, for good\n"
        "  close ID             end the game at a table without a result\n"
        "  ban net ADDRESS      keep a net (/24, IPv6 /56) out: 7 days, or --for TIME\n"
        "  ban key PLAYER       keep a player out, by id, key or hash: 366 days, or --for\n"
        "  unban, bans          lift one (the same words), list them\n"
        "  drain [off]          take no new tables; games go on\n"
        "  metrics              figures as Prometheus reads them\n"
        "  backup               write a backup now (serve --backup DIR)\n"
        "  log-level LEVEL      error, warn, info or debug\n"
        "\n"
        "Only the owner of the server (and root) can use its socket: admin.sock in the data\n"
        "directory, or where serve --admin says.",
    .flags = {FLAG_DATA,
              {"--socket", "PATH", "the server's socket, instead of admin.sock among its data"},
              {"--for", "TIME", "how long a ban lasts: 90s, 30m, 12h, 7d"},
              {"--json", NULL, "print the server's answer, one JSON object in a line"}},
    .run = run_admin,
};
