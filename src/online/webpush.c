/* SPDX-License-Identifier: MIT */
/* Sealing and signing for Web Push, see webpush.h. */
#include "online/webpush.h"

#include "base/json.h"

#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <string.h>

enum { HASH = 32, KEY = 16, NONCE = 12, TAG = 16, RECORD_SIZE = 4096 };

/* -- Base64url --------------------------------------------------------------------------------- */

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void push_base64(const uint8_t *bytes, size_t count, Str *out)
{
    for (size_t i = 0; i < count; i += 3) {
        uint32_t group = (uint32_t)bytes[i] << 16;
        group |= i + 1 < count ? (uint32_t)bytes[i + 1] << 8 : 0;
        group |= i + 2 < count ? bytes[i + 2] : 0;
        size_t chars = count - i >= 3 ? 4 : count - i + 1;
        for (size_t c = 0; c < chars; c++)
            str_char(out, alphabet[group >> (18 - 6 * c) & 63]);
    }
}

bool push_unbase64(const char *text, uint8_t *out, size_t count)
{
    size_t length = strcspn(text, "="), made = 0;
    uint32_t group = 0;
    int bits = 0;
    if (length != (count * 8 + 5) / 6 || strspn(text + length, "=") > 2 ||
        text[length + strspn(text + length, "=")])
        return false;
    for (size_t i = 0; i < length; i++) {
        const char *at = strchr(alphabet, text[i]);
        if (!at)
            return false;
        group = group << 6 | (uint32_t)(at - alphabet);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            out[made++] = (uint8_t)(group >> bits);
        }
    }
    return made == count && !(group & ((1u << bits) - 1));
}

/* -- Keys of the curve ------------------------------------------------------------------------- */

/* A key of P-256 from its point and, if there is one, its secret. NULL if it is none. */
static EVP_PKEY *curve_key(const uint8_t point[PUSH_POINT], const uint8_t *secret)
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    BIGNUM *number = secret ? BN_bin2bn(secret, PUSH_SECRET, NULL) : NULL;
    OSSL_PARAM *params = NULL;
    if (context && build && (!secret || number) &&
        OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) &&
        OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, PUSH_POINT) &&
        (!number || OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number)) &&
        (params = OSSL_PARAM_BLD_to_param(build)) && EVP_PKEY_fromdata_init(context) == 1 &&
        EVP_PKEY_fromdata(context, &key, secret ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params) !=
            1)
        key = NULL;
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    BN_clear_free(number);
    EVP_PKEY_CTX_free(context);
    return key;
}

/* The point of a secret: the curve's generator so many times. */
static bool point_of(const uint8_t secret[PUSH_SECRET], uint8_t point[PUSH_POINT])
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *at = group ? EC_POINT_new(group) : NULL;
    BIGNUM *number = BN_bin2bn(secret, PUSH_SECRET, NULL);
    bool good = at && number && EC_POINT_mul(group, at, number, NULL, NULL, NULL) == 1 &&
                EC_POINT_point2oct(group, at, POINT_CONVERSION_UNCOMPRESSED, point, PUSH_POINT,
                                   NULL) == PUSH_POINT;
    BN_clear_free(number);
    EC_POINT_free(at);
    EC_GROUP_free(group);
    return good;
}

static bool read_point(const EVP_PKEY *key, uint8_t point[PUSH_POINT])
{
    size_t length = 0;
    return EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, point, PUSH_POINT,
                                           &length) == 1 &&
           length == PUSH_POINT && point[0] == POINT_CONVERSION_UNCOMPRESSED;
}

bool push_target_read(const char *p256dh, const char *auth, PushTarget *out)
{
    PushTarget target;
    if (!push_unbase64(p256dh, target.point, PUSH_POINT) ||
        !push_unbase64(auth, target.auth, PUSH_AUTH) ||
        target.point[0] != POINT_CONVERSION_UNCOMPRESSED)
        return false;
    EVP_PKEY *key = curve_key(target.point, NULL); /* libcrypto looks whether it is on the curve */
    if (!key)
        return false;
    EVP_PKEY_free(key);
    *out = target;
    return true;
}

static bool share_secret(EVP_PKEY *ours, EVP_PKEY *theirs, uint8_t out[PUSH_SECRET])
{
    size_t length = PUSH_SECRET;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(ours, NULL);
    bool good = context && EVP_PKEY_derive_init(context) == 1 &&
                EVP_PKEY_derive_set_peer(context, theirs) == 1 &&
                EVP_PKEY_derive(context, out, &length) == 1 && length == PUSH_SECRET;
    EVP_PKEY_CTX_free(context);
    return good;
}

