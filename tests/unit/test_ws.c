/* SPDX-License-Identifier: MIT */
/* WebSocket messages against RFC 6455: a table of cases, each read whole, byte by byte and at every
 * split of its bytes. What is read is written down as a line such as "text(5) pong(0) bad(1002)".
 */
#include "unit/support.h"

#include "base/str.h"
#include "proto/ws.h"

enum { MESSAGE_MAX = 70000, FRAMES_MAX = 6, LOG_MAX = 256 };

/* One frame: its first byte, and a payload of `length` bytes (the text, then 'a's). */
typedef struct Frame {
    int first; /* fin, reserved bits, opcode */
    size_t length;
    const char *text; /* NULL: 'a's alone */
    bool bare;        /* not masked */
    int wide;         /* 126, 127: this form of the length, whatever fits; 0: the shortest */
} Frame;

typedef struct Case {
    const char *name;
    Frame frames[FRAMES_MAX];
    const char *want;
} Case;

/* MORE is opcode 0 without FIN; the bit outside the byte tells it from the end of the row. */
enum { FIN = 0x80, RSV1 = 0x40, RSV2 = 0x20, RSV3 = 0x10, MORE = 0x100 };
#define N(byte, count)                                                                             \
    {                                                                                              \
        .first = byte, .length = count                                                             \
    }
#define T(byte, string)                                                                            \
    {                                                                                              \
        .first = byte, .length = sizeof(string) - 1, .text = string                                \
    }

