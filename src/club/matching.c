/* SPDX-License-Identifier: MIT */
/* Edmonds' algorithm, one search at a time. See matching.h.
 *
 * A search grows a tree of alternating paths from one free vertex. Vertices at even distance are
 * `even`; an edge between two of them closes an odd cycle (a blossom), whose vertices then share
 * one `base` and are all even. A free vertex that is reached ends an augmenting path. */
#include "club/matching.h"

#include <stdlib.h>
#include <string.h>

struct Matching {
    int count;
    uint8_t *edge; /* count x count */
    bool *out;     /* taken out */
    int *mate;     /* -1: free */
    /* of one search */
    int *base, *from, *queue;
    bool *even, *mark;
};

Matching *matching_new(int count)
{
    size_t n = count > 0 ? (size_t)count : 1;
    Matching *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->count = count;
    m->edge = calloc(n, n);
    m->out = calloc(n, sizeof *m->out);
    m->mate = malloc(n * sizeof *m->mate);
    m->base = malloc(n * sizeof *m->base);
    m->from = malloc(n * sizeof *m->from);
    m->queue = malloc(n * sizeof *m->queue);
    m->even = malloc(n * sizeof *m->even);
    m->mark = malloc(n * sizeof *m->mark);
    if (!m->edge || !m->out || !m->mate || !m->base || !m->from || !m->queue || !m->even ||
        !m->mark) {
        matching_free(m);
        return NULL;
    }
    for (int v = 0; v < count; v++)
        m->mate[v] = -1;
    return m;
}

void matching_free(Matching *m)
{
    if (!m)
        return;
    free(m->edge);
    free(m->out);
    free(m->mate);
    free(m->base);
    free(m->from);
    free(m->queue);
    free(m->even);
    free(m->mark);
    free(m);
}

void matching_join(Matching *m, int a, int b)
{
    m->edge[a * m->count + b] = m->edge[b * m->count + a] = 1;
}

bool matching_has(const Matching *m, int a, int b)
{
    return m->edge[a * m->count + b] && !m->out[a] && !m->out[b];
}

/* The base at which the tree paths of two even vertices meet. */
static int meet(Matching *m, int a, int b)
{
    memset(m->mark, 0, (size_t)m->count * sizeof *m->mark);
    for (;;) {
        a = m->base[a];
        m->mark[a] = true;
        if (m->mate[a] < 0)
            break; /* the root */
        a = m->from[m->mate[a]];
    }
    for (b = m->base[b]; !m->mark[b]; b = m->base[m->from[m->mate[b]]])
        ;
    return b;
}

/* Marks the bases on the path from `v` down to `base`, and lets the path be walked the other way
 * round, to `child`. */
static void mark_path(Matching *m, int v, int base, int child)
{
    while (m->base[v] != base) {
        m->mark[m->base[v]] = m->mark[m->base[m->mate[v]]] = true;
        m->from[v] = child;
        child = m->mate[v];
        v = m->from[child];
    }
}

static int contract(Matching *m, int a, int b, int end)
{
    int base = meet(m, a, b);
    memset(m->mark, 0, (size_t)m->count * sizeof *m->mark);
    mark_path(m, a, base, b);
    mark_path(m, b, base, a);
    for (int v = 0; v < m->count; v++) {
        if (m->out[v] || !m->mark[m->base[v]])
            continue;
        m->base[v] = base;
        if (!m->even[v]) {
            m->even[v] = true;
            m->queue[end++] = v;
        }
    }
    return end;
}

/* The free vertex at the end of an augmenting path from `root`, or -1. */
static int search(Matching *m, int root)
{
    int end = 0;
    for (int v = 0; v < m->count; v++) {
        m->even[v] = false;
        m->from[v] = -1;
        m->base[v] = v;
    }
    m->even[root] = true;
    m->queue[end++] = root;
    for (int at = 0; at < end; at++) {
        int v = m->queue[at];
        for (int w = 0; w < m->count; w++) {
            if (!matching_has(m, v, w) || m->base[v] == m->base[w] || m->mate[v] == w)
                continue;
            if (w == root || (m->mate[w] >= 0 && m->from[m->mate[w]] >= 0)) {
                end = contract(m, v, w, end);
            } else if (m->from[w] < 0) {
                m->from[w] = v;
                if (m->mate[w] < 0)
                    return w;
                m->even[m->mate[w]] = true;
                m->queue[end++] = m->mate[w];
            }
        }
    }
    return -1;
}

/* Turns the path that search() found over. */
static void turn_over(Matching *m, int v)
{
    while (v >= 0) {
        int before = m->from[v], next = m->mate[before];
        m->mate[v] = before;
        m->mate[before] = v;
        v = next;
    }
}

static bool augment(Matching *m, int v)
{
    for (int w = 0; w < m->count; w++) { /* most often there is somebody at once */
        if (m->mate[w] < 0 && w != v && matching_has(m, v, w)) {
            m->mate[v] = w;
            m->mate[w] = v;
            return true;
        }
    }
    int end = search(m, v);
    if (end >= 0)
        turn_over(m, end);
    return end >= 0;
}

bool matching_fill(Matching *m)
{
    bool whole = true;
    for (int v = 0; v < m->count; v++)
        if (!m->out[v] && m->mate[v] < 0 && !augment(m, v))
            whole = false;
    return whole;
}

bool matching_settle(Matching *m, int a, int b)
{
    int of_a = m->mate[a], of_b = m->mate[b];
    m->out[a] = m->out[b] = true;
    if (of_a == b)
        return true;
    m->mate[of_a] = m->mate[of_b] = -1;
    if (augment(m, of_a))
        return true;
    m->mate[of_a] = a;
    m->mate[of_b] = b;
    m->out[a] = m->out[b] = false;
    return false;
}
