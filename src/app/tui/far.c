/* SPDX-License-Identifier: MIT */
/* The mirror of a table of a server, see far.h. The server is not trusted: its moves go through the
 * table like everybody's, and where the position is not the one that it tells, the mirror is made
 * anew from what it told; if even that does not fit, it is refused. */
#include "app/tui/far.h"

#include "app/tui/play.h"
#include "app/tui/words.h"

#include <string.h>

int64_t far_clock(const Far *far, int side, int64_t now)
{
    int seat = far_seat(far, side);
    const WireStanding *standing = &far->standing;
    int64_t left = standing->left[seat];
    if (far->running && standing->turn == seat && standing->state == TABLE_RUNNING &&
        !standing->paused)
        left -= now - far->told;
    return left > 0 ? left : 0;
}

bool far_asks(const Far *far)
{
    return far->asks && far->standing.state == TABLE_SETTLING && far->seat <= BY_SEAT1 &&
           !far->standing.picked[far->seat];
}

bool far_has_offer(const Far *far, int seat, OfferKind *out)
{
    for (int k = 0; k < OFFER_COUNT; k++) {
        if (far->standing.offers[seat] >> k & 1) {
            *out = (OfferKind)k;
            return true;
        }
    }
    return false;
}

/* -- The mirror ------------------------------------------------------------------------------- */

static void copy(char *out, size_t size, const char *text)
{
    Str s = str_over(out, size);
    str_add(&s, text);
}

/* What the table tells besides its moves. */
static void take_table(Far *far, const WireTable *table, int64_t now)
{
    far->on = true;
    far->seq = table->seq;
    far->seat = table->you < 0 ? BY_WATCHER : (uint8_t)table->you;
    far->side = table->seat[0].side;
    far->standing = table->standing;
    far->running = table->running;
    far->told = now;
    far->help = table->help;
    far->asks = table->asks;
    copy(far->ask, sizeof far->ask, table->ask);
    memcpy(far->choice, table->choice, sizeof far->choice);
    far->round = table->round;
    far->in_series = table->in_series;
    far->series_over = table->series_over;
    far->set = table->set;
    far->game_number = table->game_number;
    for (int seat = 0; seat < 2; seat++) {
        copy(far->name[seat], sizeof far->name[seat], table->seat[seat].name);
        far->taken[seat] = table->seat[seat].taken;
        far->away[seat] = table->seat[seat].away;
        far->vacation[seat] = table->seat[seat].vacation;
        far->half[seat] = table->half[seat];
    }
    if (table->standing.state != TABLE_OPEN)
        far->invite[0] = '\0'; /* it is used up */
}

/* Names of the mirror's seats, for records. */
static bool name_seats(Play *play)
{
    for (int side = 0; side < 2; side++) {
        int seat = far_seat(&play->far, side);
        const Seat *sits = &play->table.seat[side];
        const char *name = play->far.name[seat];
        SeatKind kind = seat == play->far.seat ? SEAT_PERSON : SEAT_REMOTE;
        if (sits->kind == kind && strcmp(sits->name, name) == 0)
            continue;
        if (!play_act(play, BY_HOST, "seat %d %s%s%s", side, seat_kind_name(kind), *name ? " " : "",
                      name))
            return false;
    }
    return true;
}

static bool position_is(const Play *play, uint32_t node, const char *text)
{
    char here[POSITION_TEXT_MAX];
    Str s = str_over(here, sizeof here);
    play->table.game->ops->write_pos(play->table.game, tree_pos(play_tree(play), node), &s);
    return strcmp(here, text) == 0;
}

/* How many of the table's moves the mirror has, up to where it stands. */
static uint32_t count_common(const Play *play, const WireTable *table)
{
    const Tree *tree = play_tree(play);
    uint32_t head = play->table.head, last = tree->node[head].ply;
    for (uint32_t ply = 0; ply < last; ply++) {
        uint32_t node = tree_at_ply(tree, head, ply + 1);
        char text[MOVE_TEXT_MAX];
        Str s = str_over(text, sizeof text);
        tree->game->ops->write_move(tree->game, tree_pos(tree, tree->node[node].parent),
                                    tree->node[node].move, &s);
        if ((int)ply >= table->move_count || strcmp(text, table->moves[ply]) != 0)
            return ply;
    }
    return last;
}

