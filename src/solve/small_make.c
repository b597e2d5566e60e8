/* SPDX-License-Identifier: MIT */
/* The bytes of one sector of a small database, from all its values: train a network, see where it
 * is wrong, and put the answers to the two questions (small.h) into planes.
 *
 * A question has many no and few yes. `f` filters cost f bits for each yes and pass the no but for
 * one in 2^f; what passes costs a bit in the last plane. So each bucket takes the f for which
 * yes * f + yes + no / 2^f is least: within a tenth of the entropy. */
#include "solve/small_make.h"

#include "base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LAST = SMALL_FILTERS_MAX }; /* the plane with the answers */

/* Positions of a sector with what the network says of them. */
typedef struct List {
    uint32_t *index;
    uint8_t *bucket;
    size_t count, room;
} List;

typedef struct Making {
    const SmallPlan *plan;
    uint32_t sector;
    const SmallValues *values;
    SmallNet net;
    List no, yes, third; /* first guess right; second guess right; neither */
    uint64_t counts[SMALL_BUCKETS][SMALL_VALUES];
    uint8_t filters[2][SMALL_BUCKETS];
    SmallBytes plane[SMALL_PLANES];
    uint32_t chunks[SMALL_PLANES], bytes[SMALL_PLANES];
} Making;

static bool list_add(List *list, uint64_t index, uint8_t bucket)
{
    if (list->count == list->room) {
        size_t room = list->room + list->room / 2 + 1024;
        uint32_t *indices = realloc(list->index, room * sizeof *indices);
        if (indices)
            list->index = indices;
        uint8_t *buckets = realloc(list->bucket, room);
        if (buckets)
            list->bucket = buckets;
        if (!indices || !buckets)
            return false;
        list->room = room;
    }
    list->index[list->count] = (uint32_t)index;
    list->bucket[list->count++] = bucket;
    return true;
}

static void list_free(List *list)
{
    free(list->index);
    free(list->bucket);
    *list = (List){0};
}

/* Draws kept positions; fewer than wanted if they are rare. */
static bool draw(const Making *m, SmallSample *sample, size_t wanted)
{
    const SmallPlan *plan = m->plan;
    const Solvable *s = plan->game->solvable;
    Rng rng = {m->sector + 1};
    sample->seen = malloc(wanted * sizeof *sample->seen);
    sample->value = malloc(wanted);
    if (!sample->seen || !sample->value)
        return false;
    for (uint64_t tries = 0; sample->count < wanted && tries < (uint64_t)wanted * 64; tries++) {
        SectorIndex place = {m->sector, (rng_next(&rng) >> 32) * m->values->entries >> 32};
        Pos pos;
        s->unrank(plan->tables, place, &pos);
        if (!s->thin->keeps(plan->tables, &pos, plan->level))
            continue;
        sample->each = s->thin->see(plan->tables, &pos, sample->seen[sample->count]);
        sample->value[sample->count++] = (uint8_t)small_values_get(m->values, place.index);
    }
    return true;
}

double small_entropy(const uint64_t *counts, int kinds)
{
    double sum = 0, bits = 0;
    for (int i = 0; i < kinds; i++)
        sum += (double)counts[i];
    for (int i = 0; i < kinds; i++)
        if (counts[i])
            bits -= (double)counts[i] * log2((double)counts[i] / sum);
    return bits; /* of all together */
}

/* Without a network: the likelier value first, all equally sure. */
static void guess_by_counts(SmallNet *net, const uint64_t *counts)
{
    *net = (SmallNet){0};
    for (int v = 0; v < SMALL_VALUES; v++)
        net->bias3[v] = (int32_t)(256 * log2((double)counts[v] + 1));
}

static bool learn(Making *m, int8_t **weight1)
{
    const SmallPlan *plan = m->plan;
    uint32_t inputs = plan->game->solvable->thin->inputs;
    SmallSample sample = {0};
    uint64_t counts[SMALL_VALUES] = {0};
    double bits = 0;
    size_t wanted = m->values->entries < plan->sample ? (size_t)m->values->entries
                                                      : (size_t)plan->sample;
    bool good = draw(m, &sample, wanted);
    for (size_t i = 0; good && i < sample.count; i++)
        counts[sample.value[i]]++;
    double each = sample.count ? small_entropy(counts, SMALL_VALUES) / (double)sample.count : 0;
    guess_by_counts(&m->net, counts);
    if (good && each * (double)m->values->entries / 8 >
                    (double)plan->worth * (double)small_net_bytes(inputs))
        good = small_train(&m->net, weight1, inputs, &sample, plan->rounds, &bits);
    free(sample.seen);
    free(sample.value);
    return good;
}

