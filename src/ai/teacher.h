/* SPDX-License-Identifier: MIT */
/* An opponent that keeps the game close. It weighs its moves by a search of moderate size with many
 * lines and takes, of those that are not silly, the one after which its chances come nearest to
 * what it aims at: a little under one half. So it eases off when it is ahead and plays its best
 * when it is behind. Of moves that serve this equally well it prefers one that leaves the learner
 * something to find: a mill, a frame, a trap, a man. What it aims at changes slowly: whoever finds
 * the chances there are is let win in the end, whoever passes them by loses (docs/adr/0084).
 *
 *     lesson = (Lesson){0}; lesson_see(&lesson, ...) for every move of the game so far
 *     teacher_begin(&teacher, &lesson, seed, &limits);
 *     do
 *         search with these limits to its end
 *     while (teacher_look(&teacher, search, moves, &limits));
 *     move = teacher_choose(&teacher)->move;
 *
 * The same game and seed give the same move. No memory of its own, no clock. */
#ifndef CONCENTRIC_AI_TEACHER_H
#define CONCENTRIC_AI_TEACHER_H

#include "ai/search.h"

extern const LevelName teacher_name;

/* The game so far, as the teacher sees it. */
typedef struct Lesson {
    int plies;
    int found, missed; /* gains that the learner could make at once, and made or did not */
    int hungry;        /* plies since there was one */
    bool given;        /* there was one at the learner's last turn */
} Lesson;

/* One more move of the game, whoever makes it. `moves` and `rates` have room for moves_max. */
void lesson_see(Lesson *lesson, const Game *game, const Pos *before, Move played, int teacher,
                Move *moves, int32_t *rates);

/* What the teacher aims at, of a thousand: 500 is an even game. */
int lesson_aim(const Lesson *lesson);

typedef enum Leaves { LEAVES_NOTHING, LEAVES_GAIN, LEAVES_IDEA } Leaves;

typedef struct TeacherMove {
    Move move;
    int score, expect; /* of the search; of a thousand */
    Leaves leaves;     /* to the learner: a gain at once, or one to be prepared */
} TeacherMove;

enum { TEACHER_MOVES_MAX = 2 * SEARCH_LINES_MAX };

typedef struct Teacher {
    Lesson lesson;
    uint64_t seed;
    int looks, count;
    TeacherMove move[TEACHER_MOVES_MAX];
    Move other[SEARCH_LINES_MAX]; /* what the second search is about */
} Teacher;

void teacher_begin(Teacher *teacher, const Lesson *lesson, uint64_t seed, SearchLimits *limits);
/* Takes in what a search has found, done or stopped. True if there should be one more, with these
 * limits, which then replace the others: the best moves are all better than wanted. `moves` and
 * `rates` have room for moves_max; the search may own them. */
bool teacher_look(Teacher *teacher, const Search *search, Move *moves, int32_t *rates,
                  SearchLimits *limits);
/* NULL only where the game is over. */
const TeacherMove *teacher_choose(const Teacher *teacher);

#endif
