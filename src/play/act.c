/* SPDX-License-Identifier: MIT */
/* table_do: one table of acts says who may do what in which state; the acts themselves are in
 * act_play.c, act_host.c and act_note.c. An act is judged whole before anything changes, and room
 * in the log is made first, so that what was done is always in the log. */
#include "play/act.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

enum { SEATS = 1, HOST = 2, BOTH = SEATS | HOST };
enum {
    OPEN = 1 << TABLE_OPEN,
    SETTLING = 1 << TABLE_SETTLING,
    RUNNING = 1 << TABLE_RUNNING,
    ENDED = 1 << TABLE_ENDED,
    ABORTED = 1 << TABLE_ABORTED,
    OVER = ENDED | ABORTED,
    ANY = OPEN | SETTLING | RUNNING | OVER,
};

static const struct ActRule {
    const char *name;
    uint8_t who, states;
    ActFunction *function;
} rules[] = {
    {"move", SEATS, RUNNING, act_move},
    {"sit", SEATS, OPEN, act_sit},
    {"leave", SEATS, OPEN | SETTLING | RUNNING, act_leave},
    {"seat", HOST, ANY, act_seat},
    {"name", SEATS, ANY, act_name},
    {"pick", SEATS, SETTLING, act_pick},
    {"resign", SEATS, RUNNING, act_resign},
    {"offer", SEATS, RUNNING | ENDED | ABORTED, act_offer},
    {"answer", SEATS, RUNNING | ENDED | ABORTED, act_answer},
    {"back", SEATS, RUNNING | ENDED, act_back},
    {"forth", SEATS, RUNNING, act_forth},
    {"next", SEATS, ENDED, act_next},
    {"claim", SEATS, RUNNING, act_claim},
    {"more", SEATS, RUNNING, act_more},
    {"plan", SEATS, RUNNING, act_plan},
    {"react", SEATS, SETTLING | RUNNING | OVER, act_react},
    {"pause", BOTH, RUNNING, act_pause},
    {"resume", BOTH, RUNNING, act_resume},
    {"abort", BOTH, OPEN | SETTLING | RUNNING, act_abort},
    {"flag", HOST, RUNNING, act_flag},
    {"away", HOST, ANY, act_away},
    {"here", HOST, ANY, act_here},
    {"shift", HOST, ANY, act_shift},
    {"vacation", HOST, OPEN | SETTLING | RUNNING, act_vacation},
    {"hide", HOST, ANY, act_hide},
    {"forfeit", HOST, RUNNING, act_forfeit},
    {"adjudicate", HOST, RUNNING, act_adjudicate},
    {"end", HOST, RUNNING, act_end},
    {"line", BOTH, RUNNING | OVER, act_line},
    {"comment", BOTH, RUNNING | OVER, act_comment},
    {"mark", BOTH, RUNNING | OVER, act_mark},
    {"eval", BOTH, RUNNING | OVER, act_eval},
    {"time", HOST, RUNNING | OVER, act_time},
    {"promote", BOTH, RUNNING | OVER, act_promote},
    {"delete", BOTH, RUNNING | OVER, act_delete},
    {"tag", HOST, ANY, act_tag},
};

Refused act_refuse(Act *act, Refused refused, const Text *why)
{
    refuse_text(act->why, act->caller.lang, why);
    return refused;
}

Refused act_bad(Act *act)
{
    static const Text bad = {
        {"this is not the form of that act", "その行為の書き方が正しくありません"}};
    return act_refuse(act, REFUSED_BAD_ACT, &bad);
}

bool act_is_bare(const Act *act)
{
    return !*act->args;
}

bool act_number(Act *act, uint64_t most, uint64_t *out)
{
    const char *text = act->args;
    if (!str_read_number(&text, most, out) || (*text && *text != ' '))
        return false;
    act->args = text + (*text == ' ');
    return true;
}

bool act_must_ask(const Act *act)
{
    SeatKind other = act->table->seat[!act->seat].kind;
    return other == SEAT_REMOTE || other == SEAT_ENGINE;
}

bool act_may_annotate(const Act *act)
{
    const Seat *seat = act->table->seat;
    bool local = seat[0].kind != SEAT_REMOTE && seat[1].kind != SEAT_REMOTE;
    return act->seat < 0 || local || table_is_over(act->table);
}

/* -- What acts have in common ----------------------------------------------------------------- */

void table_start_turn(Table *table, int64_t now)
{
    if (table->state != TABLE_RUNNING)
        return;
    clock_start(&table->clock, table_pos(table)->turn, now);
    if (table->paused) /* whose turn it is, is known all the same */
        clock_pause(&table->clock, now);
}

void table_finish(Table *table, const Ending *ending, int64_t now)
{
    Round *round = table_round(table);
    clock_pause(&table->clock, now);
    round->ending = *ending;
    round->end_node = table->head;
    table->state = ending->kind == END_ABORTED ? TABLE_ABORTED : TABLE_ENDED;
    table->paused = false;
    memset(table->offers, 0, sizeof table->offers);
    memset(table->plan_count, 0, sizeof table->plan_count);
}

void table_start_if_full(Table *table, int64_t now)
{
    if (table->state != TABLE_OPEN || !table->seat[0].kind || !table->seat[1].kind)
        return;
    table->state = table->pick ? TABLE_SETTLING : TABLE_RUNNING;
    if (table->state != TABLE_RUNNING)
        return;
    table_start_turn(table, now);
    Ending ending = tree_ending(table_tree(table), 0); /* a position may be a finished game */
    if (ending.kind != END_NONE)
        table_finish(table, &ending, now);
}

