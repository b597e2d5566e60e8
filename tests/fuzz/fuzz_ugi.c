/* SPDX-License-Identifier: MIT */
/* Lines for the engine protocol: whatever they are, answers are whole clean lines, an error is one
 * line, and after an error all is as it was. `go` is answered by a search of very few nodes, at
 * once or, as the length of the line before tells, some lines later; every one that is taken gets
 * one legal bestmove of two words. Deep perfts and too many lines are left out. */
#include "ai/level.h"
#include "ai/search.h"
#include "ai/time.h"
#include "core/perft.h"
#include "games/registry.h"
#include "proto/ugi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINES_MAX = 48,
    PERFT_MAX = 2,
    PERFT_MOVES_MAX = 200,
    NODES_MAX = 200,
    TABLE_SLOTS = 1 << 8,
    ROOM = 1 << 14,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "fuzz_ugi: %s\n", what);
        abort();
    }
}

/* What was sent for one line: how many lines, how the last one began, whether a line is open. */
typedef struct Sent {
    size_t lines, errors, bests, bytes;
    char line[128]; /* of which this is the beginning */
    bool open;
} Sent;

/* The engine: what it has been asked, and how many answers it owes. */
typedef struct Fake {
    Ugi ugi;
    Sent sent;
    bool later; /* it does not answer at once */
    bool owes;
    Move best;
    uint64_t taken, answered;
} Fake;

static void end_line(Fake *fake)
{
    Sent *sent = &fake->sent;
    sent->line[sent->bytes < sizeof sent->line ? sent->bytes : sizeof sent->line - 1] = '\0';
    sent->bytes = 0;
    sent->lines++;
    sent->errors += strncmp(sent->line, "error: ", 7) == 0;
    if (strncmp(sent->line, "bestmove ", 9) != 0)
        return;
    sent->bests++;
    check(sent->line[9] && !strchr(sent->line + 9, ' '), "a bestmove that is not two words");
}

static void receive(void *context, const char *bytes, size_t count)
{
    Fake *fake = context;
    Sent *sent = &fake->sent;
    for (size_t i = 0; i < count; i++) {
        check(bytes[i] == '\n' || (bytes[i] >= ' ' && bytes[i] <= '~'), "an unclean byte is sent");
        sent->open = bytes[i] != '\n';
        if (!sent->open) {
            end_line(fake);
            continue;
        }
        if (sent->bytes < sizeof sent->line)
            sent->line[sent->bytes] = bytes[i];
        sent->bytes++;
    }
}

static void answer(Fake *fake)
{
    fake->owes = false;
    fake->answered++;
    ugi_done(&fake->ugi, fake->best);
}

static bool is_legal(const Ugi *ugi, Move move)
{
    return game_is_legal(ugi->game, ugi_pos(ugi), move, ugi->moves);
}

/* The clock has a plan whatever it says. */
static void check_time(const UgiGo *go)
{
    for (int i = 0; i < 2; i++) {
        TimePlan plan = time_plan((double)go->time[i], (double)go->inc[i], go->moves_to_go);
        check(plan.soft_ms > 0 && plan.soft_ms <= plan.hard_ms, "no plan for a clock");
    }
}

static bool go_at_once(void *context, const TreePlace *place, const UgiGo *go,
                       const UgiOptions *options, char *why)
{
    Fake *fake = context;
    static Search search;
    static TTSlot slots[TABLE_SLOTS];
    size_t room = ROOM + place->tree->game->moves_max;
    SearchMemory memory = {.tt = {.slots = slots, .count = TABLE_SLOTS},
                           .moves = malloc(room * sizeof(Move)),
                           .order = malloc(room * sizeof(int32_t)),
                           .room = room};
    SearchLimits limits = {.nodes = go->nodes && go->nodes < NODES_MAX ? go->nodes : NODES_MAX,
                           .depth = go->depth < SEARCH_PLIES_MAX ? go->depth : 0,
                           .mate = go->mate,
                           .lines = options->lines,
                           .level = options->level == LEVEL_MAX ? 0 : options->level,
                           .seed = options->seed};
    (void)why;
    check_time(go);
    tt_clear(&memory.tt);
    History history;
    check(tree_history(place->tree, place->node, &history), "no memory");
    search_begin(&search, &memory, &history, &limits);
    history_free(&history);
    while (search_go_on(&search, 0))
        continue;
    for (int i = 0; i < search.line_count; i++) {
        UgiInfo info = {.line = search.line[i].move, .length = search.line[i].length};
        check(info.length > 0 && is_legal(&fake->ugi, info.line[0]), "a line of no legal move");
        ugi_info(&fake->ugi, &info);
    }
    check(is_legal(&fake->ugi, search.best), "a best move that is not legal");
    free(memory.moves);
    free(memory.order);
    fake->best = search.best;
    fake->owes = true;
    fake->taken++;
    if (!fake->later)
        answer(fake);
    return true;
}

