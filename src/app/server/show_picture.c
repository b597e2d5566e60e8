/* SPDX-License-Identifier: MIT */
/* Pictures of tables. The loop asks the hall for the table as a watcher sees it; its number of
 * events, the ply and the size name the picture. One that was drawn before is sent at once; else a
 * thread plays the moves, draws the position as SVG and makes a PNG of it. See show.h. */
#include "app/server/raster.h"
#include "app/server/show_part.h"
#include "core/refuse.h"
#include "view/picture.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    KEPT_BYTES_MAX = 16 << 20,
    WAITING_MAX = 64,    /* pictures to be drawn; who comes then is asked to come again */
    LIVE_SECONDS = 5,    /* how long others may keep a picture without asking */
    ENDED_SECONDS = 300, /* ... of a game that is over */
    ETAGS_MAX = 256,
};

typedef struct Job {
    struct Job *next;
    Artist *artist;
    AskId ask;
    Lang lang;
    PeerKey peer;
    PictureName name;
    char etags[ETAGS_MAX]; /* If-None-Match; a longer one counts as none */
    bool ended;
    char *table; /* its JSON, while it waits to be drawn */
    size_t table_length;
    char *bytes;
    size_t length;
    bool no_ply, no_raster; /* why it was not drawn */
} Job;

struct Artist {
    Server *server;
    Tables *tables;
    KeptPictures *kept; /* the loop's thread alone */
    pthread_t thread;
    bool running;

    pthread_mutex_t lock; /* for everything below */
    pthread_cond_t wake, gone;
    Job *first, **last, *done;
    int waiting;
    bool stopping, ended;
};

/* -- On the thread ---------------------------------------------------------------------------- */

static const char *text_of(const cJSON *json, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, name));
    return text ? text : "";
}

/* The position after `ply` moves, the one before and the move between them. */
typedef struct Shown {
    const Game *game;
    Pos pos, before;
    Move move;
    int ply;
} Shown;

static bool find_position(Variants *variants, const cJSON *json, int ply, Shown *out)
{
    char why[WHY_MAX];
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "moves"), *item;
    *out = (Shown){.game = variants_open(variants, text_of(json, "game"), LANG_EN, why)};
    if (!out->game ||
        !out->game->ops->read_pos(out->game, text_of(json, "start"), LANG_EN, &out->pos, why))
        return false;
    cJSON_ArrayForEach(item, list)
    {
        const char *text = cJSON_GetStringValue(item);
        if (out->ply == ply)
            break;
        out->before = out->pos;
        if (!text ||
            !out->game->ops->read_move(out->game, &out->before, text, LANG_EN, &out->move, why))
            return false;
        out->game->apply(out->game, &out->before, out->move, &out->pos);
        out->ply++;
    }
    return ply < 0 || out->ply == ply;
}

static char *draw_svg(const Shown *shown, size_t *length)
{
    char *bytes = malloc(PICTURE_BYTES_MAX);
    if (!bytes)
        return NULL;
    Str s = str_over(bytes, PICTURE_BYTES_MAX);
    Picture picture = picture_of(shown->game, &shown->pos, shown->ply ? &shown->before : NULL,
                                 shown->move);
    picture_svg(&picture, &s);
    *length = s.length;
    char *fitted = realloc(bytes, s.length + 1);
    return fitted ? fitted : bytes;
}

/* The wider side has `size` pixels. */
static void make_png(const Raster *raster, const Shape *shape, Job *job)
{
    int wide = shape->width, high = shape->height, most = wide > high ? wide : high;
    int width = job->name.size * wide / most, height = job->name.size * high / most;
    size_t size = 0;
    uint8_t *png = raster_png(raster, job->bytes, job->length, width, height, &size);
    free(job->bytes);
    job->bytes = (char *)png;
    job->length = size;
}

static void draw(Artist *artist, Raster **raster, Job *job)
{
    Shown shown;
    cJSON *json = cJSON_ParseWithLength(job->table, job->table_length);
    bool found = json && find_position(artist->tables->variants, json, job->name.ply, &shown);
    cJSON_Delete(json);
    job->no_ply = !found;
    if (found && job->name.size && !*raster)
        *raster = raster_load();
    job->no_raster = job->name.size && !*raster;
    if (!found || job->no_raster)
        return;
    job->bytes = draw_svg(&shown, &job->length);
    if (job->bytes && job->name.size)
        make_png(*raster, &shown.game->shape, job);
}

static void send_done(void *context);

