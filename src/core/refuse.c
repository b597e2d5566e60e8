/* SPDX-License-Identifier: MIT */
/* Refusals in the reader's language, see refuse.h. */
#include "core/refuse.h"

#include <assert.h>

const Text refuse_no_memory = {{"out of memory", "メモリが足りません"}};

bool refuse_filled(char *why, Lang lang, const Text *text, const char *const *args)
{
    assert(lang < LANG_COUNT);
    Str s = str_over(why, WHY_MAX);
    str_fill(&s, text->in[lang], args);
    return false;
}

bool refuse_text(char *why, Lang lang, const Text *text)
{
    return refuse_filled(why, lang, text, NULL);
}

const char *refuse_number(char *room, uint64_t n)
{
    Str s = str_over(room, NUMBER_TEXT_MAX);
    str_number(&s, n);
    return room;
}

const char *refuse_quoted(char *room, const char *text, size_t length)
{
    char piece[QUOTED_TEXT_MAX];
    Str p = str_over(piece, sizeof piece), s = str_over(room, QUOTED_TEXT_MAX);
    str_bytes(&p, text, length);
    str_quote(&s, piece);
    return room;
}
