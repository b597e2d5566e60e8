/* SPDX-License-Identifier: MIT */
/* Names and keys of tables. */
#include "unit/support.h"

#include "online/ids.h"

static void ids_have_their_form_and_differ(void **state)
{
    enum { COUNT = 2000 };
    static char ids[COUNT][ID_CHARS + 1];
    int used[256] = {0};
    (void)state;
    for (int i = 0; i < COUNT; i++) {
        assert_true(id_make(ids[i]));
        assert_true(id_is(ids[i]));
        for (int c = 0; c < ID_CHARS; c++)
            used[(unsigned char)ids[i][c]]++;
    }
    qsort(ids, COUNT, sizeof *ids, (int (*)(const void *, const void *))strcmp);
    for (int i = 1; i < COUNT; i++)
        assert_string_not_equal(ids[i - 1], ids[i]);
    /* 16,000 characters of 58 kinds: 276 of each, 17 up or down. Eight times that is no chance. */
    for (int c = 0; c < 256; c++)
        if (used[c])
            assert_in_range(used[c], 276 - 8 * 17, 276 + 8 * 17);
    assert_int_equal(used['0'] + used['O'] + used['I'] + used['l'], 0);
}

static void other_texts_are_no_ids(void **state)
{
    static const char *const bad[] = {"",
                                      "aB3dE6g",
                                      "aB3dE6gHH",
                                      "aB3dE6g0",
                                      "aB3dE6g/",
                                      "aB3dE6g ",
                                      "\xc3\xa4"
                                      "B3dE6g"};
    (void)state;
    assert_true(id_is("aB3dE6gH"));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(id_is(bad[i]));
}

static void keys_are_hashed_and_compared(void **state)
{
    char key[KEY_CHARS + 1], hash[HASH_CHARS + 1], other[KEY_CHARS + 1];
    (void)state;
    assert_true(key_make(key) && key_make(other));
    assert_true(key_is(key));
    assert_false(key_is("short"));
    assert_false(key_is("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0"));
    assert_false(key_is("0123456789abcdef\n"));
    assert_string_not_equal(key, other);
    key_hash(key, hash);
    assert_true(key_matches(key, hash));
    assert_false(key_matches(other, hash));
    assert_false(key_matches(key, ""));
    assert_false(key_matches("", ""));
    hash[HASH_CHARS - 1] ^= 1;
    assert_false(key_matches(key, hash));
    /* FIPS 180-2, appendix B.1. */
    key_hash("abc", hash);
    assert_string_equal(hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_have_their_form_and_differ),
        cmocka_unit_test(other_texts_are_no_ids),
        cmocka_unit_test(keys_are_hashed_and_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
