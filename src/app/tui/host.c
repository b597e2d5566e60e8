/* SPDX-License-Identifier: MIT */
/* Game, computer and files together, see host.h. */
#include "app/tui/host.h"

#include "app/tui/files.h"
#include "app/tui/saved.h"
#include "app/tui/tell.h"
#include "app/tui/words.h"
#include "base/bits.h"
#include "base/clock.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

uint64_t host_seed(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    uint64_t mixed = bits_mix((uint64_t)t.tv_sec ^ (uint64_t)t.tv_nsec << 20 ^ (uint64_t)getpid());
    return mixed % 999999 + 1;
}

static void say(Host *host, PlayTone tone, Word w, const char *one, const char *two)
{
    Str s = str_over(host->play.message, sizeof host->play.message);
    const char *const args[] = {one, two};
    word_fill(&s, w, host->play.lang, args);
    host->play.tone = tone;
}

/* The oracle of the game that is open, or none while one is about to be closed. */
static void consult(Host *host, const Game *game)
{
    if (!game)
        brain_leave(host->brain);
    host->play.oracle = host->find_oracle ? host->find_oracle(host->oracle_context, game)
                                          : (Oracle){NULL, NULL};
}

/* Puts a new game in the place of the old one. */
static void enter(Host *host, const Play *play)
{
    bool knows = host->is_open ? host->play.knows : host->knows;
    if (host->is_open) {
        consult(host, NULL);
        play_close(&host->play);
    }
    host->play = *play;
    host->play.knows = knows;
    host->is_open = true;
    host->pending = 0;
    host->evaluated = false;
    host->saved = host->driven = host->play.changes;
    host->play.now_ms = 0;
    consult(host, host->play.game);
}

bool host_pick(Host *host, int choice)
{
    bool knows = host->play.knows;
    consult(host, NULL); /* the pick may open another game */
    bool good = play_pick(&host->play, choice, host_seed());
    host->play.knows = knows;
    consult(host, host->play.game);
    return good;
}

/* A saved game of the same variant is offered; one that cannot be read is told of and kept. */
static void look_for_saved(Host *host)
{
    char path[FILES_PATH_MAX], why[WHY_MAX];
    Play saved;
    host->offer = false;
    if (!host->keeps || !files_state_path(host->play.game->id, path) || access(path, F_OK) != 0)
        return;
    host->put_by = true;
    if (!files_read(path, host->play.lang, &saved, why)) {
        say(host, TONE_INFO, WORD_SAFE, why, "");
        return;
    }
    host->offer = true;
    host->offer_moves = saved.match.last;
    play_close(&saved);
}

bool host_open(Host *host, const PlaySetup *setup, char *why)
{
    Play play;
    PlaySetup copy = *setup;
    if (!play_open(&play, setup, why))
        return false;
    Str s = str_over(host->variant, sizeof host->variant);
    char variant[VARIANT_TEXT_MAX];
    Str v = str_over(variant, sizeof variant);
    str_add(&v, setup->variant); /* it may be host->variant itself */
    str_add(&s, variant);
    copy.variant = host->variant;
    copy.position = NULL; /* a new game begins at the usual start */
    enter(host, &play);
    host->setup = copy;
    host->put_by = false;
    look_for_saved(host);
    return true;
}

void host_enter(Host *host, const Play *play)
{
    Str s = str_over(host->variant, sizeof host->variant);
    str_add(&s, play->game->id);
    host->setup.variant = host->variant;
    enter(host, play);
    host->play.held = play_is_computer(play, play_pos(play)->turn); /* it waits to be asked on */
    host->put_by = true;
    host->offer = false;
}

void host_close(Host *host)
{
    consult(host, NULL);
    brain_close(host->brain);
    if (host->is_open)
        play_close(&host->play);
    host->is_open = false;
}

static bool worth_keeping(const Play *play)
{
    return (play->match.last || play->ended_length) &&
           (!play_is_over(play) || (play->in_series && !series_is_over(&play->series)));
}

bool host_has_kept(const Host *host)
{
    return host->keeps && host->is_open && worth_keeping(&host->play);
}

bool host_save(Host *host)
{
    char why[WHY_MAX];
    if (!host->keeps || !host->is_open || host->saved == host->play.changes)
        return true;
    host->saved = host->play.changes;
    if (files_save_state(&host->play, host->put_by, why)) {
        host->put_by = host->offer = host->save_failed = false;
        return true;
    }
    host->save_failed = true; /* not tried again before something changes, or the end */
    say(host, TONE_WHY, WORD_NOT_SAVED, host->play.game->id, why);
    return false;
}

bool host_save_at_last(Host *host)
{
    if (host->save_failed)
        host->saved = host->play.changes - 1;
    return host_save(host);
}

bool host_resume(Host *host, const char *variant)
{
    char path[FILES_PATH_MAX], why[WHY_MAX];
    Play saved;
    bool good = files_state_path(variant, path) && access(path, F_OK) == 0;
    if (!good || !files_read(path, host->setup.lang, &saved, why)) {
        if (host->is_open)
            say(host, TONE_WHY, good ? WORD_SAFE : WORD_NOTHING_SAVED, good ? why : "", "");
        return false;
    }
    Str s = str_over(host->variant, sizeof host->variant);
    str_add(&s, saved.game->id);
    host->setup.variant = host->variant;
    host->setup.match = saved.in_series;
    for (int i = 0; i < 2; i++)
        host->setup.seat[i] = saved.seat[i];
    enter(host, &saved);
    host->offer = host->put_by = false;
    say(host, TONE_INFO, WORD_RESUMED, "", "");
    return true;
}

