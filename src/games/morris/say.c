/* SPDX-License-Identifier: MIT */
/* What all Morris games say of a man's way from one point to another that the rules forbid. */
#include "games/morris/morris.h"

#include <string.h>

/* {0} the text, {1} from, {2} to, {3} the point in question, {4} the mover, {5}-{6} a step as an
 * example. */
const Text morris_fault_over = {{"the game is over", "対局は終わっています"}};
static const Text must_place = {
    {"{4} still has men in hand and must place one; write just its point",
     "{4}は手元にコマがあるので、まず置かなければなりません"}};
static const Text no_hand = {
    {"{4} has no man left in hand to place and must move one, such as {5}-{6}",
     "{4}の手元にコマはありません。{5}-{6}のように盤上のコマを動かしてください"}};
static const Text occupied = {{"{2} is occupied; a man can only go to an empty point",
                               "{2}は空いていません。コマは空いた交点にしか行けません"}};
static const Text no_man = {{"there is no man on {1} to move", "{1}に動かせるコマがありません"}};
static const Text enemy_man = {
    {"the man on {1} is not {4}'s", "{1}のコマは{4}のものではありません"}};
static const Text not_joined = {{"{2} is not next to {1}; a man moves to a neighbouring point",
                                 "{2}は{1}の隣ではありません。コマは隣の交点へ動きます"}};

const Text *morris_judge_step(const MorrisRules *r, uint32_t own, uint32_t enemy, bool places,
                              bool flies, int from, int to)
{
    bool placement = from == MORRIS_NO_POINT;
    if (placement && !places)
        return &no_hand;
    if (!placement && places)
        return &must_place;
    if (!placement && enemy >> from & 1)
        return &enemy_man;
    if (!placement && !(own >> from & 1))
        return &no_man;
    if ((own | enemy) >> to & 1)
        return &occupied;
    if (!placement && !flies && !(r->joined[from] >> to & 1))
        return &not_joined;
    return NULL;
}

static const char *name_of(const Game *game, int point)
{
    return point < game->shape.point_count ? game->shape.point[point].name : "";
}

bool morris_say_fault(const Game *game, const Pos *pos, const char *text, const Text *fault,
                      const int *points, Lang lang, char *why)
{
    /* An example that every board has: a step inwards from the middle of a side, and the corner of
     * the outer square. */
    enum { BOTTOM = 5, CORNER = 6 };
    int inner = 8 * (morris_rules(game)->squares - 1);
    return refuse_with(why, lang, fault, QUOTED(text, strlen(text)), name_of(game, points[0]),
                       name_of(game, points[1]), name_of(game, points[2]),
                       game->player[pos->turn].in[lang], name_of(game, inner - 8 + BOTTOM),
                       name_of(game, inner + BOTTOM), name_of(game, CORNER));
}