static void *work(void *context)
{
    Artist *artist = context;
    Raster *raster = NULL; /* loaded for the first PNG */
    pthread_mutex_lock(&artist->lock);
    for (;;) {
        while (!artist->first && !artist->stopping)
            pthread_cond_wait(&artist->wake, &artist->lock);
        if (artist->stopping)
            break;
        Job *job = artist->first;
        artist->first = job->next;
        if (!artist->first)
            artist->last = &artist->first;
        pthread_mutex_unlock(&artist->lock);
        draw(artist, &raster, job);
        pthread_mutex_lock(&artist->lock);
        job->next = artist->done;
        artist->done = job;
        if (!artist->stopping)
            route_post(artist->server, send_done, artist);
    }
    artist->ended = true;
    pthread_cond_signal(&artist->gone);
    pthread_mutex_unlock(&artist->lock);
    raster_free(raster);
    return NULL;
}

/* -- On the loop ------------------------------------------------------------------------------ */

static void job_free(Job *job)
{
    if (job) {
        free(job->table);
        free(job->bytes);
    }
    free(job);
}

static void write_etag(const PictureName *name, char *out, size_t room)
{
    Str s = str_over(out, room);
    str_format(&s, "\"%s-%lld-%d-%d\"", name->id, (long long)name->seq, (int)name->ply,
               (int)name->size);
}

static void send_picture(Server *server, const Job *job, const char *bytes, size_t length)
{
    char etag[64];
    write_etag(&job->name, etag, sizeof etag);
    route_answer(server, job->ask,
                 &(Answered){.status = bytes ? 200 : 304,
                             .type = job->name.size ? "image/png" : "image/svg+xml",
                             .body = bytes,
                             .length = length,
                             .etag = etag,
                             .fresh = job->ended ? ENDED_SECONDS : LIVE_SECONDS});
}

static void send_refusal(Artist *artist, const Job *job)
{
    static const Text no_ply = {
        {"the game has not so many moves", "この対局にはそれだけの手数がありません"}};
    static const Text no_raster = {{"this server draws no PNG; .svg it does",
                                    "このサーバーではPNGは使えません。.svg を使ってください"}};
    if (job->no_ply)
        show_refuse(artist->server, job->ask, 404, "no-such-ply", &no_ply, job->lang);
    else if (job->no_raster)
        show_refuse(artist->server, job->ask, 404, "no-png", &no_raster, job->lang);
    else
        show_refuse(artist->server, job->ask, 503, "busy", &refuse_no_memory, job->lang);
}

static void send_done(void *context)
{
    Artist *artist = context;
    pthread_mutex_lock(&artist->lock);
    Job *done = artist->done;
    artist->done = NULL;
    for (Job *job = done; job; job = job->next)
        artist->waiting--;
    pthread_mutex_unlock(&artist->lock);
    for (Job *job = done, *next; job; job = next) {
        next = job->next;
        if (job->bytes) {
            send_picture(artist->server, job, job->bytes, job->length);
            kept_pictures_put(artist->kept, &job->name, job->bytes, job->length);
        } else {
            send_refusal(artist, job);
        }
        job_free(job);
    }
}

static bool queue(Artist *artist, Job *job)
{
    pthread_mutex_lock(&artist->lock);
    bool room = artist->waiting < WAITING_MAX;
    if (room) {
        artist->waiting++;
        *artist->last = job;
        artist->last = &job->next;
        pthread_cond_signal(&artist->wake);
    }
    pthread_mutex_unlock(&artist->lock);
    return room;
}

/* Drawing costs milliseconds, and so each address may have so many. */
static bool may_draw(Artist *artist, const Job *job)
{
    static const Text slow = {{"that were too many pictures; wait a moment",
                               "画像の要求が多すぎます。少し待ってください"}};
    unsigned retry = 1;
    if (limits_take(route_limits(artist->server), LIMIT_PICTURES, job->peer,
                    route_now(artist->server), &retry))
        return true;
    route_refuse(artist->server, job->ask, 429, "too-often", slow.in[job->lang], retry);
    return false;
}

/* The table is known now. True if the job waits for the thread. */
static bool go_on(Artist *artist, Job *job, const HallAnswer *answer)
{
    static const Text busy = {{"too many ask at once; try again in a moment",
                               "混み合っています。少し待ってからもう一度どうぞ"}};
    char etag[64];
    size_t length = 0;
    job->name.seq = answer->seq;
    job->ended = strstr(answer->json, "\"state\":\"ended\"") != NULL;
    write_etag(&job->name, etag, sizeof etag);
    const char *kept = kept_pictures_get(artist->kept, &job->name, &length);
    bool known = http_etag_in((HttpSpan){job->etags, strlen(job->etags)}, etag);
    if (known || kept) {
        send_picture(artist->server, job, known ? NULL : kept, known ? 0 : length);
        return false;
    }
    if (!may_draw(artist, job))
        return false;
    job->table = malloc(answer->length);
    if (!job->table) {
        show_refuse(artist->server, job->ask, 503, "busy", &refuse_no_memory, job->lang);
        return false;
    }
    memcpy(job->table, answer->json, answer->length);
    job->table_length = answer->length;
    if (queue(artist, job))
        return true;
    route_refuse(artist->server, job->ask, 503, "busy", busy.in[job->lang], 1);
    return false;
}

