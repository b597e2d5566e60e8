/* SPDX-License-Identifier: MIT */
/* Zstandard, the unpacking side, after RFC 8878. A frame is blocks; a packed block is literals (by
 * Huffman codes) and sequences (by finite state entropy, "FSE"): copy so many literals, then so
 * many bytes from so far back. Codes are read from the end of their stream to its beginning.
 * Everything read is checked against where it ends; numbers in comments are sections of the RFC. */
#include "solve/unzstd.h"

#include <string.h>

enum {
    HUFFMAN_BITS = 11,
    HUFFMAN_SYMBOLS = 256,
    FSE_BITS = 9,
    FSE_SYMBOLS = 64, /* more than any of the four alphabets has */
};

typedef struct FseEntry {
    uint16_t base;
    uint8_t symbol, bits;
} FseEntry;

typedef struct Fse {
    int log; /* -1: there is none */
    FseEntry entry[1 << FSE_BITS];
} Fse;

typedef struct Huffman {
    int log; /* 0: there is none */
    uint8_t symbol[1 << HUFFMAN_BITS], bits[1 << HUFFMAN_BITS];
} Huffman;

enum { LITERAL_LENGTHS, OFFSETS, MATCH_LENGTHS, TABLES };

typedef struct Frame {
    uint8_t *out;
    size_t count; /* bytes unpacked */
    Huffman huffman;
    Fse fse[TABLES]; /* they may be used again by the next block */
    uint32_t repeat[3];
    size_t literal_count;
    uint8_t literal[UNZSTD_MAX];
} Frame;

/* What is left of some bytes. */
typedef struct Bytes {
    const uint8_t *at;
    size_t count;
} Bytes;

static bool take(Bytes *from, size_t count, Bytes *out)
{
    if (count > from->count)
        return false;
    *out = (Bytes){from->at, count};
    from->at += count;
    from->count -= count;
    return true;
}

static bool take_number(Bytes *from, int bytes, uint64_t *out)
{
    Bytes part;
    if (!take(from, (size_t)bytes, &part))
        return false;
    *out = 0;
    for (int i = 0; i < bytes; i++)
        *out |= (uint64_t)part.at[i] << (8 * i);
    return true;
}

static int log_of(uint32_t value)
{
    int log = 0;
    while (value >>= 1)
        log++;
    return log;
}

/* `n` bits from bit `low` of the stream on; n is at most 32. */
static uint32_t bits_at(const uint8_t *at, int64_t low, int n)
{
    uint64_t value = 0;
    int64_t first = low >> 3, last = (low + n - 1) >> 3;
    for (int64_t i = n ? last : first - 1; i >= first; i--)
        value = value << 8 | at[i];
    return (uint32_t)(value >> (low & 7) & ((UINT64_C(1) << n) - 1));
}

/* A stream that is read from its end; `left` bits are still to be read, less than none if more was
 * asked for than there is: that much are zeros. */
typedef struct Back {
    const uint8_t *at;
    int64_t left;
} Back;

/* The highest bit set of the last byte is where it ends. */
static bool back_open(Back *back, Bytes bytes)
{
    if (!bytes.count || !bytes.at[bytes.count - 1])
        return false;
    *back = (Back){bytes.at, 8 * (int64_t)(bytes.count - 1) + log_of(bytes.at[bytes.count - 1])};
    return true;
}

static uint32_t back_look(const Back *back, int n)
{
    if (back->left >= n)
        return bits_at(back->at, back->left - n, n);
    return back->left <= 0 ? 0 : bits_at(back->at, 0, (int)back->left) << (n - (int)back->left);
}

static uint32_t back_read(Back *back, int n)
{
    uint32_t value = back_look(back, n);
    back->left -= n;
    return value;
}

/* -- Finite state entropy (4.1) ------------------------------------------------------------------
 */

static bool fse_build(Fse *fse, const int16_t *share, int symbols, int log)
{
    uint32_t size = 1u << log, high = size, at = 0, step = (size >> 1) + (size >> 3) + 3;
    uint16_t next[FSE_SYMBOLS];
    for (int s = 0; s < symbols; s++) {
        next[s] = (uint16_t)(share[s] < 0 ? 1 : share[s]);
        if (share[s] < 0)
            fse->entry[--high].symbol = (uint8_t)s;
    }
    for (int s = 0; s < symbols; s++)
        for (int i = 0; i < share[s]; i++) {
            fse->entry[at].symbol = (uint8_t)s;
            do
                at = (at + step) & (size - 1);
            while (at >= high);
        }
    if (at)
        return false;
    for (uint32_t i = 0; i < size; i++) {
        FseEntry *entry = &fse->entry[i];
        uint32_t x = next[entry->symbol]++;
        entry->bits = (uint8_t)(log - log_of(x));
        entry->base = (uint16_t)((x << entry->bits) - size);
    }
    fse->log = log;
    return true;
}

