/* SPDX-License-Identifier: MIT */
/* Acts of the players while a game is on: moves, offers, taking back, ends; see act.h. */
#include "play/act.h"

#include <stdlib.h>
#include <string.h>

static const Text paused = {{"the game is paused", "対局は中断中です"}};

static Winner win_of_side(int side)
{
    return side ? WINNER_P2 : WINNER_P1;
}

/* The side of the seat that speaks loses. */
static void lose(Act *act, EndKind kind)
{
    int side = table_side_of(act->table, act->seat);
    Ending ending = {.kind = kind, .winner = win_of_side(!side)};
    table_finish(act->table, &ending, act->caller.now);
}

static void abort_game(Act *act)
{
    Ending ending = {.kind = END_ABORTED};
    table_finish(act->table, &ending, act->caller.now);
}

/* -- Moving ----------------------------------------------------------------------------------- */

/* A planned line goes on if this is its next move; else it is forgotten. */
static void follow_plans(Table *table, Move move)
{
    for (int seat = 0; seat < 2; seat++) {
        uint8_t *count = &table->plan_count[seat];
        if (!*count)
            continue;
        *count = table->plan[seat][0] == move ? (uint8_t)(*count - 1) : 0;
        memmove(table->plan[seat], table->plan[seat] + 1, *count * sizeof(Move));
    }
}

/* A move as the next one of the game: what had been taken back there is gone. */
static TreeError enter(Table *table, Move move)
{
    Tree *tree = table_tree(table);
    uint32_t node, first = tree->node[table->head].child;
    TreeError error = tree_add(tree, table->head, move, &node);
    if (error)
        return error;
    if (first && first != node)
        tree_delete(tree, first);
    tree_promote(tree, node);
    table->head = node;
    return TREE_OK;
}

static void after_move(Act *act, Move move)
{
    Table *table = act->table;
    Tree *tree = table_tree(table);
    int side = tree_pos(tree, tree->node[table->head].parent)->turn;
    Clock *clock = &table->clock;
    clock_charge(clock, act->caller.now, act->caller.credit);
    if (clock->control.kind == CONTROL_INCREMENT || clock->control.kind == CONTROL_DELAY)
        tree->node[table->head].clock_ms = clock->left_ms[side] < INT32_MAX
                                               ? (int32_t)clock->left_ms[side]
                                               : INT32_MAX;
    table->offers[!act->seat] = 0;
    follow_plans(table, move);
    Ending ending = tree_ending(tree, table->head);
    if (ending.kind != END_NONE)
        table_finish(table, &ending, act->caller.now);
    else
        table_start_turn(table, act->caller.now);
}

Refused act_move(Act *act)
{
    static const Text not_yours = {{"it is the other player's turn", "相手の手番です"}};
    static const Text late = {{"your time is up", "持ち時間が切れています"}};
    Table *table = act->table;
    Move move;
    if (table->paused)
        return act_refuse(act, REFUSED_NOT_NOW, &paused);
    if (table_turn_seat(table) != act->seat)
        return act_refuse(act, REFUSED_NOT_YOUR_TURN, &not_yours);
    if (table_due(table) <= act->caller.now - act->caller.credit)
        return act_refuse(act, REFUSED_NOT_NOW, &late);
    if (!table->game->ops->read_move(table->game, table_pos(table), act->args, act->caller.lang,
                                     &move, act->why))
        return REFUSED_NOT_LEGAL;
    if (act->dry)
        return REFUSED_NOT;
    TreeError error = enter(table, move);
    if (error)
        return act_refuse(act, error == TREE_TOO_LONG ? REFUSED_TOO_LONG : REFUSED_NO_MEMORY,
                          tree_error(error));
    after_move(act, move);
    return REFUSED_NOT;
}

Refused act_resign(Act *act)
{
    if (!act_is_bare(act))
        return act_bad(act);
    if (!act->dry)
        lose(act, END_RESIGNATION);
    return REFUSED_NOT;
}