/* Goes through all kept positions and sorts them by what the network makes of them. */
static bool sort_out(Making *m)
{
    const SmallPlan *plan = m->plan;
    const Solvable *s = plan->game->solvable;
    for (uint64_t i = 0; i < m->values->entries; i++) {
        Pos pos;
        uint16_t seen[THIN_SEEN_MAX];
        s->unrank(plan->tables, (SectorIndex){m->sector, i}, &pos);
        if (!s->thin->keeps(plan->tables, &pos, plan->level))
            continue;
        int count = m->net.inputs ? s->thin->see(plan->tables, &pos, seen) : 0;
        SmallGuess guess = small_net_guess(&m->net, seen, count);
        int value = small_values_get(m->values, i);
        int rank = value == guess.value[0] ? 0 : value == guess.value[1] ? 1 : 2;
        m->counts[guess.bucket][rank]++;
        if (!list_add(rank == 0 ? &m->no : rank == 1 ? &m->yes : &m->third, i, guess.bucket))
            return false;
    }
    return true;
}

double small_question_bits(uint64_t yes, uint64_t no, uint8_t *filters)
{
    double least = (double)yes + (double)no;
    uint8_t best = 0;
    for (uint8_t f = 1; f <= SMALL_FILTERS_MAX; f++) {
        double cost = (double)yes * (f + 1) + ldexp((double)no, -f);
        if (cost < least) {
            least = cost;
            best = f;
        }
    }
    if (filters)
        *filters = yes ? best : SMALL_NEVER;
    return yes ? least : 0;
}

static void choose_filters(Making *m)
{
    for (int b = 0; b < SMALL_BUCKETS; b++) {
        const uint64_t *c = m->counts[b];
        small_question_bits(c[1] + c[2], c[0], &m->filters[0][b]);
        small_question_bits(c[2], c[1], &m->filters[1][b]);
    }
}

/* Keys and bits of the planes, one array for all of them. */
typedef struct Keys {
    uint64_t *key;
    uint8_t *bit;
    size_t count;
} Keys;

static void add_keys(const Making *m, Keys *keys, const List *list, uint32_t question, int filter)
{
    for (size_t i = 0; i < list->count; i++) {
        uint8_t filters = m->filters[question][list->bucket[i]];
        if (filters == SMALL_NEVER || (filter < LAST && filters <= filter))
            continue;
        uint64_t key = small_key(m->sector, list->index[i]);
        keys->key[keys->count] = key;
        keys->bit[keys->count++] = small_fingerprint(key, question, (uint32_t)filter & 31);
    }
}

static bool fill(Making *m, uint32_t number, const Keys *keys)
{
    return small_fill(&m->plane[number], number, keys->key, keys->bit, keys->count,
                      &m->chunks[number], &m->bytes[number]);
}

static SmallPlane plane_of(const Making *m, uint32_t number)
{
    uint32_t chunks = m->chunks[number];
    const uint8_t *table = m->plane[number].bytes;
    return (SmallPlane){table, chunks ? table + 4 * ((size_t)chunks + 1) : NULL, chunks,
                        m->bytes[number]};
}

/* Takes out of `no` what the filter stops. */
static void sift(const Making *m, List *no, uint32_t question, uint32_t filter)
{
    uint32_t number = question * (SMALL_FILTERS_MAX + 1) + filter;
    SmallPlane plane = plane_of(m, number);
    size_t left = 0;
    for (size_t i = 0; i < no->count; i++) {
        uint8_t filters = m->filters[question][no->bucket[i]];
        uint64_t key = small_key(m->sector, no->index[i]);
        if (filters == SMALL_NEVER)
            continue;
        if (filters > filter &&
            small_plane_get(&plane, number, key) != small_fingerprint(key, question, filter))
            continue;
        no->index[left] = no->index[i];
        no->bucket[left++] = no->bucket[i];
    }
    no->count = left;
}

/* The planes of one question. `no` is used up. */
static bool answer(Making *m, uint32_t question, const List *yes, const List *also, List *no)
{
    uint32_t first = question * (SMALL_FILTERS_MAX + 1);
    size_t most = yes->count + also->count;
    Keys keys = {malloc((most + 1) * sizeof *keys.key), malloc(most + 1), 0};
    bool good = keys.key && keys.bit;
    for (uint32_t f = 0; good && f < SMALL_FILTERS_MAX; f++) {
        keys.count = 0;
        add_keys(m, &keys, yes, question, (int)f);
        add_keys(m, &keys, also, question, (int)f);
        good = fill(m, first + f, &keys);
        if (good && (keys.count || f == 0))
            sift(m, no, question, f);
    }
    free(keys.key);
    free(keys.bit);
    if (!good)
        return false;
    most += no->count;
    keys = (Keys){malloc((most + 1) * sizeof *keys.key), malloc(most + 1), 0};
    good = keys.key && keys.bit;
    if (good) {
        add_keys(m, &keys, yes, question, LAST);
        add_keys(m, &keys, also, question, LAST);
        memset(keys.bit, 1, keys.count);
        size_t ones = keys.count;
        add_keys(m, &keys, no, question, LAST);
        memset(keys.bit + ones, 0, keys.count - ones);
        good = fill(m, first + LAST, &keys);
    }
    free(keys.key);
    free(keys.bit);
    return good;
}

