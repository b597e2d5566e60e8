/* SPDX-License-Identifier: MIT */
/* The referee, see referee.h. */
#include "app/tournament/referee.h"

#include "base/clock.h"
#include "proto/ugi.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct EngineGame {
    const RefereeRules *rules;
    Engine *side[2]; /* by player */
    int engine[2];   /* the number of the player's engine */
    Str line;        /* the position command so far */
    double left_ms[2];
    Adjudge adjudge;
    RefereedGame *out;
    uint32_t node; /* of the record: where the game stands */
    Winner winner;
    bool over;
    bool no_memory; /* the record lacks something: the game does not count */
} EngineGame;

static const TreeNode *here(const EngineGame *g)
{
    return &g->out->record.tree.node[g->node];
}

static void end(EngineGame *g, Verdict verdict, Winner winner)
{
    g->over = true;
    g->winner = winner;
    g->out->result.verdict = verdict;
}

static Winner opponent_of(int player)
{
    return player == 0 ? WINNER_P2 : WINNER_P1;
}

/* A side loses by its own fault. */
__attribute__((format(printf, 4, 5))) static void fault(EngineGame *g, int player, Verdict verdict,
                                                        const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(g->out->note, sizeof g->out->note, format, args);
    va_end(args);
    end(g, verdict, opponent_of(player));
}

/* Does the game end with the position that stands? */
static void look_for_end(EngineGame *g)
{
    Ending ending = tree_ending(&g->out->record.tree, g->node);
    if (ending_is_over(&ending))
        end(g, ending.kind == END_REPETITION ? VERDICT_REPETITION : VERDICT_RULES, ending.winner);
    else if (here(g)->ply >= g->rules->plies_max || g->line.full)
        end(g, VERDICT_LENGTH, WINNER_DRAW);
}

/* Plays a legal move in the record and in the position command. */
static bool play(EngineGame *g, Move move)
{
    const Game *game = g->rules->game;
    str_add(&g->line, here(g)->ply ? " " : " moves ");
    game->ops->write_move(game, &here(g)->pos, move, &g->line);
    TreeError error = tree_add(&g->out->record.tree, g->node, move, &g->node);
    g->no_memory |= error == TREE_NO_MEMORY;
    return error == TREE_OK;
}

static void note_thought(EngineGame *g, int player)
{
    const Engine *engine = g->side[player];
    TreeNode *node = &g->out->record.tree.node[g->node];
    UgiScore score = engine->client.score;
    if (score.kind == UGI_SCORE_CP)
        node->eval = player == 0 ? score.value : -score.value;
    if (engine->spec->limits.clocked)
        node->clock_ms = g->left_ms[player] < INT32_MAX ? (int32_t)g->left_ms[player] : INT32_MAX;
    if (score.kind == UGI_SCORE_MATE) {
        char text[32];
        Str s = str_over(text, sizeof text);
        str_format(&s, "mate %d", score.value);
        g->no_memory |= !tree_set_comment(&g->out->record.tree, g->node, text);
    }
}

/* How much later than its limit an answer was. */
static double note_over(EngineGame *g, int player, double spent_ms, double allowed_ms)
{
    int32_t *latest = &g->out->result.over_ms[g->engine[player]];
    double over = allowed_ms < 0 ? 0 : spent_ms - allowed_ms;
    if (over > *latest)
        *latest = (int32_t)over;
    return over;
}

/* Takes the time off the clock. False if it was too much. */
static bool take_time(EngineGame *g, int player, double spent_ms, double allowed_ms)
{
    const EngineLimits *limits = &g->side[player]->spec->limits;
    double over = note_over(g, player, spent_ms, allowed_ms);
    g->left_ms[player] -= spent_ms;
    if (g->left_ms[player] < 0)
        g->left_ms[player] = 0;
    g->left_ms[player] += (double)limits->increment_ms;
    return over <= g->rules->margin_ms;
}

