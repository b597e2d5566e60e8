/* SPDX-License-Identifier: MIT */
/* The pure parts of the server: time-outs, limits, addresses, queues to sockets. */
#include "unit/support.h"

#include "app/server/depot.h"
#include "app/server/hosts.h"
#include "app/server/keep_pictures.h"
#include "app/server/limits.h"
#include "app/server/out.h"
#include "app/server/peer.h"
#include "app/server/wheel.h"
#include "base/str.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- the wheel */

typedef struct Alarm {
    WheelNode node; /* first, so that a node is its alarm */
    uint64_t due, fired;
} Alarm;

enum { ALARMS = 500 };
static Wheel wheel;
static Alarm alarms[ALARMS];

static void on_fire(void *context, WheelNode *node)
{
    Alarm *alarm = (Alarm *)node;
    (void)context;
    assert_int_equal(alarm->due, wheel.now);
    alarm->fired++;
    alarm->due = 0;
    /* Whoever fires may arm itself and disarm others of the same second. */
    if (alarm->fired % 3 == 0) {
        alarm->due = wheel.now + 7;
        wheel_arm(&wheel, node, 7);
    }
}

static void time_outs(void **state)
{
    (void)state;
    Rng rng = {test_seed()};
    uint64_t fired = 0;
    for (int round = 0; round < 20000; round++) {
        Alarm *alarm = &alarms[rng_below(&rng, ALARMS)];
        int seconds = 1 + (int)rng_below(&rng, WHEEL_SLOTS - 1);
        switch (rng_below(&rng, 4)) {
        case 0:
            wheel_disarm(&alarm->node);
            alarm->due = 0;
            break;
        case 1:
            wheel_tick(&wheel, on_fire, NULL);
            for (int i = 0; i < ALARMS; i++)
                assert_true(alarms[i].due == 0 || alarms[i].due > wheel.now);
            break;
        default:
            wheel_arm(&wheel, &alarm->node, seconds);
            alarm->due = wheel.now + (uint64_t)seconds;
        }
    }
    for (int i = 0; i < ALARMS; i++)
        fired += alarms[i].fired;
    assert_true(fired > 1000);
}

/* ---- limits */

static void limit_texts(void **state)
{
    (void)state;
    char why[WHY_MAX];
    Limits *limits = limits_make(false);
    assert_int_equal(limits_value(limits, LIMIT_SOCKETS), 64);
    assert_true(limits_set(limits, "sockets=3", why));
    assert_int_equal(limits_value(limits, LIMIT_SOCKETS), 3);
    const char *bad[] = {"",         "sockets",    "sockets=",   "sockets=0",  "sockets=-1",
                         "socket=1", "sockets=1x", "=1",         "Sockets=1",  "sockets=2000000000",
                         "frames=1", "sockets =1", "sockets= 1", "sockets=1,2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        why[0] = '\0';
        assert_false(limits_set(limits, bad[i], why));
        assert_true(why[0] != '\0');
    }
    assert_int_equal(limits_value(limits, LIMIT_SOCKETS), 3);
    limits_free(limits);
}

/* docs/online.md names every limit and its default. */
static void limits_as_documented(void **state)
{
    (void)state;
    char line[512], why[WHY_MAX];
    int rows = 0;
    Limits *limits = limits_make(false);
    FILE *file = fopen(DOCS_DIR "/online.md", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char name[32], text[64];
        unsigned value;
        if (sscanf(line, "| `%31[a-z-]` | %u |", name, &value) != 2)
            continue;
        snprintf(text, sizeof text, "%s=999999", name);
        uint64_t before[LIMIT_COUNT], changed = 0;
        for (int i = 0; i < LIMIT_COUNT; i++)
            before[i] = limits_value(limits, (LimitName)i);
        assert_true(limits_set(limits, text, why));
        for (int i = 0; i < LIMIT_COUNT; i++)
            if (limits_value(limits, (LimitName)i) != before[i])
                changed = before[i];
        assert_int_equal(changed, value);
        assert_non_null(strstr(limits_names(), name));
        rows++;
    }
    assert_int_equal(rows, LIMIT_COUNT);
    fclose(file);
    limits_free(limits);
}

