/* SPDX-License-Identifier: MIT */
/* Teachers' boards in the store, see boards.h. */
#include "online/boards.h"

#include "online/players.h"

#include <stdlib.h>
#include <string.h>

#define KIND "board"
enum { TRIES_MAX = 50, VIEW_MAX = 64 << 10, PRUNE_EVERY_MS = 3600000, PRUNE_MOST = 500 };

/* Somebody who follows a board. */
typedef struct Follower {
    struct Follower *next;
    SinkId sink;
    char id[ID_CHARS + 1], viewer[ID_CHARS + 1];
    int64_t told; /* the version that was sent last */
    int here;     /* ... and the number of followers in it */
} Follower;

struct Boards {
    HallHost host;
    Variants *variants;
    TableStore *store;
    Players *players;
    Follower *followers;
    struct Task *tasks;
    int follower_count;
    int64_t looked, pruned;
    char *text; /* VIEW_MAX */
};

/* TASK_LOOK: a board that is followed is read again; nobody waits for an answer. */
typedef enum TaskKind { TASK_MAKE, TASK_SHOW, TASK_DO, TASK_FOLLOW, TASK_LOOK } TaskKind;

/* One request on its way. */
typedef struct Task {
    struct Task *next, **at; /* of all that are on their way */
    Boards *boards;
    TaskKind kind;
    char id[ID_CHARS + 1], by[ID_CHARS + 1];
    Lang lang;
    HallDone *done;
    void *context;
    cJSON *act;   /* of TASK_DO */
    cJSON *slate; /* as it was read, or will be when the write under way is on the disk */
    int64_t ver;
    int tries;
    SinkId sink;
} Task;

static const Text away = {
    {"the store does not answer; try again", "保存先が応答しません。もう一度お試しください"}};

static int64_t now_of(const Boards *boards)
{
    return boards->host.now(boards->host.context);
}

Boards *boards_open(const HallHost *host, Variants *variants, TableStore *store, Players *players)
{
    Boards *boards = calloc(1, sizeof *boards);
    char *text = malloc(VIEW_MAX);
    if (!boards || !text) {
        free(boards);
        free(text);
        return NULL;
    }
    *boards = (Boards){
        .host = *host, .variants = variants, .store = store, .players = players, .text = text};
    return boards;
}

/* -- What is told ----------------------------------------------------------------------------- */

static int count_here(const Boards *boards, const char *id, const char *leader)
{
    int count = 0;
    for (const Follower *f = boards->followers; f; f = f->next)
        count += strcmp(f->id, id) == 0 && strcmp(f->viewer, leader) != 0;
    return count;
}

static const char *leader_of(const cJSON *slate)
{
    const cJSON *leader = cJSON_GetObjectItemCaseSensitive(slate, "leader");
    return cJSON_IsString(leader) ? leader->valuestring : "";
}

static const char *name_of(void *context, const char *id)
{
    const Boards *boards = context;
    const Player *player = players_known(boards->players, id);
    return player ? player->name : "";
}

static Str write_view(Boards *boards, const char *id, const cJSON *slate, int64_t ver, int here,
                      const char *viewer, bool message)
{
    Str s = str_over(boards->text, VIEW_MAX);
    Json json = json_over(&s);
    json_open(&json, '{');
    if (message)
        json_add_text(&json, "t", "board");
    else
        json_add_bool(&json, "ok", true);
    json_add_text(&json, "id", id);
    json_add_number(&json, "ver", ver);
    json_add_number(&json, "here", here);
    slate_view(slate, viewer, name_of, boards, &json);
    json_close(&json, '}');
    return s;
}

/* Everybody who has not seen this version, and the leader when somebody came or went. */
static void tell(Boards *boards, const char *id, const cJSON *slate, int64_t ver)
{
    int here = count_here(boards, id, leader_of(slate));
    for (Follower *f = boards->followers, *next; f; f = next) {
        next = f->next;
        bool leads = strcmp(f->viewer, leader_of(slate)) == 0;
        if (strcmp(f->id, id) != 0 || (f->told >= ver && (!leads || f->here == here)))
            continue;
        if (f->told < ver)
            f->told = ver;
        f->here = here;
        Str s = write_view(boards, id, slate, f->told, here, f->viewer, true);
        if (!s.full)
            boards->host.send(boards->host.context, f->sink, s.text, s.length);
    }
}

/* -- Tasks ------------------------------------------------------------------------------------ */

static void end_task(Task *task)
{
    *task->at = task->next;
    if (task->next)
        task->next->at = task->at;
    cJSON_Delete(task->act);
    cJSON_Delete(task->slate);
    free(task);
}

/* After the store is closed: nobody is answered any more. */
void boards_close(Boards *boards)
{
    if (!boards)
        return;
    for (Follower *f = boards->followers, *next; f; f = next) {
        next = f->next;
        free(f);
    }
    while (boards->tasks)
        end_task(boards->tasks);
    free(boards->text);
    free(boards);
}

