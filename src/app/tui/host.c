/* SPDX-License-Identifier: MIT */
/* Game, computer and files together, see host.h. */
#include "app/tui/host.h"

#include "app/tui/files.h"
#include "app/tui/host_part.h"
#include "app/tui/online.h"
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

int64_t host_now(void)
{
    return (int64_t)(clock_seconds() * 1e3);
}

void host_say(Host *host, PlayTone tone, Word w, const char *one, const char *two)
{
    Str s = str_over(host->play.message, sizeof host->play.message);
    const char *const args[] = {one, two};
    word_fill(&s, w, host->play.lang, args);
    host->play.tone = tone;
}

bool host_tell_damage(Host *host)
{
    char why[WHY_MAX];
    if (host->damage_told || !host->find_damage || !host->find_damage(host->oracle_context, why))
        return false;
    host->damage_told = true;
    host_say(host, TONE_INFO, WORD_DAMAGED, why, "");
    return true;
}

/* The oracle of the game that is open. */
void host_consult(Host *host)
{
    const Game *game = host->play.table.game;
    if (game == host->consulted)
        return;
    brain_leave(host->brain);
    host->consulted = game;
    host->damage_told = false;
    host->play.oracle = host->find_oracle ? host->find_oracle(host->oracle_context, game)
                                          : (Oracle){NULL, NULL};
}

void host_drop_aside(Host *host)
{
    if (host->has_aside)
        play_close(&host->aside);
    host->has_aside = false;
}

void host_put(Host *host, const Play *play)
{
    bool knows = host->is_open ? host->play.knows : host->knows;
    Oracle oracle = host->play.oracle;
    if (host->is_open) {
        brain_stop(host->brain);
        host_drop_aside(host);
        play_close(&host->play);
    }
    host->play = *play;
    host->play.knows = knows;
    host->play.oracle = oracle;
    host->is_open = true;
    host->pending = 0;
    host->evaluated = false;
    host->saved = host->driven = host->play.changes;
    host->counted = host->play.table.round_count - !play_is_over(&host->play);
    host_consult(host);
}

bool host_pick(Host *host, int choice)
{
    bool good = play_pick(&host->play, choice);
    host_consult(host); /* the pick may have opened another game */
    return good;
}

/* A saved game of the same variant is offered; one that cannot be read is told of and kept. */
static void look_for_saved(Host *host)
{
    char path[FILES_PATH_MAX], why[WHY_MAX];
    Play saved;
    host->offer = false;
    if (!host->keeps || !files_state_path(host->play.table.game->id, path) ||
        access(path, F_OK) != 0)
        return;
    host->put_by = true;
    if (!files_read(path, host->variants, host->play.lang, host_now(), &saved, why)) {
        host_say(host, TONE_INFO, WORD_SAFE, why, "");
        return;
    }
    host->offer = true;
    host->offer_moves = play_length(&saved);
    play_close(&saved);
}

bool host_open(Host *host, const PlaySetup *setup, char *why)
{
    Play play;
    PlaySetup copy = *setup; /* it may be the host's own */
    if (!play_open(&play, host->variants, &copy, host_now(), why))
        return false;
    host_put(host, &play);
    host->setup = copy;
    host->setup.table.position[0] = '\0'; /* a new game begins at the usual start */
    host->put_by = false;
    look_for_saved(host);
    return true;
}

/* A new game is like the one that was read. */
static void take_setup(Host *host, const Play *play)
{
    Str s = str_over(host->setup.table.variant, sizeof host->setup.table.variant);
    str_add(&s, play->table.game->id);
    host->setup.table.match = play->table.in_series;
    host->setup.table.control = play->table.setup.control;
    host->setup.computer = play->computer;
    for (int i = 0; i < 2; i++)
        host->setup.seat[i] = play->table.seat[i];
}

void host_enter(Host *host, const Play *play)
{
    take_setup(host, play);
    host_put(host, play);
    play_hold(&host->play); /* the computer waits to be asked on */
    host->put_by = true;
    host->offer = false;
}

void host_close(Host *host)
{
    online_end(host);
    if (host->brain)
        brain_close(host->brain);
    if (host->find_oracle)
        host->find_oracle(host->oracle_context, NULL);
    host_drop_aside(host);
    if (host->is_open)
        play_close(&host->play);
    host->is_open = false;
    variants_free(host->variants);
}

