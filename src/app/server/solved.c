/* SPDX-License-Identifier: MIT */
/* Solved positions over the network, see solved.h. The loop's thread makes a job of a request and
 * puts it in a queue; one of the threads here fills it with its answer; the loop sends that. */
#include "app/server/solved.h"

#include "app/database.h"
#include "base/json.h"
#include "core/perfect.h"
#include "core/refuse.h"
#include "games/registry.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    THREADS = 3,         /* a slow disk may hold one and another */
    WAITING_MAX = 256,   /* jobs; who comes then is asked to come again */
    OPEN_MAX = 16,       /* databases that are kept open */
    KEPT = 2048,         /* answers that are remembered, by a number of their question */
    FRESH_SECONDS = 600, /* how long others may keep an answer without asking */
    LIST_SECONDS = 60    /* ... the list of variants */
};

typedef struct Job {
    struct Job *next;
    AskId ask;
    Lang lang;
    bool list;       /* which variants there are, else: */
    uint64_t number; /* of the question */
    char variant[VARIANT_TEXT_MAX], position[POSITION_TEXT_MAX];
    int status;
    const char *why; /* refused: the word for it, and: */
    char text[WHY_MAX];
    char *body; /* answered */
    size_t length;
} Job;

typedef struct Opened {
    Game *game;
    Database *database;
} Opened;

typedef struct Kept {
    char variant[VARIANT_TEXT_MAX], position[POSITION_TEXT_MAX];
    char *body;
    size_t length;
} Kept;

struct Solved {
    Server *server;
    const char *path;
    Kept *kept; /* KEPT of them; the loop's thread alone */

    pthread_mutex_t lock; /* for everything below */
    pthread_cond_t wake, gone;
    Job *first, **last, *done;
    int waiting, threads, opened_count;
    bool stopping;
    Opened opened[OPEN_MAX];
};

static const Text not_solved = {{"this server has no database of {0}", "このサーバーには{0}の"
                                                                       "データベースがありません"}};
static const Text not_known = {
    {"the database does not have this position: {0}", "この局面はデータベースにありません: {0}"}};
static const Text damaged = {
    {"the database of this server is damaged", "このサーバーのデータベースは壊れています"}};

/* -- On the threads --------------------------------------------------------------------------- */

static void job_refuse(Job *job, int status, const char *why)
{
    job->status = status;
    job->why = why;
}

/* The game and its database, opened once; a variant without one is not kept. */
static Opened find_opened(Solved *solved, Job *job)
{
    Opened found = {0};
    char why[WHY_MAX];
    Game *game = game_open(job->variant, job->lang, job->text);
    if (!game) {
        job_refuse(job, 400, "bad-variant");
        return found;
    }
    pthread_mutex_lock(&solved->lock);
    for (int i = 0; i < solved->opened_count; i++)
        if (strcmp(solved->opened[i].game->id, game->id) == 0)
            found = solved->opened[i];
    pthread_mutex_unlock(&solved->lock);
    if (found.game) {
        game_close(game);
        return found;
    }
    Database *database = database_builtin(game);
    if (!database && solved->path)
        database = database_open(solved->path, game, why);
    pthread_mutex_lock(&solved->lock);
    for (int i = 0; database && i < solved->opened_count; i++)
        if (strcmp(solved->opened[i].game->id, game->id) == 0)
            found = solved->opened[i]; /* another thread was quicker */
    if (database && !found.game && solved->opened_count < OPEN_MAX) {
        found = (Opened){game, database};
        solved->opened[solved->opened_count++] = found;
        game = NULL, database = NULL;
    }
    pthread_mutex_unlock(&solved->lock);
    if (!found.game) {
        refuse_with(job->text, job->lang, &not_solved, game->id);
        job_refuse(job, 404, "not-solved");
    }
    database_close(database);
    if (game)
        game_close(game);
    return found;
}

static void add_known(Json *json, const Known *known)
{
    static const char *const words[] = {"loss", "draw", "win"};
    json_add_text(json, "value", words[known->value + 1]);
    json_key(json, "plies");
    if (known->plies >= 0)
        json_number(json, known->plies);
    else
        json_null(json);
}

