/* SPDX-License-Identifier: MIT */
/* A game at one screen: opening, moving, ending; see play.h. Clicks are in play_click.c, clocks and
 * picks in play_clock.c and play_pick.c. */
#include "app/tui/play.h"

#include "app/tui/words.h"
#include "games/registry.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void play_say(Play *play, PlayTone tone, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(play->message, sizeof play->message, format, args);
    va_end(args);
    play->tone = tone;
}

void play_hush(Play *play)
{
    play->message[0] = '\0';
    play->tone = TONE_NONE;
}

const Pos *play_pos(const Play *play)
{
    return match_pos(&play->match);
}

Outcome play_outcome(const Play *play)
{
    static const Text time = {{"the other side ran out of time", "相手の時間切れ"}},
                      forfeit = {{"the other side forfeited", "相手の棄権または反則"}};
    if (play->forfeited >= 0)
        return (Outcome){play->forfeited ? WINNER_P1 : WINNER_P2,
                         play->by_forfeit ? &forfeit : &time};
    return match_outcome(&play->match);
}

bool play_is_over(const Play *play)
{
    return play_outcome(play).winner != WINNER_NONE;
}

int play_seat(const Play *play, int side)
{
    return play->in_series && series_side(&play->series, 0) != 0 ? !side : side;
}

bool play_is_computer(const Play *play, int side)
{
    return play->seat[play_seat(play, side)].computer;
}

static bool goes_on(const Play *play)
{
    return !play_is_over(play) && !play_is_picking(play);
}

bool play_is_open(const Play *play)
{
    return goes_on(play) && (play->held || !play_is_computer(play, play_pos(play)->turn));
}

bool play_waits_for_computer(const Play *play)
{
    return goes_on(play) && !play->held && play_is_computer(play, play_pos(play)->turn);
}

/* What may be clicked first, and nothing clicked. */
void play_refresh(Play *play)
{
    play->click_count = 0;
    play->root = (Narrow){0};
    if (!play_is_over(play))
        play->root = path_narrow(play->game, play_pos(play), NULL, 0, play->scratch);
    play->narrow = play->root;
    play->hint = 0;
    play->thought = (Thought){0};
    play->spent_ms = 0;
    if (play->cursor >= play->game->shape.point_count)
        play->cursor = 0;
}

/* The point in the middle of the picture, where a cursor starts. */
static Point middle_point(const Shape *shape)
{
    int best = INT32_MAX;
    Point found = 0;
    for (int p = 0; p < shape->point_count; p++) {
        int dx = abs(2 * shape->point[p].x - shape->width),
            dy = abs(2 * shape->point[p].y - shape->height);
        if (dx + dy < best) {
            best = dx + dy;
            found = (Point)p;
        }
    }
    return found;
}

bool play_begin(Play *play, Game *game, const Pos *start)
{
    Match match;
    Move *scratch = malloc(2 * (size_t)game->moves_max * sizeof *scratch);
    PlayTimes *times = calloc(MATCH_PLIES_MAX + 1, sizeof *times);
    if (!scratch || !times || !match_begin(&match, game, start)) {
        free(scratch);
        free(times);
        return false;
    }
    play->game = game;
    play->match = match;
    play->scratch = scratch;
    play->times = times;
    play->forfeited = -1;
    play->cursor = middle_point(&game->shape);
    play_refresh(play);
    return true;
}

/* Everything of the game but the game itself. */
static void end_match(Play *play)
{
    match_free(&play->match);
    free(play->scratch);
    free(play->times);
    play->scratch = NULL;
    play->times = NULL;
}

void play_close(Play *play)
{
    end_match(play);
    free(play->ended);
    game_close(play->game);
    *play = (Play){0};
}

/* A pick is asked for unless the variant text has settled its option already. */
static const Prelim *find_pick(const Game *game, const char *variant)
{
    for (int i = 0; i < game->prelim_count; i++) {
        const Prelim *prelim = &game->prelims[i];
        char settled[32];
        Str s = str_over(settled, sizeof settled);
        if (prelim->kind != PRELIM_SECRET_PICK)
            continue;
        str_format(&s, ",%s=", prelim->option);
        return strstr(variant, settled) ? NULL : prelim;
    }
    return NULL;
}

static bool read_start(const Game *game, const PlaySetup *setup, Pos *out, char *why)
{
    static const Text bad = {{"bad position: {0}", "局面が正しくありません：{0}"}};
    char reason[WHY_MAX];
    if (!setup->position)
        game->ops->start(game, setup->seed, out);
    else if (setup->match)
        return refuse(why, "%s", word(WORD_NO_MATCH, setup->lang));
    else if (!game->ops->read_pos(game, setup->position, setup->lang, out, reason))
        return refuse_with(why, setup->lang, &bad, reason);
    return true;
}

bool play_open(Play *play, const PlaySetup *setup, char *why)
{
    Game *game = game_open(setup->variant, setup->lang, why);
    Pos start;
    if (!game)
        return false;
    *play = (Play){.seed = setup->seed,
                   .lang = setup->lang,
                   .seat = {setup->seat[0], setup->seat[1]},
                   .clock_ms = setup->clock_ms,
                   .increment_ms = setup->increment_ms,
                   .pick = setup->position ? NULL : find_pick(game, setup->variant)};
    bool good = read_start(game, setup, &start, why);
    if (good && !play_begin(play, game, &start))
        good = refuse(why, "%s", word(WORD_NO_MEMORY, setup->lang));
    if (!good) {
        game_close(game);
        return false;
    }
    play->in_series = setup->match;
    if (setup->match)
        series_begin(&play->series, game, setup->seed);
    return true;
}