static void table_came(void *context, const HallAnswer *answer)
{
    Job *job = context;
    if (answer->why) {
        route_refuse(job->artist->server, job->ask, answer->status, answer->why, answer->text,
                     answer->status == 503 ? 1 : 0);
        job_free(job);
    } else if (!go_on(job->artist, job, answer)) {
        job_free(job);
    }
}

/* A number of the query within bounds; missing: as it was. False if it is something else. */
static bool read_number(const Request *request, const char *name, uint64_t least, uint64_t most,
                        int32_t *out)
{
    char text[16];
    uint64_t number;
    int found = http_query_value(request->query, request->query_length, name, text, sizeof text);
    if (found == 0)
        return true;
    if (found < 0 || !str_is_number(text, most, &number) || number < least)
        return false;
    *out = (int32_t)number;
    return true;
}

static bool read_name(const Request *request, PictureName *out)
{
    bool png = show_id(request->path, "/t/", ".png", out->id);
    out->ply = -1;
    out->size = png ? PICTURE_SIZE : 0;
    return read_number(request, "ply", 0, TREE_PLIES_MAX, &out->ply) &&
           (!png || read_number(request, "size", PICTURE_SIZE_MIN, PICTURE_SIZE_MAX, &out->size));
}

void artist_ask(Artist *artist, const Request *request, AskId ask)
{
    static const Text bad = {{"size is 64 to 1200 pixels, ply a number of moves",
                              "size は64〜1200ピクセル、ply は手数です"}};
    PictureName name = {.ply = -1};
    if (!show_id(request->path, "/t/", ".svg", name.id) &&
        !show_id(request->path, "/t/", ".png", name.id)) {
        show_refuse(artist->server, ask, 404, "not-found", &show_nothing, request->lang);
        return;
    }
    if (!read_name(request, &name)) {
        show_refuse(artist->server, ask, 400, "bad-picture", &bad, request->lang);
        return;
    }
    Job *job = calloc(1, sizeof *job);
    if (!job) {
        show_refuse(artist->server, ask, 503, "busy", &refuse_no_memory, request->lang);
        return;
    }
    job->artist = artist;
    job->ask = ask;
    job->lang = request->lang;
    job->peer = request->peer;
    job->name = name;
    if (request->etags.length < sizeof job->etags)
        memcpy(job->etags, request->etags.text, request->etags.length);
    hall_show(artist->tables->hall, name.id, "", request->lang, table_came, job);
}

/* -- Opening and closing ---------------------------------------------------------------------- */

Artist *artist_open(Server *server, Tables *tables, char *why)
{
    Artist *artist = calloc(1, sizeof *artist);
    KeptPictures *kept = artist ? kept_pictures_new(KEPT_BYTES_MAX) : NULL;
    if (!kept) {
        free(artist);
        refuse(why, "out of memory");
        return NULL;
    }
    artist->server = server;
    artist->tables = tables;
    artist->kept = kept;
    artist->last = &artist->first;
    pthread_mutex_init(&artist->lock, NULL);
    pthread_cond_init(&artist->wake, NULL);
    pthread_cond_init(&artist->gone, NULL);
    artist->running = pthread_create(&artist->thread, NULL, work, artist) == 0;
    if (artist->running)
        return artist;
    refuse(why, "a thread cannot be started");
    artist->ended = true;
    artist_close(artist);
    return NULL;
}

static void free_jobs(Job *job)
{
    while (job) {
        Job *next = job->next;
        job_free(job);
        job = next;
    }
}

bool artist_close(Artist *artist)
{
    enum { PATIENCE_SECONDS = 2 };
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += PATIENCE_SECONDS;
    pthread_mutex_lock(&artist->lock);
    artist->stopping = true;
    pthread_cond_broadcast(&artist->wake);
    bool late = false;
    while (!artist->ended && !late)
        late = pthread_cond_timedwait(&artist->gone, &artist->lock, &until) != 0;
    bool good = artist->ended;
    pthread_mutex_unlock(&artist->lock);
    if (!good)
        return false; /* it may still use what is ours */
    if (artist->running)
        pthread_join(artist->thread, NULL);
    free_jobs(artist->first);
    free_jobs(artist->done);
    kept_pictures_free(artist->kept);
    pthread_mutex_destroy(&artist->lock);
    pthread_cond_destroy(&artist->wake);
    pthread_cond_destroy(&artist->gone);
    free(artist);
    return true;
}
