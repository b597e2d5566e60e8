/* SPDX-License-Identifier: MIT */
/* What a sector would come to in a small database, without making it: a network learns from some
 * blocks of its file, others tell how often it is wrong. The counts of values are the file's own.
 */
#include "solve/small_make.h"

#include "base/rng.h"
#include "solve/store.h"

#include <stdlib.h>
#include <string.h>

enum { LEARNED = 3, OF = 4, EACH_MOST = 4096 }; /* parts of the blocks; positions of a block */
#define OVERHEAD 1.03 /* of planes: more bits than keys, tables of chunks */

/* Positions drawn from blocks, first those to learn from. */
typedef struct Drawn {
    SmallSample all;
    size_t learned;
    uint64_t tried;
} Drawn;

static void draw_from(const SmallPlan *plan, uint32_t sector, const uint8_t *block, uint32_t kind,
                      uint64_t first, uint32_t entries, uint32_t wanted, Rng *rng, Drawn *drawn)
{
    const Solvable *s = plan->game->solvable;
    SmallSample *to = &drawn->all;
    for (uint32_t i = 0; i < wanted; i++) {
        uint32_t at = rng_below(rng, entries);
        Pos pos;
        s->unrank(plan->tables, (SectorIndex){sector, first + at}, &pos);
        drawn->tried++;
        if (!s->thin->keeps(plan->tables, &pos, plan->level))
            continue;
        Worth worth = format_get(kind, block, at);
        to->each = s->thin->see(plan->tables, &pos, to->seen[to->count]);
        to->value[to->count++] = worth == WORTH_DRAW ? 1 : worth_is_won(worth) ? 2 : 0;
    }
}

/* Those of one block are alike; the network learns better from a mixture. */
static void shuffle(Drawn *drawn, Rng *rng)
{
    SmallSample *all = &drawn->all;
    for (size_t i = drawn->learned; i > 1; i--) {
        size_t j = rng_below(rng, (uint32_t)i);
        uint16_t seen[THIN_SEEN_MAX];
        uint8_t value = all->value[i - 1];
        memcpy(seen, all->seen[i - 1], sizeof seen);
        memcpy(all->seen[i - 1], all->seen[j], sizeof seen);
        memcpy(all->seen[j], seen, sizeof seen);
        all->value[i - 1] = all->value[j];
        all->value[j] = value;
    }
}

static bool draw(const SmallPlan *plan, uint32_t sector, const StoreFile *file, Drawn *drawn,
                 char *why)
{
    uint8_t block[FORMAT_BLOCK_BYTES];
    uint32_t kind = file->header.kind, size = format_block_entries(kind);
    uint32_t blocks = file->header.blocks;
    Rng rng = {sector + 1};
    *drawn = (Drawn){
        {malloc(plan->sample * sizeof(uint16_t[THIN_SEEN_MAX])), malloc(plan->sample), 0, 0}, 0, 0};
    if (!drawn->all.seen || !drawn->all.value)
        return refuse(why, "out of memory");
    uint32_t wanted = (uint32_t)(plan->sample / (blocks < 256 ? blocks : 256));
    wanted = wanted < EACH_MOST ? wanted : EACH_MOST;
    while (drawn->all.count + wanted <= plan->sample && drawn->tried < 8 * plan->sample) {
        uint32_t at = rng_below(&rng, blocks);
        uint64_t first = (uint64_t)at * size, rest = file->header.entries - first;
        if (!store_file_block(file, at, block, why))
            return false;
        draw_from(plan, sector, block, kind, first, rest < size ? (uint32_t)rest : size, wanted,
                  &rng, drawn);
        if (drawn->all.count * OF <= plan->sample * LEARNED)
            drawn->learned = drawn->all.count;
    }
    shuffle(drawn, &rng);
    return true;
}

static void estimate_with_network(const SmallPlan *plan, const Drawn *drawn, const SmallNet *net,
                                  SmallReport *report)
{
    uint64_t counts[SMALL_BUCKETS][SMALL_VALUES] = {{0}}, tested = 0, wrong = 0;
    double bits = 0, stored = 0;
    for (size_t i = drawn->learned; i < drawn->all.count; i++, tested++) {
        SmallGuess guess = small_net_guess(net, drawn->all.seen[i], drawn->all.each);
        int rank = 0;
        while (drawn->all.value[i] != guess.value[rank])
            rank++;
        counts[guess.bucket][rank]++;
        wrong += rank > 0;
    }
    for (int b = 0; b < SMALL_BUCKETS; b++) {
        bits += small_entropy(counts[b], SMALL_VALUES);
        stored += small_question_bits(counts[b][1] + counts[b][2], counts[b][0], NULL) +
                  small_question_bits(counts[b][2], counts[b][1], NULL);
    }
    double each = tested ? (double)report->kept / (double)tested : 0;
    report->wrong = (uint64_t)((double)wrong * each);
    report->guessed = tested ? bits / (double)tested : 0;
    report->bytes = (size_t)(stored * each * OVERHEAD / 8) + SMALL_SECTOR_HEAD +
                    small_net_bytes(plan->game->solvable->thin->inputs);
}

bool small_estimate(const SmallPlan *plan, uint32_t sector, const StoreFile *file,
                    SmallReport *report, char *why)
{
    const FormatCounts *c = &file->header.orbits;
    uint64_t counts[SMALL_VALUES] = {c->lost, c->drawn, c->won};
    double sum = (double)(c->lost + c->drawn + c->won);
    uint32_t inputs = plan->game->solvable->thin->inputs;
    Drawn drawn;
    bool good = draw(plan, sector, file, &drawn, why);
    double share = good && drawn.tried ? (double)drawn.all.count / (double)drawn.tried : 0;
    uint64_t most = c->lost > c->won ? c->lost : c->won;
    uint64_t least = c->lost > c->won ? c->won : c->lost;
    *report = (SmallReport){.kept = (uint64_t)(share * (double)file->header.entries),
                            .plain = small_entropy(counts, SMALL_VALUES) / sum};
    report->guessed = report->plain;
    report->wrong = (uint64_t)((sum - (double)most) * share);
    report->bytes = (size_t)((small_question_bits(c->drawn + least, most, NULL) +
                              small_question_bits(c->drawn, least, NULL)) *
                             share * OVERHEAD / 8) +
                    SMALL_SECTOR_HEAD;
    if (good && report->plain * (double)report->kept / 8 >
                    (double)plan->worth * (double)small_net_bytes(inputs)) {
        SmallNet net;
        int8_t *weight1 = NULL;
        double bits;
        SmallSample learned = drawn.all;
        learned.count = drawn.learned;
        good = small_train(&net, &weight1, inputs, &learned, plan->rounds, &bits) ||
               refuse(why, "out of memory");
        if (good)
            estimate_with_network(plan, &drawn, &net, report);
        free(weight1);
    }
    free(drawn.all.seen);
    free(drawn.all.value);
    return good;
}