static const Case cases[] = {
    /* 5.2: lengths; the boundaries of the three forms */
    {"text of 0", {N(FIN | 1, 0)}, "text(0)"},
    {"text of 1", {N(FIN | 1, 1)}, "text(1)"},
    {"text of 125", {N(FIN | 1, 125)}, "text(125)"},
    {"text of 126", {N(FIN | 1, 126)}, "text(126)"},
    {"text of 127", {N(FIN | 1, 127)}, "text(127)"},
    {"text of 4096", {N(FIN | 1, 4096)}, "text(4096)"},
    {"text of 65535", {N(FIN | 1, 65535)}, "text(65535)"},
    {"text of 65536", {N(FIN | 1, 65536)}, "text(65536)"},
    {"the most", {N(FIN | 1, MESSAGE_MAX)}, "text(70000)"},
    {"one too many", {N(FIN | 1, MESSAGE_MAX + 1)}, "bad(1009)"},
    {"in two, the most", {N(1, 40000), N(FIN | 0, 30000)}, "text(70000)"},
    {"in two, one too many", {N(1, 40000), N(FIN | 0, 30001)}, "bad(1009)"},
    {"binary of 0", {N(FIN | 2, 0)}, "binary(0)"},
    {"binary of 65536", {N(FIN | 2, 65536)}, "binary(65536)"},
    {"125 in two bytes", {{.first = FIN | 1, .length = 125, .wide = 126}}, "bad(1002)"},
    {"5 in eight bytes", {{.first = FIN | 1, .length = 5, .wide = 127}}, "bad(1002)"},
    {"65535 in eight bytes", {{.first = FIN | 1, .length = 65535, .wide = 127}}, "bad(1002)"},
    {"several", {N(FIN | 1, 1), N(FIN | 1, 2), N(FIN | 2, 3)}, "text(1) text(2) binary(3)"},
    /* 5.1: who masks */
    {"not masked", {{.first = FIN | 1, .length = 1, .bare = true}}, "bad(1002)"},
    {"a ping not masked", {{.first = FIN | 9, .length = 0, .bare = true}}, "bad(1002)"},
    /* 5.2: reserved bits */
    {"RSV1", {N(FIN | RSV1 | 1, 1)}, "bad(1002)"},
    {"RSV2", {N(FIN | RSV2 | 1, 1)}, "bad(1002)"},
    {"RSV3", {N(FIN | RSV3 | 1, 1)}, "bad(1002)"},
    {"RSV1 in a ping", {N(FIN | RSV1 | 9, 1)}, "bad(1002)"},
    {"all three in a close", {N(FIN | RSV1 | RSV2 | RSV3 | 8, 0)}, "bad(1002)"},
    {"RSV1 in a fragment", {N(1, 1), N(FIN | RSV1 | 0, 1)}, "bad(1002)"},
    {"RSV1 after a message", {N(FIN | 1, 4), N(FIN | RSV1 | 1, 1)}, "text(4) bad(1002)"},
    /* 5.2: reserved opcodes */
    {"opcode 3", {N(FIN | 3, 1)}, "bad(1002)"},
    {"opcode 4", {N(FIN | 4, 0)}, "bad(1002)"},
    {"opcode 5", {N(FIN | 5, 1)}, "bad(1002)"},
    {"opcode 6", {N(FIN | 6, 0)}, "bad(1002)"},
    {"opcode 7", {N(FIN | 7, 1)}, "bad(1002)"},
    {"opcode 11", {N(FIN | 11, 0)}, "bad(1002)"},
    {"opcode 12", {N(FIN | 12, 1)}, "bad(1002)"},
    {"opcode 13", {N(FIN | 13, 0)}, "bad(1002)"},
    {"opcode 14", {N(FIN | 14, 1)}, "bad(1002)"},
    {"opcode 15", {N(FIN | 15, 0)}, "bad(1002)"},
    /* 5.4: fragments */
    {"two fragments", {N(1, 3), N(FIN | 0, 4)}, "text(7)"},
    {"empty fragments", {N(1, 0), N(MORE, 0), N(FIN | 0, 0)}, "text(0)"},
    {"four fragments", {N(2, 1), N(MORE, 1), N(MORE, 200), N(FIN | 0, 1)}, "binary(203)"},
    {"a ping between", {N(1, 3), T(FIN | 9, "hi"), N(FIN | 0, 4)}, "ping(2) text(7)"},
    {"a pong between", {N(1, 3), N(FIN | 10, 0), N(FIN | 0, 4)}, "pong(0) text(7)"},
    {"pings between all",
     {N(1, 1), N(FIN | 9, 125), N(MORE, 1), N(FIN | 9, 1), N(FIN | 0, 1)},
     "ping(125) ping(1) text(3)"},
    {"a close between", {N(1, 3), T(FIN | 8, "\x03\xe8"), N(FIN | 0, 4)}, "close(1000)"},
    {"to go on with nothing", {N(FIN | 0, 1)}, "bad(1002)"},
    {"to go on with nothing, not last", {N(MORE, 1)}, "bad(1002)"},
    {"to go on after the end", {N(FIN | 1, 1), N(FIN | 0, 1)}, "text(1) bad(1002)"},
    {"text inside text", {N(1, 1), N(FIN | 1, 1)}, "bad(1002)"},
    {"binary inside text", {N(1, 1), N(2, 1)}, "bad(1002)"},
    /* 5.5: control frames */
    {"ping of 0", {N(FIN | 9, 0)}, "ping(0)"},
    {"ping of 125", {N(FIN | 9, 125)}, "ping(125)"},
    {"ping of 126", {N(FIN | 9, 126)}, "bad(1002)"},
    {"pong of 65536", {N(FIN | 10, 65536)}, "bad(1002)"},
    {"a ping in fragments", {N(9, 1), N(FIN | 0, 1)}, "bad(1002)"},
    {"a close in fragments", {N(8, 2)}, "bad(1002)"},
    {"ten pings", {N(FIN | 9, 1), N(FIN | 9, 2), N(FIN | 9, 3)}, "ping(1) ping(2) ping(3)"},
    /* 7.4: closing */
    {"close without a code", {N(FIN | 8, 0)}, "close(1005)"},
    {"close with half a code", {N(FIN | 8, 1)}, "bad(1002)"},
    {"close 1000", {T(FIN | 8, "\x03\xe8")}, "close(1000)"},
    {"close 1000 with a reason",
     {T(FIN | 8, "\x03\xe8"
                 "bye")},
     "close(1000)"},
    {"close with the longest reason",
     {{.first = FIN | 8, .length = 125, .text = "\x03\xe8"}},
     "close(1000)"},
    {"close with too long a reason",
     {{.first = FIN | 8, .length = 126, .text = "\x03\xe8"}},
     "bad(1002)"},
    {"a reason that is no UTF-8", {T(FIN | 8, "\x03\xe8\xc3")}, "bad(1007)"},
    {"nothing counts after it", {N(FIN | 8, 0), N(FIN | 1, 3)}, "close(1005)"},
    /* 8.1: UTF-8 */
    {"two bytes", {T(FIN | 1, "\xc3\xa9")}, "text(2)"},
    {"three bytes", {T(FIN | 1, "\xe7\x9f\xb3")}, "text(3)"},
    {"four bytes", {T(FIN | 1, "\xf0\x9f\x80\x84")}, "text(4)"},
    {"U+10FFFF", {T(FIN | 1, "\xf4\x8f\xbf\xbf")}, "text(4)"},
    {"NUL", {T(FIN | 1, "a\0b")}, "text(3)"},
    {"a cut character at the end", {T(FIN | 1, "ab\xe7\x9f")}, "bad(1007)"},
    {"a lone continuation", {T(FIN | 1, "\x80")}, "bad(1007)"},
    {"overlong", {T(FIN | 1, "\xc0\xaf")}, "bad(1007)"},
    {"overlong in three", {T(FIN | 1, "\xe0\x80\xaf")}, "bad(1007)"},
    {"a surrogate", {T(FIN | 1, "\xed\xa0\x80")}, "bad(1007)"},
    {"above U+10FFFF", {T(FIN | 1, "\xf4\x90\x80\x80")}, "bad(1007)"},
    {"0xff", {T(FIN | 1, "\xff")}, "bad(1007)"},
    {"binary may be anything", {T(FIN | 2, "\xff\xc0")}, "binary(2)"},
    {"a character over two fragments",
     {T(1, "\xe7\x9f"), N(FIN | 9, 0), T(FIN | 0, "\xb3")},
     "ping(0) text(3)"},
    {"one over two fragments, wrong", {T(1, "\xe7"), T(FIN | 0, "a")}, "bad(1007)"},
};

