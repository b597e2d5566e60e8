/* SPDX-License-Identifier: MIT */
/* The teacher's choice, see teacher.h. */
#include "ai/teacher.h"

#include "ai/odds.h"
#include "base/bits.h"
#include "base/rng.h"

#include <stdlib.h>

enum {
    NODES = 24000,
    GAIN = 80,       /* rating of a move that gains a man or more */
    AIM = 450,       /* of a thousand, while the game is young */
    AIM_LEAST = 60,  /* ... for a learner who has found what there was */
    AIM_MOST = 1000, /* ... and for one who never does */
    YOUNG = 30,      /* plies; from then on the aim moves by what the learner finds, */
    OLD = 140,       /* and from then on the teacher's way: games end */
    PACE = 8,        /* thousandths a ply */
    /* A move may cost this much of a thousand or that much of a man (in hundredths), as where much
     * is won already a man is nothing; and leave so much less than the aim. */
    COST = 250,
    COST_SCORE = 260,
    UNDER = 180,
    LIKE_GAIN = 25, /* what a chance for the learner is worth, of a thousand, */
    LIKE_IDEA = 50,
    HUNGER = 5, /* and for every ply since the last one, */
    HUNGER_MOST = 150,
    EQUAL = 12, /* differences that do not matter */
};

const LevelName teacher_name = {
    LISTED("Teacher", "先生"),
    LISTED("Keeps the game close, and says afterwards what you could find.",
           "接戦になるように指し、終局後にチャンスを教えます。")};

/* -- The game so far -------------------------------------------------------------------------- */

/* The greatest rating of the moves in the list. */
static int32_t most_of(const Game *game, const Pos *pos, const Move *moves, int count,
                       int32_t *rates)
{
    int32_t most = 0;
    if (game->rate && count)
        game->rate(game, pos, moves, count, rates);
    for (int i = 0; game->rate && i < count; i++)
        most = rates[i] > most ? rates[i] : most;
    return most;
}

static int32_t rate_of(const Game *game, const Pos *pos, Move move)
{
    int32_t rate;
    return most_of(game, pos, &move, 1, &rate);
}

void lesson_see(Lesson *lesson, const Game *game, const Pos *before, Move played, int teacher,
                Move *moves, int32_t *rates)
{
    lesson->plies++;
    lesson->hungry++;
    if (before->turn == teacher)
        return;
    int count = game->moves(game, before, moves);
    int32_t most = most_of(game, before, moves, count, rates);
    lesson->given = most >= GAIN;
    if (!lesson->given || count == 1)
        return;
    lesson->hungry = 0;
    if (2 * rate_of(game, before, played) >= most)
        lesson->found++;
    else
        lesson->missed++;
}

int lesson_aim(const Lesson *lesson)
{
    int late = lesson->plies - YOUNG, old = lesson->plies - OLD;
    int found = lesson->found, missed = lesson->missed;
    if (late <= 0)
        return AIM;
    /* By what the learner has made of the chances; without any it goes slowly to the teacher. */
    int way = found + missed == 0 ? 1 : found >= 2 * missed ? -3 : found > missed ? -1 : 3;
    int aim = AIM + way * PACE * late / 3 + (old > 0 ? 4 * PACE * old : 0);
    return aim < AIM_LEAST ? AIM_LEAST : aim > AIM_MOST ? AIM_MOST : aim;
}

/* -- Moves ------------------------------------------------------------------------------------ */

/* What the learner can find after a line's first move. */
static Leaves leaves_of(const Game *game, const Pos *pos, const SearchLine *line, Move *moves,
                        int32_t *rates)
{
    enum { FAR = 5 };
    Pos at = *pos, next;
    int teacher = pos->turn;
    for (int i = 0; i < line->length && i < FAR; i++) {
        if (i == 1 && at.turn != teacher &&
            most_of(game, &at, moves, game->moves(game, &at, moves), rates) >= GAIN)
            return LEAVES_GAIN;
        if (i > 1 && at.turn != teacher && rate_of(game, &at, line->move[i]) >= GAIN)
            return LEAVES_IDEA;
        game->apply(game, &at, line->move[i], &next);
        at = next;
    }
    return LEAVES_NOTHING;
}

static void take_line(Teacher *teacher, const Search *search, const SearchLine *line, Move *moves,
                      int32_t *rates)
{
    const Pos *pos = &search->frame[0].pos;
    if (!line->length || teacher->count == TEACHER_MOVES_MAX)
        return;
    teacher->move[teacher->count++] = (TeacherMove){
        .move = line->move[0],
        .score = line->score,
        .expect = odds_expect(odds_of(search->game, pos, line->score)),
        .leaves = leaves_of(search->game, pos, line, moves, rates)};
}

static bool is_taken(const Teacher *teacher, Move move)
{
    for (int i = 0; i < teacher->count; i++)
        if (teacher->move[i].move == move)
            return true;
    return false;
}

