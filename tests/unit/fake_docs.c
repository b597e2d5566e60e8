/* SPDX-License-Identifier: MIT */
/* Documents and lists of the store in memory, see fake_store.h. */
#include "unit/fake_store.h"

#include <stdlib.h>
#include <string.h>

TstoreDoc fake_docs[FAKE_DOCS];
int fake_docs_count;

bool fake_fails(void)
{
    return (int)rng_below(&fake_rng, 100) < fake_trouble;
}

static bool submit(TableStore *store, FakeJob job)
{
    FakeJob *place = fake_new_job(store, job.done, job.context);
    if (!place)
        return false;
    job.store = store;
    *place = job;
    return true;
}

bool tstore_docs_write(TableStore *store, const TstoreDoc *docs, int count, TstoreDone *done,
                       void *context)
{
    FakeJob job = {.done = done, .context = context, .kind = FAKE_DOCS_WRITE, .docs_count = count};
    if (count > FAKE_TOGETHER)
        return false;
    for (int i = 0; i < count; i++) {
        job.docs[i] = docs[i];
        job.docs[i].kind = docs[i].kind ? fake_own(docs[i].kind) : NULL;
        job.docs[i].id = docs[i].id ? fake_own(docs[i].id) : NULL;
        job.docs[i].owner = fake_own(docs[i].owner);
        job.docs[i].body = fake_own(docs[i].body);
    }
    return submit(store, job);
}

bool tstore_docs_get(TableStore *store, const char *kind, const char *id, TstoreDone *done,
                     void *context)
{
    return submit(store, (FakeJob){.done = done,
                                   .context = context,
                                   .kind = FAKE_DOCS_GET,
                                   .first = fake_own(kind),
                                   .second = fake_own(id)});
}

bool tstore_docs_owned(TableStore *store, const char *kind, const char *owner, int limit,
                       TstoreDone *done, void *context)
{
    return submit(store, (FakeJob){.done = done,
                                   .context = context,
                                   .kind = FAKE_DOCS_OWNED,
                                   .first = kind ? fake_own(kind) : NULL,
                                   .second = fake_own(owner),
                                   .list = {.limit = limit}});
}

bool tstore_docs_list(TableStore *store, const TstoreList *list, TstoreDone *done, void *context)
{
    FakeJob job = {.done = done, .context = context, .kind = FAKE_DOCS_LIST, .list = *list};
    job.list.kind = fake_own(list->kind);
    return submit(store, job);
}

bool tstore_seated(TableStore *store, const char *player, bool ended, int limit, TstoreDone *done,
                   void *context)
{
    return submit(store, (FakeJob){.done = done,
                                   .context = context,
                                   .kind = FAKE_SEATED,
                                   .first = fake_own(player),
                                   .ended = ended,
                                   .list = {.limit = limit}});
}

bool tstore_running(TableStore *store, int limit, TstoreDone *done, void *context)
{
    return submit(store, (FakeJob){.done = done,
                                   .context = context,
                                   .kind = FAKE_RUNNING,
                                   .list = {.limit = limit}});
}

bool tstore_unname(TableStore *store, const char *player, TstoreDone *done, void *context)
{
    return submit(store, (FakeJob){.done = done,
                                   .context = context,
                                   .kind = FAKE_UNNAME,
                                   .first = fake_own(player)});
}

/* -- Doing it --------------------------------------------------------------------------------- */

static int find(const char *kind, const char *id)
{
    for (int i = 0; i < fake_docs_count; i++)
        if (strcmp(fake_docs[i].kind, kind) == 0 && strcmp(fake_docs[i].id, id) == 0)
            return i;
    return -1;
}

static void remove_at(int at)
{
    fake_docs[at] = fake_docs[--fake_docs_count];
}

static bool fits(const TstoreDoc *doc)
{
    int at = doc->id ? find(doc->kind, doc->id) : -1;
    int64_t ver = at < 0 ? 0 : fake_docs[at].ver;
    return !doc->id || doc->after == TSTORE_ANY || ver == doc->after;
}

static void apply(const TstoreDoc *doc)
{
    int at = doc->id ? find(doc->kind, doc->id) : -1;
    for (int i = fake_docs_count - 1; !doc->id && i >= 0; i--)
        if (strcmp(fake_docs[i].owner, doc->owner) == 0 &&
            (!doc->kind || strcmp(fake_docs[i].kind, doc->kind) == 0))
            remove_at(i);
    if (!doc->id || (doc->remove && at < 0))
        return;
    if (doc->remove) {
        remove_at(at);
        return;
    }
    if (at < 0) {
        at = fake_docs_count++;
        fake_docs[at] = (TstoreDoc){0};
    }
    int64_t ver = fake_docs[at].ver + 1;
    fake_docs[at] = *doc;
    fake_docs[at].ver = ver;
}

