/* SPDX-License-Identifier: MIT */
/* Games shown elsewhere: paths, what the embedded board reads, oEmbed. See show.h. */
#include "app/server/show.h"

#include "app/server/show_part.h"
#include "base/json.h"
#include "core/refuse.h"
#include "view/picture.h"

#include <stdlib.h>
#include <string.h>

const Text show_nothing = {{"there is nothing at this address", "このアドレスには何もありません"}};

void show_refuse(Server *server, AskId ask, int status, const char *why, const Text *text,
                 Lang lang)
{
    route_refuse(server, ask, status, why, text->in[lang], status == 503 ? 1 : 0);
}

bool show_id(const char *path, const char *before, const char *after, char id[ID_CHARS + 1])
{
    size_t length = strlen(path), front = strlen(before);
    if (length != front + ID_CHARS + strlen(after) || strncmp(path, before, front) != 0 ||
        strcmp(path + front + ID_CHARS, after) != 0)
        return false;
    memcpy(id, path + front, ID_CHARS);
    id[ID_CHARS] = '\0';
    return id_is(id);
}

/* -- What the embedded board reads: as any watcher, whoever asks ------------------------------- */

/* The table as JSON, with what the board needs to tell in the language of who asks: the game's
 * title, and the shade of each seat's men. */
static char *add_looks(const Show *show, const HallAnswer *answer, Lang lang)
{
    char why[WHY_MAX];
    cJSON *table = cJSON_ParseWithLength(answer->json, answer->length);
    const char *variant = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(table, "game"));
    const Game *game = variant ? variants_open(show->tables->variants, variant, lang, why) : NULL;
    cJSON *seats = cJSON_GetObjectItemCaseSensitive(table, "seats");
    if (game)
        cJSON_AddStringToObject(table, "title", game->row->title.in[lang]);
    for (int i = 0; game && i < 2; i++) {
        cJSON *seat = cJSON_GetArrayItem(seats, i);
        double side = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(seat, "side"));
        bool black = picture_shade(game, side == 1) == SHADE_BLACK;
        cJSON_AddStringToObject(seat, "shade", black ? "black" : "white");
    }
    char *text = game ? cJSON_PrintUnformatted(table) : NULL;
    cJSON_Delete(table);
    return text;
}

typedef struct EmbedAsk {
    Show *show;
    AskId ask;
    Lang lang;
} EmbedAsk;

static void embed_table_came(void *context, const HallAnswer *answer)
{
    EmbedAsk *asked = context;
    Server *server = asked->show->server;
    char *text = answer->why ? NULL : add_looks(asked->show, answer, asked->lang);
    if (answer->why)
        route_refuse(server, asked->ask, answer->status, answer->why, answer->text,
                     answer->status == 503 ? 1 : 0);
    else if (!text)
        show_refuse(server, asked->ask, 503, "busy", &refuse_no_memory, asked->lang);
    else
        route_answer(server, asked->ask,
                     &(Answered){.status = 200, .body = text, .length = strlen(text)});
    free(text);
    free(asked);
}

static void show_embed_table(Show *show, const Request *request, AskId ask, const char *id)
{
    EmbedAsk *asked = malloc(sizeof *asked);
    if (!asked) {
        show_refuse(show->server, ask, 503, "busy", &refuse_no_memory, request->lang);
        return;
    }
    *asked = (EmbedAsk){show, ask, request->lang};
    hall_show(show->tables->hall, id, "", request->lang, embed_table_came, asked);
}

static void ask_embed(void *context, const Request *request, AskId ask)
{
    Show *show = context;
    char id[ID_CHARS + 1];
    Request nameless = *request;
    nameless.bearer = "";
    nameless.bearer_length = 0;
    if (show_id(request->path, "/embed/t/", "/table", id))
        show_embed_table(show, request, ask, id);
    else if (show_id(request->path, "/embed/t/", "/events", id))
        tables_ask_table(show->tables, &nameless, ask, id, "/events");
    else
        show_refuse(show->server, ask, 404, "not-found", &show_nothing, request->lang);
}

/* -- oEmbed ------------------------------------------------------------------------------------ */

enum {
    EMBED_WIDTH = 420, /* what the embedded board likes; it fits into less */
    EMBED_LEAST = 200,
    EMBED_MOST = 1200,
    EMBED_BESIDE = 108, /* names, buttons: what is not board */
    OEMBED_SECONDS = 300,
    URL_MAX = 512,
};

