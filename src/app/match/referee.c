/* SPDX-License-Identifier: MIT */
/* The referee, see referee.h. */
#include "app/match/referee.h"

#include "base/clock.h"
#include "proto/ugi.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What a record can hold: 500 hours, a million men. */
enum { CLOCK_MAX_MS = 500 * 3600000, EVAL_MAX = 100000000 };

typedef struct Table {
    const RefereeRules *rules;
    Engine *side[2]; /* by player */
    int engine[2];   /* the number of the player's engine */
    Match match;
    Str line; /* the position command so far */
    double left_ms[2];
    Adjudge adjudge;
    Played *out;
    uint32_t node; /* of the record */
    Winner winner;
    bool over;
} Table;

static void end(Table *t, Ending ending, Winner winner)
{
    t->over = true;
    t->winner = winner;
    t->out->result.ending = ending;
}

static Winner opponent_of(int player)
{
    return player == 0 ? WINNER_P2 : WINNER_P1;
}

/* A side loses by its own fault. */
__attribute__((format(printf, 4, 5))) static void fault(Table *t, int player, Ending ending,
                                                        const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(t->out->note, sizeof t->out->note, format, args);
    va_end(args);
    end(t, ending, opponent_of(player));
}

/* Does the game end with the position that stands? */
static void look_for_end(Table *t)
{
    Outcome outcome = match_outcome(&t->match);
    if (outcome.winner != WINNER_NONE)
        end(t, t->match.ply >= t->match.drawn_ply ? ENDING_REPETITION : ENDING_RULES,
            outcome.winner);
    else if (t->match.ply >= t->rules->plies_max || t->line.full)
        end(t, ENDING_LENGTH, WINNER_DRAW);
}

/* Plays a legal move on the board, in the record and in the position command. */
static bool play(Table *t, Move move)
{
    const Game *game = t->rules->game;
    str_add(&t->line, t->match.ply ? " " : " moves ");
    game->ops->write_move(game, match_pos(&t->match), move, &t->line);
    t->node = record_add_move(&t->out->record, t->node, move);
    return t->node && match_play(&t->match, move) == MATCH_OK;
}

static int32_t clamp_eval(int32_t eval)
{
    return eval > EVAL_MAX ? EVAL_MAX : eval < -EVAL_MAX ? -EVAL_MAX : eval;
}

static void note_thought(Table *t, int player)
{
    const Engine *engine = t->side[player];
    RecordNode *node = &t->out->record.node[t->node];
    UgiScore score = engine->client.score;
    if (score.kind == UGI_SCORE_CP)
        node->eval = clamp_eval(player == 0 ? score.value : -score.value);
    if (engine->spec->limits.clocked)
        node->clock_ms = (int32_t)(t->left_ms[player] < CLOCK_MAX_MS ? t->left_ms[player]
                                                                     : CLOCK_MAX_MS);
    if (score.kind == UGI_SCORE_MATE) {
        char text[32];
        Str s = str_over(text, sizeof text);
        str_format(&s, "mate %d", score.value);
        record_add_comment(&t->out->record, t->node, text);
    }
}

/* How much later than its limit an answer was. */
static double note_over(Table *t, int player, double spent_ms, double allowed_ms)
{
    int32_t *latest = &t->out->result.over_ms[t->engine[player]];
    double over = allowed_ms < 0 ? 0 : spent_ms - allowed_ms;
    if (over > *latest)
        *latest = (int32_t)over;
    return over;
}

/* Takes the time off the clock. False if it was too much. */
static bool take_time(Table *t, int player, double spent_ms, double allowed_ms)
{
    const Limits *limits = &t->side[player]->spec->limits;
    double over = note_over(t, player, spent_ms, allowed_ms);
    t->left_ms[player] -= spent_ms;
    if (t->left_ms[player] < 0)
        t->left_ms[player] = 0;
    t->left_ms[player] += (double)limits->increment_ms;
    return over <= t->rules->margin_ms;
}

