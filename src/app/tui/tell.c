/* SPDX-License-Identifier: MIT */
/* A game at one screen in words, see tell.h. */
#include "app/tui/tell.h"

#include "app/tui/words.h"
#include "core/refuse.h"

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
    const char *options = strchr(play->table.game->id, ',');
    str_add(out, play->table.game->row->title.in[play->lang]);
    if (!options)
        return;
    str_add(out, " (");
    for (const char *c = options + 1; *c; c++) /* a space, so that the line can be broken there */
        str_format(out, *c == ',' ? ", " : "%c", *c);
    str_char(out, ')');
}

/* Over the network: one's own name, the other's, and whether somebody is away. */
static void tell_far(const Play *play, int side, Str *out)
{
    const Far *far = &play->far;
    int seat = far_seat(far, side);
    const char *const name[] = {far->name[seat]};
    if (!far->taken[seat])
        str_add(out, word(WORD_FAR_NOBODY, play->lang));
    else if (seat == far->seat && **name)
        word_fill(out, WORD_FAR_OWN, play->lang, name);
    else if (seat == far->seat)
        str_add(out, word(WORD_YOU, play->lang));
    else {
        const char *const who[] = {**name ? *name : word(WORD_PERSON, play->lang)};
        if (far->vacation[seat])
            word_fill(out, WORD_FAR_VACATION, play->lang, who);
        else if (far->away[seat])
            word_fill(out, WORD_FAR_GONE, play->lang, who);
        else
            str_add(out, *who);
    }
}

