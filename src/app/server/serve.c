/* SPDX-License-Identifier: MIT */
/* Requests out of a buffer: to files, to the API, to the WebSocket, or refused. */
#include "app/server/client.h"
#include "app/server/table_page.h"

#include <stdlib.h>
#include <string.h>

static void refuse_json(Client *c, int status, unsigned retry)
{
    Answer answer;
    AnswerHow how = client_how(c);
    how.retry = retry;
    answer_json_refusal(status, c->lang, &how, &answer);
    route_count_refusal(c->server, answer_why(status));
    client_answer(c, &answer, NULL);
}

/* How the client reaches us. Only the proxy knows whether its clients use TLS; we speak none. */
static HttpScheme find_scheme(const Client *c, const HttpRequest *http, HttpScheme named)
{
    if (named != HTTP_EITHER)
        return named;
    if (c->from_proxy)
        return http_forwarded_scheme(http);
    return c->server->hosts.rule == HOSTS_ANY ? HTTP_EITHER : HTTP_PLAIN;
}

/* Does the request call us by a name of ours? */
static bool is_for_us(Client *c, const HttpRequest *http)
{
    HttpScheme named;
    bool local = c->peer == PEER_LOOPBACK && !http->forwarded.length;
    bool known = hosts_know(&c->server->hosts, http->host, local, &named);
    c->scheme = (uint8_t)find_scheme(c, http, named);
    return known;
}

static void write_site(const Client *c, const HttpRequest *http, char *out, size_t room)
{
    Str s = str_over(out, room);
    if (!http_host_is_plain(http->host))
        return;
    str_add(&s, c->scheme == HTTP_SECURE ? "https://" : "http://");
    str_bytes(&s, http->host.text, http->host.length);
}

/* The page of a table tells what is special about it. */
static bool serve_table_page(Client *c, const HttpRequest *http, const AnswerHow *how)
{
    char site[HTTP_HOST_MAX + 9] = "", *body;
    Answer answer;
    write_site(c, http, site, sizeof site);
    bool named = c->server->hosts.rule == HOSTS_NAMED;
    if (!table_page(http, site, named, how, &answer, &body))
        return false;
    client_answer(c, &answer, &(OutPiece){.bytes = body, .length = answer.body_length});
    free(body);
    return true;
}

/* Somebody of a net that the operator keeps out. */
static bool is_banned(const Client *c)
{
    const Server *server = c->server;
    return server->bans && server->bans->count &&
           bans_net(server->bans, c->asker, (int64_t)route_time(server));
}

static void refuse_banned(Client *c)
{
    static const char said[] =
        "{\"ok\":false,\"why\":\"banned\",\"text\":\"the operator of this server has closed it to "
        "your network / このサーバーの運営者により、この回線からの利用は停止されています\"}";
    c->last = true;
    client_give_id(c);
    client_turn(c, CLIENT_ASKING);
    route_count_refusal(c->server, "banned");
    route_answer(c->server, c->id,
                 &(Answered){.status = 403, .body = said, .length = sizeof said - 1});
}

/* Another site's name that points at this machine, or one that the operator has not told us. */
static void refuse_name(Client *c, const HttpRequest *http)
{
    enum { MISDIRECTED = 421 };
    c->last = true;
    if (answer_is_api(http) || answer_is_socket(http)) {
        refuse_json(c, MISDIRECTED, 0);
        return;
    }
    client_refuse(c, MISDIRECTED);
}

static void serve_file(Client *c, const HttpRequest *http)
{
    Answer answer;
    /* Nobody needs to send a body for a file; where it ends we do not want to know. */
    c->last |= http->length || http->chunked;
    AnswerHow how = client_how(c);
    if (serve_table_page(c, http, &how))
        return;
    answer_file(http, &how, &answer);
    OutPiece body = {.bytes = answer.body, .length = answer.body_length, .lasting = true};
    if (body.length >= DEPOT_BYTES_MIN) {
        body.file = depot_file(&c->server->depot, answer.whole, answer.whole_length);
        body.offset = (size_t)(answer.body - answer.whole);
    }
    client_answer(c, &answer, &body);
}

/* The status to refuse a request to the API with before its body is read; 0 if there is none. */
static int judge(Client *c, const HttpRequest *http)
{
    if (http->chunked)
        return 411;
    if (http->length > limits_value(c->server->limits, LIMIT_BODY))
        return 413;
    if (memchr(http->path, '\0', http->path_length))
        return 404;
    if (http->method == HTTP_OTHER)
        return 405;
    if (http->method > HTTP_HEAD && !http_same_origin(http, (HttpScheme)c->scheme))
        return 403;
    return 0;
}

static PeerKey find_asker(const Client *c, const HttpRequest *http)
{
    Address address;
    if (c->from_proxy && peer_forwarded(http->forwarded.text, http->forwarded.length, &address))
        return peer_key(&address);
    return c->peer;
}

