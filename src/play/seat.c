/* SPDX-License-Identifier: MIT */
/* Who sits at a table, as text; see seat.h. */
#include "play/seat.h"

#include "base/utf8.h"
#include "core/game.h"

#include <string.h>

static const char *const kinds[] = {
    [SEAT_EMPTY] = "empty",   [SEAT_PERSON] = "person", [SEAT_COMPUTER] = "computer",
    [SEAT_ENGINE] = "engine", [SEAT_REMOTE] = "remote",
};

const char *seat_kind_name(SeatKind kind)
{
    return kinds[kind];
}

static void write_computer(const Seat *seat, Str *out)
{
    if (seat->perfect)
        str_add(out, "computer perfect");
    else if (seat->teacher)
        str_add(out, "computer teacher");
    else if (seat->level)
        str_format(out, "computer level %d", seat->level);
    else
        str_format(out, "computer %d ms", seat->time_ms);
}

void seat_write(const Seat *seat, Str *out)
{
    if (seat->kind == SEAT_COMPUTER) {
        write_computer(seat, out);
        return;
    }
    str_add(out, kinds[seat->kind]);
    if (seat->name[0])
        str_format(out, " %s", seat->name);
}

bool seat_name_is_good(const char *name)
{
    size_t length = strlen(name);
    if (length >= SEAT_NAME_MAX || (length && (name[0] == ' ' || name[length - 1] == ' ')))
        return false;
    return utf8_is_plain(name, length);
}

bool seat_name_shows(const char *name)
{
    return seat_name_is_good(name) && (!*name || utf8_shows(name, strlen(name)));
}

const Seat seat_teacher = {.kind = SEAT_COMPUTER, .teacher = true};

/* "level 4", "2000 ms", "perfect" or "teacher". */
static bool read_computer(const char *text, Seat *out)
{
    uint64_t n;
    if (strcmp(text, "perfect") == 0) {
        *out = (Seat){.kind = SEAT_COMPUTER, .level = LEVEL_MAX, .perfect = true};
        return true;
    }
    if (strcmp(text, "teacher") == 0) {
        *out = seat_teacher;
        return true;
    }
    if (strncmp(text, "level ", 6) == 0 && str_is_number(text + 6, LEVEL_MAX, &n) && n) {
        *out = (Seat){.kind = SEAT_COMPUTER, .level = (int)n};
        return true;
    }
    if (!str_read_number(&text, SEAT_TIME_MS_MAX, &n) || !n || strcmp(text, " ms") != 0)
        return false;
    *out = (Seat){.kind = SEAT_COMPUTER, .time_ms = (int)n};
    return true;
}

static bool read_kind(const char *text, Seat *out)
{
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        size_t length = strlen(kinds[k]);
        if (strncmp(text, kinds[k], length) != 0 || (text[length] && text[length] != ' '))
            continue;
        const char *rest = text + length + (text[length] == ' ');
        if (k == SEAT_COMPUTER)
            return read_computer(rest, out);
        bool bare = !text[length]; /* no name, and no space that would announce one */
        if ((k == SEAT_EMPTY && !bare) || (!bare && !*rest) || !seat_name_is_good(rest))
            return false;
        *out = (Seat){.kind = (SeatKind)k};
        memcpy(out->name, rest, strlen(rest) + 1);
        return true;
    }
    return false;
}

bool seat_read(const char *text, Lang lang, Seat *out, char *why)
{
    static const Text form = {{"a seat is person NAME, computer level 1 to 10, computer 2000 ms, "
                               "computer perfect, computer teacher, engine NAME, remote NAME "
                               "or empty; a name has at most 63 bytes and no control characters",
                               "席は person 名前、computer level 1〜10、computer 2000 ms、"
                               "computer perfect、computer teacher、engine "
                               "名前、remote 名前、empty "
                               "のどれかです。名前は63バイトまで、制御文字は使えません"}};
    return read_kind(text, out) || refuse_text(why, lang, &form);
}

void seat_write_tag(const Seat *seat, Str *out)
{
    if (seat->kind == SEAT_COMPUTER)
        write_computer(seat, out);
    else
        str_add(out, seat->name[0] ? seat->name : "person");
}

void seat_read_tag(const char *text, Seat *out)
{
    static const char computer[] = "computer ";
    if (strncmp(text, computer, sizeof computer - 1) == 0 &&
        read_computer(text + sizeof computer - 1, out))
        return;
    *out = (Seat){.kind = SEAT_PERSON};
    if (strcmp(text, "person") != 0 && seat_name_is_good(text))
        memcpy(out->name, text, strlen(text) + 1);
}
