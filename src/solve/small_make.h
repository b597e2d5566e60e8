/* SPDX-License-Identifier: MIT */
/* Making small databases (small.h): training, static functions, the bytes of a sector. */
#ifndef CONCENTRIC_SOLVE_SMALL_MAKE_H
#define CONCENTRIC_SOLVE_SMALL_MAKE_H

#include "solve/small.h"

struct StoreFile;

/* Bytes that grow. Once `full` is set (no memory), nothing is added any more. */
typedef struct SmallBytes {
    uint8_t *bytes;
    size_t count, room;
    bool full;
} SmallBytes;
void small_bytes_add(SmallBytes *to, const void *bytes, size_t count);
void small_bytes_word(SmallBytes *to, uint32_t word);

/* Adds a plane's table and data for these keys, the bits of bits[i] & 1; tells its chunks and
 * bytes. Keys must differ. */
bool small_fill(SmallBytes *to, uint32_t number, const uint64_t *keys, const uint8_t *bits,
                size_t count, uint32_t *chunks, uint32_t *bytes);

/* A sample to learn from: what is seen of positions, and their values. */
typedef struct SmallSample {
    uint16_t (*seen)[THIN_SEEN_MAX];
    uint8_t *value;
    size_t count;
    int each; /* inputs seen of a position */
} SmallSample;

/* A network trained on the sample; its first weights go to *weight1, for free(). The same on every
 * run of the same program. `bits` is the loss on the last part of the training, per position. */
bool small_train(SmallNet *net, int8_t **weight1, uint32_t inputs, const SmallSample *sample,
                 int rounds, double *bits);

/* The values of a sector as two bits each, 0 lost, 1 drawn, 2 won. */
typedef struct SmallValues {
    uint8_t *pairs;
    uint64_t entries;
} SmallValues;
static inline int small_values_get(const SmallValues *values, uint64_t index)
{
    return values->pairs[index >> 2] >> (2 * (index & 3)) & 3;
}

typedef struct SmallPlan {
    const Game *game;
    const void *tables;
    uint32_t level;
    uint64_t sample; /* most positions to learn from */
    int rounds;      /* through the sample */
    uint32_t worth;  /* how many times its own bytes a sector must cost to get a network */
} SmallPlan;

/* What a sector came to. */
typedef struct SmallReport {
    uint64_t kept, wrong;  /* positions; those that the first guess misses */
    double plain, guessed; /* bits per kept position: by the counts of values; by the buckets */
    size_t bytes;
} SmallReport;

/* Bits of all together, of so many of each kind; and what a question with so many yes and no costs
 * in planes, at the best number of filters, which is returned in *filters if it is not NULL. */
double small_entropy(const uint64_t *counts, int kinds);
double small_question_bits(uint64_t yes, uint64_t no, uint8_t *filters);

/* What a sector would come to, from a part of its file. False with a reason. */
bool small_estimate(const SmallPlan *plan, uint32_t sector, const struct StoreFile *file,
                    SmallReport *report, char *why);
/* The bytes of a sector. False with a reason. */
bool small_make_sector(const SmallPlan *plan, uint32_t sector, const SmallValues *values,
                       SmallBytes *out, SmallReport *report, char *why);
/* The file of these sectors' bytes, whose numbers are in `sector`. */
bool small_join(const SmallPlan *plan, const uint32_t *sector, const SmallBytes *parts,
                uint32_t count, SmallBytes *out);

#endif
