/* SPDX-License-Identifier: MIT */
/* Small databases (docs/adr/0081): win, draw, loss of every position of a variant from a fraction
 * of the bytes. Three ideas, each in a file of its own:
 *
 *   - not every position is kept; the others are searched until all lines reach kept ones
 *     (core/thin.h says which, small_ask.c searches);
 *   - a little network per sector guesses the values of the kept ones (small_net.c);
 *   - where it is wrong is in static functions: bits by key, without the keys (small_plane.c).
 *
 * Reading is libc alone. All bytes are checked when a file is opened, by a sum per sector; whatever
 * they are, nothing outside of them is read. */
#ifndef CONCENTRIC_SOLVE_SMALL_H
#define CONCENTRIC_SOLVE_SMALL_H

#include "base/bits.h"
#include "core/known.h"
#include "core/thin.h"
#include "solve/format.h"

enum {
    SMALL_VERSION = 1,
    SMALL_HEAD_BYTES = 128,  /* of the file, before the records of sectors */
    SMALL_RECORD_BYTES = 24, /* sector, sum, offset, bytes */
    SMALL_VALUES = 3,        /* 0 lost, 1 drawn, 2 won */
    SMALL_WIDE = 32,         /* units of the network's first layer, */
    SMALL_NARROW = 16,       /* and of its second */
    SMALL_MARGINS = 32,      /* how sure a guess is, in steps */
    SMALL_BUCKETS = SMALL_VALUES * 2 * SMALL_MARGINS,
    SMALL_FILTERS_MAX = 24, /* of one question */
    SMALL_NEVER = 255,      /* in place of a number of filters: the answer is always no */
    SMALL_PLANES = 2 * (SMALL_FILTERS_MAX + 1),
    /* of a sector: inputs, numbers of filters, chunks and bytes of every plane */
    SMALL_SECTOR_HEAD = 4 + 2 * SMALL_BUCKETS + 8 * SMALL_PLANES,
};
extern const char small_magic[8];

/* A static function from keys to bits: asked for a key that it was not made for, it says anything.
 * Keys are shared out to chunks; of each chunk the bits are a solution of one linear equation per
 * key over 64 bits in a row, so that asking is one load, one AND and a parity. */
typedef struct SmallPlane {
    const uint8_t *table, *data; /* chunks + 1 offsets of four bytes; the chunks: seed and bits */
    uint32_t chunks, bytes;      /* bytes of data */
} SmallPlane;

/* A key of a sector, mixed once; each plane mixes its number in. */
uint64_t small_key(uint32_t sector, uint64_t index);
bool small_plane_get(const SmallPlane *plane, uint32_t number, uint64_t key);
/* For asking and filling alike: the key as a plane sees it, the chunk that it falls into, and its
 * equation in a chunk of so many bits. */
typedef struct SmallRow {
    uint32_t start;
    uint64_t bits; /* from start on, the first is set */
} SmallRow;
enum { SMALL_CHUNK_LEAST = 9 }; /* bytes: a seed and 64 bits */
static inline uint64_t small_mix(uint64_t key, uint32_t plane)
{
    return bits_mix(key ^ (uint64_t)(plane + 1) * UINT64_C(0xd1342543de82ef95));
}
static inline uint32_t small_chunk(uint64_t mixed, uint32_t chunks)
{
    return (uint32_t)((mixed & UINT32_MAX) * chunks >> 32);
}
SmallRow small_row(uint64_t mixed, uint32_t seed, uint32_t bits);
/* The bit of the key that filter number `filter` of a question stands for. */
static inline bool small_fingerprint(uint64_t key, uint32_t question, uint32_t filter)
{
    return bits_mix(key + question) >> filter & 1;
}

/* The network, in whole numbers so that it guesses the same everywhere. Without a first layer it is
 * the last biases alone. Weights of the first two layers are in 1/64, activations 0 .. 127 too. */
typedef struct SmallNet {
    uint32_t inputs;       /* 0: no layers */
    const int8_t *weight1; /* [inputs][SMALL_WIDE] */
    int16_t bias1[SMALL_WIDE];
    int16_t weight2[SMALL_WIDE][SMALL_NARROW]; /* of eight bits */
    int32_t bias2[SMALL_NARROW];
    int16_t weight3[SMALL_VALUES][SMALL_NARROW];
    int32_t bias3[SMALL_VALUES]; /* outputs are logarithms of odds in 1/4096 */
} SmallNet;

size_t small_net_bytes(uint32_t inputs);
void small_net_write(const SmallNet *net, uint8_t *out);
/* Reads small_net_bytes(inputs) bytes, which must outlive the net. */
void small_net_read(SmallNet *net, uint32_t inputs, const uint8_t *bytes);

typedef struct SmallGuess {
    uint8_t value[SMALL_VALUES]; /* the likeliest first */
    uint8_t bucket;              /* the order and how sure it is */
} SmallGuess;
SmallGuess small_net_guess(const SmallNet *net, const uint16_t *seen, int count);

/* One sector. The two questions: is the value another than the first guess, and then: another than
 * the second? A question has as many filters as its bucket says, which let all yes pass and half of
 * the no each, and a last plane with the answer for what has passed. */
typedef struct SmallSector {
    SmallNet net;
    const uint8_t *filters; /* [2][SMALL_BUCKETS] */
    SmallPlane plane[SMALL_PLANES];
    bool there;
} SmallSector;

/* The bytes of one sector; false with a reason. They must outlive it. */
bool small_sector_read(SmallSector *sector, uint32_t inputs, const uint8_t *bytes, size_t count,
                       char *why);
/* The value of a kept position: 0 lost, 1 drawn, 2 won. */
int small_sector_value(const SmallSector *sector, uint64_t key, const SmallGuess *guess);

/* The room that the last question left, for the next one. */
typedef struct SmallSpare {
    _Atomic(void *) quest;
} SmallSpare;

typedef struct Small {
    const Game *game;
    void *tables;
    const Thin *thin;
    uint32_t level, sector_count;
    SmallSector *sector;
    SmallSpare *spare;
    Oracle instead; /* if it can be asked: who knows the kept positions, in place of the sectors */
} Small;

/* What an answer cost. */
typedef struct SmallCost {
    uint64_t nodes, kept; /* positions searched; kept ones looked up */
} SmallCost;

/* Over bytes in memory, which must outlive it; every sum is checked. False with a reason. */
bool small_open(Small *small, const Game *game, const uint8_t *bytes, size_t count, char *why);
/* The sum of a head with so many records behind it, its own place left out. */
uint32_t small_head_sum(const uint8_t *bytes, uint32_t records);
/* Without a file: kept positions are asked of an oracle. For measuring what a level costs. */
bool small_open_over(Small *small, const Game *game, uint32_t level, Oracle oracle, char *why);
void small_close(Small *small);
/* The variant of a file; false with a reason if it is no small database. */
bool small_variant(const uint8_t *bytes, size_t count, char out[VARIANT_TEXT_MAX], char *why);
/* The value for the side to move, -1, 0 or 1, and what it cost if `cost` is not NULL. False if the
 * position has no number or there is no memory. Many threads may ask. */
bool small_ask(const Small *small, const Pos *pos, int *value, SmallCost *cost);
Oracle small_oracle(Small *small);

#endif
