/* SPDX-License-Identifier: MIT */
/* Who sits at a table at one screen, how its games end and go on, and secret picks; see play.h. */
#include "app/tui/play.h"

#include "app/tui/words.h"

/* -- Seats and ends --------------------------------------------------------------------------- */

static bool put_seat(Play *play, int seat, const Seat *who)
{
    char text[SEAT_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    seat_write(who, &s);
    return play_act(play, BY_HOST, "seat %d %s", seat, text);
}

bool play_seat(Play *play, int side, bool computer)
{
    static const Seat person = {.kind = SEAT_PERSON};
    if (play_is_computer(play, side) == computer)
        return play_wake(play);
    return put_seat(play, table_seat_of(&play->table, side),
                    computer ? &play->computer : &person) &&
           play_wake(play);
}

bool play_strength(Play *play, const Seat *computer)
{
    bool good = true;
    play->computer = *computer;
    for (int seat = 0; seat < 2; seat++)
        if (seat_is_computer(&play->table.seat[seat]))
            good = good && put_seat(play, seat, computer);
    return good;
}

bool play_resign(Play *play, int side)
{
    if (play->far.on)
        return play_send(play, "resign");
    if (!play_act(play, table_seat_of(&play->table, side), "resign"))
        return false;
    play_hush(play);
    return true;
}

bool play_agree(Play *play)
{
    int turn = play_pos(play)->turn, side = play_is_computer(play, turn) ? !turn : turn;
    if (play->far.on)
        return play_send(play, "offer end");
    if (play_is_computer(play, side)) {
        play_say(play, TONE_WHY, "%s", word(WORD_NO_PERSON, play->lang));
        return false;
    }
    if (!play_act(play, table_seat_of(&play->table, side), "offer end"))
        return false;
    play_hush(play);
    return true;
}

bool play_next(Play *play)
{
    if (play->far.on)
        return play_send(play, "offer next");
    if (!play_act(play, BY_SEAT0, "next"))
        return false;
    play_hush(play);
    return true;
}

bool play_tick(Play *play, int64_t now)
{
    play->now = now;
    if (table_due(&play->table) > now || !play_act(play, BY_HOST, "flag"))
        return false;
    play_hush(play);
    return true;
}

/* -- Secret picks ----------------------------------------------------------------------------- */

static void tell_picks(Play *play, const Prelim *pick)
{
    const Picks *picks = &play->table.picks;
    const char *const args[] = {pick->choices[picks_shown(picks, 0)],
                                pick->choices[picks_shown(picks, 1)],
                                pick->choices[picks_result(picks)]};
    Str s = str_over(play->message, sizeof play->message);
    word_fill(&s, WORD_PICKS, play->lang, args);
    play->tone = TONE_INFO;
}

bool play_pick(Play *play, int choice)
{
    const Prelim *pick = play->table.pick;
    if (play->far.on)
        return far_asks(&play->far) && choice >= 0 && choice < PICK_CHOICES &&
               play_send(play, "pick %s", play->far.choice[choice]);
    if (!play_is_picking(play) || choice < 0 || choice >= PICK_CHOICES ||
        !play_act(play, table_picker(&play->table), "pick %s", pick->choices[choice]))
        return false;
    if (!play_is_picking(play))
        tell_picks(play, pick);
    return true;
}

bool play_pick_skip(Play *play)
{
    Table *table = &play->table;
    PlaySetup setup = {.table = table->setup_asked,
                       .seat = {table->seat[0], table->seat[1]},
                       .computer = play->computer,
                       .lang = play->lang};
    char why[WHY_MAX];
    Play fresh;
    if (play->far.on) /* the other side picks too */
        return false;
    setup.table.pick = false;
    if (!play_open(&fresh, table->variants, &setup, play->now, why)) {
        play_say(play, TONE_WHY, "%s", why);
        return false;
    }
    fresh.flipped = play->flipped;
    fresh.evaluating = play->evaluating;
    fresh.knows = play->knows;
    fresh.oracle = play->oracle;
    fresh.changes = play->changes + 1;
    play_close(play);
    *play = fresh;
    return true;
}