/* One share (4.1.1): fewer bits where fewer values are left. */
static bool read_share(Bytes bytes, int64_t *at, uint32_t left, int *out)
{
    int bits = log_of(left + 1) + 1;
    uint32_t low = (1u << (bits - 1)) - 1, edge = (1u << bits) - 1 - (left + 1);
    int64_t end = 8 * (int64_t)bytes.count;
    if (*at + bits - 1 > end)
        return false;
    bool whole = *at + bits <= end;
    uint32_t value = bits_at(bytes.at, *at, whole ? bits : bits - 1);
    if ((value & low) < edge) {
        value &= low;
        bits--;
    } else if (!whole) {
        return false;
    } else if (value > low) {
        value -= edge;
    }
    *at += bits;
    *out = (int)value - 1;
    return true;
}

/* A table as it is described at the beginning of `from`, which goes on behind it. */
static bool fse_read(Fse *fse, Bytes *from, int symbols_max, int log_max)
{
    int16_t share[FSE_SYMBOLS];
    int64_t at = 4, end = 8 * (int64_t)from->count;
    int symbols = 0;
    if (!from->count)
        return false;
    int log = (from->at[0] & 15) + 5;
    if (log > log_max)
        return false;
    for (uint32_t left = 1u << log; left;) {
        int value;
        if (symbols >= symbols_max || !read_share(*from, &at, left, &value))
            return false;
        uint32_t used = (uint32_t)(value < 0 ? 1 : value);
        if (used > left)
            return false;
        left -= used;
        share[symbols++] = (int16_t)value;
        for (uint32_t zeros = value ? 0 : 3; zeros == 3;) {
            if (at + 2 > end)
                return false;
            zeros = bits_at(from->at, at, 2);
            at += 2;
            for (uint32_t i = 0; i < zeros; i++) {
                if (symbols >= symbols_max)
                    return false;
                share[symbols++] = 0;
            }
        }
    }
    Bytes used;
    return take(from, (size_t)(at + 7) / 8, &used) && fse_build(fse, share, symbols, log);
}

static void fse_step(const Fse *fse, uint32_t *state, Back *back)
{
    const FseEntry *entry = &fse->entry[*state];
    *state = entry->base + back_read(back, entry->bits);
}

/* -- Huffman codes (4.2) -------------------------------------------------------------------------
 */

/* Weights by two states in turn, until the stream is at its end. Returns how many, 0 if bad. */
static int read_weights(Bytes bytes, uint8_t *weight)
{
    Fse fse;
    Back back;
    uint32_t state[2];
    int count = 0;
    if (!fse_read(&fse, &bytes, FSE_SYMBOLS, 6) || !back_open(&back, bytes))
        return 0;
    state[0] = back_read(&back, fse.log);
    state[1] = back_read(&back, fse.log);
    for (int turn = 0; count < HUFFMAN_SYMBOLS - 2; turn ^= 1) {
        weight[count++] = fse.entry[state[turn]].symbol;
        fse_step(&fse, &state[turn], &back);
        if (back.left < 0) {
            weight[count++] = fse.entry[state[turn ^ 1]].symbol;
            return count;
        }
    }
    return 0;
}

/* The last weight is what makes the whole a power of two. */
static bool huffman_build(Huffman *huffman, uint8_t *weight, int count)
{
    uint32_t sum = 0, at = 0;
    for (int i = 0; i < count; i++) {
        if (weight[i] > HUFFMAN_BITS)
            return false;
        sum += weight[i] ? 1u << (weight[i] - 1) : 0;
    }
    if (!sum || sum >= 1u << HUFFMAN_BITS)
        return false;
    int log = log_of(sum) + 1;
    uint32_t rest = (1u << log) - sum;
    if (rest & (rest - 1))
        return false;
    weight[count++] = (uint8_t)(log_of(rest) + 1);
    for (int w = 1; w <= log; w++)
        for (int s = 0; s < count; s++)
            for (uint32_t i = 0; weight[s] == w && i < 1u << (w - 1); i++, at++) {
                huffman->symbol[at] = (uint8_t)s;
                huffman->bits[at] = (uint8_t)(log + 1 - w);
            }
    huffman->log = log;
    return true;
}

