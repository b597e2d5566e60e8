/* SPDX-License-Identifier: MIT */
/* Finished public games: the feed of the latest, the game of the day, and all of them as records
 * in one stream. Tables come from the store page by page in the order of their end; what they were
 * is asked of the hall, one at a time, so that memory does not grow with what there is. See show.h.
 */
#include "app/server/show_part.h"
#include "base/json.h"
#include "core/refuse.h"
#include "proto/atom.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PAGE = 200,            /* rows that are read at a time */
    FEED_GAMES = 30,       /* in the feed */
    FEED_FRESH_MS = 30000, /* how long what was found is good */
    FEED_DAYS = 30,        /* how far back it looks at first */
    FEED_TEXT_MAX = 96 << 10,
    LOOK_BACK_MS = 10000, /* another process may write an earlier end later */
    WAITING_MAX = 64,     /* requests that wait for the same thing */
    TODAY_PLIES = 20,     /* a game of the day has so many moves at least, */
    TODAY_COUNTED = 120,  /* and more than these count no more */
    TODAY_SECONDS = 300,
    ARCHIVES_MAX = 4, /* downloads at a time */
};
static const int64_t day_ms = 86400000;

/* -- Pages of tables that ended ---------------------------------------------------------------- */

/* A game as the lists need it. */
typedef struct Ended {
    char id[ID_CHARS + 1];
    int64_t at, plies;
    bool rated, decided;
    char name[2][SEAT_NAME_MAX]; /* asked of the hall */
    char game[VARIANT_TEXT_MAX];
    Winner result;
    int side[2]; /* of each seat */
} Ended;

typedef struct Scan {
    Games *games;
    int64_t after, until;
    char after_id[ID_CHARS + 1];
    void (*row)(void *context, const Ended *ended);
    void (*done)(void *context, bool good);
    void *context;
} Scan;

struct Games {
    Server *server;
    Tables *tables;
    /* The feed: what is known, the oldest first. */
    Ended feed[FEED_GAMES];
    int feed_count, feed_next; /* the next one to be asked of the hall */
    int64_t feed_at, feed_after;
    bool feeding;
    Scan feed_scan;
    AskId waits[WAITING_MAX];
    Lang wait_lang[WAITING_MAX];
    char wait_site[WAITING_MAX][HTTP_HOST_MAX + 9];
    int waiting;
    /* The game of a day, by its number since 1970. */
    int64_t day;
    bool day_known, day_scanning, day_has;
    Ended best;
    Scan day_scan;
    AskId day_waits[WAITING_MAX];
    Lang day_lang[WAITING_MAX];
    int day_waiting;
    struct Archive *archive[ARCHIVES_MAX]; /* under way */
};

static bool is_public(const TstoreRow *row)
{
    return row->lobby != TSTORE_PRIVATE && strcmp(row->state, "ended") == 0;
}

static Ended ended_of(const TstoreRow *row)
{
    Ended ended = {.at = row->ended,
                   .plies = row->plies,
                   .rated = row->rated != 0,
                   .decided = row->won == 0 || row->won == 1};
    Str s = str_over(ended.id, sizeof ended.id);
    str_add(&s, row->id);
    return ended;
}

static void scan_page(void *context, const TstoreReply *reply);

static void scan_on(Scan *scan)
{
    if (!tstore_ended(scan->games->tables->store, scan->after, scan->after_id, PAGE, scan_page,
                      scan))
        scan->done(scan->context, false);
}

static void scan_page(void *context, const TstoreReply *reply)
{
    Scan *scan = context;
    if (reply->status != TSTORE_OK) {
        scan->done(scan->context, false);
        return;
    }
    bool more = reply->table_count == PAGE;
    for (int i = 0; i < reply->table_count; i++) {
        const TstoreRow *row = &reply->tables[i];
        if (row->ended >= scan->until) {
            more = false;
            break;
        }
        scan->after = row->ended;
        Str s = str_over(scan->after_id, sizeof scan->after_id);
        str_add(&s, row->id);
        Ended ended = ended_of(row);
        if (is_public(row))
            scan->row(scan->context, &ended);
    }
    if (more)
        scan_on(scan);
    else
        scan->done(scan->context, true);
}

