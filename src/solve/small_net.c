/* SPDX-License-Identifier: MIT */
/* The network that guesses values (small.h): what is seen of a position picks rows of the first
 * layer, two small layers follow. */
#include "solve/small.h"

#include <string.h>

enum { ACTIVE_MAX = 127, MARGIN_SHIFT = 10 };

static int16_t short_at(const uint8_t *bytes)
{
    return (int16_t)(uint16_t)(bytes[0] | bytes[1] << 8);
}

static int32_t word_at(const uint8_t *bytes)
{
    return (int32_t)((uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                     (uint32_t)bytes[3] << 24);
}

static uint8_t *put(uint8_t *out, int32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *out++ = (uint8_t)((uint32_t)value >> (8 * i));
    return out;
}

size_t small_net_bytes(uint32_t inputs)
{
    size_t layers = (size_t)inputs * SMALL_WIDE + 2 * SMALL_WIDE + SMALL_WIDE * SMALL_NARROW +
                    4 * SMALL_NARROW + 2 * SMALL_NARROW * SMALL_VALUES;
    return (inputs ? layers : 0) + 4 * SMALL_VALUES;
}

void small_net_write(const SmallNet *net, uint8_t *out)
{
    if (net->inputs) {
        size_t first = (size_t)net->inputs * SMALL_WIDE;
        memcpy(out, net->weight1, first);
        out += first;
        for (int i = 0; i < SMALL_WIDE; i++)
            out = put(out, net->bias1[i], 2);
        for (int i = 0; i < SMALL_WIDE; i++)
            for (int j = 0; j < SMALL_NARROW; j++)
                out = put(out, net->weight2[i][j], 1);
        for (int i = 0; i < SMALL_NARROW; i++)
            out = put(out, net->bias2[i], 4);
        for (int i = 0; i < SMALL_NARROW; i++)
            for (int v = 0; v < SMALL_VALUES; v++)
                out = put(out, net->weight3[v][i], 2);
    }
    for (int v = 0; v < SMALL_VALUES; v++)
        out = put(out, net->bias3[v], 4);
}

/* Large biases would overflow the sums; no file that was made has them. */
static int32_t bounded(int32_t x)
{
    const int32_t most = 1 << 24;
    return x > most ? most : x < -most ? -most : x;
}

void small_net_read(SmallNet *net, uint32_t inputs, const uint8_t *bytes)
{
    *net = (SmallNet){.inputs = inputs};
    if (inputs) {
        net->weight1 = (const int8_t *)bytes;
        bytes += (size_t)inputs * SMALL_WIDE;
        for (int i = 0; i < SMALL_WIDE; i++, bytes += 2)
            net->bias1[i] = short_at(bytes);
        for (int i = 0; i < SMALL_WIDE; i++)
            for (int j = 0; j < SMALL_NARROW; j++)
                net->weight2[i][j] = (int8_t)*bytes++;
        for (int i = 0; i < SMALL_NARROW; i++, bytes += 4)
            net->bias2[i] = bounded(word_at(bytes));
        for (int i = 0; i < SMALL_NARROW; i++)
            for (int v = 0; v < SMALL_VALUES; v++, bytes += 2)
                net->weight3[v][i] = short_at(bytes);
    }
    for (int v = 0; v < SMALL_VALUES; v++, bytes += 4)
        net->bias3[v] = bounded(word_at(bytes));
}

/* Sixteen bits hold all sums but the biases' (a hostile one wraps round, as unsigned does). */
static void run_wide(const SmallNet *net, const uint16_t *seen, int count, int16_t out[SMALL_WIDE])
{
    uint16_t sum[SMALL_WIDE];
    for (int i = 0; i < SMALL_WIDE; i++)
        sum[i] = (uint16_t)net->bias1[i];
    for (int s = 0; s < count; s++) {
        const int8_t *row = net->weight1 + (size_t)seen[s] * SMALL_WIDE;
        for (int i = 0; i < SMALL_WIDE; i++)
            sum[i] = (uint16_t)(sum[i] + row[i]);
    }
    for (int i = 0; i < SMALL_WIDE; i++) {
        int16_t x = (int16_t)sum[i];
        x = x < 0 ? 0 : x;
        out[i] = x > ACTIVE_MAX ? ACTIVE_MAX : x;
    }
}

/* Two products of an activation and a weight, together at most 2 * 127 * 128, fit sixteen bits. */
static void run_narrow(const SmallNet *net, const int16_t wide[SMALL_WIDE],
                       int32_t out[SMALL_NARROW])
{
    memcpy(out, net->bias2, sizeof net->bias2);
    for (int i = 0; i < SMALL_WIDE; i += 2)
        for (int j = 0; j < SMALL_NARROW; j++) {
            int16_t pair = (int16_t)(wide[i] * net->weight2[i][j] +
                                     wide[i + 1] * net->weight2[i + 1][j]);
            out[j] += pair;
        }
    for (int j = 0; j < SMALL_NARROW; j++) {
        int32_t x = out[j] >> 6;
        x = x < 0 ? 0 : x;
        out[j] = x > ACTIVE_MAX ? ACTIVE_MAX : x;
    }
}

static void run_layers(const SmallNet *net, const uint16_t *seen, int count,
                       int32_t out[SMALL_VALUES])
{
    int16_t wide[SMALL_WIDE];
    int32_t narrow[SMALL_NARROW];
    run_wide(net, seen, count, wide);
    run_narrow(net, wide, narrow);
    for (int v = 0; v < SMALL_VALUES; v++)
        for (int j = 0; j < SMALL_NARROW; j++)
            out[v] += narrow[j] * net->weight3[v][j];
}

SmallGuess small_net_guess(const SmallNet *net, const uint16_t *seen, int count)
{
    SmallGuess guess;
    int32_t odds[SMALL_VALUES];
    memcpy(odds, net->bias3, sizeof odds);
    if (net->inputs)
        run_layers(net, seen, count, odds);
    int first = odds[1] > odds[0], low, high, second;
    first = odds[2] > odds[first] ? 2 : first;
    low = first == 0;
    high = first == 2 ? 1 : 2;
    second = odds[high] > odds[low] ? high : low;
    int32_t margin = (odds[first] - odds[second]) >> MARGIN_SHIFT;
    margin = margin < SMALL_MARGINS ? margin : SMALL_MARGINS - 1;
    guess.value[0] = (uint8_t)first;
    guess.value[1] = (uint8_t)second;
    guess.value[2] = (uint8_t)(low + high - second);
    guess.bucket = (uint8_t)((2 * first + (second == high)) * SMALL_MARGINS + margin);
    return guess;
}