static bool play_moves(Play *play, const WireTable *table)
{
    uint32_t have = play_tree(play)->node[play->table.head].ply, common = count_common(play, table);
    if (have > common && !play_act(play, BY_SEAT0, "back %u", have - common))
        return false;
    for (uint32_t ply = common; ply < (uint32_t)table->move_count; ply++)
        if (!play_act(play, table_turn_seat(&play->table), "move %s", table->moves[ply]))
            return false;
    return position_is(play, play->table.head, table->position);
}

/* The end that the players or the clock made; those by the rules came with the moves. */
static bool end_game(Play *play, const WireStanding *standing)
{
    bool over = standing->state == TABLE_ENDED || standing->state == TABLE_ABORTED;
    if (play_is_over(play) || !over)
        return play_is_over(play) == over;
    return standing->ended != END_NONE &&
           play_act(play, BY_HOST, "end %s %s", end_name(standing->ended),
                    winner_name(standing->result));
}

static bool is_same_game(const Play *play, const WireTable *table)
{
    return play->far.round == table->round && play->far.side == table->seat[0].side &&
           strcmp(play->table.game->id, table->game) == 0 && position_is(play, 0, table->start);
}

bool far_follow(Play *play, const WireTable *table)
{
    uint32_t head = play->table.head;
    bool over = play_is_over(play);
    if (!is_same_game(play, table) || !play_moves(play, table) || !end_game(play, &table->standing))
        return false;
    take_table(&play->far, table, play->now);
    if (play->table.head != head || play_is_over(play) != over)
        play->far.saving = false;
    return name_seats(play);
}

bool far_open(Play *out, Variants *variants, const WireTable *table, const Play *old, Lang lang,
              int64_t now, char *why)
{
    PlaySetup setup = {.table = table_setup(table->game),
                       .seat = {{.kind = SEAT_REMOTE}, {.kind = SEAT_REMOTE}},
                       .computer = {.kind = SEAT_COMPUTER, .level = PLAY_LEVEL_USUAL},
                       .lang = lang};
    copy(setup.table.position, sizeof setup.table.position, table->start);
    if (!play_open(out, variants, &setup, now, why))
        return false;
    if (old && old->far.on) {
        bool same = old->far.round == table->round;
        out->far = old->far;
        out->far.saving = old->far.saving && same;
        out->flipped = old->flipped;
    }
    out->far.side = table->seat[0].side;
    out->far.round = table->round;
    if (far_follow(out, table))
        return true;
    refuse(why, "%s", word(WORD_FAR_MISMATCH, lang));
    play_close(out);
    return false;
}

/* -- Events ----------------------------------------------------------------------------------- */

static void say(Play *play, Word w, const char *one, const char *two)
{
    Str s = str_over(play->message, sizeof play->message);
    const char *const args[] = {one, two};
    word_fill(&s, w, play->lang, args);
    play->tone = TONE_INFO;
}

static bool read_what(const WireEvent *event, OfferKind *out)
{
    for (int k = 0; k < OFFER_COUNT; k++) {
        if (strcmp(event->what, offer_name((OfferKind)k)) == 0) {
            *out = (OfferKind)k;
            return true;
        }
    }
    return false;
}

static void say_offer(Play *play, const WireEvent *event, const char *who)
{
    OfferKind kind;
    const Far *far = &play->far;
    bool own = event->seat == far->seat, watching = far->seat > BY_SEAT1;
    if (read_what(event, &kind))
        say(play, own || watching ? WORD_FAR_PROPOSED : WORD_FAR_PROPOSES, who,
            far_offer(far, kind, play->lang));
}

static void say_answer(Play *play, const WireEvent *event, const char *who)
{
    OfferKind kind;
    if (!read_what(event, &kind))
        return;
    bool own = play->far.standing.offers[event->seat] >> kind & 1;
    say(play,
        event->yes ? WORD_FAR_AGREES
        : own      ? WORD_FAR_WITHDRAWS
                   : WORD_FAR_DECLINES,
        who, far_offer(&play->far, kind, play->lang));
}

