/* SPDX-License-Identifier: MIT */
/* Calls of the public library, by bytes: a first line is the variant, then every byte is a call and
 * the bytes or the line behind it are its arguments. Whatever they are, nothing breaks, refusals
 * have a reason and change nothing, and what is written reads back. */
#include "concentric/concentric.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CALLS_MAX = 200, SLOTS = 3, POINTS = 256 };

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_library: %s\n", what);
        abort();
    }
}

/* What is left of the input, and what is being used. */
typedef struct Script {
    const uint8_t *at, *end;
    char line[600];
    concentric_match *match;
    concentric_batch *batch;
    concentric_clock *clock;
    concentric_series *series;
    concentric_search *search;
} Script;

static uint32_t byte(Script *s)
{
    return s->at < s->end ? *s->at++ : 0;
}

static const char *line(Script *s)
{
    size_t n = 0;
    for (int c; n + 1 < sizeof s->line && s->at < s->end && (c = *s->at++) != '\n';)
        s->line[n++] = (char)c;
    s->line[n] = '\0';
    return s->line;
}

static char why[CONCENTRIC_WHY_MAX];

static void refused(bool good)
{
    check(good || (why[0] && !strchr(why, '\n') && strlen(why) < sizeof why), "a bad reason");
}

static void check_match(concentric_match *m)
{
    uint8_t board[POINTS];
    concentric_board(m, board);
    concentric_match *again = concentric_new_of(concentric_game_of(m), concentric_position(m), 1,
                                                why);
    check(again, "a position that does not read back");
    check(strcmp(concentric_position(again), concentric_position(m)) == 0, "another position");
    check(concentric_move_count(again) == concentric_move_count(m), "other moves");
    concentric_free(again);
}

static void check_record(concentric_match *m)
{
    const char *text = concentric_record(m);
    concentric_reader *reader = concentric_reader_new(text, strlen(text), CONCENTRIC_JAPANESE);
    concentric_match *back;
    check(concentric_read(reader, &back, why) == CONCENTRIC_FOUND, "a record that is refused");
    check(strcmp(concentric_record(back), text) == 0, "a record that comes back as another one");
    concentric_reader_free(reader);
    concentric_free(back);
}

static void play(Script *s)
{
    char before[600];
    snprintf(before, sizeof before, "%s", concentric_position(s->match));
    bool legal = concentric_check(s->match, line(s), NULL);
    check(legal == (concentric_describe(s->match, s->line) != NULL), "told although not legal");
    bool good = concentric_play(s->match, s->line, why);
    refused(good);
    check(good || strcmp(before, concentric_position(s->match)) == 0, "a refusal that changes");
}

static void copy(Script *s)
{
    concentric_match *copied = concentric_copy(s->match);
    check(copied, "no copy");
    check(strcmp(concentric_record(copied), concentric_record(s->match)) == 0, "another copy");
    concentric_free(s->match);
    s->match = copied;
}

static void use_tree(Script *s)
{
    uint32_t node = byte(s);
    concentric_match *m = s->match;
    switch (byte(s) % 6) {
    case 0:
        concentric_go_to(m, node);
        break;
    case 1:
        concentric_delete(m, node);
        break;
    case 2:
        concentric_promote(m, node);
        break;
    case 3:
        refused(concentric_set_comment(m, node, line(s), why));
        break;
    case 4:
        concentric_back(m);
        break;
    default:
        concentric_node_move(m, concentric_node_next(m, concentric_node_child(m, node)));
        concentric_comment(m, node);
    }
}

static void use_batch(Script *s)
{
    uint64_t words[SLOTS] = {0}, state = byte(s);
    uint32_t first[SLOTS + 1], index[SLOTS];
    const uint64_t *moves;
    switch (byte(s) % 4) {
    case 0:
        refused(concentric_batch_set(s->batch, byte(s) % (SLOTS + 1), line(s), 1, why));
        break;
    case 1:
        concentric_batch_random(s->batch, byte(s), byte(s) & 1, &state, words);
        break;
    case 2:
        for (int i = 0; i < SLOTS; i++)
            index[i] = byte(s) - 1u;
        refused(concentric_batch_play_index(s->batch, index, why));
        break;
    default:
        moves = concentric_batch_moves(s->batch, first);
        words[byte(s) % SLOTS] = first[SLOTS] ? moves[0] ^ (byte(s) & 1) : 0;
        refused(concentric_batch_play(s->batch, words, why));
    }
    concentric_batch_moves(s->batch, first);
    check(first[0] == 0 && first[0] <= first[1] && first[2] <= first[3], "a bad list");
}