/* -- Sealing ----------------------------------------------------------------------------------- */

/* HKDF (RFC 5869) where one block is enough. `info` ends with the 1 that counts it. */
static bool derive(const uint8_t *salt, size_t salt_length, const uint8_t *material,
                   size_t material_length, const uint8_t *info, size_t info_length,
                   uint8_t out[HASH])
{
    uint8_t first[HASH];
    bool good = HMAC(EVP_sha256(), salt, (int)salt_length, material, material_length, first,
                     NULL) != NULL &&
                HMAC(EVP_sha256(), first, HASH, info, info_length, out, NULL) != NULL;
    OPENSSL_cleanse(first, sizeof first);
    return good;
}

static bool encrypt(const uint8_t key[KEY], const uint8_t nonce[NONCE], const uint8_t *plain,
                    size_t count, uint8_t *out)
{
    int length = 0, rest = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    bool good = context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
                EVP_EncryptUpdate(context, out, &length, plain, (int)count) == 1 &&
                EVP_EncryptFinal_ex(context, out + length, &rest) == 1 &&
                (size_t)(length + rest) == count &&
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG, out + count) == 1;
    EVP_CIPHER_CTX_free(context);
    return good;
}

size_t push_seal_record(const uint8_t *material, size_t material_length,
                        const uint8_t salt[PUSH_SALT], const uint8_t *name, size_t name_length,
                        const void *plain, size_t count, uint8_t out[PUSH_SEALED_MAX])
{
    static const uint8_t key_info[] = "Content-Encoding: aes128gcm\0\1";
    static const uint8_t nonce_info[] = "Content-Encoding: nonce\0\1";
    uint8_t key[HASH], nonce[HASH], padded[PUSH_PLAIN_MAX + 1];
    size_t head = PUSH_SALT + 5 + name_length;
    if (count > PUSH_PLAIN_MAX || name_length > PUSH_POINT)
        return 0;
    memcpy(out, salt, PUSH_SALT);
    const uint8_t size[5] = {0, 0, RECORD_SIZE >> 8, RECORD_SIZE & 255, (uint8_t)name_length};
    memcpy(out + PUSH_SALT, size, sizeof size);
    if (name_length)
        memcpy(out + PUSH_SALT + 5, name, name_length);
    memcpy(padded, plain, count);
    padded[count] = 2; /* the last record */
    bool good = derive(salt, PUSH_SALT, material, material_length, key_info, sizeof key_info - 1,
                       key) &&
                derive(salt, PUSH_SALT, material, material_length, nonce_info,
                       sizeof nonce_info - 1, nonce) &&
                encrypt(key, nonce, padded, count + 1, out + head);
    OPENSSL_cleanse(key, sizeof key);
    OPENSSL_cleanse(nonce, sizeof nonce);
    OPENSSL_cleanse(padded, sizeof padded);
    return good ? head + count + 1 + TAG : 0;
}

size_t push_seal_with(const PushTarget *target, const uint8_t secret[PUSH_SECRET],
                      const uint8_t salt[PUSH_SALT], const void *plain, size_t count,
                      uint8_t out[PUSH_SEALED_MAX])
{
    static const char words[] = "WebPush: info"; /* with its NUL */
    uint8_t point[PUSH_POINT], shared[PUSH_SECRET], material[HASH];
    uint8_t info[sizeof words + 2 * PUSH_POINT + 1];
    EVP_PKEY *ours = point_of(secret, point) ? curve_key(point, secret) : NULL;
    EVP_PKEY *theirs = curve_key(target->point, NULL);
    memcpy(info, words, sizeof words);
    memcpy(info + sizeof words, target->point, PUSH_POINT);
    memcpy(info + sizeof words + PUSH_POINT, point, PUSH_POINT);
    info[sizeof info - 1] = 1;
    bool good = ours && theirs && share_secret(ours, theirs, shared) &&
                derive(target->auth, PUSH_AUTH, shared, PUSH_SECRET, info, sizeof info, material);
    size_t length = good ? push_seal_record(material, HASH, salt, point, PUSH_POINT, plain, count,
                                            out)
                         : 0;
    OPENSSL_cleanse(shared, sizeof shared);
    OPENSSL_cleanse(material, sizeof material);
    EVP_PKEY_free(ours);
    EVP_PKEY_free(theirs);
    return length;
}

