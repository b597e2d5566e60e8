/* SPDX-License-Identifier: MIT */
/* Limits, see limits.h. Counts stand in a table of chains; each call looks through one more chain
 * for counts whose time is over, so nothing has to be tidied up by a timer. */
#include "app/server/limits.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHAINS = 1 << 12,
    COUNTS_MAX = 1 << 18, /* 10 MB; who comes when it is full is refused for a moment */
    VALUE_MAX = 1000000000,
};

typedef struct Row {
    const char *name;
    uint32_t value, span_ms; /* span 0: a number at a time, or a size */
} Row;

static const Row rows[LIMIT_COUNT] = {
    [LIMIT_CONNECTIONS] = {"connections", 20000, 0},
    [LIMIT_ADDRESS_CONNECTIONS] = {"address-connections", 256, 0},
    [LIMIT_SOCKETS] = {"sockets", 64, 0},
    [LIMIT_DEVICE_SOCKETS] = {"device-sockets", 8, 0},
    [LIMIT_FRAME] = {"frame", 4096, 0},
    [LIMIT_BODY] = {"body", 65536, 0},
    [LIMIT_MESSAGES] = {"messages", 100, 20000},
    [LIMIT_TABLES] = {"tables", 60, 60000},
    [LIMIT_JOINS] = {"joins", 60, 60000},
    [LIMIT_RUNNING] = {"running", 200, 0},
    [LIMIT_ACTS] = {"acts", 10, 1000},
    [LIMIT_REQUESTS] = {"requests", 300, 10000},
    [LIMIT_PICTURES] = {"pictures", 100, 10000},
};

typedef struct Count {
    struct Count *next;
    uint64_t key, began;
    uint32_t count;
    uint8_t name;
} Count;

struct Limits {
    bool strict, set[LIMIT_COUNT];
    uint32_t value[LIMIT_COUNT];
    size_t counts, next_chain;
    Count *chains[CHAINS];
};

Limits *limits_make(bool strict)
{
    Limits *limits = calloc(1, sizeof *limits);
    if (!limits)
        return NULL;
    limits->strict = strict;
    for (int i = 0; i < LIMIT_COUNT; i++)
        limits->value[i] = rows[i].value;
    return limits;
}

void limits_be_strict(Limits *limits, bool strict)
{
    limits->strict = strict;
}

void limits_free(Limits *limits)
{
    for (size_t i = 0; limits && i < CHAINS; i++)
        while (limits->chains[i]) {
            Count *count = limits->chains[i];
            limits->chains[i] = count->next;
            free(count);
        }
    free(limits);
}

const char *limits_names(void)
{
    return "connections, address-connections, sockets, device-sockets, frame, body, messages, "
           "tables, joins, running, acts, requests, pictures";
}

const char *limits_name(LimitName name)
{
    return rows[name].name;
}

bool limits_set(Limits *limits, const char *text, char *why)
{
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : strlen(text);
    uint64_t value;
    for (int i = 0; i < LIMIT_COUNT; i++) {
        if (strlen(rows[i].name) != length || memcmp(rows[i].name, text, length) != 0)
            continue;
        if (!equals || !str_is_number(equals + 1, VALUE_MAX, &value) || value == 0)
            return refuse(why, "--limit takes NAME=N with N from 1 to %d, such as %s=%u", VALUE_MAX,
                          rows[i].name, rows[i].value);
        limits->value[i] = (uint32_t)value;
        limits->set[i] = true;
        return true;
    }
    return refuse(why, "--limit takes NAME=N; the names are %s", limits_names());
}

uint64_t limits_value(const Limits *limits, LimitName name)
{
    return limits->value[name];
}

uint32_t limits_span(LimitName name)
{
    return rows[name].span_ms;
}

bool limits_apply(const Limits *limits, LimitName name, PeerKey peer)
{
    return peer != PEER_LOOPBACK || limits->strict || limits->set[name];
}

static size_t chain_of(LimitName name, uint64_t key)
{
    uint64_t h = (key + (uint64_t)name) * 0x9e3779b97f4a7c15u;
    return (size_t)(h >> 40) % CHAINS;
}

static bool is_over(const Count *count, uint64_t now)
{
    uint32_t span = rows[count->name].span_ms;
    return span ? now - count->began >= span : count->count == 0;
}

static void tidy(Limits *limits, uint64_t now)
{
    Count **at = &limits->chains[limits->next_chain++ % CHAINS];
    while (*at) {
        Count *count = *at;
        if (is_over(count, now)) {
            *at = count->next;
            free(count);
            limits->counts--;
        } else {
            at = &count->next;
        }
    }
}

/* The count of this name and key; a new one if there is none. NULL if there is no room. */
static Count *find(Limits *limits, LimitName name, uint64_t key, uint64_t now)
{
    Count **chain = &limits->chains[chain_of(name, key)];
    for (Count *count = *chain; count; count = count->next)
        if (count->key == key && count->name == name)
            return count;
    Count *count = limits->counts < COUNTS_MAX ? calloc(1, sizeof *count) : NULL;
    if (!count)
        return NULL;
    *count = (Count){.next = *chain, .key = key, .began = now, .name = (uint8_t)name};
    *chain = count;
    limits->counts++;
    return count;
}

bool limits_take(Limits *limits, LimitName name, uint64_t key, uint64_t now_ms, unsigned *retry)
{
    if (!limits_apply(limits, name, key))
        return true;
    tidy(limits, now_ms);
    Count *count = find(limits, name, key, now_ms);
    if (count && is_over(count, now_ms))
        count->began = now_ms, count->count = 0;
    if (count && count->count < limits->value[name]) {
        count->count++;
        return true;
    }
    if (retry) {
        uint64_t left = count ? rows[name].span_ms - (now_ms - count->began) : 1000;
        *retry = (unsigned)(left / 1000 + 1);
    }
    return false;
}

bool limits_enter(Limits *limits, LimitName name, uint64_t key)
{
    /* Counted also where it does not apply, so that a leave always has its enter. */
    Count *count = find(limits, name, key, 0);
    if (!count || (limits_apply(limits, name, key) && count->count >= limits->value[name]))
        return false;
    count->count++;
    return true;
}

void limits_leave(Limits *limits, LimitName name, uint64_t key)
{
    Count **at = &limits->chains[chain_of(name, key)];
    while (*at && ((*at)->key != key || (*at)->name != name))
        at = &(*at)->next;
    Count *count = *at;
    if (!count || count->count == 0 || --count->count)
        return;
    *at = count->next;
    free(count);
    limits->counts--;
}
