/* SPDX-License-Identifier: MIT */
/* A game over the network, see online.h. What comes from the server goes through far.c onto the
 * board; where it does not fit, the table is asked for again. */
#include "app/tui/online.h"

#include "app/tui/files.h"
#include "app/tui/online_part.h"
#include "app/tui/signals.h"

#include <stdlib.h>
#include <string.h>

/* The seat is found again by `play --join URL/t/ID`. */
static void keep_seat(Host *host, int seat)
{
    Online *online = host->online;
    char why[WHY_MAX];
    if (seat < 0 || !online->link.key[0] || strcmp(online->kept, online->link.id) == 0)
        return;
    memcpy(online->kept, online->link.id, sizeof online->kept);
    if (!seats_keep(&online->link, seat, why))
        host_say(host, TONE_INFO, WORD_FAR_NOT_KEPT, why, "");
}

bool online_show(Host *host, const WireTable *table, char *why)
{
    Play play;
    Lang lang = host->is_open ? host->play.lang : host->setup.lang;
    if (!far_open(&play, host->variants, table, host->is_open ? &host->play : NULL, lang,
                  host_now(), why))
        return false;
    host_put(host, &play);
    host->online->fresh = true;
    keep_seat(host, table->you);
    return true;
}

/* Both want another game: everybody goes over to its table. */
static void go_over(Host *host, const char *id)
{
    Online *online = host->online;
    memcpy(online->link.id, id, sizeof online->link.id);
    net_client_go(online->client, id);
    online->asked = true;
    online->acknowledged = 0;
    host->play.far.seq = -1; /* nothing of the new table is known yet */
    host_say(host, TONE_INFO, WORD_FAR_REMATCH, "", "");
}

static void take_table(Host *host, const WireTable *table)
{
    Online *online = host->online;
    Play *play = &host->play;
    char why[WHY_MAX];
    if (strcmp(table->id, online->link.id) != 0)
        return; /* of the table before */
    if (table->seq < play->far.seq) {
        net_client_refresh(online->client);
        return;
    }
    online->asked = false;
    keep_seat(host, table->you);
    uint32_t head = play->table.head;
    bool settling = play->far.asks;
    if (play->far.seq < 0 || !far_follow(play, table)) {
        if (!online_show(host, table, why)) {
            play_say(play, TONE_WHY, "%s", why);
            return;
        }
    } else if (play->table.head > head) {
        play_tell_last(play); /* moves that came while the line was away */
    }
    if (settling && !play->far.asks)
        online->fresh = true; /* the picks have settled what is played, if only the usual */
    if (table->standing.next[0])
        go_over(host, table->standing.next);
}

static void take_answer(Host *host, const ClientMessage *message)
{
    Play *play = &host->play;
    bool move = strncmp(message->act, "move ", 5) == 0;
    if (message->good) {
        if (strcmp(message->id, host->online->link.id) == 0 &&
            message->seq > host->online->acknowledged)
            host->online->acknowledged = message->seq;
        return;
    }
    if (move) {
        play->far.saving = false;
        play_show(play, play->shown);
    }
    net_client_refresh(host->online->client); /* it may know something that we do not */
    if (message->text[0])
        play_say(play, TONE_WHY, "%s", message->text);
    else
        host_say(host, TONE_WHY, WORD_FAR_REFUSED, "", "");
}

static void take_line(Host *host, bool lost)
{
    Far *far = &host->play.far;
    far->lost = lost;
    if (lost)
        host_say(host, TONE_INFO, far->saving ? WORD_FAR_LOST_SAVING : WORD_FAR_LOST, far->saves,
                 "");
    else
        host_say(host, TONE_INFO, WORD_FAR_BACK, "", "");
}

/* The server's record has the clocks and all games of a match; where it cannot be had, or is not
 * one, what is on the screen is written. */
static void take_record(Host *host, const ClientMessage *message)
{
    Online *online = host->online;
    char why[WHY_MAX];
    const char *path = online->save_path;
    bool good = message->good &&
                files_is_record(message->bytes, message->length, host->variants, host->play.lang);
    good = good ? files_write_text(message->bytes, message->length, path, host->play.lang,
                                   &host->own, why)
                : files_write(&host->play, path, &host->own, why);
    host_say(host, good ? TONE_INFO : TONE_WHY, good ? WORD_SAVED : WORD_NOT_SAVED, path, why);
    online->saving = false;
}

