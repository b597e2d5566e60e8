/* SPDX-License-Identifier: MIT */
/* A game at one screen in words, see tell.h. */
#include "app/tui/tell.h"

#include "app/tui/words.h"

#include <stdlib.h>
#include <string.h>

static void fill_number(Str *out, Word w, Lang lang, uint64_t n)
{
    char number[24];
    Str s = str_over(number, sizeof number);
    str_number(&s, n);
    const char *const args[] = {number};
    word_fill(out, w, lang, args);
}

void tell_title(const Play *play, Str *out)
{
    const char *options = strchr(play->game->id, ',');
    str_add(out, play->game->row->title.in[play->lang]);
    if (!options)
        return;
    str_add(out, " (");
    for (const char *c = options + 1; *c; c++) /* a space, so that the line can be broken there */
        str_format(out, *c == ',' ? ", " : "%c", *c);
    str_char(out, ')');
}

void tell_who(const Play *play, int side, Str *out)
{
    const Seat *seat = &play->seat[play_seat(play, side)];
    if (!seat->computer && seat->name[0]) {
        str_add(out, seat->name);
    } else if (!seat->computer) {
        bool alone = play_is_computer(play, !side);
        str_add(out, word(alone ? WORD_YOU : WORD_PERSON, play->lang));
    } else if (seat->level) {
        fill_number(out, WORD_LEVEL, play->lang, (uint64_t)seat->level);
    } else {
        char seconds[24];
        Str s = str_over(seconds, sizeof seconds);
        int whole = seat->time_ms / 1000, rest = seat->time_ms % 1000;
        str_format(&s, rest % 100 ? "%d.%03d" : "%d.%d", whole, rest % 100 ? rest : rest / 100);
        const char *const args[] = {seconds};
        word_fill(out, WORD_SECONDS, play->lang, args);
    }
}

void tell_counters(const Play *play, int side, Str *out)
{
    Counter list[COUNTERS_MAX];
    int n = play->game->ops->counters(play->game, play_pos(play), list);
    const char *joint = "";
    for (int i = 0; i < n; i++) {
        if (list[i].player != side)
            continue;
        str_format(out, "%s%s %d", joint, list[i].name.in[play->lang], list[i].value);
        joint = play->lang == LANG_JA ? "、" : ", ";
    }
}

void tell_time(int64_t ms, Str *out)
{
    int64_t s = ms / 1000;
    if (s >= 3600)
        str_format(out, "%lld:%02d:%02d", (long long)(s / 3600), (int)(s / 60 % 60), (int)(s % 60));
    else
        str_format(out, "%d:%02d", (int)(s / 60), (int)(s % 60));
}

static void tell_pick(const Play *play, Str *out)
{
    char choices[256];
    Str s = str_over(choices, sizeof choices);
    for (int i = 0; i < PICK_CHOICES; i++)
        str_format(&s, "%s%d %s", i ? ", " : "", i + 1, play->pick->choices[i]);
    const char *const args[] = {play->game->player[play_picker(play)].in[play->lang],
                                play->pick->ask.in[play->lang], choices};
    word_fill(out, WORD_PICK, play->lang, args);
}

void tell_prompt(const Play *play, Str *out)
{
    const char *const mover[] = {play->game->player[play_pos(play)->turn].in[play->lang]};
    if (play_is_picking(play)) {
        tell_pick(play, out);
    } else if (play_is_over(play)) {
        bool more = play->in_series && !series_is_over(&play->series);
        tell_result(play, out);
        str_add(out, play->lang == LANG_JA ? "。" : ". ");
        str_add(out, word(more ? WORD_NEXT_GAME : WORD_NEW_GAME, play->lang));
    } else if (!play_is_open(play)) {
        word_fill(out, WORD_THINKING, play->lang, mover);
    } else {
        str_format(out, "%s%s", *mover, play->lang == LANG_JA ? "：" : ": ");
        roles_write(play->game, play->narrow.roles, play->lang, out);
        if (play_can_finish(play))
            str_format(out, "%s%s", play->lang == LANG_JA ? "、" : ", ",
                       word(WORD_FINISH, play->lang));
    }
}