/* What the hall knows of a game: names, variant, result. */
static void read_table(const HallAnswer *answer, Ended *out)
{
    cJSON *json = cJSON_ParseWithLength(answer->json, answer->length);
    const char *game = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "game"));
    const char *result = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "result"));
    const cJSON *seats = cJSON_GetObjectItemCaseSensitive(json, "seats");
    Str g = str_over(out->game, sizeof out->game);
    str_add(&g, game ? game : "");
    if (!result || !winner_from_name(result, &out->result))
        out->result = WINNER_NONE;
    for (int i = 0; i < 2; i++) {
        const cJSON *seat = cJSON_GetArrayItem(seats, i);
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(seat, "name"));
        Str n = str_over(out->name[i], sizeof out->name[i]);
        str_add(&n, name ? name : "");
        out->side[i] = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(seat, "side")) == 1;
    }
    cJSON_Delete(json);
}

/* A seat's name, or the colour of its men. */
static const char *name_of(const Games *games, const Ended *ended, int seat, Lang lang)
{
    char why[WHY_MAX];
    if (ended->name[seat][0])
        return ended->name[seat];
    const Game *game = variants_open(games->tables->variants, ended->game, lang, why);
    return game ? game->player[ended->side[seat]].in[lang] : "?";
}

static const char *title_of(const Games *games, const Ended *ended, Lang lang)
{
    char why[WHY_MAX];
    const Game *game = variants_open(games->tables->variants, ended->game, lang, why);
    return game ? game->row->title.in[lang] : ended->game;
}

/* -- The feed ---------------------------------------------------------------------------------- */

static void add_time(int64_t ms, Str *out)
{
    char text[32] = "";
    struct tm when;
    time_t seconds = (time_t)(ms / 1000);
    if (gmtime_r(&seconds, &when))
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &when);
    str_add(out, text);
}

/* "Ann – Bo: Nine Men's Morris, Ann won". */
static void add_title(const Games *games, const Ended *ended, Lang lang, Str *out)
{
    static const Text won = {{"%s won", "%sの勝ち"}}, draw = {{"draw", "引き分け"}};
    char text[4 * SEAT_NAME_MAX + 256];
    Str s = str_over(text, sizeof text);
    str_format(&s, "%s – %s: %s, ", name_of(games, ended, 0, lang), name_of(games, ended, 1, lang),
               title_of(games, ended, lang));
    if (ended->result == WINNER_P1 || ended->result == WINNER_P2) {
        int side = ended->result == WINNER_P2;
        int seat = ended->side[0] == side ? 0 : 1;
        str_format(&s, won.in[lang], name_of(games, ended, seat, lang));
    } else {
        str_add(&s, draw.in[lang]);
    }
    atom_text(text, out);
}

static void add_entry(const Games *games, const Ended *ended, const char *site, Lang lang, Str *out)
{
    static const Text moves = {{"%lld moves", "%lld手"}};
    str_add(out, "<entry>\n<title>");
    add_title(games, ended, lang, out);
    str_format(out, "</title>\n<id>%s/t/%s</id>\n<link href=\"%s/t/%s\"/>\n<updated>", site,
               ended->id, site, ended->id);
    add_time(ended->at, out);
    str_format(out,
               "</updated>\n<content type=\"html\">&lt;a href=\"%s/t/%s\"&gt;&lt;img alt=\"\" "
               "width=\"300\" height=\"300\" src=\"%s/t/%s.png?size=300\"&gt;&lt;/a&gt; ",
               site, ended->id, site, ended->id);
    str_format(out, moves.in[lang], (long long)ended->plies);
    str_add(out, "</content>\n</entry>\n");
}

static void send_feed(Games *games, AskId ask, const char *site, Lang lang)
{
    static const Text title = {{"Finished games", "終わった対局"}};
    char *text = malloc(FEED_TEXT_MAX);
    if (!text) {
        show_refuse(games->server, ask, 503, "busy", &refuse_no_memory, lang);
        return;
    }
    Str s = str_over(text, FEED_TEXT_MAX);
    str_format(&s,
               "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed "
               "xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"%s\">\n"
               "<title>Concentric: %s</title>\n<id>%s/feed/games.atom</id>\n"
               "<link rel=\"self\" href=\"%s/feed/games.atom\"/>\n<link href=\"%s/\"/>\n"
               "<author><name>Concentric</name></author>\n<updated>",
               lang == LANG_JA ? "ja" : "en", title.in[lang], site, site, site);
    add_time(games->feed_count ? games->feed[games->feed_count - 1].at : 0, &s);
    str_add(&s, "</updated>\n");
    for (int i = games->feed_count; i-- > 0;)
        add_entry(games, &games->feed[i], site, lang, &s);
    str_add(&s, "</feed>\n");
    if (s.full)
        show_refuse(games->server, ask, 503, "busy", &refuse_no_memory, lang);
    else
        route_answer(games->server, ask,
                     &(Answered){.status = 200,
                                 .type = "application/atom+xml; charset=utf-8",
                                 .body = text,
                                 .length = s.length,
                                 .fresh = FEED_FRESH_MS / 1000});
    free(text);
}