static int by_name(const void *a, const void *b)
{
    const TstoreDoc *one = a, *two = b;
    int order = strcmp(one->kind ? one->kind : "", two->kind ? two->kind : "");
    return order ? order : strcmp(one->id ? one->id : "", two->id ? two->id : "");
}

static TstoreStatus write_docs(const FakeJob *job)
{
    TstoreDoc docs[FAKE_TOGETHER];
    bool room = fake_docs_count + job->docs_count <= FAKE_DOCS;
    bool fails = fake_fails() || !room,
         lies = fails && room && !fake_honest && rng_below(&fake_rng, 2);
    memcpy(docs, job->docs, sizeof docs);
    qsort(docs, (size_t)job->docs_count, sizeof *docs, by_name);
    for (int i = 0; i < job->docs_count; i++)
        if (!fits(&docs[i]))
            return fails ? TSTORE_NOT_SAVED : TSTORE_CONFLICT;
    for (int i = 0; i < job->docs_count && (!fails || lies); i++)
        apply(&docs[i]);
    return fails ? TSTORE_NOT_SAVED : TSTORE_OK;
}

static bool is_wanted(const FakeJob *job, const TstoreDoc *doc)
{
    if (job->kind == FAKE_DOCS_GET)
        return strcmp(doc->kind, job->first) == 0 && strcmp(doc->id, job->second) == 0;
    if (job->kind == FAKE_DOCS_OWNED)
        return strcmp(doc->owner, job->second) == 0 && doc->owner[0] &&
               (!job->first || strcmp(doc->kind, job->first) == 0);
    return strcmp(doc->kind, job->list.kind) == 0 && doc->at >= job->list.from &&
           doc->at <= job->list.until;
}

static int by_time(const void *a, const void *b)
{
    const TstoreDoc *one = a, *two = b;
    return one->at < two->at ? -1 : one->at > two->at;
}

static TstoreReply read_docs(const FakeJob *job, TstoreDoc *room)
{
    int count = 0;
    bool back = job->kind == FAKE_DOCS_OWNED || job->list.newest_first;
    for (int i = 0; i < fake_docs_count; i++)
        if (is_wanted(job, &fake_docs[i]))
            room[count++] = fake_docs[i];
    qsort(room, (size_t)count, sizeof *room, by_time);
    for (int i = 0; back && i < count / 2; i++) {
        TstoreDoc other = room[i];
        room[i] = room[count - 1 - i];
        room[count - 1 - i] = other;
    }
    if (job->kind != FAKE_DOCS_GET && count > job->list.limit)
        count = job->list.limit;
    bool missing = job->kind == FAKE_DOCS_GET && count == 0;
    return (TstoreReply){
        .status = missing ? TSTORE_MISSING : TSTORE_OK, .docs = room, .doc_count = count};
}

static TstoreReply list_tables(const FakeJob *job, TstoreRow *rows)
{
    int count = 0;
    for (int i = 0; i < fake_kept_count; i++) {
        const TstoreRow *row = &fake_kept[i].row;
        bool running = row->lobby == TSTORE_PUBLIC && strcmp(row->state, "running") == 0;
        bool sits = job->kind == FAKE_SEATED && (strcmp(row->seat[0], job->first) == 0 ||
                                                 strcmp(row->seat[1], job->first) == 0);
        if (job->kind == FAKE_RUNNING ? running : sits && (row->ended > 0) == job->ended)
            rows[count++] = *row;
    }
    return (TstoreReply){.status = TSTORE_OK,
                         .tables = rows,
                         .table_count = count < job->list.limit ? count : job->list.limit};
}

static void unname(const char *player)
{
    for (int i = 0; i < fake_kept_count; i++)
        for (int seat = 0; seat < 2; seat++) {
            FakeTable *table = &fake_kept[i];
            if (strcmp(table->row.seat[seat], player) != 0)
                continue;
            table->row.seat[seat] = "";
            for (int e = 0; e < table->count; e++)
                if (table->event[e].seat == seat && strcmp(table->event[e].kind, "sit") == 0)
                    table->event[e].body = "0 remote";
                else if (table->event[e].seat == seat && strcmp(table->event[e].kind, "name") == 0)
                    table->event[e].body = "0";
        }
}

void fake_do_docs(const FakeJob *job)
{
    static TstoreDoc docs[FAKE_DOCS];
    static TstoreRow rows[FAKE_TABLES];
    TstoreReply reply = {.status = TSTORE_OK};
    if (job->kind == FAKE_DOCS_WRITE)
        reply.status = write_docs(job);
    else if (fake_fails())
        reply.status = TSTORE_NOT_SAVED;
    else if (job->kind == FAKE_UNNAME)
        unname(job->first);
    else
        reply = job->kind < FAKE_SEATED ? read_docs(job, docs) : list_tables(job, rows);
    if (job->done)
        job->done(job->context, &reply);
}
