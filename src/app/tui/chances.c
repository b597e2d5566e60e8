/* SPDX-License-Identifier: MIT */
/* The chances of a game, see chances.h. */
#include "app/tui/chances.h"

#include "app/tui/words.h"
#include "review/review.h"

#include <stdlib.h>

enum { NODES = 6000, SLOTS = 1 << 16 };

bool chances_are_due(const Play *play)
{
    return !play->far.on && (play->table.seat[0].teacher || play->table.seat[1].teacher);
}

static void tell_side(const Play *play, const Review *review, int side, bool named, Str *out)
{
    Chance list[CHANCES_MAX];
    const Tree *tree = review->tree;
    int count = review_chances(review, side, list), found = 0;
    if (named)
        str_format(out, "%s:\n", tree->game->player[side].in[play->lang]);
    for (int i = 0; i < count; i++) {
        const ReviewMove *move = &review->move[list[i].index];
        char text[1024], number[16];
        Str s = str_over(text, sizeof text), n = str_over(number, sizeof number);
        chance_say(review, &list[i], play->lang, &s);
        str_number(&n, tree->node[move->node].ply);
        const char *const args[] = {number, chance_text(list[i].kind)->in[play->lang], text};
        word_fill(out, WORD_CHANCE, play->lang, args);
        str_add(out, "\n");
        found += list[i].taken;
    }
    char numbers[2][16];
    Str f = str_over(numbers[0], sizeof numbers[0]), c = str_over(numbers[1], sizeof numbers[1]);
    str_number(&f, (uint64_t)found);
    str_number(&c, (uint64_t)count);
    const char *const args[] = {numbers[0], numbers[1]};
    word_fill(out, count ? WORD_CHANCES : WORD_NO_CHANCES, play->lang, args);
    str_add(out, "\n");
}

static bool look(const Play *play, Search *search, const SearchMemory *memory, Review *review)
{
    SearchLimits limits = {.nodes = NODES};
    if (!search || !memory->tt.slots || !memory->moves || !memory->order ||
        !review_begin(review, play_tree(play), play->table.head, search, memory, &limits))
        return false;
    while (review_go_on(review, 0))
        continue;
    return !review->failed;
}

void chances_tell(const Play *play, Str *out)
{
    size_t room = SEARCH_ROOM + (size_t)play->table.game->moves_max;
    SearchMemory memory = {.tt = {malloc(SLOTS * sizeof(TTSlot)), SLOTS},
                           .moves = malloc(room * sizeof(Move)),
                           .order = malloc(room * sizeof(int32_t)),
                           .room = room,
                           .oracle = play->oracle};
    Search *search = malloc(sizeof *search);
    Review review = {0};
    bool alone = play_is_computer(play, 0) != play_is_computer(play, 1);
    if (look(play, search, &memory, &review))
        for (int side = 0; side < 2; side++)
            if (!alone || !play_is_computer(play, side))
                tell_side(play, &review, side, !alone, out);
    review_free(&review);
    free(search);
    free(memory.tt.slots);
    free(memory.moves);
    free(memory.order);
}
