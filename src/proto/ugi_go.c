/* SPDX-License-Identifier: MIT */
/* The words behind `go`. Counts (depth, nodes, mate) must be good numbers; times may be anything
 * that a clock can say, negative ones and ones beyond all bounds too, because a player whose clock
 * is strange still has to move. */
#include "proto/ugi_part.h"

#include <string.h>

typedef enum GoKind { GO_INFINITE, GO_COUNT, GO_NODES, GO_TIME, GO_MOVES } GoKind;

typedef struct GoWord {
    const char *name;
    GoKind kind;
    size_t at;  /* of its value in UgiGo */
    size_t has; /* of its flag, for times that have one */
} GoWord;

#define AT(member) offsetof(UgiGo, member)
enum { NO_FLAG = 0 }; /* `infinite` is at 0 and is no time */

static const GoWord go_words[] = {
    {"infinite", GO_INFINITE, AT(infinite), NO_FLAG},
    {"depth", GO_COUNT, AT(depth), NO_FLAG},
    {"mate", GO_COUNT, AT(mate), NO_FLAG},
    {"movestogo", GO_COUNT, AT(moves_to_go), NO_FLAG},
    {"nodes", GO_NODES, AT(nodes), NO_FLAG},
    {"movetime", GO_TIME, AT(movetime), AT(has_movetime)},
    {"p1time", GO_TIME, AT(time[0]), AT(has_time[0])},
    {"p2time", GO_TIME, AT(time[1]), AT(has_time[1])},
    {"p1inc", GO_TIME, AT(inc[0]), NO_FLAG},
    {"p2inc", GO_TIME, AT(inc[1]), NO_FLAG},
    {"searchmoves", GO_MOVES, AT(only), NO_FLAG},
};
enum { GO_WORD_COUNT = sizeof go_words / sizeof *go_words };

static const GoWord *find_go_word(const char *name)
{
    for (int i = 0; i < GO_WORD_COUNT; i++)
        if (strcmp(go_words[i].name, name) == 0)
            return &go_words[i];
    return NULL;
}

/* Decimal digits after at most one sign; what is beyond +-UGI_MS_MAX is that. */
static bool read_ms(const char *text, int64_t *out)
{
    bool minus = *text == '-';
    int64_t value = 0;
    text += minus || *text == '+';
    if (!*text)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return false;
        value = value * 10 + (*text - '0');
        if (value > UGI_MS_MAX)
            value = UGI_MS_MAX;
    }
    *out = minus ? -value : value;
    return true;
}

static bool refuse_value(char *why, const char *name, const char *range, const char *word)
{
    Str s = str_over(why, WHY_MAX);
    str_format(&s, "go %s takes %s, not ", name, range);
    str_quote(&s, word ? word : "");
    return false;
}

static bool read_value(const GoWord *word, const char *text, UgiGo *go, char *why)
{
    char *base = (char *)go;
    uint64_t count;
    if (word->kind == GO_TIME) {
        if (!text || !read_ms(text, (int64_t *)(void *)(base + word->at)))
            return refuse_value(why, word->name, "milliseconds", text);
        if (word->has)
            *(bool *)(base + word->has) = true;
        return true;
    }
    uint64_t most = word->kind == GO_NODES ? UINT64_MAX : UGI_COUNT_MAX;
    if (!text || !str_is_number(text, most, &count))
        return refuse_value(why, word->name,
                            word->kind == GO_NODES ? "a number from 0 to 18446744073709551615"
                                                   : "a number from 0 to 1000000",
                            text);
    if (count == 0 && word->at != AT(moves_to_go))
        count = 1; /* as little as can be, not no limit; movestogo 0 is the rest of the game */
    if (word->kind == GO_NODES)
        go->nodes = count;
    else
        *(int *)(void *)(base + word->at) = (int)count;
    return true;
}

/* The moves up to the next word of `go`, which stays to be read. */
static bool read_moves(Ugi *ugi, Words *words, UgiGo *go, char *why)
{
    const Game *game = ugi->game;
    char reason[WHY_MAX];
    go->only = ugi->only;
    for (Words ahead = *words;; *words = ahead) {
        /* Only looks: a word that is not ours must not be cut off the line. */
        const char *from = ahead.at + strspn(ahead.at, " \t\r");
        size_t length = strcspn(from, " \t\r");
        char word[MOVE_TEXT_MAX];
        Move move;
        Str s = str_over(word, sizeof word);
        str_bytes(&s, from, length);
        if (!length || (!s.full && find_go_word(word)))
            break;
        if (s.full || !game->ops->read_move(game, ugi_pos(ugi), word, LANG_EN, &move, reason))
            return refuse_value(why, "searchmoves", "legal moves", word);
        bool twice = false;
        for (int i = 0; i < go->only_count; i++)
            twice |= go->only[i] == move;
        if (!twice)
            ugi->only[go->only_count++] = move;
        ahead.at = (char *)from + length;
    }
    return go->only_count || refuse(why, "go searchmoves needs at least one move");
}

bool ugi_read_go(Ugi *ugi, Words *words, UgiGo *out, char *why)
{
    UgiGo go = {0};
    uint32_t given = 0;
    char *name;
    while ((name = ugi_word(words))) {
        const GoWord *word = find_go_word(name);
        if (!word) {
            Str s = str_over(why, WHY_MAX);
            str_add(&s, "go has no word ");
            str_quote(&s, name);
            str_add(&s, "; its words: infinite depth N nodes N mate N movetime MS p1time MS "
                        "p2time MS p1inc MS p2inc MS movestogo N searchmoves M1 M2 ...");
            return false;
        }
        uint32_t bit = UINT32_C(1) << (word - go_words);
        if (given & bit)
            return refuse(why, "go %s is given twice", word->name);
        given |= bit;
        if (word->kind == GO_INFINITE)
            go.infinite = true;
        else if (word->kind == GO_MOVES ? !read_moves(ugi, words, &go, why)
                                        : !read_value(word, ugi_word(words), &go, why))
            return false;
    }
    *out = go;
    return true;
}