static void limits_per_time(void **state)
{
    (void)state;
    char why[WHY_MAX];
    unsigned retry = 0;
    Limits *limits = limits_make(false);
    assert_true(limits_set(limits, "tables=3", why));
    for (int i = 0; i < 3; i++)
        assert_true(limits_take(limits, LIMIT_TABLES, 77, 1000 + (uint64_t)i, &retry));
    assert_false(limits_take(limits, LIMIT_TABLES, 77, 2000, &retry));
    assert_in_range(retry, 59, 60);
    assert_true(limits_take(limits, LIMIT_TABLES, 78, 2000, &retry)); /* another address */
    assert_true(limits_take(limits, LIMIT_JOINS, 77, 2000, &retry));  /* another limit */
    assert_false(limits_take(limits, LIMIT_TABLES, 77, 60999, &retry));
    assert_true(limits_take(limits, LIMIT_TABLES, 77, 61000, &retry));
    /* Loopback: limited by what was set, not by the rest. */
    for (int i = 0; i < 3; i++)
        assert_true(limits_take(limits, LIMIT_TABLES, PEER_LOOPBACK, 1, &retry));
    assert_false(limits_take(limits, LIMIT_TABLES, PEER_LOOPBACK, 1, &retry));
    for (int i = 0; i < 1000; i++)
        assert_true(limits_take(limits, LIMIT_JOINS, PEER_LOOPBACK, 1, &retry));
    limits_free(limits);
    limits = limits_make(true);
    int taken = 0;
    for (int i = 0; i < 1000; i++)
        taken += limits_take(limits, LIMIT_JOINS, PEER_LOOPBACK, 1, &retry);
    assert_int_equal(taken, 60);
    limits_free(limits);
}

static void limits_at_a_time(void **state)
{
    (void)state;
    Limits *limits = limits_make(false);
    for (int i = 0; i < 8; i++)
        assert_true(limits_enter(limits, LIMIT_DEVICE_SOCKETS, 5));
    assert_false(limits_enter(limits, LIMIT_DEVICE_SOCKETS, 5));
    assert_true(limits_enter(limits, LIMIT_DEVICE_SOCKETS, 6));
    limits_leave(limits, LIMIT_DEVICE_SOCKETS, 5);
    assert_true(limits_enter(limits, LIMIT_DEVICE_SOCKETS, 5));
    assert_false(limits_enter(limits, LIMIT_DEVICE_SOCKETS, 5));
    for (int i = 0; i < 8; i++)
        limits_leave(limits, LIMIT_DEVICE_SOCKETS, 5);
    limits_leave(limits, LIMIT_DEVICE_SOCKETS, 5); /* once too often changes nothing */
    for (int i = 0; i < 8; i++)
        assert_true(limits_enter(limits, LIMIT_DEVICE_SOCKETS, 5));
    assert_false(limits_enter(limits, LIMIT_DEVICE_SOCKETS, 5));
    limits_free(limits);
}

/* Many addresses, each once: what is over is forgotten, so the table does not fill up. */
static void limits_forget(void **state)
{
    (void)state;
    unsigned retry;
    Limits *limits = limits_make(false);
    for (uint64_t i = 0; i < 1000000; i++)
        assert_true(limits_take(limits, LIMIT_ACTS, i * 2654435761u, i / 50, &retry));
    limits_free(limits);
}

/* ---- addresses */

static PeerKey key_of(const char *text)
{
    Address address;
    assert_true(peer_read(text, strlen(text), &address));
    return peer_key(&address);
}

