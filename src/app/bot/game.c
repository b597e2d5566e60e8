/* SPDX-License-Identifier: MIT */
/* One game of a bot, see game.h. */
#include "app/bot/game.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

enum {
    STAY_MS = 90000,      /* after the end: somebody may want a rematch */
    GONE_MS = 30 * 60000, /* without a clock: so long nobody moves before it is claimed */
    DRAW_PLIES = 20,      /* before that no end is agreed to */
    AGAIN_MS = 2000,      /* after a thought that found nothing */
};

BotGame *bot_game_open(const char *base, const char *key, const char *id, Lang lang,
                       void (*wake)(void))
{
    BotGame *game = calloc(1, sizeof *game);
    if (!game)
        return NULL;
    Str s = str_over(game->id, sizeof game->id);
    str_add(&s, id);
    game->answered = -1;
    game->luck = (uint64_t)(clock_seconds() * 1e9);
    game->client = net_client_open(base, id, key, lang, wake);
    if (game->client)
        return game;
    free(game);
    return NULL;
}

void bot_game_close(BotGame *game)
{
    net_client_close(game->client);
    wire_table_free(&game->table);
    free(game);
}

/* -- Hearing ---------------------------------------------------------------------------------- */

static void ask_anew(BotGame *game)
{
    game->stale = true;
    net_client_refresh(game->client);
}

static void take_table(BotGame *game, WireTable *table)
{
    wire_table_free(&game->table);
    game->table = *table;
    game->move_room = table->move_count + 1;
    game->has_table = true;
    game->stale = false;
    if (table->seq < game->seen)
        ask_anew(game); /* it was on its way while more happened */
    else
        game->seen = table->seq;
}

/* False if there is no memory, or the move is not the next one. */
static bool add_move(BotGame *game, const WireEvent *event)
{
    WireTable *table = &game->table;
    if (event->ply != (uint32_t)table->move_count + 1)
        return false;
    if (table->move_count == game->move_room) {
        int room = 2 * game->move_room + 16;
        char(*moves)[MOVE_TEXT_MAX] = realloc(table->moves, (size_t)room * sizeof *moves);
        if (!moves)
            return false;
        table->moves = moves;
        game->move_room = room;
    }
    memcpy(table->moves[table->move_count++], event->move, sizeof event->move);
    return true;
}

/* Events that change nothing but what every event tells. */
static bool is_light(const char *kind)
{
    static const char *const light[] = {"quiet", "react", "here", "away", "more", "offer", "name"};
    for (size_t i = 0; i < sizeof light / sizeof *light; i++)
        if (strcmp(kind, light[i]) == 0)
            return true;
    return false;
}

static void take_event(BotGame *game, const WireEvent *event)
{
    if (event->seq > game->seen)
        game->seen = event->seq;
    if (!game->has_table || game->stale || event->seq <= game->table.seq)
        return;
    bool move = strcmp(event->kind, "move") == 0, good = event->seq == game->table.seq + 1;
    if (good && move)
        good = event->newest && add_move(game, event);
    else if (good)
        good = is_light(event->kind) && (event->newest || strcmp(event->kind, "quiet") == 0);
    if (!good) {
        ask_anew(game);
        return;
    }
    game->table.seq = event->seq;
    if (event->newest)
        game->table.standing = event->standing;
}

/* The line was away: acts are sent again by the client, and the table comes anew. */
static void take(BotGame *game, ClientMessage *message)
{
    switch (message->news) {
    case NEWS_TABLE:
        take_table(game, &message->table);
        message->table.moves = NULL;
        break;
    case NEWS_EVENT:
        take_event(game, &message->event);
        break;
    case NEWS_ACT:
        if (message->good)
            game->wait_seq = message->seq > game->wait_seq ? message->seq : game->wait_seq;
        else
            ask_anew(game);
        break;
    case NEWS_CLOSED:
        game->closed = true;
        break;
    default:
        break;
    }
}

void bot_game_hear(BotGame *game, int64_t now)
{
    ClientMessage message;
    while (net_client_take(game->client, &message)) {
        game->heard_at = now;
        take(game, &message);
        wire_table_free(&message.table);
        free(message.bytes);
    }
}

/* -- Doing ------------------------------------------------------------------------------------ */

static void act(BotGame *game, const char *text, int64_t on)
{
    net_client_act(game->client, text, on);
}

/* What it says to an offer. It ends a game when it sees nothing better for itself, gives moves back
 * where no rating hangs on them, and likes to play again. */
static bool agrees(const BotGame *game, OfferKind kind)
{
    switch (kind) {
    case OFFER_END:
        return game->has_score && game->score <= 0 && game->table.move_count >= DRAW_PLIES;
    case OFFER_TAKEBACK:
    case OFFER_PAUSE:
        return !game->table.rated;
    default:
        return true;
    }
}

