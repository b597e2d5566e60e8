/* SPDX-License-Identifier: MIT */
/* Any rows as the log of a table in the store: it is shown, watched, recorded and played at, or
 * refused as damaged. The first line of the input is the column `setup`, every other one an event:
 *   AT SEAT KIND BODY */
#include "base/utf8.h"
#include "games/registry.h"
#include "online/hall.h"
#include "unit/fake_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char id[] = "aB3dE6gH", key[] = "keykeykeykeykeykeykeyk";
static Variants *variants;
static int64_t now = 1763000000000;
static int answers;
static int64_t told; /* the last event that was sent */

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_stored: %s\n", what);
        abort();
    }
}

static int64_t read_time(void *context)
{
    (void)context;
    return now;
}

static void take_message(void *context, SinkId sink, const char *text, size_t length)
{
    (void)context;
    (void)sink;
    check(utf8_is_plain(text, length), "no UTF-8");
    const char *seq = strstr(text, "\"seq\":");
    check(seq && text[0] == '{' && text[length - 1] == '}', "no message");
    int64_t number = strtoll(seq + 6, NULL, 10);
    check(number == told + 1, "an event is missing");
    told = number;
}

static void wake_at(void *context, int64_t at)
{
    (void)context;
    (void)at;
}

static void take_answer(void *context, const HallAnswer *answer)
{
    (void)context;
    answers++;
    check(answer->why ? answer->status >= 400 && *answer->text : answer->status == 200,
          "an answer that is none");
}

static void take_events(FakeTable *table, char *text)
{
    for (char *line = text; line && *line && table->count < FAKE_EVENTS;) {
        char *next = strchr(line, '\n'), *rest = line;
        if (next)
            *next++ = '\0';
        int64_t at = strtoll(rest, &rest, 10);
        int64_t seat = strtoll(rest, &rest, 10);
        char *kind = rest + (*rest == ' '), *body = kind + strcspn(kind, " ");
        if (*body)
            *body++ = '\0';
        table->event[table->count] = (TstoreEvent){.seq = table->count + 1,
                                                   .at = at,
                                                   .seat = seat,
                                                   .kind = fake_own(kind),
                                                   .cmd = "",
                                                   .body = fake_own(body)};
        table->count++;
        line = next;
    }
    table->row.seq = table->count;
}

static void use_table(Hall *hall, TableStore *store)
{
    static const char *const acts[] = {"move d2", "resign", "offer takeback", "claim time"};
    int asked = 4;
    hall_show(hall, id, "", LANG_EN, take_answer, NULL);
    hall_show(hall, id, key, LANG_JA, take_answer, NULL);
    hall_record(hall, id, "", LANG_EN, take_answer, NULL);
    hall_watch(hall, &(HallWatch){.id = id, .key = "", .since = 0, .sink = 1}, LANG_EN, take_answer,
               NULL);
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++, asked++)
        hall_do(hall,
                &(HallAct){.id = id, .key = key, .cmd = acts[i] + 4, .text = acts[i], .on = -1},
                LANG_EN, take_answer, NULL);
    for (int i = 0; i < 200 && fake_do_job(store); i++)
        continue;
    for (int i = 0; i < 3; i++) {
        now += 100000;
        hall_tick(hall);
        for (int n = 0; n < 200 && fake_do_job(store); n++)
            continue;
    }
    check(answers == asked, "a request that is not answered once");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const HallHost host = {.now = read_time, .send = take_message, .wake_at = wake_at};
    if (!variants)
        variants = variants_new(registry_families, registry_count);
    char *text = malloc(size + 1), *events, hash[HASH_CHARS + 1];
    memcpy(text, data, size);
    text[size] = '\0';
    events = strchr(text, '\n');
    if (events)
        *events++ = '\0';
    now = 1763000000000;
    answers = 0;
    told = 0;
    key_hash(key, hash);
    memset(fake_kept, 0, sizeof fake_kept);
    fake_kept_count = 1;
    fake_kept[0].row = (TstoreRow){.id = id,
                                   .setup = text,
                                   .state = "running",
                                   .seat = {"", ""},
                                   .seat_key = {fake_own(hash), ""},
                                   .invite = "",
                                   .next = ""};
    take_events(&fake_kept[0], events);
    TableStore *store = calloc(1, sizeof *store);
    Hall *hall = hall_open(&host, variants, store);
    use_table(hall, store);
    hall_close(hall);
    free(store);
    fake_free();
    free(text);
    return 0;
}
