/* SPDX-License-Identifier: MIT */
/* Morelli: how good a position is, by what can be seen without moving. The throne decides the game,
 * but until the end it is men that make the next frame; and as the game ends with the first side
 * that has no move, the one on the throne wants it to end and the other one wants moves. Every part
 * is a count times a weight (weights.c), one for the start and one for the end of a game, mixed by
 * how far the men have still to go. The game is over as soon as one side has no man left who can
 * move: while the throne is vacant that is a draw, so a score shrinks as such men become few. The
 * weights are fitted to games: docs/adr/0036, docs/adr/0086. */
#include "games/morelli/field.h"

enum {
    MOST = 20000, /* of a score, by the contract; only studies come near it */
    LAST_MEN = 6, /* with fewer men who can move a side will hardly win a vacant throne */
};

/* What one side has. */
typedef struct Camp {
    PointSet men;
    Field field;
    Quarters quarters;
    Tally tally;
    int reserve;    /* bands that its men have before them */
    int able;       /* men who can move */
    int hopes;      /* frames that two moves could complete */
    bool completes; /* a frame, in one move */
} Camp;

/* Two sums in one word, for the start in the low half and the end in the high one: the low half
 * borrows from the high one when it is negative, which unpacking gives back. */
typedef int64_t Sum;

static inline Sum pack(int start, int end)
{
    return start + (Sum)end * (INT64_C(1) << 32);
}

static inline int start_of(Sum sum)
{
    return (int32_t)(uint32_t)sum;
}

static inline int end_of(Sum sum)
{
    return (int)((sum - start_of(sum)) / (INT64_C(1) << 32));
}

void morelli_set_weights(MorelliRules *r, const int16_t (*weights)[2])
{
    for (int i = 0; i < WEIGHTS; i++)
        r->weight[i] = pack(weights[i][0], weights[i][1]);
    for (int cell = 0; cell < MORELLI_CELLS; cell++)
        r->man[cell] = (MorelliMan){.weight = r->weight[WEIGHT_KIND + r->kind[cell]],
                                    .ahead = r->ahead[cell],
                                    .quarter = r->quarter[cell],
                                    .frame = r->frame_number[cell]};
}

static inline void add(const MorelliRules *r, Sum *sum, int weight, int times)
{
    *sum += r->weight[weight] * times;
}

static inline void count_men(const MorelliRules *r, Camp *camp, int sign, Sum *sum)
{
    Sum weights = 0;
    for (int w = 0; w < 3; w++) {
        for (uint64_t men = camp->men.word[w]; men;) {
            MorelliMan man = r->man[64 * w + bits_pop(&men)];
            camp->reserve += man.ahead;
            camp->quarters.word[man.quarter] |= UINT64_C(1) << man.frame;
            weights += man.weight;
        }
    }
    *sum += sign * weights;
    camp->tally = tally_of(&camp->quarters);
}

/* Three of a frame, and a fourth that can come or be turned, complete it: men of a frame stand on
 * one band, so none of the three could be the one that comes. Two of a frame, and two more such
 * cells, are hopes. */
static inline void find_frames(const MorelliRules *r, Camp *camp)
{
    uint64_t frames = camp->tally.count[3];
    PointSet gain = set_join(camp->field.reach, camp->field.victims);
    while (frames && !camp->completes)
        camp->completes = morelli_any(set_meet(r->frame_cells[bits_pop(&frames)], gain));
    PointSet all = set_join(gain, camp->men);
    for (frames = camp->tally.count[2]; frames;)
        camp->hopes += morelli_framed_by(&r->frame_cells[bits_pop(&frames)], all.word);
}

static inline void make_camp(const MorelliRules *r, const Pos *pos, int player, int sign,
                             Camp *camp, Sum *sum)
{
    camp->men = morelli_men_of(pos, player);
    camp->quarters = (Quarters){{0}};
    camp->reserve = camp->hopes = 0;
    camp->completes = false;
    camp->able = set_count(&camp->field.able);
    count_men(r, camp, sign, sum);
    find_frames(r, camp);
}

