/* SPDX-License-Identifier: MIT */
/* Random names and hashed keys, see ids.h. */
/* SHA256_Init and its kin need no memory; SHA256() does, and OpenSSL crashes where there is none.
 */
#define OPENSSL_API_COMPAT 0x10100000L
#include "online/ids.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>

static const char base58[] = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/* Characters of equal chance: of the 256 values of a byte the last 24 (256 mod 58) are thrown away.
 */
static bool random_text(char *out, size_t count)
{
    enum { FAIR = 256 - 256 % 58 };
    uint8_t bytes[64];
    size_t made = 0;
    while (made < count) {
        /* Up to 256 bytes come whole; before the pool is ready it waits. */
        if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
            return false;
        for (size_t i = 0; i < sizeof bytes && made < count; i++)
            if (bytes[i] < FAIR)
                out[made++] = base58[bytes[i] % 58];
    }
    out[count] = '\0';
    OPENSSL_cleanse(bytes, sizeof bytes);
    return true;
}

bool id_make(char out[ID_CHARS + 1])
{
    return random_text(out, ID_CHARS);
}

bool key_make(char out[KEY_CHARS + 1])
{
    return random_text(out, KEY_CHARS);
}

bool id_is(const char *text)
{
    return strspn(text, base58) == ID_CHARS && text[ID_CHARS] == '\0';
}

bool key_is(const char *text)
{
    enum { SHORTEST = 16, LONGEST = 64 };
    size_t length = strspn(text,
                           "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_");
    return text[length] == '\0' && length >= SHORTEST && length <= LONGEST;
}

bool device_key_is(const char *text)
{
    return strlen(text) == DEVICE_KEY_CHARS && key_is(text);
}

void key_hash(const char *key, char out[HASH_CHARS + 1])
{
    static const char hex[] = "0123456789abcdef";
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA256_CTX hash;
    SHA256_Init(&hash);
    SHA256_Update(&hash, key, strlen(key));
    SHA256_Final(digest, &hash);
    for (int i = 0; i < SHA256_DIGEST_LENGTH; i++) {
        out[2 * i] = hex[digest[i] >> 4];
        out[2 * i + 1] = hex[digest[i] & 15];
    }
    out[HASH_CHARS] = '\0';
}

bool key_matches(const char *key, const char *hash)
{
    char ours[HASH_CHARS + 1];
    key_hash(key, ours);
    return strlen(hash) == HASH_CHARS && CRYPTO_memcmp(ours, hash, HASH_CHARS) == 0;
}