void tell_move(const Play *play, uint32_t ply, Str *out)
{
    const MatchEntry *entry = play->match.entry;
    play->game->ops->write_move(play->game, &entry[ply - 1].pos, entry[ply].move, out);
}

void tell_events(const Play *play, uint32_t ply, Str *out)
{
    const MatchEntry *entry = play->match.entry;
    Event events[EVENTS_MAX];
    int n = play->game->ops->events(play->game, &entry[ply - 1].pos, entry[ply].move, events);
    events_write(play->game, events, n, play->lang, out);
}

void tell_moves(const Play *play, Str *out)
{
    const Game *game = play->game;
    int count = play_is_over(play) ? 0 : game->moves(game, play_pos(play), play->scratch);
    for (int i = 0; i < count; i++) {
        if (i)
            str_char(out, ' ');
        game->ops->write_move(game, play_pos(play), play->scratch[i], out);
    }
}

void tell_result(const Play *play, Str *out)
{
    Outcome outcome = play_outcome(play);
    if (outcome.winner == WINNER_NONE)
        return;
    const char *const args[] = {play->game->player[outcome.winner == WINNER_P2].in[play->lang],
                                outcome.reason->in[play->lang]};
    word_fill(out, outcome.winner == WINNER_DRAW ? WORD_DRAW : WORD_WINS, play->lang, args);
}

void tell_standing(const Play *play, Str *out)
{
    if (play->in_series)
        series_write(&play->series, play->lang, out);
}

void tell_score(const Play *play, const Thought *thought, Str *out)
{
    int side = play_pos(play)->turn;
    if (thought->mate) {
        bool wins = thought->mate > 0;
        str_format(out, "%s ", play->game->player[side].in[play->lang]);
        fill_number(out, wins ? WORD_WIN_IN : WORD_LOSS_IN, play->lang,
                    (uint64_t)abs(thought->mate));
        return;
    }
    int score = abs(thought->score), better = thought->score < 0 ? !side : side;
    if (score)
        str_format(out, "%s +", play->game->player[better].in[play->lang]);
    str_format(out, "%d.%02d", score / 100, score % 100);
}

void tell_line(const Play *play, const Thought *thought, Str *out)
{
    Pos at = *play_pos(play), next;
    for (int i = 0; i < thought->length; i++) {
        if (i)
            str_char(out, ' ');
        play->game->ops->write_move(play->game, &at, thought->line[i], out);
        play->game->apply(play->game, &at, thought->line[i], &next);
        at = next;
    }
}

/* " white man d6 f4": the points of one kind of piece; false if there is none. */
static bool tell_kind(const Play *play, const uint8_t *board, int kind, Str *out)
{
    const Game *game = play->game;
    bool any = false;
    for (int p = 0; p < game->shape.point_count; p++) {
        if (board[p] != kind)
            continue;
        if (!any)
            str_add(out, game->pieces[kind].name.in[play->lang]);
        str_format(out, " %s", game->shape.point[p].name);
        any = true;
    }
    return any;
}

void tell_pieces(const Play *play, int owner, Str *out)
{
    const Game *game = play->game;
    uint8_t board[POINTS_MAX];
    game->ops->board(game, play_pos(play), board);
    size_t begin = out->length;
    for (int k = 1; k < game->piece_count; k++) {
        char points[5 * POINTS_MAX];
        Str s = str_over(points, sizeof points);
        if (game->pieces[k].owner == owner && tell_kind(play, board, k, &s))
            str_format(out, "%s%s", out->length > begin ? "; " : "", points);
    }
    if (out->length == begin)
        str_add(out, word(WORD_NOBODY, play->lang));
}

void tell_known(const Play *play, const Known *known, Str *out)
{
    Word w = known->value > 0   ? WORD_KNOWN_WIN
             : known->value < 0 ? WORD_KNOWN_LOSS
                                : WORD_KNOWN_DRAW;
    fill_number(out, w, play->lang, known->plies > 0 ? (uint64_t)known->plies : 0);
}
