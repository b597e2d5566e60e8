/* SPDX-License-Identifier: MIT */
/* A growing list of different short texts, numbered from 1 in the order in which they came. */
#ifndef CONCENTRIC_EXPLORE_TEXTS_H
#define CONCENTRIC_EXPLORE_TEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zeroed it is empty. */
typedef struct Texts {
    char *bytes; /* the texts, each ending with NUL */
    size_t length, room;
    size_t *at; /* where each begins */
    uint32_t count, at_room;
    uint32_t *slot; /* numbers by hash, for texts_find; 0: none */
    uint32_t slots;
} Texts;

void texts_free(Texts *texts);
/* Empty again, the memory stays. */
void texts_clear(Texts *texts);
const char *texts_get(const Texts *texts, uint32_t number);
/* The number of a text; 0 if it is not there. */
uint32_t texts_find(const Texts *texts, const char *text);
/* Adds a text that is not there. False if there is no memory. */
bool texts_add(Texts *texts, const char *text, size_t length);

#endif