size_t push_seal(const PushTarget *target, const void *plain, size_t count,
                 uint8_t out[PUSH_SEALED_MAX])
{
    uint8_t secret[PUSH_SECRET], salt[PUSH_SALT];
    EVP_PKEY *fresh = EVP_EC_gen("P-256");
    BIGNUM *number = NULL;
    size_t length = 0;
    if (fresh && EVP_PKEY_get_bn_param(fresh, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1 &&
        BN_bn2binpad(number, secret, PUSH_SECRET) == PUSH_SECRET &&
        RAND_bytes(salt, PUSH_SALT) == 1)
        length = push_seal_with(target, secret, salt, plain, count, out);
    OPENSSL_cleanse(secret, sizeof secret);
    BN_clear_free(number);
    EVP_PKEY_free(fresh);
    return length;
}

/* -- The server's key -------------------------------------------------------------------------- */

/* A PushKey is libcrypto's key and nothing else. */
static EVP_PKEY *inner(const PushKey *key)
{
    return (EVP_PKEY *)key;
}

PushKey *push_key_make(void)
{
    return (PushKey *)EVP_EC_gen("P-256");
}

void push_key_free(PushKey *key)
{
    EVP_PKEY_free(inner(key));
}

/* A key that is protected by a passphrase is not asked for on the terminal. */
static int no_passphrase(char *room, int size, int writing, void *context)
{
    (void)room;
    (void)size;
    (void)writing;
    (void)context;
    return -1;
}

PushKey *push_key_read(const char *pem, size_t length)
{
    char group[32] = "";
    uint8_t point[PUSH_POINT];
    BIGNUM *secret = NULL;
    BIO *in = BIO_new_mem_buf(pem, (int)length);
    EVP_PKEY *key = in ? PEM_read_bio_PrivateKey(in, NULL, no_passphrase, NULL) : NULL;
    bool good = key && EVP_PKEY_get_group_name(key, group, sizeof group, NULL) == 1 &&
                strcmp(group, "prime256v1") == 0 && read_point(key, point) &&
                EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &secret) == 1;
    BN_clear_free(secret);
    BIO_free(in);
    if (!good) {
        EVP_PKEY_free(key);
        return NULL;
    }
    return (PushKey *)key;
}

bool push_key_write(const PushKey *key, Str *out)
{
    char *bytes = NULL;
    BIO *pem = BIO_new(BIO_s_mem());
    bool good = pem && PEM_write_bio_PKCS8PrivateKey(pem, inner(key), NULL, NULL, 0, NULL, NULL);
    long length = good ? BIO_get_mem_data(pem, &bytes) : 0;
    str_bytes(out, bytes, (size_t)length);
    BIO_free(pem);
    return good && !out->full;
}

void push_key_public(const PushKey *key, char out[PUSH_PUBLIC_CHARS + 1])
{
    uint8_t point[PUSH_POINT] = {0};
    Str s = str_over(out, PUSH_PUBLIC_CHARS + 1);
    read_point(inner(key), point);
    push_base64(point, PUSH_POINT, &s);
}

/* Of JSON Web Signatures: r and s, 32 bytes each, where libcrypto writes DER. */
static bool sign(const PushKey *key, const char *text, size_t length, uint8_t out[64])
{
    uint8_t der[80];
    size_t size = sizeof der;
    const uint8_t *at = der;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool good = context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, inner(key)) == 1 &&
                EVP_DigestSign(context, der, &size, (const uint8_t *)text, length) == 1;
    ECDSA_SIG *pair = good ? d2i_ECDSA_SIG(NULL, &at, (long)size) : NULL;
    good = pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), out, 32) == 32 &&
           BN_bn2binpad(ECDSA_SIG_get0_s(pair), out + 32, 32) == 32;
    ECDSA_SIG_free(pair);
    EVP_MD_CTX_free(context);
    return good;
}

bool push_authorize(const PushKey *key, const char *origin, const char *contact, int64_t until,
                    Str *out)
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[512], public_key[PUSH_PUBLIC_CHARS + 1];
    uint8_t signature[64];
    Str s = str_over(claims, sizeof claims);
    Json json = json_over(&s);
    json_open(&json, '{');
    json_add_text(&json, "aud", origin);
    json_add_number(&json, "exp", until);
    json_add_text(&json, "sub", contact);
    json_close(&json, '}');
    str_add(out, "vapid t=");
    size_t begin = out->length;
    push_base64((const uint8_t *)head, sizeof head - 1, out);
    str_char(out, '.');
    push_base64((const uint8_t *)claims, s.length, out);
    if (s.full || out->full || !sign(key, out->text + begin, out->length - begin, signature))
        return false;
    str_char(out, '.');
    push_base64(signature, sizeof signature, out);
    push_key_public(key, public_key);
    str_format(out, ", k=%s", public_key);
    return !out->full;
}