static bool huffman_read(Huffman *huffman, Bytes *from)
{
    uint8_t weight[HUFFMAN_SYMBOLS];
    uint64_t head;
    Bytes part;
    int count;
    if (!take_number(from, 1, &head))
        return false;
    if (head < 128) {
        if (!take(from, (size_t)head, &part))
            return false;
        count = read_weights(part, weight);
    } else {
        count = (int)head - 127;
        if (!take(from, (size_t)(count + 1) / 2, &part))
            return false;
        for (int i = 0; i < count; i++)
            weight[i] = i & 1 ? part.at[i / 2] & 15 : part.at[i / 2] >> 4;
    }
    return count > 0 && huffman_build(huffman, weight, count);
}

static bool huffman_stream(const Huffman *huffman, Bytes bytes, uint8_t *out, size_t count)
{
    Back back;
    if (!back_open(&back, bytes))
        return false;
    for (size_t i = 0; i < count; i++) {
        uint32_t code = back_look(&back, huffman->log);
        out[i] = huffman->symbol[code];
        back.left -= huffman->bits[code];
    }
    return back.left == 0;
}

/* -- Literals (3.1.1.3.1) ------------------------------------------------------------------------
 */

static bool read_streams(Frame *frame, Bytes bytes, bool four)
{
    size_t count = frame->literal_count, quarter = (count + 3) / 4;
    uint8_t *to = frame->literal;
    uint64_t size[3];
    if (!four)
        return huffman_stream(&frame->huffman, bytes, to, count);
    if (3 * quarter > count)
        return false;
    for (int i = 0; i < 3; i++)
        if (!take_number(&bytes, 2, &size[i]))
            return false;
    for (int i = 0; i < 3; i++, to += quarter) {
        Bytes part;
        if (!take(&bytes, (size_t)size[i], &part) ||
            !huffman_stream(&frame->huffman, part, to, quarter))
            return false;
    }
    return huffman_stream(&frame->huffman, bytes, to, count - 3 * quarter);
}

static bool read_plain_literals(Frame *frame, Bytes *from, bool one, int form)
{
    uint64_t head;
    Bytes part;
    if (!take_number(from, form == 1 ? 2 : form == 3 ? 3 : 1, &head))
        return false;
    head >>= form & 1 ? 4 : 3;
    if (head > UNZSTD_MAX || !take(from, one ? 1 : (size_t)head, &part))
        return false;
    if (one)
        memset(frame->literal, part.at[0], (size_t)head);
    else
        memcpy(frame->literal, part.at, (size_t)head);
    frame->literal_count = (size_t)head;
    return true;
}

static bool read_literals(Frame *frame, Bytes *from)
{
    enum { RAW, ONE, PACKED, PACKED_AGAIN };
    uint64_t head;
    Bytes part;
    if (!from->count)
        return false;
    int kind = from->at[0] & 3, form = from->at[0] >> 2 & 3;
    if (kind == RAW || kind == ONE)
        return read_plain_literals(frame, from, kind == ONE, form);
    int bits = form < 2 ? 10 : form == 2 ? 14 : 18;
    if (!take_number(from, (4 + 2 * bits) / 8, &head))
        return false;
    uint64_t count = head >> 4 & ((1u << bits) - 1), size = head >> (4 + bits);
    if (count > UNZSTD_MAX || !take(from, (size_t)size, &part))
        return false;
    frame->literal_count = (size_t)count;
    return (kind == PACKED ? huffman_read(&frame->huffman, &part) : frame->huffman.log > 0) &&
           read_streams(frame, part, form != 0);
}

/* -- Sequences (3.1.1.3.2) -----------------------------------------------------------------------
 */

/* Where the numbers of a code begin, and how many bits say which it is. */
typedef struct Code {
    uint32_t base;
    uint8_t bits;
} Code;