typedef struct OembedAsk {
    Show *show;
    AskId ask;
    char id[ID_CHARS + 1];
    char site[HTTP_HOST_MAX + 9];
    int width, height;
} OembedAsk;

/* The table of an address of ours: SITE/t/ID. What stands behind '#' or '?' may be a key and is not
 * looked at. Whether the client found us by http or https is not for its proxy to get wrong. */
static bool read_own_url(const char *url, const char *site, char id[ID_CHARS + 1])
{
    char path[URL_MAX];
    const char *mine = strstr(site, "//"), *theirs = strstr(url, "//");
    if (!mine || !theirs || (strncmp(url, "http://", 7) != 0 && strncmp(url, "https://", 8) != 0) ||
        strncmp(theirs, mine, strlen(mine)) != 0)
        return false;
    Str s = str_over(path, sizeof path);
    str_bytes(&s, theirs + strlen(mine), strcspn(theirs + strlen(mine), "?#"));
    return !s.full && show_id(path, "/t/", "", id);
}

void show_add_html(const char *text, Str *out)
{
    for (; *text; text++) {
        const char *safe = *text == '<'   ? "&lt;"
                           : *text == '>' ? "&gt;"
                           : *text == '&' ? "&amp;"
                           : *text == '"' ? "&quot;"
                                          : NULL;
        if (safe)
            str_add(out, safe);
        else
            str_char(out, *text);
    }
}

/* "Ann – Bo, Nine Men's Morris", without names the game alone. */
static void write_title(const Show *show, const cJSON *table, Str *out)
{
    char why[WHY_MAX];
    const char *variant = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(table, "game"));
    const Game *game = variant ? variants_open(show->tables->variants, variant, LANG_EN, why)
                               : NULL;
    const cJSON *seats = cJSON_GetObjectItemCaseSensitive(table, "seats");
    const char *name[2];
    for (int i = 0; i < 2; i++)
        name[i] = cJSON_GetStringValue(
            cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(seats, i), "name"));
    if (name[0] && name[1] && (*name[0] || *name[1]))
        str_format(out, "%s – %s, ", *name[0] ? name[0] : "?", *name[1] ? name[1] : "?");
    str_add(out, game ? game->row->title.in[LANG_EN] : "Concentric");
}

static void write_oembed(const OembedAsk *asked, const char *title, Str *out)
{
    char html[1024], url[URL_MAX];
    Str h = str_over(html, sizeof html), u = str_over(url, sizeof url);
    Json json = json_over(out);
    str_format(&h, "<iframe src=\"%s/embed/t/%s\" width=\"%d\" height=\"%d\" title=\"", asked->site,
               asked->id, asked->width, asked->height);
    show_add_html(title, &h);
    str_add(&h, "\" style=\"border:0\" loading=\"lazy\"></iframe>");
    str_format(&u, "%s/t/%s.png", asked->site, asked->id);
    json_open(&json, '{');
    json_add_text(&json, "version", "1.0");
    json_add_text(&json, "type", "rich");
    json_add_text(&json, "provider_name", "Concentric");
    json_add_text(&json, "provider_url", asked->site);
    json_add_text(&json, "title", title);
    json_add_text(&json, "html", html);
    json_add_number(&json, "width", asked->width);
    json_add_number(&json, "height", asked->height);
    json_add_text(&json, "thumbnail_url", url);
    json_add_number(&json, "thumbnail_width", PICTURE_SIZE);
    json_add_number(&json, "thumbnail_height", PICTURE_SIZE);
    json_add_number(&json, "cache_age", OEMBED_SECONDS);
    json_close(&json, '}');
}

static void oembed_table_came(void *context, const HallAnswer *answer)
{
    OembedAsk *asked = context;
    Server *server = asked->show->server;
    if (answer->why) {
        route_refuse(server, asked->ask, answer->status, answer->why, answer->text,
                     answer->status == 503 ? 1 : 0);
        free(asked);
        return;
    }
    char title[256], body[4096];
    Str t = str_over(title, sizeof title), b = str_over(body, sizeof body);
    cJSON *table = cJSON_ParseWithLength(answer->json, answer->length);
    write_title(asked->show, table, &t);
    cJSON_Delete(table);
    write_oembed(asked, title, &b);
    route_answer(
        server, asked->ask,
        &(Answered){.status = 200, .body = body, .length = b.length, .fresh = OEMBED_SECONDS});
    free(asked);
}

