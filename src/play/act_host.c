/* SPDX-License-Identifier: MIT */
/* Acts about seats and secret picks, and those of the host: the program that keeps the table, which
 * watches the clock, says who is there and loads what was played elsewhere. See act.h. */
#include "play/act.h"

#include <stdlib.h>
#include <string.h>

/* -- Seats ------------------------------------------------------------------------------------ */

Refused act_sit(Act *act)
{
    static const Text taken = {{"somebody sits there already", "その席には人がいます"}};
    Table *table = act->table;
    Seat seat;
    if (table->seat[act->seat].kind != SEAT_EMPTY)
        return act_refuse(act, REFUSED_NOT_NOW, &taken);
    if (!seat_read(act->args, act->caller.lang, &seat, act->why))
        return REFUSED_BAD_ACT;
    if (seat.kind == SEAT_EMPTY)
        return act_bad(act);
    if (act->dry)
        return REFUSED_NOT;
    table->seat[act->seat] = seat;
    table_start_if_full(table, act->caller.now);
    return REFUSED_NOT;
}

Refused act_seat(Act *act)
{
    static const Text needed = {
        {"a seat is not emptied once the game is on", "対局が始まったら席は空けられません"}};
    Table *table = act->table;
    uint64_t n;
    Seat seat;
    if (!act_number(act, 1, &n))
        return act_bad(act);
    if (!seat_read(act->args, act->caller.lang, &seat, act->why))
        return REFUSED_BAD_ACT;
    if (seat.kind == SEAT_EMPTY && table->state != TABLE_OPEN)
        return act_refuse(act, REFUSED_NOT_NOW, &needed);
    if (act->dry)
        return REFUSED_NOT;
    table->seat[n] = seat;
    table_start_if_full(table, act->caller.now);
    return REFUSED_NOT;
}

Refused act_name(Act *act)
{
    static const Text bad = {{"a name has at most 63 bytes, no control characters and no space at "
                              "its ends",
                              "名前は63バイトまで、制御文字と前後の空白は使えません"}};
    static const Text hidden = {
        {"this seat has no name any more", "この席の名前は非表示になっています"}};
    Seat *seat = &act->table->seat[act->seat];
    if (seat->kind != SEAT_PERSON && seat->kind != SEAT_REMOTE)
        return act_bad(act);
    if (!seat_name_is_good(act->args))
        return act_refuse(act, REFUSED_BAD_ACT, &bad);
    if (act->table->hidden[act->seat])
        return act_refuse(act, REFUSED_NOT_YOURS, &hidden);
    if (!act->dry)
        memcpy(seat->name, act->args, strlen(act->args) + 1);
    return REFUSED_NOT;
}

Refused act_leave(Act *act)
{
    static const Text empty = {{"nobody sits there", "その席には誰もいません"}};
    Table *table = act->table;
    Ending ending = {.kind = END_ABORTED};
    if (!act_is_bare(act))
        return act_bad(act);
    if (table->seat[act->seat].kind == SEAT_EMPTY)
        return act_refuse(act, REFUSED_NOT_NOW, &empty);
    if (act->dry)
        return REFUSED_NOT;
    if (table->state == TABLE_OPEN) {
        table->seat[act->seat] = (Seat){.kind = SEAT_EMPTY};
        return REFUSED_NOT;
    }
    if (table->state == TABLE_RUNNING && table_tree(table)->node[table->head].ply >= 2)
        ending = (Ending){.kind = END_FORFEIT,
                          .winner = table_side_of(table, act->seat) ? WINNER_P1 : WINNER_P2};
    table_finish(table, &ending, act->caller.now);
    return REFUSED_NOT;
}

/* -- Secret picks ----------------------------------------------------------------------------- */

static int find_choice(const Prelim *pick, const char *text)
{
    for (int c = 0; c < PICK_CHOICES && pick->choices[c]; c++)
        if (strcmp(pick->choices[c], text) == 0)
            return c;
    return -1;
}

/* The game with the option that the picks settle, in place of the one without. */
static Refused settle(Act *act, const char *value)
{
    Table *table = act->table;
    char variant[2 * VARIANT_TEXT_MAX];
    Str s = str_over(variant, sizeof variant);
    str_format(&s, "%s,%s=%s", table->setup.variant, table->pick->option, value);
    const Game *game = variants_open(table->variants, variant, act->caller.lang, act->why);
    Pos start;
    if (!game)
        return REFUSED_NO_MEMORY;
    game->ops->start(game, table->setup.seed, &start);
    Round old = table->round[0];
    table->round_count = 0;
    if (!table_begin(table, game, &start)) {
        table->round[0] = old;
        table->round_count = 1;
        return act_refuse(act, REFUSED_NO_MEMORY, &refuse_no_memory);
    }
    tree_free(&old.tree);
    memcpy(table->setup.variant, game->id, sizeof table->setup.variant);
    table->pick = NULL;
    table->state = TABLE_RUNNING;
    table_start_turn(table, act->caller.now);
    return REFUSED_NOT;
}

Refused act_pick(Act *act)
{
    static const Text twice = {{"you have picked already", "すでに選んでいます"}};
    static const Text unknown = {{"there is no such choice", "その選択肢はありません"}};
    Table *table = act->table;
    int choice = find_choice(table->pick, act->args);
    if (choice < 0)
        return act_refuse(act, REFUSED_BAD_ACT, &unknown);
    if (picks_has(&table->picks, act->seat))
        return act_refuse(act, REFUSED_NOT_NOW, &twice);
    if (act->dry)
        return REFUSED_NOT;
    Picks picks = table->picks;
    picks_put(&picks, act->seat, choice);
    int result = picks_result(&picks);
    Refused refused = result == PICK_NONE ? REFUSED_NOT : settle(act, table->pick->choices[result]);
    if (!refused)
        table->picks = picks;
    return refused;
}