static WsPool *pool;
static uint8_t bytes[4 * MESSAGE_MAX];

static size_t write_length(size_t length, int wide, uint8_t *out)
{
    int form = wide ? wide : length < 126 ? 0 : length < 65536 ? 126 : 127;
    int count = form == 0 ? 0 : form == 126 ? 2 : 8;
    out[0] = (uint8_t)(form ? form : (int)length);
    for (int i = 0; i < count; i++)
        out[1 + i] = (uint8_t)((uint64_t)length >> 8 * (count - 1 - i));
    return 1 + (size_t)count;
}

static size_t write_frame(const Frame *frame, uint8_t *out)
{
    static const uint8_t mask[4] = {0x37, 0xfa, 0x21, 0x3d};
    size_t given = frame->text ? strlen(frame->text) : 0, n = 0;
    if (frame->text && given < frame->length && frame->length < 8)
        given = frame->length; /* a NUL inside */
    out[n++] = (uint8_t)frame->first;
    size_t at = n;
    n += write_length(frame->length, frame->wide, out + n);
    if (!frame->bare) {
        out[at] |= 0x80;
        memcpy(out + n, mask, 4);
        n += 4;
    }
    for (size_t i = 0; i < frame->length; i++)
        out[n++] = (uint8_t)((i < given ? (uint8_t)frame->text[i] : 'a') ^
                             (frame->bare ? 0 : mask[i % 4]));
    return n;
}

static size_t write_case(const Case *c)
{
    size_t n = 0;
    for (int i = 0; i < FRAMES_MAX && c->frames[i].first; i++)
        n += write_frame(&c->frames[i], bytes + n);
    return n;
}

/* Hands over `count` bytes, in a copy of that size, so that the sanitizer sees reads behind them.
 */
static void feed(Ws *ws, const uint8_t *from, size_t count, Str *log)
{
    static const char *const names[] = {"", "text", "binary", "ping", "pong", "close", "bad"};
    uint8_t *copy = malloc(count + 1);
    const uint8_t *at = copy;
    assert_non_null(copy);
    memcpy(copy, from, count);
    for (;;) {
        WsEvent event = ws_next(ws, pool, &at, &count);
        if (event.kind == WS_NONE)
            break;
        assert_int_equal(event.data[event.length], 0);
        bool coded = event.kind == WS_CLOSE || event.kind == WS_BAD;
        str_format(log, "%s%s(%zu)", log->length ? " " : "", names[event.kind],
                   coded ? (size_t)event.code : event.length);
        if (event.kind == WS_TEXT && event.length > 4000)
            assert_int_equal(event.data[event.length - 1], 'a');
        if (coded)
            break;
    }
    free(copy);
}