/* A size that may be less than we like. False if it is no number. */
static bool read_most(const Request *request, const char *name, int *out)
{
    char text[16];
    uint64_t number;
    int found = http_query_value(request->query, request->query_length, name, text, sizeof text);
    if (found == 0)
        return true;
    if (found < 0 || !str_is_number(text, 100000, &number))
        return false;
    if ((uint64_t)*out > number)
        *out = (int)number;
    return true;
}

/* Fits the board into what is allowed; false after refusing. */
static bool read_sizes(Show *show, const Request *request, OembedAsk *asked)
{
    static const Text bad = {{"maxwidth and maxheight are numbers, format is json",
                              "maxwidth と maxheight は数、format は json です"}};
    char format[8] = "json";
    int height = EMBED_MOST;
    asked->width = EMBED_WIDTH;
    int found = http_query_value(request->query, request->query_length, "format", format,
                                 sizeof format);
    if (found > 0 && strcmp(format, "json") != 0) { /* as the specification asks */
        show_refuse(show->server, asked->ask, 501, "only-json", &bad, request->lang);
        return false;
    }
    if (found < 0 || !read_most(request, "maxwidth", &asked->width) ||
        !read_most(request, "maxheight", &height)) {
        show_refuse(show->server, asked->ask, 400, "bad-size", &bad, request->lang);
        return false;
    }
    if (asked->width > height - EMBED_BESIDE)
        asked->width = height - EMBED_BESIDE;
    if (asked->width < EMBED_LEAST)
        asked->width = EMBED_LEAST;
    asked->height = asked->width + EMBED_BESIDE;
    return true;
}

static void ask_oembed(void *context, const Request *request, AskId ask)
{
    static const Text foreign = {
        {"url is the address of a table of this server", "url はこのサーバーの卓のアドレスです"}};
    Show *show = context;
    char url[URL_MAX];
    OembedAsk *asked = calloc(1, sizeof *asked);
    if (!asked) {
        show_refuse(show->server, ask, 503, "busy", &refuse_no_memory, request->lang);
        return;
    }
    asked->show = show;
    asked->ask = ask;
    memcpy(asked->site, request->site, sizeof asked->site);
    bool own = http_query_value(request->query, request->query_length, "url", url, sizeof url) ==
                   1 &&
               read_own_url(url, request->site, asked->id);
    if (!own)
        show_refuse(show->server, ask, 404, "not-ours", &foreign, request->lang);
    if (!own || !read_sizes(show, request, asked)) {
        free(asked);
        return;
    }
    hall_show(show->tables->hall, asked->id, "", request->lang, oembed_table_came, asked);
}

/* -- Opening and closing ---------------------------------------------------------------------- */

static void ask_picture(void *context, const Request *request, AskId ask)
{
    Show *show = context;
    artist_ask(show->artist, request, ask);
}

static void ask_feed(void *context, const Request *request, AskId ask)
{
    games_ask_feed(((Show *)context)->games, request, ask);
}

static void ask_today(void *context, const Request *request, AskId ask)
{
    games_ask_today(((Show *)context)->games, request, ask);
}

static void ask_archive(void *context, const Request *request, AskId ask)
{
    games_ask_archive(((Show *)context)->games, request, ask);
}

Show *show_open(Server *server, Tables *tables, char *why)
{
    static const struct {
        const char *prefix;
        void (*ask)(void *context, const Request *request, AskId ask);
    } paths[] = {
        {"/t", ask_picture},          {"/embed", ask_embed},
        {"/oembed", ask_oembed},      {"/feed/games.atom", ask_feed},
        {"/api/v1/today", ask_today}, {"/api/v1/archive", ask_archive},
    };
    Show *show = calloc(1, sizeof *show);
    if (!show) {
        refuse(why, "out of memory");
        return NULL;
    }
    *show = (Show){.server = server, .tables = tables, .games = games_open(server, tables)};
    if (!show->games)
        refuse(why, "out of memory");
    else
        show->artist = artist_open(server, tables, why);
    if (!show->artist) {
        games_close(show->games);
        free(show);
        return NULL;
    }
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        tables_add(tables,
                   (Beside){.prefix = paths[i].prefix, .ask = paths[i].ask, .context = show});
    return show;
}

bool show_close(Show *show)
{
    bool good = artist_close(show->artist);
    if (good) {
        games_close(show->games);
        free(show);
    }
    return good;
}