/* -- Taking back ------------------------------------------------------------------------------ */

/* The last position before the one that stands in which this seat was to move; UINT32_MAX: none. */
static uint32_t last_turn_of(const Table *table, int seat)
{
    const Tree *tree = table_tree(table);
    int side = table_side_of(table, seat);
    for (uint32_t n = table->head; n;) {
        n = tree->node[n].parent;
        if (tree_pos(tree, n)->turn == side)
            return n;
    }
    return UINT32_MAX;
}

static Refused refuse_nothing(Act *act)
{
    static const Text nothing = {{"there is no move to take back", "戻す手がありません"}};
    return act_refuse(act, REFUSED_NOT_NOW, &nothing);
}

/* After these ends a game may be gone on with; a clock or an arbiter has the last word. */
static bool may_reopen(const Ending *ending)
{
    return ending->kind == END_NONE || ending->kind == END_RULES ||
           ending->kind == END_REPETITION || ending->kind == END_AGREEMENT ||
           ending->kind == END_RESIGNATION;
}

Refused act_back(Act *act)
{
    static const Text asked = {{"at this table a move is taken back only if the other side agrees",
                                "この卓では、手を戻すには相手の同意が必要です"}};
    static const Text over = {{"the game is over", "対局はもう終わっています"}};
    Table *table = act->table;
    uint32_t node = last_turn_of(table, act->seat), ply = table_tree(table)->node[table->head].ply;
    uint64_t plies;
    if (table->setup.takeback != TAKEBACK_FREE)
        return act_refuse(act, REFUSED_NOT_YOURS, &asked);
    if (!may_reopen(table_ending(table)))
        return act_refuse(act, REFUSED_OVER, &over);
    if (!act_is_bare(act)) {
        if (!act_number(act, TREE_PLIES_MAX, &plies) || !plies || !act_is_bare(act))
            return act_bad(act);
        node = plies > ply ? UINT32_MAX
                           : tree_at_ply(table_tree(table), table->head, ply - (uint32_t)plies);
    }
    if (node == UINT32_MAX)
        return refuse_nothing(act);
    if (!act->dry)
        table_go_back(table, node, act->caller.now);
    return REFUSED_NOT;
}

Refused act_forth(Act *act)
{
    static const Text nothing = {{"there is no move to play again", "進める手がありません"}};
    Table *table = act->table;
    const Tree *tree = table_tree(table);
    uint64_t plies = 1;
    if (!act_is_bare(act) &&
        (!act_number(act, TREE_PLIES_MAX, &plies) || !plies || !act_is_bare(act)))
        return act_bad(act);
    uint32_t node = table->head;
    while (plies && tree->node[node].child) {
        node = tree->node[node].child;
        plies--;
    }
    if (plies || node == table->head)
        return act_refuse(act, REFUSED_NOT_NOW, &nothing);
    if (act->dry)
        return REFUSED_NOT;
    table_go_back(table, node, act->caller.now);
    Ending ending = tree_ending(tree, node);
    if (ending.kind != END_NONE)
        table_finish(table, &ending, act->caller.now);
    return REFUSED_NOT;
}

/* -- The next game ---------------------------------------------------------------------------- */

static Refused judge_next(Act *act)
{
    static const Text last = {
        {"there is no next game at this table", "この卓に次の対局はありません"}};
    return table_has_next(act->table) ? REFUSED_NOT : act_refuse(act, REFUSED_NOT_NOW, &last);
}

static Refused do_next(Act *act)
{
    Table *table = act->table;
    Series standing = table_standing(table);
    uint8_t side = table_round(table)->side;
    Pos start;
    if (table->in_series) {
        start = standing.start;
        side = (uint8_t)series_side(&standing, 0);
    } else {
        int starter = !tree_pos(table_tree(table), 0)->turn;
        table->game->ops->next_start(table->game, table_pos(table), starter, &start);
    }
    if (!table_add_round(table, table->game, &start))
        return act_refuse(act, REFUSED_NO_MEMORY, &refuse_no_memory);
    table->series = standing;
    table_round(table)->side = side;
    table->head = 0;
    table->state = TABLE_RUNNING;
    table->rematch = false;
    memset(table->offers, 0, sizeof table->offers);
    table_begin_clock(table);
    table_start_turn(table, act->caller.now);
    return REFUSED_NOT;
}