static void answer_offers(BotGame *game)
{
    uint8_t offers = game->table.standing.offers[!game->table.you];
    if (!offers || game->answered == game->table.seq)
        return;
    game->answered = game->table.seq;
    for (int k = 0; k < OFFER_COUNT; k++) {
        char text[32];
        Str s = str_over(text, sizeof text);
        if (!(offers >> k & 1))
            continue;
        str_format(&s, "answer %s %s", offer_name((OfferKind)k),
                   agrees(game, (OfferKind)k) ? "yes" : "no");
        act(game, text, -1);
    }
}

static void pick(BotGame *game)
{
    char text[WIRE_CHOICE_MAX + 8];
    Str s = str_over(text, sizeof text);
    game->luck = game->luck * UINT64_C(6364136223846793005) + 1442695040888963407;
    str_format(&s, "pick %s", game->table.choice[(game->luck >> 40) % PICK_CHOICES]);
    act(game, text, -1);
}

static void ask_thought(BotGame *game, Thoughts *thoughts)
{
    const WireTable *table = &game->table;
    char why[WHY_MAX];
    Control control;
    ThoughtAsk ask = {.game = game->number,
                      .number = ++game->thought,
                      .variant = table->game,
                      .start = table->start,
                      .moves = (const char(*)[MOVE_TEXT_MAX])table->moves,
                      .move_count = table->move_count,
                      .level = game->level,
                      .seed = game->luck,
                      .left_ms = (double)table->standing.left[table->you],
                      .other_ms = (double)table->standing.left[!table->you]};
    if (control_read(table->clock, LANG_EN, &control, why) && control.kind == CONTROL_INCREMENT)
        ask.more_ms = (double)control_more(&control, table->you);
    game->thought_plies = table->move_count;
    game->thinking = thoughts_ask(thoughts, &ask);
}

/* Who sits at a table without a clock and does not come back holds it for ever. */
static void claim_if_gone(BotGame *game, int64_t now)
{
    const WireStanding *standing = &game->table.standing;
    if (standing->left[0] >= 0 || standing->turn == game->table.you ||
        now - game->heard_at < GONE_MS || now - game->claimed_at < GONE_MS)
        return;
    game->claimed_at = now;
    act(game, "claim gone", -1);
}

/* The next game of a match begins when both want it. */
static void go_on_in_match(BotGame *game)
{
    const WireTable *table = &game->table;
    bool offered = table->standing.offers[table->you] >> OFFER_NEXT & 1;
    if (table->in_series && !table->series_over && !offered && game->answered != table->seq) {
        game->answered = table->seq;
        act(game, "offer next", -1);
    }
}

void bot_game_act(BotGame *game, Thoughts *thoughts, int64_t now)
{
    const WireTable *table = &game->table;
    const WireStanding *standing = &table->standing;
    if (!game->has_table || game->stale || game->closed || table->you < 0 ||
        table->seq < game->wait_seq || net_client_waiting(game->client))
        return;
    bool over = standing->state == TABLE_ENDED || standing->state == TABLE_ABORTED;
    game->over_at = !over ? 0 : game->over_at ? game->over_at : now;
    game->moved_on = standing->next[0] != '\0';
    answer_offers(game);
    if (standing->state == TABLE_SETTLING && table->asks && !standing->picked[table->you])
        pick(game);
    else if (over)
        go_on_in_match(game);
    else if (standing->state == TABLE_RUNNING && standing->turn == table->you &&
             !standing->paused && !game->thinking && now >= game->again_at)
        ask_thought(game, thoughts);
    else if (standing->state == TABLE_RUNNING)
        claim_if_gone(game, now);
}

void bot_game_thought(BotGame *game, const ThoughtAnswer *answer, int64_t now)
{
    char text[MOVE_TEXT_MAX + 8];
    Str s = str_over(text, sizeof text);
    if (answer->number != game->thought)
        return;
    game->thinking = false;
    if (answer->has_score) {
        game->has_score = true;
        game->score = answer->score;
    }
    const WireTable *table = &game->table;
    if (game->stale || table->move_count != game->thought_plies ||
        table->standing.turn != table->you)
        return; /* a move was taken back meanwhile */
    if (!answer->move[0]) {
        game->again_at = now + AGAIN_MS;
        ask_anew(game);
        return;
    }
    str_format(&s, "move %s", answer->move);
    act(game, text, game->table.seq);
}

bool bot_game_is_done(const BotGame *game, int64_t now)
{
    return game->closed || (game->over_at && (game->moved_on || now - game->over_at > STAY_MS));
}