void tell_who(const Play *play, int side, Str *out)
{
    if (play->far.on) {
        tell_far(play, side, out);
        return;
    }
    if (play->task.kind) {
        str_add(out, word(side == play->task.side ? WORD_YOU : WORD_TASK_OTHER, play->lang));
        return;
    }
    const Seat *seat = &play->table.seat[table_seat_of(&play->table, side)];
    if (!seat_is_computer(seat) && seat->name[0]) {
        str_add(out, seat->name);
    } else if (!seat_is_computer(seat)) {
        bool alone = play_is_computer(play, !side);
        str_add(out, word(alone ? WORD_YOU : WORD_PERSON, play->lang));
    } else if (seat->perfect) {
        str_add(out, word(play->oracle.ask ? WORD_PERFECT : WORD_NOT_PERFECT, play->lang));
    } else if (seat->teacher) {
        str_add(out, word(WORD_TEACHER, play->lang));
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
    int n = play->table.game->ops->counters(play->table.game, play_pos(play), list);
    const char *joint = "";
    for (int i = 0; i < n; i++) {
        if (list[i].player != side)
            continue;
        str_format(out, "%s%s %d", joint, list[i].name.in[play->lang], list[i].value);
        joint = play->lang == LANG_JA ? "、" : ", ";
    }
}

void tell_time(int64_t ms, Lang lang, Str *out)
{
    const int64_t day = 86400;
    int64_t s = ms / 1000;
    char days[24], hours[24];
    Str d = str_over(days, sizeof days), h = str_over(hours, sizeof hours);
    str_format(&d, "%lld", (long long)(s / day));
    str_format(&h, "%d", (int)(s % day / 3600));
    const char *const args[] = {days, hours};
    if (s > day)
        word_fill(out, WORD_DAYS_LEFT, lang, args);
    else if (s >= 3600)
        str_format(out, "%lld:%02d:%02d", (long long)(s / 3600), (int)(s / 60 % 60), (int)(s % 60));
    else
        str_format(out, "%d:%02d", (int)(s / 60), (int)(s % 60));
}

static void tell_pick(const Play *play, Str *out)
{
    const Table *table = &play->table;
    char choices[256];
    Str s = str_over(choices, sizeof choices);
    for (int i = 0; i < PICK_CHOICES; i++)
        str_format(&s, "%s%d %s", i ? ", " : "", i + 1, table->pick->choices[i]);
    int side = table_side_of(table, table_picker(table));
    const char *const args[] = {table->game->player[side].in[play->lang],
                                table->pick->ask.in[play->lang], choices};
    word_fill(out, WORD_PICK, play->lang, args);
}

static void tell_end(const Play *play, Str *out)
{
    bool more = table_has_next(&play->table);
    Word w = !more ? WORD_NEW_GAME : play->table.in_series ? WORD_NEXT_GAME : WORD_NEXT_BOARD;
    tell_result(play, out);
    str_add(out, play->lang == LANG_JA ? "。" : ". ");
    str_add(out, word(w, play->lang));
    if (play->table.seat[0].teacher || play->table.seat[1].teacher)
        str_add(out, word(WORD_ASK_CHANCES, play->lang));
}

static void tell_place(const Play *play, Str *out)
{
    char ply[16], all[16];
    Str p = str_over(ply, sizeof ply), a = str_over(all, sizeof all);
    str_number(&p, play_ply(play));
    str_number(&a, play_length(play));
    const char *const args[] = {ply, all};
    word_fill(out,
              play->analysing        ? WORD_ANALYSIS
              : play_is_played(play) ? WORD_LOOKING
                                     : WORD_LOOKING_LINE,
              play->lang, args);
    if (play_can_go_on(play) && !play->analysing)
        str_add(out, word(WORD_PLAY_ON, play->lang));
}

void tell_prompt(const Play *play, Str *out)
{
    const Game *game = play->table.game;
    int asked = play_asked(play);
    int side = asked < 0 ? play_pos(play)->turn : table_side_of(&play->table, asked);
    const char *const player[] = {game->player[side].in[play->lang]};
    if (far_tell_prompt(play, out))
        return;
    if (play->task.kind && !play_is_open(play)) {
        task_prompt(play, out);
    } else if (play_is_picking(play)) {
        tell_pick(play, out);
    } else if (play->analysing && !play->click.count) {
        tell_place(play, out);
    } else if (play_is_over(play) && !play_is_looking(play)) {
        tell_end(play, out);
    } else if (play_is_over(play) && !play->click.count) {
        tell_place(play, out);
    } else if (asked >= 0) {
        word_fill(out, WORD_ASKED, play->lang, player);
    } else if (!play_is_open(play)) {
        word_fill(out, WORD_THINKING, play->lang, player);
    } else {
        str_format(out, "%s%s", *player, play->lang == LANG_JA ? "：" : ": ");
        click_ask(&play->click, play->lang, out);
        uint32_t roles = play->click.narrow.roles;
        const char *const leave[] = {roles_decline(roles)->in[play->lang]};
        if (play_can_finish(play))
            word_fill(out, WORD_FINISH, play->lang, leave);
    }
}

void tell_move(const Play *play, uint32_t node, Str *out)
{
    const Tree *tree = play_tree(play);
    const TreeNode *at = &tree->node[node];
    tree->game->ops->write_move(tree->game, tree_pos(tree, at->parent), at->move, out);
    str_add(out, move_mark_text((MoveMark)at->mark));
}

void tell_others(const Play *play, Str *out)
{
    const Tree *tree = play_tree(play);
    uint32_t first = tree->node[play->shown].child;
    char moves[256];
    Str s = str_over(moves, sizeof moves);
    for (uint32_t n = tree->node[first].next; first && n; n = tree->node[n].next) {
        str_add(&s, s.length ? " " : "");
        tell_move(play, n, &s);
    }
    const char *const args[] = {moves};
    if (s.length)
        word_fill(out, WORD_OTHERS, play->lang, args);
}

void tell_events(const Play *play, uint32_t node, Str *out)
{
    const Tree *tree = play_tree(play);
    const TreeNode *at = &tree->node[node];
    Event events[EVENTS_MAX];
    int n = tree->game->ops->events(tree->game, tree_pos(tree, at->parent), at->move, events);
    events_write(tree->game, events, n, play->lang, out);
}

void tell_moves(const Play *play, Str *out)
{
    const Game *game = play->table.game;
    Move *moves = play->table.scratch;
    bool none = play_is_over(play) && !play_is_open(play);
    int count = none ? 0 : game->moves(game, play_pos(play), moves);
    for (int i = 0; i < count; i++) {
        if (i)
            str_char(out, ' ');
        game->ops->write_move(game, play_pos(play), moves[i], out);
    }
}

void tell_result(const Play *play, Str *out)
{
    size_t begin = out->length;
    ending_write(play->table.game, table_ending(&play->table), play->lang, out);
    if (out->length > begin && out->text[begin] >= 'a' && out->text[begin] <= 'z')
        out->text[begin] = (char)(out->text[begin] - 'a' + 'A');
}

/* What match it is, while its first game is on. */
static void tell_match(const SeriesRules *rules, Lang lang, Str *out)
{
    const char *const args[] = {NUMBER(rules->sets), NUMBER(rules->games)};
    word_fill(out, rules->sets > 1 ? WORD_MATCH_SETS : WORD_MATCH_GAMES, lang, args);
}

void tell_standing(const Play *play, Str *out)
{
    Series series = table_standing(&play->table);
    if (play->task.kind)
        task_title(play, out);
    far_tell_standing(play, out);
    if (!play->table.in_series)
        return;
    if (!series_is_over(&series)) {
        series_write(&play->table.series, play->lang, out);
        if (!series.played)
            tell_match(series.rules, play->lang, out);
        return;
    }
    char text[256];
    Str s = str_over(text, sizeof text);
    series_write(&series, play->lang, &s);
    const char *const args[] = {text};
    word_fill(out, WORD_MATCH_OVER, play->lang, args);
}

static void tell_worth(const Play *play, int value, int mate, Str *out)
{
    int side = play_pos(play)->turn;
    if (mate) {
        bool wins = mate > 0;
        str_format(out, "%s ", play->table.game->player[side].in[play->lang]);
        fill_number(out, wins ? WORD_WIN_IN : WORD_LOSS_IN, play->lang, (uint64_t)abs(mate));
        return;
    }
    int score = abs(value), better = value < 0 ? !side : side;
    if (score)
        str_format(out, "%s +", play->table.game->player[better].in[play->lang]);
    str_format(out, "%d.%02d", score / 100, score % 100);
}

void tell_score(const Play *play, const Thought *thought, Str *out)
{
    tell_worth(play, thought->score, thought->mate, out);
}

static void tell_best(const Play *play, const Move *line, int length, Str *out)
{
    Pos at = *play_pos(play), next;
    for (int i = 0; i < length; i++) {
        if (i)
            str_char(out, ' ');
        play->table.game->ops->write_move(play->table.game, &at, line[i], out);
        play->table.game->apply(play->table.game, &at, line[i], &next);
        at = next;
    }
}

void tell_line(const Play *play, const Thought *thought, Str *out)
{
    tell_best(play, thought->line, thought->length, out);
}

void tell_other(const Play *play, const ThoughtLine *line, Str *out)
{
    tell_worth(play, line->score, line->mate, out);
    str_add(out, ": ");
    tell_best(play, line->line, line->length, out);
}

/* " white man d6 f4": the points of one kind of piece; false if there is none. */
static bool tell_kind(const Play *play, const uint8_t *board, int kind, Str *out)
{
    const Game *game = play->table.game;
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
    const Game *game = play->table.game;
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