static void refuse_task(Task *task, int status, const char *why, const char *text)
{
    if (task->done)
        task->done(task->context, &(HallAnswer){.status = status, .why = why, .text = text});
    end_task(task);
}

static void refuse_busy(Task *task)
{
    refuse_task(task, 503, "busy", away.in[task->lang]);
}

static void answer(Task *task, int status, const Str *text)
{
    if (text->full)
        refuse_busy(task);
    else {
        task->done(task->context,
                   &(HallAnswer){.status = status, .json = text->text, .length = text->length});
        end_task(task);
    }
}

static void answer_view(Task *task, const cJSON *slate, int64_t ver)
{
    int here = count_here(task->boards, task->id, leader_of(slate));
    Str s = write_view(task->boards, task->id, slate, ver, here, task->by, false);
    answer(task, 200, &s);
}

static Task *task_new(const BoardsAsk *ask, TaskKind kind)
{
    Task *task = calloc(1, sizeof *task);
    if (!task) {
        if (ask->done)
            ask->done(ask->context, &(HallAnswer){.status = 503,
                                                  .why = "busy",
                                                  .text = refuse_no_memory.in[ask->by.lang]});
        return NULL;
    }
    *task = (Task){.next = ask->boards->tasks,
                   .at = &ask->boards->tasks,
                   .boards = ask->boards,
                   .kind = kind,
                   .lang = ask->by.lang,
                   .done = ask->done,
                   .context = ask->context};
    if (task->next)
        task->next->at = &task->next;
    ask->boards->tasks = task;
    Str id = str_over(task->id, sizeof task->id), by = str_over(task->by, sizeof task->by);
    str_add(&id, ask->id ? ask->id : "");
    str_add(&by, ask->by.id);
    return task;
}

static void read_board(Task *task);

static void written(void *context, const TstoreReply *reply)
{
    static const Text not_saved = {
        {"it could not be saved; nothing has changed, try again",
         "保存できませんでした。何も変わっていません。もう一度お試しください"}};
    Task *task = context;
    if (reply->status == TSTORE_CONFLICT && task->kind == TASK_DO && task->tries < TRIES_MAX) {
        read_board(task); /* somebody was quicker: judge again */
        return;
    }
    if (reply->status != TSTORE_OK) {
        refuse_task(task, 503, "not-saved", not_saved.in[task->lang]);
        return;
    }
    tell(task->boards, task->id, task->slate, task->ver);
    if (task->kind == TASK_DO) {
        answer_view(task, task->slate, task->ver);
        return;
    }
    Str s = str_over(task->boards->text, VIEW_MAX);
    Json json = json_over(&s);
    json_open(&json, '{');
    json_add_bool(&json, "ok", true);
    json_add_text(&json, "id", task->id);
    json_close(&json, '}');
    answer(task, 201, &s);
}

/* Writes task->slate as version task->ver. */
static void write_board(Task *task)
{
    Boards *boards = task->boards;
    char *body = cJSON_PrintUnformatted(task->slate);
    TstoreDoc doc = {.kind = KIND,
                     .id = task->id,
                     .owner = leader_of(task->slate),
                     .at = now_of(boards),
                     .body = body,
                     .after = task->ver - 1};
    bool good = body && tstore_docs_write(boards->store, &doc, 1, written, task);
    cJSON_free(body);
    if (!good)
        refuse_busy(task);
}

/* -- Following -------------------------------------------------------------------------------- */

static void begin_following(Task *task)
{
    static const Text many = {
        {"too many follow boards at the moment", "盤を見ている人が多すぎます"}};
    Boards *boards = task->boards;
    const char *leader = leader_of(task->slate);
    bool room = boards->follower_count < BOARDS_FOLLOWERS_MAX &&
                (strcmp(task->by, leader) == 0 ||
                 count_here(boards, task->id, leader) < BOARD_FOLLOWERS_MAX);
    Follower *f = room ? calloc(1, sizeof *f) : NULL;
    if (!f) {
        refuse_task(task, 429, "too-many", many.in[task->lang]);
        return;
    }
    f->sink = task->sink;
    memcpy(f->id, task->id, sizeof f->id);
    memcpy(f->viewer, task->by, sizeof f->viewer);
    f->next = boards->followers;
    boards->followers = f;
    boards->follower_count++;
    task->done(task->context, &(HallAnswer){.status = 200});
    /* The host may have dropped it meanwhile: then it is not there. */
    tell(boards, task->id, task->slate, task->ver);
    end_task(task);
}

void boards_unfollow(Boards *boards, SinkId sink)
{
    for (Follower **at = &boards->followers; *at;) {
        Follower *f = *at;
        if (f->sink != sink) {
            at = &f->next;
            continue;
        }
        *at = f->next;
        boards->follower_count--;
        free(f);
    }
    boards->looked = 0; /* the leader sees who is here */
}

