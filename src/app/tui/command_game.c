/* SPDX-License-Identifier: MIT */
/* Commands of the game at the table: taking back, who plays and how strong, what is shown. */
#include "app/tui/command_run.h"

#include "ai/level.h"
#include "app/tui/tell.h"

#include <string.h>

/* Over the network moves are taken back if the other side agrees; looking back is `<`. */
Request run_undo(Play *play, const char *rest)
{
    (void)rest;
    if (play->far.on && !play_is_over(play))
        return play_send(play, "offer takeback") ? REQUEST_PLAYED : REQUEST_BAD;
    return play_undo(play) ? REQUEST_PLAYED : REQUEST_BAD;
}

Request run_redo(Play *play, const char *rest)
{
    (void)rest;
    return play_redo(play) ? REQUEST_PLAYED : REQUEST_BAD;
}

Request run_go(Play *play, const char *rest)
{
    (void)rest;
    if (play->analysing)
        return REQUEST_FROM_HERE;
    return play_go_on(play) ? REQUEST_PLAYED : REQUEST_BAD;
}

Request run_flip(Play *play, const char *rest)
{
    (void)rest;
    play->flipped = !play->flipped;
    play_say(play, TONE_INFO, "%s", word(WORD_FLIPPED, play->lang));
    return REQUEST_NONE;
}

Request run_done(Play *play, const char *rest)
{
    (void)rest;
    return play_finish(play) ? REQUEST_PLAYED : REQUEST_NONE;
}

Request run_agree(Play *play, const char *rest)
{
    (void)rest;
    return play_agree(play) ? REQUEST_PLAYED : REQUEST_BAD;
}

/* Without a word the side to move resigns, or the person against the computer. */
Request run_resign(Play *play, const char *rest)
{
    int side = play_pos(play)->turn;
    if (strcmp(rest, "first") == 0)
        side = 0;
    else if (strcmp(rest, "second") == 0)
        side = 1;
    else if (*rest)
        return command_refuse(play, WORD_NEEDS_PLAYER);
    else if (play_is_computer(play, side))
        side = !side;
    return play_resign(play, side) ? REQUEST_PLAYED : REQUEST_BAD;
}

static Request tell_players(Play *play)
{
    char who[2][96];
    for (int side = 0; side < 2; side++) {
        Str s = str_over(who[side], sizeof who[side]);
        tell_who(play, side, &s);
    }
    const Text *player = play->table.game->player;
    const char *const args[] = {player[0].in[play->lang], who[0], player[1].in[play->lang], who[1]};
    Str s = str_over(play->message, sizeof play->message);
    word_fill(&s, WORD_PLAYERS_NOW, play->lang, args);
    play->tone = TONE_INFO;
    return REQUEST_PLAYED;
}

static Request set_strength(Play *play, int level, int time_ms)
{
    Seat computer = {.kind = SEAT_COMPUTER, .level = level, .time_ms = time_ms};
    return play_strength(play, &computer) ? tell_players(play) : REQUEST_BAD;
}

/* Without a word: one level up, from the highest to the lowest. */
Request run_level(Play *play, const char *rest)
{
    static const Seat perfect = {.kind = SEAT_COMPUTER, .level = LEVEL_MAX, .perfect = true};
    if (strcmp(rest, "perfect") == 0 && !play->oracle.ask)
        return command_refuse(play, WORD_NOT_SOLVED);
    if (strcmp(rest, "perfect") == 0)
        return play_strength(play, &perfect) ? tell_players(play) : REQUEST_BAD;
    if (strcmp(rest, "teacher") == 0)
        return play_strength(play, &seat_teacher) ? tell_players(play) : REQUEST_BAD;
    uint64_t level = (uint64_t)(play->computer.level % LEVEL_MAX + 1);
    if (*rest && (!str_is_number(rest, LEVEL_MAX, &level) || !level))
        return command_refuse(play, WORD_NEEDS_LEVEL);
    return set_strength(play, (int)level, 0);
}

Request run_time(Play *play, const char *rest)
{
    uint64_t ms = 0;
    if (!str_is_number(rest, SEAT_TIME_MS_MAX, &ms) || !ms)
        return command_refuse(play, WORD_NEEDS_TIME);
    return set_strength(play, 0, (int)ms);
}

/* Without a word: the next of second, first, none, both. */
Request run_computer(Play *play, const char *rest)
{
    static const struct {
        const char *name;
        bool first, second;
    } ways[] = {{"second", false, true},
                {"first", true, false},
                {"none", false, false},
                {"both", true, true}};
    int found = -1, n = sizeof ways / sizeof *ways;
    for (int i = 0; i < n; i++) {
        bool now = ways[i].first == play_is_computer(play, 0) &&
                   ways[i].second == play_is_computer(play, 1);
        if (*rest ? strcmp(rest, ways[i].name) == 0 : now)
            found = *rest ? i : (i + 1) % n;
    }
    if (found < 0)
        return command_refuse(play, WORD_NEEDS_PLAYERS);
    bool good = play_seat(play, 0, ways[found].first) && play_seat(play, 1, ways[found].second);
    return good ? tell_players(play) : REQUEST_BAD;
}

Request run_lang(Play *play, const char *rest)
{
    if (*rest && strcmp(rest, "en") != 0 && strcmp(rest, "ja") != 0)
        return command_refuse(play, WORD_NEEDS_LANG);
    play->lang = *rest ? (strcmp(rest, "ja") == 0 ? LANG_JA : LANG_EN)
                       : (play->lang == LANG_JA ? LANG_EN : LANG_JA);
    play_hush(play);
    return REQUEST_NONE;
}

Request run_perfect(Play *play, const char *rest)
{
    (void)rest;
    if (!play->oracle.ask)
        return command_refuse(play, WORD_NOT_SOLVED);
    play->knows = !play->knows;
    play_say(play, TONE_INFO, "%s", word(play->knows ? WORD_KNOWN_ON : WORD_KNOWN_OFF, play->lang));
    return REQUEST_NONE;
}

Request run_position(Play *play, const char *rest)
{
    (void)rest;
    char text[POSITION_TEXT_MAX];
    Str s = str_over(text, sizeof text), out = str_over(play->message, sizeof play->message);
    play->table.game->ops->write_pos(play->table.game, play_pos(play), &s);
    const char *const args[] = {text};
    word_fill(&out, WORD_POSITION, play->lang, args);
    play->tone = TONE_INFO;
    return REQUEST_NONE;
}
