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

/* What there is room for when the log is full. */
enum { TALK, GAME, ENDS };

static const struct ActRule {
    const char *name;
    uint8_t who, states;
    ActFunction *function;
    uint8_t room; /* of a log that is full: GAME, ENDS; the host's are GAME at least */
} rules[] = {
    {"move", SEATS, RUNNING, act_move, GAME},
    {"sit", SEATS, OPEN, act_sit, GAME},
    {"leave", SEATS, OPEN | SETTLING | RUNNING, act_leave, ENDS},
    {"seat", HOST, ANY, act_seat, TALK},
    {"name", SEATS, ANY, act_name, TALK},
    {"pick", SEATS, SETTLING, act_pick, GAME},
    {"resign", SEATS, RUNNING, act_resign, ENDS},
    {"offer", SEATS, RUNNING | ENDED | ABORTED, act_offer, TALK},
    {"answer", SEATS, RUNNING | ENDED | ABORTED, act_answer, GAME},
    {"back", SEATS, RUNNING | ENDED, act_back, TALK},
    {"forth", SEATS, RUNNING, act_forth, TALK},
    {"next", SEATS, ENDED, act_next, TALK},
    {"claim", SEATS, RUNNING, act_claim, ENDS},
    {"more", SEATS, RUNNING, act_more, TALK},
    {"plan", SEATS, RUNNING, act_plan, TALK},
    {"react", SEATS, SETTLING | RUNNING | OVER, act_react, TALK},
    {"pause", BOTH, RUNNING, act_pause, TALK},
    {"resume", BOTH, RUNNING, act_resume, TALK},
    {"abort", BOTH, OPEN | SETTLING | RUNNING, act_abort, ENDS},
    {"flag", HOST, RUNNING, act_flag, ENDS},
    {"away", HOST, ANY, act_away, TALK},
    {"here", HOST, ANY, act_here, TALK},
    {"shift", HOST, ANY, act_shift, TALK},
    {"vacation", HOST, OPEN | SETTLING | RUNNING, act_vacation, TALK},
    {"hide", HOST, ANY, act_hide, ENDS},
    {"forfeit", HOST, RUNNING, act_forfeit, ENDS},
    {"adjudicate", HOST, RUNNING, act_adjudicate, ENDS},
    {"end", HOST, RUNNING, act_end, TALK},
    {"line", BOTH, RUNNING | OVER, act_line, TALK},
    {"comment", BOTH, RUNNING | OVER, act_comment, TALK},
    {"mark", BOTH, RUNNING | OVER, act_mark, TALK},
    {"eval", BOTH, RUNNING | OVER, act_eval, TALK},
    {"time", HOST, RUNNING | OVER, act_time, TALK},
    {"promote", BOTH, RUNNING | OVER, act_promote, TALK},
    {"delete", BOTH, RUNNING | OVER, act_delete, TALK},
    {"tag", HOST, ANY, act_tag, TALK},
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

/* Bytes that the log may have with this act. Whoever fills it with talk cannot keep anybody from
 * moving, resigning or claiming, nor the host from ending the game. */
static size_t log_limit(const Act *act, const char *text)
{
    const char *args;
    const struct ActRule *rule = find_rule(text, &args);
    int room = rule ? rule->room : TALK;
    if (act->caller.by == BY_HOST && room == TALK)
        room = GAME;
    return TABLE_LOG_MAX + (room >= GAME ? (size_t)TABLE_LOG_GAME : 0) +
           (room >= ENDS ? (size_t)TABLE_LOG_ENDS : 0);
}

/* Room for one more line, so that keeping it cannot fail. */
static Refused make_room(Act *act, const char *text, size_t length)
{
    static const Text full = {{"the log of this table is full", "この卓の記録は一杯です"}};
    Table *table = act->table;
    size_t needed = table->log_length + length + 64;
    if (needed > log_limit(act, text))
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
    if (act->seat >= 0 && strncmp(text, "move ", 5) != 0)
        table->log_by[act->seat] += s.length;
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
    else if ((reply->refused = make_room(&act, text, length)) == REFUSED_NOT)
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