/* Some of the moves that the first search has not told of, at random. */
static int sample(Teacher *teacher, const Search *search, Move *moves)
{
    const Pos *pos = &search->frame[0].pos;
    int count = search->game->moves(search->game, pos, moves), n = 0;
    Rng rng = {bits_mix(teacher->seed ^ pos->key)};
    for (int i = 0; i < count; i++)
        if (!is_taken(teacher, moves[i]))
            moves[n++] = moves[i];
    int room = n < SEARCH_LINES_MAX ? n : SEARCH_LINES_MAX;
    for (int i = 0; i < room; i++) {
        int k = i + (int)rng_below(&rng, (uint32_t)(n - i));
        teacher->other[i] = moves[k];
        moves[k] = moves[i];
    }
    return room;
}

static SearchLimits limits_of(const Teacher *teacher)
{
    return (SearchLimits){
        .nodes = NODES, .lines = SEARCH_LINES_MAX, .seed = teacher->seed, .unaided = true};
}

void teacher_begin(Teacher *teacher, const Lesson *lesson, uint64_t seed, SearchLimits *limits)
{
    teacher->lesson = *lesson;
    teacher->seed = seed;
    teacher->looks = teacher->count = 0;
    *limits = limits_of(teacher);
}

bool teacher_look(Teacher *teacher, const Search *search, Move *moves, int32_t *rates,
                  SearchLimits *limits)
{
    int aim = lesson_aim(&teacher->lesson);
    bool better = true, full = search->line_count == SEARCH_LINES_MAX;
    for (int i = 0; i < search->line_count; i++) {
        take_line(teacher, search, &search->line[i], moves, rates);
        better = better && teacher->move[teacher->count - 1].expect > aim;
    }
    if (teacher->looks++ || !full || !better || atomic_load(&search->stop))
        return false;
    *limits = limits_of(teacher);
    limits->only = teacher->other;
    limits->only_count = sample(teacher, search, moves);
    return limits->only_count > 0;
}

/* -- The choice ------------------------------------------------------------------------------- */

static bool is_won(const TeacherMove *m)
{
    return m->score >= SEARCH_PROVED;
}

static const TeacherMove *best_of(const Teacher *teacher, bool won_too)
{
    const TeacherMove *best = NULL;
    for (int i = 0; i < teacher->count; i++) {
        const TeacherMove *m = &teacher->move[i];
        if ((won_too || !is_won(m)) && (!best || m->score > best->score))
            best = m;
    }
    return best;
}

/* Not silly: it does not throw away what there is. */
static bool is_fair(const TeacherMove *m, const TeacherMove *best, int aim)
{
    int floor = (best->expect < aim ? best->expect : aim) - UNDER;
    int cost = COST + (aim < AIM ? AIM - aim : 0);
    return !is_won(m) && m->expect >= floor &&
           (m->expect >= best->expect - cost || m->score >= best->score - COST_SCORE);
}

/* How far a move is from what is wanted: less is better. Where chances say nothing any more, men
 * do. */
static int distance(const Teacher *teacher, const TeacherMove *m, int aim)
{
    const Lesson *lesson = &teacher->lesson;
    int hunger = HUNGER * lesson->hungry < HUNGER_MOST ? HUNGER * lesson->hungry : HUNGER_MOST;
    int like = m->leaves == LEAVES_IDEA   ? LIKE_IDEA + hunger / 2
               : m->leaves == LEAVES_GAIN ? (lesson->given ? -LIKE_IDEA : LIKE_GAIN + hunger)
                                          : 0;
    return abs(m->expect - aim) + abs(m->score) / 10 - like;
}

/* Is a win that is proved to be taken? Not while the lesson is young, nor from a learner who has
 * found what there was, if there is a fair move besides. */
static bool takes_win(const Teacher *teacher, const TeacherMove *best, int aim)
{
    bool young = teacher->lesson.plies <= YOUNG;
    return !best || best->expect < aim - UNDER || (!young && aim >= AIM);
}

const TeacherMove *teacher_choose(const Teacher *teacher)
{
    int aim = lesson_aim(&teacher->lesson), least = INT32_MAX;
    const TeacherMove *top = best_of(teacher, true), *best = best_of(teacher, false);
    if (!top || (is_won(top) && takes_win(teacher, best, aim)))
        return top;
    const TeacherMove *chosen = best;
    Rng rng = {bits_mix(teacher->seed ^ best->move)};
    for (int pass = 0, equals = 0; pass < 2; pass++) {
        for (int i = 0; i < teacher->count; i++) {
            const TeacherMove *m = &teacher->move[i];
            if (!is_fair(m, best, aim))
                continue;
            int far = distance(teacher, m, aim);
            if (pass == 0)
                least = far < least ? far : least;
            else if (far <= least + EQUAL && rng_below(&rng, (uint32_t)++equals) == 0)
                chosen = m;
        }
    }
    return chosen;
}