static void addresses(void **state)
{
    (void)state;
    Address address;
    assert_int_equal(key_of("127.0.0.1"), PEER_LOOPBACK);
    assert_int_equal(key_of("127.9.9.9"), PEER_LOOPBACK);
    assert_int_equal(key_of("::1"), PEER_LOOPBACK);
    assert_int_equal(key_of("::ffff:127.0.0.1"), PEER_LOOPBACK);
    assert_true(key_of("192.168.1.2") == key_of("192.168.1.200"));
    assert_true(key_of("192.168.1.2") == key_of("::ffff:192.168.1.3"));
    assert_true(key_of("192.168.1.2") == key_of("192.168.1.2:1234"));
    assert_false(key_of("192.168.1.2") == key_of("192.168.2.2"));
    assert_true(key_of("2001:db8:1:2::1") == key_of("2001:db8:1:ff::9"));
    assert_true(key_of("2001:db8:1:2::1") == key_of("[2001:db8:1:2::1]:80"));
    assert_false(key_of("2001:db8:1:200::1") == key_of("2001:db8:1:300::1"));
    assert_false(key_of("::") == key_of("0.0.0.0"));
    const char *bad[] = {"",      "x",           "1.2.3", "1.2.3.4.5", "1.2.3.4 ",  "[::1",
                         "::1::", "example.org", "[]",    ":80",       "1.2.3.4\0x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(peer_read(bad[i], i == 10 ? 9 : strlen(bad[i]), &address));
    char longer[200];
    memset(longer, ':', sizeof longer);
    assert_false(peer_read(longer, sizeof longer, &address));
}

static void public_addresses(void **state)
{
    (void)state;
    static const char *const good[] = {
        "8.8.8.8",      "1.1.1.1",         "172.15.0.1",      "172.32.0.1", "100.63.0.1",
        "100.128.0.1",  "192.0.1.1",       "198.17.0.1",      "198.20.0.1", "223.255.0.1",
        "2a00:1450::1", "2606:4700::1111", "64:ff9b::8.8.8.8"};
    static const char *const bad[] = {"0.0.0.0",
                                      "10.1.2.3",
                                      "100.64.0.1",
                                      "127.0.0.1",
                                      "169.254.169.254",
                                      "172.16.0.1",
                                      "172.31.255.255",
                                      "192.0.0.8",
                                      "192.0.2.1",
                                      "192.168.0.1",
                                      "198.18.0.1",
                                      "198.19.255.1",
                                      "198.51.100.1",
                                      "203.0.113.9",
                                      "224.0.0.1",
                                      "255.255.255.255",
                                      "::",
                                      "::1",
                                      "::ffff:10.0.0.1",
                                      "fe80::1",
                                      "fc00::1",
                                      "fd12::1",
                                      "ff02::1",
                                      "2001:db8::1",
                                      "2001::1",
                                      "2002:a00:1::1",
                                      "64:ff9b::10.0.0.1",
                                      "64:ff9b:1::1",
                                      "3fff::1",
                                      "::127.0.0.1"};
    Address address;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(peer_read(good[i], strlen(good[i]), &address));
        assert_true(peer_is_public(&address));
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_true(peer_read(bad[i], strlen(bad[i]), &address));
        if (peer_is_public(&address))
            fail_msg("%s is public", bad[i]);
    }
}

static void forwarded(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"1.2.3.4", "1.2.3.4"},
                                          {"9.9.9.9, 1.2.3.4", "1.2.3.4"},
                                          {"9.9.9.9,1.2.3.4 ", "1.2.3.4"},
                                          {"unknown, 1.2.3.4:5", "1.2.3.4"},
                                          {"1.2.3.4, 2001:db8::1", "2001:db8::1"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Address got, want;
        assert_true(peer_forwarded(rows[i][0], strlen(rows[i][0]), &got));
        assert_true(peer_read(rows[i][1], strlen(rows[i][1]), &want));
        assert_true(peer_same(&got, &want));
    }
    Address address;
    const char *bad[] = {"", " ", ",", "1.2.3.4,", "1.2.3.4, unknown", "_hidden"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(peer_forwarded(bad[i], strlen(bad[i]), &address));
}

/* ---- queues */