/* No answer in time: it may be slow or deaf. A slow one stays. */
static Talk handle_late(Table *t, int player, double from, double allowed_ms)
{
    static const char stop[] = "stop\n";
    Engine *engine = t->side[player];
    Talk talk = engine_ask(engine, stop, strlen(stop), UGI_ANSWER_BESTMOVE,
                           clock_seconds() + engine->patience);
    if (talk == TALK_STOPPED)
        return talk;
    if (talk == TALK_GOOD) {
        double spent_ms = (engine->answered - from) * 1e3;
        note_over(t, player, spent_ms, allowed_ms);
        fault(t, player, ENDING_TIME, "answered after %.0f ms, when told to stop", spent_ms);
        return talk;
    }
    fault(t, player, ENDING_SILENCE, "no answer, not even to stop");
    engine_kill(engine);
    return talk;
}

static void play_answer(Table *t, int player)
{
    const Game *game = t->rules->game;
    const char *text = t->side[player]->client.best;
    char why[WHY_MAX] = "there is no move in the answer", quoted[64];
    Str q = str_over(quoted, sizeof quoted);
    Move move;
    str_quote(&q, text);
    if (!*text || !game->ops->read_move(game, match_pos(&t->match), text, LANG_EN, &move, why)) {
        fault(t, player, ENDING_ILLEGAL, "%s: %.200s", quoted, why);
        return;
    }
    uint32_t ply = t->match.ply + 1;
    if (!play(t, move)) {
        end(t, ENDING_LENGTH, WINNER_DRAW);
        return;
    }
    note_thought(t, player);
    look_for_end(t);
    Winner winner = adjudge_take(&t->adjudge, &t->rules->adjudge, player,
                                 t->side[player]->client.score, ply);
    if (!t->over && winner != WINNER_NONE)
        end(t, winner == WINNER_DRAW ? ENDING_DRAWN : ENDING_RESIGNS, winner);
}

/* Asks for a move. The position command has `go` behind it for as long as it is sent. */
static Talk ask_move(Table *t, int player, double allowed_ms, double *from)
{
    Engine *engine = t->side[player];
    const Limits *other = &t->side[!player]->spec->limits;
    Str command = t->line;
    double wait = allowed_ms < 0 ? t->rules->move_max : (allowed_ms + t->rules->margin_ms) * 1e-3;
    str_char(&command, '\n');
    limits_write_go(&engine->spec->limits, player, t->left_ms, other, &command);
    str_char(&command, '\n');
    engine_drain(engine);
    ugi_client_think(&engine->client);
    *from = clock_seconds();
    Talk talk = engine_ask(engine, command.text, command.length, UGI_ANSWER_BESTMOVE, *from + wait);
    t->line.text[t->line.length] = '\0';
    return talk;
}

static Talk one_move(Table *t)
{
    int player = match_pos(&t->match)->turn;
    Engine *engine = t->side[player];
    double allowed = limits_allowance(&engine->spec->limits, t->left_ms[player]), from;
    Talk talk = ask_move(t, player, allowed, &from);
    if (talk == TALK_GONE) {
        char how[64];
        Str s = str_over(how, sizeof how);
        engine_bury(engine, &s);
        fault(t, player, ENDING_CRASH, "%s when it was to move", how);
    } else if (talk == TALK_LATE) {
        return handle_late(t, player, from, allowed);
    } else if (talk == TALK_GOOD) {
        double spent = (engine->answered - from) * 1e3;
        if (take_time(t, player, spent, allowed))
            play_answer(t, player);
        else
            fault(t, player, ENDING_TIME, "answered after %.0f ms, allowed %.0f", spent, allowed);
    }
    return talk;
}

/* Both engines ready for a new game; one that is not has lost it. */
static Talk call_engines(Table *t)
{
    for (int player = 0; player < 2 && !t->over; player++) {
        char why[WHY_MAX];
        Talk talk = engine_new_game(t->side[player], why);
        if (talk == TALK_STOPPED)
            return talk;
        if (talk != TALK_GOOD) {
            t->out->failed_to_start[t->engine[player]] = true;
            fault(t, player, talk == TALK_GONE ? ENDING_CRASH : ENDING_SILENCE, "%.300s", why);
        }
    }
    return TALK_GOOD;
}

static bool set_up(Table *t, const Opening *opening)
{
    const Game *game = t->rules->game;
    str_add(&t->line, "position ");
    if (schedule_has_setups(game)) {
        str_add(&t->line, "fen ");
        game->ops->write_pos(game, &opening->start, &t->line);
    } else {
        str_add(&t->line, "startpos");
    }
    for (uint32_t i = 0; i < opening->plies; i++)
        if (!play(t, opening->move[i]))
            return false;
    look_for_end(t);
    return true;
}