Refused act_next(Act *act)
{
    static const Text ask = {
        {"offer the next game to the other player", "次の対局は相手に申し込んでください"}};
    if (!act_is_bare(act))
        return act_bad(act);
    if (act_must_ask(act))
        return act_refuse(act, REFUSED_NOT_YOURS, &ask);
    Refused refused = judge_next(act);
    return refused || act->dry ? refused : do_next(act);
}

/* -- Offers ----------------------------------------------------------------------------------- */

static bool read_offer(const char *text, size_t length, OfferKind *out)
{
    for (int k = 0; k < OFFER_COUNT; k++) {
        const char *name = offer_name((OfferKind)k);
        if (strncmp(text, name, length) == 0 && !name[length]) {
            *out = (OfferKind)k;
            return true;
        }
    }
    return false;
}

/* Can this be offered as things stand, by the seat `asker`? */
static Refused judge_offer(Act *act, OfferKind kind, int asker)
{
    static const Text over = {{"the game is over", "対局はもう終わっています"}};
    static const Text goes_on = {{"the game is still on", "対局はまだ続いています"}};
    static const Text no_takeback = {
        {"moves are not taken back at this table", "この卓では手を戻せません"}};
    Table *table = act->table;
    bool running = table->state == TABLE_RUNNING;
    if (kind == OFFER_REMATCH)
        return running ? act_refuse(act, REFUSED_NOT_NOW, &goes_on) : REFUSED_NOT;
    if (kind == OFFER_NEXT)
        return running ? act_refuse(act, REFUSED_NOT_NOW, &goes_on) : judge_next(act);
    if (!running)
        return act_refuse(act, REFUSED_OVER, &over);
    if (kind == OFFER_TAKEBACK && table->setup.takeback == TAKEBACK_NO)
        return act_refuse(act, REFUSED_NOT_NOW, &no_takeback);
    if (kind == OFFER_TAKEBACK && last_turn_of(table, asker) == UINT32_MAX)
        return refuse_nothing(act);
    return REFUSED_NOT;
}

static void toggle_pause(Act *act)
{
    Table *table = act->table;
    table->paused = !table->paused;
    if (table->paused)
        clock_pause(&table->clock, act->caller.now);
    else
        clock_resume(&table->clock, act->caller.now);
}

static void agree_to_end(Act *act)
{
    Table *table = act->table;
    Outcome agreed = table->game->ops->agreed(table->game, table_pos(table));
    Ending ending = {END_AGREEMENT, agreed.winner, agreed.reason};
    table_finish(table, &ending, act->caller.now);
}

/* What was offered by `asker` is done. */
static Refused carry_out(Act *act, OfferKind kind, int asker)
{
    Table *table = act->table;
    table->offers[0] &= (uint8_t) ~(1u << kind);
    table->offers[1] &= (uint8_t) ~(1u << kind);
    switch (kind) {
    case OFFER_END:
        agree_to_end(act);
        break;
    case OFFER_TAKEBACK:
        table_go_back(table, last_turn_of(table, asker), act->caller.now);
        break;
    case OFFER_ABORT:
        abort_game(act);
        break;
    case OFFER_PAUSE:
        toggle_pause(act);
        break;
    case OFFER_REMATCH:
        table->rematch = true;
        break;
    default:
        return do_next(act);
    }
    return REFUSED_NOT;
}

