/* SPDX-License-Identifier: MIT */
/* The pure parts of running a server: counts, histograms, bans, names of backups. */
#include "unit/support.h"

#include "app/server/bans.h"
#include "app/server/keeper.h"
#include "app/server/metrics.h"
#include "app/server/peer.h"
#include "base/str.h"
#include "online/ids.h"

#include <string.h>

static void test_tally(void **state)
{
    static Tally tally;
    char name[TALLY_NAME_MAX + 8];
    (void)state;
    tally_add(&tally, "too-often");
    tally_add(&tally, "too-often");
    tally_add(&tally, "busy");
    assert_int_equal(tally_get(&tally, "too-often"), 2);
    assert_int_equal(tally_get(&tally, "busy"), 1);
    assert_int_equal(tally_get(&tally, "never"), 0);
    /* What somebody sent is never a name. */
    tally_add(&tally, "Bad\"} 1\n");
    tally_add(&tally, "");
    tally_add(&tally, "a-word-that-is-much-longer-than-any-of-ours");
    assert_int_equal(tally_get(&tally, "other"), 3);
    for (int i = 0; i < 500; i++) {
        Str s = str_over(name, sizeof name);
        str_format(&s, "reason-%d", i);
        tally_add(&tally, name);
    }
    assert_true(tally.used <= TALLY_MAX);
    uint64_t all = 0;
    for (int i = 0; i < tally.used; i++)
        all += tally.count[i];
    assert_int_equal(all, 506);
}

static void test_histogram(void **state)
{
    Histogram h = {{0}, 0};
    (void)state;
    histogram_add(&h, 0);
    histogram_add(&h, 250);
    histogram_add(&h, 251);
    histogram_add(&h, 10000000);
    histogram_add(&h, 10000001);
    assert_int_equal(h.count[0], 2);
    assert_int_equal(h.count[1], 1);
    assert_int_equal(h.count[HISTOGRAM_CLASSES - 1], 1);
    assert_int_equal(h.count[HISTOGRAM_CLASSES], 1);
    assert_int_equal(h.sum, 20000502);
}

static PeerKey peer(const char *text)
{
    Address address;
    assert_true(peer_read(text, strlen(text), &address));
    return peer_key(&address);
}

static Ban ban_of(const char *what, const char *value)
{
    Ban ban;
    char why[WHY_MAX];
    if (!bans_read(what, value, &ban, why))
        fail_msg("%s %s: %s", what, value, why);
    ban.until = 1000;
    return ban;
}

static void test_bans(void **state)
{
    static Bans bans;
    static const char key[] = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq";
    char hash[HASH_CHARS + 1];
    (void)state;
    Ban net = ban_of("net", "203.0.113.77"), wide = ban_of("net", "2001:db8:1:2345::1/56");
    Ban one = ban_of("key", key), player = ban_of("key", "aB3dE6gH");
    assert_string_equal(net.value, "203.0.113.0/24");
    assert_string_equal(wide.value, "2001:db8:1:2300::/56");
    assert_string_equal(player.value, "aB3dE6gH");
    key_hash(key, hash);
    assert_string_equal(one.value, hash);
    assert_true(bans_put(&bans, &net) && bans_put(&bans, &wide) && bans_put(&bans, &one));
    assert_true(bans_put(&bans, &net));
    assert_int_equal(bans.count, 3);
    assert_true(bans_net(&bans, peer("203.0.113.1"), 999));
    assert_false(bans_net(&bans, peer("203.0.113.1"), 1000));
    assert_false(bans_net(&bans, peer("203.0.114.1"), 0));
    assert_true(bans_net(&bans, peer("2001:db8:1:23ff::7"), 0));
    assert_true(bans_key(&bans, hash, 0));
    assert_false(bans_key(&bans, "aB3dE6gH", 0));
    assert_true(bans_drop(&bans, &net));
    assert_false(bans_drop(&bans, &net));
    assert_false(bans_net(&bans, peer("203.0.113.1"), 0));
    bans_tidy(&bans, 1000);
    assert_int_equal(bans.count, 0);
    for (int i = 0; i < BANS_MAX + 5; i++) {
        char text[32];
        Str s = str_over(text, sizeof text);
        str_format(&s, "10.%d.%d.9", i / 250, i % 250);
        Ban many = ban_of("net", text);
        assert_int_equal(bans_put(&bans, &many), i < BANS_MAX);
    }
}

static void test_bans_refused(void **state)
{
    static const char *const bad[][2] = {
        {"net", ""},
        {"net", "127.0.0.1"},
        {"net", "::1"},
        {"net", "203.0.113.7/56"},
        {"net", "::2/24"},
        {"net", "203.0.113.7/16"},
        {"net", "example.org"},
        {"key", ""},
        {"key", "short"},
        {"key", "with space and more of it"},
        {"cat", "aB3dE6gH"},
        {"net", "203.0.113"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Ban ban;
        char why[WHY_MAX] = "";
        if (bans_read(bad[i][0], bad[i][1], &ban, why) || !why[0])
            fail_msg("taken: %s %s", bad[i][0], bad[i][1]);
    }
}

static void test_names(void **state)
{
    static const char *const bad[] = {
        "",
        "concentric-20261117T053000Z.db.77.part",
        "concentric-20261117T053000Z.dx",
        "concentric-20260231T053000Z.db",
        "concentric-20261117T253000Z.db",
        "concentric-2026111 T053000Z.db",
        "Concentric-20261117T053000Z.db",
    };
    int64_t at;
    (void)state;
    assert_true(keeper_name_read("concentric-20261117T053000Z.db", &at));
    assert_int_equal(at, INT64_C(1794893400000));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (keeper_name_read(bad[i], &at))
            fail_msg("taken: %s", bad[i]);
}

/* Everything at once, and what does not fit is not half there for whoever reads strictly. */
static void test_metrics(void **state)
{
    static Tally tally;
    static char room[METRICS_TEXT_MAX];
    Figures f = {.refusals = &tally, .memory = UINT64_MAX, .backup_last = INT64_MAX};
    Str s = str_over(room, sizeof room);
    (void)state;
    for (int i = 0; i < 200; i++) {
        char name[TALLY_NAME_MAX];
        Str n = str_over(name, sizeof name);
        str_format(&n, "a-reason-of-great-length-%d", i);
        tally_add(&tally, name);
    }
    for (int i = 0; i <= HISTOGRAM_CLASSES; i++)
        f.acknowledged.count[i] = f.store.commits.count[i] = UINT64_C(1) << 58;
    metrics_write(&f, &s);
    assert_false(s.full);
    assert_true(s.length < METRICS_TEXT_MAX / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tally), cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_bans),  cmocka_unit_test(test_bans_refused),
        cmocka_unit_test(test_names), cmocka_unit_test(test_metrics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