static void take(Host *host, const ClientMessage *message)
{
    Play *play = &host->play;
    switch (message->news) {
    case NEWS_TABLE:
        take_table(host, &message->table);
        break;
    case NEWS_EVENT:
        if (play->far.seq >= 0 && far_take(play, &message->event) == FAR_ASK) {
            host->online->asked = true;
            net_client_refresh(host->online->client);
        }
        break;
    case NEWS_ACT:
        take_answer(host, message);
        break;
    case NEWS_LOST:
    case NEWS_BACK:
        take_line(host, message->news == NEWS_LOST);
        break;
    case NEWS_RECORD:
        take_record(host, message);
        break;
    case NEWS_CLOSED:
        host_say(host, TONE_WHY, WORD_FAR_CLOSED, message->text, "");
        host->online->closed = true;
        break;
    }
}

bool online_take(Host *host)
{
    static ClientMessage message; /* large */
    if (!host->online || !host->online->client || !net_client_take(host->online->client, &message))
        return false;
    host->play.now = host_now();
    take(host, &message);
    wire_table_free(&message.table);
    free(message.bytes);
    return true;
}

void online_send(Host *host)
{
    Far *far = &host->play.far;
    if (!host->online || !host->online->client)
        return;
    if (host->online->lang != host->play.lang)
        net_client_set_lang(host->online->client, host->online->lang = host->play.lang);
    for (int i = 0; i < far->out_count; i++) {
        bool move = strncmp(far->out[i], "move ", 5) == 0;
        if (net_client_act(host->online->client, far->out[i], move ? far->seq : -1))
            continue;
        far->saving = far->saving && !move;
        host_say(host, TONE_WHY, WORD_FAR_TOO_MUCH, "", "");
    }
    far->out_count = 0;
}

bool online_waits(Host *host)
{
    Online *online = host->online;
    if (!online || !online->client || online->closed)
        return false;
    return online->saving || online->asked || net_client_waiting(online->client) > 0 ||
           host->play.far.seq < online->acknowledged;
}

bool online_is_fresh(Host *host)
{
    bool fresh = host->online && host->online->fresh;
    if (fresh)
        host->online->fresh = false;
    return fresh;
}

/* -- Commands --------------------------------------------------------------------------------- */

static void add_link(const Host *host, Str *out, Word w, const TableLink *link)
{
    char text[NET_LINK_MAX];
    Str s = str_over(text, sizeof text);
    table_link_write(link, &s);
    const char *const args[] = {text};
    if (out->length)
        str_add(out, "  ");
    word_fill(out, w, host->play.lang, args);
}

bool online_invitation(const Host *host, Str *out)
{
    const char *const args[] = {host->play.far.invite};
    if (!host->online || !**args)
        return false;
    word_fill(out, WORD_FAR_LINK_INVITE, host->play.lang, args);
    return true;
}

static void say_links(Host *host)
{
    TableLink link = host->online->link;
    char text[PLAY_MESSAGE_MAX];
    Str s = str_over(text, sizeof text);
    online_invitation(host, &s);
    if (link.key[0]) {
        link.kind = LINK_SEAT;
        add_link(host, &s, WORD_FAR_LINK_SEAT, &link);
    }
    link.kind = LINK_WATCH;
    add_link(host, &s, WORD_FAR_LINK_WATCH, &link);
    play_say(&host->play, TONE_INFO, "%s", text);
}

static void save_as(Host *host, const char *path)
{
    Online *online = host->online;
    Str s = str_over(online->save_path, sizeof online->save_path);
    str_add(&s, path);
    if (s.full || online->saving) {
        host_say(host, TONE_WHY, WORD_FAR_TOO_MUCH, "", "");
        return;
    }
    online->saving = true;
    net_client_record(online->client);
}

static void sit_down(Host *host)
{
    char why[WHY_MAX];
    if (host->play.far.seat <= BY_SEAT1)
        host_say(host, TONE_WHY, WORD_FAR_SEATED, "", "");
    else if (!online_sit(host->online, why))
        play_say(&host->play, TONE_WHY, "%s", why);
    else
        host->online->asked = host->online->fresh = true;
}

bool online_request(Host *host, Request request, const char *rest)
{
    if (!host->online || !host->online->client)
        return false;
    if (request == REQUEST_SAVE)
        save_as(host, rest);
    else if (request == REQUEST_LINK)
        say_links(host);
    else if (request == REQUEST_SIT)
        sit_down(host);
    else
        return false;
    return true;
}