bool host_has_kept(const Host *host)
{
    const Play *play = host->has_aside ? &host->aside : &host->play;
    return host->keeps && host->is_open && files_is_worth_saving(play);
}

bool host_save(Host *host)
{
    char why[WHY_MAX];
    if (host->has_aside) /* the game itself was saved before */
        return true;
    if (!host->keeps || !host->is_open || host->saved == host->play.changes)
        return true;
    host->saved = host->play.changes;
    if (files_save_state(&host->play, host->put_by, why)) {
        host->put_by = host->offer = host->save_failed = false;
        return true;
    }
    host->save_failed = true; /* not tried again before something changes, or the end */
    host_say(host, TONE_WHY, WORD_NOT_SAVED, host->play.table.game->id, why);
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
    Lang lang = host->is_open ? host->play.lang : host->setup.lang;
    bool good = files_state_path(variant, path) && access(path, F_OK) == 0;
    if (!good || !files_read(path, host->variants, lang, host_now(), &saved, why)) {
        if (host->is_open)
            host_say(host, TONE_WHY, good ? WORD_SAFE : WORD_NOTHING_SAVED, good ? why : "", "");
        return false;
    }
    take_setup(host, &saved);
    host_put(host, &saved);
    host->offer = host->put_by = false;
    host_say(host, TONE_INFO, WORD_RESUMED, "", "");
    return true;
}

/* -- What commands ask for -------------------------------------------------------------------- */

static void save_as(Host *host, const char *path)
{
    char why[WHY_MAX];
    bool good = files_write(&host->play, path, &host->own, why);
    host_say(host, good ? TONE_INFO : TONE_WHY, good ? WORD_SAVED : WORD_NOT_SAVED, path, why);
}

static void open_file(Host *host, const char *path)
{
    char why[WHY_MAX];
    Play play;
    if (!files_read(path, host->variants, host->play.lang, host_now(), &play, why)) {
        host_say(host, TONE_WHY, WORD_NOT_OPENED, path, why);
        return;
    }
    host_save(host);
    host_put(host, &play);
    host_say(host, TONE_INFO, WORD_OPENED, path, "");
}

static void new_game(Host *host, const char *variant)
{
    char why[WHY_MAX];
    Play *play = &host->play;
    if (!*variant && play->table.in_series && table_has_next(&play->table)) {
        play_next(play);
        return;
    }
    PlaySetup setup = host->setup;
    host_save(host);
    bool keep = files_is_worth_saving(play);
    if (*variant) {
        Str s = str_over(setup.table.variant, sizeof setup.table.variant);
        str_add(&s, variant);
        if (s.full) /* its reader refuses it with its own words */
            setup.table.variant[0] = '\0';
    }
    setup.table.seed = host_seed();
    setup.lang = play->lang;
    setup.computer = play->computer;
    for (int i = 0; i < 2; i++)
        setup.seat[i] = play->table.seat[i];
    bool flipped = play->flipped, evaluating = play->evaluating;
    if (!host_open(host, &setup, why)) {
        play_say(play, TONE_WHY, "%s", why);
        return;
    }
    host->put_by = host->put_by || keep;
    play->flipped = flipped;
    play->evaluating = evaluating;
}

/* -- Evaluation -------------------------------------------------------------------------------- */

static void look_for_lines(Host *host)
{
    host->play.evaluating = true;
    host->evaluated = false;
    if (brain_task(host->brain) == BRAIN_EVALUATE)
        brain_stop(host->brain);
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
    if (online_request(host, request, rest))
        return true;
    switch (request) {
    case REQUEST_HINT:
        host_hint(host);
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
        host_resume(host, host->play.table.game->id);
        return true;
    case REQUEST_NEW:
        new_game(host, rest);
        return true;
    case REQUEST_ANALYSE:
        host_analyse(host);
        return true;
    case REQUEST_FROM_HERE:
        host_play_from_here(host);
        return true;
    case REQUEST_LINES:
        look_for_lines(host);
        return true;
    case REQUEST_NEXT:
        play_next(&host->play);
        return true;
    case REQUEST_LESSON:
        host_lesson(host, rest);
        return true;
    case REQUEST_PUZZLE:
        host_puzzle(host, rest);
        return true;
    case REQUEST_TASK_NEXT:
        host_task_next(host);
        return true;
    case REQUEST_TASK_AGAIN:
        host_task_again(host);
        return true;
    case REQUEST_TASK_LEAVE:
        host_task_leave(host);
        return true;
    default:
        return false;
    }
}