/* Frames of the one side by its men and the other's. */
static inline void add_frames(const MorelliRules *r, const Tally *own, const Tally *other, int sign,
                              Sum *sum)
{
    uint64_t some = other->count[1] | other->count[2] | other->count[3] | other->count[4];
    add(r, sum, WEIGHT_FRAME + 0, sign * bits_count(own->count[1] & ~some));
    add(r, sum, WEIGHT_FRAME + 1, sign * bits_count(own->count[2] & ~some));
    add(r, sum, WEIGHT_FRAME + 2, sign * bits_count(own->count[3] & ~some));
    add(r, sum, WEIGHT_FRAME + 3, sign * bits_count(own->count[4]));
    add(r, sum, WEIGHT_FRAME + 4, sign * bits_count(own->count[2] & other->count[1]));
    add(r, sum, WEIGHT_FRAME + 5, sign * bits_count(own->count[3] & other->count[1]));
}

static inline void add_threats(const MorelliRules *r, const Camp *us, const Camp *them, Sum *sum)
{
    for (int i = 0; i < FIELD_MOST; i++) {
        add(r, sum, WEIGHT_TAKE + i, morelli_any(us->field.take[i]));
        add(r, sum, WEIGHT_LOSE + i, -(int)morelli_any(them->field.take[i]));
    }
    add(r, sum, WEIGHT_VICTIMS, set_count(&us->field.victims));
    add(r, sum, WEIGHT_EXPOSED, -set_count(&them->field.victims));
}

static inline void add_throne(const MorelliRules *r, const Pos *pos, const Camp *us,
                              const Camp *them, Sum *sum)
{
    int king = MORELLI_KING(pos), ours = king == pos->turn + 1, theirs = king && !ours;
    add(r, sum, king ? WEIGHT_RESERVE_HELD : WEIGHT_RESERVE, us->reserve - them->reserve);
    add(r, sum, WEIGHT_KING, ours - theirs);
    add(r, sum, WEIGHT_KING_FIRST, ours);
    add(r, sum, WEIGHT_HOPE, (ours ? 0 : us->hopes) - (theirs ? 0 : them->hopes));
    if (!ours && us->completes)
        add(r, sum, theirs ? WEIGHT_EVICT : WEIGHT_CROWN, 1);
    if (!theirs && them->completes)
        add(r, sum, ours ? WEIGHT_EVICT_LATER : WEIGHT_CROWN_LATER, -1);
}

static inline int least(int a, int b)
{
    return a < b ? a : b;
}

/* How far the game is from its end: bands before all men, those of the side that has fewer counted
 * three times, since the game ends when it runs out. */
static inline int rest_of(const MorelliRules *r, const Camp *us, const Camp *them)
{
    int rest = (us->reserve + them->reserve + 2 * least(us->reserve, them->reserve)) / 2;
    return least(rest, r->reserve);
}

static int play_score(const MorelliRules *r, const Pos *pos)
{
    Camp us, them;
    Sum sum = 0;
    field_both(r, pos, &us.field, &them.field);
    make_camp(r, pos, pos->turn, 1, &us, &sum);
    make_camp(r, pos, !pos->turn, -1, &them, &sum);
    add(r, &sum, WEIGHT_TURN, 1);
    add(r, &sum, WEIGHT_REACH, set_count(&us.field.reach) - set_count(&them.field.reach));
    add(r, &sum, WEIGHT_ABLE, us.able - them.able);
    add_frames(r, &us.tally, &them.tally, 1, &sum);
    add_frames(r, &them.tally, &us.tally, -1, &sum);
    add_threats(r, &us, &them, &sum);
    add_throne(r, pos, &us, &them, &sum);
    int rest = rest_of(r, &us, &them), whole = r->reserve;
    int score = (start_of(sum) * rest + end_of(sum) * (whole - rest)) / whole;
    if (!MORELLI_KING(pos))
        score = score * least(least(us.able, them.able), LAST_MEN) / LAST_MEN;
    return score > MOST ? MOST : score < -MOST ? -MOST : score;
}

/* While men are placed nothing is known but how freely they will move. */
static int place_score(const MorelliRules *r, const Pos *pos)
{
    Field us, them;
    field_both(r, pos, &us, &them);
    return 2 * (set_count(&us.reach) - set_count(&them.reach));
}

int morelli_evaluate(const Game *game, const Pos *pos)
{
    const MorelliRules *r = morelli_rules(game);
    return pos->phase == PHASE_PLACE ? place_score(r, pos) : play_score(r, pos);
}