/* Is nobody to be asked, or has the other side offered the same? */
static bool is_settled(const Act *act, OfferKind kind)
{
    const Table *table = act->table;
    bool computer = table->seat[!act->seat].kind == SEAT_COMPUTER;
    bool early = table_tree(table)->node[table->head].ply < 2;
    if (table->offers[!act->seat] >> kind & 1)
        return true;
    if (kind == OFFER_TAKEBACK && table->setup.takeback == TAKEBACK_FREE)
        return true;
    if (kind == OFFER_ABORT && early)
        return true;
    return !act_must_ask(act) && !(kind == OFFER_END && computer);
}

Refused act_offer(Act *act)
{
    static const Text twice = {{"that is offered already", "すでに申し込んでいます"}};
    OfferKind kind;
    if (!read_offer(act->args, strlen(act->args), &kind))
        return act_bad(act);
    Refused refused = judge_offer(act, kind, act->seat);
    if (refused)
        return refused;
    if (act->table->offers[act->seat] >> kind & 1)
        return act_refuse(act, REFUSED_NOT_NOW, &twice);
    if (act->dry)
        return REFUSED_NOT;
    if (is_settled(act, kind))
        return carry_out(act, kind, act->seat);
    act->table->offers[act->seat] |= (uint8_t)(1u << kind);
    return REFUSED_NOT;
}

Refused act_answer(Act *act)
{
    static const Text none = {{"there is no such offer", "その申し込みはありません"}};
    Table *table = act->table;
    size_t length = strcspn(act->args, " ");
    const char *word = act->args + length + (act->args[length] == ' ');
    bool yes = strcmp(word, "yes") == 0;
    OfferKind kind;
    if (!read_offer(act->args, length, &kind) || (!yes && strcmp(word, "no") != 0))
        return act_bad(act);
    int asker = table->offers[!act->seat] >> kind & 1 ? !act->seat : act->seat;
    if (!(table->offers[asker] >> kind & 1) || (yes && asker == act->seat))
        return act_refuse(act, REFUSED_NO_OFFER, &none);
    Refused refused = yes ? judge_offer(act, kind, asker) : REFUSED_NOT;
    if (refused || act->dry)
        return refused;
    if (yes)
        return carry_out(act, kind, asker);
    table->offers[asker] &= (uint8_t) ~(1u << kind);
    return REFUSED_NOT;
}

/* -- Pause, abort, claims --------------------------------------------------------------------- */

static Refused pause_or_resume(Act *act, bool pause)
{
    static const Text not_paused = {{"the game is not paused", "対局は中断していません"}};
    static const Text ask = {
        {"offer the pause to the other player", "中断と再開は相手に申し込んでください"}};
    if (!act_is_bare(act))
        return act_bad(act);
    if (act->seat >= 0 && act_must_ask(act))
        return act_refuse(act, REFUSED_NOT_YOURS, &ask);
    if (act->table->paused == pause)
        return act_refuse(act, REFUSED_NOT_NOW, pause ? &paused : &not_paused);
    if (!act->dry)
        toggle_pause(act);
    return REFUSED_NOT;
}

Refused act_pause(Act *act)
{
    return pause_or_resume(act, true);
}

Refused act_resume(Act *act)
{
    return pause_or_resume(act, false);
}

Refused act_abort(Act *act)
{
    static const Text ask = {{"after two moves only both players together can break the game off",
                              "2手を過ぎた対局は、両者の合意でだけ中止できます"}};
    const Table *table = act->table;
    bool early = table_tree(table)->node[table->head].ply < 2;
    if (!act_is_bare(act))
        return act_bad(act);
    if (act->seat >= 0 && act_must_ask(act) && !early)
        return act_refuse(act, REFUSED_NOT_YOURS, &ask);
    if (!act->dry)
        abort_game(act);
    return REFUSED_NOT;
}

