/* SPDX-License-Identifier: MIT */
/* Two halls and players who ask, see club_support.h. */
#include "unit/club_support.h"

static Variants *variants;
TableStore *stores[PROCESSES];
Hall *halls[PROCESSES];
int64_t time_ms;

const char anna[] = "Anna-7890123456789012345678901234567890abcd";
const char anna2[] = "Anna2_890123456789012345678901234567890abcd";
const char bo[] = "Bo-45678901234567890123456789012345678_abcd";
const char cy[] = "Cy-45678901234567890123456789012345678_abcd";

static int64_t read_time(void *context)
{
    (void)context;
    return time_ms;
}

static void take_message(void *context, SinkId sink, const char *message, size_t length)
{
    (void)context;
    assert_true(sink < SINKS);
    Str s = str_over(heard[sink].last, sizeof heard[sink].last);
    str_bytes(&s, message, length);
    heard[sink].count++;
}

static void ignore_wake(void *context, int64_t at)
{
    (void)context;
    (void)at;
}

void begin(uint64_t seed)
{
    static const HallHost host = {.now = read_time, .send = take_message, .wake_at = ignore_wake};
    memset(fake_kept, 0, sizeof fake_kept);
    memset(heard, 0, sizeof heard);
    fake_kept_count = fake_docs_count = fake_trouble = 0;
    fake_honest = false;
    fake_rng = (Rng){seed};
    time_ms = 1000000000;
    variants = variants_new(registry_families, registry_count);
    for (int p = 0; p < PROCESSES; p++) {
        stores[p] = calloc(1, sizeof *stores[p]);
        halls[p] = hall_open(&host, variants, stores[p]);
        assert_non_null(halls[p]);
    }
}

void end(void)
{
    for (int p = 0; p < PROCESSES; p++) {
        fake_trouble = 0;
        while (fake_do_job(stores[p]))
            continue;
        hall_close(halls[p]);
        free(stores[p]);
    }
    variants_free(variants);
    fake_free();
}

Heard heard[SINKS];

void settle(void)
{
    for (bool more = true; more;) {
        more = false;
        for (int p = 0; p < PROCESSES; p++)
            while (fake_do_job(stores[p]))
                more = true;
    }
}

void pass(int64_t ms)
{
    for (int64_t until = time_ms + ms; time_ms < until;) {
        time_ms += 500;
        for (int p = 0; p < PROCESSES; p++) {
            hall_tick(halls[p]);
            settle();
        }
    }
}

/* -- Answers ---------------------------------------------------------------------------------- */

Got got;

void take(void *context, const HallAnswer *answer)
{
    (void)context;
    assert_false(got.there); /* once */
    got = (Got){.there = true, .status = answer->status};
    if (answer->why)
        snprintf(got.why, sizeof got.why, "%s", answer->why);
    else
        got.json = cJSON_ParseWithLength(answer->json, answer->length);
    assert_true(answer->why || got.json);
    if (answer->why)
        assert_true(answer->text[0]);
}

void forget_answer(void)
{
    cJSON_Delete(got.json);
    got = (Got){0};
}

PlayersAsk ask(int p, const char *key)
{
    forget_answer();
    return (PlayersAsk){
        .players = hall_players(halls[p]), .key = key, .lang = LANG_EN, .done = take};
}

int wait_for(int p)
{
    for (int i = 0; i < 10000 && !got.there; i++)
        if (!fake_do_job(stores[p]))
            break;
    assert_true(got.there);
    return got.status;
}

const char *text(const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(got.json, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

int me(int p, const char *key)
{
    PlayersAsk a = ask(p, key);
    players_me(&a);
    return wait_for(p);
}

int set(int p, const char *key, const char *name, int bot)
{
    PlayersAsk a = ask(p, key);
    players_set(&a, name, bot);
    return wait_for(p);
}

/* The id of a player, who is made if there is none. */
void id_of(int p, const char *key, char out[ID_CHARS + 1])
{
    assert_int_equal(set(p, key, NULL, -1), 200);
    snprintf(out, ID_CHARS + 1, "%s", text("id"));
}

const char *known(int p, const char *key)
{
    assert_int_equal(set(p, key, NULL, -1), 200);
    const Player *player = players_known_by_key(hall_players(halls[p]), key);
    assert_non_null(player);
    return player->id;
}

int make(int p, const char *key, const HallMake *wish, Seated *out)
{
    HallMake m = *wish;
    m.player = key ? known(p, key) : NULL;
    forget_answer();
    hall_make(halls[p], &m, LANG_EN, take, NULL);
    int status = wait_for(p);
    if (status == 201) {
        snprintf(out->id, sizeof out->id, "%s", text("id"));
        snprintf(out->key, sizeof out->key, "%s", text("key"));
        snprintf(out->invite, sizeof out->invite, "%s", text("invite"));
        out->seat = (int)cJSON_GetObjectItem(got.json, "seat")->valuedouble;
    }
    return status;
}

int join(int p, const char *key, const Seated *at, const char *invite)
{
    HallJoin j = {.id = at->id, .invite = invite, .player = key ? known(p, key) : NULL};
    forget_answer();
    hall_join(halls[p], &j, LANG_EN, take, NULL);
    return wait_for(p);
}

int act(int p, const char *key, const char *id, const char *what)
{
    static int number;
    char cmd[16];
    snprintf(cmd, sizeof cmd, "c%d", number++);
    forget_answer();
    hall_do(halls[p], &(HallAct){.id = id, .key = key, .cmd = cmd, .text = what, .on = -1}, LANG_EN,
            take, NULL);
    return wait_for(p);
}

int show(int p, const char *key, const char *id)
{
    forget_answer();
    hall_show(halls[p], id, key, LANG_EN, take, NULL);
    return wait_for(p);
}

const cJSON *seat_player(int seat)
{
    const cJSON *seats = cJSON_GetObjectItem(got.json, "seats");
    return cJSON_GetObjectItem(cJSON_GetArrayItem(seats, seat), "player");
}
