/* SPDX-License-Identifier: MIT */
/* Round robins by the Berger tables, and one against many.
 *
 * With n players (n even; with an odd number the last is a bye) the last one stands still and the
 * others go round: in round r of n - 1 those whose numbers add up to the same value modulo n - 1
 * meet. The one who stands still changes sides from round to round; of two others the side follows
 * from which comes first on the way round, so that everybody has both sides equally often but for
 * one game. A second cycle is the first one with the sides changed. */
#include "club/pairing.h"

int pairing_round_robin_rounds(int count, int cycles)
{
    return count < 2 ? 0 : cycles * (count - 1 + (count & 1));
}

static Pairing turned(int first, int second, bool turn)
{
    return turn ? (Pairing){{(int16_t)second, (int16_t)first}}
                : (Pairing){{(int16_t)first, (int16_t)second}};
}

int pairing_round_robin(int count, int round, int cycles, Pairing *out)
{
    int rounds = pairing_round_robin_rounds(count, 1), pairs = 0;
    if (round < 1 || round > rounds * cycles)
        return 0;
    bool second = round > rounds;
    int n = rounds + 1, r = (round - 1) % rounds;
    /* Berger: round 1 is 1-n, 2-(n-1), ...; each round the numbers go on by n/2. */
    int top = (int)((int64_t)r * (n / 2) % rounds);
    if (n == count)
        out[pairs++] = turned(top, n - 1, (r & 1) != second);
    for (int k = 1; k < n / 2; k++)
        out[pairs++] = turned((top + k) % rounds, (top + rounds - k) % rounds, second);
    return pairs;
}

int pairing_simul(int count, int side, Pairing *out)
{
    for (int i = 1; i < count; i++)
        out[i - 1] = turned(0, i, side == 1 || (side == 2 && !(i & 1)));
    return count > 1 ? count - 1 : 0;
}