static void feed_ready(Games *games, bool good)
{
    static const Text busy = {{"the games cannot be listed now", "今は一覧を作れません"}};
    games->feeding = false;
    if (good)
        games->feed_at = (int64_t)route_now(games->server) + 1;
    for (int i = 0; i < games->waiting; i++)
        if (good)
            send_feed(games, games->waits[i], games->wait_site[i], games->wait_lang[i]);
        else
            show_refuse(games->server, games->waits[i], 503, "busy", &busy, games->wait_lang[i]);
    games->waiting = 0;
}

static void feed_ask_next(Games *games);

static void feed_table_came(void *context, const HallAnswer *answer)
{
    Games *games = context;
    Ended *ended = &games->feed[games->feed_next];
    if (answer->why) { /* it is gone, or cannot be read */
        memmove(ended, ended + 1, (size_t)(--games->feed_count - games->feed_next) * sizeof *ended);
    } else {
        read_table(answer, ended);
        games->feed_next++;
    }
    feed_ask_next(games);
}

/* Names may have changed or gone since: they are asked for anew, too. */
static void feed_ask_next(Games *games)
{
    if (games->feed_next == games->feed_count)
        feed_ready(games, true);
    else
        hall_show(games->tables->hall, games->feed[games->feed_next].id, "", LANG_EN,
                  feed_table_came, games);
}

/* The latest stay; one that was found before is not taken again. */
static void feed_row(void *context, const Ended *ended)
{
    Games *games = context;
    for (int i = 0; i < games->feed_count; i++)
        if (strcmp(games->feed[i].id, ended->id) == 0)
            return;
    if (games->feed_count == FEED_GAMES)
        memmove(games->feed, games->feed + 1, (size_t)--games->feed_count * sizeof *ended);
    int place = games->feed_count++;
    for (; place > 0 && games->feed[place - 1].at > ended->at; place--)
        games->feed[place] = games->feed[place - 1];
    games->feed[place] = *ended;
    if (ended->at > games->feed_after)
        games->feed_after = ended->at;
}

static void feed_scanned(void *context, bool good)
{
    Games *games = context;
    games->feed_next = 0;
    if (good)
        feed_ask_next(games);
    else
        feed_ready(games, false);
}

void games_ask_feed(Games *games, const Request *request, AskId ask)
{
    static const Text busy = {{"too many ask at once; try again in a moment",
                               "混み合っています。少し待ってからもう一度どうぞ"}};
    char word[4];
    Lang lang = request->lang;
    if (http_query_value(request->query, request->query_length, "lang", word, sizeof word) == 1)
        lang = strcmp(word, "ja") == 0 ? LANG_JA : LANG_EN;
    if (games->feed_at && (int64_t)route_now(games->server) - games->feed_at < FEED_FRESH_MS &&
        !games->feeding) {
        send_feed(games, ask, request->site, lang);
        return;
    }
    if (games->waiting == WAITING_MAX) {
        show_refuse(games->server, ask, 503, "busy", &busy, lang);
        return;
    }
    games->waits[games->waiting] = ask;
    games->wait_lang[games->waiting] = lang;
    memcpy(games->wait_site[games->waiting++], request->site, sizeof request->site);
    if (games->feeding)
        return;
    int64_t now = (int64_t)route_time(games->server);
    games->feeding = true;
    games->feed_scan = (Scan){.games = games,
                              .after = games->feed_after ? games->feed_after - LOOK_BACK_MS
                                                         : now - FEED_DAYS * day_ms,
                              .until = INT64_MAX,
                              .row = feed_row,
                              .done = feed_scanned,
                              .context = games};
    scan_on(&games->feed_scan);
}

/* -- The game of the day ----------------------------------------------------------------------- */

/* Rated before unrated, decided before drawn, more moves before fewer (up to a number), the earlier
 * end, the smaller id: the same answer from every process. */
static bool is_better(const Ended *a, const Ended *b)
{
    int64_t am = a->plies < TODAY_COUNTED ? a->plies : TODAY_COUNTED,
            bm = b->plies < TODAY_COUNTED ? b->plies : TODAY_COUNTED;
    if (a->rated != b->rated)
        return a->rated;
    if (a->decided != b->decided)
        return a->decided;
    if (am != bm)
        return am > bm;
    return a->at != b->at ? a->at < b->at : strcmp(a->id, b->id) < 0;
}

static void day_row(void *context, const Ended *ended)
{
    Games *games = context;
    if (ended->plies < TODAY_PLIES || (games->day_has && !is_better(ended, &games->best)))
        return;
    games->best = *ended;
    games->day_has = true;
}

