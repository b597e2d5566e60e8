/* SPDX-License-Identifier: MIT */
/* Numbered texts, see texts.h: one block of bytes and a hash table by open addressing. */
#include "explore/texts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void texts_free(Texts *t)
{
    free(t->bytes);
    free(t->at);
    free(t->slot);
    *t = (Texts){0};
}

void texts_clear(Texts *t)
{
    t->length = 0;
    t->count = 0;
    if (t->slots)
        memset(t->slot, 0, t->slots * sizeof *t->slot);
}

const char *texts_get(const Texts *t, uint32_t number)
{
    assert(number >= 1 && number <= t->count);
    return t->bytes + t->at[number - 1];
}

static uint32_t hash(const char *text)
{
    uint32_t h = 2166136261u; /* FNV-1a */
    for (; *text; text++)
        h = (h ^ (uint8_t)*text) * 16777619u;
    return h;
}

/* Where a text is, or would be. */
static uint32_t place(const Texts *t, const char *text)
{
    uint32_t i = hash(text) & (t->slots - 1);
    while (t->slot[i] && strcmp(texts_get(t, t->slot[i]), text) != 0)
        i = (i + 1) & (t->slots - 1);
    return i;
}

uint32_t texts_find(const Texts *t, const char *text)
{
    return t->slots ? t->slot[place(t, text)] : 0;
}

/* At most half of the slots are used. */
static bool grow_slots(Texts *t)
{
    if (2 * (t->count + 1) <= t->slots)
        return true;
    uint32_t slots = t->slots ? 2 * t->slots : 256;
    uint32_t *slot = calloc(slots, sizeof *slot);
    if (!slot)
        return false;
    free(t->slot);
    t->slot = slot;
    t->slots = slots;
    for (uint32_t n = 1; n <= t->count; n++)
        t->slot[place(t, texts_get(t, n))] = n;
    return true;
}

static bool grow_lists(Texts *t, size_t length)
{
    if (t->length + length + 1 > t->room) {
        size_t room = 2 * (t->length + length + 1) + 1024;
        char *bytes = realloc(t->bytes, room);
        if (!bytes)
            return false;
        t->bytes = bytes;
        t->room = room;
    }
    if (t->count == t->at_room) {
        uint32_t room = 2 * t->at_room + 64;
        size_t *at = realloc(t->at, room * sizeof *at);
        if (!at)
            return false;
        t->at = at;
        t->at_room = room;
    }
    return true;
}

bool texts_add(Texts *t, const char *text, size_t length)
{
    if (!grow_slots(t) || !grow_lists(t, length))
        return false;
    char *at = t->bytes + t->length;
    memcpy(at, text, length);
    at[length] = '\0';
    t->at[t->count++] = t->length;
    t->length += length + 1;
    t->slot[place(t, at)] = t->count;
    return true;
}