/* What happened, in words; before the standing is taken over. */
static void say_event(Play *play, const WireEvent *event)
{
    char who[128];
    Str s = str_over(who, sizeof who);
    bool other = event->seat != play->far.seat;
    if (event->seat < 0) {
        if (event->what[0] && !event->what[1] && (event->what[0] == '0' || event->what[0] == '1') &&
            event->what[0] - '0' != play->far.seat) {
            far_who(play, event->what[0] - '0', &s);
            if (strcmp(event->kind, "away") == 0)
                say(play, WORD_FAR_AWAY, who, "");
            else if (strcmp(event->kind, "here") == 0)
                say(play, WORD_FAR_HERE, who, "");
        }
        return;
    }
    far_who(play, event->seat, &s);
    if (strcmp(event->kind, "offer") == 0)
        say_offer(play, event, who);
    else if (strcmp(event->kind, "answer") == 0)
        say_answer(play, event, who);
    else if (strcmp(event->kind, "react") == 0)
        say(play, WORD_FAR_REACTS, who, far_reactions[event->n].in[play->lang]);
    else if (strcmp(event->kind, "sit") == 0 && other)
        say(play, WORD_FAR_SITS, event->name[0] ? event->name : who, "");
    else if (strcmp(event->kind, "name") == 0 && event->name[0])
        say(play, WORD_FAR_NAMED, who, event->name);
    else if (strcmp(event->kind, "more") == 0)
        say(play, WORD_FAR_GIVES, who, "");
}

/* Events after which nothing needs to be asked: all that they change, they tell. */
static bool is_complete(const char *kind)
{
    static const char *const kinds[] = {"move", "react", "quiet", "away", "here", "more", "plan"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kind, kinds[i]) == 0)
            return true;
    return false;
}

static void take_standing(Far *far, const WireEvent *event, int64_t now)
{
    int64_t left[2] = {event->standing.left[0], event->standing.left[1]};
    if (event->newest) {
        far->standing = event->standing;
        far->running = left[0] >= 0 && event->standing.state == TABLE_RUNNING;
    } else {
        memcpy(far->standing.left, left, sizeof left);
        far->standing.state = event->standing.state;
    }
    far->told = now;
}

/* Somebody comes and goes: "away 1" has the seat in `what`. */
static void take_presence(Far *far, const WireEvent *event)
{
    bool away = strcmp(event->kind, "away") == 0;
    if ((away || strcmp(event->kind, "here") == 0) &&
        (event->what[0] == '0' || event->what[0] == '1'))
        far->away[event->what[0] - '0'] = away;
}

/* An answer, or where nobody is asked an offer, that moves were taken back by. */
static bool takes_back(const WireEvent *event)
{
    return strcmp(event->what, offer_name(OFFER_TAKEBACK)) == 0 &&
           (strcmp(event->kind, "answer") == 0 || strcmp(event->kind, "offer") == 0);
}

FarFound far_take(Play *play, const WireEvent *event)
{
    Far *far = &play->far;
    bool move = strcmp(event->kind, "move") == 0;
    say_event(play, event);
    if (event->seq <= far->seq)
        return FAR_CHANGED; /* the table was read after it */
    if (strcmp(event->kind, "quiet") == 0) {
        far->seq = event->seq;
        return FAR_NOTHING;
    }
    if (event->seq != far->seq + 1)
        return FAR_ASK;
    if (move) {
        uint32_t ply = play_tree(play)->node[play->table.head].ply;
        if (event->ply != ply + 1 || play->table.state != TABLE_RUNNING ||
            !play_act(play, table_turn_seat(&play->table), "move %s", event->move)) {
            play_hush(play); /* the table may be a step ahead; it is asked before anybody is told */
            return FAR_ASK;
        }
        far->saving = false;
        play_tell_last(play);
    }
    far->seq = event->seq;
    take_standing(far, event, play->now);
    take_presence(far, event);
    bool over = far->standing.state == TABLE_ENDED || far->standing.state == TABLE_ABORTED;
    uint32_t ply = play_tree(play)->node[play->table.head].ply;
    if (event->ply < ply && takes_back(event)) { /* told and on the board at the same time */
        play_act(play, BY_SEAT0, "back %u", ply - event->ply);
        far->saving = false;
    }
    return is_complete(event->kind) && ply == event->ply && over == play_is_over(play) ? FAR_CHANGED
                                                                                       : FAR_ASK;
}
