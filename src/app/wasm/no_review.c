/* SPDX-License-Identifier: MIT */
/* The page's engine reviews no games: the words alone would cost every first visit some kilobytes.
 * review.wasm is the same engine with src/review, fetched when somebody wants a review. */
#include "app/wasm/engine.h"

bool reviewing(void)
{
    return false;
}

void reviewing_end(void)
{
}

bool reviewing_begin(const SearchLimits *limits, char *known, char *why)
{
    static const Text none = {{"this engine has no reviews", "このエンジンに振り返りはありません"}};
    (void)limits, (void)known;
    return refuse(why, "%s", none.in[engine.lang]);
}

bool reviewing_on(double ms, Json *json, char *why)
{
    (void)ms, (void)json, (void)why;
    return false;
}