/* Random pieces through a socket whose reader is slow arrive as they were sent. */
static void queues(void **state)
{
    (void)state;
    static uint8_t lasting[200000], sent[1 << 21], got[1 << 21];
    int pair[2];
    Rng rng = {test_seed()};
    Out out = {.first = NULL};
    Depot depot = {.count = 0};
    size_t sent_count = 0, got_count = 0;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    assert_int_equal(fcntl(pair[0], F_SETFL, O_NONBLOCK), 0);
    for (size_t i = 0; i < sizeof lasting; i++)
        lasting[i] = (uint8_t)rng_below(&rng, 256);
    bool waited = false;
    while (sent_count < sizeof sent - 3 * sizeof lasting) {
        OutPiece pieces[3];
        uint8_t *copy = malloc(3000);
        for (int i = 0; i < 3; i++) {
            bool lasts = rng_below(&rng, 3) == 0;
            size_t length = rng_below(&rng, lasts ? sizeof lasting : 1000);
            uint8_t *bytes = lasts ? lasting + sizeof lasting - length : copy + 1000 * i;
            if (!lasts)
                for (size_t k = 0; k < length; k++)
                    bytes[k] = (uint8_t)rng_below(&rng, 256);
            memcpy(sent + sent_count, bytes, length);
            sent_count += length;
            pieces[i] = (OutPiece){.bytes = bytes, .length = length, .lasting = lasts};
            if (lasts && length % 2) {
                pieces[i].file = depot_file(&depot, lasting, sizeof lasting);
                pieces[i].offset = sizeof lasting - length;
                assert_true(pieces[i].file > 0);
            }
        }
        OutStatus status = out_send(&out, pair[0], pieces, 3);
        memset(copy, 0xee, 3000);
        free(copy);
        assert_int_not_equal(status, OUT_BROKEN);
        waited |= status == OUT_WAITS;
        while (got_count < sent_count && rng_below(&rng, 3)) {
            ssize_t n = recv(pair[1], got + got_count, 1 + rng_below(&rng, 50000), MSG_DONTWAIT);
            if (n > 0)
                got_count += (size_t)n;
            assert_int_not_equal(out_flush(&out, pair[0]), OUT_BROKEN);
        }
    }
    assert_true(waited);
    while (got_count < sent_count) {
        assert_int_not_equal(out_flush(&out, pair[0]), OUT_BROKEN);
        ssize_t n = recv(pair[1], got + got_count, sizeof got - got_count, MSG_DONTWAIT);
        assert_true(n > 0);
        got_count += (size_t)n;
    }
    assert_int_equal(out.copied, 0);
    assert_null(out.first);
    assert_memory_equal(sent, got, sent_count);
    close(pair[1]);
    const OutPiece one = {.bytes = lasting, .length = 10, .lasting = true};
    assert_int_equal(out_send(&out, pair[0], &one, 1), OUT_BROKEN);
    out_drop(&out);
    assert_int_equal(depot.count, 1);
    depot_close(&depot);
    close(pair[0]);
}

/* ---- kept pictures */

/* Within the bytes whatever is put there; what is used stays, what nobody asks for goes. */
static void kept_pictures(void **state)
{
    (void)state;
    enum { BYTES = 64 * 1024, ROUNDS = 20000 };
    static char bytes[BYTES];
    Rng rng = {test_seed()};
    KeptPictures *kept = kept_pictures_new(BYTES);
    PictureName loved = {.id = "aB3dE6gH", .seq = 7, .ply = -1, .size = 600};
    size_t length = 0, hits = 0;
    assert_null(kept_pictures_get(kept, &loved, &length));
    kept_pictures_put(kept, &loved, "loved", 5);
    for (int round = 0; round < ROUNDS; round++) {
        PictureName name = {.id = "aB3dE6gH",
                            .seq = (int64_t)rng_below(&rng, 8),
                            .ply = (int32_t)rng_below(&rng, 8) - 1,
                            .size = (int32_t)rng_below(&rng, 4)};
        name.id[7] = (char)('a' + rng_below(&rng, 3));
        size_t wanted = 1 + (size_t)(name.seq * 997 + name.ply * 131 + name.size * 17 + 131);
        const char *found = kept_pictures_get(kept, &name, &length);
        memset(bytes, name.id[7], wanted);
        if (found) {
            hits++;
            assert_int_equal(length, wanted);
            assert_memory_equal(found, bytes, wanted);
        } else {
            kept_pictures_put(kept, &name, bytes, wanted);
        }
        assert_true(kept_pictures_bytes(kept) <= BYTES);
        if (round % 4 == 0) {
            assert_non_null(kept_pictures_get(kept, &loved, &length));
            assert_int_equal(length, 5);
        }
    }
    assert_true(hits > ROUNDS / 50 && hits < ROUNDS);
    loved.size = 601;
    kept_pictures_put(kept, &loved, bytes, BYTES / 4); /* too large for all of it */
    assert_null(kept_pictures_get(kept, &loved, &length));
    kept_pictures_free(kept);
    kept_pictures_free(NULL);
}

