/* SPDX-License-Identifier: MIT */
/* A table of a server in words, see far.h. */
#include "app/tui/far.h"

#include "app/tui/play.h"
#include "app/tui/tell.h"
#include "app/tui/words.h"

/* The numbers are those of docs/api.md. */
const Text far_reactions[REACTIONS] = {
    {{"Hello!", "こんにちは"}},
    {{"Good luck!", "よろしくお願いします"}},
    {{"Nice move!", "いい手ですね"}},
    {{"Oops!", "しまった"}},
    {{"Thank you!", "ありがとうございます"}},
    {{"Well played!", "お見事です"}},
    {{"Good game!", "いい対局でした"}},
    {{"I have to go.", "そろそろ失礼します"}},
};

const char *far_offer(const Far *far, OfferKind kind, Lang lang)
{
    static const Word words[OFFER_COUNT] = {
        [OFFER_END] = WORD_OFFER_END,         [OFFER_TAKEBACK] = WORD_OFFER_TAKEBACK,
        [OFFER_ABORT] = WORD_OFFER_ABORT,     [OFFER_PAUSE] = WORD_OFFER_PAUSE,
        [OFFER_REMATCH] = WORD_OFFER_REMATCH, [OFFER_NEXT] = WORD_OFFER_NEXT,
    };
    if (kind == OFFER_PAUSE && far->standing.paused)
        return word(WORD_OFFER_RESUME, lang);
    return word(words[kind], lang);
}

void far_who(const Play *play, int seat, Str *out)
{
    const Far *far = &play->far;
    const char *colour = play->table.game->player[far_side(far, seat)].in[play->lang];
    if (far->name[seat][0])
        str_format(out, play->lang == LANG_JA ? "%s（%s）" : "%s (%s)", far->name[seat], colour);
    else
        str_add(out, colour);
}

static void fill(const Play *play, Str *out, Word w, const char *one, const char *two)
{
    const char *const args[] = {one, two};
    word_fill(out, w, play->lang, args);
}

static void tell_pick(const Play *play, Str *out)
{
    char choices[256];
    Str s = str_over(choices, sizeof choices);
    const Far *far = &play->far;
    for (int i = 0; i < PICK_CHOICES; i++)
        str_format(&s, "%s%d %s", i ? ", " : "", i + 1, far->choice[i]);
    const char *const args[] = {play->table.game->player[far_side(far, far->seat)].in[play->lang],
                                far->ask, choices};
    word_fill(out, WORD_PICK, play->lang, args);
}

/* The other side's offer, which waits for an answer. */
static bool tell_offer(const Play *play, Str *out)
{
    char who[128];
    Str s = str_over(who, sizeof who);
    const Far *far = &play->far;
    OfferKind kind;
    if (far->seat > BY_SEAT1 || !far_has_offer(far, !far->seat, &kind))
        return false;
    far_who(play, !far->seat, &s);
    fill(play, out, WORD_FAR_PROPOSES, who, far_offer(far, kind, play->lang));
    return true;
}

static void tell_end(const Play *play, Str *out)
{
    tell_result(play, out);
    str_add(out, play->lang == LANG_JA ? "。" : ". ");
    if (play->far.seat <= BY_SEAT1)
        str_add(out,
                word(play->far.in_series && !play->far.series_over ? WORD_FAR_NEXT : WORD_FAR_END,
                     play->lang));
}

static void tell_running(const Play *play, Str *out)
{
    char who[128], ply[16], all[16];
    Str s = str_over(who, sizeof who), p = str_over(ply, sizeof ply), a = str_over(all, sizeof all);
    const Far *far = &play->far;
    if (play_is_looking(play)) {
        str_number(&p, play_ply(play));
        str_number(&a, play_length(play));
        fill(play, out, WORD_FAR_LOOKING, ply, all);
    } else if (far->saving) {
        fill(play, out, WORD_FAR_SAVING, far->saves, "");
    } else if (far->standing.paused) {
        str_add(out, word(WORD_FAR_PAUSED, play->lang));
    } else {
        far_who(play, far_seat(far, play_pos(play)->turn), &s);
        fill(play, out, WORD_FAR_TO_MOVE, who, "");
    }
}

bool far_tell_prompt(const Play *play, Str *out)
{
    const Far *far = &play->far;
    bool over = play_is_over(play);
    if (!far->on || (over && play_is_looking(play)))
        return false;
    if (far->lost)
        fill(play, out, far->saving ? WORD_FAR_LOST_SAVING : WORD_FAR_LOST, far->saves, "");
    else if (tell_offer(play, out))
        return true;
    else if (over)
        tell_end(play, out);
    else if (far->standing.state == TABLE_OPEN)
        fill(play, out, far->invite[0] ? WORD_FAR_INVITES : WORD_FAR_WAITS, far->invite, "");
    else if (far_asks(far))
        tell_pick(play, out);
    else if (far->standing.state == TABLE_SETTLING)
        str_add(out, word(WORD_FAR_PICKING, play->lang));
    else if (play_is_open(play))
        return false;
    else
        tell_running(play, out);
    return true;
}

void far_tell_clocks(const Play *play, Str *out)
{
    if (!far_is_timed(&play->far))
        return;
    for (int side = 0; side < 2; side++) {
        str_format(out, "%s%s ", side ? (play->lang == LANG_JA ? "、" : ", ") : "",
                   play->table.game->player[side].in[play->lang]);
        tell_time(play_clock(play, side), play->lang, out);
    }
}

void far_tell_standing(const Play *play, Str *out)
{
    const Far *far = &play->far;
    char text[4][24], who[2][128];
    if (!far->in_series)
        return;
    for (int seat = 0; seat < 2; seat++) {
        Str s = str_over(text[2 + seat], sizeof text[2 + seat]),
            w = str_over(who[seat], sizeof who[seat]);
        str_format(&s, far->half[seat] % 2 ? "%d.5" : "%d", far->half[seat] / 2);
        far_who(play, seat, &w);
    }
    Str set = str_over(text[0], sizeof text[0]), game = str_over(text[1], sizeof text[1]);
    str_number(&set, (uint64_t)far->set);
    str_number(&game, (uint64_t)far->game_number);
    const char *const args[] = {text[0], text[1], who[0], text[2], who[1], text[3]};
    word_fill(out, far->series_over ? WORD_FAR_MATCH_OVER : WORD_FAR_MATCH, play->lang, args);
}