static void write_answer(const Game *game, const Pos *pos, const Known *known,
                         const PerfectMove *moves, int count, Str *out)
{
    char text[POSITION_TEXT_MAX > MOVE_TEXT_MAX ? POSITION_TEXT_MAX : MOVE_TEXT_MAX];
    Json json = json_over(out);
    json_open(&json, '{');
    json_add_bool(&json, "ok", true);
    json_add_text(&json, "variant", game->id);
    Str s = str_over(text, sizeof text);
    game->ops->write_pos(game, pos, &s);
    json_add_text(&json, "position", text);
    add_known(&json, known);
    json_key(&json, "moves");
    json_open(&json, '[');
    for (int i = 0; i < count; i++) {
        s = str_over(text, sizeof text);
        game->ops->write_move(game, pos, moves[i].move, &s);
        json_open(&json, '{');
        json_add_text(&json, "move", text);
        add_known(&json, &moves[i].known);
        if (moves[i].replies) {
            json_add_number(&json, "losing", moves[i].losing);
            json_add_number(&json, "replies", moves[i].replies);
        }
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
}

static void job_answer(Job *job, const Opened *opened, const Pos *pos, Move *lists,
                       PerfectMove *moves)
{
    const Game *game = opened->game;
    Judge judge = {.game = game, .oracle = database_oracle(opened->database), .scratch = lists};
    Known known;
    int count = -1;
    if (perfect_here(&judge, pos, lists + game->moves_max, &known))
        count = perfect_judge(&judge, pos, lists + game->moves_max, moves);
    char why[WHY_MAX];
    if (count < 0 && database_damage(opened->database, why)) {
        refuse_text(job->text, job->lang, &damaged);
        job_refuse(job, 503, "damaged");
        return;
    }
    if (count < 0) {
        database_tell_gap(opened->database, game, pos, job->lang, why);
        refuse_with(job->text, job->lang, &not_known, why);
        job_refuse(job, 404, "not-solved");
        return;
    }
    perfect_sort(moves, count);
    size_t room = 256 + VARIANT_TEXT_MAX + POSITION_TEXT_MAX + (size_t)count * (MOVE_TEXT_MAX + 96);
    job->body = malloc(room);
    if (!job->body)
        return;
    Str s = str_over(job->body, room);
    write_answer(game, pos, &known, moves, count, &s);
    job->length = s.length;
    job->status = 200;
}

static void job_do(Solved *solved, Job *job)
{
    Opened opened = find_opened(solved, job);
    if (!opened.game)
        return;
    const Game *game = opened.game;
    Pos pos;
    if (!*job->position)
        game->ops->start(game, 1, &pos);
    else if (!game->ops->read_pos(game, job->position, job->lang, &pos, job->text)) {
        job_refuse(job, 400, "bad-position");
        return;
    }
    Move *lists = malloc(2 * (size_t)game->moves_max * sizeof *lists);
    PerfectMove *moves = malloc((size_t)game->moves_max * sizeof *moves);
    if (lists && moves)
        job_answer(job, &opened, &pos, lists, moves);
    free(lists);
    free(moves);
}

static void add_variant(void *context, const char *variant)
{
    json_text(context, variant);
}

/* Looked up anew for everybody: a database may be put there meanwhile. */
static void job_list(const Solved *solved, Job *job)
{
    enum { ROOM = 1 << 15 };
    job->body = malloc(ROOM);
    if (!job->body)
        return;
    Str s = str_over(job->body, ROOM);
    Json json = json_over(&s);
    json_open(&json, '{');
    json_add_bool(&json, "ok", true);
    json_key(&json, "variants");
    json_open(&json, '[');
    database_list(solved->path, add_variant, &json);
    json_close(&json, ']');
    json_close(&json, '}');
    job->length = s.length;
}

static void send_done(void *context);

static void *work(void *context)
{
    Solved *solved = context;
    pthread_mutex_lock(&solved->lock);
    for (;;) {
        while (!solved->first && !solved->stopping)
            pthread_cond_wait(&solved->wake, &solved->lock);
        if (solved->stopping)
            break;
        Job *job = solved->first;
        solved->first = job->next;
        if (!solved->first)
            solved->last = &solved->first;
        pthread_mutex_unlock(&solved->lock);
        job_refuse(job, 503, "busy"); /* unless it gets further */
        refuse_text(job->text, job->lang, &refuse_no_memory);
        if (job->list)
            job_list(solved, job);
        else
            job_do(solved, job);
        pthread_mutex_lock(&solved->lock);
        job->next = solved->done;
        solved->done = job;
        if (!solved->stopping)
            route_post(solved->server, send_done, solved);
    }
    solved->threads--;
    pthread_cond_signal(&solved->gone);
    pthread_mutex_unlock(&solved->lock);
    return NULL;
}

/* -- On the loop ------------------------------------------------------------------------------ */

static uint64_t number_of(const char *variant, const char *position)
{
    uint64_t hash = UINT64_C(1469598103934665603);
    for (const char *c = variant; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
    for (const char *c = position; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211) + 1;
    return hash;
}

static void send_body(Server *server, AskId ask, const char *body, size_t length, unsigned fresh)
{
    route_answer(server, ask,
                 &(Answered){.status = 200, .body = body, .length = length, .fresh = fresh});
}

/* What was asked is remembered in the place of what had the same number. */
static void keep(Solved *solved, Job *job)
{
    Kept *kept = &solved->kept[job->number % KEPT];
    free(kept->body);
    memcpy(kept->variant, job->variant, sizeof kept->variant);
    memcpy(kept->position, job->position, sizeof kept->position);
    kept->body = job->body;
    kept->length = job->length;
    job->body = NULL;
}

static void send_done(void *context)
{
    Solved *solved = context;
    pthread_mutex_lock(&solved->lock);
    Job *done = solved->done;
    solved->done = NULL;
    for (Job *job = done; job; job = job->next)
        solved->waiting--;
    pthread_mutex_unlock(&solved->lock);
    for (Job *job = done, *next; job; job = next) {
        next = job->next;
        if (job->body) {
            send_body(solved->server, job->ask, job->body, job->length,
                      job->list ? LIST_SECONDS : FRESH_SECONDS);
            if (!job->list)
                keep(solved, job);
            free(job->body);
        } else {
            route_refuse(solved->server, job->ask, job->status, job->why, job->text,
                         job->status == 503 ? 1 : 0);
        }
        free(job);
    }
}

/* The variant and the position out of the request; false after refusing it. */
static bool read_question(Solved *solved, const Request *request, AskId ask, Job *job)
{
    static const Text bad = {{"position is the text of a position, as docs/api.md says",
                              "position は局面の文字列です。docs/api.md を見てください"}};
    Str s = str_over(job->variant, sizeof job->variant);
    str_add(&s, request->path + sizeof SOLVED_PATH - 1);
    int found = http_query_value(request->query, request->query_length, "position", job->position,
                                 sizeof job->position);
    if (found < 0) {
        route_refuse(solved->server, ask, 400, "bad-position", bad.in[request->lang], 0);
        return false;
    }
    if (s.full) {
        static const Text long_text = {{"no variant has so long a name", "長すぎる名前です"}};
        route_refuse(solved->server, ask, 400, "bad-variant", long_text.in[request->lang], 0);
        return false;
    }
    return true;
}

static bool queue(Solved *solved, Job *job)
{
    pthread_mutex_lock(&solved->lock);
    bool room = solved->waiting < WAITING_MAX;
    if (room) {
        solved->waiting++;
        *solved->last = job;
        solved->last = &job->next;
        pthread_cond_signal(&solved->wake);
    }
    pthread_mutex_unlock(&solved->lock);
    return room;
}

void solved_ask(void *context, const Request *request, AskId ask)
{
    Solved *solved = context;
    static const Text busy = {{"too many ask at once; try again in a moment",
                               "混み合っています。少し待ってからもう一度どうぞ"}};
    Job *job = calloc(1, sizeof *job);
    if (!job) {
        route_refuse(solved->server, ask, 503, "busy", refuse_no_memory.in[request->lang], 1);
        return;
    }
    job->ask = ask;
    job->lang = request->lang;
    job->list = strcmp(request->path, SOLVED_LIST_PATH) == 0;
    if (!job->list && !read_question(solved, request, ask, job)) {
        free(job);
        return;
    }
    job->number = number_of(job->variant, job->position);
    const Kept *kept = &solved->kept[job->number % KEPT];
    if (!job->list && kept->body && strcmp(kept->variant, job->variant) == 0 &&
        strcmp(kept->position, job->position) == 0) {
        send_body(solved->server, ask, kept->body, kept->length, FRESH_SECONDS);
        free(job);
    } else if (!queue(solved, job)) {
        route_refuse(solved->server, ask, 503, "busy", busy.in[request->lang], 1);
        free(job);
    }
}

/* -- Opening and closing ---------------------------------------------------------------------- */

Solved *solved_open(Server *server, const char *path, char *why)
{
    Solved *solved = calloc(1, sizeof *solved);
    Kept *kept = calloc(KEPT, sizeof *kept);
    if (!solved || !kept) {
        free(solved);
        free(kept);
        refuse(why, "out of memory");
        return NULL;
    }
    solved->server = server;
    solved->path = path;
    solved->kept = kept;
    solved->last = &solved->first;
    pthread_mutex_init(&solved->lock, NULL);
    pthread_cond_init(&solved->wake, NULL);
    pthread_cond_init(&solved->gone, NULL);
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, work, solved) != 0)
            break;
        pthread_detach(thread);
        pthread_mutex_lock(&solved->lock);
        solved->threads++;
        pthread_mutex_unlock(&solved->lock);
    }
    if (solved->threads)
        return solved;
    refuse(why, "a thread cannot be started");
    solved_close(solved);
    return NULL;
}

static void free_jobs(Job *job)
{
    while (job) {
        Job *next = job->next;
        free(job->body);
        free(job);
        job = next;
    }
}

bool solved_close(Solved *solved)
{
    enum { PATIENCE_SECONDS = 2 };
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += PATIENCE_SECONDS;
    pthread_mutex_lock(&solved->lock);
    solved->stopping = true;
    pthread_cond_broadcast(&solved->wake);
    bool late = false;
    while (solved->threads && !late)
        late = pthread_cond_timedwait(&solved->gone, &solved->lock, &until) != 0;
    bool good = !solved->threads;
    pthread_mutex_unlock(&solved->lock);
    if (!good)
        return false; /* it may still use what is ours */
    free_jobs(solved->first);
    free_jobs(solved->done);
    for (int i = 0; i < solved->opened_count; i++) {
        database_close(solved->opened[i].database);
        game_close(solved->opened[i].game);
    }
    for (int i = 0; i < KEPT; i++)
        free(solved->kept[i].body);
    free(solved->kept);
    pthread_mutex_destroy(&solved->lock);
    pthread_cond_destroy(&solved->wake);
    pthread_cond_destroy(&solved->gone);
    free(solved);
    return true;
}
