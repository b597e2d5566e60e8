/* SPDX-License-Identifier: MIT */
/* Web Push without sockets: messages that only a browser can read (RFC 8291 over RFC 8188), our
 * signature for push services (VAPID, RFC 8292), and which addresses are push services at all.
 * P-256, HKDF and AES-128-GCM are libcrypto's. */
#ifndef CONCENTRIC_ONLINE_WEBPUSH_H
#define CONCENTRIC_ONLINE_WEBPUSH_H

#include "base/str.h"

enum {
    PUSH_POINT = 65, /* bytes of a public key: 4, x, y */
    PUSH_SECRET = 32,
    PUSH_AUTH = 16,
    PUSH_SALT = 16,
    PUSH_PLAIN_MAX = 512, /* bytes of a message */
    /* Salt, record size, length of the key and the key; the message, one byte of padding, tag. */
    PUSH_SEALED_MAX = PUSH_SALT + 5 + PUSH_POINT + PUSH_PLAIN_MAX + 17,
    PUSH_PUBLIC_CHARS = 87, /* a public key in base64url */
    PUSH_ENDPOINT_MAX = 1024,
    PUSH_ORIGIN_MAX = 96,
    PUSH_CONTACT_MAX = 128,
    PUSH_HEADER_MAX = 1024, /* of Authorization */
    PUSH_PEM_MAX = 2048,
};

/* -- Base64url without padding ----------------------------------------------------------------- */

void push_base64(const uint8_t *bytes, size_t count, Str *out);
/* Exactly `count` bytes. False if the text is anything else; padding is taken. */
bool push_unbase64(const char *text, uint8_t *out, size_t count);

/* -- A message for one browser ------------------------------------------------------------------
 */

typedef struct PushTarget {
    uint8_t point[PUSH_POINT]; /* the browser's public key */
    uint8_t auth[PUSH_AUTH];
} PushTarget;

/* What a browser's subscription says, in base64url. False if it is no key: a point that is not on
 * the curve is none. */
bool push_target_read(const char *p256dh, const char *auth, PushTarget *out);
/* Bytes of the body to send, or 0: the message is too long, or libcrypto fails. */
size_t push_seal(const PushTarget *target, const void *plain, size_t count,
                 uint8_t out[PUSH_SEALED_MAX]);
/* The same with a secret and a salt that are given: for the examples of the RFC. */
size_t push_seal_with(const PushTarget *target, const uint8_t secret[PUSH_SECRET],
                      const uint8_t salt[PUSH_SALT], const void *plain, size_t count,
                      uint8_t out[PUSH_SEALED_MAX]);
/* RFC 8188 alone: one record under this key material, with the name of the key. */
size_t push_seal_record(const uint8_t *material, size_t material_length,
                        const uint8_t salt[PUSH_SALT], const uint8_t *name, size_t name_length,
                        const void *plain, size_t count, uint8_t out[PUSH_SEALED_MAX]);

/* -- Who we are ---------------------------------------------------------------------------------
 */

typedef struct PushKey PushKey; /* of the server: a private key of P-256 */

PushKey *push_key_make(void);
/* From PEM as push_key_write writes it; NULL if it is not such a key. */
PushKey *push_key_read(const char *pem, size_t length);
bool push_key_write(const PushKey *key, Str *out);
void push_key_free(PushKey *key);
void push_key_public(const PushKey *key, char out[PUSH_PUBLIC_CHARS + 1]);

/* "vapid t=JWT, k=KEY" for a service; `until` in seconds since 1970, at most a day from now.
 * False if it does not fit or libcrypto fails. */
bool push_authorize(const PushKey *key, const char *origin, const char *contact, int64_t until,
                    Str *out);
/* mailto:SOMEBODY@SOMEWHERE or https://... of plain characters. */
bool push_contact_is_good(const char *contact);

/* -- Where to -----------------------------------------------------------------------------------
 */

/* Is this an address of a push service that we know, by https and its usual port? Then its origin
 * is in `origin`. `allowed`, NULL for none, is an origin for tests: http://127.0.0.1:PORT. */
bool push_endpoint_is_known(const char *endpoint, const char *allowed,
                            char origin[PUSH_ORIGIN_MAX]);
/* Is that what may be given as `allowed`? */
bool push_allowed_is_good(const char *origin);

#endif