static void use_clock(Script *s)
{
    int64_t now = (int64_t)((uint64_t)byte(s) << (byte(s) % 64)) / 2; /* negative ones too */
    concentric_clock *other = concentric_clock_new(line(s), CONCENTRIC_JAPANESE, why);
    refused(other != NULL);
    if (other) {
        concentric_clock_free(s->clock);
        s->clock = other;
    }
    concentric_clock_start(s->clock, (int)byte(s) % 3, now);
    concentric_clock_pause(s->clock, now / 2);
    concentric_clock_resume(s->clock, now);
    concentric_clock_moved(s->clock, now + byte(s));
    check(concentric_clock_left(s->clock, 1, now) >= 0, "less than nothing left");
    concentric_clock_flag(s->clock, concentric_clock_due(s->clock));
}

static void use_search(Script *s)
{
    concentric_limits limits = {
        .nodes = 1 + byte(s), .lines = (int)byte(s) % 20, .level = (int)byte(s) % 12};
    limits.only = byte(s) & 1 ? line(s) : NULL;
    if (!s->search) /* it has memory and a thread: only for those that search */
        s->search = concentric_search_new(concentric_game_of(s->match), 1, 1, why);
    check(s->search, "no search");
    bool good = concentric_search_run(s->search, s->match, &limits, why);
    refused(good);
    for (size_t i = 0; good && i < concentric_search_line_count(s->search); i++)
        check(concentric_search_line(s->search, i)[0], "an empty line");
    check(!good || concentric_check(s->match, concentric_search_best(s->search), why),
          "a bad best");
}

static void use_series(Script *s)
{
    concentric_match *m = concentric_series_match(s->series, why);
    refused(m != NULL);
    if (!m)
        return;
    concentric_end(m, (concentric_ending)(byte(s) % 10), (int)byte(s) % 4, why);
    refused(concentric_series_ended(s->series, m, byte(s), why));
    concentric_series_text(s->series, CONCENTRIC_JAPANESE);
    concentric_free(m);
}

static void read_records(Script *s)
{
    concentric_match *m;
    concentric_reader *reader = concentric_reader_new((const char *)s->at, (size_t)(s->end - s->at),
                                                      CONCENTRIC_ENGLISH);
    concentric_found found;
    while ((found = concentric_read(reader, &m, why)) == CONCENTRIC_FOUND) {
        check_record(m);
        concentric_free(m);
    }
    refused(found != CONCENTRIC_BAD);
    concentric_reader_free(reader);
    s->at = s->end;
}

static void call(Script *s)
{
    concentric_match *m = s->match;
    switch (byte(s) % 16) {
    case 0:
        play(s);
        break;
    case 1:
        refused(concentric_play_number(m, byte(s), why));
        break;
    case 2:
        concentric_undo(m);
        break;
    case 3:
        copy(s);
        break;
    case 4:
        use_tree(s);
        break;
    case 5:
        use_batch(s);
        break;
    case 6:
        use_clock(s);
        break;
    case 7:
        use_search(s);
        break;
    case 8:
        use_series(s);
        break;
    case 9:
        read_records(s);
        break;
    case 10:
        refused(concentric_set_tag(m, "Event", line(s), why));
        break;
    case 11:
        refused(concentric_end(m, (concentric_ending)(byte(s) % 10), (int)byte(s) % 4, why));
        break;
    case 12:
        concentric_set_language(m, byte(s) & 1 ? CONCENTRIC_JAPANESE : CONCENTRIC_ENGLISH);
        concentric_duty(m);
        concentric_ending_text(m);
        break;
    case 13:
        concentric_svg(m);
        concentric_picture(m);
        concentric_transformed(m, byte(s));
        break;
    case 14:
        concentric_move_at(m, byte(s));
        concentric_position_at(m, byte(s));
        concentric_moves(m);
        break;
    default:
        check_record(m);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Script s = {.at = data, .end = data + size};
    concentric_game *game = concentric_game_open(line(&s), CONCENTRIC_ENGLISH, why);
    refused(game != NULL);
    if (!game)
        return 0;
    s.match = concentric_new_of(game, NULL, 1, why);
    s.batch = concentric_batch_new(game, SLOTS, 1, why);
    s.clock = concentric_clock_new("60+1", CONCENTRIC_ENGLISH, why);
    s.series = concentric_series_new(game, 1, why);
    check(s.match && s.batch && s.clock && s.series, "no memory");
    for (int i = 0; i < CALLS_MAX && s.at < s.end; i++)
        call(&s);
    check_match(s.match);
    concentric_search_free(s.search);
    concentric_game_close(game); /* before those that keep it */
    concentric_series_free(s.series);
    concentric_clock_free(s.clock);
    concentric_batch_free(s.batch);
    concentric_free(s.match);
    return 0;
}