/* Reads n bytes in three pieces, or byte by byte. */
static void read_split(const Case *c, size_t n, size_t first, size_t second, bool singly)
{
    char text[LOG_MAX];
    Str log = str_over(text, sizeof text);
    Ws ws = {.client = false};
    if (singly) {
        for (size_t i = 0; i < n; i++)
            feed(&ws, bytes + i, 1, &log);
    } else {
        feed(&ws, bytes, first, &log);
        feed(&ws, bytes + first, second - first, &log);
        feed(&ws, bytes + second, n - second, &log);
    }
    if (strcmp(text, c->want) != 0)
        fail_msg("%s at %zu, %zu: %s, not %s", c->name, first, second, text, c->want);
    if (!strstr(text, "close") && !strstr(text, "bad"))
        assert_false(ws_awaits(&ws));
    ws_drop(&ws, pool);
    assert_int_equal(ws_pool_lent(pool), 0);
}

static void rfc_6455(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Case *c = &cases[i];
        size_t n = write_case(c), step = n < 300 ? 1 : n / 40 + 1;
        read_split(c, n, n, n, false);
        read_split(c, n, 0, 0, true);
        for (size_t k = 0; k <= n; k += k < 20 || n - k < 20 ? 1 : step)
            read_split(c, n, k, n, false);
        for (size_t k = 0; n < 40 && k <= n; k++)
            for (size_t m = k; m <= n; m++)
                read_split(c, n, k, m, false);
    }
}

/* Characters cut by fragments, a ping and an empty fragment between, at every two splits. */
static void middle_fragments(void **state)
{
    (void)state;
    const Case c = {"middle fragments",
                    {T(1, "\xe7\x9f"), T(MORE, "\xb3\xf0"), N(FIN | 9, 3), N(MORE, 0),
                     T(MORE, "\x9f\x80"), T(FIN, "\x84")},
                    "ping(3) text(7)"};
    size_t n = write_case(&c);
    read_split(&c, n, 0, 0, true);
    for (size_t k = 0; k <= n; k++)
        for (size_t m = k; m <= n; m++)
            read_split(&c, n, k, m, false);
}

/* 8.1: a text cut into two fragments at every byte is the same text. */
static void utf8_cut_everywhere(void **state)
{
    (void)state;
    static const char text[] = "a\xc3\xa9\xe7\x9f\xb3\xf0\x9f\x80\x84z";
    const size_t length = sizeof text - 1;
    for (size_t cut = 0; cut <= length; cut++) {
        Case c = {"cut",
                  {{.first = 1, .length = cut, .text = text},
                   {.first = FIN | 0, .length = length - cut, .text = text + cut}},
                  "text(11)"};
        read_split(&c, write_case(&c), 1, 2, false);
        bool whole = cut == 0 || cut == 1 || cut == 3 || cut == 6 || cut == 10 || cut == 11;
        char want[16];
        Str s = str_over(want, sizeof want);
        str_format(&s, whole ? "text(%zu)" : "bad(1007)", cut);
        Case half = {"half", {{.first = FIN | 1, .length = cut, .text = text}}, want};
        read_split(&half, write_case(&half), 1, 2, false);
    }
}