void table_restore_clock(Table *table, int64_t now)
{
    const Tree *tree = table_tree(table);
    Clock *clock = &table->clock;
    bool found[2] = {false, false};
    if (clock->control.kind != CONTROL_INCREMENT && clock->control.kind != CONTROL_DELAY) {
        clock_charge(clock, now, 0);
        table_start_turn(table, now);
        return;
    }
    table_begin_clock(table);
    for (uint32_t n = table->head; n && !(found[0] && found[1]); n = tree->node[n].parent) {
        int side = tree_pos(tree, tree->node[n].parent)->turn;
        if (!found[side] && tree->node[n].clock_ms != TREE_NO_CLOCK)
            clock->left_ms[side] = tree->node[n].clock_ms;
        found[side] = found[side] || tree->node[n].clock_ms != TREE_NO_CLOCK;
    }
    table_start_turn(table, now);
}

void table_go_back(Table *table, uint32_t node, int64_t now)
{
    table->head = node;
    table->state = TABLE_RUNNING;
    table_round(table)->ending = (Ending){.kind = END_NONE};
    table_round(table)->end_node = 0;
    memset(table->offers, 0, sizeof table->offers);
    memset(table->plan_count, 0, sizeof table->plan_count);
    table_restore_clock(table, now);
}

/* -- Judging ---------------------------------------------------------------------------------- */

static const struct ActRule *find_rule(const char *text, const char **args)
{
    size_t length = strcspn(text, " ");
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (strncmp(text, rules[i].name, length) != 0 || rules[i].name[length])
            continue;
        *args = text + length + (text[length] == ' ');
        return text[length] && !**args ? NULL : &rules[i];
    }
    return NULL;
}

static Refused refuse_state(Act *act)
{
    static const Text over = {{"the game is over", "対局はもう終わっています"}};
    static const Text empty = {{"a seat is still empty", "まだ席が空いています"}};
    static const Text picking = {{"the secret pick comes first", "先に同時選択（非公開）をします"}};
    static const Text goes_on = {{"the game is still on", "対局はまだ続いています"}};
    switch (act->table->state) {
    case TABLE_OPEN:
        return act_refuse(act, REFUSED_NOT_NOW, &empty);
    case TABLE_SETTLING:
        return act_refuse(act, REFUSED_NOT_NOW, &picking);
    case TABLE_RUNNING:
        return act_refuse(act, REFUSED_NOT_NOW, &goes_on);
    default:
        return act_refuse(act, REFUSED_OVER, &over);
    }
}

static Refused judge(Act *act, const char *text)
{
    static const Text unknown = {{"there is no such act", "そのような行為はありません"}};
    static const Text not_yours = {{"that is not for you to do", "それをする権限がありません"}};
    const struct ActRule *rule = find_rule(text, &act->args);
    if (!rule || !utf8_is_plain(text, strlen(text)))
        return act_refuse(act, REFUSED_BAD_ACT, &unknown);
    bool seated = act->seat >= 0;
    if (act->caller.by == BY_WATCHER || !(rule->who & (seated ? SEATS : HOST)))
        return act_refuse(act, REFUSED_NOT_YOURS, &not_yours);
    if (!(rule->states >> act->table->state & 1))
        return refuse_state(act);
    return rule->function(act);
}

static Act make_act(const Table *table, const Caller *caller, bool dry, char *why)
{
    Act act = {.table = (Table *)table, /* a dry act changes nothing */
               .caller = *caller,
               .seat = caller->by <= BY_SEAT1 ? caller->by : -1,
               .dry = dry,
               .why = why};
    if (act.caller.now < table->now)
        act.caller.now = table->now;
    if (act.caller.credit < 0)
        act.caller.credit = 0;
    return act;
}

/* Room for one more line, so that keeping it cannot fail. */
static Refused make_room(Act *act, size_t length)
{
    static const Text full = {{"the log of this table is full", "この卓の記録は一杯です"}};
    Table *table = act->table;
    size_t needed = table->log_length + length + 64;
    if (needed > TABLE_LOG_MAX)
        return act_refuse(act, REFUSED_TOO_LONG, &full);
    if (needed <= table->log_capacity)
        return REFUSED_NOT;
    char *more = realloc(table->log, 2 * needed);
    if (!more)
        return act_refuse(act, REFUSED_NO_MEMORY, &refuse_no_memory);
    table->log = more;
    table->log_capacity = 2 * needed;
    return REFUSED_NOT;
}

static void keep(Table *table, const Act *act, const char *text)
{
    Str s = str_over(table->log + table->log_length, table->log_capacity - table->log_length);
    act_write_line(&act->caller, text, &s);
    str_char(&s, '\n');
    table->log_length += s.length;
    table->seq++;
    table->now = act->caller.now;
}

bool table_do(Table *table, const Caller *caller, const char *text, Reply *reply)
{
    static const Text too_long = {{"the act is too long", "行為の文が長すぎます"}};
    *reply = (Reply){.refused = REFUSED_NOT};
    Act act = make_act(table, caller, false, reply->why);
    size_t length = strlen(text);
    if (length >= ACT_MAX)
        reply->refused = act_refuse(&act, REFUSED_BAD_ACT, &too_long);
    else if ((reply->refused = make_room(&act, length)) == REFUSED_NOT)
        reply->refused = judge(&act, text);
    if (reply->refused == REFUSED_NOT)
        keep(table, &act, text);
    reply->seq = table->seq;
    reply->node = table->head;
    return reply->refused == REFUSED_NOT;
}

bool table_may(const Table *table, const Caller *caller, const char *text)
{
    char why[WHY_MAX];
    Act act = make_act(table, caller, true, why);
    return strlen(text) < ACT_MAX && judge(&act, text) == REFUSED_NOT;
}