static void stop_it(void *context)
{
    Fake *fake = context;
    check(fake->ugi.thinking, "a stop for nothing");
}

/* Would this line count for too long? */
static bool is_deep_perft(const Ugi *ugi, const char *line)
{
    static const char blanks[] = " \t\r";
    line += strspn(line, blanks);
    size_t length = strcspn(line, blanks);
    if (length != 5 || memcmp(line, "perft", 5) != 0)
        return false;
    unsigned long depth = strtoul(line + length, NULL, 10);
    int count = depth == 2 ? ugi->game->moves(ugi->game, ugi_pos(ugi), ugi->moves) : 0;
    return (depth > PERFT_MAX && depth <= PERFT_DEPTH_MAX) || count > PERFT_MOVES_MAX;
}

/* Hands in one line, ended by NUL, and looks at the answer. */
static bool hand_in(Fake *fake, char *line, size_t length)
{
    Ugi *ugi = &fake->ugi;
    const Sent *sent = &fake->sent;
    const Game *game = ugi->game;
    const TreeNode *node = ugi->tree.node;
    Pos pos = *ugi_pos(ugi);
    fake->sent = (Sent){0};
    bool waits = ugi->from < ugi->to;
    bool going = ugi_line(ugi, line, length);
    check(!sent->open, "a line without end");
    if (sent->errors && !waits) {
        check(sent->errors == 1 && sent->lines == 1 + sent->bests, "an error of several lines");
        check(ugi->game == game && ugi->tree.node == node, "an error that changes the game");
        check(memcmp(&pos, ugi_pos(ugi), sizeof pos) == 0, "an error that moves");
    }
    return going;
}

/* A copy of its own for every line, so that reading past its end is found. */
static bool try_line(Fake *fake, const char *bytes, size_t length)
{
    char *line = malloc(length + 1);
    memcpy(line, bytes, length);
    line[length] = '\0';
    bool going = is_deep_perft(&fake->ugi, line) || hand_in(fake, line, length);
    free(line);
    if (fake->owes && length % 4 == 0)
        answer(fake);
    fake->later = length % 3 == 0;
    return going;
}

static void finish(Fake *fake)
{
    Ugi *ugi = &fake->ugi;
    for (int i = 0; i <= LINES_MAX && ugi->thinking; i++) {
        ugi_no_more(ugi);
        if (fake->owes)
            answer(fake);
    }
    check(!ugi->thinking && ugi->from == ugi->to, "lines that wait for ever");
    check(fake->taken == fake->answered, "a go without bestmove");
    ugi_end(ugi);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Fake fake;
    UgiHost host = {
        .families = registry_families,
        .family_count = registry_count,
        .first_variant = "nine",
        .first = {.hash_mb = 1, .seed = 1, .threads = 1, .lines = 1, .level = LEVEL_MAX},
        .most = {.hash_mb = 64, .seed = UINT64_MAX, .threads = 8, .lines = 16, .level = LEVEL_MAX},
        .write = receive,
        .go = go_at_once,
        .stop = stop_it,
        .context = &fake};
    char why[WHY_MAX];
    fake = (Fake){0};
    check(ugi_begin(&fake.ugi, &host, why), "no beginning");
    const char *at = (const char *)data, *end = at + size;
    bool going = true;
    for (int lines = 0; going && at < end && lines < LINES_MAX; lines++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        going = try_line(&fake, at, (size_t)((stop ? stop : end) - at));
        at = stop ? stop + 1 : end;
    }
    finish(&fake);
    return 0;
}