static Code literal_code(unsigned symbol)
{
    static const Code code[] = {{16, 1},    {18, 1},    {20, 1},     {22, 1},     {24, 2},
                                {28, 2},    {32, 3},    {40, 3},     {48, 4},     {64, 6},
                                {128, 7},   {256, 8},   {512, 9},    {1024, 10},  {2048, 11},
                                {4096, 12}, {8192, 13}, {16384, 14}, {32768, 15}, {65536, 16}};
    return symbol < 16 ? (Code){symbol, 0} : code[symbol - 16];
}

static Code match_code(unsigned symbol)
{
    static const Code code[] = {
        {35, 1},    {37, 1},    {39, 1},    {41, 1},    {43, 2},     {47, 2},     {51, 3},
        {59, 3},    {67, 4},    {83, 4},    {99, 5},    {131, 7},    {259, 8},    {515, 9},
        {1027, 10}, {2051, 11}, {4099, 12}, {8195, 13}, {16387, 14}, {32771, 15}, {65539, 16}};
    return symbol < 32 ? (Code){symbol + 3, 0} : code[symbol - 32];
}

static const int symbols_max[TABLES] = {36, 32, 53}, logs_max[TABLES] = {9, 8, 9};

/* Tables that need not be written (3.1.1.3.2.2). */
static bool fse_default(Fse *fse, int which)
{
    static const int16_t literals[] = {4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1,  1,  2,  2,
                                       2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1};
    static const int16_t offsets[] = {1, 1, 1, 1, 1, 1, 2, 2, 2, 1,  1,  1,  1,  1, 1,
                                      1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1};
    static const int16_t matches[] = {1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1,  1,  1,  1,  1,  1,  1, 1,
                                      1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,  1,  1,  1,  1,  1,  1, 1,
                                      1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1};
    return which == LITERAL_LENGTHS ? fse_build(fse, literals, 36, 6)
           : which == OFFSETS       ? fse_build(fse, offsets, 29, 5)
                                    : fse_build(fse, matches, 53, 6);
}

static bool read_table(Frame *frame, Bytes *from, int which, int mode)
{
    enum { DEFAULT, ONE, WRITTEN, AGAIN };
    Fse *fse = &frame->fse[which];
    uint64_t symbol;
    if (mode == DEFAULT)
        return fse_default(fse, which);
    if (mode == WRITTEN)
        return fse_read(fse, from, symbols_max[which], logs_max[which]);
    if (mode == AGAIN)
        return fse->log >= 0;
    if (!take_number(from, 1, &symbol) || (int)symbol >= symbols_max[which])
        return false;
    fse->entry[0] = (FseEntry){0, (uint8_t)symbol, 0};
    fse->log = 0;
    return true;
}

/* The last three offsets have short names, which are others after no literals (3.1.1.5). */
static uint32_t real_offset(Frame *frame, uint32_t value, uint32_t literals)
{
    uint32_t *r = frame->repeat, offset, place = value - 1 + !literals;
    if (value > 3) {
        offset = value - 3;
        place = 2;
    } else {
        offset = place == 3 ? r[0] - 1 : r[place];
    }
    if (place >= 2)
        r[2] = r[1];
    if (place >= 1) {
        r[1] = r[0];
        r[0] = offset;
    }
    return offset;
}

static bool put_literals(Frame *frame, size_t *used, size_t count)
{
    if (count > frame->literal_count - *used || count > UNZSTD_MAX - frame->count)
        return false;
    memcpy(frame->out + frame->count, frame->literal + *used, count);
    frame->count += count;
    *used += count;
    return true;
}

static bool put_match(Frame *frame, uint32_t offset, size_t count)
{
    if (!offset || offset > frame->count || count > UNZSTD_MAX - frame->count)
        return false;
    for (uint8_t *to = frame->out + frame->count, *end = to + count; to < end; to++)
        *to = *(to - offset); /* it may run into what it copies */
    frame->count += count;
    return true;
}