static void add_limits_tag(Record *record, const char *player, const Limits *limits)
{
    char name[64], text[128];
    Str n = str_over(name, sizeof name), s = str_over(text, sizeof text);
    str_format(&n, "%sTimeControl", player);
    limits_write(limits, &s);
    record_add_tag(record, name, text);
}

static void add_number_tag(Record *record, const char *name, uint64_t number)
{
    char text[24];
    Str s = str_over(text, sizeof text);
    str_number(&s, number);
    record_add_tag(record, name, text);
}

static void add_tags(Table *t, const char *const name[2], uint32_t plies)
{
    Record *record = &t->out->record;
    const Text *player = t->rules->game->player;
    add_number_tag(record, "MatchGame", t->out->result.game + 1);
    for (int p = 0; p < 2; p++)
        record_add_tag(record, player[p].in[LANG_EN], name[t->engine[p]]);
    for (int p = 0; p < 2; p++)
        add_limits_tag(record, player[p].in[LANG_EN], &t->side[p]->spec->limits);
    add_number_tag(record, "OpeningPlies", plies);
}

/* Agreement is the players' word for a draw that is called, where the game says that it is one. */
static void set_drawn(Table *t)
{
    Record *record = &t->out->record;
    Outcome agreed = t->rules->game->ops->agreed(t->rules->game, match_pos(&t->match));
    record->result = agreed.winner == WINNER_DRAW ? WINNER_DRAW : WINNER_NONE;
    record->termination = agreed.winner == WINNER_DRAW ? TERMINATION_AGREEMENT
                                                       : TERMINATION_UNFINISHED;
    record_add_tag(record, "Adjudication", "1/2-1/2");
}

static void close_record(Table *t)
{
    static const Termination by[ENDING_COUNT] = {
        [ENDING_RULES] = TERMINATION_NORMAL,        [ENDING_REPETITION] = TERMINATION_REPETITION,
        [ENDING_RESIGNS] = TERMINATION_RESIGNATION, [ENDING_CRASH] = TERMINATION_FORFEIT,
        [ENDING_ILLEGAL] = TERMINATION_FORFEIT,     [ENDING_TIME] = TERMINATION_TIME,
        [ENDING_SILENCE] = TERMINATION_TIME,
    };
    Record *record = &t->out->record;
    Result *result = &t->out->result;
    record->result = t->winner;
    record->termination = by[result->ending];
    if (result->ending == ENDING_LENGTH || result->ending == ENDING_DRAWN)
        set_drawn(t);
    if (*t->out->note)
        record_add_tag(record, "Fault", t->out->note);
    result->plies = t->match.ply;
    if (t->winner == WINNER_DRAW)
        result->halves = 1;
    else
        result->halves = t->engine[t->winner == WINNER_P2] == 0 ? 2 : 0;
}

/* From the opening to the end. False if the match was stopped. */
static bool play_on(Table *t)
{
    if (call_engines(t) == TALK_STOPPED)
        return false;
    while (!t->over)
        if (one_move(t) == TALK_STOPPED)
            return false;
    close_record(t);
    return true;
}

bool referee_play(const RefereeRules *rules, Engine *const engine[2], const char *const name[2],
                  uint32_t number, const Opening *opening, char *line, Played *out)
{
    Table t = {.rules = rules, .out = out, .line = str_over(line, UGI_LINE_MAX)};
    *out = (Played){.result = {.game = number}};
    for (int p = 0; p < 2; p++) {
        t.engine[p] = schedule_engine(number, p);
        t.side[p] = engine[t.engine[p]];
        t.left_ms[p] = (double)t.side[p]->spec->limits.base_ms;
    }
    if (!match_begin(&t.match, rules->game, &opening->start))
        return refuse(out->note, "out of memory");
    if (!record_begin(&out->record, rules->game, opening->setup, &opening->start)) {
        match_free(&t.match);
        return refuse(out->note, "out of memory");
    }
    add_tags(&t, name, opening->plies);
    bool good = set_up(&t, opening) ? play_on(&t) : refuse(out->note, "out of memory");
    match_free(&t.match);
    if (!good)
        referee_free_record(out);
    return good;
}

void referee_free_record(Played *played)
{
    played->record.game = NULL; /* it is the match's */
    record_free(&played->record);
}
