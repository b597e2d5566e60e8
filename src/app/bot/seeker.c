/* SPDX-License-Identifier: MIT */
/* Finding games, see seeker.h. */
#include "app/bot/seeker.h"

#include "app/net/net.h"
#include "base/clock.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    READ_MS = 200,
    LOOK_MS = 15000,
    ASK_MS = 2000,
    CALL_MS = 10000,
    REFUSED = 64,
    REFUSED_MS = 60000
};

/* A table of which we were told, so that it is told once. */
typedef struct Known {
    struct Known *next;
    Found found;
} Known;

struct Seeker {
    SeekerSetup setup;
    NetStream *stream;
    Lobby *lobby;
    pthread_t thread;
    atomic_bool stop, look;
    struct {
        char id[NET_ID_MAX];
        int64_t at;
    } refused[REFUSED]; /* tables that would not have us */
    int next_refused;
    uint64_t luck;
    Known *known; /* the thread's own */
    MyTable *mine;
    pthread_mutex_t lock; /* for what follows */
    int busy[BOTS_MAX];
    Known *told, **told_end;
};

static int64_t now_ms(void)
{
    return (int64_t)(clock_seconds() * 1e3);
}

static bool is_known(const Seeker *seeker, int bot, const char *id)
{
    for (const Known *k = seeker->known; k; k = k->next)
        if (k->found.bot == bot && strcmp(k->found.id, id) == 0)
            return true;
    return false;
}

static Known *known_new(int bot, const char *id)
{
    Known *known = calloc(1, sizeof *known);
    if (known) {
        Str s = str_over(known->found.id, sizeof known->found.id);
        str_add(&s, id);
        known->found.bot = bot;
    }
    return known;
}

static void tell(Seeker *seeker, int bot, const char *id)
{
    Known *own = known_new(bot, id), *told = known_new(bot, id);
    if (!own || !told) {
        free(own);
        free(told);
        return; /* it is found again */
    }
    own->next = seeker->known;
    seeker->known = own;
    pthread_mutex_lock(&seeker->lock);
    seeker->busy[bot]++;
    *seeker->told_end = told;
    seeker->told_end = &told->next;
    pthread_mutex_unlock(&seeker->lock);
    seeker->setup.wake();
}

/* Tables that are no longer among a bot's own are forgotten. */
static void forget_old(Seeker *seeker, int bot, int count)
{
    for (Known **at = &seeker->known; *at;) {
        Known *known = *at;
        bool there = known->found.bot != bot;
        for (int i = 0; i < count && !there; i++)
            there = strcmp(seeker->mine[i].id, known->found.id) == 0;
        if (there) {
            at = &known->next;
        } else {
            *at = known->next;
            free(known);
        }
    }
}

/* Where a bot sits. */
static bool look_for(Seeker *seeker, int bot)
{
    char why[WHY_MAX];
    NetAnswer answer;
    NetRequest request = {.base = seeker->setup.base,
                          .path = "/me/tables",
                          .key = seeker->setup.bot[bot].key,
                          .lang = seeker->setup.lang,
                          .timeout_ms = CALL_MS};
    if (!net_call(&request, &answer, why))
        return false;
    int count = answer.status == 200 ? mine_read(answer.bytes, answer.length, seeker->mine) : -1;
    net_answer_free(&answer);
    for (int i = 0; i < count; i++)
        if (!seeker->mine[i].over && !is_known(seeker, bot, seeker->mine[i].id))
            tell(seeker, bot, seeker->mine[i].id);
    if (count >= 0)
        forget_old(seeker, bot, count);
    return count >= 0;
}

static bool is_refused(const Seeker *seeker, const char *id, int64_t now)
{
    for (int i = 0; i < REFUSED; i++)
        if (now - seeker->refused[i].at < REFUSED_MS && strcmp(seeker->refused[i].id, id) == 0)
            return true;
    return false;
}

static void sit_down(Seeker *seeker, int bot, const LobbyTable *table, int64_t now)
{
    char path[64], body[256], why[WHY_MAX];
    NetAnswer answer;
    Str p = str_over(path, sizeof path), b = str_over(body, sizeof body);
    str_format(&p, "/tables/%s/join", table->id);
    wire_write_join(NULL, seeker->setup.bot[bot].self.name, &b);
    NetRequest request = {.base = seeker->setup.base,
                          .path = path,
                          .key = seeker->setup.bot[bot].key,
                          .body = body,
                          .lang = seeker->setup.lang,
                          .timeout_ms = CALL_MS};
    if (!net_call(&request, &answer, why)) {
        atomic_store(&seeker->look, true); /* it may have been done all the same */
        return;
    }
    if (answer.status == 200) {
        tell(seeker, bot, table->id);
    } else {
        int place = seeker->next_refused++ % REFUSED;
        memcpy(seeker->refused[place].id, table->id, sizeof table->id);
        seeker->refused[place].at = now;
    }
    net_answer_free(&answer);
}

/* The bot for a table: one with room, of the right strength if that is known. */
static int choose(Seeker *seeker, const LobbyTable *table)
{
    int ratings[BOTS_MAX];
    pthread_mutex_lock(&seeker->lock);
    for (int i = 0; i < seeker->setup.bot_count; i++)
        ratings[i] = seeker->busy[i] < seeker->setup.most ? seeker->setup.bot[i].self.rating
                                                          : INT32_MIN;
    pthread_mutex_unlock(&seeker->lock);
    seeker->luck = seeker->luck * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return rules_choose(ratings, seeker->setup.bot_count, table->rating, seeker->luck >> 33);
}