static bool read_sequences(Frame *frame, Bytes from, uint64_t count, size_t *used)
{
    const Fse *fse = frame->fse;
    Back back;
    uint32_t state[TABLES];
    if (!back_open(&back, from))
        return false;
    for (int i = 0; i < TABLES; i++)
        state[i] = back_read(&back, fse[i].log);
    for (uint64_t n = 0; n < count; n++) {
        unsigned far = fse[OFFSETS].entry[state[OFFSETS]].symbol;
        Code literal = literal_code(fse[LITERAL_LENGTHS].entry[state[LITERAL_LENGTHS]].symbol);
        Code match = match_code(fse[MATCH_LENGTHS].entry[state[MATCH_LENGTHS]].symbol);
        if (far > 30)
            return false; /* farther than any frame here is long */
        uint32_t value = (1u << far) + back_read(&back, (int)far);
        uint32_t length = match.base + back_read(&back, match.bits);
        uint32_t literals = literal.base + back_read(&back, literal.bits);
        if (back.left < 0 || !put_literals(frame, used, literals) ||
            !put_match(frame, real_offset(frame, value, literals), length))
            return false;
        if (n + 1 == count)
            break;
        fse_step(&fse[LITERAL_LENGTHS], &state[LITERAL_LENGTHS], &back);
        fse_step(&fse[MATCH_LENGTHS], &state[MATCH_LENGTHS], &back);
        fse_step(&fse[OFFSETS], &state[OFFSETS], &back);
    }
    return back.left == 0;
}

static bool read_count(Bytes *from, uint64_t *out)
{
    uint64_t more;
    if (!take_number(from, 1, out))
        return false;
    if (*out < 128)
        return true;
    if (!take_number(from, *out == 255 ? 2 : 1, &more))
        return false;
    *out = *out == 255 ? more + 0x7f00 : (*out - 128) << 8 | more;
    return true;
}

static bool unpack_block(Frame *frame, Bytes from)
{
    uint64_t count, modes;
    size_t used = 0;
    if (!read_literals(frame, &from) || !read_count(&from, &count))
        return false;
    if (count) {
        if (!take_number(&from, 1, &modes) || modes & 3)
            return false;
        for (int i = 0; i < TABLES; i++)
            if (!read_table(frame, &from, i, (int)(modes >> (6 - 2 * i) & 3)))
                return false;
        if (!read_sequences(frame, from, count, &used))
            return false;
    } else if (from.count) {
        return false;
    }
    return put_literals(frame, &used, frame->literal_count - used);
}

/* -- Frames (3.1.1) ------------------------------------------------------------------------------
 */

static bool read_block(Frame *frame, Bytes *from, bool *last)
{
    enum { RAW, ONE, PACKED };
    uint64_t head;
    Bytes part;
    if (!take_number(from, 3, &head))
        return false;
    uint64_t kind = head >> 1 & 3, size = head >> 3;
    *last = head & 1;
    if (kind > PACKED || !take(from, kind == ONE ? 1 : (size_t)size, &part))
        return false;
    if (kind == PACKED)
        return unpack_block(frame, part);
    if (size > UNZSTD_MAX - frame->count)
        return false;
    if (kind == RAW)
        memcpy(frame->out + frame->count, part.at, (size_t)size);
    else
        memset(frame->out + frame->count, part.at[0], (size_t)size);
    frame->count += (size_t)size;
    return true;
}

/* The head of the frame; *size is what it says of its length, SIZE_MAX if nothing. */
static bool read_head(Bytes *from, bool *summed, uint64_t *size)
{
    static const uint64_t magic = 0xfd2fb528;
    uint64_t number, flags, ignored;
    if (!take_number(from, 4, &number) || number != magic || !take_number(from, 1, &flags))
        return false;
    bool single = flags >> 5 & 1;
    int form = (int)(flags >> 6), bytes = form ? 1 << form : single;
    if (flags & 11) /* a reserved bit, or a dictionary */
        return false;
    if (!single && !take_number(from, 1, &ignored))
        return false;
    *size = UINT64_MAX;
    if (bytes && !take_number(from, bytes, size))
        return false;
    *size += form == 1 ? 256 : 0;
    *summed = flags >> 2 & 1;
    return true;
}

bool unzstd(const uint8_t *in, size_t count, uint8_t *out, size_t *length)
{
    Frame frame;
    Bytes from = {in, count}, sum;
    bool last = false, summed;
    uint64_t size;
    frame.out = out;
    frame.count = frame.literal_count = 0;
    frame.huffman.log = 0;
    frame.repeat[0] = 1, frame.repeat[1] = 4, frame.repeat[2] = 8;
    for (int i = 0; i < TABLES; i++)
        frame.fse[i].log = -1;
    if (!read_head(&from, &summed, &size))
        return false;
    while (!last)
        if (!read_block(&frame, &from, &last))
            return false;
    if ((summed && !take(&from, 4, &sum)) || from.count ||
        (size != UINT64_MAX && size != frame.count))
        return false;
    *length = frame.count;
    return true;
}
