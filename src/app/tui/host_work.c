/* SPDX-License-Identifier: MIT */
/* What the computer has to do at the table: moves, hints, evaluations, answers; see host.h. */
#include "app/tui/host_part.h"

#include "app/tui/online.h"
#include "base/bits.h"
#include "review/lesson.h"

#include <stdlib.h>

/* Its choices follow from set-up, game and ply: games of a match are different ones. */
static uint64_t seed_of(const Play *play)
{
    uint64_t game = (uint64_t)(play->table.round_count - 1) << 32;
    return bits_mix(play->table.setup.seed + game + play_ply(play));
}

/* What a teacher has to know of the game. False if there is no memory. */
static bool give_lesson(const Play *play, BrainJob *job)
{
    if (job->task != BRAIN_MOVE || !job->seat.teacher)
        return true;
    size_t room = play->table.game->moves_max;
    Move *moves = malloc(room * sizeof *moves);
    int32_t *rates = malloc(room * sizeof *rates);
    bool good = moves && rates;
    if (good)
        job->lesson = lesson_of(play_tree(play), play->shown, moves, rates);
    free(moves);
    free(rates);
    return good;
}

static bool start(Host *host, BrainTask task)
{
    Play *play = &host->play;
    const Table *table = &play->table;
    History history;
    BrainJob job = {.task = task,
                    .history = &history,
                    .oracle = play->oracle,
                    .seat = table->seat[table_seat_of(table, play_pos(play)->turn)],
                    .clock = &table->clock,
                    .now = play->now,
                    .seed = seed_of(play),
                    .lines = play->lines};
    bool good = give_lesson(play, &job) && tree_history(play_tree(play), play->shown, &history) &&
                brain_start(host->brain, &job);
    if (!good)
        host_say(host, TONE_WHY, WORD_NO_MEMORY, "", "");
    return good;
}

static void answer(Host *host, bool yes)
{
    Play *play = &host->play;
    int seat = play_asked(play);
    const char *name = play->table.game->player[table_side_of(&play->table, seat)].in[play->lang];
    if (play_act(play, seat, "answer end %s", yes ? "yes" : "no"))
        host_say(host, TONE_INFO, yes ? WORD_AGREES : WORD_DECLINES, name, "");
}

/* Sets the computer to the one task that there is for it now. */
static void give_work(Host *host, int64_t now)
{
    Play *play = &host->play;
    bool on_clock = clock_is_limited(&play->table.clock);
    if (play->task.kind) {
        host->pending = play->task.reply;
        host->due_ms = now + host->pause_ms;
    } else if (play_asked(play) >= 0) {
        if (!start(host, BRAIN_ANSWER))
            answer(host, false);
    } else if (play_waits_for_computer(play)) {
        host->due_ms = on_clock ? 0 : now + host->pause_ms;
        if (!start(host, BRAIN_MOVE))
            play_hold(play); /* no memory to think with: a person may move for it */
    } else if (play->evaluating && !host->evaluated && play_is_open(play)) {
        host->evaluated = play->evaluating = start(host, BRAIN_EVALUATE);
    }
}

void host_drive(Host *host, int64_t now)
{
    Play *play = &host->play;
    online_send(host);
    host_note(host);
    int picker = table_picker(&play->table);
    if (picker >= 0 && seat_is_computer(&play->table.seat[picker]))
        host_pick(host, (int)(host_seed() % PICK_CHOICES));
    if (host->driven != play->changes) {
        brain_stop(host->brain);
        host->pending = 0;
        host->evaluated = false;
        host->driven = play->changes;
    }
    if (brain_task(host->brain) == BRAIN_IDLE && !host->pending)
        give_work(host, now);
}

static void show_hint(Host *host, Move best)
{
    Play *play = &host->play;
    char text[MOVE_TEXT_MAX];
    Str s = str_over(text, sizeof text);
    play->hint = best;
    play->table.game->ops->write_move(play->table.game, play_pos(play), best, &s);
    host_say(host, TONE_INFO, WORD_HINT, text, "");
}

void host_hint(Host *host)
{
    if (play_is_open(&host->play) && play_asked(&host->play) < 0 && !host->play.task.kind)
        start(host, BRAIN_HINT);
}

/* What it thinks of the position, for the seat that is asked. */
static void answer_by(Host *host, const Thought *thought)
{
    const Table *table = &host->play.table;
    int seat = play_asked(&host->play);
    int sign = table_side_of(table, seat) == table_pos(table)->turn ? 1 : -1;
    answer(host, table_computer_accepts(table, seat, sign * thought->score, sign * thought->mate));
}

/* A task is done. */
static void take_thought(Host *host, BrainTask task, const Thought *thought)
{
    if (task == BRAIN_MOVE)
        host->pending = thought->best;
    if (task == BRAIN_ANSWER)
        answer_by(host, thought);
    if (task != BRAIN_HINT)
        return;
    host->evaluated = false; /* the evaluation gave way to it */
    if (thought->best && play_is_open(&host->play))
        show_hint(host, thought->best);
}

bool host_news(Host *host, int64_t now)
{
    Play *play = &host->play;
    Thought thought;
    bool done;
    BrainTask task = brain_task(host->brain);
    if (host->driven != play->changes) /* it thinks about what was; host_drive comes first */
        return false;
    bool news = brain_news(host->brain, &thought, &done);
    if (news && (task == BRAIN_MOVE || task == BRAIN_EVALUATE))
        play->thought = thought;
    if (news && done)
        take_thought(host, task, &thought);
    if (host->pending && now >= host->due_ms) {
        Move move = host->pending;
        host->pending = 0;
        bool made = play_move(play, move);
        if (made && play->task.kind)
            task_replied(play);
        news = true;
    }
    return news;
}

int host_due(const Host *host, int64_t now)
{
    if (!host->pending)
        return -1;
    return host->due_ms > now ? (int)(host->due_ms - now) : 0;
}
