/* SPDX-License-Identifier: MIT */
/* Names that nobody can guess, and keys of which only a hash is kept. */
#ifndef CONCENTRIC_ONLINE_IDS_H
#define CONCENTRIC_ONLINE_IDS_H

#include <stdbool.h>
#include <stddef.h>

/* Base58: digits and letters without 0, O, I and l, which people mix up. */
enum {
    ID_CHARS = 8,          /* of a table or device: 46 bits */
    KEY_CHARS = 22,        /* of a key: 128 bits */
    DEVICE_KEY_CHARS = 43, /* of a device's key, made there: 256 bits, base64url */
    HASH_CHARS = 64,       /* SHA-256 as lower-case hexadecimal */
};

/* Fill a buffer with random characters and a NUL. False if the system gives no random bytes. */
bool id_make(char out[ID_CHARS + 1]);
bool key_make(char out[KEY_CHARS + 1]);

/* Does the text have the form of one? A key may also be one that a browser made: 16 to 64
 * characters of the URL-safe alphabet. */
bool id_is(const char *text);
bool key_is(const char *text);
bool device_key_is(const char *text);

/* The hash that is stored instead of a key. */
void key_hash(const char *key, char out[HASH_CHARS + 1]);

/* Is this the key with that hash? Takes the same time wherever they differ; never true for an empty
 * hash. */
bool key_matches(const char *key, const char *hash);

#endif