static void send_day(Games *games, AskId ask, Lang lang)
{
    char text[2048], day[16] = "", url[32];
    struct tm when;
    time_t seconds = (time_t)(games->day * (day_ms / 1000));
    const Ended *best = &games->best;
    Str s = str_over(text, sizeof text), u = str_over(url, sizeof url);
    Json json = json_over(&s);
    if (gmtime_r(&seconds, &when))
        strftime(day, sizeof day, "%Y-%m-%d", &when);
    json_open(&json, '{');
    json_add_bool(&json, "ok", true);
    json_add_text(&json, "day", day);
    json_key(&json, "game");
    if (!games->day_has) {
        json_null(&json);
    } else {
        str_format(&u, "/t/%s", best->id);
        json_open(&json, '{');
        json_add_text(&json, "id", best->id);
        json_add_text(&json, "url", url);
        json_add_text(&json, "game", best->game);
        json_add_text(&json, "title", title_of(games, best, lang));
        json_key(&json, "names");
        json_open(&json, '[');
        json_text(&json, best->name[0]);
        json_text(&json, best->name[1]);
        json_close(&json, ']');
        json_add_text(&json, "result", winner_name(best->result));
        json_add_number(&json, "moves", best->plies);
        json_add_bool(&json, "rated", best->rated);
        json_add_number(&json, "ended", best->at);
        json_close(&json, '}');
    }
    json_close(&json, '}');
    route_answer(
        games->server, ask,
        &(Answered){.status = 200, .body = text, .length = s.length, .fresh = TODAY_SECONDS});
}

static void day_ready(Games *games, bool good)
{
    static const Text busy = {{"the games cannot be listed now", "今は一覧を作れません"}};
    games->day_scanning = false;
    games->day_known = good;
    for (int i = 0; i < games->day_waiting; i++)
        if (good)
            send_day(games, games->day_waits[i], games->day_lang[i]);
        else
            show_refuse(games->server, games->day_waits[i], 503, "busy", &busy, games->day_lang[i]);
    games->day_waiting = 0;
}

static void day_table_came(void *context, const HallAnswer *answer)
{
    Games *games = context;
    if (answer->why)
        games->day_has = false;
    else
        read_table(answer, &games->best);
    day_ready(games, !answer->why || answer->status == 404);
}

static void day_scanned(void *context, bool good)
{
    Games *games = context;
    if (good && games->day_has)
        hall_show(games->tables->hall, games->best.id, "", LANG_EN, day_table_came, games);
    else
        day_ready(games, good);
}

void games_ask_today(Games *games, const Request *request, AskId ask)
{
    static const Text busy = {{"too many ask at once; try again in a moment",
                               "混み合っています。少し待ってからもう一度どうぞ"}};
    int64_t now = (int64_t)route_time(games->server);
    int64_t day = (now - LOOK_BACK_MS) / day_ms - 1; /* yesterday, once all its ends are known */
    if (games->day_known && games->day == day && !games->day_scanning && !games->day_has) {
        send_day(games, ask, request->lang);
        return;
    }
    if (games->day_waiting == WAITING_MAX) {
        show_refuse(games->server, ask, 503, "busy", &busy, request->lang);
        return;
    }
    games->day_waits[games->day_waiting] = ask;
    games->day_lang[games->day_waiting++] = request->lang;
    if (games->day_scanning)
        return;
    games->day_scanning = true;
    if (games->day_known && games->day == day) { /* but its names may have changed or gone */
        day_scanned(games, true);
        return;
    }
    games->day_has = false;
    games->day = day;
    games->day_scan = (Scan){.games = games,
                             .after = day * day_ms - 1,
                             .after_id = "zzzzzzzz",
                             .until = (day + 1) * day_ms,
                             .row = day_row,
                             .done = day_scanned,
                             .context = games};
    scan_on(&games->day_scan);
}

/* -- All games as records ---------------------------------------------------------------------- */

typedef struct Archive {
    Games *games;
    AskId ask;
    int64_t after;
    char after_id[ID_CHARS + 1];
    char site[HTTP_HOST_MAX + 9];
    char id[PAGE][ID_CHARS + 1]; /* of this page, */
    int64_t ended[PAGE];
    int count, next;
    bool last;   /* which is the last one */
    bool loaded; /* the record under way was in memory anyway */
} Archive;

static void archive_on(void *context);

static void archive_free(Archive *archive)
{
    for (int i = 0; i < ARCHIVES_MAX; i++)
        if (archive->games->archive[i] == archive)
            archive->games->archive[i] = NULL;
    free(archive);
}

