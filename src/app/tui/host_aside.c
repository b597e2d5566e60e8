/* SPDX-License-Identifier: MIT */
/* Other boards in the place of the game, which waits: analysis; see host.h. */
#include "app/tui/host_part.h"

#include "app/tui/analysis.h"

/* Puts another game on the board; the one that was there is the caller's. */
void host_change(Host *host, const Play *play)
{
    bool knows = host->play.knows;
    Oracle oracle = host->play.oracle;
    brain_stop(host->brain);
    host->play = *play;
    host->play.knows = knows;
    host->play.oracle = oracle;
    host->pending = 0;
    host->evaluated = false;
    host->driven = host->play.changes;
    host_consult(host);
}

void host_put_aside(Host *host, const Play *board)
{
    Play *play = &host->play;
    host_save(host);
    host->was_paused = play->table.paused;
    if (!host->was_paused && play->table.state == TABLE_RUNNING)
        play_act(play, BY_HOST, "pause");
    host->aside = *play;
    host->has_aside = true;
    host_change(host, board);
}

void host_take_back(Host *host)
{
    Play board = host->play, game = host->aside;
    host->has_aside = false;
    game.lang = board.lang;
    game.now = board.now;
    host_change(host, &game);
    play_close(&board);
    if (!host->was_paused)
        play_wake(&host->play);
}

void host_leave_analysis(Host *host)
{
    if (host->has_aside)
        host_take_back(host);
    else
        host->play.analysing = false;
    host_say(host, TONE_INFO, WORD_ANALYSIS_OFF, "", "");
}

/* A game that is over is analysed as it is, one that is on as a copy, while it waits. */
void host_analyse(Host *host)
{
    Play *play = &host->play, copy;
    char why[WHY_MAX];
    if (play->analysing) {
        host_leave_analysis(host);
        return;
    }
    if (play_is_over(play)) {
        play->analysing = true;
    } else {
        if (!analysis_copy(play, host->variants, &copy, why)) {
            play_say(play, TONE_WHY, "%s", why);
            return;
        }
        host_put_aside(host, &copy);
    }
    host_say(host, TONE_INFO, WORD_ANALYSIS_ON, "", "");
}

/* A new game from the position that is shown: the person has the side to move, the computer the
 * other one. */
void host_play_from_here(Host *host)
{
    Play *play = &host->play;
    char why[WHY_MAX];
    int side = play_pos(play)->turn;
    PlaySetup setup = host->setup;
    if (tree_ending(play_tree(play), play->shown).kind == END_RULES) {
        host_say(host, TONE_WHY, WORD_ENDED_HERE, "", "");
        return;
    }
    setup.table = table_setup(play->table.game->id);
    Str s = str_over(setup.table.position, sizeof setup.table.position);
    play->table.game->ops->write_pos(play->table.game, play_pos(play), &s);
    setup.table.seed = host_seed();
    setup.lang = play->lang;
    setup.computer = play->computer;
    setup.seat[side] = (Seat){.kind = SEAT_PERSON};
    setup.seat[!side] = play->computer;
    bool flipped = play->flipped;
    bool keep = host->has_aside && files_is_worth_saving(&host->aside);
    host_drop_aside(host); /* it is saved */
    if (!host_open(host, &setup, why)) {
        play_say(play, TONE_WHY, "%s", why);
        return;
    }
    host->put_by = host->put_by || keep;
    play->flipped = flipped;
    host_say(host, TONE_INFO, WORD_FROM_HERE, "", "");
}