/* The match of one game anew from `start`; the old one stays if there is no memory. */
static bool restart(Play *play, const Pos *start)
{
    Match match;
    if (!match_begin(&match, play->game, start))
        return false;
    match_free(&play->match);
    play->match = match;
    memset(play->times, 0, (MATCH_PLIES_MAX + 1) * sizeof *play->times);
    play->forfeited = -1;
    play->held = false;
    play->changes++;
    play_refresh(play);
    play_hush(play);
    return true;
}

bool play_next(Play *play)
{
    Outcome outcome = play_outcome(play);
    Series series = play->series;
    if (!play->in_series || !series_end_game(&series, outcome.winner, play_pos(play), play->seed))
        return false;
    if (series_is_over(&series)) {
        play->series = series;
        return false;
    }
    if (!restart(play, &series.start))
        return false;
    play->series = series;
    play_refresh(play);
    return true;
}

/* "White plays d6: White places a white man on d6" */
static void tell_last(Play *play)
{
    const Match *match = &play->match;
    const Game *game = play->game;
    const Pos *before = &match->entry[match->ply - 1].pos;
    Move move = match->entry[match->ply].move;
    char text[MOVE_TEXT_MAX], words[PLAY_MESSAGE_MAX / 2];
    Str m = str_over(text, sizeof text), w = str_over(words, sizeof words);
    Str out = str_over(play->message, sizeof play->message);
    Event events[EVENTS_MAX];
    game->ops->write_move(game, before, move, &m);
    events_write(game, events, game->ops->events(game, before, move, events), play->lang, &w);
    const char *const args[] = {game->player[before->turn].in[play->lang], text, words};
    word_fill(&out, WORD_PLAYS, play->lang, args);
    play->tone = TONE_MOVE;
}

bool play_move(Play *play, Move move)
{
    int side = play_pos(play)->turn;
    PlayTimes times = play->times[play->match.ply];
    int64_t spent = play->spent_ms;
    MatchError error = match_play(&play->match, move);
    if (error) {
        play_say(play, TONE_WHY, "%s", match_error(error)->in[play->lang]);
        return false;
    }
    times.used[side] += spent;
    times.moves[side]++;
    play->times[play->match.ply] = times;
    play->held = false;
    play->pick = NULL;
    play->changes++;
    play_refresh(play);
    tell_last(play);
    return true;
}

static bool all_computers(const Play *play)
{
    return play->seat[0].computer && play->seat[1].computer;
}

/* Steps until a person is to move, or just one step where there is none. */
static bool step(Play *play, bool (*one)(Match *))
{
    if (play->forfeited >= 0 && one == match_redo)
        return false;
    if (!one(&play->match))
        return false;
    while (!all_computers(play) && play_is_computer(play, play_pos(play)->turn) &&
           one(&play->match))
        continue;
    play->forfeited = -1;
    play->held = play_is_computer(play, play_pos(play)->turn);
    play->changes++;
    play_refresh(play);
    play_hush(play);
    if (play->held && !play_is_over(play))
        play_say(play, TONE_INFO, "%s", word(WORD_GONE_BACK, play->lang));
    return true;
}

static void tell_place(Play *play)
{
    char ply[16];
    Str n = str_over(ply, sizeof ply), s = str_over(play->message, sizeof play->message);
    str_number(&n, play->match.ply);
    const char *const args[] = {ply};
    word_fill(&s, WORD_TAKEN_BACK, play->lang, args);
    play->tone = TONE_INFO;
}

bool play_undo(Play *play)
{
    bool timed_out = play->forfeited >= 0;
    if (step(play, match_undo)) {
        if (!play->held)
            tell_place(play);
        return true;
    }
    play_say(play, TONE_WHY, "%s", word(timed_out ? WORD_OVER : WORD_NOTHING_TO_UNDO, play->lang));
    return false;
}

bool play_redo(Play *play)
{
    if (step(play, match_redo)) {
        if (!play->held)
            tell_last(play);
        return true;
    }
    play_say(play, TONE_WHY, "%s", word(WORD_NOTHING_TO_REDO, play->lang));
    return false;
}

static bool ended(Play *play, bool good)
{
    if (!good) {
        play_say(play, TONE_WHY, "%s", word(WORD_OVER, play->lang));
        return false;
    }
    play->changes++;
    play_refresh(play);
    play_hush(play);
    return true;
}

bool play_resign(Play *play, int side)
{
    return ended(play, play->forfeited < 0 && match_resign(&play->match, side));
}

bool play_agree(Play *play)
{
    return ended(play, play->forfeited < 0 && match_agree(&play->match));
}

/* What has stood in this game counts: a move that repeats into a draw is one. */
static Judge judge_of(const Play *play)
{
    return (Judge){play->game, play->oracle, match_past(&play->match),
                   play->scratch + play->game->moves_max};
}

bool play_known_here(const Play *play, Known *out)
{
    Judge judge = judge_of(play);
    return play->knows && play->oracle.ask && !play_is_over(play) &&
           perfect_here(&judge, play_pos(play), play->scratch, out);
}

bool play_known(const Play *play, Point point, Known *out)
{
    Point clicks[PATH_MAX];
    if (!play->knows || !play->oracle.ask || play->click_count >= PATH_MAX)
        return false;
    memcpy(clicks, play->clicks, sizeof clicks);
    clicks[play->click_count] = point;
    Narrow narrow = path_narrow(play->game, play_pos(play), clicks, play->click_count + 1,
                                play->scratch);
    Judge judge = judge_of(play);
    return perfect_of(&judge, play_pos(play), play->scratch, (int)narrow.matches, out);
}