static bool write_sector(const Making *m, SmallBytes *out)
{
    size_t net = small_net_bytes(m->net.inputs);
    uint8_t *weights = malloc(net);
    if (!weights)
        return false;
    small_net_write(&m->net, weights);
    small_bytes_word(out, m->net.inputs);
    small_bytes_add(out, m->filters, sizeof m->filters);
    for (int p = 0; p < SMALL_PLANES; p++) {
        small_bytes_word(out, m->chunks[p]);
        small_bytes_word(out, m->bytes[p]);
    }
    small_bytes_add(out, weights, net);
    for (int p = 0; p < SMALL_PLANES; p++)
        small_bytes_add(out, m->plane[p].bytes, m->plane[p].count);
    free(weights);
    return !out->full;
}

static void tell(const Making *m, SmallReport *report)
{
    uint64_t values[SMALL_VALUES] = {0};
    *report = (SmallReport){0};
    for (int b = 0; b < SMALL_BUCKETS; b++) {
        int first = b / (2 * SMALL_MARGINS), high = b / SMALL_MARGINS & 1;
        int others[2] = {first == 0, first == 2 ? 1 : 2};
        values[first] += m->counts[b][0];
        values[others[high]] += m->counts[b][1];
        values[others[!high]] += m->counts[b][2];
        report->wrong += m->counts[b][1] + m->counts[b][2];
        report->guessed += small_entropy(m->counts[b], SMALL_VALUES);
    }
    report->kept = values[0] + values[1] + values[2];
    report->plain = small_entropy(values, SMALL_VALUES);
    if (report->kept) {
        report->plain /= (double)report->kept;
        report->guessed /= (double)report->kept;
    }
}

bool small_make_sector(const SmallPlan *plan, uint32_t sector, const SmallValues *values,
                       SmallBytes *out, SmallReport *report, char *why)
{
    Making *m = calloc(1, sizeof *m);
    int8_t *weight1 = NULL;
    bool good = m != NULL && values->entries < UINT32_MAX;
    if (m) {
        m->plan = plan;
        m->sector = sector;
        m->values = values;
    }
    good = good && learn(m, &weight1) && sort_out(m);
    if (good) {
        choose_filters(m);
        tell(m, report);
        good = answer(m, 0, &m->yes, &m->third, &m->no) &&
               answer(m, 1, &m->third, &(List){0}, &m->yes) && write_sector(m, out);
        report->bytes = out->count;
    }
    if (m) {
        for (int p = 0; p < SMALL_PLANES; p++)
            free(m->plane[p].bytes);
        list_free(&m->no);
        list_free(&m->yes);
        list_free(&m->third);
    }
    free(weight1);
    free(m);
    return good || refuse(why, "out of memory");
}

bool small_join(const SmallPlan *plan, const uint32_t *sector, const SmallBytes *parts,
                uint32_t count, SmallBytes *out)
{
    uint64_t rules = format_rules_digest(plan->game, plan->tables);
    if (!rules)
        return false;
    uint64_t at = SMALL_HEAD_BYTES + (uint64_t)count * SMALL_RECORD_BYTES;
    char variant[VARIANT_TEXT_MAX] = {0};
    Str text = str_over(variant, sizeof variant);
    str_format(&text, "%s", plan->game->id);
    small_bytes_add(out, small_magic, sizeof small_magic);
    small_bytes_word(out, SMALL_VERSION);
    small_bytes_word(out, plan->level);
    small_bytes_word(out, (uint32_t)rules);
    small_bytes_word(out, (uint32_t)(rules >> 32));
    small_bytes_word(out, count);
    small_bytes_word(out, 0); /* the sum */
    small_bytes_add(out, variant, sizeof variant);
    for (uint32_t i = 0; i < count; i++) {
        small_bytes_word(out, sector[i]);
        small_bytes_word(out, (uint32_t)format_sum(parts[i].bytes, parts[i].count));
        small_bytes_word(out, (uint32_t)at);
        small_bytes_word(out, (uint32_t)(at >> 32));
        small_bytes_word(out, (uint32_t)parts[i].count);
        small_bytes_word(out, (uint32_t)((uint64_t)parts[i].count >> 32));
        at += parts[i].count;
    }
    for (int i = 0; !out->full && i < 4; i++)
        out->bytes[28 + i] = (uint8_t)(small_head_sum(out->bytes, count) >> (8 * i));
    for (uint32_t i = 0; i < count; i++)
        small_bytes_add(out, parts[i].bytes, parts[i].count);
    return !out->full;
}
