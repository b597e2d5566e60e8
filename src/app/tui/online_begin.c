/* SPDX-License-Identifier: MIT */
/* How a game over the network begins and ends: making a table, sitting down at one, taking one's
 * seat again; see online.h. These requests are waited for: there is nothing to show before. */
#include "app/tui/online_part.h"

#include "app/tui/signals.h"

#include <stdlib.h>
#include <string.h>

enum { BEGIN_MS = 20000, BODY_MAX = 4096 };

/* A request and its answer in JSON. False with the server's reason, or ours. */
static bool ask(const Online *online, const char *path, const char *body, WireAnswer *out,
                char *why)
{
    static const Text odd = {{"%s does not answer like a server of this game (HTTP %ld)",
                              "%s はこのゲームのサーバーではないようです（HTTP %ld）"}};
    NetRequest request = {.base = online->link.base,
                          .path = path,
                          .body = body,
                          .lang = online->lang,
                          .timeout_ms = BEGIN_MS};
    NetAnswer answer;
    if (!net_call(&request, &answer, why))
        return false;
    bool read = wire_read_answer(answer.bytes, answer.length, out);
    if (!read)
        refuse(why, odd.in[online->lang], online->link.base, answer.status);
    else if (!out->ok)
        refuse(why, "%s", out->text[0] ? out->text : out->why);
    net_answer_free(&answer);
    return read && out->ok;
}

static void copy(char *out, size_t size, const char *text)
{
    Str s = str_over(out, size);
    str_add(&s, text);
}

/* The secret pick of a game is made over the network too, unless the text settles it. */
static bool has_pick(Host *host, const PlaySetup *setup, bool *out, char *why)
{
    const Game *game = variants_open(host->variants, setup->table.variant, setup->lang, why);
    if (game)
        *out = !setup->table.position[0] && table_find_pick(game, setup->table.variant);
    return game != NULL;
}

static bool make(Host *host, const OnlineWanted *wanted, char *invite, char *why)
{
    Online *online = host->online;
    const PlaySetup *setup = wanted->setup;
    char body[BODY_MAX];
    Str s = str_over(body, sizeof body);
    WireAnswer answer;
    WireMake what = {.game = setup->table.variant,
                     .clock = wanted->clock,
                     .side = wanted->side,
                     .name = wanted->name,
                     .position = setup->table.position,
                     .seed = wanted->seeded ? setup->table.seed : 0,
                     .match = setup->table.match,
                     .lobby = wanted->lobby};
    if (!table_link_read_base(wanted->server, online->lang, online->link.base, why) ||
        !has_pick(host, setup, &what.pick, why))
        return false;
    wire_write_make(&what, &s);
    if (!ask(online, "/tables", body, &answer, why))
        return false;
    copy(online->link.id, sizeof online->link.id, answer.id);
    copy(online->link.key, sizeof online->link.key, answer.key);
    online->link.kind = LINK_SEAT;
    TableLink link = online->link;
    link.kind = LINK_INVITE;
    copy(link.key, sizeof link.key, answer.invite);
    Str i = str_over(invite, NET_LINK_MAX);
    table_link_write(&link, &i);
    return true;
}

/* A seat with an invitation, or "" where all may sit down. */
static bool take_seat(Online *online, const char *invite, WireAnswer *answer, char *why)
{
    char path[64], body[BODY_MAX];
    Str p = str_over(path, sizeof path), s = str_over(body, sizeof body);
    str_format(&p, "/tables/%s/join", online->link.id);
    wire_write_join(invite, online->name, &s);
    if (!ask(online, path, body, answer, why))
        return false;
    copy(online->link.key, sizeof online->link.key, answer->key);
    online->link.kind = LINK_SEAT;
    return true;
}

/* By an invitation; one that was used up here before leads to the seat that was taken by it. */
static bool sit_down(Online *online, char *why)
{
    char invite[NET_KEY_MAX];
    WireAnswer answer = {0};
    TableLink kept;
    copy(invite, sizeof invite, online->link.key);
    if (take_seat(online, invite, &answer, why))
        return true;
    if (strcmp(answer.why, "taken") != 0 || !seats_find(online->link.base, online->link.id, &kept))
        return false;
    online->link = kept;
    return true;
}

static bool join(Online *online, const OnlineWanted *wanted, char *why)
{
    TableLink kept;
    if (!table_link_read(wanted->join, online->lang, &online->link, why))
        return false;
    if (online->link.kind == LINK_INVITE)
        return sit_down(online, why);
    if (online->link.kind == LINK_WATCH && seats_find(online->link.base, online->link.id, &kept))
        online->link = kept;
    return true;
}

static bool read_table(const Online *online, WireTable *out, char *why)
{
    static const Text odd = {
        {"the server's answer is not a table", "サーバーの応答が卓ではありません"}};
    char path[64];
    Str s = str_over(path, sizeof path);
    str_format(&s, "/tables/%s", online->link.id);
    NetRequest request = {.base = online->link.base,
                          .path = path,
                          .key = online->link.key,
                          .lang = online->lang,
                          .timeout_ms = BEGIN_MS};
    NetAnswer answer;
    WireAnswer refused;
    if (!net_call(&request, &answer, why))
        return false;
    bool good = answer.status == 200 && wire_read_table(answer.bytes, answer.length, out) &&
                (strcmp(out->id, online->link.id) == 0);
    if (!good && answer.status != 200 && wire_read_answer(answer.bytes, answer.length, &refused) &&
        refused.text[0])
        refuse(why, "%s", refused.text);
    else if (!good)
        refuse(why, "%s", odd.in[online->lang]);
    net_answer_free(&answer);
    return good;
}

static bool listen_there(Online *online, char *why)
{
    online->client = net_client_open(online->link.base, online->link.id, online->link.key,
                                     online->lang, signals_wake);
    return online->client || refuse(why, "%s", word(WORD_NO_MEMORY, online->lang));
}

static bool go_there(Host *host, const OnlineWanted *wanted, char *why)
{
    Online *online = host->online;
    WireTable table;
    char invite[NET_LINK_MAX] = "";
    bool there = wanted->server ? make(host, wanted, invite, why) : join(online, wanted, why);
    if (!there || !read_table(online, &table, why))
        return false;
    bool good = online_show(host, &table, why);
    wire_table_free(&table);
    if (!good)
        return false;
    if (host->play.far.standing.state == TABLE_OPEN)
        copy(host->play.far.invite, sizeof host->play.far.invite, invite);
    return listen_there(online, why);
}

bool online_sit(Online *online, char *why)
{
    WireAnswer answer = {0};
    if (!take_seat(online, "", &answer, why))
        return false;
    net_client_close(online->client); /* it listened as a watcher */
    return listen_there(online, why);
}

bool online_begin(Host *host, const OnlineWanted *wanted, char *why)
{
    host->online = calloc(1, sizeof *host->online);
    if (!host->online || !net_begin()) {
        free(host->online);
        host->online = NULL;
        return refuse(why, "%s", word(WORD_NO_MEMORY, wanted->setup->lang));
    }
    host->online->lang = wanted->setup->lang;
    copy(host->online->name, sizeof host->online->name, wanted->name ? wanted->name : "");
    host->setup = *wanted->setup;
    host->keeps = false; /* the server keeps it */
    if (go_there(host, wanted, why))
        return true;
    online_end(host);
    return false;
}

void online_end(Host *host)
{
    Online *online = host->online;
    if (!online)
        return;
    net_client_close(online->client);
    memset(online, 0, sizeof *online); /* the key is nobody's business any more */
    free(online);
    host->online = NULL;
    net_end();
}
