/* SPDX-License-Identifier: MIT */
/* Sealing and signing for Web Push: the examples of RFC 8188 and 8291, and what must be refused. */
#include "unit/support.h"

#include "online/webpush.h"

#include <time.h>

static void unpack(const char *text, uint8_t *out, size_t count)
{
    assert_true(push_unbase64(text, out, count));
}

static void base64_goes_there_and_back(void **state)
{
    (void)state;
    Rng rng = {test_seed()};
    for (size_t count = 0; count < 70; count++) {
        uint8_t bytes[70], back[70];
        char text[100];
        Str s = str_over(text, sizeof text);
        for (size_t i = 0; i < count; i++)
            bytes[i] = (uint8_t)rng_below(&rng, 256);
        push_base64(bytes, count, &s);
        assert_true(push_unbase64(text, back, count));
        assert_memory_equal(bytes, back, count);
        assert_false(push_unbase64(text, back, count + 1));
    }
    uint8_t out[4];
    assert_true(push_unbase64("_-8=", out, 2));
    static const char *const bad[] = {"_-8==x", "_-9", "_+8", "_-8===", "_-", "", "_-8\n", "_=8"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(push_unbase64(bad[i], out, 2));
}

/* RFC 8188, 3.1: "I am the walrus". */
static void the_walrus(void **state)
{
    (void)state;
    uint8_t key[16], salt[16], out[PUSH_SEALED_MAX], whole[53];
    unpack("yqdlZ-tYemfogSmv7Ws5PQ", key, 16);
    unpack("I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg", whole, 53);
    memcpy(salt, whole, sizeof salt);
    size_t length = push_seal_record(key, 16, salt, NULL, 0, "I am the walrus", 15, out);
    assert_int_equal(length, sizeof whole);
    assert_memory_equal(out, whole, sizeof whole);
}

static const char receiver[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
static const char receiver_auth[] = "BTBZMqHH6r4Tts7J_aSIgg";

/* RFC 8291, section 5 and appendix A: "When I grow up, I want to be a watermelon". */
static void the_watermelon(void **state)
{
    (void)state;
    static const char message[] = "When I grow up, I want to be a watermelon";
    uint8_t secret[32], salt[16], out[PUSH_SEALED_MAX], whole[144];
    PushTarget target;
    assert_true(push_target_read(receiver, receiver_auth, &target));
    unpack("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", secret, 32);
    unpack("DGv6ra1nlYgDCS1FRnbzlw", salt, 16);
    unpack("DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
           "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
           "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
           whole, sizeof whole);
    size_t length = push_seal_with(&target, secret, salt, message, sizeof message - 1, out);
    assert_int_equal(length, sizeof whole);
    assert_memory_equal(out, whole, sizeof whole);
}

static void messages_are_fresh_and_bounded(void **state)
{
    (void)state;
    char text[PUSH_PLAIN_MAX + 1] = {0};
    uint8_t one[PUSH_SEALED_MAX], two[PUSH_SEALED_MAX];
    PushTarget target;
    assert_true(push_target_read(receiver, receiver_auth, &target));
    size_t length = push_seal(&target, text, PUSH_PLAIN_MAX, one);
    assert_int_equal(length, PUSH_SEALED_MAX);
    assert_int_equal(push_seal(&target, text, PUSH_PLAIN_MAX, two), length);
    assert_memory_not_equal(one, two, 16);                    /* salt */
    assert_memory_not_equal(one + 22, two + 22, 64);          /* key */
    assert_memory_not_equal(one + 86, two + 86, length - 86); /* text */
    assert_int_equal(push_seal(&target, text, PUSH_PLAIN_MAX + 1, one), 0);
}

static void bad_targets_are_refused(void **state)
{
    (void)state;
    PushTarget target;
    char other[sizeof receiver];
    static const char *const bad[] = {
        "", "BCVx", "BTBZMqHH6r4Tts7J_aSIgg",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        "AAAAAAAAAAAAAAAAAAAAAAAAA"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(push_target_read(bad[i], receiver_auth, &target));
    assert_false(push_target_read(receiver, "BTBZMqHH6r4Tts7J_aSIg", &target));
    memcpy(other, receiver, sizeof other);
    other[40] = other[40] == 'x' ? 'y' : 'x'; /* not on the curve any more */
    assert_false(push_target_read(other, receiver_auth, &target));
}

static void keys_are_written_and_read(void **state)
{
    (void)state;
    char pem[PUSH_PEM_MAX], one[PUSH_PUBLIC_CHARS + 1], two[PUSH_PUBLIC_CHARS + 1];
    Str s = str_over(pem, sizeof pem);
    PushKey *key = push_key_make();
    assert_true(push_key_write(key, &s));
    PushKey *again = push_key_read(pem, s.length);
    assert_non_null(again);
    push_key_public(key, one);
    push_key_public(again, two);
    assert_string_equal(one, two);
    assert_int_equal(strlen(one), PUSH_PUBLIC_CHARS);
    assert_null(push_key_read(pem, s.length / 2));
    assert_null(push_key_read("", 0));
    char header[PUSH_HEADER_MAX], small[64];
    Str h = str_over(header, sizeof header), little = str_over(small, sizeof small);
    assert_true(
        push_authorize(key, "https://fcm.googleapis.com", "mailto:a@b", time(NULL) + 600, &h));
    assert_non_null(strstr(header, one));
    assert_false(push_authorize(key, "https://fcm.googleapis.com", "mailto:a@b", 1, &little));
    push_key_free(key);
    push_key_free(again);
}

static void only_known_services(void **state)
{
    (void)state;
    char origin[PUSH_ORIGIN_MAX];
    static const char test[] = "http://127.0.0.1:8123";
    static const struct {
        const char *endpoint, *origin;
    } good[] = {
        {"https://fcm.googleapis.com/fcm/send/abc:DEF-_", "https://fcm.googleapis.com"},
        {"https://updates.push.services.mozilla.com/wpush/v2/x=",
         "https://updates.push.services.mozilla.com"},
        {"https://db5p.notify.windows.com/w/?token=B%3d", "https://db5p.notify.windows.com"},
        {"https://web.push.apple.com/Q", "https://web.push.apple.com"},
        {"http://127.0.0.1:8123/a", test},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(push_endpoint_is_known(good[i].endpoint, test, origin));
        assert_string_equal(origin, good[i].origin);
    }
    static const char *const bad[] = {
        "",
        "https://fcm.googleapis.com",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com./x",
        "https://evil.example/https://fcm.googleapis.com/",
        "https://fcm.googleapis.com@evil.example/x",
        "https://evil.example\\@fcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evilfcm.googleapis.com/x",
        "https://.notify.windows.com/x",
        "https://notify.windows.com/x",
        "https://evilnotify.windows.com/x",
        "https://FCM.googleapis.com/x",
        "https://web.push.apple.com/a b",
        "https://web.push.apple.com/a\r\nHost: x",
        "https://web.push.apple.com/#x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://localhost/x",
        "file:///etc/passwd",
        "http://127.0.0.1:81234/a",
        "http://127.0.0.1:8123@evil.example/a",
        "http://127.0.0.1:8124/a",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (push_endpoint_is_known(bad[i], test, origin))
            fail_msg("%s is taken", bad[i]);
    assert_false(push_endpoint_is_known("http://127.0.0.1:8123/a", NULL, origin));
    char longest[PUSH_ENDPOINT_MAX + 40] = "https://web.push.apple.com/";
    memset(longest + strlen(longest), 'a', PUSH_ENDPOINT_MAX);
    assert_false(push_endpoint_is_known(longest, NULL, origin));
}

static void settings_are_checked(void **state)
{
    (void)state;
    assert_true(push_allowed_is_good("http://127.0.0.1:1"));
    static const char *const bad[] = {
        "http://127.0.0.1",      "http://127.0.0.1:",  "http://127.0.0.1:0",
        "https://127.0.0.1:1",   "http://10.0.0.1:80", "http://127.0.0.1:80/",
        "http://127.0.0.1:70000"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(push_allowed_is_good(bad[i]));
    assert_true(push_contact_is_good("mailto:club@example.org"));
    assert_true(push_contact_is_good("https://example.org/contact"));
    static const char *const wrong[] = {"",          "mailto:",      "mailto:@x",
                                        "mailto:a@", "mailto:a@b@c", "club@example.org",
                                        "https://",  "mailto:a b@c", "mailto:\"a\"@c"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(push_contact_is_good(wrong[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(base64_goes_there_and_back),
        cmocka_unit_test(the_walrus),
        cmocka_unit_test(the_watermelon),
        cmocka_unit_test(messages_are_fresh_and_bounded),
        cmocka_unit_test(bad_targets_are_refused),
        cmocka_unit_test(keys_are_written_and_read),
        cmocka_unit_test(only_known_services),
        cmocka_unit_test(settings_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