/* -- Reading ---------------------------------------------------------------------------------- */

static void judge(Task *task)
{
    SlateBy by = {task->by, task->lang};
    SlateReply reply;
    if (!slate_do(task->slate, task->act, &by, task->boards->variants, &reply)) {
        refuse_task(task, reply.status, reply.why, reply.text);
        return;
    }
    task->ver++;
    write_board(task);
}

/* Who leads and who has answered is in memory, as far as they are still there. */
static void named(void *context)
{
    Task *task = context;
    switch (task->kind) {
    case TASK_DO:
        judge(task);
        break;
    case TASK_FOLLOW:
        begin_following(task);
        break;
    case TASK_LOOK:
        tell(task->boards, task->id, task->slate, task->ver);
        end_task(task);
        break;
    default:
        answer_view(task, task->slate, task->ver);
    }
}

static void found(void *context, const TstoreReply *reply)
{
    static const Text none = {{"there is no such board", "その盤はありません"}};
    static const Text damaged = {{"this board is damaged", "この盤のデータは壊れています"}};
    Task *task = context;
    if (reply->status != TSTORE_OK && reply->status != TSTORE_MISSING) {
        refuse_busy(task);
        return;
    }
    if (reply->status == TSTORE_MISSING || reply->doc_count != 1) {
        refuse_task(task, 404, "not-found", none.in[task->lang]);
        return;
    }
    cJSON_Delete(task->slate);
    task->slate = cJSON_Parse(reply->docs[0].body);
    task->ver = reply->docs[0].ver;
    if (!task->slate || !slate_is(task->slate)) {
        refuse_task(task, 503, "damaged", damaged.in[task->lang]);
        return;
    }
    const char *people[SLATE_PEOPLE_MAX];
    int count = slate_people(task->slate, people);
    players_load(task->boards->players, people, count, named, task);
}

static void read_board(Task *task)
{
    task->tries++;
    if (!tstore_docs_get(task->boards->store, KIND, task->id, found, task))
        refuse_busy(task);
}

/* -- Doors ------------------------------------------------------------------------------------ */

void boards_make(const BoardsAsk *ask, const cJSON *asked)
{
    SlateReply reply;
    Task *task = task_new(ask, TASK_MAKE);
    if (!task)
        return;
    SlateBy by = {task->by, task->lang};
    task->slate = slate_make(asked, &by, ask->boards->variants, &reply);
    task->ver = 1;
    if (!task->slate)
        refuse_task(task, reply.status, reply.why, reply.text);
    else if (!id_make(task->id))
        refuse_busy(task);
    else
        write_board(task);
}

void boards_show(const BoardsAsk *ask)
{
    Task *task = task_new(ask, TASK_SHOW);
    if (task)
        read_board(task);
}

void boards_do(const BoardsAsk *ask, const cJSON *act)
{
    Task *task = task_new(ask, TASK_DO);
    if (!task)
        return;
    task->act = cJSON_Duplicate(act, true);
    if (task->act)
        read_board(task);
    else
        refuse_busy(task);
}

void boards_follow(const BoardsAsk *ask, SinkId sink)
{
    Task *task = task_new(ask, TASK_FOLLOW);
    if (!task)
        return;
    task->sink = sink;
    read_board(task);
}

/* -- Time ------------------------------------------------------------------------------------- */

/* Another process may have changed a board that is followed. */
static void look(Boards *boards, const char *id)
{
    BoardsAsk ask = {.boards = boards, .id = id, .by = {"", LANG_EN}};
    Task *task = task_new(&ask, TASK_LOOK);
    if (task)
        read_board(task);
}

static bool is_first(const Boards *boards, const Follower *f)
{
    for (const Follower *g = boards->followers; g != f; g = g->next)
        if (strcmp(g->id, f->id) == 0)
            return false;
    return true;
}

static void prune(void *context, const TstoreReply *reply)
{
    Boards *boards = context;
    for (int i = 0; reply->status == TSTORE_OK && i < reply->doc_count; i++) {
        TstoreDoc gone = {
            .kind = KIND, .id = reply->docs[i].id, .after = reply->docs[i].ver, .remove = true};
        tstore_docs_write(boards->store, &gone, 1, NULL, NULL);
    }
}

void boards_tick(Boards *boards)
{
    int64_t now = now_of(boards);
    if (now - boards->looked >= BOARDS_LOOK_MS) {
        boards->looked = now;
        for (const Follower *f = boards->followers; f; f = f->next)
            if (is_first(boards, f))
                look(boards, f->id);
    }
    if (now - boards->pruned >= PRUNE_EVERY_MS) {
        TstoreList old = {.kind = KIND, .until = now - BOARDS_KEEP_MS, .limit = PRUNE_MOST};
        boards->pruned = now;
        tstore_docs_list(boards->store, &old, prune, boards);
    }
}