/* -- The host --------------------------------------------------------------------------------- */

Refused act_flag(Act *act)
{
    static const Text not_up = {{"nobody's time is up", "持ち時間の切れた人はいません"}};
    Table *table = act->table;
    if (!act_is_bare(act))
        return act_bad(act);
    if (table_due(table) > act->caller.now)
        return act_refuse(act, REFUSED_NOT_NOW, &not_up);
    Ending ending = {.kind = END_TIME, .winner = table->clock.side ? WINNER_P1 : WINNER_P2};
    if (!act->dry)
        table_finish(table, &ending, act->caller.now);
    return REFUSED_NOT;
}

static Refused set_away(Act *act, bool away)
{
    uint64_t seat;
    if (!act_number(act, 1, &seat) || !act_is_bare(act))
        return act_bad(act);
    int64_t *since = &act->table->away[seat];
    if (!act->dry && (*since >= 0) != away)
        *since = away ? act->caller.now : -1;
    return REFUSED_NOT;
}

Refused act_away(Act *act)
{
    return set_away(act, true);
}

Refused act_here(Act *act)
{
    return set_away(act, false);
}

Refused act_shift(Act *act)
{
    uint64_t ms;
    if (!act_number(act, UINT64_C(1) << 50, &ms) || !act_is_bare(act))
        return act_bad(act);
    if (!act->dry)
        clock_shift(&act->table->clock, (int64_t)ms);
    return REFUSED_NOT;
}

Refused act_vacation(Act *act)
{
    static const Text no_days = {{"only a game with days per move knows vacations",
                                  "休暇があるのは、1手に日数を使う対局だけです"}};
    const uint64_t most = UINT64_C(1) << 50;
    Table *table = act->table;
    uint64_t seat, from, until;
    if (!act_number(act, 1, &seat) || !act_number(act, most, &from) ||
        !act_number(act, most, &until) || !act_is_bare(act) || until < from)
        return act_bad(act);
    ClockHold *last = &table->vacation[seat], hold = {(int64_t)from, (int64_t)until};
    if (table->setup.control.kind != CONTROL_DAYS)
        return act_refuse(act, REFUSED_NOT_NOW, &no_days);
    if (hold.from != last->from && hold.from < last->until)
        return act_bad(act);
    if (act->dry)
        return REFUSED_NOT;
    clock_hold(&table->clock, table_side_of(table, (int)seat), hold, act->caller.now);
    *last = hold;
    return REFUSED_NOT;
}

Refused act_hide(Act *act)
{
    uint64_t seat;
    if (!act_number(act, 1, &seat) || !act_is_bare(act))
        return act_bad(act);
    if (act->dry)
        return REFUSED_NOT;
    act->table->hidden[seat] = true;
    act->table->seat[seat].name[0] = '\0';
    return REFUSED_NOT;
}

Refused act_forfeit(Act *act)
{
    uint64_t seat;
    if (!act_number(act, 1, &seat) || !act_is_bare(act))
        return act_bad(act);
    int side = table_side_of(act->table, (int)seat);
    Ending ending = {.kind = END_FORFEIT, .winner = side ? WINNER_P1 : WINNER_P2};
    if (!act->dry)
        table_finish(act->table, &ending, act->caller.now);
    return REFUSED_NOT;
}

Refused act_adjudicate(Act *act)
{
    Ending ending = {.kind = END_ADJUDICATED};
    if (!winner_from_name(act->args, &ending.winner) || ending.winner == WINNER_NONE)
        return act_bad(act);
    if (!act->dry)
        table_finish(act->table, &ending, act->caller.now);
    return REFUSED_NOT;
}

/* Is this how a game can end here? Ends by the rules are not told: they are there. */
static bool is_end(const Table *table, Ending *ending)
{
    bool won = ending->winner == WINNER_P1 || ending->winner == WINNER_P2;
    Outcome agreed = table->game->ops->agreed(table->game, table_pos(table));
    switch (ending->kind) {
    case END_AGREEMENT:
        ending->reason = agreed.reason;
        return ending->winner == agreed.winner;
    case END_RESIGNATION:
    case END_TIME:
    case END_FORFEIT:
        return won;
    case END_ADJUDICATED:
        return ending->winner != WINNER_NONE;
    case END_ABORTED:
        return ending->winner == WINNER_NONE;
    case END_REPETITION:
        /* One that the rules do not make a draw is of a record of program version 0.1. */
        return ending->winner == WINNER_DRAW && table->game->repeats &&
               table_tree(table)->node[table->head].seen >= 3;
    default:
        return false;
    }
}

Refused act_end(Act *act)
{
    static const Text unfit = {{"a game cannot end so here", "ここではそのように終わりません"}};
    char kind[32];
    size_t length = strcspn(act->args, " ");
    Str s = str_over(kind, sizeof kind);
    Ending ending = {.kind = END_NONE};
    str_bytes(&s, act->args, length);
    if (!act->args[length] || !end_from_name(kind, &ending.kind) ||
        !winner_from_name(act->args + length + 1, &ending.winner))
        return act_bad(act);
    if (!is_end(act->table, &ending))
        return act_refuse(act, REFUSED_NOT_LEGAL, &unfit);
    if (!act->dry)
        table_finish(act->table, &ending, act->caller.now);
    return REFUSED_NOT;
}