/* No answer in time: it may be slow or deaf. A slow one stays. */
static Talk handle_late(EngineGame *g, int player, double from, double allowed_ms)
{
    static const char stop[] = "stop\n";
    Engine *engine = g->side[player];
    Talk talk = engine_ask(engine, stop, strlen(stop), UGI_ANSWER_BESTMOVE,
                           clock_seconds() + engine->patience);
    if (talk == TALK_STOPPED)
        return talk;
    if (talk == TALK_GOOD) {
        double spent_ms = (engine->answered - from) * 1e3;
        note_over(g, player, spent_ms, allowed_ms);
        fault(g, player, VERDICT_TIME, "answered after %.0f ms, when told to stop", spent_ms);
        return talk;
    }
    fault(g, player, VERDICT_SILENCE, "no answer, not even to stop");
    engine_kill(engine);
    return talk;
}

static void play_answer(EngineGame *g, int player)
{
    const Game *game = g->rules->game;
    const char *text = g->side[player]->client.best;
    char why[WHY_MAX] = "there is no move in the answer", quoted[64];
    Str q = str_over(quoted, sizeof quoted);
    Move move;
    str_quote(&q, text);
    if (!*text || !game->ops->read_move(game, &here(g)->pos, text, LANG_EN, &move, why)) {
        fault(g, player, VERDICT_ILLEGAL, "%s: %.200s", quoted, why);
        return;
    }
    uint32_t ply = here(g)->ply + 1;
    if (!play(g, move)) {
        end(g, VERDICT_LENGTH, WINNER_DRAW);
        return;
    }
    note_thought(g, player);
    look_for_end(g);
    Winner winner = adjudge_take(&g->adjudge, &g->rules->adjudge, player,
                                 g->side[player]->client.score, ply);
    if (!g->over && winner != WINNER_NONE)
        end(g, winner == WINNER_DRAW ? VERDICT_DRAWN : VERDICT_RESIGNS, winner);
}

/* Asks for a move. The position command has `go` behind it for as long as it is sent. */
static Talk ask_move(EngineGame *g, int player, double allowed_ms, double *from)
{
    Engine *engine = g->side[player];
    const EngineLimits *other = &g->side[!player]->spec->limits;
    Str command = g->line;
    double wait = allowed_ms < 0 ? g->rules->move_max : (allowed_ms + g->rules->margin_ms) * 1e-3;
    str_char(&command, '\n');
    engine_limits_write_go(&engine->spec->limits, player, g->left_ms, other, &command);
    str_char(&command, '\n');
    engine_drain(engine);
    ugi_client_think(&engine->client);
    *from = clock_seconds();
    Talk talk = engine_ask(engine, command.text, command.length, UGI_ANSWER_BESTMOVE, *from + wait);
    g->line.text[g->line.length] = '\0';
    return talk;
}

static Talk one_move(EngineGame *g)
{
    int player = here(g)->pos.turn;
    Engine *engine = g->side[player];
    double allowed = engine_limits_allowance(&engine->spec->limits, g->left_ms[player]), from;
    Talk talk = ask_move(g, player, allowed, &from);
    if (talk == TALK_GONE) {
        char how[64 + ENGINE_STDERR_MAX];
        Str s = str_over(how, sizeof how);
        engine_bury(engine, &s);
        fault(g, player, VERDICT_CRASH, "%s when it was to move", how);
    } else if (talk == TALK_LATE) {
        return handle_late(g, player, from, allowed);
    } else if (talk == TALK_GOOD) {
        double spent = (engine->answered - from) * 1e3;
        if (take_time(g, player, spent, allowed))
            play_answer(g, player);
        else
            fault(g, player, VERDICT_TIME, "answered after %.0f ms, allowed %.0f", spent, allowed);
    }
    return talk;
}

/* Both engines ready for a new game; one that is not has lost it. */
static Talk call_engines(EngineGame *g)
{
    for (int player = 0; player < 2 && !g->over; player++) {
        char why[WHY_MAX];
        Talk talk = engine_new_game(g->side[player], why);
        if (talk == TALK_STOPPED)
            return talk;
        if (talk != TALK_GOOD) {
            g->out->failed_to_start[g->engine[player]] = true;
            fault(g, player, talk == TALK_GONE ? VERDICT_CRASH : VERDICT_SILENCE, "%.300s", why);
        }
    }
    return TALK_GOOD;
}

