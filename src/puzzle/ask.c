/* SPDX-License-Identifier: MIT */
/* What a puzzle asks, in words; see puzzle.h. */
#include "puzzle/puzzle.h"

static const Text goal_words[GOAL_COUNT] = {
    [GOAL_WIN] = {{"{0} to move: win within {1} of your moves.",
                   "{0}の手番です。自分の手番{1}回以内に勝ってください。"}},
    [GOAL_DRAW] = {{"{0} to move: hold the draw. Every other move loses.",
                    "{0}の手番です。引き分けを守ってください。ほかの手はすべて負けます。"}},
    [GOAL_MILL] = {{"{0} to move: close a mill within {1} of your moves.",
                    "{0}の手番です。自分の手番{1}回以内にミルを完成させてください。"}},
    [GOAL_FRAME] = {{"{0} to move: take the throne within {1} of your moves.",
                     "{0}の手番です。自分の手番{1}回以内に玉座に就いてください。"}},
    [GOAL_TRAP] = {{"{0} to move: trap a ship within {1} of your moves.",
                    "{0}の手番です。自分の手番{1}回以内に船をトラップしてください。"}},
    [GOAL_KRAKEN] = {{"{0} to move: trap the kraken within {1} of your moves.",
                      "{0}の手番です。自分の手番{1}回以内にクラーケンをトラップしてください。"}},
};
static const Text keep_win = {
    {"{0} to move and win. Each time only one move keeps the win ({1} of your moves).",
     "{0}の手番で、勝ちの局面です。勝ちを保つ手は毎回1つだけです（自分の手番{1}回）。"}};

/* The same where one move is left. */
static const Text one_words[GOAL_COUNT] = {
    [GOAL_WIN] = {{"{0} to move: win in one move.", "{0}の手番です。1手で勝ってください。"}},
    [GOAL_DRAW] = {{"{0} to move: hold the draw. Every other move loses.",
                    "{0}の手番です。引き分けを守ってください。ほかの手はすべて負けます。"}},
    [GOAL_MILL] = {{"{0} to move: close a mill in one move.",
                    "{0}の手番です。1手でミルを完成させてください。"}},
    [GOAL_FRAME] = {{"{0} to move: take the throne in one move.",
                     "{0}の手番です。1手で玉座に就いてください。"}},
    [GOAL_TRAP] = {{"{0} to move: trap a ship in one move.",
                    "{0}の手番です。1手で船をトラップしてください。"}},
    [GOAL_KRAKEN] = {{"{0} to move: trap the kraken in one move.",
                      "{0}の手番です。1手でクラーケンをトラップしてください。"}},
};
static const Text keep_one = {{"{0} to move and win. Only one move keeps the win.",
                               "{0}の手番で、勝ちの局面です。勝ちを保つ手は1つだけです。"}};

static int moves_of_solver(const Line *line, int made)
{
    int count = 0;
    for (int i = made; i < line->length; i++)
        count += line->pos[i].turn == line->pos[0].turn;
    return count;
}

void puzzle_ask(const Puzzle *puzzle, const Game *game, const Line *line, int made, Lang lang,
                Str *out)
{
    char count[16];
    Str c = str_over(count, sizeof count);
    GoalKind goal = goal_kind(puzzle->goal);
    bool keep = goal == GOAL_WIN && puzzle->themes >> THEME_EXACT & 1;
    int left = moves_of_solver(line, made);
    str_number(&c, (uint64_t)left);
    const char *const args[] = {game->player[line->pos[0].turn].in[lang], count};
    const Text *many = keep ? &keep_win : &goal_words[goal];
    const Text *one = keep ? &keep_one : &one_words[goal];
    str_fill(out, (left == 1 ? one : many)->in[lang], args);
}