void host_drive(Host *host, double now)
{
    Play *play = &host->play;
    BrainTask task = brain_task(host->brain);
    if (play_is_picking(play) && play_is_computer(play, play_picker(play)))
        host_pick(host, (int)(host_seed() % PICK_CHOICES));
    if (host->driven != play->changes || (task == BRAIN_MOVE && !play_waits_for_computer(play))) {
        brain_stop(host->brain);
        host->pending = 0;
        host->evaluated = false;
        host->driven = play->changes;
        task = BRAIN_IDLE;
    }
    if (play_waits_for_computer(play)) {
        if (task != BRAIN_MOVE && !host->pending && brain_start(host->brain, play, BRAIN_MOVE))
            host->due_ms = now + host->pause_ms;
        else if (task != BRAIN_MOVE && !host->pending)
            play->held = true; /* no memory to think with: a person may move for it */
    } else if (play->evaluating && !host->evaluated && task == BRAIN_IDLE && !play_is_over(play) &&
               !play_is_picking(play)) {
        host->evaluated = brain_start(host->brain, play, BRAIN_EVALUATE);
        play->evaluating = host->evaluated;
    }
}

static void show_hint(Host *host, Move best)
{
    Play *play = &host->play;
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    play->hint = best;
    play->game->ops->write_move(play->game, play_pos(play), best, &s);
    say(host, TONE_INFO, WORD_HINT, text, "");
}

bool host_news(Host *host, double now)
{
    Play *play = &host->play;
    Thought thought;
    bool done;
    BrainTask task = brain_task(host->brain);
    bool news = brain_news(host->brain, &thought, &done);
    if (news && task != BRAIN_HINT)
        play->thought = thought;
    if (done && task == BRAIN_HINT) {
        host->evaluated = false; /* the evaluation gave way to it */
        if (thought.best && play_is_open(play))
            show_hint(host, thought.best);
    }
    if (done && task == BRAIN_MOVE)
        host->pending = thought.best;
    if (host->pending && now >= host->due_ms) {
        Move move = host->pending;
        host->pending = 0;
        play_move(play, move);
        news = true;
    }
    return news;
}

int host_due(const Host *host, double now)
{
    if (!host->pending)
        return -1;
    return host->due_ms > now ? (int)(host->due_ms - now) + 1 : 0;
}

static void save_as(Host *host, const char *path)
{
    char why[WHY_MAX];
    bool good = files_write(&host->play, path, why);
    say(host, good ? TONE_INFO : TONE_WHY, good ? WORD_SAVED : WORD_NOT_SAVED, path, why);
}

static void open_file(Host *host, const char *path)
{
    char why[WHY_MAX];
    Play play;
    if (!files_read(path, host->play.lang, &play, why)) {
        say(host, TONE_WHY, WORD_NOT_OPENED, path, why);
        return;
    }
    host_save(host);
    host_enter(host, &play);
    say(host, TONE_INFO, WORD_OPENED, path, "");
}

/* The next game of the match; true if there was one, or the match is over now. */
static bool next_of_match(Host *host)
{
    Play *play = &host->play;
    if (!play->in_series || series_is_over(&play->series) || !play_is_over(play))
        return false;
    if (!saved_keep_ended(play)) {
        say(host, TONE_WHY, WORD_NO_MEMORY, "", "");
        return true;
    }
    if (!play_next(play)) {
        char standing[256];
        Str s = str_over(standing, sizeof standing);
        play->changes++;
        tell_standing(play, &s);
        say(host, TONE_INFO, WORD_MATCH_OVER, standing, "");
    }
    return true;
}

static void new_game(Host *host, const char *variant)
{
    char why[WHY_MAX];
    if (!*variant && next_of_match(host))
        return;
    PlaySetup setup = host->setup;
    host_save(host);
    bool keep = worth_keeping(&host->play);
    if (*variant)
        setup.variant = variant;
    setup.seed = host_seed();
    setup.lang = host->play.lang;
    for (int i = 0; i < 2; i++)
        setup.seat[i] = host->play.seat[i];
    bool flipped = host->play.flipped, evaluating = host->play.evaluating;
    if (!host_open(host, &setup, why)) {
        play_say(&host->play, TONE_WHY, "%s", why);
        return;
    }
    host->put_by = host->put_by || keep;
    host->play.flipped = flipped;
    host->play.evaluating = evaluating;
}

static void evaluate(Host *host)
{
    host->play.evaluating = !host->play.evaluating;
    host->evaluated = false;
    if (!host->play.evaluating && brain_task(host->brain) == BRAIN_EVALUATE)
        brain_stop(host->brain);
}

bool host_request(Host *host, Request request, const char *rest)
{
    switch (request) {
    case REQUEST_HINT:
        if (play_is_open(&host->play))
            brain_start(host->brain, &host->play, BRAIN_HINT);
        return true;
    case REQUEST_EVALUATE:
        evaluate(host);
        return true;
    case REQUEST_MOVE_NOW:
        host->due_ms = 0;
        if (brain_task(host->brain) == BRAIN_MOVE)
            brain_hurry(host->brain);
        return true;
    case REQUEST_SAVE:
        save_as(host, rest);
        return true;
    case REQUEST_OPEN:
        open_file(host, rest);
        return true;
    case REQUEST_RESUME:
        host_resume(host, host->play.game->id);
        return true;
    case REQUEST_NEW:
        new_game(host, rest);
        return true;
    default:
        return false;
    }
}