static Refused claim_time(Act *act)
{
    static const Text not_up = {
        {"the other side still has time", "相手の持ち時間はまだ残っています"}};
    Table *table = act->table;
    int side = table_side_of(table, !act->seat);
    if (table_due(table) > act->caller.now || table->clock.side != side)
        return act_refuse(act, REFUSED_NOT_NOW, &not_up);
    Ending ending = {.kind = END_TIME, .winner = win_of_side(!side)};
    if (!act->dry)
        table_finish(table, &ending, act->caller.now);
    return REFUSED_NOT;
}

static Refused claim_gone(Act *act)
{
    static const Text here = {{"the other side has not been away long enough",
                               "相手が離れてから十分な時間がたっていません"}};
    Table *table = act->table;
    int64_t away = table->away[!act->seat];
    if (away < 0 || act->caller.now - away < TABLE_GONE_MS)
        return act_refuse(act, REFUSED_NOT_NOW, &here);
    Ending ending = {.kind = END_FORFEIT, .winner = win_of_side(table_side_of(table, act->seat))};
    if (table_tree(table)->node[table->head].ply < 2)
        ending = (Ending){.kind = END_ABORTED};
    if (!act->dry)
        table_finish(table, &ending, act->caller.now);
    return REFUSED_NOT;
}

Refused act_claim(Act *act)
{
    if (strcmp(act->args, "time") == 0)
        return claim_time(act);
    return strcmp(act->args, "gone") == 0 ? claim_gone(act) : act_bad(act);
}

Refused act_more(Act *act)
{
    static const Text no_clock = {{"there is no clock to give time on", "時計のない対局です"}};
    Clock *clock = &act->table->clock;
    if (!act_is_bare(act))
        return act_bad(act);
    if (clock->control.kind != CONTROL_INCREMENT && clock->control.kind != CONTROL_DELAY)
        return act_refuse(act, REFUSED_NOT_NOW, &no_clock);
    if (!act->dry)
        clock_give(clock, table_side_of(act->table, !act->seat), TABLE_MORE_MS);
    return REFUSED_NOT;
}

/* -- Plans and reactions ---------------------------------------------------------------------- */

/* The planned line, legal from the position that stands; how many moves, or -1. */
static int read_plan(Act *act, Move *out)
{
    static const Text too_long = {
        {"a planned line has at most 32 moves", "予定の手順は32手までです"}};
    _Static_assert(PLAN_MAX == 32, "the text above names it");
    const Game *game = act->table->game;
    Pos pos = *table_pos(act->table);
    int count = 0;
    for (const char *at = act->args; *at;) {
        char word[MOVE_TEXT_MAX];
        size_t length = strcspn(at, " ");
        Str s = str_over(word, sizeof word);
        str_bytes(&s, at, length);
        at += length + (at[length] == ' ');
        if (count == PLAN_MAX) {
            act_refuse(act, REFUSED_BAD_ACT, &too_long);
            return -1;
        }
        if (!game->ops->read_move(game, &pos, word, act->caller.lang, &out[count], act->why))
            return -1;
        Pos next;
        game->apply(game, &pos, out[count++], &next);
        pos = next;
    }
    return count;
}

Refused act_plan(Act *act)
{
    static const Text your_turn = {{"a plan is made while the other side is to move",
                                    "予定の手順は相手の手番のときに決めます"}};
    Table *table = act->table;
    Move plan[PLAN_MAX];
    if (table_turn_seat(table) == act->seat)
        return act_refuse(act, REFUSED_NOT_NOW, &your_turn);
    int count = read_plan(act, plan);
    if (count < 0)
        return REFUSED_NOT_LEGAL;
    if (act->dry)
        return REFUSED_NOT;
    memcpy(table->plan[act->seat], plan, (size_t)count * sizeof *plan);
    table->plan_count[act->seat] = (uint8_t)count;
    return REFUSED_NOT;
}

Refused act_react(Act *act)
{
    uint64_t n;
    if (!act_number(act, REACTIONS - 1, &n) || !act_is_bare(act))
        return act_bad(act);
    if (!act->dry)
        act->table->reaction[act->seat] = (uint8_t)(n + 1);
    return REFUSED_NOT;
}
