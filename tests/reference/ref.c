/* SPDX-License-Identifier: MIT */
/* What the reference families share: the list of move texts, and perft by plain recursion. */
#include "ref.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const RefFamily *ref_family(const char *variant)
{
    static const RefFamily *const all[] = {
        &ref_morris,
        &ref_morelli,
        &ref_mur,
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i]->knows(variant))
            return all[i];
    return NULL;
}

bool ref_moves_has(const RefMoves *list, const char *text)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->text[i], text) == 0)
            return true;
    return false;
}

void ref_moves_add(RefMoves *list, const char *text)
{
    if (ref_moves_has(list, text))
        return;
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 64;
        list->text = realloc(list->text, (size_t)list->capacity * sizeof *list->text);
        if (!list->text)
            abort();
    }
    snprintf(list->text[list->count++], REF_MOVE_MAX, "%s", text);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

void ref_moves_sort(RefMoves *list)
{
    if (list->count > 1)
        qsort(list->text, (size_t)list->count, sizeof *list->text, compare_texts);
}

void ref_moves_free(RefMoves *list)
{
    free(list->text);
    *list = (RefMoves){0};
}

uint64_t ref_perft(const char *variant, const RefState *state, int depth)
{
    if (depth == 0)
        return 1;
    const RefFamily *family = ref_family(variant);
    if (!family) {
        fprintf(stderr, "%s has no second implementation (ref_family in tests/reference/ref.c)\n",
                variant);
        abort();
    }
    RefMoves list = {0};
    family->moves(variant, state, &list);
    uint64_t total = 0;
    for (int i = 0; i < list.count; i++) {
        RefState next;
        family->apply(variant, state, list.text[i], &next);
        total += ref_perft(variant, &next, depth - 1);
    }
    ref_moves_free(&list);
    return total;
}

static int occurrences(const RefState *states, int at)
{
    int found = 0;
    for (int i = 0; i <= at; i++)
        if (strcmp(states[i].text, states[at].text) == 0)
            found++;
    return found;
}

/* "the third occurrence of the same position with the same side to move is a draw (MUR: not where a
 * withdrawal is due ...): the same position text, the first position of the history included";
 * "Elsewhere the third or any later occurrence is a draw; occurrences at which a duty bound are
 * counted too; ... once drawn it stays drawn". */
int ref_drawn_at(const char *variant, const RefState *states, int count)
{
    const RefFamily *family = ref_family(variant);
    for (int i = 0; i < count; i++) {
        bool due = family->withdrawal_due && family->withdrawal_due(variant, &states[i]);
        if (occurrences(states, i) >= 3 && !due)
            return i;
    }
    return -1;
}