static bool set_up(EngineGame *g, const Opening *opening)
{
    const Game *game = g->rules->game;
    str_add(&g->line, "position ");
    if (opening->own_start || schedule_has_setups(game)) {
        str_add(&g->line, "fen ");
        game->ops->write_pos(game, &opening->start, &g->line);
    } else {
        str_add(&g->line, "startpos");
    }
    for (uint32_t i = 0; i < opening->plies; i++)
        if (!play(g, opening->move[i]))
            return false;
    look_for_end(g);
    return true;
}

static void add_tag(EngineGame *g, const char *name, const char *value)
{
    g->no_memory |= !record_set_tag(&g->out->record, name, value);
}

static void add_limits_tag(EngineGame *g, const char *player, const EngineLimits *limits)
{
    char name[64], text[128];
    Str n = str_over(name, sizeof name), s = str_over(text, sizeof text);
    str_format(&n, "%sTimeControl", player);
    engine_limits_write(limits, &s);
    add_tag(g, name, text);
}

static void add_number_tag(EngineGame *g, const char *name, uint64_t number)
{
    char text[24];
    Str s = str_over(text, sizeof text);
    str_number(&s, number);
    add_tag(g, name, text);
}

static void add_tags(EngineGame *g, const char *const name[2], uint32_t plies)
{
    const Text *player = g->rules->game->player;
    add_number_tag(g, "MatchGame", g->out->result.game + 1);
    for (int p = 0; p < 2; p++)
        add_tag(g, player[p].in[LANG_EN], name[g->engine[p]]);
    for (int p = 0; p < 2; p++)
        add_limits_tag(g, player[p].in[LANG_EN], &g->side[p]->spec->limits);
    add_number_tag(g, "OpeningPlies", plies);
}

static void close_record(EngineGame *g)
{
    static const EndKind by[VERDICT_COUNT] = {
        [VERDICT_RULES] = END_RULES,        [VERDICT_REPETITION] = END_REPETITION,
        [VERDICT_LENGTH] = END_ADJUDICATED, [VERDICT_RESIGNS] = END_ADJUDICATED,
        [VERDICT_DRAWN] = END_ADJUDICATED,  [VERDICT_CRASH] = END_FORFEIT,
        [VERDICT_ILLEGAL] = END_FORFEIT,    [VERDICT_TIME] = END_TIME,
        [VERDICT_SILENCE] = END_TIME,
    };
    Record *record = &g->out->record;
    Result *result = &g->out->result;
    record->ending = (Ending){.kind = by[result->verdict], .winner = g->winner};
    if (*g->out->note)
        add_tag(g, "Fault", g->out->note);
    result->plies = here(g)->ply;
    if (g->winner == WINNER_DRAW)
        result->halves = 1;
    else
        result->halves = g->engine[g->winner == WINNER_P2] == 0 ? 2 : 0;
}

/* From the opening to the end. False if the tournament was stopped. */
static bool play_on(EngineGame *g)
{
    if (call_engines(g) == TALK_STOPPED)
        return false;
    while (!g->over)
        if (one_move(g) == TALK_STOPPED)
            return false;
    close_record(g);
    return !g->no_memory || refuse(g->out->note, "out of memory");
}

bool referee_play(const RefereeRules *rules, Engine *const engine[2], const char *const name[2],
                  uint32_t number, const Opening *opening, char *line, RefereedGame *out)
{
    EngineGame g = {.rules = rules, .out = out, .line = str_over(line, UGI_LINE_MAX)};
    *out = (RefereedGame){.result = {.game = number}};
    for (int p = 0; p < 2; p++) {
        g.engine[p] = schedule_engine(number, p);
        g.side[p] = engine[g.engine[p]];
        g.left_ms[p] = (double)g.side[p]->spec->limits.base_ms;
    }
    if (!record_begin(&out->record, rules->game, opening->setup, &opening->start))
        return refuse(out->note, "out of memory");
    add_tags(&g, name, opening->plies);
    bool good = set_up(&g, opening) ? play_on(&g) : refuse(out->note, "out of memory");
    if (!good)
        record_free(&out->record);
    return good;
}
