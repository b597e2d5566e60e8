/* SPDX-License-Identifier: MIT */
/* The best lines in words and in JSON, see analyse.h. */
#include "app/cli/analyse.h"

#include "ai/odds.h"
#include "app/reply.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINE_TEXT_MAX = SEARCH_PLIES_MAX * MOVE_TEXT_MAX, WORDS_MAX_BYTES = 1024 };

void findings_score(const Findings *f, int score, Lang lang, Str *out)
{
    static const Text values[] = {{{"loss", "負け"}}, {{"draw", "引き分け"}}, {{"win", "勝ち"}}};
    int mate = odds_mate(score);
    if (f->known && !mate)
        str_add(out, values[1 + (score > 0) - (score < 0)].in[lang]);
    else if (mate && lang == LANG_JA)
        str_format(out, "%d手で%s", abs(mate), mate > 0 ? "勝ち" : "負け");
    else if (mate)
        str_format(out, "%s in %d", mate > 0 ? "win" : "loss", abs(mate));
    else
        str_format(out, "%c%d.%02d", score < 0 ? '-' : '+', abs(score) / 100, abs(score) % 100);
}

/* Why the game is over at the end of the line; NULL if it is not. */
static const Text *end_of(const Findings *f, const SearchLine *line)
{
    const Game *game = f->at->tree->game;
    Pos pos = *tree_place_pos(f->at), next;
    for (int i = 0; i < line->length; i++) {
        game->apply(game, &pos, line->move[i], &next);
        pos = next;
    }
    Outcome outcome = game->ops->outcome(game, &pos);
    return outcome.winner == WINNER_NONE ? NULL : &outcome.reason->clause;
}

/* Japanese counts every ply, English the winner's own moves. */
static void say_mate(const Findings *f, const SearchLine *line, int mate, Str *out)
{
    int turn = tree_place_pos(f->at)->turn, plies = abs(mate),
        moves = mate > 0 ? (plies + 1) / 2 : plies / 2;
    const char *winner = f->at->tree->game->player[mate > 0 ? turn : 1 - turn].in[f->lang];
    const Text *reason = end_of(f, line);
    if (f->lang == LANG_JA)
        str_format(out, "%sの勝ち（%d手）", winner, plies);
    else if (moves < 1) /* the loser's own move ends the game */
        str_format(out, "%s wins at once", winner);
    else
        str_format(out, "%s wins in %d move%s", winner, moves, moves == 1 ? "" : "s");
    if (reason)
        str_format(out, f->lang == LANG_JA ? "：%s" : ": %s", reason->in[f->lang]);
}

/* What a database says without a number of plies. */
static void say_value(const Findings *f, int score, Str *out)
{
    static const Text words[] = {{{"best play is a draw", "最善を尽くせば引き分け"}},
                                 {{"{0} wins", "{0}の勝ち"}}};
    int turn = tree_place_pos(f->at)->turn;
    const char *who = f->at->tree->game->player[score > 0 ? turn : 1 - turn].in[f->lang];
    str_fill(out, words[score != 0].in[f->lang], &who);
}

/* How it stands, without where that comes from. */
static void say_standing(const Findings *f, const SearchLine *line, Str *out)
{
    static const Text words[] = {{{"the game is level", "互角"}},
                                 {{"{0} is slightly better", "{0}がやや有利"}},
                                 {{"{0} is better", "{0}が有利"}},
                                 {{"{0} is much better", "{0}が優勢"}},
                                 {{"{0} is winning", "{0}が勝勢"}}};
    int mate = odds_mate(line->score), grade = odds_grade(line->score);
    int turn = tree_place_pos(f->at)->turn;
    const char *who = f->at->tree->game->player[grade >= 0 ? turn : 1 - turn].in[f->lang];
    if (mate)
        say_mate(f, line, mate, out);
    else if (f->known)
        say_value(f, line->score, out);
    else
        str_fill(out, words[abs(grade)].in[f->lang], &who);
}

void findings_words(const Findings *f, const SearchLine *line, Str *out)
{
    say_standing(f, line, out);
    if (f->by_book)
        str_add(out, f->lang == LANG_JA ? "（序盤の定跡）" : " (opening book)");
    else if (f->known)
        str_add(out, f->lang == LANG_JA ? "（データベース）" : " (database)");
}

void findings_moves(const Findings *f, const SearchLine *line, Str *out)
{
    const Game *game = f->at->tree->game;
    Pos pos = *tree_place_pos(f->at), next;
    for (int i = 0; i < line->length; i++) {
        str_char(out, ' ');
        game->ops->write_move(game, &pos, line->move[i], out);
        game->apply(game, &pos, line->move[i], &next);
        pos = next;
    }
}

/* What the first move of the line does, as a sentence. */
static void say_first(const Findings *f, const SearchLine *line, Str *out)
{
    const Game *game = f->at->tree->game;
    Event events[EVENTS_MAX];
    int n = game->ops->events(game, tree_place_pos(f->at), line->move[0], events);
    events_write(game, events, n, f->lang, out);
}

static void first_move(const Findings *f, const SearchLine *line, Str *out)
{
    f->at->tree->game->ops->write_move(f->at->tree->game, tree_place_pos(f->at), line->move[0],
                                       out);
}

static double speed(const Findings *f)
{
    return (double)f->nodes / (f->ms > 1 ? f->ms : 1) * 1e3;
}