static void close_codes(void **state)
{
    (void)state;
    for (int code = 0; code < 65536; code += code < 5100 ? 1 : 977) {
        bool good = (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
                    (code >= 3000 && code <= 4999);
        assert_int_equal(ws_code_valid(code), good);
        char payload[3] = {(char)(code >> 8), (char)code, 0}, want[16];
        Str s = str_over(want, sizeof want);
        str_format(&s, good ? "close(%d)" : "bad(1002)", code);
        Case c = {"code", {{.first = FIN | 8, .length = 2, .text = payload}}, want};
        read_split(&c, write_case(&c), 1, 2, false);
    }
}

/* What is lent is given back, also in the middle of a frame, and comes back clean. */
static void lending(void **state)
{
    (void)state;
    Ws many[200];
    char text[LOG_MAX];
    const Frame frame = T(FIN | 1, "hello");
    size_t n = write_frame(&frame, bytes);
    memset(many, 0, sizeof many);
    for (int i = 0; i < 200; i++) {
        Str log = str_over(text, sizeof text);
        feed(&many[i], bytes, 1 + (size_t)i % (n - 1), &log);
        assert_true(ws_awaits(&many[i]));
        assert_string_equal(text, "");
    }
    assert_int_equal(ws_pool_lent(pool), 200);
    for (int i = 0; i < 200; i++) {
        Str log = str_over(text, sizeof text);
        size_t had = 1 + (size_t)i % (n - 1);
        if (i % 2)
            ws_drop(&many[i], pool);
        feed(&many[i], bytes + (i % 2 ? 0 : had), n - (i % 2 ? 0 : had), &log);
        assert_string_equal(text, "text(5)");
        assert_false(ws_awaits(&many[i]));
    }
    assert_int_equal(ws_pool_lent(pool), 0);
}

/* What we write, another reader of ours reads back. */
static void writing(void **state)
{
    (void)state;
    static const size_t lengths[] = {0, 1, 125, 126, 127, 65535, 65536};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        char text[LOG_MAX], want[32];
        Str log = str_over(text, sizeof text), s = str_over(want, sizeof want);
        Ws ws = {.client = true};
        size_t head = ws_head(WS_OP_TEXT, lengths[i], bytes);
        memset(bytes + head, 'a', lengths[i]);
        feed(&ws, bytes, head + lengths[i], &log);
        str_format(&s, "text(%zu)", lengths[i]);
        assert_string_equal(text, want);
        assert_int_equal(head, lengths[i] < 126 ? 2 : lengths[i] < 65536 ? 4 : 10);
    }
    const Frame masked = N(FIN | 1, 3);
    char text[LOG_MAX];
    Str log = str_over(text, sizeof text);
    Ws ws = {.client = true};
    feed(&ws, bytes, write_frame(&masked, bytes), &log);
    assert_string_equal(text, "bad(1002)"); /* 5.1: a server must not mask */
    ws_drop(&ws, pool);

    uint8_t payload[WS_CONTROL_MAX];
    char reason[200] = "";
    assert_int_equal(ws_close_payload(1000, "", payload), 2);
    assert_int_equal(payload[0] * 256 + payload[1], 1000);
    for (int i = 0; i < 50; i++)
        memcpy(reason + 3 * i, "\xe7\x9f\xb3", 3);
    assert_int_equal(ws_close_payload(4000, reason, payload), 2 + 41 * 3);
    reason[0] = 'a', memmove(reason + 1, reason + 3, 147), reason[148] = '\0';
    assert_int_equal(ws_close_payload(4000, reason, payload), 2 + 1 + 40 * 3);
}

static void keys(void **state)
{
    (void)state;
    assert_true(ws_key_valid("dGhlIHNhbXBsZSBub25jZQ==", 24));
    assert_false(ws_key_valid("dGhlIHNhbXBsZSBub25jZQ=", 23));
    assert_false(ws_key_valid("dGhlIHNhbXBsZSBub25jZQ=x", 24));
    assert_false(ws_key_valid("dGhlIHNhbXBsZSB ub25jZQ==", 25));
    assert_false(ws_key_valid("dGhlIHNhbXBs\rSBub25jZQ==", 24));
    assert_false(ws_key_valid("", 0));
}

/* Any bytes at all, in pieces: nothing is read out of bounds, and nothing stays lent. */
static void noise(void **state)
{
    (void)state;
    Rng rng = {test_seed()};
    for (int round = 0; round < 3000; round++) {
        char text[LOG_MAX];
        Str log = str_over(text, sizeof text);
        Ws ws = {.client = false};
        size_t n = 0;
        for (int i = 0; i < 4; i++) {
            const Frame frame = {(int)(rng_below(&rng, 4) ? FIN | 1 : rng_below(&rng, 256)),
                                 rng_below(&rng, 200), NULL, rng_below(&rng, 50) == 0, 0};
            n += write_frame(&frame, bytes + n);
        }
        if (rng_below(&rng, 2))
            bytes[rng_below(&rng, (uint32_t)n)] = (uint8_t)rng_below(&rng, 256);
        for (size_t at = 0; at < n;) {
            size_t piece = 1 + rng_below(&rng, 100);
            if (piece > n - at)
                piece = n - at;
            feed(&ws, bytes + at, piece, &log);
            at += piece;
        }
        ws_drop(&ws, pool);
        assert_int_equal(ws_pool_lent(pool), 0);
    }
}

static int make_pool(void **state)
{
    (void)state;
    pool = ws_pool_make(MESSAGE_MAX);
    return pool ? 0 : -1;
}

static int free_pool(void **state)
{
    (void)state;
    ws_pool_free(pool);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rfc_6455),
        cmocka_unit_test(middle_fragments),
        cmocka_unit_test(utf8_cut_everywhere),
        cmocka_unit_test(close_codes),
        cmocka_unit_test(lending),
        cmocka_unit_test(writing),
        cmocka_unit_test(keys),
        cmocka_unit_test(noise),
    };
    return cmocka_run_group_tests(tests, make_pool, free_pool);
}
