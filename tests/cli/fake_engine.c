/* SPDX-License-Identifier: MIT */
/* A UGI engine for tests of `concentric tournament`: moves at random, and misbehaves as its words
 * say. fake_engine [seed=N] [FAULT=K]... A fault happens at the K-th `go` of the process, from 1.
 */
#include "base/clock.h"
#include "base/rng.h"
#include "games/registry.h"
#include "proto/ugi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NEVER = 0 };

static struct Behaviour {
    const char *name;
    uint64_t value;
} behaviour[] = {
    {"seed", 1},          /* of the random moves                                  */
    {"hang", NEVER},      /* no answer any more, but it goes on reading           */
    {"deaf", NEVER},      /* neither answers nor reads any more                   */
    {"crash", NEVER},     /* ends without a word                                  */
    {"illegal", NEVER},   /* bestmove with a move that is none                    */
    {"empty", NEVER},     /* bestmove alone                                       */
    {"garbage", NEVER},   /* bytes of all kinds before the answer                 */
    {"flood", NEVER},     /* an endless line                                      */
    {"late", NEVER},      /* answers only to stop                                 */
    {"twice", NEVER},     /* two answers                                          */
    {"slow", 0},          /* milliseconds before every answer                     */
    {"mute", 0},          /* says nothing from the start                          */
    {"exit", 0},          /* ends at the start                                    */
    {"score", 0},         /* says this score + 1000 with every move: 1000 is even */
    {"best", 0},          /* makes the first legal move instead of a random one   */
    {"idle-crash", NEVER} /* ends after its K-th answer                           */
};

static uint64_t value_of(const char *name)
{
    for (size_t i = 0; i < sizeof behaviour / sizeof *behaviour; i++)
        if (strcmp(behaviour[i].name, name) == 0)
            return behaviour[i].value;
    abort();
}

static void write_out(void *context, const char *bytes, size_t count)
{
    (void)context;
    fwrite(bytes, 1, count, stdout);
    fflush(stdout);
}

static void sleep_ms(uint64_t ms)
{
    struct timespec t = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000000};
    nanosleep(&t, NULL);
}

static void flood(void)
{
    for (;;)
        fputs("info string and so on ", stdout);
}

/* Bytes of all kinds, a line that is too long, half words of the protocol. */
static void garbage(void)
{
    for (int i = 0; i < 200000; i++)
        putchar(i * 7 % 256 == '\n' ? ' ' : i * 7 % 256);
    fputs("\n\nbestmov\ninfo score cp\ninfo score cp 99999999999999\ninfo depth\nerror\n", stdout);
}

static void answer(Ugi *ugi, Rng *rng)
{
    const Pos *pos = ugi_pos(ugi);
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    Move move;
    uint32_t random = value_of("best") ? 0 : (uint32_t)(rng_next(rng) >> 32);
    if (!game_pick(ugi->game, pos, random, ugi->moves, &move)) {
        puts("bestmove none");
        return;
    }
    ugi->game->ops->write_move(ugi->game, pos, move, &s);
    if (value_of("score"))
        printf("info depth 1 score cp %d nodes 7 pv %s\n", (int)value_of("score") - 1000, text);
    printf("bestmove %s\n", text);
}

/* False if there shall be no answer. */
static bool misbehave(uint64_t go)
{
    if (value_of("deaf") == go)
        for (;;)
            sleep_ms(1000);
    if (value_of("crash") == go)
        exit(3);
    if (value_of("flood") == go)
        flood();
    if (value_of("garbage") == go)
        garbage();
    if (value_of("illegal") == go)
        puts("bestmove z99");
    else if (value_of("empty") == go)
        puts("bestmove");
    else
        return value_of("hang") != go && value_of("late") != go;
    return false;
}

static void go(Ugi *ugi, Rng *rng)
{
    static uint64_t count;
    count++;
    sleep_ms(value_of("slow"));
    if (misbehave(count))
        answer(ugi, rng);
    if (value_of("twice") == count)
        answer(ugi, rng);
    fflush(stdout);
    if (value_of("idle-crash") == count)
        exit(4);
}

static bool take_word(const char *word)
{
    for (size_t i = 0; i < sizeof behaviour / sizeof *behaviour; i++) {
        size_t length = strlen(behaviour[i].name);
        if (strncmp(word, behaviour[i].name, length) == 0 && word[length] == '=')
            return str_is_number(word + length + 1, UINT64_MAX, &behaviour[i].value);
    }
    return false;
}

static void listen(Ugi *ugi)
{
    static char line[UGI_LINE_MAX + 2];
    Rng rng = {value_of("seed")};
    while (fgets(line, sizeof line, stdin)) {
        size_t length = strcspn(line, "\r\n");
        line[length] = '\0';
        if (strncmp(line, "go", 2) == 0)
            go(ugi, &rng);
        else if (strcmp(line, "stop") == 0 && value_of("late"))
            answer(ugi, &rng), fflush(stdout);
        else if (!ugi_line(ugi, line, length))
            return;
    }
}

int main(int argc, char **argv)
{
    UgiHost host = {.families = registry_families,
                    .family_count = registry_count,
                    .first_variant = "nine",
                    .write = write_out};
    Ugi ugi;
    char why[WHY_MAX];
    for (int i = 1; i < argc; i++)
        if (!take_word(argv[i]))
            return fprintf(stderr, "fake_engine: what is %s?\n", argv[i]), 2;
    while (value_of("mute"))
        sleep_ms(1000);
    if (value_of("exit") || !ugi_begin(&ugi, &host, why))
        return 5;
    listen(&ugi);
    ugi_end(&ugi);
    return 0;
}