static void archive_end(Archive *archive)
{
    route_end(archive->games->server, archive->ask);
    archive_free(archive);
}

static void archive_page(void *context, const TstoreReply *reply)
{
    Archive *archive = context;
    if (reply->status != TSTORE_OK) {
        archive_end(archive);
        return;
    }
    archive->count = archive->next = 0;
    archive->last = reply->table_count < PAGE;
    for (int i = 0; i < reply->table_count && i < PAGE; i++) {
        const TstoreRow *row = &reply->tables[i];
        archive->after = row->ended;
        Str s = str_over(archive->after_id, sizeof archive->after_id);
        str_add(&s, row->id);
        if (!is_public(row))
            continue;
        memcpy(archive->id[archive->count], archive->after_id, sizeof archive->after_id);
        archive->ended[archive->count++] = row->ended;
    }
    archive_on(archive);
}

/* Before the record: which game it is, and of when. */
static void write_tags(const Archive *archive, Str *out)
{
    char date[16] = "????.??.??";
    struct tm when;
    time_t seconds = (time_t)(archive->ended[archive->next] / 1000);
    if (gmtime_r(&seconds, &when))
        strftime(date, sizeof date, "%Y.%m.%d", &when);
    str_format(out, "[Site \"%s/t/%s\"]\n[Date \"%s\"]\n", archive->site,
               archive->id[archive->next], date);
}

static void archive_record_came(void *context, const HallAnswer *answer)
{
    Archive *archive = context;
    Server *server = archive->games->server;
    char tags[512];
    Str s = str_over(tags, sizeof tags);
    write_tags(archive, &s);
    archive->next++;
    if (!answer->why) {
        if (!route_write(server, archive->ask, s.text, s.length) ||
            !route_write(server, archive->ask, answer->json, answer->length) ||
            !route_write(server, archive->ask, "\n", 1)) {
            archive_free(archive);
            return;
        }
    }
    route_when_sent(server, archive->ask, archive_on, archive);
}

/* The next record, when the last one is on its way. */
static void archive_on(void *context)
{
    Archive *archive = context;
    Games *games = archive->games;
    if (archive->next && !archive->loaded)
        hall_let_go(games->tables->hall, archive->id[archive->next - 1]);
    archive->loaded = true;
    if (!route_is_open(games->server, archive->ask)) {
        archive_free(archive);
    } else if (archive->next < archive->count) {
        const char *id = archive->id[archive->next];
        archive->loaded = hall_has(games->tables->hall, id);
        hall_record(games->tables->hall, id, "", LANG_EN, archive_record_came, archive);
    } else if (archive->last || !tstore_ended(games->tables->store, archive->after,
                                              archive->after_id, PAGE, archive_page, archive)) {
        archive_end(archive);
    }
}

void games_ask_archive(Games *games, const Request *request, AskId ask)
{
    static const Text bad = {
        {"since is a time in milliseconds since 1970", "since は1970年からのミリ秒です"}};
    static const Text many = {{"others are downloading; try again in a minute",
                               "ほかの人がダウンロード中です。1分後にもう一度どうぞ"}};
    char text[24];
    uint64_t since = 0;
    int found = http_query_value(request->query, request->query_length, "since", text, sizeof text);
    if (found < 0 || (found > 0 && !str_is_number(text, INT64_MAX / 2, &since))) {
        show_refuse(games->server, ask, 400, "bad-since", &bad, request->lang);
        return;
    }
    int place = 0;
    while (place < ARCHIVES_MAX && games->archive[place])
        place++;
    Archive *archive = place < ARCHIVES_MAX ? calloc(1, sizeof *archive) : NULL;
    if (!archive) {
        route_refuse(games->server, ask, 503, "busy", many.in[request->lang], 60);
        return;
    }
    *archive = (Archive){.games = games, .ask = ask, .after = (int64_t)since - 1};
    memset(archive->after_id, 'z', ID_CHARS);
    memcpy(archive->site, request->site, sizeof archive->site);
    if (!route_stream(games->server, ask, "text/plain; charset=utf-8")) {
        free(archive);
        return;
    }
    games->archive[place] = archive;
    archive_on(archive);
}

/* -- Opening and closing ----------------------------------------------------------------------- */

Games *games_open(Server *server, Tables *tables)
{
    Games *games = calloc(1, sizeof *games);
    if (games)
        *games = (Games){.server = server, .tables = tables};
    return games;
}

void games_close(Games *games)
{
    for (int i = 0; games && i < ARCHIVES_MAX; i++)
        free(games->archive[i]);
    free(games);
}
