/* SPDX-License-Identifier: MIT */
/* What all headers of libconcentric share: version, languages, results, and how reasons are given.
 * Include concentric/concentric.h. */
#ifndef CONCENTRIC_TYPES_H
#define CONCENTRIC_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define CONCENTRIC_API __attribute__((visibility("default")))
#else
#define CONCENTRIC_API
#endif

/* The version of these headers; concentric_version() is that of the library that runs. */
#define CONCENTRIC_VERSION_MAJOR 0
#define CONCENTRIC_VERSION_MINOR 1
#define CONCENTRIC_VERSION_PATCH 0
#define CONCENTRIC_AT_LEAST(major, minor, patch)                                                   \
    (CONCENTRIC_VERSION_MAJOR * 10000 + CONCENTRIC_VERSION_MINOR * 100 +                           \
         CONCENTRIC_VERSION_PATCH >=                                                               \
     (major)*10000 + (minor)*100 + (patch))

/* Every function that can refuse has a parameter `why`: a buffer of this size for the reason, one
 * line without a newline; or NULL, then there is no reason. A refusal changes nothing. */
#define CONCENTRIC_WHY_MAX 320

#ifdef __cplusplus
extern "C" {
#endif

typedef enum concentric_lang { CONCENTRIC_ENGLISH, CONCENTRIC_JAPANESE } concentric_lang;

typedef enum concentric_result {
    CONCENTRIC_GOING_ON,
    CONCENTRIC_PLAYER_1, /* White in Morris, Black in Morelli and MUR */
    CONCENTRIC_PLAYER_2,
    CONCENTRIC_DRAW
} concentric_result;

/* How a game ended. */
typedef enum concentric_ending {
    CONCENTRIC_NOT_ENDED,
    CONCENTRIC_BY_RULES,
    CONCENTRIC_BY_REPETITION,  /* third occurrence of a position */
    CONCENTRIC_BY_AGREEMENT,   /* the game says with which result */
    CONCENTRIC_BY_RESIGNATION, /* of the loser, as in the next two */
    CONCENTRIC_BY_TIME,
    CONCENTRIC_BY_FORFEIT,
    CONCENTRIC_BY_ARBITER,
    CONCENTRIC_ABORTED /* without a result */
} concentric_ending;

typedef struct concentric_game concentric_game;         /* game.h */
typedef struct concentric_match concentric_match;       /* match.h */
typedef struct concentric_database concentric_database; /* database.h */

/* Version of the library, such as "0.1.0". */
CONCENTRIC_API const char *concentric_version(void);

#ifdef __cplusplus
}
#endif

#endif
