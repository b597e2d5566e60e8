/* SPDX-License-Identifier: MIT */
/* The weights of the evaluation, by size: each part at the start and at the end of a game. Fitted
 * to games by tools/morelli_tune.c, which prints these rows; docs/adr/0086 has the calls. Only the
 * cells that a board has count. */
#include "games/morelli/morelli.h"

const int16_t morelli_weights[2][WEIGHTS][2] = {
    {
        /* size=9, and 7 */
        /* WEIGHT_KIND, from the throne outwards */
        {21, 41},
        {51, 3},
        {32, 85},
        {49, 65},
        {26, 75},
        {71, 92},
        {84, 85},
        {76, 96},
        {93, 77},
        {89, 97},
        {135, 102},
        {138, 105},
        {165, 86},
        {152, 99},
        {100, 100},
        {100, 100},
        {100, 100},
        {100, 100},
        {100, 100},
        {100, 100},
        {100, 100},
        {100, 100},
        {100, 100},
        {100, 100},
        {100, 100},
        {100, 100},
        {100, 100},
        /* WEIGHT_FRAME */
        {31, -55},
        {38, -84},
        {-28, -22},
        {-133, 32},
        {14, -34},
        {-38, -39},
        /* reach, able, reserve, reserve held */
        {20, 1},
        {23, -8},
        {-14, -41},
        {13, -27},
        /* king, king first, turn */
        {124, 864},
        {-159, 148},
        {3, -6},
        /* take, lose */
        {5, -61},
        {11, -18},
        {59, 71},
        {2, -52},
        {-11, -4},
        {-5, 15},
        /* victims, exposed */
        {44, 48},
        {24, 40},
        /* crown, evict, crown later, evict later */
        {33, 403},
        {369, 723},
        {74, 292},
        {324, 557},
        /* hope */
        {-16, 137},
    },
    {
        /* size=13, and 11 */
        /* WEIGHT_KIND, from the throne outwards */
        {54, 4},
        {28, 34},
        {79, -6},
        {62, 20},
        {34, 32},
        {52, 51},
        {90, 40},
        {74, 40},
        {63, 52},
        {37, 101},
        {55, 61},
        {74, 102},
        {84, 67},
        {111, 71},
        {60, 61},
        {81, 144},
        {76, 149},
        {126, 78},
        {111, 126},
        {105, 99},
        {104, 114},
        {133, 161},
        {137, 127},
        {137, 158},
        {137, 156},
        {130, 143},
        {110, 133},
        /* WEIGHT_FRAME */
        {-8, -44},
        {-36, -49},
        {-97, -4},
        {-32, -54},
        {-22, -15},
        {-33, -65},
        /* reach, able, reserve, reserve held */
        {-1, 11},
        {8, 9},
        {0, -22},
        {1, -13},
        /* king, king first, turn */
        {-127, 688},
        {-158, 241},
        {-2, -75},
        /* take, lose */
        {36, -50},
        {51, -42},
        {60, 52},
        {-6, -39},
        {58, -71},
        {-11, -5},
        /* victims, exposed */
        {40, 15},
        {33, 11},
        /* crown, evict, crown later, evict later */
        {9, 234},
        {53, 582},
        {57, 80},
        {11, 550},
        /* hope */
        {1, 75},
    },
};
