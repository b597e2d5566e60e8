/* SPDX-License-Identifier: MIT */
/* What commands share: from words and flags to a match, and printing it. */
#include "app/cli/commands.h"
#include "games/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Plays the moves of --play on the match. */
static bool play_all(Match *match, const char *moves, Lang lang)
{
    static const Text illegal = {
        {"move {0} of --play, {1}, is not legal: {2}", "--playの{0}手目{1}は指せません：{2}"}};
    const Game *game = match->game;
    while (*(moves += strspn(moves, " \t\n")) != '\0') {
        char text[2 * MOVE_TEXT_MAX], why[WHY_MAX];
        Str s = str_over(text, sizeof text);
        size_t length = strcspn(moves, " \t\n");
        str_bytes(&s, moves, length);
        moves += length;
        Move move;
        if (!game->ops->read_move(game, match_pos(match), text, lang, &move, why)) {
            char said[WHY_MAX];
            refuse_with(said, lang, &illegal, NUMBER(match->ply + 1), QUOTED(text, strlen(text)),
                        why);
            complain("%s", said);
            return false;
        }
        MatchError error = match_play(match, move);
        if (error) {
            complain("--play: %s", match_error(error)->in[lang]);
            return false;
        }
    }
    return true;
}

static bool has_flag(const Command *command, const char *name)
{
    for (int i = 0; i < FLAGS_MAX && command->flags[i].name; i++)
        if (strcmp(command->flags[i].name, name) == 0)
            return true;
    return false;
}

static bool read_start(const Args *args, const Game *game, Lang lang, Pos *out)
{
    const char *text = args_value(args, "--position");
    char why[WHY_MAX];
    uint64_t seed = 1;
    if (has_flag(args->command, "--seed") && !args_number(args, "--seed", 0, UINT64_MAX, &seed))
        return false;
    if (!text) {
        game->ops->start(game, seed, out);
        return true;
    }
    if (game->ops->read_pos(game, text, lang, out, why))
        return true;
    complain(lang == LANG_JA ? "局面が正しくありません：%s" : "bad position: %s", why);
    return false;
}

bool setup_open(const Args *args, Match *out)
{
    char why[WHY_MAX];
    Pos start;
    Lang lang = LANG_EN;
    if (has_flag(args->command, "--lang") && !setup_lang(args, &lang))
        return false;
    Game *game = game_open(args->word[0], lang, why);
    if (!game) {
        complain("%s", why);
        return false;
    }
    if (read_start(args, game, lang, &start)) {
        const char *play = has_flag(args->command, "--play") ? args_value(args, "--play") : NULL;
        if (!match_begin(out, game, &start)) {
            complain("out of memory");
        } else {
            if (!play || play_all(out, play, lang))
                return true;
            match_free(out);
        }
    }
    game_close(game);
    return false;
}

void setup_close(Match *match)
{
    Game *game = (Game *)(uintptr_t)match->game;
    match_free(match);
    game_close(game);
}

bool setup_lang(const Args *args, Lang *out)
{
    const char *text = args_value(args, "--lang");
    *out = LANG_EN;
    if (text && strcmp(text, "ja") == 0)
        *out = LANG_JA;
    else if (text && strcmp(text, "en") != 0) {
        complain("--lang takes en or ja");
        return false;
    }
    return true;
}

/* One line per player: "White: in hand 9, lost 0". */
static void print_counters(const Game *game, const Pos *pos, Lang lang)
{
    Counter list[COUNTERS_MAX];
    int n = game->ops->counters(game, pos, list);
    for (int player = 0; player < 2; player++) {
        const char *joint = lang == LANG_JA ? "：" : ": ";
        printf("%s", game->player[player].in[lang]);
        for (int i = 0; i < n; i++) {
            if (list[i].player != player)
                continue;
            printf("%s%s %d", joint, list[i].name.in[lang], list[i].value);
            joint = lang == LANG_JA ? "、" : ", ";
        }
        putchar('\n');
    }
}

