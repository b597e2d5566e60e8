/* SPDX-License-Identifier: MIT */
/* How a game ended, see ending.h. */
#include "play/ending.h"

#include "play/seat.h"

#include <string.h>

static const char *const names[END_COUNT] = {
    [END_RULES] = "rules",
    [END_REPETITION] = "repetition",
    [END_AGREEMENT] = "agreement",
    [END_RESIGNATION] = "resignation",
    [END_TIME] = "time",
    [END_FORFEIT] = "forfeit",
    [END_ADJUDICATED] = "adjudicated",
    [END_ABORTED] = "aborted",
};

static const Reason reasons[END_COUNT] = {
    [END_RULES] = {.clause = {{"the rules ended the game", "規則により終局した"}}},
    [END_REPETITION] = {.clause = {{"the position occurred for the third time",
                                    "同一局面3回（千日手）"}}},
    [END_AGREEMENT] = {.clause = {{"the players agreed", "合意により終局した"}}},
    [END_RESIGNATION] = {{{"the opponent resigned", "相手が投了した"}},
                         {{"{1} resigned", "{1}が投了しました"}}},
    [END_TIME] = {{{"the opponent ran out of time", "相手が時間切れになった"}},
                  {{"{1} ran out of time", "{1}の時間が切れました"}}},
    [END_FORFEIT] = {{{"the opponent left or broke the rules", "相手が対局を離れたか反則をした"}},
                     {{"{1} left or broke the rules", "{1}が対局を離れたか、反則をしました"}}},
    [END_ADJUDICATED] = {.clause = {{"an arbiter decided", "審判の判定による"}}},
    [END_ABORTED] = {.clause = {{"the game was broken off", "対局は中止された"}}},
};

static const char *const winners[] = {
    [WINNER_NONE] = "none", [WINNER_P1] = "p1win", [WINNER_P2] = "p2win", [WINNER_DRAW] = "draw"};

const char *end_name(EndKind kind)
{
    return names[kind];
}

const char *end_termination(EndKind kind)
{
    return kind == END_NONE ? "unfinished" : kind == END_RULES ? "normal" : names[kind];
}

bool end_from_name(const char *name, EndKind *out)
{
    for (int k = END_RULES; k < END_COUNT; k++) {
        if (strcmp(name, names[k]) == 0) {
            *out = (EndKind)k;
            return true;
        }
    }
    return false;
}

bool end_from_termination(const char *name, EndKind *out)
{
    for (int k = END_NONE; k < END_COUNT; k++) {
        if (strcmp(name, end_termination((EndKind)k)) == 0) {
            *out = (EndKind)k;
            return true;
        }
    }
    return false;
}

static const Reason *reason_of(const Ending *ending)
{
    return ending->reason ? ending->reason : &reasons[ending->kind];
}

const Text *ending_reason(const Ending *ending)
{
    return &reason_of(ending)->clause;
}

void ending_write(const Game *game, const Ending *ending, Lang lang, Str *out)
{
    static const Text won = {{"{0} wins: {1}", "{0}の勝ち：{1}"}};
    static const Text drawn = {{"a draw: {1}", "引き分け：{1}"}};
    static const Text broken = {{"no result: {1}", "結果なし：{1}"}};
    if (ending->kind == END_NONE)
        return;
    const Text *form = ending->winner == WINNER_NONE   ? &broken
                       : ending->winner == WINNER_DRAW ? &drawn
                                                       : &won;
    const char *const args[] = {game->player[ending->winner == WINNER_P2].in[lang],
                                ending_reason(ending)->in[lang]};
    str_fill(out, form->in[lang], args);
}

/* -- With persons ---------------------------------------------------------------------------------
 */

static const Text stop = {{".", "。"}};

static const char *name_of(const Game *game, const Persons *persons, int side, Lang lang)
{
    static const Text you = {{"You", "あなた"}}, computer = {{"The computer", "コンピューター"}};
    if (persons->you == side)
        return you.in[lang];
    if (persons->computer[side] && !persons->computer[!side])
        return computer.in[lang];
    const char *name = persons->name[side];
    return name && *name ? name : game->player[side].in[lang];
}

/* "your", "the computer's", "Anna's". */
static void write_whose(const Game *game, const Persons *persons, int side, Lang lang, Str *out)
{
    static const Text your = {{"your", "あなたの"}},
                      the_computers = {{"the computer's", "コンピューターの"}},
                      whose = {{"{0}'s", "{0}の"}};
    const char *const name[] = {name_of(game, persons, side, lang)};
    bool computer = persons->computer[side] && !persons->computer[!side];
    const Text *form = persons->you == side ? &your : computer ? &the_computers : &whose;
    str_fill(out, form->in[lang], name);
}

/* How many men a side has lost, where the game counts them. */
static int lost_by(const Game *game, const Pos *end, int side)
{
    Counter list[COUNTERS_MAX];
    int n = game->ops->counters(game, end, list);
    for (int i = 0; i < n; i++)
        if (list[i].player == side && strcmp(list[i].id, "lost") == 0)
            return list[i].value;
    return 0;
}

static void write_head(const Ending *ending, int you, const char *winner, Lang lang, Str *out)
{
    static const Text won = {{"{0} won.", "{0}の勝ちです。"}},
                      lost = {{"You lost.", "あなたの負けです。"}},
                      drawn = {{"A draw.", "引き分けです。"}},
                      broken = {{"No result.", "勝敗なし。"}};
    int won_by = ending->winner == WINNER_P2;
    const char *const args[] = {winner};
    const Text *form = ending->winner == WINNER_NONE   ? &broken
                       : ending->winner == WINNER_DRAW ? &drawn
                       : you >= 0 && you != won_by     ? &lost
                                                       : &won;
    str_fill(out, form->in[lang], args);
}

void ending_tell(const Game *game, const Pos *end, const Ending *ending, const Persons *persons,
                 Lang lang, Str *head, Str *why)
{
    if (ending->kind == END_NONE)
        return;
    int winner = ending->winner == WINNER_P2, loser = !winner;
    char ours[2 * SEAT_TEXT_MAX], theirs[2 * SEAT_TEXT_MAX], lost[8];
    Str o = str_over(ours, sizeof ours), t = str_over(theirs, sizeof theirs);
    Str l = str_over(lost, sizeof lost);
    write_whose(game, persons, winner, lang, &o);
    write_whose(game, persons, loser, lang, &t);
    str_number(&l, (uint64_t)lost_by(game, end, loser));
    const char *const args[] = {name_of(game, persons, winner, lang),
                                name_of(game, persons, loser, lang), ours, theirs, lost};
    const Reason *reason = reason_of(ending);
    bool told = reason->told.in[lang];
    size_t begin = why->length;
    write_head(ending, persons->you, args[0], lang, head);
    str_fill(why, (told ? &reason->told : &reason->clause)->in[lang], args);
    str_add(why, stop.in[lang]);
    if (!told && why->text[begin] >= 'a' && why->text[begin] <= 'z')
        why->text[begin] = (char)(why->text[begin] - 'a' + 'A');
}

const char *winner_name(Winner winner)
{
    return winners[winner];
}

bool winner_from_name(const char *name, Winner *out)
{
    for (int w = 0; w < 4; w++) {
        if (strcmp(name, winners[w]) == 0) {
            *out = (Winner)w;
            return true;
        }
    }
    return false;
}