void findings_progress(const Findings *f, int number, Str *out)
{
    const SearchLine *line = &f->line[number];
    str_format(out, "depth %d", line->depth);
    if (f->line_count > 1)
        str_format(out, " line %d", number + 1);
    str_format(out, " time %.1f s nodes %" PRIu64 " score ", f->ms / 1e3, f->nodes);
    findings_score(f, line->score, LANG_EN, out);
    str_add(out, " :");
    findings_moves(f, line, out);
}

static void print_finding(const Findings *f, int number)
{
    const SearchLine *line = &f->line[number];
    char score[32], words[WORDS_MAX_BYTES], says[2048], move[MOVE_TEXT_MAX], moves[LINE_TEXT_MAX];
    Str c = str_over(score, sizeof score), w = str_over(words, sizeof words);
    Str y = str_over(says, sizeof says), o = str_over(move, sizeof move);
    Str m = str_over(moves, sizeof moves);
    findings_score(f, line->score, f->lang, &c);
    findings_words(f, line, &w);
    say_first(f, line, &y);
    first_move(f, line, &o);
    findings_moves(f, line, &m);
    printf(f->lang == LANG_JA ? "%d. %s  %s\n   %s：%s\n  %s\n" : "%d. %s  %s\n   %s: %s\n  %s\n",
           number + 1, score, words, move, says, moves);
}

static void print_effort(const Findings *f)
{
    if (f->solved) {
        puts(f->lang == LANG_JA ? "解析済みの局面です。探索はしていません。"
                                : "All moves are in the database: nothing was searched.");
        return;
    }
    printf(f->lang == LANG_JA ? "深さ%d（最大%d）、%" PRIu64
                                "局面、%.1f秒、毎秒%.0f局面、スレッド%d\n"
                              : "depth %d (at most %d), %" PRIu64
                                " positions in %.1f s, %.0f per second, threads %d\n",
           f->depth, f->seldepth, f->nodes, f->ms / 1e3, speed(f), f->threads);
}

void findings_print(const Findings *f)
{
    char position[POSITION_TEXT_MAX];
    Str p = str_over(position, sizeof position);
    const Game *game = f->at->tree->game;
    const char *side = game->player[tree_place_pos(f->at)->turn].in[f->lang];
    game->ops->write_pos(game, tree_place_pos(f->at), &p);
    printf(f->lang == LANG_JA ? "局面：%s\n手番：%s（評価は手番から見た値）\n"
                              : "position: %s\nto move: %s (scores are for this side)\n",
           position, side);
    for (int i = 0; i < f->line_count; i++)
        print_finding(f, i);
    print_effort(f);
    if (f->stopped)
        puts(f->lang == LANG_JA ? "中断されました。ここまでの最善です。"
                                : "Interrupted: this is the best so far.");
}

static cJSON *line_json(const Findings *f, const SearchLine *line)
{
    char words[WORDS_MAX_BYTES], says[2048], move[MOVE_TEXT_MAX], moves[LINE_TEXT_MAX];
    Str w = str_over(words, sizeof words), y = str_over(says, sizeof says);
    Str o = str_over(move, sizeof move), m = str_over(moves, sizeof moves);
    Odds odds = f->known ? odds_sure(line->score)
                         : odds_of(f->at->tree->game, tree_place_pos(f->at), line->score);
    findings_words(f, line, &w);
    say_first(f, line, &y);
    first_move(f, line, &o);
    findings_moves(f, line, &m);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "move", move);
    cJSON_AddStringToObject(json, "says", says);
    cJSON_AddStringToObject(json, "words", words);
    cJSON_AddNumberToObject(json, "depth", line->depth);
    if (odds_mate(line->score))
        cJSON_AddNumberToObject(json, "mate", odds_mate(line->score));
    else
        cJSON_AddNumberToObject(json, "score", line->score);
    cJSON *wdl = cJSON_AddArrayToObject(json, "wdl");
    cJSON_AddItemToArray(wdl, cJSON_CreateNumber(odds.win));
    cJSON_AddItemToArray(wdl, cJSON_CreateNumber(odds.draw));
    cJSON_AddItemToArray(wdl, cJSON_CreateNumber(odds.lose));
    cJSON_AddStringToObject(json, "line", m.length ? moves + 1 : moves);
    return json;
}

bool findings_print_json(const Findings *f, unsigned line)
{
    cJSON *root = reply_begin(f->at->tree->game, tree_place_pos(f->at), f->lang);
    if (line)
        cJSON_AddNumberToObject(root, "line", line);
    cJSON_AddNumberToObject(root, "depth", f->depth);
    cJSON_AddNumberToObject(root, "seldepth", f->seldepth);
    reply_count(root, "nodes", f->nodes);
    reply_count(root, "nps", (uint64_t)speed(f));
    reply_count(root, "tbhits", f->oracle_hits);
    reply_count(root, "time_ms", (uint64_t)f->ms);
    cJSON_AddNumberToObject(root, "threads", f->threads);
    cJSON_AddBoolToObject(root, "interrupted", f->stopped);
    cJSON_AddBoolToObject(root, "database", f->known && !f->by_book);
    cJSON_AddBoolToObject(root, "book", f->by_book);
    cJSON *lines = cJSON_AddArrayToObject(root, "lines");
    for (int i = 0; i < f->line_count; i++)
        cJSON_AddItemToArray(lines, line_json(f, &f->line[i]));
    return reply_print(root, line != 0);
}
