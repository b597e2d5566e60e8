/* SPDX-License-Identifier: MIT */
/* Morelli: how good a position is, by what can be seen without moving. The throne decides the game,
 * but until the end it is men that make the next frame. Captures and frames that are one move away
 * count in full measure only for the side to move.
 * docs/adr/0023-simple-evaluations.md says what each part is worth in play. */
#include "games/morelli/morelli.h"

enum {
    MAN = 100,
    REACH = 2,   /* a cell that a man can go to */
    RESERVE = 3, /* a band that a man has before him */
    TAKE = 120,  /* a man that the side to move can turn; it may be turned back */
    KING = 400,  /* on the throne */
    HELD = 3,    /* quarters of a throne that a frame in one move is worth to the side to move */
    THREAT = 60, /* such a frame of the other side */
    MOST = 3,    /* captures of one move that are told apart */
};

/* By how many of a frame's four men stand. A frame that is filled is no longer to be completed. */
static const int8_t frame_values[] = {0, 0, 4, 14, 6};

/* What one side has and can do. */
typedef struct Camp {
    PointSet men, reach; /* reach: the cells where a move could end */
    PointSet victims;    /* enemy men that one move could turn */
    int captures;        /* the most that one move turns, up to MOST */
    int men_count, reserve, frames;
    bool completes; /* a frame, in one move */
} Camp;

static inline PointSet join(PointSet a, PointSet b)
{
    return (PointSet){{a.word[0] | b.word[0], a.word[1] | b.word[1], a.word[2] | b.word[2]}};
}

static inline PointSet meet(PointSet a, PointSet b)
{
    return (PointSet){{a.word[0] & b.word[0], a.word[1] & b.word[1], a.word[2] & b.word[2]}};
}

static PointSet reach_of(const MorelliRules *r, PointSet men, PointSet empty)
{
    PointSet all = {{0}};
    UNROLL
    for (int d = 0; d < MORELLI_DIRECTIONS; d++) {
        PointSet front = men;
        for (int n = 0; n < MORELLI_REACH && morelli_any(front); n++) {
            front = morelli_advance(r, front, empty, d, n);
            all = join(all, front);
        }
    }
    return morelli_without_throne(all);
}

/* In every direction at once for all men: own man, enemy man, a cell within reach. */
static void find_captures(Camp *camp, PointSet enemy)
{
    PointSet times[MOST] = {{{0}}};
    UNROLL
    for (int d = 0; d < MORELLI_DIRECTIONS; d++) {
        int step = morelli_step(d);
        PointSet between = meet(morelli_shift(camp->men, step), enemy);
        if (!morelli_any(between))
            continue;
        PointSet ends = meet(morelli_shift(between, step), camp->reach);
        camp->victims = join(camp->victims, morelli_shift(ends, -step));
        for (int i = 0; i < MOST; i++) {
            PointSet again = meet(times[i], ends);
            times[i] = join(times[i], ends);
            ends = again;
        }
    }
    while (camp->captures < MOST && morelli_any(times[camp->captures]))
        camp->captures++;
}

/* Counts men by frame. Three of one, and a fourth that can come or be turned, complete it: men of a
 * frame stand on one band, so none of the three could be the one that comes. */
static void find_frames(const MorelliRules *r, Camp *camp)
{
    uint8_t count[MORELLI_FRAMES] = {0};
    PointSet gain = join(camp->reach, camp->victims);
    for (int w = 0; w < 3; w++) {
        for (uint64_t men = camp->men.word[w]; men;) {
            int cell = 64 * w + bits_pop(&men), here = ++count[r->frame_number[cell]];
            camp->men_count++;
            camp->reserve += r->ahead[cell];
            camp->frames += frame_values[here] - frame_values[here - 1];
            if (here == 3 && !camp->completes)
                camp->completes = morelli_any(meet(r->frame[cell], gain));
        }
    }
}

static inline Camp camp_of(const MorelliRules *r, const Pos *pos, int player)
{
    Camp camp = {.men = morelli_men_of(pos, player)};
    camp.reach = reach_of(r, camp.men, morelli_empty(pos));
    find_captures(&camp, morelli_men_of(pos, !player));
    find_frames(r, &camp);
    return camp;
}

static int worth(const Camp *camp)
{
    return MAN * camp->men_count + REACH * set_count(&camp->reach) + RESERVE * camp->reserve +
           camp->frames;
}

static int play_score(const MorelliRules *r, const Pos *pos)
{
    Camp us = camp_of(r, pos, pos->turn), them = camp_of(r, pos, !pos->turn);
    int king = MORELLI_KING(pos);
    bool ours = king == pos->turn + 1, theirs = king && !ours;
    int score = worth(&us) - worth(&them) + KING * (ours - theirs);
    int taking = TAKE * us.captures;
    if (us.completes && !ours) {
        int crowning = KING * HELD / 4 * (1 + theirs);
        taking = taking > crowning ? taking : crowning; /* one move need not do both */
    }
    score += taking;
    return them.completes && !theirs ? score - THREAT : score;
}

/* While men are placed nothing is known but how freely they will move. */
static int place_score(const MorelliRules *r, const Pos *pos)
{
    PointSet empty = morelli_empty(pos);
    PointSet us = reach_of(r, morelli_men_of(pos, pos->turn), empty);
    PointSet them = reach_of(r, morelli_men_of(pos, !pos->turn), empty);
    return REACH * (set_count(&us) - set_count(&them));
}

int morelli_evaluate(const Game *game, const Pos *pos)
{
    const MorelliRules *r = morelli_rules(game);
    return pos->phase == PHASE_PLACE ? place_score(r, pos) : play_score(r, pos);
}