static bool is_ours(const Seeker *seeker, const char *player)
{
    for (int i = 0; i < seeker->setup.bot_count; i++)
        if (strcmp(seeker->setup.bot[i].self.id, player) == 0)
            return true;
    return false;
}

static void sit_down_everywhere(Seeker *seeker)
{
    int64_t now = now_ms();
    for (int i = 0; i < seeker->lobby->count && !atomic_load(&seeker->stop);) {
        LobbyTable table = seeker->lobby->table[i];
        int bot = -1;
        if (rules_fit(&seeker->setup.rules, &table, now) && !is_refused(seeker, table.id, now) &&
            !is_ours(seeker, table.player))
            bot = choose(seeker, &table);
        if (bot >= 0) {
            sit_down(seeker, bot, &table, now);
            lobby_remove(seeker->lobby, table.id); /* another takes its place in the list */
        } else {
            i++;
        }
    }
}

static bool take_line(void *context, const char *line, size_t length)
{
    Seeker *seeker = context;
    return lobby_take(seeker->lobby, line, length, now_ms());
}

/* Where there is no stream (a proxy that holds it up, too many of them), the list is asked for. */
static void ask_lobby(Seeker *seeker, int64_t *asked)
{
    char why[WHY_MAX];
    NetAnswer answer;
    NetRequest request = {.base = seeker->setup.base,
                          .path = "/lobby",
                          .key = seeker->setup.bot[0].key,
                          .lang = seeker->setup.lang,
                          .timeout_ms = CALL_MS};
    if (now_ms() - *asked < ASK_MS)
        return;
    *asked = now_ms();
    if (!net_call(&request, &answer, why)) {
        seeker->lobby->count = 0;
        return;
    }
    if (answer.status == 200)
        lobby_take(seeker->lobby, answer.bytes, answer.length, now_ms());
    net_answer_free(&answer);
}

static void *run(void *context)
{
    Seeker *seeker = context;
    int64_t looked = 0, asked = 0;
    bool was_open = false;
    while (!atomic_load(&seeker->stop)) {
        bool open = net_stream_read(seeker->stream, READ_MS, take_line, seeker);
        if (!open)
            ask_lobby(seeker, &asked);
        if (atomic_exchange(&seeker->look, false) || (open && !was_open) || !looked ||
            now_ms() - looked >= LOOK_MS) {
            looked = now_ms();
            for (int i = 0; i < seeker->setup.bot_count && !atomic_load(&seeker->stop); i++)
                if (!look_for(seeker, i))
                    break;
        }
        was_open = open;
        sit_down_everywhere(seeker);
    }
    return NULL;
}

Seeker *seeker_open(const SeekerSetup *setup, char *why)
{
    Seeker *seeker = calloc(1, sizeof *seeker);
    if (seeker) {
        seeker->setup = *setup;
        seeker->told_end = &seeker->told;
        seeker->luck = (uint64_t)(clock_seconds() * 1e9);
        seeker->lobby = calloc(1, sizeof *seeker->lobby);
        seeker->mine = calloc(MINE_MAX, sizeof *seeker->mine);
        seeker->stream = net_stream_open(setup->base, "/lobby/events", setup->bot[0].key,
                                         setup->lang);
        pthread_mutex_init(&seeker->lock, NULL);
        if (seeker->lobby && seeker->mine && seeker->stream &&
            pthread_create(&seeker->thread, NULL, run, seeker) == 0)
            return seeker;
        atomic_store(&seeker->stop, true);
        net_stream_close(seeker->stream);
        free(seeker->lobby);
        free(seeker->mine);
        free(seeker);
    }
    refuse(why, "there is not enough memory, or no thread");
    return NULL;
}

static void free_list(Known *known)
{
    while (known) {
        Known *next = known->next;
        free(known);
        known = next;
    }
}

void seeker_close(Seeker *seeker)
{
    if (!seeker)
        return;
    atomic_store(&seeker->stop, true);
    net_stream_wake(seeker->stream);
    pthread_join(seeker->thread, NULL);
    net_stream_close(seeker->stream);
    free_list(seeker->known);
    free_list(seeker->told);
    pthread_mutex_destroy(&seeker->lock);
    free(seeker->lobby);
    free(seeker->mine);
    free(seeker);
}

bool seeker_take(Seeker *seeker, Found *out)
{
    pthread_mutex_lock(&seeker->lock);
    Known *first = seeker->told;
    if (first) {
        seeker->told = first->next;
        if (!seeker->told)
            seeker->told_end = &seeker->told;
    }
    pthread_mutex_unlock(&seeker->lock);
    if (!first)
        return false;
    *out = first->found;
    free(first);
    return true;
}

void seeker_free_one(Seeker *seeker, int bot)
{
    pthread_mutex_lock(&seeker->lock);
    seeker->busy[bot]--;
    pthread_mutex_unlock(&seeker->lock);
}

void seeker_look(Seeker *seeker)
{
    atomic_store(&seeker->look, true);
    net_stream_wake(seeker->stream);
}