/* ---- names of the server */

static bool known(const Hosts *hosts, const char *host, bool local, HttpScheme *scheme)
{
    return hosts_know(hosts, (HttpSpan){host, strlen(host)}, local, scheme);
}

static void names_of_the_server(void **state)
{
    (void)state;
    static const struct {
        const char *host;
        bool loopback, numbers;
    } rows[] = {
        {"", true, true},
        {"localhost", true, true},
        {"LOCALHOST:8080", true, true},
        {"127.0.0.1:8080", true, true},
        {"127.255.0.9", true, true},
        {"[::1]:8080", true, true},
        {"[::ffff:127.0.0.1]", true, true},
        {"192.168.0.9:8080", false, true},
        {"[fe80::1]", false, true},
        {"[fe80::1", false, false},
        {"fe80::1", false, false},
        {"[127.0.0.1]", false, false},
        {"[::1]x", false, false},
        {"[::1]:", true, true},
        {"127.1", false, false},
        {"127.0.0.1.nip.example", false, false},
        {"xlocalhost", false, false},
        {"localhost.", false, false},
        {"localhost:8080:80", false, false},
        {":8080", false, false},
        {"8080", false, false},
        {"example.org", false, false},
    };
    HttpScheme scheme;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const Hosts any = {.rule = HOSTS_ANY}, loopback = {.rule = hosts_rule("127.0.0.1")},
                    numbers = {.rule = hosts_rule("0.0.0.0")};
        assert_true(known(&any, rows[i].host, false, &scheme));
        assert_int_equal(known(&loopback, rows[i].host, false, &scheme), rows[i].loopback);
        assert_int_equal(known(&numbers, rows[i].host, false, &scheme), rows[i].numbers);
        assert_int_equal(scheme, HTTP_EITHER);
    }
    assert_int_equal(hosts_rule("::1"), HOSTS_LOOPBACK);
    assert_int_equal(hosts_rule("::"), HOSTS_NUMBERS);
}

static void names_that_are_given(void **state)
{
    (void)state;
    char why[WHY_MAX], many[] = "x";
    Hosts hosts = {0};
    HttpScheme scheme;
    assert_true(hosts_add(&hosts, "Play.Example.org", why));
    assert_true(hosts_add(&hosts, " https://b.example/,http://c.example:80\t[2001:db8::1] ", why));
    assert_int_equal(hosts.count, 4);
    assert_true(known(&hosts, "play.example.ORG:8080", false, &scheme));
    assert_int_equal(scheme, HTTP_EITHER);
    assert_true(known(&hosts, "b.example", false, &scheme));
    assert_int_equal(scheme, HTTP_SECURE);
    assert_true(known(&hosts, "c.example", false, &scheme));
    assert_int_equal(scheme, HTTP_PLAIN);
    assert_true(known(&hosts, "c.example:80", false, &scheme));
    assert_false(known(&hosts, "c.example:81", false, &scheme));
    assert_true(known(&hosts, "[2001:DB8::1]:9", false, &scheme));
    assert_false(known(&hosts, "example.org", false, &scheme));
    assert_false(known(&hosts, "localhost", false, &scheme));
    assert_true(known(&hosts, "localhost", true, &scheme));
    assert_false(known(&hosts, "192.0.2.1", true, &scheme));
    for (const char **bad = (const char *[]){"", " , ", "http://", "ftp://a", "a/b", "a\"b", NULL};
         *bad; bad++)
        assert_false(hosts_add(&hosts, *bad, why));
    while (hosts.count < HOSTS_MAX)
        assert_true(hosts_add(&hosts, many, why));
    assert_false(hosts_add(&hosts, many, why));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_outs),
        cmocka_unit_test(limit_texts),
        cmocka_unit_test(limits_as_documented),
        cmocka_unit_test(kept_pictures),
        cmocka_unit_test(limits_per_time),
        cmocka_unit_test(limits_at_a_time),
        cmocka_unit_test(limits_forget),
        cmocka_unit_test(addresses),
        cmocka_unit_test(public_addresses),
        cmocka_unit_test(forwarded),
        cmocka_unit_test(queues),
        cmocka_unit_test(names_of_the_server),
        cmocka_unit_test(names_that_are_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