static Request make_request(const Client *c, const HttpRequest *http, char path[HTTP_PATH_MAX + 1])
{
    memcpy(path, http->path, http->path_length);
    path[http->path_length] = '\0';
    Request request = {
        .method = http->method == HTTP_HEAD ? HTTP_GET : http->method,
        .path = path,
        .path_length = http->path_length,
        .query = http->query.text,
        .query_length = http->query.length,
        .bearer = http->bearer.text,
        .bearer_length = http->bearer.length,
        .lang = c->lang,
        .body = "",
        .peer = c->asker,
        .etags = http->etags,
    };
    write_site(c, http, request.site, sizeof request.site);
    return request;
}

/* What the transport answers by itself: the games. */
static bool answer_built_in(Client *c, const Request *request)
{
    if (strcmp(request->path, "/api/v1/games") != 0 || !c->server->games)
        return false;
    Answered answered = {
        .status = 200, .body = c->server->games, .length = strlen(c->server->games), .keep = true};
    if (request->method != HTTP_GET) {
        refuse_json(c, 405, 0);
        return true;
    }
    route_answer(c->server, c->id, &answered);
    return true;
}

/* Hands a request to the API, with `body`, behind which one byte may be written. */
static void ask(Client *c, const HttpRequest *http, char *body)
{
    char path[HTTP_PATH_MAX + 1], behind = body[http->length];
    const Api *api = c->server->api;
    unsigned retry;
    Request request = make_request(c, http, path);
    request.body = body;
    request.body_length = (size_t)http->length;
    client_give_id(c);
    client_turn(c, CLIENT_ASKING);
    client_arm(c, ROUTE_ANSWER_SECONDS);
    if (!limits_take(c->server->limits, LIMIT_REQUESTS, c->asker, route_now(c->server), &retry)) {
        refuse_json(c, 429, retry);
        return;
    }
    if (answer_built_in(c, &request))
        return;
    if (!api || !api->request) {
        refuse_json(c, 404, 0);
        return;
    }
    body[http->length] = '\0';
    api->request(api->context, &request, c->id);
    body[http->length] = behind;
}

/* A body is awaited: its time begins, and a client that asks whether to send it is told. */
static void await_body(Client *c, const HttpRequest *http)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    const OutPiece piece = {.bytes = go_on, .length = sizeof go_on - 1, .lasting = true};
    if (!c->head_came)
        client_arm(c, SERVER_BODY_SECONDS);
    c->head_came = c->awaiting = true;
    if (http->expects && !c->continued) {
        c->continued = true;
        client_send(c, &piece, 1);
    }
}

/* Serves a request to the API if its body has come. Returns its whole length, or 0. */
static size_t serve_api(Client *c, const HttpRequest *http, char *bytes, size_t count, size_t head)
{
    int refusal = judge(c, http);
    if (refusal) {
        c->last = true;
        refuse_json(c, refusal, 0);
        return count;
    }
    if (http->length > count - head) {
        await_body(c, http);
        return 0;
    }
    ask(c, http, bytes + head);
    return head + (size_t)http->length;
}

static void serve_socket(Client *c, const HttpRequest *http)
{
    char path[HTTP_PATH_MAX + 1];
    Request request = make_request(c, http, path);
    c->last |= http->length || http->chunked;
    link_open(c, http, &request);
}

/* Serves the request at the beginning of the bytes. Returns its length; 0 if it is not complete. */
static size_t serve_one(Client *c, char *bytes, size_t count)
{
    HttpRequest http;
    size_t used;
    int status = http_read(bytes, count, &c->checked, &http, &used);
    if (status == 0)
        return 0;
    if (status != 200) {
        c->head_only = c->open = false;
        client_refuse(c, status);
        return count;
    }
    c->method = (uint8_t)http.method;
    c->head_only = http.method == HTTP_HEAD;
    c->keep = http.keep_alive;
    c->last = !http.keep_alive;
    c->late = http.late;
    c->asker = find_asker(c, &http);
    c->lang = http_lang(&http);
    c->open = answer_is_open(&http);
    c->server->requests++;
    if (is_banned(c)) {
        refuse_banned(c);
        return count;
    }
    if (!is_for_us(c, &http)) {
        refuse_name(c, &http);
        return count;
    }
    if (answer_is_api(&http))
        return serve_api(c, &http, bytes, count, used);
    if (answer_is_socket(&http))
        serve_socket(c, &http);
    else
        serve_file(c, &http);
    return used;
}

size_t serve_bytes(Client *c, char *bytes, size_t count)
{
    size_t at = 0;
    c->serving = true;
    while (c->state == CLIENT_READING && at < count) {
        size_t used = serve_one(c, bytes + at, count - at);
        if (used == 0)
            break;
        c->checked = 0;
        at += used;
    }
    c->serving = false;
    if (c->state == CLIENT_SOCKET && at < count) {
        link_bytes(c, bytes + at, count - at);
        at = count;
    }
    return at;
}