static void print_result(const Match *match, Lang lang)
{
    static const Text labels = {{"result: ", "結果："}}, none = {{"none yet", "対局中"}},
                      draw = {{"draw", "引き分け"}}, wins = {{" wins", "の勝ち"}};
    Outcome outcome = match_outcome(match);
    fputs(labels.in[lang], stdout);
    if (outcome.winner == WINNER_NONE) {
        puts(none.in[lang]);
        return;
    }
    if (outcome.winner == WINNER_DRAW)
        fputs(draw.in[lang], stdout);
    else
        printf("%s%s", match->game->player[outcome.winner == WINNER_P2].in[lang], wins.in[lang]);
    printf(lang == LANG_JA ? "（%s）\n" : " (%s)\n", outcome.reason->in[lang]);
}

static void print_last_move(const Match *match, Lang lang)
{
    static const Text label = {{"last move: ", "直前の手："}};
    if (!match->ply)
        return;
    const Game *game = match->game;
    const Pos *before = &match->entry[match->ply - 1].pos;
    Move move = match->entry[match->ply].move;
    char text[MOVE_TEXT_MAX], words[2048];
    Str m = str_over(text, sizeof text), w = str_over(words, sizeof words);
    Event events[EVENTS_MAX];
    game->ops->write_move(game, before, move, &m);
    events_write(game, events, game->ops->events(game, before, move, events), lang, &w);
    printf(lang == LANG_JA ? "%s%s（%s）\n" : "%s%s (%s)\n", label.in[lang], text, words);
}

Picture setup_picture(const Match *match, const Looks *looks)
{
    const Pos *before = match->ply ? &match->entry[match->ply - 1].pos : NULL;
    Picture picture = picture_of(match->game, match_pos(match), before,
                                 match->entry[match->ply].move);
    picture.bands = looks->bands;
    picture.dots = looks->dots;
    picture.ranks = looks->ranks;
    return picture;
}

static bool is_told(const Mark *mark, bool ranks)
{
    return mark->kind == MARK_EYE || mark->kind == MARK_TRAPPED ||
           (mark->kind == MARK_RANK && ranks);
}

/* One line per mark that the picture shows: "eye (White): h2", "gamma (black ship): a1 a2 b1". */
static void print_marks(const Picture *picture, Lang lang)
{
    const Game *game = picture->game;
    uint8_t board[POINTS_MAX];
    game->ops->board(game, picture->pos, board);
    for (int i = 0; i < picture->mark_count; i++) {
        const Mark *mark = &picture->marks[i];
        if (!is_told(mark, picture->ranks))
            continue;
        const char *label = mark->label.in[lang], *owner = NULL;
        char points[4 * POINTS_MAX + 1];
        Str s = str_over(points, sizeof points);
        for (int p = 0; p < game->shape.point_count; p++) {
            if (!set_has(&mark->points, (Point)p))
                continue;
            str_format(&s, " %s", game->shape.point[p].name);
            owner = board[p] ? game->pieces[board[p]].name.in[lang]
                             : game->player[mark->player].in[lang];
        }
        printf(lang == LANG_JA ? "%s（%s）：%s\n" : "%s (%s):%s\n",
               label && *label ? label : mark_name(mark->kind)->in[lang], owner,
               lang == LANG_JA ? points + 1 : points);
    }
}

void setup_print_board(const Match *match, const Looks *looks, Lang lang)
{
    static const Text position = {{"position: ", "局面："}}, side = {{"to move: ", "手番："}};
    static char bytes[PICTURE_BYTES_MAX];
    Picture picture = setup_picture(match, looks);
    Str s = str_over(bytes, sizeof bytes);
    picture_text(&picture, looks->palette, &s);
    fwrite(bytes, 1, s.length, stdout);
    char text[POSITION_TEXT_MAX];
    Str t = str_over(text, sizeof text);
    match->game->ops->write_pos(match->game, match_pos(match), &t);
    putchar('\n');
    print_counters(match->game, match_pos(match), lang);
    print_marks(&picture, lang);
    print_last_move(match, lang);
    printf("%s%s\n", position.in[lang], text);
    printf("%s%s\n", side.in[lang], match->game->player[match_pos(match)->turn].in[lang]);
}

void setup_print(const Match *match, const Looks *looks, Lang lang)
{
    setup_print_board(match, looks, lang);
    print_result(match, lang);
}

bool setup_database(const Args *args, const Game *game, Database **out)
{
    const char *path = args_value(args, "--db");
    char why[WHY_MAX];
    if (database_choose(path, game, out, why))
        return true;
    complain_of_file("use the database", path, why);
    return false;
}
